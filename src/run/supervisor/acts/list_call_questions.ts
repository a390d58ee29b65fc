import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { isJsonObject, toNonEmptyText } from '../../../gateway/dialects/dialect.js';
import type { ActQuestion } from './act_question.js';
import { isEditorCall, listEditQuestions } from './list_edit_questions.js';
import { hasPatch, listPatchEdits } from './list_patch_edits.js';

/** Maximum number of questions per call; the rest counts as unread. */
const MAX_QUESTIONS = 64;
/** Maximum depth of arguments; deeper ones count as unread. */
const MAX_DEPTH = 12;

/** Fields whose text is a command line of the shell. */
const COMMANDS = /^(?:command|commands|cmd|cmds|run|script|shell|bash|shell_?command|command_?line|argv)$/i;
const CODE = /^(?:code|python|python_code|javascript|source_code)$/i;
const FOLDERS = ['workdir', 'working_directory', 'workingDirectory', 'cwd', 'dir_path', 'directory'];
/** Fields with words or search patterns, which no program executes. */
const WORDS = new RegExp(
  [
    '^(?:description|explanation|prompt|query|queries|pattern|regex|search|thoughts?|reasoning|title|',
    'message|url|content|contents|text|file_text|(?:old|new)_?(?:str|string|text|source)|',
    'justification)$',
  ].join(''),
  'i',
);
/** Tools that only read: their arguments are search words. Their name does not matter if an argument is a command. */
const SEARCH_TOOLS = new RegExp(
  [
    '^(?:read|read_?files?|read_?many_?files|view|grep|grep_search|glob|ls|list_?(?:dir|directory|',
    'files)|find_files?|search|search_?file_?content|file_search|codebase_search|web_?search|',
    'web_?fetch|google_web_search|view_image|bashoutput|task|agent)$',
  ].join(''),
  'i',
);
const PLANNING_TOOLS = /^(?:todo_?write|write_?todos?|update_?(?:plan|todos?)|todo|plan|exit_?plan_?mode)$/i;
const SHELLS = new RegExp(
  [
    '^(?:bash|sh|shell|shell_command|terminal|exec|execute|exec_command|run|command|local_shell|',
    'run_?shell_?command|run_?terminal_?cmd|run_?command|execute_?command|execute_?bash|',
    String.raw`container\.exec|unified_exec|powershell)$`,
  ].join(''),
  'i',
);
const INTERPRETERS: readonly [tools: RegExp, program: string][] = [
  [/javascript|\bjs\b|js_repl|node/i, 'node -e'],
  [/ruby/i, 'ruby -e'],
  [/perl/i, 'perl -e'],
  [/php/i, 'php -r'],
  [/./, 'python3 -c'],
];
const SHELL_LANGUAGE = /^(?:bash|sh|shell|zsh)$/i;

const UNREAD_REST = `more than ${MAX_QUESTIONS} commands and edits of one call`;
const UNREAD_DEPTH = `arguments that are nested deeper than ${MAX_DEPTH} times`;

/** Call of a tool, requested or made. */
interface ToolCallRequest {
  tool: string;
  arguments: unknown;
}

/** Lists the questions that a call poses: commands, edits, code, and words of a plan. */
export function listCallQuestions({ tool, arguments: args }: ToolCallRequest): ActQuestion[] {
  const name = getOwnToolName(tool);
  const questions: ActQuestion[] = [];
  for (const question of generateQuestions(name, args)) {
    if (questions.length === MAX_QUESTIONS) return [...questions, { form: 'unread', text: UNREAD_REST }];
    questions.push(question);
  }
  return questions;
}

/** Returns true if the arguments of a tool are words of a plan. */
export const isPlanningTool = (tool: string): boolean => PLANNING_TOOLS.test(getOwnToolName(tool));

/** Returns the name of a tool at its server: `mcp__server__tool`, `server.tool`, `server/tool`. */
export const getOwnToolName = (tool: string): string =>
  tool === 'container.exec' ? tool : tool.split(/__|[./:]/).at(-1)!;

function* generateQuestions(tool: string, args: unknown): Generator<ActQuestion> {
  if (SEARCH_TOOLS.test(tool)) {
    if (isJsonObject(args) && !isEditorCall(args)) yield* generateCommandFieldQuestions(args);
    return;
  }
  if (PLANNING_TOOLS.test(tool)) {
    const text = collectTexts(args).join('\n\n');
    if (text !== '') yield { form: 'text', text };
    return;
  }
  if (typeof args === 'string') {
    yield* generateTextQuestions(tool, args);
    return;
  }
  if (Array.isArray(args)) {
    const line = toCommandLine(args);
    if (SHELLS.test(tool) && line !== undefined) yield* generateCommandQuestions(line, undefined);
    return;
  }
  if (!isJsonObject(args)) return;
  yield* listEditQuestions(args);
  yield* generateArgumentQuestions(tool, args, findFolder(args), MAX_DEPTH);
}

/** Generates the command lines of fields with a matching name. */
function* generateCommandFieldQuestions(args: Record<string, unknown>): Generator<ActQuestion> {
  for (const [name, value] of Object.entries(args))
    if (COMMANDS.test(name)) yield* generateFieldQuestions(name, value, findFolder(args));
}

function* generateFieldQuestions(name: string, value: unknown, folder: string | undefined): Generator<ActQuestion> {
  const lines = /s$/i.test(name) && Array.isArray(value) ? value : [value];
  for (const each of lines) {
    const line = toCommandLine(each);
    if (line !== undefined && line.trim() !== '') yield* generateCommandQuestions(line, folder);
  }
}

