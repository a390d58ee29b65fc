import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PackageEcosystem } from '../contract/policy/patch_policy_finding.js';
import { readRegularFile } from '../system/read_regular_file.js';
import { parseRegistryHost } from './package_registries.js';

/** Name of the registry that is built into a package manager. */
const BUILT_IN = 'default';
/** Name of packages in folders of the machine. */
const FOLDER = 'folder';
const MAX_FILE_BYTES = 2 ** 20;
const MOST_PLACES = 50;

/** Places in which one package manager is configured. */
interface RegistrySetting {
  /** Names of variables of the environment. */
  variable: RegExp;
  /** Paths of configuration files; a missing one is none. */
  files: readonly string[];
  /** Lines of the files that name registries. */
  line: RegExp;
}

/** Lists the places in which the package managers of a machine are configured. */
function listSettings(variables: Readonly<Record<string, string>>): Record<PackageEcosystem, RegistrySetting> {
  const home = variables.HOME ?? homedir();
  const config = variables.XDG_CONFIG_HOME ?? join(home, '.config');
  const system = (variables.XDG_CONFIG_DIRS ?? '/etc/xdg').split(':');
  const prefix = dirname(dirname(process.execPath));
  return {
    npm: {
      variable: /^(npm_config|NPM_CONFIG)_(.*_)?registry$|^YARN_(NPM_REGISTRY_SERVER|REGISTRY)$/i,
      files: [
        ...[variables.npm_config_userconfig ?? join(home, '.npmrc'), '/etc/npmrc', join(prefix, 'etc/npmrc')],
        ...[join(home, '.yarnrc'), join(home, '.yarnrc.yml')],
      ],
      line: /registry/i,
    },
    pypi: {
      variable: /^PIP_(INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS)$/,
      files: [
        ...(variables.PIP_CONFIG_FILE === undefined ? [] : [variables.PIP_CONFIG_FILE]),
        ...['/etc/pip.conf', ...system.map((folder) => join(folder, 'pip/pip.conf'))],
        ...[join(home, '.pip/pip.conf'), join(config, 'pip/pip.conf')],
      ],
      line: /^\s*((extra-)?index-url|find-links)\s*[=:]|^\s+\S/,
    },
    go: {
      variable: /^GOPROXY$/,
      files: [variables.GOENV ?? join(config, 'go/env')],
      line: /^\s*GOPROXY\s*=/,
    },
    cargo: {
      variable: /^CARGO_REGISTRIES_\w+_INDEX$/,
      files: ['config.toml', 'config'].map((name) => join(variables.CARGO_HOME ?? join(home, '.cargo'), name)),
      line: /^\s*(registry|index)\s*=/,
    },
    gem: { variable: /^(GEM_SOURCE|BUNDLE_MIRROR\w*)$/, files: [join(home, '.gemrc')], line: /^\s*-\s/ },
  };
}

/**
 * Reads which registries the package managers of this machine are configured for, for the manifest (requirement R2):
 * by ecosystem the hosts with their ports, `folder` for folders, or `default` for what is built into the manager. It
 * starts no program, and returns no path, name or password of an address.
 *
 * @param variables environment of the tools
 */
export function readRegistrySettings(
  variables: Readonly<Record<string, string>> = {},
): Record<PackageEcosystem, string[]> {
  const settings = Object.entries(listSettings(variables)).map(([ecosystem, { variable, files, line }]) => {
    const texts = [
      ...Object.entries(variables).flatMap(([name, value]) => (variable.test(name) ? [value] : [])),
      ...files.flatMap((file) => readLines(file).filter((text) => line.test(text) && !/^\s*[#;]/.test(text))),
    ];
    const places = [...new Set(texts.flatMap(findPlaces))].sort().slice(0, MOST_PLACES);
    return [ecosystem, places.length === 0 ? [BUILT_IN] : places];
  });
  return Object.fromEntries(settings);
}

/** Finds the places of packages in a text: hosts and folders. */
function findPlaces(text: string): string[] {
  return text
    .split(/[\s"',|=]+/)
    .map((word) => word.replace(/^sparse\+/, ''))
    .flatMap((word) => {
      if (/^(file:\/\/)?\//.test(word)) return [FOLDER];
      return parseRegistryHost(word).map(({ pattern }) => pattern.replace(/:(80|443)$/, ''));
    });
}

function readLines(file: string): string[] {
  try {
    return existsSync(file) && statSync(file).isFile()
      ? readRegularFile(file, MAX_FILE_BYTES).toString().split('\n')
      : [];
  } catch {
    return []; // what this process may not read, the package manager may not read either
  }
}
