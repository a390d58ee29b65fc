import { z } from 'zod';

/** Folders of a container that the sandbox itself needs, or that hold the system of the image. */
const TAKEN = new Set(
  'bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world'.split(' ').map((name) => `/${name}`),
);
/** Folders that hold what the sandbox mounts: only folders below them can be one for the repository. */
const SHARED = new Set(['/home', '/home/agent', '/opt', '/root', '/var', '/var/tmp']);

/** Schema of the path at which a container has the repository. */
export const workdirSchema = z
  .string()
  .max(200)
  .regex(/^(\/[A-Za-z0-9][\w.-]*)+$/, 'must be an absolute path of plain names, such as /testbed')
  .refine((path) => !TAKEN.has(`/${path.split('/')[1]}`) && !SHARED.has(path) && !isBelowShared(path), {
    message: 'must not be a folder of the system or of the sandbox (/usr, /run, /tmp, /home/agent, …)',
  })
  .describe('path of the repository in the container, where the image expects it; default: /work');

const isBelowShared = (path: string): boolean =>
  ['/home/agent/', '/var/tmp/'].some((folder) => path.startsWith(folder));
