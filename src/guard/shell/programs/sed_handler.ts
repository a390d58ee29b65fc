import { compilePattern } from '../../arguments/compile_pattern.js';
import { createWord, replaceWithUnevaluated, replaceWithUnknown, UNKNOWN_VALUE } from '../../invocation.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import { feedContext } from '../model/execution_context.js';
import { joinOutputs, type ReadingBudget } from '../model/reading_budget.js';
import type { ShellCall } from '../model/shell_interpreter.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

/** Parts of a sed command, by the groups of `sed_command` in forms.yml; one that prints or deletes lines has none. */
type SedCommand = Partial<NonNullable<RegExpExecArray['groups']>>;

/** Maximum length of a script that is parsed, in characters. */
const MAX_SCRIPT = 10_000;

/** Parses a sed script into commands; undefined if the script cannot be parsed. */
function parseSedScript(script: string): SedCommand[] | undefined {
  if (script.length > MAX_SCRIPT) return undefined;
  const commands: SedCommand[] = [];
  for (let index = 0; index < script.length; index = forms.sed_command.lastIndex) {
    forms.sed_command.lastIndex = index;
    const groups = forms.sed_command.exec(script)?.groups;
    if (!groups) return undefined;
    if (groups.between === undefined) commands.push(groups);
  }
  return commands;
}

/** Maximum number of repetitions in a pattern, and cost of matching it, in characters. */
const MAX_REPEATED = 2;
const MAX_MATCHING = 300_000;
const MATCHING_STEP = 128;
/** Cost of interpreting one command of a script, in steps. */
const COMMAND_STEPS = 8;

