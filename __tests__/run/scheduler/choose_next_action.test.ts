import fc from 'fast-check';
import { chooseNextAction, type Job } from '../../../src/run/scheduler/choose_next_action.js';
import { runJobs } from '../../../src/run/scheduler/run_jobs.js';
import { createSpendingLedger } from '../../../src/run/scheduler/spending_ledger.js';

const job = (id: string, changes: Partial<Job> = {}): Job => ({ id, task: id, weight: 1, ceiling_usd: 0, ...changes });
const given = (changes: Partial<Parameters<typeof chooseNextAction>[0]>) => ({
  width: 2,
  envelopes: {},
  spending: { total_usd: 0, extra_usd: 0, spent_on_task: () => 0 },
  running: [],
  waiting: [],
  elapsed_ms: 0,
  ...changes,
});

describe('what is done next', () => {
  const [a, b, c] = [job('a'), job('b'), job('c')];
  const heavy = job('heavy', { weight: 2 });
  const dear = (id: string, ceiling_usd: number, task = id) => job(id, { ceiling_usd, task });
  const spent = (total_usd: number, tasks: Record<string, number> = {}) => ({
    total_usd,
    extra_usd: 0,
    spent_on_task: (task: string) => tasks[task] ?? 0,
  });
  it.each<[string, Parameters<typeof chooseNextAction>[0], unknown]>([
    ['the first of the plan begins', given({ waiting: [a, b] }), { begin: a }],
    ['nothing, while the width is taken', given({ running: [a, b], waiting: [c] }), 'wait'],
    ['a heavy one holds back what comes after it', given({ running: [a], waiting: [heavy, b] }), 'wait'],
    [
      'one that could cost more than is left of the envelope is left',
      given({ envelopes: { total_usd: 10 }, spending: spent(6), waiting: [dear('d', 5), a] }),
      { leave: dear('d', 5), because: 'total_usd' },
    ],
    [
      'one that fits exactly begins, whatever sums of fractions come to',
      given({ envelopes: { total_usd: 0.3 }, spending: spent(0.1 + 0.1), waiting: [dear('d', 0.1)] }),
      { begin: dear('d', 0.1) },
    ],
    [
      'one that fits alone, but not beside what runs, waits and holds back the others',
      given({ envelopes: { total_usd: 10 }, running: [dear('r', 6)], waiting: [dear('d', 5), a] }),
      'wait',
    ],
    [
      'one that waits for money of its task lets other tasks pass, not its own',
      given({
        envelopes: { task_usd: () => 10 },
        running: [dear('r', 6, 't')],
        waiting: [dear('d', 5, 't'), dear('e', 1, 't'), a],
      }),
      { begin: a },
    ],
    [
      'one whose task has spent its envelope is left',
      given({ envelopes: { task_usd: () => 10 }, spending: spent(9, { t: 9 }), waiting: [dear('d', 5, 't'), a] }),
      { leave: dear('d', 5, 't'), because: 'task_usd' },
    ],
    [
      'one beyond the plan that could cost more than is left for these is left, whatever is left in all',
      given({
        envelopes: { total_usd: 100, extra_usd: 2 },
        spending: { ...spent(9), extra_usd: 1 },
        waiting: [job('x', { ceiling_usd: 1.5, extra: true })],
      }),
      { leave: job('x', { ceiling_usd: 1.5, extra: true }), because: 'extra_usd' },
    ],
    [
      'one beyond the plan waits for what others beyond it may still cost',
      given({
        envelopes: { extra_usd: 2 },
        running: [job('y', { ceiling_usd: 1.5, extra: true })],
        waiting: [job('x', { ceiling_usd: 1.5, extra: true })],
      }),
      'wait',
    ],
    [
      'what attempts beyond the plan may cost is no matter of a planned one',
      given({ envelopes: { extra_usd: 1 }, waiting: [dear('d', 5)] }),
      { begin: dear('d', 5) },
    ],
    [
      'nothing begins after the time of the suite',
      given({ envelopes: { total_wall_ms: 1000 }, elapsed_ms: 1000, waiting: [a] }),
      { leave: a, because: 'total_wall' },
    ],
  ])('%s', (_, situation, choice) => expect(chooseNextAction(situation)).toEqual(choice));
});

