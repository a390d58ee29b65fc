import { defaultCoordination } from '../../../src/contract/coordination/coordination.js';
import type { Mechanism } from '../../../src/contract/coordination/mechanism.js';
import { operationArgumentSchemas } from '../../../src/run/coordination/operations/operation_arguments.js';
import type { CoordinationClock } from '../../../src/run/coordination/state/coordination_clock.js';
import { type DecisionWriter, openCoordinator } from '../../../src/run/coordination/state/coordinator.js';
import {
  type CoordinationSettings,
  createCoordinationSettings,
  type SharedOperationCall,
} from '../../../src/run/coordination/state/reducer_result.js';
import { createSharedState, type SharedState } from '../../../src/run/coordination/state/shared_state.js';

/** Time that passes when a test says so. */
export class HandClock implements CoordinationClock {
  private at_ms = 0;
  private readonly due = new Set<{ at_ms: number; call: () => void }>();

  now_ms = () => this.at_ms;

  after(ms: number, call: () => void): () => void {
    const one = { at_ms: this.at_ms + ms, call };
    this.due.add(one);
    return () => void this.due.delete(one);
  }

  /** Timers fire in order, each at its time. */
  pass(ms: number): void {
    const end_ms = this.at_ms + ms;
    for (;;) {
      const [next] = [...this.due].filter(({ at_ms }) => at_ms <= end_ms).sort((a, b) => a.at_ms - b.at_ms);
      if (!next) break;
      this.due.delete(next);
      this.at_ms = Math.max(this.at_ms, next.at_ms);
      next.call();
    }
    this.at_ms = end_ms;
  }

  get timers(): number {
    return this.due.size;
  }
}

export const settings = (
  given: Partial<CoordinationSettings> & { without?: Mechanism[] } = {},
): CoordinationSettings => {
  const { without = [], ...rest } = given;
  return {
    ...createCoordinationSettings(defaultCoordination, new Set(without)),
    agents: ['ada', 'bob', 'cyd'],
    ...rest,
  };
};

let last = 0;

/** An order with arguments as somebody writes them. */
export function order(
  agent: string,
  operation: SharedOperationCall['operation'],
  given: unknown = {},
): SharedOperationCall {
  last += 1;
  return {
    agent,
    operation,
    arguments: operationArgumentSchemas[operation].parse(given),
    id: `op-${last}`,
  } as SharedOperationCall;
}

/** What came of it, short: the result, or the code and the message. */
export function short({ answer }: Pick<Parameters<DecisionWriter>[0], 'answer'>): unknown {
  return answer.outcome === 'done' ? answer.result : `${answer.code}: ${answer.message}`;
}

/** A coordinator on a clock of the test's, with all that it wrote in order. */
export function givenCoordinator(
  given: Partial<CoordinationSettings> & { without?: Mechanism[]; state?: SharedState } = {},
) {
  const { state = createSharedState(), ...rest } = given;
  const clock = new HandClock();
  const written: Parameters<DecisionWriter>[0][] = [];
  const coordinator = openCoordinator({ settings: settings(rest), clock, state });
  const write = (decided: Parameters<DecisionWriter>[0]) => written.push(decided) > 0;
  return {
    coordinator,
    clock,
    state,
    written,
    perform: (...asked: Parameters<typeof order>) => coordinator.perform(order(...asked), write),
    ask: async (...asked: Parameters<typeof order>) => short(await coordinator.perform(order(...asked), write)),
  };
}
