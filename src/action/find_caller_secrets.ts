const SECRET_NAME =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_AUTH|_PAT$|^ACTIONS_RUNTIME/i;

/** Returns the values of the environment that look like secrets by their name. They are masked in all output. */
export function findCallerSecrets(env: NodeJS.ProcessEnv): string[] {
  const values = Object.entries(env).flatMap(([name, value = '']) => {
    // Sockets, files and switches have such names too.
    if (!SECRET_NAME.test(name) || value.length < 10 || /^[/~.]|^\w+:\/\/[^@]*$/.test(value)) return [];
    return /[0-9]/.test(value) || value.length >= 20 ? [value] : [];
  });
  return [...new Set(values)];
}
