import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { upstreamScriptSchema } from '../../../src/gateway/scripted/upstream_script.js';
import { eventsIn, post, withUpstream } from './given_upstream.js';

const SCRIPT = `
turns:
  - reasoning: Where is it? The file "value" must say right.
    say: I look at the file – naïve 😀
    calls: [{shell: "cat value"}, {write: {path: value, content: "right\\n"}}]
    usage: {input: 1000, cached: 200, cache_write: 100, output: 50, reasoning: 10}
  - say: It is done.
`;

/** What tests look at of calls and events. */
interface Called {
  id: string;
  type: string;
  name: string;
  namespace?: string;
  function: { name: string; arguments: string };
}
interface Told {
  type?: string;
  index?: number;
  sequence_number?: number;
  item?: unknown;
  usage?: unknown;
  delta: { partial_json?: string };
  choices?: { delta: { content?: string; reasoning_content?: string; tool_calls?: (Called & { index: number })[] } }[];
}

const CHAT = '/v1/chat/completions';
const GEMINI = '/v1beta/models/scripted:generateContent';
const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});
const chatTool = (name: string, ...names: string[]) => ({
  type: 'function',
  function: { name, parameters: schema(...names) },
});
const chatTools = [chatTool('bash', 'command'), chatTool('write', 'filePath', 'content')];
const asked = (changes: object = {}) => ({
  model: 'scripted',
  messages: [{ role: 'user', content: 'Make it right' }],
  tools: chatTools,
  ...changes,
});
const json = ({ body }: { body: Buffer }) => JSON.parse(body.toString('utf8'));

const WRITTEN = "mkdir -p '.' && cat > 'value' <<'END_OF_FILE'\nright\nEND_OF_FILE";
const text = 'I look at the file – naïve 😀';

