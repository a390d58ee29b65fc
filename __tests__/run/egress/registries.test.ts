import { configuredRegistries } from '../../../src/run/egress/registries.js';

describe('K4: registries are those that the tools of the machine are configured for', () => {
  it('with their ports and paths', async () => {
    const found = await configuredRegistries({ npm_config_registry: 'http://127.0.0.1:4873/npm/' });
    expect(found.hosts).toContainEqual({ pattern: '127.0.0.1:4873', trusted: true });
    expect(found.hosts.map(({ pattern }) => pattern)).not.toContain('registry.npmjs.org:443');
    expect(found.environment.npm_config_registry).toBe('http://127.0.0.1:4873/npm/');
    expect(found.files['.npmrc']).toContain('registry=http://127.0.0.1:4873/npm/\n');
  });

  it('never another one: npm does not tell a URL that holds credentials, and then there is none', async () => {
    const found = await configuredRegistries({ npm_config_registry: 'http://user:word@127.0.0.1:4873/npm/' });
    expect(found.hosts.map(({ pattern }) => pattern)).not.toContain('registry.npmjs.org:443');
    expect(found.environment.npm_config_registry).toBeUndefined();
    expect(JSON.stringify(found)).not.toContain('word');
  });
});
