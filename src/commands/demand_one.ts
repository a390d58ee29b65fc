import { UserError } from '../contract/user_error.js';

/** @throws {UserError} when an input that a command cannot do without says nothing */
export function demandOne(name: string, given: string | readonly string[]): void {
  if (given.length === 0)
    throw new UserError(`input "${name}" is needed by this command`, 'Add it to the `with:` block of this step.');
}
