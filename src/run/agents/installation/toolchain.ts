import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { coerce, satisfies, validRange } from 'semver';
import type { Contract } from '../../../contract/contract_schema.js';
import { isDemanded } from '../../../contract/policy/policy.js';
import type { SandboxBackend } from '../../../sandbox/sandbox_backend.js';
import {
  createOwnedFolder,
  createScratchFolder,
  removeTree,
  type WorkspaceCache,
} from '../../../workspace/cache/workspace_cache.js';
import { isRoot } from '../../../workspace/workspace_owner.js';
import { findClockFault } from './create_clock_variables.js';
import { describeMissingTool } from './describe_missing_tool.js';
import { resolveManagedProgram } from './resolve_managed_program.js';
import { selectSearchPath } from './select_search_path.js';

/**
 * Tools that a contract may use inside the sandbox (requirement K3), of the host or of an image: paths and versions.
 */
export interface Toolchain {
  /** PATH inside the sandbox. */
  path: string;
  /** Host folders outside the system's own, mounted read-only under the same path. */
  mounts: Record<string, string>;
  /** Library that holds a declared clock; undefined = none was found, or no contract has declared one yet. */
  clock_library?: string | undefined;
  /**
   * Reads the versions of declared tools and lists problems. Versions of `implied` tools are added where these exist.
   * Each tool is run once per process.
   */
  inspect(
    contract: Contract,
    implied?: readonly string[],
  ): Promise<{ tools: Record<string, string>; problems: string[] }>;
  /**
   * Reads the versions of tools as sessions of a contract see them; those that they do not see are left out. The PATH
   * stays as it is. Each tool is run once per process and PATH.
   */
  readVersions(tools: readonly string[], contract: Contract): Promise<Record<string, string>>;
}

/** Folders beside the programs of a hidden folder that these need. */
const LIBRARY_FOLDERS = ['lib', 'lib64', 'libexec', 'install', 'node_modules'];

/** Entries of an installation: of a virtual environment, a JDK, Go, Homebrew, and managers of versions. */
const INSTALLATION_ENTRIES = ['pyvenv.cfg', 'release', 'VERSION', 'Cellar', 'versions'];

/** Homes of other users, and entries that only a home has. */
const USUAL_HOME = /^\/(?:(?:home|Users)\/[^/]+|root)$/;
const HOME_ENTRIES = ['.ssh', '.gnupg', '.netrc', '.config', '.bashrc'];

const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/**
 * Creates the toolchain of the host.
 *
 * @param searched PATH of the caller: the sandbox finds a tool where the caller finds it first. The Node of this
 * process is the last resort: an Action runs on a Node of the runner, which is nobody's toolchain.
 */
export function createToolchain(
  backend: SandboxBackend,
  cache: WorkspaceCache,
  searched: readonly string[],
): Toolchain {
  const mounts: Record<string, string> = {};
  const extra: string[] = [];
  // Folders of programs that a manager starts come first: its starters may lie in another one.
  const managed: string[] = [];
  const hidden = new Map<string, string>();
  const folders = [...searched.filter((folder) => isAbsolute(folder)), ...SYSTEM_FOLDERS, dirname(process.execPath)];
  find('node');

  function find(tool: string): void {
    for (const folder of folders) {
      if (!isRunnable(join(folder, tool))) continue;
      const program = resolveManagedProgram(join(folder, tool), folders);
      if (program === undefined || !isReachableFolder(dirname(program))) {
        hidden.set(tool, folder);
        continue;
      }
      if (program !== join(folder, tool)) managed.push(dirname(program));
      admit(dirname(program), dirname(program));
      admit(dirname(realpathSync(program)), dirname(program));
      return;
    }
  }

  /**
   * Mounts the installation that a folder of programs belongs to. Of folders below /usr, which are shown anyway, only
   * the one where the tool was found becomes part of the PATH.
   */
  function admit(folder: string, found: string): void {
    if (extra.includes(folder) || SYSTEM_FOLDERS.includes(folder)) return;
    const shown = findInstallationFolders(folder);
    for (const path of shown === 'system' ? [] : shown) mounts[path] = path;
    if (shown !== 'system' || folder === found) extra.push(folder);
  }

  const toolchain: Toolchain = {
    get path() {
      return [...new Set([...managed, ...extra, ...SYSTEM_FOLDERS])].join(':');
    },
    mounts,
    readVersions: createVersionReader(
      ({ environment }) => environment.variables.PATH ?? toolchain.path,
      (tool, path) => readToolVersion(tool, backend, cache, { ...toolchain, path }),
    ),
    inspect: createToolInspector(
      (tool) => {
        find(tool);
        return readToolVersion(tool, backend, cache, toolchain);
      },
      (tool) => describeMissingTool(tool, hidden.get(tool)),
      () => addClockLibrary(backend, cache, toolchain),
    ),
  };
  return toolchain;
}

