import { type Deed, UNKNOWN, type Word } from '../deed.js';
import { forkBomb } from './emit.js';
import { interpreterOf, runCode } from './interpreters.js';
import {
  type Call,
  childOf,
  fedBy,
  fedUp,
  fromSubstitution,
  type Handler,
  type Machine,
  type Place,
  Stream,
  unfed,
  within,
  word,
} from './machine.js';
import { has, type Option, splitOptions, valuesOf } from './options.js';

const NAMES = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'fish', 'csh', 'tcsh', 'yash'];

/** Shells: code by `-c`, from a file, or from what they read. */
const shell: Handler = (call, machine) => {
  const { args, place } = call;
  const { options, operands } = splitOptions(args.map(plusAsMinus), {
    short: 'oO',
    long: ['rcfile', 'init-file', 'emulate'],
  });
  if (call.program === 'fish') return fish(call, machine);
  const inside = within(place, call.program);
  for (const { name, value } of options)
    if (value && (name === 'rcfile' || name === 'init-file')) runText(value, { ...call, args: [value] }, machine);
  const [first, ...rest] = operands;
  if (onlyReads(call.args, options)) return machine.emit({ ...unfed(call), args: [] });
  if (has(options, 'c', 'command')) {
    if (first === undefined) return machine.emit(call);
    const name = rest[0] ?? word(call.program);
    // What it reads is for the code, and no code itself.
    machine.emit({ ...fromSubstitution(unfed(call), first.text, machine), args: visible(args, first) });
    return machine.script(first.text, childOf(call, [name, ...rest.slice(1)]), inside);
  }
  const stdin =
    first === undefined ||
    has(options, 's') ||
    first.text === '-' ||
    /^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.test(first.text);
  if (!stdin) return runText(first, { ...call, args: operands }, machine);
  return runInput(call, machine, childOf(call, [word(call.program), ...operands]));
};

/** fish has the code as the value of an option, and more than one of them. */
function fish(call: Call, machine: Machine): string {
  const { options, operands } = splitOptions(call.args, {
    short: 'cCdDfop',
    long: ['command', 'init-command', 'features', 'debug', 'debug-level', 'debug-output', 'profile', 'profile-startup'],
  });
  const code = valuesOf(options, 'c', 'command', 'C', 'init-command');
  const [file] = operands;
  if (code.length === 0 && file) return runText(file, { ...call, args: operands }, machine);
  if (code.length === 0) return runInput(call, machine, childOf(call));
  machine.emit({ ...unfed(call), args: call.args.filter((arg) => !code.includes(arg)) });
  for (const { text } of code) machine.script(text, childOf(call), within(call.place, call.program));
  return UNKNOWN;
}

/** `bash -n FILE` checks the grammar and runs nothing; one that is asked to listen runs all the same, and `+n` takes it back. */
const onlyReads = (args: readonly Word[], options: readonly Option[]): boolean =>
  has(options, 'n', 'no-execute') && !has(options, 'i') && !args.some(({ text }) => text.startsWith('+'));

const plusAsMinus = (arg: Word): Word =>
  /^\+[a-zA-Z]/.test(arg.text) ? { ...arg, text: `-${arg.text.slice(1)}` } : arg;

/** Arguments without code that is read by itself. */
export const visible = (args: readonly Word[], code: Word): readonly Word[] =>
  code.text.includes(UNKNOWN) ? args : args.filter((arg) => arg !== code);

/** The shell reads its commands from what it is fed. */
export function runInput(call: Call, machine: Machine, scope = call.scope): string {
  const { place } = call;
  const text = place.stdin?.rest();
  if (text === undefined) return machine.emit(call);
  // Code that is wholly known says more than where it came from; of what was substituted the origin says more.
  const known = !text.includes(UNKNOWN);
  if (known && !isMade(place)) machine.emit({ ...call, place: { ...place, input: { kind: 'text', text } } });
  else machine.emit(place.input?.kind === 'text' ? fromSubstitution(call, text, machine) : call);
  return machine.script(text, scope, fedUp(within(place, call.program)));
}

/** Tells whether the text is what other code prints, which is followed near enough, and no nearer. */
const isMade = ({ input }: Place): boolean => {
  const path = input?.kind === 'pipe' ? input.from.at(-1)?.path : undefined;
  return path !== undefined && /^(?:python|javascript|perl|ruby|php|awk)$/.test(interpreterOf(path) ?? '');
};

/** A script file: a known text is read in a shell of its own, else there is but the deed. */
function runText(file: Word, call: Call, machine: Machine): string {
  const { scope, place } = call;
  const source = machine.sources.get(file.text);
  if (source) {
    const fed: Place = { ...place, input: { kind: 'pipe', from: source.from }, stdin: new Stream(source.text) };
    return runInput({ ...call, place: fed }, machine, childOf(call, call.args));
  }
  const written = machine.files.written(file.text, scope.folder);
  if (call.place.beside && file.text === scope.arguments[0]?.text) forkBomb(call, machine);
  machine.emit(writtenBy(unfed(call), written?.from));
  return written === undefined ? UNKNOWN : runKnown(file, written.text, call, machine);
}

/** A script is told with those whose output it is. */
const writtenBy = (call: Call, from: readonly Deed[] = []): Call => (from.length === 0 ? call : fedBy(call, from));

function runKnown(file: Word, text: string, call: Call, machine: Machine): string {
  const [, line] = /^#!\s*(\S.*)/.exec(text) ?? [];
  const language = line && interpreterOf(line.split(/\s+/).at(line.includes('env ') ? -1 : 0)!);
  const inside = within(call.place, call.program);
  // One that writes itself anew and runs again is another.
  const name = `file ${file.text}\n${text}`;
  if (machine.running.includes(name)) {
    if (call.place.beside) forkBomb(call, machine);
    return UNKNOWN;
  }
  machine.running.push(name);
  let printed = UNKNOWN;
  if (language && language !== 'shell') runCode(language, text, { ...call, place: inside }, machine);
  else printed = machine.script(text, childOf(call, [file, ...call.args.slice(1)]), { ...inside, beside: false });
  machine.running.pop();
  return printed;
}

/** A program by its path that was written before. Undefined = not one of those. */
export function runFile(call: Call, machine: Machine): string | undefined {
  const [file] = call.words;
  const written = file!.text.includes('/') ? machine.files.written(file!.text, call.scope.folder) : undefined;
  if (written === undefined) return undefined;
  machine.emit(writtenBy(call, written.from));
  return runKnown(file!, written.text, { ...call, args: call.words }, machine);
}

/** `source FILE` and `. FILE`: in the same shell. */
const source: Handler = (call, machine) => {
  const [file, ...rest] = call.args;
  if (file === undefined) return machine.emit(call);
  if (file.text === '/dev/stdin' || file.text === '-') return runInput(call, machine);
  const read = machine.sources.get(file.text);
  const place: Place = read
    ? { ...call.place, input: { kind: 'pipe', from: read.from }, stdin: new Stream(read.text) }
    : call.place;
  if (read) return runInput({ ...call, place }, machine);
  const written = machine.files.written(file.text, call.scope.folder);
  machine.emit(writtenBy(call, written?.from));
  if (written === undefined) return UNKNOWN;
  if (rest.length > 0) call.scope.arguments = [file, ...rest];
  return machine.script(written.text, call.scope, within(place, call.program));
};

export const shells: readonly [string, Handler][] = [
  ...NAMES.map((name): [string, Handler] => [name, shell]),
  ['source', source],
  ['.', source],
];
