import { z } from 'zod';
import { testReportSchema } from '../tests/test_report.js';
import { digestSchema } from './execution.js';

/** Reason why a check was not executed: an earlier step had already decided. */
export const skippedCheckSchema = z.strictObject({
  because: z.enum(['patch', 'build', 'oracle', 'interrupted']),
  detail: z.string(),
});

/** Result of reading the test report of one execution. */
export const testReportResultSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('missing') }),
  z.strictObject({ state: z.literal('unreadable'), reason: z.string(), artifact: digestSchema.optional() }),
  z.strictObject({ state: z.literal('read'), report: testReportSchema, artifact: digestSchema, bytes: z.int() }),
]);
export type TestReportResult = z.infer<typeof testReportResultSchema>;
