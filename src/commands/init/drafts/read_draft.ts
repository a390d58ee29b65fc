import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { readContract } from '../../../run/contract_files/read_contract.js';
import { type ContractDraft, renderContract } from './contract_draft.js';
import type { InitSession } from './init_session.js';
import { UnsuitableCommit } from './read_change_parts.js';

/** Writes a draft, with texts that give nothing away, and reads it as the engine does. */
export function readDraft(draft: ContractDraft, stage: string, session: InitSession): LoadedContract {
  return readDraftText(
    renderContract({ ...draft, title: `Task ${draft.id}`, description: 'Being measured.\n' }),
    stage,
    session,
  );
}

/** Writes the text of a contract into the staged folder and reads it. @throws {UnsuitableCommit} */
export function readDraftText(text: string, stage: string, session: InitSession): LoadedContract {
  const path = join(stage, 'contract.yml');
  writeFileSync(path, text);
  try {
    return readContract(path, session.cwd);
  } catch (error) {
    if (error instanceof UserError) throw new UnsuitableCommit(`the contract cannot be read: ${error.message}`);
    throw error;
  }
}
