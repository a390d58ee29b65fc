import type { PackageEcosystem } from '../../contract/policy/patch_policy_finding.js';
import {
  createEmptyContent,
  type DependencyFileKind,
  type DependencyFileReader,
} from './readers/dependency_file_reader.js';
import { readCargoConfig, readCargoLock, readCargoToml } from './readers/read_cargo_toml.js';
import { readBuildProgram, readGemfile, readGemfileLock } from './readers/read_gemfile.js';
import { readGoMod, readGoSum } from './readers/read_go_mod.js';
import { readNpmLock } from './readers/read_npm_lock.js';
import { readNpmManifest } from './readers/read_npm_manifest.js';
import { readBundleConfig, readBunfig, readNpmrc, readPnpmWorkspace, readYarnrc } from './readers/read_npmrc.js';
import { readPipfile, readPipfileLock } from './readers/read_pipfile.js';
import { readPnpmLock } from './readers/read_pnpm_lock.js';
import { readPyproject } from './readers/read_pyproject.js';
import { readPythonLock } from './readers/read_python_lock.js';
import { isRequirementsPath, readRequirements } from './readers/read_requirements.js';
import { readPipConf, readSetupCfg, readSetupPy } from './readers/read_setup_py.js';
import { readYarnLock } from './readers/read_yarn_lock.js';

const createManifestKind = (ecosystem: PackageEcosystem, read: DependencyFileReader): DependencyFileKind => ({
  ecosystem,
  lockfile: false,
  read,
});
const createLockfileKind = (ecosystem: PackageEcosystem, read: DependencyFileReader): DependencyFileKind => ({
  ecosystem,
  lockfile: true,
  read,
});

/** Reports files of unsupported formats as unreadable, so that their changes are not overlooked. */
const readNothing: DependencyFileReader = () => ({ unreadable: 'its format is not read' });
/** Reports the presence of code that a package manager runs by itself. */
const readProgram: DependencyFileReader = (text, file) => {
  const reading = createEmptyContent();
  reading.scripts.push({ what: `${file.split('/').at(-1)} runs at installation`, text });
  return reading;
};

const BY_NAME: ReadonlyMap<string, DependencyFileKind> = new Map([
  ['package.json', createManifestKind('npm', readNpmManifest)],
  ['package-lock.json', createLockfileKind('npm', readNpmLock)],
  ['npm-shrinkwrap.json', createLockfileKind('npm', readNpmLock)],
  ['yarn.lock', createLockfileKind('npm', readYarnLock)],
  ['pnpm-lock.yaml', createLockfileKind('npm', readPnpmLock)],
  ['pnpm-workspace.yaml', createManifestKind('npm', readPnpmWorkspace)],
  ['.npmrc', createManifestKind('npm', readNpmrc)],
  ['.yarnrc', createManifestKind('npm', readNpmrc)],
  ['.yarnrc.yml', createManifestKind('npm', readYarnrc)],
  ['bunfig.toml', createManifestKind('npm', readBunfig)],
  ['.pnpmfile.cjs', createManifestKind('npm', readProgram)],
  ['.pnpmfile.mjs', createManifestKind('npm', readProgram)],
  ['pnpmfile.js', createManifestKind('npm', readProgram)],
  ['.pnp.cjs', createManifestKind('npm', readProgram)],
  ['.pnp.loader.mjs', createManifestKind('npm', readProgram)],
  ['binding.gyp', createManifestKind('npm', readProgram)],
  ['bun.lock', createLockfileKind('npm', readNothing)],
  ['bun.lockb', createLockfileKind('npm', readNothing)],
  ['deno.lock', createLockfileKind('npm', readNothing)],
  ['package.json5', createManifestKind('npm', readNothing)],
  ['package.yaml', createManifestKind('npm', readNothing)],
  ['pyproject.toml', createManifestKind('pypi', readPyproject)],
  ['uv.toml', createManifestKind('pypi', readPyproject)],
  ['setup.cfg', createManifestKind('pypi', readSetupCfg)],
  ['setup.py', createManifestKind('pypi', readSetupPy)],
  ['Pipfile', createManifestKind('pypi', readPipfile)],
  ['Pipfile.lock', createLockfileKind('pypi', readPipfileLock)],
  ['poetry.lock', createLockfileKind('pypi', readPythonLock)],
  ['uv.lock', createLockfileKind('pypi', readPythonLock)],
  ['pdm.lock', createLockfileKind('pypi', readPythonLock)],
  ['pylock.toml', createLockfileKind('pypi', readNothing)],
  ['environment.yml', createManifestKind('pypi', readNothing)],
  ['environment.yaml', createManifestKind('pypi', readNothing)],
  ['conda-lock.yml', createLockfileKind('pypi', readNothing)],
  ['pip.conf', createManifestKind('pypi', readPipConf)],
  ['pip.ini', createManifestKind('pypi', readPipConf)],
  ['go.mod', createManifestKind('go', readGoMod)],
  ['go.work', createManifestKind('go', readGoMod)],
  ['go.sum', createLockfileKind('go', readGoSum)],
  ['go.work.sum', createLockfileKind('go', readGoSum)],
  ['Cargo.toml', createManifestKind('cargo', readCargoToml)],
  ['Cargo.lock', createLockfileKind('cargo', readCargoLock)],
  ['build.rs', createManifestKind('cargo', readProgram)],
  ['Gemfile', createManifestKind('gem', readGemfile)],
  ['gems.rb', createManifestKind('gem', readGemfile)],
  ['Gemfile.lock', createLockfileKind('gem', readGemfileLock)],
  ['gems.locked', createLockfileKind('gem', readGemfileLock)],
  ['extconf.rb', createManifestKind('gem', readBuildProgram)],
]);

