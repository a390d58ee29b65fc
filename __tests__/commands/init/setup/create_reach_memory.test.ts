import { createReachMemory } from '../../../../src/commands/init/setup/create_reach_memory.js';
import { createCommand, createInstallCommand } from '../../../../src/project/project.js';

const FULL = [createInstallCommand('npm ci', '')];
const LOOSE = [createInstallCommand('npm install', '')];
const SELECTED = [{ ...createInstallCommand('npm install a', ''), left_out: ['b'] }];
const NOTHING = [createCommand('true', '')];
const PROBLEM = 'git.example.org cannot be reached from the sandbox';

it('an address that one installation could not reach ends the others of the same dependencies, and no other setup', () => {
  const memory = createReachMemory();
  memory.note(FULL, 'dependencies', undefined);
  expect(memory.explain(LOOSE, 'dependencies')).toBeUndefined();
  memory.note(FULL, 'dependencies', 'git.example.org');
  expect(memory.explain(FULL, 'dependencies')).toBe(PROBLEM);
  expect(memory.explain(LOOSE, 'dependencies')).toBe(PROBLEM);
  expect(memory.explain(LOOSE, 'others')).toBeUndefined();
  expect(memory.explain(SELECTED, 'dependencies')).toBeUndefined();
  expect(memory.explain(NOTHING, 'dependencies')).toBeUndefined();
});

it('an address that an installation of some packages could not reach says nothing about the others', () => {
  const memory = createReachMemory();
  memory.note(SELECTED, 'dependencies', 'git.example.org');
  expect(memory.explain(FULL, 'dependencies')).toBeUndefined();
});

it('a registry that could not be reached ends the setups that ask it, for all dependencies, and no other', () => {
  const memory = createReachMemory();
  const yarn = [{ ...createInstallCommand('yarn install', ''), source: 'yarn' }];
  memory.note(yarn, 'dependencies', 'yarn.registry.example');
  expect(memory.explain(yarn, 'others')).toBe('yarn.registry.example cannot be reached from the sandbox');
  expect(memory.explain(FULL, 'dependencies')).toBeUndefined();
});
