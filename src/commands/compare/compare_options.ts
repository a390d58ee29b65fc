import { z } from 'zod';

/** Options of `compare`. */
export const compareOptionsSchema = z
  .strictObject({
    base: z.string().min(1).describe('output folder of `run` or `report`, or its results.jsonl: what was before'),
    head: z.string().min(1).describe('the same of what is judged'),
    arms: z
      .array(z.string().min(1))
      .default([])
      .describe('arms by id; default: agents with everything on that both have'),
    base_arm: z.string().min(1).optional().describe('arm of base, where it is called otherwise than that of head'),
    head_arm: z.string().min(1).optional(),
    history: z.string().min(1).optional().describe('history of the base: stable contracts alone may turn the gate'),
    minimum_effect: z.number().gt(0, 'must be above 0').lt(1, 'must be below 1').optional(),
    confidence: z.number().gt(0.5, 'must be above 0.5').lt(1, 'must be below 1').optional(),
    alpha: z
      .number()
      .gt(0, 'must be above 0')
      .lt(0.5, 'must be below 0.5')
      .optional()
      .describe('largest chance of a false alarm of the gate'),
    tolerance: z
      .number()
      .min(0, 'must be from 0 to 0.5')
      .max(0.5, 'must be from 0 to 0.5')
      .optional()
      .describe('share of the rarer outcome up to which a contract is stable'),
    minimum_history: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .optional()
      .describe('decided runs that a history must have of a contract'),
    coverage_floor: z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1').optional(),
    out: z.string().min(1).optional().describe('folder for comparison.json and comparison.md'),
    json: z.boolean().default(false),
  })
  .superRefine(({ arms, base_arm, head_arm }, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (arms.length > 0 && (base_arm ?? head_arm) !== undefined)
      refuse('arms', '--arm names arms that both sides have; leave out --base-arm and --head-arm, or it');
    if ((base_arm === undefined) !== (head_arm === undefined))
      refuse(base_arm === undefined ? 'base_arm' : 'head_arm', '--base-arm and --head-arm go together');
  });
export type CompareOptions = z.output<typeof compareOptionsSchema>;
