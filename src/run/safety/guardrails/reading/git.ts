import { posix } from 'node:path';
import { UNKNOWN, type Word } from '../deed.js';
import { type Call, childOf, type Handler, type Machine, within, word } from './machine.js';
import { type Option, splitOptions, valuesOf } from './options.js';

const GLOBAL = {
  short: 'Cc',
  long: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env', 'super-prefix', 'attr-source', 'list-cmds'],
};

/** Variables of git's environment for its global options. */
const VARIABLES: Readonly<Record<string, string>> = {
  'git-dir': 'GIT_DIR',
  'work-tree': 'GIT_WORK_TREE',
  namespace: 'GIT_NAMESPACE',
  'exec-path': 'GIT_EXEC_PATH',
};

/** Settings whose value git gives to a shell. */
const COMMANDS =
  /^(core\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|gpg(\..+)?\.program|pager\..+|credential(\..*)?\.helper|(diff|merge|filter|difftool|mergetool)\..+\.(cmd|command|textconv|driver|clean|smudge|process|path)|uploadpack\.packobjectshook|sendemail\.(tocmd|cccmd|headercmd))$/i;

/** Variables whose value git gives to a shell. */
const COMMAND_VARIABLES = [
  'GIT_SSH_COMMAND',
  'GIT_SSH',
  'GIT_EXTERNAL_DIFF',
  'GIT_EDITOR',
  'GIT_SEQUENCE_EDITOR',
  'GIT_PAGER',
  'GIT_ASKPASS',
  'GIT_PROXY_COMMAND',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'SSH_ASKPASS',
];

/** Options of subcommands whose value git gives to a shell. */
const COMMAND_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  rebase: ['x', 'exec'],
  'filter-branch': [
    'tree-filter',
    'index-filter',
    'env-filter',
    'msg-filter',
    'parent-filter',
    'commit-filter',
    'tag-name-filter',
    'setup',
  ],
  difftool: ['x', 'extcmd'],
  fetch: ['upload-pack'],
  pull: ['upload-pack'],
  clone: ['u', 'upload-pack'],
  'ls-remote': ['upload-pack', 'exec'],
  push: ['receive-pack', 'exec'],
  archive: ['exec'],
  grep: ['open-files-in-pager'],
};

/**
 * git, its global options taken off: `-C` is the folder, the rest of them environment, as git has it. Aliases are resolved, and
 * what git gives to a shell is read.
 */
export const git: Handler = (call, machine) => {
  const { options, operands } = splitOptions(call.args, GLOBAL);
  const environment = { ...call.place.environment };
  const settings = configured(options, environment, call);
  for (const { name, value } of options) if (VARIABLES[name] && value) environment[VARIABLES[name]!] = value;
  const scope = call.scope.copy();
  for (const { text } of valuesOf(options, 'C'))
    scope.folder = /^[/~]/.test(text) || scope.folder === undefined ? text : posix.normalize(`${scope.folder}/${text}`);
  const inner: Call = { ...call, args: operands, scope, place: { ...call.place, environment } };
  const inside = within(inner.place, 'git');
  const shell = (code: string) => void machine.script(code, childOf(inner), inside);
  for (const [name, value] of settings) if (COMMANDS.test(name)) shell(value.replace(/^!/, ''));
  // Of git within git they have been read.
  const given = call.place.via.includes('git') ? {} : { ...call.scope.exported(), ...environment };
  for (const name of COMMAND_VARIABLES) if (given[name] !== undefined) shell(given[name]!.text);
  return subcommand(inner, settings, machine, 0);
};

