import { type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { joinPathValues } from '../model/apply_operator.js';
import { getEnvironmentVariable, getInputText } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  ENTRY_VALUE,
  findContent,
  flattenValues,
  getTexts,
  isKnownValue,
  mapText,
  unknownValue,
} from '../model/code_value.js';
import { decoders } from '../model/decoders.js';
import type { CallHandler, CodeCall } from '../model/language_spec.js';
import { readSql } from './read_sql.js';

const SENDING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Reports an HTTP request. With a body it sends, without one it receives. Returns the response as content. */
export function httpRequest(
  { collector }: CodeCall,
  method: string,
  url: CodeValue | undefined,
  bodies: readonly (CodeValue | undefined)[],
): CodeValue {
  const sent = bodies.filter((each) => each !== undefined);
  const content = findContent(sent);
  const more: Partial<Invocation> =
    content && content.from.length > 0 ? { input: { kind: 'pipe', from: collector.listSources(content) } } : {};
  const data = content
    ? [...content.files.map((file) => `@${file}`), ...(content.from.length > 0 ? ['@-'] : [])]
    : sent.map((each) => (isKnownValue(each) ? getTexts(each)[0]! : UNKNOWN_VALUE));
  const verb = sent.length > 0 && method === 'GET' ? 'POST' : method;
  const words = [
    ...(SENDING.has(verb) || verb === UNKNOWN_VALUE ? ['-X', verb] : []),
    ...data.flatMap((each) => ['-d', each]),
    url ?? unknownValue,
  ];
  return { kind: 'content', files: [], from: [collector.addInvocation('curl', words, more)] };
}

/** Reports data that is sent over an open connection. */
export function sendData(
  { collector }: CodeCall,
  connection: CodeValue | undefined,
  data: CodeValue | undefined,
  program = 'nc',
): CodeValue {
  const content = findContent([data ?? unknownValue]);
  const [host, port] = connection?.kind === 'made' ? connection.args : [];
  collector.addInvocation(
    program,
    [host ?? unknownValue, port],
    content ? { input: { kind: 'pipe', from: collector.listSources(content) } } : {},
  );
  return unknownValue;
}

type ValueSelector = (call: CodeCall) => CodeValue | undefined;

/** Handler of one language that a call in data/guard/vocabulary/languages.yml names, with the words behind its name. */
export type NamedHandler = (call: CodeCall, ...words: string[]) => CodeValue | undefined;

/** Returns a named argument, or an entry of the map that stands for named arguments. */
export function getOption(
  { args, named: names }: Pick<CodeCall, 'args' | 'named'>,
  key: string,
): CodeValue | undefined {
  const map = args.find((value) => value.kind === 'map');
  return names.get(key) ?? (map?.kind === 'map' ? map.entries.get(key) : undefined);
}

/** Returns the path of the object of a method. */
export const getOwnerPath = ({ receiver }: CodeCall): string =>
  receiver?.kind === 'name' ? receiver.path : UNKNOWN_VALUE;

/** Compiles `$0:name`, `$2..`, `$all`, `$last`, `$self` or `$owner`; any other word is a text. */
function compileSelector(word: string): ValueSelector {
  const [, place, rest, names] = /^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)$/.exec(word) ?? [];
  if (place === undefined) return () => createText(word);
  if (place === 'self') return ({ receiver }) => receiver;
  if (place === 'owner') return (call) => createText(getOwnerPath(call));
  if (place === 'all') return ({ args }) => createList(flattenValues(args));
  if (place === 'last') return ({ args }) => args.at(-1);
  const index = Number(place);
  if (rest) return ({ args }) => createList(args.slice(index));
  const keys = names!.split(':').slice(1);
  return (call) => call.args[index] ?? keys.map((key) => getOption(call, key)).find((value) => value !== undefined);
}

type ActionCompiler = (selectors: readonly ValueSelector[], words: readonly string[]) => CallHandler;

/** Creates an action that changes or reports something and has no result. */
const createDeed =
  (
    act: (call: CodeCall, values: readonly (CodeValue | undefined)[], words: readonly string[]) => void,
  ): ActionCompiler =>
  (selectors, words) =>
  (call) => {
    act(
      call,
      selectors.map((select) => select(call)),
      words,
    );
    return unknownValue;
  };

