import { getSubtaskWorker, type Subtask } from '../../contract/coordination/coordination.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';

/** Subtask with the agent that works on it. */
export interface SubtaskAssignment {
  subtask: Subtask;
  /** Name of the agent in the coordination layer. */
  agent: string;
}

/** Lists the assignments of a contract, in its order. */
export const listSubtaskAssignments = ({ contract }: Pick<LoadedContract, 'contract'>): SubtaskAssignment[] =>
  (contract.coordination?.subtasks ?? []).map((subtask) => ({ subtask, agent: getSubtaskWorker(subtask) }));

/** Returns the field that names the subtask of a call. */
export const toSubtaskField = (part: SubtaskAssignment | undefined): { subtask?: string } =>
  part ? { subtask: part.subtask.id } : {};