describe('A script is played in every wire format, whole and as a stream, with the same content', () => {
  const [shell, write] = [
    { name: 'bash', arguments: { command: 'cat value' } },
    { name: 'write', arguments: { filePath: '/work/value', content: 'right\n' } },
  ];
  const reasoning = 'Where is it? The file "value" must say right.';

  it('chat completions', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const whole = json(await post(upstream, CHAT, asked()));
      const [choice] = whole.choices;
      const calls = choice.message.tool_calls.map((call: Called) => ({
        name: call.function.name,
        arguments: JSON.parse(call.function.arguments),
      }));
      expect([choice.message.reasoning_content, choice.message.content, calls]).toEqual([
        reasoning,
        text,
        [shell, write],
      ]);
      expect(choice.finish_reason).toBe('tool_calls');
      const events = eventsIn(
        (await post(upstream, CHAT, asked({ stream: true, stream_options: { include_usage: true } }))).body,
      ) as Told[];
      const deltas = events.flatMap((event) => event.choices?.[0]?.delta ?? []);
      expect(deltas.map(({ content }) => content ?? '').join('')).toBe(text);
      expect(deltas.map(({ reasoning_content }) => reasoning_content ?? '').join('')).toBe(reasoning);
      const given = ['', ''];
      for (const { tool_calls = [] } of deltas)
        for (const { index, function: f } of tool_calls) given[index] += f.arguments;
      expect(given.map((each) => JSON.parse(each))).toEqual([shell!.arguments, write!.arguments]);
      expect(events.at(-1)).toBe('[DONE]');
      expect(events.at(-2)).toMatchObject({ choices: [], usage: whole.usage, id: whole.id });
      expect(whole.usage).toMatchObject({ prompt_tokens: 1000, completion_tokens: 50 });
      // Who does not ask for usage in a stream gets none.
      const silent = eventsIn((await post(upstream, CHAT, asked({ stream: true }))).body) as Told[];
      expect(silent.filter((event) => event.usage)).toEqual([]);
    }));

  it('responses', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const tools = [{ type: 'function', name: 'exec_command', parameters: schema('cmd') }, { type: 'web_search' }];
      const body = {
        model: 'm',
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Make it right' }] }],
        tools,
      };
      const whole = json(await post(upstream, '/v1/responses', body));
      expect(whole.output.map(({ type }: Called) => type)).toEqual([
        'reasoning',
        'message',
        'function_call',
        'function_call',
      ]);
      expect(JSON.parse(whole.output[2].arguments)).toEqual({ cmd: 'cat value' });
      // Without a tool that writes files, a command does.
      expect(JSON.parse(whole.output[3].arguments).cmd).toBe(WRITTEN);
      expect(whole.usage).toMatchObject({ input_tokens: 1000, input_tokens_details: { cached_tokens: 200 } });
      const events = eventsIn((await post(upstream, '/v1/responses', { ...body, stream: true })).body) as Told[];
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i));
      expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: whole });
      const streamed = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
      expect(streamed).toEqual(whole.output);
      const said = events.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta);
      expect(said.join('')).toBe(text);
    }));

  it('Anthropic messages', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const tools = [
        { name: 'Bash', input_schema: schema('command') },
        { name: 'Write', input_schema: schema('file_path', 'content') },
      ];
      const body = { ...asked({ tools }), max_tokens: 100 };
      const whole = json(await post(upstream, '/v1/messages', body));
      expect(whole.content).toMatchObject([
        { type: 'thinking', thinking: reasoning },
        { type: 'text', text },
        { type: 'tool_use', name: 'Bash', input: { command: 'cat value' } },
        { type: 'tool_use', name: 'Bash', input: { command: WRITTEN } },
      ]);
      expect(whole.usage).toEqual({
        input_tokens: 700,
        cache_read_input_tokens: 200,
        cache_creation_input_tokens: 100,
        output_tokens: 50,
      });
      const events = eventsIn((await post(upstream, '/v1/messages', { ...body, stream: true })).body) as Told[];
      const deltas = events.filter(({ type }) => type === 'content_block_delta');
      const given = (index: number) =>
        deltas
          .filter((event) => event.index === index)
          .map(({ delta }) => delta.partial_json ?? '')
          .join('');
      expect([2, 3].map((index) => JSON.parse(given(index)))).toEqual([whole.content[2].input, whole.content[3].input]);
      expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 50 } });
    }));

  it('Gemini, as events and as a list', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const tools = [
        {
          functionDeclarations: [
            { name: 'run_shell_command', parameters: schema('command') },
            { name: 'write_file', parametersJsonSchema: schema('file_path', 'content') },
          ],
        },
      ];
      const body = { contents: [{ role: 'user', parts: [{ text: 'Make it right' }] }], tools };
      const whole = json(await post(upstream, GEMINI, body));
      expect(whole.candidates[0].content.parts).toMatchObject([
        { text: reasoning, thought: true },
        { text },
        { functionCall: { name: 'run_shell_command', args: { command: 'cat value' } } },
        { functionCall: { name: 'run_shell_command', args: { command: WRITTEN } } },
      ]);
      expect(whole.usageMetadata).toMatchObject({
        promptTokenCount: 1000,
        candidatesTokenCount: 40,
        thoughtsTokenCount: 10,
      });
      const streaming = GEMINI.replace('generate', 'streamGenerate');
      const events = eventsIn((await post(upstream, `${streaming}?alt=sse`, body)).body);
      expect(events).toEqual(json(await post(upstream, streaming, body)));
      expect(events.at(-1)).toMatchObject({ usageMetadata: whole.usageMetadata, modelVersion: 'scripted' });
    }));
});

