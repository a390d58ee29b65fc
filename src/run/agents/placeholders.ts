import { z } from 'zod';
import { didYouMean } from '../../contract/suggest.js';
import type { AgentRoom } from './agent.js';

/** What stands for something that only the stage knows, in texts of an agent file: `{{name}}`. */
const MEANINGS = {
  model_url: ({ model }: Known) => model?.url,
  model_token: ({ model }: Known) => model?.token,
  model: ({ model }: Known) => model?.name ?? undefined,
  workspace: ({ session }: Known) => session.root,
  mcp_url: ({ environment }: Known) => environment.GATEBENCH_MCP_URL,
  mcp_token: ({ environment }: Known) => environment.GATEBENCH_MCP_TOKEN,
} as const;
export type PlaceholderName = keyof typeof MEANINGS;
const names = Object.keys(MEANINGS) as PlaceholderName[];

/** What of a room the placeholders are filled from. */
export type Known = Pick<AgentRoom, 'model' | 'environment'> & { session: Pick<AgentRoom['session'], 'root'> };

const PLACEHOLDER = /\{\{ ?([a-z][a-z0-9_]*) ?\}\}/g;

/** A text whose placeholders are known ones. */
export const templateSchema = z.string().superRefine((text, ctx) => {
  for (const [, name = ''] of text.matchAll(PLACEHOLDER))
    if (!Object.hasOwn(MEANINGS, name))
      ctx.addIssue({
        code: 'custom',
        message: `unknown placeholder {{${name}}}${didYouMean(name, names)}; known: ${names.join(', ')}`,
      });
});

/** The text with what its placeholders stand for; what the run does not have is empty. */
export function filled(text: string, known: Known): string {
  return text.replace(PLACEHOLDER, (_, name: PlaceholderName) => MEANINGS[name](known) ?? '');
}

/** Whether a text asks for a model. */
export const mentionsModel = (text: string): boolean => mentions(text, /^model/);

/** Whether it asks for the name of one, which a run may leave to the agent. */
export const mentionsModelName = (text: string): boolean => mentions(text, /^model$/);

const mentions = (text: string, which: RegExp) => [...text.matchAll(PLACEHOLDER)].some(([, name]) => which.test(name!));
