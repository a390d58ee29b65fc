import { z } from 'zod';
import { Collection } from './collection.js';
import { listOf, parseJson } from './json.js';
import type { Reader } from './reader.js';

const entrySchema = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  duration: z.number().optional(),
  err: z.object({ message: z.unknown().optional(), stack: z.unknown().optional() }).default({}),
});
type Entry = z.output<typeof entrySchema>;

const resultSchema = z.object({
  stats: z.object({ tests: z.number(), failures: z.number() }),
  tests: listOf(entrySchema),
  failures: listOf(entrySchema),
  pending: listOf(entrySchema),
});

/**
 * `mocha --reporter json --reporter-option output=FILE`.
 *
 * `tests` has every test, `failures` has failed tests and failed hooks: what is in `failures` and not in `tests` is a suite failure.
 * Mocha joins suite titles with spaces, so all of them together are one part of the path.
 */
export const readMochaJson: Reader = (text, root) => {
  const parsed = parseJson(text, resultSchema);
  if (!parsed.ok) return parsed;
  const { stats, tests, failures, pending } = parsed.value;
  if (stats.failures !== failures.length || stats.tests !== tests.length) {
    return { ok: false, reason: 'the statistics do not agree with the tests and failures listed' };
  }
  const collection = new Collection(root);
  const failed = new Tally(failures);
  const skipped = new Tally(pending);
  for (const test of tests) {
    const outcome =
      messageOf(test) !== undefined && failed.take(test)
        ? 'failed'
        : test.duration === undefined && skipped.take(test)
          ? 'skipped'
          : 'passed';
    collection.test({
      path: pathOf(test),
      outcome,
      file: test.file ?? undefined,
      duration_ms: test.duration,
      message: messageOf(test),
    });
  }
  for (const left of failed.rest()) collection.suiteFailure(left.fullTitle, messageOf(left));
  return collection.reading();
};

/** Entries by identity, taken one by one: two tests may have the same name and different ends. */
class Tally {
  readonly #entries = new Map<string, Entry[]>();

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      const same = this.#entries.get(identity(entry));
      if (same) same.push(entry);
      else this.#entries.set(identity(entry), [entry]);
    }
  }

  take(entry: Entry): boolean {
    return this.#entries.get(identity(entry))?.pop() !== undefined;
  }

  rest(): Entry[] {
    return [...this.#entries.values()].flat();
  }
}

function identity(entry: Entry): string {
  return JSON.stringify([entry.file ?? '', entry.fullTitle]);
}

function pathOf({ title, fullTitle }: Entry): string[] {
  const suites = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, -title.length - 1) : '';
  return suites ? [suites, title] : [title];
}

/** The stack begins with the message, except when the error was built by hand. */
function messageOf({ err }: Entry): string | undefined {
  const [message, stack] = [err.message, err.stack].map((part) => (typeof part === 'string' ? part : undefined));
  if (message === undefined || stack?.includes(message)) return stack ?? message;
  return stack ? `${message}\n${stack}` : message;
}
