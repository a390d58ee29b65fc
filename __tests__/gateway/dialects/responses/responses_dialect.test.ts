import { responsesDialect } from '../../../../src/gateway/dialects/responses/responses_dialect.js';
import { eventStream, generate, readEveryCut, readIn } from '../streams.js';

const route = generate('responses');

const usage = {
  input_tokens: 37000,
  input_tokens_details: { cached_tokens: 36000, cache_write_tokens: 500 },
  output_tokens: 110,
  output_tokens_details: { reasoning_tokens: 64 },
  total_tokens: 37110,
};
const normalised = {
  input_tokens: 37000,
  cached_input_tokens: 36000,
  cache_write_tokens: 500,
  output_tokens: 110,
  reasoning_tokens: 64,
  source: 'reported',
};
const response = (more: object = {}) => ({
  response: {
    id: 'resp_1',
    object: 'response',
    status: 'in_progress',
    error: null,
    model: 'gpt-5.2-codex',
    output: [],
    ...more,
  },
});
const told = (...events: object[]) =>
  eventStream(
    events.map((event, sequence_number) => ({ ...event, sequence_number })),
    { named: true },
  );

describe('a request for responses', () => {
  it('is read whole: items of the history, tools in namespaces, the session', () => {
    const shell = {
      type: 'local_shell_call',
      id: 'l',
      call_id: 'call_3',
      action: { command: ['ls'] },
      status: 'completed',
    };
    const input = [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Sandboxed.' }] },
      { role: 'user', content: 'Fix it.' },
      { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'On it.' }] },
      {
        type: 'function_call',
        call_id: 'call_1',
        name: 'acquire_lock',
        namespace: 'mcp__coord',
        arguments: '{"path":"a"}',
      },
      { type: 'function_call_output', call_id: 'call_1', output: '{"ok":true}' },
      { type: 'custom_tool_call', call_id: 'call_2', name: 'apply_patch', input: '{"no":"JSON to us"}' },
      { type: 'custom_tool_call_output', call_id: 'call_2', output: 'Done' },
      shell,
      { type: 'local_shell_call_output', id: 'call_3', output: 'a.ts' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
      { type: 'mcp_call', id: 'mcp_1', server_label: 'docs', name: 'find', arguments: '{}', output: 'found' },
    ];
    const run = { type: 'function', name: 'exec_command', parameters: {} };
    const spawn = { type: 'function', name: 'spawn_agent', parameters: {} };
    const body = {
      model: 'gpt-5.2-codex',
      instructions: 'You are Codex.',
      input,
      tools: [
        run,
        { type: 'namespace', name: 'multi_agent_v1', tools: [spawn] },
        { type: 'web_search' },
        { type: 'mcp', server_label: 'docs' },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning: { effort: 'high', summary: 'auto' },
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      max_output_tokens: 9000,
      prompt_cache_key: '0199-cache',
      client_metadata: { 'x-codex-turn-metadata': '{"workspace":"/home/somebody"}' },
    };
    const none = { calls: [], results: [] };
    expect(responsesDialect.readRequest(body, route)).toEqual({
      model: 'gpt-5.2-codex',
      stream: true,
      max_tokens: 9000,
      answers: 1,
      thinks: true,
      parameters: {
        prompt_cache_key: '0199-cache',
        client_metadata: { 'x-codex-turn-metadata': '{"workspace":"/home/somebody"}' },
        tool_choice: 'auto',
        parallel_tool_calls: false,
        reasoning: { effort: 'high', summary: 'auto' },
        store: false,
        include: ['reasoning.encrypted_content'],
      },
      messages: [
        { role: 'system', value: 'You are Codex.', ...none },
        { role: 'system', value: input[0], ...none },
        { role: 'user', value: input[1], ...none },
        { role: 'assistant', value: input[2], ...none },
        { role: 'assistant', value: input[3], ...none },
        {
          role: 'assistant',
          value: input[4],
          calls: [{ id: 'call_1', name: 'mcp__coord.acquire_lock', arguments: { path: 'a' } }],
          results: [],
        },
        { role: 'tool', value: input[5], calls: [], results: [{ id: 'call_1', value: '{"ok":true}' }] },
        {
          role: 'assistant',
          value: input[6],
          calls: [{ id: 'call_2', name: 'apply_patch', arguments: '{"no":"JSON to us"}' }],
          results: [],
        },
        { role: 'tool', value: input[7], calls: [], results: [{ id: 'call_2', value: 'Done' }] },
        {
          role: 'assistant',
          value: shell,
          calls: [{ id: 'call_3', name: 'local_shell', arguments: { command: ['ls'] } }],
          results: [],
        },
        { role: 'tool', value: input[9], calls: [], results: [{ id: 'call_3', value: 'a.ts' }] },
        {
          role: 'assistant',
          value: input[10],
          calls: [{ id: 'ws_1', name: 'web_search', arguments: { type: 'search', query: 'x' } }],
          results: [{ id: 'ws_1', value: null }],
        },
        {
          role: 'assistant',
          value: input[11],
          calls: [{ id: 'mcp_1', name: 'docs.find', arguments: {} }],
          results: [{ id: 'mcp_1', value: 'found' }],
        },
      ],
      tools: [
        { name: 'exec_command', value: run },
        { name: 'multi_agent_v1.spawn_agent', value: spawn },
        { name: 'web_search', value: { type: 'web_search' } },
        { name: 'docs', value: { type: 'mcp', server_label: 'docs' } },
      ],
      session: '0199-cache',
    });
  });

  it('may be one text, and go on from an answer that the server keeps', () => {
    expect(
      responsesDialect.readRequest({ model: 'm', input: 'Hei', previous_response_id: 'resp_1' }, route),
    ).toMatchObject({
      messages: [{ role: 'user', value: 'Hei' }],
      parameters: { previous_response_id: 'resp_1' },
      max_tokens: null,
    });
    expect(responsesDialect.readRequest({ model: 'm', conversation: { id: 'conv_1' } }, route)).toMatchObject({
      messages: [],
      session: 'conv_1',
    });
  });

  it.each([
    ['no object', null, 'the body is not a JSON object'],
    ['no model', { input: 'x' }, 'model is missing'],
  ])('is unreadable with %s', (_what, body, unreadable) => {
    expect(responsesDialect.readRequest(body, route)).toEqual({ unreadable });
  });

  it('gets another limit, and tells its usage unasked', () => {
    expect(responsesDialect.withMaxTokens({ max_output_tokens: 9 }, 7)).toEqual({ max_output_tokens: 7 });
    expect(responsesDialect.withUsage({ stream: true })).toBeUndefined();
  });
});

