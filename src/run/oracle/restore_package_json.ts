/**
 * Files that test runners and interpreters load by themselves.
 *
 * A patch that creates or changes one can decide its own verdict. They are restored to the snapshot's state after the
 * patch, whatever the contract lists.
 */
export const AUTO_LOADED_FILES: readonly string[] = [
  // Python
  '**/conftest.py',
  '**/{sitecustomize,usercustomize}.py',
  '**/*.pth',
  '**/{pytest.ini,.pytest.ini,tox.ini,noxfile.py}',
  '**/*.{egg-info,dist-info}/**', // plugins by entry point
  '**/__pycache__/**',
  '**/*.{pyc,pyo}', // bytecode that Python takes without a look at the source (PEP 552)
  // JavaScript
  '**/{jest,vitest,karma,ava,wdio,playwright,cypress,mocha}.config.*',
  '**/jest.{setup,preset,globals}.*',
  '**/vite.config.*',
  '**/{babel.config.*,.babelrc,.babelrc.*,.swcrc,bunfig.toml}', // they transform the tests, too
  '**/vitest.{workspace,setup}.*',
  '**/.mocharc*',
  '**/{test,tests}/mocha.opts',
  '**/.{taprc,nycrc,c8rc}*',
  '**/.{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs,env}',
  '**/.{node-version,nvmrc}',
  '**/node_modules/.bin/**',
  // Others
  '**/{phpunit.xml,phpunit.xml.dist,.rspec,.simplecov}',
  '**/.cargo/{config,config.toml}',
];

/** Keys of package.json that a runner obeys; the rest of the file stays as in the patch. */
const PACKAGE_KEYS: readonly string[] = [
  'scripts',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'babel',
  'type',
  'imports',
];

/**
 * Restores the runner's keys of a patched package.json from the snapshot.
 *
 * @returns undefined if nothing has to be restored; the snapshot's text if the patch left no JSON object
 */
export function restorePackageJson(patched: string, snapshot: string): string | undefined {
  const original = parseObject(snapshot);
  const patchedManifest = parseObject(patched);
  if (!original) return undefined;
  if (!patchedManifest) return snapshot;
  const changed = PACKAGE_KEYS.filter((key) => JSON.stringify(original[key]) !== JSON.stringify(patchedManifest[key]));
  if (changed.length === 0) return undefined;
  for (const key of changed) {
    if (original[key] === undefined) delete patchedManifest[key];
    else patchedManifest[key] = original[key];
  }
  const indent = /^([ \t]+)"/m.exec(patched)?.[1] ?? '  ';
  return `${JSON.stringify(patchedManifest, null, indent)}\n`;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
