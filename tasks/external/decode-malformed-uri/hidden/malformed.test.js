'use strict';
const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const decode = require('../index.js');

describe('malformed runs', () => {
  it('keep the characters between malformed bytes', () => {
    assert.equal(decode('%FC%20%F6%20%E4'), '%FC %F6 %E4');
    assert.equal(decode('%80%80%2F%80'), '%80%80/%80');
    assert.equal(decode('%a7%a7%3d%a7%3f'), '%a7%a7=%a7?');
    assert.equal(decode('q=%E9%E8%20%22%E0%22&r=1'), 'q=%E9%E8 "%E0"&r=1');
    assert.equal(decode('%FF%FF%C3%A5%FF%E2%82%AC%FF'), '%FF%FFå%FF€%FF');
  });

  it('keep the characters after a sequence that breaks off', () => {
    assert.equal(decode('%F0%9F%98%41'), '%F0%9F%98A');
    assert.equal(decode('%E2%82%2C%E2%82'), '%E2%82,%E2%82');
    assert.equal(decode('%F0%9F%98%F0%9F%98%80%21'), '%F0%9F%98\u{1F600}!');
    assert.equal(decode('%ED%A0%80%41'), '%ED%A0%80A');
  });

  it('keep no character from being decoded', () => {
    assert.equal(decode('%E2%82%AC%C3%A5%FF'), '€å%FF');
    assert.equal(decode('%FF%E2%82%AC%C3%A5%FF%41'), '%FF€å%FFA');
    assert.equal(decode('%F0%9F%98%80%C3%A5%80'), '\u{1F600}å%80');
    assert.equal(decode('%41%C3%A5%E2%82%AC%F0%9F%98%80%FF%E2%82%AC%C3%A5%41'), 'Aå€\u{1F600}%FF€åA');
  });

  it('throw nothing', () => {
    assert.equal(typeof decode('%E2%82%20%AC'), 'string');
    assert.equal(typeof decode('%e6%97%2d%a5'), 'string');
    assert.equal(typeof decode('%F0%41%9F%41%98%41%80'), 'string');
  });

  it('join no bytes that are apart', () => {
    assert.equal(decode('%E2%82%20%AC'), '%E2%82 %AC');
    assert.equal(decode('%e6%97%2d%a5'), '%e6%97-%a5');
    assert.equal(decode('%F0%9F%41%98%80'), '%F0%9FA%98%80');
    assert.equal(decode('%F0%41%9F%41%98%41%80'), '%F0A%9FA%98A%80');
  });

  it('leave the next call alone', () => {
    assert.equal(decode('%E2%82%20%AC'), '%E2%82 %AC');
    assert.equal(decode('%C3%A5%AB'), 'å%AB');
    assert.equal(decode('%AB%41'), '%ABA');
  });

  it('are decoded piece by piece in any mixture', () => {
    assert.equal(decode('%FF%41%FF%41%FF%41'), '%FFA%FFA%FFA');
    // None of these bytes is part of a character wherever it stands after one of the others.
    const pieces = [
      ['%41', 'A'],
      ['%20', ' '],
      ['%c3%a5', 'å'],
      ['%E2%82%AC', '€'],
      ['%F0%9F%98%80', '\u{1F600}'],
      ['%FF', '%FF'],
      ['%f8', '%f8'],
      ['%C0', '%C0'],
      ['%80', '%80'],
    ];
    let state = 20260307;
    const next = (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 500; round++) {
      const row = Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]);
      const [escaped, text] = [0, 1].map((side) => row.map((piece) => piece[side]).join(''));
      assert.equal(decode(escaped), text, escaped);
    }
  });
});

describe('what must stay', () => {
  it('the examples of the readme', () => {
    assert.equal(decode('%25'), '%');
    assert.equal(decode('%'), '%');
    assert.equal(decode('st%C3%A5le'), 'ståle');
    assert.equal(decode('%st%C3%A5le%'), '%ståle%');
    assert.equal(decode('%%7Bst%C3%A5le%7D%'), '%{ståle}%');
    assert.equal(decode('%7B%ab%%7C%de%%7D'), '{%ab%|%de%}');
    assert.equal(decode('%C2%B5'), 'µ');
  });

  it('well-formed text is decoded like the built-in function does', () => {
    const texts = ['', 'a b', 'å€\u{1F600}', '100 %', 'a=b&c=d', '\uFEFFx', '\u0000\n\t', '日本語', '%41', '$&'];
    for (const text of texts) assert.equal(decode(encodeURIComponent(text)), text);
    assert.equal(decode('%e6%97%a5%E6%9C%AC'), '日本');
  });

  it('a plus is a space', () => {
    assert.equal(decode('a+b%2Bc'), 'a b+c');
    assert.equal(decode('a+%FF+b'), 'a %FF b');
  });

  it('byte order marks and a lone C2 become replacement characters', () => {
    assert.equal(decode('%FE%FF'), '\uFFFD\uFFFD');
    assert.equal(decode('%FF%FE'), '\uFFFD\uFFFD');
    assert.equal(decode('%C2'), '\uFFFD');
    assert.equal(decode('%C2x'), '\uFFFDx');
    assert.equal(decode('a%C2 b%C2%B5'), 'a\uFFFD bµ');
  });

  it('what cannot be decoded stays as it was written', () => {
    assert.equal(decode('%E2%82'), '%E2%82');
    assert.equal(decode('%e2%82'), '%e2%82');
    assert.equal(decode('%F0%9F%98'), '%F0%9F%98');
    assert.equal(decode('%ff %Ff %FF'), '%ff %Ff %FF');
    assert.equal(decode('%C0%80'), '%C0%80');
    assert.equal(decode('%2'), '%2');
    assert.equal(decode('%zz%'), '%zz%');
  });

  it('complete characters beside malformed bytes are decoded', () => {
    assert.equal(decode('%C3%A5%C3'), 'å%C3');
    assert.equal(decode('%C3%C3%A5'), '%C3å');
    assert.equal(decode('%41%42%ff'), 'AB%ff');
    assert.equal(decode('%ff%41%42'), '%ffAB');
    assert.equal(decode('%F0%9F%98%80%F0%9F'), '\u{1F600}%F0%9F');
  });

  it('text without escapes is kept around them', () => {
    assert.equal(decode('å%C3%A5%C3'), 'åå%C3');
    assert.equal(decode('a%ffb%ff%ffc%41d'), 'a%ffb%ff%ffcAd');
    assert.equal(decode('/x/%7Eme/%ff?y=%7E#z'), '/x/~me/%ff?y=~#z');
    assert.equal(decode('no escapes at all'), 'no escapes at all');
  });

  it('anything but a string is a TypeError', () => {
    for (const value of [undefined, null, 5, {}, ['%25']]) assert.throws(() => decode(value), TypeError);
  });
});
