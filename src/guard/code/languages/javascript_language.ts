import { UNKNOWN_VALUE } from '../../invocation.js';
import * as lexis from '../lexer/lexer_spec.js';
import { joinPathValues } from '../model/apply_operator.js';
import { getEnvironmentVariable } from '../model/code_input.js';
import {
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  getElements,
  getTexts,
  mapText,
  unknownValue,
} from '../model/code_value.js';
import { decodeBase64, decodeHex } from '../model/decode_base64.js';
import type { CallHandler, CodeCall, LanguageSpec } from '../model/language_spec.js';
import {
  argument,
  codeEvaluation,
  constantResult,
  dataTransfer,
  derivedResult,
  fileRead,
  fileWrite,
  httpRequest,
  modeChange,
  ownerChange,
  programCall,
  receiverValue,
  removal,
  shellCall,
  signalCall,
  treeRemoval,
} from '../model/program_call.js';
import { readSql } from './read_sql.js';

const getOption = ({ args, named }: CodeCall, key: string): CodeValue | undefined => {
  const map = args.find((value) => value.kind === 'map');
  return named.get(key) ?? (map?.kind === 'map' ? map.entries.get(key) : undefined);
};
const isTrueValue = (value: CodeValue | undefined) =>
  value !== undefined && !(value.kind === 'name' && value.path === 'false');

/** Handles `rm(path, { recursive: true, force: true })`. */
const optionRemoval: CallHandler = (call) => {
  const recursive = isTrueValue(getOption(call, 'recursive'));
  const force = isTrueValue(getOption(call, 'force'));
  const letters = `${recursive ? 'r' : ''}${force ? 'f' : ''}`;
  call.collector.addInvocation('rm', [...(letters === '' ? [] : [`-${letters}`]), call.args[0] ?? unknownValue]);
  return unknownValue;
};

/** Handles `spawn(program, [args], { shell })`. */
const spawnCall: CallHandler = (call) => {
  const [program, words] = call.args;
  const all = [
    program ?? unknownValue,
    ...(words?.kind === 'list' ? words.items : words?.kind === 'unknown' ? [unknownValue] : []),
  ];
  if (!isTrueValue(getOption(call, 'shell'))) return call.collector.runProgram(all);
  return call.collector.runShellLine(createText(all.flatMap(getTexts).join(' ')));
};

const requestCall = (call: CodeCall, method?: string): CodeValue => {
  const [url] = call.args;
  const where =
    url?.kind === 'map'
      ? (url.entries.get('url') ?? url.entries.get('hostname') ?? url.entries.get('host') ?? unknownValue)
      : url;
  const verb = method ?? (getOption(call, 'method') ? getTexts(getOption(call, 'method'))[0]!.toUpperCase() : 'GET');
  const bodies = [
    getOption(call, 'body'),
    getOption(call, 'data'),
    getOption(call, 'json'),
    ...(method && method !== 'GET' ? [call.args[1]] : []),
  ];
  const answer = httpRequest(call, verb, where, bodies);
  return verb === 'GET' ? answer : createDerived('request', where ?? unknownValue);
};

const requireCall: CallHandler = ({ args }) => createName(getTexts(args[0])[0]!.replace(/^node:/, ''));

const connectCall: CallHandler = (call) => {
  const map = call.args[0]?.kind === 'map' ? call.args[0].entries : undefined;
  const port = map?.get('port') ?? call.args[0];
  const host = map?.get('host') ?? call.args[1] ?? createText('localhost');
  call.collector.addInvocation('nc', [host, port ?? unknownValue]);
  for (const callback of call.args) if (callback.kind === 'function') call.invoke(callback, []);
  return createDerived('connection', host, port ?? unknownValue);
};

/** Handles a connection between a shell's streams and a socket: a remote shell. */
const pipeCall: CallHandler = (call) => {
  const [target] = call.args;
  const { receiver, collector } = call;
  const connected = collector.invocations.find((invocation) => invocation.program === 'nc');
  const shell = receiver?.kind === 'content' && receiver.from.length > 0;
  if (target?.kind === 'made' && ['connection', 'socket'].includes(target.by))
    collector.addInvocation('nc', [
      ...(shell ? ['-e', '/bin/sh'] : []),
      ...(connected?.args.map((arg) => arg.text) ?? [unknownValue]),
    ]);
  else if (target?.kind === 'made' && target.by === 'written') collector.recordWrite(target.args[0], receiver, true);
  else if (target?.kind === 'made' && target.by === 'request')
    httpRequest({ ...call, collector }, 'POST', target.args[0], [receiver]);
  return target ?? unknownValue;
};

