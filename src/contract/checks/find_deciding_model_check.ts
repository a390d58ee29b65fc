import type { ModelCheck } from './model_check.js';

/** Finds the first check by which a judge model decides; undefined if none is mandatory. */
export const findDecidingModelCheck = (contract: {
  model_checks?: readonly ModelCheck[] | undefined;
}): ModelCheck | undefined => contract.model_checks?.find(({ mandatory }) => mandatory);
