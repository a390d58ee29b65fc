/** Extensions that leave the equality of Chai as it is. */
const PLAIN_EXTENSION = /^(chai-as-promised|sinon-chai|chai-http|chai-string|chai-subset|chai-spies)$/;
const PLAIN_MATCHERS = /['"](@testing-library\/jest-dom[\w/-]*|jest-extended[\w/-]*|vitest-dom[\w/-]*)['"]/;

/** Tells whether a test file leaves it to its libraries when two values are equal. */
export function hasKnownEquality(text: string): boolean {
  if (/\b(addEqualityTesters?|addCustomEqualityTester)\b/.test(text)) return false;
  if (/\b(assert|expect|chai)(\.\w+)*\s*=(?![=>])/.test(text.replace(/\b(const|let|var)\s+\w+\s*=/g, ''))) return false;
  if (/\bexpect\.extend\(/.test(text)) {
    const hasOwn = /\bexpect\.extend\(\s*\{/.test(text);
    const replaces = /(?<![.\w])(toBe|toEqual|toStrictEqual|toMatchObject|toHaveLength|toBeCloseTo)\s*(\(\w+|:)/;
    if (hasOwn ? replaces.test(text.slice(text.indexOf('expect.extend('))) : !PLAIN_MATCHERS.test(text)) return false;
  }
  const isExtended =
    /\bchai(\.default)?\.use\(/.test(text) || /\buse\b[^}]*\}\s*(=\s*require\(|from)\s*['"]chai['"]/.test(text);
  if (!isExtended) return true;
  const extensions = [...text.matchAll(/['"]((?:\w+-chai|chai-)[\w-]*)['"]/g)].map(([, name]) => name!);
  return extensions.length > 0 && extensions.every((name) => PLAIN_EXTENSION.test(name));
}
