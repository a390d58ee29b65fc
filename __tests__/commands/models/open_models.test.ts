import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { ACTION_INPUT_TABLE } from '../../../src/action/action_input_table.js';
import { modelOptionsSchema } from '../../../src/commands/models/model_options.js';
import { modelPresets } from '../../../src/commands/models/model_presets.js';
import { openModels } from '../../../src/commands/models/open_models.js';
import { cleanUp, givenRoom } from '../../given.js';

const room = givenRoom();
afterAll(cleanUp);

const KEYS: Record<string, string> = {
  LAB_KEY: 'lab-4f1d9b7c20a8',
  TEAM_OPENAI_KEY: 'sk-4f1d9b7c20a8',
  OPENAI_API_KEY: 'sk-1234',
};
const open = (order: z.input<typeof modelOptionsSchema>) =>
  openModels(modelOptionsSchema.parse(order), {
    cwd: room,
    way_out: {},
    now: () => new Date('2026-11-20T00:00:00Z'),
    variable: (name) => KEYS[name],
  });
const usage = {
  input_tokens: 1_000_000,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
};
const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
const block = (beginning: string) => new RegExp(`\`\`\`yaml\n(${beginning}.*?)\`\`\``, 's').exec(page)![1]!;

describe('docs/agents.md', () => {
  it('has a models file that opens', async () => {
    writeFileSync(join(room, 'docs.yml'), block('upstreams:'));
    const opened = await open({ file: 'docs.yml' });
    expect(opened?.models?.upstreams.map(({ name, key }) => [name, key])).toEqual([
      ['lab', { value: KEYS.LAB_KEY, header: 'authorization' }],
      ['hosted', { value: KEYS.TEAM_OPENAI_KEY, header: 'authorization' }],
    ]);
    expect(opened?.keys).toEqual([KEYS.LAB_KEY, KEYS.TEAM_OPENAI_KEY]);
  });

  it('lists the presets as they are', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| `(http[^`]+)` \| (?:`(\w+)`|none) \| ([^|]+) \|$/gm)];
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      Object.entries(modelPresets).map(([name, { url, key, dialects }]) => [name, url, key?.env, dialects.join(', ')]),
    );
  });

  it('shows a step whose inputs there are', () => {
    const [step] = parse(block('- uses:')) as [{ with: object }];
    for (const input of Object.keys(step.with)) expect(Object.keys(ACTION_INPUT_TABLE)).toContain(input);
  });
});

describe('prices', () => {
  it('of models of this machine are nothing unless the table has them; hosted ones are priced, others unknown', async () => {
    const free = await open({ upstreams: ['ollama', 'openai'] });
    const cost = (provider: string | undefined, model: string) => free?.models?.prices.cost(model, provider, usage);
    expect(cost('free:ollama', 'gpt-4o')).toEqual({ usd: 0, price: 'free:ollama' });
    expect(cost('openai', 'gpt-4o')?.usd).toBeGreaterThan(0);
    expect(cost(undefined, 'nobody-knows-it')).toBeUndefined();
    writeFileSync(join(room, 'prices.csv'), 'action_type,unit,unit_price,notes\nllm_request,token,0.000002,\n');
    const declared = await open({ upstreams: ['ollama'], prices: 'prices.csv' });
    expect(declared?.models?.prices.cost('qwen3:8b', 'free:ollama', usage)).toMatchObject({
      usd: 2,
      price: expect.stringMatching(/^table:[0-9a-f]{64}$/),
    });
  });

  it('of a server that is said to be local are nothing, wherever it is; of another one without a key they are not known', async () => {
    const opened = await open({ upstreams: ['mine=local:http://127.0.0.1:4000/v1', 'http://127.0.0.1:4001/v1'] });
    const [own, other] = opened!.models!.upstreams;
    const cost = (provider: string | undefined) => opened!.models!.prices.cost('mine', provider, usage);
    expect([own!.models, own!.url.href]).toEqual([['mine'], 'http://127.0.0.1:4000/']);
    expect(cost(own!.provider)).toEqual({ usd: 0, price: `free:${own!.name}` });
    expect(cost(other!.provider)).toBeUndefined();
  });

  it('hold for a run without models', async () => {
    const opened = await open({ prices: 'prices.csv' });
    expect([opened?.models, opened?.prices?.identity.table_sha256]).toEqual([undefined, expect.any(String)]);
    expect(await open({})).toBeUndefined();
  });
});

describe('steering', () => {
  const rows = 'hookpoint,action,coefficient,feature_index,source,vector_file\nlayers.3,add,2.5,7,manual,\n';

  it('is that of what serves each upstream: by flag, by file, by preset', async () => {
    writeFileSync(join(room, 'steer.csv'), rows);
    writeFileSync(
      join(room, 'steered.yml'),
      'upstreams: [{ name: near, url: "http://127.0.0.1:1", backend: generic }, { name: far, preset: ollama }]',
    );
    const backends = async (order: z.input<typeof modelOptionsSchema>) =>
      (await open({ steering: 'steer.csv', ...order }))?.models?.upstreams.map(
        ({ steering }) => steering?.identity.backend,
      );
    expect(await backends({ file: 'steered.yml' })).toEqual(['generic', 'ollama']);
    expect(await backends({ file: 'steered.yml', backend: 'vllm' })).toEqual(['vllm', 'vllm']);
    await expect(backends({ upstreams: ['http://127.0.0.1:1'] })).rejects.toThrow(
      'nothing says what serves the models',
    );
    const opened = await open({ steering: 'steer.csv', upstreams: ['ollama'] });
    expect(opened?.warnings).toEqual([expect.stringContaining('Ollama has no steering')]);
    expect(opened?.models?.steering).toMatchObject({ backend: 'ollama', rows: 1 });
  });
});

it('plays scripts on the loopback until it is closed, and knows them by their content', async () => {
  writeFileSync(join(room, 'talk.yml'), 'turns: [{ say: hello }]\n');
  const opened = (await open({ upstreams: ['script:talk.yml'] }))!;
  const [upstream] = opened.models!.upstreams;
  const ask = () => fetch(new URL('/v1/models', upstream!.url)).then(({ status }) => status);
  expect([await ask(), upstream!.shown, upstream!.url.hostname]).toEqual([200, 'script:talk.yml', '127.0.0.1']);
  await opened.close();
  await expect(ask()).rejects.toThrow();
  const again = (await open({ upstreams: ['script:talk.yml'] }))!;
  expect(again.models!.upstreams[0]!.name).toBe(upstream!.name);
  await again.close();
});
