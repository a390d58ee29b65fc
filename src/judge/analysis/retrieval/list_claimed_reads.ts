import { type FileRead, listCommandReads } from './list_command_reads.js';
import { readViewCall } from './read_view_call.js';

/** Fields of a call that hold a command line. */
const COMMAND_FIELDS = ['command', 'cmd', 'script'];
/** Longest command line that is read, in characters. */
const MAX_LINE = 100_000;

/** Folders in which benchmarks lay a repository: those of their images, and `/OWNER__NAME` of SWE-agent. */
const REPOSITORY_FOLDER = /^\/(?:testbed|repo|app|work|workspace\/[^/]+|[\w.-]+__[\w.-]+)\//;

/**
 * Lists what the calls of one step of an imported trajectory read, as the trajectory states it. Paths are relative to
 * the repository, wherever its image has it.
 *
 * @param step step in the form of ATIF, foreign and perhaps cut
 */
export function listClaimedReads(step: unknown): FileRead[] {
  const calls = (step as { tool_calls?: unknown } | null)?.tool_calls;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap(readClaimedCall).map(({ file, lines }) => ({
    file: file.replace(REPOSITORY_FOLDER, '').replaceAll('\u001f', ' '),
    lines,
  }));
}

function readClaimedCall(call: unknown): FileRead[] {
  const { function_name: tool, arguments: parameters } = (call ?? {}) as {
    function_name?: unknown;
    arguments?: unknown;
  };
  if (typeof tool !== 'string' || typeof parameters !== 'object' || parameters === null) return [];
  const view = readViewCall(tool, parameters);
  if (view !== undefined) return [view];
  const fields = parameters as Record<string, unknown>;
  // An editor names its operation `command`, and says with `path` what it is about.
  if (typeof fields.path === 'string') return [];
  const line = COMMAND_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return typeof line === 'string' && line.length <= MAX_LINE
    ? listCommandReads(splitCommandLine(removeDocuments(line)))
    : [];
}

/** Removes here-documents: their lines are written, not run. */
function removeDocuments(line: string): string {
  const lines_kept: string[] = [];
  const lines = line.split('\n');
  const last_lines = new Map<string, number[]>();
  for (const [index, one] of lines.entries()) {
    const last_line = last_lines.get(one.trim());
    if (last_line) last_line.push(index);
    else last_lines.set(one.trim(), [index]);
  }
  for (let index = 0; index < lines.length; index++) {
    let rest = lines[index]!;
    for (const [whole, , end] of rest.matchAll(/<<-?\s*(["']?)([A-Za-z_]\w*)\1/g)) {
      const last = findAbove(last_lines.get(end!) ?? [], index);
      if (last === undefined) continue;
      rest = rest.replace(whole, ' ');
      index = last;
    }
    lines_kept.push(rest);
  }
  return lines_kept.join('\n');
}

/** Finds the first of ascending numbers above a limit, by halves. */
function findAbove(numbers: readonly number[], limit: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return numbers[low];
}

/** Output of a command into a file, with the sign that stands for an unquoted `>`. */
const OUTPUT = /(?:(?<=\s)\d+)?\u001e+\s*\S*/g;

/** Splits a command line into simple commands, without the quotes of their words and without what they write to. */
function splitCommandLine(line: string): string[] {
  const commands: string[] = [];
  let command = '';
  let quote = '';
  for (const char of line) {
    if (quote !== '') {
      if (char === quote) quote = '';
      // A blank within quotes joins what is one word.
      else command += /\s/.test(char) ? '\u001f' : char;
    } else if (char === '"' || char === "'") quote = char;
    else if (/[;&|\n]/.test(char)) {
      commands.push(command);
      command = '';
    } else command += char === '>' ? '\u001e' : char;
  }
  return [...commands, command].map((one) => one.replace(OUTPUT, ' ').trim()).filter((one) => one !== '');
}
