import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { guardLevels } from '../../../src/guard/guard.js';

export const labels = ['destructive', 'ordinary', 'mention', 'lookalike'] as const;

const labelled = {
  label: z.enum(labels),
  category: z.string(),
  spelling: z.string(),
  /** The level at which the label holds; absent: at both. */
  level: z.enum(guardLevels).optional(),
};

/** One line of the corpus; see README.md beside this file. */
const entry = z.union([
  z.strictObject({ command: z.string(), ...labelled }),
  z.strictObject({ text: z.string(), ...labelled }),
  z.strictObject({ write: z.string(), content: z.string().optional(), ...labelled }),
]);
export type Entry = z.infer<typeof entry>;

/** Every line of `<label>/<category>.jsonl` with where it stands. */
export function readCorpus(): { at: string; entry: Entry }[] {
  const files = labels.flatMap((label) =>
    readdirSync(join(import.meta.dirname, label)).map((name) => join(label, name)),
  );
  return files.flatMap((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line, index) => ({ at: `${file}:${index + 1}`, entry: entry.parse(JSON.parse(line)) })),
  );
}
