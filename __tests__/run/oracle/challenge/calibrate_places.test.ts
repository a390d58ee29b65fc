import fc from 'fast-check';
import type { ChallengeVariant } from '../../../../src/contract/validation/contract_lock.js';
import { calibratePlaces } from '../../../../src/run/oracle/challenge/calibrate_places.js';
import type { PlaceGroup } from '../../../../src/run/oracle/challenge/list_challenge_places.js';
import { ALL } from '../../../extent.js';
import { seeded } from '../../../seeded.js';

/** A suite as calibration sees it: what each wrong expectation does to which tests. */
interface Effect {
  /** Tests that fail with it. */
  fails: string[];
  /** True if the file does not load. */
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

const variantAt = (start: number, file = 'a.test.js'): ChallengeVariant => ({
  file,
  start: start * 10,
  end: start * 10 + 1,
  line: start + 1,
  text: 'x',
});
/** A group with a place at each of these starts, or with alternatives at one place. */
const group = (
  name: string,
  starts: readonly (number | readonly number[])[],
  more: Partial<PlaceGroup> = {},
): PlaceGroup => ({
  name,
  file: 'a.test.js',
  canary: false,
  first: false,
  places: starts.map((place) => [place].flat().map((start) => variantAt(start, more.file))),
  left_out: false,
  ...more,
});
const at = (start: number) => start * 10;
const effectsOf = (list: readonly Effect[]) => new Map(list.map((effect, i) => [at(i), effect]));
const startsOf = (places: readonly ChallengeVariant[][]) => places.map((own) => own.map(({ start }) => start / 10));

const LIMITS = { runs: 2000, over: () => false, interrupted: () => false };

describe('calibration keeps the wrong expectations that make exactly their own test fail', () => {
  it('finds the test of every group, and every place of it', async () => {
    const tests = Array.from({ length: 25 }, (_, i) => `suite > test ${i}`);
    const effects = effectsOf(tests.flatMap((test) => [{ fails: [test] }, { fails: [test] }]));
    const suite = runnerOf(effects);
    const groups = tests.map((test, i) => group(test, [2 * i, 2 * i + 1]));
    const found = await calibratePlaces(groups, suite.run, LIMITS, seeded(1));
    expect(found.tests.map(({ test, places, partial }) => [test, startsOf(places), partial])).toEqual(
      tests.map((test, i) => [test, [[2 * i], [2 * i + 1]], false]),
    );
    expect(suite.runs).toBeLessThan(30);
  });

  it('knows a suite from the tests in it', async () => {
    const effects = effectsOf([{ fails: ['outer > a'] }, { fails: ['outer > b'] }]);
    const { run } = runnerOf(effects, ['outer']);
    const found = await calibratePlaces([group('a', [0]), group('b', [1])], run, LIMITS, seeded(2));
    expect(found.tests.map(({ test, also }) => ({ test, also }))).toEqual([
      { test: 'outer > a', also: ['outer'] },
      { test: 'outer > b', also: ['outer'] },
    ]);
  });

  it('drops what makes several tests fail, what makes none fail, and what keeps the file from loading', async () => {
    const effects = effectsOf([
      { fails: ['a', 'b'] },
      { fails: [] },
      { fails: [], breaks: true },
      { fails: ['c'] },
      { fails: ['c', 'a'] },
      { fails: [] },
      { fails: [], breaks: true },
    ]);
    const groups = [group('0', [0]), group('1', [1]), group('2', [2]), group('c', [3, 4, 5, 6])];
    const found = await calibratePlaces(groups, runnerOf(effects).run, LIMITS, seeded(3));
    expect(found.tests.map(({ test, places }) => [test, startsOf(places)])).toEqual([['c', [[3]]]]);
  });

  it('takes another place of the same test where the first is of no use', async () => {
    const effects = effectsOf([{ fails: [], breaks: true }, { fails: ['a'] }, { fails: ['b'] }]);
    const groups = [group('a', [0, 1]), group('b', [2])];
    const found = await calibratePlaces(groups, runnerOf(effects).run, LIMITS, seeded(4));
    expect(found.tests.map(({ test }) => test).sort()).toEqual(['a', 'b']);
  });

  it('keeps two wrong values of one place as one place', async () => {
    const effects = effectsOf([{ fails: ['a'] }, { fails: ['a'] }, { fails: ['a'] }]);
    const found = await calibratePlaces([group('a', [[0, 1], 2])], runnerOf(effects).run, LIMITS, seeded(4));
    expect(found.tests.map(({ places }) => startsOf(places))).toEqual([[[0, 1], [2]]]);
  });

  it('gives every place to a check as a whole', async () => {
    const effects = effectsOf([0, 1, 2].map(() => ({ fails: ['unit\0'] })));
    const groups = [0, 1, 2].map((i) => group(`line ${i}`, [i]));
    const found = await calibratePlaces(groups, runnerOf(effects).run, LIMITS, seeded(5), 'unit\0');
    expect(found.tests.map(({ test, places }) => [test, startsOf(places)])).toEqual([['unit\0', [[0], [1], [2]]]]);
  });

  it('uses what can be told by its form only where a test has nothing else', async () => {
    const effects = effectsOf([{ fails: ['a'] }, { fails: ['a'] }, { fails: ['b'] }]);
    const canary = { canary: true };
    const groups = [group('a', [0]), group('a again', [1], canary), group('b', [2], canary)];
    const found = await calibratePlaces(groups, runnerOf(effects).run, LIMITS, seeded(5));
    expect(found.tests.map(({ test, canary, places }) => [test, canary, startsOf(places)]).sort()).toEqual([
      ['a', false, [[0]]],
      ['b', true, [[2]]],
    ]);
  });

  it('finds the rows of a table although their shared body makes all of them fail', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `row ${i}`);
    for (const bodies of [[40], [40, 41]]) {
      const effects = new Map<number, Effect>([
        ...rows.map((row, i): [number, Effect] => [at(i), { fails: [row] }]),
        ...bodies.map((i): [number, Effect] => [at(i), { fails: rows }]),
      ]);
      const groups = [...rows.map((row, i) => group(row, [i])), ...bodies.map((i) => group(`body ${i}`, [i]))];
      const suite = runnerOf(effects);
      const { tests } = await calibratePlaces(groups, suite.run, LIMITS, seeded(7));
      expect(tests.length).toBeGreaterThan(25);
      expect(suite.runs).toBeLessThan(80);
    }
  });

