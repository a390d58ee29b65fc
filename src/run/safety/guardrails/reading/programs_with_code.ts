import { UNKNOWN, type Word } from '../deed.js';
import { interpret } from './interpreters.js';
import { type Call, childOf, fedUp, type Handler, isCode, type Machine, quotedWords, within } from './machine.js';
import { type Grammar, has, splitOptions, valuesOf } from './options.js';
import { sed } from './sed.js';
import { runInput } from './shells.js';
import { sqlInRequest } from './sql_in_requests.js';
import { packageScript } from './task_files.js';

const joined = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

const shellCode = (code: string, call: Call, machine: Machine) =>
  machine.script(code, childOf(call), within(call.place, call.program));

/** Emits the program's own deed, then reads the code found in its arguments. */
const holding =
  (codes: (args: readonly Word[]) => readonly string[]): Handler =>
  (call, machine) => {
    const printed = machine.emit(call);
    for (const code of codes(call.args)) shellCode(code, call, machine);
    return printed;
  };

/** Values of options whatever else stands around them. */
const optionValues =
  (grammar: Grammar, ...names: string[]) =>
  (args: readonly Word[]): string[] =>
    valuesOf(splitOptions(args, { ...grammar, permuted: true }).options, ...names).map(({ text }) => text);

/** `tar --checkpoint-action=exec=…`, `--to-command=…`, `-I …`. */
const tar = holding((args) => [
  ...optionValues(
    { long: ['checkpoint-action'] },
    'checkpoint-action',
  )(args).flatMap((action) => (action.startsWith('exec=') ? [action.slice('exec='.length)] : [])),
  ...optionValues(
    { short: 'IF', long: ['to-command', 'use-compress-program', 'rsh-command', 'info-script', 'new-volume-script'] },
    'I',
    'F',
    'to-command',
    'use-compress-program',
    'rsh-command',
    'info-script',
    'new-volume-script',
  )(args),
]);

/** Editors: `-c '!…'`, `+!…`, and what they are fed line by line. */
const editor: Handler = (call, machine) => {
  machine.emit(call);
  const commands = optionValues({ short: 'cS', long: ['cmd'] }, 'c', 'cmd')(call.args);
  const plus = call.args.flatMap(({ text }) => (text.startsWith('+') ? [text.slice(1)] : []));
  const fed = /^(ex|ed|vi|vim|nvim)$/.test(call.program) && call.place.stdin ? call.place.stdin.rest().split('\n') : [];
  for (const line of [...commands, ...plus, ...fed]) {
    const [, code] =
      /^\s*:?\s*(?:[\d,.$%]*!|r\s*!|w\s*!|silent!?\s*!|term(?:inal)?\s+|call\s+system\(["']|lua\s+os\.execute\(["'])\s*(.+?)(?:["']\))?$/.exec(
        line,
      ) ?? [];
    if (code !== undefined) shellCode(code, call, machine);
  }
  return UNKNOWN;
};

const SSH = { short: 'bBcDEeFIiJLlmOopQRSWw' };

/** `ssh HOST COMMAND`: a shell over there reads it, or what it is fed. */
const ssh: Handler = (call, machine) => {
  const { options, operands } = splitOptions(call.args, SSH);
  const [host, ...behind] = operands;
  const command = behind[0]?.text === '--' ? behind.slice(1) : behind;
  const fed = command.length === 0 && host !== undefined && call.place.stdin !== undefined;
  if (!fed) machine.emit({ ...call, args: call.args.filter((arg) => !command.includes(arg)) });
  for (const { text } of valuesOf(options, 'o')) {
    const [, code] = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(text) ?? [];
    if (code !== undefined) shellCode(code, call, machine);
  }
  if (command.length > 0) return shellCode(joined(command), call, machine);
  return fed ? runInput({ ...call, scope: childOf(call) }, machine) : UNKNOWN;
};

