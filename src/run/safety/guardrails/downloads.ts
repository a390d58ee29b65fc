import { posix } from 'node:path';
import { type Deed, UNKNOWN, type Word } from './deed.js';
import { argumentsOf } from './grammar.js';
import { destination } from './hosts.js';

const FETCHERS = /^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/;

/** What comes from them is from elsewhere, whatever they are for. */
const CLIENTS =
  /^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/;

/** So many files are remembered. */
const MAX_FILES = 500;

/** Files that came from other hosts, so that running them is seen. The oldest is forgotten first. */
export class Downloads {
  private readonly paths = new Set<string>();

  constructor(known: Iterable<string> = []) {
    for (const path of known) this.paths.add(path);
  }

  note(deed: Deed): void {
    for (const path of filesFetched(deed)) {
      const key = keyOf(path.text, deed.folder);
      if (key === undefined) continue;
      this.paths.add(key);
      if (this.paths.size > MAX_FILES) this.paths.delete(this.paths.values().next().value!);
    }
    const [from, to] = copied(deed);
    if (from && to && this.has(from.text, deed.folder)) this.paths.add(keyOf(to.text, deed.folder) ?? '');
  }

  has(path: string, folder?: Word): boolean {
    const key = keyOf(path, folder);
    return key !== undefined && this.paths.has(key);
  }
}

export const isFetcher = ({ program }: Deed): boolean => FETCHERS.test(program);

/** Its output comes from another machine. */
export const isClient = ({ program }: Deed): boolean => FETCHERS.test(program) || CLIENTS.test(program);

function filesFetched(deed: Deed): Word[] {
  const written = deed.redirects.filter(({ kind }) => kind !== 'read').map(({ path }) => path);
  if (!isFetcher(deed)) {
    const piped = deed.input?.kind === 'pipe' && deed.input.from.some(isFetcher);
    return piped && deed.program === 'tee'
      ? deed.args.filter(({ text }) => !text.startsWith('-'))
      : piped
        ? written
        : [];
  }
  const { flags, options, operands } = argumentsOf(deed.program, deed.args);
  const remote = operands.filter((word) => word.text.includes(UNKNOWN) || (destination(word) ?? 'local') !== 'local');
  if (remote.length === 0) return [];
  const named = options
    .filter(({ flag }) => /^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(flag))
    .map(({ value }) => value)
    .filter(({ text }) => text !== '-');
  const byAddress =
    /^(wget2?|aria2c|axel)$/.test(deed.program) || flags.includes('-O') || flags.includes('--remote-name');
  const last = remote.map(({ text }) => ({
    text: text
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
      .split('/')
      .at(-1)!,
    glob: false,
  }));
  return [...written, ...named, ...(byAddress && named.length === 0 ? last : [])];
}

function copied({ program, args }: Deed): (Word | undefined)[] {
  if (!/^(cp|mv|ln|install)$/.test(program)) return [];
  return args.filter(({ text }) => !text.startsWith('-'));
}

function keyOf(path: string, folder?: Word): string | undefined {
  const whole = /^[/~]/.test(path) || folder === undefined ? path : `${folder.text}/${path}`;
  // A folder that nobody knows is still the same folder.
  return path === '' || path.includes(UNKNOWN) ? undefined : posix.normalize(whole);
}
