import * as z from 'zod/mini';
import { createArraySchema, parseJsonDocuments } from './parsing/parse_report_json.js';
import type { ReportReader } from './parsing/report_reader.js';
import { TestCollection } from './parsing/test_collection.js';

const entrySchema = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.nullish(z.string()),
  duration: z.nullish(z.number()),
  currentRetry: z.nullish(z.number()),
  /** Whatever was thrown, as far as JSON can hold it: an error without own text is an empty object. */
  err: z.unknown(),
});
type MochaEntry = z.output<typeof entrySchema>;

const resultSchema = z.object({
  stats: z.object({ tests: z.number(), failures: z.number(), passes: z.optional(z.number()) }),
  tests: createArraySchema(entrySchema),
  failures: createArraySchema(entrySchema),
  pending: createArraySchema(entrySchema),
});
type MochaResult = z.output<typeof resultSchema>;

/**
 * Reads `mocha --reporter json --reporter-option output=FILE`.
 *
 * `tests` has every test, `failures` has failed tests and failed hooks: what stands in `failures` failed, whatever its
 * error holds. Entries that are only in `failures` are suite failures, which may concern every test of their suite.
 * Mocha joins suite titles with spaces, so that all of them together are one part of the path.
 */
export const readMochaJson: ReportReader = (text, root) => {
  const parsed = parseJsonDocuments(text, resultSchema);
  if (!parsed.ok) return parsed;
  const collection = new TestCollection(root);
  for (const result of parsed.values) {
    const { stats, tests, failures } = result;
    if (stats.failures !== failures.length || stats.tests !== tests.length)
      return { ok: false, reason: 'the statistics do not agree with the tests and failures listed' };
    collectResult(result, collection);
  }
  return collection.reading();
};

function collectResult({ stats, tests, failures, pending }: MochaResult, collection: TestCollection): void {
  const failed = new EntryTally(failures);
  const skipped = new EntryTally(pending);
  // Of several tests of one name those that ended with an error failed, then any that ran, then any.
  const failing = new Set<MochaEntry>();
  for (const isLikely of [hasError, (test: MochaEntry) => typeof test.duration === 'number', () => true])
    for (const test of tests) if (!failing.has(test) && isLikely(test) && failed.take(test)) failing.add(test);
  let passes = 0;
  for (const test of tests) {
    const isSkipped = !failing.has(test) && typeof test.duration !== 'number' && skipped.take(test);
    const outcome = failing.has(test) ? 'failed' : isSkipped ? 'skipped' : 'passed';
    if (outcome === 'passed') passes++;
    collection.test({
      path: getTitlePath(test),
      outcome,
      file: test.file ?? undefined,
      duration_ms: test.duration ?? undefined,
      message: getErrorMessage(test),
      flaky: (test.currentRetry ?? 0) > 0,
    });
  }
  for (const { title, fullTitle, file, err } of failed.rest()) {
    const suite = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, -title.length - 1) : '';
    // A hook outside every suite runs for all files.
    const place = suite === '' ? {} : { suite, file: file ?? undefined };
    collection.suiteFailure(fullTitle, getErrorMessage({ err }), place);
  }
  if (stats.passes !== undefined && passes > stats.passes)
    collection.contradict(`it counts ${stats.passes} passes and lists ${passes}`);
}

/** Counts entries by identity, since two tests may have the same name and different outcomes. */
class EntryTally {
  readonly #entries = new Map<string, MochaEntry[]>();

  constructor(entries: readonly MochaEntry[]) {
    for (const entry of entries) {
      const same = this.#entries.get(getEntryKey(entry));
      if (same) same.push(entry);
      else this.#entries.set(getEntryKey(entry), [entry]);
    }
  }

  take(entry: MochaEntry): boolean {
    return this.#entries.get(getEntryKey(entry))?.pop() !== undefined;
  }

  rest(): MochaEntry[] {
    return [...this.#entries.values()].flat();
  }
}

function getEntryKey(entry: MochaEntry): string {
  return JSON.stringify([entry.file ?? '', entry.fullTitle]);
}

function getTitlePath({ title, fullTitle }: MochaEntry): string[] {
  const suites = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, -title.length - 1) : '';
  return suites ? [suites, title] : [title];
}

function hasError({ err }: MochaEntry): boolean {
  return typeof err === 'object' && err !== null ? Object.keys(err).length > 0 : err !== undefined && err !== null;
}

/** Returns the message of an error. The stack begins with it, unless the error was built by hand. */
function getErrorMessage({ err }: Pick<MochaEntry, 'err'>): string | undefined {
  if (typeof err !== 'object' || err === null) return typeof err === 'string' ? err : undefined;
  const parts = err as Record<string, unknown>;
  const [message, stack] = [parts.message, parts.stack].map((part) => (typeof part === 'string' ? part : undefined));
  if (message === undefined || stack?.includes(message)) return stack ?? message;
  return stack ? `${message}\n${stack}` : message;
}

/** Writes a mocha report in which all these tests passed. Titles of a name are joined by ` > `. */
export function writePassingMochaJson(names: readonly string[]): string {
  const tests = names.map((name) => {
    const titles = name.split(' > ');
    return { title: titles.at(-1), fullTitle: titles.join(' '), err: {} };
  });
  const stats = { tests: names.length, passes: names.length, failures: 0, pending: 0 };
  return JSON.stringify({ stats, tests, passes: tests, failures: [], pending: [] });
}
