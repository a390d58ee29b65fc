import { UNKNOWN } from '../deed.js';
import { decodeAs } from './folding.js';
import { inputIn, variableIn } from './given.js';
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
import { canonicalPythonName } from './python_names.js';
import type { Call, Handler, Speech } from './speech.js';
import { readSql } from './sql.js';
import { joined, list, made, merge, name, text, texts, unknown, type Value } from './value.js';

const under = (folder: Value | undefined): Value => joinPath([folder ?? text('.'), text(UNKNOWN)]);

/** `open(path, mode)`: what it is read or written for is told by the mode. */
const opens =
  (path: (call: Call) => Value | undefined, mode: (call: Call) => Value | undefined): Handler =>
  (call) => {
    const letters = mode(call) === undefined ? 'r' : texts(mode(call))[0]!;
    if (!/[wax+]/.test(letters)) return call.effects.reads(path(call));
    call.effects.writes(path(call), undefined, letters.includes('a'));
    return made(letters.includes('a') ? 'appended' : 'written', path(call) ?? unknown);
  };

const writesMore =
  (what: (call: Call) => Value | undefined): Handler =>
  (call) => {
    const { self } = call;
    if (self?.kind !== 'made') return undefined;
    if (self.by === 'written' || self.by === 'appended')
      call.effects.writes(self.args[0], what(call), self.by === 'appended');
    else if (self.by === 'connection') return sends(call, what(call));
    return unknown;
  };

const request =
  (method: string): Handler =>
  (call) =>
    requests(call, method, argument(0, 'url')(call), [
      ...(method === 'GET' ? [] : [call.args[1]]),
      ...['data', 'json', 'files', 'content', 'params'].map((each) => call.named.get(each)),
    ]);

/** `obj.name` by a text: `getattr(os, 'system')`, `__import__('os')`. */
const attribute: Handler = ({ args: [owner, key] }) =>
  owner?.kind === 'name' && key ? name(`${owner.path}.${texts(key)[0]}`) : unknown;
const module: Handler = ({ args: [path] }) => name(texts(path)[0]!);

const process: Handler = (call) => {
  const value = argument(0, 'args', 'command', 'cmd')(call);
  return value?.kind === 'list' ? call.effects.argv(value.items) : call.effects.shell(value);
};

/** A connection of its own; a shell on it is what matters. */
const connects: Handler = (call) => {
  const value = call.args[0];
  const [host, port] = value?.kind === 'list' ? value.items : call.args;
  call.effects.deed('nc', [host ?? unknown, ...(port ? [port] : [])]);
  return made('connection', host ?? unknown, ...(port ? [port] : []));
};

const spawnsOnTerminal: Handler = (call) => {
  const value = call.args[0];
  const words = value?.kind === 'list' ? value.items : [value ?? unknown];
  const connected = call.effects.deeds.find((deed) => deed.program === 'nc');
  if (connected) call.effects.deed('nc', ['-e', words[0] ?? unknown, ...connected.args.map((arg) => arg.text)]);
  return call.effects.argv(words);
};

const duplicates: Handler = (call) => {
  const connected = call.effects.deeds.find((deed) => deed.program === 'nc' && deed.args[0]?.text !== '-e');
  if (connected && !call.effects.deeds.some((deed) => deed.args[0]?.text === '-e'))
    call.effects.deed('nc', ['-e', '/bin/sh', ...connected.args.map((arg) => arg.text)]);
  return unknown;
};

const prints: Handler = ({ args, named, effects }) => {
  const [between, end] = ['sep', 'end'].map((key) => (named.has(key) ? texts(named.get(key))[0] : undefined));
  if (!named.has('file')) effects.prints(args, between, end);
  return unknown;
};

