import fc from 'fast-check';
import type { Dialect, ParsedRequest, ParsedResponse } from '../../../src/gateway/dialects/dialect.js';
import { getDialect } from '../../../src/gateway/get_dialect.js';
import { dialectNames } from '../../../src/record/events/model_payloads.js';
import { modelUsageSchema } from '../../../src/record/models/model_usage.js';
import { cutAt, eventStream, generate, readIn } from './streams.js';

const all = dialectNames.map((name): [string, Dialect] => [name, getDialect(name)]);

/** Every field and every word that a reader looks for, so that chance puts them where they do not belong. */
const fields = [
  ...[
    'model',
    'messages',
    'stream',
    'max_tokens',
    'role',
    'content',
    'tool_calls',
    'function',
    'custom',
    'name',
    'arguments',
  ],
  ...[
    'function_call',
    'tool_call_id',
    'tools',
    'functions',
    'metadata',
    'input',
    'instructions',
    'type',
    'call_id',
    'output',
  ],
  ...[
    'item',
    'response',
    'output_index',
    'delta',
    'usage',
    'input_tokens',
    'output_tokens',
    'error',
    'message',
    'index',
  ],
  ...['content_block', 'partial_json', 'text', 'stop_reason', 'choices', 'finish_reason', 'x_groq', 'prompt_tokens'],
  ...[
    'completion_tokens',
    'contents',
    'parts',
    'functionCall',
    'functionResponse',
    'args',
    'candidates',
    'usageMetadata',
  ],
  ...[
    'promptTokenCount',
    'finishReason',
    'generationConfig',
    'system',
    'systemInstruction',
    'summary',
    'status',
    'object',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'thinking', 'citation', 'namespace', 'data', 'n'],
];
const words = [
  ...[
    'message',
    'error',
    'function_call',
    'function_call_output',
    'namespace',
    'tool_use',
    'tool_result',
    'response.completed',
  ],
  ...['message_start', 'message_delta', 'content_block_start', 'content_block_delta', 'input_json_delta', 'text_delta'],
  ...[
    'response.output_item.added',
    'response.output_item.done',
    'response.output_text.delta',
    'response',
    'assistant',
    'user',
  ],
  ...[
    '\ud800',
    '\udc00x',
    '{"a":',
    '[1]',
    '',
    '__proto__',
    'citations_delta',
    'model',
    'tool',
    'toString',
    'message_stop',
  ],
];
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom<unknown>(...words),
      fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, 7, 1e15, 2 ** 53),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.constantFrom(...fields), tie('value')), { maxLength: 8 })
      // as `JSON.parse` makes them: `__proto__` is a field like others
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** What must hold of every answer, whatever it was read from. */
function expectSound(answered: ParsedResponse): void {
  expect(() => JSON.stringify(answered)).not.toThrow();
  if (answered.usage !== null) expect(modelUsageSchema.safeParse(answered.usage).success).toBe(true);
  if (answered.usage !== null) expect(answered.disbelieved).toBeUndefined();
  for (const call of answered.calls) expect([typeof call.id, typeof call.name]).toEqual(['string', 'string']);
  for (const text of [answered.model, answered.finish_reason]) expect(text === null || text.length <= 256).toBe(true);
}

function expectReadable(asked: ReturnType<Dialect['readRequest']>): asserts asked is ParsedRequest {
  if ('unreadable' in asked) throw new Error(asked.unreadable);
}

