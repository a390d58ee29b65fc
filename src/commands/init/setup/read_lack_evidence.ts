import { stripVTControlCharacters } from 'node:util';
import type { Execution } from '../../../record/events/event.js';
import type { TestReport } from '../../../record/tests/test_report.js';

/** Output of a command, and messages of its tests. */
export interface LackSource {
  execution?: (Pick<Execution, 'stdout' | 'stderr'> & { command?: string }) | undefined;
  report?: TestReport | undefined;
  /** True for a command that runs tests: tests that pass print text as well, titles among it. */
  runs_tests?: true;
}

/** Most characters that are read. */
const MAX_TEXT = 400_000;
/** Line with which an error begins, or by which a program refuses to run. */
const HEAD =
  /^(?:Uncaught |Exception during run: |E {2,})?[\w.]*(?:Error|Exception)\b(?: ?\[\w+\])?:|^node: |^npm (?:error|ERR!) |^ERROR\b|^error |^You are using Node/;
/** Line below the code that a message quotes. */
const CARETS = /^[\s>|]*(?:E {2,})?\s*\^+\s*$/;
/** Last line of a Node.js process that an error ended. */
const CRASH = /^Node\.js v\d/;
/** Most lines between an error and the end of its process. */
const MAX_STACK = 60;
/** Failure of a file by which node:test says only that its process ended. */
const SILENT = /^(?:\[Error: )?test failed\b/;

/**
 * Reads the text in which a tool may show that it does not suit a command. Of tests it is what those say that fail.
 * Where they left no report, it is the errors that were printed; where a file did not load and its failure says no
 * more, those that ended a process.
 */
export function readLackEvidence({ execution, report, runs_tests }: LackSource): string {
  const outputs = execution ? [execution.stderr, execution.stdout].map(({ head, tail }) => `${head}\n${tail}`) : [];
  const lines = stripVTControlCharacters(outputs.join('\n').slice(0, MAX_TEXT)).split(/\r?\n/);
  if (report === undefined) return unmark(runs_tests ? listErrors(lines) : lines);
  const failed = report.tests.filter(({ outcome }) => outcome === 'failed');
  const messages = [...failed, ...report.suite_failures].flatMap(({ message }) => message ?? []);
  const is_silent = report.suite_failures.some(({ message }) => SILENT.test(message ?? ''));
  const text = stripVTControlCharacters(messages.join('\n').slice(0, MAX_TEXT));
  return unmark([text, ...(is_silent ? listCrashes(lines) : [])]);
}

/** pytest marks the lines of an error. */
const unmark = (lines: readonly string[]): string => lines.join('\n').replace(/^E {2,}/gm, '');

/** Lists the lines with which errors begin, with the code that they quote. */
function listErrors(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => (HEAD.test(line) ? quoteError(lines, at) : []));
}

function quoteError(lines: readonly string[], at: number): string[] {
  const carets = [1, 2].find((back) => CARETS.test(lines[at - back] ?? ''));
  return lines.slice(carets === undefined ? at : Math.max(0, at - carets - 1), at + 1);
}

/** Lists the errors that ended a process of Node.js. */
function listCrashes(lines: readonly string[]): string[] {
  return lines.flatMap((line, end) => {
    if (!CRASH.test(line)) return [];
    const start = Math.max(0, end - MAX_STACK);
    const headIndex = lines.slice(start, end).findLastIndex((one) => HEAD.test(one) || CRASH.test(one));
    return headIndex < 0 ? [] : quoteError(lines, start + headIndex);
  });
}
