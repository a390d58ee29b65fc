import { z } from 'zod';
import { createOptionSchema } from '../options/create_option_schema.js';

/** Models that agents can reach, and their terms, from options of a command or inputs of the Action. */
export const modelOptionsSchema = z.strictObject({
  name: createOptionSchema('models.name'),
  allow_models: createOptionSchema('models.allow_models'),
  judge: createOptionSchema('models.judge'),
  upstreams: createOptionSchema('models.upstreams'),
  judge_upstreams: z
    .array(z.string().min(1))
    .optional()
    .describe('where requests to the judge model go, as a record says; default: the same upstreams'),
  key_env: createOptionSchema('models.key_env'),
  file: createOptionSchema('models.file'),
  prices: createOptionSchema('models.prices'),
  steering: createOptionSchema('models.steering'),
  backend: createOptionSchema('models.backend'),
  redaction: createOptionSchema('models.redaction'),
  restricted_store: createOptionSchema('models.restricted_store'),
});
export type ModelOptions = z.output<typeof modelOptionsSchema>;
