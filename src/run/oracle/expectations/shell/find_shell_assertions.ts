import {
  readShellStatements,
  type ShellStatement,
  type StatementWord,
} from '../../../../language/shell/read_shell_statements.js';
import { assertionWords } from '../assertions/assertion_words.js';
import type { DecidedAssertion, LiteralLeaf } from '../assertions/decided_assertion.js';

const LITERAL = /^('[^']*'|"[^"$`\\]*"|[\w.,:/@%+-]+)$/;
const OPERATOR = /^(=|==|-eq)$/;
const { failure: FAILURE, output: OUTPUT } = assertionWords.shell;

/** Comparison `[ left = right ]` of a script. */
interface ShellComparison {
  left: StatementWord;
  right: StatementWord;
}

/** Function that compares one of its parameters with something else, or with another one. */
interface ComparedParameter {
  indexes: number[];
  /** True if the comparison is the status of the function. */
  isReturned: boolean;
}

/**
 * Finds the decided assertions of a shell script: comparisons with a literal, in the file or in a function that is a
 * test, whose failure ends it or is handed on as `$?`, and calls of functions that compare one of their parameters.
 */
export function findShellAssertions(content: string): DecidedAssertion[] {
  const commands = readShellStatements(content);
  if (!commands) return [];
  const helpers = new Map<string, ComparedParameter>();
  const names = new Set(commands.flatMap(({ enclosing }) => enclosing.filter((each) => each.endsWith('()'))));
  for (const name of names) {
    const parameter = findComparedParameter(commands, name);
    if (parameter) helpers.set(name.slice(0, -2), parameter);
  }
  return commands.flatMap((command, i) => {
    const [scope] = command.enclosing;
    const isTest =
      scope?.endsWith('()') && command.enclosing.length === 1 && isTestFunction(commands, scope.slice(0, -2));
    const isBranching = command.enclosing.length === 1 && scope === 'if' && command.before === 'if';
    if (command.enclosing.length > 0 && !isTest && !isBranching) return [];
    if (commands.some((each, j) => mayLeave(each) && canEndBefore(each, j < i, isTest ? scope : undefined))) return [];
    const comparison = readComparison(command);
    if (isBranching) {
      if (!comparison || command.after !== ';' || !failsElse(listConditional(commands, i), 0)) return [];
      return resolveComparison(comparison, { ...command, before: ';', after: '||' }, FAILING, undefined);
    }
    if (comparison) return resolveComparison(comparison, command, commands[i + 1], isTest ? scope : undefined);
    const helper = helpers.get(command.words[0].text);
    const operands = helper && !isTest ? helper.indexes.map((index) => command.words[index]) : [];
    const [word, ...more] = operands.filter((each) => each && LITERAL.test(each.text));
    if (!word || more.length > 0 || !isReported(command, commands[i + 1], helper)) return [];
    const label = command.words.slice(1).find((each) => each !== word && LITERAL.test(each.text));
    return [{ place: command.start, test: label && unquote(label.text), leaves: [createLeaf(word)] }];
  });
}

/** Command that stands for a branch that fails. */
const FAILING: ShellStatement = {
  start: 0,
  words: [
    { start: 0, text: 'exit' },
    { start: 0, text: '1' },
  ],
  before: '||',
  after: ';',
  enclosing: [],
};