const CONTAINER = {
  short: 'aceghlmpuvwfHnq',
  long: `env env-file user workdir detach-keys name volume mount network publish label entrypoint add-host cap-add cap-drop cpus cpuset-cpus
    device dns expose gpus group-add hostname ip ipc link log-driver log-opt memory pid platform pull restart runtime security-opt shm-size
    stop-signal tmpfs ulimit userns volumes-from cgroupns host context config file project-name profile project-directory namespace
    container index kubeconfig cluster as image target`.split(/\s+/),
};

/** `docker exec NAME COMMAND`, `docker run IMAGE COMMAND`, `docker compose run …`, `kubectl exec POD -- COMMAND`. */
const container: Handler = (call, machine) => {
  const printed = machine.emit(call);
  let { operands } = splitOptions(call.args, CONTAINER);
  if (operands[0]?.text === 'compose' || operands[0]?.text === 'container')
    ({ operands } = splitOptions(operands.slice(1), CONTAINER));
  const [action, ...rest] = operands;
  if (!/^(exec|run|debug)$/.test(action?.text ?? '')) return printed;
  const dashes = rest.findIndex(({ text }) => text === '--');
  const words = dashes === -1 ? afterName(rest) : rest.slice(dashes + 1);
  return words.length > 0 ? machine.perform(words, call.scope, fedInside(call)) : UNKNOWN;
};

/** The entry point that the options name stands before what follows the image. */
const afterName = (args: readonly Word[]): readonly Word[] => {
  const { options, operands } = splitOptions(args, CONTAINER);
  return [...valuesOf(options, 'entrypoint'), ...operands.slice(1)];
};

const fedInside = (call: Call) => within(call.place, call.program);

/** Package managers and environments that run a command: behind which words, and by which option as code. */
const RUNNERS: Readonly<
  Record<string, { after: readonly string[]; code?: readonly string[]; values?: readonly string[]; skip?: number }>
> = {
  npm: { after: ['exec', 'x', 'explore'], code: ['c', 'call'], values: ['package', 'workspace', 'prefix'] },
  pnpm: { after: ['exec', 'dlx'], values: ['package', 'filter', 'dir'] },
  yarn: { after: ['dlx', 'exec'], values: ['package', 'cwd', 'include', 'exclude', 'from', 'since', 'jobs', 'j', 'p'] },
  bun: { after: ['x', 'exec'] },
  lerna: { after: ['exec'], values: ['scope', 'ignore', 'concurrency'] },
  nx: { after: ['exec'] },
  volta: { after: ['run'], values: ['node', 'npm', 'yarn'] },
  fnm: { after: ['exec'], values: ['using'] },
  corepack: { after: [] },
  pipx: { after: ['run'], values: ['spec'] },
  uv: { after: ['run'], values: ['with', 'python', 'project', 'directory', 'extra', 'group', 'env-file'] },
  poetry: { after: ['run'] },
  pipenv: { after: ['run'] },
  pdm: { after: ['run'] },
  rye: { after: ['run'] },
  hatch: { after: ['run'] },
  conda: { after: ['run'], values: ['n', 'name', 'p', 'prefix'] },
  bundle: { after: ['exec'] },
  rbenv: { after: ['exec'] },
  pyenv: { after: ['exec'] },
  nvm: { after: ['exec'], skip: 1 },
  asdf: { after: ['exec'] },
  mise: { after: ['exec', 'x'] },
  rustup: { after: ['run'], skip: 1 },
  direnv: { after: ['exec'], skip: 1 },
  nix: { after: ['develop', 'shell', 'run'], code: [] },
  'flatpak-spawn': { after: [] },
  composer: { after: ['exec'] },
  vagrant: { after: ['ssh'], code: ['c', 'command'] },
  lxc: { after: ['exec'], skip: 1 },
  op: { after: ['run'] },
  doppler: { after: ['run'] },
};

