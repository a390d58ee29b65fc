import { posix } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { omitEmpty, omitUndefined } from '../../contract/input/omit_undefined.js';
import { createCanaryFile } from '../../project/canary_file.js';
import type { ImportedTask, WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { chooseHarborTests, PYTEST_OPTIONS } from './choose_harbor_tests.js';
import { createImageFiles } from './create_image_files.js';
import { createIgnoreMatcher } from './create_name_matcher.js';
import { listMadePlaces } from './create_setup_line.js';
import { type HarborSettings, readHarborSettings } from './harbor_settings.js';
import { createEmptyFacts, type DockerfileFacts, readDockerfile } from './read_dockerfile.js';
import { type HarborTask, TaskFault } from './read_task_folder.js';
import { createTaskPaths, type TaskPaths, TESTS_FOLDER } from './task_paths.js';

const MIB = 2 ** 20;
/** Working folder of a task that names none. */
const USUAL_WORKDIR = '/app';

/** Creates the contract of a task. @throws {TaskFault} if it cannot be had without its image */
export function createHarborTask(task: HarborTask): ImportedTask {
  const settings = readHarborSettings(task.settings);
  const facts = task.dockerfile === undefined ? createEmptyFacts() : readDockerfile(task.dockerfile);
  const workdir = settings.workdir ?? facts.workdir ?? USUAL_WORKDIR;
  const last = task.steps.at(-1);
  // Files of the task are there for the tests of each step.
  const tests: FolderFiles = new Map([...task.tests, ...(last?.tests ?? [])]);
  const chosen = chooseHarborTests(tests);
  const canary = chosen.named ? createPytestCanary(tests) : undefined;
  const paths = createTaskPaths(workdir, listMadePlaces(facts), readTexts(tests));
  const { rewrite } = paths;
  const image = createImageFiles(facts, selectContextFiles(task.environment), paths);
  return {
    place: task.place,
    contract: {
      schema: 1,
      id: task.name.replaceAll('/', '__').replace(/[^A-Za-z0-9._-]/g, '-'),
      title: task.name.slice(0, 200),
      description: `${rewrite(createInstruction(task)).trim()}\n`,
      metadata: {
        ...{ tier: 1, source: 'external', kind: 'feature' },
        ...omitUndefined({ difficulty: settings.difficulty || undefined }),
        strata: { benchmark: 'harbor', ...omitUndefined({ category: settings.category || undefined }) },
        provenance: `Harbor task ${task.name}`,
      },
      snapshot: { directory: 'repo', tree: '' },
      environment: createEnvironment(settings, facts, chosen.named, rewrite),
      ...omitEmpty({ setup: image.setup }),
      build: 'none',
      acceptance: [
        {
          ...{ id: 'verifier', ...chosen.check, timeout: `${Math.max(1, Math.ceil(settings.verifier_sec))}s` },
          ...createVariables(settings.verifier_variables, rewrite, 'environment'),
        },
      ],
      oracle: {
        files: [{ from: 'hidden', to: '.' }],
        ...omitUndefined({ canary: canary && createCanaryCheck(canary) }),
      },
      policy: {
        ...omitUndefined({ network: settings.hosts.length > 0 ? { allow: settings.hosts } : undefined }),
        dependencies: { add: 'allow' },
      },
      budget: {
        wall: `${Math.max(1, Math.ceil(settings.agent_sec))}s`,
        ...omitUndefined({
          memory: settings.memory_mb === undefined ? undefined : settings.memory_mb * MIB,
          disk: settings.storage_mb === undefined ? undefined : settings.storage_mb * MIB,
        }),
      },
    },
    files: {
      ...createSnapshot(image.files, paths),
      ...createHidden(tests, rewrite),
      ...Object.fromEntries(
        Object.entries(chosen.files).map(([path, text]) => [`hidden/${TESTS_FOLDER}/${path}`, text]),
      ),
      ...(canary && { [`hidden/${TESTS_FOLDER}/${canary.path}`]: canary.content }),
    },
    ...omitUndefined({
      pins_setup: image.setup.length > 0 || undefined,
      solution_script: task.solution === undefined ? undefined : createSolutionScript(task, settings, paths),
    }),
    notes: [
      ...settings.notes,
      ...listComposeNotes(task),
      ...facts.notes,
      ...chosen.notes,
      ...listTaskNotes(task, settings, workdir, paths),
    ],
  };
}

/** Creates the check of a canary. */
const createCanaryCheck = ({ path, environment, test }: NonNullable<ReturnType<typeof createPytestCanary>>) => ({
  run: `python3 -m pytest ${TESTS_FOLDER}/${path} ${PYTEST_OPTIONS}`,
  report: 'pytest-junit' as const,
  ...{ environment, must_fail: [test!] },
});

/** Lists what a task has that its contract has not, beside what its parts say of themselves. */
function listTaskNotes(
  { steps, solution }: HarborTask,
  { image }: HarborSettings,
  workdir: string,
  { outside }: TaskPaths,
): string[] {
  const notes = [...outside].map(([from, to]) => `paths below ${from} are written as paths below /work/${to}`);
  if (workdir !== '/work' && workdir !== '/') notes.unshift(`paths below ${workdir} are written as paths below /work`);
  if (steps.length > 1)
    notes.push(
      'all steps are one task, and the tests of the last one decide: ' +
        'those of earlier ones look at states that later steps change',
    );
  if (solution === undefined) notes.push('there is no solution/solve.sh: nothing shows that the task can be solved');
  if (image !== undefined) notes.push(`the image ${image} is not used: the tools of this machine are`);
  return notes;
}

/** Markers against training data stand at the beginning of instructions; they are no part of the task. */
const MARKER = /^\s*(#|<!--).*(canary|benchmark data should never)/i;

function createInstruction({ instruction, steps }: HarborTask): string {
  const clean = (text: string) => {
    const lines = text.split(/\r?\n/);
    while (lines.length > 0 && (MARKER.test(lines[0]!) || lines[0]!.trim() === '')) lines.shift();
    return lines.join('\n');
  };
  return [clean(instruction), ...steps.map((step, at) => `## Step ${at + 1}\n\n${clean(step.instruction)}`)]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

function createEnvironment(
  { variables }: HarborSettings,
  facts: DockerfileFacts,
  python: boolean,
  rewrite: (text: string) => string,
): NonNullable<WrittenContract['environment']> {
  return {
    ...omitUndefined({ tools: python ? { python3: '*' } : undefined }),
    ...createVariables({ ...facts.variables, ...variables }, rewrite, 'variables'),
  };
}

/** Creates a field of variables; none without any. */
function createVariables<Field extends string>(
  variables: Readonly<Record<string, string>>,
  rewrite: (text: string) => string,
  field: Field,
): { [name in Field]?: Record<string, string> } {
  const entries = Object.entries(variables)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && name !== 'PATH')
    .map(([name, value]) => [name, rewrite(value)] as const);
  return entries.length > 0
    ? ({ [field]: Object.fromEntries(entries) } as { [name in Field]?: Record<string, string> })
    : {};
}

/** Repository of the task: what its Dockerfile copies, and the folders that stand for those outside of it. */
function createSnapshot(copied: ReadonlyMap<string, TaskFile>, paths: TaskPaths): ImportedTask['files'] {
  const files = [...copied].map(([path, file]) => [`repo/${path}`, rewriteFile(file, paths.rewrite)] as const);
  const folders = ['', ...paths.outside.values()].filter(
    (folder) => ![...copied.keys()].some((path) => folder === '' || path === folder || path.startsWith(`${folder}/`)),
  );
  const empty_folders = files.length > 0 ? folders.filter((folder) => folder !== '') : folders;
  return Object.fromEntries([
    ...files,
    ...empty_folders.map((folder) => [posix.join('repo', folder, '.gitkeep'), ''] as const),
  ]);
}

/** Texts of files; bytes are left out. */
const readTexts = (files: FolderFiles): string[] =>
  [...files.values()].map(({ content }) => content.toString('utf8')).filter((text) => !text.includes('\0'));

const createHidden = (tests: FolderFiles, rewrite: (text: string) => string): ImportedTask['files'] =>
  Object.fromEntries([...tests].map(([path, file]) => [`hidden/${TESTS_FOLDER}/${path}`, rewriteFile(file, rewrite)]));

function createPytestCanary(tests: FolderFiles) {
  const project = { tests: { runner: 'pytest' }, isTestFile: () => true };
  const files = [...tests].filter(([path]) => /(^|\/)test_[^/]*\.py$/.test(path));
  return createCanaryFile(
    project,
    files.map(([path, { content }]) => ({ path, text: content.toString('utf8') })),
  );
}

/** Folder of the files beside the solution, while it runs. The format has it at /solution. */
const SOLUTION_FOLDER = '/tmp/gatebench-solution';

/** Creates the script that solves a task, with the files that lie beside it, and its variables. */
function createSolutionScript(task: HarborTask, settings: HarborSettings, paths: TaskPaths): string {
  const { rewrite } = paths;
  const files = [...task.solution_files].filter(([path]) => path !== 'solve.sh');
  // Where the tests look at files in a folder of this name, only the paths of these files are those of the solution.
  const names = files.map(([path]) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).sort((a, b) => b.length - a.length);
  const isShared = paths.outside.has('/solution');
  const pattern = isShared ? `/solution(?=/(?:${names.join('|')})(?![\\w.-]))` : '/solution(?![\\w.-])';
  const solution_path = isShared && names.length === 0 ? undefined : new RegExp(`(?<![\\w./}-])${pattern}`, 'g');
  // What is replaced is not replaced again by another folder, and neither is what follows it: a path behind "}" is
  // none.
  const move = (text: string) =>
    rewrite(solution_path === undefined ? text : text.replace(solution_path, '\0}')).replaceAll('\0}', SOLUTION_FOLDER);
  const commands = files.flatMap(([path, file]) => {
    const { content } = rewriteFile(file, move);
    const word = quoteWord(`${SOLUTION_FOLDER}/${path}`);
    return [
      `mkdir -p "$(dirname ${word})"`,
      `echo ${Buffer.from(content).toString('base64')} | base64 -d > ${word}`,
      ...(file.executable ? [`chmod +x ${word}`] : []),
    ];
  });
  const script = move(task.solution!);
  const folder = commands.length === 0 && script.includes(SOLUTION_FOLDER) ? [`mkdir -p ${SOLUTION_FOLDER}`] : [];
  const variables = Object.entries(settings.solution_variables)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `export ${name}=${quoteWord(rewrite(value))}`);
  return [...folder, ...commands, ...variables, script].join('\n');
}

const quoteWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

type Table = Readonly<Record<string, unknown>>;

/**
 * Lists what the docker-compose file of a task sets beside the build of its container: nothing of it is done here.
 *
 * @throws {TaskFault} if there are other containers than that of the task
 */
function listComposeNotes({ environment }: Pick<HarborTask, 'environment'>): string[] {
  const file = environment.get('docker-compose.yaml') ?? environment.get('docker-compose.yml');
  if (file === undefined) return [];
  let whole: unknown;
  try {
    whole = parseYaml(file.content.toString('utf8'));
  } catch {
    throw new TaskFault('its docker-compose file is no YAML');
  }
  const { services, version: _, ...settings } = readTable(whole);
  const all = Object.values(readTable(services));
  if (all.length !== 1) throw new TaskFault(`it needs several containers (docker-compose, ${all.length} services)`);
  const { build, ...rest } = readTable(all[0]);
  return [
    ...listBuildKeys(build).map((key) => `docker-compose: build.${key} is left out`),
    ...Object.keys(rest).map((key) => `docker-compose: ${key} of the service is left out`),
    ...Object.keys(settings).map((key) => `docker-compose: ${key} is left out`),
  ].map((note) => note.slice(0, 200));
}

/** Lists the keys of a build that are not the usual ones: the folder of the Dockerfile, and its name. */
function listBuildKeys(build: unknown): string[] {
  if (typeof build === 'string') return isHere(build) ? [] : ['context'];
  return Object.entries(readTable(build))
    .filter(
      ([key, value]) => !(key === 'context' && isHere(value)) && !(key === 'dockerfile' && value === 'Dockerfile'),
    )
    .map(([key]) => key);
}

const isHere = (context: unknown): boolean =>
  typeof context === 'string' && /^(\.\/?|\$\{?CONTEXT_DIR\}?)$/.test(context);

const readTable = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};