const printCall: CallHandler = ({ args, collector }) => {
  collector.recordPrint(args);
  return unknownValue;
};

const functions: Record<string, CallHandler> = {
  'console.log': printCall,
  'console.info': printCall,
  'process.stdout.write': printCall,
  require: requireCall,
  import: requireCall,
  createRequire: constantResult(createName('require')),
  'module.createRequire': constantResult(createName('require')),
  'process.getBuiltinModule': requireCall,
  'process.binding': requireCall,
  eval: codeEvaluation(),
  Function: (call) => {
    call.evaluateCode(call.args.at(-1));
    return unknownValue;
  },
  setTimeout: (call) => (call.args[0]?.kind === 'text' ? call.evaluateCode(call.args[0]) : undefined),
  'vm.runInThisContext': codeEvaluation(),
  'vm.runInNewContext': codeEvaluation(),
  'vm.runInContext': codeEvaluation(),
  'vm.Script': codeEvaluation(),
  'child_process.exec': shellCall(),
  'child_process.spawn': spawnCall,
  'child_process.execFile': spawnCall,
  'child_process.fork': (call) => {
    call.collector.addInvocation('node', [call.args[0]]);
    return unknownValue;
  },
  execa: spawnCall,
  'execa.execa': spawnCall,
  'execa.execaCommand': shellCall(),
  'shelljs.exec': shellCall(),
  'shelljs.rm': (call) => {
    call.collector.addInvocation('rm', call.args);
    return unknownValue;
  },
  $: shellCall(),
  'Bun.$': shellCall(),
  'Bun.spawn': (call) => call.collector.runProgram(getElements(call.args[0] ?? unknownValue)),
  'Bun.write': fileWrite(),
  'Deno.Command': (call) =>
    call.collector.runProgram([
      call.args[0] ?? unknownValue,
      ...getElements(getOption(call, 'args') ?? createList([])),
    ]),
  'Deno.run': (call) => call.collector.runProgram(getElements(getOption(call, 'cmd') ?? unknownValue)),
  'Deno.remove': optionRemoval,
  'Deno.writeTextFile': fileWrite(),
  'Deno.readTextFile': fileRead(),
  'fs.rm': optionRemoval,
  'fs.unlink': removal(),
  'fs.rmdir': (call) =>
    isTrueValue(getOption(call, 'recursive')) ? optionRemoval(call) : programCall('rmdir', [], argument(0))(call),
  'fs.remove': treeRemoval(),
  'fs.emptyDir': treeRemoval(),
  'fs-extra.remove': treeRemoval(),
  'fs-extra.emptyDir': treeRemoval(),
  'rimraf.rimraf': treeRemoval(),
  rimraf: treeRemoval(),
  del: treeRemoval(),
  'rimraf.sync': treeRemoval(),
  'fs.writeFile': fileWrite(),
  'fs.outputFile': fileWrite(),
  'fs.appendFile': fileWrite(argument(0), argument(1), true),
  'fs.createWriteStream': (call) => {
    call.collector.recordWrite(call.args[0], undefined);
    return createDerived('written', call.args[0] ?? unknownValue);
  },
  'fs.open': (call) => {
    if (call.args[1] === undefined || /^r$/.test(getTexts(call.args[1])[0]!))
      return call.collector.readFile(call.args[0]);
    call.collector.recordWrite(call.args[0], undefined);
    return createDerived('written', call.args[0] ?? unknownValue);
  },
  'fs.readFile': (call) => {
    const content = call.collector.readFile(call.args[0]);
    const callback = call.args.find((value) => value.kind === 'function');
    if (callback) call.invoke(callback, [unknownValue, content]);
    return content;
  },
  'fs.createReadStream': fileRead(),
  'fs.truncate': programCall('truncate', ['-s', '0'], argument(0)),
  'fs.rename': programCall('mv', [], argument(0), argument(1)),
  'fs.move': programCall('mv', [], argument(0), argument(1)),
  'fs.copyFile': programCall('cp', [], argument(0), argument(1)),
  'fs.cp': programCall('cp', ['-r'], argument(0), argument(1)),
  'fs.copy': programCall('cp', ['-r'], argument(0), argument(1)),
  'fs.symlink': programCall('ln', ['-s'], argument(0), argument(1)),
  'fs.link': programCall('ln', [], argument(0), argument(1)),
  'fs.chmod': modeChange(argument(0), argument(1)),
  'fs.chown': ownerChange(argument(0), argument(1)),
  'fs.lchown': ownerChange(argument(0), argument(1)),
  'fs.readdir': ({ args, invoke }) => {
    const callback = args.find((value) => value.kind === 'function');
    if (callback) invoke(callback, [unknownValue, createList([unknownValue])]);
    return createList([unknownValue]);
  },
  'fs.glob': ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknownValue),
  'glob.sync': ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknownValue),
  'process.kill': signalCall(argument(0), argument(1)),
  'process.setuid': programCall('setuid', [], argument(0)),
  'process.setgid': programCall('setgid', [], argument(0)),
  'process.cwd': constantResult(createText('.')),
  'os.homedir': constantResult(createText('~')),
  'Deno.env.get': ({ args: [key], collector }) =>
    getEnvironmentVariable(collector.input, getTexts(key)[0]) ??
    (getTexts(key)[0] === 'HOME' ? createText('~') : unknownValue),
  'path.join': ({ args }) => (args.length > 0 ? joinPathParts(args) : unknownValue),
  'path.resolve': ({ args }) => (args.length > 0 ? joinPathValues(args) : createText('.')),
  'path.posix.join': ({ args }) => (args.length > 0 ? joinPathParts(args) : unknownValue),
  fetch: (call) => requestCall(call),
  'http.request': (call) => requestCall(call),
  'https.request': (call) => requestCall(call),
  'http.get': (call) => invokeWithAnswer(call, requestCall(call, 'GET')),
  'https.get': (call) => invokeWithAnswer(call, requestCall(call, 'GET')),
  'net.connect': connectCall,
  'net.createConnection': connectCall,
  'tls.connect': connectCall,
  'net.Socket': derivedResult('socket'),
  'Buffer.from': ({ args: [what, encoding] }) => decodeArgument(what, encoding),
  Buffer: ({ args: [what, encoding] }) => decodeArgument(what, encoding),
  'dns.lookup': programCall('nslookup', [], argument(0)),
  'db.dropDatabase': (call) => readSqlArguments(call, 'drop-database', 'db'),
  Reflect: () => unknownValue,
  'Reflect.apply': ({ args: [callee, , given], invoke }) =>
    callee ? invoke(callee, getElements(given ?? unknownValue)) : unknownValue,
};
for (const library of ['axios', 'got', 'ky', 'superagent', 'needle', '$'])
  for (const method of ['get', 'post', 'put', 'patch', 'delete'])
    functions[`${library}.${method}`] = (call) => requestCall(call, method.toUpperCase());
