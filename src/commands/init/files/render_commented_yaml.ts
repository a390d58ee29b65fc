import { Document, isMap, isScalar } from 'yaml';

/** Path of a key, and the comment above it. */
export type YamlComment = [path: string[], text: string];

/** Renders a value as YAML with comments above its keys. Comments of keys that are not there are left out. */
export function renderCommentedYaml(body: object, comments: readonly YamlComment[], head: string): string {
  // Values that two parts share are written twice: an anchor is harder to read.
  const document = new Document(body, { aliasDuplicateObjects: false });
  document.commentBefore = toCommentLines(head);
  for (const [path, text] of comments) {
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined;
    if (pair && isScalar(pair.key)) pair.key.commentBefore = toCommentLines(text);
  }
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}

const toCommentLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n');
