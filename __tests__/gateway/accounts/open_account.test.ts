import { join } from 'node:path';
import fc from 'fast-check';
import { createBearerTokens } from '../../../src/gateway/accounts/bearer_tokens.js';
import { openAccount } from '../../../src/gateway/accounts/open_account.js';
import { createMeter, type MeterCaps } from '../../../src/gateway/meter/create_meter.js';
import { createPriceBook } from '../../../src/gateway/meter/create_price_book.js';
import { readPriceTable } from '../../../src/gateway/meter/price_book.js';
import { openTrafficRecorder } from '../../../src/gateway/recording/open_traffic_recorder.js';
import { openRecordFolder } from '../../../src/gateway/recording/record_folder.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { createRedaction } from '../../../src/run/redaction/create_redaction.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ask, begun, closeAll, givenGateway, givenScripted, givenWire, send } from '../given.js';

afterEach(closeAll);
afterAll(cleanUp);

const turns = [{ say: 'Hello, Ada.', usage: { input: 200, output: 50 } }];
const TABLE = 'action_type,unit,unit_price,notes\nllm_request,1k_input_token,1,\nllm_request,1k_output_token,10,\n';

/** An account as it is kept in earnest: a log on disk, a meter with prices, tokens. */
function givenAccount(
  caps: Partial<MeterCaps> = {},
  more: Partial<Parameters<typeof openAccount>[0]> = {},
  room?: Parameters<typeof openTrafficRecorder>[0]['limits'],
) {
  const book = openRecordFolder(join(givenRoom(), 'traffic'), () => new Date());
  const prices = createPriceBook(readPriceTable(Buffer.from(TABLE), 'prices.csv'), new Date());
  const meter = createMeter({ usd: null, tokens: null, requests: null, ...caps }, prices);
  const tokens = createBearerTokens(['ada', 'bob']);
  const recorder = openTrafficRecorder({ sink: book, redaction: createRedaction(), ...(room && { limits: room }) });
  const account = openAccount({ tokens, meter, recorder, ...more });
  return { account, book, meter, tokens };
}

async function serve(url: URL, given: ReturnType<typeof givenAccount>) {
  const { gateway, port, faults } = await givenGateway([{ url }], { accounts: [given.account] });
  return { gateway, port, faults, token: given.tokens.of('ada')! };
}
const told = ({ book }: ReturnType<typeof givenAccount>) =>
  book.log.events.map(({ type, payload }) => [type, (payload as { exchange?: number }).exchange]);
const responses = ({ book }: ReturnType<typeof givenAccount>) =>
  selectEvents(book.log.events, 'response').map(({ payload }) => payload);

