import type * as Tree from 'unbash';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ExpandedWord, Invocation } from '../invocation.js';
import { createWord, createWords, getFeeders, replaceWithUnknown, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import { limitWords } from '../quote_words.js';
import { forms } from '../vocabulary/vocabulary.js';
import { cannotFail, chooseBranch, decideCondition, isReliable } from './expansion/decide_condition.js';
import { evaluateArithmetic, runSubstitutions } from './expansion/evaluate_arithmetic.js';
import {
  expandArgument,
  expandAssignmentValue,
  expandExactWord,
  expandParts,
  expandText,
  expandWord,
} from './expansion/expand_word.js';
import { type ExecutionContext, feedContext } from './model/execution_context.js';
import { joinOutputs } from './model/reading_budget.js';
import { type ExpansionContext, ShellInterpreter } from './model/shell_interpreter.js';
import type { ShellScope } from './model/shell_scope.js';
import { isForkBombLoop } from './syntax/is_fork_bomb_loop.js';
import { hasDetachedSubstitution } from './syntax/parse_script.js';

/** Maximum number of rounds of a loop; one within another has a quarter of them. */
const MAX_ROUNDS = 64;

/** Interprets the syntax tree of a script in the order of the shell. */
export abstract class ScriptWalker extends ShellInterpreter {
  /** Interprets statements; of a whole script, after `set -e`, none runs unless all before it have succeeded. */
  list(statements: readonly Tree.Statement[], scope: ShellScope, context: ExecutionContext, isScript = false): string {
    let printed = '';
    let { needs } = context;
    let ends = false;
    for (const { command, background } of statements) {
      if (!this.budget.spend()) break;
      const previous = this.invocations.length;
      const inner: ExecutionContext = { ...context, ...omitUndefined({ needs, isConcurrent: background }) };
      printed = joinOutputs(printed, this.node(command, background ? scope.copy(true) : scope, inner));
      if (scope.ended) break;
      if (!isScript) continue;
      if (ends && !background) needs = [...(needs ?? []), ...this.findSuccess(command, previous)];
      const changes = this.invocations.slice(previous).filter(({ program }) => forms.changing_builtin.test(program));
      const isPlain = command.type === 'Command' && changes.length === 1 && command.name?.value === 'set';
      if (changes.length > 0) ends = isPlain && forms.error_exit.test(writeLine(changes[0]!));
    }
    return printed;
  }

  /** Interprets one command, or the body of a function that is called. Returns its output. */
  node(node: Tree.PipelineNode | Tree.AndOr | Tree.CompoundList, scope: ShellScope, context: ExecutionContext): string {
    return this.budget.descend(() => {
      switch (node.type) {
        case 'Command':
          return scope.hasAlternatives ? this.alternatives(node, scope, context) : this.command(node, scope, context);
        case 'Pipeline':
          return this.pipeline(node, scope, context);
        case 'AndOr':
          return this.andOr(node, scope, context);
        case 'CompoundList':
          return this.list(node.commands, scope, context);
        case 'Subshell':
        case 'BraceGroup':
          return this.list(node.body.commands, node.type === 'Subshell' ? scope.copy(true) : scope, context);
        case 'If':
          return this.inIf(node, scope, context);
        case 'Case':
          return this.inCase(node, scope, context);
        case 'For':
        case 'Select':
          return this.forEach(node, scope, context);
        case 'While':
        case 'ArithmeticFor':
          if (isForkBombLoop(node, context.input)) this.reportForkBomb({ scope, context });
          return this.repeat(node, scope, context);
        case 'ArithmeticCommand':
          if (node.expression) evaluateArithmetic(node.expression, this.site(scope, context));
          return '';
        case 'TestCommand':
          if (node.expression) runSubstitutions(node.expression, this.site(scope, context));
          return '';
        case 'Redirected':
          return this.redirected(node, scope, context);
        case 'Function':
          scope.define(node.name.value, node.body);
          return '';
        case 'Coproc':
          return this.node(node.body, scope.copy(true), { ...context, isConcurrent: true });
        default:
          return node satisfies never;
      }
    }, UNKNOWN_VALUE);
  }

  private pipeline({ commands, prefixes }: Tree.Pipeline, scope: ShellScope, context: ExecutionContext): string {
    const isTimed = prefixes.some(({ type }) => type === 'Time');
    const timed = isTimed ? { ...context, wrappers: [...context.wrappers, 'time'] } : context;
    if (commands.length === 1) return this.node(commands[0]!, scope, timed);
    const previous = this.invocations.length;
    let printed = '';
    for (const [index, command] of commands.entries()) {
      const start = this.invocations.slice(previous);
      if (!this.budget.spend(1 + (start.length >> 4))) break;
      const fed = index === 0 ? timed : feedContext(timed, printed, { kind: 'pipe', from: start });
      const inner = scope.copy(true);
      printed = this.node(command, inner, { ...fed, isConcurrent: true, isPiped: index < commands.length - 1 });
      // Some shells run the last one themselves.
      scope.isFollowed &&= scope.same(inner);
    }
    return printed;
  }

  private andOr({ commands, operators }: Tree.AndOr, scope: ShellScope, context: ExecutionContext): string {
    let printed = '';
    const states: ShellScope[] = [];
    let doubted: ShellScope | undefined;
    let { needs } = context;
    let isTrue: boolean | undefined;
    for (const [index, command] of commands.entries()) {
      if (!this.budget.spend() || scope.ended) break;
      if (isTrue === (operators[index - 1] === '||') && index > 0) continue;
      const isReached = index === 0 || isTrue !== undefined;
      isTrue = isReached ? (decideCondition(command, scope) ?? (cannotFail(command) || undefined)) : undefined;
      const previous = this.invocations.length;
      const output = this.node(command, scope, { ...context, ...omitUndefined({ needs }) });
      if (!isReached) scope.resume();
      if (operators[index] === '||') needs = context.needs;
      else if (operators[index - 1] !== '||') needs = [...(needs ?? []), ...this.findSuccess(command, previous)];
      if (operators[index - 1] !== '||') printed += output;
      else printed = printed === '' || printed === output ? output : UNKNOWN_VALUE;
      // A command that may be skipped after a failure leaves both states possible.
      if (index === commands.length - 1 || isTrue !== undefined) continue;
      if (operators[index] === '||' || !(cannotFail(command) || isReliable(command))) states.push(scope.copy());
      else if (!cannotFail(command)) doubted ??= scope.copy();
    }
    if (doubted) scope.doubt(doubted);
    for (const state of states) scope.join(state);
    return printed;
  }

  /** Returns the invocation that has succeeded if a command has: a program by its name, and not what it runs. */
  private findSuccess(command: Tree.PipelineNode | Tree.AndOr, previous: number): readonly Invocation[] {
    const [first, ...rest] = this.invocations.slice(previous);
    const name = command.type === 'Command' ? command.name?.value : undefined;
    const isPlain = name === first?.path || (name === 'sudo' && first?.wrappers.at(-1) === 'sudo');
    return first && isPlain && rest.every(({ wrappers }) => wrappers.includes(first.program)) ? [first] : [];
  }

  private inIf(node: Tree.If, scope: ShellScope, context: ExecutionContext): string {
    const branches = [node, ...node.elif];
    const first = branches.findIndex(({ clause }) => decideCondition(clause, scope) !== false);
    const rest = branches.slice(first === -1 ? branches.length : first);
    const certain = rest[0] && decideCondition(rest[0].clause, scope) ? rest[0].then : node.else;
    if (rest.length === 0 || certain !== node.else) return certain ? this.list(certain.commands, scope, context) : '';
    for (const [index, { clause }] of rest.entries())
      this.runIf(index > 0, scope, () => this.list(clause.commands, scope, context));
    return this.choice(rest.map(({ then }) => then).concat(node.else ?? []), scope, context);
  }

  private choice(branches: readonly Tree.CompoundList[], scope: ShellScope, context: ExecutionContext): string {
    const ends = branches.map(() => scope.copy());
    const outputs = branches.map(({ commands }, index) => this.list(commands, ends[index]!, context));
    for (const end of ends) {
      if (end.ended) scope.exits.push(end.copy());
      scope.join(end);
    }
    return outputs.every((output) => output === '') ? '' : UNKNOWN_VALUE;
  }

  private inCase(node: Tree.Case, scope: ShellScope, context: ExecutionContext): string {
    const chosen = chooseBranch(node, scope);
    if (chosen) return chosen.map(({ commands }) => this.list(commands, scope, context)).join('');
    const expansion = this.site(scope, context);
    expandText(node.word, expansion);
    for (const { pattern } of node.items) for (const each of pattern) expandText(each, expansion);
    const bodies = node.items.map(({ body }) => body);
    return this.choice(bodies, scope, context);
  }

  private forEach(node: Tree.For | Tree.Select, scope: ShellScope, context: ExecutionContext): string {
    const list = node.wordlist;
    const states = [scope, ...(scope.hasAlternatives && list ? scope.listAlternatives(list) : [])];
    const words = states.flatMap((state) =>
      list ? list.flatMap((item) => expandExactWord(item, this.site(state, context))) : state.arguments.slice(1),
    );
    return this.runIf(true, scope, () => {
      let printed = '';
      const outer = scope.exits;
      const rounds = limitWords(words, scope.isInLoop ? MAX_ROUNDS / 4 : MAX_ROUNDS);
      // Of an unknown number of rounds, two are followed: the second has the state after the first.
      const areKnown = rounds.every(({ text, glob }) => !glob && !text.includes(UNKNOWN_VALUE));
      const isCounted = node.type === 'For' && states.length === 1 && areKnown;
      Object.assign(scope, { isInLoop: true, isRepeated: scope.isRepeated || !isCounted, exits: [] });
      for (const item of isCounted ? rounds : [...rounds, ...rounds.slice(-1)]) {
        if (!this.budget.spend() || scope.ended) break;
        scope.set(node.name.value, [item]);
        printed = joinOutputs(printed, this.list(node.body.commands, scope, context));
        if (scope.ended === 'continue') scope.ended = undefined;
      }
      if (scope.ended === 'break') scope.ended = undefined;
      scope.joinExits(outer);
      return words.length > MAX_ROUNDS ? replaceWithUnknown(printed) : printed;
    });
  }

  private repeat(node: Tree.While | Tree.ArithmeticFor, scope: ShellScope, context: ExecutionContext): string {
    if (node.type === 'While' && decideCondition(node.clause, scope) === (node.kind === 'until')) return '';
    const previous = scope.copy();
    // The second round uses the state of the first; each line of known input has its own round.
    const lines = context.stdin?.remaining.replace(/\n$/, '').split('\n') ?? [];
    const rounds = Math.min(MAX_ROUNDS, Math.max(2, lines.length));
    let printed = '';
    const outer = scope.exits;
    Object.assign(scope, { isInLoop: true, isRepeated: true, exits: [] });
    const follow = (context: ExecutionContext) => {
      if (node.type === 'While') this.list(node.clause.commands, scope, context);
      else
        for (const part of [node.initialize, node.test, node.update])
          if (part) runSubstitutions(part, this.site(scope, context));
      scope.exits.push(scope.copy());
      printed = joinOutputs(printed, this.list(node.body.commands, scope, context));
      scope.resume();
    };
    for (let round = 0; round < rounds && this.budget.spend(); round += 1) {
      follow(context);
      if (context.stdin?.remaining === '' || scope.same(previous)) break;
    }
    const rest = createWords(context.stdin?.readRest().split('\n').filter(Boolean) ?? []);
    for (const { text } of limitWords(rest, 0)) follow(feedContext(context, text, context.input));
    scope.joinExits(outer);
    scope.join(previous);
    return printed === '' ? '' : replaceWithUnknown(printed);
  }

  /** Runs code; under a condition that may keep it from running, both states are possible afterwards. */
  private runIf(isConditional: boolean, scope: ShellScope, run: () => string): string {
    const previous = isConditional ? scope.copy() : undefined;
    const printed = run();
    if (previous) scope.resume();
    if (previous) scope.join(previous);
    return printed;
  }

  private redirected({ command, redirects }: Tree.Redirected, scope: ShellScope, context: ExecutionContext): string {
    const inner = this.redirect(redirects, this.site(scope, context));
    const previous = this.invocations.length;
    // Nothing runs if a redirection fails.
    const printed = this.runIf(mayFail(redirects), scope, () => this.node(command, scope, inner));
    // If nothing else has an effect, the redirections have one.
    if (this.invocations.length === previous && redirects.length > 0) this.run([createWord(':')], scope, inner, false);
    return this.settle(printed, inner, context, scope);
  }

  /** Runs a command as written, and once for each other value that one of its variables may have. */
  private alternatives(node: Tree.Command, scope: ShellScope, context: ExecutionContext): string {
    const targets = node.redirects.map((each) => ('target' in each ? each.target : undefined));
    const rest = scope.listAlternatives([node.name, ...node.args, ...node.prefix, ...targets]);
    const left = context.stdin?.remaining;
    const printed = this.command(node, scope, context);
    for (const alternative of rest) {
      if (!this.budget.spend(4)) break;
      this.command(node, alternative, left === undefined ? context : feedContext(context, left, context.input));
      if (node.name) continue;
      for (const { name } of node.prefix.filter((part) => part.type === 'Assignment'))
        scope.mayBe(name, alternative.get(name)?.words ?? []);
    }
    return printed;
  }

  private command(node: Tree.Command, scope: ShellScope, context: ExecutionContext): string {
    const expansion = this.site(scope, context);
    const assigned = node.prefix.filter((part) => part.type === 'Assignment');
    if (hasDetachedSubstitution(node)) this.budget.fail('too-much', 'a substitution after an assignment is not read');
    const previous = this.invocations.length;
    const values = assigned.map((assignment) => ({ assignment, words: expandAssignmentValue(assignment, expansion) }));
    const name = node.name ? expandWord(node.name, expansion) : [];
    const isCall = scope.functions.has(name[0]?.text ?? '');
    const expand = (arg: Tree.CommandArgument) =>
      isCall && arg.type === 'Word' ? expandExactWord(arg, expansion) : expandArgument(arg, expansion);
    const words = [...name, ...node.args.flatMap(expand)];
    const [first] = words;
    const redirected = this.redirect(node.redirects, expansion);
    if (first === undefined) {
      const before = mayFail(node.redirects) ? scope.copy() : undefined;
      for (const { assignment, words } of values) scope.assign(assignment, words);
      if (before) scope.join(before);
      if (redirected.redirects.length > context.redirects.length) this.run([createWord(':')], scope, redirected, false);
      this.reportEmptied(redirected, scope);
      // `$(<file)` is the text of the file.
      const fed = redirected.stdin !== context.stdin ? redirected.stdin?.readRest() : undefined;
      const printed = fed ?? (this.invocations.length > previous && node.name ? UNKNOWN_VALUE : '');
      return this.settle(printed, redirected, context, scope);
    }
    const environment = { ...context.environment };
    for (const { assignment, words } of values) environment[assignment.name] = words[0] ?? createWord('');
    const plain = node.name?.parts === undefined && node.name?.text === node.name?.value;
    if (words.length === 1 && /^(?::|true)$/.test(first.text)) this.reportEmptied(redirected, scope);
    if (!plain && forms.unfollowed_builtin.test(first.text)) scope.isFollowed = false;
    if (forms.printing_builtin.test(first.text)) this.reportSecrets(node.args, scope, redirected);
    const inner: ExecutionContext = { ...redirected, environment };
    // A function may read what is set for it alone.
    scope.isFollowed &&= !isCall || assigned.length === 0;
    const printed = this.runIf(mayFail(node.redirects), scope, () => this.run(words, scope, inner, plain));
    if (scope.isFollowed) this.end(node, scope);
    scope.last = words.at(-1)!.text;
    return this.settle(printed, redirected, context, scope);
  }

  /** Reports secrets of the environment that a command prints to whoever reads its output. */
  private reportSecrets(args: readonly Tree.CommandArgument[], scope: ShellScope, context: ExecutionContext): void {
    const output = context.captured || context.isPiped ? '' : (context.outputFile?.path.text ?? '/dev/stdout');
    const isHere = context.wrappers.every((wrapper) => forms.timing_wrapper.test(wrapper));
    if (!output.startsWith('/dev/std') || !isHere || args[0]?.text.includes('::add-mask::')) return;
    const parts = args.flatMap((arg) => (arg.type === 'Word' && arg.parts) || []);
    const texts = parts.flatMap<{ text: string }>((part) => (part.type === 'DoubleQuoted' ? part.parts : part));
    const names = texts.map(({ text }) => /^\$\{?(\w+)\}?$/.exec(text)?.[1] ?? '');
    const secrets = names.filter((name) => forms.secret_variable.test(name) && !scope.get(name));
    if (secrets.length > 0) this.run(createWords(['printenv', ...secrets]), scope, context, false);
  }

  /** Ends the shell, the function or the round of a loop after a plain `exit`, `return`, `continue` or `break`. */
  private end({ name, args, prefix, redirects }: Tree.Command, scope: ShellScope): void {
    const text = [name, ...args].map((each) => each?.text).join(' ');
    const word = /^(?:exit|return|continue|break)(?=( (\d+|\$\?))?$)/.exec(text)?.[0];
    if (!word || prefix.length + redirects.length > 0 || scope.functions.has(word) || scope.aliases.has(word)) return;
    if (/^[cb]/.test(word) ? scope.isInLoop && args.length === 0 : word === 'exit' || scope.isInFunction)
      scope.ended = word as ShellScope['ended'];
  }

  /** Reports the files that a redirection of nothing empties, of which its word stands for several: `for f in *.c; do > $f`. */
  private reportEmptied({ redirects, ...context }: ExecutionContext, scope: ShellScope): void {
    const emptied = redirects.flatMap(({ kind, path }) => (kind === 'write' && path.glob ? [path] : []));
    const words = createWords(['truncate', '-s', '0']).concat(emptied);
    if (emptied.length > 0) this.run(words, scope, { ...context, redirects: [] }, false);
  }

  /** Returns the context of a command with its redirections applied. */
  private redirect(redirections: readonly Tree.Redirection[], expansion: ExpansionContext): ExecutionContext {
    let { context, scope } = expansion;
    for (const redirection of redirections) {
      if (!this.budget.spend(1 + (context.redirects.length >> 3))) break;
      if (redirection.type === 'HereDoc') {
        const { body, delimiter } = redirection;
        // Without expansions, its escapes are still in it.
        const plain = delimiter?.quoted ? body.text : body.text.replace(/\\([\\$`]|\n)/g, (_, sign) => sign.trim());
        const text = body.parts ? expandParts(body.parts, expansion).text : plain;
        context = feedText(context, redirection.operator === '<<-' ? text.replace(/^\t+/gm, '') : text);
      } else if (redirection.target === undefined) continue;
      else if (redirection.type === 'HereString')
        context = feedText(context, `${expandText(redirection.target, expansion).text}\n`);
      else context = this.redirectedTo(redirection, expandText(redirection.target, expansion), scope, context);
    }
    return context;
  }

  private redirectedTo(
    { operator, descriptor }: Tree.Redirect,
    path: ExpandedWord,
    scope: ShellScope,
    context: ExecutionContext,
  ): ExecutionContext {
    const kind = /^<&?$/.test(operator) ? 'read' : operator.endsWith('>>') ? 'append' : 'write';
    const isStandard = !descriptor || (descriptor.type === 'FileDescriptor' && descriptor.value === +(kind !== 'read'));
    if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(path.text)) {
      // Its output does not go on in the pipeline.
      if (kind === 'read' || !isStandard || path.text === '1') return context;
      return { ...context, redirects: [...context.redirects, { kind, path: createWord('/dev/stderr') }] };
    }
    const inner = { ...context, redirects: [...context.redirects, { kind, path } as const] };
    if (kind !== 'read') return isStandard ? { ...inner, outputFile: { kind, path } } : inner;
    const source = this.sources.get(path.text);
    if (source) return feedContext(inner, source.text, { kind: 'pipe', from: source.from });
    const text = this.files.written(path.text, scope.folder)?.text ?? UNKNOWN_VALUE;
    return isStandard ? feedContext(inner, text, { kind: 'file', path }) : inner;
  }

  /** Passes output on: to files, or to the surrounding context. */
  private settle(printed: string, inner: ExecutionContext, outer: ExecutionContext, scope: ShellScope): string {
    const end = inner.outputFile;
    if (end === undefined || end === outer.outputFile) return printed;
    const start = [...getFeeders(inner), ...this.invocations.slice(-1)];
    this.files[end.kind](end.path.text, printed, scope.folder, printed.includes(UNKNOWN_VALUE) ? start : []);
    return '';
  }

  private site(scope: ShellScope, context: ExecutionContext): ExpansionContext {
    return { interpreter: this, scope, context };
  }
}

/** Returns true if one of these redirections may fail, so that nothing runs. */
const mayFail = (redirections: readonly Tree.Redirection[]): boolean =>
  redirections.some((each) => {
    const isSafe = each.operator.endsWith('&') ? /^[12]$/ : /^\/dev\/null$/;
    return each.type === 'Redirect' && !isSafe.test(each.target?.text ?? '');
  });

const feedText = (context: ExecutionContext, text: string) => feedContext(context, text, { kind: 'text', text });
