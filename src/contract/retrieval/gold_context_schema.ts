import { z } from 'zod';

/** Name of the file beside a contract that says which context a solution needs. */
export const GOLD_CONTEXT_FILE = 'gold_context.json';

/** Schema of a range of lines in a file of the repository. */
const contextSpanSchema = z
  .strictObject({
    file: z.string().min(1).describe('path in the repository'),
    start_line: z.int().min(1).describe('first line, from 1'),
    end_line: z.int().min(1).describe('last line, included'),
  })
  .refine(({ start_line, end_line }) => end_line >= start_line, { message: 'must not end before it begins' });
export type ContextSpan = z.output<typeof contextSpanSchema>;

/** Schema of the context that a solution needs, as people have marked it. */
export const goldContextSchema = z.strictObject({
  schema: z.literal(1),
  spans: z.array(contextSpanSchema).max(10_000),
});
