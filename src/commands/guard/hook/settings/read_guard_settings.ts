import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UserError } from '../../../../contract/input/user_error.js';
import type { GuardRule } from '../../../../guard/rules/guard_rule.js';
import { readRegularFile } from '../../../../system/read_regular_file.js';
import { hookParts } from '../parts/hook_parts.js';
import {
  createDefaultSettings,
  GUARD_FILE,
  type GuardLevel,
  type GuardSettings,
  selectLevel,
} from './guard_settings.js';

const MOST_BYTES = 64 * 1024;

/** Places of a project: its top, which is the agent's, and the file that sets its guard. */
interface ProjectPlaces {
  /** Top of the repository around the folder; the folder itself outside of one. */
  top: string;
  guard_file: string | undefined;
}

/**
 * Finds the places of the project around a folder. A home folder that is a repository is no project: everything of the
 * person would belong to the agent.
 */
export function findProjectPlaces(folder: string, home: string | undefined): ProjectPlaces {
  const ancestors = listAncestors(folder);
  const end = ancestors.findIndex((path) => existsSync(join(path, '.git')));
  const repository = end === -1 ? undefined : ancestors[end];
  const isProject = repository !== undefined && (home === undefined || !isAtOrBelow(home, repository));
  const inside = isProject ? ancestors.slice(0, end + 1) : [folder];
  const guard_file = inside.map((path) => join(path, GUARD_FILE)).find((path) => existsSync(path));
  return { top: isProject ? repository : folder, guard_file };
}

function listAncestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listAncestors(parent)];
}

const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/**
 * Reads the settings of a project. It may come from others: without a person's trust, it only makes the guard
 * stricter.
 *
 * @param trusted its allowed rules and its level count, whatever they are
 * @throws {UserError} with file:line:column if they cannot be read
 */
export async function readGuardSettings(
  { top, guard_file }: ProjectPlaces,
  { level, trusted }: { level?: GuardLevel | undefined; trusted: boolean },
): Promise<GuardSettings> {
  if (guard_file === undefined) return createDefaultSettings(level);
  const shown = relative(top, guard_file);
  const text = readSettingsText(guard_file, shown);
  const { readGuardFile, checkGuardFile } = await hookParts.settings();
  const file = readGuardFile(text, shown);
  const folder = dirname(guard_file);
  const paths = file.rules.map(({ name }) => join(folder, name));
  const rules = paths.length === 0 ? createDefaultSettings().rules : await readProjectRules(paths, top);
  checkGuardFile(file, rules);
  const allowed = file.allow.map(({ name }) => name);
  return {
    level: selectLevel(level, trusted || file.level === 'strict' ? file.level : undefined),
    rules,
    allow: new Set(trusted ? allowed : []),
    ignored: new Set(trusted ? [] : allowed),
    deny: new Set(file.deny.map(({ name }) => name)),
    files: [guard_file, ...paths].flatMap((path) => [path, realpathSync(path)]),
  };
}

async function readProjectRules(paths: readonly string[], top: string): Promise<readonly GuardRule[]> {
  const { combineRules, readRulesFile } = await hookParts.rules();
  return combineRules(paths.map((path) => readRulesFile(relative(top, path), top)));
}

function readSettingsText(path: string, shown: string): string {
  try {
    return readRegularFile(path, MOST_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(`${shown}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
