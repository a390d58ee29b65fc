import { z } from 'zod';

const countsSchema = z.strictObject({
  successes: z.int(),
  failures: z.int(),
  undecided: z.int(),
  missing: z.int().optional().describe('of the undecided, runs that were not made; absent = none'),
});

const improvementSchema = z
  .strictObject({
    verdict: z.enum(['better', 'not decided']),
    why: z.string(),
    summary: z.string().describe('one line on what rose and fell, for a head that is not worse'),
    contracts: z.int().describe('contracts of the gating set'),
    higher: z.int().describe('of these, contracts whose success rate rose, with undecided runs counted against head'),
    lower: z.int().describe('of these, contracts whose success rate fell, with undecided runs counted for head'),
    better: z
      .array(z.strictObject({ task: z.string(), p: z.number() }))
      .describe('contracts that are better beyond chance, each by itself; p: chance of so many successes of head'),
    p: z
      .number()
      .nullable()
      .describe('chance of so many successes of head over all contracts, were it as base; null = no runs'),
  })
  .describe('whether head is better than base: the tests of a regression, mirrored, on planned runs');

const regressionTaskSchema = z.strictObject({
  task: z.string(),
  version: z.string(),
  base: countsSchema.describe('runs of the base, with those of the history'),
  head: countsSchema.describe('runs of head, with the extra ones; planned ones without a result are undecided'),
  extra: z.int().describe('extra runs that the rule gives it'),
  unmade: z.int().describe('of these, not made; they count in favour of head'),
  p: z
    .number()
    .describe('chance of so few successes of head were it as base; undecided runs are counted in favour of head'),
  night_odds: z
    .number()
    .nullable()
    .describe(
      'odds of a success of this night against before, by the other contracts; `p` allows for it; null = not asked',
    ),
  smallest_p: z.number().describe('the same had head failed in every run: what these numbers of runs could show'),
  failures_to_decide: z
    .int()
    .optional()
    .describe('of an open contract: further runs after which it has regressed, were all to fail; absent = too many'),
  verdict: z.enum(['regressed', 'held', 'open']),
  why: z.string(),
});

export const regressionSchema = z
  .strictObject({
    verdict: z.enum(['regression', 'no regression', 'undecided']),
    why: z.array(z.string()),
    alpha: z.number().describe('chance of a false alarm of the whole gate, at most'),
    task_alpha: z.number().describe('level of the test of one contract: half of alpha, shared by `tests`'),
    family: z.int().describe('contracts that could have gated: those of the gating set and the known flakes'),
    tests: z.int().describe('of these, contracts that share the level: the others have too few failures to reach it'),
    tasks: z.array(regressionTaskSchema).describe('the gating set'),
    together: z
      .strictObject({
        tasks: z.int(),
        base_rate: z.number(),
        head_rate: z.number(),
        p: z.number().describe('chance were all runs independent: exact, base against head'),
        alpha: z.number(),
        night: z
          .strictObject({ nights: z.int(), dispersion: z.number(), shift: z.number(), p: z.number() })
          .nullable()
          .describe('head against how earlier nights differ as a whole; null = not asked, or too few of them'),
        assumed: z
          .number()
          .nullable()
          .describe('without `night`: chance were head a bad night of odds e^-2.55; null = not needed'),
        same_night: z.boolean().describe('base and head are of one run, so a bad night is in both'),
      })
      .nullable()
      .describe('all contracts of the gating set in one test, without extra runs; null = no contract has runs'),
    collapse: z
      .strictObject({ tasks: z.int(), base_rate: z.number(), head_rate: z.number(), p: z.number() })
      .nullable()
      .describe(
        'all contracts of both sides but known flakes lost half of their success rate or more, unproven ones ' +
          'included; null = they did not',
      ),
    left_out: z.array(z.strictObject({ task: z.string(), kind: z.string(), because: z.string() })),
    improvement: improvementSchema.optional().describe('absent in older files'),
    finds: z.int().describe('contracts of the gating set whose complete loss would be found'),
    minimum_effect: z.number(),
    power: z
      .number()
      .nullable()
      .describe('about: chance to find that each contract of the gating set loses `minimum_effect`; null = no runs'),
    coverage: z.number().nullable().describe('share of planned runs of head in the gating set that were decided'),
  })
  .describe('whether head is worse than base, on contracts that are known to be stable');
export type Regression = z.infer<typeof regressionSchema>;
export type RegressionTask = z.infer<typeof regressionTaskSchema>;
