/** Names that reach the same thing by a longer way. */
const LONGER = /^(?:builtins|__builtins__|os\.sys\.modules|sys\.modules|six\.moves)\.|\.__dict__|\.__call__$/g;
const BY_ITSELF: Readonly<Record<string, string>> = {
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

/** Returns the ordinary name of what a path of names reaches. */
export function canonicalPythonName(path: string): string {
  const plain = path.replace(LONGER, '');
  return BY_ITSELF[plain] ?? plain.replace(/^Path(?=\.)/, 'pathlib.Path');
}
