import { execFileSync } from 'node:child_process';
import type { ContainerEngineName } from '../../../src/sandbox/container/container_engine.js';
import { createContainerBackend } from '../../../src/sandbox/container/create_container_backend.js';
import type { SandboxBackend } from '../../../src/sandbox/sandbox_backend.js';
import { givenFolder } from '../given.js';

/** What scripts/container-engine.sh makes from programs of this machine and imports into every engine that it can start. */
const IMAGE = 'gatebench-test:2';

/** An engine that works here, and the id of the test image in it. */
export interface GivenEngine {
  engine: ContainerEngineName;
  image: string;
}

const QUIET = { stdio: 'ignore', timeout: 60_000 } as const;

/** The engines of this machine that have the test image: in the folders of PATH, found as their own variables say. */
export const engines: GivenEngine[] = (['docker', 'podman'] as const).flatMap((engine) => {
  try {
    const format = ['image', 'inspect', '--format', '{{.Id}}', IMAGE];
    const id = execFileSync(engine, format, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 });
    // An image may be there that nothing here can start. In continuous integration that is a failure, elsewhere a reason to skip.
    if (!process.env.CI)
      execFileSync(engine, ['run', '--rm', '--pull', 'never', '--network', 'none', IMAGE, 'true'], QUIET);
    return [{ engine, image: `sha256:${String(id).trim().replace('sha256:', '')}` }];
  } catch {
    return [];
  }
});

/** One row per engine. */
export const perEngine: [string, GivenEngine][] = engines.map((given) => [given.engine, given]);

/** Tests once for each of these engines; where there is none, they are counted as skipped. */
export const inEngines = (rows: [string, GivenEngine][]) =>
  rows.length > 0
    ? describe.each(rows)
    : describe.skip.each<[string, GivenEngine]>([['no engine (needs docker, podman)', NONE]]);

const NONE: GivenEngine = { engine: 'docker', image: `sha256:${'0'.repeat(64)}` };

type ContainerOptions = Parameters<typeof createContainerBackend>[0];

export function container(given: GivenEngine, options: Partial<ContainerOptions> = {}): SandboxBackend {
  return createContainerBackend({ ...given, state_dir: givenFolder({ uid: 0, gid: 0 }), ...options });
}
