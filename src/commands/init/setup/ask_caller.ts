import { UserError } from '../../../contract/input/user_error.js';
import type { CallerQuestion, CommandContext } from '../../io/command_context.js';

/**
 * Asks the caller a question.
 *
 * @throws {UserError} at the end of the input, which is no answer; the reason of the signal once it aborts
 */
export async function askCaller({ question, signal }: CommandContext, asked: CallerQuestion): Promise<string> {
  const answer = await question?.(asked, signal);
  signal.throwIfAborted();
  if (answer === undefined)
    throw new UserError('the input ended before the answer', `Nothing was written. Answer with ${asked.option}.`);
  return answer;
}