describe('an account', () => {
  it('writes down what is asked before it is sent, and what came of it and what it cost after', async () => {
    const given = givenAccount();
    const seen: unknown[] = [];
    const wire = await givenWire((socket) => {
      seen.push(...told(given));
      const body = JSON.stringify({
        choices: [{ message: { content: 'a' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 200, completion_tokens: 50 },
      });
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    const served = await serve(wire.url, given);
    await send(served, ask());
    await served.gateway.close();
    expect(seen).toEqual([['prompt', 1]]);
    expect(told(given)).toEqual([
      ['prompt', 1],
      ['response', 1],
      ['cost', 1],
    ]);
    expect(selectEvents(given.book.log.events, 'cost')[0]!.payload).toMatchObject({ quantity: 250, cost_usd: 0.7 });
    expect(given.meter.spent).toEqual({ requests: 1, tokens: 250, usd: 0.7 });
  });

  it('numbers requests side by side as they are written, each with one end', async () => {
    const scripted = await givenScripted({ turns });
    const given = givenAccount();
    const served = await serve(scripted.url, given);
    const bodies = Array.from({ length: 40 }, (_, i) =>
      i % 5 === 0 ? 'nonsense' : ask({ user: String(i), stream: i % 2 === 0 }),
    );
    await Promise.all(bodies.map((body) => send(served, body)));
    await served.gateway.close();
    given.account.close();
    const prompts = selectEvents(given.book.log.events, 'prompt').map(({ payload }) => payload.exchange);
    expect(prompts.length).toBe(32);
    expect(
      responses(given)
        .map(({ exchange }) => exchange)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(given.meter.spent).toMatchObject({ requests: 32, tokens: 32 * 250 });
  });

  it.each<[string, Partial<MeterCaps>, string]>([
    ['requests', { requests: 1 }, 'request-cap'],
    ['tokens', { tokens: 1500 }, 'token-cap'],
    ['USD', { usd: 4 }, 'usd-cap'],
  ])('at its cap on %s refuses with 400, and the refusal is in the record', async (_, caps, code) => {
    const scripted = await givenScripted({ turns: [{ say: 'x', usage: { input: 1000, output: 400 } }] });
    const given = givenAccount(caps);
    const served = await serve(scripted.url, given);
    let last = await send(served, ask({ max_tokens: 256 }));
    while (last.status === 200) last = await send(served, ask({ max_tokens: 256 }));
    expect([last.status, last.json]).toMatchObject([400, { error: { type: `gatebench_${code}` } }]);
    expect(responses(given).at(-1)).toMatchObject({ outcome: 'refused', code, status: 400, usage: null });
    expect(selectEvents(given.book.log.events, 'prompt').at(-1)!.payload.upstream).toBeNull();
    expect(scripted.requests.length).toBe(given.meter.spent.requests);
  });

  it('near its cap lowers a budget for thinking with the limit, and refuses where no answer would be left', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x', usage: { input: 10, output: 1000 } }] });
    const given = givenAccount({ tokens: 8000 });
    const served = await serve(scripted.url, given);
    const thinking = { type: 'enabled', budget_tokens: 16_000 };
    const body = ask({ max_tokens: 20_000, thinking });
    const path = '/v1/messages';
    expect((await send(served, body, { path })).status).toBe(200);
    const [sent] = scripted.requests.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);
    const limit = sent!.max_tokens as number;
    expect(sent!.thinking).toEqual({ type: 'enabled', budget_tokens: Math.floor(0.8 * limit) });
    const prompts = () => selectEvents(given.book.log.events, 'prompt').map(({ payload }) => payload);
    expect(prompts()[0]).toMatchObject({
      max_tokens: { asked: 20_000, sent: limit },
      thinking_budget: { asked: 16_000, sent: Math.floor(0.8 * limit) },
      parameters: { thinking },
    });
    while (scripted.requests.length < 7 && (await send(served, body, { path })).status === 200);
    expect(responses(given).at(-1)).toMatchObject({ outcome: 'refused', code: 'token-cap' });
    // Less than 1,280 tokens are left, of which a model that need not think would have got an answer.
    expect((await send(served, ask({ max_tokens: 20_000 }), { path })).status).toBe(200);
    expect((await send(served, ask({ reasoning_effort: 'high' }))).status).toBe(400);
  });

  it.each([
    ['exchanges', { exchanges: 3, inline: 1e9, apart: 1e9 }, 'x'],
    ['short messages', { exchanges: 1e9, inline: 2900, apart: 1e9 }, 'x'.repeat(950)],
    ['long messages', { exchanges: 1e9, inline: 1e9, apart: 60_000 }, 'x'.repeat(20_000)],
  ])('has room for so much, although counting tokens costs nothing: %s', async (_, room, text) => {
    const wire = await givenWire((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    const given = givenAccount({}, {}, room);
    const served = await serve(wire.url, given);
    const counting = (number: number) =>
      send(served, ask({ messages: [{ role: 'user', content: `${number}${text}` }] }), {
        path: '/v1/messages/count_tokens',
      });
    for (let number = 0; number < 5; number += 1) await counting(number);
    expect(responses(given).map(({ outcome, code }) => [outcome, code])).toEqual([
      ...Array.from({ length: 3 }, () => ['complete', null]),
      ...Array.from({ length: 2 }, () => ['refused', 'record-full']),
    ]);
    expect([wire.requests.length, given.meter.spent.requests]).toEqual([3, 0]);
  });

  it('counts every request that reached the upstream against the cap, answered or not, and says so at the cap', async () => {
    const wire = await givenWire((socket) =>
      socket.write('HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
    );
    const given = givenAccount({ requests: 2 });
    await send(await serve(new URL('http://127.0.0.1:1'), given), ask());
    const served = await serve(wire.url, given);
    await send(served, ask({ max_tokens: 5 }), { path: '/v1/messages/count_tokens' });
    const replies = [];
    for (let n = 0; n < 5; n += 1) replies.push(await send(served, ask({ user: `${n}` })));
    expect(replies.map(({ text }) => /request-cap/.test(text))).toEqual([false, false, true, true, true]);
    expect(replies[2]!.text).toContain('all of 2 requests to models were sent, 2 of them without an answer');
    expect([wire.requests.length, given.meter.spent]).toEqual([3, { requests: 2, tokens: 0, usd: 0 }]);
  });

  it('is not charged for what the upstream refused, or where nobody was there', async () => {
    const fault = { status: { code: 429 } };
    const scripted = await givenScripted({ turns, faults: [{ request: 1, ...fault }] });
    const given = givenAccount();
    await send(await serve(scripted.url, given), ask());
    await send(await serve(new URL('http://127.0.0.1:1'), given), ask());
    expect(given.meter.spent).toEqual({ requests: 1, tokens: 0, usd: 0 });
    expect(responses(given).map(({ outcome, code, status, usage }) => [outcome, code, status, usage])).toEqual([
      ['error', 'upstream-status', 429, null],
      ['error', 'upstream-unreachable', 502, null],
    ]);
  });

  it('is charged the worst case where the answer broke off, and marked as estimated', async () => {
    const scripted = await givenScripted({ turns, faults: [{ request: 1, cut: { events: 2 } }] });
    const given = givenAccount();
    await send(await serve(scripted.url, given), ask({ stream: true }));
    expect(responses(given)).toMatchObject([{ outcome: 'partial', usage: { source: 'estimated' } }]);
    expect(given.meter.spent.tokens).toBeGreaterThan(0);
  });

  it('lets tokens be counted without cost', async () => {
    const scripted = await givenScripted({ turns });
    const given = givenAccount({ tokens: 10_000 });
    const served = await serve(scripted.url, given);
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });
    const reply = await send(served, body, { path: '/v1/messages/count_tokens' });
    expect([reply.status, reply.json]).toEqual([200, { input_tokens: expect.any(Number) }]);
    expect(responses(given)).toMatchObject([{ outcome: 'complete', usage: null }]);
    expect(given.meter.spent.tokens).toBe(0);
  });

  it('holds requests back as long as it is told to, and says how long', async () => {
    let release = (_: { held_ms: number }) => {};
    const holding = new Promise<{ held_ms: number }>((resolve) => {
      release = resolve;
    });
    let asked = () => {};
    const waiting = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const scripted = await givenScripted({ turns });
    const hold = () => {
      asked();
      return holding;
    };
    const given = givenAccount({}, { hold });
    const reply = send(await serve(scripted.url, given), ask());
    await waiting;
    expect(told(given)).toEqual([]);
    release({ held_ms: 0 });
    expect((await reply).status).toBe(200);
    expect(responses(given)[0]!.held_ms).toBeGreaterThan(0);
  });

  it('that is stopped refuses, breaks off what is under way, and has both in the record', async () => {
    const stop = new AbortController();
    const wire = await givenWire((socket) => {
      const event = 'data: {"model":"m","choices":[{"index":0,"delta":{"content":"so far"}}]}\n\n';
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.write(`${head}${event.length.toString(16)}\r\n${event}\r\n`);
    });
    const given = givenAccount({}, { stopped: stop.signal });
    const served = await serve(wire.url, given);
    await begun(served, ask({ stream: true }), new AbortController().signal);
    stop.abort();
    expect((await send(served, ask())).json).toMatchObject({ error: { type: 'gatebench_stopped' } });
    await served.gateway.close();
    expect(
      responses(given)
        .map(({ outcome, code }) => [outcome, code])
        .sort(),
    ).toEqual([
      ['aborted', 'stopped'],
      ['refused', 'stopped'],
    ]);
  });

  it('whose log takes nothing more refuses with 503, sends nothing on, and says so at the end', async () => {
    const scripted = await givenScripted({ turns });
    const given = givenAccount();
    const served = await serve(scripted.url, given);
    expect((await send(served, ask())).status).toBe(200);
    given.book.close();
    for (const body of [ask(), ask(), 'nonsense']) expect((await send(served, body)).status).toBe(503);
    expect(scripted.requests.length).toBe(1);
    expect(given.account.fault).toMatchObject({ code: 'EBADF' });
    expect(() => given.account.close()).toThrow('the log is closed');
    expect(served.faults.length).toBe(3);
  });

  it('never lets requests side by side pass a cap together', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x', usage: { input: 100, output: 300 } }] });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 1, max: 12 }), async (tokens, count) => {
        const given = givenAccount({ tokens });
        const served = await serve(scripted.url, given);
        const replies = await Promise.all(Array.from({ length: count }, () => send(served, ask({ max_tokens: 300 }))));
        expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
        expect(given.meter.spent.tokens).toBeLessThanOrEqual(tokens);
        await served.gateway.close();
        given.book.close();
      }),
      { numRuns: 25 },
    );
  });
});
