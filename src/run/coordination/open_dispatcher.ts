import type { Coordination } from '../../contract/coordination/coordination.js';
import type { Ablation } from '../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Policy } from '../../contract/policy/policy.js';
import type { Guard } from '../../guard/guard.js';
import { createAgentNetworkPolicies } from '../safety/agent_network_policies.js';
import { type CoordinationLog, createAuditTrail } from '../safety/audit_trail.js';
import type { NetworkPolicy } from '../safety/network_policy.js';
import { admitRequest, type CoordinationActor, findActor } from './admit_request.js';
import { OperationExecutor } from './operation_executor.js';
import { createOperationRecorder } from './operation_recorder.js';
import { createOperationTrace, type OperationTrace, type PolicyStageOutcome } from './operation_trace.js';
import type { Dispatcher, OperationRequest, OperationResult, WorkspaceTools } from './operations/operation_result.js';
import { createUsageCounters } from './operations/usage_counters.js';
import { createPolicyStages } from './policy/create_policy_stages.js';
import type { PolicyDecision } from './policy/policy_stage.js';
import type { Coordinator } from './state/coordinator.js';

/** Options of a dispatcher. */
interface DispatcherOptions {
  coordination: Coordination;
  policy: Pick<Policy, 'network' | 'trust_level'>;
  /** Mechanisms that are switched off; their stages are absent. */
  off: Ablation;
  coordinator: Coordinator;
  guard: Guard;
  tools: WorkspaceTools;
  /** Log of operations and their audit. If it was reopened, counting continues. */
  log: CoordinationLog;
  /** Returns milliseconds of a monotonic clock, for durations. */
  now: () => number;
}

/** Dispatcher that must be closed. */
export interface ClosableDispatcher extends Dispatcher {
  /** Number of entries that the audit has counted. */
  readonly audited: number;
  /**
   * Policy for network requests of commands: that of all agents with a running command together, or of all agents if
   * there is none. Undefined if network policies are switched off.
   */
  readonly network: NetworkPolicy | undefined;
  /** Refuses later requests, aborts running ones and waits until all are recorded. */
  close(): Promise<void>;
}

/**
 * Opens the dispatcher of agents' operations (requirement A5): profile → guardrails → network policy → execute → audit.
 *
 * Every operation is counted, timed and recorded, whatever its result; an operation that cannot be audited is not done.
 */
export function openDispatcher(options: DispatcherOptions): ClosableDispatcher {
  const { coordination, policy, coordinator, guard, tools, log, off } = options;
  const audit = off.has('audit') ? undefined : createAuditTrail(log);
  const recorder = createOperationRecorder(log, audit);
  const usage = createUsageCounters(() => log.now(), log.events);
  const actors = new Map(
    coordination.agents.map(({ name }) => [name, findActor(coordination, policy.trust_level, name)]),
  );
  const policies = off.has('network_policies') ? undefined : createAgentNetworkPolicies(coordination, policy);
  const stages = createPolicyStages({ ...options, tools, usage, policies });
  const executor = new OperationExecutor({ coordinator, tools, recorder, usage });
  const closing = new AbortController();
  const under_way = new Set<Promise<OperationResult>>();
  const read = (command: string) => guard.parse(command);
  let operations = recorder.last_number;

  async function dispatch(
    trace: OperationTrace,
    request: OperationRequest,
    actor: CoordinationActor | undefined,
  ): Promise<OperationResult> {
    if (actor) usage.called(actor.name);
    const admission = admitRequest(request, actor, read);
    if ('answer' in admission) return recorder.conclude(trace, admission);
    if (closing.signal.aborted) return recorder.conclude(trace, { answer: STOPPED_RESULT });
    if (request.signal?.aborted) return recorder.conclude(trace, { answer: CANCELLED_RESULT });
    const { asked: operation } = admission;
    for (const stage of stages) {
      if (!stage.concerns(operation)) continue;
      const ruling = trace.through(stage.name, () => stage.judge(operation), toStageOutcome);
      if (ruling === undefined || !('code' in ruling)) continue;
      const { code, message } = ruling;
      return recorder.conclude(trace, { answer: { outcome: 'denied', code, message }, refusal: ruling });
    }
    const signal = request.signal ? AbortSignal.any([closing.signal, request.signal]) : closing.signal;
    return executor.perform(trace, operation, signal);
  }

  return {
    get operations() {
      return operations;
    },
    get audited() {
      return audit?.entries ?? 0;
    },
    network: policies && ((to) => policies.getJointPolicy(executor.listCommandingAgents())(to)),
    perform(request) {
      operations += 1;
      const actor = actors.get(request.agent);
      const trace = createOperationTrace(operations, request, actor?.profile ?? null, options.now);
      const answer = dispatch(trace, request, actor)
        .catch((fault) => {
          recorder.fault(trace, fault);
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

const STOPPED_RESULT: OperationResult = {
  outcome: 'failed',
  code: 'agent_stopped',
  message: 'the part of the agents is over',
};
const CANCELLED_RESULT: OperationResult = {
  outcome: 'failed',
  code: 'agent_stopped',
  message: 'whoever asked is gone',
};

const toStageOutcome = (ruling: PolicyDecision): PolicyStageOutcome => {
  if (ruling === undefined) return { outcome: 'passed' };
  if (!('code' in ruling)) return { outcome: 'passed', checks: ruling.checks };
  const { rule, format, checks } = ruling;
  return { outcome: 'denied', rule, ...omitUndefined({ format, checks }) };
};
