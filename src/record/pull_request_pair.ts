import { z } from 'zod';

/**
 * Which pull request an attempt was made for, and between which commits. A verdict holds for this pair alone: the same
 * head may be the head of another pull request, whose base has other contracts.
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
