import type { Subtask } from './coordination/coordination.js';
import type { LintProblem } from './coordination/lint_coordination.js';
import { filterSearchPath } from './input/get_workspace_root.js';

/** Fields of a contract that say where the repository lies in a container. */
interface ImageFields {
  environment: {
    image?: string | undefined;
    workdir?: string | undefined;
    image_files?: boolean | undefined;
    variables: Record<string, string>;
  };
  oracle: { perturbation: { directory: boolean } };
}

/** Finds fields of an image that have none, and what a place in a container forbids. */
export function lintImage({ environment, oracle }: ImageFields): LintProblem[] {
  const { image, workdir, image_files, variables } = environment;
  const say = (path: LintProblem['path'], message: string): LintProblem => ({ path, message });
  return [
    ...(workdir !== undefined && image === undefined
      ? [say(['environment', 'workdir'], 'is a path in an image: name one with `image`, or leave it out')]
      : []),
    ...(image_files === true && workdir === undefined
      ? [say(['environment', 'image_files'], 'are those that the image has in `workdir`: name it')]
      : []),
    ...(workdir !== undefined && oracle.perturbation.directory
      ? [
          say(
            ['oracle', 'perturbation', 'directory'],
            '`environment.workdir` says where the repository must lie: leave one of both out',
          ),
        ]
      : []),
    ...(workdir !== undefined && variables.PATH !== undefined
      ? filterSearchPath(variables.PATH, workdir).dropped.map((entry) =>
          say(
            ['environment', 'variables', 'PATH'],
            `${JSON.stringify(entry)} leads to files of the repository, where a patch could put programs in place of ` +
              'others: leave it out',
          ),
        )
      : []),
  ];
}

/** Parts of a contract that a registry of tasks demands. */
interface RegistryTask {
  metadata: {
    registry: boolean;
    kind?: string | undefined;
    difficulty?: string | undefined;
    parallelizable_subtasks?: number | undefined;
    test_command?: string | undefined;
    provenance?: string | undefined;
    affected_files: readonly string[];
  };
  golden_patch?: string | undefined;
  coordination?: { subtasks: readonly Pick<Subtask, 'depends_on'>[] } | undefined;
}

/**
 * Finds what a task of a registry lacks: source and description are always there, and the rest is demanded of contracts
 * with `metadata.registry`.
 */
export function lintRegistryTask({ metadata, golden_patch, coordination }: RegistryTask): LintProblem[] {
  if (!metadata.registry) return [];
  const missing = (path: string[], value: unknown): LintProblem[] =>
    value === undefined ? [{ path, message: 'is missing: a task of a registry must have it' }] : [];
  const free = (coordination?.subtasks ?? []).filter(({ depends_on }) => depends_on.length === 0).length;
  const { parallelizable_subtasks: count } = metadata;
  return [
    ...missing(['metadata', 'kind'], metadata.kind),
    ...missing(['metadata', 'difficulty'], metadata.difficulty),
    ...missing(['metadata', 'parallelizable_subtasks'], count),
    ...missing(['metadata', 'test_command'], metadata.test_command),
    ...missing(['metadata', 'provenance'], metadata.provenance),
    ...missing(['golden_patch'], golden_patch),
    ...(metadata.affected_files.length === 0
      ? [{ path: ['metadata', 'affected_files'], message: 'is empty: a task of a registry must name them' }]
      : []),
    ...(count !== undefined && count < free
      ? [
          {
            path: ['metadata', 'parallelizable_subtasks'],
            message: `is ${count}, and ${free} of coordination.subtasks depend on nothing`,
          },
        ]
      : []),
  ];
}
