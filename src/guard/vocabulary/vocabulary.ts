import type { CodeLanguage } from '../invocation.js';
import tables from './vocabulary.json' with { type: 'json' };

/** Effects of a program on paths in its arguments. */
export const pathEffects = ['reads', 'writes', 'deletes', 'moves', 'changes'] as const;
export type PathEffect = (typeof pathEffects)[number];

/** Classes of paths, of which a path can have several. */
export type PathClass = keyof typeof tables.paths.classes;
export const pathClasses = Object.keys(tables.paths.classes) as [PathClass, ...PathClass[]];

/** Effects of a program on its operands, by position and option: `roles` of arguments.yml. */
interface OperandRoles {
  each?: PathEffect;
  last?: PathEffect;
  skip?: number;
  unless?: readonly string[];
  options?: Readonly<Record<string, PathEffect>>;
  keyed?: Readonly<Record<string, PathEffect>>;
  with?: readonly { flags: readonly string[]; each: PathEffect | 'none' }[];
}

type Keys<Row> = Row extends unknown ? keyof Row : never;
type Value<Row, Key> = Row extends { [key in Key & string]: infer Type } ? Type : never;
/** Row of a table by name: with the keys of all its rows, and perhaps those of some, which its file explains. */
type TableRow<Table, Row = Table[keyof Table]> = Row extends string | Words
  ? Row
  : { [Key in keyof Table[keyof Table]]: Table[keyof Table][Key] } & {
      [Key in Keys<Table[keyof Table]>]?: Value<Table[keyof Table], Key>;
    };

/** Program that runs code of a language: `interpreters` of programs.yml. */
export type InterpreterSpec = WithLanguage<TableRow<typeof tables.programs.interpreters>>;

/** Options of a program that take a value; all others take none. programs.yml says what each key means. */
export type GetoptSpec = Readonly<Partial<Pick<InterpreterSpec, 'short' | 'long' | 'optional' | 'permuted'>>>;

type WithLanguage<Row> = Row & { language: Exclude<CodeLanguage, 'shell'> };

/** Program that runs its remaining arguments: `wrappers` of programs.yml. */
export type WrapperSpec = TableRow<typeof tables.programs.wrappers>;

/** Program that runs shell code in its options: `code_options` of programs.yml. */
export type CodeOptions = WithDeeds<TableRow<typeof tables.programs.code_options>>;

/** Row with patterns by the command lines that they stand for. */
type WithDeeds<Row> = Omit<Row, 'does'> & { does?: Readonly<Record<string, Words>> };

/** Notation of rarely used languages: `dialects` of languages.yml. */
export type CodeDialect = Omit<TableRow<typeof tables.languages.dialects>, 'rewrites'> &
  Pick<LanguageEntry, 'rewrites'>;

type Languages = typeof tables.languages.languages;
type LexerRow = TableRow<{ [Name in keyof Languages]: Languages[Name]['lexer'] }>;

/** Lexical rules of a language, which languages.yml explains. */
export type LexerSpec = Omit<LexerRow, 'block_comment' | 'heredoc' | 'interpolation' | 'quoting'> & {
  block_comment?: readonly [open: string, close: string];
  heredoc?: 'perl' | 'php' | 'ruby';
  interpolation: 'f_string' | 'template' | 'hash' | 'dollar' | 'none';
  quoting: 'none' | 'q' | 'percent';
};

type CallTable = Readonly<Record<string, string>>;
type LanguageTables = Readonly<Record<'inputs' | 'texts' | 'aliases' | 'functions' | 'methods', CallTable>>;

/** Language as languages.yml describes it; calls by name. */
export interface LanguageEntry
  extends Omit<Languages['perl'], 'lexer' | 'rewrites' | 'sdks' | keyof LanguageTables>,
    LanguageTables {
  lexer: LexerSpec;
  rewrites: readonly (readonly [pattern: string, usual: string])[];
  case_sensitive?: boolean;
  sdks: readonly string[];
}

type Words = readonly string[];

/** Returns a table whose rows are made from others when they are first asked for: most lines need few of them. */
function makeRows<Rows extends object>(table: object, make: (row: never) => unknown): Readonly<Rows> {
  const rows = {};
  for (const name of Object.keys(table)) {
    let row: unknown;
    const get = () => (row ??= make(Reflect.get(table, name) as never));
    Object.defineProperty(rows, name, { get, enumerable: true });
  }
  return rows as Rows;
}
const callOnUse = <Table extends Readonly<Record<string, () => unknown>>>(table: Table) =>
  makeRows<{ [Name in keyof Table]: ReturnType<Table[Name]> }>(table, (row: () => unknown) => row());
