import { type Destination, destination, readAuthority, shown } from '../egress/destination.js';
import type { Deed, Word } from './guardrails/deed.js';
import { known } from './guardrails/deed.js';
import { type Client, clientOf, portOf } from './network_clients.js';

/** Characters of a word that can name a host; what is longer is none. */
const LONGEST = 8192;
/** Words of a command that are looked at; what further ones name meets the proxy. */
const MOST = 1000;

/**
 * The hosts that a command line names to connect to, each once, without those of the machine itself (A5). As far as it can be known
 * before it runs: what a script reaches without naming it meets the proxy. A port that is not named and not known is 443.
 */
export function destinationsOf(deeds: readonly Deed[]): Destination[] {
  const found = new Map<string, Destination>();
  for (const to of deeds.flatMap(ofDeed)) if (!isOwn(to)) found.set(shown(to), to);
  return [...found.values()];
}

function ofDeed(deed: Deed): Destination[] {
  const devices = deed.redirects.flatMap(({ path }) => {
    const [, host = '', port] = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/.exec(path.text) ?? [];
    return listed(destination(host, Number(port)));
  });
  const found = clientOf(deed.program);
  if (found === undefined) return devices;
  const { name, client } = found;
  if (client.verbs && !client.verbs.includes(deed.args.find(({ text }) => !text.startsWith('-'))?.text ?? ''))
    return devices;
  return [...devices, ...(name === 'socat' ? deed.args.flatMap(ofSocat) : ofWords(deed.args, client))];
}

/** URLs wherever they stand; hosts where this client takes one. */
function ofWords(args: readonly Word[], client: Client): Destination[] {
  const found: Destination[] = [];
  let bare = 0;
  for (let i = 0; i < Math.min(args.length, MOST); i++) {
    const { text } = args[i]!;
    if (text.length > LONGEST) continue;
    if (text.startsWith('-')) {
      const { host, takes_next, url } = readOption(text, client, args[i + 1]);
      if (host !== undefined) found.push(...(urlIn(host) ?? hostIn(host, client.port)));
      if (url) found.push(...(urlIn(text) ?? []));
      if (takes_next) i += 1;
      continue;
    }
    if (client.methods && /^[A-Z]{3,7}$/.test(text)) continue;
    // What follows an option that is not known may be its value.
    const doubtful = i > 0 && /^--[^=]+$/.test(args[i - 1]!.text) && args[i - 1]!.text !== '--';
    found.push(...(urlIn(text) ?? bareIn(text, client, bare, doubtful, args[i + 1])));
    bare += 1;
  }
  return found;
}

/** What an option says of a host, and whether the next word belongs to it. */
function readOption(text: string, { options = [], valued = [] }: Client, next: Word | undefined) {
  const [, long, value] = /^(--?[^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (long !== undefined && options.includes(long)) return { host: value };
  if (options.includes(text)) return { host: next?.text, takes_next: true };
  const attached = /^-[^-]./.test(text) ? options.find((one) => one.length === 2 && text.startsWith(one)) : undefined;
  if (attached !== undefined) return { host: text.slice(2) };
  if (valued.includes(text)) return { takes_next: true };
  if (/^-[^-]/.test(text)) {
    // Of short options in one word, the first that takes a value takes the rest, or else the next word.
    const letters = [...text.slice(1)];
    const taker = letters.findIndex((letter) => valued.includes(`-${letter}`));
    if (taker >= 0) return { takes_next: taker === letters.length - 1 };
  }
  return { url: true };
}

/** A word that is no URL. */
function bareIn(text: string, client: Client, bare: number, doubtful: boolean, next: Word | undefined): Destination[] {
  if (client.hosts === 'remote-path' || (client.hosts === 'second-remote-path' && bare === 1))
    return remoteIn(text, client.port);
  const takes = client.hosts === 'all' || (client.hosts === 'first' && bare === 0);
  return takes && !doubtful && looksLikeHost(text) ? hostIn(text.replace(/\/.*$/s, ''), client.port, next) : [];
}

/** The destination of a URL in a word, also behind a prefix such as `git+` or `name @ `. */
function urlIn(text: string): Destination[] | undefined {
  const [, scheme = '', rest = ''] = /([a-z][a-z\d]{0,20}):\/\/([^\s'"<>]*)/i.exec(text) ?? [];
  if (rest === '') return undefined;
  const port = portOf(scheme);
  if (/^file$/i.test(scheme)) return [];
  const [authority = ''] = rest.split(/[/?#\\]/);
  return hostIn(authority, port);
}

/** `user@host:path` of git, scp and rsync. */
function remoteIn(text: string, port: number): Destination[] {
  const [, host = ''] = /^(?:[^\s@:/]+@)?(\[[^\]]+\]|[^\s@:/]{2,}):(?!:?\\)/.exec(text) ?? [];
  return host === '' ? [] : listed(destination(host, port));
}

/** A host, after any user, with or without a port; `next` may be the port as a word of its own. */
function hostIn(given: string, port: number, next?: Word): Destination[] {
  const text = given.slice(given.lastIndexOf('@') + 1);
  const own = next && /^\d{1,5}$/.test(next.text) ? Number(next.text) : port || 443;
  return listed(readAuthority(text) ?? destination(text.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '[$1]'), own));
}

/** `TCP:host:port`, `OPENSSL:host:port` and the like. */
function ofSocat({ text }: Word): Destination[] {
  const [, host = '', port] =
    /^(?:tcp[46]?|udp[46]?|openssl|ssl|sctp|proxy|socks\w*)(?:-connect)?:(\[[^\]]+\]|[^:,]+):(\d{1,5})/i.exec(text) ??
    [];
  return host === '' ? [] : listed(destination(host, Number(port)));
}

/** A bare word that can be a host: with a dot or a colon, an address, or after a user. A file beside it is not asked for. */
const looksLikeHost = (text: string) =>
  /^([^\s@/]+@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z\d_-]+(\.[A-Za-z\d_-]+)*\.?)(:\d{1,5})?(\/.*)?$/s.test(text);

const listed = (to: Destination | undefined) => (to && known({ text: to.host, glob: false }) ? [to] : []);

/** Inside a sandbox the loopback is the sandbox's own. */
const isOwn = ({ host }: Destination) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host === '0.0.0.0' || /^127\./.test(host);
