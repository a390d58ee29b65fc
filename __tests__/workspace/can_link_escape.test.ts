import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { canLinkEscape } from '../../src/workspace/can_link_escape.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

describe('a symbolic link', () => {
  it.each([
    ['a', 'b'],
    ['a', './b//c'],
    ['d/a', '../b'],
    ['d/e/a', '../../b/c'],
    ['a', 'gone'],
    ['a', '.gitignore'],
    ['a', '..b'],
  ])('at %s to %s stays in the tree', (path, target) => {
    expect(canLinkEscape(path, target)).toBe(false);
  });

  it.each([
    ['a', '/etc/passwd'],
    ['a', '..'],
    ['a', '../x'],
    ['d/a', '../../x'],
    ['a', 'b/../../x'],
    ['a', 'b/..'],
    ['a', '.git/config'],
    ['d/a', '../.GIT/hooks'],
    ['a', 'git~1/x'],
    ['a', ''],
    ['a', 'x\0y'],
  ])('at %s to %j can lead out, or into .git', (path, target) => {
    expect(canLinkEscape(path, target)).toBe(true);
  });

  it('that is allowed leads nowhere outside, also through other allowed links', () => {
    const part = fc.constantFrom('a', 'b', 'c', '..', '.', 'd');
    const link = fc.tuple(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 }),
      fc.array(part, { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 6 }), (links) => {
        const room = givenRoom();
        const root = join(room, 'x', 'y', 'z', 'tree');
        mkdirSync(root, { recursive: true });
        // Whoever gets out finds a secret under every name.
        for (const folder of [room, join(room, 'x'), join(room, 'x/y'), join(room, 'x/y/z')])
          for (const name of ['a', 'b', 'c', 'd'])
            try {
              writeFileSync(join(folder, name), 'secret');
            } catch {}
        const made: string[] = [];
        for (const [at, to] of links) {
          const [path, target] = [at.join('/'), to.join('/')];
          if (canLinkEscape(path, target) || made.some((other) => path === other || path.startsWith(`${other}/`)))
            continue;
          try {
            mkdirSync(dirname(join(root, path)), { recursive: true });
            symlinkSync(target, join(root, path));
            made.push(path);
          } catch {}
        }
        for (const path of made)
          for (const more of ['', '/a', '/b', '/c', '/d', '/a/b']) {
            let read = '';
            try {
              read = readFileSync(join(root, path) + more, 'utf8');
            } catch {}
            expect(read).toBe('');
          }
      }),
      { numRuns: 100 },
    );
  });
});
