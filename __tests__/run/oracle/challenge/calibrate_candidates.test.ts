import fc from 'fast-check';
import type { ChallengeVariant } from '../../../../src/contract/validation/contract_lock.js';
import { calibrateCandidates } from '../../../../src/run/oracle/challenge/calibrate_candidates.js';
import type { ChallengeCandidate } from '../../../../src/run/oracle/challenge/candidate_queue.js';
import { ALL } from '../../../extent.js';

/** A suite as calibration sees it: what each wrong expectation does to which tests. */
interface Effect {
  /** Tests that fail with it; `breaks` = the file does not load. */
  fails: string[];
  breaks?: boolean;
}

/** A runner over such a suite. A test with others below it fails when one of them does. */
function runnerOf(effects: ReadonlyMap<number, Effect>, parents: readonly string[] = []) {
  let runs = 0;
  return {
    get runs() {
      return runs;
    },
    run: async (wrong: readonly ChallengeVariant[]) => {
      runs++;
      const own = wrong.map(({ start }) => effects.get(start)!);
      if (own.some(({ breaks }) => breaks)) return undefined;
      const failed = new Set(own.flatMap(({ fails }) => fails));
      for (const parent of parents) if ([...failed].some((name) => name.startsWith(`${parent} > `))) failed.add(parent);
      return new Map([...failed].map((name) => [name, name]));
    },
  };
}

const candidate = (start: number, group: string): ChallengeCandidate => ({
  file: 'a.test.js',
  start: start * 10,
  end: start * 10 + 1,
  line: start + 1,
  text: 'x',
  group,
  marked: false,
});
const at = (start: number) => start * 10;

const LIMITS = { runs: 2000, variants: 3, places: 3, over: () => false, interrupted: () => false };

/** A generator with a seed of its own, so that a failing example can be run again. */
function seeded(seed: number): (n: number) => number {
  let state = seed >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}

