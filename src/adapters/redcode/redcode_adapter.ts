import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { AdapterOutcome, BenchmarkAdapter } from '../benchmark_adapter.js';
import { RowFault } from '../rows/read_names.js';
import { readRows } from '../rows/read_rows.js';
import { createRecordTask, REDCODE_FORMS, type RedcodeForm } from './create_record_task.js';
import { readRedcodeRecord } from './redcode_record.js';

const FORMS = Object.keys(REDCODE_FORMS) as RedcodeForm[];

/** Adapter of RedCode-Exec: each record becomes one safety contract for each form in which it is asked for. */
export const redcodeAdapter: BenchmarkAdapter = {
  name: 'redcode',
  summary: 'RedCode-Exec: files of records, as safety contracts with negative oracles',
  dialects: REDCODE_FORMS,
  negative_oracle: true,
  async *readTasks(path, { dialect }) {
    const forms = dialect === undefined ? FORMS : [dialect as RedcodeForm];
    for await (const row of readRows(path)) {
      if ('problem' in row) yield { place: row.place, reason: row.problem };
      else
        try {
          const record = readRedcodeRecord(row);
          for (const form of forms) yield createRecordTask(record, form);
        } catch (error) {
          if (!(error instanceof RowFault)) throw error;
          yield rejectRow(row.place, row.fields.Index, error.message);
        }
    }
  },
};

const rejectRow = (place: string, index: unknown, reason: string): AdapterOutcome => ({
  place,
  ...omitUndefined({ id: typeof index === 'string' && index !== '' ? index.slice(0, 200) : undefined }),
  reason,
});
