import { geminiDialect } from '../../../../src/gateway/dialects/gemini/gemini_dialect.js';
import { eventStream, generate, readEveryCut, readIn } from '../streams.js';

const route = generate('gemini', { model: 'gemini-2.5-flash', stream: true });

const usageMetadata = {
  promptTokenCount: 1000,
  cachedContentTokenCount: 600,
  toolUsePromptTokenCount: 20,
  candidatesTokenCount: 50,
  thoughtsTokenCount: 30,
  totalTokenCount: 1100,
};
const normalised = {
  input_tokens: 1020,
  cached_input_tokens: 600,
  cache_write_tokens: 0,
  output_tokens: 80,
  reasoning_tokens: 30,
  source: 'reported',
};
const piece = (parts: object[], more: object = {}, usage: object = { promptTokenCount: 1000 }) => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata: usage,
  modelVersion: 'gemini-2.5-flash',
  responseId: 'r',
});

describe('a request to Gemini', () => {
  it('is read whole: system, functions, their calls and results; the path says model and stream', () => {
    const contents = [
      { role: 'user', parts: [{ text: 'Fix it.' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'read_file', args: { path: 'a' } }, thoughtSignature: 'c2ln' }],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'x', name: 'read_file', response: { output: 'b' } } }] },
      { parts: [{ text: 'Go on.' }] },
    ];
    const systemInstruction = { role: 'user', parts: [{ text: 'Be brief.' }] };
    const read = { name: 'read_file', parametersJsonSchema: {} };
    const body = {
      contents,
      systemInstruction,
      tools: [{ functionDeclarations: [read] }, { googleSearch: {} }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      generationConfig: {
        temperature: 0,
        topP: 1,
        maxOutputTokens: 8192,
        candidateCount: 2,
        thinkingConfig: { includeThoughts: true, thinkingBudget: -1 },
      },
    };
    expect(geminiDialect.readRequest(body, route)).toEqual({
      model: 'gemini-2.5-flash',
      stream: true,
      max_tokens: 8192,
      answers: 2,
      parameters: {
        candidateCount: 2,
        temperature: 0,
        topP: 1,
        thinkingConfig: { includeThoughts: true, thinkingBudget: -1 },
        toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      },
      messages: [
        { role: 'system', value: systemInstruction, calls: [], results: [] },
        { role: 'user', value: contents[0], calls: [], results: [] },
        {
          role: 'assistant',
          value: contents[1],
          calls: [{ id: '', name: 'read_file', arguments: { path: 'a' } }],
          results: [],
        },
        {
          role: 'tool',
          value: contents[2],
          calls: [],
          results: [{ id: 'x', name: 'read_file', value: { output: 'b' } }],
        },
        { role: 'user', value: contents[3], calls: [], results: [] },
      ],
      tools: [
        { name: 'read_file', value: read },
        { name: 'googleSearch', value: { googleSearch: {} } },
      ],
      session: undefined,
    });
  });

  it('may be spelled with underscores, or as one content', () => {
    const body = {
      contents: { role: 'function', parts: [] },
      system_instruction: { parts: { text: 's' } },
      tools: [{ function_declarations: [{ name: 'f' }] }],
      generation_config: { max_output_tokens: 5 },
    };
    expect(geminiDialect.readRequest(body, route)).toMatchObject({
      max_tokens: 5,
      messages: [{ role: 'system' }, { role: 'tool' }],
      tools: [{ name: 'f' }],
    });
    expect(geminiDialect.withMaxTokens(body, 3)).toEqual({ ...body, generation_config: { max_output_tokens: 3 } });
    expect(geminiDialect.withMaxTokens({ generationConfig: { topK: 1 } }, 3)).toEqual({
      generationConfig: { topK: 1, maxOutputTokens: 3 },
    });
    expect(geminiDialect.withMaxTokens({}, 3)).toEqual({ generationConfig: { maxOutputTokens: 3 } });
  });

  it('that asks for a count may hold the whole request', () => {
    const counting = { dialect: 'gemini', operation: 'count-tokens', model: 'm', stream: false } as const;
    const inner = { model: 'models/m', contents: [{ parts: [{ text: 'x' }] }] };
    expect(geminiDialect.readRequest({ generateContentRequest: inner }, counting)).toMatchObject({
      model: 'm',
      stream: false,
      max_tokens: null,
      messages: [{ role: 'user', value: inner.contents[0] }],
    });
  });

  it.each([
    ['no object', 3, 'the body is not a JSON object'],
    ['no contents', {}, 'contents is missing'],
  ])('is unreadable with %s', (_what, body, unreadable) => {
    expect(geminiDialect.readRequest(body, route)).toEqual({ unreadable });
  });
});

