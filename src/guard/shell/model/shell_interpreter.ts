import type { ParsedScript } from 'unbash';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { CodeReader } from '../../code/model/invocation_collector.js';
import { createWord, type ExpandedWord, type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { addWrapper, type ExecutionContext } from './execution_context.js';
import { isShellCode } from './quote_words.js';
import { ReadingBudget } from './reading_budget.js';
import type { ShellScope } from './shell_scope.js';
import type { WrittenFiles, WrittenText } from './written_files.js';

/** Context in which a word is expanded. */
export interface ExpansionContext {
  interpreter: ShellInterpreter;
  scope: ShellScope;
  context: ExecutionContext;
}

/** Command with expanded words; the first word is the program. */
export interface ShellCall extends ExpansionContext {
  program: string;
  words: readonly ExpandedWord[];
  args: readonly ExpandedWord[];
  /** Code that filters an input, and the invocations that produce the input. */
  filter?: NonNullable<Invocation['filter']>;
}

/** Interpreter that reads shell code without running it; its methods return the known output of a command. */
export abstract class ShellInterpreter {
  readonly budget = new ReadingBudget();
  readonly invocations: Invocation[] = [];
  /** Outputs of process substitutions by the names of their files. */
  readonly sources = new Map<string, WrittenText>();
  /** Script files and package scripts that are being interpreted. */
  readonly activeScripts: string[] = [];
  /** Aliases that `git config` has set. */
  readonly gitAliases = new Map<string, string>();
  /** Invocations with unknown output in the words of this line; the nearest last. */
  substituted: readonly Invocation[] = [];

  constructor(
    readonly files: WrittenFiles,
    readonly readCode: CodeReader | undefined,
  ) {}

  /** Interprets shell code in a scope. Returns its output. */
  abstract runScript(code: string, scope: ShellScope, context: ExecutionContext): string;
  /** Interprets a script that the parser found inside another, in a subshell. Returns its output. */
  abstract runSubstitution(script: ParsedScript | undefined, scope: ShellScope, context: ExecutionContext): string;
  /** Runs a command of a script, whose program was neither quoted nor expanded if it is plain. Returns its output. */
  abstract run(words: readonly ExpandedWord[], scope: ShellScope, context: ExecutionContext, plain: boolean): string;
  /** Runs a program given as words. Returns its output. */
  abstract runWords(words: readonly ExpandedWord[], scope: ShellScope, context: ExecutionContext): string;
  /** Records the invocation of a call. Returns its output. */
  abstract addInvocation(call: ShellCall): string;

  /** Records an invocation, within the budget. */
  record(invocation: Invocation): void {
    if (this.budget.spendInvocation()) this.invocations.push(invocation);
  }

  /** Reports a command that starts copies of itself concurrently. */
  reportForkBomb({ scope, context }: Pick<ExpansionContext, 'scope' | 'context'>): void {
    const words = [createWord('fork-bomb')];
    this.record(createInvocation({ scope, context, interpreter: this, program: 'fork-bomb', words, args: [] }));
  }
}

/** Function that records what a call of a program runs or changes, and returns its output. */
export type ProgramHandler = (call: ShellCall) => string;

/** Handlers by the names of their programs, which blanks separate. */
export type HandlerTable = Readonly<Record<string, ProgramHandler>>;

/** Returns the handlers of a table by the name of each program. */
export const createHandlerMap = (table: HandlerTable): ReadonlyMap<string, ProgramHandler> =>
  new Map(Object.entries(table).flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler])));

/** Creates the scope of a new shell for code that a call runs. */
export const createChildScope = (call: ShellCall, args: ShellCall['args'] = [createWord(call.program)]): ShellScope =>
  call.scope.child(args, call.context.environment);

/** Returns the call with piped input from other invocations, if there are any, whose output it runs. */
export const feedFrom = (call: ShellCall, start: readonly Invocation[] = []): ShellCall =>
  start.length === 0 ? call : { ...call, context: { ...call.context, input: { kind: 'pipe', from: start } } };

/** Returns the call with piped input from the last substitutions, if the code begins with unknown text. */
export const feedFromSubstitution = (call: ShellCall, code: string): ShellCall =>
  code.trimStart().startsWith(UNKNOWN_VALUE) ? feedFrom(call, call.interpreter.substituted) : call;

/** Returns the call without input, for code that does not come from its input. */
export const withoutInput = (call: ShellCall): ShellCall => ({
  ...call,
  context: { ...call.context, input: undefined },
});

/** Returns what the line itself wrote to a file, or a process substitution; undefined if it did not write it. */
export const findWritten = (path: string, { interpreter, scope }: ShellCall): WrittenText | undefined =>
  interpreter.sources.get(path) ?? interpreter.files.written(path, scope.folder);

/** Creates the invocation of a call. */
export function createInvocation({ program, words, args, scope, context, filter }: ShellCall): Invocation {
  // The one variable that matters even if it is not known to be exported.
  const [POSIXLY_CORRECT] = scope.get('POSIXLY_CORRECT')?.words ?? [];
  return {
    program,
    path: words[0]!.text,
    args,
    redirects: context.redirects,
    environment: { ...omitUndefined({ POSIXLY_CORRECT }), ...scope.exported(), ...context.environment },
    wrappers: context.wrappers,
    language: 'shell',
    ...omitUndefined({
      input: context.input,
      filter,
      needs: context.needs,
      captured: context.captured,
      folder: scope.folder === undefined ? undefined : createWord(scope.folder),
    }),
  };
}

/** Records the invocation of a call. Returns its output. */
export const addInvocation = (call: ShellCall): string => call.interpreter.addInvocation(call);

/** Package managers that run programs of packages. */
export const PACKAGE_RUNNERS = /^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/;

/** Names the wrapper of shell code: `npx -c 'format'` runs programs of the machine, `npx format` one of a package. */
export const nameCodeWrapper = (program: string): string => (PACKAGE_RUNNERS.test(program) ? `${program} -c` : program);

/** Runs shell code that a program passes to a new shell, with its name and arguments. Returns its output. */
export function runShellCode(code: string, call: ShellCall, args?: ShellCall['args']): string {
  const context = addWrapper(call.context, nameCodeWrapper(call.program));
  return call.interpreter.runScript(code, createChildScope(call, args), context);
}

/** Runs words as a command; a single word that contains several is shell code, as most programs treat it. */
export function runCommandWords(words: readonly ExpandedWord[], call: ShellCall): string {
  if (words.length === 1 && isShellCode(words[0]!)) return runShellCode(words[0]!.text, call);
  return call.interpreter.runWords(words, call.scope, addWrapper(call.context, call.program));
}