describe('Which turn is next follows from the request alone', () => {
  it('gives a request that is sent again the same answer, and the next turn after what the model said', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const first = await post(upstream, CHAT, asked());
      const again = await post(upstream, CHAT, asked());
      expect(again.body.equals(first.body)).toBe(true);
      const { message } = json(first).choices[0];
      const results = message.tool_calls.map(({ id }: Called) => ({ role: 'tool', tool_call_id: id, content: 'ok' }));
      const later = [...asked().messages, message, ...results];
      const next = json(await post(upstream, CHAT, asked({ messages: later })));
      expect(next.choices[0].message.content).toBe('It is done.');
      const over = json(
        await post(
          upstream,
          CHAT,
          asked({ messages: [...later, next.choices[0].message, { role: 'user', content: 'and?' }] }),
        ),
      );
      expect(over.choices[0].message.content).toBe('Done.');
    }));

  it('counts items of one turn once, and no instructions', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const input = [
        { role: 'developer', content: 'Be good' },
        { role: 'user', content: 'Make it right' },
        { type: 'reasoning', summary: [] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'I look' }] },
        { type: 'function_call', call_id: 'a', name: 'bash', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: 'wrong' },
      ];
      const tools = [{ type: 'function', name: 'bash', parameters: schema('command') }];
      const { output } = json(await post(upstream, '/v1/responses', { model: 'm', input, tools }));
      expect(output[0].content[0].text).toBe('It is done.');
    }));

  it('counts no words that were put into the mouth of the model before it spoke', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const begun = [
        { role: 'user', content: 'This is the folder.' },
        { role: 'assistant', content: 'Got it. Thanks for the context!' },
        { role: 'user', content: 'Make it right' },
      ];
      const first = json(await post(upstream, CHAT, asked({ messages: begun }))).choices[0].message;
      expect(first.content).toBe(text);
      const results = first.tool_calls.map(({ id }: Called) => ({ role: 'tool', tool_call_id: id, content: 'ok' }));
      const next = json(await post(upstream, CHAT, asked({ messages: [...begun, first, ...results] })));
      expect(next.choices[0].message.content).toBe('It is done.');
      const parts = ({ role, content }: (typeof begun)[number]) => ({
        role: role === 'assistant' ? 'model' : role,
        parts: [{ text: content }],
      });
      const tools = [{ functionDeclarations: [{ name: 'bash', parameters: schema('command') }] }];
      const gemini = { contents: begun.map(parts), tools };
      const { content } = json(await post(upstream, GEMINI, gemini)).candidates[0];
      expect(content.parts[1]).toEqual({ text });
      const later = { ...gemini, contents: [...gemini.contents, content, { role: 'user', parts: [{ text: 'ok' }] }] };
      expect(json(await post(upstream, GEMINI, later)).candidates[0].content.parts).toEqual([{ text: 'It is done.' }]);
    }));

  it('goes on where it was when a client has shortened the history, or altered ids and words', () =>
    withUpstream(
      'turns: [{say: one, calls: [{shell: a}]}, {calls: [{shell: b}]}, {say: three}, {say: four}]',
      async (upstream) => {
        const said = async (...messages: object[]) =>
          json(await post(upstream, CHAT, asked({ messages }))).choices[0].message;
        const user = { role: 'user', content: 'Make it right' };
        const first = await said(user);
        const second = await said(user, first, { role: 'tool', content: 'ok' });
        const short = [{ role: 'user', content: 'So far: …' }, { role: 'assistant', content: 'Got it.' }, second];
        expect((await said(...short, { role: 'tool', content: 'ok' })).content).toBe('three');
        const call = (id: string) => ({ id, type: 'function', function: { name: 'bash', arguments: '{}' } });
        const altered = [
          { role: 'assistant', tool_calls: [call('x')] },
          { role: 'tool', content: 'ok' },
          { role: 'assistant', tool_calls: [call('y')] },
          { role: 'tool', content: 'ok' },
          { role: 'assistant', content: '3' },
        ];
        expect((await said(user, ...altered, user)).content).toBe('four');
        expect((await said(user, { role: 'assistant', content: 'on' }, user)).tool_calls).toHaveLength(1);
      },
    ));

  it('answers side conversations, which lack the tools, beside the script', () =>
    withUpstream(SCRIPT, async (upstream) => {
      for (const tools of [undefined, [], [chatTool('read', 'path')]]) {
        const { choices } = json(await post(upstream, CHAT, asked({ tools })));
        expect(choices[0].message).toEqual({ role: 'assistant', content: 'A side note' });
      }
    }));

  it('takes the conversation whose opening holds the text', () =>
    withUpstream('turns: [{say: one}]\nconversations: [{when: "part B", turns: [{say: two}]}]', async (upstream) => {
      const said = async (content: string) =>
        json(await post(upstream, CHAT, asked({ messages: [{ role: 'user', content }] }))).choices[0].message.content;
      expect([await said('part A'), await said('do part B now')]).toEqual(['one', 'two']);
    }));

  it('finds tools of tool servers by their bare names, in namespaces too', () =>
    withUpstream('turns: [{calls: [{tool: acquire_lock, with: {path: a}}]}]', async (upstream) => {
      const names = async (tools: object[]) =>
        json(await post(upstream, '/v1/responses', { model: 'm', input: 'hi', tools })).output.map(
          ({ namespace, name }: Called) => [namespace, name],
        );
      expect(await names([{ type: 'function', name: 'coord-acquire_lock' }])).toEqual([
        [undefined, 'coord-acquire_lock'],
      ]);
      const tool = { type: 'function', name: 'acquire_lock' };
      expect(await names([{ type: 'namespace', name: 'mcp__coord', tools: [tool] }])).toEqual([
        ['mcp__coord', 'acquire_lock'],
      ]);
    }));

  it('writes commands into its text where it plays a server without tool calling', () =>
    withUpstream('tools: false\nturns: [{say: I look., calls: [{shell: ls}]}]', async (upstream) => {
      const { choices } = json(await post(upstream, CHAT, asked()));
      expect(choices[0].message).toEqual({ role: 'assistant', content: 'I look.\n\n```bash\nls\n```' });
    }));
});

