import { vocabulary } from '../../vocabulary/vocabulary.js';
import { type CodeValue, createText, unknownValue } from '../model/code_value.js';
import type { CallHandler, LanguageSpec } from '../model/language_spec.js';
import { compileCall, type NamedHandler } from './compile_call.js';
import { javascriptCalls } from './javascript_calls.js';
import { pythonCalls } from './python_calls.js';
import { scriptCalls } from './script_calls.js';
import { sharedCalls } from './shared_calls.js';

type HandlerTable = Readonly<Record<string, NamedHandler>>;
type InterpretedLanguage = keyof typeof vocabulary.languages;

/** Compiles the calls of a language; each at its first use, since most are in no code. */
function compileCalls(
  calls: Readonly<Record<string, string>>,
  handlers: HandlerTable = {},
): ReadonlyMap<string, CallHandler> {
  const compile = (action: string): CallHandler => {
    let handler: CallHandler | undefined;
    return (call) => {
      handler ??= compileCall(action, handlers);
      return handler(call);
    };
  };
  return new Map(Object.entries(calls).map(([name, action]) => [name, compile(action)]));
}

/** Prefixes by which Python reaches the same object by a longer path. */
const LONG_PYTHON_PREFIX =
  /^(?:builtins|__builtins__|os\.sys\.modules|sys\.modules|six\.moves)\.|\.__dict__|\.__call__$/g;
const GLOBAL_PREFIX = new RegExp(
  String.raw`^(?:globalThis|global|window|self|module|process\.mainModule|this|process)\.` +
    '(?=globalThis|global|process|require|module|constructor|eval|Function|mainModule|fetch)',
);

/** Functions that return the usual name of what a path of names reaches, by language. */
const canonicalizers: Readonly<Record<InterpretedLanguage, (path: string) => string>> = {
  python: (path) => {
    const plain = path.replace(LONG_PYTHON_PREFIX, '');
    return vocabulary.languages.python.aliases?.[plain] ?? plain.replace(/^Path(?=\.)/, 'pathlib.Path');
  },
  javascript: (path) => {
    let plain = path.replace(/\.(?:promises|default)(?=\.|$)/g, '').replace(/^fs\/promises/, 'fs');
    for (let rounds = 0; rounds < 6 && GLOBAL_PREFIX.test(plain); rounds++) plain = plain.replace(GLOBAL_PREFIX, '');
    plain = plain
      .replace(/^(fs|child_process|fs-extra|rimraf|Deno)\.(\w+?)Sync$/, '$1.$2')
      .replace(/^(?:bun|zx|execa|dax)\.\$$/, '$')
      .replace(/^fs-extra\.(?!remove|emptyDir)/, 'fs.');
    return /(?:^|\.)constructor\.constructor$|^(?:Async|Generator)Function$/.test(plain) ? 'Function' : plain;
  },
  perl: (path) => path.replace(/^&/, ''),
  php: (path) =>
    path
      .replace(/^\\/, '')
      .toLowerCase()
      .replace(/^curlopt_\w+$/, (option) => option.toUpperCase()),
  ruby: (path) => {
    const plain = path.replace(/^(?:Kernel|Object|self)\./, '');
    return vocabulary.languages.ruby.aliases?.[plain] ?? plain;
  },
};

const handlers: Readonly<Record<InterpretedLanguage, { functions: HandlerTable; methods?: HandlerTable }>> = {
  python: pythonCalls,
  javascript: javascriptCalls,
  ...scriptCalls,
};

const HOME_ONLY: CodeValue = { kind: 'map', entries: new Map([['HOME', createText('~')]]) };
let shared: Pick<LanguageSpec, 'sharedFunctions' | 'sharedMethods' | 'sharedDeeds'> | undefined;

function createLanguage(name: InterpretedLanguage): LanguageSpec {
  const {
    lexer,
    homes = [],
    unknown = [],
    texts = {},
    sdks = [],
    functions,
    methods,
    ...syntax
  } = vocabulary.languages[name];
  shared ??= {
    sharedFunctions: compileCalls(vocabulary.sharedCalls.functions, sharedCalls.functions),
    sharedMethods: compileCalls(vocabulary.sharedCalls.methods, sharedCalls.methods),
    sharedDeeds: compileCalls(vocabulary.sharedCalls.deeds, sharedCalls.methods),
  };
  return {
    ...syntax,
    sdks,
    lexer: { ...lexer, heredoc: lexer.heredoc === undefined ? undefined : new RegExp(lexer.heredoc, 'y') },
    functions: compileCalls(functions, handlers[name].functions),
    methods: compileCalls(methods, handlers[name].methods),
    ...shared,
    constants: new Map([
      ...homes.map((each) => [each, HOME_ONLY] as const),
      ...unknown.map((each) => [each, unknownValue] as const),
      ...Object.entries(texts).map(([each, text]) => [each, createText(text)] as const),
    ]),
    canonicalize: canonicalizers[name],
  };
}

const created = new Map<InterpretedLanguage, LanguageSpec>();

/** Returns a language of data/guard/vocabulary/languages.yml. It is compiled when its code is first read. */
export function getLanguage(name: InterpretedLanguage): LanguageSpec {
  const language = created.get(name) ?? createLanguage(name);
  created.set(name, language);
  return language;
}