/**
 * Finds the folders to mount so that programs of a folder work: the installation around them. A hidden folder, such as
 * ~/.cargo or ~/.local, may hold credentials as well: of that only programs and libraries are shown, unless it looks
 * like an installation.
 *
 * @returns `system` if the sandbox shows the system's own folders anyway
 */
export function findInstallationFolders(folder: string, user_home = homedir()): string[] | 'system' {
  if (SYSTEM_FOLDERS.includes(folder) || folder.startsWith('/usr/')) return 'system';
  const parent = dirname(folder);
  const homes = listHomes(user_home);
  const isHome = (path: string) => homes.includes(path) || USUAL_HOME.test(path) || hasEntry(path, HOME_ENTRIES);
  const is_installation = hasEntry(parent, INSTALLATION_ENTRIES);
  const shown =
    (basename(folder) !== 'bin' && basename(folder) !== 'sbin') || isHome(parent)
      ? [folder]
      : basename(parent).startsWith('.') && !is_installation
        ? [folder, ...LIBRARY_FOLDERS.map((name) => join(parent, name))]
        : [parent];
  // Top-level folders, homes and what holds one are never mounted, only the toolchain itself.
  const hasHomeBelow = (path: string) => isHome(path) || homes.some((home) => home.startsWith(`${path}/`));
  return shown.filter((path) => path.split('/').length >= 3 && !hasHomeBelow(path) && existsSync(path));
}

const hasEntry = (folder: string, names: readonly string[]): boolean =>
  names.some((name) => existsSync(join(folder, name)));

/** Lists the paths of the user's home by the environment and by the list of users; it may be a link. */
function listHomes(user_home: string): string[] {
  const homes = [user_home, readListedHome()].flatMap((home) => (home === undefined ? [] : [resolve(home)]));
  return [...new Set(homes.flatMap((home) => [home, existsSync(home) ? realpathSync(home) : home]))];
}

function readListedHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined; // the user is in no list
  }
}

/**
 * Creates the toolchain of a container image; nothing of the host is mounted.
 *
 * @param path PATH of the image
 */
export function createImageToolchain(backend: SandboxBackend, cache: WorkspaceCache, path: string): Toolchain {
  const toolchain: Toolchain = {
    path,
    mounts: {},
    readVersions: createVersionReader(
      ({ environment }) => environment.variables.PATH ?? selectSearchPath(path, environment),
      (tool, path) => readToolVersion(tool, backend, cache, { ...toolchain, path }),
    ),
    inspect: createToolInspector(
      (tool, path) => readToolVersion(tool, backend, cache, { ...toolchain, path: path ?? toolchain.path }),
      (tool) => `tool "${tool}" is not in the image`,
      () => addClockLibrary(backend, cache, toolchain),
      (contract) => selectSearchPath(path, contract.environment),
    ),
  };
  return toolchain;
}

/** Creates the reader of versions of a toolchain, which remembers each of them. */
function createVersionReader(
  getPath: (contract: Contract) => string,
  ask: (tool: string, path: string) => Promise<string | undefined>,
): Toolchain['readVersions'] {
  const versions = new Map<string, Promise<string | undefined>>();
  return async (tools, contract) => {
    const path = getPath(contract);
    const found = await Promise.all(
      tools.map(async (tool) => {
        const key = JSON.stringify([tool, path]);
        const version = versions.get(key) ?? ask(tool, path);
        versions.set(key, version);
        return [tool, await version] as const;
      }),
    );
    return Object.fromEntries(found.flatMap(([tool, version]) => (version === undefined ? [] : [[tool, version]])));
  };
}

/**
 * Creates the inspector of a toolchain, which runs each tool once for each PATH that a contract sets.
 *
 * @param describeAbsence returns the message for a tool that does not exist
 * @param findClock finds the library that holds a declared clock; called once
 * @param getPath returns the PATH of a contract that sets none; absent = that of the toolchain
 */
function createToolInspector(
  ask: (tool: string, path?: string) => Promise<string | undefined>,
  describeAbsence: (tool: string) => string,
  findClock: () => Promise<string | undefined>,
  getPath?: (contract: Contract) => string,
): Toolchain['inspect'] {
  const versions = new Map<string, Promise<string | undefined>>();
  let library: ReturnType<typeof findClock> | undefined;
  return async (contract, implied = []) => {
    const path = contract.environment.variables.PATH ?? getPath?.(contract);
    const versionOnce = (tool: string) => {
      const key = JSON.stringify([tool, path]);
      const version = versions.get(key) ?? ask(tool, path);
      versions.set(key, version);
      return version;
    };
    const tools: Record<string, string> = {};
    const problems: string[] = [];
    for (const [tool, range] of Object.entries(contract.environment.tools)) {
      const version = await versionOnce(tool);
      if (version === undefined) problems.push(describeAbsence(tool));
      else if (range !== '*' && !satisfiesRange(version, range))
        problems.push(`tool "${tool}" is version ${version}, the contract asks for ${range}`);
      if (version !== undefined) tools[tool] = version;
    }
    for (const tool of implied) {
      const version = tools[tool] ?? (await versionOnce(tool));
      if (version !== undefined) tools[tool] = version;
    }
    const { clock } = contract.environment;
    if (clock === 'real') return { tools, problems };
    library ??= findClock();
    const fault = findClockFault(contract, await library);
    // It is a condition under which attempts are compared, as every tool.
    if (fault === undefined) tools.libfaketime = 'there';
    else if (isDemanded(contract.policy.guarantees, 'clock')) problems.push(`the declared clock is not held: ${fault}`);
    return { tools, problems };
  };
}

