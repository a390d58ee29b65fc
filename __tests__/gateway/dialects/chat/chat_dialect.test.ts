import { chatDialect } from '../../../../src/gateway/dialects/chat/chat_dialect.js';
import { eventStream, generate, readEveryCut, readIn } from '../streams.js';

const route = generate('chat');

/** A chunk as the provider's documentation has it. */
const chunk = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-123',
  object: 'chat.completion.chunk',
  created: 1694268190,
  model: 'gpt-4o-mini-2024-07-18',
  system_fingerprint: 'fp_44709d6fcb',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...more }],
  usage: null,
});
const usageChunk = (usage: unknown) => ({ ...chunk({}), choices: [], usage });
const usage = {
  prompt_tokens: 1117,
  completion_tokens: 46,
  total_tokens: 1163,
  prompt_tokens_details: { cached_tokens: 1024, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 12, audio_tokens: 0, accepted_prediction_tokens: 0 },
};
const normalised = {
  input_tokens: 1117,
  cached_input_tokens: 1024,
  cache_write_tokens: 0,
  output_tokens: 46,
  reasoning_tokens: 12,
  source: 'reported',
};

describe('a chat request', () => {
  const weather = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } };
  const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Tromsø"}' } };
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

  it('is read whole: limits, sampling, messages verbatim, calls and their results', () => {
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, image] },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: '-4 °C' },
    ];
    const body = {
      model: 'gpt-5.2',
      messages,
      tools: [weather, { type: 'custom', custom: { name: 'shell' } }],
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 32000,
      n: 2,
      temperature: 0.2,
      stop: ['END'],
      reasoning_effort: 'high',
      tool_choice: 'auto',
      vllm_xargs: { steer: '{}' },
      metadata: { sessionId: 'abc' },
      user: 'somebody',
    };
    expect(chatDialect.readRequest(body, route)).toEqual({
      model: 'gpt-5.2',
      stream: true,
      max_tokens: 32000,
      answers: 2,
      thinks: true,
      parameters: {
        stream_options: { include_usage: true },
        n: 2,
        metadata: { sessionId: 'abc' },
        user: 'somebody',
        temperature: 0.2,
        stop: ['END'],
        reasoning_effort: 'high',
        tool_choice: 'auto',
        vllm_xargs: { steer: '{}' },
      },
      messages: [
        { role: 'system', value: messages[0], calls: [], results: [] },
        { role: 'user', value: messages[1], calls: [], results: [] },
        {
          role: 'assistant',
          value: messages[2],
          calls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Tromsø' } }],
          results: [],
        },
        { role: 'tool', value: messages[3], calls: [], results: [{ id: 'call_1', value: '-4 °C' }] },
      ],
      tools: [
        { name: 'get_weather', value: weather },
        { name: 'shell', value: { type: 'custom', custom: { name: 'shell' } } },
      ],
      session: 'abc',
    });
  });

  it('may speak of functions, as before there were tools', () => {
    const asked = chatDialect.readRequest(
      {
        model: 'gpt-3.5-turbo',
        functions: [{ name: 'f', parameters: {} }],
        function_call: 'auto',
        messages: [
          { role: 'assistant', content: null, function_call: { name: 'f', arguments: 'not JSON' } },
          { role: 'function', name: 'f', content: 'done' },
        ],
      },
      route,
    );
    expect(asked).toMatchObject({
      tools: [{ name: 'f' }],
      parameters: { function_call: 'auto' },
      messages: [
        { role: 'assistant', calls: [{ id: '', name: 'f', arguments: 'not JSON' }] },
        { role: 'tool', results: [{ id: '', name: 'f', value: 'done' }] },
      ],
    });
  });

  it.each([
    ['max_tokens', { max_tokens: 8000 }, 8000],
    ['both names: the larger one', { max_tokens: 100, max_completion_tokens: 200 }, 200],
    ['a negative one is none', { max_tokens: -5 }, null],
    ['a fraction is none', { max_tokens: 1.5 }, null],
    ['a text is none', { max_tokens: '9' }, null],
    ['none', {}, null],
  ])('limits its output by %s', (_what, limits, max_tokens) => {
    expect(chatDialect.readRequest({ model: 'm', messages: [], ...limits }, route)).toMatchObject({
      max_tokens,
      answers: 1,
    });
  });

  it.each([
    ['no object', [], 'the body is not a JSON object'],
    ['no model', { messages: [] }, 'model is missing'],
    ['a model that is no text', { model: 4, messages: [] }, 'model is missing'],
    ['no messages', { model: 'm' }, 'messages is not a list'],
  ])('is unreadable with %s', (_what, body, unreadable) => {
    expect(chatDialect.readRequest(body, route)).toEqual({ unreadable });
  });

  it('gets another limit under the name that it used, and the later name when it used none', () => {
    expect(chatDialect.withMaxTokens({ model: 'm', max_tokens: 9 }, 5)).toEqual({ model: 'm', max_tokens: 5 });
    expect(chatDialect.withMaxTokens({ max_tokens: 9, max_completion_tokens: 9 }, 5)).toEqual({
      max_tokens: 5,
      max_completion_tokens: 5,
    });
    expect(chatDialect.withMaxTokens({ max_tokens: null }, 5)).toEqual({ max_tokens: null, max_completion_tokens: 5 });
  });

  it('is made to count its tokens when it streams and did not ask for that', () => {
    const asking = { stream: true, stream_options: { include_usage: true } };
    expect(chatDialect.withUsage({ stream: true })).toEqual(asking);
    expect(
      chatDialect.withUsage({ stream: true, stream_options: { include_usage: false, include_obfuscation: false } }),
    ).toEqual({ stream: true, stream_options: { include_usage: true, include_obfuscation: false } });
    expect(chatDialect.withUsage(asking)).toBeUndefined();
    expect(chatDialect.withUsage({ stream: false })).toBeUndefined();
  });
});

