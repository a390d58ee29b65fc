import { z } from 'zod';

/**
 * Pull request of an attempt, with its base and head commits. A verdict is valid for this pair only: the same head can
 * belong to another pull request, whose base has other contracts.
 */
export const pullRequestPairSchema = z
  .strictObject({
    number: z.int().positive().nullable().describe('null = whoever ran it gave commits only'),
    base_ref: z.string().nullable().describe('branch that it is to be merged into; null = commits only'),
    base_sha: z.string().describe('commit whose contracts were used'),
    head_sha: z.string().describe('commit whose change was judged'),
  })
  .describe('pull request and commits that the attempt was made for; absent = none');
export type PullRequestPair = z.infer<typeof pullRequestPairSchema>;
