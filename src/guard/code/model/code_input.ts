import { createWord, type ExpandedWord, isKnownWord, UNKNOWN_VALUE } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';
import { type CodeScope, type CodeValue, create } from './code_value.js';

/** Known input that a command line gives to the code that it runs. */
export interface CodeInput {
  /** Arguments, without the script. */
  args: readonly ExpandedWord[];
  /** Name of the script, if it has one. */
  script?: string;
  environment: Readonly<Record<string, ExpandedWord>>;
  /** Variables that options set: `awk -v a=b`. */
  variables: ReadonlyMap<string, string>;
  /** Text of the standard input. */
  input?: string;
  /** Field separator. */
  separator?: string;
  /** True if the interpreter prints the last value. */
  printsLast?: boolean;
}

/** Input of code that gets none. */
export const NO_CODE_INPUT: CodeInput = { args: [], environment: {}, variables: new Map() };

const MAX_LINES = 16;

/** Converts a shell word to a value. */
export const createWordValue = ({ text, glob }: ExpandedWord): CodeValue => ({ kind: 'text', of: [text], glob });

const splitInputLines = ({ input = '' }: CodeInput): string[] =>
  input.replace(/\n$/, '').split('\n').slice(0, MAX_LINES);

/** Returns the standard input as a value: the whole text, or any line of it. */
export function getInputText(value: CodeInput): CodeValue | undefined {
  if (value.input === undefined) return undefined;
  return create.text(...new Set([value.input.replace(/\n$/, ''), ...splitInputLines(value)]));
}

/** Returns true if code uses an input of which the command line contains known text. */
export function isInputUsed(code: string, { args, environment, input = '' }: CodeInput, language?: string): boolean {
  const uses = (words: readonly ExpandedWord[], form: RegExp) =>
    words.some((word) => word.text !== '' && isKnownWord(word)) && form.test(code);
  // The operands of awk are files, and `$1` is a field.
  if ((language !== 'awk' || code.includes('ARGV')) && uses(args, forms.uses_arguments)) return true;
  return uses(Object.values(environment), forms.uses_environment) || uses([createWord(input)], forms.uses_input);
}

/** Declares the input of a command line, and each of its elements, under the names that a language gives it. */
export function bindCodeInput(names: Readonly<Record<string, string>>, scope: CodeScope, provided: CodeInput): void {
  const args = provided.args.map(createWordValue);
  const script = provided.script === undefined ? [] : [create.text(provided.script)];
  const argv = create.list([script[0] ?? create.text('-'), ...args]);
  const entries = new Map([['HOME', create.text('~')]]).set(`${UNKNOWN_VALUE}0`, create.variable());
  for (const [name, word] of Object.entries(provided.environment)) entries.set(name, createWordValue(word));
  const text = getInputText(provided);
  const values: Readonly<Record<string, CodeValue | undefined>> = {
    args: create.list(args),
    argv,
    'node-argv': create.list([create.text('node'), ...script, ...args]),
    'joined-args': create.text(provided.args.map((word) => word.text).join(' ')),
    environment: { kind: 'map', entries },
    server: { kind: 'map', entries: new Map([...entries, ['argv', argv]]) },
    text,
    peer: create.received(),
    lines: text && create.list(splitInputLines(provided).map((line) => create.text(line))),
  };
  for (const [name, kind] of Object.entries(names)) {
    const value = values[kind];
    if (!value) continue;
    scope.declare(name, value);
    const items = value.kind === 'list' ? value.items.entries() : [];
    for (const [key, element] of value.kind === 'map' ? value.entries : items) scope.declare(`${name}.${key}`, element);
  }
}
