import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { createBoardSection } from '../../publish/formats/create_board_section.js';
import { createCsvTable } from '../../publish/formats/create_csv_table.js';
import { createHistoryBoard } from '../../publish/formats/create_history_board.js';
import { createJunitCollector } from '../../publish/formats/create_junit_collector.js';
import { createSarifCollector } from '../../publish/formats/create_sarif_collector.js';
import type { ExportRow } from '../../publish/formats/export_row.js';
import { renderBadge } from '../../publish/formats/render_badge.js';
import { toAttemptRow } from '../../publish/report/view/attempt_row.js';
import type { ReportView } from '../../publish/report/view/report_view.js';
import { collectTestFailures, type TestFailure } from '../../publish/report/view/test_failure_summary.js';
import type { Event } from '../../record/events/event.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import type { SuiteHistory } from '../../record/planning/suite_history.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { FormatFiles } from '../io/format_files.js';
import { CHECK_LINE, readRunEvents } from '../io/read_run_events.js';
import { createSectionsFile } from '../view/create_sections_file.js';

/** Report whose records are in a folder. */
export interface ReportSource {
  folder: string;
  view: ReportView;
  /** Results of all attempts, the shown ones and the others. */
  results: Iterable<AttemptResult>;
  /** Names of a suite's arms, by attempt; absent = those of the agents. */
  arms?: ReadonlyMap<string, string> | undefined;
}

/** Failed attempts whose records are read for the messages of their tests; the others have their reason alone. */
const MAX_READ = 500;

/** Writes a report in formats that other tools read. @throws {UserError} for a file that cannot be written */
export function writeFormats(files: FormatFiles, report: ReportSource, cwd: string): void {
  const { junit, sarif, csv, badge } = files;
  const { suite } = report.view;
  if (badge !== undefined)
    writeFormat('badge', badge, cwd, renderBadge(report.view, /\.svg$/i.test(badge) ? 'svg' : 'json'));
  if (junit === undefined && sarif === undefined && csv === undefined) return;
  const cases = createJunitCollector();
  const results = createSarifCollector();
  const table = createCsvTable();
  for (const entry of listExportRows(report)) {
    cases.add(entry);
    results.add(entry);
    table.add(entry.row);
  }
  report.view.missing.forEach(cases.addMissing);
  if (junit !== undefined) writeFormat('junit', junit, cwd, cases.render(suite === '' ? 'gatebench' : suite));
  if (sarif !== undefined) writeFormat('sarif', sarif, cwd, results.render(ENGINE_VERSION));
  if (csv !== undefined) writeFormat('csv', csv, cwd, table.render());
}

/** Lists the attempts of a report one at a time, with the failed tests of those that failed. */
function* listExportRows({ folder, results, arms }: ReportSource): Generator<ExportRow> {
  let room = MAX_READ;
  for (const result of results) {
    const row = toAttemptRow(result, false, 0, arms?.get(result.attempt_id));
    const has_tests = (row.status === 'failure' || row.status === 'acceptance_error') && room-- > 0;
    const events = has_tests ? readRunEvents(join(folder, result.run, RUN_FILES.events), CHECK_LINE) : [];
    yield { row, failures: listFailures(result, events) };
  }
}

/** Lists the failed tests of an attempt. Places in a task's own repository are not those of the caller's. */
function listFailures({ snapshot }: AttemptResult, events: readonly Event[]): TestFailure[] {
  try {
    const failures = collectTestFailures(events);
    return snapshot.kind === 'pull-request' ? failures : failures.map(({ place: _, ...failure }) => failure);
  } catch {
    // A record that does not keep to its form; `verify` says why.
    return [];
  }
}

/** Writes the board of a history, where one is wanted. @throws {UserError} if it cannot be written */
export function writeHistoryBoard(file: string | undefined, history: SuiteHistory, cwd: string): void {
  if (file === undefined) return;
  const board = createHistoryBoard(history.lines);
  const title = board.suite === '' ? 'History' : board.suite;
  writeFormat('board', file, cwd, createSectionsFile(title, [createBoardSection(board)]));
}

function writeFormat(option: keyof FormatFiles | 'board', file: string, cwd: string, text: string): void {
  try {
    writeAtomically(resolve(cwd, file), text);
  } catch (error) {
    throw new UserError(
      `--${option} ${file}: cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name a file in a folder that is there.',
    );
  }
}
