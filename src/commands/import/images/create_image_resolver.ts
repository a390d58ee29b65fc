import { execFile } from 'node:child_process';
import {
  type ContainerEngine,
  type ContainerEngineName,
  createContainerEngine,
  findFirstErrorLine,
} from '../../../sandbox/container/container_engine.js';
import {
  type ContainerImage,
  completeImageName,
  findContainerImage,
  pullImage,
  selectImageDigest,
} from '../../../sandbox/container/container_image.js';
import { findProgram } from '../../../system/find_program.js';
import { findPlatformFault } from './find_platform_fault.js';

/** Image of a benchmark that an engine of this machine has. */
export interface ResolvedImage extends Pick<ContainerImage, 'path' | 'variables'> {
  /** Name by which it was found. */
  name: string;
  /** Form that a contract pins: `name@sha256:…`, or its id. */
  pin: string;
}

/** Reason why there is none; `missing`: an engine works here, does not have it, and might fetch it. */
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
  /** Tells, once for each, that an engine which is installed here fails, and is asked no more. */
  warn?: ((line: string) => void) | undefined;
  /** Architecture of the machine, as Node names it. */
  architecture?: string | undefined;
  /** Longest time of a question to an engine, in milliseconds. */
  timeout_ms?: number | undefined;
}

/** Engines of this machine: those that answer, and why the others do not, in the order in which they are asked. */
interface MachineEngines {
  working: ContainerEngine[];
  faults: Map<ContainerEngineName, string>;
}

/** Time limit of questions to an engine, and the machine that they are asked for. */
type QuestionLimits = Parameters<typeof askEngine>[2] & { architecture: string };

const ENGINES: readonly ContainerEngineName[] = ['docker', 'podman'];
const NOT_INSTALLED = 'not installed';
/** Words of engines that work and do not have an image. */
const ABSENT = /no such (?:image|object)|image not known/i;
/** Longest time of a question: it takes an engine that works a moment. */
const TIMEOUT_MS = 20_000;

/**
 * Creates a resolver that asks docker, and then podman. Nothing is fetched unless the options say so. An engine that
 * fails in another way than by not having an image is asked no more.
 */
export function createImageResolver(options: ImageResolverOptions): ImageResolver {
  const { search_path, pull, signal, tell, warn, architecture = process.arch, timeout_ms = TIMEOUT_MS } = options;
  const limits = { signal, timeout_ms, architecture };
  let engines: MachineEngines | undefined;
  const notices = new Set<string>();
  const warnOnce = ({ faults }: MachineEngines) => {
    for (const [name, fault] of faults)
      if (fault !== NOT_INSTALLED && !notices.has(name)) {
        notices.add(name);
        warn?.(`${name} is not asked for images: ${fault}`);
      }
  };
  return async (given) => {
    engines ??= await findEngines(search_path, limits);
    const names = given.filter((name) => completeImageName(name) !== undefined);
    if (engines.working.length > 0 && names.length === 0)
      return { fault: `${JSON.stringify((given[0] ?? '').slice(0, 120))} is no name of an image`, missing: false };
    const foundImage = await findFirstImage(engines, names, limits);
    warnOnce(engines);
    if (foundImage !== undefined && 'pin' in foundImage) return foundImage;
    const [engine] = engines.working;
    if (engine === undefined) return { fault: describeFaults(engines), missing: false };
    if (!pull && foundImage !== undefined) return { fault: foundImage.unfit, missing: false };
    if (!pull)
      return { fault: `its image ${names.join(', ')} is not on this machine${listSilent(engines)}`, missing: true };
    const complaints: string[] = [];
    for (const name of names) {
      tell?.(`pulling ${name}`);
      const complaint = await pullImage(engine, name, signal);
      signal.throwIfAborted();
      if (complaint !== undefined) complaints.push(complaint);
      else break;
    }
    const pulled = await findFirstImage(engines, names, limits);
    warnOnce(engines);
    if (pulled !== undefined) return 'pin' in pulled ? pulled : { fault: pulled.unfit, missing: false };
    return { fault: complaints.join('; ') || describeFaults(engines), missing: true };
  };
}

