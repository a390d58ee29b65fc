import { z } from 'zod';

/**
 * History of a suite: one canonical line per run of the suite, append-only. It shows which tasks are stable, which are
 * flaky, and what was usual before a change. It holds counts only, so that years of nightly runs fit into one small
 * file.
 */

const usdSchema = z.number().nullable();

/** Counts of one arm at one task in one run of the suite. */
const historyTaskSchema = z.strictObject({
  task: z.string(),
  version: z.string().describe('version of the contract; counts of different versions are never added'),
  runs: z.int().min(0).describe('attempts that were planned, or are there'),
  successes: z.int().min(0),
  failures: z.int().min(0),
  undecided: z.int().min(0).describe('acceptance errors, invalid attempts and attempts without a result'),
  missing: z.int().min(1).optional().describe('of the undecided, attempts without a result; absent = none, or unknown'),
  flaky: z.int().min(1).optional().describe('attempts in which a test passed on a retry only; absent = none'),
  cost_usd: usdSchema.describe('of all attempts together; null = a part of it is unknown'),
  wall_ms: z.number().min(0).describe('of all attempts together'),
});
export type HistoryTask = z.infer<typeof historyTaskSchema>;

/** Counts of one arm in one run of the suite. */
const historyArmSchema = z.strictObject({
  arm: z.string().describe('id of the arm in the plan'),
  agent: z.string(),
  model: z.string().nullable(),
  ablation: z.string(),
  role: z.enum(['agent', 'noop', 'golden', 'scripted', 'human']),
  identities: z.array(z.string()).describe('digests of all that defines the agent, as the attempts have them; sorted'),
  heads: z
    .string()
    .optional()
    .describe('Merkle root over the heads of its attempts, which tells its run from others; absent in older lines'),
  tasks: z.array(historyTaskSchema),
});
export type HistoryArm = z.infer<typeof historyArmSchema>;

export const historyLineSchema = z
  .strictObject({
    schema: z.literal(1),
    suite: z.string().describe('name of the suite'),
    at: z.iso.datetime().describe('when the line was written'),
    commit: z.string().nullable().describe('commit that was judged; null = unknown'),
    run_url: z.string().nullable(),
    harness_versions: z.array(z.string()),
    rubrics: z.array(z.string()),
    plan: z.string().nullable().describe('digest of the plan; null = results without one'),
    arms: z.array(historyArmSchema),
  })
  .describe('one run of a suite in its history');
export type HistoryLine = z.infer<typeof historyLineSchema>;

/** Parsed history of a suite. */
export interface SuiteHistory {
  lines: HistoryLine[];
  /**
   * Unreadable lines, such as one that was cut off while it was written. They do not count, and callers must report
   * them.
   */
  faults: { line: number; what: string }[];
}

/** Parses the text of a history. Never throws: unreadable lines are listed as faults. */
export function parseSuiteHistory(text: string): SuiteHistory {
  const history: SuiteHistory = { lines: [], faults: [] };
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  body.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const fault = (what: string) => history.faults.push({ line: i + 1, what });
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      fault('is not JSON, perhaps cut off');
      return;
    }
    const { data, error } = historyLineSchema.safeParse(value);
    if (data) history.lines.push(data);
    for (const { path, message } of error?.issues.slice(0, 1) ?? [])
      fault(`is no line of a history: ${path.join('.')}: ${message}`);
  });
  return history;
}
