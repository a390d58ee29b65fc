import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ViewFolder } from '../../../src/commands/view/view_folder.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenResult } from '../../publish/given_results.js';
import { givenViewFolder } from '../../view/given_view.js';

afterAll(cleanUp);

it.each([
  ['regression', 'bad'],
  ['no regression', 'good'],
  ['undecided', 'doubt'],
])('a regression gate that came to "%s" is shown as that', (verdict, tone) => {
  const folder = givenViewFolder(join(givenRoom(), 'out'), [givenResult()]);
  const plan = { attempts: [], arms: [], suite: null, gate: { fail_on: 'regression', arms: [] } };
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  expect(new ViewFolder(folder).createRunPage().tone).toBe('plain');
  writeFileSync(join(folder, 'regression.json'), JSON.stringify({ verdict }));
  expect(new ViewFolder(folder).createRunPage().tone).toBe(tone);
});
