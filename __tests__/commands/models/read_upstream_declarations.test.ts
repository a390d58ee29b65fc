import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { parseBaseUrl } from '../../../src/commands/models/base_url.js';
import { modelOptionsSchema } from '../../../src/commands/models/model_options.js';
import { findPresetByUrl, modelPresets } from '../../../src/commands/models/model_presets.js';
import { readUpstreamDeclarations } from '../../../src/commands/models/read_upstream_declarations.js';
import { resolveUpstream } from '../../../src/commands/models/resolve_upstream.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { cleanUp, givenRoom } from '../../given.js';

const room = givenRoom();
afterAll(cleanUp);

const KEY = 'sk-test-4f1d9b7c20a8';
const environment: Record<string, string> = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, OTHER: `${KEY}\n` };
const declared = (order: z.input<typeof modelOptionsSchema>) =>
  readUpstreamDeclarations(modelOptionsSchema.parse(order), room);
const opened = (order: z.input<typeof modelOptionsSchema>, variables = environment) =>
  declared(order).map(({ upstream, at }) => {
    if ('script' in upstream) return upstream;
    const { upstream: open, ...rest } = resolveUpstream(upstream, at, (name) => variables[name]);
    return { ...open, url: open.url.href, ...rest };
  });
const flag = (...upstreams: string[]) => opened({ upstreams });
const file = (text: string) => {
  writeFileSync(join(room, 'models.yml'), text);
  return opened({ file: 'models.yml' });
};
const message = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).text;
  }
  throw new Error('nothing was wrong');
};
const rest = { models: ['*'], first_byte_ms: 600_000, idle_ms: 300_000 };

