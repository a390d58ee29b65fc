/** The movements of a book. */
export const read = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
