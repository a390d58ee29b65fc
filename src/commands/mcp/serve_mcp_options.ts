import { z } from 'zod';

const agentNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be a name of letters, digits, "_", "." and "-" (--agent)');

/** Options of `serve mcp`: agents and folder. */
export const serveMcpOptionsSchema = z.strictObject({
  workspace: z.string().min(1).describe('the folder in which agents act'),
  record: z.string().min(1).describe('folder of the log, from which the state comes back'),
  port: z
    .int()
    .max(65_535, 'must be at most 65535')
    .optional()
    .describe('HTTP on this port of 127.0.0.1, 0 = any; absent = stdio, for the first agent'),
  agents: z.array(agentNameSchema).default([]).describe('who may act; with a contract, which of its agents'),
  contract: z.string().min(1).optional().describe('contract whose coordination section, policy and rules hold'),
  tools: z
    .enum(['coordination', 'judge'])
    .default('coordination')
    .describe('coordination layer, or the gates of the contract'),
  asks: z
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe('judgements that may be asked for, over all servers of the record'),
  ablation: z.string().default('none').describe('mechanisms that are switched off'),
  trust: z.int().max(4, 'must be at most 4').optional().describe('trust level of the default profile'),
  tokens: z.string().min(1).optional().describe('file for the tokens, instead of the standard error'),
  sandbox: z.enum(['auto', 'bubblewrap', 'docker', 'podman', 'none']).default('auto'),
  unsafe: z.boolean().default(false),
  cache: z.string().min(1).optional(),
  search_path: z.string().optional(),
});
export type ServeMcpOptions = z.output<typeof serveMcpOptionsSchema>;
export type ServeMcpOptionsInput = z.input<typeof serveMcpOptionsSchema>;
