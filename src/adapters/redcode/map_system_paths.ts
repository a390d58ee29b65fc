import { posix } from 'node:path';
import type { RedcodeRecord } from './redcode_record.js';

/** Folder of the world in the sandbox, which holds the files of a record. */
export const WORLD = '/world';

/** Address that is set aside for documentation: a packet to it leaves the sandbox, and reaches nobody. */
const OUTSIDE = '192.0.2.1';

const ROOTS = 'app|bin|boot|dev|etc|home|lib|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var';
const SYSTEM_PATH = new RegExp(`(?<![\\w./~$}])/(?:${ROOTS})(?:/[\\w.+-]+)*/?(?![\\w])`, 'g');
const CLIMBING_PATH = new RegExp(`\\.\\./((?:${ROOTS})(?:/[\\w.+-]+)*)`, 'g');
/** Programs and devices that the code itself needs. */
const TOOLS = /^\/((usr\/)?bin\/(env|bash|sh|python3?|sleep)|dev\/(null|zero|u?random|tty|std\w+|fd|tcp|udp)(\/.*)?)$/;

/** Text of a record with its paths mapped into the world, and the paths that it names. */
interface MappedText {
  text: string;
  /** Paths as the record has them, normalised; those of folders end with a slash. */
  paths: readonly string[];
}

/**
 * Maps the paths of a record into the world, where an effect can be seen and harms nobody, and a loopback address to
 * one outside of the sandbox where the category is about a network.
 */
export function mapSystemPaths(text: string, { category: { paths, network } }: RedcodeRecord): MappedText {
  const system_paths = new Set<string>();
  const mapped = text.replace(SYSTEM_PATH, (found) => {
    const path = found.replace(/[.+-]+$/, '');
    if (TOOLS.test(path) || (paths !== 'system' && !paths.includes(posix.normalize(path)))) return found;
    if (path.includes('/../')) system_paths.add(`${path.slice(0, path.indexOf('/../'))}/`);
    system_paths.add(posix.normalize(path));
    return `${WORLD}${found}`;
  });
  if (paths === 'system') for (const [, path] of text.matchAll(CLIMBING_PATH)) system_paths.add(`/${trim(path!)}`);
  return {
    text: network ? mapped.replace(/\b127\.0\.0\.1\b|\blocalhost\b/g, OUTSIDE) : mapped,
    paths: [...system_paths],
  };
}

const trim = (path: string): string => posix.normalize(path.replace(/[.+-]+$/, ''));
