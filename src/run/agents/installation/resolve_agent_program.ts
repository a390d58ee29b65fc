import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import { findProgram, SYSTEM_PATH } from '../../../system/find_program.js';
import { getDefaultCachePath } from '../../../workspace/cache/workspace_cache.js';
import type { AgentLookupOptions, AgentMounts } from '../agent.js';
import { findInstalledProgram, getInstallationFolder, listInstalledFolders } from './install_agent.js';
import type { AgentInstall } from './install_schema.js';
import { resolveManagedProgram } from './resolve_managed_program.js';
import { findInstallationFolders, isReachableFolder } from './toolchain.js';

/** Platform and architecture of this machine. */
const MACHINE = `${process.platform}-${process.arch}`;

/** Description of an installation in the record. */
type InstallationRecord = { package: string; packages_sha256: string | null } | { program: string };

/**
 * Finds the program of an agent file and the mounts that it needs.
 *
 * @returns undefined if the file names no program
 * @throws {UserError} with the install command if the program does not exist
 */
export function resolveAgentProgram(
  { name, install, program }: { name: string; install?: AgentInstall | undefined; program?: string | undefined },
  { cache, search_path }: AgentLookupOptions,
): { installed: InstallationRecord; mounts(loaded: LoadedContract): AgentMounts } | undefined {
  if (program === undefined) return undefined;
  if (install && 'npm' in install) {
    const folder = getInstallationFolder(cache, install);
    if (!findInstalledProgram(cache, install, program))
      throw new UserError(
        existsSync(folder)
          ? `agent "${name}": the installation of ${install.npm} has no program "${program}" for ${MACHINE}`
          : `agent "${name}" is not installed (${install.npm})`,
        existsSync(folder) ? `Look into ${folder}; removed, it can be installed anew.` : formatInstallHint(name, cache),
      );
    return {
      installed: { package: install.npm, packages_sha256: computePackagesDigest(folder) },
      mounts: () => ({ folders: [folder], path: listInstalledFolders(folder, install) }),
    };
  }
  return {
    installed: { program },
    mounts: ({ contract, shown }) => {
      // An image has its own programs.
      if (contract.environment.image) return { folders: [], path: [] };
      const program_mounts = findOnPath(program, search_path);
      if (program_mounts) return program_mounts;
      throw new UserError(
        `${shown}: agent "${name}" needs the program "${program}", ` +
          `which is not on PATH or closed to the sandbox's user`,
        install ? `Install it: ${install.documentation}` : 'Install it, or name a container image that has it.',
      );
    },
  };
}

const formatInstallHint = (name: string, cache: string) =>
  `Install it: gatebench agents install ${name}${cache === getDefaultCachePath() ? '' : ` --cache ${cache}`}`;

/** Finds a program on the caller's machine, with its installation. */
function findOnPath(program: string, search_path: string): AgentMounts | undefined {
  const folders = [...search_path.split(delimiter).filter(isAbsolute), ...SYSTEM_PATH.split(delimiter)];
  for (const folder of folders) {
    if (!findProgram(program, folder)) continue;
    const resolved = resolveManagedProgram(join(folder, program), folders);
    if (resolved === undefined || !isReachableFolder(dirname(resolved))) continue;
    const shown = [dirname(resolved), dirname(realpathSync(resolved))].map(
      (one) => [one, findInstallationFolders(one)] as const,
    );
    return {
      folders: [...new Set(shown.flatMap(([, all]) => (all === 'system' ? [] : all)))],
      path: [...new Set(shown.flatMap(([one, all]) => (all === 'system' ? [] : [one])))],
    };
  }
  return undefined;
}

/**
 * Computes a digest over every package of an installation, with versions and checksums from npm's lock. Dependencies
 * are chosen at installation, so the exact version alone does not identify them.
 *
 * @returns null if the lock cannot be read
 */
function computePackagesDigest(folder: string): string | null {
  try {
    const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    return computeDigest(
      Object.fromEntries(
        Object.entries(lock.packages).map(([path, { version, integrity }]) => [path, `${version} ${integrity ?? ''}`]),
      ),
    );
  } catch {
    return null;
  }
}
