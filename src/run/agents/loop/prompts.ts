import type { LoopSettings } from './settings.js';

/** Runs nothing: by this command the model says that its work is done. */
export const SUBMIT = 'submit';

/** The one tool, as chat completions declare it. */
export const BASH = {
  type: 'function',
  function: {
    name: 'bash',
    description: `Runs a command in bash, in a new shell at the repository's root, and returns its exit status and output. The command "${SUBMIT}" says that the work is done.`,
    parameters: {
      type: 'object',
      properties: { command: { type: 'string', description: 'the command' } },
      required: ['command'],
    },
  },
} as const;

const WITH_TOOL = 'You have one tool, bash.';
const IN_TEXT = `You run commands by writing one into a block of your answer, and nothing else is read:

\`\`\`bash
ls
\`\`\`

Write exactly one such block in each answer.`;

/** What the model is told of its work (part of the agent's identity). */
export const systemPrompt = ({ system, tools }: LoopSettings): string =>
  system ??
  `You are a software engineer who resolves an issue in a repository. Nobody can answer questions.
${tools ? WITH_TOOL : IN_TEXT} Each command starts in a new shell at the repository's root: a folder or variable that one sets is gone in the next. Programs that wait for input cannot be used; edit files with commands.
Look at the code first, make the smallest change that resolves the issue, and try it out. When the work is done, run the command "${SUBMIT}" alone.`;

/** What begins the conversation. In a later round the failed test lies in a file, as for every agent. */
export const taskPrompt = (briefing: string, feedback: string | undefined): string =>
  feedback === undefined
    ? briefing
    : `${briefing}\n\nYou have worked at this before; what you changed is there. A test of it failed: its output is in ${feedback}, read that first.`;

/** To an answer without a command; after the second one in a row the work is over. */
export const REMINDER = `You ran no command. If the work is done, run the command "${SUBMIT}"; otherwise go on.`;
