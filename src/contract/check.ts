import { z } from 'zod';
import { relativePath } from './paths.js';
import { duration } from './units.js';

/** A name of a contract, a check, a tool. */
export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be a name of letters, digits, ".", "_", "-" (at most 128)');
/** A name that every shell and every program takes for a variable. */
export const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name of letters, digits and "_"');

export const REPORT_FORMATS = [
  'exit-code',
  'junit',
  'pytest-junit',
  'tap',
  'jest-json',
  'vitest-json',
  'mocha-json',
  'node-test',
  'go-test-json',
] as const;

const requiredName = z.string().min(1);

/** Whether a text is a day of the calendar: JavaScript takes the 31st of February for one of March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

/** A required test that is known to be unreliable: reported until a day, never decisive. */
export const quarantineSchema = z.strictObject({
  test: requiredName.describe('the test, as the required one is written'),
  reason: z.string().min(1).max(500).describe('why it cannot be relied on'),
  owner: z.string().min(1).max(200).describe('who makes it reliable again'),
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD')
    .refine(isDay, 'must be a day of the calendar')
    .describe('last day of the quarantine (UTC), YYYY-MM-DD; after it `validate` refuses the contract'),
});
export type Quarantine = z.output<typeof quarantineSchema>;

/** One check of the oracle (K5). */
export const checkSchema = z.strictObject({
  id: identifier.describe('name of the check, unique in the contract'),
  run: z
    .string()
    .min(1)
    .describe('shell command; $REPORT is the path, known only to this run, where the runner must write its report'),
  kind: z.enum(['build', 'static']).optional().describe('only in `build`: compilation or static check (default build)'),
  layer: z.enum(['unit', 'integration', 'e2e', 'smoke', 'static']).default('unit').describe('test layer'),
  mandatory: z.boolean().default(true).describe('a check that is not mandatory is reported, never decisive'),
  report: z
    .enum(REPORT_FORMATS)
    .default('exit-code')
    .describe('format of the report that must agree with the exit status'),
  report_file: relativePath(
    'file (in the workspace) that the runner writes, when it cannot be told to use $REPORT',
  ).optional(),
  fail_to_pass: z
    .array(requiredName)
    .default([])
    .describe('tests that fail before and must pass after the patch: names, patterns (*, ?) or test files'),
  pass_to_pass: z
    .union([z.literal('all'), z.array(requiredName)])
    .default([])
    .describe(
      'tests that pass before and must still pass: names, patterns (*, ?) or test files; "all" = every test that passes in the unchanged repository and with the reference solution',
    ),
  quarantine: z
    .array(quarantineSchema)
    .max(200)
    .default([])
    .describe('required tests that are reported and decide nothing, each for a time'),
  timeout: duration()
    .default(300_000)
    .describe('wall-clock ceiling of one execution; reaching it is an error, not a failure'),
  reruns: z.int().min(0).max(20).default(0).describe('further executions; any failure decides, then any error (S3)'),
  working_directory: relativePath('folder below the repository root to run in').optional(),
  environment: z.record(variable, z.string()).default({}).describe('extra variables for this check'),
});

export type Check = z.output<typeof checkSchema>;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
