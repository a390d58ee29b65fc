import { UNKNOWN_VALUE } from '../../invocation.js';
import * as lexis from '../lexer/lexer_spec.js';
import { joinPathValues } from '../model/apply_operator.js';
import { getEnvironmentVariable, getInputText } from '../model/code_input.js';
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
import { decodeValue } from '../model/shared_functions.js';
import { canonicalizePythonName } from './canonicalize_python_name.js';
import { pythonCallHandlers } from './python_call_handlers.js';
import { readSql } from './read_sql.js';

const joinFolder = (folder: CodeValue | undefined): CodeValue =>
  joinPathValues([folder ?? createText('.'), createText(UNKNOWN_VALUE)]);

const {
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
} = pythonCallHandlers;

const functions: Record<string, CallHandler> = {
  print: printCall,
  'sys.stdout.write': ({ args, collector }) => {
    collector.recordPrint(args, '', '');
    return unknownValue;
  },
  input: ({ collector }) => getInputText(collector.input),
  raw_input: ({ collector }) => getInputText(collector.input),
  open: openCall(argument(0, 'file'), argument(1, 'mode')),
  'os.remove': removal(argument(0, 'path')),
  'os.unlink': removal(argument(0, 'path')),
  'os.rmdir': programCall('rmdir', [], argument(0, 'path')),
  'os.removedirs': programCall('rmdir', ['-p'], argument(0, 'name')),
  'shutil.rmtree': treeRemoval(argument(0, 'path')),
  'send2trash.send2trash': treeRemoval(),
  'os.rename': programCall('mv', [], argument(0, 'src'), argument(1, 'dst')),
  'os.replace': programCall('mv', [], argument(0, 'src'), argument(1, 'dst')),
  'os.renames': programCall('mv', [], argument(0), argument(1)),
  'shutil.move': programCall('mv', [], argument(0, 'src'), argument(1, 'dst')),
  'shutil.copytree': programCall('cp', ['-r'], argument(0, 'src'), argument(1, 'dst')),
  'os.link': programCall('ln', [], argument(0), argument(1)),
  'os.symlink': programCall('ln', ['-s'], argument(0), argument(1)),
  'os.truncate': programCall('truncate', ['-s', '0'], argument(0)),
  'os.mkfifo': programCall('mkfifo', [], argument(0)),
  'os.mknod': programCall('mknod', [], argument(0)),
  'os.chmod': modeChange(argument(0, 'path'), argument(1, 'mode')),
  'os.chown': ownerChange(argument(0, 'path'), argument(1, 'uid')),
  'os.lchown': ownerChange(argument(0, 'path'), argument(1, 'uid')),
  'shutil.chown': ownerChange(argument(0, 'path'), argument(1, 'user')),
  'os.open': (call) => {
    const flags = call.args[1];
    const creates =
      flags?.kind === 'unknown' || (flags?.kind === 'name' && /WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(flags.path));
    if (!creates) return call.collector.readFile(call.args[0]);
    call.collector.recordWrite(call.args[0], undefined);
    return createDerived('written', call.args[0] ?? unknownValue);
  },
  'os.system': shellCall(argument(0, 'command')),
  'os.popen': shellCall(argument(0, 'cmd')),
  'commands.getoutput': shellCall(),
  'asyncio.create_subprocess_shell': shellCall(),
  'asyncio.create_subprocess_exec': (call) => call.collector.runProgram(call.args),
  'pty.spawn': spawnOnTerminal,
  'pexpect.spawn': startProcess,
  'pexpect.run': startProcess,
  'sh.Command': ({ args }) => createDerived('program', ...args),
  'os.dup2': duplicateDescriptor,
  'os.kill': signalCall(argument(0), argument(1)),
  'os.killpg': signalCall(({ args }) => joinValues([createText('-'), args[0] ?? unknownValue]), argument(1)),
  'psutil.Process': derivedResult('psutil.Process'),
  'psutil.process_iter': constantResult(createList([createDerived('any-process')])),
  'psutil.pids': constantResult(createList([unknownValue])),
  'os.fork': (call) => {
    call.collector.addInvocation('fork', []);
    return unknownValue;
  },
  'os.setuid': (call) => changeUser(call, 'setuid'),
  'os.seteuid': (call) => changeUser(call, 'setuid'),
  'os.setgid': (call) => changeUser(call, 'setgid'),
  'os.setresuid': (call) => changeUser(call, 'setuid'),
  'os.chroot': programCall('chroot', [], argument(0)),
  'ctypes.CDLL': ({ args }) => createDerived('library', ...args),
  exec: codeEvaluation(),
  eval: codeEvaluation(),
  execfile: fileRead(),
  'runpy.run_path': (call) => {
    call.collector.addInvocation('python3', [call.args[0]]);
    return unknownValue;
  },
  __import__: importModule,
  'importlib.import_module': importModule,
  getattr: getAttribute,
  'operator.attrgetter': () => unknownValue,
  globals: constantResult(createName('builtins')),
  vars: ({ args: [owner] }) => owner,
  'os.path.expanduser': ({ args: [path] }) => path ?? unknownValue,
  'os.path.join': ({ args }) => (args.length > 0 ? joinPathValues(args) : unknownValue),
  'pathlib.Path': ({ args }) => (args.length > 0 ? joinPathValues(args) : createText('.')),
  'pathlib.PosixPath': ({ args }) => (args.length > 0 ? joinPathValues(args) : createText('.')),
  'pathlib.Path.home': constantResult(createText('~')),
  'pathlib.Path.cwd': constantResult(createText('.')),
  'os.getcwd': constantResult(createText('.')),
  'os.getenv': (call) => readEnvironment(call, call.args[0]),
  'os.environ.get': (call) => readEnvironment(call, call.args[0]),
  'os.environ.copy': (call) => readEnvironment(call, undefined),
  'os.walk': ({ args: [folder] }) =>
    createList([createList([joinFolder(folder), createList([unknownValue]), createList([unknownValue])])]),
  'os.listdir': constantResult(createList([unknownValue])),
  'os.scandir': ({ args: [folder] }) => createList([joinFolder(folder)]),
  'glob.glob': ({ args: [pattern] }) => toPatternValue(pattern),
  'glob.iglob': ({ args: [pattern] }) => toPatternValue(pattern),
  'codecs.decode': ({ args: [what, encoding] }) => (what ? decodeValue(what, getTexts(encoding)[0]!) : unknownValue),
  'fileinput.input': fileRead(),
  'linecache.getlines': fileRead(),
  'numpy.loadtxt': fileRead(),
  'pandas.read_csv': fileRead(),
  'pandas.read_json': fileRead(),
  'shutil.make_archive': programCall('tar', ['-cf'], argument(0), argument(2, 'root_dir')),
  'tarfile.open': (call) => {
    const letters = getTexts(argument(1, 'mode')(call))[0]!;
    if (!/^[wax]/.test(letters)) return unknownValue;
    call.collector.recordWrite(call.args[0], undefined);
    return createDerived('archive', call.args[0] ?? unknownValue);
  },
  'zipfile.ZipFile': (call) =>
    /^[wax]/.test(getTexts(argument(1, 'mode')(call))[0]!)
      ? createDerived('archive', call.args[0] ?? unknownValue)
      : unknownValue,
  'socket.create_connection': connectCall,
  'socket.socket': derivedResult('socket'),
  'socket.gethostbyname': (call) => {
    call.collector.addInvocation('nslookup', [call.args[0]]);
    return unknownValue;
  },
  'smtplib.SMTP': derivedResult('connection'),
  'smtplib.SMTP_SSL': derivedResult('connection'),
  'ftplib.FTP': derivedResult('connection'),
  'paramiko.SSHClient': derivedResult('ssh'),
  'http.client.HTTPSConnection': derivedResult('http'),
  'http.client.HTTPConnection': derivedResult('http'),
  'urllib.request.urlopen': (call) => {
    const url = argument(0, 'url')(call);
    if (url?.kind === 'made') return httpRequest(call, 'GET', url.args[0], url.args.slice(1));
    return httpRequest(call, 'GET', url, [argument(1, 'data')(call)]);
  },
  'urllib.request.Request': (call) => {
    const data = argument(1, 'data')(call);
    return createDerived('request', argument(0, 'url')(call) ?? unknownValue, ...(data ? [data] : []));
  },
  'urllib.request.urlretrieve': (call) => {
    const answer = httpRequest(call, 'GET', call.args[0], []);
    if (call.args[1]) call.collector.recordWrite(call.args[1], answer);
    return call.args[1];
  },
  'requests.request': (call) =>
    httpRequest(call, getTexts(call.args[0])[0]!.toUpperCase(), argument(1, 'url')(call), getRequestBodies(call)),
  'requests.Session': constantResult(createName('requests')),
  'requests.session': constantResult(createName('requests')),
  'aiohttp.ClientSession': constantResult(createName('requests')),
  'winreg.DeleteKey': programCall('reg', ['delete'], argument(1)),
};
for (const method of ['get', 'post', 'put', 'patch', 'delete', 'head'])
  for (const library of ['requests', 'httpx']) functions[`${library}.${method}`] = requestCall(method.toUpperCase());