  it('gives up files that the checks do not read', async () => {
    const file = 'canary.test.js';
    const unread = Array.from({ length: 60 }, (_, i) => group(`other ${i}`, [100 + i], { file }));
    const effects = new Map<number, Effect>([
      ...unread.map(({ places }): [number, Effect] => [places[0]![0]!.start, { fails: [] }]),
      [at(0), { fails: ['a'] }],
    ]);
    const suite = runnerOf(effects);
    const found = await calibratePlaces([group('a', [0]), ...unread], suite.run, LIMITS, seeded(5));
    expect([found.tests.map(({ test }) => test), found.stopped]).toEqual([['a'], '']);
    expect(suite.runs).toBeLessThan(40);
  });
});

describe('calibration within its limits', () => {
  const all = Array.from({ length: 20 }, (_, i) => i);
  const effects = effectsOf(all.map((i) => ({ fails: [`test ${i}`] })));

  it('tries the tests that have to begin to pass before others', async () => {
    const groups = all.map((i) => group(`test ${i}`, [i, i], i < 3 ? { first: true } : {}));
    const suite = runnerOf(effects);
    const { tests } = await calibratePlaces(groups, suite.run, { ...LIMITS, enough: () => true }, seeded(3));
    expect(tests.filter(({ partial }) => !partial).length).toBeGreaterThanOrEqual(3);
    expect(tests.slice(0, 3).map(({ test, partial }) => [test, partial])).toEqual(
      [0, 1, 2].map((i) => [`test ${i}`, false]),
    );
  });

  it('says of a test of which not every place was tried that it may be forged where no round looks', async () => {
    const places = effectsOf(all.map(() => ({ fails: ['a'] })));
    const found = async (runs: number, more: Partial<PlaceGroup> = {}) => {
      const suite = runnerOf(places);
      const limits = { ...LIMITS, over: (confirming: boolean) => !confirming && suite.runs >= runs };
      const { tests } = await calibratePlaces([group('a', all, more)], suite.run, limits, seeded(4));
      return tests.map((test) => [test.places.length, test.partial]);
    };
    expect(await found(500)).toEqual([[20, false]]);
    expect(await found(500, { left_out: true })).toEqual([[20, true]]);
    expect((await found(30))[0]![1]).toBe(true);
  });

  it('confirms and keeps what it found before the time was over', async () => {
    for (const most of [0, 1, 8, 12, 40]) {
      const suite = runnerOf(effectsOf(all.map((i) => ({ fails: [i < 10 ? 'a' : 'b'] }))));
      const limits = { ...LIMITS, over: () => suite.runs >= most };
      const groups = [group('a', all.slice(0, 10)), group('b', all.slice(10, 20))];
      const { tests, stopped } = await calibratePlaces(groups, suite.run, limits, seeded(4));
      expect([tests.map(({ test }) => test), stopped !== '']).toEqual([most < 8 ? [] : ['a', 'b'], most < 40]);
      expect(suite.runs).toBeLessThanOrEqual(most + 9);
    }
  });

  it('needs few runs before an ordinary attempt: what told the test of a place counts as seen', async () => {
    const suite = runnerOf(effectsOf(all.map((i) => ({ fails: [`test ${i}`] }))));
    const groups = [group('test 0', [0], { first: true }), group('test 1', [[1, 3]], { first: true }), group('b', [2])];
    const { tests } = await calibratePlaces(groups, suite.run, { ...LIMITS, brief: true }, seeded(3));
    expect(tests.map(({ test, partial }) => [test, partial])).toEqual(
      ['test 0', 'test 1', 'test 2'].map((test) => [test, false]),
    );
    expect(suite.runs).toBeLessThanOrEqual(1 + 5 + 4);
  });

  it('makes as many runs side by side as it may', async () => {
    const most = async (width: number) => {
      const suite = runnerOf(effects);
      let [active, seen] = [0, 0];
      const run = async (wrong: readonly ChallengeVariant[]) => {
        seen = Math.max(seen, ++active);
        await new Promise(setImmediate);
        active--;
        return suite.run(wrong);
      };
      const groups = all.map((i) => group(`test ${i}`, [i]));
      const { tests } = await calibratePlaces(groups, run, { ...LIMITS, width }, seeded(3));
      return [tests.length, seen];
    };
    expect([await most(1), await most(2)]).toEqual([
      [20, 1],
      [20, 2],
    ]);
  });

  it('makes no more runs than it may, but for confirming what it found', async () => {
    const suite = runnerOf(effects);
    const groups = all.map((i) => group(`test ${i}`, [i]));
    await calibratePlaces(groups, suite.run, { ...LIMITS, runs: 5 }, seeded(8));
    expect(suite.runs).toBeLessThanOrEqual(5 + 32);
  });
});

