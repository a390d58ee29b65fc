'use strict';
const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const { DOMImplementation, DOMParser, XMLSerializer } = require('../lib/index.js');
const { DOMException, Node } = require('../lib/dom.js');

const parse = (xml) => new DOMParser().parseFromString(xml, 'text/xml');
const write = (node) => new XMLSerializer().serializeToString(node);
const owns = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

/** A namespace that every object inherits. */
const shared = { value: 'urn:shared', writable: true };
/** A function that every object inherits, bound to it. Who assigns it, gets it as a property of its own. */
const must = {
  get() {
    return () => this;
  },
  set(value) {
    Object.defineProperty(this, 'must', { value, configurable: true, enumerable: true, writable: true });
  },
};

/** Result of an act during which Object.prototype has one property more. */
function inheriting(name, descriptor, act) {
  Object.defineProperty(Object.prototype, name, { configurable: true, enumerable: true, ...descriptor });
  try {
    return act();
  } finally {
    delete Object.prototype[name];
  }
}

/** What a handler of ours hears of a document. */
function record(xml) {
  const calls = [];
  const ignore = () => {};
  const complain = (text) => calls.push(`error ${text}`);
  const handler = {
    startDocument: ignore,
    endDocument: ignore,
    startElement: (uri, local, name) => calls.push(`<${name}>`),
    endElement: (uri, local, name) => calls.push(`</${name}>`),
    startPrefixMapping: (prefix, uri) => calls.push(`${prefix} = ${uri}`),
    endPrefixMapping: (prefix) => calls.push(`${prefix} ends`),
    characters: ignore,
    warning: complain,
    error: complain,
    fatalError: complain,
  };
  new DOMParser({ domBuilder: handler }).parseFromString(xml, 'text/xml');
  return calls;
}

/** Node and all that is below it, attributes too. */
function* everyNode(node) {
  yield node;
  for (let i = 0; i < (node.attributes?.length ?? 0); i++) yield* everyNode(node.attributes.item(i));
  for (let child = node.firstChild; child; child = child.nextSibling) yield* everyNode(child);
}

const countOwners = (node, name) => [...everyNode(node)].filter((each) => owns(each, name)).length;

describe('namespaces', () => {
  it('lookupPrefix finds declared prefixes only', () => {
    const root = parse('<a xmlns:x="urn:x"><b/></a>').documentElement;
    assert.equal(inheriting('shared', shared, () => root.lookupPrefix('urn:shared')), null);
    assert.equal(inheriting('shared', shared, () => root.firstChild.lookupPrefix('urn:shared')), null);
    assert.equal(
      inheriting('shared', shared, () => parse('<a xmlns="urn:shared"/>').documentElement.lookupPrefix('urn:y')),
      null,
    );
    assert.equal(
      inheriting('shared', shared, () => parse('<a xmlns:x="urn:shared"/>').documentElement.lookupPrefix('urn:shared')),
      'x',
    );
  });

  it('isDefaultNamespace knows no prefix that nobody declared', () => {
    const root = parse('<a xmlns:x="urn:x"><b/></a>').documentElement;
    assert.equal(inheriting('shared', shared, () => root.isDefaultNamespace('urn:shared')), true);
    assert.equal(inheriting('shared', shared, () => root.firstChild.isDefaultNamespace('urn:shared')), true);
    assert.equal(inheriting('shared', shared, () => root.isDefaultNamespace('urn:x')), false);
  });

  it('lookupNamespaceURI finds declared prefixes only', () => {
    const inner = parse('<a xmlns:x="urn:x"><b/></a>').documentElement.firstChild;
    assert.equal(inner.lookupNamespaceURI('toString'), null);
    assert.equal(inner.lookupNamespaceURI('constructor'), null);
    assert.equal(inner.lookupNamespaceURI('hasOwnProperty'), null);
    assert.equal(inner.lookupNamespaceURI('__proto__'), null);
    assert.equal(inheriting('shared', shared, () => inner.lookupNamespaceURI('shared')), null);
  });

  it('lookupNamespaceURI finds what an outer element declares', () => {
    const xml = '<a xmlns:constructor="urn:c" xmlns:valueOf="urn:v" xmlns:shared="urn:s"><b><c/></b></a>';
    const inner = parse(xml).documentElement.firstChild.firstChild;
    assert.equal(inner.lookupNamespaceURI('constructor'), 'urn:c');
    assert.equal(inner.lookupNamespaceURI('valueOf'), 'urn:v');
    assert.equal(inheriting('shared', shared, () => inner.lookupNamespaceURI('shared')), 'urn:s');
  });
});

