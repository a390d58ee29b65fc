import { connect } from 'node:net';
import { ask } from '../../../../src/run/agents/loop/ask.js';
import { withUpstream } from '../../gateway/scripted/given_upstream.js';

const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
const never = new AbortController().signal;

/** Asks a scripted model once, whole or as a stream. */
const asked = (yaml: string, stream = true, signal = never) =>
  withUpstream(yaml, (upstream) => {
    const access = {
      url: upstream.url.origin,
      token: 'the-token',
      name: 'm',
      connect: () => connect(Number(upstream.url.port), '127.0.0.1'),
    };
    return ask(access, { ...body, stream }, signal);
  });

describe('A request of the loop agent', () => {
  it.each([true, false])('reads the answer (stream: %s)', async (stream) => {
    const script = 'turns: [{say: hello, calls: [{tool: bash, with: {command: ls}, undeclared: true}]}]';
    expect(await asked(script, stream)).toMatchObject({
      answered: { message: { content: 'hello' }, calls: [{ name: 'bash', arguments: { command: 'ls' } }] },
    });
  });

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

  it('presents the token and nothing else', () =>
    withUpstream('turns: [{say: hi}]', async (upstream) => {
      const connection = () => connect(Number(upstream.url.port), '127.0.0.1');
      await ask({ url: '', token: 'the-token', name: 'm', connect: connection }, body, never);
      const [request] = upstream.requests;
      expect(request!.headers.authorization).toBe('Bearer the-token');
      expect(JSON.parse(request!.body.toString())).toEqual(body);
    }));
});
