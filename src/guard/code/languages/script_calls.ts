import { UNKNOWN_VALUE } from '../../invocation.js';
import { getInputArguments } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  flattenValues,
  getElements,
  getTexts,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CodeCall } from '../model/language_spec.js';
import { httpRequest, type NamedHandler, openFile, readStatement, toPattern, writeTo } from './compile_call.js';
import { joinLines } from './shared_calls.js';

const MAX_FOLDERS = 16;

const perlFunctions: Readonly<Record<string, NamedHandler>> = {
  // An element of a list, or of the program's arguments.
  take: ({ args: [list], collector }) => {
    const value = list?.kind === 'list' ? list : getInputArguments(collector.input);
    return value.kind === 'list' && value.items.length > 0 ? mergeValues(value.items) : unknownValue;
  },
  // `open(FH, '>', path)` and `open(FH, "| command")`
  open: ({ args, collector }) => {
    const mode = getTexts(args[1])[0]!;
    const sign = /^\s*(\+?[<>]{1,2}|\||-\||\|-)/.exec(mode)?.[1];
    const inline = mode.replace(/^\s*(\+?[<>]{1,2}|\|)\s*/, '');
    if (sign === '|' && args.length < 3) return collector.runShellLine(createText(inline));
    if (sign === '-|' || sign === '|-') {
      const items = flattenValues(args.slice(2));
      return items.length > 1 ? collector.runProgram(items) : collector.runShellLine(items[0]);
    }
    if (args.length < 3 && /\|\s*$/.test(mode)) return collector.runShellLine(createText(mode.replace(/\|\s*$/, '')));
    const path = args[2] ?? createText(inline);
    if (!sign?.includes('>')) return collector.readFile(path);
    collector.recordWrite(path, undefined, sign === '>>');
    return createDerived('written', path);
  },
  // `find(sub { … }, FOLDERS)` of File::Find calls the function with each file below the folders in `$_`.
  find: ({ args: [value, ...folders], invoke }) => {
    const pattern = value?.kind === 'map' ? value.entries.get('wanted') : value;
    if (pattern?.kind !== 'function') return undefined;
    const visitor = { ...pattern, definition: { ...pattern.definition, parameters: ['$_'] } };
    for (const folder of folders.slice(0, MAX_FOLDERS))
      for (const path of getTexts(folder))
        invoke(visitor, [createText(`${path.replace(/\/+$/, '')}/${UNKNOWN_VALUE}`)]);
    return unknownValue;
  },
  'run-file': ({ args: [path], collector }) => (path?.kind === 'text' ? collector.readFile(path) : undefined),
  connect: ({ args, collector }) => {
    const [host, port] = ['PeerAddr', 'PeerPort'].map(
      (key) =>
        args[
          args.findIndex((value) => getTexts(value)[0] === key || (value.kind === 'name' && value.path === key)) + 1
        ] ?? unknownValue,
    );
    collector.addInvocation('nc', [host, port]);
    return createDerived('connection', host!);
  },
  pack: ({ args: [shape = unknownValue, ...values], invoke }) =>
    invoke(createName('pack', createList(values)), [shape]),
};

const isUrl = (value: CodeValue | undefined) => /^(?:https?|ftp):/i.test(getTexts(value)[0]!);
const readOrRequest = (call: CodeCall): CodeValue =>
  isUrl(call.args[0]) ? httpRequest(call, 'GET', call.args[0], []) : call.collector.readFile(call.args[0]);
/** Converts the name of a function to the function. */
const toFunction = (value: CodeValue | undefined): CodeValue =>
  value?.kind === 'text' ? createName(getTexts(value)[0]!) : (value ?? unknownValue);

