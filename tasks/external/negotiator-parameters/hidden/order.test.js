'use strict';
const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const Negotiator = require('../index.js');

const accept = (value) => new Negotiator({ headers: { accept: value } });
const charsets = (header, available) => new Negotiator({ headers: { 'accept-charset': header } }).charsets(available);
const encodings = (header, available) => new Negotiator({ headers: { 'accept-encoding': header } }).encodings(available);
const languages = (header, available) => new Negotiator({ headers: { 'accept-language': header } }).languages(available);

describe('charsets', () => {
  it('come in the order of the header', () => {
    assert.deepEqual(charsets('utf-8, utf-16, utf-7;q=1'), ['utf-8', 'utf-16', 'utf-7']);
    assert.deepEqual(charsets('utf-8, utf-7;q=1, utf-16, ascii;q=1.0'), ['utf-8', 'utf-7', 'utf-16', 'ascii']);
    assert.deepEqual(charsets('ascii;q=0.5, utf-8, utf-7, *;q=1'), ['utf-8', 'utf-7', '*', 'ascii']);
  });

  it('have other parameters beside the quality', () => {
    assert.deepEqual(charsets('utf-8;v=1;q=0.8, utf-7;q=0.8'), ['utf-8', 'utf-7']);
    assert.deepEqual(charsets('utf-8;v=1;w=2, utf-16;v=1;w=2;x=3, utf-7;v=1'), ['utf-8', 'utf-16', 'utf-7']);
    assert.deepEqual(charsets('utf-8;v;q=0.4,utf-16;q=0.4;v=1;w=2,utf-7;v;w;q=0.4'), ['utf-8', 'utf-16', 'utf-7']);
    assert.deepEqual(charsets('utf-8 ; v=1 ; q=0.8, utf-7 ; q=0.8'), ['utf-8', 'utf-7']);
  });

  it('that are available come in the order of the header', () => {
    assert.deepEqual(charsets('utf-8;q=0.5, utf-7;q=0.5', ['utf-7', 'utf-8']), ['utf-8', 'utf-7']);
    assert.deepEqual(charsets('utf-8, utf-16, utf-7;q=1', ['utf-7', 'utf-16', 'utf-8']), ['utf-8', 'utf-16', 'utf-7']);
    assert.deepEqual(charsets('utf-8;v=1, *;q=0.5, utf-7', ['x', 'utf-7', 'utf-8']), ['utf-8', 'utf-7', 'x']);
    const negotiator = new Negotiator({ headers: { 'accept-charset': 'utf-8;v=1;q=0.5, utf-7;q=0.5' } });
    assert.equal(negotiator.charset(['utf-7', 'utf-8']), 'utf-8');
    assert.equal(negotiator.charset(), 'utf-8');
  });
});

describe('encodings', () => {
  it('come in the order of the header', () => {
    assert.deepEqual(encodings('gzip, deflate, br;q=1'), ['gzip', 'deflate', 'br', 'identity']);
    assert.deepEqual(encodings('gzip, br;q=1, deflate, identity;q=1.0'), ['gzip', 'br', 'deflate', 'identity']);
    assert.deepEqual(encodings('br;q=0.5, gzip, deflate, *;q=1'), ['gzip', 'deflate', '*', 'br']);
  });

  it('have other parameters beside the quality', () => {
    assert.deepEqual(encodings('br;level=5;q=0.8, gzip;q=0.8'), ['br', 'gzip', 'identity']);
    assert.deepEqual(encodings('br;v=1;w=2, gzip;v=1;w=2;x=3, deflate;v=1'), ['br', 'gzip', 'deflate', 'identity']);
    assert.deepEqual(encodings('br;v;q=0.4,gzip;q=0.4;v=1;w=2,deflate;v;w;q=0.4'), ['br', 'gzip', 'deflate', 'identity']);
    assert.deepEqual(encodings('br ; v=1 ; q=0.8, gzip ; q=0.8'), ['br', 'gzip', 'identity']);
  });

  it('that are available come in the order of the header', () => {
    assert.deepEqual(encodings('br;q=0.5, gzip;q=0.5', ['gzip', 'br']), ['br', 'gzip']);
    assert.deepEqual(encodings('gzip, deflate, br;q=1', ['br', 'deflate', 'gzip']), ['gzip', 'deflate', 'br']);
    assert.deepEqual(encodings('br;v=1;q=0.8, gzip;q=0.8', ['identity', 'gzip', 'br']), ['br', 'gzip', 'identity']);
    const negotiator = new Negotiator({ headers: { 'accept-encoding': 'br;v=1;q=0.5, gzip;q=0.5' } });
    assert.equal(negotiator.encoding(['gzip', 'br']), 'br');
    assert.equal(negotiator.encoding(), 'br');
  });
});

