import { readRegistrySettings } from '../../src/network/read_registry_settings.js';
import { cleanUp, givenRoom, write } from '../given.js';

afterAll(cleanUp);

// Holds R2
describe('registries in the manifest', () => {
  it('are `default` for what the machine does not configure', () => {
    const { go, cargo, gem } = readRegistrySettings({ HOME: givenRoom(), XDG_CONFIG_DIRS: givenRoom() });
    expect([go, cargo, gem]).toEqual([['default'], ['default'], ['default']]);
  });

  it('are those of variables and files, without names, passwords, tokens and paths', () => {
    const HOME = write(givenRoom(), {
      '.npmrc': [
        'registry=https://user:word@npm.mirror.example/secret-path/',
        '@own:registry = https://own.mirror.example:8443/',
        '//npm.mirror.example/:_authToken=token-of-npm',
        '; registry=https://comment.mirror.example/',
      ].join('\n'),
      '.config/pip/pip.conf':
        '[global]\nindex-url = https://user:word@pypi.mirror.example/simple\nfind-links = /srv/wheels\n',
      '.config/go/env': 'GOPROXY=https://go.mirror.example|direct\n',
      '.cargo/config.toml':
        '[source.own]\nregistry = "sparse+https://cargo.mirror.example/index/"\ntoken = "token-of-cargo"\n',
      '.gemrc': ':sources:\n- https://user:word@gems.mirror.example/\n',
    });
    const found = readRegistrySettings({
      HOME,
      XDG_CONFIG_DIRS: HOME,
      PIP_EXTRA_INDEX_URL: 'https://a:b@more.mirror.example',
    });
    expect(found).toMatchObject({
      npm: expect.arrayContaining(['npm.mirror.example', 'own.mirror.example:8443']),
      pypi: expect.arrayContaining(['folder', 'more.mirror.example', 'pypi.mirror.example']),
      go: ['go.mirror.example'],
      cargo: ['cargo.mirror.example'],
      gem: ['gems.mirror.example'],
    });
    expect(JSON.stringify(found)).not.toMatch(/user|word|token|secret|comment|srv/);
  });
});
