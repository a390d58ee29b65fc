import { z } from 'zod';
import { filled, type Known, templateSchema } from './placeholders.js';

/** All of them together: they travel as an argument of the shell. */
const MAX_BYTES = 65_536;
const NAME = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;

const nameSchema = z
  .string()
  .max(200)
  .regex(NAME, 'must be a path below the home, of letters, digits, ".", "_", "-" and "/"')
  .refine((name) => name.split('/').every((part) => part !== '.' && part !== '..'), 'must not lead out of the home');

/** Files that a program expects in its home, by their path below it. */
export const homeFilesSchema = z
  .record(nameSchema, templateSchema)
  .superRefine((files, ctx) => {
    const bytes = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > MAX_BYTES)
      ctx.addIssue({ code: 'custom', message: `all files together must be at most ${MAX_BYTES} bytes, not ${bytes}` });
  })
  .describe('files in its home: path → content, with placeholders');
export type HomeFiles = z.output<typeof homeFilesSchema>;

/**
 * Shell lines that lay the files in the home of a command. The home of a sandbox is new for each command and its programs may rewrite
 * what lies there, so files are written, not mounted.
 */
export function layHome(files: HomeFiles, known: Known): string {
  return Object.entries(files)
    .map(([name, text]) => {
      const folder = name.includes('/') ? `/${name.slice(0, name.lastIndexOf('/'))}` : '';
      return `mkdir -p "$HOME${folder}" && printf %s ${quoted(filled(text, known))} >"$HOME/${name}" || exit 1\n`;
    })
    .join('');
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
