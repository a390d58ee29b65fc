/** One command of a line, with the operator in front of it. */
export interface ImageCommand {
  /** `''` in front of the first one. */
  operator: '' | '&&' | '||' | ';';
  text: string;
}

/** Splits a line at `&&`, `||` and `;` outside of quotes and parentheses. Pipes stay. */
export function splitImageCommands(line: string): ImageCommand[] {
  const commands: ImageCommand[] = [];
  let operator: ImageCommand['operator'] = '';
  let text = '';
  let quote = '';
  let depth = 0;
  const end = () => {
    if (text.trim() !== '') commands.push({ operator, text: text.trim() });
    text = '';
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    const two = line.slice(at, at + 2);
    if (char === '\\' && quote !== "'") {
      text += two;
      at++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      text += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      text += char;
    } else if (depth === 0 && (two === '&&' || two === '||' || char === ';')) {
      end();
      operator = two === '&&' || two === '||' ? two : ';';
      if (char !== ';') at++;
    } else {
      if (char === '(') depth++;
      if (char === ')') depth--;
      text += char;
    }
  }
  end();
  return commands;
}
