import { inputIn } from './given.js';
import * as lexis from './lexis.js';
import {
  all,
  argument,
  changesMode,
  changesOwner,
  does,
  evaluates,
  gives,
  reads,
  removes,
  removesTree,
  requests,
  shell,
  signals,
  writes,
} from './meanings.js';
import { joinPath } from './operators.js';
import { shellOrArgv } from './perl.js';
import type { Call, Handler, Speech } from './speech.js';
import { readSql } from './sql.js';
import { elements, joined, list, made, merge, name, text, texts, unknown, type Value } from './value.js';

const afterFirst = ({ args }: Call): Value => list(args.slice(1));

const opens: Handler = (call) => {
  const { args, effects, invoke } = call;
  const block = args.find((value) => value.kind === 'function');
  const [path, mode] = args.filter((value) => value.kind !== 'function');
  const [known] = texts(path);
  const piped = /^\s*\|/.test(known!);
  const letters = mode ? texts(mode)[0]! : 'r';
  const writing = /[wa+]/.test(letters);
  const answer = piped
    ? effects.shell(text(known!.replace(/^\s*\|/, '')))
    : writing
      ? made('written', path ?? unknown)
      : effects.reads(path);
  if (writing && !piped) effects.writes(path, undefined, letters.includes('a'));
  if (block) invoke(block, [answer]);
  return answer;
};

/** `send(:system, …)`: a method by its name. */
const sendsMessage: Handler = ({ args: [message, ...rest], invoke }) =>
  message?.kind === 'text' ? invoke(name(texts(message)[0]!), rest) : unknown;

const prints =
  (end: string): Handler =>
  ({ args, effects, self }) => {
    if (self) return undefined;
    effects.prints(args, '', end);
    return unknown;
  };

const functions: Record<string, Handler> = {
  puts: prints('\n'),
  p: prints('\n'),
  print: prints(''),
  gets: ({ effects }) => inputIn(effects.given) ?? unknown,
  readlines: ({ effects }) => inputIn(effects.given) ?? unknown,
  send: sendsMessage,
  public_send: sendsMessage,
  __send__: sendsMessage,
  system: shellOrArgv,
  exec: shellOrArgv,
  spawn: shellOrArgv,
  eval: evaluates(),
  instance_eval: evaluates(),
  'IO.popen': shellOrArgv,
  'Open3.capture2': shellOrArgv,
  'Open3.capture2e': shellOrArgv,
  'Open3.capture3': shellOrArgv,
  'Open3.popen3': shellOrArgv,
  'PTY.spawn': shellOrArgv,
  open: opens,
  'File.open': opens,
  'File.new': opens,
  'URI.open': (call) => requests(call, 'GET', call.args[0], []),
  'Net.HTTP.get': (call) => requests(call, 'GET', call.args[0], []),
  'Net.HTTP.post': (call) => requests(call, 'POST', call.args[0], [call.args[1]]),
  'Net.HTTP.post_form': (call) => requests(call, 'POST', call.args[0], [call.args[1]]),
  URI: argument(0) as Handler,
  'URI.parse': argument(0) as Handler,
  'File.read': reads(),
  'IO.read': reads(),
  'File.readlines': reads(),
  'File.foreach': reads(),
  'File.binread': reads(),
  'File.write': writes(),
  'IO.write': writes(),
  'File.delete': removes(all),
  'File.unlink': removes(all),
  'Dir.rmdir': does('rmdir', [], argument(0)),
  'Dir.delete': does('rmdir', [], argument(0)),
  'Dir.unlink': does('rmdir', [], argument(0)),
  'FileUtils.rm': removes(all),
  'FileUtils.rm_f': does('rm', ['-f'], all),
  'FileUtils.remove': removes(all),
  'FileUtils.rm_r': does('rm', ['-r'], all),
  'FileUtils.rm_rf': removesTree(all),
  'FileUtils.rmtree': removesTree(all),
  'FileUtils.remove_dir': removesTree(all),
  'FileUtils.remove_entry': removesTree(all),
  'FileUtils.remove_entry_secure': removesTree(all),
  'FileUtils.mv': does('mv', [], argument(0), argument(1)),
  'FileUtils.cp': does('cp', [], argument(0), argument(1)),
  'FileUtils.cp_r': does('cp', ['-r'], argument(0), argument(1)),
  'FileUtils.ln_s': does('ln', ['-s'], argument(0), argument(1)),
  'FileUtils.chmod': changesMode(argument(1), argument(0)),
  'FileUtils.chmod_R': (call) => does('chmod', ['-R'], argument(0), argument(1))(call),
  'FileUtils.chown_R': (call) => does('chown', ['-R'], argument(0), argument(2))(call),
  'File.chmod': changesMode(afterFirst, argument(0)),
  'File.chown': changesOwner(({ args }) => list(args.slice(2)), argument(0)),
  'File.rename': does('mv', [], argument(0), argument(1)),
  'File.symlink': does('ln', ['-s'], argument(0), argument(1)),
  'File.truncate': does('truncate', ['-s', '0'], argument(0)),
  'File.join': ({ args }) => joinPath(args.flatMap((value) => (value.kind === 'list' ? value.items : [value]))),
  'File.expand_path': argument(0) as Handler,
  'Dir.home': gives(text('~')),
  'Dir.pwd': gives(text('.')),
  'Dir.glob': ({ args: [pattern, block], invoke }) => {
    const found: Value = pattern?.kind === 'text' ? { ...pattern, glob: true } : unknown;
    if (block?.kind === 'function') invoke(block, [found]);
    return found;
  },
  'Process.kill': signals(afterFirst, argument(0)),
  'Process.uid': gives(unknown),
  fork: does('fork', []),
  'TCPSocket.new': (call) => {
    call.effects.deed('nc', [call.args[0], call.args[1]]);
    return made('connection', ...call.args.slice(0, 2));
  },
  'TCPSocket.open': (call) => functions['TCPSocket.new']!(call),
};