const phpFunctions: Readonly<Record<string, NamedHandler>> = {
  'evaluate-text': (call) => (call.args[0]?.kind === 'text' ? call.evaluateCode(call.args[0]) : undefined),
  include: (call) => call.evaluateCode(readOrRequest(call)),
  read: readOrRequest,
  'put-contents': ({ args: [path, text, flags], collector }) => {
    collector.recordWrite(path, text, getTexts(flags)[0] === '8' || flags?.kind === 'name');
    return unknownValue;
  },
  open: (call) => (isUrl(call.args[0]) ? readOrRequest(call) : openFile(call, call.args[0], call.args[1])),
  write: (call) => writeTo(call, call.args[0], call.args[1]) ?? unknownValue,
  execute: ({ args: [program = unknownValue, words], collector }) =>
    collector.runProgram([program, ...getElements(words ?? createList([]))]),
  request: (call) => (call.args[0]?.kind === 'made' ? httpRequest(call, 'GET', call.args[0].args[0], []) : undefined),
  'request-option': (call) => {
    const [handle, option, value] = call.args;
    if (option?.kind === 'name' && option.path === 'CURLOPT_POSTFIELDS' && handle?.kind === 'made')
      httpRequest(call, 'POST', handle.args[0], [value]);
    return unknownValue;
  },
  call: ({ args: [callee, ...rest], invoke }) => invoke(toFunction(callee), rest),
  'call-list': ({ args: [callee, value = unknownValue], invoke }) => invoke(toFunction(callee), getElements(value)),
  map: ({ args: [callee, value = unknownValue], invoke }) => {
    const values = getElements(value).slice(0, 256);
    return createList(values.map((each) => invoke(toFunction(callee), [each])));
  },
};

const rubyFunctions: Readonly<Record<string, NamedHandler>> = {
  // `send(:system, …)`: a method called by its name.
  message: ({ args: [message, ...rest], invoke }) =>
    message?.kind === 'text' ? invoke(createName(getTexts(message)[0]!), rest) : unknownValue,
  open: (call) => {
    const block = call.args.find((value) => value.kind === 'function');
    const [path, mode] = call.args.filter((value) => value.kind !== 'function');
    const [, command] = /^\s*\|([\s\S]*)$/.exec(getTexts(path)[0]!) ?? [];
    const answer =
      command === undefined ? openFile(call, path, mode) : call.collector.runShellLine(createText(command));
    if (block) call.invoke(block, [answer]);
    return answer;
  },
  glob: ({ args: [pattern, block], invoke }) => {
    const files = toPattern(pattern);
    if (block?.kind === 'function') invoke(block, [files]);
    return files;
  },
};

const rubyMethods: Readonly<Record<string, NamedHandler>> = {
  execute: (call) => {
    if (!call.receiver) return call.collector.runShellLine(call.args[0]);
    // Databases have a method of this name for statements.
    readStatement(call, call.args[0]);
    return undefined;
  },
  'joined-lines': joinLines,
  'any-line': ({ receiver }) => (receiver?.kind === 'list' ? mergeValues(receiver.items) : undefined),
  any: ({ receiver }) =>
    receiver?.kind === 'list' && receiver.items.length > 0 ? mergeValues(receiver.items) : undefined,
  first: ({ receiver }) => (receiver?.kind === 'list' ? receiver.items[0] : undefined),
  last: ({ receiver }) => (receiver?.kind === 'list' ? receiver.items.at(-1) : undefined),
  fetch: ({ receiver, args: [key] }) =>
    receiver?.kind === 'map' ? (receiver.entries.get(getTexts(key)[0]!) ?? unknownValue) : undefined,
  each: ({ receiver, args: [block], invoke }) => {
    if (block?.kind !== 'function' || !receiver) return undefined;
    for (const each of getElements(receiver).slice(0, 64)) invoke(block, [each]);
    return receiver;
  },
};

/** Handlers of calls of Perl, PHP and Ruby. */
export const scriptCalls = {
  perl: { functions: perlFunctions },
  php: { functions: phpFunctions },
  ruby: { functions: rubyFunctions, methods: rubyMethods },
};
