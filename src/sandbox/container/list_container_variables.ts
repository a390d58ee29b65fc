import { filterSearchPath } from '../../contract/input/filter_search_path.js';
import { SYSTEM_PATH } from '../../system/find_program.js';
import type { ContainerImage } from './container_image.js';

/**
 * Lists the environment of the harness's own programs in a container (`sh`, `cat`, `env`), over that of the image. They
 * are looked up in the system's folders before those of the image, and never in the repository: a patch could put its
 * own in their place. All other variables are empty, so that none names a library or a script of the repository.
 */
export function listContainerVariables({ path, variables }: ContainerImage, root: string): string[] {
  const search_path = [SYSTEM_PATH, filterSearchPath(path, root).kept].filter(Boolean).join(':');
  const names = Object.keys(variables).filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== 'PATH');
  return [`PATH=${search_path}`, ...names.map((name) => `${name}=`)].flatMap((entry) => ['--env', entry]);
}
