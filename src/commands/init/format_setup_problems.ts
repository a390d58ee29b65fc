import type { ProjectCommand } from '../../project/project.js';

/** Problem of one way to set a project up. */
interface SetupProblem {
  setup: readonly ProjectCommand[];
  problem: string;
}

/** Longest problem where there are several, in characters. */
const MAX_PROBLEM = 160;
const MAX_COMMAND = 60;

/** Formats why no way to set a project up works: the one problem of all, or that of each, the last of each way. */
export function formatSetupProblems(problems: readonly SetupProblem[]): string {
  const ways = new Map(problems.map(({ setup, problem }) => [setup.map(({ run }) => run).join('; '), problem]));
  const distinct = new Set(ways.values());
  if (distinct.size === 1) return [...distinct][0]!;
  const texts = [...ways].map(([commands, problem]) => {
    const name = commands === '' ? 'nothing to install' : shorten(commands, MAX_COMMAND);
    return `${name} – ${shorten(removeCommand(problem, commands), MAX_PROBLEM)}`;
  });
  return `none of ${ways.size} ways to set it up works: ${texts.join('; ')}`;
}

/** Removes the command that failed where the way already names it. */
function removeCommand(problem: string, commands: string): string {
  const named = `setup command "${commands}": `;
  return problem.startsWith(named) ? problem.slice(named.length) : problem;
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
