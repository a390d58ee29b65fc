/** Hashes a text with a salt, to vary choices deterministically. */
export function hashText(text: string, salt: number): number {
  let hash = (2166136261 ^ salt) >>> 0;
  for (let i = 0; i < text.length && i < 200; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
