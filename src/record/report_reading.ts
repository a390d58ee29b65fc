import { z } from 'zod';
import { digest } from './execution.js';
import { testReportSchema } from './test_report.js';

/** Why a check has no execution: something before it decided. */
export const notRunSchema = z.strictObject({
  because: z.enum(['patch', 'build', 'oracle', 'interrupted']),
  detail: z.string(),
});

/** What was read of the report of one execution. */
export const reportReadingSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('missing') }),
  z.strictObject({ state: z.literal('unreadable'), reason: z.string(), artifact: digest.optional() }),
  z.strictObject({ state: z.literal('read'), report: testReportSchema, artifact: digest, bytes: z.int() }),
]);
export type ReportReading = z.infer<typeof reportReadingSchema>;
