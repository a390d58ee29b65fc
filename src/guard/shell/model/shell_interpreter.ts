import type { ParsedScript } from 'unbash';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { CodeReader } from '../../code/read_code.js';
import { createWord, type ExpandedWord, getFeeders, type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { isShellCode } from '../../quote_words.js';
import { forms } from '../../vocabulary/vocabulary.js';
import { type ExecutionContext, feedContext } from './execution_context.js';
import { ReadingBudget } from './reading_budget.js';
import type { ShellScope } from './shell_scope.js';
import type { WrittenFiles, WrittenText } from './written_files.js';

/** Context in which a word is expanded. */
export interface ExpansionContext {
  interpreter: ShellInterpreter;
  scope: ShellScope;
  context: ExecutionContext;
}

/** Interpreter that reads shell code without running it; its methods return the known output of a command. */
export abstract class ShellInterpreter {
  readonly budget = new ReadingBudget();
  readonly invocations: Invocation[] = [];
  /** Outputs of process substitutions by the names of their files. */
  readonly sources = new Map<string, WrittenText>();
  /** Script files and package scripts that are being interpreted. */
  readonly activeScripts: string[] = [];
  readonly traps: { code: string; context: ExecutionContext; scope: ShellScope }[] = [];
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
    this.record(new ShellCall(this, scope, context, [createWord('fork-bomb')]).createInvocation());
  }
}

/** Command with expanded words; the first word is the program. */
export class ShellCall implements ExpansionContext {
  readonly program: string;
  readonly args: readonly ExpandedWord[];
  /** Code that filters an input, and the invocations that produce the input. */
  readonly filter?: NonNullable<Invocation['filter']>;

  constructor(
    readonly interpreter: ShellInterpreter,
    readonly scope: ShellScope,
    readonly context: ExecutionContext,
    readonly words: readonly ExpandedWord[],
  ) {
    const path = words[0]!.text;
    this.program = path.slice(path.lastIndexOf('/') + 1);
    this.args = words.slice(1);
  }

  /** Returns the call with other members. */
  with(changes: Partial<Pick<ShellCall, 'program' | 'args' | 'filter' | 'scope' | 'context'>>): ShellCall {
    return Object.assign(new ShellCall(this.interpreter, this.scope, this.context, this.words), this, changes);
  }

  /** Returns the call as the wrapper of that name runs it. */
  wrap(wrapper = this.program): ShellCall {
    return this.with({ context: { ...this.context, wrappers: [...this.context.wrappers, wrapper] } });
  }

  /** Returns the call with further redirections. */
  redirect(redirects: Invocation['redirects']): ShellCall {
    return this.with({ context: { ...this.context, redirects: [...this.context.redirects, ...redirects] } });
  }

  /** Returns the call with piped input from other invocations, if there are any, whose output it runs. */
  feedFrom(start: readonly Invocation[] = []): ShellCall {
    if (start.length === 0) return this;
    return this.with({ context: { ...this.context, input: { kind: 'pipe', from: start } } });
  }

  /** Returns the call with piped input from the last substitutions, if the code begins with unknown text. */
  feedFromSubstitution(code: string): ShellCall {
    return code.trimStart().startsWith(UNKNOWN_VALUE) ? this.feedFrom(this.interpreter.substituted) : this;
  }

  /** Returns the call without input, for code that does not come from its input. */
  withoutInput(): ShellCall {
    return this.with({ context: { ...this.context, input: undefined } });
  }

  /** Returns the call for code that came from its input, which is consumed by it. */
  consumeInput(): ShellCall {
    return this.with({ context: feedContext(this.context, '', undefined) });
  }

  /** Creates the scope of a new shell for code that the call runs. */
  createChildScope(args: readonly ExpandedWord[] = [createWord(this.program)]): ShellScope {
    const scope = this.scope.child(args, this.context.environment);
    // Other shells know no `[[`.
    if (!/^(?:ba|k|z)sh$/.test(this.program)) scope.isFollowed = false;
    return scope;
  }

  /** Returns what the line itself wrote to a file, or a process substitution; undefined if it did not write it. */
  findWritten(path: string): WrittenText | undefined {
    return this.interpreter.sources.get(path) ?? this.interpreter.files.written(path, this.scope.folder);
  }

  /** Returns the text of the named files, or of the input if no file is named. */
  readFiles(operands: readonly { text: string }[]): string {
    const texts = (operands.length > 0 ? operands : [{ text: '-' }]).map(({ text: path }) => {
      const isInput = path === '-' || path === '/dev/stdin';
      return (isInput ? this.context.stdin?.readRest() : this.findWritten(path)?.text) ?? UNKNOWN_VALUE;
    });
    return texts.join('');
  }

  /** Writes or appends a text to a file: the output of some invocations, or what it makes of its input. */
  write(path: string, text: string, start?: readonly Invocation[], kind: 'write' | 'append' = 'write'): void {
    const feeders = text.includes(UNKNOWN_VALUE) ? getFeeders(this.context) : [];
    this.interpreter.files[kind](path, text, this.scope.folder, start ?? feeders);
  }

  /** Creates the invocation of the call. */
  createInvocation(): Invocation {
    const { program, words, args, scope, context, filter } = this;
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

  /** Records the invocation of the call. Returns its output. */
  record(): string {
    return this.interpreter.addInvocation(this);
  }

  /** Runs words as a command that the program starts. Returns its output. */
  runWords(words: readonly ExpandedWord[], scope = this.scope): string {
    return this.interpreter.runWords(words, scope, this.wrap().context);
  }

  /** Runs words as a command; a single word that contains several is shell code, as most programs treat it. */
  runCommandWords(words: readonly ExpandedWord[]): string {
    return words.length === 1 && isShellCode(words[0]!) ? this.runShell(words[0]!.text) : this.runWords(words);
  }

  /** Runs shell code in the shell of the call, or in another scope. Returns its output. */
  runScript(code: string, scope = this.scope): string {
    return this.interpreter.runScript(code, scope, this.wrap().context);
  }

  /** Runs shell code that the program passes to a new shell, with its name and arguments. Returns its output. */
  runShell(code: string, args?: readonly ExpandedWord[]): string {
    // `npx -c 'format'` runs programs of the machine, `npx format` one of a package.
    const name = forms.package_runner.test(this.program) ? `${this.program} -c` : this.program;
    return this.interpreter.runScript(code, this.createChildScope(args), this.wrap(name).context);
  }
}

/** Function that records what a call of a program runs or changes, and returns its output. */
export type ProgramHandler = (call: ShellCall) => string;

/** Handlers by the names of their programs, which blanks separate. */
export type HandlerTable = Readonly<Record<string, ProgramHandler>>;

/** Returns the handlers of a table by the name of each program. */
export const createHandlerMap = (table: HandlerTable): ReadonlyMap<string, ProgramHandler> =>
  new Map(Object.entries(table).flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler])));
