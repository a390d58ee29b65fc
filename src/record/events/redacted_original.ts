import { z } from 'zod';
import { digestSchema } from './execution.js';

/** Counts of the spans replaced in one place of a record, and the digest of the original in the restricted store. */
export const redactedOriginalSchema = z.strictObject({
  sha256: digestSchema.describe('of the original'),
  bytes: z.int().min(0).describe('of the same'),
  spans: z.record(z.string(), z.int()).describe('rule → spans that it replaced'),
});
export type RedactedOriginal = z.infer<typeof redactedOriginalSchema>;
