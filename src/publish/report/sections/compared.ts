import type { Compared } from '../../../judge/analysis/compared.js';
import type { Section } from '../blocks.js';
import { counted } from '../quantities.js';
import { pairedSection } from './paired.js';
import { regressionSection } from './regression.js';

/** What `compare` says: the gate of every arm, and beside it all tasks of both sides, which decide nothing. */
export function comparedSections({ arms }: Compared, base: string, head: string): Section[] {
  return arms.flatMap((arm) => {
    const names = arm.base === arm.head ? [`${arm.base} in ${base}`, `${arm.head} in ${head}`] : [arm.base, arm.head];
    const gate = regressionSection(arm.regression, names[0]!, names[1]!);
    const known =
      arm.history === null
        ? 'No earlier runs are known: nothing is known of flakes, and every contract of the same version may turn the gate.'
        : `Chosen by ${counted(arm.history, 'earlier run')} of the suite.`;
    return [
      { ...gate, id: `${gate.id}-${arm.head}`, blocks: [...gate.blocks, { kind: 'text' as const, text: known }] },
      ...(arm.comparison === null ? [] : [pairedSection({ ...arm.comparison, base: names[0]!, head: names[1]! })]),
    ];
  });
}
