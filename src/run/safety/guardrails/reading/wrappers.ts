import { UNKNOWN, type Word } from '../deed.js';
import { type Call, isCode, type Machine, type Place, within, word } from './machine.js';
import { type Grammar, has, type Option, splitOptions, valuesOf } from './options.js';
import { mayRunArguments, riskyAlternatives, riskyFrom } from './risky_programs.js';
import type { Scope } from './scope.js';

interface Wrapper extends Grammar {
  /** Operands before the command. */
  skip?: number;
  /** `A=b` before the command sets a variable for it. */
  assigns?: boolean;
  /** Options whose value is the folder that the command runs in. */
  folder?: readonly string[];
  /** Options whose value is code of the shell. */
  code?: readonly string[];
  /** It is a deed of its own as well. */
  own?: boolean;
  /** What follows is code of the shell, joined, and not a list of words. */
  joined?: boolean;
}

/** Programs that run the rest of their arguments. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: {
    short: 'ugpCDRTrthU',
    long: [
      'user',
      'group',
      'prompt',
      'chdir',
      'chroot',
      'role',
      'type',
      'host',
      'other-user',
      'close-from',
      'command-timeout',
    ],
    assigns: true,
    folder: ['D', 'chdir'],
  },
  doas: { short: 'uC', assigns: true },
  pkexec: { long: ['user'] },
  run0: { short: 'uD', long: ['user', 'chdir', 'property', 'setenv', 'unit'], folder: ['D', 'chdir'] },
  gosu: { skip: 1 },
  'su-exec': { skip: 1 },
  setpriv: { long: ['reuid', 'regid', 'groups', 'inh-caps', 'bounding-set', 'securebits', 'pdeathsig'] },
  runcon: { short: 'utrl', skip: 1 },
  env: {
    short: 'uCS',
    long: ['unset', 'chdir', 'split-string'],
    assigns: true,
    folder: ['C', 'chdir'],
    code: ['S', 'split-string'],
  },
  'cross-env': { assigns: true },
  dotenv: { short: 'ef' },
  nohup: {},
  setsid: {},
  disown: {},
  nice: { short: 'n', long: ['adjustment'] },
  ionice: { short: 'cnpPu', long: ['class', 'classdata'] },
  chrt: { short: 'TPD', skip: 1 },
  taskset: { skip: 1 },
  numactl: { short: 'NmCipP' },
  prlimit: {},
  timeout: { short: 'sk', long: ['signal', 'kill-after'], skip: 1 },
  stdbuf: { short: 'ioe', long: ['input', 'output', 'error'] },
  unbuffer: {},
  time: { short: 'fo', long: ['format', 'output'] },
  strace: { short: 'eopsPuXaIbOESU' },
  ltrace: { short: 'eopsnaAuSlwF' },
  valgrind: {},
  catchsegv: {},
  hyperfine: {
    short: 'wrnmMpcSLDsu',
    long: ['warmup', 'runs', 'prepare', 'cleanup', 'shell', 'export-json', 'export-markdown'],
    code: ['p', 'c', 'prepare', 'cleanup'],
    joined: true,
  },
  watch: { short: 'nq', long: ['interval', 'equexit'], joined: true },
  entr: {},
  flock: { short: 'wEc', long: ['wait', 'timeout', 'conflict-exit-code', 'command'], skip: 1, code: ['c', 'command'] },
  script: { short: 'cEIOBTomt', long: ['command'], permuted: true, code: ['c', 'command'], skip: 99 },
  chroot: { long: ['userspec', 'groups'], skip: 1, own: true },
  unshare: { short: 'SGRw', long: ['setuid', 'setgid', 'root', 'wd'], folder: ['w', 'wd'], own: true },
  nsenter: { short: 'tSGrw', long: ['target', 'setuid', 'setgid'], own: true },
  fakeroot: { short: 'lsib' },
  proot: { short: 'rbwqk' },
  firejail: {},
  torsocks: {},
  proxychains: { short: 'f' },
  proxychains4: { short: 'f' },
  tini: { short: 'pe' },
  'dumb-init': { short: 'r' },
  'xvfb-run': { short: 'nesfpw' },
  'dbus-run-session': { long: ['config-file', 'dbus-daemon'] },
  'systemd-run': {
    own: true,
    short: 'pEMHtu',
    long: [
      'property',
      'setenv',
      'unit',
      'description',
      'slice',
      'uid',
      'gid',
      'working-directory',
      'on-active',
      'on-calendar',
      'on-boot',
    ],
  },
  'systemd-inhibit': { long: ['what', 'who', 'why', 'mode'] },
  eatmydata: {},
  ccache: {},
  caffeinate: { short: 'tw' },
  winpty: {},
  busybox: {},
  toybox: {},
  noglob: {},
  nocorrect: {},
  npx: { short: 'pc', long: ['package', 'call'], code: ['c', 'call'] },
  bunx: {},
  pnpx: {},
  uvx: { long: ['from', 'with', 'python'] },
  su: {
    short: 'cgGsw',
    long: ['command', 'group', 'shell', 'session-command'],
    permuted: true,
    code: ['c', 'command', 'session-command'],
    skip: 99,
  },
  runuser: {
    short: 'cgGswu',
    long: ['command', 'group', 'shell', 'session-command', 'user'],
    code: ['c', 'command', 'session-command'],
  },
  sg: { short: 'c', permuted: true, code: ['c'], skip: 99 },
};

/** The command that a wrapper runs; undefined = no wrapper. */
export function unwrap(call: Call, machine: Machine): string | undefined {
  const { program } = call;
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (wrapper) return wrapped(call, wrapper, machine);
  if (/^ld(-linux.*)?\.so/.test(program)) return wrapped(call, { long: ['library-path', 'preload', 'argv0'] }, machine);
  return suspected(call, machine);
}

