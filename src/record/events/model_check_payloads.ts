import { z } from 'zod';
import { modelUsageSchema } from '../models/model_usage.js';
import { digestSchema } from './execution.js';

/** States of an answer file. Only one that was read is graded; any other keeps the judge model from being asked. */
const answerFileStates = ['read', 'missing', 'empty', 'not-a-file', 'too-large', 'too-many', 'not-text'] as const;
export type AnswerFileState = (typeof answerFileStates)[number];

const keptTextSchema = z.strictObject({
  sha256: digestSchema.describe('of the text as it was sent, before anything was redacted'),
  bytes: z.int(),
  artifact: digestSchema.describe('name of the text, redacted, in artifacts/'),
});

const judgeRequestSchema = z.strictObject({
  temperature: z.number().nullable().describe('null = left out, since the server refuses it'),
  max_tokens: z.int().nullable().describe('null = left out, since the server refuses it'),
  as_completion_tokens: z
    .literal(true)
    .optional()
    .describe('the limit was sent as `max_completion_tokens`, since the server refuses `max_tokens`'),
  outcome: z
    .enum(['complete', 'partial', 'aborted', 'refused', 'error'])
    .describe('as of a response to an agent; refused: by the gateway, never sent on'),
  code: z.string().nullable(),
  detail: z.string().describe('bounded'),
  status: z.int().nullable(),
  model: z.string().nullable().describe('as the upstream names it'),
  finish_reason: z.string().nullable(),
  text: z.string().nullable().describe("the model's own message, without its thoughts, bounded; null = there is none"),
  cut_off: z.literal(true).optional().describe('the message is longer than what is kept of it'),
  usage: modelUsageSchema.nullable().describe('null = nothing was used'),
  usd: z.number().nullable().describe('null = unknown, or nothing was used'),
  price: z.string().nullable(),
});
export type JudgeRequest = z.infer<typeof judgeRequestSchema>;

/** Payload of a check that a judge model decides: what it was asked, and what it said. */
export const modelCheckPayloads = {
  model_check: z.strictObject({
    check: z.string(),
    not_run: z
      .strictObject({
        because: z
          .enum(['patch', 'build', 'oracle', 'interrupted', 'no-judge'])
          .describe('no-judge: the run names no judge model'),
        detail: z.string(),
      })
      .optional(),
    files: z.array(
      z.strictObject({
        path: z.string().describe('of the file; of a pattern that fits none, the pattern'),
        state: z.enum(answerFileStates),
        bytes: z.int().nullable(),
        sha256: digestSchema.nullable().describe('of what was read; null = it was not'),
      }),
    ),
    asked: z
      .strictObject({
        model: z.string().describe('that the run names as its judge'),
        upstream: z.string().nullable().describe('null = no request went to one'),
        dialect: z.string(),
        nonce: z.string().describe('random code in the lines around each answer file'),
        system: keptTextSchema,
        prompt: keptTextSchema,
        started_ms: z.number().describe('since run start'),
        ended_ms: z.number(),
        requests: z.array(judgeRequestSchema).describe('in order; the last one decides'),
      })
      .optional()
      .describe('absent = no model was asked'),
  }),
} as const;
