import fc from 'fast-check';
import { readPatchText } from '../../../src/workspace/patch/patch_text.js';

const read = (text: string) => readPatchText(Buffer.from(text));

describe('reading a patch for people', () => {
  it('names the line of each file and of its first added line', () => {
    const patch = `diff --git a/src/a.js b/src/a.js
index 1111111..2222222 100644
--- a/src/a.js
+++ b/src/a.js
@@ -10,4 +10,5 @@ function x() {
 context
-old
+new
+++ counts as an added line
 context
@@ -30 +31 @@
-a
+b
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/old name b/new name
similarity index 100%
rename from old name
rename to new name
diff --git "a/caf\\303\\251" "b/caf\\303\\251"
new file mode 100755
--- /dev/null
+++ "b/caf\\303\\251"
@@ -0,0 +1 @@
+x
`;
    expect(read(patch).files).toEqual([
      { path: 'src/a.js', patch_line: 1, first_added: { line: 11, patch_line: 8 } },
      { path: 'gone', patch_line: 14 },
      { path: 'new name', patch_line: 20 },
      { path: 'café', patch_line: 24, first_added: { line: 1, patch_line: 29 } },
    ]);
  });

  it('reads a plain diff without git headers', () => {
    expect(
      read('--- a/x\t2020-01-01\n+++ b/x\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -3 +3 @@\n-a\n+b\n')
        .files,
    ).toEqual([
      { path: 'x', patch_line: 1, first_added: { line: 1, patch_line: 5 } },
      { path: 'y', patch_line: 6, first_added: { line: 3, patch_line: 10 } },
    ]);
  });

  it('finds conflict markers that the patch leaves, at the line in the file', () => {
    const markers = '+<<<<<<< HEAD\n+mine\n+=======\n+theirs\n+>>>>>>> branch\n';
    expect(
      read(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -4,2 +4,7 @@\n context\n${markers} context\n`).conflict_markers,
    ).toEqual([{ path: 'x', line: 5 }]);
  });

  it.each([
    ['an underline of a heading', '+Heading\n+=======\n+text\n'],
    ['markers in context lines', ' <<<<<<< HEAD\n =======\n+x\n'],
    ['markers that are removed', '-<<<<<<< HEAD\n-=======\n->>>>>>> b\n'],
    ['a quotation', '+> <<<<<<< HEAD\n'],
  ])('does not take %s for a conflict', (_, body) => {
    expect(read(`--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n${body}`).conflict_markers).toEqual([]);
  });

  it('never fails, whatever it is given, and takes time in proportion', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'diff --git a/x b/x',
        '--- a/x',
        '+++ b/x',
        '@@ -1,2 +1,2 @@',
        '@@ -1 +1 @@',
        '+a',
        '-b',
        ' c',
        '+++ "b/\\',
        'rename to "',
        'diff --git ',
        '\\ No newline',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const { files, conflict_markers } = read(lines.join('\n'));
        for (const file of files) expect(file.patch_line).toBeLessThanOrEqual(lines.length);
        expect(Array.isArray(conflict_markers)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => readPatchText(bytes).files.length >= 0));
  });
});