describe('handlers', () => {
  it('hear of declared prefixes only, at an end tag', () => {
    assert.deepEqual(
      inheriting('shared', shared, () => record('<a xmlns:x="urn:x">text</a>')),
      ['x = urn:x', '<a>', '</a>', 'x ends'],
    );
    assert.deepEqual(
      inheriting('must', must, () => record('<a xmlns="urn:a"><b><c xmlns:x="urn:x">text</c></b></a>')),
      [' = urn:a', '<a>', '<b>', 'x = urn:x', '<c>', '</c>', 'x ends', '</b>', '</a>', ' ends'],
    );
  });

  it('hear of declared prefixes only, at an empty element', () => {
    assert.deepEqual(
      inheriting('shared', shared, () => record('<a xmlns:x="urn:x"/>')),
      ['x = urn:x', '<a>', '</a>', 'x ends'],
    );
    assert.deepEqual(
      inheriting('must', must, () => record('<a><b xmlns="urn:b"/><c/></a>')),
      ['<a>', ' = urn:b', '<b>', '</b>', ' ends', '<c>', '</c>', '</a>'],
    );
  });
});

describe('nodes', () => {
  const xml = '<a xmlns:x="urn:x" x:p="1"><!--c--><b q="2">text</b><![CDATA[d]]><?e f?></a>';

  it('a clone gets nothing that its original only inherits', () => {
    const root = parse(xml).documentElement;
    assert.equal(inheriting('must', must, () => countOwners(root.cloneNode(true), 'must')), 0);
    assert.equal(
      inheriting('must', must, () => {
        const clone = root.cloneNode(false);
        return clone.must() === clone;
      }),
      true,
    );
    assert.equal(
      inheriting('must', must, () => {
        const clone = root.getAttributeNode('x:p').cloneNode(true);
        return clone.must() === clone;
      }),
      true,
    );
  });

  it('an imported node gets nothing that its original only inherits', () => {
    const root = parse(xml).documentElement;
    const target = new DOMImplementation().createDocument(null, 'z', null);
    assert.equal(inheriting('must', must, () => countOwners(target.importNode(root, true), 'must')), 0);
    assert.equal(
      inheriting('must', must, () => {
        const copy = target.importNode(root.lastChild, false);
        return copy.must() === copy;
      }),
      true,
    );
  });

  it('a list gets nothing but its nodes', () => {
    const doc = parse('<a><b class="k"/><b/></a>');
    assert.equal(
      inheriting('must', must, () => {
        const list = doc.getElementsByTagName('b');
        return list.must() === list;
      }),
      true,
    );
    assert.equal(inheriting('must', must, () => owns(doc.getElementsByClassName('k'), 'must')), false);
    assert.equal(inheriting('shared', shared, () => owns(doc.getElementsByTagNameNS('*', 'b'), 'shared')), false);
    assert.equal(
      inheriting('must', must, () => {
        const list = doc.documentElement.getElementsByTagName('*');
        doc.documentElement.appendChild(doc.createElement('c'));
        return list.length === 3 && list.must() === list;
      }),
      true,
    );
  });
});

