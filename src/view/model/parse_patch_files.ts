import { toReadableLine, toReadableText } from './readable_text.js';

/** Line of a patch: `+`, `-`, ` `, or `@` for the head of a hunk. */
export interface PatchLine {
  kind: '+' | '-' | ' ' | '@';
  text: string;
  /** Line in patch.diff, from 1. */
  number: number;
  /** Line of the file before and after; absent on the side where it is not. */
  old_line?: number;
  new_line?: number;
}

/** File of a patch. */
export interface PatchFile {
  path: string;
  added: number;
  deleted: number;
  lines: PatchLine[];
  /** Number of lines that are left out. */
  left_out: number;
}

const FILE_LINES = 2_000;
const ALL_LINES = 10_000;
const LINE_CHARACTERS = 500;

/** Parses a patch in the format of git, as far as a page shows it. */
export function parsePatchFiles(patch: string): PatchFile[] {
  const files: PatchFile[] = [];
  let [old_line, new_line, room] = [0, 0, ALL_LINES];
  let left = { old: 0, new: 0 };
  const rows = patch.split('\n');
  for (const [i, row] of rows.entries()) {
    const file = files.at(-1);
    const in_hunk = left.old > 0 || left.new > 0;
    if (!in_hunk && row.startsWith('diff --git ')) {
      files.push({ path: toPath(row), added: 0, deleted: 0, lines: [], left_out: 0 });
      continue;
    }
    const hunk = in_hunk ? null : /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
    if (file === undefined || (hunk === null && !in_hunk)) {
      if (file !== undefined && /^(?:rename|new file|deleted file|old mode|new mode|Binary|GIT binary)/.test(row))
        file.lines.push({ kind: '@', text: toReadableLine(row), number: i + 1 });
      continue;
    }
    const line = toPatchLine(row, i + 1, hunk);
    if (hunk !== null) {
      [old_line, new_line] = [Number(hunk[1]), Number(hunk[3])];
      left = { old: Number(hunk[2] ?? 1), new: Number(hunk[4] ?? 1) };
    }
    if (line.kind === '-' || line.kind === ' ') {
      line.old_line = old_line++;
      left.old -= 1;
    }
    if (line.kind === '+' || line.kind === ' ') {
      line.new_line = new_line++;
      left.new -= 1;
    }
    if (line.kind === '+') file.added += 1;
    if (line.kind === '-') file.deleted += 1;
    if (file.lines.length >= FILE_LINES || room <= 0) file.left_out += 1;
    else file.lines.push(line);
    room -= 1;
  }
  return files;
}

function toPatchLine(row: string, number: number, hunk: RegExpExecArray | null): PatchLine {
  const sign = row.charAt(0);
  if (hunk !== null || sign === '\\') return { kind: '@', text: toReadableLine(row), number };
  const kind = sign === '+' || sign === '-' ? sign : ' ';
  const { text, cut } = toReadableText(row.slice(1).replaceAll('\t', '    '), LINE_CHARACTERS);
  return { kind, text: cut === undefined ? text : `${text}…`, number };
}

/** Reads the path after the change from the head of a file. */
function toPath(row: string): string {
  const quoted = / "?b\/((?:[^"\\]|\\.)*)"?$/.exec(row)?.[1];
  return toReadableLine(quoted ?? row.slice('diff --git '.length), 200);
}
