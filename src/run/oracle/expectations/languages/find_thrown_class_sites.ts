import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import type { TokenSpan } from '../tokens/token_span.js';

/** Exceptions that are not derived from each other. */
const JAVASCRIPT_ERRORS = ['RangeError', 'SyntaxError', 'URIError', 'TypeError'];

/** Adds another exception class for `TypeError` and the like, one that is not derived from it. */
export function findThrownClassSites(drafts: SiteDrafts, span: TokenSpan): void {
  const name = drafts.source.tokens[span.from]!.text;
  if (/^(Error|[A-Z]\w*(Error|Exception))$/.test(name) || /^[A-Z][a-z]/.test(name))
    drafts.exchange(span, JAVASCRIPT_ERRORS, SITE_RANK.nearby);
}
