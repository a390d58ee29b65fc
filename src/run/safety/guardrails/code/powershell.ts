import { UNKNOWN } from '../deed.js';
import { fromBase64 } from './decoding.js';
import type { Effects } from './effects.js';
import { text } from './value.js';

/** Commands by their names and short names; what they are in words of the shell. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'remove-item': 'rm', ri: 'rm', del: 'rm', erase: 'rm', rd: 'rm', rmdir: 'rm', rm: 'rm', 'clear-content': 'truncate', clc: 'truncate',
  'get-content': 'cat', gc: 'cat', type: 'cat', cat: 'cat', 'set-content': 'write', sc: 'write', 'out-file': 'write', 'add-content': 'append', ac: 'append',
  'move-item': 'mv', mi: 'mv', move: 'mv', mv: 'mv', 'copy-item': 'cp', ci: 'cp', cpi: 'cp', copy: 'cp', cp: 'cp',
  'stop-process': 'kill', spps: 'kill', kill: 'kill', taskkill: 'pkill', 'stop-computer': 'shutdown', 'restart-computer': 'reboot',
  'format-volume': 'mkfs', format: 'mkfs', 'clear-disk': 'wipefs', 'initialize-disk': 'wipefs', 'remove-partition': 'wipefs', diskpart: 'fdisk',
  'invoke-webrequest': 'curl', iwr: 'curl', 'invoke-restmethod': 'curl', irm: 'curl', wget: 'curl', curl: 'curl', 'start-bitstransfer': 'curl',
}; // biome-ignore format: pairs
const RUNS = new Set(['invoke-expression', 'iex']);
const WORD =
  /'((?:[^']|'')*)'|"((?:[^"`]|`[\s\S])*)"|#[^\n]*|<#[\s\S]*?#>|(\|\|?|&&?|;|\n|[{}()])|(>{1,2})|([^\s'"|;&(){}>]+)/g;

interface Statement {
  words: string[];
  piped: boolean;
  writes?: { path: string; append: boolean };
}

/**
 * What PowerShell or `cmd` would do: `Remove-Item -Recurse -Force` is `rm -rf`, `Invoke-Expression` of known text is read,
 * of what was downloaded is `sh` with that input. What has no word in the shell keeps its own, in small letters.
 */
export function readPowershell(code: string, effects: Effects): void {
  read(code, effects, 0);
}

function read(code: string, effects: Effects, depth: number): void {
  if (depth > 8) {
    effects.fail('too-deep', 'PowerShell in PowerShell is nested too deeply');
    return;
  }
  const variables = new Map<string, string>();
  for (const { words, piped, writes } of statements(code, variables)) {
    if (!effects.step(1 + words.length)) return;
    if (writes) effects.writes(text(writes.path), undefined, writes.append);
    const [head, ...rest] = words;
    if (head === undefined) continue;
    const word = head.toLowerCase().replace(/\.exe$/, '');
    const downloads = /downloadstring|downloadfile|net\.webclient/i.test(words.join(' '));
    if (downloads) effects.deed('curl', [rest.find((each) => /^https?:/i.test(each)) ?? UNKNOWN]);
    if (RUNS.has(word)) {
      const known = rest.filter((each) => !each.startsWith('-')).join(' ');
      const remote = effects.deeds.findLast((deed) => deed.program === 'curl');
      if ((piped || known === '' || downloads) && remote)
        effects.deed('sh', [], { input: { kind: 'pipe', from: [remote] } });
      else if (known.includes(UNKNOWN) || known === '') effects.deed('eval', [UNKNOWN]);
      else read(known, effects, depth + 1);
    } else if (/^(?:powershell|pwsh)$/.test(word)) nested(rest, effects, depth);
    else if (word === 'cmd') read(rest.filter((each) => !/^\/[a-z]$/i.test(each)).join(' '), effects, depth + 1);
    else say(word, rest, effects);
  }
}

function nested(args: readonly string[], effects: Effects, depth: number): void {
  const encoded = args.findIndex((each) => /^-e(?:nc|ncodedcommand|c)?$/i.test(each));
  const command = args.findIndex((each) => /^-c(?:ommand)?$/i.test(each));
  if (encoded >= 0) read(fromBase64(args[encoded + 1] ?? '').replaceAll('\u0000', ''), effects, depth + 1);
  else if (command >= 0) read(args.slice(command + 1).join(' '), effects, depth + 1);
}