for (const library of [
  'axios',
  'got',
  'ky',
  'node-fetch',
  'request',
  'undici.fetch',
  'undici.request',
  'axios.request',
])
  functions[library] = (call) => requestCall(call);

/** Joins paths as `path.join` does: a later part that begins at the root does not replace the earlier ones. */
const joinPathParts = (parts: readonly CodeValue[]): CodeValue =>
  joinPathValues(parts.map((part, index) => (index === 0 || part.kind !== 'text' ? part : toPatternText(part))));
const toPatternText = (part: Extract<CodeValue, { kind: 'text' }>): CodeValue => ({
  ...part,
  of: part.of.map((each) => each.replace(/^\/+/, '')),
});

function invokeWithAnswer(call: CodeCall, answer: CodeValue): CodeValue {
  const callback = call.args.find((value) => value.kind === 'function');
  if (callback) call.invoke(callback, [answer]);
  return answer;
}

function decodeArgument(what: CodeValue | undefined, encoding: CodeValue | undefined): CodeValue {
  if (!what) return unknownValue;
  if (what.kind === 'list')
    return createText(
      what.items.every((item) => item.kind === 'number')
        ? String.fromCodePoint(
            ...what.items.slice(0, 4096).map((item) => (item.kind === 'number' ? item.number & 0xffff : 0)),
          )
        : UNKNOWN_VALUE,
    );
  const kind = getTexts(encoding)[0];
  if (kind === 'base64' || kind === 'base64url') return mapText(what, decodeBase64);
  return kind === 'hex' ? mapText(what, decodeHex) : what;
}

function readSqlArguments({ collector }: CodeCall, ...args: string[]): CodeValue {
  collector.addInvocation('sql', args, { language: 'sql' });
  return unknownValue;
}

const getOwnerPath = (call: CodeCall): string => (call.receiver?.kind === 'name' ? call.receiver.path : UNKNOWN_VALUE);
const isDatabase = (call: CodeCall) => /^db\b|collection|\bdb$/i.test(getOwnerPath(call));

