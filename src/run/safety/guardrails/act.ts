import { type Deed, isUnread, UNKNOWN, type Word } from './deed.js';
import { type Downloads, isClient, isFetcher } from './downloads.js';
import { isDryRun } from './dry_run.js';
import { type Effect, type Effects, effects, effectsOf } from './effects.js';
import { deletesFound, foundBy, withFound } from './found_files.js';
import { type Arguments, argumentsOf, hasFlag } from './grammar.js';
import { type HeardOptions, heardOptions, isPosixly, leadingOptions } from './heard_options.js';
import { asksForHelp } from './help.js';
import { originsOf } from './moved_files.js';
import type { PlaceClass } from './place_classes.js';
import { type Ground, placeOf } from './places.js';

export interface Surroundings extends Ground {
  /** All deeds of the line. */
  deeds: readonly Deed[];
  /** What was downloaded up to this deed. */
  downloads: Downloads;
  /** Something was fetched by this line. */
  fetched: boolean;
}

/** Where a path stands: with an effect, anywhere, or behind a redirection that writes. */
export type Standing = Effect | 'names' | 'redirected';

const ROOT = /^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/;

/** A deed in the light of what its program does with its arguments: what rules match. What few rules ask is found when asked. */
export class Act implements Arguments {
  readonly program: string;
  readonly flags: readonly string[];
  readonly options: Arguments['options'];
  readonly operands: readonly Word[];
  private readonly known: Partial<Record<Standing, ReadonlySet<PlaceClass>>> = {};
  private told: Effects | undefined;
  private feeders: readonly Act[] | undefined;
  /** Its operands are what another program found, in any number. */
  private readonly found: boolean;
  /** Its arguments as they stand. */
  private readonly words: readonly Word[];

  constructor(
    readonly deed: Deed,
    private readonly around: Surroundings,
  ) {
    // `python -m twine` is `twine`.
    const module = deed.program.startsWith('python') && deed.args[0]?.text === '-m' ? deed.args[1]?.text : undefined;
    this.program = module ?? nameOf(deed);
    const words = withFound(deed, around.deeds);
    this.found = words !== deed.args;
    const given = module === undefined ? words : words.slice(2);
    this.words = given;
    const { flags, options, operands } = argumentsOf(this.program, given);
    this.flags = flags;
    this.options = options;
    this.operands = operands;
  }

  get recursive(): boolean {
    return this.found || isRecursive(this.program, this);
  }

  get root(): boolean {
    return this.deed.via.some((wrapper) => ROOT.test(wrapper));
  }

  /** It runs what was downloaded. */
  get downloaded(): boolean {
    return runsDownloaded(this.program, this.deed, this, this.around);
  }

  /** Options that it hears for certain. */
  private get heard(): HeardOptions | undefined {
    return heardOptions(this.program, this.deed, this, this.words);
  }

  /** Options that may make it harmless: where options end at the first operand, only those before it. */
  get harmlessFlags(): readonly string[] {
    return isPosixly(this.deed) ? leadingOptions(this.program, this, this.words).given.flags : this.flags;
  }

  /** It only prints how it is used. */
  get asksForHelp(): boolean {
    return this.heard !== undefined && asksForHelp(this.program, this.heard);
  }

  /** It only tells what it would do. */
  get isDryRun(): boolean {
    return this.heard !== undefined && isDryRun(this.program, this.heard);
  }

  /** What the shell does for it: its redirections alone. */
  get redirections(): Act {
    const { redirects, source, folder } = this.deed;
    const bare: Deed = { program: ':', path: ':', args: [], redirects, environment: {}, via: [], source };
    return new Act({ ...bare, ...(folder && { folder }) }, this.around);
  }

  /** The line that it stands in. */
  get line(): readonly Deed[] {
    return this.around.deeds;
  }

  /** Acts that feed it through a pipe. */
  get from(): readonly Act[] {
    const { input } = this.deed;
    this.feeders ??= input?.kind === 'pipe' ? input.from.map((feeder) => new Act(feeder, this.around)) : [];
    return this.feeders;
  }

