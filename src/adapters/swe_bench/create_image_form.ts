import { workdirSchema } from '../../contract/input/workdir_schema.js';
import type { ImageForm, WrittenContract } from '../benchmark_adapter.js';
import { createPackageSetup } from './create_setup.js';
import type { SweBenchInstance } from './swe_bench_instance.js';
import type { TestRunner } from './test_runner.js';

/** Folder of conda's environment in the images of Python repositories. */
const CONDA_ENVIRONMENT = '/opt/miniconda3/envs/testbed';

/** Runners of Python, whose programs lie in an environment of conda. */
const PYTHON_RUNNERS: ReadonlySet<TestRunner['name']> = new Set(['pytest', 'django', 'sympy']);

/** Dialects whose images activate that environment; the others have Python in PATH. */
const CONDA_DIALECTS: ReadonlySet<SweBenchInstance['dialect']> = new Set(['swe-bench', 'swe-smith']);

/**
 * Creates the form of an instance that runs in the image of its benchmark, which has everything that the row's commands
 * install. The repository lies where the image expects it.
 *
 * @param contract contract for the tools of the machine
 * @param packages packages that the reference solution adds, which the image lacks
 * @returns undefined if the benchmark has no image for it
 */
export function createImageForm(
  instance: SweBenchInstance,
  contract: WrittenContract,
  runner: TestRunner['name'],
  packages: readonly string[],
  notes: readonly string[],
): ImageForm | undefined {
  const names = listImageNames(instance);
  const workdir = getWorkdir(instance);
  if (names.length === 0 || !workdirSchema.safeParse(workdir).success) return undefined;
  const script = instance.eval_script;
  const is_conda =
    CONDA_DIALECTS.has(instance.dialect) && (script?.includes('conda activate testbed') ?? PYTHON_RUNNERS.has(runner));
  const { environment } = contract;
  return {
    names,
    // The order of activation: the programs of the environment, then those of conda.
    path: is_conda ? [`${CONDA_ENVIRONMENT}/bin`, '/opt/miniconda3/condabin'] : [],
    contract: {
      ...contract,
      environment: {
        ...{ workdir, image_files: true },
        ...environment,
        variables: {
          ...environment?.variables,
          ...(is_conda ? { CONDA_PREFIX: CONDA_ENVIRONMENT, CONDA_DEFAULT_ENV: 'testbed' } : {}),
        },
      },
      setup: createPackageSetup(packages),
    },
    notes: [
      ...notes,
      'commands that install are left out: a check has no network, and the image has what they install',
    ],
  };
}

/** Returns the folder of the repository in the images of a dialect. */
function getWorkdir({ dialect, repo }: SweBenchInstance): string {
  if (dialect === 'swe-bench-pro') return '/app';
  return dialect === 'multi-swe-bench' ? `/home/${repo.slice(repo.indexOf('/') + 1)}` : '/testbed';
}

/** Images of SWE-bench Pro, one tag for each instance. */
const PRO_REPOSITORY = 'jefzda/sweap-images';

/**
 * Lists the names that the image of an instance may have, the likeliest first: that of the row, else those by the rules
 * of the benchmarks. Rows of SWE-Gym look like those of SWE-bench, so both names are listed.
 */
export function listImageNames({ dialect, id, repo, image }: SweBenchInstance): string[] {
  if (image !== undefined && image !== '') return [dialect === 'swe-bench-pro' ? completeTag(image) : image];
  const plain = id.toLowerCase();
  switch (dialect) {
    case 'swe-bench':
      return [
        `swebench/sweb.eval.x86_64.${plain.replaceAll('__', '_1776_')}:latest`,
        `xingyaoww/sweb.eval.x86_64.${plain.replaceAll('__', '_s_')}:latest`,
      ];
    case 'multi-swe-bench':
      return [`mswebench/${repo.replace('/', '_m_').toLowerCase()}:pr-${id.slice(id.lastIndexOf('-') + 1)}`];
    case 'swe-polybench':
      return [`ghcr.io/timesler/swe-polybench.eval.x86_64.${plain}:v1.1`];
    // Their rows name it: it cannot be had from the id.
    case 'swe-bench-pro':
    case 'swe-smith':
      return [];
  }
}

/** Completes a tag with its repository; a whole name stays. */
const completeTag = (image: string): string => (/[/:]/.test(image) ? image : `${PRO_REPOSITORY}:${image}`);
