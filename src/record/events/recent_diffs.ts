import { z } from 'zod';
import { digestSchema } from './execution.js';

/** Last changes of the workspace, between the points at which the harness took its tree. */
export const recentDiffsSchema = z.strictObject({
  diffs: z
    .array(
      z.strictObject({
        from_seq: z.int().nullable().describe('event that has the tree before; null = the snapshot'),
        to_seq: z.int().nullable().describe('event that has the tree after; null = the patch that was handed in'),
        from: z.string().describe('git tree id'),
        to: z.string().describe('git tree id'),
        cycle: z
          .enum(['passed', 'failed'])
          .nullable()
          .describe('how the build or test cycle ended that was run on the tree after; null = it was none, or unknown'),
        text: z
          .strictObject({
            artifact: digestSchema.describe('the beginning of the diff; binary files are only named'),
            bytes: z.int().describe('of all of it, masked and redacted'),
            sha256: digestSchema.describe('of all of it, masked and redacted'),
            complete: z.boolean().describe('false: the artifact, or what was read, is only its beginning'),
          })
          .nullable()
          .describe('null = a tree is not there any more, as that of a part of the task'),
      }),
    )
    .describe('the most recent, in their order'),
  earlier: z.int().describe('changes before these, of which only the tree ids are kept, in their events'),
});
export type RecentDiffs = z.infer<typeof recentDiffsSchema>;
