import { z } from 'zod';
import { createArraySchema, parseReportJson } from './parse_report_json.js';
import type { ReportReader } from './report_reader.js';
import { TestCollection } from './test_collection.js';

const entrySchema = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  duration: z.number().optional(),
  err: z.object({ message: z.unknown().optional(), stack: z.unknown().optional() }).default({}),
});
type MochaEntry = z.output<typeof entrySchema>;

const resultSchema = z.object({
  stats: z.object({ tests: z.number(), failures: z.number() }),
  tests: createArraySchema(entrySchema),
  failures: createArraySchema(entrySchema),
  pending: createArraySchema(entrySchema),
});

/**
 * Reads `mocha --reporter json --reporter-option output=FILE`.
 *
 * `tests` has every test, `failures` has failed tests and failed hooks: entries that are only in `failures` are suite
 * failures. Mocha joins suite titles with spaces, so that all of them together are one part of the path.
 */
export const readMochaJson: ReportReader = (text, root) => {
  const parsed = parseReportJson(text, resultSchema);
  if (!parsed.ok) return parsed;
  const { stats, tests, failures, pending } = parsed.value;
  if (stats.failures !== failures.length || stats.tests !== tests.length) {
    return { ok: false, reason: 'the statistics do not agree with the tests and failures listed' };
  }
  const collection = new TestCollection(root);
  const failed = new EntryTally(failures);
  const skipped = new EntryTally(pending);
  for (const test of tests) {
    const outcome =
      getErrorMessage(test) !== undefined && failed.take(test)
        ? 'failed'
        : test.duration === undefined && skipped.take(test)
          ? 'skipped'
          : 'passed';
    collection.test({
      path: getTitlePath(test),
      outcome,
      file: test.file ?? undefined,
      duration_ms: test.duration,
      message: getErrorMessage(test),
    });
  }
  for (const left of failed.rest()) collection.suiteFailure(left.fullTitle, getErrorMessage(left));
  return collection.reading();
};

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

/** Returns the message of an error. The stack begins with it, unless the error was built by hand. */
function getErrorMessage({ err }: MochaEntry): string | undefined {
  const [message, stack] = [err.message, err.stack].map((part) => (typeof part === 'string' ? part : undefined));
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
