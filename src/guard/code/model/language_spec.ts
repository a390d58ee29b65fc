import type { LanguageSyntax, LexerSpec } from '../../vocabulary/vocabulary.js';
import type { CodeValue } from './code_value.js';
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
  /** Interprets a text as code of the same language, in the current scope. */
  evaluateCode(code: CodeValue | undefined): CodeValue;
  /** Returns a member of a value. */
  getMember(value: CodeValue, key: string): CodeValue;
  /** Calls a value, such as a function, perhaps at a later time. */
  invoke(callee: CodeValue, args: readonly CodeValue[]): CodeValue;
  /** Puts a value in the place of a path, or of a member of an object, from here on. Returns it. */
  imitate(value: CodeValue, owner: CodeValue, key?: CodeValue): CodeValue;
  /** Returns true for a value that does nothing when it is called but what is followed. */
  isFollowed(value: CodeValue): boolean;
}

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
