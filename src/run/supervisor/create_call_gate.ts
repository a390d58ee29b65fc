import type { EventPayload } from '../../record/events/event.js';
import { findTrustRefusal } from '../safety/check_profile.js';
import type { JudgedAct } from './acts/act_monitor.js';
import { type AgentCall, findCallCommandLine } from './calls/agent_call.js';
import type { Supervision } from './supervision.js';
import type { Supervisor } from './supervisor.js';

/** Message of refusals after the end of the agent's part. */
const STOPPED_MESSAGE = 'the agent was stopped';

const EMPTY_ACT: JudgedAct = { acts: [], handling: 'allow', cycle: null, decides_cycle: false };

/** Creates the gate through which calls and requests to models pass. */
export function createCallGate(supervision: Supervision): Pick<Supervisor, 'admit' | 'hold'> {
  const { signal, breakers, options } = supervision;
  const { run, acts, trust_level } = options;
  const { log } = run;
  let turn_queue: Promise<void> = Promise.resolve();

  return {
    async admit(call, origin) {
      await supervision.settle();
      if (signal.aborted) return { refused: STOPPED_MESSAGE, judged: EMPTY_ACT };
      const judged = acts?.judgeCall(call, origin) ?? EMPTY_ACT;
      // A person may be asked about an act; what is allowed then is made.
      await supervision.settle();
      const lacking = origin?.judged || origin?.own ? undefined : findCallTrustRefusal(call, trust_level);
      if (lacking !== undefined) {
        log.append('alert', 'monitor', { ...lacking, stage: log.stage });
        await recordRefusal(supervision, call, lacking.message);
        return { refused: lacking.message, judged };
      }
      const findRefusal = () => breakers.refuses(call, judged.acts, supervision.state.under_way);
      const refused = findRefusal();
      if (refused !== undefined) {
        await recordRefusal(supervision, call, refused);
        if (signal.aborted || findRefusal() !== undefined) return { refused, judged };
      }
      // Nothing is awaited between the last look and this: calls side by side see each other.
      supervision.dispatch({ type: 'call_admitted' });
      await awaitDelay(supervision, signal);
      if (!signal.aborted) return { refused: undefined, judged };
      supervision.dispatch({ type: 'call_ended' });
      return { refused: STOPPED_MESSAGE, judged };
    },
    async hold(caller_gone) {
      const from_ms = log.now();
      const turn = turn_queue.then(async () => {
        await supervision.settle();
        if (!caller_gone.aborted) await awaitDelay(supervision, AbortSignal.any([signal, caller_gone]));
      });
      turn_queue = turn;
      await Promise.race([turn, awaitAbort(caller_gone)]);
      return signal.aborted || supervision.closed ? 'stopped' : { held_ms: log.now() - from_ms };
    },
  };
}

/** Records a call that is not made, and waits for what a person is asked about it. */
async function recordRefusal(supervision: Supervision, call: AgentCall, reason: string): Promise<void> {
  const refusal = { ...call, summary: `not run: ${reason}`, refused: true } as const;
  supervision.options.run.log.append('tool_invocation', 'agent', refusal);
  await supervision.settle();
}

/** Waits while the agent is slowed down, once per throttling. */
async function awaitDelay(supervision: Supervision, until: AbortSignal): Promise<void> {
  const pause_ms = Math.min(supervision.state.wait_ms, supervision.left_ms);
  supervision.dispatch({ type: 'delay_begun' });
  if (pause_ms > 0) await supervision.wait(pause_ms, until);
}

const awaitAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Finds why the trust level of the contract does not admit a call past the coordination layer: a command, or an edit,
 * for which no lock can be held there.
 *
 * @param level undefined = profiles are switched off
 * @returns the alert about the refusal; undefined if the call is admitted
 */
function findCallTrustRefusal(
  call: AgentCall,
  level: number | undefined,
): Omit<EventPayload<'alert'>, 'stage'> | undefined {
  if (level === undefined) return undefined;
  const operation = findCallCommandLine(call) === undefined ? 'edit_file' : 'run_command';
  const edits = operation === 'edit_file' ? findEditedPath(call) : undefined;
  const refusal = findTrustRefusal(level, { operation, edits, holds_lock: edits === undefined ? undefined : false });
  if (refusal === undefined) return undefined;
  const { rule, message } = refusal;
  const signals = { rule, operation, road: 'call', tool: call.tool };
  return { code: 'insufficient_trust_level', severity: 'warning', message: `${operation}: ${message}`, signals };
}

/** Returns the path that an edit names, for the message. */
function findEditedPath({ arguments: given }: AgentCall): string {
  const { path, write, delete: removed, replace } = (given ?? {}) as Record<string, unknown>;
  const place = [path, write, removed, replace].find((one) => typeof one === 'string');
  return typeof place === 'string' ? place.slice(0, 300) : 'the file';
}
