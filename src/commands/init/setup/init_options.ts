import { z } from 'zod';
import { REPORT_FORMATS } from '../../../contract/checks/check.js';
import { durationOptionSchema } from '../../../contract/input/duration_schema.js';
import { createOptionSchema } from '../../options/create_option_schema.js';
import { runOptionsSchema } from '../../study/run_options.js';

const { cache, way_out, search_path, concurrency, json } = runOptionsSchema.shape;

const initFieldsSchema = z.strictObject({
  ...{ cache, way_out, search_path, json, concurrency: concurrency.unwrap().default(2) },
  repo: createOptionSchema('repo').unwrap().default('.'),
  tasks: createOptionSchema('tasks').unwrap().default('tasks'),
  from_commit: createOptionSchema('from_commit'),
  from_range: createOptionSchema('from_range'),
  from_pr: z.array(z.int().positive()).default([]),
  mine: createOptionSchema('mine'),
  max: createOptionSchema('max').unwrap().max(1000, 'must be at most 1000').optional(),
  budget: durationOptionSchema().optional(),
  branch: createOptionSchema('branch').unwrap().default('HEAD'),
  since: createOptionSchema('since'),
  keep_unproven: createOptionSchema('keep_unproven'),
  prove: createOptionSchema('prove').unwrap().default(true),
  reruns: createOptionSchema('reruns').unwrap().default(5),
  mutants: createOptionSchema('mutants').unwrap().default(8),
  out: createOptionSchema('out').unwrap().default('gatebench-init'),
  project: createOptionSchema('project'),
  test: createOptionSchema('test'),
  report: z.enum(REPORT_FORMATS).optional(),
  install: createOptionSchema('install'),
  yes: createOptionSchema('yes'),
});
/** Options that say how the repository is set up. */
const SETUP_OPTIONS = ['project', 'test', 'install', 'report'] as const;

/** Options of `init`. Those that would have no effect are refused. */
export const initOptionsSchema = initFieldsSchema.superRefine((options, context) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const { from_commit, from_range, from_pr, report, test } = options;
  if (from_commit.length > 0 || from_pr.length > 0 || from_range !== undefined || options.mine)
    for (const name of SETUP_OPTIONS)
      if (options[name] !== undefined)
        refuse(
          name,
          'is for setting a repository up: leave it out, or the commits (--from-commit, --from-pr, …, --mine)',
        );
  if (report !== undefined && test === undefined)
    refuse('report', 'says what the command of the tests writes: name that command with --test');
});
export type InitOptions = z.output<typeof initOptionsSchema>;
