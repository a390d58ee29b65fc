import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Restricts the descriptors of a child to those listed. Descriptors that this process inherited would pass to every
 * child; /dev/null replaces them.
 */
export function restrictDescriptors(stdio: readonly ('ignore' | 'pipe' | number)[]): {
  stdio: StdioOptions;
  close: () => void;
} {
  const covered = [...stdio];
  const inherited = listInheritedDescriptors().filter((descriptor) => descriptor >= stdio.length);
  if (inherited.length === 0) return { stdio: covered, close: () => {} };
  const nothing = openSync('/dev/null', 'r+');
  for (const descriptor of inherited) {
    while (covered.length <= descriptor) covered.push('ignore');
    covered[descriptor] = nothing;
  }
  return { stdio: covered, close: () => closeSync(nothing) };
}

let cachedDescriptors: number[] | undefined;

/**
 * Lists descriptors without close-on-exec. Node sets that flag on its own, so these were inherited and never change.
 */
function listInheritedDescriptors(): number[] {
  cachedDescriptors ??= readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && !closesOnExec(descriptor));
  return cachedDescriptors;
}

function closesOnExec(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & 0o2000000) !== 0;
  } catch {
    return true; // the descriptor of the directory listing itself, closed by now
  }
}
