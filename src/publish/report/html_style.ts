/** Style and script of report.html. Both are inlined and allowed by their digest in the page's content security policy. */

export const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --quiet: #59636e; --line: #d1d9e0; --soft: #f6f8fa;
  --good: #1a7f37; --bad: #cf222e; --doubt: #9a6700; --focus: #0969da; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --paper: #0d1117; --quiet: #9198a1; --line: #3d444d; --soft: #151b23;
  --good: #3fb950; --bad: #f85149; --doubt: #d29922; --focus: #4493f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); } .doubt { color: var(--doubt); } .quiet { color: var(--quiet); }
.numbers { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.numbers li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .9rem; background: var(--soft); }
.numbers strong { display: block; font-size: 1.25rem; }
.warning { border-left: .3rem solid var(--doubt); background: var(--soft); padding: .5rem 1rem; margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--soft); white-space: nowrap; } td.number, th.number { text-align: right; white-space: nowrap; }
td.mark { white-space: nowrap; } td.why { min-width: 16rem; } tr > td code { overflow-wrap: break-word; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 1rem; }
summary { cursor: pointer; padding: .5rem 0; } details[open] > summary { border-bottom: 1px solid var(--line); margin-bottom: .5rem; }
.transcript pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow-y: auto; margin: .25rem 0; padding: .4rem .6rem;
  background: var(--soft); border-radius: .4rem; font: .85em/1.45 ui-monospace, monospace; }
a { color: var(--focus); } :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.filter { margin: .5rem 0; } .filter input { font: inherit; padding: .3rem .6rem; border: 1px solid var(--line); border-radius: .4rem;
  background: var(--paper); color: var(--ink); width: min(24rem, 100%); }
[hidden] { display: none; }
@media print { .filter { display: none; } body { max-width: none; } }
`;

/** Filters rows and details by what is typed, and opens the attempt that a link points to. The page is complete without it. */
export const SCRIPT = `
(() => {
  const box = document.querySelector('.filter');
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
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', open);
  open();
})();
`;
