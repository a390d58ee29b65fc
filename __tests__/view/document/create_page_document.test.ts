import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { createSinglePage } from '../../../src/view/document/create_page_document.js';

const assets = { script: 'window.x = "</script><!--"', style: 'a::after { content: "</style>" }' };
const toDigest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows its own script and style, and no address', () => {
  const { document } = new JSDOM(createSinglePage([['run', '{}']], assets)).window;
  const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content');
  const script = document.querySelector('script:not([type])')?.textContent ?? '';
  const style = document.querySelector('style')?.textContent ?? '';
  expect(policy).toContain(`default-src 'none'; script-src ${toDigest(script)}; style-src ${toDigest(style)}; img-src`);
  expect(policy).not.toMatch(/'self'|https?:|unsafe/);
  expect(document.querySelectorAll('script')).toHaveLength(2);
});

it('holds any data as data', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028'),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const { document } = new JSDOM(createSinglePage([['run', JSON.stringify(texts)]], assets)).window;
      expect(JSON.parse(document.getElementById('data-run')?.textContent ?? '')).toEqual(texts);
      expect(document.querySelectorAll('script')).toHaveLength(2);
    }),
    { numRuns: 100 },
  );
});
