import { z } from 'zod';
import { dialectNames } from '../../../record/events/model_payloads.js';

/** Schema of the loop agent's settings, which stand under `loop` in an agent file. */
export const loopSettingsSchema = z.strictObject({
  dialect: z
    .enum(dialectNames)
    .optional()
    .describe('wire format in which the model is asked; default: the first that its upstream understands'),
  steps: z.int().min(1).max(1000).default(50).describe('answers of the model, at most'),
  temperature: z.number().min(0).max(2).optional().describe("default: the server's own"),
  max_tokens: z.int().min(1).optional().describe("limit on each answer; default: the server's own"),
  stream: z.boolean().default(true).describe('false: each answer comes as one document'),
  tools: z
    .boolean()
    .default(true)
    .describe('false: for servers without tool calling; commands stand in a block of text'),
  thoughts: z
    .boolean()
    .default(false)
    .describe(
      'what the model thought is sent back to it, as some servers demand, where the format leaves that open: ' +
        'chat, and responses that are not encrypted',
    ),
  command_timeout: z.number().positive().max(3600).default(120).describe('seconds, of each command'),
  output_chars: z
    .int()
    .min(500)
    .max(1_000_000)
    .default(10_000)
    .describe('characters of a command’s output that the model is shown: its beginning and its end'),
  system: z.string().min(1).optional().describe('in place of what the model is told of its work'),
});
export type LoopSettings = z.output<typeof loopSettingsSchema>;
