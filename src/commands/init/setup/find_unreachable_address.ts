import type { Execution } from '../../../record/events/event.js';

/** Forms in which git and the package managers name an address that they could not reach. */
const UNREACHABLE = [
  /unable to access '([^'\s]{1,300})'/,
  /ls-remote (?:-\S+ )*([a-z+]{2,10}:\/\/[^\s'"]{1,300}|[\w.-]+@[\w.-]+:[^\s'"]{1,300})/,
  /Could not resolve host(?:name)?:? ([\w.-]{1,200})/i,
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]{1,200})/,
  /([a-z]{2,10}:\/\/[^\s'"/]{1,200})\S{0,300}: tunneling socket could not be established/,
  /performing the request to ([a-z]{2,10}:\/\/[^\s'"/;]{1,200})/,
  /request to ([a-z]{2,10}:\/\/[^\s'"]{1,300}) failed/,
  /connect to (?:host )?([\w.-]{1,200})(?: port \d+)?: ?(?:Connection|Network|No route|Temporary)/i,
  /Could not transfer \w+ \S{1,300} from\/to \S{1,100} \(([a-z]{2,10}:\/\/[^\s)]{1,300})\)/,
  /Could not (?:fetch specs from|reach host) ((?:https?:\/\/)?[\w-]+(?:[./][\w-]+){0,20}\/?)/,
  /failed to (?:download from|fetch) `([a-z+]{2,20}:\/\/[^`\s]{1,300})`/,
  /Get "([a-z]{2,10}:\/\/[^"\s]{1,300})":/,
  /curl error \d+ while downloading ([a-z]{2,10}:\/\/[^\s:]{1,300})/,
] as const;

/** Messages about an address that does not answer, without the address. */
const NO_ANSWER =
  /unknown git error|\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|ProxyError|NewConnectionError|ConnectTimeoutError)\b|temporary failure in name resolution/i;

/** Words of pip about a package that an index does know, in other versions: the index was reached. */
const OTHER_VERSIONS =
  /Could not find a version that satisfies the requirement [^\n]{1,300}\(from versions: (?!none\b)/;

/**
 * Finds the address that an installation needed and could not reach, by what it printed. Another way to install the
 * same dependencies would need it as well. It is "an address" where the output does not name it.
 */
export function findUnreachableAddress({ stdout, stderr }: Pick<Execution, 'stdout' | 'stderr'>): string | undefined {
  const text = [stderr, stdout].map(({ head, tail }) => `${head}\n${tail}`).join('\n');
  for (const pattern of UNREACHABLE) {
    const address = pattern.exec(text)?.[1];
    if (address !== undefined) return removeCredentials(address);
  }
  return NO_ANSWER.test(text) && !OTHER_VERSIONS.test(text) ? 'an address' : undefined;
}

/** Removes a user and a password from an address. */
const removeCredentials = (address: string): string => address.replace(/^([a-z+]+:\/\/)[^/@\s]*@/, '$1');
