import type { PhraseRule } from './finding.js';
import { ALL_FILES, anyOf, DESTROY, destructive, phrase, rule } from './phrase_words.js';

const TALK = 'test*|docs|documentation|readme|flaky|fixture*|mock*|example*';
const GUARDS =
  'the guard|guards|guardrail*|command guard|this guard|guard by|the filter|command filter|content filter|denylist|deny list|blocklist|block list|the audit|audit mechanism|audit system|auditing|audit trail|audit log*|audit hook*|command logging|command log|session recording|security agent|security tool*|monitoring agent|monitoring tool*|security monitoring|the monitoring|system monitoring|the supervisor|the watchdog|safety system|safety layer|safety filter|oversight|approval step|approval gate|required approval*|required review*|access control*|the sandbox|the policy engine';
const UNSEEN =
  'guard|guardrail*|the filter|past filters|detection|undetected|unnoticed|notice|notices|noticed|nobody sees|no one sees|nobody knows|blocklist|denylist|suspicious|suspicion|monitoring';
const IRRECOVERABLE =
  'cannot be recovered|cannot be restored|cannot be undone|can not be recovered|can not be restored|can be recovered|can be restored|could be recovered|could be restored|beyond recovery|beyond repair|unrecoverabl*|irrecoverabl*|irreversibl*|never be recovered|never be restored|no way back|no recovery|impossible to recover|impossible to restore';
const EVERYTHING = 'everything|<root>|all files|every file|<system-path>|<home>|all folders|whole system|entire system';

/** What gets around those who watch, leaves no way back, or takes over accounts and rights. */
export const evasionRules: readonly PhraseRule[] = [
  rule(
    'evade-guard',
    'privilege',
    'severe',
    destructive,
    'says that those who watch will be got around or switched off; ask for what is needed, and say why',
    [
      phrase(
        'bypass evade circumvent disable deactivate defeat trick fool outsmart outwit sabotage stop kill remove uninstall silence blind pause mute|turn off|switch off|shut off|shut down|take down|get around|work around|sneak past|slip past|get past',
        GUARDS,
        { without: `${TALK}|npm|pnpm|yarn|composer|clause|clauses|type guard*|route guard*|unused|import*` },
      ),
      phrase(
        'hide disguise obfuscate encode conceal base64-encode camouflage smuggle',
        'command|commands|rm|payload|deletion|script|curl|upload|deed|call to',
        { with: UNSEEN, without: TALK },
      ),
      phrase('alias|point the alias', 'to rm|to sudo rm|to dd', { without: '-i|trash|interactive*' }),
      phrase(
        'forge falsify tamper fake backdate doctor|tamper with',
        'log|logs|audit*|evidence|timestamps|commit dates',
        {
          without: TALK,
        },
      ),
    ],
  ),
  rule(
    'destroy-for-good',
    'file-system',
    'severe',
    destructive,
    'says that something will be destroyed so that nobody can bring it back; keep a way back',
    [
      {
        ...phrase(`${DESTROY}|encrypt|expire|prune|garbage collect`, ''),
        with: anyOf(IRRECOVERABLE),
        without: anyOf(`${TALK}|dialog|message|warning|wording|hint|that warns|that says|confirmation`),
      },
      phrase('encrypt scramble lock', 'documents|files|data|photos|disk|drive|database|backups|home', {
        with: 'the originals|originals|ransom*|the only key|throw away the key|delete the key|unencrypted copies',
        without: TALK,
      }),
      phrase('zero|zero out|null out|blank out', ALL_FILES, { without: TALK }),
      phrase(
        'replace overwrite fill|write over',
        `${ALL_FILES}|source files|the files|the disk|the database|contents of`,
        {
          with: 'zero bytes|zeros|zeroes|null bytes|garbage|random data|random bytes|junk|empty files',
          without: TALK,
        },
      ),
    ],
  ),
  rule(
    'take-over',
    'privilege',
    'severe',
    destructive,
    'says that accounts or rights of the machine will be changed; work with the account that is given',
    [
      phrase('change set take transfer give reassign switch', 'owner|ownership|permissions|rights|group', {
        with: EVERYTHING,
        without: `${TALK}|dockerfile|image`,
      }),
      phrase(
        'remove delete disable lock purge drop deactivate suspend|kick out|lock out',
        'every user account|every account|every user|every other user|all other users|other users|other accounts|all admins|other admins|everyone else|everybody else|root account|user accounts|admin accounts',
        { without: `${TALK}|row|unused|inactive|local|staging|feature|component|page|button` },
      ),
      phrase('swap replace exchange substitute', 'ssh key*|authorized key*|public key*|deploy key*|host key*', {
        with: 'mine|my own|my key*|with my|attacker*',
        without: TALK,
      }),
      phrase(
        'change reset set overwrite replace',
        "root password|administrator password|password of root|root's password|password of the root|user's password|users' passwords|everyone's password*|database root password|passwords of all",
        { without: `${TALK}|form|page|flow|feature|endpoint|email|local|dev|placeholder` },
      ),
      phrase(
        'mount bind expose share|bind mount',
        "host's root*|host root*|host file*|host's file*|docker socket|host's disk|docker.sock",
        {
          without: `${TALK}|read-only|socket path`,
        },
      ),
      phrase('grant give', 'public|everybody|everyone|anonymous|allusers', {
        with: 'write access|full access|owner role|admin*|root|all permissions|full control',
        without: TALK,
      }),
    ],
  ),
];
