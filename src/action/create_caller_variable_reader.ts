/**
 * Creates a reader of the caller's variables.
 *
 * It removes each variable that is read from `env`, so that no child inherits it.
 */
export function createCallerVariableReader(env: NodeJS.ProcessEnv): (name: string) => string | undefined {
  const variables = { ...env };
  return (name) => {
    delete env[name];
    return Object.hasOwn(variables, name) ? variables[name] : undefined;
  };
}
