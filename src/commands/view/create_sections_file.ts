import type { ReportSection } from '../../publish/report/report_block.js';
import { createSinglePage } from '../../view/document/create_page_document.js';
import { createSectionsPageData } from '../../view/model/sections_page_data.js';
import { readPageAssets } from './read_page_assets.js';

/** Creates sections that are about no run as a page of one file. */
export const createSectionsFile = (title: string, sections: readonly ReportSection[]): string =>
  createSinglePage([['sections', JSON.stringify(createSectionsPageData(title, sections))]], readPageAssets());
