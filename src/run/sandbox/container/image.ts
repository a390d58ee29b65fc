import { SYSTEM_PATH } from '../program.js';
import { askEngine, type Engine } from './engine.js';

/** A pinned image as the engine has it. */
export interface Image {
  /** `sha256:` and the digest of its configuration: the same image has the same id in every engine. */
  id: string;
  /** Where its own programs are. The rest of its environment is not taken over. */
  path: string;
  /** Folders that it declares as volumes. They would be writable without any limit. */
  volumes: string[];
}

/** What of `image inspect` is read; both engines say it alike. */
type Inspected = readonly [
  { Id: string; Config?: { Env?: string[] | null; Volumes?: Record<string, unknown> | null } | null },
];

/** Looks an image up, without fetching it. @returns what the engine complains about when it does not have it */
export async function findImage(engine: Engine, name: string): Promise<Image | { complaint: string }> {
  const answer = await askEngine(engine, ['image', 'inspect', '--', name]);
  if (answer.status !== 0) return { complaint: answer.complaint };
  const [{ Id, Config }] = JSON.parse(answer.stdout) as Inspected;
  const path = Config?.Env?.find((entry) => entry.startsWith('PATH='))?.slice('PATH='.length);
  return {
    id: `sha256:${Id.replace(/^sha256:/, '')}`,
    path: path || SYSTEM_PATH,
    volumes: Object.keys(Config?.Volumes ?? {}).sort(),
  };
}
