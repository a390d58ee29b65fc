import { formatMarkdownCode } from '../../text/escape_text.js';
import { insertBelowHeading } from './insert_below_heading.js';
import type { ReportPage } from './report_page.js';

/** Artifact of a workflow run that holds the report and the records. A later step uploads it. */
export interface ReportArtifact {
  name: string;
  /** Link to the workflow run. */
  run_url: string;
}

/** Adds a link to the artifact below the heading of every rendering; undefined = there is no artifact. */
export function addArtifactToPage(page: ReportPage, artifact: ReportArtifact | undefined): ReportPage {
  if (artifact === undefined) return page;
  const link = `[artifact ${formatMarkdownCode(artifact.name)}](${encodeURI(`${artifact.run_url}#artifacts`)})`;
  const line = `**Report and records** ${link} of the [workflow run](${encodeURI(artifact.run_url)})`;
  return { ...page, render: (extent) => insertBelowHeading(page.render(extent), line) };
}
