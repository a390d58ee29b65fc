import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { analysisSettingsSchema } from '../../../src/contract/suite/analysis_settings.js';
import { computeDigest, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import { type Plan, planSchema } from '../../../src/record/planning/plan.js';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';
import { type Given, givenResult } from '../../publish/given_results.js';

export const VERSION_OF = (task: string) => task.padEnd(64, '0');

/** A plan of `tasks` × arms codex and noop × trials, dealt to shards in turn; what a test changes is in its digest. */
export function givenPlan(
  order: { tasks?: string[]; trials?: number; shards?: number; changes?: Partial<Plan> } = {},
): Plan {
  const { tasks = ['a', 'b'], trials = 1, shards = 2, changes = {} } = order;
  const arm = (name: string, role: 'agent' | 'noop') => ({
    id: name,
    name,
    agent: name,
    model: null,
    effort: null,
    effort_of: null,
    ablation: 'none',
    role,
    human_minutes: null,
    human_usd_per_hour: null,
  });
  const attempts = tasks.flatMap((task) =>
    Array.from({ length: trials }, (_, i) => i + 1).flatMap((trial) =>
      ['codex', 'noop'].map((name) => ({
        attempt_id: idOf(task, name, trial),
        task,
        arm: name,
        trial,
        shard: 1,
        ceiling_usd: 1,
        expected_ms: null,
      })),
    ),
  );
  attempts.forEach((attempt, i) => {
    attempt.shard = (i % shards) + 1;
  });
  const { digest: _, ...body } = planSchema.parse({
    schema: 1,
    name: 'study',
    suite: null,
    harness_version: ENGINE_VERSION,
    rubric: '1',
    seed: 7,
    generator: 'listed',
    trials,
    arms: [arm('codex', 'agent'), arm('noop', 'noop')],
    tasks: tasks.map((id) => ({
      id,
      version: VERSION_OF(id),
      path: `tasks/${id}/contract.yml`,
      tier: 2,
      kind: 'bug-fix',
      source: 'curated',
      strata: {},
      proven: true,
      weight: 1,
      budget_usd: 1,
      budget_wall_ms: 60_000,
    })),
    budget: { total_usd: null, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null },
    retries: 1,
    shards,
    attempts,
    analysis: analysisSettingsSchema.parse({}),
    gate: { fail_on: 'gates', arms: ['codex'], coverage_floor: 1, extra_trials: 0, extra_usd: null },
    ...changes,
    digest: '',
  });
  return { ...body, digest: computeDigest(body) };
}

const idOf = (task: string, arm: string, trial: number) => `${task}-${arm}-${trial}`;

/** The result of a planned attempt; noop fails. */
export function givenAttempt(task: string, arm: string, trial = 1, more: Given = {}): AttemptResult {
  return givenResult({
    attempt: idOf(task, arm, trial),
    task,
    version: VERSION_OF(task),
    agent: arm,
    trial,
    gates: arm === 'noop' ? 'ppfp' : 'pppp',
    ...more,
  });
}

/** All results of a plan, or of one of its shards. */
export const givenAttempts = ({ attempts }: Plan, shard?: number): AttemptResult[] =>
  attempts
    .filter((each) => shard === undefined || each.shard === shard)
    .map((each) => givenAttempt(each.task, each.arm, each.trial));

export const linesOf = (results: readonly AttemptResult[]) =>
  results.map((result) => `${toCanonicalJson(result)}\n`).join('');

/** An output folder as an artifact brings it: what is not given is not there. */
export function writeShard(
  folder: string,
  files: { plan?: Plan; results?: readonly AttemptResult[] | string },
): string {
  const { plan, results } = files;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  if (plan) write('plan.json', `${JSON.stringify(plan, null, 2)}\n`);
  if (results !== undefined) write('results.jsonl', typeof results === 'string' ? results : linesOf(results));
  return folder;
}
