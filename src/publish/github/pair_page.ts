import type { Conclusion } from '../report/conclusion.js';
import { markdown } from '../report/escape.js';
import { CONCLUSION } from '../report/words.js';
import type { Page } from './page.js';
import { type PublishedPair, pairMarkdown, pairTitle } from './published_pair.js';

/** Returns the page with the pair that it is about: in the headline, and below the heading of every rendering. */
export function pairPage(page: Page, pair: PublishedPair): Page {
  return {
    ...page,
    headline: `${page.headline} · ${pairTitle(pair)}`,
    render: (extent) => belowHeading(page.render(extent), pairMarkdown(pair)),
  };
}

/** Returns the page of results that were made but are not accepted: never a success, and the reason comes first. */
export function unacceptedPage(page: Page, because: string): Page {
  const conclusion: Conclusion = page.conclusion === 'success' ? 'indecisive' : page.conclusion;
  return {
    ...page,
    conclusion,
    headline: `not accepted: ${because}`,
    render: (extent) => `${refusal(because)}\n\n${page.render(extent)}`,
  };
}

/** Returns a page of nothing but the reason, for results that nobody should read. */
export function refusalPage(because: string): Page {
  const text = because.split('\n').map(markdown).join('\n\n');
  return {
    conclusion: 'failure',
    headline: 'no accepted result',
    render: () => `## ${CONCLUSION.failure.sign} gatebench: no accepted result\n\n${text}`,
    annotate: () => [],
  };
}

const refusal = (because: string) =>
  `## ${CONCLUSION.indecisive.sign} gatebench: not accepted\n\n> [!WARNING]\n> ${markdown(because)}`;

/** Puts a paragraph after the first line, so that no limit of length cuts it off. */
function belowHeading(text: string, paragraph: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? `${text}\n\n${paragraph}` : `${text.slice(0, end)}\n\n${paragraph}\n${text.slice(end)}`;
}
