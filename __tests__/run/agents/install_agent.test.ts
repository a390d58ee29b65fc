import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { c as tar } from 'tar';
import { UserError } from '../../../src/contract/user_error.js';
import { installAgent } from '../../../src/run/agents/install_agent.js';
import { type Cache, openCache } from '../../../src/run/workspace/cache.js';
import { cleanUp, givenRoom, write } from '../../given.js';

/** A registry on the loopback with one package, asked by the real npm. */
let registry: Server;
let asked: string[];
let stall = false;
let cache: Cache;
const settings = ['npm_config_registry', 'npm_config_cache', 'npm_config_userconfig', 'npm_config_fetch_retries'];
const before = settings.map((name) => [name, process.env[name]] as const);

beforeAll(async () => {
  const room = givenRoom();
  write(join(room, 'package'), {
    'package.json': JSON.stringify({
      name: '@scope/tool',
      version: '1.2.3',
      bin: { tool: 'tool.js' },
      engines: { node: '>=99' },
      scripts: { postinstall: 'echo ran > ran' },
    }),
    'tool.js': { content: '#!/usr/bin/env node\n', executable: true },
  });
  await tar({ gzip: true, cwd: room, file: join(room, 'tool.tgz') }, ['package']);
  const tarball = readFileSync(join(room, 'tool.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  registry = createServer((request, response) => {
    asked.push(request.url!);
    if (stall) return;
    if (request.url!.endsWith('.tgz')) return void response.end(tarball);
    if (decodeURIComponent(request.url!) !== '/@scope/tool') return void response.writeHead(404).end('{}');
    const dist = { integrity, tarball: `http://${request.headers.host}/tool.tgz` };
    const version = { name: '@scope/tool', version: '1.2.3', bin: { tool: 'tool.js' }, dist, hasInstallScript: true };
    response.end(
      JSON.stringify({ name: '@scope/tool', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
    );
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  process.env.npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  process.env.npm_config_cache = join(room, 'npm-cache');
  process.env.npm_config_userconfig = join(room, 'npmrc');
  process.env.npm_config_fetch_retries = '0';
});
beforeEach(async () => {
  asked = [];
  stall = false;
  cache = await openCache(join(givenRoom(), 'cache'));
});
afterAll(async () => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  registry.closeAllConnections();
  registry.close();
  await cleanUp();
});

const order = (npm = '@scope/tool@1.2.3', program = 'tool') => ({
  name: 'mine',
  install: { npm, path: ['node_modules/.bin'] },
  program,
});
const here = (signal = new AbortController().signal) => ({ search_path: process.env.PATH ?? '', signal });
const complaint = (act: Promise<unknown>) =>
  act.then(
    () => 'installed',
    (error: unknown) => {
      if (error instanceof UserError) return error.text;
      throw error;
    },
  );

describe('the package of an agent', () => {
  it('is installed at its version without running its scripts, and once', async () => {
    const folder = join(cache.root, 'agents', 'scope+tool-1.2.3');
    expect(await installAgent(order(), cache, here())).toEqual({ folder, kept: false });
    expect(existsSync(join(folder, 'node_modules/.bin/tool'))).toBe(true);
    expect(existsSync(join(folder, 'node_modules/@scope/tool/ran'))).toBe(false);
    const requests = asked.length;
    expect(await installAgent(order(), cache, here())).toEqual({ folder, kept: true });
    expect(asked.length).toBe(requests);
    expect(readdirSync(cache.scratch)).toEqual([]);
  });

  it('may be installed by two at once', async () => {
    const both = await Promise.all([1, 2].map(() => installAgent(order(), cache, here())));
    expect(new Set(both.map(({ folder }) => folder)).size).toBe(1);
    expect([readdirSync(join(cache.root, 'agents')), readdirSync(cache.scratch)]).toEqual([['scope+tool-1.2.3'], []]);
  });

  it.each([
    ['@scope/tool@9.9.9', 'tool', /^the registry has no @scope\/tool@9\.9\.9: .+\n {2}Correct `install\.npm`/],
    ['gone@1.0.0', 'tool', /^the registry has no gone@1\.0\.0: /],
    ['@scope/tool@1.2.3', 'other', /^agent "mine": @scope\/tool@1\.2\.3 has no program "other" for /],
  ])('%s with program %s is a mistake, and nothing half is left', async (npm, program, expected) => {
    expect(await complaint(installAgent(order(npm, program), cache, here()))).toMatch(expected);
    expect(readdirSync(cache.scratch)).toEqual([]);
  });

  it('is not there after an interruption, and can be installed then', async () => {
    stall = true;
    const interruption = new AbortController();
    const connected = once(registry, 'request');
    const installing = complaint(installAgent(order(), cache, here(interruption.signal)));
    await connected;
    interruption.abort();
    expect(await installing).toBe('the installation of @scope/tool@1.2.3 was interrupted');
    expect([existsSync(join(cache.root, 'agents')), readdirSync(cache.scratch)]).toEqual([false, []]);
    stall = false;
    expect(await installAgent(order(), cache, here())).toMatchObject({ kept: false });
  });

  it('cannot be installed without npm, or without a registry', async () => {
    const signal = new AbortController().signal;
    expect(await complaint(installAgent(order(), cache, { search_path: givenRoom(), signal }))).toContain(
      'npm is not on PATH',
    );
    const { npm_config_registry } = process.env;
    process.env.npm_config_registry = 'http://127.0.0.1:9/';
    try {
      expect(await complaint(installAgent(order(), cache, here()))).toMatch(
        /^npm cannot install @scope\/tool@1\.2\.3: .+\n {2}Look whether this machine reaches its npm registry/,
      );
    } finally {
      process.env.npm_config_registry = npm_config_registry;
    }
  });
});
