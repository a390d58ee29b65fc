import type { ReportTable } from './report_block.js';

/** Creates the columns of a table by their heads. Those in a list are of numbers, which are aligned to the right. */
export const createColumns = (...heads: readonly (string | readonly string[])[]): ReportTable['columns'] =>
  heads.flatMap((head) =>
    typeof head === 'string' ? [{ head }] : head.map((each) => ({ head: each, align: 'right' as const })),
  );
