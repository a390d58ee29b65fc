import { UNKNOWN_VALUE } from '../../invocation.js';
import { memoize } from '../../memoize.js';
import { showsSign, vocabulary } from '../../vocabulary/vocabulary.js';
import { callBack } from '../interpreter/imitate.js';
import type { CallActions, CallHandler, CodeCall, LanguageSpec } from '../interpreter/interpreter_state.js';
import { getOption } from '../interpreter/interpreter_state.js';
import { type CodeValue, create, find, get, is, unknownValue } from '../model/code_value.js';
import { isTrueValue, libraryCalls } from './library_calls.js';
import { systemCalls, systemDeeds } from './system_calls.js';
import { textCalls } from './text_calls.js';

const ACTIONS: CallActions = { ...systemDeeds, ...systemCalls, ...textCalls, ...libraryCalls };

/** Returns the argument at an index, or that of a name. A map at the index may hold one of the names. */
function findArgument(call: CodeCall, index: number | undefined, keys: readonly string[]): CodeValue | undefined {
  const value = index === undefined ? undefined : call.args[index];
  const options = value === undefined || value.kind === 'map' ? keys.map((key) => getOption(call, key)) : [];
  return [...options, value].find((each) => each !== undefined);
}

/** Compiles `$0:name`, `$:name=usual`, `$2..`, `$all`, `$last`, `$self`, `$owner` or `$origin`; else a text. */
function compileSelector(word: string): CallHandler {
  const [, place, rest, names, usual] =
    /^\$(self|owner|origin|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.*))?$/.exec(word) ?? [];
  if (place === undefined) return () => create.text(word);
  if (place === 'self') return ({ receiver }) => receiver;
  if (place === 'owner') return (call) => create.text(getOwnerPath(call));
  if (place === 'origin') return ({ receiver }) => (receiver?.kind === 'made' ? receiver.args[0] : undefined);
  if (place === 'all') return ({ args }) => create.list(get.flat(args));
  if (place === 'last') return ({ args }) => args.at(-1);
  const index = place === '' ? undefined : Number(place);
  if (rest) return ({ args }) => create.list(args.slice(index));
  const keys = names!.split(':').slice(1);
  return (call) => findArgument(call, index, keys) ?? (usual === undefined ? undefined : create.text(usual));
}

const getOwnerPath = ({ receiver }: CodeCall): string => (receiver?.kind === 'name' ? receiver.path : UNKNOWN_VALUE);
const isLasting = (file: string) => !file.startsWith(UNKNOWN_VALUE) && !showsSign(file, 'passing-databases');

/** Conditions of `if-NAME`, besides the kinds that the object of a method may have. */
const CONDITIONS: Readonly<Record<string, (call: CodeCall, step?: string) => boolean>> = {
  none: ({ args, named }) => args.length === 0 && named.size === 0,
  args: ({ args }, step) => args.length >= Number(step),
  arg: ({ args: [value] }, step) => value?.kind === step,
  // Patterns of words among the arguments, and of the path of the object.
  says: ({ args, named }, step) =>
    get.parts([...args, ...named.values()]).some(({ value }) => new RegExp(step!).test(get.word(value))),
  owner: (call, step) => new RegExp(step!).test(getOwnerPath(call)),
  gets: ({ args }, step) => get.parts(args).some(({ value }) => is.made(value, step!)),
  // `truncate=true`, `where={}` or `refspec`
  option: (call, step = '') => {
    const [key = '', usual] = step.split('=');
    const value = getOption(call, key);
    return usual === undefined
      ? isTrueValue(value)
      : get.word(value) === usual || (usual === '{}' && isEmptyMap(value));
  },
  // Objects that keep data for longer than a process does, and stores of keys.
  kept: (call) =>
    !/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(getOwnerPath(call)) && !call.collector.isMocked,
  lasting: ({ receiver }) => is.made(receiver, 'store') && receiver.args.flatMap(get.texts).some(isLasting),
  unset: ({ collector }, step) => !Object.hasOwn(collector.input.environment, step!),
  // Names decide, as in `pkill NAME`.
  chosen: ({ collector }) => collector.choosesProcesses,
  // Words of the code.
  sign: ({ collector }, step) => collector.signs.has(step!),
  stored: ({ collector }) => collector.signs.has('key-store') && !collector.isMocked,
  'no-sign': ({ collector }, step) => !collector.signs.has(step!),
  empty: ({ args: [value] }) => value === undefined || isEmptyMap(value),
  // Libraries whose methods are the commands of git.
  git: (call) => is.made(find.root(call.receiver), 'git') || hasKind(call, 'name', 'git'),
  real: (call) => !is.mock(getOption(call, 'fs')) && !get.word(getOption(call, 'fs')).startsWith('memfs'),
  database: (call) => /^db\b|collection|\bdb$/i.test(getOwnerPath(call)),
};

