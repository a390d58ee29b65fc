import { detectCmakeProjects } from '../ecosystems/detect_cmake_projects.js';
import { detectDotnetProjects } from '../ecosystems/detect_dotnet_projects.js';
import { detectGoProjects } from '../ecosystems/detect_go_projects.js';
import { detectJavaProjects } from '../ecosystems/detect_java_projects.js';
import { detectPhpProjects } from '../ecosystems/detect_php_projects.js';
import { detectRubyProjects } from '../ecosystems/detect_ruby_projects.js';
import { detectRustProjects } from '../ecosystems/detect_rust_projects.js';
import { detectNodeProjects } from '../node/detect_node_projects.js';
import type { Project } from '../project.js';
import type { ProjectFiles } from '../project_files.js';
import { detectPythonProjects } from '../python/detect_python_projects.js';

/** Reader of one ecosystem: its projects, the most likely first, or the reasons why there are none. */
type ProjectDetector = (files: ProjectFiles) => { projects: Project[]; reasons: string[] };

const DETECTORS: readonly ProjectDetector[] = [
  detectNodeProjects,
  detectPythonProjects,
  detectGoProjects,
  detectRustProjects,
  detectJavaProjects,
  detectRubyProjects,
  detectPhpProjects,
  detectCmakeProjects,
  detectDotnetProjects,
];

const MAX_PATHS = 200_000;

/**
 * Detects the projects of a repository, the most likely first: those at the root before those in folders, then by
 * their number of test files. Without any, the reasons say why. Never throws on malformed files.
 */
export function detectProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const bounded =
    files.paths.length <= MAX_PATHS
      ? files
      : { ...files, paths: files.paths.slice(0, MAX_PATHS), read: (path: string) => files.read(path) };
  const results = DETECTORS.map((detect) => detect(bounded));
  const notes = describeRepository(bounded);
  const counted = results
    .flatMap(({ projects }) => projects)
    .map((project) => ({ project, tests: bounded.paths.filter((path) => project.isTestFile(path)).length }));
  const projects = counted.filter(({ tests }) => tests > 0).sort(compareProjects);
  const withoutTests = counted
    .filter(({ tests }) => tests === 0)
    .map(({ project: { folder, tests } }) => `${folder || 'repository root'}: ${tests.runner} has no test files here`);
  const reasons = [...new Set([...results.flatMap((result) => result.reasons), ...withoutTests])].slice(0, 50);
  const kinds = new Set(projects.map(({ project }) => project.ecosystem));
  if (kinds.size > 1) notes.push(`the repository has projects of several ecosystems: ${[...kinds].join(', ')}`);
  return {
    projects: projects.map(({ project }) => ({ ...project, notes: [...project.notes, ...notes] })),
    reasons:
      reasons.length > 0 || projects.length > 0
        ? reasons
        : ['no manifest of a known ecosystem: package.json, pyproject.toml, go.mod, Cargo.toml, pom.xml, …'],
  };
}

interface RankedProject {
  project: Project;
  tests: number;
}

function compareProjects(a: RankedProject, b: RankedProject): number {
  const rankRunner = ({ project }: RankedProject) => (project.tests.runner === 'npm test' ? 1 : 0);
  const nested = ({ project }: RankedProject) => (project.folder === '' ? 0 : 1);
  const further = ({ project }: RankedProject) => (project.further === true ? 1 : 0);
  return further(a) - further(b) || rankRunner(a) - rankRunner(b) || nested(a) - nested(b) || b.tests - a.tests;
}

/** Describes what a repository has that a contract must know of: submodules and files in Git LFS. */
function describeRepository(files: ProjectFiles): string[] {
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
