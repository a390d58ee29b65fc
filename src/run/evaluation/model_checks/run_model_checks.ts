import type { ModelCheck } from '../../../contract/checks/check.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { ModelConfig } from '../../../gateway/model_config.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { askJudgeModel } from './ask_judge_model.js';
import { type AnswerFile, readAnswerFiles, withoutText } from './read_answer_files.js';

/** Answer of a check that a judge model decides, as it was before anything ran over it. */
export interface CollectedAnswer {
  check: ModelCheck;
  files: readonly AnswerFile[];
}

type SkippedModelCheck = NonNullable<EventPayload<'model_check'>['not_run']>;

/** Collects the answers of a contract's model checks from a fresh workspace with the patch and no hidden file. */
export const collectAnswers = (
  { contract: { model_checks = [] } }: Pick<LoadedContract, 'contract'>,
  root: string,
  changed: readonly string[],
): CollectedAnswer[] => model_checks.map((check) => ({ check, files: readAnswerFiles(check, root, changed) }));

/**
 * Has a judge model grade answers, one after the other, and records what was asked and said. An answer that cannot be
 * read is recorded without a request.
 *
 * @param judge judge model of the run; undefined = it names none
 */
export async function runModelChecks(
  answers: readonly CollectedAnswer[],
  judge: ModelConfig | undefined,
  run: RunDirectory,
  interrupted: AbortSignal,
): Promise<void> {
  for (const { check, files } of answers) {
    const facts = { check: check.id, files: files.map(withoutText) };
    if (interrupted.aborted) {
      recordSkippedModelCheck(check, run, { because: 'interrupted', detail: 'the run was interrupted' });
    } else if (files.some(({ state }) => state !== 'read')) {
      run.log.append('model_check', 'harness', facts);
    } else if (judge?.name == null) {
      recordSkippedModelCheck(check, run, { because: 'no-judge', detail: 'the run names no judge model' });
    } else {
      const judge_model = { ...judge, name: judge.name };
      const exchange = await askJudgeModel(check, files, judge_model, run, interrupted);
      run.log.append('model_check', 'harness', { ...facts, asked: exchange });
    }
  }
}

/** Records that a model check was not run. */
export const recordSkippedModelCheck = ({ id }: ModelCheck, run: RunDirectory, not_run: SkippedModelCheck): void =>
  void run.log.append('model_check', 'harness', { check: id, not_run, files: [] });