const isEmptyMap = (value: CodeValue | undefined): boolean =>
  (value?.kind === 'map' && value.entries.size === 0) || (value?.kind === 'list' && value.items.length === 0);

/** Returns true for an object of a kind: one that such a call made, or one of that name. */
const hasKind = ({ receiver }: CodeCall, kind: string, step: string | undefined): boolean =>
  receiver?.kind === kind &&
  (step === undefined || step === (receiver.kind === 'made' ? receiver.by : get.lastName(get.word(receiver))));

/** Calls what an action returns with the functions among the arguments, which are no arguments of the action. */
const withCallbacks =
  (inner: CallHandler): CallHandler =>
  (call) => {
    const isCallback = (value: CodeValue) => value.kind === 'function' || is.made(value, 'message');
    const answer = inner({ ...call, args: call.args.filter((value) => !isCallback(value)) });
    const callback = call.args.find(isCallback);
    // The first argument may be an error.
    if (answer && callback) callBack(call.state, callback, callback.kind === 'function' ? [answer, answer] : [answer]);
    return answer;
  };

/** Compiles a call of languages.yml, such as `run rm $0:path`, to its handler; ` | ` stands between alternatives. */
function compileCall(action: string): CallHandler {
  const alternatives = action.split(' | ');
  if (alternatives.length > 1) {
    const handlers = alternatives.map(compileCall);
    return (call) => handlers.reduce<CodeValue | undefined>((answer, handle) => answer ?? handle(call), undefined);
  }
  const [verb = '', ...words] = action.split(' ');
  if (verb === 'calls-back') return withCallbacks(compileCall(words.join(' ')));
  if (verb.startsWith('if-')) {
    const [kind, step] = verb.slice(3).split(':') as [string, string?];
    const inner = compileCall(words.join(' '));
    const holds = CONDITIONS[kind] ?? ((call: CodeCall) => hasKind(call, kind, step));
    return (call) => (holds(call, step) ? inner(call) : undefined);
  }
  const selectors = words.map(compileSelector);
  const isDeed = Object.hasOwn(systemDeeds, verb);
  return (call) => {
    const values = selectors.map((selector) => selector(call));
    const answer = ACTIONS[verb]!(call, values, words);
    return isDeed ? unknownValue : answer;
  };
}

/** Compiles a call at its first use, since most are in no code. */
const getHandler = memoize(compileCall);

const compileCalls = (calls: Readonly<Record<string, string>>): ReadonlyMap<string, CallHandler> =>
  new Map(Object.entries(calls).map(([name, action]) => [name, (call) => getHandler(action)(call)]));

/** Returns a language of data/guard/vocabulary/languages.yml. It is compiled when its code is first read. */
export const getLanguage = memoize((name: keyof typeof vocabulary.languages): LanguageSpec => {
  const { sharedCalls } = vocabulary;
  const entry = vocabulary.languages[name];
  const names = new Map(Object.entries(entry.aliases));
  const patterns = entry.rewrites.map(([pattern, usual]) => [new RegExp(pattern, 'g'), usual] as const);
  return {
    ...entry,
    sharedFunctions: compileCalls(sharedCalls.functions),
    sharedMethods: compileCalls(sharedCalls.methods),
    sharedDeeds: compileCalls(sharedCalls.deeds),
    functions: compileCalls(entry.functions),
    methods: compileCalls(entry.methods),
    constants: new Map(Object.entries(entry.texts).map(([each, text]) => [each, create.text(text)])),
    canonicalize: (path) => {
      const start = entry.case_sensitive === false ? path.toLowerCase() : path;
      const plain = patterns.reduce((text, [pattern, usual]) => text.replace(pattern, usual), start);
      return names.get(plain) ?? plain;
    },
  };
});
