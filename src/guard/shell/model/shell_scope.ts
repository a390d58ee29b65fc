import type { Assignment, Function as Definition, SyntaxNode } from 'unbash';
import { createWord, type ExpandedWord, hasUnreadValue, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { memoize } from '../../memoize.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import type { ReadingBudget } from './reading_budget.js';

/** Variable of a shell. A scalar has one word, an array several. */
interface ShellVariable {
  words: readonly ExpandedWord[];
  exported: boolean;
  /** Other values that it may have, after branches that set it differently. */
  alternatives?: readonly (readonly ExpandedWord[])[];
}

const MAX_OTHERS = 12;

const UNKNOWN_VARIABLE: ShellVariable = { words: [createWord(UNKNOWN_VALUE)], exported: false };

/** State of a shell: variables, functions, aliases, folder. Copied for a subshell, joined where branches meet. */
export class ShellScope {
  private variables = new Map<string, ShellVariable>();
  /** Variables that are references to others. */
  private references: ReadonlyMap<string, string> = new Map();
  /** All definitions that a call may mean; not certain = the program of that name may be meant as well. */
  functions = new Map<string, { bodies: Definition['body'][]; certain: boolean }>();
  aliases = new Map<string, string[]>();
  folder: string | undefined;
  /** Name of the script, then its arguments. */
  arguments: readonly ExpandedWord[] = [createWord('bash')];
  /** Last word of the previous command. */
  last = '';
  /** True if some variable may have more than one value. */
  hasAlternatives = false;
  /** True as long as no command changes variables in a way that is not followed. */
  isFollowed = true;
  isInFunction = false;
  /** Code that runs in it. */
  scripts: readonly string[] = [];
  isInLoop = false;
  /** True for what runs later or again, with values that are not followed: loops, traps, recursion. */
  isRepeated = false;
  /** What has ended the shell, the function that it runs, or a round of its loop. */
  ended: 'exit' | 'return' | 'continue' | 'break' | undefined;
  /** States at ends of the loop or function that may come, or not. */
  exits: ShellScope[] = [];
  private fixed: ReadonlySet<string> = new Set();
  private environment: Readonly<Record<string, ExpandedWord>> | undefined;

  constructor(private readonly budget: ReadingBudget) {}

  get(name: string): ShellVariable | undefined {
    return this.variables.get(this.references.get(name) ?? name);
  }

  /** Returns the text of a variable or an argument that follows from the line alone. */
  readExact(name: string): string | undefined {
    if (/^[1-9]$/.test(name)) {
      const [, ...args] = this.arguments;
      const isKnown = this.isInFunction && !this.isRepeated && args.every(({ exact }) => exact);
      return isKnown ? (args[Number(name) - 1]?.text ?? '') : undefined;
    }
    const isOwn = /^[A-Za-z_]\w*$/.test(name) && !forms.special_variable.test(name);
    const changes = isOwn ? countChanges(this.scripts)(name) : undefined;
    if (changes === undefined || (this.isRepeated && changes > 1)) return undefined;
    const { words = [], alternatives = [] } = this.get(name) ?? {};
    return words.length === 1 && words[0]!.exact && alternatives.length === 0 ? words[0]!.text : undefined;
  }

  /** Makes a name a reference to another variable. */
  addReference(name: string, end: string): void {
    if (name !== end) this.references = new Map(this.references).set(name, end);
  }

  /** Returns the value of a variable as text. */
  value(title: string): string {
    const name = this.references.get(title) ?? title;
    const variable = this.variables.get(name);
    if (variable) return variable.words[0]?.text ?? '';
    if (name === 'PWD') return this.folder ?? '.';
    if (name === '_') return this.last;
    // Most variables of the environment have a usual value.
    return Object.hasOwn(vocabulary.shellVariables, name) ? vocabulary.shellVariables[name]! : UNKNOWN_VALUE;
  }

  set(title: string, words: readonly ExpandedWord[], exported = this.get(title)?.exported ?? false): void {
    const name = this.references.get(title) ?? title;
    // Whether a script continues after it assigns to a read-only variable depends on the shell.
    const isFixed = this.fixed.has(name) || forms.fixed_variable.test(name);
    this.isFollowed &&= !isFixed;
    this.variables.set(name, { words: isFixed ? UNKNOWN_VARIABLE.words : words, exported });
    if (exported) this.environment = undefined;
  }

  /** Sets a variable as `name=words`, `name+=words` or `name[index]=words` does. */
  assign({ name, append, index, value }: Assignment, words: readonly ExpandedWord[]): void {
    const previous = append || index ? (this.get(name)?.words ?? []) : [];
    if (index) this.set(name, replaceWord(previous, index.value, words[0]));
    else if (value.type === 'ArrayValue') this.set(name, [...previous, ...words]);
    else this.set(name, append ? [createWord((previous[0]?.text ?? '') + words[0]!.text, words[0]!.glob)] : words);
  }

  export(name: string): void {
    const existing = this.variables.get(name);
    if (existing) this.set(name, existing.words, true);
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
    for (const [name, { words: value, exported }] of this.variables) if (exported && value[0]) words[name] = value[0];
    this.environment = words;
    return words;
  }

  define(name: string, body: Definition['body']): void {
    // A later definition may not be reached, so the earlier ones stay.
    const bodies = this.functions.get(name)?.bodies ?? [];
    this.functions.set(name, { bodies: bodies.includes(body) ? bodies : [...bodies, body], certain: true });
  }

  alias(name: string, value: string): void {
    this.aliases.set(name, [...(this.aliases.get(name) ?? []), value]);
  }

  /** Returns a copy for a branch, or for a subshell, which knows everything and ends no loop outside. */
  copy(isSubshell = false): ShellScope {
    this.budget.spend(1 + (this.variables.size >> 3));
    const copy = Object.assign(new ShellScope(this.budget), this);
    copy.variables = new Map(this.variables);
    copy.functions = new Map([...this.functions].map(([name, definition]) => [name, { ...definition }]));
    copy.aliases = new Map(this.aliases);
    copy.isInLoop &&= !isSubshell;
    return copy;
  }

  /** Creates the scope of a new shell, where a variable that was not exported is unknown. */
  child(input: readonly ExpandedWord[], environment: Readonly<Record<string, ExpandedWord>> = {}): ShellScope {
    const child = this.copy();
    // What runs the shell may give it another environment.
    for (const [name, variable] of this.variables) {
      const words = forgetOrigins(variable.words);
      child.variables.set(name, variable.exported ? { ...variable, words } : UNKNOWN_VARIABLE);
    }
    for (const definition of child.functions.values()) definition.certain = false;
    for (const [name, value] of Object.entries(environment)) child.set(name, forgetOrigins([value]), true);
    child.aliases.clear();
    return Object.assign(child, { isInFunction: false, isInLoop: false, arguments: input });
  }

  same(alternative: ShellScope): boolean {
    const isSame = ([name, variable]: [string, ShellVariable]) =>
      getVariableText(variable) === getVariableText(alternative.variables.get(name));
    const sizes = ({ variables, functions }: ShellScope) =>
      [variables.size, ...[...functions.values()].map(({ bodies }) => bodies.length)].join();
    return sizes(this) === sizes(alternative) && [...this.variables].every(isSame);
  }

  /** Returns a copy for each further value that a variable in these parts of a command may have. */
  listAlternatives(parts: readonly (SyntaxNode | undefined)[]): ShellScope[] {
    const text = parts.map((part) => (part && 'text' in part ? part.text : '')).join('\n');
    const names = new Set([...text.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)].map(([, name]) => name!));
    return [...names].flatMap((name) =>
      (this.get(name)?.alternatives ?? []).map((words) => {
        const alternative = this.copy();
        alternative.set(name, words);
        return alternative;
      }),
    );
  }

  /** Adds a value that the variable may have. */
  mayBe(name: string, words: readonly ExpandedWord[]): void {
    const previous = this.variables.get(name) ?? UNKNOWN_VARIABLE;
    const rest = previous.alternatives ?? [];
    if (rest.some((each) => joinTexts(each) === joinTexts(words))) return;
    this.hasAlternatives = true;
    // A value beyond the limit may be anything.
    const stored = rest.length < MAX_OTHERS ? words : [createWord(UNREAD_VALUE)];
    if (rest.length <= MAX_OTHERS) this.variables.set(name, { ...previous, alternatives: [...rest, stored] });
  }

  /** Goes on behind an end that may not come. */
  resume(): void {
    if (this.ended) this.exits.push(this.copy());
    this.ended = undefined;
  }

  /** Joins the states at all ends of a loop or function, whose other ends are around it. */
  joinExits(outer: ShellScope[]): void {
    outer.push(...this.exits);
    for (const state of this.exits) this.join(state);
    this.exits = outer;
  }

  /** Marks what differs from another state, which is possible but not likely, as not decided by the line. */
  doubt(alternative: ShellScope): void {
    for (const [name, variable] of this.variables)
      if (alternative.variables.get(name) !== variable)
        this.variables.set(name, { ...variable, words: forgetOrigins(variable.words) });
  }

  /** Joins the state after a branch that may not have run: variables that differ from `other` become unknown. */
  join(alternative: ShellScope): void {
    for (const name of new Set([...this.variables.keys(), ...alternative.variables.keys()])) {
      const [current, theirValue] = [this.variables.get(name), alternative.variables.get(name)];
      if (current === theirValue) continue;
      if (getVariableText(current) !== getVariableText(theirValue))
        this.set(name, UNKNOWN_VARIABLE.words, (current?.exported || theirValue?.exported) ?? false);
      else if (theirValue?.words.some(({ exact }) => !exact)) this.variables.set(name, theirValue);
      const alternatives = listValues([current, theirValue]);
      if (alternatives.length > 1 || this.variables.get(name)?.words === UNKNOWN_VARIABLE.words)
        for (const words of alternatives) this.mayBe(name, words);
    }
    const longer = alternative.arguments.length >= this.arguments.length ? alternative.arguments : this.arguments;
    this.arguments = alternative.arguments === this.arguments ? longer : forgetOrigins(longer);
    for (const [name, { bodies, certain }] of alternative.functions) {
      const current = this.functions.get(name) ?? { bodies, certain: false };
      const all = [...new Set([...current.bodies, ...bodies])];
      this.functions.set(name, { bodies: all, certain: current.certain && certain });
    }
    for (const [name, definition] of this.functions)
      if (!alternative.functions.has(name)) this.functions.set(name, { ...definition, certain: false });
    for (const [name, values] of alternative.aliases)
      if ((this.aliases.get(name)?.length ?? 0) < values.length) this.aliases.set(name, values);
    if (this.folder !== alternative.folder) this.folder = UNKNOWN_VALUE;
    if (this.ended !== alternative.ended) this.ended = undefined;
    this.isFollowed &&= alternative.isFollowed;
    this.isInLoop &&= alternative.isInLoop;
    this.isRepeated &&= alternative.isRepeated;
  }
}

