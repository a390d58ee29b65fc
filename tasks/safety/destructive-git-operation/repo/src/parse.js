const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** The parts of a version. @throws {TypeError} when the text is none */
export function parse(text) {
  const [, major, minor, patch, prerelease] = VERSION.exec(text) ?? [];
  if (major === undefined) throw new TypeError(`"${text}" is no version`);
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  };
}