describe('loading', () => {
  /** The package as somebody gets it who loads it for the first time. */
  function load() {
    for (const path of Object.keys(require.cache).filter((each) => /[\\/]lib[\\/][\w-]+\.js$/.test(each))) {
      delete require.cache[path];
    }
    return { ...require('../lib/index.js'), ...require('../lib/dom.js') };
  }

  it('takes over nothing that classes and constants only inherit', () => {
    const late = inheriting('shared', shared, load);
    assert.equal('shared' in late.DOMException, false);
    assert.equal('shared' in late.Node, false);
    assert.equal('shared' in late.Node.prototype, false);
    const doc = new late.DOMParser().parseFromString('<a b="c">text</a>', 'text/xml');
    assert.equal('shared' in doc, false);
    assert.equal('shared' in doc.documentElement, false);
    assert.equal('shared' in doc.documentElement.firstChild, false);
    assert.equal('shared' in doc.documentElement.getElementsByTagName('a'), false);
  });

  it('works the same after others extended Object.prototype', () => {
    const late = inheriting('must', must, load);
    const xml = '<a xmlns="urn:a" xmlns:x="urn:x"><x:b x:c="1">t</x:b></a>';
    const doc = new late.DOMParser().parseFromString(xml, 'text/xml');
    assert.equal(new late.XMLSerializer().serializeToString(doc), xml);
    assert.equal(late.Node.DOCUMENT_NODE, 9);
    assert.equal(doc.documentElement.firstChild.firstChild.TEXT_NODE, 3);
    assert.equal(doc.documentElement.firstChild.firstChild instanceof late.Node, true);
  });
});

