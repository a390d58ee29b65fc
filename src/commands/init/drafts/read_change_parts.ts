import { isKeepablePath } from '../../../contract/input/get_workspace_root.js';
import { detectProjects } from '../../../project/detection/detect_projects.js';
import type { Project } from '../../../project/project.js';
import { type ChangeSplit, listTestPatterns, splitChange } from '../../../project/split_change.js';
import { readBlobs } from '../../../workspace/git/run_git.js';
import {
  type CommitChange,
  createCommitPatch,
  listCommitFiles,
  readAddedLines,
  readCommit,
  readCommitTexts,
} from '../../../workspace/history/read_commit.js';
import { listOwnModules } from '../setup/measurement_problem.js';
import type { InitSession } from './init_session.js';

/** Reason for which a commit becomes no contract. It is no fault of the user. */
export class UnsuitableCommit extends Error {
  /**
   * @param final true if another try cannot help
   * @param lacking true if this machine lacks what it takes; another machine may make a contract of it
   */
  constructor(
    message: string,
    readonly final = false,
    readonly lacking = false,
  ) {
    super(message);
  }
}

/** Parts of a change, as a contract needs them. */
export interface ChangeParts {
  change: CommitChange;
  project: Project;
  split: ChangeSplit;
  golden: Buffer;
  hidden: { path: string; content: Buffer; executable: boolean }[];
  /** Test files with their texts, beside one of which a canary can lie: hidden ones, else some of the repository. */
  examples: { path: string; text: string }[];
  /** Test files of the repository that the change does not touch. */
  others: string[];
  /** Folders and files of the repository that its programs may import by their bare names. */
  own_modules: ReadonlySet<string>;
  restore: string[];
}

/** Most files of a change. */
const MAX_FILES = 2000;
/** Most test files of the repository that are looked at as examples. */
const MAX_EXAMPLES = 20;

/**
 * Reads a change and splits it into hidden files and reference solution.
 * @throws {UnsuitableCommit} if it can become no contract
 */
export async function readChangeParts(listed: CommitChange, { repository }: InitSession): Promise<ChangeParts> {
  const change = listed.uncounted ? await readCommit(repository, listed.commit) : listed;
  refuseOddPaths(change);
  const tree = await listCommitFiles(repository, change.commit);
  const texts = await readCommitTexts(repository, tree);
  const { projects, reasons } = detectProjects(texts);
  if (projects.length === 0) throw new UnsuitableCommit(reasons.join('; ') || 'no tests were found');
  const { project, isTestFile, isTestSupport } = selectProject(projects, change);
  const added = await readAddedLines(repository, change);
  const split = splitChange(
    change.files.map(({ path, new_mode }) => ({ path, deleted: new_mode === null, added: added.get(path) })),
    { isTestFile, isTestSupport },
  );
  // Tests in source files would be required, and only the reference solution holds them.
  if (split.tests.length === 0 && (split.support.length === 0 || split.mixed.length > 0))
    throw new UnsuitableCommit(
      split.mixed.length > 0 ? `its tests stand in source files (${split.mixed[0]})` : 'it changes no test',
      true,
    );
  if (split.source.length === 0) throw new UnsuitableCommit('it changes tests only', true);
  const entries = new Map(tree.map((file) => [file.path, file]));
  const files = [...split.tests, ...split.support].flatMap((path) => entries.get(path) ?? []);
  const link = files.find(({ mode }) => mode === '120000');
  if (link) throw new UnsuitableCommit(`its test file ${link.path} is a link`, true);
  const blobs = await readBlobs(
    files.map(({ blob }) => blob),
    repository,
  );
  const hidden = files.map(({ path, blob, mode }) => ({
    path,
    content: blobs.get(blob)!,
    executable: mode === '100755',
  }));
  const pointer = hidden.find(({ content }) =>
    content.subarray(0, 40).toString().startsWith('version https://git-lfs'),
  );
  if (pointer) throw new UnsuitableCommit(`its test file ${pointer.path} is kept in git LFS`, true);
  const golden = await createCommitPatch(repository, change, split.source);
  if (golden.length === 0) throw new UnsuitableCommit('its patch is empty', true);
  const restore = listTestPatterns(
    tree.map(({ path }) => path),
    project,
  );
  // A change of test data alone is tested by files that it does not touch.
  const tests = hidden.filter(({ path }) => project.isTestFile(path));
  const examples =
    tests.length > 0
      ? tests.map(({ path, content }) => ({ path, text: content.toString() }))
      : texts.paths
          .filter((path) => project.isTestFile(path) && texts.read(path) !== undefined)
          .slice(0, MAX_EXAMPLES)
          .map((path) => ({ path, text: texts.read(path)! }));
  const touched = new Set(change.files.map(({ path }) => path));
  const otherTests = texts.paths.filter((path) => project.isTestFile(path) && !touched.has(path));
  const own_modules = listOwnModules(
    tree.map(({ path }) => path),
    project.folder,
  );
  return { change, project, split, hidden, examples, others: otherTests, golden, restore, own_modules };
}

/** Refuses changes whose names cannot become files of a contract: they may come from anybody. */
function refuseOddPaths({ files }: CommitChange): void {
  if (files.length > MAX_FILES) throw new UnsuitableCommit(`it changes ${files.length} files`, true);
  for (const { path, old_mode, new_mode } of files) {
    if (old_mode === '160000' || new_mode === '160000')
      throw new UnsuitableCommit(`it changes the submodule ${path}`, true);
    if (!isKeepablePath(path)) throw new UnsuitableCommit('it changes a file with a name that cannot be kept', true);
  }
}

/** Project of a change, with the test patterns of all projects that it touches. */
interface TouchedProject extends Pick<Project, 'isTestFile' | 'isTestSupport'> {
  project: Project;
}

/** Selects the innermost project that holds test data of the change. */
const selectDataOwner = (
  projects: readonly Project[],
  isTouched: (isOwned: (path: string) => boolean) => boolean,
): Project[] =>
  [...projects]
    .sort((a, b) => b.folder.length - a.folder.length)
    .filter(({ folder, isTestSupport }) =>
      isTouched((path) => isTestSupport(path) && (folder === '' || path.startsWith(`${folder}/`))),
    )
    .slice(0, 1);

/** Selects the project whose tests the change touches, else one whose test data it touches. */
function selectProject(projects: readonly Project[], { files }: CommitChange): TouchedProject {
  const isTouched = (isOwned: (path: string) => boolean) =>
    files.some(({ path, new_mode }) => new_mode && isOwned(path));
  const tested = projects.filter(({ isTestFile }) => isTouched(isTestFile));
  const touched = tested.length > 0 ? tested : selectDataOwner(projects, isTouched);
  const nested = touched.find(({ folder }) => folder !== '' && files.some(({ path }) => path.startsWith(`${folder}/`)));
  const project = touched.find(({ folder }) => folder === '') ?? nested ?? touched[0] ?? projects[0]!;
  const all = touched.length > 0 ? touched : [project];
  return {
    project,
    isTestFile: (path) => all.some((one) => one.isTestFile(path)),
    isTestSupport: (path) => all.some((one) => one.isTestSupport(path)),
  };
}