describe('an answer of Gemini', () => {
  const call = { functionCall: { id: 'c', name: 'read_file', args: { path: 'ä' } }, thoughtSignature: 'c2ln' };
  const pieces = [
    piece([{ text: 'Erst', thought: true }]),
    piece([{ text: ' schauen 🐱', thought: true }]),
    piece([{ text: 'Ich "prüfe" {' }], {}, { promptTokenCount: 1000, candidatesTokenCount: 5 }),
    piece([{ text: 'das}].' }, call]),
    piece([{ functionCall: { name: 'ls', args: {} } }], { finishReason: 'STOP' }, usageMetadata),
  ];
  const answered = {
    model: 'gemini-2.5-flash',
    finish_reason: 'STOP',
    usage: normalised,
    message: {
      role: 'model',
      parts: [
        { text: 'Erst schauen 🐱', thought: true },
        { text: 'Ich "prüfe" {das}].' },
        call,
        { functionCall: { name: 'ls', args: {} } },
      ],
    },
    calls: [
      { id: 'c', name: 'read_file', arguments: { path: 'ä' } },
      { id: '', name: 'ls', arguments: {} },
    ],
    complete: true,
    error: undefined,
  };
  const output_bytes = Buffer.byteLength('Erst schauen 🐱Ich "prüfe" {das}].read_file{"path":"ä"}ls{}');

  it.each([
    ['events', eventStream(pieces)],
    ['events with CRLF', eventStream(pieces, { newline: '\r\n' })],
    ['an array in pieces', Buffer.from(`[${pieces.map((at) => JSON.stringify(at, null, 2)).join('\n,\r\n')}\n]\n`)],
  ])('in a stream of %s is put together, wherever it is cut', (_what, stream) => {
    expect(readEveryCut(geminiDialect, stream)).toEqual({ ...answered, output_bytes });
  });

  it('in one document is read as it is, and as an array of all pieces', () => {
    const whole = piece(answered.message.parts, { finishReason: 'STOP' }, usageMetadata);
    expect(geminiDialect.readWhole(whole)).toEqual(answered);
    expect(geminiDialect.readWhole(pieces)).toEqual(answered);
  });

  it('that is cut has no usage, and an object that was cut is counted', () => {
    expect(readIn(geminiDialect, [eventStream(pieces.slice(0, 3))])).toMatchObject({ complete: false, usage: null });
    const array = Buffer.from(`[${JSON.stringify(pieces[0])},${JSON.stringify(pieces[1]).slice(0, 40)}`);
    expect(readIn(geminiDialect, [array])).toMatchObject({
      complete: false,
      passed_over: 1,
      message: { role: 'model', parts: [{ text: 'Erst', thought: true }] },
    });
  });

  it('may be blocked before it begins, or be an error', () => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    };
    expect(geminiDialect.readWhole(blocked)).toMatchObject({
      finish_reason: 'SAFETY',
      message: null,
      complete: true,
      usage: { input_tokens: 9, output_tokens: 0 },
    });
    const error = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };
    expect(geminiDialect.readWhole([error])).toMatchObject({
      complete: false,
      error: 'UNAVAILABLE: The model is overloaded.',
    });
    expect(readIn(geminiDialect, [eventStream([pieces[0], error])])).toMatchObject({
      complete: false,
      message: { role: 'model' },
    });
  });

  it('may be several, and counts of tokens cost nothing', () => {
    const two = {
      candidates: [1, 0].map((index) => ({ index, content: { parts: [{ text: `${index}` }] }, finishReason: 'STOP' })),
    };
    expect(geminiDialect.readWhole(two).message).toEqual([
      { role: 'model', parts: [{ text: '0' }] },
      { role: 'model', parts: [{ text: '1' }] },
    ]);
    expect(geminiDialect.readWhole({ totalTokens: 31 })).toMatchObject({ complete: true, usage: { input_tokens: 0 } });
  });

  it.each([
    ['a fraction', { promptTokenCount: 1.5, candidatesTokenCount: 3 }, 'promptTokenCount is 1.5'],
    ['no prompt', { candidatesTokenCount: 3 }, 'promptTokenCount is missing'],
    ['nothing for something', { promptTokenCount: 3 }, 'no token of output, though 1 bytes were said'],
  ])('with %s in its usage has none, and says why', (_what, usage, disbelieved) => {
    expect(geminiDialect.readWhole(piece([{ text: 'x' }], { finishReason: 'STOP' }, usage))).toMatchObject({
      usage: null,
      disbelieved,
    });
  });
});

it('usage that the last piece leaves out is that of the piece before, and sound and pictures are named', () => {
  const counted = { promptTokenCount: 1204, candidatesTokenCount: 8, thoughtsTokenCount: 96, totalTokenCount: 1308 };
  const promptTokensDetails = [
    { modality: 'TEXT', tokenCount: 1000 },
    { modality: 'AUDIO', tokenCount: 204 },
  ];
  const stream = [
    piece([{ text: 'hello' }], { finishReason: 'STOP' }, { ...counted, promptTokensDetails }),
    piece([{ text: '' }], { finishReason: 'STOP' }, { promptTokenCount: 1204, totalTokenCount: 1308 }),
  ];
  const { usage } = readIn(geminiDialect, [eventStream(stream)]);
  expect(usage).toMatchObject({ input_tokens: 1204, output_tokens: 104, apart: { input_audio_tokens: 204 } });
});

it('a refusal of Gemini has a reason that a program can tell', () => {
  expect(geminiDialect.formatError({ status: 400, code: 'request-cap', message: 'no more' })).toEqual({
    error: {
      code: 400,
      message: 'no more',
      status: 'INVALID_ARGUMENT',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'gatebench_request-cap', domain: 'gatebench' },
      ],
    },
  });
});
