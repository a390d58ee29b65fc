import { defaultBreakers } from '../../../../contract/policy/policy.js';
import { createCallCounter } from '../../../../record/events/select_events.js';
import { type Breaker, createCallReducer, createEventReducer, pluralizeCount } from '../base/breaker.js';

/**
 * Trips at the first call beyond `budget.tool_calls` (requirement R8). The call is recorded, but the harness does not
 * make it.
 */
export const toolCallCapBreaker: Breaker = {
  code: 'tool-call-cap',
  watch({ budget: { tool_calls: limit } }) {
    if (limit === undefined) return undefined;
    const count = createCallCounter();
    return {
      refuses: () => (count.calls >= limit ? `the budget of ${limit} tool calls is used up` : undefined),
      see(event) {
        if (!count.add(event) || count.calls <= limit) return undefined;
        const { calls } = count;
        return {
          code: 'tool-call-cap',
          severity: 'warning',
          message: `the agent asked for more than ${limit} tool calls`,
          signals: { calls, limit },
          action: 'kill',
          stop: { kind: 'resource', cap: 'tool_calls' },
        };
      },
    };
  },
};

/**
 * Trips when dependencies were installed or resolved `breakers.dependency_resolutions` times. All ecosystems count,
 * with or without changes of their files. Installers that another tool starts are part of one resolution.
 */
export const dependencyCapBreaker: Breaker = {
  code: 'dependency-cap',
  watch({ policy }) {
    const limit = policy.breakers.dependency_resolutions ?? defaultBreakers.dependency_resolutions;
    if (limit === 0) return undefined;
    let resolutions = 0;
    return createCallReducer((call) => {
      const ecosystems = call.executed ? call.installs() : [];
      resolutions += ecosystems.length;
      if (ecosystems.length === 0 || resolutions < limit) return undefined;
      return {
        code: 'dependency-cap',
        severity: 'warning',
        message:
          `dependencies were installed or resolved ${pluralizeCount(resolutions, 'time')}, the limit is ` + `${limit}`,
        signals: { resolutions, limit, call: call.seq, ecosystem: ecosystems.at(-1) },
        action: 'kill',
        stop: { kind: 'resource', cap: 'dependency_resolutions' },
      };
    });
  },
};

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