const runner: Handler = (call, machine) => {
  const { after, code = [], values = [], skip = 0 } = RUNNERS[call.program]!;
  const grammar = {
    short: [...values, ...code].filter((name) => name.length === 1).join(''),
    long: [...values, ...code].filter((name) => name.length > 1),
  };
  const { operands } = splitOptions(call.args, grammar);
  if (/^(npm|pnpm|yarn|bun)$/.test(call.program)) packageScript(call, machine);
  // `yarn node …` is node, `yarn workspace NAME exec …` and `pnpm recursive exec …` are exec.
  if (call.program === 'yarn' && operands[0]?.text === 'node')
    return machine.perform(operands, call.scope, within(call.place, call.program));
  const scoped = /^(?:workspaces?|foreach|recursive|multi|m)$/.test(operands[0]?.text ?? '');
  const at = scoped ? operands.slice(0, 10).findIndex(({ text }) => after.includes(text)) : 0;
  if (after.length > 0 && !after.includes(operands[at]?.text ?? ''))
    return interpret(call, machine) ?? machine.emit(call);
  const printed = machine.emit(call);
  const { options, operands: command } = splitOptions(operands.slice(after.length > 0 ? at + 1 : 0), grammar);
  for (const { text } of valuesOf(options, ...code)) shellCode(text, call, machine);
  const dashes = command.findIndex(({ text }) => text === '--');
  const words = dashes === -1 ? command.slice(skip) : command.slice(dashes + 1);
  return words.length > 0 ? runWords(words, call, machine) : printed;
};

/** Words that a program runs; one that holds several is code of a shell, as most of these have it. */
function runWords(words: readonly Word[], call: Call, machine: Machine): string {
  if (words.length === 1 && isCode(words[0]!)) return shellCode(words[0]!.text, call, machine);
  return machine.perform(words, call.scope, within(call.place, call.program));
}

/** Programs that run what they read later: `at`, `batch`. */
const later: Handler = (call, machine) => {
  machine.emit(call);
  const text = call.place.stdin?.rest();
  return text === undefined ? UNKNOWN : machine.script(text, childOf(call), fedUp(within(call.place, call.program)));
};

/** Copies and moves carry known text with them. */
const carry: Handler = (call, machine) => {
  const printed = machine.emit(call);
  const { options, operands } = splitOptions(call.args, {
    short: 'tSgmo',
    long: ['target-directory', 'suffix', 'mode', 'owner', 'group'],
    permuted: true,
  });
  const { files } = machine;
  const { folder } = call.scope;
  const [into] = valuesOf(options, 't', 'target-directory');
  const target = into ?? operands.at(-1);
  for (const { text: from } of into ? operands : operands.slice(0, -1)) {
    // A program under another name is still that program.
    const program = /^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(from) ? { text: `${from} "$@"`, from: [] } : undefined;
    const written = machine.sources.get(from) ?? files.written(from, folder) ?? program;
    if (written === undefined || !target) continue;
    files.write(target.text, written.text, folder, written.from);
    // The target may be a folder.
    files.write(`${target.text}/${from.slice(from.lastIndexOf('/') + 1)}`, written.text, folder, written.from);
  }
  return printed;
};

