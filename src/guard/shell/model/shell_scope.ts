import type { Function as Definition } from 'unbash';
import { type ExpandedWord, hasUnreadValue, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import type { ReadingBudget } from './reading_budget.js';

/** Variable of a shell. A scalar has one word, an array several. */
interface ShellVariable {
  words: readonly ExpandedWord[];
  exported: boolean;
  /** Other values that it may have, after branches that set it differently. */
  alternatives?: readonly (readonly ExpandedWord[])[];
}

const MAX_OTHERS = 12;

const UNKNOWN_VARIABLE: ShellVariable = { words: [{ text: UNKNOWN_VALUE, glob: false }], exported: false };

/** Typical values of environment variables. */
const DEFAULT_VALUES: Readonly<Record<string, string>> = {
  HOME: '~',
  IFS: ' \t\n',
  SHELL: '/bin/bash',
  BASH: '/bin/bash',
  TMPDIR: '/tmp',
  '?': '0',
  // The last background process is a job of this shell.
  '!': '%%',
};

/** State of a shell: variables, functions, aliases, folder. Copied for a subshell, joined where branches meet. */
export class ShellScope {
  private readonly variables = new Map<string, ShellVariable>();
  /** Variables that are references to others. */
  private references: ReadonlyMap<string, string> = new Map();
  /** All definitions that a call may mean; not certain = the program of that name may be meant as well. */
  readonly functions = new Map<string, { bodies: Definition['body'][]; certain: boolean }>();
  readonly aliases = new Map<string, string[]>();
  folder: string | undefined;
  /** Name of the script, then its arguments. */
  arguments: readonly ExpandedWord[] = [{ text: 'bash', glob: false }];
  /** Last word of the previous command. */
  last = '';
  /** True if some variable may have more than one value. */
  hasAlternatives = false;
  private fixed: ReadonlySet<string> = new Set();
  private environment: Readonly<Record<string, ExpandedWord>> | undefined;

  constructor(private readonly budget: ReadingBudget) {}

  get(name: string): ShellVariable | undefined {
    return this.variables.get(this.resolveName(name));
  }

  /** Makes a name a reference to another variable. */
  addReference(name: string, to: string): void {
    if (name !== to) this.references = new Map(this.references).set(name, to);
  }

  private resolveName(name: string): string {
    return this.references.get(name) ?? name;
  }

  /** Returns the value of a variable as text. */
  value(called: string): string {
    const name = this.resolveName(called);
    const variable = this.variables.get(name);
    if (variable) return variable.words[0]?.text ?? '';
    if (name === 'PWD') return this.folder ?? '.';
    if (name === '_') return this.last;
    return Object.hasOwn(DEFAULT_VALUES, name) ? DEFAULT_VALUES[name]! : UNKNOWN_VALUE;
  }

  set(called: string, words: readonly ExpandedWord[], exported = this.get(called)?.exported ?? false): void {
    const name = this.resolveName(called);
    // Whether a script continues after it assigns to a read-only variable depends on the shell.
    if (this.fixed.has(name)) this.variables.set(name, { ...UNKNOWN_VARIABLE, exported });
    else this.variables.set(name, { words, exported });
    if (exported) this.environment = undefined;
  }

  export(name: string): void {
    const known = this.variables.get(name);
    if (known) this.set(name, known.words, true);
  }

  /** Makes a variable read-only. */
  fix(name: string): void {
    this.fixed = new Set([...this.fixed, name]);
  }

  /** Returns the environment of programs that the shell runs. */
  exported(): Readonly<Record<string, ExpandedWord>> {
    if (this.environment) return this.environment;
    this.budget.spend(this.variables.size >> 3);
    const words: Record<string, ExpandedWord> = {};
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
    // A later definition may not be reached, so the earlier ones stay.
    const bodies = known?.bodies ?? [];
    this.functions.set(name, { bodies: bodies.includes(body) ? bodies : [...bodies, body], certain: true });
  }

  alias(name: string, value: string): void {
    this.aliases.set(name, [...(this.aliases.get(name) ?? []), value]);
  }

  /** Returns a copy for a subshell, which knows everything and changes nothing outside. */
  copy(): ShellScope {
    this.budget.spend(1 + (this.variables.size >> 3));
    const copy = new ShellScope(this.budget);
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

  /** Creates the scope of a new shell, where a variable that was not exported is unknown. */
  child(given: readonly ExpandedWord[], environment: Readonly<Record<string, ExpandedWord>> = {}): ShellScope {
    const child = this.copy();
    for (const [name, { exported }] of this.variables) if (!exported) child.variables.set(name, UNKNOWN_VARIABLE);
    for (const definition of child.functions.values()) definition.certain = false;
    for (const [name, value] of Object.entries(environment)) child.set(name, [value], true);
    child.aliases.clear();
    child.arguments = given;
    return child;
  }

  same(other: ShellScope): boolean {
    if (this.variables.size !== other.variables.size) return false;
    for (const [name, variable] of this.variables) {
      const its = other.variables.get(name);
      if (variable !== its && getVariableText(variable) !== getVariableText(its)) return false;
    }
    return true;
  }

  /** Adds a value that the variable may have. */
  mayBe(name: string, words: readonly ExpandedWord[]): void {
    const before = this.variables.get(name) ?? UNKNOWN_VARIABLE;
    const others = before.alternatives ?? [];
    if (others.some((each) => joinTexts(each) === joinTexts(words))) return;
    this.hasAlternatives = true;
    // A value beyond the limit may be anything.
    const kept = others.length < MAX_OTHERS ? words : [{ text: UNREAD_VALUE, glob: false }];
    if (others.length <= MAX_OTHERS) this.variables.set(name, { ...before, alternatives: [...others, kept] });
  }

  /** Joins the state after a branch that may not have run: variables that differ from `other` become unknown. */
  join(other: ShellScope): void {
    for (const name of new Set([...this.variables.keys(), ...other.variables.keys()])) {
      const [mine, its] = [this.variables.get(name), other.variables.get(name)];
      if (mine === its) continue;
      if (getVariableText(mine) !== getVariableText(its))
        this.set(name, UNKNOWN_VARIABLE.words, (mine?.exported || its?.exported) ?? false);
      const others = listValues([mine, its]);
      if (others.length > 1 || this.variables.get(name)?.words === UNKNOWN_VARIABLE.words)
        for (const words of others) this.mayBe(name, words);
    }
    if (joinTexts(other.arguments) !== joinTexts(this.arguments) && other.arguments.length >= this.arguments.length)
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
    if (this.folder !== other.folder) this.folder = UNKNOWN_VALUE;
  }
}

const joinTexts = (words: readonly ExpandedWord[]): string => words.map(({ text }) => text).join('\0');
const getVariableText = (variable: ShellVariable | undefined) => variable && joinTexts(variable.words);

/** Returns the known values of variables; an empty one is mostly that before the first assignment. */
const listValues = (variables: readonly (ShellVariable | undefined)[]): (readonly ExpandedWord[])[] =>
  variables
    .flatMap((variable) => (variable ? [variable.words, ...(variable.alternatives ?? [])] : []))
    .filter((words) =>
      words.some(({ text }) => text !== '' && (!text.includes(UNKNOWN_VALUE) || hasUnreadValue(text))),
    );
