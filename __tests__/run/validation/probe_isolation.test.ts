// Needs: sandbox
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import type { RunnerContext } from '../../../src/run/attempt/runner_context.js';
import { probeIsolation } from '../../../src/run/validation/probe_isolation.js';
import { createBubblewrapBackend } from '../../../src/sandbox/bubblewrap/create_bubblewrap_backend.js';
import type { SandboxBackend, SessionOptions } from '../../../src/sandbox/sandbox_backend.js';
import {
  detectWorkspaceMethod,
  openWorkspace,
  toSessionOptions,
  type Workspace,
} from '../../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer, givenRoom, write } from '../../given.js';
import { smallContract } from '../../given_task.js';

afterAll(cleanUp);

const room = givenRoom();
const cache = await givenCache();
const layer = await givenLayer(cache, { 'a.txt': 'one\n' });
const method = await detectWorkspaceMethod(cache);
const bubblewrap = createBubblewrapBackend({ state_dir: join(room, 'state') });
const loaded = {
  contract: contractSchema.parse(smallContract()),
  folder: write(join(room, 'task'), {}),
} as LoadedContract;

/** Probes with sessions as a backend of this kind would open them. */
function probe(change: (options: SessionOptions) => Partial<SessionOptions> = () => ({})) {
  const backend: SandboxBackend = {
    ...bubblewrap,
    open: (options) => bubblewrap.open({ ...options, ...change(options) }),
  };
  const runner = {
    ...{ cache, method, backend, volumes: false, runs: join(room, 'runs') },
    toolchain: { mounts: {}, path: '/usr/bin:/bin' },
    now: () => new Date(),
    signal: new AbortController().signal,
  } as unknown as RunnerContext;
  return probeIsolation(loaded, layer, runner);
}

describe('a probe that tries to leak from one run into the next', () => {
  it('leaves marks in the first, and finds none in the second', async () => {
    const { planted, leaked } = await probe();
    expect(planted).toBeGreaterThan(3);
    expect(leaked).toEqual([]);
  });

  it('finds a folder that runs share', async () => {
    const shared = join(room, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const { leaked } = await probe(() => ({ writable_mounts: { [shared]: '/tmp/cache-of-all' } }));
    expect(leaked).toEqual(['file in /tmp/cache-of-all']);
  });

  // Holds G8
  it('finds a workspace that runs share, by the new file and by the changed one', async () => {
    const workspace: Workspace = await openWorkspace(layer, cache, method);
    const { leaked } = await probe(() => toSessionOptions(workspace));
    await workspace.dispose();
    expect(leaked).toEqual(expect.arrayContaining(['content of a.txt', 'file in /work']));
  });

  it('plants nothing where nothing can be written, which is no isolation', async () => {
    const { leaked, planted } = await probe(() => ({ environment: { PATH: '/nowhere' } }));
    expect([planted, leaked]).toEqual([0, []]);
  });
});
