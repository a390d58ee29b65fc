import { DEFAULT_WORKSPACE_ROOT } from '../../contract/get_workspace_root.js';
import { MachineError } from '../../system/machine_error.js';
import type { SessionOptions } from '../sandbox_backend.js';
import type { ContainerImage } from './container_image.js';

/**
 * Lists the volumes of an image in whose place a container of docker has temporary folders. Docker makes a volume of
 * its own, filled with what the image has there, where nothing is mounted: that is wanted for a folder of the image
 * that must be seen. The workspace is mounted over a volume at its place.
 *
 * @throws if the image declares a volume within a workspace that has its place by a contract: it would hide files of
 * the repository
 */
export function listImageVolumes(
  { volumes }: Pick<ContainerImage, 'volumes'>,
  { root, image_folder }: Pick<SessionOptions, 'root' | 'image_folder'>,
): string[] {
  const plain = volumes.map((path) => path.replace(/(?<=.)\/+$/, '')).filter(isPlainPath);
  const within = root === undefined ? undefined : plain.find((path) => path.startsWith(`${root}/`));
  if (within !== undefined)
    throw new MachineError(
      `the image declares a volume at ${within}, which docker shows in place of the repository's files: use podman, ` +
        'which leaves volumes out',
    );
  const isSeen = (path: string) =>
    image_folder !== undefined && (`${image_folder}/`.startsWith(`${path}/`) || path.startsWith(`${image_folder}/`));
  return plain.filter((path) => path !== (root ?? DEFAULT_WORKSPACE_ROOT) && !isSeen(path));
}

/** Returns true if a temporary folder can have this path: engines end it at the first colon and have no quoting. */
export const isPlainPath = (path: string): boolean => /^\/[^,:"'\\\r\n]+$/.test(path);
