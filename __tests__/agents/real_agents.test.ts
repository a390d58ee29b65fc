// Needs: sandbox
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptionsInput } from '../../src/commands/study/run_options.js';
import { openScriptedUpstream, type ScriptedUpstream } from '../../src/gateway/scripted/scripted_upstream.js';
import { type UpstreamScript, upstreamScriptSchema } from '../../src/gateway/scripted/upstream_script.js';
import type { TokenCounts } from '../../src/record/models/model_usage.js';
import { getShippedAgentPath, readShippedAgent } from '../../src/run/agents/catalog/read_agent_file.js';
import { ALL, rotated } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';
import { ran, type Seen } from '../given_run.js';
import { type ContractInput, givenShellTask } from '../given_task.js';
import { AGENTS_CACHE, givenAgents } from './given_agents.js';

/**
 * Command-line agents as they are published, from the contract to the verdict: installed from the npm registry, in the real sandbox without
 * a network, asking a scripted model through the gateway. The quickest of them always; where everything is tested, those of most users, and one of the
 * others in turn.
 */
const MAIN = ['codex', 'claude-code', 'opencode', 'gemini-cli'];
const OTHERS = ['qwen-code', 'pi', 'copilot', 'cline'];
const names = ALL ? [...rotated(MAIN, 2), ...rotated(OTHERS, 4)] : ['codex'];
const missing = await givenAgents(names);
for (const [name, why] of missing)
  console.warn(`SKIPPED: the agent ${name} cannot be installed here, so nothing is tested with it: ${why}`);
const whenThere = (name: string) => (title: string, body: () => Promise<void>) =>
  missing.has(name) ? it.skip(`${title} (needs ${name})`, body) : it(title, body);

const KEY = 'sk-the-key-of-the-provider-0123456789';
const PRICES =
  'action_type,unit,unit_price,notes\nllm_request,input_token,0.000001,\nllm_request,output_token,0.00001,\n';
const usage = { input: 1000, cached: 200, output: 50, reasoning: 10 };

const room = givenRoom();
let upstream: ScriptedUpstream;
beforeAll(() => writeFileSync(join(room, 'prices.csv'), PRICES));
afterEach(() => upstream.close());
afterAll(cleanUp);

async function givenUpstream(script: Partial<Record<keyof UpstreamScript, unknown>>): Promise<string> {
  upstream = openScriptedUpstream(upstreamScriptSchema.parse(script), { key: KEY });
  await upstream.listenOnLoopback(0);
  return upstream.url.href;
}

