import { getParentPath } from '../languages/text_calls.js';
import { type CodeToken, isMarkToken } from '../lexer/code_token.js';
import {
  type CodeScope,
  type CodeValue,
  create,
  ENTRY_VALUE,
  type FunctionDefinition,
  get,
  is,
  mapText,
  unknownValue,
  type ValueOf,
} from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';
import type { CallArguments, CallHandler, LanguageSpec } from '../model/language_spec.js';

/** Maximum length of a path of names, in characters. */
const MAX_PATH = 200;

const CLASS = /^(?:self|cls|this|[A-Z]\w*)$/;

/** Creates the arguments of a call without names. */
export const createArguments = (...args: CodeValue[]): CallArguments => ({ args, named: new Map() });

/** State of the interpreter: a range of tokens, and the variables in scope. */
export interface InterpreterState {
  language: LanguageSpec;
  collector: InvocationCollector;
  scope: CodeScope;
  tokens: readonly CodeToken[];
  at: number;
  end: number;
  /** Nesting depth of expressions and calls. */
  depth: number;
  /** All functions of the code. Those that nothing calls are interpreted at the end. */
  definitions: FunctionDefinition[];
  /** Values that `return` gave in the current function. */
  returnValues: CodeValue[];
  /** Function that runs, or the whole code: where it begins, and where it was called, if that is known. */
  body:
    | (Pick<FunctionDefinition, 'tokens' | 'from' | 'to' | 'later'> & { caller?: InterpreterState | 'any' })
    | undefined;
  /** Functions on the call stack, so that recursion ends. */
  activeFunctions: ReadonlySet<FunctionDefinition>;
  functions: InterpreterFunctions;
}

/** Mutually recursive functions of the interpreter. */
interface InterpreterFunctions {
  evaluate(state: InterpreterState, least?: number): CodeValue;
  call(state: InterpreterState, callee: CodeValue, input: CallArguments): CodeValue;
  /** Interprets statements. Returns the value of the last one. */
  block(state: InterpreterState): CodeValue;
  /** Interprets more code of the same language with the same variables. Returns its last value. */
  code(state: InterpreterState, text: string): CodeValue;
}

/** Creates the state for another range of tokens, one level deeper. */
export function createNestedState(state: InterpreterState, tokens: readonly CodeToken[], start = 0, target?: number) {
  return { ...state, tokens, at: start, end: Math.min(target ?? tokens.length, tokens.length), depth: state.depth + 1 };
}

/** Returns the token that is read next; undefined at the end. */
export const getCurrentToken = ({ at: index, end, tokens }: InterpreterState): CodeToken | undefined =>
  index < end ? tokens[index] : undefined;

/** Steps over the current token if it is one of these marks. Returns true if it is. */
export function takeMark(state: InterpreterState, ...texts: string[]): boolean {
  const isThere = isMarkToken(getCurrentToken(state), ...texts);
  if (isThere) state.at += 1;
  return isThere;
}

/** Returns the value of a name: a variable, a constant, or the name itself. */
export function lookUpName({ scope, language }: InterpreterState, word: string): CodeValue {
  // `$map{key}` of Perl is an entry of `%map`, `$list[0]` an item of `@list`.
  const scopeValue = scope.get(word) ?? scope.get(word.replace('$', '%')) ?? scope.get(word.replace('$', '@'));
  if (scopeValue) return scopeValue;
  const usual = language.canonicalize(word);
  return (usual === word ? undefined : scope.get(usual)) ?? language.constants.get(usual) ?? create.name(word);
}

/** Returns a member of a value: an entry, what a path reaches, content in another form, or a method. */
export function getMember(state: InterpreterState, value: CodeValue, key: string): CodeValue {
  if (value.kind === 'made' && value.by === 'proxy') return callProxy(state, value, key);
  if (value.kind === 'made' && value.by === 'instance' && !state.scope.get(key)) {
    const method = state.scope.get('__getattr__') ?? state.scope.get('method_missing');
    if (method) return state.functions.call(state, method, createArguments(create.text(key)));
  }
  if (is.made(value, 'spy', 'patcher') && /^(?:wrappedMethod|temp_original)$/.test(key))
    return create.name(get.firstText(value.args[0]));
  if (value.kind === 'map') return value.entries.get(key) ?? getVariable(value, key) ?? create.name(key, value);
  if (value.kind === 'choice') return create.merged(value.values.map((each) => getMember(state, each, key)));
  // An entry of a folder has a name and a path.
  const isEntry = value.kind === 'text' && (value.glob || value.of.some((each) => each.includes(ENTRY_VALUE)));
  if (isEntry && /^(?:name|path)$/.test(key)) return value;
  if (value.kind === 'name' && !value.self) {
    const path = `${value.path}.${key}`;
    if (path.length > MAX_PATH) return unknownValue;
    // A constant of a class stands in its body.
    const constant = CLASS.test(value.path) && !state.scope.get(path) ? state.scope.get(key) : undefined;
    if (constant && constant.kind !== 'function') return constant;
    return state.collector.imitations.get(path) ?? lookUpName(state, path);
  }
  if (is.made(value, 'written') && key === 'name') return value.args[0] ?? unknownValue;
  if (is.made(value, 'dirent') && /^(?:name|path|parentPath)$/.test(key))
    return value.args[key === 'name' ? 1 : 0] ?? unknownValue;
  if (value.kind === 'text' && key === 'parent') return getParentPath(value);
  if (value.kind === 'text' && key === 'pathname') return mapText(value, (text) => text.replace(/^\w+:\/\/[^/]*/, ''));
  if (value.kind === 'content' && ['text', 'content', 'stdout', 'body', 'data'].includes(key)) return value;
  return create.name(key, value);
}

/** Returns a variable of the environment that the line does not set; undefined for a member of another map. */
function getVariable({ entries }: ValueOf<'map'>, key: string): CodeValue | undefined {
  const isVariable = /^[A-Z][A-Z\d_]*$/.test(key) && [...entries.values()].some(({ kind }) => kind === 'content');
  return isVariable ? create.variable(key) : undefined;
}

/** Returns what the handlers of a proxy make of a member. */
function callProxy(state: InterpreterState, { args: [handlers] }: ValueOf<'made'>, key: string): CodeValue {
  const handler = handlers?.kind === 'map' ? handlers.entries.get('get') : undefined;
  return handler ? state.functions.call(state, handler, createArguments(unknownValue, create.text(key))) : unknownValue;
}

/** Finds the method that destroys data by its name, in any case. */
export const findDeed = ({ sharedDeeds }: LanguageSpec, path: string): CallHandler | undefined =>
  sharedDeeds.get(get.lastName(path).toLowerCase());
