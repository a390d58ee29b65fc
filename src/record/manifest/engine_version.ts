/**
 * Version of the engine. It is part of every manifest, since verdicts of different engines are comparable only with
 * care.
 */
export const ENGINE_VERSION = '0.1.0';
