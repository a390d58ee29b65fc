import { UNKNOWN_VALUE } from '../../invocation.js';
import { createText } from '../model/code_value.js';
import { decodeBase64 } from '../model/decode_base64.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

/** Shell programs by the names and aliases of the equivalent PowerShell commands. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'remove-item': 'rm', ri: 'rm', del: 'rm', erase: 'rm', rd: 'rm', rmdir: 'rm', rm: 'rm', 'clear-content': 'truncate',
  clc: 'truncate',
  'get-content': 'cat', gc: 'cat', type: 'cat', cat: 'cat', 'set-content': 'write', sc: 'write', 'out-file': 'write',
  'add-content': 'append', ac: 'append',
  'move-item': 'mv', mi: 'mv', move: 'mv', mv: 'mv', 'copy-item': 'cp', ci: 'cp', cpi: 'cp', copy: 'cp', cp: 'cp',
  'stop-process': 'kill', spps: 'kill', kill: 'kill', taskkill: 'pkill', 'stop-computer': 'shutdown',
  'restart-computer': 'reboot',
  'format-volume': 'mkfs', format: 'mkfs', 'clear-disk': 'wipefs', 'initialize-disk': 'wipefs',
  'remove-partition': 'wipefs', diskpart: 'fdisk',
  'invoke-webrequest': 'curl', iwr: 'curl', 'invoke-restmethod': 'curl', irm: 'curl', wget: 'curl', curl: 'curl',
  'start-bitstransfer': 'curl',
}; // biome-ignore format: pairs
const EVALUATING_COMMANDS = new Set(['invoke-expression', 'iex']);
const WORD =
  /'((?:[^']|'')*)'|"((?:[^"`]|`[\s\S])*)"|#[^\n]*|<#[\s\S]*?#>|(\|\|?|&&?|;|\n|[{}()])|(>{1,2})|([^\s'"|;&(){}>]+)/g;

interface PowershellStatement {
  words: string[];
  piped: boolean;
  writes?: { path: string; append: boolean };
}

/**
 * Reads what PowerShell or `cmd` code would do. `Remove-Item -Recurse -Force` becomes `rm -rf`. `Invoke-Expression`
 * reads known text as code; with downloaded text it becomes `sh` with that input. Other commands keep their name, in
 * lower case.
 */
export function readPowershell(code: string, collector: InvocationCollector): void {
  readStatements(code, collector, 0);
}

function readStatements(code: string, collector: InvocationCollector, depth: number): void {
  if (depth > 8) {
    collector.fail('too-deep', 'PowerShell in PowerShell is nested too deeply');
    return;
  }
  const variables = new Map<string, string>();
  for (const { words, piped, writes } of splitStatements(code, variables)) {
    if (!collector.step(1 + words.length)) return;
    if (writes) collector.recordWrite(createText(writes.path), undefined, writes.append);
    const [head, ...rest] = words;
    if (head === undefined) continue;
    const word = head.toLowerCase().replace(/\.exe$/, '');
    const downloads = /downloadstring|downloadfile|net\.webclient/i.test(words.join(' '));
    if (downloads) collector.addInvocation('curl', [rest.find((each) => /^https?:/i.test(each)) ?? UNKNOWN_VALUE]);
    if (EVALUATING_COMMANDS.has(word)) {
      const known = rest.filter((each) => !each.startsWith('-')).join(' ');
      const remote = collector.invocations.findLast((invocation) => invocation.program === 'curl');
      if ((piped || known === '' || downloads) && remote)
        collector.addInvocation('sh', [], { input: { kind: 'pipe', from: [remote] } });
      else if (known.includes(UNKNOWN_VALUE) || known === '') collector.addInvocation('eval', [UNKNOWN_VALUE]);
      else readStatements(known, collector, depth + 1);
    } else if (/^(?:powershell|pwsh)$/.test(word)) readNested(rest, collector, depth);
    else if (word === 'cmd')
      readStatements(rest.filter((each) => !/^\/[a-z]$/i.test(each)).join(' '), collector, depth + 1);
    else reportCommand(word, rest, collector);
  }
}

