import { posix } from 'node:path';
import { UNKNOWN, UNREAD, type Word } from '../deed.js';
import { type Call, firstOf, fromSubstitution, type Handler, type Machine, within, word } from './machine.js';
import { printed } from './printf.js';

/** Commands that change what the shell knows, or have it read code. */
export const shellBuiltins: readonly [string, Handler][] = [
  ['cd', changeFolder],
  ['pushd', changeFolder],
  ['popd', (call, machine) => changeFolder({ ...call, args: [word('-')] }, machine)],
  ['export', declare],
  ['declare', declare],
  ['typeset', declare],
  ['local', declare],
  ['readonly', declare],
  ['unset', unset],
  ['set', setArguments],
  ['shift', shift],
  ['read', readLine],
  ['mapfile', readLines],
  ['readarray', readLines],
  ['printf', print],
  ['alias', alias],
  ['hash', hash],
  ['unalias', (call, machine) => machine.emit(call)],
  ['eval', evaluate],
  ['trap', trap],
  ['command', (call, machine) => builtin(call, machine)],
  ['builtin', (call, machine) => builtin(call, machine)],
  ['type', located],
  ['exec', execute],
];

const plain = (args: readonly Word[]) => args.filter(({ text }) => !/^-./.test(text));

function changeFolder(call: Call, machine: Machine): string {
  const { scope } = call;
  const [to] = plain(call.args.filter(({ text }) => text !== '--'));
  machine.emit(call);
  const text = to?.text ?? '~';
  if (text === '-') scope.folder = UNKNOWN;
  else
    scope.folder =
      /^[/~]/.test(text) || text.startsWith(UNKNOWN) || scope.folder === undefined
        ? text
        : posix.normalize(`${scope.folder}/${text}`);
  return '';
}

function declare(call: Call, machine: Machine): string {
  const { scope, args, program } = call;
  const options = args
    .filter(({ text }) => /^-[A-Za-z]+$/.test(text))
    .map(({ text }) => text)
    .join('');
  const exported = program === 'export' || options.includes('x');
  for (const { text, glob } of args) {
    const [, name, append, value] = /^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) {
      if (exported && /^\w+$/.test(text)) scope.export(text);
      continue;
    }
    // An array has been set with all its words when it was expanded.
    const known = scope.get(name);
    const isArray =
      known !== undefined && known.words.length > 1 && known.words.map(({ text }) => text).join(' ') === value;
    const changed = styled((append ? scope.value(name) : '') + value, options);
    const words = isArray ? known.words : [{ text: changed, glob }];
    if (options.includes('n')) scope.refer(name, value!);
    else scope.set(name, words, exported || known?.exported);
    if (program === 'readonly' || options.includes('r')) scope.fix(name);
  }
  return machine.emit(call);
}

/** What the attributes of a variable make of its value. */
function styled(value: string, options: string): string {
  return options.includes('l') ? value.toLowerCase() : options.includes('u') ? value.toUpperCase() : value;
}

/** `hash -p /bin/rm x` is one more way to name a program. */
function hash(call: Call, machine: Machine): string {
  const [option, path, name] = call.args;
  if (option?.text === '-p' && path && name) call.scope.alias(name.text, path.text);
  return machine.emit(call);
}

function unset(call: Call, machine: Machine): string {
  const functions = call.args.some(({ text }) => text === '-f');
  for (const { text } of plain(call.args)) {
    const definition = call.scope.functions.get(text);
    if (definition && (functions || call.scope.get(text) === undefined)) definition.certain = false;
    if (!functions) call.scope.set(text, []);
  }
  return machine.emit(call);
}

function setArguments(call: Call, machine: Machine): string {
  const { args, scope } = call;
  const dashes = args.findIndex(({ text }) => text === '--');
  const from = dashes === -1 ? args.findIndex(({ text }) => !/^[-+]/.test(text)) : dashes + 1;
  if (from !== -1 && !(dashes === -1 && /^[-+]\w*o$/.test(args[from - 1]?.text ?? '')))
    scope.arguments = [scope.arguments[0] ?? word('bash'), ...args.slice(from)];
  return machine.emit(call);
}

function shift({ args: [count], scope }: Call): string {
  const [name, ...rest] = scope.arguments;
  scope.arguments = [name!, ...rest.slice(Number(count?.text ?? 1) || 1)];
  return '';
}

