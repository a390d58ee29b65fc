import { SUBMIT_COMMAND } from './bash_tool.js';
import type { LoopSettings } from './loop_settings.js';

const TOOL_INSTRUCTION = 'You have one tool, bash.';
const TEXT_INSTRUCTION = `You run commands by writing one into a block of your answer, and nothing else is read:

\`\`\`bash
ls
\`\`\`

Write exactly one such block in each answer.`;

/** Creates the system prompt, which is part of the agent's identity. */
export const createSystemPrompt = ({ system, tools }: LoopSettings): string =>
  system ??
  `You are a software engineer who resolves an issue in a repository. Nobody can answer questions.
${tools ? TOOL_INSTRUCTION : TEXT_INSTRUCTION} Each command starts in a new shell at the repository's root: a folder or variable that one sets is gone in the next. Programs that wait for input cannot be used; edit files with commands.
Look at the code first, make the smallest change that resolves the issue, and try it out. When the work is done, run the command "${SUBMIT_COMMAND}" alone.`;

/** Creates the first message. In a later round it names the file with the output of the failed test. */
export const createTaskPrompt = (briefing: string, feedback: string | undefined): string =>
  feedback === undefined
    ? briefing
    : `${briefing}\n\nYou have worked at this before; what you changed is there. A test of it failed: its output is in ${feedback}, read that first.`;

/** Reply to an answer without a command; a second such answer in a row ends the work. */
export const SUBMIT_REMINDER = `You ran no command. If the work is done, run the command "${SUBMIT_COMMAND}"; otherwise go on.`;
