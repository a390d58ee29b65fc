import { z } from 'zod';
import { isFreeWorkdir, WORKDIR_LENGTH, WORKDIR_PATTERN } from './get_workspace_root.js';

/** Creates the schema of a path that stays inside the contract's folder or the repository. */
export const relativePathSchema = (what: string) =>
  z
    .string()
    .min(1)
    .refine((p) => !p.startsWith('/') && !p.split('/').includes('..') && !p.includes('\0'), {
      message: 'must be a path inside the contract folder or repository (no leading "/", no "..")',
    })
    .describe(what);

/** Schema of the path at which a container has the repository. */
export const workdirSchema = z
  .string()
  .max(WORKDIR_LENGTH)
  .regex(WORKDIR_PATTERN, 'must be an absolute path of plain names, such as /testbed')
  .refine(isFreeWorkdir, {
    message: 'must not be a folder of the system or of the sandbox (/usr, /run, /tmp, /home/agent, …)',
  })
  .describe('path of the repository in the container, where the image expects it; default: /work');