describe('Other routes', () => {
  it('lists models, counts tokens, and says which it does not know', () =>
    withUpstream(SCRIPT, async (upstream) => {
      const models = await fetch(new URL('/v1/models', upstream.url));
      expect(await models.json()).toMatchObject({ data: [{ id: 'scripted' }] });
      expect(json(await post(upstream, '/v1/messages/count_tokens', 'x'.repeat(40)))).toEqual({ input_tokens: 10 });
      expect(json(await post(upstream, '/v1beta/models/m:countTokens', 'x'.repeat(40)))).toEqual({ totalTokens: 10 });
      expect((await post(upstream, '/v1/embeddings', {})).status).toBe(404);
      expect((await post(upstream, CHAT, '{')).status).toBe(400);
      expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toContain('POST /v1/embeddings');
    }));

  it('asks for the key in any of the three headers', () =>
    withUpstream(
      SCRIPT,
      async (upstream) => {
        const status = async (headers: Record<string, string>) => (await post(upstream, CHAT, asked(), headers)).status;
        expect(await status({})).toBe(401);
        expect(await status({ authorization: 'Bearer other' })).toBe(401);
        for (const [name, value] of [
          ['authorization', 'Bearer right'],
          ['x-api-key', 'right'],
          ['x-goog-api-key', 'right'],
          ['api-key', 'right'],
        ])
          expect(await status({ [name!]: value! })).toBe(200);
      },
      { key: 'right' },
    ));
});