describe('languages', () => {
  it('come in the order of the header', () => {
    assert.deepEqual(languages('de, en, fr, nl;q=1'), ['de', 'en', 'fr', 'nl']);
    assert.deepEqual(languages('de, fr;q=1, en, pt-BR;q=1.0'), ['de', 'fr', 'en', 'pt-BR']);
    assert.deepEqual(languages('nl;q=0.5, de, en, fr, *;q=1'), ['de', 'en', 'fr', '*', 'nl']);
  });

  it('have other parameters beside the quality', () => {
    assert.deepEqual(languages('de;v=1;q=0.8,fr;q=0.8'), ['de', 'fr']);
    assert.deepEqual(languages('de;v=1;w=2, en;v=1;w=2;x=3, fr;v=1'), ['de', 'en', 'fr']);
    assert.deepEqual(languages('de-AT;v;q=0.4,en;q=0.4;v=1;w=2,fr;v;w;q=0.4'), ['de-AT', 'en', 'fr']);
    assert.deepEqual(languages('de;q=0.2;v=1,fr;q=0.2'), ['de', 'fr']);
  });

  it('that are available come in the order of the header', () => {
    assert.deepEqual(languages('de;q=0.7, fr;q=0.7', ['fr', 'de']), ['de', 'fr']);
    assert.deepEqual(languages('de, en, fr;q=1', ['fr', 'en', 'de']), ['de', 'en', 'fr']);
    assert.deepEqual(languages('de;v=1;q=0.8,fr;q=0.8,*;q=0.1', ['nl', 'fr-CH', 'de-AT']), ['de-AT', 'fr-CH', 'nl']);
    const negotiator = new Negotiator({ headers: { 'accept-language': 'de;v=1;q=0.5, fr;q=0.5' } });
    assert.equal(negotiator.language(['fr', 'de']), 'de');
    assert.equal(negotiator.language(), 'de');
  });
});

