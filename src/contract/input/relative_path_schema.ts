import { z } from 'zod';

/** Creates the schema of a path that stays inside the contract's folder or the repository. */
export const relativePathSchema = (what: string) =>
  z
    .string()
    .min(1)
    .refine((p) => !p.startsWith('/') && !p.split('/').includes('..') && !p.includes('\0'), {
      message: 'must be a path inside the contract folder or repository (no leading "/", no "..")',
    })
    .describe(what);
