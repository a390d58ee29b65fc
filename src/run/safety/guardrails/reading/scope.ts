import type { Function as Definition } from 'unbash';
import { isUnread, UNKNOWN, UNREAD, type Word } from '../deed.js';
import type { Budget } from './budget.js';

export interface Variable {
  words: readonly Word[];
  exported: boolean;
  /** Values that it may have, where ways with different ones have met. */
  others?: readonly (readonly Word[])[];
}

/** So many values of one variable are kept. */
const MAX_OTHERS = 12;

const NOT_KNOWN: Variable = { words: [{ text: UNKNOWN, glob: false }], exported: false };

/** Variables of an ordinary environment whose value can be told, near enough. */
const ORDINARY: Readonly<Record<string, string>> = {
  HOME: '~',
  IFS: ' \t\n',
  SHELL: '/bin/bash',
  BASH: '/bin/bash',
  TMPDIR: '/tmp',
  '?': '0',
  // The process that was last sent to the background is one's own: its job.
  '!': '%%',
};

/** What a shell knows at a point of the script. Copied for what runs in a shell of its own, joined where ways meet. */
export class Scope {
  private readonly variables = new Map<string, Variable>();
  /** Names that stand for other variables. */
  private references: ReadonlyMap<string, string> = new Map();
  /** All definitions that a call could mean; not certain = the program of that name could be meant as well. */
  readonly functions = new Map<string, { bodies: Definition['body'][]; certain: boolean }>();
  readonly aliases = new Map<string, string[]>();
  folder: string | undefined;
  /** Name of the script, then its arguments. */
  arguments: readonly Word[] = [{ text: 'bash', glob: false }];
  /** Last word of the last command. */
  last = '';
  /** Some variable may have more than one value. */
  hasAlternatives = false;
  private fixed: ReadonlySet<string> = new Set();
  private environment: Readonly<Record<string, Word>> | undefined;

  constructor(private readonly budget: Budget) {}

  get(name: string): Variable | undefined {
    return this.variables.get(this.named(name));
  }

  /** From now on one name stands for another variable, whenever that is set. */
  refer(name: string, to: string): void {
    if (name !== to) this.references = new Map(this.references).set(name, to);
  }

  private named(name: string): string {
    return this.references.get(name) ?? name;
  }

  /** The value as text. */
  value(called: string): string {
    const name = this.named(called);
    const variable = this.variables.get(name);
    if (variable) return variable.words[0]?.text ?? '';
    if (name === 'PWD') return this.folder ?? '.';
    if (name === '_') return this.last;
    return Object.hasOwn(ORDINARY, name) ? ORDINARY[name]! : UNKNOWN;
  }

  set(called: string, words: readonly Word[], exported = this.get(called)?.exported ?? false): void {
    const name = this.named(called);
    // Whether a script goes on after it tried to change what is fixed depends on the shell.
    if (this.fixed.has(name)) this.variables.set(name, { ...NOT_KNOWN, exported });
    else this.variables.set(name, { words, exported });
    if (exported) this.environment = undefined;
  }

  export(name: string): void {
    const known = this.variables.get(name);
    if (known) this.set(name, known.words, true);
  }

  /** From now on the variable keeps its value. */
  fix(name: string): void {
    this.fixed = new Set([...this.fixed, name]);
  }

  /** What it hands on to the programs that it runs. */
  exported(): Readonly<Record<string, Word>> {
    if (this.environment) return this.environment;
    this.budget.spend(this.variables.size >> 3);
    const words: Record<string, Word> = {};
    for (const [
      name,
      {
        words: [first],
        exported,
      },
    ] of this.variables)
      if (exported && first) words[name] = first;
    this.environment = words;
    return words;
  }

  define(name: string, body: Definition['body']): void {
    const known = this.functions.get(name);
    // A later definition need not be reached, so the earlier ones stay.
    const bodies = known?.bodies ?? [];
    this.functions.set(name, { bodies: bodies.includes(body) ? bodies : [...bodies, body], certain: true });
  }

