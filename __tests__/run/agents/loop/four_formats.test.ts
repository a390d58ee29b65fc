// Needs: sandbox
import { join } from 'node:path';
import { openScriptedUpstream } from '../../../../src/gateway/scripted/scripted_upstream.js';
import { upstreamScriptSchema } from '../../../../src/gateway/scripted/upstream_script.js';
import { dialectNames } from '../../../../src/record/events/model_payloads.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { ran, type Seen } from '../../../given_run.js';
import { givenShellTask } from '../../../given_task.js';
import { commandsOf, endOf, loopsIn } from './given_loop.js';

const room = givenRoom();
afterAll(cleanUp);
const attempt = loopsIn(room);

const SUBMIT = { calls: [{ shell: 'submit' }] };
const LOOK = {
  reasoning: 'What is there?',
  say: 'I look.',
  calls: [{ shell: 'cat value' }, { shell: 'yes | head -c 30000' }],
};
const SOLVE = { say: 'I make it right.', calls: [{ shell: 'echo right > value' }] };
const COMMANDS = ['cat value', 'yes | head -c 30000', 'echo right > value'];

describe.each(dialectNames)('the loop agent in %s', (dialect) => {
  const agent = { loop: { dialect, max_tokens: 999, temperature: 0.5 } };

  it('makes a patch that passes, through a 429 and a broken stream, with one history that only grows', async () => {
    const broken = { ...SOLVE, fault: { cut: { events: 1 } } };
    const told = { ...LOOK, fault: { status: { code: 429, retry_after: 1 } } };
    const seen = await attempt([told, broken, SUBMIT], { agent });
    expect([seen.status, seen.vector, endOf(seen).code]).toEqual(['success', 'pass/pass/pass/pass', 'finished']);
    expect(commandsOf(seen)).toEqual(COMMANDS);
    expect(seen.of('response').map(({ payload }) => payload.outcome)).toEqual([
      'error',
      'complete',
      'partial',
      'complete',
      'complete',
    ]);
    const prompts = seen.of('prompt').map(({ payload }) => payload);
    expect(prompts.map((prompt) => [prompt.dialect, prompt.conversation])).toEqual(Array(5).fill([dialect, 1]));
    expect(prompts[0]).toMatchObject({ max_tokens: { asked: 999 }, tools: { count: 1, names: ['bash'] } });
    // Each request brings only what is new: what was said before stands in it as it stood.
    expect(prompts.slice(1).every(({ history }) => history.of !== null && history.kept >= 2)).toBe(true);
    expect(JSON.stringify(prompts.at(-1)!.messages)).toContain('exit status 0');
    const results = seen.of('tool_invocation').filter(({ payload }) => payload.asked);
    expect(results.map(({ payload }) => payload.asked!.result !== null)).toEqual([true, true, true, false]);
  });

  it('takes commands out of the text of a server without tools, and whole answers', async () => {
    const plain = { loop: { dialect, tools: false, stream: false } };
    const seen = await attempt([SOLVE, SUBMIT], { script: { tools: false }, agent: plain });
    expect([seen.status, endOf(seen).code, commandsOf(seen)]).toEqual([
      'success',
      'finished',
      ['echo right > value\n'],
    ]);
  });

  it('ends where the gateway refuses at a cap; what is there is judged', async () => {
    const task = { contract: { budget: { model_requests: 1 } } };
    const seen = await attempt([SOLVE, LOOK, SUBMIT], { task, agent });
    expect([endOf(seen), seen.vector]).toMatchObject([
      { code: 'resource', cap: 'model_requests' },
      'pass/pass/pass/pass',
    ]);
    expect(seen.of('response').map(({ payload }) => payload.outcome)).toEqual(['complete', 'refused']);
  });
});

// Holds A1
it.each([
  ['anthropic', 'claude-sonnet-4-5', 'messages'],
  ['google', 'gemini-2.5-flash', 'gemini'],
  ['openai', 'gpt-4o', 'chat'],
])('the loop agent asks in the format of the preset %s, with its key, at its price', async (preset, model, dialect) => {
  const KEY = 'sk-Proof-7c1fA93e02Bd44';
  const script = upstreamScriptSchema.parse({ turns: [SOLVE, SUBMIT] });
  const upstream = openScriptedUpstream(script, { key: KEY });
  const port = await upstream.listenOnLoopback(0);
  try {
    const order = {
      contracts: [await givenShellTask(room, preset)],
      agents: ['loop'],
      out: join(room, 'out', preset),
      models: { name: model, upstreams: [`${preset}:http://127.0.0.1:${port}`], key_env: 'PROVIDER_KEY' },
    };
    const { attempts } = await ran(room, order, undefined, undefined, () => KEY);
    const [seen] = attempts as [Seen];
    expect([seen.status, endOf(seen).code]).toEqual(['success', 'finished']);
    expect(seen.of('prompt').map(({ payload }) => payload.dialect)).toEqual([dialect, dialect]);
    expect(seen.result.cost.lm_usd).toBeGreaterThan(0);
  } finally {
    await upstream.close();
  }
});