/** Creates an action whose result matters. */
const createResult =
  (
    evaluate: (
      call: CodeCall,
      values: readonly (CodeValue | undefined)[],
      words: readonly string[],
    ) => CodeValue | undefined,
  ): ActionCompiler =>
  (selectors, words) =>
  (call) =>
    evaluate(
      call,
      selectors.map((select) => select(call)),
      words,
    );

const createPrint = (gap: string, end: string): ActionCompiler =>
  createDeed(({ args, collector }) => collector.recordPrint(args, gap, end));

/** Formats a file mode as the three octal digits that a shell command has. */
const formatMode = (value: CodeValue | undefined): string =>
  value?.kind === 'number' ? value.number.toString(8) : (getTexts(value)[0]?.replace(/^0o?/, '') ?? UNKNOWN_VALUE);

/** Opens a file; its mode says whether it is read or written. */
export function openFile({ collector }: CodeCall, path: CodeValue | undefined, mode: CodeValue | undefined): CodeValue {
  const letters = mode === undefined ? 'r' : getTexts(mode)[0]!;
  if (!/[waxc+]/.test(letters)) return collector.readFile(path);
  collector.recordWrite(path, undefined, letters.includes('a'));
  return createDerived(letters.includes('a') ? 'appended' : 'written', path ?? unknownValue);
}

/** Reports a connection. It matters if a shell is attached to it, or data is sent over it. */
export function connect({ collector }: CodeCall, [host, port]: readonly (CodeValue | undefined)[]): CodeValue {
  collector.addInvocation('nc', [host ?? unknownValue, port]);
  return createDerived('connection', host ?? unknownValue, ...(port ? [port] : []));
}

/**
 * Returns a list of whatever is in a folder, as paths, or as names without one. It is unknown where the code may choose
 * some of it.
 */
export function listEntries({ collector }: CodeCall, folder: CodeValue | undefined): CodeValue {
  const entry = createText(collector.chooses || folder?.kind === 'unknown' ? UNKNOWN_VALUE : ENTRY_VALUE);
  return createList([folder === undefined || folder.kind === 'unknown' ? entry : joinPathValues([folder, entry])]);
}

/** Marks a text as a pattern of file names. */
export const toPattern = (value: CodeValue | undefined): CodeValue =>
  value?.kind === 'text' ? { ...value, glob: true } : unknownValue;

/** Reads the SQL that a program passes to its database. */
export function readStatement({ collector }: CodeCall, code: CodeValue | undefined): CodeValue | undefined {
  if (code?.kind !== 'text') return undefined;
  readSql(getTexts(code)[0]!, collector);
  return unknownValue;
}

/** Handles a program given as one text for a shell, or as a list of words. */
const startProgram = ({ collector }: CodeCall, value: CodeValue | undefined): CodeValue =>
  value?.kind === 'list' ? collector.runProgram(value.items) : collector.runShellLine(value);

