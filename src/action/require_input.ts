import { UserError } from '../contract/input/user_error.js';

/** Requires that an input of the Action is not empty. @throws {UserError} naming the input */
export function requireInput(name: string, given: string | readonly string[]): void {
  if (given.length === 0)
    throw new UserError(`input "${name}" is needed by this command`, 'Add it to the `with:` block of this step.');
}
