import { memoize } from '../../memoize.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { createText, unknownValue } from '../model/code_value.js';
import type { CallHandler, LanguageSpec } from '../model/language_spec.js';
import { compileCall } from './compile_call.js';

type InterpretedLanguage = keyof typeof vocabulary.languages;

/** Compiles a call at its first use, since most are in no code. */
const getHandler = memoize(compileCall);

const compileCalls = (calls: Readonly<Record<string, string>>): ReadonlyMap<string, CallHandler> =>
  new Map(Object.entries(calls).map(([name, action]) => [name, (call) => getHandler(action)(call)]));

const { sharedCalls } = vocabulary;
const shared = {
  sharedFunctions: compileCalls(sharedCalls.functions),
  sharedMethods: compileCalls(sharedCalls.methods),
  sharedDeeds: compileCalls(sharedCalls.deeds),
};

/** Returns a language of data/guard/vocabulary/languages.yml. It is compiled when its code is first read. */
export const getLanguage = memoize((name: InterpretedLanguage): LanguageSpec => {
  const { unknown = [], texts = {}, aliases = {}, sdks = [], lexer, ...entry } = vocabulary.languages[name];
  const names = new Map(Object.entries(aliases));
  const patterns = entry.rewrites.map(([pattern, usual]) => [new RegExp(pattern, 'g'), usual] as const);
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
    canonicalize: (path) => {
      const start = entry.case_sensitive === false ? path.toLowerCase() : path;
      const plain = patterns.reduce((text, [pattern, usual]) => text.replace(pattern, usual), start);
      return names.get(plain) ?? plain;
    },
  };
});
