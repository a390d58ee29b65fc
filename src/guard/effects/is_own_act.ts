import { type ProgramArguments, parseProgramArguments } from '../arguments/program_arguments.js';
import { type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import type { PathContext } from '../paths/locate_path.js';
import { vocabulary } from '../vocabulary/vocabulary.js';

const { ownData, destroyingVerbs } = vocabulary;
/** Names that people give to what they throw away. */
const SCRATCH =
  /(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|try|dummy|sandbox|wip|foo|bar|ci|e2e|smoke|t)(?:[-_./]|\d|$)/i;
const TEMPORARY_FOLDER = /^\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.).+/;
/** Programs that make what another one destroys. */
const MAKERS: Readonly<Record<string, string>> = { dropdb: 'createdb', dropuser: 'createuser' };

type Subject = ProgramArguments & {
  program: string;
  invocation: Invocation;
  /** Workspace, folder in which the line begins, and all its invocations. */
  context: PathContext & { invocations: readonly Invocation[] };
};

/**
 * Returns true if a line destroys what it made itself: in a repository that it cloned, or that lies in a folder for
 * temporary files; or something that it created by the same program under a name for what is thrown away.
 */
export function isOwnAct(subject: Subject): boolean {
  if (subject.program === 'git' && isOwnRepository(subject)) return true;
  const names = listDestroyed(subject);
  if (names.length === 0 || !names.every((name) => SCRATCH.test(name))) return false;
  const maker = MAKERS[subject.program] ?? subject.program;
  const made = listEarlier(subject)
    .filter(({ program, args }) => program === maker && (maker !== subject.program || isCreation(program, args)))
    .flatMap(({ args }) => args.map(({ text }) => text.replace(/^--[\w-]+=/, '')));
  return names.every((name) => made.includes(name));
}

const listEarlier = ({ context: { invocations }, invocation }: Subject): readonly Invocation[] => {
  const at = invocations.indexOf(invocation);
  return at === -1 ? invocations : invocations.slice(0, at);
};

function isOwnRepository(subject: Subject): boolean {
  const { environment, folder } = subject.invocation;
  if (folder === undefined || 'GIT_DIR' in environment || 'GIT_WORK_TREE' in environment) return false;
  if (subject.operands[0]?.text === 'push') return isCloned(folder.text, subject, TEMPORARY_FOLDER);
  // The workspace may lie in such a folder itself.
  const { workspace, folder: start = workspace } = subject.context;
  const isNear = [workspace, start].some((place) => isIn(folder.text, place) || isIn(place, folder.text));
  return (!isNear && TEMPORARY_FOLDER.test(folder.text)) || isCloned(folder.text, subject);
}

/** Returns true for a folder into which the line has cloned a repository from such an address. */
function isCloned(folder: string, subject: Subject, origin = /(?:)/): boolean {
  return (
    !folder.includes(UNKNOWN_VALUE) &&
    listEarlier(subject).some((each) => each.program === 'git' && isIn(folder, findClone(each, origin)))
  );
}

const isIn = (folder: string, parent: string | undefined): boolean =>
  parent !== undefined && (folder === parent || folder.startsWith(`${parent}/`));

/** Returns the folder into which an invocation of git clones; undefined if it does not clone. */
function findClone({ args, folder }: Invocation, origin: RegExp): string | undefined {
  const [verb, address, target] = parseProgramArguments('git', args).operands.map(({ text }) => text);
  if (verb !== 'clone' || address === undefined || !origin.test(address)) return undefined;
  const name = target ?? /([^/:]*?)(?:\.git)?\/?$/.exec(address)![1]!;
  return name.startsWith('/') || folder === undefined ? name : `${folder.text}/${name.replace(/^\.\//, '')}`;
}

/** Returns true for `create NAME`, `volume create NAME`, `checkout -b NAME`, `branch NAME`, `create-bucket NAME`. */
function isCreation(program: string, args: Invocation['args']): boolean {
  const { operands, flags } = parseProgramArguments(program, args);
  const [verb = '', ...rest] = operands.slice(0, 4).map(({ text }) => text);
  if (program !== 'git')
    return [verb, ...rest].some(
      (word) => ownData.creates.includes(word) || ownData.creates.includes(word.split('-')[0]!),
    );
  if (verb === 'checkout' || verb === 'switch') return flags.some((flag) => /^(?:-[bc]|--create)$/.test(flag));
  if (verb === 'worktree') return rest[0] === 'add';
  return (verb === 'branch' || verb === 'tag') && !flags.some((flag) => /^-(?:[dDmMfl]|-)/.test(flag));
}

/** Lists the names of what an invocation destroys: its operands behind the verb, and its options for names. */
function listDestroyed({ program, operands, options }: Subject): readonly string[] {
  const words = operands.map(({ text }) => text);
  const verb = words.findIndex((word) => destroyingVerbs.has(word) || destroyingVerbs.has(word.split('-')[0]!));
  const start = program === 'git' && words[0] !== 'worktree' ? 1 : verb + 1;
  const named = options.flatMap(({ flag, value }) =>
    ownData.names.includes(flag.replace(/^-+/, '')) ? [value.text] : [],
  );
  return [...words.slice(start).filter((word) => !ownData.kinds.includes(word)), ...named];
}
