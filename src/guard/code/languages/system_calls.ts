import { type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { joinPathValues } from '../model/apply_operator.js';
import { getEnvironmentVariable, getInputText } from '../model/code_input.js';
import {
  type CodeValue,
  createContent,
  createDerived,
  createList,
  createName,
  createText,
  ENTRY_VALUE,
  findContent,
  flattenValues,
  getTexts,
  isKnownValue,
  joinValues,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CallAction, CallActions, CodeCall } from '../model/language_spec.js';
import { readSql } from './read_sql.js';

const PASSING_DATABASE = /^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/;
const SENDING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Reports an HTTP request. With a body it sends, without one it receives. A request that was made before has a URL and
 * a body. Returns the response as content.
 */
function sendRequest(
  { collector }: CodeCall,
  method: string,
  url: CodeValue | undefined,
  bodies: readonly (CodeValue | undefined)[],
): CodeValue {
  const [address = unknownValue, ...earlier] = url?.kind === 'made' ? url.args : [url ?? unknownValue];
  // A service returns addresses of its own.
  const source = address.kind === 'content' && !address.of && address.from.find(({ program }) => program === 'curl');
  const target = source ? createText(source.args.at(-1)!.text) : address;
  const sent = [...bodies, ...earlier].filter((each) => each !== undefined);
  const content = findContent(sent);
  const more: Partial<Invocation> =
    content && content.from.length > 0 ? { input: { kind: 'pipe', from: collector.listSources(content) } } : {};
  const data = content
    ? [...content.files.map((file) => `@${file}`), ...(content.from.length > 0 ? ['@-'] : [])]
    : sent.map((each) => (isKnownValue(each) ? getTexts(each)[0]! : UNKNOWN_VALUE));
  if (method === 'DELETE' && collector.mocks.includes('requests')) return unknownValue;
  const verb = sent.length > 0 && method === 'GET' ? 'POST' : method;
  const words = [
    ...(SENDING.has(verb) || verb === UNKNOWN_VALUE ? ['-X', verb] : []),
    ...data.flatMap((each) => ['-d', each]),
    target,
  ];
  return createContent([collector.addInvocation('curl', words, more)]);
}

/** Reports data that is sent over an open connection, or to an address. */
function sendData(
  { collector }: CodeCall,
  program: string,
  data: CodeValue | undefined,
  target: CodeValue | undefined,
): void {
  const content = findContent([data ?? unknownValue]);
  const [host = unknownValue, port] =
    target?.kind === 'made' ? target.args : target?.kind === 'list' ? target.items : [];
  const more = content ? { input: { kind: 'pipe' as const, from: collector.listSources(content) } } : {};
  collector.addInvocation(program, [host, port], more);
}

/** Writes data to an open file, a request or a connection. Returns false for any other target. */
export function sendValue(call: CodeCall, target: CodeValue | undefined, data: CodeValue | undefined, append: boolean) {
  if (target?.kind !== 'made') return false;
  if (target.by === 'written' || target.by === 'appended')
    call.collector.recordWrite(target.args[0], data, append || target.by === 'appended');
  else if (target.by === 'request') sendRequest(call, 'POST', target.args[0], [data]);
  else if (target.by === 'connection' || target.by === 'client') sendData(call, 'nc', data, target);
  return true;
}

/** Formats a file mode as the three octal digits that a shell command has. */
const formatMode = (value: CodeValue | undefined): string =>
  value?.kind === 'number' ? value.number.toString(8) : (getTexts(value)[0]?.replace(/^0o?/, '') ?? UNKNOWN_VALUE);

const createPrint =
  (gap: string, end: string): CallAction<void> =>
  ({ args, named: names, collector }) => {
    const getNamed = (key: string) => (names.has(key) ? getTexts(names.get(key))[0] : undefined);
    if (!names.has('file')) collector.recordPrint(args, getNamed('sep') ?? gap, getNamed('end') ?? end);
  };

/** Calls that change or report something and have no result, by the names that languages.yml gives them. */
export const systemDeeds: CallActions<void> = {
  run: ({ collector, named }, [, ...values], [program]) => {
    // Ruby: it says what it would do.
    const dry = collector.source === 'ruby' ? named.get('noop') : undefined;
    if (dry?.kind === 'name' && dry.path === 'true') return;
    collector.addInvocation(
      program!,
      values.map((value) => value ?? unknownValue),
    );
  },
  'sql-deed': ({ collector }, values) => {
    if (!collector.isInMemory) collector.addInvocation('sql', values, { language: 'sql' });
  },
  chmod: ({ collector }, [path = unknownValue, mode]) => {
    collector.addInvocation('chmod', [formatMode(mode), path]);
  },
  chown: ({ collector }, [path = unknownValue, owner = unknownValue]) => {
    collector.addInvocation('chown', [owner, path]);
  },
  // A signal is a number, or a name with or without the prefix SIG.
  kill: ({ collector }, [pid = unknownValue, signal], words) => {
    const path = signal?.kind === 'name' ? signal.path.slice(signal.path.lastIndexOf('.') + 1) : undefined;
    const word = signal === undefined ? 'TERM' : (path ?? getTexts(signal)[0]!);
    const target = words.includes('group') ? joinValues([createText('-'), pid]) : pid;
    collector.addInvocation('kill', [`-${word.replace(/^(?:SIG|:)/, '')}`, target]);
  },
  write: ({ collector }, [path, text, flags]) =>
    collector.recordWrite(path, text, flags?.kind === 'name' || getTexts(flags)[0] === '8'),
  append: ({ collector }, [path, text]) => collector.recordWrite(path, text, true),
  transfer: (call, [, data, target], [program]) => sendData(call, program!, data, target),
  print: createPrint(' ', '\n'),
  'print-text': createPrint('', ''),
  'print-line': createPrint('', '\n'),
};

/** Opens a file, or the command behind `|`. Its mode, or its flags, say whether it is read or written. */
export const openFile: CallAction<CodeValue> = (call, [path = unknownValue, mode], words) => {
  const [, command] = /^\s*\|([\s\S]*)$/.exec(getTexts(path)[0]!) ?? [];
  if (command !== undefined) return call.collector.runShellLine(createText(command));
  const letters = mode === undefined ? 'r' : getTexts(mode)[0]!;
  const flags = mode?.kind === 'name' ? mode.path : mode?.kind === 'unknown' && words.includes('flags') ? 'CREAT' : '';
  if (!/[waxc+]/.test(letters) && !/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(flags)) return readFile(call, path);
  call.collector.recordWrite(path, undefined, letters.includes('a'));
  return createDerived(letters.includes('a') ? 'appended' : 'written', path);
};

/** Reads a file, or what a URL in its place returns. */
const readFile = (call: CodeCall, path: CodeValue | undefined): CodeValue =>
  /^(?:https?|ftp):/i.test(getTexts(path)[0]!) ? sendRequest(call, 'GET', path, []) : call.collector.readFile(path);

const sendNamedRequest: CallAction<CodeValue> = (call, [method, url, ...bodies]) =>
  sendRequest(call, getTexts(method)[0]!.toUpperCase(), url, bodies);

/** Returns the name of any entry of a folder; it is unknown where the code may choose some. */
const findEntry = ({ chosen }: CodeCall['collector']): CodeValue => chosen ?? createText(ENTRY_VALUE);

/** Runs a program by its words, or each of several programs. */
const runAny = (collector: CodeCall['collector'], { items, lists = [items] }: Extract<CodeValue, { kind: 'list' }>) =>
  mergeValues(lists.map((each) => collector.runProgram(each)));

/** Calls of files, processes, connections and databases that have a result. */
export const systemCalls: CallActions = {
  read: (call, [path]) => readFile(call, path),
  open: openFile,
  // A program is one text for a shell, or a list of words.
  shell: ({ collector }, [value]) =>
    value?.kind === 'list' ? runAny(collector, value) : collector.runShellLine(value),
  program: ({ collector }, values) => collector.runProgram(flattenValues(values.map((each) => each ?? unknownValue))),
  command: ({ collector }, [words]) => {
    const items = words?.kind === 'list' ? words.items : [];
    return items.length > 1 ? collector.runProgram(items) : collector.runShellLine(items[0]);
  },
  // `os.execv(path, [name, …])` and `os.execl(path, name, …)`, of which the name is no argument.
  execute: ({ collector }, [path = unknownValue, rest]) => {
    const items = rest?.kind === 'list' ? rest.items : [];
    const [first] = items;
    const isText = items.length !== 1 || first?.kind === 'text';
    const words = first?.kind === 'list' ? first.items : isText ? items : [unknownValue, unknownValue];
    return collector.runProgram([path, ...words.slice(1)]);
  },
  eval: ({ evaluateCode }, [code]) => evaluateCode(code),
  include: (call, [path]) => call.evaluateCode(readFile(call, path)),
  request: sendNamedRequest,
  // The body of a request that is no GET may be written to it later.
  'open-request': (call, values, words) => {
    const answer = sendNamedRequest(call, values, words);
    return /^get$/i.test(getTexts(values[0])[0]!) ? answer : createDerived('request', values[1] ?? unknownValue);
  },
  // A connection matters if a shell is attached to it, or data is sent over it.
  connect: ({ receiver, collector }, values) => {
    const [host = unknownValue, port] = flattenValues(values.filter((each) => each !== undefined));
    if (receiver?.kind !== 'made' || receiver.by !== 'ssh') collector.addInvocation('nc', [host, port]);
    return createDerived('connection', host, ...(port ? [port] : []));
  },
  send: (call, [target, data], words) =>
    sendValue(call, target, data, words.includes('append')) ? unknownValue : undefined,
  // Methods of the same name get other texts. What is in memory, or in a temporary folder, ends with the code.
  sql: ({ collector, receiver }, [code]) => {
    if (collector.isInMemory || collector.isMocked) return unknownValue;
    if (code?.kind === 'made' && code.by === 'whole')
      collector.addInvocation('sql', ['delete-all', 'rows'], { language: 'sql' });
    const statement = getTexts(code)[0]!;
    if (!/\w\s/.test(statement)) return undefined;
    const files = receiver?.kind === 'made' && receiver.by === 'database' ? getTexts(receiver.args[0]) : [''];
    // What is in memory, or in a folder for temporary files, ends with the code.
    if (!files.every((file) => PASSING_DATABASE.test(file)) || collector.attaches) readSql(statement, collector);
    return unknownValue;
  },
  input: ({ collector }) => getInputText(collector.input),
  environment: ({ collector }, [key, usual]) => {
    const [variable] = getTexts(key);
    const value = getEnvironmentVariable(collector.input, variable);
    if (value) return value;
    if (variable === 'HOME') return createText('~');
    if (variable === 'USER' || variable === 'LOGNAME') return unknownValue;
    const content = createContent([collector.createInvocation('printenv', key ? [key] : [])]);
    return usual ? { ...content, of: [UNKNOWN_VALUE, ...getTexts(usual)] } : content;
  },
  value: (_call, [value]) => value ?? unknownValue,
  entries: (_call, _values, [step]) => createList([step === undefined ? unknownValue : createDerived(step)]),
  name: (_call, _values, [path]) => createName(path!),
  module: (_call, [path]) => createName(getTexts(path)[0]!.replace(/^node:/, '')),
  made: ({ args }, [, ...values], [kind]) =>
    createDerived(kind!, ...(values.length > 0 ? values.filter((each) => each !== undefined) : args)),
  glob: (_call, values) => {
    const pattern = joinPathValues(values.map((each) => each ?? unknownValue));
    return pattern.kind === 'text' ? { ...pattern, glob: true } : unknownValue;
  },
  join: (_call, values) => {
    const parts = flattenValues(values.filter((each) => each !== undefined));
    return parts.length > 0 ? joinPathValues(parts) : createText('.');
  },
  // Whatever is in a folder, as paths, or as names.
  folder: ({ collector }, [folder = createText('.')]) => createList([joinPathValues([folder, findEntry(collector)])]),
  // The same with their folder.
  dirents: ({ collector }, [folder = createText('.')]) =>
    createList([createDerived('dirent', folder, findEntry(collector))]),
  names: ({ collector }, [folder]) =>
    createList([folder === undefined || isKnownValue(folder) ? findEntry(collector) : unknownValue]),
};
