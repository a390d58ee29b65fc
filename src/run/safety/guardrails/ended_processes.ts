import { type Deed, UNKNOWN, type Word } from './deed.js';
import { type Arguments, argumentsOf, hasFlag } from './grammar.js';
import { endsAllListed } from './process_lists.js';
import { serviceAt, servicesFound } from './service_names.js';

/** Pipes with more programs than this are not followed; what comes out of them may be any number. */
const MOST_FEEDERS = 200;
const FIRST_PROCESS = 'init';
/** Stands for the names of all processes. */
const ALL = '*';

const KILLERS = new Set(['pkill', 'killall', 'skill', 'slay', 'taskkill', 'Stop-Process']);

/**
 * Returns the names of the processes that deeds of a line end, as far as the line tells: of `pkill ^cron$`, of `kill $(pidof cron)` and
 * of `kill $(cat /run/cron.pid)` it is `cron`. Numbers have no names.
 *
 * @param line all deeds of the line, which may find the numbers
 */
export function endedProcesses(deeds: readonly Deed[], line: readonly Deed[]): ReadonlySet<string> {
  const ended = new Set(deeds.flatMap(namesGiven));
  const kills = deeds.filter((deed) => deed.program === 'kill' && deed.args.some(isUnknown) && !onlyAsks(deed));
  if (kills.some((deed) => endsAllListed(deed, line))) ended.add(ALL);
  for (const { input } of kills) {
    if (input?.kind === 'file') for (const name of nameOfPidFile(input.path.text)) ended.add(name);
    if (input?.kind === 'pipe') for (const name of namesFoundBy(input.from, MOST_FEEDERS)) ended.add(name);
  }
  if (kills.some(({ input }) => input === undefined || input.kind === 'text'))
    for (const name of namesFoundBy(line)) ended.add(name);
  return ended;
}

const isUnknown = ({ text }: Word) => text.includes(UNKNOWN);

/** Signal 0 ends nothing: it asks whether the process is there. */
function onlyAsks({ program, args }: Pick<Deed, 'program' | 'args'>): boolean {
  const { flags, options } = argumentsOf(program, args);
  const named = options.filter(({ flag }) => /^(-s|--signal)$/.test(flag)).map(({ value }) => value.text);
  const signals = [...named, ...flags.filter((flag) => /^-(\d+|[A-Z]{3,})$/.test(flag)).map((flag) => flag.slice(1))];
  return signals.length > 0 && signals.every((signal) => signal === '0');
}

/** Names that a deed itself says. */
function namesGiven({ program, path, args }: Deed): readonly string[] {
  if (path.startsWith('/etc/init.d/') && args[0]?.text === 'stop') return [program];
  if (KILLERS.has(program)) return onlyAsks({ program, args }) ? [] : namedBy(program, argumentsOf(program, args));
  if (program === 'fuser') return namesUsing(argumentsOf(program, args));
  if (program === 'start-stop-daemon') return stoppedDaemon(argumentsOf(program, args));
  if (/^(nginx|httpd|apachectl|apache2ctl)$/.test(program))
    return args.some(({ text }) => /^(stop|quit|graceful-stop)$/.test(text)) ? [program.replace(/ctl$/, '2')] : [];
  return [];
}

/** Names that a program like `pkill` is given, and those of the files with numbers that it reads. */
function namedBy(program: string, { flags, options, operands }: Arguments): string[] {
  const whole = program !== 'killall' && hasFlag(flags, '-f');
  const searches = /^p(kill|grep)$/.test(program) && !hasFlag(flags, '-x') && !hasFlag(flags, '--exact');
  const files = options.filter(({ flag }) => flag === '-F' || flag === '--pidfile');
  return [
    ...operands.flatMap(({ text }) => namesIn(text, whole)),
    ...(searches ? operands.flatMap(({ text }) => namesFound(text)) : []),
    ...files.flatMap(({ value }) => nameOfPidFile(value.text)),
  ];
}

