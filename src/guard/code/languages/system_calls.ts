import { createWord, UNKNOWN_VALUE } from '../../invocation.js';
import { codeWords, forms, showsSign } from '../../vocabulary/vocabulary.js';
import { evaluateCode } from '../interpreter/call_value.js';
import { callBack, imitate } from '../interpreter/imitate.js';
import type { CallAction, CallActions, CodeCall } from '../interpreter/interpreter_state.js';
import { joinPathValues } from '../model/apply_operator.js';
import { createWordValue, getInputText } from '../model/code_input.js';
import { type CodeValue, create, ENTRY_VALUE, find, get, is, unknownValue } from '../model/code_value.js';
import { readSql } from './read_sql.js';

type Values = readonly (CodeValue | undefined)[];

/** Pattern of whatever is below a folder. */
export const ANY_BELOW = create.glob(create.text('**'));

/** Reports an HTTP request, which sends if it has a body. It may have been made before. Returns the response. */
function sendRequest({ collector }: CodeCall, method: string, url = unknownValue, bodies: Values = []): CodeValue {
  const [address = unknownValue, ...earlier] = url.kind === 'made' ? url.args : [url];
  // A service returns addresses of its own.
  const source = address.kind === 'content' && !address.of && address.from.find(({ program }) => program === 'curl');
  const target = source ? source.args.at(-1)!.text : address;
  const sent = [...bodies, ...earlier].filter((each) => each !== undefined);
  const content = find.content(sent);
  const data = content
    ? [...content.files.map((file) => `@${file}`), ...content.from.slice(0, 1).map(() => '@-')]
    : sent.map(get.firstText);
  if (collector.imitates('requests')) return unknownValue;
  const verb = sent.length > 0 && method === 'GET' ? 'POST' : method;
  const words = [
    ...(codeWords.sending_verbs.has(verb) || verb === UNKNOWN_VALUE ? ['-X', verb] : []),
    ...data.flatMap((each) => ['-d', each]),
    target,
  ];
  const input = content?.from.length ? content : undefined;
  return create.content([collector.addInvocation('curl', words, collector.createInput(input))]);
}

/** Reports data that is sent over an open connection, or to an address. */
function sendData({ collector }: CodeCall, program: string, data = unknownValue, target?: CodeValue): undefined {
  const [host = unknownValue, port] = target?.kind === 'made' ? target.args : get.items(target);
  collector.addInvocation(program, [host, port], collector.createInput(find.content([data])));
}

/** Reports a program that gets content as its input. Returns false if it gets none. */
export function feedProgram({ collector }: CodeCall, [program, ...rest]: readonly CodeValue[], input: Values[number]) {
  const content = input && find.content([input]);
  if (content && program) collector.addInvocation(get.firstText(program), rest, collector.createInput(content));
  return content !== undefined && program !== undefined;
}

/** Writes data to an open file, a request or a connection. Returns false for any other target. */
export function sendValue(call: CodeCall, target: CodeValue | undefined, data: CodeValue | undefined, append: boolean) {
  const owner = find.root(target);
  const started = owner?.kind === 'content' ? owner.from.at(-1) : undefined;
  // The input of a shell that the code has started.
  if (started && forms.shell_program.test(started.program) && started.input === undefined) {
    if (data?.kind === 'text' && is.known(data)) call.collector.runShellLine(data);
    return feedProgram(call, [create.text(started.program)], data);
  }
  if (target?.kind !== 'made') return false;
  const { by: step, args } = target;
  if (step === 'written' || step === 'appended')
    call.collector.recordWrite(args[0], data, append || step === 'appended');
  else if (step === 'request') sendRequest(call, 'POST', args[0], [data]);
  else if (step === 'connection' || step === 'client') sendData(call, 'nc', data, target);
  return true;
}

