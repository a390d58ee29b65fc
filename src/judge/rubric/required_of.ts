import type { Check } from '../../contract/schema.js';
import { basePassed } from '../../record/base_passed.js';
import { type RequiredNames, requiredNames } from '../../record/required_names.js';
import type { Trace } from './trace.js';

/** Resolves the required tests of a check from the record: `pass_to_pass: all` stands for what its reference event names. */
export const requiredOf = (check: Check, { record }: Pick<Trace, 'record'>): RequiredNames =>
  requiredNames(check, basePassed(check.id, record.events));
