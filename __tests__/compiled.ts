import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What becomes of a source in a process of its own: the same JavaScript as in the tests themselves, in a fraction of the time of a build. */
export function compileSource(name: string, lib: string): void {
  const { code } = transformSync(readFileSync(join(root, 'src', name), 'utf8'), {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
  });
  const compiled = join(lib, name.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(compiled), { recursive: true });
  writeFileSync(compiled, code);
}

/** A folder with these folders of src compiled in `lib`, where they find their packages. Whoever asks for it removes it. */
export function givenCompiled(...folders: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-compiled-'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const from of folders)
    for (const name of readdirSync(join(root, 'src', from), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.ts')) compileSource(join(from, name), join(folder, 'lib'));
      if (/\.(json|pl)$/.test(name)) cpSync(join(root, 'src', from, name), join(folder, 'lib', from, name));
    }
  return folder;
}