const functions: Record<string, Handler> = {
  print: prints,
  'sys.stdout.write': ({ args, effects }) => {
    effects.prints(args, '', '');
    return unknown;
  },
  input: ({ effects }) => inputIn(effects.given),
  raw_input: ({ effects }) => inputIn(effects.given),
  open: opens(argument(0, 'file'), argument(1, 'mode')),
  'os.remove': removes(argument(0, 'path')),
  'os.unlink': removes(argument(0, 'path')),
  'os.rmdir': does('rmdir', [], argument(0, 'path')),
  'os.removedirs': does('rmdir', ['-p'], argument(0, 'name')),
  'shutil.rmtree': removesTree(argument(0, 'path')),
  'send2trash.send2trash': removesTree(),
  'os.rename': does('mv', [], argument(0, 'src'), argument(1, 'dst')),
  'os.replace': does('mv', [], argument(0, 'src'), argument(1, 'dst')),
  'os.renames': does('mv', [], argument(0), argument(1)),
  'shutil.move': does('mv', [], argument(0, 'src'), argument(1, 'dst')),
  'shutil.copytree': does('cp', ['-r'], argument(0, 'src'), argument(1, 'dst')),
  'os.link': does('ln', [], argument(0), argument(1)),
  'os.symlink': does('ln', ['-s'], argument(0), argument(1)),
  'os.truncate': does('truncate', ['-s', '0'], argument(0)),
  'os.mkfifo': does('mkfifo', [], argument(0)),
  'os.mknod': does('mknod', [], argument(0)),
  'os.chmod': changesMode(argument(0, 'path'), argument(1, 'mode')),
  'os.chown': changesOwner(argument(0, 'path'), argument(1, 'uid')),
  'os.lchown': changesOwner(argument(0, 'path'), argument(1, 'uid')),
  'shutil.chown': changesOwner(argument(0, 'path'), argument(1, 'user')),
  'os.open': (call) => {
    const flags = call.args[1];
    const creates =
      flags?.kind === 'unknown' || (flags?.kind === 'name' && /WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(flags.path));
    if (!creates) return call.effects.reads(call.args[0]);
    call.effects.writes(call.args[0], undefined);
    return made('written', call.args[0] ?? unknown);
  },
  'os.system': shell(argument(0, 'command')),
  'os.popen': shell(argument(0, 'cmd')),
  'commands.getoutput': shell(),
  'asyncio.create_subprocess_shell': shell(),
  'asyncio.create_subprocess_exec': (call) => call.effects.argv(call.args),
  'pty.spawn': spawnsOnTerminal,
  'pexpect.spawn': process,
  'pexpect.run': process,
  'sh.Command': ({ args }) => made('program', ...args),
  'os.dup2': duplicates,
  'os.kill': signals(argument(0), argument(1)),
  'os.killpg': signals(({ args }) => joined([text('-'), args[0] ?? unknown]), argument(1)),
  'psutil.Process': makes('psutil.Process'),
  'psutil.process_iter': gives(list([made('any-process')])),
  'psutil.pids': gives(list([unknown])),
  'os.fork': (call) => {
    call.effects.deed('fork', []);
    return unknown;
  },
  'os.setuid': (call) => changesUser(call, 'setuid'),
  'os.seteuid': (call) => changesUser(call, 'setuid'),
  'os.setgid': (call) => changesUser(call, 'setgid'),
  'os.setresuid': (call) => changesUser(call, 'setuid'),
  'os.chroot': does('chroot', [], argument(0)),
  'ctypes.CDLL': ({ args }) => made('library', ...args),
  exec: evaluates(),
  eval: evaluates(),
  execfile: reads(),
  'runpy.run_path': (call) => {
    call.effects.deed('python3', [call.args[0]]);
    return unknown;
  },
  __import__: module,
  'importlib.import_module': module,
  getattr: attribute,
  'operator.attrgetter': () => unknown,
  globals: gives(name('builtins')),
  vars: ({ args: [owner] }) => owner,
  'os.path.expanduser': ({ args: [path] }) => path ?? unknown,
  'os.path.join': ({ args }) => (args.length > 0 ? joinPath(args) : unknown),
  'pathlib.Path': ({ args }) => (args.length > 0 ? joinPath(args) : text('.')),
  'pathlib.PosixPath': ({ args }) => (args.length > 0 ? joinPath(args) : text('.')),
  'pathlib.Path.home': gives(text('~')),
  'pathlib.Path.cwd': gives(text('.')),
  'os.getcwd': gives(text('.')),
  'os.getenv': (call) => environment(call, call.args[0]),
  'os.environ.get': (call) => environment(call, call.args[0]),
  'os.environ.copy': (call) => environment(call, undefined),
  'os.walk': ({ args: [folder] }) => list([list([under(folder), list([unknown]), list([unknown])])]),
  'os.listdir': gives(list([unknown])),
  'os.scandir': ({ args: [folder] }) => list([under(folder)]),
  'glob.glob': ({ args: [pattern] }) => globbed(pattern),
  'glob.iglob': ({ args: [pattern] }) => globbed(pattern),
  'codecs.decode': ({ args: [what, encoding] }) => (what ? decodeAs(what, texts(encoding)[0]!) : unknown),
  'fileinput.input': reads(),
  'linecache.getlines': reads(),
  'numpy.loadtxt': reads(),
  'pandas.read_csv': reads(),
  'pandas.read_json': reads(),
  'shutil.make_archive': does('tar', ['-cf'], argument(0), argument(2, 'root_dir')),
  'tarfile.open': (call) => {
    const letters = texts(argument(1, 'mode')(call))[0]!;
    if (!/^[wax]/.test(letters)) return unknown;
    call.effects.writes(call.args[0], undefined);
    return made('archive', call.args[0] ?? unknown);
  },
  'zipfile.ZipFile': (call) =>
    /^[wax]/.test(texts(argument(1, 'mode')(call))[0]!) ? made('archive', call.args[0] ?? unknown) : unknown,
  'socket.create_connection': connects,
  'socket.socket': makes('socket'),
  'socket.gethostbyname': (call) => {
    call.effects.deed('nslookup', [call.args[0]]);
    return unknown;
  },
  'smtplib.SMTP': makes('connection'),
  'smtplib.SMTP_SSL': makes('connection'),
  'ftplib.FTP': makes('connection'),
  'paramiko.SSHClient': makes('ssh'),
  'http.client.HTTPSConnection': makes('http'),
  'http.client.HTTPConnection': makes('http'),
  'urllib.request.urlopen': (call) => {
    const url = argument(0, 'url')(call);
    if (url?.kind === 'made') return requests(call, 'GET', url.args[0], url.args.slice(1));
    return requests(call, 'GET', url, [argument(1, 'data')(call)]);
  },
  'urllib.request.Request': (call) => {
    const data = argument(1, 'data')(call);
    return made('request', argument(0, 'url')(call) ?? unknown, ...(data ? [data] : []));
  },
  'urllib.request.urlretrieve': (call) => {
    const answer = requests(call, 'GET', call.args[0], []);
    if (call.args[1]) call.effects.writes(call.args[1], answer);
    return call.args[1];
  },
  'requests.request': (call) =>
    requests(call, texts(call.args[0])[0]!.toUpperCase(), argument(1, 'url')(call), bodiesOf(call)),
  'requests.Session': gives(name('requests')),
  'requests.session': gives(name('requests')),
  'aiohttp.ClientSession': gives(name('requests')),
  'winreg.DeleteKey': does('reg', ['delete'], argument(1)),
};
for (const method of ['get', 'post', 'put', 'patch', 'delete', 'head'])
  for (const library of ['requests', 'httpx']) functions[`${library}.${method}`] = request(method.toUpperCase());
