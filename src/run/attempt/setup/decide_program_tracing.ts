import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { Agent } from '../../agents/agent.js';
import type { RunnerContext } from '../runner_context.js';

/** Decision on tracing the executed programs of a stage. */
interface ProgramTracingDecision {
  /** True if they are traced. */
  programs: boolean;
  /** Reason why they are not. */
  because?: string;
}

const TRACING: ProgramTracingDecision = { programs: true };

/**
 * Decides whether the programs of an agent are traced: if the contract asks for it, and by default for agents that are
 * one long command, where tracing costs next to nothing (see docs/sandbox.md#programs).
 */
export async function decideProgramTracing(
  { kind }: Pick<Agent, 'kind'>,
  { contract }: LoadedContract,
  { backend }: Pick<RunnerContext, 'backend'>,
): Promise<ProgramTracingDecision> {
  if (contract.policy.evidence !== 'counters') return TRACING;
  if (backend.findProgramTraceFault === undefined) return createRefusal(`the sandbox ${backend.name} traces nothing`);
  if (kind !== 'command') return createRefusal(`for many short commands ${ONLY_ON_DEMAND}`);
  const fault = await backend.findProgramTraceFault();
  return fault === undefined ? TRACING : createRefusal(fault);
}

/** Decides whether the programs of checks are traced: only if the contract asks for it, since checks are short. */
export function decideCheckTracing(
  { contract }: LoadedContract,
  { backend }: Pick<RunnerContext, 'backend'>,
): ProgramTracingDecision {
  if (contract.policy.evidence !== 'counters') return TRACING;
  if (backend.findProgramTraceFault === undefined) return createRefusal(`the sandbox ${backend.name} traces nothing`);
  return createRefusal(`for checks ${ONLY_ON_DEMAND}`);
}

const ONLY_ON_DEMAND = 'it costs more than 2 %: only where policy.evidence is programs or trace';

const createRefusal = (because: string): ProgramTracingDecision => ({ programs: false, because });
