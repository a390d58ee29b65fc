import { forms, type LanguageEntry } from '../../vocabulary/vocabulary.js';
import { type CodeToken, isToken } from '../lexer/code_token.js';
import { getParentPath } from '../model/apply_operator.js';
import type { CodeScope, CodeValue, FunctionDefinition } from '../model/code_value.js';
import { create, ENTRY_VALUE, get, is, mapText, unknownValue } from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

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
export interface LanguageSpec extends Omit<LanguageEntry, 'functions' | 'methods'> {
  /** Functions by their canonical path, methods by their name. */
  functions: CallHandlers;
  methods: CallHandlers;
  /** Those of any language, by their name. */
  sharedFunctions: CallHandlers;
  sharedMethods: CallHandlers;
  sharedDeeds: CallHandlers;
  /** Constants by their canonical path. */
  constants: ReadonlyMap<string, CodeValue>;
  /** Returns the canonical spelling of a path. */
  canonicalize(path: string): string;
}

/** Maximum length of a path of names, in characters. */
const MAX_PATH = 200;

/** Creates the arguments of a call without names. */
export const createArguments = (...args: CodeValue[]): CallArguments => ({ args, named: new Map() });

/** Mutually recursive functions of the interpreter. */
interface InterpreterFunctions {
  evaluate(state: InterpreterState, least?: number): CodeValue;
  call(state: InterpreterState, callee: CodeValue, input: CallArguments): CodeValue;
  interpret(state: InterpreterState): CodeValue;
}

/** Function that runs, or the whole code: where it begins, and where it was called, if that is known. */
type RunningBody = Pick<FunctionDefinition, 'tokens' | 'from' | 'to' | 'later'> & { caller?: InterpreterState | 'any' };

/** State of the interpreter: a range of tokens, and the variables in scope. */
export class InterpreterState {
  at = 0;
  end: number;
  /** Nesting depth of expressions and calls. */
  depth = 0;
  /** All functions of the code. Those that nothing calls are interpreted at the end. */
  readonly definitions: FunctionDefinition[] = [];
  /** Values that `return` gave in the current function. */
  readonly returnValues: CodeValue[] = [];
  body: RunningBody | undefined;
  /** True behind a `return` that certainly runs. */
  hasReturned = false;
  /** Functions on the call stack, so that recursion ends. */
  readonly activeFunctions: ReadonlySet<FunctionDefinition> = new Set();

  constructor(
    readonly language: LanguageSpec,
    readonly collector: InvocationCollector,
    readonly scope: CodeScope,
    readonly tokens: readonly CodeToken[],
    private readonly functions: InterpreterFunctions,
  ) {
    this.end = tokens.length;
    this.body = { tokens, from: 0, to: tokens.length };
  }

  /** Copies the state with changes. */
  with(changes: Partial<InterpreterState>): InterpreterState {
    return Object.assign(Object.create(InterpreterState.prototype), this, changes);
  }

  /** Creates the state for a part of the tokens, or of others, one level deeper. */
  nest(start: number, end?: number, tokens = this.tokens): InterpreterState {
    return this.with({ tokens, at: start, end: Math.min(end ?? tokens.length, tokens.length), depth: this.depth + 1 });
  }

  /** Token that is read next; undefined at the end. */
  get token(): CodeToken | undefined {
    return this.at < this.end ? this.tokens[this.at] : undefined;
  }

  /** Steps over the current token if it is one of these marks or names. Returns true if it is. */
  take(...texts: string[]): boolean {
    const isThere = isToken(this.token, ...texts);
    if (isThere) this.at += 1;
    return isThere;
  }

  /** Evaluates the expression at the current token, up to an operator that binds no more than this. */
  evaluate(least?: number): CodeValue {
    return this.functions.evaluate(this, least);
  }

  /** Calls a value with arguments without names. */
  call(callee: CodeValue, ...args: CodeValue[]): CodeValue {
    return this.apply(callee, createArguments(...args));
  }

