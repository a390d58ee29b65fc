import type { Guard, Question } from '../../safety/guardrails/guard.js';
import type { Hands } from '../answer.js';
import { bounded } from '../recorded_arguments.js';
import type { Asked, Stage } from './stage.js';

/** Asks the guard about commands, edits, and what agents write to each other about what they or others shall do. */
export function guardrailsStage(guard: Guard, hands: Pick<Hands, 'workspace'>): Stage {
  return {
    name: 'guardrails',
    concerns: (asked) => questionOf(asked) !== undefined,
    judge(asked) {
      const { workspace } = hands;
      const answer = guard.judge(questionOf(asked)!, { trust: asked.profile.trust_level, workspace });
      if (answer.verdict === 'allow') return undefined;
      const { code, rule, reason, format } = answer;
      return { code, rule, message: bounded(reason, 1000), format, severity: 'violation' };
    },
  };
}

/** What there is to be judged of an operation. */
function questionOf({ operation, arguments: given }: Asked): Question | undefined {
  switch (operation) {
    case 'run_command':
      return { command: given.command };
    case 'edit_file': {
      const content = given.content ?? given.with;
      return { write: given.path, ...(content === undefined ? {} : { content }) };
    }
    case 'submit_work':
      return { text: apart(given.title, given.description) };
    case 'remember':
      return { text: given.text };
    case 'write_handoff':
      return { text: apart(given.summary, ...given.done, ...given.todo, given.notes ?? '') };
    default:
      return undefined;
  }
}

/** Each is a text of its own: a sentence never goes on from one into the next. */
const apart = (...texts: string[]) => texts.filter(Boolean).join('\n\n');
