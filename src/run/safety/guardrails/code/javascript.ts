import { UNKNOWN } from '../deed.js';
import { fromBase64, fromHex } from './decoding.js';
import { variableIn } from './given.js';
import * as lexis from './lexis.js';
import {
  argument,
  changesMode,
  changesOwner,
  does,
  evaluates,
  gives,
  itself,
  makes,
  reads,
  removes,
  removesTree,
  requests,
  sends,
  shell,
  signals,
  writes,
} from './meanings.js';
import { joinPath } from './operators.js';
import type { Call, Handler, Speech } from './speech.js';
import { readSql } from './sql.js';
import { elements, list, made, mapped, name, text, texts, unknown, type Value } from './value.js';

const option = ({ args, named }: Call, key: string): Value | undefined => {
  const map = args.find((value) => value.kind === 'map');
  return named.get(key) ?? (map?.kind === 'map' ? map.entries.get(key) : undefined);
};
const isTrue = (value: Value | undefined) => value !== undefined && !(value.kind === 'name' && value.path === 'false');

/** `rm(path, { recursive: true, force: true })` */
const removesWith: Handler = (call) => {
  const recursive = isTrue(option(call, 'recursive'));
  const force = isTrue(option(call, 'force'));
  const letters = `${recursive ? 'r' : ''}${force ? 'f' : ''}`;
  call.effects.deed('rm', [...(letters === '' ? [] : [`-${letters}`]), call.args[0] ?? unknown]);
  return unknown;
};

/** `spawn(program, [args], { shell })` */
const spawns: Handler = (call) => {
  const [program, words] = call.args;
  const all = [
    program ?? unknown,
    ...(words?.kind === 'list' ? words.items : words?.kind === 'unknown' ? [unknown] : []),
  ];
  if (!isTrue(option(call, 'shell'))) return call.effects.argv(all);
  return call.effects.shell(text(all.flatMap(texts).join(' ')));
};

const request = (call: Call, method?: string): Value => {
  const [url] = call.args;
  const where =
    url?.kind === 'map'
      ? (url.entries.get('url') ?? url.entries.get('hostname') ?? url.entries.get('host') ?? unknown)
      : url;
  const verb = method ?? (option(call, 'method') ? texts(option(call, 'method'))[0]!.toUpperCase() : 'GET');
  const bodies = [
    option(call, 'body'),
    option(call, 'data'),
    option(call, 'json'),
    ...(method && method !== 'GET' ? [call.args[1]] : []),
  ];
  const answer = requests(call, verb, where, bodies);
  return verb === 'GET' ? answer : made('request', where ?? unknown);
};

const required: Handler = ({ args }) => name(texts(args[0])[0]!.replace(/^node:/, ''));

const connects: Handler = (call) => {
  const map = call.args[0]?.kind === 'map' ? call.args[0].entries : undefined;
  const port = map?.get('port') ?? call.args[0];
  const host = map?.get('host') ?? call.args[1] ?? text('localhost');
  call.effects.deed('nc', [host, port ?? unknown]);
  for (const callback of call.args) if (callback.kind === 'function') call.invoke(callback, []);
  return made('connection', host, port ?? unknown);
};

/** Both ends of a shell's output and a connection: a shell for whoever is there. */
const pipes: Handler = (call) => {
  const [target] = call.args;
  const { self, effects } = call;
  const connected = effects.deeds.find((deed) => deed.program === 'nc');
  const shell = self?.kind === 'content' && self.from.length > 0;
  if (target?.kind === 'made' && ['connection', 'socket'].includes(target.by))
    effects.deed('nc', [...(shell ? ['-e', '/bin/sh'] : []), ...(connected?.args.map((arg) => arg.text) ?? [unknown])]);
  else if (target?.kind === 'made' && target.by === 'written') effects.writes(target.args[0], self, true);
  else if (target?.kind === 'made' && target.by === 'request')
    requests({ ...call, effects }, 'POST', target.args[0], [self]);
  return target ?? unknown;
};