/** Finds the library that holds a declared clock, and adds it to a toolchain. */
async function addClockLibrary(
  backend: SandboxBackend,
  cache: WorkspaceCache,
  toolchain: Toolchain,
): Promise<string | undefined> {
  toolchain.clock_library = await findClockLibrary(backend, cache, toolchain);
  return toolchain.clock_library;
}

/** Tells whether the sandbox's user can enter a folder; others cannot be mounted for it. */
export function isReachableFolder(folder: string): boolean {
  if (!isRoot) return true;
  const parts = folder.split('/').filter(Boolean);
  return parts.every((_, i) => (statSync(`/${parts.slice(0, i + 1).join('/')}`).mode & 0o001) !== 0);
}

function isRunnable(path: string): boolean {
  return existsSync(path) && statSync(path).isFile() && (statSync(path).mode & 0o111) !== 0;
}

function satisfiesRange(version: string, range: string): boolean {
  const plain = coerce(version);
  return plain !== null && validRange(range) !== null && satisfies(plain, range);
}

/** Commands that print the version of a tool without starting it; where they print none, the tool is asked. */
const QUICK_VERSIONS: Readonly<Record<string, readonly string[]>> = {
  npm: [
    '/bin/sh',
    '-c',
    `sed -n 's/^  "version": "\\([^"]*\\)".*/\\1/p' "$(dirname "$(readlink -f "$(command -v npm)")")/../package.json"`,
  ],
  pip: ['/bin/sh', '-c', `exec $(sed -n '1s/^#!//p' "$(command -v pip)") -I -c 'import pip; print(pip.__version__)'`],
};

/**
 * Reads the version of a tool by running it with `--version` or `version` in the sandbox.
 *
 * @returns undefined if it cannot be started
 */
async function readToolVersion(
  tool: string,
  backend: SandboxBackend,
  cache: WorkspaceCache,
  toolchain: Toolchain,
): Promise<string | undefined> {
  const workspace = createOwnedFolder(createScratchFolder(cache));
  const session = await backend.open({
    workspace,
    read_only_mounts: toolchain.mounts,
    limits: { memory_bytes: 2 ** 31, processes: 256, output_bytes: 2 ** 20 },
    environment: { PATH: toolchain.path, LC_ALL: 'C.UTF-8' },
  });
  try {
    const quick = QUICK_VERSIONS[tool];
    if (quick !== undefined) {
      const { exit_code, stdout } = await session.exec({ argv: quick, timeout_ms: 20_000 });
      const version = Buffer.from(stdout.text).toString().trim();
      if (exit_code === 0 && /^\d+\.\d[\w.+-]*$/.test(version)) return version;
    }
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

/** Folders in which distributions keep the library. */
const PLACES = ['/usr/lib/*/faketime', '/usr/lib/faketime', '/usr/lib64/faketime', '/usr/local/lib/faketime'];

/** Prints the path of a library under which the C library's clock says what it was told. */
const SEARCH = `for library in ${PLACES.map((folder) => `${folder}/libfaketime.so.1`).join(' ')}; do
  [ -e "$library" ] || continue
  year=$(LD_PRELOAD="$library" FAKETIME='@2001-02-03 04:05:06' TZ=UTC date +%Y) || continue
  [ "$year" = 2001 ] && printf '%s' "$library" && exit 0
done
exit 1`;

/**
 * Finds libfaketime inside the sandbox, and tries it there.
 *
 * @returns its path in the sandbox; undefined if there is none that works
 */
async function findClockLibrary(
  backend: SandboxBackend,
  cache: WorkspaceCache,
  { mounts, path }: { mounts: Readonly<Record<string, string>>; path: string },
): Promise<string | undefined> {
  const workspace = createOwnedFolder(createScratchFolder(cache));
  const session = await backend.open({
    workspace,
    read_only_mounts: mounts,
    limits: { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 16 },
    environment: { PATH: path, LC_ALL: 'C' },
  });
  try {
    const { exit_code, stdout } = await session.exec({ argv: ['/bin/sh', '-c', SEARCH], timeout_ms: 20_000 });
    const library = Buffer.from(stdout.text).toString().trim();
    return exit_code === 0 && /^\/[\w./+-]+$/.test(library) ? library : undefined;
  } finally {
    await session.close();
    await removeTree(workspace);
  }
}
