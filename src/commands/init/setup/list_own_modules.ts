/** Lists what programs may import by its bare name: folders and files at the root, at a package's and in its `src`. */
export function listOwnModules(paths: readonly string[], folder: string): ReadonlySet<string> {
  const names = paths.flatMap((path) => {
    const inner = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
    return [path, ...(inner === undefined ? [] : [inner])].flatMap((one) => {
      const [first, second] = one.split('/');
      return [first!, ...(first === 'src' || first === 'lib' ? [second!] : [])];
    });
  });
  return new Set(names.map((name) => name.replace(/\.(?:py|[cm]?[jt]sx?)$/, '')));
}
