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
  it('holds thoughts only where they are to go back', () => {
    const thought = { role: 'assistant', content: 'hi', reasoning_content: 'hm' };
    expect(said(answered(thought), 1)).toMatchObject({ message: { role: 'assistant', content: 'hi' }, text: 'hi' });
    expect(said(answered(thought), 1).message).not.toHaveProperty('reasoning_content');
    expect(said(answered(thought), 1, true).message).toEqual(thought);
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
