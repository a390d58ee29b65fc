import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import { UserError } from '../../contract/user_error.js';
import { digestOf } from '../../record/canonical.js';
import { installationOf, withinReach } from '../attempt/toolchain.js';
import { findProgram, SYSTEM_PATH } from '../sandbox/program.js';
import { defaultCache } from '../workspace/cache.js';
import type { Equipment } from './agent.js';
import type { AgentFile } from './agent_schema.js';
import { type NpmInstall, packageOf, programFolders } from './install.js';

/** Where programs of agents are looked for. */
export interface AgentMachine {
  /** Working folder of gatebench, with installations in `agents/`. */
  cache: string;
  /** PATH of the caller. */
  search_path: string;
}

/** What of an installation stands in the record. */
export type Installed = { package: string; packages_sha256: string | null } | { program: string };

/** The folder of an installation: one for each package and version. */
export function installationFolder(cache: string, install: Pick<NpmInstall, 'npm'>): string {
  const { name, version } = packageOf(install);
  return join(cache, 'agents', `${name.replace('@', '').replace('/', '+')}-${version}`);
}

/** The program of an installation; undefined = it is not installed, or not for this machine. */
export const installedProgram = (cache: string, install: NpmInstall, program: string): string | undefined =>
  findProgram(program, absolute(installationFolder(cache, install), install).join(delimiter));

const absolute = (folder: string, install: NpmInstall) => programFolders(install).map((path) => join(folder, path));

/**
 * What an agent's stages need of this machine; undefined = nothing that an agent file names.
 *
 * @throws {UserError} when its program is not here, with what installs it
 */
export function equip(
  { name, install, program }: Pick<AgentFile, 'name' | 'install' | 'program'>,
  { cache, search_path }: AgentMachine,
): { installed: Installed; equipment(loaded: LoadedContract): Equipment } | undefined {
  if (program === undefined) return undefined;
  if (install && 'npm' in install) {
    const folder = installationFolder(cache, install);
    if (!installedProgram(cache, install, program))
      throw new UserError(
        existsSync(folder)
          ? `agent "${name}": the installation of ${install.npm} has no program "${program}" for ${process.platform}-${process.arch}`
          : `agent "${name}" is not installed (${install.npm})`,
        existsSync(folder) ? `Look into ${folder}; removed, it can be installed anew.` : installCommand(name, cache),
      );
    return {
      installed: { package: install.npm, packages_sha256: packagesDigest(folder) },
      equipment: () => ({ folders: [folder], path: absolute(folder, install) }),
    };
  }
  return {
    installed: { program },
    equipment: ({ contract, shown }) => {
      // An image brings its own programs.
      if (contract.environment.image) return { folders: [], path: [] };
      const found = onPath(program, search_path);
      if (found) return found;
      throw new UserError(
        `${shown}: agent "${name}" needs the program "${program}", which is not on PATH or closed to the sandbox's user`,
        install ? `Install it: ${install.documentation}` : 'Install it, or name a container image that has it.',
      );
    },
  };
}

const installCommand = (name: string, cache: string) =>
  `Install it: gatebench agents install ${name}${cache === defaultCache() ? '' : ` --cache ${cache}`}`;

/** A program of the caller's machine with its installation. */
function onPath(program: string, search_path: string): Equipment | undefined {
  const folders = [...search_path.split(delimiter).filter(isAbsolute), ...SYSTEM_PATH.split(delimiter)];
  const folder = folders.find((candidate) => findProgram(program, candidate) && withinReach(candidate));
  if (!folder) return undefined;
  const shown = [folder, dirname(realpathSync(join(folder, program)))].map(
    (one) => [one, installationOf(one)] as const,
  );
  return {
    folders: [...new Set(shown.flatMap(([, all]) => (all === 'system' ? [] : all)))],
    path: [...new Set(shown.flatMap(([one, all]) => (all === 'system' ? [] : [one])))],
  };
}

/**
 * Digest over every package of an installation, with versions and checksums as npm wrote them down: what stands behind the one exact
 * version is chosen when it is installed. Null = it cannot be read.
 */
export function packagesDigest(folder: string): string | null {
  try {
    const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    return digestOf(
      Object.fromEntries(
        Object.entries(lock.packages).map(([path, { version, integrity }]) => [path, `${version} ${integrity ?? ''}`]),
      ),
    );
  } catch {
    return null;
  }
}
