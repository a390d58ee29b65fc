import { Component, type ComponentChildren, render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ArmsPage } from './arms_page.js';
import { readAttemptFilter, selectRows } from './attempt_filter.js';
import { AttemptPage } from './attempt_page.js';
import { ComparePage } from './compare_page.js';
import { type LoadedRun, listenForChanges, loadRun, readSections } from './load_attempt_file.js';
import { formatPageRoute, parsePageRoute } from './page_route.js';
import { RichLine } from './report_blocks.js';
import { RunPage } from './run_page.js';
import { SectionsPage } from './section_list.js';

/** Pages of a run: what the address says, with the data that it needs. */
function Pages() {
  const [hash, setHash] = useState(window.location.hash);
  const [version, setVersion] = useState('');
  const [run, setRun] = useState<LoadedRun | undefined | null>(undefined);
  useEffect(() => {
    const update = () => setHash(window.location.hash);
    window.addEventListener('hashchange', update);
    listenForChanges(setVersion);
    return () => window.removeEventListener('hashchange', update);
  }, []);
  useEffect(() => {
    void loadRun(version).then((data) => setRun((old) => data ?? old ?? null));
  }, [version]);
  const route = useMemo(() => parsePageRoute(hash), [hash]);
  usePlace(route.page, route.names.join(' '), route.query.get('part') ?? '', run != null);
  useShortcuts();
  const list = useListQuery(hash, route.page);
  const order = useMemo(
    () => (run == null ? [] : selectRows(run.rows, readAttemptFilter(list, run.rows.length))),
    [run, list],
  );
  if (run === undefined) return <p class="quiet">Loading …</p>;
  if (run === null) return <p>The data of this page are missing: data/run.js could not be read.</p>;
  document.title = formatTitle(run, route.page, route.names);
  const [first = ''] = route.names;
  // An attempt that the filters leave out has its neighbours of the whole list.
  const neighbours = order.some(({ id }) => id === first) ? order : run.rows;
  return (
    <>
      <main id="main" tabIndex={-1}>
        {route.page === 'run' && <RunPage run={run} route={route} />}
        {route.page === 'attempt' && <AttemptPage id={first} rows={neighbours} version={version} />}
        {route.page === 'compare' && <ComparePage ids={route.names} version={version} />}
        {route.page === 'arms' && <ArmsPage run={run} names={route.names} />}
      </main>
      <footer class="quiet">
        <p>
          <RichLine text={run.footer} />
        </p>
        <p class="screen-only">
          <kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next and previous attempt · <kbd>u</kbd> up to the run
        </p>
      </footer>
    </>
  );
}

/** Keeps how the list was filtered and sorted, so that "next" goes by it. */
function useListQuery(hash: string, page: string): URLSearchParams {
  const [query, setQuery] = useState(() => new URLSearchParams());
  useEffect(() => {
    if (page === 'run') setQuery(parsePageRoute(hash).query);
  }, [hash, page]);
  return query;
}

/** Goes to the place that an address names: to the top of another page, or to a part of it. */
function usePlace(page: string, names: string, part: string, is_loaded: boolean): void {
  useEffect(() => {
    if (part === '' && page !== 'run') window.scrollTo(0, 0);
  }, [page, names, part]);
  useEffect(() => {
    if (part === '' || !is_loaded) return undefined;
    // The part is there once the data of the attempt are.
    const find = () => {
      const heading = document.getElementById(`part-${part}`);
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (find()) return undefined;
    const observer = new MutationObserver(() => find() && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [page, names, part, is_loaded]);
}

function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const action = {
        '/': () => document.getElementById('search')?.focus(),
        j: () => document.querySelector<HTMLElement>('a[rel=next]')?.click(),
        k: () => document.querySelector<HTMLElement>('a[rel=prev]')?.click(),
        u: () => {
          window.location.hash = formatPageRoute('run');
        },
      }[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function formatTitle(run: LoadedRun, page: string, names: readonly string[]): string {
  const subject = page === 'run' ? run.title : names.join(' and ');
  return `${subject} – gatebench`;
}

/** Shows that a page failed, instead of nothing: records are foreign, and may be of a form that nobody thought of. */
class FaultBoundary extends Component<{ children: ComponentChildren }, { fault: string }> {
  override state = { fault: '' };
  override componentDidCatch(error: unknown): void {
    this.setState({ fault: String(error) });
  }
  render() {
    if (this.state.fault === '') return this.props.children;
    return (
      <main>
        <h1>This page cannot be shown</h1>
        <p>{this.state.fault}</p>
        <p>The record itself is unharmed. Reload the page, or look at its files.</p>
      </main>
    );
  }
}

const root = document.getElementById('page');
const sections = readSections();
if (root !== null)
  render(<FaultBoundary>{sections === undefined ? <Pages /> : <SectionsPage page={sections} />}</FaultBoundary>, root);