for (const library of ['numpy.save', 'torch.save', 'joblib.dump'])
  functions[library] = writes(argument(1), () => unknown);
for (const call of ['run', 'call', 'check_call', 'check_output', 'Popen', 'getoutput', 'getstatusoutput'])
  functions[`subprocess.${call}`] = process;
for (const copy of ['copy', 'copy2', 'copyfile'])
  functions[`shutil.${copy}`] = does('cp', [], argument(0, 'src'), argument(1, 'dst'));
for (const kind of ['l', 'v'])
  for (const rest of ['', 'p', 'e', 'pe'])
    functions[`os.exec${kind}${rest}`] = (call) => call.effects.argv(programOf(call.args, kind));
for (const kind of ['l', 'v'])
  for (const rest of ['', 'p', 'e', 'pe'])
    functions[`os.spawn${kind}${rest}`] = (call) => call.effects.argv(programOf(call.args.slice(1), kind));
functions['os.posix_spawn'] = (call) => call.effects.argv(programOf(call.args, 'v'));

/** `os.execv(path, [name, …])`: the name is not an argument. */
const programOf = ([path, ...rest]: readonly Value[], kind: string): Value[] => {
  const [given] = rest;
  const words = kind === 'v' ? (given?.kind === 'list' ? given.items : [unknown, unknown]) : rest;
  return [path ?? unknown, ...words.slice(1)];
};

const bodiesOf = ({ named }: Call) => ['data', 'json', 'files', 'content'].map((each) => named.get(each));

function changesUser(call: Call, how: string): Value {
  call.effects.deed(how, [call.args.at(-1)]);
  return unknown;
}

function environment({ effects }: Call, key: Value | undefined): Value {
  const [variable] = texts(key);
  const given = variableIn(effects.given, variable);
  if (given) return given;
  if (variable === 'HOME') return text('~');
  if (variable === 'USER' || variable === 'LOGNAME') return unknown;
  return { kind: 'content', files: [], from: [effects.describe('printenv', key ? [key] : [])] };
}

const globbed = (pattern: Value | undefined): Value =>
  pattern?.kind === 'text' ? { ...pattern, glob: true } : unknown;