describe('attempts side by side', () => {
  /** What one try comes to, and how many others end before it does. */
  const script = fc.record({
    task: fc.integer({ min: 0, max: 3 }),
    weight: fc.integer({ min: 1, max: 4 }),
    ceiling_usd: fc.integer({ min: 0, max: 40 }),
    share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    faults: fc.integer({ min: 0, max: 3 }),
    patience: fc.integer({ min: 0, max: 5 }),
  });

  // Holds G9
  it('never pass width or envelopes, never starve, begin in order within what money allows, and end in exactly one state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(script, { maxLength: 14 }),
        fc.integer({ min: 4, max: 6 }),
        fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
        fc.option(fc.integer({ min: 0, max: 80 }), { nil: undefined }),
        fc.integer({ min: 0, max: 2 }),
        fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
        async (scripts, width, total_usd, task_usd, retries, stop_after) => {
          const jobs = scripts.map((one, i) => ({ ...one, id: `${i}`, task: `t${one.task}` }));
          const ledger = createSpendingLedger();
          const stop = new AbortController();
          const running = new Set<(typeof jobs)[number]>();
          const ends = new Map<string, string[]>();
          const say = (id: string, end: string) => ends.set(id, [...(ends.get(id) ?? []), end]);
          const firsts: number[] = [];
          let ended = 0;
          await runJobs(
            jobs,
            {
              width,
              retries,
              ledger,
              elapsed_ms: () => 0,
              signal: stop.signal,
              envelopes: { total_usd, task_usd: task_usd === undefined ? undefined : () => task_usd },
            },
            async (one, which) => {
              running.add(one);
              if (which === 1) firsts.push(Number(one.id));
              const of = (list: Iterable<typeof one>) =>
                [...list].reduce((sum, { ceiling_usd }) => sum + ceiling_usd, 0);
              const own = [...running].filter(({ task }) => task === one.task);
              expect([...running].reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(width);
              expect(ledger.total_usd + of(running)).toBeLessThanOrEqual((total_usd ?? Infinity) + 1e-6);
              expect(ledger.spent_on_task(one.task) + of(own)).toBeLessThanOrEqual((task_usd ?? Infinity) + 1e-6);
              for (let i = 0; i < one.patience; i++) await Promise.resolve();
              running.delete(one);
              if (++ended === stop_after) stop.abort();
              const again = which <= one.faults ? 'the network' : undefined;
              if (again === undefined || which > retries) say(one.id, 'made');
              return { cost_usd: one.share === null ? null : one.ceiling_usd * one.share, retry_reason: again };
            },
            { leave: ({ id }, because) => say(id, because), retry: () => {} },
          );
          expect([...ends.keys()].sort()).toEqual(jobs.map(({ id }) => id).sort());
          expect([...ends.values()].every((states) => states.length === 1)).toBe(true);
          if (task_usd === undefined) expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
          if (stop_after === undefined && total_usd === undefined && task_usd === undefined)
            expect([...ends.values()].flat()).toEqual(jobs.map(() => 'made'));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('that throw stop the others from being begun, and are thrown when what runs has ended', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const running = runJobs(
      [job('fails'), job('runs'), job('waits')],
      {
        width: 2,
        retries: 0,
        ledger: createSpendingLedger(),
        elapsed_ms: () => 0,
        signal: new AbortController().signal,
        envelopes: {},
      },
      async ({ id }) => {
        begun.push(id);
        if (id === 'fails') throw new Error('broken');
        for (let i = 0; i < 9; i++) await Promise.resolve();
        ended.push(id);
        return { cost_usd: 0 };
      },
      { leave: () => {}, retry: () => {} },
    );
    await expect(running).rejects.toThrow('broken');
    expect([begun, ended]).toEqual([['fails', 'runs'], ['runs']]);
  });

  it('are made again at the end of the line, at most so often', async () => {
    const made: string[] = [];
    const again: string[] = [];
    await runJobs(
      [job('a'), job('b')],
      {
        width: 1,
        retries: 2,
        ledger: createSpendingLedger(),
        elapsed_ms: () => 0,
        signal: new AbortController().signal,
        envelopes: {},
      },
      async ({ id }, which) => {
        made.push(`${id} ${which}`);
        return { cost_usd: 0, retry_reason: id === 'a' ? 'no sandbox' : undefined };
      },
      { leave: () => {}, retry: ({ id }, next, reason) => again.push(`${id} ${next} ${reason}`) },
    );
    expect(made).toEqual(['a 1', 'b 1', 'a 2', 'a 3']);
    expect(again).toEqual(['a 2 no sandbox', 'a 3 no sandbox']);
  });
});
