/**
 * Lets the modules of a bundle load what they import when they first use it, as CommonJS code with `require` inside functions does:
 * a command needs a small part of the engine, and loading all of it takes a fifth of a second.
 *
 *   var x = __nccwpck_require__(1);  x.f();   becomes   const x$ = __nccl(1);  x$().f();
 *
 * Modules of packages that are CommonJS themselves stay as they are. So does an import whose name is never used: it is there for its effect,
 * and nothing would ever load the module. So does a name that is used in any other way than as the object of a member: it may be another
 * variable of the same name.
 */

/** Function that returns a function which loads a module when it is first called. */
export const DEFERRED_REQUIRE = '__nccl';
/** Its definition, for the beginning of the bundle. */
export const DEFINE_DEFERRED_REQUIRE = `const ${DEFERRED_REQUIRE} = (id) => {
let module;
return () => (module ??= __nccwpck_require__(id));
};`;

const isCall = (node, name) => node?.type === 'CallExpression' && node.callee.name === name;
const isRequire = (node) => isCall(node, '__nccwpck_require__') && node.arguments[0]?.type === 'Literal';
const isExternal = (node) => node?.type === 'CallExpression' && isCall(node.callee, '__WEBPACK_EXTERNAL_createRequire');

/**
 * Lists the edits that defer the imports of all modules in a bundle.
 *
 * @param tree syntax tree of the bundle, by acorn
 * @param code its text
 * @returns replacements of ranges, in no order, and the imports that stay for their effect: the statements as the bundle has them
 */
export function listDeferredRequires(tree, code) {
  const modules = tree.body
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .find(({ id }) => id.name === '__webpack_modules__')?.init.properties;
  if (!modules) throw new Error('the bundle has no modules');
  const ours = modules.filter(({ value }) => value.params[1]?.name === '__webpack_exports__');
  const found = ours.map(({ value }) => deferInModule(value.body, code));
  return { edits: found.flatMap(({ edits }) => edits), effects: found.flatMap(({ effects }) => effects) };
}

/**
 * Checks the text of a bundle whose imports are deferred: something must load each of them in the module where it stands.
 *
 * @returns number of deferred imports
 * @throws Error that names the first one that nothing loads
 */
export function countDeferredRequires(code) {
  let count = 0;
  for (const module of code.split(/^\d+:\n/m))
    for (const [statement, name] of module.matchAll(/^const (\S+\$) = __nccl\(.*\);$/gm)) {
      if (!module.includes(`${name}()`)) throw new Error(`nothing loads the deferred module of: ${statement}`);
      count++;
    }
  return count;
}

function deferInModule(body, code) {
  const imports = new Map();
  for (const statement of body.body) {
    const [first, ...others] = statement.type === 'VariableDeclaration' ? statement.declarations : [];
    if (others.length > 0 || first?.id.type !== 'Identifier') continue;
    if (isRequire(first.init) || isExternal(first.init))
      imports.set(first.id.name, { statement, init: first.init, uses: [], others: false });
  }
  const statements = new Set([...imports.values()].map(({ statement }) => statement));
  visit(body, (node, parent, key, constructed) => {
    if (statements.has(node)) return false;
    const found = node.type === 'Identifier' ? imports.get(node.name) : undefined;
    if (!found || isName(parent, key)) return true;
    if (parent.type === 'MemberExpression') found.uses.push({ node, constructed });
    else found.others = true;
    return true;
  });
  const found = [...imports];
  const edits = found.flatMap(([name, { statement, init, uses, others }]) => {
    if (others || uses.length === 0) return [];
    const call = code.slice(init.start, init.end);
    // `new x$().C()` would construct what x$() returns.
    const edits = uses.map(({ node, constructed }) => ({
      ...{ start: node.start, end: node.end },
      text: constructed ? `(${name}$())` : `${name}$()`,
    }));
    const text = isRequire(init)
      ? `const ${name}$ = ${DEFERRED_REQUIRE}(${init.arguments[0].raw});`
      : `let ${name}$v; const ${name}$ = () => (${name}$v ??= ${call});`;
    return [{ start: statement.start, end: statement.end, text }, ...edits];
  });
  const effects = found.filter(([, { uses, others }]) => !others && uses.length === 0);
  return { edits, effects: effects.map(([, { statement }]) => code.slice(statement.start, statement.end)) };
}

/** Tells whether an identifier is the name of a property and no variable. */
function isName(parent, key) {
  if (parent.type === 'MemberExpression') return key === 'property' && !parent.computed;
  if (parent.type === 'Property') return key === 'key' && !parent.computed && !parent.shorthand;
  return (
    (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') && key === 'key' && !parent.computed
  );
}

/**
 * Calls a function with each node, its parent, the key under which it stands there, and whether it is what `new` constructs, or an
 * object of that. The children of a node are left out where it returns false.
 */
function visit(node, act, parent = undefined, key = undefined, constructed = false) {
  if (act(node, parent, key, constructed) === false) return;
  for (const [name, child] of Object.entries(node))
    for (const each of Array.isArray(child) ? child : [child]) {
      if (typeof each?.type !== 'string') continue;
      const callee = node.type === 'NewExpression' && name === 'callee';
      visit(each, act, node, name, callee || (constructed && node.type === 'MemberExpression' && name === 'object'));
    }
}
