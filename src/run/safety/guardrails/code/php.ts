import { inputIn, variableIn } from './given.js';
import * as lexis from './lexis.js';
import {
  argument,
  changesMode,
  changesOwner,
  does,
  evaluates,
  gives,
  reads,
  removes,
  requests,
  shell,
  signals,
  writes,
} from './meanings.js';
import type { Call, Handler, Speech } from './speech.js';
import { readSql } from './sql.js';
import { elements, list, made, name, text, texts, unknown } from './value.js';

const isUrl = (call: Call) => /^(?:https?|ftp):/i.test(texts(call.args[0])[0]!);
const readsOrFetches: Handler = (call) =>
  isUrl(call) ? requests(call, 'GET', call.args[0], []) : call.effects.reads(call.args[0]);
const includes: Handler = (call) => call.run(readsOrFetches(call));

const functions: Record<string, Handler> = {
  eval: evaluates(),
  assert: (call) => (call.args[0]?.kind === 'text' ? call.run(call.args[0]) : undefined),
  create_function: (call) => call.run(call.args[1]),
  include: includes,
  require: includes,
  include_once: includes,
  require_once: includes,
  unlink: removes(),
  rmdir: does('rmdir', [], argument(0)),
  rename: does('mv', [], argument(0), argument(1)),
  copy: does('cp', [], argument(0), argument(1)),
  symlink: does('ln', ['-s'], argument(0), argument(1)),
  link: does('ln', [], argument(0), argument(1)),
  chmod: changesMode(argument(0), argument(1)),
  chown: changesOwner(argument(0), argument(1)),
  file_get_contents: readsOrFetches,
  file: reads(),
  readfile: reads(),
  show_source: reads(),
  highlight_file: reads(),
  file_put_contents: (call) =>
    writes(
      argument(0),
      argument(1),
      texts(call.args[2]).some((flag) => flag === '8') || call.args[2]?.kind === 'name',
    )(call),
  fopen: (call) => {
    if (!/[waxc+]/.test(texts(call.args[1])[0]!)) return readsOrFetches(call);
    call.effects.writes(call.args[0], undefined, /a/.test(texts(call.args[1])[0]!));
    return made('written', call.args[0] ?? unknown);
  },
  fwrite: ({ args: [file, what], effects }) => {
    if (file?.kind === 'made' && file.by === 'written') effects.writes(file.args[0], what);
    return unknown;
  },
  posix_kill: signals(argument(0), argument(1)),
  posix_setuid: does('setuid', [], argument(0)),
  pcntl_fork: does('fork', []),
  pcntl_exec: ({ args: [program, words], effects }) =>
    effects.argv([program ?? unknown, ...elements(words ?? list([]))]),
  mail: does('sendmail', [], argument(0)),
  fsockopen: (call) => {
    call.effects.deed('nc', [call.args[0], call.args[1]]);
    return made('connection', ...call.args.slice(0, 2));
  },
  curl_init: ({ args: [url] }) => made('request', url ?? unknown),
  curl_exec: (call) => (call.args[0]?.kind === 'made' ? requests(call, 'GET', call.args[0].args[0], []) : undefined),
  curl_setopt: (call) => {
    const [handle, option, value] = call.args;
    if (option?.kind === 'name' && option.path === 'CURLOPT_POSTFIELDS' && handle?.kind === 'made')
      requests(call, 'POST', handle.args[0], [value]);
    return unknown;
  },
  call_user_func: ({ args: [callee, ...rest], invoke }) => invoke(named(callee), rest),
  call_user_func_array: ({ args: [callee, given], invoke }) => invoke(named(callee), elements(given ?? unknown)),
  array_map: ({ args: [callee, given], invoke }) =>
    list(
      elements(given ?? unknown)
        .slice(0, 256)
        .map((each) => invoke(named(callee), [each])),
    ),
  getenv: ({ args, effects }) =>
    variableIn(effects.given, texts(args[0])[0]) ?? (texts(args[0])[0] === 'HOME' ? text('~') : unknown),
  fgets: ({ effects }) => inputIn(effects.given),
  stream_get_contents: ({ effects }) => inputIn(effects.given),
  readline: ({ effects }) => inputIn(effects.given),
  glob: ({ args: [pattern] }) => (pattern?.kind === 'text' ? { ...pattern, glob: true } : unknown),
  scandir: gives(list([unknown])),
  mysqli_query: ({ args, effects }) => {
    if (args[1]?.kind === 'text') readSql(texts(args[1])[0]!, effects);
    return unknown;
  },
};
for (const each of ['system', 'exec', 'shell_exec', 'passthru', 'popen', 'proc_open', 'pcntl_system'])
  functions[each] = shell();

const named = (value: Parameters<typeof texts>[0]) =>
  value?.kind === 'text' ? name(texts(value)[0]!) : (value ?? unknown);

export const php: Speech = {
  lexis: lexis.php,
  blocks: 'braces',
  members: ['->', '::', '?->'],
  concatenates: ['.'],
  bare_calls: false,
  definers: ['function'],
  functions,
  methods: {
    query: ({ args, effects }) => {
      if (args[0]?.kind !== 'text') return undefined;
      readSql(texts(args[0])[0]!, effects);
      return unknown;
    },
    exec: ({ args, effects, self }) => {
      if (args[0]?.kind !== 'text' || !self) return undefined;
      readSql(texts(args[0])[0]!, effects);
      return unknown;
    },
  },
  constants: { __DIR__: text('.'), __FILE__: text('./program.php') },
  canonical: (path) =>
    path
      .replace(/^\\/, '')
      .toLowerCase()
      .replace(/^curlopt_\w+$/, (option) => option.toUpperCase()),
};
