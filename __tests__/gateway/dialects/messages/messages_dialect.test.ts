import { messagesDialect } from '../../../../src/gateway/dialects/messages/messages_dialect.js';
import { eventStream, generate, readEveryCut, readIn } from '../streams.js';

const route = generate('messages');

const start = (usage: object) => ({
  type: 'message_start',
  message: {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});
const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, more: object) => ({ type: 'content_block_delta', index, delta: more });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const end = (stop_reason: string, usage: unknown) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const firstUsage = {
  input_tokens: 25,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 1000,
  output_tokens: 1,
};
const told = (...events: object[]) => eventStream(events, { named: true });

describe('a request to messages', () => {
  it('is read whole: blocks of the system, calls, results, the session of Claude Code', () => {
    const system = [
      { type: 'text', text: 'You are an agent.' },
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ];
    const history = [
      { role: 'user', content: 'Fix it.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
          { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } },
          { type: 'mcp_tool_use', id: 'mcptoolu_1', server_name: 'coord', name: 'acquire_lock', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: [{ type: 'text', text: 'ok' }] },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'a.ts', is_error: false },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ];
    const body = {
      model: 'claude-sonnet-4-5',
      max_tokens: 32000,
      stream: true,
      system,
      messages: history,
      tools: [
        { name: 'Bash', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
      tool_choice: { type: 'auto' },
      thinking: { type: 'enabled', budget_tokens: 10000 },
      temperature: 1,
      metadata: { user_id: 'user_0f_account__session_7b2e-11' },
    };
    expect(messagesDialect.readRequest(body, route)).toEqual({
      model: 'claude-sonnet-4-5',
      stream: true,
      max_tokens: 32000,
      answers: 1,
      thinking: 10000,
      parameters: {
        metadata: { user_id: 'user_0f_account__session_7b2e-11' },
        tool_choice: { type: 'auto' },
        thinking: { type: 'enabled', budget_tokens: 10000 },
        temperature: 1,
      },
      messages: [
        { role: 'system', value: system[0], calls: [], results: [] },
        { role: 'system', value: system[1], likeness: { type: 'text', text: 'Be brief.' }, calls: [], results: [] },
        { role: 'user', value: history[0], calls: [], results: [] },
        {
          role: 'assistant',
          value: history[1],
          calls: [
            { id: 'toolu_1', name: 'Bash', arguments: { command: 'ls' } },
            { id: 'mcptoolu_1', name: 'coord.acquire_lock', arguments: {} },
          ],
          results: [{ id: 'mcptoolu_1', value: [{ type: 'text', text: 'ok' }] }],
        },
        { role: 'tool', value: history[2], calls: [], results: [{ id: 'toolu_1', value: 'a.ts' }] },
      ],
      tools: [
        { name: 'Bash', value: body.tools[0] },
        { name: 'web_search', value: body.tools[1] },
      ],
      session: '7b2e-11',
    });
  });

  it('may have its system as a text, its session as JSON, and ask for a count only', () => {
    const body = {
      model: 'm',
      system: 'Be brief.',
      messages: [],
      stream: true,
      max_tokens: 5,
      metadata: { user_id: '{"session_id":"s"}' },
    };
    expect(messagesDialect.readRequest(body, { dialect: 'messages', operation: 'count-tokens' })).toMatchObject({
      stream: false,
      max_tokens: null,
      messages: [{ role: 'system', value: 'Be brief.' }],
      session: 's',
    });
    expect(messagesDialect.readRequest({ model: 'm', messages: [], metadata: { user_id: 'me' } }, route)).toMatchObject(
      {
        session: undefined,
      },
    );
  });

  it.each([
    ['no object', 'x', 'the body is not a JSON object'],
    ['no model', { messages: [] }, 'model is missing'],
    ['no messages', { model: 'm', messages: {} }, 'messages is not a list'],
  ])('is unreadable with %s', (_what, body, unreadable) => {
    expect(messagesDialect.readRequest(body, route)).toEqual({ unreadable });
  });

  it('gets another limit, and tells its usage unasked', () => {
    expect(messagesDialect.withMaxTokens({ model: 'm' }, 7)).toEqual({ model: 'm', max_tokens: 7 });
    expect(messagesDialect.withUsage({ stream: true })).toBeUndefined();
  });
});

describe('an answer of messages', () => {
  const stream = told(
    start(firstUsage),
    block(0, { type: 'thinking', thinking: '', signature: '' }),
    { type: 'ping' },
    delta(0, { type: 'thinking_delta', thinking: 'Erst schauen' }),
    delta(0, { type: 'thinking_delta', thinking: ' … 🐱' }),
    delta(0, { type: 'signature_delta', signature: 'RXJzdA==' }),
    stop(0),
    block(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: 'Ich prüfe' }),
    delta(1, { type: 'text_delta', text: ' das.' }),
    stop(1),
    block(2, { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '' }),
    delta(2, { type: 'input_json_delta', partial_json: '{"command": "ls ' }),
    delta(2, { type: 'input_json_delta', partial_json: 'ä"}' }),
    stop(2),
    block(3, { type: 'tool_use', id: 'toolu_2', name: 'Read', input: {} }),
    stop(3),
    ...end('tool_use', { output_tokens: 89 }),
  );
  const content = [
    { type: 'thinking', thinking: 'Erst schauen … 🐱', signature: 'RXJzdA==' },
    { type: 'text', text: 'Ich prüfe das.' },
    { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls ä' } },
    { type: 'tool_use', id: 'toolu_2', name: 'Read', input: {} },
  ];
  const calls = [
    { id: 'toolu_1', name: 'Bash', arguments: { command: 'ls ä' } },
    { id: 'toolu_2', name: 'Read', arguments: {} },
  ];

  it('in a stream is put together, wherever it is cut', () => {
    expect(readEveryCut(messagesDialect, stream)).toEqual({
      model: 'claude-sonnet-4-5-20250929',
      finish_reason: 'tool_use',
      usage: {
        input_tokens: 1125,
        cached_input_tokens: 1000,
        cache_write_tokens: 100,
        output_tokens: 89,
        reasoning_tokens: 0,
        source: 'reported',
      },
      message: { role: 'assistant', content },
      calls,
      complete: true,
      error: undefined,
      output_bytes: Buffer.byteLength('Erst schauen … 🐱RXJzdA==Ich prüfe das.{"command": "ls ä"}'),
    });
  });

  it('in one document is read as it is', () => {
    const document = {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model: 'claude-haiku-4-5',
      content,
      stop_reason: 'tool_use',
      usage: { input_tokens: 10, output_tokens: 50, output_tokens_details: { thinking_tokens: 30 } },
    };
    const answered = {
      model: 'claude-haiku-4-5',
      finish_reason: 'tool_use',
      usage: {
        input_tokens: 10,
        cached_input_tokens: 0,
        cache_write_tokens: 0,
        output_tokens: 50,
        reasoning_tokens: 30,
        source: 'reported',
      },
      message: { role: 'assistant', content },
      calls,
      complete: true,
      error: undefined,
    };
    expect(messagesDialect.readWhole(document)).toEqual(answered);
    expect(readIn(messagesDialect, [Buffer.from(JSON.stringify(document))])).toMatchObject(answered);
  });

  it('that is cut has no usage: the count at its beginning is not that of its end', () => {
    const cut = told(
      start(firstUsage),
      block(0, { type: 'tool_use', id: 't', name: 'Bash', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '{"comm' }),
    );
    expect(readEveryCut(messagesDialect, cut)).toMatchObject({
      complete: false,
      usage: null,
      message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: '{"comm' }] },
      calls: [{ id: 't', name: 'Bash', arguments: '{"comm' }],
    });
  });

  it('tells the error that comes in a stream, or instead of it', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    expect(readIn(messagesDialect, [told(start(firstUsage), error)])).toMatchObject({
      complete: false,
      error: 'overloaded_error: Overloaded',
    });
    expect(messagesDialect.readWhole(error)).toMatchObject({ error: 'overloaded_error: Overloaded', message: null });
  });

  it('keeps citations, and counts of tokens cost nothing', () => {
    const citation = { type: 'char_location', cited_text: 'x', start_char_index: 0 };
    const cited = told(
      start(firstUsage),
      block(0, { type: 'text', text: '' }),
      delta(0, { type: 'citations_delta', citation }),
      delta(0, { type: 'text_delta', text: 'x' }),
      ...end('end_turn', { output_tokens: 3 }),
    );
    expect(readIn(messagesDialect, [cited]).message).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'x', citations: [citation] }],
    });
    expect(messagesDialect.readWhole({ input_tokens: 2095 })).toMatchObject({
      complete: true,
      message: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    });
  });
});

