import { createBreakerSet } from '../../../src/run/supervisor/breakers/create_breaker_set.js';
import { call, type Given, givenLog, sample, thresholds, times, trips } from './given_events.js';

const RESULT = { role: 'tool', sha256: 'a'.repeat(64), bytes: 2, text: '""' } as const;

/** A call as the traffic with a model shows it. */
const asked = (given: unknown, seen = true, tool = 'bash'): Given<'tool_invocation'> => ({
  type: 'tool_invocation',
  payload: {
    tool,
    arguments: given,
    summary: '',
    asked: { conversation: 1, exchange: 1, call_id: 'c', result: seen ? RESULT : null },
  },
});

describe('calls that only the traffic with a model shows', () => {
  it('count for the cap on calls; a call that shows twice is one', () => {
    const budget = { tool_calls: 3 };
    const agent = call({ run: 'claude -p task' });
    expect(trips([agent, ...times(3, () => asked({ command: 'ls' }))], { budget })).toEqual([]);
    expect(trips([agent, ...times(4, () => asked({ command: 'ls' }))], { budget })).toEqual(['tool-call-cap@4']);
    const both = times(3, () => [call(), asked({ command: 'true' })]).flat();
    expect(trips(both, { budget })).toEqual([]);
    expect(trips([...both, call()], { budget })).toEqual(['tool-call-cap@6']);
  });

  it('leave a call through us its place in the budget until both together are more', () => {
    const panel = createBreakerSet(thresholds({ budget: { tool_calls: 2 } }));
    const next = { tool: 'command', arguments: { command: 'ls' } };
    const seen = givenLog([asked({}), asked({})]);
    for (const event of seen.slice(0, 1)) panel.see(event);
    expect(panel.refuses(next)).toBeUndefined();
    for (const event of seen.slice(1)) panel.see(event);
    expect(panel.refuses(next)).toBe('the budget of 2 tool calls is used up');
  });

  it('are nothing that depends on the state of the workspace, and do not hide what does', () => {
    const policy = { breakers: { identical_calls: 3, no_progress: 3, reinstalls: 2, calls_per_minute: 3 } };
    const same = times(20, () => asked({ command: 'npm ci' }));
    expect(trips(same, { policy })).toEqual([]);
    const tree = 'b'.repeat(40);
    const between = times(3, () => [call({ tree, s: undefined }), asked({ command: 'ls' })]).flat();
    const quiet = { breakers: { identical_calls: 3, no_progress: 0, calls_per_minute: 0 } };
    expect(trips([sample({ tree }), ...between], { policy: quiet })).toEqual(['identical-calls@5']);
  });
});
