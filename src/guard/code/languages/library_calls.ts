import { createWord, isKnownWord, UNKNOWN_VALUE } from '../../invocation.js';
import { showsSign } from '../../vocabulary/vocabulary.js';
import { callBack, imitate, isFollowed } from '../interpreter/imitate.js';
import type { CallActions, CodeCall } from '../interpreter/interpreter_state.js';
import { joinPathValues } from '../model/apply_operator.js';
import { createWordValue } from '../model/code_input.js';
import { type CodeValue, create, find, get, is, unknownValue } from '../model/code_value.js';
import { ANY_BELOW, feedProgram, openFile, sendValue, systemCalls } from './system_calls.js';

const listMatches = (patterns: CodeValue): readonly CodeValue[] =>
  get.flat([patterns]).filter((each) => !get.firstText(each).startsWith('!'));

export const isTrueValue = (value: CodeValue | undefined) =>
  value !== undefined && !(value.kind === 'name' && value.path === 'false');

/** Creates an imitation, with what it may call and return; an unknown value if it may call the real thing. */
function createMock({ named, state }: CodeCall): CodeValue {
  const functions = [...named].filter(([key]) => /side_effect|wraps/.test(key)).map(([, value]) => value);
  const inputs = [...named].filter(([key]) => !showsSign(key, 'mock-options')).map(([, value]) => value);
  const values = get.parts(inputs).map(({ value }) => value);
  if (!functions.every((value) => isFollowed(state, value))) return unknownValue;
  return create.derived('mock', ...values.filter((each) => !is.mock(each)));
}

