import { setTimeout as delay } from 'node:timers/promises';
import type { Contract } from '../../contract/schema.js';
import type { Event, Execution, Payload } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Stop } from '../agents/stop.js';
import { execute, recorderOf, type ShellCommand } from '../attempt/execute.js';
import { askOperator } from '../escalation/ask.js';
import type { Operator } from '../escalation/operator.js';
import type { Session } from '../sandbox/backend.js';
import { type Pausable, together } from '../sandbox/together.js';
import type { TreeState } from '../workspace/tree_id.js';
import { alertOf } from './alert.js';
import type { Trip } from './breakers/breaker.js';
import type { Call } from './breakers/call.js';
import { type Finding, openPanel } from './breakers/panel.js';
import { sampler } from './sampler.js';

export interface Supervision {
  run: RunDirectory;
  contract: Contract;
  /** Interruption of the run. */
  signal: AbortSignal;
  /** Everybody who can be asked; nobody = deny. */
  operators: readonly Operator[];
  /** Waits; resolves early when the signal aborts. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** The tree of the workspace as it stands, for samples. */
  state?: (() => Promise<TreeState | null>) | undefined;
}

/**
 * Watches the agent's stages (R8–R12). Fed by the event log, it shows every event to the breakers, logs an alert for each trip and
 * apart from it what is done about it, and ends the agent's part when one says so. Agents ask it before each call.
 */
export interface Supervisor {
  /** Aborted when the run is interrupted or the agent's part is ended. */
  readonly signal: AbortSignal;
  /** Why the agent's part was ended, if it was. */
  readonly stop: Stop | undefined;
  /** The latest alert that ended a command or the agent. */
  readonly evidence_seq: number | null;
  /** The workspace is closed for writing until `restoreWrites`. */
  readonly writes_suspended: boolean;
  /**
   * Asks for leave to make a call, and waits where the agent is slowed down or a person is being asked. A call that is refused
   * is recorded, not made.
   * @returns why not; undefined = go
   */
  admit(call: Call): Promise<string | undefined>;
  /**
   * The same for a request to a model: it is held back where the agent is slowed down or a person is being asked, and waits behind
   * those that are held already. Ends early when `gone` aborts, since nobody waits for the answer any more.
   */
  hold(gone: AbortSignal): Promise<{ held_ms: number } | 'stopped'>;
  /** Waits, at most until the agent's part is over. */
  wait(ms: number): Promise<void>;
  /** What is left of the agent's wall clock, in milliseconds: no call may take longer. */
  readonly left_ms: number;
  /** Runs an admitted command under the ceilings of the budget, watched by samples. Its own signal ends it too. */
  execute(session: Session, command: Watched): Promise<Execution>;
  restoreWrites(): void;
  /** What stands still, with all others that are here, while a person is asked; returns what ends that. */
  enter(session: Pausable): () => void;
  /** Waits until no question is open. */
  settled(): Promise<void>;
  /** Ends the watch. */
  close(): Promise<void>;
}

