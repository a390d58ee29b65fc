import { parsePatchFiles } from '../../../src/view/model/parse_patch_files.js';

const PATCH = `diff --git a/src/a.js b/src/a.js
index 1..2 100644
--- a/src/a.js
+++ b/src/a.js
@@ -3,3 +3,3 @@ function f() {
   kept
-  old
+  new
 diff --git a/x b/x
diff --git a/b.md b/c.md
rename from b.md
rename to c.md
`;

describe('a patch, as a page shows it', () => {
  it('has the lines of both sides with their numbers; a line of a hunk is never the head of a file', () => {
    const [first, second, ...rest] = parsePatchFiles(PATCH);
    expect(rest).toEqual([]);
    expect({
      ...first,
      lines: first?.lines.map(({ kind, text, old_line, new_line, number }) => [kind, text, old_line, new_line, number]),
    }).toEqual({
      path: 'src/a.js',
      added: 1,
      deleted: 1,
      left_out: 0,
      lines: [
        ['@', '@@ -3,3 +3,3 @@ function f() {', undefined, undefined, 5],
        [' ', '  kept', 3, 3, 6],
        ['-', '  old', 4, undefined, 7],
        ['+', '  new', undefined, 4, 8],
        [' ', 'diff --git a/x b/x', 5, 5, 9],
      ],
    });
    expect(second?.path).toBe('c.md');
    expect(second?.lines.map(({ text }) => text)).toEqual(['rename from b.md', 'rename to c.md']);
  });

  it('is bounded, and counts what is left out', () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `+${i}`);
    const [file] = parsePatchFiles(`diff --git a/a b/a\n@@ -0,0 +1,3000 @@\n${lines.join('\n')}\n`);
    expect([file?.lines.length, file?.left_out, file?.added]).toEqual([2_000, 1_001, 3_000]);
  });
});
