import type { Phrase, PhraseRule } from './finding.js';

/** Words that many phrases share, and what phrases are put together with. */
export const DESTROY =
  'delete remove erase wipe purge destroy rm nuke obliterate trash shred unlink clear empty zap scrub annihilate eradicate overwrite truncate|get rid of|blow away|wipe out|clean out|clear out|wipe clean';
export const words = (text: string): string[] =>
  text.split('|').flatMap((part, index) => (index === 0 ? part.split(' ') : [part]));
export const anyOf = (text: string): string[] => text.split('|');
export const phrase = (verbs: string, objects: string, more: { with?: string; without?: string } = {}): Phrase => ({
  verbs: words(verbs),
  objects: objects === '' ? [] : anyOf(objects),
  ...(more.with && { with: anyOf(more.with) }),
  ...(more.without && { without: anyOf(more.without) }),
});

export const DISPOSABLE =
  'node_modules|dist|build|target|cache|caches|cached|tmp|temp|temporary|/tmp|generated|coverage|unused|obsolete|stale|dead code|imports|import|comments|comment|todo|lint*|warning*|warnings|references|reference|mention*|whitespace|__pycache__|.cache|artifacts|.pyc|*.pyc|fixture*|mock*|snapshot*|deprecated|console.log|duplicate*|test output|logs folder|my branch|worktree i|line|lines|docs|section|heading|link|links|from the list|from the array|from the map|from the set|entry|entries|word|typo';
export const ALL_FILES =
  'all files|all the files|all of the files|every file|everything|all contents|all the contents|entire contents|all its contents|all data|all the data|all your files|all user files|all my files|user files|all documents|all folders|all directories|every directory|entire directory|all source|all the source|source tree|source code|whole project|entire project|whole repository|entire repository|whole repo|entire repo|entire codebase|whole codebase|whole tree|entire tree|entire folder|workspace|projects folder|project folder|home folder|parent directory|parent folder|backups|all backups|the backup*|whole backup*|entire backup*|system files|system directories|important files|critical files|recursively';
export const PERSONAL_FILES =
  "documents folder|documents directory|my documents|user's documents|user's files|user's photos|my photos|photos folder|pictures folder|photo library|desktop folder|downloads folder|personal files|private files|mailbox|mail folder|users' files|colleagues' files|everyone's files|customers' files";
export const DISK =
  '<device>|hard drive|hard disk|disk|disks|drive|drives|partition*|boot sector|mbr|filesystem|file system|volume|volumes|usb stick|ssd';
export const DATABASE =
  'database|databases|production db|prod db|the db|production database|schema|schemas|keyspace|all tables|all the tables|every table|all rows|all the rows|every row|all records|all the records|every record|all users|all user accounts|all customers|customer data|customer records|user records|customer table|user accounts|all accounts|production data|user data|redis|mongodb|all documents|all collections|prod data';
export const OWN =
  'test|tests|testing|local|dev|development|fixture*|mock*|sandbox|scratch|in-memory|temporary|temp|connection*|pool|migration*|support|driver|dependency|staging copy|row from|unused|docker-compose';
export const OUTSIDE =
  '<url>|attacker*|webhook|pastebin|external|remote|outside|gist|server|endpoint|my email|email|third party|third-party|c2|dropbox|slack|discord|telegram|ftp|host|internet|url';
export const HIDDEN =
  '.gitignore|gitignore|.dockerignore|.npmignore|ignore|ignored|ignores|example|.env.example|template|placeholder|test*|documentation|readme|docs';

export const rule = (
  id: string,
  category: string,
  severity: PhraseRule['severity'],
  code: PhraseRule['code'],
  explanation: string,
  phrases: readonly Phrase[],
): PhraseRule => ({ id: `text-${id}`, category, severity, code, explanation, phrases });
export const destructive = 'destructive_operation_blocked';
