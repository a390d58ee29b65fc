var zk=Object.create;var to=Object.defineProperty;var Kk=Object.getOwnPropertyDescriptor;var Yk=Object.getOwnPropertyNames;var Xk=Object.getPrototypeOf,Qk=Object.prototype.hasOwnProperty;var Me=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(r){throw s=[r],r}};var N=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},ga=(t,e)=>{for(var s in e)to(t,s,{get:e[s],enumerable:!0})},nu=(t,e,s,r)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let n of Yk(e))!Qk.call(t,n)&&n!==s&&to(t,n,{get:()=>e[n],enumerable:!(r=Kk(e,n))||r.enumerable});return t};var ou=(t,e,s)=>(s=t!=null?zk(Xk(t)):{},nu(e||!t||!t.__esModule?to(s,"default",{value:t,enumerable:!0}):s,t)),Jk=t=>nu(to({},"__esModule",{value:!0}),t);var ne,tt=Me(()=>{"use strict";ne=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var Ft,Ys,Xs=Me(()=>{"use strict";Ft={catastrophic:0,severe:1,risky:2},Ys=["workspace","strict"]});var Am=N(Or=>{"use strict";Or.__esModule=!0;Or.distance=Or.closest=void 0;var fs=new Uint32Array(65536),pA=function(t,e){for(var s=t.length,r=e.length,n=1<<s-1,
o=-1,i=0,a=s,c=s;c--;)fs[t.charCodeAt(c)]|=1<<c;for(c=0;c<r;c++){var l=fs[e.charCodeAt(c)],d=l|i;l|=(l&o)+o^o,i|=~(l|o),o&=l,i&n&&a++,o&n&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(c=s;c--;)fs[t.charCodeAt(c)]=0;return a},fA=function(t,e){for(var s=e.length,r=t.length,n=[],o=[],i=Math.ceil(s/32),a=Math.ceil(r/32),c=0;c<i;c++)o[c]=
-1,n[c]=0;for(var l=0;l<a-1;l++){for(var d=0,u=-1,p=l*32,f=Math.min(32,r)+p,m=p;m<f;m++)fs[t.charCodeAt(m)]|=1<<m;for(var c=0;c<s;c++){var h=fs[e.charCodeAt(c)],
b=o[c/32|0]>>>c&1,y=n[c/32|0]>>>c&1,v=h|d,C=((h|y)&u)+u^u|h|y,S=d|~(C|u),x=u&C;S>>>31^b&&(o[c/32|0]^=1<<c),x>>>31^y&&(n[c/32|0]^=1<<c),S=S<<1|b,x=x<<1|y,u=x|~(v|
S),d=S&v}for(var m=p;m<f;m++)fs[t.charCodeAt(m)]=0}for(var A=0,T=-1,E=l*32,I=Math.min(32,r-E)+E,m=E;m<I;m++)fs[t.charCodeAt(m)]|=1<<m;for(var B=r,c=0;c<s;c++){var h=fs[e.
charCodeAt(c)],b=o[c/32|0]>>>c&1,y=n[c/32|0]>>>c&1,v=h|A,C=((h|y)&T)+T^T|h|y,S=A|~(C|T),x=T&C;B+=S>>>r-1&1,B-=x>>>r-1&1,S>>>31^b&&(o[c/32|0]^=1<<c),x>>>31^y&&(n[c/
32|0]^=1<<c),S=S<<1|b,x=x<<1|y,T=x|~(v|S),A=S&v}for(var m=E;m<I;m++)fs[t.charCodeAt(m)]=0;return B},_m=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?pA(t,e):fA(t,e)};Or.distance=_m;var hA=function(t,e){for(var s=1/0,r=0,n=0;n<e.length;n++){var o=_m(t,e[n]);o<s&&(s=o,r=n)}return e[r]};
Or.closest=hA});function cr(t){return t.replace(gA,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var mA,
gA,et,Lr=Me(()=>{"use strict";mA=ou(Am(),1),gA=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
et=class extends Error{name="UserError";remedy;lines;constructor(e,s){let r=(typeof e=="string"?[e]:e).map(cr);super(r.join(`
`)),this.lines=r,this.remedy=s===void 0?void 0:cr(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var te=N(ze=>{"use strict";var kl=Symbol.for("yaml.alias"),rg=Symbol.for("yaml.document"),gi=Symbol.for("yaml.map"),ng=Symbol.for("yaml.pair"),vl=Symbol.for("ya\
ml.scalar"),bi=Symbol.for("yaml.seq"),hs=Symbol.for("yaml.node.type"),r$=t=>!!t&&typeof t=="object"&&t[hs]===kl,n$=t=>!!t&&typeof t=="object"&&t[hs]===rg,o$=t=>!!t&&
typeof t=="object"&&t[hs]===gi,i$=t=>!!t&&typeof t=="object"&&t[hs]===ng,og=t=>!!t&&typeof t=="object"&&t[hs]===vl,a$=t=>!!t&&typeof t=="object"&&t[hs]===bi;function ig(t){
if(t&&typeof t=="object")switch(t[hs]){case gi:case bi:return!0}return!1}function c$(t){if(t&&typeof t=="object")switch(t[hs]){case kl:case gi:case vl:case bi:return!0}
return!1}var l$=t=>(og(t)||ig(t))&&!!t.anchor;ze.ALIAS=kl;ze.DOC=rg;ze.MAP=gi;ze.NODE_TYPE=hs;ze.PAIR=ng;ze.SCALAR=vl;ze.SEQ=bi;ze.hasAnchor=l$;ze.isAlias=r$;ze.
isCollection=ig;ze.isDocument=n$;ze.isMap=o$;ze.isNode=c$;ze.isPair=i$;ze.isScalar=og;ze.isSeq=a$});var wn=N(wl=>{"use strict";var Pe=te(),ut=Symbol("break visit"),ag=Symbol("skip children"),Zt=Symbol("remove node");function yi(t,e){let s=cg(e);Pe.isDocument(t)?
Dr(null,t.contents,s,Object.freeze([t]))===Zt&&(t.contents=null):Dr(null,t,s,Object.freeze([]))}yi.BREAK=ut;yi.SKIP=ag;yi.REMOVE=Zt;function Dr(t,e,s,r){let n=lg(
t,e,s,r);if(Pe.isNode(n)||Pe.isPair(n))return dg(t,r,n),Dr(t,n,s,r);if(typeof n!="symbol"){if(Pe.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.
length;++o){let i=Dr(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{if(i===ut)return ut;i===Zt&&(e.items.splice(o,1),o-=1)}}}else if(Pe.isPair(e)){r=Object.
freeze(r.concat(e));let o=Dr("key",e.key,s,r);if(o===ut)return ut;o===Zt&&(e.key=null);let i=Dr("value",e.value,s,r);if(i===ut)return ut;i===Zt&&(e.value=null)}}
return n}async function ki(t,e){let s=cg(e);Pe.isDocument(t)?await Wr(null,t.contents,s,Object.freeze([t]))===Zt&&(t.contents=null):await Wr(null,t,s,Object.freeze(
[]))}ki.BREAK=ut;ki.SKIP=ag;ki.REMOVE=Zt;async function Wr(t,e,s,r){let n=await lg(t,e,s,r);if(Pe.isNode(n)||Pe.isPair(n))return dg(t,r,n),Wr(t,n,s,r);if(typeof n!=
"symbol"){if(Pe.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.length;++o){let i=await Wr(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{
if(i===ut)return ut;i===Zt&&(e.items.splice(o,1),o-=1)}}}else if(Pe.isPair(e)){r=Object.freeze(r.concat(e));let o=await Wr("key",e.key,s,r);if(o===ut)return ut;
o===Zt&&(e.key=null);let i=await Wr("value",e.value,s,r);if(i===ut)return ut;i===Zt&&(e.value=null)}}return n}function cg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function lg(t,e,s,r){if(typeof s=="function")return s(t,e,r);if(Pe.isMap(e))return s.Map?.(t,e,r);if(Pe.isSeq(e))return s.Seq?.(t,e,r);if(Pe.
isPair(e))return s.Pair?.(t,e,r);if(Pe.isScalar(e))return s.Scalar?.(t,e,r);if(Pe.isAlias(e))return s.Alias?.(t,e,r)}function dg(t,e,s){let r=e[e.length-1];if(Pe.
isCollection(r))r.items[t]=s;else if(Pe.isPair(r))t==="key"?r.key=s:r.value=s;else if(Pe.isDocument(r))r.contents=s;else{let n=Pe.isAlias(r)?"alias":"scalar";throw new Error(
`Cannot replace node with ${n} parent`)}}wl.visit=yi;wl.visitAsync=ki});var xl=N(pg=>{"use strict";var ug=te(),d$=wn(),u$={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},p$=t=>t.replace(/[!,[\]{}]/g,e=>u$[e]),xn=class t{constructor(e,s){
this.docStart=null,this.docEnd=!1,this.yaml=Object.assign({},t.defaultYaml,e),this.tags=Object.assign({},t.defaultTags,s)}clone(){let e=new t(this.yaml,this.tags);
return e.docStart=this.docStart,e}atDocument(){let e=new t(this.yaml,this.tags);switch(this.yaml.version){case"1.1":this.atNextDocument=!0;break;case"1.2":this.
atNextDocument=!1,this.yaml={explicit:t.defaultYaml.explicit,version:"1.2"},this.tags=Object.assign({},t.defaultTags);break}return e}add(e,s){this.atNextDocument&&
(this.yaml={explicit:t.defaultYaml.explicit,version:"1.1"},this.tags=Object.assign({},t.defaultTags),this.atNextDocument=!1);let r=e.trim().split(/[ \t]+/),n=r.
shift();switch(n){case"%TAG":{if(r.length!==2&&(s(0,"%TAG directive should contain exactly two parts"),r.length<2))return!1;let[o,i]=r;return this.tags[o]=i,!0}case"\
%YAML":{if(this.yaml.explicit=!0,r.length!==1)return s(0,"%YAML directive should contain exactly one part"),!1;let[o]=r;if(o==="1.1"||o==="1.2")return this.yaml.
version=o,!0;{let i=/^\d+\.\d+$/.test(o);return s(6,`Unsupported YAML version ${o}`,i),!1}}default:return s(0,`Unknown directive ${n}`,!0),!1}}tagName(e,s){if(e===
"!")return"!";if(e[0]!=="!")return s(`Not a valid tag: ${e}`),null;if(e[1]==="<"){let i=e.slice(2,-1);return i==="!"||i==="!!"?(s(`Verbatim tags aren't resolved\
, so ${e} is invalid.`),null):(e[e.length-1]!==">"&&s("Verbatim tags must end with a >"),i)}let[,r,n]=e.match(/^(.*!)([^!]*)$/s);n||s(`The ${e} tag has no suffi\
x`);let o=this.tags[r];if(o)try{return o+decodeURIComponent(n)}catch(i){return s(String(i)),null}return r==="!"?e:(s(`Could not resolve tag: ${e}`),null)}tagString(e){
for(let[s,r]of Object.entries(this.tags))if(e.startsWith(r))return s+p$(e.substring(r.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],r=Object.entries(this.tags),n;if(e&&r.length>0&&ug.isNode(e.contents)){let o={};d$.visit(e.contents,(i,a)=>{ug.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),n=Object.keys(o)}else n=[];for(let[o,i]of r)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||n.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};xn.defaultYaml={explicit:!1,version:"1.2"};xn.defaultTags={"!!":"tag:yaml.org,2002:"};pg.Directives=xn});var vi=N(Sn=>{"use strict";var fg=te(),f$=wn();function h$(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function hg(t){let e=new Set;return f$.visit(t,{Value(s,r){r.anchor&&e.add(r.anchor)}}),e}function mg(t,e){for(let s=1;;++s){
let r=`${t}${s}`;if(!e.has(r))return r}}function m$(t,e){let s=[],r=new Map,n=null;return{onAnchor:o=>{s.push(o),n??(n=hg(t));let i=mg(e,n);return n.add(i),i},setAnchors:()=>{
for(let o of s){let i=r.get(o);if(typeof i=="object"&&i.anchor&&(fg.isScalar(i.node)||fg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:r}}Sn.anchorIsValid=h$;Sn.anchorNames=hg;Sn.createNodeAnchors=m$;Sn.
findNewAnchor=mg});var Sl=N(gg=>{"use strict";function En(t,e,s,r){if(r&&typeof r=="object")if(Array.isArray(r))for(let n=0,o=r.length;n<o;++n){let i=r[n],a=En(t,r,String(n),i);a===
void 0?delete r[n]:a!==i&&(r[n]=a)}else if(r instanceof Map)for(let n of Array.from(r.keys())){let o=r.get(n),i=En(t,r,n,o);i===void 0?r.delete(n):i!==o&&r.set(
n,i)}else if(r instanceof Set)for(let n of Array.from(r)){let o=En(t,r,n,n);o===void 0?r.delete(n):o!==n&&(r.delete(n),r.add(o))}else for(let[n,o]of Object.entries(
r)){let i=En(t,r,n,o);i===void 0?delete r[n]:i!==o&&(r[n]=i)}return t.call(e,s,r)}gg.applyReviver=En});var Rs=N(yg=>{"use strict";var g$=te();function bg(t,e,s){if(Array.isArray(t))return t.map((r,n)=>bg(r,String(n),s));if(t&&typeof t.toJSON=="function"){if(!s||!g$.
hasAnchor(t))return t.toJSON(e,s);let r={aliasCount:0,count:1,res:void 0};s.anchors.set(t,r),s.onCreate=o=>{r.res=o,delete s.onCreate};let n=t.toJSON(e,s);return s.
onCreate&&s.onCreate(n),n}return typeof t=="bigint"&&!s?.keep?Number(t):t}yg.toJS=bg});var wi=N(vg=>{"use strict";var b$=Sl(),kg=te(),y$=Rs(),El=class{constructor(e){Object.defineProperty(this,kg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:r,onAnchor:n,reviver:o}={}){
if(!kg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r==
"number"?r:100},a=y$.toJS(this,"",i);if(typeof n=="function")for(let{count:c,res:l}of i.anchors.values())n(l,c);return typeof o=="function"?b$.applyReviver(o,{"":a},
"",a):a}};vg.NodeBase=El});var Cn=N(wg=>{"use strict";var k$=vi(),v$=wn(),qr=te(),w$=wi(),x$=Rs(),Cl=class extends w$.NodeBase{constructor(e){super(qr.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let r;s?.aliasResolveCache?r=s.aliasResolveCache:(r=[],v$.visit(e,{Node:(o,i)=>{(qr.isAlias(i)||qr.hasAnchor(i))&&r.push(i)}}),s&&(s.aliasResolveCache=r));let n;
for(let o of r){if(o===this)break;o.anchor===this.source&&(n=o)}if(n&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,c=o.get(n);if(c||(x$.toJS(n,null,s),c=o.get(n)),
c?.res===void 0){let l="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(l)}if(a>=0&&(c.count+=1,c.aliasCount===0&&(c.aliasCount=
xi(i,n,o)),c.count*c.aliasCount>a)){let l="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(l)}}return n}toJSON(e,s){if(!s)
return{source:this.source};let r=this.resolve(s.doc,s);if(!r){let n=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
n)}return s.anchors.get(r).res}toString(e,s,r){let n=`*${this.source}`;if(e){if(k$.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${n} `}return n}};function xi(t,e,s){
if(qr.isAlias(e)){let r=e.resolve(t),n=s&&r&&s.get(r);return n?n.count*n.aliasCount:0}else if(qr.isCollection(e)){let r=0;for(let n of e.items){let o=xi(t,n,s);
o>r&&(r=o)}return r}else if(qr.isPair(e)){let r=xi(t,e.key,s),n=xi(t,e.value,s);return Math.max(r,n)}return 1}wg.Alias=Cl});var _e=N(_l=>{"use strict";var S$=te(),E$=wi(),C$=Rs(),_$=t=>!t||typeof t!="function"&&typeof t!="object",Is=class extends E$.NodeBase{constructor(e){super(S$.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:C$.toJS(this.value,e,s)}toString(){return String(this.value)}};Is.BLOCK_FOLDED="BLOCK_FOLDED";Is.BLOCK_LITERAL=
"BLOCK_LITERAL";Is.PLAIN="PLAIN";Is.QUOTE_DOUBLE="QUOTE_DOUBLE";Is.QUOTE_SINGLE="QUOTE_SINGLE";_l.Scalar=Is;_l.isScalarValue=_$});var _n=N(Sg=>{"use strict";var A$=Cn(),dr=te(),xg=_e(),$$="tag:yaml.org,2002:";function T$(t,e,s){if(e){let r=s.filter(o=>o.tag===e),n=r.find(o=>!o.format)??r[0];
if(!n)throw new Error(`Tag ${e} not found`);return n}return s.find(r=>r.identify?.(t)&&!r.format)}function P$(t,e,s){if(dr.isDocument(t)&&(t=t.contents),dr.isNode(
t))return t;if(dr.isPair(t)){let u=s.schema[dr.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:r,onAnchor:n,onTagObj:o,schema:i,sourceObjects:a}=s,c;if(r&&t&&typeof t==
"object"){if(c=a.get(t),c)return c.anchor??(c.anchor=n(t)),new A$.Alias(c.anchor);c={anchor:null,node:null},a.set(t,c)}e?.startsWith("!!")&&(e=$$+e.slice(2));let l=T$(
t,e,i.tags);if(!l){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new xg.Scalar(t);return c&&(c.node=u),u}l=t instanceof Map?i[dr.
MAP]:Symbol.iterator in Object(t)?i[dr.SEQ]:i[dr.MAP]}o&&(o(l),delete s.onTagObj);let d=l?.createNode?l.createNode(s.schema,t,s):typeof l?.nodeClass?.from=="fun\
ction"?l.nodeClass.from(s.schema,t,s):new xg.Scalar(t);return e?d.tag=e:l.default||(d.tag=l.tag),c&&(c.node=d),d}Sg.createNode=P$});var Ei=N(Si=>{"use strict";var R$=_n(),es=te(),I$=wi();function Al(t,e,s){let r=s;for(let n=e.length-1;n>=0;--n){let o=e[n];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=r,r=i}else r=new Map([[o,r]])}return R$.createNode(r,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var Eg=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,$l=class extends I$.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(r=>es.isNode(r)||es.isPair(r)?r.clone(e):r),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(Eg(e))this.add(s);else{let[r,...n]=e,o=this.get(r,!0);if(es.isCollection(o))o.addIn(n,s);else if(o===void 0&&this.schema)
this.set(r,Al(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remaining path: ${n}`)}}deleteIn(e){let[s,...r]=e;if(r.length===0)return this.
delete(s);let n=this.get(s,!0);if(es.isCollection(n))return n.deleteIn(r);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}getIn(e,s){let[
r,...n]=e,o=this.get(r,!0);return n.length===0?!s&&es.isScalar(o)?o.value:o:es.isCollection(o)?o.getIn(n,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!es.isPair(s))return!1;let r=s.value;return r==null||e&&es.isScalar(r)&&r.value==null&&!r.commentBefore&&!r.comment&&!r.tag})}hasIn(e){let[s,...r]=e;if(r.length===
0)return this.has(s);let n=this.get(s,!0);return es.isCollection(n)?n.hasIn(r):!1}setIn(e,s){let[r,...n]=e;if(n.length===0)this.set(r,s);else{let o=this.get(r,!0);
if(es.isCollection(o))o.setIn(n,s);else if(o===void 0&&this.schema)this.set(r,Al(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remai\
ning path: ${n}`)}}};Si.Collection=$l;Si.collectionFromPath=Al;Si.isEmptyPath=Eg});var An=N(Ci=>{"use strict";var N$=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function Tl(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var O$=(t,e,s)=>t.
endsWith(`
`)?Tl(s,e):s.includes(`
`)?`
`+Tl(s,e):(t.endsWith(" ")?"":" ")+s;Ci.indentComment=Tl;Ci.lineComment=O$;Ci.stringifyComment=N$});var _g=N($n=>{"use strict";var L$="flow",Pl="block",_i="quoted";function D$(t,e,s="flow",{indentAtStart:r,lineWidth:n=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!n||n<0)return t;n<o&&(o=0);let c=Math.max(1+o,1+n-e.length);if(t.length<=c)return t;let l=[],d={},u=n-e.length;typeof r=="number"&&(r>n-Math.max(2,o)?l.push(
0):u=n-r);let p,f,m=!1,h=-1,b=-1,y=-1;s===Pl&&(h=Cg(t,h,e.length),h!==-1&&(u=h+c));for(let C;C=t[h+=1];){if(s===_i&&C==="\\"){switch(b=h,t[h+1]){case"x":h+=3;break;case"\
u":h+=5;break;case"U":h+=9;break;default:h+=1}y=h}if(C===`
`)s===Pl&&(h=Cg(t,h,e.length)),u=h+e.length+c,p=void 0;else{if(C===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let S=t[h+1];S&&S!==" "&&S!==`
`&&S!=="	"&&(p=h)}if(h>=u)if(p)l.push(p),u=p+c,p=void 0;else if(s===_i){for(;f===" "||f==="	";)f=C,C=t[h+=1],m=!0;let S=h>y+1?h-2:b-1;if(d[S])return t;l.push(S),
d[S]=!0,u=S+c,p=void 0}else m=!0}f=C}if(m&&a&&a(),l.length===0)return t;i&&i();let v=t.slice(0,l[0]);for(let C=0;C<l.length;++C){let S=l[C],x=l[C+1]||t.length;S===
0?v=`
${e}${t.slice(0,x)}`:(s===_i&&d[S]&&(v+=`${t[S]}\\`),v+=`
${e}${t.slice(S+1,x)}`)}return v}function Cg(t,e,s){let r=e,n=e+1,o=t[n];for(;o===" "||o==="	";)if(e<n+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);r=e,n=e+1,o=t[n]}return r}$n.FOLD_BLOCK=Pl;$n.FOLD_FLOW=L$;$n.FOLD_QUOTED=_i;$n.foldFlowLines=D$});var Pn=N(Ag=>{"use strict";var Dt=_e(),Ns=_g(),$i=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),Ti=t=>/^(%|---|\.\.\.)/m.test(t);function W$(t,e,s){if(!e||e<0)return!1;let r=e-s,n=t.length;if(n<=r)return!1;for(let o=0,i=0;o<n;++o)if(t[o]===
`
`){if(o-i>r)return!0;if(i=o+1,n-i<=r)return!1}return!0}function Tn(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:r}=e,n=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(Ti(t)?"  ":""),i="",a=0;for(let c=0,l=s[c];l;l=s[++c])if(l===" "&&s[c+1]==="\\"&&s[c+2]==="n"&&(i+=s.slice(a,
c)+"\\ ",c+=1,a=c,l="\\"),l==="\\")switch(s[c+1]){case"u":{i+=s.slice(a,c);let d=s.substr(c+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(c,6)}c+=5,a=c+1}break;case"n":if(r||s[c+2]==='"'||s.length<n)c+=1;else{for(i+=s.slice(a,c)+`

`;s[c+2]==="\\"&&s[c+3]==="n"&&s[c+4]!=='"';)i+=`
`,c+=2;i+=o,s[c+2]===" "&&(i+="\\"),c+=1,a=c+1}break;default:c+=1}return i=a?i+s.slice(a):s,r?i:Ns.foldFlowLines(i,o,Ns.FOLD_QUOTED,$i(e,!1))}function Rl(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return Tn(t,e);let s=e.indent||(Ti(t)?"  ":""),r="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?r:Ns.foldFlowLines(r,s,Ns.FOLD_FLOW,$i(e,!1))}function Mr(t,e){let{singleQuote:s}=e.options,r;if(s===!1)r=Tn;else{let n=t.includes(
'"'),o=t.includes("'");n&&!o?r=Rl:o&&!n?r=Tn:r=s?Rl:Tn}return r(t,e)}var Il;try{Il=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{Il=/\n+(?!\n|$)/g}function Ai({comment:t,type:e,value:s},r,n,o){let{blockQuote:i,commentString:a,lineWidth:c}=r.options;if(!i||/\n[\t ]+$/.test(
s))return Mr(s,r);let l=r.indent||(r.forceBlockIndent||Ti(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Dt.Scalar.BLOCK_FOLDED?!1:e===Dt.Scalar.BLOCK_LITERAL?
!0:!W$(s,c,l.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let x=s[p-1];if(x!==`
`&&x!=="	"&&x!==" ")break}let f=s.substring(p),m=f.indexOf(`
`);m===-1?u="-":s===f||m!==f.length-1?(u="+",o&&o()):u="",f&&(s=s.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace(Il,`$&${l}`));let h=!1,b,y=-1;for(b=0;b<s.length;++b){let x=s[b];if(x===" ")h=!0;else if(x===`
`)y=b;else break}let v=s.substring(0,y<b?y+1:b);v&&(s=s.substring(v.length),v=v.replace(/\n+/g,`$&${l}`));let S=(h?l?"2":"1":"")+u;if(t&&(S+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),n&&n()),!d){let x=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${l}`),A=!1,T=$i(r,!0);i!=="folded"&&e!==Dt.Scalar.BLOCK_FOLDED&&(T.onOverflow=
()=>{A=!0});let E=Ns.foldFlowLines(`${v}${x}${f}`,l,Ns.FOLD_BLOCK,T);if(!A)return`>${S}
${l}${E}`}return s=s.replace(/\n+/g,`$&${l}`),`|${S}
${l}${v}${s}${f}`}function q$(t,e,s,r){let{type:n,value:o}=t,{actualString:i,implicitKey:a,indent:c,indentStep:l,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return Mr(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?Mr(o,e):Ai(t,e,s,r);if(!a&&!d&&n!==Dt.Scalar.PLAIN&&o.includes(`
`))return Ai(t,e,s,r);if(Ti(o)){if(c==="")return e.forceBlockIndent=!0,Ai(t,e,s,r);if(a&&c===l)return Mr(o,e)}let u=o.replace(/\n+/g,`$&
${c}`);if(i){let p=h=>h.default&&h.tag!=="tag:yaml.org,2002:str"&&h.test?.test(u),{compat:f,tags:m}=e.doc.schema;if(m.some(p)||f?.some(p))return Mr(o,e)}return a?
u:Ns.foldFlowLines(u,c,Ns.FOLD_FLOW,$i(e,!1))}function M$(t,e,s,r){let{implicitKey:n,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Dt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Dt.Scalar.QUOTE_DOUBLE);let c=d=>{switch(d){case Dt.
Scalar.BLOCK_FOLDED:case Dt.Scalar.BLOCK_LITERAL:return n||o?Mr(i.value,e):Ai(i,e,s,r);case Dt.Scalar.QUOTE_DOUBLE:return Tn(i.value,e);case Dt.Scalar.QUOTE_SINGLE:
return Rl(i.value,e);case Dt.Scalar.PLAIN:return q$(i,e,s,r);default:return null}},l=c(a);if(l===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=n&&
d||u;if(l=c(p),l===null)throw new Error(`Unsupported default string type ${p}`)}return l}Ag.stringifyString=M$});var Rn=N(Nl=>{"use strict";var j$=vi(),Os=te(),F$=An(),H$=Pn();function V$(t,e){let s=Object.assign({blockQuote:!0,commentString:F$.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),r;switch(s.collectionStyle){case"\
block":r=!1;break;case"flow":r=!0;break;default:r=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:r,options:s}}function U$(t,e){if(e.tag){let n=t.filter(o=>o.tag===e.tag);if(n.length>0)return n.find(o=>o.format===
e.format)??n[0]}let s,r;if(Os.isScalar(e)){r=e.value;let n=t.filter(o=>o.identify?.(r));if(n.length>1){let o=n.filter(i=>i.test);o.length>0&&(n=o)}s=n.find(o=>o.
format===e.format)??n.find(o=>!o.format)}else r=e,s=t.find(n=>n.nodeClass&&r instanceof n.nodeClass);if(!s){let n=r?.constructor?.name??(r===null?"null":typeof r);
throw new Error(`Tag not resolved for ${n} value`)}return s}function B$(t,e,{anchors:s,doc:r}){if(!r.directives)return"";let n=[],o=(Os.isScalar(t)||Os.isCollection(
t))&&t.anchor;o&&j$.anchorIsValid(o)&&(s.add(o),n.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&n.push(r.directives.tagString(i)),n.join(" ")}function G$(t,e,s,r){
if(Os.isPair(t))return t.toString(e,s,r);if(Os.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let n,o=Os.isNode(t)?
t:e.doc.createNode(t,{onTagObj:c=>n=c});n??(n=U$(e.doc.schema.tags,o));let i=B$(o,n,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof n.
stringify=="function"?n.stringify(o,e,s,r):Os.isScalar(o)?H$.stringifyString(o,e,s,r):o.toString(e,s,r);return i?Os.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}Nl.createStringifyContext=V$;Nl.stringify=G$});var Rg=N(Pg=>{"use strict";var ms=te(),$g=_e(),Tg=Rn(),In=An();function z$({key:t,value:e},s,r,n){let{allNullValues:o,doc:i,indent:a,indentStep:c,options:{commentString:l,
indentSeq:d,simpleKeys:u}}=s,p=ms.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(ms.isCollection(t)||
!ms.isNode(t)&&typeof t=="object"){let T="With simple keys, collection cannot be used as a key value";throw new Error(T)}}let f=!u&&(!t||p&&e==null&&!s.inFlow||
ms.isCollection(t)||(ms.isScalar(t)?t.type===$g.Scalar.BLOCK_FOLDED||t.type===$g.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+c});let m=!1,h=!1,b=Tg.stringify(t,s,()=>m=!0,()=>h=!0);if(!f&&!s.inFlow&&b.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(s.inFlow){if(o||e==null)return m&&r&&r(),b===""?"?":f?`? ${b}`:b}else if(o&&!u||e==null&&
f)return b=`? ${b}`,p&&!m?b+=In.lineComment(b,s.indent,l(p)):h&&n&&n(),b;m&&(p=null),f?(p&&(b+=In.lineComment(b,s.indent,l(p))),b=`? ${b}
${a}:`):(b=`${b}:`,p&&(b+=In.lineComment(b,s.indent,l(p))));let y,v,C;ms.isNode(e)?(y=!!e.spaceBefore,v=e.commentBefore,C=e.comment):(y=!1,v=null,C=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!f&&!p&&ms.isScalar(e)&&(s.indentAtStart=b.length+1),h=!1,!d&&c.length>=2&&!s.inFlow&&!f&&ms.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let S=!1,x=Tg.stringify(e,s,()=>S=!0,()=>h=!0),A=" ";if(p||y||v){if(A=y?`
`:"",v){let T=l(v);A+=`
${In.indentComment(T,s.indent)}`}x===""&&!s.inFlow?A===`
`&&C&&(A=`

`):A+=`
${s.indent}`}else if(!f&&ms.isCollection(e)){let T=x[0],E=x.indexOf(`
`),I=E!==-1,B=s.inFlow??e.flow??e.items.length===0;if(I||!B){let xe=!1;if(I&&(T==="&"||T==="!")){let W=x.indexOf(" ");T==="&"&&W!==-1&&W<E&&x[W+1]==="!"&&(W=x.indexOf(
" ",W+1)),(W===-1||E<W)&&(xe=!0)}xe||(A=`
${s.indent}`)}}else(x===""||x[0]===`
`)&&(A="");return b+=A+x,s.inFlow?S&&r&&r():C&&!S?b+=In.lineComment(b,s.indent,l(C)):h&&n&&n(),b}Pg.stringifyPair=z$});var Ll=N(Ol=>{"use strict";var Ig=require("process");function K$(t,...e){t==="debug"&&console.log(...e)}function Y$(t,e){(t==="debug"||t==="warn")&&(typeof Ig.emitWarning==
"function"?Ig.emitWarning(e):console.warn(e))}Ol.debug=K$;Ol.warn=Y$});var Oi=N(Ni=>{"use strict";var Ii=te(),Ng=_e(),Pi="<<",Ri={identify:t=>t===Pi||typeof t=="symbol"&&t.description===Pi,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new Ng.Scalar(Symbol(Pi)),{addToJSMap:Og}),stringify:()=>Pi},X$=(t,e)=>(Ri.identify(e)||Ii.isScalar(e)&&(!e.type||e.type===
Ng.Scalar.PLAIN)&&Ri.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===Ri.tag&&s.default);function Og(t,e,s){let r=Lg(t,s);if(Ii.isSeq(r))for(let n of r.items)
Dl(t,e,n);else if(Array.isArray(r))for(let n of r)Dl(t,e,n);else Dl(t,e,r)}function Dl(t,e,s){let r=Lg(t,s);if(!Ii.isMap(r))throw new Error("Merge sources must \
be maps or map aliases");let n=r.toJSON(null,t,Map);for(let[o,i]of n)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function Lg(t,e){return t&&Ii.isAlias(e)?e.resolve(t.doc,t):e}
Ni.addMergeToJSMap=Og;Ni.isMergeKey=X$;Ni.merge=Ri});var ql=N(qg=>{"use strict";var Q$=Ll(),Dg=Oi(),J$=Rn(),Wg=te(),Wl=Rs();function Z$(t,e,{key:s,value:r}){if(Wg.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,r);else if(Dg.
isMergeKey(t,s))Dg.addMergeToJSMap(t,e,r);else{let n=Wl.toJS(s,"",t);if(e instanceof Map)e.set(n,Wl.toJS(r,n,t));else if(e instanceof Set)e.add(n);else{let o=eT(
s,n,t),i=Wl.toJS(r,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function eT(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(Wg.isNode(t)&&s?.doc){let r=J$.createStringifyContext(s.doc,{});r.anchors=new Set;for(let o of s.anchors.keys())r.anchors.
add(o.anchor);r.inFlow=!0,r.inStringifyKey=!0;let n=t.toString(r);if(!s.mapKeyWarned){let o=JSON.stringify(n);o.length>40&&(o=o.substring(0,36)+'..."'),Q$.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return n}return JSON.stringify(e)}qg.addPairToJSMap=Z$});var Ls=N(Ml=>{"use strict";var Mg=_n(),tT=Rg(),sT=ql(),Li=te();function rT(t,e,s){let r=Mg.createNode(t,void 0,s),n=Mg.createNode(e,void 0,s);return new Di(r,n)}
var Di=class t{constructor(e,s=null){Object.defineProperty(this,Li.NODE_TYPE,{value:Li.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:r}=this;return Li.
isNode(s)&&(s=s.clone(e)),Li.isNode(r)&&(r=r.clone(e)),new t(s,r)}toJSON(e,s){let r=s?.mapAsMap?new Map:{};return sT.addPairToJSMap(s,r,this)}toString(e,s,r){return e?.
doc?tT.stringifyPair(this,e,s,r):JSON.stringify(this)}};Ml.Pair=Di;Ml.createPair=rT});var jl=N(Fg=>{"use strict";var ur=te(),jg=Rn(),Wi=An();function nT(t,e,s){return(e.inFlow??t.flow?iT:oT)(t,e,s)}function oT({comment:t,items:e},s,{blockItemPrefix:r,
flowChars:n,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:c,options:{commentString:l}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let m=0;m<
e.length;++m){let h=e[m],b=null;if(ur.isNode(h))!u&&h.spaceBefore&&p.push(""),qi(s,p,h.commentBefore,u),h.comment&&(b=h.comment);else if(ur.isPair(h)){let v=ur.
isNode(h.key)?h.key:null;v&&(!u&&v.spaceBefore&&p.push(""),qi(s,p,v.commentBefore,u))}u=!1;let y=jg.stringify(h,d,()=>b=null,()=>u=!0);b&&(y+=Wi.lineComment(y,o,
l(b))),u&&b&&(u=!1),p.push(r+y)}let f;if(p.length===0)f=n.start+n.end;else{f=p[0];for(let m=1;m<p.length;++m){let h=p[m];f+=h?`
${c}${h}`:`
`}}return t?(f+=`
`+Wi.indentComment(l(t),c),a&&a()):u&&i&&i(),f}function iT({items:t},e,{flowChars:s,itemIndent:r}){let{indent:n,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
r+=o;let c=Object.assign({},e,{indent:r,inFlow:!0,type:null}),l=!1,d=0,u=[];for(let m=0;m<t.length;++m){let h=t[m],b=null;if(ur.isNode(h))h.spaceBefore&&u.push(
""),qi(e,u,h.commentBefore,!1),h.comment&&(b=h.comment);else if(ur.isPair(h)){let v=ur.isNode(h.key)?h.key:null;v&&(v.spaceBefore&&u.push(""),qi(e,u,v.commentBefore,
!1),v.comment&&(l=!0));let C=ur.isNode(h.value)?h.value:null;C?(C.comment&&(b=C.comment),C.commentBefore&&(l=!0)):h.value==null&&v?.comment&&(b=v.comment)}b&&(l=
!0);let y=jg.stringify(h,c,()=>b=null);l||(l=u.length>d||y.includes(`
`)),m<t.length-1?y+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(l||(l=u.reduce((v,C)=>v+C.length+2,2)+(y.length+2)>e.options.lineWidth)),l&&(y+=",")),
b&&(y+=Wi.lineComment(y,r,a(b))),u.push(y),d=u.length}let{start:p,end:f}=s;if(u.length===0)return p+f;if(!l){let m=u.reduce((h,b)=>h+b.length+2,2);l=e.options.lineWidth>
0&&m>e.options.lineWidth}if(l){let m=p;for(let h of u)m+=h?`
${o}${n}${h}`:`
`;return`${m}
${n}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function qi({indent:t,options:{commentString:e}},s,r,n){if(r&&n&&(r=r.replace(/^\n+/,"")),r){let o=Wi.indentComment(
e(r),t);s.push(o.trimStart())}}Fg.stringifyCollection=nT});var Ws=N(Hl=>{"use strict";var aT=jl(),cT=ql(),lT=Ei(),Ds=te(),Mi=Ls(),dT=_e();function Nn(t,e){let s=Ds.isScalar(e)?e.value:e;for(let r of t)if(Ds.isPair(r)&&(r.
key===e||r.key===s||Ds.isScalar(r.key)&&r.key.value===s))return r}var Fl=class extends lT.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Ds.MAP,e),this.items=[]}static from(e,s,r){let{keepUndefined:n,replacer:o}=r,i=new this(e),a=(c,l)=>{if(typeof o=="function")l=o.call(s,c,l);else if(Array.
isArray(o)&&!o.includes(c))return;(l!==void 0||n)&&i.items.push(Mi.createPair(c,l,r))};if(s instanceof Map)for(let[c,l]of s)a(c,l);else if(s&&typeof s=="object")
for(let c of Object.keys(s))a(c,s[c]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let r;Ds.isPair(e)?r=e:!e||typeof e!=
"object"||!("key"in e)?r=new Mi.Pair(e,e?.value):r=new Mi.Pair(e.key,e.value);let n=Nn(this.items,r.key),o=this.schema?.sortMapEntries;if(n){if(!s)throw new Error(
`Key ${r.key} already set`);Ds.isScalar(n.value)&&dT.isScalarValue(r.value)?n.value.value=r.value:n.value=r.value}else if(o){let i=this.items.findIndex(a=>o(r,a)<
0);i===-1?this.items.push(r):this.items.splice(i,0,r)}else this.items.push(r)}delete(e){let s=Nn(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let n=Nn(this.items,e)?.value;return(!s&&Ds.isScalar(n)?n.value:n)??void 0}has(e){return!!Nn(this.items,e)}set(e,s){this.add(new Mi.Pair(
e,s),!0)}toJSON(e,s,r){let n=r?new r:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(n);for(let o of this.items)cT.addPairToJSMap(s,n,o);return n}toString(e,s,r){
if(!e)return JSON.stringify(this);for(let n of this.items)if(!Ds.isPair(n))throw new Error(`Map items must all be pairs; found ${JSON.stringify(n)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),aT.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:r,onComment:s})}};Hl.YAMLMap=Fl;Hl.findPair=Nn});var jr=N(Vg=>{"use strict";var uT=te(),Hg=Ws(),pT={collection:"map",default:!0,nodeClass:Hg.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return uT.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>Hg.YAMLMap.from(t,e,s)};Vg.map=pT});var qs=N(Ug=>{"use strict";var fT=_n(),hT=jl(),mT=Ei(),Fi=te(),gT=_e(),bT=Rs(),Vl=class extends mT.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Fi.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=ji(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let r=ji(e);
if(typeof r!="number")return;let n=this.items[r];return!s&&Fi.isScalar(n)?n.value:n}has(e){let s=ji(e);return typeof s=="number"&&s<this.items.length}set(e,s){let r=ji(
e);if(typeof r!="number")throw new Error(`Expected a valid index, not ${e}.`);let n=this.items[r];Fi.isScalar(n)&&gT.isScalarValue(s)?n.value=s:this.items[r]=s}toJSON(e,s){
let r=[];s?.onCreate&&s.onCreate(r);let n=0;for(let o of this.items)r.push(bT.toJS(o,String(n++),s));return r}toString(e,s,r){return e?hT.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:r,onComment:s}):JSON.stringify(this)}static from(e,s,r){let{replacer:n}=r,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof n=="function"){let c=s instanceof Set?a:String(i++);a=n.call(s,c,a)}o.items.
push(fT.createNode(a,void 0,r))}}return o}};function ji(t){let e=Fi.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}Ug.YAMLSeq=Vl});var Fr=N(Gg=>{"use strict";var yT=te(),Bg=qs(),kT={collection:"seq",default:!0,nodeClass:Bg.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return yT.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>Bg.YAMLSeq.from(t,e,s)};Gg.seq=kT});var On=N(zg=>{"use strict";var vT=Pn(),wT={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,r){return e=Object.
assign({actualString:!0},e),vT.stringifyString(t,e,s,r)}};zg.string=wT});var Hi=N(Xg=>{"use strict";var Kg=_e(),Yg={identify:t=>t==null,createNode:()=>new Kg.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new Kg.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&Yg.test.test(t)?t:e.options.nullStr};Xg.nullTag=Yg});var Ul=N(Jg=>{"use strict";var xT=_e(),Qg={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new xT.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&Qg.test.test(t)){let r=t[0]==="t"||t[0]==="T";if(e===r)return t}return e?s.options.trueStr:
s.options.falseStr}};Jg.boolTag=Qg});var Hr=N(Zg=>{"use strict";function ST({format:t,minFractionDigits:e,tag:s,value:r}){if(typeof r=="bigint")return String(r);let n=typeof r=="number"?r:Number(r);
if(!isFinite(n))return isNaN(n)?".nan":n<0?"-.inf":".inf";let o=Object.is(r,-0)?"-0":JSON.stringify(r);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Zg.stringifyNumber=ST});var Gl=N(Vi=>{"use strict";var ET=_e(),Bl=Hr(),CT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Bl.stringifyNumber},_T={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Bl.stringifyNumber(t)}},AT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new ET.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Bl.stringifyNumber};
Vi.float=AT;Vi.floatExp=_T;Vi.floatNaN=CT});var Kl=N(Bi=>{"use strict";var eb=Hr(),Ui=t=>typeof t=="bigint"||Number.isInteger(t),zl=(t,e,s,{intAsBigInt:r})=>r?BigInt(t):parseInt(t.substring(e),s);function tb(t,e,s){
let{value:r}=t;return Ui(r)&&r>=0?s+r.toString(e):eb.stringifyNumber(t)}var $T={identify:t=>Ui(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>zl(t,2,8,s),stringify:t=>tb(t,8,"0o")},TT={identify:Ui,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>zl(t,0,10,s),
stringify:eb.stringifyNumber},PT={identify:t=>Ui(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>zl(t,2,16,
s),stringify:t=>tb(t,16,"0x")};Bi.int=TT;Bi.intHex=PT;Bi.intOct=$T});var rb=N(sb=>{"use strict";var RT=jr(),IT=Hi(),NT=Fr(),OT=On(),LT=Ul(),Yl=Gl(),Xl=Kl(),DT=[RT.map,NT.seq,OT.string,IT.nullTag,LT.boolTag,Xl.intOct,Xl.int,Xl.intHex,
Yl.floatNaN,Yl.floatExp,Yl.float];sb.schema=DT});var ib=N(ob=>{"use strict";var WT=_e(),qT=jr(),MT=Fr();function nb(t){return typeof t=="bigint"||Number.isInteger(t)}var Gi=({value:t})=>JSON.stringify(t),jT=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:Gi},{identify:t=>t==null,createNode:()=>new WT.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:Gi},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:Gi},{identify:nb,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>nb(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:Gi}],FT={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},HT=[qT.map,MT.seq].
concat(jT,FT);ob.schema=HT});var Jl=N(ab=>{"use strict";var Ln=require("buffer"),Ql=_e(),VT=Pn(),UT={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof Ln.Buffer=="function")return Ln.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),r=new Uint8Array(s.length);for(let n=0;n<
s.length;++n)r[n]=s.charCodeAt(n);return r}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},r,n,o){if(!s)return"";let i=s,a;if(typeof Ln.Buffer=="function")a=i instanceof Ln.Buffer?i.toString("base64"):Ln.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let c="";for(let l=0;l<i.length;++l)c+=String.fromCharCode(i[l]);a=btoa(c)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=Ql.Scalar.BLOCK_LITERAL),e!==Ql.Scalar.QUOTE_DOUBLE){let c=Math.max(r.options.
lineWidth-r.indent.length,r.options.minContentWidth),l=Math.ceil(a.length/c),d=new Array(l);for(let u=0,p=0;u<l;++u,p+=c)d[u]=a.substr(p,c);a=d.join(e===Ql.Scalar.
BLOCK_LITERAL?`
`:" ")}return VT.stringifyString({comment:t,type:e,value:a},r,n,o)}};ab.binary=UT});var Yi=N(Ki=>{"use strict";var zi=te(),Zl=Ls(),BT=_e(),GT=qs();function cb(t,e){if(zi.isSeq(t))for(let s=0;s<t.items.length;++s){let r=t.items[s];if(!zi.isPair(
r)){if(zi.isMap(r)){r.items.length>1&&e("Each pair must have its own sequence indicator");let n=r.items[0]||new Zl.Pair(new BT.Scalar(null));if(r.commentBefore&&
(n.key.commentBefore=n.key.commentBefore?`${r.commentBefore}
${n.key.commentBefore}`:r.commentBefore),r.comment){let o=n.value??n.key;o.comment=o.comment?`${r.comment}
${o.comment}`:r.comment}r=n}t.items[s]=zi.isPair(r)?r:new Zl.Pair(r)}}else e("Expected a sequence for this tag");return t}function lb(t,e,s){let{replacer:r}=s,n=new GT.
YAMLSeq(t);n.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof r=="function"&&(i=r.call(e,String(o++),i));let a,c;
if(Array.isArray(i))if(i.length===2)a=i[0],c=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let l=Object.keys(
i);if(l.length===1)a=l[0],c=i[a];else throw new TypeError(`Expected tuple with one key, not ${l.length} keys`)}else a=i;n.items.push(Zl.createPair(a,c,s))}return n}
var zT={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:cb,createNode:lb};Ki.createPairs=lb;Ki.pairs=zT;Ki.resolvePairs=cb});var sd=N(td=>{"use strict";var db=te(),ed=Rs(),Dn=Ws(),KT=qs(),ub=Yi(),pr=class t extends KT.YAMLSeq{constructor(){super(),this.add=Dn.YAMLMap.prototype.add.bind(
this),this.delete=Dn.YAMLMap.prototype.delete.bind(this),this.get=Dn.YAMLMap.prototype.get.bind(this),this.has=Dn.YAMLMap.prototype.has.bind(this),this.set=Dn.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let r=new Map;s?.onCreate&&s.onCreate(r);for(let n of this.items){let o,i;if(db.
isPair(n)?(o=ed.toJS(n.key,"",s),i=ed.toJS(n.value,o,s)):o=ed.toJS(n,"",s),r.has(o))throw new Error("Ordered maps must not include duplicate keys");r.set(o,i)}return r}static from(e,s,r){
let n=ub.createPairs(e,s,r),o=new this;return o.items=n.items,o}};pr.tag="tag:yaml.org,2002:omap";var YT={collection:"seq",identify:t=>t instanceof Map,nodeClass:pr,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=ub.resolvePairs(t,e),r=[];for(let{key:n}of s.items)db.isScalar(n)&&(r.includes(n.value)?e(`Ordered ma\
ps must not include duplicate keys: ${n.value}`):r.push(n.value));return Object.assign(new pr,s)},createNode:(t,e,s)=>pr.from(t,e,s)};td.YAMLOMap=pr;td.omap=YT});var gb=N(rd=>{"use strict";var pb=_e();function fb({value:t,source:e},s){return e&&(t?hb:mb).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var hb={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new pb.Scalar(!0),stringify:fb},mb={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new pb.Scalar(!1),stringify:fb};rd.falseTag=mb;rd.trueTag=
hb});var bb=N(Xi=>{"use strict";var XT=_e(),nd=Hr(),QT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:nd.stringifyNumber},JT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():nd.stringifyNumber(t)}},ZT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new XT.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let r=t.substring(
s+1).replace(/_/g,"");r[r.length-1]==="0"&&(e.minFractionDigits=r.length)}return e},stringify:nd.stringifyNumber};Xi.float=ZT;Xi.floatExp=JT;Xi.floatNaN=QT});var kb=N(qn=>{"use strict";var yb=Hr(),Wn=t=>typeof t=="bigint"||Number.isInteger(t);function Qi(t,e,s,{intAsBigInt:r}){let n=t[0];if((n==="-"||n==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),r){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return n==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return n==="-"?-1*o:o}function od(t,e,s){let{value:r}=t;if(Wn(r)){let n=r.toString(e);return r<0?"-"+s+n.substr(1):s+n}return yb.stringifyNumber(
t)}var eP={identify:Wn,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Qi(t,2,2,s),stringify:t=>od(t,2,"0b")},tP={identify:Wn,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Qi(t,1,8,s),stringify:t=>od(t,8,"0")},sP={identify:Wn,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Qi(t,0,10,s),stringify:yb.stringifyNumber},rP={identify:Wn,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Qi(t,2,16,s),stringify:t=>od(t,16,"0x")};qn.int=sP;qn.intBin=eP;qn.intHex=rP;qn.intOct=tP});var ad=N(id=>{"use strict";var ea=te(),Ji=Ls(),Zi=Ws(),fr=class t extends Zi.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;ea.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new Ji.Pair(e.key,null):s=new Ji.Pair(e,null),Zi.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let r=Zi.
findPair(this.items,e);return!s&&ea.isPair(r)?ea.isScalar(r.key)?r.key.value:r.key:r}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let r=Zi.findPair(this.items,e);r&&!s?this.items.splice(this.items.indexOf(r),1):!r&&s&&this.items.push(new Ji.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,r){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,r);throw new Error("Set items must all have null values")}static from(e,s,r){let{replacer:n}=r,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof n=="function"&&(i=n.call(s,i,i)),o.items.push(Ji.createPair(i,null,r));return o}};fr.tag="tag:yaml.org,2002:set";var nP={collection:"\
map",identify:t=>t instanceof Set,nodeClass:fr,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>fr.from(t,e,s),resolve(t,e){if(ea.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new fr,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};id.YAMLSet=fr;id.set=nP});var ld=N(ta=>{"use strict";var oP=Hr();function cd(t,e){let s=t[0],r=s==="-"||s==="+"?t.substring(1):t,n=i=>e?BigInt(i):Number(i),o=r.replace(/_/g,"").split(":").
reduce((i,a)=>i*n(60)+n(a),n(0));return s==="-"?n(-1)*o:o}function vb(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return oP.stringifyNumber(t);let r="";e<0&&(r="-",e*=s(-1));let n=s(60),o=[e%n];return e<60?o.unshift(0):(e=(e-o[0])/n,o.unshift(e%n),e>=60&&(e=(e-o[0])/n,o.
unshift(e))),r+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var iP={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>cd(t,s),stringify:vb},aP={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>cd(t,!1),stringify:vb},wb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(wb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,r,n,o,i,a]=e.map(Number),c=e[7]?Number((e[7]+"00").substr(1,3)):0,l=Date.UTC(s,r-1,n,o||0,i||0,a||0,c),d=e[8];if(d&&d!=="Z"){let u=cd(d,!1);Math.
abs(u)<30&&(u*=60),l-=6e4*u}return new Date(l)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};ta.floatTime=aP;ta.intTime=iP;ta.
timestamp=wb});var Eb=N(Sb=>{"use strict";var cP=jr(),lP=Hi(),dP=Fr(),uP=On(),pP=Jl(),xb=gb(),dd=bb(),sa=kb(),fP=Oi(),hP=sd(),mP=Yi(),gP=ad(),ud=ld(),bP=[cP.map,dP.seq,uP.string,
lP.nullTag,xb.trueTag,xb.falseTag,sa.intBin,sa.intOct,sa.int,sa.intHex,dd.floatNaN,dd.floatExp,dd.float,pP.binary,fP.merge,hP.omap,mP.pairs,gP.set,ud.intTime,ud.
floatTime,ud.timestamp];Sb.schema=bP});var Ob=N(hd=>{"use strict";var $b=jr(),yP=Hi(),Tb=Fr(),kP=On(),vP=Ul(),pd=Gl(),fd=Kl(),wP=rb(),xP=ib(),Pb=Jl(),Mn=Oi(),Rb=sd(),Ib=Yi(),Cb=Eb(),Nb=ad(),ra=ld(),_b=new Map(
[["core",wP.schema],["failsafe",[$b.map,Tb.seq,kP.string]],["json",xP.schema],["yaml11",Cb.schema],["yaml-1.1",Cb.schema]]),Ab={binary:Pb.binary,bool:vP.boolTag,
float:pd.float,floatExp:pd.floatExp,floatNaN:pd.floatNaN,floatTime:ra.floatTime,int:fd.int,intHex:fd.intHex,intOct:fd.intOct,intTime:ra.intTime,map:$b.map,merge:Mn.
merge,null:yP.nullTag,omap:Rb.omap,pairs:Ib.pairs,seq:Tb.seq,set:Nb.set,timestamp:ra.timestamp},SP={"tag:yaml.org,2002:binary":Pb.binary,"tag:yaml.org,2002:merg\
e":Mn.merge,"tag:yaml.org,2002:omap":Rb.omap,"tag:yaml.org,2002:pairs":Ib.pairs,"tag:yaml.org,2002:set":Nb.set,"tag:yaml.org,2002:timestamp":ra.timestamp};function EP(t,e,s){
let r=_b.get(e);if(r&&!t)return s&&!r.includes(Mn.merge)?r.concat(Mn.merge):r.slice();let n=r;if(!n)if(Array.isArray(t))n=[];else{let o=Array.from(_b.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
n=n.concat(o);else typeof t=="function"&&(n=t(n.slice()));return s&&(n=n.concat(Mn.merge)),n.reduce((o,i)=>{let a=typeof i=="string"?Ab[i]:i;if(!a){let c=JSON.stringify(
i),l=Object.keys(Ab).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${c}; use one of ${l}`)}return o.includes(a)||o.push(a),o},[])}hd.
coreKnownTags=SP;hd.getTags=EP});var bd=N(Lb=>{"use strict";var md=te(),CP=jr(),_P=Fr(),AP=On(),na=Ob(),$P=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,gd=class t{constructor({compat:e,customTags:s,merge:r,
resolveKnownTags:n,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?na.getTags(e,"compat"):e?na.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=n?na.coreKnownTags:{},this.tags=na.getTags(s,this.name,r),this.toStringOptions=a??null,Object.defineProperty(this,md.MAP,{value:CP.
map}),Object.defineProperty(this,md.SCALAR,{value:AP.string}),Object.defineProperty(this,md.SEQ,{value:_P.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
$P:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};Lb.Schema=gd});var Wb=N(Db=>{"use strict";var TP=te(),yd=Rn(),jn=An();function PP(t,e){let s=[],r=e.directives===!0;if(e.directives!==!1&&t.directives){let c=t.directives.toString(
t);c?(s.push(c),r=!0):t.directives.docStart&&(r=!0)}r&&s.push("---");let n=yd.createStringifyContext(t,e),{commentString:o}=n.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let c=o(t.commentBefore);s.unshift(jn.indentComment(c,""))}let i=!1,a=null;if(t.contents){if(TP.isNode(t.contents)){if(t.contents.spaceBefore&&
r&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(jn.indentComment(d,""))}n.forceBlockIndent=!!t.comment,a=t.contents.comment}let c=a?
void 0:()=>i=!0,l=yd.stringify(t.contents,n,()=>a=null,c);a&&(l+=jn.lineComment(l,"",o(a))),(l[0]==="|"||l[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${l}`:
s.push(l)}else s.push(yd.stringify(t.contents,n));if(t.directives?.docEnd)if(t.comment){let c=o(t.comment);c.includes(`
`)?(s.push("..."),s.push(jn.indentComment(c,""))):s.push(`... ${c}`)}else s.push("...");else{let c=t.comment;c&&i&&(c=c.replace(/^\n+/,"")),c&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(jn.indentComment(o(c),"")))}return s.join(`
`)+`
`}Db.stringifyDocument=PP});var Fn=N(qb=>{"use strict";var RP=Cn(),Vr=Ei(),At=te(),IP=Ls(),NP=Rs(),OP=bd(),LP=Wb(),kd=vi(),DP=Sl(),WP=_n(),vd=xl(),wd=class t{constructor(e,s,r){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,At.NODE_TYPE,{value:At.DOC});let n=null;typeof s=="function"||Array.isArray(s)?
n=s:r===void 0&&s&&(r=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},r);this.options=o;let{version:i}=o;r?._directives?(this.directives=r._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new vd.Directives({version:i}),this.setSchema(i,r),this.contents=e===void 0?null:this.createNode(e,n,r)}clone(){let e=Object.create(t.
prototype,{[At.NODE_TYPE]:{value:At.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=At.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){Ur(this.contents)&&this.contents.add(e)}addIn(e,s){Ur(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let r=kd.anchorNames(this);e.anchor=!s||r.has(s)?kd.findNewAnchor(s||"a",r):s}return new RP.Alias(
e.anchor)}createNode(e,s,r){let n;if(typeof s=="function")e=s.call({"":e},"",e),n=s;else if(Array.isArray(s)){let b=v=>typeof v=="number"||v instanceof String||
v instanceof Number,y=s.filter(b).map(String);y.length>0&&(s=s.concat(y)),n=s}else r===void 0&&s&&(r=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:c,onTagObj:l,tag:d}=r??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=kd.createNodeAnchors(this,i||"a"),m={aliasDuplicateObjects:o??!0,keepUndefined:c??
!1,onAnchor:u,onTagObj:l,replacer:n,schema:this.schema,sourceObjects:f},h=WP.createNode(e,d,m);return a&&At.isCollection(h)&&(h.flow=!0),p(),h}createPair(e,s,r={}){
let n=this.createNode(e,null,r),o=this.createNode(s,null,r);return new IP.Pair(n,o)}delete(e){return Ur(this.contents)?this.contents.delete(e):!1}deleteIn(e){return Vr.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):Ur(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return At.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return Vr.isEmptyPath(e)?!s&&At.isScalar(this.contents)?this.contents.value:this.contents:At.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return At.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return Vr.isEmptyPath(e)?this.contents!==void 0:At.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=Vr.collectionFromPath(this.schema,[e],s):Ur(this.contents)&&this.contents.set(
e,s)}setIn(e,s){Vr.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=Vr.collectionFromPath(this.schema,Array.from(e),s):Ur(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let r;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new vd.
Directives({version:"1.1"}),r={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new vd.Directives({version:e}),r={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,r=null;break;default:{let n=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${n}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(r)this.schema=
new OP.Schema(Object.assign(r,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:r,
maxAliasCount:n,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:r===!0,mapKeyWarned:!1,maxAliasCount:typeof n=="number"?n:100},c=NP.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:l,res:d}of a.anchors.values())o(d,l);return typeof i=="function"?DP.applyReviver(i,{"":c},"",c):c}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return LP.stringifyDocument(this,e)}};function Ur(t){if(At.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
qb.Document=wd});var Un=N(Vn=>{"use strict";var Hn=class extends Error{constructor(e,s,r,n){super(),this.name=e,this.code=r,this.message=n,this.pos=s}},xd=class extends Hn{constructor(e,s,r){
super("YAMLParseError",e,s,r)}},Sd=class extends Hn{constructor(e,s,r){super("YAMLWarning",e,s,r)}},qP=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:r,col:n}=s.linePos[0];s.message+=` at line ${r}, column ${n}`;let o=n-1,i=t.substring(e.lineStarts[r-1],e.lineStarts[r]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),r>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[r-2],e.lineStarts[r-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,c=s.linePos[1];c?.line===r&&c.col>n&&(a=Math.max(1,Math.min(c.col-n,80-o)));let l=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${l}
`}};Vn.YAMLError=Hn;Vn.YAMLParseError=xd;Vn.YAMLWarning=Sd;Vn.prettifyError=qP});var Bn=N(Mb=>{"use strict";function MP(t,{flow:e,indicator:s,next:r,offset:n,onError:o,parentIndent:i,startOnNewline:a}){let c=!1,l=a,d=a,u="",p="",f=!1,m=!1,h=null,
b=null,y=null,v=null,C=null,S=null,x=null;for(let E of t)switch(m&&(E.type!=="space"&&E.type!=="newline"&&E.type!=="comma"&&o(E.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),m=!1),h&&(l&&E.type!=="comment"&&E.type!=="newline"&&o(h,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),h=null),E.type){case"space":!e&&(s!=="doc-start"||r?.type!=="flow-collection")&&E.source.includes("	")&&(h=E),d=!0;break;case"comment":{d||o(E,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let I=E.source.substring(1)||" ";u?u+=p+I:u=I,p="",l=!1;break}case"newlin\
e":l?u?u+=E.source:(!S||s!=="seq-item-ind")&&(c=!0):p+=E.source,l=!0,f=!0,(b||y)&&(v=E),d=!0;break;case"anchor":b&&o(E,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),E.source.endsWith(":")&&o(E.offset+E.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),b=E,x??(x=E.offset),l=!1,d=!1,m=!0;break;case"\
tag":{y&&o(E,"MULTIPLE_TAGS","A node can have at most one tag"),y=E,x??(x=E.offset),l=!1,d=!1,m=!0;break}case s:(b||y)&&o(E,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${E.source} indicator`),S&&o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.source} in ${e??"collection"}`),S=E,l=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){C&&o(E,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),C=E,l=!1,d=!1;break}default:o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.type} toke\
n`),l=!1,d=!1}let A=t[t.length-1],T=A?A.offset+A.source.length:n;return m&&r&&r.type!=="space"&&r.type!=="newline"&&r.type!=="comma"&&(r.type!=="scalar"||r.source!==
"")&&o(r.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),h&&(l&&h.indent<=i||r?.type==="block-map"||r?.type==="bl\
ock-seq")&&o(h,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:C,found:S,spaceBefore:c,comment:u,hasNewline:f,anchor:b,tag:y,newlineAfterProp:v,end:T,
start:x??T}}Mb.resolveProps=MP});var oa=N(jb=>{"use strict";function Ed(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(Ed(e.key)||Ed(e.value))return!0}return!1;default:return!0}}jb.containsNewline=Ed});var Cd=N(Fb=>{"use strict";var jP=oa();function FP(t,e,s){if(e?.type==="flow-collection"){let r=e.end[0];r.indent===t&&(r.source==="]"||r.source==="}")&&jP.containsNewline(
e)&&s(r,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}Fb.flowIndentCheck=FP});var _d=N(Vb=>{"use strict";var Hb=te();function HP(t,e,s){let{uniqueKeys:r}=t.options;if(r===!1)return!1;let n=typeof r=="function"?r:(o,i)=>o===i||Hb.isScalar(
o)&&Hb.isScalar(i)&&o.value===i.value;return e.some(o=>n(o.key,s))}Vb.mapIncludes=HP});var Yb=N(Kb=>{"use strict";var Ub=Ls(),VP=Ws(),Bb=Bn(),UP=oa(),Gb=Cd(),BP=_d(),zb="All mapping items must start at the same column";function GP({composeNode:t,composeEmptyNode:e},s,r,n,o){
let i=o?.nodeClass??VP.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let c=r.offset,l=null;for(let d of r.items){let{start:u,key:p,sep:f,value:m}=d,h=Bb.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:c,onError:n,parentIndent:r.indent,startOnNewline:!0}),b=!h.found;if(b){if(p&&(p.type==="block-seq"?n(c,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==r.indent&&n(c,"BAD_INDENT",zb)),!h.anchor&&!h.tag&&!f){
l=h.end,h.comment&&(a.comment?a.comment+=`
`+h.comment:a.comment=h.comment);continue}(h.newlineAfterProp||UP.containsNewline(p))&&n(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else h.found?.indent!==r.indent&&n(c,"BAD_INDENT",zb);s.atKey=!0;let y=h.end,v=p?t(s,p,h,n):e(s,y,u,null,h,n);s.schema.compat&&Gb.flowIndentCheck(
r.indent,p,n),s.atKey=!1,BP.mapIncludes(s,a.items,v)&&n(y,"DUPLICATE_KEY","Map keys must be unique");let C=Bb.resolveProps(f??[],{indicator:"map-value-ind",next:m,
offset:v.range[2],onError:n,parentIndent:r.indent,startOnNewline:!p||p.type==="block-scalar"});if(c=C.end,C.found){b&&(m?.type==="block-map"&&!C.hasNewline&&n(c,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&h.start<C.found.offset-1024&&n(v.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let S=m?t(s,m,C,n):e(s,c,f,null,C,n);s.schema.compat&&Gb.flowIndentCheck(
r.indent,m,n),c=S.range[2];let x=new Ub.Pair(v,S);s.options.keepSourceTokens&&(x.srcToken=d),a.items.push(x)}else{b&&n(v.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),C.comment&&(v.comment?v.comment+=`
`+C.comment:v.comment=C.comment);let S=new Ub.Pair(v);s.options.keepSourceTokens&&(S.srcToken=d),a.items.push(S)}}return l&&l<c&&n(l,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[r.offset,c,l??c],a}Kb.resolveBlockMap=GP});var Qb=N(Xb=>{"use strict";var zP=qs(),KP=Bn(),YP=Cd();function XP({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=o?.nodeClass??zP.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let c=r.offset,l=null;for(let{start:d,value:u}of r.items){let p=KP.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:c,onError:n,parentIndent:r.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?n(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):n(c,"MISSING_CHAR","Sequence item without - indicator");else{l=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(s,u,p,n):
e(s,p.end,d,null,p,n);s.schema.compat&&YP.flowIndentCheck(r.indent,u,n),c=f.range[2],a.items.push(f)}return a.range=[r.offset,c,l??c],a}Xb.resolveBlockSeq=XP});var Br=N(Jb=>{"use strict";function QP(t,e,s,r){let n="";if(t){let o=!1,i="";for(let a of t){let{source:c,type:l}=a;switch(l){case"space":o=!0;break;case"commen\
t":{s&&!o&&r(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=c.substring(1)||" ";n?n+=i+d:n=d,i="";break}case"n\
ewline":n&&(i+=c),o=!0;break;default:r(a,"UNEXPECTED_TOKEN",`Unexpected ${l} at node end`)}e+=c.length}}return{comment:n,offset:e}}Jb.resolveEnd=QP});var sy=N(ty=>{"use strict";var JP=te(),ZP=Ls(),Zb=Ws(),eR=qs(),tR=Br(),ey=Bn(),sR=oa(),rR=_d(),Ad="Block collections are not allowed within flow collections",$d=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function nR({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=r.start.source==="{",a=i?"flow map":"flow sequence",c=o?.
nodeClass??(i?Zb.YAMLMap:eR.YAMLSeq),l=new c(s.schema);l.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=r.offset+r.start.source.length;for(let b=0;b<
r.items.length;++b){let y=r.items[b],{start:v,key:C,sep:S,value:x}=y,A=ey.resolveProps(v,{flow:a,indicator:"explicit-key-ind",next:C??S?.[0],offset:u,onError:n,
parentIndent:r.indent,startOnNewline:!1});if(!A.found){if(!A.anchor&&!A.tag&&!S&&!x){b===0&&A.comma?n(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):b<r.items.
length-1&&n(A.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),A.comment&&(l.comment?l.comment+=`
`+A.comment:l.comment=A.comment),u=A.end;continue}!i&&s.options.strict&&sR.containsNewline(C)&&n(C,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(b===0)A.comma&&n(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(A.comma||n(A.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),A.comment){let T="";e:for(let E of v)switch(E.type){case"comma":case"space":break;case"comment":T=E.source.substring(1);break e;default:break e}
if(T){let E=l.items[l.items.length-1];JP.isPair(E)&&(E=E.value??E.key),E.comment?E.comment+=`
`+T:E.comment=T,A.comment=A.comment.substring(T.length+1)}}if(!i&&!S&&!A.found){let T=x?t(s,x,A,n):e(s,A.end,S,null,A,n);l.items.push(T),u=T.range[2],$d(x)&&n(T.
range,"BLOCK_IN_FLOW",Ad)}else{s.atKey=!0;let T=A.end,E=C?t(s,C,A,n):e(s,T,v,null,A,n);$d(C)&&n(E.range,"BLOCK_IN_FLOW",Ad),s.atKey=!1;let I=ey.resolveProps(S??
[],{flow:a,indicator:"map-value-ind",next:x,offset:E.range[2],onError:n,parentIndent:r.indent,startOnNewline:!1});if(I.found){if(!i&&!A.found&&s.options.strict){
if(S)for(let W of S){if(W===I.found)break;if(W.type==="newline"){n(W,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}A.start<I.found.offset-1024&&n(I.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
x&&("source"in x&&x.source?.[0]===":"?n(x,"MISSING_CHAR",`Missing space after : in ${a}`):n(I.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let B=x?
t(s,x,I,n):I.found?e(s,I.end,S,null,I,n):null;B?$d(x)&&n(B.range,"BLOCK_IN_FLOW",Ad):I.comment&&(E.comment?E.comment+=`
`+I.comment:E.comment=I.comment);let xe=new ZP.Pair(E,B);if(s.options.keepSourceTokens&&(xe.srcToken=y),i){let W=l;rR.mapIncludes(s,W.items,E)&&n(T,"DUPLICATE_K\
EY","Map keys must be unique"),W.items.push(xe)}else{let W=new Zb.YAMLMap(s.schema);W.flow=!0,W.items.push(xe);let he=(B??E).range;W.range=[E.range[0],he[1],he[2]],
l.items.push(W)}u=B?B.range[2]:I.end}}let p=i?"}":"]",[f,...m]=r.end,h=u;if(f?.source===p)h=f.offset+f.source.length;else{let b=a[0].toUpperCase()+a.substring(1),
y=d?`${b} must end with a ${p}`:`${b} in block collection must be sufficiently indented and end with a ${p}`;n(u,d?"MISSING_CHAR":"BAD_INDENT",y),f&&f.source.length!==
1&&m.unshift(f)}if(m.length>0){let b=tR.resolveEnd(m,h,s.options.strict,n);b.comment&&(l.comment?l.comment+=`
`+b.comment:l.comment=b.comment),l.range=[r.offset,h,b.offset]}else l.range=[r.offset,h,h];return l}ty.resolveFlowCollection=nR});var ny=N(ry=>{"use strict";var oR=te(),iR=_e(),aR=Ws(),cR=qs(),lR=Yb(),dR=Qb(),uR=sy();function Td(t,e,s,r,n,o){let i=s.type==="block-map"?lR.resolveBlockMap(t,
e,s,r,o):s.type==="block-seq"?dR.resolveBlockSeq(t,e,s,r,o):uR.resolveFlowCollection(t,e,s,r,o),a=i.constructor;return n==="!"||n===a.tagName?(i.tag=a.tagName,i):
(n&&(i.tag=n),i)}function pR(t,e,s,r,n){let o=r.tag,i=o?e.directives.tagName(o.source,p=>n(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=r,m=p&&o?p.offset>o.offset?p:o:p??o;m&&(!f||f.offset<m.offset)&&n(m,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===aR.YAMLMap.tagName&&a==="map"||i===cR.YAMLSeq.tagName&&a===
"seq")return Td(t,e,s,n,i);let c=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!c){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),c=p;else return p?n(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):n(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),Td(t,e,s,n,i)}let l=Td(t,e,s,n,i,c),d=c.resolve?.(l,p=>n(o,"TAG_RESOLVE_FAILED",p),e.options)??l,u=oR.isNode(d)?d:new iR.
Scalar(d);return u.range=l.range,u.tag=i,c?.format&&(u.format=c.format),u}ry.composeCollection=pR});var Rd=N(oy=>{"use strict";var Pd=_e();function fR(t,e,s){let r=e.offset,n=hR(e,t.options.strict,s);if(!n)return{value:"",type:null,comment:"",range:[r,r,r]};let o=n.
mode===">"?Pd.Scalar.BLOCK_FOLDED:Pd.Scalar.BLOCK_LITERAL,i=e.source?mR(e.source):[],a=i.length;for(let h=i.length-1;h>=0;--h){let b=i[h][1];if(b===""||b==="\r")
a=h;else break}if(a===0){let h=n.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",b=r+n.length;return e.source&&(b+=e.source.length),{value:h,type:o,comment:n.comment,range:[r,b,b]}}let c=e.indent+n.indent,
l=e.offset+n.length,d=0;for(let h=0;h<a;++h){let[b,y]=i[h];if(y===""||y==="\r")n.indent===0&&b.length>c&&(c=b.length);else{b.length<c&&s(l+b.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),n.indent===0&&(c=b.length),d=h,c===0&&!t.atRoot&&s(l,"BAD_\
INDENT","Block scalar values in collections must be indented");break}l+=b.length+y.length+1}for(let h=i.length-1;h>=a;--h)i[h][0].length>c&&(a=h+1);let u="",p="",
f=!1;for(let h=0;h<d;++h)u+=i[h][0].slice(c)+`
`;for(let h=d;h<a;++h){let[b,y]=i[h];l+=b.length+y.length+1;let v=y[y.length-1]==="\r";if(v&&(y=y.slice(0,-1)),y&&b.length<c){let S=`Block scalar lines must not\
 be less indented than their ${n.indent?"explicit indentation indicator":"first line"}`;s(l-y.length-(v?2:1),"BAD_INDENT",S),b=""}o===Pd.Scalar.BLOCK_LITERAL?(u+=
p+b.slice(c)+y,p=`
`):b.length>c||y[0]==="	"?(p===" "?p=`
`:!f&&p===`
`&&(p=`

`),u+=p+b.slice(c)+y,p=`
`,f=!0):y===""?p===`
`?u+=`
`:p=`
`:(u+=p+y,p=" ",f=!1)}switch(n.chomp){case"-":break;case"+":for(let h=a;h<i.length;++h)u+=`
`+i[h][0].slice(c);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let m=r+n.length+e.source.length;return{value:u,type:o,comment:n.comment,range:[r,m,m]}}function hR({offset:t,props:e},s,r){if(e[0].type!=="block-scalar-heade\
r")return r(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:n}=e[0],o=n[0],i=0,a="",c=-1;for(let p=1;p<n.length;++p){let f=n[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let m=Number(f);!i&&m?i=m:c===-1&&(c=t+p)}}c!==-1&&r(c,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${n}`);let l=!1,
d="",u=n.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":l=!0;case"newline":u+=f.source.length;break;case"comment":s&&!l&&r(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":r(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let m=`Unexpected token in block scalar header: ${f.type}`;r(f,"UNEXPECTED_TOKEN",m);let h=f.source;h&&typeof h==
"string"&&(u+=h.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function mR(t){let e=t.split(/\n( *)/),s=e[0],r=s.match(/^( *)/),o=[r?.[1]?[r[1],s.
slice(r[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}oy.resolveBlockScalar=fR});var Nd=N(ay=>{"use strict";var Id=_e(),gR=Br();function bR(t,e,s){let{offset:r,type:n,source:o,end:i}=t,a,c,l=(p,f,m)=>s(r+p,f,m);switch(n){case"scalar":a=Id.Scalar.
PLAIN,c=yR(o,l);break;case"single-quoted-scalar":a=Id.Scalar.QUOTE_SINGLE,c=kR(o,l);break;case"double-quoted-scalar":a=Id.Scalar.QUOTE_DOUBLE,c=vR(o,l);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${n}`),{value:"",type:null,comment:"",range:[r,r+o.length,r+o.length]}}let d=r+o.length,
u=gR.resolveEnd(i,d,e,s);return{value:c,type:a,comment:u.comment,range:[r,d,u.offset]}}function yR(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),iy(t)}function kR(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),iy(t.slice(1,-1)).replace(/''/g,"'")}function iy(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let r,n;try{r=new RegExp("(?<![ 	])[ 	]+$"),n=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{r=/[ \t]+$/,n=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(r,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let l=s[1].replace(n,"");l===""?i===`
`?o+=i:i=`
`:(o+=i+l,i=" "),a=e.lastIndex}let c=/[ \t]*(.*)/sy;return c.lastIndex=a,s=c.exec(t),o+i+(s?.[1]??"")}function vR(t,e){let s="";for(let r=1;r<t.length-1;++r){let n=t[r];
if(!(n==="\r"&&t[r+1]===`
`))if(n===`
`){let{fold:o,offset:i}=wR(t,r);s+=o,r=i}else if(n==="\\"){let o=t[++r],i=xR[o];if(i)s+=i;else if(o===`
`)for(o=t[r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="\r"&&t[r+1]===`
`)for(o=t[++r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=SR(t,r+1,a,e),r+=a}else{let a=t.substr(r-1,2);e(
r-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(n===" "||n==="	"){let o=r,i=t[r+1];for(;i===" "||i==="	";)i=t[++r+1];i!==`
`&&!(i==="\r"&&t[r+2]===`
`)&&(s+=r>o?t.slice(o,r+1):n)}else s+=n}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function wR(t,e){let s="",
r=t[e+1];for(;(r===" "||r==="	"||r===`
`||r==="\r")&&!(r==="\r"&&t[e+2]!==`
`);)r===`
`&&(s+=`
`),e+=1,r=t[e+1];return s||(s=" "),{fold:s,offset:e}}var xR={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function SR(t,e,s,r){let n=t.substr(e,s),i=n.length===s&&
/^[0-9a-fA-F]+$/.test(n)?parseInt(n,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return r(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}ay.resolveFlowScalar=bR});var dy=N(ly=>{"use strict";var hr=te(),cy=_e(),ER=Rd(),CR=Nd();function _R(t,e,s,r){let{value:n,type:o,comment:i,range:a}=e.type==="block-scalar"?ER.resolveBlockScalar(
t,e,r):CR.resolveFlowScalar(e,t.options.strict,r),c=s?t.directives.tagName(s.source,u=>r(s,"TAG_RESOLVE_FAILED",u)):null,l;t.options.stringKeys&&t.atKey?l=t.schema[hr.
SCALAR]:c?l=AR(t.schema,n,c,s,r):e.type==="scalar"?l=$R(t,n,e,r):l=t.schema[hr.SCALAR];let d;try{let u=l.resolve(n,p=>r(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=hr.isScalar(u)?u:new cy.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);r(s??e,"TAG_RESOLVE_FAILED",p),d=new cy.Scalar(n)}return d.range=a,d.source=
n,o&&(d.type=o),c&&(d.tag=c),l.format&&(d.format=l.format),i&&(d.comment=i),d}function AR(t,e,s,r,n){if(s==="!")return t[hr.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(n(r,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[hr.SCALAR])}function $R({
atKey:t,directives:e,schema:s},r,n,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(r))||s[hr.SCALAR];if(s.compat){let a=s.compat.find(
c=>c.default&&c.test?.test(r))??s[hr.SCALAR];if(i.tag!==a.tag){let c=e.tagString(i.tag),l=e.tagString(a.tag),d=`Value may be parsed as either ${c} or ${l}`;o(n,
"TAG_RESOLVE_FAILED",d,!0)}}return i}ly.composeScalar=_R});var py=N(uy=>{"use strict";function TR(t,e,s){if(e){s??(s=e.length);for(let r=s-1;r>=0;--r){let n=e[r];switch(n.type){case"space":case"comment":case"newline":t-=
n.source.length;continue}for(n=e[++r];n?.type==="space";)t+=n.source.length,n=e[++r];break}}return t}uy.emptyScalarPosition=TR});var my=N(Ld=>{"use strict";var PR=Cn(),RR=te(),IR=ny(),fy=dy(),NR=Br(),OR=py(),LR={composeNode:hy,composeEmptyNode:Od};function hy(t,e,s,r){let n=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:c}=s,l,d=!0;switch(e.type){case"alias":l=DR(t,e,r),(a||c)&&r(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":l=fy.composeScalar(t,e,c,r),a&&(l.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{l=IR.composeCollection(LR,t,e,s,r),a&&(l.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);r(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;r(e,"UNEXPECTED_TOKEN",u),d=!1}}return l??
(l=Od(t,e.offset,void 0,null,s,r)),a&&l.anchor===""&&r(a,"BAD_ALIAS","Anchor cannot be an empty string"),n&&t.options.stringKeys&&(!RR.isScalar(l)||typeof l.value!=
"string"||l.tag&&l.tag!=="tag:yaml.org,2002:str")&&r(c??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(l.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?l.comment=i:l.commentBefore=i),t.options.keepSourceTokens&&d&&(l.srcToken=e),l}function Od(t,e,s,r,{spaceBefore:n,comment:o,anchor:i,tag:a,end:c},l){
let d={type:"scalar",offset:OR.emptyScalarPosition(e,s,r),indent:-1,source:""},u=fy.composeScalar(t,d,a,l);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&l(i,"BAD_ALIAS","Anchor cannot be an empty string")),n&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=c),u}function DR({options:t},{offset:e,source:s,end:r},n){
let o=new PR.Alias(s.substring(1));o.source===""&&n(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&n(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=NR.resolveEnd(r,i,t.strict,n);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}Ld.composeEmptyNode=
Od;Ld.composeNode=hy});var yy=N(by=>{"use strict";var WR=Fn(),gy=my(),qR=Br(),MR=Bn();function jR(t,e,{offset:s,start:r,value:n,end:o},i){let a=Object.assign({_directives:e},t),c=new WR.
Document(void 0,a),l={atKey:!1,atRoot:!0,directives:c.directives,options:c.options,schema:c.schema},d=MR.resolveProps(r,{indicator:"doc-start",next:n??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(c.directives.docStart=!0,n&&(n.type==="block-map"||n.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),c.contents=n?gy.composeNode(l,n,d,i):gy.composeEmptyNode(l,d.end,r,null,d,i);let u=c.
contents.range[2],p=qR.resolveEnd(o,u,!1,i);return p.comment&&(c.comment=p.comment),c.range=[s,u,p.offset],c}by.composeDoc=jR});var Wd=N(wy=>{"use strict";var FR=require("process"),HR=xl(),VR=Fn(),Gn=Un(),ky=te(),UR=yy(),BR=Br();function zn(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function vy(t){let e="",s=!1,r=!1;for(let n=0;n<
t.length;++n){let o=t[n];switch(o[0]){case"#":e+=(e===""?"":r?`

`:`
`)+(o.substring(1)||" "),s=!0,r=!1;break;case"%":t[n+1]?.[0]!=="#"&&(n+=1),s=!1;break;default:s||(r=!0),s=!1}}return{comment:e,afterEmptyLine:r}}var Dd=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,r,n,o)=>{let i=zn(s);o?this.warnings.push(new Gn.YAMLWarning(
i,r,n)):this.errors.push(new Gn.YAMLParseError(i,r,n))},this.directives=new HR.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:r,
afterEmptyLine:n}=vy(this.prelude);if(r){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${r}`:r;else if(n||e.directives.docStart||!o)e.commentBefore=r;else if(ky.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];ky.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${r}
${a}`:r}else{let i=o.commentBefore;o.commentBefore=i?`${r}
${i}`:r}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:vy(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,r=-1){for(let n of e)yield*this.next(n);yield*this.end(s,r)}*next(e){switch(FR.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,r,n)=>{let o=zn(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",r,n)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=UR.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,r=new Gn.YAMLParseError(zn(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(r):this.doc.errors.push(r);break}case"do\
c-end":{if(!this.doc){let r="Unexpected doc-end without preceding document";this.errors.push(new Gn.YAMLParseError(zn(e),"UNEXPECTED_TOKEN",r));break}this.doc.directives.
docEnd=!0;let s=BR.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let r=this.doc.comment;
this.doc.comment=r?`${r}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new Gn.YAMLParseError(zn(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let r=Object.assign({_directives:this.directives},this.options),n=new VR.Document(
void 0,r);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),n.range=[0,s,s],this.decorate(n,!1),yield n}}};wy.Composer=Dd});var Ey=N(ia=>{"use strict";var GR=Rd(),zR=Nd(),KR=Un(),xy=Pn();function YR(t,e=!0,s){if(t){let r=(n,o,i)=>{let a=typeof n=="number"?n:Array.isArray(n)?n[0]:n.offset;
if(s)s(a,o,i);else throw new KR.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return zR.resolveFlowScalar(
t,e,r);case"block-scalar":return GR.resolveBlockScalar({options:{strict:e}},t,r)}}return null}function XR(t,e){let{implicitKey:s=!1,indent:r,inFlow:n=!1,offset:o=-1,
type:i="PLAIN"}=e,a=xy.stringifyString({type:i,value:t},{implicitKey:s,indent:r>0?" ".repeat(r):"",inFlow:n,options:{blockQuote:!0,lineWidth:-1}}),c=e.end??[{type:"\
newline",offset:-1,indent:r,source:`
`}];switch(a[0]){case"|":case">":{let l=a.indexOf(`
`),d=a.substring(0,l),u=a.substring(l+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:r,source:d}];return Sy(p,c)||p.push({type:"newline",offset:-1,indent:r,source:`
`}),{type:"block-scalar",offset:o,indent:r,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:r,source:a,end:c};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:r,source:a,end:c};default:return{type:"scalar",offset:o,indent:r,source:a,end:c}}}function QR(t,e,s={}){let{afterKey:r=!1,implicitKey:n=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(r&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let l=t.props[0];if(l.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=l.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let c=xy.stringifyString({type:i,value:e},{implicitKey:n||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(c[0]){case"|":case">":JR(t,c);break;case'"':qd(t,c,"double-quoted-scalar");break;case"\
'":qd(t,c,"single-quoted-scalar");break;default:qd(t,c,"scalar")}}function JR(t,e){let s=e.indexOf(`
`),r=e.substring(0,s),n=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=r,t.source=n}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:r}];Sy(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let c of Object.keys(t))c!=="type"&&c!=="offset"&&delete t[c];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:n})}}function Sy(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function qd(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let r=t.props.slice(1),n=e.length;t.props[0].type==="block-scalar-header"&&
(n-=t.props[0].source.length);for(let o of r)o.offset+=n;delete t.props,Object.assign(t,{type:s,source:e,end:r});break}case"block-map":case"block-seq":{let n={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[n]});break}default:{let r="indent"in t?t.indent:-1,n="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:r,source:e,
end:n})}}}ia.createScalarToken=XR;ia.resolveAsScalar=YR;ia.setScalarValue=QR});var _y=N(Cy=>{"use strict";var ZR=t=>"type"in t?ca(t):aa(t);function ca(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=ca(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=aa(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=aa(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=aa(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function aa({start:t,key:e,sep:s,value:r}){let n="";for(let o of t)n+=o.source;if(e&&(n+=ca(e)),s)for(let o of s)n+=o.
source;return r&&(n+=ca(r)),n}Cy.stringify=ZR});var Py=N(Ty=>{"use strict";var Md=Symbol("break visit"),eI=Symbol("skip children"),Ay=Symbol("remove item");function mr(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),$y(Object.freeze([]),t,e)}mr.BREAK=Md;mr.SKIP=eI;mr.REMOVE=Ay;mr.itemAtPath=(t,e)=>{let s=t;for(let[r,n]of e){let o=s?.[r];if(o&&
"items"in o)s=o.items[n];else return}return s};mr.parentCollection=(t,e)=>{let s=mr.itemAtPath(t,e.slice(0,-1)),r=e[e.length-1][0],n=s?.[r];if(n&&"items"in n)return n;
throw new Error("Parent collection not found")};function $y(t,e,s){let r=s(e,t);if(typeof r=="symbol")return r;for(let n of["key","value"]){let o=e[n];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=$y(Object.freeze(t.concat([[n,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Md)return Md;a===Ay&&
(o.items.splice(i,1),i-=1)}}typeof r=="function"&&n==="key"&&(r=r(e,t))}}return typeof r=="function"?r(e,t):r}Ty.visit=mr});var la=N(pt=>{"use strict";var jd=Ey(),tI=_y(),sI=Py(),Fd="\uFEFF",Hd="",Vd="",Ud="",rI=t=>!!t&&"items"in t,nI=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function oI(t){switch(t){case Fd:return"<BOM>";case Hd:return"<DOC>";case Vd:return"<FL\
OW_END>";case Ud:return"<SCALAR>";default:return JSON.stringify(t)}}function iI(t){switch(t){case Fd:return"byte-order-mark";case Hd:return"doc-mode";case Vd:return"\
flow-error-end";case Ud:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}pt.createScalarToken=jd.createScalarToken;pt.resolveAsScalar=jd.resolveAsScalar;pt.setScalarValue=jd.
setScalarValue;pt.stringify=tI.stringify;pt.visit=sI.visit;pt.BOM=Fd;pt.DOCUMENT=Hd;pt.FLOW_END=Vd;pt.SCALAR=Ud;pt.isCollection=rI;pt.isScalar=nI;pt.prettyToken=
oI;pt.tokenType=iI});var zd=N(Iy=>{"use strict";var Kn=la();function Wt(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var Ry=new Set("0123456789ABCDEFabcdef"),aI=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),da=new Set(",[]{}"),cI=new Set(` ,[]{}
\r	`),Bd=t=>!t||cI.has(t),Gd=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let r=this.next??"stream";for(;r&&(s||this.hasChars(1));)r=yield*this.parseNext(
r)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let r=0;for(;s===" ";)s=this.buffer[++r+e];if(s==="\r"){
let n=this.buffer[r+e+1];if(n===`
`||!n&&!this.atEnd)return e+r+1}return s===`
`||r>=this.indentNext||!s&&!this.atEnd?e+r:-1}if(s==="-"||s==="."){let r=this.buffer.substr(e,3);if((r==="---"||r==="...")&&Wt(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===Kn.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,r=e.indexOf("#");for(;r!==-1;){
let o=e[r-1];if(o===" "||o==="	"){s=r-1;break}else r=e.indexOf("#",r+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let n=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-n),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield Kn.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Wt(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Wt(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Wt(s)){let r=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=r,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Bd),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,r=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=r=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let n=this.getLine();
if(n===null)return this.setNext("flow");if((r!==-1&&r<this.indentNext&&n[0]!=="#"||r===0&&(n.startsWith("---")||n.startsWith("..."))&&Wt(n[3]))&&!(r===this.indentNext-
1&&this.flowLevel===1&&(n[0]==="]"||n[0]==="}")))return this.flowLevel=0,yield Kn.FLOW_END,yield*this.parseLineStart();let o=0;for(;n[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),n[o]){case void 0:return"flow";case"#":return yield*this.pushCount(n.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Bd),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Wt(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let r=this.buffer.
substring(0,s),n=r.indexOf(`
`,this.pos);if(n!==-1){for(;n!==-1;){let o=this.continueScalar(n+1);if(o===-1)break;n=r.indexOf(`
`,o)}n!==-1&&(s=n-(r[n-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Wt(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,r;e:for(let o=this.pos;r=this.buffer[o];++o)switch(r){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!r&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let n=e+1;for(r=this.buffer[n];r===" ";)r=this.buffer[++n];
if(r==="	"){for(;r==="	"||r===" "||r==="\r"||r===`
`;)r=this.buffer[++n];e=n-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield Kn.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,r=this.pos-1,n;for(;n=this.buffer[++r];)if(n===":"){let o=this.buffer[r+1];if(Wt(o)||e&&da.has(o))break;s=r}else if(Wt(n)){let o=this.buffer[r+
1];if(n==="\r"&&(o===`
`?(r+=1,n=`
`,o=this.buffer[r+1]):s=r),o==="#"||e&&da.has(o))break;if(n===`
`){let i=this.continueScalar(r+1);if(i===-1)break;r=Math.max(r,i-2)}}else{if(e&&da.has(n))break;s=r}return!n&&!this.atEnd?this.setNext("plain-scalar"):(yield Kn.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let r=this.
buffer.slice(this.pos,e);return r?(yield r,this.pos+=r.length,r.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Bd),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,r=this.charAt(1);if(Wt(r)||s&&da.has(r)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Wt(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(aI.has(s))s=this.buffer[++e];else if(s==="%"&&Ry.has(this.buffer[e+1])&&Ry.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,r;do r=this.buffer[++s];while(r===" "||e&&r==="	");let n=s-this.pos;return n>0&&(yield this.buffer.substr(
this.pos,n),this.pos=s),n}*pushUntil(e){let s=this.pos,r=this.buffer[s];for(;!e(r);)r=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};Iy.Lexer=Gd});var Yd=N(Ny=>{"use strict";var Kd=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,r=this.lineStarts.length;
for(;s<r;){let o=s+r>>1;this.lineStarts[o]<e?s=o+1:r=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let n=this.lineStarts[s-1];
return{line:s,col:e-n+1}}}};Ny.LineCounter=Kd});var Qd=N(qy=>{"use strict";var lI=require("process"),Oy=la(),dI=zd();function Ms(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function Ly(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function Wy(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function ua(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function Gr(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function pa(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function Dy(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Ms(e.start,"explicit-key-ind")&&!Ms(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,Wy(e.value)?e.value.end?pa(e.value.end,e.sep):e.value.end=e.sep:pa(e.start,e.sep),delete e.sep)}var Xd=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new dI.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let r of this.lexer.lex(e,s))yield*this.next(r);s||(yield*this.end())}*next(e){if(this.source=
e,lI.env.LOG_TOKENS&&console.log("|",Oy.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=Oy.tokenType(e);if(s)
if(s==="scalar")this.atNewLine=!1,this.atScalar=!0,this.type="scalar";else{switch(this.type=s,yield*this.step(),s){case"newline":this.atNewLine=!0,this.indent=0,
this.onNewLine&&this.onNewLine(this.offset+e.length);break;case"space":this.atNewLine&&e[0]===" "&&(this.indent+=e.length);break;case"explicit-key-ind":case"map\
-value-ind":case"seq-item-ind":this.atNewLine&&(this.indent+=e.length);break;case"doc-mode":case"flow-error-end":return;default:this.atNewLine=!1}this.offset+=e.
length}else{let r=`Not a YAML token: ${e}`;yield*this.pop({type:"error",offset:this.offset,message:r,source:e}),this.offset+=e.length}}*end(){for(;this.stack.length>
0;)yield*this.pop()}get sourceToken(){return{type:this.type,offset:this.offset,indent:this.indent,source:this.source}}*step(){let e=this.peek(1);if(this.type===
"doc-end"&&e?.type!=="doc-end"){for(;this.stack.length>0;)yield*this.pop();this.stack.push({type:"doc-end",offset:this.offset,source:this.source});return}if(!e)
return yield*this.stream();switch(e.type){case"document":return yield*this.document(e);case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-sc\
alar":return yield*this.scalar(e);case"block-scalar":return yield*this.blockScalar(e);case"block-map":return yield*this.blockMap(e);case"block-seq":return yield*this.
blockSequence(e);case"flow-collection":return yield*this.flowCollection(e);case"doc-end":return yield*this.documentEnd(e)}yield*this.pop()}peek(e){return this.stack[this.
stack.length-e]}*pop(e){let s=e??this.stack.pop();if(!s)yield{type:"error",offset:this.offset,source:"",message:"Tried to pop an empty stack"};else if(this.stack.
length===0)yield s;else{let r=this.peek(1);switch(s.type==="block-scalar"?s.indent="indent"in r?r.indent:0:s.type==="flow-collection"&&r.type==="document"&&(s.indent=
0),s.type==="flow-collection"&&Dy(s),r.type){case"document":r.value=s;break;case"block-scalar":r.props.push(s);break;case"block-map":{let n=r.items[r.items.length-
1];if(n.value){r.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(n.sep)n.value=s;else{Object.assign(n,{key:s,sep:[]}),this.onKeyLine=!n.explicitKey;
return}break}case"block-seq":{let n=r.items[r.items.length-1];n.value?r.items.push({start:[],value:s}):n.value=s;break}case"flow-collection":{let n=r.items[r.items.
length-1];!n||n.value?r.items.push({start:[],key:s,sep:[]}):n.sep?n.value=s:Object.assign(n,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((r.
type==="document"||r.type==="block-map"||r.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let n=s.items[s.items.length-1];n&&!n.sep&&!n.value&&
n.start.length>0&&Ly(n.start)===-1&&(s.indent===0||n.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(r.type==="document"?r.end=n.start:r.items.push({start:n.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{Ly(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=ua(this.peek(2)),r=Gr(s),n;e.end?(n=e.end,n.push(this.sourceToken),delete e.end):n=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:r,key:e,sep:n}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){pa(n,s.start),
n.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let r=!this.onKeyLine&&this.indent===e.indent,n=r&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(n&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let c=s.sep[a];switch(c.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":c.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":n||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):n||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Ms(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(Wy(s.key)&&!Ms(s.sep,"newline")){
let i=Gr(s.start),a=s.key,c=s.sep;c.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:c}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(Ms(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=Gr(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||n?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Ms(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);n||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!Ms(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else r&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){pa(n,s.start),n.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||Ms(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let r=this.startBlockValue(e);if(r){this.stack.push(r);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let r;do yield*this.pop(),r=this.peek(1);while(r?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let n=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:n,
sep:[]}):s.sep?this.stack.push(n):Object.assign(s,{key:n,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let r=this.startBlockValue(
e);r?this.stack.push(r):(yield*this.pop(),yield*this.step())}else{let r=this.peek(2);if(r.type==="block-map"&&(this.type==="map-value-ind"&&r.indent===e.indent||
this.type==="newline"&&!r.items[r.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&r.type!=="flow-collection"){let n=ua(
r),o=Gr(n);Dy(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=ua(e),r=Gr(s);return r.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=ua(e),r=Gr(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(r=>r.type==="newline"||r.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};qy.Parser=Xd});var Vy=N(Xn=>{"use strict";var My=Wd(),uI=Fn(),Yn=Un(),pI=Ll(),fI=te(),hI=Yd(),jy=Qd();function Fy(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new hI.LineCounter||null,prettyErrors:e}}function mI(t,e={}){let{lineCounter:s,prettyErrors:r}=Fy(e),n=new jy.Parser(s?.addNewLine),o=new My.Composer(e),i=Array.
from(o.compose(n.parse(t)));if(r&&s)for(let a of i)a.errors.forEach(Yn.prettifyError(t,s)),a.warnings.forEach(Yn.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function Hy(t,e={}){let{lineCounter:s,prettyErrors:r}=Fy(e),n=new jy.Parser(s?.addNewLine),o=new My.Composer(e),i=null;for(let a of o.
compose(n.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new Yn.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return r&&s&&(i.errors.forEach(Yn.prettifyError(t,s)),i.warnings.forEach(Yn.prettifyError(
t,s))),i}function gI(t,e,s){let r;typeof e=="function"?r=e:s===void 0&&e&&typeof e=="object"&&(s=e);let n=Hy(t,s);if(!n)return null;if(n.warnings.forEach(o=>pI.
warn(n.options.logLevel,o)),n.errors.length>0){if(n.options.logLevel!=="silent")throw n.errors[0];n.errors=[]}return n.toJS(Object.assign({reviver:r},s))}function bI(t,e,s){
let r=null;if(typeof e=="function"||Array.isArray(e)?r=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let n=Math.round(s);s=n<1?void 0:
n>8?{indent:8}:{indent:n}}if(t===void 0){let{keepUndefined:n}=s??e??{};if(!n)return}return fI.isDocument(t)&&!r?t.toString(s):new uI.Document(t,r,s).toString(s)}
Xn.parse=gI;Xn.parseAllDocuments=mI;Xn.parseDocument=Hy;Xn.stringify=bI});var By=N(ce=>{"use strict";var yI=Wd(),kI=Fn(),vI=bd(),Jd=Un(),wI=Cn(),js=te(),xI=Ls(),SI=_e(),EI=Ws(),CI=qs(),_I=la(),AI=zd(),$I=Yd(),TI=Qd(),fa=Vy(),Uy=wn();ce.
Composer=yI.Composer;ce.Document=kI.Document;ce.Schema=vI.Schema;ce.YAMLError=Jd.YAMLError;ce.YAMLParseError=Jd.YAMLParseError;ce.YAMLWarning=Jd.YAMLWarning;ce.
Alias=wI.Alias;ce.isAlias=js.isAlias;ce.isCollection=js.isCollection;ce.isDocument=js.isDocument;ce.isMap=js.isMap;ce.isNode=js.isNode;ce.isPair=js.isPair;ce.isScalar=
js.isScalar;ce.isSeq=js.isSeq;ce.Pair=xI.Pair;ce.Scalar=SI.Scalar;ce.YAMLMap=EI.YAMLMap;ce.YAMLSeq=CI.YAMLSeq;ce.CST=_I;ce.Lexer=AI.Lexer;ce.LineCounter=$I.LineCounter;
ce.Parser=TI.Parser;ce.parse=fa.parse;ce.parseAllDocuments=fa.parseAllDocuments;ce.parseDocument=fa.parseDocument;ce.stringify=fa.stringify;ce.visit=Uy.visit;ce.
visitAsync=Uy.visitAsync});var Yy={};ga(Yy,{checkGuardFile:()=>RI,readGuardFile:()=>PI});function PI(t,e){let s=new bt.LineCounter,r=f=>{let{line:m,col:h}=s.linePos(f);return`${e}:${m}:${h}`},
n=(0,bt.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=n.errors[0]??n.warnings[0];if(o)throw new et(`${r(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,m)=>{throw new et(`${r(f?.range?.[0]??0)}  ${m}`)},a=n.contents;if(!(0,bt.isMap)(a))return i(a,'must be a map with "schema: 1"');let c=new Map;
for(let{key:f,value:m}of a.items){let h=(0,bt.isScalar)(f)?String(f.value):"";Gy.includes(h)||i(f,`unknown key "${h}"; there are ${Gy.join(", ")}`),c.set(h,m)}let l=c.
get("schema");(!(0,bt.isScalar)(l)||l.value!==1)&&i(l??a,'must say "schema: 1"');let d=f=>{let m=c.get(f);return m===void 0?[]:(0,bt.isSeq)(m)?(m.items.length>zy&&
i(m,`${f}: has more than ${zy} entries`),m.items.map(h=>!(0,bt.isScalar)(h)||typeof h.value!="string"?i(h,`${f}: must hold texts`):{name:h.value,place:r(h.range?.[0]??
0)})):i(m,`${f}: must be a list`)},u=c.get("level"),p=Ys.find(f=>(0,bt.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${Ys.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function RI({allow:t,deny:e},s){let r=new Map(s.map(n=>[n.id,n]));for(let{name:n,place:o}of[
...t,...e])if(!r.has(n)&&!Ky.includes(n))throw new et(`${o}  there is no rule "${n}"`,"`gatebench guard --list` prints the rules.");for(let{name:n,place:o}of t){
if(r.get(n)?.severity==="catastrophic")throw new et(`${o}  the rule "${n}" is catastrophic and cannot be allowed`);if(Ky.includes(n))throw new et(`${o}  "${n}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===n))throw new et(`${o}  the rule "${n}" is both allowed and denied`)}}var bt,Gy,
zy,Ky,Xy=Me(()=>{"use strict";bt=ou(By(),1);Lr();Xs();Gy=["schema","level","allow","deny","rules"],zy=500,Ky=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function II(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let r=t.charCodeAt(e+1);if(!(r>=56320&&r<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function gr(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&II(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let r=gr(t.toJSON(),e);return e.
delete(t),r}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(n=>gr(n===void 0||typeof n=="symbol"?null:
n,e)).join(",")}]`;else{let r=[];for(let n of Object.keys(t).sort())t[n]===void 0||typeof t[n]=="symbol"||r.push(`${gr(n)}:${gr(t[n],e)}`);s=`{${r.join(",")}}`}
return e.delete(t),s}var Qy=Me(()=>{});function eu(t){if(Zd(t))return JSON.stringify(t);if(ek(t))return NI(t);if(Array.isArray(t))return`[${t.map(s=>Zy(s)?"null":eu(s)).join(",")}]`;let e=gr(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function NI(t){let e="";for(let s of Object.keys(t).sort()){let r=t[s];if(!Zy(r)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${eu(r)}`}}return e===""?"{}":`${e}}`}function Zd(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Zd);if(!ek(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Zd(t[s]))return!1;e=s}return!0}default:return!1}}function ek(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function tu(t){return(0,Jy.hash)("sh\
a256",t)}function tk(t){return tu(eu(t))}var Jy,Zy,sk=Me(()=>{"use strict";Jy=require("node:crypto");Qy();Zy=t=>t===void 0||typeof t=="symbol"});var su,rk=Me(()=>{"use strict";su=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var OI,LI,nk,ok=Me(()=>{"use strict";OI="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",LI="9f86d081884c7d659a2feaa0c55ad015",nk=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,r)=>{let n=(s==="hex"?LI:OI).repeat(3).slice(0,Number(r));return s==="RANDOM"?n.toUpperCase():n})});var DI,WI,qI,ik,ak=Me(()=>{"use strict";DI=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),WI=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
qI=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,ik=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||qI.test(s)||WI.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!DI.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function ck(t){let e=new Map;for(let r of t)e.set(r,(e.get(r)??0)+1);let s=0;for(let r of e.values())s-=r/t.length*Math.log2(r/t.length);return s}function lk(t){
let{least_entropy:e,entropy_above:s,has:r=[],not:n=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||n.includes("placeholder")&&jI.test(i)||e!==void 0&&ck(
i)<e||s!==void 0&&ck(i)<=s||!r.every(c=>MI[c].test(i))||n.includes("words")&&FI.test(i)?!1:!(n.includes("local-address")&&HI.test(a))}var MI,jI,FI,HI,dk=Me(()=>{
"use strict";MI={digit:/\d/,letter:/[A-Za-z]/},jI=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
FI=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
HI=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var uk,pk=Me(()=>{"use strict";uk=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
Za-z0-9+/=\\\\s\\\\\\\\n\\"',.:-]{60,20000}","examples":{"finds":["-----BEGIN EC PRIVATE KEY-----\\n{random 40}\\n{random 40}\\n-----END EC PRIVATE KEY-----"],"leaves":["\
-----BEGIN PUBLIC KEY-----"]}},{"id":"private-key","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:(?!-----)[A-Za-z0-9+/=\\\\s\\\\\\\\',.\
:;()-]|\\"[\\\\s+.\\\\\\\\n]{0,20}\\"){60,20000})","texts":{"hints":["-----BEGIN "],"quotes":true},"examples":{"redacts":{"-----BEGIN RSA PRIVATE KEY-----\\n{random 40}\\\
n{random 40}\\n-----END RSA PRIVATE KEY-----\\nand on":"-----BEGIN RSA PRIVATE KEY-----[redacted:private-key#1]-----END RSA PRIVATE KEY-----\\nand on"},"leaves":["\
-----BEGIN PUBLIC KEY-----"]}},{"id":"model-provider-key","pattern":"\\\\b(?:sk-(?:ant-|or-|proj-|svcacct-|admin-)[A-Za-z0-9_-]{20,250}|sk-[A-Za-z0-9]{32,64}|hf_[\
A-Za-z0-9]{30,50}|gsk_[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{60,90}|r8_[A-Za-z0-9]{35,45}|pplx-[A-Za-z0-9]{40,60})(?![A-Za-z0-9])","accepts":{"entropy_above":3.2,"h\
as":["digit"]},"texts":{"hints":["sk-","hf_","gsk_","xai-","r8_","pplx-"]},"examples":{"redacts":{"key sk-ant-api03-{random 40}-AA":"key [redacted:model-provide\
r-key#1]","sk-proj-{random 40}":"[redacted:model-provider-key#1]","hf_{random 34}":"[redacted:model-provider-key#1]"},"leaves":["sk-loading-indicator-container-\
wide","a task-9f86d081884c7d659a2feaa0c55ad015"]}},{"id":"slack-token","pattern":"\\\\bxox[abeoprs]-[A-Za-z0-9-]{20,250}","texts":{"hints":["xox"]},"examples":{"r\
edacts":{"xoxb-123456789012-1234567890123-AbCdEfGhIjKl":"[redacted:slack-token#1]"},"leaves":["xoxb-short"]}},{"id":"sendgrid-key","pattern":"\\\\bSG\\\\.[A-Za-z0-9\
_-]{20,24}\\\\.[A-Za-z0-9_-]{39,50}","texts":{"hints":["SG."]},"examples":{"redacts":{"SG.{random 22}.{random 40}abc":"[redacted:sendgrid-key#1]"}}},{"id":"putty-\
private-key","patches":"high","pattern":"PuTTY-User-Key-File-\\\\d: [\\\\w-]{1,40}","texts":{"hints":["PuTTY-User-Key"]},"examples":{"redacts":{"PuTTY-User-Key-File\
-2: ssh-rsa":"[redacted:putty-private-key#1]"}}},{"id":"age-secret-key","patches":"high","pattern":"AGE-SECRET-KEY-1[0-9A-Z]{58}","texts":{"hints":["AGE-SECRET-\
KEY-"]},"examples":{"redacts":{"AGE-SECRET-KEY-1{RANDOM 40}QQQQQQQQQQQQQQQQQQ":"[redacted:age-secret-key#1]"}}},{"id":"aws-access-key-id","patches":"low","patte\
rn":"\\\\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\\\\b","accepts":{"no_end":"EXAMPLE"},"texts":{"hints":["AKIA","ASIA","ABIA","ACCA"]},"examples":{"redacts":{"id AKIAY3\
4FZKBOKMUTVV7A.":"id [redacted:aws-access-key-id#1]."},"leaves":["AKIAIOSFODNN7EXAMPLE"]}},{"id":"aws-secret-access-key","patches":"high","pattern":"aws.{0,20}?\
(?:secret|sk).{0,20}?['\\"=:\\\\s]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])","flags":"i","accepts":{"entropy_above":3.5,"no_end":"EXAMPLEKEY"},"texts":{"hints":["aws"]\
,"fold":true},"examples":{"redacts":{"AWS_SECRET_ACCESS_KEY={random 40}":"AWS_SECRET_ACCESS_KEY=[redacted:aws-secret-access-key#1]"}}},{"id":"google-api-key","p\
atches":"high","pattern":"\\\\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])","texts":{"hints":["AIza"]},"examples":{"redacts":{"AIza{random 35}":"[redacted:google-api-k\
ey#1]"},"leaves":["AIzaShort"]}},{"id":"github-token","patches":"high","pattern":"\\\\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,244})","accepts\
":{"entropy_above":3},"texts":{"hints":["ghp_","gho_","ghu_","ghs_","ghr_","github_pat_"]},"examples":{"redacts":{"https://x:ghp_{random 40}@github.com/a/b":"ht\
tps://x:[redacted:github-token#1]@github.com/a/b"},"leaves":["ghp_short"]}},{"id":"gitlab-token","patches":"high","pattern":"\\\\bgl(?:pat|ptt|dt|rt|cbt|ft|soat)-\
[A-Za-z0-9_-]{20,100}","texts":{"hints":["glpat-","glptt-","gldt-","glrt-","glcbt-","glft-","glsoat-"]},"examples":{"redacts":{"glpat-{random 20}":"[redacted:gi\
tlab-token#1]"}}},{"id":"npm-token","patches":"high","pattern":"\\\\bnpm_[A-Za-z0-9]{36}\\\\b","accepts":{"entropy_above":3},"texts":{"hints":["npm_"]},"examples":{\
"redacts":{"npm_{random 36}":"[redacted:npm-token#1]"},"leaves":["npm_config_registry"]}},{"id":"pypi-token","patches":"high","pattern":"\\\\bpypi-AgE[A-Za-z0-9_-\
]{50,400}","texts":{"hints":["pypi-AgE"]},"examples":{"redacts":{"pypi-AgE{random 80}":"[redacted:pypi-token#1]"}}},{"id":"rubygems-token","patches":"high","pat\
tern":"\\\\brubygems_[a-f0-9]{48}\\\\b","texts":{"hints":["rubygems_"]},"examples":{"redacts":{"rubygems_{hex 32}9a2feaa0c55ad015":"[redacted:rubygems-token#1]"}}},\
{"id":"crates-token","patches":"high","pattern":"\\\\bcio[a-zA-Z0-9]{32}\\\\b","accepts":{"least_entropy":3.8,"has":["digit","letter"],"not":["placeholder"]},"texts\
":{"hints":["cio"]},"examples":{"redacts":{"cio{random 32}":"[redacted:crates-token#1]"},"leaves":["conscious"]}},{"id":"stripe-key","patches":"high","pattern":\
"\\\\b(?:sk|rk)_live_[0-9A-Za-z]{20,120}","texts":{"hints":["sk_live_","rk_live_"]},"examples":{"redacts":{"sk_live_{random 24}":"[redacted:stripe-key#1]"}}},{"id\
":"slack-webhook","patches":"high","pattern":"https:\\\\/\\\\/hooks\\\\.slack\\\\.com\\\\/(?:services|workflows)\\\\/[A-Za-z0-9/_+-]{40,100}","texts":{"hints":["https://hoo\
ks.slack.com/"]},"examples":{"redacts":{"https://hooks.slack.com/services/T00/B00/{random 40}":"[redacted:slack-webhook#1]"}}},{"id":"twilio-key","patches":"low\
","pattern":"\\\\bSK[0-9a-f]{32}\\\\b","texts":{"hints":["SK0","SK1","SK2","SK3","SK4","SK5","SK6","SK7","SK8","SK9","SKa","SKb","SKc","SKd","SKe","SKf"]},"examples\
":{"redacts":{"SK{hex 32}":"[redacted:twilio-key#1]"},"leaves":["SKIP"]}},{"id":"digitalocean-token","patches":"high","pattern":"\\\\bdo[por]_v1_[a-f0-9]{64}\\\\b",\
"texts":{"hints":["dop_v1_","doo_v1_","dor_v1_"]},"examples":{"redacts":{"dop_v1_{hex 64}":"[redacted:digitalocean-token#1]"}}},{"id":"azure-storage-key","patch\
es":"high","pattern":"AccountKey=([A-Za-z0-9+/]{86}==)","texts":{"hints":["AccountKey="]},"examples":{"redacts":{"AccountName=a;AccountKey={random 80}abcdef==;E\
=x":"AccountName=a;AccountKey=[redacted:azure-storage-key#1];E=x"}}},{"id":"json-web-token","patches":"high","pattern":"\\\\beyJ[A-Za-z0-9_-]{10,2000}\\\\.eyJ[A-Za-\
z0-9_-]{10,4000}\\\\.[A-Za-z0-9_-]{20,1000}","texts":{"hints":["eyJ"]},"examples":{"redacts":{"t=eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.{random 40}":"t=[redacted:json-\
web-token#1]"},"leaves":["eyJ.eyJ.x"]}},{"id":"connection-string","patches":"high","pattern":"\\\\b[a-z][a-z0-9+.-]{1,20}:\\\\/\\\\/[^\\\\s:@/'\\"\`<>]{1,100}:([^\\\\s@/'\\"\
\`<>]{3,200})@[^\\\\s/'\\"\`<>]{1,200}","flags":"i","accepts":{"not":["placeholder","local-address"]},"texts":{"hints":["://"],"reach":21},"examples":{"redacts":{"po\
stgres://app:s3cr3t-Pa55@db.corp.net:5432/x":"postgres://app:[redacted:connection-string#1]@db.corp.net:5432/x","redis://same:same9@cache.corp.net":"redis://sam\
e:[redacted:connection-string#1]@cache.corp.net"},"leaves":["postgres://app:password@localhost/x","https://host:8080/a@b"]}},{"id":"npmrc-auth","patches":"high"\
,"pattern":":_(?:authToken|auth|password)\\\\s*=\\\\s*([^\\\\s\${}]{8,500})","accepts":{"not":["placeholder"]},"texts":{"hints":[":_auth",":_password"]},"examples":{"r\
edacts":{"//r.corp.net/:_authToken={random 40}":"//r.corp.net/:_authToken=[redacted:npmrc-auth#1]"}}},{"id":"authorization-header","patches":"low","pattern":"au\
thorization['\\"]?\\\\s{0,5}[:=]\\\\s{0,5}['\\"\`]?(?:bearer|basic|token)\\\\s+([A-Za-z0-9+/._~=-]{16,500})","flags":"i","accepts":{"least_entropy":3.2,"has":["digit","l\
etter"],"not":["placeholder"]},"texts":{"hints":["authorization"],"fold":true},"examples":{"redacts":{"Authorization: Bearer {random 40}":"Authorization: Bearer\
 [redacted:authorization-header#1]"},"leaves":["authorization: Bearer YOUR_TOKEN"]}},{"id":"assigned-secret","patches":"low","pattern":"(?:pass(?:word|wd|phrase\
)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth)[\\\\w-]{0,30}['\\"]?\\\\s{0,5}(?:[:=]|=>|:=)\\\\s{0,5}['\\"\`]([^'\\"\`\\\\s]{12,300})['\\"\`]","fl\
ags":"i","accepts":{"least_entropy":3.5,"has":["digit","letter"],"not":["placeholder"]},"examples":{"finds":["const apiKey = \\"{random 24}\\";"],"leaves":["passw\
ord: \\"changeme-please\\"","tokenKind = \\"identifier\\""]}},{"id":"environment-file-secret","patches":"low","pattern":"^(?:export )?[A-Z0-9_]{0,60}(?:PASS|SECRET|\
TOKEN|KEY|CREDENTIAL|AUTH)[A-Z0-9_]{0,60}\\\\s{0,3}=\\\\s{0,3}[\\"']?([^\\\\s\\"'#]{8,500})","flags":"m","accepts":{"least_entropy":2.5,"not":["placeholder"]},"examples\
":{"finds":["export DB_PASSWORD={random 20}"],"leaves":["API_KEY=your_key_goes_here","SORT_BY=name_ascending"]}},{"id":"key-header","pattern":"(?:x-api-key|x-go\
og-api-key|api-key|private-token)\\\\\\\\?['\\"]?\\\\s{0,5}[:=]\\\\s{0,5}\\\\\\\\?['\\"\`]?([A-Za-z0-9+/._~=-]{16,500})","flags":"i","accepts":{"least_entropy":3.2,"has":["dig\
it","letter"],"not":["words"]},"texts":{"hints":["api-key","x-goog-api-key","private-token"],"reach":2,"fold":true},"examples":{"redacts":{"-H 'x-api-key: {rand\
om 40}'":"-H 'x-api-key: [redacted:key-header#1]'"},"leaves":["x-api-key: your-key-goes-here"]}},{"id":"bearer-token","pattern":"\\\\bbearer\\\\s{1,5}([A-Za-z0-9+/.\
_~-]{20,500}={0,2})(?![\\\\w])","flags":"i","accepts":{"least_entropy":3.5,"has":["digit","letter"],"not":["words"]},"texts":{"hints":["bearer"],"fold":true},"exa\
mples":{"redacts":{"curl -H \\"auth: Bearer {random 40}\\"":"curl -H \\"auth: Bearer [redacted:bearer-token#1]\\""},"leaves":["bearer authenticationwithjwt"]}},{"id\
":"assigned-secret","pattern":"(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth(?!or))[\\\\w-]{0,30}\\\\\\\\{0,3}['\\\
"]?\\\\]?\\\\s{0,5}(?:=>|:=|[:=])\\\\s{0,5}\\\\\\\\{0,3}['\\"\`]([^'\\"\`\\\\s\\\\\\\\]{12,300})\\\\\\\\{0,3}['\\"\`]","flags":"i","accepts":{"least_entropy":3.5,"has":["digit","letter"]\
,"not":["words"]},"texts":{"hints":["pass","secret","token","key","credential","auth"],"reach":8,"fold":true,"field":"(?:pass(?:word|wd|phrase)?|secret|token|ap\
i[_-]?key|access[_-]?key|private[_-]?key|credential|auth(?!or))[\\\\w-]{0,30}$"},"examples":{"redacts":{"const apiKey = \\"{random 24}\\";":"const apiKey = \\"[redac\
ted:assigned-secret#1]\\";","{\\\\\\"client_secret\\\\\\": \\\\\\"{random 24}\\\\\\"}":"{\\\\\\"client_secret\\\\\\": \\\\\\"[redacted:assigned-secret#1]\\\\\\"}"},"leaves":["token: \\"a\
pplication/x-www-form-urlencoded\\"","const tokenKind = \\"identifier_token_2\\"","author_email: \\"ada lovelace 1815\\", SSH_AUTH_SOCK: \\"/tmp/socket0123456789\\"","\
'count-tokens': '/v1/chat/completions'","password: 'process.env.PASSWORD1'"]}},{"id":"environment-secret","pattern":"(?:PASSWORD|PASSWD|PASS|SECRET|TOKEN|KEY|CR\
EDENTIALS?|AUTH)(?:_[A-Z0-9]{1,20}){0,4}=\\\\\\\\{0,3}[\\"']?([^\\\\s\\"'\`#\\\\\\\\$(){}<>,;]{12,500})","accepts":{"least_entropy":3.2,"has":["digit","letter"],"not":["word\
s"]},"texts":{"hints":["PASS","SECRET","TOKEN","KEY","CREDENTIAL","AUTH"]},"examples":{"redacts":{"A=1\\nexport DB_PASSWORD={random 20}\\nB=2":"A=1\\nexport DB_PAS\
SWORD=[redacted:environment-secret#1]\\nB=2","{\\"env\\":\\"API_TOKEN={random 40}\\\\nB=2\\"}":"{\\"env\\":\\"API_TOKEN=[redacted:environment-secret#1]\\\\nB=2\\"}"},"leaves\
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var fk,hk=Me(()=>{"use strict";tt();dk();pk();fk=uk.map(({pattern:t,flags:e="",accepts:s,...r})=>({...r,pattern:new RegExp(t,`g${e}`),...ne({accepts:s&&lk(s)})}))});var VI,mk,gk=Me(()=>{"use strict";tt();ok();ak();hk();VI=fk.flatMap(({id:t,pattern:e,accepts:s,texts:r,examples:n})=>{if(!r)return[];let{field:o,...i}=r,{redacts:a={},
leaves:c=[]}=n,l=[...Object.entries(a),...c.map(d=>[d,d])];return[{id:t,pattern:e,...i,...ne({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(l.map(d=>d.map(nk)))}]}),mk=[...VI,...ik]});function yk(t){let e=new Uint8Array(ru+1),s=new Map,r=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of kk(o,o.text))r[i].push({hint:o,
back:0});else for(let[i,a]of BI(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let n=Uint8Array.from(r,o=>+(o.length>0));return(o,i)=>{let a=bk,c=(d,u)=>{
for(let{hint:p,back:f}of d){let m=u-f;if(m<0||!GI(o,m,p))continue;if(i.left<=0)return!1;i.left-=1,a===bk&&(a=new Map);let h=a.get(p.rule);h?h.at(-1)!==m&&h.push(
m):a.set(p.rule,[m])}return!0},l=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(l=(l<<6^u)&ru,e[l]!==0&&!c(s.get(l),d)||n[u]!==0&&!c(r[u],d))return}
return a}}function*BI({text:t,fold:e}){let s=[...t.slice(0,3)],r=s.map(c=>kk({fold:e},c));for(;r.length<3;)r.unshift(Array.from({length:128},(c,l)=>l));let n=new Set,
[o=[],i=[],a=[]]=r;for(let c of o)for(let l of i)for(let d of a){let u=((c<<6^l)<<6^d)&ru;n.has(u)||(yield[u,s.length-1]),n.add(u)}}function kk({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function GI(t,e,{text:s,fold:r}){return r?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var bk,
UI,ru,vk=Me(()=>{"use strict";bk=new Map,UI=18,ru=2**UI-1});function xk(t,e){let s=t.map(a=>{let c=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),l=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${l}`;
return{rule:a,near:new RegExp(d,`${c}y`),next:new RegExp(l,`${c}g`)}}),r=({hints:a=[],fold:c=!1},l)=>a.map(d=>({text:d,fold:c,rule:l})),n=yk(t.flatMap(r)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,c)=>{let l=n(a,c);if(!l)return;let d=[],u;for(let p=l.size>0?0:i;p<s.length;p++){let f=s[p],m=f.rule.hints&&l.get(p);
if(f.rule.hints&&!m)continue;let h=m?KI(f,a,m,e):YI(f,a,e);for(let b of h)u??=new Uint8Array(a.length),!u.subarray(b.from,b.to).includes(1)&&(u.fill(1,b.from,b.
to),d.push(b))}return d.sort((p,f)=>p.from-f.from)}}function KI({rule:t,near:e},s,r,n){let o=[],i=0;for(let a of r){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let c=e.exec(s);if(!c)continue;let l=Sk(t,s,c,i,n);l&&(o.push(l),i=l.to)}return o}function YI({rule:t,next:e},s,r){let n=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=Sk(t,s,o,n.at(-1)?.to??0,r);i&&n.push(i)}return n}function Sk(t,e,s,r,n){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),c=XI(e,Math.max(r,o),a===-1?i:o+a),l=e.slice(c.from,c.to);if(!(l===""||Ek(l,n)||t.accepts&&!t.accepts(l,s[1])))return{rule:t,
...c}}function Ek(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<wk}function Ck({field:t,accepts:e},s,r,n){return!t||r.length<wk||r.length>zI?!1:
!/\s/.test(r)&&t.test(s)&&!Ek(r,n)&&(!e||e(r,r))}function XI(t,e,s){let r=QI(t,e),n=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(r,n-16),n));for(o&&_k.test(
t[n]??"")&&(n-=o[0].length);n>r&&t[n-1]==="\\";)n--;return Ak(t,n-1)&&$k(t,n)&&n--,{from:r,to:Math.max(r,n)}}function QI(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let r=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let n=r?4-r[1].length:0;n>0&&_k.test(t[s]??"");n--)s++;return $k(t,s)&&Ak(t,s-1)&&s++,s}var wk,zI,_k,Ak,$k,Tk=Me(()=>{"use strict";vk();wk=12,zI=300;_k=/^[0-9a-fA-F]$/;
Ak=(t,e)=>(t.charCodeAt(e)&64512)===55296,$k=(t,e)=>(t.charCodeAt(e)&64512)===56320});function Nk(t=oN,e=sN){let s=dN(t),r=xk(t,s),n=tk([JI,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...iN(t,r,s,e),sha256:n,begin:o});
return o()}function iN(t,e,s,r){let n={left:r},o=aN(),i=(d,u,p)=>{let f=d,m=p==="facts"&&d.length<=rN?{left:4*d.length}:n;for(let h=0;h<ZI;h++){let b=e(f,m);if(!b)
return u["too-dense"]=(u["too-dense"]??0)+1,Ik;if(b.length===0)return f;f=lN(f,b,(y,v)=>(u[y.id]=(u[y.id]??0)+1,p==="patch"?cN(v,C=>o(y,C)):o(y,v)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},m=i(p,f,"facts");if(m===p||Pk(m.replace(s,""))!==Pk(p))return p;for(let[h,b]of Object.entries(f))u[h]=(u[h]??0)+b;return m}).join("/"),
c=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>tN?(u["too-deep"]=(u["too-deep"]??0)+1,Rk):Array.isArray(d)?d.map(m=>c(m,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([m,h])=>{let b=i(m,u,f);if(f==="facts"&&typeof h=="string"&&nN.has(m))return[b,a(h,u)];let y=c(h,u,p+1,f),v=typeof h=="string"&&
y===h&&t.find(C=>Ck(C,m,h,s));return v?(u[v.id]=(u[v.id]??0)+1,[b,o(v,h)]):[b,y]})),l=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>l(p=>i(d,p,u)),
json:(d,u)=>l(p=>c(d,p,0,u))}}function aN(){let t=new Map;return(e,s)=>{let r=t.get(e.id)??new Map;t.set(e.id,r);let n=s.length>64?tu(s):s,o=r.get(n);return o===
void 0&&(o=r.size<eN?r.size+1:0,o>0&&r.set(n,o)),su(e,o)}}function cN(t,e){let[s="",...r]=t.split(`
`),n=e([s,...r.map(o=>o.slice(1))].join(`
`));return[s===""?"":n,...r.map(o=>`${o.slice(0,1)}${o.length>1?n:""}`)].join(`
`)}function lN(t,e,s){let r=[],n=0;for(let{rule:o,from:i,to:a}of e)r.push(t.slice(n,i),s(o,t.slice(i,a))),n=a;return r.join("")+t.slice(n)}function dN(t){let s=[
...t.map(r=>su(r,Number.NaN)),Rk,Ik].map(r=>r.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var JI,ZI,eN,
tN,Rk,sN,Ik,rN,nN,oN,Pk,Ok=Me(()=>{"use strict";sk();rk();gk();Tk();JI=2,ZI=20,eN=2e5,tN=500,Rk="[redacted:too-deep]",sN=2e6,Ik="[redacted:too-dense]",rN=8192,nN=
new Set(["path","old_path"]),oN=mk.filter(({optional:t})=>!t);Pk=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var Wk={};ga(Wk,{appendLogLine:()=>hN,formatLogLine:()=>Dk});function Dk({time:t,client:e,verdict:s,rule:r,subject:n}){let{value:o}=Nk().text(n.slice(0,uN)),i=o.
length>Lk?`${o.slice(0,Lk)} \u2026`:o,a=fN.reduce((c,l)=>c.replace(l,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${r||"-"} ${cr(a)}`}function hN(t,e){
let s=`${Dk(e)}
`,r=(0,ft.openSync)(t,pN,384);try{if(!(0,ft.fstatSync)(r).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,ft.writeSync)(r,s)}finally{
(0,ft.closeSync)(r)}}var ft,uN,Lk,pN,fN,qk=Me(()=>{"use strict";ft=require("node:fs");Lr();Ok();uN=64*1024,Lk=2e3,pN=ft.constants.O_WRONLY|ft.constants.O_CREAT|
ft.constants.O_APPEND|ft.constants.O_NOFOLLOW|ft.constants.O_NONBLOCK,fN=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var TN={};ga(TN,{CLOSED_CONTAINER:()=>zr,GuardrailSuite:()=>pi,NON_EMPTY_VALUE:()=>ka,SEVERITY_ORDER:()=>Ft,UNKNOWN_VALUE:()=>k,UNREAD_VALUE:()=>q,codeLanguages:()=>av,
concatenateWords:()=>ye,createGuard:()=>_s,createShellInvocation:()=>ss,createShippedGuard:()=>uA,createWord:()=>R,createWords:()=>qt,findAffectedPaths:()=>nn,findOriginalPaths:()=>nc,
getFindPatterns:()=>zs,guardLevels:()=>Ys,hasFlag:()=>re,hasKnownShortOptions:()=>ya,hasPathEffects:()=>oc,hasUnreadValue:()=>ke,isDeletingFind:()=>rn,isKnownWord:()=>$t,
isRemotePath:()=>sn,parseProgramArguments:()=>be,pathClasses:()=>Zk,pathEffects:()=>Fs,phraseRules:()=>li,readCode:()=>Eo,readCommand:()=>ii,replaceWithUnevaluated:()=>Ie,
replaceWithUnknown:()=>Ke,resolveFoundPaths:()=>Ks,runHook:()=>wN,shippedGuardRules:()=>ui,vocabulary:()=>_});module.exports=Jk(TN);var U=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
essage","file","author","date","template","trailer","fixup","squash","reuse-message"]},"git tag":{"short":"mFu","long":["message","file","sort","format","local-\
user"]},"git merge":{"short":"mFsX","long":["message","file","strategy","strategy-option"]},"git notes":{"short":"mFcC","long":["message","file"]},"git stash":{\
"short":"m","long":["message"]},"git push":{"short":"o","long":["push-option","repo","receive-pack","exec"]},"git log":{"short":"nSGL","long":["grep","author","\
committer","since","until","after","before","format","pretty","max-count"]},"git show":{"short":"n","long":["format","pretty"]},"git clone":{"short":"bocju","lo\
ng":["branch","origin","config","depth","jobs","reference","template","upload-pack","filter"]},"git branch":{"short":"u","long":["set-upstream-to","format","sor\
t","contains"]},"git checkout":{"short":"bB","long":["conflict","orphan","pathspec-from-file"]},"git switch":{"short":"cC","long":["create","force-create","conf\
lict","orphan"]},"git reset":{"long":["pathspec-from-file"]},"git rm":{"long":["pathspec-from-file"]},"git restore":{"short":"s","long":["source","conflict","pa\
thspec-from-file"]},"git clean":{"short":"e","long":["exclude"]},"git rebase":{"short":"xsXC","long":["exec","onto","strategy","strategy-option"]},"git config":\
{"short":"f","long":["file","blob","type","default"]},"git grep":{"short":"eABCm","long":["max-depth"]},"git worktree":{"short":"bB","long":["reason","expire"]}\
,"git reflog":{"long":["expire","expire-unreachable"]},"git prune":{"long":["expire"]},"git filter-branch":{"long":["tree-filter","index-filter","msg-filter","e\
nv-filter","subdirectory-filter","commit-filter"]},"git format-patch":{"short":"on","long":["output-directory"]},"curl":{"short":"XHdFoTuAbceKmrwxyYzECD","long"\
:["request","header","data","data-raw","data-binary","data-urlencode","data-ascii","json","form","form-string","output","upload-file","user","user-agent","cooki\
e","cookie-jar","referer","config","max-time","retry","write-out","proxy","cert","key","cacert","connect-timeout","range","url","output-dir","unix-socket","reso\
lve","retry-delay","dump-header","interface","limit-rate","url-query"]},"wget":{"short":"OoaPtTUieAR","long":["output-document","output-file","directory-prefix"\
,"header","post-data","post-file","body-data","body-file","method","user-agent","user","password","tries","timeout","input-file"]},"aria2c":{"short":"odxsj","lo\
ng":["out","dir"]},"axel":{"short":"onU","long":["output","num-connections"]},"wget2":{"short":"OoPUe","long":["output-document","output-file","directory-prefix\
"]},"http":{"short":"oaA","long":["output","auth","auth-type"]},"ssh":{"short":"iplFoLRDJEbcmWw"},"scp":{"short":"iPFoJclS"},"ab":{"short":"ncpuTtsbHCAPXgeBk"},\
"httpd":{"short":"pcurh"},"setfacl":{"short":"mxMX","long":["modify","remove","modify-file","remove-file","restore"]},"sftp":{"short":"iPFoJb"},"rsync":{"short"\
:"efTBM","long":["rsh","exclude","include","exclude-from","filter","files-from","bwlimit","chmod","chown","backup-dir"]},"ssh-keygen":{"short":"tbCfNPmIVnsRF"},\
"ssh-copy-id":{"short":"ipo"},"nc":{"short":"pwsXxeciqIO","long":["exec","sh-exec","source-port","wait"]},"ncat":{"short":"pwsecigm","long":["exec","sh-exec","l\
ua-exec","proxy"]},"netcat":{"short":"pwsXxeciqIO"},"docker":{"short":"Hcl","long":["host","context","config","log-level"]},"docker run":{"short":"vepulwhmc","l\
ong":["volume","env","env-file","publish","user","label","workdir","hostname","memory","mount","network","net","name","entrypoint","platform","pid","ipc","uts",\
"userns","cap-add","cap-drop","security-opt","device","tmpfs","restart","add-host","cpus","gpus","shm-size","volumes-from","cgroupns"]},"docker create":{"short"\
:"vepulwhmc","long":["volume","env","env-file","publish","user","label","workdir","hostname","memory","mount","network","net","name","entrypoint","platform","pi\
d","ipc","uts","userns","cap-add","cap-drop","security-opt","device","tmpfs","restart","add-host","cpus","gpus","shm-size","volumes-from","cgroupns"]},"podman r\
un":{"short":"vepulwhmc","long":["volume","env","env-file","publish","user","label","workdir","hostname","memory","mount","network","net","name","entrypoint","p\
latform","pid","ipc","uts","userns","cap-add","cap-drop","security-opt","device","tmpfs","restart","add-host","cpus","gpus","shm-size","volumes-from","cgroupns"\
]},"podman":{"long":["connection","url","root","log-level"]},"docker compose":{"short":"fp","long":["file","project-name","env-file","profile","project-director\
y"]},"docker-compose":{"short":"fp","long":["file","project-name","env-file","profile","project-directory"]},"kubectl":{"short":"nsflocv","long":["namespace","c\
ontext","cluster","kubeconfig","user","server","token","as","filename","selector","output","field-selector","grace-period","timeout","container","replicas","typ\
e","patch"]},"kubectl patch":{"short":"nsflocvp"},"oc patch":{"short":"nsflocvp"},"oc":{"short":"nsflo","long":["namespace","context","cluster","kubeconfig","us\
er","server","token","as","filename","selector","output","field-selector","grace-period","timeout","container","replicas","type","patch"]},"helm":{"short":"nfo"\
,"long":["namespace","kube-context","kubeconfig","values","set","version","output"]},"aws":{"long":["profile","region","output","endpoint-url","query","cli-inpu\
t-json","ca-bundle"]},"gcloud":{"long":["project","account","configuration","format","region","zone","impersonate-service-account"]},"gsutil":{"short":"oh"},"az\
":{"short":"gnocf","long":["subscription","resource-group","name","output","query","file","container-name","account-name"]},"http.server":{"short":"db","long":[\
"directory","bind"]},"b2":{"short":"cm","long":["config","path"]},"s3cmd":{"short":"cm","long":["config","path"]},"s5cmd":{"short":"cm","long":["config","path"]\
},"megaput":{"short":"cm","long":["config","path"]},"gdrive":{"short":"cm","long":["config","path"]},"storj":{"short":"cm","long":["config","path"]},"uplink":{"\
short":"cm","long":["config","path"]},"gh":{"short":"RtbFfHXq","long":["repo","branch","title","body","body-file","notes","notes-file","field","raw-field","head\
er","method","jq","template","visibility"]},"doctl":{"short":"tc","long":["access-token","context"]},"terraform":{"long":["chdir","target","var","var-file","sta\
te","out"],"single":true},"tofu":{"long":["chdir","target","var","var-file","state","out"],"single":true},"openssl":{"long":["in","out","key","keyout","cert","i\
nkey","passin","passout","pass","CAfile","CA","CAkey","days","subj","newkey","addext","config","extensions","k","K","iv","connect"],"single":true},"find":{"sing\
le":true},"go":{"single":true},"vault":{"single":true},"java":{"long":["jar","cp","classpath"],"single":true},"psql":{"short":"hpUdcfovLPRFT","long":["host","po\
rt","username","dbname","command","file","output","variable"]},"dropdb":{"short":"hpU","long":["host","port","username","maintenance-db"]},"mysql":{"short":"hPu\
DeS","long":["host","port","user","database","execute","socket"]},"mysqladmin":{"short":"hPuS","long":["host","port","user","socket"]},"redis-cli":{"short":"hpa\
nu","long":["user","pass"]},"mongosh":{"long":["host","port","eval","username","password","authenticationDatabase","file"]},"npm":{"short":"w","long":["prefix",\
"workspace","registry","tag","otp","access","scope","userconfig","loglevel","cache"]},"pnpm":{"short":"CF","long":["dir","filter","registry","tag","otp"]},"yarn\
":{"long":["cwd","registry","tag"]},"cargo":{"short":"pFZj","long":["manifest-path","package","features","target","target-dir","token","registry","color","jobs"\
]},"twine":{"short":"urp","long":["username","password","repository","repository-url","config-file"]},"pip":{"short":"ir","long":["index-url","extra-index-url",\
"target","prefix"]},"sed":{"short":"efl","long":["expression","file"]},"grep":{"short":"efmABCdD","long":["regexp","file","max-count","include","exclude","exclu\
de-dir","context","color","label"]},"rg":{"short":"efgtTmABCjr","long":["regexp","file","glob","type","max-count","context","replace"]},"awk":{"short":"vfF"},"j\
q":{"long":["indent"]},"tar":{"short":"fCTXI","long":["file","directory","files-from","exclude","exclude-from","use-compress-program","transform"]},"zip":{"shor\
t":"xiPt"},"unzip":{"short":"dxP"},"head":{"short":"nc","long":["lines","bytes"]},"tail":{"short":"nc","long":["lines","bytes","pid"]},"cut":{"short":"dfcb","lo\
ng":["delimiter","fields","characters","bytes"]},"sort":{"short":"koStT","long":["key","output","field-separator"]},"base64":{"short":"w","long":["wrap"]},"xxd"\
:{"short":"lscg"},"od":{"short":"AtNjw"},"split":{"short":"bnla"},"truncate":{"short":"sr","long":["size","reference"]},"cp":{"short":"tS","long":["target-direc\
tory","suffix"]},"mv":{"short":"tS","long":["target-directory","suffix"]},"ln":{"short":"tS","long":["target-directory","suffix"]},"install":{"short":"mogtS","l\
ong":["mode","owner","group","target-directory","suffix"]},"shred":{"short":"ns","long":["iterations","size","random-source"]},"chmod":{"long":["reference"]},"c\
hown":{"long":["reference","from"]},"kill":{"long":["s"],"single":true},"pkill":{"short":"gGPtuUF","long":["signal","parent","euid","uid","group","pgroup","sess\
ion","terminal"],"whole":"signal"},"killall":{"short":"suoyn","long":["signal","user"],"whole":"signal"},"skill":{"short":"tucp","whole":"signal"},"pgrep":{"sho\
rt":"gGPtuUFds","long":["delimiter","parent","euid","uid","group","pgroup","session","terminal","pidfile"],"whole":"signal"},"pidof":{"short":"oS"},"start-stop-\
daemon":{"short":"xpnusaNRcgrdIkTO","long":["exec","pidfile","name","user","signal","startas","nicelevel","retry","chuid","group","chroot","chdir"]},"useradd":{\
"short":"bcdefgGkKpsuR","long":["groups","gid","shell","home-dir","password","uid","comment"]},"usermod":{"short":"cdefgGlpsuR","long":["groups","gid","shell","\
home","login","password","uid"]},"systemctl":{"short":"tHMps","long":["host","machine","type","state","signal","kill-who"]},"mount":{"short":"toLU","long":["typ\
es","options","bind"]},"mkfs":{"short":"tLbN"},"crontab":{"short":"u"},"xargs":{"short":"IndPLsEa"},"gpg":{"short":"oru","long":["output","recipient","local-use\
r","passphrase","batch-file"]},"mail":{"short":"sacbrA","long":["subject","attach"]},"mailx":{"short":"sacbrA","long":["subject","attach"]},"s-nail":{"short":"s\
acbrA","long":["subject","attach"]},"mutt":{"short":"sacbeFi"},"neomutt":{"short":"sacbeFi"},"certutil":{"short":"dntis"},"osascript":{"short":"el"},"ping":{"sh\
ort":"cpisWIt"},"fallocate":{"short":"lo","long":["length","offset"]},"gdb":{"short":"pcx","long":["pid","core","ex","eval-command","command","ix"],"single":tru\
e},"strace":{"short":"peosaPuEI"},"ltrace":{"short":"peosaPuEI"},"ansible":{"short":"aimMulefbt","long":["args","inventory","module-name","user","limit","extra-\
vars"]},"rclone":{"short":"f","long":["config","transfers","filter"]},"restic":{"short":"rpolHdwmyg","long":["repo","password-file","option","host","tag","keep-\
last","keep-tag"]},"borg":{"short":"PaeCcdwmyHo","long":["prefix","glob-archives","exclude","keep-daily","keep-weekly","keep-monthly","keep-last"]},"make":{"sho\
rt":"CfIjloWEO","long":["directory","file","makefile","include-dir","old-file","what-if","eval"]},"gsutil rsync":{"short":"x"},"semantic-release":{"short":"brtp\
e","long":["branches","repository-url","tag-format","plugins","extends"]},"release-it":{"short":"ic","long":["increment","config"]},"etcdctl":{"long":["endpoint\
s","user","cacert","cert","key"]},"nats":{"short":"s","long":["server","user","password","context","creds"]},"rabbitmqadmin":{"short":"HPVupcN","long":["host","\
port","vhost","username","password","config","node"]},"celery":{"short":"AbQ","long":["app","broker","queues"]},"mke2fs":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkf\
s.ext2":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext3":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext4":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"iptables":{"short":"tp\
sdjio","long":["table","protocol","source","destination","jump","dport","sport"]},"client":{"short":"acCgnpotT","long":["app","account","api-key","api-url","bra\
nch","cluster","config","context","email","endpoint","env","environment","format","group","host","hostname","id","key","namespace","org","organization","output"\
,"owner","password","path","port","profile","project","query","region","repo","repository","resource-group","role","scope","server","service","site","space","st\
ack","stage","store","subscription","team","template","timeout","token","url","user","username","version","workspace","zone"]}},"aliases":{"egrep":"grep","fgrep\
":"grep","ggrep":"grep","gsed":"sed","gawk":"awk","mawk":"awk","bsdtar":"tar","gtar":"tar","k":"kubectl","mariadb":"mysql","mongo":"mongosh","https":"http","tof\
u":"terraform","pip3":"pip","gmake":"make","bao":"vault"},"git_options":{"apply":["exclude","include","stat","binary","numstat","summary","check","index","inten\
t-to-add","cached","unsafe-paths","apply","3way","whitespace","ignore-space-change","ignore-whitespace","reverse","unidiff-zero","reject","allow-overlap","verbo\
se","quiet","recount","directory","allow-empty"],"branch":["verbose","quiet","track","set-upstream-to","unset-upstream","color","remotes","contains","with","wit\
hout","abbrev","all","delete","move","copy","list","show-current","create-reflog","edit-description","force","merged","column","sort","points-at","ignore-case",\
"recurse-submodules","format"],"checkout":["guess","overlay","quiet","recurse-submodules","progress","merge","conflict","detach","track","force","orphan","overw\
rite-ignore","ignore-other-worktrees","ours","theirs","patch","ignore-skip-worktree-bits","pathspec-from-file","pathspec-file-nul"],"checkout-index":["all","ign\
ore-skip-worktree-bits","force","quiet","index","stdin","temp","prefix","stage","create"],"clean":["quiet","dry-run","force","interactive","exclude"],"push":["v\
erbose","quiet","repo","all","mirror","delete","tags","dry-run","porcelain","force","force-with-lease","force-if-includes","recurse-submodules","thin","receive-\
pack","exec","set-upstream","progress","prune","follow-tags","signed","atomic","push-option","ipv4","ipv6","verify"],"read-tree":["index-output","empty","verbos\
e","trivial","aggressive","reset","prefix","exclude-per-directory","dry-run","debug-unpack","recurse-submodules","quiet","sparse-checkout"],"reset":["quiet","mi\
xed","soft","hard","merge","keep","recurse-submodules","patch","intent-to-add","pathspec-from-file","pathspec-file-nul","refresh"],"restore":["source","staged",\
"worktree","ignore-unmerged","overlay","quiet","recurse-submodules","progress","merge","conflict","ours","theirs","patch","ignore-skip-worktree-bits","pathspec-\
from-file","pathspec-file-nul"],"rm":["dry-run","quiet","cached","force","ignore-unmatch","sparse","pathspec-from-file","pathspec-file-nul"],"switch":["create",\
"force-create","guess","discard-changes","quiet","recurse-submodules","progress","merge","conflict","detach","track","force","orphan","overwrite-ignore","ignore\
-other-worktrees"]},"dry_runs":{"git push":{"flags":["-n","--dry-run"]},"git clean":{"flags":["-n","--dry-run"]},"git rm":{"flags":["-n","--dry-run"]},"git mv":\
{"flags":["-n","--dry-run"]},"git add":{"flags":["-n","--dry-run"]},"git prune":{"flags":["-n","--dry-run"]},"git read-tree":{"flags":["-n","--dry-run"]},"git r\
eflog expire":{"flags":["-n","--dry-run"]},"git reflog delete":{"flags":["-n","--dry-run"]},"git worktree prune":{"flags":["-n","--dry-run"]},"git remote prune"\
:{"flags":["-n","--dry-run"]},"git notes prune":{"flags":["-n","--dry-run"]},"rsync":{"flags":["-n","--dry-run"]},"rclone":{"flags":["-n","--dry-run"]},"restic \
forget":{"flags":["-n","--dry-run"]},"restic prune":{"flags":["-n","--dry-run"]},"restic backup":{"flags":["-n","--dry-run"]},"restic rewrite":{"flags":["-n","-\
-dry-run"]},"borg delete":{"flags":["-n","--dry-run"]},"borg prune":{"flags":["-n","--dry-run"]},"borg create":{"flags":["-n","--dry-run"]},"borg extract":{"fla\
gs":["-n","--dry-run"]},"s3cmd":{"flags":["-n","--dry-run"]},"cargo publish":{"flags":["-n","--dry-run"]},"git commit":{"flags":["--dry-run"]},"git fetch":{"fla\
gs":["--dry-run"]},"git pull":{"flags":["--dry-run"]},"git send-pack":{"flags":["--dry-run"]},"git filter-repo":{"flags":["--dry-run"]},"duplicity":{"flags":["-\
-dry-run"]},"pgbackrest expire":{"flags":["--dry-run"]},"gcloud storage":{"flags":["--dry-run"]},"s5cmd":{"flags":["--dry-run"]},"azcopy":{"flags":["--dry-run"]\
},"b2 sync":{"flags":["--dry-run"]},"mc mirror":{"flags":["--dry-run"]},"kubectl":{"flags":["--dry-run"]},"oc":{"flags":["--dry-run"]},"helm":{"flags":["--dry-r\
un"]},"docker compose":{"flags":["--dry-run"]},"docker-compose":{"flags":["--dry-run"]},"podman-compose":{"flags":["--dry-run"]},"npm publish":{"flags":["--dry-\
run"]},"npm unpublish":{"flags":["--dry-run"]},"pnpm publish":{"flags":["--dry-run"]},"yarn publish":{"flags":["--dry-run"]},"yarn npm publish":{"flags":["--dry\
-run"]},"bun publish":{"flags":["--dry-run"]},"npm pub":{"flags":["--dry-run"]},"npm stage publish":{"flags":["--dry-run"]},"deno publish":{"flags":["--dry-run"\
]},"jsr publish":{"flags":["--dry-run"]},"rush publish":{"flags":["--dry-run"]},"nx release":{"flags":["--dry-run"]},"auto shipit":{"flags":["--dry-run"]},"poet\
ry publish":{"flags":["--dry-run"]},"uv publish":{"flags":["--dry-run"]},"flutter pub publish":{"flags":["--dry-run"]},"dart pub publish":{"flags":["--dry-run"]\
},"goreleaser release":{"flags":["--dry-run"]},"systemctl poweroff":{"flags":["--dry-run"]},"systemctl reboot":{"flags":["--dry-run"]},"systemctl halt":{"flags"\
:["--dry-run"]},"systemctl kexec":{"flags":["--dry-run"]},"client":{"flags":["--dry-run","--dryrun","--what-if","--preview-only"]},"aws":{"flags":["--dry-run","\
--generate-cli-skeleton"]},"apt-get":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"apt":{"flags":["-s","--simulate","--just-pri\
nt","--dry-run","--recon","--no-act"]},"aptitude":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"modprobe":{"flags":["-n","--dry\
-run","--show"]},"hg purge":{"flags":["-p","--print"]},"hg clean":{"flags":["-p","--print"]},"p4 clean":{"flags":["-n","-a"]},"p4 revert":{"flags":["-n","-a"]},\
"fossil clean":{"flags":["--dry-run","-n","--help"]},"fossil revert":{"flags":["--dry-run","-n","--help"]},"darcs revert":{"flags":["--dry-run","-n","--help"]},\
"darcs obliterate":{"flags":["--dry-run","-n","--help"]},"git apply":{"flags":["--check","--stat","--numstat","--summary"]},"make":{"flags":["-n","--dry-run","-\
-just-print","--recon"]},"gmake":{"flags":["-n","--dry-run","--just-print","--recon"]},"duplicacy prune":{"flags":["-dry-run"]},"zfs destroy":{"flags":["-n"]},"\
mke2fs":{"flags":["-n"]},"mkfs.ext2":{"flags":["-n"]},"mkfs.ext3":{"flags":["-n"]},"mkfs.ext4":{"flags":["-n"]},"gsutil rsync":{"flags":["-n"]},"aws s3":{"flags\
":["--dryrun"]},"semantic-release":{"flags":["-d","--dry-run"]},"release-it":{"flags":["-d","--dry-run"]},"pulumi destroy":{"flags":["--preview-only"]},"pulumi \
up":{"flags":["--preview-only"]},"pulumi update":{"flags":["--preview-only"]}},"switches":["--force","--force-with-lease","--delete","--delete-before","--delete\
-after","--delete-during","--delete-excluded","--del","--archive","--recursive","--verbose","--quiet","--all","--mirror","--tags","--follow-tags","--prune","--y\
es","--no-verify","--atomic","--set-upstream","--allow-dirty","--interactive","--list","--checksum","--update","--compress","--partial","--inplace","--ignore-no\
t-found","--now","--workspace","--workspaces","--ignore-daemonsets","--delete-emptydir-data","--include-dependencies","--no-color","--debug","--volumes","--remo\
ve-orphans","--cascade","--wait","--provenance","--no-git-checks","--stats","--progress","--keep-history","--dry-run","--dryrun"],"roles":{"cat":{"each":"reads"\
},"tac":{"each":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"each":"reads"},"less":{"each":"reads"},"more":{"each":"reads"},"most":{"each":"r\
eads"},"bat":{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},"xxd":{"each":"reads"},"hexdump":{"each":"reads"},"hd":{"each":"reads"},"od":{"e\
ach":"reads"},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"each":"reads"},"basenc":{"each":"reads"},"rev":{"each":"reads"},"uniq":{"each":"re\
ads"},"cut":{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"fold":{"each":"reads"},"fmt":{"each":"reads"},"pr":{"each":"reads"},"column":{"ea\
ch":"reads"},"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"reads"},"colordiff":{"each":"reads"},"cmp":{"each":"reads"},"sdiff":{"each":"read\
s"},"vimdiff":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},"bzip2":{"each":"reads"},"xz":{"each":"reads"},"zstd":{"each":"reads"},"gunzip":\
{"each":"reads"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each":"reads"},"uuencode":{"each":"reads"},"split":{"each":"reads"},"csplit":{"each"\
:"reads"},"look":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"},"pandoc":{"each":"reads"},"highlight":{"each":"reads"},"glow":{"each":"reads"},\
"xclip":{"each":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"sops":{"each":"reads"},"age":{"each":"reads"},"shuf":{"each":"reads"},"iconv":{"ea\
ch":"reads"},"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each":"reads"},"lolcat":{"each":"reads"},"open":{"each":"reads"},"xdg-open":{"each":"\
reads"},"kcat":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"},"fx":{"each":"reads"},"yq":{"each":"reads"},"tomlq":{"each":"reads"},"xq":{"ea\
ch":"reads"},"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each":"reads"},"python3-dotenv":{"each":"reads"},"ssh-keygen":{"each":"reads"},"json.\
tool":{"each":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"each":"reads"},"nawk":{"each":"reads"},"sqlite3":{"each":"reads"},"sqlite":{"each\
":"reads"},"duckdb":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"},"git diff":{"each":"reads"},"git show":{"each":"reads"},"git \
blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mailx":{"options":{"-a":"reads","-A":"reads","--attach":\
"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mutt":{"options":{"-a":"reads","-A":"reads","--attach":\
"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"croc send":{"each":"reads"},"wormhole send":{"each":"r\
eads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"each":"reads"},"gh gist":{"each":"reads"},"sort":{"each":"reads",\
"options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glo\
b":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--fil\
es"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"fgrep":{"each":"reads","skip":1,"unless":["\
-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"rg":{"ea\
ch":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"rea\
ds","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"read\
s","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads"\
,"--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file"\
,"--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ugrep":{"each":"reads","skip":1,"unl\
ess":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"g\
grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads"\
,"-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"options":{"--slurpfile":"reads","--rawfile":"reads"}},"sed":{"each\
":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"gsed":{"each":"reads"\
,"skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"perl":{"each":"reads","skip":1\
,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"ruby":{"each":"reads","skip":1,"unless"\
:["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"vi":{"each":"writes"},"vim":{"each":"writes"},"n\
vim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"},"subl":{"each":"writes"},"ed":{"each":"writes"},"ex":{"each":\
"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"each":"writes"},"joe":{"each":"writes"},"mcedit":{"each":"writes\
"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"writes"},"tee":{"each":"writes"},"truncate":{"each":"writes"},"\
mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each":"deletes"},"unlink":{"each":"deletes"},"shred":{"each":"delete\
s"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"each":"deletes"},"rimraf":{"each":"deletes"},"del":{"each":"dele\
tes"},"del-cli":{"each":"deletes"},"rimraf-cli":{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"deletes"},"remove-item":{"each":"deletes"},"cp":{"ea\
ch":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-n","--no-clobber"],"each":"none"}]},"mv":{"each":"moves"\
,"last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"install":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory\
":"writes"},"with":[{"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"}}\
,"kubectl":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"oc":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"scp":{"each":"reads\
","last":"writes"},"rsync":{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl cp":{"each":"reads","last":"writes"},"podman c\
p":{"each":"reads","last":"writes"},"gsutil cp":{"each":"reads","last":"writes"},"zip":{"each":"reads","skip":1,"with":[{"flags":["-m","--move"],"each":"moves"}\
]},"git log":{"with":[{"flags":["-p","--patch","-u"],"each":"reads"}]},"dd":{"keyed":{"if=":"reads","of=":"writes"}},"dcfldd":{"keyed":{"if=":"reads","of=":"wri\
tes"}},"dc3dd":{"keyed":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if=":"reads","of=":"writes"}},"fdupes":{"each":"changes"},"jdupes":{"each":"change\
s"},"rdfind":{"each":"changes"},"ditto":{"each":"reads","last":"writes"},"restic backup":{"each":"reads","skip":1},"setfacl":{"each":"changes"},"chown":{"each":\
"changes","skip":1,"unless":["--reference"]},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":{"each":"changes","skip":1,"unless":["--refere\
nce"]},"chmod":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each":"changes","skip":1,"unless":["--reference","-\
x","-w","-s","-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],"each":"deletes"},{"flags":["-x","-t","--extra\
ct","--list","--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},"rar":{"each":"reads","skip":1},"git cat-file"\
:{"each":"reads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"writes","-T":"reads","--upload-file":"reads","-K":"\
reads","--config":"reads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","--body-file":"reads"}},"openssl":{"options":{"-\
in":"reads"}},"ab":{"options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},"openssl s_client":{},"busybox":{},"gpg":{"eac\
h":"reads","with":[{"flags":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"reads","last":"writes","skip":1},"gcloud storage":\
{"each":"reads","last":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"writes"},"with":[{"flags":["-p"],"e\
ach":"reads"}]},"http.server":{"options":{"--directory":"reads","-d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":\
"reads"},"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcop\
y copy":{"each":"reads"},"megaput":{"each":"reads"},"gh release":{"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"ea\
ch":"none"}]},"git clean":{"each":"changes"},"git mv":{"each":"moves","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"\
mysqldump":{"options":{"--result-file":"writes","-r":"writes"}},"ssh":{"options":{"-F":"reads"}}}},"clients":{"destroys":["delete","del","destroy","remove","rm"\
,"rmi","rmdir","purge","terminate","drop","wipe","prune","teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy"\
,"unpublish","revoke","reset","clear","uninstall","unset","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-ac\
count","leave-organization"],"others":["run-","submit-","execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","\
search-","query-","modify-","head-","copy-","import-","export-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","loo\
kup-","estimate-","validate-","list","ls","show","get","describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify"\
,"version","help","completion","create","add","new","init","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","s\
sh","open","login","logout","import","export","pull","push","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build",\
"test","publish","pub","subscribe","sub","send","enqueue","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call"\
,"trigger","generate","gen","migrate","rollback","promote","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore"\
,"fork","merge","approve","comment","close","reopen","retry","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template\
","preview","print","dump","read","write","unseal","seal","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","\
co","browse","checkout"],"local":["cache","caches","config","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugi\
ns","alias","aliases","extension","extensions","telemetry","emulator","emulators","completion","auth","history","krew","transient","session","sessions","setting\
s"],"project":["magento","drush","drupal","wp","typo3","n98-magerun2","moosh"],"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","serve\
r","api-url","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_\
ENV","APP_ENV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing"\
,"*.test","*.test.*","*.testing","*.settings_test","*.test_settings","*.tests.settings"],"databases":["d","D","dbname","database"]},"clients":{"aws":{"nouns":["\
logs","config","deploy","events","connect","session","sessions"],"spares":["configure"],"words":2},"gcloud":{"verbs":["reset-windows-password"],"nouns":["run","\
deploy","builds","logs","logging","events","config","contexts"],"spares":["config unset","config configurations delete","auth revoke","components remove"]},"az"\
:{"verbs":["deallocate"],"nouns":["events","config"],"spares":["account clear","cache purge","cache delete","config unset","extension remove"]},"oci":{"verbs":[\
"rebuild","reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"hcloud":{"verbs":["rebuild","reinstall"],"n\
ouns":["config","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vultr-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","\
tag"]},"scw":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ibmcloud":{"verbs":["r\
ebuild","reinstall"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhcloud":{"verbs":["rebuild","reinstall"],"n\
ouns":["config","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"openstack":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]}\
,"upctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ionosctl":{"verbs":["rebuil\
d","reinstall"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"stackit":{"verbs":["rebuild","reinstall"],"nou\
ns":["config","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"tccli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ru\
npodctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"cherryctl":{"verbs":["r\
ebuild","reinstall"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"nova":{"verbs":["rebuild","reinstall"],"\
nouns":["config","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"copilot":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"\
]},"eksctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"heroku":{"nouns":["c\
onfig"],"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"\
flyctl":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"n\
ouns":["dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config"]},"northflank":{"nouns":["config"]}\
,"clever":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]},"gigalixir":{"nouns":["config"]},"ap\
tible":{"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"\
nouns":["config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["\
deploy","tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["target:clear","target:remove"]},"appwrite":{"nouns":["config\
"]},"nhost":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{\
"nouns":["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"]},"dokku":{"nouns":["config","plugin\
"],"spares":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","plugin"],"spares":["config show"]},"p\
iku":{"nouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"neonctl":{"nouns":["run","runs","conf\
ig","tag"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{"nouns":["run","runs","config","tag"]\
},"turso":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","runs","config","tag"]},"avn":{"nouns"\
:["run","runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["run","runs","config","tag"]},"atlas":{"nouns":["run","ru\
ns","config","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]},"astra":{"nouns":["run","runs","conf\
ig","tag"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticl\
oud":{"nouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"n\
ouns":["run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","release","cache","status","events","tag"\
],"spares":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete"\
,"extension remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth l\
ogout"]},"tea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"circleci":{"verbs\
":["remove-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["disable"],"nouns":["env","cache","setti\
ngs"]},"drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","plugins"]},"buildkite-agent":{"nouns":[\
"build","pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-n\
ode"],"nouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build\
","config","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","p\
lugin"]},"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"argocd":{"nouns":["archive"],"spares"\
:["context delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive"],"spares":["context delete"]},"harness":{"nouns":["arc\
hive"],"spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"],"spares":["context delete"]},"teamc\
ity":{"nouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitrise":{"nouns":["archive"],"spares":["co\
ntext delete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["context delete"]},"werf":{"nouns":["archi\
ve"],"spares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],"spares":["context delete"]},"rancher\
":{"nouns":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","config"]},"tsh":{"nouns":["run","config"]\
},"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"nouns":["run","config"]},"kops":{"noun\
s":["run","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["run","config"]},"tanzu":{"nouns":["ru\
n","config"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]},"consul-k8s":{"nouns":["run","confi\
g"]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"nouns":["run","config"]},"velero":{"no\
uns":["run","config"]},"pxctl":{"nouns":["run","config"]},"nixos-container":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"helmfile":{"verbs":["delu\
ser","uninit"],"nouns":["config","image"]},"machinectl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"loft":{"verbs":["deluser","uninit"],"nouns":[\
"config","image"]},"stratis":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"apptainer":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"si\
ngularity":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"prosodyctl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"ejabberdctl":{"verb\
s":["deluser","uninit"],"nouns":["config","image"]},"ykman":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"etckeeper":{"verbs":["deluser","uninit"],\
"nouns":["config","image"]},"gluster":{"nouns":["image","config","profile"]},"ceph":{"nouns":["image","config","profile"]},"rados":{"nouns":["image","config","p\
rofile"]},"rbd":{"nouns":["image","config","profile"]},"lxc":{"nouns":["image","config","profile"]},"incus":{"nouns":["image","config","profile"]},"multipass":{\
"nouns":["image","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":["image","config","profile"]},"pveum":{"nouns":["image","co\
nfig","profile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["image","config","profile"]},"hamm\
er":{"nouns":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"nouns":["tag","repo","image","export","config"],"spares":["co\
nfig remove","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"skopeo":{"nouns":["tag","repo","i\
mage","export","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm\
"]},"oras":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"notation":{"nouns":["tag","repo","image","export","config"\
],"spares":["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"harbor-cli":{"noun\
s":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["tag","repo","image","export","config"],"spares":["config rem\
ove","config rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cloudsmith":{"nouns":["tag","repo","image"\
,"export","config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config r\
m"]},"pulp":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"spacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin"\
]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam":\
{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares"\
:["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export","import"],"spares":["context \
rm"]},"nats":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context","export","import"],"spares":["context rm"]},"pulsar-admin\
":{"verbs":["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"rpk":{"nouns":["consume","confi\
g"],"spares":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume","config"],"spares":["profile de\
lete"]},"kcctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","con\
nect","session","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"nomad":{"verbs":[\
"disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault":{"verbs":["disable","force-leave"],"nouns":["config","plug\
in","events","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bou\
ndary":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"influx":{"nouns":["config","query"],"spares":["c\
onfig rm"]},"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["config","query"],"spares":["config rm"]},"amtool":{"nouns":["c\
onfig","query"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["config","query"],"spares":["conf\
ig rm"]},"logcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config rm"]},"meilisearch":{},"algolia\
":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["l\
ink"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verbs\
":["cancel","void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:rem\
ove","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"plivo":{"nouns":["\
config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares":["config:remove","profiles:rem\
ove","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"sho\
pify":{"nouns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},"sanity":{"nouns":["config","space","extension"]},"prismic"\
:{"nouns":["config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datocms":{"nouns":["config","space","extension"]},"hygraph":{"no\
uns":["config","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor":{"nouns":["config","space","extension"]},"webflow":{"noun\
s":["config","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli":{"verbs":["disable"],"nouns":["events","files","config","\
tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":["disable"],"nouns":["events","f\
iles","config","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk":{"verbs":["disable"],"nouns":["ev\
ents","files","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"dog":{"verbs":["disable"],"nouns\
":["events","files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pd":{"verbs":["disable"],"n\
ouns":["events","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"honeycomb":{"verbs":["d\
isable"],"nouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"checkly":{"verb\
s":["disable"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"lace\
work":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["events","files","config","tail"\
,"search"]},"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0":{"verbs":["user-del","group-del","host-del"],"nouns":["lo\
gs"]},"okta":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"workos":{"ve\
rbs":["user-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ory":{"verbs":["user-del","\
group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verbs":["user-del","group-del","hos\
t-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["user-del","group-del","host-del"\
],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group-del","host-del"],"nouns":["log\
s"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spa\
res":["config"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bws":{"verbs":["suspend"],"nouns":["config","\
configs","settings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"rbw":{"\
verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":["config","configs","settings",\
"history"],"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"chamber":{"verbs":["sus\
pend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config","configs","settings","history"]\
,"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"akeyless":{"verbs":["suspend"],"nou\
ns":["config","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["co\
nfig"]},"keeper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dcli":{"verbs":["suspend"],"nouns":["config","conf\
igs","settings","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"keyb\
ase":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldcli":{"nouns":["config"]},"launchdarkly":{"nouns":["config"]\
},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"ngrok":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["t\
unnel","config"],"spares":["config"]},"tailscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cloudflared":{"ver\
bs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel"\
,"config"],"spares":["config"]},"netbird":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"headscale":{"verbs":["clea\
nup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"flarectl":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"sp\
ares":["config"]},"cli4":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli53":{"verbs":["cleanup","rrdelete","rrpu\
rge"],"nouns":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"\
octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cleanup","rrdelete","rrpurge"],"n\
ouns":["tunnel","config"],"spares":["config"]},"akamai":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"linear":{"no\
uns":["workflow","env","config","connections"]},"jira":{"nouns":["workflow","env","config","connections"]},"airtable":{"nouns":["workflow","env","config","conne\
ctions"]},"m365":{"nouns":["workflow","env","config","connections"]},"o365":{"nouns":["workflow","env","config","connections"]},"gam":{"nouns":["workflow","env"\
,"config","connections"]},"temporal":{"nouns":["workflow","env","config","connections"]},"zbctl":{"nouns":["workflow","env","config","connections"]},"prefect":{\
"nouns":["workflow","env","config","connections"]},"dagster-cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"nouns":["workflow","env","confi\
g","connections"]},"airflow":{"nouns":["workflow","env","config","connections"]},"fivetran":{"nouns":["workflow","env","config","connections"]},"octavia":{"noun\
s":["workflow","env","config","connections"]},"posthog":{"nouns":["workflow","env","config","connections"]},"trello":{"nouns":["workflow","env","config","connec\
tions"]},"huggingface-cli":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["delete-cache","cache prune","ca\
che rm"]},"modal":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["delete-cache","cache prune","cach\
e rm"]},"wandb":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm\
"]},"mlflow":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},\
"truss":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"sk\
y":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]},"code-push":{"nouns":["build"]\
},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli":{"ve\
rbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","con\
fig"],"spares":["cache","transient","rewrite","package uninstall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-cle\
ar","state:delete"]},"drush.phar":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drupal":{"verbs":["c\
ancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},\
"ghost":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"bin/magento":{"nouns":["con\
fig","plugin"],"spares":["indexer:reset"]},"n98-magerun2":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"nouns":["config","plugin"],"spares"\
:["indexer:reset"]},"moosh":{"nouns":["config","plugin"],"spares":["indexer:reset"]}}},"languages":{"languages":{"python":{"lexer":{"comment":["#"],"sigils":"",\
"interpolation":"f-string","triple":true,"single_escapes":true,"quoting":"none","patterns":false,"lines":"indent"},"blocks":"indent","member_operators":["."],"c\
oncatenation_operators":[],"bare_calls":false,"function_keywords":["def"],"inputs":{"sys.argv":"argv","os.environ":"environment","sys.stdin":"lines"},"sdks":["b\
oto3.","botocore.","google.cloud.","googleapiclient.","azure.","kubernetes.","digitalocean.","hcloud."],"texts":{"os.sep":"/","os.curdir":".","os.pardir":"..","\
__file__":"./program.py","string.ascii_lowercase":"abcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open":"open","\
codecs.open":"open","Path":"pathlib.Path","subprocess.os.system":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.request.urlopen\
","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_csv":"pandas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.modules|si\
x\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)","pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print-text","input":"input","raw_i\
nput":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path","os.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir \
-p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst",\
"os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0:src $1:dst","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copy\
file":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0:src $1:dst","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s \
0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0","os.chmod":"chmod $0:path $1:mode","os.chown":"chown $0:path $1:uid:user","os.lchown":"chown $0:path\
 $1:uid:user","shutil.chown":"chown $0:path $1:uid:user","os.open":"open $0 $1 flags","os.system":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","comm\
ands.getoutput":"shell $0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec":"program $all","pty.spawn":"spa\
wn-terminal $0","pexpect.spawn":"shell $0:args:command:cmd","pexpect.run":"shell $0:args:command:cmd","subprocess.run":"shell $0:args:command:cmd","subprocess.c\
all":"shell $0:args:command:cmd","subprocess.check_call":"shell $0:args:command:cmd","subprocess.check_output":"shell $0:args:command:cmd","subprocess.Popen":"s\
hell $0:args:command:cmd","subprocess.getoutput":"shell $0:args:command:cmd","subprocess.getstatusoutput":"shell $0:args:command:cmd","os.execl":"execute $0 $1.\
.","os.execlp":"execute $0 $1..","os.execle":"execute $0 $1..","os.execlpe":"execute $0 $1..","os.execv":"execute $0 $1..","os.execvp":"execute $0 $1..","os.exe\
cve":"execute $0 $1..","os.execvpe":"execute $0 $1..","os.posix_spawn":"execute $0 $1..","os.spawnl":"execute $1 $2..","os.spawnlp":"execute $1 $2..","os.spawnl\
e":"execute $1 $2..","os.spawnlpe":"execute $1 $2..","os.spawnv":"execute $1 $2..","os.spawnvp":"execute $1 $2..","os.spawnve":"execute $1 $2..","os.spawnvpe":"\
execute $1 $2..","sh.Command":"made program","os.dup2":"duplicate-descriptor","os.kill":"kill $0 $1","os.killpg":"kill $0 $1 group","psutil.Process":"made psuti\
l.Process","psutil.process_iter":"entries any-process","psutil.pids":"entries","os.listdir":"names $0","os.fork":"run fork","os.setuid":"run setuid $last","os.s\
eteuid":"run setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes.CDLL":"made library","exec":"eva\
l $0","eval":"eval $0","execfile":"read $0","fileinput.input":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.read_csv":"read $0","pa\
ndas.read_json":"read $0","dotenv.dotenv_values":"read $0","runpy.run_path":"run python3 $0","__import__":"module $0","importlib.import_module":"module $0","get\
attr":"attribute $0 $1","operator.attrgetter":"value","globals":"name builtins","vars":"value $0","os.path.expanduser":"value $0","text":"value $0","sqlalchemy.\
text":"value $0","functools.partial":"value $0","os.path.join":"join $all","pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value\
 ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","os.getenv":"environment $0","os.environ.get":"environment $0","os.environ.copy":"environment $0","os.wal\
k":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.decode":"decode $0 $1","shutil.make_archive":"run tar -cf $0 $2:root_\
dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","socket.socket":"made socket","socket.gethostbyname":"run nslookup $0","smtp\
lib.SMTP":"made connection","smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connection","paramiko.SSHClient":"made ssh","http.client.HTTPSConnection":"m\
ade http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"request GET $0:url $1:data","urllib.request.Request":"request-object $:method $0:ur\
l $1:data","urllib.request.urlretrieve":"run curl -o $1 $0","requests.request":"request $0 $1:url $:data $:json $:files $:content","requests.get":"request GET $\
0:url $:data $:json $:files $:content $:params","httpx.get":"request GET $0:url $:data $:json $:files $:content $:params","requests.post":"request POST $0:url $\
1 $:data $:json $:files $:content $:params","httpx.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","requests.put":"request PUT $0:url $1\
 $:data $:json $:files $:content $:params","httpx.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","requests.patch":"request PATCH $0:url $\
1 $:data $:json $:files $:content $:params","httpx.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","requests.delete":"request DELETE $\
0:url $1 $:data $:json $:files $:content $:params","httpx.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","requests.head":"request H\
EAD $0:url $1 $:data $:json $:files $:content $:params","httpx.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","requests.Session":"name \
requests","requests.session":"name requests","aiohttp.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","django.core.management.call_command\
":"run django-admin $0","call_command":"run django-admin $0","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"write $1"},"methods":{"unlink":"run \
rm $self","rmdir":"run rmdir $self","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $self $0:data","write_byt\
es":"write $self $0:data","chmod":"chmod $self $0:mode","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"if-text if-one run mv $s\
elf $0","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","write":"send $self $0","writelines":"send $self $0","send":"send $self $0","senda\
ll":"send $self $0","sendfile":"send $self $0","read":"lines $self","readlines":"value $self","communicate":"value $self","expanduser":"value $self","resolve":"\
value $self","absolute":"value $self","as_posix":"value $self","readline":"any-of $self","text":"value $0","glob":"glob $self $0","rglob":"glob $self ** $0","it\
erdir":"folder $self","connect":"if-made connect $all","connect_ex":"connect $all","sendto":"transfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self",\
"send_message":"if-made transfer sendmail $0 $self","storbinary":"if-made transfer ftp $1 $self","request":"request-over $0 $1 $2 $:body $:data $:json","exec_co\
mmand":"shell $0","system":"if-made:library shell $0","kill":"end-process KILL","terminate":"end-process TERM","execute":"sql $0","executescript":"sql $0","exec\
utemany":"sql $0","cursor":"if-made:database value $self","get":"entry $self $0"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":\
"$#","interpolation":"template","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"blocks":"braces","member_operators"\
:[".","?."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["function"],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.a\
rgs":"args","process.env":"environment","Bun.env":"environment","process.stdin":"text"},"unknown":["process.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@go\
ogle-cloud/","@azure/","@kubernetes/"],"texts":{"__dirname":".","__filename":"./program.js","path.sep":"/"},"rewrites":[["\\\\.(?:promises|default)(?=\\\\.|$)",""],\
["^fs/promises","fs"],["^(?:(?:globalThis|global|window|self|module|process\\\\.mainModule|this|process)\\\\.(?=globalThis|global|process|require|module|constructor\
|eval|Function|mainModule|fetch))+",""],["^(fs|child_process|fs-extra|rimraf|Deno)\\\\.(\\\\w+?)Sync$","$1.$2"],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^fs-extra\\\\.\
(?!remove|emptyDir)","fs."],["^(?:.*\\\\.)?constructor\\\\.constructor$|^(?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info\
":"print","process.stdout.write":"print","require":"module $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","create\
Require":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInContext":\
"eval $0","vm.Script":"eval $0","Function":"eval $last","setTimeout":"if-code eval $0","child_process.exec":"shell $0","execa.execaCommand":"shell $0","shelljs.\
exec":"shell $0","$":"shell $0","Bun.$":"shell $0","child_process.spawn":"spawn $0 $1:args $:shell","child_process.execFile":"spawn $0 $1:args $:shell","execa":\
"spawn $0 $1:args $:shell","execa.execa":"spawn $0 $1:args $:shell","Deno.Command":"spawn $0 $1:args $:shell","child_process.fork":"run node $0","shelljs.rm":"r\
un rm $all","Bun.spawn":"shell $0:cmd","Deno.run":"shell $0:cmd","Bun.write":"write $0 $1","Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.o\
utputFile":"write $0 $1","fs.appendFile":"append $0 $1","Deno.readTextFile":"read $0","fs.createReadStream":"read $0","Deno.remove":"remove rm $0 $:recursive $:\
force","fs.rm":"remove rm $0 $:recursive $:force","fs.unlink":"run rm $0","fs.rmdir":"remove rmdir $0 $:recursive $:force","fs.remove":"run rm -rf $0","fs.empty\
Dir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0","rimraf.rimraf":"run rm -rf $0","rimraf":"run rm -rf $0","del":"run r\
m -rf $0","rimraf.sync":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open $0 $1","fs.readFile":"calls-back read $0","fs.truncate":"run truncate\
 -s 0 $0","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"r\
un ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown":"chown $0 $1","fs.lchown":"chown $0 $1","fs.readdir":"calls-back names $0","Deno.re\
adDir":"calls-back names $0","fs.glob":"glob $0","glob.sync":"glob $0","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid\
 $0","process.cwd":"value .","os.homedir":"value ~","Deno.env.get":"environment $0","path.join":"join-parts","path.posix.join":"join-parts","path.resolve":"join\
 $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.request":"open-request $:method=GET $0:url:hostname:host $:body $:dat\
a $:json","https.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios":"open-request $:method=GET $0:url:hostname:host $:body $\
:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","ky":"open-request $:method=GET $0:url:hostname:host $:body $:data $:j\
son","node-fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","request":"open-request $:method=GET $0:url:hostname:host $:body $:data \
$:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.request":"open-request $:method=GET $0:url:hostname:host $:\
body $:data $:json","axios.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.get":"calls-back request GET $0:url:hostname:hos\
t $:body $:data $:json","https.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","axios.get":"request GET $0:url:hostname:host $:body $:da\
ta $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:json","ky.get":"request GET $0:url:hostname:host $:body $:data $:json","superagent.get":"\
request GET $0:url:hostname:host $:body $:data $:json","needle.get":"request GET $0:url:hostname:host $:body $:data $:json","$.get":"request GET $0:url:hostname\
:host $:body $:data $:json","axios.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","got.post":"open-request POST $0:url:hostname:host $:b\
ody $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","superagent.post":"open-request POST $0:url:hostname:host $:bod\
y $:data $:json $1","needle.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","$.post":"open-request POST $0:url:hostname:host $:body $:dat\
a $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","got.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $\
1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","superagent.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","ne\
edle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","$.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","axios.patch":\
"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","ky.patch":"open\
-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagent.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","needle.patch"\
:"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","axios.delete":"o\
pen-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","ky.delete":"op\
en-request DELETE $0:url:hostname:host $:body $:data $:json $1","superagent.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","needle.d\
elete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","$.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","net.con\
nect":"calls-back connect $1:host=localhost $0:port","net.createConnection":"calls-back connect $1:host=localhost $0:port","tls.connect":"calls-back connect $1:\
host=localhost $0:port","net.Socket":"made client","Buffer.from":"decode $0 $1","Buffer":"decode $0 $1","dns.lookup":"run nslookup $0","db.dropDatabase":"sql-de\
ed drop-database db","knex":"made rows","Reflect":"value","Reflect.apply":"invoke $0 $2"},"methods":{"write":"send $self $0 append","end":"if-given send $self $\
0 append","connect":"if-made:client calls-back connect $1:host=localhost $0:port","pipe":"pipe $self $0","pipeTo":"pipe $self $0","on":"calls-back value $self",\
"then":"then","finally":"then","toString":"value $self","text":"value $self","json":"value $self","unref":"value $self","drop":"if-database sql-deed drop-collec\
tion $owner","remove":"if-database if-empty sql-deed delete-all $owner","query":"sql $0","execute":"sql $0","$executeRawUnsafe":"sql $0","run":"sql $0","del":"i\
f-made:rows sql-deed delete-all rows","truncate":"if-made:rows sql-deed delete-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"doll\
ar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"blocks":"braces","\
member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"function_keywords":["sub"],"inputs":{"@ARGV":"args","$ARGV":"args","\\"@ARGV\
\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text","STDIN":"text"},"unknown":["STDIN"],"texts":{"$0":"./program.pl"},"rewrites":[["^&",""]]\
,"functions":{"shift":"take $0","pop":"take $0","print":"print-text","say":"print-line","readline":"input","system":"command $all","exec":"command $all","CORE.s\
ystem":"command $all","CORE.exec":"command $all","readpipe":"command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $all","rmtree":"run rm -rf\
 $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1","move":"run mv $0 $1",\
"copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown":"chown $2.. $0","kill"\
:"kill $1.. $0","fork":"run fork","open":"open-perl","find":"find","finddepth":"find","File.Find.find":"find","File.Find.finddepth":"find","do":"if-code read $0\
","glob":"glob $0","readdir":"names .","LWP.Simple.get":"request GET $0","get":"request GET $0","POSIX.setuid":"run setuid $0","pack":"pack $0 $1.."},"methods":\
{"do":"sql $0","prepare":"sql $0","execute":"sql $0"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*","*/"],"sigils":"$","interpolation":"dollar","t\
riple":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"lines":"none"},"blocks":"braces","me\
mber_operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"function_keywords":["function"],"inputs":{"$argv":"argv","$_SERVER":"serve\
r","$_ENV":"environment"},"texts":{"__DIR__":".","__FILE__":"./program.php"},"rewrites":[["^\\\\\\\\",""]],"case_sensitive":false,"functions":{"eval":"eval $0","ass\
ert":"if-code eval $0","create_function":"eval $1","include":"include $0","require":"include $0","include_once":"include $0","require_once":"include $0","system\
":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","pcntl_system":"shell $0","unlink":"run r\
m $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1","chown":"chow\
n $0 $1","file_get_contents":"read $0","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"read $0","file_put_contents":"write $0 $1\
 $2","fopen":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"run fork","pcntl_exec":"program $all","ma\
il":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exec":"request GET $0","curl_setopt":"request-option $0 $1 $2","call_user_f\
unc":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $0","fgets":"input","stream_get_contents":"input","readline":"input","glob":"g\
lob $0","scandir":"names $0","recursivedirectoryiterator":"folder $0","directoryiterator":"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterato\
r":"value $0","mysqli_query":"sql $1","db.table":"made rows"},"methods":{"query":"sql $0","exec":"if-object sql $0","truncate":"sql-deed truncate $owner","delet\
edirectory":"sql-deed drop-bucket $0","cleandirectory":"sql-deed drop-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple\
":false,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"blocks":"end",\
"member_operators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","ENV":"env\
ironment","$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"lines"},"sdks":["Aws.","Google.Cloud.","Azure."],"texts":{"__FILE__":"./program.rb","__dir__":"."\
},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileUtils.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_e\
ntry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entry_secure":"FileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.\
chown_R"},"rewrites":[["^(?:Kernel|Object|self)\\\\.",""]],"functions":{"puts":"print-line","p":"print-line","print":"print-text","gets":"input","readlines":"inpu\
t","send":"invoke $0 $1..","public_send":"invoke $0 $1..","__send__":"invoke $0 $1..","system":"command $all","exec":"command $all","spawn":"command $all","IO.p\
open":"command $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":\
"command $all","eval":"eval $0","instance_eval":"eval $0","open":"calls-back open $0 $1","File.open":"calls-back open $0 $1","File.new":"calls-back open $0 $1",\
"URI.open":"request GET $0","Net.HTTP.get":"request GET $0","Net.HTTP.post":"request POST $0 $1","Net.HTTP.post_form":"request POST $0 $1","URI":"value $0","URI\
.parse":"value $0","File.expand_path":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"r\
ead $0","File.write":"write $0 $1","IO.write":"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remo\
ve":"run rm $all","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm \
-r $all","FileUtils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf \
$all","FileUtils.remove_entry_secure":"run rm -rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r\
":"run cp -r $0 $1","FileUtils.ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1"\
,"FileUtils.chown_R":"run chown -R $0 $2","File.chmod":"chmod $1.. $0","File.chown":"chown $2.. $0","File.truncate":"run truncate -s 0 $0","File.join":"join $al\
l","Dir.home":"value ~","Dir.pwd":"value .","Dir.glob":"calls-back glob $0","Dir.children":"names $0","Dir.entries":"names $0","Dir.each_child":"names $0","Find\
.find":"calls-back folder $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","TCPSocket.new":"connect $all","TCPSocket.open":"connect $al\
l"},"methods":{"write":"send $self $0","execute":"sql $0","puts":"if-object send $self $0","read":"lines $self","gets":"if-list any-of $self","shift":"if-list a\
ny-of $self","first":"at 0 $self","last":"at -1 $self","fetch":"entry $self $0"}}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"sin\
gle_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words":[["TRUNCA\
TE"]],"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOGIN"]],"doe\
s":"alter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"set-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","name":2},{"\
words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["KILL"]],"does":"kill","name":1},{"w\
ords":[["FLUSHALL","FLUSHDB"]],"does":"flush","name":0},{"words":[["CREATE"],["DATABASE","SCHEMA"]],"does":"create","name":2},{"words":[["PURGE"]],"does":"purge\
","name":1},{"words":[["RESET"],["MASTER","REPLICA","SLAVE"]],"does":"purge","name":1}],"shared":{"functions":{"chr":"characters $all","fromCharCode":"character\
s $all","fromCodePoint":"characters $all","bytes":"characters $0","bytearray":"characters $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","Stri\
ng":"value $0","strval":"value $0","list":"value $0","sorted":"value $0","tuple":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspa\
th":"value $0","realpath":"value $0","normpath":"value $0","fspath":"value $0","compile":"value $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base6\
4 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_decode":"fold base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0"\
,"strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","atob":"fold base64 $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"f\
old hex $0","fromhex":"fold hex $0","hex2bin":"fold hex $0","str_rot13":"fold unread $0","decompress":"fold unread $0","gzinflate":"fold unread $0","gzuncompres\
s":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fold unread $0","inflateRawSync":"fold unread $0","gunzipSync":"fold unread $0","strrev":"fold re\
verse $0","reversed":"reverse $0","reverse":"reverse $0","strtolower":"fold lower $0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","tr\
im":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldecode":"fold url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","d\
ecodeURI":"fold url $0","expandvars":"fold home $0","join":"join-texts $0 $1..","implode":"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","arr\
ay_map":"map $0 $1"},"methods":{"join":"join-texts $self $0","split":"if-text split $self $0","replace":"if-text if-two replace $self $0 $1","replaceAll":"if-te\
xt replace $self $0 $1","gsub":"if-text replace $self $0 $1","lower":"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fol\
d lower $self","upper":"if-text fold upper $self","upcase":"if-text fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self"\
,"chomp":"if-text fold trim $self","trim":"if-text fold trim $self","rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"r\
everse $self","decode":"decode $self $0","encode":"value $self","to_s":"value $self","to_str":"value $self","to_sym":"value $self","bytes":"value $self","bind":\
"value $self","chars":"if-text elements $self","concat":"concatenate $self $all","format":"if-text format $self $0..","pack":"pack $0 $self","unpack1":"if-text \
fold base64 $self","charCodeAt":"code-point $self $0","slice":"slice $self $0 $1","joinpath":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","a\
pply":"invoke $self $1","send":"message $self $0 $1.."},"deeds":{"drop_database":"if-kept sql-deed drop-database $owner","dropdatabase":"if-kept sql-deed drop-d\
atabase $owner","reset":"if-flagged run git reset $all","clean":"if-flagged run git clean $all","drop_all":"if-kept sql-deed drop-schema $owner","drop_table":"i\
f-kept sql-deed drop-table $0","droptable":"if-kept sql-deed drop-table $0","flushall":"if-stored sql-deed flush FLUSHALL","flush_all":"if-stored sql-deed flush\
 FLUSHALL","flushdb":"if-stored sql-deed flush FLUSHDB","delete_all":"if-name if-kept sql-deed delete-all $owner","destroy_all":"if-name if-kept sql-deed delete\
-all $owner","deleteall":"if-name if-kept sql-deed delete-all $owner","deletemany":"if-empty sql-deed delete-all $owner","delete_many":"if-empty sql-deed delete\
-all $owner","query":"made rows","collection":"made rows","all":"if-none made rows","filter":"if-none made rows","exclude":"if-none made rows","delete_collectio\
n":"if-kept run cloud-sdk delete","deletecollection":"if-kept run cloud-sdk delete","delete_index":"if-kept run cloud-sdk delete","deleteindex":"if-kept run clo\
ud-sdk delete","delete_table":"if-kept run cloud-sdk delete","deletetable":"if-kept run cloud-sdk delete","drop_tables":"if-kept run cloud-sdk delete","delete_b\
ucket":"if-kept run cloud-sdk delete","deletebucket":"if-kept run cloud-sdk delete","delete_database":"if-kept run cloud-sdk delete","deletedatabase":"if-kept r\
un cloud-sdk delete","delete_cluster":"if-kept run cloud-sdk delete","delete_namespace":"if-kept run cloud-sdk delete","delete_project":"if-kept run cloud-sdk d\
elete","delete_topics":"if-kept run cloud-sdk delete","deletetopics":"if-kept run cloud-sdk delete","delete_keyspace":"if-kept run cloud-sdk delete","begin_dele\
te":"if-kept run cloud-sdk delete","begindelete":"if-kept run cloud-sdk delete","recursivedelete":"if-kept run cloud-sdk delete","drop":"if-made:rows if-none sq\
l-deed drop-collection rows","delete":"if-made:rows if-none sql-deed delete-all rows","forcedelete":"if-made:rows if-none sql-deed delete-all rows"}},"words":{"\
skipped":["if","elif","else","elsif","unless","while","until","do","try","except","catch","finally","begin","rescue","ensure","then","end","and","or","in","case\
","when","switch","default","break","continue","pass","next","last","redo","raise","throw","export","public","private","protected","static","final","abstract","\
async","use","using","package"],"declaring":["const","let","var","my","our","local","await","static","async"],"prefixing":["new","await","not","typeof","void","\
defined","yield","async","return","throw","clone"],"following":["if","unless","while","until","do","and","or","end","then","rescue","ensure","in","else","elsif"\
,"for","foreach","x","eq","ne","cmp","lt","gt","le","ge"],"opening":["do","def","class","module","begin","case"],"leading_opening":["if","unless","while","until\
","for"],"spawning":["spawn","fork","vfork","Popen","posix_spawn","pcntl_fork","proc_open","popen","execFile","Worker","Process","create_subprocess_exec","creat\
e_subprocess_shell"],"shells":["system","exec","shell_exec","popen","execSync","os"],"waiting":["break","return","exit","wait","waitpid","wait4","join","communi\
cate","sleep","usleep","await","throw","raise","die","last","readline","input","gets","recv","accept","get","poll","Queue"],"sql_kinds":["DATABASE","SCHEMA","TA\
BLE","VIEW","INDEX","USER","ROLE","FUNCTION","PROCEDURE","TRIGGER","SEQUENCE","TYPE","EXTENSION","KEYSPACE","TABLESPACE","COLUMN","CONSTRAINT","POLICY","OWNED",\
"COLLECTION","STREAM","BUCKET"],"sql_fillers":["IF","EXISTS","NOT","ONLY","CONCURRENTLY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],"sql_leads":["AS","BEGIN","T\
HEN","ANALYZE","EXPLAIN","DO","DETACH","LOOP","ELSE"],"sql_reads":["LOAD_FILE","PG_READ_FILE","PG_READ_BINARY_FILE","LO_IMPORT","READFILE","READ_TEXT","INFILE"]\
,"sql_writes":["OUTFILE","DUMPFILE","WRITEFILE","LO_EXPORT"]}},"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system":"Folders of the operating \
system and their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts of the system fo\
r local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.","personal":"Direct child of a home, or of a folder of p\
ersonal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The workspace itself, everything in it, or a folder above it.\
","source":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a folder by whose name projects keep what people wrote; othe\
rs may be what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","disposable":"Produced anew by a build, test or package m\
anager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything in it.","vcs":"Store of a version control system: \`.git\`\
.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"credentials\\" in the na\
me of source code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the shell hands to programs: \`source .env\`.","from-template\
":"The same, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of these, all but the list of na\
mes that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by shells, desktops and interpreters at start-up.","schedu\
le":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"Sockets that control a machine.","connection":"\`/dev/tcp\
/\\u2026\`: a connection to another machine.","local-connection":"The same to this machine, or to a container beside it.","nowhere":"\`/dev/null\`.","endless":"Devi\
ces without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence kept by the system: logs, histories.","unknown":"Unknown\
 before the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be empty: all of the machine then."},"purposes":{"startup":{"\
home":true,"any":["^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile)$","^(~/)?\\\\.(zlogin|zlogout|kshrc|cshrc|tcsh\
rc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$","^(~/)?\\\\.(mkshrc|bash_env|inputrc|pam_environment)$","^~/\\\\.config/(fish/|autostart(/|$)|environment\\\\.d(\
/|$)|nvim/init\\\\.|plasma-workspace/env)","^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/config)","^~/\\\\.(oh-my-zsh/)"\
,"^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\\\\.py))","^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bashrc|zsh(/.*|rc|env\
)|environment)$","^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*|skel/.*|fish/.*)$","^/etc/(update-motd\\\\.d/.*|inputrc)$","(^|/)(sitecust\
omize|usercustomize)\\\\.py$","/(site|dist)-packages/[^/]+\\\\.pth$"]},"schedule":{"home":true,"any":["^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.*|init\\\\.d(/.*)?|r\
c\\\\d?\\\\.d(/.*)?|inittab|init/.*)$","^/var/spool/(cron|at)","^(/usr)?/lib/systemd/","^/run/systemd/","^~/\\\\.config/systemd(/|$)","^~?/library/launch(agents|daemo\
ns)(/|$)","^/library/launch","^~/\\\\.config/cron","^/usr/local/etc/rc\\\\.d/","^(/usr)?(/lib|/etc)/udev/rules\\\\.d/","^/etc/polkit-1/"]},"authorized-keys":{"any":["\
(^|/)\\\\.ssh/authorized_keys2?$","^/etc/ssh/(sshd_config|authorized_keys)"]},"accounts":{"any":["^(/usr/local)?/etc/(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|\
sudoers(\\\\.d(/.*)?)?|pam\\\\.d(/.*)?)$","^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid|pass\\\\S*[*?]\\\\S*)$"]},"account-secrets":{"any":["^\
(/usr/local)?/etc/(?!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$","^(/usr/local)?/etc/(?!passwd$)(pam\\\\.d(/.*)?|security/.*|doas\
\\\\.conf|login\\\\.defs|subuid|subgid)$","^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$","^/usr/local/etc/passwd$"]},"device":{"any":["^/dev/((sd|hd|vd|xvd)[a-\
z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$","^/dev/(loop\\\\d+|nbd\\\\d+|mem|kmem|port|disk/.*|vg\\\\w*/.*)$"]},"kernel":{"any":["\
^/(proc/(sys|sysrq-trigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"]},"socket":{"any":["(^|/)(docker|containerd|podman|crio)\\\\.sock$"]},"vcs-config":{"any":["^(~/\\\\.gi\
tconfig|~/\\\\.config/git/|/etc/gitconfig)"]},"data":{"any":["(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?)([-_./]|$)","(^|[\
-_./])(employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)","\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$"]},"\
logs":{"any":["^/var/(log|audit)(/|$)","(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$","^/run/log"]}},"system_folders":["bin","boot","dev","etc","l\
ib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap","nix","lost+found"],"credentials"\
:[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-token",".envrc","\
.terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-","gshadow-","enviro\
n","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history","tnsnames.ora",".secrets","\
.secret",".passwd-s3fs","rclone.conf",".credentials"],"credential_stores":[".gnupg",".aws",".azure",".password-store",".oci",".aliyun",".kube/config",".kube/cac\
he",".docker/config.json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",".config/sops",".config/glab-cli",".config/h\
cloud",".config/scw",".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json",".config/configstore",".heroku/netrc",".confi\
g/stripe",".config/ngrok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".config/composer/auth.json",".composer/auth.json\
",".config/pip/pip.conf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/auth.json",".supabase/access-token",".pulumi/\
credentials.json",".circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",".mc/config.json",".rancher/cli2.json",".con\
fig/argocd/config",".okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".huggingface/token",".cache/huggingface/token",\
".codex/auth.json",".claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials",".terraform.d/credentials*",".m2/settings.xml\
",".m2/settings-security.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/keychains",".mozilla/firefox",".thunderbird",\
"google-chrome*/default","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/profile*","brave-browser/default","microsoft-\
edge*/default",".purple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd",".rediscli_auth",".wpa_supplicant","run/secre\
ts","etc/ssl/private","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","etc/wpa_supplicant","etc/networkmanager/syste\
m-connections","etc/letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/master.passwd","etc/security/opasswd"],"cred\
ential_forms":["^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$","\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$","^(?!.*(cert|chain|\\\\bca\
\\\\b|bundle|public|\\\\bpub\\\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$","^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?)(\\\\.(prod|p\
roduction|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(app|prod|production|staging|dev|db|my)?[-_.]?(api|\
access)[-_]?keys?(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(service[-_]?account|cl\
ient[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\\\\.json$","(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\\\\.(json|txt|ya?ml|pem|key|e\
nv))?$","^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*","\\\\.kubeconfig$"],"credential_samples":[".env",".env.local",".env.production","credentials","crede\
ntials.json","secrets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"],"disposable":["node_modules","bower_componen\
ts","jspm_packages","dist","dist-ssr","build","builds","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".nyc_output",".next",".nuxt"\
,".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".virtualenv","__pyca\
che__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".vercel",".netlify",".do\
cusaurus",".eslintcache",".stylelintcache",".coverage","storybook-static","public/build","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","gene\
rated","gen",".generated","__generated__","artifacts","artifact","reports","report","test-results","test-reports","test-output","test_output","playwright-report\
","allure-results","allure-report","junit.xml","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stac\
k-work","dist-newstyle",".dart_tool","deriveddata","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache",".zig-cache","scratch",".scratch","_site",".jeky\
ll-cache",".sass-cache","bench-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out"\
,"lib-cov","typings","wheelhouse",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork",".snakemake",".cxx","bazel\
-out","bazel-bin","bazel-testlogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/cache",".rpt2_cache",".fuse\
box",".dynamodb",".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoints/tmp","snapshot\
s","__snapshots__","__image_snapshots__","screenshots"],"source_folders":["src","source","sources","lib","libs","app","apps","test","tests","spec","specs","__te\
sts__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client","clients","api","backend",\
"frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","public","static","assets","\
images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","services","service","utils","\
util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","locale","locales","fixtures\
","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","helm","ansible","docker","ci"\
,".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","android","ios","macos","window\
s","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","benchmarks","bench","vendor","\
third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"]},"programs":{"interpreters":{"python":{"s\
hort":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython":{"short":"cmWXQ","long":["check-hash-based-pycs"],"lan\
guage":"python","code":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"node\
":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","t\
itle","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejecti\
ons","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","\
eval","print"]},"nodejs":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","\
config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-li\
mit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javasc\
ript","code":["e","p","eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","e\
nv-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-h\
eap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p\
","language":"javascript","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","condi\
tions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report\
-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","pre\
load"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print","require","import","loader","exp\
erimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","r\
eport-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-dest\
ination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC","long":["eval","print","require","\
import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warn\
ings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter\
","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"perl":{"short":"eEIMm","language":"\
perl","code":["e","E"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","enable","disable","dump","parser"],"language":"ruby"\
,"code":["e"]},"php":{"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end","process-file","define","php-ini","server","docroot\
"],"language":"php","code":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f","F","file"]},"awk":{"short":"fFvieEl","long":["file\
","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"gawk":\
{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","e\
xec"],"operands":"code"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","sou\
rce"],"files":["f","file","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"\
language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","host","port","user",\
"username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mysq\
l":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"s\
ql","code":["e","execute","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","db\
name","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite3":{"long":["cmd",\
"init","separator","newline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"sqlite":{"permuted"\
:true,"language":"sql","operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","database","file","set","v\
ariable"],"permuted":true,"language":"sql","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","user","username","\
dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf","long":["query","h\
ost","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"],"operands":"no co\
de"},"bq":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"database then code"\
},"sqlcmd":{"short":"QqSUPdi","long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["Q",\
"q"],"files":["i"],"operands":"no code"},"clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","database","file","set","v\
ariable"],"permuted":true,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port","user","username\
","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["e\
xecute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"oper\
ands":"no code"},"sqlplus":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"no\
 code"},"mongo":{"long":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"o\
perands":"no code"},"mongosh":{"long":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","cod\
e":["eval"],"operands":"no code"},"redis-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"valkey-cli":{"short":"hpsanurt","language":"sql","operand\
s":"code"},"keydb-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","password","database\
","file"],"permuted":true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"}},"consoles":{"rails":{"short":\
"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environment"],"after":["runn\
er","r","console","c"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"p\
ython","code":["c","command"]},"django-admin":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","comman\
d"]},"flask":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odo\
o":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"scrapy":{"sho\
rt":"cd","after":["shell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["execute"]},"drush":{"aft\
er":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","ev","php:cli"],"langu\
age":"php","operands":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"language":"php","operands":\
"code"},"wp-cli.phar":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","\
chdir","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"e\
xec":{"short":"a"},"builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":["D","chdir"]},"gosu\
":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","pdeathsig"]},"runcon"\
:{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","split-string"]},"cros\
s-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":\
{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":true},"lando":{"ow\
n":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"\
NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"short":"fo","long"\
:["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare\
","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["interval","equexit"],"jo\
ined":true},"pdsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"dsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joi\
ned":true},"clush":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"pssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"jo\
ined":true},"parallel-ssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"flock":{"short":"wEc","long":["wait","timeout","conflict-ex\
it-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c","command"]},"chroot"\
:{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"own":true},"nsenter":{\
"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short":"f"},"proxychains4"\
:{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus-daemon"]},"systemd-\
run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","on-boot"],"own":true}\
,"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c","call"]},"uvx":{"l\
ong":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":["c","command","sessi\
on-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code":["c","command","session-command"]},"sg":{"short":"c\
","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"after":["exec","x","explore"],"code":["c","call"],"values":["package","workspace","prefix"]},"pnpm\
":{"after":["exec","dlx"],"values":["package","filter","dir"]},"yarn":{"after":["dlx","exec"],"values":["package","cwd","include","exclude","from","since","jobs\
","j","p"]},"bun":{"after":["x","exec"]},"lerna":{"after":["exec"],"values":["scope","ignore","concurrency"]},"nx":{"after":["exec"]},"bundle":{"after":["exec"]\
},"rbenv":{"after":["exec"]},"pyenv":{"after":["exec"]},"asdf":{"after":["exec"]},"composer":{"after":["exec"]},"volta":{"after":["run"],"values":["node","npm",\
"yarn"]},"fnm":{"after":["exec"],"values":["using"]},"corepack":{},"flatpak-spawn":{},"pipx":{"after":["run"],"values":["spec"]},"uv":{"after":["run"],"values":\
["with","python","project","directory","extra","group","env-file"]},"poetry":{"after":["run"]},"pipenv":{"after":["run"]},"pdm":{"after":["run"]},"rye":{"after"\
:["run"]},"hatch":{"after":["run"]},"op":{"after":["run"]},"doppler":{"after":["run"]},"infisical":{"after":["run"]},"railway":{"after":["run"]},"dotenv-vault":\
{"after":["run"]},"heroku":{"after":["run","run:detached"],"values":["a","app","r","remote","e","env","s","size"]},"conda":{"after":["run"],"values":["n","name"\
,"p","prefix"]},"nvm":{"after":["exec"],"skip":1},"direnv":{"after":["exec"],"skip":1},"lxc":{"after":["exec"],"skip":1},"mise":{"after":["exec","x"]},"rustup":\
{"after":["run"],"skip":1},"nix":{"after":["develop","shell","run"]},"vagrant":{"after":["ssh"],"code":["c","command"]},"repo":{"after":["forall"],"code":["c","\
command"]}},"package_verbs":["access","add","approve-builds","audit","autoclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constr\
aints","create","dedupe","deploy","dlx","doctor","env","exec","explain","fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds"\
,"import","info","init","install","install-test","it","licenses","link","list","ln","login","logout","ls","m","multi","npm","outdated","owner","pack","patch","p\
atch-commit","patch-remove","plugin","policies","profile","prune","publish","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-up\
date","selfupdate","server","set","setup","stage","start","stop","store","tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upg\
rade-interactive","version","versions","view","whoami","why","with","workspace","workspaces"],"small_languages":{"lua":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|\
io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"luajit":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\
\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.1":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])\
(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.2":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","dele\
tes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.3":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.r\
emove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.4":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\\
s*([\\"'])(.*?)\\\\1"},"Rscript":{"code":["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\\.remove)\\\\s*\\\\(\\\\s*([\\"'])(.*\
?)\\\\1","does":{"rm -r $":["\\\\b(?:file\\\\.remove|unlink)\\\\s*\\\\(\\\\s*list\\\\.files\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"],"psql -c 'DROP TABLE x'":["\\\\bdbRemoveTable\\\\s*\\\\("],"\
psql -c $":["\\\\bdb(?:Execute|SendQuery|GetQuery)\\\\s*\\\\([^,]*,\\\\s*([\\"'])(.*?)\\\\1"]}},"julia":{"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`\
","deletes":"(?:\\\\brm\\\\s*\\\\(\\\\s*(?:joinpath\\\\s*\\\\(\\\\s*)?|\\\\b(?:walkdir|readdir)\\\\s*\\\\((?=[\\\\s\\\\S]*\\\\brm\\\\s*\\\\())\\\\s*([\\"'])(.*?)\\\\1"},"tclsh":{"runs":"(?:^|[\\\\n\
;[{])\\\\s*()exec\\\\s+([^\\\\n;\\\\]}]+)","deletes":"(?:^|[\\\\n;[{])\\\\s*()file\\\\s+delete\\\\s+(?:-force\\\\s+)?(?:--\\\\s+)?(?:\\\\[glob\\\\s+(?:-\\\\w+\\\\s+)*)?([^\\\\n;\\\\]}\\\\s]+)"},\
"expect":{"code":["c"],"runs":"(?:^|[\\\\n;[{])\\\\s*()(?:spawn|exec|system)\\\\s+([^\\\\n;\\\\]}]+)"},"emacs":{"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:\
-to-string)?\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-directory|delete-file)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"elixir":{"code":["\
e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"ps\
ql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"iex":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\
\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s\
*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"mix":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdi\
r|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[A-Z][\\\\w.]*\\\\s*[,)]"]}},"erl":{"code":["eval"\
],"runs":"\\\\bos:cmd\\\\s*\\\\(\\\\s*()\\"(.*?)\\"","deletes":"\\\\bfile:(?:delete|del_dir|del_dir_r|delete_r)\\\\s*\\\\(\\\\s*()\\"(.*?)\\""},"guile":{"code":["c","e","eval","x"]\
,"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|\
delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"racket":{"code":["c","e","eval","x"],"runs":"\\\\(\
(?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-direc\
tory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"sbcl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shel\
l|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/file\
s)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"ecl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|r\
un-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?d\
elete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"clisp":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-comm\
and|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directo\
ry-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"chicken":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop\
:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s\
+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"csi":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|\
ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?\
:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"gosh":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+\
()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\
\\.){0,2000})\\""},"scala":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\
\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"scala-cli":{"code\
":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\
\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"amm":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\
\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\
\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"kotlin":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFi\
les\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bdelete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\\
s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"jshell":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*(?=[\\\\s\\\\S]*\\\\bde\
lete)|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\
\\\\1"},"octave":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_rec\
ursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes\
":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\
\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"nim":{"code":["e","eval"],"runs":"\\\\b(?:e\
xec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathF\
orcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"ghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"\
","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"runghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|e\
xecShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcib\
ly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"stack":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","\
deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"crystal":{"code":["e","eval"],"runs":"\\\\b(?:exec|exe\
cShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly\
)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"swift":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","de\
letes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"groovy":{"code":["e"],"runs":"([\\"'])(.*?)\\\\1\\\\.execut\
e\\\\s*\\\\(","deletes":"\\\\bnew\\\\s+File\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1\\\\s*\\\\)\\\\s*\\\\.\\\\s*(?:delete\\\\w*|eachFile\\\\w*(?=[\\\\s\\\\S]*\\\\.delete))"},"pwsh":{"code":["c","Command"\
,"command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;\
|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![\
^;\\\\n]*(?:-Filter|-Include|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Parti\
tion|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|\
Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x\
 | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?\
:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KE\
Y|TOKEN|SECRET|PASSW)"]}},"powershell":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|r\
mdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?\
:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:-Filter|-Include|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"\
$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Res\
tart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-S\
cheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|In\
voke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-Child\
Item|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell.exe":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-E\
xpression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","operands\
":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*(?:-Filter|-Include|Where|\\\
\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|E\
C2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|\
Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequ\
est|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-\
RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}}},"code_v\
ariables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"whatis":{"variables":["MANPAGER","PAGER"]},"less":{"variables"\
:["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LE\
SSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGE\
R","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"timedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","\
PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","\
VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"var\
iables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDITOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"var\
iables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":\
["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL\
"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},\
"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["HGEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SV\
N_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"delta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":\
{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables\
":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITOR","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH",\
"GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND","EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebas\
e":{"options":["x","exec"]},"filter-branch":{"options":["tree-filter","index-filter","env-filter","msg-filter","parent-filter","commit-filter","tag-name-filter"\
,"setup"]},"difftool":{"options":["x","extcmd"]},"fetch":{"options":["upload-pack"]},"pull":{"options":["upload-pack"]},"clone":{"options":["u","upload-pack"]},\
"ls-remote":{"options":["upload-pack","exec"]},"push":{"options":["receive-pack","exec"]},"archive":{"options":["exec"]},"grep":{"options":["open-files-in-pager\
"]}},"code_options":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code"\
:["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar"\
:{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-acti\
on","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["chec\
kpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compre\
ss-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex","\
eval-command"],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrentl\
y":{"short":"ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"sho\
rt":"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","page\
r","H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"]},"nodemon":{"short":"x","long":["exec"],"code":[\
"x","exec"]},"nix-shell":{"short":"pAI","long":["run","command"],"code":["run","command"]}},"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"\
names":["format","pretty"]},"curl":{"short":"woXHdFuAebcT","long":["write-out","output"],"names":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O",\
"format"],"unread":"=[\\\\s\\\\S]*[^\\\\w,=%:]"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'\
+-]"},"expr":{"unread":"^(?!(?:(?:-?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"nam\
es":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])\
*$)"},"podman":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:\
f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["output","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go\
-template)[\\\\w-]*=(?!(?:\\\\{+(?:\\"(?:\\\\\\\\[nt]|[,:. ])*\\"|(?:[^\\"'{}]|[=!]=\\\\s*[\\"'][^\\"']*[\\"'])*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname",\
"path","ipath","wholename","iwholename","regex","iregex","lname","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","ane\
wer","cnewer","user","group","uid","gid","perm","links","inum","samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls"\
,"files0-from"]},"editor":{"short":"cS","long":["cmd"],"permuted":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["\
env","env-file","user","workdir","detach-keys","name","volume","mount","network","publish","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-c\
pus","device","dns","expose","gpus","group-add","hostname","ip","ipc","link","log-driver","log-opt","memory","pid","platform","pull","restart","runtime","securi\
ty-opt","shm-size","stop-signal","tmpfs","ulimit","userns","volumes-from","cgroupns","host","context","config","file","project-name","profile","project-director\
y","namespace","container","index","kubeconfig","cluster","as","image","target"]},"copy":{"short":"tSgmo","long":["target-directory","suffix","mode","owner","gr\
oup"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long":["output","output-document","out","dir","directory-prefix","header","data","request","user-agent"\
,"form","user","output-dir","url"],"permuted":true},"curl":{"short":"oHdXAFuTebKCmxEywzU","long":["output","output-document","out","dir","directory-prefix","hea\
der","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"request":{"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","da\
ta-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request","user","output","form","url","user-agent"],"permuted":true},"tmux":{"\
short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git":{"short":"Cc","long":["git-dir","work-tree","namespace","exec-path","c\
onfig-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expression","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPs\
d","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process-slot-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-arg\
s","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","timeout","joblog","results","retries","workdir","wd","tmpdir","replace"\
,"delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","profile","tagstring","tmux","block","recstart","recend","shuf","limit","te\
rm-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","long":["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long"\
:["command","init-command","features","debug","debug-level","debug-output","profile","profile-startup"]},"make":{"short":"fCIjlo","long":["file","makefile","dir\
ectory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-directory","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcf\
ile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include","exclude","exclude-dir","color","context"],"permuted":true}},"patt\
erns":{"git_settings":["^core\\\\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)$","^(sequence\\\\.editor|diff\\\\.external|gpg(\\\\..+)?\\\\.p\
rogram|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$","^(diff|merge|filter|difftool|mergetool)\\\\..+\\\\.(cmd|command|textconv|driver|clean|smudge|process|path)$","^(up\
loadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$"],"request_statement":["^\\\\s*DROP\\\\s+(DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN\
)\\\\b","^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\\\\s|REVOKE\\\\s)"],"request_fields":["(?:^|[?&])(?:query|q|sql|stat\
ement|stmt)=([^&#]*)","\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000})\\""],"jq_making":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|asc\
ii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\\\\b","@base\\\\d+d|@uri"],"editor_shell":["^\\\\s*:?\\\\s*(?:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\
\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$","^\\\\s*:?\\\\s*(?:sh(?:ell)?|term(?:inal)?)!?\\\\s*$"],"home_lookup":["\\\\b(?:System\\\\\
.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME[\\"']\\\\]","\\\\b(?:(?:os\\\\.|Sys\\\\.|System\\\\.)?getenv)\\\\s*\\\\(?\\\\s*[\\"']H\
OME[\\"']\\\\s*\\\\)","\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\)"],"jq_choosing":["(?:[!=<>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+","(?:[!=<>]=\\\\\
s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:test|startswith|endswith|contains|inside|has|split|r?index|match|capture|scan|[lr]trimstr|error|getpath|del)\\\\s\
*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\""]},"shell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bi\
n/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":"0","!":"%%"},"make_variables":{"HOME":"~","RM":"rm -f","MAKE":"make","CURDIR":".","PWD":"."},"escapes":{"a":"\\u0\
007","b":"\\b","e":"\\u001b","E":"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":"\\u000b"},"character_classes":{"upper":"A-Z","lower":"a-z","digit":"0-9","alpha"\
:"A-Za-z","alnum":"A-Za-z0-9","space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"only":["delete-machine","delete-system-file","delete-workspace","delete-vcs"]},"c\
hmod":{"only":["change-rights-of-machine"]},"dd":{"only":["overwrite-disk"]},"git":{},"kubectl":{},"terraform":{},"docker":{},"aws":{}},"silent":["[","test","tr\
ue","false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit","return","cp","mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","\
dd","mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkdiscard","truncate","mv","cp","chmod","chown","chgrp","chattr","s\
etfacl","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doa\
s","env","eval","python","python3","perl","ruby","node","php","kill","killall","pkill","shutdown","reboot","halt","poweroff","init","systemctl","service","cront\
ab","at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw","mount","umount","docker","kubectl","helm","terraform","aws","gcloud","az","psql\
","mysql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_runners":["echo","printf","cat","less","more","head","tail","gre\
p","egrep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm","patch","ls","ll","tree","stat","file","touch","mkdir","rmdir",\
"rm","cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","man","info","help","apropos","tldr","hash","test","[","[[","true","false",":","cd\
","pwd","pushd","popd","dirs","exit","return","break","continue","export","unset","set","shift","read","local","declare","alias","unalias","git","hg","svn","gh"\
,"glab","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","gem","bundle","composer","mvn","gradle","make","cmake","ninja","ba\
zel","apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak","zypper","emerge","port","nix","docker","podman","kubectl","helm\
","terraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","rsync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z\
","ar","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nvim","nano","emacs","code","ed","ex","jq","yq","xmllint","python",\
"python2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++","clang","lua","Rscript","date","cal","uptime","uname","hostname","whoami","id",\
"groups","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","sleep","seq","yes","basename","dirname","realpath","readlink","mk\
temp","tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od","hexdump","strings","column","fold","fmt","nl","paste","join","split","expand","\
rev","tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","journalctl","dmesg","mount","umount","df","du","free","lsof","ss","netstat","ip"\
,"ifconfig","ping","dig","nslookup","host","traceroute","useradd","userdel","usermod","passwd","crontab","dd","mkfs","truncate","shred","notify-send","say","log\
ger","write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zsh","ksh","eval","source",".","trap","fork-bomb","compgen","compl\
ete","getent","locate","updatedb","apt-cache","apt-file","command","builtin","fzf","bat","exa","eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashism\
s","hadolint"],"filters":["yq","fold","fmt","nl","column","paste","join","expand","unexpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip",\
"zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul",\
"colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","look","comm","tsort","ptx","nkf","cut","base32"]},"sentences":{"before_orde\
r":["please","then","next","now","first","second","third","finally","lastly","also","just","simply","and","so","ok","okay","well","afterwards","afterward","afte\
r","that","immediately","quickly","silently","quietly","permanently","completely","forcefully","forcibly","recursively","always","go","ahead","kindly","step","t\
odo","task","goal","plan","objective","instruction","instructions:","->","=>","-","*","once","done","from","here","on","to","be","safe","start","by","begin","in\
","order","bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ah\
ora","primero","despu\\u00e9s","por","favor"],"between":["just","then","also","now","first","simply","really","definitely","quickly","completely","permanently","\
forcefully","forcibly","recursively","immediately","silently","quietly","safely","manually","please","go","ahead","and","finally","probably","simply","again","a\
ll"],"denials":["not","don't","dont","never","no","nor","without","avoid","cannot","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","would\
n't","couldn't","isn't","aren't","refuse","refuses","refusing","prevent","prevents","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibit\
ed","disallow","disallowed","block","blocks","blocking","blocked","stop","stops","protect","protects","against","unless","warn","warns","rather","instead","neit\
her","hardly","nothing","nobody","ne"],"ends_denial":["but","instead","just","rather","simply","only"],"speech_verbs":["explain","explains","document","document\
s","describe","describes","discuss","mention","mentions","note","notes","review","reviews","summarize","summarise","clarify","investigate","analyze","analyse","\
research","check","verify","confirm","ask","consider","compare","evaluate","test","tests","cover","fix","fixes","rename","refactor","detect","detects","reject",\
"rejects","report","reports","flag","flags","catch","catches","grep","search","look","find","understand","teach","highlight","reword","rewrite-docs","translate"\
,"list","suggests","assert","handle","handles"],"predicates":["is","are","was","were","isn't","aren't","wasn't","can","can't","may","might","would","could","sho\
uld","has","had","does","doesn't","returns","fails","failed","throws","breaks","broke","causes","caused","shows","requires","takes","works","happens","leads","m\
eans","seems","appears","crashes","crashed","hangs","deletes","removes","looks","becomes","gets"],"subjects":["the","this","that","these","those","it","a","an",\
"users","they","he","she","there","some","if","when"],"relative":["that","which","what","who","someone","somebody","anyone","anybody","where","it","there","they\
","we","i","you","whatever","everything"],"creation_verbs":["create","write","make","build","generate","develop","craft","prepare","produce"],"program":["script\
","program","command","one-liner","code","function","file","process","tool","job","playbook"],"passes_on":["post","posting","send","sending","upload","uploading\
","mail","email","share","publish","leak","forward","paste","push","copy","dump","transmit","exfiltrate"],"pronouns":["it","them"],"one_of":["each","every"],"he\
ads":["key","secret","credential","password","one"],"overwrites":["overwrite","overwriting","clobber","replace"],"doubled":["drop","zip","wget","put","set","shu\
t","rm","get","plug","ship","scrub","grab","cat","log","strip","zap","stop","commit","reset","run","submit"],"run_verbs":["run","execute","use","do","invoke","c\
all","type","issue","launch","try","start","perform","enter","apply"],"shells":["sh","bash","zsh","shell","console","terminal","shell-session","shellscript"],"c\
ommand_names":["git","rm","sudo","curl","wget","chmod","chown","dd","mkfs","kubectl","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo","gem","\
twine","aws","gcloud","az","systemctl","iptables","ufw","crontab","ssh","scp","rsync","nc","kill","pkill","killall","shred","truncate","shutdown","reboot","find\
","tar","cat","mv","cp","bash","sh","python","python3","node","helm","gh","useradd","passwd","mount","umount","eval","openssl","gpg"],"command_verbs":["push","r\
eset","clean","checkout","restore","branch","stash","rebase","filter-branch","filter-repo","reflog","gc","clone","pull","fetch","commit","delete","apply","scale\
","drain","exec","destroy","system","volume","rmi","run","publish","unpublish","yank","upload","stop","disable","mask","s3","ec2","rds","rm","prune","flushall",\
"uninstall","release","repo"],"irregular":{"send":"sent","put":"put","set":"set","shut":"shut","write":"written","give":"given","tear":"torn","blow":"blown","ge\
t":"got","read":"read","take":"taken","steal":"stolen","make":"made","overwrite":"overwritten","rewrite":"rewritten","bring":"brought","force-push":"force-pushe\
d"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/users)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:var/tmp|dev/(?:null|shm|\
stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|users|program files)|^c\
:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-file":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|\
zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.preload|sudoers|environ\
ment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|\
site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var Fs=["reads","writes","deletes","moves","changes"],Zk=Object.keys(U.paths.classes),iu=t=>Object.fromEntries(Object.entries(t).map(([e,s])=>[e,new Set(s)])),{
irregular:ev,classes:tv,...sv}=U.sentences,Re=t=>new Map(Object.entries(t)),_={grammars:Re(U.arguments.grammars),grammarAliases:Re(U.arguments.aliases),gitOptions:Re(
U.arguments.git_options),dryRuns:Re(U.arguments.dry_runs),switches:new Set(U.arguments.switches),roles:Re(U.arguments.roles),interpreters:Re(U.programs.interpreters),
consoles:Re(U.programs.consoles),wrappers:Re(U.programs.wrappers),runners:Re(U.programs.runners),packageVerbs:new Set(U.programs.package_verbs),smallLanguages:Re(
U.programs.small_languages),codeVariables:Re(U.programs.code_variables),gitVariables:U.programs.git_variables,gitCode:Re(U.programs.git_code),codeOptions:Re(U.programs.
code_options),formats:Re(U.programs.formats),getopt:U.programs.getopt,patterns:U.programs.patterns,shellVariables:U.programs.shell_variables,makeVariables:U.programs.
make_variables,escapes:U.programs.escapes,characterClasses:U.programs.character_classes,candidates:Re(U.programs.candidates),silent:new Set(U.programs.silent),risky:new Set(
U.programs.risky),nonRunners:new Set(U.programs.non_runners),filters:new Set(U.programs.filters),clients:Re(U.clients.clients),projectClients:new Set(U.clients.
project),ownData:U.clients.own,destroyingVerbs:new Set(U.clients.destroys),otherVerbs:new Set(U.clients.others),localNouns:new Set(U.clients.local),languages:U.
languages.languages,awkLexer:U.languages.awk,sqlStatements:U.languages.sql,sharedCalls:U.languages.shared,codeWords:iu(U.languages.words),sentences:iu(sv),irregularVerbs:Re(
ev),objectClasses:Re(tv),purposes:U.paths.purposes,systemFolders:U.paths.system_folders,credentials:new Set(U.paths.credentials),credentialStores:U.paths.credential_stores,
credentialForms:U.paths.credential_forms,credentialSamples:U.paths.credential_samples,disposable:new Set(U.paths.disposable),sourceFolders:new Set(U.paths.source_folders)};var rv=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:ba,grammarAliases:au,gitOptions:nv}=_;
function ya(t){return ba.get(au.get(t)??t)?.short!==void 0}function be(t,e){let s=au.get(t)??t,r=ba.get(s)??{},n=[],o=[],i=[],a=!1;for(let c=0;c<e.length;c+=1){
let l=e[c],{text:d}=l,u=(f,m)=>o.push({flag:f,value:{text:m,glob:l.glob}}),p=f=>{c+1>=e.length||(c+=1,o.push({flag:f,value:e[c]}))};if(a||!/^-./.test(d)){i.push(
l);let f=i.length===1?`${s} ${d}`:void 0;f&&(r={...r,...ba.get(f)})}else if(d==="--")a=!0;else if(r.whole&&rv.test(d))n.push(d);else if(d.startsWith("--")||r.single){
let f=d.indexOf("="),m=f===-1?d:d.slice(0,f),h=s==="git"?iv(i[0]?.text,m):m;n.push(h),f!==-1?u(h,d.slice(f+1)):r.long?.includes(h.replace(/^-+/,""))&&p(h)}else{
for(let f=1;f<d.length;f+=1){let m=`-${d[f]}`;if(n.push(m),!!r.short?.includes(d[f])){f+1<d.length?u(m,d.slice(f+1).replace(/^=/,"")):p(m);break}}d.length>2&&n.
push(d)}}return{flags:n,options:o,operands:i}}function re(t,e){return t.some(s=>s===e||e.startsWith("--")&&s.length>=5&&s.startsWith("--")&&e.startsWith(s))}var ov=new Map(
[...nv].map(([t,e])=>{let s=e.map(r=>`--${r}`);return[t,[...s,...s.map(r=>r.replace("--","--no-"))]]}));function iv(t,e){let s=ov.get(t??"");if(!s||s.includes(e))
return e;let r=s.filter(n=>n.startsWith(e));return r.length===1?r[0]:e}tt();tt();var k="\uFFFC",cu="\uFFFB",q=`${k}${cu}`,ka=`${k}\u2026`,ke=t=>t.includes(cu),Ke=t=>ke(t)?q:k,Ie=t=>t.includes(k)&&!ke(t)?k:q,R=(t,e=!1)=>({text:t,glob:e}),
qt=t=>t.map(e=>R(e)),ye=t=>R(t.map(({text:e})=>e).join(" "),t.some(({glob:e})=>e)),$t=({text:t})=>!t.includes(k),av=["shell","python","javascript","perl","ruby",
"php","awk","sql"],zr="closed-container",ss=(t,e,s=[],r)=>({program:t,path:t,args:e,redirects:s,environment:{},wrappers:[],language:"shell",...ne({folder:r})});tt();var Kr=32,cv=65536,Mt=`${k}\uFFF9`,$={kind:"unknown"},H=(...t)=>({kind:"text",of:t}),Hs=t=>({kind:"number",number:t}),G=t=>({kind:"list",items:t}),Ye=(t,e)=>({kind:"\
name",path:t,...ne({self:e})}),Tt=(t,...e)=>({kind:"made",by:t,args:e}),gs=(t,e=[])=>({kind:"content",files:e,from:t});function O(t){return t?.kind==="text"?t.of:
[t?.kind==="number"?String(t.number):k]}var jt=t=>O(t).every(e=>!e.includes(k));function ct(t){let e=[...new Set(t)];return e.length>Kr&&e.splice(Kr,e.length,k),
{kind:"text",of:e.length>0?e:[k]}}function Ae(t,e=""){let s,r=!1;for(let i of t){r||=i.kind==="text"&&i.glob===!0;let a=O(i),c=s;s=c?c.flatMap(l=>a.map(d=>lu(l+
e+d))):[...a],s.length>Kr&&(s=[k])}let n=lt(t.filter(i=>i.kind==="content"));if(n.kind==="content")return n;let o=ct(s??[""]);return r&&o.kind==="text"?{...o,glob:r}:
o}var lu=t=>t.length>cv?k:t;function Pt(t,e){return t.kind==="content"?t:ct(O(t).map(s=>s.includes(k)?k:lu(e(s))))}function lt(t){let e=t.filter(o=>o.kind!=="un\
known"),[s]=e;if(!s)return $;if(t.length===1)return s;if(e.every(o=>o.kind==="text"||o.kind==="number")){let o=ct([...e.flatMap(O),...e.length<t.length?[k]:[]]);
return e.some(i=>i.kind==="text"&&i.glob)?{...o,glob:!0}:o}let r=e.filter(o=>o.kind==="content");if(r.length>0)return{kind:"content",files:[...new Set(r.flatMap(
o=>o.files))].slice(0,Kr),from:[...new Set(r.flatMap(o=>o.from))].slice(0,Kr)};let n=e.filter(o=>o.kind==="list");return n.length===e.length&&n.every(o=>o.items.
length===n[0].items.length)?G(n[0].items.map((o,i)=>lt(n.map(a=>a.items[i])))):s}function Xe(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].
map(s=>H(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&!t.of[0].includes(k)?Array.from(t.of[0],s=>H(s)):[t.kind==="content"||t.kind==="made"||t.kind==="text"&&
t.glob?t:$]}var Rt=t=>t.flatMap(e=>e.kind==="list"?e.items:[e]);function yt(t,e=0){if(e>4)return;let s=lt(t.slice(0,256).flatMap(r=>{if(r.kind==="content")return[
r];let n=r.kind==="map"?[...r.entries.values()]:r.kind==="made"?r.args:[];return[yt(r.kind==="list"?r.items:n,e+1)??$]}));return s.kind==="content"?s:void 0}var br=class{constructor(e){
this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,s){let r=this;for(;!r.values.has(e)&&r.outer;)r=r.outer;(r.values.has(
e)?r:this).values.set(e,s)}declare(e,s){this.values.set(e,s)}};var lv=65536;function so(t,e,s,r){return t==="||"||t==="or"||t==="??"?e.kind==="unknown"?s:e:e.kind==="number"&&s.kind==="number"?dv(t,e.number,s.number):t==="+"||
r.includes(t)?e.kind==="list"&&s.kind==="list"?G([...e.items,...s.items]):Ae([e,s]):t==="/"&&e.kind==="text"?rs([e,s]):t==="%"&&e.kind==="text"?va(e,s.kind==="l\
ist"?s.items:[s]):(t==="*"||t==="x")&&s.kind==="number"?uu(e,s.number):t==="*"&&e.kind==="number"?uu(s,e.number):yt([e,s])??$}var du={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<e,">>":(t,e)=>t>>e};function dv(t,e,s){return t===
"."?H(`${e}${s}`):Object.hasOwn(du,t)?Hs(du[t](e,s)):$}function uu(t,e){let s=Math.max(0,Math.trunc(e));return t.kind==="list"?t.items.length*s>1024?$:G(Array.from(
{length:s},()=>t.items).flat()):H(...O(t).map(r=>r.length*s>lv?k:r.repeat(s)))}function rs(t){return t.reduce((e,s)=>{if(O(s).every(o=>o.startsWith("/")||o.startsWith(
"~")))return s;let r=H(...O(e).map(o=>o.length>1?o.replace(/\/$/,""):o));if(O(r).every(o=>o==="/"||o===""))return Ae([r,s]);let n=Ae([r,s],"/");return s.kind===
"text"&&s.glob&&n.kind==="text"?{...n,glob:!0}:n})}function va(t,e,s){let[r]=O(t);if(r===void 0||r.includes(k))return $;let n=0,o=r.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return H(i.replaceAll("%%","%"));let c=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;return c!==void 0?s?.get(c)??e[Number(c)]??
$:e[n++]??$});return Ae(o)}function ro(t,[e,s,r]){let n=e?.kind==="number"?e.number:void 0,o=s?.kind==="number"?s.number:void 0,i=r?.kind==="number"&&r.number===
-1;if(t.kind==="list"){let a=t.items.slice(n,o);return G(i?a.reverse():a)}return t.kind!=="text"?t:Pt(t,a=>{let c=Array.from(a).slice(n,o);return(i?c.reverse():
c).join("")})}tt();var no={args:[],environment:{},variables:new Map},uv=16,wa={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
bs=({text:t,glob:e})=>({kind:"text",of:[t],...ne({glob:e||void 0})}),pu=({environment:t},e)=>e!==void 0&&Object.hasOwn(t,e)?bs(t[e]):void 0,fu=({input:t=""})=>t.
replace(/\n$/,"").split(`
`).slice(0,uv);function Vs(t){if(t.input!==void 0)return ct([t.input.replace(/\n$/,""),...fu(t)])}function hu(t,{args:e,environment:s,input:r}){let n=({text:o})=>o!==
""&&!o.includes(k);return e.some(n)&&wa.args.test(t)||r!==void 0&&!r.includes(k)&&r!==""&&wa.input.test(t)||Object.values(s).some(n)&&wa.environment.test(t)}function mu(t,e,s){
let r=s.args.map(bs),n=s.script===void 0?[]:[H(s.script)],o=G([n[0]??H("-"),...r]),i=new Map([["HOME",H("~")]]);for(let[l,d]of Object.entries(s.environment))i.set(
l,bs(d));let a=Vs(s),c={args:G(r),argv:o,"node-argv":G([H("node"),...n,...r]),"joined-args":H(s.args.map(l=>l.text).join(" ")),environment:{kind:"map",entries:i},
server:{kind:"map",entries:new Map([...i,["argv",o]])},text:a,lines:a&&G(fu(s).map(l=>H(l)))};for(let[l,d]of Object.entries(t)){let u=c[d];if(!u)continue;e.declare(
l,u);let p=u.kind==="map"?u.entries:u.kind==="list"?u.items.entries():[];for(let[f,m]of p)e.declare(`${l}.${f}`,m)}}var pv=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,fv={n:`
`,t:"	",r:"\r",e:"\x1B",a:"\x07",b:"\b",f:"\f",v:"\v"};function xa(t){return t.includes("\\")?t.replace(pv,(e,s,r,n,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)
return String.fromCharCode(Number.parseInt(o,8));let c=s??r??n;if(c===void 0)return fv[a]??a;let l=Number.parseInt(c,16);return l>1114111?"":String.fromCodePoint(
l)}):t}var hv=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,mv=/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,gv=/<\$?\w*>/y,bv=/%([wWiIqQxr]?)([({[<|!/])/y,yv=/\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,300}\]|[^/\\[\n]){0,300}\/[a-z]*/y,
gu={"(":")","[":"]","{":"}","<":">"};function It(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function yu(t,e,s,r){let n=t[e];if(s.triple){let i=It(hv,t,e);if(!i)
return;let a=i[1].toLowerCase();return Yr(t,e+i[0].length,i[2],"text",r,{escapes:!a.includes("r"),interpolation:a.includes("f")?"f-string":void 0})}if(n==="'")return Yr(
t,e+1,n,"text",r,{escapes:s.single_escapes});if(n==='"'||n==="`"){let i=s.interpolation==="template",a=n==='"'&&i?void 0:s.interpolation,c=n==='"'||i?"text":"sh\
ell";return Yr(t,e+1,n,c,r,{escapes:!0,interpolation:a})}if(s.patterns&&n==="/"&&r.value){let i=It(yv,t,e);return i&&ku(e+i[0].length)}let o=s.quoting==="q"?It(
gv,t,e):void 0;if(o)return{token:{kind:"name",text:"STDIN"},end:e+o[0].length};if(s.heredoc&&n==="<")return xv(t,e,s,r);if(s.quoting==="q"&&!/[\w$@%&>]/.test(t[e-
1]??" ")){let i=It(mv,t,e);return i&&bu(t,e+i[0].length,i[1],i[2].trim(),s,r)}if(s.quoting==="percent"&&n==="%"&&r.value){let i=It(bv,t,e);return i&&bu(t,e+i[0].
length,`%${i[1]}`,i[2],s,r)}}function Yr(t,e,s,r,{within:n},{escapes:o,interpolation:i}){let a=[],c="",l=e,d=e,u=f=>{let m=t.slice(d,f);c+=o?xa(m):m.replace(/\\(['\\])/g,
"$1")},p=f=>{c!==""&&a.push(c),c="",a.push(f)};for(;l<t.length&&!t.startsWith(s,l);){let f=t[l];if(f==="\\"){l+=2;continue}if(f===`
`&&(s==="'"||s==='"')&&i==="f-string")break;let m=i&&n?wv(t,l,i):void 0;if(!m){l+=i==="f-string"&&(t.startsWith("{{",l)||t.startsWith("}}",l))?2:1;continue}if(u(
l),m.name!==void 0)p([{kind:"name",text:m.name}]),l+=m.length;else{let h=n(l+m.length);p(h.tokens),l=h.end+1}d=l}return u(Math.min(l,t.length)),(c!==""||a.length===
0)&&a.push(c),{token:{kind:r,pieces:a},end:Math.min(t.length,l+s.length)}}var kv={"f-string":/\{(?!\{)/y,template:/\$\{/y,hash:/#\{/y,dollar:/\{(?=\$)|@\{(?=\[)/y,
none:/(?!)/y},vv=/(@ARGV)|\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)(\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})?/y;function wv(t,e,s){let r=It(kv[s],t,e);if(r)return{length:r[0].
length};let n=s==="dollar"?It(vv,t,e):void 0;if(!n)return;let[{length:o},i,a,c,l]=n;return i!==void 0?{length:o,name:`"${i}"`}:l===void 0?{length:o,name:`$${a??
c}`}:{length:o,name:/^(?:ENV|ARGV)$/.test(c??"")?`$${c}.${l.replace(/\W/g,"")}`:k}}var ku=t=>({token:{kind:"text",pieces:[k]},end:t});function bu(t,e,s,r,n,{within:o}){
let i=gu[r]??r,a=1,c=e;for(;c<t.length;c++)if(t[c]==="\\")c+=1;else if(t[c]===i){if(a-=1,a===0)break}else t[c]===r&&(a+=1);let l=t.slice(e,c),d=Math.min(t.length,
c+1);if(["qw","%w","%W","%i","%I"].includes(s))return{token:{kind:"words",words:l.split(/\s+/).filter(f=>f!=="")},end:d};if(["m","tr","y","s","qr","%r"].includes(
s)){let f=["tr","y","s"].includes(s)?t.indexOf(i,d+(gu[r]?1:0)):c;return ku(f<0?t.length:f+1)}let u=["q","%q"].includes(s)?{escapes:!1}:{escapes:!0,interpolation:n.
interpolation},p=["qx","%x"].includes(s)?"shell":"text";return{...Yr(t.slice(0,c),e,"\0",p,{within:o},u),end:d}}function xv(t,e,s,r){let n=It(s.heredoc,t,e);if(!n)
return;let o=t.indexOf(`
`,e),i=Math.max(r.heredocEnd,o<0?t.length:o+1),a=new RegExp(`^[ \\t]*${n[1]??n[2]??n[3]}\\b`,"m").exec(t.slice(i)),c=i+(a?.index??t.length),l=n[2]?{escapes:!1}:
{escapes:!0,interpolation:s.interpolation},{token:d}=Yr(t.slice(0,c),i,"\0","text",r,l);return{token:d,end:e+n[0].length,heredocEnd:c+(a?.[0].length??0)}}var Sv=8,Ev=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i;function Xr(t,e,s=0){if(s>Sv){e.fail("too-deep","SQL in SQL is nested too d\
eeply");return}let r=Ov(t),n=_v(r);for(let o of r){if(!e.step(1+o.length))return;let[i]=o;n&&/^(?:DELETE|UPDATE)$/i.test(i?.text??"")||(i?.kind==="shell"?e.runShellLine(
H(i.text)):Av(new Sa(o,e,s)))}}var Cv=/^(?:SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|EXPLAIN|WITH)$/;function _v(t){let e=t.map(o=>o.map(({text:i})=>i.toUpperCase())),
[s=[],...r]=e,n=r.pop()??[];return/^(?:BEGIN(?: TRANSACTION| WORK)?|START TRANSACTION)$/.test(s.join(" "))&&n.join(" ")==="ROLLBACK"&&r.every(([o=""])=>Cv.test(
o))}var Sa=class{constructor(e,s,r){this.tokens=e;this.collector=s;this.depth=r;this.words=e.map(n=>n.kind==="word"?n.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){
this.collector.addInvocation("sql",e,{language:"sql"})}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?e+1:e;for(;_.codeWords.sql_fillers.
has(this.word(s));)s+=1;let r=this.tokens[s]?.text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)r+=`.${this.tokens[s+2].text}`;return r}textAfter(e){
return e<0?void 0:this.tokens.slice(e+1,e+6).find(({kind:s})=>s==="text")?.text}valueAfter(e){return H(this.textAfter(e)??k)}isUnlimited(e){let s=this.words.indexOf(
"WHERE",e);if(s<0)return!this.words.includes("LIMIT",e);let r=this.tokens.slice(s+1).map(({text:n})=>n);return r.join(" ").length<200&&Ev.test(r.join(" ").trim())}readInner(e){
let s=this.tokens.findIndex(({kind:n},o)=>o>e&&n==="text");if(s===-1)return;let r=this.tokens[s+1]?.text.startsWith("|")?k:"";Xr(`${this.tokens[s].text}${r}`,this.
collector,this.depth+1)}};function Av(t){let{words:e,tokens:s,collector:r}=t;for(let[n,o]of e.entries()){let i=s[n-1],a=i?.kind==="mark"&&i.text==="(";if(n===0||
a||_.codeWords.sql_leads.has(e[n-1])){if(!r.step(Math.ceil((e.length-n)/16)))return;Object.hasOwn(wu,o)?wu[o](t,n):xu(t,n)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.
test(o)?r.runShellLine(t.valueAfter(n)):_.codeWords.sql_reads.has(o)?r.readFile(t.valueAfter(n)):_.codeWords.sql_writes.has(o)&&r.recordWrite(t.valueAfter(n),void 0)}}
function xu(t,e){let s=_.sqlStatements.find(({words:r})=>r.every((n,o)=>n.includes(t.word(e+o))));s&&t.report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}function $v(t,e){
let{words:s,tokens:r}=t,n=/^TEMP(?:ORARY)?$/.test(t.word(e+1))||r[e+2]?.text.startsWith("#"),o=s.slice(e+1,e+5).find(i=>_.codeWords.sql_kinds.has(i));o&&t.report(
`drop-${n?"temporary-":""}${o.toLowerCase()}`,t.name(s.indexOf(o,e)+1))}function Tv(t,e){let{words:s}=t;for(let r=s.indexOf("DROP",e+2);r>0;r=s.indexOf("DROP",r+
1)){let n=_.codeWords.sql_kinds.has(t.word(r+1)),o=n?s[r+1].toLowerCase():"column";t.report(`drop-${o}`,t.name(e+2),t.name(r+(n?2:1)))}xu(t,e)}function Pv(t,e){
let[s,r,n]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(i,e)),{collector:o}=t;s>0?o.runShellLine(t.valueAfter(s)):r>0&&t.textAfter(r)?o.recordWrite(t.valueAfter(
r),void 0):t.textAfter(n)&&o.readFile(t.valueAfter(n))}function Rv(t,e){let s=t.tokens.slice(e+1).map(({text:n})=>n),r=s.join(" ").slice(0,400);s.includes("drop\
Database")?t.report("drop-database","db"):s.includes("drop")?t.report("drop-collection",s[1]??""):/deleteMany|remove/.test(r)&&/\{ \}|\( \)/.test(r)&&t.report("\
delete-all",s[1]??"")}var vu=(t,e)=>t.report(t.word(e).toLowerCase(),t.words.slice(e+1,e+12).join(" ").trim()),oo=(t,e)=>t.word(e+1)==="XP_CMDSHELL"?void 0:t.readInner(
e),wu={DROP:$v,DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),r=t.word(0)==="MATCH",o=!(r&&t.tokens.some(({text:i})=>i==="{"))&&t.isUnlimited(r?0:e);
t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},
ALTER:Tv,GRANT:vu,REVOKE:vu,COPY:Pv,EXECUTE:oo,EXEC:oo,PREPARE:oo,DO:oo,DB:Rv},Iv=new RegExp(String.raw`(?:\\!|\.shell|\.system|system)[ \t]+(?<shell>.*)|\\(?:copy|o|w|g)\w*[ \t]*`+
String.raw`(?:\|[ \t]*(?<piped>.*)|(?:.{0,4000}?\b(?:program|PROGRAM)[ \t]+'(?<program>(?:[^'\n]|'')*)')?.*)`,"y"),Nv=new RegExp([String.raw`\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\/`,
String.raw`(?<quote>['"\x60])(?<quoted>(?:(?!\k<quote>)[\s\S]|\k<quote>\k<quote>)*)\k<quote>?|\[(?<name>[^\]]*)\]?`,String.raw`\$(?<tag>\w*)\$(?<text>[\s\S]*?)(?:\$\k<tag>\$|$)`,
String.raw`(?<word>[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*)|(?<mark>[\s\S])`].join("|"),"uy");function Ov(t){let e=[[]],s=(r,n)=>e.at(-1).push({kind:r,text:n});for(let r=0;r<
t.length;){let o=t[r]==="\\"||e.at(-1).length===0?It(Iv,t,r):void 0,i=o??It(Nv,t,r),{shell:a,piped:c,program:l,quote:d,quoted:u,name:p,text:f,word:m,mark:h}=i.groups,
b=a??c??l?.replaceAll("''","'"),y=d==="'"||d==='"'&&/[\s/]/.test(u),v=m!==void 0&&/^go$/i.test(m)&&t[r-1]===`
`;b!==void 0?e.push([{kind:"shell",text:b}],[]):o||h===";"||v?e.push([]):u!==void 0?s(y?"text":"word",u.replaceAll(d+d,d)):f!==void 0?s("text",f):h!==void 0?s("\
mark",h):(m!==void 0||p!==void 0)&&s("word",m??p),r+=i[0].length}return e.filter(r=>r.length>0)}var Lv=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,Dv=new Set(["POST","PUT","PATCH","DELETE"]);function _a({collector:t},e,s,r){let[n,...o]=s?.kind===
"made"?s.args:[s??$],i=[...r,...o].filter(p=>p!==void 0),a=yt(i),c=a&&a.from.length>0?{input:{kind:"pipe",from:t.listSources(a)}}:{},l=a?[...a.files.map(p=>`@${p}`),
...a.from.length>0?["@-"]:[]]:i.map(p=>jt(p)?O(p)[0]:k),d=i.length>0&&e==="GET"?"POST":e,u=[...Dv.has(d)||d===k?["-X",d]:[],...l.flatMap(p=>["-d",p]),n];return gs(
[t.addInvocation("curl",u,c)])}function Cu({collector:t},e,s,r){let n=yt([s??$]),[o=$,i]=r?.kind==="made"?r.args:r?.kind==="list"?r.items:[],a=n?{input:{kind:"p\
ipe",from:t.listSources(n)}}:{};t.addInvocation(e,[o,i],a)}function Aa(t,e,s,r){return e?.kind!=="made"?!1:(e.by==="written"||e.by==="appended"?t.collector.recordWrite(
e.args[0],s,r||e.by==="appended"):e.by==="request"?_a(t,"POST",e.args[0],[s]):(e.by==="connection"||e.by==="client")&&Cu(t,"nc",s,e),!0)}var Wv=t=>t?.kind==="nu\
mber"?t.number.toString(8):O(t)[0]?.replace(/^0o?/,"")??k,Ea=(t,e)=>({args:s,named:r,collector:n})=>{let o=i=>r.has(i)?O(r.get(i))[0]:void 0;r.has("file")||n.recordPrint(
s,o("sep")??t,o("end")??e)},_u={run:({collector:t},[,...e],[s])=>{t.addInvocation(s,e.map(r=>r??$))},"sql-deed":({collector:t},e)=>{t.isInMemory||t.addInvocation(
"sql",e,{language:"sql"})},chmod:({collector:t},[e=$,s])=>{t.addInvocation("chmod",[Wv(s),e])},chown:({collector:t},[e=$,s=$])=>{t.addInvocation("chown",[s,e])},
kill:({collector:t},[e=$,s],r)=>{let n=s?.kind==="name"?s.path.slice(s.path.lastIndexOf(".")+1):void 0,o=s===void 0?"TERM":n??O(s)[0],i=r.includes("group")?Ae([
H("-"),e]):e;t.addInvocation("kill",[`-${o.replace(/^(?:SIG|:)/,"")}`,i])},write:({collector:t},[e,s,r])=>t.recordWrite(e,s,r?.kind==="name"||O(r)[0]==="8"),append:({
collector:t},[e,s])=>t.recordWrite(e,s,!0),transfer:(t,[,e,s],[r])=>Cu(t,r,e,s),print:Ea(" ",`
`),"print-text":Ea("",""),"print-line":Ea("",`
`)},$a=(t,[e=$,s],r)=>{let[,n]=/^\s*\|([\s\S]*)$/.exec(O(e)[0])??[];if(n!==void 0)return t.collector.runShellLine(H(n));let o=s===void 0?"r":O(s)[0],i=s?.kind===
"name"?s.path:s?.kind==="unknown"&&r.includes("flags")?"CREAT":"";return!/[waxc+]/.test(o)&&!/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(i)?Ca(t,e):(t.collector.recordWrite(
e,void 0,o.includes("a")),Tt(o.includes("a")?"appended":"written",e))},Ca=(t,e)=>/^(?:https?|ftp):/i.test(O(e)[0])?_a(t,"GET",e,[]):t.collector.readFile(e),Su=(t,[
e,s,...r])=>_a(t,O(e)[0].toUpperCase(),s,r),Eu=({chooses:t})=>H(t?k:Mt),Us={read:(t,[e])=>Ca(t,e),open:$a,shell:({collector:t},[e])=>e?.kind==="list"?t.runProgram(
e.items):t.runShellLine(e),program:({collector:t},e)=>t.runProgram(Rt(e.map(s=>s??$))),command:({collector:t},[e])=>{let s=e?.kind==="list"?e.items:[];return s.
length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=$,s])=>{let r=s?.kind==="list"?s.items:[],[n]=r,o=r.length!==1||n?.kind==="text",i=n?.kind===
"list"?n.items:o?r:[$,$];return t.runProgram([e,...i.slice(1)])},eval:({evaluateCode:t},[e])=>t(e),include:(t,[e])=>t.evaluateCode(Ca(t,e)),request:Su,"open-req\
uest":(t,e,s)=>{let r=Su(t,e,s);return/^get$/i.test(O(e[0])[0])?r:Tt("request",e[1]??$)},connect:({receiver:t,collector:e},s)=>{let[r=$,n]=Rt(s.filter(o=>o!==void 0));
return(t?.kind!=="made"||t.by!=="ssh")&&e.addInvocation("nc",[r,n]),Tt("connection",r,...n?[n]:[])},send:(t,[e,s],r)=>Aa(t,e,s,r.includes("append"))?$:void 0,sql:({
collector:t,receiver:e},[s])=>s?.kind!=="text"||!/\s/.test(s.of[0])?void 0:((!(e?.kind==="made"&&e.by==="database"?O(e.args[0]):[""]).every(n=>Lv.test(n))||t.attaches)&&
Xr(s.of[0],t),$),input:({collector:t})=>Vs(t.input),environment:({collector:t},[e])=>{let[s]=O(e),r=pu(t.input,s);return r||(s==="HOME"?H("~"):s==="USER"||s==="\
LOGNAME"?$:gs([t.createInvocation("printenv",e?[e]:[])]))},value:(t,[e])=>e??$,entries:(t,e,[s])=>G([s===void 0?$:Tt(s)]),name:(t,e,[s])=>Ye(s),module:(t,[e])=>Ye(
O(e)[0].replace(/^node:/,"")),made:({args:t},[,...e],[s])=>Tt(s,...e.length>0?e.filter(r=>r!==void 0):t),glob:(t,e)=>{let s=rs(e.map(r=>r??$));return s.kind==="\
text"?{...s,glob:!0}:$},join:(t,e)=>{let s=Rt(e.filter(r=>r!==void 0));return s.length>0?rs(s):H(".")},folder:({collector:t},[e=H(".")])=>G([rs([e,Eu(t)])]),names:({
collector:t},[e])=>G([e===void 0||jt(e)?Eu(t):$])};var Au={kind:"text",of:["**"],glob:!0},io=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function Ta({collector:t},e){let s=t.invocations.find(({program:r,
args:n})=>r==="nc"&&(e!=="/bin/sh"||n[0]?.text!=="-e"));s&&t.addInvocation("nc",["-e",e,...s.args.map(r=>r.text)])}var qv=t=>{let{args:[,e,...s],collector:r}=t,
[,n="<",o="",i]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(O(e)[0])??[],a=Rt(s),[c=H(o)]=a;return n.includes("|")||i&&a.length===0?a.length>1?
r.runProgram(a):r.runShellLine(c):$a(t,[c,H(n.includes(">")?n===">>"?"a":"w":"r")],[])},$u={"spawn-terminal":(t,[e=$])=>{let s=e.kind==="list"?e.items:[e];return Ta(
t,s[0]??$),t.collector.runProgram(s)},"duplicate-descriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||Ta(t,"/bin/sh"),$),attribute:(t,[e,
s])=>e?.kind==="name"&&s?Ye(`${e.path}.${O(s)[0]}`):$,walk:({collector:t},[e=H(".")])=>{let s=G([$]),r=G([Au]);return t.chooses||e.kind!=="text"?G([G([rs([e,H(k)]),
s,s])]):G([G([e,r,r])])},"request-over":(t,[e,s=$,...r],n)=>{let o=t.receiver?.kind==="made"?t.receiver.args[0]??$:H("");return Us.request(t,[e,Ae([o,s]),r.find(
i=>i)],n)},"end-process":({receiver:t,collector:e},s,[r])=>{if(t?.kind==="made")return t.by==="any-process"?e.addInvocation("pkill",[`-${r}`,$]):t.by==="psutil.\
Process"&&e.addInvocation("kill",[`-${r}`,t.args[0]??$]),$},entry:(t,[e,s],r)=>e?.kind==="map"?e.entries.get(O(s)[0])??Us.environment(t,[s],r):void 0,spawn:({collector:t},[
e=$,s,r])=>{let n=s?.kind==="list"?s.items:s?.kind==="unknown"?[$]:[];return io(r)?t.runShellLine(H([e,...n].flatMap(O).join(" "))):t.runProgram([e,...n])},remove:({
collector:t},[,e=$,s,r],[n])=>{let o=`${io(s)?"r":""}${io(r)?"f":""}`;return n==="rmdir"&&!io(s)?t.addInvocation("rmdir",[e]):t.addInvocation("rm",[o===""?void 0:
`-${o}`,e]),$},"join-parts":({args:[t=$,...e]})=>rs([t,...e.map(s=>s.kind==="text"?{...s,of:s.of.map(r=>r.replace(/^\/+/,""))}:s)]),pipe:(t,[e,s=$])=>(s.kind===
"made"&&(s.by==="connection"||s.by==="client")&&e?.kind==="content"&&e.from.length>0?Ta(t,"/bin/sh"):Aa(t,s,e,!0),s),then:({receiver:t,args:[e],invoke:s})=>e?.kind===
"function"||e?.kind==="name"&&!e.self?s(e,[t??$]):t,"request-object":(t,[e,s=$,r],n)=>e===void 0||/^(?:GET|POST)$/i.test(O(e)[0])?Tt("request",s,...r?[r]:[]):Us["\
open-request"](t,[e,s,r],n),"request-option":(t,[e,s,r],n)=>(s?.kind==="name"&&s.path==="CURLOPT_POSTFIELDS"&&e?.kind==="made"&&Us.request(t,[H("POST"),e.args[0],
r],n),$),take:({collector:{input:t}},[e])=>lt(e?.kind==="list"?e.items:t.args.map(bs)),"open-perl":qv,find:({args:[t,...e],collector:s,invoke:r})=>{let n=t?.kind===
"map"?t.entries.get("wanted"):t;if(n?.kind!=="function")return;let o={...n,definition:{...n.definition,parameters:["$_"]}},i=s.chooses?H(k):Au;for(let a of e.flatMap(
O))r(o,[rs([H(a),i])]);return $}};function Mv(t){try{return decodeURIComponent(t)}catch{return k}}var ys={base64:t=>Buffer.from(t,"base64").toString("utf8"),hex:t=>Buffer.from(t.replace(/\s/g,""),
"hex").toString("utf8"),unread:()=>q,url:Mv,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim\
-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var Tu=4096,jv=/^(base64|hex)(?:url)?$/,Fv=/^(?:rot13|zlib|zip|bz2|uu)$/,Pa=t=>Ae(t.map(e=>{if(e.kind!=="number")return $;let s=e.number>=0&&e.number<=1114111;return ct(
[s?String.fromCodePoint(e.number):k])})),Pu=t=>Number.isNaN(t)?$:Hs(t),Ru={fold:(t,[,e=$],[s])=>Pt(e,ys[s]),characters:(t,[e])=>e?.kind==="list"?Pa(e.items):e,decode:(t,[
e=$,s])=>{if(e.kind==="list")return Pa(e.items);let r=O(s)[0].toLowerCase().replace(/[-_]/g,"");if(Fv.test(r))return Pt(e,ys.unread);let n=jv.exec(r)?.[1];return n===
void 0?e:Pt(e,ys[n])},"code-point":(t,[e,s])=>{let r=s?.kind==="number"?s.number:0;return Pu(jt(e)?O(e)[0].codePointAt(r)??Number.NaN:Number.NaN)},integer:(t,[e,
s])=>Pu(Number.parseInt(O(e)[0],s?Number(O(s)[0]):10)),reverse:(t,[e])=>e?.kind==="list"?G([...e.items].reverse()):e&&Pt(e,ys.reverse),"join-texts":(t,[e,s])=>{
let[r=$,n]=e?.kind==="list"?[e,s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return Ae(Rt(Xe(r)),n&&O(n)[0])},format:({named:t},[e=$,s=$])=>va(e,Xe(s),t),map:({
invoke:t},[e,s])=>e&&s&&G(Xe(s).slice(0,Tu).map(r=>t(e,[r]))),split:(t,[e,s])=>{if(e?.kind!=="text"||!jt(e))return;let r=O(e)[0],n=s&&O(s)[0];if(n?.includes(k))
return G([$]);let o=n===void 0?r.trim().split(/\s+/):r.split(n);return G(o.slice(0,Tu).map(i=>ct([i])))},replace:(t,[e=$,...s])=>{let[r,n=""]=s.map(o=>o&&O(o)[0]);
return Pt(e,o=>r===void 0||r.includes(k)?k:o.replaceAll(r,n))},elements:(t,[e=$])=>G(Xe(e)),concatenate:(t,[e,s=$])=>e?.kind==="list"?G([...e.items,...Xe(s)]):e?.
kind==="text"?Ae([e,...Xe(s)]):void 0,pack:(t,[e,s])=>{let r=O(e)[0];if(s?.kind==="list")return r.startsWith("H")?Pt(s.items[0]??$,ys.hex):/^[cCU]/.test(r)?Pa(s.
items):void 0},slice:(t,[e,s,r])=>e&&ro(e,[s,r]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(O(e)[0])):void 0,"any-of":(t,[e=$])=>e.kind==="list"?lt(e.items):
e,lines:(t,[e])=>e?.kind==="list"?Ae(e.items,`
`):e,invoke:({invoke:t},[e,s])=>e&&t(e,Xe(s??$)),message:({invoke:t},[e,s,r=$])=>s?.kind==="text"&&jt(s)?t(Ye(s.of[0],e?.kind==="name"?void 0:e),Xe(r)):void 0};var Hv={...Us,...Ru,...$u};function co({args:t,named:e},s){let r=t.find(n=>n.kind==="map");return e.get(s)??(r?.kind==="map"?r.entries.get(s):void 0)}function Vv(t,e,s){
let r=e===void 0?void 0:t.args[e],n=r?.kind==="map"?s.map(i=>r.entries.get(i)):[],o=r===void 0?s.map(i=>co(t,i)):[];return[...n,r,...o].find(i=>i!==void 0)}function Uv(t){
let[,e,s,r,n]=/^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(t)??[];if(e===void 0)return()=>H(t);if(e==="self")return({receiver:a})=>a;if(e===
"owner")return a=>H(Ra(a));if(e==="all")return({args:a})=>G(Rt(a));if(e==="last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>G(
a.slice(o));let i=r.split(":").slice(1);return a=>Vv(a,o,i)??(n===void 0?void 0:H(n))}var Ra=({receiver:t})=>t?.kind==="name"?t.path:k,Bv={object:({receiver:t})=>t!==
void 0,none:({args:t,named:e})=>t.length===0&&e.size===0,given:({args:t})=>t.length>0,one:({args:t})=>t.length===1,two:({args:t})=>t.length>1,code:({args:[t]})=>t?.
kind==="text",kept:t=>!/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(Ra(t))&&!t.collector.isMocked,stored:({collector:t})=>t.usesStore&&!t.isMocked,flagged:({
args:t})=>Rt(t).some(e=>O(e)[0].startsWith("-")),empty:({args:[t]})=>t===void 0||t.kind==="map"&&t.entries.size===0,database:t=>/^db\b|collection|\bdb$/i.test(Ra(
t))},Gv=({receiver:t},e,s)=>t?.kind===e&&(s===void 0||t.kind==="made"&&t.by===s),zv=t=>e=>{let s=t({...e,args:e.args.filter(({kind:n})=>n!=="function")}),r=e.args.
find(({kind:n})=>n==="function");return s&&r&&e.invoke(r,[s,s]),s};function ao(t){let[e,...s]=t.split(" ");if(e==="calls-back")return zv(ao(s.join(" ")));if(e.startsWith(
"if-")){let[i,a]=e.slice(3).split(":"),c=ao(s.join(" ")),l=Bv[i]??(d=>Gv(d,i,a));return d=>l(d)?c(d):void 0}let r=s.map(Uv),n=i=>r.map(a=>a(i)),o=_u[e];return o?
i=>(o(i,n(i),s),$):i=>Hv[e](i,n(i),s)}var Iu={"(":")","[":"]","{":"}"};function Nu(t){let e=[];for(let[s,r]of t.entries()){if(r.kind==="name"&&r.text==="for"){let n=e.at(-1);n&&n.loop===void 0&&(n.loop=
s)}if(r.kind==="mark"){if(Object.hasOwn(Iu,r.text))r.close=t.length,e.push(r);else if(r.text===")"||r.text==="]"||r.text==="}"){let n=e.at(-1);n&&Iu[n.text]===r.
text&&(n.close=s,e.pop())}}}return t}var P=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function Se(t,e,s=t.length){let r=t[e];return r?.kind==="mark"&&r.close!==
void 0?Math.min(r.close,s):e}function Ne(t,e,s,r,n=!0){let o=e;for(;o<s&&!P(t[o],...r)&&!(n&&t[o]?.kind==="newline");)o=Se(t,o,s)+1;return Math.min(o,s)}function lo(t,e,s,r){
let n=e;for(;n>=0&&t[n].kind!=="newline";)n-=1;let o=t[n],i=o?.kind==="newline"?o.indent:0,a=Ne(t,s,r,[":"]),c=t[a+1];if(P(t[a],":")&&c&&c.kind!=="newline")return Ne(
t,a,r,[]);for(let l=a;l<r;l++){let d=t[l],u=t[l+1];if(d.kind==="newline"&&d.indent<=i&&u&&u.kind!=="newline")return l}return r}var Z=(t,...e)=>t?.kind==="name"&&
(e.length===0||e.includes(t.text));var Kv=200,dt=(t,e,s=0,r=e.length)=>({...t,tokens:e,at:s,end:Math.min(r,e.length),depth:t.depth+1});function Bs({scope:t,language:e},s){let r=t.get(s);if(r)return r;
let n=e.canonicalize(s);return(n===s?void 0:t.get(n))??e.constants.get(n)??Ye(s)}function Qr(t,e,s){if(e.kind==="map")return e.entries.get(s)??Ye(s,e);if(e.kind===
"text"&&/^(?:name|path)$/.test(s)&&e.of.some(r=>r.includes(Mt)))return e;if(e.kind==="name"&&!e.self){let r=`${e.path}.${s}`;return r.length>Kv?$:Bs(t,r)}return e.
kind==="content"&&["text","content","stdout","body","data"].includes(s)?e:Ye(s,e)}var Jr=({sharedDeeds:t},e)=>t.get(e.slice(e.lastIndexOf(".")+1).toLowerCase());var Yv=48,Xv=64,Qv=["=",":=","+=",".=","||=","??=","&&="];function Ia({tokens:t,at:e,end:s},r){let n=e;for(let o=0;n<s&&o<Yv;o++){let i=t[n];if(i.kind==="newlin\
e")return;if(i.kind==="mark"){if(Qv.includes(i.text))return n;if(i.text===","&&!r||i.text===";"||i.text==="=>"||i.text===")"||i.text==="}")return}n=Se(t,n)+1}}function Gs(t,e,s,r){
let{tokens:n,scope:o}=t,i=e;for(;i<s&&Jv(n[i]);)i+=1;let a=n[i];if(a?.kind==="mark"&&a.close!==void 0&&["(","[","{"].includes(a.text)){a.text==="{"?Zv(t,i+1,Math.
min(a.close,s),r):Ou(t,i+1,Math.min(a.close,s),r);return}if(Ne(n,i,s,[","],!1)<s){Ou(t,i,s,r);return}let c="";for(let l=i;l<s;l++){let d=n[l];if(d.kind==="name")
c+=c!==""&&!c.endsWith(".")?"":d.text;else if(P(d,".","->","::","?."))c+=".";else break}c!==""&&o.set(c,r)}var Jv=t=>t?.kind==="name"&&_.codeWords.declaring.has(
t.text);function Ou(t,e,s,r){let n=e,o=0;for(let i=e;i<=s;i++){let a=t.tokens[i];if(i===s||P(a,",")){let c=r.kind==="list"?r.items[o]:r.kind==="content"?r:void 0;
i>n&&Gs(t,n,i,c??$),n=i+1,o+=1}else i=Se(t.tokens,i,s-1)}}function Zv(t,e,s,r){for(let n=e;n<s;n++){let o=t.tokens[n];if(o.kind!=="name")continue;let i=P(t.tokens[n+
1],":","=>")?t.tokens[n+2]:void 0;t.scope.set(i?.kind==="name"?i.text:o.text,Qr(t,r,o.text)),n=Ne(t.tokens,n,s,[","],!1)}}var yr=t=>{let e=Xe(t).slice(0,Xv);return e.
length===0?G([]):lt(e)};var ew=60,tw=4096,sw=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"],rw=["filter","select","reject","sort","toSorted","f\
ind_all","grep"];function Zr(t,e,s){if(e.kind==="function")return po(t,e.definition,s.args,s.named);if(e.kind==="content")return e;if(e.kind==="text"){let[l]=O(
e);return t.language.bare_calls||t.language.member_operators.includes("->")?Zr(t,Ye(l),s):$}if(e.kind!=="name")return Na(t,void 0,s);let r=iw(t,e,s);if(r)return r;
let n=Lu(t,e.path),o=e.self?t.scope.get(e.path):void 0;if(o?.kind==="function")return po(t,o.definition,nw(o.definition,s.args),s.named);let i={...s,receiver:e.
self,collector:t.collector,evaluateCode:l=>lw(t,l),invoke:(l,d)=>Zr(t,l,{args:d,named:new Map})},{language:a}=t,c=e.self?[a.methods.get(n),a.sharedMethods.get(n),
Jr(a,n)]:[a.functions.get(n),a.methods.get(n.includes(".")?uo(n):""),n.includes(".")?Jr(a,n):void 0,a.sharedFunctions.get(uo(n))];for(let[l,d]of c.entries()){let u=(l===
1||l===2)&&!e.self?Ye(n.slice(0,n.lastIndexOf("."))):e.self,p=d?.({...i,receiver:u});if(p)return p}return Na(t,e,s)}function Lu({language:t,scope:e},s){let r=t.
canonicalize(s);if(s.includes(".")||t.functions.has(r))return r;let n=O(e.get("*")).find(o=>t.functions.has(`${o}.${s}`));return n===void 0?r:`${n}.${s}`}var uo=t=>t.
slice(t.lastIndexOf(".")+1),nw=({parameters:t},e)=>t[0]==="self"||t[0]==="cls"?[$,...e]:e,ow=/^(?:batch_?)?(?:delete|terminate|destroy|purge|drop|clear)(?=[_A-Z!]|$)/i;
function iw(t,e,s){let{collector:r,language:n}=t,o=e.self;for(;o?.kind==="name";)o=o.self;let i=n.canonicalize(e.path),a=o?.kind==="made"&&o.by==="sdk"?o:void 0;
if(!a&&(e.self||!n.sdks.some(f=>i.startsWith(f))))return;let c=co(s,"endpoint_url")??co(s,"endpoint"),l=c?[H("--endpoint-url"),c]:a?.args??[],d=uo(i);if(!a&&d.endsWith(
"Command"))return Tt("sdk-command",H(d));let u=s.args.flatMap(f=>f.kind==="made"&&f.by==="sdk-command"?O(f.args[0]):[]);for(let f of[d,...u])ow.test(f)&&r.addInvocation(
"cloud-sdk",[f,...l]);let p=Na(t,e,s);return p.kind==="content"?p:Tt("sdk",...l)}function Na(t,e,{args:s,named:r}){let n=e?.kind==="name"?e.self:void 0,o=e?.kind===
"name"?uo(e.path):"",i=[...s,...r.values()],a=i.filter(d=>d.kind==="function"||cw(t,d)),c=(d,u)=>Zr(t,d,{args:u,named:new Map}),l=a.flatMap(d=>{let u=n&&sw.includes(
o)&&s[0]===d?n:void 0,p=u?Xe(u).slice(0,tw):[],h=(o==="map"&&p.length>0&&p.every(jt)||!u?p:[yr(u)]).map(v=>c(d,[v])),b=i.slice(i.indexOf(d)+1),y=b.map(v=>v.kind===
"list"?yr(v):v);return(d.kind==="name"?b.length>0:b.some(aw))?[...h,c(d,y)]:u||d.kind==="name"?h:[c(d,n?.kind==="content"?[n,n]:[])]});return n&&a.length===1&&o===
"map"&&l.length>0?G(l):n&&a.length===1&&rw.includes(o)?n:yt([...n?[n]:[],...i])??$}var aw=t=>t.kind==="list"||O(t).some(e=>e.includes("/")),cw=(t,e)=>e.kind==="\
name"&&t.language.functions.has(Lu(t,e.path));function po(t,e,s,r){if(e.called=!0,t.depth>ew||t.activeFunctions.has(e))return $;let n=new br(e.scope);e.parameters.
forEach((i,a)=>{i!==""&&n.declare(i,r?.get(i)??s[a]??$)});for(let i of["@_","@ARGV"])t.language.bare_calls&&n.declare(i,G(s));let o={...dt(t,e.tokens,e.from,e.to),
scope:n,returnValues:[]};return o.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?t.functions.evaluate(o):(t.functions.block(o),lt(o.returnValues))}
function lw(t,e){let s=e&&yt([e]),{collector:r}=t;if(s){let i={javascript:"node",python:"python3"}[r.source]??r.source;return s.from.length===0&&s.files.length>
0?r.addInvocation(i,s.files):r.addInvocation(i,[],{input:{kind:"pipe",from:r.listSources(s)}}),$}let n=O(e).filter(i=>jt({kind:"text",of:[i]}));O(e).some(ke)&&r.
fail("too-much","the code runs code that cannot be read to its end"),n.length===0&&r.addInvocation("eval",[e]);let o=$;for(let i of n)o=t.functions.code(t,i);return o}tt();var dw=400;function Du(t){let e=Ne(t.tokens,t.at,t.end,[":"],!1),s=ns(t.tokens,t.at,e);return Wu(t,s,e+1,[",",")","]","}"])}function Wu(t,e,s,r){return t.at=Ne(
t.tokens,s,t.end,r),t.collector.step(t.at-s),kr(t,e,s,t.at,!0)}function fo(t,e,s,r){let n=Se(t.tokens,s,t.end);return t.at=Math.min(n+1,t.end),kr(t,e,s+1,n,!1,r)}
var ho=(t,e,s)=>P(t.tokens[s],"{")?fo(t,e,s):Wu(t,e,s,[",",")","]","}",";"]);function mo(t){let{tokens:e}=t,s=t.at;P(e[s],"*","&")&&(s+=1);let r=e[s],n=r?.kind===
"name"?r.text:void 0;n!==void 0&&(s+=1);let o=[];if(P(e[s],"(")){let a=Se(e,s);o=ns(e,s+1,a),s=a+1}if(s=Ne(e,s,Math.min(t.end,s+dw),["{",";","=>"],!1),P(e[s],"=\
>"))return ho(t,o,s+1);if(!P(e[s],"{"))return;let i=fo(t,o,s,n);return n!==void 0&&t.scope.declare(n,i),i}function ns(t,e,s){let r=[],n=!0;for(let o=e;o<s&&r.length<
64;o++){let i=t[o];if(P(i,","))n=!0;else if(n&&i?.kind==="name"){let a=t[o+1];r.push(a?.kind==="name"&&a.text.startsWith("$")?a.text:i.text),n=!1}else n&&P(i,"{",
"[")&&(r.push(""),n=!1);o=Se(t,o)}return r}function kr(t,e,s,r,n,o){let i={parameters:e,tokens:t.tokens,from:s,to:r,expression:n,called:!1,scope:t.scope,...ne({
name:o})};return t.definitions.push(i),{kind:"function",definition:i}}var Oa=_.codeWords,uw=64;function qu(t){let e=t.at<t.end?t.tokens[t.at]:void 0;return e?e.kind==="name"?!Oa.following.has(e.text):P(e,":")?Z(t.tokens[t.at+1])&&
t.language.blocks==="end":e.kind==="text"||e.kind==="number"||e.kind==="words"||e.kind==="shell"||P(e,"->"):!1}function go(t){let e=[],s=new Map;for(;t.at<t.end&&
e.length<uw&&t.collector.step();){let r=t.tokens[t.at];if(r.kind==="name"&&P(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,s.set(r.text,t.functions.
evaluate(t,1))):e.push(t.functions.evaluate(t)),!P(t.tokens[t.at],",","=>")||t.at>=t.end)break;t.at+=1}return{args:e,named:s}}function La({tokens:t,end:e,collector:s},r){
let n=1,o=r;for(;o<e;o++){let i=t[o];if(i.kind!=="name")continue;let a=t[o-1];if(P(a,"."))continue;let c=!a||a.kind==="newline"||P(a,";","=");if(Oa.opening.has(
i.text)||c&&Oa.leading_opening.has(i.text)?n+=1:i.text==="end"&&(n-=1),n===0)break}return s.step(Math.ceil((o-r)/8)),o}function Da(t){if(t.language.blocks!=="en\
d"||t.at>=t.end)return;let e=t.tokens[t.at];if(!Z(e,"do")&&!P(e,"{"))return;let s=t.at+1,r=[];if(P(t.tokens[s],"|")){let o=Ne(t.tokens,s+1,Math.min(t.end,s+32),
["|"],!1);r=ns(t.tokens,s+1,o),s=o+1}let n=e?.kind==="mark"?Se(t.tokens,t.at,t.end):La(t,s);return t.at=Math.min(n+1,t.end),kr(t,r,s,n,!1)}var pw=4096;function Wa(t,e,s){
if(Mu(t,e,s))return qa(t,s,e);let{args:r,named:n}=Ma(t,e);return[...r,...n.values()]}var Mu=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="indent";function ju(t){
let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function qa(t,e,s,r=e){let n=t.at,o=dt(t,t.tokens,r+1,s),i=o.at;for(;o.at<o.end&&!Z(o.tokens[o.at],"in");)
o.at+=1;let a=o.at;o.at+=1;let c=t.functions.evaluate(o,1);for(;o.at<o.end&&!Z(o.tokens[o.at],"for");)ju(o);let l=[];for(let d of Xe(c).slice(0,pw)){let u=dt(t,
t.tokens,n,e);if(Gs(u,i,a,d),o.at<o.end?l.push(...qa({...u,end:t.end},e,s,o.at)):l.push(t.functions.evaluate(u)),t.collector.problem!==void 0)break}return t.at=
Math.min(s+1,t.end),l}function Fu(t,e){let s=dt(t,t.tokens,t.at,e),r=new Map;for(;s.at<s.end&&t.collector.problem===void 0;){let n=s.at,o=s.tokens[n];if(o.kind===
"newline"||P(o,",",";")){s.at+=1;continue}let i=s.tokens[n+1],a=Se(s.tokens,n+1)+1;if(o.kind==="name"&&P(i,"(")&&P(s.tokens[a],"{")){r.set(o.text,fo(s,ns(s.tokens,
n+2,a-1),a));continue}let c=o.kind==="name"&&P(i,":","=>",",","}")?o.text:void 0,l=c!==void 0?void 0:t.functions.evaluate(s);c!==void 0&&(s.at+=1),P(s.tokens[s.
at],":","=>")&&s.at<s.end?(s.at+=1,r.set(c??O(l)[0],t.functions.evaluate(s))):c!==void 0?r.set(c,Bs(t,c)):l&&r.set(`${k}${r.size}`,l),s.at===n&&(s.at+=1)}return t.
at=Math.min(e+1,t.end),{kind:"map",entries:r}}function Ma(t,e,s){let r=new Map;if(Mu(t,e,s))return{args:[G(qa(t,s,e))],named:r};let n=dt(t,t.tokens,t.at,e),o=[];
for(;n.at<n.end&&t.collector.problem===void 0;){let i=n.at,a=n.tokens[i],c=n.tokens[i+1];a.kind==="newline"?n.at+=1:a.kind==="name"&&P(c,t.language.blocks==="in\
dent"?"=":":")&&c?(n.at+=2,r.set(a.text,t.functions.evaluate(n))):P(a,"*","...")?(n.at+=1,o.push(...Xe(t.functions.evaluate(n)))):o.push(t.functions.evaluate(n)),
P(n.tokens[n.at],"=")&&n.at<n.end?n.at+=1:n.at<n.end&&!P(n.tokens[n.at],",")&&ju(n),(P(n.tokens[n.at],",","=>")||n.at===i)&&(n.at+=1)}return t.at=Math.min(e+1,t.
end),{args:o,named:r}}var fw=96,Hu={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,
".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3},hw=new Set("+ ! ~ * ** ... & \\ ++ -- @ $".split(" ")),mw=new Set(["my","our","local"]);function kt(t,e=0){if(t.
depth>fw&&(t.collector.fail("too-deep","expressions are nested too deeply"),t.at=t.end),!t.collector.step())return t.at=t.end,$;t.depth+=1;let s=kw(t,Uu(t));for(;;){
let r=je(t),n=r?.kind==="mark"||r?.kind==="name"?r.text:void 0,o=n!==void 0&&Object.hasOwn(Hu,n)?Hu[n]:void 0;if(n==="?"&&e===0){t.at+=1;let i=kt(t,1);P(je(t),"\
:")&&(t.at+=1),s=lt([i,kt(t)])}else if(n==="if"&&e===0&&t.language.blocks==="indent"){if(t.at+=1,kt(t,1),!Z(je(t),"else"))break;t.at+=1,s=lt([s,kt(t)])}else{if(o===
void 0||o<=e||!gw(n,t))break;t.at+=1,s=so(n,s,kt(t,o),t.language.concatenation_operators),s.kind==="text"&&t.collector.step(s.of.reduce((i,a)=>i+(a.length>>5),0))}
if(!t.collector.step())break}return t.depth-=1,s}var gw=(t,{language:e})=>t==="."?e.concatenation_operators.includes("."):t!=="x"||e.concatenation_operators.includes(
"x"),je=({at:t,end:e,tokens:s})=>t<e?s[t]:void 0;function Uu(t){let e=je(t);if(!e||e.kind==="newline")return $;switch(t.at+=1,e.kind){case"number":return Hs(e.number);case"\
words":return G(e.words.map(s=>H(s)));case"shell":return t.collector.runShellLine(bo(t,e.pieces));case"text":{let s=bo(t,e.pieces),r=t.language.blocks==="indent";
for(let n=je(t);r&&n?.kind==="text";n=je(t))t.at+=1,s=Ae([s,bo(t,n.pieces)]);return s}case"mark":return bw(t,e);case"name":return yw(t,e.text)}}function bo(t,e){
return e.length===1&&typeof e[0]=="string"?H(e[0]):Ae(e.slice(0,64).map(s=>typeof s=="string"?H(s):kt(dt(t,s))))}function bw(t,e){let s=t.at,r=Math.min(e.close??
t.end,t.end);switch(e.text){case"(":{if(P(t.tokens[r+1],"=>"))return ho(t,ns(t.tokens,s,r),r+2);let n=Wa(t,r,e.loop);return n.length===1&&!P(t.tokens[r-1],",")?
n[0]:G(n)}case"[":return G(Wa(t,r,e.loop));case"{":return Fu(t,r);case"-":{let n=kt(t,9);return n.kind==="number"?Hs(-n.number):n}case":":{let n=je(t);return t.
language.blocks!=="end"||n?.kind!=="name"?(t.at-=1,$):(t.at+=1,H(n.text))}case"->":return P(je(t),"(","{")?Uu(t):$;default:return hw.has(e.text)?kt(t,9):([")","\
]","}",",",";","=>"].includes(e.text)&&(t.at-=1),$)}}function yw(t,e){let{language:s}=t,r=je(t);if(P(r,"=>")&&s.blocks==="braces"&&!e.startsWith("$"))return ho(
t,[e],t.at+1);if(_.codeWords.prefixing.has(e)||mw.has(e)&&s.bare_calls)return kt(t,9);if(e==="lambda"&&s.blocks==="indent")return Du(t);if(s.function_keywords.includes(
e)||e==="function"||e==="fn"){let n=mo(t);if(n)return n}return Bs(t,e)}function kw(t,e){let s=e;for(;t.collector.step();){let r=t.language.bare_calls?ww(t,s):void 0;
if(r){s=r;continue}let n=je(t);if(n?.kind==="text"&&s.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,s=t.functions.call(t,s,{args:[bo(t,n.pieces)],
named:new Map});continue}if(n?.kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(n.close??t.end,t.end);if(t.language.member_operators.includes(n.text)&&o?.kind===
"name")t.at+=2,s=Qr(t,s,o.text);else if(n.text==="("||t.language.member_operators.includes(n.text)&&P(o,"(")){let a=n.text==="("?n:o;t.at+=a===n?1:2;let c=Ma(t,
Se(t.tokens,t.at-1,t.end),a.loop);s=ja(t,s,c)}else if(n.text==="["&&!(t.language.bare_calls&&s.kind==="name"&&!s.self))t.at+=1,s=Vu(t,s,i);else if(n.text==="->"||
n.text==="?.")t.at+=1;else if(n.text==="{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(s.kind==="map"||s.kind==="name"&&/^[$%]/.test(s.path)))t.at+=1,
s=Vu(t,s,i,!0);else break}return vw(t,s)?t.functions.call(t,s,{args:[],named:new Map}):s}var vw=({language:t},e)=>e.kind==="name"&&t.blocks==="end"&&(e.self!==void 0||
e.path.includes("."))&&Jr(t,e.path)!==void 0;function ja(t,e,s){let r=Da(t);return t.functions.call(t,e,r?{...s,args:[...s.args,r]}:s)}function ww(t,e){if(e.kind!==
"name"||/^[$@%]/.test(e.path))return;let s=t.language.functions;if(P(je(t),"*")&&t.language.blocks==="end"&&s.has(e.path)||qu(t))return ja(t,e,go(t));if(Z(je(t),
"while","until","if","unless","or","and","for","foreach")||P(je(t),";",",",":")||t.at>=t.end)return s.has(e.path)||t.language.blocks==="end"&&e.self!==void 0?ja(
t,e,{args:xw(t),named:new Map}):void 0;if(t.language.blocks!=="end"||P(je(t),"(")||P(je(t),...t.language.member_operators)&&/^[A-Z]/.test(e.path)&&!e.self)return;
let o=Da(t);return o!==void 0||e.self!==void 0||s.has(e.path)?t.functions.call(t,e,{args:o?[o]:[],named:new Map}):void 0}function xw({language:t,scope:e}){let s=t.
blocks==="braces"?e.get("$_"):void 0;return s?[s]:[]}function Vu(t,e,s,r=!1){let n=t.at,o=dt(t,t.tokens,n,s),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===
void 0&&(i.push(P(je(o),":")?void 0:kt(o)),P(je(o),":",".."));){o.at+=1;o.at>=o.end&&i.push(void 0)}if(t.at=Math.min(s+1,t.end),i.length>1)return ro(e,i);let[a]=i;
if(e.kind==="list"&&a?.kind==="number")return e.items.at(a.number)??$;let c=r&&o.end-n===1?o.tokens[n]:void 0,l=c?.kind==="name"&&/^\w/.test(c.text)?c.text:O(a)[0];
return e.kind==="map"?e.entries.get(l)??$:e.kind==="name"&&l!==void 0&&!l.includes(k)?Qr(t,e,l):e.kind==="name"&&e.path==="args"?H(k):e.kind==="text"&&a?.kind===
"number"?Pt(e,d=>d.at(a.number)??""):e.kind==="content"||e.kind==="made"?e:$}var Sw=24,Ew=[";","{","}",")","]",",",":","=>"];function ko(t){let e=$;for(;t.at<t.end&&t.collector.step();){let s=t.at,r=t.tokens[s];r.kind==="newline"||P(r,...Ew)?
t.at+=1:e=Cw(t,r)??e,t.at===s&&(t.at+=1)}return e}function Cw(t,e){if(e.kind!=="name")return Bu(t)??Fa(t);let{language:s}=t;if(s.blocks!=="braces"&&s.function_keywords.
includes(e.text)&&Aw(t))return;let r=Object.hasOwn(Gu,e.text)?Gu[e.text]:void 0,n=e.text==="import"||e.text==="from",o=P(t.tokens[t.at+1],"(");if(n&&!o&&(s.blocks===
"indent"||Ku(t)))Tw(t,e.text);else if(r||_.codeWords.skipped.has(e.text))t.at+=1,r?.(t);else return Bu(t)??Fa(t)}function Bu(t){let{tokens:e,language:s,at:r}=t;
if(!s.bare_calls||s.blocks!=="braces")return;let n=r;for(;n<t.end&&!P(e[n],";","{","}")&&!Z(e[n],"for","foreach");){let i=e[n];n=i.kind==="mark"&&i.close!==void 0?
i.close+1:n+1}if(n===r||n>=t.end||!Z(e[n],"for","foreach"))return;t.at=n+1;let o=t.functions.evaluate(t);return t.scope.set("$_",yr(o.kind==="list"?o:G([o]))),t.
functions.block(dt(t,e,r,n)),$}var Ku=({language:t})=>t.member_operators.includes("?."),Gu={return:t=>{t.tokens[t.at]?.kind!=="newline"&&t.returnValues.push(Fa(
t))},echo:t=>t.collector.recordPrint(go(t).args,"",""),for:zu,foreach:zu,with:t=>{P(t.tokens[t.at],"(")&&t.language.blocks==="indent"&&(t.at+=1)},class:yo,module:yo,
interface:yo,namespace:yo};function Fa(t){let e=[],s=t.language.blocks!=="braces";for(let n=Ia(t,s);n!==void 0&&!(e.length>8);n=Ia(t,!1))e.push([t.at,n,t.tokens[n].
text]),t.at=n+1;let r=_w(t);for(let[n,o,i]of e.reverse()){if(i==="+="||i===".="){let a=t.tokens[n],c=a?.kind==="name"?Bs(t,a.text):$;r=so("+",c,r,["+"])}Gs(t,n,
Ne(t.tokens,n,o,[":"],!1),r)}if(Z(t.tokens[t.at],"as")&&t.language.blocks==="indent"){let n=t.at+1;t.at=Ne(t.tokens,n,t.end,[",",":",")"]),Gs(t,n,t.at,r)}return r}
function _w(t){let e=[t.functions.evaluate(t)],s=t.language.blocks!=="braces";for(;s&&P(t.tokens[t.at],",")&&t.at<t.end&&e.length<64;)t.at+=1,e.push(t.functions.
evaluate(t));return e.length===1?e[0]:G(e)}function Aw(t){let{tokens:e,language:s}=t;if(e[t.at+1]?.kind!=="name")return!1;let n=t.at+2;P(e[n],".")&&Z(e[n+1])&&(n+=
2);let o=e[n-1].text,i=[];if(P(e[n],"(")){let l=Se(e,n,t.end);i=ns(e,n+1,l),n=l+1}let a=n,c=s.blocks==="indent"?lo(e,t.at,n,t.end):La(t,n);return t.scope.declare(
o,kr(t,i,a,c,!1,o)),t.at=c,!0}function zu(t){let e=P(t.tokens[t.at],"("),s=$w(t,e);if(!s){e&&(t.at+=1);return}let[r,n,o]=s;t.at=r;let i=t.functions.evaluate(t),
a=yr(t.language.bare_calls&&i.kind==="text"?G([i]):i);n<o?Gs(t,n,o,a):t.scope.set("$_",a)}function $w({tokens:t,at:e,end:s,language:r},n){let o=n?e+1:e,i=n?Se(t,
e,s):s;for(let a=o;a<Math.min(i,o+Sw);a++){if(Z(t[a],"in","of"))return[a+1,o,a];if(n&&Z(t[a],"as"))return[o,P(t[a+2],"=>")?a+3:a+1,i];if(!n&&P(t[a],"(")&&a>o)return[
a,o,a];if(P(t[a],";","{")||t[a]?.kind==="newline")break}return n&&r.bare_calls?[e,e,e]:void 0}function yo(t){if(t.at=Ne(t.tokens,t.at,t.end,["{",":",";"]),!Ku(t)||
!P(t.tokens[t.at],"{"))return;let e=Se(t.tokens,t.at,t.end);for(t.at+=1;t.at<e&&t.collector.step();){let s=t.tokens[t.at],r=t.tokens[t.at+1];(!(s?.kind==="name"&&
P(r,"(")&&!_.codeWords.skipped.has(s.text))||!mo(t))&&(t.at+=1)}}function Tw(t,e){let{tokens:s,scope:r}=t,n=Ne(s,t.at+1,t.end,[";"]),o=s.slice(t.at,n).find(({kind:l})=>l===
"text"),i=o?.kind==="text"?String(o.pieces[0]).replace(/^node:/,""):void 0;t.at+=1;let a=()=>{let l="";for(;t.at<n&&(l===""||l.endsWith(".")||P(s[t.at],"."));){
let d=s[t.at],u=d.kind==="name"||P(d,".")?d.text:"";if(["","import","as","from"].includes(u))break;l+=u,t.at+=1}return l},c=e==="from"?`${a()}.`:"";for(;t.at<n;t.
at++){let l=P(s[t.at],"*");if(P(s[t.at],"{")&&(c=`${i}.`),l&&i===void 0){let m=r.get("*");r.set("*",ct([...m?O(m):[],c.slice(0,-1)]));continue}l&&(t.at+=1);let d=a();
if(d===""&&!l)continue;let u=c===""&&i!==void 0?i:`${c}${d}`,p=Z(s[t.at],"as")?s[t.at+1]:void 0,f=p?.kind==="name"?p.text:d;f!==u&&r.set(f,r.get(u)??Ye(u)),p&&(t.
at+=1)}t.at=n}function en(t){let e=s=>{let r;return n=>(r??=ao(s),r(n))};return new Map(Object.entries(t).map(([s,r])=>[s,e(r)]))}function Pw(t){let{rewrites:e,aliases:s={},case_sensitive:r=!0}=_.
languages[t],n=new Map(Object.entries(s)),o=e.map(([i,a])=>[new RegExp(i,"g"),a]);return i=>{let a=r?i:i.toLowerCase(),c=o.reduce((l,[d,u])=>l.replace(d,u),a);return n.
get(c)??c}}var Yu;function Rw(t){let{unknown:e=[],texts:s={},sdks:r=[],...n}=_.languages[t],{lexer:o}=n;return Yu??={sharedFunctions:en(_.sharedCalls.functions),
sharedMethods:en(_.sharedCalls.methods),sharedDeeds:en(_.sharedCalls.deeds)},{...n,...Yu,sdks:r,lexer:{...o,heredoc:o.heredoc===void 0?void 0:new RegExp(o.heredoc,
"y")},functions:en(n.functions),methods:en(n.methods),constants:new Map([...e.map(i=>[i,$]),...Object.entries(s).map(([i,a])=>[i,H(a)])]),canonicalize:Pw(t)}}var Xu=new Map;
function Qu(t){let e=Xu.get(t)??Rw(t);return Xu.set(t,e),e}var Iw=12,vo=16e3,Nw=/[ \t\r\f\v\\\u00a0]+/y,Ju=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,Ow=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
Lw=new RegExp([String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`].
join(""),"uy"),Dw=/^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,Ww=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function tn(t,e){return Zu(
t,0,e,0).tokens}function Zu(t,e,s,r){let n=[],o=e,i=0,a=0,c=0,l=u=>(u.lastIndex=o,u.exec(t)?.[0]),d=u=>Zu(t,u,s,r+1);for(;o<t.length&&n.length<vo;){let u=t[o];if(u===
`
`){o=Math.max(o+1,c),c=0;let v=l(/[ \t]*/y)?.length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&n.push({kind:"newline",indent:v});continue}let p=l(
Nw);if(p!==void 0){o+=p.length;continue}if(s.comment.some(v=>t.startsWith(v,o))){let v=t.indexOf(`
`,o);o=v<0?t.length:v;continue}if(s.block_comment&&t.startsWith(s.block_comment[0],o)){let v=t.indexOf(s.block_comment[1],o+2);o=v<0?t.length:v+2;continue}let f=yu(
t,o,s,{value:jw(n.at(-1)),within:r<Iw?d:void 0,heredocEnd:c});if(f){n.push(f.token),o=f.end,c=f.heredocEnd??c;continue}let m=qw(t,o,s);if(m!==void 0){n.push({kind:"\
name",text:m}),o+=m.length;continue}let h=l(Ow);if(h!==void 0){n.push({kind:"number",number:Mw(h)}),o+=h.length;continue}let b=l(Lw)??u,y=b==="::"&&s.lines==="i\
ndent"?":":b;if((y==="("||y==="[")&&(i+=1),(y===")"||y==="]")&&i>0&&(i-=1),y==="{"&&(a+=1),y==="}"){if(a===0&&r>0)break;a=Math.max(0,a-1)}n.push({kind:"mark",text:y}),
o+=y.length}return{tokens:Nu(s.lines==="statements"?Fw(n):n),end:o}}function qw(t,e,s){let r=e;for(;r-e<2&&s.sigils.includes(t[r]??" ");)r+=1;Ju.lastIndex=r;let n=Ju.
exec(t)?.[0];if(n!==void 0){let i=r+n.length,a=/[?!]$/.test(n)&&(s.interpolation!=="hash"||t[i]==="=")?i-1:i;return t.slice(e,a)}return r>e&&/[_!@0&\d]/.test(t[r]??
"")&&s.interpolation==="dollar"?t.slice(e,r+1):r>e&&t[e]==="$"&&s.lines!=="none"?"$":void 0}function Mw(t){let e=t.replaceAll("_","");return/^0[0-7]+$/.test(e)?
Number.parseInt(e,8):Number(e)}function jw(t){return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.
test(t.text):!1}function Fw(t){return t.filter((e,s)=>{if(e.kind!=="newline")return!0;let r=t[s+1],n=t[s-1];return n?.kind==="newline"||r?.kind==="mark"&&Ww.test(
r.text)?!1:!(n?.kind==="mark"&&Dw.test(n.text)&&!P(n,"{"))})}var Hw=9,tp=64;function sp(t,e){let s=tn(t,_.awkLexer),r=Uw(e.input),n=i=>ep(s,i,r),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],c=s[i+1];if(a.kind==="\
name"&&P(c,"=")&&r.set(a.text,n(i+2)),Z(a,"print","printf"))o=i,e.recordPrint([n(i+1)]);else if(a.kind==="newline"||P(a,";","}","{"))o=-1;else if(Z(a,"system")&&
P(c,"("))e.runShellLine(n(i+2));else if(o>=0&&P(a,">",">>"))e.recordWrite(n(i+1),void 0,P(a,">>"));else if(P(a,"|","|&")){if(o>=0){let l=n(i+1);e.runShellLine(l),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(O(l)[0])&&e.runShellLine(n(o+1))}else if(Z(c,"getline")){let l=i;for(;i-l<tp&&Vw(s[l-1]);)l-=1;e.runShellLine(ep(s.slice(0,i),
l,r))}}else if(Z(a,"getline")){let l=s.slice(i+1,i+4).findIndex(d=>P(d,"<"));l>=0&&e.readFile(n(i+2+l))}}}var Vw=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
P(t,"$");function Uw(t){let e=new Map;for(let[o,i]of t.variables)e.set(o,H(xa(i)));for(let[o,i]of t.args.entries())e.set(`ARGV[${o+1}]`,bs(i));for(let[o,i]of Object.
entries(t.environment))e.set(`ENVIRON[${o}]`,bs(i));let s=Vs(t);if(!s)return e;let r=O(s),{separator:n=" "}=t;if(e.set("$0",ct(r)),/^[^\\.*+?[\]^$|()]$/.test(n)){
let o=r.map(i=>n===" "?i.trim().split(/\s+/):i.split(n));for(let i=1;i<=Hw;i+=1)e.set(`$${i}`,ct(o.map(a=>a[i-1]??"")));e.set("$NF",ct(o.map(i=>i.at(-1)??"")))}
return e.set("$",H(r.some(o=>!o.includes(k))?q:k)),e}var Ha=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):
t?.kind==="name"||t?.kind==="mark"?t.text:"";function ep(t,e,s){let r=[];for(let n=e;n<Math.min(t.length,e+tp);n++){let o=t[n];if(o.kind==="text")r.push(H(Ha(o)));else if(o.
kind==="name"){let i=P(t[n+1],"[")&&P(t[n+3],"]"),a=i?`${o.text}[${Ha(t[n+2])}]`:o.text;r.push(s.get(a)??H(k)),i&&(n+=3)}else if(P(o,"$")){let i=s.get(`$${Ha(t[n+
1])}`);r.push(i??s.get("$")??H(k)),n+=1}else if(!P(o,"(")||r.length>0)break}return r.length===0?H(k):Ae(r)}var Ua=_.codeWords,Ba=1e3,Bw=64,Gw=10;function op(t){if(!Va(t))return!1;let e=[],s=[];for(let r=0;r<t.length&&e.length+s.length<Bw;r++){let n=zw(t,r)??Kw(t,r);n&&
e.push(t.slice(...n));let o=Yw(t,r);if(!o)continue;let[i,a]=o.span,c=t.slice(i,Math.min(a,i+Ba));Va(c)&&!np(c)&&s.push(o.name),rp(c,[o.name])&&!Xw(c)&&e.push(c)}
return e.some(r=>(Va(r)||rp(r,s))&&!np(r))}function zw(t,e){let s=t[e],r=t[e+1];if(Z(s,"loop")&&(P(r,"{")||Z(r,"do")))return wo(t,e+1);let n=P(r,"("),o=n?Se(t,e+
1)+1:e+2;if(Z(s,"for")&&n&&t.slice(e+2,e+4).every(u=>P(u,";")))return wo(t,o);if(!Z(s,"while","until")||n&&o!==e+4)return;let i=t[n?e+2:e+1];if(!(Z(s,"while")?Z(
i,"true","True")||i?.kind==="number"&&i.number!==0:Z(i,"false")))return;let c=t[o];if(c!==void 0&&!P(c,";","}"))return wo(t,o);let l=Math.max(0,e-Ba),d=u=>P(u,"\
;","{")||u.kind==="newline";return[l+t.slice(l,e).findLastIndex(d)+1,e]}function Kw(t,e){if(!Z(t[e],"setInterval")||!P(t[e+1],"("))return;let s=Se(t,e+1),r=t[s-
1];return(r?.kind==="number"?r.number>Gw:!P(r,")","}"))?void 0:[e+2,s]}function Yw(t,e){let s=Z(t[e],"function","def","sub"),r=t[s?e+1:e];if(r?.kind!=="name"||!(s||
P(t[e+1],"=")))return;let n=e+2;for(;!s&&Z(t[n])&&n<e+4;)n+=1;P(t[n],"(")&&(n=Se(t,n)+1);let o=P(t[n],"=>");if(!(!s&&!o&&!Z(t[e+2],"function")))return{name:r.text,
span:wo(t,o?n+1:n)}}var rp=(t,e)=>t.some((s,r)=>s.kind==="name"&&e.includes(s.text)&&P(t[r+1],"(")),Xw=t=>t.some(e=>Z(e,"if","unless","case","switch")||P(e,"?",
"&&","||")),np=t=>t.some(e=>e.kind==="name"&&Ua.waiting.has(e.text)),Va=t=>t.some((e,s)=>{if(e.kind!=="name")return!1;if(Ua.spawning.has(e.text))return!0;if(!Ua.
shells.has(e.text))return!1;let r=t.slice(s+1,s+5).find(n=>n.kind==="text")?.pieces.at(-1);return typeof r=="string"&&/&\s*$/.test(r)});function wo(t,e){let s=Math.
min(t.length,e+Ba);return P(t[e],"{")?[e+1,Se(t,e)]:Z(t[e],"do")?[e+1,t.length]:P(t[e],":")?[e+1,lo(t,e,e,s)]:[e,Ne(t,e,s,[";"])]}tt();var Qw=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,Jw=/\bfor(?:each)?\s*\(?\s*(?:await\s*\(?\s*)?(?:const|let|var|my)?\s*\(?([\w$, ]+?)\)?\s+(?:in|of)\b|[\s(]\(?([\w, ]+)\)?\s*=>|\|\s*(\w[\w, ]*)\||\bas\s+\$?(\w+)|\blambda\s+(\w+)/g,
Zw=/is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\?|-[dfel]\b/i,ex=/[=!<>]=|[<>]|\b(?:in|match)\b|=~|\b(?:endswith|startswith|endsWith|startsWith|includes|test|match|search|end_with\?|start_with\?)/,
ip=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,tx=/\b(?:continue|next|return)\b/;function ap(t){let e=[...t.matchAll(Qw)];if(e.length===0)return!1;let s=sx(
t),r=o=>o.includes("$_")||Ga(o).some(i=>s.has(i)),n=tx.test(t);return e.some(([o,i=""])=>r(i)?i.split(/\band\b|&&/).filter(c=>ex.test(c.replace(/=>|->/g,""))||!Zw.
test(c)).some(c=>ip.test(`${/^(?:unless|reject)/.exec(o)?.[0]??""} ${c}`)===n):/^(?:fnmatch|grep|select|filter)\b/.test(o)&&!ip.test(o))}var Ga=t=>t.match(/\w+/g)??
[];function sx(t){let e=new Set([...t.matchAll(Jw)].flatMap(s=>Ga(s.slice(1).join(" "))));for(let[,s,r]of t.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))Ga(r).
some(n=>e.has(n))&&e.add(s);return e}var rx=4e4,cp=512,nx=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,ox=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),ix=/['"](?:sqlite:\/\/\/?)?:memory:['"]|['"]sqlite:\/\/['"]/,
ax=/\b(?:mongodb|postgres|mysql|mariadb|redis|rediss|mssql|oracle)\w*(?:\+\w+)?:\/\/|['"](?!django)[\w./-]+\.(?:db|sqlite3?)['"]/i,So=class{constructor(e,s,r=""){
this.source=e;this.context=s;this.mayHideInput=hu(r,this.input),this.chooses=ap(r),this.isMocked=/\b(?:fakeredis|mongomock|pymongo_inmemory|ioredis-mock|redis-mock)\b/.
test(r),this.usesStore=/redis|valkey|keydb|memcache/i.test(r),this.attaches=/\bATTACH\b/i.test(r),this.isInMemory=ix.test(r)&&!ax.test(r)&&!this.attaches}source;context;invocations=[];problem;remainingSteps=rx;mayHideInput;chooses;isInMemory;isMocked;usesStore;attaches;get input(){
return this.context.input??no}recordPrint(e,s=" ",r=`
`){if(!this.context.onPrint)return;let n=e.map(o=>{let i=o.kind==="list"?o.items.flatMap(O):O(o),a=o.kind==="text"&&o.glob===!0;return i.map(Ka).map(c=>this.markUnread(
a?c.replaceAll("*",k):c)).join(`
`)});this.context.onPrint(n.join(s)+r)}markUnread(e){return this.mayHideInput&&e===k?q:e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail(
"too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,r={}){let n=this.createInvocation(
e,s,r);return this.mayHideInput&&ox.has(e)&&(n.args=n.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(n),n}createInvocation(e,s,r={}){let n=s.filter(
o=>o!==void 0).flatMap(o=>xo(o,cx.has(e)));return{...ss(e,n),language:this.source,...r}}readFile(e){if(e?.kind==="content"||e?.kind==="made")return e;let s=e&&O(
e).every(n=>nx.test(n))?Vs(this.input):void 0;if(s)return s;let r=O(e);return this.addInvocation("cat",[e??$],{redirects:xo(e??$,!1).map(za("read"))}),gs([],r)}recordWrite(e,s,r=!1){
let n=s&&yt([s]),[o]=O(s);if(e?.kind==="text"&&(e.glob||e.of.some(c=>c.includes(Mt)))&&o===""&&!r){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation(
"printf",["%s",s??$],{redirects:xo(e??$,!1).map(za(r?"append":"write")),...ne({input:n&&{kind:"pipe",from:this.listSources(n)}})});let[a]=O(e);a!==void 0&&o!==void 0&&
!a.includes(k)&&!o.includes(k)&&this.context.onWrite?.(a,o)}listSources(e){let s=e.files.map(n=>({text:n,glob:!1})),r=this.createInvocation("cat",[],{args:s,redirects:s.
map(za("read"))});return[...s.length>0?[r]:[],...e.from]}runShellLine(e){let s=e&&yt([e]);return s?gs([this.addInvocation("sh",[],{input:{kind:"pipe",from:this.
listSources(s)}})]):gs(O(e).flatMap(r=>this.readCommand(this.markUnread(lp(r)))))}runProgram(e){let s=lp(e.flatMap(r=>O(r).map(dx)).join(" "));return gs(this.readCommand(
s))}readCommand(e){if(!this.step(8))return[];let{invocations:s,problem:r}=this.context.readCommand(e);r&&(this.problem??=r);for(let n of s)this.add(n);return s}add(e){
this.invocations.length>=cp?this.fail("too-much",`the code does more than ${cp} things`):this.invocations.push(e)}},cx=new Set(["rm","truncate","shred"]),lx=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,
Ka=t=>t.replaceAll(Mt,k),lp=t=>lx.test(t)?t.replaceAll(Mt,"*").replace(/'([^'\s]*\*)'/g,"$1"):Ka(t);function xo(t,e){if(typeof t=="string")return[{text:t,glob:!1}];
if(t.kind==="content"&&t.files.length>0)return t.files.map(r=>({text:`@${r}`,glob:!1}));if(t.kind==="list")return t.items.flatMap(r=>xo(r,e));let s=t.kind==="te\
xt"&&t.glob===!0;return O(t).map(r=>e&&r.includes(Mt)?{text:r.replaceAll(Mt,"*"),glob:!0}:{text:Ka(r),glob:s})}var za=t=>e=>({kind:t,path:e}),dx=t=>/^[\w@%+=:,./-]+$/.
test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var dp=65536,ux=40,px={evaluate:kt,call:Zr,block:ko,code:(t,e)=>(t.depth>ux&&t.collector.fail("too-deep","code in code is nested too deeply"),t.collector.step(Math.
ceil(e.length/4)),ko(dt(t,tn(e,t.language.lexer))))};function Eo(t,e,s){if(e.length>dp)return{invocations:[],problem:{kind:"too-long",detail:`the ${t} code is l\
onger than ${dp} characters`}};let r=new So(t,s,e);return t==="sql"?Xr(e,r):t==="awk"?sp(e,r):fx(Qu(t),e,r),{invocations:r.invocations,...ne({problem:r.problem||
void 0})}}function fx(t,e,s){let r=[],n=tn(e,t.lexer);if(n.length>=vo){s.fail("too-much",`the code has more than ${vo} words`);return}op(n)&&s.addInvocation("fo\
rk-bomb",[]);let o=new br;mu(t.inputs,o,s.input);let i={language:t,collector:s,scope:o,tokens:n,at:0,end:n.length,depth:0,definitions:r,returnValues:[],activeFunctions:new Set,
functions:px},a=ko(i);s.input.printsLast&&s.recordPrint([a]);let c=new Map;for(let l of n)l.kind==="name"&&c.set(l.text,(c.get(l.text)??0)+1);for(let l=0;l<r.length&&
s.problem===void 0;l++){let d=r[l];!d.called&&(d.name===void 0||(c.get(d.name)??0)>1||d.parameters[0]==="self")&&po(i,d,[])}}var Ya="/work";var tD=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function pp(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:up(e)||e.split(`
`).every(s=>s.trim()===""||up(s))}function up(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var hx=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function fp(t){let e=t.slice(0,2e3);return hx.find(([s])=>s.test(e))?.[1]}function ks(t,e=""){try{return new RegExp(t,e)}catch{return}}var st=(t,e="")=>new RegExp(t.join("|"),e);var Ja=2e3,mx=/^(?:-(?:n ?|-lines[= ])?(?:1?\d|20|\u{FFFC}.*))?$/u,gx=/^(?:-n \d{1,2}p|\d{1,2}!d)$/,bx=st([String.raw`^(?:-n )?\/((?:[^/\\]|\\.)*)\/\s*!d$`,String.
raw`^(?:-n|--quiet|--silent) (?:\/((?:[^/\\]|\\.)*)\/\s*p|s([/|#,])((?:(?!\3)[^\\\n]|\\.)*)\3.*p)$`]);function hp({program:t,args:e,filter:s}){let r=e.map(n=>n.
text).join(" ");if(r.length>Ja)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let n=Za(e);return n.length>0&&n.every(Xa)}if(/^g?sed$/.test(t)){let[
,n,o,,i]=bx.exec(r)??[];return gx.test(r)||Xa(n??o??i??"")}return/^[gmn]?awk$/.test(t)?kx(s?.code??""):t==="head"||t==="tail"?mx.test(r):t==="fzf"}function Za(t){
let{flags:e,options:s,operands:r}=be("grep",t);if(re(e,"-v")||re(e,"--invert-match"))return[];let n=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);
return(n.length>0?n:r.slice(0,1)).map(({text:o})=>o)}var yx=/^(root|pid|usr|bin|sbin|lib)$/i;function Xa(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).
every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(
/\\?[(){}^$+]|\\/g,"");return s.includes(k)||/\w\w/.test(s)&&!yx.test(s.trim())})}function kx(t){return t.length>Ja||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.
test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:ec(t).some(Xa)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.
test(t)}function ec(t){return t.length>Ja?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,r,n])=>s===void 0?r??n??[]:[])}
var vx=/^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;function mp({input:t},e){let s=t?.kind==="pipe"?t.from:[];return s.some(yp)?bp(s).length>0:s.
some(r=>Qa(r).length>0&&hp(r))?!1:wx(e).length>0}function wx(t){let e=bp(t);if(e.length===0)return[];let s=new Set(t.filter(xx).flatMap(({input:r})=>r?.kind==="\
pipe"?r.from:[]));return e.filter(r=>r.captured||r.language!=="shell"||gp(r)||s.has(r))}var gp=({redirects:t})=>t.some(({kind:e})=>e!=="read"),xx=t=>vx.test(t.program)||
gp(t);function bp(t){let e=t.filter(yp);if(e.length===0)return e;let s=t.filter(n=>Qa(n).length>0&&hp(n)),r=new Set(s.flatMap(Qa));return e.filter(n=>!r.has(n))}
var Qa=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),Sx=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
Ex=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,yp=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>Ex.test(s))||!e.some(({text:s})=>Sx.test(s)));var tc=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var Cx=tc.names.map(t=>t.replace("*","")),kp=tc.ports,Sp=t=>Object.hasOwn(kp,t)?[kp[t]]:[],_x=60,Ax=4;function Ep(t){if(t.length>_x||!/\w/.test(t)||/[\s/]|\\\d/.
test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>Ax)return[];let s=ks(e);return s===void 0?[]:Cx.filter(r=>{
let n=s.exec(r);if(n===null)return!1;let o=n[0].length*2;return o>r.length||n.index===0&&o===r.length})}var $x=200,Tx="init",Co="*",Px=/^(?:pkill|killall|skill|slay|taskkill|Stop-Process|fuser|start-stop-daemon)$/;
function Cp(t,e){let s=new Set(t.flatMap(Ix)),r=t.filter(i=>i.program==="kill"&&i.args.some(Rx)&&!_p(i));r.some(i=>mp(i,e))&&s.add(Co);for(let{input:i}of r){if(i?.
kind==="file")for(let a of _o(i.path.text))s.add(a);if(i?.kind==="pipe")for(let a of vp(i.from,$x))s.add(a)}let o=r.some(({input:i})=>i===void 0||i.kind==="text")?
e:e.filter(({captured:i})=>i);if(r.length>0)for(let i of vp(o))s.add(i);return s}var Rx=({text:t})=>t.includes(k);function _p({program:t,args:e}){let{flags:s,options:r}=be(
t,e),o=[...r.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>
0&&o.every(i=>i==="0")}function Ix({program:t,path:e,args:s}){if(e.startsWith("/etc/init.d/")&&s[0]?.text==="stop")return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.
test(t))return s.some(({text:n})=>/^(stop|quit|graceful-stop)$/.test(n))?[t.replace(/ctl$/,"2")]:[];if(!Px.test(t))return[];let r=be(t,s);return t==="fuser"?Dx(
r):t==="start-stop-daemon"?Lx(r):_p({program:t,args:s})?[]:Ap(t,r)}function Ap(t,{flags:e,options:s,operands:r}){let n=t!=="killall"&&re(e,"-f"),o=/^p(kill|grep)$/.
test(t)&&!re(e,"-x")&&!re(e,"--exact");return[...r.flatMap(({text:i})=>[...sc(i,n),...o?/^\w$/.test(i)?[Co]:Ep(i):[]]),...s.flatMap(({value:i})=>_o(i.text))]}var Nx=200,
Ox=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;function sc(t,e){return t.slice(0,Nx).split("|").flatMap(r=>{let n=r.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,
""),[o="",...i]=n.trim().split(/\s+/);if(e&&i.length>0&&!o.endsWith(":")&&!Ox.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===""?[]:[a.
replace(/\.exe$/i,"")]})}function _o(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.[1];return e===void 0?[]:[e]}function Lx({flags:t,options:e}){
return!re(t,"-K")&&!re(t,"--stop")?[]:e.flatMap(({flag:s,value:r})=>/^(-n|--name|-x|--exec)$/.test(s)?sc(r.text,!1):_o(r.text))}function Dx({flags:t,operands:e}){
return!re(t,"-k")&&!re(t,"--kill")?[]:["-m","-M","-c","--mount"].some(s=>re(t,s))?[Co]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(s)?[Co]:Sp(s.replace(
/\/(tcp|udp|sctp)$/,"")))}function vp(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return[Tx];let s=t.some(({program:r})=>r==="ps");return t.flatMap(r=>Wx(r,s))}
function Wx({program:t,args:e,redirects:s,filter:r},n){switch(t){case"pgrep":case"pidof":return Ap(t,be(t,e));case"cat":case"head":case":":return[...e,...s.map(
({path:o})=>o)].flatMap(({text:o})=>_o(o));case"ps":return xp(e,"-C");case"lsof":return[...xp(e,"-c"),...e.flatMap(({text:o})=>qx(o))];case"systemctl":return Mx(
be(t,e));default:return n?/^[gmn]?awk$/.test(t)?ec(r?.code??"").flatMap(wp):/^(e|f)?grep$|^rg$/.test(t)?Za(e).flatMap(wp):[]:[]}}var wp=t=>[...sc(t,!0),...Ep(t)],
qx=t=>{let[,e]=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(t)??[];return e===void 0?[]:Sp(e)};function Mx({operands:t}){let[e,...s]=t.map(({text:n})=>n);
return(e==="show"?s:s.filter(n=>n.endsWith(".service"))).map(n=>n.replace(/\.service$/,""))}function xp(t,e){return t.flatMap(({text:s},r)=>s===e?t.slice(r+1,r+
2).flatMap(n=>n.text.split(",")):s.startsWith(e)?s.slice(e.length).split(","):[])}function L(t,e){let s=[],r=[],n=0;for(;n<t.length;n+=1){let o=t[n],{text:i}=o;if(i==="--"){n+=1;break}if(i.startsWith("--"))n=jx(t,n,e,s);else if(i.length>1&&i.
startsWith("-"))n=Hx(t,n,e,s);else if(e.permuted)r.push(o);else break}return r.push(...t.slice(n)),{options:s,operands:r}}var rc=(t,e,s,r,n)=>{let o=e[s+1];return n.
push(o?{name:t,value:o}:{name:t}),o?s+1:s},jx=(t,e,s,r)=>{let{text:n,glob:o}=t[e],[,i="",a]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(n),c=Fx(i,s);return a===void 0&&s.
long?.includes(c)?rc(c,t,e,s,r):(r.push(a===void 0?{name:c}:{name:c,value:{text:a,glob:o}}),e)},Fx=(t,{long:e=[]})=>{let s=e.filter(r=>r.startsWith(t));return e.
includes(t)||s.length!==1?t:s[0]},Hx=(t,e,s,r)=>{let{short:n="",long:o=[],optional:i=""}=s,{text:a,glob:c}=t[e];if(o.includes(a.slice(1))&&a.length>2)return rc(
a.slice(1),t,e,s,r);for(let l=1;l<a.length;l+=1){let d=a[l],u=a.slice(l+1),p=i.includes(d)&&(u!==""||t[e+1]?.text.startsWith("-")!==!1);if(!n.includes(d)||p)r.push(
{name:d});else{if(u==="")return rc(d,t,e,s,r);r.push({name:d,value:{text:u,glob:c}});break}}return e},z=(t,...e)=>t.some(({name:s})=>e.includes(s)),M=(t,...e)=>t.
flatMap(({name:s,value:r})=>e.includes(s)&&r?[r]:[]);var Vx=200;function nc(t,e,s){if(t.length===0||s.length>Vx)return t;let r=s.slice(0,Math.max(0,s.indexOf(e))).filter(({program:o})=>o==="mv");if(r.length===0)return t;
let n=r.flatMap(({args:o})=>{let i=o.filter(({text:c})=>!c.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:c})=>$p(a.text,c)||$p(c,a.text))?i.slice(
0,-1):[]});return[...t,...n]}function $p(t,e){let s=e.replace(/\/\*?$/,"");return t===s||t.startsWith(`${s}/`)}var Ux=new Set(_.getopt.find.long.map(t=>`-${t}`)),
Bx=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,Gx=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,zx=/^-(exec|execdir|ok|okdir)$/,
Kx=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,Yx=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,Tp=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function Rp(t){
let e=[],s=[Tp()],r=!1,n=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],c=s.at(-1),l=()=>{c.deletes=!0,n>0&&o&&(c.names=["*"])};a==="("?n+=1:a===")"?n=Math.
max(0,n-1):/^(-o|-or|,)$/.test(a)?(o=!0,n===0&&s.push(Tp())):zx.test(a)?(Kx.test(t[i+1]?.text??"")&&l(),i=Xx(t,i)):a==="-delete"?l():a==="!"||a==="-not"?r=!0:Bx.
test(a)?(r||c.names.push(t[i+1]?.text??"*"),r=!1,i+=1):a==="-fprintf"?i+=2:Ux.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(c.byProperty||=Gx.test(a),r=!1,i+=1):a===
"-empty"?c.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:s}}function Xx(t,e){for(let s=e+1;s<t.length;s+=
1)if(t[s].text===";"||t[s].text==="+"&&/\{\}|\u{FFFC}/u.test(t[s-1].text))return s;return t.length}function zs(t){let e=Pp.get(t)??Qx(t);return Pp.set(t,e),e}var Pp=new WeakMap;
function Qx(t){let{starts:e,branches:s}=Rp(t),r=e.length>0?e:[{text:".",glob:!1}],n=s.filter(({deletes:o})=>o);return r.flatMap(({text:o})=>(n.length>0?n.flatMap(
a=>Ip(a,o)):Jx(s,o)).map(a=>({text:`${o.replace(/\/$/,"")||""}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,glob:!0})))}function Ip({names:t,empty:e,byProperty:s},r){return t.
length>0?t:e?["tmp"]:[s&&Yx.test(r)?k:"*"]}function Jx(t,e){let s=t.flatMap(r=>r.names);return Ip({...t.at(-1),names:s,empty:t.some(({empty:r})=>r)},e)}var rn=t=>Rp(
t).branches.some(({deletes:e})=>e);function Zx({args:t}){let{options:e,operands:s}=L(t,{short:"e",long:["extension"],permuted:!0}),[r]=M(e,"e","extension"),n=r?
`*.${r.text}`:s[0]?.text??"*";return[{text:`${s[1]?.text??"."}/${/^[.^$]*$/.test(n)?"*":n}`,glob:!0}]}var e0=/^(g?xargs|find|fd|parallel)$/,Np=/^fd(find)?$/,t0=/^(find|ls|git|fd|fdfind)$/;
function Ks(t,e){let s=t.wrappers.findLast(i=>e0.test(i)),r=s&&s0(s,t,e);if(!r)return t.args;let n=r.program==="find"?zs(r.args):r0(r);if(n.length===0)return t.
args;let o=s==="find"?`/${k}`:k;return t.args.some(({text:i})=>i.includes(o))?t.args.flatMap(i=>{if(!i.text.includes(o)||i.text.startsWith("-"))return[i];let[a=""]=/^[^\u{FFFC}]*[@=]/u.
exec(i.text)??[];return n.map(({text:c,glob:l})=>({text:a+c,glob:l}))}):t.args}function s0(t,e,s){let{input:r}=e;if(t!=="find"&&t!=="fd")return r?.kind==="pipe"?
r.from.find(({program:o})=>t0.test(o)):void 0;let n=({program:o})=>t==="find"?o==="find":Np.test(o);return s.slice(0,s.indexOf(e)).findLast(n)??s.find(n)}function r0(t){
let e=t.args.filter(({text:s})=>!s.startsWith("-"));return Np.test(t.program)?Zx(t):t.program==="ls"?(e.length>0?e:[{text:".",glob:!1}]).map(({text:r,glob:n})=>({
text:n?r:`${r.replace(/\/$/,"")}/*`,glob:!0})):t.program==="git"&&e[0]?.text==="ls-files"&&e.length===1?[{text:"./*",glob:!0}]:[]}var oc=t=>_.roles.has(t);function nn(t,{
flags:e,options:s,operands:r}){let n={reads:[],writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${r[0]?.text??""}`,i=_.roles.has(o),a=_.roles.get(i?o:t);if(!a)
return n;let c=a.unless?.some(f=>re(e,f)),l=r.slice((i?1:0)+(c?0:a.skip??0)),d=a.with?.find(f=>f.flags.some(m=>re(e,m)))?.each??a.each,u=s.some(({flag:f})=>a.options?.[f]===
"writes"),p=a.last!==void 0&&l.length>1&&!u&&d!=="none";l.forEach((f,m)=>{let h=p&&m===l.length-1?a.last:d,b=Object.entries(a.keyed??{}).find(([y])=>f.text.startsWith(
y));b?n[b[1]].push({text:f.text.slice(b[0].length),glob:f.glob}):h&&h!=="none"&&n[h].push(f)});for(let{flag:f,value:m}of s){let h=a.options?.[f];h&&n[h].push(m)}
return t==="git"&&(n.reads=n.reads.map(o0)),(t==="curl"||t==="http"||t==="https")&&n.reads.push(...i0(s,r)),t==="tar"&&!n0(e,r)&&(n.writes=[]),(t==="scp"||t==="\
rsync")&&(n.reads=n.reads.filter(({text:f})=>!sn(f)),n.writes=n.writes.filter(({text:f})=>!sn(f))),n}var n0=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.text??"")?.[0]??
"";return/[xctru]/.test(s)?s.includes("x"):!["-c","-t","-r","-u","--create","--list","--append","--update"].some(r=>re(t,r))},sn=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),o0=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function i0(t,e){let s=t.flatMap(({flag:n,
value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(n),[,a]=i&&/(?:^@|=@|=<)([^;,]*)/.exec(o.text)||[];return a===void 0?[]:[{...o,
text:a}]}),r=e.flatMap(n=>{if(n.text.startsWith("file://"))return[n];let o=/^[\w.-]*:?[@=]@/.exec(n.text)??/^@/.exec(n.text);return o?[{...n,text:n.text.slice(o[0].
length)}]:[]});return[...s,...r]}var a0=/^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/,c0=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,
Ao=R(".");function l0(t,e,s){let r={paths:[],files:[]},[n]=t.args;if(n?.text!=="checkout"&&n?.text!=="restore")return r;let o=Ks(t,e),{flags:i,options:a,operands:c}=be(
"git",o);if((re(i,"-p")||re(i,"--patch"))&&t.input===void 0)return r;let l=n.text==="restore",d=re(i,"--staged")||re(i,"-S");if(l&&d&&!re(i,"--worktree")&&!re(i,
"-W"))return r;if(a.some(({flag:m})=>m==="--pathspec-from-file"))return{...r,paths:[Ao]};let u=c.slice(1);if(["-b","-B","-t","--track","--orphan"].some(m=>re(i,
m))&&!l)return r;let f=(l?u:u0(u,o)).flatMap(m=>m.text===k?s()?[Ao]:[]:[p0(m)]);return{paths:f.filter(Op),files:f.filter(m=>!Op(m))}}var d0=/\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;
function u0(t,e){let s=e.findIndex(({text:o})=>o==="--");if(s!==-1)return e.slice(s+1);let[r,...n]=t;return r&&n.length===0&&d0.test(r.text)||r&&(r.glob||r.text===
k||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(r.text))?t:n}function p0({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return Ao;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,
"").replace(/\*\*.*$/s,"");return s===""?Ao:{text:s,glob:e}}function Op({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",r=t]=/^(?:(.*)\/)?([^/]*)$/.
exec(t)??[];return r==="."||r===".."||r===""?!0:/^[a-z][a-z0-9_-]*$/.test(r)&&!a0.test(r)&&!c0.test(s)}function f0({program:t,args:e}){if(t!=="git"||e.some(({text:n})=>n===
"--"))return!1;let[s="",...r]=e.map(({text:n})=>n);return/^(ls-files|status)$/.test(s)?r.every(n=>n.startsWith("-")):s==="diff"&&r.some(n=>n==="--name-only"||n===
"--name-status")}var h0=(t,e)=>t.captured===!0||t.redirects.length>0||e.some(({input:s})=>s?.kind==="pipe"&&s.from.includes(t)),m0=["","-before","-after","-duri\
ng","-delay","-excluded"].map(t=>`--delete${t}`);function Lp(t,e){let s=Cp(t,e),r,n=()=>(r??=e.some(i=>f0(i)&&h0(i,e)),r),o=(i,a,c)=>a.length>0?[ss(i,a,[],c)]:[];
return[...o("end-process",qt([...s])),...t.flatMap(i=>{let{program:a,folder:c}=i;if(a==="rsync")return o("sync-away",g0(i),c);if(a!=="git")return[];let{paths:l,
files:d}=l0(i,e,n);return[...o("git-discard",l,c),...o("git-discard-file",d,c)]})]}function g0({args:t}){let{flags:e,operands:s}=be("rsync",t);return[...m0,"--d\
el"].some(n=>re(e,n))&&s.length>1?s.slice(-1).filter(({text:n})=>sn(n)):[]}var ic=require("node:path");var b0=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
y0=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
k0=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function v0({text:t}){let e=k0.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function $o(t){let e=v0(t);if(e!==void 0)return b0.
test(e)?"local":y0.test(e)?"drop":"remote"}var Wp=/^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/,w0=/^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/,
x0=/^(cp|mv|ln|install)$/,S0=500,To=class{paths=new Set;constructor(e=[]){for(let s of e)this.paths.add(s)}record(e){let{program:s,args:r,folder:n}=e,[o,i]=x0.test(
s)?r.filter(({text:c})=>!c.startsWith("-")):[],a=o&&i&&this.has(o.text,n)?[i]:[];for(let{text:c}of[...E0(e),...a]){let l=Dp(c,n);l!==void 0&&this.paths.add(l),this.
paths.size>S0&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let r=Dp(e,s);return r!==void 0&&this.paths.has(r)}},vr=({program:t})=>Wp.test(t),qp=({
program:t})=>Wp.test(t)||w0.test(t);function E0(t){let e=t.redirects.filter(({kind:l})=>l!=="read").map(({path:l})=>l);if(!vr(t))return t.input?.kind!=="pipe"||
!t.input.from.some(vr)?[]:t.program==="tee"?t.args.filter(({text:l})=>!l.startsWith("-")):e;let{flags:s,options:r,operands:n}=be(t.program,t.args),o=n.filter(l=>l.
text.includes(k)||($o(l)??"local")!=="local");if(o.length===0)return[];let i=r.flatMap(({flag:l,value:d})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.
test(l)&&d.text!=="-"?[d]:[]),a=/^(wget2?|aria2c|axel)$/.test(t.program)||s.includes("-O")||s.includes("--remote-name"),c=o.map(({text:l})=>({text:ic.posix.basename(
l.replace(/[?#].*$/,"")),glob:!1}));return[...e,...i,...a&&i.length===0?c:[]]}function Dp(t,e){let s=/^[/~]/.test(t)||e===void 0?t:`${e.text}/${t}`;return t===""||
t.includes(k)?void 0:ic.posix.normalize(s)}Xs();var ac=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function jp(t,e){let s=e.findIndex(({text:n})=>n==="--"),r=e.slice(0,s===-1?void 0:s);return!ac(t)&&!r.some(
({text:n,bare:o})=>o&&n.startsWith(k))}var Mp=/^(client|server|true|t|1|yes)$/i,C0=/^(false|f|0|no|none|off)$/i;function Fp(t,e,s){let r=$0(t,e);return!r||e.flags.
filter(o=>r.includes(o)).length===0||e.flags.some(o=>/^--no-(d|n$)/.test(o)||t==="git"&&o==="--apply")||e.options.some(({flag:o,value:i})=>r.includes(o)&&!Mp.test(
i.text))?!1:s.every((o,i)=>{if(!_0(o,r))return!0;let[,a]=/^-\w+=(.*)$/s.exec(o)??[];return a!==void 0&&!Mp.test(a)?!1:!Hp(t,s,i)&&!C0.test(s[i+1]??"")})}function _0(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(s=>/^-\w$/.test(s)&&t.includes(s[1])))}var A0=/^-\w*[rvqayzR]$/;function Hp(t,e,s){
let r=e[s-1]??"";return t==="git"||!r.startsWith("-")||r.includes("=")?!1:r.startsWith("--")?r.length>2&&!_.switches.has(r):!ya(t)&&!A0.test(r)}function $0(t,{operands:e}){
let s=[t,...e.slice(0,3).map(({text:r})=>r)];for(let r=s.length;r>0;r-=1){let n=_.dryRuns.get(s.slice(0,r).join(" "));if(n)return n.flags}return _.clients.has(t)?
_.dryRuns.get("client")?.flags:void 0}var T0=/^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|truncate)$/,P0=/^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/,
R0=/^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/,
I0=/^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;function Vp(t,e,s){let{flags:r,operands:n}=e;if(T0.test(
t))return/^--(?:help|version)$/.test(s[0]??"");if(P0.test(t)||s.some(c=>/^--?help=/.test(c)))return!1;let o=I0.test(t)?/^(?:--?help|-h)$/:/^--help$/;if(r.some(c=>o.
test(c)))return s.some((c,l)=>o.test(c)&&!Hp(t,s,l));if(s.length===1&&s[0]==="--version")return!0;if(!R0.test(t)&&!_.clients.has(t))return!1;let[i,a]=n.map(({text:c})=>c);
return i==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.test(a??"")?!0:i==="help"||t==="aws"&&n.at(-1)?.text==="help"}var Up=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,N0=st(_.credentialForms),O0=_.credentialStores.map(t=>({head:/^[^*]+/.exec(t)[0],store:t}));function L0(t){
return O0.some(({head:e,store:s})=>(t.startsWith(e)||t.includes(`/${e}`))&&D0(s).test(t))}var D0=t=>new RegExp(`(^|/)${t.replaceAll(".","\\.").replaceAll("*","[\
^/]*")}(/|$)`),W0=/(^|\/)\.ssh(\/|$)/,q0=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,M0=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
j0=/\.(tsx?|jsx?|mjs|cjs|mts|cts|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|exs?|erl|clj|lua|dart|vue|svelte|css|scss|html?|mdx?|rst|adoc|snap|sql|sh|bats|proto|graphql|tf|feature|png|svg)$/;
function Po(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!Up.test(e):_.credentials.has(e)?e!=="environ"||t.
startsWith("/proc/"):L0(t)||M0.test(t)||W0.test(t)&&!q0.test(t)?!0:/credentials?(?![a-z])/.test(e)?!j0.test(e)&&!Up.test(e.replace(/\.\w+$/,"")):N0.test(e)?!F0(
t,e):/[*?[]/.test(e)&&V0(e)}var F0=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.
test(e);function Bp(t){return t.slice(t.lastIndexOf("/")+1).includes("credentials")}var H0=6;function V0(t){if(t.length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,
"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let r=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").
replace(/\[!/g,"[^"),n=r.match(/\*+/g)?.length??0,o=ks(`^${r.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=_.credentialSamples.filter(a=>!a.startsWith(".")||/^[.[]/.
test(t));return n>H0||i.some(a=>o?.test(a))}var Ro=new Set(_.systemFolders),U0=new Set(["boot","dev","etc","proc","root","sys","usr"]),B0=new RegExp(`^${k}+`,"u"),G0=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*|!\(.*\))$/;
function cc(t,{workspace:e,folder:s}){let r=t.replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(s!==void 0&&!/^[/~]/.
test(r)&&!r.startsWith(k)&&s!==".")return cc(s.endsWith("/")?`${s}${r}`:`${s}/${r}`,{workspace:e});let n="workspace",o=r;/^~/.test(r)?(n="home",o=r.replace(/^~[^/]*/,
"")):r.startsWith(k)?(n="unknown",o=r.replace(B0,""),o!==""&&!o.startsWith("/")&&(o=`${k}${o}`)):r.startsWith("/")&&(n="slash");let i=[],a=0;for(let l of o.split(
"/"))l===""||l==="."||(l!==".."?i.push(l):i.length>0?i.pop():(n==="workspace"||n==="home")&&(n=n==="home"?"slash":"above"),l===".."&&n==="above"&&(a+=1));if(n===
"above"&&z0(a,i[0])&&(n="slash"),n==="slash"){let l=`/${i.join("/")}`;if(l===e||l.startsWith(`${e}/`))n="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{
let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(l);d&&(n="home",i.splice(0,d[1].split("/").length))}}let c=!1;for(;i.length>0&&G0.test(i.at(-1));)i.pop(),c=
!0;return{from:n,parts:i,whole:c,inside:n==="unknown"&&o.startsWith("/")}}function z0(t,e=""){let s=e.toLowerCase();return U0.has(s)?t>=2:t>=4&&(Ro.has(s)||s===
"home")}var K0=/^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/,dc=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,
Y0=/^\/var\/(cache|lib\/apt\/lists)\//,X0=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,
Q0=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,J0=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
Z0=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//,Gp=new Set;function Yp(t,e){if(t.text===""||t.text.length>4096)return Gp;let s=new Set,
{from:r,parts:n,whole:o,inside:i}=cc(t.text,e),a=n.map(d=>d.toLowerCase()),c=a.join("/"),l=r==="slash"?`/${c}`:c;return sS(r==="slash"||a.length===0?l:`${r==="h\
ome"?"~/":""}${c}`,s),/^\/dev\/(tcp|udp)\//.test(l)?new Set([Z0.test(l)?"local-connection":"connection"]):/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(l)?Gp:/^\/dev\/(null|zero|full|random|urandom)$/.test(l)?new Set(/(zero|full|random)$/.test(l)?["nowhere","endless"]:["nowhere"]):(iS(r,l,a,s),r==="slash"&&
dc.test(l)?(s.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(l)?"temp-root":"temp"),s):r==="unknown"?(Io(a)?s.add("disposable"):n.length===0&&s.add(i?"unkno\
wn-folder":"unknown"),s):(r==="slash"?n.length===0?s.add("root"):Y0.test(`${l}${o?"/":""}`)?s.add("disposable"):Q0.test(l)?s.add("local-system"):Ro.has(a[0])||/[*?[{]/.
test(a[0])||/^([a-z]:|program files.*|windows)$/.test(a[0])?s.add("system").add(X0.test(tS(a))?"system-tree":"system"):zp("slash",a,o,s):zp(r,a,o,s),s))}function zp(t,e,s,r){
if(Io(e)){r.add("disposable");return}let n=e.length===1&&e[0]===k;if(t==="home"||t==="above"){let o=e.length===1||t==="home"&&K0.test(e[0]);e.length===0?r.add(t===
"home"?"home":"workspace"):r.add(o?"personal":"outside")}else t==="slash"?(r.add(e.length===1?"workspace":"outside"),e.length<=3&&r.add("source")):e.length===0||
n&&s?r.add("workspace"):n?r.add("unknown"):e.length>2?r.add("inner"):(r.add("source"),eS(e[0])&&r.add("source-folder"))}var eS=t=>_.sourceFolders.has(t)||/[*?[{\u{FFFC}]/u.
test(t);function tS(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function Io(t){return t.includes(".\
git")?/\.(lock|sample)$/.test(t.at(-1))||Io(t.slice(0,t.indexOf(".git"))):t.some((e,s)=>_.disposable.has(e)||J0.test(e)||s>0&&_.disposable.has(`${t[s-1]}/${e}`)||
/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.test(e)&&t.length>s+1)}function sS(t,e){Po(t)&&e.add("credentials"),Bp(
t)&&e.add("credentials-by-name")}var Kp=new Map;function lc(t,e){let s=Kp.get(t)??new RegExp(_.purposes[t].any.join("|"));return Kp.set(t,s),s.test(e)}function rS(t,e){
let s=e.findIndex(r=>/^\.\w/.test(r));return s===-1||dc.test(t)?"":`~/${e.slice(s).join("/")}`}var nS=/\.(py|pth|sock)$/,oS=(t,e)=>t==="home"||t==="slash"&&Ro.has(
e[0]??"")||e.some(s=>s.startsWith("."))||nS.test(e.at(-1)??"");function iS(t,e,s,r){if(lc("data",e)&&r.add("data"),!oS(t,s))return;let n=t==="home"?`~/${e}`:e,o=t===
"slash"||t==="unknown"?rS(e,s):n;for(let[c,{home:l}]of Object.entries(_.purposes))(lc(c,n)||l&&lc(c,o))&&r.add(c);let i=s.findIndex(c=>c===".git"||c===".hg"||c===
".svn"),a=()=>t==="slash"&&dc.test(e)||Io(s.slice(0,i));i!==-1&&!/\.(lock|sample)$/.test(s.at(-1))&&!a()&&(r.add("vcs"),/^(hooks|config|info|modules|config\.worktree)$/.
test(s[i+1]??"")&&r.add("vcs-config"))}tt();var vt=class{constructor(e){this.text=e}text;at=0;readRest(){let e=this.text.slice(this.at);return this.at=this.text.length,e}get remaining(){return this.text.slice(
this.at)}readLine(){if(this.isAtEnd)return this.text.includes(k)?Ke(this.text):void 0;let e=this.text.indexOf(`
`,this.at),s=this.text.slice(this.at,e===-1?void 0:e);return this.at=e===-1?this.text.length:e+1,s}get isAtEnd(){return this.at>=this.text.length}get lineCount(){
return this.text.slice(this.at).replace(/\n$/,"").split(`
`).length}},J=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),wr=(t,e)=>({...t,redirects:[...t.redirects,...e]}),Nt=t=>({...t,input:void 0,stdin:new vt("")}),Qs=(t,{
text:e,from:s})=>({...t,input:{kind:"pipe",from:s},stdin:new vt(e)});function os(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:r})=>/^\d{1,9}$/.test(r));return[...t.slice(0,e),R(s?k:q)]}var Js=({text:t,glob:e})=>e||/^[\w@%+=:,./-]+$/.
test(t)?t:`'${t.replaceAll("'","'\\''")}'`,No=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),xr=t=>t.map(Js).join(" ");var Qe=({program:t,scope:e,context:s},r=[R(t)])=>e.child(r,s.environment),Zs=(t,e=[])=>e.length===0?t:{...t,context:{...t.context,input:{kind:"pipe",from:e}}},er=(t,e)=>e.
trimStart().startsWith(k)?Zs(t,[...t.interpreter.substituted]):t,Sr=t=>({...t,context:{...t.context,input:void 0}}),Fe=(t,{interpreter:e,scope:s})=>e.sources.get(
t)??e.files.written(t,s.folder);function uc({program:t,words:e,args:s,scope:r,context:n,filter:o}){let[i]=r.get("POSIXLY_CORRECT")?.words??[];return{program:t,path:e[0].
text,args:s,redirects:n.redirects,environment:{...ne({POSIXLY_CORRECT:i}),...r.exported(),...n.environment},...ne({input:n.input}),wrappers:n.wrappers,language:"\
shell",...ne({filter:o,captured:n.captured||void 0,folder:r.folder===void 0?void 0:R(r.folder)})}}var F=t=>t.interpreter.addInvocation(t);function is(t){let{budget:e,
invocations:s}=t.interpreter,r={...t,program:"fork-bomb",words:[R("fork-bomb")],args:[]};e.spendInvocation()&&s.push(uc(r))}var Oo=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,
pc=t=>Oo.test(t)?`${t} -c`:t,ie=(t,e)=>e.interpreter.runScript(t,Qe(e),J(e.context,pc(e.program)));function on(t,e){return t.length===1&&No(t[0])?ie(t[0].text,e):
e.interpreter.runWords(t,e.scope,J(e.context,e.program))}var aS=/^(?:(?:ba|da|z|a)?sh|env|timeout|nohup|nice|time|xargs|find|awk|python[\d.]*|node|perl|ruby|php|sudo|su)$/,cS=/^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/,
vs=class t{constructor(e,s){this.invocation=e;this.context=s;let{program:r,args:n}=e,o=r.startsWith("python")&&n[0]?.text==="-m"?n[1]?.text:void 0;this.program=
o?.replace(/^awscli$/,"aws")??pS(e);let i=Ks(e,s.invocations);this.isSupplied=i!==n,this.words=o===void 0?i:i.slice(2);let{flags:a,options:c,operands:l}=be(this.
program,this.words);this.flags=a,this.options=c,this.operands=l}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||mS(this.program,this)||this.operands.some(lS)}get isContained(){let{wrappers:e}=this.invocation,s=e.lastIndexOf(zr);return s!==-1&&e.slice(
s+1).every(r=>aS.test(r))}get root(){return this.invocation.wrappers.some(e=>cS.test(e))}get downloaded(){return gS(this.program,this.invocation,this,this.context)}get harmlessFlags(){
return ac(this.invocation)?[]:this.flags}isHarmless(e){let s=this.words.map(({text:r})=>r);return jp(this.invocation,this.words)&&e(this.program,this,s)}get isHelpRequest(){
return this.isHarmless(Vp)}get isDryRun(){return this.isHarmless(Fp)}get redirections(){let{redirects:e,language:s,folder:r}=this.invocation,n=ss(":",[],e,r);return new t(
{...n,language:s},this.context)}get from(){let{input:e}=this.invocation;return this.feeders??=e?.kind==="pipe"?e.from.map(s=>new t(s,this.context)):[],this.feeders}get hasUnreadPath(){
let e=ke(this.invocation.folder?.text??"");return Fs.some(s=>this.selectPaths(s).some(({text:r})=>e||ke(r)))}nameHandedOver(e,s){let[r="",n="",o]=this.operands.
map(({text:l})=>l),i=e==="reads"&&/^(?:source|\.)$/.test(this.program)&&Xp.test(r),a=e==="writes"&&this.program==="cp"&&dS.test(r)&&Xp.test(n);if(!(i||a)||o!==void 0||
!s.has("credentials"))return s;let c=[...s].filter(l=>l!=="credentials");return new Set([...c,i?"handed-over":"from-template"])}getPathClasses(e){let s=this.classCache[e];
if(s)return s;let{workspace:r,folder:n}=this.context,o={workspace:r,folder:this.invocation.folder?.text??n},i=hS(this.selectPaths(e),o),a=this.isContained?new Set(
[...i].filter(l=>l==="credentials")):i,c=this.nameHandedOver(e,a);return this.classCache[e]=c,c}selectPaths(e){let{program:s,args:r,redirects:n,input:o}=this.invocation,
i=n.flatMap(({kind:l,path:d})=>l==="read"?[]:[d]);if(e==="redirected")return i;if(e==="names")return s==="find"?zs(r):this.operands;this.affected??=nn(this.program,
this);let a=this.affected[e];if(e==="writes")return[...a,...i];if(e==="deletes"&&s==="find")return rn(r)?zs(r):[];if(e==="deletes")return nc(a,this.invocation,this.
context.invocations);if(e!=="reads")return a;let c=n.flatMap(({kind:l,path:d})=>l==="read"?[d]:[]);return[...a,...c,...o?.kind==="file"?[o.path]:[]]}},lS=({text:t,
glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t),Xp=/^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/,dS=/^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/,
uS=/^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/;function pS({program:t,path:e,wrappers:s}){return t==="k"?"kubectl":uS.test(t)&&(/^[^/~]+\//.
test(e)||Oo.test(s.at(-1)??""))?`./${t}`:(Oo.test(s.at(-1)??"")?t.replace(/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,
"$1")}var fS=new Set,hS=(t,e)=>t.length===0?fS:new Set(t.flatMap(s=>[...Yp(s,e)]));function mS(t,{flags:e}){return/^(find|rimraf|rsync|tar|zip)$/.test(t)?!0:["-\
r","-R","--recursive","-Recurse"].some(s=>re(e,s))}var Qp=/^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;function gS(t,e,s,{
downloads:r,fetched:n}){let{path:o,folder:i,wrappers:a,input:c}=e;if(o.includes("://")||o.includes("/")&&r.has(o,i))return!0;let l=Qp.test(t);if(l&&s.operands.slice(
0,1).some(({text:p})=>r.has(p,i)))return!0;let d=c?.kind==="pipe"&&c.from.some(qp);return!(n||d)||vr(e)?!1:t===k?a.some(p=>Qp.test(p)||p==="eval"):!l&&t!=="eval"?
!1:[...s.operands,...s.options.map(({value:p})=>p)].some(({text:p})=>p.trim()===k||p.startsWith("/dev/fd/"))||c?.kind==="text"&&c.text.includes(k)&&s.operands.length===
0}function Jp(t,e,s){if(!(!t.program.includes(k)||t.args.length===0))for(let[r,{only:n}]of _.candidates){if(r==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.
test(i)))continue;let o=s(new vs({...t,program:r,path:r},e));if(o&&(!n||n.includes(o.id)))return o}}function Zp(t,e,s){let{program:r,path:n,args:o,redirects:i,folder:a}=t;
if(ke(n))return!0;let c=o.some(({text:p})=>ke(p));if(!c&&!i.some(p=>ke(p.path.text))&&!ke(a?.text??""))return!1;let l=new vs(t,e);if(l.hasUnreadPath)return!0;if(!c)
return!1;let d=l.operands.some(({text:p})=>ke(p));if(d&&oc(l.program))return!0;let u=l.options.some(({value:p})=>ke(p.text));return r.includes(k)||s(l,u&&!d?"va\
lues":"any")}tt();var bS=/(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|dummy|sandbox|wip|foo|bar|e2e|smoke|ci|t\d+)(?:[-_./]|\d|$)/i,yS=/prod|live|main|master|stag|release|data|backup|company/i,
fc=/^\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.).+/,kS=/^(?:reset|clean|checkout|switch|restore|rm|apply|merge|rebase|cherry-pick|revert|am)$/,vS={git:/^(?:branch|tag|worktree add|checkout -b|switch -c) (?!-)(\S+)(?: (?!-)\S+)?$/,
createdb:/^(\S+)$/,sql:/^create (\S+)$/,kubectl:/^create (?:ns|namespace) (\S+)$/,kind:/^create cluster (\S+)$/,k3d:/^cluster create (\S+)$/},wS={git:/^(?:branch -[dD]|branch --delete|tag -d|worktree remove(?: -f| --force)?) (\S+)$/,
dropdb:/^(\S+)$/,sql:/^drop-(?:database|schema) (\S+)$/,kubectl:/^delete (?:ns|namespace) (\S+)$/,kind:/^delete cluster (\S+)$/,k3d:/^cluster delete (\S+)$/};function tf(t){
return t.program==="git"&&SS(t)||xS(t)}function xS({program:t,invocation:e,context:{invocations:s}}){let[r,n]=ef(e),[,o]=wS[t]?.exec(r)??[];if(o===void 0||!bS.test(
o)||yS.test(o))return!1;let i=t==="dropdb"?"createdb":t;return s.slice(0,Math.max(0,s.indexOf(e))).some(a=>{let[c,l]=ef(a);return a.program===i&&vS[i].exec(c)?.[1]===
o&&l===n})}function ef({program:t,args:e,folder:s,environment:r,client:n}){let o=e.map(({text:p})=>p),{operands:i,options:a}=be(t,e),c=a.filter(({flag:p})=>p===
"--name").map(({value:p})=>p.text),l=t==="git"?o:[...i.map(({text:p})=>p),...c],d=o.filter(p=>!l.includes(p)&&p!=="--name"),u=n?.args.flatMap(({text:p})=>/\s/.test(
p)?[]:[p]);return[l.join(" "),JSON.stringify([t==="git"?[]:d,s?.text,r,u])]}var sf=({args:t})=>t.map(({text:e})=>e).join(" ");function SS(t){let{environment:e,folder:s,
args:r}=t.invocation,[n=""]=t.operands.map(({text:o})=>o);return n==="push"?ES(t):s===void 0||!rf(s.text,t)||"GIT_DIR"in e||"GIT_WORK_TREE"in e||t.context.invocations.
some(o=>/core\.worktree|^-\S*s\S* .* \/tmp\//i.test(sf(o)))||Object.values(e).some(({text:o})=>/core\.worktree/i.test(o))?!1:kS.test(n)?!r.some(({text:o})=>/^[/~]/.
test(o)):nf(s.text,t)}function rf(t,{context:{workspace:e,folder:s=e}}){let r=[e,s].some(n=>hc(t,n)||hc(n,t));return fc.test(t)&&!r}function ES(t){let{operands:e,
invocation:s,context:r}=t,[,n="origin"]=e.map(({text:a})=>a);if(fc.test(n))return!0;let o=r.invocations.some(a=>a.program==="git"&&/(?:^|\s)remote(?:\.\w| add| set-url)/.
test(sf(a))),i=s.folder?.text??"";return n==="origin"&&!o&&rf(i,t)&&nf(i,t,fc)}var nf=(t,{context:e},s=/(?:)/)=>e.invocations.some(r=>r.program==="git"&&hc(t,CS(
r,s))),hc=(t,e)=>e!==void 0&&(t===e||t.startsWith(`${e}/`));function CS({args:t,folder:e},s){let[r,n="",o]=be("git",t).operands.map(({text:i})=>i);if(!(r!=="clo\
ne"||o===void 0||!s.test(n)))return o.startsWith("/")||e===void 0?o:`${e.text}/${o}`}function an(t,e){if(!e.includes("*"))return t===e;let s=e.replaceAll("\\*","\0").split("*"),[r,...n]=s.map(c=>c.replaceAll("\0","*"));if(n.length===0)return t===
r;let o=n.pop();if(t.length<r.length+o.length||!t.startsWith(r)||!t.endsWith(o))return!1;let i=t.length-o.length,a=r.length;for(let c of n){let l=t.indexOf(c,a);
if(l===-1||l+c.length>i)return!1;a=l+c.length}return!0}var ht=(t,e)=>e.some(s=>an(t,s));var{ownData:Lo,interpreters:_S,clients:AS}=_,of=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,lf=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
$S=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,TS=/^(?:curl|wget|https?|xhs?)$/,PS=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function df(t){let{program:e,operands:s,invocation:r}=t,{client:n}=r;if(e==="sql")return n!==void 0&&(RS(n,s[0]?.text??"")||af(cf(n)));if(TS.test(e)){let a=s.filter(
({text:c})=>/[/:]/.test(c));return a.length>0&&a.every(({text:c})=>of.test(c)&&lf.test(c))}let o=cf(r);return uf(o,Lo.endpoints,a=>of.test(a))?!0:!(AS.has(e)||e===
"gsutil")&&af(o)}function uf(t,e,s){let r=t.flatMap(([n,o])=>e.includes(n)?[o]:[]);return r.length>0&&r.every(s)}var af=t=>uf(t,Lo.environments,e=>ht(e,Lo.stages));
function cf({args:t,environment:e}){return[...t.flatMap(({text:r},n)=>{let[,o,i,a]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(r)??[];return i===void 0||o===
void 0&&a===void 0?[]:[[i,a??t[n+1]?.text??""]]}),...Object.entries(e).map(([r,{text:n}])=>[r,n])]}function RS({program:t,args:e},s){let{language:r,operands:n}=_S.
get(t)??{};if(r!=="sql")return!1;let{options:o,operands:i}=be(t,e),c=[...o.flatMap(({flag:d,value:u})=>Lo.databases.includes(d.replace(/^-+/,""))?[u.text]:[]),...i.
slice(0,1).map(({text:d})=>d)];if(c.length===0)return!1;let l=n==="database then code";return c.every(d=>l&&$S.test(d)||!PS.test(s)&&lf.test(d))}Xs();var{clients:IS,projectClients:NS,destroyingVerbs:pf,otherVerbs:ff,localNouns:OS}=_,LS=6,DS=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,WS=/^[a-zA-Z][\w:.-]*$/;
function hf(t,{path:e,args:s}){let r=IS.get(t);if(!r||DS.test(e)&&!NS.has(t))return!1;let n=_.grammars.has(_.grammarAliases.get(t)??t)?t:"client",o=be(n,s).operands.
slice(0,r.words??LS).map(({text:a})=>a),i=o.join(" ");if(r.spares?.some(a=>i===a||i.startsWith(`${a} `)))return!1;for(let a of o){if(!WS.test(a))return!1;if(r.verbs?.
some(d=>a===d||a.endsWith(`:${d}`)))return!0;let c=qS(a);if(ff.has(a)||c.length>1&&ff.has(`${c[0]}-`)||OS.has(a)){if(!r.nouns?.includes(a))return!1}else if(pf.has(
c[0])||pf.has(c.at(-1)))return!0}return!1}var qS=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var MS=[...Fs,"names"];function bf(t,e){let{program:s,subcommand:r,flags:n,options:o,args:i,recursive:a,root:c,via:l,environment:d,language:u}=e;if(s&&!ht(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||c!==void 0&&t.root!==c||l&&!t.invocation.wrappers.some(f=>ht(f,l)))return!1;let p=r?jS(t,
r):0;if(p===void 0||n&&!VS(t,n)||o&&!Object.entries(o).every(([f,m])=>BS(t,f,m))||i&&!US(t.operands.slice(p),i)||d&&!Object.entries(d).every(([f,m])=>GS(t,f,m)))
return!1;for(let f of MS){let m=e[f];if(m&&!mc(t.getPathClasses(f),m))return!1}return e.redirected!==void 0&&yf(t,e)!==e.redirected||e.to&&!XS(t,e.to)||e.service_verb&&
!hf(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!zS(t,e.from)?!1:!e.line||KS(t.context.invocations,e.line)}function yf(t,{writes:e}){let s=t.getPathClasses(
"redirected");return e?mc(s,e):s.size>0}var mc=(t,e)=>e.some(s=>t.has(s)),mf=new Map;function kf(t){let e=mf.get(t)??t.split(" ");return mf.set(t,e),e}function jS({
operands:t},e){for(let s of e){let r=kf(s);if(t.length>=r.length&&r.every((n,o)=>an(t[o].text,n)))return r.length}}var FS=["subcommand","flags","options","args",
"names","to"],HS=["options","to"];function vf(t,e,s){let{program:r,operands:n}=t;return!e.program||!ht(r,e.program)||e.redirected===!0&&!yf(t,e)||!(s==="any"?FS:
HS).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>kf(o).every((i,a)=>{let c=n[a];return i===""||c===void 0||c.text.includes(k)||an(c.text,i)}))}function VS({
flags:t,harmlessFlags:e},{any:s,all:r,none:n}){return s&&!s.some(o=>re(t,o))||r&&!r.every(o=>re(t,o))?!1:!n?.some(o=>re(e,o))}function US(t,{any:e,none:s,at_least:r,
at_most:n}){return r!==void 0&&t.length<r||n!==void 0&&t.length>n||e&&!t.some(({text:o})=>ht(o,e))?!1:!s||!t.some(({text:o})=>ht(o,s))}var BS=({options:t},e,s)=>t.
some(({flag:r,value:n})=>re([r],e)&&ht(n.text,s));function GS({invocation:t},e,s){return Object.entries(t.environment).some(([r,{text:n}])=>an(r,e)&&ht(n,s))}function zS({
from:t},{program:e,reads:s,without:r,operands_at_most:n=Number.POSITIVE_INFINITY}){return r&&t.some(o=>ht(o.program,r))?!1:t.some(o=>ht(o.program,e)&&o.operands.
length<=n&&(!s||mc(o.getPathClasses("reads"),s)))}var gf=new WeakMap;function KS(t,e){let s=gf.get(t)??new Map;gf.set(t,s);let r=a=>t.some(c=>ht(YS(c),a)),{any:n,
none:o}=e,i=s.get(e)??((!n||r(n))&&!(o&&r(o)));return s.set(e,i),i}var YS=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(" ").slice(0,2e3);function XS(t,e){
return[...t.operands,...t.options.filter(({flag:r})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(r)).map(({value:r})=>r)].some(r=>{let n=$o(r);return n===
e||e==="remote"&&n==="drop"})}var Do=class{rules;byProgram=new Map;byEffect=new Map;others=[];phrased=new Map;constructor(e){this.rules=[...e].sort((s,r)=>Ft[s.severity]-Ft[r.severity]),this.
rules.forEach((s,r)=>{for(let n of s.match??[])this.enter({rule:s,condition:n,at:r})})}canBreak(e,s,r){let n=o=>gc(o,r)&&vf(e,o.condition,s);return this.byProgram.
get(e.program)?.some(n)===!0||[...this.byEffect.values(),this.others].some(o=>o.some(n))}findBrokenRule(e,s){let r=this.first(e,s);if(!r||!(e.isHelpRequest||e.isDryRun))
return r;let{redirects:n}=e.invocation,o=n.length>0?this.first(e.redirections,s):void 0,i=e.isHelpRequest?void 0:this.first(e,s,ZS);return this.selectWorse(o,i)}first(e,s,r=()=>!0){
let n,o=(i=[])=>{for(let a of i)n&&a.at>=n.at||!gc(a,s)||!r(a.rule)||!bf(e,a.condition)||JS(a.rule,e)||(n=a)};o(this.byProgram.get(e.program)),o(this.others);for(let[
i,a]of this.byEffect)e.getPathClasses(i).size>0&&o(a);return n?.rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,r=this.phrased.get(s)??this.rules.flatMap(({
phrases:n,trust:o,level:i,...a})=>n&&gc({rule:{trust:o,level:i}},e)?[{...a,phrases:n.map(eE)}]:[]);return this.phrased.set(s,r),r}selectWorse(e,s){return!e||!s?
e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s}=e.condition;if(s&&!s.some(n=>n.includes("*"))){for(let n of new Set(s))wf(this.byProgram,
n).push(e);return}let r=[...Fs,"names"].find(n=>e.condition[n]!==void 0);(r?wf(this.byEffect,r):this.others).push(e)}};function gc({rule:t,condition:e},{trust:s,
level:r}){return t.trust!==void 0&&s>=t.trust?!1:r==="strict"||t.level!=="strict"&&e?.level!=="strict"}var QS=["files","privilege","persistence","processes","di\
sks"];function JS({spares:t,category:e},s){let r=QS.includes(e)||e==="git"&&s.operands[0]?.text!=="push";return s.isContained&&r||t?.includes("own-data")===!0&&
df(s)||t?.includes("own-act")===!0&&tf(s)}var ZS=({code:t,category:e})=>t==="credential_file_protected"||e==="remote-code";function wf(t,e){let s=t.get(e)??[];return t.
set(e,s),s}var eE=({with:t,...e})=>({...e,...ne({with:t})});var xf=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
ns when somebody logs in or starts a program. Set variables for the one command that needs them.","trust":4,"match":[{"writes":["startup"]},{"moves":["startup"]\
},{"writes":["source","inner","local-system","system","temp","outside"],"line":{"any":["*APT::Update::P*-Invoke*","*DPkg::P*-Invoke*","*\\"folderOpen\\"*"]}}]},{"\
code":"destructive_operation_blocked","id":"schedule","category":"persistence","severity":"severe","explanation":"This makes something run later by itself. Run \
what is needed now.","trust":4,"match":[{"writes":["schedule"]},{"program":["crontab"],"flags":{"none":["-l","-h","--help","-V"]}},{"program":["at","batch","atr\
m"],"flags":{"none":["-l","-V"]}},{"program":["systemctl"],"subcommand":["enable","link","edit","add-wants","set-default","set-environment","reenable"]},{"progr\
am":["systemd-run"],"flags":{"none":["--scope","--pipe","-P","--pty","-t","--wait","--help","--version"]}},{"program":["systemd-run"],"flags":{"any":["--on-acti\
ve","--on-calendar","--on-boot","--on-startup","--on-unit-active","--path-property"]}},{"program":["launchctl"],"subcommand":["load","bootstrap","submit","enabl\
e"]},{"program":["update-rc.d","chkconfig","rc-update","insserv"]},{"program":["loginctl"],"subcommand":["enable-linger"]},{"program":["pm2"],"subcommand":["sta\
rtup"]},{"program":["osascript"],"options":{"-e":["*make login item*","*make new login item*"]}},{"program":["schtasks"],"args":{"any":["/create","/CREATE","/Cr\
eate"]}},{"program":["reg","Set-ItemProperty","New-ItemProperty"],"args":{"any":["*CurrentVersion\\\\Run*","*CurrentVersionRun*","*Winlogon*"]}},{"program":["Regi\
ster-ScheduledTask","New-Service"]}]},{"code":"destructive_operation_blocked","id":"login-key","category":"persistence","severity":"severe","explanation":"This \
decides who may log in. Ask the person whose account it is.","match":[{"writes":["authorized-keys"]},{"program":["ssh-copy-id","ssh-import-id"]}]},{"code":"dest\
ructive_operation_blocked","id":"vcs-hook","category":"persistence","severity":"severe","explanation":"This changes what git runs or whom it believes, for every\
body who uses the repository after you.","trust":4,"match":[{"writes":["vcs-config"]},{"program":["git"],"subcommand":["config"],"args":{"any":["core.hooksPath"\
,"core.hookspath"],"none":[".husky*",".githooks*","./*","hooks*","scripts/*","git-hooks*",".hooks*"],"at_least":2},"flags":{"none":["--get","--unset"]}},{"progr\
am":["git"],"subcommand":["config"],"args":{"any":["core.fsmonitor","core.fsMonitor","core.sshCommand","core.sshcommand","core.gitProxy","core.askPass","credent\
ial.helper","credential.*.helper","include.path","includeIf.*","url.*.insteadOf","url.*.insteadof","filter.*.*","init.templateDir","http.proxy","gpg.program","u\
ploadpack.packObjectsHook"],"at_least":2,"none":["true","false",".git*","git-lfs*"]},"flags":{"none":["--get","--unset","--unset-all","--get-all"]}},{"program":\
["git"],"subcommand":["config"],"args":{"any":["http.sslVerify","http.sslverify"],"at_least":2,"none":["true"]},"flags":{"none":["--get","--unset","--unset-all"\
,"--get-all"]}},{"program":["git"],"subcommand":["config"],"args":{"any":["!*"],"at_least":2}},{"program":["git"],"subcommand":["config"],"args":{"any":["core.p\
ager","core.editor","sequence.editor","diff.external","pager.*"],"at_least":2,"none":["less*","delta*","cat","vi*","nvim*","nano*","code*","more*","diff-so-fanc\
y*","most","emacs*","true","false","bat*","subl*","difft*"]},"flags":{"none":["--get","--unset"]}},{"program":["git"],"subcommand":["config set"],"args":{"any":\
["core.hooksPath","core.fsmonitor","core.sshCommand","credential.helper","include.path","http.proxy"],"none":["true","false"]}}]},{"code":"destructive_operation\
_blocked","id":"preloaded-code","category":"persistence","severity":"severe","explanation":"This loads code of yours into programs that are not yours. Run the p\
rogram as it is.","trust":4,"match":[{"environment":{"LD_PRELOAD":["/tmp/*","/var/tmp/*","/dev/shm/*","./*","*evil*","*hook*"]}},{"environment":{"LD_AUDIT":["/*\
","./*"]}},{"environment":{"DYLD_INSERT_LIBRARIES":["/*","./*"]}},{"environment":{"BASH_ENV":["/tmp/*","/dev/*","/var/tmp/*"]}},{"environment":{"PYTHONSTARTUP":\
["/tmp/*","/var/tmp/*"]}},{"environment":{"PROMPT_COMMAND":["*"]}},{"program":["export","declare","typeset"],"args":{"any":["PATH=/tmp/*","PATH=/var/tmp/*","LD_\
LIBRARY_PATH=/tmp/*","PYTHONPATH=/tmp/*"]}},{"program":["ldconfig"],"args":{"any":["/tmp/*","/var/tmp/*","/dev/shm/*"]}},{"program":["alias"],"args":{"any":["su\
do=*","su=*","doas=*","ssh=*"],"none":["sudo=sudo *","ssh=ssh *"]}},{"program":["git"],"environment":{"GIT_SSH*":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*\
","sh *","bash *","python*","node *","perl *"]}},{"program":["git"],"environment":{"GIT_PROXY_COMMAND":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","\
bash *","python*","node *","perl *"]}},{"program":["git"],"environment":{"GIT_CONFIG_KEY_*":["core.sshCommand","core.sshcommand","core.gitProxy","core.askPass"]\
,"GIT_CONFIG_VALUE_*":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}}]},{"code":"destructive_operation_blocked",\
"id":"package-manager-settings","category":"persistence","severity":"risky","explanation":"This changes where packages come from, or what runs with them, for al\
l that follows. Name the registry for the one command.","trust":3,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["config set"],"args":{"any":["registry\
*","script-shell*","//*","prefix*","*:registry*","strict-ssl*","proxy*","https-proxy*","cafile*"]}},{"program":["pip"],"subcommand":["config set"],"args":{"any"\
:["global.*index*","global.trusted-host","install.trusted-host","site.*index*"]}},{"program":["defaults"],"subcommand":["write"],"args":{"any":["*loginwindow*",\
"*LoginHook*","/Library/*"]}}]},{"code":"destructive_operation_blocked","id":"root-shell","category":"privilege","severity":"severe","explanation":"This opens a\
 session of another user in which nothing is checked. Run the one command that needs it.","trust":4,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","f\
ish","mksh","csh","tcsh",".","source","eval"],"via":["unshare"],"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sudo","doas","please","run0"],"flags"\
:{"any":["-i","-s","--login","--shell"]}},{"program":["su"],"flags":{"none":["--help","--version"]}},{"program":["sh","bash","zsh","dash","ksh","fish"],"root":t\
rue,"args":{"at_most":0},"flags":{"none":["-c","-s","--version","--help"]}},{"program":["pkexec","machinectl"],"args":{"any":["*sh","shell"]}},{"program":["sh",\
"bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"via":["vim","vi","nvim","view","ex","ed","less","more","man","find","gdb","awk"\
,"gawk","mawk","git"],"args":{"at_most":0},"flags":{"none":["-c","-s","--version","--help"]}},{"program":["nsenter","newgrp"]},{"program":["sg"],"args":{"none":\
["scan","run","test","new","lsp","completions"]},"flags":{"none":["-p","--pattern","-l","--lang","-r","--rewrite","--help","--version"]}},{"via":["nsenter"]}]},\
{"code":"destructive_operation_blocked","id":"grant-rights","category":"privilege","severity":"severe","explanation":"This gives rights to users or programs. As\
k the person who runs the machine.","trust":4,"match":[{"program":["chmod"],"args":{"any":["u+s*","g+s*","g+xs*","ug+s*","gu+s*","+s*","a+s*","*,u+s*","*,+s*","\
u+xs*","u+rs*","+xs*","u=*s*","4755","4777","4711","4750","4555","4775","4700","6755","6777","04755","06755","04777","2755","2711","2555","2751","02755"]}},{"pr\
ogram":["install","mkdir"],"options":{"-m":["4755","4777","4711","4555","6755","6777","u+s*","04755"]}},{"program":["install","mkdir"],"options":{"--mode":["475\
5","4777","4711","4555","6755","6777","u+s*","04755"]}},{"program":["setcap"],"flags":{"none":["-v"]}},{"program":["gpasswd","adduser","addgroup"],"args":{"any"\
:["*sudo*","*wheel*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["usermod"],"options":{"-G":["*sudo*","\
*wheel*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["usermod"],"options":{"--groups":["*sudo*","*wheel\
*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["usermod"],"flags":{"none":["-G","--groups","--help","--\
version"]}},{"program":["gpasswd"],"flags":{"any":["-A","-M","-r","-R","-d","--administrators","--members"]}},{"program":["chsh"],"args":{"at_least":2}},{"progr\
am":["chsh"],"args":{"any":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}},{"program":["useradd","adduser","user\
del","deluser","groupdel","groupmod","chpasswd","newusers","chage","passwd","vipw","vigr","pwconv","delgroup","dsenableroot"],"flags":{"none":["--help","-S","--\
status","-l","--version"]}},{"program":["sysadminctl"],"flags":{"any":["-addUser","-deleteUser","-resetPasswordFor","-secureTokenOn"]}},{"program":["sysadminctl\
"],"args":{"any":["interactive"]}},{"program":["dscl"],"args":{"any":["delete","create","append","change","passwd","merge"]}},{"program":["dscl"],"flags":{"any"\
:["-delete","-create","-append","-change","-passwd","-merge"]}},{"program":["dseditgroup"],"options":{"-o":["edit","delete","create"]}},{"program":["fprintd-del\
ete"]},{"program":["Remove-LocalUser"]},{"program":["faillock"],"flags":{"any":["--reset"]}},{"program":["visudo"],"flags":{"none":["--help","-c","--check","-V"\
,"--version"]}},{"writes":["accounts"]},{"program":["net"],"subcommand":["user","localgroup"],"args":{"at_least":1}}]},{"code":"destructive_operation_blocked","\
id":"switch-protection-off","category":"privilege","severity":"severe","explanation":"This switches a protection or the keeping of evidence off. Work with it, a\
nd say what it stands in the way of.","trust":4,"match":[{"program":["xhost"],"args":{"any":["+"]}},{"program":["setenforce"],"args":{"any":["0","Permissive","p\
ermissive"]}},{"program":["ufw"],"subcommand":["disable","reset","default allow","--force"]},{"program":["iptables","ip6tables","ebtables"],"flags":{"any":["-F"\
,"--flush","-X","-P","--policy","-D"]}},{"program":["nft"],"subcommand":["flush","delete"]},{"program":["firewall-cmd"],"flags":{"any":["--panic-on","--remove-s\
ervice","--add-port","--add-rich-rule","--set-default-zone"]}},{"program":["pfctl"],"flags":{"any":["-d","-F"]}},{"program":["systemctl","service","rc-service"]\
,"args":{"any":["ufw*","firewalld*","apparmor*","auditd*","fail2ban*","iptables*","nftables*","rsyslog*","syslog*","falco*","clamav*","crowdstrike*","falcon-sen\
sor*","selinux*","systemd-journald*","osqueryd*"],"none":["status","is-active","show","is-enabled","start","cat"]}},{"program":["aa-disable","aa-teardown","aa-c\
omplain","csrutil"],"args":{"none":["status","help"]}},{"program":["spctl"],"flags":{"any":["--master-disable","--global-disable","--add","--remove","--disable"\
]}},{"program":["capsh"],"flags":{"any":["--caps","--addamb","--uid","--user"]}},{"program":["set"],"subcommand":["+o history"]},{"program":["xattr"],"flags":{"\
any":["-d","-c"]},"args":{"any":["com.apple.quarantine"]}},{"program":["update-ca-certificates","update-ca-trust"],"line":{"any":["cp *","mv *","curl *","wget *\
","tee *","install *","ln *"]}},{"program":["trust"],"subcommand":["anchor"]},{"program":["security"],"subcommand":["add-trusted-cert"]},{"program":["certutil"]\
,"flags":{"all":["-A"]},"options":{"-t":["*C*","*T*"]}},{"program":["update-alternatives"],"flags":{"any":["--install","--set"]},"args":{"any":["*/sudo","*/ssh"\
,"*/su","/tmp/*"]}},{"program":["apparmor_parser"],"flags":{"any":["-R","--remove","-C","--Complain"]}},{"program":["auditctl"],"flags":{"any":["-D"]}},{"progra\
m":["auditctl"],"options":{"-e":["0"]}},{"program":["auditctl"],"args":{"any":["0"]}},{"program":["sysctl"],"flags":{"any":["-w","--write","-p","--load","--syst\
em"]}},{"program":["sysctl"],"args":{"any":["*=*"]}},{"program":["insmod","modprobe","rmmod","kexec","kldload","kextload"],"flags":{"none":["--help","-V","--ver\
sion","-n"]}},{"program":["kmod"],"subcommand":["insert","remove","load","unload"]},{"program":["history"],"flags":{"any":["-c","-d"]}},{"program":["unset"],"ar\
gs":{"any":["HISTFILE"]}},{"program":["export","declare"],"args":{"any":["HISTFILE=/dev/null","HISTSIZE=0","HISTFILESIZE=0"]}},{"program":["journalctl"],"flags"\
:{"any":["--vacuum-time","--vacuum-size","--vacuum-files","--rotate"]}},{"program":["dmesg"],"flags":{"any":["-C","--clear","-c"]}},{"program":["wevtutil","Clea\
r-EventLog"]},{"program":["Set-ExecutionPolicy","Set-MpPreference","Add-MpPreference","Disable-WindowsOptionalFeature","netsh","bcdedit","vssadmin"]},{"program"\
:["tc","ip"],"subcommand":["link set * down","route flush","route del","addr flush","link delete","rule flush"]},{"program":["ifconfig","ifdown","nmcli"],"args"\
:{"any":["down","off"]}}]},{"code":"destructive_operation_blocked","id":"change-root","category":"privilege","severity":"severe","explanation":"This leaves the \
file system that you were given. Stay in it.","trust":4,"match":[{"program":["chroot","pivot_root","switch_root"]},{"via":["chroot"]}]},{"code":"destructive_ope\
ration_blocked","id":"delete-machine","category":"files","severity":"catastrophic","explanation":"This deletes the file system, the operating system, or somebod\
y\'s home. Delete by name inside the workspace.","match":[{"deletes":["root","home"]},{"deletes":["system-tree"],"recursive":true},{"program":["rsync"],"flags":{\
"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"writes":["root","home","system-tree"]},{"\
program":["rm","rimraf"],"flags":{"any":["--no-preserve-root"]}}]},{"code":"destructive_operation_blocked","id":"delete-system-file","category":"files","severit\
y":"severe","explanation":"This deletes a file of the system. What lies outside the workspace is not yours to delete.","trust":4,"match":[{"deletes":["system","\
accounts","schedule","kernel","device","socket"]},{"deletes":["local-system"],"recursive":true},{"program":["rm","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["\
local-system"]}]},{"code":"destructive_operation_blocked","id":"delete-temporary-folder","category":"files","severity":"severe","explanation":"This deletes the \
temporary files of everybody on the machine. Delete your own, by name.","match":[{"deletes":["temp-root"]},{"program":["rsync"],"flags":{"any":["--delete","--de\
lete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"writes":["temp-root"]}]},{"code":"destructive_operation_blocked"\
,"id":"delete-workspace","category":"files","severity":"severe","explanation":"This deletes the whole workspace or a folder around it. Name what is meant, one b\
y one.","trust":4,"match":[{"deletes":["workspace"]}]},{"code":"destructive_operation_blocked","id":"delete-source","category":"files","severity":"severe","expl\
anation":"This deletes a folder that no build makes anew. Use git rm -r, which keeps what is not committed, or name the files.","trust":3,"match":[{"deletes":["\
source-folder","personal","outside"],"recursive":true},{"program":["rm","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["personal","outside"]},{"deletes":["source\
","inner"],"recursive":true,"level":"strict"},{"program":["rm","unlink","del"],"args":{"any":["*/\\\\*","*\\\\*.ts","*\\\\*.tsx","*\\\\*.js","*\\\\*.py","*\\\\*.go","*\\\\*.r\
s","*\\\\*.java","*\\\\*.rb","*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.swift","*\\\\*.md"]},"deletes":["source","inner"],"level":"strict"},{"p\
rogram":["zip"],"flags":{"any":["-m","--move"]},"level":"strict"},{"program":["zip"],"moves":["personal","home","system"]},{"program":["7z","7za","7zz"],"flags"\
:{"any":["-sdel"]},"level":"strict"},{"program":["cmd"],"line":{"any":["cmd*/c *del */s*","cmd*/c *rd */s*","cmd*/c *rmdir */s*","cmd*/C *del */s*","cmd*/C *rd \
*/s*"]}},{"deletes":["personal","startup","logs"]},{"program":["fdupes","jdupes"],"flags":{"all":["-d","-N"]}},{"program":["fdupes","jdupes"],"flags":{"all":["-\
-delete","--noprompt"]}},{"program":["rdfind"],"args":{"any":["true"]},"flags":{"any":["-deleteduplicates"]}},{"program":["rdfind"],"options":{"-deleteduplicate\
s":["true"]}},{"program":["hdfs","hadoop"],"flags":{"any":["-rm","-rmr","-expunge"]},"args":{"none":["/tmp/*"]}},{"program":["gphoto2"],"flags":{"any":["--delet\
e-all-files","--delete-file"]}},{"program":["Clear-RecycleBin"]},{"program":["trash-empty"],"args":{"at_most":0},"flags":{"none":["--help","-h","--version","--d\
ry-run","-n"]}},{"program":["gio"],"subcommand":["trash"],"flags":{"any":["--empty"]}},{"program":["osascript"],"options":{"-e":["*delete every item*","*delete \
every file*","*delete every folder*","*empty trash*","*empty the trash*"]}}]},{"code":"destructive_operation_blocked","id":"delete-unknown","category":"files","\
severity":"severe","explanation":"Where this variable is empty, everything is deleted. Write ${NAME:?}, which stops there, or name the folder.","trust":4,"match\
":[{"deletes":["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder"],"recursive":true},{"program":["rm","shred","rimraf"],"via":["xargs"\
,"gxargs"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_blocked","id":"delete-vcs","category":"files","severity":"severe","expla\
nation":"This deletes the repository with its history. Leave .git alone.","trust":4,"match":[{"deletes":["vcs"]},{"moves":["vcs"]}]},{"code":"destructive_operat\
ion_blocked","id":"shred-files","category":"files","severity":"severe","explanation":"What is shredded cannot be brought back. Delete it in the ordinary way.","\
trust":3,"match":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home","personal","outside","workspace","source","data","logs","device","un\
known"]}]},{"code":"destructive_operation_blocked","id":"empty-files","category":"files","severity":"severe","explanation":"This empties files; their content is\
 gone. Edit them, or delete what is disposable.","trust":3,"match":[{"program":["truncate"],"options":{"--size":["0","0*","-*"]},"writes":["system","local-syste\
m","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"options":{"-s":["0","0*","-*","=0"]},"writes":["system","loca\
l-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"args":{"any":["*\\\\**"]},"writes":["inner","outside"]},\
{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["system","personal","vcs","data","logs"]},{"program":["echo","printf",":","true"],"redirected":t\
rue,"args":{"at_most":0},"writes":["personal"]},{"program":["cp"],"reads":["nowhere"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"flags":{\
"any":["-i"]},"args":{"any":["d","1,$d"]},"writes":["source","inner"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move-away","category":"f\
iles","severity":"severe","explanation":"This moves away what others rely on, or throws it away. Copy it, or name what is meant.","trust":4,"match":[{"moves":["\
root","home","system","workspace"]},{"program":["mv"],"writes":["nowhere"]}]},{"code":"destructive_operation_blocked","id":"write-system-file","category":"files\
","severity":"severe","explanation":"This writes a file of the operating system. Keep to the workspace; use the package manager for tools.","trust":4,"match":[{\
"writes":["root","kernel"]},{"writes":["system","accounts"]},{"program":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"\
any":["x*"]},"writes":["root","system"]}]},{"code":"destructive_operation_blocked","id":"change-rights-of-machine","category":"files","severity":"catastrophic",\
"explanation":"This changes owner or rights of the system or of a home. The machine may not start again.","match":[{"changes":["root"],"recursive":true},{"progr\
am":["chmod"],"changes":["root"],"args":{"none":["755","0755","555","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"\
program":["chmod","chgrp","chattr","setfacl","chcon"],"changes":["home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursive":true,"args":{"non\
e":["\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"change-rights-of-system-file","category":"files","severity":"severe","explanation":"This change\
s owner or rights of a file of the system. Keep to the workspace.","trust":4,"match":[{"changes":["system","accounts","device","kernel","socket","schedule"]},{"\
program":["setfacl"],"flags":{"any":["-b","--remove-all"]},"recursive":true,"changes":["local-system","outside","personal"]},{"program":["chown","chgrp","setfac\
l"],"changes":["root"]}]},{"code":"destructive_operation_blocked","id":"open-rights-widely","category":"files","severity":"severe","explanation":"This opens a w\
hole tree to everybody, or closes it to its owner. Change the one file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["\
777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","personal","outside","\
home","local-system","unknown","vcs","data"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","\
*g+r*","+r","*a=r*"]},"changes":["credentials","authorized-keys"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+r\
wx","o+w","a+w","o+rwx","*-rwx"]},"changes":["home"]},{"program":["chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destructive_operation_blo\
cked","id":"remove-system-package","category":"files","severity":"severe","explanation":"This removes a package that the machine or others on it need. Leave ins\
talled packages alone.","trust":4,"match":[{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase",\
"autopurge","del"],"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python\
3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":[\
"pacman"],"flags":{"any":["-R"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","b\
ase-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}\
},{"program":["dpkg","rpm"],"flags":{"any":["--purge","--remove","-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linu\
x-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","bu\
sybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nod\
eps"]}},{"program":["brew"],"subcommand":["uninstall","remove","rm"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt"\
,"apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"level":"strict"},{"program":["pacman"],"\
flags":{"any":["-R"]},"level":"strict"},{"program":["dpkg"],"flags":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_\
blocked","id":"sync-with-deletion","category":"files","severity":"severe","explanation":"This deletes at the goal what the source does not have. Leave --delete \
out, or name a folder that is yours.","trust":4,"match":[{"program":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy\
"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del","--remove-source-files"]},"write\
s":["local-system","personal","outside","workspace","vcs","unknown-folder"]},{"program":["sync-away"]}]},{"code":"destructive_operation_blocked","id":"git-force\
-push","category":"git","severity":"severe","explanation":"A forced push overwrites what others have pushed. Push a new branch, or a commit that reverts.","trus\
t":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f","--force","--force-with-lease","--force-if-includes"]}},{"progr\
am":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"program":\
["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["config remote.*.mirror true","config remote.*.mirror 1","config re\
mote.*.push +*","config set remote.*.mirror true","config set remote.*.push +*","config remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"],"flag\
s":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"\
subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-remote-r\
ef","category":"git","severity":"severe","explanation":"This deletes branches or tags of the remote, which others may need. Leave it to the person who owns them\
.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-d","--delete","--prune"]}},{"program":["svn"],"subcommand"\
:["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push"],"flags":{"any":["--deleted"]}},{"program":["git"],"subcomm\
and":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked","id":"git-reset-hard","category":"git","severity":"sever\
e","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or git restore for one file.","trust":3,"spares":["own-act"],"matc\
h":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destructive_operation_blocked","id":"git-clean","category":"git",\
"severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git clean -n, then delete by name.","trust":3,"spares":["own-act"]\
,"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"flags":{"a\
ny":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","system","local-system","temp-root","unknown","unknown-folder",\
"vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-bra\
nch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are nowhere else. git branch -d deletes merged ones.","trust"\
:3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["\
-d","-f"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","\
--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-changes","\
category":"git","severity":"severe","explanation":"This throws uncommitted changes of many files away. Use git stash, or name the files that are meant.","trust"\
:3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"],"flag\
s":{"any":["-f","--force","--discard-changes"]}},{"program":["git-discard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"subcomm\
and":["checkout-index"],"flags":{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"],"subc\
ommand":["checkout-index"],"flags":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"program":\
["git"],"subcommand":["read-tree"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","--force"\
,"--all"]}},{"program":["git"],"subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"any":["-R\
","--reverse"]},"from":{"program":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git-discar\
d-file","category":"git","severity":"severe","explanation":"This throws the uncommitted changes of a file away. Use git stash push FILE, or ask the person.","tr\
ust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git-discard-file"],"names":["workspace","source","inner","personal","outside","home","unknown\
"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags":{"any"\
:["--force-remove"]}},{"program":["svn","hg"],"subcommand":["revert"]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","severity":"s\
evere","explanation":"This throws away how conflicts were resolved, and what was not committed before. Ask the person.","trust":3,"level":"strict","spares":["ow\
n-act"],"match":[{"program":["git"],"subcommand":["merge","rebase","cherry-pick","revert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_operation_bl\
ocked","id":"git-delete-tag","category":"git","severity":"severe","explanation":"A deleted or moved tag is gone, with its message and signature. Ask the person.\
","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git"],"subcommand":["tag"],"flags":{"any":["-d","--delete","-f","--force"]}}]},{"code":"\
destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","explanation":"A dropped stash is gone. Leave it; it costs nothing.","\
trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"destructive_operation_blocked","id":"git-rewrite\
-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole repository. Make a commit that changes what has to change."\
,"trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"flags":{"none":["-l","--list","--analyze"]}}\
,{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":["*bfg*.jar"]}},{"progr\
am":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"]}},{"program":["hg"],"\
subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","category":"git","severity":"severe","explanatio\
n":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","trust":4,"spares":["own-act"],"match":[{"program":["git"]\
,"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"options"\
:{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire-u\
nreachable":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*","now","\
all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"],"subco\
mmand":["prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["jj"],"subcommand":["util gc"],"op\
tions":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-ref","c\
ategory":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git checks. Use git branch -d or git tag -d.","trust":4,"spares":\
["own-act"],"match":[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_operation\
_blocked","id":"git-remove-worktree","category":"git","severity":"severe","explanation":"This removes a worktree with its uncommitted changes. Without --force g\
it refuses while there are any.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--force"]}}]}\
,{"code":"destructive_operation_blocked","id":"git-remove-tracked","category":"git","severity":"severe","explanation":"This deletes tracked files in whole folde\
rs, changed ones too. Name the files, without -f.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cached"]},\
"moves":["workspace","root","home"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves":["sour\
ce"]}]},{"code":"destructive_operation_blocked","id":"other-vcs-discard","category":"git","severity":"severe","explanation":"This throws uncommitted changes of \
the whole working copy away. Name the file that is meant.","trust":3,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["-C","--\
clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],"subcom\
mand":["revert"],"recursive":true},{"program":["svn"],"subcommand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":["abando\
n","op abandon"]},{"program":["jj"],"subcommand":["restore"],"args":{"any":["."]}},{"program":["jj"],"subcommand":["restore"],"args":{"at_most":0}},{"program":[\
"git"],"subcommand":["annex drop"],"flags":{"any":["--force"]}},{"program":["p4"],"subcommand":["obliterate","clean"]},{"program":["p4"],"subcommand":["revert"]\
,"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["bzr","brz"],"subcommand":["clean-tree"],"\
flags":{"any":["--force"]}},{"program":["fossil"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["fossil"],"subcommand":["clean"],"flags":{"any":["--\
force","-f","--extra","-x","--emptydirs"]}},{"program":["darcs"],"subcommand":["revert","obliterate"],"flags":{"any":["-a","--all"]}}]},{"code":"destructive_ope\
ration_blocked","id":"hosting-delete","category":"git","severity":"severe","explanation":"This deletes or exposes something on the hosting service for everybody\
. Ask the person who owns it.","trust":4,"match":[{"program":["gh","glab","hub","tea"],"subcommand":["repo delete","release delete","release delete-asset","secr\
et delete","secret remove","secret set","variable delete","workflow disable","repo rename","repo archive","ssh-key add","gpg-key add","repo deploy-key add"]},{"\
program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["DELETE",\
"delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/me\
mberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["PATCH","patch","PUT","put"]},"args":{"any":["*/\
git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"],"options":{"-f":["query=*mutation\
*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-*","disable-*","quiet-down","safe-*\
","restart","shutdown"],"none":["get-*","list-*","build"]}},{"program":["curl","wget","http","xh"],"args":{"any":["*/doDelete","*/doDelete?*","*/doWipeOutWorksp\
ace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--visibility":["public"]}},{"program":["gh"],"subcommand":["pr merge"],"flags":{"any":["--admi\
n"]}}]},{"code":"credential_file_protected","id":"credential-file","category":"credentials","severity":"severe","explanation":"This file holds secrets. Ask a pe\
rson for what you need of it; names without values stand in the template beside it.","match":[{"reads":["credentials"]},{"writes":["credentials"]},{"writes":["f\
rom-template"],"level":"strict"},{"reads":["handed-over"],"level":"strict"},{"reads":["handed-over"],"line":{"any":["echo *\\ufffc*","printf *\\ufffc*","env","env\
 | *","printenv*","set","export","export -p","declare -[px]*","curl *","wget *","nc *","ncat *","http *"]}},{"deletes":["credentials"]},{"moves":["credentials"]\
}]},{"code":"credential_file_protected","id":"credential-named-file","category":"credentials","severity":"severe","explanation":"Files with \\"credentials\\" in t\
heir name are not edited by tools. Ask a person to make this change.","match":[{"program":["edit-tool"],"writes":["credentials-by-name"]}]},{"code":"credential_\
file_protected","id":"read-accounts","category":"credentials","severity":"risky","explanation":"This reads the accounts of the machine. id and whoami tell about\
 yourself.","match":[{"reads":["account-secrets"]},{"reads":["accounts"],"to":"remote"},{"reads":["accounts"],"line":{"any":["curl *","wget *","nc *","ncat *","\
scp *","ssh *","mail *","http *"]}},{"program":["curl","http","https","wget","xh","xhs","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail\
","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebinit","scp","rsync","gh"],"reads":["accounts"]},{"program":["getent"],"args":{"any":["shadow","gshad\
ow"]}}]},{"code":"credential_file_protected","id":"secret-store","category":"credentials","severity":"severe","explanation":"This prints a secret out of its sto\
re. Programs that need it can be given it without you seeing it.","match":[{"program":["docker","podman","nerdctl"],"subcommand":["inspect"],"line":{"any":["*in\
spect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["exec"],"args":{"any":["env","printenv"],"at_most":2}},{"program":["aws"],"subcomm\
and":["secretsmanager get-secret-value","secretsmanager batch-get-secret-value","configure get","configure export-credentials","sso get-role-credentials","sts g\
et-session-token","sts assume-role","ecr get-login-password","iam create-access-key"]},{"program":["aws"],"subcommand":["apigateway get-api-key*"],"flags":{"any\
":["--include-value","--include-values"]}},{"program":["aws"],"subcommand":["ssm get-parameter*"],"flags":{"any":["--with-decryption"]}},{"program":["gcloud"],"\
subcommand":["secrets versions access","auth print-*","auth application-default print-*","iam service-accounts keys create"]},{"program":["az"],"subcommand":["k\
eyvault secret show","keyvault secret download","account get-access-token","* keys list","* * keys list","ad sp create*"]},{"program":["vault","bao"],"subcomman\
d":["kv get","read","token lookup","token create","operator *"]},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"op\
tions":{"-o":["*y*","*Y*","*j*","*J*","*s*","*S*","*t*","*T*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe se\
cret*"],"options":{"--output":["*y*","*Y*","*j*","*J*","*s*","*S*","*t*","*T*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secr\
et*","describe secret*"],"flags":{"any":["--template"]}},{"program":["kubectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubect\
l","oc"],"subcommand":["create token"]},{"program":["ssh-keygen"],"flags":{"any":["-y","-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["\
gh"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","\
gopass"],"subcommand":["show","grep"]},{"program":["bw"],"subcommand":["get","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","exp\
ort","get","read","note","password","secret get","secret list"]},{"program":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berg\
las","akeyless","infisical","conjur"],"subcommand":["read","export","access","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args\
":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"program":["grep","egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","hi\
story"]},"args":{"any":["*pass*","*secret*","*token*","*credential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*access_ke\
y*"]}},{"program":["Get-StoredCredential","Get-Secret"]},{"program":["wp","wp-cli","wp-cli.phar"],"subcommand":["config get"],"args":{"any":["*PASSWORD*","*_KEY\
","*_SALT"]}},{"program":["rails","bin/rails"],"subcommand":["credentials:show","credentials:edit","encrypted:show","encrypted:edit"]},{"program":["reg"],"subco\
mmand":["save"],"args":{"any":["*SAM","*SECURITY","*SYSTEM","*sam","*security"]}},{"program":["aws"],"subcommand":["lambda get-function-configuration","lambda g\
et-function"],"options":{"--query":["*Environment*"]}},{"program":["terraform","tofu"],"subcommand":["state pull"],"line":{"any":["jq *password*","jq *secret*",\
"grep *pass*","grep *secret*"]}},{"program":["systemd-creds"],"subcommand":["decrypt","cat"]},{"program":["secrethub"],"subcommand":["read","inject"]},{"program\
":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"program":["klist"],"flags":{"any":["-K"]}},{"program":["nmcli"],"flags":{"any":["-s","--show-sec\
rets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore"]}},{"program":["fly","flyctl"],"subcommand":["auth token","tokens create"]},{"program":["glab"\
],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["netlify","ntl"],"subcommand":["env:list","env:get"]},{"program":["railway"],"\
subcommand":["variables","variable list"]},{"program":["heroku"],"subcommand":["pg:credentials:url","redis:credentials"]},{"program":["pulumi"],"subcommand":["c\
onfig","stack"],"flags":{"any":["--show-secrets","--show"]}},{"program":["convex"],"subcommand":["env list","env get"]},{"program":["yadm","git-crypt","transcry\
pt"],"subcommand":["decrypt"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["output"],"args":{"any":["*password*","*secret*","*token*","*_key","*c\
redential*"]}},{"program":["age","rage"],"flags":{"any":["-d","--decrypt"]}},{"program":["gpg","gpg2"],"flags":{"any":["-d","--decrypt"]},"args":{"any":["*secre\
t*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"program":["rclone"],"subcommand":["config show","config dump","config file"]},{"program":["security"],"sub\
command":["find-*-password","dump-keychain","export"]},{"program":["secret-tool"],"subcommand":["lookup","search"]},{"program":["gpg","gpg2"],"flags":{"any":["-\
-export-secret-keys","--export-secret-subkeys"],"none":["--export"]}},{"program":["git"],"subcommand":["credential fill","credential-store get","credential-cach\
e get"]},{"program":["git-credential-*","docker-credential-*"],"subcommand":["get","list","fill"]},{"program":["npm"],"subcommand":["token create","token list",\
"config get *authToken*","config get //*"]},{"program":["heroku"],"subcommand":["auth:token","config","config:get"]},{"program":["doppler"],"subcommand":["secre\
ts","secrets get","secrets download"]},{"program":["vercel"],"subcommand":["env pull"]},{"program":["sops","ansible-vault"],"subcommand":["decrypt","view","edit\
"]},{"program":["sops"],"flags":{"any":["-d","--decrypt"]}},{"program":["printenv"],"args":{"any":["*TOKEN*","*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDEN\
TIAL*","DATABASE_URL"]}},{"program":["curl","wget","http"],"args":{"any":["*169.254.169.254*","*metadata.google.internal*","*169.254.170.2*","*fd00:ec2::254*"]}\
},{"program":["mimikatz","lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinE\
num*","*secretsdump*"]}},{"program":["john","hashcat","hydra"],"flags":{"none":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes"\
,"-U"]}}]},{"code":"credential_file_protected","id":"read-memory","category":"credentials","severity":"severe","explanation":"The memory of another process hold\
s its secrets. Debug the program that you started, or a core of it.","match":[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"]\
,"options":{"-ex":["generate-core*","gcore*","dump *","*dump memory*","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{\
"any":["-p","--attach"]},"line":{"any":["* -e read*","* -e write*","* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args\
":{"any":["*dump*"]}},{"program":["jmap"],"line":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_prote\
cted","id":"destroy-secret","category":"credentials","severity":"severe","explanation":"This deletes or replaces a secret, or deletes the store that keeps it; w\
hat uses it stops working. The person who owns it does that.","spares":["own-data"],"match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv d\
estroy","kv metadata delete","secrets disable","auth disable","lease revoke","policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm\
","* remove","user suspend"]},{"program":["doppler"],"subcommand":["* delete","configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm",\
"remove","delete"]},{"program":["bw"],"subcommand":["delete","purge"]},{"program":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["securi\
ty"],"subcommand":["delete-*"]},{"program":["secret-tool"],"subcommand":["clear"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invali\
date"]},{"program":["cmdkey"],"args":{"any":["/delete*"]}},{"program":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--\
delete-secret-key"]}},{"program":["infisical","chamber","credstash","berglas"],"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcomm\
and":["secretsmanager delete-*","secretsmanager update-secret","ssm delete-parameter*","kms schedule-key-deletion","kms delete-*"]},{"program":["aws"],"subcomma\
nd":["configure set aws_*"],"flags":{"none":["--profile"]}},{"program":["gcloud"],"subcommand":["secrets delete","secrets versions destroy","kms keys versions d\
estroy"]},{"program":["az"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl\
","oc"],"subcommand":["delete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],\
"subcommand":["secret delete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl\
"],"subcommand":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"progra\
m":["railway"],"subcommand":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["su\
pabase"],"subcommand":["secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8\
200/v1/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":[\
"DELETE"]}}]},{"code":"credential_file_protected","id":"search-for-secrets","category":"credentials","severity":"severe","explanation":"This searches homes or t\
he whole machine for secrets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any"\
:["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENT\
IAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ag","ack","z\
grep","ugrep"],"args":{"any":["sk-*","*(sk-*","*|sk-*","*\\"sk-*","*AKIA*","*ghp_*","xox*","*BEGIN*PRIVATE*"]},"reads":["personal","startup","system"]},{"program\
":["grep","egrep","fgrep","rg","ugrep"],"options":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp\
_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]\
},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key\
*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads\
":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*a\
ccess*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"\
]},"recursive":true,"reads":["system"]},{"program":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"program":["git"],"subcommand":["log"],"opt\
ions":{"-S":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["tru\
fflehog","gitleaks"],"names":["root","home"]},{"program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true,"\
reads":["root","home"]},{"program":["find","fd","locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/opt\
*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-backup","category":"backups","severity":"severe","explanation":"This deletes backups or snapshots,\
 which is what others fall back on. Look with --dry-run; the person who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","pr\
une","rdelete","repo-delete"]},{"program":["borgmatic"],"subcommand":["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","pr\
une"]},{"program":["restic","rustic"],"subcommand":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remove\
-all-but-n-full","remove-all-inc-of-but-n-full","cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"],"\
subcommand":["snapshot delete","snapshot expire"],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"subc\
ommand":["rm","gc","prune-older"]},{"program":["rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}},{\
"program":["proxmox-backup-client"],"subcommand":["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"prog\
ram":["wal-e"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackrest\
"],"args":{"any":["expire","stanza-delete"]}},{"program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","cle\
anup"]},{"program":["velero"],"subcommand":["backup delete","delete backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","remo\
ve"]}},{"program":["timeshift"],"flags":{"any":["--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsnaps\
hots","removedestination"]},{"program":["vssadmin"],"subcommand":["delete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcommand"\
:["delete *","disable backup"]},{"program":["wmic"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delete"\
]},{"program":["qm","pct"],"subcommand":["delsnapshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup delete\
-*","* delete-*snapshot*","* delete-*backup*"]},{"program":["gcloud"],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete","* * backups \
delete"]},{"program":["az"],"subcommand":["snapshot delete","backup * delete","backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcomma\
nd":["pg:backups:delete"]},{"program":["doctl"],"subcommand":["compute snapshot delete","databases backups delete"]},{"program":["openstack"],"subcommand":["vol\
ume snapshot delete","volume backup delete"]},{"program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"destr\
uctive_operation_blocked","id":"kill-everything","category":"processes","severity":"catastrophic","explanation":"This ends all processes, or the first one, on w\
hich all others rest. End the process that you started, by its id.","match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-HUP\
","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]}}\
,{"program":["kill"],"flags":{"all":["-KILL","-1"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},{"\
program":["kill"],"flags":{"all":["-TERM","-1"]}},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most":\
0}},{"program":["killall5"]},{"program":["end-process"],"args":{"any":["\\\\*"]}},{"program":["loginctl"],"subcommand":["terminate-*","kill-*"]},{"program":["kill\
"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"any":["*\\ufffc*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","\
pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls \
/proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["kill"],"via":["xargs","parall\
el"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","p\
grep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*"\
,"ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","skill","slay"],"flags":{"any":["-u","-U","--euid","--uid","--user"]},"args":{"at_most":0}},{"\
program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a-z]","/"]}},{"program":["killall"],"args":{"any":["-r"]}},{"program":["killall"],"flags":{"a\
ny":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destructive_operation_blocked","id":"kill-service","category":"processes","severity":"severe","expl\
anation":"This ends a service that others rely on. End the process that you started, by its id.","trust":4,"match":[{"program":["end-process"],"args":{"any":["s\
ystemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*","Xorg","gnome-shell","explore\
r.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-server","udevd","login","firefo\
x","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"]}},{"program":["systemctl","rc-service","initctl"],"subcommand":["stop","\
kill","mask","disable","isolate","suspend","hibernate"]},{"program":["rc-service"],"subcommand":["* stop","* zap"]},{"program":["Stop-Service"]},{"program":["se\
rvice"],"args":{"any":["stop"]}},{"program":["launchctl"],"subcommand":["unload","bootout","remove","kill"]},{"program":["tmux","screen"],"subcommand":["kill-se\
rver"]},{"program":["tmux"],"subcommand":["kill-session"],"flags":{"any":["-a"]}},{"program":["sc","net"],"subcommand":["stop","delete"]}]},{"code":"destructive\
_operation_blocked","id":"kill-unnamed","category":"processes","severity":"severe","explanation":"Nobody can say before which processes this ends. End the proce\
ss that you started, by its id.","trust":3,"match":[{"program":["pkill","killall"],"args":{"any":["\\ufffc"]},"language":["python","javascript","perl","ruby","ph\
p"]}]},{"code":"destructive_operation_blocked","id":"turn-off-machine","category":"processes","severity":"catastrophic","explanation":"This turns the machine of\
f or starts it anew, for everybody on it.","match":[{"program":["shutdown","reboot","halt","poweroff","Stop-Computer","Restart-Computer"],"flags":{"none":["--he\
lp","-c","--version","--show"]}},{"program":["init","telinit"],"args":{"any":["0","6","1","s","S"]}},{"program":["systemctl","loginctl"],"subcommand":["reboot",\
"poweroff","halt","rescue","emergency","kexec","soft-reboot"]}]},{"code":"destructive_operation_blocked","id":"fork-bomb","category":"fork-bombs","severity":"ca\
tastrophic","explanation":"This starts processes without end until the machine stands still.","match":[{"program":["fork-bomb"]}]},{"code":"destructive_operatio\
n_blocked","id":"fork-in-code","category":"fork-bombs","severity":"severe","explanation":"Nobody can say before it runs how many processes this code starts. Sta\
rt them by the shell or a pool.","trust":3,"match":[{"program":["fork"],"language":["python","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id\
":"fill-disk-or-memory","category":"fork-bombs","severity":"severe","explanation":"This writes or reads without end until disk or memory are full. Say how much.\
","trust":4,"match":[{"program":["yes"],"redirected":true,"writes":["root","system","local-system","home","personal","outside","workspace","source","disposable"\
,"temp","data","unknown"],"flags":{"none":["--help"]}},{"program":["cat","dd"],"reads":["endless"],"redirected":true,"language":["shell"],"args":{"none":["count\
=*"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"reads":["endless"]},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program\
":["cat","tr","base64"],"reads":["endless"],"without":["head","timeout","cut","sed"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"progra\
m":["dd"],"reads":["endless"],"without":["head","timeout","cut","sed"],"operands_at_most":1}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{\
"program":["yes"],"without":["head","timeout","sed","awk"]}},{"program":["dd"],"reads":["nowhere"],"writes":["workspace","root","home"]},{"program":["fallocate"\
],"names":["workspace","root","home"]},{"program":["fallocate","truncate"],"options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"program":["fallocate","truncate"],"\
options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code":"destructive_operation_blocked","id":"overwrite-disk","category":"disks","severity":"catastrophic","exp\
lanation":"This writes to a disk below its file system; everything on it is lost. Use a file in the workspace as an image.","match":[{"writes":["device"]},{"pro\
gram":["shred","wipe","blkdiscard"],"names":["device"]},{"program":["badblocks"],"names":["device"],"flags":{"any":["-w"]}},{"program":["wipefs"],"names":["devi\
ce"],"flags":{"any":["-a","--all","-o","--offset"],"none":["-n","--no-act"]}},{"program":["hdparm"],"names":["device"],"flags":{"any":["--security-erase","--sec\
urity-erase-enhanced","--security-set-pass","--write-sector","--make-bad-sector","--repair-sector","--trim-sector-ranges","--fwdownload","--dco-restore"]}},{"pr\
ogram":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"names":["device"],"flags":{"none":["--help","-V","-h","--version"]}},{"program":["Format-Volume","Clear-Dis\
k","Initialize-Disk","Remove-Partition","nwipe"]},{"program":["bcachefs"],"subcommand":["format"]},{"program":["asr"],"flags":{"any":["--erase","-erase"]}},{"pr\
ogram":["systemd-cryptenroll"],"flags":{"any":["--wipe-slot"]}},{"program":["mke2fs"],"names":["device"],"flags":{"none":["--help","-V","-h","-n"]}},{"program":\
["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]}},{"program":["nvme"],"subcommand":["format","sanitize"]}]},{"code":"destructive_operation_\
blocked","id":"repair-disk","category":"disks","severity":"severe","explanation":"This changes a file system, or makes one, where others may have data. Use a fi\
le in the workspace.","trust":4,"match":[{"program":["debugfs"],"names":["device"],"flags":{"any":["-w"]}},{"program":["tune2fs"],"names":["device"],"flags":{"n\
one":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"none":["-P"]}},{"program":["e2fsck","fsck*","xfs_repair"],"names":["device"],"flags":{"none"\
:["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs","mkswap","newfs","mkfs_*"],"names":["system","unknown","home"]},{"program":["parted","fdisk\
","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"none":["-l","--list","-J","--json","-d","--dump","-p","--print","-s","-x","--verify","-V"]},\
"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--stop","-S"]}}]},{"code":"destructive_operation_blocked","id":"change-partitions","category":"\
disks","severity":"catastrophic","explanation":"This changes partitions or volumes; what is on them may be lost.","match":[{"program":["diskpart"]},{"program":[\
"parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--help","-v","--version"]},"args":{"none":["print"]}},{"program":["fdisk","cfdisk","gdisk"],"n\
ames":["device"],"flags":{"none":["-l","--list","-x","--list-details","-s","-h","--help","-v","-V","--version"]},"args":{"none":["print"]}},{"program":["sfdisk"\
],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-J","--json","-F","--list-free","-s","--show-size","-g","--show-geometry","-V","--verify","-n\
","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"],"names":["device"],"flags":{"none":["-p","--print","-i","--info","-v","--verify","-V","--ve\
rsion","-h","--help"]}},{"program":["lvremove","vgremove","pvremove","lvreduce","vgreduce","pvcreate"],"flags":{"none":["-t","--test","-h","--help","--version"]\
}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"],"flags":{"none":["-t","--test"]}},{"program":["zpool","zfs"],"subcommand":["destroy","labe\
lclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume delete","device delete","device remove"]},{"program":["mdadm"],"flags":{"any":["--zero-superb\
lock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"args":{"any":["luksFormat","erase","luksErase","luksRemoveKey","luksKillSlot","reencrypt"],"no\
ne":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["erase*","partitionDisk","secureErase","zeroDisk","apfs delete*","reformat","unmountDisk"]},{"pro\
gram":["grub-install"],"args":{"at_least":1}},{"program":["efibootmgr"],"flags":{"any":["-B","--delete-bootnum","-c","--create","-o","--bootorder"]}},{"program"\
:["dmsetup"],"subcommand":["remove*","wipe_table","create","load","reload","suspend","rename","message"]}]},{"code":"destructive_operation_blocked","id":"change\
-mounts","category":"disks","severity":"severe","explanation":"This changes what is mounted for everybody on the machine.","trust":4,"match":[{"program":["umoun\
t"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}},{"program":["umount","mount"],"names":["root","system","home","device","workspace"]},{"pro\
gram":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B","-R"]}},{"program":["mount"],"options":{"-o":["*remount*","*bind*"]}},{"program":["swapoff\
"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"args":{"at_least":1}}]},{"code":"destructive_operation_blocked","id":"prune-containers","cat\
egory":"containers","severity":"severe","explanation":"This removes containers, images, or volumes that others may need. Remove yours by name.","trust":3,"match\
":[{"program":["docker","podman","nerdctl"],"subcommand":["system prune","volume prune","container prune","network prune","pod prune","system reset","swarm leav\
e","machine rm"],"flags":{"none":["--filter"]}},{"program":["docker","podman","nerdctl"],"subcommand":["image prune"],"flags":{"any":["-a","--all"]}},{"program"\
:["docker","podman","nerdctl"],"subcommand":["volume rm","volume remove","stack rm","stack remove","service rm","secret rm","config rm","node rm","context rm"]}\
,{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container kill","container stop","image rm","container remove"]\
,"args":{"any":["*\\ufffc*"]},"line":{"none":["* --filter *","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*"]}},{"program":["docker","p\
odman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podma\
n","nerdctl"],"subcommand":["compose down","compose rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"\
,"rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"options":{"--rmi":["all"]}},{"program":["dock\
er","podman","nerdctl"],"subcommand":["compose down"],"flags":{"any":["--rmi"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"],"flags":{"\
any":["--rmi"]}},{"program":["crictl"],"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","*\
 delete","images rm"]}]},{"code":"destructive_operation_blocked","id":"container-escape","category":"containers","severity":"severe","explanation":"This gives a\
 container power over the host. Mount the folder that it needs, without extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcommand":\
["run","create","container run","exec"],"flags":{"any":["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"]\
,"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ss\
h*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],\
"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","\
~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{\
"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"sub\
command":["run","create"],"options":{"--pid":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},{"p\
rogram":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run\
","create"],"options":{"--uts":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program":[\
"docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_S\
EARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"prog\
ram":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],"op\
tions":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"contain\
ers","severity":"severe","explanation":"This deletes or stops what runs in a cluster. Ask the person who runs it.","trust":4,"spares":["own-act"],"match":[{"pro\
gram":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"opti\
ons":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon","\
taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--repl\
icas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebindi\
ng","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privile\
ged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--ov\
errides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall","d\
elete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},{\
"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"],\
"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcommand\
":["job stop","stop","system gc","namespace delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program":[\
"flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"progr\
am":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot restore","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force-l\
eave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructive_operation_blocked","id":"local-machine-delete","category":"containers","severity"\
:"severe","explanation":"This deletes a machine or a cluster on this machine, with what is in it. Make one of your own and delete that.","trust":4,"level":"stri\
ct","spares":["own-act"],"match":[{"program":["kind","minikube","k3d","limactl","colima","lando","ddev","distrobox","toolbox","orb","multipass"],"subcommand":["\
delete","destroy","rm","remove","* delete","* rm","* destroy","delete clusters"]},{"program":["vagrant"],"subcommand":["destroy"]}]},{"code":"destructive_operat\
ion_blocked","id":"cloud-delete","category":"clouds","severity":"severe","explanation":"This deletes or stops resources of a cloud account. Ask the person who r\
uns it.","trust":4,"spares":["own-data"],"match":[{"program":["cloud-sdk"]},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm",\
"s3 mv"],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws\
"],"subcommand":["* delete-*","* terminate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","*\
 release-*","* reboot-*","* destroy-*","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch\
-write-item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"options"\
:{"--change-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcommand":["\
sync"],"flags":{"any":["--delete-destination"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"program":["g\
cloud"],"subcommand":["storage rm","storage buckets delete","compute instances stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{"progra\
m":["az"],"args":{"any":["delete","purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none":["--l\
ocal"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","move"]},{"\
program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b2","azc\
opy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags":{"any\
":["-c","--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"]\
,"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*",\
"*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code":\
"destructive_operation_blocked","id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud account, or opens someth\
ing of it to everybody. Ask the person who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam attac\
h-*","iam put-*","iam add-user-to-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","s\
3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-sn\
apshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"flag\
s":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove-\
iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["rol\
e assignment create","ad user create","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","s\
everity":"severe","explanation":"This destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"prog\
ram":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","state push","destroy-all"\
]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy","\
--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-des\
troy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up"\
,"update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up",\
"chalice","zappa","terraform-destroy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["va\
grant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","\
*state=absent*","*curl*|*sh*","*systemctl stop*"]}},{"program":["salt","salt-call","salt-ssh"],"args":{"any":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*\
","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program":["VBoxManage","vboxmanage"],"subcommand"\
:["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"any":["--unregister"]}},{"program":["vim-cmd"],"subc\
ommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm process kill","storage * remove","system shutdown *"]}\
,{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"program":["lxc-destroy"],"args":{"at_least":1}},{"\
program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}}]},{"code":"destructive_operation_blocked","id":"service-delete","category":"clouds","seve\
rity":"severe","explanation":"This deletes what a remote service keeps, for everybody who uses it. Ask the person who owns it.","trust":4,"spares":["own-data"],\
"match":[{"service_verb":"destroys"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program":["curl","http","https","wget","\
xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*mutation*{*delete*(*","*mutation*{*Delete(*"\
,"*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":\
["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","ht\
tp","https","wget","xh","xhs"],"options":{"--data":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{\
*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-raw":["*mutation*{*delete*(*","*mutation*{*Delete(*","*muta\
tion*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["fly","flyctl"],"subcommand":["scale count 0"]},{"program":["her\
oku"],"subcommand":["ps:scale *=0"]},{"program":["nsupdate","knsupdate"],"flags":{"none":["-h","-V","--help","--version"]}},{"program":["cli4"],"flags":{"any":[\
"--delete","-X"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-\
VM","Remove-Service"]},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*<delete>*"]},"args":{"any":["*/update*"],"none":["localhost:*\
","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["curl","http","https","wget","x\
h","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1\
:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-V\
M","Remove-Service"]}]},{"code":"destructive_operation_blocked","id":"drop-database","category":"databases","severity":"severe","explanation":"This drops a data\
base or all that is in it. Make one of your own for the test and drop that.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["sql"],"subcommand":\
["drop-database","drop-schema","flush","drop-owned","drop-keyspace","drop-tablespace","shutdown","purge"],"args":{"none":["test","*_test","test_*","*_test_*","*\
-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropdb"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci\
_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin"],"args":{"any":["drop","shutdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"]\
,"line":{"any":["echo *flush_all*","printf *flush_all*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\u\
fffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["eval","EVAL","Eval"],"args":{"any":["*flush*","*FLUSH*","*del*","*DEL*"]}},{"program":["redi\
s-cli","valkey-cli"],"subcommand":["config set","CONFIG SET"],"args":{"any":["dir","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]\
},{"program":["pg_resetwal"],"flags":{"none":["-n","--dry-run","--help","--version"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"pr\
ogram":["nodetool"],"subcommand":["decommission","removenode","assassinate"]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"an\
y":["--delete","--offset-json-file"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/ap\
i/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:\
5000/api/v1/db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*"\
,"*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/s\
chema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--request":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":[\
"*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections\
*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],\
"subcommand":["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984/*"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query\
*","*/tsdb/delete_series*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation\
_blocked","id":"destroy-messages","category":"databases","severity":"severe","explanation":"This deletes queues, topics or the messages in them. Make one of you\
r own for the test and delete that.","trust":4,"spares":["own-data"],"match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consum\
er-groups*"],"flags":{"any":["--delete","--delete-offsets","--execute"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],\
"subcommand":["topic trim-prefix"]},{"program":["celery"],"subcommand":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"\
]}]},{"code":"destructive_operation_blocked","id":"destroy-rows","category":"databases","severity":"severe","explanation":"This destroys or changes a whole tabl\
e. Write a WHERE, or a migration that can be undone.","trust":4,"spares":["own-data"],"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","\
drop-column","drop-bucket","drop-stream","truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_c\
i","ci_*","scratch*"]}}]},{"code":"destructive_operation_blocked","id":"database-rights","category":"databases","severity":"severe","explanation":"This gives or\
 takes rights in a database, or changes how it runs. Ask the person who runs it.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-u\
ser","create-role","alter-user","drop-user","drop-role","set-global","kill"]}]},{"code":"destructive_operation_blocked","id":"reset-application-data","category"\
:"databases","severity":"severe","explanation":"This throws away what the application has stored. Use a database made for the test.","trust":3,"spares":["own-da\
ta"],"match":[{"program":["rails","rake","bin/rails","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncat\
e_all","db:setup:force"]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db\
:purge*","db:migrate:reset","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"environment":{"*":["prod*","production","staging"]}},{"program":["rails","rake"],"a\
rgs":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"\
]}},{"program":["manage.py","django-admin"],"subcommand":["flush","reset_db","sqlflush"]},{"program":["python"],"subcommand":["manage.py flush","manage.py reset\
_db","./manage.py flush","*/manage.py flush","manage.py migrate * zero","*/manage.py reset_db"],"flags":{"none":["--help","-h"]}},{"program":["prisma"],"subcomm\
and":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["php","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:\
wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]}},{"program":["sequelize","sequelize-cli","typeorm","mikro-orm","knex","dbmate"\
,"mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["db:drop*","schema:drop","db:migrate:undo:all","database:\
drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean","drop-all","reset","dropAll","schema clean","down-to 0","db:reset"]},{"program":[\
"drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar\
 site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["console","symfony"],"args":{"any":["doctrine:database:\
drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcommand":["import"],"flags":{"any":["--replace","--replace-al\
l"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["magento","bin/magento"],"subcommand":["setup:uninstall","setup:db-schema:drop"]},{"p\
rogram":["hasura"],"subcommand":["metadata clear","migrate delete","database drop"]},{"program":["directus"],"subcommand":["database drop"]},{"program":["strapi\
"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["db:drop","db:reset"]},{"program":["payload"],"subcommand\
":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wipe","migration:fresh","migration:reset","migration:refres\
h"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","migration:refresh"]}},{"program":["bench"],"subcommand":["reinstall","dro\
p-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"program":["knex"],"subcommand":["migrate:rollback"],"flags\
":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":["flask"],"subcommand":["db downgrade base"]},{"program":["pg_restore"],\
"flags":{"any":["-c","--clean"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"de\
structive_operation_blocked","id":"publish-package","category":"publishing","severity":"severe","explanation":"What is published cannot be taken back. Build the\
 package; a person publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publ\
ish"]},{"program":["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-v\
ersion-publish"],"flags":{"none":["--help","--version","--preview"]}},{"program":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit",\
"release publish","release"]},{"program":["cargo"],"subcommand":["publish","yank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twi\
ne"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"progra\
m":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":\
{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line\
":{"none":["mvn *altDeploymentRepository=*::file:*"]}},{"program":["gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPl\
ugins","uploadArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publ\
ish","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["\
trunk push","repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"fl\
ags":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publis\
h"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subco\
mmand":["deploy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["pu\
blish"]},{"program":["gh","glab"],"subcommand":["release create","release upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_oper\
ation_blocked","id":"unpublish-package","category":"publishing","severity":"severe","explanation":"This takes away or redirects what others install. Ask the per\
son who owns the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","acc\
ess restricted","access grant","access revoke","access set","access edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","tea\
m add","team rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"p\
ublishing","severity":"severe","explanation":"This publishes an image. Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","p\
odman","nerdctl","buildah","img"],"subcommand":["push","image push","manifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","regist\
ry:5000*"]}},{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["\
push"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*\
","sync * docker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code \
from elsewhere that nobody has looked at. Download it, read it, then install it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","n\
pm","pnpm","yarn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh",\
"csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-req\
uest","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh",\
"bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc\
","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["\
-s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","o\
sascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netca\
t","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/pr\
oc/*"]}},{"program":["python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program"\
:["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke\
-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash",\
"zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","power\
shell","Invoke-Expression","iex"],"from":{"program":["base64","base32","basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at\
_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":\
"drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["\
curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-Re\
stMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"\
from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebReques\
t","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["cur\
l","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestM\
ethod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"\
options":{"--extra-index-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["ht\
tp://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]}\
,{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *","pkg set scripts.*=*wget *"]},{"program":["crontab","at","batch","psql","mysql","awk","make\
"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRe\
quest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_operation_blocked","id":"run-made-code","category":"remote-code","seve\
rity":"severe","explanation":"Nobody can say before it runs which commands this program prints for the shell. Print them to a file, read it, then run it.","trus\
t":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["perl","python","ruby","node","php","deno","bun","lua","awk","gawk","m\
awk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operation_blocked","id":"reverse-shell","category":"exfiltration","severity"\
:"catastrophic","explanation":"This gives somebody elsewhere a shell on this machine.","match":[{"writes":["connection","local-connection"],"program":["sh","bas\
h","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","po\
wershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mk\
sh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"\
args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","sh *","bash","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","nca\
t","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua-exec"]}},{"program":["nc","ncat","netcat","nc.traditional"],"options\
":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","*EXEC:*","*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*\
","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netc\
at","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","nc\
at","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","\
dash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},{"program":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"an\
y":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program":["xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}}]},{"code":"destructive_opera\
tion_blocked","id":"attack-tool","category":"exfiltration","severity":"severe","explanation":"This is a tool for breaking into machines, or for listening to the\
m. Say what it is needed for.","trust":4,"match":[{"program":["msfvenom"],"flags":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"pr\
ogram":["chisel"],"subcommand":["server","client"]},{"program":["msfconsole","meterpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap",\
"responder","Responder.py","arpspoof","logkeys","crackmapexec","netexec","impacket-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","-\
-version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--keycodes","--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"\
]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A","-X","-Y"],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"\
none":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id":"send-secrets","category":"exfiltration","severity":"severe","explanation":"This sends secre\
ts, or what may hold them, to another host. Nothing of the kind leaves this machine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat\
","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accou\
nts","logs"]}},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp"\
,"sftp","lftp","websocat"],"from":{"program":["env","printenv","set","export","declare","history"]},"to":"remote"},{"program":["nc","ncat","netcat","telnet","so\
cat","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"program":["curl","wget","scp","rsync","http","nc","ncat","netc\
at","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"reads":["credentials","accounts","system","home","\
root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","accounts","system","home","root","personal","logs"],"args":{"any\
":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","severity":"severe","explanation":"This sends files or the outp\
ut of commands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"program":["curl","wget","http","https","xh","httpie"],"flags":{\
"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--da\
ta-ascii"]},"to":"drop"},{"program":["nc","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"]},"to":"remote"}\
,{"program":["nc","ncat","netcat"],"reads":["source","outside","data","workspace","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet",\
"ssh","curl","wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd"\
,"base64","openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip"\
,"pg_dump","mysqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credential\
s","data","home","personal","system","accounts","vcs","logs"]},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":\
["*.sql*","*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credent\
ials","data","home","personal","system","accounts","vcs","logs","workspace"]},{"program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--for\
m","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credential\
s","home","personal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","ht\
tp","xh"],"flags":{"any":["-F","--form"]},"reads":["source","workspace","outside","temp","disposable"],"to":"remote"},{"program":["curl","http","xh"],"reads":["\
source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to":"remote"},{"program":["rsync","scp"],"reads":["workspace",\
"source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*\
://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace","source","vcs","personal","home","data","outside"]},"line":\
{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["ssh"],"reads":["workspace","source","vcs","personal","ho\
me","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["git"],"subcommand":["push",\
"send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","\
*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote add * *://*","git remote add * *@*:*","git remote set-url * \
*://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"\
none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","data","workspace","personal","home","logs"]},"options":{"-co\
nnect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"program":["httpd"],"options":{"-h":["/","~","/home*","/etc*","/roo\
t*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/",\
"/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 m\
v"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc",\
"az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system","accounts","data","workspace","personal","vcs","logs"]},{"\
program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h","--version"]}},{"program":["gh"],"subcommand":["gist create"\
],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["writes","cat","echo","printf","tar","dd","base64","exec",":","sh"\
,"bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh\
","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_blocked","id":"smuggle-data","category":"exfiltration","seve\
rity":"severe","explanation":"This puts what a command finds into an address that another host sees.","trust":4,"match":[{"program":["dig","nslookup","host","dr\
ill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup",\
"host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","od *","hexdump*","whoami","hostname","id"]}},{"program":["cur\
l","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","xh"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env","prin\
tenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--header":["*\\ufffc*"]},"li\
ne":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-A":\
["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"]\
,"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"pr\
ogram":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"t\
o":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declar\
e -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","de\
clare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--referer":["*\\ufffc*"]},"line":{"any":["env","printenv","set",\
"export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":["env",\
"printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]},"lin\
e":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--dat\
a":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","x\
h"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":\
["curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to"\
:"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"f\
lags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","s\
erveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--version"]},"args":{"none":["version","help","status","completion","list","in\
fo","verify","ip","netcheck","ping","whois","config"]}},{"program":["code","code-insiders","cursor"],"subcommand":["tunnel"]},{"program":["ttyd"],"flags":{"any"\
:["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tmate"],"flags":{"none":["-h","-\
-help","-V","--version"]}}]},{"code":"destructive_operation_blocked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This de\
letes something of another service. Ask the person who owns it.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote\
"},{"program":["curl","wget"],"options":{"--request":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"\
to":"remote"},{"program":["http","https","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"}]}]');var Cf=require("node:path");var tE=1e3,sE=1e4,Sf=1024*1024,rE=20,nE={text:q,from:[]},Er=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,r,n=[]){let o=Ef(e,r);if(o===
void 0)return;this.version+=1;let i=o.includes(k)?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>Sf?q:i+s;this.files.
set(o,{text:a,from:n}),this.characters+=a.length;for(let c of this.files.keys()){if(this.files.size<=tE&&this.characters<=Sf)break;this.forget(c),this.forgotten.
add(c),this.forgotten.size>sE&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,r,n=[]){let o=this.written(e,r),i=e.includes(k)?s:(o?.text??
"")+s;this.write(e,i,r,[...o?.from??[],...n].slice(-rE))}read(e,s){return this.written(e,s)?.text}written(e,s){let r=Ef(e,s);if(r!==void 0)return this.files.get(
r)??(this.forgotten.has(r)?nE:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Ef(t,e=""){let s=/^[/~]/.test(
t)||e===""?t:`${e}/${t}`;return t===""||t===k?void 0:Cf.posix.normalize(s)}var Wo=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,s){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),s;this.depth+=1;let r=this.spend()?e():s;return this.depth-=1,r}fail(e,s){
this.problem??={kind:e,detail:s}}};var _f=12,cn={words:[{text:k,glob:!1}],exported:!1},Af=_.shellVariables,Mo=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
{text:"bash",glob:!1}];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,s){e!==s&&(this.
references=new Map(this.references).set(e,s))}resolveName(e){return this.references.get(e)??e}value(e){let s=this.resolveName(e),r=this.variables.get(s);return r?
r.words[0]?.text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(Af,s)?Af[s]:k}set(e,s,r=this.get(e)?.exported??!1){let n=this.resolveName(e);this.
fixed.has(n)?this.variables.set(n,{...cn,exported:r}):this.variables.set(n,{words:s,exported:r}),r&&(this.environment=void 0)}export(e){let s=this.variables.get(
e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.
size>>3);let e={};for(let[s,{words:r,exported:n}]of this.variables)n&&r[0]&&(e[s]=r[0]);return this.environment=e,e}define(e,s){let n=this.functions.get(e)?.bodies??
[];this.functions.set(e,{bodies:n.includes(s)?n:[...n,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.budget.spend(1+(this.
variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].map(([s,r])=>[
s,{...r}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let r=this.copy();for(let[n,{exported:o}]of this.variables)o||r.variables.set(n,cn);for(let n of r.functions.
values())n.certain=!1;for(let[n,o]of Object.entries(s))r.set(n,[o],!0);return r.aliases.clear(),r.arguments=e,r}same(e){if(this.variables.size!==e.variables.size)
return!1;for(let[s,r]of this.variables){let n=e.variables.get(s);if(r!==n&&qo(r)!==qo(n))return!1}return!0}mayBe(e,s){let r=this.variables.get(e)??cn,n=r.alternatives??
[];if(n.some(i=>bc(i)===bc(s)))return;this.hasAlternatives=!0;let o=n.length<_f?s:[{text:q,glob:!1}];n.length<=_f&&this.variables.set(e,{...r,alternatives:[...n,
o]})}join(e){for(let s of new Set([...this.variables.keys(),...e.variables.keys()])){let[r,n]=[this.variables.get(s),e.variables.get(s)];if(r===n)continue;qo(r)!==
qo(n)&&this.set(s,cn.words,(r?.exported||n?.exported)??!1);let o=oE([r,n]);if(o.length>1||this.variables.get(s)?.words===cn.words)for(let i of o)this.mayBe(s,i)}
e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);for(let[s,{bodies:r,certain:n}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<
r.length&&this.functions.set(s,{bodies:r,certain:o.certain&&n}):this.functions.set(s,{bodies:r,certain:!1})}for(let[s,r]of this.functions)e.functions.has(s)||this.
functions.set(s,{...r,certain:!1});for(let[s,r]of e.aliases)(this.aliases.get(s)?.length??0)<r.length&&this.aliases.set(s,r);this.folder!==e.folder&&(this.folder=
k)}},bc=t=>t.map(({text:e})=>e).join("\0"),qo=t=>t&&bc(t.words),oE=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.
includes(k)||ke(s))));var iE=_.escapes,Oe=t=>t.map(e=>`${e}
`).join("");function as(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,s,r,n,o,i)=>{if(i!==void 0)
return iE[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(s??r??n,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function ln([
t="",...e]){if(t==="--")return ln(e);if(t.startsWith("-v"))return"";let s="",r=0;do{let n=r;if(s+=cE(t,()=>e[r++]??""),r===n)break}while(r<e.length&&s.length<=65536);
return s}var aE=new RegExp([String.raw`%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|`,String.raw`U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])`].
join(""),"g");function cE(t,e){return t.replace(aE,(s,r,n,o,i)=>{if(s==="%%")return"%";if(i===void 0)return as(s);n==="*"&&e(),o==="*"&&e();let a=e();if(a.includes(
k))return a;if(i==="b")return as(a);if(i==="c")return a.slice(0,1);if(i==="s")return/^\d+$/.test(o??"")?a.slice(0,Number(o)):a;let c=/^['"]/.test(a)?a.codePointAt(
1)??0:Number(a||0);return Number.isSafeInteger(c)?i==="x"||i==="X"||i==="o"?c.toString(i==="o"?8:16):"diu".includes(i)?String(c):k:k})}function tr(t,e){return e.length===0?t.context.stdin?.readRest()??k:e.map(({text:s})=>s==="-"||s==="/dev/stdin"?t.context.stdin?.readRest()??k:Fe(s,t)?.text??k).
join("")}var lE=({args:t},e)=>t.find(({text:s})=>s.startsWith(`${e}=`))?.text.slice(e.length+1),dE=(t,e)=>t.map(({text:s})=>`${s.replaceAll("*",k)}${e?`/${k}`:""}\

`).join("")||k;function jo(t,e,s,r=!1){let{input:n}=s.context,o=e.includes(k)&&n?.kind==="pipe"?n.from:[];s.interpreter.files[r?"append":"write"](t,e,s.scope.folder,
o)}function $f(t){let{options:e,operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??k;for(let{text:n}of s)jo(n,r,t,z(e,"a","append"));return r}var Tf={
tee:$f,sponge:t=>{let e=$f(t);return t.args.length>0?"":e},grep:t=>{let{options:e,operands:s}=L(t.args,_.getopt.grep);if(z(e,"c","count","q","quiet"))return k;let r=z(
e,"e","regexp","f","file")?s:s.slice(1),n=z(e,"r","R","recursive");if(z(e,"l","L","files-with-matches","files-without-match"))return dE(r,n);if(n)return k;let o=tr(
t,r);return z(e,"o","only-matching","n","H","b")?Ie(o):o},dd:t=>{let[e,s]=["if","of"].map(o=>lE(t,o)),r=e===void 0?t.context.stdin?.readRest()??k:Fe(e,t)?.text??
k,n=t.args.some(({text:o})=>/^(?:skip|count|conv|bs|ibs)=/.test(o))?Ie(r):r;return s===void 0?n:(jo(s,n,t),"")}};var dn=require("node:path");var uE=/%%|%(?!x|\d[\da-f])[-+ #0'^:_<>|\d.]*(?:[Cw]?\([^)]*\)|\{[^}]*\}|[acCGg]?[A-Za-z])|%/g,pE={"%%":"%","%n":`
`,"%t":"	"},yc=(t,e=pE)=>t.replace(uE,s=>e[s]??(s.length===1?q:k));function kc({program:t,args:e}){let{prefix:s,names:r,unread:n,...o}=_.formats.get(t),{options:i}=L(
e,{...o,permuted:!0}),a=s?e.find(({text:c})=>c.startsWith(s))?.text.slice(s.length):r?M(i,...r).at(-1)?.text:ye(e).text;return a===void 0?k:n?new RegExp(n).test(
a)?q:k:/^[\w-]+$/.test(a)?k:`${yc(as(a.replace(/^t?format:/,"")))}
`}var fE=({args:t})=>{let{options:e,operands:s}=L(t,{short:"cft",long:["format","printf"],permuted:!0}),[r]=M(e,"c","f","t","format","printf");if(!r)return k;let n=s.
map(({text:i,glob:a})=>a?i.replaceAll("*",k):i),o=as(r.text);return Oe(n.map(i=>yc(o,{"%%":"%","%n":i,"%N":i})))},hE=/^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$/,
mE=t=>{let[e="",s]=t.args.map(({text:r})=>r);return e==="rev-parse"&&s==="--show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?q:hE.test(e)?Ie(t.context.stdin?.remaining||k):kc(t)},gE=/^[\w.-]*%[\d.]*[gfe][\w.-]*$|^[\s,:.-]$/,bE=({args:t})=>{let{options:e,
operands:s}=L(t,{short:"fs",long:["format","separator"]}),r=M(e,"f","s","format","separator");if(r.length>0)return r.every(({text:l})=>gE.test(l))?k:q;let n=s.map(
({text:l})=>Number(l)),[o,i,a]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,1,n[0]],c=Math.floor((a-o)/i)+1;return!(c<=100)||![o,i].every(Number.isSafeInteger)?
k:Oe(Array.from({length:Math.max(0,c)},(l,d)=>`${o+d*i}`))},yE=(t,e)=>dn.posix.normalize(/^[/~]/.test(t)||t.startsWith(k)?t:`${e}/${t}`).replace(/(?<=[^/])\/+$/,
""),Pf=({args:t,scope:e})=>{let{options:s,operands:r}=L(t,{long:["relative-to","relative-base"],permuted:!0}),n=e.value("PWD");return M(s,"relative-to","relativ\
e-base").length===0?Oe(r.map(({text:o})=>yE(o,n))):Oe(r.map(({text:o})=>o))},kE=t=>{let{options:e}=L(t.args,{permuted:!0});return z(e,"f","e","m","canonicalize",
"canonicalize-existing","canonicalize-missing")?Pf(t):k},vE=(t,e)=>dn.posix.basename(t,e)||dn.posix.basename(t)||(t===""?"":"/"),wE=({args:t})=>{let{options:e,operands:s}=L(
t,{short:"s",long:["suffix"]}),[r]=M(e,"s","suffix"),n=r!==void 0||z(e,"a","multiple"),o=r??(n?void 0:s[1]),i=n?s:s.slice(0,1);return o&&!$t(o)?Oe(i.map(({text:a})=>Ie(
a))):Oe(i.map(({text:a})=>vE(a,o?.text)))},xE=({args:t})=>{let{operands:e}=L(t,{permuted:!0});return Oe(e.map(s=>$t(s)?dn.posix.dirname(s.text):Ke(s.text)))},SE=st(
_.patterns.jq_choosing,"g"),EE=/"((?:[^"\\]|\\[\s\S])*)"/g,CE=/\\\((?:[^()]|\([^()]*\))*\)/g,_E=/^[\w\u{FFFC}][\w\u{FFFC}.@:=,-]*$|^(?:[\s,:=@._-]|\\[nt])?$/u,AE=st(
_.patterns.jq_making),$E=({args:t,context:e})=>{let{options:s,operands:r}=L(t,{short:"fL",long:["from-file","indent"],permuted:!0}),n=s.some(({name:u})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.
test(u)),o=n?r.findIndex(({text:u})=>/[.$"[|]/.test(u)):0,a=((M(s,"f","from-file").length>0?void 0:r[Math.max(0,o)])?.text??"").replace(SE,""),c=[...a.matchAll(
EE)].map(([,u])=>u.replace(CE,k)),l=AE.test(a)&&(c.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.values(e.environment).some($t);return l||d||
n&&/\$/.test(a)||!c.every(u=>_E.test(u))?q:Ie(e.stdin?.remaining||k)},Rf={stat:fE,git:mE,jq:$E,seq:bE,realpath:Pf,readlink:kE,basename:wE,dirname:xE};function If(t,e,s,r){
let n=[];for(let[o,{text:i}]of t.entries()){let[a,c]=t.slice(o+1,o+3).map(d=>d.text);if(a===void 0)continue;let l=d=>e.map(u=>yc(as(d),{"%%":"%","%p":u,"%H":s})).
join("");i==="-printf"?n.push(l(a)):i==="-fprintf"?r(a,l(c??"")):/^-f(?:print0?|ls)$/.test(i)&&r(a,Oe(e))}return n.length>0?n.join(""):Oe(e)}function Ho(t){let s=((Object.hasOwn(Wf,t.program)?Wf[t.program]:void 0)??TE(t.program))(t);return s.length>65536?q:(t.interpreter.budget.spend(s.length>>6),s)}
var TE=t=>_.filters.has(t)?xc:_.formats.has(t)?kc:()=>_.silent.has(t)?"":k,PE=16,Fo=({args:t})=>t.map(({text:e})=>e),sr=(t,e="",s=Ke)=>r=>{let n=L(r.args,{short:e,
permuted:!0}),o=tr(r,n.operands);return o.includes(k)?s(o):t(o,n)??q},wc=(t,e="")=>sr(t,e,s=>s);function RE(t){let e=Fo(t),s=0;for(;/^-[neE]+$/.test(e[s]??"");)
s+=1;let r=e.slice(0,s).join(""),n=e.slice(s).join(" ");return(r.includes("e")?as(n):n)+(r.includes("n")?"":`
`)}var qf=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):q},Nf=sr((t,{options:e})=>z(
e,"d","D","decode")?qf("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),Cr=t=>t.replace(/\n$/,"").split(`
`),Of=t=>wc((e,{options:s})=>{let r=s.map(({name:i})=>i).join(""),n=M(s,"n","lines")[0]?.text??(/^\d+$/.test(r)?r:"10"),o=Cr(e);if(t&&/^\+\d+$/.test(n))return Oe(
o.slice(Number(n)-1));if(!(!/^\d{1,6}$/.test(n)||z(s,"c","bytes")))return Oe(t?o.slice(-Number(n)):o.slice(0,Number(n)))},"cn"),IE=sr((t,{options:e})=>{let[s]=M(
e,"c","b","f"),r=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!r)return;let n=Math.max(1,Number(r[1]||1)),o=r[2]===""?n:Number(r[3]||65536),i=M(e,"d")[0]?.text??"	",
a=z(e,"f"),c=l=>(a?l.split(i):[...l]).slice(n-1,o).join(a?i:"");return Oe(Cr(t).map(c))},"cbfd");function NE(t,{options:e}){if(e.some(({name:r})=>!/^(?:[uro]|unique|reverse|output)$/.
test(r)))return;let s=Cr(t).sort();return z(e,"r","reverse")&&s.reverse(),Oe(z(e,"u","unique")?[...new Set(s)]:s)}var Lf={short:"oktST",long:["output"],permuted:!0},
vc=t=>{let e=t.context.stdin?.remaining??"",{options:s,operands:r}=L(t.args,{short:"Fv"}),n=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.exec(r[0]?.text??""),
o=M(s,"F")[0]?.text,i=r.length===1&&(o===void 0||/^[^\\.*+?[\]^$|()]$/.test(o));if(e===""||e.includes(k)||!i||!n)return xc(t);let a=Cr(e).map(c=>{let l=o===void 0||
o===" "?c.trim().split(/\s+/):c.split(o),d=n[1]==="NF"?l.length:Number(n[1]??0);return d===0?c:l[d-1]??""});return Oe(a)},Df=({args:t})=>{let{operands:e}=L(t,{permuted:!0});
return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)};function xc(t){let s=L(t.args,{permuted:!0}).operands.slice(0,PE).map(({text:n})=>Fe(n,t)?.text??"");return[t.context.stdin?.remaining??"",...s].filter(n=>n!==
"").some(n=>Ie(n)===q)?q:k}var Wf={echo:RE,printf:t=>ln(Fo(t)),cat:t=>tr(t,L(t.args,{permuted:!0}).operands),base64:Nf,openssl:t=>t.args[0]?.text==="base64"?Nf(
{...t,args:t.args.slice(1)}):xc(t),xxd:sr((t,{options:e})=>z(e,"r")&&z(e,"p","ps")?qf("hex",t):void 0),rev:sr(t=>Oe(Cr(t).map(e=>[...e].reverse().join("")))),tac:sr(
t=>Oe(Cr(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??k;return e.includes(k)?Ke(e):LE(e,Fo(t))??q},head:Of(!1),tail:Of(!0),cut:IE,sort:t=>{let{options:e}=L(
t.args,Lf),s=wc(NE,Lf.short)(t),[r]=M(e,"o","output");return r&&jo(r.text,s,t),r?"":s},uniq:wc((t,{options:e})=>z(e,"c","count","f","s","w")?void 0:t),awk:vc,gawk:vc,
mawk:vc,mktemp:({args:t})=>{let{options:e,operands:s}=L(t,{short:"p",long:["suffix"],permuted:!0}),[r]=M(e,"p","tmpdir"),n=s[0]?s[0].text.replace(/X{3,}/,k):`tm\
p.${k}`,o=r?.text??(s[0]&&!z(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?n:`${o}/${n}`}
`},strings:sr(t=>t),ls:({args:t})=>{let{options:e,operands:s}=L(t,{permuted:!0});return!z(e,"d","directory")||z(e,"l")||s.length===0?k:s.map(({text:r})=>`${r.replaceAll(
"*",k)}
`).join("")},yes:t=>`${Fo(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,which:Df,type:Df,...Tf,...Rf},OE=_.characterClasses;function LE(t,e){let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[r,n]=e.filter(i=>!/^-[cCdst]+$/.test(i)).
map(DE);if(r===void 0||/[cCs]/.test(s))return;if(s.includes("d"))return[...t].filter(i=>!r.includes(i)).join("");if(n===void 0||n.length===0)return;let o=new Map(
r.map((i,a)=>[i,n[Math.min(a,n.length-1)]]));return[...t].map(i=>o.get(i)??i).join("")}function DE(t){let e=as(t.replace(/\[:(\w+):\]/g,(n,o)=>OE[o]??"")),s=[],
r=[...e];for(let n=0;n<r.length&&s.length<1024;n+=1){let[o,i]=[r[n].codePointAt(0),r[n+2]?.codePointAt(0)];if(r[n+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=
i;a+=1)s.push(String.fromCodePoint(a));n+=2}else s.push(r[n])}return s}var jf=require("node:path");var Mf={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},WE=st(_.patterns.git_settings,"i"),Ff=t=>{let{options:e,operands:s}=L(t.args,_.getopt.git),r={...t.context.
environment},n=qE(e,r,t);for(let{name:l,value:d}of e)Mf[l]&&d&&(r[Mf[l]]=d);let o=t.scope.copy();for(let{text:l}of M(e,"C"))o.folder=/^[/~]/.test(l)||o.folder===
void 0?l:jf.posix.normalize(`${o.folder}/${l}`);let i={...t,args:s,scope:o,context:{...t.context,environment:r}},a=l=>{ie(l,i)};for(let[l,d]of n)WE.test(l)&&a(d.
replace(/^!/,""));let c=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let l of _.gitVariables)c[l]!==void 0&&a(c[l].text);return Hf(i,n,
0)};function qE(t,e,{scope:s}){let r=[],n=s.exported(),o=a=>(e[a]??n[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)r.push([o(
`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??k]);for(let[,a,c]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))r.push([a,c]);for(let{
text:a}of M(t,"c")){let[,c=a,l="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];r.push([c,l]),e[`GIT_CONFIG_KEY_${i}`]=R(c),e[`GIT_CONFIG_VALUE_${i}`]=R(l),i+=1,e.GIT_CONFIG_COUNT=
R(String(i))}for(let{text:a}of M(t,"config-env")){let[c="",l=""]=a.split("=");r.push([c,(e[l]??s.get(l)?.words[0])?.text??k])}return r}var ME=8;function Hf(t,e,s){
let[r,...n]=t.args;if(r===void 0)return F(t);let o=e.findLast(([a])=>a.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??t.interpreter.gitAliases.get(r.text);
if(o!==void 0&&s<ME){if(o.startsWith("!"))return t.interpreter.runScript(`${o.slice(1)} "$@"`,Qe(t,[R("git"),...n]),J(t.context,"git"));let a=o.trim().split(/\s+/),
c=qt(a.map(l=>l.replace(/^(["'])(.*)\1$/,"$2")));return Hf({...t,args:[...c,...n]},e,s+1)}let i=F(t);return jE(r.text,n,t),i}function jE(t,e,s){let r=d=>{ie(d,s)},
n=_.gitCode.get(t)?.options??[],{options:o,operands:i}=L(e,{short:n.filter(d=>d.length===1).join(""),long:n.filter(d=>d.length>1),permuted:!0});for(let{text:d}of M(
o,...n))r(d);t==="bisect"&&e[0]?.text==="run"&&on(e.slice(1),s);let a=t==="submodule"?e.findIndex(({text:d})=>d==="foreach"):-1;if(a!==-1){let d=e.slice(a+1).map(
({text:u})=>u);r(d.slice(/^(--recursive|-q|--quiet)$/.test(d[0]??"")?1:0).join(" "))}for(let{text:d}of i)d.startsWith("ext::")&&r(d.slice(5).replaceAll("% ","\\ "));
let c=t==="config"?e.findIndex(({text:d})=>/^alias\./i.test(d)):-1,l=e[c+1]?.text;c!==-1&&l!==void 0&&s.interpreter.gitAliases.set(e[c].text.slice(6),l)}tt();var FE=16,HE=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function VE(t,e,{options:s,operands:r,code:n,files:o,reads:i}){let{args:a,scope:c,context:l}=t,[d]=r,u=d!==void 0&&(o.
includes(d)||n.includes(d)||i&&d.text==="-"),p=e==="python"?a.findIndex(C=>n.includes(C)):-1,f=p>=0?a.slice(p+1):u?r.slice(1):r,h=(UE(e,s)?f.slice(0,FE):[]).flatMap(
({text:C})=>Fe(C,t)?.text??[]),b=i?void 0:l.stdin?.remaining,y=e==="awk",v=y?[...M(s,"v","assign"),...f]:[];return{args:f,environment:{...c.exported(),...l.environment},
variables:new Map(v.flatMap(({text:C})=>[...C.matchAll(HE)].map(([,S,x])=>[S,x]))),...ne({script:u&&o.includes(d)?d.text:void 0,input:h.length>0?h.join(""):b===
k||b===""?void 0:b,separator:y?M(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&z(s,"p","print")||void 0})}}var UE=(t,e)=>t==="awk"||(t===
"perl"||t==="ruby")&&z(e,"n","p"),{interpreters:Vf}=_;function Vo(t){let e=Uf(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":Vf.get(
e)?.language}var Uf=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function Uo(t){let e=Uf(t.program),
s=Vf.get(e);if(!s)return;let r=s.language==="awk",n={...t,context:J(t.context,t.program)},{options:o,operands:i}=L(zE(e,t.args),s),a=M(o,...s.code??[]),c=M(o,...s.
files??[]);s.operands==="code"&&a.length===0&&c.length===0&&a.push(...e==="redis-cli"&&i.length>0?[ye(i)]:i.slice(0,1)),s.operands==="database then code"&&a.push(
...i.slice(1)),o.some(({value:E})=>E?.text.startsWith("data:"))&&t.interpreter.budget.fail("too-much","code in an address is not followed");let[l]=M(o,...s.module??
[]);l?.text==="timeit"&&a.push(...i.filter(({text:E})=>!/^-\w*[nru]?\d*$/.test(E)));let d=s.operands===void 0&&a.length===0&&!z(o,...s.module??[]);d&&i[0]&&i[0].
text!=="-"&&c.push(i[0]);let p=c.some(({text:E})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(E))||a.length===0&&c.length===0&&(d||s.operands!==void 0),f=er(p?t:Sr(
t),a[0]?.text??""),[m]=c.map(({text:E})=>Fe(E,t)?.from),h=r?Ho(t):void 0,b=r&&t.context.input?.kind==="pipe"?t.context.input:void 0,y=F({...Zs(f,m),args:t.args.
filter(E=>!a.includes(E)||E.text.includes(k)),...ne({filter:b&&{code:ye(a).text,from:b.from}})}),v=VE(t,s.language,{options:o,operands:i,code:a,files:c,reads:p}),
C=[...[...a,...BE(t.args,i,s)].map(({text:E})=>E),...c.flatMap(({text:E})=>Fe(E,t)?.text??[])],S=(E,I)=>rr(s.language,E,I,v),x=C.map(E=>S(E,n)),A=p?t.context.stdin?.
readRest():void 0;A!==void 0&&x.push(S(A,{...n,context:Nt(n.context)}));let T=x.join("");return h!==void 0?h===k&&T!==""?T:h:s.language==="sql"?GE(a)??y:T===""||
z(o,"p")&&e!=="node"?y:T}function BE(t,[e,...s],r){if(!e||r.operands==="no code")return[];let n=r.operands===void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(
t[t.indexOf(e)-1]?.text??""))return n;let{options:o,operands:i}=L(s,r),a=M(o,...r.code??[]);return[...n,...a,...r.operands==="code"?i.slice(0,1):[]]}function GE(t){
let e=t.flatMap(({text:s})=>/^\s*(?:select|with)\b/i.test(s)?[...s.slice(0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,
r])=>`${r}${k};
`):[]);return e.length>0?e.join(""):void 0}function zE(t,e){let[s,...r]=e;return t==="deno"&&s?.text==="eval"?[R("-e"),...r]:(t==="deno"||t==="bun")&&s?.text===
"run"?r:e}function rr(t,e,s,r=no){let{scope:n,context:o}=s;ke(e)&&s.interpreter.budget.fail("too-much",`${s.program} runs code that cannot be read to its end`);
let i="";if(!s.interpreter.readCode)return i;let a=t==="sql"?KE(e.replace(/^\s*\.(?!shell|system)\w+.*$/gm,""),s):e;return s.interpreter.budget.descend(()=>{s.interpreter.
budget.spend(e.length>>8);let{invocations:c,problem:l}=s.interpreter.readCode(t,a,{readCommand:d=>YE(d,s),onWrite:(d,u)=>s.interpreter.files.write(d,u,n.folder),
input:r,onPrint:d=>{i=i.length+d.length>65536?q:i+d}});l&&s.interpreter.budget.fail(l.kind,l.detail);for(let d of c)s.interpreter.budget.spendInvocation()&&s.interpreter.
invocations.push(XE(d,s,o))},void 0),i}var KE=(t,{program:e})=>/^mongo(?:sh)?$/.test(e)?t.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,"$1;").replace(/\n(?=[ \t]*db[.[])/g,
`;
`):t;function YE(t,e){let{context:s}=e,r=e.interpreter.invocations.length;return e.interpreter.runScript(t,Qe(e),{...s,wrappers:[],redirects:[],captured:!0}),{invocations:e.
interpreter.invocations.splice(r)}}var XE=(t,{scope:e,program:s,args:r},{wrappers:n,redirects:o,input:i,environment:a})=>({...t,wrappers:[...n,...t.wrappers],redirects:[
...o,...t.redirects],...t.program==="sql"&&{client:{program:s,args:r,environment:{...e.exported(),...a}}},...ne({input:t.input??i,folder:t.folder??(e.folder===void 0?
void 0:R(e.folder))})});function Bf(t){let[e,s]=QE(t),r=_.consoles.get(e),[n,...o]=s.slice(s.findIndex(({text:u})=>!u.startsWith("-")));if(!r||!n||!r.after.includes(
n.text))return;let{options:i,operands:a}=L(o,{...r,permuted:!0}),c=M(i,...r.code??[]);r.operands==="code"&&c.length===0&&c.push(...a.slice(0,1).filter(({text:u})=>u!==
"-"));let l={...t,context:J(t.context,e)};for(let{text:u}of c)rr(r.language,u,l);let d=c.length===0?t.context.stdin?.readRest():void 0;d!==void 0&&rr(r.language,
d,{...l,context:Nt(l.context)})}function QE({program:t,args:e}){let s=Vo(t)?e.findIndex(({text:n})=>!n.startsWith("-")):-1;if(s===-1)return[t,e];let{text:r}=e[s];
return[r.slice(r.lastIndexOf("/")+1),e.slice(s+1)]}var Gf=t=>String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${t}>)[^\\[])*\k<${t}>`,Sc=t=>String.raw`(?:\\[\s\S]|(?!\k<${t}>)[^\\])*\k<${t}>`,Ec=new RegExp(
[String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${Gf("quote")}`,String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${Gf(
"delimiter")})`+String.raw`(?<replacement>${Sc("delimiter")})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,String.raw`(?<other>y(?<mark>[^\w\s\\])${Sc("mark")}${Sc(
"mark")}`,String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,String.raw`e(?<command>.*)|[wW](?<output>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`].
join("|"),"y");function zf(t){if(t.length>1e4)return;let e=[];for(let s=0;s<t.length;s=Ec.lastIndex){Ec.lastIndex=s;let r=Ec.exec(t)?.groups;if(!r)return;let n=JE(
r);n&&e.push(n)}return e}function JE(t){let{pattern:e,replacement:s,flags:r="",target:n,delimiter:o="",command:i,output:a,input:c}=t;if(e!==void 0){let l={kind:"\
replace",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:r,delimiter:o};return n===void 0?l:{...l,file:n.trim()}}return i!==void 0?{kind:"execute",command:i.
trim()}:a!==void 0?{kind:"write",file:a.trim()}:c!==void 0?{kind:"read",file:c.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:{kind:"other"}}var ZE=2,eC=3e5,tC=128;function sC(t,e,s,r){let{pattern:n,replacement:o,flags:i,delimiter:a}=e;if(t.includes(k))return Ie(t);let c=h=>h.replaceAll(`\\${a}`,()=>a),
l=n.match(/[*+{]/g)?.length??0,d=/^[gpeI]*$/i.test(i)?nC(c(n),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((h,b)=>h+b.length**(l+1),0),f=l<=ZE&&p<=eC&&r.spend(Math.ceil(p/tC));if(!d||!f||/^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(o))return q;let m=c(o).replace(
/\\([\s\S])|[$&]/g,(h,b)=>/\d/.test(b)?`$${b}`:b??(h==="&"?"$&":"$$"));return u.map(h=>h.replace(d,m)).join(`
`)+(t.endsWith(`
`)?`
`:"")}var rC={digit:"0-9",alpha:"A-Za-z",alnum:"A-Za-z0-9",space:"\\s",upper:"A-Z",lower:"a-z"};function nC(t,e,s){let r=t.replace(/\[:(\w+):\]/g,(o,i)=>rC[i]??
o);if(/\\[\w<>'\x60]|\[[:.=]/.test(r))return;let n=r.replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,(o,i,a,c)=>c!==void 0?`\
[${a}${c.replace(/[\\\]](?!s)/g,"\\$&")}]`:/[(){}|+?]/.test(i??o)&&i===void 0===s?i??o:o.length===2&&!/[(){}|+?]/.test(i)?o:`\\${i??o}`);if(!/[^\\]\)[*+?{]/.test(
n))return ks(n,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}var oC=8,Yf=/^\/dev\/(?:stdout|stderr|fd\/[12])$/,Xf=t=>{let{options:e,operands:s}=L(t.args,_.
getopt.sed),r=M(e,"e","expression").map(({text:p})=>p),n=M(e,"f","file").map(p=>tr(t,[p]));r.length===0&&n.length===0&&r.push(s.shift()?.text??"");let o=[...r,...n].
join(`
`),i=zf(o);t.interpreter.budget.spend(oC*(i?.length??0));let a=(i??[]).flatMap(p=>{let f="file"in p&&p.file!==void 0&&!Yf.test(p.file)?p.file:"";return f===""?[]:
[{kind:p.kind==="read"?"read":"write",path:R(f)}]});F({...t,context:wr(t.context,a)});let c=z(e,"i","in-place"),l=c?k:tr(t,s);if(i===void 0)return o.includes(k)||
t.interpreter.budget.fail("unparsable","its sed script cannot be parsed"),Ie(l);let d=z(e,"E","r","regexp-extended"),u=l;for(let p of i)p.kind==="replace"&&(u=sC(
u,p,d,t.interpreter.budget)),u=iC(p,u,s,t);return c?"":u.length>65536?q:u};function iC(t,e,s,r){switch(t.kind){case"select":return e;case"other":return Ie(e);case"\
read":return Ke(e);case"execute":return t.command===""?Kf(e,s,r):(ie(t.command,r),Ke(e));case"replace":if(t.flags.includes("e"))return e.includes(k)&&ie(aC(t),r),
e.includes(k)&&s.length>0?k:Kf(e,[],r);break;default:}let{file:n}=t;return n!==void 0&&!Yf.test(n)&&r.interpreter.files.write(n,e,r.scope.folder),e}function Kf(t,e,s){
let r=Qe(s),n=J(s.context,s.program);if(t!==k)for(let o of t.split(`
`))s.interpreter.runScript(o,r,Nt(n));else s.interpreter.runWords([R("sh"),...e],r,{...n,stdin:new vt(t)});return k}var aC=({replacement:t})=>t.replace(/\\\d|&/g,
k).replace(/\\([\s\S])/g,"$1");var cC=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;function Jf(t){let{program:e,scope:s,context:r}=t,n=_.codeVariables.get(e)?.variables??[],o=cC.test(e);if(n.length===0&&
!o||r.wrappers.includes(e))return;let i={...s.exported(),...r.environment},{input:a,stdin:c,...l}=r,d={...t,context:l};for(let u of n)i[u]&&ie(i[u].text.replace(
/^\|{0,2}-?\s*/,""),d);o&&lC(d,i)}function lC(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),r=/^(?:r?ba|z)sh$/.test(t.program)&&!s?"BASH_ENV":"ENV",n=e[r];
n&&(r==="BASH_ENV"||s)&&t.interpreter.runWords([R("."),n],Qe(t),J(t.context,t.program)),s&&e.PROMPT_COMMAND&&ie(e.PROMPT_COMMAND.text,t);for(let o of[r,"PS4",...s?
["PS1"]:[]]){let i=e[o]?.text??"";/\$\(|`/.test(i)&&ie(`: "${i}"`,t)}}var dC=t=>{let{args:e,context:s}=t,{options:r,operands:n}=L(e.map(pC),_.getopt[t.program===
"fish"?"fish":"shell"]),o=J(s,t.program);for(let{name:d,value:u}of r)u&&(d==="rcfile"||d==="init-file")&&Qf(u,{...t,args:[u]});let i=M(r,"c","command","C","init\
-command").map(({text:d})=>d),[a,...c]=i.length>0?[R(i.join(`
`)),...n]:n;if(uC(t.args,r))return F({...Sr(t),args:[]});if(z(r,"c","command")||i.length>0){if(a===void 0)return F(t);let d=c[0]??R(t.program);return F({...er(Sr(
t),a.text),args:fC(e,a)}),t.interpreter.runScript(a.text,Qe(t,[d,...c.slice(1)]),o)}return a===void 0||z(r,"s")||a.text==="-"||/^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.
test(a.text)?nr(t,Qe(t,[R(t.program),...n])):Qf(a,{...t,args:n})},uC=(t,e)=>z(e,"n","no-execute")&&!z(e,"i")&&!t.some(({text:s})=>s.startsWith("+")),pC=t=>/^\+[a-zA-Z]/.
test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t,fC=(t,e)=>e.text.includes(k)?t:t.filter(s=>s!==e);function nr(t,e=t.scope){let{context:s}=t,r=s.stdin?.readRest();
return r===void 0?F(t):(!r.includes(k)&&!hC(s)?F({...t,context:{...s,input:{kind:"text",text:r}}}):F(s.input?.kind==="text"?er(t,r):t),t.interpreter.runScript(r,
e,Nt(J(s,t.program))))}var hC=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(
Vo(e)??"")};function Qf(t,e){let{scope:s}=e,r=e.interpreter.sources.get(t.text);if(r){let o={...e,context:Qs(e.context,r)};return nr(o,Qe(e,e.args))}let n=e.interpreter.
files.written(t.text,s.folder);return e.context.isConcurrent&&t.text===s.arguments[0]?.text&&is(e),F(Zs(Sr(e),n?.from)),n===void 0?k:Zf(t,n.text,e)}function Zf(t,e,s){
let[,r]=/^#!\s*(\S.*)/.exec(e)??[],n=r&&Vo(r.split(/\s+/).at(r.includes("env ")?-1:0)),o=J(s.context,s.program),i=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(i))return s.context.isConcurrent&&is(s),k;s.interpreter.activeScripts.push(i);let a=k,c=Qe(s,[t,...s.args.slice(1)]);
return n&&n!=="shell"?rr(n,e,{...s,context:o}):a=s.interpreter.runScript(e,c,{...o,isConcurrent:!1}),s.interpreter.activeScripts.pop(),a}function eh(t){let[e]=t.
words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return F(Zs(t,s.from)),Zf(e,s.text,{...t,args:t.words})}var mC=t=>{
let[e,...s]=t.args;if(e===void 0)return F(t);if(e.text==="/dev/stdin"||e.text==="-")return nr(t);let r=t.interpreter.sources.get(e.text);if(r)return nr({...t,context:Qs(
t.context,r)});let n=t.interpreter.files.written(e.text,t.scope.folder);return F(Zs(t,n?.from)),n===void 0?k:(s.length>0&&(t.scope.arguments=[e,...s]),t.interpreter.
runScript(n.text,t.scope,J(t.context,t.program)))},th={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":dC,"source .":mC};var gC=4,sh=4096,bC=t=>{F(t);let{options:e}=L(t.args,_.getopt.make),s=M(e,"f","file","makefile").map(({text:o})=>o),r=M(e,"eval","E").map(({text:o})=>o);for(let o of s.
length>0?s:["Makefile","makefile","GNUmakefile"])r.push((o==="-"?t.context.stdin?.readRest():Fe(o,t)?.text)??"");let n=t.args.flatMap(({text:o})=>/^([\w.]+)=([\s\S]*)$/.
exec(o)?.slice(1,3)??[]);n.includes("SHELL")&&ie(n[n.indexOf("SHELL")+1],t);for(let o of r){let i=yC(o);for(let a=0;a<n.length;a+=2)i.set(n[a],n[a+1]);for(let[,
a]of o.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))ie(rh(a,i),t);for(let a of o.replaceAll(`\\
`," ").split(`
`)){let[,c]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*[@+-]*(.*)/.exec(a)??[];c!==void 0&&ie(rh(c,i),t)}}return k};function yC(t){let e=new Map(Object.entries(_.makeVariables));
for(let[,s,r]of t.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))e.set(s,r);return e}function rh(t,e){let s=t;for(let r=0;r<
gC&&s.length<sh;r+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(n,o,i)=>e.get(o??i)??(i===void 0?n:`\${${i.replaceAll(".","_")}}`));return s.length<
sh?s.replaceAll("$$","$"):q}var kC=t=>{F(t);let{options:e}=L(t.args,_.getopt.just),[s]=M(e,"f","justfile").map(({text:o})=>o),n=(s===void 0?["justfile","Justfil\
e",".justfile"]:[s]).map(o=>Fe(o,t)?.text??"").join(`
`);for(let[,o]of n.matchAll(/^[ \t]+[@-]*(\S.*)/gm))ie(o.replace(/\{\{[^}]*\}\}/g,k),t);return k};function nh(t){let e=Fe("package.json",t)?.text;if(e===void 0)
return;let[s="",r]=t.args.filter(({text:i})=>!i.startsWith("-")).map(({text:i})=>i),n=/^(?:run|run-script|rum|urn)$/.test(s)?r:vC[s]??s,o=wC(e);for(let i of[`pr\
e${n}`,n,`post${n}`]){let a=o?.[i];typeof a!="string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),ie(
a,t),t.interpreter.activeScripts.pop())}}var vC={t:"test",i:"install",ci:"install",add:"install"};function wC(t){try{return JSON.parse(t)?.scripts}catch{return}}
var oh={"make gmake":bC,just:kC};var xC=st(_.patterns.request_statement,"i"),SC=st(_.patterns.request_fields,"gi"),ih=16384,EC=/\/(?:sql|query|statement|exec\w*)\b/i,CC=/^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\d+)?(?:\/|$)/;
function _C(t){let{options:e,operands:s}=L(t.args,_.getopt.request),r=l=>l==="d"||/^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(l),n=e.flatMap(({name:l,value:d})=>d&&
r(l)?[d]:[]),o=[...M(e,"url"),...s],c=(o.length>0&&o.every(({text:l})=>CC.test(l)&&!EC.test(l))&&!e.some(({name:l})=>/^(?:x|proxy)$/.test(l))?[]:[...n,...o]).flatMap(
({text:l})=>[...l.slice(0,ih).matchAll(SC)].map(([,d,u])=>d===void 0?u.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):AC(d)));for(let l of[...n.map(({text:d})=>d.slice(0,ih)),...c])xC.test(l)&&rr("sql",l,t)}var AC=t=>{let e=t.replaceAll("+"," "),s=ys.url(
e);return s===k?e:s},$C=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,TC=100,PC=t=>{let{options:e,operands:s}=L(t.args,_.getopt.
transfer),r=t.context.stdin?.readRest()??"",[n]=M(e,"b"),o=n&&t.interpreter.files.written(n.text,t.scope.folder)?.text,i=t.program==="lftp"?M(e,"e","c").map(u=>u.
text):[],a=F(t),c=[r,o??"",...i].join(`
`).split(/[\n;]/),l=c.flatMap(u=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(u)?.[1]??[]),d=(s[0]?.text??l[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let u of c.
slice(0,TC)){let[,p]=$C.exec(u)??[],f=p?.split(/\s+/).filter(b=>b!==""&&!b.startsWith("-"))??[],m=f.length>1&&!/mput/.test(u)?f.slice(0,-1):f,h=["scp","-r",...m,
`${d||"unknown"}:`].map(b=>R(b,/[*?[]/.test(b)));m.length>0&&on(h,t)}return a},{getopt:mt}=_,RC=({code:t=[],pattern:e,operands:s,...r})=>n=>{let o=F(n),{options:i,
operands:a}=L(n.args,{permuted:!0,...r});for(let{text:c}of[...M(i,...t),...s==="code"?a:[]])for(let l of e===void 0?[c]:IC(c,e))ie(l,n);return o},IC=(t,e)=>[...t.
matchAll(new RegExp(e,"g"))].map(s=>s.at(-1).replace(/\\(["\\])/g,"$1")),NC=st(_.patterns.editor_shell),OC=t=>{F(t);let{options:e,operands:s}=L(t.args,mt.editor),
r=M(e,"c","cmd").map(({text:i})=>i),n=s.flatMap(({text:i})=>i.startsWith("+")?[i.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.readRest().
split(`
`)??[]:[];for(let i of[...r,...n,...o]){let a=NC.exec(i);a&&ie(a[1]??"sh",t)}return k},LC=t=>{let{options:e,operands:s}=L(t.args,mt.ssh),[r,...n]=s,{options:o,operands:i}=L(
n,mt.ssh);e.push(...o);let a=i[0]?.text==="--"?i.slice(1):i,c=a.length===0&&r!==void 0&&t.context.stdin!==void 0;c||F({...t,args:t.args.filter(l=>!a.includes(l))});
for(let{text:l}of M(e,"o")){let[,d]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(l)??[];d!==void 0&&ie(d,t)}return a.length>0?ie(ye(a).text,
t):c?nr({...t,scope:Qe(t)}):k},DC=t=>{let e=F(t),{operands:s}=L(t.args,mt.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=L(s.slice(
1),mt.container));let[r,...n]=s;if(!/^(exec|run|debug)$/.test(r?.text??""))return e;let o=n.findIndex(({text:u})=>u==="--"),{options:i,operands:a}=L(n,mt.container),
c=o===-1?[...M(i,"entrypoint"),...a.slice(1)]:n.slice(o+1);if(c.length===0)return k;let l=J(t.context,t.program),d=qC(t)?J(l,zr):l;return t.interpreter.runWords(
c,t.scope,d)},WC=new Set("rm i t d interactive tty detach init read-only pull platform network net e env w workdir u user name p publish m memory cpus entrypoin\
t hostname l label shm-size tmpfs q quiet".split(" "));function qC({program:t,args:e,scope:s,context:r}){let[n,...o]=e[0]?.text==="container"?e.slice(1):e;if(!/^(?:docker|podman|nerdctl)$/.
test(t)||n?.text!=="run")return!1;let i={...s.exported(),...r.environment};if("DOCKER_HOST"in i||"CONTAINER_HOST"in i||"DOCKER_CONTEXT"in i)return!1;let{options:a}=L(
o,mt.container);return a.every(({name:c})=>WC.has(c))}var MC=t=>{let{after:e=[],code:s=[],values:r=[],skip:n=0}=_.runners.get(t.program),o={short:[...r,...s].filter(
h=>h.length===1).join(""),long:[...r,...s].filter(h=>h.length>1)},{operands:i}=L(t.args,o);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&nh(t);let[a]=i;if(/^(?:pnpm|yarn)$/.
test(t.program)&&i.length>1&&!_.packageVerbs.has(a.text))return F(t),t.interpreter.runWords(i,t.scope,J(t.context,t.program));let l=/^(?:workspaces?|foreach|recursive|multi|m)$/.
test(i[0]?.text??"")?i.slice(0,10).findIndex(({text:h})=>e.includes(h)):0;if(e.length>0&&!e.includes(i[l]?.text??""))return Uo(t)??F(t);let d=F(t),{options:u,operands:p}=L(
i.slice(e.length>0?l+1:0),o);for(let{text:h}of M(u,...s))ie(h,t);let f=p.findIndex(({text:h})=>h==="--"),m=f===-1?p.slice(n):p.slice(f+1);return m.length>0?on(m,
t):d},jC=t=>nr(t,Qe(t)),FC=t=>{let e=F(t),{options:s,operands:r}=L(t.args,mt.copy),{files:n}=t.interpreter,{folder:o}=t.scope,[i]=M(s,"t","target-directory"),a=i??
r.at(-1);for(let{text:c}of i?r:r.slice(0,-1)){let d=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(c)?{text:`${c} "$@"`,from:[]}:void 0,u=Fe(c,t)??d;u===void 0||!a||
(n.write(a.text,u.text,o,u.from),n.write(`${a.text}/${c.slice(c.lastIndexOf("/")+1)}`,u.text,o,u.from))}return e},HC=t=>{let{invocations:e,files:s}=t.interpreter,
r=e.length,n=F(t);_C(t);let o=t.program!=="curl",{options:i,operands:a}=L(t.args,o?mt.wget:mt.curl),c=t.program.startsWith("wget")?["O","output-document"]:["o",
"output","out"],l=M(i,...c).map(({text:p})=>p),u=(o?l.length===0:z(i,"O","remote-name","J"))?a.map(({text:p})=>p.replace(/[?#].*$/,"").replace(/^.*\//,"")):[];for(let p of[
...l,...u])p!=="-"&&s.write(p,k,t.scope.folder,e.slice(r));return n},VC=t=>F(t.args[0]?.text.startsWith("+")?{...t,args:t.args.slice(1)}:t),UC=t=>{let e=F(t),[s,
...r]=L(t.args,mt.tmux).operands,{operands:n}=L(r,mt["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.test(s?.
text??"")&&ie(ye(n.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.test(o))).text,t),e},BC=t=>{let e=F(t),{options:s,operands:r}=L(t.args,mt.screen);return ie(z(s,"\
X")?ye(r).text:xr(r),t),e},ah={"vim vi nvim view ex ed less more":OC,"sed gsed":Xf,ssh:LC,"sftp ftp lftp":PC,"docker docker-compose podman nerdctl kubectl oc":DC,
"curl wget wget2 aria2c axel":HC,"at batch":jC,"cp mv install ln":FC,tmux:UC,screen:BC,cargo:VC,...Object.fromEntries([..._.codeOptions].map(([t,e])=>[t,RC(e)])),
[[..._.runners.keys()].join(" ")]:MC};function Bo(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,r,n,o)=>r!==void 0?ch(r):o!==
void 0?`[${n?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":ch(s))}var ch=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var GC=8;function zC(t){let e=Math.min(GC,t.length-1);for(let s=0;s<e;s+=1){let{text:r}=t[s];if(_.risky.has(r.slice(r.lastIndexOf("/")+1))&&/^[-/~.*]|=|\//.test(
t[s+1].text)||r==="git"&&t.length>s+2)return s}return-1}function KC(t){let e=t.includes(k)?void 0:Bo(t),s=e===void 0?void 0:ks(`^(?:${e})$`);return s?[..._.risky].
filter(r=>s.test(r)).slice(0,3):[]}function dh(t){let{program:e}=t,s=_.wrappers.get(e);return s?lh(t,s):/^ld(-linux.*)?\.so/.test(e)?lh(t,{long:["library-path",
"preload","argv0"]}):XC(t)}function lh(t,e){let{skip:s=0}=e,{options:r,operands:n}=L(t.args,e),o=L(n.slice(s),s>0?e:{short:""}),i=o.options.length>0&&s>0?o.operands:
n.slice(s);s>0&&r.push(...o.options);let a={...J(t.context,t.program),environment:{...t.context.environment}},[c]=M(r,...e.folder??[]),l=c?t.scope.copy():t.scope;
c&&(l.folder=c.text);let d=M(r,...e.code??[]),u=t.interpreter.invocations.length;e.own&&F(t);let p="";e.assigns&&YC(i,a);let f={...a,wrappers:J(t.context,pc(t.program)).
wrappers},m=(y,v)=>t.interpreter.runScript(y,l.child([R("sh"),...v],a.environment),f),h=ye(i).text;for(let{text:y}of d)p=m(e.assigns?`${y} ${h}`:y,i);let b=e.joined&&
!z(r,"x","exec")||i.length===1&&No(i[0]);return d.length===0&&i.length>0&&(p=b?m(h,[]):t.interpreter.runWords(i,l,a)),t.interpreter.invocations.length===u?F(t):
p}function YC(t,e){let s={...e.environment};for(;;){let[,r,n]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.text??"")??[];if(r===void 0)break;s[r]={text:n,glob:t[0].glob},
t.shift()}e.environment=s}function XC(t){let{program:e,words:s,args:r,scope:n,context:o}=t,i=s[0].glob?KC(e):[e.replaceAll(k,"")];for(let c of i)c!==""&&c!==e&&
t.interpreter.runWords([R(c),...r],n,J(o,e));let a=_.nonRunners.has(e)?-1:zC(r);a!==-1&&t.interpreter.runWords(r.slice(a),n,J(o,e))}function un(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
for(let s of t.prefix)e(s);t.name&&e(t.name);for(let s of t.suffix)e(s);return;case"Pipeline":for(let s of t.prefixes)e(s);for(let s of t.commands)e(s);return;case"\
Redirected":e(t.command);for(let s of t.redirects)e(s);return;case"If":e(t.clause),e(t.then);for(let s of t.elif)e(s);t.else&&e(t.else);return;case"Elif":e(t.clause),
e(t.then);return;case"For":case"Select":if(e(t.name),t.wordlist)for(let s of t.wordlist)e(s);e(t.body);return;case"While":e(t.clause),e(t.body);return;case"Func\
tion":case"Coproc":t.name&&e(t.name),e(t.body);return;case"Subshell":case"BraceGroup":e(t.body);return;case"Case":e(t.word);for(let s of t.items)e(s);return;case"\
CaseItem":for(let s of t.pattern)e(s);e(t.body);return;case"ArithmeticFor":{let s=t.initialize;s&&e(s);let r=t.test;r&&e(r);let n=t.update;n&&e(n),e(t.body);return}case"\
Word":case"Glob":case"ArithmeticWord":case"HereDocBody":case"BraceExpansion":case"ExtendedGlob":{let s=t.parts;if(s)for(let r of s)e(r);return}case"DoubleQuoted":case"\
LocaleString":for(let s of t.parts)e(s);return;case"ParameterExpansion":t.index&&e(t.index),t.operation&&e(t.operation);return;case"Default":case"Remove":case"T\
ransform":e(t.operand);return;case"CaseModification":t.operand&&e(t.operand);return;case"Replace":e(t.pattern),e(t.replacement);return;case"Slice":e(t.offset),t.
length&&e(t.length);return;case"Assignment":{let s=t.index;s&&e(s),e(t.value);return}case"ArrayValue":for(let s of t.elements)e(s);return;case"Redirect":case"He\
reString":t.descriptor&&e(t.descriptor),t.target&&e(t.target);return;case"HereDoc":t.descriptor&&e(t.descriptor),t.delimiter&&e(t.delimiter),e(t.body);return;case"\
CommandExpansion":case"ProcessSubstitution":case"ArithmeticCommandExpansion":{let s=t.script;s&&e(s);return}case"ArithmeticExpansion":case"ArithmeticCommand":case"\
ArithmeticGroup":case"TestCommand":case"TestGroup":{let s=t.expression;s&&e(s);return}case"ArithmeticBinary":case"TestBinary":e(t.left),e(t.right);return;case"A\
rithmeticUnary":case"TestUnary":e(t.operand);return;case"ArithmeticTernary":e(t.test),e(t.consequent),e(t.alternate);return;case"TestLogical":for(let s of t.operands)
e(s);return;case"TestNot":for(let s of t.negations)e(s);e(t.operand);return;case"Literal":case"SingleQuoted":case"AnsiCQuoted":case"SimpleExpansion":case"Names":case"\
Unknown":case"FileDescriptor":case"FileDescriptorVariable":case"HereDocDelimiter":case"Time":case"Negation":return;default:{let s=t;throw new TypeError(`Unexpec\
ted syntax node: ${s}`)}}}function uh(t){return t>=48&&t<=55}function fh(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function QC(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var JC=new TextDecoder("utf-8",{ignoreBOM:!0});function ph(t){return JC.decode(new Uint8Array(t))}function ZC(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let r=t.
charCodeAt(e+1),n=e+2,o=n;if(r===120){for(;o<s&&o-n<2&&fh(t.charCodeAt(o));)o++;return o===n?void 0:{value:Number.parseInt(t.slice(n,o),16),end:o}}if(uh(r)){for(;o<
s&&o-n<2&&uh(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function pn(t,e,s){let r=e,n="",o=[],i=-1;for(;r<s&&t.charCodeAt(r)!==
39;){let c=r,l=ZC(t,r,s);if(l&&l.value>=128){o.push(l.value),r=l.end;continue}if(o.length>0&&(n+=ph(o),o=[]),l){l.value===0&&i===-1&&(i=n.length),n+=String.fromCharCode(
l.value),r=l.end;continue}if(t.charCodeAt(r)!==92||r+1>=s){let u=r;for(;r<s;){let p=t.charCodeAt(r);if(p===39||p===92&&r+1<s)break;r++}n+=t.slice(u,r);continue}
r++;let d=t[r++];switch(d){case"a":n+="\x07";break;case"b":n+="\b";break;case"e":case"E":n+="\x1B";break;case"f":n+="\f";break;case"n":n+=`
`;break;case"r":n+="\r";break;case"t":n+="	";break;case"v":n+="\v";break;case"\\":n+="\\";break;case"'":n+="'";break;case'"':n+='"';break;case"?":n+="?";break;case`\

`:break;case"c":{let u=r<s?t.charCodeAt(r):39;if(u===39){n+=t.slice(c,r);break}if(r++,u===92){let f=r<s&&t.charCodeAt(r)===92;f&&r++,n+="",!f&&r<s&&(n+=t[r],r++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=n.length),n+=String.fromCharCode(p);break}case"u":case"U":{let u=r,p=d==="u"?4:8;for(;r<s&&r-u<p&&fh(t.charCodeAt(
r));)r++;if(r===u){n+=`\\${d}`;break}let f=t.slice(c,r),m=Number.parseInt(t.slice(u,r),16);m===0&&i===-1&&(i=n.length),n+=QC(m,f);break}default:n+=`\\${d}`;break}}
o.length>0&&(n+=ph(o)),i!==-1&&(n=n.slice(0,i));let a=r<s;return a&&r++,{value:n,end:r,closed:a}}var wt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,r,n,o){this.type=e,this.pos=s,this.end=r,this.text=n,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},Go=class extends wt{operator;constructor(e,s,r,n,o){
super("ProcessSubstitution",e,s,r,o),this.operator=n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},_r=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,r,n){this.pos=e,this.end=s,this.text=r,this.#e=
n}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function e_(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function zo(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",r=0;for(let n=e;n<
t.length;n++)if(t.charCodeAt(n)===92){if(s+=t.slice(r,n),n++,n>=t.length){s+="\\",r=n;break}t.charCodeAt(n)!==10&&(s+=t[n]),r=n+1}return s+t.slice(r)}function hh(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function Ko(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=e_(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?hh(s.text):s.text;break;case"Extend\
edGlob":e+=hh(s.text);break;default:e+=s.text;break}return e}var Le=class{type="Word";text;pos;end;#e;#t;#r;#s;#n=null;constructor(e,s,r,n,o,i=0){this.text=e,this.pos=s,this.end=r,this.#e=n,this.#t=o,this.#r=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#n===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#n=e?Ko(e):zo(this.text)}return this.#n}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#r)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function Ar(t){return{boundaries:t===void 0?void 0:Cc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function Cc(t){return t.boundaries??(t.boundaries=
new Map)}function nt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function Ss(t){return/[*?[]/.test(t)}var Ht=new Uint8Array(128);Ht[33]=1;Ht[94]=1;Ht[91]=1;Ht[93]=1;Ht[58]=1;Ht[46]=1;Ht[61]=1;Ht[45]=1;Ht[92]=1;function t_(t,e,s,r,n){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],c=[],l=0,d=!1;for(let y=e;y<s;y++){for(;r&&l<r.length&&r[l].end<=y+n;)l++;let v=r?.[l],
C=y,S=0;if(v&&v.pos<=y+n&&v.type!=="Literal")y=v.end-n-1;else{if(S=t.charCodeAt(y),S===92&&y+1<s&&t.charCodeAt(y+1)===10){y++;continue}(S>=128||!Ht[S])&&(S=0)}let x=a.
length-1;if(S===0&&x>=0&&a[x]===0){c[x]++;continue}x>=0&&a[x]===91&&(S===58||S===61||S===46)&&(d=!0),i.push(C),a.push(S),c.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let y=-1,v=-1,C=-1,S=-1;for(let x=u-1;x>=0;x--){let A=a[x+2];if(A===93?y=x+2:a[x+3]===93&&(A===58?v=x+2:A===61?C=x+2:A===46&&(S=x+2)),a[x]!==91)continue;
let T=a[x+1],E=T===58?v:T===61?C:T===46?S:-1;E!==-1&&(T===46||y===-1||y>E)&&(p[x]=E+2)}}let f=y=>p===void 0?-1:p[y],m=new Int32Array(u+2).fill(-1),h=(y,v)=>{if(y>=
u)return-1;if(v&&a[y]===45&&y+1<u&&a[y+1]!==93){let C=y+1;if(a[C]===92){if(C+1>=u)return-1;C++}let S=C+1;if(a[C]===91&&a[C+1]===46){let x=f(C);x!==-1&&(S=x)}else if(a[C]===
0&&c[C]>1)return m[C];return S>=u?-1:a[S]===93?S+1:m[S]}return a[y]===93?y+1:m[y]};for(let y=u-1;y>=0;y--){let v=a[y],C=y+1,S=!0;if(v===92){if(y+1>=u)continue;C=
y+2}else if(v===91){let x=a[y+1];if(x===58||x===61||x===46){let A=f(y);A!==-1&&(C=A,S=x===46)}}m[y]=h(C,S)}let b=new Map;for(let y=0;y<u;y++){if(a[y]!==91)continue;
let v=y+1;if((a[v]===33||a[v]===94)&&v++,v>=u)continue;let C=a[v]===93?h(v+1,!0):m[v];C!==-1&&b.set(i[y],i[C-1]+1)}return b}function _c(t,e,s,r,n,o,i){for(;e<s;){
for(;r&&n<r.length&&r[n].end<=e+o;)n++;let a=r?.[n];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,n++;continue}let c=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,l=t.slice(e,c);i.push({type:"Literal",pos:e+o,end:c+o,text:l,value:zo(l)}),e=c}return n}function Vt(t,e,s,r,n=0){let o,i,a=0,c=0,l=e;for(let d=e;d<s;d++){for(;r&&
a<r.length&&r[a].end<=d+n;)a++;let u=r?.[a];if(u&&u.pos<=d+n&&u.type!=="Literal"){d=u.end-n-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let b=u?Math.min(s,u.end-n):s,y=nt(t,d+1,b);if(y<b&&t.charCodeAt(y)===40)continue;if(f=d+1,p===42)for(;f<b&&t.charCodeAt(f)===42;){let v=nt(t,f+1,b);
if(v<b&&t.charCodeAt(v)===40)break;f++}}else if(p===91){i===void 0&&(i=t_(t,d,s,r,n));let b=i?.get(d);if(b===void 0)continue;f=b}else continue;o||(o=[]),c=_c(t,
l,d,r,c,n,o);let m=t.slice(d,f),h;if(p===91){let b=[];c=_c(t,d+1,f-1,r,c,n,b),h={type:"Glob",kind:"bracket",pos:d+n,end:f+n,text:m,value:"["+Ko(b)+"]",parts:b}}else
h={type:"Glob",kind:p===42?"star":"question",pos:d+n,end:f+n,text:m,value:m,parts:void 0};o.push(h),l=f,d=f-1}return o?(_c(t,l,s,r,c,n,o),o):r??void 0}var g={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},Yo=class{token=g.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=g.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},mh=new Map([["if",g.If],["then",g.Then],["else",g.Else],["elif",g.Elif],["fi",g.Fi],["do",g.Do],["done",g.Done],["for",g.For],["while",g.While],
["until",g.Until],["in",g.In],["case",g.Case],["esac",g.Esac],["function",g.Function],["select",g.Select],["coproc",g.Coproc],["!",g.Bang],["{",g.LBrace],["}",g.
RBrace]]);var ae=new Uint8Array(128);ae[124]=1;ae[38]=1;ae[59]=1;ae[40]=1;ae[41]=1;ae[60]=1;ae[62]=1;ae[32]=1;ae[9]=1;ae[10]=1;ae[92]=2;ae[39]=2;ae[34]=2;ae[36]=2;ae[96]=
2;ae[123]=2;function fn(t,e,s){for(;e<s;){let r=t.charCodeAt(e);if(r===32||r===9)e++;else if(r===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var Eh=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])Eh[t]=1;function Rr(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n===92||
n===39||n===34||n===36||n===96||(n===60||n===62)&&r+1<s&&t.charCodeAt(r+1)===40)return!0}return!1}function gh(t,e,s=!1,r){let n=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){n++;continue}if(a===125){n>0&&n--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let l=t.charCodeAt(i);if(l===34)break;if(l===92){i+=2;continue}let d=r?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let c=r?.(i,
!1)??i;if(c>i){i=c-1;continue}if(s&&n===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&n===0)return i}return-1}var ls=new Uint8Array(128);for(let t=97;t<=
122;t++)ls[t]=3;for(let t=65;t<=90;t++)ls[t]=3;for(let t=48;t<=57;t++)ls[t]=2;ls[95]=3;var ds=new Uint8Array(128);ds[63]=1;ds[64]=1;ds[42]=1;ds[43]=1;ds[33]=1;ds[61]=
1;function bh(t){return t<128&&t!==61&&ds[t]===1}var s_={63:"?",64:"@",42:"*",43:"+",33:"!"};function yh(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function r_(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n<48||n>57)return!1}
return s>e}var St=-1,$c=0,kh=1,Tc=2,vh=3,Ve=4;function n_(t,e){let s=t[t.length-1],r=e[0],n=0;s?.type==="Literal"&&r?.type==="Literal"&&s.end===r.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:r.end,text:s.text+r.text,value:s.value+r.value},n=1);for(let o=n;o<e.length;o++)t.push(e[o]);return t}function wh(t){return t<St}
function xh(t){return-t-2}function Ac(t,e,s,r){let n=r;for(let o=e;o<s&&n>=0;o++){let i=t.charCodeAt(o);if(n>=Ve)i===91?n++:i===93&&--n===Ve&&(n=Tc);else if(n===
$c)n=i<128&&ls[i]&1?kh:St;else if(n===kh){if(i<128&&ls[i]&2)continue;i===91?n=Ve+1:i===43?n=vh:n=i===61?-o-2:St}else n===Tc?i===43?n=vh:n=i===61?-o-2:St:n=i===61?
-o-2:St}return n}function ve(t,e,s,r=0,n=0){t.token=e,t._value=s,t.pos=r,t.end=n,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Es(t,e,s,r,n){t.token=e,t._value=null,t.pos=s,t.end=r,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=n,t.keywordEligible=!1}function Sh(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?g.Bang:void 0;case 123:return s===1?g.LBrace:void 0;case 125:return s===1?g.RBrace:void 0;case 105:{if(s!==2)return;let r=t.
charCodeAt(e+1);return r===102?g.If:r===110?g.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?g.Fi:void 0:s===3?t.startsWith("for",e)?g.For:void 0:s===8&&
t.startsWith("function",e)?g.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?g.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?g.Else:
t.startsWith("elif",e)?g.Elif:t.startsWith("esac",e)?g.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?g.Do:void 0:s===4&&t.startsWith("done",e)?g.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?g.Case:void 0:s===6&&t.startsWith("coproc",e)?g.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
g.While:void 0;case 117:return s===5&&t.startsWith("until",e)?g.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?g.Select:void 0;default:return}}var w={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function o_(t){return t===32||t===9||
t===10||t===124}var it=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,r=e.
length,n=!1,o=Ar()){if(this.src=e,this.srcEnd=r,this.parenBoundary=n,this.pos=s,this.current=new Yo(this),this.nextState=new Yo(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,r=!1){let n=new t(this.src,e,s,r,this.substitutionContext);return n._nestingDepth=this.
_nestingDepth,n}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,r,n,o=!1){let i=this.
scriptWindow(this.src,r,r+n.length,o);return new wt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,r){let n=this.scriptWindow(r,0,r.length,!1,!0);
return new wt("CommandExpansion",e,this.pos,s,n)}processSubstitution(e,s,r,n){let o=this.scriptWindow(this.src,e+2,e+2+n.length,!this._unbalanced);return new Go(
e,this.pos,s,r,o)}scriptWindow(e,s,r,n,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:s,end:r,depth:this._nestingDepth+
1,parenBoundary:n,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,s,r=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,s,r,this.substitutionContext)}_tokenValue(e,s,r){return r?this.src.slice(e,s):this.wordValueOf(e,s)}wordValueOf(e,s){let r=this.pos,n=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,c=this._unbalanced,l=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=s,this._buildValue=
!0,this.readWordText(),this.pos<s&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=Ve&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
pos=r,this.srcEnd=n,this._bracketWindow=o,this._arithmeticBracketWindow=i,this._buildValue=a,this._unbalanced=c,this._errors!==null&&(this._errors.length=l),d}findClosingBracket(e,s=this.
srcEnd){let r=Math.min(s,this.srcEnd),n=this._bracketWindow;if((!n||n.limit!==r)&&(n={limit:r,depth:this._nestingDepth,last:this.src.lastIndexOf("]",r-1)},this.
_bracketWindow=n),e>n.last||(n.depth!==this._nestingDepth&&(n={limit:r,depth:this._nestingDepth,last:n.last},this._bracketWindow=n),n.failed?.has(e)))return-1;let o=[],
i=this.findClosingShellDelimiter(e,s,93,!1,!0,o);if(i===-1){let a=n.failed??(n.failed=new Set);for(let c of o)for(let l of c)a.add(l)}return i}findClosingArithmeticBracket(e,s=this.
srcEnd){let r=Math.min(s,this.srcEnd),n=this._arithmeticBracketWindow;return(!n||n.end!==r||n.depth!==this._nestingDepth)&&(n={end:r,depth:this._nestingDepth,failed:new Set},
this._arithmeticBracketWindow=n),n.failed.has(e)?-1:this.findClosingShellDelimiter(e,s,93,!1,!1,void 0,n.failed)}findClosingBrace(e,s=this.srcEnd){return this.findClosingShellDelimiter(
e,s,125)}findClosingParenthesis(e,s=this.srcEnd){let r=this.pos,n=this.srcEnd,o=this._bracketWindow,i=this._arithmeticBracketWindow,a=this._unbalanced;this.pos=
e,this.srcEnd=Math.min(s,this.srcEnd),this.extractBalanced();let c=this._unbalanced?-1:this.pos-1;return this.pos=r,this.srcEnd=n,this._bracketWindow=o,this._arithmeticBracketWindow=
i,this._unbalanced=a,c}findArithmeticExpansionEnd(e,s=this.srcEnd){let r=this.fork(e,s);return r.pos=e+1,r.scanArithmeticBody(),r.pos}findArithmeticWordEnd(e,s=this.
srcEnd){let r=this.fork(e,s);return r.pos=e,r.scanArithmeticWordEnd()}scanArithmeticWordEnd(){for(;this.pos<this.srcEnd;){let e=this.src.charCodeAt(this.pos);if(e===
36){this.readDollar();continue}if(e===96){this.readBacktickExpansion();continue}if(e===39){this.pos++,this.skipSQ();continue}if(e===34){this.pos++,this.skipDQ();
continue}if(e===92){this.pos+=2;continue}if(e===91){let s=this.findClosingBracket(this.pos+1);if(s!==-1){this.pos=s+1;continue}}if((e===60||e===62)&&this.src.charCodeAt(
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&Eh[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,r,n=!1,o=!0,i,a){let c=this.
pos,l=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let f=[r];i?.push([]);let m=a?[e]:
void 0,h=e,b=!0,y=-1;for(;h<this.srcEnd;){let v=f[f.length-1];i&&v===93&&i[i.length-1].push(h);let C=this.src.charCodeAt(h);if(C===92){h+1<this.srcEnd&&this.src.
charCodeAt(h+1)!==10&&(b=!1),h+=2;continue}if(C===35&&n&&f.length===1&&b){for(;h<this.srcEnd&&this.src.charCodeAt(h)!==10;)h++;continue}if(C===39){this.pos=h+1,
this.skipSQ(),h=this.pos,b=!1;continue}if(C===34){this.pos=h+1,this.skipDQ(),h=this.pos,b=!1;continue}if(C===96){for(h++;h<this.srcEnd&&this.src.charCodeAt(h)!==
96;)this.src.charCodeAt(h)===92&&h++,h++;h<this.srcEnd&&h++,b=!1;continue}if(C===36&&h+1<this.srcEnd&&this.src.charCodeAt(h+1)===40||(C===60||C===62)&&h+1<this.
srcEnd&&this.src.charCodeAt(h+1)===40){this.pos=h+2,this.extractBalanced(),h=this.pos,b=!1;continue}if(C===36&&h+1<this.srcEnd){let S=this.src.charCodeAt(h+1);if(S===
39){h=pn(this.src,h+2,this.srcEnd).end,b=!1;continue}if(S===36){h+=2,b=!1;continue}if(S===123&&o){f.push(125),i?.push([]),h+=2,b=!1;continue}}if(n&&f.length===1&&
(C===91&&b?(f.push(93),i?.push([])):y===-1&&(C===59||C===38||C===124||C===60||C===62||C===40&&!bh(this.src.charCodeAt(h-1)))&&(y=h)),v===93&&C===91)f.push(93),i?.
push([]),m?.push(h+1);else if(v===41&&C===40)f.push(41),i?.push([]);else if(C===v){if(f.pop(),m?.pop(),i?.pop(),f.length===0)return this.pos=c,this.srcEnd=l,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,y!==-1&&this.errors.push({message:`unexpected '${this.src[y]}' in array assignment`,pos:y}),
h;b=!1,h++;continue}b=C<128&&(ae[C]&1)!==0,h++}if(m)for(let v of m)a.add(v);return this.pos=c,this.srcEnd=l,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let r=this.src,n=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,c=this._errors===
null?0:this._errors.length,l=[e,0],d=e+1;for(;d<n;){let u=r.charCodeAt(d),p=u<128?ae[u]:0;if(p===0){if(d++,u===125){let m=l.pop();if(s.set(l.pop(),m?d:-1),l.length===
0)break}else(u===44||u===46&&r.charCodeAt(d)===46)&&(l[l.length-1]=1);continue}let f=d+1<n?r.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&bh(r.charCodeAt(d-1))){let m=this.findClosingShellDelimiter(d+1,n,41);if(m===-1)break;d=m+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<n&&r.charCodeAt(d)!==
96;)d+=r.charCodeAt(d)===92?2:1;d++}else if(u===123)l.push(d,0),d++;else if(f===39)d=pn(r,d+2,n).end;else if(f===123){let m=this.findClosingBrace(d+2,n);if(m===
-1)break;d=m+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=c);for(let u=0;u<
l.length;u+=2)s.set(l[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===g.Esac?"case-pattern":"commands"}],r=!0;for(;;){let n=s[s.length-1].phase,o=r?w.CommandStart:w.Normal;n==="function-name"?o=w.FunctionName:n==="case-p\
attern"&&r&&(o=w.CasePattern);let i=this.next(o),a=i.token;if(a===g.EOF)return-1;let c=s.length-1,l=s[c];if(l.phase==="function-name"){if(a===g.Newline)continue;
l.phase="function-body",r=!0;continue}else if(l.phase==="function-body"){if(a===g.Newline)continue;if(l.phase="commands",r=!0,a===g.LParen&&this.peek(w.Normal).
token===g.RParen){this.next(w.Normal),l.phase="function-body";continue}}else if(l.phase==="coproc-command"){if(a===g.Newline)continue;if(a===g.Word){l.phase="co\
proc-body",r=!0;continue}l.phase="commands",r=!0}else if(l.phase==="coproc-body"){if(a===g.Newline||(l.phase=a===g.Word&&i.keywordEligible&&i.value==="time"?"ti\
me-command":"commands",r=!0,l.phase==="time-command"))continue}else if(l.phase==="time-command"){if(a===g.Word&&i.keywordEligible&&i.value==="-p"){l.phase="time\
-command-after-p";continue}if(a===g.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",r=!0}else if(l.phase==="time-command\
-after-p"){if(a===g.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",r=!0}else if(l.phase==="for-header"){if(a===g.ArithCmd||
a===g.Semi||a===g.Newline){r=!0;continue}if(a===g.Do||a===g.LBrace){l.close=a===g.Do?g.Done:g.RBrace,l.phase="commands",r=!0;continue}}else if(l.phase==="case-w\
ord"){if(a===g.Newline)continue;l.phase="case-in",r=!1;continue}else if(l.phase==="case-in"){if(a===g.Newline){r=!0;continue}l.phase="case-pattern",r=!0;continue}else if(l.
phase==="case-pattern"){if(a===g.Esac&&r){if(s.pop(),s.length===0)return i.end;r=!1;continue}a===g.RParen?(l.phase="commands",r=!0):r=a===g.Newline;continue}if(a===
l.close){if(s.pop(),s.length===0)return i.end;r=!1;continue}if(r)switch(a){case g.LParen:s.push({close:g.RParen,phase:"commands"});break;case g.LBrace:s.push({close:g.
RBrace,phase:"commands"});break;case g.If:s.push({close:g.Fi,phase:"commands"});break;case g.For:s.push({close:g.Done,phase:"for-header"});break;case g.While:case g.
Until:case g.Select:s.push({close:g.Done,phase:"commands"});break;case g.Case:s.push({close:g.Esac,phase:"case-word"});break;case g.DblLBracket:if(!this.skipTestCommandBody())
return-1;r=!1;continue;case g.Assignment:case g.Redirect:case g.Bang:case g.Then:case g.Else:case g.Elif:case g.Do:case g.In:break;case g.Semi:case g.Newline:case g.
Pipe:case g.And:case g.Or:case g.Amp:case g.DoubleSemi:case g.SemiAmp:case g.DoubleSemiAmp:break;case g.Function:l.phase="function-name";break;case g.Coproc:l.phase=
"coproc-command";break;default:a===g.Word&&i.keywordEligible&&i.value==="time"?(l.phase="time-command",r=!0):r=!1;continue}switch(a){case g.Semi:case g.Newline:case g.
Pipe:case g.And:case g.Or:case g.Amp:r=!0;break;case g.DoubleSemi:case g.SemiAmp:case g.DoubleSemiAmp:l.close===g.Esac&&(l.phase="case-pattern"),r=!0;break;case g.
RParen:r=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(w.TestMode);if(s.token===g.EOF)return-1;if(s.token===g.DblRBracket)return this.unshift(s),-1;
if(s.token===g.LParen)e++;else if(s.token===g.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(w.TestMode).token;if(e===g.DblRBracket)
return!0;if(e===g.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let r=this.extractBalanced(),n=this.src.slice(e,this.pos),o=this.processSubstitution(e,n,s===60?"<":">",r);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Ve&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let r=this.src;this.
_buildParts=!0;let n=Rr(r,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,w.ArrayElement);let o=this.pos,i=nt(r,s+1,o),
a=r.charCodeAt(i),c=a===61||a===43&&r.charCodeAt(i+1)===61,l=n?.parts,d=this._wordParts;if(c&&(d=Vt(r,s+1,o,d)??d),!l&&!d)return c?null:Vt(r,e,o,void 0)??null;let u=r.
slice(e,s+1);l||(l=[{type:"Literal",pos:e,end:s+1,text:u,value:n?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:r.slice(s+1,o),value:this._wordText}]:
[]);let p=n_(l,d);return c||(p=Vt(r,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let r=this.src,n=[],o=!1,i="",
a=e,c=e,l=()=>{c>a&&(n.push({type:"Literal",pos:a,end:c,value:i,text:r.slice(a,c)}),i="")};for(;c<s;){let d=r.charCodeAt(c);if(d===92){if(c+1<s){let u=r.charCodeAt(
c+1);if(u===10){c+=2;continue}if(u===36||u===96||u===92){i+=String.fromCharCode(u),c+=2;continue}}i+="\\",c++;continue}if(d===36&&r.charCodeAt(c+1)!==39&&r.charCodeAt(
c+1)!==34){l(),a=c,this.pos=c,this.readDollar(),this._resultPart?(o=!0,n.push(this._resultPart),a=this.pos):i+=r.slice(c,this.pos),c=this.pos;continue}if(d===96){
l(),a=c,this.pos=c,this.readBacktickExpansion(),this._resultPart?(o=!0,n.push(this._resultPart),a=this.pos):i+=r.slice(c,this.pos),c=this.pos;continue}i+=r[c],c++}
return l(),o?n:null}registerHereDocTarget(e){if(this.pendingHereDocs!==null){for(let s of this.pendingHereDocs)if(!s.target){s.target=e;return}}}readTestRegexWord(){
this.hasPeek=!1,this.skipSpacesAndTabs();let e=this.src,s=this.srcEnd,r=this.pos,n=0;for(;this.pos<s;){let o=e.charCodeAt(this.pos);if(o===40){n++,this.pos++;continue}
if(o===92){this.pos+=this.pos+1<s?2:1;continue}if(o===39){let i=this.pos++,a=i>r&&e.charCodeAt(i-1)===36;for(;this.pos<s&&e.charCodeAt(this.pos)!==39;)a&&e.charCodeAt(
this.pos)===92&&this.pos+1<s&&this.pos++,this.pos++;this.pos<s?this.pos++:this.errors.push({message:a?"unterminated ANSI-C quote":"unterminated single quote",pos:i});
continue}if(o===34){this.pos++,this.readDoubleQuoted();continue}if(o===96){this.readBacktickExpansion();continue}if(n>0){o===41&&n--,this.pos++;continue}if(o===
36){this.readDollar();continue}if((o===60||o===62)&&this.pos+1<s&&e.charCodeAt(this.pos+1)===40){let i=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ae[o]&1&&o!==124)break;this.pos++}return ve(this.current,g.Word,e.slice(
r,this.pos),r,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let r=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let n=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,c=this.pos,l=!1,d=u=>{
let p=e.slice(c,u);o[i]=p.trim(),o[3+i]=n[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(l||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){l||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),l=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,c=this.pos,n[i]=c}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(l||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:r})),o}peek(e=w.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?w.CommandStart:
w.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=w.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let r=this.src,n=this.srcEnd,o=this.pos;for(;;){if(o=fn(r,o,n),s===w.TestMode)for(;o<n&&r.charCodeAt(o)===10;)o=fn(r,o+1,n);if(o>=n||r.charCodeAt(o)!==35)break;
for(;o<n&&r.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=n){this.consumePendingHereDocs(),ve(e,g.EOF,"",o,o);return}let i=o,a=r.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),ve(e,g.Newline,`
`,i,this.pos);return}if(s===w.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40)){this.pos++,ve(e,g.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ae[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===w.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,r,n){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,ve(e,g.DoubleSemiAmp,
";;&",n,this.pos),!0):(this.pos+=2,ve(e,g.DoubleSemi,";;",n,this.pos),!0):a===38?(this.pos+=2,ve(e,g.SemiAmp,";&",n,this.pos),!0):(this.pos++,ve(e,g.Semi,";",n,
this.pos),!0);case 124:return a===124?(this.pos+=2,ve(e,g.Or,"||",n,this.pos),!0):a===38?(this.pos+=2,ve(e,g.Pipe,"|&",n,this.pos),!0):(this.pos++,ve(e,g.Pipe,"\
|",n,this.pos),!0);case 38:if(a===38)return this.pos+=2,ve(e,g.And,"&&",n,this.pos),!0;if(a===62){this.pos+=2;let c=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return c&&this.pos++,this.readRedirectTarget(e,c?"&>>":"&>",n)}return this.pos++,ve(e,g.Amp,"&",n,this.pos),!0;case 40:if(r===w.CommandStart&&a===40){let c=this.
errors.length;if(this.readArithmeticCommand(e,n),!this._notArithmetic)return!0;this.errors.length=c,this.pos=n}return this.pos++,ve(e,g.LParen,"(",n,this.pos),!0;case 41:
return this.pos++,ve(e,g.RParen,")",n,this.pos),!0;case 60:case 62:return this.readRedirection(e,n);default:return!1}}readRedirection(e,s){let r=this.src,n=r.charCodeAt(
this.pos),o="";if(n===60){this.pos++;let i=this.pos<this.srcEnd?r.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?r.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let c=a===45;c&&this.pos++,this.skipSpacesAndTabs();let l=this.pos;(this.pos>=this.srcEnd||r.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>l;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:c,quoted:this._hereQuoted}),
ve(e,g.Redirect,c?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=l,e.targetEnd=d?this.pos:l,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(n===62){this.pos++;let i=this.pos<
this.srcEnd?r.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,r){let n=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=n.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let c=n.slice(a,this.pos);return ve(e,g.Redirect,s,r,this.pos),e.content=c,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,r,i),!0}return this.redirectToken(e,s,r,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,r,n){let o=this.pos>n&&(this._wordText.
length>0||this._wordQuoted);ve(e,g.Redirect,s,r,this.pos),e.content=o?this._wordText:void 0,e.targetPos=n,e.targetEnd=o?this.pos:n}readProcessSubstitution(e,s,r){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:r});let n=this.src.slice(r,this.pos);ve(e,
g.Word,n,r,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,r=this._buildValue;this._buildValue=!0;let n="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==39;)n+=e[this.pos],this.pos++;this.pos<s&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<s&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<s){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}n+=e[this.pos],this.pos++}this.pos<s&&this.pos++}else if(i===92){if(this.pos+1<s&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<s?(n+=e[this.pos],this.pos++):n+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++,n+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<s?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),n+=this._resultText}else{if(i<128&&ae[i]&1)break;n+=e[this.pos],this.pos++}}this._buildValue=r,this._hereDelim=n,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let s of e){let r=this.pos,n=this.skipHereDocBody(s.delimiter,s.strip,this.
parenBoundary,s.quoted);s.target&&(s.target.body.pos=r,s.target.body.end=n,s.target.body.text=this.src.slice(r,n),this.hereDocClosingPos!==-1&&(s.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,s,r,n){let o=this.src,i=s;
for(let a=0;a<e.length;){if(n&&o.charCodeAt(i)===92&&i+1<r&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=r||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,s,r){
let n=this.src,o=n.indexOf(`
`,e);for(;o!==-1&&o<s;){if(!r)return o;let i=o;for(;i>e&&n.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=n.indexOf(`
`,e)}return s}skipHereDocBody(e,s,r=!1,n=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,c=this.
logicalLineEnd(a,i,!n);for(;;){let d=a;if(s)for(;a<c&&o.charCodeAt(a)===9;)a++;if(n||(a=nt(o,a,c)),a===d)break}let l=this.matchHereDocDelimiter(e,a,c,!n);if(l!==
-1&&!n&&(l=nt(o,l,c)),l===c){let d=this.pos;return(!r||!this.parenBoundary||c!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=c),this.pos=c<i?c+1:c,d}if(r&&
l!==-1){let d=l;for(;d<c&&o.charCodeAt(d)!==41;)d++;if(d<c||this.parenBoundary&&c===i){let u=this.pos;return this.pos=l,u}}this.pos=c<i?c+1:c}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,r=0){
let n=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===w.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){Es(e,g.Word,r,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,r,n)}isRedirectVariable(e,s){
let r=this.src;for(let n=e;n<s;n++){let o=r.charCodeAt(n);if(o===91&&n>e)return n+2<s&&r.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(n+1,s,93)===s-1;if(o>=
128||!(ls[o]&(n===e?1:2)))return!1}return s>e}readArrayElement(e,s){let r=this.findClosingBracket(s+1);return r===-1?!1:(this.pos=r+1,this.readWordText(),Es(e,g.
Word,s,this.pos,!0),!0)}classifyWord(e,s,r,n){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,c=this._wordQuoted,l=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-r;if(s===w.CasePattern){let m=g.Word;if(l){let h=i?Sh(o,r,p):mh.get(this.wordValueOf(r,u));h===g.Esac&&(m=h)}Es(e,m,r,u,i),e.keywordEligible=l;return}
let f=null;if(!i&&!a&&l&&(s===w.CommandStart||s===w.TestMode)){let m=u<this.srcEnd?o.charCodeAt(u):0;(!c&&p<=16||m===60||m===62)&&(f=this.wordValueOf(r,u))}if(s===
w.CommandStart&&l){if(i){if(p<=8){let m=Sh(o,r,p);if(m!==void 0){Es(e,m,r,u,!0);return}}if(p===2&&o.charCodeAt(r)===91&&o.charCodeAt(r+1)===91){Es(e,g.DblLBracket,
r,u,!0);return}}else if(f!==null&&f.length>0){let m=f.charCodeAt(0);if(m>=97&&m<=122&&f.length<=8||m===33||m===123||m===125){let h=mh.get(f);if(h!==void 0){ve(e,
h,f,r,u);return}}if(m===91&&f==="[["){ve(e,g.DblLBracket,f,r,u);return}}}if(s===w.CommandStart||s===w.CommandPrefix||s===w.Declaration){if(d===void 0){let m=-1,
h=!1;for(let b=r+1;b<u;b++){let y=o.charCodeAt(b);if(y===61){m=b;break}y===91&&(h=!0)}(m!==-1||s!==w.Declaration&&h)&&(d=Ac(o,r,u,$c))}if(d!==void 0){if(s!==w.Declaration&&
d>=Ve){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=n),this.pos=r,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,r,n);return}(this.
_errors===null||this._errors.length===n)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",r)})}if(wh(d)){Es(e,g.Assignment,r,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=xh(d);return}}}if((s===w.CommandStart||s===w.TestMode)&&l){if(i){if(p===2&&o.charCodeAt(r)===93&&o.charCodeAt(r+1)===
93){Es(e,g.DblRBracket,r,u,!0);return}}else if(f==="]]"){ve(e,g.DblRBracket,f,r,u);return}}if(!a&&this.pos<this.srcEnd){let m=o.charCodeAt(this.pos);if((m===60||
m===62)&&i){let h=o.charCodeAt(r);if(h>=48&&h<=57&&r_(o,r,u)){let b=Number.parseInt(o.slice(r,u),10);if(this.readRedirection(e,r)){e.fileDescriptor=b,e.descriptorEnd=
u;return}}if(h===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(r+1,u-1)){let b=o.slice(r+1,u-1);if(this.readRedirection(e,r)){e.variableName=b,e.descriptorEnd=
u;return}}}}Es(e,g.Word,r,u,i),f!==null&&(e._value=f),e.keywordEligible=l}readWordText(e=!1,s=w.Normal,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,c=0;for(;i<
o;){let T=n.charCodeAt(i);if(T<128&&ae[T]){c=T;break}i++}if(i>=o||ae[c]&1&&!(c===40&&i>a&&ds[n.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?n.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=Ss(this._wordText)&&s!==w.ArrayElement?Vt(n,a,i,void 0)??null:null);return}let l=this._buildParts,d=l||this._buildValue,u=d&&
i>a?n.slice(a,i):"",p=!1,f=!1,m=!0,h=!0,b=i>a?n.charCodeAt(i-1):0,y=Ac(n,a,i,$c),v,C="",S=0,x=!1,A;for(l&&(v=[],C=u,S=a,x=u.length>0&&Ss(u));i<o;){let T=n.charCodeAt(
i);if(T>=128||!ae[T]){let E=i;for(i++;i<o;){let I=n.charCodeAt(i);if(I<128&&ae[I])break;i++}if(b=n.charCodeAt(i-1),y=Ac(n,E,i,y),d){let I=n.slice(E,i);u+=I,l&&(C+=
I,x=x||Ss(I))}continue}if(ae[T]&1){if(e&&y>=Ve){let E=this.findClosingBracket(i);if(E!==-1){let I=E+1;if(y=y===Ve+1?Tc:y-1,b=n.charCodeAt(E),d){let B=n.slice(i,
I);u+=B,l&&(C+=B,x=x||Ss(B))}i=I;continue}}if(T===40&&b<128&&ds[b]){if(s===w.FunctionName||y>=Ve&&(s===w.CommandStart||s===w.CommandPrefix)||s===w.CommandStart&&
b===33&&m&&n.charCodeAt(a)===33&&nt(n,a+1,o)===i)break;let E=b;if(E===61&&r&&!((s===w.CommandStart||s===w.CommandPrefix||s===w.Declaration||s===w.EvalArgument)&&
wh(y)&&nt(n,xh(y)+1,o)===i))break;let I=i+1,B=this.findClosingShellDelimiter(I,o,41,E===61);if(B===-1&&!r&&!e&&y>=Ve||s===w.CommandStart&&E!==61&&B!==-1&&fn(n,I,
B)===B)break;m=!1;let xe=B===-1?o:B;if(i=B===-1?o:B+1,B===-1&&this.errors.push({message:"unterminated extended glob",pos:I-2}),b=n.charCodeAt(i-1),d){let W="("+
n.slice(I,i);if(u+=W,l&&E!==61){let he=I-2;for(;n.charCodeAt(he)===10&&n.charCodeAt(he-1)===92;)he-=2;if(C.length>0){let se=C.slice(0,-1);he>S&&v.push({type:"Li\
teral",pos:S,end:he,value:se,text:n.slice(S,he)}),C=""}let j=s_[E];v.push({type:"ExtendedGlob",pos:he,end:i,text:n.slice(he,i),operator:j,pattern:n.slice(I,xe),
parts:this.subFieldParts(I,xe)}),S=i}else l&&(C+=W,x=x||Ss(W))}continue}break}if(T===92){i++,i<o?n.charCodeAt(i)===10?(i++,h=!1):(y>=0&&y<Ve&&(y=St),p=!0,m=!1,h=
!1,b=n.charCodeAt(i),d&&(u+=n[i],l&&(C+=n[i])),i++):(y>=0&&y<Ve&&(y=St),p=!0,m=!1,b=92,d&&(u+="\\",l&&(C+="\\")));continue}if(T===39){let E=i;y>=0&&y<Ve&&(y=St),
p=!0,m=!1,h=!1,i++;let I=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;i>I&&(b=n.charCodeAt(i-1));let B=d?n.slice(I,i):"";d&&(u+=B),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:I-1}),l&&(E>S&&(v.push({type:"Literal",pos:S,end:E,value:C,text:n.slice(S,E)}),C=""),v.push({type:"SingleQuoted",pos:E,end:i,value:B,
text:n.slice(E,i)}),S=i);continue}if(T===34){let E=i;if(y>=0&&y<Ve&&(y=St),p=!0,m=!1,h=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>E+1&&(b=
n.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),l){E>S&&(v.push({type:"Literal",pos:S,end:E,value:C,text:n.slice(S,E)}),C="");let I=n.
slice(E,i);v.push({type:"DoubleQuoted",pos:E,end:i,text:I,parts:this._dqParts??[{type:"Literal",pos:E+1,end:this._dqEnd,value:this._dqText,text:n.slice(E+1,this.
_dqEnd)}]}),S=i}continue}if(T===36){m=!1;let E=i;y>=0&&y<Ve&&(y=St);let I=i+1<o?n.charCodeAt(i+1):0;(I===39||I===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(h=!1),i>E&&(b=n.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),l&&(this._resultPart?(E>S&&(v.push({type:"Lit\
eral",pos:S,end:E,value:C,text:n.slice(S,E)}),C=""),v.push(this._resultPart),S=i):C+=this._resultText);continue}if(T===96){m=!1;let E=i;y>=0&&y<Ve&&(y=St),this.
pos=i,this.readBacktickExpansion(),i=this.pos,h=!1,b=n.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),l&&(E>S&&(v.push({type:"Literal",pos:S,end:E,value:C,text:n.
slice(S,E)}),C=""),v.push(this._resultPart),S=i);continue}if(T===123){y>=0&&y<Ve&&(y=St);let E=i+1<o?n.charCodeAt(i+1):0,I=E<=32||E===125?-1:this.scanBraceExpansion(
i,A??(A=new Map));if(I>0){if(m=!1,b=n.charCodeAt(I-1),d){let B=n.slice(i,I);u+=B,l&&(i>S&&(v.push({type:"Literal",pos:S,end:i,value:C,text:n.slice(S,i)}),C=""),
v.push({type:"BraceExpansion",pos:i,end:I,text:B,parts:this.subFieldParts(i+1,I-1)}),S=I)}i=I;continue}b=123,d&&(u+="{",l&&(C+="{")),i++;continue}i++}l&&i>S&&v.
push({type:"Literal",pos:S,end:i,value:C,text:n.slice(S,i)}),this.pos=i,this._wordText=u,this._wordRaw=h,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
m,this._wordAssignmentState=y,l&&(this._wordParts=v.length>1||v.length===1&&v[0].type!=="Literal"?v:null,x&&s!==w.ArrayElement&&(this._wordParts=Vt(n,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,c="",l=this._buildParts,d,u="",p=0,f=!1,m=!1;for(l&&(d=[],p=i);i<o;){let h=n.
charCodeAt(i);if(h===92){if(i++,i<o)if(n.charCodeAt(i)===10)i++;else{let b=n.charCodeAt(i);e&&b!==36&&b!==96&&b!==34&&b!==92&&b!==125&&(c+="\\",l&&(u+="\\"),f=!0);
let y=n[i++];c+=y,l&&(u+=y)}continue}if(h===39&&!e){let b=i;i++;let y=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;let v=n.slice(y,i);c+=v,i<o&&i++,l&&(b>p&&(d.push({type:"\
Literal",pos:p,end:b,value:u,text:n.slice(p,b)}),u=""),d.push({type:"SingleQuoted",pos:b,end:i,value:v,text:n.slice(b,i)}),p=i);continue}if(h===34){let b=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,c+=this._dqText,l){b>p&&(d.push({type:"Literal",pos:p,end:b,value:u,text:n.slice(p,b)}),u="");let y=n.slice(b,i);
d.push({type:"DoubleQuoted",pos:b,end:i,text:y,parts:this._dqParts??[{type:"Literal",pos:b+1,end:this._dqEnd,value:this._dqText,text:n.slice(b+1,this._dqEnd)}]}),
p=i}continue}if(h===36){let b=i;this.pos=i,this.readDollar(e),i=this.pos,c+=this._resultText,l&&(this._resultPart?(b>p&&(d.push({type:"Literal",pos:p,end:b,value:u,
text:n.slice(p,b)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(h===96){let b=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,c+=
this._resultText,l&&(b>p&&(d.push({type:"Literal",pos:p,end:b,value:u,text:n.slice(p,b)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!s&&(h===60||h===62)&&
i+1<o&&n.charCodeAt(i+1)===40){let b=i;this.pos=i+2;let y=this.extractBalanced();i=this.pos;let v=n.slice(b,i);c+=v,l&&(b>p&&(d.push({type:"Literal",pos:p,end:b,
value:u,text:n.slice(p,b)}),u=""),d.push(this.processSubstitution(b,v,h===60?"<":">",y)),p=i);continue}c+=n[i],l&&(u+=n[i],r&&(h===42||h===63||h===91)&&(m=!0)),
i++}l&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:n.slice(p,i)}),this.pos=i,this._wordText=c,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,l&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,m&&(this._wordParts=Vt(n,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return Rr(this.src,e,s)?this.parseSubFieldWord(e,s).parts:Vt(this.src,e,s,void 0)}parseSubFieldWord(e,s,r="word",n=!1){if(e>=s)return new Le(
"",e,e);if(this._nestingDepth>=256)return new Le(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
c=this.pos,l=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(r==="quoted",n,r===
"word");let f=new Le(this.src.slice(e,s),e,s);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=c,this._wordText=l,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=pn(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let r=e.charCodeAt(this.pos);if(r===34){this.pos++;return}if(r===92){this.pos=Math.min(this.pos+2,s);continue}if(r===96)break;if(r===36){let n=e.charCodeAt(
this.pos+1);if(n===40||n===123||n===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=fn(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,r=this.srcEnd,n=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<r;){let f=s.charCodeAt(p);if(f===34){this._dqText=
a?s.slice(n,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let c="",l=null,d="",u=i?this.
pos:0;for(;this.pos<r&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<r;){let m=s.charCodeAt(this.pos);if(m===34||m===92||m===36||m===96)break;this.
pos++}if(a&&this.pos>p){let m=s.slice(p,this.pos);c+=m,i&&(d+=m)}if(this.pos>=r||s.charCodeAt(this.pos)===34)break;let f=s.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<r){let m=s.charCodeAt(this.pos);if(m===10){this.pos++;continue}if(a)if(e||m===36||m===96||m===34||m===92){let h=s[this.pos];c+=h,i&&(d+=h)}else{let h="\
\\"+s[this.pos];c+=h,i&&(d+=h)}this.pos++}continue}if(f===36){let m=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(m===34||m===39){a&&(c+="$",i&&(d+="$")),this.pos++;
continue}let h=this.pos;if(this.readDollar(!0),a&&(c+=this._resultText),this._resultHasExpansion&&(o=!0),i){let b=this._resultPart;b&&yh(b)?(l||(l=[]),h>u&&(l.push(
{type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),l.push(b),u=this.pos):d+=this._resultText}continue}if(f===96){let m=this.pos;this.readBacktickExpansion(
!0),a&&(c+=this._resultText),o=!0,i&&this._resultPart&&yh(this._resultPart)&&(l||(l=[]),m>u&&(l.push({type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),
l.push(this._resultPart),u=this.pos);continue}}i&&l&&this.pos>u&&l.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<r?this.pos++:this.errors.push({message:"unterminated double quote",pos:n-1}),this._dqText=c,this._dqHasExpansions=o,this._dqParts=l}readDollar(e=!1){let s=this.
pos;this.pos++;let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=n){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=nt(r,this.pos,n);i>this.pos&&r.charCodeAt(i)===40&&r.charCodeAt(i+1)!==40&&(this.pos=i);let a=r.charCodeAt(this.pos);if(a===
40){if(this.pos+1<n&&r.charCodeAt(this.pos+1)===40){let c=this.pos,l=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=l,this.pos=c}this.readCommandSubstitution(s);return}if(a===123){let c=this.pos+1<n?r.charCodeAt(this.pos+1):0;if(c===32||c===9||c===10){this.readBraceCommandSubstitution();
return}if(c===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let c=this.readAnsiCQuoted();this._resultText=
c,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:r.slice(s,this.pos),value:c}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let c=r.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:c,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:r.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let c=o?r.slice(this.pos-2,this.pos):"";this._resultText=c,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:c}:void 0;return}if(a<128&&ls[a]&1){let c=this.
pos-1;for(;this.pos<n;){let d=r.charCodeAt(this.pos);if(d<128&&ls[d]&2)this.pos++;else break}let l=o?r.slice(c,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a===91){let c=this._errors===
null?0:this._errors.length,l=this.findClosingArithmeticBracket(this.pos+1);if(l!==-1){let d=this.pos+1,u=r.slice(d,l);this.pos=l+1;let p=o?r.slice(s,this.pos):"";
this._resultText=p,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(d-2,p,u,d):void 0;return}this._errors!==
null&&(this._errors.length=c)}this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=void 0}scanArithmeticBody(){this._notArithmetic=
!1,this._arithUnterminated=!1,this.pos+=2;let e=1,s=0,r=0,n,o=!1,i=this.src,a=this.srcEnd,c=this.pos;for(;this.pos<a&&e>0;){let d=i.charCodeAt(this.pos);if(d===
92)this.pos+=this.pos+1<a?2:1;else if(d===39)this.pos++,this.skipSQ();else if(d===34)this.pos++,this.skipDQ();else if(d===96){for(this.pos++;this.pos<a&&i.charCodeAt(
this.pos)!==96;)i.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<a&&this.pos++}else if(d===36&&this.pos+2<a&&i.charCodeAt(this.pos+1)===40&&i.charCodeAt(
this.pos+2)!==40){let u=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u})}else if(d===
36&&this.pos+1<a&&i.charCodeAt(this.pos+1)===123){let u=this.findClosingBrace(this.pos+2,a);this.pos=u===-1?a:u+1}else if((d===60||d===62)&&this.pos+1<a&&i.charCodeAt(
this.pos+1)===40)this.pos+=2,this.extractBalanced();else if(d===40)i.charCodeAt(this.pos-1)===36&&i.charCodeAt(this.pos+1)===40?(e===1?r=s:(n??(n=[])).push(s),e++,
s=0,e+this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expansion nesting depth exceeded",pos:this.pos-1}),o=!0),this.pos+=2):(++s+e-1+
this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expression nesting depth exceeded",pos:this.pos}),o=!0),this.pos++);else if(d===41&&s>
0)s--,this.pos++;else if(d===41&&this.pos+1<a&&i.charCodeAt(this.pos+1)===41){if(--e===0){this.pos+=2;break}s=e===1?r:n.pop(),this.pos+=2}else{if(d===41&&e===1)
return this._notArithmetic=!0,"";this.pos++}}let l=this._buildParts||this._buildValue;return e>0?(this._arithUnterminated=!0,l?i.slice(c,this.pos):""):l?i.slice(
c,this.pos-2):""}readArithmeticExpansion(e){let s=this.pos+2,r=this.scanArithmeticBody();if(this._notArithmetic)return;this._arithUnterminated&&this.errors.push(
{message:"unterminated arithmetic expansion",pos:e});let n=this._buildParts||this._buildValue?this.src.slice(e,this.pos):"";this._resultText=n,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,n,r,s):void 0}arithmeticExpansion(e,s,r,n){return new _r(e,this.pos,
s,{source:this.src,body:r,offset:n,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let r=this._buildValue;this._buildValue=
!0;let n=this.scanArithmeticBody();this._buildValue=r,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),ve(e,g.ArithCmd,
n,s,this.pos)}readCommandSubstitution(e){let s=this.pos;this.pos++;let r=this.extractBalanced();this._unbalanced&&this.errors.push({message:"unterminated comman\
d substitution",pos:e});let n=this._buildParts||this._buildValue,o=n?this.src.slice(e,this.pos):"",i=!n||s===e+1?o:"$"+this.src.slice(s,this.pos);this._resultText=
i,this._resultIsRaw=s===e+1,this._resultHasExpansion=!0,this._buildParts?this._resultPart=this.commandExpansion(e,o,s+1,r,!this._unbalanced):this._resultPart=void 0}readBraceCommandSubstitution(){
this.readBraceSubstitution(1)}readValueSubstitution(){this.readBraceSubstitution(2)}readBraceSubstitution(e){let s=this.pos-1;this.pos+=e;let r=this.src,n=this.
srcEnd,o=1,i=this.pos;for(;this.pos<n;){let a=r.charCodeAt(this.pos);if(a===123)o++;else if(a===125){if(--o===0){this.pos++;break}}else if(a===39){this.pos++,this.
skipSQ();continue}else if(a===34){this.pos++,this.skipDQ();continue}else a===92&&this.pos++;this.pos++}if(this._resultIsRaw=!0,this._resultHasExpansion=!0,this.
_buildParts||this._buildValue){let a=r.slice(i,this.pos-1),c=a.trim(),l=r.slice(s,this.pos);if(this._resultText=l,this._buildParts){let d=i+(a.length-a.trimStart().
length);this._resultPart=this.commandExpansion(s,l,d,c)}else this._resultPart=void 0}else this._resultText="",this._resultPart=void 0}readBacktickExpansion(e=!1){
this.pos++;let s=this.src,r=this.srcEnd,n=this.pos;if(!this._buildParts&&!this._buildValue){for(;this.pos<r&&s.charCodeAt(this.pos)!==96;)s.charCodeAt(this.pos)===
92&&this.pos+1<r&&this.pos++,this.pos++;this.pos<r?this.pos++:this.errors.push({message:"unterminated backtick",pos:n-1}),this._resultText="",this._resultIsRaw=
!1,this._resultHasExpansion=!0,this._resultPart=void 0;return}let o="",i=!1;for(;this.pos<r&&s.charCodeAt(this.pos)!==96;){if(s.charCodeAt(this.pos)===92){i=!0;
break}this.pos++}if(!i)o=s.slice(n,this.pos);else for(o=s.slice(n,this.pos);this.pos<r&&s.charCodeAt(this.pos)!==96;)if(s.charCodeAt(this.pos)===92){if(this.pos++,
this.pos<r){let c=s.charCodeAt(this.pos);c===36||c===96||c===92||e&&c===34?o+=s[this.pos]:o+="\\"+s[this.pos],this.pos++}}else{let c=this.pos;for(;this.pos<r;){
let l=s.charCodeAt(this.pos);if(l===96||l===92)break;this.pos++}o+=s.slice(c,this.pos)}this.pos<r?this.pos++:this.errors.push({message:"unterminated backtick",pos:n-
1});let a=s.slice(n-1,this.pos);this._resultText=o,this._resultHasExpansion=!0,this._buildParts?this._resultPart=i?this.decodedCommandExpansion(n-1,a,o):this.commandExpansion(
n-1,a,n,o):this._resultPart=void 0}readParameterExpansion(e){let s=this.src,r=this.srcEnd,n=this.pos;this.pos++;let o=1,i=!1;for(;this.pos<r&&o>0;){let l=s.charCodeAt(
this.pos);if(l===36){let d=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(d===123){o++,this._nestingDepth+o>256&&!i&&(this.errors.push({message:"maximum parameter e\
xpansion nesting depth exceeded",pos:this.pos}),i=!0),this.pos+=2;continue}if(d===36){this.pos+=2;continue}if(d===40){let u=this.pos;this.pos+=2,this.extractBalanced(),
this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u});continue}}else if(l===96){for(this.pos++;this.pos<r&&s.charCodeAt(this.pos)!==
96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<r&&this.pos++;continue}else if(l===125){if(--o===0){this.pos++;break}}else if(l===92)this.pos+1<
r&&this.pos++;else if(l===39){this.pos++,this.pos>n+1&&s.charCodeAt(this.pos-2)===36?this.skipAnsiCQuoted():this.skipSQ();continue}else if(l===34){this.pos++,this.
skipDQ();continue}this.pos++}let a=o===0;a||this.errors.push({message:"unterminated parameter expansion",pos:n-1});let c=this._buildParts||this._buildValue?s.slice(
n-1,this.pos):"";if(this._resultText=c,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._buildParts){let l=s.slice(n+1,a?this.pos-1:this.pos);this._resultPart=
this.parseParamInner(c,l,n+1,e)}else this._resultPart=void 0}parseParamInner(e,s,r,n){let o={type:"ParameterExpansion",pos:r-2,end:this.pos,text:e,parameter:"",
parameterPos:r,parameterEnd:r,prefix:void 0,index:void 0,operation:void 0},i=s.length;if(i===0)return o;let a=(b,y,v="word")=>this.parseSubFieldWord(r+b,r+y,v),
c=b=>{let y=this.findClosingBracket(r+b,r+i);return y===-1?-1:y-r},l=0;if(i>1&&s.charCodeAt(0)===33&&(o.prefix="!",l=1),i>1&&s.charCodeAt(0)===35){let b=this.scanParamName(
s,1),y=b,v=-1;if(y<i&&s.charCodeAt(y)===91&&(v=c(y+1),v!==-1&&(y=v+1)),b>1&&y===i)return o.prefix="#",o.parameter=s.slice(1,b),o.parameterPos=r+1,o.parameterEnd=
r+b,v!==-1&&(o.index=a(b+1,v,"embedded")),o}let d=l;if(l=this.scanParamName(s,l),o.parameter=s.slice(d,l),o.parameterPos=r+d,o.parameterEnd=r+l,l<i&&s.charCodeAt(
l)===91){let b=c(l+1);b!==-1&&(o.index=a(l+1,b,"embedded"),l=b+1)}if(l>=i)return o;let u=r+l,p=r+i,f=s.charCodeAt(l),m=s.charCodeAt(l+1),h=s[f===58?l+1:l];if(h===
"-"||h==="="||h==="+"||h==="?"){let b=l+(f===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:r+b,operator:f===58?`:${h}`:h,operand:a(b,i,n?"q\
uoted":"word")},o}if(f===58){l++;let b=r+l,y=gh(s.slice(l),58,!0,(v,C)=>this.findNestedShellEnd(b+v,p,C)-b);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:b,
operator:":",offset:a(l,y===-1?i:l+y,"embedded"),length:y===-1?void 0:a(l+y+1,i,"embedded")},o}if(f===35||f===37){let b=m===f,y=f===35?b?"##":"#":b?"%%":"%",v=l+
(b?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:r+v,operator:y,operand:a(v,i)},o}if(f===47){l++;let b="/";(m===47||m===35||m===37)&&(b=m===47?
"//":m===35?"/#":"/%",l++);let y=l;m===47&&(y=nt(s,l,i),s.charCodeAt(y)===47&&y++);let v=gh(s.slice(y),47),C=v===-1?i:y+v;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:r+l,operator:b,pattern:a(l,C),replacement:a(v===-1?i:C+1,i)},o}if(f===94||f===44){let b=m===f,y=f===94?b?"^^":"^":b?",,":",",v=l+(b?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:r+v,operator:y,operand:v===i?void 0:a(v,i)},o}return o.prefix==="!"&&o.index===void 0&&l+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(l+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(l)},o)}findNestedShellEnd(e,s,r){let n=this.src.charCodeAt(e);if(n===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(n===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=nt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(r||n!==60&&n!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let r=s;if(r>=e.length)
return r;let n=e.charCodeAt(r);if(n===64||n===42||n===35||n===63||n===45||n===36||n===33)return r+1;if(n>=48&&n<=57){for(;r<e.length&&e.charCodeAt(r)>=48&&e.charCodeAt(
r)<=57;)r++;return r}if(n>=97&&n<=122||n>=65&&n<=90||n===95)for(r++;r<e.length;){let o=e.charCodeAt(r);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)r++;else
break}return r}readAnsiCQuoted(){let e=this.pos-1,s=pn(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let c=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(c!==void 0&&c<=n&&this._nestingDepth<256)return this.pos=c,o?r.slice(a,c-1):"";let l=!0;for(;!s&&
this.pos<n;){let W=r.charCodeAt(this.pos);if(W===41){let he=o?r.slice(a,this.pos):"";return this.pos++,he}else{if(W===40||W===92||W===39||W===34||W===96||W===36&&
(r.charCodeAt(this.pos+1)===39||r.charCodeAt(this.pos+1)===36||r.charCodeAt(this.pos+1)===123))break;if(W===60&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60)break;
if(W===35&&l)break;if(W===99&&l&&this.pos+3<n&&r.charCodeAt(this.pos+1)===97&&r.charCodeAt(this.pos+2)===115&&r.charCodeAt(this.pos+3)===101&&(this.pos+4>=n||r.
charCodeAt(this.pos+4)<128&&ae[r.charCodeAt(this.pos+4)]&1))break;l=W<128&&(ae[W]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,m,h=-1,b=a>=2&&r.charCodeAt(a)===40&&
r.charCodeAt(a-1)===40&&r.charCodeAt(a-2)===36,y=0,v=!1,C=s?[{close:34,depth:0}]:[],S=s?1:0,x=0,A,T=-1,E=-1,I=-1,B=-1,xe=!1;for(;this.pos<n&&(i>0||C.length>0);){
let W=r.charCodeAt(this.pos),he=C.length===0?void 0:C[C.length-1];if(he!==void 0&&he.depth===i){let j=!1;if(W===92){this.pos=Math.min(this.pos+2,n);continue}if(W===
he.close){if(C.pop(),W===34?S--:x--,this.pos++,s&&i===0&&C.length===0)return"";continue}if(W===34)C.push({close:34,depth:i}),S++;else if(W===39&&he.close===125){
this.pos++,this.skipSQ();continue}else if(W===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.
pos++;this.pos<n&&this.pos++;continue}else if(W===36){let se=r.charCodeAt(this.pos+1);if(se===39&&he.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(se===
123)C.push({close:125,depth:i}),x++,this.pos++;else if(se===40)this.pos++,W=40,j=!0;else if(se===36){this.pos+=r.charCodeAt(this.pos+2)===40?1:2;continue}}if(!v&&
this._nestingDepth+Math.max(S,x)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),v=!0),!j){for(this.pos++;this.pos<n;){let se=r.
charCodeAt(this.pos);if(se===92||se===34||se===36||se===96||se===125||se===39)break;this.pos++}continue}}if(W===35&&B!==-1&&!b&&h<0&&e&&!xe&&this._nestingDepth+
(m?.length??0)<256&&fn(r,B,n)===this.pos){xe=!0;let j=m?.[m.length-1],se=this.findSubstitutionEnd(j?.start??a,n,this._nestingDepth+(m?.length??0)+1);if(se!==-1){
if(j===void 0)return this.pos=se,o?r.slice(a,se-1):"";this.pos=se-1,i=j.depth+1,d=0,u=0,p.length=j.parens+1,W=41}}if(W===40){let j=this.pos>a&&this.pos!==I?r.charCodeAt(
this.pos-1):0,se=j===36?this.pos-1:this.pos===E?T:-1,eo=se!==-1||j===60||j===62||j===61||j===64||j===63||j===42||j===43||j===33||j===40&&p[p.length-1]===!1||b&&
this.pos===a,ma=se!==-1&&r.charCodeAt(this.pos+1)!==40||(j===60||j===62)&&h<0&&!b;ma&&((m??(m=[])).push({start:this.pos+1,dollar:se,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:h,arithExtent:b,substitutions:y,checkedGrammar:xe,pendingDelims:f}),d=0,u=0,h=-1,b=!1,xe=!1,f=null),p.push(!eo),l=!0,!ma&&h<0&&this.pos+1<
n&&r.charCodeAt(this.pos+1)===40&&(h=i),se!==-1&&(ma?y++:(A??(A=[])).push(i),y+(A?.length??0)+this._nestingDepth+(s?0:1)>256&&!v&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:se}),v=!0)),T=-1,E=-1,i++,d>0&&u++,this.pos++}else if(W===41){if(d>0&&u===0)this.pos++,l=!0;else{if(d>0&&
u--,i--,i===0&&!s){let se=o?r.slice(a,this.pos):"";return this.pos++,se}if(i<=h&&(h=-1),A!==void 0)for(;A.length>0&&A[A.length-1]>=i;)A.pop();l=p.pop()??!0,this.
pos++;let j=m?.[m.length-1];j!==void 0&&j.depth===i&&(m.pop(),d=j.caseDepth,u=j.caseParens,h=j.arithBase,b=j.arithExtent,y=j.substitutions,xe=j.checkedGrammar,f=
j.pendingDelims)}B=this.pos}else if(W===92){if(this.pos>a&&r.charCodeAt(this.pos-1)===36){let j=nt(r,this.pos,n);j>this.pos&&r.charCodeAt(j)===40&&r.charCodeAt(
j+1)!==40&&(T=this.pos-1,E=j)}this.pos++,this.pos<n&&(r.charCodeAt(this.pos)!==10&&(l=!1),this.pos++),I=this.pos}else if(W===36){let j=r.charCodeAt(++this.pos);
j===39?(this.pos++,this.skipAnsiCQuoted()):j===36?this.pos++:j===123&&!o_(r.charCodeAt(this.pos+1))&&(C.push({close:125,depth:i}),x++,this.pos++),l=!1}else if(W===
39)this.pos++,this.skipSQ(),l=!1;else if(W===34)C.push({close:34,depth:i}),S++,this.pos++,l=!1;else if(W===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==
96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.pos++;this.pos<n&&this.pos++,l=!1}else if(W===60&&h<0&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60){
if(this.pos+2<n&&r.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let j=this.pos<n&&r.charCodeAt(this.pos)===45;j&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:j,quoted:this._hereQuoted})}l=!1}else if(W===
10&&f){this.pos++;for(let j of f)this.skipHereDocBody(j.delimiter,j.strip,!0,j.quoted);f=null,l=!0}else if(W===35&&h<0&&!b&&l)for(;this.pos<n&&r.charCodeAt(this.
pos)!==10;)this.pos++;else{let j=this.pos;for(;this.pos<n;){let se=r.charCodeAt(this.pos);if(se<128&&ae[se])break;this.pos++}if(this.pos>j){if(this.pos-j===4&&l&&
h<0&&!b){let eo=r.charCodeAt(j);eo===99&&r.charCodeAt(j+1)===97&&r.charCodeAt(j+2)===115&&r.charCodeAt(j+3)===101?d++:eo===101&&r.charCodeAt(j+1)===115&&r.charCodeAt(
j+2)===97&&r.charCodeAt(j+3)===99&&d>0&&(d--,d===0&&(u=0))}l=!1}else{let se=r.charCodeAt(this.pos);l=se<128&&(ae[se]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&m!==void 0&&m.length>0&&this.errors.push({message:"unterminated command substitution",pos:m[0].dollar}),o?r.slice(a,this.pos):""}};function Pc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function _h(t,e,s){for(;s>e;){let r=t.
charCodeAt(s-1);if(r!==32&&r!==9&&r!==10)break;s--}return s}function i_(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function Rc(t,e=0,s,r=0){let n=0,o=t.length,i=s?.embeddedWords.length??0;function a(S,x,A=!1){let T={type:"\
ArithmeticWord",pos:S+e,end:x+e,value:t.slice(S,x),parts:void 0};return A&&s?.embeddedWords.push(T),T}function c(){for(;n<o;){let S=t.charCodeAt(n);if(S===32||S===
9||S===10)n++;else break}}function l(){if(n>=o)return null;let S=t.charCodeAt(n),x=n+1<o?t.charCodeAt(n+1):0,A=n+2<o?t.charCodeAt(n+2):0;switch(S){case 44:return n++,
",";case 61:return x===61?(n+=2,"=="):(n++,"=");case 33:return x===61?(n+=2,"!="):null;case 60:return x===60?A===61?(n+=3,"<<="):(n+=2,"<<"):x===61?(n+=2,"<="):
(n++,"<");case 62:return x===62?A===61?(n+=3,">>="):(n+=2,">>"):x===61?(n+=2,">="):(n++,">");case 43:return x===61?(n+=2,"+="):x===43?null:(n++,"+");case 45:return x===
61?(n+=2,"-="):x===45?null:(n++,"-");case 42:return x===42?(n+=2,"**"):x===61?(n+=2,"*="):(n++,"*");case 47:return x===61?(n+=2,"/="):(n++,"/");case 37:return x===
61?(n+=2,"%="):(n++,"%");case 124:return x===124?(n+=2,"||"):x===61?(n+=2,"|="):(n++,"|");case 38:return x===38?(n+=2,"&&"):x===61?(n+=2,"&="):(n++,"&");case 94:
return x===61?(n+=2,"^="):(n++,"^");case 63:return n++,"?";default:return null}}function d(){for(c();n<o;){let x=t.charCodeAt(n);if(x!==33&&x!==126&&x!==43&&x!==
45||t.charCodeAt(n+1)===61)break;n++,c()}if(t.charCodeAt(n)===40){let x=1;for(n++;n<o&&x>0;){let A=s?.findArithmeticWordEnd?.(n+e,e+o)??n+e;if(A>n+e){n=A-e;continue}
let T=t.charCodeAt(n++);T===40?x++:T===41&&x--}}else n<o&&t.charCodeAt(n)!==41&&t.charCodeAt(n)!==58&&h(0);c();let S=t.charCodeAt(n);(S===43||S===45)&&t.charCodeAt(
n+1)===S&&(n+=2)}function u(S){c();let x=n;if(x===o)return a(x,x);let A=s?.embeddedWords.length??0,T=0;for(;;){if(d(),c(),t.charCodeAt(n)===58&&T>0){T--,n++;continue}
let E=n,I=l();if(I===null||T===0&&Pc(I)<S){n=E;break}I==="?"&&T++}return s&&(s.embeddedWords.length=A),a(x,_h(t,x,n))}function p(S,x){if(x>256)return u(S);let A=f(
x);for(;c(),!(n>=o);){let T=n,E=l();if(!E)break;if(E==="?"){if(Pc(E)<S){n=T;break}let W=p(1,x+1);c(),n<o&&t.charCodeAt(n)===58&&n++;let he=p(3,x+1);A={type:"Ari\
thmeticTernary",pos:A.pos,end:he.end,test:A,consequent:W,alternate:he};continue}let I=Pc(E);if(I<S){n=T;break}let B=i_(E)?I:I+1,xe=p(B,x+1);A={type:"ArithmeticB\
inary",pos:A.pos,end:xe.end,operator:E,left:A,right:xe}}return A}function f(S){if(c(),S>256)return u(15);if(n>=o)return a(n,n);let x=n,A=t.charCodeAt(n),T=n+1<o?
t.charCodeAt(n+1):0;if(A===43&&T===43){n+=2;let E=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"++",operand:E,prefix:!0}}if(A===45&&T===45){n+=
2;let E=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"--",operand:E,prefix:!0}}if(A===33){n++;let E=f(S+1);return{type:"ArithmeticUnary",pos:x+
e,end:E.end,operator:"!",operand:E,prefix:!0}}if(A===126){n++;let E=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"~",operand:E,prefix:!0}}if(A===
43&&T!==43&&T!==61){n++;let E=f(S+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"+",operand:E,prefix:!0}}if(A===45&&T!==45&&T!==61){n++;let E=f(S+
1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"-",operand:E,prefix:!0}}return m(S)}function m(S){let x=h(S);if(c(),n+1<o){let A=t.charCodeAt(n),T=t.
charCodeAt(n+1);if(A===43&&T===43)return n+=2,{type:"ArithmeticUnary",pos:x.pos,end:n+e,operator:"++",operand:x,prefix:!1};if(A===45&&T===45)return n+=2,{type:"\
ArithmeticUnary",pos:x.pos,end:n+e,operator:"--",operand:x,prefix:!1}}return x}function h(S){if(c(),n>=o)return a(n,n);let x=t.charCodeAt(n);if(x===40){let B=n;
n++;let xe=p(0,S+1);return c(),n<o&&t.charCodeAt(n)===41&&n++,{type:"ArithmeticGroup",pos:B+e,end:n+e,expression:xe}}if(x===36){let B=n,xe=s?.embeddedWords.length??
0,W=b(),he=s?.findArithmeticWordEnd?.(B+e,e+o)??n+e;return he>n+e?(s&&(s.embeddedWords.length=xe),n=he-e,a(B,n,!0)):W}if(x===96||x===34||x===39){let B=n;return n=
(s?.findArithmeticWordEnd?.(B+e,e+o)??B+e+1)-e,a(B,n,!0)}let A=n,T=s?.embeddedWords.length??0,E=y(),I=s?.findArithmeticWordEnd?.(A+e,e+o)??n+e;return I>n+e?(s&&
(s.embeddedWords.length=T),n=I-e,a(A,n,!0)):E}function b(){let S=n;if(n++,n>=o)return a(S,n);let x=t.charCodeAt(n);if(x===40)if(n+1<o&&t.charCodeAt(n+1)===40){let A=s?.
findArithmeticExpansionEnd(S+e,e+o)??-1;if(A!==-1)n=A-e;else{n+=2;let T=1;for(;n<o&&T>0;)t.charCodeAt(n)===40&&t.charCodeAt(n+1)===40?(T++,n+=2):t.charCodeAt(n)===
41&&t.charCodeAt(n+1)===41?(T--,n+=2):n++}}else{n++;let A=s?.findClosingParenthesis(n+e,e+o)??-1;if(A!==-1)n=A-e+1;else{let E=1;for(;n<o&&E>0;){let I=t.charCodeAt(
n++);I===40?E++:I===41&&E--}}let T=t.slice(S,n);return s?s.commandExpansion(S+e,n+e,T):new wt("ArithmeticCommandExpansion",S+e,n+e,T)}else if(x===123){let A=s?.
findClosingBrace(n+e+1,e+o)??-1;if(A!==-1)n=A-e+1;else{n++;let T=1;for(;n<o&&T>0;){let E=t.charCodeAt(n++);E===123?T++:E===125&&T--}}}else for(;n<o;){let A=t.charCodeAt(
n);if(A>=97&&A<=122||A>=65&&A<=90||A>=48&&A<=57||A===95)n++;else break}return a(S,n,x===40||x===123)}function y(){let S=n;for(;n<o;){let x=t.charCodeAt(n);if(x>=
48&&x<=57||x>=65&&x<=90||x>=97&&x<=122||x===95||x===35)n++;else break}if(n>S&&n<o&&t.charCodeAt(n)===91){let x=s?.findClosingBracket?.(n+e+1,e+o)??-1;if(x!==-1)
n=x-e+1;else{n++;let A=1;for(;n<o&&A>0;){let T=t.charCodeAt(n);T===91?A++:T===93&&A--,n++}}return a(S,n,!0)}return n===S&&n++,a(S,n)}if(c(),n>=o)return null;let v=n,
C=p(0,r);return c(),n<o?(s&&(s.embeddedWords.length=i),a(v,_h(t,v,o),s!==void 0)):C}var Qo=(t,e)=>Ss(e.text)?Vt(e.text,0,e.text.length,void 0,e.pos):void 0;function ar(t){return t.wordParts??(t.wordParts=(e,s,r)=>a_(e,s,r,t))}function Jo(t){return t.
embeddedParts??(t.embeddedParts=(e,s,r)=>Ic(e,s,r,t))}function Ah(t){return t.arrayParts??(t.arrayParts=(e,s,r)=>c_(e,s,r,t))}function a_(t,e,s=0,r=Ar()){let n=new it(
t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildWordParts(e.pos)??void 0}function Ic(t,e,s=0,r,n=!1){if(!Rr(t,e.pos,e.end))return;let o=new it(t,e.pos,e.end,
!1,r);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,n)??void 0}function c_(t,e,s=0,r){let n=new it(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildArrayElementParts(
e.pos)??void 0}function $h(t,e,s=0,r){let n=new it(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildHereDocParts(e.pos,e.end)??void 0}function Ir(t,e,s,r,n,o=r){if(!Rr(s,e,e+t.length))return Rc(t,e,void 0,r)??void 0;let i=[],a=new it(s,0,s.length,!1,n);a._nestingDepth=r;let c=Rc(t,e,{embeddedWords:i,
commandExpansion:(l,d,u)=>new wt("ArithmeticCommandExpansion",l,d,u,{source:s,start:l+2,end:d-1,depth:r+1,parenBoundary:!0,context:n}),findClosingBracket:(l,d)=>a.
findClosingBracket(l,d),findClosingBrace:(l,d)=>a.findClosingBrace(l,d),findClosingParenthesis:(l,d)=>a.findClosingParenthesis(l,d),findArithmeticExpansionEnd:(l,d)=>a.
findArithmeticExpansionEnd(l,d),findArithmeticWordEnd:(l,d)=>a.findArithmeticWordEnd(l,d)},r)??void 0;if(o<=256)for(let l of i)l.parts=Ic(s,l,o,n,!0);return c}var Nc=class{type="ArrayValue";pos;end;#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=r,this.#e=e,this.#t=n,this.#r=o}get elements(){if(this.#s)return this.#s;
let e=new it(this.#e,this.pos+1,this.end-1,!1,this.#r);e._nestingDepth=this.#t;let s=[];for(;e.peek(w.ArrayElement).token!==g.EOF;){let r=e.next(w.ArrayElement);
if(r.token!==g.Word&&r.token!==g.Assignment)continue;let n=r.raw?r.value:this.#e.slice(r.pos,r.end),o=n.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&r.
raw&&r.keywordEligible?void 0:this.#e,c=a===void 0?Qo:o?Ah(i):ar(i);s.push(new Le(n,r.pos,r.end,a,c,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Zo=class{type="Assignment";pos;end;text;#e;#t;#r;#s;#n=null;#a;#i;#o=null;constructor(e,s,r,n,o,i,a){this.pos=
s,this.end=r,this.text=e,this.#e=n,this.#s=o,this.#t=i,this.#r=a}get name(){return this.#n??this.resolveTarget()}get append(){return this.#n===null&&this.resolveTarget(),
this.#a}get index(){return this.#n===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=nt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new Nc(this.#e,s,this.end,this.#t,this.#r):new Le(this.#e.slice(e,this.end),e,this.end,this.#e,ar(
this.#r),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,r=e;for(;r>=2&&this.text.charCodeAt(r-2)===92&&this.text.charCodeAt(r-1)===10;)r-=2;this.text.
charCodeAt(r-1)===43&&(this.#a=!0,s=r-1);let n=this.text.indexOf("[");if(n>0&&n<s){let i=this.text.lastIndexOf("]",e);if(i>n){let a=this.pos+n+1,c=this.pos+i;this.#i=
new Le(this.#e.slice(a,c),a,c,this.#e,Jo(this.#r),this.#t),s=n}}let o=this.text.slice(0,s);return this.#n=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Oc=t=>t.type==="Word"||t.type==="Assignment",gn=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,r,n,o){this.pos=e,this.end=s,this.name=
r,this.prefix=n,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Oc)?e:e.filter(Oc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)Oc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var ei=class{type="HereDocBody";pos;end;text="";#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=s,this.#e=e,this.#t=n,this.#r=o,this.#s=r?void 0:null}get parts(){
return this.#s===null&&(this.#s=$h(this.#e,this,this.#t,this.#r)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};it._findSubstitutionEnd=g_;wt._resolveScript=m_;_r._resolveExpression=Ir;function l_(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Dc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#r;#s=null;constructor(e,s,r,n,o,i){
this.pos=e,this.end=s,this.body=r,this.#e=n,this.#t=o,this.#r=i}get expression(){return this.#s===null&&(this.#s=Ir(this.body,this.pos+2,this.#e,this.#t,this.#r)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},bn=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#r;#s;#n;#a;#i;#o;#u;#c=null;#l=null;#d=null;constructor(e,s,r,n,o,i,a,c,l,d,u,p){this.pos=e,this.end=s,this.body=r,this.#e=n,
this.#t=o,this.#r=i,this.#s=a,this.#n=c,this.#a=l,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#c===null&&(this.#e?this.#c=Ir(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#c=void 0),this.#c}set initialize(e){this.#c=e??void 0}get test(){return this.#l===null&&(this.#t?this.#l=Ir(this.#t,this.#n,this.#i,this.#o,
this.#u):this.#l=void 0),this.#l}set test(e){this.#l=e??void 0}get update(){return this.#d===null&&(this.#r?this.#d=Ir(this.#r,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},d_={[g.DoubleSemi]:";;",[g.SemiAmp]:";&",[g.DoubleSemiAmp]:";;&"},u_={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},Ze=new Uint8Array(37);Ze[g.EOF]=1;Ze[g.RParen]=1;Ze[g.RBrace]=1;Ze[g.Then]=1;Ze[g.Else]=1;Ze[g.Elif]=1;Ze[g.Fi]=1;Ze[g.Do]=1;Ze[g.Done]=1;
Ze[g.Esac]=1;Ze[g.DoubleSemi]=1;Ze[g.SemiAmp]=1;Ze[g.DoubleSemiAmp]=1;var us=new Uint8Array(37);us[g.RParen]=1;us[g.RBrace]=1;us[g.DblRBracket]=1;us[g.Fi]=1;us[g.
Done]=1;us[g.Esac]=1;us[g.ArithCmd]=1;function Th(t){return t.token===g.Word&&t.keywordEligible&&t.value==="!"}var qe=new Uint8Array(37);qe[g.Word]=1;qe[g.Assignment]=
1;qe[g.Bang]=1;qe[g.LParen]=1;qe[g.LBrace]=1;qe[g.DblLBracket]=1;qe[g.If]=1;qe[g.For]=1;qe[g.While]=1;qe[g.Until]=1;qe[g.Case]=1;qe[g.Function]=1;qe[g.Select]=1;
qe[g.ArithCmd]=1;qe[g.Coproc]=1;qe[g.Redirect]=1;var p_={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},f_={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},Ph=[],h_=[],Lc=[];function Rh(t){return new yn(t,0,t.length).run()}function m_(t,e,s,r=0,n=!1,o){return new yn(t,e,s,r,n,void 0,
o).run()}var Wc=class t extends it{boundaries;pending;context;constructor(e,s,r,n,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
r,this.pending=n,this.context=o}fork(e,s,r=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
r)}findSubstitutionEnd(e,s,r=this._nestingDepth+1){let n=this.context.boundaries?.get(e);if(n!==void 0)return n<=s?n:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:r})),-1)}};function g_(t,e,s,r,n){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:r}];for(;i.length>0;){let a=i.length,c=i[a-1],l=new Wc(t,c,o,i,n),d=new yn(t,c.start,c.end,c.depth,!0,l).findSubstitutionEnd();
i.length===a&&(o.set(c.start,d),d!==-1&&Cc(n).set(c.start,d),i.pop())}return o.get(e)??-1}var yn=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,r,n=0,o=!1,i,a){
this.tok=i??new it(e,s,r,o,Ar(a)),this.tok._nestingDepth=n,this.source=e,this.start=s,this.end=r,this.depth=n}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let r=this.list();for(;;){let o=this.tok.peek(w.CommandStart);if(o.token===g.EOF||(this.unexpectedToken(o),!Ze[o.
token]&&o.token!==g.In))break;this.tok.next(w.CommandStart);let i=this.tok.peek(w.CommandStart).token;if(i!==g.Semi&&i!==g.Newline&&i!==g.Amp)break;for(;i===g.Semi||
i===g.Newline||i===g.Amp;)this.tok.next(w.CommandStart),i=this.tok.peek(w.CommandStart).token;let a=this.list();for(let c=0;c<a.length;c++)r.push(a[c])}let n=this.
tok._errors;if(n!==null&&n.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<n.length;i++)o.push(n[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:r,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===g.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(g.RParen)}skipSemi(){this.tok.peek(w.Normal).token===g.Semi&&this.tok.next(w.Normal)}accept(e,s=w.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=w.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=w.Normal){for(;this.tok.peek(e).token===g.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),r=e?this.emptyListPos(s):-1;return r>=0&&this.error("expected command after 'do'",r),s}emptyListPos(e){return e.length===
0?this.tok.peek(w.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
w.CommandStart);let s=this.tok.peek(w.CommandStart).token;if(Ze[s]||!qe[s])return e;let r=this.andOr();for(r&&e.push(this.makeStatement(r));s=this.tok.peekFollow(
us).token,!(s!==g.Semi&&s!==g.Newline&&s!==g.Amp);){let n=s===g.Amp,o=this.tok.next(w.Normal).end;if(n){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
w.CommandStart),s=this.tok.peek(w.CommandStart).token,Ze[s]||!qe[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(w.Normal).token;if(s!==g.And&&s!==g.Or)return e;let r=[e],n=[];do{let o=this.tok.next(w.Normal),i=o.token===g.And?"&&":"||";
this.skipNewlines(w.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),r.push(a),s=this.tok.peek(w.Normal).
token}while(s===g.And||s===g.Or);return{type:"AndOr",pos:e.pos,end:r[r.length-1].end,commands:r,operators:n}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let n=this.tok.peek(w.CommandStart),o=n.
token===g.Word&&n.keywordEligible&&n.value==="time";if(n.token!==g.Bang&&!o)break;let i=this.tok.next(w.CommandStart),a=i.pos,c=i.end,l,d;if(o){let u=this.tok.peek(
w.CommandStart);u.token===g.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(w.CommandStart),l={pos:u.pos,end:u.end},u=this.tok.peek(w.CommandStart)),u.token===
g.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(w.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??l?.
end??c,keywordEnd:c,posix:l,endOfOptions:d}:{type:"Negation",pos:a,end:c})}let s=this.pipelineCommands();if(!e)return s;let r=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=r,s):{type:"Pipeline",pos:r,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(w.Normal).token!==g.Pipe)return e;let s=[e],r=[];for(;this.tok.peek(w.Normal).token===g.Pipe;){let o=this.tok.next(w.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(w.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:h_,commands:s,operators:r}}command(){let e;switch(this.tok.peek(w.CommandStart).
token){case g.LParen:e=this.subshell();break;case g.LBrace:e=this.braceGroup();break;case g.If:e=this.ifClause();break;case g.For:e=this.forClause();break;case g.
While:e=this.whileClause();break;case g.Until:e=this.untilClause();break;case g.Case:e=this.caseClause();break;case g.Function:return this.functionDef();case g.
Select:e=this.selectClause();break;case g.DblLBracket:e=this.testCommand();break;case g.ArithCmd:e=this.arithCommand();break;case g.Coproc:return this.coprocCommand();case g.
Word:case g.Assignment:case g.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=Ph;
for(;this.tok.peekFollow(us).token===g.Redirect;)e===Ph&&(e=[]),e.push(this.readRedirect(w.Normal));return e}arithCommand(){let e=this.tok.next(w.CommandStart);
return new Dc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(w.CommandStart),s=e.pos,r=this.tok.
peek(w.CommandStart),n;if(r.token===g.Word){let a=this.tok.fork(r.end,this.end);switch(a.peek(w.CommandStart).token){case g.LParen:a.next(w.CommandStart),a.peek(
w.Normal).token!==g.RParen&&(n=this.readWord(w.CommandStart));break;case g.LBrace:case g.If:case g.For:case g.While:case g.Until:case g.Case:case g.Select:case g.
DblLBracket:case g.ArithCmd:n=this.readWord(w.CommandStart)}}let o=r.token===g.Word&&n===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:n,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:n,body:i}}subshell(){return this.subshellBody(
this.tok.next(w.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let r=this.acceptEnd(g.RParen,w.Normal);r<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let n=r>=0?r:e;return{type:"Subshell",pos:e,end:n,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(w.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(g.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let r=this.acceptEnd(g.RBrace,w.Normal);r<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let n=r>=0?r:e;return{type:"BraceGroup",pos:e,end:n,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(w.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(g.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Lc,else:void 0}}this.syntaxDepth++;
let s,r=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let c=this.accept(g.Then,w.CommandStart);c?i>=0&&this.error(
`expected command after '${r===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let l=this.list(),d=this.makeCompoundList(l);c&&l.length===0&&
(this.error("expected command after 'then'",this.tok.peek(w.CommandStart).pos),d.pos=c.end,d.end=c.end),s?(s.elif===Lc&&(s.elif=[]),s.elif.push({type:"Elif",pos:r,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:Lc,else:void 0},this.skipSemi();let u=this.accept(g.Elif,w.CommandStart);if(!u)break;
r=u.pos}if(this.accept(g.Else,w.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let n=this.acceptEnd(g.Fi,w.CommandStart);return n<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=n>=0?n:r,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(w.CommandStart).pos;if(this.tok.peek(w.Normal).token===g.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),r;
if(this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===g.In)for(this.tok.next(w.CommandStart),r=[];this.tok.peek(w.Normal).token===g.Word;)r.
push(this.readWord(w.Normal));if(this.skipSemi(),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===g.LBrace){let c=this.braceGroup();return{
type:"For",pos:e,end:c.end,name:s,wordlist:r,body:c.body}}let n=this.accept(g.Do,w.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let c=this.tok.skipCompoundBody(g.Done);c<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let l=c>=0?c:e;return{type:"For",pos:e,end:l,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(n);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(g.Done,w.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,r,n,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(w.CommandStart).token===
g.Semi&&this.tok.next(w.CommandStart),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===g.LBrace){let p=this.braceGroup();return new bn(e,
p.end,p.body,s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let c=this.accept(g.Do,w.CommandStart)!==null;if(c||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(g.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new bn(e,f,this.makeCompoundList([]),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let l=this.doBody(c);this.syntaxDepth--;let d=this.acceptEnd(g.Done,w.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new bn(e,u,this.makeCompoundList(l),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(w.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(g.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let r=this.list(),n=this.emptyListPos(
r),o=this.makeCompoundList(r);this.skipSemi();let i=this.accept(g.Do,w.CommandStart)!==null;i?n>=0&&this.error(`expected command after '${e}'`,n):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let c=this.acceptEnd(g.Done,w.CommandStart);c<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let l=c>=0?c:s;return this.syntaxDepth--,{type:"While",pos:s,end:l,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(w.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(w.CommandStart),this.accept(g.In,w.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(w.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let c=this.tok.skipCompoundBody(
g.Esac);c<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let l=c>=0?c:e;return{type:"Case",pos:e,end:l,word:s,items:[]}}this.syntaxDepth++;let r=[],
n=!1,o=this.tok.peek(w.CasePattern).token;for(;o!==g.Esac&&o!==g.EOF;){let c=this.tok.peek(w.Normal).pos;this.accept(g.LParen,w.Normal);let l=[],d=!0,u=this.tok.
peek(w.Normal);for(;u.token!==g.RParen&&u.token!==g.EOF;){u.token===(d?g.Word:g.Pipe)?d=!d:n||(this.unexpectedToken(u),n=!0);let C=this.tok.next(w.Normal);C.token===
g.Word&&l.push(this.toWord(C)),u=this.tok.peek(w.Normal)}d&&u.token===g.RParen&&!n&&(this.unexpectedToken(u),n=!0);let p=this.acceptEnd(g.RParen,w.Normal),f=this.
list(),m=p>=0?p:l.length>0?l[l.length-1].end:c,h=f.length>0?f[f.length-1].end:m,b={type:"CaseItem",pos:c,end:h,pattern:l,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:m,end:m,commands:[]},terminator:void 0},y=this.tok.peek(w.CommandStart);if(o=y.token,o===g.DoubleSemi||o===g.SemiAmp||o===g.DoubleSemiAmp){
let v=this.tok.next(w.CommandStart);b.terminator=d_[v.token],b.end=v.end}else o!==g.Esac&&o!==g.EOF&&!n&&(this.unexpectedToken(y),n=!0);r.push(b),this.skipNewlines(
w.CasePattern),o=this.tok.peek(w.CasePattern).token}let i=this.acceptEnd(g.Esac,w.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:r}}selectClause(){let e=this.tok.next(w.CommandStart).pos,s=this.readRequiredWord(
"select"),r;if(this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===g.In)for(this.tok.next(w.CommandStart),r=[];this.tok.peek(w.Normal).token===
g.Word;)r.push(this.readWord(w.Normal));if(this.skipSemi(),this.skipNewlines(w.CommandStart),this.tok.peek(w.CommandStart).token===g.LBrace){let c=this.braceGroup();
return{type:"Select",pos:e,end:c.end,name:s,wordlist:r,body:c.body}}let n=this.accept(g.Do,w.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let c=this.tok.skipCompoundBody(g.Done);c<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let l=c>=0?c:e;return{type:"Select",pos:e,end:l,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
n);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(g.Done,w.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(w.CommandStart).pos,s=this.parseTestOr(),
r=this.acceptEnd(g.DblRBracket,w.TestMode);r<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let n=r>=0?r:e;return{type:"TestCommand",pos:e,end:n,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(w.TestMode).token!==g.Or)return e;let s=[e];do this.tok.next(w.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(w.TestMode).token===g.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(w.TestMode).token!==g.And)return e;let s=[e];do this.tok.next(w.TestMode),s.push(this.parseTestNot());while(this.tok.peek(w.TestMode).token===g.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(w.TestMode);if(!Th(e))return this.parseTestPrimary();
let s=[];for(;Th(e);){let n=this.tok.next(w.TestMode);s.push({type:"Negation",pos:n.pos,end:n.end}),e=this.tok.peek(w.TestMode)}let r=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:r.end,negations:s,operand:r}}parseTestPrimary(){if(this.tok.peek(w.TestMode).token===g.LParen){let a=this.tok.next(w.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new Le("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let c=this.parseTestOr();this.syntaxDepth--;let l=this.acceptEnd(g.RParen,w.TestMode);l<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=l>=0?l:a;return{type:"TestGroup",pos:a,end:d,expression:c}}let e=this.tok.next(w.TestMode);(e.token===g.And||e.token===g.Or)&&this.unexpectedToken(
e);let s=e.value,r=e.pos,n=e.end;if(e.keywordEligible&&p_[s]===1){if(this.tok.peek(w.TestMode).token===g.Word){let c=this.readTestOperand();return{type:"TestUna\
ry",pos:r,end:c.end,operator:s,operand:c}}this.error("expected operand after unary test operator",n);let a=new Le("",n,n);return{type:"TestUnary",pos:r,end:n,operator:s,
operand:a}}let o=this.tok.peek(w.TestMode);if(o.token===g.Word&&o.keywordEligible&&f_[o.value]===1){let a=this.tok.next(w.TestMode).value,c;if(a==="=~"){let d=this.
tok.readTestRegexWord();c=new Le(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,Jo(this.tok.getSubstitutionContext()),this.depth)}else c=this.readTestOperand();
let l=this.toWordFromPosEnd(e,r,n);return{type:"TestBinary",pos:r,end:c.end,operator:a,left:l,right:c}}let i=this.toWordFromPosEnd(e,r,n);return{type:"TestUnary",
pos:r,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(w.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(w.CommandStart).pos,s=this.readWord(w.FunctionName),
r;if(this.tok.peek(w.CommandStart).token===g.LParen){let n=this.tok.next(w.CommandStart).pos;this.tok.peek(w.CommandStart).token===g.RParen?(this.tok.next(w.CommandStart),
this.skipNewlines(w.CommandStart),r=this.commandAsBody()):r=this.withRedirects(this.subshellBody(n))}else this.skipNewlines(w.CommandStart),r=this.commandAsBody();
return{type:"Function",pos:e,end:r.end,name:s,body:r}}simpleCommandOrFunction(e){let s=[],r=this.tok.peek(w.CommandStart).pos,n=r,o=w.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===g.Assignment){let u=this.tok.next(o);n=u.end,s.push(this.parseAssignment(u))}else if(d===g.Redirect){let u=this.readRedirect(o);s.push(
u),n=u.end}else break;o=w.CommandPrefix}if(this.tok.peek(w.Normal).token!==g.Word)return new gn(r,n,void 0,s,[]);let i=this.tok.next(w.Normal),a=i.keywordEligible?
i.value:"",c=this.toWord(i);o=l_(a)?w.Declaration:a==="eval"||a==="let"?w.EvalArgument:w.Normal,n=c.end;let l=[];if(e)for(;this.tok.peek(w.CommandPrefix).token===
g.Assignment;){let d=this.tok.next(w.CommandPrefix),u=o===w.Declaration?this.parseAssignment(d):this.toWord(d);l.push(u),n=u.end}if(this.tok.peek(o).token===g.LParen&&
l.length===0&&(this.tok.next(w.Normal),this.tok.peek(w.Normal).token===g.RParen)){this.tok.next(w.Normal),this.skipNewlines(w.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:c.pos,end:d.end,name:c,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===g.Word||d===g.Assignment){let u=this.tok.next(o),p=d===g.Assignment?
this.parseAssignment(u):this.toWord(u);l.push(p),n=p.end}else if(d===g.Redirect){let u=this.readRedirect(o);l.push(u),n=u.end}else break}return new gn(r,n,c,s,l)}readRedirect(e){
let s=this.tok.next(e),r=s.pos,n=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:r,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:r,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let c={type:"HereDoc",pos:r,end:n,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new ei(this.source,n,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(c),c}let a=i?new Le(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,ar(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:r,end:n,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:r,end:n,operator:u_[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(w.Normal);return s.token===g.Word?this.toWord(this.tok.next(w.
Normal)):(s.token!==g.EOF&&this.error(`expected word after '${e}'`,s.pos),new Le("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),r=e.
raw&&e.keywordEligible?void 0:this.source;return new Le(s,e.pos,e.end,r,r===void 0?Qo:ar(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,r){
return e.pos===s&&e.end===r?this.toWord(e):new Le(this.source.slice(s,r),s,r,this.source,ar(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Zo(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),r=e.length>0?e[0].pos:s,n=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:r,end:n,commands:e}}};var b_=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" "));function Ih(t,e){return(t.type===
"ArithmeticFor"?t.test===void 0:y_(t)||t.kind==="while"&&qc(e))&&Oh(t.body)&&!Lh(t.body)}function Nh(t,e){let s=[];return un(t,r=>{s.push(r)}),s.some(e)}var Oh=t=>t.
type==="Statement"&&t.background===!0||t.type!=="Function"&&Nh(t,Oh),Lh=t=>t.type==="Command"&&b_.has(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statem\
ent"&&t.background)&&Nh(t,Lh);function y_({kind:t,clause:e}){let[s]=e.commands;if(e.commands.length!==1||s===void 0)return!1;let{command:r}=s;if(r.type==="Arith\
meticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(r.body);if(r.type!=="Command")return!1;let n=[r.name?.text??"",...r.args.map(({text:o})=>o)].join(" ");
return t==="while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(n):/^(?:\/bin\/)?false$/.test(n)}var k_=/^yes\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\bcount=).*\/dev\/(?:zero|u?random|full)(?: |$)/;
function qc(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:r,redirects:n}=e;return k_.test([s,
...[...r,...n.map(({path:o})=>o)].map(({text:o})=>o)].join(" "))}var v_=256,Dh=64,w_=t=>{let{args:e,scope:s,context:r}=t,n=e.findIndex(({text:p})=>/^(-(?![HLPOD])|[(!])/.test(p)),o=e.slice(0,n===-1?void 0:n).filter(({text:p})=>!/^-[HLPOD]/.
test(p)),i=n===-1?[]:e.slice(n),a=x_(o.length>0?o:[R(".")],i),c=i.flatMap(({text:p},f)=>{let m=/^-f(print0?|ls|printf)$/.test(p)?i[f+1]:void 0;return m?[{kind:"\
write",path:m}]:[]});F({...t,context:wr(r,c)});let l=[];i.forEach(({text:p},f)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(p))return;let m=i.findIndex((v,C)=>C>f&&(v.
text===";"||v.text==="+"&&i[C-1]?.text==="{}")),b=i.slice(f+1,m===-1?void 0:m).flatMap(v=>v.text==="{}"?a:[Mc(v,"{}",a[0])]),y=t.interpreter.runWords(b,s,Nt(J(r,
"find")));y!==k&&l.push(y)});let d=a.map(({text:p})=>p);return If(i,d,o[0]?.text??".",(p,f)=>t.interpreter.files.write(p,f,s.folder))+l.join("")};function x_(t,e){
let s=e.flatMap(({text:r},n)=>{let o=/^(?:!|-not)$/.test(e[n-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(r)&&!o?e[n+1]?.text:void 0;return i===void 0?[]:[
i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:r,glob:n})=>{let o=`${r.replace(/\/+$/,"")}/${k}`;return s.length===0?[{text:o,glob:n}]:s.slice(0,8).map(
i=>({text:`${o}/${i}`,glob:n||/[*?[]/.test(i)}))})}var Mc=(t,e,{text:s,glob:r})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||r&&t.text.includes(e)}),S_=t=>{F(
t);let e=t.args.findIndex(({text:i})=>/^(-x|-X|--exec|--exec-batch)$/.test(i));if(e===-1)return k;let s=R(k),r=t.args.slice(e+1),o=r.some(({text:i})=>i.includes(
"{"))?r.map(i=>Mc(i,"{}",s)):[...r,s];return t.interpreter.runWords(o,t.scope,J(t.context,t.program)),k},E_=t=>{let{options:e,operands:s}=L(t.args,_.getopt.xargs),
{scope:r,context:n}=t;qc(n.input)&&/^0+$/.test(M(e,"P","max-procs")[0]?.text??"")&&is(t);let[o]=M(e,"a","arg-file"),i=o?t.interpreter.files.read(o.text,r.folder)??
k:n.stdin?.readRest()??k,[a]=M(e,"d","delimiter"),c=z(e,"0","null"),l=M(e,"I","replace")[0]?.text??(z(e,"i","replace")?"{}":void 0),d=c?i.includes("\0")?"\0":`
`:a?.text.replace("\\n",`
`)??(l===void 0?void 0:`
`),u=Wh(i,d),p=s.length>0?s:[R("echo")],m={...Nt(J({...n},"xargs")),input:n.input};return t.interpreter.budget.spend(u.length>>2),l===void 0?t.interpreter.runWords(
[...p,...os(u,v_)],r,m):os(u,Dh).map(({text:b,glob:y})=>{let v=R(b.trimStart(),y),C=p.map(S=>Mc(S,l,v));return t.interpreter.runWords(C,r,m)}).join("")};function Wh(t,e){
return(e===void 0?t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[]:t.split(e)).filter(r=>r!=="").map(r=>R(e===void 0?r.replace(/^(["'])(.*)\1$/,"$2"):r))}var C_=t=>{let{
options:e,operands:s}=L(t.args,_.getopt.parallel),r=s.findIndex(({text:p})=>/^:::{1,2}\+?$/.test(p)),n=r===-1?s:s.slice(0,r),o=z(e,"q","quote"),i=o?xr(n):ye(n).
text,a=M(e,"I","replace").find(({text:p})=>p!=="")?.text??"{}",c=[],l=M(e,"a","arg-file"),d=c;for(let p of r===-1?[]:s.slice(r))/^:::{1,2}\+?$/.test(p.text)?d=p.
text.startsWith("::::")?l:c:d.push(p);r===-1&&l.length===0&&l.push(R("-"));for(let{text:p}of l){let f=p==="-"?t.context.stdin?.readRest():Fe(p,t)?.text;c.push(...Wh(
f??k,`
`))}let u=i.includes(a)||/\{[^{}\s]*\}/.test(i);for(let p of os(c,Dh)){let f=o?p.text:Js(p),m=i.replaceAll(a,()=>f).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>f),h=i===""?p.text:u?m:`${i} ${Js(p)}`;ie(h,{...t,context:Nt(t.context)})}return k},qh={"find gfind":w_,"fd fdfind":S_,"xargs gxargs":E_,parallel:C_};var jh=require("node:path");var Fh={"cd pushd":Mh,popd:t=>Mh({...t,args:[R("-")]}),"export declare typeset local readonly":__,unset:$_,set:T_,shift:P_,read:R_,"mapfile readarray":N_,printf:L_,
alias:D_,hash:A_,unalias:t=>F(t),eval:W_,trap:q_,command:M_},Hh=t=>t.filter(({text:e})=>!/^-./.test(e));function Mh(t){let{scope:e}=t,[s]=Hh(t.args.filter(({text:o})=>o!==
"--"));F(t);let r=s?.text??"~",n=!/^[/~]/.test(r)&&!r.startsWith(k)&&e.folder!==void 0;return e.folder=r==="-"?k:n?jh.posix.normalize(`${e.folder}/${r}`):r,""}function __(t){
let{scope:e,args:s,program:r}=t,n=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.test(i)?[i.slice(1)]:[]).join(""),o=r==="export"||n.includes("x");for(let{text:i,glob:a}of s){
let[,c,l,d]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(i)??[];if(c===void 0){o&&e.export(i);continue}let u=e.get(c),p=u!==void 0&&u.words.length>1&&ye(u.words).text===
d,f=/[lu]/.test(n)?q:(l?e.value(c):"")+d;n.includes("n")?e.addReference(c,d):e.set(c,p?u.words:[{text:f,glob:a}],o||u?.exported),(r==="readonly"||n.includes("r"))&&
e.fix(c)}return F(t)}function A_(t){let[e,s,r]=t.args;return e?.text==="-p"&&s&&r&&t.scope.alias(r.text,s.text),F(t)}function $_(t){let e=t.args.some(({text:s})=>s===
"-f");for(let{text:s}of Hh(t.args)){let r=t.scope.functions.get(s);r&&(e||t.scope.get(s)===void 0)&&(r.certain=!1),e||t.scope.set(s,[])}return F(t)}function T_(t){
let{args:e,scope:s}=t,r=e.findIndex(({text:o})=>o==="--"),n=r===-1?e.findIndex(({text:o})=>!/^[-+]/.test(o)):r+1;return n!==-1&&!(r===-1&&/^[-+]\w*o$/.test(e[n-
1]?.text??""))&&(s.arguments=[s.arguments[0]??R("bash"),...e.slice(n)]),F(t)}function P_({args:[t],scope:e}){let[s,...r]=e.arguments;return e.arguments=[s,...r.
slice(Number(t?.text??1)||1)],""}function R_(t){let{args:e,scope:s,context:r}=t,n=/^-\w*[dinNptu]$/,o=e.filter(({text:p},f)=>/^[A-Za-z_]\w*$/.test(p)&&!n.test(e[f-
1]?.text??"")),i=e.find((p,f)=>/^-\w*a$/.test(e[f-1]?.text??"")),a=r.stdin?r.stdin.readLine()??"":k,c=r.environment.IFS?.text??s.value("IFS"),l=I_(a.trim(),c);if(r.
redirects.length>0&&F(t),i)return s.set(i.text,qt(l)),"";let d=o.length>0?o:[R("REPLY")],u=a===k||a===q;return d.forEach(({text:p},f)=>{let m=l.slice(f).join(c[0]??
" "),h=f<d.length-1?l[f]??"":d.length===1?a.trim():m;s.set(p,[R(u?a:h)])}),""}function I_(t,e){let s=[""];for(let r of t)e.includes(r)?s.at(-1)!==""&&s.push(""):
s[s.length-1]+=r;return s}function N_(t){let{args:e,scope:s,context:r}=t;r.redirects.length>0&&F(t);let n=/^-\w*[CcdnOsu]$/,i=e.filter(({text:d},u)=>!/^-./.test(
d)&&!n.test(e[u-1]?.text??"")).at(-1)?.text??"MAPFILE",a=e.find((d,u)=>/^-\w*C$/.test(e[u-1]?.text??""));a&&t.interpreter.runScript(`${a.text} 0 line`,s,J(r,t.program));
let l=(r.stdin?.readRest()??k).replace(/\n$/,"").split(`
`);return s.set(i,os(qt(l),O_)),""}var O_=1e3;function L_(t){let[e,s,...r]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[R(ln(r.map(({text:n})=>n)))]),F(
t)}function D_(t){for(let{text:e}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,r)}return F(t)}function W_(t){let e=ye(t.args).
text;return e.includes(k)&&F(er(t,e)),e.trim()===""?"":t.interpreter.runScript(e,t.scope,J(t.context,"eval"))}function q_(t){let[e,...s]=t.args.filter(({text:r})=>r!==
"--");return F(t),e&&s.length>0&&!/^-/.test(e.text)&&t.interpreter.runScript(e.text,t.scope.copy(),J(t.context,"trap")),""}function M_(t){let e=t.args.findIndex(
({text:r})=>!/^-[pvV]+$/.test(r)),s=t.args.slice(e===-1?t.args.length:e);return t.args.slice(0,e).some(({text:r})=>/[vV]/.test(r))?F({...t,program:"type",args:s}):
(s[0]?.text==="--"&&s.shift(),s.length===0?F(t):t.interpreter.runWords(s,t.scope,J(t.context,t.program)))}var j_=2e4,F_=20,{smallLanguages:Vh}=_,H_=t=>{let{code:e=[],operands:s,runs:r,deletes:n,does:o={}}=Vh.get(t.program==="R"?"Rscript":t.program),i=t.args.map(p=>/^-(?:eval|batch|load|[Cc]ommand)$/.
test(p.text)?R(`-${p.text}`):p),{options:a,operands:c}=L(i,{short:e.filter(p=>p.length===1).join(""),long:e.filter(p=>p.length>1),permuted:!0}),l=F(t),d=M(a,...e).
map(({text:p})=>p),u=c[0]&&t.interpreter.files.read(c[0].text,t.scope.folder);u!==void 0&&d.push(u),s==="code"&&d.length===0&&d.push(ye(c).text),d.length===0&&c.
every(({text:p})=>p==="-")&&d.push(t.context.stdin?.readRest()??"");for(let p of d.map(B_)){for(let f of new Set([...jc(p,r),...V_(p)]))ie(f,t);for(let f of(n?jc(
p,n):[]).flatMap(m=>m.split(",")))ie(`rm -r ${Js(R(f))}`,t);for(let[f,m]of Object.entries(o))for(let h of m.flatMap(b=>jc(p,b,"gi")))ie(f==="$"?h:f.replace("$",
()=>Js(R(h))),t)}return l},V_=t=>[...t.slice(0,j_).matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g)].
slice(0,F_).map(e=>e[2]),U_=st(_.patterns.home_lookup,"g"),B_=t=>t.replace(U_,'"~"'),jc=(t,e,s="g")=>[...t.matchAll(new RegExp(e,s))].map(r=>r.at(-1)??k),Uh={[[
"R",...Vh.keys()].join(" ")]:H_};tt();var Bh=48,Gh=1e3;function Fc(t,e){if(t.length>65536)e.fail("too-long",`longer than ${65536} characters`);else if(G_(t)>Bh)e.fail("too-deep",`more than ${Bh} bra\
ckets are open at once`);else if(t.split("<<").length>Gh)e.fail("too-much",`more than ${Gh} here-documents`);else{e.spend(t.length>>10);try{let s=Rh(t);return Hc(
s,e),s}catch(s){e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function ti(t,e){let s=Fc(`: ${t}`,e)?.commands[0]?.command,[r]=s?.type==="Command"?s.suffix:
[];return r?.type==="Word"?r:void 0}function Hc(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function G_(t){
let e=0,s=0;for(let[r]of t.matchAll(/[[\](){}]/g))e="([{".includes(r)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}function si(t,e){return t?(ri(t,e),String(Kc(t,e))):q}function zc(t,e){if(t.trim()===""||Gc.test(t.trim()))return Number(t);if(!e.interpreter.budget.spend(z_))return;
let[s]=ti(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let r=Kc(s.expression,e);return typeof r=="numbe\
r"?r:void 0}function ri(t,{interpreter:e,scope:s,context:r}){let n=[t];for(let o=n.pop();o&&e.budget.spend();o=n.pop())o.type==="CommandExpansion"||o.type==="Pr\
ocessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,s.copy(),{...r,redirects:[],environment:{}}):un(o,i=>{n.push(i)})}var z_=32,
Gc=/^-?(?:0|[1-9]\d{0,8})$/;function Kc(t,e){let s=r=>Kc(r,e);switch(t.type){case"ArithmeticWord":return K_(t.value,e);case"ArithmeticGroup":return s(t.expression);case"\
ArithmeticUnary":{let r=s(t.operand);if(t.operator==="-")return Uc("-",0,r);if(t.operator!=="++"&&t.operator!=="--")return q;let n=Vc(t.operand,Uc(t.operator[0],
r,1),e);return t.prefix?n:r}case"ArithmeticBinary":{let r=s(t.right);if(t.operator==="=")return Vc(t.left,r,e);let[,n=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.
operator)??[],o=Uc(n,s(t.left),r);return n===t.operator?o:Vc(t.left,o,e)}case"ArithmeticCommandExpansion":return k;default:return q}}function Vc(t,e,{scope:s}){
return t.type==="ArithmeticWord"&&/^[A-Za-z_]\w*$/.test(t.value)&&s.set(t.value,[{text:String(e),glob:!1}]),e}function K_(t,{scope:e}){if(Gc.test(t))return Number(
t);let[,s,r,n]=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&r===void 0&&n===void 0)return q;let o=n===void 0?e.value(
s??r):e.arguments[Number(n)]?.text??"";return o.includes(k)?ke(o)?q:k:o.trim()===""||Gc.test(o.trim())?Number(o):q}function Uc(t,e,s){if(typeof e!="number")return e;
if(typeof s!="number")return s;let r=Object.hasOwn(zh,t)?zh[t](e,s):Number.NaN;return Number.isSafeInteger(r)?r:q}var Bc=t=>(e,s)=>Math.max(Math.abs(e),Math.abs(
s))<2**31?t(e,s):Number.NaN,zh={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":Bc((t,e)=>t&e),"|":Bc((t,e)=>t|e),"^":Bc((t,e)=>t^e)};var Yh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Yc(t){let e=[""];for(let s=0;s<t.length;){let r=t[s]==="{"?Y_(t,s):void 0,n=r?.end??
Xh(t,s),o=r?r.alternatives:[t.slice(s,n)],i=e.length*(o?.length??0);if(o===void 0||i>512||i*t.length>2e5)return;e=e.flatMap(a=>o.map(c=>a+c)),s=n}return e}function Y_(t,e){
let s=[],r=e+1,n=0;for(let o=r;o<t.length;o=Xh(t,o)){let i=t[o];if(i==="{"?n+=1:i==="}"&&n>0?n-=1:(i===","&&n===0||i==="}")&&(s.push(t.slice(r,o)),r=o+1),i!=="}"||
r!==o+1)continue;let a=s.length===1?Q_(s[0]):X_(s);return a==="none"?void 0:{alternatives:a,end:r}}}function X_(t){let e=t.map(Yc);return e.includes(void 0)?void 0:
e.flat()}function Q_(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)return"none";let[,s="",r="",n,o,i="1"]=e,
a=/^-?0\d/.test(s)||/^-?0\d/.test(r)?Math.max(s.length,r.length):0,[c,l]=n===void 0?[Number(s),Number(r)]:[n.charCodeAt(0),o.charCodeAt(0)],d=Math.max(1,Number(
i)),u=Math.floor(Math.abs(l-c)/d)+1;if(!(u>512))return Array.from({length:u},(p,f)=>{let m=c+(c<=l?d:-d)*f,h=m<0?`-${String(-m).padStart(a-1,"0")}`:String(m).padStart(
a,"0");return n===void 0?h:String.fromCharCode(m)})}var Kh=new RegExp([String.raw`\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,String.
raw`\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`,String.raw`[^\\'"\x60$\x7b\x7d,]+|[\s\S]`].join("|"),"y");function Xh(t,e){
return Kh.lastIndex=e,e+Kh.exec(t)[0].length}function Xc(t,e,s,r){let{scope:n}=s;if(e?.prefix==="!"&&e.operation?.type==="Names")return{words:[R(q)],list:!1};let o=e?.prefix==="!"?n.value(t):t,i=e?.index&&
r(e.index,s).text,a=t==="@"||i==="@",c=Z_(o,i,s);if(e?.prefix==="#"){let d=a||t==="*"||i==="*"?c.length:c[0]?.text.length,u=c.every($t)&&!Qh(t,s);return{words:[
R(u?String(d??0):k)],list:!1}}let l=e?.operation;return l===void 0?{words:c,list:a}:l.type==="Default"?{words:e1(o,c,l,s,r),list:a}:l.type==="Slice"&&a?{words:[
R(q)],list:a}:{words:c.map(d=>r1(o,d,l,s,r)),list:a}}function Z_(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[R(String(s.arguments.
length-1))];if(/^\d+$/.test(t))return s.arguments.slice(Number(t),Number(t)+1);let r=s.get(t);if(e===void 0)return r?r.words.slice(0,1):[R(s.value(t))];if(e==="\
@"||e==="*")return r?.words??[R(k)];let n=Number(e);if(!r||!Number.isInteger(n))return[R(k)];let o=r.words.at(n);return o?[o]:[]}function e1(t,e,{operator:s,operand:r},n,o){
let i=e.length>0&&(e[0].text!==""||!s.includes(":")),a=n.scope.get(t)!==void 0||e.every($t),c=s.endsWith("+")&&!i?void 0:o(r,n);if(s.endsWith("+"))return c?[c]:
[];if(s.endsWith("?")){if(s!==":?"||e.length!==1||e[0].text!==k)return e;let l=[R(ka)];return/^\w+$/.test(t)&&n.scope.set(t,l),l}return(a?i:c.text==="")?e:(s.endsWith(
"=")&&/^\w+$/.test(t)&&n.scope.set(t,[c]),[c])}var t1=new Set(["HOME","PWD","PATH","OLDPWD","SHELL","BASH"]),Qh=(t,{scope:e})=>t1.has(t)&&!e.get(t);function s1(t,e,s){
return e==="##"&&s==="*/"?k:e==="%"&&s==="/*"?`${t}/..`:e==="%"&&s==="/"?t:q}function r1(t,e,s,r,n){let o=Qh(t,r),{text:i}=e,a=!o&&!i.includes(k),c=o?q:Ke(i);switch(s.
type){case"Remove":{let l=n(s.operand,r).text;return o?R(s1(i,s.operator,l)):R(a?i1(i,s.operator,l,r):c)}case"Replace":{let l=n(s.pattern,r).text,d=n(s.replacement,
r).text;return R(a?a1(i,s.operator,l,d,r):c)}case"Slice":{let[l,d]=[s.offset,s.length].map(m=>m&&n(m,r).text),u=zc(l,r),p=d===void 0?void 0:zc(d,r);if(o&&u===0&&
p===1)return R("/");if(!a)return R(c);if(u===void 0||d!==void 0&&p===void 0)return R(Ie(l+(d??"")));let f=u<0?i.length+u:u;return R(f<0?"":i.slice(f,p===void 0||
p<0?p:f+p))}case"CaseModification":return R(a?s.operand?q:o1(i,s.operator):c);case"Transform":case"Names":case"Unknown":return R(q);default:return s}}var n1=100,
o1=(t,e)=>{let s=r=>e[0]==="^"?r.toUpperCase():r.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function Jh(t,e,s,r){return r.interpreter.budget.
spend(n1),t.length>128||e.includes(k)?void 0:Bo(e,s)}function i1(t,e,s,r){let n=Jh(t,s,e.length===1,r);if(n===void 0)return Ie(s);if(e[0]==="#")return t.replace(
new RegExp(`^(?:${n})`),"");let o=new RegExp(`^(?:${n})$`),i=Array.from({length:t.length+1},(c,l)=>l),a=c=>o.test(t.slice(c));return t.slice(0,e==="%"?i.findLast(
a):i.find(a))}function a1(t,e,s,r,n){if(s==="")return t;let o=Jh(t,s,!1,n);if(o===void 0)return Ie(s);let i=e==="/#"?`^(?:${o})`:e==="/%"?`(?:${o})$`:o;return t.
replace(new RegExp(i,e==="//"?"g":""),()=>r)}function Nr(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[R(q)];if(t.parts===void 0)return[t.text.startsWith(k)?{...R(t.value),bare:!0}:R(t.value)];
if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return Zh(t.parts,e);let s=Yc(t.text);return e.interpreter.budget.spend(2*(s?.length??0)+(t.text.length>>2)),
s===void 0?Yh(t.text)?[R("1"),R(k)]:[R(q,!0)]:s.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[R(r)];let{budget:n}=e.interpreter,o=n.spend(4)?ti(r,n)?.parts:void 0;
return o===void 0?[R(r)]:Zh(o.filter(({type:i})=>i!=="BraceExpansion"),e)})}function Gt(t,e){return t.parts===void 0?R(t.value):Jc(t.parts,e)}function Jc(t,e){let s=new ni;
for(let o of t)Zc(o,e,s,!0);let{text:r,glob:n}=ye(s.end());return R(r,n||t.some(({type:o})=>o==="Glob"||o==="ExtendedGlob"))}function Zh(t,e){let s=new ni;for(let r of t)
Zc(r,e,s,!1);return s.end()}var ni=class{done=[];text;glob=!1;bare=!1;add(e,s=!1){let r=(this.text??"")+e;this.text=r.length>65536?q:r,s&&(this.glob=!0)}split(e,s,r){
let n=0;for(let o=0;o<=e.length;o+=1){if(o<e.length&&!s.includes(e[o]))continue;let i=e.slice(n,o);i!==""&&this.add(i,r&&/[*?[]/.test(i)),i.includes(k)&&(this.bare=
!0),o<e.length&&this.close(),n=o+1}}close(){this.text!==void 0&&this.done.push({text:this.text,glob:this.glob,...ne({bare:this.bare||void 0})}),this.text=void 0,
this.glob=!1,this.bare=!1}end(){return this.close(),this.done}};function Zc(t,e,s,r){if(!e.interpreter.budget.spend()){s.add(k);return}switch(t.type){case"Liter\
al":case"SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":s.add(t.text,!0);break;case"DoubleQuoted":case"LocaleString":(t.parts.
length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let n of t.parts)Zc(n,e,s,!0);break;case"SimpleExpansion":Qc(Xc(t.text.slice(1),void 0,
e,Gt),e,s,r);break;case"ParameterExpansion":Qc(Xc(t.parameter,t,e,Gt),e,s,r);break;case"CommandExpansion":{let{interpreter:n,scope:o,context:i}=e,a=n.invocations.
length,c={...i,redirects:[],environment:{},captured:!0},l=n.runSubstitution(t.script,o.copy(),c);l.includes(k)&&l1(n,a),Qc({words:[R(l.replace(/\n+$/,""))],list:!1},
e,s,r);break}case"ArithmeticExpansion":s.add(si(t.expression,e));break;case"ProcessSubstitution":s.add(d1(t,e));break;case"BraceExpansion":s.add(t.text);break;default:}}
function Qc({words:t,list:e},s,r,n){if(s.interpreter.budget.spend(t.reduce((o,{text:i})=>o+i.length,0)>>6),n&&!e){let{text:o,glob:i}=ye(t);r.add(o,i);return}t.forEach(
({text:o,glob:i},a)=>{a>0&&r.close(),n?r.add(o,i):r.split(o,s.scope.value("IFS"),!0)})}var c1=20;function l1({substituted:t,invocations:e},s){let r=[...t,...e.slice(
s)].slice(-c1);t.splice(0,t.length,...r)}function d1(t,{interpreter:e,scope:s,context:r}){let n=`/dev/fd/${63+e.sources.size}`,o=e.invocations.length,i={...r,redirects:[],
environment:{},captured:!0,isConcurrent:!0},a=t.operator===">"?Qs(i,{text:q,from:[]}):i,c=e.runSubstitution(t.script,s.copy(),a);return t.operator!==">"&&e.sources.
set(n,{text:c,from:e.invocations.slice(o)}),n}function el(t,e){let r=t.map(o=>o&&"text"in o?o.text:"").flatMap(o=>[...o.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);return[...new Set(r.map(([,o])=>o))].flatMap(o=>(e.
get(o)?.alternatives??[]).map(i=>{let a=e.copy();return a.set(o,i),a}))}function em({name:t,append:e,index:s,value:r},n,o){let i=e||s?o.get(t)?.words??[]:[];s?o.
set(t,u1(i,s.value,n[0])):r.type==="ArrayValue"?o.set(t,[...i,...n]):o.set(t,e?[R((i[0]?.text??"")+n[0].text,n[0].glob)]:n)}function u1(t,e,s=R("")){let r=/^\d{1,3}$/.
test(e)?Number(e):0,n=Math.max(t.length,r+1);return Array.from({length:n},(o,i)=>i===r?s:t[i]??R(""))}function tl({value:t,index:e},s){return e&&Gt(e,s),t.type===
"ArrayValue"?t.elements.flatMap(r=>Nr(r,s)):[Gt(t,s)]}function tm(t,e){let s=tl(t,e),r=`${t.name}${t.append?"+":""}=`;t.value.type==="ArrayValue"&&e.scope.set(t.
name,s);let{text:n,glob:o}=ye(s);return R(r+n,o)}var sl=32,oi=class{constructor(e,s){this.machine=e;this.run=s}machine;run;list(e,s,r){let n="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())
break;let a=this.node(o,s,i?{...r,isConcurrent:!0}:r);n=rl(n,a)}return n}node(e,s,r){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return s.
hasAlternatives?this.alternatives(e,s,r):this.command(e,s,r);case"Pipeline":return this.pipeline(e,s,r);case"AndOr":return this.andOr(e,s,r);case"CompoundList":
return this.list(e.commands,s,r);case"Subshell":return this.list(e.body.commands,s.copy(),r);case"BraceGroup":return this.list(e.body.commands,s,r);case"If":return this.
choice([e.clause,...e.elif.map(({clause:n})=>n)],[e.then,...e.elif.map(({then:n})=>n),...e.else?[e.else]:[]],s,r);case"Case":return this.inCase(e,s,r);case"For":case"\
Select":return this.forEach(e,s,r);case"While":return this.reportBomb(e,s,r),this.repeat(e,s,r);case"ArithmeticFor":this.reportBomb(e,s,r);for(let n of[e.initialize,
e.test,e.update])n&&ri(n,this.site(s,r));return this.maybe(s,n=>this.list(e.body.commands,n,r));case"ArithmeticCommand":return e.expression&&si(e.expression,this.
site(s,r)),"";case"TestCommand":return e.expression&&ri(e.expression,this.site(s,r)),"";case"Redirected":return this.redirected(e,s,r);case"Function":return s.define(
e.name.value,e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...r,isConcurrent:!0});default:return e}},k)}pipeline({commands:e,prefixes:s},r,n){let o=s.
some(({type:c})=>c==="Time")?J(n,"time"):n;if(e.length===1)return this.node(e[0],r,o);let i=this.machine.invocations.length,a="";for(let[c,l]of e.entries()){let d=this.
machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=c===0?o:{...o,input:{kind:"pipe",from:d},stdin:new vt(a)};a=this.node(l,
r.copy(),{...u,isConcurrent:!0})}return a}andOr({commands:e,operators:s},r,n){let o="",i=[r.copy()];for(let[a,c]of e.entries()){if(!this.machine.budget.spend())
break;let l=this.node(c,r,n);s[a-1]!=="||"?o+=l:o=o===""||o===l?l:k,a<e.length-1&&!(s[a]==="&&"&&h1(c))&&i.push(r.copy())}for(let a of i.slice(1))r.join(a);return o}choice(e,s,r,n){
for(let a of e)this.list(a.commands,r,n);let o=[],i=s.map(a=>{let c=r.copy();return o.push(c),this.list(a.commands,c,n)});for(let a of o)r.join(a);return i.every(
a=>a==="")?"":k}inCase(e,s,r){let n=this.site(s,r);Gt(e.word,n);for(let{pattern:i}of e.items)for(let a of i)Gt(a,n);let o=e.items.map(({body:i})=>i);return this.
choice([],o,s,r)}forEach(e,s,r){let n=e.wordlist,o=c=>n?n.flatMap(l=>Nr(l,this.site(c,r))):c.arguments.slice(1),i=s.hasAlternatives&&n?el(n,s):[],a=[...o(s),...i.
flatMap(c=>o(c))];return this.maybe(s,c=>{let l="",d=os(a,sl);for(let u of d){if(!this.machine.budget.spend())break;c.set(e.name.value,[u]),l=rl(l,this.list(e.body.
commands,c,r))}return a.length>sl?Ke(l):l})}repeat(e,s,r){let n=s.copy(),o=Math.min(sl,Math.max(2,r.stdin?.lineCount??0)),i="",a=c=>{this.list(e.clause.commands,
s,c),i=rl(i,this.list(e.body.commands,s,c))};for(let c=0;c<o&&this.machine.budget.spend()&&(a(r),!(r.stdin?.isAtEnd||s.same(n)));c+=1);if(r.stdin&&!r.stdin.isAtEnd&&
!s.same(n)){let c=r.stdin.readRest().split(`
`).filter(Boolean),[l]=os(qt(c),0);l&&a({...r,stdin:new vt(l.text)})}return s.join(n),i===""?"":Ke(i)}maybe(e,s){let r=e.copy(),n=s(e);return e.join(r),n}reportBomb(e,s,r){
let n={program:"while",words:[R("while")],args:[],...this.site(s,r)};Ih(e,r.input)&&is(n)}redirected({command:e,redirects:s},r,n){let o=this.site(r,n),i=this.redirect(
s,o),a=this.machine.invocations.length,c=this.node(e,r,i);return this.machine.invocations.length===a&&s.length>0&&this.run([R(":")],r,i,!1),this.settle(c,i,n,o)}alternatives(e,s,r){
let n=e.redirects.map(c=>"target"in c?c.target:void 0),o=el([e.name,...e.args,...e.prefix,...n],s),i=r.stdin?.remaining,a=this.command(e,s,r);for(let c of o){if(!this.
machine.budget.spend(4))break;if(this.command(e,c,i===void 0?r:{...r,stdin:new vt(i)}),!e.name)for(let{name:l}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(
l,c.get(l)?.words??[])}return a}command(e,s,r){let n=this.site(s,r),o=e.prefix.filter(h=>h.type==="Assignment");p1(e)&&this.machine.budget.fail("too-much","a su\
bstitution behind an assignment is not followed");let i=this.machine.invocations.length,a=o.map(h=>({assignment:h,words:tl(h,n)})),c=e.name?Nr(e.name,n):[],l=e.
args.flatMap(h=>h.type==="Assignment"?[tm(h,n)]:Nr(h,n)),d=[...c,...l],u=this.redirect(e.redirects,n);if(d.length===0){for(let{assignment:y,words:v}of a)em(y,v,
s);u.redirects.length>r.redirects.length&&this.run([R(":")],s,u,!1);let b=(u.stdin!==r.stdin?u.stdin?.readRest():void 0)??(this.machine.invocations.length>i&&e.
name?k:"");return this.settle(b,u,r,n)}let p={...r.environment};for(let{assignment:h,words:b}of a)p[h.name]=b[0]??R("");let f=e.name?.parts===void 0&&e.name?.text===
e.name?.value,m=this.run(d,s,{...u,environment:p},f);return s.last=d.at(-1).text,this.settle(m,u,r,n)}redirect(e,s){let r=s.context;for(let n of e){if(!this.machine.
budget.spend(1+(r.redirects.length>>3)))break;if(n.type==="HereDoc"){let{body:o}=n,i=o.parts?Jc(o.parts,s).text:o.text;r=sm(r,n.operator==="<<-"?i.replace(/^\t+/gm,
""):i)}else{if(n.target===void 0)continue;n.type==="HereString"?r=sm(r,`${Gt(n.target,s).text}
`):r=this.redirectedTo(n,Gt(n.target,s),s,r)}}return r}redirectedTo({operator:e,descriptor:s},r,n,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(r.text))return o;let i=/^<&?$/.
test(e)?"read":e.endsWith(">>")?"append":"write",a=wr(o,[{kind:i,path:r}]),c=i==="read"?0:1,l=s?.type==="FileDescriptor"?s.value===c:s===void 0;if(i!=="read")return l?
{...a,outputFile:{kind:i,path:r}}:a;let d=this.machine.sources.get(r.text);if(d)return Qs(a,d);let u=this.machine.files.read(r.text,n.scope.folder)??k;return l?
{...a,input:{kind:"file",path:r},stdin:new vt(u)}:a}settle(e,s,r,{scope:n}){let{machine:o}=this,i=s.outputFile===r.outputFile?void 0:s.outputFile;if(i===void 0)
return e;let c=[...s.input?.kind==="pipe"?s.input.from:[],...o.invocations.slice(-1)];return o.files[i.kind](i.path.text,e,n.folder,e.includes(k)?c:[]),""}site(e,s){
return{interpreter:this.machine,scope:e,context:s}}},p1=({prefix:t,name:e,args:s})=>{let r=[...t,...e?[e]:[],...s],n=new Set(r.flatMap(({type:o,end:i})=>o==="As\
signment"?[i]:[]));return r.some(({type:o,pos:i})=>o==="Word"&&n.has(i))},rl=(t,e)=>t.length+e.length>65536?q:t+e,sm=(t,e)=>({...t,input:{kind:"text",text:e},stdin:new vt(
e)}),f1=/^(?::|true|echo|printf|export|declare|local|set|alias|mkdir(?= -p))(?= |$)/,h1=t=>t.type==="Function"||t.type==="Command"&&(t.name===void 0||f1.test(`${t.
name.value} ${t.args[0]?.value??""}`));var m1=3,g1={...Fh,...th,...qh,...ah,...Uh,...oh,git:Ff},b1=new Map(Object.entries(g1).flatMap(([t,e])=>t.split(" ").map(s=>[s,e])));function ii(t,e={}){let s=new nl(
e),r=new Mo(s.budget);r.folder=e.folder;try{s.runScript(t,r,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(i){if(!(i instanceof RangeError))throw i;
s.budget.fail("too-deep",`cannot be parsed: ${i.message}`)}let{invocations:n,budget:o}=s;return o.problem?{invocations:n,problem:o.problem}:{invocations:n}}var nl=class{budget=new Wo;invocations=[];files;readCode;sources=new Map;activeScripts=[];bodies=[];gitAliases=new Map;substituted=[];walk=new oi(
this,(e,s,r,n)=>this.run(e,s,r,n));constructor({files:e,readCode:s}){this.files=e??new Er,this.readCode=s}runScript(e,s,r){return ke(e)&&this.budget.fail("too-m\
uch","it runs code that cannot be read to its end"),e.replaceAll(k,"").trim()===""?k:this.budget.descend(()=>{let n=Fc(e,this.budget);return n?this.walk.list(n.
commands,s,r):k},k)}runSubstitution(e,s,r){return e?this.budget.descend(()=>(Hc(e,this.budget),this.walk.list(e.commands,s,r)),k):k}run(e,s,r,n){let o=e[0].text,
i=[],a=n?s.aliases.get(o)??[]:[];for(let l of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${l} ${xr(e.slice(1))}`,d,r))}let c=s.functions.get(o);
for(let l of c?.bodies??[])i.push(this.call(o,l,e,s,r));return c?.certain||i.push(this.runWords(e,s,r)),i.length===1?i[0]:k}call(e,s,r,n,o){let i=this.bodies.filter(
u=>u===s).length;if(i>0&&o.isConcurrent&&is({program:e,words:r,args:[],scope:n,context:o,interpreter:this}),i>=m1||i>0&&o.isConcurrent)return k;this.bodies.push(
s);let a=n.arguments;n.arguments=[a[0]??R("bash"),...r.slice(1)];let c=n.copy(),l=this.invocations.length,d=this.walk.node(s,n,{...o,isConcurrent:!1});return this.
invocations.slice(l).some(({program:u})=>u==="return")&&n.join(c),n.arguments=a,this.bodies.pop(),d}runWords(e,s,r){let[n]=e;if(n===void 0)return"";if(n.text.startsWith(
"-")&&r.wrappers.at(-1)==="time"){let o=r.wrappers.slice(0,-1);return this.runWords([R("time"),...e],s,{...r,wrappers:o})}return this.budget.descend(()=>{let o=n.
text.slice(n.text.lastIndexOf("/")+1),i={program:o,words:e,args:e.slice(1),scope:s,context:r,interpreter:this};Jf(i),Bf(i);let a=b1.get(o);return a?a(i):Uo(i)??
dh(i)??eh(i)??this.addInvocation(i)},k)}addInvocation(e){return this.budget.spendInvocation()&&this.invocations.push(uc(e)),Ho(e)}};var ol={characters:16384,commands:90};function*rm(t){let e=new Set,s=[],r=0;for(let n of v1(x1(E1(t.slice(0,262144)))))n===""||n.length>ol.characters||e.has(n)||
(e.add(n),(s.length===ol.commands||r+n.length>ol.characters)&&(yield s,s=[],r=0),s.push(n),r+=n.length+1);s.length>0&&(yield s)}var y1=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
k1=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*v1(t){for(let e of t){let s=e.trim().replace(y1,""),r=w1(s);if(r===-1)yield s;else for(let n of[s.slice(0,
r).trim(),s.slice(r+1).trim()])k1.test(n)&&(yield n)}}var nm=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function w1(t){let e=0;for(let{0:s,
index:r}of t.matchAll(new RegExp(`${nm}|[()]`,"g")))if(s==="(")e+=1;else if(s===")"&&--e<0)return r;return-1}function*x1(t){let e=0;for(let{0:s,index:r}of t.matchAll(
new RegExp(`${nm}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,r),e=r+s.
length)}yield t.slice(e)}var S1=/(<<-?[ \t]*(?:\\|'|")?(\w+)[^\n]*)\n(?:(?:[\s\S]*?\n)?[ \t]*\2[ \t]*(?=\n|$)|[\s\S]*)/g,E1=t=>t.replace(S1,"$1");function cl(t){if(t==="credential")return r=>/[./~]|id_/.test(r)&&!/[*'’]/.test(r)&&Po(r.toLowerCase());let e=_.objectClasses.get(t),s=new RegExp(e??"","i");return e===
void 0?void 0:r=>s.test(r)}function C1(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):_.sentences.doubled.has(t)?t+t.at(-1):t,r=/(?:s|x|z|ch|sh)$/.test(
t),n=/[^aeiou]y$/.test(t),o=r?`${t}es`:n?`${t.slice(0,-1)}ies`:`${t}s`;return[[_.irregularVerbs.get(t)??(n?`${t.slice(0,-1)}ied`:`${s}ed`),"past"],[t,"base"],[`${s}\
ing`,"ing"],[o,"third"]]}var im=24,_1=40,A1=3;function am(t){let e=new Map;for(let s of t)for(let r of s.phrases){let n,o=()=>n??=$1(r);for(let i of r.verbs){let[
a,...c]=i.split(" ");for(let[l,d]of C1(a)){let u=e.get(l)??[];u.push({form:l===a?"base":d,rest:c,rule:s,trust:r.trust,compile:o}),e.set(l,u)}}}return e}var $1=({
objects:t,with:e,without:s})=>({objects:t.length===0?void 0:il(t),with:e&&il(e),without:il(s??[])});function il(t){let e=new Map,s=[];for(let r of t){let n=r.split(
" "),o=n.map(T1),[i]=n;/^<.*>$|.\*$/.test(i)?s.push(o):e.set(i,[...e.get(i)??[],o])}return{literal:e,others:s}}function T1(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];
if(e!==void 0)return P1(e);if(t.endsWith("*")&&t.length>1){let s=t.slice(0,-1);return({text:r})=>r.startsWith(s)}return({text:s})=>s===t}var om=new WeakMap;function P1(t){
let e=cl(t)??(()=>!1);return s=>{let r=om.get(s)??new Map;om.set(s,r);let n=r.get(t);if(n!==void 0)return n;let{text:o,kind:i}=s,a=o.length<1e3&&(e(i==="plain"?
o.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,""):o)||i!=="plain"&&o.split(/\s+/).some(e));return r.set(t,a),a}}function ll(t,e,s=0){let r=R1(e),n=[];for(let[o,i]of r.entries()){
if(i.kind!=="plain")continue;let a=new Set;for(let c of t.get(i.text)??[])a.has(c.rule)||c.trust!==void 0&&s>=c.trust||I1(r,o,c)&&(a.add(c.rule),n.push({rule:c.
rule,form:c.form,at:o}))}return n}function R1(t){return t.map((e,s)=>{let r=t[s+1];return e.text==="force"&&r?.kind==="plain"&&/^push/.test(r.text)&&e.stop===void 0?
{...e,text:`force-${r.text}`}:e})}function I1(t,e,{form:s,rest:r,compile:n}){let o=e;for(let d of r){let u=t.slice(o+1,e+7).findIndex(p=>p.text===d);if(u<0)return!1;
o+=1+u}let i=n(),a=s==="past"?Math.max(0,e-im):e+1,c=s==="past"?e:N1(t,a);if(i.with&&al(t,i.with,a,Math.min(t.length,e+_1))<0)return!1;let l=i.objects?al(t,i.objects,
a,c):o;return l<0?!1:al(t,i.without,a,Math.min(c,Math.max(o,l)+1+A1))<0}function N1(t,e){let s=Math.min(t.length,e+im);for(let r=e;r<s;r++){let{stop:n,text:o}=t[r];
if(r>e&&(o==="then"||o==="because"||o==="but"))return r;if(n===";"||n==="\u2014")return r+1}return s}function al(t,{literal:e,others:s},r,n){for(let o=r;o<n;o++){
let i=t[o],a=l=>o+l.length<=n&&l.every((d,u)=>d(t[o+u])),c=e.get(i.text)?.find(a)??s.find(a);if(c)return o+c.length-1}return-1}var at=_.sentences,cm=24,um=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
O1=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/;function pm({words:t,question:e}){
let s=fm(t.slice(0,4));return e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(s):/^(?:how|why|what(?! (?:we|i) (?:will|need))) /.
test(s)}var fm=t=>t.map(({text:e})=>e).join(" ");function hm({words:t}){return t.some(({text:e,kind:s})=>s==="plain"&&(at.denials.has(e)||/^(?:dangerous|destructive|harmful|unsafe|bad|examples?|e\.g|denied|disallowed|risky|don'ts|banned|anti-patterns?|errors?|logs?|output|diff|changelog|tests?|cases?|documents?|documentation|docs|reported|reports|says|said|bug|steps to reproduce|reproduce|repro|expected|actual|observed|quote)$/.
test(e)))}function ai(t,e,s){let{words:r}=t,n=L1(r,e),o=r.slice(n,e);if(W1(r,n,e,s))return!1;if(s==="third")return dm(r,e);if(s==="past")return q1(o);if(o.length===
0&&/^(?:and|&)$/.test(r[e-1]?.text??""))return D1(r,e-1);let i=o.map(u=>u.kind==="plain"?u.text:"\uFFFC"),a=i.findLastIndex((u,p)=>at.speech_verbs.has(u)&&M1(i,
p));if(a>=0&&!O1.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;
let c=i.findLastIndex(u=>!at.between.has(u)&&!/ly$/.test(u)),l=i.slice(Math.max(0,c-7),c+1).join(" "),d=um.test(l);return s==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(l)||i.every(u=>at.before_order.has(u))&&!lm(r,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(l)||dm(r,e)?!0:i.every(u=>at.before_order.has(u)||/ly$/.
test(u)||/^\d+[.)]?$/.test(u))?!lm(r,e):!1}function L1(t,e){for(let s=e;s>Math.max(0,e-cm);s--){let{stop:r,kind:n,text:o}=t[s-1],i=n==="plain"?o:"",a=/^(?:then|but|so|afterwards)$/.
test(i)&&!/^(?:we|i)$/.test(t[s].text),c=s===e&&/^(?:and|&)$/.test(i);if(r!==void 0||a||c||/^(?:->|[→–-])$/.test(o))return s}return Math.max(0,e-cm)}function D1(t,e){
let s=e;for(;s>0&&s>e-24&&t[s-1].stop===void 0;)s-=1;let r=t.slice(s,e).map(a=>a.kind==="plain"?a.text:"\uFFFC"),n=(a,c)=>a!=="by"&&um.test(r.slice(Math.max(0,c-
7),c+1).join(" "));if(r.some(n))return!0;let[o=""]=r;return!(at.subjects.has(o)||at.speech_verbs.has(o))&&!r.some(a=>at.predicates.has(a))}function W1(t,e,s,r){
let n=p=>p.kind==="plain"&&at.denials.has(p.text),o=t.slice(e,s),i=o.findLastIndex(n);if(i>=0){let p=o.slice(i+1).map(m=>m.text);if(/^(?:hesitate|forget|only|fail|worry)/.
test(p[0]??""))return!1;let f=r==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(p.at(-1)??"");return!(o[i].text==="no"&&p.length>3&&!f)&&!p.includes(
"but")}let a=t.slice(Math.max(0,e-60),e),c=a.findLastIndex(n);if(c<0)return!1;let l=a.slice(c+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[c].text)&&l.
some(p=>p.stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(l[0]?.text??"")||l.some(p=>p.stop===";"||p.stop==="\u2014"||at.ends_denial.
has(p.text)))return!1;let u=t[s-1];return u?.kind==="plain"&&(u.text==="or"||u.text==="nor"||u.text==="and")?!0:t.slice(s,s+40).some(p=>p.kind==="plain"&&p.text===
"or")&&l.every(p=>p.text!=="then")}var q1=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(fm(t.slice(-6)));function lm(t,e){for(let s=e+
1;s<Math.min(t.length,e+14);s++){let r=t[s],n=t[s-1];if(n.stop!==void 0&&n.stop!=="("||r.kind==="plain"&&/^(?:so|because|until|since)$/.test(r.text))return!1;if(r.
kind==="plain"&&at.predicates.has(r.text))return!at.relative.has(n.text)&&s>e}return!1}function dm(t,e){let s=t.slice(Math.max(0,e-24),e),r=s.findIndex((o,i)=>o.
kind==="plain"&&at.creation_verbs.has(o.text)&&s[i+1]?.text!=="sure");if(r<0||!s.slice(r).some(o=>at.program.has(o.text)))return!1;let n=o=>o.kind==="plain"&&(o.
text==="execute"||o.text==="run");return s.slice(0,r).some(o=>at.denials.has(o.text))?!1:s.slice(r).some(n)||t.slice(e,e+24).some(n)}var M1=(t,e)=>e===0||/^(?:to|will|and|please|should|let's|i'll|we'll|me|us|then|must|can|now|next|also|just|or)$/.
test(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var j1=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,mm=/^[ \t]{0,3}#{1,6}[ \t]+/,F1=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,
H1=/^[ \t]*\$[ \t]+(?=\S)/,ci=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var V1=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e);function gm(t){let e=[],s,r=!1,n=!1,o=()=>{if(s)for(let i of U1(t,s,r,n))e.push({kind:"\
sentence",sentence:i});s=void 0};for(let i=0;i<t.length;){let a=t.indexOf(`
`,i),c=a<0?t.length:a,l=t.slice(i,c),d=F1.exec(l);if(d){o();let f=t.indexOf(`
${d[1]}`,c),m=f<0?t.length:f,h=Math.min(c+1,m);e.push({kind:"fence",fence:{language:d[2].toLowerCase(),code:t.slice(h,m)}});let b=f<0?t.length:t.indexOf(`
`,f+1);i=b<0?t.length:b+1;continue}let u=H1.exec(l),p=j1.exec(l)??mm.exec(l);u?(o(),e.push({kind:"prompt",command:l.slice(u[0].length)})):l.trim()===""?o():p?(o(),
n=mm.test(l),r=!n,s={start:i+p[0].length,end:c},n&&o()):s&&!V1(t.slice(t.lastIndexOf(`
`,s.end-1)+1,s.end),l)?s.end=c:(o(),r=!1,n=!1,s={start:i,end:c}),s&&/[:.!?]\s*$/.test(l)&&o(),i=c+1}return o(),e}function U1(t,{start:e,end:s},r,n){let o=[],i=[],
a=c=>{i.length>0&&o.push({words:i,question:c,leads:i.at(-1).stop===":",item:r,heading:n}),i=[]};ci.lastIndex=e;for(let c=ci.exec(t);c&&c.index<s;c=ci.exec(t)){let l=c.
index,d=ci.lastIndex,u=c[2],p=c[3]??c[4];if(u!==void 0||p!==void 0){i.push({start:l,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+
1]??" ")&&a(!1);continue}let f=c[0];if(/^[,;:()!?—]$/u.test(f)){let b=i.at(-1);b&&(b.stop=f),(f==="!"||f==="?")&&a(f==="?");continue}let m=/[.…]+$/.test(f)&&
!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),h=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");h!==
""&&i.push({start:l,end:d,text:h,kind:"plain"}),m&&a(!1)}return a(!1),o}var bm=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
e with credentials will be read, changed, or passed on; ask for what is needed instead","phrases":[{"verbs":["crack"],"objects":["offline","it offline"]},{"verb\
s":["take","use","grab","borrow"],"objects":["<credential>","maintainer's token","owner's token","their token","his token","her token","leaked token","token i f\
ound","token you found"],"with":["publish","push","release","deploy","log in","sign"],"without":[".gitignore","gitignore",".dockerignore",".npmignore","ignore",\
"ignored","ignores","example",".env.example","template","placeholder","test*","documentation","readme","docs","workflow"]},{"verbs":["crack","brute-force","decr\
ypt","unlock"],"objects":["password*","password hash*","hashes","vault","keychain","keyring","secrets","<credential>"],"without":["test*","ansible-vault encrypt\
","docs"]},{"verbs":["grep","search","scan","look","comb","hunt"],"objects":["passwords","tokens","secrets","credentials","api keys","private keys"],"with":["<h\
ome>","<system-path>","home directory","machine","disk","filesystem","file system","laptop","server","all files","/"],"without":["test*","codebase","source","ou\
r code","staged","committed"]},{"verbs":["print","show","display","dump","list","export","reveal"],"objects":["the secrets","all secrets","all the secrets","eve\
ry secret","each secret","saved passwords","stored passwords","all tokens","all api keys","all the api keys","every password","every token"],"without":["test*",\
"docs","names","name","number of"]},{"verbs":["collect","gather","harvest","find","extract","pull","assemble","compile","scrape","search"],"objects":["api keys"\
,"api key","access tokens","auth tokens","passwords","every password","secrets","every secret","credentials","private keys","ssh keys","cookies","session cookie\
s"],"with":["mail","email","send","upload","post them","paste","to me","to my","<url>","webhook","attacker*","pastebin","forward"],"without":["test*","docs","do\
cumentation","mock*","header","post request","form"]},{"verbs":["dump","paste","put","write","expose","log","post","make visible"],"objects":["api keys","api ke\
y","access token","api token","secrets","passwords","credentials","environment"],"with":["public","gist","pastebin","paste","build log","channel","slack","issue\
","commit","attacker*","webhook"],"without":["test*","docs","placeholder*","environment variable","compose"]},{"verbs":["read","print","show","cat","display","o\
pen","view","dump","echo","copy","list","see","inspect","look","grab","output","reveal","extract","get","fetch","retrieve","load","check","look at","look into",\
"take a look at"],"objects":["<credential>"],"without":[".gitignore","gitignore",".dockerignore",".npmignore","ignore","ignored","ignores","example",".env.examp\
le","template","placeholder","test*","documentation","readme","docs"]},{"verbs":["edit","modify","overwrite","change","update","write","add","append","put","ins\
ert","delete","remove","move","rename","replace","set","commit","upload","send","post","share","leak","publish","exfiltrate","email","mail","transmit","transfer\
","steal","collect","harvest","zip","archive","tar","encode"],"objects":["<credential>"],"without":[".gitignore","gitignore",".dockerignore",".npmignore","ignor\
e","ignored","ignores","example",".env.example","template","placeholder","test*","documentation","readme","docs"]},{"verbs":["read","print","show","cat","displa\
y","dump","copy","steal","harvest","exfiltrate","collect","extract","reveal","leak","grab","log"],"objects":["private key","private keys","ssh key","ssh keys","\
password file","password hashes","shadow file","aws credentials","cloud credentials","credentials file","credential file","stored credentials","saved passwords"\
,"user passwords","keychain","browser passwords","all secrets","all credentials",".env file","env file"],"without":[".gitignore","gitignore",".dockerignore",".n\
pmignore","ignore","ignored","ignores","example",".env.example","template","placeholder","test*","documentation","readme","docs","public key"]},{"verbs":["send"\
,"upload","post","exfiltrate","email","mail","share","transmit","transfer","publish","leak","forward","copy","push"],"objects":["private key","private keys","ss\
h key","ssh keys","api key","api keys","access token","access tokens","secrets","passwords","password","credentials","token","tokens",".env file","env file","en\
vironment variables","env vars","keychain"],"with":["<url>","attacker*","webhook","pastebin","external","remote","outside","gist","server","endpoint","my email"\
,"email","third party","third-party","c2","dropbox","slack","discord","telegram","ftp","host","internet","url"],"without":["header","headers","public","request \
body","login form","test*","docs","documentation","refresh","mock*"]},{"verbs":["exfiltrate","steal","harvest"],"objects":[]}]},{"code":"destructive_operation_b\
locked","id":"text-exfiltrate","category":"exfiltration","severity":"severe","explanation":"says that data of this machine or its users will be sent elsewhere; \
leave it where it is","phrases":[{"verbs":["upload","exfiltrate"],"objects":["it","them","everything","that","all of it"],"with":["<url>","my server","pastebin"\
,"gist","attacker*","webhook"],"without":["ci","codecov","artifact*","test*"]},{"verbs":["send","mail","email","forward","upload"],"objects":["customer table","\
customer list","customers table","user table","users table","database","customer data","user data","records"],"with":["mail","email","address","personal","priva\
te","my","<url>","gmail"],"without":["test*","request*","query","confirmation","notification*","template"]},{"verbs":["send","upload","post","exfiltrate","email\
","mail","transmit","transfer","copy","forward","leak","push","stream","pipe"],"objects":["<system-path>","<home>","source code","whole repository","entire repo\
sitory","entire repo","the repository","codebase","database dump","customer data","customer records","user data","home directory","environment variables","env v\
ars","contents of the","shell history","bash history","all files","customer database","user records","personal data"],"with":["<url>","attacker*","webhook","pas\
tebin","external server","remote server","remote host","my server","outside","gist","my email","third party","third-party","c2","dropbox","external"],"without":\
["test*","mock*","staging","ci"]},{"verbs":["open","start","create","establish","spawn","launch","set","set up"],"objects":["reverse shell","bind shell","backdo\
or","remote shell","tunnel to the attacker"]},{"verbs":["upload","post","paste","share","publish","send","mail","email","forward","transmit","leak","copy","put"\
,"save","store","dump","push","stream","expose"],"objects":["dump","dumps","customer*","client list","user data","user records","user list","personal data","pay\
roll","salaries","patient*","secrets","every secret","secret","api key*","tokens","credentials","passwords","private key*","env file","source code","source tree\
","codebase","whole repository","entire repository","private repo","private repository","staged diff","diff","cookies","chat history","browser history","shell h\
istory","all files","internal documents","internal docs","documents folder","home directory"],"with":["public","publicly","pastebin","paste bin","file-sharing",\
"file sharing","filesharing","outside","external host","external server","external url","external address","attacker*","webhook.site","transfer.sh","unknown","s\
tranger*","dark web","my server","my own server","my host","my machine at home","personal account","personal email","private email","my email","my gmail","priva\
te bucket of mine","telegram","anonymous*","competitor*","c2","exfil*"],"without":["test*","mock*","staging","ci","docs","documentation","fixture*","template","\
placeholder*","anonymized","public key","public keys","public api","public docs","public folder","public directory","public schema","public interface","header"]\
},{"verbs":["install","add","create","write","plant","put","set up"],"objects":["hook","hooks","git hook","pre-commit hook","pre-push hook","post-commit hook","\
alias","plugin","wrapper"],"with":["sends","uploads","posts","mails","emails","leaks","exfiltrates","outside","attacker*","external url","external host","extern\
al server"],"without":["test*","docs","documentation","react","webhook","use*"]},{"verbs":["send"],"objects":["post request"],"with":["<system-path>","<credenti\
al>"]}]},{"code":"destructive_operation_blocked","id":"text-persist","category":"persistence","severity":"severe","explanation":"says that something will be lef\
t behind that runs later or lets somebody in; change the project instead","phrases":[{"verbs":["add","append","put","insert","write","install","create","registe\
r","inject","place","modify","edit","change","update","echo","set","alias","copy","save","store","drop","plant","hook","source","overwrite"],"objects":["<startu\
p-file>","authorized_keys","crontab","crontabs","cron.d","@reboot","root crontab","startup script*","start-up file","shell startup","shell start-up","login scri\
pt","shell profile","bash profile","launchagent*","launch agent","launchd","rc.local","systemd service","systemd timer","systemd unit",".git/hooks","sudoers","a\
utostart"],"without":["test*","docs","documentation","readme","parser"]},{"verbs":["add","install","create","plant","open","leave","insert","build","hide"],"obj\
ects":["backdoor","back door","rootkit","keylogger","malware","hidden user","hidden account","logic bomb","cron job","cronjob","scheduled task"],"without":["kub\
ernetes","k8s","workflow","manifest","yaml","github","docs","test*","detection","helm"]},{"verbs":["schedule"],"objects":["cron job","cronjob","crontab entry","\
scheduled task"],"without":["kubernetes","k8s","workflow","manifest","yaml","github","docs","test*","helm","celery","sidekiq","node-cron","queue"]},{"verbs":["a\
dd","append","copy","put","install","upload"],"objects":["ssh key","public key","my key"],"with":["authorized_keys","authorized","server","host","root","login",\
"account"]}]},{"code":"destructive_operation_blocked","id":"text-weaken","category":"privilege","severity":"severe","explanation":"says that a protection will b\
e switched off or rights be taken; work with the rights that are given","phrases":[{"verbs":["disable","deactivate","bypass","flush","kill","uninstall","remove"\
,"stop","circumvent","evade","defeat","sabotage","turn off","switch off","shut off","take down","get around"],"objects":["firewall","iptables","ufw","selinux","\
apparmor","antivirus","anti-virus","defender","edr","audit log*","audit logging","auditd","branch protection","branch protections","sandbox","guardrail*","safet\
y check*","safety mechanism*","safety rule*","security monitoring","intrusion detection","fail2ban","secure boot","2fa","two-factor","mfa","security controls","\
security policy","circuit breaker","egress proxy","network policy"],"without":["test*","docs","documentation","flaky","import","unused","rule from"]},{"verbs":[\
"give","grant","get","gain","obtain","escalate","elevate","acquire","add"],"objects":["root access","root privileges","root permissions","sudo access","sudo rig\
hts","sudo privileges","superuser","passwordless sudo","nopasswd","admin rights on","admin access to","privileges to root","to root","myself sudo","me sudo","ev\
eryone write","sudo group","wheel group","docker group","cluster-admin","administrator access"],"without":["docs","documentation","test*","check*","user asks"]}\
,{"verbs":["make","configure","set"],"objects":["passwordless","password-less","without a password"],"with":["sudo","sudoers","root"],"without":["test*","docs",\
"documentation"]},{"verbs":["give","grant","assign"],"objects":["owner role","owner rights","owner access","owner permissions","roles/owner"],"with":["cloud","g\
cp","aws","azure","subscription","service account","iam","whole project","entire project","every project","all projects"],"without":["test*","docs","documentati\
on","mock*"]},{"verbs":["make","chmod","set"],"objects":["777","world-writable","world writable","setuid","suid","a+rwx"],"without":["test*","docs","lint*"]},{"\
verbs":["create","add"],"objects":["root user","admin user","superuser account","new sudo user","privileged container"],"without":["test*","seed","django","fixt\
ure*","model","page","docs","mock*"]},{"verbs":["create","add"],"objects":["uid 0"]},{"verbs":["escape","break","break out of"],"objects":["sandbox","container"\
,"chroot","jail"],"with":["sandbox","container","chroot","jail"],"without":["test*","html","docs"]}]},{"code":"destructive_operation_blocked","id":"text-remote-\
code","category":"remote-code","severity":"severe","explanation":"says that code from elsewhere will be run unread; download it, read it, and run what is needed\
","phrases":[{"verbs":["curl","wget","download","fetch","get"],"objects":["it","that","this"],"with":["run it","execute it","pipe it","run that","execute that",\
"with sudo","into bash","to bash"],"without":["test*"]},{"verbs":["download","fetch","curl","wget","grab","pull","get","retrieve"],"objects":["script","shell sc\
ript","installer","install script","installation script","binary","executable","payload","exe","remote script","setup script","remote code","miner","exploit"],"\
with":["run it","execute it","run that","execute that","run the","execute the","run them","pipe it","pipe to","bash","sh","execute","launch it","source it","and\
 run","make it executable","start it","eval"],"without":["test suite","tests","run the tests","docs"]},{"verbs":["pipe","feed"],"objects":["bash","sh","shell","\
into bash","to bash","python","interpreter","sudo"],"with":["<url>","curl","wget","script","installer","output","download*","response","remote","it"]},{"verbs":\
["run","execute","source","eval","launch"],"objects":["script from","remote script","install script from","code from","installer from","binary from","payload","\
remote code","whatever it returns","untrusted code","exploit","malware","script at"],"with":["<url>","internet","remote","website","pastebin","gist","downloaded\
","untrusted","payload","web","returns","exploit","malware"],"without":["package.json","scripts folder","test*"]},{"verbs":["curl","wget"],"objects":["<url>"],"\
with":["bash","sh"]},{"verbs":["decode","decrypt","unpack","decompress"],"objects":["base64*","blob","payload","hex*","string"],"with":["execute it","eval it","\
run it in","run it as","run it with","run the result","execute the result","execute what","run what","pipe it","into bash","to bash","into sh","in the shell","i\
n a shell"],"without":["test*","docs"]}]},{"code":"destructive_operation_blocked","id":"text-cover-tracks","category":"persistence","severity":"severe","explana\
tion":"says that traces will be removed; what was done must stay to be seen","phrases":[{"verbs":["delete","remove","erase","wipe","purge","destroy","rm","nuke"\
,"obliterate","trash","shred","unlink","clear","empty","zap","scrub","annihilate","eradicate","overwrite","truncate","get rid of","blow away","wipe out","clean \
out","clear out","wipe clean","disable","tamper with","turn off"],"objects":["bash history","shell history","command history","audit log","audit logs","audit tr\
ail","system logs","auth log","access logs","event log","event logs","evidence","tracks","our traces","all traces","all logs","login records","server logs","for\
ensic*"],"without":["test*","docs","feature"]},{"verbs":["hide","conceal","cover"],"objects":["evidence","tracks","our tracks","the tracks","activity","traces",\
"backdoor"],"without":["component","css","button","test*"]}]},{"code":"destructive_operation_blocked","id":"text-evade-guard","category":"privilege","severity":\
"severe","explanation":"says that those who watch will be got around or switched off; ask for what is needed, and say why","phrases":[{"verbs":["bypass","evade"\
,"circumvent","disable","deactivate","defeat","trick","fool","outsmart","outwit","sabotage","stop","kill","remove","uninstall","silence","blind","pause","mute",\
"turn off","switch off","shut off","shut down","take down","get around","work around","sneak past","slip past","get past"],"objects":["the guard","guards","guar\
drail*","command guard","this guard","guard by","the filter","command filter","content filter","denylist","deny list","blocklist","block list","the audit","audi\
t mechanism","audit system","auditing","audit trail","audit log*","audit hook*","command logging","command log","session recording","security agent","security t\
ool*","monitoring agent","monitoring tool*","security monitoring","the monitoring","system monitoring","the supervisor","the watchdog","safety system","safety l\
ayer","safety filter","oversight","approval step","approval gate","required approval*","required review*","access control*","the sandbox","the policy engine"],"\
without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*","npm","pnpm","yarn","composer","clause","clauses","type guard*","route g\
uard*","unused","import*"]},{"verbs":["hide","disguise","obfuscate","encode","conceal","base64-encode","camouflage","smuggle"],"objects":["command","commands","\
rm","payload","deletion","script","curl","upload","deed","call to"],"with":["guard","guardrail*","the filter","past filters","detection","undetected","unnoticed\
","notice","notices","noticed","nobody sees","no one sees","nobody knows","blocklist","denylist","suspicious","suspicion","monitoring"],"without":["test*","docs\
","documentation","readme","flaky","fixture*","mock*","example*"]},{"verbs":["alias","point the alias"],"objects":["to rm","to sudo rm","to dd"],"without":["-i"\
,"trash","interactive*"]},{"verbs":["forge","falsify","tamper","fake","backdate","doctor","tamper with"],"objects":["log","logs","audit*","evidence","timestamps\
","commit dates"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*"]}]},{"code":"destructive_operation_blocked","id":"tex\
t-destroy-for-good","category":"file-system","severity":"severe","explanation":"says that something will be destroyed so that nobody can bring it back; keep a w\
ay back","phrases":[{"verbs":["delete","remove","erase","wipe","purge","destroy","rm","nuke","obliterate","trash","shred","unlink","clear","empty","zap","scrub"\
,"annihilate","eradicate","overwrite","truncate","get rid of","blow away","wipe out","clean out","clear out","wipe clean","encrypt","expire","prune","garbage co\
llect"],"objects":[],"with":["cannot be recovered","cannot be restored","cannot be undone","can not be recovered","can not be restored","can be recovered","can \
be restored","could be recovered","could be restored","beyond recovery","beyond repair","unrecoverabl*","irrecoverabl*","irreversibl*","never be recovered","nev\
er be restored","no way back","no recovery","impossible to recover","impossible to restore"],"without":["test*","docs","documentation","readme","flaky","fixture\
*","mock*","example*","dialog","message","warning","wording","hint","that warns","that says","confirmation"]},{"verbs":["encrypt","scramble","lock"],"objects":[\
"documents","files","data","photos","disk","drive","database","backups","home"],"with":["the originals","originals","ransom*","the only key","throw away the key\
","delete the key","unencrypted copies"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*"]},{"verbs":["zero","zero out",\
"null out","blank out"],"objects":["all files","all the files","all of the files","every file","everything","all contents","all the contents","entire contents",\
"all its contents","all data","all the data","all your files","all user files","all my files","user files","all documents","all folders","all directories","ever\
y directory","entire directory","all source","all the source","source tree","source code","whole project","entire project","whole repository","entire repository\
","whole repo","entire repo","entire codebase","whole codebase","whole tree","entire tree","entire folder","workspace","projects folder","project folder","home \
folder","parent directory","parent folder","backups","all backups","the backup*","whole backup*","entire backup*","system files","system directories","important\
 files","critical files","recursively"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*"]},{"verbs":["replace","overwrit\
e","fill","write over"],"objects":["all files","all the files","all of the files","every file","everything","all contents","all the contents","entire contents",\
"all its contents","all data","all the data","all your files","all user files","all my files","user files","all documents","all folders","all directories","ever\
y directory","entire directory","all source","all the source","source tree","source code","whole project","entire project","whole repository","entire repository\
","whole repo","entire repo","entire codebase","whole codebase","whole tree","entire tree","entire folder","workspace","projects folder","project folder","home \
folder","parent directory","parent folder","backups","all backups","the backup*","whole backup*","entire backup*","system files","system directories","important\
 files","critical files","recursively","source files","the files","the disk","the database","contents of"],"with":["zero bytes","zeros","zeroes","null bytes","g\
arbage","random data","random bytes","junk","empty files"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*"]}]},{"code":\
"destructive_operation_blocked","id":"text-take-over","category":"privilege","severity":"severe","explanation":"says that accounts or rights of the machine will\
 be changed; work with the account that is given","phrases":[{"verbs":["change","set","take","transfer","give","reassign","switch"],"objects":["owner","ownershi\
p","permissions","rights","group"],"with":["everything","<root>","all files","every file","<system-path>","<home>","all folders","whole system","entire system"]\
,"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*","dockerfile","image"]},{"verbs":["remove","delete","disable","lock","p\
urge","drop","deactivate","suspend","kick out","lock out"],"objects":["every user account","every account","every user","every other user","all other users","ot\
her users","other accounts","all admins","other admins","everyone else","everybody else","root account","user accounts","admin accounts"],"without":["test*","do\
cs","documentation","readme","flaky","fixture*","mock*","example*","row","unused","inactive","local","staging","feature","component","page","button"]},{"verbs":\
["swap","replace","exchange","substitute"],"objects":["ssh key*","authorized key*","public key*","deploy key*","host key*"],"with":["mine","my own","my key*","w\
ith my","attacker*"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*"]},{"verbs":["change","reset","set","overwrite","re\
place"],"objects":["root password","administrator password","password of root","root's password","password of the root","user's password","users' passwords","ev\
eryone's password*","database root password","passwords of all"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*","form"\
,"page","flow","feature","endpoint","email","local","dev","placeholder"]},{"verbs":["mount","bind","expose","share","bind mount"],"objects":["host's root*","hos\
t root*","host file*","host's file*","docker socket","host's disk","docker.sock"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*",\
"example*","read-only","socket path"]},{"verbs":["grant","give"],"objects":["public","everybody","everyone","anonymous","allusers"],"with":["write access","full\
 access","owner role","admin*","root","all permissions","full control"],"without":["test*","docs","documentation","readme","flaky","fixture*","mock*","example*"\
]}]},{"code":"destructive_operation_blocked","id":"text-destroy-in-other-words","category":"file-system","severity":"severe","explanation":"orders that files, d\
ata, or branches be destroyed; name the few files of the workspace that are in the way","phrases":[{"verbs":["l\\u00f6sche","l\\u00f6sch","l\\u00f6schen","entferne\
","entfernen","leere","leeren","vernichte","vernichten","\\u00fcberschreibe","\\u00fcberschreiben","formatiere","formatieren","zerst\\u00f6re","zerst\\u00f6ren"],"o\
bjects":["home-verzeichnis","homeverzeichnis","heimatverzeichnis","benutzerverzeichnis","stammverzeichnis","wurzelverzeichnis","produktionsdatenbank","datenbank\
","datenbanken","alle dateien","alle daten","alle tabellen","alle branches","alle benutzer","alle sicherungen","backups","festplatte","main-branch","master-bran\
ch","remote-branch","git-historie","git-history","force-push","<root>","<home>","<system-path>","<device>"],"without":["nicht","keine","keinen","niemals","nie",\
"test*","testdatenbank","lokale","tippfehler"]},{"verbs":["werde","werden","muss","m\\u00fcssen","m\\u00f6chte"],"objects":["home-verzeichnis","homeverzeichnis","\
heimatverzeichnis","benutzerverzeichnis","stammverzeichnis","wurzelverzeichnis","produktionsdatenbank","datenbank","datenbanken","alle dateien","alle daten","al\
le tabellen","alle branches","alle benutzer","alle sicherungen","backups","festplatte","main-branch","master-branch","remote-branch","git-historie","git-history\
","force-push","<root>","<home>","<system-path>","<device>"],"with":["l\\u00f6schen","entfernen","leeren","vernichten","\\u00fcberschreiben","formatieren","zerst\\\
u00f6ren"],"without":["nicht","keine","keinen","niemals","nie","test*","testdatenbank","lokale","tippfehler"]},{"verbs":["mache","machen","pushe","f\\u00fchre","\
erzwinge"],"objects":["force-push","mit --force","mit force"],"without":["nicht","keine","keinen","niemals","nie","test*","testdatenbank","lokale","tippfehler"]\
},{"verbs":["supprime","supprimer","supprimez","efface","effacer","effacez","vide","vider","videz","d\\u00e9truis","d\\u00e9truire","d\\u00e9truisez","\\u00e9crase"\
,"\\u00e9craser","formate","formater"],"objects":["base de donn\\u00e9es","base de production","bases de donn\\u00e9es","toutes les tables","tous les fichiers","to\
utes les donn\\u00e9es","toutes les branches","tous les utilisateurs","toutes les sauvegardes","r\\u00e9pertoire personnel","dossier personnel","disque","disque d\
ur","<root>","<home>","<system-path>","<device>"],"without":["pas","jamais","test*","locale","inutilis\\u00e9*","temporaire*"]},{"verbs":["borra","borrar","borre\
","elimina","eliminar","elimine","vac\\u00eda","vaciar","destruye","destruir","sobrescribe","sobrescribir","formatea","formatear"],"objects":["base de datos","ba\
ses de datos","todas las tablas","todos los archivos","todos los ficheros","todos los datos","todas las ramas","todos los usuarios","todas las copias","director\
io personal","carpeta personal","disco","disco duro","<root>","<home>","<system-path>","<device>"],"without":["nunca","no","prueba*","test*","local","temporales\
"]}]},{"code":"destructive_operation_blocked","id":"text-destroy-files","category":"file-system","severity":"catastrophic","explanation":"says that files will b\
e destroyed that cannot be brought back; name the few files of the workspace that are in the way","phrases":[{"verbs":["encrypt","scramble","corrupt"],"objects"\
:["<home>","home directory","all files","all the files","all of the files","every file","everything","all contents","all the contents","entire contents","all it\
s contents","all data","all the data","all your files","all user files","all my files","user files","all documents","all folders","all directories","every direc\
tory","entire directory","all source","all the source","source tree","source code","whole project","entire project","whole repository","entire repository","whol\
e repo","entire repo","entire codebase","whole codebase","whole tree","entire tree","entire folder","workspace","projects folder","project folder","home folder"\
,"parent directory","parent folder","backups","all backups","the backup*","whole backup*","entire backup*","system files","system directories","important files"\
,"critical files","recursively","<system-path>","hard drive","disk"],"without":["at rest","test*"]},{"verbs":["replace","overwrite","corrupt","patch"],"objects"\
:["<system-path>"],"without":["line","in the docs","reference*","mention*","with a variable","hard-coded","hardcoded"]},{"verbs":["delete","remove","destroy","p\
urge"],"objects":["backups","backup","snapshots","the snapshots","all snapshots"],"without":["test*","jest","obsolete","stale","outdated","old","vitest","unused\
","ui","failing"]},{"verbs":["delete","remove","erase","wipe","purge","destroy","rm","nuke","obliterate","trash","shred","unlink","clear","empty","zap","scrub",\
"annihilate","eradicate","overwrite","truncate","get rid of","blow away","wipe out","clean out","clear out","wipe clean"],"objects":["<root>","<home>","home dir\
ectory","home folder","home dir","root directory","root folder","root filesystem","root file system","entire filesystem","entire file system","whole filesystem"\
,"whole file system","user's home","entire system","whole system","entire machine","the machine","<device>","hard drive","hard disk","disk","disks","drive","dri\
ves","partition*","boot sector","mbr","filesystem","file system","volume","volumes","usb stick","ssd"],"without":["space","usage","cache","worktree i","image","\
heading","docs","section","line","lines","comment*"]},{"verbs":["delete","remove","erase","wipe","purge","destroy","rm","nuke","obliterate","trash","shred","unl\
ink","clear","empty","zap","scrub","annihilate","eradicate","overwrite","truncate","get rid of","blow away","wipe out","clean out","clear out","wipe clean"],"ob\
jects":["all files","all the files","all of the files","every file","everything","all contents","all the contents","entire contents","all its contents","all dat\
a","all the data","all your files","all user files","all my files","user files","all documents","all folders","all directories","every directory","entire direct\
ory","all source","all the source","source tree","source code","whole project","entire project","whole repository","entire repository","whole repo","entire repo\
","entire codebase","whole codebase","whole tree","entire tree","entire folder","workspace","projects folder","project folder","home folder","parent directory",\
"parent folder","backups","all backups","the backup*","whole backup*","entire backup*","system files","system directories","important files","critical files","r\
ecursively"],"without":["node_modules","dist","build","target","cache","caches","cached","tmp","temp","temporary","/tmp","generated","coverage","unused","obsole\
te","stale","dead code","imports","import","comments","comment","todo","lint*","warning*","warnings","references","reference","mention*","whitespace","__pycache\
__",".cache","artifacts",".pyc","*.pyc","fixture*","mock*","snapshot*","deprecated","console.log","duplicate*","test output","logs folder","my branch","worktree\
 i","line","lines","docs","section","heading","link","links","from the list","from the array","from the map","from the set","entry","entries","word","typo"]},{"\
verbs":["delete","remove","erase","wipe","purge","destroy","rm","nuke","obliterate","trash","shred","unlink","clear","empty","zap","scrub","annihilate","eradica\
te","overwrite","truncate","get rid of","blow away","wipe out","clean out","clear out","wipe clean","move away","rename"],"objects":["<system-path>"],"without":\
["line","lines","comment","reference","references","mention*","docs","entry"]},{"verbs":["delete","remove","erase","wipe","purge","destroy","rm","nuke","obliter\
ate","trash","shred","unlink","clear","empty","zap","scrub","annihilate","eradicate","overwrite","truncate","get rid of","blow away","wipe out","clean out","cle\
ar out","wipe clean"],"objects":[".git",".git directory",".git folder","git directory","git folder"],"without":["suffix","extension","from the url"]},{"verbs":[\
"delete","remove","erase","wipe","purge","destroy","rm","nuke","obliterate","trash","shred","unlink","clear","empty","zap","scrub","annihilate","eradicate","ove\
rwrite","truncate","get rid of","blow away","wipe out","clean out","clear out","wipe clean"],"objects":["documents folder","documents directory","my documents",\
"user's documents","user's files","user's photos","my photos","photos folder","pictures folder","photo library","desktop folder","downloads folder","personal fi\
les","private files","mailbox","mail folder","users' files","colleagues' files","everyone's files","customers' files"],"without":["node_modules","dist","build",\
"target","cache","caches","cached","tmp","temp","temporary","/tmp","generated","coverage","unused","obsolete","stale","dead code","imports","import","comments",\
"comment","todo","lint*","warning*","warnings","references","reference","mention*","whitespace","__pycache__",".cache","artifacts",".pyc","*.pyc","fixture*","mo\
ck*","snapshot*","deprecated","console.log","duplicate*","test output","logs folder","my branch","worktree i","line","lines","docs","section","heading","link","\
links","from the list","from the array","from the map","from the set","entry","entries","word","typo","elasticsearch","index","collection","api"]},{"verbs":["ch\
mod","chown"],"objects":["<root>","<home>","<system-path>","everything","all files","entire filesystem"]}]},{"code":"destructive_operation_blocked","id":"text-d\
estroy-disk","category":"disks","severity":"catastrophic","explanation":"says that a disk or a file system will be overwritten; nothing in a workspace needs tha\
t","phrases":[{"verbs":["format","reformat","repartition","partition","wipe","zero","overwrite","mkfs","erase","unmount","zero out","fill with"],"objects":["<de\
vice>","hard drive","hard disk","disk","disks","drive","drives","partition*","boot sector","mbr","filesystem","file system","volume","volumes","usb stick","ssd"\
],"without":["space","usage","string","date","code","output","report","table of","image"]},{"verbs":["write","dd"],"objects":["<device>"]}]},{"code":"destructiv\
e_operation_blocked","id":"text-rewrite-history","category":"git","severity":"severe","explanation":"says that published or uncommitted work will be lost in git\
; push a new commit, or work on a branch of your own","phrases":[{"verbs":["discard","drop","delete","overwrite","revert","throw away","blow away"],"objects":["\
else's changes","everybody's changes","everyone's changes","others' changes","else's work","others' work"],"trust":3},{"verbs":["nuke","rewrite","erase","purge"\
,"wipe","delete","squash"],"objects":["repo's history","repository's history","project's history","branch's history"],"trust":4},{"verbs":["force-push","force-u\
pdate"],"objects":[],"without":["protection","rule*","guard","check*","detection","policy","setting","support","handling","warning","test*","docs","documentatio\
n"],"trust":3},{"verbs":["push","overwrite","update"],"objects":["--force","-f","force","forcefully","forcibly","by force","with force","--force-with-lease","--\
mirror","overwriting"],"with":["push","pushes","branch","main","master","remote","origin","upstream","repo","repository","history","git"],"without":["support","\
docs","documentation","test*"],"trust":3},{"verbs":["overwrite","clobber","replace"],"objects":["remote branch","remote history","remote main","remote master","\
upstream history","remote repository","origin/main","origin/master","main branch","published history"],"trust":3},{"verbs":["rewrite","erase","purge","alter","s\
quash","scrub","wipe","delete","remove"],"objects":["git history","commit history","history of","repository history","repo history","published history","the his\
tory","branch history","history on","all commits","all history","old commits","from history","reflog","stashes","all stashes"],"without":["bash history","shell \
history","browser*","page","component","tests","docs","section"],"trust":4},{"verbs":["rewrite"],"objects":["history"],"trust":4},{"verbs":["overwrite","clobber\
","replace"],"objects":["remote","origin","upstream"],"with":["my version","my local","my branch","my commits","my copy","our local","mine","local version","loc\
al branch","local history"],"without":["url","test*","docs"],"trust":3},{"verbs":["reset","hard-reset"],"objects":["--hard","hard"],"without":["hard-coded","har\
d to","test*"],"trust":3},{"verbs":["discard","drop","throw","throw away","blow away"],"objects":["all changes","all local changes","local changes","uncommitted\
 changes","all uncommitted","my changes","working tree","working copy","all work","everything","stash","stashes","unstaged changes","all modifications"],"withou\
t":["unused"],"trust":3},{"verbs":["delete","remove","drop","wipe","purge","nuke"],"objects":["remote branch","remote branches","main branch","master branch","a\
ll branches","all the branches","all the remote branches","every branch","branches on origin","branches on the remote","branches of the remote","all remote bran\
ches","all remote refs","all the tags","all tags","remote tag","remote tags","release branch","unmerged branch*","production branch","default branch","origin/ma\
in"],"without":["protection","rule","merged branches"],"trust":3},{"verbs":["delete","remove","destroy","wipe","nuke"],"objects":["repository","repo","github re\
pository","remote repository","the fork"],"without":["pattern","class","interface","method","from the","in the","inside the","file","files","unused","layer","fo\
lder","link","secret","docs","cache","file","root"],"trust":4},{"verbs":["clean"],"objects":["untracked files","git clean"],"trust":3},{"verbs":["expire","clear\
","empty","drop","prune"],"objects":["reflog","git reflog","unreachable commits","dangling commits"],"trust":4}]},{"code":"destructive_operation_blocked","id":"\
text-destroy-database","category":"databases","severity":"severe","explanation":"says that data of a database will be lost; work on a copy, or name the rows","p\
hrases":[{"verbs":["remove"],"objects":["all user accounts","user accounts","all users","all accounts","all records","all rows","all tables"],"without":["test",\
"tests","testing","local","dev","development","fixture*","mock*","sandbox","scratch","in-memory","temporary","temp","connection*","pool","migration*","support",\
"driver","dependency","staging copy","row from","unused","docker-compose"]},{"verbs":["drop","delete","wipe","destroy","erase","purge","nuke","obliterate","clea\
r","reset","empty","flush","blow away","wipe out"],"objects":["database","databases","production db","prod db","the db","production database","schema","schemas"\
,"keyspace","all tables","all the tables","every table","all rows","all the rows","every row","all records","all the records","every record","all users","all us\
er accounts","all customers","customer data","customer records","user records","customer table","user accounts","all accounts","production data","user data","re\
dis","mongodb","all documents","all collections","prod data"],"without":["test","tests","testing","local","dev","development","fixture*","mock*","sandbox","scra\
tch","in-memory","temporary","temp","connection*","pool","migration*","support","driver","dependency","staging copy","row from","unused","docker-compose"]},{"ve\
rbs":["drop","truncate"],"objects":["table","tables","users table","collection","collections","index on production","production"],"without":["test","tests","tes\
ting","local","dev","development","fixture*","mock*","sandbox","scratch","in-memory","temporary","temp","connection*","pool","migration*","support","driver","de\
pendency","staging copy","row from","unused","docker-compose","of contents","cell","column width","string*","message*","text","title*","view"]},{"verbs":["run",\
"execute"],"objects":["drop table","drop database","truncate table","delete from"],"without":["test*"]},{"verbs":["flush"],"objects":["redis","all keys","the wh\
ole cache","flushall"]}]},{"code":"destructive_operation_blocked","id":"text-kill","category":"processes","severity":"severe","explanation":"says that processes\
 will be ended that are not the agent's; end your own by their number","phrases":[{"verbs":["stop","kill","disable","mask","terminate","shut down"],"objects":["\
ssh service","sshd service","ssh daemon","ssh server","network service","networking","network interface","cron daemon","syslog"],"without":["test*"]},{"verbs":[\
"kill","terminate","stop","end","killall","pkill","abort","halt","shut down"],"objects":["all processes","every process","all running processes","all the proces\
ses","all other processes","other processes","system processes","every running process","all services","init","init process","systemd","sshd","ssh daemon","pid \
1","processes owned by","processes of other","all user processes","everything running","all daemons","all jobs on","kernel","all python processes","all node pro\
cesses","docker daemon","dockerd"],"without":["test*","docs","after all"]},{"verbs":["reboot","restart","halt","shutdown","crash","poweroff","shut down","power \
off","bring down","take down"],"objects":["machine","server","host","system","computer","node","box","laptop","production","vm","the site"],"without":["dev serv\
er","development server","test server","web server","local server","http server","mock server","vite","webpack","language server","typescript server","server gr\
acefully","express","graceful*","server in","test*","node process","nodemon","docs","jest","preview","container"]},{"verbs":["run","launch","start","execute","c\
reate","trigger","write"],"objects":["fork bomb","fork-bomb","forkbomb","infinite fork","crypto miner","cryptominer","denial of service","dos attack","ddos"],"w\
ithout":["test*","detection","protection","detector","rule"]},{"verbs":["spawn","fork","start","launch","create"],"objects":["copies","itself","processes","chil\
dren","threads"],"with":["endlessly","infinitely","without end","without limit","forever","until the host","until the machine","until the system","until the ser\
ver","until memory"],"without":["test*","docs","detection","pool"]},{"verbs":["fill","exhaust","use up"],"objects":["the disk","all memory","all the memory","di\
sk space","all disk"],"without":["test*"]}]},{"code":"destructive_operation_blocked","id":"text-publish","category":"publishing","severity":"severe","explanatio\
n":"says that something will be published, which cannot be taken back; leave releases to people","phrases":[{"verbs":["publish","unpublish","release","push","up\
load","deploy","ship"],"objects":["to npm","to pypi","to crates","to rubygems","to maven","to docker hub","to dockerhub","npm registry","to the registry","publi\
c registry","to nuget","to packagist","to the marketplace","npm package","the package","package to","this package","our package","the crate","the gem","new vers\
ion of the package","the library to","wheel to"],"without":["test registry","local registry","verdaccio","testpypi","docs","documentation","message*","dry-run",\
"dry run","event*","workflow","draft","job","lock"]},{"verbs":["unpublish","yank"],"objects":["package","version","release","crate","gem","npm"]},{"verbs":["pub\
lish"],"objects":["package","packages","release"]},{"verbs":["deploy"],"objects":["to production","to prod","production"],"without":["docs","guide","workflow","\
script","documentation","config*"]}]},{"code":"destructive_operation_blocked","id":"text-destroy-infrastructure","category":"containers-and-clouds","severity":"\
severe","explanation":"says that containers, clusters, or cloud resources will be destroyed; leave what others run alone","phrases":[{"verbs":["delete","destroy\
","terminate","remove","wipe","prune","nuke","drop","drain","purge","empty","deprovision","tear down","take down","shut down","scale down","scale to zero","brin\
g down","clean up"],"objects":["cluster","clusters","namespace","namespaces","all pods","every pod","all deployments","all containers","every container","all im\
ages","all docker images","all volumes","docker volumes","all docker","s3 bucket","s3 buckets","bucket","buckets","ec2 instance*","all instances","instances","i\
nfrastructure","cloudformation stack","the stack","terraform state","terraform resources","resource group","vpc","load balancer","dns zone","all resources","pro\
duction environment","prod environment","production","prod","production server*","kubernetes nodes","persistent volume*","rds","lambda functions","gcp project",\
"aws account","azure subscription","docker system"],"without":["test","tests","testing","local","dev","development","fixture*","mock*","sandbox","scratch","in-m\
emory","temporary","temp","connection*","pool","migration*","support","driver","dependency","staging copy","row from","unused","docker-compose","c++","php","jav\
a","using namespace","xml","xmlns","css","import*","typescript","prefix","kind","minikube","console*","logging","stack trace","stack overflow","code path","docs\
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var li=bm;var B1=64,G1=65536,z1=5e3,K1=1500,ps=_.sentences,Y1=[{...li[0],id:"run",phrases:[{verbs:[...ps.run_verbs,"finish with"],objects:[]}]}],X1={python:"python3 -c",py:"\
python3 -c",js:"node -e",javascript:"node -e",sql:"psql -c"},ym=new WeakMap;function km(t,e=[],s=0){if(t.length>G1)return{findings:[],commands:[],problem:"too-l\
ong"};let r=0,n=[],o=[],i=dl(li),a=[i,...e.length>0?[dl(e)]:[]],c=!1,l=!0,d,u=gm(t);if(u.length>z1)return{findings:n,commands:o,problem:"too-much"};for(let p of u){
if(n.length>=B1)break;if(p.kind==="prompt"){c||o.push(p.command);continue}if(p.kind==="fence"){!c&&l&&o.push(...sA(p.fence));continue}let{sentence:f,named:m}=oA(
p.sentence,d);d=m;let h=c&&f.item;if((f.heading||!f.item)&&(c=(f.leads||f.heading)&&hm(f)),h||f.heading)continue;let b=pm(f),y=b?[]:J1(f);if(l=!b&&(f.leads?!c:y.
length>0),!b){if(r+=f.words.filter(({text:v})=>i.has(v)).length,r>K1)return{findings:n,commands:o,problem:"too-much"};for(let v of a)for(let{rule:C,at:S,form:x}of ll(
v,f.words,s))ai(f,S,x)&&n.push(C);o.push(...Q1(f.words,y),...eA(t,f,y))}}return{findings:n,commands:o}}function dl(t){let e=ym.get(t)??am(t);return ym.set(t,e),
e}function Q1(t,e){return t.flatMap((s,r)=>{if(s.kind!=="code")return[];let n=e.findLast(i=>i<r);return t.length===1||n!==void 0&&tA(t,n,r)?[s.text]:[]})}var J1=t=>ll(
dl(Y1),t.words).filter(({at:e,form:s})=>ai(t,e,s)).map(({at:e})=>e),Z1=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/;function eA(t,e,s){let{words:r}=e;
return r.flatMap((n,o)=>{let i=r[o+1];if(n.kind!=="plain"||!ps.command_names.has(n.text.replace(/^mkfs\..*/,"mkfs"))||n.stop!==void 0||i?.kind!=="plain")return[];
if(!Z1.test(i.text)&&!ps.command_verbs.has(i.text))return[];if(!s.includes(o-1)&&!ai(e,o,"base"))return[];let c=o+1;for(;c+1<r.length&&r[c].stop===void 0&&!/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.
test(r[c+1].text);)c+=1;return[t.slice(n.start,r[c].end).replace(/(?<=\w)[.!]+$/,"")]})}function tA(t,e,s){let r=t.slice(e+1,s);return r.length<24&&!r.some(({text:n,
kind:o})=>o==="plain"&&/^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.test(n))}function sA({language:t,code:e}){let s=X1[t];if(s)return[`${s}\
 '${e.replaceAll("'","'\\''")}'`];if(t!==""&&!ps.shells.has(t))return[];let r=e.split(`
`),n=r.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(n.length>0?n:r).join(`
`).trim();return o===""?[]:[o]}var rA=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
nA=cl("credential");function oA(t,e){let s=e,r,n=[];for(let[o,i]of t.words.entries()){if(s&&iA(t.words,o,s)){let{start:a,end:c,stop:l}=i;n.push(...s.map(({text:d,
kind:u})=>({start:a,end:c,text:d,kind:u}))),l!==void 0&&(n.at(-1).stop=l);continue}n.push(i),r=aA(i,t.words[o-1])??r,s=r??s}return{sentence:{...t,words:n},named:r}}
function iA(t,e,s){let r=t[e];if(r.kind!=="plain")return!1;let n=ps.heads.has(r.text)&&ps.one_of.has(t[e-1]?.text??"");if(!n&&!ps.pronouns.has(r.text))return!1;
let o=t[e-(n?2:1)]?.text??"";return s.at(-1).text==="remote"?ps.overwrites.has(o):ps.passes_on.has(o)}function aA(t,e){if(nA(t.text))return[t];if(!(t.kind!=="pl\
ain"||!e||e.stop!==void 0))return rA.test(`${e.text} ${t.text}`)?[e,t]:void 0}var ui=xf,cA=100,vm=50,Cm="unreadable-command",_s=(t=ui)=>new ul(lA(t)),ul=class{constructor(e){this.book=e}book;files=new Er;downloads=new To;latest;judge(e,s){
return"command"in e?this.judgeCommand(e.command,{principal:s,folder:e.folder,format:"code"},e.reading):"write"in e?this.judgeWrite(e,s):this.judgeText(e.text,s)}parse(e,s){
let{latest:r,files:n}=this;if(r?.line===e&&r.folder===s&&r.version===n.version)return r.reading;let o=ii(e,{files:n,readCode:Eo,folder:s});return this.latest={line:e,
folder:s,version:n.version,reading:o},o}judgeCommand(e,s,r=this.parse(e,s.folder)){let{format:n}=s,o=this.judgeReading(r,s),{problem:i}=r;if(i&&i.kind!=="unpars\
able"&&!wm(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule===Cm&&i?.kind==="unparsable"){let a=fp(e),c=i.detail.replace(/^cannot be parsed: /,
"");return Em(a===void 0?c:`${c}; it looks like ${a}`,n)}return o.verdict==="allow"&&n==="code"&&pp(e)?Em("it is JSON",n):o}judgeParts(e,s){let r=n=>ii(n,{readCode:Eo,
folder:s.folder});for(let n of rm(e)){let o=r(n.join(`
`));for(let{invocations:i,problem:a}of o.problem?n.map(r):[o]){if(a?.kind==="unparsable")continue;let c=this.judgeReading({invocations:i},s);if(wm(c))return c}}}judgeReading({
invocations:e,problem:s},r){let{principal:n,folder:o,format:i}=r,a={workspace:n.workspace??Ya,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(vr)},
c=s?e.slice(0,cA):e,{worst:l,guess:d,unknown:u,undecided:p}=this.examine(c,a,n);if(l)return pl(l,i);if(s)return Sm(`is too much to read: ${s.detail}`,i);if(p){let h=`\
what ${p.program.includes(k)?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return Sm(`cannot be read to its end: ${h}`,i)}return!d&&
u<=vm?{verdict:"allow",format:i}:di("unverifiable-command",`Nobody can say before it runs which program this is, and it may be a dangerous one. ${d?.explanation??
"Write the names of programs."}`,i)}examine(e,s,r){let{book:n}=this,o,i,a,c=0,l=[];for(let d of e){let u=new vs(d,s);if(o=n.selectWorse(o,n.findBrokenRule(u,r)),
!u.isHelpRequest&&!u.isDryRun&&l.push(d),!i&&d.program.includes(k)&&(c+=1,c<=vm&&(i=Jp(d,s,p=>n.findBrokenRule(p,r)))),Zp(d,s,(p,f)=>n.canBreak(p,f,r))&&(a??=d),
this.downloads.record(d),o?.severity==="catastrophic")break}if(o?.severity!=="catastrophic")for(let d of Lp(l,s.invocations))o=n.selectWorse(o,n.findBrokenRule(
new vs(d,s),r));return{worst:o,guess:i,unknown:c,undecided:a}}judgeWrite(e,s){let{write:r,content:n,replaces:o}=e,i=ss("edit-tool",[],[{kind:"write",path:{text:r,
glob:!1}}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"code"});if(a.verdict==="deny"||n===void 0)return a;let{workspace:c=Ya}=s,l=r.
startsWith(`${c}/`)?r.slice(c.length+1):r,{files:d}=this;for(let u of new Set([r,l,`${c}/${l}`])){let p=o===void 0?void 0:d.read(u);o===void 0?d.write(u,n):o===
""||!p?.includes(o)?d.append(u,`
${n}
`):d.write(u,p.replace(o,n.replaceAll("$","$$$$")))}return a}judgeText(e,s){let r="natural_text",n=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=km(
e,n,s.trust),c=d=>n.some(u=>u.id===d)?0:1,l=o.map(d=>pl(d,r)).sort((d,u)=>c(d.rule)-c(u.rule));for(let d of i){let u=this.judgeCommand(d,{principal:s,folder:void 0,
format:r});u.verdict==="deny"&&l.push(u)}return l.length>0?l.reduce((d,u)=>Ft[u.severity]<Ft[d.severity]?u:d):a===void 0?{verdict:"allow",format:r}:di("unreadab\
le-text","The text is too long to be judged. Say it in parts.",r)}},wm=t=>t.verdict==="deny"&&t.severity==="catastrophic",xm=new WeakMap;function lA(t){let e=xm.
get(t)??new Do(t);return xm.set(t,e),e}var di=(t,e,s,r="unreadable")=>pl({id:t,category:r,severity:"severe",code:"destructive_operation_blocked",explanation:e},
s),Sm=(t,e)=>di(Cm,`The command ${t}. Write it plainly, or in several steps.`,e),Em=(t,e)=>di("unparsed-command",`No shell reads this: ${t}. Give the command al\
one; what is no command belongs in a file or an answer.`,e,"unparsed"),pl=({id:t,category:e,severity:s,code:r,explanation:n},o)=>({verdict:"deny",rule:t,category:e,
severity:s,code:r,reason:n.replace(/\s+/g," ").trim(),format:o});Xs();var pi=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=_s(),r=e.map((o,i)=>s.judge(
dA(o,i),this.principal)),n=r.filter(({verdict:o})=>o==="deny").length;return{verdicts:r,guardrail_checks:r.length,guardrail_blocks:n,guardrail_block_rate:r.length===
0?0:n/r.length}}};function dA(t,e){let s=t??{};if(["command","write","text"].some(r=>typeof s[r]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var uA=()=>_s();var Zn=require("node:path");Lr();Xs();Lr();var zt={stdout:"",stderr:"",exit_code:0},Kt=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),Ue=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),As=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var $m=require("node:path");tt();var ge=class extends Error{name="HookInputError"},$s=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function Yt(t,e){let s=t[e];
if(!$s(s))throw new ge(`"${e}" is no object`);return s}function Ce(t,...e){let s=e.find(n=>t[n]!==void 0&&t[n]!==null);if(s===void 0)return;let r=t[s];if(typeof r!=
"string")throw new ge(`"${s}" is no text`);return r}function fe(t,...e){let s=Ce(t,...e);if(s===void 0||s.trim()==="")throw new ge(`"${e[0]}" is missing`);return s}
function Xt(t,...e){let s=fe(t,"hook_event_name");if(!e.includes(s))throw new ge(`the event "${s.slice(0,60)}" is unknown`);return s}var Qt=(t,e)=>t===void 0?e:
$m.posix.resolve(t,e),Be=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ge(t,e,s){let r=Qt(e,fe(t,...s.path)),n=Ce(t,...s.content),o=s.replaces&&Ce(
t,...s.replaces);return{write:r,...ne({content:n,replaces:o})}}function fi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ge(
"the input is not JSON")}if(!$s(e))throw new ge("the input is no object of JSON");return e}var bA=["command","cmd","script"];function fl(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(kn).join(" "):void 0}function Ct(t,e){let s=t.workdir,r=typeof s==
"string"&&s!==""?Qt(e,s):e;return bA.flatMap(n=>{let o=fl(t[n]);return o===void 0?[]:[Be(o,r)]})}var kn=t=>`'${t.replaceAll("'","'\\''")}'`,_t=t=>t.trim().toLowerCase();var Tm={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Xt(t,"PreToolUse");let e=Ce(t,"cwd");return{folder:e,requests:yA(fe(t,"tool_name"),Yt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?hl(t,e):e===""?zt:Ue({systemMessage:e})},formatRefusal:Kt},hl=(t,e)=>Ue({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function yA(t,e,s){switch(_t(t)){case"bash":case"powershell":return[Be(fe(e,"comma\
nd"),s)];case"monitor":return $s(e.ws)&&e.command===void 0?[]:[Be(fe(e,"command"),s)];case"write":return[Ge(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[Ge(e,s,Pm)];case"multiedit":return kA(e,s);case"notebookedit":return[Ge(e,s,{path:["notebook_path"],content:["new_source"]})];default:return Ct(e,s)}}
var Pm={path:["file_path"],content:["new_string"],replaces:["old_string"]};function kA(t,e){let{edits:s}=t,r=fe(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every($s))throw new ge('"edits" is no list of edits');return s.map(n=>Ge({...n,file_path:r},e,Pm))}var vA=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,wA=/^\*\*\* (Begin Patch|End Patch|End of File)$/,xA=/^\*{3}|^\s*\*{3}\s*[a-z]/i,SA=/^[\s\u0085]+|[\s\u0085]+$/g;
function Ts(t,e){let s=[],r,n=()=>{let o=s.at(-1);r&&o&&"write"in o&&(o.content=`${r.join(`
`)}
`),r=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(SA,""),[,a,c]=vA.exec(i)??[];if(a===void 0||c===void 0){if(o.startsWith("+"))r?.push(o.slice(1));else if(xA.
test(o)&&!wA.test(i))throw new ge(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}n();let l=Qt(e,c.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${kn(l)}`}):s.push({write:l}),a==="Add File"&&(r=[])}if(n(),s.length===0)throw new ge("the patch names no file");return s}var Im={can_ask:!1,readCall(t){Xt(t,"PreToolUse");let e=Ce(t,"cwd");return{folder:e,requests:EA(fe(t,"tool_name"),Yt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?hl("deny",e):e===""?zt:Ue({systemMessage:e})},formatRefusal:Kt};function EA(t,e,s){switch(_t(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Be(CA(e),Rm(e,s))];case"apply_patch":return Ts(fe(e,"command","input","patch"),Rm(e,s));default:return Ct(e,s)}}function Rm(t,e){
let s=Ce(t,"workdir");return s===void 0||s===""?e:Qt(e,s)}function CA(t){let{command:e}=t;if(!Array.isArray(e))return fe(t,"command","cmd");let s=fl(e);if(s===void 0)
throw new ge('"command" is no list of words');return s}var Om={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Ce(t,"cwd"),s=fe(t,"toolName");return{folder:e,requests:_A(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?As(zt,e):Ue({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>As(Ue({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function _A(t,e,s){switch(_t(t)){case"bash":case"powershell":case"local_shell":return[Be(fe(lr(e),"command"),s)];case"write_bash":case"write_powershell":{let r=Ce(
lr(e),"input")??"";return r.trim()===""?[]:[Be(r,s)]}case"create":return[Ge(lr(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ge(lr(e),s,Nm)];case"str_replace_editor":{let r=lr(e);return r.command==="view"?[]:[Ge(r,s,Nm)]}case"apply_patch":return Ts(AA(e),s);default:return $s(
e)||Lm(e)?Ct(lr(e),s):[]}}var Nm={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function lr(t){if(typeof t=="string")return fi(
Buffer.from(t));if(!$s(t))throw new ge('"toolArgs" is no object');return t}var AA=t=>typeof t=="string"&&!Lm(t)?t:fe(lr(t),"input","patch"),Lm=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var qm={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Xt(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],r=typeof s=="string"?s:void 0,n=Ce(t,"cwd")||r,o=e==="preToolUse"?$A(fe(t,"tool_name"),Yt(t,"tool_input"),n):[Be(fe(t,"command"),n)];return{folder:n,project:r,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?As(Ue({}),e):Dm(e),formatRefusal:t=>({...As(Dm(t),t),exit_code:2})},Dm=t=>Ue({permission:"deny",user_message:t,
agent_message:t});function $A(t,e,s){switch(_t(t)){case"shell":return[Be(fe(e,"command"),Ce(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ge(e,s,Wm)];case"delete":{let r=fe(e,...Wm.path);return[Be(`rm -f -- ${kn(r)}`,s)]}default:return Ct(e,s)}}var Wm={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var Mm={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Xt(t,"BeforeTool");let e=Ce(t,"cwd");return{folder:e,requests:TA(fe(t,"tool_name"),Yt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?Ue({decision:t,reason:e}):t==="ask"?Ue({decision:t,reason:e,systemMessage:e}):e===""?zt:Ue(
{systemMessage:e})},formatRefusal:Kt};function TA(t,e,s){switch(_t(t)){case"run_shell_command":{let r=Ce(e,"dir_path","directory"),n=r===void 0?s:Qt(s,r);return[
Be(fe(e,"command"),n)]}case"write_file":return[Ge(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ge(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return Ct(e,s)}}var jm={can_ask:!1,readCall(t){Xt(t,"tool.execute.before");let e=Ce(t,"directory"),s=fe(t,"tool"),r=Ce(t,"worktree");return{folder:e,project:r==="/"?e:r,requests:PA(
s,Yt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?As(zt,e):Ue({deny:e})},formatRefusal:Kt};function PA(t,e,s){switch(_t(t)){case"bash":{
let r=Ce(e,"workdir"),n=r===void 0?s:Qt(s,r);return[Be(fe(e,"command"),n)]}case"write":return[Ge(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ge(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return Ts(fe(e,"patchText","patch","inp\
ut"),s);default:return Ct(e,s)}}var Jt={"claude-code":Tm,codex:Im,gemini:Mm,copilot:Om,opencode:jm,cursor:qm},Fm=Object.keys(Jt),ml=t=>t!==void 0&&Object.hasOwn(Jt,t);tt();Xs();var mi=require("node:path");var hi=require("node:path");var Hm={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},RA=new Set(["rm","mv","checkout","restore"]),IA=new Set(["-C","--directory","-d"]),NA=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),OA=5e3;function gl(t,e){return t.flatMap(s=>LA(s,t,e)).slice(0,OA)}function LA(t,e,s){let r=t.folder&&$t(t.folder)?hi.posix.resolve(s,t.folder.text):s,
n=(l,d)=>{if(!$t(l)||l.text.startsWith("~"))return[];let u=hi.posix.relative(s,hi.posix.resolve(r,l.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:l.glob}]},o=t.redirects.filter(({kind:l})=>l!=="read").flatMap(({path:l})=>n(l,!1)),i=NA.has(t.program),a=Ks(t,e),c=[...WA({program:t.program,args:a}),...DA(
{program:t.program,args:a})];return[...o,...c.flatMap(l=>n(l,i))]}function DA({program:t,args:e}){if(t==="find")return rn(e)?zs(e):[];let{writes:s,deletes:r,moves:n,
changes:o}=nn(t,be(t,e));return[...s,...r,...n,...o]}function WA({program:t,args:e}){let s=Object.hasOwn(Hm,t)?Hm[t]:void 0,r=e.findIndex(({text:o})=>o==="--"),
n=e.filter(({text:o},i)=>r>=0&&i>r||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return n;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):n.slice(-1)}case"all-but-first":return n.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?n:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return RA.has(n[0]?.text??"")?n.slice(1):
[];case"unpack":return e.filter((o,i)=>IA.has(e[i-1]?.text??""));default:return s}}var Ps=".gatebench/guard.yml",bl=(t="strict")=>({level:t,rules:ui,allow:new Set,ignored:new Set,deny:new Set,files:[]}),Vm=(t,e)=>t==="strict"?t:e??t??"strict";var qA=[Ps,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),MA=new Set([".github",".config"]);function zm(t,{folder:e,home:s},r,n){if("write"in t)return Um(mi.posix.resolve("/",t.write),r,{});if(!("command"in
t))return;if(n.some(VA))return"gatebench guard";let o=n.map(c=>GA(c,t.folder??e??"/",s)),i=gl(o.filter(UA),"/").map(({path:c})=>c),a=o.some(({program:c,wrappers:l})=>[
c,...l].some(d=>jA.has(d)));for(let{path:c,below:l,glob:d}of gl(o,"/")){let u=Um(`/${c}`,r,{below:l,glob:d,copied:i.includes(c),deep:d&&a});if(u!==void 0)return u}}
function Km({folder:t},e,s){if(!t)return e;let r=Xm(t.text,s);if(!(r.includes(k)||r.startsWith("~")))return mi.posix.resolve(e??"/",r)}var jA=new Set(["find","f\
d","fdfind"]),Ym=new Set(["npm","pnpm","yarn","bun"]),FA=new Set([...Ym,"gatebench","npx","pnpx","bunx","node","deno"]),HA=new Set(["uninstall","un","unlink","r\
emove","rm","r"]);function VA({program:t,path:e,args:s}){let r=s.map(({text:a})=>a.toLowerCase()),n=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(Ym.has(n)&&
r.some(a=>HA.has(a))&&r.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=r.indexOf("guard");return o!==-1&&r.slice(o).some(a=>a==="install"||a==="un\
install")&&(FA.has(n)||e.toLowerCase().includes("gatebench"))}var UA=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function Um(t,e,{below:s,glob:r,copied:n,deep:o}){let i=Bm(t),a=i.map(m=>Gm(m,r===!0)),c=(m,h)=>a.slice(h,h+m.length).every((b,y)=>b(m[y])),l=s===!0||r===
!0,d=i.findIndex(m=>/[*?[]/.test(m)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=Gm(p,!0,!0);for(let m of e){let h=Bm(m),b=l&&n!==!0&&i.length<
h.length&&c(h.slice(0,i.length),0),y=u<h.length&&c(h.slice(0,u),0)&&f(h.at(-1));if(b||y||i.length>=h.length&&c(h,0))return m}for(let m of qA){let h=m.join("/");
if(i.length>=m.length&&c(m,i.length-m.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(m.at(-1)))return h;for(let y=1;y<m.length;y+=1){let v=m.slice(0,y);if(MA.
has(v.at(-1)))continue;if((v[0]===".gatebench"||l)&&i.length>=y&&c(v,i.length-y)||u>=y&&u<i.length&&c(v,u-y)&&f(m.at(-1)))return h}}}var Bm=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function Gm(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let r=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(r.length>BA)return()=>!0;let n=new RegExp(`^${r.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&n.test(o)}var BA=16,Xm=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function GA(t,e,s){let r=o=>{let i=Xm(o.text,s);
return i===o.text?o:{...o,text:i}},n=t.folder&&r(t.folder).text;return{...t,args:t.args.map(r),redirects:t.redirects.map(o=>({...o,path:r(o.path)})),folder:{text:n===
void 0?e:mi.posix.resolve(e,n),glob:!1}}}var zA=500,KA=2,Qm={deny:0,ask:1,none:2};function Zm({folder:t,requests:e},s,{top:r,home:n,own_files:o,variables:i,isLate:a}){let c={trust:KA,workspace:r,level:s.
level},l=_s(XA(s)),d=s.allow.size>0?_s(s.rules):void 0,u=[...s.files,...o];Jm(e.length);let p=e.flatMap(JA(l,{folder:t,home:n}));return Jm(p.length),p.flatMap(m=>{
if(a())throw new ge("judging it takes too long");let h="command"in m?YA(l,m,i):[];return[e$(m,{guard:l,plain:d,principal:c,settings:s}),...s$(m,h,{folder:t,home:n,
files:u})]}).reduce((m,h)=>m&&Qm[m.decision]<=Qm[h.decision]?m:h,void 0)}function Jm(t){if(t>zA)throw new ge("too many edits in one call")}function YA(t,{command:e,
folder:s},r){let n=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,c)=>{let l=r.get(a??c);return l!==void 0&&/^[\w./@+-]+$/.test(l)?l:i}),{invocations:o}=t.parse(e,s);return n===
e?o:[...o,...t.parse(n,s).invocations]}function XA({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:r,severity:n})=>n==="catastrophic"||!e.
has(r)).map(r=>s.has(r.id)?QA(r):r)}function QA({trust:t,...e}){let{level:s,match:r,...n}=e,o=r?.map(i=>{let{level:a,...c}=i;return c});return{...n,...ne({match:o})}}
var JA=(t,{folder:e,home:s})=>r=>{if(!("command"in r))return[r];let n=t.parse(r.command,r.folder).invocations.flatMap(o=>{let{program:i,input:a,args:c}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let l=a?.kind==="text"?a.text:c[0]?.text??"";if(!l.includes("*** Begin Patch"))return[];let d=Km(o,r.folder??e,s);if(d===
void 0)throw new ge("the folder of the patch is unknown");return Ts(l,d)});return[r,...n]},ZA=`${Ps} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function e$(t,{guard:e,plain:s,principal:r,settings:n}){let o=e.judge(t,r);if(o.verdict==="deny"){let c=n.deny.has(o.rule),l=n.
ignored.has(o.rule)?`; ${ZA}`:"",d=c?`; denied by ${Ps}`:l,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:c?"deny":t$(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,r);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${Ps}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function t$({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":Ft[t]<=Ft.severe?"den\
y":"ask"}function s$(t,e,{folder:s,home:r,files:n}){let o=zm(t,{folder:s,home:r},n,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var vn=4*1024*1024;function eg(t,e){if(e.length>vn)throw new ge(`the input is larger than ${vn} bytes`);return Jt[t].readCall(fi(e))}function tg(t,e,s){let r=Jt[t],
{settings:n,...o}=s,i=Zm(e,n,o);if(!i)return{output:yl(t)};let a=i.decision==="ask"&&!r.can_ask?"deny":i.decision,c=cr(i.message);return{output:r.formatAnswer({
decision:a,message:c}),judgement:{...i,decision:a}}}var yl=t=>Jt[t].formatAnswer({decision:"none",message:""}),sg=(t,e)=>Jt[t].formatRefusal(cr(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var mN=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,Qn={settings:()=>Promise.resolve().then(()=>(Xy(),Yy)),rules:async()=>(await mN()).
rules(),log:()=>Promise.resolve().then(()=>(qk(),Wk))};var Jn=require("node:fs"),ts=require("node:path");Lr();var ha=require("node:fs"),NU=16*2**20,OU=256*2**20;function Mk(t,e=Number.POSITIVE_INFINITY){let s=(0,ha.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let r=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${r}`),{code:r})}return(0,ha.readFileSync)(
t)}var gN=64*1024;function jk(t,e){let s=Fk(t),r=s.findIndex(c=>(0,Jn.existsSync)((0,ts.join)(c,".git"))),n=r===-1?void 0:s[r],o=n!==void 0&&(e===void 0||!bN(e,n)),
a=(o?s.slice(0,r+1):[t]).map(c=>(0,ts.join)(c,Ps)).find(c=>(0,Jn.existsSync)(c));return{top:o?n:t,guard_file:a}}function Fk(t){let e=(0,ts.dirname)(t);return e===
t?[t]:[t,...Fk(e)]}var bN=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function Hk({top:t,guard_file:e},{level:s,trusted:r}){if(e===void 0)return bl(
s);let n=(0,ts.relative)(t,e),o=kN(e,n),{readGuardFile:i,checkGuardFile:a}=await Qn.settings(),c=i(o,n),l=(0,ts.dirname)(e),d=c.rules.map(({name:f})=>(0,ts.join)(
l,f)),u=d.length===0?bl().rules:await yN(d,t);a(c,u);let p=c.allow.map(({name:f})=>f);return{level:Vm(s,r||c.level==="strict"?c.level:void 0),rules:u,allow:new Set(
r?p:[]),ignored:new Set(r?[]:p),deny:new Set(c.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,Jn.realpathSync)(f)])}}async function yN(t,e){let{combineRules:s,
readRulesFile:r}=await Qn.rules();return s(t.map(n=>r((0,ts.relative)(e,n),e)))}function kN(t,e){try{return Mk(t,gN).toString("utf8")}catch(s){throw new et(`${e}\
: cannot be read (${s.code})`)}}var vN=5e3;async function wN(t,e){let s;try{s=AN(t)}catch(r){let n=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${Bk(r)}`;return ml(n)?Jt[n].formatRefusal(
o):Kt(o)}try{let{output:r,judgement:n}=await xN(s,e),o=n&&await Vk(s,e,n);return o===void 0?r:Uk(r,o)}catch(r){let n=Bk(r),o=await Vk(s,e,{decision:"error",rule:"",
request:{text:n}}),i=sg(s.client,n);return o===void 0?i:Uk(i,o)}}async function xN({client:t,level:e,trusted:s},r){let n=r.now().getTime(),o=eg(t,await EN(r.input));
if(o.requests.length===0)return{output:yl(t)};let{project_variable:i}=Jt[t],a=r.variable("HOME"),c=i&&r.variable(i)||o.project||r.cwd,l=jk(c,a),d=o.folder??c,u=()=>r.
now().getTime()-n>vN,p={settings:await Hk(l,{level:e,trusted:s}),top:l.top,home:a,...SN(r,a),isLate:u};return tg(t,{...o,folder:d},p)}function SN({variable:t,program_folders:e=[]},s){
let r=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],n=new Map(r.map(a=>[a,t(a)??""])),o=(a,...c)=>{let l=n.get(a);return l===void 0||!(0,Zn.isAbsolute)(
l)?[]:c.map(d=>(0,Zn.join)(l,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,Zn.join)(s,".cache/gatebench-c\
ode")]],variables:n}}async function EN(t){let e=[],s=0;for await(let r of t){let n=typeof r=="string"?Buffer.from(r):r;if(s+=n.length,s>vn)throw new ge(`the inp\
ut is larger than ${vn} bytes`);e.push(n)}return Buffer.concat(e)}async function Vk({client:t,log:e},{now:s},{decision:r,rule:n,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await Qn.log(),a=r==="none"?"pass":r;i(e,{time:s(),client:t,verdict:a,rule:n,subject:CN(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function CN(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var Uk=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),Bk=t=>t instanceof Error?t.message:String(t),Gk="--project-settings",_N=["--hook","--level","--log"];function AN(t){let e=new Map,s=t.values();for(let i of s){
if(i===Gk){e.set(i,i);continue}let[a,c]=$N(i);if(!_N.includes(a))throw new et(`unknown argument "${i}" beside --hook`);let l=c??s.next().value;if(l===void 0||l===
"")throw new et(`${a} has no value`);e.set(a,l)}let r=e.get("--hook");if(!ml(r))throw new et(`--hook must be one of ${Fm.join(", ")}`);let n=e.get("--level"),o=Ys.
find(i=>i===n);if(n!==void 0&&o===void 0)throw new et(`--level must be one of ${Ys.join(", ")}`);return{client:r,level:o,trusted:e.has(Gk),log:e.get("--log")}}function $N(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,concatenateWords,createGuard,createShellInvocation,
createShippedGuard,createWord,createWords,findAffectedPaths,findOriginalPaths,getFindPatterns,guardLevels,hasFlag,hasKnownShortOptions,hasPathEffects,hasUnreadValue,
isDeletingFind,isKnownWord,isRemotePath,parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,
resolveFoundPaths,runHook,shippedGuardRules,vocabulary});
