import {
  type EffectiveOptions,
  findEffectiveOptions,
  isDryRun,
  isHelpRequest,
  isPosixlyCorrect,
  selectLeadingOptions,
} from '../arguments/effective_options.js';
import { hasFlag, type ProgramArguments, parseProgramArguments } from '../arguments/program_arguments.js';
import { type Downloads, isDownloader, isNetworkProgram } from '../effects/downloads.js';
import {
  findAffectedPaths,
  findOriginalPaths,
  getFindPatterns,
  isDeletingFind,
  type PathEffects,
  resolveFoundPaths,
} from '../effects/path_effects.js';
import {
  createShellInvocation,
  type ExpandedWord,
  hasUnreadValue,
  type Invocation,
  UNKNOWN_VALUE,
} from '../invocation.js';
import { classifyPath } from '../paths/classify_path.js';
import type { PathContext } from '../paths/locate_path.js';
import { PACKAGE_RUNNERS } from '../shell/model/shell_interpreter.js';
import { type PathClass, type PathEffect, pathEffects } from '../vocabulary/vocabulary.js';

/** Context in which rules examine an invocation. */
export interface RuleContext extends PathContext {
  /** All invocations of the line. */
  invocations: readonly Invocation[];
  /** Files downloaded before this invocation. */
  downloads: Downloads;
  /** Some program of this line downloads. */
  fetched: boolean;
}

/** Role of a path: object of an effect, any operand, or target of a redirection that writes. */
export type PathRole = PathEffect | 'names' | 'redirected';

const ROOT_WRAPPERS = /^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/;

/** Invocation with its parsed arguments, as rules examine it. Costly properties are computed on first use. */
export class RuleSubject implements ProgramArguments {
  readonly program: string;
  readonly flags: readonly string[];
  readonly options: ProgramArguments['options'];
  readonly operands: readonly ExpandedWord[];
  private readonly classCache: Partial<Record<PathRole, ReadonlySet<PathClass>>> = {};
  private affected: PathEffects | undefined;
  private feeders: readonly RuleSubject[] | undefined;
  /** True if another program supplies its operands, in any number. */
  private readonly isSupplied: boolean;
  /** Arguments as written. */
  private readonly words: readonly ExpandedWord[];

  constructor(
    readonly invocation: Invocation,
    private readonly context: RuleContext,
  ) {
    // `python -m twine` is `twine`.
    const module =
      invocation.program.startsWith('python') && invocation.args[0]?.text === '-m'
        ? invocation.args[1]?.text
        : undefined;
    this.program = module?.replace(/^awscli$/, 'aws') ?? toCanonicalProgram(invocation);
    const words = resolveFoundPaths(invocation, context.invocations);
    this.isSupplied = words !== invocation.args;
    const value = module === undefined ? words : words.slice(2);
    this.words = value;
    const { flags, options, operands } = parseProgramArguments(this.program, value);
    this.flags = flags;
    this.options = options;
    this.operands = operands;
  }

  get recursive(): boolean {
    return this.isSupplied || isRecursive(this.program, this) || this.operands.some(isDeepPattern);
  }

  get root(): boolean {
    return this.invocation.wrappers.some((wrapper) => ROOT_WRAPPERS.test(wrapper));
  }

  /** True if it executes a downloaded file or text. */
  get downloaded(): boolean {
    return isRunningDownload(this.program, this.invocation, this, this.context);
  }

  /** Options that certainly take effect; undefined if that cannot be known. */
  private get heard(): EffectiveOptions | undefined {
    return findEffectiveOptions(this.program, this.invocation, this, this.words);
  }

  /** Options that may make it harmless: where options end at the first operand, only those before it. */
  get harmlessFlags(): readonly string[] {
    return isPosixlyCorrect(this.invocation)
      ? selectLeadingOptions(this.program, this, this.words).parsed.flags
      : this.flags;
  }

  /** True if it only prints its usage. */
  get isHelpRequest(): boolean {
    return this.heard !== undefined && isHelpRequest(this.program, this.heard);
  }

  /** True if it only reports what it would do. */
  get isDryRun(): boolean {
    return this.heard !== undefined && isDryRun(this.program, this.heard);
  }

  /** Redirections of the invocation alone, which the shell executes in any case. */
  get redirections(): RuleSubject {
    const { redirects, language, folder } = this.invocation;
    const bare = createShellInvocation(':', [], redirects, folder);
    return new RuleSubject({ ...bare, language }, this.context);
  }

  /** All invocations of the line. */
  get line(): readonly Invocation[] {
    return this.context.invocations;
  }

  /** Invocations that feed it through a pipe. */
  get from(): readonly RuleSubject[] {
    const { input } = this.invocation;
    this.feeders ??= input?.kind === 'pipe' ? input.from.map((feeder) => new RuleSubject(feeder, this.context)) : [];
    return this.feeders;
  }

  /** True if a path that it reads, writes, deletes, moves or changes was not read completely. */
  get hasUnreadPath(): boolean {
    this.affected ??= findAffectedPaths(this.program, this);
    const { affected } = this;
    const { folder } = this.invocation;
    return pathEffects.some((effect) => {
      const paths = selectPaths(effect, this.invocation, this, affected, this.context.invocations);
      return paths.some(({ text }) => hasUnreadValue(text)) || (paths.length > 0 && hasUnreadValue(folder?.text ?? ''));
    });
  }