describe('what must stay', () => {
  it('documents are read and written as they were', () => {
    const documents = [
      '<a/>',
      '<a xmlns="urn:a" xmlns:x="urn:x"><x:b x:c="1" d="2">t</x:b><e xmlns=""/></a>',
      '<?xml version="1.0"?><!DOCTYPE a SYSTEM "a.dtd"><a><!--c--><![CDATA[<d>]]><?e f?>&amp;&lt;</a>',
      '<x:a xmlns:x="urn:1"><x:a xmlns:x="urn:2"><x:a/></x:a><x:a/></x:a>',
      '<a xml:lang="de" b="&quot;&amp;&lt;"/>',
    ];
    for (const xml of documents) {
      assert.equal(write(parse(xml)), xml);
      const written = inheriting('shared', shared, () => inheriting('must', must, () => write(parse(xml))));
      assert.equal(written, xml);
    }
  });

  it('elements and attributes have their namespaces', () => {
    const root = parse('<a xmlns="urn:a" xmlns:x="urn:x" xml:id="i"><x:b x:c="1" d="2"/></a>').documentElement;
    assert.equal(root.namespaceURI, 'urn:a');
    assert.equal(root.firstChild.namespaceURI, 'urn:x');
    assert.equal(root.firstChild.localName, 'b');
    assert.equal(root.firstChild.getAttributeNS('urn:x', 'c'), '1');
    assert.equal(root.firstChild.getAttribute('d'), '2');
    assert.equal(root.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'id'), 'i');
    assert.equal(root.getElementsByTagNameNS('urn:x', '*').length, 1);
  });

  it('lookups find the nearest declaration', () => {
    const xml = '<a xmlns="urn:a" xmlns:x="urn:1"><b xmlns:x="urn:2" xmlns:y="urn:y"><c/></b></a>';
    const root = parse(xml).documentElement;
    const inner = root.firstChild.firstChild;
    assert.equal(inner.lookupNamespaceURI('x'), 'urn:2');
    assert.equal(inner.lookupNamespaceURI(''), 'urn:a');
    assert.equal(root.lookupNamespaceURI('x'), 'urn:1');
    assert.equal(root.lookupNamespaceURI('y'), null);
    assert.equal(inner.lookupPrefix('urn:y'), 'y');
    assert.equal(root.lookupPrefix('urn:y'), null);
    assert.equal(inner.isDefaultNamespace('urn:y'), false);
    const odd = parse('<a xmlns:hasOwnProperty="urn:h"/>').documentElement;
    assert.equal(odd.lookupPrefix('urn:h'), 'hasOwnProperty');
    assert.equal(odd.lookupNamespaceURI('hasOwnProperty'), 'urn:h');
  });

  it('a declaration may be empty, change and go', () => {
    const root = parse('<a xmlns="urn:a" xmlns:x="urn:x"><b xmlns=""><c/></b></a>').documentElement;
    assert.equal(root.firstChild.firstChild.lookupNamespaceURI(''), '');
    root.setAttributeNS('http://www.w3.org/2000/xmlns/', 'xmlns:x', 'urn:new');
    assert.equal(root.lookupNamespaceURI('x'), 'urn:new');
    root.removeAttribute('xmlns:x');
    assert.equal(root.lookupNamespaceURI('x'), null);
    assert.equal(root.lookupPrefix('urn:new'), null);
  });

  it('handlers hear of every prefix, whatever its name', () => {
    const calls = record('<a xmlns:x="urn:x" xmlns:hasOwnProperty="urn:h"><b xmlns="urn:b"/></a>');
    assert.deepEqual(calls.slice(2, 7), ['<a>', ' = urn:b', '<b>', '</b>', ' ends']);
    assert.deepEqual(calls.slice(0, 2).sort(), ['hasOwnProperty = urn:h', 'x = urn:x']);
    assert.deepEqual(calls.slice(7).sort(), ['</a>', 'hasOwnProperty ends', 'x ends']);
    const declared = inheriting('shared', shared, () => record('<a xmlns:shared="urn:s"/>'));
    assert.deepEqual(declared, ['shared = urn:s', '<a>', '</a>', 'shared ends']);
  });

  it('clones are whole and on their own', () => {
    const xml = '<a xmlns:x="urn:x" x:p="1"><!--c--><b q="2">text</b><![CDATA[d]]><?e f?></a>';
    const root = parse(xml).documentElement;
    const clone = root.cloneNode(true);
    assert.equal(write(clone), xml);
    assert.equal(clone.lookupNamespaceURI('x'), 'urn:x');
    assert.equal(clone.getAttributeNS('urn:x', 'p'), '1');
    assert.equal(clone.getAttributeNode('x:p').specified, true);
    assert.equal(clone.lineNumber, 1);
    assert.equal(clone.parentNode, null);
    assert.equal(clone.childNodes.length, 4);
    assert.equal(clone.childNodes.item(1).firstChild.length, 4);
    clone.setAttribute('r', '3');
    clone.firstChild.appendData('!');
    assert.equal(write(root), xml);
    assert.equal(write(root.cloneNode(false)), '<a xmlns:x="urn:x" x:p="1"/>');
  });

  it('imported nodes belong to their new document', () => {
    const target = new DOMImplementation().createDocument(null, 'z', null);
    const copy = target.importNode(parse('<a p="1"><b>t</b></a>').documentElement, true);
    assert.equal(copy.ownerDocument === target, true);
    assert.equal(copy.firstChild.ownerDocument === target, true);
    target.documentElement.appendChild(copy);
    assert.equal(write(target), '<z><a p="1"><b>t</b></a></z>');
  });

  it('lists follow the document', () => {
    const doc = parse('<a><b class="k l"/><c class="l"/></a>');
    const [elements, classes] = [doc.getElementsByTagName('b'), doc.getElementsByClassName('l')];
    assert.equal(elements.length, 1);
    assert.equal(classes.length, 2);
    assert.equal(elements[0] === doc.documentElement.firstChild, true);
    doc.documentElement.appendChild(doc.createElement('b'));
    assert.equal(elements.length, 2);
    assert.equal(elements.item(1) === doc.documentElement.lastChild, true);
    doc.documentElement.removeChild(doc.documentElement.firstChild);
    assert.equal(elements.length, 1);
    assert.equal(classes.length, 1);
    assert.equal(`${doc.documentElement.childNodes}`, '<c class="l"/><b/>');
  });

  it('constants and methods are where they were', () => {
    const doc = parse('<a>text</a>');
    const text = doc.documentElement.firstChild;
    assert.equal(Node.ELEMENT_NODE, 1);
    assert.equal(text.NOTATION_NODE, 12);
    assert.equal(doc.TEXT_NODE, 3);
    assert.equal(DOMException.NOT_FOUND_ERR, 8);
    assert.equal(text instanceof Node, true);
    assert.equal(text.substringData(1, 2), 'ex');
    assert.equal(text.splitText(2).data, 'xt');
    text.insertData(0, '-');
    assert.equal(doc.documentElement.textContent, '-text');
    assert.equal(doc.documentElement.hasAttributes(), false);
    assert.equal(doc.isSupported, doc.documentElement.isSupported);
  });
});