describe.each(all)('hostile JSON in the format %s', (name, dialect) => {
  const route = generate(dialect.name, { model: 'm', stream: true });
  /** A request that is read, with something else in every place. */
  const request = (more: object) => ({ model: 'm', messages: [], contents: [], input: [], ...more });

  it('is read as a request, as an answer, and as a stream, and never throws', () => {
    fc.assert(
      fc.property(
        anything,
        fc.array(anything, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (body, events, places) => {
          const asked = dialect.readRequest(request(Object(body) as object), route);
          dialect.readRequest(body, route);
          if (!('unreadable' in asked)) {
            expect(asked.answers).toBeGreaterThanOrEqual(1);
            for (const { calls, results } of asked.messages) JSON.stringify([calls, results]);
          }
          expectSound(dialect.readWhole(body));
          const stream = eventStream(events);
          const answered = readIn(dialect, cutAt(stream, places));
          expectSound(answered);
          expect(answered).toEqual(readIn(dialect, [stream]));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('may be bytes of any kind', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .constantFrom('data: {', 'data: [DONE]\n\n', '\n\n', '[{', '}', '{"error":', '"', '\\', ']', 'event: error\n')
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), fc.array(fc.nat(), { maxLength: 6 }), (pieces, places) => {
        const stream = Buffer.concat(pieces);
        const answered = readIn(dialect, cutAt(stream, places));
        expectSound(answered);
        expect(answered).toEqual(readIn(dialect, [stream]));
      }),
      { numRuns: 150 },
    );
  });

  it('that nests too deep is no request, and no part of an answer', () => {
    const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(dialect.readRequest(request({ temperature: deep(50_000) }), route)).toEqual({
      unreadable: 'the body nests too deep',
    });
    expectReadable(dialect.readRequest(request({ temperature: deep(199) }), route));
    expect(dialect.readWhole({ error: { message: 'x' }, deep: deep(50_000) })).toMatchObject({ passed_over: 1 });
    const stream = Buffer.from(`data: ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}\n\n`);
    expect(readIn(dialect, [stream])).toMatchObject({ passed_over: 1, complete: false });
  });

  it('leaves no trace on the objects of everybody', () => {
    const body = JSON.parse(
      `{"__proto__":{"stream":true,"polluted":1},"temperature":{"__proto__":{"polluted":1}},"model":"m","messages":[{"__proto__":{"role":"system"}}],"contents":[],"input":[]}`,
    );
    const asked = dialect.readRequest(body, generate(dialect.name));
    expectReadable(asked);
    expect(asked).toMatchObject({ model: 'm', stream: false });
    expect(Object.getPrototypeOf(asked.parameters)).toBe(Object.prototype);
    const answered = dialect.readWhole(
      JSON.parse('{"__proto__":{"polluted":1},"usage":{"__proto__":{"input_tokens":1}}}'),
    );
    expect(answered).toMatchObject({ usage: null, message: null });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('leaves out no field, however many and large', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, at]));
    const given = { logit_bias: 'x'.repeat(50_000), ...many };
    const asked = dialect.readRequest(request(given), route);
    expectReadable(asked);
    expect(asked.parameters).toMatchObject(given);
  });

  it(`reads 10,000 calls of tools: ${name}`, () => {
    const events = tenThousandCalls[dialect.name];
    const { calls } = readIn(dialect, [eventStream(events)]);
    expect(calls.length).toBe(10_000);
    expect(calls.at(-1)).toEqual({ id: 'c9999', name: 'f', arguments: { at: 9999 } });
  });
});

const ten_thousand = Array.from({ length: 10_000 }, (_, at) => at);
const tenThousandCalls: Record<Dialect['name'], unknown[]> = {
  chat: ten_thousand.map((index) => {
    const call = { index, id: `c${index}`, type: 'function', function: { name: 'f', arguments: `{"at":${index}}` } };
    return { choices: [{ index: 0, delta: { tool_calls: [call] } }] };
  }),
  responses: ten_thousand.map((output_index) => {
    const item = { type: 'function_call', call_id: `c${output_index}`, name: 'f', arguments: `{"at":${output_index}}` };
    return { type: 'response.output_item.done', output_index, item };
  }),
  messages: ten_thousand.flatMap((index) => {
    const content_block = { type: 'tool_use', id: `c${index}`, name: 'f', input: {} };
    const delta = { type: 'input_json_delta', partial_json: `{"at":${index}}` };
    return [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
    ];
  }),
  gemini: ten_thousand.map((at) => ({
    candidates: [{ content: { parts: [{ functionCall: { id: `c${at}`, name: 'f', args: { at } } }] } }],
  })),
};
