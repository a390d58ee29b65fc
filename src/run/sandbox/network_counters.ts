import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Counts attempts to leave an empty network namespace. The kernel counts every packet without a route (`OutNoRoutes`),
 * so each connect, send or lookup that is not loopback shows up, whatever program made it; it costs nothing while the
 * command runs, and nothing inside can reset it.
 */
export interface NetworkCounters {
  /** Attempts so far; null when the counters could not be read. */
  attempts(): number | null;
  close(): void;
}

/**
 * Opens the counters of the network namespace of a process. An open file keeps the namespace alive, so they can be
 * read after its last process is gone. Undefined when they cannot be opened.
 */
export function openNetworkCounters(pid: number): NetworkCounters | undefined {
  const files: number[] = [];
  const close = () => files.splice(0).forEach((file) => void closeSync(file));
  try {
    files.push(openSync(`/proc/${pid}/net/snmp`, 'r'), openSync(`/proc/${pid}/net/snmp6`, 'r'));
  } catch {
    close();
    return undefined;
  }
  return {
    attempts() {
      const [v4, v6] = files;
      if (v4 === undefined || v6 === undefined) return null;
      try {
        const routes = [ipv4NoRoutes(readAll(v4)), ipv6NoRoutes(readAll(v6))];
        return routes.every((count) => count !== null) ? routes.reduce((a, b) => a + b, 0) : null;
      } catch {
        return null;
      }
    },
    close,
  };
}

/** `Ip:` comes twice: a line of names, a line of values. */
function ipv4NoRoutes(text: string): number | null {
  const [names, values] = text.split('\n').flatMap((line) => (line.startsWith('Ip: ') ? [line.split(' ')] : []));
  const value = values?.[names?.indexOf('OutNoRoutes') ?? -1];
  return value === undefined ? null : Number(value);
}

/** Absent when the kernel was started without IPv6: then there is nothing to count. */
function ipv6NoRoutes(text: string): number | null {
  const value = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

function readAll(file: number): string {
  const buffer = Buffer.alloc(32 * 1024);
  return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
}
