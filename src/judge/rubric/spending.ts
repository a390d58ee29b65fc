import { type Event, eventsOf } from '../../record/events.js';

/** What an attempt's agent has used of one cap, event by event. */
export interface Spending {
  seq: number;
  t: number;
  spent: number;
}

const AGENT_STAGES: readonly (string | null)[] = ['inspect', 'write', 'test'];

/** Tokens or dollars of requests to models after each of them, and the first whose price is unknown. */
export function modelSpending(
  events: readonly Event[],
  cap: 'usd' | 'tokens',
): { steps: Spending[]; unpriced: number | undefined } {
  const steps: Spending[] = [];
  let spent = 0;
  let unpriced: number | undefined;
  for (const { seq, t, payload } of eventsOf(events, 'cost')) {
    const { action_type, unit, quantity, cost_usd } = payload;
    if (action_type !== 'llm_request') continue;
    if (cap === 'usd' && cost_usd === null && unit !== 'usd') unpriced ??= seq;
    spent += cap === 'tokens' ? (unit === 'token' ? quantity : 0) : (cost_usd ?? (unit === 'usd' ? quantity : 0));
    steps.push({ seq, t, spent });
  }
  return { steps, unpriced };
}

/** Milliseconds that the agent's stages have taken at each event in them. What a person took to answer is not the agent's time. */
export function wallSpending(events: readonly Event[]): Spending[] {
  const steps: Spending[] = [];
  const asked = new Set<string>();
  let [before, spent, running] = [0, 0, false];
  for (const event of events) {
    const { seq, t, type, payload } = event;
    if (running && asked.size === 0) spent += (t - before) / 1e6;
    before = t;
    if (running) steps.push({ seq, t, spent });
    if (type === 'escalation') {
      if (payload.decision === 'pending') asked.add(payload.id);
      else asked.delete(payload.id);
    }
    if (type === 'stage_changed') running = AGENT_STAGES.includes(payload.to);
  }
  return steps;
}
