import { measureDiskUsage } from '../../sandbox/disk/measure_disk_usage.js';
import { listWritableFolders, type SandboxBackend } from '../../sandbox/sandbox_backend.js';

/** Sizes of workspaces in bytes after each command, by the command line of the contract. */
export type DiskReadings = Map<string, number[]>;

/**
 * Wraps a backend so that it measures workspace and report folder after each command.
 *
 * A workspace that is a copy of its layer has no upper folder; it is not measured.
 */
export function meterDiskUsage(backend: SandboxBackend, readings: DiskReadings): SandboxBackend {
  return {
    name: backend.name,
    probe: () => backend.probe(),
    open: async (order) => {
      const session = await backend.open(order);
      if (order.upper === undefined) return session;
      return {
        ...session,
        resolvePath: (inside) => session.resolvePath(inside),
        close: () => session.close(),
        exec: async (command) => {
          const result = await session.exec(command);
          const grown = await Promise.all(listWritableFolders(order).map((folder) => measureDiskUsage(folder)));
          const line = stripVariables(command.argv.at(-1) ?? '');
          readings.set(line, [...(readings.get(line) ?? []), grown.reduce((a, b) => a + b, 0)]);
          return result;
        },
      };
    },
  };
}

/** Strips the variables in front of a command line of the contract. */
const stripVariables = (script: string) => script.replace(/^([A-Z_]+='(?:[^']|'\\'')*'\n)+/, '');
