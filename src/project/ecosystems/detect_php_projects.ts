import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type ConfigTable, getTable, getText, parseConfig } from '../parsing/parse_config.js';
import { placeProject } from '../parsing/place_project.js';
import { quotePaths, quoteShellText } from '../parsing/quote_shell_text.js';
import { toMinimumRange } from '../parsing/to_tool_range.js';
import { createCommand, createInstallCommand, type Project, type ProjectCommand, reachesRegistry } from '../project.js';
import { createFolderView, getFileName, type ProjectFiles } from '../project_files.js';
import { findManifestFolders } from './find_manifest_folders.js';

const PROGRAMS: readonly (readonly [dependency: string, program: string, runner: string])[] = [
  ['pestphp/pest', 'vendor/bin/pest', 'pest'],
  ['phpunit/phpunit', 'vendor/bin/phpunit', 'phpunit'],
  ['symfony/phpunit-bridge', 'vendor/bin/simple-phpunit', 'phpunit'],
];

/** Configurations of PHPUnit, the first of which it reads. */
const CONFIGS = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'];

/** Detects PHP projects with PHPUnit or Pest. */
export function detectPhpProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const projects: Project[] = [];
  const reasons: string[] = [];
  const isManifest = (name: string) => name === 'composer.json' || CONFIGS.includes(name);
  for (const folder of findManifestFolders(files, isManifest)) {
    const project = createPhpProject(createFolderView(files, folder));
    if (project === undefined)
      reasons.push(`${folder || 'repository root'}: neither composer.json nor a test names PHPUnit or Pest`);
    else projects.push(placeProject(project, folder));
  }
  return { projects, reasons };
}

function createPhpProject(files: ProjectFiles): Project | undefined {
  const manifest = parseConfig('JSON', files.read('composer.json'));
  const requirements = { ...getTable(manifest, 'require'), ...getTable(manifest, 'require-dev') };
  const config = CONFIGS.find((path) => files.paths.includes(path));
  const configText = config === undefined ? '' : (files.read(config) ?? '').slice(0, 100_000);
  const runnerEntry = PROGRAMS.find(([dependency]) => Object.hasOwn(requirements, dependency));
  const [, program, runner] = runnerEntry ?? PROGRAMS[1]!;
  const folders = readTestFolders(configText);
  const isTestFile = (path: string) =>
    path.endsWith('Test.php') &&
    folders.some((folder) => folder === '' || path.startsWith(`${folder}/`)) &&
    !path.startsWith('vendor/');
  const naming = runnerEntry || config ? undefined : findNamingTest(files, isTestFile);
  if (runnerEntry === undefined && config === undefined && naming === undefined) return undefined;
  const extensions = createExtensionsCommand(Object.keys(requirements));
  const locked = files.paths.includes('composer.lock');
  const install = (options: string, why: string) =>
    createInstallCommand(`composer install --no-interaction --no-progress --prefer-dist${options}`, why);
  const plain = [extensions, install(' --no-scripts', 'installs the dependencies without scripts')];
  const autoload = createCommand(
    'composer dump-autoload --dev --no-interaction --no-scripts',
    'the code needs no package: PHPUnit of the machine may be enough',
  );
  // PHPUnit of the machine, where the setup installed none.
  const loads = manifest === undefined || /<phpunit\b[^>]*\sbootstrap\s*=/.test(configText);
  const bare = loads ? 'phpunit' : 'phpunit --bootstrap vendor/autoload.php';
  const started = runner === 'phpunit' ? `$([ -e ${program} ] && echo ${program} || echo ${bare})` : program;
  const assignments = /^((?:[A-Z_]+=\w+ +)*)/.exec(getText(manifest, 'scripts', 'test') ?? '')?.[1]?.trim() ?? '';
  return {
    ecosystem: 'php',
    folder: '',
    package_manager: 'composer',
    ...omitUndefined({ lockfile: locked ? 'composer.lock' : undefined }),
    tools: {
      php: toMinimumRange(/(?:>=|\^|~)\s*(\d+\.\d+(?:\.\d+)?)/.exec(getText(requirements, 'php') ?? '')?.[1]) ?? '*',
    },
    setup: manifest === undefined ? [extensions] : plain,
    setup_candidates:
      manifest === undefined
        ? [[extensions]]
        : [
            ...(needsPhpOnly(manifest) ? [[extensions, autoload]] : []),
            plain,
            [extensions, install('', 'some packages need the scripts of their installation')],
          ],
    // Composer asks before it runs as the user that the sandbox maps to root.
    environment: {
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_CACHE_DIR: '/dev/null',
      PHP_INI_SCAN_DIR: `:${EXTENSIONS}`,
    },
    build: [],
    tests: {
      runner,
      report: 'junit',
      createCommand: (chosen) => {
        const selection =
          runner === 'pest' && chosen.length === 1
            ? quotePaths(chosen)
            : selectTests(chosen, config === undefined ? folders : [], files);
        const parts = [assignments, started, '--log-junit "$REPORT" --no-coverage', ...selection];
        return parts.filter((part) => part !== '').join(' ');
      },
      createPlainCommand: (setup) => (reachesRegistry(setup) || runner !== 'phpunit' ? program : bare),
      why:
        runnerEntry === undefined ? `${config ?? naming} names PHPUnit` : `${runnerEntry[0]} is among the dependencies`,
    },
    isTestFile,
    isTestSupport: (path) =>
      !isTestFile(path) && folders.some((folder) => folder !== '' && path.startsWith(`${folder}/`)),
    notes: ["the host of Composer's registry must be named beside `registry` in the setup"],
  };
}