for (const library of ['numpy.save', 'torch.save', 'joblib.dump'])
  functions[library] = fileWrite(argument(1), () => unknownValue);
for (const call of ['run', 'call', 'check_call', 'check_output', 'Popen', 'getoutput', 'getstatusoutput'])
  functions[`subprocess.${call}`] = startProcess;
for (const copy of ['copy', 'copy2', 'copyfile'])
  functions[`shutil.${copy}`] = programCall('cp', [], argument(0, 'src'), argument(1, 'dst'));
for (const kind of ['l', 'v'])
  for (const rest of ['', 'p', 'e', 'pe'])
    functions[`os.exec${kind}${rest}`] = (call) => call.collector.runProgram(getProgramWords(call.args, kind));
for (const kind of ['l', 'v'])
  for (const rest of ['', 'p', 'e', 'pe'])
    functions[`os.spawn${kind}${rest}`] = (call) =>
      call.collector.runProgram(getProgramWords(call.args.slice(1), kind));
functions['os.posix_spawn'] = (call) => call.collector.runProgram(getProgramWords(call.args, 'v'));

/** Returns the words of `os.execv(path, [name, …])`, where `createName` is not an argument. */
const getProgramWords = ([path, ...rest]: readonly CodeValue[], kind: string): CodeValue[] => {
  const [given] = rest;
  const words = kind === 'v' ? (given?.kind === 'list' ? given.items : [unknownValue, unknownValue]) : rest;
  return [path ?? unknownValue, ...words.slice(1)];
};

