/** 40 letters and digits without meaning, and 32 hexadecimal digits. */
const RANDOM = 'q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';

/**
 * Replaces `{random 20}` and `{hex 32}` in an example by as many characters; no file holds what looks like a
 * secret.
 */
export const expandExample = (text: string): string =>
  text.replace(/\{(random|RANDOM|hex) (\d+)\}/g, (_, kind: string, count: string) => {
    const characters = (kind === 'hex' ? HEX : RANDOM).repeat(3).slice(0, Number(count));
    return kind === 'RANDOM' ? characters.toUpperCase() : characters;
  });
