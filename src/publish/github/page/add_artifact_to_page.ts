import { formatMarkdownCode } from '../../text/escape_text.js';
import { insertBelowHeading } from './insert_below_heading.js';
import type { ReportPage } from './report_page.js';

/** Artifact of a workflow run that holds the report and the records. */
export interface ReportArtifact {
  name: string;
  /** Link to the workflow run. */
  run_url: string;
  /** Id by which GitHub knows it; absent = a later step uploads it. */
  id?: string;
}

/** Returns the address of the artifact, or of the list of artifacts of the workflow run while it has no id. */
export const getArtifactUrl = ({ run_url, id }: ReportArtifact): string =>
  id === undefined ? `${run_url}#artifacts` : `${run_url}/artifacts/${id}`;

/** Adds a link to the artifact below the heading of every rendering; undefined = there is no artifact. */
export function addArtifactToPage(page: ReportPage, artifact: ReportArtifact | undefined): ReportPage {
  if (artifact === undefined) return page;
  const link = `[artifact ${formatMarkdownCode(artifact.name)}](${encodeURI(getArtifactUrl(artifact))})`;
  const line = `**Report and records** ${link} of the [workflow run](${encodeURI(artifact.run_url)})`;
  return { ...page, render: (extent) => insertBelowHeading(page.render(extent), line) };
}
