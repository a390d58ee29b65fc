import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { parse } = createRequire(import.meta.url)('acorn');
const { listDeferredRequires, countDeferredRequires } = await import(
  pathToFileURL(`${import.meta.dirname}/../../scripts/defer-requires.mjs`).href
);

/** A bundle with one module of this body. */
const bundle = (body: string) =>
  `var __webpack_modules__ = {\n7:\n((__nccm, __webpack_exports__, __nccwpck_require__) => {\n${body}\n})\n};`;

function defer(body: string): { code: string; effects: string[] } {
  const code = bundle(body);
  const { edits, effects } = listDeferredRequires(parse(code, { ecmaVersion: 'latest' }), code);
  let text = code;
  for (const { start, end, text: replacement } of edits.sort(
    (a: { start: number }, b: { start: number }) => b.start - a.start,
  ))
    text = text.slice(0, start) + replacement + text.slice(end);
  return { code: text, effects };
}

describe('deferred imports of a bundle', () => {
  it('load their module where it is first used', () => {
    const { code, effects } = defer('var a = __nccwpck_require__(1);\nconst f = () => a.g(new a.C());');
    expect(code).toBe(bundle('const a$ = __nccl(1);\nconst f = () => a$().g(new (a$()).C());'));
    expect([effects, countDeferredRequires(code)]).toEqual([[], 1]);
  });

  it('leave an import whose name is never used as it is, since it is there for its effect', () => {
    const effect = 'var x509 = __nccwpck_require__(3022);';
    expect(defer(effect)).toEqual({ code: bundle(effect), effects: [effect] });
  });

  it('are refused where nothing in their module loads them, though another module has the same name', () => {
    const { code } = defer('var a = __nccwpck_require__(1);\na.f();');
    const other = '8:\n((__nccm, __webpack_exports__, __nccwpck_require__) => {\nconst a$ = __nccl(2);\n})';
    expect(() => countDeferredRequires(`${code}\n${other}`)).toThrow(
      'nothing loads the deferred module of: const a$ = __nccl(2);',
    );
  });
});