describe('a chat answer', () => {
  it('in a stream is put together, wherever it is cut', () => {
    const stream = eventStream([
      chunk({ role: 'assistant', content: '', refusal: null }),
      chunk({ reasoning_content: 'Söll i' }),
      chunk({ reasoning_content: ' 🐱?' }),
      chunk({ content: 'Grüße' }),
      chunk({ content: ' 🌍' }),
      chunk({}, { finish_reason: 'stop' }),
      usageChunk(usage),
      '[DONE]',
    ]);
    expect(readEveryCut(chatDialect, stream)).toEqual({
      model: 'gpt-4o-mini-2024-07-18',
      finish_reason: 'stop',
      usage: normalised,
      message: { role: 'assistant', content: 'Grüße 🌍', reasoning_content: 'Söll i 🐱?' },
      calls: [],
      complete: true,
      error: undefined,
      output_bytes: Buffer.byteLength('Grüße 🌍Söll i 🐱?'),
    });
  });

  it('has calls side by side, their arguments in pieces, also with CRLF', () => {
    const piece = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
    const begun = (index: number, name: string) =>
      piece(index, { id: `call_${index}`, type: 'function', function: { name, arguments: '' } });
    const stream = eventStream(
      [
        begun(0, 'read'),
        piece(0, { function: { arguments: '{"path":' } }),
        begun(1, 'list'),
        piece(1, { function: { arguments: '{}' } }),
        piece(0, { function: { arguments: '"ä.ts"}' } }),
        chunk({}, { finish_reason: 'tool_calls' }),
        usageChunk(usage),
        '[DONE]',
      ],
      { newline: '\r\n' },
    );
    expect(readEveryCut(chatDialect, stream)).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_0', type: 'function', function: { name: 'read', arguments: '{"path":"ä.ts"}' } },
          { id: 'call_1', type: 'function', function: { name: 'list', arguments: '{}' } },
        ],
      },
      calls: [
        { id: 'call_0', name: 'read', arguments: { path: 'ä.ts' } },
        { id: 'call_1', name: 'list', arguments: {} },
      ],
    });
  });

  it.each([
    ['without an index', {}],
    ['all with the same index', { index: 0 }],
  ])('has whole calls of servers that send them %s', (_what, index) => {
    const call = (id: string) => ({
      ...index,
      id,
      type: 'function',
      function: { name: 'f', arguments: `{"of":"${id}"}` },
    });
    const stream = eventStream([
      chunk({ tool_calls: [call('a'), call('b')] }, { finish_reason: 'tool_calls' }),
      '[DONE]',
    ]);
    expect(readIn(chatDialect, [stream]).calls).toEqual([
      { id: 'a', name: 'f', arguments: { of: 'a' } },
      { id: 'b', name: 'f', arguments: { of: 'b' } },
    ]);
  });

  it('may be a refusal, a call of a function of old, or text for a custom tool', () => {
    const answer = (...deltas: object[]) =>
      readIn(chatDialect, [eventStream([...deltas.map((delta) => chunk(delta)), '[DONE]'])]).message;
    expect(answer({ role: 'assistant', refusal: 'I ca' }, { refusal: 'n not.' })).toEqual({
      role: 'assistant',
      content: null,
      refusal: 'I can not.',
    });
    expect(answer({ function_call: { name: 'f', arguments: '{' } }, { function_call: { arguments: '}' } })).toEqual({
      role: 'assistant',
      content: null,
      function_call: { name: 'f', arguments: '{}' },
    });
    const custom = (more: object) => ({ tool_calls: [{ index: 0, ...more }] });
    expect(
      answer(
        custom({ id: 'c', type: 'custom', custom: { name: 'sh', input: 'l' } }),
        custom({ custom: { input: 's' } }),
      ),
    ).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'sh', input: 'ls' } }],
    });
  });

  it('in one document is read as it is, also where a stream was asked for', () => {
    const message = {
      role: 'assistant',
      content: 'Hei',
      annotations: [],
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":[1]}' } }],
    };
    const document = {
      object: 'chat.completion',
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    };
    const answered = {
      model: 'm',
      finish_reason: 'stop',
      usage: normalised,
      message,
      calls: [{ id: 'c', name: 'f', arguments: { a: [1] } }],
      complete: true,
      error: undefined,
    };
    expect(chatDialect.readWhole(document)).toEqual(answered);
    expect(readEveryCut(chatDialect, Buffer.from(JSON.stringify(document)))).toMatchObject(answered);
  });

  it('may be several', () => {
    const choice = (index: number) => ({
      index,
      message: { role: 'assistant', content: `${index}` },
      finish_reason: 'stop',
    });
    expect(chatDialect.readWhole({ model: 'm', choices: [choice(1), choice(0)] })).toMatchObject({
      message: [choice(0).message, choice(1).message],
      finish_reason: 'stop',
      usage: null,
    });
  });

  it('that breaks off is not complete, and what was counted by then is not its usage', () => {
    const counting = { ...chunk({ content: 'Once upon' }), usage };
    expect(readIn(chatDialect, [eventStream([counting])])).toMatchObject({
      complete: false,
      usage: null,
      finish_reason: null,
      message: { role: 'assistant', content: 'Once upon' },
    });
  });

  it('tells the errors that come in a stream', () => {
    const error = { message: 'The server had an error', type: 'server_error', param: null, code: null };
    expect(readIn(chatDialect, [eventStream([chunk({ content: 'a' }), { error }, '[DONE]'])])).toMatchObject({
      complete: false,
      error: 'server_error: The server had an error',
      message: { content: 'a' },
    });
    expect(
      chatDialect.readWhole({ object: 'error', message: 'too long', type: 'BadRequestError', code: 400 }),
    ).toMatchObject({
      error: 'BadRequestError: too long',
      message: null,
    });
  });

  it('counts what it passes over', () => {
    const stream = eventStream(['{not json', '7', '"text"', chunk({ content: 'a' }, { finish_reason: 'stop' })]);
    expect(readEveryCut(chatDialect, stream)).toMatchObject({
      passed_over: 3,
      message: { content: 'a' },
      complete: true,
    });
  });
});