const IGNORE_FILES = ['Dockerfile.dockerignore', '.dockerignore'];
const MAX_LINES = 1000;

/**
 * Selects the files that a Dockerfile may copy: those that `.dockerignore` leaves. The last pattern that fits a file,
 * or a folder above it, decides.
 *
 * @throws {TaskFault} for a pattern that cannot be read as Docker does
 */
function selectContextFiles(context: FolderFiles): FolderFiles {
  const name = IGNORE_FILES.find((one) => context.has(one));
  if (name === undefined) return context;
  const lines = context.get(name)!.content.toString('utf8').split(/\r?\n/);
  const rules = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (rules.length > MAX_LINES) throw new TaskFault(`its ${name} has more than ${MAX_LINES} patterns`);
  const patterns = rules.map((rule) => {
    const isKept = rule.startsWith('!');
    const pattern = rule
      .replace(/^!/, '')
      .replace(/^\.?\/+/, '')
      .replace(/(?<!\/)\/+$/, '');
    if (pattern === '' || /[[\]\\]|(^|\/)\.\.?(\/|$)|[^/]\*\*|\*\*[^/]|\/\//.test(pattern))
      throw new TaskFault(`its ${name} has the pattern ${rule.slice(0, 80)}, which is not read here`);
    return { isKept, matches: createIgnoreMatcher(pattern) };
  });
  const isIgnored = (path: string): boolean => {
    const last = patterns.findLast(({ matches }) => matches(path));
    return last !== undefined && !last.isKept;
  };
  return new Map([...context].filter(([path]) => !isIgnored(path)));
}

/** File of a task. */
type TaskFile = FolderFiles extends ReadonlyMap<string, infer File> ? File : never;

/** Rewrites paths in a text; bytes stay as they are. */
function rewriteFile({ content, executable }: TaskFile, rewrite: (text: string) => string) {
  const text = content.toString('utf8');
  return { content: !text.includes('\0') && Buffer.from(text).equals(content) ? rewrite(text) : content, executable };
}
