import { UNKNOWN_VALUE } from '../../invocation.js';
import { joinPathValues } from '../model/apply_operator.js';
import {
  type CodeValue,
  createDerived,
  createText,
  getElements,
  getTexts,
  isKnownValue,
  mapText,
  unknownValue,
} from '../model/code_value.js';
import { decoders } from '../model/decoders.js';
import type { CodeCall } from '../model/language_spec.js';
import {
  getOption,
  getOwnerPath,
  httpRequest,
  listEntries,
  type NamedHandler,
  readStatement,
  writeTo,
} from './compile_call.js';
import { deleteAll, reportDeed } from './shared_calls.js';

const isTrueValue = (value: CodeValue | undefined) =>
  value !== undefined && !(value.kind === 'name' && value.path === 'false');
const findCallback = ({ args }: CodeCall) => args.find((value) => value.kind === 'function');

/** Handles `rm(path, { recursive: true, force: true })`. */
function removePath(call: CodeCall): CodeValue {
  const letters = ['recursive', 'force'].map((key) => (isTrueValue(getOption(call, key)) ? key[0] : '')).join('');
  call.collector.addInvocation('rm', [letters === '' ? undefined : `-${letters}`, call.args[0] ?? unknownValue]);
  return unknownValue;
}

function request(call: CodeCall, method?: string): CodeValue {
  const [url] = call.args;
  const target =
    url?.kind === 'map'
      ? (url.entries.get('url') ?? url.entries.get('hostname') ?? url.entries.get('host') ?? unknownValue)
      : url;
  const option = getOption(call, 'method');
  const verb = method ?? (option ? getTexts(option)[0]!.toUpperCase() : 'GET');
  const bodies = ['body', 'data', 'json'].map((key) => getOption(call, key));
  const answer = httpRequest(call, verb, target, [...bodies, method && method !== 'GET' ? call.args[1] : undefined]);
  return verb === 'GET' ? answer : createDerived('request', target ?? unknownValue);
}

function connectSocket(call: CodeCall): CodeValue {
  const [first, second] = call.args;
  const map = first?.kind === 'map' ? first.entries : undefined;
  const port = map?.get('port') ?? first ?? unknownValue;
  const host = map?.get('host') ?? second ?? createText('localhost');
  call.collector.addInvocation('nc', [host, port]);
  for (const callback of call.args) if (callback.kind === 'function') call.invoke(callback, []);
  return createDerived('connection', host, port);
}

function decodeBuffer(value: CodeValue | undefined, encoding: CodeValue | undefined): CodeValue {
  if (!value) return unknownValue;
  if (value.kind === 'list') {
    const codes = value.items.flatMap((item) => (item.kind === 'number' ? [item.number & 0xffff] : []));
    return createText(
      codes.length === value.items.length ? String.fromCodePoint(...codes.slice(0, 4096)) : UNKNOWN_VALUE,
    );
  }
  const kind = getTexts(encoding)[0];
  if (kind === 'base64' || kind === 'base64url') return mapText(value, decoders.base64);
  return kind === 'hex' ? mapText(value, decoders.hex) : value;
}

const isDatabase = (call: CodeCall) => /^db\b|collection|\bdb$/i.test(getOwnerPath(call));
const javascriptFunctions: Readonly<Record<string, NamedHandler>> = {
  'evaluate-text': (call) => (call.args[0]?.kind === 'text' ? call.evaluateCode(call.args[0]) : undefined),
  // `spawn(program, [args], { shell })`, `Deno.Command(program, { args })`
  spawn: (call) => {
    const [program = unknownValue, second] = call.args;
    const words = second?.kind === 'map' ? getOption(call, 'args') : second;
    const value = words?.kind === 'list' ? words.items : words?.kind === 'unknown' ? [unknownValue] : [];
    if (!isTrueValue(getOption(call, 'shell'))) return call.collector.runProgram([program, ...value]);
    return call.collector.runShellLine(createText([program, ...value].flatMap(getTexts).join(' ')));
  },
  remove: removePath,
  'remove-folder': (call) => {
    if (isTrueValue(getOption(call, 'recursive'))) return removePath(call);
    call.collector.addInvocation('rmdir', [call.args[0] ?? unknownValue]);
    return unknownValue;
  },
  'read-file': (call) => {
    const content = call.collector.readFile(call.args[0]);
    const callback = findCallback(call);
    if (callback) call.invoke(callback, [unknownValue, content]);
    return content;
  },
  'read-folder': (call) => {
    const callback = findCallback(call);
    const names = listEntries(call, call.args[0] && isKnownValue(call.args[0]) ? undefined : unknownValue);
    if (callback) call.invoke(callback, [unknownValue, names]);
    return names;
  },
  // A later part that begins at the root does not replace the earlier ones.
  'join-parts': ({ args }) =>
    args.length === 0
      ? unknownValue
      : joinPathValues(
          args.map((part, index) =>
            index === 0 || part.kind !== 'text'
              ? part
              : { ...part, of: part.of.map((each) => each.replace(/^\/+/, '')) },
          ),
        ),
  request,
  'request-callback': (call) => {
    const answer = request(call, 'GET');
    const callback = findCallback(call);
    if (callback) call.invoke(callback, [answer]);
    return answer;
  },
  connect: connectSocket,
  buffer: ({ args: [value, encoding] }) => decodeBuffer(value, encoding),
  apply: ({ args: [callee, , value], invoke }) =>
    callee ? invoke(callee, getElements(value ?? unknownValue)) : unknownValue,
};

const javascriptMethods: Readonly<Record<string, NamedHandler>> = {
  end: (call) => (call.args[0] ? writeTo(call, call.receiver, call.args[0], true) : undefined),
  'connect-client': (call) =>
    call.receiver?.kind === 'made' && call.receiver.by === 'client' ? connectSocket(call) : undefined,
  // A connection between a shell's streams and a socket is a remote shell.
  pipe: (call) => {
    const { receiver, collector } = call;
    const [target] = call.args;
    if (target?.kind === 'made' && (target.by === 'connection' || target.by === 'client')) {
      const shell = receiver?.kind === 'content' && receiver.from.length > 0;
      const connected = collector.invocations.find(({ program }) => program === 'nc');
      const words = connected?.args.map((arg) => arg.text) ?? [unknownValue];
      collector.addInvocation('nc', [...(shell ? ['-e', '/bin/sh'] : []), ...words]);
    } else writeTo(call, target, receiver, true);
    return target ?? unknownValue;
  },
  listen: (call) => {
    const { receiver } = call;
    const callback = findCallback(call);
    if (callback && (receiver?.kind === 'content' || receiver?.kind === 'text')) call.invoke(callback, [receiver]);
    return receiver;
  },
  // biome-ignore lint/suspicious/noThenProperty: a name of languages.yml
  then: ({ receiver, args: [callback], invoke }) =>
    callback?.kind === 'function' || (callback?.kind === 'name' && !callback.self)
      ? invoke(callback, [receiver ?? unknownValue])
      : receiver,
  'drop-collection': (call) => (isDatabase(call) ? reportDeed(call, 'drop-collection') : undefined),
  'remove-all': (call) => (isDatabase(call) ? deleteAll(call) : undefined),
  statement: (call) => (/\s/.test(getTexts(call.args[0])[0]!) ? readStatement(call, call.args[0]) : undefined),
};

/** Handlers of calls of Node, Deno, Bun and their libraries. */
export const javascriptCalls = { functions: javascriptFunctions, methods: javascriptMethods };
