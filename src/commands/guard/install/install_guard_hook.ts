import { existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { escapeInvisible, UserError } from '../../../contract/input/user_error.js';
import { readRegularFile } from '../../../system/read_regular_file.js';
import { writeAtomically } from '../../../system/write_atomically.js';
import type { CommandContext } from '../../io/command_context.js';
import { type HookClient, hookClients, isHookClient } from '../hook/clients/hook_formats.js';
import type { GuardLevel } from '../hook/settings/guard_settings.js';
import { addJsonEntries, removeJsonEntries } from './add_json_entries.js';
import {
  createHookSettings,
  getProjectHookPath,
  getUserHookPath,
  HOOK_REMARKS,
  PLUGIN_MARK,
  renderOpencodePlugin,
} from './create_hook_settings.js';

/** Options of `installGuardHook`. */
interface InstallGuardHookOptions {
  client: string;
  /** Folder of the project to install it for; default: for all projects of the user. */
  project?: string | undefined;
  level?: GuardLevel | undefined;
  /** File to which the hook logs. */
  log?: string | undefined;
  /** True if a project's own file may allow rules. */
  trust_project_settings?: boolean | undefined;
  /** Write without a question. */
  yes: boolean;
}

/** Facts about the machine. */
interface InstallationPlace {
  cwd: string;
  home: string | undefined;
  /** Program that runs gatebench, and its file. */
  program: readonly string[];
}

const MOST_BYTES = 16 * 2 ** 20;

/**
 * Installs the guard in a client: shows the change of the client's settings, and makes it when the person agrees.
 *
 * @returns 0 if it is installed, 1 if the person did not agree
 * @throws {UserError} if the settings cannot be read, or nobody can be asked
 */
export function installGuardHook(
  options: InstallGuardHookOptions,
  place: InstallationPlace,
  out: CommandContext,
): Promise<0 | 1> {
  const client = readClient(options.client);
  const words = [
    ...place.program,
    ...['guard', '--hook', client],
    ...(options.level === undefined ? [] : ['--level', options.level]),
    ...(options.log === undefined ? [] : ['--log', resolve(place.cwd, options.log)]),
    ...(options.trust_project_settings === true ? ['--project-settings'] : []),
  ];
  return changeSettings({ ...options, client }, place, out, (text, path) => {
    if (client === 'opencode') return addPlugin(text, path, words);
    const settings = createHookSettings(client, words);
    const old_settings = text?.trim() === '' ? '{}' : text;
    return addJsonEntries(old_settings && removeJsonEntries(old_settings, path, settings), path, settings);
  });
}

/** Takes the guard out of a client: exactly what `installGuardHook` wrote. @throws {UserError} as that does */
export function uninstallGuardHook(
  options: Omit<InstallGuardHookOptions, 'level' | 'log' | 'trust_project_settings'>,
  place: InstallationPlace,
  out: CommandContext,
): Promise<0 | 1> {
  const client = readClient(options.client);
  return changeSettings({ ...options, client }, place, out, (text, path) => {
    if (text === undefined || text.trim() === '') return text;
    if (client === 'opencode') return text.startsWith(PLUGIN_MARK) ? undefined : text;
    return removeJsonEntries(text, path, createHookSettings(client, []));
  });
}

function readClient(name: string): HookClient {
  if (!isHookClient(name)) throw new UserError(`"${name}" is no client; there are ${hookClients.join(', ')}`);
  return name;
}

function addPlugin(text: string | undefined, path: string, words: readonly string[]): string {
  if (text !== undefined && !text.startsWith(PLUGIN_MARK))
    throw new UserError(`${path}: is somebody else's plugin`, 'Nothing was written.');
  return renderOpencodePlugin(words);
}

async function changeSettings(
  { client, project, yes }: { client: HookClient; project?: string | undefined; yes: boolean },
  { cwd, home }: InstallationPlace,
  out: CommandContext,
  change: (text: string | undefined, path: string) => string | undefined,
): Promise<0 | 1> {
  const hook_path =
    project === undefined
      ? getUserHookPath(client, home, (name) => out.variable?.(name))
      : getProjectHookPath(client, resolve(cwd, project));
  if (hook_path === undefined) throw new UserError('HOME is not set', 'Use --project DIR.');
  // A link to a file that is kept elsewhere stays a link.
  const path = existsSync(hook_path) ? realpathSync(hook_path) : hook_path;
  const old_text = readSettings(path);
  const new_text = change(old_text, path);
  if (new_text === old_text) {
    out.log(`${escapeInvisible(path)}: nothing to change`);
    return 0;
  }
  out.log(`${escapeInvisible(path)}${new_text === undefined ? ' (removed)' : ''}`);
  for (const line of renderDiff(old_text, new_text)) out.log(escapeInvisible(line));
  if (!yes && !(await askPerson(out))) {
    out.log('nothing was written');
    return 1;
  }
  if (readSettings(path) !== old_text)
    throw new UserError(`${path}: was changed meanwhile`, 'Nothing was written. Try again.');
  if (new_text === undefined) rmSync(path);
  else {
    mkdirSync(dirname(path), { recursive: true });
    const mode = old_text === undefined ? undefined : statSync(path).mode & 0o777;
    writeAtomically(path, new_text, mode);
  }
  out.log('written');
  const remark = HOOK_REMARKS[client];
  if (remark !== undefined && new_text !== undefined) out.log(remark);
  return 0;
}

async function askPerson({ question, signal }: CommandContext): Promise<boolean> {
  if (!question) throw new UserError('nobody can be asked here', 'Add --yes to write the change.');
  const because = ['The client runs this command before its tools from then on.'];
  const answer = await question({ text: 'Write this?', because, fallback: 'no', option: '--yes' }, signal);
  return /^y(es)?$/i.test(answer ?? '');
}

function readSettings(path: string): string | undefined {
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readRegularFile(path, MOST_BYTES));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${path}: cannot be read (${code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'not UTF-8' : code})`,
    );
  }
}

/** Lines around a change that are shown. */
const AROUND = 3;

/**
 * Renders the change of a text as lines with "+" and "-". A change of settings is in one place, so everything between
 * the equal lines at both ends counts as changed.
 */
function renderDiff(old_text: string | undefined, new_text: string | undefined): string[] {
  const old_lines = splitLines(old_text);
  const new_lines = splitLines(new_text);
  const shortest = Math.min(old_lines.length, new_lines.length);
  let head = 0;
  while (head < shortest && old_lines[head] === new_lines[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old_lines.at(-1 - tail) === new_lines.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - AROUND);
  const end = old_lines.length - tail;
  return [
    `@@ line ${start + 1} @@`,
    ...old_lines.slice(start, head).map((line) => ` ${line}`),
    ...old_lines.slice(head, end).map((line) => `-${line}`),
    ...new_lines.slice(head, new_lines.length - tail).map((line) => `+${line}`),
    ...old_lines.slice(end, end + AROUND).map((line) => ` ${line}`),
  ];
}

const splitLines = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
