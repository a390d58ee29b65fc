import { geminiDialect } from '../../../../../src/gateway/dialects/gemini/gemini_dialect.js';
import { geminiFormat } from '../../../../../src/run/agents/loop/formats/gemini_format.js';
import { answered, request } from './given_formats.js';

const signed = { functionCall: { name: 'bash', args: { command: 'ls' } }, thoughtSignature: 'c2ln' };

describe('the loop agent in Gemini’s format', () => {
  it('has the model in its path', () => {
    expect(geminiFormat.path({ model: 'gemini-2.5-pro', stream: true })).toBe(
      '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    );
    expect(geminiFormat.path({ model: 'google/a b', stream: false })).toBe(
      '/v1beta/models/google/a%20b:generateContent',
    );
  });

  it('sends parts back with their signatures, streamed or not, and results by name where calls have no id', () => {
    const stream = geminiDialect.createParser();
    const pieces = [
      { parts: [{ text: 'hm', thought: true }] },
      { parts: [{ text: 'I look.' }] },
      { parts: [signed] },
      { parts: [{ text: '', thoughtSignature: 'ZW5k' }] },
    ];
    for (const [i, { parts }] of pieces.entries()) {
      const candidate = { content: { role: 'model', parts }, ...(i === 3 ? { finishReason: 'STOP' } : {}) };
      stream.feed(Buffer.from(`data: ${JSON.stringify({ candidates: [candidate] })}\n\n`));
    }
    const { said, text, calls } = geminiFormat.reply(stream.end(), 1, false);
    expect(said).toEqual(pieces.flatMap(({ parts }): object[] => parts));
    expect([text, calls]).toEqual(['I look.', [{ id: '', name: 'bash', arguments: { command: 'ls' } }]]);
    const results = [{ id: '', name: 'bash', text: 'done' }];
    expect(
      geminiFormat.body(
        request([
          { from: 'user', text: 'go' },
          { from: 'model', said },
          { from: 'tools', results },
        ]),
      ),
    ).toEqual({
      systemInstruction: { parts: [{ text: 'be quick' }] },
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        { role: 'model', parts: said },
        { role: 'user', parts: [{ functionResponse: { name: 'bash', response: { output: 'done' } } }] },
      ],
      tools: [{ functionDeclarations: [expect.objectContaining({ name: 'bash' })] }],
      generationConfig: {},
    });
  });

  it('says the id of a call where it has one', () => {
    const results = [{ id: 'x', name: 'bash', text: 'done' }];
    const { contents } = geminiFormat.body(request([{ from: 'tools', results }])) as { contents: object[] };
    expect(contents).toEqual([
      { role: 'user', parts: [{ functionResponse: { id: 'x', name: 'bash', response: { output: 'done' } } }] },
    ]);
  });

  it.each([
    ['an answer without anything', [{ text: '' }], [{ text: '(no answer)' }]],
    [
      'arguments that are no object',
      [{ functionCall: { name: 'bash', args: 'ls' } }],
      [{ functionCall: { name: 'bash', args: {} } }],
    ],
  ])('takes %s so that the provider takes it back', (_, parts, said) => {
    expect(geminiFormat.reply(answered({ role: 'model', parts }), 1, false).said).toEqual(said);
  });
});
