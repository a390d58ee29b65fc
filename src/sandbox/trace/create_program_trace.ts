import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import type { ExecutedPrograms } from '../sandbox_backend.js';
import { parseExecLine } from './parse_exec_line.js';
import type { ProgramListener } from './watch_programs.js';

/** Different programs that are kept of one command; the rest is counted. */
const DISTINCT_PROGRAMS = 500;
/** Characters of one program's arguments that are kept. */
const KEPT_CHARACTERS = 8192;
/** Maximum number of different programs whose report is remembered. */
const TOLD_PROGRAMS = 20_000;

/**
 * Collects executed programs from the lines of a trace, in bounded memory.
 * @param own number of executions at the beginning that belong to the harness, the ordered command included
 */
export function createProgramTrace(own: number, tell?: ProgramListener) {
  const programs = new Map<string, { argv: string[]; count: number }>();
  let reported = new Set<string>();
  let distinct = 0;
  let skipped = 0;
  let total = 0;
  return {
    /** @returns whether the line is about a program */
    see(line: string, ignored: readonly number[], broken: boolean): boolean {
      const program = parseExecLine(line, broken);
      if (program === undefined) return false;
      if (ignored.includes(program.pid)) return true;
      if (skipped < own) {
        skipped += 1;
        return true;
      }
      total += 1;
      const key = createHash('sha256').update(program.argv.join('\0')).digest('base64');
      const entry = programs.get(key);
      if (entry !== undefined) entry.count += 1;
      else if (!reported.has(key)) distinct += 1;
      if (entry === undefined && programs.size < DISTINCT_PROGRAMS)
        programs.set(key, { argv: truncateArguments(program.argv, KEPT_CHARACTERS), count: 1 });
      if (reported.has(key)) return true;
      // Clearing the whole set reports some programs twice and misses none.
      if (reported.size >= TOLD_PROGRAMS) reported = new Set();
      reported.add(key);
      tell?.(program.argv, readWorkingDirectory(program.pid));
      return true;
    },
    programs: (complete: boolean): ExecutedPrograms => ({
      programs: [...programs.values()],
      total,
      distinct,
      complete,
    }),
  };
}

/** Reads the working directory of a process as the process sees it; undefined if the process has ended. */
function readWorkingDirectory(pid: number): string | undefined {
  try {
    const path = readlinkSync(`/proc/${pid}/cwd`);
    return path.startsWith('/') && !path.endsWith(' (deleted)') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Truncates arguments to a total number of characters; the cut ends in an ellipsis. */
function truncateArguments(argv: readonly string[], limit: number): string[] {
  const shown: string[] = [];
  let remaining = limit;
  for (const argument of argv) {
    if (argument.length > remaining) {
      shown.push(`${argument.slice(0, remaining)}…`.toWellFormed());
      break;
    }
    shown.push(argument.toWellFormed());
    // One character more for each, so that empty arguments end as well.
    remaining -= argument.length + 1;
    if (remaining < 0) break;
  }
  if (shown.length < argv.length && !shown.at(-1)?.endsWith('…')) shown.push('…');
  return shown;
}

/** Maximum characters of one program's arguments in an event. */
const SHOWN_CHARACTERS = 2000;
/** Maximum characters of all arguments in an event; further programs are only named. */
const SHOWN_TOTAL_CHARACTERS = 200_000;
const NAMED_CHARACTERS = 80;

/**
 * Bounds executed programs for an event. Secrets are masked before anything is cut, since half a secret would not be
 * recognised.
 *
 * @param stored returns a text as an event holds it
 */
export function boundExecutedPrograms(seen: ExecutedPrograms, stored: (text: string) => string): ExecutedPrograms {
  let left = SHOWN_TOTAL_CHARACTERS;
  return {
    ...seen,
    programs: seen.programs.map(({ argv, count }) => {
      const shown = truncateArguments(argv.map(stored), left > 0 ? SHOWN_CHARACTERS : NAMED_CHARACTERS);
      left -= shown.join(' ').length;
      return { argv: shown, count };
    }),
  };
}
