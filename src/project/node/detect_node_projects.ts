import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isTestSupportPath } from '../../language/is_test_path.js';
import { getText } from '../parsing/parse_config.js';
import { placeCommand, placeProject } from '../parsing/place_project.js';
import { toToolRange } from '../parsing/to_tool_range.js';
import { createCommand, type Project, type ProjectCommand } from '../project.js';
import type { ProjectFiles } from '../project_files.js';
import { chooseNodeSuites, type NodeSuite } from './choose_node_suites.js';
import { createSelectedInstall } from './create_selected_install.js';
import { findImports, getImportPackage } from './find_imports.js';
import { findBuildScript, findNeededBuild, hasBuildInPrepare } from './find_needed_build.js';
import { findWorkspaces } from './find_workspaces.js';
import { listSiblingBuilds } from './list_sibling_builds.js';
import { needsGitAddress } from './needs_git_address.js';
import { readNodeSetup } from './read_node_setup.js';
import { renderScriptRun } from './render_script_run.js';
import { type NodePackage, readNodePackage } from './runners/node_package.js';
import { createTapBuild } from './runners/tap_runner.js';

/** Detects the packages of JavaScript and TypeScript that have tests, those at the root first. */
export function detectNodeProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const projects: Project[] = [];
  const reasons: string[] = [];
  const folders = findWorkspaces(files);
  for (const { folder, workspace } of folders) {
    const nodePackage = readNodePackage(files, folder, workspace);
    const place = folder === '' ? 'package.json' : `${folder}/package.json`;
    if (nodePackage === undefined) {
      reasons.push(`${place} cannot be read as JSON`);
      continue;
    }
    const suites = chooseNodeSuites(nodePackage);
    const members = folders.filter((one) => one.workspace === workspace).map((one) => one.folder);
    const siblingBuilds = suites.length === 0 ? [] : listSiblingBuilds(files, nodePackage, members);
    const suiteProjects = suites
      .flatMap((suite) => createNodeProject(files, nodePackage, suite) ?? [])
      .map((project) => ({ ...project, build: [...siblingBuilds, ...project.build] }));
    if (suiteProjects.length === 0 && workspace === undefined)
      reasons.push(`${place}: no script "test" and no known test runner`);
    projects.push(
      ...suiteProjects.map((project, index) => (index === 0 ? project : { ...project, further: true as const })),
    );
  }
  return { projects, reasons };
}

function createNodeProject(files: ProjectFiles, nodePackage: NodePackage, suite: NodeSuite): Project | undefined {
  // The root of a workspace runs what its members cannot be asked for.
  if (nodePackage.workspace !== undefined && suite.tests.runner === 'npm test') return undefined;
  const root = nodePackage.workspace === undefined ? nodePackage : readNodePackage(files, nodePackage.workspace);
  if (root === undefined) return undefined;
  const { isTestFile, notes } = suite;
  const setup = readNodeSetup(root, nodePackage.workspace === undefined && needsNoDependency(nodePackage, suite));
  const project: Project = {
    ecosystem: 'node',
    folder: '',
    package_manager: setup.manager,
    tools: readNodeTools(nodePackage, root),
    setup: [],
    setup_candidates: [],
    environment: { CI: 'true', ...setup.environment },
    build: readBuild(nodePackage, suite),
    tests: {
      ...suite.tests,
      ...omitUndefined({
        own_command: suite.script === undefined ? undefined : renderScriptRun(nodePackage, suite.script),
      }),
    },
    isTestFile,
    isTestSupport: (path) => !isTestFile(path) && isTestSupportPath(path),
    notes: [...notes, ...setup.notes],
  };
  if (suite.tests.why.startsWith('no script')) project.notes.push(suite.tests.why);
  const selected =
    nodePackage.workspace === undefined ? createSelectedInstall(nodePackage, suite.tests.createCommand([])) : undefined;
  const install_folder = nodePackage.workspace ?? nodePackage.folder;
  const install_prefix = install_folder === '' ? '' : `${install_folder}/`;
  const tapBuild = suite.tests.runner === 'tap' ? createTapBuild(nodePackage) : undefined;
  const further = tapBuild === undefined ? [] : [placeCommand(tapBuild, nodePackage.folder)];
  const install = (commands: readonly ProjectCommand[]) => [
    ...commands.map((command) => placeCommand(command, install_folder)),
    ...(commands.length > 0 ? further : []),
  ];
  return {
    ...placeProject(project, nodePackage.folder),
    ...omitUndefined({ lockfile: setup.lockfile === undefined ? undefined : install_prefix + setup.lockfile }),
    setup: install(setup.setup),
    setup_candidates: orderCandidates(setup.candidates, selected, needsGitAddress(root, setup.lockfile)).map(install),
    asked_dependencies: JSON.stringify([
      ...[root.dependencies, root.manifest.overrides, root.manifest.resolutions],
      setup.lockfile === undefined ? undefined : root.files.read(setup.lockfile),
    ]),
  };
}

