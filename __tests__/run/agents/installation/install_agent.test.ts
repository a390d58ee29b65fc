import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../../src/contract/input/user_error.js';
import { installAgent } from '../../../../src/run/agents/installation/install_agent.js';
import { openCache, type WorkspaceCache } from '../../../../src/workspace/cache/workspace_cache.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { givenRegistry, type Registry } from '../given_registry.js';

let registry: Registry;
let cache: WorkspaceCache;
beforeAll(async () => {
  registry = await givenRegistry('#!/usr/bin/env node\n');
});
beforeEach(async () => {
  registry.asked.length = 0;
  registry.stall = false;
  cache = await openCache(join(givenRoom(), 'cache'));
});
afterAll(async () => {
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
    const requests = registry.asked.length;
    expect(await installAgent(order(), cache, here())).toEqual({ folder, kept: true });
    expect(registry.asked.length).toBe(requests);
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
    registry.stall = true;
    const interruption = new AbortController();
    const connected = once(registry.server, 'request');
    const installing = complaint(installAgent(order(), cache, here(interruption.signal)));
    await connected;
    interruption.abort();
    expect(await installing).toBe('the installation of @scope/tool@1.2.3 was interrupted');
    expect([existsSync(join(cache.root, 'agents')), readdirSync(cache.scratch)]).toEqual([false, []]);
    registry.stall = false;
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
