import { setTimeout as delay } from 'node:timers/promises';
import type { Contract } from '../../contract/contract_schema.js';
import { createCostEstimator } from '../../record/costs/cost_estimator.js';
import { isMediatedCall } from '../../record/events/create_call_counter.js';
import type { Event, EventPayload, Execution } from '../../record/events/event.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { createCommandLogSink, executeCommand, type ShellCommand } from '../../sandbox/execution/execute_command.js';
import { combinePausableSessions, type PausableSession, type Session } from '../../sandbox/sandbox_backend.js';
import type { TreeState } from '../../workspace/changes/tree_reader.js';
import { askOperator } from '../escalation/ask_operator.js';
import type { Operator } from '../escalation/operator.js';
import type { StopReason } from '../stop_reason.js';
import type { ActMonitor, CallOrigin, JudgedAct } from './acts/act_monitor.js';
import type { BreakerTrip } from './breakers/breaker.js';
import { createBreakerSet, type EscalatableTrip } from './breakers/create_breaker_set.js';
import type { AgentCall } from './calls/agent_call.js';
import { findCallTrustRefusal } from './calls/find_call_trust_refusal.js';
import { createAlert } from './create_alert.js';
import { createResourceSampler } from './create_resource_sampler.js';
import { createRollbackController, type RollbackController, type TreeRestorer } from './rollback_controller.js';

/** Options of the supervisor. */
interface SupervisorOptions {
  run: RunDirectory;
  contract: Contract;
  /** Interruption of the run. */
  signal: AbortSignal;
  /** Operators who can be asked; none = deny. */
  operators: readonly Operator[];
  /** Waits; resolves early when the signal aborts. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Judges calls before they are made; absent = none are judged. */
  acts?: Pick<ActMonitor, 'judgeCall'> | undefined;
  /** Trust level that calls past the coordination layer need; absent = profiles are switched off. */
  trust_level?: number | undefined;
  /** Takes the workspace's tree, for samples. */
  state?: (() => Promise<TreeState | null>) | undefined;
  /** Takes the workspace back to an earlier tree. */
  restore_tree?: TreeRestorer | undefined;
}

/**
 * Supervises the agent's stages (requirements R8 to R12). It subscribes to the event log, feeds every event to the
 * breakers, records alerts and interventions, and ends the agent's part if a breaker demands it. Agents ask it before
 * each call.
 */
export interface Supervisor {
  /** Aborted when the run is interrupted or the agent's part is ended. */
  readonly signal: AbortSignal;
  /** Reason why the agent's part was ended; undefined = it was not. */
  readonly stop: StopReason | undefined;
  /** The latest alert that ended a command or the agent. */
  readonly evidence_seq: number | null;
  /** The workspace is closed for writing until `restoreWrites`. */
  readonly writes_suspended: boolean;
  /**
   * Admits a call. Waits while the agent is slowed down or a person is asked. Records a refused call.
   * @returns the judged call, and the reason if it is refused
   */
  admit(call: AgentCall, origin?: CallOrigin): Promise<CallAdmission>;
  /**
   * Delays a request to a model while the agent is slowed down or a person is asked, behind earlier requests. Returns
   * early when `caller_gone` aborts.
   */
  hold(caller_gone: AbortSignal): Promise<{ held_ms: number } | 'stopped'>;
  /** Waits, at most until the agent's part is over. */
  wait(ms: number): Promise<void>;
  /** Rest of the agent's wall-clock budget, in milliseconds: the maximum duration of a call. */
  readonly left_ms: number;
  /** Cost of the attempt besides requests to models, in USD, running commands included. */
  readonly other_usd: number;
  /** Reserve of the budget for the evaluation, in USD; 0 if nothing of it has a price. */
  readonly reserve_usd: number;
  /** Runs an admitted command under the ceilings of the budget, watched by samples. Its own signal ends it too. */
  execute(session: Session, command: SupervisedCommand): Promise<Execution>;
  restoreWrites(): void;
  /** Controls rollbacks of the workspace to its last good tree, and notifies the agent. */
  readonly trees: Pick<RollbackController, 'runPostponed' | 'takeNotice' | 'onNotice'>;
  /** Registers a session to pause while a person is asked. The returned function unregisters it. */
  enter(session: PausableSession): () => void;
  /** Waits until no question is open. */
  settled(): Promise<void>;
  /** Ends the watch. @throws when the workspace could not be taken back as it had to be */
  close(): Promise<void>;
}

