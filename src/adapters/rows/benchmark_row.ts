/** One row of a data file, with its place for messages. */
export interface BenchmarkRow {
  /** `rows.jsonl:12`, `rows.parquet row 12`, `rows.json row 12`. Rows count from 1. */
  place: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Row that cannot be read, with the reason. */
export interface BrokenRow {
  place: string;
  /** Id of the row, if it could be read all the same. */
  id?: string;
  problem: string;
}
