import { InvalidArgumentError } from 'commander';
import { durationSchema } from '../../contract/input/duration_schema.js';

/** Parses the value of an option as a duration such as `90m` or `2h`. Returns milliseconds. */
export function parseDurationOption(value: string): number {
  const parsed = durationSchema().safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('It must be a duration, such as 90m or 2h.');
}
