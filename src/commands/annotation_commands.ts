import type { Annotation } from '../publish/github/annotations.js';

/** Annotations of one kind that GitHub takes from the log of a step; it drops further ones. */
export const STEP_LIMIT = 10;

/** How many errors and warnings a step writes besides. */
export interface StepMessages {
  errors: number;
  warnings: number;
}

/** Returns the annotations that a step can show beside its own messages: the first of each kind. */
export function annotationsOfStep(annotations: readonly Annotation[], besides: StepMessages): Annotation[] {
  const room = { failure: STEP_LIMIT - besides.errors, warning: STEP_LIMIT - besides.warnings, notice: STEP_LIMIT };
  return annotations.filter(({ annotation_level }) => room[annotation_level]-- > 0);
}
