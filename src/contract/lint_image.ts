import type { LintProblem } from './coordination/lint_coordination.js';
import { filterSearchPath } from './input/filter_search_path.js';

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