describe('what must stay', () => {
  it('the examples of the readme', () => {
    const media = accept('text/html, application/*;q=0.2, image/jpeg;q=0.8');
    assert.deepEqual(media.mediaTypes(), ['text/html', 'image/jpeg', 'application/*']);
    assert.deepEqual(media.mediaTypes(['text/html', 'text/plain', 'application/json']), ['text/html', 'application/json']);
    assert.deepEqual(languages('en;q=0.8, es, pt'), ['es', 'pt', 'en']);
    assert.deepEqual(languages('en;q=0.8, es, pt', ['en', 'es', 'fr']), ['es', 'en']);
    assert.deepEqual(charsets('utf-8, iso-8859-1;q=0.8, utf-7;q=0.2'), ['utf-8', 'iso-8859-1', 'utf-7']);
    assert.deepEqual(charsets('utf-8, iso-8859-1;q=0.8, utf-7;q=0.2', ['iso-8859-5', 'utf-8']), ['utf-8']);
    assert.deepEqual(encodings('gzip, compress;q=0.2, identity;q=0.5'), ['gzip', 'identity', 'compress']);
    assert.deepEqual(encodings('gzip, compress;q=0.2, identity;q=0.5', ['identity', 'gzip']), ['gzip', 'identity']);
  });

  it('the highest quality comes first', () => {
    assert.deepEqual(charsets('a;q=0.2, b;q=0.9, c, d;q=0.5'), ['c', 'b', 'd', 'a']);
    assert.deepEqual(encodings('a;q=0.2, b;v=1;q=0.9, c', ['a', 'b', 'c']), ['c', 'b', 'a']);
    assert.deepEqual(languages('a;q=0.2, b;v=1;q=0.9, c', ['a', 'b', 'c']), ['c', 'b', 'a']);
    assert.deepEqual(charsets('a;q=0.001, b;q=0.01'), ['b', 'a']);
  });

  it('what has no quality is not acceptable', () => {
    assert.deepEqual(charsets('a;q=0, b'), ['b']);
    assert.deepEqual(charsets('*, a;q=0', ['a', 'b']), ['b']);
    assert.deepEqual(encodings('a;v=1;q=0, b', ['a', 'b']), ['b']);
    assert.deepEqual(encodings('identity;q=0, gzip', ['identity', 'gzip']), ['gzip']);
    assert.deepEqual(languages('*, en;q=0', ['en', 'en-US', 'de']), ['de']);
  });

  it('a header that is missing, empty or damaged', () => {
    assert.deepEqual(charsets(undefined), ['*']);
    assert.deepEqual(charsets(undefined, ['b', 'a']), ['b', 'a']);
    assert.deepEqual(encodings(undefined), ['identity']);
    assert.deepEqual(encodings(undefined, ['gzip', 'identity']), ['identity']);
    assert.deepEqual(languages(undefined, ['b', 'a']), ['b', 'a']);
    assert.deepEqual(charsets(''), []);
    assert.deepEqual(languages(''), []);
    assert.deepEqual(charsets(', utf-8, ;q=1,'), ['utf-8']);
    assert.equal(new Negotiator({ headers: { 'accept-language': 'de' } }).language(['fr']), undefined);
  });

  it('an exact name goes before a wildcard', () => {
    assert.deepEqual(charsets('*, utf-8', ['utf-7', 'utf-8']), ['utf-8', 'utf-7']);
    assert.deepEqual(encodings('*, gzip', ['br', 'gzip']), ['gzip', 'br']);
    assert.deepEqual(languages('*, de', ['fr', 'de']), ['de', 'fr']);
    assert.deepEqual(charsets('*, utf-8;q=0.3', ['utf-8', 'utf-7']), ['utf-7', 'utf-8']);
  });

  it('an exact language goes before its prefix', () => {
    assert.deepEqual(languages('en, en-US', ['en-GB', 'en-US']), ['en-US', 'en-GB']);
    assert.deepEqual(languages('en;q=0.8, en-US', ['en', 'en-US']), ['en-US', 'en']);
    assert.deepEqual(languages('en-US', ['en', 'en-US', 'de']), ['en-US', 'en']);
  });

  it('identity is the last resort unless the header names it', () => {
    assert.deepEqual(encodings('gzip;q=0.5, br;q=0.3', ['identity', 'br', 'gzip']), ['gzip', 'br', 'identity']);
    assert.deepEqual(encodings('gzip'), ['gzip', 'identity']);
    assert.deepEqual(encodings('identity, gzip;q=0.5'), ['identity', 'gzip']);
    assert.deepEqual(encodings('*;q=0.5', ['identity', 'gzip']), ['identity', 'gzip']);
  });

  it('the order of the list decides between equals', () => {
    assert.deepEqual(charsets('*', ['c', 'a', 'b']), ['c', 'a', 'b']);
    assert.deepEqual(encodings('*;q=0.5', ['c', 'a', 'b']), ['c', 'a', 'b']);
    assert.deepEqual(languages('en', ['en-US', 'en-GB']), ['en-US', 'en-GB']);
    assert.deepEqual(languages('en', ['en-GB', 'en-US']), ['en-GB', 'en-US']);
  });

  it('names are compared without case and given back as they are', () => {
    assert.deepEqual(charsets('UTF-8', ['utf-8']), ['utf-8']);
    assert.deepEqual(encodings('GZip, identity;q=0.1', ['gzip']), ['gzip']);
    assert.deepEqual(languages('DE-at', ['de-AT']), ['de-AT']);
    assert.deepEqual(languages('DE-at'), ['DE-at']);
  });

  it('media types come in the order of the header', () => {
    assert.deepEqual(accept('text/a, text/b, text/c;q=1').mediaTypes(), ['text/a', 'text/b', 'text/c']);
    assert.deepEqual(accept('text/a;v=1;q=0.8, text/b;q=0.8').mediaTypes(), ['text/a', 'text/b']);
    assert.equal(accept('text/a;q=0.5, text/b;q=0.5').mediaType(['text/b', 'text/a']), 'text/a');
  });

  it('media types match their parameters', () => {
    assert.deepEqual(accept('text/html;level=1').mediaTypes(['text/html', 'text/html;level=1']), ['text/html;level=1']);
    assert.deepEqual(accept('text/*, text/html;q=0.2').mediaTypes(['text/html', 'text/plain']), ['text/plain', 'text/html']);
    assert.deepEqual(accept('text/a;x="1,2;3", text/b').mediaTypes(), ['text/a', 'text/b']);
  });
});