const methods: Record<string, Handler> = {
  unlink: removes(itself),
  rmdir: does('rmdir', [], itself),
  rmtree: removesTree(itself),
  read_text: reads(itself),
  read_bytes: reads(itself),
  write_text: writes(itself, argument(0, 'data')),
  write_bytes: writes(itself, argument(0, 'data')),
  chmod: changesMode(itself, argument(0, 'mode')),
  touch: (call) => (call.self?.kind === 'text' ? does('touch', [], itself)(call) : undefined),
  rename: (call) => (call.self?.kind === 'text' ? does('mv', [], itself, argument(0))(call) : undefined),
  replace: (call) =>
    call.self?.kind === 'text' && call.args.length === 1 ? does('mv', [], itself, argument(0))(call) : undefined,
  symlink_to: does('ln', ['-s'], argument(0), itself),
  open: (call) => (call.self?.kind === 'text' ? opens(itself, argument(0, 'mode'))(call) : undefined),
  write: writesMore(argument(0)),
  writelines: writesMore(argument(0)),
  read: ({ self }) => (self?.kind === 'list' ? joined(self.items, '\n') : self),
  readlines: ({ self }) => self,
  readline: ({ self }) => (self?.kind === 'list' ? merge(self.items) : self),
  communicate: ({ self }) => self,
  glob: ({ self, args }) => (self ? globbed(joinPath([self, args[0] ?? unknown])) : unknown),
  rglob: ({ self, args }) => (self ? globbed(joinPath([self, text('**'), args[0] ?? unknown])) : unknown),
  iterdir: ({ self }) => list([under(self)]),
  expanduser: ({ self }) => self,
  resolve: ({ self }) => self,
  absolute: ({ self }) => self,
  as_posix: ({ self }) => self,
  connect: (call) => {
    const { self } = call;
    if (self?.kind !== 'made') return undefined;
    if (self.by === 'ssh') return made('connection', call.args[0] ?? unknown);
    return connects(call);
  },
  connect_ex: connects,
  send: writesMore(argument(0)),
  sendall: writesMore(argument(0)),
  sendfile: writesMore(argument(0)),
  sendto: (call) => {
    const [what, address] = call.args;
    return sends(
      { ...call, self: made('connection', ...(address?.kind === 'list' ? address.items : [unknown])) },
      what,
    );
  },
  sendmail: (call) => (call.self?.kind === 'made' ? sends(call, call.args[2], 'sendmail') : undefined),
  send_message: (call) => (call.self?.kind === 'made' ? sends(call, call.args[0], 'sendmail') : undefined),
  storbinary: (call) => (call.self?.kind === 'made' ? sends(call, call.args[1], 'ftp') : undefined),
  request: (call) => {
    const { self } = call;
    const url = self?.kind === 'made' ? joined([self.args[0] ?? unknown, call.args[1] ?? unknown]) : call.args[1];
    return requests(call, texts(call.args[0])[0]!, url, [argument(2, 'body', 'data', 'json')(call)]);
  },
  exec_command: (call) => call.effects.shell(call.args[0]),
  system: (call) =>
    call.self?.kind === 'made' && call.self.by === 'library' ? call.effects.shell(call.args[0]) : undefined,
  kill: (call) => ends(call, 'KILL'),
  terminate: (call) => ends(call, 'TERM'),
  execute: (call) => database(call),
  executescript: (call) => database(call),
  executemany: (call) => database(call),
  add: (call) => archives(call),
  get: (call) =>
    call.self?.kind === 'map'
      ? (call.self.entries.get(texts(call.args[0])[0]!) ?? environment(call, call.args[0]))
      : call.self?.kind === 'made' && call.self.by === 'http'
        ? requests(call, 'GET', call.args[0], [])
        : undefined,
};
function ends({ self, effects }: Call, signal: string): Value | undefined {
  if (self?.kind !== 'made') return undefined;
  if (self.by === 'any-process') effects.deed('pkill', [`-${signal}`, unknown]);
  else if (self.by === 'psutil.Process') effects.deed('kill', [`-${signal}`, self.args[0] ?? unknown]);
  return unknown;
}

/** SQL that a program gives to its database. */
function database({ args, effects }: Call): Value | undefined {
  const [statement] = texts(args[0]);
  if (args[0]?.kind !== 'text' || statement === undefined) return undefined;
  readSql(statement, effects);
  return unknown;
}

function archives({ self, args, effects }: Call): Value | undefined {
  if (self?.kind !== 'made' || self.by !== 'archive') return undefined;
  effects.deed('tar', ['-rf', self.args[0] ?? unknown, args[0] ?? unknown]);
  return unknown;
}

export const python: Speech = {
  lexis: lexis.python,
  blocks: 'indent',
  members: ['.'],
  concatenates: [],
  bare_calls: false,
  definers: ['def'],
  functions,
  methods,
  constants: {
    'os.environ': { kind: 'map', entries: new Map([['HOME', text('~')]]) },
    'os.sep': text('/'),
    'os.curdir': text('.'),
    'os.pardir': text('..'),
    __file__: text('./program.py'),
    'string.ascii_lowercase': text('abcdefghijklmnopqrstuvwxyz'),
  },
  canonical: canonicalPythonName,
};
