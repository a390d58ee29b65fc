import type { Function as Definition, ParsedScript } from 'unbash';
import type { CodeReader } from '../code/read_code.js';
import { LateError, readInTime } from '../end_in_time.js';
import { createWord, type ExpandedWord, hasUnreadValue, type ParsedCommand, UNKNOWN_VALUE } from '../invocation.js';
import { quoteWords } from '../quote_words.js';
import { forms } from '../vocabulary/vocabulary.js';
import type { ExecutionContext } from './model/execution_context.js';
import { createHandlerMap, ShellCall } from './model/shell_interpreter.js';
import { ShellScope } from './model/shell_scope.js';
import { WrittenFiles } from './model/written_files.js';
import { predictOutput } from './outputs/predict_output.js';
import { gitHandler } from './programs/git_handler.js';
import { programsWithCode } from './programs/programs_with_code.js';
import { runConsole, runInterpreter } from './programs/run_interpreter.js';
import { runWrappedCommand } from './programs/run_wrapped_command.js';
import { searchHandlers } from './programs/search_handlers.js';
import { shellBuiltins } from './programs/shell_builtins.js';
import { readCodeVariables, runWrittenProgram, shellHandlers } from './programs/shell_handlers.js';
import { smallLanguages } from './programs/small_languages.js';
import { taskFileHandlers } from './programs/task_file_handlers.js';
import { ScriptWalker } from './script_walker.js';
import { parseScript, recordParseErrors } from './syntax/parse_script.js';

/** Context of a command line. */
interface ReadingContext {
  /** Folder in which the line starts. */
  folder?: string | undefined;
  /** Files written by earlier commands and edits; the files that this line writes are added. */
  files?: WrittenFiles;
  /** Reader of code in other languages; without it, such code is not read. */
  readCode?: CodeReader;
}

type Body = Definition['body'];

const MAX_CALLS = 3;

const HANDLERS = createHandlerMap({
  ...shellBuiltins,
  ...shellHandlers,
  ...searchHandlers,
  ...programsWithCode,
  ...smallLanguages,
  ...taskFileHandlers,
  git: gitHandler,
});

/** Reads what a command line would do. Never throws; a line that it must not read any further has a problem. */
export function readCommand(line: string, context: ReadingContext = {}): ParsedCommand {
  const { folder, files = new WrittenFiles(), readCode } = context;
  const interpreter = new ConcreteShellInterpreter(files, readCode);
  const scope = new ShellScope(interpreter.budget);
  scope.folder = folder;
  try {
    readInTime(line, () => {
      interpreter.runScript(line, scope, { wrappers: [], redirects: [], environment: {}, isConcurrent: false });
      // They run with the functions and values that their shell has at its end.
      for (const { code, context, scope: last } of interpreter.traps.slice(0, 8))
        interpreter.runScript(code, Object.assign(last.copy(true), { ended: undefined, isRepeated: true }), context);
    });
  } catch (error) {
    // Words and substitutions are parsed when they are reached, by a parser that recurses over some shapes.
    if (error instanceof RangeError) interpreter.budget.fail('too-deep', `cannot be parsed: ${error.message}`);
    else if (error instanceof LateError) interpreter.budget.fail('too-much', error.message);
    else throw error;
  }
  const { invocations, budget } = interpreter;
  return budget.problem ? { invocations, problem: budget.problem } : { invocations };
}

class ConcreteShellInterpreter extends ScriptWalker {
  /** Bodies of the functions on the call stack. */
  private readonly bodies: Body[] = [];

  runScript(code: string, scope: ShellScope, context: ExecutionContext): string {
    if (hasUnreadValue(code)) this.budget.fail('too-much', 'it runs code that cannot be read to its end');
    // Of wholly unknown code only the program that runs it is known.
    if (code.replaceAll(UNKNOWN_VALUE, '').trim() === '') return UNKNOWN_VALUE;
    return this.budget.descend(() => {
      if (forms.unfollowed_state.test(code)) scope.isFollowed = false;
      scope.scripts = [...scope.scripts, code];
      const script = parseScript(code, this.budget);
      return script ? this.list(script.commands, scope, context, true) : UNKNOWN_VALUE;
    }, UNKNOWN_VALUE);
  }