const prints: Handler = ({ args, effects }) => {
  effects.prints(args);
  return unknown;
};

const functions: Record<string, Handler> = {
  'console.log': prints,
  'console.info': prints,
  'process.stdout.write': prints,
  require: required,
  import: required,
  createRequire: gives(name('require')),
  'module.createRequire': gives(name('require')),
  'process.getBuiltinModule': required,
  'process.binding': required,
  eval: evaluates(),
  Function: (call) => {
    call.run(call.args.at(-1));
    return unknown;
  },
  setTimeout: (call) => (call.args[0]?.kind === 'text' ? call.run(call.args[0]) : undefined),
  'vm.runInThisContext': evaluates(),
  'vm.runInNewContext': evaluates(),
  'vm.runInContext': evaluates(),
  'vm.Script': evaluates(),
  'child_process.exec': shell(),
  'child_process.spawn': spawns,
  'child_process.execFile': spawns,
  'child_process.fork': (call) => {
    call.effects.deed('node', [call.args[0]]);
    return unknown;
  },
  execa: spawns,
  'execa.execa': spawns,
  'execa.execaCommand': shell(),
  'shelljs.exec': shell(),
  'shelljs.rm': (call) => {
    call.effects.deed('rm', call.args);
    return unknown;
  },
  $: shell(),
  'Bun.$': shell(),
  'Bun.spawn': (call) => call.effects.argv(elements(call.args[0] ?? unknown)),
  'Bun.write': writes(),
  'Deno.Command': (call) => call.effects.argv([call.args[0] ?? unknown, ...elements(option(call, 'args') ?? list([]))]),
  'Deno.run': (call) => call.effects.argv(elements(option(call, 'cmd') ?? unknown)),
  'Deno.remove': removesWith,
  'Deno.writeTextFile': writes(),
  'Deno.readTextFile': reads(),
  'fs.rm': removesWith,
  'fs.unlink': removes(),
  'fs.rmdir': (call) => (isTrue(option(call, 'recursive')) ? removesWith(call) : does('rmdir', [], argument(0))(call)),
  'fs.remove': removesTree(),
  'fs.emptyDir': removesTree(),
  'fs-extra.remove': removesTree(),
  'fs-extra.emptyDir': removesTree(),
  'rimraf.rimraf': removesTree(),
  rimraf: removesTree(),
  del: removesTree(),
  'rimraf.sync': removesTree(),
  'fs.writeFile': writes(),
  'fs.outputFile': writes(),
  'fs.appendFile': writes(argument(0), argument(1), true),
  'fs.createWriteStream': (call) => {
    call.effects.writes(call.args[0], undefined);
    return made('written', call.args[0] ?? unknown);
  },
  'fs.open': (call) => {
    if (call.args[1] === undefined || /^r$/.test(texts(call.args[1])[0]!)) return call.effects.reads(call.args[0]);
    call.effects.writes(call.args[0], undefined);
    return made('written', call.args[0] ?? unknown);
  },
  'fs.readFile': (call) => {
    const content = call.effects.reads(call.args[0]);
    const callback = call.args.find((value) => value.kind === 'function');
    if (callback) call.invoke(callback, [unknown, content]);
    return content;
  },
  'fs.createReadStream': reads(),
  'fs.truncate': does('truncate', ['-s', '0'], argument(0)),
  'fs.rename': does('mv', [], argument(0), argument(1)),
  'fs.move': does('mv', [], argument(0), argument(1)),
  'fs.copyFile': does('cp', [], argument(0), argument(1)),
  'fs.cp': does('cp', ['-r'], argument(0), argument(1)),
  'fs.copy': does('cp', ['-r'], argument(0), argument(1)),
  'fs.symlink': does('ln', ['-s'], argument(0), argument(1)),
  'fs.link': does('ln', [], argument(0), argument(1)),
  'fs.chmod': changesMode(argument(0), argument(1)),
  'fs.chown': changesOwner(argument(0), argument(1)),
  'fs.lchown': changesOwner(argument(0), argument(1)),
  'fs.readdir': ({ args, invoke }) => {
    const callback = args.find((value) => value.kind === 'function');
    if (callback) invoke(callback, [unknown, list([unknown])]);
    return list([unknown]);
  },
  'fs.glob': ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknown),
  'glob.sync': ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknown),
  'process.kill': signals(argument(0), argument(1)),
  'process.setuid': does('setuid', [], argument(0)),
  'process.setgid': does('setgid', [], argument(0)),
  'process.cwd': gives(text('.')),
  'os.homedir': gives(text('~')),
  'Deno.env.get': ({ args: [key], effects }) =>
    variableIn(effects.given, texts(key)[0]) ?? (texts(key)[0] === 'HOME' ? text('~') : unknown),
  'path.join': ({ args }) => (args.length > 0 ? joined(args) : unknown),
  'path.resolve': ({ args }) => (args.length > 0 ? joinPath(args) : text('.')),
  'path.posix.join': ({ args }) => (args.length > 0 ? joined(args) : unknown),
  fetch: (call) => request(call),
  'http.request': (call) => request(call),
  'https.request': (call) => request(call),
  'http.get': (call) => answered(call, request(call, 'GET')),
  'https.get': (call) => answered(call, request(call, 'GET')),
  'net.connect': connects,
  'net.createConnection': connects,
  'tls.connect': connects,
  'net.Socket': makes('socket'),
  'Buffer.from': ({ args: [what, encoding] }) => decoded(what, encoding),
  Buffer: ({ args: [what, encoding] }) => decoded(what, encoding),
  'dns.lookup': does('nslookup', [], argument(0)),
  'db.dropDatabase': (call) => sql(call, 'drop-database', 'db'),
  Reflect: () => unknown,
  'Reflect.apply': ({ args: [callee, , given], invoke }) =>
    callee ? invoke(callee, elements(given ?? unknown)) : unknown,
};
for (const library of ['axios', 'got', 'ky', 'superagent', 'needle', '$'])
  for (const method of ['get', 'post', 'put', 'patch', 'delete'])
    functions[`${library}.${method}`] = (call) => request(call, method.toUpperCase());
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
  functions[library] = (call) => request(call);

