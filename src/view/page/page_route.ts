/** Place in the pages, as the part of the address behind `#` states it. */
export interface PageRoute {
  page: 'run' | 'attempt' | 'compare' | 'arms';
  /** Ids of attempts, or names of agents. */
  names: string[];
  query: URLSearchParams;
}

const PAGES = ['run', 'attempt', 'compare', 'arms'] as const;

/** Parses the part of the address behind `#`: `#/attempt/ID?section=patch`. */
export function parsePageRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [head = '', ...names] = path.split('/').map(decodePart);
  return { page: PAGES.find((one) => one === head) ?? 'run', names, query: new URLSearchParams(query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Formats a place as the part of the address behind `#`. Empty values are left out. */
export function formatPageRoute(
  page: PageRoute['page'],
  names: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const set = Object.entries(query).filter(([, value]) => value !== '');
  const path = ['#', page, ...names.map(encodeURIComponent)].join('/');
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