/** Applies `s/a/b/` of sed to every line of a text. A known text becomes unread if the command is not evaluated. */
function replaceLines(text: string, command: SedCommand, extended: boolean, budget: ReadingBudget): string {
  const { pattern = '', replacement = '', flags = '', delimiter = '' } = command;
  if (text.includes(UNKNOWN_VALUE)) return replaceWithUnevaluated(text);
  const plain = (part: string) => part.replaceAll(`\\${delimiter}`, () => delimiter);
  const repeated = pattern.match(/[*+{]/g)?.length ?? 0;
  const expression = /^[gpeI]*$/i.test(flags) ? compileExpression(plain(pattern), flags, extended) : undefined;
  // The end of the last line does not begin another.
  const lines = text.replace(/\n$/, '').split('\n');
  const cost = lines.reduce((sum, line) => sum + line.length ** (repeated + 1), 0);
  const isCheap = repeated <= MAX_REPEATED && cost <= MAX_MATCHING && budget.spend(Math.ceil(cost / MATCHING_STEP));
  // Line breaks and case conversions are not evaluated.
  if (!expression || !isCheap || /^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(replacement))
    return replaceWithUnevaluated(text);
  const filled = plain(replacement).replace(/\\([\s\S])|[$&]/g, (sign, escaped) =>
    /\d/.test(escaped) ? `$${escaped}` : (escaped ?? (sign === '&' ? '$&' : '$$')),
  );
  return lines.map((line) => line.replace(expression, filled)).join('\n') + (text.endsWith('\n') ? '\n' : '');
}

/** Compiles a pattern of literal characters, `.`, sets, groups, repetitions and anchors; undefined if it has anything else. */
function compileExpression(pattern: string, flags: string, extended: boolean): RegExp | undefined {
  // A class of white space has escapes in it.
  const plain = pattern.replace(/\[:(\w+):\]/g, (form, name) => vocabulary.characterClasses[name] ?? form);
  if (/\\[\w<>'\x60]|\[[:.=]/.test(plain)) return undefined;
  const source = plain.replace(
    /\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,
    (sign, escaped, not, set: string | undefined) => {
      if (set !== undefined) return `[${not}${set.replace(/[\\\]](?!s)/g, '\\$&')}]`;
      // A sign that one dialect takes literally is an operator of the other.
      const isOperator = /[(){}|+?]/.test(escaped ?? sign);
      if (isOperator && (escaped === undefined) === extended) return escaped ?? sign;
      return escaped === undefined || isOperator ? `\\${escaped ?? sign}` : sign;
    },
  );
  // A repeated group can take exponential time.
  if (/[^\\]\)[*+?{]/.test(source)) return undefined;
  return compilePattern(source, `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`);
}

/** Handles sed: what its script runs (`e`), writes (`w`) and reads (`r`), and how it changes known text. */
export function sedHandler(call: ShellCall): string {
  const { options, operands } = splitOptions(call.args, vocabulary.getopt.sed);
  const scripts = getOptionValues(options, 'e', 'expression').map(({ text }) => text);
  const fromFile = getOptionValues(options, 'f', 'file').map((path) => call.readFiles([path]));
  if (scripts.length === 0 && fromFile.length === 0) scripts.push(operands.shift()?.text ?? '');
  const script = [...scripts, ...fromFile].join('\n');
  const commands = parseSedScript(script);
  call.interpreter.budget.spend(COMMAND_STEPS * (commands?.length ?? 0));
  const redirects = (commands ?? []).flatMap((command) => {
    const path = getFile(command);
    const kind = command.input === undefined ? 'write' : 'read';
    return path ? [{ kind, path: createWord(path) } as const] : [];
  });
  call.redirect(redirects).record();
  // Only known text is evaluated; `-i` changes files and prints nothing.
  const inPlace = hasOption(options, 'i', 'in-place');
  const [file] = operands;
  const editedText = inPlace && operands.length === 1 ? call.findWritten(file!.text)?.text : undefined;
  const value = inPlace ? (editedText ?? UNKNOWN_VALUE) : call.readFiles(operands);
  if (commands === undefined) {
    // GNU sed has more commands than are parsed here; what such a script runs is unknown, if it can run or write anything.
    if (!script.includes(UNKNOWN_VALUE) && /[ew]/i.test(script))
      call.interpreter.budget.fail('unparsable', 'its sed script cannot be parsed');
    return replaceWithUnevaluated(value);
  }
  const extended = hasOption(options, 'E', 'r', 'regexp-extended');
  let text = value;
  for (const command of commands) {
    if (command.pattern !== undefined) text = replaceLines(text, command, extended, call.interpreter.budget);
    text = executeSedCommand(command, text, operands, call);
  }
  // A text that is not evaluated stays as it was.
  if (editedText !== undefined && !text.includes(UNKNOWN_VALUE)) call.write(file!.text, text);
  return inPlace ? '' : joinOutputs(text, '');
}

function getFile({ target, output, input }: SedCommand): string | undefined {
  const file = (target ?? output ?? input)?.trim();
  return forms.output_device.test(file ?? '') ? undefined : file;
}

/** Executes one command of a script on a text, in which it has replaced something. Returns the changed text. */
function executeSedCommand(command: SedCommand, text: string, operands: ShellCall['args'], call: ShellCall): string {
  const code = command.command?.trim();
  if (command.other !== undefined) return replaceWithUnevaluated(text);
  if (code === '') return runTextAsCommands(text, operands, call);
  if (code !== undefined) call.runShell(code);
  if (code !== undefined || command.input !== undefined) return replaceWithUnknown(text);
  if (command.flags?.includes('e')) {
    if (!text.includes(UNKNOWN_VALUE)) return runTextAsCommands(text, [], call);
    // In unknown text, the inserted part is still known.
    call.runShell(command.replacement!.replace(/\\\d|&/g, UNKNOWN_VALUE).replace(/\\([\s\S])/g, '$1'));
    return operands.length > 0 ? UNKNOWN_VALUE : runTextAsCommands(text, [], call);
  }
  const file = getFile(command);
  if (file !== undefined) call.write(file, text);
  return text;
}

/** Runs each line of the text as a command. For unknown text, records that a shell runs it. */
function runTextAsCommands(text: string, files: ShellCall['args'], call: ShellCall): string {
  const fed = call.with({ context: feedContext(call.context, text, call.context.input) });
  if (text === UNKNOWN_VALUE) fed.runWords([createWord('sh'), ...files]);
  else for (const line of text.split('\n')) call.consumeInput().runShell(line);
  return UNKNOWN_VALUE;
}