export const ruby: Speech = {
  lexis: lexis.ruby,
  blocks: 'end',
  members: ['.', '::', '&.'],
  concatenates: ['<<'],
  bare_calls: true,
  definers: ['def'],
  functions,
  methods: {
    write: (call) => {
      const { self, effects, args } = call;
      if (self?.kind !== 'made' || self.by !== 'written') return undefined;
      effects.writes(self.args[0], args[0]);
      return unknown;
    },
    execute: (call) => {
      if (!call.self) return shell()(call);
      // A database gets its statements by this name.
      if (call.args[0]?.kind === 'text') readSql(texts(call.args[0])[0]!, call.effects);
      return undefined;
    },
    puts: (call) => (call.self?.kind === 'made' ? ruby.methods.write!(call) : undefined),
    read: ({ self }) => (self?.kind === 'list' ? joined(self.items, '\n') : self),
    gets: ({ self }) => (self?.kind === 'list' ? merge(self.items) : undefined),
    shift: ({ self }) => (self?.kind === 'list' && self.items.length > 0 ? merge(self.items) : undefined),
    first: ({ self }) => (self?.kind === 'list' ? self.items[0] : undefined),
    last: ({ self }) => (self?.kind === 'list' ? self.items.at(-1) : undefined),
    fetch: ({ self, args: [key] }) =>
      self?.kind === 'map' ? (self.entries.get(texts(key)[0]!) ?? unknown) : undefined,
    each: ({ self, args: [block], invoke }) => {
      if (block?.kind !== 'function' || !self) return undefined;
      for (const each of elements(self).slice(0, 64)) invoke(block, [each]);
      return self;
    },
  },
  constants: {
    ENV: { kind: 'map', entries: new Map([['HOME', text('~')]]) },
    __FILE__: text('./program.rb'),
    __dir__: text('.'),
  },
  canonical: (path) => path.replace(/^(?:Kernel|Object|self)\./, ''),
};