function say(word: string, args: readonly string[], effects: Effects): void {
  const program = Object.hasOwn(PROGRAMS, word) ? PROGRAMS[word]! : word;
  const options = args.filter((each) => /^-[a-z]|^\/[a-z]$/i.test(each)).map((each) => each.toLowerCase());
  const plain = args.filter((each) => !/^-[a-z]|^\/[a-z]$/i.test(each)).flatMap((each) => each.split(/,(?=\S)/));
  switch (program) {
    case 'rm': {
      const recursive = options.some((each) => each.startsWith('-r') || each === '/s');
      const force = options.some((each) => each.startsWith('-fo') || each === '/q' || each === '/f' || each === '-rf');
      const letters = `${recursive ? 'r' : ''}${force ? 'f' : ''}`;
      effects.deed('rm', [...(letters === '' ? [] : [`-${letters}`]), ...plain]);
      break;
    }
    case 'cat':
      for (const path of plain) effects.reads(text(path));
      break;
    case 'write':
    case 'append':
      effects.writes(text(plain[0] ?? UNKNOWN), text(plain[1] ?? UNKNOWN), program === 'append');
      break;
    case 'kill':
      effects.deed(options.some((each) => /^-(?:n|processname)/.test(each)) ? 'pkill' : 'kill', plain);
      break;
    case 'truncate':
      effects.deed('truncate', ['-s', '0', ...plain]);
      break;
    case 'curl': {
      const body = args.findIndex((each) => /^-(?:body|infile)$/i.test(each));
      const sends = args.some((each) => /^(?:post|put)$/i.test(each)) || body >= 0;
      const file = /^-infile$/i.test(args[body] ?? '') ? '@' : '';
      const url = plain.find((each) => /^https?:/i.test(each)) ?? UNKNOWN;
      effects.deed('curl', [...(sends ? ['-X', 'POST', '-d', `${file}${args[body + 1] ?? UNKNOWN}`] : []), url]);
      break;
    }
    default:
      effects.deed(program, args);
  }
}

/** Statements with their words; variables that were given a text stand for it. */
function statements(code: string, variables: Map<string, string>): Statement[] {
  const found: Statement[] = [];
  let current: Statement = { words: [], piped: false };
  let target: string | undefined;
  const end = (piped: boolean) => {
    const [name, sign, value] = current.words;
    if (name?.startsWith('$') && sign === '=' && current.words.length === 3) variables.set(name.toLowerCase(), value!);
    else if (current.words.length > 0 || current.writes) found.push(current);
    current = { words: [], piped };
    target = undefined;
  };
  const substitute = (word: string) => word.replace(/\$(?:env:)?\w+/gi, (name) => known(name, variables));
  for (const match of code.matchAll(WORD)) {
    const [, single, double, mark, redirect, plain] = match;
    if (mark !== undefined) {
      if (!(mark === '&' && current.words.length === 0)) end(mark === '|');
      continue;
    }
    if (redirect !== undefined) {
      target = redirect;
      continue;
    }
    const word =
      single !== undefined
        ? single.replaceAll("''", "'")
        : double !== undefined
          ? substitute(double.replace(/`([\s\S])/g, '$1'))
          : plain;
    if (word === undefined) continue;
    const text = plain === undefined ? word : assigned(plain, current.words, substitute).replaceAll('`', '');
    if (target !== undefined) {
      current.writes = { path: text, append: target === '>>' };
      target = undefined;
    } else current.words.push(text);
  }
  end(false);
  return found;
}

const assigned = (word: string, before: readonly string[], substitute: (word: string) => string): string =>
  before.length === 0 && /^\$\w+$/.test(word) ? word : substitute(word);

function known(name: string, variables: ReadonlyMap<string, string>): string {
  if (/^\$(?:env:userprofile|home|env:home)$/i.test(name)) return '~';
  return variables.get(name.toLowerCase()) ?? (/^\$(?:true|false|null|_)$/i.test(name) ? name : UNKNOWN);
}
