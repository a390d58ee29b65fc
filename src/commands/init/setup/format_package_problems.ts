import { formatQuantity } from '../../../publish/text/format_quantity.js';

/** Problems that are named. */
const NAMED = 3;

/**
 * Formats why the tests of packages cannot be run. A problem of several is told once.
 *
 * @param problems packages by their problem
 */
export function formatPackageProblems(problems: ReadonlyMap<string, readonly string[]>): string {
  const texts = [...problems].map(([problem, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${formatQuantity(others.length, 'other')}` : '';
    return `${first}${more}: ${problem}`;
  });
  const rest = texts.length > NAMED ? `; and ${texts.length - NAMED} more` : '';
  return `${texts.slice(0, NAMED).join('; ')}${rest}`;
}
