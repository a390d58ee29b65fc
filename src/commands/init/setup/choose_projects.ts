import { UserError } from '../../../contract/input/user_error.js';
import type { Project } from '../../../project/project.js';
import { escapeLogLine as safe } from '../../../publish/text/escape_text.js';
import type { CallerQuestion, CommandContext } from '../../io/command_context.js';
import type { InitOptions } from './init_options.js';

/** Packages that a question or an error lists. */
const LISTED = 9;

/**
 * Chooses the projects to try, in their order: those of the option, those of the answer, else all. It asks only where
 * nothing says which of several comes first: no project at the root, or projects of several ecosystems there.
 *
 * @throws {UserError} for an option or an answer that names none of them
 */
export async function chooseProjects(
  projects: readonly Project[],
  { project: named }: Pick<InitOptions, 'project'>,
  out: CommandContext,
): Promise<readonly Project[]> {
  if (named !== undefined) return selectProjects(projects, named);
  const choices = listChoices(projects);
  if (out.question === undefined || choices.length < 2) return projects;
  const answer = await askCaller(out, {
    text: 'Which package is set up?',
    because: [
      `${projects.length} packages have tests:`,
      ...choices.map((choice, index) => `${index + 1}  ${describeProject(choice)}`),
    ],
    fallback: '1',
    option: '--project DIR',
  });
  const choice = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
  return choice ? projects.filter((project) => project === choice) : selectProjects(projects, answer);
}

/** Lists the projects among which nothing decides; fewer than two = it is decided. */
function listChoices(projects: readonly Project[]): Project[] {
  const at_root = projects.filter(({ folder }) => folder === '');
  const equal = at_root.length > 0 ? at_root : projects;
  const places = new Set<string>();
  return equal
    .filter(({ folder, ecosystem }) => {
      const key = `${folder}\0${ecosystem}`;
      return !places.has(key) && places.add(key);
    })
    .slice(0, LISTED);
}

function selectProjects(projects: readonly Project[], named: string): Project[] {
  const folder = named.replace(/^(\.\/)+|^\.$/, '').replace(/\/+$/, '');
  const matches = projects.filter((project) => project.folder === folder);
  if (matches.length > 0) return matches;
  const folders = [...new Set(projects.map((project) => project.folder || '.'))];
  const more = folders.length > LISTED ? `, and ${folders.length - LISTED} more` : '';
  throw new UserError(
    `no package with tests in ${safe(named)}`,
    `Name one of these with --project: ${safe(folders.slice(0, LISTED).join(', '))}${more}.`,
  );
}

const describeProject = ({ folder, ecosystem, tests }: Project): string =>
  `${folder || '.'} (${ecosystem}, ${tests.runner})`;

/**
 * Asks the caller a question.
 *
 * @throws {UserError} at the end of the input, which is no answer; the reason of the signal once it aborts
 */
export async function askCaller({ question, signal }: CommandContext, asked: CallerQuestion): Promise<string> {
  const answer = await question?.(asked, signal);
  signal.throwIfAborted();
  if (answer === undefined)
    throw new UserError('the input ended before the answer', `Nothing was written. Answer with ${asked.option}.`);
  return answer;
}
