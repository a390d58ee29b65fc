import { createReplicationOptions } from '../../../src/commands/replicate/create_replication_options.js';
import type { RecordedConfiguration } from '../../../src/commands/replicate/read_recorded_configuration.js';
import { runOptionsSchema } from '../../../src/commands/study/run_options.js';

type Upstream = NonNullable<NonNullable<RecordedConfiguration['manifest']>['model']>['upstreams'][number];

/** A record is only consistent with itself: whoever makes one writes every field of it. */
function givenRecord(upstreams: Upstream[]): RecordedConfiguration {
  const result = {
    contract: { path: 'task' },
    agent: { kind: 'loop', name: 'loop' },
    ...{ ablation: 'none', seed: 1, sandbox: { backend: 'bubblewrap' }, pull_request: null },
  };
  const manifest = { agent: { detail: {} }, model: { name: 'm', upstreams } };
  return { shown: 'runs/one', result, manifest } as unknown as RecordedConfiguration;
}

const replicate = (upstreams: Upstream[], models: object = {}) =>
  createReplicationOptions(
    runOptionsSchema.parse({ out: 'out', replicate: { run: 'runs/one' }, models }),
    givenRecord(upstreams),
    '/tmp',
  ).models.upstreams;

const openai = { name: 'openai', url: 'https://api.openai.com/v1', models: ['*'] };

it('presets at their own addresses and scripts are taken from the record, each with its patterns', () => {
  const google = { name: 'google', url: 'https://generativelanguage.googleapis.com/v1beta', models: ['gem*', 'g-2'] };
  const script = { name: 'script-0', url: 'script:model.yml', models: ['scr*'] };
  expect(replicate([openai, google, script])).toEqual([
    ...['openai', 'gem*=google', 'g-2=google', 'scr*=script:model.yml'],
  ]);
});

it('a preset that is named twice is taken under its own name', () => {
  const second = { ...openai, name: 'openai-2', models: ['o1*'] };
  expect(replicate([{ ...openai, models: ['gpt*'] }, second])).toEqual(['gpt*=openai', 'o1*=openai']);
});

it.each([
  ['another host', { name: 'evil.example', url: 'https://evil.example/v1', models: ['*'] }],
  ['a host whose preset has a key', { name: 'x', url: 'https://evil.openai.azure.com/openai/v1', models: ['*'] }],
  ["a preset's name with another address", { ...openai, url: 'https://evil.example/v1' }],
  ["a preset's name with its host and another path", { ...openai, url: 'https://api.openai.com/other' }],
  ['a server of this machine', { name: '127.0.0.1-4000', url: 'http://127.0.0.1:4000/v1', models: ['*'] }],
  ['an address of inherited name', { name: 'constructor', url: 'https://evil.example/v1', models: ['*'] }],
])('an address in the record is asked only if the caller names it: %s', (_, upstream) => {
  expect(() => replicate([openai, upstream])).toThrow(`the record asks a model at ${upstream.url}`);
  expect(() => replicate([openai, upstream], { key_env: 'OPENAI_API_KEY' })).toThrow();
  expect(replicate([openai, upstream], { upstreams: ['https://mine.example/v1'] })).toEqual([
    'https://mine.example/v1',
  ]);
});

it('a key that the caller names goes to no provider that only the record names', () => {
  expect(() => replicate([openai], { key_env: 'MISTRAL_API_KEY' })).toThrow(
    'only the record says that it goes to openai',
  );
  expect(replicate([openai], { key_env: 'OPENAI_API_KEY', upstreams: ['openai'] })).toEqual(['openai']);
});

it.each(['https://evil.example/x', 'openai:https://evil.example/x', 'script:x', 'a=b', 'a b', 'local:http://h'])(
  'a pattern of the record is no way to write an address: %s',
  (pattern) => {
    expect(() => replicate([{ ...openai, models: [pattern] }])).toThrow('that pattern is no part of an --upstream');
  },
);
