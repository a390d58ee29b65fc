/** Programs that look for a program in a package before the machine. */
const PACKAGE_RUNNERS = /^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/;

/** Names the wrapper of shell code: `npx -c 'format'` runs programs of the machine, `npx format` one of a package. */
export const nameCodeWrapper = (program: string): string => (PACKAGE_RUNNERS.test(program) ? `${program} -c` : program);
