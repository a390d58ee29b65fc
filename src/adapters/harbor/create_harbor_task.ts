import { posix } from 'node:path';
import { createCanaryFile } from '../../project/canary_file.js';
import type { ImportedTask, WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { chooseHarborTests } from './choose_harbor_tests.js';
import { createImageFiles } from './create_image_files.js';
import { listMadePlaces } from './create_setup_line.js';
import { createSolutionScript } from './create_solution_script.js';
import { type HarborSettings, readHarborSettings } from './harbor_settings.js';
import { listComposeNotes } from './list_compose_notes.js';
import { createEmptyFacts, type DockerfileFacts, readDockerfile } from './read_dockerfile.js';
import type { HarborTask } from './read_task_folder.js';
import { rewriteFile, type TaskFile } from './rewrite_file.js';
import { selectContextFiles } from './select_context_files.js';
import { createTaskPaths, type TaskPaths, TESTS_FOLDER } from './task_paths.js';

const MIB = 2 ** 20;
/** Working folder of a task that names none. */
const USUAL_WORKDIR = '/app';

/** Creates the contract of a task. @throws {TaskFault} if it cannot be had without its image */
export function createHarborTask(task: HarborTask): ImportedTask {
  const settings = readHarborSettings(task.settings);
  const compose = listComposeNotes(task);
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
        ...(settings.difficulty ? { difficulty: settings.difficulty } : {}),
        strata: { benchmark: 'harbor', ...(settings.category ? { category: settings.category } : {}) },
        provenance: `Harbor task ${task.name}`,
      },
      snapshot: { directory: 'repo', tree: '' },
      environment: createEnvironment(settings, facts, chosen.named, rewrite),
      ...(image.setup.length > 0 ? { setup: image.setup } : {}),
      build: 'none',
      acceptance: [
        {
          ...{ id: 'verifier', ...chosen.check, timeout: `${Math.max(1, Math.ceil(settings.verifier_sec))}s` },
          ...createVariables(settings.verifier_variables, rewrite, 'environment'),
        },
      ],
      oracle: {
        files: [{ from: 'hidden', to: '.' }],
        ...(canary
          ? {
              canary: {
                run: `python3 -m pytest ${TESTS_FOLDER}/${canary.path} -p no:cacheprovider --junitxml="$REPORT" -o junit_family=xunit1`,
                report: 'pytest-junit' as const,
                environment: canary.environment,
                must_fail: [canary.test!],
              },
            }
          : {}),
      },
      policy: {
        ...(settings.hosts.length > 0 ? { network: { allow: settings.hosts } } : {}),
        dependencies: { add: 'allow' },
      },
      budget: {
        wall: `${Math.max(1, Math.ceil(settings.agent_sec))}s`,
        ...(settings.memory_mb === undefined ? {} : { memory: settings.memory_mb * MIB }),
        ...(settings.storage_mb === undefined ? {} : { disk: settings.storage_mb * MIB }),
      },
    },
    files: {
      ...createSnapshot(image.files, paths),
      ...createHidden(tests, rewrite),
      ...Object.fromEntries(
        Object.entries(chosen.files).map(([path, text]) => [`hidden/${TESTS_FOLDER}/${path}`, text]),
      ),
      ...(canary ? { [`hidden/${TESTS_FOLDER}/${canary.path}`]: canary.content } : {}),
    },
    ...(image.setup.length > 0 ? { pins_setup: true } : {}),
    ...(task.solution === undefined ? {} : { solution_script: createSolutionScript(task, settings, paths) }),
    notes: [
      ...settings.notes,
      ...compose,
      ...facts.notes,
      ...chosen.notes,
      ...(workdir === '/work' || workdir === '/' ? [] : [`paths below ${workdir} are written as paths below /work`]),
      ...[...paths.outside].map(([from, to]) => `paths below ${from} are written as paths below /work/${to}`),
      ...(task.steps.length > 1
        ? [
            'all steps are one task, and the tests of the last one decide: those of earlier ones look at states that later steps change',
          ]
        : []),
      ...(task.solution === undefined
        ? ['there is no solution/solve.sh: nothing shows that the task can be solved']
        : []),
      ...(settings.image === undefined
        ? []
        : [`the image ${settings.image} is not used: the tools of this machine are`]),
    ],
  };
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
    ...(python ? { tools: { python3: '*' } } : {}),
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
  const kept = files.length > 0 ? folders.filter((folder) => folder !== '') : folders;
  return Object.fromEntries([...files, ...kept.map((folder) => [posix.join('repo', folder, '.gitkeep'), ''] as const)]);
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
