import { gzipSync } from 'node:zlib';

/**
 * Ways to write a command so that it is harder to read and still does the same. Each is honest: `disguise.test.ts` runs every one of
 * them in a real shell over a command that is harmless.
 */

/** Chooses a number below `n`. */
export type Pick = (n: number) => number;

/** Returns a chooser that always chooses alike for a seed. */
export function pickFrom(seed: number): Pick {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** Quotes a text as one word. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For programs that give a line to `sh`, which may know less than bash. */
const inBash = (line: string): string => `bash -c ${quote(line)}`;

const octal = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
const hex = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const reversed = (text: string): string => [...text].reverse().join('');
const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Source of the shell for a text without blanks, and statements that must stand before it. */
interface Written {
  before: string;
  source: string;
}

let names = 0;
const fresh = (): string => {
  names = (names + 1) % 1000;
  return `v${names}`;
};

type WordDisguise = (text: string, pick: Pick, write: (text: string) => Written) => Written;

const plainly = (source: string): Written => ({ before: '', source });

/** A mark of two characters that a text does not hold. */
const markFor = (text: string): string =>
  ['@@', '~~', '__', ',,', '=='].find((mark) => !text.includes(mark[0]!)) ?? '^^';

/** A variable that holds a text which is written in another way again. */
const held = (text: string, write: (text: string) => Written, use: (name: string) => string): Written => {
  const name = fresh();
  const { before, source } = write(text);
  return { before: `${before}${name}=${source}\n`, source: use(name) };
};

/** Ways to write a word. */
export const WORD_DISGUISES: Readonly<Record<string, WordDisguise>> = {
  'single quotes': (text) => plainly(quote(text)),
  'double quotes': (text) => plainly(`"${text}"`),
  'quotes inside': (text, pick) => {
    const at = pick(text.length + 1);
    return plainly(`${text.slice(0, at)}${["''", '""', "$''"][pick(3)]}${text.slice(at)}`);
  },
  backslashes: (text) => plainly([...text].map((c) => (/[\w]/.test(c) ? `\\${c}` : c)).join('')),
  'line continuation': (text, pick) => {
    const at = 1 + pick(Math.max(1, text.length - 1));
    return plainly(at < text.length ? `${text.slice(0, at)}\\\n${text.slice(at)}` : text);
  },
  'ANSI-C hex': (text) => plainly(`$'${hex(text)}'`),
  'ANSI-C octal': (text) => plainly(`$'${octal(text)}'`),
  variable: (text, _pick, write) => held(text, write, (name) => `$${name}`),
  'two variables': (text, pick, write) => {
    const at = pick(text.length + 1);
    const [first, second] = [
      held(text.slice(0, at), write, (name) => `\${${name}}`),
      held(text.slice(at), write, (name) => `\${${name}}`),
    ];
    return { before: first.before + second.before, source: `${first.source}${second.source}` };
  },
  substring: (text, _pick, write) => held(`zz${text}z`, write, (name) => `\${${name}:2:${text.length}}`),
  'substring by arithmetic': (text, _pick, write) =>
    held(`zz${text}z`, write, (name) => `\${${name}:1+1:$((${text.length}*2/2))}`),
  'substring from the end': (text, _pick, write) => held(`zz${text}`, write, (name) => `\${${name}: -${text.length}}`),
  'prefix taken off': (text, _pick, write) => held(`zq${text}`, write, (name) => `\${${name}#z?}`),
  'suffix taken off': (text, _pick, write) => held(`${text}@zz`, write, (name) => `\${${name}%@*}`),
  'replaced part': (text, pick, write) => {
    const at = pick(text.length);
    const mark = markFor(text);
    const hidden = `${text.slice(0, at)}${mark}${text.slice(at + 1)}`;
    return held(hidden, write, (name) => `\${${name}/${mark.replaceAll('%', '%')}/${quote(text[at]!)}}`);
  },
  'capital letters': (text, pick, write) =>
    text === text.toLowerCase()
      ? held(text.toUpperCase(), write, (name) => `\${${name},,}`)
      : WORD_DISGUISES.variable!(text, pick, write),
  array: (text, _pick, write) => {
    const name = fresh();
    const { before, source } = write(text);
    return { before: `${before}${name}=(q ${source})\n`, source: `\${${name}[1]}` };
  },
  indirect: (text, _pick, write) => {
    const [name, other] = [fresh(), fresh()];
    const { before, source } = write(text);
    return { before: `${before}${name}=${source}\n${other}=${name}\n`, source: `\${!${other}}` };
  },
  'default value': (text, _pick, write) => {
    const { before, source } = write(text);
    return { before, source: `\${zz_none:-${source}}` };
  },
  'alternative value': (text, _pick, write) => {
    const name = fresh();
    const { before, source } = write(text);
    return { before: `${before}${name}=1\n`, source: `\${${name}:+${source}}` };
  },
  'positional parameter': (text, _pick, write) => {
    const { before, source } = write(text);
    // Later words set the parameters anew, so the value is taken at once.
    const name = fresh();
    return { before: `${before}set -- q ${source}\n${name}=$2\n`, source: `"$${name}"` };
  },
  'printf into a variable': (text, _pick, write) => {
    const name = fresh();
    const { before, source } = write(text);
    return { before: `${before}printf -v ${name} %s ${source}\n`, source: `$${name}` };
  },
  read: (text, _pick, write) => {
    const name = fresh();
    const { before, source } = write(text);
    return { before: `${before}read -r ${name} <<< ${source}\n`, source: `$${name}` };
  },
  echo: (text, _pick, write) => {
    const { before, source } = write(text);
    return { before, source: `$(printf %s ${source})` };
  },
  backticks: (text) => plainly(`\`printf %s ${text}\``),
  'printf octal': (text) => plainly(`$(printf '${octal(text)}')`),
  'printf hex': (text) => plainly(`$(printf '${hex(text)}')`),
  'echo -e': (text) => plainly(`$(echo -e '${hex(text)}')`),
  'arithmetic characters': (text) =>
    plainly(`$(printf "${[...Buffer.from(text)].map((byte) => `\\\\$(printf %o $((${byte - 7}+7)))`).join('')}")`),
  'arithmetic of bits': (text) =>
    plainly(
      `$(printf "${[...Buffer.from(text)].map((byte) => `\\\\x$(printf %x $((${byte >> 2}<<2|${byte & 3})))`).join('')}")`,
    ),
  base64: (text) => plainly(`$(base64 -d <<< ${base64(text)})`),
  'hex dump': (text) => plainly(`$(echo ${Buffer.from(text).toString('hex')} | xxd -r -p)`),
  reversed: (text) => plainly(`$(rev <<< ${quote(reversed(text))})`),
  'letters moved': (text) => plainly(`$(printf %s ${quote(rot13(text))} | tr 'A-Za-z' 'N-ZA-Mn-za-m')`),
  'letters left out': (text) =>
    plainly(`$(printf %s ${quote([...text].join(markFor(text)[0]))} | tr -d '${markFor(text)[0]}')`),
  sed: (text, pick) => {
    const at = pick(text.length);
    const [mark] = markFor(text);
    const hidden = `${text.slice(0, at)}${mark}${text.slice(at + 1)}`;
    return plainly(`$(printf %s ${quote(hidden)} | sed ${quote(`s|${mark === '^' ? '\\^' : mark}|${text[at]}|`)})`);
  },
  'sed at the beginning': (text) => plainly(`$(sed ${quote(`s|^.|${text[0]}|`)} <<< ${quote(`@${text.slice(1)}`)})`),
  cut: (text) => plainly(`$(cut -c3- <<< ${quote(`zz${text}`)})`),
  'cut fields': (text) => plainly(`$(echo ${quote(`q|${text}|z`)} | cut -d'|' -f2)`),
  awk: (text) => plainly(`$(echo ${quote(`q ${text} z`)} | awk '{print $2}')`),
  'head and tail': (text) => plainly(`$(printf '%s\\n' q ${quote(text)} z | head -n 2 | tail -n 1)`),
  'here-document': (text) => plainly(`$(cat <<'E'\n${text}\nE\n)`),
  'process substitution': (text) => plainly(`$(cat <(printf %s ${quote(text)}))`),
  'function output': (text) => {
    const name = fresh();
    return { before: `${name}() { printf %s ${quote(text)}\n}\n`, source: `$(${name})` };
  },
};

/** Writes a word in a chosen way; what is hidden in it is hidden again, so deep. */
export function disguisedWord(text: string, depth: number, pick: Pick, used: Set<string>): Written {
  if (depth === 0 || text === '') return plainly(text === '' ? "''" : quote(text));
  const chosen = Object.keys(WORD_DISGUISES)[pick(Object.keys(WORD_DISGUISES).length)]!;
  used.add(chosen);
  return WORD_DISGUISES[chosen]!(text, pick, (inner) => disguisedWord(inner, depth - 1, pick, used));
}

/** Words that mean what they say: no quotes, patterns, variables, operators; no assignment or word of the shell at the front. */
export const isPlain = (line: string): boolean =>
  /^[\w./:@,+%-][\w./:@,+%= -]*$/.test(line) &&
  !/^\S*=|^(?:if|for|while|until|case|time|select|function|coproc|do|done|then|fi|exec|eval|source|\.|alias|unset|set|export|declare)\b/.test(
    line,
  ) &&
  !/ {2}/.test(line);

/** Writes some of the words of a plain line in other ways. */
export function disguisedWords(line: string, depth: number, pick: Pick, used: Set<string>): string {
  const written = line
    .split(' ')
    .map((text) => (pick(3) === 0 ? plainly(text) : disguisedWord(text, depth, pick, used)));
  const words = written.map(({ source }) => source);
  return `${written.map(({ before }) => before).join('')}${words.join(' ')}`;
}

/** Writes a plain line as braces that the shell takes apart. */
export const inBraces = (line: string): string =>
  line.includes(' ') && !line.includes(',') ? `{${line.split(' ').join(',')}}` : line;

interface LineDisguise {
  write: (line: string, pick: Pick) => string;
  /** It cannot be tried where the tests run. */
  untried?: true;
}

const shell = (pick: Pick): string => ['bash', 'bash', '/bin/bash'][pick(3)]!;
/** A wrapper of programs around a shell that is given the line. */
const around = (...wrappers: string[]): LineDisguise => ({
  write: (line, pick) => `${wrappers[pick(wrappers.length)]} ${shell(pick)} -c ${quote(line)}`,
});
const untried = (...wrappers: string[]): LineDisguise => ({ ...around(...wrappers), untried: true });

/** Ways to have a whole line run. */
export const LINE_DISGUISES: Readonly<Record<string, LineDisguise>> = {
  'bash -c': {
    write: (line, pick) =>
      `${shell(pick)} ${['-c', '-ec', '-uc', '-c --', '-o pipefail -c', '+x -c'][pick(6)]} ${quote(line)}`,
  },
  eval: { write: (line) => `eval ${quote(line)}` },
  'eval of a variable': { write: (line) => `c=${quote(line)}; eval "$c"` },
  'bash -c of a variable': { write: (line) => `c=${quote(line)}; bash -c "$c"` },
  'eval of an output': { write: (line) => `eval "$(printf '%s\\n' ${quote(line)})"` },
  'eval of base64': { write: (line) => `eval "$(echo ${base64(line)} | base64 -d)"` },
  subshell: { write: (line) => `(\n${line}\n)` },
  group: { write: (line) => `{ ${line}\n}` },
  function: { write: (line) => `deed() {\n${line}\n}\ndeed` },
  'function of two': { write: (line) => `inner() { ${line}\n}\nouter() { inner "$@"; }\nouter` },
  // In a group the alias is known only to what is parsed later.
  alias: {
    write: (line) => (line.includes('<<') ? line : `shopt -s expand_aliases\nalias deed=${quote(line)}\neval deed`),
  },
  'here-document': {
    write: (line, pick) => (line.includes('THEEND') ? line : `${shell(pick)} <<'THEEND'\n${line}\nTHEEND`),
  },
  'here-string': { write: (line, pick) => `${shell(pick)} <<< ${quote(line)}` },
  pipe: {
    write: (line, pick) => `printf '%s\\n' ${quote(line)} | ${shell(pick)} ${['', '-s', '/dev/stdin'][pick(3)]}`,
  },
  'base64 into a shell': { write: (line) => `echo ${base64(line)} | base64 -d | bash` },
  'base64 twice': { write: (line) => `echo ${base64(base64(line))} | base64 -d | base64 --decode | bash` },
  'hex into a shell': { write: (line) => `echo ${Buffer.from(line).toString('hex')} | xxd -r -p | bash` },
  'printf into a shell': { write: (line) => `printf '${octal(line)}' | bash` },
  'reversed into a shell': { write: (line) => (/\n/.test(line) ? line : `rev <<< ${quote(reversed(line))} | bash`) },
  'letters moved into a shell': { write: (line) => `tr 'A-Za-z' 'N-ZA-Mn-za-m' <<< ${quote(rot13(line))} | bash` },
  'fields into a shell': { write: (line) => `sed 's/^@@//' <<< ${quote(line.replaceAll(/^/gm, '@@'))} | bash` },
  'cut into a shell': { write: (line) => `cut -c2- <<< ${quote(line.replaceAll(/^/gm, '@'))} | bash` },
  packed: { write: (line) => `echo ${gzipped(line)} | base64 -d | gunzip | bash` },
  openssl: { write: (line) => `echo ${base64(line)} | openssl base64 -d -A | bash` },
  'process substitution': {
    write: (line, pick) => `${['bash', 'source', '.'][pick(3)]} <(printf '%s\\n' ${quote(line)})`,
  },
  'source of the input': { write: (line) => `. /dev/stdin <<< ${quote(line)}` },
  'script file': { write: (line) => `printf '%s\\n' ${quote(line)} > script.sh; bash script.sh` },
  'script file by cat': {
    write: (line) => (line.includes('THEEND') ? line : `cat > deed.sh <<'THEEND'\n${line}\nTHEEND\n. ./deed.sh`),
  },
  'program file': { write: (line) => `printf '%s\\n' '#!/bin/bash' ${quote(line)} > deed; chmod +x deed; ./deed` },
  'sed e': { write: (line) => (/\n/.test(line) ? line : `sed e <<< ${quote(inBash(line))}`) },
  'sed s///e': { write: (line) => (/\n/.test(line) ? line : `sed 's/^@//e' <<< ${quote(`@${inBash(line)}`)}`) },
  'xargs of a shell': { write: (line) => `printf '%s\\0' ${quote(line)} | xargs -0 bash -c` },
  'xargs in place': {
    write: (line) =>
      /['"\\\n]/.test(line) || line.length > 200 ? line : `echo ${quote(line)} | xargs -I@@@ bash -c @@@`,
  },
  // find fills in `{}` wherever it stands.
  'find -exec': {
    write: (line) => (line.includes('{}') ? line : `find . -maxdepth 0 -exec bash -c ${quote(line)} \\;`),
  },
  'loop over one': { write: (line) => `for i in 1; do\n${line}\ndone` },
  'loop over lines': {
    write: (line) => (/\n/.test(line) ? line : `while IFS= read -r l; do eval "$l"; done <<< ${quote(line)}`),
  },
  'while once': { write: (line) => `while :; do\n${line}\nbreak; done` },
  if: { write: (line) => `if true; then\n${line}\nfi` },
  case: { write: (line) => `case a in a)\n${line}\n;; esac` },
  and: { write: (line) => `true && {\n${line}\n}` },
  or: { write: (line) => `false || {\n${line}\n}` },
  background: { write: (line) => `{\n${line}\n} & wait` },
  // A trap for the end that is set at the end is too late.
  trap: { write: (line) => (line.includes('trap') ? line : `trap ${quote(line)} EXIT; exit`) },
  // Bash 5.2 cannot read a group behind time there.
  'command substitution': { write: (line) => `printf '%s\\n' "$(\n${line.replace(/^time \{/, '{')}\n)"` },
  time: { write: (line) => `time {\n${line}\n}` },
  env: around('env', 'env A=1', 'env -i PATH="$PATH"', 'env -u ZZ', '/usr/bin/env'),
  'env -S': { write: (line) => (/['"\\\n$#]/.test(line) ? line : `env -S "bash -c '${line}'"`) },
  nice: around('nice', 'nice -n 5', 'ionice -c 3', 'nohup', 'setsid -w', 'stdbuf -oL', 'time -p'),
  // What has no end has one then.
  timeout: {
    write: (line, pick) =>
      /\byes\b|\/dev\/|while|for|:/.test(line)
        ? line
        : `timeout ${['5', '-k 1 5', '--signal=KILL 5'][pick(3)]} bash -c ${quote(line)}`,
  },
  builtins: around('command', 'exec', 'exec -a x', 'builtin command', 'command -p'),
  awk: { write: (line) => `awk 'BEGIN { system(${quoteIn(inBash(line))}) }'` },
  perl: { write: (line) => `perl ${['-e', '-we', '-E'][line.length % 3]} 'system(${quoteIn(inBash(line), true)})'` },
  python: {
    write: (line) =>
      `python3 ${['-c', '-Ic', '-Sc'][line.length % 3]} 'import os; os.system(${quoteIn(inBash(line))})'`,
  },
  'python base64': {
    write: (line) => `python3 -c 'import os,base64; os.system(base64.b64decode("${base64(inBash(line))}").decode())'`,
  },
  node: {
    write: (line) =>
      `node -e 'require("child_process").execSync(${quoteIn(inBash(line))}, {stdio: "inherit", shell: "/bin/bash"})'`,
  },
  'node -pe': {
    write: (line) =>
      `node -pe 'require("child_process").execSync(${quoteIn(inBash(line))}, {stdio: "inherit", shell: "/bin/bash"});""'`,
    untried: true,
  },
  ruby: { write: (line) => `ruby -e 'system(${quoteIn(inBash(line), true)})'`, untried: true },
  php: { write: (line) => `php -r 'system(${quoteIn(inBash(line), true)});'`, untried: true },
  elsewhere: untried(
    'sudo',
    'sudo -u x',
    'sudo -E env A=1',
    'doas',
    'watch -x -n 1',
    'strace -f',
    'unbuffer',
    'docker exec c',
  ),
  watch: { write: (line) => `watch -n 1 ${quote(inBash(line))}`, untried: true },
  'parallel -q': {
    write: (line) => (line.includes('{}') ? line : `parallel -q bash -c ${quote(line)} ::: 1`),
    untried: true,
  },
  ssh: { write: (line) => `ssh host ${quote(inBash(line))}`, untried: true },
  su: { write: (line) => `su -c ${quote(inBash(line))} x`, untried: true },
  'package runner': {
    write: (line, pick) =>
      `${['npx -c', 'npm exec -c', 'yarn exec', 'pnpm exec -c', 'npm exec --call'][pick(5)]} ${quote(inBash(line))}`,
    untried: true,
  },
  parallel: { write: (line) => (/\n/.test(line) ? line : `parallel ::: ${quote(inBash(line))}`), untried: true },
  coproc: { write: (line) => `coproc {\n${line}\n}`, untried: true },
  fish: { write: (line) => `fish -c ${quote(inBash(line))}`, untried: true },
};

/** A text of another language in double quotes, inside of single quotes of the shell. */
function quoteIn(line: string, dollar = false): string {
  const text = JSON.stringify(line).replaceAll("'", '\\u0027');
  const whole = dollar ? text.replace(/\\u0027/g, '\\x27').replace(/[$@#]/g, '\\$&') : text;
  return whole.replaceAll('\\u0027', '\\x27');
}

function gzipped(line: string): string {
  return Buffer.from(gzipSync(`${line}\n`)).toString('base64');
}
