import { execFileSync } from 'node:child_process';
import type { SandboxBackend } from '../../../../src/run/sandbox/backend.js';
import { type ContainerOptions, containerBackend } from '../../../../src/run/sandbox/container/container.js';
import type { EngineName } from '../../../../src/run/sandbox/container/engine.js';
import { givenFolder } from '../given.js';

/** What scripts/container-engine.sh makes from programs of this machine and imports into every engine that it can start. */
const IMAGE = 'gatebench-test:2';

/** An engine that works here, and the id of the test image in it. */
export interface GivenEngine {
  engine: EngineName;
  image: string;
}

/** The engines of this machine that have the test image: in the folders of PATH, found as their own variables say. */
export const engines: GivenEngine[] = (['docker', 'podman'] as const).flatMap((engine) => {
  try {
    const format = ['image', 'inspect', '--format', '{{.Id}}', IMAGE];
    const id = execFileSync(engine, format, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 });
    return [{ engine, image: `sha256:${String(id).trim().replace('sha256:', '')}` }];
  } catch {
    return [];
  }
});

const missing = ['docker', 'podman'].filter((name) => !engines.some(({ engine }) => engine === name));
if (missing.length > 0)
  process.stderr.write(
    `SKIPPED: tests in containers of ${missing.join(' and ')}: no engine with the image ${IMAGE} (eval "$(scripts/container-engine.sh)")\n`,
  );

/** One row per engine for `describe.each`, or one that is counted as skipped. */
export const perEngine: [string, GivenEngine][] = engines.map((given) => [given.engine, given]);

export function container(given: GivenEngine, options: Partial<ContainerOptions> = {}): SandboxBackend {
  return containerBackend({ ...given, state_dir: givenFolder({ uid: 0, gid: 0 }), ...options });
}
