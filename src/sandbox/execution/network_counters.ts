import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Counters of attempts to leave an empty network namespace. The kernel counts every packet without a route
 * (`OutNoRoutes`), so each non-loopback connect, send or lookup shows up, whatever program made it. Counting costs the
 * command nothing, and no process inside can reset the counters.
 */
export interface NetworkCounters {
  /** Attempts so far; null when the counters could not be read. */
  attempts(): number | null;
  close(): void;
}

/**
 * Opens the counters of a process's network namespace. Open files keep the namespace alive, so the counters can be read
 * after its last process has ended.
 *
 * @returns undefined if they cannot be opened
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
        const routes = [parseIpv4NoRoutes(readAll(v4)), parseIpv6NoRoutes(readAll(v6))];
        return routes.every((count) => count !== null) ? routes.reduce((a, b) => a + b, 0) : null;
      } catch {
        return null;
      }
    },
    close,
  };
}

/** Parses `OutNoRoutes` of /proc/net/snmp, where `Ip:` begins a line of names and a line of values. */
function parseIpv4NoRoutes(text: string): number | null {
  const [names, values] = text.split('\n').flatMap((line) => (line.startsWith('Ip: ') ? [line.split(' ')] : []));
  const value = values?.[names?.indexOf('OutNoRoutes') ?? -1];
  return value === undefined ? null : Number(value);
}

/** Parses `Ip6OutNoRoutes`; null on a kernel without IPv6. */
function parseIpv6NoRoutes(text: string): number | null {
  const value = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

function readAll(file: number): string {
  const buffer = Buffer.alloc(32 * 1024);
  return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
}
