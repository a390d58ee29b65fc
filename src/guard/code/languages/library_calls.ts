import { UNKNOWN_VALUE } from '../../invocation.js';
import { joinPathValues } from '../model/apply_operator.js';
import { createWordValue } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  flattenValues,
  getTexts,
  joinValues,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CallAction, CallActions, CodeCall } from '../model/language_spec.js';
import { openFile, sendValue, systemCalls } from './system_calls.js';

/** Pattern of whatever is below a folder. */
const ANY_BELOW: CodeValue = { kind: 'text', of: ['**'], glob: true };

const isTrueValue = (value: CodeValue | undefined) =>
  value !== undefined && !(value.kind === 'name' && value.path === 'false');

/** Attaches a shell to an open connection, if there is one. */
function attachShell({ collector }: CodeCall, shell: string | CodeValue): void {
  const connected = collector.invocations.find(
    ({ program, args }) => program === 'nc' && (shell !== '/bin/sh' || args[0]?.text !== '-e'),
  );
  if (connected) collector.addInvocation('nc', ['-e', shell, ...connected.args.map((arg) => arg.text)]);
}

/** Opens `open(FH, '>', path)`, `open(FH, "> path")`, `open(FH, "| command")` or `open(FH, '-|', words)` of Perl. */
const openPerlFile: CallAction<CodeValue> = (call) => {
  const {
    args: [, mode, ...rest],
    collector,
  } = call;
  const [, sign = '<', inline = '', piped] =
    /^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(getTexts(mode)[0]!) ?? [];
  const items = flattenValues(rest);
  const [target = createText(inline)] = items;
  if (sign.includes('|') || (piped && items.length === 0))
    return items.length > 1 ? collector.runProgram(items) : collector.runShellLine(target);
  return openFile(call, [target, createText(sign.includes('>') ? (sign === '>>' ? 'a' : 'w') : 'r')], []);
};

