import { quoteShellText } from '../parsing/quote_shell_text.js';
import { createInstallCommand, type Project, type TestSuite } from '../project.js';
import { getFileName, getFolder, type ProjectFiles } from '../project_files.js';
import { findManifestFolders } from './find_manifest_folders.js';

const MAVEN = 'mvn -B -ntp -Dmaven.repo.local="$PWD/.gatebench-m2"';
const TEST_PATH =
  /(^|\/)src\/(\w+T|t)est\/(java|kotlin|groovy|scala)\/(.+\/)?(Test[^/]*|[^/]*(Tests?|TestCase|Spec|IT))\.\w+$/;

/** Detects builds of Maven and Gradle: the root, which tests all modules, and each module. */
export function detectJavaProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const maven = findManifestFolders(files, (name) => name === 'pom.xml');
  const gradle = findManifestFolders(files, (name) => /^build\.gradle(\.kts)?$/.test(name));
  const projects = [
    ...maven.map((folder) => createJavaProject(files, folder, createMavenSuite(folder, maven))),
    ...gradle
      .filter((folder) => !maven.includes(folder))
      .map((folder) => createJavaProject(files, folder, createGradleSuite(files, folder))),
  ];
  return { projects, reasons: [] };
}

function createJavaProject(files: ProjectFiles, folder: string, tests: TestSuite): Project {
  const maven = tests.runner === 'maven';
  const prefix = folder === '' ? '' : `${folder}/`;
  const isTestFile = (path: string) => path.startsWith(prefix) && TEST_PATH.test(path);
  const setup = maven
    ? createInstallCommand(
        `${MAVEN} test -Dmaven.test.failure.ignore=true`,
        'one run of the tests fetches what the build and its plugins need',
      )
    : createInstallCommand(
        `GRADLE_USER_HOME="$PWD/.gatebench-gradle" ${getGradle(files)} test --continue --no-daemon || true`,
        'one run of the tests fetches what the build and its plugins need',
      );
  return {
    ecosystem: 'java',
    folder,
    package_manager: tests.runner,
    tools: { java: '*', ...(maven && { mvn: '*' }) },
    setup: [setup],
    setup_candidates: [[setup]],
    environment: {},
    build: [],
    tests,
    isTestFile,
    isTestSupport: (path) => path.startsWith(prefix) && !isTestFile(path) && /(^|\/)src\/(\w+T|t)est\//.test(path),
    notes: ['the hosts of the Maven repositories must be named beside `registry` in the setup'],
  };
}

/** Joins the JUnit files of all modules into one report, and keeps the exit status of the build. */
function joinReports(run: string, place: string): string {
  const find = `find . -path '*/${place}/*.xml' -name 'TEST-*.xml'`;
  return [
    `${find} -exec rm -f {} +`,
    run,
    'status=$?',
    `{ echo '<testsuites>'; ${find} -exec sed 's/<?xml[^?]*?>//' {} +; echo '</testsuites>'; } > "$REPORT"`,
    'exit $status',
  ].join('; ');
}

const getClassName = (path: string) => getFileName(path).replace(/\.\w+$/, '');
const isClassName = (name: string) => /^[\w$]+$/.test(name);

function createMavenSuite(folder: string, all: readonly string[]): TestSuite {
  const isModule = folder !== '' && all.includes('');
  return {
    runner: 'maven',
    report: 'junit',
    createCommand: (chosen) => {
      const classes = chosen.map(getClassName).filter(isClassName);
      const run = [
        `${MAVEN} -o -fae test`,
        ...(isModule
          ? [`-pl ${quoteShellText(folder)} -am`]
          : folder === ''
            ? []
            : [`-f ${quoteShellText(`${folder}/pom.xml`)}`]),
        ...(classes.length > 0
          ? [`-Dtest=${classes.join(',')} -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false`]
          : []),
      ];
      return joinReports(run.join(' '), 'target/surefire-reports');
    },
    createPlainCommand: () => `${MAVEN} -o ${isModule ? `-pl ${quoteShellText(folder)} -am ` : ''}test`,
    why: 'Surefire writes one JUnit file for each class; they are joined',
  };
}

const getGradle = (files: ProjectFiles) => (files.paths.includes('gradlew') ? 'sh ./gradlew' : 'gradle');

function createGradleSuite(files: ProjectFiles, folder: string): TestSuite {
  const task = folder === '' ? 'test' : `:${folder.replaceAll('/', ':')}:test`;
  const modular = files.paths.some((path) => getFolder(path) !== '' && /(^|\/)build\.gradle(\.kts)?$/.test(path));
  return {
    runner: 'gradle',
    report: 'junit',
    createCommand: (chosen) => {
      const classes = chosen.map(getClassName).filter(isClassName);
      // A module without a test of that name would end the build.
      const filters = folder === '' && modular ? [] : classes.map((name) => `--tests '*${name}'`);
      const run = [
        `GRADLE_USER_HOME="$PWD/.gatebench-gradle" ${getGradle(files)} ${quoteShellText(task)}`,
        '--offline --no-daemon --continue --rerun-tasks',
        ...filters,
      ].join(' ');
      return joinReports(run, 'build/test-results');
    },
    createPlainCommand: () =>
      `GRADLE_USER_HOME="$PWD/.gatebench-gradle" ${getGradle(files)} ${quoteShellText(task)} --offline`,
    why: 'Gradle writes one JUnit file for each class; they are joined',
  };
}