/** Opens the supervisor of an attempt. The caller must close it. */
export function openSupervisor(options: SupervisorOptions): Supervisor {
  const { run, contract } = options;
  const { log } = run;
  const panel = createBreakerSet(contract);
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const wait = options.wait ?? ((ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined));
  const sample = createResourceSampler(run, options.state);
  const present = new Set<PausableSession>();
  const estimate = createCostEstimator();
  const running = new Set<{ started_ms: number }>();
  let stop: StopReason | undefined;
  let evidence_seq: number | null = null;
  let wait_ms = 0;
  let suspended_by: number | undefined;
  let under_way = 0;
  let asking: Promise<void> = Promise.resolve();
  let turn_queue: Promise<void> = Promise.resolve();
  let closed = false;
  let fault: Error | undefined;
  const trees = createRollbackController({
    run,
    restore_tree: options.restore_tree,
    present: () => [...present],
    running: () => running.size,
    fail(error) {
      fault = error;
      ending.abort(error);
    },
  });

  const intervene = (
    action: EventPayload<'intervention'>['action'],
    alert_seq: number,
    detail: string,
    wait_ms?: number,
  ) =>
    log.append('intervention', 'monitor', {
      action,
      alert_seq,
      detail,
      ...(wait_ms === undefined ? {} : { wait_ms }),
    });

  const act = (trip: BreakerTrip, alert_seq: number): void => {
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
      case 'rollback':
        asking = asking.then(() => (signal.aborted ? undefined : trees.restore(trip, alert_seq)));
        break;
      case 'quarantine':
        intervene('quarantine', alert_seq, 'the workspace is closed; what is in it is kept as evidence');
        break;
      case 'kill':
        intervene('kill', alert_seq, trip.stop ? "the agent's part is ended" : 'the command was ended');
        evidence_seq = alert_seq;
        break;
    }
    if (trip.stop) end(toStopReason(trip, alert_seq));
  };

  const end = (reason: StopReason & { because?: string }): void => {
    if (stop) return;
    stop = reason;
    ending.abort(new Error(reason.because ?? reason.kind));
  };

  const ask = async (trip: BreakerTrip, alert_seq: number): Promise<void> => {
    const answer = await askOperator(
      {
        condition: trip.code,
        question: `${trip.message}. May the agent go on?`,
        evidence_seq: alert_seq,
        timeout_ms: contract.policy.escalate.timeout,
      },
      {
        run,
        operators: options.operators,
        signal,
        held: present.size > 0 ? { session: combinePausableSessions([...present]), alert_seq } : undefined,
      },
    );
    if (answer.decision === 'allow' || options.signal.aborted) return;
    const who = answer.by === null ? answer.justification : `denied by ${answer.by}`;
    const because = `${trip.message} (${who})`;
    if (trip.stop) act({ ...trip, message: because }, alert_seq);
    else end({ kind: 'operator', because, evidence_seq: answer.seq });
  };

  const see = (event: Event): void => {
    estimate.add(event);
    if (isMediatedCall(event) && !event.payload.refused) under_way = Math.max(0, under_way - 1);
    for (const finding of panel.see(event)) {
      const { seq } = log.append('alert', 'monitor', createAlert(finding, event));
      if (finding.asks) asking = asking.then(() => (stop ? undefined : ask(finding, seq)));
      else act(finding, seq);
    }
  };
  for (const event of log.events) {
    estimate.add(event);
    panel.learn(event);
  }
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
    get other_usd() {
      const ended_ms = log.now();
      return estimate.other_usd([...running].map(({ started_ms }) => ({ started_ms, ended_ms })));
    },
    get reserve_usd() {
      return estimate.reserve_usd;
    },
    async admit(call, origin) {
      await settled();
      if (signal.aborted) return { refused: STOPPED_MESSAGE, judged: EMPTY_ACT };
      const judged = options.acts?.judgeCall(call, origin) ?? EMPTY_ACT;
      // A person may be asked about an act; what is allowed then is made.
      await settled();
      const lacking = origin?.judged || origin?.own ? undefined : findCallTrustRefusal(call, options.trust_level);
      if (lacking !== undefined) {
        log.append('alert', 'monitor', { ...lacking, stage: log.stage });
        log.append('tool_invocation', 'agent', { ...call, summary: `not run: ${lacking.message}`, refused: true });
        await settled();
        return { refused: lacking.message, judged };
      }
      const refused = panel.refuses(call, judged.acts, under_way);
      if (refused !== undefined) {
        log.append('tool_invocation', 'agent', { ...call, summary: `not run: ${refused}`, refused: true });
        await settled();
        if (signal.aborted || panel.refuses(call, judged.acts, under_way) !== undefined) return { refused, judged };
      }
      under_way += 1;
      await slowDown(signal);
      if (!signal.aborted) return { refused: undefined, judged };
      under_way -= 1;
      return { refused: STOPPED_MESSAGE, judged };
    },
    async hold(caller_gone) {
      const from_ms = log.now();
      const turn = turn_queue.then(async () => {
        await settled();
        if (!caller_gone.aborted) await slowDown(AbortSignal.any([signal, caller_gone]));
      });
      turn_queue = turn;
      await Promise.race([turn, awaitAbort(caller_gone)]);
      return signal.aborted || closed ? 'stopped' : { held_ms: log.now() - from_ms };
    },
    wait: (ms) => wait(Math.max(0, Math.min(ms, panel.left_ms(log.now()))), signal),
    async execute(session, { state, ...command }) {
      const own = { started_ms: log.now() };
      const ceilings = [
        command.timeout_ms,
        contract.budget.command,
        panel.left_ms(own.started_ms),
        panel.affordable_ms(),
      ];
      const timeout_ms = Math.max(1, Math.ceil(Math.min(...ceilings.filter((ms) => ms !== undefined))));
      const watching = sample.begin(state);
      running.add(own);
      try {
        const either = command.signal ? AbortSignal.any([signal, command.signal]) : signal;
        const watched = {
          ...command,
          timeout_ms,
          signal: either,
          on_sample: watching.see,
          sample_ms: watching.every_ms,
        };
        return await executeCommand(session, watched, createCommandLogSink(run));
      } finally {
        running.delete(own);
        watching.end();
      }
    },
    restoreWrites() {
      if (suspended_by !== undefined) intervene('restore-writes', suspended_by, 'the round is over');
      suspended_by = undefined;
    },
    trees,
    enter(session) {
      present.add(session);
      return () => present.delete(session);
    },
    settled,
    async close() {
      await settled();
      closed = true;
      unlisten();
      trees.close();
      if (fault) throw fault;
    },
  };
  return supervisor;
}

/** Result of asking for a call. */
interface CallAdmission {
  refused: string | undefined;
  judged: JudgedAct;
}

const EMPTY_ACT: JudgedAct = { acts: [], handling: 'allow', cycle: null, decides_cycle: false };

/** Command under supervision, with the state of its workspace for samples; default: the attempt's. */
type SupervisedCommand = Omit<ShellCommand, 'timeout_ms'> & { timeout_ms?: number } & Pick<SupervisorOptions, 'state'>;

const awaitAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Message of refusals after the end of the agent's part. */
const STOPPED_MESSAGE = 'the agent was stopped';

function toStopReason(trip: EscalatableTrip | BreakerTrip, evidence_seq: number): StopReason {
  const because = trip.message;
  return trip.stop?.kind === 'resource'
    ? { kind: 'resource', cap: trip.stop.cap, because, evidence_seq }
    : { kind: 'safety', because, evidence_seq };
}
