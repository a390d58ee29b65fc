import { type CodeValue, createDerived, createName, getTexts, unknownValue } from '../model/code_value.js';
import type { CallHandler, CodeCall } from '../model/language_spec.js';
import { argument, dataTransfer, httpRequest } from '../model/program_call.js';

/** Handles `open(path, mode)`: the mode decides whether the file is read or written. */
const openCall =
  (path: (call: CodeCall) => CodeValue | undefined, mode: (call: CodeCall) => CodeValue | undefined): CallHandler =>
  (call) => {
    const letters = mode(call) === undefined ? 'r' : getTexts(mode(call))[0]!;
    if (!/[wax+]/.test(letters)) return call.collector.readFile(path(call));
    call.collector.recordWrite(path(call), undefined, letters.includes('a'));
    return createDerived(letters.includes('a') ? 'appended' : 'written', path(call) ?? unknownValue);
  };

const writeCall =
  (what: (call: CodeCall) => CodeValue | undefined): CallHandler =>
  (call) => {
    const { receiver } = call;
    if (receiver?.kind !== 'made') return undefined;
    if (receiver.by === 'written' || receiver.by === 'appended')
      call.collector.recordWrite(receiver.args[0], what(call), receiver.by === 'appended');
    else if (receiver.by === 'connection') return dataTransfer(call, what(call));
    return unknownValue;
  };

const requestCall =
  (method: string): CallHandler =>
  (call) =>
    httpRequest(call, method, argument(0, 'url')(call), [
      ...(method === 'GET' ? [] : [call.args[1]]),
      ...['data', 'json', 'files', 'content', 'params'].map((each) => call.named.get(each)),
    ]);

/** Returns `obj.name` for a name given as text: `getattr(os, 'system')`, `__import__('os')`. */
const getAttribute: CallHandler = ({ args: [owner, key] }) =>
  owner?.kind === 'name' && key ? createName(`${owner.path}.${getTexts(key)[0]}`) : unknownValue;
const importModule: CallHandler = ({ args: [path] }) => createName(getTexts(path)[0]!);

const startProcess: CallHandler = (call) => {
  const value = argument(0, 'args', 'command', 'cmd')(call);
  return value?.kind === 'list' ? call.collector.runProgram(value.items) : call.collector.runShellLine(value);
};

/** Handles a new socket connection. It matters if a shell is attached to it. */
const connectCall: CallHandler = (call) => {
  const value = call.args[0];
  const [host, port] = value?.kind === 'list' ? value.items : call.args;
  call.collector.addInvocation('nc', [host ?? unknownValue, ...(port ? [port] : [])]);
  return createDerived('connection', host ?? unknownValue, ...(port ? [port] : []));
};

const spawnOnTerminal: CallHandler = (call) => {
  const value = call.args[0];
  const words = value?.kind === 'list' ? value.items : [value ?? unknownValue];
  const connected = call.collector.invocations.find((invocation) => invocation.program === 'nc');
  if (connected)
    call.collector.addInvocation('nc', ['-e', words[0] ?? unknownValue, ...connected.args.map((arg) => arg.text)]);
  return call.collector.runProgram(words);
};

const duplicateDescriptor: CallHandler = (call) => {
  const connected = call.collector.invocations.find(
    (invocation) => invocation.program === 'nc' && invocation.args[0]?.text !== '-e',
  );
  if (connected && !call.collector.invocations.some((invocation) => invocation.args[0]?.text === '-e'))
    call.collector.addInvocation('nc', ['-e', '/bin/sh', ...connected.args.map((arg) => arg.text)]);
  return unknownValue;
};

const printCall: CallHandler = ({ args, named, collector }) => {
  const [between, end] = ['sep', 'end'].map((key) => (named.has(key) ? getTexts(named.get(key))[0] : undefined));
  if (!named.has('file')) collector.recordPrint(args, between, end);
  return unknownValue;
};

/** Handlers of calls of Python's standard library and of requests, which `python_language.ts` assigns to names. */
export const pythonCallHandlers = {
  openCall,
  writeCall,
  requestCall,
  getAttribute,
  importModule,
  startProcess,
  connectCall,
  spawnOnTerminal,
  duplicateDescriptor,
  printCall,
};
