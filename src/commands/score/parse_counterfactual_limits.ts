import { scoringSchema } from '../../contract/contract_schema.js';
import { countSchema, durationOptionSchema } from '../../contract/input/duration_schema.js';
import { UserError } from '../../contract/input/user_error.js';
import type { CounterfactualLimits } from '../../record/verdict/attempt_result.js';

/** Counterfactual limits as the command line gives them. */
interface CounterfactualLimitsInput {
  cap_usd?: string | undefined;
  cap_tokens?: string | undefined;
  cap_wall?: string | undefined;
  weights?: string | undefined;
  lambda?: string | undefined;
}

/**
 * Parses counterfactual caps and weights; undefined = none are given.
 *
 * @throws {UserError} for an invalid cap or weight, and for weights of both scores at once
 */
export function parseCounterfactualLimits(input: CounterfactualLimitsInput): CounterfactualLimits | undefined {
  if (Object.values(input).every((value) => value === undefined)) return undefined;
  const scores = input.weights === undefined ? { graded: null, decomposed: null } : parseWeights(input.weights);
  return {
    caps: {
      usd: parsePositive('--cap-usd', input.cap_usd),
      tokens: parseQuantityOption('--cap-tokens', input.cap_tokens, countSchema()),
      wall_ms: parseQuantityOption('--cap-wall', input.cap_wall, durationOptionSchema()),
    },
    lambda: parsePositive('--lambda', input.lambda),
    ...scores,
  };
}

function parsePositive(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new UserError(`${option}: "${text}" is not a number above 0`, `For example ${option} 0.5`);
  return value;
}

function parseQuantityOption(option: string, text: string | undefined, schema: ReturnType<typeof countSchema>) {
  if (text === undefined) return null;
  const read = schema.safeParse(text);
  if (!read.success)
    throw new UserError(`${option}: "${text}" ${read.error.issues[0]?.message}`, 'See `gatebench score --help`.');
  return read.data;
}

const WEIGHT_EXAMPLES =
  'Write --weights minimal=0.5,trace=0.25,maintainability=0.25 for the graded score, or --weights ' +
  'ok=0.7,validity=0.3,violation=1 for the decomposed one.';

function parseWeights(text: string): Pick<CounterfactualLimits, 'graded' | 'decomposed'> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  const entries: Record<string, number> = {};
  for (const [name = '', value = '', ...rest] of pairs) {
    if (rest.length > 0 || !/^\d+(\.\d+)?$/.test(value.trim()) || Object.hasOwn(entries, name.trim()))
      throw new UserError(`--weights: "${text}" is not a list of names with a weight each`, WEIGHT_EXAMPLES);
    entries[name.trim()] = Number(value);
  }
  const graded = 'minimal' in entries || 'trace' in entries || 'maintainability' in entries;
  const schema = graded ? scoringSchema.shape.weights.unwrap() : scoringSchema.shape.decomposed.unwrap();
  const read = schema.safeParse(entries);
  if (!read.success) {
    const { path = [], message = '' } = read.error.issues[0] ?? {};
    throw new UserError(`--weights: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`, WEIGHT_EXAMPLES);
  }
  return graded
    ? { graded: read.data as NonNullable<CounterfactualLimits['graded']>, decomposed: null }
    : { graded: null, decomposed: read.data as NonNullable<CounterfactualLimits['decomposed']> };
}
