import { NO_ABLATION, toMechanismSwitches } from '../src/contract/coordination/mechanism.js';

/** Mechanisms of the ordinary run: all are on. */
export const allMechanismsOn = toMechanismSwitches(NO_ABLATION);