/** One attempt at the task of one word. */
async function attempted(id: string, agent: string, url: string, contract: Partial<ContractInput> = {}) {
  const budget = { memory: '4GiB', processes: 512, disk: '512MiB', usd: 5, ...contract.budget } as const;
  const path = await givenShellTask(room, id, { contract: { ...contract, budget } });
  const models: RunOptionsInput['models'] = {
    name: 'scripted',
    upstreams: [url],
    key_env: 'PROVIDER_KEY',
    prices: 'prices.csv',
  };
  const out = join(room, 'out', id);
  const order = { contracts: [path], agents: [agent], out, cache: AGENTS_CACHE, models };
  const variable = (name: string) => (name === 'PROVIDER_KEY' ? KEY : undefined);
  const { attempts, outcome } = await ran(room, order, undefined, undefined, variable);
  return { seen: attempts[0]!, outcome, out };
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** Warnings of an agent that asks somebody by itself, where nothing is known that turns that off. */
const expectedTags = (name: string) =>
  readShippedAgent(name).agent.calls_home?.some(({ off }) => off === null) ? ['network-attempt'] : [];

/** The agent's own command. */
const commandOf = (seen: Seen) =>
  seen.of('tool_invocation').find(({ payload }) => payload.execution)!.payload.execution!;

/** What the gateway saw of the tokens, all exchanges together. */
function metered(seen: Seen): TokenCounts {
  const usages = seen.of('response').flatMap(({ payload }) => payload.usage ?? []);
  const sum = (of: keyof TokenCounts) => usages.reduce((all, one) => all + one[of], 0);
  return {
    input_tokens: sum('input_tokens'),
    cached_input_tokens: sum('cached_input_tokens'),
    cache_write_tokens: sum('cache_write_tokens'),
    output_tokens: sum('output_tokens'),
    reasoning_tokens: sum('reasoning_tokens'),
  };
}

const LOOK = { say: 'I look first.', calls: [{ shell: 'cat value' }], usage };
const SOLVE = {
  calls: [
    { write: { path: 'value', content: 'right\n' } },
    { write: { path: 'notes.txt', content: 'It was wrong.\n' } },
  ],
  usage,
};

// Holds A1
describe('an agent as its makers publish it', () => {
  for (const name of names)
    whenThere(name)(`${name} solves the task through the gateway, and all of it is in the record`, async () => {
      const url = await givenUpstream({ turns: [LOOK, SOLVE], done: 'It is right.' });
      const { seen, outcome, out } = await attempted(`whole-${name}`, name, url);
      expect([outcome.exit_code, seen.status, seen.vector, seen.tags]).toEqual([
        0,
        'success',
        'pass/pass/pass/pass',
        expectedTags(name),
      ]);
      expect(readFileSync(join(seen.path, 'patch.diff'), 'utf8')).toContain('+It was wrong.');

      const prompts = seen.of('prompt').map(({ payload }) => payload);
      const { agent } = readShippedAgent(name);
      for (const prompt of prompts) {
        expect(agent.dialects).toContain(prompt.dialect);
        expect(prompt).toMatchObject({ model: 'scripted', stream: true });
        expect(prompt.tools!.count).toBeGreaterThan(0);
      }
      expect(prompts.map(({ history }) => history.of)).toEqual([null, 1, 2]);
      expect(seen.of('response').map(({ payload }) => payload.outcome)).toEqual(Array(3).fill('complete'));
      // Beside these, the list of models was asked for once, at the start.
      expect(upstream.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);

      // What the model asked the agent to do, with what came of it.
      const asked = seen.of('tool_invocation').filter(({ payload }) => payload.asked);
      expect(asked).toHaveLength(3);
      const { network_attempts, exit_code } = commandOf(seen);
      expect([network_attempts, exit_code]).toEqual([expectedTags(name).length, 0]);

      const claims = seen.of('usage_claim').map(({ payload }) => payload);
      expect(claims).toMatchObject([{ detail: '', usage: { input_tokens: expect.any(Number) } }]);
      expect(metered(seen)).toMatchObject(claims[0]!.usage);
      expect(seen.result.verdict.model).toMatchObject({
        requests: 3,
        refused: 0,
        incomplete: 0,
        estimated_requests: 0,
        conversations: 1,
        tool_calls: 3,
        usd: expect.any(Number),
        claims: [{ agrees: true, differences: [] }],
      });

      // Neither the provider's key nor the token of the run, anywhere.
      const written = filesBelow(out).map((path) => readFileSync(path, 'latin1'));
      expect(written.filter((text) => text.includes(KEY))).toEqual([]);
      expect(written.filter((text) => /gbt_[\w-]{16}/.test(text))).toEqual([]);
    });

  const deceiver = names.includes('qwen-code') ? 'qwen-code' : names[0]!;
  whenThere(deceiver)(`${deceiver} is ended by a cap, whatever its program says of that`, async () => {
    const url = await givenUpstream({ turns: [SOLVE, LOOK, LOOK, LOOK] });
    const { seen } = await attempted('capped', deceiver, url, { budget: { model_requests: 2, headroom: 0 } });
    expect(seen.of('termination').map(({ payload }) => payload)).toMatchObject([
      { code: 'resource', cap: 'model_requests' },
    ]);
    expect(seen.of('response').map(({ payload }) => [payload.outcome, payload.status])).toEqual([
      ['complete', 200],
      ['complete', 200],
      ['refused', 400],
    ]);
    // What it had done until then is judged.
    expect(seen.vector).toBe('pass/pass/pass/pass');
    expect(seen.tags).toContain('resource-termination');
  });
});

/** Clients that hide tools of servers until they are searched for, each by a tool of its own. */
const SEARCHED: Record<string, string> = { 'qwen-code': 'tool_search', 'claude-code': 'ToolSearch' };

describe('an agent that is told of the coordination layer', () => {
  for (const name of names.filter((one) => /mcp/i.test(readFileSync(getShippedAgentPath(one), 'utf8'))))
    whenThere(name)(`${name} acquires a lock over MCP, as the agent that its token says`, async () => {
      const file = `${name}-mcp.yml`;
      writeFileSync(join(room, file), `${readFileSync(getShippedAgentPath(name), 'utf8')}coordination: true\n`);
      const search = SEARCHED[name];
      const tool = search ? 'mcp__coordination__acquire_lock' : 'acquire_lock';
      const turns = [
        ...(search ? [{ calls: [{ tool: search, with: { query: `select:${tool}` } }] }] : []),
        { calls: [{ tool, with: { path: 'value' }, undeclared: search !== undefined }] },
        { calls: [{ shell: 'echo right > value' }] },
      ];
      const url = await givenUpstream({ turns });
      const { seen } = await attempted(`mcp-${name}`, `agent:${file}`, url);
      expect(seen.of('coordination').map(({ payload }) => payload)).toMatchObject([
        { agent: 'agent', operation: 'acquire_lock', arguments: { path: 'value' }, outcome: 'done' },
      ]);
      expect([seen.status, seen.tags]).toEqual(['success', expectedTags(name)]);
    });
});