function wrapped(call: Call, wrapper: Wrapper, machine: Machine): string {
  const { skip = 0 } = wrapper;
  const { options, operands } = splitOptions(call.args, wrapper);
  // Some take options behind their own operands.
  const behind = splitOptions(operands.slice(skip), skip > 0 ? wrapper : { short: '' });
  const words = behind.options.length > 0 && skip > 0 ? behind.operands : operands.slice(skip);
  if (skip > 0) options.push(...behind.options);
  const place = { ...within(call.place, call.program), environment: { ...call.place.environment } };
  const scope = inFolder(call.scope, options, wrapper);
  const code = valuesOf(options, ...(wrapper.code ?? []));
  const before = machine.deeds.length;
  if (wrapper.own) machine.emit(call);
  let printed = '';
  if (wrapper.assigns) assignments(words, place);
  for (const { text } of code)
    printed = machine.script(
      text + tail(words, wrapper),
      scope.child([word('sh'), ...words], place.environment),
      place,
    );
  // One word that holds several is code, as package runners have it.
  const joined = (wrapper.joined && !has(options, 'x', 'exec')) || (words.length === 1 && isCode(words[0]!));
  if (code.length === 0 && joined && words.length > 0)
    printed = machine.script(
      words.map(({ text }) => text).join(' '),
      scope.child([word('sh')], place.environment),
      place,
    );
  else if (code.length === 0 && words.length > 0) printed = machine.perform(words, scope, place);
  return machine.deeds.length === before ? machine.emit(call) : printed;
}

/** `env -S 'rm -rf' /`: what follows is part of the command. */
const tail = (words: readonly Word[], { assigns }: Wrapper) =>
  assigns ? ` ${words.map(({ text }) => text).join(' ')}` : '';

function inFolder(scope: Scope, options: readonly Option[], { folder = [] }: Wrapper): Scope {
  const [to] = valuesOf(options, ...folder);
  if (!to) return scope;
  const moved = scope.copy();
  moved.folder = to.text;
  return moved;
}

/** Takes the assignments off the beginning of the words. */
function assignments(words: Word[], place: Place): void {
  const environment: Record<string, Word> = { ...place.environment };
  for (;;) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[0]?.text ?? '') ?? [];
    if (name === undefined) break;
    environment[name] = { text: value!, glob: words[0]!.glob };
    words.shift();
  }
  place.environment = environment;
}

/**
 * A program nobody here knows whose arguments are themselves a dangerous command may well run them; and a program whose name
 * is not wholly known may be the one that its known part names.
 */
function suspected(call: Call, machine: Machine): undefined {
  const { program, words, args, scope, place } = call;
  const names = words[0]!.glob ? riskyAlternatives(program) : [program.replaceAll(UNKNOWN, '')];
  for (const name of names)
    if (name !== '' && name !== program) machine.perform([word(name), ...args], scope, within(place, program));
  const from = mayRunArguments(program) ? riskyFrom(args) : -1;
  if (from !== -1) machine.perform(args.slice(from), scope, within(place, program));
  return undefined;
}
