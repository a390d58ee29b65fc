import { isWorkdir } from '../../contract/input/get_workspace_root.js';
import type { ImageForm, WrittenContract } from '../benchmark_adapter.js';
import { createPackageSetup } from './create_setup.js';
import { listImageNames } from './list_image_names.js';
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
  if (names.length === 0 || !isWorkdir(workdir)) return undefined;
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
          ...(is_conda && { CONDA_PREFIX: CONDA_ENVIRONMENT, CONDA_DEFAULT_ENV: 'testbed' }),
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
