import { compilePattern } from '../arguments/compile_pattern.js';
import { hasFlag, type ProgramArguments, parseProgramArguments } from '../arguments/program_arguments.js';
import type { ExpandedWord, Invocation } from '../invocation.js';
import { createWords, getFeeders, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import { forms, programWords } from '../vocabulary/vocabulary.js';
import services from './services.json' with { type: 'json' };

const plainNames = services.names.map((name) => name.replace('*', ''));
const servicesByPort: ReadonlyMap<string, string> = new Map(Object.entries(services.ports));
const findListener = (port: string): string | [] => servicesByPort.get(port) ?? [];

/** Longest pattern that is tried, in characters, and most repetitions in it; longer ones could take long. */
const MOST_LETTERS = 60;
const MOST_REPETITIONS = 4;
const MOST_PATTERN = 200;

/** Returns the services that a pattern finds as `pkill` does, but none for a small part such as `go`. */
function matchServices(pattern: string): readonly string[] {
  if (pattern.length > MOST_LETTERS || !/\w/.test(pattern) || /[\s/]|\\\d/.test(pattern)) return [];
  // Nested repetitions could take exponential time; one repetition is enough to find a name.
  const once = pattern.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g, ')');
  if ((once.match(/[*+?{]/g) ?? []).length > MOST_REPETITIONS) return [];
  const searched = compilePattern(once);
  return plainNames.filter((name) => {
    const result = searched?.exec(name);
    if (!result) return false;
    const length = result[0].length * 2;
    return length > name.length || (result.index === 0 && length === name.length);
  });
}

const ALL = '*';

/** Returns the names of the processes that invocations of a line end; plain numbers have no name. */
export function findEndedProcesses(invocations: readonly Invocation[], line: readonly Invocation[]): ExpandedWord[] {
  const isUnknown = (each: Invocation) => each.program === 'kill' && writeLine(each).includes(UNKNOWN_VALUE);
  const kills = invocations.filter((each) => isUnknown(each) && !isSignalZero(each));
  // A shell that xargs starts inherits the pipe: its numbers come from the substitutions of its own line.
  const isUnfed = kills.some(({ input }) => input === undefined || input.kind === 'text');
  const finders = isUnfed ? line : line.filter(({ captured }) => captured);
  const names = [
    ...invocations.flatMap(getGivenNames),
    ...(kills.some((kill) => isMassKill(kill, line)) ? [ALL] : []),
    ...kills.flatMap(({ input }) => (input?.kind === 'file' ? parsePidFilePath(input.path.text) : [])),
    ...kills.flatMap((kill) => collectSoughtNames(getFeeders(kill))),
    ...(kills.length > 0 ? collectSoughtNames(finders) : []),
  ];
  return createWords([...new Set(names)]);
}

/** Returns true if only signal 0 is sent, which ends nothing. */
function isSignalZero({ program, args }: Pick<Invocation, 'program' | 'args'>): boolean {
  const { flags, options } = parseProgramArguments(program, args);
  const names = options.filter(({ flag }) => /^(-s|--signal)$/.test(flag)).map(({ value }) => value.text);
  const signals = [...names, ...flags.filter((flag) => /^-(\d+|[A-Z]{3,})$/.test(flag)).map((flag) => flag.slice(1))];
  return signals.length > 0 && signals.every((signal) => signal === '0');
}

function getGivenNames({ program, path, args }: Invocation): readonly string[] {
  if (path.startsWith('/etc/init.d/') && args[0]?.text === 'stop') return [program];
  if (!programWords.killers.has(program)) return [];
  const parsed = parseProgramArguments(program, args);
  if (program === 'fuser') return getFuserTargets(parsed);
  if (program === 'start-stop-daemon' && !hasFlag(parsed.flags, '-K', '--stop')) return [];
  return isSignalZero({ program, args }) ? [] : getTargetNames(program, parsed);
}

/** Returns the names given to a program like `pkill`, and those of the pid files that it reads. */
function getTargetNames(program: string, { flags, options, operands }: ProgramArguments): string[] {
  const whole = program !== 'killall' && hasFlag(flags, '-f');
  const searches = /^p(kill|grep)$/.test(program) && !hasFlag(flags, '-x', '--exact');
  return [
    ...operands.flatMap(({ text }) => [
      ...parseProcessPattern(text, whole),
      // One letter matches nearly all.
      ...(!searches ? [] : /^\w$/.test(text) ? [ALL] : matchServices(text)),
    ]),
    ...options.flatMap(({ flag, value }) =>
      /^--?(?:n|x|name|exec)$/.test(flag) ? parseProcessPattern(value.text, false) : parsePidFilePath(value.text),
    ),
  ];
}

/** Returns the names that a pattern means; of several words, only titles and paths of services name one. */
function parseProcessPattern(pattern: string, whole: boolean): string[] {
  const alternatives = pattern.slice(0, MOST_PATTERN).split('|');
  return alternatives.flatMap((one) => {
    const plain = one.replace(/\[(.)\]/g, '$1').replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g, '');
    const [first = '', ...rest] = plain.trim().split(/\s+/);
    if (whole && rest.length > 0 && !first.endsWith(':') && !forms.daemon_path.test(first)) return [];
    const name = first.replace(/:$/, '').replace(/^.*\//, '');
    return name === '' ? [] : [name.replace(/\.exe$/i, '')];
  });
}

/** Returns the service of a pid file: nginx for `/run/nginx.pid`; none for a file in the workspace. */
const parsePidFilePath = (path: string): readonly string[] =>
  /^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(path)?.slice(1) ?? [];

/** Returns what `fuser -k` ends: the service at a port (`22/tcp`), or all processes of a file system (`/`). */
function getFuserTargets({ flags, operands }: ProgramArguments): readonly string[] {
  if (!hasFlag(flags, '-k', '--kill')) return [];
  if (hasFlag(flags, '-m', '-M', '-c', '--mount')) return [ALL];
  return operands.flatMap(({ text }) =>
    /^\/+[\w.-]*\/*$|^~\/*$/.test(text) ? [ALL] : findListener(text.replace(/\/(tcp|udp|sctp)$/, '')),
  );
}

/** Returns the names of the processes whose numbers these invocations find. */
function collectSoughtNames(finders: readonly Invocation[]): string[] {
  const listed = finders.some(({ program }) => program === 'ps');
  return finders.flatMap((finder) => getSoughtNames(finder, listed));
}

/** Returns the processes whose numbers one invocation finds; `listed`: the line lists processes to select from. */
function getSoughtNames({ program, args, redirects, filter }: Invocation, listed: boolean): string[] {
  switch (program) {
    case 'pgrep':
    case 'pidof':
      return getTargetNames(program, parseProgramArguments(program, args));
    case 'cat':
    case 'head':
    case ':':
      return [...args, ...redirects.map(({ path }) => path)].flatMap(({ text }) => parsePidFilePath(text));
    case 'ps':
      return listValues('ps', args, '-C');
    case 'lsof':
      return [
        ...listValues('lsof', args, '-c'),
        ...args.flatMap(({ text }) => forms.lsof_port.exec(text)?.[1]?.split(',') ?? []).flatMap(findListener),
      ];
    case 'systemctl':
      // `systemctl show -p MainPID sshd`
      return args[0]?.text === 'show' ? args.map(({ text }) => text.replace(/\.service$/, '')) : [];
    default:
      if (!listed) return [];
      if (/^[gmn]?awk$/.test(program)) return listAwkPatterns(filter?.code ?? '').flatMap(toSoughtNames);
      return /^(e|f)?grep$|^rg$/.test(program) ? listGrepPatterns(args).flatMap(toSoughtNames) : [];
  }
}

const toSoughtNames = (pattern: string): string[] => [...parseProcessPattern(pattern, true), ...matchServices(pattern)];

const listValues = (program: string, args: Invocation['args'], option: string): string[] =>
  parseProgramArguments(program, args).options.flatMap(({ flag, value }) =>
    flag === option ? value.text.split(',') : [],
  );

/** Longest code or pattern examined, in characters; a longer one counts as no selection. */
const MOST_EXAMINED = 2_000;

/** Returns true if a program that is fed a list of processes passes on only a selection. */
function isProcessFilter({ program, args, filter }: Invocation): boolean {
  const text = args.map((word) => word.text).join(' ');
  if (text.length > MOST_EXAMINED) return false;
  if (/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(program)) {
    const patterns = listGrepPatterns(args);
    return patterns.length > 0 && patterns.every(isSpecific);
  }
  if (/^g?sed$/.test(program)) {
    const [, pattern, printed, , replaced] = forms.matching_lines.exec(text) ?? [];
    return forms.one_line.test(text) || isSpecific(pattern ?? printed ?? replaced ?? '');
  }
  if (/^[gmn]?awk$/.test(program)) return isSelectiveAwk(filter?.code ?? '');
  return program === 'head' || program === 'tail' ? forms.few_lines.test(text) : program === 'fzf';
}

/** Lists the patterns that a grep looks for; none if it excludes what matches. */
function listGrepPatterns(args: Invocation['args']): string[] {
  const { flags, options, operands } = parseProgramArguments('grep', args);
  if (hasFlag(flags, '-v', '--invert-match')) return [];
  const input = options.filter(({ flag }) => flag === '-e' || flag === '--regexp').map(({ value }) => value);
  return (input.length > 0 ? input : operands.slice(0, 1)).map(({ text }) => text);
}

/** Returns true if each alternative of a pattern holds two letters that must occur, or is unknown (`"$NAME"`). */
function isSpecific(pattern: string): boolean {
  if (/\)(?:[*?]|\{0|\{,)/.test(pattern)) return false;
  return pattern.split(/\\?\|/).every((alternative) => {
    const certain = alternative
      .replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g, '$1')
      .replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g, ' ')
      .replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g, ' ')
      .replace(/\\?[(){}^$+]|\\/g, '');
    return certain.includes(UNKNOWN_VALUE) || (/\w\w/.test(certain) && !forms.word_everywhere.test(certain.trim()));
  });
}

/** Returns true for awk code with a pattern or a comparison before each block. */
function isSelectiveAwk(code: string): boolean {
  if (code.length > MOST_EXAMINED) return false;
  if (/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(code.replace(/\bBEGIN\s*\{[^}]*\}/g, ''))) return false;
  if (listAwkPatterns(code).some(isSpecific)) return true;
  return forms.awk_comparison.test(code);
}

