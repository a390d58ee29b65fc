import { defaultCoordination } from '../../../src/contract/coordination.js';
import type { Mechanism } from '../../../src/contract/mechanisms.js';
import { argumentsOf } from '../../../src/run/coordination/arguments.js';
import type { Clock } from '../../../src/run/coordination/clock.js';
import { type Decided, openCoordinator } from '../../../src/run/coordination/coordinator.js';
import { type Order, type Settings, type SharedOperation, settingsOf } from '../../../src/run/coordination/decision.js';
import { emptyState, type State } from '../../../src/run/coordination/state.js';

/** Time that passes when a test says so. */
export class HandClock implements Clock {
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

export const settings = (given: Partial<Settings> & { without?: Mechanism[] } = {}): Settings => {
  const { without = [], ...rest } = given;
  return { ...settingsOf(defaultCoordination, new Set(without)), agents: ['ada', 'bob', 'cyd'], ...rest };
};

let last = 0;

/** An order with arguments as somebody writes them. */
export function order(agent: string, operation: SharedOperation, given: unknown = {}): Order {
  last += 1;
  return { agent, operation, arguments: argumentsOf[operation].parse(given), id: `op-${last}` } as Order;
}

/** What came of it, short: the result, or the code and the message. */
export function short({ answer }: Pick<Decided, 'answer'>): unknown {
  return answer.outcome === 'done' ? answer.result : `${answer.code}: ${answer.message}`;
}

/** A coordinator on a clock of the test's, with all that it wrote in order. */
export function givenCoordinator(given: Partial<Settings> & { without?: Mechanism[]; state?: State } = {}) {
  const { state = emptyState(), ...rest } = given;
  const clock = new HandClock();
  const written: Decided[] = [];
  const coordinator = openCoordinator({ settings: settings(rest), clock, state });
  const write = (decided: Decided) => written.push(decided) > 0;
  return {
    coordinator,
    clock,
    state,
    written,
    perform: (...asked: Parameters<typeof order>) => coordinator.perform(order(...asked), write),
    ask: async (...asked: Parameters<typeof order>) => short(await coordinator.perform(order(...asked), write)),
  };
}
