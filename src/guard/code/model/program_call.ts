import { type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { type CodeValue, createDerived, findContent, getTexts, isKnownValue, unknownValue } from './code_value.js';
import type { CallHandler, CodeCall } from './language_spec.js';

/** Handlers of which every language specification is composed: what a call means as an invocation. */
type ValueSelector = (call: CodeCall) => CodeValue | undefined;

/** Selects an argument by position or by one of several names. */
export const argument =
  (index: number, ...names: string[]): ValueSelector =>
  ({ args, named }) =>
    args[index] ?? names.map((each) => named.get(each)).find((value) => value !== undefined);
/** Selects the object of a method call. */
export const receiverValue: ValueSelector = ({ receiver }) => receiver;
/** Selects all arguments as one list. */
export const allArguments: ValueSelector = ({ args }) => ({
  kind: 'list',
  items: args.flatMap((value) => (value.kind === 'list' ? value.items : [value])),
});

/** Handles a call as a program with options and the arguments that are paths. */
export const programCall =
  (program: string, options: readonly string[], ...which: readonly ValueSelector[]): CallHandler =>
  (call) => {
    call.collector.addInvocation(program, [...options, ...which.map((each) => each(call) ?? unknownValue)]);
    return unknownValue;
  };

/** Handles a call that removes a file. */
export const removal = (which: ValueSelector = argument(0)): CallHandler => programCall('rm', [], which);
/** Handles a call that removes a folder recursively. */
export const treeRemoval = (which: ValueSelector = argument(0)): CallHandler => programCall('rm', ['-rf'], which);
/** Handles a call that reads a file. */
export const fileRead =
  (which: ValueSelector = argument(0)): CallHandler =>
  (call) =>
    call.collector.readFile(which(call));
/** Handles a call that writes a file. */
export const fileWrite =
  (path: ValueSelector = argument(0), what: ValueSelector = argument(1), append = false): CallHandler =>
  (call) => {
    call.collector.recordWrite(path(call), what(call), append);
    return unknownValue;
  };
/** Handles a call that runs a command line in a shell. */
export const shellCall =
  (which: ValueSelector = argument(0)): CallHandler =>
  (call) =>
    call.collector.runShellLine(which(call));

/** Handles a call that evaluates text as code. */
export const codeEvaluation =
  (which: ValueSelector = argument(0)): CallHandler =>
  (call) =>
    call.evaluateCode(which(call));

/** Handles a call with a constant result. */
export const constantResult =
  (value: CodeValue): CallHandler =>
  () =>
    value;

/** Handles a call with a result that later calls recognize. */
export const derivedResult =
  (by: string): CallHandler =>
  ({ args }) =>
    createDerived(by, ...args);

/** Formats a file mode as the three octal digits that a shell command has. */
const formatMode = (value: CodeValue | undefined): string =>
  value?.kind === 'number' ? value.number.toString(8) : (getTexts(value)[0]?.replace(/^0o?/, '') ?? UNKNOWN_VALUE);

/** Handles a call that changes the mode of a file. */
export const modeChange =
  (path: ValueSelector, bits: ValueSelector): CallHandler =>
  (call) => {
    call.collector.addInvocation('chmod', [formatMode(bits(call)), path(call) ?? unknownValue]);
    return unknownValue;
  };

/** Handles a call that changes the owner of a file. */
export const ownerChange =
  (path: ValueSelector, owner: ValueSelector): CallHandler =>
  (call) => {
    call.collector.addInvocation('chown', [owner(call) ?? unknownValue, path(call) ?? unknownValue]);
    return unknownValue;
  };

/** Handles a signal to a process, by number or by name with or without the prefix SIG. */
export const signalCall =
  (pid: ValueSelector, signal: ValueSelector, ordinary = 'TERM'): CallHandler =>
  (call) => {
    const value = signal(call);
    const path = value?.kind === 'name' ? value.path.slice(value.path.lastIndexOf('.') + 1) : undefined;
    const word = value === undefined ? ordinary : (path ?? getTexts(value)[0]!);
    call.collector.addInvocation('kill', [`-${word.replace(/^(?:SIG|:)/, '')}`, pid(call) ?? unknownValue]);
    return unknownValue;
  };

const SENDING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Reports an HTTP request. With a body it sends, without one it receives. Returns the response as content. */
export function httpRequest(
  call: CodeCall,
  method: string,
  url: CodeValue | undefined,
  bodies: readonly (CodeValue | undefined)[],
): CodeValue {
  const sent = bodies.filter((each) => each !== undefined);
  const { collector } = call;
  const content = findContent(sent);
  const more: Partial<Invocation> =
    content && content.from.length > 0 ? { input: { kind: 'pipe', from: collector.listSources(content) } } : {};
  const data = content
    ? [...content.files.map((file) => `@${file}`), ...(content.from.length > 0 ? ['@-'] : [])]
    : sent.map((each) => (isKnownValue(each) ? getTexts(each)[0]! : UNKNOWN_VALUE));
  const verb = sent.length > 0 && method === 'GET' ? 'POST' : method;
  const invocation = collector.addInvocation(
    'curl',
    [
      ...(SENDING.has(verb) || verb === UNKNOWN_VALUE ? ['-X', verb] : []),
      ...data.flatMap((each) => ['-d', each]),
      url ?? unknownValue,
    ],
    more,
  );
  return { kind: 'content', files: [], from: [invocation] };
}

/** Reports data that is sent over an open connection. */
export function dataTransfer(call: CodeCall, what: CodeValue | undefined, program = 'nc'): CodeValue {
  const content = findContent([what ?? unknownValue]);
  const { receiver, collector } = call;
  const [host, port] = receiver?.kind === 'made' ? receiver.args : [];
  collector.addInvocation(program, [host ?? unknownValue, ...(port ? [port] : [])], {
    ...(content && { input: { kind: 'pipe', from: collector.listSources(content) } }),
  });
  return unknownValue;
}