/** Settings of this call: `-c`, and the variables that git reads them from. */
function configured(
  options: readonly Option[],
  environment: Record<string, Word>,
  { scope }: Call,
): [string, string][] {
  const settings: [string, string][] = [];
  let count = Number(environment.GIT_CONFIG_COUNT?.text ?? scope.exported().GIT_CONFIG_COUNT?.text ?? 0) || 0;
  const exported = scope.exported();
  for (let n = 0; n < Math.min(count, 50); n += 1) {
    const [key, value] = ['KEY', 'VALUE'].map(
      (kind) => (environment[`GIT_CONFIG_${kind}_${n}`] ?? exported[`GIT_CONFIG_${kind}_${n}`])?.text,
    );
    if (key !== undefined) settings.push([key, value ?? UNKNOWN]);
  }
  const parameters = (environment.GIT_CONFIG_PARAMETERS ?? exported.GIT_CONFIG_PARAMETERS)?.text ?? '';
  for (const [, key, value] of parameters.matchAll(/'([^'=]+)'?='?([^']*)'/g)) settings.push([key!, value!]);
  for (const { text } of valuesOf(options, 'c')) {
    const [, key = text, value = 'true'] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    settings.push([key, value]);
    environment[`GIT_CONFIG_KEY_${count}`] = word(key);
    environment[`GIT_CONFIG_VALUE_${count}`] = word(value);
    count += 1;
    environment.GIT_CONFIG_COUNT = word(String(count));
  }
  for (const { text } of valuesOf(options, 'config-env')) {
    const [key = '', name = ''] = text.split('=');
    settings.push([key, (environment[name] ?? scope.get(name)?.words[0])?.text ?? UNKNOWN]);
  }
  return settings;
}

/** Aliases may name aliases. */
const MAX_ALIASES = 8;

function subcommand(call: Call, settings: readonly [string, string][], machine: Machine, aliases: number): string {
  const [name, ...rest] = call.args;
  if (name === undefined) return machine.emit(call);
  const alias =
    settings.findLast(([key]) => key.toLowerCase() === `alias.${name.text.toLowerCase()}`)?.[1] ??
    machine.gitAliases.get(name.text);
  if (alias !== undefined && aliases < MAX_ALIASES) {
    if (alias.startsWith('!'))
      return machine.script(`${alias.slice(1)} "$@"`, childOf(call, [word('git'), ...rest]), within(call.place, 'git'));
    const words = alias
      .trim()
      .split(/\s+/)
      .map((text) => word(text.replace(/^(["'])(.*)\1$/, '$2')));
    return subcommand({ ...call, args: [...words, ...rest] }, settings, machine, aliases + 1);
  }
  const printed = machine.emit(call);
  runs(name.text, rest, call, machine);
  return printed;
}

/** Subcommands that run commands. */
function runs(name: string, args: readonly Word[], call: Call, machine: Machine): void {
  const inside = within(call.place, 'git');
  const shell = (code: string) => void machine.script(code, childOf(call), inside);
  const given = Object.hasOwn(COMMAND_OPTIONS, name) ? COMMAND_OPTIONS[name]! : [];
  const { options, operands } = splitOptions(args, {
    short: given.filter((option) => option.length === 1).join(''),
    long: given.filter((option) => option.length > 1),
    permuted: true,
  });
  for (const { text } of valuesOf(options, ...given)) shell(text);
  if (name === 'bisect' && args[0]?.text === 'run') machine.perform(args.slice(1), call.scope, inside);
  if (name === 'submodule') {
    const at = args.findIndex(({ text }) => text === 'foreach');
    const command = args
      .slice(at + 1)
      .filter(({ text }, n, all) => n > 0 || !/^(--recursive|-q|--quiet)$/.test(text) || all.length === 1);
    if (at !== -1) shell(command.map(({ text }) => text).join(' '));
  }
  for (const { text } of operands) if (text.startsWith('ext::')) shell(text.slice(5).replaceAll('% ', '\\ '));
  if (name === 'config') remember(args, machine);
}

/** `git config alias.x 'push --force'` is known to what follows. */
function remember(args: readonly Word[], { gitAliases }: Machine): void {
  const at = args.findIndex(({ text }) => /^alias\./i.test(text));
  const value = args[at + 1];
  if (at !== -1 && value) gitAliases.set(args[at]!.text.slice('alias.'.length), value.text);
}
