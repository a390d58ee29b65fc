import {
  type ExpandedWord,
  replaceWithUnevaluated,
  replaceWithUnknown,
  UNKNOWN_VALUE,
  UNREAD_VALUE,
} from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { MAX_LINE_LENGTH, type ReadingBudget } from '../model/reading_budget.js';
import {
  addWrapper,
  consumeInput,
  createChildScope,
  createWord,
  type ExecutionContext,
  InputStream,
  type ProgramHandler,
  type ShellCall,
  type ShellInterpreter,
} from '../model/shell_interpreter.js';
import { findWrittenText, readContent } from '../outputs/file_outputs.js';
import { parseSedScript, type SedCommand } from '../syntax/parse_sed_script.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

const MAX_REPLACEMENT = 200;
const MAX_REPEATED = 2;
const MAX_MATCHING = 300_000;
const MATCHING_STEP = 128;

/** Replacement command of sed: `s/PATTERN/REPLACEMENT/FLAGS`. */
interface SedReplacement {
  pattern: string;
  replacement: string;
  flags: string;
  /** Character around both parts. */
  delimiter: string;
}

/** Applies `s/a/b/` of sed to every line of a text. A known text becomes unread if the command is not evaluated. */
function replaceLines(text: string, command: SedReplacement, extended: boolean, budget: ReadingBudget): string {
  const { pattern, replacement, flags } = command;
  if (text.includes(UNKNOWN_VALUE) || pattern.includes(UNKNOWN_VALUE)) return replaceWithUnevaluated(text + pattern);
  if (!/^[gpeI]*$/i.test(flags) || replacement.length > MAX_REPLACEMENT || text.length > MAX_LINE_LENGTH)
    return replaceWithUnevaluated('');
  const plain = (part: string) => part.replaceAll(`\\${command.delimiter}`, () => command.delimiter);
  const expression = compileExpression(plain(pattern), extended);
  const parts = expression && parseReplacement(plain(replacement));
  const result = expression && compileMatcher(expression.source, flags);
  if (!result || !parts) return replaceWithUnevaluated('');
  const lines = text.split('\n');
  const cost = lines.reduce((sum, line) => sum + line.length ** (expression.repeated + 1), 0);
  if (cost > MAX_MATCHING || !budget.spend(Math.ceil(cost / MATCHING_STEP))) return replaceWithUnevaluated('');
  // The end of the last line does not begin another.
  const last = lines.at(-1) === '' && lines.length > 1 ? lines.pop() : undefined;
  const changed = lines.map((line) =>
    line.replace(result, (...groups: string[]) =>
      parts.map((part) => (typeof part === 'number' ? (groups[part] ?? '') : part)).join(''),
    ),
  );
  return [...changed, ...(last === undefined ? [] : [last])].join('\n');
}

