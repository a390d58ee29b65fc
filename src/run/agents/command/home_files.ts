import { z } from 'zod';
import { fillPlaceholders, type PlaceholderContext, templateSchema } from '../fill_placeholders.js';

/** Maximum bytes of all files, which are passed as one argument of the shell. */
const MAX_BYTES = 65_536;
const HOME_PATH_PATTERN = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;

const nameSchema = z
  .string()
  .max(200)
  .regex(HOME_PATH_PATTERN, 'must be a path below the home, of letters, digits, ".", "_", "-" and "/"')
  .refine((name) => name.split('/').every((part) => part !== '.' && part !== '..'), 'must not lead out of the home');

/** Schema of files that a program expects in its home, by relative path. */
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
 * Formats shell lines that write the files into the home of a command. Each command gets a new home, and programs may
 * rewrite its files, so they are written and not mounted.
 */
export function formatHomeFilesScript(files: HomeFiles, context: PlaceholderContext): string {
  return Object.entries(files)
    .map(([name, text]) => {
      const folder = name.includes('/') ? `/${name.slice(0, name.lastIndexOf('/'))}` : '';
      return `mkdir -p "$HOME${folder}" && printf %s ${quoteForShell(fillPlaceholders(text, context))} >"$HOME/${name}" || exit 1\n`;
    })
    .join('');
}

const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
