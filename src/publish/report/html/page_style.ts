/** Style of all pages; their content security policy allows it by digest. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --quiet: #59636e; --line: #d1d9e0; --soft: #f6f8fa;
  --good: #1a7f37; --bad: #cf222e; --doubt: #9a6700; --focus: #0969da; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --paper: #0d1117; --quiet: #9198a1; --line: #3d444d;
  --soft: #151b23;
  --good: #3fb950; --bad: #f85149; --doubt: #d29922; --focus: #4493f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
h1, h2, h3, p, li, summary, figcaption, caption { overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); } .doubt { color: var(--doubt); }
  .quiet { color: var(--quiet); }
.numbers { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.numbers li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .9rem; background: var(--soft); }
.numbers strong { display: block; font-size: 1.25rem; }
.warning { border-left: .3rem solid var(--doubt); background: var(--soft); padding: .5rem 1rem; margin: 1rem 0; }
.contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
.scroll { overflow-x: auto; background: linear-gradient(90deg, var(--paper) 2rem,
  transparent) left / 3rem 100% local no-repeat,
  linear-gradient(270deg, var(--paper) 2rem, transparent) right / 3rem 100% local no-repeat,
  linear-gradient(90deg, var(--line), transparent) left / .7rem 100% no-repeat, linear-gradient(270deg,
  var(--line), transparent) right / .7rem 100% no-repeat; }
table { border-collapse: collapse; width: 100%; }
  th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--soft); white-space: nowrap; } td.number, th.number { text-align: right; white-space: nowrap; }
.mark { white-space: nowrap; } td.why { min-width: 16rem; } tr > td code { overflow-wrap: break-word; }
table.stack thead th { white-space: normal; } table.stack td:not(.number) { min-width: 9rem; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 1rem; }
summary { cursor: pointer; padding: .5rem 0; }
  details[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: .5rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow-y: auto; margin: .25rem 0;
  padding: .4rem .6rem;
  background: var(--soft); border-radius: .4rem; font: .85em/1.45 ui-monospace, monospace; }
a { color: var(--focus); } :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.chart { margin: 1rem 0; max-width: 40rem; }
  .chart svg { display: block; width: 100%; height: auto; overflow: visible; }
figcaption, caption { text-align: left; font-weight: 600; padding: .25rem 0; }
.chart text { font: 12px system-ui, sans-serif; fill: var(--ink); } .chart .tick { fill: var(--quiet); }
  .chart .axis { fill: var(--quiet); }
.chart .grid { stroke: var(--line); stroke-width: 1; }
  .chart .reference { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 4 3; }
.chart .front { fill: none; stroke: var(--focus); stroke-width: 1.5; }
  .chart .point { fill: var(--paper); stroke: var(--quiet); stroke-width: 1.5; }
.chart .point.on { fill: var(--focus); stroke: var(--focus); } .chart g { color: var(--focus); }
  .chart g.good { color: var(--good); }
.chart g.bad { color: var(--bad); } .chart g.doubt { color: var(--doubt); } .chart g.quiet { color: var(--quiet); }
.chart .bar { fill: currentColor; opacity: .55; } .chart .dot { fill: currentColor; }
  .chart .range { stroke: currentColor; stroke-width: 1.5; }
.chart .line { fill: none; stroke: currentColor; stroke-width: 2; } .chart .line-0 { color: var(--focus); }
  .chart .line-1 { color: var(--bad); stroke-dasharray: 6 3; }
.chart .line-2 { color: var(--good); stroke-dasharray: 2 3; }
  .chart .line-3 { color: var(--doubt); stroke-dasharray: 9 3 2 3; } .chart .line-4 { color: var(--ink); }
.chart .line-5 { color: var(--quiet); stroke-dasharray: 6 3; }
  .chart .line-6 { color: var(--focus); stroke-dasharray: 2 3; }
  .chart .line-7 { color: var(--bad); stroke-dasharray: 9 3 2 3; }
@media (max-width: 40rem) { table.stack td:not(.number) { min-width: 0; } body { padding: .75rem; }
  .minor { display: none; } th { white-space: normal; } td.why { min-width: 10rem; }
  table.stack thead { display: none; } table.stack, table.stack tbody, table.stack caption { display: block; }
  table.stack tr { display: block; border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0;
  overflow: hidden; }
  table.stack th, table.stack td, table.stack td.number { display: flex; justify-content: space-between; gap: 1rem;
  white-space: normal; text-align: right; overflow-wrap: anywhere; }
  table.stack th { text-align: left; } table.stack td::before { content: attr(data-head); flex: none;
  max-width: 50%; color: var(--quiet); text-align: left; }
  table.stack tr > :last-child { border-bottom: 0; } table.stack td:empty { display: none; } }
th.sort { cursor: pointer; } th[aria-sort=ascending]::after { content: ' ▲'; }
  th[aria-sort=descending]::after { content: ' ▼'; }
.filter { margin: .5rem 0; } .filter input { font: inherit; padding: .3rem .6rem; border: 1px solid var(--line);
  border-radius: .4rem;
  background: var(--paper); color: var(--ink); width: min(24rem, 100%); }
[hidden] { display: none; }
@media print { .filter { display: none; } body { max-width: none; } }
`;

/**
 * Script of report.html: sorts tables by a column, filters rows and details, and opens the attempt that a link points
 * to. The page is complete without it.
 */
export const PAGE_SCRIPT = `
(() => {
  const units = { ms: 1, s: 1e3, m: 6e4, h: 36e5 };
  const value = (raw) => {
    const text = raw.replace(/^[+±−-](?=[$\\d])/, '');
    if (text !== raw && /^[−-]/.test(raw)) return -value(text);
    if (!/^[$\\d]/.test(text)) return undefined;
    const times = [...text.matchAll(/([\\d.]+) (ms|s|m|h)\\b/g)];
    if (times.length > 0) return times.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit], 0);
    return Number.parseFloat(text.replace('$', ''));
  };
  const compare = (a, b) => {
    const [x, y] = [value(a), value(b)];
    if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1;
    return x !== undefined && y !== undefined ? x - y : a.localeCompare(b, 'en', { numeric: true });
  };
  for (const table of document.querySelectorAll('main table')) {
    const body = table.tBodies[0];
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    if (!body || body.rows.length < 2) continue;
    heads.forEach((head, at) => {
      const text = (row) => row.cells[at]?.textContent.trim() ?? '';
      const sort = () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        for (const each of heads) each.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const rows = [...body.rows].sort((a, b) => compare(text(a), text(b)));
        body.append(...(down ? rows.reverse() : rows));
      };
      head.tabIndex = 0;
      head.classList.add('sort');
      head.addEventListener('click', sort);
      head.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        sort();
      });
    });
  }
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', open);
  open();
  const box = document.querySelector('.filter');
  if (!box) return;
  const input = box.querySelector('input');
  const count = box.querySelector('output');
  const entries = [...document.querySelectorAll('[data-find]')];
  box.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      entry.hidden = !words.every((word) => entry.dataset.find.includes(word));
      if (!entry.hidden && entry.tagName === 'TR') shown++;
    }
    count.textContent = words.length === 0 ? '' : shown + ' shown';
  });
})();
`;
