/** Complete literal that may stand where a value is expected. */
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Returns the offset at which a text stops being JSON; its length if the text only ends too early. JavaScript runtimes
 * word this differently, or not at all. Call it for texts that `JSON.parse` rejects.
 */
export function findJsonFault(text: string): number {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  // An explicit stack: a line of a million "[" must not overflow the call stack.
  const open: ('{' | '[')[] = [];
  let expects: 'value' | 'value or end' | 'name' | 'name or end' | 'comma or end' = 'value';
  const string = () => {
    take(STRING);
    if (text[at] !== '"') return false;
    at++;
    return true;
  };
  for (;;) {
    take(SPACE);
    const next = text[at];
    if (next === undefined) return text.length;
    const inside = open.at(-1);
    if (expects === 'comma or end' ? inside !== undefined : expects.endsWith('or end')) {
      if (next === (inside === '{' ? '}' : ']')) {
        open.pop();
        at++;
        expects = 'comma or end';
        continue;
      }
    }
    switch (expects) {
      case 'comma or end':
        if (inside === undefined || next !== ',') return at;
        at++;
        expects = inside === '{' ? 'name' : 'value';
        break;
      case 'name':
      case 'name or end':
        if (next !== '"' || !string()) return at;
        take(SPACE);
        if (text[at] !== ':') return at;
        at++;
        expects = 'value';
        break;
      default:
        if (next === '{' || next === '[') {
          open.push(next);
          at++;
          expects = next === '{' ? 'name or end' : 'value or end';
        } else if (next === '"' ? !string() : take(LITERAL) === '') return at;
        else expects = 'comma or end';
    }
  }
}