export function openSupervisor(order: Supervision): Supervisor {
  const { run, contract } = order;
  const { log } = run;
  const panel = openPanel(contract);
  const ending = new AbortController();
  const signal = AbortSignal.any([order.signal, ending.signal]);
  const wait = order.wait ?? ((ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined));
  const sample = sampler(run, order.state);
  const present = new Set<Pausable>();
  let stop: Stop | undefined;
  let evidence_seq: number | null = null;
  let wait_ms = 0;
  let suspended_by: number | undefined;
  let asking: Promise<void> = Promise.resolve();
  let held: Promise<void> = Promise.resolve();
  let closed = false;

  const intervene = (action: Payload<'intervention'>['action'], alert_seq: number, detail: string, wait_ms?: number) =>
    log.append('intervention', 'monitor', {
      action,
      alert_seq,
      detail,
      ...(wait_ms === undefined ? {} : { wait_ms }),
    });

  const act = (trip: Trip, alert_seq: number): void => {
    switch (trip.action) {
      case 'throttle':
        wait_ms = Math.max(wait_ms, trip.wait_ms ?? 0);
        intervene(
          'throttle',
          alert_seq,
          `the next call or request to a model waits ${trip.wait_ms ?? 0} ms`,
          trip.wait_ms ?? 0,
        );
        break;
      case 'suspend-writes':
        suspended_by = alert_seq;
        intervene('suspend-writes', alert_seq, 'the workspace is read-only for one round');
        break;
      case 'quarantine':
        intervene('quarantine', alert_seq, 'the workspace is closed; what is in it is kept as evidence');
        break;
      case 'kill':
        intervene('kill', alert_seq, trip.stop ? "the agent's part is ended" : 'the command was ended');
        evidence_seq = alert_seq;
        break;
    }
    if (trip.stop) end(stopOf(trip, alert_seq));
  };

  const end = (reason: Stop & { because?: string }): void => {
    if (stop) return;
    stop = reason;
    ending.abort(new Error(reason.because ?? reason.kind));
  };

  const ask = async (trip: Trip, alert_seq: number): Promise<void> => {
    const answer = await askOperator(
      {
        condition: trip.code,
        question: `${trip.message}. May the agent go on?`,
        evidence_seq: alert_seq,
        timeout_ms: contract.policy.escalate.timeout,
      },
      {
        run,
        operators: order.operators,
        signal,
        held: present.size > 0 ? { session: together([...present]), alert_seq } : undefined,
      },
    );
    if (answer.decision === 'allow' || order.signal.aborted) return;
    const who = answer.by === null ? answer.justification : `denied by ${answer.by}`;
    const because = `${trip.message} (${who})`;
    if (trip.stop) act({ ...trip, message: because }, alert_seq);
    else end({ kind: 'operator', because, evidence_seq: answer.seq });
  };

  const see = (event: Event): void => {
    for (const finding of panel.see(event)) {
      const { seq } = log.append('alert', 'monitor', alertOf(finding, event));
      if (finding.asks) asking = asking.then(() => (stop ? undefined : ask(finding, seq)));
      else act(finding, seq);
    }
  };
  const unlisten = log.listen(see);

  const settled = async (): Promise<void> => {
    for (let open: Promise<void> | undefined; open !== asking; ) {
      open = asking;
      await open;
    }
  };

  const slowDown = async (until: AbortSignal): Promise<void> => {
    const pause_ms = Math.min(wait_ms, panel.left_ms(log.now()));
    wait_ms = 0;
    if (pause_ms > 0) await wait(pause_ms, until);
  };

  const supervisor: Supervisor = {
    signal,
    get stop() {
      return stop;
    },
    get evidence_seq() {
      return evidence_seq;
    },
    get writes_suspended() {
      return suspended_by !== undefined;
    },
    get left_ms() {
      return panel.left_ms(log.now());
    },
    async admit(call) {
      await settled();
      if (signal.aborted) return OVER;
      const refusal = panel.refuses(call);
      if (refusal !== undefined) {
        log.append('tool_invocation', 'agent', { ...call, summary: `not run: ${refusal}` });
        await settled();
        if (signal.aborted || panel.refuses(call) !== undefined) return refusal;
      }
      await slowDown(signal);
      return signal.aborted ? OVER : undefined;
    },
    async hold(gone) {
      const from_ms = log.now();
      const turn = held.then(async () => {
        await settled();
        if (!gone.aborted) await slowDown(AbortSignal.any([signal, gone]));
      });
      held = turn;
      await Promise.race([turn, aborted(gone)]);
      return signal.aborted || closed ? 'stopped' : { held_ms: log.now() - from_ms };
    },
    wait: (ms) => wait(Math.max(0, Math.min(ms, panel.left_ms(log.now()))), signal),
    async execute(session, { state, ...command }) {
      const ceilings = [command.timeout_ms, contract.budget.command, panel.left_ms(log.now())];
      const timeout_ms = Math.max(1, Math.ceil(Math.min(...ceilings.filter((ms) => ms !== undefined))));
      const watching = sample.begin(state);
      try {
        const either = command.signal ? AbortSignal.any([signal, command.signal]) : signal;
        const watched = {
          ...command,
          timeout_ms,
          signal: either,
          on_sample: watching.see,
          sample_ms: watching.every_ms,
        };
        return await execute(session, watched, recorderOf(run));
      } finally {
        watching.end();
      }
    },
    restoreWrites() {
      if (suspended_by !== undefined) intervene('restore-writes', suspended_by, 'the round is over');
      suspended_by = undefined;
    },
    enter(session) {
      present.add(session);
      return () => present.delete(session);
    },
    settled,
    async close() {
      await settled();
      closed = true;
      unlisten();
    },
  };
  return supervisor;
}

/** A command with the tree of the workspace that it is run in, for samples; default: the attempt's. */
export type Watched = Omit<ShellCommand, 'timeout_ms'> & { timeout_ms?: number } & Pick<Supervision, 'state'>;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Why nothing is run any more. */
const OVER = 'the agent was stopped';

function stopOf(trip: Finding | Trip, evidence_seq: number): Stop {
  const because = trip.message;
  return trip.stop?.kind === 'resource'
    ? { kind: 'resource', cap: trip.stop.cap, because, evidence_seq }
    : { kind: 'safety', because, evidence_seq };
}
