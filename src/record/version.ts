/** Version of the engine: part of every manifest, since verdicts of different engines are not silently comparable. */
export const VERSION = '0.1.0';
