import type { Contract } from '../../../contract/contract_schema.js';
import type { FileChange } from '../../../record/events/event.js';

/** Size of a change, with its distance `d_delta` from the contract's envelope. */
interface ChangeSize {
  files: number;
  /** Added plus deleted lines. Binary files count as files only. */
  lines: number;
  d_delta: number;
}

/** Computes the size of a change: d_delta = max(lines / envelope.lines, files / envelope.files). */
export function computeChangeSize(
  changes: readonly FileChange[],
  envelope: Contract['scoring']['envelope'],
): ChangeSize {
  const files = changes.length;
  const lines = changes.reduce((sum, file) => sum + (file.added_lines ?? 0) + (file.deleted_lines ?? 0), 0);
  return { files, lines, d_delta: Math.max(lines / envelope.lines, files / envelope.files) };
}
