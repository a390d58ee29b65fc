import { execFileSync } from 'node:child_process';
import type { ContainerEngineName } from '../../../src/sandbox/container/container_engine.js';
import { createContainerBackend } from '../../../src/sandbox/container/create_container_backend.js';
import type { SandboxBackend } from '../../../src/sandbox/sandbox_backend.js';
import { groupWhere, has } from '../../machine.js';
import { givenFolder } from '../given.js';

/** What scripts/container-engine.sh makes from programs of this machine and imports into every engine that it can start. */
const IMAGE = 'gatebench-test:2';

/** An engine that works here, and the id of the test image in it. */
export interface GivenEngine {
  engine: ContainerEngineName;
  image: string;
}

const NAMES = ['docker', 'podman'] as const;

/** The engines of this machine that have the test image and can start it: in the folders of PATH, found as their own variables say. */
export const engines: GivenEngine[] = NAMES.filter((engine) => has(engine)).map((engine) => {
  const id = execFileSync(engine, ['image', 'inspect', '--format', '{{.Id}}', IMAGE], { encoding: 'utf8' });
  return { engine, image: `sha256:${id.trim().replace('sha256:', '')}` };
});

type Row = [title: string, given: GivenEngine];
const rows = engines.map((given): Row => [given.engine, given]);

/** Returns a `describe` with one group per row, and one that is skipped for each engine of `missing`, which together make one title. */
const each =
  (rows: readonly Row[], missing: readonly (readonly string[])[]) =>
  (title: string, body: (name: string, given: GivenEngine) => void): void => {
    if (rows.length > 0) describe.each(rows)(title, body);
    for (const names of missing)
      groupWhere(...names)(title.replace('%s', names.join(' or ')), () => body(names[0]!, NONE));
  };

/** Tests once in each engine; those that are not here are counted as skipped. */
export const inEngines = each(
  rows,
  NAMES.filter((name) => !has(name)).map((name) => [name]),
);
/** Tests in one engine, whichever is here. Where two are, each of these two takes another. */
export const inOneEngine = each(rows.slice(0, 1), rows.length > 0 ? [] : [NAMES]);
export const inAnotherEngine = each(rows.slice(-1), rows.length > 0 ? [] : [NAMES]);

const NONE: GivenEngine = { engine: 'docker', image: `sha256:${'0'.repeat(64)}` };

type ContainerOptions = Parameters<typeof createContainerBackend>[0];

export function container(given: GivenEngine, options: Partial<ContainerOptions> = {}): SandboxBackend {
  return createContainerBackend({ ...given, state_dir: givenFolder({ uid: 0, gid: 0 }), ...options });
}
