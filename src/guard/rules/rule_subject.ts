import { hasEffectiveOptions, isDryRun, isHelpRequest } from '../arguments/is_dry_run.js';
import { hasFlag, type ProgramArguments, parseProgramArguments } from '../arguments/program_arguments.js';
import { type Downloads, isDownloader, isNetworkProgram } from '../effects/downloads.js';
import type { PathEffects } from '../effects/path_effects.js';
import { findAffectedPaths, findDeletedPaths, getFindPatterns, resolveFoundPaths } from '../effects/path_effects.js';
import type { ExpandedWord, Invocation } from '../invocation.js';
import { CONTAINERS, getFeeders, hasUnreadValue, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import { memoize } from '../memoize.js';
import { classifyPath } from '../paths/classify_path.js';
import type { PathContext } from '../paths/locate_path.js';
import type { PathClass, PathEffect } from '../vocabulary/vocabulary.js';
import { forms, pathEffects, programWords, vocabulary } from '../vocabulary/vocabulary.js';

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
type PathRole = PathEffect | 'names' | 'redirected';

/** Returns true for what lets lines of its input pass, or counts them, and writes nothing else. */
const isFilter = (each: Invocation): boolean =>
  each.wrappers.length === 0 &&
  forms.line_filter.test(writeLine(each)) &&
  each.redirects.every(({ kind, path }) => kind === 'read' || path.text === '/dev/null');

const areLocal = (wrappers: readonly string[]) => wrappers.every((wrapper) => forms.local_wrapper.test(wrapper));

const isDatabaseClient = (program: string): boolean =>
  program.startsWith('mongo') || vocabulary.interpreters.get(program)?.language === 'sql';

/** Invocation with its parsed arguments, as rules examine it. Costly properties are computed on first use. */
export class RuleSubject implements ProgramArguments {
  readonly program: string;
  readonly flags: readonly string[];
  readonly options: ProgramArguments['options'];
  readonly operands: readonly ExpandedWord[];
  private affected: PathEffects | undefined;
  private feeders: readonly RuleSubject[] | undefined;
  /** True if another program supplies its operands, in any number. */
  private readonly isSupplied: boolean;
  /** Arguments as written. */
  private readonly words: readonly ExpandedWord[];

  constructor(
    readonly invocation: Invocation,
    readonly context: RuleContext,
  ) {
    const { program, args } = invocation;
    // `python -m twine` is `twine`.
    const module = program.startsWith('python') && args[0]?.text === '-m' ? args[1]?.text : undefined;
    this.program = module?.replace(/^awscli$/, 'aws') ?? toCanonicalProgram(invocation);
    const words = resolveFoundPaths(invocation, context.invocations);
    this.isSupplied = words !== args;
    this.words = module === undefined ? words : words.slice(2);
    const parsed = parseProgramArguments(this.program, this.words);
    ({ flags: this.flags, options: this.options, operands: this.operands } = parsed);
  }

  get recursive(): boolean {
    return (
      this.isSupplied ||
      /^(find|rimraf|rsync|tar|zip)$/.test(this.program) ||
      hasFlag(this.flags, '-r', '-R', '--recursive', '-Recurse') ||
      // `src/**`
      this.operands.some(({ text, glob }) => glob && /(?:^|\/)\*\*(?:\/|$)/.test(text))
    );
  }

  /** True if it runs in a new container without files of the machine, and on no other machine. */
  get isContained(): boolean {
    const { wrappers } = this.invocation;
    const containerIndex = wrappers.lastIndexOf(CONTAINERS.closed);
    return containerIndex !== -1 && areLocal(wrappers.slice(containerIndex + 1));
  }

  /** True if it asks the database of a container that the line started, and names no other place. */
  get isInOwnContainer(): boolean {
    const { wrappers, args, client, environment } = this.invocation;
    if (!wrappers.includes(CONTAINERS.own)) return false;
    const names = Object.keys(client?.environment ?? environment).map((name) => `${name}=`);
    const words = [...names, ...[...args, ...(client?.args ?? [])].map(({ text }) => text)];
    const inner = wrappers
      .slice(wrappers.lastIndexOf(CONTAINERS.own) + 1)
      .filter((wrapper) => wrapper !== CONTAINERS.closed && !isDatabaseClient(wrapper));
    const joins = this.context.invocations.some((each) => each.args.some(({ text }) => text === 'join_cluster'));
    return areLocal(inner) && !joins && !words.some((word) => forms.other_place.test(word));
  }

  get root(): boolean {
    return this.invocation.wrappers.some((wrapper) => programWords.root_wrappers.has(wrapper));
  }

  /** True if it executes a downloaded file, or text that the same line downloads. */
  get downloaded(): boolean {
    const { program, operands, invocation } = this;
    const { path, folder, wrappers, input } = invocation;
    const { downloads, fetched } = this.context;
    if (path.includes('://') || (path.includes('/') && downloads.has(path, folder))) return true;
    const runner = isScriptRunner(program);
    // `python -c CODE FILE` reads a file.
    const isData = program === 'python' && invocation.args[0]?.text === '-c';
    if (runner && !isData && operands.slice(0, 1).some(({ text }) => downloads.has(text, folder))) return true;
    if (!(fetched || getFeeders(invocation).some(isNetworkProgram)) || isDownloader(invocation)) return false;
    if (program === UNKNOWN_VALUE) return wrappers.some((wrapper) => isScriptRunner(wrapper) || wrapper === 'eval');
    if (!runner && program !== 'eval') return false;
    const code = [...operands, ...this.options.map(({ value }) => value)].some(
      ({ text }) => text.trim() === UNKNOWN_VALUE || text.startsWith('/dev/fd/'),
    );
    return code || (input?.kind === 'text' && input.text.includes(UNKNOWN_VALUE) && operands.length === 0);
  }

  /** Purpose that its options certainly give it instead of its effect: to print its usage, or what it would do. */
  get purpose(): 'help' | 'dry-run' | undefined {
    if (!hasEffectiveOptions(this.invocation, this.words)) return undefined;
    const words = this.words.map(({ text }) => text);
    if (isHelpRequest(this.program, this, words)) return 'help';
    return isDryRun(this.program, this, words) ? 'dry-run' : undefined;
  }

  /** Invocations that feed it through a pipe. */
  get from(): readonly RuleSubject[] {
    this.feeders ??= getFeeders(this.invocation).map((feeder) => new RuleSubject(feeder, this.context));
    const names = this.feeders.findLastIndex((feeder) => feeder.program === 'cut' && feeder.printsNames);
    const sources = getFeeders(this.feeders[names]?.invocation ?? {});
    // The values of what comes before do not pass, if all of it comes by this way.
    const isWhole = names > 0 && this.feeders.slice(0, names).every(({ invocation }) => sources.includes(invocation));
    return isWhole ? this.feeders.slice(names) : this.feeders;
  }

  /** True if a path that it reads, writes, deletes, moves or changes was not read completely. */
  get hasUnreadPath(): boolean {
    const folder = this.invocation.folder?.text ?? '';
    return pathEffects.some((effect) => this.selectPaths(effect).some(({ text }) => hasUnreadValue(folder + text)));
  }

  /** True if it prints the names of settings without their values, or only whether there are any. */
  private get printsNames(): boolean {
    if (/^(?:grep|rg|cat)$/.test(this.program)) {
      const { consumers, flags, invocation } = this;
      if (flags.some((flag) => forms.counting_flag.test(flag))) return true;
      const isLast = !invocation.captured && consumers.every(({ program }) => forms.counter.test(program));
      if (isLast && flags.some((flag) => forms.listing_flag.test(flag))) return true;
      const counter = consumers.find(({ program }) => program === 'wc');
      const isAhead = (each: Invocation) => each === counter || (counter && getFeeders(counter).includes(each));
      const isCounted = counter && consumers.every(isAhead) && [invocation, ...consumers].every(isFilter);
      if (isLast && isCounted) return true;
    }
    const words = [this.program, ...this.words.map(({ text }) => text), this.invocation.filter?.code ?? ''];
    return forms.printing_names.test(words.join(' ').trimEnd());
  }

  /** Invocations behind it in its pipeline. */
  private get consumers(): readonly Invocation[] {
    return this.context.invocations.filter((each) => getFeeders(each).includes(this.invocation));
  }

  /** True if a filter behind it in a pipeline lets only the names of settings pass, and nothing else gets its output. */
  get isMasked(): boolean {
    const { invocation, consumers } = this;
    const mask = consumers.find((each) => new RuleSubject(each, this.context).printsNames);
    if (mask === undefined) return false;
    const isAhead = (each: Invocation, of: Invocation) => getFeeders(of).includes(each);
    const rest = consumers.filter((each) => !isAhead(mask, each));
    if (rest.some((each) => each !== mask && !isAhead(each, mask)) || invocation.wrappers.length > 0) return false;
    const paths = this.selectPaths('reads');
    // What has no names and values passes most filters.
    const hasNames = forms.secret_listing.test(this.program)
      ? mask.program === 'jq' && !this.words.some(({ text }) => /^-v|^--v=/.test(text))
      : mask.program !== 'jq' &&
        (paths.length > 0
          ? paths.every(({ text }) => forms.settings_file.test(text))
          : this.words.length === 0 || this.from.length > 0 || forms.environment_listing.test(writeLine(invocation)));
    return hasNames && [invocation, ...rest.filter((each) => each !== mask)].every(isFilter);
  }

  /** Returns classes in which secrets that it only hands to programs, or copies from a template, are called so. */
  private nameHandedOver(role: PathRole, classes: ReadonlySet<PathClass>): ReadonlySet<PathClass> {
    if (!classes.has('credentials')) return classes;
    const harmless = [...classes].filter((place) => place !== 'credentials');
    if (role === 'reads' && this.printsNames) return new Set(harmless);
    // What somebody tries out in a folder for temporary files.
    const isTrial = [...classes].every((place) => place === 'temp' || place.startsWith('credentials'));
    if (isTrial && classes.has('temp') && (role !== 'reads' || this.isOfNewFolder(role))) return new Set(harmless);
    const operands = this.operands.map(({ text }) => text);
    const goal = forms.text_filter.test(this.program) && this.invocation.redirects.find(({ kind }) => kind === 'write');
    const line = goal
      ? `${role} cp ${operands.at(-1)} ${goal.path.text}`
      : `${role} ${this.program} ${operands.join(' ')}`;
    if (forms.sourcing.test(line)) return new Set([...harmless, 'handed-over']);
    if (!forms.copying.test(line)) return classes;
    // `test -f .env || cp …` overwrites nothing.
    const { invocations } = this.context;
    const target = goal ? goal.path.text : operands.at(-1);
    const has = ({ args }: Invocation, word?: string) => args.some(({ text }) => text === word);
    const isTest = (each: Invocation) => forms.file_test.test(writeLine(each)) && has(each, target);
    const isWritten = this.invocation.needs?.some((each) => isTest(each) && !has(each, '!'));
    return new Set(invocations.some(isTest) && !isWritten ? harmless : [...harmless, 'from-template']);
  }

  /** Returns true if its paths in a role lie in new folders of the line, into which nothing is brought from elsewhere. */
  private isOfNewFolder(role: PathRole): boolean {
    const { folder, invocations } = this.context;
    const start = this.invocation.folder?.text ?? folder ?? '';
    const isNew = ({ text }: ExpandedWord) =>
      forms.in_new_folder.test(text.startsWith('/') ? text : `${start}/${text}`);
    return this.selectPaths(role).every(isNew) && !invocations.some(({ program }) => forms.brings_files.test(program));
  }

  /** Returns the classes of its paths in a role. */
  readonly getPathClasses = memoize((role: PathRole): ReadonlySet<PathClass> => {
    const { workspace, folder } = this.context;
    const base = { workspace, folder: this.invocation.folder?.text ?? folder };
    const classes = this.selectPaths(role).flatMap((word) => [...classifyPath(word, base)]);
    // An image may hold the secrets of the workspace that it was built from.
    const keptClasses = this.isContained ? classes.filter((name) => name === 'credentials') : classes;
    return this.nameHandedOver(role, new Set(keptClasses));
  });

  /** Returns the paths of a role: arguments, targets of redirections, what a `find` finds. */
  private selectPaths(role: PathRole): readonly ExpandedWord[] {
    const { program, args, redirects, input } = this.invocation;
    const outputPaths = redirects.flatMap(({ kind, path }) => (kind === 'read' ? [] : [path]));
    if (role === 'redirected') return outputPaths;
    if (role === 'names') return program === 'find' ? getFindPatterns(args) : this.operands;
    this.affected ??= findAffectedPaths(this.program, this);
    const affected = this.affected[role];
    if (role === 'writes') return [...affected, ...outputPaths];
    if (role === 'deletes') return findDeletedPaths(affected, this.invocation, this.context.invocations);
    if (role !== 'reads') return affected;
    const read = redirects.flatMap(({ kind, path }) => (kind === 'read' ? [path] : []));
    return [...affected, ...read, ...(input?.kind === 'file' ? [input.path] : [])];
  }
}

/** Returns the program's name as rules write it: `python3.11` is `python`; a repository's `./halt` stays. */
function toCanonicalProgram({ program, path, wrappers }: Invocation): string {
  if (program === 'k') return 'kubectl';
  const isPackaged = forms.package_runner.test(wrappers.at(-1) ?? '');
  if (programWords.machine_programs.has(program) && (isPackaged || /^[^/~]+\//.test(path))) return `./${program}`;
  // `npx prisma@6` is `prisma`.
  const name = isPackaged ? program.replace(/(?<=.)@[\w.^~-]+$/, '') : program;
  return name.replace(/\.exe$/i, '').replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/, '$1');
}

const isScriptRunner = (program: string): boolean => programWords.script_runners.has(program.toLowerCase());
