import { type Breaker, sensor } from './breaker.js';

/** Operations of one attempt, and characters of what the record says of them. All of it is held in memory as well. */
const MOST_OPERATIONS = 20_000;
const MOST_CHARACTERS = 128 * 2 ** 20;

/**
 * Trips at the first operation of the coordination layer beyond what a record has room for. Refused ones count: they are recorded like all
 * others, and no limit of a profile keeps an agent from asking.
 */
export const operationFlood: Breaker = {
  code: 'operation-flood',
  watch() {
    let [operations, characters] = [0, 0];
    return sensor((event) => {
      if (event.type !== 'coordination') return undefined;
      operations += 1;
      characters += JSON.stringify(event.payload).length;
      if (operations <= MOST_OPERATIONS && characters <= MOST_CHARACTERS) return undefined;
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