describe('upstreams as flags', () => {
  it('takes a preset with its key, and the same by its URL', () => {
    const openai = {
      ...rest,
      name: 'openai',
      url: 'https://api.openai.com/',
      dialects: ['chat', 'responses'],
      key: { value: KEY, header: 'authorization' },
      provider: 'openai',
      free: false,
      backend: 'openai',
    };
    expect(flag('openai')).toEqual([openai]);
    expect(flag('https://api.openai.com/v1')).toEqual([{ ...openai, name: 'api.openai.com' }]);
    expect(flag('claude-*=anthropic')).toMatchObject([
      { models: ['claude-*'], key: { value: KEY, header: 'x-api-key' }, dialects: ['messages'] },
    ]);
  });

  it.each([
    'http://127.0.0.1:4000',
    'http://127.0.0.1:4000/',
    'http://127.0.0.1:4000/v1',
    'http://127.0.0.1:4000/v1/',
    'http://127.0.0.1:4000/v1beta',
  ])('knows a base URL with or without its version: %s', (url) => {
    const all = ['chat', 'responses', 'messages', 'gemini'];
    expect(flag(url)).toEqual([
      { ...rest, name: '127.0.0.1-4000', url: 'http://127.0.0.1:4000/', dialects: all, free: false },
    ]);
  });

  it('has a path in front of the version, several of one name, patterns with slashes, and scripts', () => {
    expect(
      flag('qwen/*=https://host.test/models/v1', 'ollama', 'a:b=ollama', 'script:talk.yml', 'x*=script:a=b.yml'),
    ).toMatchObject([
      { name: 'host.test', url: 'https://host.test/models', models: ['qwen/*'] },
      { name: 'ollama', free: true, provider: 'free:ollama' },
      { name: 'ollama-2', models: ['a:b'] },
      { script: 'talk.yml', models: ['*'] },
      { script: 'a=b.yml', models: ['x*'] },
    ]);
  });

  it('reads the key from another variable, without the end of its line', () => {
    expect(opened({ upstreams: ['https://host.test'], key_env: 'OTHER' })).toMatchObject([
      { key: { value: KEY, header: 'authorization' } },
    ]);
  });

  it.each([
    [['opnai'], '"opnai" is no URL and no preset – did you mean "openai"?'],
    [['ftp://host.test'], '"ftp://host.test" is no URL and no preset'],
    [['https://user:hunter2@host.test/v1'], 'the URL holds a user or a password'],
    [['https://host.test/?key=hunter2'], 'the URL must end before "?" and "#"'],
    [['https://'], 'the URL is not a URL'],
    [['script:'], 'is no URL and no preset'],
    [['openrouter'], 'the variable OPENROUTER_API_KEY is not set'],
  ])('refuses %j, and shows no password', (upstreams, expected) => {
    const text = message(() => opened({ upstreams }));
    expect(text).toContain(expected);
    expect(text).not.toContain('hunter2');
  });

  it.each([
    ['', 'is empty'],
    ['  \n', 'is empty'],
    ['none', 'too short or too plain'],
    ['finished', 'too short or too plain'],
    ['two words of key 123', 'has spaces'],
  ])('refuses the key %j: it could not be kept out of records', (value, expected) => {
    expect(message(() => opened({ upstreams: ['openai'] }, { OPENAI_API_KEY: value }))).toContain(expected);
  });

  it('refuses to send a key in the open, except on this machine', () => {
    const plain = (url: string) => () => opened({ upstreams: [url], key_env: 'OTHER' });
    expect(message(plain('http://models.test'))).toMatch(/reached over http:\/\/.*insecure: true/s);
    expect(message(plain('http://127.evil.test'))).toContain('another machine');
    for (const url of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1', 'https://models.test'])
      expect(plain(url)()).toHaveLength(1);
  });

  it('refuses one --key-env for several', () => {
    expect(message(() => opened({ upstreams: ['openai', 'ollama'], key_env: 'OTHER' }))).toContain('there are 2');
    expect(message(() => opened({ upstreams: ['script:a.yml'], key_env: 'OTHER' }))).toContain('there are 0');
  });
});

describe('upstreams as a file', () => {
  it('may say that a preset needs no key', () => {
    expect(file('upstreams: [{ name: open, preset: openai, key: null }]')[0]).not.toHaveProperty('key');
  });

  it('says everything about each', () => {
    expect(
      file(`upstreams:
  - name: near
    url: http://127.0.0.1:8000/v1
    models: [qwen-*, llama-*]
    dialects: [chat]
    rename: { qwen-small: Qwen/Qwen3-4B }
    timeouts: { first_byte: 2m, idle: 5s }
    free: true
    backend: easysteer
  - name: far
    preset: openai
    key: { env: OTHER }
  - name: open
    preset: openai
    key: null
  - name: lab
    url: http://lab.test
    key: { env: OTHER, header: x-api-key }
    insecure: true
`),
    ).toMatchObject([
      {
        name: 'near',
        models: ['qwen-*', 'llama-*'],
        dialects: ['chat'],
        rename: { 'qwen-small': 'Qwen/Qwen3-4B' },
        first_byte_ms: 120_000,
        idle_ms: 5000,
        free: true,
        backend: 'easysteer',
      },
      { name: 'far', key: { value: KEY, header: 'authorization' }, provider: 'openai' },
      { name: 'open', url: 'https://api.openai.com/' },
      { name: 'lab', key: { value: KEY, header: 'x-api-key' } },
    ]);
  });

  it.each([
    ['upstreams: []', 'models.yml:1:12  upstreams: must have at least 1 entry'],
    ['upstreams:\n  - name: a\n', 'models.yml:2:11  upstreams.0.name: there is neither a url nor a preset'],
    ['upstreams:\n  - { name: a, url: "nowhere" }', 'models.yml:2:21  upstreams.0.url: is not a URL'],
    ['upstreams:\n  - { name: a, url: "https://u:hunter2@h.test" }', 'models.yml:2:21  upstreams.0.url: holds a user'],
    ['upstreams:\n  - { name: a, preset: opnai }', 'did you mean "openai"?'],
    ['upstreams:\n  - { name: a, preset: openai, key: { env: sk-123 } }', 'must be the name of a variable, not a key'],
    [
      'upstreams:\n  - { name: a, preset: ollama }\n  - { name: a, preset: ollama }',
      'models.yml:3:13  upstreams.1.name: "a" is there twice',
    ],
    ['upstreams:\n  - { name: a, preset: ollama, timeout: 5 }', 'unknown key "timeout" – did you mean "timeouts"?'],
    ['upstreams:\n  - { name: a, preset: openrouter }', 'models.yml:2: the variable OPENROUTER_API_KEY is not set'],
  ])('tells where it is wrong: %j', (text, expected) => {
    const told = message(() => file(text));
    expect(told).toContain(expected);
    expect(told).not.toContain('hunter2');
  });

  it('tells that there is none', () => {
    expect(message(() => opened({ file: 'absent.yml' }))).toContain('models file absent.yml cannot be read (ENOENT)');
  });
});

it('has presets that are found by their URLs, with what customers have of their own filled in', () => {
  for (const preset of Object.values(modelPresets)) {
    const url = preset.url.replace(/\b[A-Z]+(?=[-./?]|$)/g, 'own1').replace('/NAME', '/own1');
    const place = parseBaseUrl(url);
    expect('problem' in place ? [url, place] : findPresetByUrl(place)).toBe(preset);
  }
});

it.each([
  ['https://r.openai.azure.com', { dialects: ['chat', 'responses'], key: { value: KEY, header: 'api-key' } }],
  ['azure:http://127.0.0.1:4000', { url: 'http://127.0.0.1:4000/', key: { value: KEY, header: 'api-key' } }],
  [
    'gpt-*=https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
    { models: ['gpt-*'], dialects: ['chat'], base: 'exact', api_version: '2024-10-21', lists_models: false },
  ],
])('knows what stands at %s', (upstream, expected) => {
  expect(opened({ upstreams: [upstream] }, { AZURE_OPENAI_API_KEY: KEY })).toMatchObject([expected]);
});

it('takes no preset for another address of its host', () => {
  for (const url of [
    'https://api.z.ai/api/anthropic',
    'https://api.deepseek.com/anthropic',
    'https://r.services.ai.azure.com/anthropic',
    'https://evil.test/r.openai.azure.com/openai/v1',
    'https://r.openai.azure.com.evil.test/openai/v1',
  ])
    expect([url, findPresetByUrl(parseBaseUrl(url) as never)]).toEqual([url, undefined]);
});

it.each([
  [['azure'], 'the preset azure has no URL of its own'],
  [['azure-deployment:https://r.openai.azure.com/openai/deployments/d'], 'only to requests with an api-version'],
  [['https://r.openai.azure.com/openai/deployments/d'], 'only to requests with an api-version'],
  [['https://host.test/v1?api-version=1&key=hunter2'], 'only ?api-version=… may follow'],
])('says what is missing: %j', (upstreams, expected) => {
  const text = message(() => opened({ upstreams }, { AZURE_OPENAI_API_KEY: KEY }));
  expect(text).toContain(expected);
  expect(text).not.toContain('hunter2');
});