const ACTIONS: Readonly<Record<string, ActionCompiler>> = {
  run: createDeed(({ collector }, [, ...values], [program]) =>
    collector.addInvocation(
      program!,
      values.map((value) => value ?? unknownValue),
    ),
  ),
  'sql-deed': createDeed(({ collector }, values) => collector.addInvocation('sql', values, { language: 'sql' })),
  chmod: createDeed(({ collector }, [path, mode]) =>
    collector.addInvocation('chmod', [formatMode(mode), path ?? unknownValue]),
  ),
  chown: createDeed(({ collector }, [path, owner]) =>
    collector.addInvocation('chown', [owner ?? unknownValue, path ?? unknownValue]),
  ),
  kill: createDeed((call, [pid, signal]) => sendSignal(call, pid, signal)),
  read: createResult(({ collector }, [path]) => collector.readFile(path)),
  write: createDeed(({ collector }, [path, text]) => collector.recordWrite(path, text)),
  append: createDeed(({ collector }, [path, text]) => collector.recordWrite(path, text, true)),
  create: createResult(({ collector }, [path]) => {
    collector.recordWrite(path, undefined);
    return createDerived('written', path ?? unknownValue);
  }),
  open: createResult((call, [path, mode]) => openFile(call, path, mode)),
  shell: createResult(({ collector }, [line]) => collector.runShellLine(line)),
  program: createResult(({ args, collector }) => collector.runProgram(args)),
  start: createResult((call, [value]) => startProgram(call, value)),
  command: createResult(({ collector }, [words]) => {
    const items = words?.kind === 'list' ? words.items : [];
    return items.length > 1 ? collector.runProgram(items) : collector.runShellLine(items[0]);
  }),
  eval: createResult(({ evaluateCode }, [code]) => evaluateCode(code)),
  get: createResult((call, [url]) => httpRequest(call, 'GET', url, [])),
  post: createResult((call, [url, body]) => httpRequest(call, 'POST', url, [body])),
  connect: createResult((call) => connect(call, call.args[0]?.kind === 'list' ? call.args[0].items : call.args)),
  send: createResult((call, [data], words) => writeTo(call, call.receiver, data, words.includes('append'))),
  transfer: createResult((call, [, data], [program]) =>
    call.receiver?.kind === 'made' ? sendData(call, call.receiver, data, program) : undefined,
  ),
  sql: createResult((call, [code]) => readStatement(call, code)),
  print: createPrint(' ', '\n'),
  'print-text': createPrint('', ''),
  'print-line': createPrint('', '\n'),
  input: createResult(({ collector }) => getInputText(collector.input)),
  environment: createResult(
    ({ collector }, [key]) =>
      getEnvironmentVariable(collector.input, getTexts(key)[0]) ??
      (getTexts(key)[0] === 'HOME' ? createText('~') : unknownValue),
  ),
  value: createResult((_call, [value]) => value ?? unknownValue),
  unknowns: createResult(() => createList([unknownValue])),
  entries: createResult((call, [folder]) => listEntries(call, folder ?? createText('.'))),
  names: createResult((call, [folder]) => listEntries(call, folder && isKnownValue(folder) ? undefined : unknownValue)),
  name: createResult((_call, _values, [path]) => createName(path!)),
  module: createResult((_call, [path]) => createName(getTexts(path)[0]!.replace(/^node:/, ''))),
  made: createResult(({ args }, [, value], [kind]) => createDerived(kind!, ...(value ? [value] : args))),
  glob: createResult((_call, [pattern]) => toPattern(pattern)),
  join: createResult(({ args }) => (args.length > 0 ? joinPathValues(flattenValues(args)) : createText('.'))),
  fold: createResult((_call, [, value], [name]) =>
    mapText(value ?? unknownValue, decoders[name as keyof typeof decoders]),
  ),
};

/** Reports a signal to a process, by number or by name with or without the prefix SIG. */
export function sendSignal(
  { collector }: CodeCall,
  pid: CodeValue | undefined,
  signal: CodeValue | undefined,
): CodeValue {
  const path = signal?.kind === 'name' ? signal.path.slice(signal.path.lastIndexOf('.') + 1) : undefined;
  const word = signal === undefined ? 'TERM' : (path ?? getTexts(signal)[0]!);
  collector.addInvocation('kill', [`-${word.replace(/^(?:SIG|:)/, '')}`, pid ?? unknownValue]);
  return unknownValue;
}

/** Handles data that is written to an open file, a request or a connection. */
export function writeTo(
  call: CodeCall,
  target: CodeValue | undefined,
  data: CodeValue | undefined,
  append = false,
): CodeValue | undefined {
  if (target?.kind !== 'made') return undefined;
  if (target.by === 'written' || target.by === 'appended')
    call.collector.recordWrite(target.args[0], data, append || target.by === 'appended');
  else if (target.by === 'request') httpRequest(call, 'POST', target.args[0], [data]);
  else if (target.by === 'connection' || target.by === 'client') sendData(call, target, data);
  return unknownValue;
}

/** Conditions on the object of a method. */
const CONDITIONS: Readonly<Record<string, (receiver: CodeValue) => boolean>> = {
  'if-text': ({ kind }) => kind === 'text',
  'if-name': ({ kind }) => kind === 'name',
  'if-rows': (receiver) => receiver.kind === 'made' && receiver.by === 'rows',
  'if-object': () => true,
};

/** Compiles a call of languages.yml, such as `run rm $0:path`, to its handler. */
export function compileCall(action: string, handlers: Readonly<Record<string, NamedHandler>>): CallHandler {
  const [verb, ...words] = action.split(' ') as [string, ...string[]];
  if (Object.hasOwn(CONDITIONS, verb)) {
    const inner = compileCall(words.join(' '), handlers);
    return (call) => (call.receiver && CONDITIONS[verb]!(call.receiver) ? inner(call) : undefined);
  }
  if (verb !== 'do') return ACTIONS[verb]!(words.map(compileSelector), words);
  const [name, ...rest] = words;
  return (call) => handlers[name!]!(call, ...rest);
}
