// Needs: nothing
import fc from 'fast-check';
import {
  beginStep,
  changeStep,
  endStep,
  findDueLogLine,
  formatProgress,
  type LogLine,
  type ProgressChange,
  type ProgressState,
} from '../../../src/commands/io/progress_state.js';
import { measureTextWidth } from '../../../src/publish/text/measure_text_width.js';

type Act =
  | { act: 'begin'; parent: number | undefined; text: string }
  | { act: 'change'; id: number; change: ProgressChange }
  | { act: 'end'; id: number };

const ids = fc.integer({ min: 0, max: 5 });
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const words = fc.oneof(
  fc.constantFrom('evaluation', 'setup: npm ci', '修复 fix 👩‍👩‍👧', 'é'.repeat(40)),
  fc.string({ unit: 'grapheme' }),
);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('begin' as const), parent: maybe(ids), text: words }),
  fc.record({
    act: fc.constant('change' as const),
    id: ids,
    change: fc.record({
      ...{ text: maybe(words), note: maybe(words), left_ms: maybe(fc.integer({ min: 0, max: 1e7 })) },
      ...{ done: maybe(fc.nat(50)), of: maybe(fc.nat(50)), about: maybe(fc.nat(50)) },
    }),
  }),
  fc.record({ act: fc.constant('end' as const), id: ids }),
);
/** Acts with the milliseconds between them. */
const history = fc.array(fc.tuple(acts, fc.nat(30_000)), { maxLength: 20 });

/** Plays a history, and looks at every state and at the moments between. */
function play(all: readonly (readonly [Act, number])[], look: (steps: ProgressState, now_ms: number) => void): void {
  let steps: ProgressState = [];
  let [now, count] = [0, 0];
  for (const [one, pause_ms] of all) {
    if (one.act === 'begin') steps = beginStep(steps, { ...one, id: count++ }, now);
    else steps = one.act === 'end' ? endStep(steps, one.id) : changeStep(steps, one.id, one.change, now);
    for (const share of [0, 0.5, 1]) look(steps, now + share * pause_ms);
    now += pause_ms;
  }
}

it('never counts back', () => {
  fc.assert(
    fc.property(history, (all) => {
      const counts = new Map<number, number>();
      play(all, (steps) => {
        for (const { id, done = 0 } of steps) {
          expect(done).toBeGreaterThanOrEqual(counts.get(id) ?? 0);
          counts.set(id, done);
        }
      });
    }),
  );
});

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Seconds of "3 of 9, 1 h 10 m left"; undefined where no time is left. */
function readTimeLeft(line: string): number | undefined {
  const [, time] = /, ([^,]*) left$/.exec(line) ?? [];
  if (time === undefined || time === 'a few seconds') return time === undefined ? undefined : 1;
  return [...time.matchAll(/(\d+) ([smh])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit!]!, 0);
}

it('never lets the time that is left grow', () => {
  const change = fc.record({
    left_ms: maybe(fc.integer({ min: 0, max: 1e7 })),
    done: maybe(fc.nat(50)),
    of: fc.nat(50),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(change, fc.nat(30_000))), (changes) => {
      let least = Number.POSITIVE_INFINITY;
      const begin = [{ act: 'begin', parent: undefined, text: 'proof' }, 0] as const;
      play(
        [begin, ...changes.map(([one, ms]) => [{ act: 'change', id: 0, change: one }, ms] as const)],
        (steps, now) => {
          const left = readTimeLeft(formatProgress(steps, now, 200)) ?? least;
          expect(left).toBeLessThanOrEqual(least);
          least = left;
        },
      );
    }),
  );
});

it('fits into every terminal', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 20, max: 220 }), (all, columns) => {
      play(all, (steps, now) =>
        expect(measureTextWidth(formatProgress(steps, now, columns))).toBeLessThanOrEqual(columns),
      );
    }),
  );
});

it('keeps no part of a step that is over', () => {
  fc.assert(
    fc.property(history, (all) =>
      play(all, (steps) => {
        const known = new Set<number | undefined>([undefined]);
        for (const { id, parent } of steps) {
          expect(known.has(parent)).toBe(true);
          known.add(id);
        }
      }),
    ),
  );
});