describe('calibration beside accidents', () => {
  it('keeps nothing that failed once by accident: every place is seen to fail again', async () => {
    const effects = effectsOf(Array.from({ length: 6 }, (_, i) => ({ fails: i === 5 ? [] : ['unit\0'] })));
    const groups = [...effects.keys()].map((_, i) => group(`place ${i}`, [i]));
    for (let seed = 1; seed <= 20; seed++) {
      const suite = runnerOf(effects);
      let accidents = 1;
      const run = async (wrong: readonly ChallengeVariant[]) => {
        const isAlone = wrong.length === 1 && wrong[0]!.start === at(5);
        return isAlone && accidents-- > 0 ? new Map([['unit\0', 'unit\0']]) : suite.run(wrong);
      };
      const { tests } = await calibratePlaces(groups, run, LIMITS, seeded(seed), 'unit\0');
      expect(tests.flatMap(({ places }) => startsOf(places).flat())).not.toContain(5);
    }
  });

  it('gives up where tests fail by themselves now and then', async () => {
    const random = seeded(6);
    const run = async () => new Map(random(2) === 0 ? [['a', 'a']] : []);
    const found = await calibratePlaces([group('a', [0]), group('b', [1])], run, { ...LIMITS, runs: 200 }, seeded(7));
    expect(found.tests).toEqual([]);
  });

  it('holds for whatever a suite does: what is kept makes its own test fail, and no other', async () => {
    const effect = fc.record({
      fails: fc.uniqueArray(fc.nat(11), { maxLength: 3 }).map((list) => list.map((i) => `t${i}`)),
      breaks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(effect, { minLength: 1, maxLength: 30 }), fc.nat(), async (list, seed) => {
        const effects = effectsOf(list);
        const groups = Array.from({ length: 7 }, (_, g) =>
          group(
            `group ${g}`,
            list.flatMap((_, i) => (i % 7 === g ? [i] : [])),
          ),
        ).filter(({ places }) => places.length > 0);
        const found = await calibratePlaces(groups, runnerOf(effects).run, LIMITS, seeded(seed + 1));
        for (const { test, also, places } of found.tests)
          for (const { start } of places.flat()) {
            const { fails } = effects.get(start)!;
            expect(fails).toContain(test);
            expect(fails.filter((name) => name !== test && !also.includes(name))).toEqual([]);
          }
      }),
      { numRuns: ALL ? 300 : 60 },
    );
  });
});
