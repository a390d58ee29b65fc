import { posix } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT } from '../../../contract/input/get_workspace_root.js';
import { concatenateWords, createWord, createWords, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { limitWords } from '../../quote_words.js';
import type { HandlerTable, ShellCall } from '../model/shell_interpreter.js';
import { forgetOrigins } from '../model/shell_scope.js';
import { formatPrintf } from '../syntax/format_printf.js';
import { getOptionValues, hasOption, splitOptions } from '../syntax/split_options.js';

const MAX_LINES = 1000;

function changeFolder(call: ShellCall): string {
  const { scope } = call;
  const [end] = splitOptions(call.args, {}).operands;
  call.record();
  const text = end?.text ?? '~';
  const isRelative = !/^[/~]/.test(text) && !text.startsWith(UNKNOWN_VALUE) && scope.folder !== undefined;
  const previous = scope.value('OLDPWD');
  scope.set('OLDPWD', [createWord(scope.folder ?? DEFAULT_WORKSPACE_ROOT)]);
  if (text === '-') scope.folder = previous;
  else scope.folder = isRelative ? posix.normalize(`${scope.folder}/${text}`) : text;
  return '';
}

/** Builtin commands that change the state of the shell, or run code. */
export const shellBuiltins: HandlerTable = {
  'cd pushd': changeFolder,
  popd: (call) => changeFolder(call.with({ args: [createWord(UNKNOWN_VALUE)] })),
  'export declare typeset local readonly': (call) => {
    const { scope, args, program } = call;
    const options = args.flatMap(({ text }) => (/^-[A-Za-z]+$/.test(text) ? [text.slice(1)] : [])).join('');
    const exported = program === 'export' || options.includes('x');
    if (/[^agprxA]/.test(options)) scope.isFollowed = false;
    for (const { text, glob, exact } of args) {
      const [, name, append, value] = /^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(text) ?? [];
      if (name === undefined) {
        if (exported) scope.export(text);
        else if (scope.get(text)) scope.set(text, forgetOrigins(scope.get(text)!.words));
        continue;
      }
      // The expansion has already set the words of an array.
      const { words = [], exported: wasExported = false } = scope.get(name) ?? {};
      const isArray = words.length > 1 && concatenateWords(words).text === value;
      // Attributes that change the letters of a value are not evaluated.
      const changed = /[lu]/.test(options) ? UNREAD_VALUE : (append ? scope.value(name) : '') + value;
      if (options.includes('n')) scope.addReference(name, value!);
      else {
        const isSet = program !== 'local' || scope.isInFunction;
        const word = exact && isSet && !append ? { text: changed, glob, exact } : createWord(changed, glob);
        scope.set(name, isArray ? words : [word], exported || wasExported);
      }
      if (program === 'readonly' || options.includes('r')) scope.fix(name);
    }
    return call.record();
  },
  /** Handles `hash -p /bin/rm x`, which gives a program another name. */
  hash: (call) => {
    const [option, path, name] = call.args;
    if (option?.text === '-p' && path && name) call.scope.alias(name.text, path.text);
    return call.record();
  },
  unset: (call) => {
    const { options, operands } = splitOptions(call.args, {});
    const functions = hasOption(options, 'f');
    for (const { text } of operands) {
      const definition = call.scope.functions.get(text);
      if (definition && (functions || call.scope.get(text) === undefined)) definition.certain = false;
      if (!functions) call.scope.set(text, []);
    }
    return call.record();
  },
  set: (call) => {
    const { args, scope } = call;
    const dashes = args.findIndex(({ text }) => text === '--');
    const start = dashes === -1 ? args.findIndex(({ text }) => !/^[-+]/.test(text)) : dashes + 1;
    if (start !== -1 && !(dashes === -1 && /^[-+]\w*o$/.test(args[start - 1]?.text ?? '')))
      scope.arguments = [scope.arguments[0] ?? createWord('bash'), ...args.slice(start)];
    return call.record();
  },
  shift: ({ args: [count], scope }) => {
    const [name, ...rest] = scope.arguments;
    scope.arguments = [name!, ...rest.slice(Number(count?.text ?? 1) || 1)];
    // It shifts nothing if there are too few.
    scope.isFollowed = false;
    return '';
  },
  /** Handles `read a b`, which reads a line. The last variable gets the rest of it. */
  read: (call) => {
    const { args, scope, context } = call;
    const { options, operands } = splitOptions(args, { short: 'adinNptu', permuted: true });
    const names = operands.filter(({ text }) => /^[A-Za-z_]\w*$/.test(text));
    const [array] = getOptionValues(options, 'a');
    const line = context.stdin ? (context.stdin.readLine() ?? '') : UNKNOWN_VALUE;
    const separators = context.environment.IFS?.text ?? scope.value('IFS');
    const marked = Array.from(line.trim(), (c) => (separators.includes(c) ? '\n' : c)).join('');
    const pieces = marked.replace(/^\n+/, '').split(/\n+/);
    if (context.redirects.length > 0) call.record();
    if (array) scope.set(array.text, createWords(pieces));
    const targets = array ? [] : names.length > 0 ? names : [createWord('REPLY')];
    const isUnknown = line === UNKNOWN_VALUE || line === UNREAD_VALUE;
    targets.forEach(({ text }, index) => {
      const rest = pieces.slice(index).join(separators[0] ?? ' ');
      const value = index < targets.length - 1 ? (pieces[index] ?? '') : targets.length === 1 ? line.trim() : rest;
      scope.set(text, [createWord(isUnknown ? line : value)]);
    });
    return '';
  },
  'mapfile readarray': (call) => {
    const { args, scope, context } = call;
    if (context.redirects.length > 0) call.record();
    const { options, operands } = splitOptions(args, { short: 'CcdnOsu' });
    const [callback] = getOptionValues(options, 'C');
    if (callback) call.runScript(`${callback.text} 0 line`);
    const text = context.stdin?.readRest() ?? UNKNOWN_VALUE;
    const lines = text.replace(/\n$/, '').split('\n');
    scope.set(operands[0]?.text ?? 'MAPFILE', limitWords(createWords(lines), MAX_LINES));
    return '';
  },
  /** Handles `printf -v NAME`, which sets a variable. */
  printf: (call) => {
    const [option, name, ...rest] = call.args;
    if (option?.text === '-v' && name)
      call.scope.set(name.text, [createWord(formatPrintf(rest.map(({ text }) => text)))]);
    return call.record();
  },
  alias: (call) => {
    for (const { text } of call.args) {
      const [, name, value] = /^([^=\s]+)=([\s\S]*)$/.exec(text) ?? [];
      if (name !== undefined) call.scope.alias(name, value!);
    }
    return call.record();
  },
  eval: (call) => {
    const code = concatenateWords(call.args).text;
    if (code.includes(UNKNOWN_VALUE)) call.feedFromSubstitution(code).record();
    return code.trim() === '' ? '' : call.runScript(code);
  },
  trap: (call) => {
    const [code, ...signals] = call.args.filter(({ text }) => text !== '--');
    call.record();
    if (!code || signals.length === 0 || code.text.startsWith('-')) return '';
    const scope = call.scope.copy();
    call.interpreter.traps.push({ code: code.text, context: call.wrap().context, scope: call.scope });
    Object.assign(scope, { isRepeated: true, isInFunction: false, isInLoop: false });
    call.runScript(code.text, scope);
    call.scope.join(scope);
    return '';
  },
  /** Handles `command`, which bypasses functions and aliases; `command -v` prints the path of a program. */
  command: (call) => {
    const { options, operands } = splitOptions(call.args, {});
    if (hasOption(options, 'v', 'V')) return call.with({ program: 'type', args: operands }).record();
    return operands.length > 0 ? call.runWords(operands) : call.record();
  },
};
