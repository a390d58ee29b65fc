import type { ReportSection } from '../../publish/report/report_block.js';
import type { ReportSectionName } from '../options/option_table.js';

/** Options of `report --section`. */
export interface ReportSectionOptions {
  section: ReportSectionName;
  /** Run directories or output folders. */
  folders: readonly string[];
  /** Plan of the attempts, where it is not in the folders. */
  plan?: string | undefined;
  /** Folder with one folder per contract, each with its gold context; default: beside the contract that was run. */
  gold?: string | undefined;
  cache?: string | undefined;
  json: boolean;
}

/** Section with the measures that it shows, and the number of records that could not be read. */
export interface MeasuredSection {
  section: ReportSection;
  measures: object;
  unread: number;
}