  alias(name: string, value: string): void {
    this.aliases.set(name, [...(this.aliases.get(name) ?? []), value]);
  }

  /** For a subshell: all is known there, nothing comes back. */
  copy(): Scope {
    this.budget.spend(1 + (this.variables.size >> 3));
    const copy = new Scope(this.budget);
    for (const [name, variable] of this.variables) copy.variables.set(name, variable);
    for (const [name, { bodies, certain }] of this.functions) copy.functions.set(name, { bodies, certain });
    for (const [name, values] of this.aliases) copy.aliases.set(name, values);
    copy.folder = this.folder;
    copy.arguments = this.arguments;
    copy.last = this.last;
    copy.hasAlternatives = this.hasAlternatives;
    copy.environment = this.environment;
    copy.fixed = this.fixed;
    copy.references = this.references;
    return copy;
  }

  /** For a shell of its own: what was not exported may be unset there, or be what it was before. */
  child(given: readonly Word[], environment: Readonly<Record<string, Word>> = {}): Scope {
    const child = this.copy();
    for (const [name, { exported }] of this.variables) if (!exported) child.variables.set(name, NOT_KNOWN);
    for (const definition of child.functions.values()) definition.certain = false;
    for (const [name, value] of Object.entries(environment)) child.set(name, [value], true);
    child.aliases.clear();
    child.arguments = given;
    return child;
  }

  same(other: Scope): boolean {
    if (this.variables.size !== other.variables.size) return false;
    for (const [name, variable] of this.variables) {
      const its = other.variables.get(name);
      if (variable !== its && text(variable) !== text(its)) return false;
    }
    return true;
  }

  /** From now on the variable may have this value as well. */
  mayBe(name: string, words: readonly Word[]): void {
    const before = this.variables.get(name) ?? NOT_KNOWN;
    const others = before.others ?? [];
    if (others.some((each) => textOf(each) === textOf(words))) return;
    this.hasAlternatives = true;
    // One more than are kept may be anything.
    const kept = others.length < MAX_OTHERS ? words : [{ text: UNREAD, glob: false }];
    if (others.length <= MAX_OTHERS) this.variables.set(name, { ...before, others: [...others, kept] });
  }

  /** After a part that may or may not have run: what differs from `other` is not known. */
  join(other: Scope): void {
    for (const name of new Set([...this.variables.keys(), ...other.variables.keys()])) {
      const [mine, its] = [this.variables.get(name), other.variables.get(name)];
      if (mine === its) continue;
      if (text(mine) !== text(its)) this.set(name, NOT_KNOWN.words, (mine?.exported || its?.exported) ?? false);
      const others = valuesOf([mine, its]);
      if (others.length > 1 || this.variables.get(name)?.words === NOT_KNOWN.words)
        for (const words of others) this.mayBe(name, words);
    }
    if (textOf(other.arguments) !== textOf(this.arguments) && other.arguments.length >= this.arguments.length)
      this.arguments = other.arguments;
    for (const [name, { bodies, certain }] of other.functions) {
      const mine = this.functions.get(name);
      if (!mine) this.functions.set(name, { bodies, certain: false });
      else if (mine.bodies.length < bodies.length)
        this.functions.set(name, { bodies, certain: mine.certain && certain });
    }
    for (const [name, definition] of this.functions)
      if (!other.functions.has(name)) this.functions.set(name, { ...definition, certain: false });
    for (const [name, values] of other.aliases)
      if ((this.aliases.get(name)?.length ?? 0) < values.length) this.aliases.set(name, values);
    if (this.folder !== other.folder) this.folder = UNKNOWN;
  }
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join('\0');
const text = (variable: Variable | undefined) => variable && textOf(variable.words);

/** The values that variables may have, as far as they are known. An empty one says nothing: it is mostly what stands before the first. */
const valuesOf = (variables: readonly (Variable | undefined)[]): (readonly Word[])[] =>
  variables
    .flatMap((variable) => (variable ? [variable.words, ...(variable.others ?? [])] : []))
    .filter((words) => words.some(({ text }) => text !== '' && (!text.includes(UNKNOWN) || isUnread(text))));
