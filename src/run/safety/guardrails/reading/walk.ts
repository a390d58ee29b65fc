import type * as Tree from 'unbash';
import { type Deed, type Redirect, UNKNOWN, UNREAD, unknownFor, type Word } from '../deed.js';
import { calculate, runSubstitutions } from './arithmetic.js';
import { withAssigned } from './assigned_substitutions.js';
import { MAX_LENGTH } from './budget.js';
import { forkBomb } from './emit.js';
import { multiplies } from './endless.js';
import { expandText, expandWord, partsText } from './expand_words.js';
import { firstOf, type Machine, type Place, type Site, Stream, within, word } from './machine.js';
import type { Scope } from './scope.js';

/** Rounds of a loop that are followed one by one. */
const MAX_ROUNDS = 32;

/** What runs the words of a command: given what stands before and after expansion. */
export type Run = (words: readonly Word[], scope: Scope, place: Place, plain: boolean) => string;

/** Follows the tree of a script in the order of the shell. The one file that knows the parser's statements. */
export class Walk {
  constructor(
    private readonly machine: Machine,
    private readonly run: Run,
  ) {}

  list(statements: readonly Tree.Statement[], scope: Scope, place: Place): string {
    let printed = '';
    for (const { command, background } of statements) {
      if (!this.machine.budget.spend()) break;
      const output = this.node(command, scope, background ? { ...place, beside: true } : place);
      printed = together(printed, output);
    }
    return printed;
  }

