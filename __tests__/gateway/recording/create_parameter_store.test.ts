import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventSchema } from '../../../src/record/events/event.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { dialects, type JsonObject, type ParsedRequest } from './given_bodies.js';
import { givenTraffic, incoming, type Traffic, user, went, withoutMail } from './given_traffic.js';

const asks = (body: JsonObject, name: keyof typeof dialects = 'chat'): ParsedRequest => dialects[name](body);

/** Every field as the record tells it. */
function toldIn({ book, events }: Traffic, at = 0): [string, unknown][] {
  const { parameters, large_parameters = [] } = selectEvents(events(), 'prompt')[at]!.payload;
  const stored = large_parameters.flatMap(({ name, artifact }): [string, unknown][] => {
    const value = JSON.parse(readFileSync(join(book.path, 'artifacts', artifact), 'utf8'));
    return name === null ? value : [[name, value]];
  });
  return [...Object.entries(parameters), ...stored];
}

function record(traffic: Traffic, body: JsonObject, name?: keyof typeof dialects) {
  const { parameters } = asks(body, name);
  traffic.recorder.recordPrompt(incoming([user('hello')], { parameters }), went);
  for (const event of traffic.events()) expect(eventSchema.safeParse(event).error).toBeUndefined();
  expect(verifyRun(traffic.book.path).faults).toEqual([]);
}

const HIDDEN = 'HIDDEN '.repeat(400);
const schema = { type: 'json_schema', json_schema: { name: 'x', description: 'd'.repeat(5_000) } };
const artifactsOf = ({ book }: Traffic) => readdirSync(join(book.path, 'artifacts'));

describe('no field of a request is left out of the record', () => {
  it('neither a large one nor one with a name of its own', () => {
    const traffic = givenTraffic();
    const fields = {
      chat_template: HIDDEN,
      response_format: schema,
      prediction: { content: HIDDEN },
      user: 'somebody',
    };
    record(traffic, { ...fields, temperature: 0.5 });
    expect(Object.fromEntries(toldIn(traffic))).toEqual({ ...fields, temperature: 0.5 });
    const { parameters, large_parameters } = selectEvents(traffic.events(), 'prompt')[0]!.payload;
    expect(parameters).toEqual({ temperature: 0.5, user: 'somebody' });
    const json = JSON.stringify(schema);
    expect(large_parameters).toContainEqual(
      expect.objectContaining({ name: 'response_format', sha256: sha256(json), bytes: json.length }),
    );
  });

  it.each<[string, JsonObject]>([
    ['100 fields', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, at]))],
    [
      '60 fields that are large together',
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, 'x'.repeat(200)])),
    ],
    [
      'two of 1,400 characters and more',
      { a: HIDDEN.slice(0, 1_400), b: HIDDEN.slice(0, 1_900), c: HIDDEN.slice(0, 1_900) },
    ],
    ['a long list', { stop: Array.from({ length: 400 }, (_, at) => at) }],
    ['a deep value', { a: JSON.parse(`${'['.repeat(40)}"x"${']'.repeat(40)}`) }],
    ['a long name', { ['n'.repeat(300)]: 1, within: { ['n'.repeat(300)]: 1 } }],
    ['names of ours', { artifact: HIDDEN, parameters: { artifact: '../x' }, large_parameters: HIDDEN }],
    ['the name of the prototype', JSON.parse(`{"__proto__": ${JSON.stringify(HIDDEN)}, "a": {"__proto__": "b"}}`)],
    [
      'what is read as if it were not there',
      { tools: [HIDDEN], functions: HIDDEN, max_tokens: HIDDEN, stream: HIDDEN },
    ],
  ])('%s', (_what, fields) => {
    const traffic = givenTraffic();
    record(traffic, fields);
    const told = new Map(toldIn(traffic).map(([name, value]) => [name, JSON.stringify(value)]));
    expect(told).toEqual(new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])));
    expect(JSON.stringify(selectEvents(traffic.events(), 'prompt')[0]!.payload).length).toBeLessThan(30_000);
  });

  it.each<[keyof typeof dialects, JsonObject]>([
    ['responses', { instructions: { HIDDEN } }],
    ['responses', { input: { HIDDEN } }],
    ['responses', { tools: [{ type: 'namespace', name: 'n', description: HIDDEN, tools: [] }] }],
    ['responses', { client_metadata: { HIDDEN }, metadata: { HIDDEN } }],
    ['messages', { system: { HIDDEN } }],
    ['messages', { metadata: { HIDDEN }, mcp_servers: [{ name: HIDDEN }] }],
    ['gemini', { generationConfig: { responseSchema: HIDDEN } }],
    ['gemini', { generationConfig: { labels: HIDDEN }, labels: {} }],
    ['gemini', { generationConfig: HIDDEN }],
    ['gemini', { systemInstruction: [HIDDEN] }],
    ['gemini', { model: HIDDEN, generateContentRequest: {} }],
    ['gemini', { tools: [{ functionDeclarations: HIDDEN }, { functionDeclarations: [HIDDEN] }] }],
  ])('what %s reads as if it were not there, or never read: %#', (name, fields) => {
    const parameters = JSON.stringify(asks(fields, name));
    const { messages: _messages, tools: _tools, ...told } = JSON.parse(parameters);
    expect(JSON.stringify(told.parameters)).toContain(HIDDEN);
  });

  it('but the credentials for servers that the provider is to call', () => {
    const { parameters } = asks({ mcp_servers: [{ name: 'a', authorization_token: 'secret' }] }, 'messages');
    expect(parameters).toEqual({ mcp_servers: [{ name: 'a', authorization_token: '[not recorded]' }] });
  });
});