/** Calls that change or report something and have no result, by the names that languages.yml gives them. */
export const systemDeeds: CallActions = {
  run: ({ collector, named, receiver }, [, ...values], [program]) => {
    // Ruby: it says what it would do.
    const isDry = collector.source === 'ruby' && get.word(named.get('noop')) === 'true';
    if (isDry || (codeWords.file_programs.has(program!) && collector.signs.has('dry-files'))) return;
    const isOwn = program === 'sql' || (program === 'django-admin' && collector.signs.has('own-settings'));
    if (isOwn && collector.isInMemory) return;
    // A repository in a folder for temporary files.
    const repository = program === 'git' ? find.root(receiver) : undefined;
    const [folder] = is.made(repository, 'git') ? repository.args : [];
    const isPassing = folder !== undefined && get.texts(folder).every((text) => showsSign(text, 'passing-databases'));
    const place = isPassing ? { folder: createWord(get.firstText(folder)) } : {};
    const several = program === 'django-admin' ? get.texts(values[0]).map((each) => [create.text(each)]) : undefined;
    for (const words of several ?? [completeValues(values)]) collector.addInvocation(program!, words, place);
  },
  chmod: ({ collector }, [path = unknownValue, value]) => {
    // Known bits beside unknown ones.
    const bits = value?.kind === 'choice' ? value.values : [];
    const mode = ['text', 'number'].map((known) => bits.find(({ kind }) => kind === known)).find(Boolean) ?? value;
    const sets = bits.some((each) => each.kind === 'number' && (each.number & 0o6000) !== 0);
    const digits = mode?.kind === 'number' ? mode.number.toString(8) : get.firstText(mode).replace(/^0o?/, '');
    collector.addInvocation('chmod', [sets ? 'u+s' : digits, path]);
  },
  // A signal is a number, or a name with or without the prefix SIG.
  kill: ({ collector }, [pid = unknownValue, signal = create.text('TERM')], words) => {
    const target = words.includes('group') ? create.joined([create.text('-'), pid]) : pid;
    const isListed = collector.signs.has('lists-processes') && !is.known(pid);
    const isAny = isListed || (!collector.choosesProcesses && is.made(find.root(pid), 'any-process'));
    const option = `-${get.lastName(get.word(signal)).replace(/^(?:SIG|:)/, '')}`;
    collector.addInvocation(isAny ? 'pkill' : 'kill', [option, target]);
    if (isAny || !is.made(find.root(pid), 'any-process')) return;
    for (const name of collector.processNames) collector.addInvocation('pkill', [option, name]);
  },
  write: ({ collector }, [path, text, flags]) => {
    collector.recordWrite(path, text, flags?.kind === 'name' || /^(?:8|append)$/.test(get.firstText(flags)));
  },
  transfer: (call, [, data, target], [program]) => sendData(call, program!, data, target),
  // Containers with folders of the machine.
  'docker-run': ({ collector, args: [image, command], named }) => {
    const folders = named.get('volumes');
    const mounts = folders?.kind === 'map' ? [...folders.entries.keys()] : [];
    const options = mounts.flatMap((folder) => ['-v', `${folder}:/mounted`]);
    if (get.word(named.get('privileged')) === 'True') options.push('--privileged');
    collector.addInvocation('docker', ['run', ...options, image, ...(command ? [command] : [])]);
  },
  // Mail with files among its attachments.
  'sends-files': ({ collector, args }) => {
    const files = get.parts(args).filter(({ key }) => /^(?:path|filename|file)$/.test(key));
    for (const file of files.flatMap(({ value }) => get.texts(value)))
      collector.addInvocation('curl', ['-X', 'POST', '-d', `@${file}`, 'https://mail.example']);
  },
  emit: ({ collector, state }, [event, values]) => {
    for (const each of collector.listeners.get(get.firstText(event)) ?? []) callBack(state, each, get.items(values));
  },
  // `text`: nothing stands between and behind the values; `line`: nothing stands between them.
  print: ({ args, named, collector }, _values, [form]) => {
    const getNamed = (key: string, usual: string) => (named.has(key) ? get.firstText(named.get(key)) : usual);
    const [gap, end] = [form ? '' : ' ', form === 'text' ? '' : '\n'];
    if (!named.has('file')) collector.recordPrint(args, getNamed('sep', gap), getNamed('end', end));
  },
};

/** Opens a file, or the command behind `|`. Its mode, or its flags, say whether it is read or written. */
export const openFile: CallAction<CodeValue> = (call, [path = unknownValue, mode], words) => {
  const [, command] = /^\s*\|([\s\S]*)$/.exec(get.firstText(path)) ?? [];
  if (command !== undefined) return call.collector.runShellLine(create.text(command));
  const letters = mode === undefined ? 'r' : get.firstText(mode);
  const flags = get.parts(mode ? [mode] : []).some(({ value }) => showsSign(get.word(value), 'writing-flags'));
  const isWritten = flags || (mode?.kind === 'unknown' && words.includes('flags')) || /[waxc+]/.test(letters);
  if (!isWritten) return readFile(call, path);
  call.collector.recordWrite(path, undefined, letters.includes('a'));
  return create.derived(letters.includes('a') ? 'appended' : 'written', path);
};

