import { z } from 'zod';
import { durationSchema } from '../input/duration_schema.js';
import { identifierSchema } from './check.js';

const MIB = 2 ** 20;

/** Tells whether a path of answer files stands for the files of the patch that fit it. */
export const isAnswerPattern = (path: string): boolean => /[*?[\]{}]/.test(path);

const answerPathSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((path) => !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..'), {
    message: 'must be a path inside the repository, with "/"',
  });

/**
 * Schema of a check that a judge model decides: it reads the answer files, and gives a score from 0 to 1. No command
 * runs, so a pass of it is no executable evidence.
 */
export const modelCheckSchema = z.strictObject({
  id: identifierSchema.describe('name of the check, unique in the contract'),
  files: z
    .array(answerPathSchema)
    .min(1)
    .max(50)
    .describe('files that are graded: paths, or patterns (*, **, ?) of files that the patch adds or changes'),
  prompt: z
    .string()
    .min(1)
    .max(MIB)
    .describe('rubric that the judge model is given, hidden from the agent; the answer follows it'),
  at_least: z.number().positive().max(1).default(1).describe('score from which on the check passes; scores are 0 to 1'),
  max_bytes: z
    .int()
    .min(1)
    .max(MIB)
    .default(65_536)
    .describe('size of all answer files together; a larger answer fails, and no model is asked'),
  max_tokens: z.int().min(16).max(65_536).default(4096).describe("cap on the judge model's response"),
  usd: z.number().positive().default(0.5).describe('cap on what one grading may cost, beside the budget of the agent'),
  timeout: durationSchema().default(300_000).describe('time for the response, with repeated requests'),
  mandatory: z.boolean().default(true).describe('a check that is not mandatory is reported, never decisive'),
});
export type ModelCheck = z.output<typeof modelCheckSchema>;
