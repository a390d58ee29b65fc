import type { ReportView } from '../../publish/report/view/report_view.js';
import { createSinglePage, type PageAssets } from '../../view/document/create_page_document.js';
import { ViewFolder } from './view_folder.js';

/** Attempts whose own pages are in the file: the worst. */
const MAX_ATTEMPTS = 50;
/** Characters of the pages of all attempts, and of their events; bytes of all logs that are read for them. */
const MAX_CHARACTERS = { attempt: 12_000_000, events: 6_000_000 };
const MAX_LOG_BYTES = 64 * 2 ** 20;

/**
 * Creates the pages of a run as one file: the run, and the pages of the worst attempts, as far as they fit. `gatebench
 * view` and `report --html` have all of them.
 *
 * @param results output folder of a run or of `report`, whose results are written
 * @param view view of the report, which knows more than the folder
 */
export function createRunFile(results: string, view: ReportView, assets: PageAssets): string {
  const folder = new ViewFolder(results);
  const ids = view.rows.map(({ attempt_id }) => attempt_id).filter((id) => /^[\w.-]+$/.test(id));
  const data: [name: string, json: string][] = [['run', JSON.stringify(folder.createRunPage(view))]];
  const rooms = { ...MAX_CHARACTERS };
  let log_bytes = MAX_LOG_BYTES;
  for (const id of ids.slice(0, MAX_ATTEMPTS)) {
    const bytes = folder.measureLog(id);
    if (bytes > log_bytes) continue;
    log_bytes -= bytes;
    const add = (kind: keyof typeof rooms, page: unknown) => {
      const json = JSON.stringify(page);
      if (json === undefined || json.length > rooms[kind]) return;
      rooms[kind] -= json.length;
      data.push([`${kind}-${id}`, json]);
    };
    add('attempt', folder.createAttemptPage(id));
    // A log is not read for events that do not fit.
    if (bytes <= rooms.events) add('events', folder.createEvents(id));
  }
  return createSinglePage(data, assets);
}
