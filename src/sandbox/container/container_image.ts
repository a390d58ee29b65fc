import { SYSTEM_PATH } from '../../system/find_program.js';
import { type ContainerEngine, runEngine } from './container_engine.js';

/** Pinned image that the engine has. */
export interface ContainerImage {
  /** `sha256:` and the digest of its configuration: the same image has the same id in every engine. */
  id: string;
  /** PATH of the image. The rest of its environment is dropped. */
  path: string;
  /** Folders that it declares as volumes. They would be writable without any limit. */
  volumes: string[];
}

/** Fields of `image inspect` that are read; both engines print them alike. */
type InspectedImage = readonly [
  { Id: string; Config?: { Env?: string[] | null; Volumes?: Record<string, unknown> | null } | null },
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
  const [{ Id, Config }] = JSON.parse(answer.stdout) as InspectedImage;
  const path = Config?.Env?.find((entry) => entry.startsWith('PATH='))?.slice('PATH='.length);
  return {
    id: `sha256:${Id.replace(/^sha256:/, '')}`,
    path: path || SYSTEM_PATH,
    volumes: Object.keys(Config?.Volumes ?? {}).sort(),
  };
}
