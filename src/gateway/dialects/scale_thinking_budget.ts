import { type JsonObject, toJsonObject, toWholeNumber } from './dialect.js';

/** Minimum thinking budget that providers accept. */
export const MIN_THINKING_TOKENS = 1024;
/** Tokens that a limit must leave for the response itself; providers refuse a limit that is not above the budget. */
const MIN_ANSWER_TOKENS = 256;

/** Computes the shortest useful output of a model that thinks. */
export const computeMinThinkingOutput = (thinking: number): number =>
  Math.min(thinking, MIN_THINKING_TOKENS) + MIN_ANSWER_TOKENS;

/**
 * Scales a thinking budget to a lower output limit. Its share of the limit stays the same, it leaves room for the
 * response, and it is not below the providers' minimum.
 *
 * @param client_limit limit of the client; null = none
 */
export function scaleThinkingBudget(budget: number, client_limit: number | null, limit: number): number {
  const share = client_limit === null || client_limit === 0 ? budget : Math.floor((limit / client_limit) * budget);
  const room = Math.min(share, limit - MIN_ANSWER_TOKENS);
  return Math.min(budget, Math.max(Math.min(budget, MIN_THINKING_TOKENS), room));
}

/**
 * Reads a budget from a field.
 *
 * @returns undefined if there is none, or the model chooses it
 */
export const readThinkingBudget = (settings: unknown, field: string): number | undefined =>
  toWholeNumber(toJsonObject(settings)[field]) || undefined;

/** Scales the budget in a field to a lower limit; settings without a budget stay as they are. */
export function limitThinkingBudget(
  settings: JsonObject,
  field: string,
  client_limit: number | null,
  limit: number,
): JsonObject {
  const budget = readThinkingBudget(settings, field);
  return budget === undefined ? settings : { ...settings, [field]: scaleThinkingBudget(budget, client_limit, limit) };
}

/** Returns true for an effort at which models think before they respond. */
export const isThinkingEffort = (effort: unknown): boolean =>
  typeof effort === 'string' && !['', 'none', 'minimal'].includes(effort);
