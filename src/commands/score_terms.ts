import { scoringSchema } from '../contract/schema.js';
import { count, duration } from '../contract/units.js';
import { UserError } from '../contract/user_error.js';
import type { Terms } from '../record/counterfactual.js';

/** Other terms as the command line gives them. */
export interface TermsInput {
  capUsd?: string | undefined;
  capTokens?: string | undefined;
  capWall?: string | undefined;
  weights?: string | undefined;
  lambda?: string | undefined;
}

/**
 * The terms that are meant; undefined = none are named, and records are scored as they are.
 *
 * @throws {UserError} for what is no cap, no weight, or weights of both scores at once
 */
export function termsOf(input: TermsInput): Terms | undefined {
  if (Object.values(input).every((value) => value === undefined)) return undefined;
  const { weights } = input;
  return {
    caps: {
      usd: input.capUsd === undefined ? null : positive('--cap-usd', input.capUsd),
      tokens: input.capTokens === undefined ? null : quantity('--cap-tokens', input.capTokens, count()),
      wall_ms: input.capWall === undefined ? null : quantity('--cap-wall', input.capWall, duration()),
    },
    lambda: input.lambda === undefined ? null : positive('--lambda', input.lambda),
    ...(weights === undefined ? { graded: null, decomposed: null } : weightsOf(weights)),
  };
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new UserError(`${option}: "${text}" is not a number above 0`, `For example ${option} 0.5`);
  return value;
}

function quantity(option: string, text: string, schema: ReturnType<typeof count>): number {
  const read = schema.safeParse(text);
  if (!read.success)
    throw new UserError(`${option}: "${text}" ${read.error.issues[0]!.message}`, 'See `gatebench score --help`.');
  return read.data;
}

const EXAMPLES =
  'Write --weights minimal=0.5,trace=0.25,maintainability=0.25 for the graded score, or --weights ok=0.7,validity=0.3,violation=1 for the decomposed one.';

function weightsOf(text: string): Pick<Terms, 'graded' | 'decomposed'> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  const named: Record<string, number> = {};
  for (const [name = '', value = '', ...rest] of pairs) {
    if (rest.length > 0 || !/^\d+(\.\d+)?$/.test(value.trim()) || Object.hasOwn(named, name.trim()))
      throw new UserError(`--weights: "${text}" is not a list of names with a weight each`, EXAMPLES);
    named[name.trim()] = Number(value);
  }
  const graded = 'minimal' in named || 'trace' in named || 'maintainability' in named;
  const schema = graded ? scoringSchema.shape.weights.unwrap() : scoringSchema.shape.decomposed.unwrap();
  const read = schema.safeParse(named);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw new UserError(`--weights: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`, EXAMPLES);
  }
  return graded
    ? { graded: read.data as NonNullable<Terms['graded']>, decomposed: null }
    : { graded: null, decomposed: read.data as NonNullable<Terms['decomposed']> };
}