describe('Faults', () => {
  const turn = (fault: string, more = '') => `turns: [{say: "${'word '.repeat(40)}", fault: ${fault}${more}}]`;
  const streamed = asked({ stream: true, tools: undefined });

  it('befall so many times in a row, then the turn is played', () =>
    withUpstream(turn('{status: {code: 429, retry_after: 2}, times: 2}'), async (upstream) => {
      const seen = [];
      for (let i = 0; i < 3; i++) seen.push(await post(upstream, CHAT, streamed));
      expect(seen.map(({ status }) => status)).toEqual([429, 429, 200]);
      expect(seen[0]!.headers['retry-after']).toBe('2');
      expect(json(seen[0]!)).toMatchObject({ error: { message: 'scripted error 429' } });
    }));

  it('befall a request by its number', () =>
    withUpstream(
      'turns: [{say: hi}]\nfaults: [{request: 2, status: {code: 503, body: busy}, times: always}]',
      async (upstream) => {
        const seen = [];
        for (let i = 0; i < 3; i++) seen.push(await post(upstream, CHAT, asked()));
        expect(seen.map(({ status }) => status)).toEqual([200, 503, 503]);
        expect(seen[1]!.body.toString()).toBe('busy');
      },
    ));

  const cuts: [string, (body: string, good: string) => boolean][] = [
    ['{cut: {events: 3}}', (body) => eventsIn(Buffer.from(body)).length === 3],
    ['{cut: {bytes: 100}}', (body) => body.length === 100],
    ['{cut: {mid_event: 2}}', (body, good) => good.startsWith(body) && !body.endsWith('\n\n')],
  ];
  it.each(cuts)('%s breaks off in the body', (fault, holds) =>
    withUpstream(turn(fault), async (upstream) => {
      const cut = await post(upstream, CHAT, streamed);
      const good = await post(upstream, CHAT, streamed);
      expect([cut.status, cut.whole, good.whole]).toEqual([200, false, true]);
      expect(holds(cut.body.toString(), good.body.toString())).toBe(true);
    }),
  );

  it.each(['before-headers', 'in-headers'])('a reset %s leaves no answer', (when) =>
    withUpstream(turn(`{reset: ${when}}`), async (upstream) => {
      expect(await post(upstream, CHAT, streamed)).toMatchObject({ status: null, whole: false });
      expect((await post(upstream, CHAT, streamed)).whole).toBe(true);
    }),
  );

  it('hangs in the body until the client goes', () =>
    withUpstream(turn('{hang: mid-body}'), async (upstream) => {
      const hung = await post(upstream, CHAT, streamed, {}, (body) => eventsIn(body).length > 3);
      expect([hung.status, hung.whole]).toEqual([200, false]);
    }));

  it('slow bytes are the same bytes', () =>
    withUpstream(turn('{slow: {bytes: 701}}'), async (upstream) => {
      const [slow, good] = [await post(upstream, CHAT, streamed), await post(upstream, CHAT, streamed)];
      expect([slow.whole, slow.body.equals(good.body)]).toEqual([true, true]);
    }));

  it('compresses whatever is accepted', () =>
    withUpstream(turn('{gzip: true}'), async (upstream) => {
      const zipped = await post(upstream, CHAT, streamed, { 'accept-encoding': 'identity' });
      const good = await post(upstream, CHAT, streamed);
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(zipped.body).equals(good.body)).toBe(true);
    }));

  it('breaks JSON, names another type, grows huge, tells the key, errs inside the stream', async () => {
    const first = (fault: string, body: object = streamed) =>
      withUpstream(turn(fault), (upstream) => post(upstream, CHAT, body, { authorization: 'Bearer the-key' }));
    const invalid = await first('{invalid_json: true}');
    expect(() => eventsIn(invalid.body)).toThrow();
    const invalidWhole = await first('{invalid_json: true}', asked());
    expect(() => json(invalidWhole)).toThrow();
    expect((await first('{content_type: text/plain}')).headers['content-type']).toBe('text/plain');
    expect((await first('{huge_event: 1000000}')).body.length).toBeGreaterThan(1_000_000);
    expect(json(await first('{echo_key: true}', asked())).choices[0].message.content).toContain('the-key');
    const errs = eventsIn((await first('{error_event: overloaded}')).body);
    expect(errs.at(-1)).toEqual({ error: { message: 'overloaded', type: 'scripted_error', param: null, code: null } });
  });

  it('says nothing of usage, or nonsense, word for word', async () => {
    const told = async (usage: string, path: string, body: object) =>
      json(await withUpstream(`turns: [{say: hi, usage: ${usage}}]`, (upstream) => post(upstream, path, body)));
    expect(await told('none', CHAT, asked())).not.toHaveProperty('usage');
    const lie = '{verbatim: {prompt_tokens: -5, completion_tokens: many}}';
    expect(await told(lie, CHAT, asked())).toMatchObject({ usage: { prompt_tokens: -5, completion_tokens: 'many' } });
    expect(await told('{verbatim: 7}', GEMINI, {})).toMatchObject({ usageMetadata: 7 });
    expect(await told('{verbatim: 7}', '/v1/messages', asked())).toMatchObject({ usage: {} });
  });
});

describe('A script as the documents show it', () => {
  it('drives a client, and every fault that they name is one', async () => {
    const [, page] = /\n## Scripted models\n([\s\S]*?)\n## /.exec(readFileSync('docs/agents.md', 'utf8'))!;
    const shown = /```yaml\n([\s\S]*?)```/.exec(page!)![1]!;
    const { choices } = json(
      await withUpstream(shown, (upstream) => post(upstream, CHAT, asked({ tools: chatTools }))),
    );
    expect(choices[0].message.tool_calls.map((call: Called) => call.function.name)).toEqual(['bash', 'write']);
    const named = [...page!.matchAll(/(?:^- |, )`([a-z_]+):/gm)].map(([, name]) => name);
    const { properties } = z.toJSONSchema(upstreamScriptSchema.shape.turns.unwrap().element.shape.fault.unwrap(), {
      io: 'input',
      unrepresentable: 'any',
    });
    expect([...named, 'times'].sort()).toEqual(Object.keys(properties!).sort());
  });
});

describe('A script that is none', () => {
  it.each([
    ['turns: []', 'script.yml:1:8  turns: must have at least 1 entry'],
    ['turns: [{sya: hi}]', 'script.yml:1:10  unknown key "sya"'],
    [
      'turns:\n  - say: hi\n    fault: {cut: {events: 1}, gzip: true}',
      'script.yml:3:12  turns.0.fault: is one of status',
    ],
    ['turns:\n  - say: hi\n    fault: {cut: {events: 1, bytes: 2}}', 'names one of events, bytes and mid_event'],
  ])('%s', async (yaml, message) => {
    await expect(withUpstream(yaml, async () => 1)).rejects.toThrow(message);
  });
});
