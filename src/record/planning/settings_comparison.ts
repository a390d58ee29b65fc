import { z } from 'zod';

/** Differences of the settings of agents between two commits: `settings.json`, beside the results. */
export const settingsComparisonSchema = z.strictObject({
  schema: z.literal(1),
  base: z.string().describe('commit ids'),
  head: z.string(),
  files: z
    .array(z.strictObject({ path: z.string(), change: z.enum(['added', 'changed', 'removed']) }))
    .describe('files that differ, by path'),
  agents: z
    .array(z.strictObject({ name: z.string(), fields: z.array(z.string()) }))
    .describe('agents of the suite that differ, with the fields'),
  unpaired: z
    .array(z.strictObject({ name: z.string(), side: z.enum(['base', 'head']) }))
    .describe('agents that only one side has: they are not run'),
  left_out: z
    .array(z.strictObject({ task: z.string(), because: z.string() }))
    .describe('contracts of the suite that are not run'),
});
export type SettingsComparison = z.infer<typeof settingsComparisonSchema>;

/** File name of a comparison of settings. */
export const SETTINGS_COMPARISON_FILE = 'settings.json';
