import { UNKNOWN, type Word } from '../deed.js';
import { forkBomb } from './emit.js';
import { isEndlessSource } from './endless.js';
import { tellFound } from './found_output.js';
import {
  type Call,
  childOf,
  fedUp,
  firstOf,
  type Handler,
  type Machine,
  quoted,
  quotedWords,
  within,
  word,
} from './machine.js';
import { has, splitOptions, valuesOf } from './options.js';

/** Commands with more arguments than this get one that is not known for the rest. */
const MAX_ARGUMENTS = 256;
/** So many commands are made of one template. */
const MAX_COMMANDS = 64;

/** `find`: what it finds is known by where it begins and by the names that it asks for. */
const find: Handler = (call, machine) => {
  const { args, scope, place } = call;
  const first = args.findIndex(
    ({ text }, at) => /^(-(?![HLPOD])|[(!])/.test(text) && !/^-[HLP]$|^-O\d/.test(text) && at >= 0,
  );
  const roots = args.slice(0, first === -1 ? undefined : first).filter(({ text }) => !/^-[HLPOD]/.test(text));
  const tests = first === -1 ? [] : args.slice(first);
  const found = foundBy(roots.length > 0 ? roots : [word('.')], tests);
  const written = tests.flatMap(({ text }, at) =>
    /^-f(print0?|ls|printf)$/.test(text) && tests[at + 1] ? [tests[at + 1]!] : [],
  );
  machine.emit({
    ...call,
    place: { ...place, redirects: [...place.redirects, ...written.map((path) => ({ kind: 'write', path }) as const)] },
  });
  const printed: string[] = [];
  tests.forEach(({ text }, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(text)) return;
    const end = tests.findIndex(
      (word, n) => n > at && (word.text === ';' || (word.text === '+' && tests[n - 1]?.text === '{}')),
    );
    const command = tests.slice(at + 1, end === -1 ? undefined : end);
    const words = command.flatMap((each) => (each.text === '{}' ? found : [filled(each, '{}', found[0]!)]));
    const told = machine.perform(words, scope, fedUp(within(place, 'find')));
    if (told !== UNKNOWN) printed.push(told);
  });
  const names = found.map(({ text }) => text);
  const output = tellFound(tests, names, roots[0]?.text ?? '.', (path, text) =>
    machine.files.write(path, text, scope.folder),
  );
  return output + printed.join('');
};

