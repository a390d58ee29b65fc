import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  type CodeLanguage,
  createShellInvocation,
  type ExpandedWord,
  type Invocation,
  type ParsedCommand,
  type Redirection,
  UNKNOWN_VALUE,
  UNREAD_VALUE,
} from '../../invocation.js';
import { choosesNames, listChosenPatterns } from './chooses_names.js';
import { type CodeInput, getInputText, isInputUsed, NO_CODE_INPUT } from './code_input.js';
import {
  type CodeValue,
  createContent,
  ENTRY_VALUE,
  findContent,
  getTexts,
  isKnownValue,
  mergeValues,
  unknownValue,
} from './code_value.js';
import { findMocks } from './find_mocks.js';

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

/** Function that reads what code of a language would do, as invocations. */
export type CodeReader = (
  language: Exclude<CodeLanguage, 'shell'>,
  code: string,
  context: CodeContext,
) => ParsedCommand;

/** Argument of an invocation; undefined = none. */
type ArgumentValue = string | CodeValue | undefined;

/** Maximum number of steps and of invocations per piece of code; beyond them reading fails. */
const MAX_STEPS = 40_000;
const MAX_INVOCATIONS = 512;
/** Unknown text where a command may stand. */
const COMMAND_PLACE =
  /(?:^|[;&|\n(`{!]\s*|\b(?:sudo|doas|env|exec|eval|then|do|else|time|nohup|nice|xargs|\w*sh|-c)\s+|\w=\S*\s+)['"]?\u{FFFC}/u;
/** File names that stand for the standard input of a program. */
const STDIN_NAME = /^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/;
/** Programs whose operand must not be text that the line hides. */
const DESTRUCTIVE_PROGRAMS = new Set(['rm', 'rmdir', 'eval', 'truncate', 'mv', 'chmod', 'chown']);

const MEMORY_DATABASE = /['"][\w:=/]*:memory:['"]|\bSequel\.sqlite\b(?!\s*\(?\s*['"])|['"]sqlite:\/\/['"]/;
const OTHER_DATABASE =
  /\b(?:mongodb|postgres|mysql|mariadb|redis|rediss|mssql|oracle)\w*(?:\+\w+)?:\/\/|['"](?!django)[\w./-]+\.(?:db|sqlite3?)['"]/i;

/** Libraries for servers of databases, and variables with their addresses. */
const DRIVER =
  /\b(?:psycopg\d?|asyncpg|aiopg|pymysql|MySQLdb|mysql2?|mariadb|cx_Oracle|oracledb|pyodbc|pymssql|pymongo|motor|mongoose|mongodb|ioredis|snowflake|clickhouse\w*|DATABASE_URL|DB_URL)\b|['"]pg['"]/;
/** Import of a library that imitates a database, or starts one for a test. */
const IMITATION =
  /^[^#\n]*(?:\b(?:import|from)\s+|require\(\s*|from\s+)['"]?(?:fakeredis|mongomock|pymongo_inmemory|ioredis-mock|redis-mock|mongodb-memory-server|pg-mem|testcontainers)\b|^from sqlalchemy import .*\bcreate_mock_engine\b/m;

/** Collector of the invocations found in one piece of code, with the remaining budget. */
export class InvocationCollector {
  readonly invocations: Invocation[] = [];
  /** Options that the code declares, with their usual values. */
  readonly options = new Map<string, CodeValue>();
  /** Names of the temporary tables that the code creates. */
  readonly temporaryTables = new Set<string>();
  problem: ParsedCommand['problem'];
  /** Folder in which the current call runs its program, if it names one. */
  private folder: string | undefined;
  /** True if it names the folder in which it runs. */
  private readonly namesItself: boolean;
  private remainingSteps = MAX_STEPS;

  /** True if an unknown value may derive from the input of the command line. */
  private readonly mayHideInput: boolean;
  /** Names of the files that the code may choose among those that it finds; undefined if it takes them all. */
  readonly chosen: CodeValue | undefined;
  /** True if the code keeps its data in a database that ends with it. */
  readonly isInMemory: boolean;
  /** True if it asks an imitation of a database. */
  readonly isMocked: boolean;
  /** True if it encrypts, or reads what it has emptied. */
  private readonly encrypts: boolean;
  /** True if it writes to what it opens. */
  readonly writes: boolean;
  /** Paths of functions that it replaces by imitations. */
  readonly mocks: readonly string[];
  /** True if it names a server of databases, or a variable that does. */
  readonly asksServer: boolean;
  /** True if it names a store of keys. */
  readonly usesStore: boolean;
  /** True if it limits what it asks of a database by conditions. */
  readonly limits: boolean;
  /** True if it attaches another database to one. */
  readonly attaches: boolean;

  constructor(
    readonly source: CodeLanguage,
    private readonly context: CodeContext,
    code = '',
  ) {
    this.mayHideInput = isInputUsed(code, this.input);
    const patterns = choosesNames(code) ? [...listChosenPatterns(code), UNKNOWN_VALUE] : undefined;
    this.chosen = patterns && { kind: 'text', of: patterns, glob: true };
    this.isMocked = IMITATION.test(code) && !OTHER_DATABASE.test(code);
    this.writes = /\.write|dump|print|puts|save|copy|pipe|send|<<|to_\w+\(|fwrite|Writer/.test(code);
    this.asksServer = /\w:\/\/|D(?:ATA)?B(?:ASE)?_UR[IL]\b/.test(code) && !/['"]sqlite:/.test(code);
    this.encrypts = /\.encrypt\(|createCipher|\bcrypt\.|open\((\w+), *["']w["']\)\.write\( *open\(\1\)/.test(code);
    this.namesItself = /getcwd|\bcwd\(|__dirname|__file__|abspath|resolve|pwd/.test(code);
    this.mocks = findMocks(code);
    this.usesStore = /redis|valkey|keydb|memcache/i.test(code);
    this.limits = /\bwhere\s*\(/.test(code);
    this.attaches = /\bATTACH\b/i.test(code);
    this.isInMemory = MEMORY_DATABASE.test(code) && !OTHER_DATABASE.test(code) && !DRIVER.test(code) && !this.attaches;
  }

  /** Input that the command line gives to the code. */
  get input() {
    return this.context.input ?? NO_CODE_INPUT;
  }

  /** Records that the code prints values, separated by `between`. */
  recordPrint(values: readonly CodeValue[], gap = ' ', end = '\n'): void {
    if (!this.context.onPrint) return;
    const message = values.map((value) => {
      const texts = value.kind === 'list' ? value.items.flatMap(getTexts) : getTexts(value);
      const glob = value.kind === 'text' && value.glob === true;
      return texts
        .map(hideEntries)
        .map((each) => this.markUnread(glob ? each.replaceAll('*', UNKNOWN_VALUE) : each))
        .join('\n');
    });
    this.context.onPrint(message.join(gap) + end);
  }

  /** Returns `UNREAD_VALUE` for a wholly unknown text that may derive from the input of the command line. */
  private markUnread(text: string): string {
    return this.mayHideInput && text === UNKNOWN_VALUE ? UNREAD_VALUE : text;
  }

  /** Notes the folder in which the current call runs its program; one that the code names by its own is not known. */
  enter(folder: string): void {
    this.folder = /^[\w./~-]/.test(folder) && !this.namesItself ? folder : undefined;
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
    const invocation = this.createInvocation(program, args, more);
    if (this.mayHideInput && DESTRUCTIVE_PROGRAMS.has(program))
      invocation.args = invocation.args.map((word) => ({ ...word, text: this.markUnread(word.text) }));
    this.add(invocation);
    return invocation;
  }

  /** Creates an invocation without adding it, as the source of another invocation's input. */
  createInvocation(program: string, args: readonly ArgumentValue[], more: Partial<Invocation> = {}): Invocation {
    const words = args
      .filter((each) => each !== undefined)
      .flatMap((each) => toWords(each, DELETING_PROGRAMS.has(program)));
    return { ...createShellInvocation(program, words), language: this.source, ...more };
  }

  /** Records that a file is read. Returns its content as a value. */
  readFile(path: CodeValue | undefined): CodeValue {
    if (path?.kind === 'content' || path?.kind === 'made') return path;
    const input = path && getTexts(path).every((each) => STDIN_NAME.test(each)) ? getInputText(this.input) : undefined;
    if (input) return input;
    const files = getTexts(path);
    this.addInvocation('cat', [path ?? unknownValue], {
      redirects: toWords(path ?? unknownValue, false).map(createRedirect('read')),
    });
    return createContent([], files);
  }

  /** Records that a file is written. */
  recordWrite(path: CodeValue | undefined, subject: CodeValue | undefined, append = false): void {
    const content = subject && findContent([subject]);
    const [text] = getTexts(subject);
    // The same text in all files of a kind, or none.
    const isSame = this.encrypts || (subject === undefined ? !this.writes : isKnownValue(subject) && !content);
    const isDatabase =
      (subject === undefined || text === '') && getTexts(path).every((each) => /\.(?:sqlite3?|db)$/.test(each));
    if (isSame && !append && (isPattern(path) || isDatabase)) {
      this.addInvocation('truncate', ['-s', '0', path]);
      return;
    }
    this.addInvocation('printf', ['%s', subject ?? unknownValue], {
      redirects: toWords(path ?? unknownValue, false).map(createRedirect(append ? 'append' : 'write')),
      ...omitUndefined({ input: content && { kind: 'pipe' as const, from: this.listSources(content) } }),
    });
    const [target] = getTexts(path);
    if (target !== undefined && text !== undefined && !target.includes(UNKNOWN_VALUE) && !text.includes(UNKNOWN_VALUE))
      this.context.onWrite?.(target, text);
  }

  /** Returns the invocations that content comes from, with one `cat` for all files. */
  listSources(content: Extract<CodeValue, { kind: 'content' }>): Invocation[] {
    const files = content.files.map((path) => ({ text: path, glob: false }));
    const cat = this.createInvocation('cat', [], { args: files, redirects: files.map(createRedirect('read')) });
    return [...(files.length > 0 ? [cat] : []), ...content.from];
  }

  /** Runs a command line in a shell. Returns its output as a value. */
  runShellLine(line: CodeValue | undefined): CodeValue {
    const content = line && findContent([line]);
    // What is around the content says what is run.
    const isPart =
      line?.kind === 'content' && line.of?.every((text) => /^\s*[\w./-]/.test(text) && !COMMAND_PLACE.test(text));
    if (content && !isPart)
      return createContent([
        this.addInvocation('sh', [], { input: { kind: 'pipe', from: this.listSources(content) } }),
      ]);
    return mergeValues(getTexts(line).map((each) => this.readCommand(this.markUnread(showEntries(each)))));
  }

  /** Runs a program with a list of arguments. Returns its output as a value. */
  runProgram(items: readonly CodeValue[]): CodeValue {
    const line = showEntries(items.flatMap((item) => getTexts(item).map(quoteText)).join(' '));
    return this.readCommand(line);
  }

  /** Reads a command line with the reader of the context, and adds its invocations. Returns its output as a value. */
  private readCommand(line: string): CodeValue {
    if (!this.step(8)) return createContent([]);
    const { invocations: deeds, problem, output } = this.context.readCommand(line, this.folder);
    if (problem) this.problem ??= problem;
    for (const invocation of deeds) this.add(invocation);
    return { ...createContent(deeds), ...omitUndefined({ of: output ? [output.trimEnd()] : undefined }) };
  }

  private add(invocation: Invocation): void {
    if (this.invocations.length >= MAX_INVOCATIONS)
      this.fail('too-much', `the code does more than ${MAX_INVOCATIONS} things`);
    else this.invocations.push(invocation);
  }
}

/** Programs that delete what they are given, so that a folder's entries are all that is in it. */
const DELETING_PROGRAMS = new Set(['rm', 'truncate', 'shred']);
const DELETING_LINE = /^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/;

/** Returns true for a path whose last name stands for several. */
const isPattern = (path: CodeValue | undefined): boolean =>
  (path?.kind === 'text' || path?.kind === 'content') &&
  getTexts(path).some(
    (text) => /[*\u{FFF9}][^/]*$/u.test(text) && (path.kind === 'content' || path.glob || text.includes(ENTRY_VALUE)),
  );

const hideEntries = (text: string): string => text.replaceAll(ENTRY_VALUE, UNKNOWN_VALUE);

/** Returns a command line with a pattern for the entries of a folder, where it deletes them. */
const showEntries = (line: string): string =>
  DELETING_LINE.test(line) ? line.replaceAll(ENTRY_VALUE, '*').replace(/'([^'\s]*\*)'/g, '$1') : hideEntries(line);

/** Converts a value to the words of an invocation; `deletes`: entries of a folder are a pattern. */
function toWords(value: string | CodeValue, deletes: boolean): ExpandedWord[] {
  if (typeof value === 'string') return [{ text: value, glob: false }];
  if (value.kind === 'content' && value.files.length > 0)
    return value.files.map((path) => ({ text: `@${path}`, glob: false }));
  if (value.kind === 'list') return value.items.flatMap((item) => toWords(item, deletes));
  const glob =
    (value.kind === 'text' && value.glob === true) || (value.kind === 'content' && !!value.of?.[0]?.includes('*'));
  return getTexts(value).map((each) =>
    deletes && each.includes(ENTRY_VALUE)
      ? { text: each.replaceAll(ENTRY_VALUE, '*'), glob: true }
      : { text: hideEntries(each), glob },
  );
}

const createRedirect =
  (kind: Redirection['kind']) =>
  (path: ExpandedWord): Redirection => ({ kind, path });

/** Quotes a text as one shell word. */
const quoteText = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
