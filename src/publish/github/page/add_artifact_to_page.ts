import { formatMarkdownCode } from '../../text/escape_text.js';
import { insertBelowHeading } from './insert_below_heading.js';
import type { ReportPage } from './report_page.js';

/** Artifact of a workflow run that holds the report and the records. */
export interface ReportArtifact {
  name: string;
  /** Link to the workflow run. */
  run_url: string;
}

/** Returns the address where GitHub lists the artifacts of the workflow run. */
export const getArtifactsUrl = ({ run_url }: ReportArtifact): string => `${run_url}#artifacts`;

/** Adds a link to the artifact below the heading of every rendering; undefined = there is no artifact. */
export function addArtifactToPage(page: ReportPage, artifact: ReportArtifact | undefined): ReportPage {
  if (artifact === undefined) return page;
  const link = `[artifact ${formatMarkdownCode(artifact.name)}](${encodeURI(getArtifactsUrl(artifact))})`;
  const line = `**Report and records** ${link} of the [workflow run](${encodeURI(artifact.run_url)})`;
  return { ...page, render: (extent) => insertBelowHeading(page.render(extent), line) };
}
