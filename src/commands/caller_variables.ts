/**
 * Values of the caller's environment by name, for what is asked for by name: keys. What was asked for is taken out of the environment
 * of this process, so that no child inherits it.
 */
export function callerVariables(env: NodeJS.ProcessEnv): (name: string) => string | undefined {
  const before = { ...env };
  return (name) => {
    delete env[name];
    return Object.hasOwn(before, name) ? before[name] : undefined;
  };
}
