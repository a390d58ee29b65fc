import type { ProjectFiles } from '../project_files.js';

/** Describes what a repository has that a contract must know of: submodules and files in Git LFS. */
export function describeRepository(files: ProjectFiles): string[] {
  const submodules = [
    ...(files.read('.gitmodules') ?? '').slice(0, 100_000).matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm),
  ];
  const names = submodules.slice(0, 5).map(([, path]) => path!.trim());
  const lfs = files.paths
    .filter((path) => /(^|\/)\.gitattributes$/.test(path))
    .slice(0, 50)
    .some((path) => /\bfilter=lfs\b/.test(files.read(path) ?? ''));
  return [
    ...(names.length > 0
      ? [`submodules (${names.join(', ')}${submodules.length > 5 ? ', …' : ''}) are left out unless declared`]
      : []),
    ...(lfs
      ? ['files in Git LFS are pointers here: tests that read them fail unless the snapshot holds their content']
      : []),
  ];
}
