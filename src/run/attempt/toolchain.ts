import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { coerce, satisfies, validRange } from 'semver';
import type { Contract } from '../../contract/schema.js';
import type { SandboxBackend } from '../sandbox/backend.js';
import { type Cache, ownedFolder, removeTree, scratch } from '../workspace/cache.js';
import { asRoot } from '../workspace/owner.js';

/** The tools that a contract may use inside the sandbox (K3), the host's or an image's: where they are, and their versions. */
export interface Toolchain {
  /** PATH inside the sandbox. */
  path: string;
  /** Host folders outside the system's own, shown read-only under the same path. */
  mounts: Record<string, string>;
  /**
   * Declared tools with recorded versions, and what is wrong with them; `implied` tools are recorded where they are there. Each
   * tool is asked once per process.
   */
  inspect(
    contract: Contract,
    implied?: readonly string[],
  ): Promise<{ tools: Record<string, string>; problems: string[] }>;
}

const SYSTEM = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/**
 * @param searched the caller's PATH: where a tool is found first is where the sandbox finds it too. Our own Node is the
 *   last resort; an Action runs on a Node of the runner's that is nobody's toolchain.
 */
export function openToolchain(backend: SandboxBackend, cache: Cache, searched: readonly string[]): Toolchain {
  const mounts: Record<string, string> = {};
  const extra: string[] = [];
  const folders = [...searched.filter((folder) => isAbsolute(folder)), ...SYSTEM, dirname(process.execPath)];
  find('node');

  function find(tool: string): void {
    const folder = folders.find((candidate) => runnable(join(candidate, tool)) && withinReach(candidate));
    if (!folder) return;
    admit(folder);
    admit(dirname(realpathSync(join(folder, tool))));
  }

  /** Shows the installation that a folder of programs belongs to: its parent, which holds their libraries. */
  function admit(folder: string): void {
    if (extra.includes(folder)) return;
    const shown = installationOf(folder);
    if (shown === 'system') return;
    for (const path of shown) mounts[path] = path;
    extra.push(folder);
  }

  const toolchain: Toolchain = {
    get path() {
      return [...extra, ...SYSTEM].join(':');
    },
    mounts,
    inspect: inspection((tool) => {
      find(tool);
      return versionOf(tool, backend, cache, toolchain);
    }, 'is not on this machine (or not visible to the sandbox)'),
  };
  return toolchain;
}

/** What has to be shown for programs of a folder to work: their installation, or nothing where the system's own is shown anyway. */
export function installationOf(folder: string): string[] | 'system' {
  if (SYSTEM.includes(folder) || folder.startsWith('/usr/')) return 'system';
  const parent = dirname(folder);
  const shown =
    basename(folder) !== 'bin' && basename(folder) !== 'sbin'
      ? [folder]
      : basename(parent) === '.local'
        ? [folder, join(parent, 'lib')]
        : [parent];
  // Never a top-level folder, such as a home: a toolchain is shown, not what lies around it.
  return shown.filter((path) => path.split('/').length >= 3 && path !== homedir() && existsSync(path));
}

/** The tools of a container image: the host's make no sense in it, so nothing is mounted. @param path the image's own PATH */
export function imageToolchain(backend: SandboxBackend, cache: Cache, path: string): Toolchain {
  const toolchain: Toolchain = {
    path,
    mounts: {},
    inspect: inspection((tool) => versionOf(tool, backend, cache, toolchain), 'is not in the image'),
  };
  return toolchain;
}

/** Looks at the tools of a contract, asking each of them once. @param absent what to say of a tool that is not there */
function inspection(ask: (tool: string) => Promise<string | undefined>, absent: string): Toolchain['inspect'] {
  const versions = new Map<string, Promise<string | undefined>>();
  const versionOnce = (tool: string) => {
    const asked = versions.get(tool) ?? ask(tool);
    versions.set(tool, asked);
    return asked;
  };
  return async (contract, implied = []) => {
    const tools: Record<string, string> = {};
    const problems: string[] = [];
    for (const [tool, range] of Object.entries(contract.environment.tools)) {
      const version = await versionOnce(tool);
      if (version === undefined) problems.push(`tool "${tool}" ${absent}`);
      else if (range !== '*' && !fits(version, range))
        problems.push(`tool "${tool}" is version ${version}, the contract asks for ${range}`);
      if (version !== undefined) tools[tool] = version;
    }
    for (const tool of implied) {
      const version = tools[tool] ?? (await versionOnce(tool));
      if (version !== undefined) tools[tool] = version;
    }
    return { tools, problems };
  };
}

/** Whether the sandbox's user can enter a folder: what is closed to others cannot be shown to it. */
export function withinReach(folder: string): boolean {
  if (!asRoot) return true;
  const parts = folder.split('/').filter(Boolean);
  return parts.every((_, i) => (statSync(`/${parts.slice(0, i + 1).join('/')}`).mode & 0o001) !== 0);
}

function runnable(path: string): boolean {
  return existsSync(path) && statSync(path).isFile() && (statSync(path).mode & 0o111) !== 0;
}

function fits(version: string, range: string): boolean {
  const plain = coerce(version);
  return plain !== null && validRange(range) !== null && satisfies(plain, range);
}

/** What `tool --version` (or `tool version`) says, run in the sandbox; undefined when it cannot be started. */
async function versionOf(
  tool: string,
  backend: SandboxBackend,
  cache: Cache,
  toolchain: Toolchain,
): Promise<string | undefined> {
  const workspace = ownedFolder(scratch(cache));
  const session = await backend.open({
    workspace,
    read_only_mounts: toolchain.mounts,
    limits: { memory_bytes: 2 ** 31, processes: 256, output_bytes: 2 ** 20 },
    environment: { PATH: toolchain.path, LC_ALL: 'C.UTF-8' },
  });
  try {
    for (const argument of ['--version', 'version', '-version']) {
      const result = await session.exec({ argv: [tool, argument], timeout_ms: 20_000 });
      if (result.cause === 'not-started' || result.exit_code === 127) return undefined;
      const text = Buffer.from(result.stdout.text).toString() + Buffer.from(result.stderr.text).toString();
      const version = /(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.]+)?)/.exec(text)?.[1];
      if (result.exit_code === 0) return version ?? text.split('\n')[0]!.trim().slice(0, 80);
    }
    return 'unknown';
  } finally {
    await session.close();
    await removeTree(workspace);
  }
}
