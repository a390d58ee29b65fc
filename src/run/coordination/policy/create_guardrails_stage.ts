import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Guard, GuardRequest } from '../../../guard/guard.js';
import type { WorkspaceTools } from '../operations/operation_result.js';
import { truncateUntrustedText } from '../operations/to_recorded_arguments.js';
import type { AuthorizedOperation, PolicyStage } from './policy_stage.js';

/** Creates the stage that asks the guard about commands, edits and texts between agents. */
export function createGuardrailsStage(guard: Guard, tools: Pick<WorkspaceTools, 'workspace'>): PolicyStage {
  return {
    name: 'guardrails',
    concerns: (asked) => toGuardRequest(asked) !== undefined,
    judge(asked) {
      const { workspace } = tools;
      const question = toGuardRequest(asked)!;
      // The command is parsed once for all stages.
      const parsed = 'command' in question ? { ...question, reading: asked.reading() } : question;
      const answer = guard.judge(parsed, { trust: asked.profile.trust_level, workspace });
      if (answer.verdict === 'allow') return undefined;
      const { code, rule, reason, format } = answer;
      return { code, rule, message: truncateUntrustedText(reason, 1000), format, severity: 'violation' };
    },
  };
}

/**
 * Converts an operation to a request to the guard.
 *
 * @returns undefined if there is nothing to judge
 */
function toGuardRequest({ operation, arguments: given }: AuthorizedOperation): GuardRequest | undefined {
  switch (operation) {
    case 'run_command':
      return { command: given.command };
    case 'edit_file': {
      const content = given.content ?? given.with;
      return { write: given.path, ...omitUndefined({ content }) };
    }
    case 'submit_work':
      return { text: joinParagraphs(given.title, given.description) };
    case 'remember':
      return { text: given.text };
    case 'write_handoff':
      return { text: joinParagraphs(given.summary, ...given.done, ...given.todo, given.notes ?? '') };
    default:
      return undefined;
  }
}

/** Joins texts as paragraphs, so that no sentence continues from one into the next. */
const joinParagraphs = (...texts: string[]) => texts.filter(Boolean).join('\n\n');
