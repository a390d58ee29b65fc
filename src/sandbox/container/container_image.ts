import { execFile } from 'node:child_process';
import { SYSTEM_PATH } from '../../system/find_program.js';
import { type ContainerEngine, findFirstErrorLine, runEngine } from './container_engine.js';

/** Pinned image that the engine has. */
export interface ContainerImage {
  /** `sha256:` and the digest of its configuration: the same image has the same id in every engine. */
  id: string;
  /** Digests under which registries have it, as `name@sha256:…`; none of an image that was built here. */
  digests: string[];
  /** PATH of the image. Sessions take nothing else of its environment. */
  path: string;
  /** Its environment. */
  variables: Record<string, string>;
  /** Folders that it declares as volumes. They would be writable without any limit. */
  volumes: string[];
}

/** Fields of `image inspect` that are read; both engines print them alike. */
type InspectedImage = readonly [
  {
    Id: string;
    RepoDigests?: string[] | null;
    Config?: { Env?: string[] | null; Volumes?: Record<string, unknown> | null } | null;
  },
];

/**
 * Looks an image up, without fetching it.
 * @returns the engine's error message if it does not have the image
 */
export async function findContainerImage(
  engine: ContainerEngine,
  name: string,
): Promise<ContainerImage | { complaint: string }> {
  const answer = await runEngine(engine, ['image', 'inspect', '--', name]);
  if (answer.status !== 0) return { complaint: answer.complaint };
  const [{ Id, RepoDigests, Config }] = JSON.parse(answer.stdout) as InspectedImage;
  const variables = Object.fromEntries((Config?.Env ?? []).map(splitEntry));
  return {
    id: `sha256:${Id.replace(/^sha256:/, '')}`,
    digests: RepoDigests ?? [],
    path: variables.PATH || SYSTEM_PATH,
    variables,
    volumes: Object.keys(Config?.Volumes ?? {}).sort(),
  };
}

/** Splits an entry of an environment; one without `=` has an empty value. */
function splitEntry(entry: string): [name: string, value: string] {
  const separator = entry.indexOf('=');
  return separator === -1 ? [entry, ''] : [entry.slice(0, separator), entry.slice(separator + 1)];
}

/** Longest time of a pull, in milliseconds: images of benchmarks have gigabytes. */
const TIMEOUT_MS = 60 * 60_000;

/**
 * Pulls an image from its registry, by its full name.
 *
 * @returns why there is none; undefined if it is there now
 */
export function pullImage(engine: ContainerEngine, name: string, signal: AbortSignal): Promise<string | undefined> {
  const reference = completeImageName(name)?.reference;
  if (reference === undefined) return Promise.resolve(`${JSON.stringify(name.slice(0, 120))} is no name of an image`);
  const settings = { timeout: TIMEOUT_MS, maxBuffer: 16 * 2 ** 20, cwd: '/', signal };
  return new Promise((resolve) => {
    execFile(engine.program, ['pull', '--quiet', '--', reference], settings, (error, _, stderr) => {
      if (error === null) return resolve(undefined);
      const message = error.killed ? `no answer after ${TIMEOUT_MS / 60_000} minutes` : findPullError(stderr);
      resolve(`${engine.name} cannot pull ${reference}: ${message || error.message.split('\n')[0]}`);
    });
  });
}

/** Finds the line that says why. Podman tells first what it tries. */
function findPullError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !/^(?:Trying to pull|Resolved|Getting image)/.test(line.trim()));
  return findFirstErrorLine(lines.join('\n')).replace(/^Error(?: response from daemon)?: /, '');
}

/** Registry of names that have none. */
const USUAL_REGISTRY = 'docker.io';
/** Registry by which podman names images that were built here. */
const LOCAL_REGISTRY = 'localhost';

const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const REFERENCE = new RegExp(
  `^(?:([A-Za-z0-9.-]+(?::\\d{1,5})?)/)?(${PART}(?:/${PART})*)(:\\w[\\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$`,
);

/**
 * Completes the name of an image with its registry, as engines do: `a/b` is `docker.io/a/b:latest`.
 *
 * @returns undefined if it is no name in a registry; engines read other forms as local archives
 */
export function completeImageName(name: string): { repository: string; reference: string } | undefined {
  if (name.length > 500) return undefined;
  const [, first, rest, tag, digest] = REFERENCE.exec(name) ?? [];
  if (rest === undefined) return undefined;
  const is_registry = first !== undefined && (/[.:]/.test(first) || first === LOCAL_REGISTRY);
  if (first !== undefined && !is_registry && first !== first.toLowerCase()) return undefined;
  const path = first === undefined || is_registry ? rest : `${first}/${rest}`;
  const registry = is_registry ? first.replace(/^index\.docker\.io$/, USUAL_REGISTRY) : USUAL_REGISTRY;
  const whole = registry === USUAL_REGISTRY && !path.includes('/') ? `library/${path}` : path;
  const repository = `${registry}/${whole}`;
  return { repository, reference: `${repository}${digest ?? tag ?? ':latest'}` };
}

/**
 * Selects how a contract pins an image: by the digest that a registry has it under, so that others can pull it, else by
 * its id. Of several digests of one name, such as those of a list and of its entry, the first in order is taken.
 *
 * @param name name by which the image was asked for
 */
export function selectImageDigest(name: string, { id, digests }: Pick<ContainerImage, 'id' | 'digests'>): string {
  const repository = completeImageName(name)?.repository;
  if (repository === undefined || repository.startsWith(`${LOCAL_REGISTRY}/`)) return id;
  const references = digests.flatMap((digest) => {
    const image_name = completeImageName(digest);
    return image_name?.repository === repository && image_name.reference.includes('@') ? [image_name.reference] : [];
  });
  return references.sort()[0] ?? id;
}
