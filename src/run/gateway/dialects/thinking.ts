import type { JsonObject } from './dialect.js';
import { objectOf, wholeOf } from './fields.js';

/** The least budget for thinking that providers take. */
export const LEAST_THINKING = 1024;
/** What must be left of a limit for the answer itself; a limit that is no higher than the budget is refused by providers. */
const LEAST_ANSWER = 256;

/** The shortest answer that is worth asking for of a model that is to think. */
export const leastWith = (thinking: number): number => Math.min(thinking, LEAST_THINKING) + LEAST_ANSWER;

/**
 * The budget for thinking under a lower limit on the output: its share of the limit stays the same, it leaves room for the answer, and is
 * no less than providers take.
 *
 * @param asked the limit that the client set; null = none
 */
export function thinkingWithin(budget: number, asked: number | null, limit: number): number {
  const share = asked === null || asked === 0 ? budget : Math.floor((limit / asked) * budget);
  const room = Math.min(share, limit - LEAST_ANSWER);
  return Math.min(budget, Math.max(Math.min(budget, LEAST_THINKING), room));
}

/** A budget in a field; undefined = none, or one that the model chooses by itself. */
export const budgetIn = (settings: unknown, field: string): number | undefined =>
  wholeOf(objectOf(settings)[field]) || undefined;

/** Settings with the budget in a field as it is under a lower limit; those without one stay as they are. */
export function withinLimit(settings: JsonObject, field: string, asked: number | null, limit: number): JsonObject {
  const budget = budgetIn(settings, field);
  return budget === undefined ? settings : { ...settings, [field]: thinkingWithin(budget, asked, limit) };
}

/** Whether an effort is asked for with which models think before they answer. */
export const thinksHard = (effort: unknown): boolean =>
  typeof effort === 'string' && !['', 'none', 'minimal'].includes(effort);