const toSets = <Table extends object>(table: Table) =>
  makeRows<{ [Name in keyof Table]: ReadonlySet<string> }>(table, (row: Words) => new Set(row));
const toForms = <Table extends object>(table: Table) =>
  makeRows<{ [Name in keyof Table]: RegExp }>(table, ([form, flags]: Words) => new RegExp(form!, flags));
const { irregular, classes, fences, refusals, ...sentences } = tables.sentences;

/** Returns a table as a map, by the names of its rows. */
const toMap = <Table extends object, Row = TableRow<Table>>(table: Table): ReadonlyMap<string, Row> =>
  new Map(Object.entries(table));

/** Expressions of forms.yml, and words of programs.yml, languages.yml and paths.yml, by what they describe. */
export const forms = toForms(tables.forms.forms);
export const programWords = toSets(tables.programs.words);
export const codeWords = toSets(tables.languages.words);
export const pathWords = toSets(tables.paths.words);

/** Programs, options and names that the guard knows: data/guard/vocabulary, which says what each table means. */
export const vocabulary = callOnUse({
  grammars: () => toMap(tables.arguments.grammars),
  grammarAliases: () => toMap(tables.arguments.aliases),
  gitOptions: () => toMap(tables.arguments.git_options),
  dryRuns: () => toMap(tables.arguments.dry_runs),
  help: () => toSets(tables.arguments.help),
  roles: () => toMap<object, OperandRoles>(tables.arguments.roles),
  interpreters: () => toMap<object, InterpreterSpec>(tables.programs.interpreters),
  consoles: () => toMap<object, WithLanguage<TableRow<typeof tables.programs.consoles>>>(tables.programs.consoles),
  wrappers: () => toMap(tables.programs.wrappers),
  runners: () => toMap(tables.programs.runners),
  smallLanguages: () =>
    toMap<object, WithDeeds<TableRow<typeof tables.programs.small_languages>>>(tables.programs.small_languages),
  codeVariables: () => toMap(tables.programs.code_variables),
  gitVariables: () => tables.programs.git_variables as Words,
  gitCode: () => toMap(tables.programs.git_code),
  codeOptions: () => toMap<object, CodeOptions>(tables.programs.code_options),
  formats: () => toMap(tables.programs.formats),
  getopt: () => tables.programs.getopt as unknown as Readonly<Record<keyof typeof tables.programs.getopt, GetoptSpec>>,
  /** Part of a name that only one line can have: the id of its shell, `$$`. */
  uniqueMark: () => tables.programs.shell_variables.$,
  shellVariables: () => tables.programs.shell_variables as Readonly<Record<string, string>>,
  makeVariables: () => tables.programs.make_variables as Readonly<Record<string, string>>,
  escapes: () => tables.programs.escapes as Readonly<Record<string, string>>,
  characterClasses: () => tables.programs.character_classes as Readonly<Record<string, string>>,
  candidates: () => toMap(tables.programs.candidates),
  clients: () => toMap(tables.clients.clients),
  creations: () => toMap(tables.clients.creations),
  clientWords: () => toSets(tables.clients.words),
  ownData: () => tables.clients.own as Readonly<Record<keyof typeof tables.clients.own, Words>>,
  languages: () => tables.languages.languages as unknown as Readonly<Record<keyof Languages, LanguageEntry>>,
  dialects: () => toMap<object, CodeDialect>(tables.languages.dialects),
  awkLexer: () => tables.languages.awk as unknown as LexerSpec,
  precedence: () => new Map<string, number>(Object.entries(tables.languages.operators)),
  sqlStatements: () => tables.languages.sql as readonly TableRow<{ row: (typeof tables.languages.sql)[number] }>[],
  nameReaders: () => tables.languages.name_readers as unknown as LanguageEntry['rewrites'],
  sharedCalls: () =>
    tables.languages.shared as unknown as Readonly<Record<'functions' | 'methods' | 'deeds', CallTable>>,
  codeSigns: () => toForms(tables.languages.signs) as Readonly<Record<string, RegExp>>,
  sentences: () => toSets(sentences),
  irregularVerbs: () => toMap(irregular),
  fences: () => toMap(fences),
  objectClasses: () => toMap(classes),
  refusals: () => refusals,
  textForms: () => toForms(tables.forms.texts),
  purposes: () => toMap(tables.paths.purposes),
  credentialStores: () => tables.paths.credential_stores,
  credentialSamples: () => tables.paths.credential_samples as Words,
});

/** Returns true if a text shows a sign of languages.yml. */
export const showsSign = (text: string, sign: string): boolean => vocabulary.codeSigns[sign]?.test(text) === true;
