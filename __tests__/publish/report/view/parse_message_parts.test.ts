import { parseMessageParts } from '../../../../src/publish/report/view/parse_message_parts.js';

describe('a message is the same parts in every wire format', () => {
  const call = { kind: 'call', name: 'bash', text: 'ls' };
  const cases: [format: string, message: unknown, parts: unknown[]][] = [
    [
      "Anthropic's answer: thinking, text, call",
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'ls' } },
        ],
      },
      [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'I look.' },
        { ...call, call_id: 'c1' },
      ],
    ],
    [
      "Anthropic's result that failed",
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c1', is_error: true, content: [{ type: 'text', text: 'no' }] }],
      },
      [{ kind: 'result', text: 'no', call_id: 'c1', failed: true }],
    ],
    [
      "OpenAI's chat: reasoning, text, call",
      {
        role: 'assistant',
        content: 'I look.',
        reasoning_content: 'Hm.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      },
      [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'I look.' },
        { ...call, call_id: 'c1' },
      ],
    ],
    [
      "OpenAI's chat: result",
      { role: 'tool', tool_call_id: 'c1', content: 'a.js' },
      [{ kind: 'result', text: 'a.js', call_id: 'c1' }],
    ],
    [
      'the responses API: items of an answer',
      [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'bash', arguments: '{"command":"ls"}' },
      ],
      [
        { kind: 'thinking', text: 'Hm.' },
        { kind: 'text', text: 'I look.' },
        { ...call, call_id: 'c1' },
      ],
    ],
    [
      'the responses API: result',
      { type: 'function_call_output', call_id: 'c1', output: 'a.js' },
      [{ kind: 'result', text: 'a.js', call_id: 'c1' }],
    ],
    [
      'Gemini: thought, text, call',
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true },
          { text: 'I look.' },
          { functionCall: { name: 'bash', args: { command: 'ls' } } },
        ],
      },
      [{ kind: 'thinking', text: 'Hm.' }, { kind: 'text', text: 'I look.' }, call],
    ],
    [
      'Gemini: result',
      { role: 'user', parts: [{ functionResponse: { name: 'bash', response: { output: 'a.js' } } }] },
      [{ kind: 'result', name: 'bash', text: '{\n "output": "a.js"\n}' }],
    ],
    ['a system prompt that is a text alone', 'Be brief.', [{ kind: 'text', text: 'Be brief.' }]],
    [
      'a picture',
      { role: 'user', content: [{ type: 'image' }] },
      [{ kind: 'other', name: 'image', text: '{\n "type": "image"\n}' }],
    ],
  ];

  it.each(cases)('%s', (_format, message, parts) => {
    expect(parseMessageParts(JSON.stringify(message))).toEqual(parts);
  });

  it('keeps text that is cut off or no JSON', () => {
    expect(parseMessageParts('{"role":"assis')).toEqual([{ kind: 'text', text: '{"role":"assis' }]);
  });

  it('shows several arguments of a call by name', () => {
    const message = { type: 'tool_use', name: 'edit', input: { path: 'a.js', text: 'one\ntwo', all: true } };
    expect(parseMessageParts(JSON.stringify(message))[0]?.text).toBe('path: a.js\ntext:\none\ntwo\nall: true');
  });
});