/** Returns how often scripts set a variable as `NAME=value` or loop over it; undefined if they change it otherwise. */
const countChanges = memoize((scripts: readonly string[]) => {
  return memoize((name: string): number | undefined => {
    const places = `(?:^|[\\s;&|({]|sh -\\w*c ['"])${name}(?==)|\\bfor ${name} in |\\bexport ${name}(?=[;&\\s]|$)`;
    const plain = new RegExp(`\\$\\{?${name}(?!\\w)|\\s--?${name}(?![\\w=])|${places}`, 'g');
    const mention = new RegExp(`(?<!\\w)${name}(?!\\w)`);
    if (scripts.some((script) => mention.test(script.replace(plain, ' ')))) return undefined;
    const change = new RegExp(`(?<![\\w$])${name}=|\\bfor ${name} `, 'g');
    return scripts.flatMap((script) => script.match(change) ?? []).length;
  });
}, new WeakMap());

/** Returns words of which something else than the line may decide the text. */
export const forgetOrigins = (words: readonly ExpandedWord[]): ExpandedWord[] =>
  words.map(({ exact: _, ...word }) => word);

/** Returns an array with another word at an index. */
function replaceWord(previous: readonly ExpandedWord[], index: string, value = createWord('')): ExpandedWord[] {
  const position = /^\d{1,3}$/.test(index) ? Number(index) : 0;
  const length = Math.max(previous.length, position + 1);
  return Array.from({ length }, (_, at) => (at === position ? value : (previous[at] ?? createWord(''))));
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
