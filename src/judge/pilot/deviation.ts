import { z } from 'zod';

/** Deviation from the protocol, found in the records. Nobody has to declare it. */
export const deviationSchema = z.strictObject({
  kind: z.enum([
    'seed',
    'caps',
    'contract version',
    'version of gatebench',
    'rubric',
    'run counts',
    'outside of the plan',
    'order',
    'stage order',
    'entry criteria, declared',
    'entry criteria, not declared',
    'recorded',
  ]),
  what: z.string(),
  where: z.array(z.string()).describe('tasks, attempts or folders'),
});
export type Deviation = z.infer<typeof deviationSchema>;