/**
 * Creates the arguments that select test files by the names of their classes. A path instead would give the tests other
 * names: then they belong to no suite of the configuration.
 *
 * @param folders where the tests are, which PHPUnit must be told without a configuration
 */
function selectTests(chosen: readonly string[], folders: readonly string[], files: ProjectFiles): string[] {
  const names = chosen.map((path) => getFileName(path).replace(/\.php$/, '')).filter((name) => /^\w+$/.test(name));
  const filter = names.length > 0 ? [`--filter ${quoteShellText(`/\\b(${names.join('|')})::/`)}`] : [];
  return [...filter, ...folders.filter((folder) => files.paths.some((path) => path.startsWith(`${folder}/`)))];
}

/** Folder of a configuration that loads the extensions which Composer and PHPUnit need. */
const EXTENSIONS = '.gatebench-php';

/** Extensions that Composer, PHPUnit and most code need, in an order in which they load. */
const USUAL_EXTENSIONS =
  'ctype iconv mbstring tokenizer phar dom simplexml xml xmlreader xmlwriter intl curl fileinfo posix sockets'.split(
    ' ',
  );

/**
 * Creates the command that writes that configuration, with the extensions that the project states: a sandbox does not
 * show the machine's, which may hold passwords.
 */
function createExtensionsCommand(requirements: readonly string[]): ProjectCommand {
  const stated = requirements.flatMap((name) => /^ext-([a-z]\w{0,40})$/.exec(name)?.[1] ?? []);
  const names = JSON.stringify([...new Set([...USUAL_EXTENSIONS, ...stated])]);
  const code =
    `foreach (${names} as $name) ` +
    'if (!extension_loaded($name) && is_file(ini_get("extension_dir") . "/$name.so")) echo "extension=$name\\n";';
  return createCommand(
    `mkdir -p ${EXTENSIONS} && php -r ${quoteShellText(code)} > ${EXTENSIONS}/extensions.ini`,
    'loads the extensions of PHP that Composer, PHPUnit and the code need',
  );
}

/** Finds a test file that names PHPUnit. */
function findNamingTest(files: ProjectFiles, isTestFile: (path: string) => boolean): string | undefined {
  const tests = files.paths.filter(isTestFile).slice(0, 100);
  return tests.find((path) => /\bPHPUnit\b/.test(files.read(path) ?? ''));
}

/** Tells whether the code needs PHP and its extensions only. */
function needsPhpOnly(manifest: ConfigTable | undefined): boolean {
  return Object.keys(getTable(manifest, 'require')).every((name) => /^(?:php|ext-[\w-]+|lib-[\w-]+)$/.test(name));
}

function readTestFolders(config: string): string[] {
  const suites = [...config.matchAll(/<testsuite\b[^>]*>([\s\S]*?)<\/testsuite>/g)]
    .flatMap(([, body]) => [...body!.matchAll(/<directory\b[^>]*>\s*([^<]{1,300}?)\s*<\/directory>/g)])
    .map(([, path]) =>
      path!
        .replace(/^(\.\/)+/, '')
        .replace(/\/+$/, '')
        .replace(/\*.*$/, '')
        .replace(/\/$/, ''),
    );
  return suites.length > 0 ? suites.map((path) => (path === '.' ? '' : path)) : ['tests', 'test', 'Tests'];
}