/** Calls of particular libraries, by the names that languages.yml gives them. */
export const libraryCalls: CallActions = {
  // A shell on an open connection, if there is one that has none.
  'attach-shell': ({ collector: { invocations }, collector }, [shell = unknownValue]) => {
    const connected = invocations.find(({ program }) => program === 'nc');
    if (connected && !invocations.some(({ args }) => args[0]?.text === '-e'))
      collector.addInvocation('nc', ['-e', get.flat([shell])[0], ...connected.args.map((arg) => arg.text)]);
  },
  // `getattr(os, 'system')`
  attribute: ({ state }, [owner = unknownValue, key]) =>
    create.choice(get.texts(key).map((each) => state.getMember(owner, each))),
  // `File.method(:delete)`
  method: (call, values) =>
    create.derived('bound', libraryCalls.attribute!(call, values, []) ?? unknownValue, create.list([])),
  // Folders with the names in them: all of them, unless the code chooses.
  walk: ({ collector: { chosen } }, [folder = create.text('.')]) => {
    const isWhole = !chosen && folder.kind === 'text';
    const names = create.list([isWhole ? ANY_BELOW : (chosen ?? unknownValue)]);
    const path = isWhole ? folder : joinPathValues([folder, create.text(UNKNOWN_VALUE)]);
    return create.list([create.list([path, names, names])]);
  },
  'remove-matches': ({ collector }, [patterns = unknownValue, dry]) => {
    for (const each of isTrueValue(dry) ? [] : listMatches(patterns))
      collector.addInvocation('rm', ['-rf', create.glob(each)]);
    return unknownValue;
  },
  // `add_argument('--root', default='.')`, whose values `parse_args()` returns.
  'declare-option': ({ collector, args }, [usual = unknownValue]) => {
    const commandArgs = collector.input.args;
    const names = args.map(get.firstText);
    const word = commandArgs.find((_, index) => names.includes(commandArgs[index - 1]?.text ?? ''));
    // Another word may be meant for it.
    const value = word ? createWordValue(word) : create.merged([usual, ...commandArgs.map(() => unknownValue)]);
    for (const name of names) collector.options.set(name.replace(/^-+/, '').replaceAll('-', '_'), value);
    return unknownValue;
  },
  // Imitations: an object of no class, what stands in the place of a function, and what may be put there.
  mock: createMock,
  imitate: ({ state }, [owner, key, value = create.derived('mock')]) => {
    if (owner?.kind === 'text' && key) return imitate(state, key, owner);
    return owner ? imitate(state, value, owner, key) : value;
  },
  'end-imitation': ({ state }, [owner]) => imitate(state, unknownValue, owner!),
  patcher: (call, [owner, key, value], [, place]) => {
    const [member, replacement] = place === '$1:attribute' ? [`.${get.firstText(key)}`, value] : ['', key];
    const factory = get.word(call.named.get('new_callable') ?? create.text('Mock'));
    const isUsual = replacement === undefined || get.word(replacement).endsWith('DEFAULT');
    const mock = /Mock$/.test(factory) ? createMock(call) : unknownValue;
    const imitation = isUsual ? mock : replacement;
    const isKnown = owner && isKnownWord(createWord(get.word(owner) + member)) && !is.mock(owner);
    if (!isKnown || !isFollowed(call.state, imitation)) return undefined;
    return create.derived('patcher', create.text(get.word(owner) + member), imitation);
  },
  'start-patcher': ({ receiver, state }) =>
    is.made(receiver, 'patcher') ? imitate(state, receiver.args[1]!, receiver.args[0]!) : undefined,
  // A function that is watched, and calls the real one until it gets an answer: the path of it.
  spy: ({ args, state }, [owner, key, value], [, , , word]) => {
    if (owner?.kind !== 'name' || owner.self) return undefined;
    const path = create.text(`${owner.path}.${get.firstText(key)}`);
    if (word ?? (args.length === 3 && value?.kind === 'function'))
      imitate(state, value ?? create.derived('mock'), path);
    return create.derived('spy', path);
  },
  'answer-spy': ({ receiver, state }, [value], [, word]) => {
    const spy = find.root(receiver);
    if (!is.made(spy, 'spy')) return undefined;
    const usual = create.derived('mock', ...(value ? [value] : []));
    imitate(state, word === undefined && value ? value : usual, spy.args[0]!);
    return spy;
  },
  options: ({ collector }) => ({ kind: 'map', entries: collector.options }),
  // Patterns of files in a folder.
  globs: (_call, [patterns = unknownValue, folder]) =>
    create.list(listMatches(patterns).map((each) => create.glob(folder ? joinPathValues([folder, each]) : each))),
  'temporary-pair': () => {
    const path = create.text(`/tmp/${UNKNOWN_VALUE}`);
    return create.list([create.derived('written', path), path]);
  },
  // As `mktemp -d` prints it.
  'new-folder': ({ named, args: [prefix] }) => {
    const [folder] = get.texts(named.get('dir') ?? prefix);
    const isElsewhere = folder !== undefined && !folder.startsWith('/tmp') && /[./~]/.test(folder);
    return create.text(isElsewhere ? `${folder}${UNKNOWN_VALUE}` : `/tmp/tmp.${UNKNOWN_VALUE}`);
  },
  // A request over an open connection: its URL has no host.
  'request-over': (call, [method, url = unknownValue, ...bodies], words) => {
    const places = call.receiver?.kind === 'made' ? [url, ...get.flat(call.receiver.args)] : [url];
    const host = places.find((each) => /^https?:/.test(get.firstText(each))) ?? places[1] ?? unknownValue;
    const address = host === url || places.length === 1 ? url : create.joined([host, url]);
    return systemCalls.request!(call, [method, address, bodies.find((each) => each)], words);
  },
  entry: (_call, [map, key]) => (map?.kind === 'map' ? map.entries.get(get.firstText(key)) : undefined),
  // `spawn(program, [args], { shell })`, `Deno.Command(program, { args })`
  spawn: (call, [program = unknownValue, words, shell, input]) => {
    const { collector } = call;
    feedProgram(call, [program, ...get.items(words)], input);
    const items = words?.kind === 'list' || words?.kind === 'unknown' ? get.flat([words]) : [];
    const lists = (words?.kind === 'list' ? words.lists : undefined) ?? [items];
    return isTrueValue(shell)
      ? collector.runShellLine(create.text([program, ...items].flatMap(get.texts).join(' ')))
      : create.merged(lists.map((each) => collector.runProgram([program, ...each])));
  },
  // A later part that begins at the root does not replace the earlier ones.
  'join-parts': ({ args }) => create.joined(args.filter(get.firstText), '/'),
  // A connection between a shell's streams and a socket is a remote shell.
  pipe: (call, [source, target = unknownValue]) => {
    if (is.made(target, 'connection', 'client') && source?.kind === 'content' && source.from.length > 0)
      libraryCalls['attach-shell']!(call, [create.text('/bin/sh')], []);
    else sendValue(call, target, source, true);
    return target;
  },
  // biome-ignore lint/suspicious/noThenProperty: a name of languages.yml
  then: ({ receiver, args: [callback], state }) =>
    callback?.kind === 'function' || (callback?.kind === 'name' && !callback.self)
      ? callBack(state, callback, [receiver ?? unknownValue])
      : receiver,
  // An element of a list, or of the program's arguments.
  take: ({ collector: { input } }, [list]) =>
    create.merged(list?.kind === 'list' ? list.items : input.args.map(createWordValue)),
  // `open(FH, '>', path)`, `open(FH, "> path")`, `open(FH, "| command")` or `open(FH, '-|', words)` of Perl.
  'open-perl': (call, [mode, rest = unknownValue]) => {
    const [, sign = '<', inline = '', piped] =
      /^(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)$/.exec(get.firstText(mode).trim()) ?? [];
    const items = get.flat(get.elements(rest));
    const [target = create.text(inline)] = items;
    if (sign.includes('|') || (piped && items.length === 0))
      return items.length > 1 ? call.collector.runProgram(items) : call.collector.runShellLine(target);
    const letter = /[+>]/.test(sign) ? 'w' : 'r';
    return openFile(call, [target, create.text(sign === '>>' ? 'a' : letter)], []);
  },
  // `find(sub { … }, FOLDERS)` of File::Find calls the function with each file below the folders in `$_`.
  find: ({ args: [value, ...folders], collector, state }) => {
    const pattern = value?.kind === 'map' ? value.entries.get('wanted') : value;
    if (pattern?.kind !== 'function') return undefined;
    pattern.definition.called = true;
    const parameters = [{ name: '$_' }, { name: '$File.Find.name' }];
    const visitor = { ...pattern, definition: { ...pattern.definition, parameters } };
    for (const folder of folders.flatMap(get.texts)) {
      const path = joinPathValues([create.text(folder), collector.chosen ?? ANY_BELOW]);
      callBack(state, visitor, [path, path]);
    }
    return unknownValue;
  },
};
