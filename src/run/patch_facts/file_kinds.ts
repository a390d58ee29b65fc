import type { Ecosystem } from '../../contract/dependency_policy.js';
import { readCargoConfig, readCargoLock, readCargoToml } from './readers/cargo.js';
import { readBuildProgram, readGemfile, readGemfileLock } from './readers/gem.js';
import { readGoMod, readGoSum } from './readers/go.js';
import { readNpmLock } from './readers/npm_lock.js';
import { readNpmManifest } from './readers/npm_manifest.js';
import { readPnpmLock } from './readers/pnpm_lock.js';
import { readPyproject } from './readers/pyproject.js';
import {
  readPipConf,
  readPipfile,
  readPipfileLock,
  readPythonLock,
  readSetupCfg,
  readSetupPy,
} from './readers/python_files.js';
import { readBundleConfig, readBunfig, readNpmrc, readPnpmWorkspace, readYarnrc } from './readers/registry_config.js';
import { isRequirements, readRequirements } from './readers/requirements.js';
import { readYarnLock } from './readers/yarn_lock.js';
import { type FileKind, nothing, type Reader } from './reading.js';

const manifest = (ecosystem: Ecosystem, read: Reader): FileKind => ({ ecosystem, lockfile: false, read });
const lockfile = (ecosystem: Ecosystem, read: Reader): FileKind => ({ ecosystem, lockfile: true, read });

/** A format that nothing here reads: its change is never overlooked for that. */
const unread: Reader = () => ({ unreadable: 'its format is not read' });
/** A file whose being there is what matters: code that a package manager runs by itself. */
const program: Reader = (text, file) => {
  const reading = nothing();
  reading.scripts.push({ what: `${file.split('/').at(-1)} runs at installation`, text });
  return reading;
};

const BY_NAME: ReadonlyMap<string, FileKind> = new Map([
  ['package.json', manifest('npm', readNpmManifest)],
  ['package-lock.json', lockfile('npm', readNpmLock)],
  ['npm-shrinkwrap.json', lockfile('npm', readNpmLock)],
  ['yarn.lock', lockfile('npm', readYarnLock)],
  ['pnpm-lock.yaml', lockfile('npm', readPnpmLock)],
  ['pnpm-workspace.yaml', manifest('npm', readPnpmWorkspace)],
  ['.npmrc', manifest('npm', readNpmrc)],
  ['.yarnrc', manifest('npm', readNpmrc)],
  ['.yarnrc.yml', manifest('npm', readYarnrc)],
  ['bunfig.toml', manifest('npm', readBunfig)],
  ['.pnpmfile.cjs', manifest('npm', program)],
  ['.pnpmfile.mjs', manifest('npm', program)],
  ['pnpmfile.js', manifest('npm', program)],
  ['.pnp.cjs', manifest('npm', program)],
  ['.pnp.loader.mjs', manifest('npm', program)],
  ['binding.gyp', manifest('npm', program)],
  ['bun.lock', lockfile('npm', unread)],
  ['bun.lockb', lockfile('npm', unread)],
  ['deno.lock', lockfile('npm', unread)],
  ['package.json5', manifest('npm', unread)],
  ['package.yaml', manifest('npm', unread)],
  ['pyproject.toml', manifest('pypi', readPyproject)],
  ['uv.toml', manifest('pypi', readPyproject)],
  ['setup.cfg', manifest('pypi', readSetupCfg)],
  ['setup.py', manifest('pypi', readSetupPy)],
  ['Pipfile', manifest('pypi', readPipfile)],
  ['Pipfile.lock', lockfile('pypi', readPipfileLock)],
  ['poetry.lock', lockfile('pypi', readPythonLock)],
  ['uv.lock', lockfile('pypi', readPythonLock)],
  ['pdm.lock', lockfile('pypi', readPythonLock)],
  ['pylock.toml', lockfile('pypi', unread)],
  ['environment.yml', manifest('pypi', unread)],
  ['environment.yaml', manifest('pypi', unread)],
  ['conda-lock.yml', lockfile('pypi', unread)],
  ['pip.conf', manifest('pypi', readPipConf)],
  ['pip.ini', manifest('pypi', readPipConf)],
  ['go.mod', manifest('go', readGoMod)],
  ['go.work', manifest('go', readGoMod)],
  ['go.sum', lockfile('go', readGoSum)],
  ['go.work.sum', lockfile('go', readGoSum)],
  ['Cargo.toml', manifest('cargo', readCargoToml)],
  ['Cargo.lock', lockfile('cargo', readCargoLock)],
  ['build.rs', manifest('cargo', program)],
  ['Gemfile', manifest('gem', readGemfile)],
  ['gems.rb', manifest('gem', readGemfile)],
  ['Gemfile.lock', lockfile('gem', readGemfileLock)],
  ['gems.locked', lockfile('gem', readGemfileLock)],
  ['extconf.rb', manifest('gem', readBuildProgram)],
]);

/** How a file takes part in dependency policy, by its path; undefined when it does not. */
export function kindOf(path: string): FileKind | undefined {
  const name = path.split('/').at(-1)!;
  const known = BY_NAME.get(name);
  if (known) return known;
  if (isRequirements(path)) return manifest('pypi', readRequirements);
  if (/\.gemspec$/.test(name)) return manifest('gem', readGemfile);
  if (/(^|\/)\.cargo\/config(\.toml)?$/.test(path)) return manifest('cargo', readCargoConfig);
  if (/(^|\/)\.bundle\/config$/.test(path)) return manifest('gem', readBundleConfig);
  if (/(^|\/)\.yarn\/(releases|plugins)\/[^/]+\.c?js$/.test(path)) return manifest('npm', program);
  if (/(^|\/)pylock\.[\w-]+\.toml$/.test(path)) return lockfile('pypi', unread);
  // As a file such a name is a link to a folder that is called otherwise.
  const folder = /(^|\/)\.(cargo|bundle|yarn)$/.exec(path)?.[2];
  if (folder !== undefined)
    return manifest(({ cargo: 'cargo', bundle: 'gem', yarn: 'npm' } as const)[folder as 'yarn'], unread);
  return undefined;
}

const CI = [
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
const HOOKS = [
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

/** Whether a file configures continuous integration or runs on operations of the repository. */
export function automationOf(path: string): 'ci' | 'hook' | undefined {
  // A link to a folder has the folder's name.
  const of = (patterns: readonly RegExp[]) => patterns.some((one) => one.test(path) || one.test(`${path}/`));
  return of(CI) ? 'ci' : of(HOOKS) ? 'hook' : undefined;
}
