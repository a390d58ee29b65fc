import type { Ended } from './account.js';
import { objectsOf, textOf } from './dialects/fields.js';

/**
 * What the answers of one account left with the provider: ids by which its later requests may go on from them. Ids of others are refused, since what they
 * stand for is in no record of this account.
 */
export interface StoredAnswers {
  /** Remembers the ids of an answer. */
  add(end: Pick<Ended, 'answered'>): void;
  has(id: string): boolean;
  /** Tokens of the input and output of the exchange that made an answer; 0 = none is known. */
  tokensOf(id: string): number;
}

/** Ids that are remembered; of more, the first ones are forgotten. */
const IDS = 200_000;
const LENGTH = 200;

/** Opens the memory of one account. */
export function openStoredAnswers(): StoredAnswers {
  const tokens = new Map<string, number>();
  const remember = (id: string | undefined, used: number) => {
    if (id === undefined || id.length > LENGTH) return;
    tokens.set(id, used);
    if (tokens.size > IDS) tokens.delete(tokens.keys().next().value!);
  };
  return {
    add({ answered }) {
      if (!answered) return;
      const { usage, id, message } = answered;
      remember(id, usage === null ? 0 : usage.input_tokens + usage.output_tokens);
      if (id !== undefined) for (const item of objectsOf(message)) remember(textOf(item.id), 0);
    },
    has: (id) => tokens.has(id),
    tokensOf: (id) => tokens.get(id) ?? 0,
  };
}
