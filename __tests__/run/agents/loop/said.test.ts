import { said } from '../../../../src/run/agents/loop/said.js';

const answered = (message: object, calls: { id: string; name: string; arguments: unknown }[] = []) => ({
  model: 'm',
  finish_reason: 'stop',
  usage: null,
  message,
  calls,
  complete: true,
});

describe('An answer as it stands in the history', () => {
  it('holds no thoughts', () => {
    const { message, text } = said(answered({ role: 'assistant', content: 'hi', reasoning_content: 'hm' }), 1);
    expect([message, text]).toEqual([{ role: 'assistant', content: 'hi' }, 'hi']);
  });

  it('has an id for each call, and arguments that servers can parse', () => {
    const calls = [
      { id: '', name: 'bash', arguments: { command: 'ls' } },
      { id: 'x', name: 'bash', arguments: '{"comm' },
    ];
    const { message, calls: named } = said(answered({ role: 'assistant', content: null }, calls), 3);
    expect(message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_3_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
        { id: 'x', type: 'function', function: { name: 'bash', arguments: '{}' } },
      ],
    });
    expect(named.map(({ id }) => id)).toEqual(['call_3_1', 'x']);
  });
});
