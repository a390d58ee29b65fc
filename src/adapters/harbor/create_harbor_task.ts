import { createCanaryFile } from '../../project/canary_file.js';
import type { Project } from '../../project/project.js';
import type { ImportedTask, WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { chooseHarborTests, rewriteHarborPaths, TESTS_FOLDER } from './choose_harbor_tests.js';
import { type HarborSettings, readHarborSettings } from './harbor_settings.js';
import { type DockerfileFacts, readDockerfile } from './read_dockerfile.js';
import { type HarborTask, TaskFault } from './read_task_folder.js';

const MIB = 2 ** 20;
/** Working folder of a task that names none. */
const USUAL_WORKDIR = '/app';

/** Creates the contract of a task. @throws {TaskFault} if it cannot be had without its image */
export function createHarborTask(task: HarborTask): ImportedTask {
  const settings = readHarborSettings(task.settings);
  if (task.environment.has('docker-compose.yaml') || task.environment.has('docker-compose.yml'))
    throw new TaskFault('it needs several containers (docker-compose)');
  const facts: DockerfileFacts =
    task.dockerfile === undefined
      ? { workdir: undefined, variables: {}, files: new Map(), notes: [] }
      : readDockerfile(task.dockerfile, task.environment, settings.workdir);
  const workdir = settings.workdir ?? facts.workdir ?? USUAL_WORKDIR;
  const last = task.steps.at(-1);
  // Files of the task are there for the tests of each step.
  const tests: FolderFiles = new Map([...task.tests, ...(last?.tests ?? [])]);
  const chosen = chooseHarborTests(tests);
  const canary = chosen.named ? createPytestCanary(tests) : undefined;
  const rewrite = (text: string) => rewriteHarborPaths(text, workdir);
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
      environment: createEnvironment(settings, facts, chosen.named),
      build: 'none',
      acceptance: [{ id: 'verifier', ...chosen.check, timeout: `${Math.max(1, Math.ceil(settings.verifier_sec))}s` }],
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
      ...createSnapshot(facts, rewrite),
      ...createHidden(tests, rewrite),
      ...Object.fromEntries(
        Object.entries(chosen.files).map(([path, text]) => [`hidden/${TESTS_FOLDER}/${path}`, text]),
      ),
      ...(canary ? { [`hidden/${TESTS_FOLDER}/${canary.path}`]: canary.content } : {}),
    },
    ...(task.solution === undefined ? {} : { solution_script: rewrite(task.solution) }),
    notes: [
      ...settings.notes,
      ...facts.notes,
      ...chosen.notes,
      ...(workdir === '/work' ? [] : [`paths below ${workdir} are written as paths below /work`]),
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
): NonNullable<WrittenContract['environment']> {
  const all = { ...facts.variables, ...variables };
  const named = Object.entries(all).filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && name !== 'PATH');
  return {
    ...(python ? { tools: { python3: '*' } } : {}),
    ...(named.length > 0 ? { variables: Object.fromEntries(named) } : {}),
  };
}

/** Repository of the task: what its Dockerfile copies into the working folder. */
function createSnapshot({ files }: DockerfileFacts, rewrite: (text: string) => string): ImportedTask['files'] {
  const copied = [...files].map(([path, file]) => [`repo/${path}`, rewriteFile(file, rewrite)] as const);
  return copied.length > 0 ? Object.fromEntries(copied) : { 'repo/.gitkeep': '' };
}

const createHidden = (tests: FolderFiles, rewrite: (text: string) => string): ImportedTask['files'] =>
  Object.fromEntries([...tests].map(([path, file]) => [`hidden/${TESTS_FOLDER}/${path}`, rewriteFile(file, rewrite)]));

/** Rewrites paths in a text; bytes stay as they are. */
function rewriteFile(
  { content, executable }: { content: Buffer; executable: boolean },
  rewrite: (text: string) => string,
) {
  const text = content.toString('utf8');
  return { content: Buffer.from(text).equals(content) ? rewrite(text) : content, executable };
}

function createPytestCanary(tests: FolderFiles) {
  const project = { tests: { runner: 'pytest' }, isTestFile: () => true } as unknown as Project;
  const files = [...tests].filter(([path]) => /(^|\/)test_[^/]*\.py$/.test(path));
  return createCanaryFile(
    project,
    files.map(([path, { content }]) => ({ path, text: content.toString('utf8') })),
  );
}
