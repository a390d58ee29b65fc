import type { CodeLanguage, ExpandedWord, Invocation, ParsedCommand, Redirection } from '../../invocation.js';
import { createShellInvocation, createWord, createWords, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { memoize } from '../../memoize.js';
import { quoteWords } from '../../quote_words.js';
import { codeWords, forms, showsSign, vocabulary } from '../../vocabulary/vocabulary.js';
import { choosesNames, listChosenNames, listProcessNames } from './chooses_names.js';
import { type CodeInput, getInputText, isInputUsed, NO_CODE_INPUT } from './code_input.js';
import { type CodeValue, create, ENTRY_VALUE, find, get, is, unknownValue, type ValueOf } from './code_value.js';

/** Context of code that stands in a command line. */
export interface CodeContext {
  /** Reads a command line that the code would pass to a shell, within the budget of the whole line. */
  readCommand(line: string, folder?: string): ParsedCommand;
  /** Called with each file that the code writes with known text, so that the text can be read if the file is run. */
  onWrite?(path: string, text: string): void;
  /** Input that the command line gives to the code. */
  input?: CodeInput;
  /** Called with the known output of the code. */
  onPrint?(text: string): void;
}

/** Argument of an invocation; undefined = none. */
type ArgumentValue = string | CodeValue | undefined;

/** Maximum number of steps and of invocations per piece of code; beyond them reading fails. */
const MAX_STEPS = 40_000;
const MAX_INVOCATIONS = 512;
/** Most command lines that alternatives of their words make. */
const MAX_VARIANTS = 16;
/** Maximum length of code of which the use of settings is read, and number of rounds. */
const MAX_REDUCED = 4000;
const MAX_ROUNDS = 12;

/** Collector of the invocations found in one piece of code, with the remaining budget. */
export class InvocationCollector {
  readonly invocations: Invocation[] = [];
  /** Options that the code declares, with their usual values. */
  readonly options = new Map<string, CodeValue>();
  /** What stands in the place of things now, by their paths, `class PATH`, `files`, `requests` and `services`. */
  imitations: ReadonlyMap<string, CodeValue> = new Map();
  /** What may run again at a later time, and whether it does. */
  readonly postponed: (() => CodeValue)[] = [];
  isRepeating = false;
  /** Functions by the events at which the code calls them. */
  readonly listeners = new Map<string, readonly CodeValue[]>();
  /** Libraries that the code imports. */
  readonly modules = new Set<string>();
  /** Whether the databases that it opens end with it: in memory, or in a folder for temporary files. */
  readonly openedDatabases: boolean[] = [];
  /** Names of the temporary tables that the code creates. */
  readonly temporaryTables = new Set<string>();
  problem: ParsedCommand['problem'];
  /** Folder in which the current call runs its program, if it names one. */
  private folder: string | undefined;
  private remainingSteps = MAX_STEPS;

  /** Input that the command line gives to the code. */
  readonly input: CodeInput;
  /** True if an unknown value may derive from the input of the command line. */
  private readonly mayHideInput: boolean;
  /** Names of the files that the code may choose among those that it finds; undefined if it takes them all. */
  readonly chosen: CodeValue | undefined;
  /** Names that the code tests those of processes for. */
  readonly processNames: readonly string[];
  private readonly takesNames = memoize(takesNames);
  /** Signs of languages.yml that the text of the code shows. */
  readonly signs: Pick<ReadonlySet<string>, 'has'>;

  constructor(
    readonly source: CodeLanguage,
    private readonly context: CodeContext,
    private readonly code = '',
  ) {
    this.input = context.input ?? NO_CODE_INPUT;
    this.mayHideInput = isInputUsed(code, this.input, source);
    this.chosen = choosesNames(code) ? listChosenNames(code) : undefined;
    this.processNames = listProcessNames(code);
    // Most code is never asked for most of them.
    this.signs = { has: memoize((sign) => showsSign(code, sign)) };
  }

  /** Returns true if a library imitates `files`, `requests` or `services` now. */
  imitates(kind: string): boolean {
    return this.imitations.has(kind) || this.signs.has(`stubbed-${kind}`);
  }

  /** True if the code asks an imitation of a database. */
  get isMocked(): boolean {
    return this.signs.has('imitation') && !this.signs.has('database');
  }

  /** True if it keeps its data in a database that ends with it. */
  get isInMemory(): boolean {
    const shows = (...names: string[]) => names.some((sign) => this.signs.has(sign));
    // Each that it opens, and none that it takes from the project.
    const opensPassing = this.openedDatabases.length > 0 && this.openedDatabases.every(Boolean);
    if (opensPassing && !shows('driver', 'attaches', 'own-connection', 'database-address')) return true;
    return shows('in-memory') && !shows('database', 'driver', 'attaches', 'several-connections');
  }

  /** Returns true for the path of something in an imported library that is no part of the language. */
  isLibrary(path: string): boolean {
    const owner = [...this.modules].find((each) => path === each || path.startsWith(`${each}.`));
    return owner !== undefined && !owner.startsWith('.') && !codeWords.standard.has(owner.split(/[./]/)[0]!);
  }

  /** True if the code ends processes that it chooses by their names. */
  get choosesProcesses(): boolean {
    return this.chosen !== undefined && this.signs.has('names-processes') && !this.signs.has('by-user');
  }

  /** True if the services that the code asks are emulators on this machine. */
  get isEmulated(): boolean {
    const hosts = Object.entries(this.input.environment).filter(([name]) => name.endsWith('_EMULATOR_HOST'));
    const isSet = hosts.some(([, { text }]) => /^(?:localhost|127\.\d+\.\d+\.\d+):\d+$/.test(text));
    // Those of one library alone.
    const libraries = [...this.modules].filter((each) => this.isLibrary(each));
    const families = new Set(libraries.map((each) => each.replace('@', '').split(/[/.]/)[0]));
    return families.size === 1 && (isSet || this.signs.has('emulated'));
  }

  /** Notes the folder in which the current call runs its program; one that the code names by its own is not known. */
  enter(folder: string): void {
    this.folder = /^[\w./~-]/.test(folder) && !this.signs.has('own-folder') ? folder : undefined;
  }

  /** Records that the code prints values, separated by `between`. */
  recordPrint(values: readonly CodeValue[], gap = ' ', end = '\n'): void {
    for (const { value } of get.parts(values)) {
      const content = value.kind === 'content' ? value : find.secretContent(value);
      if (content) this.recordSecrets(content);
      if (value.kind === 'name' && forms.secret_setting.test(value.path))
        this.addInvocation('printenv', ['SECRET_KEY']);
    }
    if (!this.context.onPrint) return;
    const message = values.map((value) => {
      const texts = get.flat([value]).flatMap(get.texts).map(hideEntries);
      return texts.map((each) => this.markUnread(each)).join('\n');
    });
    this.context.onPrint(message.join(gap) + end);
  }

  /** Records that the code prints a variable of the environment, or what a store of secrets returned. */
  private recordSecrets(value: ValueOf<'content'>): void {
    for (const source of value.from) {
      const isWhole = source.program === 'printenv' && source.args.length === 0 && this.signs.has('secret-names');
      if (isWhole && value.variable !== undefined) this.addInvocation('printenv', ['SECRET_KEY']);
      else if (value.variable !== undefined || source.args[1]?.text === 'get-secret-value') this.add(source);
    }
  }

  /** Returns `UNREAD_VALUE` for a wholly unknown text that may derive from the input of the command line. */
  private markUnread(text: string): string {
    return this.mayHideInput && text === UNKNOWN_VALUE ? UNREAD_VALUE : text;
  }

  /** Spends steps of the budget. Returns true if reading may go on. */
  step(cost = 1): boolean {
    this.remainingSteps -= cost;
    if (this.remainingSteps < 0) this.fail('too-much', 'the code takes too many steps to read');
    return this.problem === undefined;
  }

  fail(kind: NonNullable<ParsedCommand['problem']>['kind'], detail: string): void {
    this.problem ??= { kind, detail };
  }

  /** Adds an invocation of a program. A value with several alternatives yields a word for each. */
  addInvocation(program: string, args: readonly ArgumentValue[], more: Partial<Invocation> = {}): Invocation {
    const deletes = codeWords.deleting_programs.has(program) && this.chosen === undefined;
    const source = deletes ? find.content(args.filter((each) => typeof each === 'object'))?.from : undefined;
    // Code deletes what a search has found as xargs does.
    const isSearch = source?.length === 1 && source[0]!.program === 'find';
    const search = isSearch ? { wrappers: ['xargs'], input: { kind: 'pipe' as const, from: source } } : {};
    const invocation = this.createInvocation(program, args, { ...search, ...more });
    const [deed] = invocation.args;
    // Rows of a database of production.
    if (program === 'sql' && deed?.text.endsWith('-some') && this.signs.has('production'))
      deed.text = deed.text.replace('some', 'production');
    if (this.mayHideInput && codeWords.destructive_programs.has(program))
      invocation.args = invocation.args.map((word) => ({ ...word, text: this.markUnread(word.text) }));
    this.add(invocation);
    return invocation;
  }

  /** Creates an invocation without adding it, as the source of another invocation's input. */
  createInvocation(program: string, args: readonly ArgumentValue[], more: Partial<Invocation> = {}): Invocation {
    const words = args.flatMap((each) => toWords(each, codeWords.deleting_programs.has(program)));
    return { ...createShellInvocation(program, words), language: program === 'sql' ? 'sql' : this.source, ...more };
  }

  /** Records that a file is read. Returns its content as a value. */
  readFile(path: CodeValue = unknownValue): CodeValue {
    if (path.kind === 'made') return path;
    // A variable of the environment has a usual value.
    const usual = path.kind === 'content' ? (path.of ?? []).filter((text) => !text.includes(UNKNOWN_VALUE)) : [];
    if (path.kind === 'content')
      return usual.length === 0 ? path : create.merged([path, this.readFile(create.text(...usual))]);
    const files = get.texts(path);
    const input = files.every((each) => showsSign(each, 'stdin-names')) ? getInputText(this.input) : undefined;
    if (input) return input;
    const areNames = !this.input.printsLast && files.every((each) => showsSign(each, 'variable-file'));
    if (!areNames || !this.takesNames(this.code))
      this.addInvocation('cat', [path], { redirects: createRedirects('read', toWords(path, false)) });
    return create.content([], files);
  }

  /** Records that a file is written. */
  recordWrite(path: CodeValue = unknownValue, subject?: CodeValue, append = false): void {
    const content = subject && find.content([subject]);
    // A folder that the code makes has no secrets but its own.
    if (!content && get.texts(path).every((each) => forms.below_new_folder.test(each))) return;
    // The same text in all files of a kind, or none.
    const isSame =
      this.signs.has('encrypts') || (subject === undefined ? !this.signs.has('writes') : is.known(subject) && !content);
    const isEmpty = subject === undefined || get.firstText(subject) === '';
    const isDatabase = isEmpty && get.texts(path).every((each) => /\.(?:sqlite3?|db)$/.test(each));
    // Its last name stands for several.
    const isPattern = get.texts(path).some((text) => /[*\u{FFF9}][^/]*$/u.test(text));
    if (isSame && !append && (isPattern || isDatabase)) {
      this.addInvocation('truncate', ['-s', '0', path]);
      return;
    }
    this.addInvocation('printf', ['%s', subject ?? unknownValue], {
      redirects: createRedirects(append ? 'append' : 'write', toWords(path, false)),
      ...this.createInput(content),
    });
    const [target, text] = [get.firstText(path), get.firstText(subject)];
    const isNamed = !target.includes(UNKNOWN_VALUE) || target.startsWith('/tmp/');
    if (isNamed && !text.includes(UNKNOWN_VALUE)) this.context.onWrite?.(target, text);
  }

  /** Creates the input of an invocation that gets content, if there is any, with one `cat` for all files. */
  createInput(content: ValueOf<'content'> | undefined): Pick<Invocation, 'input'> {
    if (!content) return {};
    const redirects = createRedirects('read', createWords(content.files));
    const cats = redirects.length > 0 ? [this.createInvocation('cat', content.files, { redirects })] : [];
    return { input: { kind: 'pipe', from: [...cats, ...content.from] } };
  }

  /** Runs a command line in a shell. Returns its output as a value. */
  runShellLine(line: CodeValue | undefined): CodeValue {
    const origin = line?.kind === 'name' ? find.root(line) : line;
    const content = origin && find.content([origin]);
    // What is around the content says what is run.
    const isPart = line?.kind === 'content' && line.of?.every((text) => forms.known_command.test(text));
    const run = (text: string) => this.readCommand(this.markUnread(showEntries(text)));
    if (!content || isPart) return create.merged(get.texts(line).map(run));
    const output = create.content([this.addInvocation('sh', [], this.createInput(content))]);
    // A variable of the environment has a usual value: `process.env.CLEAN || 'rm -rf build'`.
    const usual = line?.kind === 'content' ? (line.of ?? []) : [];
    return create.merged([output, ...usual.filter((text) => forms.known_command.test(text)).map(run)]);
  }

  /** Runs a program with a list of arguments. Returns its output as a value. */
  runProgram(items: readonly CodeValue[]): CodeValue {
    const [program, option, line] = items;
    const isShell = forms.shell_program.test(get.firstText(program).replace(/^.*\//, ''));
    if (isShell && get.firstText(option) === '-c' && line?.kind === 'content') return this.runShellLine(line);
    const run = (words: readonly string[]) => this.readCommand(showEntries(quoteWords(createWords(words))));
    const texts = items.map(get.texts);
    if (texts.reduce((count, { length }) => count * length, 1) > MAX_VARIANTS) return run(texts.flat());
    const variants = texts.reduce<string[][]>(
      (all, each) => all.flatMap((words) => each.map((text) => [...words, text])),
      [[]],
    );
    return create.merged(variants.map(run));
  }

  /** Reads a command line with the reader of the context, and adds its invocations. Returns its output as a value. */
  private readCommand(line: string): CodeValue {
    if (!this.step(8)) return create.content([]);
    const { invocations: deeds, problem, output } = this.context.readCommand(line, this.folder);
    this.problem ??= problem;
    for (const invocation of deeds) this.add(invocation);
    return { kind: 'content', files: [], from: deeds, of: output ? [output.trimEnd()] : undefined };
  }

  private add(invocation: Invocation): void {
    if (this.invocations.length >= MAX_INVOCATIONS)
      this.fail('too-much', `the code does more than ${MAX_INVOCATIONS} things`);
    else this.invocations.push(invocation);
  }
}

/** Returns true if nothing is left of the settings that code reads when their names are taken for what they are. */
function takesNames(code: string): boolean {
  if (code.length > MAX_REDUCED) return false;
  let text = code;
  for (let round = 0, previous = ''; text !== previous && round < MAX_ROUNDS; round += 1) {
    previous = text;
    for (const [form, usual] of vocabulary.nameReaders) {
      const [match, name] = new RegExp(form, 'm').exec(text) ?? [];
      if (match === undefined) continue;
      const isVariable = usual.startsWith('=');
      const place = isVariable ? match.replace(new RegExp(form, 'm'), usual.slice(1)) : usual;
      text = text.replace(new RegExp(isVariable ? `(?<!\\w|(?<!\\.\\.)\\.)${name}(?!\\w)` : form, 'gm'), place);
    }
  }
  return text !== code && !forms.shows_more.test(text);
}

const hideEntries = (text: string): string => text.replaceAll(ENTRY_VALUE, UNKNOWN_VALUE);

/** Returns a command line with a pattern for the entries of a folder, where it deletes them. */
const showEntries = (line: string): string =>
  forms.deletes.test(line) ? line.replaceAll(ENTRY_VALUE, '*').replace(/'([^'\s]*\*)'/g, '$1') : hideEntries(line);

/** Converts a value to the words of an invocation; `deletes`: entries of a folder are a pattern. */
function toWords(value: ArgumentValue, deletes: boolean): ExpandedWord[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [createWord(value)];
  if (value.kind === 'content' && value.files.length > 0) return createWords(value.files.map((path) => `@${path}`));
  if (value.kind === 'list') return value.items.flatMap((item) => toWords(item, deletes));
  // Options of a library for a program: `{ '--force': null }`.
  if (value.kind === 'map') return deletes ? [] : createWords([...value.entries.keys()]);
  const glob = is.glob(value) || (value.kind === 'content' && get.firstText(value).includes('*'));
  return get.texts(value).map((each) => {
    if (!deletes || !each.includes(ENTRY_VALUE)) return createWord(hideEntries(each), glob);
    return createWord(each.replaceAll(ENTRY_VALUE, '*'), true);
  });
}

const createRedirects = (kind: Redirection['kind'], paths: readonly ExpandedWord[]): Redirection[] =>
  paths.map((path) => ({ kind, path }));
