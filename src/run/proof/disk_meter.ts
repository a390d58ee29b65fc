import { type SandboxBackend, writtenFolders } from '../sandbox/backend.js';
import { diskUsage } from '../sandbox/disk_usage.js';

/** What workspaces had grown to after each command, by the command line of the contract. Bytes. */
export type DiskReadings = Map<string, number[]>;

/**
 * The same backend, which also measures after each command what its workspace and report folder have grown to. A workspace that is
 * a copy of its layer has no upper folder: nothing is measured there.
 */
export function withDiskMeter(backend: SandboxBackend, readings: DiskReadings): SandboxBackend {
  return {
    name: backend.name,
    probe: () => backend.probe(),
    open: async (order) => {
      const session = await backend.open(order);
      if (order.upper === undefined) return session;
      return {
        ...session,
        place: (inside) => session.place(inside),
        close: () => session.close(),
        exec: async (command) => {
          const result = await session.exec(command);
          const grown = await Promise.all(writtenFolders(order).map((folder) => diskUsage(folder)));
          const line = commandLine(command.argv.at(-1) ?? '');
          readings.set(line, [...(readings.get(line) ?? []), grown.reduce((a, b) => a + b, 0)]);
          return result;
        },
      };
    },
  };
}

/** The contract's command line, without the variables that are set in front of it. */
const commandLine = (script: string) => script.replace(/^([A-Z_]+='(?:[^']|'\\'')*'\n)+/, '');
