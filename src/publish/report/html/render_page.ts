import { createHash } from 'node:crypto';
import { type HtmlText, html, trustedHtml } from '../../text/html_text.js';
import { PAGE_STYLE } from './page_style.js';

/** Content of a page. */
interface PageOptions {
  title: string;
  main: HtmlText;
  footer?: HtmlText;
  /** JavaScript of our own; the page is complete without it. */
  script?: string;
}

/** Renders a self-contained page. Its policy allows its own style and script by digest, and no outside address. */
export function renderPage({ title, main, footer, script }: PageOptions): string {
  const scripts = script === undefined ? '' : ` script-src '${computeDigest(script)}';`;
  const policy = `default-src 'none'; style-src '${computeDigest(PAGE_STYLE)}';${scripts} base-uri 'none'; form-action 'none'`;
  const end = [
    ...(footer === undefined ? [] : [html`<footer class="quiet"><p>${footer}</p></footer>\n`]),
    ...(script === undefined ? [] : [html`<script>${trustedHtml(script)}</script>\n`]),
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title} – gatebench</title>
<style>${trustedHtml(PAGE_STYLE)}</style>
</head>
<body>
<main>
${main}
</main>
${end}</body>
</html>
`.text;
}

const computeDigest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
