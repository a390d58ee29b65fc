import { connect } from 'node:net';
import { dialectNames } from '../../../../src/record/events/model_payloads.js';
import { BASH_TOOL } from '../../../../src/run/agents/loop/bash_tool.js';
import type { LoopRequest } from '../../../../src/run/agents/loop/formats/loop_format.js';
import { loopFormats } from '../../../../src/run/agents/loop/formats/loop_formats.js';
import { requestModel } from '../../../../src/run/agents/loop/request_model.js';
import { withUpstream } from '../../../gateway/scripted/given_upstream.js';

const request: LoopRequest = {
  model: 'm',
  system: 'be quick',
  history: [{ from: 'user', text: 'hi' }],
  tools: [BASH_TOOL],
  stream: false,
  thoughts: false,
  sealed_thoughts: true,
};
const formats = Object.entries(loopFormats);
const never = new AbortController().signal;

/** Asks a scripted model once, whole or as a stream. */
const asked = (yaml: string, stream = true, signal = never, format = loopFormats.chat) =>
  withUpstream(yaml, (upstream) => {
    const access = {
      url: upstream.url.origin,
      token: 'the-token',
      name: 'm',
      dialects: dialectNames,
      connect: () => connect(Number(upstream.url.port), '127.0.0.1'),
    };
    return requestModel(access, format, { ...request, stream }, signal);
  });

describe('A request of the loop agent', () => {
  it.each(formats.flatMap(([name, format]) => [true, false].map((stream) => [name, stream, format] as const)))(
    'reads the answer in %s (stream: %s)',
    async (_, stream, format) => {
      const script = 'turns: [{say: hello, calls: [{tool: bash, with: {command: ls}}]}]';
      const got = await asked(script, stream, never, format);
      if (!('answered' in got)) throw new Error(got.failed);
      const reply = format.reply(got.answered, 1, false);
      expect([reply.text, reply.calls]).toMatchObject(['hello', [{ name: 'bash', arguments: { command: 'ls' } }]]);
    },
  );

  it.each<[string, object]>([
    ['{status: {code: 400}}', { failed: 'status 400: scripted error 400', again: false }],
    ['{status: {code: 401, body: no}}', { failed: 'status 401: no', again: false }],
    [
      '{status: {code: 429, retry_after: 3}}',
      { failed: 'status 429: scripted error 429', again: true, after_ms: 3000 },
    ],
    ['{status: {code: 503}}', { failed: 'status 503: scripted error 503', again: true }],
    ['{cut: {events: 2}}', { again: true }],
    ['{reset: before-headers}', { again: true }],
    ['{error_event: overloaded}', { failed: "the model's server says: scripted_error: overloaded", again: true }],
  ])('%s', async (fault, expected) => {
    expect(await asked(`turns: [{say: "${'word '.repeat(20)}", fault: ${fault}}]`)).toMatchObject(expected);
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const hanging = asked('turns: [{say: hi, fault: {hang: before-headers}}]', true, controller.signal);
    setImmediate(() => controller.abort());
    expect(await hanging).toMatchObject({ again: true });
  });

  it.each(formats)('presents the token and nothing else in %s, and says what the format demands', (name, format) =>
    withUpstream('turns: [{say: hi}]', async (upstream) => {
      const connection = () => connect(Number(upstream.url.port), '127.0.0.1');
      await requestModel(
        { url: '', token: 'the-token', name: 'm', dialects: dialectNames, connect: connection },
        format,
        request,
        never,
      );
      const { headers, body, path } = upstream.requests[0]!;
      expect(headers.authorization).toBe('Bearer the-token');
      expect(headers['anthropic-version']).toBe(name === 'messages' ? '2023-06-01' : undefined);
      expect([path, JSON.parse(body.toString())]).toEqual([format.path(request), format.body(request)]);
    }),
  );
});