const methods: Record<string, CallHandler> = {
  write: (call) => {
    const { receiver } = call;
    if (receiver?.kind !== 'made') return undefined;
    if (receiver.by === 'written') call.collector.recordWrite(receiver.args[0], call.args[0], true);
    else if (receiver.by === 'request') httpRequest(call, 'POST', receiver.args[0], [call.args[0]]);
    else dataTransfer(call, call.args[0]);
    return unknownValue;
  },
  end: (call) => (call.args[0] ? methods.write!(call) : undefined),
  connect: (call) =>
    call.receiver?.kind === 'made' && call.receiver.by === 'socket'
      ? connectCall({ ...call, args: [...call.args] })
      : undefined,
  pipe: pipeCall,
  pipeTo: pipeCall,
  on: ({ receiver, args, invoke }) => {
    const callback = args.find((value) => value.kind === 'function');
    if (callback && (receiver?.kind === 'content' || receiver?.kind === 'text')) invoke(callback, [receiver]);
    return receiver;
  },
  toString: (call: CodeCall) => call.receiver,
  text: ({ receiver }) => receiver,
  json: ({ receiver }) => receiver,
  dropDatabase: (call) => readSqlArguments(call, 'drop-database', getOwnerPath(call)),
  drop: (call) => (isDatabase(call) ? readSqlArguments(call, 'drop-collection', getOwnerPath(call)) : undefined),
  deleteMany: (call) =>
    call.args[0] === undefined || (call.args[0].kind === 'map' && call.args[0].entries.size === 0)
      ? readSqlArguments(call, 'delete-all', getOwnerPath(call))
      : undefined,
  remove: (call) =>
    isDatabase(call) && (call.args[0] === undefined || (call.args[0].kind === 'map' && call.args[0].entries.size === 0))
      ? readSqlArguments(call, 'delete-all', getOwnerPath(call))
      : undefined,
  flushall: (call) => readSqlArguments(call, 'flush', 'FLUSHALL'),
  flushdb: (call) => readSqlArguments(call, 'flush', 'FLUSHDB'),
  query: (call) => readStatement(call),
  execute: (call) => readStatement(call),
  $executeRawUnsafe: (call) => readStatement(call),
  run: (call) => readStatement(call),
  unref: receiverValue as CallHandler,
};

for (const later of ['then', 'finally'])
  methods[later] = ({ receiver, args: [callback], invoke }) =>
    callback?.kind === 'function' || (callback?.kind === 'name' && !callback.self)
      ? invoke(callback, [receiver ?? unknownValue])
      : receiver;

function readStatement({ args, collector }: CodeCall): CodeValue | undefined {
  const [known] = getTexts(args[0]);
  if (args[0]?.kind !== 'text' || known === undefined || !/\s/.test(known)) return undefined;
  readSql(known, collector);
  return unknownValue;
}

const GLOBAL_PREFIX = new RegExp(
  [
    String.raw`^(?:globalThis|global|window|self|module|process\.mainModule|this|process)\.(?=globalThis|global|`,
    'process|require|module|constructor|eval|Function|mainModule|fetch)',
  ].join(''),
);
const VARIANT = /\.(?:promises|default)(?=\.|$)/g;

/** Specification of JavaScript and TypeScript. */
export const javascriptLanguage: LanguageSpec = {
  lexer: lexis.javascriptLexer,
  blocks: 'braces',
  memberOperators: ['.', '?.'],
  concatenationOperators: [],
  bare_calls: false,
  functionKeywords: ['function'],
  functions,
  methods,
  constants: {
    __dirname: createText('.'),
    __filename: createText('./program.js'),
    'process.env': { kind: 'map', entries: new Map([['HOME', createText('~')]]) },
    'Bun.env': { kind: 'map', entries: new Map([['HOME', createText('~')]]) },
    'process.pid': unknownValue,
    'path.sep': createText('/'),
  },
  canonicalize: (path) => {
    let plain = path.replace(VARIANT, '').replace(/^fs\/promises/, 'fs');
    for (let rounds = 0; rounds < 6 && GLOBAL_PREFIX.test(plain); rounds++) plain = plain.replace(GLOBAL_PREFIX, '');
    plain = plain
      .replace(/^(fs|child_process|fs-extra|rimraf|Deno)\.(\w+?)Sync$/, '$1.$2')
      .replace(/^(?:bun|zx|execa|dax)\.\$$/, '$')
      .replace(/^fs-extra\.(?!remove|emptyDir)/, 'fs.');
    return /(?:^|\.)constructor\.constructor$|^(?:Async|Generator)Function$/.test(plain) ? 'Function' : plain;
  },
};
