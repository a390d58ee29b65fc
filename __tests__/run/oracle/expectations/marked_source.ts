import {
  type ExpectationSite,
  findExpectationSites,
} from '../../../../src/run/oracle/expectations/expectation_site.js';

/** Source text whose sites are marked as `«5»`. */
export interface MarkedSource {
  text: string;
  marked: string[];
}

/** Removes the marks of a text, and names each marked place with its line. */
export function readMarkedSource(source: string): MarkedSource {
  const marked: string[] = [];
  let text = '';
  for (const [i, part] of source.split(/[«»]/).entries()) {
    if (i % 2 === 1) marked.push(`${text.split('\n').length}: ${part}`);
    text += part;
  }
  return { text, marked };
}

/** Lists the sites of a kind with their lines, as `readMarkedSource` names them. */
export const describeSites = (path: string, text: string, kind: ExpectationSite['kind'] = 'value'): string[] =>
  findExpectationSites(path, text)
    .filter((site) => site.kind === kind)
    .map(({ line, start, end }) => `${line}: ${text.slice(start, end)}`);
