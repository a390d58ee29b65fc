import { z } from 'zod';
import { UserError } from '../contract/user_error.js';
import { runOrderSchema } from './orders.js';

/** Inputs of action.yml, as the runner gives them: text, empty when not set. Defaults here and there are the same. */

const COMMANDS = ['run', 'plan', 'report', 'compare'] as const;

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

const whole = (fallback: number, least: number, most: number) =>
  text(String(fallback))
    .pipe(z.string().regex(/^\d+$/, 'must be a whole number'))
    .transform(Number)
    .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

/** A number, or nothing: then whatever else says it decides. */
const maybe = (least: number, most: number) =>
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

export const actionInputsSchema = z.strictObject({
  command: oneOf(COMMANDS, 'run'),
  suite: text(''),
  contracts: lines(),
  agent: lines(),
  'install-agents': flag(true),
  ablate: lines(),
  trials: maybe(1, 1000),
  plan: text(''),
  'max-shards': whole(1, 1, 256),
  durations: lines(),
  results: lines(),
  baseline: text(''),
  arms: lines(),
  history: text(''),
  adjudications: text(''),
  verify: flag(true),
  'evaluation-workflow': text('.github/workflows/evaluate.yml'),
  'allow-mixed-versions': flag(false),
  out: text('gatebench-out'),
  sandbox: oneOf(['auto', 'bubblewrap', 'docker', 'podman', 'none'], 'auto'),
  'unsafe-no-sandbox': flag(false),
  concurrency: maybe(1, 256),
  shard: text('').pipe(
    z.union([z.literal(''), runOrderSchema.shape.shard.unwrap()], { error: 'must be I/N, for example 2/8' }),
  ),
  'fail-on': oneOf(['', 'gates', 'regression', 'never'], ''),
  'min-strength': maybe(1, 64),
  resume: flag(false),
  reuse: lines(),
  'require-proof': flag(false),
  model: text(''),
  'allow-model': lines(),
  upstream: lines(),
  models: text(''),
  'key-env': text(''),
  prices: text(''),
  steering: text(''),
  backend: text(''),
  redaction: text(''),
  seed: maybe(0, 2 ** 32 - 1),
  repos: lines(),
  'github-token': text(''),
  'self-approval': flag(false),
  'check-name': text('').pipe(z.string().max(100, 'must be at most 100 characters')),
  'check-run': flag(true),
  comment: oneOf(['true', 'false', 'auto'], 'auto').transform((value) => (value === 'auto' ? value : value === 'true')),
});
export type ActionInputs = z.output<typeof actionInputsSchema>;

export const INPUT_NAMES = Object.keys(actionInputsSchema.shape) as (keyof ActionInputs)[];

/** Validates all inputs at once. Throws a UserError that names every wrong one. */
export function readInputs(input: (name: string) => string): ActionInputs {
  const read = actionInputsSchema.safeParse(Object.fromEntries(INPUT_NAMES.map((name) => [name, input(name)])));
  if (read.success) return read.data;
  const wrong = read.error.issues.map((issue) => `input "${issue.path.join('.')}": ${issue.message}`);
  throw new UserError(wrong, 'Correct the `with:` block of this step.');
}