  runSubstitution(script: ParsedScript | undefined, scope: ShellScope, context: ExecutionContext): string {
    if (!script) return UNKNOWN_VALUE;
    return this.budget.descend(() => {
      recordParseErrors(script, this.budget);
      const inner = { ...context, redirects: [], environment: {}, isPiped: false };
      return this.list(script.commands, scope.copy(), inner);
    }, UNKNOWN_VALUE);
  }

  /** Runs a command of a script. Aliases and functions take precedence over programs. */
  run(words: readonly ExpandedWord[], scope: ShellScope, context: ExecutionContext, plain: boolean): string {
    const name = words[0]!.text;
    const printed: string[] = [];
    for (const alias of (plain && scope.aliases.get(name)) || []) {
      const inner = scope.copy();
      inner.aliases.delete(name);
      printed.push(this.runScript(`${alias} ${quoteWords(words.slice(1))}`, inner, context));
    }
    const definition = scope.functions.get(name);
    scope.isFollowed &&= !definition || definition.bodies.length === 1;
    for (const body of definition?.bodies ?? []) {
      scope.ended = undefined;
      printed.push(this.call(body, words, scope, context));
    }
    if (definition && (!definition.certain || definition.bodies.length > 1)) scope.ended = undefined;
    // Whether an alias is used depends on the shell.
    if (!definition?.certain) printed.push(this.runWords(words, scope, context));
    return printed.length === 1 ? printed[0]! : UNKNOWN_VALUE;
  }

  private call(body: Body, words: readonly ExpandedWord[], scope: ShellScope, context: ExecutionContext): string {
    const calls = this.bodies.filter((each) => each === body).length;
    // It calls itself concurrently: a fork bomb.
    const isBomb = calls > 0 && context.isConcurrent;
    if (isBomb) this.reportForkBomb({ scope, context });
    if (isBomb || calls >= MAX_CALLS) return UNKNOWN_VALUE;
    this.bodies.push(body);
    const value = scope.arguments;
    scope.arguments = [value[0] ?? createWord('bash'), ...words.slice(1)];
    const previous = scope.copy();
    const start = this.invocations.length;
    Object.assign(scope, { isInFunction: true, isInLoop: false, exits: [] });
    scope.isRepeated ||= calls > 0;
    const printed = this.node(body, scope, { ...context, isConcurrent: false });
    const { isRepeated, isInFunction, isInLoop } = previous;
    Object.assign(scope, { isRepeated, isInFunction, isInLoop });
    scope.joinExits(previous.exits);
    if (scope.ended === 'return') scope.ended = undefined;
    // Code behind a return may not be reached, and local variables end.
    const ends = /^(?:return|local|declare|typeset)$/;
    if (this.invocations.slice(start).some(({ program }) => ends.test(program))) scope.join(previous);
    scope.arguments = value;
    this.bodies.pop();
    return printed;
  }

  runWords(words: readonly ExpandedWord[], scope: ShellScope, context: ExecutionContext): string {
    const [first] = words;
    if (first === undefined) return '';
    // The keyword `time` takes no options; the program of that name does.
    if (first.text.startsWith('-') && context.wrappers.at(-1) === 'time') {
      const wrappers = context.wrappers.slice(0, -1);
      return this.runWords([createWord('time'), ...words], scope, { ...context, wrappers });
    }
    return this.budget.descend(() => {
      const call = new ShellCall(this, scope, context, words);
      readCodeVariables(call);
      runConsole(call);
      const handler = HANDLERS.get(call.program);
      if (handler) return handler(call);
      return runInterpreter(call) ?? runWrappedCommand(call) ?? runWrittenProgram(call) ?? call.record();
    }, UNKNOWN_VALUE);
  }

  addInvocation(call: ShellCall): string {
    this.record(call.createInvocation());
    return predictOutput(call);
  }
}
