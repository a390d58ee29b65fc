import type { LexerSpec } from '../lexer/lexer_spec.js';
import type { CodeValue } from './code_value.js';
import type { InvocationCollector } from './invocation_collector.js';

/** Function or method call in the code. */
export interface CodeCall {
  /** Values of the positional arguments. */
  args: readonly CodeValue[];
  named: ReadonlyMap<string, CodeValue>;
  /** Object of a method call. */
  receiver: CodeValue | undefined;
  collector: InvocationCollector;
  /** Interprets a text as code of the same language, in the current scope. */
  evaluateCode(code: CodeValue | undefined): CodeValue;
  /** Calls a value, such as a function. */
  invoke(callee: CodeValue, args: readonly CodeValue[]): CodeValue;
}

/** Function that models a call; undefined = treat it as a call of an unknown function. */
export type CallHandler = (call: CodeCall) => CodeValue | undefined;

/** Specification of a language for the interpreter. */
export interface LanguageSpec {
  lexer: LexerSpec;
  /** Syntax of the end of a function body. */
  blocks: 'indent' | 'braces' | 'end';
  /** Operators between an object and its member. */
  memberOperators: readonly string[];
  /** Operators that concatenate texts, besides `+`. */
  concatenationOperators: readonly string[];
  /** True if calls need no brackets: `unlink "a", "b"`. */
  bare_calls: boolean;
  /** Keywords that begin a function. */
  functionKeywords: readonly string[];
  /** Functions by their canonical path. */
  functions: Readonly<Record<string, CallHandler>>;
  methods: Readonly<Record<string, CallHandler>>;
  /** Constants by their canonical path. */
  constants: Readonly<Record<string, CodeValue>>;
  /** Returns the canonical spelling of a path. */
  canonicalize(path: string): string;
}