  private node(node: Tree.PipelineNode | Tree.AndOr | Tree.CompoundList, scope: Scope, place: Place): string {
    return this.machine.budget.deeper(() => {
      switch (node.type) {
        case 'Command':
          return scope.hasAlternatives ? this.alternatives(node, scope, place) : this.command(node, scope, place);
        case 'Pipeline':
          return this.pipeline(node, scope, place);
        case 'AndOr':
          return this.andOr(node, scope, place);
        case 'CompoundList':
          return this.list(node.commands, scope, place);
        case 'Subshell':
          return this.list(node.body.commands, scope.copy(), place);
        case 'BraceGroup':
          return this.list(node.body.commands, scope, place);
        case 'If':
          return this.choice(
            [node.clause, ...node.elif.map(({ clause }) => clause)],
            [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])],
            scope,
            place,
          );
        case 'Case':
          return this.inCase(node, scope, place);
        case 'For':
        case 'Select':
          return this.forEach(node, scope, place);
        case 'While':
          if (multiplies(node, place.input)) this.bomb(scope, place);
          return this.repeat(node, scope, place);
        case 'ArithmeticFor':
          if (multiplies(node, place.input)) this.bomb(scope, place);
          for (const part of [node.initialize, node.test, node.update])
            if (part) runSubstitutions(part, this.site(scope, place));
          return this.maybe(scope, (scope) => this.list(node.body.commands, scope, place));
        case 'ArithmeticCommand':
          if (node.expression) calculate(node.expression, this.site(scope, place));
          return '';
        case 'TestCommand':
          if (node.expression) runSubstitutions(node.expression, this.site(scope, place));
          return '';
        case 'Redirected':
          return this.redirected(node, scope, place);
        case 'Function':
          scope.define(node.name.value, node.body);
          return '';
        case 'Coproc':
          return this.node(node.body, scope.copy(), { ...place, beside: true });
        default:
          return node satisfies never;
      }
    }, UNKNOWN);
  }

  /** The body of a function that is called. */
  body(body: Tree.Function['body'], scope: Scope, place: Place): string {
    return this.node(body, scope, place);
  }

  private pipeline({ commands, prefixes }: Tree.Pipeline, scope: Scope, place: Place): string {
    const timed = prefixes.some(({ type }) => type === 'Time') ? within(place, 'time') : place;
    if (commands.length === 1) return this.node(commands[0]!, scope, timed);
    const before = this.machine.deeds.length;
    let printed = '';
    for (const [at, command] of commands.entries()) {
      const from = this.machine.deeds.slice(before);
      if (!this.machine.budget.spend(1 + (from.length >> 4))) break;
      const fed: Place = at === 0 ? timed : { ...timed, input: { kind: 'pipe', from }, stdin: new Stream(printed) };
      printed = this.node(command, scope.copy(), { ...fed, beside: true });
    }
    return printed;
  }

  private andOr({ commands, operators }: Tree.AndOr, scope: Scope, place: Place): string {
    let printed = '';
    const states = [scope.copy()];
    for (const [at, command] of commands.entries()) {
      if (!this.machine.budget.spend()) break;
      const output = this.node(command, scope, place);
      printed =
        operators[at - 1] === '||' ? (printed === '' || printed === output ? output : UNKNOWN) : printed + output;
      // What may have been skipped by a failure leaves both states possible.
      if (at < commands.length - 1 && !(operators[at] === '&&' && succeeds(command))) states.push(scope.copy());
    }
    for (const state of states.slice(1)) scope.join(state);
    return printed;
  }

  private choice(
    clauses: readonly Tree.CompoundList[],
    branches: readonly Tree.CompoundList[],
    scope: Scope,
    place: Place,
  ): string {
    for (const clause of clauses) this.list(clause.commands, scope, place);
    const ends: Scope[] = [];
    const outputs = branches.map((branch) => {
      const end = scope.copy();
      ends.push(end);
      return this.list(branch.commands, end, place);
    });
    for (const end of ends) scope.join(end);
    return outputs.every((output) => output === '') ? '' : UNKNOWN;
  }

  private inCase(node: Tree.Case, scope: Scope, place: Place): string {
    const site = this.site(scope, place);
    expandText(node.word, site);
    for (const { pattern } of node.items) for (const each of pattern) expandText(each, site);
    return this.choice(
      [],
      node.items.map(({ body }) => body),
      scope,
      place,
    );
  }

  private forEach(node: Tree.For | Tree.Select, scope: Scope, place: Place): string {
    const list = node.wordlist;
    const wordsIn = (scope: Scope) =>
      list ? list.flatMap((item) => expandWord(item, this.site(scope, place))) : scope.arguments.slice(1);
    const named = scope.hasAlternatives && list ? this.alternativesOf(list, scope) : [];
    const words = [...wordsIn(scope), ...named.flatMap((other) => wordsIn(other))];
    return this.maybe(scope, (scope) => {
      let printed = '';
      const rounds = firstOf(words, MAX_ROUNDS);
      for (const item of rounds) {
        if (!this.machine.budget.spend()) break;
        scope.set(node.name.value, [item]);
        printed = together(printed, this.list(node.body.commands, scope, place));
      }
      return words.length > MAX_ROUNDS ? unknownFor(printed) : printed;
    });
  }

  private repeat(node: Tree.While, scope: Scope, place: Place): string {
    const before = scope.copy();
    // The second round sees what the first has set; of known input each line has its own.
    const rounds = Math.min(MAX_ROUNDS, Math.max(2, place.stdin?.lines ?? 0));
    let printed = '';
    const follow = (place: Place) => {
      this.list(node.clause.commands, scope, place);
      printed = together(printed, this.list(node.body.commands, scope, place));
    };
    for (let round = 0; round < rounds && this.machine.budget.spend(); round += 1) {
      follow(place);
      if (place.stdin?.ended || scope.same(before)) break;
    }
    if (place.stdin && !place.stdin.ended && !scope.same(before)) {
      const [left] = firstOf(
        place.stdin
          .rest()
          .split('\n')
          .filter(Boolean)
          .map((line) => word(line)),
        0,
      );
      if (left) follow({ ...place, stdin: new Stream(left.text) });
    }
    scope.join(before);
    return printed === '' ? '' : unknownFor(printed);
  }

  /** Runs what need not be reached. */
  private maybe(scope: Scope, run: (scope: Scope) => string): string {
    const before = scope.copy();
    const printed = run(scope);
    scope.join(before);
    return printed;
  }

  private bomb(scope: Scope, place: Place): void {
    forkBomb({ program: 'while', words: [word('while')], args: [], scope, place }, this.machine);
  }

  private redirected({ command, redirects }: Tree.Redirected, scope: Scope, place: Place): string {
    const site = this.site(scope, place);
    const inner = this.redirect(redirects, site);
    const before = this.machine.deeds.length;
    const printed = this.node(command, scope, inner);
    // Where nothing else does, the redirections themselves do something.
    if (this.machine.deeds.length === before && redirects.length > 0) this.run([word(':')], scope, inner, false);
    return this.settle(printed, inner, place, site);
  }

  /** Reads a command as it stands, and once for each value that a variable in it may have. What it sets may be set so. */
  private alternatives(node: Tree.Command, scope: Scope, place: Place): string {
    const targets = node.redirects.map((each) => ('target' in each ? each.target : undefined));
    const others = this.alternativesOf([node.name, ...node.args, ...node.prefix, ...targets], scope);
    const left = place.stdin?.left;
    const printed = this.command(node, scope, place);
    for (const other of others) {
      if (!this.machine.budget.spend(4)) break;
      this.command(node, other, left === undefined ? place : { ...place, stdin: new Stream(left) });
      for (const part of node.name ? [] : node.prefix) {
        const value = part.type === 'Assignment' ? other.get(part.name)?.words : undefined;
        if (value) scope.mayBe((part as Tree.Assignment).name, value);
      }
    }
    return printed;
  }

  /** The scope for each value that a variable named in these parts may have. */
  private alternativesOf(parts: readonly (Tree.SyntaxNode | undefined)[], scope: Scope): Scope[] {
    const texts = parts.map((part) => (part && 'text' in part ? part.text : ''));
    const named = texts.flatMap((text) => [...text.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);
    const names = new Set(named.map(([, name]) => name!));
    return [...names].flatMap((name) =>
      (scope.get(name)?.others ?? []).map((words) => {
        const other = scope.copy();
        other.set(name, words);
        return other;
      }),
    );
  }

  private command(node: Tree.Command, scope: Scope, place: Place): string {
    const site = this.site(scope, place);
    const parts = withAssigned(node);
    const assigned = parts.prefix.filter((part) => part.type === 'Assignment');
    const before = this.machine.deeds.length;
    const values = assigned.map((assignment) => ({ assignment, words: this.valueOf(assignment, site) }));
    const name = parts.name ? expandWord(parts.name, site) : [];
    const args = parts.args.flatMap((arg) =>
      arg.type === 'Assignment' ? [this.assignmentWord(arg, site)] : expandWord(arg, site),
    );
    const words = [...name, ...args];
    const redirected = this.redirect(node.redirects, site);
    if (words.length === 0) {
      for (const { assignment, words } of values) assign(assignment, words, scope);
      if (redirected.redirects.length > place.redirects.length) this.run([word(':')], scope, redirected, false);
      // `$(<file)` is the file's text.
      const fed = redirected.stdin !== place.stdin ? redirected.stdin?.rest() : undefined;
      const printed = fed ?? (this.machine.deeds.length > before && parts.name ? UNKNOWN : '');
      return this.settle(printed, redirected, place, site);
    }
    const environment = { ...place.environment };
    for (const { assignment, words } of values) environment[assignment.name] = words[0] ?? word('');
    const plain = parts.name?.parts === undefined && parts.name?.text === parts.name?.value;
    const printed = this.run(words, scope, { ...redirected, environment }, plain);
    scope.last = words.at(-1)!.text;
    return this.settle(printed, redirected, place, site);
  }

  private valueOf({ value, index }: Tree.Assignment, site: Site): readonly Word[] {
    if (index) expandText(index, site);
    if (value.type === 'ArrayValue') return value.elements.flatMap((element) => expandWord(element, site));
    return [expandText(value, site)];
  }

  /** An assignment among the arguments (`export A=b`, `dd of=x`) is a word like any other. */
  private assignmentWord(assignment: Tree.Assignment, site: Site): Word {
    const values = this.valueOf(assignment, site);
    const head = `${assignment.name}${assignment.append ? '+' : ''}=`;
    if (assignment.value.type === 'ArrayValue') site.scope.set(assignment.name, values);
    return word(
      head + values.map(({ text }) => text).join(' '),
      values.some(({ glob }) => glob),
    );
  }

  /** What a command gets by its redirections. */
  private redirect(redirections: readonly Tree.Redirection[], site: Site): Place {
    let place = site.place;
    for (const redirection of redirections) {
      if (!this.machine.budget.spend(1 + (place.redirects.length >> 3))) break;
      if (redirection.type === 'HereDoc') {
        const { body } = redirection;
        const text = body.parts ? partsText(body.parts, site).text : body.text;
        place = given(place, redirection.operator === '<<-' ? text.replace(/^\t+/gm, '') : text);
      } else if (redirection.target === undefined) continue;
      else if (redirection.type === 'HereString')
        place = given(place, `${expandText(redirection.target, site).text}\n`);
      else place = this.redirectedTo(redirection, expandText(redirection.target, site), site, place);
    }
    return place;
  }

  private redirectedTo({ operator, descriptor }: Tree.Redirect, path: Word, site: Site, place: Place): Place {
    if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(path.text)) return place;
    if (operator === '<' || operator === '<&') {
      const redirects = [...place.redirects, { kind: 'read', path } satisfies Redirect];
      const source = this.machine.sources.get(path.text);
      if (source)
        return { ...place, redirects, input: { kind: 'pipe', from: source.from }, stdin: new Stream(source.text) };
      const text = this.machine.files.read(path.text, site.scope.folder) ?? UNKNOWN;
      const own = descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0);
      return own
        ? { ...place, redirects, input: { kind: 'file', path }, stdin: new Stream(text) }
        : { ...place, redirects };
    }
    const kind = operator.endsWith('>>') ? 'append' : 'write';
    const stdout = descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1);
    const redirects = [...place.redirects, { kind, path } satisfies Redirect];
    return stdout ? { ...place, redirects, printsTo: { kind, path } } : { ...place, redirects };
  }

  /** Where what was printed goes: into files, into `>(…)`, or on. */
  private settle(printed: string, inner: Place, outer: Place, { scope, sinks }: Site): string {
    const { machine } = this;
    for (const { script } of sinks) {
      const from: Deed[] = machine.deeds.slice(-1);
      const place: Place = {
        ...outer,
        redirects: [],
        environment: {},
        input: { kind: 'pipe', from },
        stdin: new Stream(printed),
      };
      machine.substitution(script, scope.copy(), place);
    }
    const to = inner.printsTo === outer.printsTo ? undefined : inner.printsTo;
    if (to === undefined) return printed;
    const from =
      inner.input?.kind === 'pipe' ? [...inner.input.from, ...machine.deeds.slice(-1)] : machine.deeds.slice(-1);
    machine.files[to.kind](to.path.text, printed, scope.folder, printed.includes(UNKNOWN) ? from : []);
    return '';
  }

  private site(scope: Scope, place: Place): Site {
    return { machine: this.machine, scope, place, sinks: [] };
  }
}

