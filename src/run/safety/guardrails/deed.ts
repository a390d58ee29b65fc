/**
 * What a command line would do, as far as it can be known before it runs: the one vocabulary between reading (shell, interpreters)
 * and rules (A5; design §7). Code of other languages is told in it too: `shutil.rmtree(p)` is `rm -rf p`.
 */

/** Stands in a text for what is not known before the command runs. */
export const UNKNOWN = '\u{FFFC}';

/**
 * Stands for what the reading did not follow to its end although the line says it: too many alternatives, too long a value, an
 * expansion or a filter that is not evaluated. Unlike a value that only the environment knows, somebody may have hidden it there.
 */
const UNREAD_MARK = '\u{FFFB}';
export const UNREAD = `${UNKNOWN}${UNREAD_MARK}`;

/** Tells whether something in a text was not read to its end. */
export const isUnread = (text: string): boolean => text.includes(UNREAD_MARK);

/** Returns what stands for a text of which nothing is known any more: unread if a part of it was. */
export const unknownFor = (text: string): string => (isUnread(text) ? UNREAD : UNKNOWN);

/** Returns what stands for the result of a change that is not evaluated: unread if the text was known, or unread itself. */
export const unevaluated = (text: string): string => (text.includes(UNKNOWN) && !isUnread(text) ? UNKNOWN : UNREAD);

/** A word after quoting, escapes, and variables whose value is known. */
export interface Word {
  /** What is unknown in it stands as UNKNOWN. */
  text: string;
  /** It holds a pattern that the shell would expand. */
  glob: boolean;
  /** What is unknown in it stands in no quotes: it may be several words, and options. */
  bare?: true;
}

export const known = ({ text }: Word): boolean => !text.includes(UNKNOWN);

export const languages = ['shell', 'python', 'javascript', 'perl', 'ruby', 'php', 'awk', 'sql', 'powershell'] as const;
export type Language = (typeof languages)[number];

/** What a deed reads from. */
export type Input =
  | { kind: 'text'; text: string }
  | { kind: 'file'; path: Word }
  /** The output of other deeds, the nearest last. */
  | { kind: 'pipe'; from: readonly Deed[] };

export interface Redirect {
  kind: 'read' | 'write' | 'append';
  path: Word;
}

/** One program that would be run, with all that wraps it taken off. */
export interface Deed {
  /** Name without its folder; UNKNOWN in it = not known before it runs. */
  program: string;
  /** As written, with its folder. */
  path: string;
  args: readonly Word[];
  redirects: readonly Redirect[];
  /** Variables that are set for it alone. */
  environment: Readonly<Record<string, Word>>;
  input?: Input;
  /** Wrappers taken off, outermost first: sudo, xargs, timeout, sh, … */
  via: readonly string[];
  source: Language;
  /** Of code that filters what it is fed: the code, and what feeds it. */
  filter?: { code: string; from: readonly Deed[] };
  /** What it prints becomes part of a word or a value. */
  captured?: true;
  /** Folder that it runs in, where an earlier `cd` or an option tells. */
  folder?: Word;
}

/** What reading came to. With a problem nothing follows from what is missing in `deeds`: the answer is a refusal. */
export interface Reading {
  deeds: Deed[];
  problem?: { kind: 'unparsable' | 'too-long' | 'too-deep' | 'too-much'; detail: string };
}
