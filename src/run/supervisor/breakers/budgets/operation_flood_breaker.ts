import { type Breaker, createEventReducer } from '../breaker.js';

/**
 * Maximum number of recorded operations of one attempt, and of their characters. All of them are also held in memory.
 */
const MAX_OPERATIONS = 20_000;
const MAX_CHARACTERS = 128 * 2 ** 20;

/**
 * Trips at the first coordination operation beyond the capacity of a record. Refused operations count too: they are
 * recorded, and no limit of a profile prevents them.
 */
export const operationFloodBreaker: Breaker = {
  code: 'operation-flood',
  watch() {
    let [operations, characters] = [0, 0];
    return createEventReducer((event) => {
      if (event.type !== 'coordination') return undefined;
      operations += 1;
      characters += JSON.stringify(event.payload).length;
      if (operations <= MAX_OPERATIONS && characters <= MAX_CHARACTERS) return undefined;
      return {
        code: 'operation-flood',
        severity: 'warning',
        message: `the agent asked the coordination layer for ${operations} operations, more than a record has room for`,
        signals: { operations, characters },
        action: 'kill',
        stop: { kind: 'resource', cap: 'operations' },
      };
    });
  },
};