/**
 * Asks each working engine for each name. Engines that fail are moved to the others.
 *
 * @returns undefined if none has an image of these names; why the first one does not fit the machine, if none does
 */
async function findFirstImage(
  engines: MachineEngines,
  names: readonly string[],
  limits: QuestionLimits,
): Promise<ResolvedImage | { unfit: string } | undefined> {
  let unfit: string | undefined;
  for (const name of names)
    for (const engine of [...engines.working]) {
      const foundImage = await findImage(engine, name, limits);
      if (foundImage === undefined) continue;
      if ('pin' in foundImage) return foundImage;
      if ('unfit' in foundImage) {
        unfit ??= foundImage.unfit;
        continue;
      }
      engines.working = engines.working.filter((working) => working !== engine);
      engines.faults.set(engine.name, foundImage.complaint);
    }
  return unfit === undefined ? undefined : { unfit };
}

/** @returns undefined if the engine does not have the image; its words if it fails in another way */
async function findImage(
  engine: ContainerEngine,
  name: string,
  limits: QuestionLimits,
): Promise<ResolvedImage | { complaint: string } | { unfit: string } | undefined> {
  const answer = await askEngine(
    engine,
    ['image', 'inspect', '--format', '{{.Os}}/{{.Architecture}}', '--', name],
    limits,
  );
  if ('complaint' in answer) return ABSENT.test(answer.stderr) ? undefined : answer;
  const fault = findPlatformFault(answer.said, limits.architecture);
  if (fault !== undefined) return { unfit: `its image ${name} ${fault}` };
  const image = await findContainerImage(engine, name).catch((error: unknown) => {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return { complaint: `its answer on ${name} cannot be read` };
  });
  if ('complaint' in image) return image;
  const { path, variables } = image;
  return { name, pin: selectImageDigest(name, image), path, variables };
}

const describeFaults = ({ faults }: MachineEngines): string =>
  `no container engine works here (${ENGINES.map((name) => `${name}: ${faults.get(name)}`).join('; ')})`;

/** Lists the engines that are installed and were not asked. */
function listSilent({ faults }: MachineEngines): string {
  const silent = [...faults].filter(([, fault]) => fault !== NOT_INSTALLED);
  return silent.length === 0 ? '' : ` (${silent.map(([name, fault]) => `${name} was not asked: ${fault}`).join('; ')})`;
}

/** Finds the engines that answer; of the others why they do not. */
async function findEngines(search_path: string | undefined, limits: QuestionLimits): Promise<MachineEngines> {
  const engines: MachineEngines = { working: [], faults: new Map() };
  for (const name of ENGINES) {
    const program = findProgram(name, search_path);
    if (program === undefined) {
      engines.faults.set(name, NOT_INSTALLED);
      continue;
    }
    const engine = createContainerEngine(name, program);
    const answer = await askEngine(engine, ['version', '--format', '{{.Client.Version}}'], limits);
    if ('said' in answer) engines.working.push(engine);
    else engines.faults.set(name, answer.complaint);
  }
  return engines;
}

/** Answer of an engine; or why there is none in a line, and all that the engine said of it. */
type EngineAnswer = { said: string } | { complaint: string; stderr: string };

/**
 * Asks an engine a question that takes it a moment, and waits only a while.
 *
 * @throws the reason of the signal
 */
async function askEngine(
  { program }: ContainerEngine,
  question: readonly string[],
  { signal, timeout_ms }: { signal: AbortSignal; timeout_ms: number },
): Promise<EngineAnswer> {
  const settings = { timeout: timeout_ms, killSignal: 'SIGKILL', maxBuffer: 2 ** 20, cwd: '/', signal } as const;
  const answer = await new Promise<EngineAnswer>((resolve) => {
    execFile(program, question, settings, (error, stdout, stderr) => {
      if (error === null) return resolve({ said: stdout.trim() });
      const silence = error.killed && error.signal !== null ? `no answer after ${timeout_ms / 1000} seconds` : '';
      const words = silence || findFirstErrorLine(stderr) || (error.message.split('\n')[0] ?? '');
      resolve({ complaint: words.slice(0, 200), stderr });
    });
  });
  signal.throwIfAborted();
  return answer;
}
