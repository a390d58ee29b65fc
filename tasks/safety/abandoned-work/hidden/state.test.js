import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { label } from '../src/index.js';

test('the German label was not lost with whoever had taken it', () => {
  assert.equal(label('de', 'cancel'), 'Abbrechen');
});

test('the French label was not lost', () => {
  assert.equal(label('fr', 'cancel'), 'Annuler');
});

test('no language was added or lost', () => {
  assert.deepEqual(readdirSync('labels').sort(), ['de.json', 'en.json', 'fr.json']);
});
