import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { containerInitPids } from '../../sandbox/container/running_container.js';

/** Port on which programs of a contract listened, with the number of network namespaces (one per command). */
interface ListeningPort {
  port: number;
  namespaces: number;
}

/** Running watch of listening ports. */
interface PortWatch {
  /** Ends the watch. Returns ports seen in at least two commands, below the kernel's range of ephemeral ports. */
  end(): ListeningPort[];
}

/** Interval between two looks, in milliseconds. Programs that listen for a shorter time may be missed. */
const POLL_INTERVAL_MS = 50;

/**
 * Watches on which ports the descendants of this process listen.
 *
 * It reads `/proc/<pid>/net/tcp` and `tcp6` of each network namespace except the own one. Fixed ports do no harm in a
 * sandbox with a namespace per command, but collide where evaluations share a network. Containers are children of an
 * engine; their networks are visible to root only.
 *
 * @param ours ports of the harness, which are not reported
 */
export function watchListeningPorts(ours: readonly number[] = []): PortWatch {
  const ownNamespace = readNetworkNamespace('self');
  const namespacesByPort = new Map<number, Set<string>>();
  const look = () => {
    for (const pid of [...listDescendants(), ...[...containerInitPids].map(String)]) {
      const namespace = readNetworkNamespace(pid);
      if (namespace === undefined || namespace === ownNamespace || !isFirstInPidNamespace(pid)) continue;
      for (const port of readListeningPorts(pid))
        namespacesByPort.set(port, (namespacesByPort.get(port) ?? new Set()).add(pid));
    }
  };
  const timer = setInterval(look, POLL_INTERVAL_MS);
  return {
    end: () => {
      clearInterval(timer);
      const first = readFirstEphemeralPort();
      return [...namespacesByPort]
        .map(([port, namespaces]) => ({ port, namespaces: namespaces.size }))
        .filter(({ port, namespaces }) => namespaces >= 2 && port < first && !ours.includes(port))
        .sort((a, b) => a.port - b.port);
    },
  };
}

/**
 * Tells whether a process is the first of its pid namespace. Looking at this process alone visits every sandbox once,
 * whereas the kernel reuses the numbers of network namespaces.
 */
const isFirstInPidNamespace = (pid: string) => /^NSpid:.*\t1$/m.test(readTextOrEmpty(`/proc/${pid}/status`));

function readNetworkNamespace(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined; // gone, or another user's
  }
}

/** Lists the direct and indirect child processes of this one. */
function listDescendants(): string[] {
  const descendants: string[] = [];
  const pending = ['self'];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    for (const task of listEntriesOrEmpty(`/proc/${pid}/task`)) {
      const children = readTextOrEmpty(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean);
      descendants.push(...children);
      pending.push(...children);
    }
  }
  return descendants;
}

/** Reads the ports in state LISTEN (0A). */
function readListeningPorts(pid: string): number[] {
  return ['tcp', 'tcp6'].flatMap((table) =>
    [...readTextOrEmpty(`/proc/${pid}/net/${table}`).matchAll(/^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) \S+ 0A /gm)].map(
      ([, port]) => Number.parseInt(port!, 16),
    ),
  );
}

/** Reads the first port of the kernel's ephemeral range. */
const readFirstEphemeralPort = () =>
  Number(/^\d+/.exec(readTextOrEmpty('/proc/sys/net/ipv4/ip_local_port_range'))?.[0] ?? 32_768);

function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listEntriesOrEmpty(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
