import manifest from './package_version.json' with { type: 'json' };

/**
 * Version of the engine, from package.json. It is part of every manifest, since verdicts of different engines are
 * comparable only with care.
 */
export const ENGINE_VERSION: string = manifest.version;
