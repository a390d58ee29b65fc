import { z } from 'zod';

/** Models that agents can reach, and their terms, from options of a command or inputs of the Action. */
export const modelOptionsSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a name of at most 200 characters, without spaces (--model)')
    .optional()
    .describe('model that agents are told to use, and held to; default: their own choice'),
  allow_models: z
    .array(
      z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/, 'must be a model name without spaces, "*" stands for anything (--allow-model)'),
    )
    .max(100)
    .default([])
    .describe('patterns of models that agents may ask for besides that one'),
  judge: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a name of at most 200 characters, without spaces (--judge-model)')
    .optional()
    .describe('model that grades the answers of contracts with `model_checks`; default: none, and they are refused'),
  upstreams: z
    .array(z.string().min(1))
    .default([])
    .describe('where requests go: [PATTERN=]URL, a preset, or script:FILE; the first whose pattern fits is taken'),
  judge_upstreams: z
    .array(z.string().min(1))
    .optional()
    .describe('where requests to the judge model go, as a record says; default: the same upstreams'),
  key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable, not a key (--key-env)')
    .optional()
    .describe("variable that holds the provider's key; default: that of the preset"),
  file: z.string().min(1).optional().describe('YAML file with upstreams'),
  prices: z.string().min(1).optional().describe('CSV file with prices'),
  steering: z.string().min(1).optional().describe('CSV file with steering'),
  backend: z.string().min(1).optional().describe('what serves the steered model: a name or a file'),
  redaction: z.string().min(1).optional().describe('YAML file with further redaction rules'),
  restricted_store: z.string().min(1).optional().describe('folder that keeps originals of what was redacted'),
});
export type ModelOptions = z.output<typeof modelOptionsSchema>;
export type ModelOptionsInput = z.input<typeof modelOptionsSchema>;