function foundBy(roots: readonly Word[], tests: readonly Word[]): Word[] {
  const names = tests.flatMap(({ text }, at) => {
    const negated = tests[at - 1]?.text === '!' || tests[at - 1]?.text === '-not';
    const name = tests[at + 1];
    if (!/^-i?(name|path|wholename)$/.test(text) || negated || !name) return [];
    return [name.text.slice(name.text.lastIndexOf('/') + 1)];
  });
  return roots.flatMap(({ text: root, glob }) => {
    const below = `${root.replace(/\/+$/, '')}/${UNKNOWN}`;
    // The root itself is found as well, but for a test of names.
    if (names.length === 0) return [{ text: below, glob }];
    return names.slice(0, 8).map((name) => ({ text: `${below}/${name}`, glob: glob || /[*?[]/.test(name) }));
  });
}

const filled = (given: Word, mark: string, { text, glob }: Word): Word => ({
  text: given.text.replaceAll(mark, () => text),
  glob: given.glob || (glob && given.text.includes(mark)),
});

/** `fd PATTERN -x COMMAND`. */
const fd: Handler = (call, machine) => {
  machine.emit(call);
  const at = call.args.findIndex(({ text }) => /^(-x|-X|--exec|--exec-batch)$/.test(text));
  if (at === -1) return UNKNOWN;
  const command = call.args.slice(at + 1).map((each) => filled(each, '{}', word(UNKNOWN)));
  const named = call.args.slice(at + 1).some(({ text }) => text.includes('{'));
  machine.perform(named ? command : [...command, word(UNKNOWN)], call.scope, within(call.place, call.program));
  return UNKNOWN;
};

/** `xargs`: the words that it reads follow the command, or stand where `-I` says. */
const xargs: Handler = (call, machine) => {
  const { options, operands } = splitOptions(call.args, {
    short: 'aEILnPsd',
    long: ['arg-file', 'delimiter', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
  });
  const { scope, place } = call;
  if (isEndlessSource(place.input) && /^0+$/.test(valuesOf(options, 'P', 'max-procs')[0]?.text ?? ''))
    forkBomb(call, machine);
  const [file] = valuesOf(options, 'a', 'arg-file');
  const text = file ? (machine.files.read(file.text, scope.folder) ?? UNKNOWN) : (place.stdin?.rest() ?? UNKNOWN);
  const [delimiter] = valuesOf(options, 'd', 'delimiter');
  const nul = has(options, '0', 'null');
  const mark = valuesOf(options, 'I', 'replace')[0]?.text ?? (has(options, 'i', 'replace') ? '{}' : undefined);
  const separator = nul
    ? text.includes('\0')
      ? '\0'
      : '\n'
    : delimiter
      ? delimiter.text.replace('\\n', '\n')
      : mark !== undefined
        ? '\n'
        : undefined;
  const given = itemsOf(text, separator);
  const command = operands.length > 0 ? operands : [word('echo')];
  const inside = fedUp(within({ ...place }, 'xargs'));
  const fed = { ...inside, input: place.input };
  machine.budget.spend(given.length >> 2);
  if (mark === undefined) return machine.perform([...command, ...firstOf(given, MAX_ARGUMENTS)], scope, fed);
  return firstOf(given, MAX_COMMANDS)
    .map(({ text, glob }) => word(text.trimStart(), glob))
    .map((item) =>
      machine.perform(
        command.map((each) => filled(each, mark, item)),
        scope,
        fed,
      ),
    )
    .join('');
};

/** The items of a text that is read, quotes of `xargs` taken off. Nobody knows how many an unknown text holds. */
function itemsOf(text: string, separator: string | RegExp | undefined): Word[] {
  const pieces = separator === undefined ? (text.match(/"[^"\n]*"|'[^'\n]*'|\S+/g) ?? []) : text.split(separator);
  const items = pieces
    .filter((piece) => piece !== '')
    .map((piece) => word(separator === undefined ? piece.replace(/^(["'])(.*)\1$/, '$2') : piece));
  return items;
}

const PARALLEL = {
  short: 'jNnLSIaCEPsd',
  long: `jobs max-args max-lines max-replace-args sshlogin sshloginfile arg-file colsep delay timeout joblog results retries workdir wd
    tmpdir replace delimiter header halt nice load memfree basefile return trc env profile tagstring tmux block recstart
    recend shuf limit term-seq arg-sep arg-file-sep rpl max-chars max-procs`.split(/\s+/),
};

/** `parallel COMMAND ::: ITEMS`: each item makes a command line of its own. */
const parallel: Handler = (call, machine) => {
  const { options, operands } = splitOptions(call.args, PARALLEL);
  const { scope, place } = call;
  const at = operands.findIndex(({ text }) => /^:::{1,2}\+?$/.test(text));
  const words = at === -1 ? operands : operands.slice(0, at);
  // Arguments are put into a line that a shell reads, unless each is to stay one word.
  const quotes = has(options, 'q', 'quote');
  const template = quotes ? quotedWords(words) : words.map(({ text }) => text).join(' ');
  const mark = valuesOf(options, 'I', 'replace').find(({ text }) => text !== '')?.text ?? '{}';
  const items: Word[] = [];
  const texts = valuesOf(options, 'a', 'arg-file').map(({ text }) => machine.files.read(text, scope.folder) ?? UNKNOWN);
  let fromFiles = false;
  for (const given of at === -1 ? [] : operands.slice(at)) {
    if (/^:::{1,2}\+?$/.test(given.text)) fromFiles = given.text.startsWith('::::');
    else if (!fromFiles) items.push(given);
    else texts.push(given.text === '-' ? (place.stdin?.rest() ?? UNKNOWN) : fileText(given, call, machine));
  }
  if (at === -1 && texts.length === 0) texts.push(place.stdin?.rest() ?? UNKNOWN);
  for (const text of texts) items.push(...itemsOf(text, '\n'));
  const inside = within(place, 'parallel');
  const named = template.includes(mark) || /\{[^{}\s]*\}/.test(template);
  for (const item of firstOf(items, MAX_COMMANDS)) {
    // A marked place takes the item as it is where the template was quoted by whoever asks.
    const each = quotes ? item.text : quoted(item);
    const line =
      template === ''
        ? item.text
        : named
          ? template
              .replaceAll(mark, () => each)
              .replaceAll(/\{[/.#%\d:+\w]*\}/g, (place) => filling(place, item, each))
          : `${template} ${quoted(item)}`;
    machine.script(line, childOf(call), fedUp(inside));
  }
  return UNKNOWN;
};

/** What parallel puts in for `{}`, `{1}`, `{.}`, `{/}`, `{//}`, …; parts of a name are not followed. */
const filling = (mark: string, { text }: Word, whole: string): string => {
  if (/^\{-?\d*\}$/.test(mark)) return whole;
  if (mark === '{//}') return quoted(word(text.includes('/') ? text.replace(/\/[^/]*$/, '') || '/' : '.'));
  if (mark === '{/}') return quoted(word(text.replace(/^.*\//, '')));
  return /^\{[#%]\}$/.test(mark) ? '1' : /^\{\d*[/.]+\}$/.test(mark) ? whole : mark;
};

const fileText = ({ text }: Word, { scope }: Call, machine: Machine): string =>
  machine.sources.get(text)?.text ?? machine.files.read(text, scope.folder) ?? UNKNOWN;

export const searches: readonly [string, Handler][] = [
  ['find', find],
  ['gfind', find],
  ['fd', fd],
  ['fdfind', fd],
  ['xargs', xargs],
  ['gxargs', xargs],
  ['parallel', parallel],
];
