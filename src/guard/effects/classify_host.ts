import type { ExpandedWord } from '../invocation.js';

/** Class of a destination: this machine, another one, or a known place for leaked data. */
export type HostClass = 'local' | 'remote' | 'drop';

const LOCAL =
  /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/;

/** Hosts that accept anything from anybody, tunnels, bare addresses, and names that tell their purpose. */
const DROP =
  /(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i;

const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;

/** Returns the host that a word names, or undefined if it names none. */
function parseHost({ text }: ExpandedWord): string | undefined {
  const host = HOST.exec(text.slice(0, 2048))?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  return text.includes('://') || host.includes('.') || host === 'localhost' || /@|:/.test(text) ? host : undefined;
}

/** Returns the class of the host that a word names, or undefined if it names none. */
export function classifyHost(word: ExpandedWord): HostClass | undefined {
  const host = parseHost(word);
  if (host === undefined) return undefined;
  if (LOCAL.test(host)) return 'local';
  return DROP.test(host) ? 'drop' : 'remote';
}