describe('usage of messages', () => {
  const said = (first: object, last: unknown) =>
    readIn(messagesDialect, [told(start(first), block(0, { type: 'text', text: 'x' }), ...end('end_turn', last))]);

  it.each([
    ['only the output at the end', firstUsage, { output_tokens: 15 }, 1125, 15],
    ['the same input again', firstUsage, { ...firstUsage, output_tokens: 15 }, 1125, 15],
    ['the input without the cache at the end', firstUsage, { input_tokens: 25, output_tokens: 15 }, 1125, 15],
    [
      'no input at the beginning',
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 40, output_tokens: 15 },
      40,
      15,
    ],
    [
      'the cache only at the end',
      { input_tokens: 100 },
      { input_tokens: 20, cache_read_input_tokens: 80, output_tokens: 5 },
      100,
      5,
    ],
    [
      'more input at the end, by tools of the provider',
      { input_tokens: 100 },
      { input_tokens: 900, output_tokens: 5 },
      900,
      5,
    ],
    [
      'null for what there was not',
      { ...firstUsage, cache_creation_input_tokens: null },
      { output_tokens: 5 },
      1025,
      5,
    ],
  ])('is counted on, never added up: %s', (_what, first, last, input_tokens, output_tokens) => {
    expect(said(first, last).usage).toMatchObject({ input_tokens, output_tokens });
  });

  const sampling = (type: string, input_tokens: number, output_tokens: number, more: object = {}) => ({
    ...{ type, input_tokens, output_tokens, ...more },
  });

  it.each([
    ['one sampling', [sampling('message', 25, 15)], { input_tokens: 25, output_tokens: 15 }],
    [
      'a compaction before the answer',
      [sampling('compaction', 180_000, 3500), sampling('message', 25, 15)],
      { input_tokens: 180_025, output_tokens: 3515 },
    ],
    [
      'caches of their own',
      [
        sampling('compaction', 10, 5, { cache_read_input_tokens: 7, cache_creation_input_tokens: 3 }),
        sampling('message', 25, 15, { cache_creation: { ephemeral_1h_input_tokens: 4, ephemeral_5m_input_tokens: 2 } }),
      ],
      { input_tokens: 51, cached_input_tokens: 7, cache_write_tokens: 9, output_tokens: 20 },
    ],
    ['none', [], { input_tokens: 25, output_tokens: 15 }],
    ['null', null, { input_tokens: 25, output_tokens: 15 }],
    ['less than the counts beside it', [sampling('message', 5, 3)], { input_tokens: 25, output_tokens: 15 }],
  ])('is the sum of the iterations, whole and streamed: %s', (_what, iterations, counts) => {
    const usage = { input_tokens: 25, output_tokens: 15, iterations };
    expect(said({ input_tokens: 25, output_tokens: 1 }, usage).usage).toMatchObject(counts);
    const whole = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'x' }],
      stop_reason: 'end_turn',
    };
    expect(messagesDialect.readWhole({ ...whole, usage }).usage).toMatchObject(counts);
  });

  it('names what is billed apart', () => {
    const iterations = [
      sampling('message', 25, 15, { cache_creation: { ephemeral_1h_input_tokens: 4, ephemeral_5m_input_tokens: 2 } }),
      sampling('advisor_message', 40, 2, { model: 'other' }),
    ];
    const server_tool_use = { web_search_requests: 3, web_fetch_requests: 1 };
    expect(said(firstUsage, { input_tokens: 25, output_tokens: 15, iterations, server_tool_use }).usage).toMatchObject({
      output_tokens: 17,
      apart: { other_model_tokens: 42, web_searches: 3 },
    });
    const cache_creation = { ephemeral_1h_input_tokens: 100, ephemeral_5m_input_tokens: 0 };
    expect(said(firstUsage, { ...firstUsage, cache_creation, output_tokens: 15 }).usage!.apart).toEqual({
      cache_write_1h_tokens: 100,
    });
    expect(said(firstUsage, { output_tokens: 15 }).usage!.apart).toBeUndefined();
  });

  it.each([
    ['no list', 'many', 'iterations is no list'],
    ['a list of something else', [7], 'an iteration is no object'],
    ['a list with a negative count', [sampling('message', -1, 3)], 'input_tokens is -1'],
  ])('with iterations that are %s is no usage', (_what, iterations, disbelieved) => {
    const usage = { input_tokens: 25, output_tokens: 15, iterations };
    expect(said(firstUsage, usage)).toMatchObject({ usage: null, disbelieved });
  });

  it.each([
    ['negative', firstUsage, { output_tokens: -1 }, 'output_tokens is -1'],
    ['a text', { input_tokens: '25' }, { output_tokens: 5 }, 'input_tokens is "25"'],
    ['missing', {}, { output_tokens: 5 }, 'input_tokens is missing'],
    ['nothing for something', firstUsage, { output_tokens: 0 }, 'no token of output, though 1 bytes were said'],
    ['no object', firstUsage, [], 'usage is no object'],
  ])('that is %s is no usage, and it says why', (_what, first, last, disbelieved) => {
    expect(said(first, last)).toMatchObject({ usage: null, disbelieved });
  });
});

it('a refusal of messages has a type that a program can tell', () => {
  expect(messagesDialect.formatError({ status: 400, code: 'token-cap', message: 'no more' })).toEqual({
    type: 'error',
    error: { type: 'gatebench_token-cap', message: 'no more' },
  });
});