/** Calls of particular libraries, by the names that languages.yml gives them. */
export const libraryCalls: CallActions = {
  'spawn-terminal': (call, [value = unknownValue]) => {
    const words = value.kind === 'list' ? value.items : [value];
    attachShell(call, words[0] ?? unknownValue);
    return call.collector.runProgram(words);
  },
  'duplicate-descriptor': (call) => {
    if (!call.collector.invocations.some(({ args }) => args[0]?.text === '-e')) attachShell(call, '/bin/sh');
    return unknownValue;
  },
  // `getattr(os, 'system')`
  attribute: (_call, [owner, key]) =>
    owner?.kind === 'name' && key ? createName(`${owner.path}.${getTexts(key)[0]}`) : unknownValue,
  // `File.method(:delete)`
  method: (call, values) =>
    createDerived('bound', libraryCalls.attribute!(call, values, []) ?? unknownValue, createList([])),
  // Folders with the names in them: all of them, unless the code chooses.
  walk: ({ collector }, [folder = createText('.')]) => {
    const any = createList([collector.chosen ?? unknownValue]);
    const all = createList([ANY_BELOW]);
    const { chosen } = collector;
    return chosen || folder.kind !== 'text'
      ? createList([createList([joinPathValues([folder, createText(UNKNOWN_VALUE)]), any, any])])
      : createList([createList([folder, all, all])]);
  },
  // Files below a folder, with a path each.
  'walk-files': ({ collector }, [folder = createText('.')]) =>
    createList([joinPathValues([folder, collector.chosen ?? ANY_BELOW])]),
  'remove-matches': ({ collector }, [patterns = unknownValue, dry]) => {
    const kept = flattenValues([patterns]).filter((each) => !getTexts(each)[0]!.startsWith('!'));
    if (isTrueValue(dry)) return unknownValue;
    for (const each of kept)
      collector.addInvocation('rm', ['-rf', each.kind === 'text' ? { ...each, glob: true } : each]);
    return unknownValue;
  },
  // `add_argument('--root', default='.')`, whose values `parse_args()` returns.
  'declare-option': ({ collector, args }, [usual = unknownValue]) => {
    const { options, input } = collector;
    const names = args.map((each) => getTexts(each)[0]!);
    const index = input.args.findIndex(({ text }) => text.startsWith('-') && names.includes(text));
    const word = index === -1 ? undefined : input.args[index + 1];
    // Another word may be meant for it.
    const value = word ? createWordValue(word) : input.args.length > 0 ? mergeValues([usual, unknownValue]) : usual;
    for (const name of names) options.set(name.replace(/^-+/, '').replaceAll('-', '_'), value);
    return unknownValue;
  },
  options: ({ collector }) => ({ kind: 'map', entries: collector.options }),
  // Patterns of files in a folder.
  globs: (_call, [patterns = unknownValue, folder]) =>
    createList(
      flattenValues([patterns]).flatMap((each): CodeValue[] => {
        const path = folder ? joinPathValues([folder, each]) : each;
        if (path.kind !== 'text' || getTexts(each)[0]!.startsWith('!')) return path.kind === 'text' ? [] : [path];
        return [{ ...path, glob: true }];
      }),
    ),
  'temporary-pair': () => createList([unknownValue, createText(`/tmp/${UNKNOWN_VALUE}`)]),
  temporary: () => createText(`/tmp/${UNKNOWN_VALUE}`),
  // A request over an open connection: its URL has no host.
  'request-over': (call, [method, url = unknownValue, ...bodies], words) => {
    const host = call.receiver?.kind === 'made' ? (call.receiver.args[0] ?? unknownValue) : createText('');
    return systemCalls.request!(call, [method, joinValues([host, url]), bodies.find((each) => each)], words);
  },
  'end-process': ({ receiver, collector }, _values, [signal]) => {
    if (receiver?.kind !== 'made') return undefined;
    if (receiver.by === 'any-process') collector.addInvocation('pkill', [`-${signal}`, unknownValue]);
    else if (receiver.by === 'psutil.Process')
      collector.addInvocation('kill', [`-${signal}`, receiver.args[0] ?? unknownValue]);
    return unknownValue;
  },
  entry: (call, [map, key, usual], words) =>
    map?.kind === 'map'
      ? (map.entries.get(getTexts(key)[0]!) ?? systemCalls.environment!(call, [key, usual], words))
      : undefined,
  // `spawn(program, [args], { shell })`, `Deno.Command(program, { args })`
  spawn: ({ collector }, [program = unknownValue, words, shell]) => {
    const value = words?.kind === 'list' ? words.items : words?.kind === 'unknown' ? [unknownValue] : [];
    const lists = (words?.kind === 'list' ? words.lists : undefined) ?? [value];
    if (!isTrueValue(shell)) return mergeValues(lists.map((each) => collector.runProgram([program, ...each])));
    return collector.runShellLine(createText([program, ...value].flatMap(getTexts).join(' ')));
  },
  // `rm(path, { recursive: true, force: true })`; without options, the program that is named.
  remove: ({ collector }, [, path = unknownValue, recursive, force], [program]) => {
    const letters = `${isTrueValue(recursive) ? 'r' : ''}${isTrueValue(force) ? 'f' : ''}`;
    if (program === 'rmdir' && !isTrueValue(recursive)) collector.addInvocation('rmdir', [path]);
    else collector.addInvocation('rm', [letters === '' ? undefined : `-${letters}`, path]);
    return unknownValue;
  },
  // A later part that begins at the root does not replace the earlier ones.
  'join-parts': ({ args: [first = unknownValue, ...rest] }) =>
    joinPathValues([
      first,
      ...rest.map((part) =>
        part.kind === 'text' ? { ...part, of: part.of.map((each) => each.replace(/^\/+/, '')) } : part,
      ),
    ]),
  // A connection between a shell's streams and a socket is a remote shell.
  pipe: (call, [source, target = unknownValue]) => {
    const connected = target.kind === 'made' && (target.by === 'connection' || target.by === 'client');
    if (connected && source?.kind === 'content' && source.from.length > 0) attachShell(call, '/bin/sh');
    else sendValue(call, target, source, true);
    return target;
  },
  // biome-ignore lint/suspicious/noThenProperty: a name of languages.yml
  then: ({ receiver, args: [callback], invoke }) =>
    callback?.kind === 'function' || (callback?.kind === 'name' && !callback.self)
      ? invoke(callback, [receiver ?? unknownValue])
      : receiver,
  // A request that is made first and sent later; only one with another method says so before.
  'request-object': (call, [method, url = unknownValue, data], words) =>
    method === undefined || /^(?:GET|POST)$/i.test(getTexts(method)[0]!)
      ? createDerived('request', url, ...(data ? [data] : []))
      : systemCalls['open-request']!(call, [method, url, data], words),
  'request-option': (call, [handle, option, value], words) => {
    if (option?.kind === 'name' && option.path === 'CURLOPT_POSTFIELDS' && handle?.kind === 'made')
      systemCalls.request!(call, [createText('POST'), handle.args[0], value], words);
    return unknownValue;
  },
  // An element of a list, or of the program's arguments.
  take: ({ collector: { input } }, [list]) =>
    mergeValues(list?.kind === 'list' ? list.items : input.args.map(createWordValue)),
  'open-perl': openPerlFile,
  // `find(sub { … }, FOLDERS)` of File::Find calls the function with each file below the folders in `$_`.
  find: ({ args: [value, ...folders], collector, invoke }) => {
    const pattern = value?.kind === 'map' ? value.entries.get('wanted') : value;
    if (pattern?.kind !== 'function') return undefined;
    pattern.definition.called = true;
    const visitor = {
      ...pattern,
      definition: { ...pattern.definition, parameters: [{ name: '$_' }, { name: '$File.Find.name' }] },
    };
    const entry = collector.chosen ?? ANY_BELOW;
    for (const folder of folders.flatMap(getTexts)) {
      const path = joinPathValues([createText(folder), entry]);
      invoke(visitor, [path, path]);
    }
    return unknownValue;
  },
};
