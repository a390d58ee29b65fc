import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { ENGINE_VERSION } from '../src/record/manifest/engine_version.js';
import { cleanUp, givenRoom } from './given.js';
import { where } from './machine.js';

const root = join(import.meta.dirname, '..');
const readJson = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'));

describe('the version stands in package.json', () => {
  it('and all others read it, or are written by npm', async () => {
    const { version } = await readJson('package.json');
    const lock = await readJson('package-lock.json');
    expect([ENGINE_VERSION, lock.version, lock.packages[''].version]).toEqual([version, version, version]);
  });
});

describe('the npm package', () => {
  let folder: string;
  beforeAll(() => {
    folder = givenRoom();
  });
  afterAll(cleanUp);

  it('has no dependencies: its bundles hold everything', async () => {
    const { dependencies, optionalDependencies, scripts } = await readJson('package.json');
    expect([dependencies, optionalDependencies, scripts.install, scripts.postinstall, scripts.prepare]).toEqual(
      Array(5).fill(undefined),
    );
  });

  where('sandbox')('is installed offline from its tarball into an empty folder, and runs by npx', async () => {
    const cwd = join(folder, 'empty');
    await mkdir(cwd);
    await writeFile(join(cwd, 'package.json'), '{}');
    const options = { env: { npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' } };
    const packed = await execa('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      ...options,
      cwd: root,
    });
    const tarball = join(folder, packed.stdout.trim().split('\n').at(-1)!);
    await execa('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { ...options, cwd });
    const gatebench = (...args: string[]) =>
      execa('npx', ['--offline', '--no', 'gatebench', ...args], { ...options, cwd, reject: false, all: true });
    expect((await gatebench('--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/);
    // What lies beside the bundles is found from them.
    expect((await gatebench('agents', 'list')).stdout).toContain('codex');
    const task = 'node_modules/gatebench/tasks/rate-limiter-window/contract.yml';
    const { exitCode, all } = await gatebench('run', task, '--agent', 'golden', '--cache', join(folder, 'layers'));
    expect([exitCode, all]).toEqual([0, expect.stringContaining('success: 1 of 1 attempt passed')]);
    const example = await gatebench('check', 'node_modules/gatebench/examples/first-contract', '--cache', 'layers');
    expect([example.exitCode, example.all]).toEqual([0, expect.stringContaining('contract works')]);
    const offered = await readdir(join(cwd, 'node_modules/gatebench/docs/workflows'));
    expect(offered.sort()).toEqual((await readdir(join(root, 'docs/workflows'))).sort());
  });
});