/** What two commands print one after the other. */
const together = (first: string, then: string): string =>
  first.length + then.length > MAX_LENGTH ? UNREAD : first + then;

const given = (place: Place, text: string): Place => ({
  ...place,
  input: { kind: 'text', text },
  stdin: new Stream(text),
});

function assign({ name, append, index, value }: Tree.Assignment, words: readonly Word[], scope: Scope): void {
  const before = append || index ? (scope.get(name)?.words ?? []) : [];
  if (index) scope.set(name, indexed(before, index.value, words));
  else if (value.type === 'ArrayValue') scope.set(name, [...before, ...words]);
  else scope.set(name, append ? [word((before[0]?.text ?? '') + words[0]!.text, words[0]!.glob)] : words);
}

function indexed(before: readonly Word[], index: string, [value]: readonly Word[]): Word[] {
  const at = /^\d{1,3}$/.test(index) ? Number(index) : 0;
  const words = Array.from({ length: Math.max(before.length, at + 1) }, (_, n) => before[n] ?? word(''));
  words[at] = value ?? word('');
  return words;
}

/** Programs that do not fail in the ordinary course; what follows them by `&&` is reached. */
const SUCCEED = new Set([':', 'true', 'echo', 'printf', 'export', 'declare', 'local', 'set', 'alias']);

const succeeds = (node: Tree.PipelineNode) =>
  node.type === 'Function' || (node.type === 'Command' && (node.name === undefined || SUCCEED.has(node.name.value)));
