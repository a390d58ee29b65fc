import type { Project } from '../../../project/project.js';

/** Packages that the note names. */
const NAMED = 3;

/**
 * Describes the packages whose tests a contract for pull requests does not run; undefined if there are none. What lies
 * in the same ecosystem below the judged package is run with it.
 */
export function describeOtherPackages(
  projects: readonly Pick<Project, 'folder' | 'ecosystem'>[],
  judged: Pick<Project, 'folder' | 'ecosystem'>,
): string | undefined {
  const isWithin = (folder: string) => judged.folder === '' || `${folder}/`.startsWith(`${judged.folder}/`);
  const packages = projects.filter(({ folder, ecosystem }) => ecosystem !== judged.ecosystem || !isWithin(folder));
  const folders = [...new Set(packages.map(({ folder, ecosystem }) => folder || `the root (${ecosystem})`))];
  if (folders.length === 0) return undefined;
  const more = folders.length > NAMED ? ` and ${folders.length - NAMED} more` : '';
  const names = `${folders.slice(0, NAMED).join(', ')}${more}`;
  return (
    `pull requests are judged by the tests of ${judged.folder || 'the root'} alone, not by those of ${names}: ` +
    'take another package with --project DIR, or all with --test COMMAND'
  );
}
