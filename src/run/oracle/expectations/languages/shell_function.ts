import type { ComparisonMode } from '../create_wrong_numbers.js';
import type { ShellWord } from './shell_word.js';

/** Function of a script that compares its arguments. */
export interface ShellFunction {
  name: string;
  start: number;
  end: number;
  /** Indexes of expected arguments, from 0. */
  expected: { index: number; mode: ComparisonMode }[];
  /** Index of the argument that names the test. */
  title: number;
}

const EXPECTED_PARAMETER = /^(exp\w*|want\w*|should\w*|wanted)$/i;
const MOST_SHELL_FUNCTIONS = 60;

/** Finds functions with comparisons, and the arguments that they compare. */
export function readShellFunctions(content: string, words: readonly ShellWord[]): ShellFunction[] {
  const helpers: ShellFunction[] = [];
  for (const [i, word] of words.entries()) {
    if (helpers.length >= MOST_SHELL_FUNCTIONS) break;
    const named = word.text === 'function' ? words[i + 1] : word;
    const isFunction =
      word.text === 'function' ? named?.kind === 'word' : words[i + 1]?.text === '(' && words[i + 2]?.text === ')';
    if (word.kind !== 'word' || !isFunction || !named || !/^[\w:.-]+$/.test(named.text)) continue;
    const start = content.indexOf('{', named.end);
    const close = content.indexOf('\n}', named.end);
    const line = content.indexOf('\n', named.end);
    const end = /\}\s*$/.test(content.slice(start, line < 0 ? undefined : line))
      ? line
      : close < 0
        ? content.length
        : close;
    const body = words.filter((one) => one.start > start && one.end <= end);
    if (start < 0 || end < start) continue;
    const helper = readShellFunction(named.text, start, end, body);
    if (helper.expected.length > 0) helpers.push(helper);
  }
  return helpers;
}

function readShellFunction(name: string, start: number, end: number, body: readonly ShellWord[]): ShellFunction {
  /** Variables that hold an argument. */
  const variables = new Map<string, number>();
  let shifted = 0;
  const indexOf = (text: string): number | undefined => {
    const [, position] = /\$\{?([1-9])\b/.exec(text) ?? [];
    if (position) return shifted + Number(position) - 1;
    for (const [variable, index] of variables) if (new RegExp(`\\$\\{?${variable}\\b`).test(text)) return index;
    return undefined;
  };
  const compared: { index: number; mode: ComparisonMode; sure: boolean }[] = [];
  for (const [i, { text }] of body.entries()) {
    const [, variable, value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (variable && /^"?\$\{?[1-9]\}?"?$/.test(value))
      variables.set(variable, shifted + Number(/[1-9]/.exec(value)![0]) - 1);
    if (text === 'shift') shifted += Number(/^\d$/.exec(body[i + 1]?.text ?? '')?.[0] ?? 1);
    const isComparison = /^(=|==|!=|-eq|-ne|=~)$/.test(text);
    const isPattern = /^[ef]?grep$/.test(text);
    if (!isComparison && !isPattern) continue;
    const operands = isComparison
      ? [body[i - 1], body[i + 1]]
      : body
          .slice(i + 1, i + 4)
          .filter((one) => one.kind === 'word' && !one.text.startsWith('-'))
          .slice(0, 1);
    for (const operand of operands) {
      const index = operand && indexOf(operand.text);
      if (index === undefined || !operand) continue;
      const names = [...variables].filter(([, at]) => at === index).map(([variable]) => variable);
      compared.push({
        index,
        mode: isPattern ? 'pattern' : text === '=~' || /[*]/.test(operand.text) ? 'included' : 'equal',
        sure: names.some((one) => EXPECTED_PARAMETER.test(one)),
      });
    }
  }
  const sure = compared.filter((one) => one.sure);
  const chosen = sure.length > 0 ? [...sure, ...compared.filter(({ mode }) => mode === 'pattern')] : compared;
  const expected = [...new Map(chosen.map(({ index, mode }) => [index, { index, mode }])).values()];
  const titled = [...variables].find(([variable]) =>
    /^(name|title|desc\w*|label|msg|message|what|test)$/i.test(variable),
  );
  return { name, start, end, expected, title: titled?.[1] ?? 0 };
}
