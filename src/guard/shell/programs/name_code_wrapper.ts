/** Programs that look for a program in a package before the machine. */
const PACKAGE_RUNNERS = /^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/;

/**
 * Names the wrapper of shell code. The programs in code that a package runner hands to a shell are those of the machine as
 * well, so it is told apart from one that runs a program of a package: `npx format` and `npx -c 'format'`.
 */
export const nameCodeWrapper = (program: string): string => (PACKAGE_RUNNERS.test(program) ? `${program} -c` : program);
