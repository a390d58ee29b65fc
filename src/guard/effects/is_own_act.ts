import { type ProgramArguments, parseProgramArguments } from '../arguments/program_arguments.js';
import { concatenateWords, type ExpandedWord, type Invocation, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import type { PathContext } from '../paths/locate_path.js';
import { forms, programWords, vocabulary } from '../vocabulary/vocabulary.js';

/** Invocation with its arguments, the workspace, the folder in which the line begins, and all its invocations. */
export interface OwnSubject extends ProgramArguments {
  program: string;
  invocation: Invocation;
  context: PathContext & { invocations: readonly Invocation[] };
}

/** Returns true if a line destroys what it made itself, or what its name or its place says is thrown away. */
export const isOwnAct = (subject: OwnSubject): boolean =>
  (subject.program === 'git' && isOwnRepository(subject)) ||
  isOwnCreation(subject) ||
  isUnique(subject) ||
  isOwnAttempt(subject) ||
  isNamedScratch(subject) ||
  isInOwnPlace(subject) ||
  isInOwnCluster(subject) ||
  isOnOwnServer(subject);

/** Returns true if the current cluster is one without whose creation the invocation does not run. */
function isInOwnCluster({ program, invocation, context: { invocations: line } }: OwnSubject): boolean {
  const { client, needs = [], wrappers, environment } = invocation;
  if (!/^(?:kubectl|helm)$/.test(program) || client !== undefined || wrappers.length > 0) return false;
  if (!('KUBECONFIG' in environment) && forms.local_cluster.test(writeLine(invocation))) return true;
  // The file in which a client finds its cluster; undefined for the usual one.
  const getSettings = (each: Invocation) =>
    forms.cluster_settings.exec(writeLine(each))?.[1] ?? each.environment.KUBECONFIG?.text;
  const settings = getSettings(invocation);
  if (settings?.replace(forms.new_file, '').includes(UNKNOWN_VALUE) || 'HELM_KUBECONTEXT' in environment) return false;
  const maker = needs.find((each) => forms.cluster_creation.test(writeLine(each)) && getSettings(each) === settings);
  // Any other program might turn to another cluster.
  const isCurrent = (each: Invocation) =>
    forms.cluster_tool.test(each.program) &&
    !forms.other_cluster.test(writeLine(each).replace(forms.cluster_settings, ' ')) &&
    each.redirects.every(({ path }) => !settings?.endsWith(path.text.replace(/^.*\//, '')));
  return maker !== undefined && !settings?.includes(':') && line.slice(line.indexOf(maker)).every(isCurrent);
}

/** Returns true if the client of a database asks a server that the line has started, by its port or a new socket. */
function isOnOwnServer({ program, invocation, context: { invocations: line } }: OwnSubject): boolean {
  const { client = invocation, needs = [] } = invocation;
  if (invocation.client === undefined && !forms.database_client.test(program)) return false;
  const words = ` ${client.args.map(({ text }) => text).join(' ')} `;
  const places = [...words.matchAll(forms.server_place)].map(([, port, socket]) => port ?? socket!);
  const isOther = ({ text }: ExpandedWord) =>
    !/\s/.test(text) &&
    text.split(',').some((part) => /[/@:]/.test(text) && !places.some((place) => part.includes(place)));
  const isLocalSocket = client.program.startsWith('my') && !/ (?:-h ?|--host[= ])127\.0\.0\.1 | -S /.test(words);
  const isNamed = Object.keys(client.environment).some((name) => forms.place_variable.test(name));
  const mayForward = line.some((each) => forms.forwarding_program.test(each.program));
  if (places.length === 0 || isLocalSocket || isNamed || mayForward) return false;
  if (forms.other_server.test(words) || client.args.some(isOther)) return false;
  const earlier = listEarlier(invocation, line).filter(({ wrappers }) => wrappers.length === 0);
  const isContainer = (each: Invocation, port: string) =>
    forms.container_start.test(writeLine(each)) &&
    writeLine(each).replace('-p 127.0.0.1:', '-p ').includes(` -p ${port}:`);
  const isServer = (each: Invocation, port: string) =>
    !forms.usual_port.test(port) && forms.server_start.exec(`${writeLine(each)} `)?.[1] === port;
  return places.every((place) =>
    place.startsWith('/')
      ? earlier.some((each) => forms.server_program.test(each.program))
      : needs.some((each) => isContainer(each, place)) || earlier.some((each) => isServer(each, place)),
  );
}

/** Returns true for a name that no other line can have. */
const isUniqueName = (text: string) => text.includes(vocabulary.uniqueMark);

/** Returns true if an invocation is about names alone that no other line can have, and that an earlier one made. */
function isUnique({ program, operands, invocation, context: { invocations: line } }: OwnSubject): boolean {
  const texts = invocation.args.map(({ text }) => text);
  const names = texts.filter(isUniqueName);
  const first = operands.findIndex(({ text }) => isUniqueName(text));
  const isAlone = first < 3 && (first === -1 || operands.slice(first).every(({ text }) => isUniqueName(text)));
  // A name may say which of the things of all namespaces are meant.
  if (program === 'kubectl' || names.length === 0 || !isAlone || (first === -1 && operands.length > 3)) return false;
  const isNaming = (text: string, index: number) =>
    !isUniqueName(text) || forms.naming_option.test(text.startsWith('-') ? text : (texts[index - 1] ?? ''));
  if (first === -1 && !texts.every(isNaming)) return false;
  return listEarlier(invocation, line).some((earlier) => {
    const words = earlier.args.map(({ text }) => text);
    const makes = words.some((word) => forms.making_word.test(word));
    const isMaker = makes && earlier.program === program && !words.some((word) => forms.referring_word.test(word));
    return (
      (isMaker || (program === 'dropdb' && earlier.program === 'createdb')) &&
      (forms.name_maker.test(words.join(' ')) || names.every((name) => words.includes(name)))
    );
  });
}

/** Returns true for a cluster or a project of compose on this machine that has the name of what is thrown away. */
function isNamedScratch({ invocation, context: { invocations: line } }: OwnSubject): boolean {
  const [, name] = forms.named_here.exec(writeLine(invocation)) ?? [];
  const changesContext = line.some((each) => forms.context_change.test(writeLine(each)));
  const isNamed = Object.keys(invocation.environment).some((each) => forms.compose_variable.test(each));
  if (name === undefined || !isPlain(invocation) || changesContext || isNamed) return false;
  const [last = ''] = name.split('/').slice(-1);
  return forms.test_thing.test(last) && forms.scratch_name.test(last);
}

/** Returns true for the keys of a new home of gpg, and for a project of compose whose name no other line can have. */
function isInOwnPlace({ program, invocation, context: { invocations: line } }: OwnSubject): boolean {
  const { environment } = invocation;
  const { GNUPGHOME: home, COMPOSE_PROJECT_NAME: project } = environment;
  if (!isPlain(invocation) || line.some((each) => forms.brings_files.test(each.program))) return false;
  const words = writeLine(invocation);
  if (/^gpg2?$/.test(program)) return home !== undefined && forms.new_folder.test(home.text) && !/ --ho/.test(words);
  return forms.compose_down.test(words) && isUniqueName(project?.text ?? forms.project_name.exec(words)?.[1] ?? '');
}

/** Returns what a line runs before an invocation; a trap runs at its end. */
const listEarlier = (invocation: Invocation, line: readonly Invocation[]): readonly Invocation[] =>
  invocation.wrappers.includes('trap') ? line : line.slice(0, Math.max(0, line.indexOf(invocation)));

/** Returns true for what no other program runs; a trap is part of its script. */
const isPlain = ({ wrappers }: Invocation): boolean => wrappers.every((wrapper) => wrapper === 'trap');

/** Returns true if git takes back a merge or the like that the line has begun. */
function isOwnAttempt({ program, invocation, context: { invocations: line } }: OwnSubject): boolean {
  const [, verb] = forms.git_abort.exec(concatenateWords(invocation.args).text) ?? [];
  const earlier = listEarlier(invocation, line);
  const begins = (each: Invocation) =>
    isGit(each) && each.args[0]?.text === verb && each.folder?.text === invocation.folder?.text;
  const goes = (each: Invocation) => each.args.some(({ text }) => forms.git_step.test(text));
  return program === 'git' && verb !== undefined && earlier.some((each) => begins(each) && !goes(each));
}

function isOwnCreation({ program, invocation, context: { invocations: line } }: OwnSubject): boolean {
  const creation = vocabulary.creations.get(program === 'git' ? `git ${invocation.args[0]?.text}` : program);
  if (!creation) return false;
  const [words, place] = splitPlace(invocation);
  const [, name] = new RegExp(creation.destroys).exec(words) ?? [];
  // Elsewhere, another machine may be meant.
  const isNew = name !== undefined && forms.new_folder.test(name);
  const isNear = (wrapper: string) => forms.near_wrapper.test(wrapper) || (isNew && forms.code_wrapper.test(wrapper));
  if (name === undefined || !invocation.wrappers.every(isNear)) return false;
  const isScratch = forms.scratch_name.test(name) || isUniqueName(name) || forms.temporary_file.test(name);
  const makes = new RegExp(creation.makes);
  return listEarlier(invocation, line).some((earlier) => {
    const [earlierWords, earlierPlace] = splitPlace(earlier);
    // Where the maker has succeeded, it has made what was not there; a branch may have got more since.
    const isMade = forms.makes_new.test(`${earlier.program} ${earlierWords}`);
    const isSure = isScratch || (isMade && !name.includes(UNKNOWN_VALUE) && invocation.needs?.includes(earlier));
    const isMaker = earlier.program === creation.maker && makes.exec(earlierWords)?.slice(1).includes(name);
    return isSure && isMaker && earlierPlace === place;
  });
}

/** Returns the words that say what is done, with a name in an option, and where: other options, folder, variables, client. */
function splitPlace(invocation: Invocation): [words: string, place: string] {
  const { program, args, folder, environment, client, wrappers } = invocation;
  const texts = args.map(({ text }) => text);
  const { operands, options } = parseProgramArguments(program, args);
  const names = options.filter(({ flag }) => flag === '--name').map(({ value }) => value.text);
  const words = program === 'git' ? texts : [...operands.map(({ text }) => text), ...names];
  const rest = texts.filter((text) => !words.includes(text) && !forms.placeless_flag.test(text));
  const requestWords = client?.args.flatMap(({ text }) => (/\s/.test(text) ? [] : [text]));
  const programs = wrappers.filter((wrapper) => wrapper !== 'trap');
  const place = [program === 'git' ? [] : rest, folder?.text, environment, requestWords, programs];
  return [words.join(' '), JSON.stringify(place)];
}

function isOwnRepository(subject: OwnSubject): boolean {
  const { environment, folder, args } = subject.invocation;
  const [verb = ''] = subject.operands.map(({ text }) => text);
  if (verb === 'push') return isOwnPush(subject);
  if (folder === undefined || !isPassing(folder.text, subject)) return false;
  if ('GIT_DIR' in environment || 'GIT_WORK_TREE' in environment) return false;
  const lines = subject.context.invocations.map((each) => concatenateWords(each.args).text);
  if (lines.some((line) => /core\.worktree|^-\S*s\S* .* \/tmp\//i.test(line))) return false;
  if (Object.values(environment).some(({ text }) => /core\.worktree/i.test(text))) return false;
  // Code that works in a folder that it has made works on a repository that it has made there.
  const isMade = forms.new_folder.test(folder.text) && subject.invocation.language !== 'shell';
  const isBrought = ({ program, redirects }: Invocation) =>
    forms.brings_files.test(program) || redirects.some(({ path }) => /\.git$/.test(path.text));
  if (isMade && !subject.context.invocations.some(isBrought) && !lines.some((line) => /worktree|git-?dir/i.test(line)))
    return true;
  if (!programWords.tree_commands.has(verb)) return isCloned(folder.text, subject);
  return !args.some(({ text }) => /^[/~]/.test(text));
}

/** Returns true for a folder for temporary files that is apart from the workspace, which may lie in one itself. */
function isPassing(folder: string, { context: { workspace, folder: start = workspace } }: OwnSubject): boolean {
  const isNear = [workspace, start].some((place) => isIn(folder, place) || isIn(place, folder));
  return forms.temporary_file.test(folder) && !isNear;
}

/** Returns true for a push to a repository in a folder for temporary files, by its path or from a clone of it. */
function isOwnPush(subject: OwnSubject): boolean {
  const { operands, invocation, context } = subject;
  const [, remote = 'origin'] = operands.map(({ text }) => text);
  if (forms.temporary_file.test(remote)) return true;
  const lines = context.invocations.filter(isGit).map(({ args }) => concatenateWords(args).text);
  const isSet = lines.some((line) => forms.remote_setting.test(line));
  const folder = invocation.folder?.text ?? '';
  return remote === 'origin' && !isSet && isPassing(folder, subject) && isCloned(folder, subject, forms.temporary_file);
}

/** Returns true for a folder into which the line has cloned a repository from such an address. */
const isCloned = (folder: string, { context }: OwnSubject, origin = /(?:)/): boolean =>
  context.invocations.some((each) => isGit(each) && isIn(folder, findClone(each, origin)));

const isGit = ({ program }: Invocation): boolean => program === 'git';

const isIn = (folder: string, parent: string | undefined): boolean =>
  parent !== undefined && `${folder}/`.startsWith(`${parent}/`);

function findClone({ args, folder }: Invocation, origin: RegExp): string | undefined {
  const [verb, address = '', target] = parseProgramArguments('git', args).operands.map(({ text }) => text);
  // A folder with such a name is new, and so is the repository in it.
  if (verb === 'init') return [address, folder?.text].find((path) => path !== undefined && forms.new_folder.test(path));
  if (verb !== 'clone' || target === undefined || !origin.test(address)) return undefined;
  return target.startsWith('/') || folder === undefined ? target : `${folder.text}/${target}`;
}