  /** Tells whether a path that it reads, writes, deletes, moves or changes was not read to its end. */
  get hasUnreadPath(): boolean {
    this.told ??= effectsOf(this.program, this);
    const told = this.told;
    const { folder } = this.deed;
    return effects.some((effect) => {
      const paths = pathsFor(effect, this.deed, this, told, this.around.deeds);
      return paths.some(({ text }) => isUnread(text)) || (paths.length > 0 && isUnread(folder?.text ?? ''));
    });
  }

  /** Classes of its paths that stand so. */
  places(standing: Standing): ReadonlySet<PlaceClass> {
    const before = this.known[standing];
    if (before) return before;
    this.told ??= effectsOf(this.program, this);
    const { workspace, folder } = this.around;
    const ground = { workspace, folder: this.deed.folder?.text ?? folder };
    const found = classesOf(pathsFor(standing, this.deed, this, this.told, this.around.deeds), ground);
    this.known[standing] = found;
    return found;
  }
}

/** Programs of other systems under the name that rules know: `python3.11` is `python`, `/bin/RM` is not. */
function nameOf({ program }: Deed): string {
  if (program === 'k') return 'kubectl';
  return program.replace(/\.exe$/i, '').replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/, '$1');
}

function pathsFor(
  effect: Standing,
  deed: Deed,
  { operands }: Arguments,
  told: Effects,
  line: readonly Deed[],
): readonly Word[] {
  const written = deed.redirects.filter(({ kind }) => kind !== 'read').map(({ path }) => path);
  if (effect === 'redirected') return written;
  if (effect === 'names') return deed.program === 'find' ? foundBy(deed.args) : operands;
  if (effect === 'writes') return [...told.writes, ...written];
  if (effect === 'deletes' && deed.program === 'find') return deletesFound(deed.args) ? foundBy(deed.args) : [];
  if (effect === 'deletes') return originsOf(told.deletes, deed, line);
  if (effect !== 'reads') return told[effect];
  const files = deed.redirects.filter(({ kind }) => kind === 'read').map(({ path }) => path);
  const input = deed.input?.kind === 'file' ? [deed.input.path] : [];
  return [...told.reads, ...files, ...input];
}

const NOWHERE: ReadonlySet<PlaceClass> = new Set();

function classesOf(words: readonly Word[], ground: Ground): ReadonlySet<PlaceClass> {
  if (words.length === 0) return NOWHERE;
  const found = new Set<PlaceClass>();
  for (const word of words) for (const place of placeOf(word, ground)) found.add(place);
  return found;
}

function isRecursive(program: string, { flags }: Arguments): boolean {
  if (program === 'find' || program === 'rimraf' || program === 'rsync') return true;
  if (program === 'tar' || program === 'zip') return true;
  return hasFlag(flags, '-r') || hasFlag(flags, '-R') || hasFlag(flags, '--recursive') || hasFlag(flags, '-Recurse');
}

const RUNNERS = /^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;

/** A file that came from elsewhere, or text that the same line fetched, is run. */
function runsDownloaded(program: string, deed: Deed, given: Arguments, { downloads, fetched }: Surroundings): boolean {
  const { path, folder, via, input } = deed;
  if (path.includes('://') || (path.includes('/') && downloads.has(path, folder))) return true;
  const runner = RUNNERS.test(program);
  if (runner && given.operands.slice(0, 1).some(({ text }) => downloads.has(text, folder))) return true;
  const fromElsewhere = input?.kind === 'pipe' && input.from.some(isClient);
  if (!(fetched || fromElsewhere) || isFetcher(deed)) return false;
  if (program === UNKNOWN) return via.some((wrapper) => RUNNERS.test(wrapper) || wrapper === 'eval');
  if (!runner && program !== 'eval') return false;
  const code = [...given.operands, ...given.options.map(({ value }) => value)].some(
    ({ text }) => text.trim() === UNKNOWN || text.startsWith('/dev/fd/'),
  );
  return code || (input?.kind === 'text' && input.text.includes(UNKNOWN) && given.operands.length === 0);
}
