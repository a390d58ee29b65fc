import { type Subtask, workerOf } from '../../contract/coordination.js';
import type { LoadedContract } from '../../contract/loaded.js';

/** A part of the task with the agent that works at it. */
export interface Part {
  subtask: Subtask;
  /** How the coordination layer knows it. */
  agent: string;
}

/** The parts of a contract, in its order. */
export const partsOf = ({ contract }: Pick<LoadedContract, 'contract'>): Part[] =>
  (contract.coordination?.subtasks ?? []).map((subtask) => ({ subtask, agent: workerOf(subtask) }));

/** How a call says for which part it was made. */
export const ofPart = (part: Part | undefined): { subtask?: string } => (part ? { subtask: part.subtask.id } : {});
