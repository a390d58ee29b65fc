import { z } from 'zod';
import { REPORT_FORMATS } from '../../../contract/checks/check.js';
import { durationOptionSchema } from '../../../contract/input/duration_schema.js';
import { runOptionsSchema } from '../../study/run_options.js';

const { cache, way_out, search_path, concurrency } = runOptionsSchema.shape;

const initFieldsSchema = z.strictObject({
  repo: z.string().min(1).default('.').describe('folder of the repository'),
  tasks: z.string().min(1).default('tasks').describe('folder for the contracts, in the repository'),
  from_commit: z.array(z.string().min(1)).default([]).describe('commits that become contracts'),
  from_range: z.string().min(1).optional().describe('range of commits, A..B'),
  from_pr: z.array(z.int().positive()).default([]).describe('numbers of merged pull requests'),
  mine: z.boolean().default(false).describe('walk the history and try the most promising commits'),
  max: z
    .int()
    .min(1, 'must be at least 1 (--max)')
    .max(1000, 'must be at most 1000 (--max)')
    .optional()
    .describe('at most so many contracts'),
  budget: durationOptionSchema().optional().describe('time for all commits; what still runs then is ended'),
  branch: z.string().min(1).default('HEAD').describe('where the history begins'),
  since: z.string().min(1).optional().describe('no commits before this date'),
  keep_unproven: z.boolean().default(false).describe('also write contracts that could not be proven'),
  prove: z.boolean().default(true).describe('prove each contract and write its lock'),
  reruns: z.int().min(0).max(1000).default(5).describe('reruns of the proof'),
  mutants: z.int().min(0).max(1000).default(8).describe('mutants of the proof'),
  out: z.string().min(1).default('gatebench-init').describe('folder for the records of the proofs'),
  cache,
  way_out,
  search_path,
  concurrency: concurrency.unwrap().default(2),
  project: z.string().min(1).optional().describe('folder of the package to set up; "." is the repository root'),
  test: z.string().min(1).optional().describe('command that runs the tests, from the repository root'),
  report: z
    .enum(REPORT_FORMATS)
    .optional()
    .describe('format of the report that the command of the tests writes to $REPORT'),
  install: z.string().min(1).optional().describe('command that installs what the tests need'),
  yes: z.boolean().default(false).describe('ask nothing'),
  json: z.boolean().default(false).describe('print the outcome as JSON'),
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
