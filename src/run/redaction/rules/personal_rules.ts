import type { RedactionRule } from './redaction_rule.js';

/** User names of machines, images and examples, which identify no person. */
const NOBODY = new Set(
  [
    'agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me',
    'name node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user',
    'username users vagrant vscode work workspace you your-name yourname youruser your_user_name',
  ].flatMap((line) => line.split(' ')),
);

/** File extensions, to tell files from domains: `icon@2x.png`, `getty@tty1.service`. */
const FILES =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i;
const EXAMPLES = /(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i;

/** Rules for personal data. */
export const personalRules: readonly RedactionRule[] = [
  {
    id: 'email',
    pattern:
      /(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
    hints: ['@'],
    reach: 65,
    accepts: (value) => {
      const [local, domain] = value.split('@') as [string, string];
      // The escape of a line break, followed by a decorator: \\n@pytest.mark
      if (local === '') return false;
      if (/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.test(local))
        return false;
      if (domain === 'users.noreply.github.com' || EXAMPLES.test(domain) || FILES.test(domain)) return false;
      // Versions: pkg@1.0.0-beta.rc; and names in code: this@Outer.method
      return !/^v?\d{1,9}\.\d/.test(domain) && /\.(?:[a-z]+|[A-Z]+)$/.test(domain);
    },
    examples: {
      'Ada <ada.lovelace+x@analytical.engine.org>,': 'Ada <[redacted:email#1]>,',
      'mailto:ada@engine.org?subject=x': 'mailto:[redacted:email#1]?subject=x',
      'git@github.com:a/b.git': 'git@github.com:a/b.git',
      '"import pytest\\n@pytest.mark\\ndef"': '"import pytest\\n@pytest.mark\\ndef"',
      'pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com':
        'pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com',
    },
  },
  {
    id: 'home-user',
    pattern:
      /(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
    hints: ['/home/', '/Users/', 'Users\\', ':/Users'],
    reach: 6,
    accepts: (value) => !NOBODY.has(value.toLowerCase()),
    examples: {
      '/home/ada/project/a.ts': '/home/[redacted:home-user#1]/project/a.ts',
      'at file:///Users/ada.l/x': 'at file:///Users/[redacted:home-user#1]/x',
      'C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x':
        'C:\\Users\\[redacted:home-user#1]\\x, C:\\\\Users\\\\[redacted:home-user#1]\\\\x',
      '/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7':
        '/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7',
    },
  },
  {
    id: 'ip-address',
    optional: true,
    pattern:
      /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
    // Loopback, unspecified, masks, documentation.
    accepts: (value) => !/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(value),
    examples: {
      'from 10.20.30.40:443': 'from [redacted:ip-address#1]:443',
      '2a00:1450:4001:81b:0:0:0:200e': '[redacted:ip-address#1]',
      '127.0.0.1 1.2.3.4.5 v1.2.3': '127.0.0.1 1.2.3.4.5 v1.2.3',
    },
  },
];
