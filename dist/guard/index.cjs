var Yk=Object.create;var eo=Object.defineProperty;var Xk=Object.getOwnPropertyDescriptor;var Qk=Object.getOwnPropertyNames;var Jk=Object.getPrototypeOf,Zk=Object.prototype.hasOwnProperty;var Fe=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(n){throw s=[n],n}};var N=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},ga=(t,e)=>{for(var s in e)eo(t,s,{get:e[s],enumerable:!0})},eu=(t,e,s,n)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let r of Qk(e))!Zk.call(t,r)&&r!==s&&eo(t,r,{get:()=>e[r],enumerable:!(n=Xk(e,r))||n.enumerable});return t};var tu=(t,e,s)=>(s=t!=null?Yk(Jk(t)):{},eu(e||!t||!t.__esModule?eo(s,"default",{value:t,enumerable:!0}):s,t)),ev=t=>eu(eo({},"__esModule",{value:!0}),t);var re,tt=Fe(()=>{"use strict";re=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var Mt,zs,Ks=Fe(()=>{"use strict";Mt={catastrophic:0,severe:1,risky:2},zs=["workspace","strict"]});var Th=N(In=>{"use strict";In.__esModule=!0;In.distance=In.closest=void 0;var us=new Uint32Array(65536),AA=function(t,e){for(var s=t.length,n=e.length,r=1<<s-1,
o=-1,i=0,a=s,c=s;c--;)us[t.charCodeAt(c)]|=1<<c;for(c=0;c<n;c++){var l=us[e.charCodeAt(c)],d=l|i;l|=(l&o)+o^o,i|=~(l|o),o&=l,i&r&&a++,o&r&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(c=s;c--;)us[t.charCodeAt(c)]=0;return a},$A=function(t,e){for(var s=e.length,n=t.length,r=[],o=[],i=Math.ceil(s/32),a=Math.ceil(n/32),c=0;c<i;c++)o[c]=
-1,r[c]=0;for(var l=0;l<a-1;l++){for(var d=0,u=-1,p=l*32,f=Math.min(32,n)+p,h=p;h<f;h++)us[t.charCodeAt(h)]|=1<<h;for(var c=0;c<s;c++){var m=us[e.charCodeAt(c)],
b=o[c/32|0]>>>c&1,k=r[c/32|0]>>>c&1,v=m|d,C=((m|k)&u)+u^u|m|k,S=d|~(C|u),w=u&C;S>>>31^b&&(o[c/32|0]^=1<<c),w>>>31^k&&(r[c/32|0]^=1<<c),S=S<<1|b,w=w<<1|k,u=w|~(v|
S),d=S&v}for(var h=p;h<f;h++)us[t.charCodeAt(h)]=0}for(var _=0,T=-1,E=l*32,I=Math.min(32,n-E)+E,h=E;h<I;h++)us[t.charCodeAt(h)]|=1<<h;for(var B=n,c=0;c<s;c++){var m=us[e.
charCodeAt(c)],b=o[c/32|0]>>>c&1,k=r[c/32|0]>>>c&1,v=m|_,C=((m|k)&T)+T^T|m|k,S=_|~(C|T),w=T&C;B+=S>>>n-1&1,B-=w>>>n-1&1,S>>>31^b&&(o[c/32|0]^=1<<c),w>>>31^k&&(r[c/
32|0]^=1<<c),S=S<<1|b,w=w<<1|k,T=w|~(v|S),_=S&v}for(var h=E;h<I;h++)us[t.charCodeAt(h)]=0;return B},$h=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?AA(t,e):$A(t,e)};In.distance=$h;var TA=function(t,e){for(var s=1/0,n=0,r=0;r<e.length;r++){var o=$h(t,e[r]);o<s&&(s=o,n=r)}return e[n]};
In.closest=TA});function an(t){return t.replace(RA,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var PA,
RA,et,Nn=Fe(()=>{"use strict";PA=tu(Th(),1),RA=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
et=class extends Error{name="UserError";remedy;lines;constructor(e,s){let n=(typeof e=="string"?[e]:e).map(an);super(n.join(`
`)),this.lines=n,this.remedy=s===void 0?void 0:an(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var te=N(Ke=>{"use strict";var hl=Symbol.for("yaml.alias"),og=Symbol.for("yaml.document"),gi=Symbol.for("yaml.map"),ig=Symbol.for("yaml.pair"),gl=Symbol.for("ya\
ml.scalar"),bi=Symbol.for("yaml.seq"),ps=Symbol.for("yaml.node.type"),y$=t=>!!t&&typeof t=="object"&&t[ps]===hl,k$=t=>!!t&&typeof t=="object"&&t[ps]===og,v$=t=>!!t&&
typeof t=="object"&&t[ps]===gi,x$=t=>!!t&&typeof t=="object"&&t[ps]===ig,ag=t=>!!t&&typeof t=="object"&&t[ps]===gl,w$=t=>!!t&&typeof t=="object"&&t[ps]===bi;function cg(t){
if(t&&typeof t=="object")switch(t[ps]){case gi:case bi:return!0}return!1}function S$(t){if(t&&typeof t=="object")switch(t[ps]){case hl:case gi:case gl:case bi:return!0}
return!1}var E$=t=>(ag(t)||cg(t))&&!!t.anchor;Ke.ALIAS=hl;Ke.DOC=og;Ke.MAP=gi;Ke.NODE_TYPE=ps;Ke.PAIR=ig;Ke.SCALAR=gl;Ke.SEQ=bi;Ke.hasAnchor=E$;Ke.isAlias=y$;Ke.
isCollection=cg;Ke.isDocument=k$;Ke.isMap=v$;Ke.isNode=S$;Ke.isPair=x$;Ke.isScalar=ag;Ke.isSeq=w$});var vr=N(bl=>{"use strict";var Pe=te(),dt=Symbol("break visit"),lg=Symbol("skip children"),Qt=Symbol("remove node");function yi(t,e){let s=dg(e);Pe.isDocument(t)?
On(null,t.contents,s,Object.freeze([t]))===Qt&&(t.contents=null):On(null,t,s,Object.freeze([]))}yi.BREAK=dt;yi.SKIP=lg;yi.REMOVE=Qt;function On(t,e,s,n){let r=ug(
t,e,s,n);if(Pe.isNode(r)||Pe.isPair(r))return pg(t,n,r),On(t,r,s,n);if(typeof r!="symbol"){if(Pe.isCollection(e)){n=Object.freeze(n.concat(e));for(let o=0;o<e.items.
length;++o){let i=On(o,e.items[o],s,n);if(typeof i=="number")o=i-1;else{if(i===dt)return dt;i===Qt&&(e.items.splice(o,1),o-=1)}}}else if(Pe.isPair(e)){n=Object.
freeze(n.concat(e));let o=On("key",e.key,s,n);if(o===dt)return dt;o===Qt&&(e.key=null);let i=On("value",e.value,s,n);if(i===dt)return dt;i===Qt&&(e.value=null)}}
return r}async function ki(t,e){let s=dg(e);Pe.isDocument(t)?await Ln(null,t.contents,s,Object.freeze([t]))===Qt&&(t.contents=null):await Ln(null,t,s,Object.freeze(
[]))}ki.BREAK=dt;ki.SKIP=lg;ki.REMOVE=Qt;async function Ln(t,e,s,n){let r=await ug(t,e,s,n);if(Pe.isNode(r)||Pe.isPair(r))return pg(t,n,r),Ln(t,r,s,n);if(typeof r!=
"symbol"){if(Pe.isCollection(e)){n=Object.freeze(n.concat(e));for(let o=0;o<e.items.length;++o){let i=await Ln(o,e.items[o],s,n);if(typeof i=="number")o=i-1;else{
if(i===dt)return dt;i===Qt&&(e.items.splice(o,1),o-=1)}}}else if(Pe.isPair(e)){n=Object.freeze(n.concat(e));let o=await Ln("key",e.key,s,n);if(o===dt)return dt;
o===Qt&&(e.key=null);let i=await Ln("value",e.value,s,n);if(i===dt)return dt;i===Qt&&(e.value=null)}}return r}function dg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function ug(t,e,s,n){if(typeof s=="function")return s(t,e,n);if(Pe.isMap(e))return s.Map?.(t,e,n);if(Pe.isSeq(e))return s.Seq?.(t,e,n);if(Pe.
isPair(e))return s.Pair?.(t,e,n);if(Pe.isScalar(e))return s.Scalar?.(t,e,n);if(Pe.isAlias(e))return s.Alias?.(t,e,n)}function pg(t,e,s){let n=e[e.length-1];if(Pe.
isCollection(n))n.items[t]=s;else if(Pe.isPair(n))t==="key"?n.key=s:n.value=s;else if(Pe.isDocument(n))n.contents=s;else{let r=Pe.isAlias(n)?"alias":"scalar";throw new Error(
`Cannot replace node with ${r} parent`)}}bl.visit=yi;bl.visitAsync=ki});var yl=N(mg=>{"use strict";var fg=te(),C$=vr(),_$={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},A$=t=>t.replace(/[!,[\]{}]/g,e=>_$[e]),xr=class t{constructor(e,s){
this.docStart=null,this.docEnd=!1,this.yaml=Object.assign({},t.defaultYaml,e),this.tags=Object.assign({},t.defaultTags,s)}clone(){let e=new t(this.yaml,this.tags);
return e.docStart=this.docStart,e}atDocument(){let e=new t(this.yaml,this.tags);switch(this.yaml.version){case"1.1":this.atNextDocument=!0;break;case"1.2":this.
atNextDocument=!1,this.yaml={explicit:t.defaultYaml.explicit,version:"1.2"},this.tags=Object.assign({},t.defaultTags);break}return e}add(e,s){this.atNextDocument&&
(this.yaml={explicit:t.defaultYaml.explicit,version:"1.1"},this.tags=Object.assign({},t.defaultTags),this.atNextDocument=!1);let n=e.trim().split(/[ \t]+/),r=n.
shift();switch(r){case"%TAG":{if(n.length!==2&&(s(0,"%TAG directive should contain exactly two parts"),n.length<2))return!1;let[o,i]=n;return this.tags[o]=i,!0}case"\
%YAML":{if(this.yaml.explicit=!0,n.length!==1)return s(0,"%YAML directive should contain exactly one part"),!1;let[o]=n;if(o==="1.1"||o==="1.2")return this.yaml.
version=o,!0;{let i=/^\d+\.\d+$/.test(o);return s(6,`Unsupported YAML version ${o}`,i),!1}}default:return s(0,`Unknown directive ${r}`,!0),!1}}tagName(e,s){if(e===
"!")return"!";if(e[0]!=="!")return s(`Not a valid tag: ${e}`),null;if(e[1]==="<"){let i=e.slice(2,-1);return i==="!"||i==="!!"?(s(`Verbatim tags aren't resolved\
, so ${e} is invalid.`),null):(e[e.length-1]!==">"&&s("Verbatim tags must end with a >"),i)}let[,n,r]=e.match(/^(.*!)([^!]*)$/s);r||s(`The ${e} tag has no suffi\
x`);let o=this.tags[n];if(o)try{return o+decodeURIComponent(r)}catch(i){return s(String(i)),null}return n==="!"?e:(s(`Could not resolve tag: ${e}`),null)}tagString(e){
for(let[s,n]of Object.entries(this.tags))if(e.startsWith(n))return s+A$(e.substring(n.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],n=Object.entries(this.tags),r;if(e&&n.length>0&&fg.isNode(e.contents)){let o={};C$.visit(e.contents,(i,a)=>{fg.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),r=Object.keys(o)}else r=[];for(let[o,i]of n)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||r.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};xr.defaultYaml={explicit:!1,version:"1.2"};xr.defaultTags={"!!":"tag:yaml.org,2002:"};mg.Directives=xr});var vi=N(wr=>{"use strict";var hg=te(),$$=vr();function T$(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function gg(t){let e=new Set;return $$.visit(t,{Value(s,n){n.anchor&&e.add(n.anchor)}}),e}function bg(t,e){for(let s=1;;++s){
let n=`${t}${s}`;if(!e.has(n))return n}}function P$(t,e){let s=[],n=new Map,r=null;return{onAnchor:o=>{s.push(o),r??(r=gg(t));let i=bg(e,r);return r.add(i),i},setAnchors:()=>{
for(let o of s){let i=n.get(o);if(typeof i=="object"&&i.anchor&&(hg.isScalar(i.node)||hg.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:n}}wr.anchorIsValid=T$;wr.anchorNames=gg;wr.createNodeAnchors=P$;wr.
findNewAnchor=bg});var kl=N(yg=>{"use strict";function Sr(t,e,s,n){if(n&&typeof n=="object")if(Array.isArray(n))for(let r=0,o=n.length;r<o;++r){let i=n[r],a=Sr(t,n,String(r),i);a===
void 0?delete n[r]:a!==i&&(n[r]=a)}else if(n instanceof Map)for(let r of Array.from(n.keys())){let o=n.get(r),i=Sr(t,n,r,o);i===void 0?n.delete(r):i!==o&&n.set(
r,i)}else if(n instanceof Set)for(let r of Array.from(n)){let o=Sr(t,n,r,r);o===void 0?n.delete(r):o!==r&&(n.delete(r),n.add(o))}else for(let[r,o]of Object.entries(
n)){let i=Sr(t,n,r,o);i===void 0?delete n[r]:i!==o&&(n[r]=i)}return t.call(e,s,n)}yg.applyReviver=Sr});var Ts=N(vg=>{"use strict";var R$=te();function kg(t,e,s){if(Array.isArray(t))return t.map((n,r)=>kg(n,String(r),s));if(t&&typeof t.toJSON=="function"){if(!s||!R$.
hasAnchor(t))return t.toJSON(e,s);let n={aliasCount:0,count:1,res:void 0};s.anchors.set(t,n),s.onCreate=o=>{n.res=o,delete s.onCreate};let r=t.toJSON(e,s);return s.
onCreate&&s.onCreate(r),r}return typeof t=="bigint"&&!s?.keep?Number(t):t}vg.toJS=kg});var xi=N(wg=>{"use strict";var I$=kl(),xg=te(),N$=Ts(),vl=class{constructor(e){Object.defineProperty(this,xg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:n,onAnchor:r,reviver:o}={}){
if(!xg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof n==
"number"?n:100},a=N$.toJS(this,"",i);if(typeof r=="function")for(let{count:c,res:l}of i.anchors.values())r(l,c);return typeof o=="function"?I$.applyReviver(o,{"":a},
"",a):a}};wg.NodeBase=vl});var Er=N(Sg=>{"use strict";var O$=vi(),L$=vr(),Dn=te(),D$=xi(),W$=Ts(),xl=class extends D$.NodeBase{constructor(e){super(Dn.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let n;s?.aliasResolveCache?n=s.aliasResolveCache:(n=[],L$.visit(e,{Node:(o,i)=>{(Dn.isAlias(i)||Dn.hasAnchor(i))&&n.push(i)}}),s&&(s.aliasResolveCache=n));let r;
for(let o of n){if(o===this)break;o.anchor===this.source&&(r=o)}if(r&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,c=o.get(r);if(c||(W$.toJS(r,null,s),c=o.get(r)),
c?.res===void 0){let l="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(l)}if(a>=0&&(c.count+=1,c.aliasCount===0&&(c.aliasCount=
wi(i,r,o)),c.count*c.aliasCount>a)){let l="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(l)}}return r}toJSON(e,s){if(!s)
return{source:this.source};let n=this.resolve(s.doc,s);if(!n){let r=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
r)}return s.anchors.get(n).res}toString(e,s,n){let r=`*${this.source}`;if(e){if(O$.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${r} `}return r}};function wi(t,e,s){
if(Dn.isAlias(e)){let n=e.resolve(t),r=s&&n&&s.get(n);return r?r.count*r.aliasCount:0}else if(Dn.isCollection(e)){let n=0;for(let r of e.items){let o=wi(t,r,s);
o>n&&(n=o)}return n}else if(Dn.isPair(e)){let n=wi(t,e.key,s),r=wi(t,e.value,s);return Math.max(n,r)}return 1}Sg.Alias=xl});var _e=N(wl=>{"use strict";var M$=te(),q$=xi(),j$=Ts(),F$=t=>!t||typeof t!="function"&&typeof t!="object",Ps=class extends q$.NodeBase{constructor(e){super(M$.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:j$.toJS(this.value,e,s)}toString(){return String(this.value)}};Ps.BLOCK_FOLDED="BLOCK_FOLDED";Ps.BLOCK_LITERAL=
"BLOCK_LITERAL";Ps.PLAIN="PLAIN";Ps.QUOTE_DOUBLE="QUOTE_DOUBLE";Ps.QUOTE_SINGLE="QUOTE_SINGLE";wl.Scalar=Ps;wl.isScalarValue=F$});var Cr=N(Cg=>{"use strict";var H$=Er(),ln=te(),Eg=_e(),V$="tag:yaml.org,2002:";function U$(t,e,s){if(e){let n=s.filter(o=>o.tag===e),r=n.find(o=>!o.format)??n[0];
if(!r)throw new Error(`Tag ${e} not found`);return r}return s.find(n=>n.identify?.(t)&&!n.format)}function B$(t,e,s){if(ln.isDocument(t)&&(t=t.contents),ln.isNode(
t))return t;if(ln.isPair(t)){let u=s.schema[ln.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:n,onAnchor:r,onTagObj:o,schema:i,sourceObjects:a}=s,c;if(n&&t&&typeof t==
"object"){if(c=a.get(t),c)return c.anchor??(c.anchor=r(t)),new H$.Alias(c.anchor);c={anchor:null,node:null},a.set(t,c)}e?.startsWith("!!")&&(e=V$+e.slice(2));let l=U$(
t,e,i.tags);if(!l){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new Eg.Scalar(t);return c&&(c.node=u),u}l=t instanceof Map?i[ln.
MAP]:Symbol.iterator in Object(t)?i[ln.SEQ]:i[ln.MAP]}o&&(o(l),delete s.onTagObj);let d=l?.createNode?l.createNode(s.schema,t,s):typeof l?.nodeClass?.from=="fun\
ction"?l.nodeClass.from(s.schema,t,s):new Eg.Scalar(t);return e?d.tag=e:l.default||(d.tag=l.tag),c&&(c.node=d),d}Cg.createNode=B$});var Ei=N(Si=>{"use strict";var G$=Cr(),Jt=te(),z$=xi();function Sl(t,e,s){let n=s;for(let r=e.length-1;r>=0;--r){let o=e[r];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=n,n=i}else n=new Map([[o,n]])}return G$.createNode(n,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var _g=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,El=class extends z$.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(n=>Jt.isNode(n)||Jt.isPair(n)?n.clone(e):n),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(_g(e))this.add(s);else{let[n,...r]=e,o=this.get(n,!0);if(Jt.isCollection(o))o.addIn(r,s);else if(o===void 0&&this.schema)
this.set(n,Sl(this.schema,r,s));else throw new Error(`Expected YAML collection at ${n}. Remaining path: ${r}`)}}deleteIn(e){let[s,...n]=e;if(n.length===0)return this.
delete(s);let r=this.get(s,!0);if(Jt.isCollection(r))return r.deleteIn(n);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${n}`)}getIn(e,s){let[
n,...r]=e,o=this.get(n,!0);return r.length===0?!s&&Jt.isScalar(o)?o.value:o:Jt.isCollection(o)?o.getIn(r,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!Jt.isPair(s))return!1;let n=s.value;return n==null||e&&Jt.isScalar(n)&&n.value==null&&!n.commentBefore&&!n.comment&&!n.tag})}hasIn(e){let[s,...n]=e;if(n.length===
0)return this.has(s);let r=this.get(s,!0);return Jt.isCollection(r)?r.hasIn(n):!1}setIn(e,s){let[n,...r]=e;if(r.length===0)this.set(n,s);else{let o=this.get(n,!0);
if(Jt.isCollection(o))o.setIn(r,s);else if(o===void 0&&this.schema)this.set(n,Sl(this.schema,r,s));else throw new Error(`Expected YAML collection at ${n}. Remai\
ning path: ${r}`)}}};Si.Collection=El;Si.collectionFromPath=Sl;Si.isEmptyPath=_g});var _r=N(Ci=>{"use strict";var K$=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function Cl(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var Y$=(t,e,s)=>t.
endsWith(`
`)?Cl(s,e):s.includes(`
`)?`
`+Cl(s,e):(t.endsWith(" ")?"":" ")+s;Ci.indentComment=Cl;Ci.lineComment=Y$;Ci.stringifyComment=K$});var $g=N(Ar=>{"use strict";var X$="flow",_l="block",_i="quoted";function Q$(t,e,s="flow",{indentAtStart:n,lineWidth:r=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!r||r<0)return t;r<o&&(o=0);let c=Math.max(1+o,1+r-e.length);if(t.length<=c)return t;let l=[],d={},u=r-e.length;typeof n=="number"&&(n>r-Math.max(2,o)?l.push(
0):u=r-n);let p,f,h=!1,m=-1,b=-1,k=-1;s===_l&&(m=Ag(t,m,e.length),m!==-1&&(u=m+c));for(let C;C=t[m+=1];){if(s===_i&&C==="\\"){switch(b=m,t[m+1]){case"x":m+=3;break;case"\
u":m+=5;break;case"U":m+=9;break;default:m+=1}k=m}if(C===`
`)s===_l&&(m=Ag(t,m,e.length)),u=m+e.length+c,p=void 0;else{if(C===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let S=t[m+1];S&&S!==" "&&S!==`
`&&S!=="	"&&(p=m)}if(m>=u)if(p)l.push(p),u=p+c,p=void 0;else if(s===_i){for(;f===" "||f==="	";)f=C,C=t[m+=1],h=!0;let S=m>k+1?m-2:b-1;if(d[S])return t;l.push(S),
d[S]=!0,u=S+c,p=void 0}else h=!0}f=C}if(h&&a&&a(),l.length===0)return t;i&&i();let v=t.slice(0,l[0]);for(let C=0;C<l.length;++C){let S=l[C],w=l[C+1]||t.length;S===
0?v=`
${e}${t.slice(0,w)}`:(s===_i&&d[S]&&(v+=`${t[S]}\\`),v+=`
${e}${t.slice(S+1,w)}`)}return v}function Ag(t,e,s){let n=e,r=e+1,o=t[r];for(;o===" "||o==="	";)if(e<r+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);n=e,r=e+1,o=t[r]}return n}Ar.FOLD_BLOCK=_l;Ar.FOLD_FLOW=X$;Ar.FOLD_QUOTED=_i;Ar.foldFlowLines=Q$});var Tr=N(Tg=>{"use strict";var Nt=_e(),Rs=$g(),$i=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),Ti=t=>/^(%|---|\.\.\.)/m.test(t);function J$(t,e,s){if(!e||e<0)return!1;let n=e-s,r=t.length;if(r<=n)return!1;for(let o=0,i=0;o<r;++o)if(t[o]===
`
`){if(o-i>n)return!0;if(i=o+1,r-i<=n)return!1}return!0}function $r(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:n}=e,r=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(Ti(t)?"  ":""),i="",a=0;for(let c=0,l=s[c];l;l=s[++c])if(l===" "&&s[c+1]==="\\"&&s[c+2]==="n"&&(i+=s.slice(a,
c)+"\\ ",c+=1,a=c,l="\\"),l==="\\")switch(s[c+1]){case"u":{i+=s.slice(a,c);let d=s.substr(c+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(c,6)}c+=5,a=c+1}break;case"n":if(n||s[c+2]==='"'||s.length<r)c+=1;else{for(i+=s.slice(a,c)+`

`;s[c+2]==="\\"&&s[c+3]==="n"&&s[c+4]!=='"';)i+=`
`,c+=2;i+=o,s[c+2]===" "&&(i+="\\"),c+=1,a=c+1}break;default:c+=1}return i=a?i+s.slice(a):s,n?i:Rs.foldFlowLines(i,o,Rs.FOLD_QUOTED,$i(e,!1))}function Al(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return $r(t,e);let s=e.indent||(Ti(t)?"  ":""),n="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?n:Rs.foldFlowLines(n,s,Rs.FOLD_FLOW,$i(e,!1))}function Wn(t,e){let{singleQuote:s}=e.options,n;if(s===!1)n=$r;else{let r=t.includes(
'"'),o=t.includes("'");r&&!o?n=Al:o&&!r?n=$r:n=s?Al:$r}return n(t,e)}var $l;try{$l=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{$l=/\n+(?!\n|$)/g}function Ai({comment:t,type:e,value:s},n,r,o){let{blockQuote:i,commentString:a,lineWidth:c}=n.options;if(!i||/\n[\t ]+$/.test(
s))return Wn(s,n);let l=n.indent||(n.forceBlockIndent||Ti(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Nt.Scalar.BLOCK_FOLDED?!1:e===Nt.Scalar.BLOCK_LITERAL?
!0:!J$(s,c,l.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let w=s[p-1];if(w!==`
`&&w!=="	"&&w!==" ")break}let f=s.substring(p),h=f.indexOf(`
`);h===-1?u="-":s===f||h!==f.length-1?(u="+",o&&o()):u="",f&&(s=s.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace($l,`$&${l}`));let m=!1,b,k=-1;for(b=0;b<s.length;++b){let w=s[b];if(w===" ")m=!0;else if(w===`
`)k=b;else break}let v=s.substring(0,k<b?k+1:b);v&&(s=s.substring(v.length),v=v.replace(/\n+/g,`$&${l}`));let S=(m?l?"2":"1":"")+u;if(t&&(S+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),r&&r()),!d){let w=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${l}`),_=!1,T=$i(n,!0);i!=="folded"&&e!==Nt.Scalar.BLOCK_FOLDED&&(T.onOverflow=
()=>{_=!0});let E=Rs.foldFlowLines(`${v}${w}${f}`,l,Rs.FOLD_BLOCK,T);if(!_)return`>${S}
${l}${E}`}return s=s.replace(/\n+/g,`$&${l}`),`|${S}
${l}${v}${s}${f}`}function Z$(t,e,s,n){let{type:r,value:o}=t,{actualString:i,implicitKey:a,indent:c,indentStep:l,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return Wn(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?Wn(o,e):Ai(t,e,s,n);if(!a&&!d&&r!==Nt.Scalar.PLAIN&&o.includes(`
`))return Ai(t,e,s,n);if(Ti(o)){if(c==="")return e.forceBlockIndent=!0,Ai(t,e,s,n);if(a&&c===l)return Wn(o,e)}let u=o.replace(/\n+/g,`$&
${c}`);if(i){let p=m=>m.default&&m.tag!=="tag:yaml.org,2002:str"&&m.test?.test(u),{compat:f,tags:h}=e.doc.schema;if(h.some(p)||f?.some(p))return Wn(o,e)}return a?
u:Rs.foldFlowLines(u,c,Rs.FOLD_FLOW,$i(e,!1))}function eT(t,e,s,n){let{implicitKey:r,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Nt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Nt.Scalar.QUOTE_DOUBLE);let c=d=>{switch(d){case Nt.
Scalar.BLOCK_FOLDED:case Nt.Scalar.BLOCK_LITERAL:return r||o?Wn(i.value,e):Ai(i,e,s,n);case Nt.Scalar.QUOTE_DOUBLE:return $r(i.value,e);case Nt.Scalar.QUOTE_SINGLE:
return Al(i.value,e);case Nt.Scalar.PLAIN:return Z$(i,e,s,n);default:return null}},l=c(a);if(l===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=r&&
d||u;if(l=c(p),l===null)throw new Error(`Unsupported default string type ${p}`)}return l}Tg.stringifyString=eT});var Pr=N(Tl=>{"use strict";var tT=vi(),Is=te(),sT=_r(),nT=Tr();function rT(t,e){let s=Object.assign({blockQuote:!0,commentString:sT.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),n;switch(s.collectionStyle){case"\
block":n=!1;break;case"flow":n=!0;break;default:n=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:n,options:s}}function oT(t,e){if(e.tag){let r=t.filter(o=>o.tag===e.tag);if(r.length>0)return r.find(o=>o.format===
e.format)??r[0]}let s,n;if(Is.isScalar(e)){n=e.value;let r=t.filter(o=>o.identify?.(n));if(r.length>1){let o=r.filter(i=>i.test);o.length>0&&(r=o)}s=r.find(o=>o.
format===e.format)??r.find(o=>!o.format)}else n=e,s=t.find(r=>r.nodeClass&&n instanceof r.nodeClass);if(!s){let r=n?.constructor?.name??(n===null?"null":typeof n);
throw new Error(`Tag not resolved for ${r} value`)}return s}function iT(t,e,{anchors:s,doc:n}){if(!n.directives)return"";let r=[],o=(Is.isScalar(t)||Is.isCollection(
t))&&t.anchor;o&&tT.anchorIsValid(o)&&(s.add(o),r.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&r.push(n.directives.tagString(i)),r.join(" ")}function aT(t,e,s,n){
if(Is.isPair(t))return t.toString(e,s,n);if(Is.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let r,o=Is.isNode(t)?
t:e.doc.createNode(t,{onTagObj:c=>r=c});r??(r=oT(e.doc.schema.tags,o));let i=iT(o,r,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof r.
stringify=="function"?r.stringify(o,e,s,n):Is.isScalar(o)?nT.stringifyString(o,e,s,n):o.toString(e,s,n);return i?Is.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}Tl.createStringifyContext=rT;Tl.stringify=aT});var Ng=N(Ig=>{"use strict";var fs=te(),Pg=_e(),Rg=Pr(),Rr=_r();function cT({key:t,value:e},s,n,r){let{allNullValues:o,doc:i,indent:a,indentStep:c,options:{commentString:l,
indentSeq:d,simpleKeys:u}}=s,p=fs.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(fs.isCollection(t)||
!fs.isNode(t)&&typeof t=="object"){let T="With simple keys, collection cannot be used as a key value";throw new Error(T)}}let f=!u&&(!t||p&&e==null&&!s.inFlow||
fs.isCollection(t)||(fs.isScalar(t)?t.type===Pg.Scalar.BLOCK_FOLDED||t.type===Pg.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+c});let h=!1,m=!1,b=Rg.stringify(t,s,()=>h=!0,()=>m=!0);if(!f&&!s.inFlow&&b.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(s.inFlow){if(o||e==null)return h&&n&&n(),b===""?"?":f?`? ${b}`:b}else if(o&&!u||e==null&&
f)return b=`? ${b}`,p&&!h?b+=Rr.lineComment(b,s.indent,l(p)):m&&r&&r(),b;h&&(p=null),f?(p&&(b+=Rr.lineComment(b,s.indent,l(p))),b=`? ${b}
${a}:`):(b=`${b}:`,p&&(b+=Rr.lineComment(b,s.indent,l(p))));let k,v,C;fs.isNode(e)?(k=!!e.spaceBefore,v=e.commentBefore,C=e.comment):(k=!1,v=null,C=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!f&&!p&&fs.isScalar(e)&&(s.indentAtStart=b.length+1),m=!1,!d&&c.length>=2&&!s.inFlow&&!f&&fs.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let S=!1,w=Rg.stringify(e,s,()=>S=!0,()=>m=!0),_=" ";if(p||k||v){if(_=k?`
`:"",v){let T=l(v);_+=`
${Rr.indentComment(T,s.indent)}`}w===""&&!s.inFlow?_===`
`&&C&&(_=`

`):_+=`
${s.indent}`}else if(!f&&fs.isCollection(e)){let T=w[0],E=w.indexOf(`
`),I=E!==-1,B=s.inFlow??e.flow??e.items.length===0;if(I||!B){let we=!1;if(I&&(T==="&"||T==="!")){let D=w.indexOf(" ");T==="&"&&D!==-1&&D<E&&w[D+1]==="!"&&(D=w.indexOf(
" ",D+1)),(D===-1||E<D)&&(we=!0)}we||(_=`
${s.indent}`)}}else(w===""||w[0]===`
`)&&(_="");return b+=_+w,s.inFlow?S&&n&&n():C&&!S?b+=Rr.lineComment(b,s.indent,l(C)):m&&r&&r(),b}Ig.stringifyPair=cT});var Rl=N(Pl=>{"use strict";var Og=require("process");function lT(t,...e){t==="debug"&&console.log(...e)}function dT(t,e){(t==="debug"||t==="warn")&&(typeof Og.emitWarning==
"function"?Og.emitWarning(e):console.warn(e))}Pl.debug=lT;Pl.warn=dT});var Oi=N(Ni=>{"use strict";var Ii=te(),Lg=_e(),Pi="<<",Ri={identify:t=>t===Pi||typeof t=="symbol"&&t.description===Pi,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new Lg.Scalar(Symbol(Pi)),{addToJSMap:Dg}),stringify:()=>Pi},uT=(t,e)=>(Ri.identify(e)||Ii.isScalar(e)&&(!e.type||e.type===
Lg.Scalar.PLAIN)&&Ri.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===Ri.tag&&s.default);function Dg(t,e,s){let n=Wg(t,s);if(Ii.isSeq(n))for(let r of n.items)
Il(t,e,r);else if(Array.isArray(n))for(let r of n)Il(t,e,r);else Il(t,e,n)}function Il(t,e,s){let n=Wg(t,s);if(!Ii.isMap(n))throw new Error("Merge sources must \
be maps or map aliases");let r=n.toJSON(null,t,Map);for(let[o,i]of r)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function Wg(t,e){return t&&Ii.isAlias(e)?e.resolve(t.doc,t):e}
Ni.addMergeToJSMap=Dg;Ni.isMergeKey=uT;Ni.merge=Ri});var Ol=N(jg=>{"use strict";var pT=Rl(),Mg=Oi(),fT=Pr(),qg=te(),Nl=Ts();function mT(t,e,{key:s,value:n}){if(qg.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,n);else if(Mg.
isMergeKey(t,s))Mg.addMergeToJSMap(t,e,n);else{let r=Nl.toJS(s,"",t);if(e instanceof Map)e.set(r,Nl.toJS(n,r,t));else if(e instanceof Set)e.add(r);else{let o=hT(
s,r,t),i=Nl.toJS(n,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function hT(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(qg.isNode(t)&&s?.doc){let n=fT.createStringifyContext(s.doc,{});n.anchors=new Set;for(let o of s.anchors.keys())n.anchors.
add(o.anchor);n.inFlow=!0,n.inStringifyKey=!0;let r=t.toString(n);if(!s.mapKeyWarned){let o=JSON.stringify(r);o.length>40&&(o=o.substring(0,36)+'..."'),pT.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return r}return JSON.stringify(e)}jg.addPairToJSMap=mT});var Ns=N(Ll=>{"use strict";var Fg=Cr(),gT=Ng(),bT=Ol(),Li=te();function yT(t,e,s){let n=Fg.createNode(t,void 0,s),r=Fg.createNode(e,void 0,s);return new Di(n,r)}
var Di=class t{constructor(e,s=null){Object.defineProperty(this,Li.NODE_TYPE,{value:Li.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:n}=this;return Li.
isNode(s)&&(s=s.clone(e)),Li.isNode(n)&&(n=n.clone(e)),new t(s,n)}toJSON(e,s){let n=s?.mapAsMap?new Map:{};return bT.addPairToJSMap(s,n,this)}toString(e,s,n){return e?.
doc?gT.stringifyPair(this,e,s,n):JSON.stringify(this)}};Ll.Pair=Di;Ll.createPair=yT});var Dl=N(Vg=>{"use strict";var dn=te(),Hg=Pr(),Wi=_r();function kT(t,e,s){return(e.inFlow??t.flow?xT:vT)(t,e,s)}function vT({comment:t,items:e},s,{blockItemPrefix:n,
flowChars:r,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:c,options:{commentString:l}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let h=0;h<
e.length;++h){let m=e[h],b=null;if(dn.isNode(m))!u&&m.spaceBefore&&p.push(""),Mi(s,p,m.commentBefore,u),m.comment&&(b=m.comment);else if(dn.isPair(m)){let v=dn.
isNode(m.key)?m.key:null;v&&(!u&&v.spaceBefore&&p.push(""),Mi(s,p,v.commentBefore,u))}u=!1;let k=Hg.stringify(m,d,()=>b=null,()=>u=!0);b&&(k+=Wi.lineComment(k,o,
l(b))),u&&b&&(u=!1),p.push(n+k)}let f;if(p.length===0)f=r.start+r.end;else{f=p[0];for(let h=1;h<p.length;++h){let m=p[h];f+=m?`
${c}${m}`:`
`}}return t?(f+=`
`+Wi.indentComment(l(t),c),a&&a()):u&&i&&i(),f}function xT({items:t},e,{flowChars:s,itemIndent:n}){let{indent:r,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
n+=o;let c=Object.assign({},e,{indent:n,inFlow:!0,type:null}),l=!1,d=0,u=[];for(let h=0;h<t.length;++h){let m=t[h],b=null;if(dn.isNode(m))m.spaceBefore&&u.push(
""),Mi(e,u,m.commentBefore,!1),m.comment&&(b=m.comment);else if(dn.isPair(m)){let v=dn.isNode(m.key)?m.key:null;v&&(v.spaceBefore&&u.push(""),Mi(e,u,v.commentBefore,
!1),v.comment&&(l=!0));let C=dn.isNode(m.value)?m.value:null;C?(C.comment&&(b=C.comment),C.commentBefore&&(l=!0)):m.value==null&&v?.comment&&(b=v.comment)}b&&(l=
!0);let k=Hg.stringify(m,c,()=>b=null);l||(l=u.length>d||k.includes(`
`)),h<t.length-1?k+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(l||(l=u.reduce((v,C)=>v+C.length+2,2)+(k.length+2)>e.options.lineWidth)),l&&(k+=",")),
b&&(k+=Wi.lineComment(k,n,a(b))),u.push(k),d=u.length}let{start:p,end:f}=s;if(u.length===0)return p+f;if(!l){let h=u.reduce((m,b)=>m+b.length+2,2);l=e.options.lineWidth>
0&&h>e.options.lineWidth}if(l){let h=p;for(let m of u)h+=m?`
${o}${r}${m}`:`
`;return`${h}
${r}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function Mi({indent:t,options:{commentString:e}},s,n,r){if(n&&r&&(n=n.replace(/^\n+/,"")),n){let o=Wi.indentComment(
e(n),t);s.push(o.trimStart())}}Vg.stringifyCollection=kT});var Ls=N(Ml=>{"use strict";var wT=Dl(),ST=Ol(),ET=Ei(),Os=te(),qi=Ns(),CT=_e();function Ir(t,e){let s=Os.isScalar(e)?e.value:e;for(let n of t)if(Os.isPair(n)&&(n.
key===e||n.key===s||Os.isScalar(n.key)&&n.key.value===s))return n}var Wl=class extends ET.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Os.MAP,e),this.items=[]}static from(e,s,n){let{keepUndefined:r,replacer:o}=n,i=new this(e),a=(c,l)=>{if(typeof o=="function")l=o.call(s,c,l);else if(Array.
isArray(o)&&!o.includes(c))return;(l!==void 0||r)&&i.items.push(qi.createPair(c,l,n))};if(s instanceof Map)for(let[c,l]of s)a(c,l);else if(s&&typeof s=="object")
for(let c of Object.keys(s))a(c,s[c]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let n;Os.isPair(e)?n=e:!e||typeof e!=
"object"||!("key"in e)?n=new qi.Pair(e,e?.value):n=new qi.Pair(e.key,e.value);let r=Ir(this.items,n.key),o=this.schema?.sortMapEntries;if(r){if(!s)throw new Error(
`Key ${n.key} already set`);Os.isScalar(r.value)&&CT.isScalarValue(n.value)?r.value.value=n.value:r.value=n.value}else if(o){let i=this.items.findIndex(a=>o(n,a)<
0);i===-1?this.items.push(n):this.items.splice(i,0,n)}else this.items.push(n)}delete(e){let s=Ir(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let r=Ir(this.items,e)?.value;return(!s&&Os.isScalar(r)?r.value:r)??void 0}has(e){return!!Ir(this.items,e)}set(e,s){this.add(new qi.Pair(
e,s),!0)}toJSON(e,s,n){let r=n?new n:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(r);for(let o of this.items)ST.addPairToJSMap(s,r,o);return r}toString(e,s,n){
if(!e)return JSON.stringify(this);for(let r of this.items)if(!Os.isPair(r))throw new Error(`Map items must all be pairs; found ${JSON.stringify(r)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),wT.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:n,onComment:s})}};Ml.YAMLMap=Wl;Ml.findPair=Ir});var Mn=N(Bg=>{"use strict";var _T=te(),Ug=Ls(),AT={collection:"map",default:!0,nodeClass:Ug.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return _T.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>Ug.YAMLMap.from(t,e,s)};Bg.map=AT});var Ds=N(Gg=>{"use strict";var $T=Cr(),TT=Dl(),PT=Ei(),Fi=te(),RT=_e(),IT=Ts(),ql=class extends PT.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Fi.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=ji(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let n=ji(e);
if(typeof n!="number")return;let r=this.items[n];return!s&&Fi.isScalar(r)?r.value:r}has(e){let s=ji(e);return typeof s=="number"&&s<this.items.length}set(e,s){let n=ji(
e);if(typeof n!="number")throw new Error(`Expected a valid index, not ${e}.`);let r=this.items[n];Fi.isScalar(r)&&RT.isScalarValue(s)?r.value=s:this.items[n]=s}toJSON(e,s){
let n=[];s?.onCreate&&s.onCreate(n);let r=0;for(let o of this.items)n.push(IT.toJS(o,String(r++),s));return n}toString(e,s,n){return e?TT.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:n,onComment:s}):JSON.stringify(this)}static from(e,s,n){let{replacer:r}=n,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof r=="function"){let c=s instanceof Set?a:String(i++);a=r.call(s,c,a)}o.items.
push($T.createNode(a,void 0,n))}}return o}};function ji(t){let e=Fi.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}Gg.YAMLSeq=ql});var qn=N(Kg=>{"use strict";var NT=te(),zg=Ds(),OT={collection:"seq",default:!0,nodeClass:zg.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return NT.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>zg.YAMLSeq.from(t,e,s)};Kg.seq=OT});var Nr=N(Yg=>{"use strict";var LT=Tr(),DT={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,n){return e=Object.
assign({actualString:!0},e),LT.stringifyString(t,e,s,n)}};Yg.string=DT});var Hi=N(Jg=>{"use strict";var Xg=_e(),Qg={identify:t=>t==null,createNode:()=>new Xg.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new Xg.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&Qg.test.test(t)?t:e.options.nullStr};Jg.nullTag=Qg});var jl=N(eb=>{"use strict";var WT=_e(),Zg={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new WT.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&Zg.test.test(t)){let n=t[0]==="t"||t[0]==="T";if(e===n)return t}return e?s.options.trueStr:
s.options.falseStr}};eb.boolTag=Zg});var jn=N(tb=>{"use strict";function MT({format:t,minFractionDigits:e,tag:s,value:n}){if(typeof n=="bigint")return String(n);let r=typeof n=="number"?n:Number(n);
if(!isFinite(r))return isNaN(r)?".nan":r<0?"-.inf":".inf";let o=Object.is(n,-0)?"-0":JSON.stringify(n);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}tb.stringifyNumber=MT});var Hl=N(Vi=>{"use strict";var qT=_e(),Fl=jn(),jT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Fl.stringifyNumber},FT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Fl.stringifyNumber(t)}},HT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new qT.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Fl.stringifyNumber};
Vi.float=HT;Vi.floatExp=FT;Vi.floatNaN=jT});var Ul=N(Bi=>{"use strict";var sb=jn(),Ui=t=>typeof t=="bigint"||Number.isInteger(t),Vl=(t,e,s,{intAsBigInt:n})=>n?BigInt(t):parseInt(t.substring(e),s);function nb(t,e,s){
let{value:n}=t;return Ui(n)&&n>=0?s+n.toString(e):sb.stringifyNumber(t)}var VT={identify:t=>Ui(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>Vl(t,2,8,s),stringify:t=>nb(t,8,"0o")},UT={identify:Ui,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>Vl(t,0,10,s),
stringify:sb.stringifyNumber},BT={identify:t=>Ui(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>Vl(t,2,16,
s),stringify:t=>nb(t,16,"0x")};Bi.int=UT;Bi.intHex=BT;Bi.intOct=VT});var ob=N(rb=>{"use strict";var GT=Mn(),zT=Hi(),KT=qn(),YT=Nr(),XT=jl(),Bl=Hl(),Gl=Ul(),QT=[GT.map,KT.seq,YT.string,zT.nullTag,XT.boolTag,Gl.intOct,Gl.int,Gl.intHex,
Bl.floatNaN,Bl.floatExp,Bl.float];rb.schema=QT});var cb=N(ab=>{"use strict";var JT=_e(),ZT=Mn(),eP=qn();function ib(t){return typeof t=="bigint"||Number.isInteger(t)}var Gi=({value:t})=>JSON.stringify(t),tP=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:Gi},{identify:t=>t==null,createNode:()=>new JT.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:Gi},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:Gi},{identify:ib,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>ib(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:Gi}],sP={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},nP=[ZT.map,eP.seq].
concat(tP,sP);ab.schema=nP});var Kl=N(lb=>{"use strict";var Or=require("buffer"),zl=_e(),rP=Tr(),oP={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof Or.Buffer=="function")return Or.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),n=new Uint8Array(s.length);for(let r=0;r<
s.length;++r)n[r]=s.charCodeAt(r);return n}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},n,r,o){if(!s)return"";let i=s,a;if(typeof Or.Buffer=="function")a=i instanceof Or.Buffer?i.toString("base64"):Or.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let c="";for(let l=0;l<i.length;++l)c+=String.fromCharCode(i[l]);a=btoa(c)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=zl.Scalar.BLOCK_LITERAL),e!==zl.Scalar.QUOTE_DOUBLE){let c=Math.max(n.options.
lineWidth-n.indent.length,n.options.minContentWidth),l=Math.ceil(a.length/c),d=new Array(l);for(let u=0,p=0;u<l;++u,p+=c)d[u]=a.substr(p,c);a=d.join(e===zl.Scalar.
BLOCK_LITERAL?`
`:" ")}return rP.stringifyString({comment:t,type:e,value:a},n,r,o)}};lb.binary=oP});var Yi=N(Ki=>{"use strict";var zi=te(),Yl=Ns(),iP=_e(),aP=Ds();function db(t,e){if(zi.isSeq(t))for(let s=0;s<t.items.length;++s){let n=t.items[s];if(!zi.isPair(
n)){if(zi.isMap(n)){n.items.length>1&&e("Each pair must have its own sequence indicator");let r=n.items[0]||new Yl.Pair(new iP.Scalar(null));if(n.commentBefore&&
(r.key.commentBefore=r.key.commentBefore?`${n.commentBefore}
${r.key.commentBefore}`:n.commentBefore),n.comment){let o=r.value??r.key;o.comment=o.comment?`${n.comment}
${o.comment}`:n.comment}n=r}t.items[s]=zi.isPair(n)?n:new Yl.Pair(n)}}else e("Expected a sequence for this tag");return t}function ub(t,e,s){let{replacer:n}=s,r=new aP.
YAMLSeq(t);r.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof n=="function"&&(i=n.call(e,String(o++),i));let a,c;
if(Array.isArray(i))if(i.length===2)a=i[0],c=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let l=Object.keys(
i);if(l.length===1)a=l[0],c=i[a];else throw new TypeError(`Expected tuple with one key, not ${l.length} keys`)}else a=i;r.items.push(Yl.createPair(a,c,s))}return r}
var cP={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:db,createNode:ub};Ki.createPairs=ub;Ki.pairs=cP;Ki.resolvePairs=db});var Jl=N(Ql=>{"use strict";var pb=te(),Xl=Ts(),Lr=Ls(),lP=Ds(),fb=Yi(),un=class t extends lP.YAMLSeq{constructor(){super(),this.add=Lr.YAMLMap.prototype.add.bind(
this),this.delete=Lr.YAMLMap.prototype.delete.bind(this),this.get=Lr.YAMLMap.prototype.get.bind(this),this.has=Lr.YAMLMap.prototype.has.bind(this),this.set=Lr.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let n=new Map;s?.onCreate&&s.onCreate(n);for(let r of this.items){let o,i;if(pb.
isPair(r)?(o=Xl.toJS(r.key,"",s),i=Xl.toJS(r.value,o,s)):o=Xl.toJS(r,"",s),n.has(o))throw new Error("Ordered maps must not include duplicate keys");n.set(o,i)}return n}static from(e,s,n){
let r=fb.createPairs(e,s,n),o=new this;return o.items=r.items,o}};un.tag="tag:yaml.org,2002:omap";var dP={collection:"seq",identify:t=>t instanceof Map,nodeClass:un,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=fb.resolvePairs(t,e),n=[];for(let{key:r}of s.items)pb.isScalar(r)&&(n.includes(r.value)?e(`Ordered ma\
ps must not include duplicate keys: ${r.value}`):n.push(r.value));return Object.assign(new un,s)},createNode:(t,e,s)=>un.from(t,e,s)};Ql.YAMLOMap=un;Ql.omap=dP});var yb=N(Zl=>{"use strict";var mb=_e();function hb({value:t,source:e},s){return e&&(t?gb:bb).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var gb={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new mb.Scalar(!0),stringify:hb},bb={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new mb.Scalar(!1),stringify:hb};Zl.falseTag=bb;Zl.trueTag=
gb});var kb=N(Xi=>{"use strict";var uP=_e(),ed=jn(),pP={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:ed.stringifyNumber},fP={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():ed.stringifyNumber(t)}},mP={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new uP.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let n=t.substring(
s+1).replace(/_/g,"");n[n.length-1]==="0"&&(e.minFractionDigits=n.length)}return e},stringify:ed.stringifyNumber};Xi.float=mP;Xi.floatExp=fP;Xi.floatNaN=pP});var xb=N(Wr=>{"use strict";var vb=jn(),Dr=t=>typeof t=="bigint"||Number.isInteger(t);function Qi(t,e,s,{intAsBigInt:n}){let r=t[0];if((r==="-"||r==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),n){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return r==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return r==="-"?-1*o:o}function td(t,e,s){let{value:n}=t;if(Dr(n)){let r=n.toString(e);return n<0?"-"+s+r.substr(1):s+r}return vb.stringifyNumber(
t)}var hP={identify:Dr,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Qi(t,2,2,s),stringify:t=>td(t,2,"0b")},gP={identify:Dr,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Qi(t,1,8,s),stringify:t=>td(t,8,"0")},bP={identify:Dr,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Qi(t,0,10,s),stringify:vb.stringifyNumber},yP={identify:Dr,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Qi(t,2,16,s),stringify:t=>td(t,16,"0x")};Wr.int=bP;Wr.intBin=hP;Wr.intHex=yP;Wr.intOct=gP});var nd=N(sd=>{"use strict";var ea=te(),Ji=Ns(),Zi=Ls(),pn=class t extends Zi.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;ea.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new Ji.Pair(e.key,null):s=new Ji.Pair(e,null),Zi.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let n=Zi.
findPair(this.items,e);return!s&&ea.isPair(n)?ea.isScalar(n.key)?n.key.value:n.key:n}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let n=Zi.findPair(this.items,e);n&&!s?this.items.splice(this.items.indexOf(n),1):!n&&s&&this.items.push(new Ji.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,n){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,n);throw new Error("Set items must all have null values")}static from(e,s,n){let{replacer:r}=n,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof r=="function"&&(i=r.call(s,i,i)),o.items.push(Ji.createPair(i,null,n));return o}};pn.tag="tag:yaml.org,2002:set";var kP={collection:"\
map",identify:t=>t instanceof Set,nodeClass:pn,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>pn.from(t,e,s),resolve(t,e){if(ea.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new pn,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};sd.YAMLSet=pn;sd.set=kP});var od=N(ta=>{"use strict";var vP=jn();function rd(t,e){let s=t[0],n=s==="-"||s==="+"?t.substring(1):t,r=i=>e?BigInt(i):Number(i),o=n.replace(/_/g,"").split(":").
reduce((i,a)=>i*r(60)+r(a),r(0));return s==="-"?r(-1)*o:o}function wb(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return vP.stringifyNumber(t);let n="";e<0&&(n="-",e*=s(-1));let r=s(60),o=[e%r];return e<60?o.unshift(0):(e=(e-o[0])/r,o.unshift(e%r),e>=60&&(e=(e-o[0])/r,o.
unshift(e))),n+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var xP={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>rd(t,s),stringify:wb},wP={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>rd(t,!1),stringify:wb},Sb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(Sb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,n,r,o,i,a]=e.map(Number),c=e[7]?Number((e[7]+"00").substr(1,3)):0,l=Date.UTC(s,n-1,r,o||0,i||0,a||0,c),d=e[8];if(d&&d!=="Z"){let u=rd(d,!1);Math.
abs(u)<30&&(u*=60),l-=6e4*u}return new Date(l)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};ta.floatTime=wP;ta.intTime=xP;ta.
timestamp=Sb});var _b=N(Cb=>{"use strict";var SP=Mn(),EP=Hi(),CP=qn(),_P=Nr(),AP=Kl(),Eb=yb(),id=kb(),sa=xb(),$P=Oi(),TP=Jl(),PP=Yi(),RP=nd(),ad=od(),IP=[SP.map,CP.seq,_P.string,
EP.nullTag,Eb.trueTag,Eb.falseTag,sa.intBin,sa.intOct,sa.int,sa.intHex,id.floatNaN,id.floatExp,id.float,AP.binary,$P.merge,TP.omap,PP.pairs,RP.set,ad.intTime,ad.
floatTime,ad.timestamp];Cb.schema=IP});var Db=N(dd=>{"use strict";var Pb=Mn(),NP=Hi(),Rb=qn(),OP=Nr(),LP=jl(),cd=Hl(),ld=Ul(),DP=ob(),WP=cb(),Ib=Kl(),Mr=Oi(),Nb=Jl(),Ob=Yi(),Ab=_b(),Lb=nd(),na=od(),$b=new Map(
[["core",DP.schema],["failsafe",[Pb.map,Rb.seq,OP.string]],["json",WP.schema],["yaml11",Ab.schema],["yaml-1.1",Ab.schema]]),Tb={binary:Ib.binary,bool:LP.boolTag,
float:cd.float,floatExp:cd.floatExp,floatNaN:cd.floatNaN,floatTime:na.floatTime,int:ld.int,intHex:ld.intHex,intOct:ld.intOct,intTime:na.intTime,map:Pb.map,merge:Mr.
merge,null:NP.nullTag,omap:Nb.omap,pairs:Ob.pairs,seq:Rb.seq,set:Lb.set,timestamp:na.timestamp},MP={"tag:yaml.org,2002:binary":Ib.binary,"tag:yaml.org,2002:merg\
e":Mr.merge,"tag:yaml.org,2002:omap":Nb.omap,"tag:yaml.org,2002:pairs":Ob.pairs,"tag:yaml.org,2002:set":Lb.set,"tag:yaml.org,2002:timestamp":na.timestamp};function qP(t,e,s){
let n=$b.get(e);if(n&&!t)return s&&!n.includes(Mr.merge)?n.concat(Mr.merge):n.slice();let r=n;if(!r)if(Array.isArray(t))r=[];else{let o=Array.from($b.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
r=r.concat(o);else typeof t=="function"&&(r=t(r.slice()));return s&&(r=r.concat(Mr.merge)),r.reduce((o,i)=>{let a=typeof i=="string"?Tb[i]:i;if(!a){let c=JSON.stringify(
i),l=Object.keys(Tb).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${c}; use one of ${l}`)}return o.includes(a)||o.push(a),o},[])}dd.
coreKnownTags=MP;dd.getTags=qP});var fd=N(Wb=>{"use strict";var ud=te(),jP=Mn(),FP=qn(),HP=Nr(),ra=Db(),VP=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,pd=class t{constructor({compat:e,customTags:s,merge:n,
resolveKnownTags:r,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?ra.getTags(e,"compat"):e?ra.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=r?ra.coreKnownTags:{},this.tags=ra.getTags(s,this.name,n),this.toStringOptions=a??null,Object.defineProperty(this,ud.MAP,{value:jP.
map}),Object.defineProperty(this,ud.SCALAR,{value:HP.string}),Object.defineProperty(this,ud.SEQ,{value:FP.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
VP:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};Wb.Schema=pd});var qb=N(Mb=>{"use strict";var UP=te(),md=Pr(),qr=_r();function BP(t,e){let s=[],n=e.directives===!0;if(e.directives!==!1&&t.directives){let c=t.directives.toString(
t);c?(s.push(c),n=!0):t.directives.docStart&&(n=!0)}n&&s.push("---");let r=md.createStringifyContext(t,e),{commentString:o}=r.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let c=o(t.commentBefore);s.unshift(qr.indentComment(c,""))}let i=!1,a=null;if(t.contents){if(UP.isNode(t.contents)){if(t.contents.spaceBefore&&
n&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(qr.indentComment(d,""))}r.forceBlockIndent=!!t.comment,a=t.contents.comment}let c=a?
void 0:()=>i=!0,l=md.stringify(t.contents,r,()=>a=null,c);a&&(l+=qr.lineComment(l,"",o(a))),(l[0]==="|"||l[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${l}`:
s.push(l)}else s.push(md.stringify(t.contents,r));if(t.directives?.docEnd)if(t.comment){let c=o(t.comment);c.includes(`
`)?(s.push("..."),s.push(qr.indentComment(c,""))):s.push(`... ${c}`)}else s.push("...");else{let c=t.comment;c&&i&&(c=c.replace(/^\n+/,"")),c&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(qr.indentComment(o(c),"")))}return s.join(`
`)+`
`}Mb.stringifyDocument=BP});var jr=N(jb=>{"use strict";var GP=Er(),Fn=Ei(),_t=te(),zP=Ns(),KP=Ts(),YP=fd(),XP=qb(),hd=vi(),QP=kl(),JP=Cr(),gd=yl(),bd=class t{constructor(e,s,n){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,_t.NODE_TYPE,{value:_t.DOC});let r=null;typeof s=="function"||Array.isArray(s)?
r=s:n===void 0&&s&&(n=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},n);this.options=o;let{version:i}=o;n?._directives?(this.directives=n._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new gd.Directives({version:i}),this.setSchema(i,n),this.contents=e===void 0?null:this.createNode(e,r,n)}clone(){let e=Object.create(t.
prototype,{[_t.NODE_TYPE]:{value:_t.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=_t.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){Hn(this.contents)&&this.contents.add(e)}addIn(e,s){Hn(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let n=hd.anchorNames(this);e.anchor=!s||n.has(s)?hd.findNewAnchor(s||"a",n):s}return new GP.Alias(
e.anchor)}createNode(e,s,n){let r;if(typeof s=="function")e=s.call({"":e},"",e),r=s;else if(Array.isArray(s)){let b=v=>typeof v=="number"||v instanceof String||
v instanceof Number,k=s.filter(b).map(String);k.length>0&&(s=s.concat(k)),r=s}else n===void 0&&s&&(n=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:c,onTagObj:l,tag:d}=n??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=hd.createNodeAnchors(this,i||"a"),h={aliasDuplicateObjects:o??!0,keepUndefined:c??
!1,onAnchor:u,onTagObj:l,replacer:r,schema:this.schema,sourceObjects:f},m=JP.createNode(e,d,h);return a&&_t.isCollection(m)&&(m.flow=!0),p(),m}createPair(e,s,n={}){
let r=this.createNode(e,null,n),o=this.createNode(s,null,n);return new zP.Pair(r,o)}delete(e){return Hn(this.contents)?this.contents.delete(e):!1}deleteIn(e){return Fn.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):Hn(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return _t.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return Fn.isEmptyPath(e)?!s&&_t.isScalar(this.contents)?this.contents.value:this.contents:_t.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return _t.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return Fn.isEmptyPath(e)?this.contents!==void 0:_t.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=Fn.collectionFromPath(this.schema,[e],s):Hn(this.contents)&&this.contents.set(
e,s)}setIn(e,s){Fn.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=Fn.collectionFromPath(this.schema,Array.from(e),s):Hn(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let n;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new gd.
Directives({version:"1.1"}),n={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new gd.Directives({version:e}),n={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,n=null;break;default:{let r=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${r}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(n)this.schema=
new YP.Schema(Object.assign(n,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:n,
maxAliasCount:r,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:n===!0,mapKeyWarned:!1,maxAliasCount:typeof r=="number"?r:100},c=KP.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:l,res:d}of a.anchors.values())o(d,l);return typeof i=="function"?QP.applyReviver(i,{"":c},"",c):c}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return XP.stringifyDocument(this,e)}};function Hn(t){if(_t.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
jb.Document=bd});var Vr=N(Hr=>{"use strict";var Fr=class extends Error{constructor(e,s,n,r){super(),this.name=e,this.code=n,this.message=r,this.pos=s}},yd=class extends Fr{constructor(e,s,n){
super("YAMLParseError",e,s,n)}},kd=class extends Fr{constructor(e,s,n){super("YAMLWarning",e,s,n)}},ZP=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:n,col:r}=s.linePos[0];s.message+=` at line ${n}, column ${r}`;let o=r-1,i=t.substring(e.lineStarts[n-1],e.lineStarts[n]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),n>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[n-2],e.lineStarts[n-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,c=s.linePos[1];c?.line===n&&c.col>r&&(a=Math.max(1,Math.min(c.col-r,80-o)));let l=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${l}
`}};Hr.YAMLError=Fr;Hr.YAMLParseError=yd;Hr.YAMLWarning=kd;Hr.prettifyError=ZP});var Ur=N(Fb=>{"use strict";function eR(t,{flow:e,indicator:s,next:n,offset:r,onError:o,parentIndent:i,startOnNewline:a}){let c=!1,l=a,d=a,u="",p="",f=!1,h=!1,m=null,
b=null,k=null,v=null,C=null,S=null,w=null;for(let E of t)switch(h&&(E.type!=="space"&&E.type!=="newline"&&E.type!=="comma"&&o(E.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),h=!1),m&&(l&&E.type!=="comment"&&E.type!=="newline"&&o(m,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),m=null),E.type){case"space":!e&&(s!=="doc-start"||n?.type!=="flow-collection")&&E.source.includes("	")&&(m=E),d=!0;break;case"comment":{d||o(E,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let I=E.source.substring(1)||" ";u?u+=p+I:u=I,p="",l=!1;break}case"newlin\
e":l?u?u+=E.source:(!S||s!=="seq-item-ind")&&(c=!0):p+=E.source,l=!0,f=!0,(b||k)&&(v=E),d=!0;break;case"anchor":b&&o(E,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),E.source.endsWith(":")&&o(E.offset+E.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),b=E,w??(w=E.offset),l=!1,d=!1,h=!0;break;case"\
tag":{k&&o(E,"MULTIPLE_TAGS","A node can have at most one tag"),k=E,w??(w=E.offset),l=!1,d=!1,h=!0;break}case s:(b||k)&&o(E,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${E.source} indicator`),S&&o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.source} in ${e??"collection"}`),S=E,l=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){C&&o(E,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),C=E,l=!1,d=!1;break}default:o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.type} toke\
n`),l=!1,d=!1}let _=t[t.length-1],T=_?_.offset+_.source.length:r;return h&&n&&n.type!=="space"&&n.type!=="newline"&&n.type!=="comma"&&(n.type!=="scalar"||n.source!==
"")&&o(n.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),m&&(l&&m.indent<=i||n?.type==="block-map"||n?.type==="bl\
ock-seq")&&o(m,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:C,found:S,spaceBefore:c,comment:u,hasNewline:f,anchor:b,tag:k,newlineAfterProp:v,end:T,
start:w??T}}Fb.resolveProps=eR});var oa=N(Hb=>{"use strict";function vd(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(vd(e.key)||vd(e.value))return!0}return!1;default:return!0}}Hb.containsNewline=vd});var xd=N(Vb=>{"use strict";var tR=oa();function sR(t,e,s){if(e?.type==="flow-collection"){let n=e.end[0];n.indent===t&&(n.source==="]"||n.source==="}")&&tR.containsNewline(
e)&&s(n,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}Vb.flowIndentCheck=sR});var wd=N(Bb=>{"use strict";var Ub=te();function nR(t,e,s){let{uniqueKeys:n}=t.options;if(n===!1)return!1;let r=typeof n=="function"?n:(o,i)=>o===i||Ub.isScalar(
o)&&Ub.isScalar(i)&&o.value===i.value;return e.some(o=>r(o.key,s))}Bb.mapIncludes=nR});var Qb=N(Xb=>{"use strict";var Gb=Ns(),rR=Ls(),zb=Ur(),oR=oa(),Kb=xd(),iR=wd(),Yb="All mapping items must start at the same column";function aR({composeNode:t,composeEmptyNode:e},s,n,r,o){
let i=o?.nodeClass??rR.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let c=n.offset,l=null;for(let d of n.items){let{start:u,key:p,sep:f,value:h}=d,m=zb.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:c,onError:r,parentIndent:n.indent,startOnNewline:!0}),b=!m.found;if(b){if(p&&(p.type==="block-seq"?r(c,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==n.indent&&r(c,"BAD_INDENT",Yb)),!m.anchor&&!m.tag&&!f){
l=m.end,m.comment&&(a.comment?a.comment+=`
`+m.comment:a.comment=m.comment);continue}(m.newlineAfterProp||oR.containsNewline(p))&&r(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else m.found?.indent!==n.indent&&r(c,"BAD_INDENT",Yb);s.atKey=!0;let k=m.end,v=p?t(s,p,m,r):e(s,k,u,null,m,r);s.schema.compat&&Kb.flowIndentCheck(
n.indent,p,r),s.atKey=!1,iR.mapIncludes(s,a.items,v)&&r(k,"DUPLICATE_KEY","Map keys must be unique");let C=zb.resolveProps(f??[],{indicator:"map-value-ind",next:h,
offset:v.range[2],onError:r,parentIndent:n.indent,startOnNewline:!p||p.type==="block-scalar"});if(c=C.end,C.found){b&&(h?.type==="block-map"&&!C.hasNewline&&r(c,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&m.start<C.found.offset-1024&&r(v.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let S=h?t(s,h,C,r):e(s,c,f,null,C,r);s.schema.compat&&Kb.flowIndentCheck(
n.indent,h,r),c=S.range[2];let w=new Gb.Pair(v,S);s.options.keepSourceTokens&&(w.srcToken=d),a.items.push(w)}else{b&&r(v.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),C.comment&&(v.comment?v.comment+=`
`+C.comment:v.comment=C.comment);let S=new Gb.Pair(v);s.options.keepSourceTokens&&(S.srcToken=d),a.items.push(S)}}return l&&l<c&&r(l,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[n.offset,c,l??c],a}Xb.resolveBlockMap=aR});var Zb=N(Jb=>{"use strict";var cR=Ds(),lR=Ur(),dR=xd();function uR({composeNode:t,composeEmptyNode:e},s,n,r,o){let i=o?.nodeClass??cR.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let c=n.offset,l=null;for(let{start:d,value:u}of n.items){let p=lR.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:c,onError:r,parentIndent:n.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?r(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):r(c,"MISSING_CHAR","Sequence item without - indicator");else{l=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(s,u,p,r):
e(s,p.end,d,null,p,r);s.schema.compat&&dR.flowIndentCheck(n.indent,u,r),c=f.range[2],a.items.push(f)}return a.range=[n.offset,c,l??c],a}Jb.resolveBlockSeq=uR});var Vn=N(ey=>{"use strict";function pR(t,e,s,n){let r="";if(t){let o=!1,i="";for(let a of t){let{source:c,type:l}=a;switch(l){case"space":o=!0;break;case"commen\
t":{s&&!o&&n(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=c.substring(1)||" ";r?r+=i+d:r=d,i="";break}case"n\
ewline":r&&(i+=c),o=!0;break;default:n(a,"UNEXPECTED_TOKEN",`Unexpected ${l} at node end`)}e+=c.length}}return{comment:r,offset:e}}ey.resolveEnd=pR});var ry=N(ny=>{"use strict";var fR=te(),mR=Ns(),ty=Ls(),hR=Ds(),gR=Vn(),sy=Ur(),bR=oa(),yR=wd(),Sd="Block collections are not allowed within flow collections",Ed=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function kR({composeNode:t,composeEmptyNode:e},s,n,r,o){let i=n.start.source==="{",a=i?"flow map":"flow sequence",c=o?.
nodeClass??(i?ty.YAMLMap:hR.YAMLSeq),l=new c(s.schema);l.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=n.offset+n.start.source.length;for(let b=0;b<
n.items.length;++b){let k=n.items[b],{start:v,key:C,sep:S,value:w}=k,_=sy.resolveProps(v,{flow:a,indicator:"explicit-key-ind",next:C??S?.[0],offset:u,onError:r,
parentIndent:n.indent,startOnNewline:!1});if(!_.found){if(!_.anchor&&!_.tag&&!S&&!w){b===0&&_.comma?r(_.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):b<n.items.
length-1&&r(_.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),_.comment&&(l.comment?l.comment+=`
`+_.comment:l.comment=_.comment),u=_.end;continue}!i&&s.options.strict&&bR.containsNewline(C)&&r(C,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(b===0)_.comma&&r(_.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(_.comma||r(_.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),_.comment){let T="";e:for(let E of v)switch(E.type){case"comma":case"space":break;case"comment":T=E.source.substring(1);break e;default:break e}
if(T){let E=l.items[l.items.length-1];fR.isPair(E)&&(E=E.value??E.key),E.comment?E.comment+=`
`+T:E.comment=T,_.comment=_.comment.substring(T.length+1)}}if(!i&&!S&&!_.found){let T=w?t(s,w,_,r):e(s,_.end,S,null,_,r);l.items.push(T),u=T.range[2],Ed(w)&&r(T.
range,"BLOCK_IN_FLOW",Sd)}else{s.atKey=!0;let T=_.end,E=C?t(s,C,_,r):e(s,T,v,null,_,r);Ed(C)&&r(E.range,"BLOCK_IN_FLOW",Sd),s.atKey=!1;let I=sy.resolveProps(S??
[],{flow:a,indicator:"map-value-ind",next:w,offset:E.range[2],onError:r,parentIndent:n.indent,startOnNewline:!1});if(I.found){if(!i&&!_.found&&s.options.strict){
if(S)for(let D of S){if(D===I.found)break;if(D.type==="newline"){r(D,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}_.start<I.found.offset-1024&&r(I.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
w&&("source"in w&&w.source?.[0]===":"?r(w,"MISSING_CHAR",`Missing space after : in ${a}`):r(I.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let B=w?
t(s,w,I,r):I.found?e(s,I.end,S,null,I,r):null;B?Ed(w)&&r(B.range,"BLOCK_IN_FLOW",Sd):I.comment&&(E.comment?E.comment+=`
`+I.comment:E.comment=I.comment);let we=new mR.Pair(E,B);if(s.options.keepSourceTokens&&(we.srcToken=k),i){let D=l;yR.mapIncludes(s,D.items,E)&&r(T,"DUPLICATE_K\
EY","Map keys must be unique"),D.items.push(we)}else{let D=new ty.YAMLMap(s.schema);D.flow=!0,D.items.push(we);let me=(B??E).range;D.range=[E.range[0],me[1],me[2]],
l.items.push(D)}u=B?B.range[2]:I.end}}let p=i?"}":"]",[f,...h]=n.end,m=u;if(f?.source===p)m=f.offset+f.source.length;else{let b=a[0].toUpperCase()+a.substring(1),
k=d?`${b} must end with a ${p}`:`${b} in block collection must be sufficiently indented and end with a ${p}`;r(u,d?"MISSING_CHAR":"BAD_INDENT",k),f&&f.source.length!==
1&&h.unshift(f)}if(h.length>0){let b=gR.resolveEnd(h,m,s.options.strict,r);b.comment&&(l.comment?l.comment+=`
`+b.comment:l.comment=b.comment),l.range=[n.offset,m,b.offset]}else l.range=[n.offset,m,m];return l}ny.resolveFlowCollection=kR});var iy=N(oy=>{"use strict";var vR=te(),xR=_e(),wR=Ls(),SR=Ds(),ER=Qb(),CR=Zb(),_R=ry();function Cd(t,e,s,n,r,o){let i=s.type==="block-map"?ER.resolveBlockMap(t,
e,s,n,o):s.type==="block-seq"?CR.resolveBlockSeq(t,e,s,n,o):_R.resolveFlowCollection(t,e,s,n,o),a=i.constructor;return r==="!"||r===a.tagName?(i.tag=a.tagName,i):
(r&&(i.tag=r),i)}function AR(t,e,s,n,r){let o=n.tag,i=o?e.directives.tagName(o.source,p=>r(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=n,h=p&&o?p.offset>o.offset?p:o:p??o;h&&(!f||f.offset<h.offset)&&r(h,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===wR.YAMLMap.tagName&&a==="map"||i===SR.YAMLSeq.tagName&&a===
"seq")return Cd(t,e,s,r,i);let c=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!c){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),c=p;else return p?r(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):r(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),Cd(t,e,s,r,i)}let l=Cd(t,e,s,r,i,c),d=c.resolve?.(l,p=>r(o,"TAG_RESOLVE_FAILED",p),e.options)??l,u=vR.isNode(d)?d:new xR.
Scalar(d);return u.range=l.range,u.tag=i,c?.format&&(u.format=c.format),u}oy.composeCollection=AR});var Ad=N(ay=>{"use strict";var _d=_e();function $R(t,e,s){let n=e.offset,r=TR(e,t.options.strict,s);if(!r)return{value:"",type:null,comment:"",range:[n,n,n]};let o=r.
mode===">"?_d.Scalar.BLOCK_FOLDED:_d.Scalar.BLOCK_LITERAL,i=e.source?PR(e.source):[],a=i.length;for(let m=i.length-1;m>=0;--m){let b=i[m][1];if(b===""||b==="\r")
a=m;else break}if(a===0){let m=r.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",b=n+r.length;return e.source&&(b+=e.source.length),{value:m,type:o,comment:r.comment,range:[n,b,b]}}let c=e.indent+r.indent,
l=e.offset+r.length,d=0;for(let m=0;m<a;++m){let[b,k]=i[m];if(k===""||k==="\r")r.indent===0&&b.length>c&&(c=b.length);else{b.length<c&&s(l+b.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),r.indent===0&&(c=b.length),d=m,c===0&&!t.atRoot&&s(l,"BAD_\
INDENT","Block scalar values in collections must be indented");break}l+=b.length+k.length+1}for(let m=i.length-1;m>=a;--m)i[m][0].length>c&&(a=m+1);let u="",p="",
f=!1;for(let m=0;m<d;++m)u+=i[m][0].slice(c)+`
`;for(let m=d;m<a;++m){let[b,k]=i[m];l+=b.length+k.length+1;let v=k[k.length-1]==="\r";if(v&&(k=k.slice(0,-1)),k&&b.length<c){let S=`Block scalar lines must not\
 be less indented than their ${r.indent?"explicit indentation indicator":"first line"}`;s(l-k.length-(v?2:1),"BAD_INDENT",S),b=""}o===_d.Scalar.BLOCK_LITERAL?(u+=
p+b.slice(c)+k,p=`
`):b.length>c||k[0]==="	"?(p===" "?p=`
`:!f&&p===`
`&&(p=`

`),u+=p+b.slice(c)+k,p=`
`,f=!0):k===""?p===`
`?u+=`
`:p=`
`:(u+=p+k,p=" ",f=!1)}switch(r.chomp){case"-":break;case"+":for(let m=a;m<i.length;++m)u+=`
`+i[m][0].slice(c);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let h=n+r.length+e.source.length;return{value:u,type:o,comment:r.comment,range:[n,h,h]}}function TR({offset:t,props:e},s,n){if(e[0].type!=="block-scalar-heade\
r")return n(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:r}=e[0],o=r[0],i=0,a="",c=-1;for(let p=1;p<r.length;++p){let f=r[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let h=Number(f);!i&&h?i=h:c===-1&&(c=t+p)}}c!==-1&&n(c,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${r}`);let l=!1,
d="",u=r.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":l=!0;case"newline":u+=f.source.length;break;case"comment":s&&!l&&n(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":n(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let h=`Unexpected token in block scalar header: ${f.type}`;n(f,"UNEXPECTED_TOKEN",h);let m=f.source;m&&typeof m==
"string"&&(u+=m.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function PR(t){let e=t.split(/\n( *)/),s=e[0],n=s.match(/^( *)/),o=[n?.[1]?[n[1],s.
slice(n[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}ay.resolveBlockScalar=$R});var Td=N(ly=>{"use strict";var $d=_e(),RR=Vn();function IR(t,e,s){let{offset:n,type:r,source:o,end:i}=t,a,c,l=(p,f,h)=>s(n+p,f,h);switch(r){case"scalar":a=$d.Scalar.
PLAIN,c=NR(o,l);break;case"single-quoted-scalar":a=$d.Scalar.QUOTE_SINGLE,c=OR(o,l);break;case"double-quoted-scalar":a=$d.Scalar.QUOTE_DOUBLE,c=LR(o,l);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${r}`),{value:"",type:null,comment:"",range:[n,n+o.length,n+o.length]}}let d=n+o.length,
u=RR.resolveEnd(i,d,e,s);return{value:c,type:a,comment:u.comment,range:[n,d,u.offset]}}function NR(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),cy(t)}function OR(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),cy(t.slice(1,-1)).replace(/''/g,"'")}function cy(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let n,r;try{n=new RegExp("(?<![ 	])[ 	]+$"),r=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{n=/[ \t]+$/,r=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(n,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let l=s[1].replace(r,"");l===""?i===`
`?o+=i:i=`
`:(o+=i+l,i=" "),a=e.lastIndex}let c=/[ \t]*(.*)/sy;return c.lastIndex=a,s=c.exec(t),o+i+(s?.[1]??"")}function LR(t,e){let s="";for(let n=1;n<t.length-1;++n){let r=t[n];
if(!(r==="\r"&&t[n+1]===`
`))if(r===`
`){let{fold:o,offset:i}=DR(t,n);s+=o,n=i}else if(r==="\\"){let o=t[++n],i=WR[o];if(i)s+=i;else if(o===`
`)for(o=t[n+1];o===" "||o==="	";)o=t[++n+1];else if(o==="\r"&&t[n+1]===`
`)for(o=t[++n+1];o===" "||o==="	";)o=t[++n+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=MR(t,n+1,a,e),n+=a}else{let a=t.substr(n-1,2);e(
n-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(r===" "||r==="	"){let o=n,i=t[n+1];for(;i===" "||i==="	";)i=t[++n+1];i!==`
`&&!(i==="\r"&&t[n+2]===`
`)&&(s+=n>o?t.slice(o,n+1):r)}else s+=r}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function DR(t,e){let s="",
n=t[e+1];for(;(n===" "||n==="	"||n===`
`||n==="\r")&&!(n==="\r"&&t[e+2]!==`
`);)n===`
`&&(s+=`
`),e+=1,n=t[e+1];return s||(s=" "),{fold:s,offset:e}}var WR={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function MR(t,e,s,n){let r=t.substr(e,s),i=r.length===s&&
/^[0-9a-fA-F]+$/.test(r)?parseInt(r,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return n(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}ly.resolveFlowScalar=IR});var py=N(uy=>{"use strict";var fn=te(),dy=_e(),qR=Ad(),jR=Td();function FR(t,e,s,n){let{value:r,type:o,comment:i,range:a}=e.type==="block-scalar"?qR.resolveBlockScalar(
t,e,n):jR.resolveFlowScalar(e,t.options.strict,n),c=s?t.directives.tagName(s.source,u=>n(s,"TAG_RESOLVE_FAILED",u)):null,l;t.options.stringKeys&&t.atKey?l=t.schema[fn.
SCALAR]:c?l=HR(t.schema,r,c,s,n):e.type==="scalar"?l=VR(t,r,e,n):l=t.schema[fn.SCALAR];let d;try{let u=l.resolve(r,p=>n(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=fn.isScalar(u)?u:new dy.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);n(s??e,"TAG_RESOLVE_FAILED",p),d=new dy.Scalar(r)}return d.range=a,d.source=
r,o&&(d.type=o),c&&(d.tag=c),l.format&&(d.format=l.format),i&&(d.comment=i),d}function HR(t,e,s,n,r){if(s==="!")return t[fn.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(r(n,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[fn.SCALAR])}function VR({
atKey:t,directives:e,schema:s},n,r,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(n))||s[fn.SCALAR];if(s.compat){let a=s.compat.find(
c=>c.default&&c.test?.test(n))??s[fn.SCALAR];if(i.tag!==a.tag){let c=e.tagString(i.tag),l=e.tagString(a.tag),d=`Value may be parsed as either ${c} or ${l}`;o(r,
"TAG_RESOLVE_FAILED",d,!0)}}return i}uy.composeScalar=FR});var my=N(fy=>{"use strict";function UR(t,e,s){if(e){s??(s=e.length);for(let n=s-1;n>=0;--n){let r=e[n];switch(r.type){case"space":case"comment":case"newline":t-=
r.source.length;continue}for(r=e[++n];r?.type==="space";)t+=r.source.length,r=e[++n];break}}return t}fy.emptyScalarPosition=UR});var by=N(Rd=>{"use strict";var BR=Er(),GR=te(),zR=iy(),hy=py(),KR=Vn(),YR=my(),XR={composeNode:gy,composeEmptyNode:Pd};function gy(t,e,s,n){let r=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:c}=s,l,d=!0;switch(e.type){case"alias":l=QR(t,e,n),(a||c)&&n(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":l=hy.composeScalar(t,e,c,n),a&&(l.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{l=zR.composeCollection(XR,t,e,s,n),a&&(l.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);n(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;n(e,"UNEXPECTED_TOKEN",u),d=!1}}return l??
(l=Pd(t,e.offset,void 0,null,s,n)),a&&l.anchor===""&&n(a,"BAD_ALIAS","Anchor cannot be an empty string"),r&&t.options.stringKeys&&(!GR.isScalar(l)||typeof l.value!=
"string"||l.tag&&l.tag!=="tag:yaml.org,2002:str")&&n(c??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(l.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?l.comment=i:l.commentBefore=i),t.options.keepSourceTokens&&d&&(l.srcToken=e),l}function Pd(t,e,s,n,{spaceBefore:r,comment:o,anchor:i,tag:a,end:c},l){
let d={type:"scalar",offset:YR.emptyScalarPosition(e,s,n),indent:-1,source:""},u=hy.composeScalar(t,d,a,l);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&l(i,"BAD_ALIAS","Anchor cannot be an empty string")),r&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=c),u}function QR({options:t},{offset:e,source:s,end:n},r){
let o=new BR.Alias(s.substring(1));o.source===""&&r(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&r(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=KR.resolveEnd(n,i,t.strict,r);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}Rd.composeEmptyNode=
Pd;Rd.composeNode=gy});var vy=N(ky=>{"use strict";var JR=jr(),yy=by(),ZR=Vn(),eI=Ur();function tI(t,e,{offset:s,start:n,value:r,end:o},i){let a=Object.assign({_directives:e},t),c=new JR.
Document(void 0,a),l={atKey:!1,atRoot:!0,directives:c.directives,options:c.options,schema:c.schema},d=eI.resolveProps(n,{indicator:"doc-start",next:r??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(c.directives.docStart=!0,r&&(r.type==="block-map"||r.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),c.contents=r?yy.composeNode(l,r,d,i):yy.composeEmptyNode(l,d.end,n,null,d,i);let u=c.
contents.range[2],p=ZR.resolveEnd(o,u,!1,i);return p.comment&&(c.comment=p.comment),c.range=[s,u,p.offset],c}ky.composeDoc=tI});var Nd=N(Sy=>{"use strict";var sI=require("process"),nI=yl(),rI=jr(),Br=Vr(),xy=te(),oI=vy(),iI=Vn();function Gr(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function wy(t){let e="",s=!1,n=!1;for(let r=0;r<
t.length;++r){let o=t[r];switch(o[0]){case"#":e+=(e===""?"":n?`

`:`
`)+(o.substring(1)||" "),s=!0,n=!1;break;case"%":t[r+1]?.[0]!=="#"&&(r+=1),s=!1;break;default:s||(n=!0),s=!1}}return{comment:e,afterEmptyLine:n}}var Id=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,n,r,o)=>{let i=Gr(s);o?this.warnings.push(new Br.YAMLWarning(
i,n,r)):this.errors.push(new Br.YAMLParseError(i,n,r))},this.directives=new nI.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:n,
afterEmptyLine:r}=wy(this.prelude);if(n){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${n}`:n;else if(r||e.directives.docStart||!o)e.commentBefore=n;else if(xy.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];xy.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${n}
${a}`:n}else{let i=o.commentBefore;o.commentBefore=i?`${n}
${i}`:n}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:wy(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,n=-1){for(let r of e)yield*this.next(r);yield*this.end(s,n)}*next(e){switch(sI.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,n,r)=>{let o=Gr(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",n,r)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=oI.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,n=new Br.YAMLParseError(Gr(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(n):this.doc.errors.push(n);break}case"do\
c-end":{if(!this.doc){let n="Unexpected doc-end without preceding document";this.errors.push(new Br.YAMLParseError(Gr(e),"UNEXPECTED_TOKEN",n));break}this.doc.directives.
docEnd=!0;let s=iI.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let n=this.doc.comment;
this.doc.comment=n?`${n}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new Br.YAMLParseError(Gr(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let n=Object.assign({_directives:this.directives},this.options),r=new rI.Document(
void 0,n);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),r.range=[0,s,s],this.decorate(r,!1),yield r}}};Sy.Composer=Id});var _y=N(ia=>{"use strict";var aI=Ad(),cI=Td(),lI=Vr(),Ey=Tr();function dI(t,e=!0,s){if(t){let n=(r,o,i)=>{let a=typeof r=="number"?r:Array.isArray(r)?r[0]:r.offset;
if(s)s(a,o,i);else throw new lI.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return cI.resolveFlowScalar(
t,e,n);case"block-scalar":return aI.resolveBlockScalar({options:{strict:e}},t,n)}}return null}function uI(t,e){let{implicitKey:s=!1,indent:n,inFlow:r=!1,offset:o=-1,
type:i="PLAIN"}=e,a=Ey.stringifyString({type:i,value:t},{implicitKey:s,indent:n>0?" ".repeat(n):"",inFlow:r,options:{blockQuote:!0,lineWidth:-1}}),c=e.end??[{type:"\
newline",offset:-1,indent:n,source:`
`}];switch(a[0]){case"|":case">":{let l=a.indexOf(`
`),d=a.substring(0,l),u=a.substring(l+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:n,source:d}];return Cy(p,c)||p.push({type:"newline",offset:-1,indent:n,source:`
`}),{type:"block-scalar",offset:o,indent:n,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:n,source:a,end:c};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:n,source:a,end:c};default:return{type:"scalar",offset:o,indent:n,source:a,end:c}}}function pI(t,e,s={}){let{afterKey:n=!1,implicitKey:r=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(n&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let l=t.props[0];if(l.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=l.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let c=Ey.stringifyString({type:i,value:e},{implicitKey:r||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(c[0]){case"|":case">":fI(t,c);break;case'"':Od(t,c,"double-quoted-scalar");break;case"\
'":Od(t,c,"single-quoted-scalar");break;default:Od(t,c,"scalar")}}function fI(t,e){let s=e.indexOf(`
`),n=e.substring(0,s),r=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=n,t.source=r}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:n}];Cy(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let c of Object.keys(t))c!=="type"&&c!=="offset"&&delete t[c];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:r})}}function Cy(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function Od(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let n=t.props.slice(1),r=e.length;t.props[0].type==="block-scalar-header"&&
(r-=t.props[0].source.length);for(let o of n)o.offset+=r;delete t.props,Object.assign(t,{type:s,source:e,end:n});break}case"block-map":case"block-seq":{let r={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[r]});break}default:{let n="indent"in t?t.indent:-1,r="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:n,source:e,
end:r})}}}ia.createScalarToken=uI;ia.resolveAsScalar=dI;ia.setScalarValue=pI});var $y=N(Ay=>{"use strict";var mI=t=>"type"in t?ca(t):aa(t);function ca(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=ca(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=aa(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=aa(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=aa(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function aa({start:t,key:e,sep:s,value:n}){let r="";for(let o of t)r+=o.source;if(e&&(r+=ca(e)),s)for(let o of s)r+=o.
source;return n&&(r+=ca(n)),r}Ay.stringify=mI});var Iy=N(Ry=>{"use strict";var Ld=Symbol("break visit"),hI=Symbol("skip children"),Ty=Symbol("remove item");function mn(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),Py(Object.freeze([]),t,e)}mn.BREAK=Ld;mn.SKIP=hI;mn.REMOVE=Ty;mn.itemAtPath=(t,e)=>{let s=t;for(let[n,r]of e){let o=s?.[n];if(o&&
"items"in o)s=o.items[r];else return}return s};mn.parentCollection=(t,e)=>{let s=mn.itemAtPath(t,e.slice(0,-1)),n=e[e.length-1][0],r=s?.[n];if(r&&"items"in r)return r;
throw new Error("Parent collection not found")};function Py(t,e,s){let n=s(e,t);if(typeof n=="symbol")return n;for(let r of["key","value"]){let o=e[r];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=Py(Object.freeze(t.concat([[r,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Ld)return Ld;a===Ty&&
(o.items.splice(i,1),i-=1)}}typeof n=="function"&&r==="key"&&(n=n(e,t))}}return typeof n=="function"?n(e,t):n}Ry.visit=mn});var la=N(ut=>{"use strict";var Dd=_y(),gI=$y(),bI=Iy(),Wd="\uFEFF",Md="",qd="",jd="",yI=t=>!!t&&"items"in t,kI=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function vI(t){switch(t){case Wd:return"<BOM>";case Md:return"<DOC>";case qd:return"<FL\
OW_END>";case jd:return"<SCALAR>";default:return JSON.stringify(t)}}function xI(t){switch(t){case Wd:return"byte-order-mark";case Md:return"doc-mode";case qd:return"\
flow-error-end";case jd:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}ut.createScalarToken=Dd.createScalarToken;ut.resolveAsScalar=Dd.resolveAsScalar;ut.setScalarValue=Dd.
setScalarValue;ut.stringify=gI.stringify;ut.visit=bI.visit;ut.BOM=Wd;ut.DOCUMENT=Md;ut.FLOW_END=qd;ut.SCALAR=jd;ut.isCollection=yI;ut.isScalar=kI;ut.prettyToken=
vI;ut.tokenType=xI});var Vd=N(Oy=>{"use strict";var zr=la();function Ot(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var Ny=new Set("0123456789ABCDEFabcdef"),wI=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),da=new Set(",[]{}"),SI=new Set(` ,[]{}
\r	`),Fd=t=>!t||SI.has(t),Hd=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let n=this.next??"stream";for(;n&&(s||this.hasChars(1));)n=yield*this.parseNext(
n)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let n=0;for(;s===" ";)s=this.buffer[++n+e];if(s==="\r"){
let r=this.buffer[n+e+1];if(r===`
`||!r&&!this.atEnd)return e+n+1}return s===`
`||n>=this.indentNext||!s&&!this.atEnd?e+n:-1}if(s==="-"||s==="."){let n=this.buffer.substr(e,3);if((n==="---"||n==="...")&&Ot(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===zr.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,n=e.indexOf("#");for(;n!==-1;){
let o=e[n-1];if(o===" "||o==="	"){s=n-1;break}else n=e.indexOf("#",n+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let r=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-r),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield zr.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Ot(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Ot(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Ot(s)){let n=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=n,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Fd),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,n=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=n=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let r=this.getLine();
if(r===null)return this.setNext("flow");if((n!==-1&&n<this.indentNext&&r[0]!=="#"||n===0&&(r.startsWith("---")||r.startsWith("..."))&&Ot(r[3]))&&!(n===this.indentNext-
1&&this.flowLevel===1&&(r[0]==="]"||r[0]==="}")))return this.flowLevel=0,yield zr.FLOW_END,yield*this.parseLineStart();let o=0;for(;r[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),r[o]){case void 0:return"flow";case"#":return yield*this.pushCount(r.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Fd),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Ot(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let n=this.buffer.
substring(0,s),r=n.indexOf(`
`,this.pos);if(r!==-1){for(;r!==-1;){let o=this.continueScalar(r+1);if(o===-1)break;r=n.indexOf(`
`,o)}r!==-1&&(s=r-(n[r-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Ot(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,n;e:for(let o=this.pos;n=this.buffer[o];++o)switch(n){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!n&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let r=e+1;for(n=this.buffer[r];n===" ";)n=this.buffer[++r];
if(n==="	"){for(;n==="	"||n===" "||n==="\r"||n===`
`;)n=this.buffer[++r];e=r-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield zr.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,n=this.pos-1,r;for(;r=this.buffer[++n];)if(r===":"){let o=this.buffer[n+1];if(Ot(o)||e&&da.has(o))break;s=n}else if(Ot(r)){let o=this.buffer[n+
1];if(r==="\r"&&(o===`
`?(n+=1,r=`
`,o=this.buffer[n+1]):s=n),o==="#"||e&&da.has(o))break;if(r===`
`){let i=this.continueScalar(n+1);if(i===-1)break;n=Math.max(n,i-2)}}else{if(e&&da.has(r))break;s=n}return!r&&!this.atEnd?this.setNext("plain-scalar"):(yield zr.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let n=this.
buffer.slice(this.pos,e);return n?(yield n,this.pos+=n.length,n.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Fd),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,n=this.charAt(1);if(Ot(n)||s&&da.has(n)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Ot(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(wI.has(s))s=this.buffer[++e];else if(s==="%"&&Ny.has(this.buffer[e+1])&&Ny.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,n;do n=this.buffer[++s];while(n===" "||e&&n==="	");let r=s-this.pos;return r>0&&(yield this.buffer.substr(
this.pos,r),this.pos=s),r}*pushUntil(e){let s=this.pos,n=this.buffer[s];for(;!e(n);)n=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};Oy.Lexer=Hd});var Bd=N(Ly=>{"use strict";var Ud=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,n=this.lineStarts.length;
for(;s<n;){let o=s+n>>1;this.lineStarts[o]<e?s=o+1:n=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let r=this.lineStarts[s-1];
return{line:s,col:e-r+1}}}};Ly.LineCounter=Ud});var zd=N(jy=>{"use strict";var EI=require("process"),Dy=la(),CI=Vd();function Ws(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function Wy(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function qy(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function ua(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function Un(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function pa(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function My(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Ws(e.start,"explicit-key-ind")&&!Ws(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,qy(e.value)?e.value.end?pa(e.value.end,e.sep):e.value.end=e.sep:pa(e.start,e.sep),delete e.sep)}var Gd=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new CI.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let n of this.lexer.lex(e,s))yield*this.next(n);s||(yield*this.end())}*next(e){if(this.source=
e,EI.env.LOG_TOKENS&&console.log("|",Dy.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=Dy.tokenType(e);if(s)
if(s==="scalar")this.atNewLine=!1,this.atScalar=!0,this.type="scalar";else{switch(this.type=s,yield*this.step(),s){case"newline":this.atNewLine=!0,this.indent=0,
this.onNewLine&&this.onNewLine(this.offset+e.length);break;case"space":this.atNewLine&&e[0]===" "&&(this.indent+=e.length);break;case"explicit-key-ind":case"map\
-value-ind":case"seq-item-ind":this.atNewLine&&(this.indent+=e.length);break;case"doc-mode":case"flow-error-end":return;default:this.atNewLine=!1}this.offset+=e.
length}else{let n=`Not a YAML token: ${e}`;yield*this.pop({type:"error",offset:this.offset,message:n,source:e}),this.offset+=e.length}}*end(){for(;this.stack.length>
0;)yield*this.pop()}get sourceToken(){return{type:this.type,offset:this.offset,indent:this.indent,source:this.source}}*step(){let e=this.peek(1);if(this.type===
"doc-end"&&e?.type!=="doc-end"){for(;this.stack.length>0;)yield*this.pop();this.stack.push({type:"doc-end",offset:this.offset,source:this.source});return}if(!e)
return yield*this.stream();switch(e.type){case"document":return yield*this.document(e);case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-sc\
alar":return yield*this.scalar(e);case"block-scalar":return yield*this.blockScalar(e);case"block-map":return yield*this.blockMap(e);case"block-seq":return yield*this.
blockSequence(e);case"flow-collection":return yield*this.flowCollection(e);case"doc-end":return yield*this.documentEnd(e)}yield*this.pop()}peek(e){return this.stack[this.
stack.length-e]}*pop(e){let s=e??this.stack.pop();if(!s)yield{type:"error",offset:this.offset,source:"",message:"Tried to pop an empty stack"};else if(this.stack.
length===0)yield s;else{let n=this.peek(1);switch(s.type==="block-scalar"?s.indent="indent"in n?n.indent:0:s.type==="flow-collection"&&n.type==="document"&&(s.indent=
0),s.type==="flow-collection"&&My(s),n.type){case"document":n.value=s;break;case"block-scalar":n.props.push(s);break;case"block-map":{let r=n.items[n.items.length-
1];if(r.value){n.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(r.sep)r.value=s;else{Object.assign(r,{key:s,sep:[]}),this.onKeyLine=!r.explicitKey;
return}break}case"block-seq":{let r=n.items[n.items.length-1];r.value?n.items.push({start:[],value:s}):r.value=s;break}case"flow-collection":{let r=n.items[n.items.
length-1];!r||r.value?n.items.push({start:[],key:s,sep:[]}):r.sep?r.value=s:Object.assign(r,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((n.
type==="document"||n.type==="block-map"||n.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let r=s.items[s.items.length-1];r&&!r.sep&&!r.value&&
r.start.length>0&&Wy(r.start)===-1&&(s.indent===0||r.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(n.type==="document"?n.end=r.start:n.items.push({start:r.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{Wy(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=ua(this.peek(2)),n=Un(s),r;e.end?(r=e.end,r.push(this.sourceToken),delete e.end):r=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:n,key:e,sep:r}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let n="end"in s.value?s.value.end:void 0;(Array.isArray(n)?n[n.length-1]:void 0)?.type==="comment"?n?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){pa(r,s.start),
r.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let n=!this.onKeyLine&&this.indent===e.indent,r=n&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(r&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let c=s.sep[a];switch(c.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":c.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":r||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):r||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Ws(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(qy(s.key)&&!Ws(s.sep,"newline")){
let i=Un(s.start),a=s.key,c=s.sep;c.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:c}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(Ws(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=Un(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||r?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Ws(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);r||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!Ws(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else n&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let n="end"in s.value?s.value.end:void 0;(Array.isArray(n)?n[n.length-1]:void 0)?.type==="comment"?n?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){pa(r,s.start),r.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||Ws(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let n=this.startBlockValue(e);if(n){this.stack.push(n);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let n;do yield*this.pop(),n=this.peek(1);while(n?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let r=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:r,
sep:[]}):s.sep?this.stack.push(r):Object.assign(s,{key:r,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let n=this.startBlockValue(
e);n?this.stack.push(n):(yield*this.pop(),yield*this.step())}else{let n=this.peek(2);if(n.type==="block-map"&&(this.type==="map-value-ind"&&n.indent===e.indent||
this.type==="newline"&&!n.items[n.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&n.type!=="flow-collection"){let r=ua(
n),o=Un(r);My(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=ua(e),n=Un(s);return n.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:n,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=ua(e),n=Un(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:n,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(n=>n.type==="newline"||n.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};jy.Parser=Gd});var By=N(Yr=>{"use strict";var Fy=Nd(),_I=jr(),Kr=Vr(),AI=Rl(),$I=te(),TI=Bd(),Hy=zd();function Vy(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new TI.LineCounter||null,prettyErrors:e}}function PI(t,e={}){let{lineCounter:s,prettyErrors:n}=Vy(e),r=new Hy.Parser(s?.addNewLine),o=new Fy.Composer(e),i=Array.
from(o.compose(r.parse(t)));if(n&&s)for(let a of i)a.errors.forEach(Kr.prettifyError(t,s)),a.warnings.forEach(Kr.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function Uy(t,e={}){let{lineCounter:s,prettyErrors:n}=Vy(e),r=new Hy.Parser(s?.addNewLine),o=new Fy.Composer(e),i=null;for(let a of o.
compose(r.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new Kr.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return n&&s&&(i.errors.forEach(Kr.prettifyError(t,s)),i.warnings.forEach(Kr.prettifyError(
t,s))),i}function RI(t,e,s){let n;typeof e=="function"?n=e:s===void 0&&e&&typeof e=="object"&&(s=e);let r=Uy(t,s);if(!r)return null;if(r.warnings.forEach(o=>AI.
warn(r.options.logLevel,o)),r.errors.length>0){if(r.options.logLevel!=="silent")throw r.errors[0];r.errors=[]}return r.toJS(Object.assign({reviver:n},s))}function II(t,e,s){
let n=null;if(typeof e=="function"||Array.isArray(e)?n=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let r=Math.round(s);s=r<1?void 0:
r>8?{indent:8}:{indent:r}}if(t===void 0){let{keepUndefined:r}=s??e??{};if(!r)return}return $I.isDocument(t)&&!n?t.toString(s):new _I.Document(t,n,s).toString(s)}
Yr.parse=RI;Yr.parseAllDocuments=PI;Yr.parseDocument=Uy;Yr.stringify=II});var zy=N(ce=>{"use strict";var NI=Nd(),OI=jr(),LI=fd(),Kd=Vr(),DI=Er(),Ms=te(),WI=Ns(),MI=_e(),qI=Ls(),jI=Ds(),FI=la(),HI=Vd(),VI=Bd(),UI=zd(),fa=By(),Gy=vr();ce.
Composer=NI.Composer;ce.Document=OI.Document;ce.Schema=LI.Schema;ce.YAMLError=Kd.YAMLError;ce.YAMLParseError=Kd.YAMLParseError;ce.YAMLWarning=Kd.YAMLWarning;ce.
Alias=DI.Alias;ce.isAlias=Ms.isAlias;ce.isCollection=Ms.isCollection;ce.isDocument=Ms.isDocument;ce.isMap=Ms.isMap;ce.isNode=Ms.isNode;ce.isPair=Ms.isPair;ce.isScalar=
Ms.isScalar;ce.isSeq=Ms.isSeq;ce.Pair=WI.Pair;ce.Scalar=MI.Scalar;ce.YAMLMap=qI.YAMLMap;ce.YAMLSeq=jI.YAMLSeq;ce.CST=FI;ce.Lexer=HI.Lexer;ce.LineCounter=VI.LineCounter;
ce.Parser=UI.Parser;ce.parse=fa.parse;ce.parseAllDocuments=fa.parseAllDocuments;ce.parseDocument=fa.parseDocument;ce.stringify=fa.stringify;ce.visit=Gy.visit;ce.
visitAsync=Gy.visitAsync});var Qy={};ga(Qy,{checkGuardFile:()=>GI,readGuardFile:()=>BI});function BI(t,e){let s=new ht.LineCounter,n=f=>{let{line:h,col:m}=s.linePos(f);return`${e}:${h}:${m}`},
r=(0,ht.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=r.errors[0]??r.warnings[0];if(o)throw new et(`${n(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,h)=>{throw new et(`${n(f?.range?.[0]??0)}  ${h}`)},a=r.contents;if(!(0,ht.isMap)(a))return i(a,'must be a map with "schema: 1"');let c=new Map;
for(let{key:f,value:h}of a.items){let m=(0,ht.isScalar)(f)?String(f.value):"";Ky.includes(m)||i(f,`unknown key "${m}"; there are ${Ky.join(", ")}`),c.set(m,h)}let l=c.
get("schema");(!(0,ht.isScalar)(l)||l.value!==1)&&i(l??a,'must say "schema: 1"');let d=f=>{let h=c.get(f);return h===void 0?[]:(0,ht.isSeq)(h)?(h.items.length>Yy&&
i(h,`${f}: has more than ${Yy} entries`),h.items.map(m=>!(0,ht.isScalar)(m)||typeof m.value!="string"?i(m,`${f}: must hold texts`):{name:m.value,place:n(m.range?.[0]??
0)})):i(h,`${f}: must be a list`)},u=c.get("level"),p=zs.find(f=>(0,ht.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${zs.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function GI({allow:t,deny:e},s){let n=new Map(s.map(r=>[r.id,r]));for(let{name:r,place:o}of[
...t,...e])if(!n.has(r)&&!Xy.includes(r))throw new et(`${o}  there is no rule "${r}"`,"`gatebench guard --list` prints the rules.");for(let{name:r,place:o}of t){
if(n.get(r)?.severity==="catastrophic")throw new et(`${o}  the rule "${r}" is catastrophic and cannot be allowed`);if(Xy.includes(r))throw new et(`${o}  "${r}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===r))throw new et(`${o}  the rule "${r}" is both allowed and denied`)}}var ht,Ky,
Yy,Xy,Jy=Fe(()=>{"use strict";ht=tu(zy(),1);Nn();Ks();Ky=["schema","level","allow","deny","rules"],Yy=500,Xy=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function zI(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let n=t.charCodeAt(e+1);if(!(n>=56320&&n<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function hn(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&zI(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let n=hn(t.toJSON(),e);return e.
delete(t),n}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(r=>hn(r===void 0||typeof r=="symbol"?null:
r,e)).join(",")}]`;else{let n=[];for(let r of Object.keys(t).sort())t[r]===void 0||typeof t[r]=="symbol"||n.push(`${hn(r)}:${hn(t[r],e)}`);s=`{${n.join(",")}}`}
return e.delete(t),s}var Zy=Fe(()=>{});function Xd(t){if(Yd(t))return JSON.stringify(t);if(sk(t))return KI(t);if(Array.isArray(t))return`[${t.map(s=>tk(s)?"null":Xd(s)).join(",")}]`;let e=hn(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function KI(t){let e="";for(let s of Object.keys(t).sort()){let n=t[s];if(!tk(n)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${Xd(n)}`}}return e===""?"{}":`${e}}`}function Yd(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Yd);if(!sk(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Yd(t[s]))return!1;e=s}return!0}default:return!1}}function sk(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function Qd(t){return(0,ek.hash)("sh\
a256",t)}function nk(t){return Qd(Xd(t))}var ek,tk,rk=Fe(()=>{"use strict";ek=require("node:crypto");Zy();tk=t=>t===void 0||typeof t=="symbol"});var Jd,ok=Fe(()=>{"use strict";Jd=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var YI,XI,ik,ak=Fe(()=>{"use strict";YI="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",XI="9f86d081884c7d659a2feaa0c55ad015",ik=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,n)=>{let r=(s==="hex"?XI:YI).repeat(3).slice(0,Number(n));return s==="RANDOM"?r.toUpperCase():r})});var QI,JI,ZI,ck,lk=Fe(()=>{"use strict";QI=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),JI=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
ZI=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,ck=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||ZI.test(s)||JI.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!QI.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function dk(t){let e=new Map;for(let n of t)e.set(n,(e.get(n)??0)+1);let s=0;for(let n of e.values())s-=n/t.length*Math.log2(n/t.length);return s}function uk(t){
let{least_entropy:e,entropy_above:s,has:n=[],not:r=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||r.includes("placeholder")&&tN.test(i)||e!==void 0&&dk(
i)<e||s!==void 0&&dk(i)<=s||!n.every(c=>eN[c].test(i))||r.includes("words")&&sN.test(i)?!1:!(r.includes("local-address")&&nN.test(a))}var eN,tN,sN,nN,pk=Fe(()=>{
"use strict";eN={digit:/\d/,letter:/[A-Za-z]/},tN=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
sN=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
nN=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var fk,mk=Fe(()=>{"use strict";fk=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var hk,gk=Fe(()=>{"use strict";tt();pk();mk();hk=fk.map(({pattern:t,flags:e="",accepts:s,...n})=>({...n,pattern:new RegExp(t,`g${e}`),...re({accepts:s&&uk(s)})}))});var rN,bk,yk=Fe(()=>{"use strict";tt();ak();lk();gk();rN=hk.flatMap(({id:t,pattern:e,accepts:s,texts:n,examples:r})=>{if(!n)return[];let{field:o,...i}=n,{redacts:a={},
leaves:c=[]}=r,l=[...Object.entries(a),...c.map(d=>[d,d])];return[{id:t,pattern:e,...i,...re({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(l.map(d=>d.map(ik)))}]}),bk=[...rN,...ck]});function vk(t){let e=new Uint8Array(Zd+1),s=new Map,n=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of xk(o,o.text))n[i].push({hint:o,
back:0});else for(let[i,a]of iN(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let r=Uint8Array.from(n,o=>+(o.length>0));return(o,i)=>{let a=kk,c=(d,u)=>{
for(let{hint:p,back:f}of d){let h=u-f;if(h<0||!aN(o,h,p))continue;if(i.left<=0)return!1;i.left-=1,a===kk&&(a=new Map);let m=a.get(p.rule);m?m.at(-1)!==h&&m.push(
h):a.set(p.rule,[h])}return!0},l=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(l=(l<<6^u)&Zd,e[l]!==0&&!c(s.get(l),d)||r[u]!==0&&!c(n[u],d))return}
return a}}function*iN({text:t,fold:e}){let s=[...t.slice(0,3)],n=s.map(c=>xk({fold:e},c));for(;n.length<3;)n.unshift(Array.from({length:128},(c,l)=>l));let r=new Set,
[o=[],i=[],a=[]]=n;for(let c of o)for(let l of i)for(let d of a){let u=((c<<6^l)<<6^d)&Zd;r.has(u)||(yield[u,s.length-1]),r.add(u)}}function xk({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function aN(t,e,{text:s,fold:n}){return n?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var kk,
oN,Zd,wk=Fe(()=>{"use strict";kk=new Map,oN=18,Zd=2**oN-1});function Ek(t,e){let s=t.map(a=>{let c=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),l=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${l}`;
return{rule:a,near:new RegExp(d,`${c}y`),next:new RegExp(l,`${c}g`)}}),n=({hints:a=[],fold:c=!1},l)=>a.map(d=>({text:d,fold:c,rule:l})),r=vk(t.flatMap(n)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,c)=>{let l=r(a,c);if(!l)return;let d=[],u;for(let p=l.size>0?0:i;p<s.length;p++){let f=s[p],h=f.rule.hints&&l.get(p);
if(f.rule.hints&&!h)continue;let m=h?lN(f,a,h,e):dN(f,a,e);for(let b of m)u??=new Uint8Array(a.length),!u.subarray(b.from,b.to).includes(1)&&(u.fill(1,b.from,b.
to),d.push(b))}return d.sort((p,f)=>p.from-f.from)}}function lN({rule:t,near:e},s,n,r){let o=[],i=0;for(let a of n){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let c=e.exec(s);if(!c)continue;let l=Ck(t,s,c,i,r);l&&(o.push(l),i=l.to)}return o}function dN({rule:t,next:e},s,n){let r=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=Ck(t,s,o,r.at(-1)?.to??0,n);i&&r.push(i)}return r}function Ck(t,e,s,n,r){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),c=uN(e,Math.max(n,o),a===-1?i:o+a),l=e.slice(c.from,c.to);if(!(l===""||_k(l,r)||t.accepts&&!t.accepts(l,s[1])))return{rule:t,
...c}}function _k(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<Sk}function Ak({field:t,accepts:e},s,n,r){return!t||n.length<Sk||n.length>cN?!1:
!/\s/.test(n)&&t.test(s)&&!_k(n,r)&&(!e||e(n,n))}function uN(t,e,s){let n=pN(t,e),r=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(n,r-16),r));for(o&&$k.test(
t[r]??"")&&(r-=o[0].length);r>n&&t[r-1]==="\\";)r--;return Tk(t,r-1)&&Pk(t,r)&&r--,{from:n,to:Math.max(n,r)}}function pN(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let n=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let r=n?4-n[1].length:0;r>0&&$k.test(t[s]??"");r--)s++;return Pk(t,s)&&Tk(t,s-1)&&s++,s}var Sk,cN,$k,Tk,Pk,Rk=Fe(()=>{"use strict";wk();Sk=12,cN=300;$k=/^[0-9a-fA-F]$/;
Tk=(t,e)=>(t.charCodeAt(e)&64512)===55296,Pk=(t,e)=>(t.charCodeAt(e)&64512)===56320});function Lk(t=vN,e=bN){let s=CN(t),n=Ek(t,s),r=nk([fN,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...xN(t,n,s,e),sha256:r,begin:o});
return o()}function xN(t,e,s,n){let r={left:n},o=wN(),i=(d,u,p)=>{let f=d,h=p==="facts"&&d.length<=yN?{left:4*d.length}:r;for(let m=0;m<mN;m++){let b=e(f,h);if(!b)
return u["too-dense"]=(u["too-dense"]??0)+1,Ok;if(b.length===0)return f;f=EN(f,b,(k,v)=>(u[k.id]=(u[k.id]??0)+1,p==="patch"?SN(v,C=>o(k,C)):o(k,v)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},h=i(p,f,"facts");if(h===p||Ik(h.replace(s,""))!==Ik(p))return p;for(let[m,b]of Object.entries(f))u[m]=(u[m]??0)+b;return h}).join("/"),
c=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>gN?(u["too-deep"]=(u["too-deep"]??0)+1,Nk):Array.isArray(d)?d.map(h=>c(h,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([h,m])=>{let b=i(h,u,f);if(f==="facts"&&typeof m=="string"&&kN.has(h))return[b,a(m,u)];let k=c(m,u,p+1,f),v=typeof m=="string"&&
k===m&&t.find(C=>Ak(C,h,m,s));return v?(u[v.id]=(u[v.id]??0)+1,[b,o(v,m)]):[b,k]})),l=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>l(p=>i(d,p,u)),
json:(d,u)=>l(p=>c(d,p,0,u))}}function wN(){let t=new Map;return(e,s)=>{let n=t.get(e.id)??new Map;t.set(e.id,n);let r=s.length>64?Qd(s):s,o=n.get(r);return o===
void 0&&(o=n.size<hN?n.size+1:0,o>0&&n.set(r,o)),Jd(e,o)}}function SN(t,e){let[s="",...n]=t.split(`
`),r=e([s,...n.map(o=>o.slice(1))].join(`
`));return[s===""?"":r,...n.map(o=>`${o.slice(0,1)}${o.length>1?r:""}`)].join(`
`)}function EN(t,e,s){let n=[],r=0;for(let{rule:o,from:i,to:a}of e)n.push(t.slice(r,i),s(o,t.slice(i,a))),r=a;return n.join("")+t.slice(r)}function CN(t){let s=[
...t.map(n=>Jd(n,Number.NaN)),Nk,Ok].map(n=>n.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var fN,mN,hN,
gN,Nk,bN,Ok,yN,kN,vN,Ik,Dk=Fe(()=>{"use strict";rk();ok();yk();Rk();fN=2,mN=20,hN=2e5,gN=500,Nk="[redacted:too-deep]",bN=2e6,Ok="[redacted:too-dense]",yN=8192,kN=
new Set(["path","old_path"]),vN=bk.filter(({optional:t})=>!t);Ik=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var qk={};ga(qk,{appendLogLine:()=>TN,formatLogLine:()=>Mk});function Mk({time:t,client:e,verdict:s,rule:n,subject:r}){let{value:o}=Lk().text(r.slice(0,_N)),i=o.
length>Wk?`${o.slice(0,Wk)} \u2026`:o,a=$N.reduce((c,l)=>c.replace(l,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${n||"-"} ${an(a)}`}function TN(t,e){
let s=`${Mk(e)}
`,n=(0,pt.openSync)(t,AN,384);try{if(!(0,pt.fstatSync)(n).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,pt.writeSync)(n,s)}finally{
(0,pt.closeSync)(n)}}var pt,_N,Wk,AN,$N,jk=Fe(()=>{"use strict";pt=require("node:fs");Nn();Dk();_N=64*1024,Wk=2e3,AN=pt.constants.O_WRONLY|pt.constants.O_CREAT|
pt.constants.O_APPEND|pt.constants.O_NOFOLLOW|pt.constants.O_NONBLOCK,$N=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var UN={};ga(UN,{CLOSED_CONTAINER:()=>Bn,GuardrailSuite:()=>pi,NON_EMPTY_VALUE:()=>ka,SEVERITY_ORDER:()=>Mt,UNKNOWN_VALUE:()=>y,UNREAD_VALUE:()=>W,codeLanguages:()=>iv,
createGuard:()=>Es,createShellInvocation:()=>es,createShippedGuard:()=>_A,createWord:()=>R,createWords:()=>Lt,findAffectedPaths:()=>rr,findOriginalPaths:()=>ec,
getFindPatterns:()=>Bs,guardLevels:()=>zs,hasFlag:()=>ne,hasKnownShortOptions:()=>ya,hasPathEffects:()=>tc,hasUnreadValue:()=>ke,isDeletingFind:()=>nr,isKnownWord:()=>At,
isRemotePath:()=>sr,joinWords:()=>ye,parseProgramArguments:()=>be,pathClasses:()=>tv,pathEffects:()=>qs,phraseRules:()=>li,readCode:()=>So,readCommand:()=>ii,replaceWithUnevaluated:()=>Ie,
replaceWithUnknown:()=>Ye,resolveFoundPaths:()=>Gs,runHook:()=>DN,shippedGuardRules:()=>ui,vocabulary:()=>A});module.exports=ev(UN);var U=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
-dry-run"]},"pgbackrest expire":{"flags":["--dry-run"]},"aws ec2":{"flags":["--dry-run"]},"gcloud storage":{"flags":["--dry-run"]},"s5cmd":{"flags":["--dry-run"\
]},"azcopy":{"flags":["--dry-run"]},"b2 sync":{"flags":["--dry-run"]},"mc mirror":{"flags":["--dry-run"]},"kubectl":{"flags":["--dry-run"]},"oc":{"flags":["--dr\
y-run"]},"helm":{"flags":["--dry-run"]},"docker compose":{"flags":["--dry-run"]},"docker-compose":{"flags":["--dry-run"]},"podman-compose":{"flags":["--dry-run"\
]},"npm publish":{"flags":["--dry-run"]},"npm unpublish":{"flags":["--dry-run"]},"pnpm publish":{"flags":["--dry-run"]},"yarn publish":{"flags":["--dry-run"]},"\
yarn npm publish":{"flags":["--dry-run"]},"bun publish":{"flags":["--dry-run"]},"npm pub":{"flags":["--dry-run"]},"npm stage publish":{"flags":["--dry-run"]},"d\
eno publish":{"flags":["--dry-run"]},"jsr publish":{"flags":["--dry-run"]},"rush publish":{"flags":["--dry-run"]},"nx release":{"flags":["--dry-run"]},"auto shi\
pit":{"flags":["--dry-run"]},"poetry publish":{"flags":["--dry-run"]},"uv publish":{"flags":["--dry-run"]},"flutter pub publish":{"flags":["--dry-run"]},"dart p\
ub publish":{"flags":["--dry-run"]},"goreleaser release":{"flags":["--dry-run"]},"systemctl poweroff":{"flags":["--dry-run"]},"systemctl reboot":{"flags":["--dr\
y-run"]},"systemctl halt":{"flags":["--dry-run"]},"systemctl kexec":{"flags":["--dry-run"]},"client":{"flags":["--dry-run","--dryrun","--what-if","--preview-onl\
y","--generate-cli-skeleton"]},"apt-get":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"apt":{"flags":["-s","--simulate","--just\
-print","--dry-run","--recon","--no-act"]},"aptitude":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"modprobe":{"flags":["-n","-\
-dry-run","--show"]},"hg purge":{"flags":["-p","--print"]},"hg clean":{"flags":["-p","--print"]},"git apply":{"flags":["--check","--stat","--numstat","--summary\
"]},"make":{"flags":["-n","--dry-run","--just-print","--recon"]},"gmake":{"flags":["-n","--dry-run","--just-print","--recon"]},"duplicacy prune":{"flags":["-dry\
-run"]},"zfs destroy":{"flags":["-n"]},"mke2fs":{"flags":["-n"]},"mkfs.ext2":{"flags":["-n"]},"mkfs.ext3":{"flags":["-n"]},"mkfs.ext4":{"flags":["-n"]},"gsutil \
rsync":{"flags":["-n"]},"aws s3":{"flags":["--dryrun"]},"semantic-release":{"flags":["-d","--dry-run"]},"release-it":{"flags":["-d","--dry-run"]},"pulumi destro\
y":{"flags":["--preview-only"]},"pulumi up":{"flags":["--preview-only"]},"pulumi update":{"flags":["--preview-only"]}},"switches":["--force","--force-with-lease\
","--delete","--delete-before","--delete-after","--delete-during","--delete-excluded","--del","--archive","--recursive","--verbose","--quiet","--all","--mirror"\
,"--tags","--follow-tags","--prune","--yes","--no-verify","--atomic","--set-upstream","--allow-dirty","--interactive","--list","--checksum","--update","--compre\
ss","--partial","--inplace","--ignore-not-found","--now","--workspace","--workspaces","--ignore-daemonsets","--delete-emptydir-data","--include-dependencies","-\
-no-color","--debug","--volumes","--remove-orphans","--cascade","--wait","--provenance","--no-git-checks","--stats","--progress","--keep-history","--dry-run","-\
-dryrun"],"roles":{"cat":{"each":"reads"},"tac":{"each":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"each":"reads"},"less":{"each":"reads"},"\
more":{"each":"reads"},"most":{"each":"reads"},"bat":{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},"xxd":{"each":"reads"},"hexdump":{"each"\
:"reads"},"hd":{"each":"reads"},"od":{"each":"reads"},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"each":"reads"},"basenc":{"each":"reads"},"\
rev":{"each":"reads"},"uniq":{"each":"reads"},"cut":{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"fold":{"each":"reads"},"fmt":{"each":"rea\
ds"},"pr":{"each":"reads"},"column":{"each":"reads"},"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"reads"},"colordiff":{"each":"reads"},"cmp\
":{"each":"reads"},"sdiff":{"each":"reads"},"vimdiff":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},"bzip2":{"each":"reads"},"xz":{"each":"r\
eads"},"zstd":{"each":"reads"},"gunzip":{"each":"reads"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each":"reads"},"uuencode":{"each":"reads"},"\
split":{"each":"reads"},"csplit":{"each":"reads"},"look":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"},"pandoc":{"each":"reads"},"highlight":{\
"each":"reads"},"glow":{"each":"reads"},"xclip":{"each":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"sops":{"each":"reads"},"age":{"each":"read\
s"},"shuf":{"each":"reads"},"iconv":{"each":"reads"},"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each":"reads"},"lolcat":{"each":"reads"},"ope\
n":{"each":"reads"},"xdg-open":{"each":"reads"},"kcat":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"},"fx":{"each":"reads"},"yq":{"each":"re\
ads"},"tomlq":{"each":"reads"},"xq":{"each":"reads"},"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each":"reads"},"python3-dotenv":{"each":"read\
s"},"ssh-keygen":{"each":"reads"},"json.tool":{"each":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"each":"reads"},"nawk":{"each":"reads"},"s\
qlite3":{"each":"reads"},"sqlite":{"each":"reads"},"duckdb":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"},"git diff":{"each":"r\
eads"},"git show":{"each":"reads"},"git blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mailx":{"options\
":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mutt":{"options\
":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"croc send":{"e\
ach":"reads"},"wormhole send":{"each":"reads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"each":"reads"},"gh gist":\
{"each":"reads"},"sort":{"each":"reads","options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","\
--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":"reads","skip":1,"unles\
s":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"fgr\
ep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","\
-f":"reads","--file":"reads"}},"rg":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglo\
b":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":\
"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--\
file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{"each":"reads","skip":1\
,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"\
}},"ugrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"r\
eads","-f":"reads","--file":"reads"}},"ggrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"read\
s","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"options":{"--slurpfile":"r\
eads","--rawfile":"reads"}},"sed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"\
each":"writes"}]},"gsed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"wr\
ites"}]},"perl":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},\
"ruby":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"vi":{"ea\
ch":"writes"},"vim":{"each":"writes"},"nvim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"},"subl":{"each":"write\
s"},"ed":{"each":"writes"},"ex":{"each":"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"each":"writes"},"joe":{"\
each":"writes"},"mcedit":{"each":"writes"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"writes"},"tee":{"each":\
"writes"},"truncate":{"each":"writes"},"mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each":"deletes"},"unlink":{"\
each":"deletes"},"shred":{"each":"deletes"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"each":"deletes"},"rimraf\
":{"each":"deletes"},"del":{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"deletes"},"remove-item":{"each":"deletes"},"cp":{"each":"reads","last":"w\
rites","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-n","--no-clobber"],"each":"none"}]},"mv":{"each":"moves","last":"writes","opt\
ions":{"-t":"writes","--target-directory":"writes"}},"install":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{\
"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"kubectl":{"options"\
:{"--from-file":"reads","--from-env-file":"reads"}},"oc":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"scp":{"each":"reads","last":"writes"},"r\
sync":{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl cp":{"each":"reads","last":"writes"},"podman cp":{"each":"reads","l\
ast":"writes"},"gsutil cp":{"each":"reads","last":"writes"},"zip":{"each":"reads","skip":1,"with":[{"flags":["-m","--move"],"each":"moves"}]},"git log":{"with":\
[{"flags":["-p","--patch","-u"],"each":"reads"}]},"dd":{"keyed":{"if=":"reads","of=":"writes"}},"dcfldd":{"keyed":{"if=":"reads","of=":"writes"}},"dc3dd":{"keye\
d":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if=":"reads","of=":"writes"}},"fdupes":{"each":"changes"},"jdupes":{"each":"changes"},"rdfind":{"each":\
"changes"},"ditto":{"each":"reads","last":"writes"},"restic backup":{"each":"reads","skip":1},"setfacl":{"each":"changes"},"chown":{"each":"changes","skip":1,"u\
nless":["--reference"]},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":{"each":"changes","skip":1,"unless":["--reference"]},"chmod":{"each\
":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a\
","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],"each":"deletes"},{"flags":["-x","-t","--extract","--list","--get",\
"-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},"rar":{"each":"reads","skip":1},"git cat-file":{"each":"reads","ski\
p":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"writes","-T":"reads","--upload-file":"reads","-K":"reads","--config":"re\
ads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","--body-file":"reads"}},"openssl":{"options":{"-in":"reads"}},"ab":{"\
options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},"openssl s_client":{},"busybox":{},"gpg":{"each":"reads","with":[{"\
flags":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"reads","last":"writes","skip":1},"gcloud storage":{"each":"reads","last\
":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"writes"}},"http.server":{"options":{"--directory":"reads\
","-d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"},"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"rea\
ds"},"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":{"each":"reads"},"megaput":{"each":"reads"},"gh releas\
e":{"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"each":"none"}]},"git clean":{"each":"changes"},"git mv":{"each":\
"moves","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"mysqldump":{"options":{"--result-file":"writes","-r":"writes"}\
},"ssh":{"options":{"-F":"reads"}}}},"clients":{"destroys":["delete","del","destroy","remove","rm","rmi","rmdir","purge","terminate","drop","wipe","prune","tear\
down","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpublish","revoke","reset","clear","uninstall","unset","uns\
ubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","leave-organization"],"others":["run-","submit-","execu\
te-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-","query-","modify-","head-","copy-","import-","export-\
","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","estimate-","validate-","list","ls","show","get","descri\
be","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version","help","completion","create","add","new","init","se\
t","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open","login","logout","import","export","pull","push","c\
lone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","publish","pub","subscribe","sub","send","enqueue","pro\
duce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger","generate","gen","migrate","rollback","promote","up\
load","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","merge","approve","comment","close","reopen","retry","\
rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","preview","print","dump","read","write","unseal","seal","tun\
nel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","browse","checkout"],"local":["cache","caches","config","c\
onfigs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alias","aliases","extension","extensions","telemetry","em\
ulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"project":["magento","drush","drupal","wp","typo3","n98-ma\
gerun2","moosh"],"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-url","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR",\
"CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","APP_ENV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_EN\
V","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test","*.test.*","*.testing","*.settings_test","*.test_set\
tings","*.tests.settings"],"databases":["d","D","dbname","database"],"creates":["create","add","new","init","run","up","apply","start","launch","make","make-buc\
ket","mb"],"names":["name","cluster-name","bucket","db-instance-identifier","p","project-name"],"kinds":["ns","namespace","namespaces","pod","pods","deploy","de\
ployment","service","svc","secret","configmap","cm","job","cluster","clusters","volume","network","container","image","database","db","bucket","user","compose",\
"down"]},"clients":{"aws":{"nouns":["logs","config","deploy","events","connect","session","sessions"],"spares":["configure"],"words":2},"gcloud":{"verbs":["rese\
t-windows-password"],"nouns":["run","deploy","builds","logs","logging","events","config","contexts"],"spares":["config unset","config configurations delete","au\
th revoke","components remove"]},"az":{"verbs":["deallocate"],"nouns":["events","config"],"spares":["account clear","cache purge","cache delete","config unset",\
"extension remove"]},"oci":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"hcloud\
":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vultr-cli":{"verbs":["rebu\
ild","reinstall"],"nouns":["config","tag"]},"scw":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"verbs":["rebuild","reinstall"],"nouns":["co\
nfig","tag"]},"ibmcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhcloud\
":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"openstack":{"verbs":["rebuild","\
reinstall"],"nouns":["config","tag"]},"upctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":["rebuild","reinstall"],"nouns":["config"\
,"tag"]},"ionosctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"stackit":\
{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"tccli":{"verbs":["rebuild","rein\
stall"],"nouns":["config","tag"]},"runpodctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"verbs":["rebuild","reinstall"],"nouns":["con\
fig","tag"]},"cherryctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"nov\
a":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"copilot":{"verbs":["rebuild"\
,"reinstall"],"nouns":["config","tag"]},"eksctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"verbs":["rebuild","reinstall"],"nouns":["\
config","tag"]},"heroku":{"nouns":["config"],"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":\
["image"],"spares":["auth logout"]},"flyctl":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},\
"netlify":{"nouns":["dev"]},"ntl":{"nouns":["dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config\
"]},"northflank":{"nouns":["config"]},"clever":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]}\
,"gigalixir":{"nouns":["config"]},"aptible":{"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"a\
cli":{"nouns":["config"]},"lagoon":{"nouns":["config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"noun\
s":["config"]},"wrangler":{"nouns":["deploy","tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["target:clear","target:r\
emove"]},"appwrite":{"nouns":["config"]},"nhost":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"\
ampx":{"nouns":["config"]},"hasura":{"nouns":["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"\
]},"dokku":{"nouns":["config","plugin"],"spares":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","\
plugin"],"spares":["config show"]},"piku":{"nouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"\
neonctl":{"nouns":["run","runs","config","tag"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{\
"nouns":["run","runs","config","tag"]},"turso":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","\
runs","config","tag"]},"avn":{"nouns":["run","runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["run","runs","config\
","tag"]},"atlas":{"nouns":["run","runs","config","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]}\
,"astra":{"nouns":["run","runs","config","tag"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns"\
:["run","runs","config","tag"]},"ticloud":{"nouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","r\
uns","config","tag"]},"dbt-cloud":{"nouns":["run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","rel\
ease","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","cache","status","ev\
ents","tag"],"spares":["alias delete","extension remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["ali\
as delete","extension remove","auth logout"]},"tea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remov\
e","auth logout"]},"circleci":{"verbs":["remove-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["di\
sable"],"nouns":["env","cache","settings"]},"drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","pl\
ugins"]},"buildkite-agent":{"nouns":["build","pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown\
","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable\
-job","disable-node"],"nouns":["build","config","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disabl\
e-node"],"nouns":["build","config","plugin"]},"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"\
argocd":{"nouns":["archive"],"spares":["context delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive"],"spares":["conte\
xt delete"]},"harness":{"nouns":["archive"],"spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"\
],"spares":["context delete"]},"teamcity":{"nouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitris\
e":{"nouns":["archive"],"spares":["context delete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["cont\
ext delete"]},"werf":{"nouns":["archive"],"spares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],\
"spares":["context delete"]},"rancher":{"nouns":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","conf\
ig"]},"tsh":{"nouns":["run","config"]},"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"n\
ouns":["run","config"]},"kops":{"nouns":["run","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["\
run","config"]},"tanzu":{"nouns":["run","config"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]\
},"consul-k8s":{"nouns":["run","config"]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"n\
ouns":["run","config"]},"velero":{"nouns":["run","config"]},"pxctl":{"nouns":["run","config"]},"kind":{"verbs":["deluser","uninit"],"nouns":["config","image"],"\
spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"minikube":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares"\
:["snapshot delete","image rm","image remove","cache delete","cache clear"]},"k3d":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot \
delete","image rm","image remove","cache delete","cache clear"]},"limactl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete",\
"image rm","image remove","cache delete","cache clear"]},"colima":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm\
","image remove","cache delete","cache clear"]},"lando":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image r\
emove","cache delete","cache clear"]},"ddev":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cac\
he delete","cache clear"]},"nixos-container":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cac\
he delete","cache clear"]},"vagrant":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delet\
e","cache clear"]},"helmfile":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cac\
he clear"]},"machinectl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache cl\
ear"]},"distrobox":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]}\
,"toolbox":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"orb":{\
"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"loft":{"verbs":["d\
eluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"stratis":{"verbs":["deluser",\
"uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"apptainer":{"verbs":["deluser","unini\
t"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"singularity":{"verbs":["deluser","uninit"],\
"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"prosodyctl":{"verbs":["deluser","uninit"],"noun\
s":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"ejabberdctl":{"verbs":["deluser","uninit"],"nouns":[\
"config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"ykman":{"verbs":["deluser","uninit"],"nouns":["config","\
image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"etckeeper":{"verbs":["deluser","uninit"],"nouns":["config","image"\
],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"gluster":{"nouns":["image","config","profile"]},"ceph":{"nouns":["image"\
,"config","profile"]},"rados":{"nouns":["image","config","profile"]},"rbd":{"nouns":["image","config","profile"]},"lxc":{"nouns":["image","config","profile"]},"\
incus":{"nouns":["image","config","profile"]},"multipass":{"nouns":["image","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":\
["image","config","profile"]},"pveum":{"nouns":["image","config","profile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","pro\
file"]},"maas":{"nouns":["image","config","profile"]},"hammer":{"nouns":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"no\
uns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["conf\
ig remove","config rm"]},"skopeo":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","ima\
ge","export","config"],"spares":["config remove","config rm"]},"oras":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},\
"notation":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],\
"spares":["config remove","config rm"]},"harbor-cli":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["t\
ag","repo","image","export","config"],"spares":["config remove","config rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove\
","config rm"]},"cloudsmith":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","im\
age","export","config"],"spares":["config remove","config rm"]},"pulp":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]}\
,"spacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverles\
s":{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam":{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":[\
"plugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin"\
:{"nouns":["context","export","import"],"spares":["context rm"]},"nats":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context\
","export","import"],"spares":["context rm"]},"pulsar-admin":{"verbs":["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-mes\
sages","expire-messages"]},"rpk":{"nouns":["consume","config"],"spares":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]\
},"kaf":{"nouns":["consume","config"],"spares":["profile delete"]},"kcctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disab\
le","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","\
events","connect","session","sessions"]},"nomad":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault"\
:{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["conf\
ig","plugin","events","connect","session","sessions"]},"boundary":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","se\
ssions"]},"influx":{"nouns":["config","query"],"spares":["config rm"]},"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["con\
fig","query"],"spares":["config rm"]},"amtool":{"nouns":["config","query"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"\
]},"cortextool":{"nouns":["config","query"],"spares":["config rm"]},"logcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config"\
,"query"],"spares":["config rm"]},"meilisearch":{},"algolia":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{}\
,"vespa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nou\
ns":["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verbs":["cancel","void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config\
"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove"\
,"plugins:remove","plugins:uninstall"]},"plivo":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":\
{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","p\
rofiles:remove","plugins:remove","plugins:uninstall"]},"shopify":{"nouns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},\
"sanity":{"nouns":["config","space","extension"]},"prismic":{"nouns":["config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datoc\
ms":{"nouns":["config","space","extension"]},"hygraph":{"nouns":["config","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor\
":{"nouns":["config","space","extension"]},"webflow":{"nouns":["config","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli\
":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search\
"]},"bugsnag-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config"\
,"tail","search"]},"snyk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","\
config","tail","search"]},"dog":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","fil\
es","config","tail","search"]},"pd":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events",\
"files","config","tail","search"]},"honeycomb":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["\
events","files","config","tail","search"]},"checkly":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"]\
,"nouns":["events","files","config","tail","search"]},"lacework":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"v\
erbs":["disable"],"nouns":["events","files","config","tail","search"]},"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0\
":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"okta":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-d\
el","group-del","host-del"],"nouns":["logs"]},"workos":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del"\
,"host-del"],"nouns":["logs"]},"ory":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns"\
:["logs"]},"kcadm.sh":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"\
]},"fusionauth":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool"\
:{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspe\
nd"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares"\
:["config"]},"bws":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","c\
onfigs","settings","history"],"spares":["config"]},"rbw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{\
"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","setting\
s","history"],"spares":["config"]},"chamber":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["\
suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"\
],"spares":["config"]},"akeyless":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nou\
ns":["config","configs","settings","history"],"spares":["config"]},"keeper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["co\
nfig"]},"dcli":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config"\
,"configs","settings","history"],"spares":["config"]},"keybase":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldc\
li":{"nouns":["config"]},"launchdarkly":{"nouns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"n\
grok":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":[\
"tunnel","config"],"spares":["config"]},"cloudflared":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":\
{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"netbird":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel"\
,"config"],"spares":["config"]},"headscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"flarectl":{"verbs":["cle\
anup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli4":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spare\
s":["config"]},"cli53":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup","rrdelete","r\
rpurge"],"nouns":["tunnel","config"],"spares":["config"]},"octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config\
"]},"pdnsutil":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"akamai":{"verbs":["cleanup","rrdelete","rrpurge"],"no\
uns":["tunnel","config"],"spares":["config"]},"linear":{"nouns":["workflow","env","config","connections"]},"jira":{"nouns":["workflow","env","config","connectio\
ns"]},"airtable":{"nouns":["workflow","env","config","connections"]},"m365":{"nouns":["workflow","env","config","connections"]},"o365":{"nouns":["workflow","env\
","config","connections"]},"gam":{"nouns":["workflow","env","config","connections"]},"temporal":{"nouns":["workflow","env","config","connections"]},"zbctl":{"no\
uns":["workflow","env","config","connections"]},"prefect":{"nouns":["workflow","env","config","connections"]},"dagster-cloud":{"nouns":["workflow","env","config\
","connections"]},"astro":{"nouns":["workflow","env","config","connections"]},"airflow":{"nouns":["workflow","env","config","connections"]},"fivetran":{"nouns":\
["workflow","env","config","connections"]},"octavia":{"nouns":["workflow","env","config","connections"]},"posthog":{"nouns":["workflow","env","config","connecti\
ons"]},"trello":{"nouns":["workflow","env","config","connections"]},"huggingface-cli":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"hf":\
{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"replicate":{"\
nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"clearml":{"noun\
s":["run"],"spares":["delete-cache","cache prune","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"kaggle":{"nouns":[\
"run"],"spares":["delete-cache","cache prune","cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"anyscale":{"nouns":["ru\
n"],"spares":["delete-cache","cache prune","cache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"eas":{"nouns":["build"]},"ap\
pcenter":{"nouns":["build"]},"code-push":{"nouns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache\
","transient","rewrite","package uninstall"]},"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall\
"]},"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"drush":{"verbs":["cancel","sql-d\
rop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:\
clear","cache-clear","state:delete"]},"drupal":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"prisma"\
:{"nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"magento":{"nouns":["config","plugin\
"],"spares":["indexer:reset"]},"bin/magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-magerun2":{"nouns":["config","plugin"],"spares":["ind\
exer:reset"]},"typo3":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin"],"spares":["indexer:reset"]}}},"languages":{"\
languages":{"python":{"lexer":{"comment":["#"],"sigils":"","interpolation":"f-string","triple":true,"single_escapes":true,"quoting":"none","patterns":false,"lin\
es":"indent"},"blocks":"indent","member_operators":["."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["def"],"inputs":{"sys.argv":"argv"\
,"os.environ":"environment","sys.stdin":"lines"},"sdks":["boto3.","botocore.","google.cloud.","googleapiclient.","azure.","kubernetes.","digitalocean.","hcloud.\
"],"texts":{"os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.sys\
tem":"os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.system":"os.system","urllib2.urlopen":"urlli\
b.request.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_csv":"pandas.read_csv"},"rewrites":[["^(\
?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.modules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)","pathlib.Path"]],"functions":{"print":"pr\
int","sys.stdout.write":"print-text","input":"input","raw_input":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path"\
,"os.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash":"run rm -rf $0","os.rename":\
"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0:src $1:dst","shutil.copy":"run cp $0:src\
 $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0:src $1:dst","os.link":"run ln $0 $1","os\
.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0","os.chmod":"chmod $0:path $1:mode","os.ch\
own":"chown $0:path $1:uid:user","os.lchown":"chown $0:path $1:uid:user","shutil.chown":"chown $0:path $1:uid:user","os.open":"open $0 $1 flags","os.system":"sh\
ell $0:command:cmd","os.popen":"shell $0:command:cmd","commands.getoutput":"shell $0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyn\
cio.create_subprocess_exec":"program $all","pty.spawn":"spawn-terminal $0","pexpect.spawn":"shell $0:args:command:cmd","pexpect.run":"shell $0:args:command:cmd"\
,"subprocess.run":"shell $0:args:command:cmd","subprocess.call":"shell $0:args:command:cmd","subprocess.check_call":"shell $0:args:command:cmd","subprocess.chec\
k_output":"shell $0:args:command:cmd","subprocess.Popen":"shell $0:args:command:cmd","subprocess.getoutput":"shell $0:args:command:cmd","subprocess.getstatusout\
put":"shell $0:args:command:cmd","os.execl":"execute $0 $1..","os.execlp":"execute $0 $1..","os.execle":"execute $0 $1..","os.execlpe":"execute $0 $1..","os.exe\
cv":"execute $0 $1..","os.execvp":"execute $0 $1..","os.execve":"execute $0 $1..","os.execvpe":"execute $0 $1..","os.posix_spawn":"execute $0 $1..","os.spawnl":\
"execute $1 $2..","os.spawnlp":"execute $1 $2..","os.spawnle":"execute $1 $2..","os.spawnlpe":"execute $1 $2..","os.spawnv":"execute $1 $2..","os.spawnvp":"exec\
ute $1 $2..","os.spawnve":"execute $1 $2..","os.spawnvpe":"execute $1 $2..","sh.Command":"made program","os.dup2":"duplicate-descriptor","os.kill":"kill $0 $1",\
"os.killpg":"kill $0 $1 group","psutil.Process":"made psutil.Process","psutil.process_iter":"entries any-process","psutil.pids":"entries","os.listdir":"names $0\
","os.fork":"run fork","os.setuid":"run setuid $last","os.seteuid":"run setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroo\
t":"run chroot $0","ctypes.CDLL":"made library","exec":"eval $0","eval":"eval $0","execfile":"read $0","fileinput.input":"read $0","linecache.getlines":"read $0\
","numpy.loadtxt":"read $0","pandas.read_csv":"read $0","pandas.read_json":"read $0","runpy.run_path":"run python3 $0","__import__":"module $0","importlib.impor\
t_module":"module $0","getattr":"attribute $0 $1","operator.attrgetter":"value","globals":"name builtins","vars":"value $0","os.path.expanduser":"value $0","os.\
path.join":"join $all","pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value \
.","os.getenv":"environment $0","os.environ.get":"environment $0","os.environ.copy":"environment $0","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"g\
lob $0","glob.iglob":"glob $0","codecs.decode":"decode $0 $1","shutil.make_archive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqli\
te3.connect":"made database $0","socket.socket":"made socket","socket.gethostbyname":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"made\
 connection","ftplib.FTP":"made connection","paramiko.SSHClient":"made ssh","http.client.HTTPSConnection":"made http","http.client.HTTPConnection":"made http","\
urllib.request.urlopen":"request GET $0:url $1:data","urllib.request.Request":"request-object $:method $0:url $1:data","urllib.request.urlretrieve":"run curl -o\
 $1 $0","requests.request":"request $0 $1:url $:data $:json $:files $:content","requests.get":"request GET $0:url $:data $:json $:files $:content $:params","htt\
px.get":"request GET $0:url $:data $:json $:files $:content $:params","requests.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","httpx.p\
ost":"request POST $0:url $1 $:data $:json $:files $:content $:params","requests.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","httpx.pu\
t":"request PUT $0:url $1 $:data $:json $:files $:content $:params","requests.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","httpx.p\
atch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","requests.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","\
httpx.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","requests.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:para\
ms","httpx.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","requests.Session":"name requests","requests.session":"name requests","aiohtt\
p.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","django.core.management.call_command":"run django-admin $0","call_command":"run django-a\
dmin $0","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"write $1"},"methods":{"unlink":"run rm $self","rmdir":"run rmdir $self","rmtree":"run rm\
 -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $self $0:data","write_bytes":"write $self $0:data","chmod":"chmod $self $0:mo\
de","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"if-text if-one run mv $self $0","symlink_to":"run ln -s $0 $self","open":"if\
-text open $self $0:mode","write":"send $self $0","writelines":"send $self $0","send":"send $self $0","sendall":"send $self $0","sendfile":"send $self $0","read\
":"lines $self","readlines":"value $self","communicate":"value $self","expanduser":"value $self","resolve":"value $self","absolute":"value $self","as_posix":"va\
lue $self","readline":"any-of $self","glob":"glob $self $0","rglob":"glob $self ** $0","iterdir":"folder $self","connect":"if-made connect $all","connect_ex":"c\
onnect $all","sendto":"transfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self","send_message":"if-made transfer sendmail $0 $self","storbinary":"if-m\
ade transfer ftp $1 $self","request":"request-over $0 $1 $2 $:body $:data $:json","exec_command":"shell $0","system":"if-made:library shell $0","kill":"end-proc\
ess KILL","terminate":"end-process TERM","execute":"sql $0","executescript":"sql $0","executemany":"sql $0","cursor":"if-made:database value $self","get":"entry\
 $self $0"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template","triple":false,"single_escapes":true,"\
quoting":"none","patterns":true,"lines":"statements"},"blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"function_\
keywords":["function"],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"environment","Bun.env":"environment","proce\
ss.stdin":"text"},"unknown":["process.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","@azure/","@kubernetes/"],"texts":{"__dirname":".","__fil\
ename":"./program.js","path.sep":"/"},"rewrites":[["\\\\.(?:promises|default)(?=\\\\.|$)",""],["^fs/promises","fs"],["^(?:(?:globalThis|global|window|self|module|pr\
ocess\\\\.mainModule|this|process)\\\\.(?=globalThis|global|process|require|module|constructor|eval|Function|mainModule|fetch))+",""],["^(fs|child_process|fs-extra|\
rimraf|Deno)\\\\.(\\\\w+?)Sync$","$1.$2"],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^fs-extra\\\\.(?!remove|emptyDir)","fs."],["^(?:.*\\\\.)?constructor\\\\.constructor$|^(\
?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info":"print","process.stdout.write":"print","require":"module $0","import\
":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","createRequire":"name require","module.createRequire":"name require","eval":"\
eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInContext":"eval $0","vm.Script":"eval $0","Function":"eval $last","setTimeout":"\
if-code eval $0","child_process.exec":"shell $0","execa.execaCommand":"shell $0","shelljs.exec":"shell $0","$":"shell $0","Bun.$":"shell $0","child_process.spaw\
n":"spawn $0 $1:args $:shell","child_process.execFile":"spawn $0 $1:args $:shell","execa":"spawn $0 $1:args $:shell","execa.execa":"spawn $0 $1:args $:shell","D\
eno.Command":"spawn $0 $1:args $:shell","child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spawn":"shell $0:cmd","Deno.run":"shell $0:cmd","Bun.\
write":"write $0 $1","Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","fs.appendFile":"append $0 $1","Deno.readText\
File":"read $0","fs.createReadStream":"read $0","Deno.remove":"remove rm $0 $:recursive $:force","fs.rm":"remove rm $0 $:recursive $:force","fs.unlink":"run rm \
$0","fs.rmdir":"remove rmdir $0 $:recursive $:force","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","fs-extra.empty\
Dir":"run rm -rf $0","rimraf.rimraf":"run rm -rf $0","rimraf":"run rm -rf $0","del":"run rm -rf $0","rimraf.sync":"run rm -rf $0","fs.createWriteStream":"open $\
0 w","fs.open":"open $0 $1","fs.readFile":"calls-back read $0","fs.truncate":"run truncate -s 0 $0","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copy\
File":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.\
chown":"chown $0 $1","fs.lchown":"chown $0 $1","fs.readdir":"calls-back names $0","Deno.readDir":"calls-back names $0","fs.glob":"glob $0","glob.sync":"glob $0"\
,"process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0","process.cwd":"value .","os.homedir":"value ~","Deno.env.get":"en\
vironment $0","path.join":"join-parts","path.posix.join":"join-parts","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body \
$:data $:json","http.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:h\
ost $:body $:data $:json","axios":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:\
body $:data $:json","ky":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:bo\
dy $:data $:json","request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host\
 $:body $:data $:json","undici.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:\
hostname:host $:body $:data $:json","http.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:hos\
tname:host $:body $:data $:json","axios.get":"request GET $0:url:hostname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $\
:json","ky.get":"request GET $0:url:hostname:host $:body $:data $:json","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"r\
equest GET $0:url:hostname:host $:body $:data $:json","$.get":"request GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:hos\
tname:host $:body $:data $:json $1","got.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:hos\
t $:body $:data $:json $1","superagent.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:h\
ost $:body $:data $:json $1","$.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body\
 $:data $:json $1","got.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:jso\
n $1","superagent.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json \
$1","$.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got\
.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superage\
nt.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.\
patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.\
delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","super\
agent.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json \
$1","$.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnec\
tion":"calls-back connect $1:host=localhost $0:port","tls.connect":"calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"deco\
de $0 $1","Buffer":"decode $0 $1","dns.lookup":"run nslookup $0","db.dropDatabase":"sql-deed drop-database db","knex":"made rows","Reflect":"value","Reflect.app\
ly":"invoke $0 $2"},"methods":{"write":"send $self $0 append","end":"if-given send $self $0 append","connect":"if-made:client calls-back connect $1:host=localho\
st $0:port","pipe":"pipe $self $0","pipeTo":"pipe $self $0","on":"calls-back value $self","then":"then","finally":"then","toString":"value $self","text":"value \
$self","json":"value $self","unref":"value $self","drop":"if-database sql-deed drop-collection $owner","remove":"if-database if-empty sql-deed delete-all $owner\
","query":"sql $0","execute":"sql $0","$executeRawUnsafe":"sql $0","run":"sql $0","del":"if-made:rows sql-deed delete-all rows","truncate":"if-made:rows sql-dee\
d delete-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"<<~\
?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".","x"],"bar\
e_calls":true,"function_keywords":["sub"],"inputs":{"@ARGV":"args","$ARGV":"args","\\"@ARGV\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text\
","STDIN":"text"},"unknown":["STDIN"],"texts":{"$0":"./program.pl"},"rewrites":[["^&",""]],"functions":{"shift":"take $0","pop":"take $0","print":"print-text","\
say":"print-line","readline":"input","system":"command $all","exec":"command $all","CORE.system":"command $all","CORE.exec":"command $all","readpipe":"command $\
all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $all","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all\
","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1","move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1\
","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown":"chown $2.. $0","kill":"kill $1.. $0","fork":"run fork","open":"open-perl","find":"find","fi\
nddepth":"find","File.Find.find":"find","File.Find.finddepth":"find","do":"if-code read $0","glob":"glob $0","readdir":"names .","LWP.Simple.get":"request GET $\
0","get":"request GET $0","POSIX.setuid":"run setuid $0","pack":"pack $0 $1.."},"methods":{"do":"sql $0","prepare":"sql $0","execute":"sql $0"}},"php":{"lexer":\
{"comment":["//","#"],"block_comment":["/*","*/"],"sigils":"$","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"none","heredoc":"<<<[ \\\
\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"lines":"none"},"blocks":"braces","member_operators":["->","::","?->"],"concatenation_operators":["."],"bar\
e_calls":false,"function_keywords":["function"],"inputs":{"$argv":"argv","$_SERVER":"server","$_ENV":"environment"},"texts":{"__DIR__":".","__FILE__":"./program\
.php"},"rewrites":[["^\\\\\\\\",""]],"case_sensitive":false,"functions":{"eval":"eval $0","assert":"if-code eval $0","create_function":"eval $1","include":"include \
$0","require":"include $0","include_once":"include $0","require_once":"include $0","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"she\
ll $0","popen":"shell $0","proc_open":"shell $0","pcntl_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0\
 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1","chown":"chown $0 $1","file_get_contents":"read $0","file":"read $0","readfile":"re\
ad $0","show_source":"read $0","highlight_file":"read $0","file_put_contents":"write $0 $1 $2","fopen":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 \
$1","posix_setuid":"run setuid $0","pcntl_fork":"run fork","pcntl_exec":"program $0 $1..","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made \
request $0","curl_exec":"request GET $0","curl_setopt":"request-option $0 $1 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv\
":"environment $0","fgets":"input","stream_get_contents":"input","readline":"input","glob":"glob $0","scandir":"names $0","recursivedirectoryiterator":"folder $\
0","directoryiterator":"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterator":"value $0","mysqli_query":"sql $1","db.table":"made rows"},"meth\
ods":{"query":"sql $0","exec":"if-object sql $0","truncate":"sql-deed truncate $owner","deletedirectory":"sql-deed drop-bucket $0","cleandirectory":"sql-deed dr\
op-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple":false,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-\
]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"blocks":"end","member_operators":[".","::","&."],"concatenation_operators":["<<"]\
,"bare_calls":true,"function_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","ENV":"environment","$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"line\
s"},"sdks":["Aws.","Google.Cloud.","Azure."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf\
":"FileUtils.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entr\
y_secure":"FileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Kernel|Object|self)\\\\.",""]],"functions\
":{"puts":"print-line","p":"print-line","print":"print-text","gets":"input","readlines":"input","send":"invoke $0 $1..","public_send":"invoke $0 $1..","__send__\
":"invoke $0 $1..","system":"command $all","exec":"command $all","spawn":"command $all","IO.popen":"command $all","Open3.capture2":"command $all","Open3.capture\
2e":"command $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":"command $all","eval":"eval $0","instance_eval":"eval $0","open":"c\
alls-back open-or-run $0 $1","File.open":"calls-back open-or-run $0 $1","File.new":"calls-back open-or-run $0 $1","URI.open":"request GET $0","Net.HTTP.get":"re\
quest GET $0","Net.HTTP.post":"request POST $0 $1","Net.HTTP.post_form":"request POST $0 $1","URI":"value $0","URI.parse":"value $0","File.expand_path":"value $\
0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"read $0","File.write":"write $0 $1","IO.write":\
"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all","Dir.rmdir":"run rmdir $0","\
Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":"run rm -rf $all","\
FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils.remove_entry_secure":"run rm \
-rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUtils.ln_s":"run ln -\
s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chown_R":"run chown -R $0 $2","Fil\
e.chmod":"chmod $1.. $0","File.chown":"chown $2.. $0","File.truncate":"run truncate -s 0 $0","File.join":"join $all","Dir.home":"value ~","Dir.pwd":"value .","D\
ir.glob":"calls-back glob $0","Dir.children":"names $0","Dir.entries":"names $0","Dir.each_child":"names $0","Process.kill":"kill $1.. $0","Process.uid":"value"\
,"fork":"run fork","TCPSocket.new":"connect $all","TCPSocket.open":"connect $all"},"methods":{"write":"send $self $0","execute":"execute-or-query $0","puts":"if\
-object send $self $0","read":"lines $self","gets":"if-list any-of $self","shift":"if-list any-of $self","first":"at 0 $self","last":"at -1 $self","fetch":"entr\
y $self $0"}}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statemen\
ts"},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words":[["TRUNCATE"]],"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE\
","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOGIN"]],"does":"alter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"se\
t-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","name":2},{"words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1\
},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"flush","name":0},{"words":[["\
CREATE"],["DATABASE","SCHEMA"]],"does":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["RESET"],["MASTER","REPLICA","SLAVE"]],"does"\
:"purge","name":1}],"shared":{"functions":{"chr":"characters $all","fromCharCode":"characters $all","fromCodePoint":"characters $all","bytes":"characters $0","b\
ytearray":"characters $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":"value $0","list":"value $0","sorted":"value\
 $0","tuple":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","normpath":"value $0","fspath":\
"value $0","compile":"value $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","\
base64_decode":"fold base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 \
$0","atob":"fold base64 $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2bin":"fold hex $0","str_rot\
13":"fold unread $0","decompress":"fold unread $0","gzinflate":"fold unread $0","gzuncompress":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fold \
unread $0","inflateRawSync":"fold unread $0","gunzipSync":"fold unread $0","strrev":"fold reverse $0","reversed":"reverse $0","reverse":"reverse $0","strtolower\
":"fold lower $0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0",\
"urldecode":"fold url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fold home $0","join":"join-tex\
ts $0 $1..","implode":"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_map":"map $0 $1"},"methods":{"join":"join-texts $self $0","split"\
:"if-text split $self $0","replace":"if-text if-two replace $self $0 $1","replaceAll":"if-text replace $self $0 $1","gsub":"if-text replace $self $0 $1","lower"\
:"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold upper $self","upcase":"if-text \
fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim":"if-text fold trim $self",\
"rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"reverse $self","decode":"decode $self $0","encode":"value $self","to_\
s":"value $self","to_str":"value $self","to_sym":"value $self","bytes":"value $self","bind":"value $self","chars":"if-text elements $self","concat":"concatenate\
 $self $all","format":"if-text format $self $0..","pack":"pack $0 $self","unpack1":"if-text fold base64 $self","charCodeAt":"code-point $self $0","slice":"slice\
 $self $0 $1","joinpath":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","apply":"invoke $self $1","send":"message $self $0 $1.."},"deeds":{"dr\
op_database":"sql-deed drop-database $owner","dropdatabase":"sql-deed drop-database $owner","reset":"if-flagged run git reset $all","clean":"if-flagged run git \
clean $all","drop_all":"sql-deed drop-schema $owner","drop_table":"sql-deed drop-table $0","droptable":"sql-deed drop-table $0","flushall":"sql-deed flush FLUSH\
ALL","flush_all":"sql-deed flush FLUSHALL","flushdb":"sql-deed flush FLUSHDB","delete_all":"if-name sql-deed delete-all $owner","destroy_all":"if-name sql-deed \
delete-all $owner","deleteall":"if-name sql-deed delete-all $owner","deletemany":"if-empty sql-deed delete-all $owner","delete_many":"if-empty sql-deed delete-a\
ll $owner","query":"made rows","collection":"made rows","all":"if-none made rows","drop":"if-made:rows sql-deed drop-collection rows","delete":"if-made:rows sql\
-deed delete-all rows","forcedelete":"if-made:rows sql-deed delete-all rows"}}},"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system":"Folders \
of the operating system and their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts\
 of the system for local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.","personal":"Direct child of a home, or\
 of a folder of personal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The workspace itself, everything in it, or a\
 folder above it.","source":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a folder by whose name projects keep what p\
eople wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","disposable":"Produced anew by a build, \
test or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything in it.","vcs":"Store of a version contr\
ol system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"creden\
tials\\" in the name of source code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the shell hands to programs: \`source .env\`\
.","from-template":"The same, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of these, all b\
ut the list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by shells, desktops and interpreters at s\
tart-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"Sockets that control a machine.","conne\
ction":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same to this machine, or to a container beside it.","nowhere":"\`/dev/null\`.\
","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence kept by the system: logs, histories.","\
unknown":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be empty: all of the machine then."},"purpos\
es":{"startup":{"home":true,"any":["^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile)$","^(~/)?\\\\.(zlogin|zlogout\
|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$","^(~/)?\\\\.(mkshrc|bash_env|inputrc|pam_environment)$","^~/\\\\.config/(fish/|autostart(/|$)\
|environment\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)","^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/config)","^~\
/\\\\.(oh-my-zsh/)","^~/\\\\.(claude/settings[^/]*\\\\.json|codex/(config\\\\.toml|hooks\\\\.json)|gemini/settings\\\\.json|cursor/(hooks|mcp)\\\\.json)$","^~/\\\\.(local/lib/p\
ython[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\\\\.py))","^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bashrc|zsh(/.*|rc|env)|environment)$","^/\
etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*|skel/.*|fish/.*)$","^/etc/(update-motd\\\\.d/.*|inputrc)$","(^|/)(sitecustomize|usercustomize)\
\\\\.py$","/(site|dist)-packages/[^/]+\\\\.pth$"]},"schedule":{"home":true,"any":["^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.*)?|init\
tab|init/.*)$","^/var/spool/(cron|at)","^(/usr)?/lib/systemd/","^/run/systemd/","^~/\\\\.config/systemd(/|$)","^~?/library/launch(agents|daemons)(/|$)","^/library\
/launch","^~/\\\\.config/cron","^/usr/local/etc/rc\\\\.d/","^(/usr)?(/lib|/etc)/udev/rules\\\\.d/","^/etc/polkit-1/"]},"authorized-keys":{"any":["(^|/)\\\\.ssh/authoriz\
ed_keys2?$","^/etc/ssh/(sshd_config|authorized_keys)"]},"accounts":{"any":["^(/usr/local)?/etc/(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?\
|pam\\\\.d(/.*)?)$","^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid|pass\\\\S*[*?]\\\\S*)$"]},"account-secrets":{"any":["^(/usr/local)?/etc/(?\
!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$","^(/usr/local)?/etc/(?!passwd$)(pam\\\\.d(/.*)?|security/.*|doas\\\\.conf|login\\\\.defs\
|subuid|subgid)$","^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$","^/usr/local/etc/passwd$"]},"device":{"any":["^/dev/((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\\
d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$","^/dev/(loop\\\\d+|nbd\\\\d+|mem|kmem|port|disk/.*|vg\\\\w*/.*)$"]},"kernel":{"any":["^/(proc/(sys|sysrq-t\
rigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"]},"socket":{"any":["(^|/)(docker|containerd|podman|crio)\\\\.sock$"]},"vcs-config":{"any":["^(~/\\\\.gitconfig|~/\\\\.config/\
git/|/etc/gitconfig)"]},"data":{"any":["(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?)([-_./]|$)","(^|[-_./])(employees|dat\
abase|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)","\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$"]},"logs":{"any":["^/var\
/(log|audit)(/|$)","(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$","^/run/log"]}},"system_folders":["bin","boot","dev","etc","lib","lib32","lib64",\
"libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap","nix","lost+found"],"credentials":[".netrc","_netrc",\
".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-token",".envrc",".terraformrc",".yarn\
rc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-","gshadow-","environ","admin.conf","sec\
ring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history","tnsnames.ora",".secrets",".secret",".passwd-s3\
fs","rclone.conf",".credentials"],"credential_stores":[".gnupg",".aws",".azure",".password-store",".oci",".aliyun",".kube/config",".kube/cache",".docker/config.\
json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",".config/sops",".config/glab-cli",".config/hcloud",".config/scw"\
,".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json",".config/configstore",".heroku/netrc",".config/stripe",".config/n\
grok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".config/composer/auth.json",".composer/auth.json",".config/pip/pip.c\
onf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/auth.json",".supabase/access-token",".pulumi/credentials.json",".\
circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",".mc/config.json",".rancher/cli2.json",".config/argocd/config","\
.okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".huggingface/token",".cache/huggingface/token",".codex/auth.json","\
.claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials",".terraform.d/credentials*",".m2/settings.xml",".m2/settings-secu\
rity.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/keychains",".mozilla/firefox",".thunderbird","google-chrome*/defa\
ult","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/profile*","brave-browser/default","microsoft-edge*/default",".pur\
ple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd",".rediscli_auth",".wpa_supplicant","run/secrets","etc/ssl/private\
","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","etc/wpa_supplicant","etc/networkmanager/system-connections","etc/\
letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/master.passwd","etc/security/opasswd"],"credential_forms":["^id_\
(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$","\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$","^(?!.*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\\
bpub\\\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$","^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?)(\\\\.(prod|production|staging|de\
v|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(app|prod|production|staging|dev|db|my)?[-_.]?(api|access)[-_]?keys?(\\\\\
.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$","^(service[-_]?account|client[-_]?secrets?|gc\
p[-_]?key|sa[-_]?key|firebase-adminsdk).*\\\\.json$","(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\\\\.(json|txt|ya?ml|pem|key|env))?$","^vault[-_]p\
ass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*","\\\\.kubeconfig$"],"credential_samples":[".env",".env.local",".env.production","credentials","credentials.json","secret\
s.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"],"disposable":["node_modules","bower_components","jspm_packages",\
"dist","dist-ssr","build","builds","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".nyc_output",".next",".nuxt",".output",".svelte-\
kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".virtualenv","__pycache__",".pytest_cach\
e",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".vercel",".netlify",".docusaurus",".eslintca\
che",".stylelintcache",".coverage","storybook-static","public/build","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".gener\
ated","__generated__","artifacts","artifact","reports","report","test-results","test-reports","test-output","test_output","playwright-report","allure-results","\
allure-report","junit.xml","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newsty\
le",".dart_tool","deriveddata","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-cac\
he","bench-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typings"\
,"wheelhouse",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork",".snakemake",".cxx","bazel-out","bazel-bin","b\
azel-testlogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/cache",".rpt2_cache",".fusebox",".dynamodb",".n\
x","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoints/tmp","snapshots","__snapshots__","\
__image_snapshots__","screenshots"],"source_folders":["src","source","sources","lib","libs","app","apps","test","tests","spec","specs","__tests__","e2e","integr\
ation","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client","clients","api","backend","frontend","web","ww\
w","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","public","static","assets","images","img","media\
","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","services","service","utils","util","helpers","com\
mon","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","locale","locales","fixtures","plugins","plugin"\
,"extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","helm","ansible","docker","ci",".github",".gitlab"\
,".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","android","ios","macos","windows","linux","function\
s","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","benchmarks","bench","vendor","third_party","native\
","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"]},"programs":{"interpreters":{"python":{"short":"cmWXQ","long"\
:["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","cod\
e":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"node":{"short":"eprC","l\
ong":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir"\
,"openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","t\
est-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"nod\
ejs":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type"\
,"title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-reje\
ctions","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p\
","eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","\
config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-li\
mit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javasc\
ript","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","e\
nv-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-h\
eap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p\
","language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","c\
onditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","re\
port-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig",\
"preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC","long":["eval","print","require","import","loader","ex\
perimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","\
report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-des\
tination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E\
"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","enable","disable","dump","parser"],"language":"ruby","code":["e"]},"php"\
:{"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end","process-file","define","php-ini","server","docroot"],"language":"php",\
"code":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f","F","file"]},"awk":{"short":"fFvieEl","long":["file","field-separator",\
"assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","\
long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"co\
de"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","\
file","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","cod\
e":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","host","port","user","username","dbname",\
"database","file","set","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS"\
,"long":["execute","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","exe\
cute","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","fi\
le","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","\
newline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"sqlite":{"permuted":true,"language":"sq\
l","operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","database","file","set","variable"],"permuted"\
:true,"language":"sql","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","user","username","dbname","database","\
file","set","variable"],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","\
username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["\
host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":\
"QqSUPdi","long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"\
operands":"no code"},"clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted"\
:true,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port","user","username","dbname","database\
","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port\
","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sq\
lplus":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"lo\
ng":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},\
"mongosh":{"long":["eval","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operand\
s":"no code"},"redis-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"valkey-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"keydb-cl\
i":{"short":"hpsanurt","language":"sql","operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","password","database","file"],"permuted"\
:true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"}},"consoles":{"rails":{"short":"e","long":["environ\
ment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environment"],"after":["runner","r","console","c\
"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","\
command"]},"django-admin":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"flask":{"short\
":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo":{"short":"cd","af\
ter":["shell"],"language":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"scrapy":{"short":"cd","after":["s\
hell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["execute"]},"drush":{"after":["php:eval","php\
-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands\
":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli.phar\
":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","chdir","chroot","rol\
e","type","host","other-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"exec":{"short":"a"},"\
builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":["D","chdir"]},"gosu":{"skip":1},"su-exe\
c":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","pdeathsig"]},"runcon":{"short":"utrl","sk\
ip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","split-string"]},"cross-env":{"assigns":tr\
ue},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":{},"torsocks":{},"ea\
tmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":true},"lando":{"own":true},"nice":{"sh\
ort":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"NmCipP"},"timeout":{\
"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"short":"fo","long":["format","output"]\
},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare","cleanup","shell",\
"export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["interval","equexit"],"joined":true},"flock":\
{"short":"wEc","long":["wait","timeout","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permu\
ted":true,"skip":99,"code":["c","command"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","roo\
t","wd"],"folder":["w","wd"],"own":true},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short"\
:"rbwqk"},"proxychains":{"short":"f"},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-sessi\
on":{"long":["config-file","dbus-daemon"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directo\
ry","on-active","on-calendar","on-boot"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","lon\
g":["package","call"],"code":["c","call"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"p\
ermuted":true,"skip":99,"code":["c","command","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code"\
:["c","command","session-command"]},"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"after":["exec","x","explore"],"code":["c","cal\
l"],"values":["package","workspace","prefix"]},"pnpm":{"after":["exec","dlx"],"values":["package","filter","dir"]},"yarn":{"after":["dlx","exec"],"values":["pac\
kage","cwd","include","exclude","from","since","jobs","j","p"]},"bun":{"after":["x","exec"]},"lerna":{"after":["exec"],"values":["scope","ignore","concurrency"]\
},"nx":{"after":["exec"]},"bundle":{"after":["exec"]},"rbenv":{"after":["exec"]},"pyenv":{"after":["exec"]},"asdf":{"after":["exec"]},"composer":{"after":["exec\
"]},"volta":{"after":["run"],"values":["node","npm","yarn"]},"fnm":{"after":["exec"],"values":["using"]},"corepack":{},"flatpak-spawn":{},"pipx":{"after":["run"\
],"values":["spec"]},"uv":{"after":["run"],"values":["with","python","project","directory","extra","group","env-file"]},"poetry":{"after":["run"]},"pipenv":{"af\
ter":["run"]},"pdm":{"after":["run"]},"rye":{"after":["run"]},"hatch":{"after":["run"]},"op":{"after":["run"]},"doppler":{"after":["run"]},"infisical":{"after":\
["run"]},"railway":{"after":["run"]},"dotenv-vault":{"after":["run"]},"heroku":{"after":["run","run:detached"],"values":["a","app","r","remote","e","env","s","s\
ize"]},"conda":{"after":["run"],"values":["n","name","p","prefix"]},"nvm":{"after":["exec"],"skip":1},"direnv":{"after":["exec"],"skip":1},"lxc":{"after":["exec\
"],"skip":1},"mise":{"after":["exec","x"]},"rustup":{"after":["run"],"skip":1},"nix":{"after":["develop","shell","run"]},"vagrant":{"after":["ssh"],"code":["c",\
"command"]},"fly":{"after":["ssh"],"code":["C","command"]},"flyctl":{"after":["ssh"],"code":["C","command"]},"repo":{"after":["forall"],"code":["c","command"]}}\
,"package_verbs":["access","add","approve-builds","audit","autoclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constraints","cre\
ate","dedupe","deploy","dlx","doctor","env","exec","explain","fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds","import","\
info","init","install","install-test","it","licenses","link","list","ln","login","logout","ls","m","multi","npm","outdated","owner","pack","patch","patch-commit\
","patch-remove","plugin","policies","profile","prune","publish","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-update","self\
update","server","set","setup","stage","start","stop","store","tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upgrade-intera\
ctive","version","versions","view","whoami","why","with","workspace","workspaces"],"small_languages":{"lua":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\
\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"luajit":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\\
"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.1":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","\
deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.2":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\
\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.3":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\\
(?\\\\s*([\\"'])(.*?)\\\\1"},"lua5.4":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.remove\\\\s*\\\\(?\\\\s*([\\"'])(.\
*?)\\\\1"},"Rscript":{"code":["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\\.remove)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","doe\
s":{"rm -r $":["\\\\b(?:file\\\\.remove|unlink)\\\\s*\\\\(\\\\s*list\\\\.files\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"],"psql -c 'DROP TABLE x'":["\\\\bdbRemoveTable\\\\s*\\\\("],"psql -c $":\
["\\\\bdb(?:Execute|SendQuery|GetQuery)\\\\s*\\\\([^,]*,\\\\s*([\\"'])(.*?)\\\\1"]}},"julia":{"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`","deletes"\
:"(?:\\\\brm\\\\s*\\\\(\\\\s*(?:joinpath\\\\s*\\\\(\\\\s*)?|\\\\b(?:walkdir|readdir)\\\\s*\\\\((?=[\\\\s\\\\S]*\\\\brm\\\\s*\\\\())\\\\s*([\\"'])(.*?)\\\\1"},"tclsh":{"runs":"(?:^|[\\\\n;[{])\\\\s*()\
exec\\\\s+([^\\\\n;\\\\]}]+)","deletes":"(?:^|[\\\\n;[{])\\\\s*()file\\\\s+delete\\\\s+(?:-force\\\\s+)?(?:--\\\\s+)?(?:\\\\[glob\\\\s+)?([^\\\\n;\\\\]}\\\\s]+)"},"expect":{"code":["c"],"r\
uns":"(?:^|[\\\\n;[{])\\\\s*()(?:spawn|exec|system)\\\\s+([^\\\\n;\\\\]}]+)"},"emacs":{"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:-to-string)?\\\\s+()\\"((?:[\
^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-directory|delete-file)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"elixir":{"code":["e","eval"],"runs":"\\\\b(?:\
System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\
\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[\\\\w.]+\\\\s*[,)]"]}},"iex":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","delet\
es":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[\\\\w.]+\\\\s*[,)]"]}},"\
mix":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\
\\1","does":{"psql -c 'DELETE FROM x'":["\\\\b[\\\\w.]*Repo\\\\.delete_all\\\\s*\\\\(?\\\\s*[\\\\w.]+\\\\s*[,)]"]}},"erl":{"code":["eval"],"runs":"\\\\bos:cmd\\\\s*\\\\(\\\\s*()\\"(.*?)\\\
"","deletes":"\\\\bfile:(?:delete|del_dir|del_dir_r|delete_r)\\\\s*\\\\(\\\\s*()\\"(.*?)\\""},"guile":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|\
run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?\
delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"racket":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-co\
mmand|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-direc\
tory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"sbcl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:\
)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+\
(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"ecl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|e\
xt:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:\
[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"clisp":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+\
()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\
\\.){0,2000})\\""},"chicken":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\\
"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000}\
)\\""},"csi":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0\
,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"gosh":{"\
code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","de\
letes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"scala":{"code":["e","c\
"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\\
)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"scala-cli":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":\
"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\
\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"amm":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(\
?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"kotlin":{"code":["e","c"],"runs\
":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.\
delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"jshell":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFile\
s\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s\
*(\\")(.*?)\\\\1"},"octave":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|c\
onfirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1\
","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd\
|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"nim":{"code":["e","eval"],"runs\
":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|r\
emovePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"ghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*(\
)\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"runghc":{"code":["e","eval"],"runs":"\\\\\
b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|remove\
PathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"stack":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"\
(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"crystal":{"code":["e","eval"],"runs":"\\\\b(\
?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePa\
thForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"swift":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.\
*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"groovy":{"code":["e"],"runs":"([\\"'])(.*?)\\\\\
1\\\\.execute\\\\s*\\\\(","deletes":"\\\\bnew\\\\s+File\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1\\\\s*\\\\)\\\\s*\\\\.\\\\s*(?:delete\\\\w*|eachFile\\\\w*)"},"pwsh":{"code":["c","Command","command"],\
"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'\
$;|,]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\
\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w\
+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy|Regist\
er-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:ie\
x|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-C\
hildItem|gci|ls|dir)\\\\s+Env:[\\\\s\\\\S]*(?:KEY|TOKEN|SECRET|PASS)"]}},"powershell":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"']\
)(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1)?","operands":"code","does":{"rm -r\
 $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((\
?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Co\
mputer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[\
^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expres\
sion)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[\\\\s\\\\S]*(?:KEY|TO\
KEN|SECRET|PASS)"]}},"powershell.exe":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rm\
dir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1)?","operands":"code","does":{"rm -r $":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?\
:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["((?:Clear|Format|Initialize|Remove)-(?:Disk|\
Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Cle\
ar-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["(?:iwr|irm|Inv\
oke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequ\
est|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[\\\\s\\\\S]*(?:KEY|TOKEN|SECRET|PASS)"]}}},"code_variables":{"m\
an":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"whatis":{"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN",\
"LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESS\
CLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_E\
DITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"timedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"cro\
ntab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDIT\
OR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUD\
O_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDITOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUB\
E_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","\
GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{\
"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"v\
ariables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["HGEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_E\
DITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"delta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":\
["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER\
","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITOR","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL\
_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND","EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"options"\
:["x","exec"]},"filter-branch":{"options":["tree-filter","index-filter","env-filter","msg-filter","parent-filter","commit-filter","tag-name-filter","setup"]},"d\
ifftool":{"options":["x","extcmd"]},"fetch":{"options":["upload-pack"]},"pull":{"options":["upload-pack"]},"clone":{"options":["u","upload-pack"]},"ls-remote":{\
"options":["upload-pack","exec"]},"push":{"options":["receive-pack","exec"]},"archive":{"options":["exec"]},"grep":{"options":["open-files-in-pager"]}},"code_op\
tions":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","ch\
eckpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar":{"short":"IF\
","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-comma\
nd","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["checkpoint-action\
","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-program","\
rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex","eval-command"\
],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrently":{"short":"\
ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"short":"cFiJloPS\
","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pager","H","html"\
]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"]},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},\
"nix-shell":{"short":"pAI","long":["run","command"],"code":["run","command"]}},"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["form\
at","pretty"]},"curl":{"short":"woXHdFuAebcT","long":["write-out","output"],"names":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"un\
read":"=[\\\\s\\\\S]*[^\\\\w,=%:]"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":\
{"unread":"^(?!(?:(?:-?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","for\
mat"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|[\\\\s,:=|-])*$)"},"podman":{"short\
":"f","long":["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]\
*\\\\}\\\\}|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["output","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?:\
\\"(?:\\\\\\\\[nt]|[,:. ])*\\"|[^\\"'{}]*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iwholename","regex","iregex","lnam\
e","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid","gid","perm","links","inum"\
,"samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short":"cS","long":["cmd"],"permut\
ed":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","detach-keys","name","volume"\
,"mount","network","publish","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus","group-add","hostname","ip\
","ipc","link","log-driver","log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","tmpfs","ulimit","userns","vo\
lumes-from","cgroupns","host","context","config","file","project-name","profile","project-directory","namespace","container","index","kubeconfig","cluster","as"\
,"image","target"]},"copy":{"short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long"\
:["output","output-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"curl":{"s\
hort":"oHdXAFuTebKCmxEywzU","long":["output","output-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir",\
"url"],"permuted":true},"request":{"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","b\
ody-data","header","request","user","output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen"\
:{"short":"SscehpTt"},"git":{"short":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"\
short":"efl","long":["expression","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-\
procs","max-chars","process-slot-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","a\
rg-file","colsep","delay","timeout","joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile\
","return","trc","env","profile","tagstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"\
]},"shell":{"short":"oO","long":["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","p\
rofile"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-direct\
ory","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include","\
exclude","exclude-dir","color","context"],"permuted":true}},"patterns":{"git_settings":["^core\\\\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternatere\
fscommand)$","^(sequence\\\\.editor|diff\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$","^(diff|merge|filter|difftool|mergetool)\\\\..+\\\
\\.(cmd|command|textconv|driver|clean|smudge|process|path)$","^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$"],"request_statement":["^\\\\s*D\
ROP\\\\s+(DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\\\\b","^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\
\\\\s|REVOKE\\\\s)"],"request_fields":["(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)","\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000\
})\\""],"jq_making":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\\\\b","@base\\\\d+d|@uri"],"editor_shell":[\
"^\\\\s*:?\\\\s*(?:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$","^\\\\s*:?\\\\s*(?:\
sh(?:ell)?|term(?:inal)?)!?\\\\s*$"],"home_lookup":["\\\\b(?:System\\\\.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME[\\"'\
]\\\\]","\\\\b(?:(?:os\\\\.|Sys\\\\.|System\\\\.)?getenv)\\\\s*\\\\(?\\\\s*[\\"']HOME[\\"']\\\\s*\\\\)","\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\\
)"],"jq_choosing":["(?:[!=<>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+","(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:test|startswith|endswith|contains|inside|has|s\
plit|r?index|match|capture|scan|[lr]trimstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\\
.)*\\""]},"shell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":"0","!":"%%"},"make_variables":{"HOME":"~","RM":\
"rm -f","MAKE":"make","CURDIR":".","PWD":"."},"escapes":{"a":"\\u0007","b":"\\b","e":"\\u001b","E":"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":"\\u000b"},"char\
acter_classes":{"upper":"A-Z","lower":"a-z","digit":"0-9","alpha":"A-Za-z","alnum":"A-Za-z0-9","space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"only":["delete-m\
achine","delete-system-file","delete-workspace","delete-vcs"]},"chmod":{"only":["change-rights-of-machine"]},"dd":{"only":["overwrite-disk"]},"git":{},"kubectl"\
:{},"terraform":{},"docker":{},"aws":{}},"silent":["[","test","true","false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit","return","cp"\
,"mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blk\
discard","truncate","mv","cp","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","gi\
t","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","env","eval","python","python3","perl","ruby","node","php","kill","killall","pkill","shutdow\
n","reboot","halt","poweroff","init","systemctl","service","crontab","at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw","mount","umount\
","docker","kubectl","helm","terraform","aws","gcloud","az","psql","mysql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non\
_runners":["echo","printf","cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm\
","patch","ls","ll","tree","stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","man","info","hel\
p","apropos","tldr","hash","test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs","exit","return","break","continue","export","unset","set","shift"\
,"read","local","declare","alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","g\
em","bundle","composer","mvn","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak"\
,"zypper","emerge","port","nix","docker","podman","kubectl","helm","terraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","\
rsync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nv\
im","nano","emacs","code","ed","ex","jq","yq","xmllint","python","python2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++","clang","lua",\
"Rscript","date","cal","uptime","uname","hostname","whoami","id","groups","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","\
sleep","seq","yes","basename","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od","hexdump","stri\
ngs","column","fold","fmt","nl","paste","join","split","expand","rev","tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","journalctl","dm\
esg","mount","umount","df","du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslookup","host","traceroute","useradd","userdel","usermod","passwd",\
"crontab","dd","mkfs","truncate","shred","notify-send","say","logger","write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","z\
sh","ksh","eval","source",".","trap","fork-bomb","compgen","complete","getent","locate","updatedb","apt-cache","apt-file","command","builtin","fzf","bat","exa",\
"eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["yq","fold","fmt","nl","column","paste","join","expand","unexpand","i\
conv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","e\
nvsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","look","com\
m","tsort","ptx","nkf","cut","base32"]},"sentences":{"before_order":["please","then","next","now","first","second","third","finally","lastly","also","just","sim\
ply","and","so","ok","okay","well","afterwards","afterward","after","that","immediately","quickly","silently","quietly","permanently","completely","forcefully",\
"forcibly","recursively","always","go","ahead","kindly","step","todo","task","goal","plan","objective","instruction","instructions:","->","=>","-","*","once","d\
one","from","here","on","to","be","safe","start","by","begin","in","order","bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00df\
end","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero","despu\\u00e9s","por","favor"],"between":["just","then","also","now","first","sim\
ply","really","definitely","quickly","completely","permanently","forcefully","forcibly","recursively","immediately","silently","quietly","safely","manually","pl\
ease","go","ahead","and","finally","probably","simply","again","all"],"denials":["not","don't","dont","never","no","nor","without","avoid","cannot","can't","can\
t","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't","isn't","aren't","refuse","refuses","refusing","prevent","prevents","preventing\
","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow","disallowed","block","blocks","blocking","blocked","stop","stops","protect","pro\
tects","against","unless","warn","warns","rather","instead","neither","hardly","nothing","nobody","ne"],"ends_denial":["but","instead","just","rather","simply",\
"only"],"speech_verbs":["explain","explains","document","documents","describe","describes","discuss","mention","mentions","note","notes","review","reviews","sum\
marize","summarise","clarify","investigate","analyze","analyse","research","check","verify","confirm","ask","consider","compare","evaluate","test","tests","cove\
r","fix","fixes","rename","refactor","detect","detects","reject","rejects","report","reports","flag","flags","catch","catches","grep","search","look","find","un\
derstand","teach","highlight","reword","rewrite-docs","translate","list","suggests","assert","handle","handles"],"predicates":["is","are","was","were","isn't","\
aren't","wasn't","can","can't","may","might","would","could","should","has","had","does","doesn't","returns","fails","failed","throws","breaks","broke","causes"\
,"caused","shows","requires","takes","works","happens","leads","means","seems","appears","crashes","crashed","hangs","deletes","removes","looks","becomes","gets\
"],"subjects":["the","this","that","these","those","it","a","an","users","they","he","she","there","some","if","when"],"relative":["that","which","what","who","\
someone","somebody","anyone","anybody","where","it","there","they","we","i","you","whatever","everything"],"creation_verbs":["create","write","make","build","ge\
nerate","develop","craft","prepare","produce"],"program":["script","program","command","one-liner","code","function","file","process","tool","job","playbook"],"\
passes_on":["post","posting","send","sending","upload","uploading","mail","email","share","publish","leak","forward","paste","push","copy","dump","transmit","ex\
filtrate"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug","ship","scrub","grab","cat","log","strip","zap","stop","commit","reset","run","su\
bmit"],"command_names":["git","rm","sudo","curl","wget","chmod","chown","dd","mkfs","kubectl","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo\
","gem","twine","aws","gcloud","az","systemctl","iptables","ufw","crontab","ssh","scp","rsync","nc","kill","pkill","killall","shred","truncate","shutdown","rebo\
ot","find","tar","cat","mv","cp","bash","sh","python","python3","node","helm","gh","useradd","passwd","mount","umount","eval","openssl","gpg"],"command_verbs":[\
"push","reset","clean","checkout","restore","branch","stash","rebase","filter-branch","filter-repo","reflog","gc","clone","pull","fetch","commit","delete","appl\
y","scale","drain","exec","destroy","system","volume","rmi","run","publish","unpublish","yank","upload","stop","disable","mask","s3","ec2","rds","rm","prune","f\
lushall","uninstall","release","repo"],"irregular":{"send":"sent","put":"put","set":"set","shut":"shut","write":"written","give":"given","tear":"torn","blow":"b\
lown","get":"got","read":"read","take":"taken","steal":"stolen","make":"made","overwrite":"overwritten","rewrite":"rewritten","bring":"brought","force-push":"fo\
rce-pushed"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/users)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:var/tmp|dev/(?:\
null|shm|stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|users|program \
files)|^c:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-file":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login|bash_logout|profi\
le|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.preload|sudoer\
s|environment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me\
|example|site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var qs=["reads","writes","deletes","moves","changes"],tv=Object.keys(U.paths.classes),Re=t=>new Map(Object.entries(t)),A={grammars:Re(U.arguments.grammars),grammarAliases:Re(
U.arguments.aliases),gitOptions:Re(U.arguments.git_options),dryRuns:Re(U.arguments.dry_runs),switches:new Set(U.arguments.switches),roles:Re(U.arguments.roles),
interpreters:Re(U.programs.interpreters),consoles:Re(U.programs.consoles),wrappers:Re(U.programs.wrappers),runners:Re(U.programs.runners),packageVerbs:new Set(U.
programs.package_verbs),smallLanguages:Re(U.programs.small_languages),codeVariables:Re(U.programs.code_variables),gitVariables:U.programs.git_variables,gitCode:Re(
U.programs.git_code),codeOptions:Re(U.programs.code_options),formats:Re(U.programs.formats),getopt:U.programs.getopt,patterns:U.programs.patterns,shellVariables:U.
programs.shell_variables,makeVariables:U.programs.make_variables,escapes:U.programs.escapes,characterClasses:U.programs.character_classes,candidates:Re(U.programs.
candidates),silent:new Set(U.programs.silent),risky:new Set(U.programs.risky),nonRunners:new Set(U.programs.non_runners),filters:new Set(U.programs.filters),clients:Re(
U.clients.clients),projectClients:new Set(U.clients.project),ownData:U.clients.own,destroyingVerbs:new Set(U.clients.destroys),otherVerbs:new Set(U.clients.others),
localNouns:new Set(U.clients.local),languages:U.languages.languages,awkLexer:U.languages.awk,sqlStatements:U.languages.sql,sharedCalls:U.languages.shared,sentences:U.
sentences,irregularVerbs:Re(U.sentences.irregular),objectClasses:Re(U.sentences.classes),purposes:U.paths.purposes,systemFolders:U.paths.system_folders,credentials:new Set(
U.paths.credentials),credentialStores:U.paths.credential_stores,credentialForms:U.paths.credential_forms,credentialSamples:U.paths.credential_samples,disposable:new Set(
U.paths.disposable),sourceFolders:new Set(U.paths.source_folders)};var sv=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:ba,grammarAliases:su,gitOptions:nv}=A;
function ya(t){return ba.get(su.get(t)??t)?.short!==void 0}function be(t,e){let s=su.get(t)??t,n=ba.get(s)??{},r=[],o=[],i=[],a=!1;for(let c=0;c<e.length;c+=1){
let l=e[c],{text:d}=l,u=(f,h)=>o.push({flag:f,value:{text:h,glob:l.glob}}),p=f=>{c+1>=e.length||(c+=1,o.push({flag:f,value:e[c]}))};if(a||!/^-./.test(d)){i.push(
l);let f=i.length===1?`${s} ${d}`:void 0;f&&(n={...n,...ba.get(f)})}else if(d==="--")a=!0;else if(n.whole&&sv.test(d))r.push(d);else if(d.startsWith("--")||n.single){
let f=d.indexOf("="),h=f===-1?d:d.slice(0,f),m=s==="git"?ov(i[0]?.text,h):h;r.push(m),f!==-1?u(m,d.slice(f+1)):n.long?.includes(m.replace(/^-+/,""))&&p(m)}else{
for(let f=1;f<d.length;f+=1){let h=`-${d[f]}`;if(r.push(h),!!n.short?.includes(d[f])){f+1<d.length?u(h,d.slice(f+1).replace(/^=/,"")):p(h);break}}d.length>2&&r.
push(d)}}return{flags:r,options:o,operands:i}}function ne(t,e){return t.some(s=>s===e||e.startsWith("--")&&s.length>=5&&s.startsWith("--")&&e.startsWith(s))}var rv=new Map(
[...nv].map(([t,e])=>{let s=e.map(n=>`--${n}`);return[t,[...s,...s.map(n=>n.replace("--","--no-"))]]}));function ov(t,e){let s=rv.get(t??"");if(!s||s.includes(e))
return e;let n=s.filter(r=>r.startsWith(e));return n.length===1?n[0]:e}tt();tt();var y="\uFFFC",nu="\uFFFB",W=`${y}${nu}`,ka=`${y}\u2026`,ke=t=>t.includes(nu),Ye=t=>ke(t)?W:y,Ie=t=>t.includes(y)&&!ke(t)?y:W,R=(t,e=!1)=>({text:t,glob:e}),
Lt=t=>t.map(e=>R(e)),ye=t=>R(t.map(({text:e})=>e).join(" "),t.some(({glob:e})=>e)),At=({text:t})=>!t.includes(y),iv=["shell","python","javascript","perl","ruby",
"php","awk","sql"],Bn="closed-container",es=(t,e,s=[],n)=>({program:t,path:t,args:e,redirects:s,environment:{},wrappers:[],language:"shell",...re({folder:n})});tt();var Gn=32,av=65536,Dt=`${y}\uFFF9`,$={kind:"unknown"},H=(...t)=>({kind:"text",of:t}),js=t=>({kind:"number",number:t}),G=t=>({kind:"list",items:t}),Ne=(t,e)=>({kind:"\
name",path:t,...re({self:e})}),gt=(t,...e)=>({kind:"made",by:t,args:e}),ms=(t,e=[])=>({kind:"content",files:e,from:t});function O(t){return t?.kind==="text"?t.of:
[t?.kind==="number"?String(t.number):y]}var Wt=t=>O(t).every(e=>!e.includes(y));function at(t){let e=[...new Set(t)];return e.length>Gn&&e.splice(Gn,e.length,y),
{kind:"text",of:e.length>0?e:[y]}}function Ae(t,e=""){let s,n=!1;for(let i of t){n||=i.kind==="text"&&i.glob===!0;let a=O(i),c=s;s=c?c.flatMap(l=>a.map(d=>ru(l+
e+d))):[...a],s.length>Gn&&(s=[y])}let r=ct(t.filter(i=>i.kind==="content"));if(r.kind==="content")return r;let o=at(s??[""]);return n&&o.kind==="text"?{...o,glob:n}:
o}var ru=t=>t.length>av?y:t;function $t(t,e){return t.kind==="content"?t:at(O(t).map(s=>s.includes(y)?y:ru(e(s))))}function ct(t){let e=t.filter(o=>o.kind!=="un\
known"),[s]=e;if(!s)return $;if(t.length===1)return s;if(e.every(o=>o.kind==="text"||o.kind==="number")){let o=at([...e.flatMap(O),...e.length<t.length?[y]:[]]);
return e.some(i=>i.kind==="text"&&i.glob)?{...o,glob:!0}:o}let n=e.filter(o=>o.kind==="content");if(n.length>0)return{kind:"content",files:[...new Set(n.flatMap(
o=>o.files))].slice(0,Gn),from:[...new Set(n.flatMap(o=>o.from))].slice(0,Gn)};let r=e.filter(o=>o.kind==="list");return r.length===e.length&&r.every(o=>o.items.
length===r[0].items.length)?G(r[0].items.map((o,i)=>ct(r.map(a=>a.items[i])))):s}function Xe(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].
map(s=>H(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&!t.of[0].includes(y)?Array.from(t.of[0],s=>H(s)):[t.kind==="content"||t.kind==="made"||t.kind==="text"&&
t.glob?t:$]}var Tt=t=>t.flatMap(e=>e.kind==="list"?e.items:[e]);function bt(t,e=0){if(e>4)return;let s=ct(t.slice(0,256).flatMap(n=>{if(n.kind==="content")return[
n];let r=n.kind==="map"?[...n.entries.values()]:n.kind==="made"?n.args:[];return[bt(n.kind==="list"?n.items:r,e+1)??$]}));return s.kind==="content"?s:void 0}var gn=class{constructor(e){
this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,s){let n=this;for(;!n.values.has(e)&&n.outer;)n=n.outer;(n.values.has(
e)?n:this).values.set(e,s)}declare(e,s){this.values.set(e,s)}};var cv=65536;function to(t,e,s,n){return t==="||"||t==="or"||t==="??"?e.kind==="unknown"?s:e:e.kind==="number"&&s.kind==="number"?lv(t,e.number,s.number):t==="+"||
n.includes(t)?e.kind==="list"&&s.kind==="list"?G([...e.items,...s.items]):Ae([e,s]):t==="/"&&e.kind==="text"?ts([e,s]):t==="%"&&e.kind==="text"?va(e,s.kind==="l\
ist"?s.items:[s]):(t==="*"||t==="x")&&s.kind==="number"?iu(e,s.number):t==="*"&&e.kind==="number"?iu(s,e.number):bt([e,s])??$}var ou={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<e,">>":(t,e)=>t>>e};function lv(t,e,s){return t===
"."?H(`${e}${s}`):Object.hasOwn(ou,t)?js(ou[t](e,s)):$}function iu(t,e){let s=Math.max(0,Math.trunc(e));return t.kind==="list"?t.items.length*s>1024?$:G(Array.from(
{length:s},()=>t.items).flat()):H(...O(t).map(n=>n.length*s>cv?y:n.repeat(s)))}function ts(t){return t.reduce((e,s)=>{if(O(s).every(o=>o.startsWith("/")||o.startsWith(
"~")))return s;let n=H(...O(e).map(o=>o.length>1?o.replace(/\/$/,""):o));if(O(n).every(o=>o==="/"||o===""))return Ae([n,s]);let r=Ae([n,s],"/");return s.kind===
"text"&&s.glob&&r.kind==="text"?{...r,glob:!0}:r})}function va(t,e,s){let[n]=O(t);if(n===void 0||n.includes(y))return $;let r=0,o=n.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return H(i.replaceAll("%%","%"));let c=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;return c!==void 0?s?.get(c)??e[Number(c)]??
$:e[r++]??$});return Ae(o)}function so(t,[e,s,n]){let r=e?.kind==="number"?e.number:void 0,o=s?.kind==="number"?s.number:void 0,i=n?.kind==="number"&&n.number===
-1;if(t.kind==="list"){let a=t.items.slice(r,o);return G(i?a.reverse():a)}return t.kind!=="text"?t:$t(t,a=>{let c=Array.from(a).slice(r,o);return(i?c.reverse():
c).join("")})}tt();var no={args:[],environment:{},variables:new Map},dv=16,xa={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
hs=({text:t,glob:e})=>({kind:"text",of:[t],...re({glob:e||void 0})}),au=({environment:t},e)=>e!==void 0&&Object.hasOwn(t,e)?hs(t[e]):void 0,cu=({input:t=""})=>t.
replace(/\n$/,"").split(`
`).slice(0,dv);function ss(t){if(t.input!==void 0)return at([t.input.replace(/\n$/,""),...cu(t)])}function lu(t,{args:e,environment:s,input:n}){let r=({text:o})=>o!==
""&&!o.includes(y);return e.some(r)&&xa.args.test(t)||n!==void 0&&!n.includes(y)&&n!==""&&xa.input.test(t)||Object.values(s).some(r)&&xa.environment.test(t)}function du(t,e,s){
let n=s.args.map(hs),r=s.script===void 0?[]:[H(s.script)],o=G([r[0]??H("-"),...n]),i=new Map([["HOME",H("~")]]);for(let[l,d]of Object.entries(s.environment))i.set(
l,hs(d));let a=ss(s),c={args:G(n),argv:o,"node-argv":G([H("node"),...r,...n]),"joined-args":H(s.args.map(l=>l.text).join(" ")),environment:{kind:"map",entries:i},
server:{kind:"map",entries:new Map([...i,["argv",o]])},text:a,lines:a&&G(cu(s).map(l=>H(l)))};for(let[l,d]of Object.entries(t)){let u=c[d];if(!u)continue;e.declare(
l,u);let p=u.kind==="map"?u.entries:u.kind==="list"?u.items.entries():[];for(let[f,h]of p)e.declare(`${l}.${f}`,h)}}var uv=/[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*/uy,pv=/(?:\\!|\.shell|\.system|system)[ \t]+(.*)|\\(?:copy|o|w|g)[ \t]*\|?[ \t]*(.*)/y,fv=/\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\//y,
mv=/'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?|`[^`]*(?:``[^`]*)*`?|\[[^\]]*\]?/y,uu=/\$(\w*)\$/y;function pu(t){let e=[],s=[],n=()=>{s.length>0&&e.push(s),s=[]},
r=(o,i)=>(o.lastIndex=i,o.exec(t));for(let o=0;o<t.length;){let i=t[o];if(i==="\\"||(i==="."||i==="s")&&s.length===0){let l=r(pv,o);if(l){n(),l[1]!==void 0&&e.push(
[{kind:"shell",text:l[1]}]),o+=l[0].length;let d=l[2];if(d!==void 0){let u=/^\\\w+[ \t]*\|/.test(l[0])?d:void 0,p=/\bprogram[ \t]+'((?:[^']|'')*)'/i.exec(d.slice(
0,4e3))?.[1];(u!==void 0||p!==void 0)&&e.push([{kind:"shell",text:u??p.replaceAll("''","'")}])}continue}}let a=r(fv,o)?.[0],c=r(mv,o)?.[0];if(a!==void 0)o+=a.length;else if(i===
";")n(),o+=1;else if(c!==void 0){let l=i==="["?"]":i,d=c.slice(1,c.endsWith(l)&&c.length>1?-1:void 0),u=i==="'"||i==='"'&&/[\s/]/.test(d);s.push({kind:u?"text":
"word",text:d.replaceAll(l+l,l)}),o+=c.length}else if(i==="$"&&r(uu,o)){let l=r(uu,o)[0],d=t.indexOf(l,o+l.length),u=d<0?t.length:d;s.push({kind:"text",text:t.slice(
o+l.length,u)}),o=u+l.length}else{let l=r(uv,o)?.[0];l!==void 0?(s.length===1&&/^go$/i.test(l)&&t[o-1]===`
`?n():s.push({kind:"word",text:l}),o+=l.length):(s.push({kind:"mark",text:i}),o+=1)}}return n(),e}var hv=8,gv=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i,hu=new RegExp("^(?:DATABASE|SCHEMA|TABLE|VIEW|INDEX|USER|ROLE|FUNCTION|PROC\
EDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|KEYSPACE|TABLESPACE|COLUMN|CONSTRAINT|POLICY|OWNED|COLLECTION|STREAM|BUCKET)$"),bv=["IF","EXISTS","NOT","ONLY","CONCURRENT\
LY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],yv=["AS","BEGIN","THEN","ANALYZE","EXPLAIN","DO","DETACH","LOOP","ELSE"],kv=/^(?:LOAD_FILE|PG_READ_FILE|PG_READ_BINARY_FILE|LO_IMPORT|READFILE|READ_TEXT|INFILE)$/,
vv=/^(?:OUTFILE|DUMPFILE|WRITEFILE|LO_EXPORT)$/;function zn(t,e,s=0){if(s>hv){e.fail("too-deep","SQL in SQL is nested too deeply");return}let n=pu(t),r=wv(n);for(let o of n){
if(!e.step(1+o.length))return;let[i]=o;r&&/^(?:DELETE|UPDATE)$/i.test(i?.text??"")||(i?.kind==="shell"?e.runShellLine(H(i.text)):Sv(new wa(o,e,s)))}}var xv=/^(?:COMMIT|END|DROP|ALTER|CREATE|TRUNCATE|GRANT|REVOKE|DO|CALL|EXEC)/i;
function wv(t){let e=t.map(([s])=>s?.text??"");return/^(?:BEGIN|START)$/i.test(e[0]??"")&&/^ROLLBACK$/i.test(e.at(-1)??"")&&!e.some(s=>xv.test(s))}var wa=class{constructor(e,s,n){
this.tokens=e;this.collector=s;this.depth=n;this.words=e.map(r=>r.kind==="word"?r.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){this.collector.
addInvocation("sql",e,{language:"sql"})}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?e+1:e;for(;bv.includes(this.word(s));)s+=1;let n=this.
tokens[s]?.text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)n+=`.${this.tokens[s+2].text}`;return n}textAfter(e){return e<0?void 0:this.tokens.
slice(e+1,e+6).find(({kind:s})=>s==="text")?.text}valueAfter(e){return H(this.textAfter(e)??y)}isUnlimited(e){let s=this.words.indexOf("WHERE",e);if(s<0)return!this.
words.includes("LIMIT",e);let n=this.tokens.slice(s+1).map(({text:r})=>r);return n.join(" ").length<200&&gv.test(n.join(" ").trim())}readInner(e){let s=this.tokens.
findIndex(({kind:r},o)=>o>e&&r==="text");if(s===-1)return;let n=this.tokens[s+1]?.text.startsWith("|")?y:"";zn(`${this.tokens[s].text}${n}`,this.collector,this.
depth+1)}};function Sv(t){let{words:e,tokens:s,collector:n}=t;for(let[r,o]of e.entries()){let i=s[r-1],a=i?.kind==="mark"&&i.text==="(";if(r===0||a||yv.includes(
e[r-1])){if(!n.step(Math.ceil((e.length-r)/16)))return;Object.hasOwn(mu,o)?mu[o](t,r):gu(t,r)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(o)?n.runShellLine(t.valueAfter(
r)):kv.test(o)?n.readFile(t.valueAfter(r)):vv.test(o)&&n.recordWrite(t.valueAfter(r),void 0)}}function gu(t,e){let s=A.sqlStatements.find(({words:n})=>n.every((r,o)=>r.
includes(t.word(e+o))));s&&t.report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}function Ev(t,e){let{words:s,tokens:n}=t,r=/^TEMP(?:ORARY)?$/.test(t.word(e+
1))||n[e+2]?.text.startsWith("#"),o=s.slice(e+1,e+5).find(i=>hu.test(i));o&&t.report(`drop-${r?"temporary-":""}${o.toLowerCase()}`,t.name(s.indexOf(o,e)+1))}function Cv(t,e){
let{words:s}=t;for(let n=s.indexOf("DROP",e+2);n>0;n=s.indexOf("DROP",n+1)){let r=hu.test(t.word(n+1)),o=r?s[n+1].toLowerCase():"column";t.report(`drop-${o}`,t.
name(e+2),t.name(n+(r?2:1)))}gu(t,e)}function _v(t,e){let[s,n,r]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(i,e)),{collector:o}=t;s>0?o.runShellLine(t.valueAfter(
s)):n>0&&t.textAfter(n)?o.recordWrite(t.valueAfter(n),void 0):t.textAfter(r)&&o.readFile(t.valueAfter(r))}function Av(t,e){let s=t.tokens.slice(e+1).map(({text:r})=>r),
n=s.join(" ").slice(0,400);s.includes("dropDatabase")?t.report("drop-database","db"):s.includes("drop")?t.report("drop-collection",s[1]??""):/deleteMany|remove/.
test(n)&&/\{ \}|\( \)/.test(n)&&t.report("delete-all",s[1]??"")}var fu=(t,e)=>{let s=t.words.slice(e+1,e+12);t.report(t.word(e).toLowerCase(),s.join(" ").trim())},
ro=(t,e)=>{t.word(e+1)!=="XP_CMDSHELL"&&t.readInner(e)},mu={DROP:Ev,DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),n=t.word(0)==="MATCH",o=!(n&&t.tokens.
some(({text:i})=>i==="{"))&&t.isUnlimited(n?0:e);t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&t.report(t.isUnlimited(
e)?"update-all":"update-some",t.name(e+1))},ALTER:Cv,GRANT:fu,REVOKE:fu,COPY:_v,EXECUTE:ro,EXEC:ro,PREPARE:ro,DO:ro,DB:Av};var $v=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,Tv=new Set(["POST","PUT","PATCH","DELETE"]);function Ca({collector:t},e,s,n){let[r,...o]=s?.kind===
"made"?s.args:[s??$],i=[...n,...o].filter(p=>p!==void 0),a=bt(i),c=a&&a.from.length>0?{input:{kind:"pipe",from:t.listSources(a)}}:{},l=a?[...a.files.map(p=>`@${p}`),
...a.from.length>0?["@-"]:[]]:i.map(p=>Wt(p)?O(p)[0]:y),d=i.length>0&&e==="GET"?"POST":e,u=[...Tv.has(d)||d===y?["-X",d]:[],...l.flatMap(p=>["-d",p]),r];return ms(
[t.addInvocation("curl",u,c)])}function ku({collector:t},e,s,n){let r=bt([s??$]),[o=$,i]=n?.kind==="made"?n.args:n?.kind==="list"?n.items:[],a=r?{input:{kind:"p\
ipe",from:t.listSources(r)}}:{};t.addInvocation(e,[o,i],a)}function _a(t,e,s,n){return e?.kind!=="made"?!1:(e.by==="written"||e.by==="appended"?t.collector.recordWrite(
e.args[0],s,n||e.by==="appended"):e.by==="request"?Ca(t,"POST",e.args[0],[s]):(e.by==="connection"||e.by==="client")&&ku(t,"nc",s,e),!0)}var Pv=t=>t?.kind==="nu\
mber"?t.number.toString(8):O(t)[0]?.replace(/^0o?/,"")??y,Sa=(t,e)=>({args:s,named:n,collector:r})=>{let o=i=>n.has(i)?O(n.get(i))[0]:void 0;n.has("file")||r.recordPrint(
s,o("sep")??t,o("end")??e)},vu={run:({collector:t},[,...e],[s])=>{t.addInvocation(s,e.map(n=>n??$))},"sql-deed":({collector:t},e)=>{t.isInMemory||t.addInvocation(
"sql",e,{language:"sql"})},chmod:({collector:t},[e=$,s])=>{t.addInvocation("chmod",[Pv(s),e])},chown:({collector:t},[e=$,s=$])=>{t.addInvocation("chown",[s,e])},
kill:({collector:t},[e=$,s],n)=>{let r=s?.kind==="name"?s.path.slice(s.path.lastIndexOf(".")+1):void 0,o=s===void 0?"TERM":r??O(s)[0],i=n.includes("group")?Ae([
H("-"),e]):e;t.addInvocation("kill",[`-${o.replace(/^(?:SIG|:)/,"")}`,i])},write:({collector:t},[e,s,n])=>t.recordWrite(e,s,n?.kind==="name"||O(n)[0]==="8"),append:({
collector:t},[e,s])=>t.recordWrite(e,s,!0),transfer:(t,[,e,s],[n])=>ku(t,n,e,s),print:Sa(" ",`
`),"print-text":Sa("",""),"print-line":Sa("",`
`)},Aa=(t,[e=$,s],n)=>{let r=s===void 0?"r":O(s)[0],o=s?.kind==="name"?s.path:s?.kind==="unknown"&&n.includes("flags")?"CREAT":"";return!/[waxc+]/.test(r)&&!/WRONLY|RDWR|CREAT|TRUNC|APPEND/.
test(o)?Ea(t,e):(t.collector.recordWrite(e,void 0,r.includes("a")),gt(r.includes("a")?"appended":"written",e))},Ea=(t,e)=>/^(?:https?|ftp):/i.test(O(e)[0])?Ca(t,
"GET",e,[]):t.collector.readFile(e);function $a({collector:t,receiver:e},s){if(s?.kind!=="text"||!/\s/.test(s.of[0]))return;let n=e?.kind==="made"&&e.by==="data\
base"?O(e.args[0])[0]:"";return $v.test(n)||zn(s.of[0],t),$}var bu=(t,[e,s,...n])=>Ca(t,O(e)[0].toUpperCase(),s,n),yu=({chooses:t})=>H(t?y:Dt),Fs={read:(t,[e])=>Ea(
t,e),open:Aa,shell:({collector:t},[e])=>e?.kind==="list"?t.runProgram(e.items):t.runShellLine(e),program:({collector:t},e)=>t.runProgram(Tt(e.map(s=>s??$))),command:({
collector:t},[e])=>{let s=e?.kind==="list"?e.items:[];return s.length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=$,s])=>{let n=s?.kind===
"list"?s.items:[],[r]=n,o=n.length!==1||r?.kind==="text",i=r?.kind==="list"?r.items:o?n:[$,$];return t.runProgram([e,...i.slice(1)])},eval:({evaluateCode:t},[e])=>t(
e),include:(t,[e])=>t.evaluateCode(Ea(t,e)),request:bu,"open-request":(t,e,s)=>{let n=bu(t,e,s);return/^get$/i.test(O(e[0])[0])?n:gt("request",e[1]??$)},connect:({
receiver:t,collector:e},s)=>{let[n=$,r]=Tt(s.filter(o=>o!==void 0));return(t?.kind!=="made"||t.by!=="ssh")&&e.addInvocation("nc",[n,r]),gt("connection",n,...r?[
r]:[])},send:(t,[e,s],n)=>_a(t,e,s,n.includes("append"))?$:void 0,sql:(t,[e])=>$a(t,e),input:({collector:t})=>ss(t.input),environment:({collector:t},[e])=>{let[
s]=O(e),n=au(t.input,s);return n||(s==="HOME"?H("~"):s==="USER"||s==="LOGNAME"?$:ms([t.createInvocation("printenv",e?[e]:[])]))},value:(t,[e])=>e??$,entries:(t,e,[
s])=>G([s===void 0?$:gt(s)]),name:(t,e,[s])=>Ne(s),module:(t,[e])=>Ne(O(e)[0].replace(/^node:/,"")),made:({args:t},[,...e],[s])=>gt(s,...e.length>0?e.filter(n=>n!==
void 0):t),glob:(t,e)=>{let s=ts(e.map(n=>n??$));return s.kind==="text"?{...s,glob:!0}:$},join:(t,e)=>{let s=Tt(e.filter(n=>n!==void 0));return s.length>0?ts(s):
H(".")},folder:({collector:t},[e=H(".")])=>G([ts([e,yu(t)])]),names:({collector:t},[e])=>G([e===void 0||Wt(e)?yu(t):$])};var xu={kind:"text",of:["**"],glob:!0},oo=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function Ta({collector:t},e){let s=t.invocations.find(({program:n,
args:r})=>n==="nc"&&(e!=="/bin/sh"||r[0]?.text!=="-e"));s&&t.addInvocation("nc",["-e",e,...s.args.map(n=>n.text)])}var Rv=({args:[,t,...e],collector:s})=>{let[,
n="<",r="",o]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(O(t)[0])??[],i=Tt(e),[a=H(r)]=i;return n.includes("|")||o&&i.length===0?i.length>1?s.
runProgram(i):s.runShellLine(a):n.includes(">")?(s.recordWrite(a,void 0,n===">>"),gt("written",a)):s.readFile(a)},wu={"spawn-terminal":(t,[e=$])=>{let s=e.kind===
"list"?e.items:[e];return Ta(t,s[0]??$),t.collector.runProgram(s)},"duplicate-descriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||Ta(t,
"/bin/sh"),$),attribute:(t,[e,s])=>e?.kind==="name"&&s?Ne(`${e.path}.${O(s)[0]}`):$,walk:({collector:t},[e=H(".")])=>{let s=G([$]),n=G([xu]);return t.chooses||e.
kind!=="text"?G([G([ts([e,H(y)]),s,s])]):G([G([e,n,n])])},"request-over":(t,[e,s=$,...n],r)=>{let o=t.receiver?.kind==="made"?t.receiver.args[0]??$:H("");return Fs.
request(t,[e,Ae([o,s]),n.find(i=>i)],r)},"end-process":({receiver:t,collector:e},s,[n])=>{if(t?.kind==="made")return t.by==="any-process"?e.addInvocation("pkill",
[`-${n}`,$]):t.by==="psutil.Process"&&e.addInvocation("kill",[`-${n}`,t.args[0]??$]),$},entry:(t,[e,s],n)=>e?.kind==="map"?e.entries.get(O(s)[0])??Fs.environment(
t,[s],n):void 0,spawn:({collector:t},[e=$,s,n])=>{let r=s?.kind==="list"?s.items:s?.kind==="unknown"?[$]:[];return oo(n)?t.runShellLine(H([e,...r].flatMap(O).join(
" "))):t.runProgram([e,...r])},remove:({collector:t},[,e=$,s,n],[r])=>{let o=`${oo(s)?"r":""}${oo(n)?"f":""}`;return r==="rmdir"&&!oo(s)?t.addInvocation("rmdir",
[e]):t.addInvocation("rm",[o===""?void 0:`-${o}`,e]),$},"join-parts":({args:[t=$,...e]})=>ts([t,...e.map(s=>s.kind==="text"?{...s,of:s.of.map(n=>n.replace(/^\/+/,
""))}:s)]),pipe:(t,[e,s=$])=>(s.kind==="made"&&(s.by==="connection"||s.by==="client")&&e?.kind==="content"&&e.from.length>0?Ta(t,"/bin/sh"):_a(t,s,e,!0),s),then:({
receiver:t,args:[e],invoke:s})=>e?.kind==="function"||e?.kind==="name"&&!e.self?s(e,[t??$]):t,"request-object":(t,[e,s=$,n],r)=>e===void 0||/^(?:GET|POST)$/i.test(
O(e)[0])?gt("request",s,...n?[n]:[]):Fs["open-request"](t,[e,s,n],r),"request-option":(t,[e,s,n],r)=>(s?.kind==="name"&&s.path==="CURLOPT_POSTFIELDS"&&e?.kind===
"made"&&Fs.request(t,[H("POST"),e.args[0],n],r),$),take:({collector:{input:t}},[e])=>ct(e?.kind==="list"?e.items:t.args.map(hs)),"open-perl":Rv,find:({args:[t,...e],
collector:s,invoke:n})=>{let r=t?.kind==="map"?t.entries.get("wanted"):t;if(r?.kind!=="function")return;let o={...r,definition:{...r.definition,parameters:["$_"]}},
i=s.chooses?H(y):xu;for(let a of e.flatMap(O))n(o,[ts([H(a),i])]);return $},"open-or-run":(t,[e,s],n)=>{let[,r]=/^\s*\|([\s\S]*)$/.exec(O(e)[0])??[];return r===
void 0?Aa(t,[e,s],n):t.collector.runShellLine(H(r))},"execute-or-query":(t,[e])=>{if(!t.receiver)return t.collector.runShellLine(e);$a(t,e)}};function Iv(t){try{return decodeURIComponent(t)}catch{return y}}var gs={base64:t=>Buffer.from(t,"base64").toString("utf8"),hex:t=>Buffer.from(t.replace(/\s/g,""),
"hex").toString("utf8"),unread:()=>W,url:Iv,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim\
-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var Su=4096,Nv=/^(base64|hex)(?:url)?$/,Ov=/^(?:rot13|zlib|zip|bz2|uu)$/,Pa=t=>Ae(t.map(e=>{if(e.kind!=="number")return $;let s=e.number>=0&&e.number<=1114111;return at(
[s?String.fromCodePoint(e.number):y])})),Eu=t=>Number.isNaN(t)?$:js(t),Cu={fold:(t,[,e=$],[s])=>$t(e,gs[s]),characters:(t,[e])=>e?.kind==="list"?Pa(e.items):e,decode:(t,[
e=$,s])=>{if(e.kind==="list")return Pa(e.items);let n=O(s)[0].toLowerCase().replace(/[-_]/g,"");if(Ov.test(n))return $t(e,gs.unread);let r=Nv.exec(n)?.[1];return r===
void 0?e:$t(e,gs[r])},"code-point":(t,[e,s])=>{let n=s?.kind==="number"?s.number:0;return Eu(Wt(e)?O(e)[0].codePointAt(n)??Number.NaN:Number.NaN)},integer:(t,[e,
s])=>Eu(Number.parseInt(O(e)[0],s?Number(O(s)[0]):10)),reverse:(t,[e])=>e?.kind==="list"?G([...e.items].reverse()):e&&$t(e,gs.reverse),"join-texts":(t,[e,s])=>{
let[n=$,r]=e?.kind==="list"?[e,s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return Ae(Tt(Xe(n)),r&&O(r)[0])},format:({named:t},[e=$,s=$])=>va(e,Xe(s),t),map:({
invoke:t},[e,s])=>e&&s&&G(Xe(s).slice(0,Su).map(n=>t(e,[n]))),split:(t,[e,s])=>{if(e?.kind!=="text"||!Wt(e))return;let n=O(e)[0],r=s&&O(s)[0];if(r?.includes(y))
return G([$]);let o=r===void 0?n.trim().split(/\s+/):n.split(r);return G(o.slice(0,Su).map(i=>at([i])))},replace:(t,[e=$,...s])=>{let[n,r=""]=s.map(o=>o&&O(o)[0]);
return $t(e,o=>n===void 0||n.includes(y)?y:o.replaceAll(n,r))},elements:(t,[e=$])=>G(Xe(e)),concatenate:(t,[e,s=$])=>e?.kind==="list"?G([...e.items,...Xe(s)]):e?.
kind==="text"?Ae([e,...Xe(s)]):void 0,pack:(t,[e,s])=>{let n=O(e)[0];if(s?.kind==="list")return n.startsWith("H")?$t(s.items[0]??$,gs.hex):/^[cCU]/.test(n)?Pa(s.
items):void 0},slice:(t,[e,s,n])=>e&&so(e,[s,n]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(O(e)[0])):void 0,"any-of":(t,[e=$])=>e.kind==="list"?ct(e.items):
e,lines:(t,[e])=>e?.kind==="list"?Ae(e.items,`
`):e,invoke:({invoke:t},[e,s])=>e&&t(e,Xe(s??$)),message:({invoke:t},[e,s,n=$])=>s?.kind==="text"&&Wt(s)?t(Ne(s.of[0],e?.kind==="name"?void 0:e),Xe(n)):void 0};var Lv={...Fs,...Cu,...wu};function ao({args:t,named:e},s){let n=t.find(r=>r.kind==="map");return e.get(s)??(n?.kind==="map"?n.entries.get(s):void 0)}function Dv(t,e,s){
let n=e===void 0?void 0:t.args[e],r=n?.kind==="map"?s.map(i=>n.entries.get(i)):[],o=n===void 0?s.map(i=>ao(t,i)):[];return[...r,n,...o].find(i=>i!==void 0)}function Wv(t){
let[,e,s,n,r]=/^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.exec(t)??[];if(e===void 0)return()=>H(t);if(e==="self")return({receiver:a})=>a;if(e===
"owner")return a=>H(_u(a));if(e==="all")return({args:a})=>G(Tt(a));if(e==="last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>G(
a.slice(o));let i=n.split(":").slice(1);return a=>Dv(a,o,i)??(r===void 0?void 0:H(r))}var _u=({receiver:t})=>t?.kind==="name"?t.path:y,Mv={object:({receiver:t})=>t!==
void 0,none:({args:t})=>t.length===0,given:({args:t})=>t.length>0,one:({args:t})=>t.length===1,two:({args:t})=>t.length>1,code:({args:[t]})=>t?.kind==="text",flagged:({
args:t})=>Tt(t).some(e=>O(e)[0].startsWith("-")),empty:({args:[t]})=>t===void 0||t.kind==="map"&&t.entries.size===0,database:t=>/^db\b|collection|\bdb$/i.test(_u(
t))},qv=({receiver:t},e,s)=>t?.kind===e&&(s===void 0||t.kind==="made"&&t.by===s),jv=t=>e=>{let s=t({...e,args:e.args.filter(({kind:r})=>r!=="function")}),n=e.args.
find(({kind:r})=>r==="function");return s&&n&&e.invoke(n,[s,s]),s};function io(t){let[e,...s]=t.split(" ");if(e==="calls-back")return jv(io(s.join(" ")));if(e.startsWith(
"if-")){let[i,a]=e.slice(3).split(":"),c=io(s.join(" ")),l=Mv[i]??(d=>qv(d,i,a));return d=>l(d)?c(d):void 0}let n=s.map(Wv),r=i=>n.map(a=>a(i)),o=vu[e];return o?
i=>(o(i,r(i),s),$):i=>Lv[e](i,r(i),s)}var Au={"(":")","[":"]","{":"}"};function $u(t){let e=[];for(let[s,n]of t.entries()){if(n.kind==="name"&&n.text==="for"){let r=e.at(-1);r&&r.loop===void 0&&(r.loop=
s)}if(n.kind==="mark"){if(Object.hasOwn(Au,n.text))n.close=t.length,e.push(n);else if(n.text===")"||n.text==="]"||n.text==="}"){let r=e.at(-1);r&&Au[r.text]===n.
text&&(r.close=s,e.pop())}}}return t}var P=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function Se(t,e,s=t.length){let n=t[e];return n?.kind==="mark"&&n.close!==
void 0?Math.min(n.close,s):e}function Oe(t,e,s,n,r=!0){let o=e;for(;o<s&&!P(t[o],...n)&&!(r&&t[o]?.kind==="newline");)o=Se(t,o,s)+1;return Math.min(o,s)}function co(t,e,s,n){
let r=e;for(;r>=0&&t[r].kind!=="newline";)r-=1;let o=t[r],i=o?.kind==="newline"?o.indent:0,a=Oe(t,s,n,[":"]),c=t[a+1];if(P(t[a],":")&&c&&c.kind!=="newline")return Oe(
t,a,n,[]);for(let l=a;l<n;l++){let d=t[l],u=t[l+1];if(d.kind==="newline"&&d.indent<=i&&u&&u.kind!=="newline")return l}return n}var J=(t,...e)=>t?.kind==="name"&&
(e.length===0||e.includes(t.text));var Fv=200,lt=(t,e,s=0,n=e.length)=>({...t,tokens:e,at:s,end:Math.min(n,e.length),depth:t.depth+1});function Hs({scope:t,language:e},s){let n=t.get(s);if(n)return n;
let r=e.canonicalize(s);return(r===s?void 0:t.get(r))??e.constants.get(r)??Ne(s)}function Kn(t,e,s){if(e.kind==="map")return e.entries.get(s)??Ne(s,e);if(e.kind===
"text"&&/^(?:name|path)$/.test(s)&&e.of.some(n=>n.includes(Dt)))return e;if(e.kind==="name"&&!e.self){let n=`${e.path}.${s}`;return n.length>Fv?$:Hs(t,n)}return e.
kind==="content"&&["text","content","stdout","body","data"].includes(s)?e:Ne(s,e)}var Yn=({sharedDeeds:t},e)=>t.get(e.slice(e.lastIndexOf(".")+1).toLowerCase());var Hv=48,Vv=64,Uv=["=",":=","+=",".=","||=","??=","&&="];function Ra({tokens:t,at:e,end:s},n){let r=e;for(let o=0;r<s&&o<Hv;o++){let i=t[r];if(i.kind==="newlin\
e")return;if(i.kind==="mark"){if(Uv.includes(i.text))return r;if(i.text===","&&!n||i.text===";"||i.text==="=>"||i.text===")"||i.text==="}")return}r=Se(t,r)+1}}function Vs(t,e,s,n){
let{tokens:r,scope:o}=t,i=e;for(;i<s&&Bv(r[i]);)i+=1;let a=r[i];if(a?.kind==="mark"&&a.close!==void 0&&["(","[","{"].includes(a.text)){a.text==="{"?Gv(t,i+1,Math.
min(a.close,s),n):Tu(t,i+1,Math.min(a.close,s),n);return}if(Oe(r,i,s,[","],!1)<s){Tu(t,i,s,n);return}let c="";for(let l=i;l<s;l++){let d=r[l];if(d.kind==="name")
c+=c!==""&&!c.endsWith(".")?"":d.text;else if(P(d,".","->","::","?."))c+=".";else break}c!==""&&o.set(c,n)}var Bv=t=>t?.kind==="name"&&["const","let","var","my",
"our","local","await","static","async"].includes(t.text);function Tu(t,e,s,n){let r=e,o=0;for(let i=e;i<=s;i++){let a=t.tokens[i];if(i===s||P(a,",")){let c=n.kind===
"list"?n.items[o]:n.kind==="content"?n:void 0;i>r&&Vs(t,r,i,c??$),r=i+1,o+=1}else i=Se(t.tokens,i,s-1)}}function Gv(t,e,s,n){for(let r=e;r<s;r++){let o=t.tokens[r];
if(o.kind!=="name")continue;let i=P(t.tokens[r+1],":","=>")?t.tokens[r+2]:void 0;t.scope.set(i?.kind==="name"?i.text:o.text,Kn(t,n,o.text)),r=Oe(t.tokens,r,s,["\
,"],!1)}}var Xn=t=>{let e=Xe(t).slice(0,Vv);return e.length===0?G([]):ct(e)};var zv=60,Kv=4096,Yv=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"],Xv=["filter","select","reject","sort","toSorted","f\
ind_all","grep"];function lo(t,e,s){if(e.kind==="function")return Us(t,e.definition,s.args,s.named);if(e.kind==="content")return e;if(e.kind==="text"){let[l]=O(
e);return t.language.bare_calls||t.language.member_operators.includes("->")?lo(t,Ne(l),s):$}if(e.kind!=="name")return Ia(t,void 0,s);let n=ex(t,e,s);if(n)return n;
let r=Qv(t,e.path),o=e.self?t.scope.get(e.path):void 0;if(o?.kind==="function")return Us(t,o.definition,Jv(o.definition,s.args),s.named);let i={...s,receiver:e.
self,collector:t.collector,evaluateCode:l=>tx(t,l),invoke:(l,d)=>lo(t,l,{args:d,named:new Map})},{language:a}=t,c=e.self?[a.methods.get(r),a.sharedMethods.get(r),
Yn(a,r)]:[a.functions.get(r),a.methods.get(r.includes(".")?uo(r):""),r.includes(".")?Yn(a,r):void 0,a.sharedFunctions.get(uo(r))];for(let[l,d]of c.entries()){let u=(l===
1||l===2)&&!e.self?Ne(r.slice(0,r.lastIndexOf("."))):e.self,p=d?.({...i,receiver:u});if(p)return p}return Ia(t,e,s)}function Qv({language:t,scope:e},s){let n=t.
canonicalize(s);if(s.includes(".")||t.functions.has(n))return n;let r=O(e.get("*")).find(o=>t.functions.has(`${o}.${s}`));return r===void 0?n:`${r}.${s}`}var uo=t=>t.
slice(t.lastIndexOf(".")+1),Jv=({parameters:t},e)=>t[0]==="self"||t[0]==="cls"?[$,...e]:e,Zv=/^(?:batch_?)?(?:delete|terminate|destroy|purge|drop|clear)(?=[_A-Z!]|$)/i;
function ex(t,e,s){let{collector:n,language:r}=t,o=e.self;for(;o?.kind==="name";)o=o.self;let i=r.canonicalize(e.path),a=o?.kind==="made"&&o.by==="sdk"?o:void 0;
if(!a&&(e.self||!r.sdks.some(f=>i.startsWith(f))))return;let c=ao(s,"endpoint_url")??ao(s,"endpoint"),l=c?[H("--endpoint-url"),c]:a?.args??[],d=uo(i);if(!a&&d.endsWith(
"Command"))return gt("sdk-command",H(d));let u=s.args.flatMap(f=>f.kind==="made"&&f.by==="sdk-command"?O(f.args[0]):[]);for(let f of[d,...u])Zv.test(f)&&n.addInvocation(
"cloud-sdk",[f,...l]);let p=Ia(t,e,s);return p.kind==="content"?p:gt("sdk",...l)}function Ia(t,e,{args:s,named:n}){let r=e?.kind==="name"?e.self:void 0,o=e?.kind===
"name"?uo(e.path):"",i=[...s,...n.values()],a=i.filter(l=>l.kind==="function"),c=a.flatMap(l=>{if(!r||!Yv.includes(o))return[Us(t,l.definition,r?.kind==="conten\
t"?[r,r]:[])];let d=Xe(r).slice(0,Kv);return o==="map"&&d.length>0&&d.every(Wt)?d.map(u=>Us(t,l.definition,[u])):[Us(t,l.definition,[Xn(r)])]});return r&&a.length===
1&&o==="map"?G(c):r&&a.length===1&&Xv.includes(o)?r:bt([...r?[r]:[],...i])??$}function Us(t,e,s,n){if(e.called=!0,t.depth>zv||t.activeFunctions.has(e))return $;
let r=new gn(e.scope);e.parameters.forEach((i,a)=>{i!==""&&r.declare(i,n?.get(i)??s[a]??$)});for(let i of["@_","@ARGV"])t.language.bare_calls&&r.declare(i,G(s));
let o={...lt(t,e.tokens,e.from,e.to),scope:r,returnValues:[]};return o.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?t.functions.evaluate(o):(t.
functions.block(o),ct(o.returnValues))}function tx(t,e){let s=e&&bt([e]),{collector:n}=t;if(s){let i={javascript:"node",python:"python3"}[n.source]??n.source;return s.
from.length===0&&s.files.length>0?n.addInvocation(i,s.files):n.addInvocation(i,[],{input:{kind:"pipe",from:n.listSources(s)}}),$}let r=O(e).filter(i=>Wt({kind:"\
text",of:[i]}));O(e).some(ke)&&n.fail("too-much","the code runs code that cannot be read to its end"),r.length===0&&n.addInvocation("eval",[e]);let o=$;for(let i of r)
o=t.functions.code(t,i);return o}tt();var sx=400;function Pu(t){let e=Oe(t.tokens,t.at,t.end,[":"],!1),s=ns(t.tokens,t.at,e);return Ru(t,s,e+1,[",",")","]","}"])}function Ru(t,e,s,n){return t.at=Oe(
t.tokens,s,t.end,n),t.collector.step(t.at-s),bn(t,e,s,t.at,!0)}function po(t,e,s,n){let r=Se(t.tokens,s,t.end);return t.at=Math.min(r+1,t.end),bn(t,e,s+1,r,!1,n)}
var fo=(t,e,s)=>P(t.tokens[s],"{")?po(t,e,s):Ru(t,e,s,[",",")","]","}",";"]);function Qn(t){let{tokens:e}=t,s=t.at;P(e[s],"*","&")&&(s+=1);let n=e[s],r=n?.kind===
"name"?n.text:void 0;r!==void 0&&(s+=1);let o=[];if(P(e[s],"(")){let a=Se(e,s);o=ns(e,s+1,a),s=a+1}if(s=Oe(e,s,Math.min(t.end,s+sx),["{",";","=>"],!1),P(e[s],"=\
>"))return fo(t,o,s+1);if(!P(e[s],"{"))return;let i=po(t,o,s,r);return r!==void 0&&t.scope.declare(r,i),i}function ns(t,e,s){let n=[],r=!0;for(let o=e;o<s&&n.length<
64;o++){let i=t[o];if(P(i,","))r=!0;else if(r&&i?.kind==="name"){let a=t[o+1];n.push(a?.kind==="name"&&a.text.startsWith("$")?a.text:i.text),r=!1}else r&&P(i,"{",
"[")&&(n.push(""),r=!1);o=Se(t,o)}return n}function bn(t,e,s,n,r,o){let i={parameters:e,tokens:t.tokens,from:s,to:n,expression:r,called:!1,scope:t.scope,...re({
name:o})};return t.definitions.push(i),{kind:"function",definition:i}}var nx=new Set("if unless while until do and or end then rescue ensure in else elsif for foreach x eq ne cmp lt gt le ge".split(" ")),rx=64;function Iu(t){let e=t.
at<t.end?t.tokens[t.at]:void 0;return e?e.kind==="name"?!nx.has(e.text):P(e,":")?J(t.tokens[t.at+1])&&t.language.blocks==="end":e.kind==="text"||e.kind==="numbe\
r"||e.kind==="words"||e.kind==="shell"||P(e,"->"):!1}function mo(t){let e=[],s=new Map;for(;t.at<t.end&&e.length<rx&&t.collector.step();){let n=t.tokens[t.at];if(n.
kind==="name"&&P(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,s.set(n.text,t.functions.evaluate(t,1))):e.push(t.functions.evaluate(t)),!P(t.tokens[t.
at],",","=>")||t.at>=t.end)break;t.at+=1}return{args:e,named:s}}var ox=["do","def","class","module","begin","case"],ix=["if","unless","while","until","for"];function Na({
tokens:t,end:e,collector:s},n){let r=1,o=n;for(;o<e;o++){let i=t[o];if(i.kind!=="name")continue;let a=t[o-1];if(P(a,"."))continue;let c=!a||a.kind==="newline"||
P(a,";","=");if(ox.includes(i.text)||c&&ix.includes(i.text)?r+=1:i.text==="end"&&(r-=1),r===0)break}return s.step(Math.ceil((o-n)/8)),o}function Oa(t){if(t.language.
blocks!=="end"||t.at>=t.end)return;let e=t.tokens[t.at];if(!J(e,"do")&&!P(e,"{"))return;let s=t.at+1,n=[];if(P(t.tokens[s],"|")){let o=Oe(t.tokens,s+1,Math.min(
t.end,s+32),["|"],!1);n=ns(t.tokens,s+1,o),s=o+1}let r=e?.kind==="mark"?Se(t.tokens,t.at,t.end):Na(t,s);return t.at=Math.min(r+1,t.end),bn(t,n,s,r,!1)}var ax=4096;
function La(t,e,s){if(Nu(t,e,s))return Da(t,s,e);let{args:n,named:r}=Wa(t,e);return[...n,...r.values()]}var Nu=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="in\
dent";function Ou(t){let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function Da(t,e,s,n=e){let r=t.at,o=lt(t,t.tokens,n+1,s),i=o.at;for(;o.at<o.end&&!J(
o.tokens[o.at],"in");)o.at+=1;let a=o.at;o.at+=1;let c=t.functions.evaluate(o,1);for(;o.at<o.end&&!J(o.tokens[o.at],"for");)Ou(o);let l=[];for(let d of Xe(c).slice(
0,ax)){let u=lt(t,t.tokens,r,e);if(Vs(u,i,a,d),o.at<o.end?l.push(...Da({...u,end:t.end},e,s,o.at)):l.push(t.functions.evaluate(u)),t.collector.problem!==void 0)
break}return t.at=Math.min(s+1,t.end),l}function Lu(t,e){let s=lt(t,t.tokens,t.at,e),n=new Map;for(;s.at<s.end&&t.collector.problem===void 0;){let r=s.at,o=s.tokens[r];
if(o.kind==="newline"||P(o,",",";")){s.at+=1;continue}let i=s.tokens[r+1],a=Se(s.tokens,r+1)+1;if(o.kind==="name"&&P(i,"(")&&P(s.tokens[a],"{")){n.set(o.text,po(
s,ns(s.tokens,r+2,a-1),a));continue}let c=o.kind==="name"&&P(i,":","=>",",","}")?o.text:void 0,l=c!==void 0?void 0:t.functions.evaluate(s);c!==void 0&&(s.at+=1),
P(s.tokens[s.at],":","=>")&&s.at<s.end?(s.at+=1,n.set(c??O(l)[0],t.functions.evaluate(s))):c!==void 0?n.set(c,Hs(t,c)):l&&n.set(`${y}${n.size}`,l),s.at===r&&(s.
at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:n}}function Wa(t,e,s){let n=new Map;if(Nu(t,e,s))return{args:[G(Da(t,s,e))],named:n};let r=lt(t,t.tokens,
t.at,e),o=[];for(;r.at<r.end&&t.collector.problem===void 0;){let i=r.at,a=r.tokens[i],c=r.tokens[i+1];a.kind==="newline"?r.at+=1:a.kind==="name"&&P(c,t.language.
blocks==="indent"?"=":":")&&c?(r.at+=2,n.set(a.text,t.functions.evaluate(r))):P(a,"*","...")?(r.at+=1,o.push(...Xe(t.functions.evaluate(r)))):o.push(t.functions.
evaluate(r)),P(r.tokens[r.at],"=")&&r.at<r.end?r.at+=1:r.at<r.end&&!P(r.tokens[r.at],",")&&Ou(r),(P(r.tokens[r.at],",","=>")||r.at===i)&&(r.at+=1)}return t.at=Math.
min(e+1,t.end),{args:o,named:n}}var cx=96,Du={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,
".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3},lx=new Set("+ ! ~ * ** ... & \\ ++ -- @ $".split(" ")),dx=new Set("new await not typeof void defined yield as\
ync return throw clone".split(" ")),ux=new Set(["my","our","local"]);function yt(t,e=0){if(t.depth>cx&&(t.collector.fail("too-deep","expressions are nested too \
deeply"),t.at=t.end),!t.collector.step())return t.at=t.end,$;t.depth+=1;let s=hx(t,Mu(t));for(;;){let n=Le(t),r=n?.kind==="mark"||n?.kind==="name"?n.text:void 0,
o=r!==void 0&&Object.hasOwn(Du,r)?Du[r]:void 0;if(r==="?"&&e===0){t.at+=1;let i=yt(t,1);P(Le(t),":")&&(t.at+=1),s=ct([i,yt(t)])}else if(r==="if"&&e===0&&t.language.
blocks==="indent"){if(t.at+=1,yt(t,1),!J(Le(t),"else"))break;t.at+=1,s=ct([s,yt(t)])}else{if(o===void 0||o<=e||!px(r,t))break;t.at+=1,s=to(r,s,yt(t,o),t.language.
concatenation_operators),s.kind==="text"&&t.collector.step(s.of.reduce((i,a)=>i+(a.length>>5),0))}if(!t.collector.step())break}return t.depth-=1,s}var px=(t,{language:e})=>t===
"."?e.concatenation_operators.includes("."):t!=="x"||e.concatenation_operators.includes("x"),Le=({at:t,end:e,tokens:s})=>t<e?s[t]:void 0;function Mu(t){let e=Le(
t);if(!e||e.kind==="newline")return $;switch(t.at+=1,e.kind){case"number":return js(e.number);case"words":return G(e.words.map(s=>H(s)));case"shell":return t.collector.
runShellLine(ho(t,e.pieces));case"text":{let s=ho(t,e.pieces);for(let n=Le(t);n?.kind==="text"&&t.language.blocks==="indent";n=Le(t))t.at+=1,s=Ae([s,ho(t,n.pieces)]);
return s}case"mark":return fx(t,e);case"name":return mx(t,e.text)}}function ho(t,e){return e.length===1&&typeof e[0]=="string"?H(e[0]):Ae(e.slice(0,64).map(s=>typeof s==
"string"?H(s):yt(lt(t,s))))}function fx(t,e){let s=t.at,n=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(P(t.tokens[n+1],"=>"))return fo(t,ns(t.tokens,
s,n),n+2);let r=La(t,n,e.loop);return r.length===1&&!P(t.tokens[n-1],",")?r[0]:G(r)}case"[":return G(La(t,n,e.loop));case"{":return Lu(t,n);case"-":{let r=yt(t,
9);return r.kind==="number"?js(-r.number):r}case"<":{let r=P(Le(t),">")?t.at:t.at+1;return!P(t.tokens[r],">")||r>=t.end?$:(t.at=r+1,ss(t.collector.input)??$)}case"\
:":{let r=Le(t);return t.language.blocks!=="end"||r?.kind!=="name"?(t.at-=1,$):(t.at+=1,H(r.text))}case"->":return P(Le(t),"(","{")?Mu(t):$;default:return lx.has(
e.text)?yt(t,9):([")","]","}",",",";","=>"].includes(e.text)&&(t.at-=1),$)}}function mx(t,e){let{language:s}=t,n=Le(t);if(P(n,"=>")&&s.blocks==="braces"&&!e.startsWith(
"$"))return fo(t,[e],t.at+1);if(dx.has(e)||ux.has(e)&&s.bare_calls)return yt(t,9);if(e==="lambda"&&s.blocks==="indent")return Pu(t);if(s.function_keywords.includes(
e)||e==="function"||e==="fn"){let r=Qn(t);if(r)return r}return Hs(t,e)}function hx(t,e){let s=e;for(;t.collector.step();){let n=t.language.bare_calls?bx(t,s):void 0;
if(n){s=n;continue}let r=Le(t);if(r?.kind==="text"&&s.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,s=t.functions.call(t,s,{args:[ho(t,r.pieces)],
named:new Map});continue}if(r?.kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(r.close??t.end,t.end);if(t.language.member_operators.includes(r.text)&&o?.kind===
"name")t.at+=2,s=Kn(t,s,o.text);else if(r.text==="("||t.language.member_operators.includes(r.text)&&P(o,"(")){let a=r.text==="("?r:o;t.at+=a===r?1:2;let c=Wa(t,
Se(t.tokens,t.at-1,t.end),a.loop);s=Ma(t,s,c)}else if(r.text==="["&&!(t.language.bare_calls&&s.kind==="name"&&!s.self))t.at+=1,s=Wu(t,s,i);else if(r.text==="->"||
r.text==="?.")t.at+=1;else if(r.text==="{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(s.kind==="map"||s.kind==="name"&&/^[$%]/.test(s.path)))t.at+=1,
s=Wu(t,s,i,!0);else break}return gx(t,s)?t.functions.call(t,s,{args:[],named:new Map}):s}var gx=({language:t},e)=>e.kind==="name"&&t.blocks==="end"&&(e.self!==void 0||
e.path.includes("."))&&Yn(t,e.path)!==void 0;function Ma(t,e,s){let n=Oa(t);return t.functions.call(t,e,n?{...s,args:[...s.args,n]}:s)}function bx(t,e){if(e.kind!==
"name"||/^[$@%]/.test(e.path))return;let s=t.language.functions;if(P(Le(t),"*")&&t.language.blocks==="end"&&s.has(e.path)||Iu(t))return Ma(t,e,mo(t));if(J(Le(t),
"while","until","if","unless","or","and","for","foreach")||P(Le(t),";",",",":")||t.at>=t.end)return s.has(e.path)||t.language.blocks==="end"&&e.self!==void 0?Ma(
t,e,{args:yx(t),named:new Map}):void 0;if(t.language.blocks!=="end"||P(Le(t),"(")||P(Le(t),...t.language.member_operators)&&/^[A-Z]/.test(e.path)&&!e.self)return;
let o=Oa(t);return o!==void 0||e.self!==void 0||s.has(e.path)?t.functions.call(t,e,{args:o?[o]:[],named:new Map}):void 0}function yx({language:t,scope:e}){let s=t.
blocks==="braces"?e.get("$_"):void 0;return s?[s]:[]}function Wu(t,e,s,n=!1){let r=t.at,o=lt(t,t.tokens,r,s),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===
void 0&&(i.push(P(Le(o),":")?void 0:yt(o)),P(Le(o),":",".."));){o.at+=1;o.at>=o.end&&i.push(void 0)}if(t.at=Math.min(s+1,t.end),i.length>1)return so(e,i);let[a]=i;
if(e.kind==="list"&&a?.kind==="number")return e.items.at(a.number)??$;let c=n&&o.end-r===1?o.tokens[r]:void 0,l=c?.kind==="name"&&/^\w/.test(c.text)?c.text:O(a)[0];
return e.kind==="map"?e.entries.get(l)??$:e.kind==="name"&&l!==void 0&&!l.includes(y)?Kn(t,e,l):e.kind==="name"&&e.path==="args"?H(y):e.kind==="text"&&a?.kind===
"number"?$t(e,d=>d.at(a.number)??""):e.kind==="content"||e.kind==="made"?e:$}var Vu=new Set(`if elif else elsif unless while until do try except catch finally begin rescue ensure then end and or in case
   when switch default break continue pass next last redo raise throw export public private protected static
   final abstract async use package`.split(/\s+/)),kx=24,vx=200,xx=[";","{","}",")","]",",",":","=>"];function yo(t){let e=$;for(;t.at<t.end&&t.collector.step();){
let s=t.at,n=t.tokens[s];n.kind==="newline"||P(n,...xx)?t.at+=1:e=wx(t,n)??e,t.at===s&&(t.at+=1)}return e}function wx(t,e){if(e.kind!=="name")return qu(t)??bo(t);
let{language:s}=t;if(s.function_keywords.includes(e.text)&&Ex(t))return;let n=Object.hasOwn(ju,e.text)?ju[e.text]:void 0,r=e.text==="import"||e.text==="from";if(r&&
s.blocks==="indent")_x(t,e.text);else if(r&&Uu(t))Ax(t);else if(n||Vu.has(e.text))t.at+=1,n?.(t);else return qu(t)??bo(t)}function qu(t){let{tokens:e,language:s,
at:n}=t;if(!s.bare_calls||s.blocks!=="braces")return;let r=n;for(;r<t.end&&!P(e[r],";","{","}")&&!J(e[r],"for","foreach");){let i=e[r];r=i.kind==="mark"&&i.close!==
void 0?i.close+1:r+1}if(r===n||r>=t.end||!J(e[r],"for","foreach"))return;t.at=r+1;let o=t.functions.evaluate(t);return t.scope.set("$_",Xn(o.kind==="list"?o:G([
o]))),t.functions.block(lt(t,e,n,r)),$}var Uu=({language:t})=>t.member_operators.includes("?."),ju={return:t=>{t.tokens[t.at]?.kind!=="newline"&&t.returnValues.
push(bo(t))},echo:t=>t.collector.recordPrint(mo(t).args,"",""),for:Fu,foreach:Fu,with:Hu,using:Hu,class:go,module:go,interface:go,namespace:go};function bo(t){let e=[],
s=t.language.blocks!=="braces";for(let r=Ra(t,s);r!==void 0&&!(e.length>8);r=Ra(t,!1))e.push([t.at,r,t.tokens[r].text]),t.at=r+1;let n=Sx(t);for(let[r,o,i]of e.
reverse()){if(i==="+="||i===".="){let a=t.tokens[r],c=a?.kind==="name"?Hs(t,a.text):$;n=to("+",c,n,["+"])}Vs(t,r,Oe(t.tokens,r,o,[":"],!1),n)}return n}function Sx(t){
let e=[t.functions.evaluate(t)],s=t.language.blocks!=="braces";for(;s&&P(t.tokens[t.at],",")&&t.at<t.end&&e.length<64;)t.at+=1,e.push(t.functions.evaluate(t));return e.
length===1?e[0]:G(e)}function Ex(t){let{tokens:e,language:s}=t;if(s.blocks==="braces")return t.at+=1,Qn(t)?!0:(t.at-=1,!1);if(e[t.at+1]?.kind!=="name")return!1;
let r=t.at+2;P(e[r],".")&&J(e[r+1])&&(r+=2);let o=e[r-1].text,i=[];if(P(e[r],"(")){let l=Se(e,r,t.end);i=ns(e,r+1,l),r=l+1}let a=r,c=s.blocks==="indent"?co(e,t.
at,r,t.end):Na(t,r);return t.scope.declare(o,bn(t,i,a,c,!1,o)),t.at=c,!0}function Fu(t){let e=P(t.tokens[t.at],"("),s=Cx(t,e);if(!s){e&&(t.at+=1);return}let[n,r,
o]=s;t.at=n;let i=t.functions.evaluate(t),a=Xn(t.language.bare_calls&&i.kind==="text"?G([i]):i);r<o?Vs(t,r,o,a):t.scope.set("$_",a)}function Cx({tokens:t,at:e,end:s,
language:n},r){let o=r?e+1:e,i=r?Se(t,e,s):s;for(let a=o;a<Math.min(i,o+kx);a++){if(J(t[a],"in","of"))return[a+1,o,a];if(r&&J(t[a],"as"))return[o,P(t[a+2],"=>")?
a+3:a+1,i];if(!r&&P(t[a],"(")&&a>o)return[a,o,a];if(P(t[a],";","{")||t[a]?.kind==="newline")break}return r&&n.bare_calls?[e,e,e]:void 0}function Hu(t){P(t.tokens[t.
at],"(")&&t.language.blocks==="indent"&&(t.at+=1);for(let e=0;e<16;e++){let s=t.functions.evaluate(t);if(J(t.tokens[t.at],"as")){let n=t.at+1,r=Oe(t.tokens,n,t.
end,[",",":",")"]);Vs(t,n,r,s),t.at=r}if(!P(t.tokens[t.at],","))return;t.at+=1}}function go(t){if(t.at=Oe(t.tokens,t.at,t.end,["{",":",";"]),!Uu(t)||!P(t.tokens[t.
at],"{"))return;let e=Se(t.tokens,t.at,t.end);for(t.at+=1;t.at<e&&t.collector.step();){let s=t.tokens[t.at],n=t.tokens[t.at+1];(!(s?.kind==="name"&&P(n,"(")&&!Vu.
has(s.text))||!Qn(t))&&(t.at+=1)}}function _x(t,e){let{tokens:s,scope:n}=t,r=Oe(s,t.at,t.end,[";"]);t.at+=1;let o=()=>{let a="";for(;t.at<r&&(a===""||a.endsWith(
".")||P(s[t.at],"."));){let c=s[t.at],l=c.kind==="name"||P(c,".")?c.text:"";if(l===""||l==="import"||l==="as")break;a+=l,t.at+=1}return a},i=e==="from"?`${o()}.`:
"";for(;t.at<r;t.at++){if(P(s[t.at],"*")){let d=n.get("*");n.set("*",at([...d?O(d):[],i.slice(0,-1)]));continue}let a=o();if(a==="")continue;let c=`${i}${a}`,l=J(
s[t.at],"as")?s[t.at+1]:void 0;l?.kind==="name"?(n.set(l.text,Ne(c)),t.at+=1):i!==""&&n.set(a,n.get(c)??Ne(c))}t.at=r}function Ax(t){let{tokens:e,scope:s,at:n}=t;
if(P(e[n+1],"(")){bo(t);return}let r=n+1,o=Math.min(t.end,n+vx);for(;r<o&&e[r].kind!=="text"&&!P(e[r],";");)r+=1;t.at=r+1;let i=e[r];if(i?.kind!=="text"||typeof i.
pieces[0]!="string")return;let a=i.pieces[0].replace(/^node:/,""),c=!1;for(let l=n+1;l<r;l++){let d=e[l];if(P(d,"{")&&(c=!0),d.kind!=="name"||["as","type","from"].
includes(d.text))continue;let u=c?`${a}.${d.text}`:a,p=J(e[l+1],"as")?e[l+2]:void 0;s.set(p?.kind==="name"?p.text:d.text,s.get(u)??Ne(u)),p&&(l+=2)}}function Jn(t){let e=s=>{let n;return r=>(n??=io(s),n(r))};return new Map(Object.entries(t).map(([s,n])=>[s,e(n)]))}function $x(t){let{rewrites:e,aliases:s={},case_sensitive:n=!0}=A.
languages[t],r=new Map(Object.entries(s)),o=e.map(([i,a])=>[new RegExp(i,"g"),a]);return i=>{let a=n?i:i.toLowerCase(),c=o.reduce((l,[d,u])=>l.replace(d,u),a);return r.
get(c)??c}}var Bu;function Tx(t){let{unknown:e=[],texts:s={},sdks:n=[],...r}=A.languages[t],{lexer:o}=r;return Bu??={sharedFunctions:Jn(A.sharedCalls.functions),
sharedMethods:Jn(A.sharedCalls.methods),sharedDeeds:Jn(A.sharedCalls.deeds)},{...r,...Bu,sdks:n,lexer:{...o,heredoc:o.heredoc===void 0?void 0:new RegExp(o.heredoc,
"y")},functions:Jn(r.functions),methods:Jn(r.methods),constants:new Map([...e.map(i=>[i,$]),...Object.entries(s).map(([i,a])=>[i,H(a)])]),canonicalize:$x(t)}}var Gu=new Map;
function zu(t){let e=Gu.get(t)??Tx(t);return Gu.set(t,e),e}var Px=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,Rx={n:`
`,t:"	",r:"\r",e:"\x1B",a:"\x07",b:"\b",f:"\f",v:"\v"};function qa(t){return t.includes("\\")?t.replace(Px,(e,s,n,r,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)
return String.fromCharCode(Number.parseInt(o,8));let c=s??n??r;if(c===void 0)return Rx[a]??a;let l=Number.parseInt(c,16);return l>1114111?"":String.fromCodePoint(
l)}):t}var Ix=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,Nx=/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,Ox=/%([wWiIqQxr]?)([({[<|!/])/y,Lx=300,Ku={"(":")","\
[":"]","{":"}","<":">"};function Zn(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function Xu(t,e,s,n){let r=t[e];if(s.triple){let o=Zn(Ix,t,e);if(!o)return;let i=o[1].
toLowerCase();return er(t,e+o[0].length,o[2],"text",n,{escapes:!i.includes("r"),interpolation:i.includes("f")?"f-string":void 0})}if(r==="'")return er(t,e+1,r,"\
text",n,{escapes:s.single_escapes});if(r==='"'||r==="`"){let o=s.interpolation==="template",i=r==='"'&&o?void 0:s.interpolation,a=r==='"'||o?"text":"shell";return er(
t,e+1,r,a,n,{escapes:!0,interpolation:i})}if(s.patterns&&r==="/"&&n.value)return Mx(t,e);if(s.heredoc&&r==="<")return qx(t,e,s,n);if(s.quoting==="q"&&!/[\w$@%&>]/.
test(t[e-1]??" ")){let o=Zn(Nx,t,e);return o&&Yu(t,e+o[0].length,o[1],o[2].trim(),s,n)}if(s.quoting==="percent"&&r==="%"&&n.value){let o=Zn(Ox,t,e);return o&&Yu(
t,e+o[0].length,`%${o[1]}`,o[2],s,n)}}function er(t,e,s,n,{within:r},{escapes:o,interpolation:i}){let a=[],c="",l=e,d=e,u=f=>{let h=t.slice(d,f);c+=o?qa(h):h.replace(
/\\(['\\])/g,"$1")},p=f=>{c!==""&&a.push(c),c="",a.push(f)};for(;l<t.length&&!t.startsWith(s,l);){let f=t[l];if(f==="\\"){l+=2;continue}if(f===`
`&&(s==="'"||s==='"')&&i==="f-string")break;let h=i&&r?Wx(t,l,i):void 0;if(!h){l+=i==="f-string"&&(t.startsWith("{{",l)||t.startsWith("}}",l))?2:1;continue}if(u(
l),h.name!==void 0)p([{kind:"name",text:h.name}]),l+=h.length;else{let m=r(l+h.length);p(m.tokens),l=m.end+1}d=l}return u(Math.min(l,t.length)),(c!==""||a.length===
0)&&a.push(c),{token:{kind:n,pieces:a},end:Math.min(t.length,l+s.length)}}var Dx=/\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)/y;function Wx(t,e,s){let n=t[e];if(s==="none")
return;if(s==="f-string")return n==="{"&&t[e+1]!=="{"?{length:1}:void 0;if(s==="template")return t.startsWith("${",e)?{length:2}:void 0;if(s==="hash")return t.startsWith(
"#{",e)?{length:2}:void 0;if(n==="{"&&t[e+1]==="$")return{length:1};if(t.startsWith("@{[",e))return{length:2};if(t.startsWith("@ARGV",e))return{length:5,name:'"\
@ARGV"'};if(n!=="$")return;let r=Zn(Dx,t,e);if(!r)return;let o=/^(?:\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})/.exec(t.slice(e+r[0].length,e+r[0].length+42)),i=o?`$${r[2]}\
.${o[0].replace(/[^\w]/g,"")}`:`$${r[1]??r[2]}`;return{length:r[0].length+(o?.[0].length??0),name:o&&r[2]!=="ENV"&&r[2]!=="ARGV"?y:i}}function Mx(t,e){let s=!1,
n=Math.min(t.length,e+Lx);for(let r=e+1;r<n&&t[r]!==`
`;r++){let o=t[r];if(o==="\\")r+=1;else if(o==="[")s=!0;else if(o==="]")s=!1;else if(o==="/"&&!s){let i=/[a-z]*/y;return i.lastIndex=r+1,{token:{kind:"text",pieces:[
y]},end:r+1+(i.exec(t)?.[0].length??0)}}}}function Yu(t,e,s,n,r,{within:o}){let i=Ku[n]??n,a=1,c=e;for(;c<t.length;c++)if(t[c]==="\\")c+=1;else if(t[c]===i){if(a-=
1,a===0)break}else t[c]===n&&(a+=1);let l=t.slice(e,c),d=Math.min(t.length,c+1);if(["qw","%w","%W","%i","%I"].includes(s))return{token:{kind:"words",words:l.split(
/\s+/).filter(f=>f!=="")},end:d};if(["m","tr","y","s","qr","%r"].includes(s)){let f=["tr","y","s"].includes(s)?t.indexOf(i,d+(Ku[n]?1:0)):c;return{token:{kind:"\
text",pieces:[y]},end:f<0?t.length:f+1}}let u=["q","%q"].includes(s)?{escapes:!1}:{escapes:!0,interpolation:r.interpolation},p=["qx","%x"].includes(s)?"shell":"\
text";return{...er(t.slice(0,c),e,"\0",p,{within:o},u),end:d}}function qx(t,e,s,n){let r=Zn(s.heredoc,t,e);if(!r)return;let o=t.indexOf(`
`,e),i=Math.max(n.heredocEnd,o<0?t.length:o+1),a=new RegExp(`^[ \\t]*${r[1]??r[2]??r[3]}\\b`,"m").exec(t.slice(i)),c=i+(a?.index??t.length),l=r[2]?{escapes:!1}:
{escapes:!0,interpolation:s.interpolation},{token:d}=er(t.slice(0,c),i,"\0","text",n,l);return{token:d,end:e+r[0].length,heredocEnd:c+(a?.[0].length??0)}}var jx=12,ko=16e3,Fx=/[ \t\r\f\v\\\u00a0]+/y,Qu=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,Hx=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
Vx=new RegExp([String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`].
join(""),"uy"),Ux=/^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,Bx=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function tr(t,e){return Ju(
t,0,e,0).tokens}function Ju(t,e,s,n){let r=[],o=e,i=0,a=0,c=0,l=u=>(u.lastIndex=o,u.exec(t)?.[0]),d=u=>Ju(t,u,s,n+1);for(;o<t.length&&r.length<ko;){let u=t[o];if(u===
`
`){o=Math.max(o+1,c),c=0;let v=l(/[ \t]*/y)?.length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&r.push({kind:"newline",indent:v});continue}let p=l(
Fx);if(p!==void 0){o+=p.length;continue}if(s.comment.some(v=>t.startsWith(v,o))){let v=t.indexOf(`
`,o);o=v<0?t.length:v;continue}if(s.block_comment&&t.startsWith(s.block_comment[0],o)){let v=t.indexOf(s.block_comment[1],o+2);o=v<0?t.length:v+2;continue}let f=Xu(
t,o,s,{value:Kx(r.at(-1)),within:n<jx?d:void 0,heredocEnd:c});if(f){r.push(f.token),o=f.end,c=f.heredocEnd??c;continue}let h=Gx(t,o,s);if(h!==void 0){r.push({kind:"\
name",text:h}),o+=h.length;continue}let m=l(Hx);if(m!==void 0){r.push({kind:"number",number:zx(m)}),o+=m.length;continue}let b=l(Vx)??u,k=b==="::"&&s.lines==="i\
ndent"?":":b;if((k==="("||k==="[")&&(i+=1),(k===")"||k==="]")&&i>0&&(i-=1),k==="{"&&(a+=1),k==="}"){if(a===0&&n>0)break;a=Math.max(0,a-1)}r.push({kind:"mark",text:k}),
o+=k.length}return{tokens:$u(s.lines==="statements"?Yx(r):r),end:o}}function Gx(t,e,s){let n=e;for(;n-e<2&&s.sigils.includes(t[n]??" ");)n+=1;Qu.lastIndex=n;let r=Qu.
exec(t)?.[0];if(r!==void 0){let i=n+r.length,a=/[?!]$/.test(r)&&(s.interpolation!=="hash"||t[i]==="=")?i-1:i;return t.slice(e,a)}return n>e&&/[_!@0&\d]/.test(t[n]??
"")&&s.interpolation==="dollar"?t.slice(e,n+1):n>e&&t[e]==="$"&&s.lines!=="none"?"$":void 0}function zx(t){let e=t.replaceAll("_","");return/^0[0-7]+$/.test(e)?
Number.parseInt(e,8):Number(e)}function Kx(t){return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.
test(t.text):!1}function Yx(t){return t.filter((e,s)=>{if(e.kind!=="newline")return!0;let n=t[s+1],r=t[s-1];return r?.kind==="newline"||n?.kind==="mark"&&Bx.test(
n.text)?!1:!(r?.kind==="mark"&&Ux.test(r.text)&&!P(r,"{"))})}var Xx=9,ep=64;function tp(t,e){let s=tr(t,A.awkLexer),n=Jx(e.input),r=i=>Zu(s,i,n),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],c=s[i+1];if(a.kind==="\
name"&&P(c,"=")&&n.set(a.text,r(i+2)),J(a,"print","printf"))o=i,e.recordPrint([r(i+1)]);else if(a.kind==="newline"||P(a,";","}","{"))o=-1;else if(J(a,"system")&&
P(c,"("))e.runShellLine(r(i+2));else if(o>=0&&P(a,">",">>"))e.recordWrite(r(i+1),void 0,P(a,">>"));else if(P(a,"|","|&")){if(o>=0){let l=r(i+1);e.runShellLine(l),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(O(l)[0])&&e.runShellLine(r(o+1))}else if(J(c,"getline")){let l=i;for(;i-l<ep&&Qx(s[l-1]);)l-=1;e.runShellLine(Zu(s.slice(0,i),
l,n))}}else if(J(a,"getline")){let l=s.slice(i+1,i+4).findIndex(d=>P(d,"<"));l>=0&&e.readFile(r(i+2+l))}}}var Qx=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
P(t,"$");function Jx(t){let e=new Map;for(let[o,i]of t.variables)e.set(o,H(qa(i)));for(let[o,i]of t.args.entries())e.set(`ARGV[${o+1}]`,hs(i));for(let[o,i]of Object.
entries(t.environment))e.set(`ENVIRON[${o}]`,hs(i));let s=ss(t);if(!s)return e;let n=O(s),{separator:r=" "}=t;if(e.set("$0",at(n)),/^[^\\.*+?[\]^$|()]$/.test(r)){
let o=n.map(i=>r===" "?i.trim().split(/\s+/):i.split(r));for(let i=1;i<=Xx;i+=1)e.set(`$${i}`,at(o.map(a=>a[i-1]??"")));e.set("$NF",at(o.map(i=>i.at(-1)??"")))}
return e.set("$",H(n.some(o=>!o.includes(y))?W:y)),e}var ja=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):
t?.kind==="name"||t?.kind==="mark"?t.text:"";function Zu(t,e,s){let n=[];for(let r=e;r<Math.min(t.length,e+ep);r++){let o=t[r];if(o.kind==="text")n.push(H(ja(o)));else if(o.
kind==="name"){let i=P(t[r+1],"[")&&P(t[r+3],"]"),a=i?`${o.text}[${ja(t[r+2])}]`:o.text;n.push(s.get(a)??H(y)),i&&(r+=3)}else if(P(o,"$")){let i=s.get(`$${ja(t[r+
1])}`);n.push(i??s.get("$")??H(y)),r+=1}else if(!P(o,"(")||n.length>0)break}return n.length===0?H(y):Ae(n)}var Zx=new Set(`spawn fork vfork Popen posix_spawn pcntl_fork proc_open popen execFile Worker Process create_subprocess_exec
   create_subprocess_shell`.split(/\s+/)),ew=new Set("system exec shell_exec popen execSync os".split(" ")),tw=new Set(`break return exit wait waitpid wait4 joi\
n communicate sleep usleep await throw raise die last readline input
   gets recv accept get poll Queue`.split(/\s+/)),Ha=1e3,sw=64,nw=10;function rp(t){if(!Fa(t))return!1;let e=[],s=[];for(let n=0;n<t.length&&e.length+s.length<sw;n++){
let r=rw(t,n)??ow(t,n);r&&e.push(t.slice(...r));let o=iw(t,n);if(!o)continue;let[i,a]=o.span,c=t.slice(i,Math.min(a,i+Ha));Fa(c)&&!np(c)&&s.push(o.name),sp(c,[o.
name])&&!aw(c)&&e.push(c)}return e.some(n=>(Fa(n)||sp(n,s))&&!np(n))}function rw(t,e){let s=t[e],n=t[e+1];if(J(s,"loop")&&(P(n,"{")||J(n,"do")))return vo(t,e+1);
let r=P(n,"("),o=r?Se(t,e+1)+1:e+2;if(J(s,"for")&&r&&t.slice(e+2,e+4).every(u=>P(u,";")))return vo(t,o);if(!J(s,"while","until")||r&&o!==e+4)return;let i=t[r?e+
2:e+1];if(!(J(s,"while")?J(i,"true","True")||i?.kind==="number"&&i.number!==0:J(i,"false")))return;let c=t[o];if(c!==void 0&&!P(c,";","}"))return vo(t,o);let l=Math.
max(0,e-Ha),d=u=>P(u,";","{")||u.kind==="newline";return[l+t.slice(l,e).findLastIndex(d)+1,e]}function ow(t,e){if(!J(t[e],"setInterval")||!P(t[e+1],"("))return;
let s=Se(t,e+1),n=t[s-1];return(n?.kind==="number"?n.number>nw:!P(n,")","}"))?void 0:[e+2,s]}function iw(t,e){let s=J(t[e],"function","def","sub"),n=t[s?e+1:e];
if(n?.kind!=="name"||!(s||P(t[e+1],"=")))return;let r=e+2;for(;!s&&J(t[r])&&r<e+4;)r+=1;P(t[r],"(")&&(r=Se(t,r)+1);let o=P(t[r],"=>");if(!(!s&&!o&&!J(t[e+2],"fu\
nction")))return{name:n.text,span:vo(t,o?r+1:r)}}var sp=(t,e)=>t.some((s,n)=>s.kind==="name"&&e.includes(s.text)&&P(t[n+1],"(")),aw=t=>t.some(e=>J(e,"if","unles\
s","case","switch")||P(e,"?","&&","||")),np=t=>t.some(e=>e.kind==="name"&&tw.has(e.text)),Fa=t=>t.some((e,s)=>{if(e.kind!=="name")return!1;if(Zx.has(e.text))return!0;
if(!ew.has(e.text))return!1;let n=t.slice(s+1,s+5).find(r=>r.kind==="text")?.pieces.at(-1);return typeof n=="string"&&/&\s*$/.test(n)});function vo(t,e){let s=Math.
min(t.length,e+Ha);return P(t[e],"{")?[e+1,Se(t,e)]:J(t[e],"do")?[e+1,t.length]:P(t[e],":")?[e+1,co(t,e,e,s)]:[e,Oe(t,e,s,[";"])]}tt();var cw=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,lw=/is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\?|-[dfel]\b/i,
dw=/[=!<>]=|[<>]|\b(?:in|and|or|match)\b|&&|\|\||=~|\b(?:endswith|startswith|includes|test)\b/,uw=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,pw=/\b(?:continue|next|return)\b/;
function op(t){let e=pw.test(t);return[...t.matchAll(cw)].some(([s,n=""])=>lw.test(n)&&!dw.test(n.replace(/=>|->/g,""))?!1:uw.test(s)===e)}var fw=4e4,ip=512,mw=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,hw=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),wo=class{constructor(e,s,n=""){
this.source=e;this.context=s;this.mayHideInput=lu(n,this.input),this.chooses=op(n),this.isInMemory=/['"](?:sqlite:\/\/\/?)?:memory:['"]|['"]sqlite:\/\/['"]/.test(
n)}source;context;invocations=[];problem;remainingSteps=fw;mayHideInput;chooses;isInMemory;get input(){return this.context.input??no}recordPrint(e,s=" ",n=`
`){if(!this.context.onPrint)return;let r=e.map(o=>{let i=o.kind==="list"?o.items.flatMap(O):O(o),a=o.kind==="text"&&o.glob===!0;return i.map(Ua).map(c=>this.markUnread(
a?c.replaceAll("*",y):c)).join(`
`)});this.context.onPrint(r.join(s)+n)}markUnread(e){return this.mayHideInput&&e===y?W:e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail(
"too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,n={}){let r=this.createInvocation(
e,s,n);return this.mayHideInput&&hw.has(e)&&(r.args=r.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(r),r}createInvocation(e,s,n={}){let r=s.filter(
o=>o!==void 0).flatMap(o=>xo(o,gw.has(e)));return{...es(e,r),language:this.source,...n}}readFile(e){if(e?.kind==="content"||e?.kind==="made")return e;let s=e&&O(
e).every(r=>mw.test(r))?ss(this.input):void 0;if(s)return s;let n=O(e);return this.addInvocation("cat",[e??$],{redirects:xo(e??$,!1).map(Va("read"))}),ms([],n)}recordWrite(e,s,n=!1){
let r=s&&bt([s]),[o]=O(s);if(e?.kind==="text"&&(e.glob||e.of.some(c=>c.includes(Dt)))&&o===""&&!n){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation(
"printf",["%s",s??$],{redirects:xo(e??$,!1).map(Va(n?"append":"write")),...re({input:r&&{kind:"pipe",from:this.listSources(r)}})});let[a]=O(e);a!==void 0&&o!==void 0&&
!a.includes(y)&&!o.includes(y)&&this.context.onWrite?.(a,o)}listSources(e){let s=e.files.map(r=>({text:r,glob:!1})),n=this.createInvocation("cat",[],{args:s,redirects:s.
map(Va("read"))});return[...s.length>0?[n]:[],...e.from]}runShellLine(e){let s=e&&bt([e]);return s?ms([this.addInvocation("sh",[],{input:{kind:"pipe",from:this.
listSources(s)}})]):ms(O(e).flatMap(n=>this.readCommand(this.markUnread(ap(n)))))}runProgram(e){let s=ap(e.flatMap(n=>O(n).map(yw)).join(" "));return ms(this.readCommand(
s))}readCommand(e){if(!this.step(8))return[];let{invocations:s,problem:n}=this.context.readCommand(e);n&&(this.problem??=n);for(let r of s)this.add(r);return s}add(e){
this.invocations.length>=ip?this.fail("too-much",`the code does more than ${ip} things`):this.invocations.push(e)}},gw=new Set(["rm","truncate","shred"]),bw=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,
Ua=t=>t.replaceAll(Dt,y),ap=t=>bw.test(t)?t.replaceAll(Dt,"*").replace(/'([^'\s]*\*)'/g,"$1"):Ua(t);function xo(t,e){if(typeof t=="string")return[{text:t,glob:!1}];
if(t.kind==="content"&&t.files.length>0)return t.files.map(n=>({text:`@${n}`,glob:!1}));if(t.kind==="list")return t.items.flatMap(n=>xo(n,e));let s=t.kind==="te\
xt"&&t.glob===!0;return O(t).map(n=>e&&n.includes(Dt)?{text:n.replaceAll(Dt,"*"),glob:!0}:{text:Ua(n),glob:s})}var Va=t=>e=>({kind:t,path:e}),yw=t=>/^[\w@%+=:,./-]+$/.
test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var cp=65536,kw=40,vw={evaluate:yt,call:lo,block:yo,code:(t,e)=>(t.depth>kw&&t.collector.fail("too-deep","code in code is nested too deeply"),t.collector.step(Math.
ceil(e.length/4)),yo(lt(t,tr(e,t.language.lexer))))};function So(t,e,s){if(e.length>cp)return{invocations:[],problem:{kind:"too-long",detail:`the ${t} code is l\
onger than ${cp} characters`}};let n=new wo(t,s,e);return t==="sql"?zn(e,n):t==="awk"?tp(e,n):xw(zu(t),e,n),{invocations:n.invocations,...re({problem:n.problem||
void 0})}}function xw(t,e,s){let n=[],r=tr(e,t.lexer);if(r.length>=ko){s.fail("too-much",`the code has more than ${ko} words`);return}rp(r)&&s.addInvocation("fo\
rk-bomb",[]);let o=new gn;du(t.inputs,o,s.input);let i={language:t,collector:s,scope:o,tokens:r,at:0,end:r.length,depth:0,definitions:n,returnValues:[],activeFunctions:new Set,
functions:vw},a=yo(i);s.input.printsLast&&s.recordPrint([a]);let c=new Map;for(let l of r)l.kind==="name"&&c.set(l.text,(c.get(l.text)??0)+1);for(let l=0;l<n.length&&
s.problem===void 0;l++){let d=n[l];!d.called&&(d.name===void 0||(c.get(d.name)??0)>1||d.parameters[0]==="self")&&Us(i,d,[])}}var Ba="/work";var fD=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function dp(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:lp(e)||e.split(`
`).every(s=>s.trim()===""||lp(s))}function lp(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var ww=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function up(t){let e=t.slice(0,2e3);return ww.find(([s])=>s.test(e))?.[1]}function bs(t,e=""){try{return new RegExp(t,e)}catch{return}}var st=(t,e="")=>new RegExp(t.join("|"),e);var Ka=2e3,Sw=/^(?:-(?:n ?|-lines[= ])?(?:1?\d|20|\u{FFFC}.*))?$/u,Ew=/^(?:-n \d{1,2}p|\d{1,2}!d)$/,Cw=st([String.raw`^(?:-n )?\/((?:[^/\\]|\\.)*)\/\s*!d$`,String.
raw`^(?:-n|--quiet|--silent) (?:\/((?:[^/\\]|\\.)*)\/\s*p|s([/|#,])((?:(?!\3)[^\\\n]|\\.)*)\3.*p)$`]);function pp({program:t,args:e,filter:s}){let n=e.map(r=>r.
text).join(" ");if(n.length>Ka)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let r=Ya(e);return r.length>0&&r.every(Ga)}if(/^g?sed$/.test(t)){let[
,r,o,,i]=Cw.exec(n)??[];return Ew.test(n)||Ga(r??o??i??"")}return/^[gmn]?awk$/.test(t)?Aw(s?.code??""):t==="head"||t==="tail"?Sw.test(n):t==="fzf"}function Ya(t){
let{flags:e,options:s,operands:n}=be("grep",t);if(ne(e,"-v")||ne(e,"--invert-match"))return[];let r=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);
return(r.length>0?r:n.slice(0,1)).map(({text:o})=>o)}var _w=/^(root|pid|usr|bin|sbin|lib)$/i;function Ga(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).
every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(
/\\?[(){}^$+]|\\/g,"");return s.includes(y)||/\w\w/.test(s)&&!_w.test(s.trim())})}function Aw(t){return t.length>Ka||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.
test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:Xa(t).some(Ga)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.
test(t)}function Xa(t){return t.length>Ka?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,n,r])=>s===void 0?n??r??[]:[])}
var $w=/^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;function fp({input:t},e){let s=t?.kind==="pipe"?t.from:[];return s.some(gp)?hp(s).length>0:s.
some(n=>za(n).length>0&&pp(n))?!1:Tw(e).length>0}function Tw(t){let e=hp(t);if(e.length===0)return[];let s=new Set(t.filter(Pw).flatMap(({input:n})=>n?.kind==="\
pipe"?n.from:[]));return e.filter(n=>n.captured||n.language!=="shell"||mp(n)||s.has(n))}var mp=({redirects:t})=>t.some(({kind:e})=>e!=="read"),Pw=t=>$w.test(t.program)||
mp(t);function hp(t){let e=t.filter(gp);if(e.length===0)return e;let s=t.filter(r=>za(r).length>0&&pp(r)),n=new Set(s.flatMap(za));return e.filter(r=>!n.has(r))}
var za=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),Rw=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
Iw=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,gp=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>Iw.test(s))||!e.some(({text:s})=>Rw.test(s)));var Qa=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var Nw=Qa.names.map(t=>t.replace("*","")),bp=Qa.ports,xp=t=>Object.hasOwn(bp,t)?[bp[t]]:[],Ow=60,Lw=4;function wp(t){if(t.length>Ow||!/\w/.test(t)||/[\s/]|\\\d/.
test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>Lw)return[];let s=bs(e);return s===void 0?[]:Nw.filter(n=>{
let r=s.exec(n);if(r===null)return!1;let o=r[0].length*2;return o>n.length||r.index===0&&o===n.length})}var Dw=200,Ww="init",Eo="*",Mw=/^(?:pkill|killall|skill|slay|taskkill|Stop-Process|fuser|start-stop-daemon)$/;
function Sp(t,e){let s=new Set(t.flatMap(jw)),n=t.filter(i=>i.program==="kill"&&i.args.some(qw)&&!Ep(i));n.some(i=>fp(i,e))&&s.add(Eo);for(let{input:i}of n){if(i?.
kind==="file")for(let a of Co(i.path.text))s.add(a);if(i?.kind==="pipe")for(let a of yp(i.from,Dw))s.add(a)}let o=n.some(({input:i})=>i===void 0||i.kind==="text")?
e:e.filter(({captured:i})=>i);if(n.length>0)for(let i of yp(o))s.add(i);return s}var qw=({text:t})=>t.includes(y);function Ep({program:t,args:e}){let{flags:s,options:n}=be(
t,e),o=[...n.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>
0&&o.every(i=>i==="0")}function jw({program:t,path:e,args:s}){if(e.startsWith("/etc/init.d/")&&s[0]?.text==="stop")return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.
test(t))return s.some(({text:r})=>/^(stop|quit|graceful-stop)$/.test(r))?[t.replace(/ctl$/,"2")]:[];if(!Mw.test(t))return[];let n=be(t,s);return t==="fuser"?Uw(
n):t==="start-stop-daemon"?Vw(n):Ep({program:t,args:s})?[]:Cp(t,n)}function Cp(t,{flags:e,options:s,operands:n}){let r=t!=="killall"&&ne(e,"-f"),o=/^p(kill|grep)$/.
test(t)&&!ne(e,"-x")&&!ne(e,"--exact");return[...n.flatMap(({text:i})=>[...Ja(i,r),...o?/^\w$/.test(i)?[Eo]:wp(i):[]]),...s.flatMap(({value:i})=>Co(i.text))]}var Fw=200,
Hw=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;function Ja(t,e){return t.slice(0,Fw).split("|").flatMap(n=>{let r=n.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,
""),[o="",...i]=r.trim().split(/\s+/);if(e&&i.length>0&&!o.endsWith(":")&&!Hw.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===""?[]:[a.
replace(/\.exe$/i,"")]})}function Co(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.[1];return e===void 0?[]:[e]}function Vw({flags:t,options:e}){
return!ne(t,"-K")&&!ne(t,"--stop")?[]:e.flatMap(({flag:s,value:n})=>/^(-n|--name|-x|--exec)$/.test(s)?Ja(n.text,!1):Co(n.text))}function Uw({flags:t,operands:e}){
return!ne(t,"-k")&&!ne(t,"--kill")?[]:["-m","-M","-c","--mount"].some(s=>ne(t,s))?[Eo]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(s)?[Eo]:xp(s.replace(
/\/(tcp|udp|sctp)$/,"")))}function yp(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return[Ww];let s=t.some(({program:n})=>n==="ps");return t.flatMap(n=>Bw(n,s))}
function Bw({program:t,args:e,redirects:s,filter:n},r){switch(t){case"pgrep":case"pidof":return Cp(t,be(t,e));case"cat":case"head":case":":return[...e,...s.map(
({path:o})=>o)].flatMap(({text:o})=>Co(o));case"ps":return vp(e,"-C");case"lsof":return[...vp(e,"-c"),...e.flatMap(({text:o})=>Gw(o))];case"systemctl":return zw(
be(t,e));default:return r?/^[gmn]?awk$/.test(t)?Xa(n?.code??"").flatMap(kp):/^(e|f)?grep$|^rg$/.test(t)?Ya(e).flatMap(kp):[]:[]}}var kp=t=>[...Ja(t,!0),...wp(t)],
Gw=t=>{let[,e]=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(t)??[];return e===void 0?[]:xp(e)};function zw({operands:t}){let[e,...s]=t.map(({text:r})=>r);
return(e==="show"?s:s.filter(r=>r.endsWith(".service"))).map(r=>r.replace(/\.service$/,""))}function vp(t,e){return t.flatMap(({text:s},n)=>s===e?t.slice(n+1,n+
2).flatMap(r=>r.text.split(",")):s.startsWith(e)?s.slice(e.length).split(","):[])}function M(t,e){let s=[],n=[],r=0;for(;r<t.length;r+=1){let o=t[r],{text:i}=o;if(i==="--"){r+=1;break}if(i.startsWith("--"))r=Kw(t,r,e,s);else if(i.length>1&&i.
startsWith("-"))r=Xw(t,r,e,s);else if(e.permuted)n.push(o);else break}return n.push(...t.slice(r)),{options:s,operands:n}}var Za=(t,e,s,n,r)=>{let o=e[s+1];return r.
push(o?{name:t,value:o}:{name:t}),o?s+1:s},Kw=(t,e,s,n)=>{let{text:r,glob:o}=t[e],[,i="",a]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(r),c=Yw(i,s);return a===void 0&&s.
long?.includes(c)?Za(c,t,e,s,n):(n.push(a===void 0?{name:c}:{name:c,value:{text:a,glob:o}}),e)},Yw=(t,{long:e=[]})=>{let s=e.filter(n=>n.startsWith(t));return e.
includes(t)||s.length!==1?t:s[0]},Xw=(t,e,s,n)=>{let{short:r="",long:o=[],optional:i=""}=s,{text:a,glob:c}=t[e];if(o.includes(a.slice(1))&&a.length>2)return Za(
a.slice(1),t,e,s,n);for(let l=1;l<a.length;l+=1){let d=a[l],u=a.slice(l+1),p=i.includes(d)&&(u!==""||t[e+1]?.text.startsWith("-")!==!1);if(!r.includes(d)||p)n.push(
{name:d});else{if(u==="")return Za(d,t,e,s,n);n.push({name:d,value:{text:u,glob:c}});break}}return e},z=(t,...e)=>t.some(({name:s})=>e.includes(s)),q=(t,...e)=>t.
flatMap(({name:s,value:n})=>e.includes(s)&&n?[n]:[]);var Qw=200;function ec(t,e,s){if(t.length===0||s.length>Qw)return t;let n=s.slice(0,Math.max(0,s.indexOf(e))).filter(({program:o})=>o==="mv");if(n.length===0)return t;
let r=n.flatMap(({args:o})=>{let i=o.filter(({text:c})=>!c.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:c})=>_p(a.text,c)||_p(c,a.text))?i.slice(
0,-1):[]});return[...t,...r]}function _p(t,e){let s=e.replace(/\/\*?$/,"");return t===s||t.startsWith(`${s}/`)}var Jw=new Set(A.getopt.find.long.map(t=>`-${t}`)),
Zw=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,e0=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,t0=/^-(exec|execdir|ok|okdir)$/,
s0=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,n0=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,Ap=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function Tp(t){
let e=[],s=[Ap()],n=!1,r=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],c=s.at(-1),l=()=>{c.deletes=!0,r>0&&o&&(c.names=["*"])};a==="("?r+=1:a===")"?r=Math.
max(0,r-1):/^(-o|-or|,)$/.test(a)?(o=!0,r===0&&s.push(Ap())):t0.test(a)?(s0.test(t[i+1]?.text??"")&&l(),i=r0(t,i)):a==="-delete"?l():a==="!"||a==="-not"?n=!0:Zw.
test(a)?(n||c.names.push(t[i+1]?.text??"*"),n=!1,i+=1):a==="-fprintf"?i+=2:Jw.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(c.byProperty||=e0.test(a),n=!1,i+=1):a===
"-empty"?c.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:s}}function r0(t,e){for(let s=e+1;s<t.length;s+=
1)if(t[s].text===";"||t[s].text==="+"&&/\{\}|\u{FFFC}/u.test(t[s-1].text))return s;return t.length}function Bs(t){let e=$p.get(t)??o0(t);return $p.set(t,e),e}var $p=new WeakMap;
function o0(t){let{starts:e,branches:s}=Tp(t),n=e.length>0?e:[{text:".",glob:!1}],r=s.filter(({deletes:o})=>o);return n.flatMap(({text:o})=>(r.length>0?r.flatMap(
a=>Pp(a,o)):i0(s,o)).map(a=>({text:`${o.replace(/\/$/,"")||""}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,glob:!0})))}function Pp({names:t,empty:e,byProperty:s},n){return t.
length>0?t:e?["tmp"]:[s&&n0.test(n)?y:"*"]}function i0(t,e){let s=t.flatMap(n=>n.names);return Pp({...t.at(-1),names:s,empty:t.some(({empty:n})=>n)},e)}var nr=t=>Tp(
t).branches.some(({deletes:e})=>e);function a0({args:t}){let{options:e,operands:s}=M(t,{short:"e",long:["extension"],permuted:!0}),[n]=q(e,"e","extension"),r=n?
`*.${n.text}`:s[0]?.text??"*";return[{text:`${s[1]?.text??"."}/${/^[.^$]*$/.test(r)?"*":r}`,glob:!0}]}var c0=/^(g?xargs|find|fd|parallel)$/,Rp=/^fd(find)?$/,l0=/^(find|ls|git|fd|fdfind)$/;
function Gs(t,e){let s=t.wrappers.findLast(i=>c0.test(i)),n=s&&d0(s,t,e);if(!n)return t.args;let r=n.program==="find"?Bs(n.args):u0(n);if(r.length===0)return t.
args;let o=s==="find"?`/${y}`:y;return t.args.some(({text:i})=>i.includes(o))?t.args.flatMap(i=>{if(!i.text.includes(o)||i.text.startsWith("-"))return[i];let[a=""]=/^[^\u{FFFC}]*[@=]/u.
exec(i.text)??[];return r.map(({text:c,glob:l})=>({text:a+c,glob:l}))}):t.args}function d0(t,e,s){let{input:n}=e;if(t!=="find"&&t!=="fd")return n?.kind==="pipe"?
n.from.find(({program:o})=>l0.test(o)):void 0;let r=({program:o})=>t==="find"?o==="find":Rp.test(o);return s.slice(0,s.indexOf(e)).findLast(r)??s.find(r)}function u0(t){
let e=t.args.filter(({text:s})=>!s.startsWith("-"));return Rp.test(t.program)?a0(t):t.program==="ls"?(e.length>0?e:[{text:".",glob:!1}]).map(({text:n,glob:r})=>({
text:r?n:`${n.replace(/\/$/,"")}/*`,glob:!0})):t.program==="git"&&e[0]?.text==="ls-files"&&e.length===1?[{text:"./*",glob:!0}]:[]}var tc=t=>A.roles.has(t);function rr(t,{
flags:e,options:s,operands:n}){let r={reads:[],writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${n[0]?.text??""}`,i=A.roles.has(o),a=A.roles.get(i?o:t);if(!a)
return r;let c=a.unless?.some(f=>ne(e,f)),l=n.slice((i?1:0)+(c?0:a.skip??0)),d=a.with?.find(f=>f.flags.some(h=>ne(e,h)))?.each??a.each,u=s.some(({flag:f})=>a.options?.[f]===
"writes"),p=a.last!==void 0&&l.length>1&&!u&&d!=="none";l.forEach((f,h)=>{let m=p&&h===l.length-1?a.last:d,b=Object.entries(a.keyed??{}).find(([k])=>f.text.startsWith(
k));b?r[b[1]].push({text:f.text.slice(b[0].length),glob:f.glob}):m&&m!=="none"&&r[m].push(f)});for(let{flag:f,value:h}of s){let m=a.options?.[f];m&&r[m].push(h)}
return t==="git"&&(r.reads=r.reads.map(f0)),(t==="curl"||t==="http"||t==="https")&&r.reads.push(...m0(s,n)),t==="tar"&&!p0(e,n)&&(r.writes=[]),(t==="scp"||t==="\
rsync")&&(r.reads=r.reads.filter(({text:f})=>!sr(f)),r.writes=r.writes.filter(({text:f})=>!sr(f))),r}var p0=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.text??"")?.[0]??
"";return/[xctru]/.test(s)?s.includes("x"):!["-c","-t","-r","-u","--create","--list","--append","--update"].some(n=>ne(t,n))},sr=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),f0=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function m0(t,e){let s=t.flatMap(({flag:r,
value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(r),[,a]=i&&/(?:^@|=@|=<)([^;,]*)/.exec(o.text)||[];return a===void 0?[]:[{...o,
text:a}]}),n=e.flatMap(r=>{if(r.text.startsWith("file://"))return[r];let o=/^[\w.-]*:?[@=]@/.exec(r.text)??/^@/.exec(r.text);return o?[{...r,text:r.text.slice(o[0].
length)}]:[]});return[...s,...n]}var h0=/^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/,g0=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,
_o=R(".");function b0(t,e,s){let n={paths:[],files:[]},[r]=t.args;if(r?.text!=="checkout"&&r?.text!=="restore")return n;let o=Gs(t,e),{flags:i,options:a,operands:c}=be(
"git",o);if((ne(i,"-p")||ne(i,"--patch"))&&t.input===void 0)return n;let l=r.text==="restore",d=ne(i,"--staged")||ne(i,"-S");if(l&&d&&!ne(i,"--worktree")&&!ne(i,
"-W"))return n;if(a.some(({flag:h})=>h==="--pathspec-from-file"))return{...n,paths:[_o]};let u=c.slice(1);if(["-b","-B","-t","--track","--orphan"].some(h=>ne(i,
h))&&!l)return n;let f=(l?u:k0(u,o)).flatMap(h=>h.text===y?s()?[_o]:[]:[v0(h)]);return{paths:f.filter(Ip),files:f.filter(h=>!Ip(h))}}var y0=/\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;
function k0(t,e){let s=e.findIndex(({text:o})=>o==="--");if(s!==-1)return e.slice(s+1);let[n,...r]=t;return n&&r.length===0&&y0.test(n.text)||n&&(n.glob||n.text===
y||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(n.text))?t:r}function v0({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return _o;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,
"").replace(/\*\*.*$/s,"");return s===""?_o:{text:s,glob:e}}function Ip({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",n=t]=/^(?:(.*)\/)?([^/]*)$/.
exec(t)??[];return n==="."||n===".."||n===""?!0:/^[a-z][a-z0-9_-]*$/.test(n)&&!h0.test(n)&&!g0.test(s)}function x0({program:t,args:e}){if(t!=="git"||e.some(({text:r})=>r===
"--"))return!1;let[s="",...n]=e.map(({text:r})=>r);return/^(ls-files|status)$/.test(s)?n.every(r=>r.startsWith("-")):s==="diff"&&n.some(r=>r==="--name-only"||r===
"--name-status")}var w0=(t,e)=>t.captured===!0||t.redirects.length>0||e.some(({input:s})=>s?.kind==="pipe"&&s.from.includes(t)),S0=["","-before","-after","-duri\
ng","-delay","-excluded"].map(t=>`--delete${t}`);function Np(t,e){let s=Sp(t,e),n,r=()=>(n??=e.some(i=>x0(i)&&w0(i,e)),n),o=(i,a,c)=>a.length>0?[es(i,a,[],c)]:[];
return[...o("end-process",Lt([...s])),...t.flatMap(i=>{let{program:a,folder:c}=i;if(a==="rsync")return o("sync-away",E0(i),c);if(a!=="git")return[];let{paths:l,
files:d}=b0(i,e,r);return[...o("git-discard",l,c),...o("git-discard-file",d,c)]})]}function E0({args:t}){let{flags:e,operands:s}=be("rsync",t);return[...S0,"--d\
el"].some(r=>ne(e,r))&&s.length>1?s.slice(-1).filter(({text:r})=>sr(r)):[]}var sc=require("node:path");var C0=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
_0=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
A0=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function $0({text:t}){let e=A0.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function Ao(t){let e=$0(t);if(e!==void 0)return C0.
test(e)?"local":_0.test(e)?"drop":"remote"}var Lp=/^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/,T0=/^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/,
P0=/^(cp|mv|ln|install)$/,R0=500,$o=class{paths=new Set;constructor(e=[]){for(let s of e)this.paths.add(s)}record(e){let{program:s,args:n,folder:r}=e,[o,i]=P0.test(
s)?n.filter(({text:c})=>!c.startsWith("-")):[],a=o&&i&&this.has(o.text,r)?[i]:[];for(let{text:c}of[...I0(e),...a]){let l=Op(c,r);l!==void 0&&this.paths.add(l),this.
paths.size>R0&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let n=Op(e,s);return n!==void 0&&this.paths.has(n)}},yn=({program:t})=>Lp.test(t),Dp=({
program:t})=>Lp.test(t)||T0.test(t);function I0(t){let e=t.redirects.filter(({kind:l})=>l!=="read").map(({path:l})=>l);if(!yn(t))return t.input?.kind!=="pipe"||
!t.input.from.some(yn)?[]:t.program==="tee"?t.args.filter(({text:l})=>!l.startsWith("-")):e;let{flags:s,options:n,operands:r}=be(t.program,t.args),o=r.filter(l=>l.
text.includes(y)||(Ao(l)??"local")!=="local");if(o.length===0)return[];let i=n.flatMap(({flag:l,value:d})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.
test(l)&&d.text!=="-"?[d]:[]),a=/^(wget2?|aria2c|axel)$/.test(t.program)||s.includes("-O")||s.includes("--remote-name"),c=o.map(({text:l})=>({text:sc.posix.basename(
l.replace(/[?#].*$/,"")),glob:!1}));return[...e,...i,...a&&i.length===0?c:[]]}function Op(t,e){let s=/^[/~]/.test(t)||e===void 0?t:`${e.text}/${t}`;return t===""||
t.includes(y)?void 0:sc.posix.normalize(s)}Ks();var nc=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function Mp(t,e){let s=e.findIndex(({text:r})=>r==="--"),n=e.slice(0,s===-1?void 0:s);return!nc(t)&&!n.some(
({text:r,bare:o})=>o&&r.startsWith(y))}var Wp=/^(client|server|true|t|1|yes)$/i,N0=/^(false|f|0|no|none|off)$/i;function qp(t,e,s){let n=D0(t,e);return!n||e.flags.
filter(o=>n.includes(o)).length===0||e.flags.some(o=>/^--no-(d|n$)/.test(o)||t==="git"&&o==="--apply")||e.options.some(({flag:o,value:i})=>n.includes(o)&&!Wp.test(
i.text))?!1:s.every((o,i)=>{if(!O0(o,n))return!0;let[,a]=/^-\w+=(.*)$/s.exec(o)??[];return a!==void 0&&!Wp.test(a)?!1:!jp(t,s,i)&&!N0.test(s[i+1]??"")})}function O0(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(s=>/^-\w$/.test(s)&&t.includes(s[1])))}var L0=/^-\w*[rvqayzR]$/;function jp(t,e,s){
let n=e[s-1]??"";return t==="git"||!n.startsWith("-")||n.includes("=")?!1:n.startsWith("--")?n.length>2&&!A.switches.has(n):!ya(t)&&!L0.test(n)}function D0(t,{operands:e}){
let s=[t,...e.slice(0,3).map(({text:n})=>n)];for(let n=s.length;n>0;n-=1){let r=A.dryRuns.get(s.slice(0,n).join(" "));if(r)return r.flags}return A.clients.has(t)?
A.dryRuns.get("client")?.flags:void 0}var W0=/^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|truncate)$/,M0=/^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/,
q0=/^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/,
j0=/^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;function Fp(t,e,s){let{flags:n,operands:r}=e;if(W0.test(
t))return/^--(?:help|version)$/.test(s[0]??"");if(M0.test(t)||s.some(a=>/^--?help=/.test(a)))return!1;if(n.some(a=>a==="--help"||a==="-help"&&j0.test(t)))return s.
some((a,c)=>/^--?help$/.test(a)&&!jp(t,s,c));if(s.length===1&&s[0]==="--version")return!0;if(!q0.test(t)&&!A.clients.has(t))return!1;let[o,i]=r.map(({text:a})=>a);
return o==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.test(i??"")?!0:o==="help"||t==="aws"&&r.at(-1)?.text==="help"}var Hp=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,F0=st(A.credentialForms),H0=A.credentialStores.map(t=>({head:/^[^*]+/.exec(t)[0],store:t}));function V0(t){
return H0.some(({head:e,store:s})=>(t.startsWith(e)||t.includes(`/${e}`))&&U0(s).test(t))}var U0=t=>new RegExp(`(^|/)${t.replaceAll(".","\\.").replaceAll("*","[\
^/]*")}(/|$)`),B0=/(^|\/)\.ssh(\/|$)/,G0=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,z0=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
K0=/\.(tsx?|jsx?|mjs|cjs|mts|cts|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|exs?|erl|clj|lua|dart|vue|svelte|css|scss|html?|mdx?|rst|adoc|snap|sql|sh|bats|proto|graphql|tf|feature|png|svg)$/;
function To(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!Hp.test(e):A.credentials.has(e)?e!=="environ"||t.
startsWith("/proc/"):V0(t)||z0.test(t)||B0.test(t)&&!G0.test(t)?!0:/credentials?(?![a-z])/.test(e)?!K0.test(e)&&!Hp.test(e.replace(/\.\w+$/,"")):F0.test(e)?!Y0(
t,e):/[*?[]/.test(e)&&Q0(e)}var Y0=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.
test(e);function Vp(t){return t.slice(t.lastIndexOf("/")+1).includes("credentials")}var X0=6;function Q0(t){if(t.length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,
"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let n=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").
replace(/\[!/g,"[^"),r=n.match(/\*+/g)?.length??0,o=bs(`^${n.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=A.credentialSamples.filter(a=>!a.startsWith(".")||/^[.[]/.
test(t));return r>X0||i.some(a=>o?.test(a))}var Po=new Set(A.systemFolders),J0=new Set(["boot","dev","etc","proc","root","sys","usr"]),Z0=new RegExp(`^${y}+`,"u"),eS=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*|!\(.*\))$/;
function rc(t,{workspace:e,folder:s}){let n=t.replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(s!==void 0&&!/^[/~]/.
test(n)&&!n.startsWith(y)&&s!==".")return rc(s.endsWith("/")?`${s}${n}`:`${s}/${n}`,{workspace:e});let r="workspace",o=n;/^~/.test(n)?(r="home",o=n.replace(/^~[^/]*/,
"")):n.startsWith(y)?(r="unknown",o=n.replace(Z0,""),o!==""&&!o.startsWith("/")&&(o=`${y}${o}`)):n.startsWith("/")&&(r="slash");let i=[],a=0;for(let l of o.split(
"/"))l===""||l==="."||(l!==".."?i.push(l):i.length>0?i.pop():(r==="workspace"||r==="home")&&(r=r==="home"?"slash":"above"),l===".."&&r==="above"&&(a+=1));if(r===
"above"&&tS(a,i[0])&&(r="slash"),r==="slash"){let l=`/${i.join("/")}`;if(l===e||l.startsWith(`${e}/`))r="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{
let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(l);d&&(r="home",i.splice(0,d[1].split("/").length))}}let c=!1;for(;i.length>0&&eS.test(i.at(-1));)i.pop(),c=
!0;return{from:r,parts:i,whole:c,inside:r==="unknown"&&o.startsWith("/")}}function tS(t,e=""){let s=e.toLowerCase();return J0.has(s)?t>=2:t>=4&&(Po.has(s)||s===
"home")}var sS=/^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/,ic=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,
nS=/^\/var\/(cache|lib\/apt\/lists)\//,rS=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,
oS=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,iS=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
aS=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//,Up=new Set;function zp(t,e){if(t.text===""||t.text.length>4096)return Up;let s=new Set,
{from:n,parts:r,whole:o,inside:i}=rc(t.text,e),a=r.map(d=>d.toLowerCase()),c=a.join("/"),l=n==="slash"?`/${c}`:c;return dS(n==="slash"||a.length===0?l:`${n==="h\
ome"?"~/":""}${c}`,s),/^\/dev\/(tcp|udp)\//.test(l)?new Set([aS.test(l)?"local-connection":"connection"]):/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(l)?Up:/^\/dev\/(null|zero|full|random|urandom)$/.test(l)?new Set(/(zero|full|random)$/.test(l)?["nowhere","endless"]:["nowhere"]):(mS(n,l,a,s),n==="slash"&&
ic.test(l)?(s.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(l)?"temp-root":"temp"),s):n==="unknown"?(Ro(a)?s.add("disposable"):r.length===0&&s.add(i?"unkno\
wn-folder":"unknown"),s):(n==="slash"?r.length===0?s.add("root"):nS.test(`${l}${o?"/":""}`)?s.add("disposable"):oS.test(l)?s.add("local-system"):Po.has(a[0])||/[*?[{]/.
test(a[0])||/^([a-z]:|program files.*|windows)$/.test(a[0])?s.add("system").add(rS.test(lS(a))?"system-tree":"system"):Bp("slash",a,o,s):Bp(n,a,o,s),s))}function Bp(t,e,s,n){
if(Ro(e)){n.add("disposable");return}let r=e.length===1&&e[0]===y;if(t==="home"||t==="above"){let o=e.length===1||t==="home"&&sS.test(e[0]);e.length===0?n.add(t===
"home"?"home":"workspace"):n.add(o?"personal":"outside")}else t==="slash"?(n.add(e.length===1?"workspace":"outside"),e.length<=3&&n.add("source")):e.length===0||
r&&s?n.add("workspace"):r?n.add("unknown"):e.length>2?n.add("inner"):(n.add("source"),cS(e[0])&&n.add("source-folder"))}var cS=t=>A.sourceFolders.has(t)||/[*?[{\u{FFFC}]/u.
test(t);function lS(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function Ro(t){return t.includes(".\
git")?/\.(lock|sample)$/.test(t.at(-1))||Ro(t.slice(0,t.indexOf(".git"))):t.some((e,s)=>A.disposable.has(e)||iS.test(e)||s>0&&A.disposable.has(`${t[s-1]}/${e}`)||
/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.test(e)&&t.length>s+1)}function dS(t,e){To(t)&&e.add("credentials"),Vp(
t)&&e.add("credentials-by-name")}var Gp=new Map;function oc(t,e){let s=Gp.get(t)??new RegExp(A.purposes[t].any.join("|"));return Gp.set(t,s),s.test(e)}function uS(t,e){
let s=e.findIndex(n=>/^\.\w/.test(n));return s===-1||ic.test(t)?"":`~/${e.slice(s).join("/")}`}var pS=/\.(py|pth|sock)$/,fS=(t,e)=>t==="home"||t==="slash"&&Po.has(
e[0]??"")||e.some(s=>s.startsWith("."))||pS.test(e.at(-1)??"");function mS(t,e,s,n){if(oc("data",e)&&n.add("data"),!fS(t,s))return;let r=t==="home"?`~/${e}`:e,o=t===
"slash"||t==="unknown"?uS(e,s):r;for(let[c,{home:l}]of Object.entries(A.purposes))(oc(c,r)||l&&oc(c,o))&&n.add(c);let i=s.findIndex(c=>c===".git"||c===".hg"||c===
".svn"),a=()=>t==="slash"&&ic.test(e)||Ro(s.slice(0,i));i!==-1&&!/\.(lock|sample)$/.test(s.at(-1))&&!a()&&(n.add("vcs"),/^(hooks|config|info|modules|config\.worktree)$/.
test(s[i+1]??"")&&n.add("vcs-config"))}tt();var kt=class{constructor(e){this.text=e}text;at=0;readRest(){let e=this.text.slice(this.at);return this.at=this.text.length,e}get remaining(){return this.text.slice(
this.at)}readLine(){if(this.isAtEnd)return this.text.includes(y)?Ye(this.text):void 0;let e=this.text.indexOf(`
`,this.at),s=this.text.slice(this.at,e===-1?void 0:e);return this.at=e===-1?this.text.length:e+1,s}get isAtEnd(){return this.at>=this.text.length}get lineCount(){
return this.text.slice(this.at).replace(/\n$/,"").split(`
`).length}},Z=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),kn=(t,e)=>({...t,redirects:[...t.redirects,...e]}),Pt=t=>({...t,input:void 0,stdin:new kt("")}),Ys=(t,{
text:e,from:s})=>({...t,input:{kind:"pipe",from:s},stdin:new kt(e)});function rs(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:n})=>/^\d{1,9}$/.test(n));return[...t.slice(0,e),R(s?y:W)]}var Xs=({text:t,glob:e})=>e||/^[\w@%+=:,./-]+$/.
test(t)?t:`'${t.replaceAll("'","'\\''")}'`,Io=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),vn=t=>t.map(Xs).join(" ");var Qe=({program:t,scope:e,context:s},n=[R(t)])=>e.child(n,s.environment),Qs=(t,e=[])=>e.length===0?t:{...t,context:{...t.context,input:{kind:"pipe",from:e}}},Js=(t,e)=>e.
trimStart().startsWith(y)?Qs(t,[...t.interpreter.substituted]):t,xn=t=>({...t,context:{...t.context,input:void 0}}),He=(t,{interpreter:e,scope:s})=>e.sources.get(
t)??e.files.written(t,s.folder);function ac({program:t,words:e,args:s,scope:n,context:r,filter:o}){let[i]=n.get("POSIXLY_CORRECT")?.words??[];return{program:t,path:e[0].
text,args:s,redirects:r.redirects,environment:{...re({POSIXLY_CORRECT:i}),...n.exported(),...r.environment},...re({input:r.input}),wrappers:r.wrappers,language:"\
shell",...re({filter:o,captured:r.captured||void 0,folder:n.folder===void 0?void 0:R(n.folder)})}}var F=t=>t.interpreter.addInvocation(t);function os(t){let{budget:e,
invocations:s}=t.interpreter,n={...t,program:"fork-bomb",words:[R("fork-bomb")],args:[]};e.spendInvocation()&&s.push(ac(n))}var No=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,
cc=t=>No.test(t)?`${t} -c`:t,ie=(t,e)=>e.interpreter.runScript(t,Qe(e),Z(e.context,cc(e.program)));function or(t,e){return t.length===1&&Io(t[0])?ie(t[0].text,e):
e.interpreter.runWords(t,e.scope,Z(e.context,e.program))}var hS=/^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/,ys=class t{constructor(e,s){this.invocation=e;this.context=s;let{program:n,args:r}=e,o=n.startsWith("p\
ython")&&r[0]?.text==="-m"?r[1]?.text:void 0;this.program=o?.replace(/^awscli$/,"aws")??kS(e);let i=Gs(e,s.invocations);this.isSupplied=i!==r,this.words=o===void 0?
i:i.slice(2);let{flags:a,options:c,operands:l}=be(this.program,this.words);this.flags=a,this.options=c,this.operands=l}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||xS(this.program,this)||this.operands.some(gS)}get isContained(){return this.invocation.wrappers.includes(Bn)}get root(){return this.invocation.
wrappers.some(e=>hS.test(e))}get downloaded(){return wS(this.program,this.invocation,this,this.context)}get harmlessFlags(){return nc(this.invocation)?[]:this.flags}isHarmless(e){
let s=this.words.map(({text:n})=>n);return Mp(this.invocation,this.words)&&e(this.program,this,s)}get isHelpRequest(){return this.isHarmless(Fp)}get isDryRun(){
return this.isHarmless(qp)}get redirections(){let{redirects:e,language:s,folder:n}=this.invocation,r=es(":",[],e,n);return new t({...r,language:s},this.context)}get from(){
let{input:e}=this.invocation;return this.feeders??=e?.kind==="pipe"?e.from.map(s=>new t(s,this.context)):[],this.feeders}get hasUnreadPath(){let e=ke(this.invocation.
folder?.text??"");return qs.some(s=>this.selectPaths(s).some(({text:n})=>e||ke(n)))}nameHandedOver(e,s){let[n="",r="",o]=this.operands.map(({text:l})=>l),i=e===
"reads"&&/^(?:source|\.)$/.test(this.program)&&Kp.test(n),a=e==="writes"&&this.program==="cp"&&bS.test(n)&&Kp.test(r);if(!(i||a)||o!==void 0||!s.has("credential\
s"))return s;let c=[...s].filter(l=>l!=="credentials");return new Set([...c,i?"handed-over":"from-template"])}getPathClasses(e){let s=this.classCache[e];if(s)return s;
if(this.isContained)return Xp;let{workspace:n,folder:r}=this.context,o={workspace:n,folder:this.invocation.folder?.text??r},i=this.nameHandedOver(e,vS(this.selectPaths(
e),o));return this.classCache[e]=i,i}selectPaths(e){let{program:s,args:n,redirects:r,input:o}=this.invocation,i=r.flatMap(({kind:l,path:d})=>l==="read"?[]:[d]);
if(e==="redirected")return i;if(e==="names")return s==="find"?Bs(n):this.operands;this.affected??=rr(this.program,this);let a=this.affected[e];if(e==="writes")return[
...a,...i];if(e==="deletes"&&s==="find")return nr(n)?Bs(n):[];if(e==="deletes")return ec(a,this.invocation,this.context.invocations);if(e!=="reads")return a;let c=r.
flatMap(({kind:l,path:d})=>l==="read"?[d]:[]);return[...a,...c,...o?.kind==="file"?[o.path]:[]]}},gS=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t),Kp=/^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/,
bS=/^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/,yS=/^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/;
function kS({program:t,path:e,wrappers:s}){return t==="k"?"kubectl":yS.test(t)&&(/^[^/~]+\//.test(e)||No.test(s.at(-1)??""))?`./${t}`:(No.test(s.at(-1)??"")?t.replace(
/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}var Xp=new Set,vS=(t,e)=>t.length===0?Xp:new Set(t.
flatMap(s=>[...zp(s,e)]));function xS(t,{flags:e}){return/^(find|rimraf|rsync|tar|zip)$/.test(t)?!0:["-r","-R","--recursive","-Recurse"].some(s=>ne(e,s))}var Yp=/^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;
function wS(t,e,s,{downloads:n,fetched:r}){let{path:o,folder:i,wrappers:a,input:c}=e;if(o.includes("://")||o.includes("/")&&n.has(o,i))return!0;let l=Yp.test(t);
if(l&&s.operands.slice(0,1).some(({text:p})=>n.has(p,i)))return!0;let d=c?.kind==="pipe"&&c.from.some(Dp);return!(r||d)||yn(e)?!1:t===y?a.some(p=>Yp.test(p)||p===
"eval"):!l&&t!=="eval"?!1:[...s.operands,...s.options.map(({value:p})=>p)].some(({text:p})=>p.trim()===y||p.startsWith("/dev/fd/"))||c?.kind==="text"&&c.text.includes(
y)&&s.operands.length===0}function Qp(t,e,s){if(!(!t.program.includes(y)||t.args.length===0))for(let[n,{only:r}]of A.candidates){if(n==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.
test(i)))continue;let o=s(new ys({...t,program:n,path:n},e));if(o&&(!r||r.includes(o.id)))return o}}function Jp(t,e,s){let{program:n,path:r,args:o,redirects:i,folder:a}=t;
if(ke(r))return!0;let c=o.some(({text:p})=>ke(p));if(!c&&!i.some(p=>ke(p.path.text))&&!ke(a?.text??""))return!1;let l=new ys(t,e);if(l.hasUnreadPath)return!0;if(!c)
return!1;let d=l.operands.some(({text:p})=>ke(p));if(d&&tc(l.program))return!0;let u=l.options.some(({value:p})=>ke(p.text));return n.includes(y)||s(l,u&&!d?"va\
lues":"any")}tt();var{ownData:Oo,destroyingVerbs:Zp}=A,SS=/(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|try|dummy|sandbox|wip|foo|bar|ci|e2e|smoke|t)(?:[-_./]|\d|$)/i,
ef=/^\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.).+/,ES={dropdb:"createdb",dropuser:"createuser"};function sf(t){if(t.program==="git"&&CS(t))return!0;let e=$S(t);if(e.
length===0||!e.every(r=>SS.test(r)))return!1;let s=ES[t.program]??t.program,n=nf(t).filter(({program:r,args:o})=>r===s&&(s!==t.program||AS(r,o))).flatMap(({args:r})=>r.
map(({text:o})=>o.replace(/^--[\w-]+=/,"")));return e.every(r=>n.includes(r))}var nf=({context:{invocations:t},invocation:e})=>{let s=t.indexOf(e);return s===-1?
t:t.slice(0,s)};function CS(t){let{environment:e,folder:s}=t.invocation;if(s===void 0||"GIT_DIR"in e||"GIT_WORK_TREE"in e)return!1;if(t.operands[0]?.text==="pus\
h")return tf(s.text,t,ef);let{workspace:n,folder:r=n}=t.context;return![n,r].some(i=>lc(s.text,i)||lc(i,s.text))&&ef.test(s.text)||tf(s.text,t)}function tf(t,e,s=/(?:)/){
return!t.includes(y)&&nf(e).some(n=>n.program==="git"&&lc(t,_S(n,s)))}var lc=(t,e)=>e!==void 0&&(t===e||t.startsWith(`${e}/`));function _S({args:t,folder:e},s){
let[n,r,o]=be("git",t).operands.map(({text:a})=>a);if(n!=="clone"||r===void 0||!s.test(r))return;let i=o??/([^/:]*?)(?:\.git)?\/?$/.exec(r)[1];return i.startsWith(
"/")||e===void 0?i:`${e.text}/${i.replace(/^\.\//,"")}`}function AS(t,e){let{operands:s,flags:n}=be(t,e),[r="",...o]=s.slice(0,4).map(({text:i})=>i);return t!==
"git"?[r,...o].some(i=>Oo.creates.includes(i)||Oo.creates.includes(i.split("-")[0])):r==="checkout"||r==="switch"?n.some(i=>/^(?:-[bc]|--create)$/.test(i)):r===
"worktree"?o[0]==="add":(r==="branch"||r==="tag")&&!n.some(i=>/^-(?:[dDmMfl]|-)/.test(i))}function $S({program:t,operands:e,options:s}){let n=e.map(({text:a})=>a),
r=n.findIndex(a=>Zp.has(a)||Zp.has(a.split("-")[0])),o=t==="git"&&n[0]!=="worktree"?1:r+1,i=s.flatMap(({flag:a,value:c})=>Oo.names.includes(a.replace(/^-+/,""))?
[c.text]:[]);return[...n.slice(o).filter(a=>!Oo.kinds.includes(a)),...i]}function ir(t,e){if(!e.includes("*"))return t===e;let s=e.replaceAll("\\*","\0").split("*"),[n,...r]=s.map(c=>c.replaceAll("\0","*"));if(r.length===0)return t===
n;let o=r.pop();if(t.length<n.length+o.length||!t.startsWith(n)||!t.endsWith(o))return!1;let i=t.length-o.length,a=n.length;for(let c of r){let l=t.indexOf(c,a);
if(l===-1||l+c.length>i)return!1;a=l+c.length}return!0}var ft=(t,e)=>e.some(s=>ir(t,s));var{ownData:Lo,interpreters:TS,clients:PS}=A,rf=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,cf=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
RS=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,IS=/^(?:curl|wget|https?|xhs?)$/,NS=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function lf(t){let{program:e,operands:s,invocation:n}=t,{client:r}=n;if(e==="sql")return r!==void 0&&(OS(r,s[0]?.text??"")||of(af(r)));if(IS.test(e)){let a=s.filter(
({text:c})=>/[/:]/.test(c));return a.length>0&&a.every(({text:c})=>rf.test(c)&&cf.test(c))}let o=af(n);return df(o,Lo.endpoints,a=>rf.test(a))?!0:!(PS.has(e)||e===
"gsutil")&&of(o)}function df(t,e,s){let n=t.flatMap(([r,o])=>e.includes(r)?[o]:[]);return n.length>0&&n.every(s)}var of=t=>df(t,Lo.environments,e=>ft(e,Lo.stages));
function af({args:t,environment:e}){return[...t.flatMap(({text:n},r)=>{let[,o,i,a]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(n)??[];return i===void 0||o===
void 0&&a===void 0?[]:[[i,a??t[r+1]?.text??""]]}),...Object.entries(e).map(([n,{text:r}])=>[n,r])]}function OS({program:t,args:e},s){let{language:n,operands:r}=TS.
get(t)??{};if(n!=="sql")return!1;let{options:o,operands:i}=be(t,e),c=[...o.flatMap(({flag:d,value:u})=>Lo.databases.includes(d.replace(/^-+/,""))?[u.text]:[]),...i.
slice(0,1).map(({text:d})=>d)];if(c.length===0)return!1;let l=r==="database then code";return c.every(d=>l&&RS.test(d)||!NS.test(s)&&cf.test(d))}Ks();var{clients:LS,projectClients:DS,destroyingVerbs:uf,otherVerbs:pf,localNouns:WS}=A,MS=6,qS=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,jS=/^[a-zA-Z][\w:.-]*$/;
function ff(t,{path:e,args:s}){let n=LS.get(t);if(!n||qS.test(e)&&!DS.has(t))return!1;let r=A.grammars.has(A.grammarAliases.get(t)??t)?t:"client",o=be(r,s).operands.
slice(0,n.words??MS).map(({text:a})=>a),i=o.join(" ");if(n.spares?.some(a=>i===a||i.startsWith(`${a} `)))return!1;for(let a of o){if(!jS.test(a))return!1;if(n.verbs?.
some(d=>a===d||a.endsWith(`:${d}`)))return!0;let c=FS(a);if(pf.has(a)||c.length>1&&pf.has(`${c[0]}-`)||WS.has(a)){if(!n.nouns?.includes(a))return!1}else if(uf.has(
c[0])||uf.has(c.at(-1)))return!0}return!1}var FS=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var HS=[...qs,"names"];function gf(t,e){let{program:s,subcommand:n,flags:r,options:o,args:i,recursive:a,root:c,via:l,environment:d,language:u}=e;if(s&&!ft(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||c!==void 0&&t.root!==c||l&&!t.invocation.wrappers.some(f=>ft(f,l)))return!1;let p=n?VS(t,
n):0;if(p===void 0||r&&!GS(t,r)||o&&!Object.entries(o).every(([f,h])=>KS(t,f,h))||i&&!zS(t.operands.slice(p),i)||d&&!Object.entries(d).every(([f,h])=>YS(t,f,h)))
return!1;for(let f of HS){let h=e[f];if(h&&!dc(t.getPathClasses(f),h))return!1}return e.redirected!==void 0&&bf(t,e)!==e.redirected||e.to&&!ZS(t,e.to)||e.service_verb&&
!ff(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!XS(t,e.from)?!1:!e.line||QS(t.context.invocations,e.line)}function bf(t,{writes:e}){let s=t.getPathClasses(
"redirected");return e?dc(s,e):s.size>0}var dc=(t,e)=>e.some(s=>t.has(s)),mf=new Map;function yf(t){let e=mf.get(t)??t.split(" ");return mf.set(t,e),e}function VS({
operands:t},e){for(let s of e){let n=yf(s);if(t.length>=n.length&&n.every((r,o)=>ir(t[o].text,r)))return n.length}}var US=["subcommand","flags","options","args",
"names","to"],BS=["options","to"];function kf(t,e,s){let{program:n,operands:r}=t;return!e.program||!ft(n,e.program)||e.redirected===!0&&!bf(t,e)||!(s==="any"?US:
BS).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>yf(o).every((i,a)=>{let c=r[a];return i===""||c===void 0||c.text.includes(y)||ir(c.text,i)}))}function GS({
flags:t,harmlessFlags:e},{any:s,all:n,none:r}){return s&&!s.some(o=>ne(t,o))||n&&!n.every(o=>ne(t,o))?!1:!r?.some(o=>ne(e,o))}function zS(t,{any:e,none:s,at_least:n,
at_most:r}){return n!==void 0&&t.length<n||r!==void 0&&t.length>r||e&&!t.some(({text:o})=>ft(o,e))?!1:!s||!t.some(({text:o})=>ft(o,s))}var KS=({options:t},e,s)=>t.
some(({flag:n,value:r})=>ne([n],e)&&ft(r.text,s));function YS({invocation:t},e,s){return Object.entries(t.environment).some(([n,{text:r}])=>ir(n,e)&&ft(r,s))}function XS({
from:t},{program:e,reads:s,without:n,operands_at_most:r=Number.POSITIVE_INFINITY}){return n&&t.some(o=>ft(o.program,n))?!1:t.some(o=>ft(o.program,e)&&o.operands.
length<=r&&(!s||dc(o.getPathClasses("reads"),s)))}var hf=new WeakMap;function QS(t,e){let s=hf.get(t)??new Map;hf.set(t,s);let n=a=>t.some(c=>ft(JS(c),a)),{any:r,
none:o}=e,i=s.get(e)??((!r||n(r))&&!(o&&n(o)));return s.set(e,i),i}var JS=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(" ").slice(0,2e3);function ZS(t,e){
return[...t.operands,...t.options.filter(({flag:n})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(n)).map(({value:n})=>n)].some(n=>{let r=Ao(n);return r===
e||e==="remote"&&r==="drop"})}var Do=class{rules;byProgram=new Map;byEffect=new Map;others=[];phrased=new Map;constructor(e){this.rules=[...e].sort((s,n)=>Mt[s.severity]-Mt[n.severity]),this.
rules.forEach((s,n)=>{for(let r of s.match??[])this.enter({rule:s,condition:r,at:n})})}canBreak(e,s,n){let r=o=>uc(o,n)&&kf(e,o.condition,s);return this.byProgram.
get(e.program)?.some(r)===!0||[...this.byEffect.values(),this.others].some(o=>o.some(r))}findBrokenRule(e,s){let n=this.first(e,s);if(!n||!(e.isHelpRequest||e.isDryRun))
return n;let{redirects:r}=e.invocation,o=r.length>0?this.first(e.redirections,s):void 0,i=e.isHelpRequest?void 0:this.first(e,s,sE);return this.selectWorse(o,i)}first(e,s,n=()=>!0){
let r,o=(i=[])=>{for(let a of i)r&&a.at>=r.at||!uc(a,s)||!n(a.rule)||!gf(e,a.condition)||tE(a.rule,e)||(r=a)};o(this.byProgram.get(e.program)),o(this.others);for(let[
i,a]of this.byEffect)e.getPathClasses(i).size>0&&o(a);return r?.rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,n=this.phrased.get(s)??this.rules.flatMap(({
phrases:r,trust:o,level:i,...a})=>r&&uc({rule:{trust:o,level:i}},e)?[{...a,phrases:r.map(nE)}]:[]);return this.phrased.set(s,n),n}selectWorse(e,s){return!e||!s?
e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s}=e.condition;if(s&&!s.some(r=>r.includes("*"))){for(let r of new Set(s))vf(this.byProgram,
r).push(e);return}let n=[...qs,"names"].find(r=>e.condition[r]!==void 0);(n?vf(this.byEffect,n):this.others).push(e)}};function uc({rule:t,condition:e},{trust:s,
level:n}){return t.trust!==void 0&&s>=t.trust?!1:n==="strict"||t.level!=="strict"&&e?.level!=="strict"}var eE=["files","privilege","persistence","processes","di\
sks"],tE=({spares:t,category:e},s)=>t==="own-data"&&lf(s)||t!==void 0&&sf(s)||s.isContained&&eE.includes(e),sE=({code:t,category:e})=>t==="credential_file_prote\
cted"||e==="remote-code";function vf(t,e){let s=t.get(e)??[];return t.set(e,s),s}var nE=({with:t,...e})=>({...e,...re({with:t})});var xf=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
s":["true"]}},{"program":["hdfs","hadoop"],"flags":{"any":["-rm","-rmr","-expunge"]}},{"program":["gphoto2"],"flags":{"any":["--delete-all-files","--delete-file\
"]}},{"program":["Clear-RecycleBin"]},{"program":["trash-empty"],"flags":{"none":["--help","-h","--version","--dry-run","-n"]}},{"program":["gio"],"subcommand":\
["trash"],"flags":{"any":["--empty"]}},{"program":["osascript"],"options":{"-e":["*delete every *","*empty trash*","*empty the trash*"]}}]},{"code":"destructive\
_operation_blocked","id":"delete-unknown","category":"files","severity":"severe","explanation":"Where this variable is empty, everything is deleted. Write ${NAM\
E:?}, which stops there, or name the folder.","trust":4,"match":[{"deletes":["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder"],"recu\
rsive":true},{"program":["rm","shred","rimraf"],"via":["xargs","gxargs"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_blocked","\
id":"delete-vcs","category":"files","severity":"severe","explanation":"This deletes the repository with its history. Leave .git alone.","trust":4,"match":[{"del\
etes":["vcs"]},{"moves":["vcs"]}]},{"code":"destructive_operation_blocked","id":"shred-files","category":"files","severity":"severe","explanation":"What is shre\
dded cannot be brought back. Delete it in the ordinary way.","trust":3,"match":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home","perso\
nal","outside","workspace","source","data","logs","device","unknown"]}]},{"code":"destructive_operation_blocked","id":"empty-files","category":"files","severity\
":"severe","explanation":"This empties files; their content is gone. Edit them, or delete what is disposable.","trust":3,"match":[{"program":["truncate"],"optio\
ns":{"--size":["0","0*","-*"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],\
"options":{"-s":["0","0*","-*","=0"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["cp",\
"dd","cat","mv"],"reads":["nowhere"],"writes":["system","personal","vcs","data","logs"]},{"program":["echo","printf",":","true"],"redirected":true,"args":{"at_m\
ost":0},"writes":["personal"]},{"program":[":","true"],"redirected":true,"args":{"at_most":0},"writes":["data"]},{"program":["cp"],"reads":["nowhere"],"writes":\
["source","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"args":{"any":["d","1,$d"]},"writes":["source","inner"],"level":"strict"}]},{"cod\
e":"destructive_operation_blocked","id":"move-away","category":"files","severity":"severe","explanation":"This moves away what others rely on, or throws it away\
. Copy it, or name what is meant.","trust":4,"match":[{"moves":["root","home","system","workspace"]},{"program":["mv"],"writes":["nowhere"]}]},{"code":"destruct\
ive_operation_blocked","id":"write-system-file","category":"files","severity":"severe","explanation":"This writes a file of the operating system. Keep to the wo\
rkspace; use the package manager for tools.","trust":4,"match":[{"writes":["root","kernel"]},{"writes":["system","accounts"]},{"program":["curl","wget"],"writes\
":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"any":["x*"]},"writes":["root","system"]}]},{"code":"destructive_operation_blocked","id":"change\
-rights-of-machine","category":"files","severity":"catastrophic","explanation":"This changes owner or rights of the system or of a home. The machine may not sta\
rt again.","match":[{"changes":["root"],"recursive":true},{"program":["chmod"],"changes":["root"],"args":{"none":["755","0755","555","0555","+x","a+x","+rx","a+\
rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"program":["chmod","chgrp","chattr","setfacl","chcon"],"changes":["home"],"recursive":true},{"pr\
ogram":["chown"],"changes":["home"],"recursive":true,"args":{"none":["\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"change-rights-of-system-file",\
"category":"files","severity":"severe","explanation":"This changes owner or rights of a file of the system. Keep to the workspace.","trust":4,"match":[{"changes\
":["system","accounts","device","kernel","socket","schedule"]},{"program":["setfacl"],"flags":{"any":["-b","--remove-all"]},"recursive":true,"changes":["local-s\
ystem","outside","personal"]},{"program":["chown","chgrp","setfacl"],"changes":["root"]}]},{"code":"destructive_operation_blocked","id":"open-rights-widely","ca\
tegory":"files","severity":"severe","explanation":"This opens a whole tree to everybody, or closes it to its owner. Change the one file that needs it.","trust":\
3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx","o+w","a+w","o+rwx","a-rwx"\
,"*-rwx"]},"changes":["workspace","source","personal","outside","home","local-system","unknown","vcs","data"]},{"program":["chmod"],"args":{"any":["777","0777",\
"666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","*g+r*","+r","*a=r*"]},"changes":["credentials","authorized-keys"]},{"program":["chmod"],"args":\
{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","o+w","a+w","o+rwx","*-rwx"]},"changes":["home"]},{"program":["chown","chgrp"],"recursive":\
true,"changes":["personal"]}]},{"code":"destructive_operation_blocked","id":"remove-system-package","category":"files","severity":"severe","explanation":"This r\
emoves a package that the machine or others on it need. Leave installed packages alone.","trust":4,"match":[{"program":["apt","apt-get","aptitude","yum","dnf","\
microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-header\
s*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","\
openssl","libssl3","init","sudo","openssh-server"]}},{"program":["pacman"],"flags":{"any":["-R"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*"\
,"linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linu\
x","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg","rpm"],"flags":{"any":["--purge","--remove","-r","-P","-e","--erase"]},"ar\
gs":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python\
3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg"],"flags":{"any"\
:["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nodeps"]}},{"program":["brew"],"subcommand":["uninstall","remove","rm"],"args":{"any":["*\\ufffc*"]\
},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","er\
ase","autopurge","del"],"level":"strict"},{"program":["pacman"],"flags":{"any":["-R"]},"level":"strict"},{"program":["dpkg"],"flags":{"any":["--purge","--remove\
","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_blocked","id":"sync-with-deletion","category":"files","severity":"severe","explanation":"This d\
eletes at the goal what the source does not have. Leave --delete out, or name a folder that is yours.","trust":4,"match":[{"program":["robocopy"],"args":{"any":\
["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-de\
lay","--delete-excluded","--del","--remove-source-files"]},"writes":["local-system","personal","outside","workspace","vcs","unknown-folder"]},{"program":["sync-\
away"]}]},{"code":"destructive_operation_blocked","id":"git-force-push","category":"git","severity":"severe","explanation":"A forced push overwrites what others\
 have pushed. Push a new branch, or a commit that reverts.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f",\
"--force","--force-with-lease","--force-if-includes"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcomma\
nd":["send-pack"],"flags":{"any":["--force","-f"]}},{"program":["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["con\
fig remote.*.mirror true","config remote.*.mirror 1","config remote.*.push +*","config set remote.*.mirror true","config set remote.*.push +*","config remote.*.\
push :*"]},{"program":["git"],"subcommand":["remote add"],"flags":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"e\
nvironment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"\
code":"destructive_operation_blocked","id":"git-delete-remote-ref","category":"git","severity":"severe","explanation":"This deletes branches or tags of the remo\
te, which others may need. Leave it to the person who owns them.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["push"],"flags":{"any":\
["-d","--delete","--prune"]}},{"program":["svn"],"subcommand":["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push\
"],"flags":{"any":["--deleted"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_bloc\
ked","id":"git-reset-hard","category":"git","severity":"severe","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or gi\
t restore for one file.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destru\
ctive_operation_blocked","id":"git-clean","category":"git","severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git cle\
an -n, then delete by name.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":\
0}},{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","syste\
m","local-system","temp-root","unknown","unknown-folder","vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"c\
ode":"destructive_operation_blocked","id":"git-delete-branch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are \
nowhere else. git branch -d deletes merged ones.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"pro\
gram":["git"],"subcommand":["branch"],"flags":{"all":["-d","-f"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program"\
:["git"],"subcommand":["branch"],"flags":{"all":["-d","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"dest\
ructive_operation_blocked","id":"git-discard-changes","category":"git","severity":"severe","explanation":"This throws uncommitted changes of many files away. Us\
e git stash, or name the files that are meant.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force\
"]}},{"program":["git"],"subcommand":["switch"],"flags":{"any":["-f","--force","--discard-changes"]}},{"program":["git-discard"],"names":["workspace","source","\
personal","home","root"]},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"fl\
ags":{"all":["-f","--all"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout-ind\
ex"],"flags":{"all":["--force","--all"]}},{"program":["git"],"subcommand":["read-tree"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand\
":["submodule deinit"],"flags":{"any":["-f","--force","--all"]}},{"program":["git"],"subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"progra\
m":["git"],"subcommand":["apply"],"flags":{"any":["-R","--reverse"]},"from":{"program":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"c\
ode":"destructive_operation_blocked","id":"git-discard-file","category":"git","severity":"severe","explanation":"This throws the uncommitted changes of a file a\
way. Use git stash push FILE, or ask the person.","trust":3,"level":"strict","spares":"own-act","match":[{"program":["git-discard-file"],"names":["workspace","s\
ource","inner","personal","outside","home","unknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]}},{"program":[\
"git"],"subcommand":["update-index"],"flags":{"any":["--force-remove"]}},{"program":["svn","hg"],"subcommand":["revert"]}]},{"code":"destructive_operation_block\
ed","id":"git-abort","category":"git","severity":"severe","explanation":"This throws away how conflicts were resolved, and what was not committed before. Ask th\
e person.","trust":3,"level":"strict","spares":"own-act","match":[{"program":["git"],"subcommand":["merge","rebase","cherry-pick","revert","am"],"flags":{"any":\
["--abort"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-tag","category":"git","severity":"severe","explanation":"A deleted or moved tag is gone\
, with its message and signature. Ask the person.","trust":3,"level":"strict","spares":"own-act","match":[{"program":["git"],"subcommand":["tag"],"flags":{"any"\
:["-d","--delete","-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","explanation":"A droppe\
d stash is gone. Leave it; it costs nothing.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"des\
tructive_operation_blocked","id":"git-rewrite-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole repository. Ma\
ke a commit that changes what has to change.","trust":4,"spares":"own-act","match":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"f\
lags":{"none":["-l","--list","--analyze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"\
],"options":{"-jar":["*bfg*.jar"]}},{"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flag\
s":{"any":["--force"]}},{"program":["hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","cate\
gory":"git","severity":"severe","explanation":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","trust":4,"spar\
es":"own-act","match":[{"program":["git"],"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"]\
,"subcommand":["reflog expire"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand"\
:["reflog expire"],"options":{"--expire-unreachable":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":\
["gc"],"options":{"--prune":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none"\
:["--expire"]}},{"program":["git"],"subcommand":["prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"pro\
gram":["jj"],"subcommand":["util gc"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_op\
eration_blocked","id":"git-delete-ref","category":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git checks. Use git bran\
ch -d or git tag -d.","trust":4,"spares":"own-act","match":[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--std\
in"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-worktree","category":"git","severity":"severe","explanation":"This removes a worktree with its\
 uncommitted changes. Without --force git refuses while there are any.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["worktree remove"\
],"flags":{"any":["-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-tracked","category":"git","severity":"severe","explanation":"This\
 deletes tracked files in whole folders, changed ones too. Name the files, without -f.","trust":3,"spares":"own-act","match":[{"program":["git"],"subcommand":["\
rm"],"flags":{"none":["--cached"]},"moves":["workspace","root","home"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached\
"]},"recursive":true,"moves":["source"]}]},{"code":"destructive_operation_blocked","id":"other-vcs-discard","category":"git","severity":"severe","explanation":"\
This throws uncommitted changes of the whole working copy away. Name the file that is meant.","trust":3,"match":[{"program":["hg"],"subcommand":["update","up","\
checkout"],"flags":{"any":["-C","--clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all"\
,"-a"]}},{"program":["svn"],"subcommand":["revert"],"recursive":true},{"program":["svn"],"subcommand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"pr\
ogram":["jj"],"subcommand":["abandon","op abandon"]},{"program":["jj"],"subcommand":["restore"],"args":{"any":["."]}},{"program":["jj"],"subcommand":["restore"]\
,"args":{"at_most":0}},{"program":["git"],"subcommand":["annex drop"],"flags":{"any":["--force"]}},{"program":["p4"],"subcommand":["obliterate","clean"]},{"prog\
ram":["p4"],"subcommand":["revert"],"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["bzr","\
brz"],"subcommand":["clean-tree"],"flags":{"any":["--force"]}},{"program":["fossil"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["fossil"],"subcom\
mand":["clean"],"flags":{"any":["--force","-f","--extra","-x","--emptydirs"]}},{"program":["darcs"],"subcommand":["revert","obliterate"],"flags":{"any":["-a","-\
-all"]}}]},{"code":"destructive_operation_blocked","id":"hosting-delete","category":"git","severity":"severe","explanation":"This deletes or exposes something o\
n the hosting service for everybody. Ask the person who owns it.","trust":4,"match":[{"program":["gh","glab","hub","tea"],"subcommand":["repo delete","release d\
elete","release delete-asset","secret delete","secret remove","secret set","variable delete","workflow disable","repo rename","repo archive","ssh-key add","gpg-\
key add","repo deploy-key add"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api\
"],"options":{"--method":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/gi\
t/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["PATCH","patc\
h","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"\
],"options":{"-f":["query=*mutation*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-\
*","disable-*","quiet-down","safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{"program":["curl","wget","http","xh"],"args":{"any":["*/doDelete\
","*/doDelete?*","*/doWipeOutWorkspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--visibility":["public"]}},{"program":["gh"],"subcommand":[\
"pr merge"],"flags":{"any":["--admin"]}}]},{"code":"credential_file_protected","id":"credential-file","category":"credentials","severity":"severe","explanation"\
:"This file holds secrets. Ask a person for what you need of it; names without values stand in the template beside it.","match":[{"reads":["credentials"]},{"wri\
tes":["credentials"]},{"writes":["from-template"],"level":"strict"},{"reads":["handed-over"],"level":"strict"},{"reads":["handed-over"],"line":{"any":["echo *\\u\
fffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","declare -[px]*","curl *","wget *","nc *","ncat *","http *"]}},{"deletes":["cred\
entials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-named-file","category":"credentials","severity":"severe","explanatio\
n":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this change.","match":[{"program":["edit-tool"],"writes":["credential\
s-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials","severity":"risky","explanation":"This reads the accounts of th\
e machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":["accounts"],"to":"remote"},{"reads":["accounts"],"line":{"any":[\
"curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http","https","wget","xh","xhs","nc","ncat","netcat","socat","telnet"\
,"openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebinit","scp","rsync","gh"],"reads":["accounts"]},{"program":["gete\
nt"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-store","category":"credentials","severity":"severe","explanation":"\
This prints a secret out of its store. Programs that need it can be given it without you seeing it.","match":[{"program":["docker","podman","nerdctl"],"subcomma\
nd":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["exec"],"args":{"any":["env","printenv"],"at_mo\
st":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch-get-secret-value","configure get","configure export-credentials\
","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-login-password","iam create-access-key"]},{"program":["aws"],"subcommand":["apig\
ateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"program":["aws"],"subcommand":["ssm get-parameter*"],"flags":{"any":["--with-dec\
ryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth application-default print-*","iam service-accounts keys create"]}\
,{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-access-token","* keys list","* * keys list","ad sp create*"]},{"\
program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *"]},{"program":["kubectl","oc"],"subcommand":["get secret*","get\
 *,secret*","describe secret*"],"options":{"-o":["yaml","json*","go-template*","custom-columns*","template*"]}},{"program":["kubectl","oc"],"subcommand":["get s\
ecret*","get *,secret*","describe secret*"],"options":{"--output":["yaml","json*","go-template*","custom-columns*","template*"]}},{"program":["kubectl","oc"],"s\
ubcommand":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["--template"]}},{"program":["kubectl","oc"],"subcommand":["config view"],"flags":{\
"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"program":["ssh-keygen"],"flags":{"any":["-y","-p","-e"]}},{"program":["gh"],"subc\
ommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["op"],"subcommand":["read","item get",\
"document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"program":["bw"],"subcommand":["get","export","list"]},{"program":["lpass","rbw","d\
cli","bws"],"subcommand":["show","export","get","read","note","password","secret get","secret list"]},{"program":["keepassxc-cli"],"subcommand":["show","export"\
,"clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subcommand":["read","export","access","get-secret-value","secrets","secrets get","va\
riable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"program":["grep","egrep","fgrep","rg"],"from":{"program":["env","p\
rintenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*","*token*","*credential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key\
*","*API_KEY*","*apikey*","*_KEY*","*access_key*"]}},{"program":["Get-StoredCredential","Get-Secret"]},{"program":["wp","wp-cli","wp-cli.phar"],"subcommand":["c\
onfig get"],"args":{"any":["*PASSWORD*","*_KEY","*_SALT"]}},{"program":["rails","bin/rails"],"subcommand":["credentials:show","credentials:edit","encrypted:show\
","encrypted:edit"]},{"program":["reg"],"subcommand":["save"],"args":{"any":["*SAM","*SECURITY","*SYSTEM","*sam","*security"]}},{"program":["aws"],"subcommand":\
["lambda get-function-configuration","lambda get-function"],"options":{"--query":["*Environment*"]}},{"program":["terraform","tofu"],"subcommand":["state pull"]\
,"line":{"any":["jq *password*","jq *secret*","grep *pass*","grep *secret*"]}},{"program":["systemd-creds"],"subcommand":["decrypt","cat"]},{"program":["secreth\
ub"],"subcommand":["read","inject"]},{"program":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"program":["klist"],"flags":{"any":["-K"]}},{"progr\
am":["nmcli"],"flags":{"any":["-s","--show-secrets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore"]}},{"program":["fly","flyctl"],"subcommand":["au\
th token","tokens create"]},{"program":["glab"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["netlify","ntl"],"subcommand":["\
env:list","env:get"]},{"program":["railway"],"subcommand":["variables","variable list"]},{"program":["heroku"],"subcommand":["pg:credentials:url","redis:credent\
ials"]},{"program":["pulumi"],"subcommand":["config","stack"],"flags":{"any":["--show-secrets","--show"]}},{"program":["convex"],"subcommand":["env list","env g\
et"]},{"program":["yadm","git-crypt","transcrypt"],"subcommand":["decrypt","unlock"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["output"],"args\
":{"any":["*password*","*secret*","*token*","*_key","*credential*"]}},{"program":["age","rage"],"flags":{"any":["-d","--decrypt"]}},{"program":["gpg","gpg2"],"f\
lags":{"any":["-d","--decrypt"]},"args":{"any":["*secret*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"program":["rclone"],"subcommand":["config show","co\
nfig dump","config file"]},{"program":["security"],"subcommand":["find-*-password","dump-keychain","export","import"]},{"program":["secret-tool"],"subcommand":[\
"lookup","search"]},{"program":["gpg","gpg2"],"flags":{"any":["--export-secret-keys","--export-secret-subkeys"],"none":["--export"]}},{"program":["git"],"subcom\
mand":["credential fill","credential-store get","credential-cache get"]},{"program":["git-credential-*","docker-credential-*"],"subcommand":["get","list","fill"\
]},{"program":["npm"],"subcommand":["token create","token list","config get *authToken*","config get //*"]},{"program":["heroku"],"subcommand":["auth:token","co\
nfig","config:get"]},{"program":["doppler"],"subcommand":["secrets","secrets get","secrets download"]},{"program":["vercel"],"subcommand":["env pull"]},{"progra\
m":["sops","ansible-vault"],"subcommand":["decrypt","view","edit"]},{"program":["sops"],"flags":{"any":["-d","--decrypt"]}},{"program":["printenv"],"args":{"any\
":["*TOKEN*","*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDENTIAL*","DATABASE_URL"]}},{"program":["curl","wget","http"],"args":{"any":["*169.254.169.254*","*\
metadata.google.internal*","*169.254.170.2*","*fd00:ec2::254*"]}},{"program":["mimikatz","lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["python\
"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinEnum*","*secretsdump*"]}},{"program":["john","hashcat","hydra"],"flags":{"none":["--list","--help\
","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code":"credential_file_protected","id":"read-memory","category":"credentials","seve\
rity":"severe","explanation":"The memory of another process holds its secrets. Debug the program that you started, or a core of it.","match":[{"program":["gcore\
","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex":["generate-core*","gcore*","dump *","*dump memory*","x/*s *"]},"flags":{"any":\
["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--attach"]},"line":{"any":["* -e read*","* -e write*","* -e trace=read*","* -e trac\
e=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*"]}},{"program":["jmap"],"line":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"\
args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destroy-secret","category":"credentials","severity":"severe","explanation":"This del\
etes or replaces a secret, or deletes the store that keeps it; what uses it stops working. The person who owns it does that.","spares":"own-data","match":[{"pro\
gram":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv metadata delete","secrets disable","auth disable","lease revoke","policy delete","tran\
sit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove","user suspend"]},{"program":["doppler"],"subcommand":["* delete","configs tokens revo\
ke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","delete"]},{"program":["bw"],"subcommand":["delete","purge"]},{"program":["keepassxc-cli"\
],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcommand":["delete-*"]},{"program":["secret-tool"],"subcommand":["clear"]},{"program":["ke\
yctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"program":["cmdkey"],"args":{"any":["/delete*"]}},{"program":["gpg","gpg2"],"flags":{"any\
":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret-key"]}},{"program":["infisical","chamber","credstash","berglas"],"subcommand":["dele\
te","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secretsmanager delete-*","secretsmanager update-secret","ssm delete-parameter*","kms schedu\
le-key-deletion","kms delete-*","configure set aws_*"]},{"program":["gcloud"],"subcommand":["secrets delete","secrets versions destroy","kms keys versions destr\
oy"]},{"program":["az"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl","o\
c"],"subcommand":["delete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],"sub\
command":["secret delete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl"],"\
subcommand":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"program":[\
"railway"],"subcommand":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["supaba\
se"],"subcommand":["secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8200/\
v1/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":["DEL\
ETE"]}}]},{"code":"credential_file_protected","id":"search-for-secrets","category":"credentials","severity":"severe","explanation":"This searches homes or the w\
hole machine for secrets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*\
passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*\
","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options\
":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*\
CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep\
"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECR\
ET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","f\
grep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW\
*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive":true,"reads":["system"]},{"progra\
m":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"program":["git"],"subcommand":["log"],"options":{"-S":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}\
},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["trufflehog","gitleaks"],"names":["root","home"]},{"\
program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true,"reads":["root","home"]},{"program":["find","fd",\
"locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/opt*"]}}]},{"code":"destructive_operation_blocked",\
"id":"destroy-backup","category":"backups","severity":"severe","explanation":"This deletes backups or snapshots, which is what others fall back on. Look with --\
dry-run; the person who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","prune","rdelete","repo-delete"]},{"program":["borg\
matic"],"subcommand":["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","prune"]},{"program":["restic","rustic"],"subcomman\
d":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remove-all-but-n-full","remove-all-inc-of-but-n-full",\
"cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"],"subcommand":["snapshot delete","snapshot expire"\
],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"subcommand":["rm","gc","prune-older"]},{"program":["\
rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}},{"program":["proxmox-backup-client"],"subcommand"\
:["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["wal-e"],"subcommand":["delete"],"flags":{\
"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackrest"],"args":{"any":["expire","stanza-delete"]}},{"\
program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","cleanup"]},{"program":["velero"],"subcommand":["bac\
kup delete","delete backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","remove"]}},{"program":["timeshift"],"flags":{"any":[\
"--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsnapshots","removedestination"]},{"program":["vssadmi\
n"],"subcommand":["delete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcommand":["delete *","disable backup"]},{"program":["wmi\
c"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delete"]},{"program":["qm","pct"],"subcommand":["delsna\
pshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup delete-*","* delete-*snapshot*","* delete-*backup*"]},\
{"program":["gcloud"],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete","* * backups delete"]},{"program":["az"],"subcommand":["snaps\
hot delete","backup * delete","backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcommand":["pg:backups:delete"]},{"program":["doctl"],\
"subcommand":["compute snapshot delete","databases backups delete"]},{"program":["openstack"],"subcommand":["volume snapshot delete","volume backup delete"]},{"\
program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"destructive_operation_blocked","id":"kill-everything"\
,"category":"processes","severity":"catastrophic","explanation":"This ends all processes, or the first one, on which all others rest. End the process that you s\
tarted, by its id.","match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-HUP","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"\
line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]}},{"program":["kill"],"flags":{"all":["-KILL","-1\
"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},{"program":["kill"],"flags":{"all":["-TERM","-1"]}\
},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most":0}},{"program":["killall5"]},{"program":["end-pr\
ocess"],"args":{"any":["\\\\*"]}},{"program":["loginctl"],"subcommand":["terminate-*","kill-*"]},{"program":["kill"],"args":{"any":["*\\\\**","/proc/*"]}},{"program\
":["kill"],"args":{"any":["*\\ufffc*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* \
^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[\
*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["kill"],"via":["xargs","parallel"],"line":{"any":["pgrep .","pgrep -? .","pgre\
p -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pg\
rep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":[\
"pkill","killall","skill","slay"],"flags":{"any":["-u","-U","--euid","--uid","--user"]},"args":{"at_most":0}},{"program":["pkill"],"args":{"any":[".",".\\\\*","",\
"^","^.\\\\*",".+","[a-z]","/"]}},{"program":["killall"],"args":{"any":["-r"]}},{"program":["killall"],"flags":{"any":["-r","--regexp"]},"args":{"any":[".",".*"]}\
}]},{"code":"destructive_operation_blocked","id":"kill-service","category":"processes","severity":"severe","explanation":"This ends a service that others rely o\
n. End the process that you started, by its id.","trust":4,"match":[{"program":["end-process"],"args":{"any":["systemd*","init","sshd","ssh","dockerd","docker",\
"containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowS\
erver","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-server","udevd","login","firefox","chrome","google-chrome","supervisord","php-f\
pm","haproxy","named","ntpd","polkitd"]}},{"program":["systemctl","rc-service","initctl"],"subcommand":["stop","kill","mask","disable","isolate","suspend","hibe\
rnate"]},{"program":["rc-service"],"subcommand":["* stop","* zap"]},{"program":["Stop-Service"]},{"program":["service"],"args":{"any":["stop"]}},{"program":["la\
unchctl"],"subcommand":["unload","bootout","remove","kill"]},{"program":["tmux","screen"],"subcommand":["kill-server"]},{"program":["tmux"],"subcommand":["kill-\
session"],"flags":{"any":["-a"]}},{"program":["sc","net"],"subcommand":["stop","delete"]}]},{"code":"destructive_operation_blocked","id":"kill-unnamed","categor\
y":"processes","severity":"severe","explanation":"Nobody can say before which processes this ends. End the process that you started, by its id.","trust":3,"matc\
h":[{"program":["pkill","killall"],"args":{"any":["\\ufffc"]},"language":["python","javascript","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","\
id":"turn-off-machine","category":"processes","severity":"catastrophic","explanation":"This turns the machine off or starts it anew, for everybody on it.","matc\
h":[{"program":["shutdown","reboot","halt","poweroff","Stop-Computer","Restart-Computer"],"flags":{"none":["--help","-c","--version","--show"]}},{"program":["in\
it","telinit"],"args":{"any":["0","6","1","s","S"]}},{"program":["systemctl","loginctl"],"subcommand":["reboot","poweroff","halt","rescue","emergency","kexec","\
soft-reboot"]}]},{"code":"destructive_operation_blocked","id":"fork-bomb","category":"fork-bombs","severity":"catastrophic","explanation":"This starts processes\
 without end until the machine stands still.","match":[{"program":["fork-bomb"]}]},{"code":"destructive_operation_blocked","id":"fork-in-code","category":"fork-\
bombs","severity":"severe","explanation":"Nobody can say before it runs how many processes this code starts. Start them by the shell or a pool.","trust":3,"matc\
h":[{"program":["fork"],"language":["python","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"fill-disk-or-memory","category":"fork-bombs",\
"severity":"severe","explanation":"This writes or reads without end until disk or memory are full. Say how much.","trust":4,"match":[{"program":["yes"],"redirec\
ted":true,"writes":["root","system","local-system","home","personal","outside","workspace","source","disposable","temp","data","unknown"],"flags":{"none":["--he\
lp"]}},{"program":["cat","dd"],"reads":["endless"],"redirected":true,"language":["shell"]},{"program":["tail","sort","tac","sponge","shuf","column"],"reads":["e\
ndless"]},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["cat","tr","base64"],"reads":["endless"],"without":["head","timeout","cut\
","sed"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["dd"],"reads":["endless"],"without":["head","timeout","cut","sed"],"oper\
ands_at_most":1}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["yes"],"without":["head","timeout","sed","awk"]}},{"program":["dd\
"],"reads":["nowhere"],"writes":["workspace","root","home"]},{"program":["fallocate"],"names":["workspace","root","home"]},{"program":["fallocate","truncate"],"\
options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"program":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code":"destructive_operat\
ion_blocked","id":"overwrite-disk","category":"disks","severity":"catastrophic","explanation":"This writes to a disk below its file system; everything on it is \
lost. Use a file in the workspace as an image.","match":[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"],"names":["device"]},{"program":["badbloc\
ks"],"names":["device"],"flags":{"any":["-w"]}},{"program":["wipefs"],"names":["device"],"flags":{"any":["-a","--all","-o","--offset"],"none":["-n","--no-act"]}\
},{"program":["hdparm"],"names":["device"],"flags":{"any":["--security-erase","--security-erase-enhanced","--security-set-pass","--write-sector","--make-bad-sec\
tor","--repair-sector","--trim-sector-ranges","--fwdownload","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"names":["device"],"flag\
s":{"none":["--help","-V","-h","--version"]}},{"program":["Format-Volume","Clear-Disk","Initialize-Disk","Remove-Partition","nwipe"]},{"program":["bcachefs"],"s\
ubcommand":["format"]},{"program":["asr"],"flags":{"any":["--erase","-erase"]}},{"program":["systemd-cryptenroll"],"flags":{"any":["--wipe-slot"]}},{"program":[\
"mke2fs"],"names":["device"],"flags":{"none":["--help","-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]}},{"pro\
gram":["nvme"],"subcommand":["format","sanitize"]}]},{"code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severity":"severe","explanat\
ion":"This changes a file system, or makes one, where others may have data. Use a file in the workspace.","trust":4,"match":[{"program":["debugfs"],"names":["de\
vice"],"flags":{"any":["-w"]}},{"program":["tune2fs"],"names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"none":["\
-P"]}},{"program":["e2fsck","fsck*","xfs_repair"],"names":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs","mkswap\
","newfs","mkfs_*"],"names":["system","unknown","home"]},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"none":["\
-l","--list","-J","--json","-d","--dump","-p","--print","-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--stop","-S\
"]}}]},{"code":"destructive_operation_blocked","id":"change-partitions","category":"disks","severity":"catastrophic","explanation":"This changes partitions or v\
olumes; what is on them may be lost.","match":[{"program":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--help","-\
v","--version"]},"args":{"none":["print"]}},{"program":["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","--list-details","-s","\
-h","--help","-v","-V","--version"]},"args":{"none":["print"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-J","--js\
on","-F","--list-free","-s","--show-size","-g","--show-geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"],"names"\
:["device"],"flags":{"none":["-p","--print","-i","--info","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremove","pvremove","lvredu\
ce","vgreduce","pvcreate"],"flags":{"none":["-t","--test","-h","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"],"flags\
":{"none":["-t","--test"]}},{"program":["zpool","zfs"],"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume delete","\
device delete","device remove"]},{"program":["mdadm"],"flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"args":{"an\
y":["luksFormat","erase","luksErase","luksRemoveKey","luksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["erase*","par\
titionDisk","secureErase","zeroDisk","apfs delete*","reformat","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program":["efibootmgr"],"fla\
gs":{"any":["-B","--delete-bootnum","-c","--create","-o","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","create","load","reload","\
suspend","rename","message"]}]},{"code":"destructive_operation_blocked","id":"change-mounts","category":"disks","severity":"severe","explanation":"This changes \
what is mounted for everybody on the machine.","trust":4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}},{"prog\
ram":["umount","mount"],"names":["root","system","home","device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B","-R"]}\
},{"program":["mount"],"options":{"-o":["*remount*","*bind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"args":{"\
at_least":1}}]},{"code":"destructive_operation_blocked","id":"prune-containers","category":"containers","severity":"severe","explanation":"This removes containe\
rs, images, or volumes that others may need. Remove yours by name.","trust":3,"spares":"own-act","match":[{"program":["docker","podman","nerdctl"],"subcommand":\
["system prune","volume prune","container prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"program\
":["docker","podman","nerdctl"],"subcommand":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm",\
"volume remove","stack rm","stack remove","service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":["\
rm","rmi","kill","stop","container rm","container kill","container stop","image rm","container remove"],"args":{"any":["*\\ufffc*"]},"line":{"none":["* --filter \
*","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*","* run -d *","* run --detach *","* run * -d *","* create *"]}},{"program":["docker"\
,"podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","po\
dman","nerdctl"],"subcommand":["compose down","compose rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker-compose","podman-compose"],"subcommand":["do\
wn","rm"],"flags":{"any":["-v","--volumes"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"options":{"--rmi":["all"]}},{"program":["d\
ocker","podman","nerdctl"],"subcommand":["compose down"],"flags":{"any":["--rmi"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"],"flags"\
:{"any":["--rmi"]}},{"program":["crictl"],"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm"\
,"* delete","images rm"]}]},{"code":"destructive_operation_blocked","id":"container-escape","category":"containers","severity":"severe","explanation":"This give\
s a container power over the host. Mount the folder that it needs, without extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcomman\
d":["run","create","container run","exec"],"flags":{"any":["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container ru\
n"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/\
.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run\
"],"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*\
","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options\
":{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"\
subcommand":["run","create"],"options":{"--pid":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},\
{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["\
run","create"],"options":{"--uts":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program\
":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_REA\
D_SEARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"p\
rogram":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],\
"options":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"cont\
ainers","severity":"severe","explanation":"This deletes or stops what runs in a cluster. Ask the person who runs it.","trust":4,"spares":"own-act","match":[{"pr\
ogram":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"opt\
ions":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon",\
"taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--rep\
licas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebind\
ing","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privil\
eged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--o\
verrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall","\
delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},\
{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"]\
,"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcomman\
d":["job stop","stop","system gc","namespace delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program":\
["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"prog\
ram":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot restore","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force-\
leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructive_operation_blocked","id":"cloud-delete","category":"clouds","severity":"severe","\
explanation":"This deletes or stops resources of a cloud account. Ask the person who runs it.","trust":4,"spares":"own-data","match":[{"program":["cloud-sdk"]},\
{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm","s3 mv"],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]},{"prog\
ram":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws"],"subcommand":["* delete-*","* terminate-*","* deregister-*","* batch-dele\
te-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","* release-*","* reboot-*","* destroy-*","* revoke-*","* leave-organization","\
* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch-write-item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"program":["\
gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"options":{"--change-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":["sync"\
],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcommand":["sync"],"flags":{"any":["--delete-destination"]}},{"program":["gcloud","bq"],\
"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"program":["gcloud"],"subcommand":["storage rm","storage buckets delete","compute instanc\
es stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{"program":["az"],"args":{"any":["delete","purge","delete-batch","deallocate","delet\
e-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none":["--local"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone\
"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","move"]},{"program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force",\
"--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucket delet\
e","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"program"\
:["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"],"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program\
":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*","*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 r\
b *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code":"destructive_operation_blocked","id":"cloud-rights","category":"clouds","sev\
erity":"severe","explanation":"This gives rights in a cloud account, or opens something of it to everybody. Ask the person who runs it.","trust":4,"match":[{"pr\
ogram":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam attach-*","iam put-*","iam add-user-to-group","iam update-*","iam create-policy*"\
,"iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","s3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-block",\
"lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-snapshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["\
s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"flags":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"p\
rogram":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove-iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch"\
,"acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["role assignment create","ad user create","ad app credential reset"]}]},{"code":\
"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","severity":"severe","explanation":"This destroys or changes real infrastructur\
e without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"program":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-all dest\
roy","state rm","workspace delete","force-unlock","taint","state push","destroy-all"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply","run-a\
ll apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy","--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"\
],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-destroy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["\
destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up","update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":\
["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up","chalice","zappa","terraform-destroy"],"subcommand":["destroy","delete","rem\
ove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["vagrant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program\
":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*state=absent*","*curl*|*sh*","*systemctl stop*"]}},{"program":["virsh"],"su\
bcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program":["VBoxManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subc\
ommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"any":["--unregister"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off\
","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm process kill","storage * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flag\
s":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"program":["lxc-destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-\
vm","--delete-disk"]}}]},{"code":"destructive_operation_blocked","id":"service-delete","category":"clouds","severity":"severe","explanation":"This deletes what \
a remote service keeps, for everybody who uses it. Ask the person who owns it.","trust":4,"spares":"own-data","match":[{"service_verb":"destroys"},{"program":["\
curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"pr\
ogram":["curl","http","https","wget","xh","xhs"],"args":{"any":["*mutation*elete*","*mutation*estroy*","*mutation*emove*"]},"to":"remote"},{"program":["curl","h\
ttp","https","wget","xh","xhs"],"options":{"-d":["*mutation*elete*","*mutation*estroy*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"o\
ptions":{"--data":["*mutation*elete*","*mutation*estroy*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-raw":["*mutat\
ion*elete*","*mutation*estroy*"]},"to":"remote"},{"program":["fly","flyctl"],"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]\
},{"program":["nsupdate","knsupdate"]},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","\
Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*<delete>*"]}},{"program":["curl","http","\
https","wget","xh","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-bin\
ary":["*<delete>*"]}}]},{"code":"destructive_operation_blocked","id":"drop-database","category":"databases","severity":"severe","explanation":"This drops a data\
base or all that is in it. Make one of your own for the test and drop that.","trust":4,"spares":"own-data","match":[{"program":["sql"],"subcommand":["drop-datab\
ase","drop-schema","flush","drop-owned","drop-keyspace","drop-tablespace","shutdown","purge"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_\
*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropdb"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch\
*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin"],"args":{"any":["drop","shutdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"],"line":{"an\
y":["echo *flush_all*","printf *flush_all*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]\
}},{"program":["redis-cli","valkey-cli"],"subcommand":["eval","EVAL","Eval"],"args":{"any":["*flush*","*FLUSH*","*del*","*DEL*"]}},{"program":["redis-cli","valk\
ey-cli"],"subcommand":["config set","CONFIG SET"],"args":{"any":["dir","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program"\
:["pg_resetwal"],"flags":{"none":["-n","--dry-run","--help","--version"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nod\
etool"],"subcommand":["decommission","removenode","assassinate"]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delet\
e","--offset-json-file"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500\
/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/\
db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*",\
"*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:1\
9530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--request":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","\
*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/s\
olr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand"\
:["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984/*"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/d\
elete_series*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","i\
d":"destroy-messages","category":"databases","severity":"severe","explanation":"This deletes queues, topics or the messages in them. Make one of your own for th\
e test and delete that.","trust":4,"spares":"own-data","match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"\
flags":{"any":["--delete","--delete-offsets","--execute"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":[\
"topic trim-prefix"]},{"program":["celery"],"subcommand":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"\
destructive_operation_blocked","id":"destroy-rows","category":"databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHE\
RE, or a migration that can be undone.","trust":4,"spares":"own-data","match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","dr\
op-bucket","drop-stream","truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scrat\
ch*"]}}]},{"code":"destructive_operation_blocked","id":"database-rights","category":"databases","severity":"severe","explanation":"This gives or takes rights in\
 a database, or changes how it runs. Ask the person who runs it.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-rol\
e","alter-user","drop-user","drop-role","set-global","kill"]}]},{"code":"destructive_operation_blocked","id":"reset-application-data","category":"databases","se\
verity":"severe","explanation":"This throws away what the application has stored. Use a database made for the test.","trust":3,"spares":"own-data","match":[{"pr\
ogram":["rails","rake","bin/rails","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:f\
orce"]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migra\
te:reset","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"environment":{"*":["prod*","production","staging"]}},{"program":["rails","rake"],"args":{"any":["db:d\
rop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"]}},{"program":["m\
anage.py","django-admin"],"subcommand":["flush","reset_db","sqlflush"]},{"program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py \
flush","*/manage.py flush","manage.py migrate * zero","*/manage.py reset_db"],"flags":{"none":["--help","-h"]}},{"program":["prisma"],"subcommand":["db push"],"\
flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["php","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:ref\
resh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]}},{"program":["sequelize","sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","die\
sel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["db:drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto\
.drop","ecto.reset","database drop","database reset","clean","drop-all","reset","dropAll","schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"su\
bcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"p\
rogram":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["console","symfony"],"args":{"any":["doctrine:database:drop","doctrine:sc\
hema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcommand":["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":[\
"supabase"],"subcommand":["migration down"]},{"program":["magento","bin/magento"],"subcommand":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"]\
,"subcommand":["metadata clear","migrate delete","database drop"]},{"program":["directus"],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["\
import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["db:drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh"\
,"migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wipe","migration:fresh","migration:reset","migration:refresh"]},{"program":["\
node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","migration:refresh"]}},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"progra\
m":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"program":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]\
}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":["flask"],"subcommand":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-\
c","--clean"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_operatio\
n_blocked","id":"publish-package","category":"publishing","severity":"severe","explanation":"What is published cannot be taken back. Build the package; a person\
 publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"program":\
["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-version-publish"],"\
flags":{"none":["--help","--version","--preview"]}},{"program":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","release publish",\
"release"]},{"program":["cargo"],"subcommand":["publish","yank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subcommand":\
["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program":["python"],"arg\
s":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["release",\
"release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line":{"none":["mvn*al\
tDeploymentRepository=*file:*"]}},{"program":["gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPlugins","uploadArchive\
s","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publishSigned",\
"sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push","repo pus\
h","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none":["--snap\
shot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"program":["ana\
conda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["deploy","upl\
oad","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"program":[\
"gh","glab"],"subcommand":["release create","release upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_blocked","id":"\
unpublish-package","category":"publishing","severity":"severe","explanation":"This takes away or redirects what others install. Ask the person who owns the pack\
age.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","access restricted","acce\
ss grant","access revoke","access set","access edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","team add","team rm","npm\
 tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"publishing","severity"\
:"severe","explanation":"This publishes an image. Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","podman","nerdctl","bui\
ldah","img"],"subcommand":["push","image push","manifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}},{"progra\
m":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"program":["\
helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * docker://*"\
]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code from elsewhere that n\
obody has looked at. Download it, read it, then install it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm","yarn"],"s\
ubcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","sou\
rce","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","In\
voke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh","dash","\
ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","ax\
el","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"program":["s\
h","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pw\
sh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp\
","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/proc/*"]}},{"program":[\
"python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetc\
h","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","d\
ig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","zsh","dash","ksh","a\
sh","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expres\
sion","iex"],"from":{"program":["base64","base32","basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_most":0},"flags":{"n\
one":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"drop"},{"program":["\
pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["curl","wget","fetch",\
"http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig"\
,"nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"from":{"program":["cu\
rl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-Rest\
Method","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl","wget","fetch","ht\
tp","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","n\
slookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"options":{"--extra-in\
dex-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["http://*","https://*"]}\
},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]},{"program":["npm","p\
npm"],"subcommand":["pkg set scripts.*=*curl *","pkg set scripts.*=*wget *"]},{"program":["crontab","at","batch","psql","mysql","awk","make"],"from":{"program":\
["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-\
RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_operation_blocked","id":"run-made-code","category":"remote-code","severity":"severe","expla\
nation":"Nobody can say before it runs which commands this program prints for the shell. Print them to a file, read it, then run it.","trust":3,"match":[{"progr\
am":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["perl","python","ruby","node","php","deno","bun","lua","awk","gawk","mawk","tclsh"]},"args"\
:{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operation_blocked","id":"reverse-shell","category":"exfiltration","severity":"catastrophic","expl\
anation":"This gives somebody elsewhere a shell on this machine.","match":[{"writes":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh"\
,"ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Exp\
ression","iex"],"args":{"at_most":0}},{"reads":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".",\
"source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},\
{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","sh *","bash","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat","netcat","nc.tradi\
tional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua-exec"]}},{"program":["nc","ncat","netcat","nc.traditional"],"options":{"-c":["*sh","*sh *\
","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","*EXEC:*","*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*","PTY*","unix*","UNI\
X*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet",\
"mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet"\
,"socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_m\
ost":0},"line":{"any":["openssl s_client*"]}},{"program":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any":["nc *"]},"via":["\
php","perl","ruby","python","node"]},{"program":["xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}},{"program":["ttyd"],"flags":{"any":["-W","--writa\
ble"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tmate"]}]},{"code":"destructive_operation_block\
ed","id":"attack-tool","category":"exfiltration","severity":"severe","explanation":"This is a tool for breaking into machines, or for listening to them. Say wha\
t it is needed for.","trust":4,"match":[{"program":["msfvenom"],"flags":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"program":["c\
hisel"],"subcommand":["server","client"]},{"program":["msfconsole","meterpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","responder\
","Responder.py","arpspoof","logkeys","crackmapexec","netexec","impacket-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--version"]\
}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--keycodes","--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]},{"progr\
am":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A","-X","-Y"],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"none":["-h\
","-V","-I"]}}]},{"code":"credential_file_protected","id":"send-secrets","category":"exfiltration","severity":"severe","explanation":"This sends secrets, or wha\
t may hold them, to another host. Nothing of the kind leaves this machine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat",\
"telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accounts","logs\
"]}},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","l\
ftp","websocat"],"from":{"program":["env","printenv","set","export","declare","history"]},"to":"remote"},{"program":["nc","ncat","netcat","telnet","socat","mail\
","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"program":["curl","wget","scp","rsync","http","nc","ncat","netcat","socat\
","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"reads":["credentials","accounts","system","home","root","ker\
nel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","accounts","system","home","root","personal","logs"],"args":{"any":["*:*"]}\
}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","severity":"severe","explanation":"This sends files or the output of comm\
ands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"program":["curl","wget","http","https","xh","httpie"],"flags":{"any":["-T\
","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]\
},"to":"drop"},{"program":["nc","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"]},"to":"remote"},{"program\
":["nc","ncat","netcat"],"reads":["source","outside","data","workspace","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","ssh","cur\
l","wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd","base64",\
"openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip","pg_dump"\
,"mysqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credentials","data",\
"home","personal","system","accounts","vcs","logs"]},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":["*.sql*",\
"*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credentials","dat\
a","home","personal","system","accounts","vcs","logs","workspace"]},{"program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--form","-d","-\
-data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credentials","home",\
"personal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","http","xh"],\
"flags":{"any":["-F","--form"]},"reads":["source","workspace","outside","temp","disposable"],"to":"remote"},{"program":["curl","http","xh"],"reads":["source","w\
orkspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to":"remote"},{"program":["rsync","scp"],"reads":["workspace","source","\
vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0\
.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace","source","vcs","personal","home","data","outside"]},"line":{"none":["\
bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["ssh"],"reads":["workspace","source","vcs","personal","home","data"\
,"outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["git"],"subcommand":["push","send-pack\
"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@loca\
lhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote add * *://*","git remote add * *@*:*","git remote set-url * *://*","gi\
t remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*1\
27.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","data","workspace","personal","home","logs"]},"options":{"-connect":["*\
.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"program":["httpd"],"options":{"-h":["/","~","/home*","/etc*","/root*"]}},{"p\
rogram":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/","/home*","\
/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"reads\
":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc","az","b2",\
"s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system","accounts","data","workspace","personal","vcs","logs"]},{"program":[\
"transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h","--version"]}},{"program":["gh"],"subcommand":["gist create"],"reads":\
["credentials","home","personal","startup","system","accounts","logs"]},{"program":["writes","cat","echo","printf","tar","dd","base64","exec",":","sh","bash","z\
sh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powersh\
ell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_blocked","id":"smuggle-data","category":"exfiltration","severity":"sev\
ere","explanation":"This puts what a command finds into an address that another host sees.","trust":4,"match":[{"program":["dig","nslookup","host","drill","kdig\
","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup","host","dr\
ill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","od *","hexdump*","whoami","hostname","id"]}},{"program":["curl","wget",\
"http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","xh"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env","printenv","set\
","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--header":["*\\ufffc*"]},"line":{"any"\
:["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-A":["*\\ufffc*\
"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options"\
:{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["c\
url","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote\
"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","com\
pgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p",\
"declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--referer":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","\
export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":["env","printenv"\
,"set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]},"line":{"any":\
["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--data":["*\\uff\
fc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"optio\
ns":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","w\
get","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"}\
,{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"flags":{"an\
y":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","serveo","ta\
ilscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--version"]},"args":{"none":["version","help","status","completion","list","info","verif\
y","ip","netcheck","ping","whois","config"]}},{"program":["code","code-insiders","cursor"],"subcommand":["tunnel"]}]},{"code":"destructive_operation_blocked","i\
d":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This deletes something of another service. Ask the person who owns it.","trust\
":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--request":["DELETE","delete"\
]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"to":"remote"},{"program":["http","https","xh","xhs"],"subcommand":["DEL\
ETE","delete"],"to":"remote"}]}]');var Ef=require("node:path");var rE=1e3,oE=1e4,wf=1024*1024,iE=20,aE={text:W,from:[]},wn=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,n,r=[]){let o=Sf(e,n);if(o===
void 0)return;this.version+=1;let i=o.includes(y)?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>wf?W:i+s;this.files.
set(o,{text:a,from:r}),this.characters+=a.length;for(let c of this.files.keys()){if(this.files.size<=rE&&this.characters<=wf)break;this.forget(c),this.forgotten.
add(c),this.forgotten.size>oE&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,n,r=[]){let o=this.written(e,n),i=e.includes(y)?s:(o?.text??
"")+s;this.write(e,i,n,[...o?.from??[],...r].slice(-iE))}read(e,s){return this.written(e,s)?.text}written(e,s){let n=Sf(e,s);if(n!==void 0)return this.files.get(
n)??(this.forgotten.has(n)?aE:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Sf(t,e=""){let s=/^[/~]/.test(
t)||e===""?t:`${e}/${t}`;return t===""||t===y?void 0:Ef.posix.normalize(s)}var Wo=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,s){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),s;this.depth+=1;let n=this.spend()?e():s;return this.depth-=1,n}fail(e,s){
this.problem??={kind:e,detail:s}}};var Cf=12,ar={words:[{text:y,glob:!1}],exported:!1},_f=A.shellVariables,qo=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
{text:"bash",glob:!1}];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,s){e!==s&&(this.
references=new Map(this.references).set(e,s))}resolveName(e){return this.references.get(e)??e}value(e){let s=this.resolveName(e),n=this.variables.get(s);return n?
n.words[0]?.text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(_f,s)?_f[s]:y}set(e,s,n=this.get(e)?.exported??!1){let r=this.resolveName(e);this.
fixed.has(r)?this.variables.set(r,{...ar,exported:n}):this.variables.set(r,{words:s,exported:n}),n&&(this.environment=void 0)}export(e){let s=this.variables.get(
e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.
size>>3);let e={};for(let[s,{words:n,exported:r}]of this.variables)r&&n[0]&&(e[s]=n[0]);return this.environment=e,e}define(e,s){let r=this.functions.get(e)?.bodies??
[];this.functions.set(e,{bodies:r.includes(s)?r:[...r,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.budget.spend(1+(this.
variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].map(([s,n])=>[
s,{...n}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let n=this.copy();for(let[r,{exported:o}]of this.variables)o||n.variables.set(r,ar);for(let r of n.functions.
values())r.certain=!1;for(let[r,o]of Object.entries(s))n.set(r,[o],!0);return n.aliases.clear(),n.arguments=e,n}same(e){if(this.variables.size!==e.variables.size)
return!1;for(let[s,n]of this.variables){let r=e.variables.get(s);if(n!==r&&Mo(n)!==Mo(r))return!1}return!0}mayBe(e,s){let n=this.variables.get(e)??ar,r=n.alternatives??
[];if(r.some(i=>pc(i)===pc(s)))return;this.hasAlternatives=!0;let o=r.length<Cf?s:[{text:W,glob:!1}];r.length<=Cf&&this.variables.set(e,{...n,alternatives:[...r,
o]})}join(e){for(let s of new Set([...this.variables.keys(),...e.variables.keys()])){let[n,r]=[this.variables.get(s),e.variables.get(s)];if(n===r)continue;Mo(n)!==
Mo(r)&&this.set(s,ar.words,(n?.exported||r?.exported)??!1);let o=cE([n,r]);if(o.length>1||this.variables.get(s)?.words===ar.words)for(let i of o)this.mayBe(s,i)}
e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);for(let[s,{bodies:n,certain:r}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<
n.length&&this.functions.set(s,{bodies:n,certain:o.certain&&r}):this.functions.set(s,{bodies:n,certain:!1})}for(let[s,n]of this.functions)e.functions.has(s)||this.
functions.set(s,{...n,certain:!1});for(let[s,n]of e.aliases)(this.aliases.get(s)?.length??0)<n.length&&this.aliases.set(s,n);this.folder!==e.folder&&(this.folder=
y)}},pc=t=>t.map(({text:e})=>e).join("\0"),Mo=t=>t&&pc(t.words),cE=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.
includes(y)||ke(s))));var lE=A.escapes,De=t=>t.map(e=>`${e}
`).join("");function is(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,s,n,r,o,i)=>{if(i!==void 0)
return lE[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(s??n??r,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function cr([
t="",...e]){if(t==="--")return cr(e);if(t.startsWith("-v"))return"";let s="",n=0;do{let r=n;if(s+=uE(t,()=>e[n++]??""),n===r)break}while(n<e.length&&s.length<=65536);
return s}var dE=new RegExp([String.raw`%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|`,String.raw`U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])`].
join(""),"g");function uE(t,e){return t.replace(dE,(s,n,r,o,i)=>{if(s==="%%")return"%";if(i===void 0)return is(s);r==="*"&&e(),o==="*"&&e();let a=e();if(a.includes(
y))return a;if(i==="b")return is(a);if(i==="c")return a.slice(0,1);if(i==="s")return/^\d+$/.test(o??"")?a.slice(0,Number(o)):a;let c=/^['"]/.test(a)?a.codePointAt(
1)??0:Number(a||0);return Number.isSafeInteger(c)?i==="x"||i==="X"||i==="o"?c.toString(i==="o"?8:16):"diu".includes(i)?String(c):y:y})}function Zs(t,e){return e.length===0?t.context.stdin?.readRest()??y:e.map(({text:s})=>s==="-"||s==="/dev/stdin"?t.context.stdin?.readRest()??y:He(s,t)?.text??y).
join("")}var pE=({args:t},e)=>t.find(({text:s})=>s.startsWith(`${e}=`))?.text.slice(e.length+1),fE=(t,e)=>t.map(({text:s})=>`${s.replaceAll("*",y)}${e?`/${y}`:""}\

`).join("")||y;function jo(t,e,s,n=!1){let{input:r}=s.context,o=e.includes(y)&&r?.kind==="pipe"?r.from:[];s.interpreter.files[n?"append":"write"](t,e,s.scope.folder,
o)}function Af(t){let{options:e,operands:s}=M(t.args,{permuted:!0}),n=t.context.stdin?.readRest()??y;for(let{text:r}of s)jo(r,n,t,z(e,"a","append"));return n}var $f={
tee:Af,sponge:t=>{let e=Af(t);return t.args.length>0?"":e},grep:t=>{let{options:e,operands:s}=M(t.args,A.getopt.grep);if(z(e,"c","count","q","quiet"))return y;let n=z(
e,"e","regexp","f","file")?s:s.slice(1),r=z(e,"r","R","recursive");if(z(e,"l","L","files-with-matches","files-without-match"))return fE(n,r);if(r)return y;let o=Zs(
t,n);return z(e,"o","only-matching","n","H","b")?Ie(o):o},dd:t=>{let[e,s]=["if","of"].map(o=>pE(t,o)),n=e===void 0?t.context.stdin?.readRest()??y:He(e,t)?.text??
y,r=t.args.some(({text:o})=>/^(?:skip|count|conv|bs|ibs)=/.test(o))?Ie(n):n;return s===void 0?r:(jo(s,r,t),"")}};var lr=require("node:path");var mE=/%%|%(?!x|\d[\da-f])[-+ #0'^:_<>|\d.]*(?:[Cw]?\([^)]*\)|\{[^}]*\}|[acCGg]?[A-Za-z])|%/g,hE={"%%":"%","%n":`
`,"%t":"	"},fc=(t,e=hE)=>t.replace(mE,s=>e[s]??(s.length===1?W:y));function mc({program:t,args:e}){let{prefix:s,names:n,unread:r,...o}=A.formats.get(t),{options:i}=M(
e,{...o,permuted:!0}),a=s?e.find(({text:c})=>c.startsWith(s))?.text.slice(s.length):n?q(i,...n).at(-1)?.text:ye(e).text;return a===void 0?y:r?new RegExp(r).test(
a)?W:y:/^[\w-]+$/.test(a)?y:`${fc(is(a.replace(/^t?format:/,"")))}
`}var gE=({args:t})=>{let{options:e,operands:s}=M(t,{short:"cft",long:["format","printf"],permuted:!0}),[n]=q(e,"c","f","t","format","printf");if(!n)return y;let r=s.
map(({text:i,glob:a})=>a?i.replaceAll("*",y):i),o=is(n.text);return De(r.map(i=>fc(o,{"%%":"%","%n":i,"%N":i})))},bE=/^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$/,
yE=t=>{let[e="",s]=t.args.map(({text:n})=>n);return e==="rev-parse"&&s==="--show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?W:bE.test(e)?Ie(t.context.stdin?.remaining||y):mc(t)},kE=({args:t})=>{let{options:e,operands:s}=M(t,{short:"fs",long:["forma\
t","separator"]});if(q(e,"f","s","format","separator").length>0)return W;let n=s.map(({text:c})=>Number(c)),[r,o,i]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,
1,n[0]],a=Math.floor((i-r)/o)+1;return!(a<=100)||![r,o].every(Number.isSafeInteger)?y:De(Array.from({length:Math.max(0,a)},(c,l)=>`${r+l*o}`))},vE=(t,e)=>lr.posix.
normalize(/^[/~]/.test(t)||t.startsWith(y)?t:`${e}/${t}`).replace(/(?<=[^/])\/+$/,""),Tf=({args:t,scope:e})=>{let{options:s,operands:n}=M(t,{long:["relative-to",
"relative-base"],permuted:!0}),r=e.value("PWD");return q(s,"relative-to","relative-base").length===0?De(n.map(({text:o})=>vE(o,r))):De(n.map(({text:o})=>o))},xE=t=>{
let{options:e}=M(t.args,{permuted:!0});return z(e,"f","e","m","canonicalize","canonicalize-existing","canonicalize-missing")?Tf(t):y},wE=(t,e)=>lr.posix.basename(
t,e)||lr.posix.basename(t)||(t===""?"":"/"),SE=({args:t})=>{let{options:e,operands:s}=M(t,{short:"s",long:["suffix"]}),[n]=q(e,"s","suffix"),r=n!==void 0||z(e,"\
a","multiple"),o=n??(r?void 0:s[1]),i=r?s:s.slice(0,1);return o&&!At(o)?De(i.map(({text:a})=>Ie(a))):De(i.map(({text:a})=>wE(a,o?.text)))},EE=({args:t})=>{let{operands:e}=M(
t,{permuted:!0});return De(e.map(s=>At(s)?lr.posix.dirname(s.text):Ye(s.text)))},CE=st(A.patterns.jq_choosing,"g"),_E=/"((?:[^"\\]|\\[\s\S])*)"/g,AE=/\\\((?:[^()]|\([^()]*\))*\)/g,
$E=/^[\w\u{FFFC}][\w\u{FFFC}.@:=,-]*$|^(?:[\s,:=@]|\\[nt])?$/u,TE=st(A.patterns.jq_making),PE=({args:t,context:e})=>{let{options:s,operands:n}=M(t,{short:"fL",long:[
"from-file","indent"],permuted:!0}),r=s.some(({name:u})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.test(u)),o=r?n.findIndex(({text:u})=>/[.$"[|]/.test(
u)):0,a=((q(s,"f","from-file").length>0?void 0:n[Math.max(0,o)])?.text??"").replace(CE,""),c=[...a.matchAll(_E)].map(([,u])=>u.replace(AE,y)),l=TE.test(a)&&(c.length>
0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.values(e.environment).some(At);return l||d||r&&/\$/.test(a)||!c.every(u=>$E.test(u))?W:Ie(e.stdin?.remaining||
y)},Pf={stat:gE,git:yE,jq:PE,seq:kE,realpath:Tf,readlink:xE,basename:SE,dirname:EE};function Rf(t,e,s,n){let r=[];for(let[o,{text:i}]of t.entries()){let[a,c]=t.
slice(o+1,o+3).map(d=>d.text);if(a===void 0)continue;let l=d=>e.map(u=>fc(is(d),{"%%":"%","%p":u,"%H":s})).join("");i==="-printf"?r.push(l(a)):i==="-fprintf"?n(
a,l(c??"")):/^-f(?:print0?|ls)$/.test(i)&&n(a,De(e))}return r.length>0?r.join(""):De(e)}function Ho(t){let s=((Object.hasOwn(Df,t.program)?Df[t.program]:void 0)??RE(t.program))(t);return s.length>65536?W:(t.interpreter.budget.spend(s.length>>6),s)}
var RE=t=>A.filters.has(t)?bc:A.formats.has(t)?mc:()=>A.silent.has(t)?"":y,IE=A.characterClasses,NE=16,Fo=({args:t})=>t.map(({text:e})=>e),en=(t,e="",s=Ye)=>n=>{
let r=M(n.args,{short:e,permuted:!0}),o=Zs(n,r.operands);return o.includes(y)?s(o):t(o,r)??W},gc=(t,e="")=>en(t,e,s=>s);function OE(t){let e=Fo(t),s=0;for(;/^-[neE]+$/.
test(e[s]??"");)s+=1;let n=e.slice(0,s).join(""),r=e.slice(s).join(" ");return(n.includes("e")?is(r):r)+(n.includes("n")?"":`
`)}var Wf=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):W},If=en((t,{options:e})=>z(
e,"d","D","decode")?Wf("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),Sn=t=>t.replace(/\n$/,"").split(`
`),Nf=t=>gc((e,{options:s})=>{let n=s.map(({name:i})=>i).join(""),r=q(s,"n","lines")[0]?.text??(/^\d+$/.test(n)?n:"10"),o=Sn(e);if(t&&/^\+\d+$/.test(r))return De(
o.slice(Number(r)-1));if(!(!/^\d{1,6}$/.test(r)||z(s,"c","bytes")))return De(t?o.slice(-Number(r)):o.slice(0,Number(r)))},"cn"),LE=en((t,{options:e})=>{let[s]=q(
e,"c","b","f"),n=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!n)return;let r=Math.max(1,Number(n[1]||1)),o=n[2]===""?r:Number(n[3]||65536),i=q(e,"d")[0]?.text??"	",
a=z(e,"f"),c=l=>(a?l.split(i):[...l]).slice(r-1,o).join(a?i:"");return De(Sn(t).map(c))},"cbfd");function DE(t,{options:e}){if(e.some(({name:n})=>!/^(?:[uro]|unique|reverse|output)$/.
test(n)))return;let s=Sn(t).sort();return z(e,"r","reverse")&&s.reverse(),De(z(e,"u","unique")?[...new Set(s)]:s)}var Of={short:"oktST",long:["output"],permuted:!0};
function WE(t,e){let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[n,r]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(ME);if(n===void 0||/[cCs]/.test(s))return;if(s.
includes("d"))return[...t].filter(i=>!n.includes(i)).join("");if(r===void 0||r.length===0)return;let o=new Map(n.map((i,a)=>[i,r[Math.min(a,r.length-1)]]));return[
...t].map(i=>o.get(i)??i).join("")}function ME(t){let e=is(t.replace(/\[:(\w+):\]/g,(r,o)=>IE[o]??"")),s=[],n=[...e];for(let r=0;r<n.length&&s.length<1024;r+=1){
let[o,i]=[n[r].codePointAt(0),n[r+2]?.codePointAt(0)];if(n[r+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)s.push(String.fromCodePoint(a));r+=2}else
s.push(n[r])}return s}var hc=t=>{let e=t.context.stdin?.remaining??"",{options:s,operands:n}=M(t.args,{short:"Fv"}),r=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.
exec(n[0]?.text??""),o=q(s,"F")[0]?.text,i=n.length===1&&(o===void 0||/^[^\\.*+?[\]^$|()]$/.test(o));if(e===""||e.includes(y)||!i||!r)return bc(t);let a=Sn(e).map(
c=>{let l=o===void 0||o===" "?c.trim().split(/\s+/):c.split(o),d=r[1]==="NF"?l.length:Number(r[1]??0);return d===0?c:l[d-1]??""});return De(a)},Lf=({args:t})=>{
let{operands:e}=M(t,{permuted:!0});return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)};function bc(t){let s=M(t.args,{permuted:!0}).operands.slice(0,NE).map(({text:r})=>He(r,t)?.text??"");return[t.context.stdin?.remaining??"",...s].filter(r=>r!==
"").some(r=>Ie(r)===W)?W:y}var Df={echo:OE,printf:t=>cr(Fo(t)),cat:t=>Zs(t,M(t.args,{permuted:!0}).operands),base64:If,openssl:t=>t.args[0]?.text==="base64"?If(
{...t,args:t.args.slice(1)}):bc(t),xxd:en((t,{options:e})=>z(e,"r")&&z(e,"p","ps")?Wf("hex",t):void 0),rev:en(t=>De(Sn(t).map(e=>[...e].reverse().join("")))),tac:en(
t=>De(Sn(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??y;return e.includes(y)?Ye(e):WE(e,Fo(t))??W},head:Nf(!1),tail:Nf(!0),cut:LE,sort:t=>{let{options:e}=M(
t.args,Of),s=gc(DE,Of.short)(t),[n]=q(e,"o","output");return n&&jo(n.text,s,t),n?"":s},uniq:gc((t,{options:e})=>z(e,"c","count","f","s","w")?void 0:t),awk:hc,gawk:hc,
mawk:hc,mktemp:({args:t})=>{let{options:e,operands:s}=M(t,{short:"p",long:["suffix"],permuted:!0}),[n]=q(e,"p","tmpdir"),r=s[0]?s[0].text.replace(/X{3,}/,y):`tm\
p.${y}`,o=n?.text??(s[0]&&!z(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?r:`${o}/${r}`}
`},strings:en(t=>t),ls:({args:t})=>{let{options:e,operands:s}=M(t,{permuted:!0});return!z(e,"d","directory")||z(e,"l")||s.length===0?y:s.map(({text:n})=>`${n.replaceAll(
"*",y)}
`).join("")},yes:t=>`${Fo(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,which:Lf,type:Lf,...$f,...Pf};var qf=require("node:path");var Mf={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},qE=st(A.patterns.git_settings,"i"),jf=t=>{let{options:e,operands:s}=M(t.args,A.getopt.git),n={...t.context.
environment},r=jE(e,n,t);for(let{name:l,value:d}of e)Mf[l]&&d&&(n[Mf[l]]=d);let o=t.scope.copy();for(let{text:l}of q(e,"C"))o.folder=/^[/~]/.test(l)||o.folder===
void 0?l:qf.posix.normalize(`${o.folder}/${l}`);let i={...t,args:s,scope:o,context:{...t.context,environment:n}},a=l=>{ie(l,i)};for(let[l,d]of r)qE.test(l)&&a(d.
replace(/^!/,""));let c=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...n};for(let l of A.gitVariables)c[l]!==void 0&&a(c[l].text);return Ff(i,r,
0)};function jE(t,e,{scope:s}){let n=[],r=s.exported(),o=a=>(e[a]??r[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)n.push([o(
`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??y]);for(let[,a,c]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))n.push([a,c]);for(let{
text:a}of q(t,"c")){let[,c=a,l="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];n.push([c,l]),e[`GIT_CONFIG_KEY_${i}`]=R(c),e[`GIT_CONFIG_VALUE_${i}`]=R(l),i+=1,e.GIT_CONFIG_COUNT=
R(String(i))}for(let{text:a}of q(t,"config-env")){let[c="",l=""]=a.split("=");n.push([c,(e[l]??s.get(l)?.words[0])?.text??y])}return n}var FE=8;function Ff(t,e,s){
let[n,...r]=t.args;if(n===void 0)return F(t);let o=e.findLast(([a])=>a.toLowerCase()===`alias.${n.text.toLowerCase()}`)?.[1]??t.interpreter.gitAliases.get(n.text);
if(o!==void 0&&s<FE){if(o.startsWith("!"))return t.interpreter.runScript(`${o.slice(1)} "$@"`,Qe(t,[R("git"),...r]),Z(t.context,"git"));let a=o.trim().split(/\s+/),
c=Lt(a.map(l=>l.replace(/^(["'])(.*)\1$/,"$2")));return Ff({...t,args:[...c,...r]},e,s+1)}let i=F(t);return HE(n.text,r,t),i}function HE(t,e,s){let n=d=>{ie(d,s)},
r=A.gitCode.get(t)?.options??[],{options:o,operands:i}=M(e,{short:r.filter(d=>d.length===1).join(""),long:r.filter(d=>d.length>1),permuted:!0});for(let{text:d}of q(
o,...r))n(d);t==="bisect"&&e[0]?.text==="run"&&or(e.slice(1),s);let a=t==="submodule"?e.findIndex(({text:d})=>d==="foreach"):-1;if(a!==-1){let d=e.slice(a+1).map(
({text:u})=>u);n(d.slice(/^(--recursive|-q|--quiet)$/.test(d[0]??"")?1:0).join(" "))}for(let{text:d}of i)d.startsWith("ext::")&&n(d.slice(5).replaceAll("% ","\\ "));
let c=t==="config"?e.findIndex(({text:d})=>/^alias\./i.test(d)):-1,l=e[c+1]?.text;c!==-1&&l!==void 0&&s.interpreter.gitAliases.set(e[c].text.slice(6),l)}tt();var VE=16,UE=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function BE(t,e,{options:s,operands:n,code:r,files:o,reads:i}){let{args:a,scope:c,context:l}=t,[d]=n,u=d!==void 0&&(o.
includes(d)||r.includes(d)||i&&d.text==="-"),p=e==="python"?a.findIndex(C=>r.includes(C)):-1,f=p>=0?a.slice(p+1):u?n.slice(1):n,m=(GE(e,s)?f.slice(0,VE):[]).flatMap(
({text:C})=>He(C,t)?.text??[]),b=i?void 0:l.stdin?.remaining,k=e==="awk",v=k?[...q(s,"v","assign"),...f]:[];return{args:f,environment:{...c.exported(),...l.environment},
variables:new Map(v.flatMap(({text:C})=>[...C.matchAll(UE)].map(([,S,w])=>[S,w]))),...re({script:u&&o.includes(d)?d.text:void 0,input:m.length>0?m.join(""):b===
y||b===""?void 0:b,separator:k?q(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&z(s,"p","print")||void 0})}}var GE=(t,e)=>t==="awk"||(t===
"perl"||t==="ruby")&&z(e,"n","p"),{interpreters:Hf}=A;function Vo(t){let e=Vf(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":Hf.get(
e)?.language}var Vf=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function Uo(t){let e=Vf(t.program),
s=Hf.get(e);if(!s)return;let n=s.language==="awk",r={...t,context:Z(t.context,t.program)},{options:o,operands:i}=M(YE(e,t.args),s),a=q(o,...s.code??[]),c=q(o,...s.
files??[]);s.operands==="code"&&a.length===0&&c.length===0&&a.push(...e==="redis-cli"&&i.length>0?[ye(i)]:i.slice(0,1)),s.operands==="database then code"&&a.push(
...i.slice(1)),o.some(({value:E})=>E?.text.startsWith("data:"))&&t.interpreter.budget.fail("too-much","code in an address is not followed");let[l]=q(o,...s.module??
[]);l?.text==="timeit"&&a.push(...i.filter(({text:E})=>!/^-\w*[nru]?\d*$/.test(E)));let d=s.operands===void 0&&a.length===0&&!z(o,...s.module??[]);d&&i[0]&&i[0].
text!=="-"&&c.push(i[0]);let p=c.some(({text:E})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(E))||a.length===0&&c.length===0&&(d||s.operands!==void 0),f=Js(p?t:xn(
t),a[0]?.text??""),[h]=c.map(({text:E})=>He(E,t)?.from),m=n?Ho(t):void 0,b=n&&t.context.input?.kind==="pipe"?t.context.input:void 0,k=F({...Qs(f,h),args:t.args.
filter(E=>!a.includes(E)||E.text.includes(y)),...re({filter:b&&{code:ye(a).text,from:b.from}})}),v=BE(t,s.language,{options:o,operands:i,code:a,files:c,reads:p}),
C=[...[...a,...zE(t.args,i,s)].map(({text:E})=>E),...c.flatMap(({text:E})=>He(E,t)?.text??[])],S=(E,I)=>tn(s.language,E,I,v),w=C.map(E=>S(E,r)),_=p?t.context.stdin?.
readRest():void 0;_!==void 0&&w.push(S(_,{...r,context:Pt(r.context)}));let T=w.join("");return m!==void 0?m===y&&T!==""?T:m:s.language==="sql"?KE(a)??k:T===""||
z(o,"p")&&e!=="node"?k:T}function zE(t,[e,...s],n){if(!e||n.operands==="no code")return[];let r=n.operands===void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(
t[t.indexOf(e)-1]?.text??""))return r;let{options:o,operands:i}=M(s,n),a=q(o,...n.code??[]);return[...r,...a,...n.operands==="code"?i.slice(0,1):[]]}function KE(t){
let e=t.flatMap(({text:s})=>/^\s*(?:select|with)\b/i.test(s)?[...s.slice(0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,
n])=>`${n}${y};
`):[]);return e.length>0?e.join(""):void 0}function YE(t,e){let[s,...n]=e;return t==="deno"&&s?.text==="eval"?[R("-e"),...n]:(t==="deno"||t==="bun")&&s?.text===
"run"?n:e}function tn(t,e,s,n=no){let{scope:r,context:o}=s;ke(e)&&s.interpreter.budget.fail("too-much",`${s.program} runs code that cannot be read to its end`);
let i="";if(!s.interpreter.readCode)return i;let a=t==="sql"?XE(e.replace(/^\s*\.(?!shell|system)\w+.*$/gm,""),s):e;return s.interpreter.budget.descend(()=>{s.interpreter.
budget.spend(e.length>>8);let{invocations:c,problem:l}=s.interpreter.readCode(t,a,{readCommand:d=>QE(d,s),onWrite:(d,u)=>s.interpreter.files.write(d,u,r.folder),
input:n,onPrint:d=>{i=i.length+d.length>65536?W:i+d}});l&&s.interpreter.budget.fail(l.kind,l.detail);for(let d of c)s.interpreter.budget.spendInvocation()&&s.interpreter.
invocations.push(JE(d,s,o))},void 0),i}var XE=(t,{program:e})=>/^mongo(?:sh)?$/.test(e)?t.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,"$1;").replace(/\n(?=[ \t]*db[.[])/g,
`;
`):t;function QE(t,e){let{context:s}=e,n=e.interpreter.invocations.length;return e.interpreter.runScript(t,Qe(e),{...s,wrappers:[],redirects:[],captured:!0}),{invocations:e.
interpreter.invocations.splice(n)}}var JE=(t,{scope:e,program:s,args:n},{wrappers:r,redirects:o,input:i,environment:a})=>({...t,wrappers:[...r,...t.wrappers],redirects:[
...o,...t.redirects],...t.program==="sql"&&{client:{program:s,args:n,environment:{...e.exported(),...a}}},...re({input:t.input??i,folder:t.folder??(e.folder===void 0?
void 0:R(e.folder))})});function Uf(t){let[e,s]=ZE(t),n=A.consoles.get(e),[r,...o]=s.slice(s.findIndex(({text:u})=>!u.startsWith("-")));if(!n||!r||!n.after.includes(
r.text))return;let{options:i,operands:a}=M(o,{...n,permuted:!0}),c=q(i,...n.code??[]);n.operands==="code"&&c.length===0&&c.push(...a.slice(0,1).filter(({text:u})=>u!==
"-"));let l={...t,context:Z(t.context,e)};for(let{text:u}of c)tn(n.language,u,l);let d=c.length===0?t.context.stdin?.readRest():void 0;d!==void 0&&tn(n.language,
d,{...l,context:Pt(l.context)})}function ZE({program:t,args:e}){let s=Vo(t)?e.findIndex(({text:r})=>!r.startsWith("-")):-1;if(s===-1)return[t,e];let{text:n}=e[s];
return[n.slice(n.lastIndexOf("/")+1),e.slice(s+1)]}var Bf=t=>String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${t}>)[^\\[])*\k<${t}>`,yc=t=>String.raw`(?:\\[\s\S]|(?!\k<${t}>)[^\\])*\k<${t}>`,kc=new RegExp(
[String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${Bf("quote")}`,String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${Bf(
"delimiter")})`+String.raw`(?<replacement>${yc("delimiter")})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,String.raw`(?<other>y(?<mark>[^\w\s\\])${yc("mark")}${yc(
"mark")}`,String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,String.raw`e(?<command>.*)|[wW](?<written>.*)|[rR](?<read>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`].
join("|"),"y");function Gf(t){if(t.length>1e4)return;let e=[];for(let s=0;s<t.length;s=kc.lastIndex){kc.lastIndex=s;let n=kc.exec(t)?.groups;if(!n)return;let r=eC(
n);r&&e.push(r)}return e}function eC(t){let{pattern:e,replacement:s,flags:n="",target:r,delimiter:o="",command:i,written:a,read:c}=t;if(e!==void 0){let l={kind:"\
replace",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:n,delimiter:o};return r===void 0?l:{...l,file:r.trim()}}return i!==void 0?{kind:"execute",command:i.
trim()}:a!==void 0?{kind:"write",file:a.trim()}:c!==void 0?{kind:"read",file:c.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:{kind:"other"}}var tC=2,sC=3e5,nC=128;function rC(t,e,s,n){let{pattern:r,replacement:o,flags:i,delimiter:a}=e;if(t.includes(y))return Ie(t);let c=m=>m.replaceAll(`\\${a}`,()=>a),
l=r.match(/\*/g)?.length??0,d=/^[gpeI]*$/i.test(i)?oC(c(r),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((m,b)=>m+b.length**(l+1),0),f=l<=tC&&p<=sC&&n.spend(Math.ceil(p/nC));if(!d||!f||/\\\w/.test(o))return W;let h=c(o).replace(/\\([\s\S])|[$&]/g,(m,b)=>b??
(m==="&"?"$&":"$$"));return u.map(m=>m.replace(d,h)).join(`
`)+(t.endsWith(`
`)?`
`:"")}function oC(t,e,s){if(/\\[\w(){}|+?<>'\x60]|\[[:.=]/.test(t)||s&&/[(){}|+?]/.test(t))return;let n=t.replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,
(r,o,i,a)=>a!==void 0?`[${i}${a.replace(/[\\\]]/g,"\\$&")}]`:r.length===2?r:`\\${r}`);return bs(n,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}var iC=8,Kf=/^\/dev\/(?:stdout|stderr|fd\/[12])$/,
Yf=t=>{let{options:e,operands:s}=M(t.args,A.getopt.sed),n=q(e,"e","expression").map(({text:p})=>p),r=q(e,"f","file").map(p=>Zs(t,[p]));n.length===0&&r.length===
0&&n.push(s.shift()?.text??"");let o=[...n,...r].join(`
`),i=Gf(o);t.interpreter.budget.spend(iC*(i?.length??0));let a=(i??[]).flatMap(p=>{let f="file"in p&&p.file!==void 0&&!Kf.test(p.file)?p.file:"";return f===""?[]:
[{kind:p.kind==="read"?"read":"write",path:R(f)}]});F({...t,context:kn(t.context,a)});let c=z(e,"i","in-place"),l=c?y:Zs(t,s);if(i===void 0)return o.includes(y)||
t.interpreter.budget.fail("unparsable","its sed script cannot be parsed"),Ie(l);let d=z(e,"E","r","regexp-extended"),u=l;for(let p of i)p.kind==="replace"&&(u=rC(
u,p,d,t.interpreter.budget)),u=aC(p,u,s,t);return c?"":u.length>65536?W:u};function aC(t,e,s,n){switch(t.kind){case"select":return e;case"other":return Ie(e);case"\
read":return Ye(e);case"execute":return t.command===""?zf(e,s,n):(ie(t.command,n),Ye(e));case"replace":if(t.flags.includes("e"))return e.includes(y)&&ie(cC(t),n),
e.includes(y)&&s.length>0?y:zf(e,[],n);break;default:}let{file:r}=t;return r!==void 0&&!Kf.test(r)&&n.interpreter.files.write(r,e,n.scope.folder),e}function zf(t,e,s){
let n=Qe(s),r=Z(s.context,s.program);if(t!==y)for(let o of t.split(`
`))s.interpreter.runScript(o,n,Pt(r));else s.interpreter.runWords([R("sh"),...e],n,{...r,stdin:new kt(t)});return y}var cC=({replacement:t})=>t.replace(/\\\d|&/g,
y).replace(/\\([\s\S])/g,"$1");var lC=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;function Qf(t){let{program:e,scope:s,context:n}=t,r=A.codeVariables.get(e)?.variables??[],o=lC.test(e);if(r.length===0&&
!o||n.wrappers.includes(e))return;let i={...s.exported(),...n.environment},{input:a,stdin:c,...l}=n,d={...t,context:l};for(let u of r)i[u]&&ie(i[u].text.replace(
/^\|{0,2}-?\s*/,""),d);o&&dC(d,i)}function dC(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),n=/^(?:r?ba|z)sh$/.test(t.program)&&!s?"BASH_ENV":"ENV",r=e[n];
r&&(n==="BASH_ENV"||s)&&t.interpreter.runWords([R("."),r],Qe(t),Z(t.context,t.program)),s&&e.PROMPT_COMMAND&&ie(e.PROMPT_COMMAND.text,t);for(let o of[n,"PS4",...s?
["PS1"]:[]]){let i=e[o]?.text??"";/\$\(|`/.test(i)&&ie(`: "${i}"`,t)}}var uC=t=>{let{args:e,context:s}=t,{options:n,operands:r}=M(e.map(fC),A.getopt[t.program===
"fish"?"fish":"shell"]),o=Z(s,t.program);for(let{name:d,value:u}of n)u&&(d==="rcfile"||d==="init-file")&&Xf(u,{...t,args:[u]});let i=q(n,"c","command","C","init\
-command").map(({text:d})=>d),[a,...c]=i.length>0?[R(i.join(`
`)),...r]:r;if(pC(t.args,n))return F({...xn(t),args:[]});if(z(n,"c","command")||i.length>0){if(a===void 0)return F(t);let d=c[0]??R(t.program);return F({...Js(xn(
t),a.text),args:mC(e,a)}),t.interpreter.runScript(a.text,Qe(t,[d,...c.slice(1)]),o)}return a===void 0||z(n,"s")||a.text==="-"||/^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.
test(a.text)?sn(t,Qe(t,[R(t.program),...r])):Xf(a,{...t,args:r})},pC=(t,e)=>z(e,"n","no-execute")&&!z(e,"i")&&!t.some(({text:s})=>s.startsWith("+")),fC=t=>/^\+[a-zA-Z]/.
test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t,mC=(t,e)=>e.text.includes(y)?t:t.filter(s=>s!==e);function sn(t,e=t.scope){let{context:s}=t,n=s.stdin?.readRest();
return n===void 0?F(t):(!n.includes(y)&&!hC(s)?F({...t,context:{...s,input:{kind:"text",text:n}}}):F(s.input?.kind==="text"?Js(t,n):t),t.interpreter.runScript(n,
e,Pt(Z(s,t.program))))}var hC=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(
Vo(e)??"")};function Xf(t,e){let{scope:s}=e,n=e.interpreter.sources.get(t.text);if(n){let o={...e,context:Ys(e.context,n)};return sn(o,Qe(e,e.args))}let r=e.interpreter.
files.written(t.text,s.folder);return e.context.isConcurrent&&t.text===s.arguments[0]?.text&&os(e),F(Qs(xn(e),r?.from)),r===void 0?y:Jf(t,r.text,e)}function Jf(t,e,s){
let[,n]=/^#!\s*(\S.*)/.exec(e)??[],r=n&&Vo(n.split(/\s+/).at(n.includes("env ")?-1:0)),o=Z(s.context,s.program),i=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(i))return s.context.isConcurrent&&os(s),y;s.interpreter.activeScripts.push(i);let a=y,c=Qe(s,[t,...s.args.slice(1)]);
return r&&r!=="shell"?tn(r,e,{...s,context:o}):a=s.interpreter.runScript(e,c,{...o,isConcurrent:!1}),s.interpreter.activeScripts.pop(),a}function Zf(t){let[e]=t.
words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return F(Qs(t,s.from)),Jf(e,s.text,{...t,args:t.words})}var gC=t=>{
let[e,...s]=t.args;if(e===void 0)return F(t);if(e.text==="/dev/stdin"||e.text==="-")return sn(t);let n=t.interpreter.sources.get(e.text);if(n)return sn({...t,context:Ys(
t.context,n)});let r=t.interpreter.files.written(e.text,t.scope.folder);return F(Qs(t,r?.from)),r===void 0?y:(s.length>0&&(t.scope.arguments=[e,...s]),t.interpreter.
runScript(r.text,t.scope,Z(t.context,t.program)))},em={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":uC,"source .":gC};var bC=4,tm=4096,yC=t=>{F(t);let{options:e}=M(t.args,A.getopt.make),s=q(e,"f","file","makefile").map(({text:o})=>o),n=q(e,"eval","E").map(({text:o})=>o);for(let o of s.
length>0?s:["Makefile","makefile","GNUmakefile"])n.push((o==="-"?t.context.stdin?.readRest():He(o,t)?.text)??"");let r=t.args.flatMap(({text:o})=>/^([\w.]+)=([\s\S]*)$/.
exec(o)?.slice(1,3)??[]);r.includes("SHELL")&&ie(r[r.indexOf("SHELL")+1],t);for(let o of n){let i=kC(o);for(let a=0;a<r.length;a+=2)i.set(r[a],r[a+1]);for(let[,
a]of o.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))ie(sm(a,i),t);for(let a of o.replaceAll(`\\
`," ").split(`
`)){let[,c]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*[@+-]*(.*)/.exec(a)??[];c!==void 0&&ie(sm(c,i),t)}}return y};function kC(t){let e=new Map(Object.entries(A.makeVariables));
for(let[,s,n]of t.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))e.set(s,n);return e}function sm(t,e){let s=t;for(let n=0;n<
bC&&s.length<tm;n+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(r,o,i)=>e.get(o??i)??(i===void 0?r:`\${${i.replaceAll(".","_")}}`));return s.length<
tm?s.replaceAll("$$","$"):W}var vC=t=>{F(t);let{options:e}=M(t.args,A.getopt.just),[s]=q(e,"f","justfile").map(({text:o})=>o),r=(s===void 0?["justfile","Justfil\
e",".justfile"]:[s]).map(o=>He(o,t)?.text??"").join(`
`);for(let[,o]of r.matchAll(/^[ \t]+[@-]*(\S.*)/gm))ie(o.replace(/\{\{[^}]*\}\}/g,y),t);return y};function nm(t){let e=He("package.json",t)?.text;if(e===void 0)
return;let[s="",n]=t.args.filter(({text:i})=>!i.startsWith("-")).map(({text:i})=>i),r=/^(?:run|run-script|rum|urn)$/.test(s)?n:xC[s]??s,o=wC(e);for(let i of[`pr\
e${r}`,r,`post${r}`]){let a=o?.[i];typeof a!="string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),ie(
a,t),t.interpreter.activeScripts.pop())}}var xC={t:"test",i:"install",ci:"install",add:"install"};function wC(t){try{return JSON.parse(t)?.scripts}catch{return}}
var rm={"make gmake":yC,just:vC};var SC=st(A.patterns.request_statement,"i"),EC=st(A.patterns.request_fields,"gi"),om=16384,CC=/^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\d+)?(?:\/|$)/;
function _C(t){let{options:e,operands:s}=M(t.args,A.getopt.request),n=c=>c==="d"||/^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(c),r=e.flatMap(({name:c,value:l})=>l&&
n(c)?[l]:[]),o=[...q(e,"url"),...s];if(o.length>0&&o.every(({text:c})=>CC.test(c)))return;let a=[...r,...o].flatMap(({text:c})=>[...c.slice(0,om).matchAll(EC)].
map(([,l,d])=>l===void 0?d.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):AC(l)));for(let c of[...r.map(({text:l})=>l.slice(0,om)),...a])SC.test(c)&&tn("sql",c,t)}var AC=t=>{let e=t.replaceAll("+"," "),s=gs.url(
e);return s===y?e:s},$C=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,TC=100,PC=t=>{let{options:e,operands:s}=M(t.args,A.getopt.
transfer),n=t.context.stdin?.readRest()??"",[r]=q(e,"b"),o=r&&t.interpreter.files.written(r.text,t.scope.folder)?.text,i=t.program==="lftp"?q(e,"e","c").map(u=>u.
text):[],a=F(t),c=[n,o??"",...i].join(`
`).split(/[\n;]/),l=c.flatMap(u=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(u)?.[1]??[]),d=(s[0]?.text??l[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let u of c.
slice(0,TC)){let[,p]=$C.exec(u)??[],f=p?.split(/\s+/).filter(b=>b!==""&&!b.startsWith("-"))??[],h=f.length>1&&!/mput/.test(u)?f.slice(0,-1):f,m=["scp","-r",...h,
`${d||"unknown"}:`].map(b=>R(b,/[*?[]/.test(b)));h.length>0&&or(m,t)}return a},{getopt:qt}=A,RC=({code:t=[],pattern:e,operands:s,...n})=>r=>{let o=F(r),{options:i,
operands:a}=M(r.args,{permuted:!0,...n});for(let{text:c}of[...q(i,...t),...s==="code"?a:[]])for(let l of e===void 0?[c]:IC(c,e))ie(l,r);return o},IC=(t,e)=>[...t.
matchAll(new RegExp(e,"g"))].map(s=>s.at(-1).replace(/\\(["\\])/g,"$1")),NC=st(A.patterns.editor_shell),OC=t=>{F(t);let{options:e,operands:s}=M(t.args,qt.editor),
n=q(e,"c","cmd").map(({text:i})=>i),r=s.flatMap(({text:i})=>i.startsWith("+")?[i.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.readRest().
split(`
`)??[]:[];for(let i of[...n,...r,...o]){let a=NC.exec(i);a&&ie(a[1]??"sh",t)}return y},LC=t=>{let{options:e,operands:s}=M(t.args,qt.ssh),[n,...r]=s,{options:o,operands:i}=M(
r,qt.ssh);e.push(...o);let a=i[0]?.text==="--"?i.slice(1):i,c=a.length===0&&n!==void 0&&t.context.stdin!==void 0;c||F({...t,args:t.args.filter(l=>!a.includes(l))});
for(let{text:l}of q(e,"o")){let[,d]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(l)??[];d!==void 0&&ie(d,t)}return a.length>0?ie(ye(a).text,
t):c?sn({...t,scope:Qe(t)}):y},DC=t=>{let e=F(t),{operands:s}=M(t.args,qt.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=M(s.slice(
1),qt.container));let[n,...r]=s;if(!/^(exec|run|debug)$/.test(n?.text??""))return e;let o=r.findIndex(({text:u})=>u==="--"),{options:i,operands:a}=M(r,qt.container),
c=o===-1?[...q(i,"entrypoint"),...a.slice(1)]:r.slice(o+1);if(c.length===0)return y;let l=Z(t.context,t.program),d=MC(t)?Z(l,Bn):l;return t.interpreter.runWords(
c,t.scope,d)},WC=/^(?:-[a-zA-Z]*v|--(?:volume|volumes-from|mount|device|privileged|pid|ipc|userns|uts|cgroupns|cap-add|security-opt|rootfs)(?:=|$))/,MC=({program:t,
args:e})=>/^(?:docker|podman|nerdctl)$/.test(t)&&e.find(({text:s})=>!s.startsWith("-")&&s!=="container")?.text==="run"&&!e.some(({text:s})=>WC.test(s)||s.includes(
y)),qC=t=>{let{after:e=[],code:s=[],values:n=[],skip:r=0}=A.runners.get(t.program),o={short:[...n,...s].filter(m=>m.length===1).join(""),long:[...n,...s].filter(
m=>m.length>1)},{operands:i}=M(t.args,o);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&nm(t);let[a]=i;if(/^(?:pnpm|yarn)$/.test(t.program)&&i.length>1&&!A.packageVerbs.
has(a.text))return F(t),t.interpreter.runWords(i,t.scope,Z(t.context,t.program));let l=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(i[0]?.text??"")?i.slice(
0,10).findIndex(({text:m})=>e.includes(m)):0;if(e.length>0&&!e.includes(i[l]?.text??""))return Uo(t)??F(t);let d=F(t),{options:u,operands:p}=M(i.slice(e.length>
0?l+1:0),o);for(let{text:m}of q(u,...s))ie(m,t);let f=p.findIndex(({text:m})=>m==="--"),h=f===-1?p.slice(r):p.slice(f+1);return h.length>0?or(h,t):d},jC=t=>sn(t,
Qe(t)),FC=t=>{let e=F(t),{options:s,operands:n}=M(t.args,qt.copy),{files:r}=t.interpreter,{folder:o}=t.scope,[i]=q(s,"t","target-directory"),a=i??n.at(-1);for(let{
text:c}of i?n:n.slice(0,-1)){let d=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(c)?{text:`${c} "$@"`,from:[]}:void 0,u=He(c,t)??d;u===void 0||!a||(r.write(a.text,
u.text,o,u.from),r.write(`${a.text}/${c.slice(c.lastIndexOf("/")+1)}`,u.text,o,u.from))}return e},HC=t=>{let e=F(t);return _C(t),e},VC=t=>F(t.args[0]?.text.startsWith(
"+")?{...t,args:t.args.slice(1)}:t),UC=t=>{let e=F(t),[s,...n]=M(t.args,qt.tmux).operands,{operands:r}=M(n,qt["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.
test(s?.text??"")&&ie(ye(r.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.test(o))).text,t),e},BC=t=>{let e=F(t),{options:s,operands:n}=M(t.args,qt.screen);return ie(
z(s,"X")?ye(n).text:vn(n),t),e},im={"vim vi nvim view ex ed less more":OC,"sed gsed":Yf,ssh:LC,"sftp ftp lftp":PC,"docker docker-compose podman nerdctl kubectl \
oc":DC,"curl wget wget2 aria2c axel":HC,"at batch":jC,"cp mv install ln":FC,tmux:UC,screen:BC,cargo:VC,...Object.fromEntries([...A.codeOptions].map(([t,e])=>[t,
RC(e)])),[[...A.runners.keys()].join(" ")]:qC};function Bo(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,n,r,o)=>n!==void 0?am(n):o!==
void 0?`[${r?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":am(s))}var am=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var GC=8;function zC(t){let e=Math.min(GC,t.length-1);for(let s=0;s<e;s+=1){let{text:n}=t[s];if(A.risky.has(n.slice(n.lastIndexOf("/")+1))&&/^[-/~.*]|=|\//.test(
t[s+1].text)||n==="git"&&t.length>s+2)return s}return-1}function KC(t){let e=t.includes(y)?void 0:Bo(t),s=e===void 0?void 0:bs(`^(?:${e})$`);return s?[...A.risky].
filter(n=>s.test(n)).slice(0,3):[]}function lm(t){let{program:e}=t,s=A.wrappers.get(e);return s?cm(t,s):/^ld(-linux.*)?\.so/.test(e)?cm(t,{long:["library-path",
"preload","argv0"]}):XC(t)}function cm(t,e){let{skip:s=0}=e,{options:n,operands:r}=M(t.args,e),o=M(r.slice(s),s>0?e:{short:""}),i=o.options.length>0&&s>0?o.operands:
r.slice(s);s>0&&n.push(...o.options);let a={...Z(t.context,t.program),environment:{...t.context.environment}},[c]=q(n,...e.folder??[]),l=c?t.scope.copy():t.scope;
c&&(l.folder=c.text);let d=q(n,...e.code??[]),u=t.interpreter.invocations.length;e.own&&F(t);let p="";e.assigns&&YC(i,a);let f={...a,wrappers:Z(t.context,cc(t.program)).
wrappers},h=(k,v)=>t.interpreter.runScript(k,l.child([R("sh"),...v],a.environment),f),m=ye(i).text;for(let{text:k}of d)p=h(e.assigns?`${k} ${m}`:k,i);let b=e.joined&&
!z(n,"x","exec")||i.length===1&&Io(i[0]);return d.length===0&&i.length>0&&(p=b?h(m,[]):t.interpreter.runWords(i,l,a)),t.interpreter.invocations.length===u?F(t):
p}function YC(t,e){let s={...e.environment};for(;;){let[,n,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.text??"")??[];if(n===void 0)break;s[n]={text:r,glob:t[0].glob},
t.shift()}e.environment=s}function XC(t){let{program:e,words:s,args:n,scope:r,context:o}=t,i=s[0].glob?KC(e):[e.replaceAll(y,"")];for(let c of i)c!==""&&c!==e&&
t.interpreter.runWords([R(c),...n],r,Z(o,e));let a=A.nonRunners.has(e)?-1:zC(n);a!==-1&&t.interpreter.runWords(n.slice(a),r,Z(o,e))}function dr(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
for(let s of t.prefix)e(s);t.name&&e(t.name);for(let s of t.suffix)e(s);return;case"Pipeline":for(let s of t.prefixes)e(s);for(let s of t.commands)e(s);return;case"\
Redirected":e(t.command);for(let s of t.redirects)e(s);return;case"If":e(t.clause),e(t.then);for(let s of t.elif)e(s);t.else&&e(t.else);return;case"Elif":e(t.clause),
e(t.then);return;case"For":case"Select":if(e(t.name),t.wordlist)for(let s of t.wordlist)e(s);e(t.body);return;case"While":e(t.clause),e(t.body);return;case"Func\
tion":case"Coproc":t.name&&e(t.name),e(t.body);return;case"Subshell":case"BraceGroup":e(t.body);return;case"Case":e(t.word);for(let s of t.items)e(s);return;case"\
CaseItem":for(let s of t.pattern)e(s);e(t.body);return;case"ArithmeticFor":{let s=t.initialize;s&&e(s);let n=t.test;n&&e(n);let r=t.update;r&&e(r),e(t.body);return}case"\
Word":case"Glob":case"ArithmeticWord":case"HereDocBody":case"BraceExpansion":case"ExtendedGlob":{let s=t.parts;if(s)for(let n of s)e(n);return}case"DoubleQuoted":case"\
LocaleString":for(let s of t.parts)e(s);return;case"ParameterExpansion":t.index&&e(t.index),t.operation&&e(t.operation);return;case"Default":case"Remove":case"T\
ransform":e(t.operand);return;case"CaseModification":t.operand&&e(t.operand);return;case"Replace":e(t.pattern),e(t.replacement);return;case"Slice":e(t.offset),t.
length&&e(t.length);return;case"Assignment":{let s=t.index;s&&e(s),e(t.value);return}case"ArrayValue":for(let s of t.elements)e(s);return;case"Redirect":case"He\
reString":t.descriptor&&e(t.descriptor),t.target&&e(t.target);return;case"HereDoc":t.descriptor&&e(t.descriptor),t.delimiter&&e(t.delimiter),e(t.body);return;case"\
CommandExpansion":case"ProcessSubstitution":case"ArithmeticCommandExpansion":{let s=t.script;s&&e(s);return}case"ArithmeticExpansion":case"ArithmeticCommand":case"\
ArithmeticGroup":case"TestCommand":case"TestGroup":{let s=t.expression;s&&e(s);return}case"ArithmeticBinary":case"TestBinary":e(t.left),e(t.right);return;case"A\
rithmeticUnary":case"TestUnary":e(t.operand);return;case"ArithmeticTernary":e(t.test),e(t.consequent),e(t.alternate);return;case"TestLogical":for(let s of t.operands)
e(s);return;case"TestNot":for(let s of t.negations)e(s);e(t.operand);return;case"Literal":case"SingleQuoted":case"AnsiCQuoted":case"SimpleExpansion":case"Names":case"\
Unknown":case"FileDescriptor":case"FileDescriptorVariable":case"HereDocDelimiter":case"Time":case"Negation":return;default:{let s=t;throw new TypeError(`Unexpec\
ted syntax node: ${s}`)}}}function dm(t){return t>=48&&t<=55}function pm(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function QC(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var JC=new TextDecoder("utf-8",{ignoreBOM:!0});function um(t){return JC.decode(new Uint8Array(t))}function ZC(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let n=t.
charCodeAt(e+1),r=e+2,o=r;if(n===120){for(;o<s&&o-r<2&&pm(t.charCodeAt(o));)o++;return o===r?void 0:{value:Number.parseInt(t.slice(r,o),16),end:o}}if(dm(n)){for(;o<
s&&o-r<2&&dm(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function ur(t,e,s){let n=e,r="",o=[],i=-1;for(;n<s&&t.charCodeAt(n)!==
39;){let c=n,l=ZC(t,n,s);if(l&&l.value>=128){o.push(l.value),n=l.end;continue}if(o.length>0&&(r+=um(o),o=[]),l){l.value===0&&i===-1&&(i=r.length),r+=String.fromCharCode(
l.value),n=l.end;continue}if(t.charCodeAt(n)!==92||n+1>=s){let u=n;for(;n<s;){let p=t.charCodeAt(n);if(p===39||p===92&&n+1<s)break;n++}r+=t.slice(u,n);continue}
n++;let d=t[n++];switch(d){case"a":r+="\x07";break;case"b":r+="\b";break;case"e":case"E":r+="\x1B";break;case"f":r+="\f";break;case"n":r+=`
`;break;case"r":r+="\r";break;case"t":r+="	";break;case"v":r+="\v";break;case"\\":r+="\\";break;case"'":r+="'";break;case'"':r+='"';break;case"?":r+="?";break;case`\

`:break;case"c":{let u=n<s?t.charCodeAt(n):39;if(u===39){r+=t.slice(c,n);break}if(n++,u===92){let f=n<s&&t.charCodeAt(n)===92;f&&n++,r+="",!f&&n<s&&(r+=t[n],n++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=r.length),r+=String.fromCharCode(p);break}case"u":case"U":{let u=n,p=d==="u"?4:8;for(;n<s&&n-u<p&&pm(t.charCodeAt(
n));)n++;if(n===u){r+=`\\${d}`;break}let f=t.slice(c,n),h=Number.parseInt(t.slice(u,n),16);h===0&&i===-1&&(i=r.length),r+=QC(h,f);break}default:r+=`\\${d}`;break}}
o.length>0&&(r+=um(o)),i!==-1&&(r=r.slice(0,i));let a=n<s;return a&&n++,{value:r,end:n,closed:a}}var vt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,n,r,o){this.type=e,this.pos=s,this.end=n,this.text=r,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},Go=class extends vt{operator;constructor(e,s,n,r,o){
super("ProcessSubstitution",e,s,n,o),this.operator=r}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},En=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,n,r){this.pos=e,this.end=s,this.text=n,this.#e=
r}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function e_(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function zo(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",n=0;for(let r=e;r<
t.length;r++)if(t.charCodeAt(r)===92){if(s+=t.slice(n,r),r++,r>=t.length){s+="\\",n=r;break}t.charCodeAt(r)!==10&&(s+=t[r]),n=r+1}return s+t.slice(n)}function fm(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function Ko(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=e_(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?fm(s.text):s.text;break;case"Extend\
edGlob":e+=fm(s.text);break;default:e+=s.text;break}return e}var We=class{type="Word";text;pos;end;#e;#t;#n;#s;#r=null;constructor(e,s,n,r,o,i=0){this.text=e,this.pos=s,this.end=n,this.#e=r,this.#t=o,this.#n=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#r===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#r=e?Ko(e):zo(this.text)}return this.#r}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#n)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function Cn(t){return{boundaries:t===void 0?void 0:vc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function vc(t){return t.boundaries??(t.boundaries=
new Map)}function rt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function xs(t){return/[*?[]/.test(t)}var jt=new Uint8Array(128);jt[33]=1;jt[94]=1;jt[91]=1;jt[93]=1;jt[58]=1;jt[46]=1;jt[61]=1;jt[45]=1;jt[92]=1;function t_(t,e,s,n,r){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],c=[],l=0,d=!1;for(let k=e;k<s;k++){for(;n&&l<n.length&&n[l].end<=k+r;)l++;let v=n?.[l],
C=k,S=0;if(v&&v.pos<=k+r&&v.type!=="Literal")k=v.end-r-1;else{if(S=t.charCodeAt(k),S===92&&k+1<s&&t.charCodeAt(k+1)===10){k++;continue}(S>=128||!jt[S])&&(S=0)}let w=a.
length-1;if(S===0&&w>=0&&a[w]===0){c[w]++;continue}w>=0&&a[w]===91&&(S===58||S===61||S===46)&&(d=!0),i.push(C),a.push(S),c.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let k=-1,v=-1,C=-1,S=-1;for(let w=u-1;w>=0;w--){let _=a[w+2];if(_===93?k=w+2:a[w+3]===93&&(_===58?v=w+2:_===61?C=w+2:_===46&&(S=w+2)),a[w]!==91)continue;
let T=a[w+1],E=T===58?v:T===61?C:T===46?S:-1;E!==-1&&(T===46||k===-1||k>E)&&(p[w]=E+2)}}let f=k=>p===void 0?-1:p[k],h=new Int32Array(u+2).fill(-1),m=(k,v)=>{if(k>=
u)return-1;if(v&&a[k]===45&&k+1<u&&a[k+1]!==93){let C=k+1;if(a[C]===92){if(C+1>=u)return-1;C++}let S=C+1;if(a[C]===91&&a[C+1]===46){let w=f(C);w!==-1&&(S=w)}else if(a[C]===
0&&c[C]>1)return h[C];return S>=u?-1:a[S]===93?S+1:h[S]}return a[k]===93?k+1:h[k]};for(let k=u-1;k>=0;k--){let v=a[k],C=k+1,S=!0;if(v===92){if(k+1>=u)continue;C=
k+2}else if(v===91){let w=a[k+1];if(w===58||w===61||w===46){let _=f(k);_!==-1&&(C=_,S=w===46)}}h[k]=m(C,S)}let b=new Map;for(let k=0;k<u;k++){if(a[k]!==91)continue;
let v=k+1;if((a[v]===33||a[v]===94)&&v++,v>=u)continue;let C=a[v]===93?m(v+1,!0):h[v];C!==-1&&b.set(i[k],i[C-1]+1)}return b}function xc(t,e,s,n,r,o,i){for(;e<s;){
for(;n&&r<n.length&&n[r].end<=e+o;)r++;let a=n?.[r];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,r++;continue}let c=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,l=t.slice(e,c);i.push({type:"Literal",pos:e+o,end:c+o,text:l,value:zo(l)}),e=c}return r}function Ft(t,e,s,n,r=0){let o,i,a=0,c=0,l=e;for(let d=e;d<s;d++){for(;n&&
a<n.length&&n[a].end<=d+r;)a++;let u=n?.[a];if(u&&u.pos<=d+r&&u.type!=="Literal"){d=u.end-r-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let b=u?Math.min(s,u.end-r):s,k=rt(t,d+1,b);if(k<b&&t.charCodeAt(k)===40)continue;if(f=d+1,p===42)for(;f<b&&t.charCodeAt(f)===42;){let v=rt(t,f+1,b);
if(v<b&&t.charCodeAt(v)===40)break;f++}}else if(p===91){i===void 0&&(i=t_(t,d,s,n,r));let b=i?.get(d);if(b===void 0)continue;f=b}else continue;o||(o=[]),c=xc(t,
l,d,n,c,r,o);let h=t.slice(d,f),m;if(p===91){let b=[];c=xc(t,d+1,f-1,n,c,r,b),m={type:"Glob",kind:"bracket",pos:d+r,end:f+r,text:h,value:"["+Ko(b)+"]",parts:b}}else
m={type:"Glob",kind:p===42?"star":"question",pos:d+r,end:f+r,text:h,value:h,parts:void 0};o.push(m),l=f,d=f-1}return o?(xc(t,l,s,n,c,r,o),o):n??void 0}var g={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},Yo=class{token=g.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=g.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},mm=new Map([["if",g.If],["then",g.Then],["else",g.Else],["elif",g.Elif],["fi",g.Fi],["do",g.Do],["done",g.Done],["for",g.For],["while",g.While],
["until",g.Until],["in",g.In],["case",g.Case],["esac",g.Esac],["function",g.Function],["select",g.Select],["coproc",g.Coproc],["!",g.Bang],["{",g.LBrace],["}",g.
RBrace]]);var ae=new Uint8Array(128);ae[124]=1;ae[38]=1;ae[59]=1;ae[40]=1;ae[41]=1;ae[60]=1;ae[62]=1;ae[32]=1;ae[9]=1;ae[10]=1;ae[92]=2;ae[39]=2;ae[34]=2;ae[36]=2;ae[96]=
2;ae[123]=2;function pr(t,e,s){for(;e<s;){let n=t.charCodeAt(e);if(n===32||n===9)e++;else if(n===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var Sm=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])Sm[t]=1;function Tn(t,e,s){for(let n=e;n<s;n++){let r=t.charCodeAt(n);if(r===92||
r===39||r===34||r===36||r===96||(r===60||r===62)&&n+1<s&&t.charCodeAt(n+1)===40)return!0}return!1}function hm(t,e,s=!1,n){let r=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){r++;continue}if(a===125){r>0&&r--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let l=t.charCodeAt(i);if(l===34)break;if(l===92){i+=2;continue}let d=n?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let c=n?.(i,
!1)??i;if(c>i){i=c-1;continue}if(s&&r===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&r===0)return i}return-1}var cs=new Uint8Array(128);for(let t=97;t<=
122;t++)cs[t]=3;for(let t=65;t<=90;t++)cs[t]=3;for(let t=48;t<=57;t++)cs[t]=2;cs[95]=3;var ls=new Uint8Array(128);ls[63]=1;ls[64]=1;ls[42]=1;ls[43]=1;ls[33]=1;ls[61]=
1;function gm(t){return t<128&&t!==61&&ls[t]===1}var s_={63:"?",64:"@",42:"*",43:"+",33:"!"};function bm(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function n_(t,e,s){for(let n=e;n<s;n++){let r=t.charCodeAt(n);if(r<48||r>57)return!1}
return s>e}var wt=-1,Sc=0,ym=1,Ec=2,km=3,Ue=4;function r_(t,e){let s=t[t.length-1],n=e[0],r=0;s?.type==="Literal"&&n?.type==="Literal"&&s.end===n.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:n.end,text:s.text+n.text,value:s.value+n.value},r=1);for(let o=r;o<e.length;o++)t.push(e[o]);return t}function vm(t){return t<wt}
function xm(t){return-t-2}function wc(t,e,s,n){let r=n;for(let o=e;o<s&&r>=0;o++){let i=t.charCodeAt(o);if(r>=Ue)i===91?r++:i===93&&--r===Ue&&(r=Ec);else if(r===
Sc)r=i<128&&cs[i]&1?ym:wt;else if(r===ym){if(i<128&&cs[i]&2)continue;i===91?r=Ue+1:i===43?r=km:r=i===61?-o-2:wt}else r===Ec?i===43?r=km:r=i===61?-o-2:wt:r=i===61?
-o-2:wt}return r}function ve(t,e,s,n=0,r=0){t.token=e,t._value=s,t.pos=n,t.end=r,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function ws(t,e,s,n,r){t.token=e,t._value=null,t.pos=s,t.end=n,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=r,t.keywordEligible=!1}function wm(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?g.Bang:void 0;case 123:return s===1?g.LBrace:void 0;case 125:return s===1?g.RBrace:void 0;case 105:{if(s!==2)return;let n=t.
charCodeAt(e+1);return n===102?g.If:n===110?g.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?g.Fi:void 0:s===3?t.startsWith("for",e)?g.For:void 0:s===8&&
t.startsWith("function",e)?g.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?g.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?g.Else:
t.startsWith("elif",e)?g.Elif:t.startsWith("esac",e)?g.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?g.Do:void 0:s===4&&t.startsWith("done",e)?g.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?g.Case:void 0:s===6&&t.startsWith("coproc",e)?g.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
g.While:void 0;case 117:return s===5&&t.startsWith("until",e)?g.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?g.Select:void 0;default:return}}var x={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function o_(t){return t===32||t===9||
t===10||t===124}var it=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,n=e.
length,r=!1,o=Cn()){if(this.src=e,this.srcEnd=n,this.parenBoundary=r,this.pos=s,this.current=new Yo(this),this.nextState=new Yo(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,n=!1){let r=new t(this.src,e,s,n,this.substitutionContext);return r._nestingDepth=this.
_nestingDepth,r}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,n,r,o=!1){let i=this.
scriptWindow(this.src,n,n+r.length,o);return new vt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,n){let r=this.scriptWindow(n,0,n.length,!1,!0);
return new vt("CommandExpansion",e,this.pos,s,r)}processSubstitution(e,s,n,r){let o=this.scriptWindow(this.src,e+2,e+2+r.length,!this._unbalanced);return new Go(
e,this.pos,s,n,o)}scriptWindow(e,s,n,r,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:s,end:n,depth:this._nestingDepth+
1,parenBoundary:r,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,s,n=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,s,n,this.substitutionContext)}_tokenValue(e,s,n){return n?this.src.slice(e,s):this.wordValueOf(e,s)}wordValueOf(e,s){let n=this.pos,r=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,c=this._unbalanced,l=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=s,this._buildValue=
!0,this.readWordText(),this.pos<s&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=Ue&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
pos=n,this.srcEnd=r,this._bracketWindow=o,this._arithmeticBracketWindow=i,this._buildValue=a,this._unbalanced=c,this._errors!==null&&(this._errors.length=l),d}findClosingBracket(e,s=this.
srcEnd){let n=Math.min(s,this.srcEnd),r=this._bracketWindow;if((!r||r.limit!==n)&&(r={limit:n,depth:this._nestingDepth,last:this.src.lastIndexOf("]",n-1)},this.
_bracketWindow=r),e>r.last||(r.depth!==this._nestingDepth&&(r={limit:n,depth:this._nestingDepth,last:r.last},this._bracketWindow=r),r.failed?.has(e)))return-1;let o=[],
i=this.findClosingShellDelimiter(e,s,93,!1,!0,o);if(i===-1){let a=r.failed??(r.failed=new Set);for(let c of o)for(let l of c)a.add(l)}return i}findClosingArithmeticBracket(e,s=this.
srcEnd){let n=Math.min(s,this.srcEnd),r=this._arithmeticBracketWindow;return(!r||r.end!==n||r.depth!==this._nestingDepth)&&(r={end:n,depth:this._nestingDepth,failed:new Set},
this._arithmeticBracketWindow=r),r.failed.has(e)?-1:this.findClosingShellDelimiter(e,s,93,!1,!1,void 0,r.failed)}findClosingBrace(e,s=this.srcEnd){return this.findClosingShellDelimiter(
e,s,125)}findClosingParenthesis(e,s=this.srcEnd){let n=this.pos,r=this.srcEnd,o=this._bracketWindow,i=this._arithmeticBracketWindow,a=this._unbalanced;this.pos=
e,this.srcEnd=Math.min(s,this.srcEnd),this.extractBalanced();let c=this._unbalanced?-1:this.pos-1;return this.pos=n,this.srcEnd=r,this._bracketWindow=o,this._arithmeticBracketWindow=
i,this._unbalanced=a,c}findArithmeticExpansionEnd(e,s=this.srcEnd){let n=this.fork(e,s);return n.pos=e+1,n.scanArithmeticBody(),n.pos}findArithmeticWordEnd(e,s=this.
srcEnd){let n=this.fork(e,s);return n.pos=e,n.scanArithmeticWordEnd()}scanArithmeticWordEnd(){for(;this.pos<this.srcEnd;){let e=this.src.charCodeAt(this.pos);if(e===
36){this.readDollar();continue}if(e===96){this.readBacktickExpansion();continue}if(e===39){this.pos++,this.skipSQ();continue}if(e===34){this.pos++,this.skipDQ();
continue}if(e===92){this.pos+=2;continue}if(e===91){let s=this.findClosingBracket(this.pos+1);if(s!==-1){this.pos=s+1;continue}}if((e===60||e===62)&&this.src.charCodeAt(
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&Sm[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,n,r=!1,o=!0,i,a){let c=this.
pos,l=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let f=[n];i?.push([]);let h=a?[e]:
void 0,m=e,b=!0,k=-1;for(;m<this.srcEnd;){let v=f[f.length-1];i&&v===93&&i[i.length-1].push(m);let C=this.src.charCodeAt(m);if(C===92){m+1<this.srcEnd&&this.src.
charCodeAt(m+1)!==10&&(b=!1),m+=2;continue}if(C===35&&r&&f.length===1&&b){for(;m<this.srcEnd&&this.src.charCodeAt(m)!==10;)m++;continue}if(C===39){this.pos=m+1,
this.skipSQ(),m=this.pos,b=!1;continue}if(C===34){this.pos=m+1,this.skipDQ(),m=this.pos,b=!1;continue}if(C===96){for(m++;m<this.srcEnd&&this.src.charCodeAt(m)!==
96;)this.src.charCodeAt(m)===92&&m++,m++;m<this.srcEnd&&m++,b=!1;continue}if(C===36&&m+1<this.srcEnd&&this.src.charCodeAt(m+1)===40||(C===60||C===62)&&m+1<this.
srcEnd&&this.src.charCodeAt(m+1)===40){this.pos=m+2,this.extractBalanced(),m=this.pos,b=!1;continue}if(C===36&&m+1<this.srcEnd){let S=this.src.charCodeAt(m+1);if(S===
39){m=ur(this.src,m+2,this.srcEnd).end,b=!1;continue}if(S===36){m+=2,b=!1;continue}if(S===123&&o){f.push(125),i?.push([]),m+=2,b=!1;continue}}if(r&&f.length===1&&
(C===91&&b?(f.push(93),i?.push([])):k===-1&&(C===59||C===38||C===124||C===60||C===62||C===40&&!gm(this.src.charCodeAt(m-1)))&&(k=m)),v===93&&C===91)f.push(93),i?.
push([]),h?.push(m+1);else if(v===41&&C===40)f.push(41),i?.push([]);else if(C===v){if(f.pop(),h?.pop(),i?.pop(),f.length===0)return this.pos=c,this.srcEnd=l,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,k!==-1&&this.errors.push({message:`unexpected '${this.src[k]}' in array assignment`,pos:k}),
m;b=!1,m++;continue}b=C<128&&(ae[C]&1)!==0,m++}if(h)for(let v of h)a.add(v);return this.pos=c,this.srcEnd=l,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let n=this.src,r=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,c=this._errors===
null?0:this._errors.length,l=[e,0],d=e+1;for(;d<r;){let u=n.charCodeAt(d),p=u<128?ae[u]:0;if(p===0){if(d++,u===125){let h=l.pop();if(s.set(l.pop(),h?d:-1),l.length===
0)break}else(u===44||u===46&&n.charCodeAt(d)===46)&&(l[l.length-1]=1);continue}let f=d+1<r?n.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&gm(n.charCodeAt(d-1))){let h=this.findClosingShellDelimiter(d+1,r,41);if(h===-1)break;d=h+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<r&&n.charCodeAt(d)!==
96;)d+=n.charCodeAt(d)===92?2:1;d++}else if(u===123)l.push(d,0),d++;else if(f===39)d=ur(n,d+2,r).end;else if(f===123){let h=this.findClosingBrace(d+2,r);if(h===
-1)break;d=h+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=c);for(let u=0;u<
l.length;u+=2)s.set(l[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===g.Esac?"case-pattern":"commands"}],n=!0;for(;;){let r=s[s.length-1].phase,o=n?x.CommandStart:x.Normal;r==="function-name"?o=x.FunctionName:r==="case-p\
attern"&&n&&(o=x.CasePattern);let i=this.next(o),a=i.token;if(a===g.EOF)return-1;let c=s.length-1,l=s[c];if(l.phase==="function-name"){if(a===g.Newline)continue;
l.phase="function-body",n=!0;continue}else if(l.phase==="function-body"){if(a===g.Newline)continue;if(l.phase="commands",n=!0,a===g.LParen&&this.peek(x.Normal).
token===g.RParen){this.next(x.Normal),l.phase="function-body";continue}}else if(l.phase==="coproc-command"){if(a===g.Newline)continue;if(a===g.Word){l.phase="co\
proc-body",n=!0;continue}l.phase="commands",n=!0}else if(l.phase==="coproc-body"){if(a===g.Newline||(l.phase=a===g.Word&&i.keywordEligible&&i.value==="time"?"ti\
me-command":"commands",n=!0,l.phase==="time-command"))continue}else if(l.phase==="time-command"){if(a===g.Word&&i.keywordEligible&&i.value==="-p"){l.phase="time\
-command-after-p";continue}if(a===g.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",n=!0}else if(l.phase==="time-command\
-after-p"){if(a===g.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",n=!0}else if(l.phase==="for-header"){if(a===g.ArithCmd||
a===g.Semi||a===g.Newline){n=!0;continue}if(a===g.Do||a===g.LBrace){l.close=a===g.Do?g.Done:g.RBrace,l.phase="commands",n=!0;continue}}else if(l.phase==="case-w\
ord"){if(a===g.Newline)continue;l.phase="case-in",n=!1;continue}else if(l.phase==="case-in"){if(a===g.Newline){n=!0;continue}l.phase="case-pattern",n=!0;continue}else if(l.
phase==="case-pattern"){if(a===g.Esac&&n){if(s.pop(),s.length===0)return i.end;n=!1;continue}a===g.RParen?(l.phase="commands",n=!0):n=a===g.Newline;continue}if(a===
l.close){if(s.pop(),s.length===0)return i.end;n=!1;continue}if(n)switch(a){case g.LParen:s.push({close:g.RParen,phase:"commands"});break;case g.LBrace:s.push({close:g.
RBrace,phase:"commands"});break;case g.If:s.push({close:g.Fi,phase:"commands"});break;case g.For:s.push({close:g.Done,phase:"for-header"});break;case g.While:case g.
Until:case g.Select:s.push({close:g.Done,phase:"commands"});break;case g.Case:s.push({close:g.Esac,phase:"case-word"});break;case g.DblLBracket:if(!this.skipTestCommandBody())
return-1;n=!1;continue;case g.Assignment:case g.Redirect:case g.Bang:case g.Then:case g.Else:case g.Elif:case g.Do:case g.In:break;case g.Semi:case g.Newline:case g.
Pipe:case g.And:case g.Or:case g.Amp:case g.DoubleSemi:case g.SemiAmp:case g.DoubleSemiAmp:break;case g.Function:l.phase="function-name";break;case g.Coproc:l.phase=
"coproc-command";break;default:a===g.Word&&i.keywordEligible&&i.value==="time"?(l.phase="time-command",n=!0):n=!1;continue}switch(a){case g.Semi:case g.Newline:case g.
Pipe:case g.And:case g.Or:case g.Amp:n=!0;break;case g.DoubleSemi:case g.SemiAmp:case g.DoubleSemiAmp:l.close===g.Esac&&(l.phase="case-pattern"),n=!0;break;case g.
RParen:n=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(x.TestMode);if(s.token===g.EOF)return-1;if(s.token===g.DblRBracket)return this.unshift(s),-1;
if(s.token===g.LParen)e++;else if(s.token===g.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(x.TestMode).token;if(e===g.DblRBracket)
return!0;if(e===g.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let n=this.extractBalanced(),r=this.src.slice(e,this.pos),o=this.processSubstitution(e,r,s===60?"<":">",n);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Ue&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let n=this.src;this.
_buildParts=!0;let r=Tn(n,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,x.ArrayElement);let o=this.pos,i=rt(n,s+1,o),
a=n.charCodeAt(i),c=a===61||a===43&&n.charCodeAt(i+1)===61,l=r?.parts,d=this._wordParts;if(c&&(d=Ft(n,s+1,o,d)??d),!l&&!d)return c?null:Ft(n,e,o,void 0)??null;let u=n.
slice(e,s+1);l||(l=[{type:"Literal",pos:e,end:s+1,text:u,value:r?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:n.slice(s+1,o),value:this._wordText}]:
[]);let p=r_(l,d);return c||(p=Ft(n,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let n=this.src,r=[],o=!1,i="",
a=e,c=e,l=()=>{c>a&&(r.push({type:"Literal",pos:a,end:c,value:i,text:n.slice(a,c)}),i="")};for(;c<s;){let d=n.charCodeAt(c);if(d===92){if(c+1<s){let u=n.charCodeAt(
c+1);if(u===10){c+=2;continue}if(u===36||u===96||u===92){i+=String.fromCharCode(u),c+=2;continue}}i+="\\",c++;continue}if(d===36&&n.charCodeAt(c+1)!==39&&n.charCodeAt(
c+1)!==34){l(),a=c,this.pos=c,this.readDollar(),this._resultPart?(o=!0,r.push(this._resultPart),a=this.pos):i+=n.slice(c,this.pos),c=this.pos;continue}if(d===96){
l(),a=c,this.pos=c,this.readBacktickExpansion(),this._resultPart?(o=!0,r.push(this._resultPart),a=this.pos):i+=n.slice(c,this.pos),c=this.pos;continue}i+=n[c],c++}
return l(),o?r:null}registerHereDocTarget(e){if(this.pendingHereDocs!==null){for(let s of this.pendingHereDocs)if(!s.target){s.target=e;return}}}readTestRegexWord(){
this.hasPeek=!1,this.skipSpacesAndTabs();let e=this.src,s=this.srcEnd,n=this.pos,r=0;for(;this.pos<s;){let o=e.charCodeAt(this.pos);if(o===40){r++,this.pos++;continue}
if(o===92){this.pos+=this.pos+1<s?2:1;continue}if(o===39){let i=this.pos++,a=i>n&&e.charCodeAt(i-1)===36;for(;this.pos<s&&e.charCodeAt(this.pos)!==39;)a&&e.charCodeAt(
this.pos)===92&&this.pos+1<s&&this.pos++,this.pos++;this.pos<s?this.pos++:this.errors.push({message:a?"unterminated ANSI-C quote":"unterminated single quote",pos:i});
continue}if(o===34){this.pos++,this.readDoubleQuoted();continue}if(o===96){this.readBacktickExpansion();continue}if(r>0){o===41&&r--,this.pos++;continue}if(o===
36){this.readDollar();continue}if((o===60||o===62)&&this.pos+1<s&&e.charCodeAt(this.pos+1)===40){let i=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ae[o]&1&&o!==124)break;this.pos++}return ve(this.current,g.Word,e.slice(
n,this.pos),n,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let n=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let r=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,c=this.pos,l=!1,d=u=>{
let p=e.slice(c,u);o[i]=p.trim(),o[3+i]=r[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(l||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){l||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),l=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,c=this.pos,r[i]=c}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(l||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:n})),o}peek(e=x.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?x.CommandStart:
x.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=x.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let n=this.src,r=this.srcEnd,o=this.pos;for(;;){if(o=pr(n,o,r),s===x.TestMode)for(;o<r&&n.charCodeAt(o)===10;)o=pr(n,o+1,r);if(o>=r||n.charCodeAt(o)!==35)break;
for(;o<r&&n.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=r){this.consumePendingHereDocs(),ve(e,g.EOF,"",o,o);return}let i=o,a=n.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),ve(e,g.Newline,`
`,i,this.pos);return}if(s===x.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40)){this.pos++,ve(e,g.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ae[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===x.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,n,r){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,ve(e,g.DoubleSemiAmp,
";;&",r,this.pos),!0):(this.pos+=2,ve(e,g.DoubleSemi,";;",r,this.pos),!0):a===38?(this.pos+=2,ve(e,g.SemiAmp,";&",r,this.pos),!0):(this.pos++,ve(e,g.Semi,";",r,
this.pos),!0);case 124:return a===124?(this.pos+=2,ve(e,g.Or,"||",r,this.pos),!0):a===38?(this.pos+=2,ve(e,g.Pipe,"|&",r,this.pos),!0):(this.pos++,ve(e,g.Pipe,"\
|",r,this.pos),!0);case 38:if(a===38)return this.pos+=2,ve(e,g.And,"&&",r,this.pos),!0;if(a===62){this.pos+=2;let c=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return c&&this.pos++,this.readRedirectTarget(e,c?"&>>":"&>",r)}return this.pos++,ve(e,g.Amp,"&",r,this.pos),!0;case 40:if(n===x.CommandStart&&a===40){let c=this.
errors.length;if(this.readArithmeticCommand(e,r),!this._notArithmetic)return!0;this.errors.length=c,this.pos=r}return this.pos++,ve(e,g.LParen,"(",r,this.pos),!0;case 41:
return this.pos++,ve(e,g.RParen,")",r,this.pos),!0;case 60:case 62:return this.readRedirection(e,r);default:return!1}}readRedirection(e,s){let n=this.src,r=n.charCodeAt(
this.pos),o="";if(r===60){this.pos++;let i=this.pos<this.srcEnd?n.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?n.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let c=a===45;c&&this.pos++,this.skipSpacesAndTabs();let l=this.pos;(this.pos>=this.srcEnd||n.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>l;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:c,quoted:this._hereQuoted}),
ve(e,g.Redirect,c?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=l,e.targetEnd=d?this.pos:l,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(r===62){this.pos++;let i=this.pos<
this.srcEnd?n.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,n){let r=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=r.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let c=r.slice(a,this.pos);return ve(e,g.Redirect,s,n,this.pos),e.content=c,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,n,i),!0}return this.redirectToken(e,s,n,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,n,r){let o=this.pos>r&&(this._wordText.
length>0||this._wordQuoted);ve(e,g.Redirect,s,n,this.pos),e.content=o?this._wordText:void 0,e.targetPos=r,e.targetEnd=o?this.pos:r}readProcessSubstitution(e,s,n){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:n});let r=this.src.slice(n,this.pos);ve(e,
g.Word,r,n,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,n=this._buildValue;this._buildValue=!0;let r="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==39;)r+=e[this.pos],this.pos++;this.pos<s&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<s&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<s){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}r+=e[this.pos],this.pos++}this.pos<s&&this.pos++}else if(i===92){if(this.pos+1<s&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<s?(r+=e[this.pos],this.pos++):r+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++,r+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<s?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),r+=this._resultText}else{if(i<128&&ae[i]&1)break;r+=e[this.pos],this.pos++}}this._buildValue=n,this._hereDelim=r,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let s of e){let n=this.pos,r=this.skipHereDocBody(s.delimiter,s.strip,this.
parenBoundary,s.quoted);s.target&&(s.target.body.pos=n,s.target.body.end=r,s.target.body.text=this.src.slice(n,r),this.hereDocClosingPos!==-1&&(s.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,s,n,r){let o=this.src,i=s;
for(let a=0;a<e.length;){if(r&&o.charCodeAt(i)===92&&i+1<n&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=n||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,s,n){
let r=this.src,o=r.indexOf(`
`,e);for(;o!==-1&&o<s;){if(!n)return o;let i=o;for(;i>e&&r.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=r.indexOf(`
`,e)}return s}skipHereDocBody(e,s,n=!1,r=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,c=this.
logicalLineEnd(a,i,!r);for(;;){let d=a;if(s)for(;a<c&&o.charCodeAt(a)===9;)a++;if(r||(a=rt(o,a,c)),a===d)break}let l=this.matchHereDocDelimiter(e,a,c,!r);if(l!==
-1&&!r&&(l=rt(o,l,c)),l===c){let d=this.pos;return(!n||!this.parenBoundary||c!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=c),this.pos=c<i?c+1:c,d}if(n&&
l!==-1){let d=l;for(;d<c&&o.charCodeAt(d)!==41;)d++;if(d<c||this.parenBoundary&&c===i){let u=this.pos;return this.pos=l,u}}this.pos=c<i?c+1:c}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,n=0){
let r=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===x.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){ws(e,g.Word,n,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,n,r)}isRedirectVariable(e,s){
let n=this.src;for(let r=e;r<s;r++){let o=n.charCodeAt(r);if(o===91&&r>e)return r+2<s&&n.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(r+1,s,93)===s-1;if(o>=
128||!(cs[o]&(r===e?1:2)))return!1}return s>e}readArrayElement(e,s){let n=this.findClosingBracket(s+1);return n===-1?!1:(this.pos=n+1,this.readWordText(),ws(e,g.
Word,s,this.pos,!0),!0)}classifyWord(e,s,n,r){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,c=this._wordQuoted,l=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-n;if(s===x.CasePattern){let h=g.Word;if(l){let m=i?wm(o,n,p):mm.get(this.wordValueOf(n,u));m===g.Esac&&(h=m)}ws(e,h,n,u,i),e.keywordEligible=l;return}
let f=null;if(!i&&!a&&l&&(s===x.CommandStart||s===x.TestMode)){let h=u<this.srcEnd?o.charCodeAt(u):0;(!c&&p<=16||h===60||h===62)&&(f=this.wordValueOf(n,u))}if(s===
x.CommandStart&&l){if(i){if(p<=8){let h=wm(o,n,p);if(h!==void 0){ws(e,h,n,u,!0);return}}if(p===2&&o.charCodeAt(n)===91&&o.charCodeAt(n+1)===91){ws(e,g.DblLBracket,
n,u,!0);return}}else if(f!==null&&f.length>0){let h=f.charCodeAt(0);if(h>=97&&h<=122&&f.length<=8||h===33||h===123||h===125){let m=mm.get(f);if(m!==void 0){ve(e,
m,f,n,u);return}}if(h===91&&f==="[["){ve(e,g.DblLBracket,f,n,u);return}}}if(s===x.CommandStart||s===x.CommandPrefix||s===x.Declaration){if(d===void 0){let h=-1,
m=!1;for(let b=n+1;b<u;b++){let k=o.charCodeAt(b);if(k===61){h=b;break}k===91&&(m=!0)}(h!==-1||s!==x.Declaration&&m)&&(d=wc(o,n,u,Sc))}if(d!==void 0){if(s!==x.Declaration&&
d>=Ue){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=r),this.pos=n,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,n,r);return}(this.
_errors===null||this._errors.length===r)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",n)})}if(vm(d)){ws(e,g.Assignment,n,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=xm(d);return}}}if((s===x.CommandStart||s===x.TestMode)&&l){if(i){if(p===2&&o.charCodeAt(n)===93&&o.charCodeAt(n+1)===
93){ws(e,g.DblRBracket,n,u,!0);return}}else if(f==="]]"){ve(e,g.DblRBracket,f,n,u);return}}if(!a&&this.pos<this.srcEnd){let h=o.charCodeAt(this.pos);if((h===60||
h===62)&&i){let m=o.charCodeAt(n);if(m>=48&&m<=57&&n_(o,n,u)){let b=Number.parseInt(o.slice(n,u),10);if(this.readRedirection(e,n)){e.fileDescriptor=b,e.descriptorEnd=
u;return}}if(m===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(n+1,u-1)){let b=o.slice(n+1,u-1);if(this.readRedirection(e,n)){e.variableName=b,e.descriptorEnd=
u;return}}}}ws(e,g.Word,n,u,i),f!==null&&(e._value=f),e.keywordEligible=l}readWordText(e=!1,s=x.Normal,n=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c=0;for(;i<
o;){let T=r.charCodeAt(i);if(T<128&&ae[T]){c=T;break}i++}if(i>=o||ae[c]&1&&!(c===40&&i>a&&ls[r.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?r.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=xs(this._wordText)&&s!==x.ArrayElement?Ft(r,a,i,void 0)??null:null);return}let l=this._buildParts,d=l||this._buildValue,u=d&&
i>a?r.slice(a,i):"",p=!1,f=!1,h=!0,m=!0,b=i>a?r.charCodeAt(i-1):0,k=wc(r,a,i,Sc),v,C="",S=0,w=!1,_;for(l&&(v=[],C=u,S=a,w=u.length>0&&xs(u));i<o;){let T=r.charCodeAt(
i);if(T>=128||!ae[T]){let E=i;for(i++;i<o;){let I=r.charCodeAt(i);if(I<128&&ae[I])break;i++}if(b=r.charCodeAt(i-1),k=wc(r,E,i,k),d){let I=r.slice(E,i);u+=I,l&&(C+=
I,w=w||xs(I))}continue}if(ae[T]&1){if(e&&k>=Ue){let E=this.findClosingBracket(i);if(E!==-1){let I=E+1;if(k=k===Ue+1?Ec:k-1,b=r.charCodeAt(E),d){let B=r.slice(i,
I);u+=B,l&&(C+=B,w=w||xs(B))}i=I;continue}}if(T===40&&b<128&&ls[b]){if(s===x.FunctionName||k>=Ue&&(s===x.CommandStart||s===x.CommandPrefix)||s===x.CommandStart&&
b===33&&h&&r.charCodeAt(a)===33&&rt(r,a+1,o)===i)break;let E=b;if(E===61&&n&&!((s===x.CommandStart||s===x.CommandPrefix||s===x.Declaration||s===x.EvalArgument)&&
vm(k)&&rt(r,xm(k)+1,o)===i))break;let I=i+1,B=this.findClosingShellDelimiter(I,o,41,E===61);if(B===-1&&!n&&!e&&k>=Ue||s===x.CommandStart&&E!==61&&B!==-1&&pr(r,I,
B)===B)break;h=!1;let we=B===-1?o:B;if(i=B===-1?o:B+1,B===-1&&this.errors.push({message:"unterminated extended glob",pos:I-2}),b=r.charCodeAt(i-1),d){let D="("+
r.slice(I,i);if(u+=D,l&&E!==61){let me=I-2;for(;r.charCodeAt(me)===10&&r.charCodeAt(me-1)===92;)me-=2;if(C.length>0){let se=C.slice(0,-1);me>S&&v.push({type:"Li\
teral",pos:S,end:me,value:se,text:r.slice(S,me)}),C=""}let j=s_[E];v.push({type:"ExtendedGlob",pos:me,end:i,text:r.slice(me,i),operator:j,pattern:r.slice(I,we),
parts:this.subFieldParts(I,we)}),S=i}else l&&(C+=D,w=w||xs(D))}continue}break}if(T===92){i++,i<o?r.charCodeAt(i)===10?(i++,m=!1):(k>=0&&k<Ue&&(k=wt),p=!0,h=!1,m=
!1,b=r.charCodeAt(i),d&&(u+=r[i],l&&(C+=r[i])),i++):(k>=0&&k<Ue&&(k=wt),p=!0,h=!1,b=92,d&&(u+="\\",l&&(C+="\\")));continue}if(T===39){let E=i;k>=0&&k<Ue&&(k=wt),
p=!0,h=!1,m=!1,i++;let I=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;i>I&&(b=r.charCodeAt(i-1));let B=d?r.slice(I,i):"";d&&(u+=B),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:I-1}),l&&(E>S&&(v.push({type:"Literal",pos:S,end:E,value:C,text:r.slice(S,E)}),C=""),v.push({type:"SingleQuoted",pos:E,end:i,value:B,
text:r.slice(E,i)}),S=i);continue}if(T===34){let E=i;if(k>=0&&k<Ue&&(k=wt),p=!0,h=!1,m=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>E+1&&(b=
r.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),l){E>S&&(v.push({type:"Literal",pos:S,end:E,value:C,text:r.slice(S,E)}),C="");let I=r.
slice(E,i);v.push({type:"DoubleQuoted",pos:E,end:i,text:I,parts:this._dqParts??[{type:"Literal",pos:E+1,end:this._dqEnd,value:this._dqText,text:r.slice(E+1,this.
_dqEnd)}]}),S=i}continue}if(T===36){h=!1;let E=i;k>=0&&k<Ue&&(k=wt);let I=i+1<o?r.charCodeAt(i+1):0;(I===39||I===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(m=!1),i>E&&(b=r.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),l&&(this._resultPart?(E>S&&(v.push({type:"Lit\
eral",pos:S,end:E,value:C,text:r.slice(S,E)}),C=""),v.push(this._resultPart),S=i):C+=this._resultText);continue}if(T===96){h=!1;let E=i;k>=0&&k<Ue&&(k=wt),this.
pos=i,this.readBacktickExpansion(),i=this.pos,m=!1,b=r.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),l&&(E>S&&(v.push({type:"Literal",pos:S,end:E,value:C,text:r.
slice(S,E)}),C=""),v.push(this._resultPart),S=i);continue}if(T===123){k>=0&&k<Ue&&(k=wt);let E=i+1<o?r.charCodeAt(i+1):0,I=E<=32||E===125?-1:this.scanBraceExpansion(
i,_??(_=new Map));if(I>0){if(h=!1,b=r.charCodeAt(I-1),d){let B=r.slice(i,I);u+=B,l&&(i>S&&(v.push({type:"Literal",pos:S,end:i,value:C,text:r.slice(S,i)}),C=""),
v.push({type:"BraceExpansion",pos:i,end:I,text:B,parts:this.subFieldParts(i+1,I-1)}),S=I)}i=I;continue}b=123,d&&(u+="{",l&&(C+="{")),i++;continue}i++}l&&i>S&&v.
push({type:"Literal",pos:S,end:i,value:C,text:r.slice(S,i)}),this.pos=i,this._wordText=u,this._wordRaw=m,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
h,this._wordAssignmentState=k,l&&(this._wordParts=v.length>1||v.length===1&&v[0].type!=="Literal"?v:null,w&&s!==x.ArrayElement&&(this._wordParts=Ft(r,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,n=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c="",l=this._buildParts,d,u="",p=0,f=!1,h=!1;for(l&&(d=[],p=i);i<o;){let m=r.
charCodeAt(i);if(m===92){if(i++,i<o)if(r.charCodeAt(i)===10)i++;else{let b=r.charCodeAt(i);e&&b!==36&&b!==96&&b!==34&&b!==92&&b!==125&&(c+="\\",l&&(u+="\\"),f=!0);
let k=r[i++];c+=k,l&&(u+=k)}continue}if(m===39&&!e){let b=i;i++;let k=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;let v=r.slice(k,i);c+=v,i<o&&i++,l&&(b>p&&(d.push({type:"\
Literal",pos:p,end:b,value:u,text:r.slice(p,b)}),u=""),d.push({type:"SingleQuoted",pos:b,end:i,value:v,text:r.slice(b,i)}),p=i);continue}if(m===34){let b=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,c+=this._dqText,l){b>p&&(d.push({type:"Literal",pos:p,end:b,value:u,text:r.slice(p,b)}),u="");let k=r.slice(b,i);
d.push({type:"DoubleQuoted",pos:b,end:i,text:k,parts:this._dqParts??[{type:"Literal",pos:b+1,end:this._dqEnd,value:this._dqText,text:r.slice(b+1,this._dqEnd)}]}),
p=i}continue}if(m===36){let b=i;this.pos=i,this.readDollar(e),i=this.pos,c+=this._resultText,l&&(this._resultPart?(b>p&&(d.push({type:"Literal",pos:p,end:b,value:u,
text:r.slice(p,b)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(m===96){let b=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,c+=
this._resultText,l&&(b>p&&(d.push({type:"Literal",pos:p,end:b,value:u,text:r.slice(p,b)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!s&&(m===60||m===62)&&
i+1<o&&r.charCodeAt(i+1)===40){let b=i;this.pos=i+2;let k=this.extractBalanced();i=this.pos;let v=r.slice(b,i);c+=v,l&&(b>p&&(d.push({type:"Literal",pos:p,end:b,
value:u,text:r.slice(p,b)}),u=""),d.push(this.processSubstitution(b,v,m===60?"<":">",k)),p=i);continue}c+=r[i],l&&(u+=r[i],n&&(m===42||m===63||m===91)&&(h=!0)),
i++}l&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:r.slice(p,i)}),this.pos=i,this._wordText=c,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,l&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,h&&(this._wordParts=Ft(r,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return Tn(this.src,e,s)?this.parseSubFieldWord(e,s).parts:Ft(this.src,e,s,void 0)}parseSubFieldWord(e,s,n="word",r=!1){if(e>=s)return new We(
"",e,e);if(this._nestingDepth>=256)return new We(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
c=this.pos,l=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(n==="quoted",r,n===
"word");let f=new We(this.src.slice(e,s),e,s);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=c,this._wordText=l,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=ur(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let n=e.charCodeAt(this.pos);if(n===34){this.pos++;return}if(n===92){this.pos=Math.min(this.pos+2,s);continue}if(n===96)break;if(n===36){let r=e.charCodeAt(
this.pos+1);if(r===40||r===123||r===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=pr(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,n=this.srcEnd,r=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<n;){let f=s.charCodeAt(p);if(f===34){this._dqText=
a?s.slice(r,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let c="",l=null,d="",u=i?this.
pos:0;for(;this.pos<n&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<n;){let h=s.charCodeAt(this.pos);if(h===34||h===92||h===36||h===96)break;this.
pos++}if(a&&this.pos>p){let h=s.slice(p,this.pos);c+=h,i&&(d+=h)}if(this.pos>=n||s.charCodeAt(this.pos)===34)break;let f=s.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<n){let h=s.charCodeAt(this.pos);if(h===10){this.pos++;continue}if(a)if(e||h===36||h===96||h===34||h===92){let m=s[this.pos];c+=m,i&&(d+=m)}else{let m="\
\\"+s[this.pos];c+=m,i&&(d+=m)}this.pos++}continue}if(f===36){let h=this.pos+1<n?s.charCodeAt(this.pos+1):0;if(h===34||h===39){a&&(c+="$",i&&(d+="$")),this.pos++;
continue}let m=this.pos;if(this.readDollar(!0),a&&(c+=this._resultText),this._resultHasExpansion&&(o=!0),i){let b=this._resultPart;b&&bm(b)?(l||(l=[]),m>u&&(l.push(
{type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),l.push(b),u=this.pos):d+=this._resultText}continue}if(f===96){let h=this.pos;this.readBacktickExpansion(
!0),a&&(c+=this._resultText),o=!0,i&&this._resultPart&&bm(this._resultPart)&&(l||(l=[]),h>u&&(l.push({type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),
l.push(this._resultPart),u=this.pos);continue}}i&&l&&this.pos>u&&l.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<n?this.pos++:this.errors.push({message:"unterminated double quote",pos:r-1}),this._dqText=c,this._dqHasExpansions=o,this._dqParts=l}readDollar(e=!1){let s=this.
pos;this.pos++;let n=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=r){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=rt(n,this.pos,r);i>this.pos&&n.charCodeAt(i)===40&&n.charCodeAt(i+1)!==40&&(this.pos=i);let a=n.charCodeAt(this.pos);if(a===
40){if(this.pos+1<r&&n.charCodeAt(this.pos+1)===40){let c=this.pos,l=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=l,this.pos=c}this.readCommandSubstitution(s);return}if(a===123){let c=this.pos+1<r?n.charCodeAt(this.pos+1):0;if(c===32||c===9||c===10){this.readBraceCommandSubstitution();
return}if(c===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let c=this.readAnsiCQuoted();this._resultText=
c,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:n.slice(s,this.pos),value:c}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let c=n.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:c,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:n.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let c=o?n.slice(this.pos-2,this.pos):"";this._resultText=c,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:c}:void 0;return}if(a<128&&cs[a]&1){let c=this.
pos-1;for(;this.pos<r;){let d=n.charCodeAt(this.pos);if(d<128&&cs[d]&2)this.pos++;else break}let l=o?n.slice(c,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a===91){let c=this._errors===
null?0:this._errors.length,l=this.findClosingArithmeticBracket(this.pos+1);if(l!==-1){let d=this.pos+1,u=n.slice(d,l);this.pos=l+1;let p=o?n.slice(s,this.pos):"";
this._resultText=p,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(d-2,p,u,d):void 0;return}this._errors!==
null&&(this._errors.length=c)}this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=void 0}scanArithmeticBody(){this._notArithmetic=
!1,this._arithUnterminated=!1,this.pos+=2;let e=1,s=0,n=0,r,o=!1,i=this.src,a=this.srcEnd,c=this.pos;for(;this.pos<a&&e>0;){let d=i.charCodeAt(this.pos);if(d===
92)this.pos+=this.pos+1<a?2:1;else if(d===39)this.pos++,this.skipSQ();else if(d===34)this.pos++,this.skipDQ();else if(d===96){for(this.pos++;this.pos<a&&i.charCodeAt(
this.pos)!==96;)i.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<a&&this.pos++}else if(d===36&&this.pos+2<a&&i.charCodeAt(this.pos+1)===40&&i.charCodeAt(
this.pos+2)!==40){let u=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u})}else if(d===
36&&this.pos+1<a&&i.charCodeAt(this.pos+1)===123){let u=this.findClosingBrace(this.pos+2,a);this.pos=u===-1?a:u+1}else if((d===60||d===62)&&this.pos+1<a&&i.charCodeAt(
this.pos+1)===40)this.pos+=2,this.extractBalanced();else if(d===40)i.charCodeAt(this.pos-1)===36&&i.charCodeAt(this.pos+1)===40?(e===1?n=s:(r??(r=[])).push(s),e++,
s=0,e+this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expansion nesting depth exceeded",pos:this.pos-1}),o=!0),this.pos+=2):(++s+e-1+
this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expression nesting depth exceeded",pos:this.pos}),o=!0),this.pos++);else if(d===41&&s>
0)s--,this.pos++;else if(d===41&&this.pos+1<a&&i.charCodeAt(this.pos+1)===41){if(--e===0){this.pos+=2;break}s=e===1?n:r.pop(),this.pos+=2}else{if(d===41&&e===1)
return this._notArithmetic=!0,"";this.pos++}}let l=this._buildParts||this._buildValue;return e>0?(this._arithUnterminated=!0,l?i.slice(c,this.pos):""):l?i.slice(
c,this.pos-2):""}readArithmeticExpansion(e){let s=this.pos+2,n=this.scanArithmeticBody();if(this._notArithmetic)return;this._arithUnterminated&&this.errors.push(
{message:"unterminated arithmetic expansion",pos:e});let r=this._buildParts||this._buildValue?this.src.slice(e,this.pos):"";this._resultText=r,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,r,n,s):void 0}arithmeticExpansion(e,s,n,r){return new En(e,this.pos,
s,{source:this.src,body:n,offset:r,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let n=this._buildValue;this._buildValue=
!0;let r=this.scanArithmeticBody();this._buildValue=n,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),ve(e,g.ArithCmd,
r,s,this.pos)}readCommandSubstitution(e){let s=this.pos;this.pos++;let n=this.extractBalanced();this._unbalanced&&this.errors.push({message:"unterminated comman\
d substitution",pos:e});let r=this._buildParts||this._buildValue,o=r?this.src.slice(e,this.pos):"",i=!r||s===e+1?o:"$"+this.src.slice(s,this.pos);this._resultText=
i,this._resultIsRaw=s===e+1,this._resultHasExpansion=!0,this._buildParts?this._resultPart=this.commandExpansion(e,o,s+1,n,!this._unbalanced):this._resultPart=void 0}readBraceCommandSubstitution(){
this.readBraceSubstitution(1)}readValueSubstitution(){this.readBraceSubstitution(2)}readBraceSubstitution(e){let s=this.pos-1;this.pos+=e;let n=this.src,r=this.
srcEnd,o=1,i=this.pos;for(;this.pos<r;){let a=n.charCodeAt(this.pos);if(a===123)o++;else if(a===125){if(--o===0){this.pos++;break}}else if(a===39){this.pos++,this.
skipSQ();continue}else if(a===34){this.pos++,this.skipDQ();continue}else a===92&&this.pos++;this.pos++}if(this._resultIsRaw=!0,this._resultHasExpansion=!0,this.
_buildParts||this._buildValue){let a=n.slice(i,this.pos-1),c=a.trim(),l=n.slice(s,this.pos);if(this._resultText=l,this._buildParts){let d=i+(a.length-a.trimStart().
length);this._resultPart=this.commandExpansion(s,l,d,c)}else this._resultPart=void 0}else this._resultText="",this._resultPart=void 0}readBacktickExpansion(e=!1){
this.pos++;let s=this.src,n=this.srcEnd,r=this.pos;if(!this._buildParts&&!this._buildValue){for(;this.pos<n&&s.charCodeAt(this.pos)!==96;)s.charCodeAt(this.pos)===
92&&this.pos+1<n&&this.pos++,this.pos++;this.pos<n?this.pos++:this.errors.push({message:"unterminated backtick",pos:r-1}),this._resultText="",this._resultIsRaw=
!1,this._resultHasExpansion=!0,this._resultPart=void 0;return}let o="",i=!1;for(;this.pos<n&&s.charCodeAt(this.pos)!==96;){if(s.charCodeAt(this.pos)===92){i=!0;
break}this.pos++}if(!i)o=s.slice(r,this.pos);else for(o=s.slice(r,this.pos);this.pos<n&&s.charCodeAt(this.pos)!==96;)if(s.charCodeAt(this.pos)===92){if(this.pos++,
this.pos<n){let c=s.charCodeAt(this.pos);c===36||c===96||c===92||e&&c===34?o+=s[this.pos]:o+="\\"+s[this.pos],this.pos++}}else{let c=this.pos;for(;this.pos<n;){
let l=s.charCodeAt(this.pos);if(l===96||l===92)break;this.pos++}o+=s.slice(c,this.pos)}this.pos<n?this.pos++:this.errors.push({message:"unterminated backtick",pos:r-
1});let a=s.slice(r-1,this.pos);this._resultText=o,this._resultHasExpansion=!0,this._buildParts?this._resultPart=i?this.decodedCommandExpansion(r-1,a,o):this.commandExpansion(
r-1,a,r,o):this._resultPart=void 0}readParameterExpansion(e){let s=this.src,n=this.srcEnd,r=this.pos;this.pos++;let o=1,i=!1;for(;this.pos<n&&o>0;){let l=s.charCodeAt(
this.pos);if(l===36){let d=this.pos+1<n?s.charCodeAt(this.pos+1):0;if(d===123){o++,this._nestingDepth+o>256&&!i&&(this.errors.push({message:"maximum parameter e\
xpansion nesting depth exceeded",pos:this.pos}),i=!0),this.pos+=2;continue}if(d===36){this.pos+=2;continue}if(d===40){let u=this.pos;this.pos+=2,this.extractBalanced(),
this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u});continue}}else if(l===96){for(this.pos++;this.pos<n&&s.charCodeAt(this.pos)!==
96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<n&&this.pos++;continue}else if(l===125){if(--o===0){this.pos++;break}}else if(l===92)this.pos+1<
n&&this.pos++;else if(l===39){this.pos++,this.pos>r+1&&s.charCodeAt(this.pos-2)===36?this.skipAnsiCQuoted():this.skipSQ();continue}else if(l===34){this.pos++,this.
skipDQ();continue}this.pos++}let a=o===0;a||this.errors.push({message:"unterminated parameter expansion",pos:r-1});let c=this._buildParts||this._buildValue?s.slice(
r-1,this.pos):"";if(this._resultText=c,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._buildParts){let l=s.slice(r+1,a?this.pos-1:this.pos);this._resultPart=
this.parseParamInner(c,l,r+1,e)}else this._resultPart=void 0}parseParamInner(e,s,n,r){let o={type:"ParameterExpansion",pos:n-2,end:this.pos,text:e,parameter:"",
parameterPos:n,parameterEnd:n,prefix:void 0,index:void 0,operation:void 0},i=s.length;if(i===0)return o;let a=(b,k,v="word")=>this.parseSubFieldWord(n+b,n+k,v),
c=b=>{let k=this.findClosingBracket(n+b,n+i);return k===-1?-1:k-n},l=0;if(i>1&&s.charCodeAt(0)===33&&(o.prefix="!",l=1),i>1&&s.charCodeAt(0)===35){let b=this.scanParamName(
s,1),k=b,v=-1;if(k<i&&s.charCodeAt(k)===91&&(v=c(k+1),v!==-1&&(k=v+1)),b>1&&k===i)return o.prefix="#",o.parameter=s.slice(1,b),o.parameterPos=n+1,o.parameterEnd=
n+b,v!==-1&&(o.index=a(b+1,v,"embedded")),o}let d=l;if(l=this.scanParamName(s,l),o.parameter=s.slice(d,l),o.parameterPos=n+d,o.parameterEnd=n+l,l<i&&s.charCodeAt(
l)===91){let b=c(l+1);b!==-1&&(o.index=a(l+1,b,"embedded"),l=b+1)}if(l>=i)return o;let u=n+l,p=n+i,f=s.charCodeAt(l),h=s.charCodeAt(l+1),m=s[f===58?l+1:l];if(m===
"-"||m==="="||m==="+"||m==="?"){let b=l+(f===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:n+b,operator:f===58?`:${m}`:m,operand:a(b,i,r?"q\
uoted":"word")},o}if(f===58){l++;let b=n+l,k=hm(s.slice(l),58,!0,(v,C)=>this.findNestedShellEnd(b+v,p,C)-b);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:b,
operator:":",offset:a(l,k===-1?i:l+k,"embedded"),length:k===-1?void 0:a(l+k+1,i,"embedded")},o}if(f===35||f===37){let b=h===f,k=f===35?b?"##":"#":b?"%%":"%",v=l+
(b?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:n+v,operator:k,operand:a(v,i)},o}if(f===47){l++;let b="/";(h===47||h===35||h===37)&&(b=h===47?
"//":h===35?"/#":"/%",l++);let k=l;h===47&&(k=rt(s,l,i),s.charCodeAt(k)===47&&k++);let v=hm(s.slice(k),47),C=v===-1?i:k+v;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:n+l,operator:b,pattern:a(l,C),replacement:a(v===-1?i:C+1,i)},o}if(f===94||f===44){let b=h===f,k=f===94?b?"^^":"^":b?",,":",",v=l+(b?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:n+v,operator:k,operand:v===i?void 0:a(v,i)},o}return o.prefix==="!"&&o.index===void 0&&l+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(l+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(l)},o)}findNestedShellEnd(e,s,n){let r=this.src.charCodeAt(e);if(r===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(r===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=rt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(n||r!==60&&r!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let n=s;if(n>=e.length)
return n;let r=e.charCodeAt(n);if(r===64||r===42||r===35||r===63||r===45||r===36||r===33)return n+1;if(r>=48&&r<=57){for(;n<e.length&&e.charCodeAt(n)>=48&&e.charCodeAt(
n)<=57;)n++;return n}if(r>=97&&r<=122||r>=65&&r<=90||r===95)for(n++;n<e.length;){let o=e.charCodeAt(n);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)n++;else
break}return n}readAnsiCQuoted(){let e=this.pos-1,s=ur(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let n=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let c=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(c!==void 0&&c<=r&&this._nestingDepth<256)return this.pos=c,o?n.slice(a,c-1):"";let l=!0;for(;!s&&
this.pos<r;){let D=n.charCodeAt(this.pos);if(D===41){let me=o?n.slice(a,this.pos):"";return this.pos++,me}else{if(D===40||D===92||D===39||D===34||D===96||D===36&&
(n.charCodeAt(this.pos+1)===39||n.charCodeAt(this.pos+1)===36||n.charCodeAt(this.pos+1)===123))break;if(D===60&&this.pos+1<r&&n.charCodeAt(this.pos+1)===60)break;
if(D===35&&l)break;if(D===99&&l&&this.pos+3<r&&n.charCodeAt(this.pos+1)===97&&n.charCodeAt(this.pos+2)===115&&n.charCodeAt(this.pos+3)===101&&(this.pos+4>=r||n.
charCodeAt(this.pos+4)<128&&ae[n.charCodeAt(this.pos+4)]&1))break;l=D<128&&(ae[D]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,h,m=-1,b=a>=2&&n.charCodeAt(a)===40&&
n.charCodeAt(a-1)===40&&n.charCodeAt(a-2)===36,k=0,v=!1,C=s?[{close:34,depth:0}]:[],S=s?1:0,w=0,_,T=-1,E=-1,I=-1,B=-1,we=!1;for(;this.pos<r&&(i>0||C.length>0);){
let D=n.charCodeAt(this.pos),me=C.length===0?void 0:C[C.length-1];if(me!==void 0&&me.depth===i){let j=!1;if(D===92){this.pos=Math.min(this.pos+2,r);continue}if(D===
me.close){if(C.pop(),D===34?S--:w--,this.pos++,s&&i===0&&C.length===0)return"";continue}if(D===34)C.push({close:34,depth:i}),S++;else if(D===39&&me.close===125){
this.pos++,this.skipSQ();continue}else if(D===96){for(this.pos++;this.pos<r&&n.charCodeAt(this.pos)!==96;)n.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.
pos++;this.pos<r&&this.pos++;continue}else if(D===36){let se=n.charCodeAt(this.pos+1);if(se===39&&me.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(se===
123)C.push({close:125,depth:i}),w++,this.pos++;else if(se===40)this.pos++,D=40,j=!0;else if(se===36){this.pos+=n.charCodeAt(this.pos+2)===40?1:2;continue}}if(!v&&
this._nestingDepth+Math.max(S,w)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),v=!0),!j){for(this.pos++;this.pos<r;){let se=n.
charCodeAt(this.pos);if(se===92||se===34||se===36||se===96||se===125||se===39)break;this.pos++}continue}}if(D===35&&B!==-1&&!b&&m<0&&e&&!we&&this._nestingDepth+
(h?.length??0)<256&&pr(n,B,r)===this.pos){we=!0;let j=h?.[h.length-1],se=this.findSubstitutionEnd(j?.start??a,r,this._nestingDepth+(h?.length??0)+1);if(se!==-1){
if(j===void 0)return this.pos=se,o?n.slice(a,se-1):"";this.pos=se-1,i=j.depth+1,d=0,u=0,p.length=j.parens+1,D=41}}if(D===40){let j=this.pos>a&&this.pos!==I?n.charCodeAt(
this.pos-1):0,se=j===36?this.pos-1:this.pos===E?T:-1,Zr=se!==-1||j===60||j===62||j===61||j===64||j===63||j===42||j===43||j===33||j===40&&p[p.length-1]===!1||b&&
this.pos===a,ha=se!==-1&&n.charCodeAt(this.pos+1)!==40||(j===60||j===62)&&m<0&&!b;ha&&((h??(h=[])).push({start:this.pos+1,dollar:se,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:m,arithExtent:b,substitutions:k,checkedGrammar:we,pendingDelims:f}),d=0,u=0,m=-1,b=!1,we=!1,f=null),p.push(!Zr),l=!0,!ha&&m<0&&this.pos+1<
r&&n.charCodeAt(this.pos+1)===40&&(m=i),se!==-1&&(ha?k++:(_??(_=[])).push(i),k+(_?.length??0)+this._nestingDepth+(s?0:1)>256&&!v&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:se}),v=!0)),T=-1,E=-1,i++,d>0&&u++,this.pos++}else if(D===41){if(d>0&&u===0)this.pos++,l=!0;else{if(d>0&&
u--,i--,i===0&&!s){let se=o?n.slice(a,this.pos):"";return this.pos++,se}if(i<=m&&(m=-1),_!==void 0)for(;_.length>0&&_[_.length-1]>=i;)_.pop();l=p.pop()??!0,this.
pos++;let j=h?.[h.length-1];j!==void 0&&j.depth===i&&(h.pop(),d=j.caseDepth,u=j.caseParens,m=j.arithBase,b=j.arithExtent,k=j.substitutions,we=j.checkedGrammar,f=
j.pendingDelims)}B=this.pos}else if(D===92){if(this.pos>a&&n.charCodeAt(this.pos-1)===36){let j=rt(n,this.pos,r);j>this.pos&&n.charCodeAt(j)===40&&n.charCodeAt(
j+1)!==40&&(T=this.pos-1,E=j)}this.pos++,this.pos<r&&(n.charCodeAt(this.pos)!==10&&(l=!1),this.pos++),I=this.pos}else if(D===36){let j=n.charCodeAt(++this.pos);
j===39?(this.pos++,this.skipAnsiCQuoted()):j===36?this.pos++:j===123&&!o_(n.charCodeAt(this.pos+1))&&(C.push({close:125,depth:i}),w++,this.pos++),l=!1}else if(D===
39)this.pos++,this.skipSQ(),l=!1;else if(D===34)C.push({close:34,depth:i}),S++,this.pos++,l=!1;else if(D===96){for(this.pos++;this.pos<r&&n.charCodeAt(this.pos)!==
96;)n.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.pos++;this.pos<r&&this.pos++,l=!1}else if(D===60&&m<0&&this.pos+1<r&&n.charCodeAt(this.pos+1)===60){
if(this.pos+2<r&&n.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let j=this.pos<r&&n.charCodeAt(this.pos)===45;j&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:j,quoted:this._hereQuoted})}l=!1}else if(D===
10&&f){this.pos++;for(let j of f)this.skipHereDocBody(j.delimiter,j.strip,!0,j.quoted);f=null,l=!0}else if(D===35&&m<0&&!b&&l)for(;this.pos<r&&n.charCodeAt(this.
pos)!==10;)this.pos++;else{let j=this.pos;for(;this.pos<r;){let se=n.charCodeAt(this.pos);if(se<128&&ae[se])break;this.pos++}if(this.pos>j){if(this.pos-j===4&&l&&
m<0&&!b){let Zr=n.charCodeAt(j);Zr===99&&n.charCodeAt(j+1)===97&&n.charCodeAt(j+2)===115&&n.charCodeAt(j+3)===101?d++:Zr===101&&n.charCodeAt(j+1)===115&&n.charCodeAt(
j+2)===97&&n.charCodeAt(j+3)===99&&d>0&&(d--,d===0&&(u=0))}l=!1}else{let se=n.charCodeAt(this.pos);l=se<128&&(ae[se]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&h!==void 0&&h.length>0&&this.errors.push({message:"unterminated command substitution",pos:h[0].dollar}),o?n.slice(a,this.pos):""}};function Cc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function Cm(t,e,s){for(;s>e;){let n=t.
charCodeAt(s-1);if(n!==32&&n!==9&&n!==10)break;s--}return s}function i_(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function _c(t,e=0,s,n=0){let r=0,o=t.length,i=s?.embeddedWords.length??0;function a(S,w,_=!1){let T={type:"\
ArithmeticWord",pos:S+e,end:w+e,value:t.slice(S,w),parts:void 0};return _&&s?.embeddedWords.push(T),T}function c(){for(;r<o;){let S=t.charCodeAt(r);if(S===32||S===
9||S===10)r++;else break}}function l(){if(r>=o)return null;let S=t.charCodeAt(r),w=r+1<o?t.charCodeAt(r+1):0,_=r+2<o?t.charCodeAt(r+2):0;switch(S){case 44:return r++,
",";case 61:return w===61?(r+=2,"=="):(r++,"=");case 33:return w===61?(r+=2,"!="):null;case 60:return w===60?_===61?(r+=3,"<<="):(r+=2,"<<"):w===61?(r+=2,"<="):
(r++,"<");case 62:return w===62?_===61?(r+=3,">>="):(r+=2,">>"):w===61?(r+=2,">="):(r++,">");case 43:return w===61?(r+=2,"+="):w===43?null:(r++,"+");case 45:return w===
61?(r+=2,"-="):w===45?null:(r++,"-");case 42:return w===42?(r+=2,"**"):w===61?(r+=2,"*="):(r++,"*");case 47:return w===61?(r+=2,"/="):(r++,"/");case 37:return w===
61?(r+=2,"%="):(r++,"%");case 124:return w===124?(r+=2,"||"):w===61?(r+=2,"|="):(r++,"|");case 38:return w===38?(r+=2,"&&"):w===61?(r+=2,"&="):(r++,"&");case 94:
return w===61?(r+=2,"^="):(r++,"^");case 63:return r++,"?";default:return null}}function d(){for(c();r<o;){let w=t.charCodeAt(r);if(w!==33&&w!==126&&w!==43&&w!==
45||t.charCodeAt(r+1)===61)break;r++,c()}if(t.charCodeAt(r)===40){let w=1;for(r++;r<o&&w>0;){let _=s?.findArithmeticWordEnd?.(r+e,e+o)??r+e;if(_>r+e){r=_-e;continue}
let T=t.charCodeAt(r++);T===40?w++:T===41&&w--}}else r<o&&t.charCodeAt(r)!==41&&t.charCodeAt(r)!==58&&m(0);c();let S=t.charCodeAt(r);(S===43||S===45)&&t.charCodeAt(
r+1)===S&&(r+=2)}function u(S){c();let w=r;if(w===o)return a(w,w);let _=s?.embeddedWords.length??0,T=0;for(;;){if(d(),c(),t.charCodeAt(r)===58&&T>0){T--,r++;continue}
let E=r,I=l();if(I===null||T===0&&Cc(I)<S){r=E;break}I==="?"&&T++}return s&&(s.embeddedWords.length=_),a(w,Cm(t,w,r))}function p(S,w){if(w>256)return u(S);let _=f(
w);for(;c(),!(r>=o);){let T=r,E=l();if(!E)break;if(E==="?"){if(Cc(E)<S){r=T;break}let D=p(1,w+1);c(),r<o&&t.charCodeAt(r)===58&&r++;let me=p(3,w+1);_={type:"Ari\
thmeticTernary",pos:_.pos,end:me.end,test:_,consequent:D,alternate:me};continue}let I=Cc(E);if(I<S){r=T;break}let B=i_(E)?I:I+1,we=p(B,w+1);_={type:"ArithmeticB\
inary",pos:_.pos,end:we.end,operator:E,left:_,right:we}}return _}function f(S){if(c(),S>256)return u(15);if(r>=o)return a(r,r);let w=r,_=t.charCodeAt(r),T=r+1<o?
t.charCodeAt(r+1):0;if(_===43&&T===43){r+=2;let E=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"++",operand:E,prefix:!0}}if(_===45&&T===45){r+=
2;let E=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"--",operand:E,prefix:!0}}if(_===33){r++;let E=f(S+1);return{type:"ArithmeticUnary",pos:w+
e,end:E.end,operator:"!",operand:E,prefix:!0}}if(_===126){r++;let E=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"~",operand:E,prefix:!0}}if(_===
43&&T!==43&&T!==61){r++;let E=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"+",operand:E,prefix:!0}}if(_===45&&T!==45&&T!==61){r++;let E=f(S+
1);return{type:"ArithmeticUnary",pos:w+e,end:E.end,operator:"-",operand:E,prefix:!0}}return h(S)}function h(S){let w=m(S);if(c(),r+1<o){let _=t.charCodeAt(r),T=t.
charCodeAt(r+1);if(_===43&&T===43)return r+=2,{type:"ArithmeticUnary",pos:w.pos,end:r+e,operator:"++",operand:w,prefix:!1};if(_===45&&T===45)return r+=2,{type:"\
ArithmeticUnary",pos:w.pos,end:r+e,operator:"--",operand:w,prefix:!1}}return w}function m(S){if(c(),r>=o)return a(r,r);let w=t.charCodeAt(r);if(w===40){let B=r;
r++;let we=p(0,S+1);return c(),r<o&&t.charCodeAt(r)===41&&r++,{type:"ArithmeticGroup",pos:B+e,end:r+e,expression:we}}if(w===36){let B=r,we=s?.embeddedWords.length??
0,D=b(),me=s?.findArithmeticWordEnd?.(B+e,e+o)??r+e;return me>r+e?(s&&(s.embeddedWords.length=we),r=me-e,a(B,r,!0)):D}if(w===96||w===34||w===39){let B=r;return r=
(s?.findArithmeticWordEnd?.(B+e,e+o)??B+e+1)-e,a(B,r,!0)}let _=r,T=s?.embeddedWords.length??0,E=k(),I=s?.findArithmeticWordEnd?.(_+e,e+o)??r+e;return I>r+e?(s&&
(s.embeddedWords.length=T),r=I-e,a(_,r,!0)):E}function b(){let S=r;if(r++,r>=o)return a(S,r);let w=t.charCodeAt(r);if(w===40)if(r+1<o&&t.charCodeAt(r+1)===40){let _=s?.
findArithmeticExpansionEnd(S+e,e+o)??-1;if(_!==-1)r=_-e;else{r+=2;let T=1;for(;r<o&&T>0;)t.charCodeAt(r)===40&&t.charCodeAt(r+1)===40?(T++,r+=2):t.charCodeAt(r)===
41&&t.charCodeAt(r+1)===41?(T--,r+=2):r++}}else{r++;let _=s?.findClosingParenthesis(r+e,e+o)??-1;if(_!==-1)r=_-e+1;else{let E=1;for(;r<o&&E>0;){let I=t.charCodeAt(
r++);I===40?E++:I===41&&E--}}let T=t.slice(S,r);return s?s.commandExpansion(S+e,r+e,T):new vt("ArithmeticCommandExpansion",S+e,r+e,T)}else if(w===123){let _=s?.
findClosingBrace(r+e+1,e+o)??-1;if(_!==-1)r=_-e+1;else{r++;let T=1;for(;r<o&&T>0;){let E=t.charCodeAt(r++);E===123?T++:E===125&&T--}}}else for(;r<o;){let _=t.charCodeAt(
r);if(_>=97&&_<=122||_>=65&&_<=90||_>=48&&_<=57||_===95)r++;else break}return a(S,r,w===40||w===123)}function k(){let S=r;for(;r<o;){let w=t.charCodeAt(r);if(w>=
48&&w<=57||w>=65&&w<=90||w>=97&&w<=122||w===95||w===35)r++;else break}if(r>S&&r<o&&t.charCodeAt(r)===91){let w=s?.findClosingBracket?.(r+e+1,e+o)??-1;if(w!==-1)
r=w-e+1;else{r++;let _=1;for(;r<o&&_>0;){let T=t.charCodeAt(r);T===91?_++:T===93&&_--,r++}}return a(S,r,!0)}return r===S&&r++,a(S,r)}if(c(),r>=o)return null;let v=r,
C=p(0,n);return c(),r<o?(s&&(s.embeddedWords.length=i),a(v,Cm(t,v,o),s!==void 0)):C}var Qo=(t,e)=>xs(e.text)?Ft(e.text,0,e.text.length,void 0,e.pos):void 0;function on(t){return t.wordParts??(t.wordParts=(e,s,n)=>a_(e,s,n,t))}function Jo(t){return t.
embeddedParts??(t.embeddedParts=(e,s,n)=>Ac(e,s,n,t))}function _m(t){return t.arrayParts??(t.arrayParts=(e,s,n)=>c_(e,s,n,t))}function a_(t,e,s=0,n=Cn()){let r=new it(
t,e.pos,e.end,!1,n);return r._nestingDepth=s,r.buildWordParts(e.pos)??void 0}function Ac(t,e,s=0,n,r=!1){if(!Tn(t,e.pos,e.end))return;let o=new it(t,e.pos,e.end,
!1,n);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,r)??void 0}function c_(t,e,s=0,n){let r=new it(t,e.pos,e.end,!1,n);return r._nestingDepth=s,r.buildArrayElementParts(
e.pos)??void 0}function Am(t,e,s=0,n){let r=new it(t,e.pos,e.end,!1,n);return r._nestingDepth=s,r.buildHereDocParts(e.pos,e.end)??void 0}function Pn(t,e,s,n,r,o=n){if(!Tn(s,e,e+t.length))return _c(t,e,void 0,n)??void 0;let i=[],a=new it(s,0,s.length,!1,r);a._nestingDepth=n;let c=_c(t,e,{embeddedWords:i,
commandExpansion:(l,d,u)=>new vt("ArithmeticCommandExpansion",l,d,u,{source:s,start:l+2,end:d-1,depth:n+1,parenBoundary:!0,context:r}),findClosingBracket:(l,d)=>a.
findClosingBracket(l,d),findClosingBrace:(l,d)=>a.findClosingBrace(l,d),findClosingParenthesis:(l,d)=>a.findClosingParenthesis(l,d),findArithmeticExpansionEnd:(l,d)=>a.
findArithmeticExpansionEnd(l,d),findArithmeticWordEnd:(l,d)=>a.findArithmeticWordEnd(l,d)},n)??void 0;if(o<=256)for(let l of i)l.parts=Ac(s,l,o,r,!0);return c}var $c=class{type="ArrayValue";pos;end;#e;#t;#n;#s;constructor(e,s,n,r,o){this.pos=s,this.end=n,this.#e=e,this.#t=r,this.#n=o}get elements(){if(this.#s)return this.#s;
let e=new it(this.#e,this.pos+1,this.end-1,!1,this.#n);e._nestingDepth=this.#t;let s=[];for(;e.peek(x.ArrayElement).token!==g.EOF;){let n=e.next(x.ArrayElement);
if(n.token!==g.Word&&n.token!==g.Assignment)continue;let r=n.raw?n.value:this.#e.slice(n.pos,n.end),o=r.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&n.
raw&&n.keywordEligible?void 0:this.#e,c=a===void 0?Qo:o?_m(i):on(i);s.push(new We(r,n.pos,n.end,a,c,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Zo=class{type="Assignment";pos;end;text;#e;#t;#n;#s;#r=null;#a;#i;#o=null;constructor(e,s,n,r,o,i,a){this.pos=
s,this.end=n,this.text=e,this.#e=r,this.#s=o,this.#t=i,this.#n=a}get name(){return this.#r??this.resolveTarget()}get append(){return this.#r===null&&this.resolveTarget(),
this.#a}get index(){return this.#r===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=rt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new $c(this.#e,s,this.end,this.#t,this.#n):new We(this.#e.slice(e,this.end),e,this.end,this.#e,on(
this.#n),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,n=e;for(;n>=2&&this.text.charCodeAt(n-2)===92&&this.text.charCodeAt(n-1)===10;)n-=2;this.text.
charCodeAt(n-1)===43&&(this.#a=!0,s=n-1);let r=this.text.indexOf("[");if(r>0&&r<s){let i=this.text.lastIndexOf("]",e);if(i>r){let a=this.pos+r+1,c=this.pos+i;this.#i=
new We(this.#e.slice(a,c),a,c,this.#e,Jo(this.#n),this.#t),s=r}}let o=this.text.slice(0,s);return this.#r=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Tc=t=>t.type==="Word"||t.type==="Assignment",hr=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,n,r,o){this.pos=e,this.end=s,this.name=
n,this.prefix=r,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Tc)?e:e.filter(Tc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)Tc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var ei=class{type="HereDocBody";pos;end;text="";#e;#t;#n;#s;constructor(e,s,n,r,o){this.pos=s,this.end=s,this.#e=e,this.#t=r,this.#n=o,this.#s=n?void 0:null}get parts(){
return this.#s===null&&(this.#s=Am(this.#e,this,this.#t,this.#n)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};it._findSubstitutionEnd=g_;vt._resolveScript=h_;En._resolveExpression=Pn;function l_(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Rc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#n;#s=null;constructor(e,s,n,r,o,i){
this.pos=e,this.end=s,this.body=n,this.#e=r,this.#t=o,this.#n=i}get expression(){return this.#s===null&&(this.#s=Pn(this.body,this.pos+2,this.#e,this.#t,this.#n)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},gr=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#n;#s;#r;#a;#i;#o;#u;#c=null;#l=null;#d=null;constructor(e,s,n,r,o,i,a,c,l,d,u,p){this.pos=e,this.end=s,this.body=n,this.#e=r,
this.#t=o,this.#n=i,this.#s=a,this.#r=c,this.#a=l,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#c===null&&(this.#e?this.#c=Pn(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#c=void 0),this.#c}set initialize(e){this.#c=e??void 0}get test(){return this.#l===null&&(this.#t?this.#l=Pn(this.#t,this.#r,this.#i,this.#o,
this.#u):this.#l=void 0),this.#l}set test(e){this.#l=e??void 0}get update(){return this.#d===null&&(this.#n?this.#d=Pn(this.#n,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},d_={[g.DoubleSemi]:";;",[g.SemiAmp]:";&",[g.DoubleSemiAmp]:";;&"},u_={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},Ze=new Uint8Array(37);Ze[g.EOF]=1;Ze[g.RParen]=1;Ze[g.RBrace]=1;Ze[g.Then]=1;Ze[g.Else]=1;Ze[g.Elif]=1;Ze[g.Fi]=1;Ze[g.Do]=1;Ze[g.Done]=1;
Ze[g.Esac]=1;Ze[g.DoubleSemi]=1;Ze[g.SemiAmp]=1;Ze[g.DoubleSemiAmp]=1;var ds=new Uint8Array(37);ds[g.RParen]=1;ds[g.RBrace]=1;ds[g.DblRBracket]=1;ds[g.Fi]=1;ds[g.
Done]=1;ds[g.Esac]=1;ds[g.ArithCmd]=1;function $m(t){return t.token===g.Word&&t.keywordEligible&&t.value==="!"}var je=new Uint8Array(37);je[g.Word]=1;je[g.Assignment]=
1;je[g.Bang]=1;je[g.LParen]=1;je[g.LBrace]=1;je[g.DblLBracket]=1;je[g.If]=1;je[g.For]=1;je[g.While]=1;je[g.Until]=1;je[g.Case]=1;je[g.Function]=1;je[g.Select]=1;
je[g.ArithCmd]=1;je[g.Coproc]=1;je[g.Redirect]=1;var p_={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},f_={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},Tm=[],m_=[],Pc=[];function Pm(t){return new br(t,0,t.length).run()}function h_(t,e,s,n=0,r=!1,o){return new br(t,e,s,n,r,void 0,
o).run()}var Ic=class t extends it{boundaries;pending;context;constructor(e,s,n,r,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
n,this.pending=r,this.context=o}fork(e,s,n=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
n)}findSubstitutionEnd(e,s,n=this._nestingDepth+1){let r=this.context.boundaries?.get(e);if(r!==void 0)return r<=s?r:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:n})),-1)}};function g_(t,e,s,n,r){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:n}];for(;i.length>0;){let a=i.length,c=i[a-1],l=new Ic(t,c,o,i,r),d=new br(t,c.start,c.end,c.depth,!0,l).findSubstitutionEnd();
i.length===a&&(o.set(c.start,d),d!==-1&&vc(r).set(c.start,d),i.pop())}return o.get(e)??-1}var br=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,n,r=0,o=!1,i,a){
this.tok=i??new it(e,s,n,o,Cn(a)),this.tok._nestingDepth=r,this.source=e,this.start=s,this.end=n,this.depth=r}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let n=this.list();for(;;){let o=this.tok.peek(x.CommandStart);if(o.token===g.EOF||(this.unexpectedToken(o),!Ze[o.
token]&&o.token!==g.In))break;this.tok.next(x.CommandStart);let i=this.tok.peek(x.CommandStart).token;if(i!==g.Semi&&i!==g.Newline&&i!==g.Amp)break;for(;i===g.Semi||
i===g.Newline||i===g.Amp;)this.tok.next(x.CommandStart),i=this.tok.peek(x.CommandStart).token;let a=this.list();for(let c=0;c<a.length;c++)n.push(a[c])}let r=this.
tok._errors;if(r!==null&&r.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<r.length;i++)o.push(r[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:n,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===g.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(g.RParen)}skipSemi(){this.tok.peek(x.Normal).token===g.Semi&&this.tok.next(x.Normal)}accept(e,s=x.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=x.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=x.Normal){for(;this.tok.peek(e).token===g.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),n=e?this.emptyListPos(s):-1;return n>=0&&this.error("expected command after 'do'",n),s}emptyListPos(e){return e.length===
0?this.tok.peek(x.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
x.CommandStart);let s=this.tok.peek(x.CommandStart).token;if(Ze[s]||!je[s])return e;let n=this.andOr();for(n&&e.push(this.makeStatement(n));s=this.tok.peekFollow(
ds).token,!(s!==g.Semi&&s!==g.Newline&&s!==g.Amp);){let r=s===g.Amp,o=this.tok.next(x.Normal).end;if(r){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
x.CommandStart),s=this.tok.peek(x.CommandStart).token,Ze[s]||!je[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(x.Normal).token;if(s!==g.And&&s!==g.Or)return e;let n=[e],r=[];do{let o=this.tok.next(x.Normal),i=o.token===g.And?"&&":"||";
this.skipNewlines(x.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),n.push(a),s=this.tok.peek(x.Normal).
token}while(s===g.And||s===g.Or);return{type:"AndOr",pos:e.pos,end:n[n.length-1].end,commands:n,operators:r}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let r=this.tok.peek(x.CommandStart),o=r.
token===g.Word&&r.keywordEligible&&r.value==="time";if(r.token!==g.Bang&&!o)break;let i=this.tok.next(x.CommandStart),a=i.pos,c=i.end,l,d;if(o){let u=this.tok.peek(
x.CommandStart);u.token===g.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(x.CommandStart),l={pos:u.pos,end:u.end},u=this.tok.peek(x.CommandStart)),u.token===
g.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(x.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??l?.
end??c,keywordEnd:c,posix:l,endOfOptions:d}:{type:"Negation",pos:a,end:c})}let s=this.pipelineCommands();if(!e)return s;let n=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=n,s):{type:"Pipeline",pos:n,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(x.Normal).token!==g.Pipe)return e;let s=[e],n=[];for(;this.tok.peek(x.Normal).token===g.Pipe;){let o=this.tok.next(x.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(x.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:m_,commands:s,operators:n}}command(){let e;switch(this.tok.peek(x.CommandStart).
token){case g.LParen:e=this.subshell();break;case g.LBrace:e=this.braceGroup();break;case g.If:e=this.ifClause();break;case g.For:e=this.forClause();break;case g.
While:e=this.whileClause();break;case g.Until:e=this.untilClause();break;case g.Case:e=this.caseClause();break;case g.Function:return this.functionDef();case g.
Select:e=this.selectClause();break;case g.DblLBracket:e=this.testCommand();break;case g.ArithCmd:e=this.arithCommand();break;case g.Coproc:return this.coprocCommand();case g.
Word:case g.Assignment:case g.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=Tm;
for(;this.tok.peekFollow(ds).token===g.Redirect;)e===Tm&&(e=[]),e.push(this.readRedirect(x.Normal));return e}arithCommand(){let e=this.tok.next(x.CommandStart);
return new Rc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(x.CommandStart),s=e.pos,n=this.tok.
peek(x.CommandStart),r;if(n.token===g.Word){let a=this.tok.fork(n.end,this.end);switch(a.peek(x.CommandStart).token){case g.LParen:a.next(x.CommandStart),a.peek(
x.Normal).token!==g.RParen&&(r=this.readWord(x.CommandStart));break;case g.LBrace:case g.If:case g.For:case g.While:case g.Until:case g.Case:case g.Select:case g.
DblLBracket:case g.ArithCmd:r=this.readWord(x.CommandStart)}}let o=n.token===g.Word&&r===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:r,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:r,body:i}}subshell(){return this.subshellBody(
this.tok.next(x.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let n=this.acceptEnd(g.RParen,x.Normal);n<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let r=n>=0?n:e;return{type:"Subshell",pos:e,end:r,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(x.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(g.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let n=this.acceptEnd(g.RBrace,x.Normal);n<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let r=n>=0?n:e;return{type:"BraceGroup",pos:e,end:r,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(x.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(g.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Pc,else:void 0}}this.syntaxDepth++;
let s,n=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let c=this.accept(g.Then,x.CommandStart);c?i>=0&&this.error(
`expected command after '${n===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let l=this.list(),d=this.makeCompoundList(l);c&&l.length===0&&
(this.error("expected command after 'then'",this.tok.peek(x.CommandStart).pos),d.pos=c.end,d.end=c.end),s?(s.elif===Pc&&(s.elif=[]),s.elif.push({type:"Elif",pos:n,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:Pc,else:void 0},this.skipSemi();let u=this.accept(g.Elif,x.CommandStart);if(!u)break;
n=u.pos}if(this.accept(g.Else,x.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let r=this.acceptEnd(g.Fi,x.CommandStart);return r<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=r>=0?r:n,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(x.CommandStart).pos;if(this.tok.peek(x.Normal).token===g.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),n;
if(this.skipNewlines(x.CommandStart),this.tok.peek(x.CommandStart).token===g.In)for(this.tok.next(x.CommandStart),n=[];this.tok.peek(x.Normal).token===g.Word;)n.
push(this.readWord(x.Normal));if(this.skipSemi(),this.skipNewlines(x.CommandStart),this.tok.peek(x.CommandStart).token===g.LBrace){let c=this.braceGroup();return{
type:"For",pos:e,end:c.end,name:s,wordlist:n,body:c.body}}let r=this.accept(g.Do,x.CommandStart)!==null;if(r||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let c=this.tok.skipCompoundBody(g.Done);c<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let l=c>=0?c:e;return{type:"For",pos:e,end:l,name:s,wordlist:n,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(r);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(g.Done,x.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:n,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,n,r,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(x.CommandStart).token===
g.Semi&&this.tok.next(x.CommandStart),this.skipNewlines(x.CommandStart),this.tok.peek(x.CommandStart).token===g.LBrace){let p=this.braceGroup();return new gr(e,
p.end,p.body,s,n,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let c=this.accept(g.Do,x.CommandStart)!==null;if(c||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(g.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new gr(e,f,this.makeCompoundList([]),s,n,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let l=this.doBody(c);this.syntaxDepth--;let d=this.acceptEnd(g.Done,x.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new gr(e,u,this.makeCompoundList(l),s,n,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(x.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(g.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let n=this.list(),r=this.emptyListPos(
n),o=this.makeCompoundList(n);this.skipSemi();let i=this.accept(g.Do,x.CommandStart)!==null;i?r>=0&&this.error(`expected command after '${e}'`,r):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let c=this.acceptEnd(g.Done,x.CommandStart);c<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let l=c>=0?c:s;return this.syntaxDepth--,{type:"While",pos:s,end:l,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(x.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(x.CommandStart),this.accept(g.In,x.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(x.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let c=this.tok.skipCompoundBody(
g.Esac);c<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let l=c>=0?c:e;return{type:"Case",pos:e,end:l,word:s,items:[]}}this.syntaxDepth++;let n=[],
r=!1,o=this.tok.peek(x.CasePattern).token;for(;o!==g.Esac&&o!==g.EOF;){let c=this.tok.peek(x.Normal).pos;this.accept(g.LParen,x.Normal);let l=[],d=!0,u=this.tok.
peek(x.Normal);for(;u.token!==g.RParen&&u.token!==g.EOF;){u.token===(d?g.Word:g.Pipe)?d=!d:r||(this.unexpectedToken(u),r=!0);let C=this.tok.next(x.Normal);C.token===
g.Word&&l.push(this.toWord(C)),u=this.tok.peek(x.Normal)}d&&u.token===g.RParen&&!r&&(this.unexpectedToken(u),r=!0);let p=this.acceptEnd(g.RParen,x.Normal),f=this.
list(),h=p>=0?p:l.length>0?l[l.length-1].end:c,m=f.length>0?f[f.length-1].end:h,b={type:"CaseItem",pos:c,end:m,pattern:l,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:h,end:h,commands:[]},terminator:void 0},k=this.tok.peek(x.CommandStart);if(o=k.token,o===g.DoubleSemi||o===g.SemiAmp||o===g.DoubleSemiAmp){
let v=this.tok.next(x.CommandStart);b.terminator=d_[v.token],b.end=v.end}else o!==g.Esac&&o!==g.EOF&&!r&&(this.unexpectedToken(k),r=!0);n.push(b),this.skipNewlines(
x.CasePattern),o=this.tok.peek(x.CasePattern).token}let i=this.acceptEnd(g.Esac,x.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:n}}selectClause(){let e=this.tok.next(x.CommandStart).pos,s=this.readRequiredWord(
"select"),n;if(this.skipNewlines(x.CommandStart),this.tok.peek(x.CommandStart).token===g.In)for(this.tok.next(x.CommandStart),n=[];this.tok.peek(x.Normal).token===
g.Word;)n.push(this.readWord(x.Normal));if(this.skipSemi(),this.skipNewlines(x.CommandStart),this.tok.peek(x.CommandStart).token===g.LBrace){let c=this.braceGroup();
return{type:"Select",pos:e,end:c.end,name:s,wordlist:n,body:c.body}}let r=this.accept(g.Do,x.CommandStart)!==null;if(r||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let c=this.tok.skipCompoundBody(g.Done);c<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let l=c>=0?c:e;return{type:"Select",pos:e,end:l,name:s,wordlist:n,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
r);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(g.Done,x.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:n,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(x.CommandStart).pos,s=this.parseTestOr(),
n=this.acceptEnd(g.DblRBracket,x.TestMode);n<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let r=n>=0?n:e;return{type:"TestCommand",pos:e,end:r,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(x.TestMode).token!==g.Or)return e;let s=[e];do this.tok.next(x.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(x.TestMode).token===g.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(x.TestMode).token!==g.And)return e;let s=[e];do this.tok.next(x.TestMode),s.push(this.parseTestNot());while(this.tok.peek(x.TestMode).token===g.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(x.TestMode);if(!$m(e))return this.parseTestPrimary();
let s=[];for(;$m(e);){let r=this.tok.next(x.TestMode);s.push({type:"Negation",pos:r.pos,end:r.end}),e=this.tok.peek(x.TestMode)}let n=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:n.end,negations:s,operand:n}}parseTestPrimary(){if(this.tok.peek(x.TestMode).token===g.LParen){let a=this.tok.next(x.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new We("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let c=this.parseTestOr();this.syntaxDepth--;let l=this.acceptEnd(g.RParen,x.TestMode);l<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=l>=0?l:a;return{type:"TestGroup",pos:a,end:d,expression:c}}let e=this.tok.next(x.TestMode);(e.token===g.And||e.token===g.Or)&&this.unexpectedToken(
e);let s=e.value,n=e.pos,r=e.end;if(e.keywordEligible&&p_[s]===1){if(this.tok.peek(x.TestMode).token===g.Word){let c=this.readTestOperand();return{type:"TestUna\
ry",pos:n,end:c.end,operator:s,operand:c}}this.error("expected operand after unary test operator",r);let a=new We("",r,r);return{type:"TestUnary",pos:n,end:r,operator:s,
operand:a}}let o=this.tok.peek(x.TestMode);if(o.token===g.Word&&o.keywordEligible&&f_[o.value]===1){let a=this.tok.next(x.TestMode).value,c;if(a==="=~"){let d=this.
tok.readTestRegexWord();c=new We(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,Jo(this.tok.getSubstitutionContext()),this.depth)}else c=this.readTestOperand();
let l=this.toWordFromPosEnd(e,n,r);return{type:"TestBinary",pos:n,end:c.end,operator:a,left:l,right:c}}let i=this.toWordFromPosEnd(e,n,r);return{type:"TestUnary",
pos:n,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(x.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(x.CommandStart).pos,s=this.readWord(x.FunctionName),
n;if(this.tok.peek(x.CommandStart).token===g.LParen){let r=this.tok.next(x.CommandStart).pos;this.tok.peek(x.CommandStart).token===g.RParen?(this.tok.next(x.CommandStart),
this.skipNewlines(x.CommandStart),n=this.commandAsBody()):n=this.withRedirects(this.subshellBody(r))}else this.skipNewlines(x.CommandStart),n=this.commandAsBody();
return{type:"Function",pos:e,end:n.end,name:s,body:n}}simpleCommandOrFunction(e){let s=[],n=this.tok.peek(x.CommandStart).pos,r=n,o=x.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===g.Assignment){let u=this.tok.next(o);r=u.end,s.push(this.parseAssignment(u))}else if(d===g.Redirect){let u=this.readRedirect(o);s.push(
u),r=u.end}else break;o=x.CommandPrefix}if(this.tok.peek(x.Normal).token!==g.Word)return new hr(n,r,void 0,s,[]);let i=this.tok.next(x.Normal),a=i.keywordEligible?
i.value:"",c=this.toWord(i);o=l_(a)?x.Declaration:a==="eval"||a==="let"?x.EvalArgument:x.Normal,r=c.end;let l=[];if(e)for(;this.tok.peek(x.CommandPrefix).token===
g.Assignment;){let d=this.tok.next(x.CommandPrefix),u=o===x.Declaration?this.parseAssignment(d):this.toWord(d);l.push(u),r=u.end}if(this.tok.peek(o).token===g.LParen&&
l.length===0&&(this.tok.next(x.Normal),this.tok.peek(x.Normal).token===g.RParen)){this.tok.next(x.Normal),this.skipNewlines(x.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:c.pos,end:d.end,name:c,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===g.Word||d===g.Assignment){let u=this.tok.next(o),p=d===g.Assignment?
this.parseAssignment(u):this.toWord(u);l.push(p),r=p.end}else if(d===g.Redirect){let u=this.readRedirect(o);l.push(u),r=u.end}else break}return new hr(n,r,c,s,l)}readRedirect(e){
let s=this.tok.next(e),n=s.pos,r=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:n,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:n,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let c={type:"HereDoc",pos:n,end:r,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new ei(this.source,r,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(c),c}let a=i?new We(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,on(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:n,end:r,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:n,end:r,operator:u_[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(x.Normal);return s.token===g.Word?this.toWord(this.tok.next(x.
Normal)):(s.token!==g.EOF&&this.error(`expected word after '${e}'`,s.pos),new We("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),n=e.
raw&&e.keywordEligible?void 0:this.source;return new We(s,e.pos,e.end,n,n===void 0?Qo:on(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,n){
return e.pos===s&&e.end===n?this.toWord(e):new We(this.source.slice(s,n),s,n,this.source,on(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Zo(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),n=e.length>0?e[0].pos:s,r=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:n,end:r,commands:e}}};var b_=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" "));function Rm(t,e){return(t.type===
"ArithmeticFor"?t.test===void 0:y_(t)||t.kind==="while"&&Nc(e))&&Nm(t.body)&&!Om(t.body)}function Im(t,e){let s=!1;return dr(t,n=>{s||=e(n)}),s}var Nm=t=>t.type===
"Statement"&&t.background===!0||t.type!=="Function"&&Im(t,Nm),Om=t=>t.type==="Command"&&b_.has(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statement"&&t.
background)&&Im(t,Om);function y_({kind:t,clause:e}){let[s]=e.commands;if(e.commands.length!==1||s===void 0)return!1;let{command:n}=s;if(n.type==="ArithmeticCom\
mand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(n.body);if(n.type!=="Command")return!1;let r=[n.name?.text??"",...n.args.map(({text:o})=>o)].join(" ");return t===
"while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(r):/^(?:\/bin\/)?false$/.test(r)}var k_=/^yes\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\bcount=).*\/dev\/(?:zero|u?random|full)(?: |$)/;
function Nc(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:n,redirects:r}=e;return k_.test([s,
...[...n,...r.map(({path:o})=>o)].map(({text:o})=>o)].join(" "))}var v_=256,Lm=64,x_=t=>{let{args:e,scope:s,context:n}=t,r=e.findIndex(({text:p})=>/^(-(?![HLPOD])|[(!])/.test(p)),o=e.slice(0,r===-1?void 0:r).filter(({text:p})=>!/^-[HLPOD]/.
test(p)),i=r===-1?[]:e.slice(r),a=w_(o.length>0?o:[R(".")],i),c=i.flatMap(({text:p},f)=>{let h=/^-f(print0?|ls|printf)$/.test(p)?i[f+1]:void 0;return h?[{kind:"\
write",path:h}]:[]});F({...t,context:kn(n,c)});let l=[];i.forEach(({text:p},f)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(p))return;let h=i.findIndex((v,C)=>C>f&&(v.
text===";"||v.text==="+"&&i[C-1]?.text==="{}")),b=i.slice(f+1,h===-1?void 0:h).flatMap(v=>v.text==="{}"?a:[Oc(v,"{}",a[0])]),k=t.interpreter.runWords(b,s,Pt(Z(n,
"find")));k!==y&&l.push(k)});let d=a.map(({text:p})=>p);return Rf(i,d,o[0]?.text??".",(p,f)=>t.interpreter.files.write(p,f,s.folder))+l.join("")};function w_(t,e){
let s=e.flatMap(({text:n},r)=>{let o=/^(?:!|-not)$/.test(e[r-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(n)&&!o?e[r+1]?.text:void 0;return i===void 0?[]:[
i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:n,glob:r})=>{let o=`${n.replace(/\/+$/,"")}/${y}`;return s.length===0?[{text:o,glob:r}]:s.slice(0,8).map(
i=>({text:`${o}/${i}`,glob:r||/[*?[]/.test(i)}))})}var Oc=(t,e,{text:s,glob:n})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||n&&t.text.includes(e)}),S_=t=>{F(
t);let e=t.args.findIndex(({text:i})=>/^(-x|-X|--exec|--exec-batch)$/.test(i));if(e===-1)return y;let s=R(y),n=t.args.slice(e+1),o=n.some(({text:i})=>i.includes(
"{"))?n.map(i=>Oc(i,"{}",s)):[...n,s];return t.interpreter.runWords(o,t.scope,Z(t.context,t.program)),y},E_=t=>{let{options:e,operands:s}=M(t.args,A.getopt.xargs),
{scope:n,context:r}=t;Nc(r.input)&&/^0+$/.test(q(e,"P","max-procs")[0]?.text??"")&&os(t);let[o]=q(e,"a","arg-file"),i=o?t.interpreter.files.read(o.text,n.folder)??
y:r.stdin?.readRest()??y,[a]=q(e,"d","delimiter"),c=z(e,"0","null"),l=q(e,"I","replace")[0]?.text??(z(e,"i","replace")?"{}":void 0),d=c?i.includes("\0")?"\0":`
`:a?.text.replace("\\n",`
`)??(l===void 0?void 0:`
`),u=Dm(i,d),p=s.length>0?s:[R("echo")],h={...Pt(Z({...r},"xargs")),input:r.input};return t.interpreter.budget.spend(u.length>>2),l===void 0?t.interpreter.runWords(
[...p,...rs(u,v_)],n,h):rs(u,Lm).map(({text:b,glob:k})=>{let v=R(b.trimStart(),k),C=p.map(S=>Oc(S,l,v));return t.interpreter.runWords(C,n,h)}).join("")};function Dm(t,e){
return(e===void 0?t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[]:t.split(e)).filter(n=>n!=="").map(n=>R(e===void 0?n.replace(/^(["'])(.*)\1$/,"$2"):n))}var C_=t=>{let{
options:e,operands:s}=M(t.args,A.getopt.parallel),n=s.findIndex(({text:p})=>/^:::{1,2}\+?$/.test(p)),r=n===-1?s:s.slice(0,n),o=z(e,"q","quote"),i=o?vn(r):ye(r).
text,a=q(e,"I","replace").find(({text:p})=>p!=="")?.text??"{}",c=[],l=q(e,"a","arg-file"),d=c;for(let p of n===-1?[]:s.slice(n))/^:::{1,2}\+?$/.test(p.text)?d=p.
text.startsWith("::::")?l:c:d.push(p);n===-1&&l.length===0&&l.push(R("-"));for(let{text:p}of l){let f=p==="-"?t.context.stdin?.readRest():He(p,t)?.text;c.push(...Dm(
f??y,`
`))}let u=i.includes(a)||/\{[^{}\s]*\}/.test(i);for(let p of rs(c,Lm)){let f=o?p.text:Xs(p),h=i.replaceAll(a,()=>f).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>f),m=i===""?p.text:u?h:`${i} ${Xs(p)}`;ie(m,{...t,context:Pt(t.context)})}return y},Wm={"find gfind":x_,"fd fdfind":S_,"xargs gxargs":E_,parallel:C_};var qm=require("node:path");var jm={"cd pushd":Mm,popd:t=>Mm({...t,args:[R("-")]}),"export declare typeset local readonly":__,unset:$_,set:T_,shift:P_,read:R_,"mapfile readarray":N_,printf:L_,
alias:D_,hash:A_,unalias:t=>F(t),eval:W_,trap:M_,command:q_},Fm=t=>t.filter(({text:e})=>!/^-./.test(e));function Mm(t){let{scope:e}=t,[s]=Fm(t.args.filter(({text:o})=>o!==
"--"));F(t);let n=s?.text??"~",r=!/^[/~]/.test(n)&&!n.startsWith(y)&&e.folder!==void 0;return e.folder=n==="-"?y:r?qm.posix.normalize(`${e.folder}/${n}`):n,""}function __(t){
let{scope:e,args:s,program:n}=t,r=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.test(i)?[i.slice(1)]:[]).join(""),o=n==="export"||r.includes("x");for(let{text:i,glob:a}of s){
let[,c,l,d]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(i)??[];if(c===void 0){o&&e.export(i);continue}let u=e.get(c),p=u!==void 0&&u.words.length>1&&ye(u.words).text===
d,f=/[lu]/.test(r)?W:(l?e.value(c):"")+d;r.includes("n")?e.addReference(c,d):e.set(c,p?u.words:[{text:f,glob:a}],o||u?.exported),(n==="readonly"||r.includes("r"))&&
e.fix(c)}return F(t)}function A_(t){let[e,s,n]=t.args;return e?.text==="-p"&&s&&n&&t.scope.alias(n.text,s.text),F(t)}function $_(t){let e=t.args.some(({text:s})=>s===
"-f");for(let{text:s}of Fm(t.args)){let n=t.scope.functions.get(s);n&&(e||t.scope.get(s)===void 0)&&(n.certain=!1),e||t.scope.set(s,[])}return F(t)}function T_(t){
let{args:e,scope:s}=t,n=e.findIndex(({text:o})=>o==="--"),r=n===-1?e.findIndex(({text:o})=>!/^[-+]/.test(o)):n+1;return r!==-1&&!(n===-1&&/^[-+]\w*o$/.test(e[r-
1]?.text??""))&&(s.arguments=[s.arguments[0]??R("bash"),...e.slice(r)]),F(t)}function P_({args:[t],scope:e}){let[s,...n]=e.arguments;return e.arguments=[s,...n.
slice(Number(t?.text??1)||1)],""}function R_(t){let{args:e,scope:s,context:n}=t,r=/^-\w*[dinNptu]$/,o=e.filter(({text:p},f)=>/^[A-Za-z_]\w*$/.test(p)&&!r.test(e[f-
1]?.text??"")),i=e.find((p,f)=>/^-\w*a$/.test(e[f-1]?.text??"")),a=n.stdin?n.stdin.readLine()??"":y,c=n.environment.IFS?.text??s.value("IFS"),l=I_(a.trim(),c);if(n.
redirects.length>0&&F(t),i)return s.set(i.text,Lt(l)),"";let d=o.length>0?o:[R("REPLY")],u=a===y||a===W;return d.forEach(({text:p},f)=>{let h=l.slice(f).join(c[0]??
" "),m=f<d.length-1?l[f]??"":d.length===1?a.trim():h;s.set(p,[R(u?a:m)])}),""}function I_(t,e){let s=[""];for(let n of t)e.includes(n)?s.at(-1)!==""&&s.push(""):
s[s.length-1]+=n;return s}function N_(t){let{args:e,scope:s,context:n}=t;n.redirects.length>0&&F(t);let r=/^-\w*[CcdnOsu]$/,i=e.filter(({text:d},u)=>!/^-./.test(
d)&&!r.test(e[u-1]?.text??"")).at(-1)?.text??"MAPFILE",a=e.find((d,u)=>/^-\w*C$/.test(e[u-1]?.text??""));a&&t.interpreter.runScript(`${a.text} 0 line`,s,Z(n,t.program));
let l=(n.stdin?.readRest()??y).replace(/\n$/,"").split(`
`);return s.set(i,rs(Lt(l),O_)),""}var O_=1e3;function L_(t){let[e,s,...n]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[R(cr(n.map(({text:r})=>r)))]),F(
t)}function D_(t){for(let{text:e}of t.args){let[,s,n]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,n)}return F(t)}function W_(t){let e=ye(t.args).
text;return e.includes(y)&&F(Js(t,e)),e.trim()===""?"":t.interpreter.runScript(e,t.scope,Z(t.context,"eval"))}function M_(t){let[e,...s]=t.args.filter(({text:n})=>n!==
"--");return F(t),e&&s.length>0&&!/^-/.test(e.text)&&t.interpreter.runScript(e.text,t.scope.copy(),Z(t.context,"trap")),""}function q_(t){let e=t.args.findIndex(
({text:n})=>!/^-[pvV]+$/.test(n)),s=t.args.slice(e===-1?t.args.length:e);return t.args.slice(0,e).some(({text:n})=>/[vV]/.test(n))?F({...t,program:"type",args:s}):
(s[0]?.text==="--"&&s.shift(),s.length===0?F(t):t.interpreter.runWords(s,t.scope,Z(t.context,t.program)))}var j_=2e4,F_=20,{smallLanguages:Hm}=A,H_=t=>{let{code:e=[],operands:s,runs:n,deletes:r,does:o={}}=Hm.get(t.program==="R"?"Rscript":t.program),i=t.args.map(p=>/^-(?:eval|batch|load|[Cc]ommand)$/.
test(p.text)?R(`-${p.text}`):p),{options:a,operands:c}=M(i,{short:e.filter(p=>p.length===1).join(""),long:e.filter(p=>p.length>1),permuted:!0}),l=F(t),d=q(a,...e).
map(({text:p})=>p),u=c[0]&&t.interpreter.files.read(c[0].text,t.scope.folder);u!==void 0&&d.push(u),s==="code"&&d.length===0&&d.push(ye(c).text),d.length===0&&c.
every(({text:p})=>p==="-")&&d.push(t.context.stdin?.readRest()??"");for(let p of d.map(B_)){for(let f of new Set([...Lc(p,n),...V_(p)]))ie(f,t);for(let f of r?Lc(
p,r):[])ie(`rm -r ${Xs(R(f))}`,t);for(let[f,h]of Object.entries(o))for(let m of h.flatMap(b=>Lc(p,b)))ie(f==="$"?m:f.replace("$",()=>Xs(R(m))),t)}return l},V_=t=>[
...t.slice(0,j_).matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g)].slice(0,F_).map(e=>e[2]),U_=st(
A.patterns.home_lookup,"g"),B_=t=>t.replace(U_,'"~"'),Lc=(t,e)=>[...t.matchAll(new RegExp(e,"gi"))].map(s=>s.at(-1)??y),Vm={[["R",...Hm.keys()].join(" ")]:H_};tt();var Um=48,Bm=1e3;function Dc(t,e){if(t.length>65536)e.fail("too-long",`longer than ${65536} characters`);else if(G_(t)>Um)e.fail("too-deep",`more than ${Um} bra\
ckets are open at once`);else if(t.split("<<").length>Bm)e.fail("too-much",`more than ${Bm} here-documents`);else{e.spend(t.length>>10);try{let s=Pm(t);return Wc(
s,e),s}catch(s){e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function ti(t,e){let s=Dc(`: ${t}`,e)?.commands[0]?.command,[n]=s?.type==="Command"?s.suffix:
[];return n?.type==="Word"?n:void 0}function Wc(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function G_(t){
let e=0,s=0;for(let[n]of t.matchAll(/[[\](){}]/g))e="([{".includes(n)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}function si(t,e){return t?(ni(t,e),String(Vc(t,e))):W}function Hc(t,e){if(t.trim()===""||Fc.test(t.trim()))return Number(t);if(!e.interpreter.budget.spend(z_))return;
let[s]=ti(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let n=Vc(s.expression,e);return typeof n=="numbe\
r"?n:void 0}function ni(t,{interpreter:e,scope:s,context:n}){let r=[t];for(let o=r.pop();o&&e.budget.spend();o=r.pop())o.type==="CommandExpansion"||o.type==="Pr\
ocessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,s.copy(),{...n,redirects:[],environment:{}}):dr(o,i=>{r.push(i)})}var z_=32,
Fc=/^-?(?:0|[1-9]\d{0,8})$/;function Vc(t,e){let s=n=>Vc(n,e);switch(t.type){case"ArithmeticWord":return K_(t.value,e);case"ArithmeticGroup":return s(t.expression);case"\
ArithmeticUnary":{let n=s(t.operand);if(t.operator==="-")return qc("-",0,n);if(t.operator!=="++"&&t.operator!=="--")return W;let r=Mc(t.operand,qc(t.operator[0],
n,1),e);return t.prefix?r:n}case"ArithmeticBinary":{let n=s(t.right);if(t.operator==="=")return Mc(t.left,n,e);let[,r=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.
operator)??[],o=qc(r,s(t.left),n);return r===t.operator?o:Mc(t.left,o,e)}case"ArithmeticCommandExpansion":return y;default:return W}}function Mc(t,e,{scope:s}){
return t.type==="ArithmeticWord"&&/^[A-Za-z_]\w*$/.test(t.value)&&s.set(t.value,[{text:String(e),glob:!1}]),e}function K_(t,{scope:e}){if(Fc.test(t))return Number(
t);let[,s,n,r]=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&n===void 0&&r===void 0)return W;let o=r===void 0?e.value(
s??n):e.arguments[Number(r)]?.text??"";return o.includes(y)?ke(o)?W:y:o.trim()===""||Fc.test(o.trim())?Number(o):W}function qc(t,e,s){if(typeof e!="number")return e;
if(typeof s!="number")return s;let n=Object.hasOwn(Gm,t)?Gm[t](e,s):Number.NaN;return Number.isSafeInteger(n)?n:W}var jc=t=>(e,s)=>Math.max(Math.abs(e),Math.abs(
s))<2**31?t(e,s):Number.NaN,Gm={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":jc((t,e)=>t&e),"|":jc((t,e)=>t|e),"^":jc((t,e)=>t^e)};var Km=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Uc(t){let e=[""];for(let s=0;s<t.length;){let n=t[s]==="{"?Y_(t,s):void 0,r=n?.end??
Ym(t,s),o=n?n.alternatives:[t.slice(s,r)],i=e.length*(o?.length??0);if(o===void 0||i>512||i*t.length>2e5)return;e=e.flatMap(a=>o.map(c=>a+c)),s=r}return e}function Y_(t,e){
let s=[],n=e+1,r=0;for(let o=n;o<t.length;o=Ym(t,o)){let i=t[o];if(i==="{"?r+=1:i==="}"&&r>0?r-=1:(i===","&&r===0||i==="}")&&(s.push(t.slice(n,o)),n=o+1),i!=="}"||
n!==o+1)continue;let a=s.length===1?Q_(s[0]):X_(s);return a==="none"?void 0:{alternatives:a,end:n}}}function X_(t){let e=t.map(Uc);return e.includes(void 0)?void 0:
e.flat()}function Q_(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)return"none";let[,s="",n="",r,o,i="1"]=e,
a=/^-?0\d/.test(s)||/^-?0\d/.test(n)?Math.max(s.length,n.length):0,[c,l]=r===void 0?[Number(s),Number(n)]:[r.charCodeAt(0),o.charCodeAt(0)],d=Math.max(1,Number(
i)),u=Math.floor(Math.abs(l-c)/d)+1;if(!(u>512))return Array.from({length:u},(p,f)=>{let h=c+(c<=l?d:-d)*f,m=h<0?`-${String(-h).padStart(a-1,"0")}`:String(h).padStart(
a,"0");return r===void 0?m:String.fromCharCode(h)})}var zm=new RegExp([String.raw`\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,String.
raw`\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`,String.raw`[^\\'"\x60$\x7b\x7d,]+|[\s\S]`].join("|"),"y");function Ym(t,e){
return zm.lastIndex=e,e+zm.exec(t)[0].length}function Bc(t,e,s,n){let{scope:r}=s;if(e?.prefix==="!"&&e.operation?.type==="Names")return{words:[R(W)],list:!1};let o=e?.prefix==="!"?r.value(t):t,i=e?.index&&
n(e.index,s).text,a=t==="@"||i==="@",c=Z_(o,i,s);if(e?.prefix==="#"){let d=a||t==="*"||i==="*"?c.length:c[0]?.text.length,u=c.every(At)&&!Xm(t,s);return{words:[
R(u?String(d??0):y)],list:!1}}let l=e?.operation;return l===void 0?{words:c,list:a}:l.type==="Default"?{words:e1(o,c,l,s,n),list:a}:l.type==="Slice"&&a?{words:[
R(W)],list:a}:{words:c.map(d=>n1(o,d,l,s,n)),list:a}}function Z_(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[R(String(s.arguments.
length-1))];if(/^\d+$/.test(t))return s.arguments.slice(Number(t),Number(t)+1);let n=s.get(t);if(e===void 0)return n?n.words.slice(0,1):[R(s.value(t))];if(e==="\
@"||e==="*")return n?.words??[R(y)];let r=Number(e);if(!n||!Number.isInteger(r))return[R(y)];let o=n.words.at(r);return o?[o]:[]}function e1(t,e,{operator:s,operand:n},r,o){
let i=e.length>0&&(e[0].text!==""||!s.includes(":")),a=r.scope.get(t)!==void 0||e.every(At),c=s.endsWith("+")&&!i?void 0:o(n,r);if(s.endsWith("+"))return c?[c]:
[];if(s.endsWith("?")){if(s!==":?"||e.length!==1||e[0].text!==y)return e;let l=[R(ka)];return/^\w+$/.test(t)&&r.scope.set(t,l),l}return(a?i:c.text==="")?e:(s.endsWith(
"=")&&/^\w+$/.test(t)&&r.scope.set(t,[c]),[c])}var t1=new Set(["HOME","PWD","PATH","OLDPWD","SHELL","BASH"]),Xm=(t,{scope:e})=>t1.has(t)&&!e.get(t);function s1(t,e,s){
return e==="##"&&s==="*/"?y:e==="%"&&s==="/*"?`${t}/..`:e==="%"&&s==="/"?t:W}function n1(t,e,s,n,r){let o=Xm(t,n),{text:i}=e,a=!o&&!i.includes(y),c=o?W:Ye(i);switch(s.
type){case"Remove":{let l=r(s.operand,n).text;return o?R(s1(i,s.operator,l)):R(a?i1(i,s.operator,l,n):c)}case"Replace":{let l=r(s.pattern,n).text,d=r(s.replacement,
n).text;return R(a?a1(i,s.operator,l,d,n):c)}case"Slice":{let[l,d]=[s.offset,s.length].map(h=>h&&r(h,n).text),u=Hc(l,n),p=d===void 0?void 0:Hc(d,n);if(o&&u===0&&
p===1)return R("/");if(!a)return R(c);if(u===void 0||d!==void 0&&p===void 0)return R(Ie(l+(d??"")));let f=u<0?i.length+u:u;return R(f<0?"":i.slice(f,p===void 0||
p<0?p:f+p))}case"CaseModification":return R(a?s.operand?W:o1(i,s.operator):c);case"Transform":case"Names":case"Unknown":return R(W);default:return s}}var r1=100,
o1=(t,e)=>{let s=n=>e[0]==="^"?n.toUpperCase():n.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function Qm(t,e,s,n){return n.interpreter.budget.
spend(r1),t.length>128||e.includes(y)?void 0:Bo(e,s)}function i1(t,e,s,n){let r=Qm(t,s,e.length===1,n);if(r===void 0)return Ie(s);if(e[0]==="#")return t.replace(
new RegExp(`^(?:${r})`),"");let o=new RegExp(`^(?:${r})$`),i=Array.from({length:t.length+1},(c,l)=>l),a=c=>o.test(t.slice(c));return t.slice(0,e==="%"?i.findLast(
a):i.find(a))}function a1(t,e,s,n,r){if(s==="")return t;let o=Qm(t,s,!1,r);if(o===void 0)return Ie(s);let i=e==="/#"?`^(?:${o})`:e==="/%"?`(?:${o})$`:o;return t.
replace(new RegExp(i,e==="//"?"g":""),()=>n)}function Rn(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[R(W)];if(t.parts===void 0)return[t.text.startsWith(y)?{...R(t.value),bare:!0}:R(t.value)];
if(!t.parts.some(({type:n})=>n==="BraceExpansion"))return Jm(t.parts,e);let s=Uc(t.text);return e.interpreter.budget.spend(2*(s?.length??0)+(t.text.length>>2)),
s===void 0?Km(t.text)?[R("1"),R(y)]:[R(W,!0)]:s.flatMap(n=>{if(/^[\w@%+=:,./-]*$/.test(n))return[R(n)];let{budget:r}=e.interpreter,o=r.spend(4)?ti(n,r)?.parts:void 0;
return o===void 0?[R(n)]:Jm(o.filter(({type:i})=>i!=="BraceExpansion"),e)})}function Ut(t,e){return t.parts===void 0?R(t.value):zc(t.parts,e)}function zc(t,e){let s=new ri;
for(let o of t)Kc(o,e,s,!0);let{text:n,glob:r}=ye(s.end());return R(n,r||t.some(({type:o})=>o==="Glob"||o==="ExtendedGlob"))}function Jm(t,e){let s=new ri;for(let n of t)
Kc(n,e,s,!1);return s.end()}var ri=class{done=[];text;glob=!1;bare=!1;add(e,s=!1){let n=(this.text??"")+e;this.text=n.length>65536?W:n,s&&(this.glob=!0)}split(e,s,n){
let r=0;for(let o=0;o<=e.length;o+=1){if(o<e.length&&!s.includes(e[o]))continue;let i=e.slice(r,o);i!==""&&this.add(i,n&&/[*?[]/.test(i)),i.includes(y)&&(this.bare=
!0),o<e.length&&this.close(),r=o+1}}close(){this.text!==void 0&&this.done.push({text:this.text,glob:this.glob,...re({bare:this.bare||void 0})}),this.text=void 0,
this.glob=!1,this.bare=!1}end(){return this.close(),this.done}};function Kc(t,e,s,n){if(!e.interpreter.budget.spend()){s.add(y);return}switch(t.type){case"Liter\
al":case"SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":s.add(t.text,!0);break;case"DoubleQuoted":case"LocaleString":(t.parts.
length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let r of t.parts)Kc(r,e,s,!0);break;case"SimpleExpansion":Gc(Bc(t.text.slice(1),void 0,
e,Ut),e,s,n);break;case"ParameterExpansion":Gc(Bc(t.parameter,t,e,Ut),e,s,n);break;case"CommandExpansion":{let{interpreter:r,scope:o,context:i}=e,a=r.invocations.
length,c={...i,redirects:[],environment:{},captured:!0},l=r.runSubstitution(t.script,o.copy(),c);l.includes(y)&&l1(r,a),Gc({words:[R(l.replace(/\n+$/,""))],list:!1},
e,s,n);break}case"ArithmeticExpansion":s.add(si(t.expression,e));break;case"ProcessSubstitution":s.add(d1(t,e));break;case"BraceExpansion":s.add(t.text);break;default:}}
function Gc({words:t,list:e},s,n,r){if(s.interpreter.budget.spend(t.reduce((o,{text:i})=>o+i.length,0)>>6),r&&!e){let{text:o,glob:i}=ye(t);n.add(o,i);return}t.forEach(
({text:o,glob:i},a)=>{a>0&&n.close(),r?n.add(o,i):n.split(o,s.scope.value("IFS"),!0)})}var c1=20;function l1({substituted:t,invocations:e},s){let n=[...t,...e.slice(
s)].slice(-c1);t.splice(0,t.length,...n)}function d1(t,{interpreter:e,scope:s,context:n}){let r=`/dev/fd/${63+e.sources.size}`,o=e.invocations.length,i={...n,redirects:[],
environment:{},captured:!0,isConcurrent:!0},a=t.operator===">"?Ys(i,{text:W,from:[]}):i,c=e.runSubstitution(t.script,s.copy(),a);return t.operator!==">"&&e.sources.
set(r,{text:c,from:e.invocations.slice(o)}),r}function Yc(t,e){let n=t.map(o=>o&&"text"in o?o.text:"").flatMap(o=>[...o.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);return[...new Set(n.map(([,o])=>o))].flatMap(o=>(e.
get(o)?.alternatives??[]).map(i=>{let a=e.copy();return a.set(o,i),a}))}function Zm({name:t,append:e,index:s,value:n},r,o){let i=e||s?o.get(t)?.words??[]:[];s?o.
set(t,u1(i,s.value,r[0])):n.type==="ArrayValue"?o.set(t,[...i,...r]):o.set(t,e?[R((i[0]?.text??"")+r[0].text,r[0].glob)]:r)}function u1(t,e,s=R("")){let n=/^\d{1,3}$/.
test(e)?Number(e):0,r=Math.max(t.length,n+1);return Array.from({length:r},(o,i)=>i===n?s:t[i]??R(""))}function Xc({value:t,index:e},s){return e&&Ut(e,s),t.type===
"ArrayValue"?t.elements.flatMap(n=>Rn(n,s)):[Ut(t,s)]}function eh(t,e){let s=Xc(t,e),n=`${t.name}${t.append?"+":""}=`;t.value.type==="ArrayValue"&&e.scope.set(t.
name,s);let{text:r,glob:o}=ye(s);return R(n+r,o)}var Qc=32,oi=class{constructor(e,s){this.machine=e;this.run=s}machine;run;list(e,s,n){let r="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())
break;let a=this.node(o,s,i?{...n,isConcurrent:!0}:n);r=Jc(r,a)}return r}node(e,s,n){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return s.
hasAlternatives?this.alternatives(e,s,n):this.command(e,s,n);case"Pipeline":return this.pipeline(e,s,n);case"AndOr":return this.andOr(e,s,n);case"CompoundList":
return this.list(e.commands,s,n);case"Subshell":return this.list(e.body.commands,s.copy(),n);case"BraceGroup":return this.list(e.body.commands,s,n);case"If":return this.
choice([e.clause,...e.elif.map(({clause:r})=>r)],[e.then,...e.elif.map(({then:r})=>r),...e.else?[e.else]:[]],s,n);case"Case":return this.inCase(e,s,n);case"For":case"\
Select":return this.forEach(e,s,n);case"While":return this.reportBomb(e,s,n),this.repeat(e,s,n);case"ArithmeticFor":this.reportBomb(e,s,n);for(let r of[e.initialize,
e.test,e.update])r&&ni(r,this.site(s,n));return this.maybe(s,r=>this.list(e.body.commands,r,n));case"ArithmeticCommand":return e.expression&&si(e.expression,this.
site(s,n)),"";case"TestCommand":return e.expression&&ni(e.expression,this.site(s,n)),"";case"Redirected":return this.redirected(e,s,n);case"Function":return s.define(
e.name.value,e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...n,isConcurrent:!0});default:return e}},y)}pipeline({commands:e,prefixes:s},n,r){let o=s.
some(({type:c})=>c==="Time")?Z(r,"time"):r;if(e.length===1)return this.node(e[0],n,o);let i=this.machine.invocations.length,a="";for(let[c,l]of e.entries()){let d=this.
machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=c===0?o:{...o,input:{kind:"pipe",from:d},stdin:new kt(a)};a=this.node(l,
n.copy(),{...u,isConcurrent:!0})}return a}andOr({commands:e,operators:s},n,r){let o="",i=[n.copy()];for(let[a,c]of e.entries()){if(!this.machine.budget.spend())
break;let l=this.node(c,n,r);s[a-1]!=="||"?o+=l:o=o===""||o===l?l:y,a<e.length-1&&!(s[a]==="&&"&&m1(c))&&i.push(n.copy())}for(let a of i.slice(1))n.join(a);return o}choice(e,s,n,r){
for(let a of e)this.list(a.commands,n,r);let o=[],i=s.map(a=>{let c=n.copy();return o.push(c),this.list(a.commands,c,r)});for(let a of o)n.join(a);return i.every(
a=>a==="")?"":y}inCase(e,s,n){let r=this.site(s,n);Ut(e.word,r);for(let{pattern:i}of e.items)for(let a of i)Ut(a,r);let o=e.items.map(({body:i})=>i);return this.
choice([],o,s,n)}forEach(e,s,n){let r=e.wordlist,o=c=>r?r.flatMap(l=>Rn(l,this.site(c,n))):c.arguments.slice(1),i=s.hasAlternatives&&r?Yc(r,s):[],a=[...o(s),...i.
flatMap(c=>o(c))];return this.maybe(s,c=>{let l="",d=rs(a,Qc);for(let u of d){if(!this.machine.budget.spend())break;c.set(e.name.value,[u]),l=Jc(l,this.list(e.body.
commands,c,n))}return a.length>Qc?Ye(l):l})}repeat(e,s,n){let r=s.copy(),o=Math.min(Qc,Math.max(2,n.stdin?.lineCount??0)),i="",a=c=>{this.list(e.clause.commands,
s,c),i=Jc(i,this.list(e.body.commands,s,c))};for(let c=0;c<o&&this.machine.budget.spend()&&(a(n),!(n.stdin?.isAtEnd||s.same(r)));c+=1);if(n.stdin&&!n.stdin.isAtEnd&&
!s.same(r)){let c=n.stdin.readRest().split(`
`).filter(Boolean),[l]=rs(Lt(c),0);l&&a({...n,stdin:new kt(l.text)})}return s.join(r),i===""?"":Ye(i)}maybe(e,s){let n=e.copy(),r=s(e);return e.join(n),r}reportBomb(e,s,n){
let r={program:"while",words:[R("while")],args:[],...this.site(s,n)};Rm(e,n.input)&&os(r)}redirected({command:e,redirects:s},n,r){let o=this.site(n,r),i=this.redirect(
s,o),a=this.machine.invocations.length,c=this.node(e,n,i);return this.machine.invocations.length===a&&s.length>0&&this.run([R(":")],n,i,!1),this.settle(c,i,r,o)}alternatives(e,s,n){
let r=e.redirects.map(c=>"target"in c?c.target:void 0),o=Yc([e.name,...e.args,...e.prefix,...r],s),i=n.stdin?.remaining,a=this.command(e,s,n);for(let c of o){if(!this.
machine.budget.spend(4))break;if(this.command(e,c,i===void 0?n:{...n,stdin:new kt(i)}),!e.name)for(let{name:l}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(
l,c.get(l)?.words??[])}return a}command(e,s,n){let r=this.site(s,n),o=e.prefix.filter(m=>m.type==="Assignment");p1(e)&&this.machine.budget.fail("too-much","a su\
bstitution behind an assignment is not followed");let i=this.machine.invocations.length,a=o.map(m=>({assignment:m,words:Xc(m,r)})),c=e.name?Rn(e.name,r):[],l=e.
args.flatMap(m=>m.type==="Assignment"?[eh(m,r)]:Rn(m,r)),d=[...c,...l],u=this.redirect(e.redirects,r);if(d.length===0){for(let{assignment:k,words:v}of a)Zm(k,v,
s);u.redirects.length>n.redirects.length&&this.run([R(":")],s,u,!1);let b=(u.stdin!==n.stdin?u.stdin?.readRest():void 0)??(this.machine.invocations.length>i&&e.
name?y:"");return this.settle(b,u,n,r)}let p={...n.environment};for(let{assignment:m,words:b}of a)p[m.name]=b[0]??R("");let f=e.name?.parts===void 0&&e.name?.text===
e.name?.value,h=this.run(d,s,{...u,environment:p},f);return s.last=d.at(-1).text,this.settle(h,u,n,r)}redirect(e,s){let n=s.context;for(let r of e){if(!this.machine.
budget.spend(1+(n.redirects.length>>3)))break;if(r.type==="HereDoc"){let{body:o}=r,i=o.parts?zc(o.parts,s).text:o.text;n=th(n,r.operator==="<<-"?i.replace(/^\t+/gm,
""):i)}else{if(r.target===void 0)continue;r.type==="HereString"?n=th(n,`${Ut(r.target,s).text}
`):n=this.redirectedTo(r,Ut(r.target,s),s,n)}}return n}redirectedTo({operator:e,descriptor:s},n,r,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(n.text))return o;let i=/^<&?$/.
test(e)?"read":e.endsWith(">>")?"append":"write",a=kn(o,[{kind:i,path:n}]),c=i==="read"?0:1,l=s?.type==="FileDescriptor"?s.value===c:s===void 0;if(i!=="read")return l?
{...a,outputFile:{kind:i,path:n}}:a;let d=this.machine.sources.get(n.text);if(d)return Ys(a,d);let u=this.machine.files.read(n.text,r.scope.folder)??y;return l?
{...a,input:{kind:"file",path:n},stdin:new kt(u)}:a}settle(e,s,n,{scope:r}){let{machine:o}=this,i=s.outputFile===n.outputFile?void 0:s.outputFile;if(i===void 0)
return e;let c=[...s.input?.kind==="pipe"?s.input.from:[],...o.invocations.slice(-1)];return o.files[i.kind](i.path.text,e,r.folder,e.includes(y)?c:[]),""}site(e,s){
return{interpreter:this.machine,scope:e,context:s}}},p1=({prefix:t,name:e,args:s})=>{let n=[...t,...e?[e]:[],...s];return n.some(({type:r,pos:o},i)=>{let a=n[i-
1];return r==="Word"&&a?.type==="Assignment"&&a.end===o})},Jc=(t,e)=>t.length+e.length>65536?W:t+e,th=(t,e)=>({...t,input:{kind:"text",text:e},stdin:new kt(e)}),
f1=new Set([":","true","echo","printf","export","declare","local","set","alias"]),m1=t=>t.type==="Function"||t.type==="Command"&&(t.name===void 0||f1.has(t.name.
value));var h1=3,g1={...jm,...em,...Wm,...im,...Vm,...rm,git:jf},b1=new Map(Object.entries(g1).flatMap(([t,e])=>t.split(" ").map(s=>[s,e])));function ii(t,e={}){let s=new Zc(
e),n=new qo(s.budget);n.folder=e.folder;try{s.runScript(t,n,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(i){if(!(i instanceof RangeError))throw i;
s.budget.fail("too-deep",`cannot be parsed: ${i.message}`)}let{invocations:r,budget:o}=s;return o.problem?{invocations:r,problem:o.problem}:{invocations:r}}var Zc=class{budget=new Wo;invocations=[];files;readCode;sources=new Map;activeScripts=[];bodies=[];gitAliases=new Map;substituted=[];walk=new oi(
this,(e,s,n,r)=>this.run(e,s,n,r));constructor({files:e,readCode:s}){this.files=e??new wn,this.readCode=s}runScript(e,s,n){return ke(e)&&this.budget.fail("too-m\
uch","it runs code that cannot be read to its end"),e.replaceAll(y,"").trim()===""?y:this.budget.descend(()=>{let r=Dc(e,this.budget);return r?this.walk.list(r.
commands,s,n):y},y)}runSubstitution(e,s,n){return e?this.budget.descend(()=>(Wc(e,this.budget),this.walk.list(e.commands,s,n)),y):y}run(e,s,n,r){let o=e[0].text,
i=[],a=r?s.aliases.get(o)??[]:[];for(let l of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${l} ${vn(e.slice(1))}`,d,n))}let c=s.functions.get(o);
for(let l of c?.bodies??[])i.push(this.call(o,l,e,s,n));return c?.certain||i.push(this.runWords(e,s,n)),i.length===1?i[0]:y}call(e,s,n,r,o){let i=this.bodies.filter(
u=>u===s).length;if(i>0&&o.isConcurrent&&os({program:e,words:n,args:[],scope:r,context:o,interpreter:this}),i>=h1||i>0&&o.isConcurrent)return y;this.bodies.push(
s);let a=r.arguments;r.arguments=[a[0]??R("bash"),...n.slice(1)];let c=r.copy(),l=this.invocations.length,d=this.walk.node(s,r,{...o,isConcurrent:!1});return this.
invocations.slice(l).some(({program:u})=>u==="return")&&r.join(c),r.arguments=a,this.bodies.pop(),d}runWords(e,s,n){let[r]=e;if(r===void 0)return"";if(r.text.startsWith(
"-")&&n.wrappers.at(-1)==="time"){let o=n.wrappers.slice(0,-1);return this.runWords([R("time"),...e],s,{...n,wrappers:o})}return this.budget.descend(()=>{let o=r.
text.slice(r.text.lastIndexOf("/")+1),i={program:o,words:e,args:e.slice(1),scope:s,context:n,interpreter:this};Qf(i),Uf(i);let a=b1.get(o);return a?a(i):Uo(i)??
lm(i)??Zf(i)??this.addInvocation(i)},y)}addInvocation(e){return this.budget.spendInvocation()&&this.invocations.push(ac(e)),Ho(e)}};var el={characters:16384,commands:90};function*sh(t){let e=new Set,s=[],n=0;for(let r of v1(w1(E1(t.slice(0,262144)))))r===""||r.length>el.characters||e.has(r)||
(e.add(r),(s.length===el.commands||n+r.length>el.characters)&&(yield s,s=[],n=0),s.push(r),n+=r.length+1);s.length>0&&(yield s)}var y1=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
k1=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*v1(t){for(let e of t){let s=e.trim().replace(y1,""),n=x1(s);if(n===-1)yield s;else for(let r of[s.slice(0,
n).trim(),s.slice(n+1).trim()])k1.test(r)&&(yield r)}}var nh=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function x1(t){let e=0;for(let{0:s,
index:n}of t.matchAll(new RegExp(`${nh}|[()]`,"g")))if(s==="(")e+=1;else if(s===")"&&--e<0)return n;return-1}function*w1(t){let e=0;for(let{0:s,index:n}of t.matchAll(
new RegExp(`${nh}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,n),e=n+s.
length)}yield t.slice(e)}var S1=/(<<-?[ \t]*(?:\\|'|")?(\w+)[^\n]*)\n(?:(?:[\s\S]*?\n)?[ \t]*\2[ \t]*(?=\n|$)|[\s\S]*)/g,E1=t=>t.replace(S1,"$1");var C1=new Set(A.sentences.doubled);function nl(t){if(t==="credential")return n=>/[./~]|id_/.test(n)&&!/[*'’]/.test(n)&&To(n.toLowerCase());let e=A.objectClasses.
get(t),s=new RegExp(e??"","i");return e===void 0?void 0:n=>s.test(n)}function _1(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):C1.has(t)?t+t.at(-1):
t,n=/(?:s|x|z|ch|sh)$/.test(t),r=/[^aeiou]y$/.test(t),o=n?`${t}es`:r?`${t.slice(0,-1)}ies`:`${t}s`;return[[A.irregularVerbs.get(t)??(r?`${t.slice(0,-1)}ied`:`${s}\
ed`),"past"],[t,"base"],[`${s}ing`,"ing"],[o,"third"]]}var oh=24,A1=40,$1=3;function ih(t){let e=new Map;for(let s of t)for(let n of s.phrases){let r,o=()=>r??=
T1(n);for(let i of n.verbs){let[a,...c]=i.split(" ");for(let[l,d]of _1(a)){let u=e.get(l)??[];u.push({form:l===a?"base":d,rest:c,rule:s,trust:n.trust,compile:o}),
e.set(l,u)}}}return e}var T1=({objects:t,with:e,without:s})=>({objects:t.length===0?void 0:tl(t),with:e&&tl(e),without:tl(s??[])});function tl(t){let e=new Map,
s=[];for(let n of t){let r=n.split(" "),o=r.map(P1),[i]=r;/^<.*>$|.\*$/.test(i)?s.push(o):e.set(i,[...e.get(i)??[],o])}return{literal:e,others:s}}function P1(t){
let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return R1(e);if(t.endsWith("*")&&t.length>1){let s=t.slice(0,-1);return({text:n})=>n.startsWith(s)}return({text:s})=>s===
t}var rh=new WeakMap;function R1(t){let e=nl(t)??(()=>!1);return s=>{let n=rh.get(s)??new Map;rh.set(s,n);let r=n.get(t);if(r!==void 0)return r;let{text:o,kind:i}=s,
a=o.length<1e3&&(e(i==="plain"?o.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,""):o)||i!=="plain"&&o.split(/\s+/).some(e));return n.set(t,a),a}}function rl(t,e,s=0){let n=I1(
e),r=[];for(let[o,i]of n.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let c of t.get(i.text)??[])a.has(c.rule)||c.trust!==void 0&&s>=c.trust||N1(n,
o,c)&&(a.add(c.rule),r.push({rule:c.rule,form:c.form,at:o}))}return r}function I1(t){return t.map((e,s)=>{let n=t[s+1];return e.text==="force"&&n?.kind==="plain"&&
/^push/.test(n.text)&&e.stop===void 0?{...e,text:`force-${n.text}`}:e})}function N1(t,e,{form:s,rest:n,compile:r}){let o=e;for(let d of n){let u=t.slice(o+1,e+7).
findIndex(p=>p.text===d);if(u<0)return!1;o+=1+u}let i=r(),a=s==="past"?Math.max(0,e-oh):e+1,c=s==="past"?e:O1(t,a);if(i.with&&sl(t,i.with,a,Math.min(t.length,e+
A1))<0)return!1;let l=i.objects?sl(t,i.objects,a,c):o;return l<0?!1:sl(t,i.without,a,Math.min(c,Math.max(o,l)+1+$1))<0}function O1(t,e){let s=Math.min(t.length,
e+oh);for(let n=e;n<s;n++){let{stop:r,text:o}=t[n];if(n>e&&(o==="then"||o==="because"||o==="but"))return n;if(r===";"||r==="\u2014")return n+1}return s}function sl(t,{
literal:e,others:s},n,r){for(let o=n;o<r;o++){let i=t[o],a=l=>o+l.length<=r&&l.every((d,u)=>d(t[o+u])),c=e.get(i.text)?.find(a)??s.find(a);if(c)return o+c.length-
1}return-1}var ah=new Set(A.sentences.before_order),L1=new Set(A.sentences.between),uh=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
D1=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/,ol=new Set(A.sentences.denials),
W1=new Set(A.sentences.ends_denial),ph=new Set(A.sentences.speech_verbs),fh=new Set(A.sentences.predicates),M1=new Set(A.sentences.subjects),ch=24,q1=new Set(A.
sentences.relative),j1=new Set(A.sentences.creation_verbs),F1=new Set(A.sentences.program);function mh({words:t,question:e,heading:s}){let n=t.slice(0,4).map(r=>r.
text).join(" ");return/^(?:how|why|what|when|whether|where|who|which|does|do you|did|is it|are there|should)\b/.test(n)&&(e||s||/^(?:how|why|what) /.test(n))?!/^what (?:we|i) (?:will|need)/.
test(n):e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(n):!1}function hh({words:t}){return t.some(({text:e,
kind:s})=>s==="plain"&&(ol.has(e)||/^(?:dangerous|destructive|harmful|unsafe|bad|examples?|e\.g|denied|disallowed|risky|don'ts|banned|anti-patterns?|errors?|logs?|output|diff|changelog|tests?|cases?|documents?|documentation|docs|reported|reports|says|said|bug|steps to reproduce|reproduce|repro|expected|actual|observed|quote)$/.
test(e)))}function ai(t,e,s){let{words:n}=t,r=H1(n,e),o=n.slice(r,e);if(U1(n,r,e,s))return!1;if(s==="third")return dh(n,e);if(s==="past")return B1(o);if(o.length===
0&&/^(?:and|&)$/.test(n[e-1]?.text??""))return V1(n,e-1);let i=o.map(u=>u.kind==="plain"?u.text:"\uFFFC"),a=i.findLastIndex((u,p)=>ph.has(u)&&G1(i,p));if(a>=0&&
!D1.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;let c=i.findLastIndex(
u=>!L1.has(u)&&!/ly$/.test(u)),l=i.slice(Math.max(0,c-7),c+1).join(" "),d=uh.test(l);return s==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(l)||i.every(u=>ah.has(u))&&!lh(n,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(l)||dh(n,e)?!0:i.every(u=>ah.has(u)||/ly$/.test(u)||/^\d+[.)]?$/.test(
u))?!lh(n,e):!1}function H1(t,e){for(let s=e;s>Math.max(0,e-ch);s--){let n=t[s-1];if(n.stop!==void 0||n.kind==="plain"&&/^(?:then|but|so|afterwards)$/.test(n.text)&&
!/^(?:we|i)$/.test(t[s].text)||n.kind==="plain"&&(n.text==="and"||n.text==="&")&&s===e||n.text==="->"||n.text==="\u2192"||n.text==="-"||n.text==="\u2013")return s}
return Math.max(0,e-ch)}function V1(t,e){let s=e;for(;s>0&&s>e-24&&t[s-1].stop===void 0;)s-=1;let n=t.slice(s,e).map(r=>r.kind==="plain"?r.text:"\uFFFC");return n.
some((r,o)=>uh.test(n.slice(Math.max(0,o-7),o+1).join(" "))&&r!=="by")?!0:!n.some(r=>fh.has(r))&&!M1.has(n[0]??"")&&!ph.has(n[0]??"")}function U1(t,e,s,n){let r=u=>u.
kind==="plain"&&ol.has(u.text),o=t.slice(e,s),i=o.findLastIndex(r);if(i>=0){let u=o.slice(i+1).map(f=>f.text);if(/^(?:hesitate|forget|only|fail|worry)/.test(u[0]??
""))return!1;let p=n==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(u.at(-1)??"");return!(o[i].text==="no"&&u.length>3&&!p)&&!u.includes("but")}
let a=t.slice(Math.max(0,e-60),e),c=a.findLastIndex(r);if(c<0)return!1;let l=a.slice(c+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[c].text)&&l.some(u=>u.
stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(l[0]?.text??"")||l.some(u=>u.stop===";"||u.stop==="\u2014"||W1.has(u.text)))return!1;
let d=t[s-1];return d?.kind==="plain"&&(d.text==="or"||d.text==="nor"||d.text==="and")?!0:t.slice(s,s+40).some(u=>u.kind==="plain"&&u.text==="or")&&l.every(u=>u.
text!=="then")}var B1=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(t.slice(-6).map(e=>e.text).join(" "));function lh(t,e){for(let s=e+
1;s<Math.min(t.length,e+14);s++){let n=t[s],r=t[s-1];if(r.stop!==void 0&&r.stop!=="("||n.kind==="plain"&&/^(?:so|because|until|since)$/.test(n.text))return!1;if(n.
kind==="plain"&&fh.has(n.text))return!q1.has(r.text)&&s>e}return!1}function dh(t,e){let s=t.slice(Math.max(0,e-24),e),n=s.findIndex((o,i)=>o.kind==="plain"&&j1.
has(o.text)&&s[i+1]?.text!=="sure");if(n<0||!s.slice(n).some(o=>F1.has(o.text)))return!1;let r=o=>o.kind==="plain"&&(o.text==="execute"||o.text==="run");return s.
slice(0,n).some(o=>ol.has(o.text))?!1:s.slice(n).some(r)||t.slice(e,e+24).some(r)}var G1=(t,e)=>e===0||/^(?:to|will|and|please|should|let's|i'll|we'll|me|us|then|must|can|now|next|also|just|or)$/.
test(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var z1=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,gh=/^[ \t]{0,3}#{1,6}[ \t]+/,K1=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,
Y1=/^[ \t]*\$[ \t]+(?=\S)/,ci=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var X1=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e);function bh(t){let e=[],s,n=!1,r=!1,o=()=>{if(s)for(let i of Q1(t,s,n,r))e.push({kind:"\
sentence",sentence:i});s=void 0};for(let i=0;i<t.length;){let a=t.indexOf(`
`,i),c=a<0?t.length:a,l=t.slice(i,c),d=K1.exec(l);if(d){o();let f=t.indexOf(`
${d[1]}`,c),h=f<0?t.length:f,m=Math.min(c+1,h);e.push({kind:"fence",fence:{language:d[2].toLowerCase(),code:t.slice(m,h)}});let b=f<0?t.length:t.indexOf(`
`,f+1);i=b<0?t.length:b+1;continue}let u=Y1.exec(l),p=z1.exec(l)??gh.exec(l);u?(o(),e.push({kind:"prompt",command:l.slice(u[0].length)})):l.trim()===""?o():p?(o(),
r=gh.test(l),n=!r,s={start:i+p[0].length,end:c},r&&o()):s&&!X1(t.slice(t.lastIndexOf(`
`,s.end-1)+1,s.end),l)?s.end=c:(o(),n=!1,r=!1,s={start:i,end:c}),s&&/[:.!?]\s*$/.test(l)&&o(),i=c+1}return o(),e}function Q1(t,{start:e,end:s},n,r){let o=[],i=[],
a=c=>{i.length>0&&o.push({words:i,question:c,leads:i.at(-1).stop===":",item:n,heading:r}),i=[]};ci.lastIndex=e;for(let c=ci.exec(t);c&&c.index<s;c=ci.exec(t)){let l=c.
index,d=ci.lastIndex,u=c[2],p=c[3]??c[4];if(u!==void 0||p!==void 0){i.push({start:l,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+
1]??" ")&&a(!1);continue}let f=c[0];if(/^[,;:()!?—]$/u.test(f)){let b=i.at(-1);b&&(b.stop=f),(f==="!"||f==="?")&&a(f==="?");continue}let h=/[.…]+$/.test(f)&&
!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),m=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");m!==
""&&i.push({start:l,end:d,text:m,kind:"plain"}),h&&a(!1)}return a(!1),o}var J1=new Set(["it","them"]),Z1=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
eA=new Set(["each","every"]),tA=new Set(A.sentences.passes_on),sA=new Set(["overwrite","overwriting","clobber","replace"]),nA=nl("credential"),rA=new Set(["key",
"secret","credential","password","one"]);function yh(t,e){let s=e,n,r=[];for(let[o,i]of t.words.entries()){let a=t.words[o-1];if(s&&oA(t.words,o,s)){let{start:c,
end:l,stop:d}=i;r.push(...s.map(({text:u,kind:p})=>({start:c,end:l,text:u,kind:p}))),d!==void 0&&(r.at(-1).stop=d);continue}r.push(i),n=iA(i,a)??n,s=n??s}return{
sentence:{...t,words:r},named:n}}function oA(t,e,s){let n=t[e];if(n.kind!=="plain")return!1;let r=rA.has(n.text)&&eA.has(t[e-1]?.text??"");if(!r&&!J1.has(n.text))
return!1;let o=t[e-(r?2:1)]?.text??"";return s.at(-1).text==="remote"?sA.has(o):tA.has(o)}function iA(t,e){if(nA(t.text))return[t];if(!(t.kind!=="plain"||!e||e.
stop!==void 0))return Z1.test(`${e.text} ${t.text}`)?[e,t]:void 0}var kh=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var li=kh;var aA=64,cA=65536,lA=5e3,dA=1500,uA="run execute use do invoke call type issue launch try start perform enter apply".split(" "),pA=[{...li[0],id:"run",phrases:[
{verbs:[...uA,"finish with"],objects:[]}]}],fA=new Set(["","sh","bash","zsh","shell","console","terminal","shell-session","shellscript"]),mA={python:"python3 -c",
py:"python3 -c",js:"node -e",javascript:"node -e",sql:"psql -c"},vh=new WeakMap;function xh(t,e=[],s=0){if(t.length>cA)return{findings:[],commands:[],problem:"t\
oo-long"};let n=0,r=[],o=[],i=il(li),a=[i,...e.length>0?[il(e)]:[]],c=!1,l=!0,d,u=bh(t);if(u.length>lA)return{findings:r,commands:o,problem:"too-much"};for(let p of u){
if(r.length>=aA)break;if(p.kind==="prompt"){c||o.push(p.command);continue}if(p.kind==="fence"){!c&&l&&o.push(...wA(p.fence));continue}let{sentence:f,named:h}=yh(
p.sentence,d);d=h;let m=c&&f.item;if((f.heading||!f.item)&&(c=(f.leads||f.heading)&&hh(f)),m||f.heading)continue;let b=mh(f),k=b?[]:gA(f);if(l=!b&&(f.leads?!c:k.
length>0),!b){if(n+=f.words.filter(({text:v})=>i.has(v)).length,n>dA)return{findings:r,commands:o,problem:"too-much"};for(let v of a)for(let{rule:C,at:S,form:w}of rl(
v,f.words,s))ai(f,S,w)&&r.push(C);o.push(...hA(f.words,k),...vA(t,f,k))}}return{findings:r,commands:o}}function il(t){let e=vh.get(t)??ih(t);return vh.set(t,e),
e}function hA(t,e){return t.flatMap((s,n)=>{if(s.kind!=="code")return[];let r=e.findLast(i=>i<n);return t.length===1||r!==void 0&&xA(t,r,n)?[s.text]:[]})}var gA=t=>rl(
il(pA),t.words).filter(({at:e,form:s})=>ai(t,e,s)).map(({at:e})=>e),bA=new Set(A.sentences.command_names),yA=new Set(A.sentences.command_verbs),kA=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/;
function vA(t,e,s){let{words:n}=e;return n.flatMap((r,o)=>{let i=n[o+1];if(r.kind!=="plain"||!bA.has(r.text.replace(/^mkfs\..*/,"mkfs"))||r.stop!==void 0||i?.kind!==
"plain")return[];if(!kA.test(i.text)&&!yA.has(i.text))return[];if(!s.includes(o-1)&&!ai(e,o,"base"))return[];let c=o+1;for(;c+1<n.length&&n[c].stop===void 0&&!/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.
test(n[c+1].text);)c+=1;return[t.slice(r.start,n[c].end).replace(/(?<=\w)[.!]+$/,"")]})}function xA(t,e,s){let n=t.slice(e+1,s);return n.length<24&&!n.some(({text:r,
kind:o})=>o==="plain"&&/^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.test(r))}function wA({language:t,code:e}){let s=mA[t];if(s)return[`${s}\
 '${e.replaceAll("'","'\\''")}'`];if(!fA.has(t))return[];let n=e.split(`
`),r=n.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(r.length>0?r:n).join(`
`).trim();return o===""?[]:[o]}var ui=xf,SA=100,wh=50,Ah="unreadable-command";function Es(t=ui){let e=new al(EA(t));return{judge(s,n){if("command"in s){let r={principal:n,folder:s.folder,format:"\
code"};return e.judgeCommand(s.command,r,s.reading)}return"write"in s?e.judgeWrite(s,n):e.judgeText(s.text,n)},parse:(s,n)=>e.read(s,n)}}var al=class{constructor(e){
this.book=e}book;files=new wn;downloads=new $o;latest;read(e,s){let{latest:n,files:r}=this;if(n?.line===e&&n.folder===s&&n.version===r.version)return n.reading;
let o=ii(e,{files:r,readCode:So,folder:s});return this.latest={line:e,folder:s,version:r.version,reading:o},o}judgeCommand(e,s,n=this.read(e,s.folder)){let{format:r}=s,
o=this.judgeReading(n,s),{problem:i}=n;if(i&&i.kind!=="unparsable"&&!Sh(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule===Ah&&i?.kind===
"unparsable"){let a=up(e),c=i.detail.replace(/^cannot be parsed: /,"");return _h(a===void 0?c:`${c}; it looks like ${a}`,r)}return o.verdict==="allow"&&r==="cod\
e"&&dp(e)?_h("it is JSON",r):o}judgeParts(e,s){let n=r=>ii(r,{readCode:So,folder:s.folder});for(let r of sh(e)){let o=n(r.join(`
`));for(let{invocations:i,problem:a}of o.problem?r.map(n):[o]){if(a?.kind==="unparsable")continue;let c=this.judgeReading({invocations:i},s);if(Sh(c))return c}}}judgeReading({
invocations:e,problem:s},n){let{principal:r,folder:o,format:i}=n,a={workspace:r.workspace??Ba,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(yn)},
c=s?e.slice(0,SA):e,{worst:l,guess:d,unknown:u,undecided:p}=this.examine(c,a,r);if(l)return cl(l,i);if(s)return Ch(`is too much to read: ${s.detail}`,i);if(p){let m=`\
what ${p.program.includes(y)?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return Ch(`cannot be read to its end: ${m}`,i)}return!d&&
u<=wh?{verdict:"allow",format:i}:di("unverifiable-command",`Nobody can say before it runs which program this is, and it may be a dangerous one. ${d?.explanation??
"Write the names of programs."}`,i)}examine(e,s,n){let{book:r}=this,o,i,a,c=0,l=[];for(let d of e){let u=new ys(d,s);if(o=r.selectWorse(o,r.findBrokenRule(u,n)),
!u.isHelpRequest&&!u.isDryRun&&l.push(d),!i&&d.program.includes(y)&&(c+=1,c<=wh&&(i=Qp(d,s,p=>r.findBrokenRule(p,n)))),Jp(d,s,(p,f)=>r.canBreak(p,f,n))&&(a??=d),
this.downloads.record(d),o?.severity==="catastrophic")break}if(o?.severity!=="catastrophic")for(let d of Np(l,s.invocations))o=r.selectWorse(o,r.findBrokenRule(
new ys(d,s),n));return{worst:o,guess:i,unknown:c,undecided:a}}judgeWrite(e,s){let{write:n,content:r,replaces:o}=e,i=es("edit-tool",[],[{kind:"write",path:{text:n,
glob:!1}}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"code"});if(a.verdict==="deny"||r===void 0)return a;let{workspace:c=Ba}=s,l=n.
startsWith(`${c}/`)?n.slice(c.length+1):n,{files:d}=this;for(let u of new Set([n,l,`${c}/${l}`])){let p=o===void 0?void 0:d.read(u);o===void 0?d.write(u,r):o!==
""&&p?.includes(o)?d.write(u,p.replace(o,()=>r)):d.append(u,`
${r}
`)}return a}judgeText(e,s){let n="natural_text",r=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=xh(e,r,s.trust),c=d=>r.some(u=>u.id===d)?0:1,l=o.
map(d=>cl(d,n)).sort((d,u)=>c(d.rule)-c(u.rule));for(let d of i){let u=this.judgeCommand(d,{principal:s,folder:void 0,format:n});u.verdict==="deny"&&l.push(u)}return l.
length>0?l.reduce((d,u)=>Mt[u.severity]<Mt[d.severity]?u:d):a===void 0?{verdict:"allow",format:n}:di("unreadable-text","The text is too long to be judged. Say i\
t in parts.",n)}},Sh=t=>t.verdict==="deny"&&t.severity==="catastrophic",Eh=new WeakMap;function EA(t){let e=Eh.get(t)??new Do(t);return Eh.set(t,e),e}var di=(t,e,s,n="\
unreadable")=>cl({id:t,category:n,severity:"severe",code:"destructive_operation_blocked",explanation:e},s),Ch=(t,e)=>di(Ah,`The command ${t}. Write it plainly, \
or in several steps.`,e),_h=(t,e)=>di("unparsed-command",`No shell reads this: ${t}. Give the command alone; what is no command belongs in a file or an answer.`,
e,"unparsed"),cl=({id:t,category:e,severity:s,code:n,explanation:r},o)=>({verdict:"deny",rule:t,category:e,severity:s,code:n,reason:r.replace(/\s+/g," ").trim(),
format:o});Ks();var pi=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=Es(),n=e.map((o,i)=>s.judge(
CA(o,i),this.principal)),r=n.filter(({verdict:o})=>o==="deny").length;return{verdicts:n,guardrail_checks:n.length,guardrail_blocks:r,guardrail_block_rate:n.length===
0?0:r/n.length}}};function CA(t,e){let s=t??{};if(["command","write","text"].some(n=>typeof s[n]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var _A=()=>Es();var Jr=require("node:path");Nn();Ks();Nn();var Bt={stdout:"",stderr:"",exit_code:0},Gt=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),Be=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Cs=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var Ph=require("node:path");tt();var ge=class extends Error{name="HookInputError"},_s=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function zt(t,e){let s=t[e];
if(!_s(s))throw new ge(`"${e}" is no object`);return s}function Ce(t,...e){let s=e.find(r=>t[r]!==void 0&&t[r]!==null);if(s===void 0)return;let n=t[s];if(typeof n!=
"string")throw new ge(`"${s}" is no text`);return n}function fe(t,...e){let s=Ce(t,...e);if(s===void 0||s.trim()==="")throw new ge(`"${e[0]}" is missing`);return s}
function Kt(t,...e){let s=fe(t,"hook_event_name");if(!e.includes(s))throw new ge(`the event "${s.slice(0,60)}" is unknown`);return s}var Yt=(t,e)=>t===void 0?e:
Ph.posix.resolve(t,e),Ge=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function ze(t,e,s){let n=Yt(e,fe(t,...s.path)),r=Ce(t,...s.content),o=s.replaces&&Ce(
t,...s.replaces);return{write:n,...re({content:r,replaces:o})}}function fi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ge(
"the input is not JSON")}if(!_s(e))throw new ge("the input is no object of JSON");return e}var IA=["command","cmd","script"];function ll(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(yr).join(" "):void 0}function Et(t,e){let s=t.workdir,n=typeof s==
"string"&&s!==""?Yt(e,s):e;return IA.flatMap(r=>{let o=ll(t[r]);return o===void 0?[]:[Ge(o,n)]})}var yr=t=>`'${t.replaceAll("'","'\\''")}'`,Ct=t=>t.trim().toLowerCase();var Rh={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Kt(t,"PreToolUse");let e=Ce(t,"cwd");return{folder:e,requests:NA(fe(t,"tool_name"),zt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?dl(t,e):e===""?Bt:Be({systemMessage:e})},formatRefusal:Gt},dl=(t,e)=>Be({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function NA(t,e,s){switch(Ct(t)){case"bash":case"powershell":return[Ge(fe(e,"comma\
nd"),s)];case"monitor":return _s(e.ws)&&e.command===void 0?[]:[Ge(fe(e,"command"),s)];case"write":return[ze(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[ze(e,s,Ih)];case"multiedit":return OA(e,s);case"notebookedit":return[ze(e,s,{path:["notebook_path"],content:["new_source"]})];default:return Et(e,s)}}
var Ih={path:["file_path"],content:["new_string"],replaces:["old_string"]};function OA(t,e){let{edits:s}=t,n=fe(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(_s))throw new ge('"edits" is no list of edits');return s.map(r=>ze({...r,file_path:n},e,Ih))}var LA=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,DA=/^\*\*\* (Begin Patch|End Patch|End of File)$/,WA=/^\*{3}|^\s*\*{3}\s*[a-z]/i,MA=/^[\s\u0085]+|[\s\u0085]+$/g;
function As(t,e){let s=[],n,r=()=>{let o=s.at(-1);n&&o&&"write"in o&&(o.content=`${n.join(`
`)}
`),n=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(MA,""),[,a,c]=LA.exec(i)??[];if(a===void 0||c===void 0){if(o.startsWith("+"))n?.push(o.slice(1));else if(WA.
test(o)&&!DA.test(i))throw new ge(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}r();let l=Yt(e,c.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${yr(l)}`}):s.push({write:l}),a==="Add File"&&(n=[])}if(r(),s.length===0)throw new ge("the patch names no file");return s}var Oh={can_ask:!1,readCall(t){Kt(t,"PreToolUse");let e=Ce(t,"cwd");return{folder:e,requests:qA(fe(t,"tool_name"),zt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?dl("deny",e):e===""?Bt:Be({systemMessage:e})},formatRefusal:Gt};function qA(t,e,s){switch(Ct(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Ge(jA(e),Nh(e,s))];case"apply_patch":return As(fe(e,"command","input","patch"),Nh(e,s));default:return Et(e,s)}}function Nh(t,e){
let s=Ce(t,"workdir");return s===void 0||s===""?e:Yt(e,s)}function jA(t){let{command:e}=t;if(!Array.isArray(e))return fe(t,"command","cmd");let s=ll(e);if(s===void 0)
throw new ge('"command" is no list of words');return s}var Dh={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Ce(t,"cwd"),s=fe(t,"toolName");return{folder:e,requests:FA(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Cs(Bt,e):Be({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Cs(Be({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function FA(t,e,s){switch(Ct(t)){case"bash":case"powershell":case"local_shell":return[Ge(fe(cn(e),"command"),s)];case"write_bash":case"write_powershell":{let n=Ce(
cn(e),"input")??"";return n.trim()===""?[]:[Ge(n,s)]}case"create":return[ze(cn(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[ze(cn(e),s,Lh)];case"str_replace_editor":{let n=cn(e);return n.command==="view"?[]:[ze(n,s,Lh)]}case"apply_patch":return As(HA(e),s);default:return _s(
e)||Wh(e)?Et(cn(e),s):[]}}var Lh={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function cn(t){if(typeof t=="string")return fi(
Buffer.from(t));if(!_s(t))throw new ge('"toolArgs" is no object');return t}var HA=t=>typeof t=="string"&&!Wh(t)?t:fe(cn(t),"input","patch"),Wh=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var jh={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Kt(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],n=typeof s=="string"?s:void 0,r=Ce(t,"cwd")||n,o=e==="preToolUse"?VA(fe(t,"tool_name"),zt(t,"tool_input"),r):[Ge(fe(t,"command"),r)];return{folder:r,project:n,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Cs(Be({}),e):Mh(e),formatRefusal:t=>({...Cs(Mh(t),t),exit_code:2})},Mh=t=>Be({permission:"deny",user_message:t,
agent_message:t});function VA(t,e,s){switch(Ct(t)){case"shell":return[Ge(fe(e,"command"),Ce(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[ze(e,s,qh)];case"delete":{let n=fe(e,...qh.path);return[Ge(`rm -f -- ${yr(n)}`,s)]}default:return Et(e,s)}}var qh={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var Fh={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Kt(t,"BeforeTool");let e=Ce(t,"cwd");return{folder:e,requests:UA(fe(t,"tool_name"),zt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?Be({decision:t,reason:e}):t==="ask"?Be({decision:t,reason:e,systemMessage:e}):e===""?Bt:Be(
{systemMessage:e})},formatRefusal:Gt};function UA(t,e,s){switch(Ct(t)){case"run_shell_command":{let n=Ce(e,"dir_path","directory"),r=n===void 0?s:Yt(s,n);return[
Ge(fe(e,"command"),r)]}case"write_file":return[ze(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[ze(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return Et(e,s)}}var Hh={can_ask:!1,readCall(t){Kt(t,"tool.execute.before");let e=Ce(t,"directory"),s=fe(t,"tool"),n=Ce(t,"worktree");return{folder:e,project:n==="/"?e:n,requests:BA(
s,zt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Cs(Bt,e):Be({deny:e})},formatRefusal:Gt};function BA(t,e,s){switch(Ct(t)){case"bash":{
let n=Ce(e,"workdir"),r=n===void 0?s:Yt(s,n);return[Ge(fe(e,"command"),r)]}case"write":return[ze(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[ze(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return As(fe(e,"patchText","patch","inp\
ut"),s);default:return Et(e,s)}}var Xt={"claude-code":Rh,codex:Oh,gemini:Fh,copilot:Dh,opencode:Hh,cursor:jh},Vh=Object.keys(Xt),ul=t=>t!==void 0&&Object.hasOwn(Xt,t);tt();Ks();var hi=require("node:path");var mi=require("node:path");var Uh={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},GA=new Set(["rm","mv","checkout","restore"]),zA=new Set(["-C","--directory","-d"]),KA=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),YA=5e3;function pl(t,e){return t.flatMap(s=>XA(s,t,e)).slice(0,YA)}function XA(t,e,s){let n=t.folder&&At(t.folder)?mi.posix.resolve(s,t.folder.text):s,
r=(l,d)=>{if(!At(l)||l.text.startsWith("~"))return[];let u=mi.posix.relative(s,mi.posix.resolve(n,l.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:l.glob}]},o=t.redirects.filter(({kind:l})=>l!=="read").flatMap(({path:l})=>r(l,!1)),i=KA.has(t.program),a=Gs(t,e),c=[...JA({program:t.program,args:a}),...QA(
{program:t.program,args:a})];return[...o,...c.flatMap(l=>r(l,i))]}function QA({program:t,args:e}){if(t==="find")return nr(e)?Bs(e):[];let{writes:s,deletes:n,moves:r,
changes:o}=rr(t,be(t,e));return[...s,...n,...r,...o]}function JA({program:t,args:e}){let s=Object.hasOwn(Uh,t)?Uh[t]:void 0,n=e.findIndex(({text:o})=>o==="--"),
r=e.filter(({text:o},i)=>n>=0&&i>n||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return r;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):r.slice(-1)}case"all-but-first":return r.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?r:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return GA.has(r[0]?.text??"")?r.slice(1):
[];case"unpack":return e.filter((o,i)=>zA.has(e[i-1]?.text??""));default:return s}}var $s=".gatebench/guard.yml",fl=(t="strict")=>({level:t,rules:ui,allow:new Set,ignored:new Set,deny:new Set,files:[]}),Bh=(t,e)=>t==="strict"?t:e??t??"strict";var ZA=[$s,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),e$=new Set([".github",".config"]);function Yh(t,{folder:e,home:s},n,r){if("write"in t)return Gh(hi.posix.resolve("/",t.write),n,{});if(!("command"in
t))return;if(r.some(r$))return"gatebench guard";let o=r.map(c=>a$(c,t.folder??e??"/",s)),i=pl(o.filter(o$),"/").map(({path:c})=>c),a=o.some(({program:c,wrappers:l})=>[
c,...l].some(d=>t$.has(d)));for(let{path:c,below:l,glob:d}of pl(o,"/")){let u=Gh(`/${c}`,n,{below:l,glob:d,copied:i.includes(c),deep:d&&a});if(u!==void 0)return u}}
function Xh({folder:t},e,s){if(!t)return e;let n=Jh(t.text,s);if(!(n.includes(y)||n.startsWith("~")))return hi.posix.resolve(e??"/",n)}var t$=new Set(["find","f\
d","fdfind"]),Qh=new Set(["npm","pnpm","yarn","bun"]),s$=new Set([...Qh,"gatebench","npx","pnpx","bunx","node","deno"]),n$=new Set(["uninstall","un","unlink","r\
emove","rm","r"]);function r$({program:t,path:e,args:s}){let n=s.map(({text:a})=>a.toLowerCase()),r=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(Qh.has(r)&&
n.some(a=>n$.has(a))&&n.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=n.indexOf("guard");return o!==-1&&n.slice(o).some(a=>a==="install"||a==="un\
install")&&(s$.has(r)||e.toLowerCase().includes("gatebench"))}var o$=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function Gh(t,e,{below:s,glob:n,copied:r,deep:o}){let i=zh(t),a=i.map(h=>Kh(h,n===!0)),c=(h,m)=>a.slice(m,m+h.length).every((b,k)=>b(h[k])),l=s===!0||n===
!0,d=i.findIndex(h=>/[*?[]/.test(h)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=Kh(p,!0,!0);for(let h of e){let m=zh(h),b=l&&r!==!0&&i.length<
m.length&&c(m.slice(0,i.length),0),k=u<m.length&&c(m.slice(0,u),0)&&f(m.at(-1));if(b||k||i.length>=m.length&&c(m,0))return h}for(let h of ZA){let m=h.join("/");
if(i.length>=h.length&&c(h,i.length-h.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(h.at(-1)))return m;for(let k=1;k<h.length;k+=1){let v=h.slice(0,k);if(e$.
has(v.at(-1)))continue;if((v[0]===".gatebench"||l)&&i.length>=k&&c(v,i.length-k)||u>=k&&u<i.length&&c(v,u-k)&&f(h.at(-1)))return m}}}var zh=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function Kh(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let n=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(n.length>i$)return()=>!0;let r=new RegExp(`^${n.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&r.test(o)}var i$=16,Jh=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function a$(t,e,s){let n=o=>{let i=Jh(o.text,s);
return i===o.text?o:{...o,text:i}},r=t.folder&&n(t.folder).text;return{...t,args:t.args.map(n),redirects:t.redirects.map(o=>({...o,path:n(o.path)})),folder:{text:r===
void 0?e:hi.posix.resolve(e,r),glob:!1}}}var c$=500,l$=2,Zh={deny:0,ask:1,none:2};function tg({folder:t,requests:e},s,{top:n,home:r,own_files:o,variables:i,isLate:a}){let c={trust:l$,workspace:n,level:s.
level},l=Es(u$(s)),d=s.allow.size>0?Es(s.rules):void 0,u=[...s.files,...o];eg(e.length);let p=e.flatMap(f$(l,{folder:t,home:r}));return eg(p.length),p.flatMap(h=>{
if(a())throw new ge("judging it takes too long");let m="command"in h?d$(l,h,i):[];return[h$(h,{guard:l,plain:d,principal:c,settings:s}),...b$(h,m,{folder:t,home:r,
files:u})]}).reduce((h,m)=>h&&Zh[h.decision]<=Zh[m.decision]?h:m,void 0)}function eg(t){if(t>c$)throw new ge("too many edits in one call")}function d$(t,{command:e,
folder:s},n){let r=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,c)=>{let l=n.get(a??c);return l!==void 0&&/^[\w./@+-]+$/.test(l)?l:i}),{invocations:o}=t.parse(e,s);return r===
e?o:[...o,...t.parse(r,s).invocations]}function u$({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:n,severity:r})=>r==="catastrophic"||!e.
has(n)).map(n=>s.has(n.id)?p$(n):n)}function p$({trust:t,...e}){let{level:s,match:n,...r}=e,o=n?.map(i=>{let{level:a,...c}=i;return c});return{...r,...re({match:o})}}
var f$=(t,{folder:e,home:s})=>n=>{if(!("command"in n))return[n];let r=t.parse(n.command,n.folder).invocations.flatMap(o=>{let{program:i,input:a,args:c}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let l=a?.kind==="text"?a.text:c[0]?.text??"";if(!l.includes("*** Begin Patch"))return[];let d=Xh(o,n.folder??e,s);if(d===
void 0)throw new ge("the folder of the patch is unknown");return As(l,d)});return[n,...r]},m$=`${$s} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function h$(t,{guard:e,plain:s,principal:n,settings:r}){let o=e.judge(t,n);if(o.verdict==="deny"){let c=r.deny.has(o.rule),l=r.
ignored.has(o.rule)?`; ${m$}`:"",d=c?`; denied by ${$s}`:l,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:c?"deny":g$(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,n);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${$s}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function g$({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":Mt[t]<=Mt.severe?"den\
y":"ask"}function b$(t,e,{folder:s,home:n,files:r}){let o=Yh(t,{folder:s,home:n},r,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var kr=4*1024*1024;function sg(t,e){if(e.length>kr)throw new ge(`the input is larger than ${kr} bytes`);return Xt[t].readCall(fi(e))}function ng(t,e,s){let n=Xt[t],
{settings:r,...o}=s,i=tg(e,r,o);if(!i)return{output:ml(t)};let a=i.decision==="ask"&&!n.can_ask?"deny":i.decision,c=an(i.message);return{output:n.formatAnswer({
decision:a,message:c}),judgement:{...i,decision:a}}}var ml=t=>Xt[t].formatAnswer({decision:"none",message:""}),rg=(t,e)=>Xt[t].formatRefusal(an(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var PN=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,Xr={settings:()=>Promise.resolve().then(()=>(Jy(),Qy)),rules:async()=>(await PN()).
rules(),log:()=>Promise.resolve().then(()=>(jk(),qk))};var Qr=require("node:fs"),Zt=require("node:path");Nn();var ma=require("node:fs"),QU=16*2**20,JU=256*2**20;function Fk(t,e=Number.POSITIVE_INFINITY){let s=(0,ma.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let n=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${n}`),{code:n})}return(0,ma.readFileSync)(
t)}var RN=64*1024;function Hk(t,e){let s=Vk(t),n=s.findIndex(c=>(0,Qr.existsSync)((0,Zt.join)(c,".git"))),r=n===-1?void 0:s[n],o=r!==void 0&&(e===void 0||!IN(e,r)),
a=(o?s.slice(0,n+1):[t]).map(c=>(0,Zt.join)(c,$s)).find(c=>(0,Qr.existsSync)(c));return{top:o?r:t,guard_file:a}}function Vk(t){let e=(0,Zt.dirname)(t);return e===
t?[t]:[t,...Vk(e)]}var IN=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function Uk({top:t,guard_file:e},{level:s,trusted:n}){if(e===void 0)return fl(
s);let r=(0,Zt.relative)(t,e),o=ON(e,r),{readGuardFile:i,checkGuardFile:a}=await Xr.settings(),c=i(o,r),l=(0,Zt.dirname)(e),d=c.rules.map(({name:f})=>(0,Zt.join)(
l,f)),u=d.length===0?fl().rules:await NN(d,t);a(c,u);let p=c.allow.map(({name:f})=>f);return{level:Bh(s,n||c.level==="strict"?c.level:void 0),rules:u,allow:new Set(
n?p:[]),ignored:new Set(n?[]:p),deny:new Set(c.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,Qr.realpathSync)(f)])}}async function NN(t,e){let{combineRules:s,
readRulesFile:n}=await Xr.rules();return s(t.map(r=>n((0,Zt.relative)(e,r),e)))}function ON(t,e){try{return Fk(t,RN).toString("utf8")}catch(s){throw new et(`${e}\
: cannot be read (${s.code})`)}}var LN=5e3;async function DN(t,e){let s;try{s=HN(t)}catch(n){let r=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${zk(n)}`;return ul(r)?Xt[r].formatRefusal(
o):Gt(o)}try{let{output:n,judgement:r}=await WN(s,e),o=r&&await Bk(s,e,r);return o===void 0?n:Gk(n,o)}catch(n){let r=zk(n),o=await Bk(s,e,{decision:"error",rule:"",
request:{text:r}}),i=rg(s.client,r);return o===void 0?i:Gk(i,o)}}async function WN({client:t,level:e,trusted:s},n){let r=n.now().getTime(),o=sg(t,await qN(n.input));
if(o.requests.length===0)return{output:ml(t)};let{project_variable:i}=Xt[t],a=n.variable("HOME"),c=i&&n.variable(i)||o.project||n.cwd,l=Hk(c,a),d=o.folder??c,u=()=>n.
now().getTime()-r>LN,p={settings:await Uk(l,{level:e,trusted:s}),top:l.top,home:a,...MN(n,a),isLate:u};return ng(t,{...o,folder:d},p)}function MN({variable:t,program_folders:e=[]},s){
let n=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],r=new Map(n.map(a=>[a,t(a)??""])),o=(a,...c)=>{let l=r.get(a);return l===void 0||!(0,Jr.isAbsolute)(
l)?[]:c.map(d=>(0,Jr.join)(l,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,Jr.join)(s,".cache/gatebench-c\
ode")]],variables:r}}async function qN(t){let e=[],s=0;for await(let n of t){let r=typeof n=="string"?Buffer.from(n):n;if(s+=r.length,s>kr)throw new ge(`the inp\
ut is larger than ${kr} bytes`);e.push(r)}return Buffer.concat(e)}async function Bk({client:t,log:e},{now:s},{decision:n,rule:r,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await Xr.log(),a=n==="none"?"pass":n;i(e,{time:s(),client:t,verdict:a,rule:r,subject:jN(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function jN(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var Gk=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),zk=t=>t instanceof Error?t.message:String(t),Kk="--project-settings",FN=["--hook","--level","--log"];function HN(t){let e=new Map,s=t.values();for(let i of s){
if(i===Kk){e.set(i,i);continue}let[a,c]=VN(i);if(!FN.includes(a))throw new et(`unknown argument "${i}" beside --hook`);let l=c??s.next().value;if(l===void 0||l===
"")throw new et(`${a} has no value`);e.set(a,l)}let n=e.get("--hook");if(!ul(n))throw new et(`--hook must be one of ${Vh.join(", ")}`);let r=e.get("--level"),o=zs.
find(i=>i===r);if(r!==void 0&&o===void 0)throw new et(`--level must be one of ${zs.join(", ")}`);return{client:n,level:o,trusted:e.has(Kk),log:e.get("--log")}}function VN(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,createGuard,createShellInvocation,createShippedGuard,
createWord,createWords,findAffectedPaths,findOriginalPaths,getFindPatterns,guardLevels,hasFlag,hasKnownShortOptions,hasPathEffects,hasUnreadValue,isDeletingFind,
isKnownWord,isRemotePath,joinWords,parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,resolveFoundPaths,
runHook,shippedGuardRules,vocabulary});