  /** Calls a value. */
  apply(callee: CodeValue, input: CallArguments): CodeValue {
    return this.functions.call(this, callee, input);
  }

  /** Interprets statements. Returns the value of the last one. */
  interpret(): CodeValue {
    return this.functions.interpret(this);
  }

  /** Returns the value of a name: a variable, a constant, or the name itself. */
  lookUp(word: string): CodeValue {
    const { scope, language } = this;
    // `$map{key}` of Perl is an entry of `%map`, `$list[0]` an item of `@list`.
    const scopeValue = scope.get(word) ?? scope.get(word.replace('$', '%')) ?? scope.get(word.replace('$', '@'));
    if (scopeValue) return scopeValue;
    const usual = language.canonicalize(word);
    return (usual === word ? undefined : scope.get(usual)) ?? language.constants.get(usual) ?? create.name(word);
  }

  /** Returns a member of a value: an entry, what a path reaches, content in another form, or a method. */
  getMember(value: CodeValue, key: string): CodeValue {
    if (value.kind === 'made' && value.by === 'proxy') {
      const handler = getOption(createArguments(...value.args), 'get');
      return handler ? this.call(handler, unknownValue, create.text(key)) : unknownValue;
    }
    if (value.kind === 'made' && value.by === 'instance' && !this.scope.get(key)) {
      const method = this.scope.get('__getattr__') ?? this.scope.get('method_missing');
      if (method) return this.call(method, create.text(key));
    }
    if (is.made(value, 'spy', 'patcher') && /^(?:wrappedMethod|temp_original)$/.test(key))
      return create.name(get.firstText(value.args[0]));
    if (value.kind === 'map') {
      // A variable of the environment that the line does not set.
      const isVariable =
        /^[A-Z][A-Z\d_]*$/.test(key) && [...value.entries.values()].some(({ kind }) => kind === 'content');
      return value.entries.get(key) ?? (isVariable ? create.variable(key) : create.name(key, value));
    }
    if (value.kind === 'choice') return create.merged(value.values.map((each) => this.getMember(each, key)));
    // An entry of a folder has a name and a path.
    const isEntry = value.kind === 'text' && (value.glob || value.of.some((each) => each.includes(ENTRY_VALUE)));
    if (isEntry && /^(?:name|path)$/.test(key)) return value;
    if (value.kind === 'name' && !value.self) {
      const path = `${value.path}.${key}`;
      if (path.length > MAX_PATH) return unknownValue;
      // A constant of a class stands in its body.
      const constant = forms.class_or_self.test(value.path) && !this.scope.get(path) ? this.scope.get(key) : undefined;
      if (constant && constant.kind !== 'function') return constant;
      return this.collector.imitations.get(path) ?? this.lookUp(path);
    }
    if (is.made(value, 'git') && /^(?:git|common)_dir$/.test(key) && value.args[0])
      return create.joined([value.args[0], create.text('/.git')]);
    if (is.made(value, 'written') && key === 'name') return value.args[0] ?? unknownValue;
    if (is.made(value, 'dirent') && /^(?:name|path|parentPath)$/.test(key))
      return value.args[key === 'name' ? 1 : 0] ?? unknownValue;
    if (value.kind === 'text' && key === 'parent') return getParentPath(value);
    if (value.kind === 'text' && key === 'pathname')
      return mapText(value, (text) => text.replace(/^\w+:\/\/[^/]*/, ''));
    // Parts of a request.
    const isReceived = value.kind === 'content' && value.from[0]?.program === 'recv';
    if (isReceived && (key === 'query' || !this.language.methods.has(key))) return value;
    if (value.kind === 'content' && ['text', 'content', 'stdout', 'body', 'data'].includes(key)) return value;
    return create.name(key, value);
  }
}

/** Finds the method that destroys data by its name, in any case. */
export const findDeed = ({ sharedDeeds }: LanguageSpec, path: string): CallHandler | undefined =>
  sharedDeeds.get(get.lastName(path).toLowerCase());