/** Orders the ways to install: the one that leaves something out comes last, but first where the others cannot work. */
function orderCandidates(
  whole: readonly ProjectCommand[][],
  selected: ProjectCommand | undefined,
  is_unreachable: boolean,
): ProjectCommand[][] {
  if (selected === undefined) return [...whole];
  const nothing = whole.filter((commands) => commands.length === 0);
  const otherScripts = whole.filter((commands) => commands.length > 0);
  return is_unreachable ? [...nothing, [selected], ...otherScripts] : [...whole, [selected]];
}

function readBuild(nodePackage: NodePackage, { build: found, compiled, isTestFile }: NodeSuite): ProjectCommand[] {
  const runScript = (name: string, why: string) => createCommand(renderScriptRun(nodePackage, name), why);
  if (found.length > 0)
    return [...new Set(found)].map((run) => {
      const [, script] = /^npm run (\S+)$/.exec(run) ?? [];
      const why = 'the test script builds before it tests';
      return script === undefined ? createCommand(run, why) : runScript(script, why);
    });
  const compiler = compiled ? findBuildScript(nodePackage) : undefined;
  if (compiler !== undefined) return [runScript(compiler, 'the tests are compiled before they run')];
  const neededBuild = findNeededBuild(nodePackage, isTestFile);
  if (neededBuild !== undefined) return [runScript(neededBuild, 'the tests import what the build writes')];
  if (!hasBuildInPrepare(nodePackage)) return [];
  return [runScript('prepare', 'script "prepare" builds, and the installation leaves scripts out')];
}

/** Reads what the package states. The version that its developers use (`.nvmrc`) is none that its tests need. */
function readNodeTools(nodePackage: NodePackage, root: NodePackage): Record<string, string> {
  const [stated] = [nodePackage, root].flatMap(
    ({ manifest }) => toToolRange(getText(manifest, 'engines', 'node')) ?? [],
  );
  return { node: stated ?? '*' };
}

const MAX_FILES = 400;

/** Programs that neither tests nor sources import: examples, configuration, declarations. */
const SIDE_PROGRAM =
  /(^|\/)(examples?|docs?|bench(marks?)?|scripts)\/|config\.[cm]?[jt]s$|\.(d|test-d)\.[cm]?ts$|(^|\/)\./;

/** Tells whether the tests run without an installation: no source or test imports a dependency. */
function needsNoDependency(nodePackage: NodePackage, { tests, build }: NodeSuite) {
  const names = Object.keys(nodePackage.dependencies);
  if (names.length === 0) return true;
  if (!['node:test', 'script'].includes(tests.runner) || build.length > 0) return false;
  const programs = nodePackage.files.paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !SIDE_PROGRAM.test(path));
  if (programs.length > MAX_FILES || tests.createCommand([]).startsWith('node_modules')) return false;
  return !programs.some((path) =>
    findImports(nodePackage.files.read(path) ?? '').some((one) => names.includes(getImportPackage(one) ?? '')),
  );
}
