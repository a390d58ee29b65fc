import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label, untranslated } from '../src/index.js';

test('German lacks nothing', () => {
  assert.deepEqual(untranslated('de'), []);
});

test('French lacks nothing', () => {
  assert.deepEqual(untranslated('fr'), []);
});

test('labels that were there are as they were', () => {
  assert.deepEqual(
    ['en', 'de', 'fr'].map((language) => label(language, 'save')),
    ['Save', 'Speichern', 'Enregistrer'],
  );
  assert.equal(label('en', 'cancel'), 'Cancel');
});
