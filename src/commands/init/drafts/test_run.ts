import { z } from 'zod';
import { testReportSchema } from '../../../record/tests/test_report.js';

export const testRunSchema = z.strictObject({
  report: testReportSchema,
  wall_ms: z.number().describe('duration of the check in milliseconds'),
  lack: z.string().optional().describe('what failing tests show of a tool that does not suit them'),
});

/** Result of one run of the tests. */
export type TestRun = z.infer<typeof testRunSchema>;
