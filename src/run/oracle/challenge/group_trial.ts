import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import type { PlaceGroup } from './list_challenge_places.js';

/** Group under trial, with the wrong expectation that stands for it. */
export interface GroupTrial {
  group: PlaceGroup;
  variant: ChallengeVariant;
}