function compileMatcher(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`);
  } catch {
    return undefined;
  }
}

/** Parses a replacement into texts and group numbers; undefined if it is not evaluated. */
function parseReplacement(replacement: string): (string | number)[] | undefined {
  // Case conversions (`\\U`) are not evaluated.
  if (/\\[a-zA-Z]/.test(replacement.replaceAll('\\n', '').replaceAll('\\t', ''))) return undefined;
  return [...replacement.matchAll(/\\([\s\S])|(&)|([^\\&]+)/g)].map(([, escaped, whole, text]) => {
    if (whole !== undefined) return 0;
    if (escaped === undefined) return text!;
    if (/\d/.test(escaped)) return Number(escaped);
    return escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped;
  });
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: ' \\t\\r\\f\\v',
  blank: ' \\t',
};

/** Converts a pattern to a regular expression, as far as both dialects agree; undefined if it is not evaluated. */
function compileExpression(pattern: string, extended: boolean): { source: string; repeated: number } | undefined {
  let repeated = 0;
  let existing = true;
  const source = pattern.replace(
    /\\([\s\S])|\[(\^?)(\]?(?:\[:\w+:\]|[^\]])*)\]|[\s\S]/g,
    (whole, escaped: string | undefined, not: string | undefined, set: string | undefined, index: number) => {
      if (set !== undefined) {
        const inside = set.replace(/\[:(\w+):\]/g, (all, name: string) => {
          if (!Object.hasOwn(CLASSES, name)) existing = false;
          return CLASSES[name] ?? all;
        });
        return `[${not ?? ''}${inside.replace(/\\(?![trfv])|\]/g, '\\$&')}]`;
      }
      if (escaped !== undefined) {
        if (escaped === 'n' || escaped === 't' || escaped === 's' || escaped === 'S' || escaped === 'w') return whole;
        const operator = /[(){}|+?]/.test(escaped);
        if (/[\w<>\x60']/.test(escaped)) existing = false;
        if (!operator) return `\\${escaped}`;
        return extended ? `\\${escaped}` : counted(escaped);
      }
      if (whole === '*') return index === 0 || (!extended && pattern[index - 1] === '^') ? '\\*' : counted('*');
      if (/[(){}|+?]/.test(whole)) return extended ? counted(whole) : `\\${whole}`;
      if (whole === '^' && index > 0 && !/[(|]/.test(pattern[index - 1]!)) return extended ? '^' : '\\^';
      if (whole === '$' && index < pattern.length - 1 && !extended && pattern[index + 1] !== '\\') return '\\$';
      return /[/\]]/.test(whole) ? `\\${whole}` : whole;
    },
  );
  function counted(operator: string): string {
    if (operator === '{') existing = false;
    if (/[*+?]/.test(operator)) repeated += 1;
    return operator;
  }
  // A repeated group can take exponential time.
  if (!existing || repeated > MAX_REPEATED || /\)[*+]/.test(source) || source === '') return undefined;
  return { source, repeated };
}

/** Cost of interpreting one command of a script, in steps. */
const COMMAND_STEPS = 8;

/** Files that stand for the standard output. */
const OUTPUTS = /^\/dev\/(?:stdout|stderr|fd\/[12])$/;

/** Handles sed: what its script runs (`e`), writes (`w`) and reads (`r`), and how it changes known text. */
export const sedHandler: ProgramHandler = (call, interpreter) => {
  const { options, operands } = splitOptions(call.args, vocabulary.getopt.sed);
  const scripts = getOptionValues(options, 'e', 'expression').map(({ text }) => text);
  const fromFile = getOptionValues(options, 'f', 'file').map(({ text }) => readScript(text, call, interpreter));
  if (scripts.length === 0 && fromFile.length === 0) scripts.push(operands.shift()?.text ?? '');
  const script = [...scripts, ...fromFile].join('\n');
  const commands = parseSedScript(script);
  interpreter.budget.spend(COMMAND_STEPS * (commands?.length ?? 0));
  const redirects = (commands ?? []).flatMap((command) => {
    const path = 'file' in command && command.file !== undefined && !OUTPUTS.test(command.file) ? command.file : '';
    if (path === '') return [];
    return [{ kind: command.kind === 'read' ? ('read' as const) : ('write' as const), path: createWord(path) }];
  });
  const context: ExecutionContext = { ...call.context, redirects: [...call.context.redirects, ...redirects] };
  interpreter.addInvocation({ ...call, context });
  // Only known text is evaluated; `-i` changes files and prints nothing.
  const inPlace = hasOption(options, 'i', 'in-place');
  const value = inPlace ? UNKNOWN_VALUE : readContent(call, interpreter, operands);
  if (commands === undefined) {
    // GNU sed has more commands than are parsed here; what such a script runs is unknown.
    if (!script.includes(UNKNOWN_VALUE)) interpreter.budget.fail('unparsable', 'its sed script cannot be parsed');
    return replaceWithUnevaluated(value);
  }
  const extended = hasOption(options, 'E', 'r', 'regexp-extended');
  let text = value;
  for (const command of commands) text = executeSedCommand(command, { text, extended, operands }, call, interpreter);
  return inPlace ? '' : text.length > MAX_LINE_LENGTH ? UNREAD_VALUE : text;
};

interface SedInput {
  text: string;
  extended: boolean;
  /** Input files. */
  operands: readonly ExpandedWord[];
}

/** Executes one command of a script on a text. Returns the changed text. */
function executeSedCommand(
  command: SedCommand,
  { text, extended, operands }: SedInput,
  call: ShellCall,
  interpreter: ShellInterpreter,
): string {
  const inside = addWrapper(call.context, call.program);
  switch (command.kind) {
    case 'select':
      return text;
    case 'other':
      return replaceWithUnevaluated(text);
    case 'read':
      return text.includes(UNKNOWN_VALUE) ? replaceWithUnknown(text) : UNKNOWN_VALUE;
    case 'write':
      writeText(command.file, text, call, interpreter);
      return text;
    case 'execute':
      if (command.command !== '') {
        interpreter.runScript(command.command, createChildScope(call), inside);
        return text.includes(UNKNOWN_VALUE) ? replaceWithUnknown(text) : UNKNOWN_VALUE;
      }
      return runTextAsCommands(text, operands, call, interpreter);
    default: {
      const changed = replaceLines(text, command, extended, interpreter.budget);
      if (command.flags.includes('e')) {
        // In unknown text, the inserted part is still known.
        if (changed.includes(UNKNOWN_VALUE))
          interpreter.runScript(getPlainReplacement(command), createChildScope(call), inside);
        if (!changed.includes(UNKNOWN_VALUE) || operands.length === 0)
          runTextAsCommands(changed, [], call, interpreter);
        return UNKNOWN_VALUE;
      }
      if (command.file !== undefined) writeText(command.file, changed, call, interpreter);
      return changed;
    }
  }
}

const writeText = (path: string, text: string, { scope }: ShellCall, { files }: ShellInterpreter): void => {
  if (!OUTPUTS.test(path)) files.write(path, text, scope.folder);
};

/** Runs each line of the text as a command. For unknown text, records that a shell runs it. */
function runTextAsCommands(
  text: string,
  files: readonly ExpandedWord[],
  call: ShellCall,
  interpreter: ShellInterpreter,
): string {
  const scope = createChildScope(call);
  const context = addWrapper(call.context, call.program);
  if (text !== UNKNOWN_VALUE)
    for (const line of text.split('\n')) interpreter.runScript(line, scope, consumeInput(context));
  else if (files.length > 0) for (const file of files) interpreter.runWords([createWord('sh'), file], scope, context);
  else interpreter.runWords([createWord('sh')], scope, { ...context, stdin: new InputStream(text) });
  return UNKNOWN_VALUE;
}

const getPlainReplacement = ({ replacement }: { replacement: string }): string =>
  replacement.replace(/\\([\s\S])|&/g, (whole, escaped: string | undefined) =>
    whole === '&' || /\d/.test(escaped ?? '') ? UNKNOWN_VALUE : escaped === 'n' ? '\n' : (escaped ?? ''),
  );

const readScript = (path: string, call: ShellCall, interpreter: ShellInterpreter): string =>
  (path === '-' ? call.context.stdin?.readRest() : undefined) ??
  findWrittenText(path, call, interpreter) ??
  UNKNOWN_VALUE;
