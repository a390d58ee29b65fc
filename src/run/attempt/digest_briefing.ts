import type { Contract } from '../../contract/contract_schema.js';
import { renderFullBriefing } from '../../contract/loaded_contract.js';
import { sha256 } from '../../record/json/compute_digest.js';

/** Digests all texts that agents get for a task. It covers title and commands, which no contract version binds. */
export const digestBriefing = (contract: Contract): string => sha256(renderFullBriefing(contract));