/** Generates questions for arguments that are not JSON. */
function* generateTextQuestions(tool: string, text: string): Generator<ActQuestion> {
  if (hasPatch(text)) yield* listPatchEdits(text);
  else if (SHELLS.test(tool) || isLikeCommand(text)) yield* generateCommandQuestions(text, undefined);
  else if (/python|code|jupyter|repl/i.test(tool)) yield createCodeQuestion(tool, text);
  else if (/"(?:command|cmd|script)"\s*:/.test(text)) yield* generateCommandQuestions(text, undefined);
}

function* generateArgumentQuestions(
  tool: string,
  args: Record<string, unknown>,
  folder: string | undefined,
  depth: number,
): Generator<ActQuestion> {
  const language = toNonEmptyText(args.language) ?? toNonEmptyText(args.lang) ?? tool;
  const editor = isEditorCall(args);
  const edits = listEditQuestions(args).length > 0;
  for (const [name, value] of Object.entries(args)) {
    if (editor && name === 'command') continue;
    if (typeof value === 'string' && value.trim() === '') continue;
    if (COMMANDS.test(name)) {
      yield* generateFieldQuestions(name, value, folder);
      if (isJsonObject(value)) yield* generateNestedQuestions(tool, value, folder, depth);
    } else if (typeof value === 'string') {
      if (CODE.test(name)) {
        if (SHELL_LANGUAGE.test(language)) yield* generateCommandQuestions(value, folder);
        else yield createCodeQuestion(language, value);
      } else if (hasPatch(value) && /patch|input|diff/i.test(`${tool} ${name}`)) yield* listPatchEdits(value);
      else if (name === 'chars' || (!WORDS.test(name) && !edits && isLikeCommand(value)))
        yield* generateCommandQuestions(value, folder);
    } else if (isJsonObject(value)) yield* generateNestedQuestions(tool, value, folder, depth);
    else if (Array.isArray(value) && !WORDS.test(name) && !edits)
      for (const each of value) {
        if (isJsonObject(each)) yield* generateNestedQuestions(tool, each, folder, depth);
        else if (typeof each === 'string' && isLikeCommand(each)) yield* generateCommandQuestions(each, folder);
      }
  }
}

function generateNestedQuestions(
  tool: string,
  args: Record<string, unknown>,
  folder: string | undefined,
  depth: number,
): Iterable<ActQuestion> {
  if (depth === 0) return [{ form: 'unread', text: UNREAD_DEPTH }];
  return generateArgumentQuestions(tool, args, findFolder(args) ?? folder, depth - 1);
}

/** Generates a command line and the edits of a patch in it. */
function* generateCommandQuestions(command: string, folder: string | undefined): Generator<ActQuestion> {
  yield { form: 'command', command, ...omitUndefined({ folder }) };
  if (/apply_?patch/i.test(command) && hasPatch(command)) yield* listPatchEdits(command);
}

function createCodeQuestion(language: string, code: string): ActQuestion {
  const program = INTERPRETERS.find(([tools]) => tools.test(language))![1];
  return { form: 'code', code, command: `${program} ${quoteWord(code)}` };
}

/** Returns the command line of a value: a string, or the words of a program. */
export function toCommandLine(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string')) return undefined;
  // A shell that is given a script: the script is what is meant.
  const [program, option, script, ...rest] = value as string[];
  if (
    rest.length === 0 &&
    script !== undefined &&
    /(?:^|\/)(?:ba|z|da)?sh$/.test(program!) &&
    /^-[a-z]*c$/.test(option!)
  )
    return script;
  return (value as string[]).map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word))).join(' ');
}

const quoteWord = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

function findFolder(args: Record<string, unknown>): string | undefined {
  for (const name of FOLDERS) {
    const folder = toNonEmptyText(args[name]);
    if (folder?.startsWith('/')) return folder;
  }
  return undefined;
}

const PROGRAM = new RegExp(
  [
    String.raw`^(?:sudo\s+)?(?:git|rm|curl|wget|chmod|chown|dd|mkfs(?:\.\w+)?|kubectl|docker|terraform|psql|`,
    'mysql|npm|npx|pip3?|cargo|gem|twine|aws|gcloud|systemctl|iptables|crontab|ssh|scp|rsync|nc|kill|',
    'pkill|killall|shred|truncate|shutdown|reboot|find|tar|cat|mv|cp|bash|sh|python3?|node|useradd|',
    String.raw`passwd|mount|umount|eval|openssl)\s+(?:-|[~/.$*'"]|(?:push|reset|clean|checkout|restore|branch|`,
    'stash|rebase|clone|commit|delete|apply|destroy|run|publish|install|uninstall|exec|system|prune|',
    String.raw`stop|disable)\b|[\w-]+[/.=:])`,
  ].join(''),
);

/** Returns true if a text begins like a command line. */
const isLikeCommand = (text: string): boolean => PROGRAM.test(text.trimStart().slice(0, 400));

function collectTexts(args: unknown, depth = MAX_DEPTH): string[] {
  if (typeof args === 'string') return [args];
  if (typeof args !== 'object' || args === null || depth === 0) return [];
  return Object.entries(args).flatMap(([name, value]) =>
    /^(?:status|id|priority)$/.test(name) ? [] : collectTexts(value, depth - 1),
  );
}
