import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { circumstances } from '../diagnosis.js';

/** Whether we run in a container ourselves, and whether an engine's socket was put into it. */
export interface Surroundings {
  in_container: boolean;
  /** Sockets of engines that are there. */
  sockets: string[];
}

const SOCKETS = ['/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock'];

/** Looks around under a file system root. */
export function surroundings(root = '/'): Surroundings {
  return {
    in_container: circumstances(root).in_container,
    sockets: SOCKETS.filter((path) => existsSync(join(root, path))),
  };
}
