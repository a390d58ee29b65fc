import { z } from 'zod';
import { suggestName } from '../../contract/input/user_error.js';
import type { AgentContext } from './agent.js';

/** Values of the placeholders `{{name}}` in an agent file, known only in a stage. */
const PLACEHOLDER_VALUES = {
  model_url: ({ model }: PlaceholderContext) => model?.url,
  model_token: ({ model }: PlaceholderContext) => model?.token,
  model: ({ model }: PlaceholderContext) => model?.name ?? undefined,
  workspace: ({ session }: PlaceholderContext) => session.root,
  mcp_url: ({ environment }: PlaceholderContext) => environment.GATEBENCH_MCP_URL,
  mcp_token: ({ environment }: PlaceholderContext) => environment.GATEBENCH_MCP_TOKEN,
} as const;
type PlaceholderName = keyof typeof PLACEHOLDER_VALUES;
const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDER_VALUES) as PlaceholderName[];

/** Part of the agent's context that placeholders are filled from. */
export type PlaceholderContext = Pick<AgentContext, 'model' | 'environment'> & {
  session: Pick<AgentContext['session'], 'root'>;
};

const PLACEHOLDER = /\{\{ ?([a-z][a-z0-9_]*) ?\}\}/g;

/** Schema of a text that holds only known placeholders. */
export const templateSchema = z.string().superRefine((text, ctx) => {
  for (const [, name = ''] of text.matchAll(PLACEHOLDER))
    if (!Object.hasOwn(PLACEHOLDER_VALUES, name))
      ctx.addIssue({
        code: 'custom',
        message:
          `unknown placeholder {{${name}}}${suggestName(name, PLACEHOLDER_NAMES)}; known: ` +
          `${PLACEHOLDER_NAMES.join(', ')}`,
      });
});

/** Fills the placeholders of a text; those without a value become empty. */
export function fillPlaceholders(text: string, context: PlaceholderContext): string {
  return text.replace(PLACEHOLDER, (_, name: PlaceholderName) => PLACEHOLDER_VALUES[name](context) ?? '');
}

/** Tells whether a text has a placeholder for a model. */
export const hasModelPlaceholder = (text: string): boolean => hasPlaceholder(text, /^model/);

/** Tells whether a text has the placeholder for a model's name, which a run may leave open. */
export const hasModelNamePlaceholder = (text: string): boolean => hasPlaceholder(text, /^model$/);

const hasPlaceholder = (text: string, which: RegExp) =>
  [...text.matchAll(PLACEHOLDER)].some(([, name]) => which.test(name!));
