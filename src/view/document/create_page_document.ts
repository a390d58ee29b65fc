import { createHash } from 'node:crypto';

/** Program and style of the pages, as the build made them. */
export interface PageAssets {
  script: string;
  style: string;
}

/** Policy of pages that are files of their own: script, style and data beside them, and nothing from elsewhere. */
export const PAGE_POLICY = formatPolicy(["script-src 'self'", "style-src 'self'", "connect-src 'self'"]);

/**
 * Creates the page into which the script draws, with script, style and data beside it.
 *
 * @param is_live the server tells of changes
 * @param has_other the data of another run are beside it
 */
export function createPageDocument({ is_live = false, has_other = false }): string {
  return formatDocument({
    attributes: `${is_live ? ' data-live' : ''}${has_other ? ' data-other' : ''}`,
    policy: PAGE_POLICY,
    head: '<link rel="stylesheet" href="assets/page.css">\n<script defer src="assets/page.js"></script>\n',
    end: '',
  });
}

/**
 * Creates a page that is one file: script, style and data stand in it. Its policy allows its own script and style by
 * digest, and no address at all.
 *
 * @param data JSON by name, as the script asks for it
 */
export function createSinglePage(data: readonly (readonly [name: string, json: string])[], assets: PageAssets): string {
  // Neither ends the element, nor begins a comment that hides its end.
  const script = assets.script.replace(/<(?=\/script|!--|script)/gi, '\\x3c');
  const style = assets.style.replaceAll('</', '<\\/');
  const blocks = data.map(
    ([name, json]) => `<script type="application/json" id="data-${name}">${json.replaceAll('<', '\\u003c')}</script>\n`,
  );
  return formatDocument({
    attributes: ' data-single',
    policy: formatPolicy([`script-src '${computeDigest(script)}'`, `style-src '${computeDigest(style)}'`]),
    head: `<style>${style}</style>\n`,
    end: `${blocks.join('')}<script>${script}</script>\n`,
  });
}

function formatPolicy(sources: readonly string[]): string {
  return ["default-src 'none'", ...sources, 'img-src data:', "base-uri 'none'", "form-action 'none'"].join('; ');
}

const computeDigest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

function formatDocument({ attributes, policy, head, end }: Record<'attributes' | 'policy' | 'head' | 'end', string>) {
  return `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>gatebench</title>
<link rel="icon" href="data:,">
${head}</head>
<body>
<div id="page">
<noscript>These pages need JavaScript.</noscript>
</div>
${end}</body>
</html>
`;
}
