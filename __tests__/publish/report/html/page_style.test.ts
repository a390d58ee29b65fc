import { JSDOM } from 'jsdom';
import { PAGE_SCRIPT } from '../../../../src/publish/report/html/page_style.js';

/** The script of the page, run in a document. */
function givenPage(body: string) {
  const { window } = new JSDOM(`<!doctype html><body><main>${body}</main></body>`, { runScripts: 'outside-only' });
  window.eval(PAGE_SCRIPT);
  const { document } = window;
  const heads = () => [...document.querySelectorAll('th')];
  return {
    window,
    document,
    column: (at: number) => [...document.querySelectorAll('tbody tr')].map((row) => row.children[at]!.textContent),
    click: (at: number) => heads()[at]!.click(),
    key: (at: number, key: string) =>
      heads()[at]!.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    sorted: () => heads().map((head) => head.getAttribute('aria-sort')),
  };
}

const renderRow = (tag: string, cells: string[]) => cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
const table = (heads: string[], rows: string[][]) => {
  const lines = rows.map((cells) => `<tr data-find="${cells.join(' ').toLowerCase()}">${renderRow('td', cells)}</tr>`);
  return `<table><thead><tr>${renderRow('th', heads)}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
};

const ROWS = [
  ['task-10', '1 m 5 s', '$2.00', '50 %'],
  ['task-2', '900 ms', 'unknown', '9 %'],
  ['task-1', '30 s', '$10.50', '100 %'],
];
const HEADS = ['Task', 'Wall', 'Cost', 'Rate'];

describe('the script of the report', () => {
  it('sorts by a column and back: names with numbers, times, money, percentages', () => {
    const page = givenPage(table(HEADS, ROWS));
    page.click(0);
    expect(page.column(0)).toEqual(['task-1', 'task-2', 'task-10']);
    expect(page.sorted()).toEqual(['ascending', null, null, null]);
    page.click(0);
    expect(page.column(0)).toEqual(['task-10', 'task-2', 'task-1']);
    page.click(1);
    expect(page.column(1)).toEqual(['900 ms', '30 s', '1 m 5 s']);
    expect(page.sorted()).toEqual([null, 'ascending', null, null]);
    page.click(2);
    expect(page.column(2)).toEqual(['$2.00', '$10.50', 'unknown']);
    page.click(3);
    expect(page.column(3)).toEqual(['9 %', '50 %', '100 %']);
  });

  it('sorts differences by their sign', () => {
    const page = givenPage(table(['Difference'], [['+5.0 pt'], ['−100.0 pt'], ['±0.0 pt'], ['–'], ['-2 pt']]));
    page.click(0);
    expect(page.column(0).filter((text) => text !== '–')).toEqual(['−100.0 pt', '-2 pt', '±0.0 pt', '+5.0 pt']);
  });

  it('sorts by keyboard, and leaves other keys alone', () => {
    const page = givenPage(table(HEADS, ROWS));
    expect(page.document.querySelector('th')!.getAttribute('tabindex')).toBe('0');
    page.key(0, 'a');
    expect(page.column(0)).toEqual(['task-10', 'task-2', 'task-1']);
    page.key(0, 'Enter');
    expect(page.column(0)).toEqual(['task-1', 'task-2', 'task-10']);
    page.key(0, ' ');
    expect(page.sorted()[0]).toBe('descending');
  });

  it('offers no order for a table of one row', () => {
    const page = givenPage(table(HEADS, ROWS.slice(0, 1)));
    expect(page.document.querySelector('th')!.getAttribute('tabindex')).toBeNull();
  });

  it('filters rows by words, and counts what is shown', () => {
    const filter = '<p class="filter" hidden><label>Filter <input type="search"></label> <output></output></p>';
    const page = givenPage(filter + table(HEADS, ROWS));
    const input = page.document.querySelector('input')!;
    input.value = 'task-1 30';
    input.dispatchEvent(new page.window.Event('input'));
    const rows = [...page.document.querySelectorAll('tbody tr')];
    expect(rows.map((row) => row.hasAttribute('hidden'))).toEqual([true, true, false]);
    expect(page.document.querySelector('output')!.textContent).toBe('1 shown');
  });

  it('opens the details that the address names', () => {
    const page = givenPage('<details id="one"><summary>One</summary></details>');
    page.window.location.hash = '#one';
    page.window.dispatchEvent(new page.window.HashChangeEvent('hashchange'));
    expect(page.document.querySelector('details')!.hasAttribute('open')).toBe(true);
  });
});