/** Lists the patterns that awk code looks for, without those that it excludes. */
function listAwkPatterns(code: string): string[] {
  if (code.length > MOST_EXAMINED) return [];
  const sought = code.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g);
  return [...sought].flatMap(([, not, one, alternative]) => (not === undefined ? (one ?? alternative ?? []) : []));
}

/** Returns true if a `kill` of unknown numbers ends all processes of a `ps` in the line that no filter narrows. */
function isMassKill(kill: Invocation, line: readonly Invocation[]): boolean {
  const fed = getFeeders(kill);
  if (fed.some(isFullProcessList)) return findUnfilteredLists(fed).length > 0;
  // Otherwise, the numbers come from a list that goes into a value, a file or a program that keeps it.
  const keepers = line.filter((each) => programWords.keepers.has(each.program) || hasOutputFile(each));
  const sources = new Set(keepers.flatMap(getFeeders));
  const isKept = (list: Invocation) =>
    list.captured || list.language !== 'shell' || hasOutputFile(list) || sources.has(list);
  return findUnfilteredLists(line).some(isKept);
}

const hasOutputFile = ({ redirects }: Invocation) => redirects.some(({ kind }) => kind !== 'read');

function findUnfilteredLists(invocations: readonly Invocation[]): readonly Invocation[] {
  const filters = invocations.filter((each) => getSources(each).length > 0 && isProcessFilter(each));
  const chosen = new Set(filters.flatMap(getSources));
  return invocations.filter((each) => isFullProcessList(each) && !chosen.has(each));
}

const getSources = (invocation: Invocation) => invocation.filter?.from ?? getFeeders(invocation);

const isFullProcessList = ({ program, args }: Invocation): boolean =>
  program === 'ps' &&
  (args.some(({ text }) => forms.ps_all.test(text)) || !args.some(({ text }) => forms.ps_choice.test(text)));
