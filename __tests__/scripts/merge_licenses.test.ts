import { join } from 'node:path';

const script = join(import.meta.dirname, '../../scripts/build/merge-licenses.mjs');

const body = 'Permission is hereby granted, free of charge, to any person. '.repeat(4).trim();

it('writes what packages have in common once, and the copyright of each as it is', async () => {
  const { mergeLicenses } = (await import(script)) as { mergeLicenses: (text: string) => string };
  const text = [
    'a\nMIT\nCopyright (c) 2020 A',
    body,
    'b\nMIT\nCopyright (c) 2021 B',
    body.replace(/ /g, '\n'),
    'short',
  ];
  expect(mergeLicenses(text.join('\n\n')).split('\n\n')).toEqual([
    'A number in brackets stands for the paragraph that begins with it.',
    text[0],
    `[1] ${body}`,
    text[2],
    '[1], above',
    'short',
  ]);
  expect(mergeLicenses(body)).toBe(body);
});
