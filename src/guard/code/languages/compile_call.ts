import { UNKNOWN_VALUE } from '../../invocation.js';
import { type CodeValue, createList, createText, flattenValues, getTexts, unknownValue } from '../model/code_value.js';
import type { CallActions, CallHandler, CodeCall } from '../model/language_spec.js';
import { libraryCalls } from './library_calls.js';
import { systemCalls, systemDeeds } from './system_calls.js';
import { textCalls } from './text_calls.js';

type ValueSelector = (call: CodeCall) => CodeValue | undefined;

const ACTIONS: CallActions = { ...systemCalls, ...textCalls, ...libraryCalls };

/** Returns a named argument, or an entry of the map that stands for named arguments. */
export function getOption(
  { args, named: names }: Pick<CodeCall, 'args' | 'named'>,
  key: string,
): CodeValue | undefined {
  const map = args.find((value) => value.kind === 'map');
  return names.get(key) ?? (map?.kind === 'map' ? map.entries.get(key) : undefined);
}

/** Returns true for an option that is set, in any language, or to all. */
export const isTrueOption = (call: Pick<CodeCall, 'args' | 'named'>, key: string): boolean => {
  const option = getOption(call, key);
  return /^(?:true|All)$/i.test(option?.kind === 'name' ? option.path : getTexts(option)[0]!);
};

/** Returns the argument at an index, or that of a name. A map at the index may hold one of the names. */
function findArgument(call: CodeCall, index: number | undefined, keys: readonly string[]): CodeValue | undefined {
  const value = index === undefined ? undefined : call.args[index];
  const entries = value?.kind === 'map' ? keys.map((key) => value.entries.get(key)) : [];
  const options = value === undefined ? keys.map((key) => getOption(call, key)) : [];
  return [...entries, value, ...options].find((each) => each !== undefined);
}

/** Compiles `$0:name`, `$:name=usual`, `$2..`, `$all`, `$last`, `$self` or `$owner`; any other word is a text. */
function compileSelector(word: string): ValueSelector {
  const [, place, rest, names, usual] = /^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(word) ?? [];
  if (place === undefined) return () => createText(word);
  if (place === 'self') return ({ receiver }) => receiver;
  if (place === 'owner') return (call) => createText(getOwnerPath(call));
  if (place === 'all') return ({ args }) => createList(flattenValues(args));
  if (place === 'last') return ({ args }) => args.at(-1);
  const index = place === '' ? undefined : Number(place);
  if (rest) return ({ args }) => createList(args.slice(index));
  const keys = names!.split(':').slice(1);
  return (call) => findArgument(call, index, keys) ?? (usual === undefined ? undefined : createText(usual));
}

/** Returns the last name of a path. */
export const getLastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Returns the path of the object of a method. */
const getOwnerPath = ({ receiver }: CodeCall): string => (receiver?.kind === 'name' ? receiver.path : UNKNOWN_VALUE);

/** Conditions of `if-NAME`, besides the kinds that the object of a method may have. */
const CONDITIONS: Readonly<Record<string, (call: CodeCall, step?: string) => boolean>> = {
  object: ({ receiver }) => receiver !== undefined,
  none: ({ args, named }) => args.length === 0 && named.size === 0,
  given: ({ args }) => args.length > 0,
  one: ({ args }) => args.length === 1,
  named: ({ args: [arg] }) => arg?.kind === 'name',
  // Nothing in the code says which.
  whole: ({ collector }) => !collector.limits,
  gets: ({ args }, step) => flattenValues(args).some((arg) => arg.kind === 'made' && arg.by === step),
  // `truncate=true`, `where={}` or `refspec`
  option: (call, step = '') => {
    const [key, usual] = step.split('=') as [string, string?];
    const value = getOption(call, key);
    if (usual === undefined) return value !== undefined;
    if (value?.kind === 'map') return usual === '{}' && value.entries.size === 0;
    return value?.kind === 'name' ? value.path === usual : getTexts(value)[0] === usual;
  },
  two: ({ args }) => args.length > 1,
  code: ({ args: [code] }) => code?.kind === 'text',
  // Objects that keep data for longer than a process does, and stores of keys.
  kept: (call) =>
    !/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(getOwnerPath(call)) && !call.collector.isMocked,
  stored: ({ collector }) => collector.usesStore && !collector.isMocked,
  flagged: ({ args }) => flattenValues(args).some((value) => getTexts(value)[0]!.startsWith('-')),
  // A reset that changes the files.
  hard: ({ args }) => args.some((arg) => /hard$/i.test(arg.kind === 'name' ? arg.path : getTexts(arg)[0]!)),
  served: ({ collector }) => collector.asksServer,
  empty: ({ args: [value] }) => value === undefined || (value.kind === 'map' && value.entries.size === 0),
  // Libraries whose methods are the commands of git.
  git: ({ receiver }) =>
    receiver?.kind === 'made'
      ? receiver.by === 'git'
      : receiver?.kind === 'name' && getLastName(receiver.path) === 'git',
  database: (call) => /^db\b|collection|\bdb$/i.test(getOwnerPath(call)),
};

/** Returns true for an object of a kind: one that such a call made, or one of that name. */
const hasKind = ({ receiver }: CodeCall, kind: string, step: string | undefined): boolean =>
  receiver?.kind === kind &&
  (step === undefined ||
    (receiver.kind === 'made' && receiver.by === step) ||
    (receiver.kind === 'name' && getLastName(receiver.path) === step));

/** Calls what an action returns with the functions among the arguments, which are no arguments of the action. */
const withCallbacks =
  (inner: CallHandler): CallHandler =>
  (call) => {
    const answer = inner({ ...call, args: call.args.filter(({ kind }) => kind !== 'function') });
    const callback = call.args.find(({ kind }) => kind === 'function');
    // The first argument may be an error.
    if (answer && callback) call.invoke(callback, [answer, answer]);
    return answer;
  };

/** Compiles a call of languages.yml, such as `run rm $0:path`, to its handler. */
export function compileCall(action: string): CallHandler {
  const [first, ...others] = action.split(' | ').map((each) => each.split(' ') as [string, ...string[]]);
  if (others.length > 0) {
    const handlers = [first!, ...others].map((words) => compileCall(words.join(' ')));
    return (call) => {
      for (const handler of handlers) {
        const answer = handler(call);
        if (answer) return answer;
      }
      return undefined;
    };
  }
  const [verb, ...words] = first!;
  if (verb === 'calls-back') return withCallbacks(compileCall(words.join(' ')));
  if (verb.startsWith('if-')) {
    const [kind, step] = verb.slice(3).split(':') as [string, string?];
    const inner = compileCall(words.join(' '));
    const holds = CONDITIONS[kind] ?? ((call: CodeCall) => hasKind(call, kind, step));
    return (call) => (holds(call, step) ? inner(call) : undefined);
  }
  const selectors = words.map(compileSelector);
  const select = (call: CodeCall) => selectors.map((selector) => selector(call));
  const deed = systemDeeds[verb];
  if (!deed) return (call) => ACTIONS[verb]!(call, select(call), words);
  return (call) => {
    deed(call, select(call), words);
    return unknownValue;
  };
}