const getRequestBodies = ({ named }: CodeCall) => ['data', 'json', 'files', 'content'].map((each) => named.get(each));

function changeUser(call: CodeCall, how: string): CodeValue {
  call.collector.addInvocation(how, [call.args.at(-1)]);
  return unknownValue;
}

function readEnvironment({ collector }: CodeCall, key: CodeValue | undefined): CodeValue {
  const [variable] = getTexts(key);
  const given = getEnvironmentVariable(collector.input, variable);
  if (given) return given;
  if (variable === 'HOME') return createText('~');
  if (variable === 'USER' || variable === 'LOGNAME') return unknownValue;
  return { kind: 'content', files: [], from: [collector.createInvocation('printenv', key ? [key] : [])] };
}

const toPatternValue = (pattern: CodeValue | undefined): CodeValue =>
  pattern?.kind === 'text' ? { ...pattern, glob: true } : unknownValue;

const methods: Record<string, CallHandler> = {
  unlink: removal(receiverValue),
  rmdir: programCall('rmdir', [], receiverValue),
  rmtree: treeRemoval(receiverValue),
  read_text: fileRead(receiverValue),
  read_bytes: fileRead(receiverValue),
  write_text: fileWrite(receiverValue, argument(0, 'data')),
  write_bytes: fileWrite(receiverValue, argument(0, 'data')),
  chmod: modeChange(receiverValue, argument(0, 'mode')),
  touch: (call) => (call.receiver?.kind === 'text' ? programCall('touch', [], receiverValue)(call) : undefined),
  rename: (call) =>
    call.receiver?.kind === 'text' ? programCall('mv', [], receiverValue, argument(0))(call) : undefined,
  replace: (call) =>
    call.receiver?.kind === 'text' && call.args.length === 1
      ? programCall('mv', [], receiverValue, argument(0))(call)
      : undefined,
  symlink_to: programCall('ln', ['-s'], argument(0), receiverValue),
  open: (call) => (call.receiver?.kind === 'text' ? openCall(receiverValue, argument(0, 'mode'))(call) : undefined),
  write: writeCall(argument(0)),
  writelines: writeCall(argument(0)),
  read: ({ receiver }) => (receiver?.kind === 'list' ? joinValues(receiver.items, '\n') : receiver),
  readlines: ({ receiver }) => receiver,
  readline: ({ receiver }) => (receiver?.kind === 'list' ? mergeValues(receiver.items) : receiver),
  communicate: ({ receiver }) => receiver,
  glob: ({ receiver, args }) =>
    receiver ? toPatternValue(joinPathValues([receiver, args[0] ?? unknownValue])) : unknownValue,
  rglob: ({ receiver, args }) =>
    receiver ? toPatternValue(joinPathValues([receiver, createText('**'), args[0] ?? unknownValue])) : unknownValue,
  iterdir: ({ receiver }) => createList([joinFolder(receiver)]),
  expanduser: ({ receiver }) => receiver,
  resolve: ({ receiver }) => receiver,
  absolute: ({ receiver }) => receiver,
  as_posix: ({ receiver }) => receiver,
  connect: (call) => {
    const { receiver } = call;
    if (receiver?.kind !== 'made') return undefined;
    if (receiver.by === 'ssh') return createDerived('connection', call.args[0] ?? unknownValue);
    return connectCall(call);
  },
  connect_ex: connectCall,
  send: writeCall(argument(0)),
  sendall: writeCall(argument(0)),
  sendfile: writeCall(argument(0)),
  sendto: (call) => {
    const [what, address] = call.args;
    return dataTransfer(
      {
        ...call,
        receiver: createDerived('connection', ...(address?.kind === 'list' ? address.items : [unknownValue])),
      },
      what,
    );
  },
  sendmail: (call) => (call.receiver?.kind === 'made' ? dataTransfer(call, call.args[2], 'sendmail') : undefined),
  send_message: (call) => (call.receiver?.kind === 'made' ? dataTransfer(call, call.args[0], 'sendmail') : undefined),
  storbinary: (call) => (call.receiver?.kind === 'made' ? dataTransfer(call, call.args[1], 'ftp') : undefined),
  request: (call) => {
    const { receiver } = call;
    const url =
      receiver?.kind === 'made'
        ? joinValues([receiver.args[0] ?? unknownValue, call.args[1] ?? unknownValue])
        : call.args[1];
    return httpRequest(call, getTexts(call.args[0])[0]!, url, [argument(2, 'body', 'data', 'json')(call)]);
  },
  exec_command: (call) => call.collector.runShellLine(call.args[0]),
  system: (call) =>
    call.receiver?.kind === 'made' && call.receiver.by === 'library'
      ? call.collector.runShellLine(call.args[0])
      : undefined,
  kill: (call) => endProcess(call, 'KILL'),
  terminate: (call) => endProcess(call, 'TERM'),
  execute: (call) => readDatabaseCall(call),
  executescript: (call) => readDatabaseCall(call),
  executemany: (call) => readDatabaseCall(call),
  add: (call) => extractArchive(call),
  get: (call) =>
    call.receiver?.kind === 'map'
      ? (call.receiver.entries.get(getTexts(call.args[0])[0]!) ?? readEnvironment(call, call.args[0]))
      : call.receiver?.kind === 'made' && call.receiver.by === 'http'
        ? httpRequest(call, 'GET', call.args[0], [])
        : undefined,
};
function endProcess({ receiver, collector }: CodeCall, signal: string): CodeValue | undefined {
  if (receiver?.kind !== 'made') return undefined;
  if (receiver.by === 'any-process') collector.addInvocation('pkill', [`-${signal}`, unknownValue]);
  else if (receiver.by === 'psutil.Process')
    collector.addInvocation('kill', [`-${signal}`, receiver.args[0] ?? unknownValue]);
  return unknownValue;
}

