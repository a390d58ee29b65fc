import { z } from 'zod';
import { digestSchema } from '../events/execution.js';

/**
 * Ledger of a run directory, `removals.jsonl`: what was removed from the record after it was sealed, by whom and why
 * (requirements R14, R15). Its lines are chained like events. `verify` accepts a record from which exactly that is
 * missing which the ledger names.
 */
export const REMOVALS_FILE = 'removals.jsonl';

const pointersSchema = z.array(z.string().max(2000)).min(1).max(100_000);

/** Content that one entry removes. */
const removedContentSchema = z.strictObject({
  events: z
    .array(
      z.strictObject({
        seq: z.int().min(0),
        hash: digestSchema.describe('hash of the event, which the chain still holds'),
        pointers: pointersSchema.optional().describe('erased texts, as JSON pointers; absent = the whole event'),
      }),
    )
    .max(10_000_000),
  files: z
    .array(
      z.strictObject({
        file: z.string().regex(/^(?:artifacts\/[0-9a-f]{64}|briefing\.md|patch\.diff|manifest\.json|report\.json)$/),
        sha256: digestSchema.describe('of the file before'),
        pointers: pointersSchema.optional().describe('erased texts, as JSON pointers; absent = the whole file'),
      }),
    )
    .max(1_000_000),
});
export type RemovedContent = z.infer<typeof removedContentSchema>;

const approvalSchema = z
  .strictObject({ by: z.string().min(1), policy_sha256: digestSchema.nullable() })
  .nullable()
  .describe('who approved; null = no policy asks for it');
export type RemovalApproval = z.infer<typeof approvalSchema>;

const chainFields = {
  seq: z.int().min(0),
  at: z.iso.datetime(),
  by: z.string().describe('name of the user, as their machine has it'),
  reason: z.string().min(1),
  approval: approvalSchema,
  head: digestSchema.describe('head of the log that the record was sealed with'),
  prev: digestSchema,
  hash: digestSchema,
};

/** One entry of the ledger. */
export const removalSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...chainFields,
    kind: z.literal('erasure').describe('of a secret that was found later; not reversible'),
    removed: removedContentSchema,
  }),
  z.strictObject({
    ...chainFields,
    kind: z.literal('retention').describe('move to the long tier'),
    removed: removedContentSchema,
    reversible_until: z.iso.datetime().nullable().describe('null = at no time: the content was not held'),
  }),
  z.strictObject({
    ...chainFields,
    kind: z.literal('restoration').describe('a move to the long tier was undone'),
    of_seq: z.int().min(0),
  }),
  z.strictObject({
    ...chainFields,
    kind: z.literal('expiry').describe('the content that was held for a move is deleted'),
    of_seq: z.int().min(0),
  }),
]);
export type Removal = z.infer<typeof removalSchema>;
