import type { Assignment } from 'unbash';
import { concatenateWords, createWord, type ExpandedWord } from '../../invocation.js';
import type { ExpansionContext } from '../model/shell_interpreter.js';
import type { ShellScope } from '../model/shell_scope.js';
import { expandText, expandWord } from './expand_word.js';

/** Sets a variable as `name=words`, `name+=words` or `name[index]=words` does. */
export function assignVariable(
  { name, append, index, value }: Assignment,
  words: readonly ExpandedWord[],
  scope: ShellScope,
): void {
  const previous = append || index ? (scope.get(name)?.words ?? []) : [];
  if (index) scope.set(name, assignIndexed(previous, index.value, words[0]));
  else if (value.type === 'ArrayValue') scope.set(name, [...previous, ...words]);
  else scope.set(name, append ? [createWord((previous[0]?.text ?? '') + words[0]!.text, words[0]!.glob)] : words);
}

function assignIndexed(previous: readonly ExpandedWord[], index: string, value = createWord('')): ExpandedWord[] {
  const position = /^\d{1,3}$/.test(index) ? Number(index) : 0;
  const length = Math.max(previous.length, position + 1);
  return Array.from({ length }, (_, at) => (at === position ? value : (previous[at] ?? createWord(''))));
}

/** Expands the value of an assignment, and its index for the effects of that. */
export function expandAssignmentValue({ value, index }: Assignment, expansion: ExpansionContext): ExpandedWord[] {
  if (index) expandText(index, expansion);
  if (value.type === 'ArrayValue') return value.elements.flatMap((element) => expandWord(element, expansion));
  return [expandText(value, expansion)];
}

/** Expands an assignment among the arguments (`export A=b`, `dd of=x`) as a word. */
export function expandAssignmentWord(assignment: Assignment, expansion: ExpansionContext): ExpandedWord {
  const values = expandAssignmentValue(assignment, expansion);
  const head = `${assignment.name}${assignment.append ? '+' : ''}=`;
  if (assignment.value.type === 'ArrayValue') expansion.scope.set(assignment.name, values);
  const { text, glob } = concatenateWords(values);
  return createWord(head + text, glob);
}
