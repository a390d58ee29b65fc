import { getLastName } from './code_value.js';

/** `with patch('os.remove') as m:` or `with patch.object(os, 'remove'):`, with its indentation. */
const PATCH =
  /^([ \t]*)with\s[^\n]*\bpatch(?:\.object)?\(\s*(?:['"]([\w.]+)['"]|([\w.]+)\s*,\s*['"](\w+)['"])[^\n]*:[ \t]*$/gm;
/** `mock.method(fs, 'rmSync', …)`, `sinon.stub(fs, 'rmSync')`, or a spy that replaces what it spies on. */
const STUB =
  /(?:mock\.method|sinon\.stub|spyOn(?=\([^()]*\)\.mock(?:Impl|Return|Resolve)))\(\s*(\w+)\s*,\s*['"](\w+)['"]\s*[,)]/g;
/** Block of pyfakefs, in which all files are imitations, and calls that delete any. */
const FAKE_FILES = /^([ \t]*)with\s+Patcher\(\)[^\n]*:[ \t]*\n(?:\1[ \t]+[^\n]*(?:\n|$)|[ \t]*\n)*/gm;
const DELETION = /\b(?:remove|unlink|rmtree|rmdir|rename|move|replace|write\w*|open|system|subprocess)\s*\(/;
const RESTORES = /restore|unmock|resetAll/i;

/**
 * Returns the paths of functions that code replaces by imitations wherever it names them: in the block of a `with`, or
 * from a stub on that nothing takes back. `*` stands for all functions of files.
 */
export function findMocks(code: string): readonly string[] {
  const outside = code.replace(FAKE_FILES, '');
  const fakes = outside !== code && !DELETION.test(outside) ? ['*'] : [];
  const patched = [...code.matchAll(PATCH)].flatMap((match) => {
    const [line, indent, path, owner, name] = match;
    const mocked = path ?? `${owner}.${name}`;
    const rest = code.slice(match.index + line.length);
    const block = new RegExp(`^(?:\\n(?:${indent}[ \\t]+[^\\n]*|[ \\t]*(?=\\n|$)))*`).exec(rest)?.[0] ?? '';
    return isNamed(code.slice(0, match.index) + rest.slice(block.length), mocked) ? [] : [mocked];
  });
  const stubbed = [...code.matchAll(STUB)].flatMap(({ 1: owner, 2: name, index }) =>
    RESTORES.test(code) || isNamed(code.slice(0, index), name!) ? [] : [`${owner}.${name}`],
  );
  return [...patched, ...stubbed, ...fakes];
}

const isNamed = (code: string, path: string): boolean => new RegExp(`\\b${getLastName(path)}\\b`).test(code);
