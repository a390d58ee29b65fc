/** Placeholder in a text for a value that is unknown before the command runs. */
export const UNKNOWN_VALUE = '\u{FFFC}';

/** Mark of a value of the line that the parser did not follow; unlike an unknown one, it may hide something. */
const UNREAD_MARK = '\u{FFFB}';
/** Placeholder for a value that the line holds but the parser did not follow. */
export const UNREAD_VALUE = `${UNKNOWN_VALUE}${UNREAD_MARK}`;

/** Placeholder for a value that is unknown, but not empty: `${X:?}`. */
export const NON_EMPTY_VALUE = `${UNKNOWN_VALUE}\u{2026}`;

/** Returns true if a part of a text was not read completely. */
export const hasUnreadValue = (text: string): boolean => text.includes(UNREAD_MARK);

/** Returns the placeholder for a text that became unknown: unread if a part of it was unread. */
export const replaceWithUnknown = (text: string): string => (hasUnreadValue(text) ? UNREAD_VALUE : UNKNOWN_VALUE);

/** Returns the placeholder for the result of a change that is not evaluated: unread if the text was known or unread. */
export const replaceWithUnevaluated = (text: string): string =>
  text.includes(UNKNOWN_VALUE) && !hasUnreadValue(text) ? UNKNOWN_VALUE : UNREAD_VALUE;

/** Word after quotes, escapes and known variables are resolved. */
export interface ExpandedWord {
  /** Text, with the placeholder `UNKNOWN_VALUE` for unknown parts. */
  text: string;
  /** The word holds a pattern that the shell would expand. */
  glob: boolean;
  /** The unknown part stands outside quotes: it may become several words, and options. */
  bare?: true;
  /** The text follows from the line alone. */
  exact?: true;
}

/** Creates a word. */
export const createWord = (text: string, glob = false): ExpandedWord => ({ text, glob });

/** Creates words without patterns. */
export const createWords = (texts: readonly string[]): ExpandedWord[] => texts.map((text) => createWord(text));

/** Joins words by blanks to one, with a pattern if one of them has one. */
export const concatenateWords = (words: readonly ExpandedWord[]): ExpandedWord => ({
  text: words.map(({ text }) => text).join(' '),
  glob: words.some(({ glob }) => glob),
});

/** Returns true if no part of a word is unknown. */
export const isKnownWord = ({ text }: ExpandedWord): boolean => !text.includes(UNKNOWN_VALUE);

/** Languages of the code that the guard parses. */
export const codeLanguages = ['shell', 'python', 'javascript', 'perl', 'ruby', 'php', 'awk', 'sql', 'other'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** Source of an invocation's standard input. */
export type InvocationInput =
  | { kind: 'text'; text: string }
  | { kind: 'file'; path: ExpandedWord }
  /** Output of other invocations, the nearest last. */
  | { kind: 'pipe'; from: readonly Invocation[] };

/** Redirection of an invocation. */
export interface Redirection {
  kind: 'read' | 'write' | 'append';
  path: ExpandedWord;
}

/** Invocation of one program, with its wrappers removed. */
export interface Invocation {
  /** Name without its folder; holds `UNKNOWN_VALUE` if it is not known before the command runs. */
  program: string;
  /** Name as written, with its folder. */
  path: string;
  args: readonly ExpandedWord[];
  redirects: readonly Redirection[];
  /** Variables set for this invocation alone. */
  environment: Readonly<Record<string, ExpandedWord>>;
  input?: InvocationInput;
  /** Removed wrappers, outermost first: sudo, xargs, timeout, sh, … */
  wrappers: readonly string[];
  language: CodeLanguage;
  /** Code that filters its input, with the invocations that feed it. */
  filter?: { code: string; from: readonly Invocation[] };
  /** Client that runs this statement of SQL, with its arguments and variables. */
  client?: Pick<Invocation, 'program' | 'args' | 'environment'>;
  /** Earlier invocations without whose success it does not run: `a && b`. */
  needs?: readonly Invocation[];
  /** Its output becomes part of a word or a value. */
  captured?: true;
  /** Working directory, if an earlier `cd` or an option sets it. */
  folder?: ExpandedWord;
}

/** Returns the program and the arguments of an invocation as one line. */
export const writeLine = ({ program, args }: Pick<Invocation, 'program' | 'args'>): string =>
  [program, ...args.map(({ text }) => text)].join(' ');

/** Returns the invocations whose output a pipe brings, the nearest last. */
export const getFeeders = ({ input }: Pick<Invocation, 'input'>): readonly Invocation[] =>
  input?.kind === 'pipe' ? input.from : [];

/** Result of parsing a command line; with a problem, it is incomplete and the guard denies the command. */
export interface ParsedCommand {
  invocations: Invocation[];
  /** Known output, with placeholders for the unknown. */
  output?: string;
  problem?: { kind: 'unparsable' | 'too-long' | 'too-deep' | 'too-much'; detail: string };
}

/** Wrappers of what runs in a container. */
export const CONTAINERS = {
  /** A new one without files of the machine: the files that it touches end with it. */
  closed: 'closed-container',
  /** One that the line started, and that knows no other service. */
  own: 'own-container',
} as const;

/** Creates an invocation of a shell that stands for an effect, not for a command as written. */
export const createShellInvocation = (
  program: string,
  args: readonly ExpandedWord[],
  redirects: readonly Redirection[] = [],
  folder?: ExpandedWord,
): Invocation => ({
  program,
  path: program,
  args,
  redirects,
  environment: {},
  wrappers: [],
  language: 'shell',
  folder,
});
