import { UNKNOWN_VALUE } from '../../invocation.js';
import { joinPathValues } from '../model/apply_operator.js';
import { getEnvironmentVariable } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  getTexts,
  joinValues,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CodeCall } from '../model/language_spec.js';
import { connect, getOption, httpRequest, type NamedHandler, sendData, sendSignal, toPattern } from './compile_call.js';
import { decodeValue, joinLines } from './shared_calls.js';

const joinFolder = (folder: CodeValue | undefined): CodeValue =>
  joinPathValues([folder ?? createText('.'), createText(UNKNOWN_VALUE)]);

/** Returns the words of `os.execv(path, [name, …])`, of which the name is no argument. */
function getProgramWords([path, ...rest]: readonly CodeValue[], kind: string | undefined): CodeValue[] {
  const [value] = rest;
  const words = kind === 'v' ? (value?.kind === 'list' ? value.items : [unknownValue, unknownValue]) : rest;
  return [path ?? unknownValue, ...words.slice(1)];
}

function readEnvironment({ args: [key], collector }: CodeCall): CodeValue {
  const [variable] = getTexts(key);
  const value = getEnvironmentVariable(collector.input, variable);
  if (value) return value;
  if (variable === 'HOME') return createText('~');
  if (variable === 'USER' || variable === 'LOGNAME') return unknownValue;
  return { kind: 'content', files: [], from: [collector.createInvocation('printenv', key ? [key] : [])] };
}

/** Attaches a shell to an open connection, if there is one. */
function attachShell({ collector }: CodeCall, shell: string | CodeValue): void {
  const connected = collector.invocations.find(
    ({ program, args }) => program === 'nc' && (shell !== '/bin/sh' || args[0]?.text !== '-e'),
  );
  if (connected) collector.addInvocation('nc', ['-e', shell, ...connected.args.map((arg) => arg.text)]);
}

const pythonFunctions: Readonly<Record<string, NamedHandler>> = {
  print: ({ args, named: names, collector }) => {
    const [gap, end] = ['sep', 'end'].map((key) => (names.has(key) ? getTexts(names.get(key))[0] : undefined));
    if (!names.has('file')) collector.recordPrint(args, gap, end);
    return unknownValue;
  },
  'open-descriptor': ({ args: [path, flags], collector }) => {
    const creates =
      flags?.kind === 'unknown' || (flags?.kind === 'name' && /WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(flags.path));
    if (!creates) return collector.readFile(path);
    collector.recordWrite(path, undefined);
    return createDerived('written', path ?? unknownValue);
  },
  'spawn-terminal': (call) => {
    const [value] = call.args;
    const words = value?.kind === 'list' ? value.items : [value ?? unknownValue];
    attachShell(call, words[0] ?? unknownValue);
    return call.collector.runProgram(words);
  },
  'duplicate-descriptor': (call) => {
    if (!call.collector.invocations.some(({ args }) => args[0]?.text === '-e')) attachShell(call, '/bin/sh');
    return unknownValue;
  },
  execute: ({ args, collector }, kind) => collector.runProgram(getProgramWords(args, kind)),
  spawn: ({ args, collector }, kind) => collector.runProgram(getProgramWords(args.slice(1), kind)),
  'kill-group': (call) => sendSignal(call, joinValues([createText('-'), call.args[0] ?? unknownValue]), call.args[1]),
  'any-process': () => createList([createDerived('any-process')]),
  // `getattr(os, 'system')`
  attribute: ({ args: [owner, key] }) =>
    owner?.kind === 'name' && key ? createName(`${owner.path}.${getTexts(key)[0]}`) : unknownValue,
  environment: readEnvironment,
  walk: ({ args: [folder], collector }) => {
    if (collector.chooses || folder?.kind !== 'text')
      return createList([createList([joinFolder(folder), createList([unknownValue]), createList([unknownValue])])]);
    const all = createList([toPattern(createText('**'))]);
    return createList([createList([folder, all, all])]);
  },
  decode: ({ args: [value, encoding] }) => (value ? decodeValue(value, getTexts(encoding)[0]!) : unknownValue),
  'open-url': (call) => {
    const url = call.args[0] ?? call.named.get('url');
    if (url?.kind === 'made') return httpRequest(call, 'GET', url.args[0], url.args.slice(1));
    return httpRequest(call, 'GET', url, [call.args[1] ?? call.named.get('data')]);
  },
  'request-object': ({ args, named: names }) => {
    const data = args[1] ?? names.get('data');
    return createDerived('request', args[0] ?? names.get('url') ?? unknownValue, ...(data ? [data] : []));
  },
  retrieve: (call) => {
    const [url, path] = call.args;
    const answer = httpRequest(call, 'GET', url, []);
    if (path) call.collector.recordWrite(path, answer);
    return path;
  },
  request: (call, method) => {
    const { args, named: names } = call;
    const url = (method ? args[0] : args[1]) ?? names.get('url');
    const bodies = ['data', 'json', 'files', 'content', ...(method ? ['params'] : [])].map((key) => names.get(key));
    if (!method) return httpRequest(call, getTexts(args[0])[0]!.toUpperCase(), url, bodies);
    return httpRequest(call, method, url, [...(method === 'GET' ? [] : [args[1]]), ...bodies]);
  },
};

