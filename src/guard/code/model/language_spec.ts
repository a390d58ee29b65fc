import type { LanguageSyntax, LexerSpec } from '../../vocabulary/vocabulary.js';
import type { InterpreterState } from '../interpreter/interpreter_state.js';
import { type CodeValue, get } from './code_value.js';
import type { InvocationCollector } from './invocation_collector.js';

/** Arguments of a call, by their positions and by their names. */
export interface CallArguments {
  args: readonly CodeValue[];
  named: ReadonlyMap<string, CodeValue>;
}

/** Function or method call in the code. */
export interface CodeCall extends CallArguments {
  /** Object of a method call. */
  receiver: CodeValue | undefined;
  collector: InvocationCollector;
  state: InterpreterState;
}

/** Returns a named argument, or an entry of the map that stands for named arguments. */
export const getOption = ({ args, named: names }: CallArguments, key: string): CodeValue | undefined =>
  names.get(key) ?? args.find((value) => value.kind === 'map')?.entries.get(key);

/** Returns true for an option that is set, in any language, or to all. */
export const isTrueOption = (call: CallArguments, key: string): boolean =>
  /^(?:true|All)$/i.test(get.word(getOption(call, key)));

/** Function that models a call; undefined = treat it as a call of an unknown function. */
export type CallHandler = (call: CodeCall) => CodeValue | undefined;
type CallHandlers = ReadonlyMap<string, CallHandler>;

/** Action of a call in languages.yml. It gets the words behind its name, and the value that each stands for. */
export type CallAction<Result = CodeValue | undefined> = (
  call: CodeCall,
  values: readonly (CodeValue | undefined)[],
  words: readonly string[],
) => Result;
export type CallActions = Readonly<Record<string, CallAction>>;

/** Specification of a language for the interpreter. */
export interface LanguageSpec extends LanguageSyntax {
  lexer: LexerSpec;
  /** Functions by their canonical path, methods by their name. */
  functions: CallHandlers;
  methods: CallHandlers;
  /** Those of any language, by their name. */
  sharedFunctions: CallHandlers;
  sharedMethods: CallHandlers;
  sharedDeeds: CallHandlers;
  /** Kinds of input by their names. */
  inputs: Readonly<Record<string, string>>;
  /** Constants by their canonical path. */
  constants: ReadonlyMap<string, CodeValue>;
  /** Beginnings of the paths of libraries that ask services of clouds. */
  sdks: readonly string[];
  /** Returns the canonical spelling of a path. */
  canonicalize(path: string): string;
}