/** `path.join` keeps what is before a part that begins at the root. */
const joined = (parts: readonly Value[]): Value =>
  joinPath(parts.map((part, index) => (index === 0 || part.kind !== 'text' ? part : mappedText(part))));
const mappedText = (part: Extract<Value, { kind: 'text' }>): Value => ({
  ...part,
  of: part.of.map((each) => each.replace(/^\/+/, '')),
});

function answered(call: Call, answer: Value): Value {
  const callback = call.args.find((value) => value.kind === 'function');
  if (callback) call.invoke(callback, [answer]);
  return answer;
}

function decoded(what: Value | undefined, encoding: Value | undefined): Value {
  if (!what) return unknown;
  if (what.kind === 'list')
    return text(
      what.items.every((item) => item.kind === 'number')
        ? String.fromCodePoint(
            ...what.items.slice(0, 4096).map((item) => (item.kind === 'number' ? item.number & 0xffff : 0)),
          )
        : UNKNOWN,
    );
  const kind = texts(encoding)[0];
  if (kind === 'base64' || kind === 'base64url') return mapped(what, fromBase64);
  return kind === 'hex' ? mapped(what, fromHex) : what;
}

function sql({ effects }: Call, ...args: string[]): Value {
  effects.deed('sql', args, { source: 'sql' });
  return unknown;
}

const owner = (call: Call): string => (call.self?.kind === 'name' ? call.self.path : UNKNOWN);
const isDatabase = (call: Call) => /^db\b|collection|\bdb$/i.test(owner(call));

