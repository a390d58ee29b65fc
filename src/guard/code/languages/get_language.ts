import { vocabulary } from '../../vocabulary/vocabulary.js';
import { createText, unknownValue } from '../model/code_value.js';
import type { CallHandler, LanguageSpec } from '../model/language_spec.js';
import { compileCall } from './compile_call.js';

type InterpretedLanguage = keyof typeof vocabulary.languages;

/** Compiles the calls of a language; each at its first use, since most are in no code. */
function compileCalls(calls: Readonly<Record<string, string>>): ReadonlyMap<string, CallHandler> {
  const compile = (action: string): CallHandler => {
    let handler: CallHandler | undefined;
    return (call) => {
      handler ??= compileCall(action);
      return handler(call);
    };
  };
  return new Map(Object.entries(calls).map(([name, action]) => [name, compile(action)]));
}

/** Creates the function that returns the usual name of what a path of names reaches. */
function createCanonicalizer(language: InterpretedLanguage): LanguageSpec['canonicalize'] {
  const { rewrites, aliases = {}, case_sensitive = true } = vocabulary.languages[language];
  const names = new Map(Object.entries(aliases));
  const patterns = rewrites.map(([pattern, usual]) => [new RegExp(pattern, 'g'), usual] as const);
  return (path) => {
    const start = case_sensitive ? path : path.toLowerCase();
    const plain = patterns.reduce((text, [pattern, usual]) => text.replace(pattern, usual), start);
    return names.get(plain) ?? plain;
  };
}

let shared: Pick<LanguageSpec, 'sharedFunctions' | 'sharedMethods' | 'sharedDeeds'> | undefined;

function createLanguage(name: InterpretedLanguage): LanguageSpec {
  const { unknown = [], texts = {}, sdks = [], ...entry } = vocabulary.languages[name];
  const { lexer } = entry;
  shared ??= {
    sharedFunctions: compileCalls(vocabulary.sharedCalls.functions),
    sharedMethods: compileCalls(vocabulary.sharedCalls.methods),
    sharedDeeds: compileCalls(vocabulary.sharedCalls.deeds),
  };
  return {
    ...entry,
    ...shared,
    sdks,
    lexer: { ...lexer, heredoc: lexer.heredoc === undefined ? undefined : new RegExp(lexer.heredoc, 'y') },
    functions: compileCalls(entry.functions),
    methods: compileCalls(entry.methods),
    constants: new Map([
      ...unknown.map((each) => [each, unknownValue] as const),
      ...Object.entries(texts).map(([each, text]) => [each, createText(text)] as const),
    ]),
    canonicalize: createCanonicalizer(name),
  };
}

const created = new Map<InterpretedLanguage, LanguageSpec>();

/** Returns a language of data/guard/vocabulary/languages.yml. It is compiled when its code is first read. */
export function getLanguage(name: InterpretedLanguage): LanguageSpec {
  const language = created.get(name) ?? createLanguage(name);
  created.set(name, language);
  return language;
}
