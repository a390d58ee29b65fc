import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectPackageRegistries } from '../../src/network/package_registries.js';
import { itInFull } from '../extent.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

/** A folder with programs that print what the package managers of some machine print; the environment that finds them and no others. */
function givenTools(tools: Record<string, string>): { room: string; variables: Record<string, string> } {
  const room = givenRoom();
  mkdirSync(join(room, 'bin'));
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(room, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(room, 'bin', name), 0o755);
  }
  return { room, variables: { PATH: join(room, 'bin'), HOME: room } };
}

const PIP_HELP =
  'echo "  -i, --index-url <url>       Base URL of the Python Package Index (default"; echo "                              https://pypi.registry.example/simple). This should point to a"';

describe('K4: registries are those that the tools of the machine are configured for', () => {
  itInFull('with their ports and paths, as the npm of this machine says', async () => {
    const found = await detectPackageRegistries({
      PATH: process.env.PATH ?? '',
      npm_config_registry: 'http://127.0.0.1:4873/npm/',
    });
    expect(found.hosts).toContainEqual({ pattern: '127.0.0.1:4873', trusted: true });
    expect(found.by_ecosystem.npm).toContain('127.0.0.1:4873');
    expect(found.environment.npm_config_registry).toBe('http://127.0.0.1:4873/npm/');
    expect(found.files['.npmrc']).toContain('registry=http://127.0.0.1:4873/npm/\n');
  });

  itInFull('never another one: npm does not tell a URL that holds credentials, and then there is none', async () => {
    const found = await detectPackageRegistries({
      PATH: process.env.PATH ?? '',
      npm_config_registry: 'http://user:word@127.0.0.1:4873/npm/',
    });
    expect(found.hosts.filter(({ pattern }) => pattern.startsWith('127.0.0.1'))).toEqual([]);
    expect(found.environment.npm_config_registry).toBeUndefined();
    expect(JSON.stringify(found)).not.toContain('word');
  });

  // Holds K4
  it('where nothing is configured, those that the tools say are built into them', async () => {
    const { variables } = givenTools({
      npm: `echo '{"registry": "https://npm.registry.example/"}'`,
      yarn: '[ "$3" = registry ] && echo https://yarn.registry.example || exit 1',
      pip3: `case "$1" in --version) echo pip 1;; install) ${PIP_HELP} ;; esac`,
      python3: 'echo https://pypi.registry.example/simple; echo files.registry.example',
      go: 'echo https://proxy.registry.example,direct; echo sums.registry.example',
      gem: 'echo "*** CURRENT SOURCES ***"; echo; echo https://gems.registry.example/',
    });
    expect((await detectPackageRegistries(variables)).by_ecosystem).toEqual({
      npm: ['npm.registry.example', 'yarn.registry.example'],
      pypi: ['files.registry.example', 'pypi.registry.example'],
      go: ['proxy.registry.example', 'sums.registry.example'],
      gem: ['gems.registry.example', 'index.gems.registry.example'],
    });
  });

  it('with a mirror, the mirror and nothing else', async () => {
    const { variables } = givenTools({
      pip3: `case "$1" in --version) echo pip 1;; config) echo "global.index-url='https://user:word@mirror.corp.example/pypi/simple'" ;; install) ${PIP_HELP} ;; esac`,
      python3: 'echo https://pypi.registry.example/simple; echo files.registry.example',
    });
    const found = await detectPackageRegistries(variables);
    expect(found.by_ecosystem).toEqual({ pypi: ['mirror.corp.example'] });
    expect(found.environment).toEqual({ PIP_INDEX_URL: 'https://mirror.corp.example/pypi/simple' });
  });

  it('of cargo, sources of its configuration and indexes that it has used, with the place of their crates', async () => {
    const { room, variables } = givenTools({ cargo: 'echo cargo 1.0.0' });
    expect((await detectPackageRegistries(variables)).by_ecosystem).toEqual({});
    const index = join(room, '.cargo', 'registry', 'index', 'index.registry.example-1949cf8c6b5b557f');
    mkdirSync(index, { recursive: true });
    writeFileSync(join(index, 'config.json'), '{"dl": "https://crates.registry.example/crates", "api": null}');
    writeFileSync(
      join(room, '.cargo', 'config.toml'),
      '[source.corp]\nregistry = "sparse+https://cargo.corp.example/"\n',
    );
    expect((await detectPackageRegistries(variables)).by_ecosystem).toEqual({
      cargo: ['cargo.corp.example', 'crates.registry.example', 'index.registry.example'],
    });
  });

  it('on a machine without tools, none', async () => {
    const { variables } = givenTools({});
    expect(await detectPackageRegistries(variables)).toEqual({
      hosts: [],
      by_ecosystem: {},
      environment: {},
      files: { '.npmrc': '\n' },
      folders: [],
    });
  });

  it('of pip, also folders of the machine, but never one that holds the home folder', async () => {
    const { room, variables } = givenTools({});
    for (const name of ['pypi/simple', 'pypi/files', 'wheels', 'more'])
      mkdirSync(join(room, name), { recursive: true });
    const config = [
      `global.extra-index-url='file://${room}/pypi/simple https://more.corp.example/simple'`,
      `global.find-links='${room}/wheels\\n${room}\\n${room}/gone\\n./wheels'`,
      `global.index-url='file://${room}/more'`,
    ];
    writeFileSync(
      join(room, 'bin', 'pip3'),
      `#!/bin/sh\ncase "$1" in --version) echo pip 1;; config) printf '%s\\n' "${config.join('" "')}" ;; esac\n`,
      { mode: 0o755 },
    );
    const found = await detectPackageRegistries(variables);
    expect(found.folders).toEqual([`${room}/more`, `${room}/pypi`, `${room}/wheels`]);
    expect(found.by_ecosystem).toEqual({ pypi: ['more.corp.example'] });
    expect(found.environment).toEqual({
      PIP_INDEX_URL: `file://${room}/more`,
      PIP_EXTRA_INDEX_URL: `file://${room}/pypi/simple https://more.corp.example/simple`,
      PIP_FIND_LINKS: `${room}/wheels ${room} ${room}/gone`,
      PIP_RETRIES: '1',
    });
  });

  it('of pip, the index alone where the folder beside it is the home folder', async () => {
    const { room, variables } = givenTools({
      pip3: `case "$1" in --version) echo pip 1;; config) echo "global.index-url='file://$HOME/simple'" ;; esac`,
    });
    mkdirSync(join(room, 'simple'));
    expect((await detectPackageRegistries(variables)).folders).toEqual([`${room}/simple`]);
  });

  it('asks tools without the rest of the environment', async () => {
    const told = ['$', '{DEPLOY_TOKEN:-none}'].join('');
    const { variables } = givenTools({ npm: `echo '{"registry": "https://'${told}'.example/"}'` });
    process.env.DEPLOY_TOKEN = 'secret';
    try {
      expect((await detectPackageRegistries(variables)).by_ecosystem).toEqual({ npm: ['none.example'] });
    } finally {
      delete process.env.DEPLOY_TOKEN;
    }
  });
});
