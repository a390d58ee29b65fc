import { rmSync } from 'node:fs';

const folders = new Set<string>();

/** Removes a folder when this process ends. One listener serves all folders, since a process may make many runs. */
export function removeAtExit(folder: string): void {
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
