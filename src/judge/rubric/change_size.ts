import type { Contract } from '../../contract/schema.js';
import type { FileChange } from '../../record/events.js';

/** Size of a change, and d_delta: its size against the contract's envelope (executable contracts §4.3). */
export interface ChangeSize {
  files: number;
  /** Added plus deleted lines. Binary files have none: they count as files only. */
  lines: number;
  d_delta: number;
}

/** d_delta = max(lines / envelope.lines, files / envelope.files): the dimension that is further out counts. */
export function changeSize(changes: readonly FileChange[], envelope: Contract['scoring']['envelope']): ChangeSize {
  const files = changes.length;
  const lines = changes.reduce((sum, file) => sum + (file.added_lines ?? 0) + (file.deleted_lines ?? 0), 0);
  return { files, lines, d_delta: Math.max(lines / envelope.lines, files / envelope.files) };
}
