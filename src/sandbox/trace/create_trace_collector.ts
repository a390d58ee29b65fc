import type { DeniedSyscalls, ExecutedPrograms } from '../sandbox_backend.js';
import { createProgramTrace } from './create_program_trace.js';
import { parseStraceLine } from './parse_strace_line.js';
import type { ProgramListener } from './watch_programs.js';

/** Scope of a trace: executed programs only, which is cheap, or denied calls as well. */
export type TraceScope = 'programs' | 'all';

/** Contents of the trace of one command. */
export interface TraceResult {
  programs: ExecutedPrograms;
  /** Undefined: only programs were traced. */
  refused: DeniedSyscalls | undefined;
}

/**
 * Collects programs and denied calls from the lines of a trace, in bounded memory. Ignores lines before `begin`, which
 * are bubblewrap's.
 */
export function createTraceCollector(scope: TraceScope, tell?: ProgramListener) {
  const refusals = scope === 'all' ? createDenialTrace() : undefined;
  let programs: ReturnType<typeof createProgramTrace> | undefined;
  let ignored: readonly number[] = [];
  const lines = createTraceLineSplitter((line, broken) => {
    if (programs === undefined) return;
    const understood = programs.see(line, ignored, broken);
    if (broken && !understood) lines.cut();
    else if (!understood) refusals?.see(line, ignored);
  });
  return {
    /**
     * Starts collecting.
     * @param pids processes to ignore
     * @param own number of programs at the beginning that belong to the harness
     */
    begin(pids: readonly number[], own: number): void {
      ignored = pids;
      programs = createProgramTrace(own, tell);
    },
    /** Something of the trace is missing. */
    cut: lines.cut,
    read: lines.read,
    finish(): TraceResult {
      const complete = lines.finish();
      return {
        programs: (programs ?? createProgramTrace(0)).programs(complete),
        refused: refusals?.refused(complete),
      };
    },
  };
}

/** Different operations that are kept of one command; the rest is counted. */
const DISTINCT = 200;

/** Collects denied calls from the lines of a trace, in bounded memory. */
function createDenialTrace() {
  const entries = new Map<string, DeniedSyscalls['operations'][number]>();
  const further = new Map<string, number>();
  return {
    see(line: string, ignored: readonly number[]): void {
      const operation = parseStraceLine(line);
      if (operation === undefined || ignored.includes(operation.pid)) return;
      const { pid: _, ...kind_and_target } = operation;
      const key = JSON.stringify(kind_and_target);
      const entry = entries.get(key);
      if (entry) entry.count += 1;
      else if (entries.size < DISTINCT) entries.set(key, { ...kind_and_target, count: 1 });
      else further.set(kind_and_target.kind, (further.get(kind_and_target.kind) ?? 0) + 1);
    },
    refused(complete: boolean): DeniedSyscalls {
      const more = [...further].map(([kind, count]) => ({
        kind: kind as 'write',
        call: '*',
        target: `more than ${DISTINCT} different operations`,
        errno: '*',
        count,
      }));
      return { operations: [...entries.values(), ...more], complete };
    },
  };
}

/** Bytes of a trace that are read; more makes it incomplete. */
const TRACE_LIMIT = 2 ** 30;
/** Characters of one line that are kept. */
const LINE_LIMIT = 256 * 2 ** 10;

/**
 * Splits a trace into lines, in bounded memory. Passes on the beginning of a line that is too long, marked as broken:
 * one program's arguments may be megabytes long.
 *
 * @param take called with each line
 */
function createTraceLineSplitter(take: (line: string, broken: boolean) => void) {
  let complete = true;
  let bytes = 0;
  let rest = '';
  let skipping = false;
  return {
    /** Something of it is missing. */
    cut(): void {
      complete = false;
    },
    read(chunk: Uint8Array): void {
      bytes += chunk.length;
      if (bytes > TRACE_LIMIT) complete = false;
      if (bytes > TRACE_LIMIT) return;
      const lines = (rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (skipping) skipping = false;
        else if (line.length > LINE_LIMIT) take(line.slice(0, LINE_LIMIT), true);
        else take(line, false);
      }
      if (skipping) rest = '';
      else if (rest.length > LINE_LIMIT) {
        take(rest.slice(0, LINE_LIMIT), true);
        skipping = true;
        rest = '';
      }
    },
    /** @returns whether all of it was there */
    finish(): boolean {
      if (rest !== '' || skipping) complete = false; // broken off in the middle of a line
      return complete;
    },
  };
}
