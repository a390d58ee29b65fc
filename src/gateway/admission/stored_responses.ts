import type { ExchangeOutcome } from '../accounts/run_account.js';
import { toJsonObjects, toNonEmptyText } from '../dialects/dialect.js';

/**
 * Ids of the responses that the provider stored for one account. Later requests of the account may continue from them.
 * Other ids are rejected, since no record of this account holds their content.
 */
export interface StoredResponses {
  /** Remembers the ids of a response. */
  add(end: Pick<ExchangeOutcome, 'answered'>): void;
  has(id: string): boolean;
  /** Returns the tokens of the exchange that produced a response; 0 if unknown. */
  getTokens(id: string): number;
}

/** Maximum number of ids; the oldest are dropped. */
const IDS = 200_000;
const LENGTH = 200;

/** Creates an empty memory for one account. */
export function createStoredResponses(): StoredResponses {
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
      if (id !== undefined) for (const item of toJsonObjects(message)) remember(toNonEmptyText(item.id), 0);
    },
    has: (id) => tokens.has(id),
    getTokens: (id) => tokens.get(id) ?? 0,
  };
}
