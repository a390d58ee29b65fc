/** Names of images for the architectures of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = {
  x64: 'amd64',
  ia32: '386',
  ppc64: 'ppc64le',
  loong64: 'loong64',
};

/**
 * Finds out why an image does not fit the machine. One that another architecture emulates gives other results.
 *
 * @param platform system and architecture of the image, `linux/amd64`; what it does not name fits
 * @param architecture architecture of the machine as Node names it
 * @returns words that follow its name; undefined if it fits
 */
export function findPlatformFault(platform: string, architecture: string): string | undefined {
  const machine = ARCHITECTURES[architecture] ?? architecture;
  const [system = '', made_for = ''] = platform.split('/');
  if ((system === '' || system === 'linux') && (made_for === '' || made_for === machine)) return undefined;
  const start = platform.slice(0, 60);
  return `is for ${/^[\w/.-]+$/.test(start) ? start : JSON.stringify(start)}, and this machine is linux/${machine}`;
}
