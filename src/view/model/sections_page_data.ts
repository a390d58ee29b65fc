import type { ReportSection } from '../../publish/report/report_block.js';
import { type PageSection, toPageSection } from './page_block.js';

/** Page of sections alone, which is about no run. */
export interface SectionsPageData {
  title: string;
  sections: PageSection[];
}

/** Creates the data of a page of sections. */
export const createSectionsPageData = (title: string, sections: readonly ReportSection[]): SectionsPageData => ({
  title,
  sections: sections.map(toPageSection),
});
