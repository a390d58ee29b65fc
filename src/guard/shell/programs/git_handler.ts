import { posix } from 'node:path';
import { concatenateWords, createWord, createWords, type ExpandedWord, UNKNOWN_VALUE } from '../../invocation.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import type { ShellCall } from '../model/shell_interpreter.js';
import { getOptionValues, type ParsedOption, splitOptions } from '../syntax/split_options.js';

/** Variables of the environment that say the same as options: another repository than that of the folder. */
const REPOSITORY: Readonly<Record<string, string>> = { 'git-dir': 'GIT_DIR', 'work-tree': 'GIT_WORK_TREE' };

const MAX_ALIASES = 8;

/** Handles git: settings become environment variables, aliases are resolved, code that it runs is read. */
export function gitHandler(call: ShellCall): string {
  const { options, operands } = splitOptions(call.args, vocabulary.getopt.git);
  const environment = { ...call.context.environment };
  const settings = collectSettings(options, environment, call);
  for (const { name, value } of options) if (REPOSITORY[name] && value) environment[REPOSITORY[name]!] = value;
  const scope = call.scope.copy();
  for (const { text } of getOptionValues(options, 'C'))
    scope.folder = /^[/~]/.test(text) || scope.folder === undefined ? text : posix.normalize(`${scope.folder}/${text}`);
  const inner = call.with({ args: operands, scope, context: { ...call.context, environment } });
  for (const [name, value] of settings) if (forms.git_settings.test(name)) inner.runShell(value.replace(/^!/, ''));
  // For git within git, these variables were already read.
  const input = call.context.wrappers.includes('git') ? {} : { ...call.scope.exported(), ...environment };
  for (const name of vocabulary.gitVariables) if (input[name] !== undefined) inner.runShell(input[name]!.text);
  return runSubcommand(inner, settings, 0);
}

/** Returns the settings of this call: `-c`, and the variables that hold settings. */
function collectSettings(options: ParsedOption[], environment: Record<string, ExpandedWord>, { scope }: ShellCall) {
  const settings: [string, string][] = [];
  const exported = scope.exported();
  const read = (name: string) => (environment[name] ?? exported[name])?.text;
  let count = Number(read('GIT_CONFIG_COUNT') ?? 0) || 0;
  for (let n = 0; n < Math.min(count, 50); n += 1)
    settings.push([read(`GIT_CONFIG_KEY_${n}`) ?? '', read(`GIT_CONFIG_VALUE_${n}`) ?? UNKNOWN_VALUE]);
  for (const [, key, value] of (read('GIT_CONFIG_PARAMETERS') ?? '').matchAll(/'([^'=]+)'?='?([^']*)'/g))
    settings.push([key!, value!]);
  for (const { text } of getOptionValues(options, 'c')) {
    const [, key = text, value = 'true'] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    settings.push([key, value]);
    environment[`GIT_CONFIG_KEY_${count}`] = createWord(key);
    environment[`GIT_CONFIG_VALUE_${count}`] = createWord(value);
    count += 1;
    environment.GIT_CONFIG_COUNT = createWord(String(count));
  }
  for (const { text } of getOptionValues(options, 'config-env')) {
    const [key = '', name = ''] = text.split('=');
    settings.push([key, (environment[name] ?? scope.get(name)?.words[0])?.text ?? UNKNOWN_VALUE]);
  }
  return settings;
}

/** Runs a subcommand, which may be an alias, and reads the commands that it runs. */
function runSubcommand(call: ShellCall, settings: readonly [string, string][], aliases: number): string {
  const [first, ...args] = call.args;
  if (first === undefined) return call.record();
  const name = first.text;
  const alias =
    settings.findLast(([key]) => key.toLowerCase() === `alias.${name.toLowerCase()}`)?.[1] ??
    call.interpreter.gitAliases.get(name);
  if (alias !== undefined && aliases < MAX_ALIASES) {
    if (alias.startsWith('!')) return call.runShell(`${alias.slice(1)} "$@"`, [createWord('git'), ...args]);
    const texts = alias.trim().split(/\s+/);
    const words = createWords(texts.map((text) => text.replace(/^(["'])(.*)\1$/, '$2')));
    return runSubcommand(call.with({ args: [...words, ...args] }), settings, aliases + 1);
  }
  const printed = call.record();
  const { code: codeOptions = [], ...grammar } = vocabulary.gitCode.get(name) ?? {};
  const { options, operands } = splitOptions(args, { ...grammar, permuted: true });
  for (const { text } of getOptionValues(options, ...codeOptions)) call.runShell(text);
  if (name === 'bisect' && args[0]?.text === 'run') call.runCommandWords(args.slice(1));
  const [, code] = /(?:^| )foreach (?:(?:--recursive|-q|--quiet) )?([\s\S]*)/.exec(concatenateWords(args).text) ?? [];
  if (name === 'submodule' && code !== undefined) call.runShell(code);
  for (const { text } of operands) if (text.startsWith('ext::')) call.runShell(text.slice(5).replaceAll('% ', '\\ '));
  // `git config alias.x 'push --force'` is for later commands.
  const index = name === 'config' ? args.findIndex(({ text }) => /^alias\./i.test(text)) : -1;
  const definition = args[index + 1]?.text;
  if (index !== -1 && definition !== undefined)
    call.interpreter.gitAliases.set(args[index]!.text.slice('alias.'.length), definition);
  return printed;
}