const pythonMethods: Readonly<Record<string, NamedHandler>> = {
  'replace-path': ({ receiver, args: [target, more], collector }) => {
    if (receiver?.kind !== 'text' || !target || more) return undefined;
    collector.addInvocation('mv', [receiver, target]);
    return unknownValue;
  },
  'joined-lines': joinLines,
  'any-line': ({ receiver }) => (receiver?.kind === 'list' ? mergeValues(receiver.items) : receiver),
  'glob-below': ({ receiver, args: [pattern = unknownValue] }, nested) =>
    receiver ? toPattern(joinPathValues([receiver, ...(nested ? [createText(nested)] : []), pattern])) : unknownValue,
  connect: (call) => {
    const { receiver, args } = call;
    if (receiver?.kind !== 'made') return undefined;
    if (receiver.by === 'ssh') return createDerived('connection', args[0] ?? unknownValue);
    return connect(call, args[0]?.kind === 'list' ? args[0].items : args);
  },
  'send-to': (call) => {
    const [data, address] = call.args;
    const words = address?.kind === 'list' ? address.items : [unknownValue];
    return sendData(call, createDerived('connection', ...words), data);
  },
  'request-over': (call) => {
    const { receiver, args } = call;
    const url =
      receiver?.kind === 'made' ? joinValues([receiver.args[0] ?? unknownValue, args[1] ?? unknownValue]) : args[1];
    const body = args[2] ?? ['body', 'data', 'json'].map((key) => getOption(call, key)).find(Boolean);
    return httpRequest(call, getTexts(args[0])[0]!, url, [body]);
  },
  'library-call': ({ receiver, args, collector }) =>
    receiver?.kind === 'made' && receiver.by === 'library' ? collector.runShellLine(args[0]) : undefined,
  'end-process': ({ receiver, collector }, signal) => {
    if (receiver?.kind !== 'made') return undefined;
    if (receiver.by === 'any-process') collector.addInvocation('pkill', [`-${signal}`, unknownValue]);
    else if (receiver.by === 'psutil.Process')
      collector.addInvocation('kill', [`-${signal}`, receiver.args[0] ?? unknownValue]);
    return unknownValue;
  },
  get: (call) => {
    const { receiver, args } = call;
    if (receiver?.kind === 'map') return receiver.entries.get(getTexts(args[0])[0]!) ?? readEnvironment(call);
    return receiver?.kind === 'made' && receiver.by === 'http' ? httpRequest(call, 'GET', args[0], []) : undefined;
  },
};

/** Handlers of calls of Python's standard library and of requests. */
export const pythonCalls = { functions: pythonFunctions, methods: pythonMethods };
