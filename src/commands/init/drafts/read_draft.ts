import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { readContract } from '../../../run/contract_files/read_contract.js';
import { type ContractDraft, renderContract } from './contract_draft.js';
import type { InitSession } from './init_session.js';
import type { DraftStore, KeptDraft } from './open_draft_store.js';
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

/** Store of drafts, with what tells whether a draft still holds. */
interface DraftSession {
  cwd: string;
  drafts: DraftStore;
  computeBasis(loaded: LoadedContract): Promise<string>;
}

/**
 * Restores a draft into a staged folder if its tests would be selected by the same things today: version of the
 * contract with the defaults of today, tools, sandbox and repository.
 *
 * @returns its facts; undefined if there is no such draft, and the folder is empty then
 */
export async function restoreDraft(id: string, stage: string, session: DraftSession): Promise<KeptDraft | undefined> {
  const restored = session.drafts.restore(id, stage);
  if (restored === undefined) return undefined;
  const loaded = readStagedContract(stage, session.cwd);
  if (loaded !== undefined && (await session.computeBasis(loaded)) === restored.basis) return restored;
  for (const name of readdirSync(stage)) rmSync(join(stage, name), { recursive: true, force: true });
  return undefined;
}

/** Reads the contract of a staged folder; undefined if it is none by the format of today. */
function readStagedContract(stage: string, cwd: string): LoadedContract | undefined {
  try {
    return readContract(join(stage, 'contract.yml'), cwd);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
