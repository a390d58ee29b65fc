import type { ProjectCommand } from '../../../project/project.js';
import { formatQuantity } from '../../../publish/text/format_quantity.js';

/** Problems that are those of the machine: another commit or package would fail for them as well. */
export const MISSING_TOOL = /^tool "[^"]+" is (?:not on this machine|in \S+, where only root can go)/;

/** Reason why the tests could not be measured. `setup`: another way to set up the repository may help. */
export interface MeasurementProblem {
  problem: string;
  stage: 'setup' | 'patch' | 'build' | 'tests';
  /** Address that the setup needed and could not reach. */
  unreachable?: string;
  /** True if this machine lacks what it takes: a tool, or another version of one. */
  lacking?: true;
  /** The tests take too long: they ended by themselves, or were ended. */
  slow?: 'ended' | 'timeout';
  /** True if exit status and report contradict each other. */
  contradictory?: true;
  /** True if the command ended by itself: of the unchanged repository, its tests do not load. */
  ended?: true;
}

/** Way to set a project up that did not lead to passing tests, and how far it came. */
export interface TriedSetup {
  setup: readonly ProjectCommand[];
  stage: MeasurementProblem['stage'];
}

/**
 * Tells whether a way to set a project up can help after others. One that only installs less, or accepts conflicts,
 * helps no tests that failed after a whole installation.
 */
export function isSetupWorthwhile(setup: readonly ProjectCommand[], tried: readonly TriedSetup[]): boolean {
  const isWhole = (one: TriedSetup) => one.stage !== 'setup' && one.setup.some(({ network }) => network.length > 0);
  return !setup.some(({ lenient }) => lenient) || !tried.some(isWhole);
}

/** Problem of one way to set a project up. */
interface SetupProblem {
  setup: readonly ProjectCommand[];
  problem: string;
}

/** Longest problem where there are several, in characters. */
const MAX_PROBLEM = 160;
/** Characters of a long command's beginning and end that are shown: several ways begin alike. */
const COMMAND_START = 20;
const COMMAND_END = 40;

/**
 * Formats why no way to set a project up works: the one problem of all, or that of each, the last of each way. Ways
 * with the same problem stand together.
 */
export function formatSetupProblems(problems: readonly SetupProblem[]): string {
  const ways = new Map(problems.map((one) => [one.setup.map(({ run }) => run).join('\n'), one]));
  const [first, ...rest] = new Set([...ways.values()].map(({ problem }) => problem));
  if (first !== undefined && rest.length === 0) return first;
  const commands = new Map<string, string[]>();
  for (const { setup, problem } of ways.values()) {
    const name = setup.at(-1)?.run ?? 'nothing to install';
    const text = shorten(removeCommand(problem, name), MAX_PROBLEM);
    commands.set(text, [...(commands.get(text) ?? []), name]);
  }
  const texts = [...commands].map(([problem, [name = '', ...rest]]) => {
    const more = rest.length === 0 ? '' : ` and ${formatQuantity(rest.length, 'other')}`;
    return `${shortenCommand(name)}${more} – ${problem}`;
  });
  return `none of ${ways.size} ways to set it up works: ${texts.join('; ')}`;
}

/** Removes the command that failed where the way already names it. */
function removeCommand(problem: string, command: string): string {
  const prefix = `setup command "${command}": `;
  return problem.startsWith(prefix) ? problem.slice(prefix.length) : problem;
}

const shortenCommand = (text: string): string =>
  text.length > COMMAND_START + COMMAND_END
    ? `${text.slice(0, COMMAND_START).replace(/\s+\S*$/, '')} … ${text.slice(-COMMAND_END).replace(/^\S*\s+/, '')}`
    : text;

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Problem of one way to set a project up. */
interface FailedSetup {
  setup: readonly ProjectCommand[];
  found: MeasurementProblem;
}

/** Words about a package that is not there, with its name, of a module that is no file of the project. */
const MISSING_PACKAGE =
  /No module named '?(\w+)|(?:Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND[^']*) '((?!file:|node:|@\/)[^./'\s~#][^']*)'|cannot load such file -- (\w[\w-]*)/;

/**
 * Tells whether the ways to set a project up fail for what this machine lacks, and not for the project: one that
 * installs everything could not reach an address or lacked a tool, and the others came no further, or lack a package.
 *
 * @param own_modules folders and files of the repository that its programs may import by their bare names
 */
export function isMachineLacking(problems: readonly FailedSetup[], own_modules: ReadonlySet<string>): boolean {
  const whole = problems.filter(
    ({ setup }) => setup.some(({ network }) => network.length > 0) && !setup.some(({ lenient }) => lenient),
  );
  const lacksPackage = (problem: string) => {
    const [, python, node, ruby] = MISSING_PACKAGE.exec(problem) ?? [];
    const name = python ?? node?.split('/')[0] ?? ruby;
    return name !== undefined && !own_modules.has(name);
  };
  const relevant = whole.length > 0 ? whole : problems;
  return (
    relevant.every(({ found }) => found.stage === 'setup' || lacksPackage(found.problem)) &&
    relevant.some(({ found }) => found.lacking === true || found.unreachable !== undefined)
  );
}

/** Lists what programs may import by its bare name: folders and files at the root, at a package's and in its `src`. */
export function listOwnModules(paths: readonly string[], folder: string): ReadonlySet<string> {
  const names = paths.flatMap((path) => {
    const inner = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
    return [path, ...(inner === undefined ? [] : [inner])].flatMap((one) => {
      const [first, second] = one.split('/');
      return [first!, ...(first === 'src' || first === 'lib' ? [second!] : [])];
    });
  });
  return new Set(names.map((name) => name.replace(/\.(?:py|rb|[cm]?[jt]sx?)$/, '')));
}
