import {
  type ContainerEngine,
  type ContainerEngineName,
  createContainerEngine,
  findFirstErrorLine,
  runEngine,
} from '../../../sandbox/container/container_engine.js';
import { type ContainerImage, findContainerImage } from '../../../sandbox/container/container_image.js';
import { pullImage } from '../../../sandbox/container/pull_image.js';
import { completeImageName, selectImageDigest } from '../../../sandbox/container/select_image_digest.js';
import { findProgram } from '../../../system/find_program.js';
import { rememberPromise } from '../../../system/remember_promise.js';

/** Image of a benchmark that an engine of this machine has. */
export interface ResolvedImage extends Pick<ContainerImage, 'path' | 'variables'> {
  /** Name by which it was found. */
  name: string;
  /** Form that a contract pins: `name@sha256:…`, or its id. */
  pin: string;
}

/** Reason why there is none; `missing`: an engine works here, and does not have it. */
interface ImageFault {
  fault: string;
  missing: boolean;
}

/** Finds the image of a task by one of its names, and fetches it if it may. */
export type ImageResolver = (names: readonly string[]) => Promise<ResolvedImage | ImageFault>;

interface ImageResolverOptions {
  /** PATH of the caller, in which the engines are looked for. */
  search_path?: string | undefined;
  /** True if images that are not here are fetched. */
  pull: boolean;
  signal: AbortSignal;
  /** Tells what is fetched. */
  tell?: ((line: string) => void) | undefined;
}

const ENGINES: readonly ContainerEngineName[] = ['docker', 'podman'];

/** Creates a resolver that asks docker, and then podman. Nothing is fetched unless the options say so. */
export function createImageResolver({ search_path, pull, signal, tell }: ImageResolverOptions): ImageResolver {
  const getEngines = rememberPromise(() => findEngines(search_path));
  return async (given) => {
    const { engines, faults } = await getEngines();
    if (engines.length === 0) return { fault: `no container engine works here (${faults.join('; ')})`, missing: false };
    const names = given.filter((name) => completeImageName(name) !== undefined);
    if (names.length === 0)
      return { fault: `${JSON.stringify((given[0] ?? '').slice(0, 120))} is no name of an image`, missing: false };
    const found = await findFirstImage(engines, names);
    if (found !== undefined) return found;
    const listed = names.join(', ');
    if (!pull) return { fault: `its image ${listed} is not on this machine`, missing: true };
    const complaints: string[] = [];
    for (const name of names) {
      tell?.(`pulling ${name}`);
      const complaint = await pullImage(engines[0]!, name, signal);
      signal.throwIfAborted();
      if (complaint !== undefined) complaints.push(complaint);
      else break;
    }
    const pulled = await findFirstImage(engines, names);
    return pulled ?? { fault: complaints.join('; '), missing: true };
  };
}

async function findFirstImage(
  engines: readonly ContainerEngine[],
  names: readonly string[],
): Promise<ResolvedImage | undefined> {
  for (const name of names)
    for (const engine of engines) {
      const image = await findContainerImage(engine, name);
      if ('complaint' in image) continue;
      const { path, variables } = image;
      return { name, pin: selectImageDigest(name, image), path, variables };
    }
  return undefined;
}

/** Finds the engines that answer; of the others why they do not. */
async function findEngines(search_path: string | undefined): Promise<{ engines: ContainerEngine[]; faults: string[] }> {
  const engines: ContainerEngine[] = [];
  const faults: string[] = [];
  for (const name of ENGINES) {
    const program = findProgram(name, search_path);
    if (program === undefined) {
      faults.push(`${name}: not installed`);
      continue;
    }
    const engine = createContainerEngine(name, program);
    const { status, complaint } = await runEngine(engine, ['version', '--format', '{{.Client.Version}}']);
    if (status === 0) engines.push(engine);
    else faults.push(`${name}: ${findFirstErrorLine(complaint).slice(0, 200) || 'no answer'}`);
  }
  return { engines, faults };
}
