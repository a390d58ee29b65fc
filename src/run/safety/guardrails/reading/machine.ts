import type { ParsedScript } from 'unbash';
import type { ReadCode } from '../code/code_context.js';
import { type Deed, type Input, type Redirect, UNKNOWN, UNREAD, unknownFor, type Word } from '../deed.js';
import type { Budget } from './budget.js';
import type { Scope } from './scope.js';
import type { WrittenFiles } from './written_files.js';

/** Text that commands read one after the other, as far as it is known. */
export class Stream {
  private at = 0;
  constructor(private readonly text: string) {}

  rest(): string {
    const rest = this.text.slice(this.at);
    this.at = this.text.length;
    return rest;
  }

  /** What is left of it, which stays. */
  get left(): string {
    return this.text.slice(this.at);
  }

  line(): string | undefined {
    if (this.ended) return this.text.includes(UNKNOWN) ? unknownFor(this.text) : undefined;
    const end = this.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end === -1 ? undefined : end);
    this.at = end === -1 ? this.text.length : end + 1;
    return line;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  get lines(): number {
    return this.text.slice(this.at).replace(/\n$/, '').split('\n').length;
  }
}

/** Where a command stands: what it gets from around it. */
export interface Place {
  input?: Input;
  stdin?: Stream;
  via: readonly string[];
  /** Of the groups around it and its own. */
  redirects: readonly Redirect[];
  /** The file that takes what it prints. */
  printsTo?: { kind: 'write' | 'append'; path: Word };
  /** Variables set for it alone. */
  environment: Readonly<Record<string, Word>>;
  /** What is printed becomes part of a word or a value. */
  captured?: true;
  /** It runs beside what follows: in the background or in a pipeline. */
  beside: boolean;
}

/** A command with its words expanded, the program's first. */
export interface Call {
  program: string;
  words: readonly Word[];
  args: readonly Word[];
  scope: Scope;
  place: Place;
  /** Code that filters what it is fed, and what feeds it. */
  filter?: NonNullable<Deed['filter']>;
}

/** What the output of a process substitution is read from: the text of the file name that stands for it → who writes it. */
export interface Source {
  text: string;
  from: readonly Deed[];
}

/**
 * The reading under way, as its parts see it. What a command prints, as far as it is known, is what its methods return;
 * UNKNOWN stands in it for the rest.
 */
export interface Machine {
  readonly budget: Budget;
  readonly deeds: Deed[];
  readonly files: WrittenFiles;
  readonly readCode: ReadCode | undefined;
  readonly sources: Map<string, Source>;
  /** Script files and package scripts that are being followed. */
  readonly running: string[];
  /** Aliases that `git config` has set. */
  readonly gitAliases: Map<string, string>;
  /** Reads code of the shell in a scope. */
  script(code: string, scope: Scope, place: Place): string;
  /** Who printed what is not known in the words of this line; the nearest last. */
  readonly substituted: Deed[];
  /** A script that the parser has found inside of another. */
  substitution(script: ParsedScript | undefined, scope: Scope, place: Place): string;
  /** Runs a command given as words. */
  perform(words: readonly Word[], scope: Scope, place: Place): string;
  /** Notes a deed. */
  emit(call: Call): string;
}

export const word = (text: string, glob = false): Word => ({ text, glob });

/**
 * Returns so many words of a list, and one that stands for the rest if there is more. Of more whole numbers it is an ordinary unknown:
 * counting is no disguise.
 */
export function firstOf(words: readonly Word[], most: number): readonly Word[] {
  if (words.length <= most) return words;
  const counted = words.slice(most).every(({ text }) => /^\d{1,9}$/.test(text));
  return [...words.slice(0, most), word(counted ? UNKNOWN : UNREAD)];
}

export const within = (place: Place, wrapper: string): Place => ({ ...place, via: [...place.via, wrapper] });

/** One word of shell source that means exactly this text. */
export const quoted = ({ text, glob }: Word): string =>
  glob || /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Tells whether a word where a program stands is more than its name: a line of the shell. */
export const isCode = ({ text }: Word): boolean => /[\s{};|&<>()$'"`]/.test(text);

export const quotedWords = (words: readonly Word[]): string => words.map(quoted).join(' ');

/** A program that runs others, or changes what the shell knows: it makes the deeds itself and returns what is printed. */
export type Handler = (call: Call, machine: Machine) => string;

/** Where a word is expanded. */
export interface Site {
  machine: Machine;
  scope: Scope;
  place: Place;
  /** Scripts of `>(…)`, run when it is known what they are given. */
  sinks: { name: string; script: ParsedScript | undefined }[];
}

/** A shell of its own for code that a call runs. */
export const childOf = ({ program, scope, place }: Call, given: readonly Word[] = [word(program)]): Scope =>
  scope.child(given, place.environment);

/** For code that came from the input, which is used up then. */
export const fedUp = (place: Place): Place => ({ ...place, input: undefined, stdin: new Stream('') });

/** For a deed that runs the output of others. */
export const fedBy = (call: Call, from: readonly Deed[]): Call => ({
  ...call,
  place: { ...call.place, input: { kind: 'pipe', from } },
});

/** Code that begins with what is not known is the output of whatever was substituted before. */
export const fromSubstitution = (call: Call, code: string, { substituted }: Machine): Call =>
  code.trimStart().startsWith(UNKNOWN) && substituted.length > 0 ? fedBy(call, [...substituted]) : call;

/** For a deed whose input is nothing that it runs. */
export const unfed = (call: Call): Call => ({ ...call, place: { ...call.place, input: undefined } });
