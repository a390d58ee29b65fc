import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { ReportView } from '../../publish/report/view/report_view.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { PageAssets } from '../../view/document/create_page_document.js';
import { createViewFile } from './create_view_file.js';
import { readRecordText } from './read_record_text.js';
import { ViewFolder } from './view_folder.js';

const START_FILE = 'index.html';
/** File that says that a folder is of these pages, and may be written again, and how it begins. */
const [RUN_FILE, RUN_START] = ['data/run.js', 'gatebenchData('];

/**
 * Writes the pages of a run as a folder: for an artifact, for Pages, or to be opened from a disk.
 *
 * @param results output folder of a run or of `report`
 * @param view view of a report that knows more than the folder
 * @throws {UserError} if the folder holds something else
 */
export function writeViewPages(target: string, results: string, assets: PageAssets, view?: ReportView): void {
  const is_ours = readRecordText(join(target, RUN_FILE))?.startsWith(RUN_START) === true;
  if (existsSync(target) && readdirSync(target).length > 0 && !is_ours)
    throw new UserError(`${target} holds other files`, 'Name a new or empty folder for the pages.');
  const folder = new ViewFolder(results);
  // Attempts of another run must not stay beside those of this one.
  if (is_ours) rmSync(join(target, 'data'), { recursive: true });
  for (const part of ['assets', 'data']) mkdirSync(join(target, part), { recursive: true });
  const data = folder.ids.flatMap((id) => [`data/attempt-${id}.js`, `data/events-${id}.js`]);
  for (const path of [...data, RUN_FILE, 'assets/page.js', 'assets/page.css', START_FILE]) {
    const file = createViewFile(path, folder, assets, { createRunPage: () => folder.createRunPage(view) });
    if (file !== undefined) writeAtomically(join(target, path), file.text);
  }
}
