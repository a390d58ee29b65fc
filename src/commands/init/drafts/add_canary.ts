import { type CanaryFile, listCanaryFiles } from '../../../project/canary_file.js';
import type { ChangeSplit } from '../../../project/split_change.js';
import type { ContractDraft } from './contract_draft.js';
import type { InitSession } from './init_session.js';
import { readDraft } from './read_draft.js';

/**
 * Adds the canary to a draft: beside the hidden tests if it then fails with the reference solution as it must, else by
 * itself. Beside others, a runner may leave it out, or a file may fail as a whole.
 */
export async function addCanary(
  canary: CanaryFile,
  draft: ContractDraft,
  split: ChangeSplit,
  stage: string,
  session: InitSession,
): Promise<ContractDraft> {
  const { environment, test } = canary;
  const { project } = draft;
  const create = (files: readonly string[]): ContractDraft => ({
    ...draft,
    canary: {
      ...{ run: project.tests.createCommand(files), environment },
      ...(test === undefined ? {} : { must_fail: [test] }),
    },
  });
  const files = listCanaryFiles(canary, split.tests, project);
  const alone = create([canary.path]);
  if (files.length === 1) return alone;
  const beside = create(files);
  return (await session.checkCanary(readDraft(beside, stage, session))) ? beside : alone;
}
