import type { ExpandedWord, Invocation } from '../../guard/invocation.js';
import { isKnownWord } from '../../guard/invocation.js';
import { createDestination, type Destination, formatDestination, parseDestination } from '../../network/destination.js';
import { findNetworkClient, getSchemePort, type NetworkClient } from './network_client.js';

/** Characters of a word that can name a host; what is longer is none. */
const LONGEST_WORD = 8192;
/** Words of a command that are looked at; what further ones name meets the proxy. */
const MOST_WORDS = 1000;

/**
 * Returns the hosts that a command line names to connect to, each once, without the machine's own.
 *
 * Only names known before the command runs are found; the proxy meets whatever else a script reaches. The port is 443
 * if it is neither named nor known.
 */
export function findDestinations(invocations: readonly Invocation[]): Destination[] {
  const destinations = new Map<string, Destination>();
  for (const destination of invocations.flatMap(findInvocationDestinations))
    if (!isOwnMachine(destination)) destinations.set(formatDestination(destination), destination);
  return [...destinations.values()];
}

function findInvocationDestinations(invocation: Invocation): Destination[] {
  const devices = invocation.redirects.flatMap(({ path }) => {
    const [, host = '', port] = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/.exec(path.text) ?? [];
    return toList(createDestination(host, Number(port)));
  });
  const program = findNetworkClient(invocation.program);
  if (program === undefined) return devices;
  const { name, client } = program;
  if (client.verbs && !client.verbs.includes(invocation.args.find(({ text }) => !text.startsWith('-'))?.text ?? ''))
    return devices;
  return [
    ...devices,
    ...(name === 'socat' ? invocation.args.flatMap(parseSocatAddress) : findInWords(invocation.args, client)),
  ];
}

/** Finds URLs in any word, and bare hosts in the words where this client takes one. */
function findInWords(args: readonly ExpandedWord[], client: NetworkClient): Destination[] {
  const destinations: Destination[] = [];
  let bare = 0;
  for (let i = 0; i < Math.min(args.length, MOST_WORDS); i++) {
    const { text } = args[i]!;
    if (text.length > LONGEST_WORD) continue;
    if (text.startsWith('-')) {
      const { host, takes_next, url } = readOption(text, client, args[i + 1]);
      if (host !== undefined) destinations.push(...(parseUrlWord(host) ?? parseHostWord(host, client.port)));
      if (url) destinations.push(...(parseUrlWord(text) ?? []));
      if (takes_next) i += 1;
      continue;
    }
    if (client.methods && /^[A-Z]{3,7}$/.test(text)) continue;
    // A word behind an unknown option may be its value.
    const doubtful = i > 0 && /^--[^=]+$/.test(args[i - 1]!.text) && args[i - 1]!.text !== '--';
    destinations.push(...(parseUrlWord(text) ?? parseBareWord(text, client, bare, doubtful, args[i + 1])));
    bare += 1;
  }
  return destinations;
}

/** Reads the host that an option names, and whether the option takes the next word. */
function readOption(text: string, { options = [], valued = [] }: NetworkClient, next: ExpandedWord | undefined) {
  const [, long, value] = /^(--?[^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (long !== undefined && options.includes(long)) return { host: value };
  if (options.includes(text)) return { host: next?.text, takes_next: true };
  const attached = /^-[^-]./.test(text) ? options.find((one) => one.length === 2 && text.startsWith(one)) : undefined;
  if (attached !== undefined) return { host: text.slice(2) };
  if (valued.includes(text)) return { takes_next: true };
  if (/^-[^-]/.test(text)) {
    // In a bundle of short options, the first with a value takes the rest of the word, or the next word.
    const letters = [...text.slice(1)];
    const taker = letters.findIndex((letter) => valued.includes(`-${letter}`));
    if (taker >= 0) return { takes_next: taker === letters.length - 1 };
  }
  return { url: true };
}

/** Reads a word that holds no URL. */
function parseBareWord(
  text: string,
  client: NetworkClient,
  bare: number,
  doubtful: boolean,
  next: ExpandedWord | undefined,
): Destination[] {
  if (client.hosts === 'remote-path' || (client.hosts === 'second-remote-path' && bare === 1))
    return parseRemotePath(text, client.port);
  const takes = client.hosts === 'all' || (client.hosts === 'first' && bare === 0);
  return takes && !doubtful && isHostLike(text) ? parseHostWord(text.replace(/\/.*$/s, ''), client.port, next) : [];
}

/** Returns the destination of a URL in a word, also behind a prefix such as `git+` or `name @ `. */
function parseUrlWord(text: string): Destination[] | undefined {
  const [, scheme = '', rest = ''] = /([a-z][a-z\d]{0,20}):\/\/([^\s'"<>]*)/i.exec(text) ?? [];
  if (rest === '') return undefined;
  const port = getSchemePort(scheme);
  if (/^file$/i.test(scheme)) return [];
  const [authority = ''] = rest.split(/[/?#\\]/);
  return parseHostWord(authority, port);
}

/** Parses `user@host:path` of git, scp and rsync. */
function parseRemotePath(text: string, port: number): Destination[] {
  const [, host = ''] = /^(?:[^\s@:/]+@)?(\[[^\]]+\]|[^\s@:/]{2,}):(?!:?\\)/.exec(text) ?? [];
  return host === '' ? [] : toList(createDestination(host, port));
}

/** Parses a host with or without user and port; `next` may hold the port as a word of its own. */
function parseHostWord(given: string, port: number, next?: ExpandedWord): Destination[] {
  const text = given.slice(given.lastIndexOf('@') + 1);
  const destination_port = next && /^\d{1,5}$/.test(next.text) ? Number(next.text) : port || 443;
  return toList(
    parseDestination(text) ??
      createDestination(text.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '[$1]'), destination_port),
  );
}

/** Parses socat addresses such as `TCP:host:port` and `OPENSSL:host:port`. */
function parseSocatAddress({ text }: ExpandedWord): Destination[] {
  const [, host = '', port] =
    /^(?:tcp[46]?|udp[46]?|openssl|ssl|sctp|proxy|socks\w*)(?:-connect)?:(\[[^\]]+\]|[^:,]+):(\d{1,5})/i.exec(text) ??
    [];
  return host === '' ? [] : toList(createDestination(host, Number(port)));
}

/** Returns true for a bare word with a dot or colon, for an address, and for a word behind a user. */
const isHostLike = (text: string) =>
  /^([^\s@/]+@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z\d_-]+(\.[A-Za-z\d_-]+)*\.?)(:\d{1,5})?(\/.*)?$/s.test(text);

const toList = (to: Destination | undefined) => (to && isKnownWord({ text: to.host, glob: false }) ? [to] : []);

/** Returns true for the loopback, which inside a sandbox is the sandbox's own. */
const isOwnMachine = ({ host }: Destination) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host === '0.0.0.0' || /^127\./.test(host);
