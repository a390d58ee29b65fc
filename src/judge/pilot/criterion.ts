import { z } from 'zod';
import { stageSchema } from '../../record/pilot.js';

/** One criterion of a stage (executable contracts §5.3), and whether the records meet it. */
export const criterionSchema = z.strictObject({
  id: z.string(),
  stage: stageSchema,
  when: z.enum(['entry', 'exit']),
  demands: z.string(),
  verdict: z.enum(['met', 'not met', 'not decided']),
  evidence: z.string(),
  where: z.array(z.string()).describe('tasks or attempts that a reader should look at'),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** What was found about a criterion. */
export type Finding = Pick<Criterion, 'verdict' | 'evidence'> & { where?: readonly string[] };

export const met = (evidence: string): Finding => ({ verdict: 'met', evidence });
export const notMet = (evidence: string, where: readonly string[] = []): Finding => ({
  verdict: 'not met',
  evidence,
  where,
});
export const notDecided = (evidence: string, where: readonly string[] = []): Finding => ({
  verdict: 'not decided',
  evidence,
  where,
});

/** The verdict of several criteria: one that is not met decides, else one that is not decided. */
export function together(criteria: readonly Pick<Criterion, 'verdict'>[]): Criterion['verdict'] {
  const verdicts = criteria.map(({ verdict }) => verdict);
  if (verdicts.includes('not met')) return 'not met';
  return verdicts.includes('not decided') ? 'not decided' : 'met';
}