it('gives a log a sign of life every ten seconds while something runs, and no two within five', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (all) => {
      let last: LogLine | undefined;
      // Two looks in three seconds: the timer looks every second.
      const timed = all.map((one) => [one, 3000] as const);
      play(timed, (steps, now) => {
        const due = findDueLogLine(steps, now, last);
        if (due && last) expect(due.at_ms - last.at_ms).toBeGreaterThanOrEqual(5000);
        last = due ?? last;
        const since = steps.find(({ parent }) => parent === undefined)?.since_ms ?? now;
        expect(now - Math.max(since, last?.at_ms ?? 0)).toBeLessThan(10_000);
      });
    }),
  );
});

const SHORT = 'fix-sums';
const run = (columns: number, note = '') => {
  let steps = beginStep([], { id: 1, parent: undefined, text: 'attempts' }, 0);
  steps = changeStep(steps, 1, { done: 1, of: 4, note, left_ms: 61_000 }, 1000);
  steps = beginStep(steps, { id: 2, parent: 1, text: `${SHORT}-of-two-numbers-0123abcd` }, 1000);
  steps = beginStep(steps, { id: 3, parent: 2, text: 'evaluation' }, 1000);
  return formatProgress(steps, 21_000, columns);
};

it.each<[number, string]>([
  [200, 'attempts 1 of 4, 40 s left · $0.20 · fix-sums-of-two-numbers-0123abcd · evaluation'],
  [60, 'attempts 1 of 4, 40 s left · $0.20 · fix-s…abcd · evaluation'],
  [40, 'attempts 1 of 4, 40 s left · evaluation'],
  [20, 'attempts 1 of 4, 40…'],
])('says the whole before its parts in %i columns', (columns, line) => {
  expect(run(columns, '$0.20')).toBe(line);
});

describe('the time that is left', () => {
  const begin = () => beginStep([], { id: 1, parent: undefined, text: 'proof' }, 0);

  it('follows from the pace, once that says something', () => {
    let steps = changeStep(begin(), 1, { done: 1, about: 10 }, 4000);
    expect(formatProgress(steps, 4000, 80)).toBe('proof 1 of about 10');
    steps = changeStep(steps, 1, { done: 2 }, 10_000);
    expect(formatProgress(steps, 10_000, 80)).toBe('proof 2 of about 10, 40 s left');
  });

  it('is held if it would be a little longer, and else makes place for the time so far', () => {
    let steps = changeStep(begin(), 1, { left_ms: 60_000 }, 0);
    steps = changeStep(steps, 1, { left_ms: 58_000 }, 10_000);
    expect(formatProgress(steps, 10_000, 80)).toBe('proof, 50 s left');
    steps = changeStep(steps, 1, { left_ms: 300_000 }, 20_000);
    expect(formatProgress(steps, 20_000, 80)).toBe('proof, 20 s so far');
  });

  it('is that of a part where the whole has none', () => {
    let steps = beginStep(begin(), { id: 2, parent: 1, text: 'flakiness' }, 0);
    steps = changeStep(steps, 2, { done: 3, of: 6 }, 30_000);
    expect(formatProgress(steps, 30_000, 80)).toBe('proof · flakiness 3 of 6, 30 s left');
  });
});

it('names the step that has run longest, and counts those beside it', () => {
  let steps = beginStep([], { id: 1, parent: undefined, text: 'attempts' }, 0);
  for (const id of [2, 3, 4]) steps = beginStep(steps, { id, parent: 1, text: `attempt ${id}` }, 0);
  expect(formatProgress(endStep(steps, 2), 1000, 80)).toBe('attempts · attempt 3 and 1 more');
});

it('gives a log no line of a step within two seconds, then one, and one every ten seconds', () => {
  const steps = beginStep([], { id: 1, parent: undefined, text: 'setup' }, 0);
  const lines: number[] = [];
  let last: LogLine | undefined;
  for (let now = 0; now <= 25_000; now += 1000) {
    const due = findDueLogLine(steps, now, last);
    if (due) lines.push(now);
    last = due ?? last;
  }
  expect(lines).toEqual([2000, 12_000, 22_000]);
});
