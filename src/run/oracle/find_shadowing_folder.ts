/**
 * Modules of Python's standard library (sys.stdlib_module_names of 3.11, without private and unused ones) and of the
 * usual runner. A file of such a name beside a test is imported instead of the module.
 */
const MODULES: ReadonlySet<string> = new Set(
  [
    'abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2',
    'cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent',
    'configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal',
    'difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput',
    'fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq',
    'hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale',
    'logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msvcrt multiprocessing netrc nis nntplib',
    'nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil',
    'platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data',
    'pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors',
    'shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile',
    'sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig',
    'syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token tokenize',
    'tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid venv warnings',
    'wave weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__ _pytest',
    'pytest pluggy iniconfig packaging',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Finds the folder in which a path shadows a module of the standard library.
 *
 * It is `tests` for `tests/json.py` and `tests/json/__init__.py`, and empty for the repository root.
 *
 * @returns undefined if the path shadows none
 */
export function findShadowingFolder(path: string): string | undefined {
  const match = /^(?:(.*)\/)?((?!__init__\b)[A-Za-z_]\w*)(?:\/__init__)?\.(?:py|pyc|pyo|so|[\w-]+\.so)$/.exec(path);
  return match && MODULES.has(match[2]!) ? (match[1] ?? '') : undefined;
}
