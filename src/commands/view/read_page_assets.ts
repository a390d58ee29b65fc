import { readFileSync } from 'node:fs';
import { UserError } from '../../contract/input/user_error.js';
import type { PageAssets } from '../../view/document/create_page_document.js';

/** Where the build puts the pages: beside the engine. From sources those of the last build are taken. */
const PLACES = ['./', '../../../dist/engine/'];

/** Reads program and style of the pages. @throws {UserError} if they were not built */
export function readPageAssets(): PageAssets {
  for (const place of PLACES) {
    try {
      const read = (name: string) => readFileSync(new URL(`${place}${name}`, import.meta.url), 'utf8');
      return { script: read('page.js'), style: read('page.css') };
    } catch {
      // The next place has them.
    }
  }
  throw new UserError('the pages of the viewer are not beside the engine', 'Build them: npm run build.');
}
