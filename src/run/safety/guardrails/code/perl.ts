import { UNKNOWN } from '../deed.js';
import { argumentsIn, inputIn } from './given.js';
import * as lexis from './lexis.js';
import {
  all,
  argument,
  changesMode,
  changesOwner,
  does,
  evaluates,
  reads,
  removes,
  removesTree,
  requests,
  signals,
} from './meanings.js';
import type { Call, Handler, Speech } from './speech.js';
import { readSql } from './sql.js';
import { list, made, merge, text, texts, unknown, type Value } from './value.js';

/** Folders that one search begins with. */
const MOST_FOLDERS = 16;

/** One text goes to a shell, several are a program with its arguments. */
export const shellOrArgv: Handler = ({ args, effects }) => {
  const items = args.flatMap((value) => (value.kind === 'list' ? value.items : [value]));
  return items.length > 1 ? effects.argv(items) : effects.shell(items[0]);
};
const rest =
  (from: number) =>
  ({ args }: Call): Value =>
    list(args.slice(from));

/** `open(FH, '>', path)`, `open(FH, "| command")` */
const opens: Handler = (call) => {
  const { args, effects } = call;
  const [mode] = texts(args[1]);
  const sign = /^\s*(\+?[<>]{1,2}|\||-\||\|-)/.exec(mode!)?.[1];
  const inline = mode!.replace(/^\s*(\+?[<>]{1,2}|\|)\s*/, '');
  if (sign === '|' && args.length < 3) return effects.shell(text(inline));
  if (sign === '-|' || sign === '|-') return shellOrArgv({ ...call, args: args.slice(2) });
  if (args.length < 3 && /\|\s*$/.test(mode!)) return effects.shell(text(mode!.replace(/\|\s*$/, '')));
  const path = args[2] ?? text(inline);
  if (!sign?.includes('>')) return effects.reads(path);
  effects.writes(path, undefined, sign === '>>');
  return made('written', path);
};

/** `find(sub { … }, FOLDERS)` of File::Find: the function is called with each file below them in `$_`. */
const visits: Handler = ({ args: [given, ...folders], invoke }) => {
  const wanted = given?.kind === 'map' ? given.entries.get('wanted') : given;
  if (wanted?.kind !== 'function') return undefined;
  const visitor = { ...wanted, definition: { ...wanted.definition, parameters: ['$_'] } };
  for (const folder of folders.slice(0, MOST_FOLDERS))
    for (const path of texts(folder)) invoke(visitor, [text(`${path!.replace(/\/+$/, '')}/${UNKNOWN}`)]);
  return unknown;
};

/** One of what stands in the list, or of what the program was given. */
const takes: Handler = ({ args: [from], effects }) => {
  const { items } = (from?.kind === 'list' ? from : argumentsIn(effects.given)) as Extract<Value, { kind: 'list' }>;
  return items.length > 0 ? merge(items) : unknown;
};
const prints =
  (end: string): Handler =>
  ({ args, effects }) => {
    effects.prints(args, '', end);
    return unknown;
  };

const functions: Record<string, Handler> = {
  shift: takes,
  pop: takes,
  print: prints(''),
  say: prints('\n'),
  readline: ({ effects }) => inputIn(effects.given),
  system: shellOrArgv,
  exec: shellOrArgv,
  'CORE.system': shellOrArgv,
  'CORE.exec': shellOrArgv,
  readpipe: shellOrArgv,
  eval: evaluates(),
  unlink: removes(all),
  rmdir: does('rmdir', [], all),
  rmtree: removesTree(),
  remove_tree: removesTree(all),
  'File.Path.rmtree': removesTree(),
  'File.Path.remove_tree': removesTree(all),
  rename: does('mv', [], argument(0), argument(1)),
  move: does('mv', [], argument(0), argument(1)),
  copy: does('cp', [], argument(0), argument(1)),
  symlink: does('ln', ['-s'], argument(0), argument(1)),
  link: does('ln', [], argument(0), argument(1)),
  truncate: does('truncate', ['-s', '0'], argument(0)),
  chmod: changesMode(rest(1), argument(0)),
  chown: changesOwner(rest(2), argument(0)),
  kill: signals(rest(1), argument(0)),
  fork: does('fork', []),
  open: opens,
  find: visits,
  finddepth: visits,
  'File.Find.find': visits,
  'File.Find.finddepth': visits,
  do: (call) => (call.args[0]?.kind === 'text' ? reads()(call) : undefined),
  glob: ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknown),
  'LWP.Simple.get': (call) => requests(call, 'GET', call.args[0], []),
  get: (call) => requests(call, 'GET', call.args[0], []),
  'IO.Socket.INET.new': (call) => {
    const { args, effects } = call;
    const option = (key: string) =>
      args[args.findIndex((value) => texts(value)[0] === key || (value.kind === 'name' && value.path === key)) + 1];
    effects.deed('nc', [option('PeerAddr') ?? unknown, option('PeerPort') ?? unknown]);
    return made('connection', option('PeerAddr') ?? unknown);
  },
  'POSIX.setuid': does('setuid', [], argument(0)),
  pack: ({ args: [shape, ...values], invoke }) =>
    invoke({ kind: 'name', path: 'pack', self: list(values) }, [shape ?? unknown]),
};

const statement: Handler = ({ args, effects }) => {
  if (args[0]?.kind !== 'text') return undefined;
  readSql(texts(args[0])[0]!, effects);
  return unknown;
};

export const perl: Speech = {
  lexis: lexis.perl,
  blocks: 'braces',
  members: ['->', '::'],
  concatenates: ['.', 'x'],
  bare_calls: true,
  definers: ['sub'],
  functions,
  methods: { do: statement, prepare: statement, execute: statement },
  constants: {
    '$ENV.HOME': text('~'),
    '%ENV': { kind: 'map', entries: new Map([['HOME', text('~')]]) },
    $ENV: { kind: 'map', entries: new Map([['HOME', text('~')]]) },
    STDIN: unknown,
    $0: text('./program.pl'),
  },
  canonical: (path) => path.replace(/^&/, ''),
};
