import type { LintProblem } from './coordination/lint_coordination.js';

/** Fields of a contract that say where the repository lies in a container. */
interface ImageFields {
  environment: { image?: string | undefined; workdir?: string | undefined; image_files?: boolean | undefined };
  oracle: { perturbation: { directory: boolean } };
}

/** Finds fields of an image that have none, and what a place in a container forbids. */
export function lintImage({ environment: { image, workdir, image_files }, oracle }: ImageFields): LintProblem[] {
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
  ];
}
