const IMPORT =
  /(?:\bfrom|\bimport|\brequire\(|\bimport\(|\brequire\.resolve\()\s*(?:'([^'\n]{1,300})'|"([^"\n]{1,300})")/g;

/** Finds what a program of JavaScript or TypeScript imports, by its text. */
export function findImports(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, single, double]) => single ?? double ?? '');
}

/** Returns the package that an import names; undefined for a path and for a module of Node.js with its scheme. */
export function getImportPackage(specifier: string): string | undefined {
  return /^(@[^/]+\/[^/]+|[^./:][^/:]*)(\/|$)/.exec(specifier)?.[1];
}