const methods: Record<string, Handler> = {
  write: (call) => {
    const { self } = call;
    if (self?.kind !== 'made') return undefined;
    if (self.by === 'written') call.effects.writes(self.args[0], call.args[0], true);
    else if (self.by === 'request') requests(call, 'POST', self.args[0], [call.args[0]]);
    else sends(call, call.args[0]);
    return unknown;
  },
  end: (call) => (call.args[0] ? methods.write!(call) : undefined),
  connect: (call) =>
    call.self?.kind === 'made' && call.self.by === 'socket' ? connects({ ...call, args: [...call.args] }) : undefined,
  pipe: pipes,
  pipeTo: pipes,
  on: ({ self, args, invoke }) => {
    const callback = args.find((value) => value.kind === 'function');
    if (callback && (self?.kind === 'content' || self?.kind === 'text')) invoke(callback, [self]);
    return self;
  },
  toString: (call: Call) => call.self,
  text: ({ self }) => self,
  json: ({ self }) => self,
  dropDatabase: (call) => sql(call, 'drop-database', owner(call)),
  drop: (call) => (isDatabase(call) ? sql(call, 'drop-collection', owner(call)) : undefined),
  deleteMany: (call) =>
    call.args[0] === undefined || (call.args[0].kind === 'map' && call.args[0].entries.size === 0)
      ? sql(call, 'delete-all', owner(call))
      : undefined,
  remove: (call) =>
    isDatabase(call) && (call.args[0] === undefined || (call.args[0].kind === 'map' && call.args[0].entries.size === 0))
      ? sql(call, 'delete-all', owner(call))
      : undefined,
  flushall: (call) => sql(call, 'flush', 'FLUSHALL'),
  flushdb: (call) => sql(call, 'flush', 'FLUSHDB'),
  query: (call) => statement(call),
  execute: (call) => statement(call),
  $executeRawUnsafe: (call) => statement(call),
  run: (call) => statement(call),
  unref: itself as Handler,
};

for (const later of ['then', 'finally'])
  methods[later] = ({ self, args: [callback], invoke }) =>
    callback?.kind === 'function' || (callback?.kind === 'name' && !callback.self)
      ? invoke(callback, [self ?? unknown])
      : self;

function statement({ args, effects }: Call): Value | undefined {
  const [known] = texts(args[0]);
  if (args[0]?.kind !== 'text' || known === undefined || !/\s/.test(known)) return undefined;
  readSql(known, effects);
  return unknown;
}

const ROUNDABOUT =
  /^(?:globalThis|global|window|self|module|process\.mainModule|this|process)\.(?=globalThis|global|process|require|module|constructor|eval|Function|mainModule|fetch)/;
const VARIANT = /\.(?:promises|default)(?=\.|$)/g;

export const javascript: Speech = {
  lexis: lexis.javascript,
  blocks: 'braces',
  members: ['.', '?.'],
  concatenates: [],
  bare_calls: false,
  definers: ['function'],
  functions,
  methods,
  constants: {
    __dirname: text('.'),
    __filename: text('./program.js'),
    'process.env': { kind: 'map', entries: new Map([['HOME', text('~')]]) },
    'Bun.env': { kind: 'map', entries: new Map([['HOME', text('~')]]) },
    'process.pid': unknown,
    'path.sep': text('/'),
  },
  canonical: (path) => {
    let plain = path.replace(VARIANT, '').replace(/^fs\/promises/, 'fs');
    for (let rounds = 0; rounds < 6 && ROUNDABOUT.test(plain); rounds++) plain = plain.replace(ROUNDABOUT, '');
    plain = plain
      .replace(/^(fs|child_process|fs-extra|rimraf|Deno)\.(\w+?)Sync$/, '$1.$2')
      .replace(/^(?:bun|zx|execa|dax)\.\$$/, '$')
      .replace(/^fs-extra\.(?!remove|emptyDir)/, 'fs.');
    return /(?:^|\.)constructor\.constructor$|^(?:Async|Generator)Function$/.test(plain) ? 'Function' : plain;
  },
};