/**
 * Detects the role of a file in dependency policy by its path.
 *
 * @returns undefined if it has none
 */
export function detectFileKind(path: string): DependencyFileKind | undefined {
  const name = path.split('/').at(-1)!;
  const namedKind = BY_NAME.get(name);
  if (namedKind) return namedKind;
  if (isRequirementsPath(path)) return createManifestKind('pypi', readRequirements);
  if (/\.gemspec$/.test(name)) return createManifestKind('gem', readGemfile);
  if (/(^|\/)\.cargo\/config(\.toml)?$/.test(path)) return createManifestKind('cargo', readCargoConfig);
  if (/(^|\/)\.bundle\/config$/.test(path)) return createManifestKind('gem', readBundleConfig);
  if (/(^|\/)\.yarn\/(releases|plugins)\/[^/]+\.c?js$/.test(path)) return createManifestKind('npm', readProgram);
  if (/(^|\/)pylock\.[\w-]+\.toml$/.test(path)) return createLockfileKind('pypi', readNothing);
  // A file of such a name is a link to a folder of another name.
  const folder = /(^|\/)\.(cargo|bundle|yarn)$/.exec(path)?.[2];
  if (folder !== undefined)
    return createManifestKind(({ cargo: 'cargo', bundle: 'gem', yarn: 'npm' } as const)[folder as 'yarn'], readNothing);
  return undefined;
}

const CI_FILES = [
  /^\.github\/(workflows|actions)\//,
  /^\.github\/(dependabot\.ya?ml|CODEOWNERS|renovate\.json5?)$/,
  /(^|\/)action\.ya?ml$/,
  /^\.gitlab-ci\.ya?ml$/,
  /^\.gitlab\/(ci|agents)\//,
  /^\.circleci\//,
  /^(\.azure-pipelines|azure-pipelines)([-.\w]*\.ya?ml|\/)/,
  /^\.azuredevops\//,
  /(^|\/)Jenkinsfile[\w.-]*$/,
  /^\.travis\.ya?ml$/,
  /^\.buildkite\//,
  /^bitbucket-pipelines\.ya?ml$/,
  /^\.(drone|woodpecker|cirrus|appveyor|semaphore)(\.ya?ml|\.star|\.jsonnet|\/)/,
  /^appveyor\.ya?ml$/,
  /^\.(forgejo|gitea)\/(workflows|actions)\//,
  /^(docs\/)?CODEOWNERS$/,
  /^\.gitlab\/CODEOWNERS$/,
  /^(\.gitlab\/)?renovate\.json5?$/,
  /^\.renovaterc(\.json5?)?$/,
  /^\.teamcity\//,
  /^cloudbuild\.ya?ml$/,
  /^buildspec[\w.-]*\.ya?ml$/,
];
const HOOK_FILES = [
  /(^|\/)\.pre-commit-(config|hooks)\.ya?ml$/,
  /(^|\/)\.husky\//,
  /(^|\/)\.huskyrc(\.\w+)?$/,
  /(^|\/)\.?lefthook(-local)?\.(ya?ml|toml|json)$/,
  /(^|\/)\.lefthook(-local)?\//,
  /(^|\/)\.githooks\//,
  /(^|\/)\.?(git-hooks|simple-git-hooks)(\/|\.\w+$)/,
  /(^|\/)\.lintstagedrc(\.\w+)?$/,
  /(^|\/)\.overcommit\.ya?ml$/,
];

/** Detects files that configure continuous integration or run on operations of the repository. */
export function detectAutomation(path: string): 'ci' | 'hook' | undefined {
  // A link to a folder has the folder's name.
  const matches = (patterns: readonly RegExp[]) => patterns.some((one) => one.test(path) || one.test(`${path}/`));
  return matches(CI_FILES) ? 'ci' : matches(HOOK_FILES) ? 'hook' : undefined;
}
