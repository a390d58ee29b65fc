// Needs: nothing
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openScriptedUpstream, type ScriptedUpstream } from '../../src/gateway/scripted/scripted_upstream.js';
import { upstreamScriptSchema } from '../../src/gateway/scripted/upstream_script.js';
import type { Event } from '../../src/record/events/event.js';
import { type DialectName, dialectNames } from '../../src/record/events/model_payloads.js';
import { selectEvents } from '../../src/record/events/select_events.js';
import { cleanUp, givenRoom } from '../given.js';
import { type EndedProcess, startBuilt } from './start_built.js';

/**
 * The gateway as a process in front of a server on the loopback, asked in every dialect. What else becomes of requests is tested in
 * `gateway` and `commands/gateway`; real clients ask it in `agents/real_agents.test.ts`.
 */

const message = { role: 'user', content: 'hello' };
const chat = { model: 'scripted', messages: [message] };
const generate = '/v1beta/models/scripted';
const contents = [{ role: 'user', parts: [{ text: 'hello' }] }];

/** A request of each dialect: the header with the token, and path and body of a whole and of a streamed answer. */
const REQUESTS: Record<
  DialectName,
  { header: string; whole: [path: string, body: object]; streamed: [path: string, body: object] }
> = {
  chat: {
    header: 'authorization',
    whole: ['/v1/chat/completions', chat],
    streamed: ['/v1/chat/completions', { ...chat, stream: true }],
  },
  responses: {
    header: 'authorization',
    whole: ['/v1/responses', { model: 'scripted', input: 'hello' }],
    streamed: ['/v1/responses', { model: 'scripted', input: 'hello', stream: true }],
  },
  messages: {
    header: 'x-api-key',
    whole: ['/v1/messages', { ...chat, max_tokens: 100 }],
    streamed: ['/v1/messages', { ...chat, max_tokens: 100, stream: true }],
  },
  gemini: {
    header: 'x-goog-api-key',
    whole: [`${generate}:generateContent`, { contents }],
    streamed: [`${generate}:streamGenerateContent?alt=sse`, { contents }],
  },
};

let provider: ScriptedUpstream;
const answers: Record<string, string> = {};
let ended: EndedProcess;
let exchanges: unknown[];

beforeAll(async () => {
  const turns = [{ say: 'Hello, Ada.', usage: { input: 200, output: 50 } }];
  provider = openScriptedUpstream(upstreamScriptSchema.parse({ turns }));
  await provider.listenOnLoopback(0);
  const room = givenRoom();
  const argv = ['serve', 'gateway', '--upstream', `local:${provider.url}`, '--record', 'traffic', '--json'];
  const gateway = await startBuilt(room, argv, /^run-1 {2}(http:\S+) {2}(gbt_\S+)\n/m);
  const [, url, token] = gateway.ready;
  for (const dialect of dialectNames)
    for (const kind of ['whole', 'streamed'] as const) {
      const { header, [kind]: request } = REQUESTS[dialect];
      const value = header === 'authorization' ? `Bearer ${token}` : token!;
      const answer = await fetch(`${url}${request[0]}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: value },
        body: JSON.stringify(request[1]),
      });
      answers[`${dialect} ${kind}`] = `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`;
    }
  ended = await gateway.end();
  const events = readFileSync(join(room, 'traffic/events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  const responses = selectEvents(events, 'response');
  exchanges = selectEvents(events, 'prompt').map(({ payload }, at) => [
    payload.dialect,
    responses[at]!.payload.outcome,
    responses[at]!.payload.usage,
  ]);
});
afterAll(async () => {
  await provider.close();
  await cleanUp();
});

describe('the gateway that ships', () => {
  it.each(dialectNames)('answers in %s, whole and as a stream', (dialect) => {
    expect(answers[`${dialect} whole`]).toMatch(/^200 application\/json.*Hello, Ada\./);
    expect(answers[`${dialect} streamed`]).toMatch(/^200 text\/event-stream[\s\S]*data: /);
  });

  it('meters every answer, and says when it is stopped what was used', () => {
    const usage = expect.objectContaining({ input_tokens: 200, output_tokens: 50, source: 'reported' });
    expect(exchanges).toEqual(dialectNames.flatMap((dialect) => Array(2).fill([dialect, 'complete', usage])));
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.log)).toMatchObject({ run: 'run-1', requests: 8, refused: 0, tokens: 2000 });
  });
});
