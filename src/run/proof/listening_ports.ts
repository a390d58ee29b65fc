import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { firstProcesses } from '../sandbox/container/running_container.js';

/** A port on which programs of a contract listened, and in how many network namespaces (one per command) that was seen. */
export interface ListeningPort {
  port: number;
  namespaces: number;
}

export interface PortWatch {
  /** Ends the watch. Ports that were seen in at least two commands, below the range from which the kernel draws by itself. */
  end(): ListeningPort[];
}

/** How often is looked, in milliseconds: what listens for a shorter time may be missed. */
const EVERY_MS = 50;

/**
 * Watches on which ports the descendants of this process listen, read from `/proc/<pid>/net/tcp` and `tcp6` of each network namespace
 * but our own. A sandboxed command has a namespace of its own, so that fixed ports do no harm here; where two evaluations share
 * one network they would meet. Containers are an engine's children and not ours; their networks are looked at as root only.
 *
 * @param ours ports that are not the contract's: doors
 */
export function watchPorts(ours: readonly number[] = []): PortWatch {
  const own = namespaceOf('self');
  const seen = new Map<number, Set<string>>();
  const look = () => {
    for (const pid of [...descendants(), ...[...firstProcesses].map(String)]) {
      const namespace = namespaceOf(pid);
      if (namespace === undefined || namespace === own || !isFirst(pid)) continue;
      for (const port of listening(pid)) seen.set(port, (seen.get(port) ?? new Set()).add(pid));
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      const first = firstDrawn();
      return [...seen]
        .map(([port, namespaces]) => ({ port, namespaces: namespaces.size }))
        .filter(({ port, namespaces }) => namespaces >= 2 && port < first && !ours.includes(port))
        .sort((a, b) => a.port - b.port);
    },
  };
}

/**
 * Whether a process is the first of its pid namespace, so that every sandbox is looked at once and known by that process: the
 * kernel gives the number of a network namespace that is gone to the next one.
 */
const isFirst = (pid: string) => /^NSpid:.*\t1$/m.test(read(`/proc/${pid}/status`));

function namespaceOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined; // gone, or another user's
  }
}

/** Processes started by this one, directly or not. */
function descendants(): string[] {
  const found: string[] = [];
  const pending = ['self'];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    for (const task of list(`/proc/${pid}/task`)) {
      const children = read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean);
      found.push(...children);
      pending.push(...children);
    }
  }
  return found;
}

/** Ports in state LISTEN (0A). */
function listening(pid: string): number[] {
  return ['tcp', 'tcp6'].flatMap((table) =>
    [...read(`/proc/${pid}/net/${table}`).matchAll(/^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) \S+ 0A /gm)].map(([, port]) =>
      Number.parseInt(port!, 16),
    ),
  );
}

/** The first port that the kernel gives to programs that ask for any. */
const firstDrawn = () => Number(/^\d+/.exec(read('/proc/sys/net/ipv4/ip_local_port_range'))?.[0] ?? 32_768);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
