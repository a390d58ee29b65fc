import { posix } from 'node:path';

/** Variables of images that say where a toolchain, its packages or its programs lie. */
const PLACES: ReadonlySet<string> = new Set([
  ...['JAVA_HOME', 'JDK_HOME', 'JRE_HOME', 'MAVEN_HOME', 'M2_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME', 'ANT_HOME'],
  ...['KOTLIN_HOME', 'SCALA_HOME', 'SBT_HOME', 'SDKMAN_DIR', 'ANDROID_HOME', 'ANDROID_SDK_ROOT', 'DOTNET_ROOT'],
  ...['GOPATH', 'GOROOT', 'GOMODCACHE', 'CARGO_HOME', 'RUSTUP_HOME', 'NVM_DIR', 'NVM_BIN', 'PNPM_HOME', 'VOLTA_HOME'],
  ...['CONDA_PREFIX', 'CONDA_DIR', 'CONDA_EXE', 'CONDA_PYTHON_EXE', 'MAMBA_ROOT_PREFIX', 'VIRTUAL_ENV', 'PYENV_ROOT'],
  ...['RBENV_ROOT', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_PATH', 'BUNDLE_APP_CONFIG', 'COMPOSER_HOME', 'PHP_INI_DIR'],
  ...['NUGET_PACKAGES', 'COREPACK_HOME', 'PLAYWRIGHT_BROWSERS_PATH', 'PUPPETEER_EXECUTABLE_PATH', 'CHROME_BIN'],
]);

/** Variables of images that name an environment or a version. */
const NAMES: ReadonlySet<string> = new Set([
  ...['CONDA_DEFAULT_ENV', 'CONDA_SHLVL', 'RUSTUP_TOOLCHAIN', 'PYENV_VERSION', 'RBENV_VERSION', 'GOTOOLCHAIN'],
  ...['JAVA_VERSION', 'GOLANG_VERSION', 'RUST_VERSION', 'NODE_VERSION', 'YARN_VERSION', 'PYTHON_VERSION'],
  ...['RUBY_VERSION', 'PHP_VERSION', 'MAVEN_VERSION', 'GRADLE_VERSION', 'DOTNET_VERSION'],
]);

/** Variables that a session sets by itself, whatever the image says. */
const OWN_VARIABLE =
  /^(?:PATH|HOME|PWD|OLDPWD|HOSTNAME|USER|LOGNAME|SHLVL|TERM|container|LANG|LC_\w+|TZ|PYTHONHASHSEED|PYTHONDONTWRITEBYTECODE)$/;

/**
 * Selects the variables of an image that a contract takes over: known ones that say where its tools lie, or which they
 * are. All others could hold a secret, load code, or change what a session sets.
 *
 * @param workdir folder of the repository, where an attempt writes
 * @returns names that are left out and that no session sets
 */
export function selectImageVariables(
  variables: Readonly<Record<string, string>>,
  workdir: string,
): { taken: Record<string, string>; left_out: string[] } {
  const taken: Record<string, string> = {};
  const left_out: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const is_harmless = PLACES.has(name)
      ? value.split(':').every((place) => isOutsideFolder(place, workdir))
      : NAMES.has(name) && /^[\w.+-]{1,100}$/.test(value);
    if (is_harmless) taken[name] = value;
    else if (!OWN_VARIABLE.test(name)) left_out.push(name);
  }
  return { taken, left_out: left_out.sort() };
}

/** Tells whether a path of an image is absolute, printable, and neither a folder nor anything below it. */
function isOutsideFolder(path: string, folder: string): boolean {
  if (!path.startsWith('/') || /\p{C}/u.test(path)) return false;
  // Two slashes at the beginning stay two.
  const plain = posix.normalize(path).replace(/^\/+/, '/');
  return plain !== folder && !`${plain}/`.startsWith(`${folder}/`);
}
