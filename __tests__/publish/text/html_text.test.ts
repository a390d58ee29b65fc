import { html, trustedHtml } from '../../../src/publish/text/html_text.js';
import { HOSTILE } from '../given_results.js';

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '`$' + '{alert(1)}`',
  '&lt;b&gt; &amp; &#60;',
  '</style></script><!--',
  '\u202e\u0000\ud800',
  HOSTILE,
];

describe('the HTML template', () => {
  it.each(attacks)('escapes %j in text, in attributes and in lists', (text) => {
    const page = html`<p title="${text}">${text}${[text, [text]]}</p>`.text;
    const inner = page.slice('<p title="'.length, -'</p>'.length);
    const [attribute, body] = [inner.slice(0, inner.indexOf('">')), inner.slice(inner.indexOf('">') + 2)];
    expect(attribute).not.toMatch(/[<>"'`]/);
    expect(body).toBe(attribute.repeat(3));
    // What is left of the specials are references, which show the very text.
    expect(attribute).not.toMatch(/&(?!#\d+;)/);
    expect(page).not.toMatch(/[\x00-\x1f\u202e\ud800-\udfff]/u);
  });

  it('inserts markup, numbers and lists of markup as they are', () => {
    const item = html`<li>${'a & b'}</li>`;
    expect(html`<ul>${[item, item]}</ul>${3}`.text).toBe('<ul><li>a &#38; b</li><li>a &#38; b</li></ul>3');
    expect(html`<style>${trustedHtml('a > b {}')}</style>`.text).toBe('<style>a > b {}</style>');
    expect(html``.text).toBe('');
  });
});
