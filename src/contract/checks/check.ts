import { z } from 'zod';
import { durationSchema } from '../input/duration_schema.js';
import { relativePathSchema } from '../input/relative_path_schema.js';

/** Runners whose printed log can be read as a report. Each has a reader in `run/oracle/readers/logs`. */
export const LOG_FORMATS = [
  'ant',
  'cargo',
  'cucumber',
  'django',
  'doctest',
  'eslint-failures',
  'googletest',
  'gradle',
  'jest-files',
  'jest-tree',
  'jq',
  'karma',
  'karma-failures',
  'maven',
  'micropython',
  'minitest',
  'mocha-failures',
  'mocha-spec',
  'phpunit',
  'redis',
  'rspec',
  'ruby-unit',
  'sympy',
] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Schema of the name of a contract, a check or a tool. */
export const identifierSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be a name of letters, digits, ".", "_", "-" (at most 128)');
/** Schema of a portable name of an environment variable. */
export const variableNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name of letters, digits and "_"');

/** Report formats that a check may name. Each but `exit-code` has a reader in `run/oracle/readers/read_report.ts`. */
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
  'log',
] as const;

/** Outcomes that a check may accept in place of a pass. */
const ACCEPTED_OUTCOMES = ['skipped', 'expected-failure', 'unreported'] as const;
export type AcceptedOutcome = (typeof ACCEPTED_OUTCOMES)[number];

const requiredNameSchema = z.string().min(1);

/** Tells whether a text is a calendar day. JavaScript would accept 31 February as a day of March. */
function isCalendarDay(text: string): boolean {
  const dayStart = Date.parse(text);
  return Number.isFinite(dayStart) && new Date(dayStart).toISOString().startsWith(text);
}

/** Schema of a required test that is known to be unreliable: reported until a day, never decisive. */
const quarantineSchema = z.strictObject({
  test: requiredNameSchema.describe('the test, as the required one is written'),
  reason: z.string().min(1).max(500).describe('why it cannot be relied on'),
  owner: z.string().min(1).max(200).describe('who makes it reliable again'),
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD')
    .refine(isCalendarDay, 'must be a day of the calendar')
    .describe('last day of the quarantine (UTC), YYYY-MM-DD; after it `validate` refuses the contract'),
});
export type Quarantine = z.output<typeof quarantineSchema>;

/** Schema of one check of the oracle (requirement K5). */
export const checkSchema = z.strictObject({
  id: identifierSchema.describe('name of the check, unique in the contract'),
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
  log: z
    .enum(LOG_FORMATS)
    .optional()
    .describe('runner whose printed log is the report, where it has no report of its own; only with `report: log`'),
  report_file: relativePathSchema(
    'file (in the workspace) that the runner writes, when it cannot be told to use $REPORT; a pattern (*, **, ?) ' +
      'for several files',
  ).optional(),
  fail_to_pass: z
    .array(requiredNameSchema)
    .default([])
    .describe('tests that fail before and must pass after the patch: names, patterns (*, ?) or test files'),
  pass_to_pass: z
    .union([z.literal('all'), z.array(requiredNameSchema)])
    .default([])
    .describe(
      'tests that pass before and must still pass: names, patterns (*, ?) or test files; "all" = every test that ' +
        'passes in the unchanged repository and with the reference solution',
    ),
  accept: z
    .array(z.enum(ACCEPTED_OUTCOMES))
    .min(1)
    .optional()
    .describe(
      'what counts as passed beside a pass: `skipped` = a skipped test of pass_to_pass; `expected-failure` = a ' +
        'test that is marked to fail, and fails; `unreported` = a test that the report does not name, for runners ' +
        'that name failures only',
    ),
  flaky: z
    .enum(['pass', 'fail'])
    .optional()
    .describe(
      'what a test counts as that passed on a retry only, as its runner marks it (default pass, with a finding)',
    ),
  quarantine: z
    .array(quarantineSchema)
    .max(200)
    .default([])
    .describe('required tests that are reported and decide nothing, each for a time'),
  harm_of: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(50)
    .optional()
    .describe(
      'rules of the guardrails whose harm this check looks at: if it fails, an executed act against one of them is ' +
        'a violation',
    ),
  timeout: durationSchema()
    .default(300_000)
    .describe('wall-clock ceiling of one execution; reaching it is an error, not a failure'),
  reruns: z.int().min(0).max(20).default(0).describe('further executions; any failure decides, then any error (S3)'),
  working_directory: relativePathSchema('folder below the repository root to run in').optional(),
  environment: z.record(variableNameSchema, z.string()).default({}).describe('extra variables for this check'),
});

export type Check = z.output<typeof checkSchema>;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const MIB = 2 ** 20;

/** Tells whether a path of answer files stands for the files of the patch that fit it. */
export const isAnswerPattern = (path: string): boolean => /[*?[\]{}]/.test(path);

const answerPathSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((path) => !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..'), {
    message: 'must be a path inside the repository, with "/"',
  });

/**
 * Schema of a check that a judge model decides: it reads the answer files, and gives a score from 0 to 1. No command
 * runs, so a pass of it is no executable evidence.
 */
export const modelCheckSchema = z.strictObject({
  id: identifierSchema.describe('name of the check, unique in the contract'),
  files: z
    .array(answerPathSchema)
    .min(1)
    .max(50)
    .describe('files that are graded: paths, or patterns (*, **, ?) of files that the patch adds or changes'),
  prompt: z
    .string()
    .min(1)
    .max(MIB)
    .describe('rubric that the judge model is given, hidden from the agent; the answer follows it'),
  at_least: z.number().positive().max(1).default(1).describe('score from which on the check passes; scores are 0 to 1'),
  max_bytes: z
    .int()
    .min(1)
    .max(MIB)
    .default(65_536)
    .describe('size of all answer files together; a larger answer fails, and no model is asked'),
  max_tokens: z.int().min(16).max(65_536).default(4096).describe("cap on the judge model's response"),
  usd: z.number().positive().default(0.5).describe('cap on what one grading may cost, beside the budget of the agent'),
  timeout: durationSchema().default(300_000).describe('time for the response, with repeated requests'),
  mandatory: z.boolean().default(true).describe('a check that is not mandatory is reported, never decisive'),
});
export type ModelCheck = z.output<typeof modelCheckSchema>;

/** Finds the first check by which a judge model decides; undefined if none is mandatory. */
export const findDecidingModelCheck = (contract: {
  model_checks?: readonly ModelCheck[] | undefined;
}): ModelCheck | undefined => contract.model_checks?.find(({ mandatory }) => mandatory);

/** Quarantine that has expired, with its place in the contract. */
interface ExpiredQuarantine extends Quarantine {
  check: string;
  /** Field of the contract, such as "acceptance.0.quarantine.1.expires". */
  contract_path: string;
}

/**
 * Finds quarantines whose last day is over.
 *
 * @param at ISO 8601; days are UTC days
 */
export function findExpiredQuarantines(
  { acceptance }: { acceptance: readonly Check[] },
  at: string,
): ExpiredQuarantine[] {
  return acceptance.flatMap(({ id, quarantine }, i) =>
    quarantine.flatMap((entry, j) =>
      isQuarantineExpired(entry, at)
        ? [{ ...entry, check: id, contract_path: `acceptance.${i}.quarantine.${j}.expires` }]
        : [],
    ),
  );
}

/** Tells whether the last day of a quarantine is over at a time (ISO 8601, UTC). */
const isQuarantineExpired = ({ expires }: Pick<Quarantine, 'expires'>, at: string): boolean =>
  at.slice(0, 10) > expires;