describe('what is stored apart', () => {
  it('is redacted, its original for the restricted store', () => {
    const stored: string[] = [];
    const store = { keep: (_sha256: string, original: string | Uint8Array) => void stored.push(String(original)) };
    const traffic = givenTraffic({ redaction: withoutMail, store });
    traffic.book.addMask((text) => text.replaceAll('sk-12345678', '[key]'));
    const leak = `${HIDDEN} me@example.org sk-12345678`;
    record(traffic, { chat_template: leak, 'me@example.org': 'sk-12345678 me@example.org' });
    expect(toldIn(traffic)).toEqual([
      ['chat_template', `${HIDDEN} [mail] [key]`],
      ['[mail]', '[key] [mail]'],
    ]);
    const { large_parameters } = selectEvents(traffic.events(), 'prompt')[0]!.payload;
    expect(large_parameters![0]!.redacted).toEqual({ mail: 1 });
    expect(stored.some((original) => original.includes('me@example.org'))).toBe(true);
  });

  it('is stored once, also when it is too large to be compared, and counts as often', () => {
    const room = { exchanges: 1_000, inline: 1e6, apart: 5e6 };
    const traffic = givenTraffic({ limits: room });
    const documents = ['x'.repeat(2_000_000)];
    for (let i = 0; i < 6; i++) record(traffic, { response_format: { ...schema }, documents: [...documents] });
    expect(artifactsOf(traffic)).toHaveLength(2);
    expect(toldIn(traffic, 5)).toEqual(toldIn(traffic, 0));
    expect(traffic.recorder.full).toBe(false);
  });

  it('has no more room than there is, and neither has what stands in events', () => {
    const apart = givenTraffic({ limits: { exchanges: 1_000, inline: 1e6, apart: 10_000 } });
    for (let i = 0; i < 3; i++) record(apart, { chat_template: `${i}${'x'.repeat(4_000)}` });
    expect(apart.recorder.full).toBe(true);
    const inline = givenTraffic({ limits: { exchanges: 1_000, inline: 10_000, apart: 1e6 } });
    for (let i = 0; i < 9; i++) record(inline, { stop: `${i}${'x'.repeat(1_500)}` });
    expect(inline.recorder.full).toBe(true);
  });
});
