import { configuredRegistries } from '../../../src/run/egress/registries.js';

it('K4: registries are those that the tools of the machine are configured for, without credentials', async () => {
  const found = await configuredRegistries({ npm_config_registry: 'http://user:word@127.0.0.1:4873/npm/' });
  expect(found.hosts).toContainEqual({ pattern: '127.0.0.1:4873', trusted: true });
  expect(found.environment.npm_config_registry).toBe('http://127.0.0.1:4873/npm/');
  expect(found.files['.npmrc']).toContain('registry=http://127.0.0.1:4873/npm/\n');
  expect(JSON.stringify(found)).not.toContain('word');
});