  /** Returns classes in which secrets that it only hands to programs, or copies from a template, are called so. */
  private nameHandedOver(role: PathRole, classes: ReadonlySet<PathClass>): ReadonlySet<PathClass> {
    const [first = '', second = '', third] = this.operands.map(({ text }) => text);
    const sourced = role === 'reads' && /^(?:source|\.)$/.test(this.program) && ENV_FILE.test(first);
    const copied = role === 'writes' && this.program === 'cp' && ENV_TEMPLATE.test(first) && ENV_FILE.test(second);
    if (!(sourced || copied) || third !== undefined || !classes.has('credentials')) return classes;
    const others = [...classes].filter((place) => place !== 'credentials');
    return new Set<PathClass>([...others, sourced ? 'handed-over' : 'from-template']);
  }

  /** Returns the classes of its paths in a role. */
  getPathClasses(role: PathRole): ReadonlySet<PathClass> {
    const previous = this.classCache[role];
    if (previous) return previous;
    this.affected ??= findAffectedPaths(this.program, this);
    const { workspace, folder } = this.context;
    const base = { workspace, folder: this.invocation.folder?.text ?? folder };
    const paths = selectPaths(role, this.invocation, this, this.affected, this.context.invocations);
    const result = this.nameHandedOver(role, classifyPaths(paths, base));
    this.classCache[role] = result;
    return result;
  }
}

/** Returns true for a pattern that goes down into folders: `src/**`. */
const isDeepPattern = ({ text, glob }: ExpandedWord) => glob && /(?:^|\/)\*\*(?:\/|$)/.test(text);

const ENV_FILE = /^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/;
const ENV_TEMPLATE = /^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/;

/** Programs of the machine whose names repositories and packages give to scripts of their own. */
const MACHINE_PROGRAMS = /^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/;
/** Returns the program's name as rules write it: `python3.11` is `python`; a repository's `./halt` stays. */
function toCanonicalProgram({ program, path, wrappers }: Invocation): string {
  if (program === 'k') return 'kubectl';
  if (MACHINE_PROGRAMS.test(program) && (/^[^/~]+\//.test(path) || PACKAGE_RUNNERS.test(wrappers.at(-1) ?? '')))
    return `./${program}`;
  // `npx prisma@6` is `prisma`.
  const name = PACKAGE_RUNNERS.test(wrappers.at(-1) ?? '') ? program.replace(/(?<=.)@[\w.^~-]+$/, '') : program;
  return name.replace(/\.exe$/i, '').replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/, '$1');
}

function selectPaths(
  effect: PathRole,
  invocation: Invocation,
  { operands }: ProgramArguments,
  affected: PathEffects,
  line: readonly Invocation[],
): readonly ExpandedWord[] {
  const text = invocation.redirects.filter(({ kind }) => kind !== 'read').map(({ path }) => path);
  if (effect === 'redirected') return text;
  if (effect === 'names') return invocation.program === 'find' ? getFindPatterns(invocation.args) : operands;
  if (effect === 'writes') return [...affected.writes, ...text];
  if (effect === 'deletes' && invocation.program === 'find')
    return isDeletingFind(invocation.args) ? getFindPatterns(invocation.args) : [];
  if (effect === 'deletes') return findOriginalPaths(affected.deletes, invocation, line);
  if (effect !== 'reads') return affected[effect];
  const files = invocation.redirects.filter(({ kind }) => kind === 'read').map(({ path }) => path);
  const input = invocation.input?.kind === 'file' ? [invocation.input.path] : [];
  return [...affected.reads, ...files, ...input];
}

const NO_CLASSES: ReadonlySet<PathClass> = new Set();

function classifyPaths(words: readonly ExpandedWord[], base: PathContext): ReadonlySet<PathClass> {
  if (words.length === 0) return NO_CLASSES;
  const result = new Set<PathClass>();
  for (const word of words) for (const place of classifyPath(word, base)) result.add(place);
  return result;
}

function isRecursive(program: string, { flags }: ProgramArguments): boolean {
  if (program === 'find' || program === 'rimraf' || program === 'rsync') return true;
  if (program === 'tar' || program === 'zip') return true;
  return hasFlag(flags, '-r') || hasFlag(flags, '-R') || hasFlag(flags, '--recursive') || hasFlag(flags, '-Recurse');
}

const SCRIPT_RUNNERS = /^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;

/** Returns true if a downloaded file, or text that the same line downloads, is executed. */
function isRunningDownload(
  program: string,
  invocation: Invocation,
  provided: ProgramArguments,
  { downloads, fetched }: RuleContext,
): boolean {
  const { path, folder, wrappers: via, input } = invocation;
  if (path.includes('://') || (path.includes('/') && downloads.has(path, folder))) return true;
  const runner = SCRIPT_RUNNERS.test(program);
  if (runner && provided.operands.slice(0, 1).some(({ text }) => downloads.has(text, folder))) return true;
  const fromElsewhere = input?.kind === 'pipe' && input.from.some(isNetworkProgram);
  if (!(fetched || fromElsewhere) || isDownloader(invocation)) return false;
  if (program === UNKNOWN_VALUE) return via.some((wrapper) => SCRIPT_RUNNERS.test(wrapper) || wrapper === 'eval');
  if (!runner && program !== 'eval') return false;
  const code = [...provided.operands, ...provided.options.map(({ value }) => value)].some(
    ({ text }) => text.trim() === UNKNOWN_VALUE || text.startsWith('/dev/fd/'),
  );
  return code || (input?.kind === 'text' && input.text.includes(UNKNOWN_VALUE) && provided.operands.length === 0);
}
