import { basename } from 'node:path';
import { createPageDocument, type PageAssets } from '../../view/document/create_page_document.js';
import { OTHER, toOtherRow } from '../../view/model/index_row.js';
import { toReadableLine } from '../../view/model/readable_text.js';
import type { RunPageData } from '../../view/model/run_page_data.js';
import type { ViewFolder } from './view_folder.js';

/** File of the pages. */
interface ViewFile {
  type: string;
  text: string;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Creates a script that hands data to the page. The data are a text of JSON: no name in them can become code. */
function createDataScript(name: string, data: unknown): string {
  const [key, json] = [JSON.stringify(name), JSON.stringify(JSON.stringify(data))];
  return `gatebenchData(${key},${json});\n`;
}

/** Further sources of the pages. */
interface ViewFileOptions {
  is_live?: boolean;
  /** Creates the data of the run's page; default: from the folder. */
  createRunPage?: () => RunPageData;
  /** Run that stands beside the first one; its attempts have ids that begin with `other.` */
  other?: ViewFolder | undefined;
}

/**
 * Creates a file of the pages by its path; undefined for a path that is none. Paths are compared with what is there:
 * none leads into the file system.
 */
export function createViewFile(
  path: string,
  folder: ViewFolder,
  assets: PageAssets,
  { is_live = false, createRunPage = () => folder.createRunPage(), other }: ViewFileOptions = {},
): ViewFile | undefined {
  if (path === '' || path === 'index.html')
    return { type: 'text/html; charset=utf-8', text: createPageDocument({ is_live, has_other: other !== undefined }) };
  if (path === 'assets/page.js') return { type: SCRIPT_TYPE, text: assets.script };
  if (path === 'assets/page.css') return { type: 'text/css; charset=utf-8', text: assets.style };
  if (path === 'data/run.js') return { type: SCRIPT_TYPE, text: createDataScript('run', createRunPage()) };
  if (path === 'data/other.js' && other !== undefined)
    return { type: SCRIPT_TYPE, text: createDataScript('other', { ...other.createRunPage(), name: getName(other) }) };
  const [, kind, id = ''] = /^data\/(attempt|events)-([\w.-]+)\.js$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  if (other === undefined || !id.startsWith(OTHER)) return createAttemptFile(kind, id, folder);
  return createAttemptFile(kind, id, other, id.slice(OTHER.length));
}

/** Creates a file of an attempt. @param known id that its own folder knows it by */
function createAttemptFile(kind: string, id: string, folder: ViewFolder, known = id): ViewFile | undefined {
  const page = kind === 'attempt' ? folder.createAttemptPage(known) : undefined;
  const shown = page && (known === id ? page : { ...page, row: toOtherRow(page.row, getName(folder)) });
  const data = shown ?? (kind === 'events' ? folder.createEvents(known) : undefined);
  return data && { type: SCRIPT_TYPE, text: createDataScript(`${kind}-${id}`, data) };
}

const getName = ({ path }: ViewFolder): string => toReadableLine(basename(path), 40);