/** Handles SQL that a program passes to its database. */
function readDatabaseCall({ args, collector }: CodeCall): CodeValue | undefined {
  const [statement] = getTexts(args[0]);
  if (args[0]?.kind !== 'text' || statement === undefined) return undefined;
  readSql(statement, collector);
  return unknownValue;
}

function extractArchive({ receiver, args, collector }: CodeCall): CodeValue | undefined {
  if (receiver?.kind !== 'made' || receiver.by !== 'archive') return undefined;
  collector.addInvocation('tar', ['-rf', receiver.args[0] ?? unknownValue, args[0] ?? unknownValue]);
  return unknownValue;
}

/** Specification of Python. */
export const pythonLanguage: LanguageSpec = {
  lexer: lexis.pythonLexer,
  blocks: 'indent',
  memberOperators: ['.'],
  concatenationOperators: [],
  bare_calls: false,
  functionKeywords: ['def'],
  functions,
  methods,
  constants: {
    'os.environ': { kind: 'map', entries: new Map([['HOME', createText('~')]]) },
    'os.sep': createText('/'),
    'os.curdir': createText('.'),
    'os.pardir': createText('..'),
    __file__: createText('./program.py'),
    'string.ascii_lowercase': createText('abcdefghijklmnopqrstuvwxyz'),
  },
  canonicalize: canonicalizePythonName,
};
