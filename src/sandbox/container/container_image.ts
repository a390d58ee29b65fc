import { SYSTEM_PATH } from '../../system/find_program.js';
import { type ContainerEngine, runEngine } from './container_engine.js';

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
  const at = entry.indexOf('=');
  return at === -1 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)];
}