function readNested(args: readonly string[], collector: InvocationCollector, depth: number): void {
  const encoded = args.findIndex((each) => /^-e(?:nc|ncodedcommand|c)?$/i.test(each));
  const command = args.findIndex((each) => /^-c(?:ommand)?$/i.test(each));
  if (encoded >= 0)
    readStatements(decodeBase64(args[encoded + 1] ?? '').replaceAll('\u0000', ''), collector, depth + 1);
  else if (command >= 0) readStatements(args.slice(command + 1).join(' '), collector, depth + 1);
}

function reportCommand(word: string, args: readonly string[], collector: InvocationCollector): void {
  const program = Object.hasOwn(PROGRAMS, word) ? PROGRAMS[word]! : word;
  const options = args.filter((each) => /^-[a-z]|^\/[a-z]$/i.test(each)).map((each) => each.toLowerCase());
  const plain = args.filter((each) => !/^-[a-z]|^\/[a-z]$/i.test(each)).flatMap((each) => each.split(/,(?=\S)/));
  switch (program) {
    case 'rm': {
      const recursive = options.some((each) => each.startsWith('-r') || each === '/s');
      const force = options.some((each) => each.startsWith('-fo') || each === '/q' || each === '/f' || each === '-rf');
      const letters = `${recursive ? 'r' : ''}${force ? 'f' : ''}`;
      collector.addInvocation('rm', [...(letters === '' ? [] : [`-${letters}`]), ...plain]);
      break;
    }
    case 'cat':
      for (const path of plain) collector.readFile(createText(path));
      break;
    case 'write':
    case 'append':
      collector.recordWrite(
        createText(plain[0] ?? UNKNOWN_VALUE),
        createText(plain[1] ?? UNKNOWN_VALUE),
        program === 'append',
      );
      break;
    case 'kill':
      collector.addInvocation(options.some((each) => /^-(?:n|processname)/.test(each)) ? 'pkill' : 'kill', plain);
      break;
    case 'truncate':
      collector.addInvocation('truncate', ['-s', '0', ...plain]);
      break;
    case 'curl': {
      const body = args.findIndex((each) => /^-(?:body|infile)$/i.test(each));
      const sends = args.some((each) => /^(?:post|put)$/i.test(each)) || body >= 0;
      const file = /^-infile$/i.test(args[body] ?? '') ? '@' : '';
      const url = plain.find((each) => /^https?:/i.test(each)) ?? UNKNOWN_VALUE;
      collector.addInvocation('curl', [
        ...(sends ? ['-X', 'POST', '-d', `${file}${args[body + 1] ?? UNKNOWN_VALUE}`] : []),
        url,
      ]);
      break;
    }
    default:
      collector.addInvocation(program, args);
  }
}

/** Splits code into statements of words. Variables with a known text are replaced. */
function splitStatements(code: string, variables: Map<string, string>): PowershellStatement[] {
  const found: PowershellStatement[] = [];
  let current: PowershellStatement = { words: [], piped: false };
  let target: string | undefined;
  const end = (piped: boolean) => {
    const [name, sign, value] = current.words;
    if (name?.startsWith('$') && sign === '=' && current.words.length === 3) variables.set(name.toLowerCase(), value!);
    else if (current.words.length > 0 || current.writes) found.push(current);
    current = { words: [], piped };
    target = undefined;
  };
  const substitute = (word: string) => word.replace(/\$(?:env:)?\w+/gi, (name) => lookUpVariable(name, variables));
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
    const text = plain === undefined ? word : assignVariable(plain, current.words, substitute).replaceAll('`', '');
    if (target !== undefined) {
      current.writes = { path: text, append: target === '>>' };
      target = undefined;
    } else current.words.push(text);
  }
  end(false);
  return found;
}

const assignVariable = (word: string, before: readonly string[], substitute: (word: string) => string): string =>
  before.length === 0 && /^\$\w+$/.test(word) ? word : substitute(word);

function lookUpVariable(name: string, variables: ReadonlyMap<string, string>): string {
  if (/^\$(?:env:userprofile|home|env:home)$/i.test(name)) return '~';
  return variables.get(name.toLowerCase()) ?? (/^\$(?:true|false|null|_)$/i.test(name) ? name : UNKNOWN_VALUE);
}
