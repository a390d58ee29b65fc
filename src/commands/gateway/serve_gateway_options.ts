import { z } from 'zod';
import { outboundOptionsSchema } from '../io/read_outbound_network.js';
import { modelOptionsSchema } from '../models/model_options.js';

/** Options of `serve gateway`: number of runs, models, caps. */
export const serveGatewayOptionsSchema = z.strictObject({
  models: modelOptionsSchema,
  port: z.int().max(65_535, 'must be at most 65535').default(0).describe('port of 127.0.0.1; 0 = any that is free'),
  record: z.string().min(1).describe('folder of the record; an existing one is continued'),
  runs: z
    .int()
    .min(1, 'must be at least 1')
    .max(256, 'must be at most 256')
    .default(1)
    .describe('runs that see nothing of each other, each with a token, a record and the caps for itself'),
  cap_usd: z.number().positive('must be above 0').optional(),
  cap_tokens: z.int().positive('must be above 0').optional(),
  cap_requests: z.int().positive('must be above 0').optional(),
  tokens: z.string().min(1).optional().describe('file for the tokens, instead of the standard error'),
  json: z.boolean().default(false),
  way_out: outboundOptionsSchema.prefault({}).describe('how this machine reaches others'),
});
export type ServeGatewayOptions = z.output<typeof serveGatewayOptionsSchema>;
export type ServeGatewayOptionsInput = z.input<typeof serveGatewayOptionsSchema>;