/** What is fetched is put into a file under the name that is asked for, or its own. */
const fetch: Handler = (call, machine) => {
  const before = machine.deeds.length;
  const printed = machine.emit(call);
  sqlInRequest(call, machine);
  const wget = call.program !== 'curl';
  const { options, operands } = splitOptions(call.args, {
    short: wget ? 'OPoUeTtwQdnxsj' : 'oHdXAFuTebKCmxEywzU',
    long: [
      'output',
      'output-document',
      'out',
      'dir',
      'directory-prefix',
      'header',
      'data',
      'request',
      'user-agent',
      'form',
      'user',
      'output-dir',
      'url',
    ],
    permuted: true,
  });
  const named = valuesOf(options, ...(NAMED_BY[call.program] ?? ['o', 'output', 'out'])).map(({ text }) => text);
  const own = wget ? named.length === 0 : has(options, 'O', 'remote-name', 'J');
  const addresses = own ? operands.map(({ text }) => text.replace(/[?#].*$/, '').replace(/^.*\//, '')) : [];
  for (const path of [...named, ...addresses])
    if (path !== '-') machine.files.write(path, UNKNOWN, call.scope.folder, machine.deeds.slice(before));
  return printed;
};

/** Options that name the file, where they are not `-o`. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  wget: ['O', 'output-document'],
  wget2: ['O', 'output-document'],
};

/** `cargo +nightly publish` is `cargo publish`. */
const cargo: Handler = (call, machine) =>
  machine.emit(call.args[0]?.text.startsWith('+') ? { ...call, args: call.args.slice(1) } : call);

/** `tmux new-session 'COMMAND'`, and keys that are typed into one. */
function sessionCode(args: readonly Word[]): string[] {
  const { operands } = splitOptions(args, { short: 'LSfcT' });
  const [action, ...rest] = operands;
  const { operands: command } = splitOptions(rest, { short: 'stncxyeFlp' });
  const typed = command.filter(({ text }) => !/^(Enter|C-m|KPEnter)$/.test(text));
  return /^(new|neww|new-session|new-window|split-window|splitw|run|run-shell|respawn-pane|send|send-keys)$/.test(
    action?.text ?? '',
  )
    ? [joined(typed)]
    : [];
}

/** Programs whose arguments hold code of the shell, each with all of it. */
const PROGRAMS: Readonly<Record<string, Handler>> = {
  tar,
  bsdtar: tar,
  gtar: tar,
  rsync: holding(optionValues({ short: 'efBM', long: ['rsh', 'rsync-path'] }, 'e', 'rsh', 'rsync-path')),
  scp: holding(optionValues({ short: 'cFiJloPS' }, 'S')),
  zip: holding(optionValues({ long: ['TT', 'unzip-command'] }, 'TT', 'unzip-command')),
  man: holding(optionValues({ short: 'PHLm', long: ['pager', 'html'] }, 'P', 'pager', 'H', 'html')),
  gdb: holding((args) =>
    optionValues(
      { short: 'x', long: ['ex', 'eval-command'] },
      'ex',
      'eval-command',
    )(args).flatMap((line) => /^\s*(?:shell|!)\s*(.+)/.exec(line)?.slice(1) ?? []),
  ),
  osascript: holding((args) =>
    optionValues(
      { short: 'el' },
      'e',
    )(args).flatMap((line) =>
      [...line.matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g)].map(([, code]) => code!.replace(/\\(.)/g, '$1')),
    ),
  ),
  tmux: holding(sessionCode),
  screen: holding((args) => [joined(splitOptions(args, { short: 'SscehpTt' }).operands)]),
  ansible: holding(optionValues({ short: 'aimuf', long: ['args', 'module-name', 'inventory', 'user'] }, 'a', 'args')),
  capsh: holding((args) => {
    const at = args.findIndex(({ text }) => text === '--');
    return at === -1 ? [] : [`bash ${quotedWords(args.slice(at + 1))}`];
  }),
  nodemon: holding(optionValues({ short: 'x', long: ['exec'] }, 'x', 'exec')),
  concurrently: holding((args) =>
    splitOptions(args, { short: 'ncpm', long: ['names', 'prefix'] }).operands.map(({ text }) => text),
  ),
  'nix-shell': holding(optionValues({ short: 'pAI', long: ['run', 'command'] }, 'run', 'command')),
  vim: editor,
  vi: editor,
  nvim: editor,
  view: editor,
  ex: editor,
  ed: editor,
  sed,
  gsed: sed,
  ssh,
  docker: container,
  'docker-compose': container,
  podman: container,
  nerdctl: container,
  kubectl: container,
  oc: container,
  curl: fetch,
  wget: fetch,
  wget2: fetch,
  aria2c: fetch,
  axel: fetch,
  cargo,
  at: later,
  batch: later,
  cp: carry,
  mv: carry,
  install: carry,
  ln: carry,
};

export const programsWithCode: readonly [string, Handler][] = [
  ...Object.entries(PROGRAMS),
  ...Object.keys(RUNNERS).map((name): [string, Handler] => [name, runner]),
];
