import type { ProjectCommand } from '../../../project/project.js';

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
  const ways = new Map(problems.map((one) => [one.setup.map(({ run }) => run).join('\n'), one]));
  const distinct = new Set([...ways.values()].map(({ problem }) => problem));
  if (distinct.size === 1) return [...distinct][0]!;
  const texts = [...ways.values()].map(({ setup, problem }) => {
    const name = setup.at(-1)?.run ?? 'nothing to install';
    return `${shorten(name, MAX_COMMAND)} – ${shorten(removeCommand(problem, name), MAX_PROBLEM)}`;
  });
  return `none of ${ways.size} ways to set it up works: ${texts.join('; ')}`;
}

/** Removes the command that failed where the way already names it. */
function removeCommand(problem: string, command: string): string {
  const prefix = `setup command "${command}": `;
  return problem.startsWith(prefix) ? problem.slice(prefix.length) : problem;
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