/** Reads a file, or what a URL in its place returns. */
const readFile = (call: CodeCall, path: CodeValue | undefined): CodeValue =>
  /^(?:https?|ftp):/i.test(get.firstText(path)) ? sendRequest(call, 'GET', path) : call.collector.readFile(path);

/** Returns the name of any entry of a folder; it is unknown where the code may choose some. */
const findEntry = ({ chosen }: CodeCall['collector'], place?: string): CodeValue =>
  chosen ?? (place === 'below' ? ANY_BELOW : create.text(ENTRY_VALUE));

const completeValues = (values: Values): readonly CodeValue[] => values.map((value) => value ?? unknownValue);

const listItems = (values: Values): readonly CodeValue[] => get.flat(values.filter((each) => each !== undefined));

/** Calls of files, processes, connections and databases that have a result. */
export const systemCalls: CallActions = {
  read: (call, [path]) => readFile(call, path),
  open: openFile,
  // A program is one text for a shell, or a list of words.
  shell: (call, [value, input]) => {
    const { collector } = call;
    const text = get.firstText(value);
    const words = /^[\w./ -]+$/.test(text) ? text.split(' ').map((word) => create.text(word)) : [];
    const items = value?.kind === 'list' ? value.items : words;
    const options = items.slice(1).map(get.firstText);
    const isShell =
      forms.shell_program.test(get.firstText(items[0])) && options.every((each) => /^(?:-s?|-l)$/.test(each));
    if (isShell && input?.kind === 'text' && is.known(input)) return collector.runShellLine(input);
    feedProgram(call, items, input);
    if (value?.kind !== 'list') return collector.runShellLine(value);
    return create.merged((value.lists ?? [value.items]).map((each) => collector.runProgram(each)));
  },
  program: ({ collector }, values) => collector.runProgram(get.flat(completeValues(values))),
  command: ({ collector }, [words]) => {
    const items = get.items(words);
    return items.length > 1 ? collector.runProgram(items) : collector.runShellLine(items[0]);
  },
  // `os.execv(path, [name, …])` and `os.execl(path, name, …)`, of which the name is no argument.
  execute: ({ collector }, [path = unknownValue, rest]) => {
    const items = get.items(rest);
    const [first] = items;
    const words = first?.kind === 'list' ? first.items : items;
    const isUnread = items.length === 1 && first?.kind !== 'list' && first?.kind !== 'text';
    return collector.runProgram([path, ...(isUnread ? [unknownValue] : words.slice(1))]);
  },
  eval: ({ state }, [code]) => evaluateCode(state, code),
  include: (call, [path]) => evaluateCode(call.state, readFile(call, path)),
  request: (call, [method, url, ...bodies]) => sendRequest(call, get.firstText(method).toUpperCase(), url, bodies),
  // The body of a request that is no GET may be written to it later.
  'open-request': (call, values, words) => {
    const answer = systemCalls.request!(call, values, words);
    return /^get$/i.test(get.firstText(values[0])) ? answer : create.derived('request', values[1] ?? unknownValue);
  },
  // A connection matters if a shell is attached to it, or data is sent over it.
  connect: ({ receiver, collector }, values) => {
    const items = listItems(values);
    if (!is.made(receiver, 'ssh')) collector.addInvocation('nc', [items[0] ?? unknownValue, items[1]]);
    return create.derived('connection', ...items.slice(0, 2));
  },
  send: (call, [target, data], words) =>
    sendValue(call, target, data, words.includes('append')) ? unknownValue : undefined,
  // Methods of the same name get other texts.
  sql: ({ collector, receiver }, [code]) => {
    if (collector.isInMemory || collector.isMocked) return unknownValue;
    if (is.made(code, 'whole-update')) collector.addInvocation('sql', ['update-all', 'rows']);
    if (is.made(code, 'pending-delete', 'whole')) collector.addInvocation('sql', ['delete-all', 'rows']);
    const texts = get.parts([code ?? unknownValue]).flatMap(({ value }) => get.texts(value));
    const statements = texts.filter((text) => /\w\s/.test(text));
    if (statements.length === 0) return undefined;
    const files = is.made(receiver, 'database') ? get.texts(receiver.args[0]) : [''];
    if (!files.every((file) => showsSign(file, 'passing-databases')) || collector.signs.has('attaches'))
      for (const statement of statements) readSql(statement, collector);
    return unknownValue;
  },
  // Objects of a format that runs code when it is read.
  load: ({ state }, [value]) =>
    value?.kind === 'content' && value.from.length > 0 ? evaluateCode(state, value) : undefined,
  input: ({ collector }) => getInputText(collector.input),
  environment: ({ collector, state }, [key, fallback]) => {
    const usual = fallback?.kind === 'function' ? callBack(state, fallback, []) : fallback;
    const variable = get.firstText(key);
    const { environment } = collector.input;
    if (Object.hasOwn(environment, variable)) return createWordValue(environment[variable]!);
    if (variable === 'HOME') return create.text('~');
    const content = create.variable(key ? variable : '');
    return usual ? { ...content, of: [UNKNOWN_VALUE, ...get.texts(usual)] } : content;
  },
  value: (_call, [value]) => value ?? unknownValue,
  entries: (_call, _values, [step]) => create.list([step === undefined ? unknownValue : create.derived(step)]),
  name: (_call, _values, [path]) => create.name(path!),
  define: ({ state }, [name, value = unknownValue]) => {
    state.scope.set(get.firstText(name), value);
    return unknownValue;
  },
  // A class of which no object reaches its service.
  'mock-class': ({ state }, [mocked]) =>
    imitate(state, create.derived('mock'), create.text(`class ${get.word(mocked)}`)),
  received: () => create.received(),
  // What a store of secrets returns.
  secret: ({ collector }) =>
    create.content([collector.createInvocation('aws', ['secretsmanager', 'get-secret-value'])]),
  // Functions that code calls by the name of an event.
  listen: ({ collector, state }, [owner, event, listener]) => {
    const name = get.firstText(event);
    if (listener) collector.listeners.set(name, [...(collector.listeners.get(name) ?? []), listener]);
    const first = owner?.kind === 'list' ? owner.items[0] : owner;
    const isPeer = first?.kind === 'unknown' || is.made(first, 'connection', 'client', 'peer');
    const source = isPeer && /^(?:data|message)$/.test(name) ? create.received() : first;
    if (source?.kind === 'content' || source?.kind === 'made')
      callBack(state, listener ?? unknownValue, [source, source]);
    return owner;
  },
  // A list whose elements may be objects of a service.
  listed: (_call, [value]) => (find.client(value) ? create.list([value!]) : value),
  // `import()` of a text that holds the code.
  module: ({ collector, state }, [path]) => {
    const title = get.texts(path).find((text) => !text.includes(UNKNOWN_VALUE));
    if (path?.kind === 'content' && title === undefined) return evaluateCode(state, path);
    const name = (title ?? get.firstText(path)).replace(/^node:/, '');
    // A browser imports what a page gets.
    if (forms.foreign_module.test(name) && !collector.signs.has('pages'))
      collector.runShellLine(create.text(`curl ${name.split('?')[0]} | sh`));
    collector.modules.add(name);
    if (/^[~/].*\.json$/.test(name)) collector.readFile(path);
    return create.name(name);
  },
  made: ({ args, collector }, [, ...values], [kind]) => {
    const parts = values.length > 0 || kind === 'mock' ? values.filter((each) => each !== undefined) : args;
    // A file of the person who runs it.
    if (kind === 'database' && get.texts(parts[0]).some((path) => path.startsWith('~'))) collector.readFile(parts[0]);
    if (kind === 'database')
      collector.openedDatabases.push(get.texts(parts[0]).every((path) => showsSign(path, 'passing-databases')));
    return create.derived(kind!, ...parts);
  },
  glob: (_call, values) => {
    const pattern = joinPathValues(completeValues(values));
    return pattern.kind === 'text' ? create.glob(pattern) : unknownValue;
  },
  join: (_call, values) => {
    const parts = listItems(values);
    return parts.length > 0 ? joinPathValues(parts) : create.text('.');
  },
  // Whatever is in a folder, or anywhere below it, as paths, as entries with their folder, or as names.
  folder: ({ collector }, [folder = create.text('.')], [, form]) => {
    const parts = [folder, findEntry(collector, form)];
    return create.list([form === 'dirent' ? create.derived(form, ...parts) : joinPathValues(parts)]);
  },
  names: ({ collector }, [folder]) =>
    create.list([folder === undefined || is.known(folder) ? findEntry(collector) : unknownValue]),
};