describe('an answer of responses', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Schön 🐱' }] };
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Ich prüfe.', annotations: [] }],
  };
  const call = {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'exec_command',
    arguments: '{"cmd":"ls ä"}',
  };
  const custom = { type: 'custom_tool_call', id: 'ct_1', call_id: 'call_2', name: 'apply_patch', input: '*** Begin' };
  const added = (output_index: number, item: object) => ({ type: 'response.output_item.added', output_index, item });
  const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item });
  const delta = (kind: string, output_index: number, text: string, more: object = {}) => ({
    type: `response.${kind}.delta`,
    output_index,
    delta: text,
    ...more,
  });
  const begun = [
    { type: 'response.created', ...response() },
    added(0, { ...reasoning, summary: [] }),
    delta('reasoning_summary_text', 0, 'Schön', { summary_index: 0 }),
    delta('reasoning_summary_text', 0, ' 🐱', { summary_index: 0 }),
  ];
  const middle = [
    done(0, reasoning),
    added(1, { ...message, status: 'in_progress', content: [] }),
    { type: 'response.content_part.added', output_index: 1, content_index: 0, part: { type: 'output_text', text: '' } },
    delta('output_text', 1, 'Ich ', { content_index: 0 }),
    delta('output_text', 1, 'prüfe.', { content_index: 0 }),
    { type: 'response.output_text.done', output_index: 1, content_index: 0, text: 'Ich prüfe.' },
    done(1, message),
    added(2, { ...call, arguments: '' }),
    added(3, { ...custom, input: '' }),
    delta('function_call_arguments', 2, '{"cmd":'),
    delta('custom_tool_call_input', 3, '*** Begin'),
    delta('function_call_arguments', 2, '"ls ä"}'),
  ];
  const items = [reasoning, message, call, custom];
  const calls = [
    { id: 'call_1', name: 'exec_command', arguments: { cmd: 'ls ä' } },
    { id: 'call_2', name: 'apply_patch', arguments: '*** Begin' },
  ];
  const answered = {
    model: 'gpt-5.2-codex',
    id: 'resp_1',
    finish_reason: 'completed',
    usage: normalised,
    message: items,
    calls,
    complete: true,
    error: undefined,
  };
  const output_bytes = Buffer.byteLength('Schön 🐱Ich prüfe.{"cmd":"ls ä"}*** Begin');

  it('in a stream is the output of its last event, wherever it is cut', () => {
    const last = { type: 'response.completed', ...response({ status: 'completed', output: items, usage }) };
    const stream = told(...begun, ...middle, done(2, call), done(3, custom), last);
    expect(readEveryCut(responsesDialect, stream)).toEqual({ ...answered, output_bytes });
  });

  it('is its items, where the last event leaves them out', () => {
    const last = { type: 'response.completed', ...response({ status: 'completed', usage }) };
    expect(readIn(responsesDialect, [told(...begun, ...middle, done(2, call), done(3, custom), last)])).toEqual({
      ...answered,
      output_bytes,
    });
  });

  it('that is cut is what came, without usage', () => {
    const { content: _, ...unfinished } = message;
    expect(readEveryCut(responsesDialect, told(...begun))).toMatchObject({
      complete: false,
      usage: null,
      finish_reason: null,
      message: [reasoning],
    });
    expect(readIn(responsesDialect, [told(...middle.slice(1, 4))]).message).toEqual([
      { ...unfinished, status: 'in_progress', content: [{ type: 'output_text', text: 'Ich ' }] },
    ]);
    expect(readIn(responsesDialect, [told(...begun, ...middle)])).toMatchObject({ message: items, calls });
  });

  it('in one document is read as it is', () => {
    const document = response({ status: 'completed', output: items, usage }).response;
    expect(responsesDialect.readWhole(document)).toEqual(answered);
    expect(readIn(responsesDialect, [Buffer.from(JSON.stringify(document))])).toMatchObject(answered);
  });

  it('counts text that came in items only', () => {
    expect(readIn(responsesDialect, [told(done(0, message), done(1, custom))]).output_bytes).toBe(
      Buffer.byteLength('Ich prüfe.*** Begin'),
    );
  });

  it('that reached its limit says so and is complete', () => {
    const last = {
      type: 'response.incomplete',
      ...response({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage }),
    };
    expect(readIn(responsesDialect, [told(last)])).toMatchObject({
      finish_reason: 'max_output_tokens',
      complete: true,
      usage: normalised,
      message: null,
    });
  });

  it('that failed, or broke with an error event, says why', () => {
    const failed = {
      type: 'response.failed',
      ...response({ status: 'failed', error: { code: 'server_error', message: 'oops' }, usage: null }),
    };
    expect(readIn(responsesDialect, [told(failed)])).toMatchObject({
      complete: false,
      error: 'server_error: oops',
      usage: null,
    });
    const error = { type: 'error', code: 'rate_limit', message: 'slow down', param: null };
    expect(readIn(responsesDialect, [told(...begun, error)])).toMatchObject({
      complete: false,
      error: 'rate_limit: slow down',
    });
    expect(responsesDialect.readWhole({ error: { type: 'invalid_request_error', message: 'no' } })).toMatchObject({
      error: 'invalid_request_error: no',
    });
  });

  it.each([
    ['a negative', { ...usage, output_tokens: -3 }, 'output_tokens is -3'],
    [
      'more cache than input',
      { ...usage, input_tokens: 3 },
      '36500 tokens of cache are more than the 3 of the input that hold them',
    ],
    ['nothing', {}, 'input_tokens is missing'],
  ])('with %s in its usage has none, and says why', (_what, usage, disbelieved) => {
    const document = response({ status: 'completed', output: items, usage }).response;
    expect(responsesDialect.readWhole(document)).toMatchObject({ usage: null, disbelieved });
  });

  it('that counts an input uses nothing', () => {
    expect(responsesDialect.readWhole({ object: 'response.input_tokens', input_tokens: 11 })).toMatchObject({
      complete: true,
      usage: { input_tokens: 0, output_tokens: 0 },
      message: null,
    });
  });
});
