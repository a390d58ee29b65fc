import type { LoopMessage } from '../../../../../src/run/agents/loop/formats/loop_format.js';
import { messagesFormat } from '../../../../../src/run/agents/loop/formats/messages_format.js';
import { answered, request } from './given_formats.js';

const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const use = (id: string, input: unknown = { command: 'ls' }) => ({ type: 'tool_use', id, name: 'bash', input });
const bodyOf = (history: LoopMessage[]) =>
  messagesFormat.body(request(history)) as { messages: { role: string; content: object[] }[] };
const MARK = { cache_control: { type: 'ephemeral' } };

describe('the loop agent in Anthropic’s messages', () => {
  it('sets the limit that the format demands, and marks the system prompt and the last message for the cache', () => {
    const { said } = messagesFormat.reply(
      answered({ role: 'assistant', content: [thought, use('a'), use('b')] }),
      1,
      false,
    );
    const results = ['a', 'b'].map((id) => ({ id, name: 'bash', text: `done ${id}` }));
    const history: LoopMessage[] = [
      { from: 'user', text: 'go' },
      { from: 'model', said },
      { from: 'tools', results },
    ];
    expect(bodyOf(history)).toEqual({
      model: 'm',
      max_tokens: 8192,
      system: [{ type: 'text', text: 'be quick', ...MARK }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'go' }] },
        { role: 'assistant', content: [thought, use('a'), use('b')] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'done a' },
            { type: 'tool_result', tool_use_id: 'b', content: 'done b', ...MARK },
          ],
        },
      ],
      tools: [
        { name: 'bash', description: expect.any(String), input_schema: expect.objectContaining({ type: 'object' }) },
      ],
      stream: true,
    });
  });

  it('moves the mark along: what was sent before is the same but for it', () => {
    const history: LoopMessage[] = [{ from: 'user', text: 'go' }];
    const first = bodyOf(history).messages[0]!.content[0];
    const later = bodyOf([...history, { from: 'model', said: [use('a')] }, { from: 'user', text: 'on' }]).messages;
    expect(first).toEqual({ ...later[0]!.content[0], ...MARK });
    expect(JSON.stringify(later).split('cache_control')).toHaveLength(2);
  });

  it.each([
    ['an answer without anything', [], [{ type: 'text', text: '(no answer)' }], ''],
    ['an empty text', [{ type: 'text', text: ' \n' }, use('a')], [use('a')], ' \n'],
    ['a call without an id', [use('')], [use('call_4_1')], ''],
    ['arguments that are no object', [use('a', '{"comm')], [use('a', {})], ''],
    [
      'a tool of the provider',
      [{ ...use('s'), type: 'server_tool_use' }, use('a')],
      [{ ...use('s'), type: 'server_tool_use' }, use('a')],
      '',
    ],
  ])('takes %s so that the provider takes it back', (_, content, said, text) => {
    const reply = messagesFormat.reply(answered({ role: 'assistant', content }), 4, false);
    expect([reply.said, reply.text]).toEqual([said, text]);
    expect(reply.calls.map(({ id }) => id)).toEqual(
      (said as { type: string; id?: string }[]).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : [])),
    );
  });
});
