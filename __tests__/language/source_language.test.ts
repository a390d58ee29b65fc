import { detectSourceLanguage, isProsePath } from '../../src/language/source_language.js';

describe('the language of a file', () => {
  it.each<[string, string, string | undefined]>([
    ['src/a.MTS', '', 'javascript'],
    ['build.gradle.kts', '', 'java'],
    ['a.rs', '', 'rust'],
    ['check.bats', '', 'shell'],
    ['check', '#!/usr/bin/env python3.12\nprint(1)', 'python'],
    ['configure.in', '#!/bin/sh\n', 'shell'],
    ['check', '#! /usr/bin/awk -f\n', 'awk'],
    ['a.py', '#!/bin/sh\n', 'python'],
    ['data.json', '{}', undefined],
    ['Makefile', 'all:', undefined],
  ])('of %s with %j is %s', (path, content, name) => {
    expect(detectSourceLanguage(path, content)?.name).toBe(name);
  });

  it('has a remark only where one is valid in every dialect', () => {
    expect(['a.h', 'a.rb', 'a.lua', 'a.pl'].map((path) => detectSourceLanguage(path)?.remark)).toEqual([
      'block',
      'hash',
      undefined,
      undefined,
    ]);
  });
});

describe('prose', () => {
  it.each(['README.md', 'LICENSE', 'docs/CHANGELOG.old', 'a/NOTES.TXT'])('is %s', (path) => {
    expect(isProsePath(path)).toBe(true);
  });
  it.each(['src/relicense.ts', 'a.mdx.ts', 'notes.py'])('is not %s', (path) => {
    expect(isProsePath(path)).toBe(false);
  });
});
