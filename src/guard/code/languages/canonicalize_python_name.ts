/** Prefixes that reach the same object by a longer path. */
const LONG_PREFIX = /^(?:builtins|__builtins__|os\.sys\.modules|sys\.modules|six\.moves)\.|\.__dict__|\.__call__$/g;
const ALIASES: Readonly<Record<string, string>> = {
  'posix.system': 'os.system',
  'nt.system': 'os.system',
  'io.open': 'open',
  'codecs.open': 'open',
  Path: 'pathlib.Path',
  'subprocess.os.system': 'os.system',
  'urllib2.urlopen': 'urllib.request.urlopen',
  'urllib.urlopen': 'urllib.request.urlopen',
  'urllib.urlretrieve': 'urllib.request.urlretrieve',
  'pd.read_csv': 'pandas.read_csv',
};

/** Returns the usual name of the object that a path of names reaches. */
export function canonicalizePythonName(path: string): string {
  const plain = path.replace(LONG_PREFIX, '');
  return ALIASES[plain] ?? plain.replace(/^Path(?=\.)/, 'pathlib.Path');
}
