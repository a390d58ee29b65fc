import type { Coordination } from '../../contract/coordination.js';
import type { Ablation } from '../../contract/mechanisms.js';
import type { Policy } from '../../contract/policy.js';
import { agentPolicies } from '../safety/agent_policies.js';
import { type Journal, openAudit } from '../safety/audit.js';
import { readCode } from '../safety/guardrails/code/read_code.js';
import type { Guard } from '../safety/guardrails/guard.js';
import { readCommand } from '../safety/guardrails/reading/read_command.js';
import type { NetworkPolicy } from '../safety/network_policy.js';
import { type Actor, actorOf, admitRequest } from './admit_request.js';
import type { Answer, Dispatcher, Hands, Request } from './answer.js';
import type { Coordinator } from './coordinator.js';
import { openEffects } from './effects.js';
import { openPassage, type Passage, type StageOutcome } from './passage.js';
import { openRecorder } from './recorder.js';
import type { Ruling } from './stages/stage.js';
import { stagesOf } from './stages/stages_of.js';
import { openUsageBook } from './usage_book.js';

export interface DispatcherOrder {
  coordination: Coordination;
  policy: Pick<Policy, 'network' | 'trust_level'>;
  /** Mechanisms that are switched off; their stages are absent. */
  off: Ablation;
  coordinator: Coordinator;
  guard: Guard;
  hands: Hands;
  /** Takes operations and their audit. Where it was reopened, counting goes on from what it holds. */
  log: Journal;
  /** Milliseconds of a clock that never goes back, for durations. */
  now: () => number;
}

export interface OpenDispatcher extends Dispatcher {
  /** Entries that the audit has counted. */
  readonly audited: number;
  /**
   * What a request of a command may reach, for the egress proxy: the policies of all agents that have a command under way together,
   * of all agents when nobody has. Undefined = network policies are switched off.
   */
  readonly network: NetworkPolicy | undefined;
  /** Refuses what comes from now on, ends what waits or runs, and waits until all of it is recorded. */
  close(): Promise<void>;
}

/**
 * The one place where agents' operations happen (A5; design §7): profile → guardrails → network policy → execute → audit. Every
 * operation is counted, timed and recorded, whatever came of it; what cannot be audited is not done.
 */
export function openDispatcher(order: DispatcherOrder): OpenDispatcher {
  const { coordination, policy, coordinator, hands, log, off } = order;
  const audit = off.has('audit') ? undefined : openAudit(log);
  const recorder = openRecorder(log, audit);
  const usage = openUsageBook(() => log.now(), log.events);
  const actors = new Map(
    coordination.agents.map(({ name }) => [name, actorOf(coordination, policy.trust_level, name)]),
  );
  const policies = off.has('network_policies') ? undefined : agentPolicies(coordination, policy);
  const stages = stagesOf({ ...order, usage, policies });
  const effects = openEffects({ coordinator, hands, recorder, usage });
  const closing = new AbortController();
  const under_way = new Set<Promise<Answer>>();
  const read = (command: string) => readCommand(command, { folder: hands.workspace, readCode });
  let operations = recorder.last_number;

  async function dispatch(passage: Passage, request: Request, actor: Actor | undefined): Promise<Answer> {
    if (actor) usage.called(actor.name);
    const admission = admitRequest(request, actor, read);
    if ('answer' in admission) return recorder.conclude(passage, admission);
    if (closing.signal.aborted) return recorder.conclude(passage, { answer: STOPPED });
    if (request.signal?.aborted) return recorder.conclude(passage, { answer: CANCELLED });
    const { asked } = admission;
    for (const stage of stages) {
      if (!stage.concerns(asked)) continue;
      const ruling = passage.through(stage.name, () => stage.judge(asked), stageOutcome);
      if (ruling === undefined || !('code' in ruling)) continue;
      const { code, message } = ruling;
      return recorder.conclude(passage, { answer: { outcome: 'denied', code, message }, refusal: ruling });
    }
    const signal = request.signal ? AbortSignal.any([closing.signal, request.signal]) : closing.signal;
    return effects.perform(passage, asked, signal);
  }

  return {
    get operations() {
      return operations;
    },
    get audited() {
      return audit?.entries ?? 0;
    },
    network: policies && ((to) => policies.of(effects.commanding())(to)),
    perform(request) {
      operations += 1;
      const actor = actors.get(request.agent);
      const passage = openPassage(operations, request, actor?.profile ?? null, order.now);
      const answer = dispatch(passage, request, actor)
        .catch((fault) => {
          recorder.fault(passage, fault);
          throw fault;
        })
        .finally(() => under_way.delete(answer));
      under_way.add(answer);
      return answer;
    },
    async close() {
      closing.abort();
      while (under_way.size > 0) await Promise.allSettled(under_way);
    },
  };
}

const STOPPED: Answer = { outcome: 'failed', code: 'agent_stopped', message: 'the part of the agents is over' };
const CANCELLED: Answer = { outcome: 'failed', code: 'agent_stopped', message: 'whoever asked is gone' };

const stageOutcome = (ruling: Ruling): StageOutcome => {
  if (ruling === undefined) return { outcome: 'passed' };
  if (!('code' in ruling)) return { outcome: 'passed', checks: ruling.checks };
  const { rule, format, checks } = ruling;
  return { outcome: 'denied', rule, ...(format ? { format } : {}), ...(checks === undefined ? {} : { checks }) };
};
