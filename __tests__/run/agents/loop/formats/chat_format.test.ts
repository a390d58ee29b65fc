import { chatFormat } from '../../../../../src/run/agents/loop/formats/chat_format.js';
import { answered, request } from './given_formats.js';

describe('the loop agent in chat completions', () => {
  it('holds thoughts only where they are to go back', () => {
    const thought = { role: 'assistant', content: 'hi', reasoning_content: 'hm' };
    expect(chatFormat.reply(answered(thought), 1, false)).toMatchObject({
      said: { role: 'assistant', content: 'hi' },
      text: 'hi',
    });
    expect(chatFormat.reply(answered(thought), 1, false).said).not.toHaveProperty('reasoning_content');
    expect(chatFormat.reply(answered(thought), 1, true).said).toEqual(thought);
  });

  it('has an id for each call, and arguments that servers can parse', () => {
    const asked = [
      { id: '', name: 'bash', arguments: { command: 'ls' } },
      { id: 'x', name: 'bash', arguments: '{"comm' },
    ];
    const { said, calls } = chatFormat.reply(answered({ role: 'assistant', content: null }, asked), 3, false);
    expect(said).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_3_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
        { id: 'x', type: 'function', function: { name: 'bash', arguments: '{}' } },
      ],
    });
    expect(calls.map(({ id }) => id)).toEqual(['call_3_1', 'x']);
  });

  it('brings a message for each result, and asks a stream for its usage', () => {
    const results = ['a', 'b'].map((id) => ({ id, name: 'bash', text: `done ${id}` }));
    expect(chatFormat.body(request([{ from: 'tools', results }], { tools: [], max_tokens: 9 }))).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'be quick' },
        { role: 'tool', tool_call_id: 'a', content: 'done a' },
        { role: 'tool', tool_call_id: 'b', content: 'done b' },
      ],
      max_tokens: 9,
      stream: true,
      stream_options: { include_usage: true },
    });
  });
});
