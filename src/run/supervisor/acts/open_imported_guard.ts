import type { Contract } from '../../../contract/contract_schema.js';
import type { GuardRulesFile } from '../../../contract/loaded_contract.js';
import { createGuard } from '../../../guard/create_guard.js';
import { truncateText } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import type { AtifStep } from '../../../record/trajectory/atif_document.js';
import { combineRules } from '../../safety/read_rules_file.js';
import { getQuestionText } from './act_question.js';
import { createActJudge } from './create_act_judge.js';
import { listCallQuestions } from './list_call_questions.js';

/** Most calls of a trajectory that the guard is asked about, and most objections that are recorded. */
const MAX_ASKED = 20_000;
const MAX_OBJECTIONS = 1000;

/** Options of the guard for imported calls. */
export interface ImportedGuardOptions {
  contract: Contract;
  rules: readonly GuardRulesFile[];
  run: Pick<RunDirectory, 'log'>;
}

/** Guard for calls that a trajectory claims. Its objections are findings and decide nothing. */
export interface ImportedGuard {
  /** Judges the calls of a step; `of_seq` is the number of its event. */
  ask(step: Pick<AtifStep, 'tool_calls'>, of_seq: number): void;
  /** Records how many calls were judged. */
  close(): void;
}

/** Opens the guard for the calls of one trajectory. */
export function openImportedGuard({ contract, rules, run }: ImportedGuardOptions): ImportedGuard {
  const judge = createActJudge({ contract, guard: createGuard(combineRules(rules)), guarded: true });
  const counts = { asked: 0, objections: 0, skipped: 0 };
  return {
    ask({ tool_calls }, of_seq) {
      for (const { function_name: tool, arguments: call_arguments } of tool_calls ?? []) {
        if (counts.asked >= MAX_ASKED) {
          counts.skipped += 1;
          continue;
        }
        for (const question of listCallQuestions({ tool, arguments: call_arguments })) {
          counts.asked += 1;
          const { guard, prohibited } = judge(question, { road: 'traffic', workspace: '/workspace' });
          if (guard?.verdict !== 'deny' && prohibited === null) continue;
          counts.objections += 1;
          if (counts.objections > MAX_OBJECTIONS) continue;
          run.log.append('imported_act', 'monitor', {
            of_seq,
            tool: truncateText(tool, 200),
            form: question.form === 'unread' ? 'text' : question.form,
            text: truncateText(run.log.toStored(getQuestionText(question).slice(0, 6000)), 2000),
            rule: guard?.rule ?? 'policy.commands.deny',
            category: guard?.category ?? null,
            severity: guard?.severity ?? null,
            reason: truncateText(guard?.reason || `it is against the rule "${prohibited}"`, 500),
            prohibited,
          });
        }
      }
    },
    close: () => void run.log.append('imported_acts_asked', 'monitor', counts),
  };
}
