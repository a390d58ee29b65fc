import { type Deed, UNKNOWN } from './deed.js';
import { type Arguments, argumentsOf, hasFlag } from './grammar.js';

/** Lines with more deeds than this are not asked where the numbers of processes come from. */
const MOST_DEEDS = 200;

const KILLERS = new Set(['pkill', 'killall', 'skill', 'slay', 'taskkill', 'Stop-Process']);

/**
 * Returns the names of the processes that a deed ends, as far as the line tells: of `pkill ^cron$`, of `kill $(pidof cron)` and of
 * `kill $(cat /run/cron.pid)` it is `cron`. Numbers have no names.
 */
export function endedProcesses(deed: Deed, line: readonly Deed[]): readonly string[] {
  const { program, path, args } = deed;
  if (path.startsWith('/etc/init.d/') && args[0]?.text === 'stop') return [program];
  if (KILLERS.has(program)) return namedBy(program, argumentsOf(program, args));
  if (program === 'kill') return args.some(({ text }) => text.includes(UNKNOWN)) ? namesOfNumbers(deed, line) : [];
  if (program === 'start-stop-daemon') return stoppedDaemon(argumentsOf(program, args));
  if (program === 'nginx' || program === 'httpd' || program === 'apachectl' || program === 'apache2ctl')
    return args.some(({ text }) => /^(stop|quit|graceful-stop)$/.test(text)) ? [program.replace(/ctl$/, '2')] : [];
  return [];
}

/** Names that a program like `pkill` is given, and those of the files with numbers that it reads. */
function namedBy(program: string, { flags, options, operands }: Arguments): string[] {
  const whole = program !== 'killall' && hasFlag(flags, '-f');
  const files = options.filter(({ flag }) => flag === '-F' || flag === '--pidfile');
  return [
    ...operands.flatMap(({ text }) => namesIn(text, whole)),
    ...files.flatMap(({ value }) => nameOfPidFile(value.text)),
  ];
}

/**
 * Names that a pattern of process names means. Where whole command lines are searched, a pattern of several words is specific, unless
 * it is the title that a service gives itself: `nginx: master`.
 */
function namesIn(pattern: string, whole: boolean): string[] {
  if (pattern.length > 200) return [];
  return pattern.split('|').flatMap((one) => {
    const plain = one
      .replace(/\[(.)\]/g, '$1')
      .replace(/\\[b<>]|[\^$()\\]/g, '')
      .replace(/^\.\*|\.\*$/g, '')
      .trim();
    const [first = '', ...rest] = plain.split(/\s+/);
    if (whole && rest.length > 0 && !first.endsWith(':')) return [];
    const name = first
      .replace(/:$/, '')
      .replace(/^.*\//, '')
      .replace(/\.exe$/i, '');
    return name === '' ? [] : [name];
  });
}

/** `/run/nginx.pid` belongs to nginx; a file in the workspace to whoever started the process. */
function nameOfPidFile(path: string): string[] {
  const name = /^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(path)?.[1];
  return name === undefined ? [] : [name];
}

function stoppedDaemon({ flags, options }: Arguments): string[] {
  if (!hasFlag(flags, '-K') && !hasFlag(flags, '--stop')) return [];
  return options.flatMap(({ flag, value }) => {
    if (/^(-n|--name|-x|--exec)$/.test(flag)) return namesIn(value.text, false);
    return /^(-p|--pidfile)$/.test(flag) ? nameOfPidFile(value.text) : [];
  });
}

/** Names of the processes whose numbers others find for a `kill`: through its pipe, or else before it on the line. */
function namesOfNumbers(deed: Deed, line: readonly Deed[]): string[] {
  const { input } = deed;
  if (input?.kind === 'file') return nameOfPidFile(input.path.text);
  if (input?.kind === 'pipe') return input.from.flatMap((finder) => namesFoundBy(finder, input.from));
  if (line.length > MOST_DEEDS) return [];
  const before = line.slice(0, Math.max(0, line.indexOf(deed)));
  return before.flatMap((finder) => namesFoundBy(finder, before));
}

function namesFoundBy(finder: Deed, others: readonly Deed[]): string[] {
  const { program, args, input, redirects } = finder;
  if (program === 'pgrep' || program === 'pidof') return namedBy(program, argumentsOf(program, args));
  if (program === 'cat' || program === 'head' || program === ':') {
    const files = [...args, ...redirects.filter(({ kind }) => kind === 'read').map(({ path }) => path)];
    return files.flatMap(({ text }) => nameOfPidFile(text));
  }
  if (program === 'ps' || program === 'lsof')
    return valuesOf(
      args.map(({ text }) => text),
      program === 'ps' ? '-C' : '-c',
    );
  if (program === 'systemctl') return args.filter(({ text }) => text.endsWith('.service')).map(serviceName);
  if (!/^(e|f)?grep$|^rg$/.test(program) || !others.some((other) => other.program === 'ps')) return [];
  const { flags, options, operands } = argumentsOf('grep', args);
  if (input?.kind !== 'pipe' || hasFlag(flags, '-v') || hasFlag(flags, '--invert-match')) return [];
  const pattern = options.find(({ flag }) => flag === '-e' || flag === '--regexp')?.value ?? operands[0];
  return pattern === undefined ? [] : namesIn(pattern.text, true);
}

const serviceName = ({ text }: { text: string }) => text.replace(/\.service$/, '');

/** Values of an option that may be glued to it. */
function valuesOf(words: readonly string[], option: string): string[] {
  return words.flatMap((word, at) => {
    if (word === option) return words.slice(at + 1, at + 2).flatMap((value) => value.split(','));
    return word.startsWith(option) ? word.slice(option.length).split(',') : [];
  });
}
