import type { Project, Runner } from '../cheat.js';
import { jestProject } from './jest.js';
import { nodeProject } from './node.js';
import { pytestProject, unittestProject } from './python.js';
import { makeProject, shellExitProject, shellProject } from './shell.js';

export const PROJECTS: Record<Runner, () => Project> = {
  'node-junit': () => nodeProject('node-junit'),
  'node-tap': () => nodeProject('node-tap'),
  'node-events': () => nodeProject('node-events'),
  'npm-junit': () => nodeProject('npm-junit'),
  jest: jestProject,
  unittest: unittestProject,
  pytest: pytestProject,
  'shell-tap': shellProject,
  'shell-exit': shellExitProject,
  'make-tap': makeProject,
};
