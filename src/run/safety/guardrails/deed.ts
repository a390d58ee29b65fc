/**
 * What a command line would do, as far as it can be known before it runs: the one vocabulary between reading (shell, interpreters)
 * and rules (A5; design §7). Code of other languages is told in it too: `shutil.rmtree(p)` is `rm -rf p`.
 */

/** Stands in a text for what is not known before the command runs. */
export const UNKNOWN = '\u{FFFC}';

/** A word after quoting, escapes, and variables whose value is known. */
export interface Word {
  /** What is unknown in it stands as UNKNOWN. */
  text: string;
  /** It holds a pattern that the shell would expand. */
  glob: boolean;
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
  /** Folder that it runs in, where an earlier `cd` or an option tells. */
  folder?: Word;
}

/** What reading came to. With a problem nothing follows from what is missing in `deeds`: the answer is a refusal. */
export interface Reading {
  deeds: Deed[];
  problem?: { kind: 'unparsable' | 'too-long' | 'too-deep' | 'too-much'; detail: string };
}