/** Lists the commands of the `if` of a script whose condition is at an index. */
function listConditional(commands: readonly ShellStatement[], condition: number): ShellStatement[] {
  const rest = commands.slice(condition + 1);
  const end = rest.findIndex(({ before, enclosing }) => before === 'if' || enclosing[0] !== 'if');
  return [commands[condition]!, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** Tells whether a call fails the script, or its function reports, where the comparison fails. */
function isReported(
  { before, after }: ShellStatement,
  next: ShellStatement | undefined,
  helper: ComparedParameter | undefined,
): boolean {
  if (!/^(;|fi|done|esac|\})$/.test(before)) return false;
  if (!helper?.isReturned) return after === ';';
  return after === '||' ? isFailure(next) : after === ';' && isToldStatus(next);
}

/**
 * Tells whether a command that leaves without a failure can do so before an assertion of the script, or of a test
 * function.
 */
function canEndBefore({ words, enclosing }: ShellStatement, isEarlier: boolean, scope: string | undefined): boolean {
  const isReturn = words[0].text === 'return';
  if (scope === undefined || enclosing[0] === scope) return isEarlier;
  // Any function that the test calls may end the whole script.
  return !isReturn && (isEarlier || enclosing[0]?.endsWith('()') === true);
}

/** Tells whether a command may leave a list without a failure. */
const mayLeave = ({ words, before }: ShellStatement): boolean =>
  (words[0].text === 'exec' && words.length > 1) ||
  (/^(return|exit)$/.test(words[0].text) && !/^[1-9]/.test(words[1]?.text ?? (before === '||' ? '1' : '0')));

/** Tells whether a command ends a function or the script with a failure. */
const isFailure = (command: ShellStatement | undefined): boolean =>
  command !== undefined && FAILURE.test(command.words[0].text) && !mayLeave(command);

const isStatus = ({ text }: StatementWord): boolean => /^"?\$\?"?$/.test(text);

/** Tells whether a command is told the status of the one before it, and does not itself decide what it means. */
const isToldStatus = (command: ShellStatement | undefined): boolean =>
  command?.words.slice(1).some(isStatus) === true && !/^(\[|\[\[|test|!|case)$/.test(command.words[0].text);

function readComparison({ words }: ShellStatement): ShellComparison | undefined {
  const texts = words.map(({ text }) => text);
  const isBracket = (texts[0] === '[' && texts[4] === ']') || (texts[0] === '[[' && texts[4] === ']]');
  const isTest = texts[0] === 'test' && texts.length === 4;
  if (!(isTest || (isBracket && texts.length === 5)) || !OPERATOR.test(texts[2]!)) return undefined;
  // Without quotes the right side of `[[ a == b ]]` is a pattern.
  if (texts[0] === '[[' && !/^["']|^[\w.]+$/.test(texts[3]!)) return undefined;
  return { left: words[1]!, right: words[3]! };
}

/** Resolves a comparison with a literal whose failure is an exit, a return, or `$?` of the next command. */
function resolveComparison(
  { left, right }: ShellComparison,
  command: ShellStatement,
  next: ShellStatement | undefined,
  scope: string | undefined,
): DecidedAssertion[] {
  const [literal, computed] = LITERAL.test(right.text) ? [right, left] : [left, right];
  // Counters of a script are no expectations.
  if (!LITERAL.test(literal.text) || !/\$([({]?[\w"./~]|\?)/.test(computed.text) || LITERAL.test(computed.text))
    return [];
  // Without quotes an output may be an expression of its own, such as `! 4`.
  if (command.words[0].text !== '[[' && !/^("|\$[?#]$)/.test(computed.text)) return [];
  if (/^"?\$\{?(#|[a-z_]*(fail|error|bad|count)\w*\}?"?$)/i.test(computed.text)) return [];
  const starts = /^(;|fi|done|esac|\})$/.test(command.before);
  const fails = command.after === '||' && isFailure(next);
  const isHandedOn = command.after === ';' && isToldStatus(next);
  const isLast = scope !== undefined && command.after === ';' && next?.enclosing[0] !== scope;
  if (!starts || !(fails || isHandedOn || isLast)) return [];
  const label = isHandedOn ? next?.words.slice(1).find(({ text }) => LITERAL.test(text)) : undefined;
  const test = scope?.slice(0, -2) ?? (label && unquote(label.text));
  return [{ place: command.start, test, leaves: [createLeaf(literal)] }];
}

/** Tells whether a function is only called as a test: alone, as a condition, or by a name from a list. */
function isTestFunction(commands: readonly ShellStatement[], name: string): boolean {
  const uses = commands.filter(({ words }) => words.some(({ text }) => text === name));
  return (
    uses.length > 0 &&
    uses.every((use) => {
      const { words, before: operatorBefore, after: operatorAfter, enclosing } = use;
      if (words[0].text === 'for') return true;
      if (/^(while|until)$/.test(operatorBefore)) return false;
      if (/^(if|elif)$/.test(operatorBefore) && listBranch(commands, commands.indexOf(use)).some(isFailure))
        return false;
      const isPlain = words[0].text === name && words.length === 1 && !/^(&&|\|\||\||!)$/.test(operatorBefore);
      return isPlain && !/^(\|\||\||&)$/.test(operatorAfter) && !enclosing.includes('(');
    })
  );
}

/** Lists the commands of the branch that is taken where a condition holds. */
function listBranch(commands: readonly ShellStatement[], condition: number): ShellStatement[] {
  const rest = commands.slice(condition + 1);
  const depth = commands[condition]!.enclosing.length;
  const end = rest.findIndex(
    ({ before, enclosing }) => enclosing.length < depth || (enclosing.length === depth && /^(else|elif)$/.test(before)),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

/** Tells whether a command prints that a test failed. */
const saysFailure = ({ words }: ShellStatement): boolean =>
  OUTPUT.test(words[0].text) && words.some(({ text }) => /\b(not ok|fail)/i.test(text));

/**
 * Tells whether a condition of a function only tells what holds where it holds, and fails, or counts, where it does
 * not.
 */
function failsElse(body: readonly ShellStatement[], condition: number): boolean {
  const branch = listBranch(body, condition);
  const rest = body.slice(condition + 1 + branch.length);
  const isPlain = ({ words: [first, second] }: ShellStatement) =>
    OUTPUT.test(first.text) ||
    /^(:|true|local|shift)$/.test(first.text) ||
    /^\w+=/.test(first.text) ||
    (/^(return|exit)$/.test(first.text) && second !== undefined) ||
    /^fail\w*$/.test(first.text);
  const [first] = rest;
  return (
    first?.before === 'else' &&
    branch[0]?.before === 'then' &&
    [...branch, ...rest].every(isPlain) &&
    !branch.some((each) => isFailure(each) || saysFailure(each)) &&
    rest.some((each) => isFailure(each) || saysFailure(each) || /^\w+=/.test(each.words[0].text))
  );
}

/** Finds the parameter that a function compares and else only prints; undefined if there is none, or are several. */
function findComparedParameter(commands: readonly ShellStatement[], scope: string): ComparedParameter | undefined {
  const body = commands.filter(({ enclosing }) => enclosing[0] === scope);
  const compared = body.flatMap((command, i) => {
    const comparison = command.enclosing.length <= 2 && readComparison(command);
    const isCondition =
      command.enclosing.length === 2 && command.before === 'if' && command.after === ';' && failsElse(body, i);
    const next = body[i + 1];
    const isHandedOn = command.enclosing.length === 1 && isToldStatus(next);
    const fails = command.after === '||' && isFailure(next);
    const isLast = command.enclosing.length === 1 && next === undefined;
    const isPlain =
      isCondition || (command.after === ';' && (isHandedOn || isLast)) || (command.enclosing.length === 1 && fails);
    return comparison && isPlain && !body.slice(0, i).some(mayLeave)
      ? [{ ...comparison, command, isReturned: isLast && !isCondition }]
      : [];
  });
  const alternatives = body.filter(
    (each) => readComparison(each) || /^(\[|test|\[\[|grep|case)$/.test(each.words[0].text),
  );
  if (compared.length !== 1 || alternatives.length !== 1) return undefined;
  const { left, right, command, isReturned } = compared[0]!;
  const indexes: number[] = [];
  for (let index = 1; index <= 9; index++) {
    const variable = findVariable(body, index);
    if (!variable) continue;
    const isOwn = (text: string) => variable.test(text);
    const [parameter, opposite] = isOwn(right.text) ? [right, left] : [left, right];
    const rest = parameter.text.replace(variable, '');
    if (!isOwn(parameter.text) || isOwn(opposite.text) || rest.includes('$') || rest.includes('`')) continue;
    if (/\$/.test(opposite.text) && !hasOtherUse(body, command, variable, index)) indexes.push(index);
  }
  return indexes.length > 0 ? { indexes, isReturned } : undefined;
}

/** Finds how a function refers to a parameter: `$2`, or the name of a variable that is set to it once. */
function findVariable(body: readonly ShellStatement[], index: number): RegExp | undefined {
  const pattern = new RegExp(`^(\\w+)=("?)\\$\\{?${index}\\}?\\2$`);
  const set = body.flatMap(({ words }) => words.flatMap(({ text }) => pattern.exec(text)?.[1] ?? []));
  if (set.length > 1) return undefined;
  const name = set[0] ?? String(index);
  const assigned = body.flatMap(({ words }) => words.filter(({ text }) => text.startsWith(`${name}=`)));
  return assigned.length > 1 ? undefined : new RegExp(`\\$(${name}(?!\\w)|\\{${name}\\})`);
}

/** Tells whether a function uses a parameter otherwise than to compare or to print it. */
function hasOtherUse(
  body: readonly ShellStatement[],
  comparison: ShellStatement,
  variable: RegExp,
  index: number,
): boolean {
  let isShifted = false;
  return body.some((command) => {
    const [first, ...rest] = command.words;
    const count = /^\d+$/.test(rest[0]?.text ?? '') ? Number(rest[0]!.text) : 1;
    if (first.text === 'shift') isShifted ||= count >= index;
    if (command === comparison || OUTPUT.test(first.text)) return false;
    const isSet = new RegExp(`^\\w+=("?)\\$\\{?${index}\\}?\\1$`);
    return command.words.some(({ text }) => {
      if (!isShifted && /\$[@*]|\$\{[@*]/.test(text)) return true;
      if (isSet.test(text)) return false;
      // A message has words of its own.
      return variable.test(text) && !/^"[^"]*[a-z]{3,}[ :][^"]*"$/.test(text);
    });
  });
}

const createLeaf = ({ start, text }: StatementWord): LiteralLeaf => ({ start, end: start + text.length, type: 'word' });

const unquote = (text: string): string => text.replace(/^(['"])(.*)\1$/s, '$2');
