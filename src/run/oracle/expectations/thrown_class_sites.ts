import { RANK, type SiteDrafts } from './site_drafts.js';
import type { TokenSpan } from './token_spans.js';

/** Exceptions that are not derived from each other. */
const JAVASCRIPT_ERRORS = ['RangeError', 'SyntaxError', 'URIError', 'TypeError'];

/** `TypeError` → an exception that is not derived from it. */
export function thrownClassSites(drafts: SiteDrafts, span: TokenSpan): void {
  const name = drafts.source.tokens[span.from]!.text;
  if (/^(Error|[A-Z]\w*(Error|Exception))$/.test(name) || /^[A-Z][a-z]/.test(name))
    drafts.exchange(span, JAVASCRIPT_ERRORS, RANK.nearby);
}
