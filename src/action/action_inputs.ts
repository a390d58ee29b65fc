import { z } from 'zod';
import { runOptionsSchema } from '../commands/study/run_options.js';
import { UserError } from '../contract/input/user_error.js';

/** Inputs of action.yml, as the runner gives them: text, empty when not set. Defaults here and there are the same. */

const COMMANDS = ['run', 'plan', 'report', 'compare', 'compare-config'] as const;

const text = (fallback: string) =>
  z
    .string()
    .trim()
    .transform((value) => (value === '' ? fallback : value));

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  text(fallback).pipe(z.enum(values, { error: `must be one of: ${values.join(', ')}` }));

const lines = (...fallback: string[]) =>
  z.string().transform((value) => {
    const set = value
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return set.length === 0 ? fallback : set;
  });

const wholeNumber = (fallback: number, least: number, most: number) =>
  text(String(fallback))
    .pipe(z.string().regex(/^\d+$/, 'must be a whole number'))
    .transform(Number)
    .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

/** Creates the schema of an optional number; undefined = the input is empty. */
const optionalNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .transform((value) => (value === '' ? undefined : value))
    .pipe(
      z
        .string()
        .regex(/^\d+$/, 'must be a whole number')
        .transform(Number)
        .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))
        .optional(),
    );

const flag = (fallback: boolean) =>
  oneOf(['true', 'false'], String(fallback) as 'true').transform((value) => value === 'true');

const actionInputsSchema = z.strictObject({
  // Essential
  command: oneOf(COMMANDS, 'run'),
  contracts: lines(),
  agent: lines(),
  suite: text(''),
  'fail-on': oneOf(['', 'gates', 'regression', 'never'], ''),
  // Check run, comment and report
  'github-token': text(''),
  'check-name': text('').pipe(z.string().max(100, 'must be at most 100 characters')),
  'check-run': flag(true),
  comment: oneOf(['true', 'false', 'auto'], 'auto').transform((value) => (value === 'auto' ? value : value === 'true')),
  artifact: text('').pipe(
    z
      .string()
      .max(100, 'must be at most 100 characters')
      .regex(/^[^":<>|*?\\/\p{Cc}]*$/u, 'must be a name that GitHub takes for an artifact, without " : < > | * ? \\ /'),
  ),
  out: text('gatebench-out'),
  'self-approval': flag(false),
  // Attempts
  trials: optionalNumber(1, 1000),
  concurrency: optionalNumber(1, 256),
  'install-agents': flag(true),
  settings: lines(),
  'extra-trials': optionalNumber(0, 100),
  'require-proof': flag(false),
  'min-strength': optionalNumber(1, 64),
  ablate: lines(),
  seed: optionalNumber(0, 2 ** 32 - 1),
  repos: lines(),
  resume: flag(false),
  reuse: lines(),
  // Sandbox and cache
  sandbox: oneOf(['auto', 'bubblewrap', 'docker', 'podman', 'none'], 'auto'),
  'install-sandbox': oneOf(['auto', 'never'], 'auto'),
  'unsafe-no-sandbox': flag(false),
  cache: text(''),
  // Models
  model: text(''),
  'allow-model': lines(),
  'judge-model': text(''),
  upstream: lines(),
  models: text(''),
  'key-env': text(''),
  prices: text(''),
  steering: text(''),
  backend: text(''),
  redaction: text(''),
  // Several jobs
  plan: text(''),
  'max-shards': wholeNumber(1, 1, 256),
  shard: text('').pipe(
    z.union([z.literal(''), runOptionsSchema.shape.shard.unwrap()], { error: 'must be I/N, for example 2/8' }),
  ),
  durations: lines(),
  results: lines(),
  verify: flag(true),
  'evaluation-workflow': text('.github/workflows/evaluate.yml'),
  'allow-mixed-versions': flag(false),
  adjudications: text(''),
  // Comparisons and pilots
  baseline: text(''),
  arms: lines(),
  history: text(''),
  'pilot-results': lines(),
  deviation: text(''),
});
export type ActionInputs = z.output<typeof actionInputsSchema>;

export const ACTION_INPUT_NAMES = Object.keys(actionInputsSchema.shape) as (keyof ActionInputs)[];

/** Validates all inputs at once. @throws {UserError} naming every input that is wrong */
export function readActionInputs(input: (name: string) => string): ActionInputs {
  const read = actionInputsSchema.safeParse(Object.fromEntries(ACTION_INPUT_NAMES.map((name) => [name, input(name)])));
  if (read.success) return read.data;
  const wrong = read.error.issues.map((issue) => `input "${issue.path.join('.')}": ${issue.message}`);
  throw new UserError(wrong, 'Correct the `with:` block of this step.');
}