/** Names that hold what a pattern finds; one letter stands in most. */
const namesFound = (pattern: string): readonly string[] => (/^\w$/.test(pattern) ? [ALL] : servicesFound(pattern));

/** A program of the machine by its path: what stands behind it are its arguments. */
const DAEMON = /^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;

/**
 * Names that a pattern of process names means. Where whole command lines are searched, a pattern of several words is specific, unless
 * it is the title that a service gives itself, `nginx: master`, or begins with its path.
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
    if (whole && rest.length > 0 && !first.endsWith(':') && !DAEMON.test(first)) return [];
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

/** `fuser -k 22/tcp`, `fuser -k /`: what listens at a port, and whatever uses a file system. */
function namesUsing({ flags, operands }: Arguments): readonly string[] {
  if (!hasFlag(flags, '-k') && !hasFlag(flags, '--kill')) return [];
  if (hasFlag(flags, '-m') || hasFlag(flags, '-M') || hasFlag(flags, '-c') || hasFlag(flags, '--mount')) return [ALL];
  return operands.flatMap(({ text }) => {
    if (/^\/+[\w.-]*\/*$|^~\/*$/.test(text)) return [ALL];
    return serviceAt(text.replace(/\/(tcp|udp|sctp)$/, ''));
  });
}

/** Names of the processes whose numbers these deeds find. */
function namesFoundBy(finders: readonly Deed[], most = Number.POSITIVE_INFINITY): string[] {
  if (finders.length > most) return [FIRST_PROCESS];
  const listed = finders.some(({ program }) => program === 'ps');
  return finders.flatMap((finder) => namesSought(finder, listed));
}

/** @param listed whether processes are listed, out of which a search takes some */
function namesSought({ program, args, input, redirects }: Deed, listed: boolean): string[] {
  if (program === 'pgrep' || program === 'pidof') return namedBy(program, argumentsOf(program, args));
  if (program === 'cat' || program === 'head' || program === ':') {
    const files = [...args, ...redirects.filter(({ kind }) => kind === 'read').map(({ path }) => path)];
    return files.flatMap(({ text }) => nameOfPidFile(text));
  }
  if (program === 'ps') return valuesOf(args, '-C');
  if (program === 'lsof') return [...valuesOf(args, '-c'), ...args.flatMap(({ text }) => listenerAt(text))];
  if (program === 'systemctl') return servicesShown(argumentsOf(program, args));
  if (!listed || input?.kind !== 'pipe' || !/^(e|f)?grep$|^rg$/.test(program)) return [];
  const { flags, options, operands } = argumentsOf('grep', args);
  if (hasFlag(flags, '-v') || hasFlag(flags, '--invert-match')) return [];
  const pattern = options.find(({ flag }) => flag === '-e' || flag === '--regexp')?.value ?? operands[0];
  return pattern === undefined ? [] : [...namesIn(pattern.text, true), ...servicesFound(pattern.text)];
}

/** `lsof -ti :22`, `-i tcp:22`. */
const listenerAt = (text: string): readonly string[] => {
  const [, port] = /^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(text) ?? [];
  return port === undefined ? [] : serviceAt(port);
};

/** `systemctl show -p MainPID sshd`, and units by their full name. */
function servicesShown({ operands }: Arguments): string[] {
  const [action, ...units] = operands.map(({ text }) => text);
  const named = action === 'show' ? units : units.filter((unit) => unit.endsWith('.service'));
  return named.map((unit) => unit.replace(/\.service$/, ''));
}

/** Values of an option that may be glued to it. */
function valuesOf(words: readonly Word[], option: string): string[] {
  return words.flatMap(({ text }, at) => {
    if (text === option) return words.slice(at + 1, at + 2).flatMap((value) => value.text.split(','));
    return text.startsWith(option) ? text.slice(option.length).split(',') : [];
  });
}
