const LEAST_INTERVAL_MS = 2000;

/**
 * Creates a function that prints on standard error how far a script is, at most every two seconds. A script that is done
 * sooner prints nothing.
 */
export function createProgress(name) {
  let printed = performance.now();
  return (line) => {
    const now = performance.now();
    if (now - printed < LEAST_INTERVAL_MS) return;
    printed = now;
    console.error(`${name}: ${line}`);
  };
}
