import type * as Tree from 'unbash';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { concatenateWords, createWord, type ExpandedWord, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';
import { type ExecutionContext, feedContext } from '../model/execution_context.js';
import { joinOutputs } from '../model/reading_budget.js';
import type { ExpansionContext } from '../model/shell_interpreter.js';
import { parseWord } from '../syntax/parse_script.js';
import { readExactWord } from './decide_condition.js';
import { evaluateArithmetic } from './evaluate_arithmetic.js';
import { expandBraceWord } from './expand_brace_word.js';
import { expandParameter } from './expand_parameter.js';

/** Maximum number of invocations that are kept as sources of unknown words. */
const MAX_SUBSTITUTED = 20;

/** Expands a word into words: braces, tildes, parameters, substitutions, fields. Glob patterns are only marked. */
export function expandWord(input: Tree.Word, expansion: ExpansionContext): ExpandedWord[] {
  const words = expandPlainWord(input, expansion);
  return input.text.startsWith('~') ? words.map((word) => expandTilde(word, expansion)) : words;
}

/** Puts a home for this line alone in the place of `~`; any other counts as that of the person, who is called `~`. */
function expandTilde(word: ExpandedWord, { scope }: ExpansionContext): ExpandedWord {
  const home = scope.value('HOME');
  if (!forms.temporary_file.test(home)) return word;
  return { ...word, text: word.text.replace(/^~(?=\/|$)/, () => home) };
}

function expandPlainWord(input: Tree.Word, expansion: ExpansionContext): ExpandedWord[] {
  if (!expansion.interpreter.budget.spend(1 + (input.text.length >> 6))) return [createWord(UNREAD_VALUE)];
  if (input.parts === undefined)
    return [{ ...createWord(input.value), ...(input.text.startsWith(UNKNOWN_VALUE) && { bare: true }) }];
  if (!input.parts.some(({ type }) => type === 'BraceExpansion')) return expandFields(input.parts, expansion, false);
  // Braces are expanded as text before anything else, so each alternative is parsed as a word.
  const alternatives = expandBraceWord(input.text);
  expansion.interpreter.budget.spend(2 * (alternatives?.length ?? 0) + (input.text.length >> 2));
  // A long numeric sequence hides nothing: its first number and an unknown one represent it.
  if (alternatives === undefined)
    return forms.brace_count.test(input.text)
      ? [createWord('1'), createWord(UNKNOWN_VALUE)]
      : [createWord(UNREAD_VALUE, true)];
  return alternatives.flatMap((source) => {
    if (/^[\w@%+=:,./-]*$/.test(source)) return [createWord(source)];
    const { budget } = expansion.interpreter;
    const parts = budget.spend(4) ? parseWord(source, budget)?.parts : undefined;
    const rest = parts?.filter(({ type }) => type !== 'BraceExpansion');
    return rest ? expandFields(rest, expansion, false) : [createWord(source)];
  });
}

/** Expands a word to text without word splitting: values of variables, targets of redirections, here-documents. */
export function expandText(input: Tree.Word, expansion: ExpansionContext): ExpandedWord {
  const word = input.parts === undefined ? createWord(input.value) : expandParts(input.parts, expansion);
  return input.text.startsWith('~') ? expandTilde(word, expansion) : word;
}

/** Expands the value of an assignment, and its index for the effects of that. */
export function expandAssignmentValue({ value, index }: Tree.Assignment, expansion: ExpansionContext): ExpandedWord[] {
  if (index) expandText(index, expansion);
  if (value.type === 'ArrayValue') return value.elements.flatMap((element) => expandWord(element, expansion));
  const exact = readExactWord(value, expansion.scope);
  return [exact === undefined ? expandText(value, expansion) : { text: exact, glob: false, exact: true }];
}

/** Expands a word, and marks it where the line alone decides its text. */
export function expandExactWord(input: Tree.Word, expansion: ExpansionContext): ExpandedWord[] {
  const text = expansion.scope.isFollowed ? readExactWord(input, expansion.scope) : undefined;
  return text === undefined ? expandWord(input, expansion) : [{ text, glob: false, exact: true }];
}

/** Expands an argument; an assignment (`export A=b`, `dd of=x`) is one word. */
export function expandArgument(arg: Tree.CommandArgument, expansion: ExpansionContext): ExpandedWord[] {
  if (arg.type === 'Word') return expandWord(arg, expansion);
  const values = expandAssignmentValue(arg, expansion);
  if (arg.value.type === 'ArrayValue') expansion.scope.set(arg.name, values);
  const { text, glob } = concatenateWords(values);
  const exact = arg.value.type === 'Word' ? values[0]?.exact : undefined;
  return [{ text: `${arg.name}${arg.append ? '+' : ''}=${text}`, glob, ...omitUndefined({ exact }) }];
}

/** Expands the parts of a word to text without word splitting. */
export function expandParts(parts: readonly Tree.WordPart[], expansion: ExpansionContext): ExpandedWord {
  const { text, glob } = concatenateWords(expandFields(parts, expansion, true));
  return createWord(text, glob || parts.some(({ type }) => type === 'Glob' || type === 'ExtendedGlob'));
}

/** Expands parts of a word; `whole` = without word splitting. */
function expandFields(parts: readonly Tree.WordPart[], expansion: ExpansionContext, whole: boolean): ExpandedWord[] {
  const fields = new FieldBuilder();
  for (const part of parts) expandPart(part, expansion, fields, whole);
  fields.close();
  return fields.done;
}

/** Builder of the words of an expansion. */
class FieldBuilder {
  readonly done: ExpandedWord[] = [];
  private text: string | undefined;
  private glob = false;
  private bare: true | undefined;

  add(text: string, glob = false): void {
    this.text = joinOutputs(this.text ?? '', text);
    if (glob) this.glob = true;
  }

  /** Adds an unquoted value, which is split at separators. */
  split(value: string, separators: string): void {
    let begin = 0;
    for (let index = 0; index <= value.length; index += 1) {
      if (index < value.length && !separators.includes(value[index]!)) continue;
      const piece = value.slice(begin, index);
      if (piece !== '') this.add(piece, /[*?[]/.test(piece));
      if (piece.includes(UNKNOWN_VALUE)) this.bare = true;
      if (index < value.length) this.close();
      begin = index + 1;
    }
  }

  close(): void {
    const { text, glob, bare } = this;
    if (text !== undefined) this.done.push({ text, glob, ...omitUndefined({ bare }) });
    this.text = undefined;
    this.glob = false;
    this.bare = undefined;
  }
}

function expandPart(part: Tree.WordPart, expansion: ExpansionContext, fields: FieldBuilder, whole: boolean): void {
  if (!expansion.interpreter.budget.spend()) {
    fields.add(UNKNOWN_VALUE);
    return;
  }
  /** Adds a value to the current word. The words of a list (`"$@"`, `"${a[@]}"`) stay separate. */
  const addValue = ({ words, list }: ReturnType<typeof expandParameter>) => {
    expansion.interpreter.budget.spend(words.reduce((sum, { text }) => sum + text.length, 0) >> 6);
    const values = whole && !list ? [concatenateWords(words)] : words;
    values.forEach(({ text, glob }, index) => {
      if (index > 0) fields.close();
      if (whole) fields.add(text, glob);
      else fields.split(text, expansion.scope.value('IFS'));
    });
  };
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      fields.add(part.value);
      break;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      fields.add(part.text, part.type !== 'BraceExpansion');
      break;
    case 'DoubleQuoted':
    case 'LocaleString':
      // `"$@"` is no word at all if there are no arguments.
      if (part.parts.length !== 1 || !/^\$(@|\{@|\{\w+\[@\])/.test(part.parts[0]!.text)) fields.add('');
      for (const child of part.parts) expandPart(child, expansion, fields, true);
      break;
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      addValue(expandParameter(part, expansion, expandText));
      break;
    case 'CommandExpansion': {
      const { interpreter, scope, context } = expansion;
      const previous = interpreter.invocations.length;
      const printed = interpreter.runSubstitution(part.script, scope, { ...context, captured: true });
      const produced = printed.includes(UNKNOWN_VALUE) ? interpreter.invocations.slice(previous) : [];
      interpreter.substituted = [...interpreter.substituted, ...produced].slice(-MAX_SUBSTITUTED);
      addValue({ words: [createWord(printed.replace(/\n+$/, ''))], list: false });
      break;
    }
    case 'ArithmeticExpansion':
      fields.add(part.expression ? evaluateArithmetic(part.expression, expansion) : UNREAD_VALUE);
      break;
    case 'ProcessSubstitution':
      fields.add(expandProcessSubstitution(part, expansion));
      break;
    default:
      part satisfies never;
  }
}

/** Runs the script of a process substitution. What `>(…)` is given counts as not read. */
function expandProcessSubstitution(part: Tree.ProcessSubstitutionPart, expansion: ExpansionContext): string {
  const { interpreter, scope, context } = expansion;
  const name = `/dev/fd/${63 + interpreter.sources.size}`;
  const previous = interpreter.invocations.length;
  const inner: ExecutionContext = { ...context, captured: true, isConcurrent: true, isPiped: false };
  const fed = part.operator === '>' ? feedContext(inner, UNREAD_VALUE, { kind: 'pipe', from: [] }) : inner;
  const text = interpreter.runSubstitution(part.script, scope, fed);
  if (part.operator !== '>') interpreter.sources.set(name, { text, from: interpreter.invocations.slice(previous) });
  return name;
}
