import type { Project } from './project.js';
import type { ProjectFiles } from './project_files.js';
export function detectProjects(_: ProjectFiles): { projects: Project[]; reasons: string[] } { return { projects: [], reasons: [] }; }