describe('calibration keeps the wrong expectations that make exactly their own test fail', () => {
  it.each(['unit\0', 'unit\0adds'])(
    'keeps those where the unchanged repository fails, where any are known: %j',
    async (test) => {
      const effects = new Map(Array.from({ length: 6 }, (_, i) => [at(i), { fails: [test] }]));
      const kept = async (known: readonly number[]) => {
        const candidates = [...effects.keys()].map((start, i) => ({
          ...candidate(i, `place ${i}`),
          at_failure: known.includes(start),
        }));
        const { tests } = await calibrateCandidates(candidates, runnerOf(effects).run, LIMITS, seeded(3));
        return tests.map(({ variants }) => variants.map(({ start }) => start).sort((a, b) => a - b));
      };
      expect(await kept([at(2), at(4)])).toEqual([[at(2), at(4)]]);
      expect((await kept([]))[0]!.length).toBeGreaterThan(2);
    },
  );

  it('tries tests that passed before no longer when that is enough, and those that begin to pass always', async () => {
    const all = Array.from({ length: 20 }, (_, i) => i);
    const effects = new Map(all.map((i) => [at(i), { fails: [`unit\0test ${i}`] }]));
    const candidates = all.map((i) => ({ ...candidate(i, `test ${i}`), ...(i < 3 ? { first: true } : {}) }));
    const count = async (enough: boolean, some = candidates) => {
      const limits = { ...LIMITS, enough: () => enough };
      return (await calibrateCandidates(some, runnerOf(effects).run, limits, seeded(3))).tests.length;
    };
    expect([await count(false), await count(true)]).toEqual([20, 3]);
    // Where no test is known to begin to pass, all are tried.
    expect(
      await count(
        true,
        candidates.map(({ first: _, ...rest }) => rest),
      ),
    ).toBe(20);
  });

  it('keeps one for each place of a test where that is not known, all alike likely', async () => {
    const effects = new Map([0, 1, 2, 3, 4].map((i) => [at(i), { fails: ['unit\0adds'] }]));
    const candidates = [0, 1, 2, 3, 4].flatMap((i) => [candidate(i, 'adds'), { ...candidate(i, 'adds'), text: 'y' }]);
    const { tests } = await calibrateCandidates(candidates, runnerOf(effects).run, { ...LIMITS, places: 5 }, seeded(3));
    expect(tests.map(({ places, variants }) => [places, variants.length])).toEqual([[5, 5]]);
    expect(new Set(tests[0]!.variants.map(({ start }) => start)).size).toBe(5);
  });

  it('says of a test that has more places than are tried that it may be forged where no round looks', async () => {
    const effects = new Map([0, 1, 2, 3, 4].map((i) => [at(i), { fails: ['unit\0adds'] }]));
    const candidates = [0, 1, 2, 3, 4].map((i) => ({ ...candidate(i, 'adds'), places: 5 }));
    const partial = async (places: number) => {
      const { tests } = await calibrateCandidates(candidates, runnerOf(effects).run, { ...LIMITS, places }, seeded(3));
      return tests.map((test) => [test.places, test.partial]);
    };
    expect([await partial(5), await partial(4)]).toEqual([[[5, false]], [[4, true]]]);
  });

  it('finds the tests of a wave in which one candidate makes all of them fail, as the body that rows share does', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `row ${i}`);
    for (const bodies of [[40], [40, 41]]) {
      const effects = new Map<number, Effect>([
        ...rows.map((row, i): [number, Effect] => [at(i), { fails: [row] }]),
        ...bodies.map((i): [number, Effect] => [at(i), { fails: rows }]),
      ]);
      const candidates = [...rows.map((row, i) => candidate(i, row)), ...bodies.map((i) => candidate(i, `body ${i}`))];
      const suite = runnerOf(effects);
      const { tests } = await calibrateCandidates(candidates, suite.run, LIMITS, seeded(7));
      expect(tests.length).toBeGreaterThan(25);
      expect(suite.runs).toBeLessThan(80);
    }
  });

  it('tries the tests that have to begin to pass before others', async () => {
    const all = Array.from({ length: 40 }, (_, i) => i);
    const effects = new Map(all.map((i) => [at(i), { fails: [`test ${i}`] }]));
    const candidates = all.map((i) => ({ ...candidate(i, `test ${i}`), ...(i === 33 ? { first: true } : {}) }));
    const suite = runnerOf(effects);
    const limits = { ...LIMITS, over: (confirming: boolean) => !confirming && suite.runs >= 2 };
    const { tests } = await calibrateCandidates(candidates, suite.run, limits, seeded(8));
    expect(tests.map(({ test }) => test)).toEqual(['test 33']);
  });

  it('gives up files that the checks do not read', async () => {
    const unread = Array.from({ length: 60 }, (_, i) => ({
      ...candidate(100 + i, `other ${i % 5}`),
      file: 'canary.test.js',
    }));
    const effects = new Map<number, Effect>([
      ...unread.map(({ start }): [number, Effect] => [start, { fails: [] }]),
      [at(0), { fails: ['a'] }],
    ]);
    const suite = runnerOf(effects);
    const found = await calibrateCandidates([candidate(0, 'a'), ...unread], suite.run, LIMITS, seeded(5));
    expect([found.tests.map(({ test }) => test), found.stopped]).toEqual([['a'], '']);
    expect(suite.runs).toBeLessThan(40);
  });

  it('finds the test of every candidate', async () => {
    const tests = Array.from({ length: 25 }, (_, i) => `suite > test ${i}`);
    const effects = new Map(tests.map((test, i) => [at(i), { fails: [test] }]));
    const suite = runnerOf(effects);
    const found = await calibrateCandidates(
      tests.map((test, i) => candidate(i, test)),
      suite.run,
      LIMITS,
      seeded(1),
    );
    expect(found.tests.map(({ test }) => test).sort()).toEqual([...tests].sort());
    expect(found.tests.every(({ test, variants }) => effects.get(variants[0]!.start)!.fails[0] === test)).toBe(true);
    expect(suite.runs).toBeLessThan(20);
  });

  it('names the tests around a test, which fail with it', async () => {
    const effects = new Map([
      [at(0), { fails: ['outer > a'] }],
      [at(1), { fails: ['outer > b'] }],
    ]);
    const found = await calibrateCandidates(
      [candidate(0, 'a'), candidate(1, 'b')],
      runnerOf(effects, ['outer']).run,
      LIMITS,
      seeded(2),
    );
    expect(found.tests.map(({ test, also }) => ({ test, also }))).toEqual([
      { test: 'outer > a', also: ['outer'] },
      { test: 'outer > b', also: ['outer'] },
    ]);
  });

  it('confirms what it found when its time is over, and keeps nothing that there was no time to confirm', async () => {
    const places = Array.from({ length: 12 }, (_, i) => i);
    const effects = new Map(places.map((i) => [at(i), { fails: [`test ${i % 4}`] }]));
    const candidates = places.map((i) => candidate(i, `test ${i % 4}`));
    const found = async (over: (runs: number, confirming: boolean) => boolean) => {
      const suite = runnerOf(effects);
      const limits = { ...LIMITS, over: (confirming: boolean) => over(suite.runs, confirming) };
      const { tests, stopped } = await calibrateCandidates(candidates, suite.run, limits, seeded(4));
      return [tests.length, stopped];
    };
    expect(await found((runs, confirming) => !confirming && runs >= 12)).toEqual([4, 'its time was over']);
    expect(await found((runs) => runs >= 12)).toEqual([0, 'its time was over']);
  });

  it('drops what makes several tests fail, what makes none fail, and what keeps the file from loading', async () => {
    const effects = new Map<number, Effect>([
      [at(0), { fails: ['a', 'b'] }],
      [at(1), { fails: [] }],
      [at(2), { fails: [], breaks: true }],
      [at(3), { fails: ['c'] }],
    ]);
    const all = [0, 1, 2, 3].map((i) => candidate(i, `group ${i}`));
    const found = await calibrateCandidates(all, runnerOf(effects).run, LIMITS, seeded(3));
    expect(found.tests.map(({ test, variants }) => [test, variants.length])).toEqual([['c', 1]]);
  });

  it('takes an alternative of the same test where the first candidate is of no use', async () => {
    const effects = new Map<number, Effect>([
      [at(0), { fails: [], breaks: true }],
      [at(1), { fails: ['a'] }],
      [at(2), { fails: ['b'] }],
    ]);
    const found = await calibrateCandidates(
      [candidate(0, 'a'), candidate(1, 'a'), candidate(2, 'b')],
      runnerOf(effects).run,
      LIMITS,
      seeded(4),
    );
    expect(found.tests.map(({ test }) => test).sort()).toEqual(['a', 'b']);
  });

  it('finds a check as a whole, in which every candidate fails the same', async () => {
    const effects = new Map([0, 1, 2].map((i) => [at(i), { fails: [''] }]));
    const found = await calibrateCandidates(
      [0, 1, 2].map((i) => candidate(i, `line ${i}`)),
      runnerOf(effects).run,
      LIMITS,
      seeded(5),
    );
    expect(found.tests.map(({ test, variants }) => [test, variants.length])).toEqual([['', 3]]);
  });

  it('keeps nothing that failed once by accident: every wrong expectation is seen to fail again', async () => {
    const effects = new Map(Array.from({ length: 6 }, (_, i) => [at(i), { fails: i === 5 ? [] : ['unit\0'] }]));
    const candidates = [...effects.keys()].map((_, i) => candidate(i, `place ${i}`));
    for (let seed = 1; seed <= 20; seed++) {
      const suite = runnerOf(effects);
      let accidents = 1;
      const run = async (wrong: readonly ChallengeVariant[]) => {
        const isAlone = wrong.length === 1 && wrong[0]!.start === at(5);
        return isAlone && accidents-- > 0 ? new Map([['unit\0', 'unit\0']]) : suite.run(wrong);
      };
      const { tests } = await calibrateCandidates(candidates, run, LIMITS, seeded(seed));
      expect(tests.flatMap(({ variants }) => variants.map(({ start }) => start))).not.toContain(at(5));
    }
  });

  it('gives up where tests fail by themselves now and then', async () => {
    const random = seeded(6);
    const run = async () => new Map(random(2) === 0 ? [['a', 'a']] : []);
    const found = await calibrateCandidates([candidate(0, 'a'), candidate(1, 'b')], run, LIMITS, seeded(7));
    expect(found.tests).toEqual([]);
  });

  it('makes no more runs than it may, but for confirming what it found', async () => {
    const effects = new Map(Array.from({ length: 50 }, (_, i) => [at(i), { fails: [`t${i}`] }]));
    const suite = runnerOf(effects);
    const all = Array.from({ length: 50 }, (_, i) => candidate(i, `t${i}`));
    await calibrateCandidates(all, suite.run, { ...LIMITS, runs: 5 }, seeded(8));
    expect(suite.runs).toBeLessThanOrEqual(5 + 24);
  });

  it('holds for whatever a suite does: a confirmed pool comes out in random halves as it must', async () => {
    const effect = fc.record({
      fails: fc.uniqueArray(fc.nat(11), { maxLength: 3 }).map((list) => list.map((i) => `t${i}`)),
      breaks: fc.boolean().map((value) => value && false),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(effect, { minLength: 1, maxLength: 30 }), fc.nat(), async (list, seed) => {
        const effects = new Map<number, Effect>(list.map((one, i) => [at(i), one]));
        const found = await calibrateCandidates(
          list.map((_, i) => candidate(i, `group ${i % 7}`)),
          runnerOf(effects).run,
          LIMITS,
          seeded(seed + 1),
        );
        for (const { test, also, variants } of found.tests)
          for (const { start } of variants) {
            const { fails } = effects.get(start)!;
            expect(fails).toContain(test);
            expect(fails.filter((name) => name !== test && !also.includes(name))).toEqual([]);
          }
      }),
      { numRuns: ALL ? 300 : 60 },
    );
  });
});
