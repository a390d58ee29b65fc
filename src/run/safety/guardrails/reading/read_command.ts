import type { ParsedScript } from 'unbash';
import type { ReadCode } from '../code/code_context.js';
import { type Deed, isUnread, type Reading, UNKNOWN, type Word } from '../deed.js';
import { Budget } from './budget.js';
import { shellBuiltins } from './builtins.js';
import { emitted, forkBomb } from './emit.js';
import { git } from './git.js';
import { interpret, interpreters } from './interpreters.js';
import { type Call, type Handler, type Machine, type Place, quotedWords, type Source, word } from './machine.js';
import { outputOf } from './outputs.js';
import { noteErrors, parseScript } from './parse_script.js';
import { programsWithCode } from './programs_with_code.js';
import { Scope } from './scope.js';
import { searches } from './searches.js';
import { runFile, shells } from './shells.js';
import { smallLanguages } from './small_languages.js';
import { taskFiles } from './task_files.js';
import { readVariables } from './variables_with_code.js';
import { Walk } from './walk.js';
import { unwrap } from './wrappers.js';
import { WrittenFiles } from './written_files.js';

/** What is known around a command line. */
export interface ReadingContext {
  /** Folder that it starts in. */
  folder?: string;
  /** What earlier commands and edits wrote; what this line writes is added. */
  files?: WrittenFiles;
  /** Reads code of other languages; without it, such code is not followed. */
  readCode?: ReadCode;
}

/** A function that calls itself is followed so often: its arguments differ. */
const MAX_CALLS = 3;

const HANDLERS = new Map<string, Handler>([
  ...shellBuiltins,
  ...shells,
  ...interpreters,
  ...searches,
  ...programsWithCode,
  ...smallLanguages,
  ...taskFiles,
  ['git', git],
]);

/**
 * What a command line of the shell would do. It runs nothing and never throws; what it cannot follow is UNKNOWN in the
 * deeds, what it must not follow any further is the reading's problem.
 */
export function readCommand(line: string, context: ReadingContext = {}): Reading {
  const machine = new ShellMachine(context);
  const scope = new Scope(machine.budget);
  scope.folder = context.folder;
  try {
    machine.script(line, scope, { via: [], redirects: [], environment: {}, beside: false });
  } catch (error) {
    // Words and substitutions are parsed when they are met, by a parser that recurses over some shapes.
    if (!(error instanceof RangeError)) throw error;
    machine.budget.fail('too-deep', `cannot be parsed: ${error.message}`);
  }
  const { deeds, budget } = machine;
  return budget.problem ? { deeds, problem: budget.problem } : { deeds };
}

class ShellMachine implements Machine {
  readonly budget = new Budget();
  readonly deeds: Deed[] = [];
  readonly files: WrittenFiles;
  readonly readCode: ReadCode | undefined;
  readonly sources = new Map<string, Source>();
  readonly running: string[] = [];
  /** Bodies of functions that are being followed. */
  private readonly bodies: Parameters<Walk['body']>[0][] = [];
  readonly gitAliases = new Map<string, string>();
  readonly substituted: Deed[] = [];
  private readonly walk = new Walk(this, (words, scope, place, plain) => this.run(words, scope, place, plain));

  constructor({ files, readCode }: ReadingContext) {
    this.files = files ?? new WrittenFiles();
    this.readCode = readCode;
  }

  script(code: string, scope: Scope, place: Place): string {
    if (isUnread(code)) this.budget.fail('too-much', 'it runs code that cannot be read to its end');
    // Of code that is not known at all there is nothing to tell but who runs it.
    if (code.replaceAll(UNKNOWN, '').trim() === '') return UNKNOWN;
    return this.budget.deeper(() => {
      const script = parseScript(code, this.budget);
      return script ? this.walk.list(script.commands, scope, place) : UNKNOWN;
    }, UNKNOWN);
  }

  substitution(script: ParsedScript | undefined, scope: Scope, place: Place): string {
    if (!script) return UNKNOWN;
    return this.budget.deeper(() => {
      noteErrors(script, this.budget);
      return this.walk.list(script.commands, scope, place);
    }, UNKNOWN);
  }

  /** A command of a script: aliases and functions come before programs. */
  private run(words: readonly Word[], scope: Scope, place: Place, plain: boolean): string {
    const name = words[0]!.text;
    const printed: string[] = [];
    const aliases = plain ? (scope.aliases.get(name) ?? []) : [];
    for (const alias of aliases) {
      const inner = scope.copy();
      inner.aliases.delete(name);
      printed.push(this.script(`${alias} ${quotedWords(words.slice(1))}`, inner, place));
    }
    const definition = scope.functions.get(name);
    for (const body of definition?.bodies ?? []) printed.push(this.call(name, body, words, scope, place));
    // Whether an alias is used depends on the shell.
    if (!definition?.certain) printed.push(this.perform(words, scope, place));
    return printed.length === 1 ? printed[0]! : UNKNOWN;
  }

  private call(
    name: string,
    body: Parameters<Walk['body']>[0],
    words: readonly Word[],
    scope: Scope,
    place: Place,
  ): string {
    const called = this.bodies.filter((each) => each === body).length;
    // It calls itself beside itself: each call makes more of them.
    if (called > 0 && place.beside) forkBomb({ program: name, words, args: [], scope, place }, this);
    if (called >= MAX_CALLS || (called > 0 && place.beside)) return UNKNOWN;
    this.bodies.push(body);
    const given = scope.arguments;
    scope.arguments = [given[0] ?? word('bash'), ...words.slice(1)];
    const before = scope.copy();
    const from = this.deeds.length;
    const printed = this.walk.body(body, scope, { ...place, beside: false });
    // What stands behind a return need not be reached.
    if (this.deeds.slice(from).some(({ program }) => program === 'return')) scope.join(before);
    scope.arguments = given;
    this.bodies.pop();
    return printed;
  }

  perform(words: readonly Word[], scope: Scope, place: Place): string {
    const [first] = words;
    if (first === undefined) return '';
    // The word `time` takes no options; the program of that name does.
    if (first.text.startsWith('-') && place.via.at(-1) === 'time')
      return this.perform([word('time'), ...words], scope, { ...place, via: place.via.slice(0, -1) });
    return this.budget.deeper(() => {
      const program = first.text.slice(first.text.lastIndexOf('/') + 1);
      const call: Call = { program, words, args: words.slice(1), scope, place };
      readVariables(call, this);
      const handler = HANDLERS.get(program);
      if (handler) return handler(call, this);
      return interpret(call, this) ?? unwrap(call, this) ?? runFile(call, this) ?? this.emit(call);
    }, UNKNOWN);
  }

  emit(call: Call): string {
    if (this.budget.deed()) this.deeds.push(emitted(call));
    return outputOf(call, this);
  }
}