/** `read a b` takes a line: the last variable takes what is left of it. */
function readLine(call: Call, machine: Machine): string {
  const { args, scope, place } = call;
  const values = /^-\w*[dinNptu]$/;
  const names = args.filter(({ text }, at) => /^[A-Za-z_]\w*$/.test(text) && !values.test(args[at - 1]?.text ?? ''));
  const array = args.find((_, at) => /^-\w*a$/.test(args[at - 1]?.text ?? ''));
  const line = place.stdin ? (place.stdin.line() ?? '') : UNKNOWN;
  const separators = place.environment.IFS?.text ?? scope.value('IFS');
  const pieces = fields(line.trim(), separators);
  if (place.redirects.length > 0) machine.emit(call);
  if (array) {
    scope.set(
      array.text,
      pieces.map((piece) => word(piece)),
    );
    return '';
  }
  const targets = names.length > 0 ? names : [word('REPLY')];
  targets.forEach(({ text }, at) => {
    const value = at < targets.length - 1 ? (pieces[at] ?? '') : pieces.slice(at).join(separators[0] ?? ' ');
    scope.set(text, [
      word(line === UNKNOWN || line === UNREAD ? line : at === 0 && targets.length === 1 ? line.trim() : value),
    ]);
  });
  return '';
}

function fields(line: string, separators: string): string[] {
  const found = [''];
  for (const c of line) {
    if (!separators.includes(c)) found[found.length - 1] += c;
    else if (found.at(-1) !== '') found.push('');
  }
  return found;
}

function readLines(call: Call, machine: Machine): string {
  const { args, scope, place } = call;
  if (place.redirects.length > 0) machine.emit(call);
  const valued = /^-\w*[CcdnOsu]$/;
  const called = args.filter(({ text }, at) => !/^-./.test(text) && !valued.test(args[at - 1]?.text ?? ''));
  const name = called.at(-1)?.text ?? 'MAPFILE';
  const callback = args.find((_, at) => /^-\w*C$/.test(args[at - 1]?.text ?? ''));
  if (callback) machine.script(`${callback.text} 0 line`, scope, within(place, call.program));
  const text = place.stdin?.rest() ?? UNKNOWN;
  const lines = text.replace(/\n$/, '').split('\n');
  scope.set(
    name,
    firstOf(
      lines.map((line) => word(line)),
      MAX_LINES,
    ),
  );
  return '';
}

/** More lines than this are not kept one by one. */
const MAX_LINES = 1000;

/** `printf -v NAME` sets a variable. */
function print(call: Call, machine: Machine): string {
  const [option, name, ...rest] = call.args;
  if (option?.text === '-v' && name) call.scope.set(name.text, [word(printed(rest.map(({ text }) => text)))]);
  return machine.emit(call);
}

function alias(call: Call, machine: Machine): string {
  for (const { text } of call.args) {
    const [, name, value] = /^([^=\s]+)=([\s\S]*)$/.exec(text) ?? [];
    if (name !== undefined) call.scope.alias(name, value!);
  }
  return machine.emit(call);
}

function evaluate(call: Call, machine: Machine): string {
  const code = call.args.map(({ text }) => text).join(' ');
  if (code.includes(UNKNOWN)) machine.emit(fromSubstitution(call, code, machine));
  return code.trim() === '' ? '' : machine.script(code, call.scope, within(call.place, 'eval'));
}

function trap(call: Call, machine: Machine): string {
  const [code, ...signals] = call.args.filter(({ text }) => text !== '--');
  machine.emit(call);
  if (code && signals.length > 0 && !/^-/.test(code.text))
    machine.script(code.text, call.scope.copy(), within(call.place, 'trap'));
  return '';
}

/** Past functions and aliases, which stand for names before this. */
function builtin(call: Call, machine: Machine): string {
  let at = 0;
  for (; /^-[pvV]+$/.test(call.args[at]?.text ?? ''); at += 1)
    if (/[vV]/.test(call.args[at]!.text)) return located({ ...call, args: call.args.slice(at + 1) }, machine);
  if (call.args[at]?.text === '--') at += 1;
  const words = call.args.slice(at);
  return words.length === 0 ? machine.emit(call) : machine.perform(words, call.scope, within(call.place, call.program));
}

/** `command -v x`, `type -P x`: where a program is. */
function located(call: Call, machine: Machine): string {
  machine.emit({ ...call, args: call.args });
  return plain(call.args)
    .map(({ text }) => (text.includes('/') ? text : `/usr/bin/${text}`))
    .join('\n');
}

function execute(call: Call, machine: Machine): string {
  let at = 0;
  for (; /^-[acl]+$/.test(call.args[at]?.text ?? ''); at += 1) if (/a$/.test(call.args[at]!.text)) at += 1;
  const words = call.args.slice(at);
  return words.length === 0 ? machine.emit(call) : machine.perform(words, call.scope, within(call.place, 'exec'));
}