describe('chat usage', () => {
  const said = (usage: unknown, text = 'a') =>
    chatDialect.readWhole({
      choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage,
    });

  it.each([
    [
      'counted on in every chunk: the last one',
      [
        { ...chunk({ content: 'a' }), usage: { prompt_tokens: 9, completion_tokens: 1 } },
        { ...chunk({}, { finish_reason: 'stop' }), usage },
      ],
    ],
    ['with the last choice', [{ ...chunk({ content: 'a' }, { finish_reason: 'stop' }), usage }]],
    [
      'in the choice itself',
      [chunk({ content: 'a' }, { finish_reason: 'stop', usage })].map((c) => ({ ...c, usage: undefined })),
    ],
    [
      'under a name of the server',
      [{ ...chunk({ content: 'a' }, { finish_reason: 'stop' }), usage: undefined, x_groq: { usage } }],
    ],
  ])('is found %s', (_where, events) => {
    expect(readIn(chatDialect, [eventStream([...events, '[DONE]'])]).usage).toEqual(normalised);
  });

  it.each([
    [
      'cached tokens under another name',
      { prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 8 },
      { input_tokens: 10, cached_input_tokens: 8 },
    ],
    [
      'cached tokens of a proxy beside a zero',
      {
        ...{ prompt_tokens: 2459, completion_tokens: 23, total_tokens: 2482 },
        ...{
          cache_read_input_tokens: 2455,
          cache_creation_input_tokens: 0,
          prompt_tokens_details: { cached_tokens: 0 },
        },
      },
      { input_tokens: 2459, cached_input_tokens: 2455, cache_write_tokens: 0, output_tokens: 23 },
    ],
    [
      'a cache that a proxy does not count as input, by the sizes',
      { prompt_tokens: 4, completion_tokens: 2, cache_read_input_tokens: 90, cache_creation_input_tokens: 6 },
      { input_tokens: 100, cached_input_tokens: 90, cache_write_tokens: 6 },
    ],
    [
      'a cache that a proxy does not count as input, by the total',
      { prompt_tokens: 500, completion_tokens: 2, total_tokens: 592, cache_read_input_tokens: 90 },
      { input_tokens: 590, cached_input_tokens: 90, output_tokens: 2 },
    ],
    [
      'what is billed apart',
      {
        ...{ prompt_tokens: 10, completion_tokens: 5, num_sources_used: 4, num_search_queries: 2 },
        ...{ prompt_tokens_details: { audio_tokens: 3 }, completion_tokens_details: { audio_tokens: 1 } },
      },
      { apart: { input_audio_tokens: 3, output_audio_tokens: 1, web_searches: 2, search_sources: 4 } },
    ],
    [
      'what a proxy wrote to a cache',
      { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cache_creation_tokens: 7 } },
      { cache_write_tokens: 7 },
    ],
    [
      'tokens written to a cache',
      { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cache_write_tokens: 7 } },
      { cache_write_tokens: 7 },
    ],
    [
      'reasoning that is only in the total',
      {
        prompt_tokens: 10,
        completion_tokens: 2,
        total_tokens: 112,
        completion_tokens_details: { reasoning_tokens: 100 },
      },
      { output_tokens: 102, reasoning_tokens: 100 },
    ],
    [
      'a total that is wrong',
      { prompt_tokens: 10, completion_tokens: 2, total_tokens: 3 },
      { input_tokens: 10, output_tokens: 2 },
    ],
  ])('knows %s', (_what, usage, counts) => {
    expect(said(usage).usage).toMatchObject(counts);
  });

  it.each([
    ['negative', { prompt_tokens: -1, completion_tokens: 2 }, 'prompt_tokens is -1'],
    ['a fraction', { prompt_tokens: 1, completion_tokens: 2.5 }, 'completion_tokens is 2.5'],
    ['a text', { prompt_tokens: '12', completion_tokens: 2 }, 'prompt_tokens is "12"'],
    ['an object', { prompt_tokens: {}, completion_tokens: 2 }, 'prompt_tokens is an object'],
    ['beyond any model', { prompt_tokens: 1e15, completion_tokens: 2 }, 'prompt_tokens is 1000000000000000'],
    ['missing', { completion_tokens: 2 }, 'prompt_tokens is missing'],
    ['no object', 'much', 'usage is no object'],
    [
      'more cache than input',
      { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 6 } },
      '6 tokens of cache are more than the 5 of the input that hold them',
    ],
    [
      'more reasoning than output',
      { prompt_tokens: 5, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 3 } },
      '3 tokens of reasoning are more than the 2 of the output that hold them',
    ],
    [
      'nothing for something',
      { prompt_tokens: 5, completion_tokens: 0 },
      'no token of output, though 1 bytes were said',
    ],
  ])('that is %s is no usage, and it says why', (_what, usage, disbelieved) => {
    expect(said(usage)).toMatchObject({ usage: null, disbelieved });
  });
});

it('a chat refusal has a type that a program can tell', () => {
  expect(chatDialect.formatError({ status: 400, code: 'usd-cap', message: 'usd 5.00 cap reached' })).toEqual({
    error: { message: 'usd 5.00 cap reached', type: 'gatebench_usd-cap', code: 'usd-cap', param: null },
  });
});
