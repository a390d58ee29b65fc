var Mx=Object.create;var go=Object.defineProperty;var qx=Object.getOwnPropertyDescriptor;var jx=Object.getOwnPropertyNames;var Fx=Object.getPrototypeOf,Hx=Object.prototype.hasOwnProperty;var qe=(t,e,n)=>()=>{if(n)throw n[0];try{return t&&(e=t(t=0)),e}catch(s){throw n=[s],s}};var O=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(n){throw e=0,n}},Ca=(t,e)=>{for(var n in e)go(t,n,{get:e[n],enumerable:!0})},iu=(t,e,n,s)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let r of jx(e))!Hx.call(t,r)&&r!==n&&go(t,r,{get:()=>e[r],enumerable:!(s=qx(e,r))||s.enumerable});return t};var au=(t,e,n)=>(n=t!=null?Mx(Fx(t)):{},iu(e||!t||!t.__esModule?go(n,"default",{value:t,enumerable:!0}):n,t)),Vx=t=>iu(go({},"__esModule",{value:!0}),t);var Z,je=qe(()=>{"use strict";Z=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var qt,Qn,Jn=qe(()=>{"use strict";qt={catastrophic:0,severe:1,risky:2},Qn=["workspace","strict"]});var bg=O(Ws=>{"use strict";Ws.__esModule=!0;Ws.distance=Ws.closest=void 0;var hn=new Uint32Array(65536),eP=function(t,e){for(var n=t.length,s=e.length,r=1<<n-1,
o=-1,i=0,a=n,c=n;c--;)hn[t.charCodeAt(c)]|=1<<c;for(c=0;c<s;c++){var l=hn[e.charCodeAt(c)],d=l|i;l|=(l&o)+o^o,i|=~(l|o),o&=l,i&r&&a++,o&r&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(c=n;c--;)hn[t.charCodeAt(c)]=0;return a},tP=function(t,e){for(var n=e.length,s=t.length,r=[],o=[],i=Math.ceil(n/32),a=Math.ceil(s/32),c=0;c<i;c++)o[c]=
-1,r[c]=0;for(var l=0;l<a-1;l++){for(var d=0,u=-1,p=l*32,f=Math.min(32,s)+p,h=p;h<f;h++)hn[t.charCodeAt(h)]|=1<<h;for(var c=0;c<n;c++){var m=hn[e.charCodeAt(c)],
g=o[c/32|0]>>>c&1,k=r[c/32|0]>>>c&1,x=m|d,E=((m|k)&u)+u^u|m|k,S=d|~(E|u),w=u&E;S>>>31^g&&(o[c/32|0]^=1<<c),w>>>31^k&&(r[c/32|0]^=1<<c),S=S<<1|g,w=w<<1|k,u=w|~(x|
S),d=S&x}for(var h=p;h<f;h++)hn[t.charCodeAt(h)]=0}for(var A=0,P=-1,C=l*32,N=Math.min(32,s-C)+C,h=C;h<N;h++)hn[t.charCodeAt(h)]|=1<<h;for(var V=s,c=0;c<n;c++){var m=hn[e.
charCodeAt(c)],g=o[c/32|0]>>>c&1,k=r[c/32|0]>>>c&1,x=m|A,E=((m|k)&P)+P^P|m|k,S=A|~(E|P),w=P&E;V+=S>>>s-1&1,V-=w>>>s-1&1,S>>>31^g&&(o[c/32|0]^=1<<c),w>>>31^k&&(r[c/
32|0]^=1<<c),S=S<<1|g,w=w<<1|k,P=w|~(x|S),A=S&x}for(var h=C;h<N;h++)hn[t.charCodeAt(h)]=0;return V},yg=function(t,e){if(t.length<e.length){var n=e;e=t,t=n}return e.
length===0?t.length:t.length<=32?eP(t,e):tP(t,e)};Ws.distance=yg;var nP=function(t,e){for(var n=1/0,s=0,r=0;r<e.length;r++){var o=yg(t,e[r]);o<n&&(n=o,s=r)}return e[s]};
Ws.closest=nP});function is(t){return t.replace(rP,e=>{let n=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":n<256?`\\x${n.toString(16).padStart(2,"0")}`:n>65535?`\\u{${n.toString(16)}}`:`\\u${n.toString(16).padStart(4,"0")}`})}var sP,
rP,et,Ms=qe(()=>{"use strict";sP=au(bg(),1),rP=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
et=class extends Error{name="UserError";remedy;lines;constructor(e,n){let s=(typeof e=="string"?[e]:e).map(is);super(s.join(`
`)),this.lines=s,this.remedy=n===void 0?void 0:is(n)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var se=O(Xe=>{"use strict";var vl=Symbol.for("yaml.alias"),Kg=Symbol.for("yaml.document"),Ci=Symbol.for("yaml.map"),Yg=Symbol.for("yaml.pair"),wl=Symbol.for("ya\
ml.scalar"),_i=Symbol.for("yaml.seq"),mn=Symbol.for("yaml.node.type"),BP=t=>!!t&&typeof t=="object"&&t[mn]===vl,GP=t=>!!t&&typeof t=="object"&&t[mn]===Kg,zP=t=>!!t&&
typeof t=="object"&&t[mn]===Ci,KP=t=>!!t&&typeof t=="object"&&t[mn]===Yg,Xg=t=>!!t&&typeof t=="object"&&t[mn]===wl,YP=t=>!!t&&typeof t=="object"&&t[mn]===_i;function Qg(t){
if(t&&typeof t=="object")switch(t[mn]){case Ci:case _i:return!0}return!1}function XP(t){if(t&&typeof t=="object")switch(t[mn]){case vl:case Ci:case wl:case _i:return!0}
return!1}var QP=t=>(Xg(t)||Qg(t))&&!!t.anchor;Xe.ALIAS=vl;Xe.DOC=Kg;Xe.MAP=Ci;Xe.NODE_TYPE=mn;Xe.PAIR=Yg;Xe.SCALAR=wl;Xe.SEQ=_i;Xe.hasAnchor=QP;Xe.isAlias=BP;Xe.
isCollection=Qg;Xe.isDocument=GP;Xe.isMap=zP;Xe.isNode=XP;Xe.isPair=KP;Xe.isScalar=Xg;Xe.isSeq=YP});var Lr=O(Sl=>{"use strict";var Ne=se(),dt=Symbol("break visit"),Jg=Symbol("skip children"),Zt=Symbol("remove node");function Ai(t,e){let n=Zg(e);Ne.isDocument(t)?
qs(null,t.contents,n,Object.freeze([t]))===Zt&&(t.contents=null):qs(null,t,n,Object.freeze([]))}Ai.BREAK=dt;Ai.SKIP=Jg;Ai.REMOVE=Zt;function qs(t,e,n,s){let r=ey(
t,e,n,s);if(Ne.isNode(r)||Ne.isPair(r))return ty(t,s,r),qs(t,r,n,s);if(typeof r!="symbol"){if(Ne.isCollection(e)){s=Object.freeze(s.concat(e));for(let o=0;o<e.items.
length;++o){let i=qs(o,e.items[o],n,s);if(typeof i=="number")o=i-1;else{if(i===dt)return dt;i===Zt&&(e.items.splice(o,1),o-=1)}}}else if(Ne.isPair(e)){s=Object.
freeze(s.concat(e));let o=qs("key",e.key,n,s);if(o===dt)return dt;o===Zt&&(e.key=null);let i=qs("value",e.value,n,s);if(i===dt)return dt;i===Zt&&(e.value=null)}}
return r}async function Ti(t,e){let n=Zg(e);Ne.isDocument(t)?await js(null,t.contents,n,Object.freeze([t]))===Zt&&(t.contents=null):await js(null,t,n,Object.freeze(
[]))}Ti.BREAK=dt;Ti.SKIP=Jg;Ti.REMOVE=Zt;async function js(t,e,n,s){let r=await ey(t,e,n,s);if(Ne.isNode(r)||Ne.isPair(r))return ty(t,s,r),js(t,r,n,s);if(typeof r!=
"symbol"){if(Ne.isCollection(e)){s=Object.freeze(s.concat(e));for(let o=0;o<e.items.length;++o){let i=await js(o,e.items[o],n,s);if(typeof i=="number")o=i-1;else{
if(i===dt)return dt;i===Zt&&(e.items.splice(o,1),o-=1)}}}else if(Ne.isPair(e)){s=Object.freeze(s.concat(e));let o=await js("key",e.key,n,s);if(o===dt)return dt;
o===Zt&&(e.key=null);let i=await js("value",e.value,n,s);if(i===dt)return dt;i===Zt&&(e.value=null)}}return r}function Zg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function ey(t,e,n,s){if(typeof n=="function")return n(t,e,s);if(Ne.isMap(e))return n.Map?.(t,e,s);if(Ne.isSeq(e))return n.Seq?.(t,e,s);if(Ne.
isPair(e))return n.Pair?.(t,e,s);if(Ne.isScalar(e))return n.Scalar?.(t,e,s);if(Ne.isAlias(e))return n.Alias?.(t,e,s)}function ty(t,e,n){let s=e[e.length-1];if(Ne.
isCollection(s))s.items[t]=n;else if(Ne.isPair(s))t==="key"?s.key=n:s.value=n;else if(Ne.isDocument(s))s.contents=n;else{let r=Ne.isAlias(s)?"alias":"scalar";throw new Error(
`Cannot replace node with ${r} parent`)}}Sl.visit=Ai;Sl.visitAsync=Ti});var El=O(sy=>{"use strict";var ny=se(),JP=Lr(),ZP={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},eR=t=>t.replace(/[!,[\]{}]/g,e=>ZP[e]),Dr=class t{constructor(e,n){
this.docStart=null,this.docEnd=!1,this.yaml=Object.assign({},t.defaultYaml,e),this.tags=Object.assign({},t.defaultTags,n)}clone(){let e=new t(this.yaml,this.tags);
return e.docStart=this.docStart,e}atDocument(){let e=new t(this.yaml,this.tags);switch(this.yaml.version){case"1.1":this.atNextDocument=!0;break;case"1.2":this.
atNextDocument=!1,this.yaml={explicit:t.defaultYaml.explicit,version:"1.2"},this.tags=Object.assign({},t.defaultTags);break}return e}add(e,n){this.atNextDocument&&
(this.yaml={explicit:t.defaultYaml.explicit,version:"1.1"},this.tags=Object.assign({},t.defaultTags),this.atNextDocument=!1);let s=e.trim().split(/[ \t]+/),r=s.
shift();switch(r){case"%TAG":{if(s.length!==2&&(n(0,"%TAG directive should contain exactly two parts"),s.length<2))return!1;let[o,i]=s;return this.tags[o]=i,!0}case"\
%YAML":{if(this.yaml.explicit=!0,s.length!==1)return n(0,"%YAML directive should contain exactly one part"),!1;let[o]=s;if(o==="1.1"||o==="1.2")return this.yaml.
version=o,!0;{let i=/^\d+\.\d+$/.test(o);return n(6,`Unsupported YAML version ${o}`,i),!1}}default:return n(0,`Unknown directive ${r}`,!0),!1}}tagName(e,n){if(e===
"!")return"!";if(e[0]!=="!")return n(`Not a valid tag: ${e}`),null;if(e[1]==="<"){let i=e.slice(2,-1);return i==="!"||i==="!!"?(n(`Verbatim tags aren't resolved\
, so ${e} is invalid.`),null):(e[e.length-1]!==">"&&n("Verbatim tags must end with a >"),i)}let[,s,r]=e.match(/^(.*!)([^!]*)$/s);r||n(`The ${e} tag has no suffi\
x`);let o=this.tags[s];if(o)try{return o+decodeURIComponent(r)}catch(i){return n(String(i)),null}return s==="!"?e:(n(`Could not resolve tag: ${e}`),null)}tagString(e){
for(let[n,s]of Object.entries(this.tags))if(e.startsWith(s))return n+eR(e.substring(s.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let n=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],s=Object.entries(this.tags),r;if(e&&s.length>0&&ny.isNode(e.contents)){let o={};JP.visit(e.contents,(i,a)=>{ny.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),r=Object.keys(o)}else r=[];for(let[o,i]of s)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||r.some(a=>a.startsWith(i)))&&n.push(`%TAG ${o} ${i}`);
return n.join(`
`)}};Dr.defaultYaml={explicit:!1,version:"1.2"};Dr.defaultTags={"!!":"tag:yaml.org,2002:"};sy.Directives=Dr});var Pi=O(Wr=>{"use strict";var ry=se(),tR=Lr();function nR(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let n=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(n)}return!0}function oy(t){let e=new Set;return tR.visit(t,{Value(n,s){s.anchor&&e.add(s.anchor)}}),e}function iy(t,e){for(let n=1;;++n){
let s=`${t}${n}`;if(!e.has(s))return s}}function sR(t,e){let n=[],s=new Map,r=null;return{onAnchor:o=>{n.push(o),r??(r=oy(t));let i=iy(e,r);return r.add(i),i},setAnchors:()=>{
for(let o of n){let i=s.get(o);if(typeof i=="object"&&i.anchor&&(ry.isScalar(i.node)||ry.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:s}}Wr.anchorIsValid=nR;Wr.anchorNames=oy;Wr.createNodeAnchors=sR;Wr.
findNewAnchor=iy});var Cl=O(ay=>{"use strict";function Mr(t,e,n,s){if(s&&typeof s=="object")if(Array.isArray(s))for(let r=0,o=s.length;r<o;++r){let i=s[r],a=Mr(t,s,String(r),i);a===
void 0?delete s[r]:a!==i&&(s[r]=a)}else if(s instanceof Map)for(let r of Array.from(s.keys())){let o=s.get(r),i=Mr(t,s,r,o);i===void 0?s.delete(r):i!==o&&s.set(
r,i)}else if(s instanceof Set)for(let r of Array.from(s)){let o=Mr(t,s,r,r);o===void 0?s.delete(r):o!==r&&(s.delete(r),s.add(o))}else for(let[r,o]of Object.entries(
s)){let i=Mr(t,s,r,o);i===void 0?delete s[r]:i!==o&&(s[r]=i)}return t.call(e,n,s)}ay.applyReviver=Mr});var On=O(ly=>{"use strict";var rR=se();function cy(t,e,n){if(Array.isArray(t))return t.map((s,r)=>cy(s,String(r),n));if(t&&typeof t.toJSON=="function"){if(!n||!rR.
hasAnchor(t))return t.toJSON(e,n);let s={aliasCount:0,count:1,res:void 0};n.anchors.set(t,s),n.onCreate=o=>{s.res=o,delete n.onCreate};let r=t.toJSON(e,n);return n.
onCreate&&n.onCreate(r),r}return typeof t=="bigint"&&!n?.keep?Number(t):t}ly.toJS=cy});var Ri=O(uy=>{"use strict";var oR=Cl(),dy=se(),iR=On(),_l=class{constructor(e){Object.defineProperty(this,dy.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:n,maxAliasCount:s,onAnchor:r,reviver:o}={}){
if(!dy.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:n===!0,mapKeyWarned:!1,maxAliasCount:typeof s==
"number"?s:100},a=iR.toJS(this,"",i);if(typeof r=="function")for(let{count:c,res:l}of i.anchors.values())r(l,c);return typeof o=="function"?oR.applyReviver(o,{"":a},
"",a):a}};uy.NodeBase=_l});var qr=O(py=>{"use strict";var aR=Pi(),cR=Lr(),Fs=se(),lR=Ri(),dR=On(),Al=class extends lR.NodeBase{constructor(e){super(Fs.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,n){if(n?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let s;n?.aliasResolveCache?s=n.aliasResolveCache:(s=[],cR.visit(e,{Node:(o,i)=>{(Fs.isAlias(i)||Fs.hasAnchor(i))&&s.push(i)}}),n&&(n.aliasResolveCache=s));let r;
for(let o of s){if(o===this)break;o.anchor===this.source&&(r=o)}if(r&&n){let{anchors:o,doc:i,maxAliasCount:a}=n,c=o.get(r);if(c||(dR.toJS(r,null,n),c=o.get(r)),
c?.res===void 0){let l="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(l)}if(a>=0&&(c.count+=1,c.aliasCount===0&&(c.aliasCount=
Ii(i,r,o)),c.count*c.aliasCount>a)){let l="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(l)}}return r}toJSON(e,n){if(!n)
return{source:this.source};let s=this.resolve(n.doc,n);if(!s){let r=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
r)}return n.anchors.get(s).res}toString(e,n,s){let r=`*${this.source}`;if(e){if(aR.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${r} `}return r}};function Ii(t,e,n){
if(Fs.isAlias(e)){let s=e.resolve(t),r=n&&s&&n.get(s);return r?r.count*r.aliasCount:0}else if(Fs.isCollection(e)){let s=0;for(let r of e.items){let o=Ii(t,r,n);
o>s&&(s=o)}return s}else if(Fs.isPair(e)){let s=Ii(t,e.key,n),r=Ii(t,e.value,n);return Math.max(s,r)}return 1}py.Alias=Al});var Pe=O(Tl=>{"use strict";var uR=se(),pR=Ri(),fR=On(),hR=t=>!t||typeof t!="function"&&typeof t!="object",Ln=class extends pR.NodeBase{constructor(e){super(uR.SCALAR),
this.value=e}toJSON(e,n){return n?.keep?this.value:fR.toJS(this.value,e,n)}toString(){return String(this.value)}};Ln.BLOCK_FOLDED="BLOCK_FOLDED";Ln.BLOCK_LITERAL=
"BLOCK_LITERAL";Ln.PLAIN="PLAIN";Ln.QUOTE_DOUBLE="QUOTE_DOUBLE";Ln.QUOTE_SINGLE="QUOTE_SINGLE";Tl.Scalar=Ln;Tl.isScalarValue=hR});var jr=O(hy=>{"use strict";var mR=qr(),cs=se(),fy=Pe(),gR="tag:yaml.org,2002:";function yR(t,e,n){if(e){let s=n.filter(o=>o.tag===e),r=s.find(o=>!o.format)??s[0];
if(!r)throw new Error(`Tag ${e} not found`);return r}return n.find(s=>s.identify?.(t)&&!s.format)}function bR(t,e,n){if(cs.isDocument(t)&&(t=t.contents),cs.isNode(
t))return t;if(cs.isPair(t)){let u=n.schema[cs.MAP].createNode?.(n.schema,null,n);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:s,onAnchor:r,onTagObj:o,schema:i,sourceObjects:a}=n,c;if(s&&t&&typeof t==
"object"){if(c=a.get(t),c)return c.anchor??(c.anchor=r(t)),new mR.Alias(c.anchor);c={anchor:null,node:null},a.set(t,c)}e?.startsWith("!!")&&(e=gR+e.slice(2));let l=yR(
t,e,i.tags);if(!l){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new fy.Scalar(t);return c&&(c.node=u),u}l=t instanceof Map?i[cs.
MAP]:Symbol.iterator in Object(t)?i[cs.SEQ]:i[cs.MAP]}o&&(o(l),delete n.onTagObj);let d=l?.createNode?l.createNode(n.schema,t,n):typeof l?.nodeClass?.from=="fun\
ction"?l.nodeClass.from(n.schema,t,n):new fy.Scalar(t);return e?d.tag=e:l.default||(d.tag=l.tag),c&&(c.node=d),d}hy.createNode=bR});var Ni=O($i=>{"use strict";var kR=jr(),en=se(),xR=Ri();function Pl(t,e,n){let s=n;for(let r=e.length-1;r>=0;--r){let o=e[r];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=s,s=i}else s=new Map([[o,s]])}return kR.createNode(s,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var my=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,Rl=class extends xR.
NodeBase{constructor(e,n){super(e),Object.defineProperty(this,"schema",{value:n,configurable:!0,enumerable:!1,writable:!0})}clone(e){let n=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(n.schema=e),n.items=n.items.map(s=>en.isNode(s)||en.isPair(s)?s.clone(e):s),this.range&&
(n.range=this.range.slice()),n}addIn(e,n){if(my(e))this.add(n);else{let[s,...r]=e,o=this.get(s,!0);if(en.isCollection(o))o.addIn(r,n);else if(o===void 0&&this.schema)
this.set(s,Pl(this.schema,r,n));else throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}}deleteIn(e){let[n,...s]=e;if(s.length===0)return this.
delete(n);let r=this.get(n,!0);if(en.isCollection(r))return r.deleteIn(s);throw new Error(`Expected YAML collection at ${n}. Remaining path: ${s}`)}getIn(e,n){let[
s,...r]=e,o=this.get(s,!0);return r.length===0?!n&&en.isScalar(o)?o.value:o:en.isCollection(o)?o.getIn(r,n):void 0}hasAllNullValues(e){return this.items.every(n=>{
if(!en.isPair(n))return!1;let s=n.value;return s==null||e&&en.isScalar(s)&&s.value==null&&!s.commentBefore&&!s.comment&&!s.tag})}hasIn(e){let[n,...s]=e;if(s.length===
0)return this.has(n);let r=this.get(n,!0);return en.isCollection(r)?r.hasIn(s):!1}setIn(e,n){let[s,...r]=e;if(r.length===0)this.set(s,n);else{let o=this.get(s,!0);
if(en.isCollection(o))o.setIn(r,n);else if(o===void 0&&this.schema)this.set(s,Pl(this.schema,r,n));else throw new Error(`Expected YAML collection at ${s}. Remai\
ning path: ${r}`)}}};$i.Collection=Rl;$i.collectionFromPath=Pl;$i.isEmptyPath=my});var Fr=O(Oi=>{"use strict";var vR=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function Il(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var wR=(t,e,n)=>t.
endsWith(`
`)?Il(n,e):n.includes(`
`)?`
`+Il(n,e):(t.endsWith(" ")?"":" ")+n;Oi.indentComment=Il;Oi.lineComment=wR;Oi.stringifyComment=vR});var yy=O(Hr=>{"use strict";var SR="flow",$l="block",Li="quoted";function ER(t,e,n="flow",{indentAtStart:s,lineWidth:r=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!r||r<0)return t;r<o&&(o=0);let c=Math.max(1+o,1+r-e.length);if(t.length<=c)return t;let l=[],d={},u=r-e.length;typeof s=="number"&&(s>r-Math.max(2,o)?l.push(
0):u=r-s);let p,f,h=!1,m=-1,g=-1,k=-1;n===$l&&(m=gy(t,m,e.length),m!==-1&&(u=m+c));for(let E;E=t[m+=1];){if(n===Li&&E==="\\"){switch(g=m,t[m+1]){case"x":m+=3;break;case"\
u":m+=5;break;case"U":m+=9;break;default:m+=1}k=m}if(E===`
`)n===$l&&(m=gy(t,m,e.length)),u=m+e.length+c,p=void 0;else{if(E===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let S=t[m+1];S&&S!==" "&&S!==`
`&&S!=="	"&&(p=m)}if(m>=u)if(p)l.push(p),u=p+c,p=void 0;else if(n===Li){for(;f===" "||f==="	";)f=E,E=t[m+=1],h=!0;let S=m>k+1?m-2:g-1;if(d[S])return t;l.push(S),
d[S]=!0,u=S+c,p=void 0}else h=!0}f=E}if(h&&a&&a(),l.length===0)return t;i&&i();let x=t.slice(0,l[0]);for(let E=0;E<l.length;++E){let S=l[E],w=l[E+1]||t.length;S===
0?x=`
${e}${t.slice(0,w)}`:(n===Li&&d[S]&&(x+=`${t[S]}\\`),x+=`
${e}${t.slice(S+1,w)}`)}return x}function gy(t,e,n){let s=e,r=e+1,o=t[r];for(;o===" "||o==="	";)if(e<r+n)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);s=e,r=e+1,o=t[r]}return s}Hr.FOLD_BLOCK=$l;Hr.FOLD_FLOW=SR;Hr.FOLD_QUOTED=Li;Hr.foldFlowLines=ER});var Ur=O(by=>{"use strict";var Lt=Pe(),Dn=yy(),Wi=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),Mi=t=>/^(%|---|\.\.\.)/m.test(t);function CR(t,e,n){if(!e||e<0)return!1;let s=e-n,r=t.length;if(r<=s)return!1;for(let o=0,i=0;o<r;++o)if(t[o]===
`
`){if(o-i>s)return!0;if(i=o+1,r-i<=s)return!1}return!0}function Vr(t,e){let n=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return n;let{implicitKey:s}=e,r=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(Mi(t)?"  ":""),i="",a=0;for(let c=0,l=n[c];l;l=n[++c])if(l===" "&&n[c+1]==="\\"&&n[c+2]==="n"&&(i+=n.slice(a,
c)+"\\ ",c+=1,a=c,l="\\"),l==="\\")switch(n[c+1]){case"u":{i+=n.slice(a,c);let d=n.substr(c+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=n.substr(c,6)}c+=5,a=c+1}break;case"n":if(s||n[c+2]==='"'||n.length<r)c+=1;else{for(i+=n.slice(a,c)+`

`;n[c+2]==="\\"&&n[c+3]==="n"&&n[c+4]!=='"';)i+=`
`,c+=2;i+=o,n[c+2]===" "&&(i+="\\"),c+=1,a=c+1}break;default:c+=1}return i=a?i+n.slice(a):n,s?i:Dn.foldFlowLines(i,o,Dn.FOLD_QUOTED,Wi(e,!1))}function Nl(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return Vr(t,e);let n=e.indent||(Mi(t)?"  ":""),s="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${n}`)+"'";return e.implicitKey?s:Dn.foldFlowLines(s,n,Dn.FOLD_FLOW,Wi(e,!1))}function Hs(t,e){let{singleQuote:n}=e.options,s;if(n===!1)s=Vr;else{let r=t.includes(
'"'),o=t.includes("'");r&&!o?s=Nl:o&&!r?s=Vr:s=n?Nl:Vr}return s(t,e)}var Ol;try{Ol=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{Ol=/\n+(?!\n|$)/g}function Di({comment:t,type:e,value:n},s,r,o){let{blockQuote:i,commentString:a,lineWidth:c}=s.options;if(!i||/\n[\t ]+$/.test(
n))return Hs(n,s);let l=s.indent||(s.forceBlockIndent||Mi(n)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Lt.Scalar.BLOCK_FOLDED?!1:e===Lt.Scalar.BLOCK_LITERAL?
!0:!CR(n,c,l.length);if(!n)return d?`|
`:`>
`;let u,p;for(p=n.length;p>0;--p){let w=n[p-1];if(w!==`
`&&w!=="	"&&w!==" ")break}let f=n.substring(p),h=f.indexOf(`
`);h===-1?u="-":n===f||h!==f.length-1?(u="+",o&&o()):u="",f&&(n=n.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace(Ol,`$&${l}`));let m=!1,g,k=-1;for(g=0;g<n.length;++g){let w=n[g];if(w===" ")m=!0;else if(w===`
`)k=g;else break}let x=n.substring(0,k<g?k+1:g);x&&(n=n.substring(x.length),x=x.replace(/\n+/g,`$&${l}`));let S=(m?l?"2":"1":"")+u;if(t&&(S+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),r&&r()),!d){let w=n.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${l}`),A=!1,P=Wi(s,!0);i!=="folded"&&e!==Lt.Scalar.BLOCK_FOLDED&&(P.onOverflow=
()=>{A=!0});let C=Dn.foldFlowLines(`${x}${w}${f}`,l,Dn.FOLD_BLOCK,P);if(!A)return`>${S}
${l}${C}`}return n=n.replace(/\n+/g,`$&${l}`),`|${S}
${l}${x}${n}${f}`}function _R(t,e,n,s){let{type:r,value:o}=t,{actualString:i,implicitKey:a,indent:c,indentStep:l,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return Hs(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?Hs(o,e):Di(t,e,n,s);if(!a&&!d&&r!==Lt.Scalar.PLAIN&&o.includes(`
`))return Di(t,e,n,s);if(Mi(o)){if(c==="")return e.forceBlockIndent=!0,Di(t,e,n,s);if(a&&c===l)return Hs(o,e)}let u=o.replace(/\n+/g,`$&
${c}`);if(i){let p=m=>m.default&&m.tag!=="tag:yaml.org,2002:str"&&m.test?.test(u),{compat:f,tags:h}=e.doc.schema;if(h.some(p)||f?.some(p))return Hs(o,e)}return a?
u:Dn.foldFlowLines(u,c,Dn.FOLD_FLOW,Wi(e,!1))}function AR(t,e,n,s){let{implicitKey:r,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Lt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Lt.Scalar.QUOTE_DOUBLE);let c=d=>{switch(d){case Lt.
Scalar.BLOCK_FOLDED:case Lt.Scalar.BLOCK_LITERAL:return r||o?Hs(i.value,e):Di(i,e,n,s);case Lt.Scalar.QUOTE_DOUBLE:return Vr(i.value,e);case Lt.Scalar.QUOTE_SINGLE:
return Nl(i.value,e);case Lt.Scalar.PLAIN:return _R(i,e,n,s);default:return null}},l=c(a);if(l===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=r&&
d||u;if(l=c(p),l===null)throw new Error(`Unsupported default string type ${p}`)}return l}by.stringifyString=AR});var Br=O(Ll=>{"use strict";var TR=Pi(),Wn=se(),PR=Fr(),RR=Ur();function IR(t,e){let n=Object.assign({blockQuote:!0,commentString:PR.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),s;switch(n.collectionStyle){case"\
block":s=!1;break;case"flow":s=!0;break;default:s=null}return{anchors:new Set,doc:t,flowCollectionPadding:n.flowCollectionPadding?" ":"",indent:"",indentStep:typeof n.
indent=="number"?" ".repeat(n.indent):"  ",inFlow:s,options:n}}function $R(t,e){if(e.tag){let r=t.filter(o=>o.tag===e.tag);if(r.length>0)return r.find(o=>o.format===
e.format)??r[0]}let n,s;if(Wn.isScalar(e)){s=e.value;let r=t.filter(o=>o.identify?.(s));if(r.length>1){let o=r.filter(i=>i.test);o.length>0&&(r=o)}n=r.find(o=>o.
format===e.format)??r.find(o=>!o.format)}else s=e,n=t.find(r=>r.nodeClass&&s instanceof r.nodeClass);if(!n){let r=s?.constructor?.name??(s===null?"null":typeof s);
throw new Error(`Tag not resolved for ${r} value`)}return n}function NR(t,e,{anchors:n,doc:s}){if(!s.directives)return"";let r=[],o=(Wn.isScalar(t)||Wn.isCollection(
t))&&t.anchor;o&&TR.anchorIsValid(o)&&(n.add(o),r.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&r.push(s.directives.tagString(i)),r.join(" ")}function OR(t,e,n,s){
if(Wn.isPair(t))return t.toString(e,n,s);if(Wn.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let r,o=Wn.isNode(t)?
t:e.doc.createNode(t,{onTagObj:c=>r=c});r??(r=$R(e.doc.schema.tags,o));let i=NR(o,r,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof r.
stringify=="function"?r.stringify(o,e,n,s):Wn.isScalar(o)?RR.stringifyString(o,e,n,s):o.toString(e,n,s);return i?Wn.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}Ll.createStringifyContext=IR;Ll.stringify=OR});var wy=O(vy=>{"use strict";var gn=se(),ky=Pe(),xy=Br(),Gr=Fr();function LR({key:t,value:e},n,s,r){let{allNullValues:o,doc:i,indent:a,indentStep:c,options:{commentString:l,
indentSeq:d,simpleKeys:u}}=n,p=gn.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if(gn.isCollection(t)||
!gn.isNode(t)&&typeof t=="object"){let P="With simple keys, collection cannot be used as a key value";throw new Error(P)}}let f=!u&&(!t||p&&e==null&&!n.inFlow||
gn.isCollection(t)||(gn.isScalar(t)?t.type===ky.Scalar.BLOCK_FOLDED||t.type===ky.Scalar.BLOCK_LITERAL:typeof t=="object"));n=Object.assign({},n,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+c});let h=!1,m=!1,g=xy.stringify(t,n,()=>h=!0,()=>m=!0);if(!f&&!n.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(n.inFlow){if(o||e==null)return h&&s&&s(),g===""?"?":f?`? ${g}`:g}else if(o&&!u||e==null&&
f)return g=`? ${g}`,p&&!h?g+=Gr.lineComment(g,n.indent,l(p)):m&&r&&r(),g;h&&(p=null),f?(p&&(g+=Gr.lineComment(g,n.indent,l(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=Gr.lineComment(g,n.indent,l(p))));let k,x,E;gn.isNode(e)?(k=!!e.spaceBefore,x=e.commentBefore,E=e.comment):(k=!1,x=null,E=null,e&&typeof e==
"object"&&(e=i.createNode(e))),n.implicitKey=!1,!f&&!p&&gn.isScalar(e)&&(n.indentAtStart=g.length+1),m=!1,!d&&c.length>=2&&!n.inFlow&&!f&&gn.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(n.indent=n.indent.substring(2));let S=!1,w=xy.stringify(e,n,()=>S=!0,()=>m=!0),A=" ";if(p||k||x){if(A=k?`
`:"",x){let P=l(x);A+=`
${Gr.indentComment(P,n.indent)}`}w===""&&!n.inFlow?A===`
`&&E&&(A=`

`):A+=`
${n.indent}`}else if(!f&&gn.isCollection(e)){let P=w[0],C=w.indexOf(`
`),N=C!==-1,V=n.inFlow??e.flow??e.items.length===0;if(N||!V){let te=!1;if(N&&(P==="&"||P==="!")){let M=w.indexOf(" ");P==="&"&&M!==-1&&M<C&&w[M+1]==="!"&&(M=w.indexOf(
" ",M+1)),(M===-1||C<M)&&(te=!0)}te||(A=`
${n.indent}`)}}else(w===""||w[0]===`
`)&&(A="");return g+=A+w,n.inFlow?S&&s&&s():E&&!S?g+=Gr.lineComment(g,n.indent,l(E)):m&&r&&r(),g}vy.stringifyPair=LR});var Wl=O(Dl=>{"use strict";var Sy=require("process");function DR(t,...e){t==="debug"&&console.log(...e)}function WR(t,e){(t==="debug"||t==="warn")&&(typeof Sy.emitWarning==
"function"?Sy.emitWarning(e):console.warn(e))}Dl.debug=DR;Dl.warn=WR});var Vi=O(Hi=>{"use strict";var Fi=se(),Ey=Pe(),qi="<<",ji={identify:t=>t===qi||typeof t=="symbol"&&t.description===qi,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new Ey.Scalar(Symbol(qi)),{addToJSMap:Cy}),stringify:()=>qi},MR=(t,e)=>(ji.identify(e)||Fi.isScalar(e)&&(!e.type||e.type===
Ey.Scalar.PLAIN)&&ji.identify(e.value))&&t?.doc.schema.tags.some(n=>n.tag===ji.tag&&n.default);function Cy(t,e,n){let s=_y(t,n);if(Fi.isSeq(s))for(let r of s.items)
Ml(t,e,r);else if(Array.isArray(s))for(let r of s)Ml(t,e,r);else Ml(t,e,s)}function Ml(t,e,n){let s=_y(t,n);if(!Fi.isMap(s))throw new Error("Merge sources must \
be maps or map aliases");let r=s.toJSON(null,t,Map);for(let[o,i]of r)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function _y(t,e){return t&&Fi.isAlias(e)?e.resolve(t.doc,t):e}
Hi.addMergeToJSMap=Cy;Hi.isMergeKey=MR;Hi.merge=ji});var jl=O(Py=>{"use strict";var qR=Wl(),Ay=Vi(),jR=Br(),Ty=se(),ql=On();function FR(t,e,{key:n,value:s}){if(Ty.isNode(n)&&n.addToJSMap)n.addToJSMap(t,e,s);else if(Ay.
isMergeKey(t,n))Ay.addMergeToJSMap(t,e,s);else{let r=ql.toJS(n,"",t);if(e instanceof Map)e.set(r,ql.toJS(s,r,t));else if(e instanceof Set)e.add(r);else{let o=HR(
n,r,t),i=ql.toJS(s,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function HR(t,e,n){if(e===null)return"";
if(typeof e!="object")return String(e);if(Ty.isNode(t)&&n?.doc){let s=jR.createStringifyContext(n.doc,{});s.anchors=new Set;for(let o of n.anchors.keys())s.anchors.
add(o.anchor);s.inFlow=!0,s.inStringifyKey=!0;let r=t.toString(s);if(!n.mapKeyWarned){let o=JSON.stringify(r);o.length>40&&(o=o.substring(0,36)+'..."'),qR.warn(
n.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),n.mapKeyWarned=
!0}return r}return JSON.stringify(e)}Py.addPairToJSMap=FR});var Mn=O(Fl=>{"use strict";var Ry=jr(),VR=wy(),UR=jl(),Ui=se();function BR(t,e,n){let s=Ry.createNode(t,void 0,n),r=Ry.createNode(e,void 0,n);return new Bi(s,r)}
var Bi=class t{constructor(e,n=null){Object.defineProperty(this,Ui.NODE_TYPE,{value:Ui.PAIR}),this.key=e,this.value=n}clone(e){let{key:n,value:s}=this;return Ui.
isNode(n)&&(n=n.clone(e)),Ui.isNode(s)&&(s=s.clone(e)),new t(n,s)}toJSON(e,n){let s=n?.mapAsMap?new Map:{};return UR.addPairToJSMap(n,s,this)}toString(e,n,s){return e?.
doc?VR.stringifyPair(this,e,n,s):JSON.stringify(this)}};Fl.Pair=Bi;Fl.createPair=BR});var Hl=O($y=>{"use strict";var ls=se(),Iy=Br(),Gi=Fr();function GR(t,e,n){return(e.inFlow??t.flow?KR:zR)(t,e,n)}function zR({comment:t,items:e},n,{blockItemPrefix:s,
flowChars:r,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:c,options:{commentString:l}}=n,d=Object.assign({},n,{indent:o,type:null}),u=!1,p=[];for(let h=0;h<
e.length;++h){let m=e[h],g=null;if(ls.isNode(m))!u&&m.spaceBefore&&p.push(""),zi(n,p,m.commentBefore,u),m.comment&&(g=m.comment);else if(ls.isPair(m)){let x=ls.
isNode(m.key)?m.key:null;x&&(!u&&x.spaceBefore&&p.push(""),zi(n,p,x.commentBefore,u))}u=!1;let k=Iy.stringify(m,d,()=>g=null,()=>u=!0);g&&(k+=Gi.lineComment(k,o,
l(g))),u&&g&&(u=!1),p.push(s+k)}let f;if(p.length===0)f=r.start+r.end;else{f=p[0];for(let h=1;h<p.length;++h){let m=p[h];f+=m?`
${c}${m}`:`
`}}return t?(f+=`
`+Gi.indentComment(l(t),c),a&&a()):u&&i&&i(),f}function KR({items:t},e,{flowChars:n,itemIndent:s}){let{indent:r,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
s+=o;let c=Object.assign({},e,{indent:s,inFlow:!0,type:null}),l=!1,d=0,u=[];for(let h=0;h<t.length;++h){let m=t[h],g=null;if(ls.isNode(m))m.spaceBefore&&u.push(
""),zi(e,u,m.commentBefore,!1),m.comment&&(g=m.comment);else if(ls.isPair(m)){let x=ls.isNode(m.key)?m.key:null;x&&(x.spaceBefore&&u.push(""),zi(e,u,x.commentBefore,
!1),x.comment&&(l=!0));let E=ls.isNode(m.value)?m.value:null;E?(E.comment&&(g=E.comment),E.commentBefore&&(l=!0)):m.value==null&&x?.comment&&(g=x.comment)}g&&(l=
!0);let k=Iy.stringify(m,c,()=>g=null);l||(l=u.length>d||k.includes(`
`)),h<t.length-1?k+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(l||(l=u.reduce((x,E)=>x+E.length+2,2)+(k.length+2)>e.options.lineWidth)),l&&(k+=",")),
g&&(k+=Gi.lineComment(k,s,a(g))),u.push(k),d=u.length}let{start:p,end:f}=n;if(u.length===0)return p+f;if(!l){let h=u.reduce((m,g)=>m+g.length+2,2);l=e.options.lineWidth>
0&&h>e.options.lineWidth}if(l){let h=p;for(let m of u)h+=m?`
${o}${r}${m}`:`
`;return`${h}
${r}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function zi({indent:t,options:{commentString:e}},n,s,r){if(s&&r&&(s=s.replace(/^\n+/,"")),s){let o=Gi.indentComment(
e(s),t);n.push(o.trimStart())}}$y.stringifyCollection=GR});var jn=O(Ul=>{"use strict";var YR=Hl(),XR=jl(),QR=Ni(),qn=se(),Ki=Mn(),JR=Pe();function zr(t,e){let n=qn.isScalar(e)?e.value:e;for(let s of t)if(qn.isPair(s)&&(s.
key===e||s.key===n||qn.isScalar(s.key)&&s.key.value===n))return s}var Vl=class extends QR.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(qn.MAP,e),this.items=[]}static from(e,n,s){let{keepUndefined:r,replacer:o}=s,i=new this(e),a=(c,l)=>{if(typeof o=="function")l=o.call(n,c,l);else if(Array.
isArray(o)&&!o.includes(c))return;(l!==void 0||r)&&i.items.push(Ki.createPair(c,l,s))};if(n instanceof Map)for(let[c,l]of n)a(c,l);else if(n&&typeof n=="object")
for(let c of Object.keys(n))a(c,n[c]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,n){let s;qn.isPair(e)?s=e:!e||typeof e!=
"object"||!("key"in e)?s=new Ki.Pair(e,e?.value):s=new Ki.Pair(e.key,e.value);let r=zr(this.items,s.key),o=this.schema?.sortMapEntries;if(r){if(!n)throw new Error(
`Key ${s.key} already set`);qn.isScalar(r.value)&&JR.isScalarValue(s.value)?r.value.value=s.value:r.value=s.value}else if(o){let i=this.items.findIndex(a=>o(s,a)<
0);i===-1?this.items.push(s):this.items.splice(i,0,s)}else this.items.push(s)}delete(e){let n=zr(this.items,e);return n?this.items.splice(this.items.indexOf(n),
1).length>0:!1}get(e,n){let r=zr(this.items,e)?.value;return(!n&&qn.isScalar(r)?r.value:r)??void 0}has(e){return!!zr(this.items,e)}set(e,n){this.add(new Ki.Pair(
e,n),!0)}toJSON(e,n,s){let r=s?new s:n?.mapAsMap?new Map:{};n?.onCreate&&n.onCreate(r);for(let o of this.items)XR.addPairToJSMap(n,r,o);return r}toString(e,n,s){
if(!e)return JSON.stringify(this);for(let r of this.items)if(!qn.isPair(r))throw new Error(`Map items must all be pairs; found ${JSON.stringify(r)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),YR.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:s,onComment:n})}};Ul.YAMLMap=Vl;Ul.findPair=zr});var Vs=O(Oy=>{"use strict";var ZR=se(),Ny=jn(),eI={collection:"map",default:!0,nodeClass:Ny.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return ZR.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,n)=>Ny.YAMLMap.from(t,e,n)};Oy.map=eI});var Fn=O(Ly=>{"use strict";var tI=jr(),nI=Hl(),sI=Ni(),Xi=se(),rI=Pe(),oI=On(),Bl=class extends sI.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Xi.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let n=Yi(e);return typeof n!="number"?!1:this.items.splice(n,1).length>0}get(e,n){let s=Yi(e);
if(typeof s!="number")return;let r=this.items[s];return!n&&Xi.isScalar(r)?r.value:r}has(e){let n=Yi(e);return typeof n=="number"&&n<this.items.length}set(e,n){let s=Yi(
e);if(typeof s!="number")throw new Error(`Expected a valid index, not ${e}.`);let r=this.items[s];Xi.isScalar(r)&&rI.isScalarValue(n)?r.value=n:this.items[s]=n}toJSON(e,n){
let s=[];n?.onCreate&&n.onCreate(s);let r=0;for(let o of this.items)s.push(oI.toJS(o,String(r++),n));return s}toString(e,n,s){return e?nI.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:s,onComment:n}):JSON.stringify(this)}static from(e,n,s){let{replacer:r}=s,
o=new this(e);if(n&&Symbol.iterator in Object(n)){let i=0;for(let a of n){if(typeof r=="function"){let c=n instanceof Set?a:String(i++);a=r.call(n,c,a)}o.items.
push(tI.createNode(a,void 0,s))}}return o}};function Yi(t){let e=Xi.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}Ly.YAMLSeq=Bl});var Us=O(Wy=>{"use strict";var iI=se(),Dy=Fn(),aI={collection:"seq",default:!0,nodeClass:Dy.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return iI.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,n)=>Dy.YAMLSeq.from(t,e,n)};Wy.seq=aI});var Kr=O(My=>{"use strict";var cI=Ur(),lI={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,n,s){return e=Object.
assign({actualString:!0},e),cI.stringifyString(t,e,n,s)}};My.string=lI});var Qi=O(Fy=>{"use strict";var qy=Pe(),jy={identify:t=>t==null,createNode:()=>new qy.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new qy.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&jy.test.test(t)?t:e.options.nullStr};Fy.nullTag=jy});var Gl=O(Vy=>{"use strict";var dI=Pe(),Hy={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new dI.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},n){if(t&&Hy.test.test(t)){let s=t[0]==="t"||t[0]==="T";if(e===s)return t}return e?n.options.trueStr:
n.options.falseStr}};Vy.boolTag=Hy});var Bs=O(Uy=>{"use strict";function uI({format:t,minFractionDigits:e,tag:n,value:s}){if(typeof s=="bigint")return String(s);let r=typeof s=="number"?s:Number(s);
if(!isFinite(r))return isNaN(r)?".nan":r<0?"-.inf":".inf";let o=Object.is(s,-0)?"-0":JSON.stringify(s);if(!t&&e&&(!n||n==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Uy.stringifyNumber=uI});var Kl=O(Ji=>{"use strict";var pI=Pe(),zl=Bs(),fI={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:zl.stringifyNumber},hI={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():zl.stringifyNumber(t)}},mI={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new pI.Scalar(parseFloat(t)),n=t.indexOf(".");return n!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-n-1),e},stringify:zl.stringifyNumber};
Ji.float=mI;Ji.floatExp=hI;Ji.floatNaN=fI});var Xl=O(ea=>{"use strict";var By=Bs(),Zi=t=>typeof t=="bigint"||Number.isInteger(t),Yl=(t,e,n,{intAsBigInt:s})=>s?BigInt(t):parseInt(t.substring(e),n);function Gy(t,e,n){
let{value:s}=t;return Zi(s)&&s>=0?n+s.toString(e):By.stringifyNumber(t)}var gI={identify:t=>Zi(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,n)=>Yl(t,2,8,n),stringify:t=>Gy(t,8,"0o")},yI={identify:Zi,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,n)=>Yl(t,0,10,n),
stringify:By.stringifyNumber},bI={identify:t=>Zi(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,n)=>Yl(t,2,16,
n),stringify:t=>Gy(t,16,"0x")};ea.int=yI;ea.intHex=bI;ea.intOct=gI});var Ky=O(zy=>{"use strict";var kI=Vs(),xI=Qi(),vI=Us(),wI=Kr(),SI=Gl(),Ql=Kl(),Jl=Xl(),EI=[kI.map,vI.seq,wI.string,xI.nullTag,SI.boolTag,Jl.intOct,Jl.int,Jl.intHex,
Ql.floatNaN,Ql.floatExp,Ql.float];zy.schema=EI});var Qy=O(Xy=>{"use strict";var CI=Pe(),_I=Vs(),AI=Us();function Yy(t){return typeof t=="bigint"||Number.isInteger(t)}var ta=({value:t})=>JSON.stringify(t),TI=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:ta},{identify:t=>t==null,createNode:()=>new CI.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:ta},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:ta},{identify:Yy,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:n})=>n?BigInt(t):
parseInt(t,10),stringify:({value:t})=>Yy(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:ta}],PI={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},RI=[_I.map,AI.seq].
concat(TI,PI);Xy.schema=RI});var ed=O(Jy=>{"use strict";var Yr=require("buffer"),Zl=Pe(),II=Ur(),$I={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof Yr.Buffer=="function")return Yr.Buffer.from(t,"base64");if(typeof atob=="function"){let n=atob(t.replace(/[\n\r]/g,"")),s=new Uint8Array(n.length);for(let r=0;r<
n.length;++r)s[r]=n.charCodeAt(r);return s}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:n},s,r,o){if(!n)return"";let i=n,a;if(typeof Yr.Buffer=="function")a=i instanceof Yr.Buffer?i.toString("base64"):Yr.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let c="";for(let l=0;l<i.length;++l)c+=String.fromCharCode(i[l]);a=btoa(c)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=Zl.Scalar.BLOCK_LITERAL),e!==Zl.Scalar.QUOTE_DOUBLE){let c=Math.max(s.options.
lineWidth-s.indent.length,s.options.minContentWidth),l=Math.ceil(a.length/c),d=new Array(l);for(let u=0,p=0;u<l;++u,p+=c)d[u]=a.substr(p,c);a=d.join(e===Zl.Scalar.
BLOCK_LITERAL?`
`:" ")}return II.stringifyString({comment:t,type:e,value:a},s,r,o)}};Jy.binary=$I});var ra=O(sa=>{"use strict";var na=se(),td=Mn(),NI=Pe(),OI=Fn();function Zy(t,e){if(na.isSeq(t))for(let n=0;n<t.items.length;++n){let s=t.items[n];if(!na.isPair(
s)){if(na.isMap(s)){s.items.length>1&&e("Each pair must have its own sequence indicator");let r=s.items[0]||new td.Pair(new NI.Scalar(null));if(s.commentBefore&&
(r.key.commentBefore=r.key.commentBefore?`${s.commentBefore}
${r.key.commentBefore}`:s.commentBefore),s.comment){let o=r.value??r.key;o.comment=o.comment?`${s.comment}
${o.comment}`:s.comment}s=r}t.items[n]=na.isPair(s)?s:new td.Pair(s)}}else e("Expected a sequence for this tag");return t}function eb(t,e,n){let{replacer:s}=n,r=new OI.
YAMLSeq(t);r.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof s=="function"&&(i=s.call(e,String(o++),i));let a,c;
if(Array.isArray(i))if(i.length===2)a=i[0],c=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let l=Object.keys(
i);if(l.length===1)a=l[0],c=i[a];else throw new TypeError(`Expected tuple with one key, not ${l.length} keys`)}else a=i;r.items.push(td.createPair(a,c,n))}return r}
var LI={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:Zy,createNode:eb};sa.createPairs=eb;sa.pairs=LI;sa.resolvePairs=Zy});var rd=O(sd=>{"use strict";var tb=se(),nd=On(),Xr=jn(),DI=Fn(),nb=ra(),ds=class t extends DI.YAMLSeq{constructor(){super(),this.add=Xr.YAMLMap.prototype.add.bind(
this),this.delete=Xr.YAMLMap.prototype.delete.bind(this),this.get=Xr.YAMLMap.prototype.get.bind(this),this.has=Xr.YAMLMap.prototype.has.bind(this),this.set=Xr.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,n){if(!n)return super.toJSON(e);let s=new Map;n?.onCreate&&n.onCreate(s);for(let r of this.items){let o,i;if(tb.
isPair(r)?(o=nd.toJS(r.key,"",n),i=nd.toJS(r.value,o,n)):o=nd.toJS(r,"",n),s.has(o))throw new Error("Ordered maps must not include duplicate keys");s.set(o,i)}return s}static from(e,n,s){
let r=nb.createPairs(e,n,s),o=new this;return o.items=r.items,o}};ds.tag="tag:yaml.org,2002:omap";var WI={collection:"seq",identify:t=>t instanceof Map,nodeClass:ds,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let n=nb.resolvePairs(t,e),s=[];for(let{key:r}of n.items)tb.isScalar(r)&&(s.includes(r.value)?e(`Ordered ma\
ps must not include duplicate keys: ${r.value}`):s.push(r.value));return Object.assign(new ds,n)},createNode:(t,e,n)=>ds.from(t,e,n)};sd.YAMLOMap=ds;sd.omap=WI});var ab=O(od=>{"use strict";var sb=Pe();function rb({value:t,source:e},n){return e&&(t?ob:ib).test.test(e)?e:t?n.options.trueStr:n.options.falseStr}var ob={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new sb.Scalar(!0),stringify:rb},ib={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new sb.Scalar(!1),stringify:rb};od.falseTag=ib;od.trueTag=
ob});var cb=O(oa=>{"use strict";var MI=Pe(),id=Bs(),qI={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:id.stringifyNumber},jI={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():id.stringifyNumber(t)}},FI={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new MI.Scalar(parseFloat(t.replace(/_/g,""))),n=t.indexOf(".");if(n!==-1){let s=t.substring(
n+1).replace(/_/g,"");s[s.length-1]==="0"&&(e.minFractionDigits=s.length)}return e},stringify:id.stringifyNumber};oa.float=FI;oa.floatExp=jI;oa.floatNaN=qI});var db=O(Jr=>{"use strict";var lb=Bs(),Qr=t=>typeof t=="bigint"||Number.isInteger(t);function ia(t,e,n,{intAsBigInt:s}){let r=t[0];if((r==="-"||r==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),s){switch(n){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return r==="-"?BigInt(-1)*
i:i}let o=parseInt(t,n);return r==="-"?-1*o:o}function ad(t,e,n){let{value:s}=t;if(Qr(s)){let r=s.toString(e);return s<0?"-"+n+r.substr(1):n+r}return lb.stringifyNumber(
t)}var HI={identify:Qr,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,n)=>ia(t,2,2,n),stringify:t=>ad(t,2,"0b")},VI={identify:Qr,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,n)=>ia(t,1,8,n),stringify:t=>ad(t,8,"0")},UI={identify:Qr,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,n)=>ia(t,0,10,n),stringify:lb.stringifyNumber},BI={identify:Qr,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,n)=>ia(t,2,16,n),stringify:t=>ad(t,16,"0x")};Jr.int=UI;Jr.intBin=HI;Jr.intHex=BI;Jr.intOct=VI});var ld=O(cd=>{"use strict";var la=se(),aa=Mn(),ca=jn(),us=class t extends ca.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let n;la.isPair(e)?n=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?n=new aa.Pair(e.key,null):n=new aa.Pair(e,null),ca.findPair(this.items,n.key)||this.items.push(n)}get(e,n){let s=ca.
findPair(this.items,e);return!n&&la.isPair(s)?la.isScalar(s.key)?s.key.value:s.key:s}set(e,n){if(typeof n!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof n}`);let s=ca.findPair(this.items,e);s&&!n?this.items.splice(this.items.indexOf(s),1):!s&&n&&this.items.push(new aa.
Pair(e))}toJSON(e,n){return super.toJSON(e,n,Set)}toString(e,n,s){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),n,s);throw new Error("Set items must all have null values")}static from(e,n,s){let{replacer:r}=s,o=new this(e);if(n&&Symbol.iterator in
Object(n))for(let i of n)typeof r=="function"&&(i=r.call(n,i,i)),o.items.push(aa.createPair(i,null,s));return o}};us.tag="tag:yaml.org,2002:set";var GI={collection:"\
map",identify:t=>t instanceof Set,nodeClass:us,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,n)=>us.from(t,e,n),resolve(t,e){if(la.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new us,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};cd.YAMLSet=us;cd.set=GI});var ud=O(da=>{"use strict";var zI=Bs();function dd(t,e){let n=t[0],s=n==="-"||n==="+"?t.substring(1):t,r=i=>e?BigInt(i):Number(i),o=s.replace(/_/g,"").split(":").
reduce((i,a)=>i*r(60)+r(a),r(0));return n==="-"?r(-1)*o:o}function ub(t){let{value:e}=t,n=i=>i;if(typeof e=="bigint")n=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return zI.stringifyNumber(t);let s="";e<0&&(s="-",e*=n(-1));let r=n(60),o=[e%r];return e<60?o.unshift(0):(e=(e-o[0])/r,o.unshift(e%r),e>=60&&(e=(e-o[0])/r,o.
unshift(e))),s+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var KI={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:n})=>dd(t,n),stringify:ub},YI={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>dd(t,!1),stringify:ub},pb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(pb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,n,s,r,o,i,a]=e.map(Number),c=e[7]?Number((e[7]+"00").substr(1,3)):0,l=Date.UTC(n,s-1,r,o||0,i||0,a||0,c),d=e[8];if(d&&d!=="Z"){let u=dd(d,!1);Math.
abs(u)<30&&(u*=60),l-=6e4*u}return new Date(l)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};da.floatTime=YI;da.intTime=KI;da.
timestamp=pb});var mb=O(hb=>{"use strict";var XI=Vs(),QI=Qi(),JI=Us(),ZI=Kr(),e$=ed(),fb=ab(),pd=cb(),ua=db(),t$=Vi(),n$=rd(),s$=ra(),r$=ld(),fd=ud(),o$=[XI.map,JI.seq,ZI.string,
QI.nullTag,fb.trueTag,fb.falseTag,ua.intBin,ua.intOct,ua.int,ua.intHex,pd.floatNaN,pd.floatExp,pd.float,e$.binary,t$.merge,n$.omap,s$.pairs,r$.set,fd.intTime,fd.
floatTime,fd.timestamp];hb.schema=o$});var Cb=O(gd=>{"use strict";var kb=Vs(),i$=Qi(),xb=Us(),a$=Kr(),c$=Gl(),hd=Kl(),md=Xl(),l$=Ky(),d$=Qy(),vb=ed(),Zr=Vi(),wb=rd(),Sb=ra(),gb=mb(),Eb=ld(),pa=ud(),yb=new Map(
[["core",l$.schema],["failsafe",[kb.map,xb.seq,a$.string]],["json",d$.schema],["yaml11",gb.schema],["yaml-1.1",gb.schema]]),bb={binary:vb.binary,bool:c$.boolTag,
float:hd.float,floatExp:hd.floatExp,floatNaN:hd.floatNaN,floatTime:pa.floatTime,int:md.int,intHex:md.intHex,intOct:md.intOct,intTime:pa.intTime,map:kb.map,merge:Zr.
merge,null:i$.nullTag,omap:wb.omap,pairs:Sb.pairs,seq:xb.seq,set:Eb.set,timestamp:pa.timestamp},u$={"tag:yaml.org,2002:binary":vb.binary,"tag:yaml.org,2002:merg\
e":Zr.merge,"tag:yaml.org,2002:omap":wb.omap,"tag:yaml.org,2002:pairs":Sb.pairs,"tag:yaml.org,2002:set":Eb.set,"tag:yaml.org,2002:timestamp":pa.timestamp};function p$(t,e,n){
let s=yb.get(e);if(s&&!t)return n&&!s.includes(Zr.merge)?s.concat(Zr.merge):s.slice();let r=s;if(!r)if(Array.isArray(t))r=[];else{let o=Array.from(yb.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
r=r.concat(o);else typeof t=="function"&&(r=t(r.slice()));return n&&(r=r.concat(Zr.merge)),r.reduce((o,i)=>{let a=typeof i=="string"?bb[i]:i;if(!a){let c=JSON.stringify(
i),l=Object.keys(bb).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${c}; use one of ${l}`)}return o.includes(a)||o.push(a),o},[])}gd.
coreKnownTags=u$;gd.getTags=p$});var kd=O(_b=>{"use strict";var yd=se(),f$=Vs(),h$=Us(),m$=Kr(),fa=Cb(),g$=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,bd=class t{constructor({compat:e,customTags:n,merge:s,
resolveKnownTags:r,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?fa.getTags(e,"compat"):e?fa.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=r?fa.coreKnownTags:{},this.tags=fa.getTags(n,this.name,s),this.toStringOptions=a??null,Object.defineProperty(this,yd.MAP,{value:f$.
map}),Object.defineProperty(this,yd.SCALAR,{value:m$.string}),Object.defineProperty(this,yd.SEQ,{value:h$.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
g$:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};_b.Schema=bd});var Tb=O(Ab=>{"use strict";var y$=se(),xd=Br(),eo=Fr();function b$(t,e){let n=[],s=e.directives===!0;if(e.directives!==!1&&t.directives){let c=t.directives.toString(
t);c?(n.push(c),s=!0):t.directives.docStart&&(s=!0)}s&&n.push("---");let r=xd.createStringifyContext(t,e),{commentString:o}=r.options;if(t.commentBefore){n.length!==
1&&n.unshift("");let c=o(t.commentBefore);n.unshift(eo.indentComment(c,""))}let i=!1,a=null;if(t.contents){if(y$.isNode(t.contents)){if(t.contents.spaceBefore&&
s&&n.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);n.push(eo.indentComment(d,""))}r.forceBlockIndent=!!t.comment,a=t.contents.comment}let c=a?
void 0:()=>i=!0,l=xd.stringify(t.contents,r,()=>a=null,c);a&&(l+=eo.lineComment(l,"",o(a))),(l[0]==="|"||l[0]===">")&&n[n.length-1]==="---"?n[n.length-1]=`--- ${l}`:
n.push(l)}else n.push(xd.stringify(t.contents,r));if(t.directives?.docEnd)if(t.comment){let c=o(t.comment);c.includes(`
`)?(n.push("..."),n.push(eo.indentComment(c,""))):n.push(`... ${c}`)}else n.push("...");else{let c=t.comment;c&&i&&(c=c.replace(/^\n+/,"")),c&&((!i||a)&&n[n.length-
1]!==""&&n.push(""),n.push(eo.indentComment(o(c),"")))}return n.join(`
`)+`
`}Ab.stringifyDocument=b$});var to=O(Pb=>{"use strict";var k$=qr(),Gs=Ni(),Pt=se(),x$=Mn(),v$=On(),w$=kd(),S$=Tb(),vd=Pi(),E$=Cl(),C$=jr(),wd=El(),Sd=class t{constructor(e,n,s){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,Pt.NODE_TYPE,{value:Pt.DOC});let r=null;typeof n=="function"||Array.isArray(n)?
r=n:s===void 0&&n&&(s=n,n=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},s);this.options=o;let{version:i}=o;s?._directives?(this.directives=s._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new wd.Directives({version:i}),this.setSchema(i,s),this.contents=e===void 0?null:this.createNode(e,r,s)}clone(){let e=Object.create(t.
prototype,{[Pt.NODE_TYPE]:{value:Pt.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=Pt.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){zs(this.contents)&&this.contents.add(e)}addIn(e,n){zs(this.
contents)&&this.contents.addIn(e,n)}createAlias(e,n){if(!e.anchor){let s=vd.anchorNames(this);e.anchor=!n||s.has(n)?vd.findNewAnchor(n||"a",s):n}return new k$.Alias(
e.anchor)}createNode(e,n,s){let r;if(typeof n=="function")e=n.call({"":e},"",e),r=n;else if(Array.isArray(n)){let g=x=>typeof x=="number"||x instanceof String||
x instanceof Number,k=n.filter(g).map(String);k.length>0&&(n=n.concat(k)),r=n}else s===void 0&&n&&(s=n,n=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:c,onTagObj:l,tag:d}=s??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=vd.createNodeAnchors(this,i||"a"),h={aliasDuplicateObjects:o??!0,keepUndefined:c??
!1,onAnchor:u,onTagObj:l,replacer:r,schema:this.schema,sourceObjects:f},m=C$.createNode(e,d,h);return a&&Pt.isCollection(m)&&(m.flow=!0),p(),m}createPair(e,n,s={}){
let r=this.createNode(e,null,s),o=this.createNode(n,null,s);return new x$.Pair(r,o)}delete(e){return zs(this.contents)?this.contents.delete(e):!1}deleteIn(e){return Gs.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):zs(this.contents)?this.contents.deleteIn(e):!1}get(e,n){return Pt.isCollection(this.contents)?this.
contents.get(e,n):void 0}getIn(e,n){return Gs.isEmptyPath(e)?!n&&Pt.isScalar(this.contents)?this.contents.value:this.contents:Pt.isCollection(this.contents)?this.
contents.getIn(e,n):void 0}has(e){return Pt.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return Gs.isEmptyPath(e)?this.contents!==void 0:Pt.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,n){this.contents==null?this.contents=Gs.collectionFromPath(this.schema,[e],n):zs(this.contents)&&this.contents.set(
e,n)}setIn(e,n){Gs.isEmptyPath(e)?this.contents=n:this.contents==null?this.contents=Gs.collectionFromPath(this.schema,Array.from(e),n):zs(this.contents)&&this.contents.
setIn(e,n)}setSchema(e,n={}){typeof e=="number"&&(e=String(e));let s;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new wd.
Directives({version:"1.1"}),s={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new wd.Directives({version:e}),s={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,s=null;break;default:{let r=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${r}`)}}if(n.schema instanceof Object)this.schema=n.schema;else if(s)this.schema=
new w$.Schema(Object.assign(s,n));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:n,mapAsMap:s,
maxAliasCount:r,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r=="number"?r:100},c=v$.toJS(
this.contents,n??"",a);if(typeof o=="function")for(let{count:l,res:d}of a.anchors.values())o(d,l);return typeof i=="function"?E$.applyReviver(i,{"":c},"",c):c}toJSON(e,n){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:n})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let n=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${n}`)}return S$.stringifyDocument(this,e)}};function zs(t){if(Pt.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
Pb.Document=Sd});var ro=O(so=>{"use strict";var no=class extends Error{constructor(e,n,s,r){super(),this.name=e,this.code=s,this.message=r,this.pos=n}},Ed=class extends no{constructor(e,n,s){
super("YAMLParseError",e,n,s)}},Cd=class extends no{constructor(e,n,s){super("YAMLWarning",e,n,s)}},_$=(t,e)=>n=>{if(n.pos[0]===-1)return;n.linePos=n.pos.map(a=>e.
linePos(a));let{line:s,col:r}=n.linePos[0];n.message+=` at line ${s}, column ${r}`;let o=r-1,i=t.substring(e.lineStarts[s-1],e.lineStarts[s]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),s>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[s-2],e.lineStarts[s-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,c=n.linePos[1];c?.line===s&&c.col>r&&(a=Math.max(1,Math.min(c.col-r,80-o)));let l=" ".repeat(o)+"^".repeat(a);n.message+=`:

${i}
${l}
`}};so.YAMLError=no;so.YAMLParseError=Ed;so.YAMLWarning=Cd;so.prettifyError=_$});var oo=O(Rb=>{"use strict";function A$(t,{flow:e,indicator:n,next:s,offset:r,onError:o,parentIndent:i,startOnNewline:a}){let c=!1,l=a,d=a,u="",p="",f=!1,h=!1,m=null,
g=null,k=null,x=null,E=null,S=null,w=null;for(let C of t)switch(h&&(C.type!=="space"&&C.type!=="newline"&&C.type!=="comma"&&o(C.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),h=!1),m&&(l&&C.type!=="comment"&&C.type!=="newline"&&o(m,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),m=null),C.type){case"space":!e&&(n!=="doc-start"||s?.type!=="flow-collection")&&C.source.includes("	")&&(m=C),d=!0;break;case"comment":{d||o(C,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let N=C.source.substring(1)||" ";u?u+=p+N:u=N,p="",l=!1;break}case"newlin\
e":l?u?u+=C.source:(!S||n!=="seq-item-ind")&&(c=!0):p+=C.source,l=!0,f=!0,(g||k)&&(x=C),d=!0;break;case"anchor":g&&o(C,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),C.source.endsWith(":")&&o(C.offset+C.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=C,w??(w=C.offset),l=!1,d=!1,h=!0;break;case"\
tag":{k&&o(C,"MULTIPLE_TAGS","A node can have at most one tag"),k=C,w??(w=C.offset),l=!1,d=!1,h=!0;break}case n:(g||k)&&o(C,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${C.source} indicator`),S&&o(C,"UNEXPECTED_TOKEN",`Unexpected ${C.source} in ${e??"collection"}`),S=C,l=n==="seq-item-ind"||n==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){E&&o(C,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),E=C,l=!1,d=!1;break}default:o(C,"UNEXPECTED_TOKEN",`Unexpected ${C.type} toke\
n`),l=!1,d=!1}let A=t[t.length-1],P=A?A.offset+A.source.length:r;return h&&s&&s.type!=="space"&&s.type!=="newline"&&s.type!=="comma"&&(s.type!=="scalar"||s.source!==
"")&&o(s.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),m&&(l&&m.indent<=i||s?.type==="block-map"||s?.type==="bl\
ock-seq")&&o(m,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:E,found:S,spaceBefore:c,comment:u,hasNewline:f,anchor:g,tag:k,newlineAfterProp:x,end:P,
start:w??P}}Rb.resolveProps=A$});var ha=O(Ib=>{"use strict";function _d(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let n of e.start)if(n.type==="n\
ewline")return!0;if(e.sep){for(let n of e.sep)if(n.type==="newline")return!0}if(_d(e.key)||_d(e.value))return!0}return!1;default:return!0}}Ib.containsNewline=_d});var Ad=O($b=>{"use strict";var T$=ha();function P$(t,e,n){if(e?.type==="flow-collection"){let s=e.end[0];s.indent===t&&(s.source==="]"||s.source==="}")&&T$.containsNewline(
e)&&n(s,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}$b.flowIndentCheck=P$});var Td=O(Ob=>{"use strict";var Nb=se();function R$(t,e,n){let{uniqueKeys:s}=t.options;if(s===!1)return!1;let r=typeof s=="function"?s:(o,i)=>o===i||Nb.isScalar(
o)&&Nb.isScalar(i)&&o.value===i.value;return e.some(o=>r(o.key,n))}Ob.mapIncludes=R$});var jb=O(qb=>{"use strict";var Lb=Mn(),I$=jn(),Db=oo(),$$=ha(),Wb=Ad(),N$=Td(),Mb="All mapping items must start at the same column";function O$({composeNode:t,composeEmptyNode:e},n,s,r,o){
let i=o?.nodeClass??I$.YAMLMap,a=new i(n.schema);n.atRoot&&(n.atRoot=!1);let c=s.offset,l=null;for(let d of s.items){let{start:u,key:p,sep:f,value:h}=d,m=Db.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:c,onError:r,parentIndent:s.indent,startOnNewline:!0}),g=!m.found;if(g){if(p&&(p.type==="block-seq"?r(c,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==s.indent&&r(c,"BAD_INDENT",Mb)),!m.anchor&&!m.tag&&!f){
l=m.end,m.comment&&(a.comment?a.comment+=`
`+m.comment:a.comment=m.comment);continue}(m.newlineAfterProp||$$.containsNewline(p))&&r(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else m.found?.indent!==s.indent&&r(c,"BAD_INDENT",Mb);n.atKey=!0;let k=m.end,x=p?t(n,p,m,r):e(n,k,u,null,m,r);n.schema.compat&&Wb.flowIndentCheck(
s.indent,p,r),n.atKey=!1,N$.mapIncludes(n,a.items,x)&&r(k,"DUPLICATE_KEY","Map keys must be unique");let E=Db.resolveProps(f??[],{indicator:"map-value-ind",next:h,
offset:x.range[2],onError:r,parentIndent:s.indent,startOnNewline:!p||p.type==="block-scalar"});if(c=E.end,E.found){g&&(h?.type==="block-map"&&!E.hasNewline&&r(c,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),n.options.strict&&m.start<E.found.offset-1024&&r(x.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let S=h?t(n,h,E,r):e(n,c,f,null,E,r);n.schema.compat&&Wb.flowIndentCheck(
s.indent,h,r),c=S.range[2];let w=new Lb.Pair(x,S);n.options.keepSourceTokens&&(w.srcToken=d),a.items.push(w)}else{g&&r(x.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),E.comment&&(x.comment?x.comment+=`
`+E.comment:x.comment=E.comment);let S=new Lb.Pair(x);n.options.keepSourceTokens&&(S.srcToken=d),a.items.push(S)}}return l&&l<c&&r(l,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[s.offset,c,l??c],a}qb.resolveBlockMap=O$});var Hb=O(Fb=>{"use strict";var L$=Fn(),D$=oo(),W$=Ad();function M$({composeNode:t,composeEmptyNode:e},n,s,r,o){let i=o?.nodeClass??L$.YAMLSeq,a=new i(n.schema);
n.atRoot&&(n.atRoot=!1),n.atKey&&(n.atKey=!1);let c=s.offset,l=null;for(let{start:d,value:u}of s.items){let p=D$.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:c,onError:r,parentIndent:s.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?r(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):r(c,"MISSING_CHAR","Sequence item without - indicator");else{l=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(n,u,p,r):
e(n,p.end,d,null,p,r);n.schema.compat&&W$.flowIndentCheck(s.indent,u,r),c=f.range[2],a.items.push(f)}return a.range=[s.offset,c,l??c],a}Fb.resolveBlockSeq=M$});var Ks=O(Vb=>{"use strict";function q$(t,e,n,s){let r="";if(t){let o=!1,i="";for(let a of t){let{source:c,type:l}=a;switch(l){case"space":o=!0;break;case"commen\
t":{n&&!o&&s(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=c.substring(1)||" ";r?r+=i+d:r=d,i="";break}case"n\
ewline":r&&(i+=c),o=!0;break;default:s(a,"UNEXPECTED_TOKEN",`Unexpected ${l} at node end`)}e+=c.length}}return{comment:r,offset:e}}Vb.resolveEnd=q$});var zb=O(Gb=>{"use strict";var j$=se(),F$=Mn(),Ub=jn(),H$=Fn(),V$=Ks(),Bb=oo(),U$=ha(),B$=Td(),Pd="Block collections are not allowed within flow collections",Rd=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function G$({composeNode:t,composeEmptyNode:e},n,s,r,o){let i=s.start.source==="{",a=i?"flow map":"flow sequence",c=o?.
nodeClass??(i?Ub.YAMLMap:H$.YAMLSeq),l=new c(n.schema);l.flow=!0;let d=n.atRoot;d&&(n.atRoot=!1),n.atKey&&(n.atKey=!1);let u=s.offset+s.start.source.length;for(let g=0;g<
s.items.length;++g){let k=s.items[g],{start:x,key:E,sep:S,value:w}=k,A=Bb.resolveProps(x,{flow:a,indicator:"explicit-key-ind",next:E??S?.[0],offset:u,onError:r,
parentIndent:s.indent,startOnNewline:!1});if(!A.found){if(!A.anchor&&!A.tag&&!S&&!w){g===0&&A.comma?r(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<s.items.
length-1&&r(A.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),A.comment&&(l.comment?l.comment+=`
`+A.comment:l.comment=A.comment),u=A.end;continue}!i&&n.options.strict&&U$.containsNewline(E)&&r(E,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)A.comma&&r(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(A.comma||r(A.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),A.comment){let P="";e:for(let C of x)switch(C.type){case"comma":case"space":break;case"comment":P=C.source.substring(1);break e;default:break e}
if(P){let C=l.items[l.items.length-1];j$.isPair(C)&&(C=C.value??C.key),C.comment?C.comment+=`
`+P:C.comment=P,A.comment=A.comment.substring(P.length+1)}}if(!i&&!S&&!A.found){let P=w?t(n,w,A,r):e(n,A.end,S,null,A,r);l.items.push(P),u=P.range[2],Rd(w)&&r(P.
range,"BLOCK_IN_FLOW",Pd)}else{n.atKey=!0;let P=A.end,C=E?t(n,E,A,r):e(n,P,x,null,A,r);Rd(E)&&r(C.range,"BLOCK_IN_FLOW",Pd),n.atKey=!1;let N=Bb.resolveProps(S??
[],{flow:a,indicator:"map-value-ind",next:w,offset:C.range[2],onError:r,parentIndent:s.indent,startOnNewline:!1});if(N.found){if(!i&&!A.found&&n.options.strict){
if(S)for(let M of S){if(M===N.found)break;if(M.type==="newline"){r(M,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}A.start<N.found.offset-1024&&r(N.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
w&&("source"in w&&w.source?.[0]===":"?r(w,"MISSING_CHAR",`Missing space after : in ${a}`):r(N.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let V=w?
t(n,w,N,r):N.found?e(n,N.end,S,null,N,r):null;V?Rd(w)&&r(V.range,"BLOCK_IN_FLOW",Pd):N.comment&&(C.comment?C.comment+=`
`+N.comment:C.comment=N.comment);let te=new F$.Pair(C,V);if(n.options.keepSourceTokens&&(te.srcToken=k),i){let M=l;B$.mapIncludes(n,M.items,C)&&r(P,"DUPLICATE_K\
EY","Map keys must be unique"),M.items.push(te)}else{let M=new Ub.YAMLMap(n.schema);M.flow=!0,M.items.push(te);let ye=(V??C).range;M.range=[C.range[0],ye[1],ye[2]],
l.items.push(M)}u=V?V.range[2]:N.end}}let p=i?"}":"]",[f,...h]=s.end,m=u;if(f?.source===p)m=f.offset+f.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
k=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;r(u,d?"MISSING_CHAR":"BAD_INDENT",k),f&&f.source.length!==
1&&h.unshift(f)}if(h.length>0){let g=V$.resolveEnd(h,m,n.options.strict,r);g.comment&&(l.comment?l.comment+=`
`+g.comment:l.comment=g.comment),l.range=[s.offset,m,g.offset]}else l.range=[s.offset,m,m];return l}Gb.resolveFlowCollection=G$});var Yb=O(Kb=>{"use strict";var z$=se(),K$=Pe(),Y$=jn(),X$=Fn(),Q$=jb(),J$=Hb(),Z$=zb();function Id(t,e,n,s,r,o){let i=n.type==="block-map"?Q$.resolveBlockMap(t,
e,n,s,o):n.type==="block-seq"?J$.resolveBlockSeq(t,e,n,s,o):Z$.resolveFlowCollection(t,e,n,s,o),a=i.constructor;return r==="!"||r===a.tagName?(i.tag=a.tagName,i):
(r&&(i.tag=r),i)}function eN(t,e,n,s,r){let o=s.tag,i=o?e.directives.tagName(o.source,p=>r(o,"TAG_RESOLVE_FAILED",p)):null;if(n.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=s,h=p&&o?p.offset>o.offset?p:o:p??o;h&&(!f||f.offset<h.offset)&&r(h,"MISSING_CHAR","Missing newline after block sequence props")}let a=n.type===
"block-map"?"map":n.type==="block-seq"?"seq":n.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===Y$.YAMLMap.tagName&&a==="map"||i===X$.YAMLSeq.tagName&&a===
"seq")return Id(t,e,n,r,i);let c=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!c){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),c=p;else return p?r(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):r(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),Id(t,e,n,r,i)}let l=Id(t,e,n,r,i,c),d=c.resolve?.(l,p=>r(o,"TAG_RESOLVE_FAILED",p),e.options)??l,u=z$.isNode(d)?d:new K$.
Scalar(d);return u.range=l.range,u.tag=i,c?.format&&(u.format=c.format),u}Kb.composeCollection=eN});var Nd=O(Xb=>{"use strict";var $d=Pe();function tN(t,e,n){let s=e.offset,r=nN(e,t.options.strict,n);if(!r)return{value:"",type:null,comment:"",range:[s,s,s]};let o=r.
mode===">"?$d.Scalar.BLOCK_FOLDED:$d.Scalar.BLOCK_LITERAL,i=e.source?sN(e.source):[],a=i.length;for(let m=i.length-1;m>=0;--m){let g=i[m][1];if(g===""||g==="\r")
a=m;else break}if(a===0){let m=r.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=s+r.length;return e.source&&(g+=e.source.length),{value:m,type:o,comment:r.comment,range:[s,g,g]}}let c=e.indent+r.indent,
l=e.offset+r.length,d=0;for(let m=0;m<a;++m){let[g,k]=i[m];if(k===""||k==="\r")r.indent===0&&g.length>c&&(c=g.length);else{g.length<c&&n(l+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),r.indent===0&&(c=g.length),d=m,c===0&&!t.atRoot&&n(l,"BAD_\
INDENT","Block scalar values in collections must be indented");break}l+=g.length+k.length+1}for(let m=i.length-1;m>=a;--m)i[m][0].length>c&&(a=m+1);let u="",p="",
f=!1;for(let m=0;m<d;++m)u+=i[m][0].slice(c)+`
`;for(let m=d;m<a;++m){let[g,k]=i[m];l+=g.length+k.length+1;let x=k[k.length-1]==="\r";if(x&&(k=k.slice(0,-1)),k&&g.length<c){let S=`Block scalar lines must not\
 be less indented than their ${r.indent?"explicit indentation indicator":"first line"}`;n(l-k.length-(x?2:1),"BAD_INDENT",S),g=""}o===$d.Scalar.BLOCK_LITERAL?(u+=
p+g.slice(c)+k,p=`
`):g.length>c||k[0]==="	"?(p===" "?p=`
`:!f&&p===`
`&&(p=`

`),u+=p+g.slice(c)+k,p=`
`,f=!0):k===""?p===`
`?u+=`
`:p=`
`:(u+=p+k,p=" ",f=!1)}switch(r.chomp){case"-":break;case"+":for(let m=a;m<i.length;++m)u+=`
`+i[m][0].slice(c);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let h=s+r.length+e.source.length;return{value:u,type:o,comment:r.comment,range:[s,h,h]}}function nN({offset:t,props:e},n,s){if(e[0].type!=="block-scalar-heade\
r")return s(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:r}=e[0],o=r[0],i=0,a="",c=-1;for(let p=1;p<r.length;++p){let f=r[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let h=Number(f);!i&&h?i=h:c===-1&&(c=t+p)}}c!==-1&&s(c,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${r}`);let l=!1,
d="",u=r.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":l=!0;case"newline":u+=f.source.length;break;case"comment":n&&!l&&s(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":s(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let h=`Unexpected token in block scalar header: ${f.type}`;s(f,"UNEXPECTED_TOKEN",h);let m=f.source;m&&typeof m==
"string"&&(u+=m.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function sN(t){let e=t.split(/\n( *)/),n=e[0],s=n.match(/^( *)/),o=[s?.[1]?[s[1],n.
slice(s[1].length)]:["",n]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}Xb.resolveBlockScalar=tN});var Ld=O(Jb=>{"use strict";var Od=Pe(),rN=Ks();function oN(t,e,n){let{offset:s,type:r,source:o,end:i}=t,a,c,l=(p,f,h)=>n(s+p,f,h);switch(r){case"scalar":a=Od.Scalar.
PLAIN,c=iN(o,l);break;case"single-quoted-scalar":a=Od.Scalar.QUOTE_SINGLE,c=aN(o,l);break;case"double-quoted-scalar":a=Od.Scalar.QUOTE_DOUBLE,c=cN(o,l);break;default:
return n(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${r}`),{value:"",type:null,comment:"",range:[s,s+o.length,s+o.length]}}let d=s+o.length,
u=rN.resolveEnd(i,d,e,n);return{value:c,type:a,comment:u.comment,range:[s,d,u.offset]}}function iN(t,e){let n="";switch(t[0]){case"	":n="a tab character";break;case"\
,":n="flow indicator character ,";break;case"%":n="directive indicator character %";break;case"|":case">":{n=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{n=`reserved character ${t[0]}`;break}}return n&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${n}`),Qb(t)}function aN(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),Qb(t.slice(1,-1)).replace(/''/g,"'")}function Qb(t){let e=/(.*?)\r?\n/sy,n=e.exec(t);if(!n)
return t;let s,r;try{s=new RegExp("(?<![ 	])[ 	]+$"),r=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{s=/[ \t]+$/,r=/^[ \t]+|[ \t]+$/g}let o=n[1].replace(s,""),
i=" ",a=e.lastIndex;for(;n=e.exec(t);){let l=n[1].replace(r,"");l===""?i===`
`?o+=i:i=`
`:(o+=i+l,i=" "),a=e.lastIndex}let c=/[ \t]*(.*)/sy;return c.lastIndex=a,n=c.exec(t),o+i+(n?.[1]??"")}function cN(t,e){let n="";for(let s=1;s<t.length-1;++s){let r=t[s];
if(!(r==="\r"&&t[s+1]===`
`))if(r===`
`){let{fold:o,offset:i}=lN(t,s);n+=o,s=i}else if(r==="\\"){let o=t[++s],i=dN[o];if(i)n+=i;else if(o===`
`)for(o=t[s+1];o===" "||o==="	";)o=t[++s+1];else if(o==="\r"&&t[s+1]===`
`)for(o=t[++s+1];o===" "||o==="	";)o=t[++s+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;n+=uN(t,s+1,a,e),s+=a}else{let a=t.substr(s-1,2);e(
s-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),n+=a}}else if(r===" "||r==="	"){let o=s,i=t[s+1];for(;i===" "||i==="	";)i=t[++s+1];i!==`
`&&!(i==="\r"&&t[s+2]===`
`)&&(n+=s>o?t.slice(o,s+1):r)}else n+=r}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),n}function lN(t,e){let n="",
s=t[e+1];for(;(s===" "||s==="	"||s===`
`||s==="\r")&&!(s==="\r"&&t[e+2]!==`
`);)s===`
`&&(n+=`
`),e+=1,s=t[e+1];return n||(n=" "),{fold:n,offset:e}}var dN={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function uN(t,e,n,s){let r=t.substr(e,n),i=r.length===n&&
/^[0-9a-fA-F]+$/.test(r)?parseInt(r,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,n+2);return s(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}Jb.resolveFlowScalar=oN});var tk=O(ek=>{"use strict";var ps=se(),Zb=Pe(),pN=Nd(),fN=Ld();function hN(t,e,n,s){let{value:r,type:o,comment:i,range:a}=e.type==="block-scalar"?pN.resolveBlockScalar(
t,e,s):fN.resolveFlowScalar(e,t.options.strict,s),c=n?t.directives.tagName(n.source,u=>s(n,"TAG_RESOLVE_FAILED",u)):null,l;t.options.stringKeys&&t.atKey?l=t.schema[ps.
SCALAR]:c?l=mN(t.schema,r,c,n,s):e.type==="scalar"?l=gN(t,r,e,s):l=t.schema[ps.SCALAR];let d;try{let u=l.resolve(r,p=>s(n??e,"TAG_RESOLVE_FAILED",p),t.options);
d=ps.isScalar(u)?u:new Zb.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);s(n??e,"TAG_RESOLVE_FAILED",p),d=new Zb.Scalar(r)}return d.range=a,d.source=
r,o&&(d.type=o),c&&(d.tag=c),l.format&&(d.format=l.format),i&&(d.comment=i),d}function mN(t,e,n,s,r){if(n==="!")return t[ps.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===n)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[n];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(r(s,"TAG_RESOLVE_FAILED",`Unresolved tag: ${n}`,n!=="tag:yaml.org,2002:str"),t[ps.SCALAR])}function gN({
atKey:t,directives:e,schema:n},s,r,o){let i=n.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(s))||n[ps.SCALAR];if(n.compat){let a=n.compat.find(
c=>c.default&&c.test?.test(s))??n[ps.SCALAR];if(i.tag!==a.tag){let c=e.tagString(i.tag),l=e.tagString(a.tag),d=`Value may be parsed as either ${c} or ${l}`;o(r,
"TAG_RESOLVE_FAILED",d,!0)}}return i}ek.composeScalar=hN});var sk=O(nk=>{"use strict";function yN(t,e,n){if(e){n??(n=e.length);for(let s=n-1;s>=0;--s){let r=e[s];switch(r.type){case"space":case"comment":case"newline":t-=
r.source.length;continue}for(r=e[++s];r?.type==="space";)t+=r.source.length,r=e[++s];break}}return t}nk.emptyScalarPosition=yN});var ik=O(Wd=>{"use strict";var bN=qr(),kN=se(),xN=Yb(),rk=tk(),vN=Ks(),wN=sk(),SN={composeNode:ok,composeEmptyNode:Dd};function ok(t,e,n,s){let r=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:c}=n,l,d=!0;switch(e.type){case"alias":l=EN(t,e,s),(a||c)&&s(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":l=rk.composeScalar(t,e,c,s),a&&(l.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{l=xN.composeCollection(SN,t,e,n,s),a&&(l.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);s(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;s(e,"UNEXPECTED_TOKEN",u),d=!1}}return l??
(l=Dd(t,e.offset,void 0,null,n,s)),a&&l.anchor===""&&s(a,"BAD_ALIAS","Anchor cannot be an empty string"),r&&t.options.stringKeys&&(!kN.isScalar(l)||typeof l.value!=
"string"||l.tag&&l.tag!=="tag:yaml.org,2002:str")&&s(c??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(l.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?l.comment=i:l.commentBefore=i),t.options.keepSourceTokens&&d&&(l.srcToken=e),l}function Dd(t,e,n,s,{spaceBefore:r,comment:o,anchor:i,tag:a,end:c},l){
let d={type:"scalar",offset:wN.emptyScalarPosition(e,n,s),indent:-1,source:""},u=rk.composeScalar(t,d,a,l);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&l(i,"BAD_ALIAS","Anchor cannot be an empty string")),r&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=c),u}function EN({options:t},{offset:e,source:n,end:s},r){
let o=new bN.Alias(n.substring(1));o.source===""&&r(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&r(e+n.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+n.length,a=vN.resolveEnd(s,i,t.strict,r);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}Wd.composeEmptyNode=
Dd;Wd.composeNode=ok});var lk=O(ck=>{"use strict";var CN=to(),ak=ik(),_N=Ks(),AN=oo();function TN(t,e,{offset:n,start:s,value:r,end:o},i){let a=Object.assign({_directives:e},t),c=new CN.
Document(void 0,a),l={atKey:!1,atRoot:!0,directives:c.directives,options:c.options,schema:c.schema},d=AN.resolveProps(s,{indicator:"doc-start",next:r??o?.[0],offset:n,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(c.directives.docStart=!0,r&&(r.type==="block-map"||r.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),c.contents=r?ak.composeNode(l,r,d,i):ak.composeEmptyNode(l,d.end,s,null,d,i);let u=c.
contents.range[2],p=_N.resolveEnd(o,u,!1,i);return p.comment&&(c.comment=p.comment),c.range=[n,u,p.offset],c}ck.composeDoc=TN});var qd=O(pk=>{"use strict";var PN=require("process"),RN=El(),IN=to(),io=ro(),dk=se(),$N=lk(),NN=Ks();function ao(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:n}=t;return[e,e+(typeof n=="string"?n.length:1)]}function uk(t){let e="",n=!1,s=!1;for(let r=0;r<
t.length;++r){let o=t[r];switch(o[0]){case"#":e+=(e===""?"":s?`

`:`
`)+(o.substring(1)||" "),n=!0,s=!1;break;case"%":t[r+1]?.[0]!=="#"&&(r+=1),n=!1;break;default:n||(s=!0),n=!1}}return{comment:e,afterEmptyLine:s}}var Md=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(n,s,r,o)=>{let i=ao(n);o?this.warnings.push(new io.YAMLWarning(
i,s,r)):this.errors.push(new io.YAMLParseError(i,s,r))},this.directives=new RN.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,n){let{comment:s,
afterEmptyLine:r}=uk(this.prelude);if(s){let o=e.contents;if(n)e.comment=e.comment?`${e.comment}
${s}`:s;else if(r||e.directives.docStart||!o)e.commentBefore=s;else if(dk.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];dk.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${s}
${a}`:s}else{let i=o.commentBefore;o.commentBefore=i?`${s}
${i}`:s}}if(n){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:uk(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,n=!1,s=-1){for(let r of e)yield*this.next(r);yield*this.end(n,s)}*next(e){switch(PN.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(n,s,r)=>{let o=ao(e);o[0]+=n,this.onError(o,"BAD_DIRECTIVE",s,r)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let n=$N.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!n.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(n,!1),this.doc&&(yield this.doc),this.doc=n,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let n=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,s=new io.YAMLParseError(ao(e),"UNEXPECTED_TOKEN",n);this.atDirectives||!this.doc?this.errors.push(s):this.doc.errors.push(s);break}case"do\
c-end":{if(!this.doc){let s="Unexpected doc-end without preceding document";this.errors.push(new io.YAMLParseError(ao(e),"UNEXPECTED_TOKEN",s));break}this.doc.directives.
docEnd=!0;let n=NN.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),n.comment){let s=this.doc.comment;
this.doc.comment=s?`${s}
${n.comment}`:n.comment}this.doc.range[2]=n.offset;break}default:this.errors.push(new io.YAMLParseError(ao(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,n=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let s=Object.assign({_directives:this.directives},this.options),r=new IN.Document(
void 0,s);this.atDirectives&&this.onError(n,"MISSING_CHAR","Missing directives-end indicator line"),r.range=[0,n,n],this.decorate(r,!1),yield r}}};pk.Composer=Md});var mk=O(ma=>{"use strict";var ON=Nd(),LN=Ld(),DN=ro(),fk=Ur();function WN(t,e=!0,n){if(t){let s=(r,o,i)=>{let a=typeof r=="number"?r:Array.isArray(r)?r[0]:r.offset;
if(n)n(a,o,i);else throw new DN.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return LN.resolveFlowScalar(
t,e,s);case"block-scalar":return ON.resolveBlockScalar({options:{strict:e}},t,s)}}return null}function MN(t,e){let{implicitKey:n=!1,indent:s,inFlow:r=!1,offset:o=-1,
type:i="PLAIN"}=e,a=fk.stringifyString({type:i,value:t},{implicitKey:n,indent:s>0?" ".repeat(s):"",inFlow:r,options:{blockQuote:!0,lineWidth:-1}}),c=e.end??[{type:"\
newline",offset:-1,indent:s,source:`
`}];switch(a[0]){case"|":case">":{let l=a.indexOf(`
`),d=a.substring(0,l),u=a.substring(l+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:s,source:d}];return hk(p,c)||p.push({type:"newline",offset:-1,indent:s,source:`
`}),{type:"block-scalar",offset:o,indent:s,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:s,source:a,end:c};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:s,source:a,end:c};default:return{type:"scalar",offset:o,indent:s,source:a,end:c}}}function qN(t,e,n={}){let{afterKey:s=!1,implicitKey:r=!1,
inFlow:o=!1,type:i}=n,a="indent"in t?t.indent:null;if(s&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let l=t.props[0];if(l.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=l.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let c=fk.stringifyString({type:i,value:e},{implicitKey:r||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(c[0]){case"|":case">":jN(t,c);break;case'"':jd(t,c,"double-quoted-scalar");break;case"\
'":jd(t,c,"single-quoted-scalar");break;default:jd(t,c,"scalar")}}function jN(t,e){let n=e.indexOf(`
`),s=e.substring(0,n),r=e.substring(n+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=s,t.source=r}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:s}];hk(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let c of Object.keys(t))c!=="type"&&c!=="offset"&&delete t[c];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:r})}}function hk(t,e){if(e)for(let n of e)
switch(n.type){case"space":case"comment":t.push(n);break;case"newline":return t.push(n),!0}return!1}function jd(t,e,n){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=n,t.source=e;break;case"block-scalar":{let s=t.props.slice(1),r=e.length;t.props[0].type==="block-scalar-header"&&
(r-=t.props[0].source.length);for(let o of s)o.offset+=r;delete t.props,Object.assign(t,{type:n,source:e,end:s});break}case"block-map":case"block-seq":{let r={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:n,source:e,end:[r]});break}default:{let s="indent"in t?t.indent:-1,r="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:n,indent:s,source:e,
end:r})}}}ma.createScalarToken=MN;ma.resolveAsScalar=WN;ma.setScalarValue=qN});var yk=O(gk=>{"use strict";var FN=t=>"type"in t?ya(t):ga(t);function ya(t){switch(t.type){case"block-scalar":{let e="";for(let n of t.props)e+=ya(n);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let n of t.items)e+=ga(n);return e}case"flow-collection":{let e=t.start.source;for(let n of t.items)e+=ga(n);
for(let n of t.end)e+=n.source;return e}case"document":{let e=ga(t);if(t.end)for(let n of t.end)e+=n.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let n of t.end)e+=n.source;return e}}}function ga({start:t,key:e,sep:n,value:s}){let r="";for(let o of t)r+=o.source;if(e&&(r+=ya(e)),n)for(let o of n)r+=o.
source;return s&&(r+=ya(s)),r}gk.stringify=FN});var vk=O(xk=>{"use strict";var Fd=Symbol("break visit"),HN=Symbol("skip children"),bk=Symbol("remove item");function fs(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),kk(Object.freeze([]),t,e)}fs.BREAK=Fd;fs.SKIP=HN;fs.REMOVE=bk;fs.itemAtPath=(t,e)=>{let n=t;for(let[s,r]of e){let o=n?.[s];if(o&&
"items"in o)n=o.items[r];else return}return n};fs.parentCollection=(t,e)=>{let n=fs.itemAtPath(t,e.slice(0,-1)),s=e[e.length-1][0],r=n?.[s];if(r&&"items"in r)return r;
throw new Error("Parent collection not found")};function kk(t,e,n){let s=n(e,t);if(typeof s=="symbol")return s;for(let r of["key","value"]){let o=e[r];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=kk(Object.freeze(t.concat([[r,i]])),o.items[i],n);if(typeof a=="number")i=a-1;else{if(a===Fd)return Fd;a===bk&&
(o.items.splice(i,1),i-=1)}}typeof s=="function"&&r==="key"&&(s=s(e,t))}}return typeof s=="function"?s(e,t):s}xk.visit=fs});var ba=O(ut=>{"use strict";var Hd=mk(),VN=yk(),UN=vk(),Vd="\uFEFF",Ud="",Bd="",Gd="",BN=t=>!!t&&"items"in t,GN=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function zN(t){switch(t){case Vd:return"<BOM>";case Ud:return"<DOC>";case Bd:return"<FL\
OW_END>";case Gd:return"<SCALAR>";default:return JSON.stringify(t)}}function KN(t){switch(t){case Vd:return"byte-order-mark";case Ud:return"doc-mode";case Bd:return"\
flow-error-end";case Gd:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}ut.createScalarToken=Hd.createScalarToken;ut.resolveAsScalar=Hd.resolveAsScalar;ut.setScalarValue=Hd.
setScalarValue;ut.stringify=VN.stringify;ut.visit=UN.visit;ut.BOM=Vd;ut.DOCUMENT=Ud;ut.FLOW_END=Bd;ut.SCALAR=Gd;ut.isCollection=BN;ut.isScalar=GN;ut.prettyToken=
zN;ut.tokenType=KN});var Yd=O(Sk=>{"use strict";var co=ba();function Dt(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var wk=new Set("0123456789ABCDEFabcdef"),YN=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),ka=new Set(",[]{}"),XN=new Set(` ,[]{}
\r	`),zd=t=>!t||XN.has(t),Kd=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,n=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!n;let s=this.next??"stream";for(;s&&(n||this.hasChars(1));)s=yield*this.parseNext(
s)}atLineEnd(){let e=this.pos,n=this.buffer[e];for(;n===" "||n==="	";)n=this.buffer[++e];return!n||n==="#"||n===`
`?!0:n==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let n=this.buffer[e];if(this.indentNext>0){let s=0;for(;n===" ";)n=this.buffer[++s+e];if(n==="\r"){
let r=this.buffer[s+e+1];if(r===`
`||!r&&!this.atEnd)return e+s+1}return n===`
`||s>=this.indentNext||!n&&!this.atEnd?e+s:-1}if(n==="-"||n==="."){let s=this.buffer.substr(e,3);if((s==="---"||s==="...")&&Dt(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===co.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let n=e.length,s=e.indexOf("#");for(;s!==-1;){
let o=e[s-1];if(o===" "||o==="	"){n=s-1;break}else s=e.indexOf("#",s+1)}for(;;){let o=e[n-1];if(o===" "||o==="	")n-=1;else break}let r=(yield*this.pushCount(n))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-r),this.pushNewline(),"stream"}if(this.atLineEnd()){let n=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-n),yield*this.pushNewline(),"stream"}return yield co.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let n=this.peek(3);if((n==="---"||
n==="...")&&Dt(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,n==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Dt(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,n]=this.peek(
2);if(!n&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Dt(n)){let s=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=s,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let n=yield*this.pushIndicators();switch(e[n]){case"#":yield*this.pushCount(e.length-n);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(zd),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return n+=yield*this.parseBlockScalarHeader(),n+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-n),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,n,s=-1;do e=yield*this.pushNewline(),e>0?(n=yield*this.pushSpaces(!1),this.indentValue=s=n):n=0,n+=yield*this.pushSpaces(!0);while(e+n>0);let r=this.getLine();
if(r===null)return this.setNext("flow");if((s!==-1&&s<this.indentNext&&r[0]!=="#"||s===0&&(r.startsWith("---")||r.startsWith("..."))&&Dt(r[3]))&&!(s===this.indentNext-
1&&this.flowLevel===1&&(r[0]==="]"||r[0]==="}")))return this.flowLevel=0,yield co.FLOW_END,yield*this.parseLineStart();let o=0;for(;r[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),r[o]){case void 0:return"flow";case"#":return yield*this.pushCount(r.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(zd),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Dt(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),n=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;n!==-1&&this.buffer[n+1]==="'";)
n=this.buffer.indexOf("'",n+2);else for(;n!==-1;){let o=0;for(;this.buffer[n-1-o]==="\\";)o+=1;if(o%2===0)break;n=this.buffer.indexOf('"',n+1)}let s=this.buffer.
substring(0,n),r=s.indexOf(`
`,this.pos);if(r!==-1){for(;r!==-1;){let o=this.continueScalar(r+1);if(o===-1)break;r=s.indexOf(`
`,o)}r!==-1&&(n=r-(s[r-1]==="\r"?2:1))}if(n===-1){if(!this.atEnd)return this.setNext("quoted-scalar");n=this.buffer.length}return yield*this.pushToIndex(n+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let n=this.buffer[++e];if(n==="+")
this.blockScalarKeep=!0;else if(n>"0"&&n<="9")this.blockScalarIndent=Number(n)-1;else if(n!=="-")break}return yield*this.pushUntil(n=>Dt(n)||n==="#")}*parseBlockScalar(){
let e=this.pos-1,n=0,s;e:for(let o=this.pos;s=this.buffer[o];++o)switch(s){case" ":n+=1;break;case`
`:e=o,n=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!s&&!this.atEnd)return this.setNext("block-scalar");if(n>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=n:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let r=e+1;for(s=this.buffer[r];s===" ";)s=this.buffer[++r];
if(s==="	"){for(;s==="	"||s===" "||s==="\r"||s===`
`;)s=this.buffer[++r];e=r-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+n>a)e=o;else break}while(!0);return yield co.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,n=this.pos-1,s=this.pos-1,r;for(;r=this.buffer[++s];)if(r===":"){let o=this.buffer[s+1];if(Dt(o)||e&&ka.has(o))break;n=s}else if(Dt(r)){let o=this.buffer[s+
1];if(r==="\r"&&(o===`
`?(s+=1,r=`
`,o=this.buffer[s+1]):n=s),o==="#"||e&&ka.has(o))break;if(r===`
`){let i=this.continueScalar(s+1);if(i===-1)break;s=Math.max(s,i-2)}}else{if(e&&ka.has(r))break;n=s}return!r&&!this.atEnd?this.setNext("plain-scalar"):(yield co.
SCALAR,yield*this.pushToIndex(n+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,n){let s=this.
buffer.slice(this.pos,e);return s?(yield s,this.pos+=s.length,s.length):(n&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(zd),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let n=this.
flowLevel>0,s=this.charAt(1);if(Dt(s)||n&&ka.has(s)){n?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,n=this.buffer[e];for(;!Dt(n)&&n!==">";)n=this.buffer[++e];return yield*this.
pushToIndex(n===">"?e+1:e,!1)}else{let e=this.pos+1,n=this.buffer[e];for(;n;)if(YN.has(n))n=this.buffer[++e];else if(n==="%"&&wk.has(this.buffer[e+1])&&wk.has(this.
buffer[e+2]))n=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let n=this.pos-1,s;do s=this.buffer[++n];while(s===" "||e&&s==="	");let r=n-this.pos;return r>0&&(yield this.buffer.substr(
this.pos,r),this.pos=n),r}*pushUntil(e){let n=this.pos,s=this.buffer[n];for(;!e(s);)s=this.buffer[++n];return yield*this.pushToIndex(n,!1)}};Sk.Lexer=Kd});var Qd=O(Ek=>{"use strict";var Xd=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let n=0,s=this.lineStarts.length;
for(;n<s;){let o=n+s>>1;this.lineStarts[o]<e?n=o+1:s=o}if(this.lineStarts[n]===e)return{line:n+1,col:1};if(n===0)return{line:0,col:e};let r=this.lineStarts[n-1];
return{line:n,col:e-r+1}}}};Ek.LineCounter=Xd});var Zd=O(Pk=>{"use strict";var QN=require("process"),Ck=ba(),JN=Yd();function Hn(t,e){for(let n=0;n<t.length;++n)if(t[n].type===e)return!0;return!1}function _k(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function Tk(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function xa(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function Ys(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function va(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let n=0;n<e.length;++n)
t.push(e[n])}function Ak(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Hn(e.start,"explicit-key-ind")&&!Hn(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,Tk(e.value)?e.value.end?va(e.value.end,e.sep):e.value.end=e.sep:va(e.start,e.sep),delete e.sep)}var Jd=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new JN.Lexer,this.onNewLine=
e}*parse(e,n=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let s of this.lexer.lex(e,n))yield*this.next(s);n||(yield*this.end())}*next(e){if(this.source=
e,QN.env.LOG_TOKENS&&console.log("|",Ck.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let n=Ck.tokenType(e);if(n)
if(n==="scalar")this.atNewLine=!1,this.atScalar=!0,this.type="scalar";else{switch(this.type=n,yield*this.step(),n){case"newline":this.atNewLine=!0,this.indent=0,
this.onNewLine&&this.onNewLine(this.offset+e.length);break;case"space":this.atNewLine&&e[0]===" "&&(this.indent+=e.length);break;case"explicit-key-ind":case"map\
-value-ind":case"seq-item-ind":this.atNewLine&&(this.indent+=e.length);break;case"doc-mode":case"flow-error-end":return;default:this.atNewLine=!1}this.offset+=e.
length}else{let s=`Not a YAML token: ${e}`;yield*this.pop({type:"error",offset:this.offset,message:s,source:e}),this.offset+=e.length}}*end(){for(;this.stack.length>
0;)yield*this.pop()}get sourceToken(){return{type:this.type,offset:this.offset,indent:this.indent,source:this.source}}*step(){let e=this.peek(1);if(this.type===
"doc-end"&&e?.type!=="doc-end"){for(;this.stack.length>0;)yield*this.pop();this.stack.push({type:"doc-end",offset:this.offset,source:this.source});return}if(!e)
return yield*this.stream();switch(e.type){case"document":return yield*this.document(e);case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-sc\
alar":return yield*this.scalar(e);case"block-scalar":return yield*this.blockScalar(e);case"block-map":return yield*this.blockMap(e);case"block-seq":return yield*this.
blockSequence(e);case"flow-collection":return yield*this.flowCollection(e);case"doc-end":return yield*this.documentEnd(e)}yield*this.pop()}peek(e){return this.stack[this.
stack.length-e]}*pop(e){let n=e??this.stack.pop();if(!n)yield{type:"error",offset:this.offset,source:"",message:"Tried to pop an empty stack"};else if(this.stack.
length===0)yield n;else{let s=this.peek(1);switch(n.type==="block-scalar"?n.indent="indent"in s?s.indent:0:n.type==="flow-collection"&&s.type==="document"&&(n.indent=
0),n.type==="flow-collection"&&Ak(n),s.type){case"document":s.value=n;break;case"block-scalar":s.props.push(n);break;case"block-map":{let r=s.items[s.items.length-
1];if(r.value){s.items.push({start:[],key:n,sep:[]}),this.onKeyLine=!0;return}else if(r.sep)r.value=n;else{Object.assign(r,{key:n,sep:[]}),this.onKeyLine=!r.explicitKey;
return}break}case"block-seq":{let r=s.items[s.items.length-1];r.value?s.items.push({start:[],value:n}):r.value=n;break}case"flow-collection":{let r=s.items[s.items.
length-1];!r||r.value?s.items.push({start:[],key:n,sep:[]}):r.sep?r.value=n:Object.assign(r,{key:n,sep:[]});return}default:yield*this.pop(),yield*this.pop(n)}if((s.
type==="document"||s.type==="block-map"||s.type==="block-seq")&&(n.type==="block-map"||n.type==="block-seq")){let r=n.items[n.items.length-1];r&&!r.sep&&!r.value&&
r.start.length>0&&_k(r.start)===-1&&(n.indent===0||r.start.every(o=>o.type!=="comment"||o.indent<n.indent))&&(s.type==="document"?s.end=r.start:s.items.push({start:r.
start}),n.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{_k(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let n=this.startBlockValue(
e);n?this.stack.push(n):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let n=xa(this.peek(2)),s=Ys(n),r;e.end?(r=e.end,r.push(this.sourceToken),delete e.end):r=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:s,key:e,sep:r}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let n=this.
source.indexOf(`
`)+1;for(;n!==0;)this.onNewLine(this.offset+n),n=this.source.indexOf(`
`,n)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let n=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,n.value){let s="end"in n.value?n.value.end:void 0;(Array.isArray(s)?s[s.length-1]:void 0)?.type==="comment"?s?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else n.sep?n.sep.push(this.sourceToken):n.start.push(this.sourceToken);return;case"space":case"comment":if(n.value)e.items.push({start:[this.sourceToken]});else if(n.
sep)n.sep.push(this.sourceToken);else{if(this.atIndentedComment(n.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){va(r,n.start),
r.push(this.sourceToken),e.items.pop();return}}n.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let s=!this.onKeyLine&&this.indent===e.indent,r=s&&
(n.sep||n.explicitKey)&&this.type!=="seq-item-ind",o=[];if(r&&n.sep&&!n.value){let i=[];for(let a=0;a<n.sep.length;++a){let c=n.sep[a];switch(c.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":c.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=n.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":r||n.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):n.sep?n.sep.push(this.sourceToken):n.start.push(this.sourceToken);
return;case"explicit-key-ind":!n.sep&&!n.explicitKey?(n.start.push(this.sourceToken),n.explicitKey=!0):r||n.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(n.explicitKey)if(n.sep)if(n.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Hn(n.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(Tk(n.key)&&!Hn(n.sep,"newline")){
let i=Ys(n.start),a=n.key,c=n.sep;c.push(this.sourceToken),delete n.key,delete n.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:c}]})}else o.length>0?n.sep=n.sep.concat(o,this.sourceToken):n.sep.push(this.sourceToken);else if(Hn(n.start,"newline"))Object.assign(n,{key:null,
sep:[this.sourceToken]});else{let i=Ys(n.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
n.sep?n.value||r?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Hn(n.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):n.sep.push(this.sourceToken):Object.assign(n,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);r||n.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):n.sep?this.stack.push(i):(Object.assign(n,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!n.explicitKey&&n.sep&&!Hn(n.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else s&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let n=e.items[e.items.
length-1];switch(this.type){case"newline":if(n.value){let s="end"in n.value?n.value.end:void 0;(Array.isArray(s)?s[s.length-1]:void 0)?.type==="comment"?s?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else n.start.push(this.sourceToken);return;case"space":case"comment":if(n.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(n.start,e.indent)){let r=e.items[e.items.length-2]?.value?.end;if(Array.isArray(r)){va(r,n.start),r.push(this.
sourceToken),e.items.pop();return}}n.start.push(this.sourceToken)}return;case"anchor":case"tag":if(n.value||this.indent<=e.indent)break;n.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;n.value||Hn(n.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):n.start.push(this.sourceToken);
return}if(this.indent>e.indent){let s=this.startBlockValue(e);if(s){this.stack.push(s);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let n=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let s;do yield*this.pop(),s=this.peek(1);while(s?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!n||n.sep?e.items.push({start:[this.sourceToken]}):n.start.push(this.sourceToken);return;case"map-value-ind":!n||n.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):n.sep?n.sep.push(this.sourceToken):Object.assign(n,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!n||n.value?e.items.push({start:[this.sourceToken]}):n.sep?n.sep.push(this.sourceToken):n.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let r=this.flowScalar(this.type);!n||n.value?e.items.push({start:[],key:r,
sep:[]}):n.sep?this.stack.push(r):Object.assign(n,{key:r,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):(yield*this.pop(),yield*this.step())}else{let s=this.peek(2);if(s.type==="block-map"&&(this.type==="map-value-ind"&&s.indent===e.indent||
this.type==="newline"&&!s.items[s.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&s.type!=="flow-collection"){let r=xa(
s),o=Ys(r);Ak(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let n=this.source.indexOf(`
`)+1;for(;n!==0;)this.onNewLine(this.offset+n),n=this.source.indexOf(`
`,n)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let n=xa(e),s=Ys(n);return s.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:s,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let n=xa(e),s=Ys(n);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:s,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,n){return this.type!=="comment"||this.indent<=n?!1:e.every(s=>s.type==="newline"||s.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};Pk.Parser=Jd});var Ok=O(uo=>{"use strict";var Rk=qd(),ZN=to(),lo=ro(),eO=Wl(),tO=se(),nO=Qd(),Ik=Zd();function $k(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new nO.LineCounter||null,prettyErrors:e}}function sO(t,e={}){let{lineCounter:n,prettyErrors:s}=$k(e),r=new Ik.Parser(n?.addNewLine),o=new Rk.Composer(e),i=Array.
from(o.compose(r.parse(t)));if(s&&n)for(let a of i)a.errors.forEach(lo.prettifyError(t,n)),a.warnings.forEach(lo.prettifyError(t,n));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function Nk(t,e={}){let{lineCounter:n,prettyErrors:s}=$k(e),r=new Ik.Parser(n?.addNewLine),o=new Rk.Composer(e),i=null;for(let a of o.
compose(r.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new lo.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return s&&n&&(i.errors.forEach(lo.prettifyError(t,n)),i.warnings.forEach(lo.prettifyError(
t,n))),i}function rO(t,e,n){let s;typeof e=="function"?s=e:n===void 0&&e&&typeof e=="object"&&(n=e);let r=Nk(t,n);if(!r)return null;if(r.warnings.forEach(o=>eO.
warn(r.options.logLevel,o)),r.errors.length>0){if(r.options.logLevel!=="silent")throw r.errors[0];r.errors=[]}return r.toJS(Object.assign({reviver:s},n))}function oO(t,e,n){
let s=null;if(typeof e=="function"||Array.isArray(e)?s=e:n===void 0&&e&&(n=e),typeof n=="string"&&(n=n.length),typeof n=="number"){let r=Math.round(n);n=r<1?void 0:
r>8?{indent:8}:{indent:r}}if(t===void 0){let{keepUndefined:r}=n??e??{};if(!r)return}return tO.isDocument(t)&&!s?t.toString(n):new ZN.Document(t,s,n).toString(n)}
uo.parse=rO;uo.parseAllDocuments=sO;uo.parseDocument=Nk;uo.stringify=oO});var Dk=O(ce=>{"use strict";var iO=qd(),aO=to(),cO=kd(),eu=ro(),lO=qr(),Vn=se(),dO=Mn(),uO=Pe(),pO=jn(),fO=Fn(),hO=ba(),mO=Yd(),gO=Qd(),yO=Zd(),wa=Ok(),Lk=Lr();ce.
Composer=iO.Composer;ce.Document=aO.Document;ce.Schema=cO.Schema;ce.YAMLError=eu.YAMLError;ce.YAMLParseError=eu.YAMLParseError;ce.YAMLWarning=eu.YAMLWarning;ce.
Alias=lO.Alias;ce.isAlias=Vn.isAlias;ce.isCollection=Vn.isCollection;ce.isDocument=Vn.isDocument;ce.isMap=Vn.isMap;ce.isNode=Vn.isNode;ce.isPair=Vn.isPair;ce.isScalar=
Vn.isScalar;ce.isSeq=Vn.isSeq;ce.Pair=dO.Pair;ce.Scalar=uO.Scalar;ce.YAMLMap=pO.YAMLMap;ce.YAMLSeq=fO.YAMLSeq;ce.CST=hO;ce.Lexer=mO.Lexer;ce.LineCounter=gO.LineCounter;
ce.Parser=yO.Parser;ce.parse=wa.parse;ce.parseAllDocuments=wa.parseAllDocuments;ce.parseDocument=wa.parseDocument;ce.stringify=wa.stringify;ce.visit=Lk.visit;ce.
visitAsync=Lk.visitAsync});var jk={};Ca(jk,{checkGuardFile:()=>kO,readGuardFile:()=>bO});function bO(t,e){let n=new kt.LineCounter,s=f=>{let{line:h,col:m}=n.linePos(f);return`${e}:${h}:${m}`},
r=(0,kt.parseDocument)(t,{lineCounter:n,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=r.errors[0]??r.warnings[0];if(o)throw new et(`${s(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,h)=>{throw new et(`${s(f?.range?.[0]??0)}  ${h}`)},a=r.contents;if(!(0,kt.isMap)(a))return i(a,'must be a map with "schema: 1"');let c=new Map;
for(let{key:f,value:h}of a.items){let m=(0,kt.isScalar)(f)?String(f.value):"";Wk.includes(m)||i(f,`unknown key "${m}"; there are ${Wk.join(", ")}`),c.set(m,h)}let l=c.
get("schema");(!(0,kt.isScalar)(l)||l.value!==1)&&i(l??a,'must say "schema: 1"');let d=f=>{let h=c.get(f);return h===void 0?[]:(0,kt.isSeq)(h)?(h.items.length>Mk&&
i(h,`${f}: has more than ${Mk} entries`),h.items.map(m=>!(0,kt.isScalar)(m)||typeof m.value!="string"?i(m,`${f}: must hold texts`):{name:m.value,place:s(m.range?.[0]??
0)})):i(h,`${f}: must be a list`)},u=c.get("level"),p=Qn.find(f=>(0,kt.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${Qn.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function kO({allow:t,deny:e},n){let s=new Map(n.map(r=>[r.id,r]));for(let{name:r,place:o}of[
...t,...e])if(!s.has(r)&&!qk.includes(r))throw new et(`${o}  there is no rule "${r}"`,"`gatebench guard --list` prints the rules.");for(let{name:r,place:o}of t){
if(s.get(r)?.severity==="catastrophic")throw new et(`${o}  the rule "${r}" is catastrophic and cannot be allowed`);if(qk.includes(r))throw new et(`${o}  "${r}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===r))throw new et(`${o}  the rule "${r}" is both allowed and denied`)}}var kt,Wk,
Mk,qk,Fk=qe(()=>{"use strict";kt=au(Dk(),1);Ms();Jn();Wk=["schema","level","allow","deny","rules"],Mk=500,qk=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function xO(t){for(let e=0;e<t.length;e++){let n=t.charCodeAt(e);if(n>=55296&&n<=56319){if(e===t.length-1)return!0;let s=t.charCodeAt(e+1);if(!(s>=56320&&s<=57343))
return!0;e++}else if(n>=56320&&n<=57343)return!0}return!1}function hs(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&xO(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s=hs(t.toJSON(),e);return e.
delete(t),s}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let n;if(Array.isArray(t))n=`[${t.map(r=>hs(r===void 0||typeof r=="symbol"?null:
r,e)).join(",")}]`;else{let s=[];for(let r of Object.keys(t).sort())t[r]===void 0||typeof t[r]=="symbol"||s.push(`${hs(r)}:${hs(t[r],e)}`);n=`{${s.join(",")}}`}
return e.delete(t),n}var Hk=qe(()=>{});function nu(t){if(tu(t))return JSON.stringify(t);if(Bk(t))return vO(t);if(Array.isArray(t))return`[${t.map(n=>Uk(n)?"null":nu(n)).join(",")}]`;let e=hs(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function vO(t){let e="";for(let n of Object.keys(t).sort()){let s=t[n];if(!Uk(s)){if(!n.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(n)}:${nu(s)}`}}return e===""?"{}":`${e}}`}function tu(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
tu);if(!Bk(t))return!1;let e;for(let n of Object.keys(t)){if(e!==void 0&&n<e||!n.isWellFormed()||!tu(t[n]))return!1;e=n}return!0}default:return!1}}function Bk(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function su(t){return(0,Vk.hash)("sh\
a256",t)}function Gk(t){return su(nu(t))}var Vk,Uk,zk=qe(()=>{"use strict";Vk=require("node:crypto");Hk();Uk=t=>t===void 0||typeof t=="symbol"});var ru,Kk=qe(()=>{"use strict";ru=({id:t,placeholder:e=`[redacted:${t}#{n}]`},n)=>e.replace("{n}",String(n))});var wO,SO,Yk,Xk=qe(()=>{"use strict";wO="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",SO="9f86d081884c7d659a2feaa0c55ad015",Yk=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,n,s)=>{let r=(n==="hex"?SO:wO).repeat(3).slice(0,Number(s));return n==="RANDOM"?r.toUpperCase():r})});var EO,CO,_O,Qk,Jk=qe(()=>{"use strict";EO=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),CO=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
_O=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,Qk=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,n]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||n==="users.noreply.github.com"||_O.test(n)||CO.test(n)?!1:!/^v?\d{1,9}\.\d/.test(n)&&/\.(?:[a-z]+|[A-Z]+)$/.test(n)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!EO.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function Zk(t){let e=new Map;for(let s of t)e.set(s,(e.get(s)??0)+1);let n=0;for(let s of e.values())n-=s/t.length*Math.log2(s/t.length);return n}function ex(t){
let{least_entropy:e,entropy_above:n,has:s=[],not:r=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||r.includes("placeholder")&&TO.test(i)||e!==void 0&&Zk(
i)<e||n!==void 0&&Zk(i)<=n||!s.every(c=>AO[c].test(i))||r.includes("words")&&PO.test(i)?!1:!(r.includes("local-address")&&RO.test(a))}var AO,TO,PO,RO,tx=qe(()=>{
"use strict";AO={digit:/\d/,letter:/[A-Za-z]/},TO=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
PO=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
RO=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var nx,sx=qe(()=>{"use strict";nx=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var rx,ox=qe(()=>{"use strict";je();tx();sx();rx=nx.map(({pattern:t,flags:e="",accepts:n,...s})=>({...s,pattern:new RegExp(t,`g${e}`),...Z({accepts:n&&ex(n)})}))});var IO,ix,ax=qe(()=>{"use strict";je();Xk();Jk();ox();IO=rx.flatMap(({id:t,pattern:e,accepts:n,texts:s,examples:r})=>{if(!s)return[];let{field:o,...i}=s,{redacts:a={},
leaves:c=[]}=r,l=[...Object.entries(a),...c.map(d=>[d,d])];return[{id:t,pattern:e,...i,...Z({accepts:n,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(l.map(d=>d.map(Yk)))}]}),ix=[...IO,...Qk]});function lx(t){let e=new Uint8Array(ou+1),n=new Map,s=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of dx(o,o.text))s[i].push({hint:o,
back:0});else for(let[i,a]of NO(o))e[i]=1,n.set(i,[...n.get(i)??[],{hint:o,back:a}]);let r=Uint8Array.from(s,o=>+(o.length>0));return(o,i)=>{let a=cx,c=(d,u)=>{
for(let{hint:p,back:f}of d){let h=u-f;if(h<0||!OO(o,h,p))continue;if(i.left<=0)return!1;i.left-=1,a===cx&&(a=new Map);let m=a.get(p.rule);m?m.at(-1)!==h&&m.push(
h):a.set(p.rule,[h])}return!0},l=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(l=(l<<6^u)&ou,e[l]!==0&&!c(n.get(l),d)||r[u]!==0&&!c(s[u],d))return}
return a}}function*NO({text:t,fold:e}){let n=[...t.slice(0,3)],s=n.map(c=>dx({fold:e},c));for(;s.length<3;)s.unshift(Array.from({length:128},(c,l)=>l));let r=new Set,
[o=[],i=[],a=[]]=s;for(let c of o)for(let l of i)for(let d of a){let u=((c<<6^l)<<6^d)&ou;r.has(u)||(yield[u,n.length-1]),r.add(u)}}function dx({fold:t},e){let n=e.
charCodeAt(0);return t&&n>=97&&n<=122?[n,n-32]:[n&127]}function OO(t,e,{text:n,fold:s}){return s?t.slice(e,e+n.length).toLowerCase()===n:t.startsWith(n,e)}var cx,
$O,ou,ux=qe(()=>{"use strict";cx=new Map,$O=18,ou=2**$O-1});function fx(t,e){let n=t.map(a=>{let c=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),l=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${l}`;
return{rule:a,near:new RegExp(d,`${c}y`),next:new RegExp(l,`${c}g`)}}),s=({hints:a=[],fold:c=!1},l)=>a.map(d=>({text:d,fold:c,rule:l})),r=lx(t.flatMap(s)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,c)=>{let l=r(a,c);if(!l)return;let d=[],u;for(let p=l.size>0?0:i;p<n.length;p++){let f=n[p],h=f.rule.hints&&l.get(p);
if(f.rule.hints&&!h)continue;let m=h?DO(f,a,h,e):WO(f,a,e);for(let g of m)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,f)=>p.from-f.from)}}function DO({rule:t,near:e},n,s,r){let o=[],i=0;for(let a of s){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let c=e.exec(n);if(!c)continue;let l=hx(t,n,c,i,r);l&&(o.push(l),i=l.to)}return o}function WO({rule:t,next:e},n,s){let r=[];e.lastIndex=0;for(let o=e.
exec(n);o;o=e.exec(n)){o[0]===""&&e.lastIndex++;let i=hx(t,n,o,r.at(-1)?.to??0,s);i&&r.push(i)}return r}function hx(t,e,n,s,r){let[o,i]=n.indices[2]??n.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),c=MO(e,Math.max(s,o),a===-1?i:o+a),l=e.slice(c.from,c.to);if(!(l===""||mx(l,r)||t.accepts&&!t.accepts(l,n[1])))return{rule:t,
...c}}function mx(t,e){let n=t.replace(e,"");return n.length<t.length&&n.length<px}function gx({field:t,accepts:e},n,s,r){return!t||s.length<px||s.length>LO?!1:
!/\s/.test(s)&&t.test(n)&&!mx(s,r)&&(!e||e(s,s))}function MO(t,e,n){let s=qO(t,e),r=n,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(s,r-16),r));for(o&&yx.test(
t[r]??"")&&(r-=o[0].length);r>s&&t[r-1]==="\\";)r--;return bx(t,r-1)&&kx(t,r)&&r--,{from:s,to:Math.max(s,r)}}function qO(t,e){let n=e;if(t[n-1]==="\\"){for(;t[n]===
"\\";)n++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(n,n+5))?n+5:'"/bfnrtu'.includes(t[n]??" ")?n+1:n}let s=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,n-5),n));
for(let r=s?4-s[1].length:0;r>0&&yx.test(t[n]??"");r--)n++;return kx(t,n)&&bx(t,n-1)&&n++,n}var px,LO,yx,bx,kx,xx=qe(()=>{"use strict";ux();px=12,LO=300;yx=/^[0-9a-fA-F]$/;
bx=(t,e)=>(t.charCodeAt(e)&64512)===55296,kx=(t,e)=>(t.charCodeAt(e)&64512)===56320});function Ex(t=zO,e=UO){let n=JO(t),s=fx(t,n),r=Gk([jO,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...KO(t,s,n,e),sha256:r,begin:o});
return o()}function KO(t,e,n,s){let r={left:s},o=YO(),i=(d,u,p)=>{let f=d,h=p==="facts"&&d.length<=BO?{left:4*d.length}:r;for(let m=0;m<FO;m++){let g=e(f,h);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,Sx;if(g.length===0)return f;f=QO(f,g,(k,x)=>(u[k.id]=(u[k.id]??0)+1,p==="patch"?XO(x,E=>o(k,E)):o(k,x)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},h=i(p,f,"facts");if(h===p||vx(h.replace(n,""))!==vx(p))return p;for(let[m,g]of Object.entries(f))u[m]=(u[m]??0)+g;return h}).join("/"),
c=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>VO?(u["too-deep"]=(u["too-deep"]??0)+1,wx):Array.isArray(d)?d.map(h=>c(h,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([h,m])=>{let g=i(h,u,f);if(f==="facts"&&typeof m=="string"&&GO.has(h))return[g,a(m,u)];let k=c(m,u,p+1,f),x=typeof m=="string"&&
k===m&&t.find(E=>gx(E,h,m,n));return x?(u[x.id]=(u[x.id]??0)+1,[g,o(x,m)]):[g,k]})),l=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>l(p=>i(d,p,u)),
json:(d,u)=>l(p=>c(d,p,0,u))}}function YO(){let t=new Map;return(e,n)=>{let s=t.get(e.id)??new Map;t.set(e.id,s);let r=n.length>64?su(n):n,o=s.get(r);return o===
void 0&&(o=s.size<HO?s.size+1:0,o>0&&s.set(r,o)),ru(e,o)}}function XO(t,e){let[n="",...s]=t.split(`
`),r=e([n,...s.map(o=>o.slice(1))].join(`
`));return[n===""?"":r,...s.map(o=>`${o.slice(0,1)}${o.length>1?r:""}`)].join(`
`)}function QO(t,e,n){let s=[],r=0;for(let{rule:o,from:i,to:a}of e)s.push(t.slice(r,i),n(o,t.slice(i,a))),r=a;return s.join("")+t.slice(r)}function JO(t){let n=[
...t.map(s=>ru(s,Number.NaN)),wx,Sx].map(s=>s.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(n.join("|"),"g")}var jO,FO,HO,
VO,wx,UO,Sx,BO,GO,zO,vx,Cx=qe(()=>{"use strict";zk();Kk();ax();xx();jO=2,FO=20,HO=2e5,VO=500,wx="[redacted:too-deep]",UO=2e6,Sx="[redacted:too-dense]",BO=8192,GO=
new Set(["path","old_path"]),zO=ix.filter(({optional:t})=>!t);vx=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var Tx={};Ca(Tx,{appendLogLine:()=>nL,formatLogLine:()=>Ax});function Ax({time:t,client:e,verdict:n,rule:s,subject:r}){let{value:o}=Ex().text(r.slice(0,ZO)),i=o.
length>_x?`${o.slice(0,_x)} \u2026`:o,a=tL.reduce((c,l)=>c.replace(l,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${n} ${s||"-"} ${is(a)}`}function nL(t,e){
let n=`${Ax(e)}
`,s=(0,pt.openSync)(t,eL,384);try{if(!(0,pt.fstatSync)(s).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,pt.writeSync)(s,n)}finally{
(0,pt.closeSync)(s)}}var pt,ZO,_x,eL,tL,Px=qe(()=>{"use strict";pt=require("node:fs");Ms();Cx();ZO=64*1024,_x=2e3,eL=pt.constants.O_WRONLY|pt.constants.O_CREAT|
pt.constants.O_APPEND|pt.constants.O_NOFOLLOW|pt.constants.O_NONBLOCK,tL=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var yL={};Ca(yL,{GuardrailSuite:()=>vi,NON_EMPTY_VALUE:()=>Ta,SEVERITY_ORDER:()=>qt,UNKNOWN_VALUE:()=>b,UNREAD_VALUE:()=>q,codeLanguages:()=>Yx,createGuard:()=>Pn,
createShellInvocation:()=>Wt,createShippedGuard:()=>ZT,findAffectedPaths:()=>vs,findOriginalPaths:()=>ic,getFindPatterns:()=>Yn,guardLevels:()=>Qn,hasFlag:()=>K,
hasKnownShortOptions:()=>Aa,hasPathEffects:()=>cc,hasUnreadValue:()=>xe,isDeletingFind:()=>cr,isKnownWord:()=>tt,isRemotePath:()=>ar,parseProgramArguments:()=>le,
pathClasses:()=>Ux,pathEffects:()=>Xs,phraseRules:()=>bi,readCode:()=>Oo,readCommand:()=>mi,replaceWithUnevaluated:()=>de,replaceWithUnknown:()=>Re,resolveFoundPaths:()=>Xn,
runHook:()=>lL,shippedGuardRules:()=>xi,vocabulary:()=>I});module.exports=Vx(yL);var X=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
qlite3":{"each":"reads"},"sqlite":{"each":"reads"},"duckdb":{"each":"reads"},"zip":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"\
},"git diff":{"each":"reads"},"git show":{"each":"reads"},"git blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"rea\
ds"}},"mailx":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"re\
ads"}},"mutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"r\
eads"}},"croc send":{"each":"reads"},"wormhole send":{"each":"reads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"ea\
ch":"reads"},"gh gist":{"each":"reads"},"sort":{"each":"reads","options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f\
","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":\
"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads",\
"--file":"reads"}},"fgrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads\
","--include":"reads","-f":"reads","--file":"reads"}},"rg":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","\
--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--f\
iles"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["\
-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{\
"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"\
reads","--file":"reads"}},"ugrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob"\
:"reads","--include":"reads","-f":"reads","--file":"reads"}},"ggrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g"\
:"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"opt\
ions":{"--slurpfile":"reads","--rawfile":"reads"}},"sed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-p\
lace","-pi","-i.bak"],"each":"writes"}]},"gsed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-p\
i","-i.bak"],"each":"writes"}]},"perl":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.ba\
k"],"each":"writes"}]},"ruby":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each\
":"writes"}]},"vi":{"each":"writes"},"vim":{"each":"writes"},"nvim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"\
},"subl":{"each":"writes"},"ed":{"each":"writes"},"ex":{"each":"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"e\
ach":"writes"},"joe":{"each":"writes"},"mcedit":{"each":"writes"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"\
writes"},"tee":{"each":"writes"},"truncate":{"each":"writes"},"mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each"\
:"deletes"},"unlink":{"each":"deletes"},"shred":{"each":"deletes"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"e\
ach":"deletes"},"rimraf":{"each":"deletes"},"del":{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"deletes"},"remove-item":{"each":"deletes"},"cp":{"\
each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-n","--no-clobber"],"each":"none"}]},"mv":{"each":"move\
s","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"install":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directo\
ry":"writes"},"with":[{"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"\
}},"scp":{"each":"reads","last":"writes"},"rsync":{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl cp":{"each":"reads","la\
st":"writes"},"podman cp":{"each":"reads","last":"writes"},"gsutil cp":{"each":"reads","last":"writes"},"dd":{"keyed":{"if=":"reads","of=":"writes"}},"dcfldd":{\
"keyed":{"if=":"reads","of=":"writes"}},"dc3dd":{"keyed":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if=":"reads","of=":"writes"}},"fdupes":{"each":"c\
hanges"},"jdupes":{"each":"changes"},"rdfind":{"each":"changes"},"ditto":{"each":"reads","last":"writes"},"restic backup":{"each":"reads","skip":1},"setfacl":{"\
each":"changes"},"chown":{"each":"changes","skip":1,"unless":["--reference"]},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":{"each":"chan\
ges","skip":1,"unless":["--reference"]},"chmod":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each":"changes","s\
kip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],"each":"delet\
es"},{"flags":["-x","-t","--extract","--list","--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},"rar":{"each"\
:"reads","skip":1},"git cat-file":{"each":"reads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"writes","-T":"read\
s","--upload-file":"reads","-K":"reads","--config":"reads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","--body-file":"\
reads"}},"openssl":{"options":{"-in":"reads"}},"ab":{"options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},"openssl s_cl\
ient":{},"busybox":{},"gpg":{"each":"reads","with":[{"flags":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"reads","last":"wr\
ites","skip":1},"gcloud storage":{"each":"reads","last":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"wr\
ites"}},"http.server":{"options":{"--directory":"reads","-d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"}\
,"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":\
{"each":"reads"},"megaput":{"each":"reads"},"gh release":{"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"each":"non\
e"}]},"git clean":{"each":"changes"},"git mv":{"each":"moves","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"mysqldum\
p":{"options":{"--result-file":"writes","-r":"writes"}},"ssh":{"options":{"-F":"reads"}}}},"clients":{"destroys":["delete","del","destroy","remove","rm","rmi","\
rmdir","purge","terminate","drop","wipe","prune","teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpubl\
ish","revoke","reset","clear","uninstall","unset","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","\
leave-organization"],"others":["run-","submit-","execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-"\
,"query-","modify-","head-","copy-","import-","export-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","e\
stimate-","validate-","list","ls","show","get","describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","versio\
n","help","completion","create","add","new","init","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","ope\
n","login","logout","import","export","pull","push","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","\
publish","pub","subscribe","sub","send","enqueue","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigge\
r","generate","gen","migrate","rollback","promote","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork",\
"merge","approve","comment","close","reopen","retry","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","previ\
ew","print","dump","read","write","unseal","seal","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","bro\
wse","checkout"],"local":["cache","caches","config","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","ali\
as","aliases","extension","extensions","telemetry","emulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"pro\
ject":["magento","drush","drupal","wp","typo3","n98-magerun2","moosh"],"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-\
url","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","AP\
P_ENV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test\
","*.test.*","*.testing","*.settings_test","*.test_settings","*.tests.settings"],"databases":["d","D","dbname","database"]},"clients":{"aws":{"nouns":["logs","c\
onfig","deploy","events","connect","session","sessions"],"spares":["configure"],"words":2},"gcloud":{"verbs":["reset-windows-password"],"nouns":["run","deploy",\
"builds","logs","logging","events","config","contexts"],"spares":["config unset","config configurations delete","auth revoke","components remove"]},"az":{"verbs\
":["deallocate"],"nouns":["events","config"],"spares":["account clear","cache purge","cache delete","config unset","extension remove"]},"oci":{"verbs":["rebuild\
","reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"hcloud":{"verbs":["rebuild","reinstall"],"nouns":["\
config","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vultr-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"\
scw":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ibmcloud":{"verbs":["rebuild",\
"reinstall"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhcloud":{"verbs":["rebuild","reinstall"],"nouns":["\
config","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"openstack":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"upctl"\
:{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ionosctl":{"verbs":["rebuild","rein\
stall"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"stackit":{"verbs":["rebuild","reinstall"],"nouns":["co\
nfig","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"tccli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"runpodctl"\
:{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"cherryctl":{"verbs":["rebuild",\
"reinstall"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"nova":{"verbs":["rebuild","reinstall"],"nouns":[\
"config","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"copilot":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"eksc\
tl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"heroku":{"nouns":["config"],\
"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"flyctl":\
{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"nouns":["\
dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config"]},"northflank":{"nouns":["config"]},"clever\
":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]},"gigalixir":{"nouns":["config"]},"aptible":{\
"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"nouns":[\
"config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["deploy",\
"tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["target:clear","target:remove"]},"appwrite":{"nouns":["config"]},"nho\
st":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{"nouns":\
["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"]},"dokku":{"nouns":["config","plugin"],"spar\
es":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","plugin"],"spares":["config show"]},"piku":{"n\
ouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"neonctl":{"nouns":["run","runs","config","tag\
"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{"nouns":["run","runs","config","tag"]},"turso\
":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","runs","config","tag"]},"avn":{"nouns":["run",\
"runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["run","runs","config","tag"]},"atlas":{"nouns":["run","runs","con\
fig","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]},"astra":{"nouns":["run","runs","config","tag\
"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticloud":{"n\
ouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"nouns":["\
run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","release","cache","status","events","tag"],"spare\
s":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extens\
ion remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]}\
,"tea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"circleci":{"verbs":["remo\
ve-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["disable"],"nouns":["env","cache","settings"]},"\
drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","plugins"]},"buildkite-agent":{"nouns":["build",\
"pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"n\
ouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","confi\
g","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]}\
,"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"argocd":{"nouns":["archive"],"spares":["conte\
xt delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive"],"spares":["context delete"]},"harness":{"nouns":["archive"],"\
spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"],"spares":["context delete"]},"teamcity":{"n\
ouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitrise":{"nouns":["archive"],"spares":["context de\
lete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["context delete"]},"werf":{"nouns":["archive"],"sp\
ares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],"spares":["context delete"]},"rancher":{"noun\
s":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","config"]},"tsh":{"nouns":["run","config"]},"tctl"\
:{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"nouns":["run","config"]},"kops":{"nouns":["run\
","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["run","config"]},"tanzu":{"nouns":["run","conf\
ig"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]},"consul-k8s":{"nouns":["run","config"]},"ku\
mactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"nouns":["run","config"]},"velero":{"nouns":["r\
un","config"]},"pxctl":{"nouns":["run","config"]},"kind":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image \
remove","cache delete","cache clear"]},"minikube":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove"\
,"cache delete","cache clear"]},"k3d":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache dele\
te","cache clear"]},"limactl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cac\
he clear"]},"colima":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"\
]},"lando":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"ddev":\
{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"nixos-container":\
{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"vagrant":{"verbs"\
:["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"helmfile":{"verbs":["delu\
ser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"machinectl":{"verbs":["deluser",\
"uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"distrobox":{"verbs":["deluser","unini\
t"],"nouns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"toolbox":{"verbs":["deluser","uninit"],"nou\
ns":["config","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"orb":{"verbs":["deluser","uninit"],"nouns":["config\
","image"],"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"loft":{"verbs":["deluser","uninit"],"nouns":["config","image"],\
"spares":["snapshot delete","image rm","image remove","cache delete","cache clear"]},"stratis":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares"\
:["snapshot delete","image rm","image remove","cache delete","cache clear"]},"apptainer":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["sna\
pshot delete","image rm","image remove","cache delete","cache clear"]},"singularity":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapsho\
t delete","image rm","image remove","cache delete","cache clear"]},"prosodyctl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot del\
ete","image rm","image remove","cache delete","cache clear"]},"ejabberdctl":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete"\
,"image rm","image remove","cache delete","cache clear"]},"ykman":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm\
","image remove","cache delete","cache clear"]},"etckeeper":{"verbs":["deluser","uninit"],"nouns":["config","image"],"spares":["snapshot delete","image rm","ima\
ge remove","cache delete","cache clear"]},"gluster":{"nouns":["image","config","profile"]},"ceph":{"nouns":["image","config","profile"]},"rados":{"nouns":["imag\
e","config","profile"]},"rbd":{"nouns":["image","config","profile"]},"lxc":{"nouns":["image","config","profile"]},"incus":{"nouns":["image","config","profile"]}\
,"multipass":{"nouns":["image","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":["image","config","profile"]},"pveum":{"nouns\
":["image","config","profile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["image","config","pr\
ofile"]},"hammer":{"nouns":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"nouns":["tag","repo","image","export","config"]\
,"spares":["config remove","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"skopeo":{"nouns":["\
tag","repo","image","export","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spares":["config remo\
ve","config rm"]},"oras":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"notation":{"nouns":["tag","repo","image","ex\
port","config"],"spares":["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"harb\
or-cli":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["tag","repo","image","export","config"],"spares\
":["config remove","config rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cloudsmith":{"nouns":["tag",\
"repo","image","export","config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","image","export","config"],"spares":["config rem\
ove","config rm"]},"pulp":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"spacectl":{"spares":["plugin"]},"tfc":{"spa\
res":["plugin"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sls":{"spares":["pl\
ugin"]},"sam":{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares":["plugin"]},"pul\
umi":{"spares":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export","import"],"spar\
es":["context rm"]},"nats":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context","export","import"],"spares":["context rm"]}\
,"pulsar-admin":{"verbs":["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"rpk":{"nouns":["c\
onsume","config"],"spares":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume","config"],"spares\
":["profile delete"]},"kcctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":["config","plugin"\
,"events","connect","session","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"nom\
ad":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault":{"verbs":["disable","force-leave"],"nouns":[\
"config","plugin","events","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","se\
ssions"]},"boundary":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"influx":{"nouns":["config","query"\
],"spares":["config rm"]},"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["config","query"],"spares":["config rm"]},"amtool\
":{"nouns":["config","query"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["config","query"],"\
spares":["config rm"]},"logcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config rm"]},"meilisearc\
h":{},"algolia":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns":["link"]},"storj\
":{"nouns":["link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"nouns":["link"]},"s\
tripe":{"verbs":["cancel","void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove","profiles:remove\
","plugins:remove","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"pliv\
o":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares":["config:remove"\
,"profiles:remove","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uni\
nstall"]},"shopify":{"nouns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},"sanity":{"nouns":["config","space","extensio\
n"]},"prismic":{"nouns":["config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datocms":{"nouns":["config","space","extension"]},\
"hygraph":{"nouns":["config","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor":{"nouns":["config","space","extension"]},"w\
ebflow":{"nouns":["config","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli":{"verbs":["disable"],"nouns":["events","fil\
es","config","tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":["disable"],"nouns\
":["events","files","config","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk":{"verbs":["disable"\
],"nouns":["events","files","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"dog":{"verbs":["di\
sable"],"nouns":["events","files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pd":{"verbs":\
["disable"],"nouns":["events","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"honeycomb\
":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"c\
heckly":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","config","tail","s\
earch"]},"lacework":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["events","files","\
config","tail","search"]},"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0":{"verbs":["user-del","group-del","host-del"\
],"nouns":["logs"]},"okta":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]}\
,"workos":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ory":{"verbs"\
:["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verbs":["user-del","g\
roup-del","host-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["user-del","group-d\
el","host-del"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group-del","host-del"]\
,"nouns":["logs"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","configs","settings","\
history"],"spares":["config"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bws":{"verbs":["suspend"],"noun\
s":["config","configs","settings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["conf\
ig"]},"rbw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":["config","config\
s","settings","history"],"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"chamber":\
{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config","configs","settin\
gs","history"],"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"akeyless":{"verbs":["\
suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","settings","history"]\
,"spares":["config"]},"keeper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dcli":{"verbs":["suspend"],"nouns":[\
"config","configs","settings","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["c\
onfig"]},"keybase":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldcli":{"nouns":["config"]},"launchdarkly":{"nou\
ns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"ngrok":{"verbs":["cleanup","rrdelete","rrpurge\
"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"clou\
dflared":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup","rrdelete","rrpurge"],"no\
uns":["tunnel","config"],"spares":["config"]},"netbird":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"headscale":{\
"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"flarectl":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel"\
,"config"],"spares":["config"]},"cli4":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli53":{"verbs":["cleanup","r\
rdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares"\
:["config"]},"octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cleanup","rrdelete"\
,"rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"akamai":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]}\
,"linear":{"nouns":["workflow","env","config","connections"]},"jira":{"nouns":["workflow","env","config","connections"]},"airtable":{"nouns":["workflow","env","\
config","connections"]},"m365":{"nouns":["workflow","env","config","connections"]},"o365":{"nouns":["workflow","env","config","connections"]},"gam":{"nouns":["w\
orkflow","env","config","connections"]},"temporal":{"nouns":["workflow","env","config","connections"]},"zbctl":{"nouns":["workflow","env","config","connections"\
]},"prefect":{"nouns":["workflow","env","config","connections"]},"dagster-cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"nouns":["workflow\
","env","config","connections"]},"airflow":{"nouns":["workflow","env","config","connections"]},"fivetran":{"nouns":["workflow","env","config","connections"]},"o\
ctavia":{"nouns":["workflow","env","config","connections"]},"posthog":{"nouns":["workflow","env","config","connections"]},"trello":{"nouns":["workflow","env","c\
onfig","connections"]},"huggingface-cli":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["delete-cache","ca\
che prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["delete-cache","cach\
e prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete-cache","cache pr\
une","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cache","cache prune"\
,"cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache","cache prune","c\
ache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]},"code-push":{"no\
uns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]}\
,"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":["clean"],"nouns":\
["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:cle\
ar","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drupal\
":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"drizzle-kit":{"nouns"\
:["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"bin/magento":\
{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-magerun2":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"nouns":["config","plu\
gin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin"],"spares":["indexer:reset"]}}},"languages":{"languages":{"python":{"lexer":{"comment":["#"\
],"sigils":"","interpolation":"f-string","triple":true,"single_escapes":true,"quoting":"none","patterns":false,"lines":"indent"},"blocks":"indent","member_opera\
tors":["."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["def"],"homes":["os.environ"],"sdks":["boto3.","botocore.","google.cloud.","goo\
gleapiclient.","azure.","kubernetes.","digitalocean.","hcloud."],"texts":{"os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_\
lowercase":"abcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Pat\
h","subprocess.os.system":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.\
urlretrieve","pd.read_csv":"pandas.read_csv"},"functions":{"print":"do print","sys.stdout.write":"print-text","input":"input","raw_input":"input","open":"open $\
0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path","os.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":\
"run rm -rf $0:path","send2trash.send2trash":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src \
$1:dst","shutil.move":"run mv $0:src $1:dst","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst"\
,"shutil.copytree":"run cp -r $0:src $1:dst","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfif\
o $0","os.mknod":"run mknod $0","os.chmod":"chmod $0:path $1:mode","os.chown":"chown $0:path $1:uid:user","os.lchown":"chown $0:path $1:uid:user","shutil.chown"\
:"chown $0:path $1:uid:user","os.open":"do open-descriptor","os.system":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","commands.getoutput":"shell $0:\
command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec":"program","pty.spawn":"do spawn-terminal","pexpect.spawn"\
:"start $0:args:command:cmd","pexpect.run":"start $0:args:command:cmd","subprocess.run":"start $0:args:command:cmd","subprocess.call":"start $0:args:command:cmd\
","subprocess.check_call":"start $0:args:command:cmd","subprocess.check_output":"start $0:args:command:cmd","subprocess.Popen":"start $0:args:command:cmd","subp\
rocess.getoutput":"start $0:args:command:cmd","subprocess.getstatusoutput":"start $0:args:command:cmd","os.execl":"do execute l","os.execlp":"do execute l","os.\
execle":"do execute l","os.execlpe":"do execute l","os.execv":"do execute v","os.execvp":"do execute v","os.execve":"do execute v","os.execvpe":"do execute v","\
os.posix_spawn":"do execute v","os.spawnl":"do spawn l","os.spawnlp":"do spawn l","os.spawnle":"do spawn l","os.spawnlpe":"do spawn l","os.spawnv":"do spawn v",\
"os.spawnvp":"do spawn v","os.spawnve":"do spawn v","os.spawnvpe":"do spawn v","sh.Command":"made program","os.dup2":"do duplicate-descriptor","os.kill":"kill $\
0 $1","os.killpg":"do kill-group","psutil.Process":"made psutil.Process","psutil.process_iter":"do any-process","psutil.pids":"unknowns","os.listdir":"names $0"\
,"os.fork":"run fork","os.setuid":"run setuid $last","os.seteuid":"run setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroot\
":"run chroot $0","ctypes.CDLL":"made library","exec":"eval $0","eval":"eval $0","execfile":"read $0","fileinput.input":"read $0","linecache.getlines":"read $0"\
,"numpy.loadtxt":"read $0","pandas.read_csv":"read $0","pandas.read_json":"read $0","runpy.run_path":"run python3 $0","__import__":"module $0","importlib.import\
_module":"module $0","getattr":"do attribute","operator.attrgetter":"value","globals":"name builtins","vars":"value $0","os.path.expanduser":"value $0","os.path\
.join":"join","pathlib.Path":"join","pathlib.PosixPath":"join","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","os.getenv":"do \
environment","os.environ.get":"do environment","os.environ.copy":"do environment","os.walk":"do walk","os.scandir":"entries $0","glob.glob":"glob $0","glob.iglo\
b":"glob $0","codecs.decode":"do decode","shutil.make_archive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect","socket.socket":"made socket","\
socket.gethostbyname":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"made connection","ftplib.FTP":"made connection","paramiko.SSHClient\
":"made ssh","http.client.HTTPSConnection":"made http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"do open-url","urllib.request.Request":\
"do request-object","urllib.request.urlretrieve":"do retrieve","requests.request":"do request","requests.get":"do request GET","httpx.get":"do request GET","req\
uests.post":"do request POST","httpx.post":"do request POST","requests.put":"do request PUT","httpx.put":"do request PUT","requests.patch":"do request PATCH","h\
ttpx.patch":"do request PATCH","requests.delete":"do request DELETE","httpx.delete":"do request DELETE","requests.head":"do request HEAD","httpx.head":"do reque\
st HEAD","requests.Session":"name requests","requests.session":"name requests","aiohttp.ClientSession":"name requests","winreg.DeleteKey":"run reg delete $1","d\
jango.core.management.call_command":"run django-admin $0","call_command":"run django-admin $0","numpy.save":"write $1","torch.save":"write $1","joblib.dump":"wr\
ite $1"},"methods":{"unlink":"run rm $self","rmdir":"run rmdir $self","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text\
":"write $self $0:data","write_bytes":"write $self $0:data","chmod":"chmod $self $0:mode","touch":"if-text run touch $self","rename":"if-text run mv $self $0","\
replace":"do replace-path","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","write":"send $0","writelines":"send $0","send":"send $0","send\
all":"send $0","sendfile":"send $0","read":"do joined-lines","readlines":"value $self","communicate":"value $self","expanduser":"value $self","resolve":"value $\
self","absolute":"value $self","as_posix":"value $self","readline":"do any-line","glob":"do glob-below","rglob":"do glob-below **","iterdir":"entries $self","co\
nnect":"do connect","connect_ex":"connect","sendto":"do send-to","sendmail":"transfer sendmail $2","send_message":"transfer sendmail $0","storbinary":"transfer \
ftp $1","request":"do request-over","exec_command":"shell $0","system":"do library-call","kill":"do end-process KILL","terminate":"do end-process TERM","execute\
":"sql $0","executescript":"sql $0","executemany":"sql $0","get":"do get"}},"javascript":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","i\
nterpolation":"template","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"lines":"statements"},"blocks":"braces","member_operators":[".","\
?."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["function"],"homes":["process.env","Bun.env"],"unknown":["process.pid"],"sdks":["aws-s\
dk.","aws-sdk/","@aws-sdk/","@google-cloud/","@azure/","@kubernetes/"],"texts":{"__dirname":".","__filename":"./program.js","path.sep":"/"},"functions":{"consol\
e.log":"print","console.info":"print","process.stdout.write":"print","require":"module $0","import":"module $0","process.getBuiltinModule":"module $0","process.\
binding":"module $0","createRequire":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":\
"eval $0","vm.runInContext":"eval $0","vm.Script":"eval $0","Function":"eval $last","setTimeout":"do evaluate-text","child_process.exec":"shell $0","execa.execa\
Command":"shell $0","shelljs.exec":"shell $0","$":"shell $0","Bun.$":"shell $0","child_process.spawn":"do spawn","child_process.execFile":"do spawn","execa":"do\
 spawn","execa.execa":"do spawn","Deno.Command":"do spawn","child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spawn":"start $0:cmd","Deno.run":"\
start $0:cmd","Bun.write":"write $0 $1","Deno.writeTextFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","fs.appendFile":"append $0\
 $1","Deno.readTextFile":"read $0","fs.createReadStream":"read $0","Deno.remove":"do remove","fs.rm":"do remove","fs.unlink":"run rm $0","fs.rmdir":"do remove-f\
older","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0","rimraf.rimraf":"run rm -\
rf $0","rimraf":"run rm -rf $0","del":"run rm -rf $0","rimraf.sync":"run rm -rf $0","fs.createWriteStream":"create $0","fs.open":"open $0 $1","fs.readFile":"do \
read-file","fs.truncate":"run truncate -s 0 $0","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.c\
opy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown":"chown $0 $1","fs.lchown":"chown $0 $1","fs.r\
eaddir":"do read-folder","fs.glob":"glob $0","glob.sync":"glob $0","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0"\
,"process.cwd":"value .","os.homedir":"value ~","Deno.env.get":"environment $0","path.join":"do join-parts","path.posix.join":"do join-parts","path.resolve":"jo\
in","fetch":"do request","http.request":"do request","https.request":"do request","axios":"do request","got":"do request","ky":"do request","node-fetch":"do req\
uest","request":"do request","undici.fetch":"do request","undici.request":"do request","axios.request":"do request","http.get":"do request-callback","https.get"\
:"do request-callback","axios.get":"do request GET","got.get":"do request GET","ky.get":"do request GET","superagent.get":"do request GET","needle.get":"do requ\
est GET","$.get":"do request GET","axios.post":"do request POST","got.post":"do request POST","ky.post":"do request POST","superagent.post":"do request POST","n\
eedle.post":"do request POST","$.post":"do request POST","axios.put":"do request PUT","got.put":"do request PUT","ky.put":"do request PUT","superagent.put":"do \
request PUT","needle.put":"do request PUT","$.put":"do request PUT","axios.patch":"do request PATCH","got.patch":"do request PATCH","ky.patch":"do request PATCH\
","superagent.patch":"do request PATCH","needle.patch":"do request PATCH","$.patch":"do request PATCH","axios.delete":"do request DELETE","got.delete":"do reque\
st DELETE","ky.delete":"do request DELETE","superagent.delete":"do request DELETE","needle.delete":"do request DELETE","$.delete":"do request DELETE","net.conne\
ct":"do connect","net.createConnection":"do connect","tls.connect":"do connect","net.Socket":"made client","Buffer.from":"do buffer","Buffer":"do buffer","dns.l\
ookup":"run nslookup $0","db.dropDatabase":"sql-deed drop-database db","knex":"made rows","Reflect":"value","Reflect.apply":"do apply"},"methods":{"write":"send\
 $0 append","end":"do end","connect":"do connect-client","pipe":"do pipe","pipeTo":"do pipe","on":"do listen","then":"do then","finally":"do then","toString":"v\
alue $self","text":"value $self","json":"value $self","unref":"value $self","drop":"do drop-collection","remove":"do remove-all","query":"do statement","execute\
":"do statement","$executeRawUnsafe":"do statement","run":"do statement","del":"if-rows sql-deed delete-all rows","truncate":"if-rows sql-deed delete-all rows"}\
},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\\
w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"func\
tion_keywords":["sub"],"homes":["%ENV","$ENV"],"unknown":["STDIN"],"texts":{"$ENV.HOME":"~","$0":"./program.pl"},"functions":{"shift":"do take","pop":"do take",\
"print":"print-text","say":"print-line","readline":"input","system":"command $all","exec":"command $all","CORE.system":"command $all","CORE.exec":"command $all"\
,"readpipe":"command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $all","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_\
tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1","move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1\
","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown":"chown $2.. $0","kill":"kill $1.. $0","fork":"run fork","open":"do ope\
n","find":"do find","finddepth":"do find","File.Find.find":"do find","File.Find.finddepth":"do find","do":"do run-file","glob":"glob $0","readdir":"names .","LW\
P.Simple.get":"get $0","get":"get $0","IO.Socket.INET.new":"do connect","POSIX.setuid":"run setuid $0","pack":"do pack"},"methods":{"do":"sql $0","prepare":"sql\
 $0","execute":"sql $0"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*","*/"],"sigils":"$","interpolation":"dollar","triple":false,"single_escapes"\
:false,"quoting":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"lines":"none"},"blocks":"braces","member_operators":["->","::","?\
->"],"concatenation_operators":["."],"bare_calls":false,"function_keywords":["function"],"texts":{"__DIR__":".","__FILE__":"./program.php"},"functions":{"eval":\
"eval $0","assert":"do evaluate-text","create_function":"eval $1","include":"do include","require":"do include","include_once":"do include","require_once":"do i\
nclude","system":"shell $0","exec":"shell $0","shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","pcntl_system":"shell $0",\
"unlink":"run rm $0","rmdir":"run rmdir $0","rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1\
","chown":"chown $0 $1","file_get_contents":"do read","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"read $0","file_put_content\
s":"do put-contents","fopen":"do open","fwrite":"do write","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"run fork","pcntl_exec":"do exe\
cute","mail":"run sendmail $0","fsockopen":"connect","curl_init":"made request $0","curl_exec":"do request","curl_setopt":"do request-option","call_user_func":"\
do call","call_user_func_array":"do call-list","array_map":"do map","getenv":"environment $0","fgets":"input","stream_get_contents":"input","readline":"input","\
glob":"glob $0","scandir":"names $0","mysqli_query":"sql $1","db.table":"made rows","recursivedirectoryiterator":"entries $0","directoryiterator":"entries $0","\
filesystemiterator":"entries $0","recursiveiteratoriterator":"value $0"},"methods":{"query":"sql $0","exec":"if-object sql $0","truncate":"sql-deed truncate $ow\
ner","deleteDirectory":"run rm -rf $0","cleanDirectory":"run rm -rf $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@","interpolation":"hash","triple":false,"\
single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"statements"},"blocks":"end","member_o\
perators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywords":["def"],"homes":["ENV"],"sdks":["Aws.","Google.Cloud.","Azure."\
],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileUtils.rm_rf","rmtree":"FileUtils.rmt\
ree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUtils.cp_r","remove_entry_secure":"FileUtils.remove_entry_secure","\
chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"functions":{"puts":"print-line","p":"print-line","print":"print-text","gets":"input","readlines":"i\
nput","send":"do message","public_send":"do message","__send__":"do message","system":"command $all","exec":"command $all","spawn":"command $all","IO.popen":"co\
mmand $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spawn":"command \
$all","eval":"eval $0","instance_eval":"eval $0","open":"do open","File.open":"do open","File.new":"do open","URI.open":"get $0","Net.HTTP.get":"get $0","Net.HT\
TP.post":"post $0 $1","Net.HTTP.post_form":"post $0 $1","URI":"value $0","URI.parse":"value $0","File.expand_path":"value $0","File.read":"read $0","IO.read":"r\
ead $0","File.readlines":"read $0","File.foreach":"read $0","File.binread":"read $0","File.write":"write $0 $1","IO.write":"write $0 $1","File.delete":"run rm $\
all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlin\
k":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"run rm -rf $all","\
FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils.remove_entry_secure":"run rm -rf $all","FileUtils.mv":"run mv $0 $\
1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUtils.ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0\
 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chown_R":"run chown -R $0 $2","File.chmod":"chmod $1.. $0","File.chown"\
:"chown $2.. $0","File.truncate":"run truncate -s 0 $0","File.join":"join","Dir.home":"value ~","Dir.pwd":"value .","Dir.glob":"do glob","Dir.children":"names $\
0","Dir.entries":"names $0","Dir.each_child":"names $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","TCPSocket.new":"connect","TCPSock\
et.open":"connect"},"methods":{"write":"send $0","execute":"do execute","puts":"if-object send $0","read":"do joined-lines","gets":"do any-line","shift":"do any\
","first":"do first","last":"do last","fetch":"do fetch","each":"do each"}}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"single_es\
capes":true,"quoting":"none","patterns":true,"lines":"statements"},"shared":{"functions":{"chr":"do characters","fromCharCode":"do characters","fromCodePoint":"\
do characters","bytes":"do bytes","bytearray":"do bytes","ord":"do code-point","int":"do integer","str":"value $0","String":"value $0","strval":"value $0","list\
":"value $0","sorted":"value $0","tuple":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","no\
rmpath":"value $0","fspath":"value $0","compile":"value $0","b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_de\
code":"fold base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","atob\
":"fold base64 $0","urlsafe_b64decode":"fold base64url $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","\
hex2bin":"fold hex $0","decompress":"fold zlib $0","gzinflate":"fold zlib $0","gzuncompress":"fold zlib $0","gzdecode":"fold zlib $0","inflateSync":"fold zlib $\
0","gunzipSync":"fold zlib $0","str_rot13":"fold rot13 $0","strrev":"fold reverse $0","reversed":"do reversed","reverse":"do reverse","strtolower":"fold lower $\
0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldecode":"fo\
ld url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fold home $0","join":"do join-texts","implode\
":"do join-texts","sprintf":"do format","map":"do map"},"methods":{"join":"do join","split":"do split","replace":"do replace-two","replaceAll":"do replace","gsu\
b":"do replace","lower":"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold upper $s\
elf","upcase":"if-text fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim":"if\
-text fold trim $self","rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"do reverse-self","decode":"do decode","encode"\
:"do itself","to_s":"do itself","to_str":"do itself","to_sym":"do itself","bytes":"do itself","toString":"do to-string","chars":"do letters","concat":"do concat\
enate","format":"do format-self","pack":"do pack","unpack1":"do unpack","charCodeAt":"do letter-code","slice":"do slice","joinpath":"do join-path","hexdigest":"\
value","call":"do call","apply":"do apply","bind":"value $self","send":"do message"},"deeds":{"drop_database":"sql-deed drop-database $owner","dropDatabase":"sq\
l-deed drop-database $owner","drop_all":"sql-deed drop-schema $owner","drop_table":"sql-deed drop-table $0","dropTable":"sql-deed drop-table $0","flushall":"sql\
-deed flush FLUSHALL","flushAll":"sql-deed flush FLUSHALL","flush_all":"sql-deed flush FLUSHALL","flushdb":"sql-deed flush FLUSHDB","flushDb":"sql-deed flush FL\
USHDB","delete_all":"if-name sql-deed delete-all $owner","destroy_all":"if-name sql-deed delete-all $owner","deleteAll":"if-name sql-deed delete-all $owner","de\
leteMany":"do delete-all","delete_many":"do delete-all","query":"made rows","collection":"made rows","drop":"if-rows sql-deed drop-collection rows","all":"do al\
l-rows","delete":"if-rows sql-deed delete-all rows"}}},"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system":"Folders of the operating system a\
nd their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts of the system for local \
additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.","personal":"Direct child of a home, or of a folder of personal \
files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The workspace itself, everything in it, or a folder above it.","sourc\
e":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a folder by whose name projects keep what people wrote; others may b\
e what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","disposable":"Produced anew by a build, test or package manager."\
,"temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything in it.","vcs":"Store of a version control system: \`.git\`.","vcs-\
config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"credentials\\" in the name of so\
urce code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the shell hands to programs: \`source .env\`.","from-template":"The s\
ame, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of these, all but the list of names that\
 every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by shells, desktops and interpreters at start-up.","schedule":"Cro\
n, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"Sockets that control a machine.","connection":"\`/dev/tcp/\\u2026\`\
: a connection to another machine.","local-connection":"The same to this machine, or to a container beside it.","nowhere":"\`/dev/null\`.","endless":"Devices with\
out an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence kept by the system: logs, histories.","unknown":"Unknown before \
the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be empty: all of the machine then."},"system_folders":["bin","boot","\
dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applications","snap","nix","lost+found"],\
"credentials":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-toke\
n",".envrc",".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-","gsha\
dow-","environ","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history","tnsnames.ora"\
,".secrets",".secret",".passwd-s3fs","rclone.conf",".credentials"],"credential_stores":[".gnupg",".aws",".azure",".password-store",".oci",".aliyun",".kube/confi\
g",".kube/cache",".docker/config.json",".config/gcloud",".config/gh",".config/hub",".config/doctl",".config/rclone",".config/op",".config/sops",".config/glab-cl\
i",".config/hcloud",".config/scw",".config/linode-cli",".config/fly",".fly/config.yml",".config/netlify",".netlify/config.json",".config/configstore",".heroku/n\
etrc",".config/stripe",".config/ngrok",".ngrok2",".config/github-copilot",".config/solana",".config/filezilla",".filezilla",".config/composer/auth.json",".compo\
ser/auth.json",".config/pip/pip.conf",".pip/pip.conf",".config/railway",".railway/config.json",".config/vercel","com.vercel.cli/auth.json",".supabase/access-tok\
en",".pulumi/credentials.json",".circleci/cli.yml",".travis/config.yml",".sentryclirc",".twilio-cli",".auth0",".lpass",".jira.d",".mc/config.json",".rancher/cli\
2.json",".config/argocd/config",".okta/okta.yaml",".exoscale",".bluemix",".snowflake",".databrickscfg",".kaggle/kaggle.json",".huggingface/token",".cache/huggin\
gface/token",".codex/auth.json",".claude/.credentials.json",".gemini/oauth_creds.json",".cargo/credentials*",".gem/credentials",".terraform.d/credentials*",".m2\
/settings.xml",".m2/settings-security.xml",".gradle/gradle.properties",".local/share/keyrings",".local/share/kwalletd","library/keychains",".mozilla/firefox",".\
thunderbird","google-chrome*/default","google-chrome*/profile*","chrome/default","chrome/profile*","chromium/default","chromium/profile*","brave-browser/default\
","microsoft-edge*/default",".purple/accounts.xml",".subversion/auth",".ethereum/keystore",".bitcoin",".electrum",".vnc/passwd",".rediscli_auth",".wpa_supplican\
t","run/secrets","etc/ssl/private","etc/ssh/ssh_host_*_key","etc/kubernetes/admin.conf","etc/kubernetes/pki","etc/krb5.keytab","etc/wpa_supplicant","etc/network\
manager/system-connections","etc/letsencrypt/live/*/privkey*.pem","etc/letsencrypt/archive","var/lib/sss/db","tmp/krb5cc_*","etc/master.passwd","etc/security/op\
asswd"],"credential_samples":[".env",".env.local",".env.production","credentials","credentials.json","secrets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pyp\
irc",".pgpass",".git-credentials","shadow"],"disposable":["node_modules","bower_components","jspm_packages","dist","dist-ssr","build","builds","_build","out","o\
utput","outputs","target","bin","obj","coverage","htmlcov",".nyc_output",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cac\
he",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".virtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs"\
,".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".vercel",".netlify",".docusaurus",".eslintcache",".stylelintcache",".coverage","storybook-static\
","public/build","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".generated","__generated__","artifacts","artifact","report\
s","report","test-results","test-reports","test-output","test_output","playwright-report","allure-results","allure-report","junit.xml","deps",".bundle","cmake-b\
uild-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newstyle",".dart_tool","deriveddata","pods",".build",".swi\
ftpm","elm-stuff","zig-out","zig-cache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-cache","bench-results",".pnpm-store","package-lock.json\
","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typings","wheelhouse",".aws-sam","cdk.out",".yarn/cache",".r\
pt2_cache",".fusebox",".dynamodb",".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoin\
ts/tmp","snapshots","__snapshots__","__image_snapshots__","screenshots"],"source_folders":["src","source","sources","lib","libs","app","apps","test","tests","sp\
ec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client","clients"\
,"api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","public","s\
tatic","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","services","s\
ervice","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","locale","l\
ocales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","helm","ansib\
le","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","android","ios\
","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","benchmarks","\
bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"]},"programs":{"interprete\
rs":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"node":{"short":"eprC","long":["eval","print","\
require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","red\
irect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","tes\
t-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"nodejs":{"short":"eprC","\
long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir\
","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","\
test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"bu\
n":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","\
title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-reject\
ions","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p",\
"eval","print"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","co\
nfig","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limi\
t","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascri\
pt","code":["e","p","eval","print"]},"ts-node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file",\
"env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure\
-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":\
"p","language":"javascript","code":["e","p","eval","print"]},"deno":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","co\
nditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","rep\
ort-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","\
preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E"]},"ruby":{"short":"e\
IrEC","long":["encoding","external-encoding","internal-encoding","enable","disable","dump","parser"],"language":"ruby","code":["e"]},"php":{"short":"rBREFfdczS"\
,"long":["run","file","process-begin","process-code","process-end","process-file","define","php-ini","server","docroot"],"language":"php","code":["r","run","B",\
"R","E","process-begin","process-code","process-end"],"files":["f","F","file"]},"awk":{"short":"fFvieEl","long":["file","field-separator","assign","source","inc\
lude","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","long":["file","field-s\
eparator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"mawk":{"short":"\
fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"ope\
rands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"fil\
es":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","host","port","user","username","dbname","database","file","set\
","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","long":["execute","in\
it-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],\
"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file","set","variable"],\
"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","newline","nullvalue"],\
"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"sqlite":{"permuted":true,"language":"sql","operands":"databas\
e then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql"\
,"code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","user","username","dbname","database","file","set","variable"\
],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","username","dbname","da\
tabase","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["host","port","user","u\
sername","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":"QqSUPdi","long":["hos\
t","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"operands":"no code"},"\
clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql"\
,"code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port","user","username","dbname","database","file","set","variab\
le"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port","user","username","d\
bname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sqlplus":{"long":["host"\
,"port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"long":["eval","host","po\
rt","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"mongosh":{"long":["ev\
al","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["eval"],"operands":"no code"},"redis-c\
li":{"short":"hpsanurt","language":"sql","operands":"code"},"valkey-cli":{"short":"hpsanurt","language":"sql","operands":"code"},"keydb-cli":{"short":"hpsanurt"\
,"language":"sql","operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","password","database","file"],"permuted":true,"language":"sql"\
,"files":["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"}},"consoles":{"rails":{"short":"e","long":["environment"],"after":["runne\
r","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","\
operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"django-adm\
in":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"flask":{"short":"cd","after":["shell\
"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo":{"short":"cd","after":["shell"],"langua\
ge":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"scrapy":{"short":"cd","after":["shell"],"language":"pyt\
hon","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["execute"]},"drush":{"after":["php:eval","php-eval","eval","ev","ph\
p:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"wp":{"after\
":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli.phar":{"after":["eval","sh\
ell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","chdir","chroot","role","type","host","othe\
r-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"pkexec":{"long":["user"]},"run0":{"short":"\
uD","long":["user","chdir","property","setenv","unit"],"folder":["D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["r\
euid","regid","groups","inh-caps","bounding-set","securebits","pdeathsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","spl\
it-string"],"assigns":true,"folder":["C","chdir"],"code":["S","split-string"]},"cross-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"diso\
wn":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox\
":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":true},"lando":{"own":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu\
","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"s\
tdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"short":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":\
"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepar\
e","cleanup"],"joined":true},"watch":{"short":"nq","long":["interval","equexit"],"joined":true},"flock":{"short":"wEc","long":["wait","timeout","conflict-exit-c\
ode","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c","command"]},"chroot":{"l\
ong":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"own":true},"nsenter":{"sho\
rt":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short":"f"},"proxychains4":{"s\
hort":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus-daemon"]},"systemd-run"\
:{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","on-boot"],"own":true},"sy\
stemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c","call"]},"uvx":{"long"\
:["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":["c","command","session-c\
ommand"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code":["c","command","session-command"]},"sg":{"short":"c","p\
ermuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"after":["exec","x","explore"],"code":["c","call"],"values":["package","workspace","prefix"]},"pnpm":{"\
after":["exec","dlx"],"values":["package","filter","dir"]},"yarn":{"after":["dlx","exec"],"values":["package","cwd","include","exclude","from","since","jobs","j\
","p"]},"bun":{"after":["x","exec"]},"lerna":{"after":["exec"],"values":["scope","ignore","concurrency"]},"nx":{"after":["exec"]},"bundle":{"after":["exec"]},"r\
benv":{"after":["exec"]},"pyenv":{"after":["exec"]},"asdf":{"after":["exec"]},"composer":{"after":["exec"]},"volta":{"after":["run"],"values":["node","npm","yar\
n"]},"fnm":{"after":["exec"],"values":["using"]},"corepack":{},"flatpak-spawn":{},"pipx":{"after":["run"],"values":["spec"]},"uv":{"after":["run"],"values":["wi\
th","python","project","directory","extra","group","env-file"]},"poetry":{"after":["run"]},"pipenv":{"after":["run"]},"pdm":{"after":["run"]},"rye":{"after":["r\
un"]},"hatch":{"after":["run"]},"op":{"after":["run"]},"doppler":{"after":["run"]},"infisical":{"after":["run"]},"railway":{"after":["run"]},"dotenv-vault":{"af\
ter":["run"]},"heroku":{"after":["run","run:detached"],"values":["a","app","r","remote","e","env","s","size"]},"conda":{"after":["run"],"values":["n","name","p"\
,"prefix"]},"nvm":{"after":["exec"],"skip":1},"direnv":{"after":["exec"],"skip":1},"lxc":{"after":["exec"],"skip":1},"mise":{"after":["exec","x"]},"rustup":{"af\
ter":["run"],"skip":1},"nix":{"after":["develop","shell","run"]},"vagrant":{"after":["ssh"],"code":["c","command"]},"fly":{"after":["ssh"],"code":["C","command"\
]},"flyctl":{"after":["ssh"],"code":["C","command"]},"repo":{"after":["forall"],"code":["c","command"]}},"package_verbs":["access","add","approve-builds","audit\
","autoclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constraints","create","dedupe","deploy","dlx","doctor","env","exec","expl\
ain","fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds","import","info","init","install","install-test","it","licenses","l\
ink","list","ln","login","logout","ls","m","multi","node","npm","outdated","owner","pack","patch","patch-commit","patch-remove","plugin","policies","profile","p\
rune","publish","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-update","selfupdate","server","set","setup","stage","start","s\
top","store","tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upgrade-interactive","version","versions","view","whoami","why"\
,"with","workspace","workspaces"],"small_languages":{"lua":{"code":["e"],"runs":"\\\\b(?:os\\\\.execute|io\\\\.popen)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\bos\\\\.r\
emove\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"Rscript":{"code":["e"],"runs":"\\\\b(?:system2?|shell)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:unlink|file\\\\.remove)\\\\s*\\\\\
(\\\\s*([\\"'])(.*?)\\\\1"},"julia":{"code":["e","E","eval","print"],"runs":"\\\\brun\\\\s*\\\\(\\\\s*()\`(.*?)\`","deletes":"(?:\\\\brm\\\\s*\\\\(\\\\s*(?:joinpath\\\\s*\\\\(\\\\s*)?|\\\\bwa\
lkdir\\\\s*\\\\((?=[\\\\s\\\\S]*\\\\brm\\\\s*\\\\())\\\\s*([\\"'])(.*?)\\\\1"},"tclsh":{"runs":"(?:^|[\\\\n;[{])\\\\s*()exec\\\\s+([^\\\\n;\\\\]}]+)","deletes":"(?:^|[\\\\n;[{])\\\\s*()file\\\\s+\
delete\\\\s+(?:-force\\\\s+)?(?:--\\\\s+)?(?:\\\\[glob\\\\s+)?([^\\\\n;\\\\]}\\\\s]+)"},"expect":{"code":["c"],"runs":"(?:^|[\\\\n;[{])\\\\s*()(?:spawn|exec|system)\\\\s+([^\\\\n;\\\\]}]\
+)"},"emacs":{"code":["eval","e"],"runs":"\\\\((?:async-)?shell-command(?:-to-string)?\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-directory|d\
elete-file)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"elixir":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","deletes"\
:"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"iex":{"code":["e","eval"],"runs":"\\\\b(?:System\\\\.shell|:os\\\\.cmd)\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1","de\
letes":"\\\\bFile\\\\.(?:rm|rmdir|rm_rf)!?\\\\s*\\\\(?\\\\s*([\\"'])(.*?)\\\\1"},"erl":{"code":["eval"],"runs":"\\\\bos:cmd\\\\s*\\\\(\\\\s*()\\"(.*?)\\"","deletes":"\\\\bfile:(?:delete\
|del_dir|del_dir_r|delete_r)\\\\s*\\\\(\\\\s*()\\"(.*?)\\""},"guile":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run\
-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p\
)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"racket":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext\
:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\
\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"sbcl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\\
"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)\
{0,2000})\\""},"ecl":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\
\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"\
clisp":{"code":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000\
})\\"","deletes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"chicken":{"co\
de":["c","e","eval","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","dele\
tes":"\\\\((?:delete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"csi":{"code":["c","e","e\
val","x"],"runs":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:del\
ete-file|delete-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"gosh":{"code":["c","e","eval","x"],"run\
s":"\\\\((?:system|shell|run-program|run-shell-command|(?:uiop:)?run-program|ext:shell)\\\\s+()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\"","deletes":"\\\\((?:delete-file|delet\
e-directory(?:\\\\/files)?|(?:uiop:)?delete-directory-tree)\\\\s+(?:#p)?()\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){0,2000})\\""},"scala":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s\
*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\
\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"scala-cli":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|dele\
te\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"amm\
":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\
\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"kotlin":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s\
*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\
\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"jshell":{"code":["e","c"],"runs":"()\\"([^\\"\\\\n]*)\\"\\\\s*\\\\.?\\\\s*!","deletes":"(?:\\\\bFiles\\\\.(?:walk\\\\w*|delete\\\\w*)\\\\s*\
\\\\(\\\\s*Paths?\\\\.(?:of|get)\\\\s*\\\\(|\\\\bnew\\\\s+File\\\\s*\\\\((?=[^)]*\\\\)\\\\s*\\\\.delete)|deleteDirectory\\\\s*\\\\(\\\\s*new\\\\s+File\\\\s*\\\\()\\\\s*(\\")(.*?)\\\\1"},"octave":{"code\
":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\
\\s*([\\"'])(.*?)\\\\1"},"octave-cli":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:delete|unlin\
k|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"matlab":{"code":["eval","batch","r"],"runs":"\\\\b(?:system|shell_cmd|unix|dos)\\\\s*\\\\(\\\\s*([\\"'])(.*\
?)\\\\1","deletes":"\\\\b(?:delete|unlink|rmdir|confirm_recursive_rmdir)\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1"},"nim":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|exec\
Cmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*(\
)\\"(.*?)\\""},"ghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:re\
moveDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"runghc":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|s\
ystem|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.\
*?)\\""},"stack":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:remov\
eDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"crystal":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|sys\
tem|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeDir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?\
)\\""},"swift":{"code":["e","eval"],"runs":"\\\\b(?:exec|execShellCmd|execCmd|system|callCommand|staticExec|shell)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\"","deletes":"\\\\b(?:removeD\
ir|removeFile|removeDirectoryRecursive|removePathForcibly)\\\\s*\\\\(?\\\\s*()\\"(.*?)\\""},"groovy":{"code":["e"],"runs":"([\\"'])(.*?)\\\\1\\\\.execute\\\\s*\\\\(","deletes":"\
\\\\bnew\\\\s+File\\\\s*\\\\(\\\\s*([\\"'])(.*?)\\\\1\\\\s*\\\\)\\\\s*\\\\.\\\\s*(?:delete\\\\w*|eachFile\\\\w*)"},"pwsh":{"code":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression\
|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|-][^\\\\s\\"'$;|]*)\\\\1)?"},"powershell":{"cod\
e":["c","Command","command"],"runs":"\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","deletes":"\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?:\\\\s+-\\\\w+)*(?:\\\\s+([\
\\"']?)([^\\\\s\\"'$;|-][^\\\\s\\"'$;|]*)\\\\1)?"}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"whatis":{"va\
riables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT\
","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR"\
,"PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"timedatectl\
":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDITOR","VISUA\
L","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUDO_EDITOR","\
SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","EDITOR"]},"oc\
":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VIS\
UAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"variables":["\
PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variables":["PSQL\
_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["HGEDITOR","\
PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"delta":{"vari\
ables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS"]},"ssh-ad\
d":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDITOR","EDITOR\
"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND","EDITOR",\
"VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"options":["x","exec"]},"filter-branch":{"options":["tree-filter","index-filter","env-filter","msg-filter"\
,"parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"options":["x","extcmd"]},"fetch":{"options":["upload-pack"]},"pull":{"options":["uploa\
d-pack"]},"clone":{"options":["u","upload-pack"]},"ls-remote":{"options":["upload-pack","exec"]},"push":{"options":["receive-pack","exec"]},"archive":{"options"\
:["exec"]},"grep":{"options":["open-files-in-pager"]}},"code_options":{"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp\
":{"short":"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P\
","pager","H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"]},"nodemon":{"short":"x","long":["exec"],"\
code":["x","exec"]},"nix-shell":{"short":"pAI","long":["run","command"],"code":["run","command"]}},"getopt":{"tar":{"short":"IF","long":["checkpoint-action","to\
-command","use-compress-program","rsh-command","info-script","new-volume-script"],"permuted":true},"find":{"long":["name","iname","path","ipath","wholename","iw\
holename","regex","iregex","lname","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","\
uid","gid","perm","links","inum","samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"sh\
ort":"cS","long":["cmd"],"permuted":true},"gdb":{"short":"x","long":["ex","eval-command"],"permuted":true},"osascript":{"short":"el","permuted":true},"ssh":{"sh\
ort":"bBcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","detach-keys","name","volume","mount","network","\
publish","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus","group-add","hostname","ip","ipc","link","log-\
driver","log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","tmpfs","ulimit","userns","volumes-from","cgroupn\
s","host","context","config","file","project-name","profile","project-directory","namespace","container","index","kubeconfig","cluster","as","image","target"]},\
"copy":{"short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"wget":{"short":"OPoUeTtwQdnxsj","long":["output","output-d\
ocument","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":true},"curl":{"short":"oHdXAFuTebKCm\
xEywzU","long":["output","output-document","out","dir","directory-prefix","header","data","request","user-agent","form","user","output-dir","url"],"permuted":tr\
ue},"request":{"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","\
request","user","output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"\
},"concurrently":{"short":"ncpm","long":["names","prefix"]},"git":{"short":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix\
","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expression","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","d\
elimiter","max-lines","max-args","max-procs","max-chars","process-slot-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-repl\
ace-args","sshlogin","sshloginfile","arg-file","colsep","delay","timeout","joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","h\
alt","nice","load","memfree","basefile","return","trc","env","profile","tagstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-f\
ile-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","long":["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-comman\
d","features","debug","debug-level","debug-output","profile","profile-startup"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"\
permuted":true},"just":{"short":"fd","long":["justfile","working-directory","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"\
grep":{"short":"efmABC","long":["regexp","file","max-count","include","exclude","exclude-dir","color","context"],"permuted":true}},"silent":["[","test","true","\
false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit","return","cp","mv","ln"],"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","\
mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkdiscard","truncate","mv","cp","chmod","chown","chgrp","chattr","setfac\
l","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git","find","xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","e\
nv","eval","python","python3","perl","ruby","node","php","kill","killall","pkill","shutdown","reboot","halt","poweroff","init","systemctl","service","crontab","\
at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw","mount","umount","docker","kubectl","helm","terraform","aws","gcloud","az","psql","my\
sql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_runners":["echo","printf","cat","less","more","head","tail","grep","e\
grep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm","patch","ls","ll","tree","stat","file","touch","mkdir","rmdir","rm",\
"cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","man","info","help","apropos","tldr","hash","test","[","[[","true","false",":","cd","pw\
d","pushd","popd","dirs","exit","return","break","continue","export","unset","set","shift","read","local","declare","alias","unalias","git","hg","svn","gh","gla\
b","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","gem","bundle","composer","mvn","gradle","make","cmake","ninja","bazel",\
"apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak","zypper","emerge","port","nix","docker","podman","kubectl","helm","te\
rraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","rsync","ftp","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar\
","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nvim","nano","emacs","code","ed","ex","jq","yq","xmllint","python","pyth\
on2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++","clang","lua","Rscript","date","cal","uptime","uname","hostname","whoami","id","grou\
ps","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","sleep","seq","yes","basename","dirname","realpath","readlink","mktemp"\
,"tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od","hexdump","strings","column","fold","fmt","nl","paste","join","split","expand","rev",\
"tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","journalctl","dmesg","mount","umount","df","du","free","lsof","ss","netstat","ip","ifc\
onfig","ping","dig","nslookup","host","traceroute","useradd","userdel","usermod","passwd","crontab","dd","mkfs","truncate","shred","notify-send","say","logger",\
"write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zsh","ksh","eval","source",".","trap","fork-bomb","compgen","complete",\
"getent","locate","updatedb","apt-cache","apt-file","command","builtin","fzf","bat","exa","eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","h\
adolint"],"filters":["yq","fold","fmt","nl","column","paste","join","expand","unexpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat\
","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4","cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colr\
m","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","look","comm","tsort","ptx","nkf","cut"]},"sentences":{"before_order":["please","\
then","next","now","first","second","third","finally","lastly","also","just","simply","and","so","ok","okay","well","afterwards","afterward","after","that","imm\
ediately","quickly","silently","quietly","permanently","completely","forcefully","forcibly","recursively","always","go","ahead","kindly","step","todo","task","g\
oal","plan","objective","instruction","instructions:","->","=>","-","*","once","done","from","here","on","to","be","safe","start","by","begin","in","order","bit\
te","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero"\
,"despu\\u00e9s","por","favor"],"between":["just","then","also","now","first","simply","really","definitely","quickly","completely","permanently","forcefully","f\
orcibly","recursively","immediately","silently","quietly","safely","manually","please","go","ahead","and","finally","probably","simply","again","all"],"denials"\
:["not","don't","dont","never","no","nor","without","avoid","cannot","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't\
","isn't","aren't","refuse","refuses","refusing","prevent","prevents","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow"\
,"disallowed","block","blocks","blocking","blocked","stop","stops","protect","protects","against","unless","warn","warns","rather","instead","neither","hardly",\
"nothing","nobody","ne"],"ends_denial":["but","instead","just","rather","simply","only"],"speech_verbs":["explain","explains","document","documents","describe",\
"describes","discuss","mention","mentions","note","notes","review","reviews","summarize","summarise","clarify","investigate","analyze","analyse","research","che\
ck","verify","confirm","ask","consider","compare","evaluate","test","tests","cover","fix","fixes","rename","refactor","detect","detects","reject","rejects","rep\
ort","reports","flag","flags","catch","catches","grep","search","look","find","understand","teach","highlight","reword","rewrite-docs","translate","list","sugge\
sts","assert","handle","handles"],"predicates":["is","are","was","were","isn't","aren't","wasn't","can","can't","may","might","would","could","should","has","ha\
d","does","doesn't","returns","fails","failed","throws","breaks","broke","causes","caused","shows","requires","takes","works","happens","leads","means","seems",\
"appears","crashes","crashed","hangs","deletes","removes","looks","becomes","gets"],"subjects":["the","this","that","these","those","it","a","an","users","they"\
,"he","she","there","some","if","when"],"relative":["that","which","what","who","someone","somebody","anyone","anybody","where","it","there","they","we","i","yo\
u","whatever","everything"],"creation_verbs":["create","write","make","build","generate","develop","craft","prepare","produce"],"program":["script","program","c\
ommand","one-liner","code","function","file","process","tool","job","playbook"],"passes_on":["post","posting","send","sending","upload","uploading","mail","emai\
l","share","publish","leak","forward","paste","push","copy","dump","transmit","exfiltrate"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug",\
"ship","scrub","dump","grab","cat","log","strip","zap","stop","commit","reset","run","submit"]}}`);var Xs=["reads","writes","deletes","moves","changes"],Ux=Object.keys(X.paths.classes),it=t=>new Map(Object.entries(t)),I={grammars:it(X.arguments.grammars),grammarAliases:it(
X.arguments.aliases),gitOptions:it(X.arguments.git_options),dryRuns:it(X.arguments.dry_runs),switches:new Set(X.arguments.switches),roles:it(X.arguments.roles),
interpreters:it(X.programs.interpreters),consoles:it(X.programs.consoles),wrappers:it(X.programs.wrappers),runners:it(X.programs.runners),packageVerbs:new Set(X.
programs.package_verbs),smallLanguages:it(X.programs.small_languages),codeVariables:it(X.programs.code_variables),gitVariables:X.programs.git_variables,gitCode:it(
X.programs.git_code),codeOptions:it(X.programs.code_options),getopt:X.programs.getopt,silent:new Set(X.programs.silent),risky:new Set(X.programs.risky),nonRunners:new Set(
X.programs.non_runners),filters:new Set(X.programs.filters),clients:it(X.clients.clients),projectClients:new Set(X.clients.project),ownData:X.clients.own,destroyingVerbs:new Set(
X.clients.destroys),otherVerbs:new Set(X.clients.others),localNouns:new Set(X.clients.local),languages:X.languages.languages,awkLexer:X.languages.awk,sharedCalls:X.
languages.shared,sentences:X.sentences,systemFolders:X.paths.system_folders,credentials:new Set(X.paths.credentials),credentialStores:X.paths.credential_stores,
credentialSamples:X.paths.credential_samples,disposable:new Set(X.paths.disposable),sourceFolders:new Set(X.paths.source_folders)};var Bx=/^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i,{grammars:_a,grammarAliases:cu,gitOptions:Gx}=I;
function Aa(t){return _a.get(cu.get(t)??t)?.short!==void 0}function le(t,e){let n=cu.get(t)??t,s=_a.get(n)??{},r=[],o=[],i=[],a=!1;for(let c=0;c<e.length;c+=1){
let l=e[c],{text:d}=l,u=(f,h)=>o.push({flag:f,value:{text:h,glob:l.glob}}),p=f=>{c+1>=e.length||(c+=1,o.push({flag:f,value:e[c]}))};if(a||!/^-./.test(d)){i.push(
l);let f=i.length===1?`${n} ${d}`:void 0;f&&(s={...s,..._a.get(f)})}else if(d==="--")a=!0;else if(s.whole&&Bx.test(d))r.push(d);else if(d.startsWith("--")||s.single){
let f=d.indexOf("="),h=f===-1?d:d.slice(0,f),m=n==="git"?Kx(i[0]?.text,h):h;r.push(m),f!==-1?u(m,d.slice(f+1)):s.long?.includes(m.replace(/^-+/,""))&&p(m)}else{
for(let f=1;f<d.length;f+=1){let h=`-${d[f]}`;if(r.push(h),!!s.short?.includes(d[f])){f+1<d.length?u(h,d.slice(f+1).replace(/^=/,"")):p(h);break}}d.length>2&&r.
push(d)}}return{flags:r,options:o,operands:i}}function K(t,e){return t.some(n=>n===e||e.startsWith("--")&&n.length>=5&&n.startsWith("--")&&e.startsWith(n))}var zx=new Map(
[...Gx].map(([t,e])=>{let n=e.map(s=>`--${s}`);return[t,[...n,...n.map(s=>s.replace("--","--no-"))]]}));function Kx(t,e){let n=zx.get(t??"");if(!n||n.includes(e))
return e;let s=n.filter(r=>r.startsWith(e));return s.length===1?s[0]:e}je();je();var b="\uFFFC",lu="\uFFFB",q=`${b}${lu}`,Ta=`${b}\u2026`,xe=t=>t.includes(lu),Re=t=>xe(t)?q:b,de=t=>t.includes(b)&&!xe(t)?b:q,tt=({text:t})=>!t.includes(b),
Yx=["shell","python","javascript","perl","ruby","php","awk","sql"],Wt=(t,e,n=[],s)=>({program:t,path:t,args:e,redirects:n,environment:{},wrappers:[],language:"s\
hell",...Z({folder:s})});je();var Qs=32,Xx=65536,Un=`${b}\uFFFB`,_={kind:"unknown"},W=(...t)=>({kind:"text",of:t}),yn=t=>({kind:"number",number:t}),H=t=>({kind:"list",items:t}),Te=(t,e)=>({kind:"\
name",path:t,...Z({self:e})}),Se=(t,...e)=>({kind:"made",by:t,args:e});function $(t){switch(t?.kind){case"text":return t.of;case"number":return[String(t.number)];case"\
list":return[b];default:return[b]}}var ft=t=>$(t).every(e=>!e.includes(b));function at(t){let e=[...new Set(t)];return e.length>Qs&&e.splice(Qs,e.length,b),{kind:"\
text",of:e.length>0?e:[b]}}function Ce(t,e=""){let n,s=!1;for(let i of t){s||=i.kind==="text"&&i.glob===!0;let a=$(i),c=n;n=c?c.flatMap(l=>a.map(d=>du(l+e+d))):
[...a],n.length>Qs&&(n=[b])}let r=Fe(t.filter(i=>i.kind==="content"));if(r.kind==="content")return r;let o=at(n??[""]);return s&&o.kind==="text"?{...o,glob:s}:o}
var du=t=>t.length>Xx?b:t;function xt(t,e){return t.kind==="content"?t:at($(t).map(n=>n.includes(b)?b:du(e(n))))}function Fe(t){let e=t.filter(o=>o.kind!=="unkn\
own"),[n]=e;if(!n)return _;if(t.length===1)return n;if(e.every(o=>o.kind==="text"||o.kind==="number")){let o=at([...e.flatMap($),...e.length<t.length?[b]:[]]);return e.
some(i=>i.kind==="text"&&i.glob)?{...o,glob:!0}:o}let s=e.filter(o=>o.kind==="content");if(s.length>0)return{kind:"content",files:[...new Set(s.flatMap(o=>o.files))].
slice(0,Qs),from:[...new Set(s.flatMap(o=>o.from))].slice(0,Qs)};let r=e.filter(o=>o.kind==="list");return r.length===e.length&&r.every(o=>o.items.length===r[0].
items.length)?H(r[0].items.map((o,i)=>Fe(r.map(a=>a.items[i])))):n}function _e(t){return t.kind==="list"?t.items:t.kind==="map"?[...t.entries.keys()].map(e=>W(e)):
t.kind==="text"&&!t.glob&&t.of.length===1&&!t.of[0].includes(b)?Array.from(t.of[0],e=>W(e)):[t.kind==="text"&&t.glob||t.kind==="content"||t.kind==="made"?t:_]}var bn=t=>t.
flatMap(e=>e.kind==="list"?e.items:[e]);function vt(t,e=0){if(e>4)return;let n=t.slice(0,256).flatMap(r=>{if(r.kind==="content")return[r];let o=r.kind==="list"?
r.items:r.kind==="map"?[...r.entries.values()]:r.kind==="made"?r.args:[],i=o.length>0?vt(o,e+1):void 0;return i?[i]:[]}),s=Fe(n);return s.kind==="content"?s:void 0}
var ms=class{constructor(e){this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,n){let s=this;for(;!s.values.has(e)&&s.
outer;)s=s.outer;(s.values.has(e)?s:this).values.set(e,n)}declare(e,n){this.values.set(e,n)}};var Qx=65536;function yo(t,e,n,s){return t==="||"||t==="or"||t==="??"?e.kind==="unknown"?n:e:e.kind==="number"&&n.kind==="number"?Jx(t,e.number,n.number):t==="+"||
s.includes(t)?e.kind==="list"&&n.kind==="list"?H([...e.items,...n.items]):Ce([e,n]):t==="/"&&e.kind==="text"?Rt([e,n]):t==="%"&&e.kind==="text"?bo(e,n.kind==="l\
ist"?n.items:[n]):(t==="*"||t==="x")&&n.kind==="number"?pu(e,n.number):t==="*"&&e.kind==="number"?pu(n,e.number):vt([e,n])??_}var uu={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"|":(t,e)=>t|e,"&":(t,e)=>t&e,"<<":(t,e)=>t<<e,">>":(t,e)=>t>>e};function Jx(t,e,n){return t===
"."?W(`${e}${n}`):Object.hasOwn(uu,t)?yn(uu[t](e,n)):_}function pu(t,e){let n=Math.max(0,Math.trunc(e));return t.kind==="list"?t.items.length*n>1024?_:H(Array.from(
{length:n},()=>t.items).flat()):W(...$(t).map(s=>s.length*n>Qx?b:s.repeat(n)))}function Rt(t){return t.reduce((e,n)=>{if($(n).every(o=>o.startsWith("/")||o.startsWith(
"~")))return n;let s=W(...$(e).map(o=>o.length>1?o.replace(/\/$/,""):o));if($(s).every(o=>o==="/"||o===""))return Ce([s,n]);let r=Ce([s,n],"/");return n.kind===
"text"&&n.glob&&r.kind==="text"?{...r,glob:!0}:r})}function bo(t,e,n){let[s]=$(t);if(s===void 0||s.includes(b))return _;let r=0,o=s.split(/(%[-+ 0#\d.*]{0,8}[sdrifxXcu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/).
slice(0,256).map((i,a)=>{if(a%2===0)return W(i.replaceAll("%%","%"));let c=i.startsWith("{")?/\w+/.exec(i)?.[0]:void 0;if(c!==void 0)return n?.get(c)??e[Number(
c)]??_;let l=e[r++];return i.endsWith("c")&&l?.kind==="number"?W(String.fromCodePoint(l.number&65535)):l??_});return Ce(o)}je();var ko={args:[],environment:{},variables:new Map},Zx=16,Pa={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
Bn=({text:t,glob:e})=>({kind:"text",of:[t],...Z({glob:e||void 0})}),fu=({args:t})=>H(t.map(Bn)),xo=({environment:t},e)=>e!==void 0&&Object.hasOwn(t,e)?Bn(t[e]):
void 0,hu=({input:t=""})=>t.replace(/\n$/,"").split(`
`).slice(0,Zx);function nn(t){if(t.input!==void 0)return at([t.input.replace(/\n$/,""),...hu(t)])}function mu(t,{args:e,environment:n,input:s}){let r=({text:o})=>o!==
""&&!o.includes(b);return e.some(r)&&Pa.args.test(t)||s!==void 0&&!s.includes(b)&&s!==""&&Pa.input.test(t)||Object.values(n).some(r)&&Pa.environment.test(t)}function gu(t,e,n){
let s=n.args.map(Bn),r=n.script===void 0?[]:[W(n.script)],o=new Map([["HOME",W("~")]]);for(let[f,h]of Object.entries(n.environment))o.set(f,Bn(h));let i={kind:"\
map",entries:o},a=nn(n),c=a&&H(hu(n).map(f=>W(f))),l=(...f)=>H([...f,...s]),d=f=>r.length>0?r:[W(f)],u=l(...d("-")),p={python:{"sys.argv":l(...d("-c")),"os.envi\
ron":i,"sys.stdin":c},javascript:{"process.argv":l(W("node"),...r),"Bun.argv":l(W("node"),...r),"Deno.args":H(s),"process.env":i,"Bun.env":i,"process.stdin":a},
perl:{"@ARGV":H(s),$ARGV:H(s),'"@ARGV"':W(n.args.map(({text:f})=>f).join(" ")),...Object.fromEntries(s.map((f,h)=>[`$ARGV.${h}`,f])),$ENV:i,"%ENV":i,...Object.fromEntries(
[...o].map(([f,h])=>[`$ENV.${f}`,h])),$_:a,STDIN:a},ruby:{ARGV:H(s),"$*":H(s),ENV:i,$_:a,STDIN:c,$stdin:c,ARGF:c},php:{$argv:u,$_SERVER:{kind:"map",entries:new Map(
[...o,["argv",u]])},$_ENV:i}};for(let[f,h]of Object.entries(p[t]??{}))h&&e.declare(f,h)}var yu=(...t)=>require("node:zlib").gunzipSync(...t),bu=(...t)=>require("node:zlib").inflateRawSync(...t),ku=(...t)=>require("node:zlib").inflateSync(...t);var ev=65536;function Ra(t){let e=t.toString("utf8");return e.includes("\uFFFD")?t.toString("latin1"):e}var xu=t=>Ra(Buffer.from(t,"base64"));function tv(t){return t.
replace(/[a-z]/gi,e=>{let n=e<="Z"?65:97;return String.fromCharCode((e.charCodeAt(0)-n+13)%26+n)})}function nv(t){try{return decodeURIComponent(t)}catch{return b}}
function sv(t){let e=Buffer.from(t,"latin1");for(let n of[ku,yu,bu])try{return Ra(n(e,{maxOutputLength:ev}))}catch{}return b}var nt={base64:xu,base64url:t=>xu(t.
replaceAll("-","+").replaceAll("_","/")),hex:t=>Ra(Buffer.from(t.replace(/\s/g,""),"hex")),rot13:tv,zlib:sv,url:nv,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.
toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var rv=/[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*/uy,ov=/(?:\\!|\.shell|\.system|system)[ \t]+(.*)|\\(?:copy|o|w|g)[ \t]*\|?[ \t]*(.*)/y,iv=/\/\*!\d*/y,vu=/\$(\w*)\$/y;
function wu(t){let e=[],n=[],s=()=>{n.length>0&&e.push(n),n=[]},r=(o,i)=>(o.lastIndex=i,o.exec(t));for(let o=0;o<t.length;){let i=t[o];if(i==="\\"||(i==="."||i===
"s")&&n.length===0){let a=r(ov,o);if(a){s(),a[1]!==void 0&&e.push([{kind:"shell",text:a[1]}]),o+=a[0].length;let c=a[2];if(c!==void 0){let l=/^\\\w+[ \t]*\|/.test(
a[0])?c:void 0,d=/\bprogram[ \t]+'((?:[^']|'')*)'/i.exec(c.slice(0,4e3))?.[1];(l!==void 0||d!==void 0)&&e.push([{kind:"shell",text:l??d.replaceAll("''","'")}])}
continue}}if(t.startsWith("--",o)||i==="#"&&/\s/.test(t[o+1]??`
`)){let a=t.indexOf(`
`,o);o=a<0?t.length:a}else if(t.startsWith("/*",o)){let a=r(iv,o)?.[0],c=a===void 0?t.indexOf("*/",o+2):0;o=a!==void 0?o+a.length:c<0?t.length:c+2}else if(t.startsWith(
"*/",o))o+=2;else if(i===";")s(),o+=1;else if(i==="'"||i==='"'||i==="`"||i==="["){let a=i==="["?"]":i,c="",l=o+1;for(;;){let d=t.indexOf(a,l),u=d<0?t.length:d;if(c+=
t.slice(l,u),o=u+1,d<0||t[o]!==a||a==="]")break;c+=a,l=o+1}n.push({kind:i==="'"?"text":"word",text:c}),i==='"'&&/[\s/]/.test(c)&&(n[n.length-1]={kind:"text",text:c})}else if(i===
"$"&&r(vu,o)){let a=r(vu,o)[0],c=t.indexOf(a,o+a.length),l=c<0?t.length:c;n.push({kind:"text",text:t.slice(o+a.length,l)}),o=l+a.length}else{let a=r(rv,o)?.[0];
a!==void 0?(n.length===1&&/^go$/i.test(a)&&t[o-1]===`
`?s():n.push({kind:"word",text:a}),o+=a.length):(/\s/.test(i)||n.push({kind:"mark",text:i}),o+=1)}}return s(),e}var av=8,cv=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i,_u=new RegExp("^(?:DATABASE|SCHEMA|TABLE|VIEW|INDEX|USER|ROLE|FUNCTION|PROC\
EDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|KEYSPACE|TABLESPACE|COLUMN|CONSTRAINT|POLICY|OWNED|COLLECTION|STREAM|BUCKET)$"),lv=["IF","EXISTS","NOT","ONLY","CONCURRENT\
LY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],dv=["AS","BEGIN","THEN","ANALYZE","EXPLAIN","DO","DETACH"],uv=/^(?:LOAD_FILE|PG_READ_FILE|PG_READ_BINARY_FILE|LO_IMPORT|READFILE|READ_TEXT|INFILE)$/,
pv=/^(?:OUTFILE|DUMPFILE|WRITEFILE|LO_EXPORT)$/;function Js(t,e,n=0){if(n>av){e.fail("too-deep","SQL in SQL is nested too deeply");return}for(let s of wu(t)){if(!e.
step(1+s.length))return;let[r]=s;r?.kind==="shell"?e.runShellLine(W(r.text)):fv(new $a(s,e,n))}}var $a=class{constructor(e,n,s){this.tokens=e;this.collector=n;this.
depth=s;this.words=e.map(r=>r.kind==="word"?r.text.toUpperCase():"")}tokens;collector;depth;words;report(...e){this.collector.addInvocation("sql",e,{language:"s\
ql"})}word(e){return this.words[e]??""}name(e){let n=e;for(;n<this.tokens.length&&(lv.includes(this.word(n))||this.word(n)==="TABLE"&&n===e);)n+=1;let s=this.tokens[n]?.
text??"";for(;this.tokens[n+1]?.text==="."&&this.tokens[n+2];n+=2)s+=`.${this.tokens[n+2].text}`;return s}textAfter(e){return e<0?void 0:this.tokens.slice(e+1,e+
6).find(({kind:n})=>n==="text")?.text}valueAfter(e){return W(this.textAfter(e)??b)}isUnlimited(e){let n=this.words.indexOf("WHERE",e);if(n<0)return!this.words.includes(
"LIMIT",e);let s=this.tokens.slice(n+1).map(({text:r})=>r);return s.join(" ").length<200&&cv.test(s.join(" ").trim())}readInner(e){let n=this.tokens.slice(e+1).
find(({kind:s})=>s==="text");n&&Js(n.text,this.collector,this.depth+1)}};function fv(t){let{words:e,tokens:n,collector:s}=t;for(let[r,o]of e.entries()){let i=n[r-
1],a=i?.kind==="mark"&&i.text==="(";if(r===0||a||dv.includes(e[r-1])){if(!s.step(Math.ceil((e.length-r)/16)))return;Object.hasOwn(Cu,o)&&Cu[o](t,r)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.
test(o)?s.runShellLine(t.valueAfter(r)):uv.test(o)?s.readFile(t.valueAfter(r)):pv.test(o)&&s.recordWrite(t.valueAfter(r),void 0)}}var Au=t=>/^(?:USER|ROLE|LOGIN)$/.
test(t);function hv(t,e){let{words:n,tokens:s}=t,r=/^TEMP(?:ORARY)?$/.test(t.word(e+1))||s[e+2]?.text.startsWith("#"),o=n.slice(e+1,e+5).find(i=>_u.test(i));o&&
t.report(`drop-${r?"temporary-":""}${o.toLowerCase()}`,t.name(n.indexOf(o,e)+1))}function mv(t,e){let{words:n}=t;if(Au(t.word(e+1)))t.report("alter-user",t.name(
e+2));else if(n[e+1]==="SYSTEM")t.report("set-global",t.name(e+3));else for(let s=n.indexOf("DROP",e+2);s>0;s=n.indexOf("DROP",s+1)){let r=_u.test(t.word(s+1)),
o=r?n[s+1].toLowerCase():"column";t.report(`drop-${o}`,t.name(e+2),t.name(s+(r?2:1)))}}function gv(t,e){let[n,s,r]=["PROGRAM","TO","FROM"].map(i=>t.words.indexOf(
i,e));if(n>0){t.collector.runShellLine(t.valueAfter(n));return}let o=t.textAfter(s>0?s:r);o!==void 0&&(s>0?t.collector.recordWrite(W(o),void 0):t.collector.readFile(
W(o)))}function yv(t,e){let n=t.tokens.slice(e+1).map(({text:r})=>r),s=n.join(" ").slice(0,400);n.includes("dropDatabase")?t.report("drop-database","db"):n.includes(
"drop")?t.report("drop-collection",n[1]??""):/deleteMany|remove/.test(s)&&/\{ \}|\( \)/.test(s)&&t.report("delete-all",n[1]??"")}var Su=(t,e)=>t.report(t.word(e).
toLowerCase(),t.words.slice(e+1,e+12).join(" ").trim()),Ia=(t,e)=>{t.word(e+1)!=="XP_CMDSHELL"&&t.readInner(e)},Eu=(t,e)=>t.report("flush",t.word(e)),Cu={DROP:hv,
TRUNCATE:(t,e)=>{t.tokens[e+1]&&t.report("truncate",t.name(t.word(e+1)==="TABLE"?e+2:e+1))},DELETE:(t,e)=>{let n=t.words.indexOf("FROM",e),s=t.word(0)==="MATCH",
r=s&&t.tokens.some(({text:o})=>o==="{");t.report(!r&&t.isUnlimited(s?0:e)?"delete-all":"delete-some",t.name((n<0?e:n)+1))},UPDATE:(t,e)=>{t.words.includes("SET",
e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},ALTER:mv,CREATE:(t,e)=>{Au(t.word(e+1))&&t.report("create-user",t.name(e+2))},GRANT:Su,REVOKE:Su,
COPY:gv,EXECUTE:Ia,EXEC:Ia,PREPARE:Ia,DO:(t,e)=>t.readInner(e),SHUTDOWN:t=>t.report("shutdown"),PURGE:(t,e)=>t.report("purge",t.name(e+1)),RESET:(t,e)=>{/^(?:MASTER|REPLICA|SLAVE)$/.
test(t.word(e+1))&&t.report("purge","logs")},KILL:(t,e)=>t.report("kill",t.name(e+1)),SET:(t,e)=>{/^(?:GLOBAL|PERSIST)$/.test(t.word(e+1))&&t.report("set-global",
t.name(e+2))},FLUSHALL:Eu,FLUSHDB:Eu,DB:yv,PRAGMA:(t,e)=>{t.word(e+1)==="WRITABLE_SCHEMA"&&t.report("set-global","writable_schema")}};var bv=new Set(["POST","PUT","PATCH","DELETE"]);function He({collector:t},e,n,s){let r=s.filter(d=>d!==void 0),o=vt(r),i=o&&o.from.length>0?{input:{kind:"pipe",
from:t.listSources(o)}}:{},a=o?[...o.files.map(d=>`@${d}`),...o.from.length>0?["@-"]:[]]:r.map(d=>ft(d)?$(d)[0]:b),c=r.length>0&&e==="GET"?"POST":e,l=[...bv.has(
c)||c===b?["-X",c]:[],...a.flatMap(d=>["-d",d]),n??_];return{kind:"content",files:[],from:[t.addInvocation("curl",l,i)]}}function wo({collector:t},e,n,s="nc"){let r=vt(
[n??_]),[o,i]=e?.kind==="made"?e.args:[];return t.addInvocation(s,[o??_,i],r?{input:{kind:"pipe",from:t.listSources(r)}}:{}),_}function ht({args:t,named:e},n){let s=t.
find(r=>r.kind==="map");return e.get(n)??(s?.kind==="map"?s.entries.get(n):void 0)}var Zs=({receiver:t})=>t?.kind==="name"?t.path:b;function kv(t){let[,e,n,s]=/^\$(self|owner|all|last|\d*)(\.\.)?((?::\w+)*)$/.
exec(t)??[];if(e===void 0)return()=>W(t);if(e==="self")return({receiver:i})=>i;if(e==="owner")return i=>W(Zs(i));if(e==="all")return({args:i})=>H(bn(i));if(e===
"last")return({args:i})=>i.at(-1);let r=Number(e);if(n)return({args:i})=>H(i.slice(r));let o=s.split(":").slice(1);return i=>i.args[r]??o.map(a=>ht(i,a)).find(a=>a!==
void 0)}var kn=t=>(e,n)=>s=>(t(s,e.map(r=>r(s)),n),_),ge=t=>(e,n)=>s=>t(s,e.map(r=>r(s)),n),Na=(t,e)=>kn(({args:n,collector:s})=>s.recordPrint(n,t,e)),xv=t=>t?.
kind==="number"?t.number.toString(8):$(t)[0]?.replace(/^0o?/,"")??b;function So({collector:t},e,n){let s=n===void 0?"r":$(n)[0];return/[waxc+]/.test(s)?(t.recordWrite(
e,void 0,s.includes("a")),Se(s.includes("a")?"appended":"written",e??_)):t.readFile(e)}function Oa({collector:t},[e,n]){return t.addInvocation("nc",[e??_,n]),Se(
"connection",e??_,...n?[n]:[])}function vo({collector:t},e){let n=W(t.chooses||e?.kind==="unknown"?b:Un);return H([e===void 0||e.kind==="unknown"?n:Rt([e,n])])}
var gs=t=>t?.kind==="text"?{...t,glob:!0}:_;function er({collector:t},e){if(e?.kind==="text")return Js($(e)[0],t),_}var vv=({collector:t},e)=>e?.kind==="list"?t.
runProgram(e.items):t.runShellLine(e),wv={run:kn(({collector:t},[,...e],[n])=>t.addInvocation(n,e.map(s=>s??_))),"sql-deed":kn(({collector:t},e)=>t.addInvocation(
"sql",e,{language:"sql"})),chmod:kn(({collector:t},[e,n])=>t.addInvocation("chmod",[xv(n),e??_])),chown:kn(({collector:t},[e,n])=>t.addInvocation("chown",[n??_,
e??_])),kill:kn((t,[e,n])=>La(t,e,n)),read:ge(({collector:t},[e])=>t.readFile(e)),write:kn(({collector:t},[e,n])=>t.recordWrite(e,n)),append:kn(({collector:t},[
e,n])=>t.recordWrite(e,n,!0)),create:ge(({collector:t},[e])=>(t.recordWrite(e,void 0),Se("written",e??_))),open:ge((t,[e,n])=>So(t,e,n)),shell:ge(({collector:t},[
e])=>t.runShellLine(e)),program:ge(({args:t,collector:e})=>e.runProgram(t)),start:ge((t,[e])=>vv(t,e)),command:ge(({collector:t},[e])=>{let n=e?.kind==="list"?e.
items:[];return n.length>1?t.runProgram(n):t.runShellLine(n[0])}),eval:ge(({evaluateCode:t},[e])=>t(e)),get:ge((t,[e])=>He(t,"GET",e,[])),post:ge((t,[e,n])=>He(
t,"POST",e,[n])),connect:ge(t=>Oa(t,t.args[0]?.kind==="list"?t.args[0].items:t.args)),send:ge((t,[e],n)=>ys(t,t.receiver,e,n.includes("append"))),transfer:ge((t,[
,e],[n])=>t.receiver?.kind==="made"?wo(t,t.receiver,e,n):void 0),sql:ge((t,[e])=>er(t,e)),print:Na(" ",`
`),"print-text":Na("",""),"print-line":Na("",`
`),input:ge(({collector:t})=>nn(t.input)),environment:ge(({collector:t},[e])=>xo(t.input,$(e)[0])??($(e)[0]==="HOME"?W("~"):_)),value:ge((t,[e])=>e??_),unknowns:ge(
()=>H([_])),entries:ge((t,[e])=>vo(t,e??W("."))),names:ge((t,[e])=>vo(t,e&&ft(e)?void 0:_)),name:ge((t,e,[n])=>Te(n)),module:ge((t,[e])=>Te($(e)[0].replace(/^node:/,
""))),made:ge(({args:t},[,e],[n])=>Se(n,...e?[e]:t)),glob:ge((t,[e])=>gs(e)),join:ge(({args:t})=>t.length>0?Rt(bn(t)):W(".")),fold:ge((t,[,e],[n])=>xt(e??_,nt[n]))};
function La({collector:t},e,n){let s=n?.kind==="name"?n.path.slice(n.path.lastIndexOf(".")+1):void 0,r=n===void 0?"TERM":s??$(n)[0];return t.addInvocation("kill",
[`-${r.replace(/^(?:SIG|:)/,"")}`,e??_]),_}function ys(t,e,n,s=!1){if(e?.kind==="made")return e.by==="written"||e.by==="appended"?t.collector.recordWrite(e.args[0],
n,s||e.by==="appended"):e.by==="request"?He(t,"POST",e.args[0],[n]):(e.by==="connection"||e.by==="client")&&wo(t,e,n),_}var Tu={"if-text":({kind:t})=>t==="text",
"if-name":({kind:t})=>t==="name","if-rows":t=>t.kind==="made"&&t.by==="rows","if-object":()=>!0};function Da(t,e){let[n,...s]=t.split(" ");if(Object.hasOwn(Tu,n)){
let i=Da(s.join(" "),e);return a=>a.receiver&&Tu[n](a.receiver)?i(a):void 0}if(n!=="do")return wv[n](s.map(kv),s);let[r,...o]=s;return i=>e[r](i,...o)}var Pu={"(":")","[":"]","{":"}"};function Ru(t){let e=[];for(let[n,s]of t.entries()){if(s.kind==="name"&&s.text==="for"){let r=e.at(-1);r&&r.loop===void 0&&(r.loop=
n)}if(s.kind==="mark"){if(Object.hasOwn(Pu,s.text))s.close=t.length,e.push(s);else if(s.text===")"||s.text==="]"||s.text==="}"){let r=e.at(-1);r&&Pu[r.text]===s.
text&&(r.close=n,e.pop())}}}return t}var T=(t,...e)=>t?.kind==="mark"&&e.includes(t.text),z=(t,...e)=>t?.kind==="name"&&(e.length===0||e.includes(t.text));var Sv=48,Ev=["=",":=","+=",".=","||=","??=","&&="];function Wa({tokens:t,at:e,end:n},s){let r=e;for(let o=0;r<n&&o<Sv;o++){let i=t[r];if(i.kind==="newline")return;
if(i.kind==="mark"){if(Ev.includes(i.text))return r;if(i.text===","&&!s||i.text===";"||i.text==="=>"||i.text===")"||i.text==="}")return;i.close!==void 0&&(r=Math.
max(r,i.close))}r+=1}}function sn(t,e,n,s){let{tokens:r,scope:o}=t,i=e;for(;i<n&&Cv(r[i]);)i+=1;let a=r[i];if(a?.kind==="mark"&&a.close!==void 0&&["(","[","{"].
includes(a.text)){a.text==="{"?Av(t,i+1,Math.min(a.close,n),s):Iu(t,i+1,Math.min(a.close,n),s);return}if(_v(r,i,n)){Iu(t,i,n,s);return}let c="";for(let l=i;l<n;l++){
let d=r[l];if(d.kind==="name")c+=c!==""&&!c.endsWith(".")?"":d.text;else if(T(d,".","->","::","?."))c+=".";else break}c!==""&&o.set(c,s)}var Cv=t=>t?.kind==="na\
me"&&["const","let","var","my","our","local","await","static","async"].includes(t.text);function _v(t,e,n){for(let s=e;s<n;s++){let r=t[s];if(T(r,","))return!0;
r.kind==="mark"&&r.close!==void 0&&(s=Math.max(s,r.close))}return!1}function Iu(t,e,n,s){let r=e,o=0;for(let i=e;i<=n;i++){let a=t.tokens[i];if(i===n||T(a,",")){
let c=s.kind==="list"?s.items[o]??_:s.kind==="content"?s:_;i>r&&sn(t,r,i,c),r=i+1,o+=1}else a?.kind==="mark"&&a.close!==void 0&&(i=Math.max(i,Math.min(a.close,n-
1)))}}function Av(t,e,n,s){for(let r=e;r<n;r++){let o=t.tokens[r];if(o.kind!=="name")continue;let a=T(t.tokens[r+1],":","=>")&&t.tokens[r+2]?.kind==="name"?t.tokens[r+
2].text:o.text,c=s.kind==="map"?s.entries.get(o.text)??_:s.kind==="name"&&!s.self?t.scope.get(`${s.path}.${o.text}`)??{kind:"name",path:`${s.path}.${o.text}`}:_;
for(t.scope.set(a,c);r<n&&!T(t.tokens[r],",");)r+=1}}var Gn=t=>{let e=_e(t);return e.length>64?Fe(e.slice(0,64)):e.length===0?H([]):Fe(e)};var mt=(t,e,n=0,s=e.length)=>({...t,tokens:e,at:n,end:Math.min(s,e.length),depth:t.depth+1});function bs({scope:t,language:e},n){return t.get(n)??e.constants.get(
e.canonicalize(n))??Te(n)}var Tv=60,Pv=4096,Rv=["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"];function Eo(t,e,n){if(e.kind==="function")return zn(
t,e.definition,n.args,n.named);if(e.kind==="content")return e;if(e.kind==="text"){let[l]=$(e);return t.language.bare_calls||t.language.member_operators.includes(
"->")?Eo(t,Te(l),n):_}if(e.kind!=="name")return Ma(t,void 0,n);let s=Ov(t,e,n);if(s)return s;let r=Iv(t,e.path),o=e.self?t.scope.get(e.path):void 0;if(o?.kind===
"function")return zn(t,o.definition,$v(o.definition,n.args),n.named);let i={...n,receiver:e.self,collector:t.collector,evaluateCode:l=>Lv(t,l),invoke:(l,d)=>Eo(
t,l,{args:d,named:new Map})},{language:a}=t,c=e.self?[a.methods.get(r),a.sharedMethods.get(r),a.sharedDeeds.get(r)]:[a.functions.get(r),a.methods.get(r.includes(
".")?tr(r):""),r.includes(".")?a.sharedDeeds.get(tr(r)):void 0,a.sharedFunctions.get(tr(r))];for(let[l,d]of c.entries()){let u=(l===1||l===2)&&!e.self?Te(r.slice(
0,r.lastIndexOf("."))):e.self,p=d?.({...i,receiver:u});if(p)return p}return Ma(t,e,n)}function Iv({language:t,scope:e},n){let s=t.canonicalize(n);if(n.includes(
".")||t.functions.has(s))return s;let r=$(e.get("*")).find(o=>t.functions.has(`${o}.${n}`));return r===void 0?s:`${r}.${n}`}var tr=t=>t.slice(t.lastIndexOf(".")+
1),$v=({parameters:t},e)=>t[0]==="self"||t[0]==="cls"?[_,...e]:e,Nv=/^(?:batch_?)?(?:delete|terminate|destroy|purge|drop)(?=[_A-Z]|$)/i;function Ov(t,e,n){let{collector:s,
language:r}=t,o=e.self;for(;o?.kind==="name";)o=o.self;let i=r.canonicalize(e.path),a=o?.kind==="made"&&o.by==="sdk"?o:void 0;if(!a&&(e.self||!r.sdks.some(f=>i.
startsWith(f))))return;let c=ht(n,"endpoint_url")??ht(n,"endpoint"),l=c?[W("--endpoint-url"),c]:a?.args??[],d=tr(i);if(!a&&d.endsWith("Command"))return Se("sdk-\
command",W(d));let u=n.args.flatMap(f=>f.kind==="made"&&f.by==="sdk-command"?$(f.args[0]):[]);for(let f of[d,...u])Nv.test(f)&&s.addInvocation("cloud-sdk",[f,...l]);
let p=Ma(t,e,n);return p.kind==="content"?p:Se("sdk",...l)}function Ma(t,e,{args:n,named:s}){let r=e?.kind==="name"?e.self:void 0,o=e?.kind==="name"?tr(e.path):
"",i=[...n,...s.values()],a=i.filter(l=>l.kind==="function"),c=a.flatMap(l=>{if(!r||!Rv.includes(o))return[zn(t,l.definition,r?.kind==="content"?[r,r]:[])];let d=_e(
r).slice(0,Pv);return o==="map"&&d.length>0&&d.every(ft)?d.map(u=>zn(t,l.definition,[u])):[zn(t,l.definition,[Gn(r)])]});return r&&a.length===1&&o==="map"?H(c):
vt([...r?[r]:[],...i])??_}function zn(t,e,n,s){if(e.called=!0,t.depth>Tv||t.activeFunctions.has(e))return _;let r=new ms(e.scope);e.parameters.forEach((i,a)=>{i!==
""&&r.declare(i,s?.get(i)??n[a]??_)});for(let i of["@_","@ARGV"])t.language.bare_calls&&r.declare(i,H(n));let o={...mt(t,e.tokens,e.from,e.to),scope:r,returnValues:[]};
return o.activeFunctions=new Set([...t.activeFunctions,e]),e.expression?t.functions.evaluate(o):(t.functions.block(o),Fe(o.returnValues))}function Lv(t,e){let n=e&&
vt([e]),{collector:s}=t;if(n){let i=s.source==="javascript"?"node":s.source==="python"?"python3":s.source;return n.from.length===0&&n.files.length>0?s.addInvocation(
i,[...n.files],{}):s.addInvocation(i,[],{input:{kind:"pipe",from:s.listSources(n)}}),_}let r=$(e).filter(i=>ft({kind:"text",of:[i]}));$(e).some(xe)&&s.fail("too\
-much","the code runs code that cannot be read to its end"),r.length===0&&s.addInvocation("eval",[e]);let o=_;for(let i of r)o=t.functions.code(t,i);return o}je();function $u(t){let e=t.at;for(;t.at<t.end&&!T(t.tokens[t.at],":");)t.at+=1;let n=on(t.tokens,e,t.at),s=t.at+1;t.at=s;let r=s;for(;r<t.end&&!T(t.tokens[r],",",")",
"]","}")&&t.tokens[r]?.kind!=="newline";)r=Math.max(r,ks(t.tokens[r],r))+1;return t.at=Math.min(r,t.end),t.collector.step(t.at-s),rn(t,n,s,t.at,!0)}var ks=(t,e)=>t?.
kind==="mark"&&t.close!==void 0?t.close:e;function Co(t,e,n){let s=t.tokens[n];if(t.at=n,T(s,"{")){let o=Math.min(ks(s,n),t.end);return t.at=Math.min(o+1,t.end),
rn(t,e,n+1,o,!1)}let r=n;for(;r<t.end&&!T(t.tokens[r],",",")","]","}",";")&&t.tokens[r]?.kind!=="newline";)r=Math.max(r,ks(t.tokens[r],r))+1;return t.at=Math.min(
r,t.end),t.collector.step(t.at-n),rn(t,e,n,t.at,!0)}function nr(t){let e=t.at;T(t.tokens[e],"*","&")&&(e+=1);let n=t.tokens[e],s=n?.kind==="name"?n.text:void 0;
s!==void 0&&(e+=1);let r=[],o=t.tokens[e];if(T(o,"(")){let l=ks(o,e);r=on(t.tokens,e+1,l),e=l+1}for(;e<t.end&&e<t.at+400&&!T(t.tokens[e],"{",";")&&!T(t.tokens[e],
"=>");)e+=1;let i=t.tokens[e];if(T(i,"=>"))return Co(t,r,e+1);if(!T(i,"{"))return;let a=Math.min(ks(i,e),t.end);t.at=Math.min(a+1,t.end);let c=rn(t,r,e+1,a,!1,s);
return s!==void 0&&t.scope.declare(s,c),c}function on(t,e,n){let s=[],r=!0;for(let o=e;o<n&&s.length<64;o++){let i=t[o];if(T(i,","))r=!0;else if(r&&i?.kind==="n\
ame"){let a=t[o+1];s.push(a?.kind==="name"&&a.text.startsWith("$")?a.text:i.text),r=!1}else r&&T(i,"{","[")&&(s.push(""),r=!1);o=Math.max(o,ks(i,o))}return s}function rn(t,e,n,s,r,o){
let i={parameters:e,tokens:t.tokens,from:n,to:s,expression:r,called:!1,scope:t.scope,...Z({name:o})};return t.definitions.push(i),{kind:"function",definition:i}}var Dv=new Set("if unless while until do and or end then rescue ensure in else elsif for foreach x eq ne cmp lt gt le ge".split(" ")),Wv=64;function Nu(t){let e=t.
at<t.end?t.tokens[t.at]:void 0;return e?e.kind==="name"?!Dv.has(e.text):T(e,":")?z(t.tokens[t.at+1])&&t.language.blocks==="end":e.kind==="text"||e.kind==="numbe\
r"||e.kind==="words"||e.kind==="shell"||T(e,"->"):!1}function Ou(t){let e=[],n=new Map;for(;t.at<t.end&&e.length<Wv&&t.collector.step();){let s=t.tokens[t.at];if(s.
kind==="name"&&T(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,n.set(s.text,t.functions.evaluate(t,1))):e.push(t.functions.evaluate(t,1)),!T(t.tokens[t.
at],",","=>")||t.at>=t.end)break;t.at+=1}return{args:e,named:n}}var Mv=["do","def","class","module","begin","case"],qv=["if","unless","while","until","for"];function qa({
tokens:t,end:e,collector:n},s){let r=1;for(let o=s;o<e;o++){let i=t[o];if(i.kind!=="name")continue;let a=t[o-1];if(T(a,"."))continue;let c=!a||a.kind==="newline"||
T(a,";","=");if(Mv.includes(i.text)||c&&qv.includes(i.text))r+=1;else if(i.text==="end"&&(r-=1,r===0))return n.step(Math.ceil((o-s)/8)),o}return n.step(Math.ceil(
(e-s)/8)),e}function ja(t){if(t.language.blocks!=="end"||t.at>=t.end)return;let e=t.tokens[t.at];if(!z(e,"do")&&!T(e,"{"))return;let n=t.at+1,s=[];if(T(t.tokens[n],
"|")){let o=n+1;for(;o<t.end&&o<n+32&&!T(t.tokens[o],"|");)o+=1;s=on(t.tokens,n+1,o),n=o+1}let r=e?.kind==="mark"?Math.min(e.close??t.end,t.end):qa(t,n);return t.
at=Math.min(r+1,t.end),rn(t,s,n,r,!1)}var jv=4096;function Fa(t,e,n){if(n!==void 0&&n<e&&t.language.blocks==="indent")return Lu(t,n,e);let s=mt(t,t.tokens,t.at,
e),r=[];for(;s.at<s.end&&t.collector.problem===void 0;){let o=s.at,i=T(s.tokens[o],"*","...");if(s.tokens[o]?.kind!=="newline"){let a=t.functions.evaluate(s);i?
r.push(..._e(a)):r.push(a)}if(T(s.tokens[s.at],",","=>")||s.at===o)s.at+=1;else for(;s.at<s.end&&!T(s.tokens[s.at],",","=>");)Ha(s)}return t.at=Math.min(e+1,t.end),
r}function Ha(t){let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function Lu(t,e,n){let s=Du(t,{element:t.at,end:e,close:n},e);return t.at=Math.min(n+1,t.
end),s}function Du(t,e,n){let{element:s,end:r,close:o}=e,i=mt(t,t.tokens,n+1,o),a=i.at;for(;i.at<i.end&&!z(i.tokens[i.at],"in");)i.at+=1;let c=i.at;i.at+=1;let l=t.
functions.evaluate(i,1);for(;i.at<i.end&&!z(i.tokens[i.at],"for");)Ha(i);let d=[];for(let u of _e(l).slice(0,jv)){let p=mt(t,t.tokens,s,r);if(sn(p,a,c,u),i.at<i.
end?d.push(...Du(t,e,i.at)):d.push(t.functions.evaluate(p)),t.collector.problem!==void 0)break}return d}function Wu(t,e){let n=mt(t,t.tokens,t.at,e),s=new Map;for(;n.
at<n.end&&t.collector.problem===void 0;){let r=n.at,o=n.tokens[r];if(o.kind==="newline"||T(o,",",";")){n.at+=1;continue}let i=n.tokens[r+1];if(o.kind==="name"&&
T(i,"(")&&i?.kind==="mark"&&T(n.tokens[(i.close??0)+1],"{")){n.at=r+1;let l=n.tokens[(i.close??0)+1],d=Math.min(l.close??n.end,n.end),u=rn(n,on(n.tokens,r+2,i.close??
n.end),(i.close??0)+2,d,!1);s.set(o.text,u),n.at=d+1;continue}let a=o.kind==="name"&&T(i,":","=>",",","}")?o.text:void 0,c=a!==void 0?void 0:t.functions.evaluate(
n);a!==void 0&&(n.at+=1),T(n.tokens[n.at],":","=>")&&n.at<n.end?(n.at+=1,s.set(a??$(c)[0],t.functions.evaluate(n))):a!==void 0?s.set(a,bs(t,a)):c&&s.set(`${b}${s.
size}`,c),n.at===r&&(n.at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:s}}function Mu(t,e,n){let s=new Map;if(n!==void 0&&n<e&&t.language.blocks==="i\
ndent")return{args:[H(Lu(t,n,e))],named:s};let r=mt(t,t.tokens,t.at,e),o=[];for(;r.at<r.end&&t.collector.problem===void 0;){let i=r.at,a=r.tokens[i],c=r.tokens[i+
1];a.kind==="newline"?r.at+=1:a.kind==="name"&&T(c,t.language.blocks==="indent"?"=":":")&&c?(r.at+=2,s.set(a.text,t.functions.evaluate(r))):T(a,"*","...")?(r.at+=
1,o.push(..._e(t.functions.evaluate(r)))):o.push(t.functions.evaluate(r)),T(r.tokens[r.at],"=")&&r.at<r.end?r.at+=1:r.at<r.end&&!T(r.tokens[r.at],",")&&Ha(r),(T(
r.tokens[r.at],",","=>")||r.at===i)&&(r.at+=1)}return t.at=Math.min(e+1,t.end),{args:o,named:s}}var Fv=96,Hv=200,qu={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,
"-":8,".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3};function gt(t,e=0){if(t.depth>Fv&&(t.collector.fail("too-deep","expressions are nested too deeply"),t.at=
t.end),!t.collector.step())return t.at=t.end,_;t.depth+=1;let n=Gv(t,Fu(t));for(;;){let s=Oe(t),r=s?.kind==="mark"||s?.kind==="name"?s.text:void 0,o=r===void 0?
void 0:Object.hasOwn(qu,r)?qu[r]:void 0;if(r==="?"&&e===0){t.at+=1;let i=gt(t,1);T(Oe(t),":")&&(t.at+=1),n=Fe([i,gt(t)])}else if(r==="if"&&e===0&&t.language.blocks===
"indent"){if(t.at+=1,gt(t,1),!z(Oe(t),"else"))break;t.at+=1,n=Fe([n,gt(t)])}else{if(o===void 0||o<=e||!Vv(r,t))break;t.at+=1,n=yo(r,n,gt(t,o),t.language.concatenation_operators),
n.kind==="text"&&t.collector.step(n.of.reduce((i,a)=>i+(a.length>>5),0))}if(!t.collector.step())break}return t.depth-=1,n}var Vv=(t,{language:e})=>t==="."?e.concatenation_operators.
includes("."):t!=="x"||e.concatenation_operators.includes("x"),Oe=({at:t,end:e,tokens:n})=>t<e?n[t]:void 0;function Fu(t){let e=Oe(t);if(!e||e.kind==="newline")
return _;switch(t.at+=1,e.kind){case"number":return yn(e.number);case"words":return H(e.words.map(n=>W(n)));case"shell":return t.collector.runShellLine(_o(t,e.pieces));case"\
text":{let n=_o(t,e.pieces);for(;Oe(t)?.kind==="text"&&t.language.blocks==="indent";){let s=Oe(t);t.at+=1,n=Ce([n,_o(t,s.pieces)])}return n}case"mark":return Uv(
t,e);case"name":return Bv(t,e.text)}}function _o(t,e){return e.length===1&&typeof e[0]=="string"?W(e[0]):Ce(e.slice(0,64).map(n=>typeof n=="string"?W(n):gt(mt(t,
n))))}function Uv(t,e){let n=t.at,s=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(T(t.tokens[s+1],"=>"))return Co(t,on(t.tokens,n,s),s+2);let r=Fa(t,
s,e.loop);return r.length===1&&!T(t.tokens[s-1],",")?r[0]:H(r)}case"[":return H(Fa(t,s,e.loop));case"{":return Wu(t,s);case"-":{let r=gt(t,9);return r.kind==="n\
umber"?yn(-r.number):r}case"+":case"!":case"~":case"*":case"**":case"...":case"&":case"\\":case"++":case"--":case"@":case"$":return gt(t,9);case"<":{let r=T(Oe(
t),">")?t.at:t.at+1;return!t.language.concatenation_operators.includes("x")||!T(t.tokens[r],">")||r>=t.end?_:(t.at=r+1,nn(t.collector.input)??_)}case":":{let r=Oe(
t);return t.language.blocks!=="end"||r?.kind!=="name"?(t.at-=1,_):(t.at+=1,W(r.text))}case"->":return T(Oe(t),"(","{")?Fu(t):_;default:return[")","]","}",",",";",
"=>"].includes(e.text)&&(t.at-=1),_}}function Bv(t,e){let{language:n}=t,s=Oe(t);if(T(s,"=>")&&n.blocks==="braces"&&!e.startsWith("$"))return Co(t,[e],t.at+1);switch(e){case"\
new":case"await":case"not":case"typeof":case"void":case"defined":case"yield":case"async":case"return":case"throw":case"clone":return gt(t,9);case"lambda":if(n.blocks===
"indent")return $u(t);break;case"my":case"our":case"local":if(n.bare_calls)return gt(t,9);break}if(n.function_keywords.includes(e)||e==="function"||e==="fn"){let r=nr(
t);if(r)return r}return bs(t,e)}function Gv(t,e){let n=e;for(;t.collector.step();){let s=t.language.bare_calls?Kv(t,n):void 0;if(s){n=s;continue}let r=Oe(t);if(r?.
kind==="text"&&n.kind==="name"&&t.language.member_operators.includes("?.")){t.at+=1,n=t.functions.call(t,n,{args:[_o(t,r.pieces)],named:new Map});continue}if(r?.
kind!=="mark")break;let o=t.tokens[t.at+1],i=Math.min(r.close??t.end,t.end);if(t.language.member_operators.includes(r.text)&&o?.kind==="name")t.at+=2,n=Hu(t,n,o.
text);else if(r.text==="("||t.language.member_operators.includes(r.text)&&T(o,"(")){t.at+=r.text==="("?1:2;let a=r.text==="("?r:o;n=Va(t,n,Mu(t,Math.min(a.close??
t.end,t.end),a.loop))}else if(r.text==="["&&!(t.language.bare_calls&&n.kind==="name"&&!n.self))t.at+=1,n=ju(t,n,i);else if(r.text==="->"||r.text==="?.")t.at+=1;else if(r.
text==="{"&&t.language.bare_calls&&t.language.blocks==="braces"&&(n.kind==="map"||n.kind==="name"&&/^[$%]/.test(n.path)))t.at+=1,n=ju(t,n,i,!0);else break}return zv(
t,n)?t.functions.call(t,n,{args:[],named:new Map}):n}var zv=({language:t},e)=>e.kind==="name"&&t.blocks==="end"&&(e.self!==void 0||e.path.includes("."))&&t.sharedDeeds.
has(e.path.slice(e.path.lastIndexOf(".")+1));function Va(t,e,n){let s=ja(t);return t.functions.call(t,e,s?{...n,args:[...n.args,s]}:n)}function Kv(t,e){if(e.kind!==
"name"||/^[$@%]/.test(e.path))return;let n=t.language.functions;if(T(Oe(t),"*")&&t.language.blocks==="end"&&n.has(e.path)||Nu(t))return Va(t,e,Ou(t));if(z(Oe(t),
"while","until","if","unless","or","and")||T(Oe(t),";",",")||t.at>=t.end)return n.has(e.path)?Va(t,e,{args:[],named:new Map}):void 0;if(t.language.blocks!=="end"||
T(Oe(t),"(")||/^[A-Z]/.test(e.path)&&!e.self&&t.language.member_operators.some(i=>T(Oe(t),i)))return;let r=ja(t);return r!==void 0||e.self!==void 0||n.has(e.path)?
t.functions.call(t,e,{args:r?[r]:[],named:new Map}):void 0}function Hu(t,e,n){if(e.kind==="map")return e.entries.get(n)??Te(n,e);if(e.kind==="name"&&!e.self){let s=`${e.
path}.${n}`;return s.length>Hv?_:t.scope.get(s)??t.language.constants.get(t.language.canonicalize(s))??Te(s)}return e.kind==="content"&&["text","content","stdou\
t","body","data"].includes(n)?e:Te(n,e)}function ju(t,e,n,s=!1){let r=t.at,o=mt(t,t.tokens,r,n),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===void 0&&
(i.push(T(Oe(o),":")?void 0:gt(o)),T(Oe(o),":",".."));){o.at+=1;o.at>=o.end&&i.push(void 0)}if(t.at=Math.min(n+1,t.end),i.length>1)return Yv(e,i);let[a]=i;if(e.
kind==="list"&&a?.kind==="number")return e.items.at(a.number)??_;let c=s&&o.end-r===1?o.tokens[r]:void 0,l=c?.kind==="name"&&/^\w/.test(c.text)?c.text:$(a)[0];return e.
kind==="map"?e.entries.get(l)??_:e.kind==="name"&&l!==void 0&&!l.includes(b)?Hu(t,e,l):e.kind==="name"&&e.path==="args"?W(b):e.kind==="text"&&a?.kind==="number"?
Ce([W(...e.of.map(d=>d.includes(b)?b:d.at(a.number)??""))]):e.kind==="content"||e.kind==="made"?e:_}function Yv(t,[e,n,s]){let r=e?.kind==="number"?e.number:void 0,
o=n?.kind==="number"?n.number:void 0,i=s?.kind==="number"&&s.number===-1;if(t.kind==="list"){let a=t.items.slice(r,o);return H(i?a.reverse():a)}return t.kind!==
"text"?t:W(...t.of.map(a=>{if(a.includes(b))return b;let c=Array.from(a).slice(r,o);return(i?c.reverse():c).join("")}))}var Vu=new Set(`if elif else elsif unless while until do try except catch finally begin rescue ensure then end and or in case
   when switch default break continue pass next last redo raise throw export public private protected static
   final abstract async use package echo`.split(/\s+/)),Xv=[";","{","}",")","]",",",":","=>"];function Ao(t){let e=_;for(;t.at<t.end&&t.collector.step();){let n=t.
at,s=t.tokens[n];s.kind==="newline"||T(s,...Xv)?t.at+=1:e=Qv(t,s)??e,t.at===n&&(t.at+=1)}return e}function Qv(t,e){if(e.kind!=="name")return sr(t);let n=e.text,
{language:s,tokens:r}=t;if(!(s.function_keywords.includes(n)&&tw(t))){switch(n){case"import":case"from":if(s.blocks==="indent")iw(t,n);else if(s.member_operators.
includes("?."))aw(t);else return sr(t);return;case"return":t.at+=1,r[t.at]?.kind!=="newline"&&t.returnValues.push(sr(t));return;case"for":case"foreach":t.at+=1,
sw(t);return;case"with":case"using":t.at+=1,rw(t);return;case"class":case"module":case"interface":case"namespace":for(;t.at<t.end&&!T(r[t.at],"{",":",";")&&r[t.
at]?.kind!=="newline";)t.at+=1;s.member_operators.includes("?.")&&T(r[t.at],"{")&&ow(t);return}if(n==="echo"){Jv(t);return}if(Vu.has(n)){t.at+=1;return}return sr(
t)}}function Jv(t){let e=[];do t.at+=1,e.push(t.functions.evaluate(t));while(T(t.tokens[t.at],",")&&t.at<t.end&&e.length<64);t.collector.recordPrint(e,"","")}function sr(t){
let e=[],n=t.language.blocks!=="braces";for(let r=Wa(t,n);r!==void 0&&!(e.length>8);r=Wa(t,!1))e.push([t.at,r,t.tokens[r].text]),t.at=r+1;let s=Zv(t);for(let[r,
o,i]of e.reverse()){if(i==="+="||i===".="){let a=t.tokens[r],c=a?.kind==="name"?bs(t,a.text):_;s=yo("+",c,s,["+"])}sn(t,r,ew(t,r,o),s)}return s}function Zv(t){let e=t.
functions.evaluate(t);if(!T(t.tokens[t.at],",")||t.language.blocks==="braces")return e;let n=[e];for(;T(t.tokens[t.at],",")&&t.at<t.end&&n.length<64;)t.at+=1,n.
push(t.functions.evaluate(t));return H(n)}function ew({tokens:t},e,n){for(let s=e;s<n;s++)if(T(t[s],":"))return s;return n}function tw(t){let{tokens:e,language:n}=t;
if(n.blocks==="braces")return t.at+=1,nr(t)?!0:(t.at-=1,!1);if(e[t.at+1]?.kind!=="name")return!1;let r=t.at+2;T(e[r],".")&&z(e[r+1])&&(r+=2);let o=e[r-1].text,i=[],
a=e[r];if(a?.kind==="mark"&&a.text==="("){let d=Math.min(a.close??t.end,t.end);i=on(e,r+1,d),r=d+1}let c=r,l=n.blocks==="indent"?nw(t,r):qa(t,r);return t.scope.
declare(o,rn(t,i,c,l,!1,o)),t.at=l,!0}function nw({tokens:t,end:e,at:n},s){let r=0;for(let i=n;i>=0;i--){let a=t[i];if(a.kind==="newline"){r=a.indent;break}}let o=s;
for(;o<e&&t[o]?.kind!=="newline"&&!T(t[o],":");)o+=1;if(T(t[o],":")&&t[o+1]&&t[o+1].kind!=="newline"){for(;o<e&&t[o].kind!=="newline";)o+=1;return o}for(;o<e;o++){
let i=t[o],a=t[o+1];if(i.kind==="newline"&&i.indent<=r&&a&&a.kind!=="newline")return o}return e}function sw(t){let{tokens:e}=t,n=e[t.at],s=n?.kind==="mark"&&n.text===
"(",r=s?t.at+1:t.at,o=Math.min(s?n.close??t.end:t.end,r+24,t.end);for(let i=r;i<o;i++){if(z(e[i],"in","of")){t.at=i+1,sn(t,r,i,Gn(t.functions.evaluate(t)));return}
if(s&&z(e[i],"as")){t.at=r;let a=Gn(t.functions.evaluate(t)),c=T(e[i+2],"=>")?i+3:i+1;sn(t,c,Math.min(n.close??t.end,t.end),a);return}if(!s&&T(e[i],"(")&&i>r){t.
at=i;let a=t.functions.evaluate(t);sn(t,r,i,Gn(a.kind==="list"?a:H([a])));return}if(T(e[i],";","{")||e[i]?.kind==="newline")break}if(s&&t.language.bare_calls){let i=t.
functions.evaluate(t);t.scope.set("$_",Gn(i.kind==="list"?i:H([i])))}else s&&(t.at=r)}function rw(t){T(t.tokens[t.at],"(")&&t.language.blocks==="indent"&&(t.at+=
1);for(let e=0;e<16;e++){let n=t.functions.evaluate(t);if(z(t.tokens[t.at],"as")){let s=t.at+1,r=s;for(;r<t.end&&!T(t.tokens[r],",",":",")")&&t.tokens[r]?.kind!==
"newline";)r+=1;sn(t,s,r,n),t.at=r}if(!T(t.tokens[t.at],","))return;t.at+=1}}function ow(t){let e=t.tokens[t.at],n=Math.min(e.close??t.end,t.end);for(t.at+=1;t.
at<n&&t.collector.step();){let s=t.tokens[t.at],r=t.tokens[t.at+1];s?.kind==="name"&&T(r,"(")&&!Vu.has(s.text)&&nr(t)||(t.at+=1)}}function iw(t,e){let{tokens:n,
scope:s}=t,r=t.at+1,o=()=>{let a="";for(;r<t.end&&(z(n[r])||T(n[r],"."));){let c=n[r];if(c.text==="import"||c.text==="as"||c.text!=="."&&a!==""&&!a.endsWith("."))
break;a+=c.text,r+=1}return a},i=e==="from"?o():"";for(e==="from"&&(r+=1);r<t.end&&n[r].kind!=="newline"&&!T(n[r],";");){if(T(n[r],"*")){s.set("*",at([...s.get(
"*")?$(s.get("*")):[],i])),r+=1;continue}let a=o();if(a===""){r+=1;continue}let c=i===""?a:`${i}.${a}`;z(n[r],"as")&&z(n[r+1])?(s.set(n[r+1].text,{kind:"name",path:c}),
r+=2):i!==""&&s.set(a,s.get(c)??{kind:"name",path:c})}t.at=r}function aw(t){let{tokens:e,scope:n}=t;if(T(e[t.at+1],"(")){sr(t);return}let s=t.at+1,r=s;for(;s<t.
end&&s<r+200&&!z(e[s],"from")&&e[s].kind!=="text"&&!T(e[s],";");)s+=1;let o=e[z(e[s],"from")?s+1:s],i=o?.kind==="text"&&typeof o.pieces[0]=="string"?o.pieces[0].
replace(/^node:/,""):void 0,a=!1;for(let c=r;c<s&&i!==void 0;c++){let l=e[c];if(T(l,"{")&&(a=!0),l.kind!=="name"||l.text==="as"||l.text==="type")continue;let d=z(
e[c+1],"as")&&z(e[c+2]),u=d?e[c+2].text:l.text,p=a?`${i}.${l.text}`:i;n.set(u,n.get(p)??{kind:"name",path:p}),d&&(c+=2)}t.at=s+(z(e[s],"from")?2:1)}var Uu={base64:nt.base64,hex:nt.hex,rot13:nt.rot13,zlib:nt.zlib};function Ba(t,e){let n=e.toLowerCase().replace(/[-_]/g,"");return Object.hasOwn(Uu,n)?xt(t,Uu[n]):
t}function Ga(t,e){return t.collector.addInvocation("sql",[e,Zs(t)],{language:"sql"}),_}function za(t){let[e]=t.args;return e!==void 0&&!(e.kind==="map"&&e.entries.
size===0)?void 0:Ga(t,"delete-all")}var To=({receiver:t})=>t?.kind==="list"?Ce(t.items,`
`):t,Ua=t=>Ce(t.map(e=>{if(e.kind!=="number")return _;let n=e.number>=0&&e.number<=1114111;return at([n?String.fromCodePoint(e.number):b])})),Gu=t=>Number.isNaN(
t)?_:yn(t);function zu(t){return t?.kind==="list"?H([...t.items].reverse()):t&&xt(t,nt.reverse)}var cw={characters:({args:t})=>Ua(t),bytes:({args:[t]})=>t?.kind===
"list"?Ua(t.items):t,"code-point":({args:[t]})=>{let[e]=$(t);return ft(t)&&e?yn(e.codePointAt(0)):_},integer:({args:[t,e]})=>Gu(Number.parseInt($(t)[0],e?Number(
$(e)[0]):10)),reversed:({args:[t=_]})=>H([..._e(t)].reverse()),reverse:({args:t})=>zu(t[0])??_,"join-texts":({args:[t,...e]})=>Ce(bn(e),$(t)[0]),format:({args:[
t=_,...e]})=>bo(t,e),map:({args:[t,e],invoke:n})=>{if(!t||!e)return;let s=_e(e).slice(0,4096);return H(s.map(r=>n(t,[r])))}},Bu=({receiver:t,args:e})=>{if(t?.kind!==
"text")return;let[n,s=""]=e.map(r=>$(r)[0]);return xt(t,r=>n===void 0||n.includes(b)?b:r.replaceAll(n,s))},lw={"delete-all":za,"all-rows":({args:t})=>t.length===
0?Se("rows"):void 0,join:({receiver:t,args:[e]})=>t?.kind==="list"?Ce(t.items,e?$(e)[0]:""):t?.kind==="text"?Ce(_e(e??_),$(t)[0]):void 0,split:({receiver:t,args:e})=>{
if(t?.kind!=="text"||!ft(t))return;let n=$(t)[0],s=e[0]?$(e[0])[0]:void 0;if(s?.includes(b))return H([_]);let r=s===void 0?n.trim().split(/\s+/):n.split(s);return H(
r.slice(0,4096).map(o=>at([o])))},"replace-two":t=>t.args.length>=2?Bu(t):void 0,replace:Bu,"reverse-self":({receiver:t})=>t?.kind==="list"||t?.kind==="text"?zu(
t):void 0,decode:({receiver:t,args:[e]})=>t?.kind==="text"?Ba(t,e?$(e)[0]:""):t,itself:({receiver:t})=>t?.kind==="text"||t?.kind==="list"?t:void 0,"to-string":({
receiver:t})=>t?.kind==="text"||t?.kind==="content"?t:void 0,letters:({receiver:t})=>t?.kind==="text"?H(_e(t)):void 0,concatenate:({receiver:t,args:e})=>t?.kind===
"list"?H([...t.items,...bn(e)]):t?.kind==="text"?Ce([t,...e]):void 0,"format-self":({receiver:t,args:e,named:n})=>t?.kind==="text"?bo(t,e,n):void 0,pack:({receiver:t,
args:e})=>{let n=$(e[0])[0];if(t?.kind==="list")return n.startsWith("H")?xt(t.items[0]??_,nt.hex):/^[cCU]/.test(n)?Ua(t.items):void 0},unpack:({receiver:t,args:e})=>$(
e[0])[0]==="m"&&t?xt(t,nt.base64):void 0,"letter-code":({receiver:t,args:[e]})=>Gu(ft(t)?$(t)[0].charCodeAt(e?.kind==="number"?e.number:0):Number.NaN),slice:({receiver:t,
args:e})=>{let[n,s]=e.map(r=>r.kind==="number"?r.number:void 0);return t?.kind==="list"?H(t.items.slice(n,s)):t?.kind==="text"?xt(t,r=>r.slice(n,s)):void 0},"jo\
in-path":({receiver:t,args:e})=>t&&Rt([t,...e]),call:({receiver:t,args:e,invoke:n})=>t&&n(t,e),apply:({receiver:t,args:e,invoke:n})=>t&&n(t,_e(e[1]??_)),message:({
receiver:t,args:[e,...n],invoke:s})=>e?.kind==="text"&&ft(e)?s(Te($(e)[0],t?.kind==="name"?void 0:t),n):void 0},Po={functions:cw,methods:lw};var Ka=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false"),Ro=({args:t})=>t.find(e=>e.kind==="function");function Ku(t){let e=["recursive","force"].map(n=>Ka(ht(
t,n))?n[0]:"").join("");return t.collector.addInvocation("rm",[e===""?void 0:`-${e}`,t.args[0]??_]),_}function Yu(t,e){let[n]=t.args,s=n?.kind==="map"?n.entries.
get("url")??n.entries.get("hostname")??n.entries.get("host")??_:n,r=ht(t,"method"),o=e??(r?$(r)[0].toUpperCase():"GET"),i=["body","data","json"].map(c=>ht(t,c)),
a=He(t,o,s,[...i,e&&e!=="GET"?t.args[1]:void 0]);return o==="GET"?a:Se("request",s??_)}function Qu(t){let[e,n]=t.args,s=e?.kind==="map"?e.entries:void 0,r=s?.get(
"port")??e??_,o=s?.get("host")??n??W("localhost");t.collector.addInvocation("nc",[o,r]);for(let i of t.args)i.kind==="function"&&t.invoke(i,[]);return Se("conne\
ction",o,r)}function dw(t,e){if(!t)return _;if(t.kind==="list"){let s=t.items.flatMap(r=>r.kind==="number"?[r.number&65535]:[]);return W(s.length===t.items.length?
String.fromCodePoint(...s.slice(0,4096)):b)}let n=$(e)[0];return n==="base64"||n==="base64url"?xt(t,nt.base64):n==="hex"?xt(t,nt.hex):t}var Xu=t=>/^db\b|collection|\bdb$/i.
test(Zs(t)),uw={"evaluate-text":t=>t.args[0]?.kind==="text"?t.evaluateCode(t.args[0]):void 0,spawn:t=>{let[e=_,n]=t.args,s=n?.kind==="map"?ht(t,"args"):n,r=s?.kind===
"list"?s.items:s?.kind==="unknown"?[_]:[];return Ka(ht(t,"shell"))?t.collector.runShellLine(W([e,...r].flatMap($).join(" "))):t.collector.runProgram([e,...r])},
remove:Ku,"remove-folder":t=>Ka(ht(t,"recursive"))?Ku(t):(t.collector.addInvocation("rmdir",[t.args[0]??_]),_),"read-file":t=>{let e=t.collector.readFile(t.args[0]),
n=Ro(t);return n&&t.invoke(n,[_,e]),e},"read-folder":t=>{let e=Ro(t),n=vo(t,t.args[0]&&ft(t.args[0])?void 0:_);return e&&t.invoke(e,[_,n]),n},"join-parts":({args:t})=>t.
length===0?_:Rt(t.map((e,n)=>n===0||e.kind!=="text"?e:{...e,of:e.of.map(s=>s.replace(/^\/+/,""))})),request:Yu,"request-callback":t=>{let e=Yu(t,"GET"),n=Ro(t);
return n&&t.invoke(n,[e]),e},connect:Qu,buffer:({args:[t,e]})=>dw(t,e),apply:({args:[t,,e],invoke:n})=>t?n(t,_e(e??_)):_},pw={end:t=>t.args[0]?ys(t,t.receiver,t.
args[0],!0):void 0,"connect-client":t=>t.receiver?.kind==="made"&&t.receiver.by==="client"?Qu(t):void 0,pipe:t=>{let{receiver:e,collector:n}=t,[s]=t.args;if(s?.
kind==="made"&&(s.by==="connection"||s.by==="client")){let r=e?.kind==="content"&&e.from.length>0,i=n.invocations.find(({program:a})=>a==="nc")?.args.map(a=>a.text)??
[_];n.addInvocation("nc",[...r?["-e","/bin/sh"]:[],...i])}else ys(t,s,e,!0);return s??_},listen:t=>{let{receiver:e}=t,n=Ro(t);return n&&(e?.kind==="content"||e?.
kind==="text")&&t.invoke(n,[e]),e},then:({receiver:t,args:[e],invoke:n})=>e?.kind==="function"||e?.kind==="name"&&!e.self?n(e,[t??_]):t,"drop-collection":t=>Xu(
t)?Ga(t,"drop-collection"):void 0,"remove-all":t=>Xu(t)?za(t):void 0,statement:t=>/\s/.test($(t.args[0])[0])?er(t,t.args[0]):void 0},Ju={functions:uw,methods:pw};var fw=t=>Rt([t??W("."),W(b)]);function Zu([t,...e],n){let[s]=e,r=n==="v"?s?.kind==="list"?s.items:[_,_]:e;return[t??_,...r.slice(1)]}function tp({args:[t],collector:e}){
let[n]=$(t),s=xo(e.input,n);return s||(n==="HOME"?W("~"):n==="USER"||n==="LOGNAME"?_:{kind:"content",files:[],from:[e.createInvocation("printenv",t?[t]:[])]})}function ep({
collector:t},e){let n=t.invocations.find(({program:s,args:r})=>s==="nc"&&(e!=="/bin/sh"||r[0]?.text!=="-e"));n&&t.addInvocation("nc",["-e",e,...n.args.map(s=>s.
text)])}var hw={print:({args:t,named:e,collector:n})=>{let[s,r]=["sep","end"].map(o=>e.has(o)?$(e.get(o))[0]:void 0);return e.has("file")||n.recordPrint(t,s,r),
_},"open-descriptor":({args:[t,e],collector:n})=>e?.kind==="unknown"||e?.kind==="name"&&/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(e.path)?(n.recordWrite(t,void 0),Se(
"written",t??_)):n.readFile(t),"spawn-terminal":t=>{let[e]=t.args,n=e?.kind==="list"?e.items:[e??_];return ep(t,n[0]??_),t.collector.runProgram(n)},"duplicate-d\
escriptor":t=>(t.collector.invocations.some(({args:e})=>e[0]?.text==="-e")||ep(t,"/bin/sh"),_),execute:({args:t,collector:e},n)=>e.runProgram(Zu(t,n)),spawn:({args:t,
collector:e},n)=>e.runProgram(Zu(t.slice(1),n)),"kill-group":t=>La(t,Ce([W("-"),t.args[0]??_]),t.args[1]),"any-process":()=>H([Se("any-process")]),attribute:({args:[
t,e]})=>t?.kind==="name"&&e?Te(`${t.path}.${$(e)[0]}`):_,environment:tp,walk:({args:[t],collector:e})=>{if(e.chooses||t?.kind!=="text")return H([H([fw(t),H([_]),
H([_])])]);let n=H([gs(W("**"))]);return H([H([t,n,n])])},decode:({args:[t,e]})=>t?Ba(t,$(e)[0]):_,"open-url":t=>{let e=t.args[0]??t.named.get("url");return e?.
kind==="made"?He(t,"GET",e.args[0],e.args.slice(1)):He(t,"GET",e,[t.args[1]??t.named.get("data")])},"request-object":({args:t,named:e})=>{let n=t[1]??e.get("dat\
a");return Se("request",t[0]??e.get("url")??_,...n?[n]:[])},retrieve:t=>{let[e,n]=t.args,s=He(t,"GET",e,[]);return n&&t.collector.recordWrite(n,s),n},request:(t,e)=>{
let{args:n,named:s}=t,r=(e?n[0]:n[1])??s.get("url"),o=["data","json","files","content",...e?["params"]:[]].map(i=>s.get(i));return e?He(t,e,r,[...e==="GET"?[]:[
n[1]],...o]):He(t,$(n[0])[0].toUpperCase(),r,o)}},mw={"replace-path":({receiver:t,args:[e,n],collector:s})=>{if(!(t?.kind!=="text"||!e||n))return s.addInvocation(
"mv",[t,e]),_},"joined-lines":To,"any-line":({receiver:t})=>t?.kind==="list"?Fe(t.items):t,"glob-below":({receiver:t,args:[e=_]},n)=>t?gs(Rt([t,...n?[W(n)]:[],e])):
_,connect:t=>{let{receiver:e,args:n}=t;if(e?.kind==="made")return e.by==="ssh"?Se("connection",n[0]??_):Oa(t,n[0]?.kind==="list"?n[0].items:n)},"send-to":t=>{let[
e,n]=t.args,s=n?.kind==="list"?n.items:[_];return wo(t,Se("connection",...s),e)},"request-over":t=>{let{receiver:e,args:n}=t,s=e?.kind==="made"?Ce([e.args[0]??_,
n[1]??_]):n[1],r=n[2]??["body","data","json"].map(o=>ht(t,o)).find(Boolean);return He(t,$(n[0])[0],s,[r])},"library-call":({receiver:t,args:e,collector:n})=>t?.
kind==="made"&&t.by==="library"?n.runShellLine(e[0]):void 0,"end-process":({receiver:t,collector:e},n)=>{if(t?.kind==="made")return t.by==="any-process"?e.addInvocation(
"pkill",[`-${n}`,_]):t.by==="psutil.Process"&&e.addInvocation("kill",[`-${n}`,t.args[0]??_]),_},get:t=>{let{receiver:e,args:n}=t;return e?.kind==="map"?e.entries.
get($(n[0])[0])??tp(t):e?.kind==="made"&&e.by==="http"?He(t,"GET",n[0],[]):void 0}},np={functions:hw,methods:mw};var gw=16,yw={take:({args:[t],collector:e})=>{let n=t?.kind==="list"?t:fu(e.input);return n.kind==="list"&&n.items.length>0?Fe(n.items):_},open:({args:t,collector:e})=>{
let n=$(t[1])[0],s=/^\s*(\+?[<>]{1,2}|\||-\||\|-)/.exec(n)?.[1],r=n.replace(/^\s*(\+?[<>]{1,2}|\|)\s*/,"");if(s==="|"&&t.length<3)return e.runShellLine(W(r));if(s===
"-|"||s==="|-"){let i=bn(t.slice(2));return i.length>1?e.runProgram(i):e.runShellLine(i[0])}if(t.length<3&&/\|\s*$/.test(n))return e.runShellLine(W(n.replace(/\|\s*$/,
"")));let o=t[2]??W(r);return s?.includes(">")?(e.recordWrite(o,void 0,s===">>"),Se("written",o)):e.readFile(o)},find:({args:[t,...e],invoke:n})=>{let s=t?.kind===
"map"?t.entries.get("wanted"):t;if(s?.kind!=="function")return;let r={...s,definition:{...s.definition,parameters:["$_"]}};for(let o of e.slice(0,gw))for(let i of $(
o))n(r,[W(`${i.replace(/\/+$/,"")}/${b}`)]);return _},"run-file":({args:[t],collector:e})=>t?.kind==="text"?e.readFile(t):void 0,connect:({args:t,collector:e})=>{
let[n,s]=["PeerAddr","PeerPort"].map(r=>t[t.findIndex(o=>$(o)[0]===r||o.kind==="name"&&o.path===r)+1]??_);return e.addInvocation("nc",[n,s]),Se("connection",n)},
pack:({args:[t=_,...e],invoke:n})=>n(Te("pack",H(e)),[t])},sp=t=>/^(?:https?|ftp):/i.test($(t)[0]),Ya=t=>sp(t.args[0])?He(t,"GET",t.args[0],[]):t.collector.readFile(
t.args[0]),Xa=t=>t?.kind==="text"?Te($(t)[0]):t??_,bw={"evaluate-text":t=>t.args[0]?.kind==="text"?t.evaluateCode(t.args[0]):void 0,include:t=>t.evaluateCode(Ya(
t)),read:Ya,"put-contents":({args:[t,e,n],collector:s})=>(s.recordWrite(t,e,$(n)[0]==="8"||n?.kind==="name"),_),open:t=>sp(t.args[0])?Ya(t):So(t,t.args[0],t.args[1]),
write:t=>ys(t,t.args[0],t.args[1])??_,execute:({args:[t=_,e],collector:n})=>n.runProgram([t,..._e(e??H([]))]),request:t=>t.args[0]?.kind==="made"?He(t,"GET",t.args[0].
args[0],[]):void 0,"request-option":t=>{let[e,n,s]=t.args;return n?.kind==="name"&&n.path==="CURLOPT_POSTFIELDS"&&e?.kind==="made"&&He(t,"POST",e.args[0],[s]),_},
call:({args:[t,...e],invoke:n})=>n(Xa(t),e),"call-list":({args:[t,e=_],invoke:n})=>n(Xa(t),_e(e)),map:({args:[t,e=_],invoke:n})=>{let s=_e(e).slice(0,256);return H(
s.map(r=>n(Xa(t),[r])))}},kw={message:({args:[t,...e],invoke:n})=>t?.kind==="text"?n(Te($(t)[0]),e):_,open:t=>{let e=t.args.find(i=>i.kind==="function"),[n,s]=t.
args.filter(i=>i.kind!=="function"),[,r]=/^\s*\|([\s\S]*)$/.exec($(n)[0])??[],o=r===void 0?So(t,n,s):t.collector.runShellLine(W(r));return e&&t.invoke(e,[o]),o},
glob:({args:[t,e],invoke:n})=>{let s=gs(t);return e?.kind==="function"&&n(e,[s]),s}},xw={execute:t=>{if(!t.receiver)return t.collector.runShellLine(t.args[0]);er(
t,t.args[0])},"joined-lines":To,"any-line":({receiver:t})=>t?.kind==="list"?Fe(t.items):void 0,any:({receiver:t})=>t?.kind==="list"&&t.items.length>0?Fe(t.items):
void 0,first:({receiver:t})=>t?.kind==="list"?t.items[0]:void 0,last:({receiver:t})=>t?.kind==="list"?t.items.at(-1):void 0,fetch:({receiver:t,args:[e]})=>t?.kind===
"map"?t.entries.get($(e)[0])??_:void 0,each:({receiver:t,args:[e],invoke:n})=>{if(!(e?.kind!=="function"||!t)){for(let s of _e(t).slice(0,64))n(e,[s]);return t}}},
rp={perl:{functions:yw},php:{functions:bw},ruby:{functions:kw,methods:xw}};function rr(t,e={}){let n=s=>{let r;return o=>(r??=Da(s,e),r(o))};return new Map(Object.entries(t).map(([s,r])=>[s,n(r)]))}var vw=/^(?:builtins|__builtins__|os\.sys\.modules|sys\.modules|six\.moves)\.|\.__dict__|\.__call__$/g,
op=new RegExp(String.raw`^(?:globalThis|global|window|self|module|process\.mainModule|this|process)\.`+"(?=globalThis|global|process|require|module|constructor|\
eval|Function|mainModule|fetch)"),ww={python:t=>{let e=t.replace(vw,"");return I.languages.python.aliases?.[e]??e.replace(/^Path(?=\.)/,"pathlib.Path")},javascript:t=>{
let e=t.replace(/\.(?:promises|default)(?=\.|$)/g,"").replace(/^fs\/promises/,"fs");for(let n=0;n<6&&op.test(e);n++)e=e.replace(op,"");return e=e.replace(/^(fs|child_process|fs-extra|rimraf|Deno)\.(\w+?)Sync$/,
"$1.$2").replace(/^(?:bun|zx|execa|dax)\.\$$/,"$").replace(/^fs-extra\.(?!remove|emptyDir)/,"fs."),/(?:^|\.)constructor\.constructor$|^(?:Async|Generator)Function$/.
test(e)?"Function":e},perl:t=>t.replace(/^&/,""),php:t=>t.replace(/^\\/,"").toLowerCase().replace(/^curlopt_\w+$/,e=>e.toUpperCase()),ruby:t=>{let e=t.replace(/^(?:Kernel|Object|self)\./,
"");return I.languages.ruby.aliases?.[e]??e}},ip={python:np,javascript:Ju,...rp},Sw={kind:"map",entries:new Map([["HOME",W("~")]])},ap;function Ew(t){let{lexer:e,
homes:n=[],unknown:s=[],texts:r={},sdks:o=[],functions:i,methods:a,...c}=I.languages[t];return ap??={sharedFunctions:rr(I.sharedCalls.functions,Po.functions),sharedMethods:rr(
I.sharedCalls.methods,Po.methods),sharedDeeds:rr(I.sharedCalls.deeds,Po.methods)},{...c,sdks:o,lexer:{...e,heredoc:e.heredoc===void 0?void 0:new RegExp(e.heredoc,
"y")},functions:rr(i,ip[t].functions),methods:rr(a,ip[t].methods),...ap,constants:new Map([...n.map(l=>[l,Sw]),...s.map(l=>[l,_]),...Object.entries(r).map(([l,d])=>[
l,W(d)])]),canonicalize:ww[t]}}var cp=new Map;function lp(t){let e=cp.get(t)??Ew(t);return cp.set(t,e),e}je();var Cw=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,_w={n:`
`,t:"	",r:"\r",e:"\x1B",a:"\x07",b:"\b",f:"\f",v:"\v"};function Qa(t){return t.includes("\\")?t.replace(Cw,(e,n,s,r,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)
return String.fromCharCode(Number.parseInt(o,8));let c=n??s??r;if(c===void 0)return _w[a]??a;let l=Number.parseInt(c,16);return l>1114111?"":String.fromCodePoint(
l)}):t}var dp=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,up=/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,pp=/%([wWiIqQxr]?)([({[<|!/])/y,Aw=300,fp={"(":")","\
[":"]","{":"}","<":">"};function gp(t,e,n,s){let r=t[e];if(n.triple){dp.lastIndex=e;let o=dp.exec(t);if(!o)return;let i=o[1].toLowerCase();return xs(t,e+o[0].length,
o[2],"text",s,{escapes:!i.includes("r"),...Z({interpolation:i.includes("f")?"f-string":void 0})})}if(r==="'")return xs(t,e+1,"'","text",s,{escapes:n.single_escapes});
if(r==='"')return xs(t,e+1,'"',"text",s,{escapes:!0,...Z({interpolation:n.interpolation==="template"?void 0:n.interpolation})});if(r==="`")return xs(t,e+1,"`",n.
interpolation==="template"?"text":"shell",s,{escapes:!0,interpolation:n.interpolation});if(n.patterns&&r==="/"&&s.value)return Pw(t,e);if(n.heredoc&&r==="<")return Rw(
t,e,n,s);if(n.quoting==="q"&&!/[\w$@%&>]/.test(t[e-1]??" ")){up.lastIndex=e;let o=up.exec(t);return o?mp(t,e+o[0].length,o[1],o[2].trim(),n,s):void 0}if(n.quoting===
"percent"&&r==="%"&&s.value){pp.lastIndex=e;let o=pp.exec(t);return o?mp(t,e+o[0].length,`%${o[1]}`,o[2],n,s):void 0}}function xs(t,e,n,s,{within:r},{escapes:o,
interpolation:i}){let a=[],c="",l=e,d=e,u=f=>{let h=t.slice(d,f);c+=o?Qa(h):h.replace(/\\(['\\])/g,"$1")},p=f=>{c!==""&&a.push(c),c="",a.push(f)};for(;l<t.length&&
!t.startsWith(n,l);){let f=t[l];if(f==="\\"){l+=2;continue}if(f===`
`&&(n==="'"||n==='"')&&i==="f-string")break;let h=i&&r?Tw(t,l,i):void 0;if(!h){l+=i==="f-string"&&(t.startsWith("{{",l)||t.startsWith("}}",l))?2:1;continue}if(u(
l),h.name!==void 0)p([{kind:"name",text:h.name}]),l+=h.length;else{let m=r(l+h.length);p(m.tokens),l=m.end+1}d=l}return u(Math.min(l,t.length)),(c!==""||a.length===
0)&&a.push(c),{token:{kind:s,pieces:a},end:Math.min(t.length,l+n.length)}}var hp=/\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)/y;function Tw(t,e,n){let s=t[e];if(n==="none")
return;if(n==="f-string")return s==="{"&&t[e+1]!=="{"?{length:1}:void 0;if(n==="template")return t.startsWith("${",e)?{length:2}:void 0;if(n==="hash")return t.startsWith(
"#{",e)?{length:2}:void 0;if(s==="{"&&t[e+1]==="$")return{length:1};if(t.startsWith("@{[",e))return{length:2};if(t.startsWith("@ARGV",e))return{length:5,name:'"\
@ARGV"'};if(s!=="$")return;hp.lastIndex=e;let r=hp.exec(t);if(!r)return;let o=/^(?:\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})/.exec(t.slice(e+r[0].length,e+r[0].length+
42)),i=o?`$${r[2]}.${o[0].replace(/[^\w]/g,"")}`:`$${r[1]??r[2]}`;return{length:r[0].length+(o?.[0].length??0),name:o&&r[2]!=="ENV"&&r[2]!=="ARGV"?b:i}}function Pw(t,e){
let n=!1,s=Math.min(t.length,e+Aw);for(let r=e+1;r<s&&t[r]!==`
`;r++){let o=t[r];if(o==="\\")r+=1;else if(o==="[")n=!0;else if(o==="]")n=!1;else if(o==="/"&&!n){let i=/[a-z]*/y;return i.lastIndex=r+1,{token:{kind:"text",pieces:[
b]},end:r+1+(i.exec(t)?.[0].length??0)}}}}function mp(t,e,n,s,r,{within:o}){let i=fp[s]??s,a=1,c=e;for(;c<t.length;c++)if(t[c]==="\\")c+=1;else if(t[c]===i){if(a-=
1,a===0)break}else t[c]===s&&(a+=1);let l=t.slice(e,c),d=Math.min(t.length,c+1);if(["qw","%w","%W","%i","%I"].includes(n))return{token:{kind:"words",words:l.split(
/\s+/).filter(h=>h!=="")},end:d};if(["m","tr","y","s","qr","%r"].includes(n)){let h=["tr","y","s"].includes(n)?t.indexOf(i,d+(fp[s]?1:0)):c;return{token:{kind:"\
text",pieces:[b]},end:h<0?t.length:h+1}}let u=["q","%q"].includes(n)?{escapes:!1}:{escapes:!0,interpolation:r.interpolation},p=["qx","%x"].includes(n)?"shell":"\
text";return{token:xs(t.slice(0,c),e,"\0",p,{within:o&&(h=>o(h))},u).token,end:d}}function Rw(t,e,n,{within:s,heredocs:r}){let o=n.heredoc;o.lastIndex=e;let i=o.
exec(t);if(!i)return;let a=i[1]??i[2]??i[3],c=[];return r.push(l=>{let d=new RegExp(`^[ \\t]*${a}\\b`,"m"),u=t.slice(l),p=d.exec(u),f=p?p.index:u.length,h=i[2]?
{escapes:!1}:{escapes:!0,interpolation:n.interpolation},m=xs(t.slice(0,l+f),l,"\0","text",{within:s},h);return m.token.kind==="text"&&c.push(...m.token.pieces),
p?l+p.index+p[0].length:t.length}),{token:{kind:"text",pieces:c},end:e+i[0].length}}var Iw=12,Io=16e3,$w=/[ \t\r\f\v\\\u00a0]+/y,yp=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,Nw=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
Ow=new RegExp([String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`].
join(""),"uy"),Lw=/^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,Dw=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function or(t,e){return bp(
t,0,e,0).tokens}function bp(t,e,n,s){let r=[],o=e,i=0,a=0,c=[],l=u=>(u.lastIndex=o,u.exec(t)?.[0]),d=u=>bp(t,u,n,s+1);for(;o<t.length&&r.length<Io;){let u=t[o];
if(u===`
`){o+=1;for(let E of c.splice(0))o=E(o);let x=l(/[ \t]*/y)?.length??0;n.lines!=="none"&&i===0&&(n.lines==="statements"||a===0)&&r.push({kind:"newline",indent:x});
continue}let p=l($w);if(p!==void 0){o+=p.length;continue}if(n.comment.some(x=>t.startsWith(x,o))){let x=t.indexOf(`
`,o);o=x<0?t.length:x;continue}if(n.block_comment&&t.startsWith(n.block_comment[0],o)){let x=t.indexOf(n.block_comment[1],o+2);o=x<0?t.length:x+2;continue}let f=gp(
t,o,n,{value:qw(r.at(-1)),within:s<Iw?d:void 0,heredocs:c});if(f){r.push(f.token),o=f.end;continue}let h=Ww(t,o,n);if(h!==void 0){r.push({kind:"name",text:h}),o+=
h.length;continue}let m=l(Nw);if(m!==void 0){r.push({kind:"number",number:Mw(m)}),o+=m.length;continue}let g=l(Ow)??u,k=g==="::"&&n.lines==="indent"?":":g;if((k===
"("||k==="[")&&(i+=1),(k===")"||k==="]")&&i>0&&(i-=1),k==="{"&&(a+=1),k==="}"){if(a===0&&s>0)break;a=Math.max(0,a-1)}r.push({kind:"mark",text:k}),o+=k.length}return{
tokens:Ru(n.lines==="statements"?jw(r):r),end:o}}function Ww(t,e,n){let s=e;for(;s-e<2&&n.sigils.includes(t[s]??" ");)s+=1;yp.lastIndex=s;let r=yp.exec(t)?.[0];
if(r!==void 0){let i=s+r.length,a=/[?!]$/.test(r)&&(n.interpolation!=="hash"||t[i]==="=")?i-1:i;return t.slice(e,a)}return s>e&&/[_!@0&\d]/.test(t[s]??"")&&n.interpolation===
"dollar"?t.slice(e,s+1):s>e&&t[e]==="$"&&n.lines!=="none"?"$":void 0}function Mw(t){let e=t.replaceAll("_","");return/^0[0-7]+$/.test(e)?Number.parseInt(e,8):Number(
e)}function qw(t){return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.
test(t.text):!1}function jw(t){return t.filter((e,n)=>{if(e.kind!=="newline")return!0;let s=t[n+1],r=t[n-1];return r?.kind==="newline"||s?.kind==="mark"&&Dw.test(
s.text)?!1:!(r?.kind==="mark"&&Lw.test(r.text)&&!T(r,"{"))})}var Fw=9,xp=64;function vp(t,e){let n=or(t,I.awkLexer),s=Vw(e.input),r=i=>kp(n,i,s),o=-1;for(let i=0;i<n.length&&e.step();i++){let a=n[i],c=n[i+1];if(a.kind==="\
name"&&T(c,"=")&&s.set(a.text,r(i+2)),z(a,"print","printf"))o=i,e.recordPrint([r(i+1)]);else if(a.kind==="newline"||T(a,";","}","{"))o=-1;else if(z(a,"system")&&
T(c,"("))e.runShellLine(r(i+2));else if(o>=0&&T(a,">",">>"))e.recordWrite(r(i+1),void 0,T(a,">>"));else if(T(a,"|","|&")){if(o>=0){let l=r(i+1);e.runShellLine(l),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test($(l)[0])&&e.runShellLine(r(o+1))}else if(z(c,"getline")){let l=i;for(;i-l<xp&&Hw(n[l-1]);)l-=1;e.runShellLine(kp(n.slice(0,i),
l,s))}}else if(z(a,"getline")){let l=n.slice(i+1,i+4).findIndex(d=>T(d,"<"));l>=0&&e.readFile(r(i+2+l))}}}var Hw=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
T(t,"$");function Vw(t){let e=new Map;for(let[o,i]of t.variables)e.set(o,W(Qa(i)));for(let[o,i]of t.args.entries())e.set(`ARGV[${o+1}]`,Bn(i));for(let[o,i]of Object.
entries(t.environment))e.set(`ENVIRON[${o}]`,Bn(i));let n=nn(t);if(!n)return e;let s=$(n),{separator:r=" "}=t;if(e.set("$0",at(s)),/^[^\\.*+?[\]^$|()]$/.test(r)){
let o=s.map(i=>r===" "?i.trim().split(/\s+/):i.split(r));for(let i=1;i<=Fw;i+=1)e.set(`$${i}`,at(o.map(a=>a[i-1]??"")));e.set("$NF",at(o.map(i=>i.at(-1)??"")))}
return e.set("$",W(s.some(o=>!o.includes(b))?q:b)),e}var Ja=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.kind==="number"?String(t.number):
t?.kind==="name"||t?.kind==="mark"?t.text:"";function kp(t,e,n){let s=[];for(let r=e;r<Math.min(t.length,e+xp);r++){let o=t[r];if(o.kind==="text")s.push(W(Ja(o)));else if(o.
kind==="name"){let i=T(t[r+1],"[")&&T(t[r+3],"]"),a=i?`${o.text}[${Ja(t[r+2])}]`:o.text;s.push(n.get(a)??W(b)),i&&(r+=3)}else if(T(o,"$")){let i=n.get(`$${Ja(t[r+
1])}`);s.push(i??n.get("$")??W(b)),r+=1}else if(!T(o,"(")||s.length>0)break}return s.length===0?W(b):Ce(s)}var wp=new Set(`spawn fork vfork Popen posix_spawn pcntl_fork proc_open popen execFile Worker Process create_subprocess_exec
   create_subprocess_shell`.split(/\s+/)),Uw=new Set(`break return exit wait waitpid wait4 join communicate sleep usleep await throw raise die last readline inp\
ut
   gets recv accept get poll Queue`.split(/\s+/)),Bw=new Set("execPath argv0 __filename __FILE__ $0 argv executable $PROGRAM_NAME __file__".split(" ")),ir=1e3,Sp=64,
Gw=3,zw=10;function Ep(t){if(!t.some(s=>s.kind==="name"&&(wp.has(s.text)||Cp(s.text))))return!1;let e=Qw(t),n=0;return t.some((s,r)=>{if(s.kind!=="name"||n>=Sp)
return!1;let o=Kw(t,r)??Yw(t,r)??Xw(t,r);return o!==void 0&&(n+=1),o!==void 0&&(Za(t,o)||Jw(t,o,e))&&!_p(t,o)})}var Cp=t=>/^(?:system|exec|shell_exec|popen|execSync|os)$/.
test(t);function Kw(t,e){let n=t[e],s=t[e+1];if(z(n,"loop")&&(T(s,"{")||z(s,"do")))return Kn(t,e+1);if(z(n,"for")&&T(s,"(")&&T(t[e+2],";")&&T(t[e+3],";"))return Kn(
t,Mt(t,e+1)+1);if(!z(n,"while","until"))return;let r=T(s,"("),o=t[r?e+2:e+1],i=r?Mt(t,e+1)+1:e+2;if(r&&Mt(t,e+1)!==e+3||!(z(n,"while")?z(o,"true","True")||o?.kind===
"number"&&o.number!==0:z(o,"false")))return;let c=t[i];return c===void 0||T(c,";","}")?[Math.max(0,Zw(t,e)),e]:Kn(t,i)}function Yw(t,e){if(!z(t[e],"setInterval",
"setImmediate")||!T(t[e+1],"("))return;let n=Mt(t,e+1),s=t[n-1];return(s?.kind==="number"?s.number>zw:!T(s,")","}"))||z(t[e],"setImmediate")?void 0:[e+2,n]}function Xw(t,e){
let n=t[e+1];if(!z(t[e],"function","def","sub")||n?.kind!=="name")return;let s=e+2;T(t[s],"(")&&(s=Mt(t,s)+1);let r=Kn(t,s),o=t.slice(r[0],Math.min(r[1],r[0]+ir)),
i=o.some((c,l)=>z(c,n.text)&&T(o[l+1],"(")),a=o.some(c=>z(c,"if","unless","case","switch")||T(c,"?","&&","||"));return i&&!a?r:void 0}function Qw(t){let e=new Set;
for(let s=0;s<t.length&&e.size<Sp;s++){let r=t[s+1],o=t[s];if(o?.kind==="name"){if(z(o,"function","def","sub")&&r?.kind==="name"){let i=T(t[s+2],"(")?Mt(t,s+2)+
1:s+2;n(r.text,Kn(t,i))}else if(T(r,"=")){let i=z(t[s+2],"async")?s+3:s+2,a=T(t[i],"(")?Mt(t,i)+1:i+1;if(z(t[i],"function")){let c=t.findIndex((l,d)=>d>i&&d<i+Gw&&
T(l,"("));c>0&&n(o.text,Kn(t,Mt(t,c)+1))}else T(t[a],"=>")&&n(o.text,Kn(t,a+1))}}}return e;function n(s,r){Za(t,r)&&!_p(t,[r[0],r[1]])&&e.add(s)}}var Jw=(t,[e,n],s)=>s.
size>0&&t.slice(e,n).some((r,o)=>z(r)&&s.has(r.text)&&T(t[e+o+1],"("));function Za(t,[e,n]){for(let s=e;s<n;s++){let r=t[s];if(r?.kind!=="name")continue;if(wp.has(
r.text))return!0;let o=Cp(r.text)?t.slice(s+1,s+5).find(a=>a.kind==="text"):void 0,i=o?.kind==="text"?o.pieces.at(-1):void 0;if(typeof i=="string"&&/&\s*$/.test(
i))return!0}return!1}function _p(t,[e,n]){let s=t.slice(e,n);return s.some((r,o)=>z(r)&&Bw.has(r.text)&&Za(s,[Math.max(0,o-6),o]))?!1:s.some(r=>r.kind==="name"&&
Uw.has(r.text))}function Kn(t,e){if(T(t[e],"{"))return[e+1,Mt(t,e)];if(z(t[e],"do"))return[e+1,t.length];if(T(t[e],":")){let s=0;for(let o=e;o>=Math.max(0,e-ir);o--){
let i=t[o];if(i.kind==="newline"){s=i.indent;break}}let r=Math.min(t.length,e+ir);for(let o=e+1;o<r;o++){let i=t[o];if(i.kind==="newline"&&i.indent<=s&&o>e+1)return[
e+1,o]}return[e+1,r]}let n=Math.min(t.length,e+ir);for(let s=e;s<n;s++){if(T(t[s],";")||t[s].kind==="newline")return[e,s];s=Math.max(s,T(t[s],"(","[","{")?Mt(t,
s):s)}return[e,n]}function Zw(t,e){for(let n=e-1;n>=Math.max(0,e-ir);n--)if(T(t[n],";","{")||t[n].kind==="newline")return n+1;return 0}function Mt(t,e){let n=t[e];
return n?.kind==="mark"&&n.close!==void 0?Math.min(n.close,t.length):e}je();var e0=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,t0=/is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:directory|file|exist)\?|-[dfel]\s/i,
n0=/[=!<>]=|[<>]|\b(?:in|and|or|match)\b|&&|\|\||=~|\b(?:endswith|startswith|includes|test)\b/,s0=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,r0=/\b(?:continue|next|return)\b/;
function Ap(t){let e=r0.test(t);return[...t.matchAll(e0)].some(([n,s=""])=>t0.test(s)&&!n0.test(s.replace(/=>|->/g,""))?!1:s0.test(n)===e)}var o0=4e4,Tp=512,i0=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,a0=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),No=class{constructor(e,n,s=""){
this.source=e;this.context=n;this.mayHideInput=mu(s,this.input),this.chooses=Ap(s)}source;context;invocations=[];problem;remainingSteps=o0;mayHideInput;chooses;get input(){
return this.context.input??ko}recordPrint(e,n=" ",s=`
`){if(!this.context.onPrint)return;let r=e.map(o=>{let i=o.kind==="list"?o.items.flatMap($):$(o),a=o.kind==="text"&&o.glob===!0;return i.map(tc).map(c=>this.markUnread(
a?c.replaceAll("*",b):c)).join(`
`)});this.context.onPrint(r.join(n)+s)}markUnread(e){return this.mayHideInput&&e===b?q:e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail(
"too-much","the code takes too many steps to read"),this.problem===void 0}fail(e,n){this.problem??={kind:e,detail:n}}addInvocation(e,n,s={}){let r=this.createInvocation(
e,n,s);return this.mayHideInput&&a0.has(e)&&(r.args=r.args.map(o=>({...o,text:this.markUnread(o.text)}))),this.add(r),r}createInvocation(e,n,s={}){return{program:e,
path:e,args:n.filter(r=>r!==void 0).flatMap(r=>$o(r,c0.has(e))),redirects:[],environment:{},wrappers:[],language:this.source,...s}}readFile(e){if(e?.kind==="con\
tent"||e?.kind==="made")return e;let n=e&&$(e).every(r=>i0.test(r))?nn(this.input):void 0;if(n)return n;let s=$(e);return this.addInvocation("cat",[e??_],{redirects:$o(
e??_,!1).map(ec("read"))}),{kind:"content",files:s,from:[]}}recordWrite(e,n,s=!1){let r=n&&vt([n]),[o]=$(n);this.addInvocation("printf",["%s",n??_],{redirects:$o(
e??_,!1).map(ec(s?"append":"write")),...Z({input:r&&{kind:"pipe",from:this.listSources(r)}})});let[i]=$(e);i!==void 0&&o!==void 0&&!i.includes(b)&&!o.includes(b)&&
this.context.onWrite?.(i,o)}listSources(e){let n=e.files.map(r=>({text:r,glob:!1})),s=this.createInvocation("cat",[],{args:n,redirects:n.map(ec("read"))});return[
...n.length>0?[s]:[],...e.from]}runShellLine(e){let n=e&&vt([e]);return n?this.createOutput([this.addInvocation("sh",[],{input:{kind:"pipe",from:this.listSources(
n)}})]):this.createOutput($(e).flatMap(s=>this.readCommand(this.markUnread(Pp(s)))))}runProgram(e){let n=Pp(e.flatMap(s=>$(s).map(d0)).join(" "));return this.createOutput(
this.readCommand(n))}readCommand(e){if(!this.step(8))return[];let{invocations:n,problem:s}=this.context.readCommand(e);s&&(this.problem??=s);for(let r of n)this.
add(r);return n}createOutput(e){return{kind:"content",files:[],from:e}}add(e){this.invocations.length>=Tp?this.fail("too-much",`the code does more than ${Tp} th\
ings`):this.invocations.push(e)}},c0=new Set(["rm","truncate","shred"]),l0=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,tc=t=>t.replaceAll(Un,b),Pp=t=>l0.test(t)?t.
replaceAll(Un,"*").replace(/'([^'\s]*\*)'/g,"$1"):tc(t);function $o(t,e){if(typeof t=="string")return[{text:t,glob:!1}];if(t.kind==="content"&&t.files.length>0)
return t.files.map(s=>({text:`@${s}`,glob:!1}));if(t.kind==="list")return t.items.flatMap(s=>$o(s,e));let n=t.kind==="text"&&t.glob===!0;return $(t).map(s=>e&&s.
includes(Un)?{text:s.replaceAll(Un,"*"),glob:!0}:{text:tc(s),glob:n})}var ec=t=>e=>({kind:t,path:e}),d0=t=>/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\\
''")}'`;var Rp=65536,u0={evaluate:gt,call:Eo,block:Ao,code:(t,e)=>t.depth>40?h0(t):Ao(mt(t,f0(t,e)))};function Oo(t,e,n){if(e.length>Rp)return{invocations:[],problem:{kind:"\
too-long",detail:`the ${t} code is longer than ${Rp} characters`}};let s=new No(t,n,e);return t==="sql"?Js(e,s):t==="awk"?vp(e,s):p0(lp(t),e,s),{invocations:s.invocations,
...Z({problem:s.problem||void 0})}}function p0(t,e,n){let s=[],r=or(e,t.lexer);if(r.length>=Io){n.fail("too-much",`the code has more than ${Io} words`);return}Ep(
r)&&n.addInvocation("fork-bomb",[]);let o=new ms;gu(n.source,o,n.input);let i={language:t,collector:n,scope:o,tokens:r,at:0,end:r.length,depth:0,definitions:s,returnValues:[],
activeFunctions:new Set,functions:u0},a=Ao(i);n.input.printsLast&&n.recordPrint([a]);let c=new Map;for(let l of r)l.kind==="name"&&c.set(l.text,(c.get(l.text)??
0)+1);for(let l=0;l<s.length&&n.problem===void 0;l++){let d=s[l];!d.called&&(d.name===void 0||(c.get(d.name)??0)>1||d.parameters[0]==="self")&&zn(i,d,[])}}function f0(t,e){
return t.collector.step(Math.ceil(e.length/4)),or(e,t.language.lexer)}function h0(t){return t.collector.fail("too-deep","code in code is nested too deeply"),{kind:"\
unknown"}}var nc="/work";var tM=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function $p(t){let e=t.trim();return e.length>65536||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:Ip(e)||e.split(`
`).every(n=>n.trim()===""||Ip(n))}function Ip(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}var m0=[[/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i,
"XML or HTML"],[/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/,"Markdown"],[/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/,"a log"],[new RegExp(
"^\\s*\\p{Lu}[\\p{L}'\u2019]*[, ]\\s*\\p{L}[^\\n]*[.!?:)](\\s|$)","u"),"a sentence"]];function Np(t){let e=t.slice(0,2e3);return m0.find(([n])=>n.test(e))?.[1]}var g0=20,Do=2e3;function Lp(t){let{program:e}=t;return/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(e)?y0(t):e==="sed"||e==="gsed"?k0(t):/^[gmn]?awk$/.test(e)?x0(
t.filter?.code??""):e==="head"||e==="tail"?v0(t):e==="fzf"}function y0({args:t}){let{flags:e,options:n,operands:s}=le("grep",t);if(K(e,"-v")||K(e,"--invert-matc\
h"))return!1;let r=n.filter(({flag:i})=>i==="-e"||i==="--regexp").map(({value:i})=>i),o=r.length>0?r:s.slice(0,1);return o.length>0&&o.every(({text:i})=>Lo(i))}
var b0=/^(root|pid|usr|bin|sbin|lib)$/i;function Lo(t){return t.length>Do||/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).every(e=>{let n=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,
"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(/\\?[(){}^$+]|\\/g,"");return n.includes(b)||/\w\w/.
test(n)&&!b0.test(n.trim())})}function k0({args:t}){let{flags:e,options:n,operands:s}=le("sed",t),r=n.filter(({flag:d})=>d==="-e"||d==="--expression").map(({value:d})=>d),
o=(r.length>0?r:s.slice(0,1)).map(({text:d})=>d.trim()).join(`
`);if(o.length>Do)return!1;let i=K(e,"-n")||K(e,"--quiet")||K(e,"--silent"),[,a,c]=/^\/((?:[^/\\]|\\.)*)\/\s*(!d|p)/.exec(o)??[];if(a!==void 0)return(c==="!d"||
i)&&!/p[\n;]|\}/.test(o)&&Lo(a);if(!i)return/^\d{1,2}!d$/.test(o);let[,l]=/^s([/|#,])?((?:(?!\1)[^\\\n]|\\.)*)\1.*p$/.exec(o)?.slice(1)??[];return l!==void 0?Lo(
l):/^\d{1,2}p$/.test(o)}function x0(t){return t===""||t.length>Do||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:
sc(t).some(Lo)?!0:/(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.test(t)}function sc(t){return t.length>
Do?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,n,s,r])=>n===void 0?s??r??[]:[])}function v0({program:t,args:e}){let{options:n}=le(
t,e),s=n.filter(({flag:o})=>/^(-n|--lines)$/.test(o)).map(({value:o})=>o.text),r=e.flatMap(({text:o})=>/^-(\d+)$/.exec(o)?.slice(1)??[]);return[...s,...r].every(
o=>o.includes(b)?!0:/^-?\d+$/.test(o)&&!(t==="head"&&o.startsWith("-"))&&Math.abs(Number(o))<=g0)}var w0=/^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;
function Dp({input:t},e){let n=t?.kind==="pipe"?t.from:[];return n.some(jp)?Mp(n).length>0:n.some(s=>qp(s).length>0&&Lp(s))?!1:S0(e).length>0}var Op=new WeakMap;
function S0(t){let e=Op.get(t);if(e)return e;let n=Mp(t),s=new Set(n.length===0?[]:t.filter(E0).flatMap(({input:o})=>o?.kind==="pipe"?o.from:[])),r=n.filter(o=>o.
captured||o.language!=="shell"||Wp(o)||s.has(o));return Op.set(t,r),r}var Wp=({redirects:t})=>t.some(({kind:e})=>e!=="read"),E0=t=>w0.test(t.program)||Wp(t);function Mp(t){
let e=t.filter(jp);if(e.length===0)return e;let n=new Set;for(let s of t){if(s.program==="ps")continue;let r=qp(s);if(r.length>0&&Lp(s))for(let o of r)n.add(o)}
return e.filter(s=>!n.has(s))}var qp=({input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),C0=/^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u,
_0=/^-[aefFlAjwHTLcy]*[eA]|^a?u?x/,jp=({program:t,args:e})=>t==="ps"&&(e.some(({text:n})=>_0.test(n))||!e.some(({text:n})=>C0.test(n)));var rc=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var A0=rc.names.map(t=>t.replace("*","")),Fp=rc.ports,Bp=t=>Object.hasOwn(Fp,t)?[Fp[t]]:[],T0=60,P0=4;function Gp(t){if(t.length>T0||!/\w/.test(t)||/[\s/]|\\\d/.
test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>P0)return[];let n=R0(e);return n===void 0?[]:A0.filter(s=>{
let r=n.exec(s);if(r===null)return!1;let o=r[0].length*2;return o>s.length||r.index===0&&o===s.length})}function R0(t){try{return new RegExp(t)}catch{return}}var I0=200,
$0="init",Wo="*",N0=new Set(["pkill","killall","skill","slay","taskkill","Stop-Process"]);function zp(t,e){let n=new Set(t.flatMap(L0)),s=t.filter(i=>i.program===
"kill"&&i.args.some(O0)&&!Kp(i));s.some(i=>Dp(i,e))&&n.add(Wo);for(let{input:i}of s){if(i?.kind==="file")for(let a of Mo(i.path.text))n.add(a);if(i?.kind==="pip\
e")for(let a of Hp(i.from,I0))n.add(a)}let o=s.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i);if(s.length>0)for(let i of Hp(o))n.add(
i);return n}var O0=({text:t})=>t.includes(b);function Kp({program:t,args:e}){let{flags:n,options:s}=le(t,e),o=[...s.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).
map(({value:i})=>i.text),...n.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function L0({program:t,path:e,args:n}){
return e.startsWith("/etc/init.d/")&&n[0]?.text==="stop"?[t]:N0.has(t)?Kp({program:t,args:n})?[]:Yp(t,le(t,n)):t==="fuser"?q0(le(t,n)):t==="start-stop-daemon"?M0(
le(t,n)):/^(nginx|httpd|apachectl|apache2ctl)$/.test(t)?n.some(({text:s})=>/^(stop|quit|graceful-stop)$/.test(s))?[t.replace(/ctl$/,"2")]:[]:[]}function Yp(t,{flags:e,
options:n,operands:s}){let r=t!=="killall"&&K(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!K(e,"-x")&&!K(e,"--exact"),i=n.filter(({flag:a})=>a==="-F"||a==="--pidfile");
return[...s.flatMap(({text:a})=>oc(a,r)),...o?s.flatMap(({text:a})=>D0(a)):[],...i.flatMap(({value:a})=>Mo(a.text))]}var D0=t=>/^\w$/.test(t)?[Wo]:Gp(t),W0=/^\/(?:usr\/)?(?:local\/)?(?:sbin|lib(?:exec)?)\//;
function oc(t,e){return t.length>200?[]:t.split("|").flatMap(n=>{let s=n.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]/g,"").replace(/^\.\*|\.\*$/g,"").trim(),
[r="",...o]=s.split(/\s+/);if(e&&o.length>0&&!r.endsWith(":")&&!W0.test(r))return[];let i=r.replace(/:$/,"").replace(/^.*\//,"").replace(/\.exe$/i,"");return i===
""?[]:[i]})}function Mo(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.[1];return e===void 0?[]:[e]}function M0({flags:t,options:e}){return!K(t,
"-K")&&!K(t,"--stop")?[]:e.flatMap(({flag:n,value:s})=>/^(-n|--name|-x|--exec)$/.test(n)?oc(s.text,!1):/^(-p|--pidfile)$/.test(n)?Mo(s.text):[])}function q0({flags:t,
operands:e}){return!K(t,"-k")&&!K(t,"--kill")?[]:K(t,"-m")||K(t,"-M")||K(t,"-c")||K(t,"--mount")?[Wo]:e.flatMap(({text:n})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(n)?[Wo]:
Bp(n.replace(/\/(tcp|udp|sctp)$/,"")))}function Hp(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return[$0];let n=t.some(({program:s})=>s==="ps");return t.flatMap(
s=>j0(s,n))}function j0({program:t,args:e,input:n,redirects:s,filter:r},o){if(t==="pgrep"||t==="pidof")return Yp(t,le(t,e));if(t==="cat"||t==="head"||t===":")return[
...e,...s.filter(({kind:u})=>u==="read").map(({path:u})=>u)].flatMap(({text:u})=>Mo(u));if(t==="ps")return Up(e,"-C");if(t==="lsof")return[...Up(e,"-c"),...e.flatMap(
({text:d})=>F0(d))];if(t==="systemctl")return H0(le(t,e));if(o&&/^[gmn]?awk$/.test(t))return sc(r?.code??"").flatMap(Vp);if(!o||n?.kind!=="pipe"||!/^(e|f)?grep$|^rg$/.
test(t))return[];let{flags:i,options:a,operands:c}=le("grep",e);if(K(i,"-v")||K(i,"--invert-match"))return[];let l=a.find(({flag:d})=>d==="-e"||d==="--regexp")?.
value??c[0];return l===void 0?[]:Vp(l.text)}var Vp=t=>[...oc(t,!0),...Gp(t)],F0=t=>{let[,e]=/^(?:-\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\w.-]+)?:(\w+)$/i.exec(t)??[];
return e===void 0?[]:Bp(e)};function H0({operands:t}){let[e,...n]=t.map(({text:r})=>r);return(e==="show"?n:n.filter(r=>r.endsWith(".service"))).map(r=>r.replace(
/\.service$/,""))}function Up(t,e){return t.flatMap(({text:n},s)=>n===e?t.slice(s+1,s+2).flatMap(r=>r.text.split(",")):n.startsWith(e)?n.slice(e.length).split("\
,"):[])}var V0=200;function ic(t,e,n){if(t.length===0||n.length>V0)return t;let s=n.slice(0,Math.max(0,n.indexOf(e))).filter(({program:o})=>o==="mv");if(s.length===0)return t;
let r=s.flatMap(({args:o})=>{let i=o.filter(({text:c})=>!c.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:c})=>Xp(a.text,c)||Xp(c,a.text))?i.slice(
0,-1):[]});return[...t,...r]}function Xp(t,e){let n=e.replace(/\/\*?$/,"");return t===n||t.startsWith(`${n}/`)}var U0=new Set(I.getopt.find.long.map(t=>`-${t}`)),
B0=/^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/,G0=/^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/,z0=/^-(exec|execdir|ok|okdir)$/,
K0=/^(.*\/)?(rm|unlink|shred|rimraf|srm)$/,Y0=/^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/,Qp=()=>({names:[],empty:!1,byProperty:!1,deletes:!1});function ef(t){
let e=[],n=[Qp()],s=!1,r=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],c=n.at(-1),l=()=>{c.deletes=!0,r>0&&o&&(c.names=["*"])};a==="("?r+=1:a===")"?r=Math.
max(0,r-1):/^(-o|-or|,)$/.test(a)?(o=!0,r===0&&n.push(Qp())):z0.test(a)?(K0.test(t[i+1]?.text??"")&&l(),i=X0(t,i)):a==="-delete"?l():a==="!"||a==="-not"?s=!0:B0.
test(a)?(s||c.names.push(t[i+1]?.text??"*"),s=!1,i+=1):a==="-fprintf"?i+=2:U0.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(c.byProperty||=G0.test(a),s=!1,i+=1):a===
"-empty"?c.empty=!0:!a.startsWith("-")&&n.every(({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:n}}function X0(t,e){for(let n=e+1;n<t.length;n+=
1)if(t[n].text===";"||t[n].text==="+"&&/\{\}|\u{FFFC}/u.test(t[n-1].text))return n;return t.length}function Yn(t){let e=Jp.get(t);if(e)return e;let n=Q0(t);return Jp.
set(t,n),n}var Jp=new WeakMap;function Q0(t){let{starts:e,branches:n}=ef(t),s=e.length>0?e:[{text:".",glob:!1}],r=n.filter(({deletes:o})=>o);return s.flatMap(({
text:o})=>(r.length>0?r.flatMap(a=>tf(a,o)):J0(n,o)).map(a=>({text:`${o.replace(/\/$/,"")||""}/${a.replace(/^\.?\/?\*\/|^\.\//,"")}`,glob:!0})))}function tf({names:t,
empty:e,byProperty:n},s){return t.length>0?t:e?["tmp"]:[n&&Y0.test(s)?b:"*"]}function J0(t,e){let n=t.flatMap(s=>s.names);return n.length>0?n:tf({...t.at(-1),empty:t.
some(({empty:s})=>s)},e)}var cr=t=>ef(t).branches.some(({deletes:e})=>e);function Z0({args:t}){let e=t.findIndex(({text:o})=>o==="-e"||o==="--extension"),n=t.filter(
({text:o},i)=>!o.startsWith("-")&&(e===-1||i!==e+1)),s=e===-1?`${n[0]?.text??"*"}`:`*.${t[e+1]?.text??"*"}`;return[{text:`${n[1]?.text??"."}/${/^[.^$]*$/.test(s)?
"*":s}`,glob:!0}]}var ac=/^(g?xargs|find|fd|parallel)$/;function Xn(t,e){if(!t.wrappers.some(o=>ac.test(o)))return t.args;let n=tS(t,e);if(!n)return t.args;let s=n.
program==="find"?Yn(n.args):nS(n);if(s.length===0)return t.args;let r=eS(t)?`/${b}`:b;return t.args.some(({text:o})=>o.includes(r))?t.args.flatMap(o=>{if(!o.text.
includes(r)||o.text.startsWith("-"))return[o];let[i=""]=/^[^\u{FFFC}]*[@=]/u.exec(o.text)??[];return s.map(({text:a,glob:c})=>({text:i+a,glob:c}))}):t.args}var eS=({
wrappers:t})=>t.findLast(e=>ac.test(e))==="find";function tS(t,e){let{input:n}=t,s=t.wrappers.findLast(r=>ac.test(r));if(s==="find")return Zp(t,e,({program:r})=>r===
"find");if(s==="fd")return Zp(t,e,({program:r})=>r==="fd"||r==="fdfind");if(n?.kind==="pipe")return n.from.find(({program:r})=>/^(find|ls|git|fd|fdfind)$/.test(
r))}function Zp(t,e,n){return e.slice(0,e.indexOf(t)).findLast(n)??e.find(n)}function nS(t){let e=t.args.filter(({text:n})=>!n.startsWith("-"));return t.program===
"fd"||t.program==="fdfind"?Z0(t):t.program==="ls"?(e.length>0?e:[{text:".",glob:!1}]).map(s=>s.glob?s:{text:`${s.text.replace(/\/$/,"")}/*`,glob:!0}):t.program===
"git"&&e[0]?.text==="ls-files"&&e.length===1?[{text:"./*",glob:!0}]:[]}var cc=t=>I.roles.has(t);function vs(t,{flags:e,options:n,operands:s}){let r={reads:[],writes:[],
deletes:[],moves:[],changes:[]},o=`${t} ${s[0]?.text??""}`,i=I.roles.has(o),a=I.roles.get(i?o:t);if((t==="kubectl"||t==="oc")&&r.reads.push(...iS(n)),!a)return r;
let c=a.unless?.some(f=>K(e,f)),l=s.slice((i?1:0)+(c?0:a.skip??0)),d=a.with?.find(f=>f.flags.some(h=>K(e,h)))?.each??a.each,u=n.some(({flag:f})=>a.options?.[f]===
"writes"),p=a.last!==void 0&&l.length>1&&!u&&d!=="none";l.forEach((f,h)=>{let m=p&&h===l.length-1?a.last:d,g=Object.entries(a.keyed??{}).find(([k])=>f.text.startsWith(
k));g?r[g[1]].push({text:f.text.slice(g[0].length),glob:f.glob}):m&&m!=="none"&&r[m].push(f)});for(let{flag:f,value:h}of n){let m=a.options?.[f];m&&r[m].push(h)}
return t==="git"&&(r.reads=r.reads.map(rS)),(t==="curl"||t==="http"||t==="https")&&r.reads.push(...oS(n,s)),t==="tar"&&!sS(e,s)&&(r.writes=[]),(t==="scp"||t==="\
rsync")&&(r.reads=r.reads.filter(({text:f})=>!ar(f)),r.writes=r.writes.filter(({text:f})=>!ar(f))),r}var sS=(t,e)=>/^[a-zA-Z]*x[a-zA-Z]*$/.test(e[0]?.text??"")||
!["-c","-t","-r","-u","--create","--list","--append","--update"].some(n=>K(t,n))&&!/^[a-zA-Z]*[ctru][a-zA-Z]*$/.test(e[0]?.text??""),ar=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.
test(t)&&!t.startsWith("/"),rS=t=>/^[\w./~^@{}-]*:[^:]/.test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function oS(t,e){let n=t.filter(({flag:r})=>/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.
test(r)).flatMap(({value:r})=>{let o=/^@|=@|=</.exec(r.text);return o?[{...r,text:r.text.slice(o.index+o[0].length).replace(/[;,].*$/,"")}]:[]}),s=e.flatMap(r=>{
if(r.text.startsWith("file://"))return[r];let o=/^[\w.-]*:?[@=]@/.exec(r.text)??/^@/.exec(r.text);return o?[{...r,text:r.text.slice(o[0].length)}]:[]});return[...n,
...s]}var iS=t=>t.filter(({flag:e})=>e==="--from-file"||e==="--from-env-file").map(({value:e})=>e);var aS=/^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/,cS=/(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/,
qo={text:".",glob:!1};function lS(t,e,n){let s={paths:[],files:[]},[r]=t.args;if(r?.text!=="checkout"&&r?.text!=="restore")return s;let o=Xn(t,e),{flags:i,options:a,
operands:c}=le("git",o);if((K(i,"-p")||K(i,"--patch"))&&t.input===void 0)return s;let l=r.text==="restore",d=K(i,"--staged")||K(i,"-S");if(l&&d&&!K(i,"--worktre\
e")&&!K(i,"-W"))return s;if(a.some(({flag:h})=>h==="--pathspec-from-file"))return{...s,paths:[qo]};let u=c.slice(1);if(["-b","-B","-t","--track","--orphan"].some(
h=>K(i,h))&&!l)return s;let f=(l?u:uS(u,o)).flatMap(h=>h.text===b?n()?[qo]:[]:[pS(h)]);return{paths:f.filter(nf),files:f.filter(h=>!nf(h))}}var dS=/\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;
function uS(t,e){let n=e.findIndex(({text:o})=>o==="--");if(n!==-1)return e.slice(n+1);let[s,...r]=t;return s&&r.length===0&&dS.test(s.text)||s&&(s.glob||s.text===
b||/^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(s.text))?t:r}function pS({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return qo;let n=t.replace(/^:(\([^)]*\)|\/|:)?/,
"").replace(/\*\*.*$/s,"");return n===""?qo:{text:n,glob:e}}function nf({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,n="",s=t]=/^(?:(.*)\/)?([^/]*)$/.
exec(t)??[];return s==="."||s===".."||s===""?!0:/^[a-z][a-z0-9_-]*$/.test(s)&&!aS.test(s)&&!cS.test(n)}function fS({program:t,args:e}){if(t!=="git"||e.some(({text:r})=>r===
"--"))return!1;let[n,...s]=e.map(({text:r})=>r);return n==="ls-files"?s.every(r=>r.startsWith("-")):n==="status"?s.every(r=>r.startsWith("-")):n==="diff"&&s.some(
r=>r==="--name-only"||r==="--name-status")}var hS=(t,e)=>t.captured===!0||t.redirects.length>0||e.some(({input:n})=>n?.kind==="pipe"&&n.from.includes(t)),mS=["",
"-before","-after","-during","-delay","-excluded"].map(t=>`--delete${t}`);function sf(t,e){let n=zp(t,e),s,r=()=>(s??=e.some(o=>fS(o)&&hS(o,e)),s);return[...n.size>
0?[Wt("end-process",[...n].map(yS))]:[],...t.flatMap(o=>{if(o.program!=="git")return[];let{paths:i,files:a}=lS(o,e,r);return[...i.length>0?[Wt("git-discard",i,[],
o.folder)]:[],...a.length>0?[Wt("git-discard-file",a,[],o.folder)]:[]]}),...t.flatMap(o=>o.program==="rsync"?gS(o):[])]}function gS(t){let{flags:e,operands:n}=le(
"rsync",t.args),s=n.at(-1),r=[...mS,"--del"].some(o=>K(e,o));return s&&n.length>1&&ar(s.text)&&r?[Wt("sync-away",[s],[],t.folder)]:[]}var yS=t=>({text:t,glob:!1});var rf=require("node:path");var bS=/^(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(local|localhost|test|internal|svc))$/,
kS=/(^|\.)(transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com|paste\.ee|hastebin\.com|ix\.io|sprunge\.us|dpaste\.(org|com)|webhook\.site|requestbin\.(com|net)|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|ngrok(-free)?\.(io|app|dev)|trycloudflare\.com|serveo\.net|localtunnel\.me|loca\.lt|anonfiles\.com|gofile\.io|bashupload\.com|temp\.sh|catbox\.moe|filebin\.net|oshi\.at|wetransfer\.com|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org|dnslog\.cn|canarytokens\.com)$|^\d{1,3}(\.\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\w*|malicious|malware|c2|hacker|phish\w*|leak\w*|collect(or)?|drop|steal\w*|bad(actor|guy)?|rogue|sink)([.-]|\d|$)/i,
xS=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function vS({text:t}){let e=xS.exec(t.slice(0,2048))?.[1]?.
toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function jo(t){let e=vS(t);if(e!==void 0)return bS.
test(e)?"local":kS.test(e)?"drop":"remote"}var of=/^(curl|wget|aria2c|http|https|xh|fetch|axel|wget2|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)$/,wS=/^(dig|nslookup|host|drill|kdig|nc|ncat|netcat|socat|telnet|lynx|w3m|links|elinks|ftp|tftp|lftp|lwp-request|GET|wget2|lwp-download)$/,
SS=500,Fo=class{paths=new Set;constructor(e=[]){for(let n of e)this.paths.add(n)}record(e){for(let r of ES(e)){let o=lc(r.text,e.folder);o!==void 0&&(this.paths.
add(o),this.paths.size>SS&&this.paths.delete(this.paths.values().next().value))}let[n,s]=CS(e);n&&s&&this.has(n.text,e.folder)&&this.paths.add(lc(s.text,e.folder)??
"")}has(e,n){let s=lc(e,n);return s!==void 0&&this.paths.has(s)}},ws=({program:t})=>of.test(t),af=({program:t})=>of.test(t)||wS.test(t);function ES(t){let e=t.redirects.
filter(({kind:l})=>l!=="read").map(({path:l})=>l);if(!ws(t)){let l=t.input?.kind==="pipe"&&t.input.from.some(ws);return l&&t.program==="tee"?t.args.filter(({text:d})=>!d.
startsWith("-")):l?e:[]}let{flags:n,options:s,operands:r}=le(t.program,t.args),o=r.filter(l=>l.text.includes(b)||(jo(l)??"local")!=="local");if(o.length===0)return[];
let i=s.filter(({flag:l})=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(l)).map(({value:l})=>l).filter(({text:l})=>l!=="-"),a=/^(wget2?|aria2c|axel)$/.
test(t.program)||n.includes("-O")||n.includes("--remote-name"),c=o.map(({text:l})=>({text:l.replace(/[?#].*$/,"").replace(/\/$/,"").split("/").at(-1),glob:!1}));
return[...e,...i,...a&&i.length===0?c:[]]}function CS({program:t,args:e}){return/^(cp|mv|ln|install)$/.test(t)?e.filter(({text:n})=>!n.startsWith("-")):[]}function lc(t,e){
let n=/^[/~]/.test(t)||e===void 0?t:`${e.text}/${t}`;return t===""||t.includes(b)?void 0:rf.posix.normalize(n)}Jn();var _S=/^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|dd|truncate)$/,dc=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function uc(t,e,n){
let[s]=e.operands,r=s?n.slice(0,n.indexOf(s)):n,{flags:o,options:i}=le(t,r);return{parsed:{flags:o,options:i,operands:e.operands},words:r.map(({text:a})=>a)}}function lf(t,e,n,s){
let r=s.findIndex(({text:i})=>i==="--");if(!(r===-1?s:s.slice(0,r)).some(({text:i,bare:a})=>a&&i.startsWith(b)))return _S.test(t)||dc(e)?uc(t,n,s):{parsed:n,words:s.
map(({text:i})=>i)}}var cf=/^(client|server|true|t|1|yes)$/i,AS=/^(false|f|0|no|none|off)$/i;function df(t,{parsed:e,words:n}){let s=RS(t,e);return!s||e.flags.filter(
o=>s.includes(o)).length===0||e.flags.some(o=>/^--no-(d|n$)/.test(o)||t==="git"&&o==="--apply")||e.options.some(({flag:o,value:i})=>s.includes(o)&&!cf.test(i.text))?
!1:n.every((o,i)=>{if(!TS(o,s))return!0;let[,a]=/^-\w+=(.*)$/s.exec(o)??[];return a!==void 0&&!cf.test(a)?!1:!uf(t,n,i)&&!AS.test(n[i+1]??"")})}function TS(t,e){
return t.startsWith("--")?e.includes(t.split("=")[0]):/^-\w/.test(t)&&(e.includes(t)||e.some(n=>/^-\w$/.test(n)&&t.includes(n[1])))}var PS=/^-\w*[rvqayzR]$/;function uf(t,e,n){
let s=e[n-1]??"";return t==="git"||!s.startsWith("-")||s.includes("=")?!1:s.startsWith("--")?s.length>2&&!I.switches.has(s):!Aa(t)&&!PS.test(s)}function RS(t,{operands:e}){
let n=[t,...e.slice(0,3).map(({text:s})=>s)];for(let s=n.length;s>0;s-=1){let r=I.dryRuns.get(n.slice(0,s).join(" "));if(r)return r.flags}return I.clients.has(t)?
I.dryRuns.get("client")?.flags:void 0}var IS=/^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/,$S=/^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/,
NS=/^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;function pf(t,{parsed:{flags:e,operands:n},words:s}){if(IS.
test(t)||s.some(i=>/^--?help=/.test(i)))return!1;if(e.some(i=>i==="--help"||i==="-help"&&NS.test(t)))return s.some((i,a)=>/^--?help$/.test(i)&&!uf(t,s,a));if(s.
length===1&&s[0]==="--version")return!0;if(!$S.test(t)&&!I.clients.has(t))return!1;let[r,o]=n.map(({text:i})=>i);return r==="completion"&&/^(bash|zsh|fish|powershell|pwsh)$/.
test(o??"")?!0:r==="help"||t==="aws"&&n.at(-1)?.text==="help"}var ff=/[._-](example|sample|template|dist|tpl|tmpl|defaults?)$/,OS=[/^id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\.pub)$/,/\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$/,
/^(?!.*(cert|chain|\bca\b|bundle|public|\bpub\b|\bcrt\b|dhparam|roots?)).*\.pem$/,/^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?|api[-_]?keys?|access[-_]?keys?)(\.(prod|production|staging|dev|local|enc))?\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$/,
/^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-adminsdk).*\.json$/,/(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\.(json|txt|ya?ml|pem|key|env))?$/,
/^vault[-_]pass(word)?(\.txt)?$|^\.vault[-_]pass.*/,/\.kubeconfig$/],LS=I.credentialStores.map(t=>({head:/^[^*]+/.exec(t)[0],store:t}));function DS(t){return LS.
some(({head:e,store:n})=>(t.startsWith(e)||t.includes(`/${e}`))&&WS(n).test(t))}var WS=t=>new RegExp(`(^|/)${t.replaceAll(".","\\.").replaceAll("*","[^/]*")}(/|\
$)`),MS=/(^|\/)\.ssh(\/|$)/,qS=/\/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\.pub|environment|rc)$/,jS=/^\/proc\/[^/]+\/mem$|^\/dev\/k?mem$|^\/proc\/kcore$/,
FS=/\.(tsx?|jsx?|mjs|cjs|mts|cts|py|pyi|go|rs|java|kt|kts|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|exs?|erl|clj|lua|dart|vue|svelte|css|scss|html?|mdx?|rst|adoc|snap|sql|sh|bats|proto|graphql|tf|feature|png|svg)$/;
function Ho(t){let e=t.slice(t.lastIndexOf("/")+1);return/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!ff.test(e):I.credentials.has(e)?e!=="environ"||t.
startsWith("/proc/"):DS(t)||jS.test(t)||MS.test(t)&&!qS.test(t)?!0:/credentials?(?![a-z])/.test(e)?!FS.test(e)&&!ff.test(e.replace(/\.\w+$/,"")):OS.some(n=>n.test(
e))?!HS(t,e):/[*?[]/.test(e)&&US(e)}var HS=(t,e)=>/(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)\//.test(t)&&/^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\d)/.
test(e);function hf(t){return t.slice(t.lastIndexOf("/")+1).includes("credentials")}var VS=6;function US(t){if(t.length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,
"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;let s=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").
replace(/\[!/g,"[^"),r=s.match(/\*+/g)?.length??0,o=BS(`^${s.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=I.credentialSamples.filter(a=>!a.startsWith(".")||/^[.[]/.
test(t));return r>VS||i.some(a=>o?.test(a))}function BS(t){try{return new RegExp(t)}catch{return}}var Vo=new Set(I.systemFolders),GS=new Set(["boot","dev","etc","proc","root","sys","usr"]),zS=new RegExp(`^${b}+`,"u"),KS=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*)$/;
function pc(t,{workspace:e,folder:n}){let s=t.replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(n!==void 0&&!/^[/~]/.
test(s)&&!s.startsWith(b)&&n!==".")return pc(n.endsWith("/")?`${n}${s}`:`${n}/${s}`,{workspace:e});let r="workspace",o=s;/^~/.test(s)?(r="home",o=s.replace(/^~[^/]*/,
"")):s.startsWith(b)?(r="unknown",o=s.replace(zS,""),o!==""&&!o.startsWith("/")&&(o=`${b}${o}`)):s.startsWith("/")&&(r="slash");let i=[],a=0;for(let l of o.split(
"/"))l===""||l==="."||(l!==".."?i.push(l):i.length>0?i.pop():(r==="workspace"||r==="home")&&(r=r==="home"?"slash":"above"),l===".."&&r==="above"&&(a+=1));if(r===
"above"&&YS(a,i[0])&&(r="slash"),r==="slash"){let l=`/${i.join("/")}`;if(l===e||l.startsWith(`${e}/`))r="workspace",i.splice(0,e.split("/").filter(Boolean).length);else{
let d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(l);d&&(r="home",i.splice(0,d[1].split("/").length))}}let c=!1;for(;i.length>0&&KS.test(i.at(-1));)i.pop(),c=
!0;return{from:r,parts:i,whole:c,inside:r==="unknown"&&o.startsWith("/")}}function YS(t,e=""){let n=e.toLowerCase();return GS.has(n)?t>=2:t>=4&&(Vo.has(n)||n===
"home")}var XS=/^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/,fc=/^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/,
QS=/^\/var\/(cache|lib\/apt\/lists)\//,JS=/^\/([^/]+|(usr|var|etc|system|library)\/[^/]+|usr\/lib(32|64)?\/[^/]+-linux-gnu[^/]*|var\/lib\/(dpkg|rpm|pacman|apt))$/,
ZS=/^\/(usr\/local|usr\/src|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/,eE=/^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/,
tE=/^\/dev\/(tcp|udp)\/(localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|[a-z][\w-]*)\//,mf=new Set;function kf(t,e){if(t.text===""||t.text.length>4096)return mf;let n=new Set,
{from:s,parts:r,whole:o,inside:i}=pc(t.text,e),a=r.map(d=>d.toLowerCase()),c=a.join("/"),l=s==="slash"?`/${c}`:c;return rE(s==="slash"||a.length===0?l:`${s==="h\
ome"?"~/":""}${c}`,n),/^\/dev\/(tcp|udp)\//.test(l)?new Set([tE.test(l)?"local-connection":"connection"]):/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(l)?mf:/^\/dev\/(null|zero|full|random|urandom)$/.test(l)?new Set(/(zero|full|random)$/.test(l)?["nowhere","endless"]:["nowhere"]):(dE(s,l,a,n),s==="slash"&&
fc.test(l)?(n.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(l)?"temp-root":"temp"),n):s==="unknown"?(Uo(a)?n.add("disposable"):r.length===0&&n.add(i?"unkno\
wn-folder":"unknown"),n):(s==="slash"?r.length===0?n.add("root"):QS.test(`${l}${o?"/":""}`)?n.add("disposable"):ZS.test(l)?n.add("local-system"):Vo.has(a[0])||/[*?[{]/.
test(a[0])||/^([a-z]:|program files.*|windows)$/.test(a[0])?n.add("system").add(JS.test(sE(a))?"system-tree":"system"):gf("slash",a,o,n):gf(s,a,o,n),n))}function gf(t,e,n,s){
if(Uo(e)){s.add("disposable");return}let r=e.length===1&&e[0]===b;t==="home"?e.length===0?s.add("home"):e.length===1||XS.test(e[0])?s.add("personal"):s.add("out\
side"):t==="above"?e.length===0?s.add("workspace"):s.add(e.length===1?"personal":"outside"):t==="slash"?(e.length===1?s.add("workspace"):s.add("outside"),e.length<=
3&&s.add("source")):e.length===0||r&&n?s.add("workspace"):r?s.add("unknown"):e.length>2?s.add("inner"):(s.add("source"),nE(e[0])&&s.add("source-folder"))}var nE=t=>I.
sourceFolders.has(t)||/[*?[{\u{FFFC}]/u.test(t);function sE(t){let e=t.findLastIndex(n=>!/[*?[{\u{FFFC}]/u.test(n));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}
function Uo(t){return t.includes(".git")?/\.(lock|sample)$/.test(t.at(-1))||Uo(t.slice(0,t.indexOf(".git"))):t.some((e,n)=>I.disposable.has(e)||eE.test(e)||n>0&&
I.disposable.has(`${t[n-1]}/${e}`)||/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.test(e)&&t.length>n+1)}function rE(t,e){
Ho(t)&&e.add("credentials"),hf(t)&&e.add("credentials-by-name")}var yf=/^(~\/)?\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc|mkshrc|bash_env|inputrc|pam_environment)$|^~\/\.config\/(fish\/|autostart(\/|$)|environment\.d(\/|$)|nvim\/init\.|plasma-workspace\/env)|^~\/\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\.conf|ssh\/rc|ssh\/environment|ssh\/config|oh-my-zsh\/|claude\/settings[^/]*\.json$|codex\/(config\.toml|hooks\.json)$|gemini\/settings\.json$|cursor\/(hooks|mcp)\.json$|local\/lib\/python[^/]*\/site-packages\/.*(\.pth|sitecustomize\.py|usercustomize\.py))|^\/etc\/(profile(\.d(\/.*)?)?|bash\.bashrc|bashrc|zsh(\/.*|rc|env)|environment|ld\.so\.(preload|conf)(\.d\/.*)?|rc\.local|xdg\/autostart\/.*|skel\/.*|fish\/.*|update-motd\.d\/.*|inputrc)$|(^|\/)(sitecustomize|usercustomize)\.py$|\/(site|dist)-packages\/[^/]+\.pth$/,
bf=/^\/etc\/(cron[^/]*(\/.*)?|anacrontab|systemd\/.*|init\.d(\/.*)?|rc\d?\.d(\/.*)?|inittab|init\/.*)$|^\/var\/spool\/(cron|at)|^(\/usr)?\/lib\/systemd\/|^\/run\/systemd\/|^~\/\.config\/systemd(\/|$)|^~?\/library\/launch(agents|daemons)(\/|$)|^\/library\/launch|^~\/\.config\/cron|^\/usr\/local\/etc\/rc\.d\/|^(\/usr)?(\/lib|\/etc)\/udev\/rules\.d\/|^\/etc\/polkit-1\//,
oE=/^\/dev\/((sd|hd|vd|xvd)[a-z*?]\d*|sd\*|nvme\d.*|mmcblk.*|disk\d?.*|rdisk.*|md\d+|dm-\d+|mapper\/.*|loop\d+|nbd\d+|mem|kmem|port|disk\/.*|vg\w*\/.*)$/,iE=/(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?|employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)|\.(sql|sql\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$/;
function aE(t,e){let n=e.findIndex(s=>/^\.\w/.test(s));return n===-1||fc.test(t)?"":`~/${e.slice(n).join("/")}`}var cE=/\.(py|pth|sock)$/,lE=(t,e)=>t==="home"||
t==="slash"&&Vo.has(e[0]??"")||e.some(n=>n.startsWith("."))||cE.test(e.at(-1)??"");function dE(t,e,n,s){if(iE.test(e)&&s.add("data"),!lE(t,n))return;let r=t==="\
home"?`~/${e}`:e,o=t==="slash"||t==="unknown"?aE(e,n):r;(yf.test(r)||yf.test(o))&&s.add("startup"),(bf.test(r)||bf.test(o))&&s.add("schedule"),(/(^|\/)\.ssh\/authorized_keys2?$/.
test(r)||/^\/etc\/ssh\/(sshd_config|authorized_keys)/.test(r))&&s.add("authorized-keys"),/^(\/usr\/local)?\/etc\/(passwd-?|master\.passwd|shadow-?|gshadow-?|sudoers(\.d(\/.*)?)?|pam\.d(\/.*)?|security\/.*|doas\.conf|login\.defs|subuid|subgid|pass\S*[*?]\S*)$/.
test(r)&&s.add("accounts").add(r==="/etc/passwd"?"accounts":"account-secrets"),oE.test(r)&&s.add("device"),/^\/(proc\/(sys|sysrq-trigger|kcore|\d+\/mem|kmsg)|sys\/|boot\/)/.
test(r)&&s.add("kernel"),/(^|\/)(docker|containerd|podman|crio)\.sock$/.test(r)&&s.add("socket");let i=n.findIndex(c=>c===".git"||c===".hg"||c===".svn"),a=()=>t===
"slash"&&fc.test(e)||Uo(n.slice(0,i));i!==-1&&!/\.(lock|sample)$/.test(n.at(-1))&&!a()&&(s.add("vcs"),/^(hooks|config|info|modules|config\.worktree)$/.test(n[i+
1]??"")&&s.add("vcs-config")),/^(~\/\.gitconfig|~\/\.config\/git\/|\/etc\/gitconfig)/.test(r)&&s.add("vcs-config"),/^\/var\/(log|audit)(\/|$)|(^|\/)\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$|^\/run\/log/.
test(r)&&s.add("logs")}var uE=/^(sudo|doas|su|pkexec|run0|runuser|gosu|please)$/,xn=class t{constructor(e,n){this.invocation=e;this.context=n;let s=e.program.startsWith("python")&&e.args[0]?.
text==="-m"?e.args[1]?.text:void 0;this.program=s?.replace(/^awscli$/,"aws")??mE(e);let r=Xn(e,n.invocations);this.isSupplied=r!==e.args;let o=s===void 0?r:r.slice(
2);this.words=o;let{flags:i,options:a,operands:c}=le(this.program,o);this.flags=i,this.options=a,this.operands=c}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){
return this.isSupplied||bE(this.program,this)||this.operands.some(pE)}get root(){return this.invocation.wrappers.some(e=>uE.test(e))}get downloaded(){return kE(
this.program,this.invocation,this,this.context)}get heard(){return lf(this.program,this.invocation,this,this.words)}get harmlessFlags(){return dc(this.invocation)?
uc(this.program,this,this.words).parsed.flags:this.flags}get isHelpRequest(){return this.heard!==void 0&&pf(this.program,this.heard)}get isDryRun(){return this.
heard!==void 0&&df(this.program,this.heard)}get redirections(){let{redirects:e,language:n,folder:s}=this.invocation,r=Wt(":",[],e,s);return new t({...r,language:n},
this.context)}get line(){return this.context.invocations}get from(){let{input:e}=this.invocation;return this.feeders??=e?.kind==="pipe"?e.from.map(n=>new t(n,this.
context)):[],this.feeders}get hasUnreadPath(){this.affected??=vs(this.program,this);let{affected:e}=this,{folder:n}=this.invocation;return Xs.some(s=>{let r=wf(
s,this.invocation,this,e,this.context.invocations);return r.some(({text:o})=>xe(o))||r.length>0&&xe(n?.text??"")})}nameHandedOver(e,n){let[s="",r="",o]=this.operands.
map(({text:l})=>l),i=e==="reads"&&/^(?:source|\.)$/.test(this.program)&&xf.test(s),a=e==="writes"&&this.program==="cp"&&fE.test(s)&&xf.test(r);if(!(i||a)||o!==void 0||
!n.has("credentials"))return n;let c=[...n].filter(l=>l!=="credentials");return new Set([...c,i?"handed-over":"from-template"])}getPathClasses(e){let n=this.classCache[e];
if(n)return n;this.affected??=vs(this.program,this);let{workspace:s,folder:r}=this.context,o={workspace:s,folder:this.invocation.folder?.text??r},i=wf(e,this.invocation,
this,this.affected,this.context.invocations),a=this.nameHandedOver(e,yE(i,o));return this.classCache[e]=a,a}},pE=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(
t),xf=/^(?:\.\/)?(?:[\w-]+\/)*\.env(?:\.[\w-]+)*$/,fE=/^(?:\.\/)?(?:[\w-]+\/)*\.?env[\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?)$/,hE=/^(format|halt|init|poweroff|reboot|scrub|shutdown|telinit|transfer|wipe)$/,
vf=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/;function mE({program:t,path:e,wrappers:n}){return t==="k"?"kubectl":hE.test(t)&&(/^[^/~]+\//.test(e)||vf.test(n.at(
-1)??""))?`./${t}`:(vf.test(n.at(-1)??"")?t.replace(/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}
function wf(t,e,{operands:n},s,r){let o=e.redirects.filter(({kind:c})=>c!=="read").map(({path:c})=>c);if(t==="redirected")return o;if(t==="names")return e.program===
"find"?Yn(e.args):n;if(t==="writes")return[...s.writes,...o];if(t==="deletes"&&e.program==="find")return cr(e.args)?Yn(e.args):[];if(t==="deletes")return ic(s.deletes,
e,r);if(t!=="reads")return s[t];let i=e.redirects.filter(({kind:c})=>c==="read").map(({path:c})=>c),a=e.input?.kind==="file"?[e.input.path]:[];return[...s.reads,
...i,...a]}var gE=new Set;function yE(t,e){if(t.length===0)return gE;let n=new Set;for(let s of t)for(let r of kf(s,e))n.add(r);return n}function bE(t,{flags:e}){
return t==="find"||t==="rimraf"||t==="rsync"||t==="tar"||t==="zip"?!0:K(e,"-r")||K(e,"-R")||K(e,"--recursive")||K(e,"-Recurse")}var Sf=/^(ba|da|k|z|a|fi)?sh$|^(python|perl|ruby|node|php|source|\.|lua|deno|bun|tclsh|rscript)$/i;
function kE(t,e,n,{downloads:s,fetched:r}){let{path:o,folder:i,wrappers:a,input:c}=e;if(o.includes("://")||o.includes("/")&&s.has(o,i))return!0;let l=Sf.test(t);
if(l&&n.operands.slice(0,1).some(({text:p})=>s.has(p,i)))return!0;let d=c?.kind==="pipe"&&c.from.some(af);return!(r||d)||ws(e)?!1:t===b?a.some(p=>Sf.test(p)||p===
"eval"):!l&&t!=="eval"?!1:[...n.operands,...n.options.map(({value:p})=>p)].some(({text:p})=>p.trim()===b||p.startsWith("/dev/fd/"))||c?.kind==="text"&&c.text.includes(
b)&&n.operands.length===0}var xE=[{program:"rm",only:["delete-machine","delete-system-file","delete-workspace","delete-vcs"]},{program:"chmod",only:["change-rights-of-machine"]},{program:"\
dd",only:["overwrite-disk"]},{program:"git"},{program:"kubectl"},{program:"terraform"},{program:"docker"},{program:"aws"}];function Ef(t,e,n){if(!(!t.program.includes(
b)||t.args.length===0))for(let{program:s,only:r}of xE){if(s==="rm"&&!t.args.some(({text:i})=>/^-\w*[rRf]|^--recursive|^--force/.test(i)))continue;let o=n(new xn(
{...t,program:s,path:s},e));if(o&&(!r||r.includes(o.id)))return o}}function Cf(t,e,n){let{program:s,path:r,args:o,redirects:i,folder:a}=t;if(xe(r))return!0;let c=o.
some(({text:p})=>xe(p));if(!c&&!i.some(p=>xe(p.path.text))&&!xe(a?.text??""))return!1;let l=new xn(t,e);if(l.hasUnreadPath)return!0;if(!c)return!1;let d=l.operands.
some(({text:p})=>xe(p));if(d&&cc(l.program))return!0;let u=l.options.some(({value:p})=>xe(p.text));return s.includes(b)||n(l,u&&!d?"values":"any")}je();function lr(t,e){if(!e.includes("*"))return t===e;let n=e.replaceAll("\\*","\0").split("*"),[s,...r]=n.map(c=>c.replaceAll("\0","*"));if(r.length===0)return t===
s;let o=r.pop();if(t.length<s.length+o.length||!t.startsWith(s)||!t.endsWith(o))return!1;let i=t.length-o.length,a=s.length;for(let c of r){let l=t.indexOf(c,a);
if(l===-1||l+c.length>i)return!1;a=l+c.length}return!0}var yt=(t,e)=>e.some(n=>lr(t,n));var{ownData:Bo,interpreters:vE,clients:wE}=I,_f=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/,Pf=/^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/,
SE=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,EE=/^(?:curl|wget|https?|xhs?)$/,CE=/^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;
function Rf(t){let{program:e,operands:n,invocation:s}=t,{client:r}=s;if(e==="sql")return r!==void 0&&(_E(r,n[0]?.text??"")||Af(Tf(r)));if(EE.test(e)){let a=n.filter(
({text:c})=>/[/:]/.test(c));return a.length>0&&a.every(({text:c})=>_f.test(c)&&Pf.test(c))}let o=Tf(s);return If(o,Bo.endpoints,a=>_f.test(a))?!0:!(wE.has(e)||e===
"gsutil")&&Af(o)}function If(t,e,n){let s=t.flatMap(([r,o])=>e.includes(r)?[o]:[]);return s.length>0&&s.every(n)}var Af=t=>If(t,Bo.environments,e=>yt(e,Bo.stages));
function Tf({args:t,environment:e}){return[...t.flatMap(({text:s},r)=>{let[,o,i,a]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(s)??[];return i===void 0||o===
void 0&&a===void 0?[]:[[i,a??t[r+1]?.text??""]]}),...Object.entries(e).map(([s,{text:r}])=>[s,r])]}function _E({program:t,args:e},n){let{language:s,operands:r}=vE.
get(t)??{};if(s!=="sql")return!1;let{options:o,operands:i}=le(t,e),c=[...o.flatMap(({flag:d,value:u})=>Bo.databases.includes(d.replace(/^-+/,""))?[u.text]:[]),...i.
slice(0,1).map(({text:d})=>d)];if(c.length===0)return!1;let l=r==="database then code";return c.every(d=>l&&SE.test(d)||!CE.test(n)&&Pf.test(d))}Jn();var{clients:AE,projectClients:TE,destroyingVerbs:$f,otherVerbs:Nf,localNouns:PE}=I,RE=6,IE=/^(?![~/])(?!.*(?:node_modules|vendor|env)\/).*\//,$E=/^[a-zA-Z][\w:.-]*$/;
function Of(t,{path:e,args:n}){let s=AE.get(t);if(!s||IE.test(e)&&!TE.has(t))return!1;let r=I.grammars.has(I.grammarAliases.get(t)??t)?t:"client",o=le(r,n).operands.
slice(0,s.words??RE).map(({text:a})=>a),i=o.join(" ");if(s.spares?.some(a=>i===a||i.startsWith(`${a} `)))return!1;for(let a of o){if(!$E.test(a))return!1;if(s.verbs?.
some(d=>a===d||a.endsWith(`:${d}`)))return!0;let c=NE(a);if(Nf.has(a)||c.length>1&&Nf.has(`${c[0]}-`)||PE.has(a)){if(!s.nouns?.includes(a))return!1}else if($f.has(
c[0])||$f.has(c.at(-1)))return!0}return!1}var NE=t=>t.replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[:.]/).at(-1).split(/[-_]/);var OE=["reads","writes","deletes","moves","changes","names"];function Wf(t,e){let{program:n,subcommand:s,flags:r,options:o,args:i,recursive:a,root:c,via:l,environment:d,
language:u}=e;if(n&&!yt(t.program,n)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||c!==void 0&&t.root!==c||l&&!t.invocation.wrappers.some(
f=>yt(f,l)))return!1;let p=s?LE(t,s):0;if(p===void 0||r&&!ME(t,r)||o&&!Object.entries(o).every(([f,h])=>jE(t,f,h))||i&&!qE(t.operands.slice(p),i)||d&&!Object.entries(
d).every(([f,h])=>FE(t,f,h)))return!1;for(let f of OE){let h=e[f];if(h&&!hc(t.getPathClasses(f),h))return!1}return e.redirected!==void 0&&Mf(t,e)!==e.redirected||
e.to&&!BE(t,e.to)||e.service_verb&&!Of(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!HE(t,e.from)?!1:!e.line||VE(t.line,e.line)}function Mf(t,{
writes:e}){let n=t.getPathClasses("redirected");return e?hc(n,e):n.size>0}var hc=(t,e)=>e.some(n=>t.has(n)),Lf=new Map;function qf(t){let e=Lf.get(t)??t.split("\
 ");return Lf.set(t,e),e}function LE({operands:t},e){for(let n of e){let s=qf(n);if(t.length>=s.length&&s.every((r,o)=>lr(t[o].text,r)))return s.length}}var DE=[
"subcommand","flags","options","args","names","to"],WE=["options","to"];function jf(t,e,n){let{program:s,operands:r}=t;return!e.program||!yt(s,e.program)||e.redirected===
!0&&!Mf(t,e)||!(n==="any"?DE:WE).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>qf(o).every((i,a)=>{let c=r[a];return i===""||c===void 0||c.text.includes(
b)||lr(c.text,i)}))}function ME({flags:t,harmlessFlags:e},{any:n,all:s,none:r}){return n&&!n.some(o=>K(t,o))||s&&!s.every(o=>K(t,o))?!1:!r?.some(o=>K(e,o))}function qE(t,{
any:e,none:n,at_least:s,at_most:r}){return s!==void 0&&t.length<s||r!==void 0&&t.length>r||e&&!t.some(({text:o})=>yt(o,e))?!1:!n||!t.some(({text:o})=>yt(o,n))}var jE=({
options:t},e,n)=>t.some(({flag:s,value:r})=>K([s],e)&&yt(r.text,n));function FE({invocation:t},e,n){return Object.entries(t.environment).some(([s,{text:r}])=>lr(
s,e)&&yt(r,n))}function HE({from:t},{program:e,reads:n,without:s,operands_at_most:r=Number.POSITIVE_INFINITY}){return s&&t.some(o=>yt(o.program,s))?!1:t.some(o=>yt(
o.program,e)&&o.operands.length<=r&&(!n||hc(o.getPathClasses("reads"),n)))}var Df=new WeakMap;function VE(t,e){let n=Df.get(t)??new Map;Df.set(t,n);let s=n.get(
e);if(s!==void 0)return s;let r=c=>t.some(l=>yt(UE(l),c)),{any:o,none:i}=e,a=(!o||r(o))&&!(i&&r(i));return n.set(e,a),a}var UE=({program:t,args:e})=>[t,...e.map(
({text:n})=>n)].join(" ").slice(0,2e3);function BE(t,e){return[...t.operands,...t.options.filter(({flag:s})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(s)).
map(({value:s})=>s)].some(s=>{let r=jo(s);return r===e||e==="remote"&&r==="drop"})}var Go=class{rules;byProgram=new Map;byEffect=new Map;others=[];phrased=new Map;constructor(e){this.rules=[...e].sort((n,s)=>qt[n.severity]-qt[s.severity]),this.
rules.forEach((n,s)=>{for(let r of n.match??[])this.enter({rule:n,condition:r,at:s})})}canBreak(e,n,s){let r=o=>mc(o,s)&&jf(e,o.condition,n);return this.byProgram.
get(e.program)?.some(r)===!0||[...this.byEffect.values(),this.others].some(o=>o.some(r))}findBrokenRule(e,n){let s=this.first(e,n);if(!s||!(e.isHelpRequest||e.isDryRun))
return s;let r=e.invocation.redirects.length>0?this.first(e.redirections,n):void 0;return this.selectWorse(r,e.isHelpRequest?void 0:this.first(e,n,GE))}first(e,n,s=()=>!0){
let r,o=(i=[])=>{for(let a of i)r&&a.at>=r.at||mc(a,n)&&(!s(a.rule)||!Wf(e,a.condition)||a.rule.spares&&Rf(e)||(r=a))};o(this.byProgram.get(e.program)),o(this.others);
for(let[i,a]of this.byEffect)e.getPathClasses(i).size>0&&o(a);return r?.rule}getPhraseRules(e){let n=`${e.trust} ${e.level}`,s=this.phrased.get(n);if(s)return s;
let r=this.rules.flatMap(({phrases:o,trust:i,level:a,...c})=>o&&mc({rule:{trust:i,level:a}},e)?[{...c,phrases:o.map(zE)}]:[]);return this.phrased.set(n,r),r}selectWorse(e,n){
return!e||!n?e??n:this.rules.indexOf(n)<this.rules.indexOf(e)?n:e}enter(e){let{program:n}=e.condition;if(n&&!n.some(r=>r.includes("*"))){for(let r of new Set(n))
Ff(this.byProgram,r).push(e);return}let s=[...Xs,"names"].find(r=>e.condition[r]!==void 0);(s?Ff(this.byEffect,s):this.others).push(e)}};function mc({rule:t,condition:e},{
trust:n,level:s}){return t.trust!==void 0&&n>=t.trust?!1:s==="strict"||t.level!=="strict"&&e?.level!=="strict"}var GE=({code:t,category:e})=>t==="credential_fil\
e_protected"||e==="remote-code";function Ff(t,e){let n=t.get(e)??[];return t.set(e,n),n}var zE=({with:t,...e})=>({...e,...Z({with:t})});var Hf=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
ete"]},{"program":["faillock"],"flags":{"any":["--reset"]}},{"program":["visudo"],"flags":{"none":["--help","-c","--check","-V","--version"]}},{"writes":["accou\
nts"]},{"program":["net"],"subcommand":["user","localgroup"],"args":{"at_least":1}}]},{"code":"destructive_operation_blocked","id":"switch-protection-off","cate\
gory":"privilege","severity":"severe","explanation":"This switches a protection or the keeping of evidence off. Work with it, and say what it stands in the way \
of.","trust":4,"match":[{"program":["xhost"],"args":{"any":["+"]}},{"program":["setenforce"],"args":{"any":["0","Permissive","permissive"]}},{"program":["ufw"],\
"subcommand":["disable","reset","default allow","--force"]},{"program":["iptables","ip6tables","ebtables"],"flags":{"any":["-F","--flush","-X","-P","--policy","\
-D"]}},{"program":["nft"],"subcommand":["flush","delete"]},{"program":["firewall-cmd"],"flags":{"any":["--panic-on","--remove-service","--add-port","--add-rich-\
rule","--set-default-zone"]}},{"program":["pfctl"],"flags":{"any":["-d","-F"]}},{"program":["systemctl","service","rc-service"],"args":{"any":["ufw*","firewalld\
*","apparmor*","auditd*","fail2ban*","iptables*","nftables*","rsyslog*","syslog*","falco*","clamav*","crowdstrike*","falcon-sensor*","selinux*","systemd-journal\
d*","osqueryd*"],"none":["status","is-active","show","is-enabled","start","cat"]}},{"program":["aa-disable","aa-teardown","aa-complain","csrutil"],"args":{"none\
":["status","help"]}},{"program":["spctl"],"flags":{"any":["--master-disable","--global-disable","--add","--remove","--disable"]}},{"program":["capsh"],"flags":\
{"any":["--caps","--addamb","--uid","--user"]}},{"program":["set"],"subcommand":["+o history"]},{"program":["xattr"],"flags":{"any":["-d","-c"]},"args":{"any":[\
"com.apple.quarantine"]}},{"program":["update-ca-certificates","update-ca-trust"],"line":{"any":["cp *","mv *","curl *","wget *","tee *","install *","ln *"]}},{\
"program":["trust"],"subcommand":["anchor"]},{"program":["security"],"subcommand":["add-trusted-cert"]},{"program":["certutil"],"flags":{"all":["-A"]},"options"\
:{"-t":["*C*","*T*"]}},{"program":["update-alternatives"],"flags":{"any":["--install","--set"]},"args":{"any":["*/sudo","*/ssh","*/su","/tmp/*"]}},{"program":["\
apparmor_parser"],"flags":{"any":["-R","--remove","-C","--Complain"]}},{"program":["auditctl"],"flags":{"any":["-D"]}},{"program":["auditctl"],"options":{"-e":[\
"0"]}},{"program":["auditctl"],"args":{"any":["0"]}},{"program":["sysctl"],"flags":{"any":["-w","--write","-p","--load","--system"]}},{"program":["sysctl"],"arg\
s":{"any":["*=*"]}},{"program":["insmod","modprobe","rmmod","kexec","kldload","kextload"],"flags":{"none":["--help","-V","--version","-n"]}},{"program":["kmod"]\
,"subcommand":["insert","remove","load","unload"]},{"program":["history"],"flags":{"any":["-c","-d"]}},{"program":["unset"],"args":{"any":["HISTFILE"]}},{"progr\
am":["export","declare"],"args":{"any":["HISTFILE=/dev/null","HISTSIZE=0","HISTFILESIZE=0"]}},{"program":["journalctl"],"flags":{"any":["--vacuum-time","--vacuu\
m-size","--vacuum-files","--rotate"]}},{"program":["dmesg"],"flags":{"any":["-C","--clear","-c"]}},{"program":["wevtutil","Clear-EventLog"]},{"program":["Set-Ex\
ecutionPolicy","Set-MpPreference","Add-MpPreference","Disable-WindowsOptionalFeature","netsh","bcdedit","vssadmin"]},{"program":["tc","ip"],"subcommand":["link \
set * down","route flush","route del","addr flush","link delete","rule flush"]},{"program":["ifconfig","ifdown","nmcli"],"args":{"any":["down","off"]}}]},{"code\
":"destructive_operation_blocked","id":"change-root","category":"privilege","severity":"severe","explanation":"This leaves the file system that you were given. \
Stay in it.","trust":4,"match":[{"program":["chroot","pivot_root","switch_root"]},{"via":["chroot"]}]},{"code":"destructive_operation_blocked","id":"delete-mach\
ine","category":"files","severity":"catastrophic","explanation":"This deletes the file system, the operating system, or somebody\'s home. Delete by name inside t\
he workspace.","match":[{"deletes":["root","home"]},{"deletes":["system-tree"],"recursive":true},{"program":["rsync"],"flags":{"any":["--delete","--delete-after\
","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"writes":["root","home","system-tree"]},{"program":["rm","rimraf"],"flags":\
{"any":["--no-preserve-root"]}}]},{"code":"destructive_operation_blocked","id":"delete-system-file","category":"files","severity":"severe","explanation":"This d\
eletes a file of the system. What lies outside the workspace is not yours to delete.","trust":4,"match":[{"deletes":["system","accounts","schedule","kernel","de\
vice","socket"]},{"deletes":["local-system"],"recursive":true},{"program":["rm","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["local-system"]}]},{"code":"destru\
ctive_operation_blocked","id":"delete-temporary-folder","category":"files","severity":"severe","explanation":"This deletes the temporary files of everybody on t\
he machine. Delete your own, by name.","match":[{"deletes":["temp-root"]},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--delete-before","--\
delete-during","--delete-delay","--delete-excluded","--del"]},"writes":["temp-root"]}]},{"code":"destructive_operation_blocked","id":"delete-workspace","categor\
y":"files","severity":"severe","explanation":"This deletes the whole workspace or a folder around it. Name what is meant, one by one.","trust":4,"match":[{"dele\
tes":["workspace"]}]},{"code":"destructive_operation_blocked","id":"delete-source","category":"files","severity":"severe","explanation":"This deletes a folder t\
hat no build makes anew. Use git rm -r, which keeps what is not committed, or name the files.","trust":3,"match":[{"deletes":["source-folder","personal","outsid\
e"],"recursive":true},{"deletes":["source","inner"],"recursive":true,"level":"strict"},{"program":["rm","unlink","del"],"args":{"any":["*/\\\\*","*\\\\*.ts","*\\\\*.t\
sx","*\\\\*.js","*\\\\*.py","*\\\\*.go","*\\\\*.rs","*\\\\*.java","*\\\\*.rb","*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.swift","*\\\\*.md"]},"deletes"\
:["source","inner"],"level":"strict"},{"program":["zip"],"flags":{"any":["-m","--move"]},"level":"strict"},{"program":["7z","7za","7zz"],"flags":{"any":["-sdel"\
]},"level":"strict"},{"program":["cmd"],"line":{"any":["cmd*/c *del */s*","cmd*/c *rd */s*","cmd*/c *rmdir */s*","cmd*/C *del */s*","cmd*/C *rd */s*"]}},{"delet\
es":["personal","startup","logs"]},{"program":["fdupes","jdupes"],"flags":{"all":["-d","-N"]}},{"program":["fdupes","jdupes"],"flags":{"all":["--delete","--nopr\
ompt"]}},{"program":["rdfind"],"args":{"any":["true"]},"flags":{"any":["-deleteduplicates"]}},{"program":["rdfind"],"options":{"-deleteduplicates":["true"]}},{"\
program":["hdfs","hadoop"],"flags":{"any":["-rm","-rmr","-expunge"]}},{"program":["gphoto2"],"flags":{"any":["--delete-all-files","--delete-file"]}},{"program":\
["trash-empty"],"flags":{"none":["--help","-h","--version","--dry-run","-n"]}},{"program":["gio"],"subcommand":["trash"],"flags":{"any":["--empty"]}},{"program"\
:["osascript"],"options":{"-e":["*delete every *","*empty trash*","*empty the trash*"]}}]},{"code":"destructive_operation_blocked","id":"delete-unknown","catego\
ry":"files","severity":"severe","explanation":"Where this variable is empty, everything is deleted. Write ${NAME:?}, which stops there, or name the folder.","tr\
ust":4,"match":[{"deletes":["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder"],"recursive":true},{"program":["rm","shred","rimraf"],"\
via":["xargs","gxargs"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_blocked","id":"delete-vcs","category":"files","severity":"s\
evere","explanation":"This deletes the repository with its history. Leave .git alone.","trust":4,"match":[{"deletes":["vcs"]},{"moves":["vcs"]}]},{"code":"destr\
uctive_operation_blocked","id":"shred-files","category":"files","severity":"severe","explanation":"What is shredded cannot be brought back. Delete it in the ord\
inary way.","trust":3,"match":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home","personal","outside","workspace","source","data","logs"\
,"device","unknown"]}]},{"code":"destructive_operation_blocked","id":"empty-files","category":"files","severity":"severe","explanation":"This empties files; the\
ir content is gone. Edit them, or delete what is disposable.","trust":3,"match":[{"program":["truncate"],"options":{"--size":["0","0*","-*"]},"writes":["system"\
,"local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["truncate"],"options":{"-s":["0","0*","-*","=0"]},"writes":["\
system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["s\
ystem","personal","vcs","data","logs"]},{"program":["echo","printf",":","true"],"redirected":true,"args":{"at_most":0},"writes":["personal"]},{"program":["cp"],\
"reads":["nowhere"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"args":{"any":["d","1,$d"]},"writes":["source","inne\
r"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move-away","category":"files","severity":"severe","explanation":"This moves away what othe\
rs rely on, or throws it away. Copy it, or name what is meant.","trust":4,"match":[{"moves":["root","home","system","workspace"]},{"program":["mv"],"writes":["n\
owhere"]}]},{"code":"destructive_operation_blocked","id":"write-system-file","category":"files","severity":"severe","explanation":"This writes a file of the ope\
rating system. Keep to the workspace; use the package manager for tools.","trust":4,"match":[{"writes":["root","kernel"]},{"writes":["system","accounts"]},{"pro\
gram":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"any":["x*"]},"writes":["root","system"]}]},{"code":"destructive_op\
eration_blocked","id":"change-rights-of-machine","category":"files","severity":"catastrophic","explanation":"This changes owner or rights of the system or of a \
home. The machine may not start again.","match":[{"changes":["root"],"recursive":true},{"program":["chmod"],"changes":["root"],"args":{"none":["755","0755","555\
","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"program":["chmod","chgrp","chattr","setfacl","chcon"],"changes":["\
home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursive":true,"args":{"none":["\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"c\
hange-rights-of-system-file","category":"files","severity":"severe","explanation":"This changes owner or rights of a file of the system. Keep to the workspace."\
,"trust":4,"match":[{"changes":["system","accounts","device","kernel","socket","schedule"]},{"program":["setfacl"],"flags":{"any":["-b","--remove-all"]},"recurs\
ive":true,"changes":["local-system","outside","personal"]},{"program":["chown","chgrp","setfacl"],"changes":["root"]}]},{"code":"destructive_operation_blocked",\
"id":"open-rights-widely","category":"files","severity":"severe","explanation":"This opens a whole tree to everybody, or closes it to its owner. Change the one \
file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx\
","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","personal","outside","home","local-system","unknown","vcs","data"]},{"program":["chmod"]\
,"args":{"any":["777","0777","666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","*g+r*","+r","*a=r*"]},"changes":["credentials","authorized-keys"]}\
,{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","o+w","a+w","o+rwx","*-rwx"]},"changes":["home"]},{"program":[\
"chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destructive_operation_blocked","id":"remove-system-package","category":"files","severity":"\
severe","explanation":"This removes a package that the machine or others on it need. Leave installed packages alone.","trust":4,"match":[{"program":["apt","apt-\
get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"args":{"any":["libc6","libc6:*","glibc","musl"\
,"linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","\
apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["pacman"],"flags":{"any":["-R"]},"args":{"any":["libc6","libc6:*",\
"glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils",\
"dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg","rpm"],"flags":{"any":["--purge","--remove","\
-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*",\
"python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"pro\
gram":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nodeps"]}},{"program":["brew"],"subcommand":["uninstall","remove","rm\
"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subc\
ommand":["remove","purge","erase","autopurge","del"],"level":"strict"},{"program":["pacman"],"flags":{"any":["-R"]},"level":"strict"},{"program":["dpkg"],"flags\
":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_blocked","id":"sync-with-deletion","category":"files","severity":"\
severe","explanation":"This deletes at the goal what the source does not have. Leave --delete out, or name a folder that is yours.","trust":4,"match":[{"program\
":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy"],"flags":{"any":["--delete","--delete-after","--delete-before","\
--delete-during","--delete-delay","--delete-excluded","--del","--remove-source-files"]},"writes":["local-system","personal","outside","workspace","vcs","unknown\
-folder"]},{"program":["sync-away"]}]},{"code":"destructive_operation_blocked","id":"git-force-push","category":"git","severity":"severe","explanation":"A force\
d push overwrites what others have pushed. Push a new branch, or a commit that reverts.","trust":3,"match":[{"program":["git"],"subcommand":["push"],"flags":{"a\
ny":["-f","--force","--force-with-lease","--force-if-includes"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"]\
,"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"program":["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcomm\
and":["config remote.*.mirror true","config remote.*.mirror 1","config remote.*.push +*","config set remote.*.mirror true","config set remote.*.push +*","config\
 remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"],"flags":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":[\
"push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.pus\
h"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-remote-ref","category":"git","severity":"severe","explanation":"This deletes branches or tags o\
f the remote, which others may need. Leave it to the person who owns them.","trust":3,"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-d","--\
delete","--prune"]}},{"program":["svn"],"subcommand":["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push"],"flags\
":{"any":["--deleted"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked","id"\
:"git-reset-hard","category":"git","severity":"severe","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or git restore\
 for one file.","trust":3,"match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destructive_operation_blocked","id\
":"git-clean","category":"git","severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git clean -n, then delete by name."\
,"trust":3,"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"\
flags":{"any":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","system","local-system","temp-root","unknown","unknow\
n-folder","vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-\
delete-branch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are nowhere else. git branch -d deletes merged ones\
.","trust":3,"match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","-f"]}}\
,{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["-d","--force"]}}\
,{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-changes","category":"\
git","severity":"severe","explanation":"This throws uncommitted changes of many files away. Use git stash, or name the files that are meant.","trust":3,"match":\
[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"],"flags":{"any":["-f","--force","--dis\
card-changes"]}},{"program":["git-discard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"subcommand":["checkout-index"],"flags":\
{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"],"subcommand":["checkout-index"],"flag\
s":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"program":["git"],"subcommand":["read-tree\
"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","--force","--all"]}},{"program":["git"],"\
subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"any":["-R","--reverse"]},"from":{"program\
":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-file","category":"git","severi\
ty":"severe","explanation":"This throws the uncommitted changes of a file away. Use git stash push FILE, or ask the person.","trust":3,"level":"strict","match":\
[{"program":["git-discard-file"],"names":["workspace","source","inner","personal","outside","home","unknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"\
any":["-f","--force"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags":{"any":["--force-remove"]}},{"program":["svn","hg"],"subcom\
mand":["revert"]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","severity":"severe","explanation":"This throws away how conflicts \
were resolved, and what was not committed before. Ask the person.","trust":3,"level":"strict","match":[{"program":["git"],"subcommand":["merge","rebase","cherry\
-pick","revert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-tag","category":"git","severity":"severe","explana\
tion":"A deleted or moved tag is gone, with its message and signature. Ask the person.","trust":3,"level":"strict","match":[{"program":["git"],"subcommand":["ta\
g"],"flags":{"any":["-d","--delete","-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","expl\
anation":"A dropped stash is gone. Leave it; it costs nothing.","trust":3,"match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"dest\
ructive_operation_blocked","id":"git-rewrite-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole repository. Mak\
e a commit that changes what has to change.","trust":4,"match":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"flags":{"none":["-l",\
"--list","--analyze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":\
["*bfg*.jar"]}},{"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"\
]}},{"program":["hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","category":"git","severit\
y":"severe","explanation":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","trust":4,"match":[{"program":["git\
"],"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"option\
s":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--expire\
-unreachable":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*","now"\
,"all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"],"sub\
command":["prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["jj"],"subcommand":["util gc"],"\
options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-ref",\
"category":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git checks. Use git branch -d or git tag -d.","trust":4,"match"\
:[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_operation_blocked","id":"git\
-remove-worktree","category":"git","severity":"severe","explanation":"This removes a worktree with its uncommitted changes. Without --force git refuses while th\
ere are any.","trust":3,"match":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--force"]}}]},{"code":"destructive_operation_blocked"\
,"id":"git-remove-tracked","category":"git","severity":"severe","explanation":"This deletes tracked files in whole folders, changed ones too. Name the files, wi\
thout -f.","trust":3,"match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cached"]},"moves":["workspace","root","home"]},{"program":["git"],"subc\
ommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves":["source"]}]},{"code":"destructive_operation_blocked","id":"other-v\
cs-discard","category":"git","severity":"severe","explanation":"This throws uncommitted changes of the whole working copy away. Name the file that is meant.","t\
rust":3,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["-C","--clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{\
"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],"subcommand":["revert"],"recursive":true},{"program":["svn"],"subcom\
mand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":["abandon","op abandon"]},{"program":["jj"],"subcommand":["restore"],\
"args":{"any":["."]}},{"program":["jj"],"subcommand":["restore"],"args":{"at_most":0}},{"program":["git"],"subcommand":["annex drop"],"flags":{"any":["--force"]\
}},{"program":["p4"],"subcommand":["obliterate","clean"]},{"program":["p4"],"subcommand":["revert"],"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"\
subcommand":["revert"],"args":{"at_most":0}},{"program":["bzr","brz"],"subcommand":["clean-tree"],"flags":{"any":["--force"]}},{"program":["fossil"],"subcommand\
":["revert"],"args":{"at_most":0}},{"program":["fossil"],"subcommand":["clean"],"flags":{"any":["--force","-f","--extra","-x","--emptydirs"]}},{"program":["darc\
s"],"subcommand":["revert","obliterate"],"flags":{"any":["-a","--all"]}}]},{"code":"destructive_operation_blocked","id":"hosting-delete","category":"git","sever\
ity":"severe","explanation":"This deletes or exposes something on the hosting service for everybody. Ask the person who owns it.","trust":4,"match":[{"program":\
["gh","glab","hub","tea"],"subcommand":["repo delete","release delete","release delete-asset","secret delete","secret remove","secret set","variable delete","wo\
rkflow disable","repo rename","repo archive","ssh-key add","gpg-key add","repo deploy-key add"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":[\
"DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"op\
tions":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","\
glab"],"subcommand":["api"],"options":{"--method":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protecti\
on*","*/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"],"options":{"-f":["query=*mutation*delete*","query=*mutation*updateRef*"]}},{"program":["java"]\
,"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-*","disable-*","quiet-down","safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{\
"program":["curl","wget","http","xh"],"args":{"any":["*/doDelete","*/doDelete?*","*/doWipeOutWorkspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"option\
s":{"--visibility":["public"]}},{"program":["gh"],"subcommand":["pr merge"],"flags":{"any":["--admin"]}}]},{"code":"credential_file_protected","id":"credential-\
file","category":"credentials","severity":"severe","explanation":"This file holds secrets. Ask a person for what you need of it; names without values stand in t\
he template beside it.","match":[{"reads":["credentials"]},{"writes":["credentials"]},{"writes":["from-template"],"level":"strict"},{"reads":["handed-over"],"le\
vel":"strict"},{"reads":["handed-over"],"line":{"any":["echo *\\ufffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","declare -[px]*"\
,"curl *","wget *","nc *","ncat *","http *"]}},{"deletes":["credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-name\
d-file","category":"credentials","severity":"severe","explanation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this \
change.","match":[{"program":["edit-tool"],"writes":["credentials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials"\
,"severity":"risky","explanation":"This reads the accounts of the machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":[\
"accounts"],"to":"remote"},{"reads":["accounts"],"line":{"any":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http"\
,"https","wget","xh","xhs","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebi\
nit","scp","rsync","gh"],"reads":["accounts"]},{"program":["getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-sto\
re","category":"credentials","severity":"severe","explanation":"This prints a secret out of its store. Programs that need it can be given it without you seeing \
it.","match":[{"program":["docker","podman","nerdctl"],"subcommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl\
"],"subcommand":["exec"],"args":{"any":["env","printenv"],"at_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch\
-get-secret-value","configure get","configure export-credentials","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-login-password",\
"iam create-access-key"]},{"program":["aws"],"subcommand":["apigateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"program":["aws"]\
,"subcommand":["ssm get-parameter*"],"flags":{"any":["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth a\
pplication-default print-*","iam service-accounts keys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-\
access-token","* keys list","* * keys list","ad sp create*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *\
"]},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["-o","--output","--template"]}},{"program":["kub\
ectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"program":["ssh-keygen"],"flags"\
:{"any":["-y","-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},\
{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"program":["bw"],"subcommand":["g\
et","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","export","get","read","note","password","secret get","secret list"]},{"progra\
m":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subcommand":["read","export","acce\
ss","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"program":["grep"\
,"egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*","*token*","*credential*","*PA\
SS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*_KEY*","*access_key*"]}},{"program":["Get-StoredCredential","Get-Secret"]},{"progr\
am":["wp","wp-cli","wp-cli.phar"],"subcommand":["config get"],"args":{"any":["*PASSWORD*","*_KEY","*_SALT"]}},{"program":["rails","bin/rails"],"subcommand":["cr\
edentials:show","credentials:edit","encrypted:show","encrypted:edit"]},{"program":["reg"],"subcommand":["save"],"args":{"any":["*SAM","*SECURITY","*SYSTEM","*sa\
m","*security"]}},{"program":["aws"],"subcommand":["lambda get-function-configuration","lambda get-function"],"options":{"--query":["*Environment*"]}},{"program\
":["terraform","tofu"],"subcommand":["state pull"],"line":{"any":["jq *password*","jq *secret*","grep *pass*","grep *secret*"]}},{"program":["systemd-creds"],"s\
ubcommand":["decrypt","cat"]},{"program":["secrethub"],"subcommand":["read","inject"]},{"program":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"\
program":["klist"],"flags":{"any":["-K"]}},{"program":["nmcli"],"flags":{"any":["-s","--show-secrets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore\
"]}},{"program":["fly","flyctl"],"subcommand":["auth token","tokens create"]},{"program":["glab"],"subcommand":["auth status"],"flags":{"any":["-t","--show-toke\
n"]}},{"program":["netlify","ntl"],"subcommand":["env:list","env:get"]},{"program":["railway"],"subcommand":["variables","variable list"]},{"program":["heroku"]\
,"subcommand":["pg:credentials:url","redis:credentials"]},{"program":["pulumi"],"subcommand":["config","stack"],"flags":{"any":["--show-secrets","--show"]}},{"p\
rogram":["convex"],"subcommand":["env list","env get"]},{"program":["yadm","git-crypt","transcrypt"],"subcommand":["decrypt","unlock"]},{"program":["terraform",\
"tofu","terragrunt"],"subcommand":["output"],"args":{"any":["*password*","*secret*","*token*","*_key","*credential*"]}},{"program":["age","rage"],"flags":{"any"\
:["-d","--decrypt"]}},{"program":["gpg","gpg2"],"flags":{"any":["-d","--decrypt"]},"args":{"any":["*secret*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"p\
rogram":["rclone"],"subcommand":["config show","config dump","config file"]},{"program":["security"],"subcommand":["find-*-password","dump-keychain","export","i\
mport"]},{"program":["secret-tool"],"subcommand":["lookup","search"]},{"program":["gpg","gpg2"],"flags":{"any":["--export-secret-keys","--export-secret-subkeys"\
],"none":["--export"]}},{"program":["git"],"subcommand":["credential fill","credential-store get","credential-cache get"]},{"program":["git-credential-*","docke\
r-credential-*"],"subcommand":["get","list","fill"]},{"program":["npm"],"subcommand":["token create","token list","config get *authToken*","config get //*"]},{"\
program":["heroku"],"subcommand":["auth:token","config","config:get"]},{"program":["doppler"],"subcommand":["secrets","secrets get","secrets download"]},{"progr\
am":["vercel"],"subcommand":["env pull"]},{"program":["sops","ansible-vault"],"subcommand":["decrypt","view","edit"]},{"program":["sops"],"flags":{"any":["-d","\
--decrypt"]}},{"program":["printenv"],"args":{"any":["*TOKEN*","*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDENTIAL*","DATABASE_URL"]}},{"program":["curl","w\
get","http"],"args":{"any":["*169.254.169.254*","*metadata.google.internal*","*169.254.170.2*","*fd00:ec2::254*"]}},{"program":["mimikatz","lazagne","hashdump",\
"unshadow","trufflehog-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinEnum*","*secretsdump*"]}},{"program":["john","h\
ashcat","hydra"],"flags":{"none":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code":"credential_file_protected"\
,"id":"read-memory","category":"credentials","severity":"severe","explanation":"The memory of another process holds its secrets. Debug the program that you star\
ted, or a core of it.","match":[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex":["generate-core*","gcore*","\
dump *","*dump memory*","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--attach"]},"line":{"any":["* -e \
read*","* -e write*","* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*"]}},{"program":["jmap"],"lin\
e":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destroy-secret","category":"creden\
tials","severity":"severe","explanation":"This deletes or replaces a secret, or deletes the store that keeps it; what uses it stops working. The person who owns\
 it does that.","spares":"own-data","match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv metadata delete","secrets disable","\
auth disable","lease revoke","policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove","user suspend"]},{"program":["doppl\
er"],"subcommand":["* delete","configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","delete"]},{"program":["bw"],"subcomman\
d":["delete","purge"]},{"program":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcommand":["delete-*"]},{"program":["sec\
ret-tool"],"subcommand":["clear"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"program":["cmdkey"],"args":{"any":["/d\
elete*"]}},{"program":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret-key"]}},{"program":["infisical","c\
hamber","credstash","berglas"],"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secretsmanager delete-*","secretsmanager \
update-secret","ssm delete-parameter*","kms schedule-key-deletion","kms delete-*","configure set aws_*"]},{"program":["gcloud"],"subcommand":["secrets delete","\
secrets versions destroy","kms keys versions destroy"]},{"program":["az"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge\
","keyvault * delete-*"]},{"program":["kubectl","oc"],"subcommand":["delete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret r\
m","secret remove"]},{"program":["gh","glab"],"subcommand":["secret delete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unse\
t","config:remove"]},{"program":["fly","flyctl"],"subcommand":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["\
netlify"],"subcommand":["env:unset"]},{"program":["railway"],"subcommand":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret \
delete","secret bulk delete"]},{"program":["supabase"],"subcommand":["secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"pro\
gram":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1\
/*","*/v1/secret/*"]},"options":{"--request":["DELETE"]}}]},{"code":"credential_file_protected","id":"search-for-secrets","category":"credentials","severity":"s\
evere","explanation":"This searches homes or the whole machine for secrets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep",\
"rg","ag","ack","zgrep","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEG\
IN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"progr\
am":["grep","egrep","fgrep","rg","ugrep"],"options":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*g\
hp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home\
"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*k\
ey*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"rea\
ds":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","\
*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc\
*"]},"recursive":true,"reads":["system"]},{"program":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"program":["git"],"subcommand":["log"],"o\
ptions":{"-S":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["t\
rufflehog","gitleaks"],"names":["root","home"]},{"program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true\
,"reads":["root","home"]},{"program":["find","fd","locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/o\
pt*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-backup","category":"backups","severity":"severe","explanation":"This deletes backups or snapshot\
s, which is what others fall back on. Look with --dry-run; the person who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","\
prune","rdelete","repo-delete"]},{"program":["borgmatic"],"subcommand":["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","\
prune"]},{"program":["restic","rustic"],"subcommand":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remo\
ve-all-but-n-full","remove-all-inc-of-but-n-full","cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"]\
,"subcommand":["snapshot delete","snapshot expire"],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"su\
bcommand":["rm","gc","prune-older"]},{"program":["rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}}\
,{"program":["proxmox-backup-client"],"subcommand":["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"pr\
ogram":["wal-e"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackre\
st"],"args":{"any":["expire","stanza-delete"]}},{"program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","c\
leanup"]},{"program":["velero"],"subcommand":["backup delete","delete backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","re\
move"]}},{"program":["timeshift"],"flags":{"any":["--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsna\
pshots","removedestination"]},{"program":["vssadmin"],"subcommand":["delete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcomman\
d":["delete *","disable backup"]},{"program":["wmic"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delet\
e"]},{"program":["qm","pct"],"subcommand":["delsnapshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup dele\
te-*","* delete-*snapshot*","* delete-*backup*"]},{"program":["gcloud"],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete","* * backup\
s delete"]},{"program":["az"],"subcommand":["snapshot delete","backup * delete","backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcom\
mand":["pg:backups:delete"]},{"program":["doctl"],"subcommand":["compute snapshot delete","databases backups delete"]},{"program":["openstack"],"subcommand":["v\
olume snapshot delete","volume backup delete"]},{"program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"des\
tructive_operation_blocked","id":"kill-everything","category":"processes","severity":"catastrophic","explanation":"This ends all processes, or the first one, on\
 which all others rest. End the process that you started, by its id.","match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-H\
UP","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]\
}},{"program":["kill"],"flags":{"all":["-KILL","-1"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},\
{"program":["kill"],"flags":{"all":["-TERM","-1"]}},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most\
":0}},{"program":["killall5"]},{"program":["end-process"],"args":{"any":["\\\\*"]}},{"program":["loginctl"],"subcommand":["terminate-*","kill-*"]},{"program":["ki\
ll"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"any":["*\\ufffc*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* ."\
,"pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","l\
s /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["kill"],"via":["xargs","para\
llel"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root",\
"pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\\
*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","skill","slay"],"flags":{"any":["-u","-U","--euid","--uid","--user"]},"args":{"at_most":0}},\
{"program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a-z]","/"]}},{"program":["killall"],"args":{"any":["-r"]}},{"program":["killall"],"flags":{\
"any":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destructive_operation_blocked","id":"kill-service","category":"processes","severity":"severe","ex\
planation":"This ends a service that others rely on. End the process that you started, by its id.","trust":4,"match":[{"program":["end-process"],"args":{"any":[\
"systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*","Xorg","gnome-shell","explo\
rer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-server","udevd","login","fire\
fox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"]}},{"program":["systemctl","rc-service","initctl"],"subcommand":["stop"\
,"kill","mask","disable","isolate","suspend","hibernate"]},{"program":["rc-service"],"subcommand":["* stop","* zap"]},{"program":["service"],"args":{"any":["sto\
p"]}},{"program":["launchctl"],"subcommand":["unload","bootout","remove","kill"]},{"program":["tmux","screen"],"subcommand":["kill-server"]},{"program":["tmux"]\
,"subcommand":["kill-session"],"flags":{"any":["-a"]}},{"program":["sc","net"],"subcommand":["stop","delete"]}]},{"code":"destructive_operation_blocked","id":"k\
ill-unnamed","category":"processes","severity":"severe","explanation":"Nobody can say before which processes this ends. End the process that you started, by its\
 id.","trust":3,"match":[{"program":["pkill","killall"],"args":{"any":["\\ufffc"]},"language":["python","javascript","perl","ruby","php"]}]},{"code":"destructive\
_operation_blocked","id":"turn-off-machine","category":"processes","severity":"catastrophic","explanation":"This turns the machine off or starts it anew, for ev\
erybody on it.","match":[{"program":["shutdown","reboot","halt","poweroff","Stop-Computer","Restart-Computer"],"flags":{"none":["--help","-c","--version","--sho\
w"]}},{"program":["init","telinit"],"args":{"any":["0","6","1","s","S"]}},{"program":["systemctl","loginctl"],"subcommand":["reboot","poweroff","halt","rescue",\
"emergency","kexec","soft-reboot"]}]},{"code":"destructive_operation_blocked","id":"fork-bomb","category":"fork-bombs","severity":"catastrophic","explanation":"\
This starts processes without end until the machine stands still.","match":[{"program":["fork-bomb"]}]},{"code":"destructive_operation_blocked","id":"fork-in-co\
de","category":"fork-bombs","severity":"severe","explanation":"Nobody can say before it runs how many processes this code starts. Start them by the shell or a p\
ool.","trust":3,"match":[{"program":["fork"],"language":["python","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"fill-disk-or-memory","ca\
tegory":"fork-bombs","severity":"severe","explanation":"This writes or reads without end until disk or memory are full. Say how much.","trust":4,"match":[{"prog\
ram":["yes"],"redirected":true,"writes":["root","system","local-system","home","personal","outside","workspace","source","disposable","temp","data","unknown"],"\
flags":{"none":["--help"]}},{"program":["cat","dd"],"reads":["endless"],"redirected":true,"language":["shell"]},{"program":["tail","sort","tac","sponge","shuf",\
"column"],"reads":["endless"]},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["cat","tr","base64"],"reads":["endless"],"without":[\
"head","timeout","cut","sed"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["dd"],"reads":["endless"],"without":["head","timeou\
t","cut","sed"],"operands_at_most":1}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["yes"],"without":["head","timeout","sed","aw\
k"]}},{"program":["dd"],"reads":["nowhere"],"writes":["workspace","root","home"]},{"program":["fallocate"],"names":["workspace","root","home"]},{"program":["fal\
locate","truncate"],"options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"program":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code\
":"destructive_operation_blocked","id":"overwrite-disk","category":"disks","severity":"catastrophic","explanation":"This writes to a disk below its file system;\
 everything on it is lost. Use a file in the workspace as an image.","match":[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"],"names":["device"]}\
,{"program":["badblocks"],"names":["device"],"flags":{"any":["-w"]}},{"program":["wipefs"],"names":["device"],"flags":{"any":["-a","--all","-o","--offset"],"non\
e":["-n","--no-act"]}},{"program":["hdparm"],"names":["device"],"flags":{"any":["--security-erase","--security-erase-enhanced","--security-set-pass","--write-se\
ctor","--make-bad-sector","--repair-sector","--trim-sector-ranges","--fwdownload","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"na\
mes":["device"],"flags":{"none":["--help","-V","-h","--version"]}},{"program":["Format-Volume","Clear-Disk","Initialize-Disk","Remove-Partition","nwipe"]},{"pro\
gram":["bcachefs"],"subcommand":["format"]},{"program":["asr"],"flags":{"any":["--erase","-erase"]}},{"program":["systemd-cryptenroll"],"flags":{"any":["--wipe-\
slot"]}},{"program":["mke2fs"],"names":["device"],"flags":{"none":["--help","-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\
\\\\","/dev/*"]}},{"program":["nvme"],"subcommand":["format","sanitize"]}]},{"code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severit\
y":"severe","explanation":"This changes a file system, or makes one, where others may have data. Use a file in the workspace.","trust":4,"match":[{"program":["d\
ebugfs"],"names":["device"],"flags":{"any":["-w"]}},{"program":["tune2fs"],"names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device\
"],"flags":{"none":["-P"]}},{"program":["e2fsck","fsck*","xfs_repair"],"names":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkf\
s.*","mke2fs","mkswap","newfs","mkfs_*"],"names":["system","unknown","home"]},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown\
"],"flags":{"none":["-l","--list","-J","--json","-d","--dump","-p","--print","-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags"\
:{"any":["--stop","-S"]}}]},{"code":"destructive_operation_blocked","id":"change-partitions","category":"disks","severity":"catastrophic","explanation":"This ch\
anges partitions or volumes; what is on them may be lost.","match":[{"program":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--l\
ist","-h","--help","-v","--version"]},"args":{"none":["print"]}},{"program":["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","-\
-list-details","-s","-h","--help","-v","-V","--version"]},"args":{"none":["print"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d\
","--dump","-J","--json","-F","--list-free","-s","--show-size","-g","--show-geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"progra\
m":["sgdisk"],"names":["device"],"flags":{"none":["-p","--print","-i","--info","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremov\
e","pvremove","lvreduce","vgreduce","pvcreate"],"flags":{"none":["-t","--test","-h","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremov\
e","pvremove"],"flags":{"none":["-t","--test"]}},{"program":["zpool","zfs"],"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":\
["subvolume delete","device delete","device remove"]},{"program":["mdadm"],"flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cry\
ptsetup"],"args":{"any":["luksFormat","erase","luksErase","luksRemoveKey","luksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subco\
mmand":["erase*","partitionDisk","secureErase","zeroDisk","apfs delete*","reformat","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program\
":["efibootmgr"],"flags":{"any":["-B","--delete-bootnum","-c","--create","-o","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","crea\
te","load","reload","suspend","rename","message"]}]},{"code":"destructive_operation_blocked","id":"change-mounts","category":"disks","severity":"severe","explan\
ation":"This changes what is mounted for everybody on the machine.","trust":4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--\
force","-R"]}},{"program":["umount","mount"],"names":["root","system","home","device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--m\
ove","-M","-B","-R"]}},{"program":["mount"],"options":{"-o":["*remount*","*bind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff\
","swapon"],"args":{"at_least":1}}]},{"code":"destructive_operation_blocked","id":"prune-containers","category":"containers","severity":"severe","explanation":"\
This removes containers, images, or volumes that others may need. Remove yours by name.","trust":3,"match":[{"program":["docker","podman","nerdctl"],"subcommand\
":["system prune","volume prune","container prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"progr\
am":["docker","podman","nerdctl"],"subcommand":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm\
","volume remove","stack rm","stack remove","service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":\
["rm","rmi","kill","stop","container rm","container kill","container stop","image rm","container remove"],"args":{"any":["*\\ufffc*"]},"line":{"none":["* --filte\
r *","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop\
","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down","compose rm"\
],"flags":{"any":["-v","--volumes"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v","--volumes"]}},{"program":[\
"docker","podman","nerdctl"],"subcommand":["compose down"],"options":{"--rmi":["all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down"],"\
flags":{"any":["--rmi"]}},{"program":["docker-compose","podman-compose"],"subcommand":["down"],"flags":{"any":["--rmi"]}},{"program":["crictl"],"subcommand":["r\
mi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"destructive_operation\
_blocked","id":"container-escape","category":"containers","severity":"severe","explanation":"This gives a container power over the host. Mount the folder that i\
t needs, without extra rights.","trust":4,"match":[{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run","exec"],"flags":{"any":\
["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/va\
r/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*\
docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run"],"options":{"--volume":["/:*","/etc*","/root*","/home:*"\
,"/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker\
*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*s\
rc=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--pid":["host"]}}\
,{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["ru\
n","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"]}},{"program":["\
docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgroupns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","creat\
e"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman","nerdctl"],"sub\
command":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run",\
"create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"program":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock","*containerd.so\
ck","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster-delete","category":"containers","severity":"severe","explanation":"This deletes or\
 stops what runs in a cluster. Ask the person who runs it.","trust":4,"match":[{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*\
null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubec\
tl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any"\
:["--force"]}},{"program":["kubectl","oc"],"subcommand":["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"a\
ny":["--prune"]}},{"program":["kubectl","oc"],"subcommand":["create clusterrolebinding","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"\
],"subcommand":["patch"],"options":{"-p":["*finalizers*","*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--priv\
ileged"]}},{"program":["kubectl","oc"],"subcommand":["run","debug"],"options":{"--overrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","\
oc"],"subcommand":["debug node/*"]},{"program":["helm"],"subcommand":["uninstall","delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall\
.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--pu\
rge"]}},{"program":["kind","k3d"],"subcommand":["delete clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","tal\
osctl"],"subcommand":["delete","delete *","reset"]},{"program":["nomad"],"subcommand":["job stop","stop","system gc","namespace delete","volume delete"]},{"prog\
ram":["argocd"],"subcommand":["app delete","cluster rm","proj delete"]},{"program":["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcom\
mand":["uninstall"]},{"program":["velero"],"subcommand":["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot resto\
re","user delete"]},{"program":["consul"],"subcommand":["kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructi\
ve_operation_blocked","id":"cloud-delete","category":"clouds","severity":"severe","explanation":"This deletes or stops resources of a cloud account. Ask the per\
son who runs it.","trust":4,"spares":"own-data","match":[{"program":["cloud-sdk"]},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["\
s3 rm","s3 mv"],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program\
":["aws"],"subcommand":["* delete-*","* terminate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disabl\
e-*","* release-*","* reboot-*","* destroy-*","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","\
* batch-write-item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"o\
ptions":{"--change-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcomm\
and":["sync"],"flags":{"any":["--delete-destination"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"progr\
am":["gcloud"],"subcommand":["storage rm","storage buckets delete","compute instances stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{\
"program":["az"],"args":{"any":["delete","purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none\
":["--local"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","mov\
e"]},{"program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b\
2","azcopy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags\
":{"any":["-c","--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg\
:psql"],"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-\
cli:*","*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{\
"code":"destructive_operation_blocked","id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud account, or opens\
 something of it to everybody. Ask the person who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","ia\
m attach-*","iam put-*","iam add-user-to-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-pol\
icy","s3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* mo\
dify-snapshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"\
],"flags":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","\
remove-iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand\
":["role assignment create","ad user create","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clo\
uds","severity":"severe","explanation":"This destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","trust":4,"match":\
[{"program":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","state push","destr\
oy-all"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--des\
troy","--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *pl\
an*-destroy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand\
":["up","update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf\
","up","chalice","zappa","terraform-destroy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"progra\
m":["vagrant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd\
 if*","*state=absent*","*curl*|*sh*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{"program":["VBo\
xManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"any":["--unregist\
er"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm process kill","stor\
age * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"program":["lxc-\
destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}}]},{"code":"destructive_operation_blocked","id":"servic\
e-delete","category":"clouds","severity":"severe","explanation":"This deletes what a remote service keeps, for everybody who uses it. Ask the person who owns it\
.","trust":4,"spares":"own-data","match":[{"service_verb":"destroys"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program\
":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*mutation*el\
ete*","*mutation*estroy*","*mutation*emove*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*mutation*elete*","*mutatio\
n*estroy*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*mutation*elete*","*mutation*estroy*"]},"to":"remote"},{"\
program":["curl","http","https","wget","xh","xhs"],"options":{"--data-raw":["*mutation*elete*","*mutation*estroy*"]},"to":"remote"},{"program":["fly","flyctl"],\
"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{"program":["nsupdate","knsupdate"]},{"program":["cli4"],"flags":{"any":["-\
-delete","-X"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*<delete>*"]}},{"program":["curl","http","https","wget","xh","xhs"],\
"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data-binary":["*<delete>*"]}}]},{"\
code":"destructive_operation_blocked","id":"drop-database","category":"databases","severity":"severe","explanation":"This drops a database or all that is in it.\
 Make one of your own for the test and drop that.","trust":4,"spares":"own-data","match":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush"\
,"drop-owned","drop-keyspace","drop-tablespace","shutdown","purge"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","\
scratch*"]}},{"program":["dropdb"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--h\
elp"]}},{"program":["mysqladmin"],"args":{"any":["drop","shutdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"],"line":{"any":["echo *flush_all*","pr\
intf *flush_all*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli"\
,"valkey-cli"],"subcommand":["eval","EVAL","Eval"],"args":{"any":["*flush*","*FLUSH*","*del*","*DEL*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["co\
nfig set","CONFIG SET"],"args":{"any":["dir","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["pg_resetwal"],"flags":{\
"none":["-n","--dry-run","--help","--version"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nodetool"],"subcommand":["dec\
ommission","removenode","assassinate"]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]}}\
,{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*ope\
nsearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"opti\
ons":{"-X":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1\
/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*\
","*:5000/v2/*"]},"options":{"--request":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086\
/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*",\
"*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any":\
["*:9200/*","*:9200","*:5984/*"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"progra\
m":["curl","http","https","wget","xh","xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","cat\
egory":"databases","severity":"severe","explanation":"This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.","\
trust":4,"spares":"own-data","match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete",\
"--delete-offsets","--execute"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"pr\
ogram":["celery"],"subcommand":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_bloc\
ked","id":"destroy-rows","category":"databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that ca\
n be undone.","trust":4,"spares":"own-data","match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-stream","\
truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}}]},{"code":"destruc\
tive_operation_blocked","id":"database-rights","category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or changes ho\
w it runs. Ask the person who runs it.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","drop-user\
","drop-role","set-global","kill"]}]},{"code":"destructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","explanat\
ion":"This throws away what the application has stored. Use a database made for the test.","trust":3,"spares":"own-data","match":[{"program":["rails","rake","bi\
n/rails","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"environment":{"RA\
ILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migrate:reset","db:truncate_all\
"],"none":["*RAILS_ENV=test*"]},"environment":{"*":["prod*","production","staging"]}},{"program":["rails","rake"],"args":{"any":["db:drop:all","db:drop","db:pur\
ge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"]}},{"program":["manage.py","django-admin"],\
"subcommand":["flush","reset_db","sqlflush"]},{"program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py flush"\
,"manage.py migrate * zero","*/manage.py reset_db"]},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"pr\
ogram":["php","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:\
d"]}},{"program":["sequelize","sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibas\
e","atlas"],"subcommand":["db:drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean\
","drop-all","reset","dropAll","schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program"\
:["php"],"subcommand":["*wp-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop",\
"@* sql:drop"]},{"program":["console","symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"pr\
ogram":["convex"],"subcommand":["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["m\
agento","bin/magento"],"subcommand":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear","migrate delete","database \
drop"]},{"program":["directus"],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program"\
:["medusa"],"subcommand":["db:drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","\
ace"],"subcommand":["db:wipe","migration:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migratio\
n:reset","migration:refresh"]}},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flag\
s":{"any":["--site"]}},{"program":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},\
{"program":["flask"],"subcommand":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"]}},{"program":["mongorestore"],"flags":{"any":\
["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_operation_blocked","id":"publish-package","category":"publishing","\
severity":"severe","explanation":"What is published cannot be taken back. Build the package; a person publishes it.","trust":3,"match":[{"program":["npm","pnpm"\
,"bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"program":["yarn"],"subcommand":["publish","npm publish","workspaces \
foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-version-publish"],"flags":{"none":["--help","--version","--preview"]}},{"progr\
am":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","release publish","release"]},{"program":["cargo"],"subcommand":["publish","y\
ank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetr\
y","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program"\
:["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":\
{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]}},{"program":["gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllP\
ublications*","publishPlugins","uploadArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sb\
t"],"args":{"any":["publish","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push","nuget delete","delete"]},{"program"\
:["pod"],"subcommand":["trunk push","repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"sub\
command":["release"],"flags":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"\
subcommand":["pub publish"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","stack","opam","luarocks","cpan-uploa\
d","elm","conan"],"subcommand":["deploy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-\
pack"],"subcommand":["publish"]},{"program":["gh","glab"],"subcommand":["release create","release upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{\
"code":"destructive_operation_blocked","id":"unpublish-package","category":"publishing","severity":"severe","explanation":"This takes away or redirects what oth\
ers install. Ask the person who owns the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner \
rm","access public","access restricted","access grant","access revoke","access set","access edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team cre\
ate","team destroy","team add","team rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"p\
ush-image","category":"publishing","severity":"severe","explanation":"This publishes an image. Build it; a person or the pipeline pushes it.","trust":3,"match":\
[{"program":["docker","podman","nerdctl","buildah","img"],"subcommand":["push","image push","manifest push","compose push"],"args":{"none":["localhost*","127.0.\
0.1*","*.local*","registry:5000*"]}},{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-c\
ompose"],"subcommand":["push"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcomm\
and":["copy * docker://*","sync * docker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"remote-code","severity":"severe","expla\
nation":"This runs code from elsewhere that nobody has looked at. Download it, read it, then install it by the package manager if you can.","trust":4,"match":[{\
"program":["pip","uv","npm","pnpm","yarn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","k\
sh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axe\
l","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["\
-c"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https",\
"xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","so\
cat"]},"flags":{"any":["-s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","ph\
p","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","\
lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{\
"any":["-","/dev/*","/proc/*"]}},{"program":["python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression",\
"iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-W\
ebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},\
{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascrip\
t","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["base64","base32","basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev",\
"tr","gpg"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","p\
ipx","cargo","go"],"to":"drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"],"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","te\
e"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebR\
equest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bash"]}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed\
","jq","bc","gnuplot"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET"\
,"scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"]\
,"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequ\
est","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/dev/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"\
]}},{"program":["pip"],"options":{"--extra-index-url":["http://*"]}},{"program":["pip"],"options":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["\
run"],"args":{"any":["http://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","certutil","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"pr\
ogram":["ansible-pull"]},{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *","pkg set scripts.*=*wget *"]},{"program":["crontab","at","batch","p\
sql","mysql","awk","make"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","\
GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{"code":"destructive_operation_blocked","id":"run-made-code","categ\
ory":"remote-code","severity":"severe","explanation":"Nobody can say before it runs which commands this program prints for the shell. Print them to a file, read\
 it, then run it.","trust":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"],"from":{"program":["perl","python","ruby","node","php","deno","bu\
n","lua","awk","gawk","mawk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code":"destructive_operation_blocked","id":"reverse-shell","category":"\
exfiltration","severity":"catastrophic","explanation":"This gives somebody elsewhere a shell on this machine.","match":[{"writes":["connection","local-connectio\
n"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osasc\
ript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["connection","local-connection"],"program":["sh","bash","zsh","dash\
","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Inv\
oke-Expression","iex"],"args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],"line":{"any":["sh","sh *","bash","bash *","zsh","dash","\\ufffc*"]\
}},{"program":["nc","ncat","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exec","--sh-exec","--lua-exec"]}},{"program":["nc","ncat","netcat","n\
c.traditional"],"options":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args":{"any":["*exec:*","*EXEC:*","*system:*","*SYSTEM:*"],"none":["-"\
,"stdio*","STDIO*","pty*","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"pro\
gram":["nc","ncat","netcat","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"\
]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0}},{"program":["openssl"],"from":{"progr\
am":["sh","bash","zsh","dash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},{"program":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{\
"at_most":0},"line":{"any":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program":["xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}},{"pr\
ogram":["ttyd"],"flags":{"any":["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tm\
ate"]}]},{"code":"destructive_operation_blocked","id":"attack-tool","category":"exfiltration","severity":"severe","explanation":"This is a tool for breaking int\
o machines, or for listening to them. Say what it is needed for.","trust":4,"match":[{"program":["msfvenom"],"flags":{"none":["-l","--list","--list-options","-h\
","--help","-v","--version"]}},{"program":["chisel"],"subcommand":["server","client"]},{"program":["msfconsole","meterpreter","pwncat","pwncat-cs","gs-netcat","\
evil-winrm","ettercap","bettercap","responder","Responder.py","arpspoof","logkeys","crackmapexec","netexec","impacket-secretsdump","secretsdump.py","linpeas.sh"\
],"flags":{"none":["--help","-h","--version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--keycodes","--scancodes","--ascii"]}},{"program":["xinpu\
t"],"subcommand":["test","test-xi2"]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A","-X","-Y"],"none":["-r","--version","-h","--help","-D"\
]}},{"program":["ngrep"],"flags":{"none":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id":"send-secrets","category":"exfiltration","severity":"seve\
re","explanation":"This sends secrets, or what may hold them, to another host. Nothing of the kind leaves this machine.","match":[{"program":["curl","wget","htt\
p","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":\
["*"],"reads":["credentials","accounts","logs"]}},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","\
sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["env","printenv","set","export","declare","history"]},"to":"remote"},{"program"\
:["nc","ncat","netcat","telnet","socat","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"program":["curl","wget","sc\
p","rsync","http","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"reads":["creden\
tials","accounts","system","home","root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","accounts","system","home","ro\
ot","personal","logs"],"args":{"any":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","severity":"severe","explana\
tion":"This sends files or the output of commands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"program":["curl","wget","htt\
p","https","xh","httpie"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file\
","--body-file","--post-data","--data-ascii"]},"to":"drop"},{"program":["nc","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp","tftp","websocat"],"fro\
m":{"program":["*"]},"to":"remote"},{"program":["nc","ncat","netcat"],"reads":["source","outside","data","workspace","temp","disposable"],"to":"remote"},{"progr\
am":["nc","ncat","netcat","telnet","ssh","curl","wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqldump","mongodump","7z","cp\
io","sqlite3","find","bzip2","zstd","base64","openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msm\
tp"],"from":{"program":["tar","zip","pg_dump","mysqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","s\
waks","msmtp"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs"]},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail\
","swaks","msmtp"],"options":{"-a":["*.sql*","*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wormhole","magic-wormhole","\
ffsend","sendme"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs","workspace"]},{"program":["curl","wget","http"],"flags":{"any\
":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-a\
scii"]},"reads":["data","credentials","home","personal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"any":["-T","--upload-file","--post-file"]},"t\
o":"remote"},{"program":["curl","http","xh"],"flags":{"any":["-F","--form"]},"reads":["source","workspace","outside","temp","disposable"],"to":"remote"},{"progr\
am":["curl","http","xh"],"reads":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to":"remote"},{"program":["\
rsync","scp"],"reads":["workspace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*",\
"*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace","source","vcs","personal\
","home","data","outside"]},"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["ssh"],"reads":["works\
pace","source","vcs","personal","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"pro\
gram":["git"],"subcommand":["push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*",\
"*://localhost*","*://127.0.0.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote add * *://*","git remote \
add * *@*:*","git remote set-url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OP\
ENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","data","workspace","person\
al","home","logs"]},"options":{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"program":["httpd"],"options":{"\
-h":["/","~","/home*","/etc*","/root*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":["php"],"flags":{"any":["-\
S"]},"options":{"-t":["/","~","~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"s\
ubcommand":["s3 cp","s3 sync","s3 mv"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsuti\
l","gcloud","rclone","azcopy","mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system","accounts","data","work\
space","personal","vcs","logs"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h","--version"]}},{"program"\
:["gh"],"subcommand":["gist create"],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["writes","cat","echo","printf",\
"tar","dd","base64","exec",":","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","b\
un","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_blocked","id":"smuggle-da\
ta","category":"exfiltration","severity":"severe","explanation":"This puts what a command finds into an address that another host sees.","trust":4,"match":[{"pr\
ogram":["dig","nslookup","host","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],"options":{"-p":["*\\ufffc\
*"]}},{"program":["dig","nslookup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","od *","hexdump*","whoami",\
"hostname","id"]}},{"program":["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","xh"],"options":{"-H":["*\\u\
fffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"opt\
ions":{"--header":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["\
curl","wget","xh"],"options":{"-A":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remot\
e"},{"program":["curl","wget","xh"],"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x"\
,"compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare\
 -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"any":["env","printenv","set","expor\
t","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\ufffc*"]},"line":{"any":["env","print\
env","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--referer":["*\\ufffc*"]},"li\
ne":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-u":\
["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"]\
,"options":{"-d":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["c\
url","wget","xh"],"options":{"--data":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"re\
mote"},{"program":["curl","wget","xh"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compg\
en -v"]},"to":"remote"},{"program":["curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -\
p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"\
to":"remote"},{"program":["ssh"],"flags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared",\
"localtunnel","lt","bore","frpc","serveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--version"]},"args":{"none":["version","hel\
p","status","completion","list","info","verify","ip","netcheck","ping","whois","config"]}},{"program":["code","code-insiders","cursor"],"subcommand":["tunnel"]}\
]},{"code":"destructive_operation_blocked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This deletes something of another\
 service. Ask the person who owns it.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"},{"program":["curl","wge\
t"],"options":{"--request":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"to":"remote"},{"program":[\
"http","https","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"}]}]');var Bf=require("node:path");var KE=1e3,YE=1e4,Vf=1024*1024,XE=20,QE={text:q,from:[]},Ss=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,n,s,r=[]){let o=Uf(e,s);if(o===
void 0)return;this.version+=1;let i=o.includes(b)?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+n.length>Vf?q:i+n;this.files.
set(o,{text:a,from:r}),this.characters+=a.length;for(let c of this.files.keys()){if(this.files.size<=KE&&this.characters<=Vf)break;this.forget(c),this.forgotten.
add(c),this.forgotten.size>YE&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,n,s,r=[]){let o=this.written(e,s),i=e.includes(b)?n:(o?.text??
"")+n;this.write(e,i,s,[...o?.from??[],...r].slice(-XE))}read(e,n){return this.written(e,n)?.text}written(e,n){let s=Uf(e,n);if(s!==void 0)return this.files.get(
s)??(this.forgotten.has(s)?QE:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function Uf(t,e=""){let n=/^[/~]/.test(
t)||e===""?t:`${e}/${t}`;return t===""||t===b?void 0:Bf.posix.normalize(n)}var zo=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=e,this.steps>1e4&&this.fail("too-much","takes more than 10000 steps to read"),this.
steps<=1e4}spendInvocation(){return this.invocations+=1,this.invocations>1e3&&this.fail("too-much","more than 1000 commands"),this.invocations<=1e3}descend(e,n){
if(this.depth>=32)return this.fail("too-deep","commands are nested more than 32 deep"),n;this.depth+=1;let s=this.spend()?e():n;return this.depth-=1,s}fail(e,n){
this.problem??={kind:e,detail:n}}};je();var Qe=class{constructor(e){this.text=e}text;at=0;readRest(){let e=this.text.slice(this.at);return this.at=this.text.length,e}get remaining(){return this.text.slice(
this.at)}readLine(){if(this.isAtEnd)return this.text.includes(b)?Re(this.text):void 0;let e=this.text.indexOf(`
`,this.at),n=this.text.slice(this.at,e===-1?void 0:e);return this.at=e===-1?this.text.length:e+1,n}get isAtEnd(){return this.at>=this.text.length}get lineCount(){
return this.text.slice(this.at).replace(/\n$/,"").split(`
`).length}},R=(t,e=!1)=>({text:t,glob:e});function an(t,e){if(t.length<=e)return t;let n=t.slice(e).every(({text:s})=>/^\d{1,9}$/.test(s));return[...t.slice(0,e),
R(n?b:q)]}var B=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),jt=({text:t,glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,Ko=({text:t})=>/[\s{};|&<>()$'"`]/.
test(t),Zn=t=>t.map(jt).join(" "),ie=({program:t,scope:e,context:n},s=[R(t)])=>e.child(s,n.environment),ct=t=>({...t,input:void 0,stdin:new Qe("")}),dr=(t,e)=>({
...t,context:{...t.context,input:{kind:"pipe",from:e}}}),es=(t,e,{substituted:n})=>e.trimStart().startsWith(b)&&n.length>0?dr(t,[...n]):t,ts=t=>({...t,context:{
...t.context,input:void 0}});function gc({program:t,words:e,args:n,scope:s,context:r,filter:o}){return{program:t,path:e[0].text,args:n,redirects:r.redirects,environment:{
...JE(s),...s.exported(),...r.environment},...Z({input:r.input}),wrappers:r.wrappers,language:"shell",...Z({filter:o,captured:r.captured||void 0,folder:s.folder===
void 0?void 0:R(s.folder)})}}function JE(t){let[e]=t.get("POSIXLY_CORRECT")?.words??[];return e?{POSIXLY_CORRECT:e}:{}}function cn(t,e){e.budget.spendInvocation()&&
e.invocations.push(gc({...t,program:"fork-bomb",words:[R("fork-bomb")],args:[]}))}var ZE=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,Yo=t=>ZE.test(t)?`${t} -c`:t;var Gf=12,ur={words:[{text:b,glob:!1}],exported:!1},zf={HOME:"~",IFS:` 	
`,SHELL:"/bin/bash",BASH:"/bin/bash",TMPDIR:"/tmp","?":"0","!":"%%"},Qo=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
{text:"bash",glob:!1}];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,n){e!==n&&(this.
references=new Map(this.references).set(e,n))}resolveName(e){return this.references.get(e)??e}value(e){let n=this.resolveName(e),s=this.variables.get(n);return s?
s.words[0]?.text??"":n==="PWD"?this.folder??".":n==="_"?this.last:Object.hasOwn(zf,n)?zf[n]:b}set(e,n,s=this.get(e)?.exported??!1){let r=this.resolveName(e);this.
fixed.has(r)?this.variables.set(r,{...ur,exported:s}):this.variables.set(r,{words:n,exported:s}),s&&(this.environment=void 0)}export(e){let n=this.variables.get(
e);n&&this.set(e,n.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.
size>>3);let e={};for(let[n,{words:[s],exported:r}]of this.variables)r&&s&&(e[n]=s);return this.environment=e,e}define(e,n){let r=this.functions.get(e)?.bodies??
[];this.functions.set(e,{bodies:r.includes(n)?r:[...r,n],certain:!0})}alias(e,n){this.aliases.set(e,[...this.aliases.get(e)??[],n])}copy(){this.budget.spend(1+(this.
variables.size>>3));let e=new t(this.budget);for(let[n,s]of this.variables)e.variables.set(n,s);for(let[n,{bodies:s,certain:r}]of this.functions)e.functions.set(
n,{bodies:s,certain:r});for(let[n,s]of this.aliases)e.aliases.set(n,s);return e.folder=this.folder,e.arguments=this.arguments,e.last=this.last,e.hasAlternatives=
this.hasAlternatives,e.environment=this.environment,e.fixed=this.fixed,e.references=this.references,e}child(e,n={}){let s=this.copy();for(let[r,{exported:o}]of this.
variables)o||s.variables.set(r,ur);for(let r of s.functions.values())r.certain=!1;for(let[r,o]of Object.entries(n))s.set(r,[o],!0);return s.aliases.clear(),s.arguments=
e,s}same(e){if(this.variables.size!==e.variables.size)return!1;for(let[n,s]of this.variables){let r=e.variables.get(n);if(s!==r&&Xo(s)!==Xo(r))return!1}return!0}mayBe(e,n){
let s=this.variables.get(e)??ur,r=s.alternatives??[];if(r.some(i=>pr(i)===pr(n)))return;this.hasAlternatives=!0;let o=r.length<Gf?n:[{text:q,glob:!1}];r.length<=
Gf&&this.variables.set(e,{...s,alternatives:[...r,o]})}join(e){for(let n of new Set([...this.variables.keys(),...e.variables.keys()])){let[s,r]=[this.variables.
get(n),e.variables.get(n)];if(s===r)continue;Xo(s)!==Xo(r)&&this.set(n,ur.words,(s?.exported||r?.exported)??!1);let o=eC([s,r]);if(o.length>1||this.variables.get(
n)?.words===ur.words)for(let i of o)this.mayBe(n,i)}pr(e.arguments)!==pr(this.arguments)&&e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);
for(let[n,{bodies:s,certain:r}]of e.functions){let o=this.functions.get(n);o?o.bodies.length<s.length&&this.functions.set(n,{bodies:s,certain:o.certain&&r}):this.
functions.set(n,{bodies:s,certain:!1})}for(let[n,s]of this.functions)e.functions.has(n)||this.functions.set(n,{...s,certain:!1});for(let[n,s]of e.aliases)(this.
aliases.get(n)?.length??0)<s.length&&this.aliases.set(n,s);this.folder!==e.folder&&(this.folder=b)}},pr=t=>t.map(({text:e})=>e).join("\0"),Xo=t=>t&&pr(t.words),
eC=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:n})=>n!==""&&(!n.includes(b)||xe(n))));var tC={a:"\x07",b:"\b",e:"\x1B",E:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v"},wt=t=>t.map(e=>`${e}
`).join("");function lt(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,n,s,r,o,i)=>{if(i!==void 0)
return tC[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(n??s??r,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function fr([
t="",...e]){if(t==="--")return fr(e);if(t.startsWith("-v"))return"";let n="",s=0;do{let r=s;if(n+=sC(t,()=>e[s++]??""),s===r)break}while(s<e.length&&n.length<=65536);
return n}var nC=new RegExp([String.raw`%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|`,String.raw`U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])`].
join(""),"g");function sC(t,e){return t.replace(nC,(n,s,r,o,i)=>{if(n==="%%")return"%";if(i===void 0)return lt(n);r==="*"&&e(),o==="*"&&e();let a=e();if(a.includes(
b))return a;if(i==="b")return lt(a);if(i==="c")return a.slice(0,1);if(i==="s")return/^\d+$/.test(o??"")?a.slice(0,Number(o)):a;let c=/^['"]/.test(a)?a.codePointAt(
1)??0:Number(a||0);return Number.isSafeInteger(c)?i==="x"||i==="X"||i==="o"?c.toString(i==="o"?8:16):"diu".includes(i)?String(c):b:b})}function L(t,e){let n=[],s=[],r=0;for(;r<t.length;r+=1){let o=t[r],{text:i}=o;if(i==="--"){r+=1;break}if(i.startsWith("--"))r=rC(t,r,e,n);else if(i.length>1&&i.
startsWith("-"))r=oC(t,r,e,n);else if(e.permuted)s.push(o);else break}return s.push(...t.slice(r)),{options:n,operands:s}}function rC(t,e,n,s){let{text:r,glob:o}=t[e],
i=r.indexOf("=");if(i!==-1)return s.push({name:Kf(r.slice(2,i),n),value:{text:r.slice(i+1),glob:o}}),e;let a=Kf(r.slice(2),n),c=n.long?.includes(a)?t[e+1]:void 0;
return s.push(c?{name:a,value:c}:{name:a}),c?e+1:e}var Kf=(t,{long:e=[]})=>{let n=e.filter(s=>s.startsWith(t));return e.includes(t)||n.length!==1?t:n[0]};function oC(t,e,{
short:n="",long:s=[],optional:r=""},o){let{text:i,glob:a}=t[e];if(s.includes(i.slice(1))&&i.length>2){let c=t[e+1];return o.push(c?{name:i.slice(1),value:c}:{name:i.
slice(1)}),e+1}for(let c=1;c<i.length;c+=1){let l=i[c];if(!n.includes(l)){o.push({name:l});continue}let d=i.slice(c+1);if(r.includes(l)&&(d!==""||t[e+1]?.text.startsWith(
"-")!==!1)){o.push({name:l});continue}let u=d===""?t[e+1]:{text:d,glob:a};return o.push(u?{name:l,value:u}:{name:l}),d===""?e+1:e}return e}var G=(t,...e)=>t.some(
({name:n})=>e.includes(n)),D=(t,...e)=>t.flatMap(({name:n,value:s})=>e.includes(n)&&s?[s]:[]);var iC=new RegExp([String.raw`(?:[!=<>]=\s*|\[\s*|\.\s*|(?:test|startswith|endswith|contains|inside|has|split|index|rindex|match|`,"capture|scan|ltrimstr|rtrims\
tr|error|getpath|del|input_filename|strptime|",String.raw`strftime)\s*\(\s*)"(?:[^"\\]|\\.)*"`].join(""),"g"),aC=/"((?:[^"\\]|\\[\s\S])*)"/g,cC=/\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\b|@base\d+d|@uri/;
function Yf(t){let e="";for(let n=0;n<t.length;n+=1)if(t[n]!=="\\")e+=t[n];else if(t[n+1]!=="(")n+=1,e+={n:`
`,t:"	",'"':'"',"/":"/","\\":"\\"}[t[n]??""]??q;else{let s=0;for(n+=1;n<t.length&&(t[n]==="("?s+=1:t[n]===")"&&(s-=1),s!==0);n+=1);e+=b}return e}var lC=({args:t,
context:e})=>{let n=[],s=[];for(let f=0;f<t.length;f+=1)/^--(?:arg|argjson|slurpfile|rawfile)$/.test(t[f].text)?(t[f+2]&&n.push(t[f+2]),f+=2):s.push(t[f]);let{options:r,
operands:o}=L(s,{short:"fL",long:["from-file","indent"],permuted:!0}),a=D(r,"f","from-file").length>0?void 0:o[0],c=r.some(({name:f})=>f==="args"||f==="jsonargs")?
o.slice(1):[];if(a===void 0)return de(e.stdin?.remaining||b);let l=a.text.trim(),[,d]=/^(?:[^"]*\|\s*)?"((?:[^"\\]|\\[\s\S])*)"$/.exec(l)??[];if(d!==void 0&&!/"/.
test(d))return`${Yf(d)}
`;let u=l.replace(iC,"").replace(/(?:[!=<>]=\s*|\[\s*)\$\w+/g,"");if(/\$/.test(u)&&[...n,...c].some(tt))return q;if(/\benv\b|\$ENV/.test(u)&&Object.values(e.environment).
some(tt))return q;let p=[...u.matchAll(aC)].map(([,f])=>Yf(f).replaceAll(b,""));return p.some(f=>!/^[\w.@:=, -]*$|^[\n\t/]$/.test(f))?q:cC.test(u)&&(p.length>0||
/\bimplode\b/.test(u))?q:de(e.stdin?.remaining||b)},dC=({args:t})=>{let e=t.filter((s,r)=>t[r-1]?.text!==":"&&t[0]?.text!=="length"&&t[0]?.text!=="index"),n=e.filter(
({text:s})=>!/^(?:-?\d+|[-+*/%:()|&<>=!]{1,2}|substr|match|length|index)$/.test(s));return e.some(({text:s},r)=>/^[|&/]$/.test(s)&&(r===0||r===e.length-1))?q:n.
some(s=>de(s.text)===q)?q:b},uC=({args:t,context:e})=>{let{options:n}=L(t,{short:"d",long:["format","suffix","from","to"],permuted:!0});return D(n,"format","suf\
fix","invalid").some(({text:r})=>/[^\w%.'+-]/.test(r))?q:de(e.stdin?.remaining||b)},Xf={jq:lC,expr:dC,numfmt:uC};function ln(t,e,n){return n.length===0?t.context.stdin?.readRest()??b:n.map(({text:s})=>s==="-"||s==="/dev/stdin"?t.context.stdin?.readRest()??b:e.sources.get(s)?.
text??e.files.read(s,t.scope.folder)??b).join("")}var It=(t,{scope:e},{sources:n,files:s})=>n.get(t)?.text??s.read(t,e.folder),pC=({args:t},e)=>t.find(({text:n})=>n.
startsWith(`${e}=`))?.text.slice(e.length+1),fC=(t,e)=>t.length===0?b:t.map(({text:n})=>`${n.replaceAll("*",b)}${e?`/${b}`:""}
`).join("");function hr(t,e,n,{files:s},r=!1){let{input:o}=n.context,i=e.includes(b)&&o?.kind==="pipe"?o.from:[];s[r?"append":"write"](t,e,n.scope.folder,i)}var Qf={
tee:(t,e)=>{let{options:n,operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??b;for(let{text:o}of s)hr(o,r,t,e,G(n,"a","append"));return r},grep:(t,e)=>{
let{options:n,operands:s}=L(t.args,I.getopt.grep);if(G(n,"c","count","q","quiet"))return b;let r=G(n,"e","regexp","f","file")?s:s.slice(1),o=G(n,"r","R","recurs\
ive");return G(n,"l","L","files-with-matches","files-without-match")?fC(r,o):o?b:G(n,"o","only-matching","n","H","b","v","invert-match")?G(n,"v","invert-match")?
ln(t,e,r):de(ln(t,e,r)):ln(t,e,r)},dd:(t,e)=>{let[n,s]=["if","of"].map(i=>pC(t,i)),r=n===void 0?t.context.stdin?.readRest()??b:It(n,t,e)??b,o=t.args.some(({text:i})=>/^(?:skip|count|conv|bs|ibs)=/.
test(i))?de(r):r;return s===void 0?o:(hr(s,o,t,e),"")},sponge:(t,e)=>{let{options:n,operands:s}=L(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??b;for(let{
text:o}of s)hr(o,r,t,e,G(n,"a"));return s.length>0?"":r}};var Es=(t,e,n=()=>{})=>t.replace(e,s=>s==="%%"?"%":n(s)??b),hC=/%%|%[-_0^#+]*\d*[EO]?:{0,3}[A-Za-z]/g,mC=/%%|%[-+ #0']*\d*(?:\.\d*)?[HL]?[A-Za-z]/g,gC=/%%|%[-+ #0']*\d*(?:\.\d*)?[a-zA-Z]/g,
yC=/%%|%x[\da-fA-F]{2}|%[<>|]+\([^)]*\)|%[-+ ]?(?:\([^)]*\)|C\([^)]*\)|w\([^)]*\)|[acgGCd][A-Za-z]{0,6}|[A-Za-z])/g,bC=/%%|%[\da-fA-F]{2}|%\([^)]*\)/g,kC=/^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw|[\w-]*)$/,
Zf={"%n":`
`,"%t":"	"},xC=({args:t})=>{let e=t.find(({text:n})=>n.startsWith("+"))?.text.slice(1);return e===void 0?b:`${Es(e,hC,n=>Zf[n])}
`},vC=({args:t})=>{let{options:e,operands:n}=L(t,{short:"cft",long:["format","printf"],permuted:!0}),[s]=D(e,"c","f","t","format","printf");return s?(n.length>0?
n:[s]).map(({text:o,glob:i})=>{let a=i?o.replaceAll("*",b):o;return Es(lt(s.text),mC,c=>/[nN]$/.test(c)?a:void 0)}).map(o=>`${o}
`).join(""):b},wC=t=>{let[,e]=/^%x?([\da-fA-F]{2})$/.exec(t)??[];return e===void 0?Zf[t]:String.fromCharCode(Number.parseInt(e,16))},SC=["stripspace","column","\
interpret-trailers","mailinfo","fmt-merge-msg"],EC=({args:t,context:e})=>{let[n,s]=t.map(({text:a})=>a);if(n==="rev-parse"&&s==="--show-toplevel")return`.
`;if(n==="rev-parse"&&s==="--sq-quote")return q;if(SC.includes(n??""))return de(e.stdin?.remaining||b);let{options:r}=L(t,{long:["format","pretty"],permuted:!0}),
o=D(r,"format","pretty").at(-1)?.text;if(o===void 0||kC.test(o))return b;let i=/^(?:for-each-ref|branch|tag|ls-files|ls-tree|cat-file)$/.test(n??"");return`${Es(
o.replace(/^t?format:/,""),i?bC:yC,wC)}
`},CC=({args:t})=>{let{options:e}=L(t,{short:"woXHdFuAebcT",long:["write-out","output"],permuted:!0}),n=D(e,"w","write-out").at(-1)?.text;return n===void 0?b:(D(
e,"o","output").length>0?"":b)+Es(lt(n),/%%|%\{[^}]*\}/g)},_C=({args:t})=>{let{options:e}=L(t,{short:"oOpCuUgGts",permuted:!0}),n=D(e,"o","O","format").flatMap(
({text:s})=>/=([\s\S]*[^\w,=%:][\s\S]*)$/.exec(s)?.[1]??[]);return n.length>0?`${n.join(" ")}
${b}`:b},AC=({args:t})=>{let e=t.map(({text:f})=>f),n=[],s,r=`
`;for(let f=0;f<e.length;f+=1){let[,h,m]=/^(?:-([fs])|--(?:format|separator)=?)([\s\S]*)$/.exec(e[f])??[];if(m===void 0){/^-(?:w|-equal-width)$/.test(e[f])||n.push(
Number(e[f]));continue}let g=m===""?e[++f]??"":m;h==="s"||e[f].startsWith("--s")?r=lt(g):s=g}let[o=Number.NaN,i,a]=n,[c,l,d]=a!==void 0?[o,i,a]:i!==void 0?[o,1,
i]:[1,1,o],u=Math.floor((d-c)/l)+1,p=f=>s===void 0?f:Es(s,gC,()=>f);return!(u<=100)||![c,l].every(Number.isSafeInteger)?s===void 0&&r===`
`?b:`${p(b)}${r}${p(b)}
`:`${Array.from({length:Math.max(0,u)},(f,h)=>p(`${c+h*l}`)).join(r)}
`},eh=t=>t.replace(/\{\{[^}]*\}\}/g,e=>/^\{\{-?\s*(?:print(?:f|ln)?\s*)?["`]/.test(e)&&!/^\{\{-?\s*"(?:\\[nt]|[\w,:. ])*"\s*-?\}\}$/.test(e)?q:b),Jf=({args:t})=>{
let{options:e}=L(t,{short:"f",long:["format"],permuted:!0}),n=t.some(({text:r})=>r==="inspect")?["format","f"]:["format"],s=D(e,...n).at(-1)?.text;return s===void 0||
/^(?:json|table\b.*|raw)$/.test(s)?b:`${eh(s)}
`},TC=({args:t})=>{let{options:e}=L(t,{short:"on",long:["output","namespace"],permuted:!0}),n=D(e,"o","output").at(-1)?.text.replace(/^=/,""),[,s,r]=/^(jsonpath|go-template)(?:-as-json)?=([\s\S]*)$/.
exec(n??"")??[];return r===void 0?b:s==="go-template"?eh(r):r.replace(/\{([^}]*)\}/g,(o,i)=>{let[,,a]=/^(["'])(.*)\1$/.exec(i)??[];return a===void 0?b:lt(a)})},
th={date:xC,stat:vC,git:EC,curl:CC,ps:_C,seq:AC,docker:Jf,kubectl:TC,podman:Jf},PC=/%%|%[-+ #0]*\d*(?:\.\d*)?(?:[ABCT][\w@+]|[A-Za-z])/g;function nh(t,e,n,s){let r=e.
map(i=>`${i}
`).join(""),o=[];for(let[i,{text:a}]of t.entries()){let[c,l]=t.slice(i+1,i+3).map(u=>u.text);if(c===void 0)continue;let d=u=>e.map(p=>RC(u,p,n)).join("");a==="-\
printf"?o.push(d(c)):a==="-fprintf"?s(c,d(l??"")):/^-f(?:print0?|ls)$/.test(a)&&s(c,r)}return o.length>0?o.join(""):r}var RC=(t,e,n)=>Es(lt(t),PC,s=>s==="%p"?e:
s==="%H"?n:void 0);var Jo=require("node:path");var yc=(t,e)=>Jo.posix.normalize(/^[/~]/.test(t)||t.startsWith(b)?t:`${e}/${t}`).replace(/(?<=[^/])\/+$/,""),sh=({args:t,scope:e})=>{let{options:n,operands:s}=L(
t,{long:["relative-to","relative-base"],permuted:!0}),r=e.value("PWD"),[o]=D(n,"relative-to","relative-base");return o?tt(o)?wt(s.map(i=>tt(i)?Jo.posix.relative(
yc(o.text,r),yc(i.text,r))||".":Re(i.text))):Re(o.text):wt(s.map(({text:i})=>yc(i,r)))},IC=(t,e)=>{let{options:n}=L(t.args,{permuted:!0});return G(n,"f","e","m",
"canonicalize","canonicalize-existing","canonicalize-missing")?sh(t,e):b};function $C(t,e){let n=t.replace(/\/+$/,"");if(n==="")return t===""?"":"/";let s=n.slice(
n.lastIndexOf("/")+1);return s!==e&&s.endsWith(e)?s.slice(0,s.length-e.length):s}var NC=({args:t})=>{let{options:e,operands:n}=L(t,{short:"s",long:["suffix"]}),
[s]=D(e,"s","suffix"),r=s!==void 0||G(e,"a","multiple"),o=s??(r?void 0:n[1]),i=r?n:n.slice(0,1);return o&&!tt(o)?wt(i.map(({text:a})=>de(a))):wt(i.map(({text:a})=>$C(
a,o?.text??"")))},OC=({args:t})=>{let{operands:e}=L(t,{permuted:!0});return wt(e.map(n=>tt(n)?Jo.posix.dirname(n.text):Re(n.text)))},rh={realpath:sh,readlink:IC,
basename:NC,dirname:OC};var LC={"[:upper:]":"A-Z","[:lower:]":"a-z","[:digit:]":"0-9","[:alpha:]":"A-Za-z","[:alnum:]":"A-Za-z0-9","[:space:]":" \\t\\n\\r\\f\\v"};function oh(t,e){let n=e.
filter(i=>/^-[cCdst]+$/.test(i)).join(""),[s,r]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(DC);if(s===void 0||/[cCs]/.test(n))return;if(n.includes("d"))return[...t].
filter(i=>!s.includes(i)).join("");if(r===void 0||r.length===0)return;let o=new Map(s.map((i,a)=>[i,r[Math.min(a,r.length-1)]]));return[...t].map(i=>o.get(i)??i).
join("")}function DC(t){let e=lt(t.replace(/\[:\w+:\]/g,r=>LC[r]??"")),n=[],s=[...e];for(let r=0;r<s.length&&n.length<1024;r+=1){let[o,i]=[s[r].codePointAt(0),s[r+
2]?.codePointAt(0)];if(s[r+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)n.push(String.fromCodePoint(a));r+=2}else n.push(s[r])}return n}function Zo(t,e){let n=Object.hasOwn(ch,t.program)?ch[t.program]:void 0,s=n?n(t,e):I.filters.has(t.program)?lh(t,e):I.silent.has(t.program)?"":b;return s.length>
65536?q:(e.budget.spend(s.length>>6),s)}var WC=16,mr=({args:t})=>t.map(({text:e})=>e),vn=(t,e="",n=Re)=>(s,r)=>{let o=L(s.args,{short:e,permuted:!0}),i=ln(s,r,o.
operands);return i.includes(b)?n(i):t(i,o)??q},kc=(t,e="")=>vn(t,e,n=>n);function MC(t){let e=mr(t),n=0;for(;/^-[neE]+$/.test(e[n]??"");)n+=1;let s=e.slice(0,n).
join(""),r=e.slice(n).join(" ");return(s.includes("e")?lt(r):r)+(s.includes("n")?"":`
`)}var xc=(t,e)=>{let n=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(n)?Buffer.from(n,t).toString("utf8"):q},qC=vn((t,{options:e})=>G(
e,"d","D","decode")?xc("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),jC=vn((t,{options:e})=>{if(!G(e,"d","decode"))return;let s=[...t.replace(/[\s=]/g,"")].map(r=>"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(r).toString(2).padStart(
5,"0")).join("").match(/[01]{8}/g)??[];return Buffer.from(s.map(r=>Number.parseInt(r,2))).toString("utf8")}),Cs=t=>t.replace(/\n$/,"").split(`
`),ih=t=>kc((e,{options:n})=>{let s=n.map(({name:l})=>l).join(""),r=l=>/^\d{1,6}$/.test(l??"")?Number(l):void 0,o=D(n,"c","bytes")[0]?.text;if(o!==void 0){let l=r(
o);return l===void 0?void 0:t?e.slice(-l):e.slice(0,l)}let i=D(n,"n","lines")[0]?.text??(/^\d+$/.test(s)?s:"10"),a=Cs(e);if(t&&/^\+\d+$/.test(i))return wt(a.slice(
Number(i)-1));let c=r(i);return c===void 0?void 0:wt(t?a.slice(-c):a.slice(0,c))},"cn"),FC=vn((t,{options:e})=>{let[n]=D(e,"c","b","f"),s=/^(\d*)(-?)(\d*)$/.exec(
n?.text??"");if(!s)return;let r=Math.max(1,Number(s[1]||1)),o=s[2]===""?r:Number(s[3]||65536),i=D(e,"d")[0]?.text??"	",a=G(e,"f"),c=l=>a?l.split(i).slice(r-1,o).
join(i):l.slice(r-1,o);return wt(Cs(t).map(c))},"cbfd");function HC(t,{options:e}){if(e.some(({name:s})=>!/^(?:[unro]|unique|numeric-sort|reverse|output)$/.test(
s)))return;let n=Cs(t);return G(e,"n","numeric-sort")?n.sort((s,r)=>(Number.parseFloat(s)||0)-(Number.parseFloat(r)||0)):n.sort(),G(e,"r","reverse")&&n.reverse(),
`${(G(e,"u","unique")?[...new Set(n)]:n).join(`
`)}
`}var ah={short:"oktST",long:["output"],permuted:!0},bc=(t,e)=>{let n=t.context.stdin?.remaining??"",{options:s,operands:r}=L(t.args,{short:"Fv"}),o=/^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.
exec(r[0]?.text??""),i=D(s,"F")[0]?.text,a=r.length===1&&(i===void 0||/^[^\\.*+?[\]^$|()]$/.test(i));if(n===""||n.includes(b)||!a||!o)return lh(t,e);let c=o[1];
return Cs(n).map(l=>{let d=i===void 0||i===" "?l.trim().split(/\s+/):l.split(i),u=c==="NF"?d.length:Number(c??0);return`${u===0?l:d[u-1]??""}
`}).join("")},VC=({args:t})=>{let{operands:e}=L(t,{permuted:!0});return e.map(({text:n})=>n.includes("/")?n:`/usr/bin/${n}`).join(`
`)};function lh(t,e){let s=L(t.args,{permuted:!0}).operands.slice(0,WC).map(({text:o})=>It(o,t,e)??"");return[t.context.stdin?.remaining??"",...s].filter(o=>o!==
"").some(o=>de(o)===q)?q:b}var ch={echo:MC,printf:t=>fr(mr(t)),cat:(t,e)=>ln(t,e,L(t.args,{permuted:!0}).operands),base64:qC,base32:jC,openssl:(t,e)=>{let[n,...s]=mr(
t),o=(n==="base64"||n==="enc"&&s.some(i=>/^-(base64|a)$/.test(i)))&&s.includes("-d")?ln(t,e,[]):b;return o.includes(b)?Re(o):xc("base64",o)},xxd:vn((t,{options:e})=>G(
e,"r")&&G(e,"p","ps")?xc("hex",t):void 0),rev:vn(t=>wt(Cs(t).map(e=>[...e].reverse().join("")))),tac:vn(t=>wt(Cs(t).reverse())),tr:t=>{let e=t.context.stdin?.readRest()??
b;return e.includes(b)?Re(e):oh(e,mr(t))??q},head:ih(!1),tail:ih(!0),cut:FC,sort:(t,e)=>{let{options:n}=L(t.args,ah),s=kc(HC,ah.short)(t,e),[r]=D(n,"o","output");
return r&&hr(r.text,s,t,e),r?"":s},uniq:kc((t,{options:e})=>G(e,"c","count","f","s","w")?void 0:t),awk:bc,gawk:bc,mawk:bc,mktemp:({args:t})=>{let{options:e,operands:n}=L(
t,{short:"p",long:["suffix"],permuted:!0}),[s]=D(e,"p","tmpdir"),r=n[0]?n[0].text.replace(/X{3,}/,b):`tmp.${b}`,o=s?.text??(n[0]&&!G(e,"t","tmpdir")?void 0:"/tm\
p");return`${o===void 0?r:`${o}/${r}`}
`},strings:vn(t=>t),ls:({args:t})=>{let{options:e,operands:n}=L(t,{permuted:!0});return!G(e,"d","directory")||G(e,"l")||n.length===0?b:n.map(({text:s})=>`${s.replaceAll(
"*",b)}
`).join("")},yes:t=>`${mr(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,which:VC,...Qf,...th,...rh,...Xf};je();var UC=16,BC=/^([A-Za-z_]\w*)=([\s\S]*)$/;function GC({args:t,scope:e,context:n},{language:s},{options:r,operands:o,code:i,files:a,reads:c},{sources:l,files:d}){
let u=o[0],p=u!==void 0&&(a.includes(u)||i.includes(u)||c&&u.text==="-"),f=s==="python"?t.findIndex(S=>i.includes(S)):-1,h=f>=0?t.slice(f+1):p?o.slice(1):o,m=zC(
s,r)?h.slice(0,UC).map(({text:S})=>l.get(S)?.text??d.read(S,e.folder)).filter(S=>S!==void 0):[],g=c?void 0:n.stdin?.remaining,k=m.length>0?m.join(""):g===b||g===
""?void 0:g,x=new Map,E=s==="awk"?D(r,"F","field-separator")[0]?.text:void 0;if(s==="awk")for(let{text:S}of[...D(r,"v","assign"),...h]){let[,w,A]=BC.exec(S)??[];
w!==void 0&&x.set(w,A)}return{args:h,environment:{...e.exported(),...n.environment},variables:x,...Z({script:p&&u&&a.includes(u)?u.text:void 0,input:k,separator:E,
printsLast:s==="javascript"&&G(r,"p","print")||void 0})}}var zC=(t,e)=>t==="awk"||(t==="perl"||t==="ruby")&&G(e,"n","p"),{interpreters:uh}=I;function gr(t){let e=ph(
t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":uh.get(e)?.language}var ph=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,
"$1").replace(/^pypy$/,"python");function ei(t,e){let n=ph(t.program),s=uh.get(n);if(!s)return;let r=s.language==="awk",o={...t,context:B(t.context,t.program)},
{options:i,operands:a}=L(JC(n,t.args),s),c=D(i,...s.code??[]),l=[...KC(t.args,a,s),...YC(i)],d=D(i,...s.files??[]),{scope:u,context:p}=t;s.operands==="code"&&c.
length===0&&d.length===0&&c.push(...n==="redis-cli"&&a.length>0?[dh(a)]:a.slice(0,1)),s.operands==="database then code"&&c.push(...a.slice(1));let[f]=D(i,...s.module??
[]);f&&QC(f.text,a,c,d);let h=s.operands===void 0&&c.length===0&&!G(i,...s.module??[]);h&&a[0]&&a[0].text!=="-"&&d.push(a[0]);let g=d.some(({text:te})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.
test(te))||c.length===0&&d.length===0&&(h||s.operands!==void 0),k=es(g?t:ts(t),c[0]?.text??"",e),[x]=d.map(({text:te})=>(e.sources.get(te)??e.files.written(te,u.
folder))?.from??[]),E=r?Zo(t,e):void 0,S=x?.length?dr(k,x):k,w=r&&p.input?.kind==="pipe"?p.input:void 0,A=e.addInvocation({...S,args:t.args.filter(te=>!c.includes(
te)||te.text.includes(b)),...Z({filter:w&&{code:dh(c).text,from:w.from}})}),P=GC(t,s,{options:i,operands:a,code:c,files:d,reads:g},e),C=[];for(let{text:te}of[...c,
...l])C.push(Ft(s.language,te,o,e,P));for(let{text:te}of d){let M=e.sources.get(te)?.text??e.files.read(te,u.folder);M!==void 0&&C.push(Ft(s.language,M,o,e,P))}
let N=g?p.stdin?.readRest():void 0;N!==void 0&&C.push(Ft(s.language,N,{...o,context:ct(o.context)},e,P));let V=C.join("");return E!==void 0?E===b&&V!==""?V:E:V!==
""&&s.language!=="sql"?G(i,"p")&&n!=="node"?A:V:s.language==="sql"?XC(c)??A:A}function KC(t,e,n){let[s,...r]=e;if(!s||n.operands==="no code")return[];let o=t[t.
indexOf(s)-1]?.text??"",i=n.operands===void 0&&/[(;`\n]/.test(s.text)?[s]:[];if(!/^-./.test(o))return i;let{options:a,operands:c}=L(r,n),l=D(a,...n.code??[]);return[
...i,...l,...n.operands==="code"?c.slice(0,1):[]]}var YC=t=>D(t,"import","loader","experimental-loader","r","require").flatMap(({text:e})=>{let[,n,s]=/^data:[^,;]*(?:;(?!base64)[^,;]*)*(;base64)?,([\s\S]*)$/.
exec(e)??[];return s===void 0?[]:[R(n?Buffer.from(s,"base64").toString("utf8"):nt.url(s))]});function XC(t){let e=t.flatMap(({text:n})=>/^\s*(?:select|with)\b/i.
test(n)?[...n.slice(0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,s])=>`${s}${b};
`):[]);return e.length>0?e.join(""):void 0}function QC(t,e,n,s){t==="timeit"?n.push(...e.filter(({text:r})=>!/^-\w*[nru]?\d*$/.test(r))):/^(?:cProfile|profile|pdb|trace|runpy|coverage|asyncio)$/.
test(t)&&s.push(...e.filter(({text:r})=>r.endsWith(".py")).slice(0,1))}var dh=t=>R(t.map(({text:e})=>e).join(" "));function JC(t,e){let[n,...s]=e;return t==="de\
no"&&n?.text==="eval"?[R("-e"),...s]:(t==="deno"||t==="bun")&&n?.text==="run"?s:e}function Ft(t,e,n,s,r=ko){let{scope:o,context:i}=n;xe(e)&&s.budget.fail("too-m\
uch",`${n.program} runs code that cannot be read to its end`);let a="";if(!s.readCode)return a;let c=t==="sql"?ZC(e.replace(/^\s*\.(?!shell|system)\w+.*$/gm,""),
n):e;return s.budget.descend(()=>{s.budget.spend(e.length>>8);let{invocations:l,problem:d}=s.readCode(t,c,{readCommand:u=>e1(u,n,s),onWrite:(u,p)=>s.files.write(
u,p,o.folder),input:r,onPrint:u=>{a=a.length+u.length>65536?q:a+u}});d&&s.budget.fail(d.kind,d.detail);for(let u of l)s.budget.spendInvocation()&&s.invocations.
push(t1(u,n,i))},void 0),a}var ZC=(t,{program:e})=>/^mongo(?:sh)?$/.test(e)?t.replace(/^[ \t]*(use[ \t]+[^;\s]+)[ \t]*$/gim,"$1;").replace(/\n(?=[ \t]*db[.[])/g,
`;
`):t;function e1(t,e,n){let{context:s}=e,r=n.invocations.length;return n.runScript(t,ie(e),{...s,wrappers:[],redirects:[],captured:!0}),{invocations:n.invocations.
splice(r)}}var t1=(t,{scope:e,program:n,args:s},{wrappers:r,redirects:o,input:i,environment:a})=>({...t,wrappers:[...r,...t.wrappers],redirects:[...o,...t.redirects],
...t.program==="sql"&&{client:{program:n,args:s,environment:{...e.exported(),...a}}},...Z({input:t.input??i,folder:t.folder??(e.folder===void 0?void 0:R(e.folder))})});function fh(t,e){let[n,s]=n1(t),r=I.consoles.get(n),[o,...i]=s.slice(s.findIndex(({text:p})=>!p.startsWith("-")));if(!r||!o||!r.after.includes(o.text))return;let{
options:a,operands:c}=L(i,{...r,permuted:!0}),l=D(a,...r.code??[]);r.operands==="code"&&l.length===0&&l.push(...c.slice(0,1).filter(({text:p})=>p!=="-"));let d={
...t,context:B(t.context,n)};for(let{text:p}of l)Ft(r.language,p,d,e);let u=l.length===0?t.context.stdin?.readRest():void 0;u!==void 0&&Ft(r.language,u,{...d,context:ct(
d.context)},e)}function n1({program:t,args:e}){let n=gr(t)?e.findIndex(({text:r})=>!r.startsWith("-")):-1;if(n===-1)return[t,e];let{text:s}=e[n];return[s.slice(
s.lastIndexOf("/")+1),e.slice(n+1)]}var mh=require("node:path");var hh={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE",namespace:"GIT_NAMESPACE","exec-path":"GIT_EXEC_PATH"},s1=new RegExp([String.raw`^(core\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|`,
String.raw`diff\.external|gpg(\..+)?\.program|pager\..+|credential(\..*)?\.helper|(diff|merge|filter|difftool|`,String.raw`mergetool)\..+\.(cmd|command|textconv|driver|clean|smudge|process|path)|uploadpack\.packobjectshook|`,
String.raw`sendemail\.(tocmd|cccmd|headercmd))$`].join(""),"i"),gh=(t,e)=>{let{options:n,operands:s}=L(t.args,I.getopt.git),r={...t.context.environment},o=r1(n,
r,t);for(let{name:u,value:p}of n)hh[u]&&p&&(r[hh[u]]=p);let i=t.scope.copy();for(let{text:u}of D(n,"C"))i.folder=/^[/~]/.test(u)||i.folder===void 0?u:mh.posix.normalize(
`${i.folder}/${u}`);let a={...t,args:s,scope:i,context:{...t.context,environment:r}},c=B(a.context,"git"),l=u=>{e.runScript(u,ie(a),c)};for(let[u,p]of o)s1.test(
u)&&l(p.replace(/^!/,""));let d=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let u of I.gitVariables)d[u]!==void 0&&l(d[u].text);return yh(
a,o,e,0)};function r1(t,e,{scope:n}){let s=[],r=Number(e.GIT_CONFIG_COUNT?.text??n.exported().GIT_CONFIG_COUNT?.text??0)||0,o=n.exported();for(let a=0;a<Math.min(
r,50);a+=1){let[c,l]=["KEY","VALUE"].map(d=>(e[`GIT_CONFIG_${d}_${a}`]??o[`GIT_CONFIG_${d}_${a}`])?.text);c!==void 0&&s.push([c,l??b])}let i=(e.GIT_CONFIG_PARAMETERS??
o.GIT_CONFIG_PARAMETERS)?.text??"";for(let[,a,c]of i.matchAll(/'([^'=]+)'?='?([^']*)'/g))s.push([a,c]);for(let{text:a}of D(t,"c")){let[,c=a,l="true"]=/^([^=]+)=([\s\S]*)$/.
exec(a)??[];s.push([c,l]),e[`GIT_CONFIG_KEY_${r}`]=R(c),e[`GIT_CONFIG_VALUE_${r}`]=R(l),r+=1,e.GIT_CONFIG_COUNT=R(String(r))}for(let{text:a}of D(t,"config-env")){
let[c="",l=""]=a.split("=");s.push([c,(e[l]??n.get(l)?.words[0])?.text??b])}return s}var o1=8;function yh(t,e,n,s){let[r,...o]=t.args;if(r===void 0)return n.addInvocation(
t);let i=e.findLast(([c])=>c.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??n.gitAliases.get(r.text);if(i!==void 0&&s<o1){if(i.startsWith("!"))return n.
runScript(`${i.slice(1)} "$@"`,ie(t,[R("git"),...o]),B(t.context,"git"));let c=i.trim().split(/\s+/).map(l=>R(l.replace(/^(["'])(.*)\1$/,"$2")));return yh({...t,
args:[...c,...o]},e,n,s+1)}let a=n.addInvocation(t);return i1(r.text,o,t,n),a}function i1(t,e,n,s){let r=B(n.context,"git"),o=l=>{s.runScript(l,ie(n),r)},i=I.gitCode.
get(t)?.options??[],{options:a,operands:c}=L(e,{short:i.filter(l=>l.length===1).join(""),long:i.filter(l=>l.length>1),permuted:!0});for(let{text:l}of D(a,...i))
o(l);if(t==="bisect"&&e[0]?.text==="run"&&s.runWords(e.slice(1),n.scope,r),t==="submodule"){let l=e.findIndex(({text:u})=>u==="foreach"),d=e.slice(l+1).filter(({
text:u},p,f)=>p>0||!/^(--recursive|-q|--quiet)$/.test(u)||f.length===1);l!==-1&&o(d.map(({text:u})=>u).join(" "))}for(let{text:l}of c)l.startsWith("ext::")&&o(l.
slice(5).replaceAll("% ","\\ "));t==="config"&&a1(e,s)}function a1(t,{gitAliases:e}){let n=t.findIndex(({text:r})=>/^alias\./i.test(r)),s=t[n+1];n!==-1&&s&&e.set(
t[n].text.slice(6),s.text)}function bh(t){if(t.length>1e4)return;let e=[],n=0;for(;n<t.length;)if(/[\s;{}!]/.test(t[n]))n+=1;else if(t[n]==="#")n=yr(t,n);else{let s=c1(t,n);if(s===void 0)
return;if(s>n){n=s;continue}let r=l1(t,n);if(!r)return;e.push(r.command),n=r.end}return e}function yr(t,e){let n=t.indexOf(`
`,e);return n===-1?t.length:n}function c1(t,e){let n=/^(?:\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z]))/.exec(t.slice(e,e+40));return n?e+n[0].length:t[e]==="/"?vc(
t,e+1,"/"):t[e]==="\\"&&e+1<t.length?vc(t,e+2,t[e+1]):e}function vc(t,e,n){for(let s=e;s<t.length;s+=1)if(t[s]==="\\")s+=1;else if(t[s]==="[")s+=(/^\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]/.
exec(t.slice(s,s+300))?.[0].length??1)-1;else if(t[s]===n)return s+1}function wc(t,e,n){for(let s=e;s<t.length;s+=1)if(t[s]==="\\")s+=1;else if(t[s]===n)return s+
1}function l1(t,e){let n=t[e],s=yr(t,e),r=t.slice(e+1,s).trim();if(n==="s")return u1(t,e);if(n==="y"){let o=wc(t,e+2,t[e+1]??""),i=o===void 0?void 0:wc(t,o,t[e+
1]);return i===void 0?void 0:{command:{kind:"other"},end:i}}if(n==="e")return{command:{kind:"execute",command:r},end:s};if(n==="w"||n==="W")return{command:{kind:"\
write",file:r},end:s};if(n==="r"||n==="R")return{command:{kind:"read",file:r},end:s};if(/[aic]/.test(n))return{command:{kind:"other"},end:d1(t,e)};if(/[pPdDnNqQ=l]/.
test(n)){let o=/^[qQlL]?\s*\d*/.exec(t.slice(e,e+12))[0].length;return{command:{kind:/[pdnqQPD]/.test(n)?"select":"other"},end:e+Math.max(1,/[qQl]/.test(n)?o:1)}}
if(/[:btTv]/.test(n)){let o=/^[^;\n}]*/.exec(t.slice(e+1))[0].length;return{command:{kind:"other"},end:e+1+o}}return/[gGhHxzF]/.test(n)?{command:{kind:"other"},
end:e+1}:void 0}function d1(t,e){let n=yr(t,e);for(;n<t.length&&t[n-1]==="\\";)n=yr(t,n+1);return n}function u1(t,e){let n=t[e+1];if(n===void 0||/[\s\\\w]/.test(
n))return;let s=vc(t,e+2,n),r=s===void 0?void 0:wc(t,s,n);if(s===void 0||r===void 0)return;let o=/^[gpeimIM\d]*/.exec(t.slice(r))[0],i={kind:"replace",pattern:t.
slice(e+2,s-1),replacement:t.slice(s,r-1),flags:o,delimiter:n},a=r+o.length;if(t[a]!=="w")return{command:i,end:a};let c=yr(t,a);return{command:{...i,file:t.slice(
a+1,c).trim()},end:c}}var p1=200,f1=2,h1=3e5,m1=128;function g1(t,e,n,s){let{pattern:r,replacement:o,flags:i}=e;if(t.includes(b)||r.includes(b))return de(t+r);if(!/^[gpeI]*$/i.test(i)||
o.length>p1||t.length>65536)return de("");let a=m=>m.replaceAll(`\\${e.delimiter}`,()=>e.delimiter),c=k1(a(r),n),l=c&&b1(a(o)),d=c&&y1(c.source,i);if(!d||!l)return de(
"");let u=t.split(`
`),p=u.reduce((m,g)=>m+g.length**(c.repeated+1),0);if(p>h1||!s.spend(Math.ceil(p/m1)))return de("");let f=u.at(-1)===""&&u.length>1?u.pop():void 0;return[...u.map(
m=>m.replace(d,(...g)=>l.map(k=>typeof k=="number"?g[k]??"":k).join(""))),...f===void 0?[]:[f]].join(`
`)}function y1(t,e){try{return new RegExp(t,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}catch{return}}function b1(t){if(!/\\[a-zA-Z]/.test(t.replaceAll("\
\\n","").replaceAll("\\t","")))return[...t.matchAll(/\\([\s\S])|(&)|([^\\&]+)/g)].map(([,e,n,s])=>n!==void 0?0:e===void 0?s:/\d/.test(e)?Number(e):e==="n"?`
`:e==="t"?"	":e)}var kh={alpha:"A-Za-z",digit:"0-9",alnum:"A-Za-z0-9",upper:"A-Z",lower:"a-z",space:" \\t\\r\\f\\v",blank:" \\t"};function k1(t,e){let n=0,s=!0,
r=t.replace(/\\([\s\S])|\[(\^?)(\]?(?:\[:\w+:\]|[^\]])*)\]|[\s\S]/g,(i,a,c,l,d)=>{if(l!==void 0){let u=l.replace(/\[:(\w+):\]/g,(p,f)=>(Object.hasOwn(kh,f)||(s=
!1),kh[f]??p));return`[${c??""}${u.replace(/\\(?![trfv])|\]/g,"\\$&")}]`}if(a!==void 0){if(a==="n"||a==="t"||a==="s"||a==="S"||a==="w")return i;let u=/[(){}|+?]/.
test(a);return/[\w<>\x60']/.test(a)&&(s=!1),u?e?`\\${a}`:o(a):`\\${a}`}return i==="*"?d===0||!e&&t[d-1]==="^"?"\\*":o("*"):/[(){}|+?]/.test(i)?e?o(i):`\\${i}`:i===
"^"&&d>0&&!/[(|]/.test(t[d-1])?e?"^":"\\^":i==="$"&&d<t.length-1&&!e&&t[d+1]!=="\\"?"\\$":/[/\]]/.test(i)?`\\${i}`:i});function o(i){return i==="{"&&(s=!1),/[*+?]/.
test(i)&&(n+=1),i}if(!(!s||n>f1||/\)[*+]/.test(r)||r===""))return{source:r,repeated:n}}var x1=8,wh=/^\/dev\/(?:stdout|stderr|fd\/[12])$/,Sh=(t,e)=>{let{options:n,
operands:s}=L(t.args,I.getopt.sed),r=D(n,"e","expression").map(({text:h})=>h),o=D(n,"f","file").map(({text:h})=>S1(h,t,e));r.length===0&&o.length===0&&r.push(s.
shift()?.text??"");let i=[...r,...o].join(`
`),a=bh(i);e.budget.spend(x1*(a?.length??0));let c=(a??[]).flatMap(h=>{let m="file"in h&&h.file!==void 0&&!wh.test(h.file)?h.file:"";return m===""?[]:[{kind:h.kind===
"read"?"read":"write",path:R(m)}]}),l={...t.context,redirects:[...t.context.redirects,...c]};e.addInvocation({...t,context:l});let d=G(n,"i","in-place"),u=d?b:ln(
t,e,s);if(a===void 0)return i.includes(b)||e.budget.fail("unparsable","its sed script cannot be parsed"),de(u);let p=G(n,"E","r","regexp-extended"),f=u;for(let h of a)
f=v1(h,{text:f,extended:p,operands:s},t,e);return d?"":f.length>65536?q:f};function v1(t,{text:e,extended:n,operands:s},r,o){let i=B(r.context,r.program);switch(t.
kind){case"select":return e;case"other":return de(e);case"read":return e.includes(b)?Re(e):b;case"write":return xh(t.file,e,r,o),e;case"execute":return t.command!==
""?(o.runScript(t.command,ie(r),i),e.includes(b)?Re(e):b):vh(e,s,r,o);default:{let a=g1(e,t,n,o.budget);return t.flags.includes("e")?(a.includes(b)&&o.runScript(
w1(t),ie(r),i),(!a.includes(b)||s.length===0)&&vh(a,[],r,o),b):(t.file!==void 0&&xh(t.file,a,r,o),a)}}}var xh=(t,e,{scope:n},{files:s})=>{wh.test(t)||s.write(t,
e,n.folder)};function vh(t,e,n,s){let r=ie(n),o=B(n.context,n.program);if(t!==b)for(let i of t.split(`
`))s.runScript(i,r,ct(o));else if(e.length>0)for(let i of e)s.runWords([R("sh"),i],r,o);else s.runWords([R("sh")],r,{...o,stdin:new Qe(t)});return b}var w1=({replacement:t})=>t.
replace(/\\([\s\S])|&/g,(e,n)=>e==="&"||/\d/.test(n??"")?b:n==="n"?`
`:n??""),S1=(t,e,n)=>(t==="-"?e.context.stdin?.readRest():void 0)??It(t,e,n)??b;var E1=["sh","bash","dash","zsh","ksh","mksh","ash","rbash","fish","csh","tcsh","yash"],C1=(t,e)=>{let{args:n,context:s}=t,{options:r,operands:o}=L(n.map(T1),I.
getopt.shell);if(t.program==="fish")return _1(t,e);let i=B(s,t.program);for(let{name:d,value:u}of r)u&&(d==="rcfile"||d==="init-file")&&Sc(u,{...t,args:[u]},e);
let[a,...c]=o;if(A1(t.args,r))return e.addInvocation({...ts(t),args:[]});if(G(r,"c","command")){if(a===void 0)return e.addInvocation(t);let d=c[0]??R(t.program);
return e.addInvocation({...es(ts(t),a.text,e),args:P1(n,a)}),e.runScript(a.text,ie(t,[d,...c.slice(1)]),i)}return a===void 0||G(r,"s")||a.text==="-"||/^\/(dev\/stdin|proc\/self\/fd\/0|dev\/fd\/0)$/.
test(a.text)?ns(t,e,ie(t,[R(t.program),...o])):Sc(a,{...t,args:o},e)};function _1(t,e){let{options:n,operands:s}=L(t.args,I.getopt.fish),r=D(n,"c","command","C",
"init-command"),[o]=s;if(r.length===0&&o)return Sc(o,{...t,args:s},e);if(r.length===0)return ns(t,e,ie(t));e.addInvocation({...ts(t),args:t.args.filter(i=>!r.includes(
i))});for(let{text:i}of r)e.runScript(i,ie(t),B(t.context,t.program));return b}var A1=(t,e)=>G(e,"n","no-execute")&&!G(e,"i")&&!t.some(({text:n})=>n.startsWith(
"+")),T1=t=>/^\+[a-zA-Z]/.test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t,P1=(t,e)=>e.text.includes(b)?t:t.filter(n=>n!==e);function ns(t,e,n=t.scope){let{context:s}=t,
r=s.stdin?.readRest();return r===void 0?e.addInvocation(t):(!r.includes(b)&&!R1(s)?e.addInvocation({...t,context:{...s,input:{kind:"text",text:r}}}):e.addInvocation(
s.input?.kind==="text"?es(t,r,e):t),e.runScript(r,n,ct(B(s,t.program))))}var R1=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==void 0&&
/^(?:python|javascript|perl|ruby|php|awk)$/.test(gr(e)??"")};function Sc(t,e,n){let{scope:s,context:r}=e,o=n.sources.get(t.text);if(o){let a={...r,input:{kind:"\
pipe",from:o.from},stdin:new Qe(o.text)};return ns({...e,context:a},n,ie(e,e.args))}let i=n.files.written(t.text,s.folder);return e.context.isConcurrent&&t.text===
s.arguments[0]?.text&&cn(e,n),n.addInvocation(Ec(ts(e),i?.from)),i===void 0?b:Ch(t,i.text,e,n)}var Ec=(t,e=[])=>e.length===0?t:dr(t,e);function Ch(t,e,n,s){let[
,r]=/^#!\s*(\S.*)/.exec(e)??[],o=r&&gr(r.split(/\s+/).at(r.includes("env ")?-1:0)),i=B(n.context,n.program),a=`file ${t.text}
${e}`;if(s.activeScripts.includes(a))return n.context.isConcurrent&&cn(n,s),b;s.activeScripts.push(a);let c=b;return o&&o!=="shell"?Ft(o,e,{...n,context:i},s):c=
s.runScript(e,ie(n,[t,...n.args.slice(1)]),{...i,isConcurrent:!1}),s.activeScripts.pop(),c}function _h(t,e){let[n]=t.words,s=n.text.includes("/")?e.files.written(
n.text,t.scope.folder):void 0;if(s!==void 0)return e.addInvocation(Ec(t,s.from)),Ch(n,s.text,{...t,args:t.words},e)}var Eh=(t,e)=>{let[n,...s]=t.args;if(n===void 0)
return e.addInvocation(t);if(n.text==="/dev/stdin"||n.text==="-")return ns(t,e);let r=e.sources.get(n.text),o=r?{...t.context,input:{kind:"pipe",from:r.from},stdin:new Qe(
r.text)}:t.context;if(r)return ns({...t,context:o},e);let i=e.files.written(n.text,t.scope.folder);return e.addInvocation(Ec(t,i?.from)),i===void 0?b:(s.length>
0&&(t.scope.arguments=[n,...s]),e.runScript(i.text,t.scope,B(o,t.program)))},Ah=[...E1.map(t=>[t,C1]),["source",Eh],[".",Eh]];var I1=4,br=4096,$1=65536,kr=(t,e,n)=>n.runScript(t,ie(e),B(e.context,e.program)),Th=(t,e)=>{e.addInvocation(t);let{options:n}=L(t.args,I.getopt.make),s=D(n,"f",
"file","makefile").map(({text:i})=>i),r=D(n,"eval","E").map(({text:i})=>i);for(let i of s.length>0?s:["Makefile","makefile","GNUmakefile"])r.push((i==="-"?t.context.
stdin?.readRest():It(i,t,e))??"");let o=t.args.flatMap(({text:i})=>/^([\w.]+)=([\s\S]*)$/.exec(i)?.slice(1,3)??[]);o.includes("SHELL")&&kr(o[o.indexOf("SHELL")+
1],t,e);for(let i of r){let a=N1(i);for(let l=0;l<o.length;l+=2)a.set(o[l],o[l+1]);for(let[,l]of i.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))kr(Ph(l,a),
t,e);let c=i.replaceAll(`\\
`," ").split(`
`).filter(l=>/^\t|^[^\t=#:]+:[^=;]*;/.test(l)).map(l=>l.replace(/^[^\t]*?;/,"").replace(/^[\t ]*[@+-]*/,""));for(let l of c)l.length>br?e.budget.fail("too-long",
`a recipe is longer than ${br} characters`):kr(Ph(l,a),t,e)}return b};function N1(t){let e=new Map([["HOME","~"],["RM","rm -f"],["MAKE","make"],["CURDIR","."],[
"PWD","."]]);for(let[,n,s]of t.matchAll(/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm))e.set(n,s);return e}function Ph(t,e){let n=t,s=0;
for(let r=0;r<I1&&n.length<br;r+=1){let o=n;if(n=n.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(i,a,c)=>{let l=a??c;return s+=e.get(l)?.length??0,s>br?"":
e.get(l)??(a===void 0?i:`\${${l.replaceAll(".","_")}}`)}),n===o)break}return(s>br?n+b:n).replaceAll("$$","$")}var O1=(t,e)=>{e.addInvocation(t);let{options:n}=L(
t.args,I.getopt.just),[s]=D(n,"f","justfile").map(({text:r})=>r);for(let r of s===void 0?["justfile","Justfile",".justfile"]:[s]){let o=(It(r,t,e)??"").split(`
`);for(let i of o.filter(a=>/^[ \t]+\S/.test(a)))kr(i.replace(/^[ \t]*[@-]*/,"").replace(/\{\{[^}]*\}\}/g,b),t,e)}return b};function Rh(t,e){let[n,s]=t.args.filter(
({text:a})=>!a.startsWith("-")).map(({text:a})=>a),r=/^(?:run|run-script|rum|urn)$/.test(n??"")?s:L1[n??""]??n,o=r===void 0?void 0:It("package.json",t,e);if(o===
void 0||o.length>$1)return;let i=D1(o);for(let a of[`pre${r}`,r,`post${r}`]){let c=i.get(a);c!==void 0&&!e.activeScripts.includes(`script ${a}`)&&(e.activeScripts.
push(`script ${a}`),kr(c,t,e),e.activeScripts.pop())}}var L1={t:"test",i:"install",ci:"install",add:"install"};function D1(t){let e;try{e=JSON.parse(t)}catch{return new Map}
let n=typeof e=="object"&&e!==null&&"scripts"in e?e.scripts:void 0;return typeof n!="object"||n===null?new Map:new Map(Object.entries(n).filter(s=>typeof s[1]==
"string"))}var Ih=[["make",Th],["gmake",Th],["just",O1]];var W1=new RegExp([String.raw`^\s*(?:DROP\s+(?:DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\b|TRUNCATE\s+\S|`,String.raw`DELETE\s+FROM\s|ALTER\s+TABLE\s|UPDATE\s+\S+\s+SET\s|GRANT\s|REVOKE\s)`].
join(""),"i"),M1=/(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)/gi,q1=/"(?:query|q|sql|statement|stmt)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/gi,$h=16384;function j1(t,e){
let{options:n,operands:s}=L(t.args,I.getopt.request),r=n.filter(({name:a})=>a==="d"||/^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(a)).flatMap(({value:a})=>a?
[a.text.slice(0,$h)]:[]),i=[...r,...D(n,"url").concat(s).map(({text:a})=>a.slice(0,$h))].flatMap(a=>[...[...a.matchAll(M1)].map(c=>F1(c[1])),...[...a.matchAll(q1)].
map(c=>c[1].replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"))]);for(let a of[...r,...i])W1.test(a)&&Ft("sql",a,t,e)}function F1(t){let e=t.replaceAll("+"," ");try{return decodeURIComponent(e)}catch{
return e}}var H1=/^\s*-?(?:put|mput|reput|send|append|mirror\s+(?:-\w*R\w*|--reverse))\s+(.*)$/,V1=100,U1=(t,e)=>{let{options:n,operands:s}=L(t.args,I.getopt.transfer),
r=t.context.stdin?.readRest()??"",[o]=D(n,"b"),i=o&&e.files.written(o.text,t.scope.folder)?.text,a=t.program==="lftp"?D(n,"e","c").map(p=>p.text):[],c=e.addInvocation(
t),l=[r,i??"",...a].join(`
`).split(/[\n;]/),d=l.flatMap(p=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(p)?.[1]??[]),u=(s[0]?.text??d[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let p of l.
slice(0,V1)){let[,f]=H1.exec(p)??[],h=f?.split(/\s+/).filter(k=>k!==""&&!k.startsWith("-"))??[],m=h.length>1&&!/mput/.test(p)?h.slice(0,-1):h;if(m.length===0)continue;
let g=["scp","-r",...m,`${u||"unknown"}:`].map(k=>R(k,/[*?[]/.test(k)));e.runWords(g,t.scope,B(t.context,t.program))}return c},{getopt:Ue}=I,Cc=t=>t.map(({text:e})=>e).
join(" "),_s=(t,e,n)=>n.runScript(t,ie(e),B(e.context,Yo(e.program))),wn=t=>(e,n)=>{let s=n.addInvocation(e);for(let r of t(e.args))_s(r,e,n);return s},ti=(t,...e)=>n=>D(
L(n,{...t,permuted:!0}).options,...e).map(({text:s})=>s),B1=wn(t=>{let{options:e}=L(t,Ue.tar),n=D(e,"checkpoint-action").map(({text:r})=>r),s=["I",...Ue.tar.long.
filter(r=>r!=="checkpoint-action"),"F"];return[...n.flatMap(r=>r.startsWith("exec=")?[r.slice(5)]:[]),...D(e,...s).map(({text:r})=>r)]}),G1=new RegExp([String.raw`^\s*:?\s*(?:[\d,.$%]*!|r\s*!|w\s*!|silent!?\s*!|term(?:inal)?\s+|call\s+system\(["']|`,
String.raw`lua\s+os\.execute\(["'])\s*(.+?)(?:["']\))?$`].join("")),z1=/^\s*:?\s*(?:sh(?:ell)?|term(?:inal)?)!?\s*$/,K1=(t,e)=>{e.addInvocation(t);let n=ti(Ue.editor,
"c","cmd")(t.args),s=t.args.flatMap(({text:o})=>o.startsWith("+")?[o.slice(1)]:[]),r=/^(ex|ed|vi|vim|nvim)$/.test(t.program)&&t.context.stdin?t.context.stdin.readRest().
split(`
`):[];for(let o of[...n,...s,...r]){let i=z1.test(o)?"sh":G1.exec(o)?.[1];i!==void 0&&_s(i,t,e)}return b},Y1=(t,e)=>{let{options:n,operands:s}=L(t.args,Ue.ssh),
[r,...o]=s,{options:i,operands:a}=L(o,Ue.ssh);n.push(...i);let c=a[0]?.text==="--"?a.slice(1):a,l=c.length===0&&r!==void 0&&t.context.stdin!==void 0;l||e.addInvocation(
{...t,args:t.args.filter(d=>!c.includes(d))});for(let{text:d}of D(n,"o")){let[,u]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(d)??[];u!==
void 0&&_s(u,t,e)}return c.length>0?_s(Cc(c),t,e):l?ns({...t,scope:ie(t)},e):b},X1=(t,e)=>{let n=e.addInvocation(t),{operands:s}=L(t.args,Ue.container);(s[0]?.text===
"compose"||s[0]?.text==="container")&&({operands:s}=L(s.slice(1),Ue.container));let[r,...o]=s;if(!/^(exec|run|debug)$/.test(r?.text??""))return n;let i=o.findIndex(
({text:c})=>c==="--"),a=i===-1?Q1(o):o.slice(i+1);return a.length>0?e.runWords(a,t.scope,J1(t)):b},Q1=t=>{let{options:e,operands:n}=L(t,Ue.container);return[...D(
e,"entrypoint"),...n.slice(1)]},J1=t=>B(t.context,t.program),Z1=(t,e)=>{let{after:n=[],code:s=[],values:r=[],skip:o=0}=I.runners.get(t.program),i={short:[...r,...s].
filter(g=>g.length===1).join(""),long:[...r,...s].filter(g=>g.length>1)},{operands:a}=L(t.args,i);if(/^(npm|pnpm|yarn|bun)$/.test(t.program)&&Rh(t,e),t.program===
"yarn"&&a[0]?.text==="node")return e.runWords(a,t.scope,B(t.context,t.program));let[c]=a;if(/^(?:pnpm|yarn)$/.test(t.program)&&a.length>1&&!I.packageVerbs.has(c.
text))return e.addInvocation(t),e.runWords(a,t.scope,B(t.context,t.program));let d=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(a[0]?.text??"")?a.slice(0,
10).findIndex(({text:g})=>n.includes(g)):0;if(n.length>0&&!n.includes(a[d]?.text??""))return ei(t,e)??e.addInvocation(t);let u=e.addInvocation(t),{options:p,operands:f}=L(
a.slice(n.length>0?d+1:0),i);for(let{text:g}of D(p,...s))_s(g,t,e);let h=f.findIndex(({text:g})=>g==="--"),m=h===-1?f.slice(o):f.slice(h+1);return m.length>0?e_(
m,t,e):u};function e_(t,e,n){return t.length===1&&Ko(t[0])?_s(t[0].text,e,n):n.runWords(t,e.scope,B(e.context,e.program))}var t_=(t,e)=>{e.addInvocation(t);let n=t.
context.stdin?.readRest();return n===void 0?b:e.runScript(n,ie(t),ct(B(t.context,t.program)))},n_=(t,e)=>{let n=e.addInvocation(t),{options:s,operands:r}=L(t.args,
Ue.copy),{files:o}=e,{folder:i}=t.scope,[a]=D(s,"t","target-directory"),c=a??r.at(-1);for(let{text:l}of a?r:r.slice(0,-1)){let d=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.
test(l)?{text:`${l} "$@"`,from:[]}:void 0,u=e.sources.get(l)??o.written(l,i)??d;u===void 0||!c||(o.write(c.text,u.text,i,u.from),o.write(`${c.text}/${l.slice(l.
lastIndexOf("/")+1)}`,u.text,i,u.from))}return n},s_=(t,e)=>{let n=e.invocations.length,s=e.addInvocation(t);j1(t,e);let r=t.program!=="curl",{options:o,operands:i}=L(
t.args,r?Ue.wget:Ue.curl),a=D(o,...r_[t.program]??["o","output","out"]).map(({text:d})=>d),l=(r?a.length===0:G(o,"O","remote-name","J"))?i.map(({text:d})=>d.replace(
/[?#].*$/,"").replace(/^.*\//,"")):[];for(let d of[...a,...l])d!=="-"&&e.files.write(d,b,t.scope.folder,e.invocations.slice(n));return s},r_={wget:["O","output-\
document"],wget2:["O","output-document"]},o_=(t,e)=>e.addInvocation(t.args[0]?.text.startsWith("+")?{...t,args:t.args.slice(1)}:t);function i_(t){let{operands:e}=L(
t,Ue.tmux),[n,...s]=e,{operands:r}=L(s,Ue["tmux-command"]),o=r.filter(({text:i})=>!/^(Enter|C-m|KPEnter)$/.test(i));return/^(new|neww|new-session|new-window|split-window|splitw|run|run-shell|respawn-pane|send|send-keys)$/.
test(n?.text??"")?[Cc(o)]:[]}var a_={gdb:wn(t=>ti(Ue.gdb,"ex","eval-command")(t).flatMap(e=>/^\s*(?:shell|!)\s*(.+)/.exec(e)?.slice(1)??[])),osascript:wn(t=>ti(
Ue.osascript,"e")(t).flatMap(e=>[...e.matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g)].map(([,n])=>n.replace(/\\(.)/g,"$1")))),tmux:wn(i_),screen:wn(t=>{let{options:e,
operands:n}=L(t,Ue.screen);return[e.some(({name:s})=>s==="X")?Cc(n):Zn(n)]}),capsh:wn(t=>{let e=t.findIndex(({text:n})=>n==="--");return e===-1?[]:[`bash ${Zn(t.
slice(e+1))}`]}),concurrently:wn(t=>L(t,Ue.concurrently).operands.map(({text:e})=>e)),cargo:o_},c_=[["tar bsdtar gtar",B1],["vim vi nvim view ex ed less more",K1],
["sed gsed",Sh],["ssh",Y1],["sftp ftp lftp",U1],["docker docker-compose podman nerdctl kubectl oc",X1],["curl wget wget2 aria2c axel",s_],["at batch",t_],["cp m\
v install ln",n_]],Nh=[...Object.entries(a_),...c_.flatMap(([t,e])=>t.split(" ").map(n=>[n,e])),...[...I.codeOptions].map(([t,{code:e,...n}])=>[t,wn(ti(n,...e))]),
...[...I.runners.keys()].map(t=>[t,Z1])];var l_=/^(?:ba|da|z|k|mk|a|rba|ya)?sh$/,d_=["BASH_ENV","ENV"];function Oh(t,e){let{program:n,scope:s,context:r}=t,o=I.codeVariables.get(n)?.variables??[],i=l_.test(
n);if(o.length===0&&!i||r.wrappers.includes(n))return;let a={...s.exported(),...r.environment},c=B({...r,input:void 0,stdin:void 0},n),l=d=>{e.runScript(d,ie(t),
c)};for(let d of o)a[d]&&l(u_(d,a[d].text));i&&p_(t,a,l,d=>f_(d,t,c,e))}var u_=(t,e)=>t==="LESSOPEN"?e.replace(/^\|{0,2}-?\s*/,""):e;function p_({program:t,args:e},n,s,r){
let o=e.some(({text:c})=>/^-\w*i/.test(c)),i=d_[/^(?:r?ba|z)sh$/.test(t)?o?1:0:1],a=n[i];a&&(i==="BASH_ENV"||o)&&r(a),o&&n.PROMPT_COMMAND&&s(n.PROMPT_COMMAND.text);
for(let c of[i,"PS4",...o?["PS1"]:[]]){let l=n[c]?.text??"";/\$\(|`/.test(l)&&s(`: "${l}"`)}}function f_(t,e,n,s){s.runWords([R("."),t],ie(e),n)}function xr(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(n,s,r,o)=>s!==void 0?Lh(s):o!==
void 0?`[${r?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:n[0]==="*"?e?"[^]*?":"[^]*":n==="?"?"[^]":Lh(n))}var Lh=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var h_=t=>!I.nonRunners.has(t),m_=8;function g_(t){let e=Math.min(m_,t.length-1);for(let n=0;n<e;n+=1){let{text:s}=t[n];if(I.risky.has(s.slice(s.lastIndexOf("/")+
1))&&/^[-/~.*]|=|\//.test(t[n+1].text)||s==="git"&&t.length>n+2)return n}return-1}function y_(t){let e=t.includes(b)?void 0:xr(t);if(e===void 0)return[];let n=b_(
e);return n?[...I.risky].filter(s=>n.test(s)).slice(0,3):[]}function b_(t){try{return new RegExp(`^(?:${t})$`)}catch{return}}function Wh(t,e){let{program:n}=t,s=I.
wrappers.get(n);return s?Dh(t,s,e):/^ld(-linux.*)?\.so/.test(n)?Dh(t,{long:["library-path","preload","argv0"]},e):w_(t,e)}function Dh(t,e,n){let{skip:s=0}=e,{options:r,
operands:o}=L(t.args,e),i=L(o.slice(s),s>0?e:{short:""}),a=i.options.length>0&&s>0?i.operands:o.slice(s);s>0&&r.push(...i.options);let c={...B(t.context,t.program),
environment:{...t.context.environment}},l=x_(t.scope,r,e),d=D(r,...e.code??[]),u=n.invocations.length;e.own&&n.addInvocation(t);let p="";e.assigns&&v_(a,c);let f={
...c,wrappers:B(t.context,Yo(t.program)).wrappers};for(let{text:m}of d)p=n.runScript(m+k_(a,e),l.child([R("sh"),...a],c.environment),f);let h=e.joined&&!G(r,"x",
"exec")||a.length===1&&Ko(a[0]);return d.length===0&&h&&a.length>0?p=n.runScript(a.map(({text:m})=>m).join(" "),l.child([R("sh")],c.environment),f):d.length===0&&
a.length>0&&(p=n.runWords(a,l,c)),n.invocations.length===u?n.addInvocation(t):p}var k_=(t,{assigns:e})=>e?` ${t.map(({text:n})=>n).join(" ")}`:"";function x_(t,e,{
folder:n=[]}){let[s]=D(e,...n);if(!s)return t;let r=t.copy();return r.folder=s.text,r}function v_(t,e){let n={...e.environment};for(;;){let[,s,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.
exec(t[0]?.text??"")??[];if(s===void 0)break;n[s]={text:r,glob:t[0].glob},t.shift()}e.environment=n}function w_(t,e){let{program:n,words:s,args:r,scope:o,context:i}=t,
a=s[0].glob?y_(n):[n.replaceAll(b,"")];for(let l of a)l!==""&&l!==n&&e.runWords([R(l),...r],o,B(i,n));let c=h_(n)?g_(r):-1;c!==-1&&e.runWords(r.slice(c),o,B(i,n))}var S_=new Set("wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout".split(" ")),E_=12;function Ac(t,e){if(!(t.
type==="ArithmeticFor"?t.test===void 0:C_(t)||__(t,e)))return!1;let n=ni(t.body.commands,0);return n.starts&&!n.holds}function C_({kind:t,clause:e}){let[n]=e.commands;
if(e.commands.length!==1||n===void 0)return!1;let{command:s}=n;if(s.type==="ArithmeticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(s.body);if(s.type!=="\
Command")return!1;let r=[s.name?.text??"",...s.args.map(({text:o})=>o)].join(" ");return t==="while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.
test(r):/^(?:\/bin\/)?false$/.test(r)}var __=({kind:t,clause:e},n)=>t==="while"&&Tc(n)&&e.commands.length>0,Tc=t=>t?.kind==="pipe"&&A_(t.from.at(-1)),A_=t=>t!==
void 0&&!t.wrappers.includes("timeout")&&(t.program==="yes"||/^(cat|dd|tr|base64|xxd|od)$/.test(t.program)&&[...t.args,...t.redirects.map(({path:e})=>e)].some(({
text:e})=>/\/dev\/(?:zero|u?random|full)$/.test(e))&&!t.args.some(({text:e})=>/^count=/.test(e)));function ni(t,e){let n={starts:!1,holds:!1};if(e>E_)return n;for(let{
command:s,background:r}of t){let o=_c(s,e+1);n.starts||=r===!0||o.starts,n.holds||=!r&&o.holds}return n}function _c(t,e){switch(t.type){case"Command":return{starts:!1,
holds:S_.has(t.name?.text??"")};case"Pipeline":case"AndOr":return Mh(t.commands.map(n=>_c(n,e+1)));case"Subshell":case"BraceGroup":return ni(t.body.commands,e);case"\
Redirected":return _c(t.command,e);case"If":return Mh([t.then,...t.else?[t.else]:[]].map(({commands:n})=>ni(n,e)));case"For":case"While":return ni(t.body.commands,
e);default:return{starts:!1,holds:!1}}}var Mh=t=>({starts:t.some(({starts:e})=>e),holds:t.some(({holds:e})=>e)});var T_=256,Hh=64,qh=(t,e)=>{let{args:n,scope:s,context:r}=t,o=n.findIndex(({text:f},h)=>/^(-(?![HLPOD])|[(!])/.test(f)&&!/^-[HLP]$|^-O\d/.test(f)&&h>=0),i=n.slice(
0,o===-1?void 0:o).filter(({text:f})=>!/^-[HLPOD]/.test(f)),a=o===-1?[]:n.slice(o),c=P_(i.length>0?i:[R(".")],a),l=a.flatMap(({text:f},h)=>/^-f(print0?|ls|printf)$/.
test(f)&&a[h+1]?[a[h+1]]:[]);e.addInvocation({...t,context:{...r,redirects:[...r.redirects,...l.map(f=>({kind:"write",path:f}))]}});let d=[];a.forEach(({text:f},h)=>{
if(!/^-(exec|execdir|ok|okdir)$/.test(f))return;let m=a.findIndex((E,S)=>S>h&&(E.text===";"||E.text==="+"&&a[S-1]?.text==="{}")),k=a.slice(h+1,m===-1?void 0:m).
flatMap(E=>E.text==="{}"?c:[Pc(E,"{}",c[0])]),x=e.runWords(k,s,ct(B(r,"find")));x!==b&&d.push(x)});let u=c.map(({text:f})=>f);return nh(a,u,i[0]?.text??".",(f,h)=>e.
files.write(f,h,s.folder))+d.join("")};function P_(t,e){let n=e.flatMap(({text:s},r)=>{let o=e[r-1]?.text==="!"||e[r-1]?.text==="-not",i=e[r+1];return!/^-i?(name|path|wholename)$/.
test(s)||o||!i?[]:[i.text.slice(i.text.lastIndexOf("/")+1)]});return t.flatMap(({text:s,glob:r})=>{let o=`${s.replace(/\/+$/,"")}/${b}`;return n.length===0?[{text:o,
glob:r}]:n.slice(0,8).map(i=>({text:`${o}/${i}`,glob:r||/[*?[]/.test(i)}))})}var Pc=(t,e,{text:n,glob:s})=>({text:t.text.replaceAll(e,()=>n),glob:t.glob||s&&t.text.
includes(e)}),jh=(t,e)=>{e.addInvocation(t);let n=t.args.findIndex(({text:o})=>/^(-x|-X|--exec|--exec-batch)$/.test(o));if(n===-1)return b;let s=t.args.slice(n+
1).map(o=>Pc(o,"{}",R(b))),r=t.args.slice(n+1).some(({text:o})=>o.includes("{"));return e.runWords(r?s:[...s,R(b)],t.scope,B(t.context,t.program)),b},Fh=(t,e)=>{
let{options:n,operands:s}=L(t.args,I.getopt.xargs),{scope:r,context:o}=t;Tc(o.input)&&/^0+$/.test(D(n,"P","max-procs")[0]?.text??"")&&cn(t,e);let[i]=D(n,"a","ar\
g-file"),a=i?e.files.read(i.text,r.folder)??b:o.stdin?.readRest()??b,[c]=D(n,"d","delimiter"),l=G(n,"0","null"),d=D(n,"I","replace")[0]?.text??(G(n,"i","replace")?
"{}":void 0),u=l?a.includes("\0")?"\0":`
`:c?c.text.replace("\\n",`
`):d!==void 0?`
`:void 0,p=Vh(a,u),f=s.length>0?s:[R("echo")],m={...ct(B({...o},"xargs")),input:o.input};return e.budget.spend(p.length>>2),d===void 0?e.runWords([...f,...an(p,
T_)],r,m):an(p,Hh).map(({text:g,glob:k})=>R(g.trimStart(),k)).map(g=>e.runWords(f.map(k=>Pc(k,d,g)),r,m)).join("")};function Vh(t,e){return(e===void 0?t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??
[]:t.split(e)).filter(r=>r!=="").map(r=>R(e===void 0?r.replace(/^(["'])(.*)\1$/,"$2"):r))}var R_=(t,e)=>{let{options:n,operands:s}=L(t.args,I.getopt.parallel),{
scope:r,context:o}=t,i=s.findIndex(({text:g})=>/^:::{1,2}\+?$/.test(g)),a=i===-1?s:s.slice(0,i),c=G(n,"q","quote"),l=c?Zn(a):a.map(({text:g})=>g).join(" "),d=D(
n,"I","replace").find(({text:g})=>g!=="")?.text??"{}",u=[],p=D(n,"a","arg-file").map(({text:g})=>e.files.read(g,r.folder)??b),f=!1;for(let g of i===-1?[]:s.slice(
i))/^:::{1,2}\+?$/.test(g.text)?f=g.text.startsWith("::::"):f?p.push(g.text==="-"?o.stdin?.readRest()??b:It(g.text,t,e)??b):u.push(g);i===-1&&p.length===0&&p.push(
o.stdin?.readRest()??b);for(let g of p)u.push(...Vh(g,`
`));let h=B(o,"parallel"),m=l.includes(d)||/\{[^{}\s]*\}/.test(l);for(let g of an(u,Hh)){let k=c?g.text:jt(g),x=l===""?g.text:m?l.replaceAll(d,()=>k).replaceAll(
/\{[/.#%\d:+\w]*\}/g,E=>I_(E,g,k)):`${l} ${jt(g)}`;e.runScript(x,ie(t),ct(h))}return b},I_=(t,{text:e},n)=>/^\{-?\d*\}$/.test(t)?n:t==="{//}"?jt(R(e.includes("/")?
e.replace(/\/[^/]*$/,"")||"/":".")):t==="{/}"?jt(R(e.replace(/^.*\//,""))):/^\{[#%]\}$/.test(t)?"1":/^\{\d*[/.]+\}$/.test(t)?n:t,Uh=[["find",qh],["gfind",qh],["\
fd",jh],["fdfind",jh],["xargs",Fh],["gxargs",Fh],["parallel",R_]];var zh=require("node:path");var Kh=[["cd",Rc],["pushd",Rc],["popd",(t,e)=>Rc({...t,args:[R("-")]},e)],["export",vr],["declare",vr],["typeset",vr],["local",vr],["readonly",vr],["unset",O_],
["set",L_],["shift",D_],["read",W_],["mapfile",Bh],["readarray",Bh],["printf",j_],["alias",F_],["hash",N_],["unalias",(t,e)=>e.addInvocation(t)],["eval",H_],["t\
rap",V_],["command",(t,e)=>Gh(t,e)],["builtin",(t,e)=>Gh(t,e)],["type",Yh],["exec",U_]],Ic=t=>t.filter(({text:e})=>!/^-./.test(e));function Rc(t,e){let{scope:n}=t,
[s]=Ic(t.args.filter(({text:o})=>o!=="--"));e.addInvocation(t);let r=s?.text??"~";return r==="-"?n.folder=b:n.folder=/^[/~]/.test(r)||r.startsWith(b)||n.folder===
void 0?r:zh.posix.normalize(`${n.folder}/${r}`),""}function vr(t,e){let{scope:n,args:s,program:r}=t,o=s.filter(({text:a})=>/^-[A-Za-z]+$/.test(a)).map(({text:a})=>a).
join(""),i=r==="export"||o.includes("x");for(let{text:a,glob:c}of s){let[,l,d,u]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.exec(a)??[];if(l===void 0){i&&/^\w+$/.test(a)&&
n.export(a);continue}let p=n.get(l),f=p!==void 0&&p.words.length>1&&p.words.map(({text:g})=>g).join(" ")===u,h=$_((d?n.value(l):"")+u,o),m=f?p.words:[{text:h,glob:c}];
o.includes("n")?n.addReference(l,u):n.set(l,m,i||p?.exported),(r==="readonly"||o.includes("r"))&&n.fix(l)}return e.addInvocation(t)}function $_(t,e){return e.includes(
"l")?t.toLowerCase():e.includes("u")?t.toUpperCase():t}function N_(t,e){let[n,s,r]=t.args;return n?.text==="-p"&&s&&r&&t.scope.alias(r.text,s.text),e.addInvocation(
t)}function O_(t,e){let n=t.args.some(({text:s})=>s==="-f");for(let{text:s}of Ic(t.args)){let r=t.scope.functions.get(s);r&&(n||t.scope.get(s)===void 0)&&(r.certain=
!1),n||t.scope.set(s,[])}return e.addInvocation(t)}function L_(t,e){let{args:n,scope:s}=t,r=n.findIndex(({text:i})=>i==="--"),o=r===-1?n.findIndex(({text:i})=>!/^[-+]/.
test(i)):r+1;return o!==-1&&!(r===-1&&/^[-+]\w*o$/.test(n[o-1]?.text??""))&&(s.arguments=[s.arguments[0]??R("bash"),...n.slice(o)]),e.addInvocation(t)}function D_({
args:[t],scope:e}){let[n,...s]=e.arguments;return e.arguments=[n,...s.slice(Number(t?.text??1)||1)],""}function W_(t,e){let{args:n,scope:s,context:r}=t,o=/^-\w*[dinNptu]$/,
i=n.filter(({text:p},f)=>/^[A-Za-z_]\w*$/.test(p)&&!o.test(n[f-1]?.text??"")),a=n.find((p,f)=>/^-\w*a$/.test(n[f-1]?.text??"")),c=r.stdin?r.stdin.readLine()??"":
b,l=r.environment.IFS?.text??s.value("IFS"),d=M_(c.trim(),l);if(r.redirects.length>0&&e.addInvocation(t),a)return s.set(a.text,d.map(p=>R(p))),"";let u=i.length>
0?i:[R("REPLY")];return u.forEach(({text:p},f)=>{let h=f<u.length-1?d[f]??"":d.slice(f).join(l[0]??" ");s.set(p,[R(c===b||c===q?c:f===0&&u.length===1?c.trim():h)])}),
""}function M_(t,e){let n=[""];for(let s of t)e.includes(s)?n.at(-1)!==""&&n.push(""):n[n.length-1]+=s;return n}function Bh(t,e){let{args:n,scope:s,context:r}=t;
r.redirects.length>0&&e.addInvocation(t);let o=/^-\w*[CcdnOsu]$/,a=n.filter(({text:u},p)=>!/^-./.test(u)&&!o.test(n[p-1]?.text??"")).at(-1)?.text??"MAPFILE",c=n.
find((u,p)=>/^-\w*C$/.test(n[p-1]?.text??""));c&&e.runScript(`${c.text} 0 line`,s,B(r,t.program));let d=(r.stdin?.readRest()??b).replace(/\n$/,"").split(`
`);return s.set(a,an(d.map(u=>R(u)),q_)),""}var q_=1e3;function j_(t,e){let[n,s,...r]=t.args;return n?.text==="-v"&&s&&t.scope.set(s.text,[R(fr(r.map(({text:o})=>o)))]),
e.addInvocation(t)}function F_(t,e){for(let{text:n}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(n)??[];s!==void 0&&t.scope.alias(s,r)}return e.addInvocation(
t)}function H_(t,e){let n=t.args.map(({text:s})=>s).join(" ");return n.includes(b)&&e.addInvocation(es(t,n,e)),n.trim()===""?"":e.runScript(n,t.scope,B(t.context,
"eval"))}function V_(t,e){let[n,...s]=t.args.filter(({text:r})=>r!=="--");return e.addInvocation(t),n&&s.length>0&&!/^-/.test(n.text)&&e.runScript(n.text,t.scope.
copy(),B(t.context,"trap")),""}function Gh(t,e){let n=0;for(;/^-[pvV]+$/.test(t.args[n]?.text??"");n+=1)if(/[vV]/.test(t.args[n].text))return Yh({...t,args:t.args.
slice(n+1)},e);t.args[n]?.text==="--"&&(n+=1);let s=t.args.slice(n);return s.length===0?e.addInvocation(t):e.runWords(s,t.scope,B(t.context,t.program))}function Yh(t,e){
return e.addInvocation({...t,args:t.args}),Ic(t.args).map(({text:n})=>n.includes("/")?n:`/usr/bin/${n}`).join(`
`)}function U_(t,e){let n=0;for(;/^-[acl]+$/.test(t.args[n]?.text??"");n+=1)/a$/.test(t.args[n].text)&&(n+=1);let s=t.args.slice(n);return s.length===0?e.addInvocation(
t):e.runWords(s,t.scope,B(t.context,"exec"))}var B_=2e4,G_=20,{smallLanguages:Jh}=I,z_=(t,e)=>{let{code:n=[],runs:s,deletes:r}=Jh.get(t.program==="R"?"Rscript":t.program),o=t.args.map(u=>/^-(?:eval|batch|load|[Cc]ommand)$/.
test(u.text)?R(`-${u.text}`):u),{options:i,operands:a}=L(o,{short:n.filter(u=>u.length===1).join(""),long:n.filter(u=>u.length>1),permuted:!0}),c=e.addInvocation(
t),l=D(i,...n).map(({text:u})=>u),d=a[0]&&e.files.read(a[0].text,t.scope.folder);d!==void 0&&l.push(d),l.length===0&&a.length===0&&l.push(t.context.stdin?.readRest()??
"");for(let u of l.map(X_)){for(let p of new Set([...Xh(u,s),...K_(u)]))Qh(p,t,e);for(let p of r?Xh(u,r):[])Qh(`rm -r ${jt(R(p))}`,t,e)}return c},K_=t=>[...t.slice(
0,B_).matchAll(/(["'])((?:sudo\s+)?(?:rm|dd|shred|mkfs\S*|git|chmod|chown|curl|wget)\s(?:(?!\1)[^\\\n]){1,500})\1/g)].slice(0,G_).map(e=>e[2]),Y_=new RegExp([String.
raw`\b(?:System\.)?(?:homedir|user_home!?)\(\)|\bENV\[["']HOME["']\]|\b(?:os\.getenv|Sys\.getenv|System\.getenv|`,String.raw`getenv)\s*\(?\s*["']HOME["']\s*\)|\b(?:path\.expand|expanduser|`,
String.raw`expand-file-name)\s*\(?\s*["']~["']\s*\)`].join(""),"g"),X_=t=>t.replace(Y_,'"~"'),Xh=(t,e)=>[...t.matchAll(new RegExp(e,"g"))].map(n=>n.at(-1)??b),Qh=(t,e,n)=>n.
runScript(t,ie(e),B(e.context,e.program)),Zh=["R",...Jh.keys()].map(t=>[t,z_]);je();function $c(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let n of t.commands)e(n);return;case"Statement":e(t.command);return;case"Command":
for(let n of t.prefix)e(n);t.name&&e(t.name);for(let n of t.suffix)e(n);return;case"Pipeline":for(let n of t.prefixes)e(n);for(let n of t.commands)e(n);return;case"\
Redirected":e(t.command);for(let n of t.redirects)e(n);return;case"If":e(t.clause),e(t.then);for(let n of t.elif)e(n);t.else&&e(t.else);return;case"Elif":e(t.clause),
e(t.then);return;case"For":case"Select":if(e(t.name),t.wordlist)for(let n of t.wordlist)e(n);e(t.body);return;case"While":e(t.clause),e(t.body);return;case"Func\
tion":case"Coproc":t.name&&e(t.name),e(t.body);return;case"Subshell":case"BraceGroup":e(t.body);return;case"Case":e(t.word);for(let n of t.items)e(n);return;case"\
CaseItem":for(let n of t.pattern)e(n);e(t.body);return;case"ArithmeticFor":{let n=t.initialize;n&&e(n);let s=t.test;s&&e(s);let r=t.update;r&&e(r),e(t.body);return}case"\
Word":case"Glob":case"ArithmeticWord":case"HereDocBody":case"BraceExpansion":case"ExtendedGlob":{let n=t.parts;if(n)for(let s of n)e(s);return}case"DoubleQuoted":case"\
LocaleString":for(let n of t.parts)e(n);return;case"ParameterExpansion":t.index&&e(t.index),t.operation&&e(t.operation);return;case"Default":case"Remove":case"T\
ransform":e(t.operand);return;case"CaseModification":t.operand&&e(t.operand);return;case"Replace":e(t.pattern),e(t.replacement);return;case"Slice":e(t.offset),t.
length&&e(t.length);return;case"Assignment":{let n=t.index;n&&e(n),e(t.value);return}case"ArrayValue":for(let n of t.elements)e(n);return;case"Redirect":case"He\
reString":t.descriptor&&e(t.descriptor),t.target&&e(t.target);return;case"HereDoc":t.descriptor&&e(t.descriptor),t.delimiter&&e(t.delimiter),e(t.body);return;case"\
CommandExpansion":case"ProcessSubstitution":case"ArithmeticCommandExpansion":{let n=t.script;n&&e(n);return}case"ArithmeticExpansion":case"ArithmeticCommand":case"\
ArithmeticGroup":case"TestCommand":case"TestGroup":{let n=t.expression;n&&e(n);return}case"ArithmeticBinary":case"TestBinary":e(t.left),e(t.right);return;case"A\
rithmeticUnary":case"TestUnary":e(t.operand);return;case"ArithmeticTernary":e(t.test),e(t.consequent),e(t.alternate);return;case"TestLogical":for(let n of t.operands)
e(n);return;case"TestNot":for(let n of t.negations)e(n);e(t.operand);return;case"Literal":case"SingleQuoted":case"AnsiCQuoted":case"SimpleExpansion":case"Names":case"\
Unknown":case"FileDescriptor":case"FileDescriptorVariable":case"HereDocDelimiter":case"Time":case"Negation":return;default:{let n=t;throw new TypeError(`Unexpec\
ted syntax node: ${n}`)}}}function em(t){return t>=48&&t<=55}function nm(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function Q_(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var J_=new TextDecoder("utf-8",{ignoreBOM:!0});function tm(t){return J_.decode(new Uint8Array(t))}function Z_(t,e,n){if(t.charCodeAt(e)!==92||e+2>n)return;let s=t.
charCodeAt(e+1),r=e+2,o=r;if(s===120){for(;o<n&&o-r<2&&nm(t.charCodeAt(o));)o++;return o===r?void 0:{value:Number.parseInt(t.slice(r,o),16),end:o}}if(em(s)){for(;o<
n&&o-r<2&&em(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function wr(t,e,n){let s=e,r="",o=[],i=-1;for(;s<n&&t.charCodeAt(s)!==
39;){let c=s,l=Z_(t,s,n);if(l&&l.value>=128){o.push(l.value),s=l.end;continue}if(o.length>0&&(r+=tm(o),o=[]),l){l.value===0&&i===-1&&(i=r.length),r+=String.fromCharCode(
l.value),s=l.end;continue}if(t.charCodeAt(s)!==92||s+1>=n){let u=s;for(;s<n;){let p=t.charCodeAt(s);if(p===39||p===92&&s+1<n)break;s++}r+=t.slice(u,s);continue}
s++;let d=t[s++];switch(d){case"a":r+="\x07";break;case"b":r+="\b";break;case"e":case"E":r+="\x1B";break;case"f":r+="\f";break;case"n":r+=`
`;break;case"r":r+="\r";break;case"t":r+="	";break;case"v":r+="\v";break;case"\\":r+="\\";break;case"'":r+="'";break;case'"':r+='"';break;case"?":r+="?";break;case`\

`:break;case"c":{let u=s<n?t.charCodeAt(s):39;if(u===39){r+=t.slice(c,s);break}if(s++,u===92){let f=s<n&&t.charCodeAt(s)===92;f&&s++,r+="",!f&&s<n&&(r+=t[s],s++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=r.length),r+=String.fromCharCode(p);break}case"u":case"U":{let u=s,p=d==="u"?4:8;for(;s<n&&s-u<p&&nm(t.charCodeAt(
s));)s++;if(s===u){r+=`\\${d}`;break}let f=t.slice(c,s),h=Number.parseInt(t.slice(u,s),16);h===0&&i===-1&&(i=r.length),r+=Q_(h,f);break}default:r+=`\\${d}`;break}}
o.length>0&&(r+=tm(o)),i!==-1&&(r=r.slice(0,i));let a=s<n;return a&&s++,{value:r,end:s,closed:a}}var St=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,n,s,r,o){this.type=e,this.pos=n,this.end=s,this.text=r,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let n=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(n.source=e.source),this.script=
n}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},si=class extends St{operator;constructor(e,n,s,r,o){
super("ProcessSubstitution",e,n,s,o),this.operator=r}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},As=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,n,s,r){this.pos=e,this.end=n,this.text=s,this.#e=
r}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function eA(t){let e="";for(let n of t)e+=n.type==="Literal"?n.value:n.text;return e}function ri(t){let e=t.indexOf("\\");if(e===-1)return t;let n="",s=0;for(let r=e;r<
t.length;r++)if(t.charCodeAt(r)===92){if(n+=t.slice(s,r),r++,r>=t.length){n+="\\",s=r;break}t.charCodeAt(r)!==10&&(n+=t[r]),s=r+1}return n+t.slice(s)}function sm(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function oi(t){let e="";for(let n of t)switch(n.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=n.value;break;case"DoubleQuoted":case"LocaleString":e+=eA(n.parts);break;case"CommandExpansion":e+=n.text[0]==="$"?sm(n.text):n.text;break;case"Extend\
edGlob":e+=sm(n.text);break;default:e+=n.text;break}return e}var Le=class{type="Word";text;pos;end;#e;#t;#s;#n;#r=null;constructor(e,n,s,r,o,i=0){this.text=e,this.pos=n,this.end=s,this.#e=r,this.#t=o,this.#s=i,this.#n=o===
void 0?void 0:null}get value(){if(this.#r===null){let e=this.#e===void 0&&this.#n===null?void 0:this.parts;this.#r=e?oi(e):ri(this.text)}return this.#r}get parts(){
return this.#n===null&&(this.#n=this.#t?.(this.#e??"",this,this.#s)??void 0),this.#n}set parts(e){this.#n=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function Ts(t){return{boundaries:t===void 0?void 0:Nc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function Nc(t){return t.boundaries??(t.boundaries=
new Map)}function st(t,e,n){for(;e+1<n&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function Cn(t){return/[*?[]/.test(t)}var Ht=new Uint8Array(128);Ht[33]=1;Ht[94]=1;Ht[91]=1;Ht[93]=1;Ht[58]=1;Ht[46]=1;Ht[61]=1;Ht[45]=1;Ht[92]=1;function tA(t,e,n,s,r){
let o=n-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],c=[],l=0,d=!1;for(let k=e;k<n;k++){for(;s&&l<s.length&&s[l].end<=k+r;)l++;let x=s?.[l],
E=k,S=0;if(x&&x.pos<=k+r&&x.type!=="Literal")k=x.end-r-1;else{if(S=t.charCodeAt(k),S===92&&k+1<n&&t.charCodeAt(k+1)===10){k++;continue}(S>=128||!Ht[S])&&(S=0)}let w=a.
length-1;if(S===0&&w>=0&&a[w]===0){c[w]++;continue}w>=0&&a[w]===91&&(S===58||S===61||S===46)&&(d=!0),i.push(E),a.push(S),c.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let k=-1,x=-1,E=-1,S=-1;for(let w=u-1;w>=0;w--){let A=a[w+2];if(A===93?k=w+2:a[w+3]===93&&(A===58?x=w+2:A===61?E=w+2:A===46&&(S=w+2)),a[w]!==91)continue;
let P=a[w+1],C=P===58?x:P===61?E:P===46?S:-1;C!==-1&&(P===46||k===-1||k>C)&&(p[w]=C+2)}}let f=k=>p===void 0?-1:p[k],h=new Int32Array(u+2).fill(-1),m=(k,x)=>{if(k>=
u)return-1;if(x&&a[k]===45&&k+1<u&&a[k+1]!==93){let E=k+1;if(a[E]===92){if(E+1>=u)return-1;E++}let S=E+1;if(a[E]===91&&a[E+1]===46){let w=f(E);w!==-1&&(S=w)}else if(a[E]===
0&&c[E]>1)return h[E];return S>=u?-1:a[S]===93?S+1:h[S]}return a[k]===93?k+1:h[k]};for(let k=u-1;k>=0;k--){let x=a[k],E=k+1,S=!0;if(x===92){if(k+1>=u)continue;E=
k+2}else if(x===91){let w=a[k+1];if(w===58||w===61||w===46){let A=f(k);A!==-1&&(E=A,S=w===46)}}h[k]=m(E,S)}let g=new Map;for(let k=0;k<u;k++){if(a[k]!==91)continue;
let x=k+1;if((a[x]===33||a[x]===94)&&x++,x>=u)continue;let E=a[x]===93?m(x+1,!0):h[x];E!==-1&&g.set(i[k],i[E-1]+1)}return g}function Oc(t,e,n,s,r,o,i){for(;e<n;){
for(;s&&r<s.length&&s[r].end<=e+o;)r++;let a=s?.[r];if(a&&a.pos===e+o&&a.end<=n+o){i.push(a),e=a.end-o,r++;continue}let c=a?Math.min(n,(a.pos>e+o?a.pos:a.end)-o):
n,l=t.slice(e,c);i.push({type:"Literal",pos:e+o,end:c+o,text:l,value:ri(l)}),e=c}return r}function Vt(t,e,n,s,r=0){let o,i,a=0,c=0,l=e;for(let d=e;d<n;d++){for(;s&&
a<s.length&&s[a].end<=d+r;)a++;let u=s?.[a];if(u&&u.pos<=d+r&&u.type!=="Literal"){d=u.end-r-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let g=u?Math.min(n,u.end-r):n,k=st(t,d+1,g);if(k<g&&t.charCodeAt(k)===40)continue;if(f=d+1,p===42)for(;f<g&&t.charCodeAt(f)===42;){let x=st(t,f+1,g);
if(x<g&&t.charCodeAt(x)===40)break;f++}}else if(p===91){i===void 0&&(i=tA(t,d,n,s,r));let g=i?.get(d);if(g===void 0)continue;f=g}else continue;o||(o=[]),c=Oc(t,
l,d,s,c,r,o);let h=t.slice(d,f),m;if(p===91){let g=[];c=Oc(t,d+1,f-1,s,c,r,g),m={type:"Glob",kind:"bracket",pos:d+r,end:f+r,text:h,value:"["+oi(g)+"]",parts:g}}else
m={type:"Glob",kind:p===42?"star":"question",pos:d+r,end:f+r,text:h,value:h,parts:void 0};o.push(m),l=f,d=f-1}return o?(Oc(t,l,n,s,c,r,o),o):s??void 0}var y={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},ii=class{token=y.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=y.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},rm=new Map([["if",y.If],["then",y.Then],["else",y.Else],["elif",y.Elif],["fi",y.Fi],["do",y.Do],["done",y.Done],["for",y.For],["while",y.While],
["until",y.Until],["in",y.In],["case",y.Case],["esac",y.Esac],["function",y.Function],["select",y.Select],["coproc",y.Coproc],["!",y.Bang],["{",y.LBrace],["}",y.
RBrace]]);var ae=new Uint8Array(128);ae[124]=1;ae[38]=1;ae[59]=1;ae[40]=1;ae[41]=1;ae[60]=1;ae[62]=1;ae[32]=1;ae[9]=1;ae[10]=1;ae[92]=2;ae[39]=2;ae[34]=2;ae[36]=2;ae[96]=
2;ae[123]=2;function Sr(t,e,n){for(;e<n;){let s=t.charCodeAt(e);if(s===32||s===9)e++;else if(s===92&&e+1<n&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var fm=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])fm[t]=1;function $s(t,e,n){for(let s=e;s<n;s++){let r=t.charCodeAt(s);if(r===92||
r===39||r===34||r===36||r===96||(r===60||r===62)&&s+1<n&&t.charCodeAt(s+1)===40)return!0}return!1}function om(t,e,n=!1,s){let r=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){r++;continue}if(a===125){r>0&&r--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let l=t.charCodeAt(i);if(l===34)break;if(l===92){i+=2;continue}let d=s?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let c=s?.(i,
!1)??i;if(c>i){i=c-1;continue}if(n&&r===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&r===0)return i}return-1}var un=new Uint8Array(128);for(let t=97;t<=
122;t++)un[t]=3;for(let t=65;t<=90;t++)un[t]=3;for(let t=48;t<=57;t++)un[t]=2;un[95]=3;var pn=new Uint8Array(128);pn[63]=1;pn[64]=1;pn[42]=1;pn[43]=1;pn[33]=1;pn[61]=
1;function im(t){return t<128&&t!==61&&pn[t]===1}var nA={63:"?",64:"@",42:"*",43:"+",33:"!"};function am(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function sA(t,e,n){for(let s=e;s<n;s++){let r=t.charCodeAt(s);if(r<48||r>57)return!1}
return n>e}var Ct=-1,Dc=0,cm=1,Wc=2,lm=3,Ge=4;function rA(t,e){let n=t[t.length-1],s=e[0],r=0;n?.type==="Literal"&&s?.type==="Literal"&&n.end===s.pos&&(t[t.length-
1]={type:"Literal",pos:n.pos,end:s.end,text:n.text+s.text,value:n.value+s.value},r=1);for(let o=r;o<e.length;o++)t.push(e[o]);return t}function dm(t){return t<Ct}
function um(t){return-t-2}function Lc(t,e,n,s){let r=s;for(let o=e;o<n&&r>=0;o++){let i=t.charCodeAt(o);if(r>=Ge)i===91?r++:i===93&&--r===Ge&&(r=Wc);else if(r===
Dc)r=i<128&&un[i]&1?cm:Ct;else if(r===cm){if(i<128&&un[i]&2)continue;i===91?r=Ge+1:i===43?r=lm:r=i===61?-o-2:Ct}else r===Wc?i===43?r=lm:r=i===61?-o-2:Ct:r=i===61?
-o-2:Ct}return r}function ve(t,e,n,s=0,r=0){t.token=e,t._value=n,t.pos=s,t.end=r,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function _n(t,e,n,s,r){t.token=e,t._value=null,t.pos=n,t.end=s,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=r,t.keywordEligible=!1}function pm(t,e,n){switch(t.
charCodeAt(e)){case 33:return n===1?y.Bang:void 0;case 123:return n===1?y.LBrace:void 0;case 125:return n===1?y.RBrace:void 0;case 105:{if(n!==2)return;let s=t.
charCodeAt(e+1);return s===102?y.If:s===110?y.In:void 0}case 102:return n===2?t.charCodeAt(e+1)===105?y.Fi:void 0:n===3?t.startsWith("for",e)?y.For:void 0:n===8&&
t.startsWith("function",e)?y.Function:void 0;case 116:return n===4&&t.startsWith("then",e)?y.Then:void 0;case 101:return n!==4?void 0:t.startsWith("else",e)?y.Else:
t.startsWith("elif",e)?y.Elif:t.startsWith("esac",e)?y.Esac:void 0;case 100:return n===2?t.charCodeAt(e+1)===111?y.Do:void 0:n===4&&t.startsWith("done",e)?y.Done:
void 0;case 99:return n===4?t.startsWith("case",e)?y.Case:void 0:n===6&&t.startsWith("coproc",e)?y.Coproc:void 0;case 119:return n===5&&t.startsWith("while",e)?
y.While:void 0;case 117:return n===5&&t.startsWith("until",e)?y.Until:void 0;case 115:return n===6&&t.startsWith("select",e)?y.Select:void 0;default:return}}var v={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function oA(t){return t===32||t===9||
t===10||t===124}var ot=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,n=0,s=e.
length,r=!1,o=Ts()){if(this.src=e,this.srcEnd=s,this.parenBoundary=r,this.pos=n,this.current=new ii(this),this.nextState=new ii(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,n===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,n,s=!1){let r=new t(this.src,e,n,s,this.substitutionContext);return r._nestingDepth=this.
_nestingDepth,r}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,n,s,r,o=!1){let i=this.
scriptWindow(this.src,s,s+r.length,o);return new St("CommandExpansion",e,this.pos,n,i)}decodedCommandExpansion(e,n,s){let r=this.scriptWindow(s,0,s.length,!1,!0);
return new St("CommandExpansion",e,this.pos,n,r)}processSubstitution(e,n,s,r){let o=this.scriptWindow(this.src,e+2,e+2+r.length,!this._unbalanced);return new si(
e,this.pos,n,s,o)}scriptWindow(e,n,s,r,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:n,end:s,depth:this._nestingDepth+
1,parenBoundary:r,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,n,s=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,n,s,this.substitutionContext)}_tokenValue(e,n,s){return s?this.src.slice(e,n):this.wordValueOf(e,n)}wordValueOf(e,n){let s=this.pos,r=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,c=this._unbalanced,l=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=n,this._buildValue=
!0,this.readWordText(),this.pos<n&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=Ge&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
pos=s,this.srcEnd=r,this._bracketWindow=o,this._arithmeticBracketWindow=i,this._buildValue=a,this._unbalanced=c,this._errors!==null&&(this._errors.length=l),d}findClosingBracket(e,n=this.
srcEnd){let s=Math.min(n,this.srcEnd),r=this._bracketWindow;if((!r||r.limit!==s)&&(r={limit:s,depth:this._nestingDepth,last:this.src.lastIndexOf("]",s-1)},this.
_bracketWindow=r),e>r.last||(r.depth!==this._nestingDepth&&(r={limit:s,depth:this._nestingDepth,last:r.last},this._bracketWindow=r),r.failed?.has(e)))return-1;let o=[],
i=this.findClosingShellDelimiter(e,n,93,!1,!0,o);if(i===-1){let a=r.failed??(r.failed=new Set);for(let c of o)for(let l of c)a.add(l)}return i}findClosingArithmeticBracket(e,n=this.
srcEnd){let s=Math.min(n,this.srcEnd),r=this._arithmeticBracketWindow;return(!r||r.end!==s||r.depth!==this._nestingDepth)&&(r={end:s,depth:this._nestingDepth,failed:new Set},
this._arithmeticBracketWindow=r),r.failed.has(e)?-1:this.findClosingShellDelimiter(e,n,93,!1,!1,void 0,r.failed)}findClosingBrace(e,n=this.srcEnd){return this.findClosingShellDelimiter(
e,n,125)}findClosingParenthesis(e,n=this.srcEnd){let s=this.pos,r=this.srcEnd,o=this._bracketWindow,i=this._arithmeticBracketWindow,a=this._unbalanced;this.pos=
e,this.srcEnd=Math.min(n,this.srcEnd),this.extractBalanced();let c=this._unbalanced?-1:this.pos-1;return this.pos=s,this.srcEnd=r,this._bracketWindow=o,this._arithmeticBracketWindow=
i,this._unbalanced=a,c}findArithmeticExpansionEnd(e,n=this.srcEnd){let s=this.fork(e,n);return s.pos=e+1,s.scanArithmeticBody(),s.pos}findArithmeticWordEnd(e,n=this.
srcEnd){let s=this.fork(e,n);return s.pos=e,s.scanArithmeticWordEnd()}scanArithmeticWordEnd(){for(;this.pos<this.srcEnd;){let e=this.src.charCodeAt(this.pos);if(e===
36){this.readDollar();continue}if(e===96){this.readBacktickExpansion();continue}if(e===39){this.pos++,this.skipSQ();continue}if(e===34){this.pos++,this.skipDQ();
continue}if(e===92){this.pos+=2;continue}if(e===91){let n=this.findClosingBracket(this.pos+1);if(n!==-1){this.pos=n+1;continue}}if((e===60||e===62)&&this.src.charCodeAt(
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&fm[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,n,s,r=!1,o=!0,i,a){let c=this.
pos,l=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(n,this.srcEnd);let f=[s];i?.push([]);let h=a?[e]:
void 0,m=e,g=!0,k=-1;for(;m<this.srcEnd;){let x=f[f.length-1];i&&x===93&&i[i.length-1].push(m);let E=this.src.charCodeAt(m);if(E===92){m+1<this.srcEnd&&this.src.
charCodeAt(m+1)!==10&&(g=!1),m+=2;continue}if(E===35&&r&&f.length===1&&g){for(;m<this.srcEnd&&this.src.charCodeAt(m)!==10;)m++;continue}if(E===39){this.pos=m+1,
this.skipSQ(),m=this.pos,g=!1;continue}if(E===34){this.pos=m+1,this.skipDQ(),m=this.pos,g=!1;continue}if(E===96){for(m++;m<this.srcEnd&&this.src.charCodeAt(m)!==
96;)this.src.charCodeAt(m)===92&&m++,m++;m<this.srcEnd&&m++,g=!1;continue}if(E===36&&m+1<this.srcEnd&&this.src.charCodeAt(m+1)===40||(E===60||E===62)&&m+1<this.
srcEnd&&this.src.charCodeAt(m+1)===40){this.pos=m+2,this.extractBalanced(),m=this.pos,g=!1;continue}if(E===36&&m+1<this.srcEnd){let S=this.src.charCodeAt(m+1);if(S===
39){m=wr(this.src,m+2,this.srcEnd).end,g=!1;continue}if(S===36){m+=2,g=!1;continue}if(S===123&&o){f.push(125),i?.push([]),m+=2,g=!1;continue}}if(r&&f.length===1&&
(E===91&&g?(f.push(93),i?.push([])):k===-1&&(E===59||E===38||E===124||E===60||E===62||E===40&&!im(this.src.charCodeAt(m-1)))&&(k=m)),x===93&&E===91)f.push(93),i?.
push([]),h?.push(m+1);else if(x===41&&E===40)f.push(41),i?.push([]);else if(E===x){if(f.pop(),h?.pop(),i?.pop(),f.length===0)return this.pos=c,this.srcEnd=l,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,k!==-1&&this.errors.push({message:`unexpected '${this.src[k]}' in array assignment`,pos:k}),
m;g=!1,m++;continue}g=E<128&&(ae[E]&1)!==0,m++}if(h)for(let x of h)a.add(x);return this.pos=c,this.srcEnd=l,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,n){let s=this.src,r=this.srcEnd,o=n.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,c=this._errors===
null?0:this._errors.length,l=[e,0],d=e+1;for(;d<r;){let u=s.charCodeAt(d),p=u<128?ae[u]:0;if(p===0){if(d++,u===125){let h=l.pop();if(n.set(l.pop(),h?d:-1),l.length===
0)break}else(u===44||u===46&&s.charCodeAt(d)===46)&&(l[l.length-1]=1);continue}let f=d+1<r?s.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&im(s.charCodeAt(d-1))){let h=this.findClosingShellDelimiter(d+1,r,41);if(h===-1)break;d=h+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<r&&s.charCodeAt(d)!==
96;)d+=s.charCodeAt(d)===92?2:1;d++}else if(u===123)l.push(d,0),d++;else if(f===39)d=wr(s,d+2,r).end;else if(f===123){let h=this.findClosingBrace(d+2,r);if(h===
-1)break;d=h+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=c);for(let u=0;u<
l.length;u+=2)n.set(l[u],-1);return n.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let n=[{close:e,
phase:e===y.Esac?"case-pattern":"commands"}],s=!0;for(;;){let r=n[n.length-1].phase,o=s?v.CommandStart:v.Normal;r==="function-name"?o=v.FunctionName:r==="case-p\
attern"&&s&&(o=v.CasePattern);let i=this.next(o),a=i.token;if(a===y.EOF)return-1;let c=n.length-1,l=n[c];if(l.phase==="function-name"){if(a===y.Newline)continue;
l.phase="function-body",s=!0;continue}else if(l.phase==="function-body"){if(a===y.Newline)continue;if(l.phase="commands",s=!0,a===y.LParen&&this.peek(v.Normal).
token===y.RParen){this.next(v.Normal),l.phase="function-body";continue}}else if(l.phase==="coproc-command"){if(a===y.Newline)continue;if(a===y.Word){l.phase="co\
proc-body",s=!0;continue}l.phase="commands",s=!0}else if(l.phase==="coproc-body"){if(a===y.Newline||(l.phase=a===y.Word&&i.keywordEligible&&i.value==="time"?"ti\
me-command":"commands",s=!0,l.phase==="time-command"))continue}else if(l.phase==="time-command"){if(a===y.Word&&i.keywordEligible&&i.value==="-p"){l.phase="time\
-command-after-p";continue}if(a===y.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",s=!0}else if(l.phase==="time-command\
-after-p"){if(a===y.Word&&i.keywordEligible&&i.value==="--"){l.phase="commands";continue}l.phase="commands",s=!0}else if(l.phase==="for-header"){if(a===y.ArithCmd||
a===y.Semi||a===y.Newline){s=!0;continue}if(a===y.Do||a===y.LBrace){l.close=a===y.Do?y.Done:y.RBrace,l.phase="commands",s=!0;continue}}else if(l.phase==="case-w\
ord"){if(a===y.Newline)continue;l.phase="case-in",s=!1;continue}else if(l.phase==="case-in"){if(a===y.Newline){s=!0;continue}l.phase="case-pattern",s=!0;continue}else if(l.
phase==="case-pattern"){if(a===y.Esac&&s){if(n.pop(),n.length===0)return i.end;s=!1;continue}a===y.RParen?(l.phase="commands",s=!0):s=a===y.Newline;continue}if(a===
l.close){if(n.pop(),n.length===0)return i.end;s=!1;continue}if(s)switch(a){case y.LParen:n.push({close:y.RParen,phase:"commands"});break;case y.LBrace:n.push({close:y.
RBrace,phase:"commands"});break;case y.If:n.push({close:y.Fi,phase:"commands"});break;case y.For:n.push({close:y.Done,phase:"for-header"});break;case y.While:case y.
Until:case y.Select:n.push({close:y.Done,phase:"commands"});break;case y.Case:n.push({close:y.Esac,phase:"case-word"});break;case y.DblLBracket:if(!this.skipTestCommandBody())
return-1;s=!1;continue;case y.Assignment:case y.Redirect:case y.Bang:case y.Then:case y.Else:case y.Elif:case y.Do:case y.In:break;case y.Semi:case y.Newline:case y.
Pipe:case y.And:case y.Or:case y.Amp:case y.DoubleSemi:case y.SemiAmp:case y.DoubleSemiAmp:break;case y.Function:l.phase="function-name";break;case y.Coproc:l.phase=
"coproc-command";break;default:a===y.Word&&i.keywordEligible&&i.value==="time"?(l.phase="time-command",s=!0):s=!1;continue}switch(a){case y.Semi:case y.Newline:case y.
Pipe:case y.And:case y.Or:case y.Amp:s=!0;break;case y.DoubleSemi:case y.SemiAmp:case y.DoubleSemiAmp:l.close===y.Esac&&(l.phase="case-pattern"),s=!0;break;case y.
RParen:s=!0;break}}}skipTestGroup(){let e=1;for(;;){let n=this.next(v.TestMode);if(n.token===y.EOF)return-1;if(n.token===y.DblRBracket)return this.unshift(n),-1;
if(n.token===y.LParen)e++;else if(n.token===y.RParen&&--e===0)return n.end}}skipTestCommandBody(){for(;;){let e=this.next(v.TestMode).token;if(e===y.DblRBracket)
return!0;if(e===y.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let n=this.src.charCodeAt(e);if((n===60||n===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let s=this.extractBalanced(),r=this.src.slice(e,this.pos),o=this.processSubstitution(e,r,n===60?"<":">",s);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Ge&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,n=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,n),this._wordParts}buildArrayElementParts(e){let n=this.findClosingBracket(e+1);if(n===-1)return this.buildWordParts(e);let s=this.src;this.
_buildParts=!0;let r=$s(s,e,n+1)?this.parseSubFieldWord(e,n+1,"embedded"):void 0;this.pos=n+1,this.readWordText(!1,v.ArrayElement);let o=this.pos,i=st(s,n+1,o),
a=s.charCodeAt(i),c=a===61||a===43&&s.charCodeAt(i+1)===61,l=r?.parts,d=this._wordParts;if(c&&(d=Vt(s,n+1,o,d)??d),!l&&!d)return c?null:Vt(s,e,o,void 0)??null;let u=s.
slice(e,n+1);l||(l=[{type:"Literal",pos:e,end:n+1,text:u,value:r?.value??u}]),d||(d=o>n+1?[{type:"Literal",pos:n+1,end:o,text:s.slice(n+1,o),value:this._wordText}]:
[]);let p=rA(l,d);return c||(p=Vt(s,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,n){this._buildParts=!0;let s=this.src,r=[],o=!1,i="",
a=e,c=e,l=()=>{c>a&&(r.push({type:"Literal",pos:a,end:c,value:i,text:s.slice(a,c)}),i="")};for(;c<n;){let d=s.charCodeAt(c);if(d===92){if(c+1<n){let u=s.charCodeAt(
c+1);if(u===10){c+=2;continue}if(u===36||u===96||u===92){i+=String.fromCharCode(u),c+=2;continue}}i+="\\",c++;continue}if(d===36&&s.charCodeAt(c+1)!==39&&s.charCodeAt(
c+1)!==34){l(),a=c,this.pos=c,this.readDollar(),this._resultPart?(o=!0,r.push(this._resultPart),a=this.pos):i+=s.slice(c,this.pos),c=this.pos;continue}if(d===96){
l(),a=c,this.pos=c,this.readBacktickExpansion(),this._resultPart?(o=!0,r.push(this._resultPart),a=this.pos):i+=s.slice(c,this.pos),c=this.pos;continue}i+=s[c],c++}
return l(),o?r:null}registerHereDocTarget(e){if(this.pendingHereDocs!==null){for(let n of this.pendingHereDocs)if(!n.target){n.target=e;return}}}readTestRegexWord(){
this.hasPeek=!1,this.skipSpacesAndTabs();let e=this.src,n=this.srcEnd,s=this.pos,r=0;for(;this.pos<n;){let o=e.charCodeAt(this.pos);if(o===40){r++,this.pos++;continue}
if(o===92){this.pos+=this.pos+1<n?2:1;continue}if(o===39){let i=this.pos++,a=i>s&&e.charCodeAt(i-1)===36;for(;this.pos<n&&e.charCodeAt(this.pos)!==39;)a&&e.charCodeAt(
this.pos)===92&&this.pos+1<n&&this.pos++,this.pos++;this.pos<n?this.pos++:this.errors.push({message:a?"unterminated ANSI-C quote":"unterminated single quote",pos:i});
continue}if(o===34){this.pos++,this.readDoubleQuoted();continue}if(o===96){this.readBacktickExpansion();continue}if(r>0){o===41&&r--,this.pos++;continue}if(o===
36){this.readDollar();continue}if((o===60||o===62)&&this.pos+1<n&&e.charCodeAt(this.pos+1)===40){let i=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ae[o]&1&&o!==124)break;this.pos++}return ve(this.current,y.Word,e.slice(
s,this.pos),s,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,n=this.srcEnd;for(;this.pos<n&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let s=this.pos;this.pos<n&&e.charCodeAt(this.pos)===40&&this.pos++;let r=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,c=this.pos,l=!1,d=u=>{
let p=e.slice(c,u);o[i]=p.trim(),o[3+i]=r[i]+p.length-p.trimStart().length};for(;this.pos<n&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(l||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<n&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<n&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){l||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),l=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,c=this.pos,r[i]=c}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<n?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(l||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:s})),o}peek(e=v.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let n=e[this.current.token]?v.CommandStart:
v.Normal;this.readNext(this.nextState,n),this.hasPeek=!0}return this.nextState}next(e=v.Normal){if(this.hasPeek){this.hasPeek=!1;let n=this.current;return this.
current=this.nextState,this.nextState=n,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,n){
let s=this.src,r=this.srcEnd,o=this.pos;for(;;){if(o=Sr(s,o,r),n===v.TestMode)for(;o<r&&s.charCodeAt(o)===10;)o=Sr(s,o+1,r);if(o>=r||s.charCodeAt(o)!==35)break;
for(;o<r&&s.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=r){this.consumePendingHereDocs(),ve(e,y.EOF,"",o,o);return}let i=o,a=s.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),ve(e,y.Newline,`
`,i,this.pos);return}if(n===v.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&s.charCodeAt(this.pos+1)===40)){this.pos++,ve(e,y.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ae[a]&1&&this.tryReadOperator(e,a,n,i)||a===91&&n===v.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,n,i)}tryReadOperator(e,n,s,r){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(n){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,ve(e,y.DoubleSemiAmp,
";;&",r,this.pos),!0):(this.pos+=2,ve(e,y.DoubleSemi,";;",r,this.pos),!0):a===38?(this.pos+=2,ve(e,y.SemiAmp,";&",r,this.pos),!0):(this.pos++,ve(e,y.Semi,";",r,
this.pos),!0);case 124:return a===124?(this.pos+=2,ve(e,y.Or,"||",r,this.pos),!0):a===38?(this.pos+=2,ve(e,y.Pipe,"|&",r,this.pos),!0):(this.pos++,ve(e,y.Pipe,"\
|",r,this.pos),!0);case 38:if(a===38)return this.pos+=2,ve(e,y.And,"&&",r,this.pos),!0;if(a===62){this.pos+=2;let c=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return c&&this.pos++,this.readRedirectTarget(e,c?"&>>":"&>",r)}return this.pos++,ve(e,y.Amp,"&",r,this.pos),!0;case 40:if(s===v.CommandStart&&a===40){let c=this.
errors.length;if(this.readArithmeticCommand(e,r),!this._notArithmetic)return!0;this.errors.length=c,this.pos=r}return this.pos++,ve(e,y.LParen,"(",r,this.pos),!0;case 41:
return this.pos++,ve(e,y.RParen,")",r,this.pos),!0;case 60:case 62:return this.readRedirection(e,r);default:return!1}}readRedirection(e,n){let s=this.src,r=s.charCodeAt(
this.pos),o="";if(r===60){this.pos++;let i=this.pos<this.srcEnd?s.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?s.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let c=a===45;c&&this.pos++,this.skipSpacesAndTabs();let l=this.pos;(this.pos>=this.srcEnd||s.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>l;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:c,quoted:this._hereQuoted}),
ve(e,y.Redirect,c?"<<-":"<<",n,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=l,e.targetEnd=d?this.pos:l,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",n),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(r===62){this.pos++;let i=this.pos<
this.srcEnd?s.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",n),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,n)}readRedirectTarget(e,n,s){let r=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=r.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let c=r.slice(a,this.pos);return ve(e,y.Redirect,n,s,this.pos),e.content=c,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,n,s,i),!0}return this.redirectToken(e,n,s,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,n,s,r){let o=this.pos>r&&(this._wordText.
length>0||this._wordQuoted);ve(e,y.Redirect,n,s,this.pos),e.content=o?this._wordText:void 0,e.targetPos=r,e.targetEnd=o?this.pos:r}readProcessSubstitution(e,n,s){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:s});let r=this.src.slice(s,this.pos);ve(e,
y.Word,r,s,this.pos)}readHereDocDelimiter(){let e=this.src,n=this.srcEnd,s=this._buildValue;this._buildValue=!0;let r="",o=!1;for(;this.pos<n;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<n&&e.charCodeAt(this.pos)!==39;)r+=e[this.pos],this.pos++;this.pos<n&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<n&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<n){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}r+=e[this.pos],this.pos++}this.pos<n&&this.pos++}else if(i===92){if(this.pos+1<n&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<n?(r+=e[this.pos],this.pos++):r+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<n&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<n&&this.pos++,r+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<n?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),r+=this._resultText}else{if(i<128&&ae[i]&1)break;r+=e[this.pos],this.pos++}}this._buildValue=s,this._hereDelim=r,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let n of e){let s=this.pos,r=this.skipHereDocBody(n.delimiter,n.strip,this.
parenBoundary,n.quoted);n.target&&(n.target.body.pos=s,n.target.body.end=r,n.target.body.text=this.src.slice(s,r),this.hereDocClosingPos!==-1&&(n.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,n,s,r){let o=this.src,i=n;
for(let a=0;a<e.length;){if(r&&o.charCodeAt(i)===92&&i+1<s&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=s||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,n,s){
let r=this.src,o=r.indexOf(`
`,e);for(;o!==-1&&o<n;){if(!s)return o;let i=o;for(;i>e&&r.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=r.indexOf(`
`,e)}return n}skipHereDocBody(e,n,s=!1,r=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,c=this.
logicalLineEnd(a,i,!r);for(;;){let d=a;if(n)for(;a<c&&o.charCodeAt(a)===9;)a++;if(r||(a=st(o,a,c)),a===d)break}let l=this.matchHereDocDelimiter(e,a,c,!r);if(l!==
-1&&!r&&(l=st(o,l,c)),l===c){let d=this.pos;return(!s||!this.parenBoundary||c!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=c),this.pos=c<i?c+1:c,d}if(s&&
l!==-1){let d=l;for(;d<c&&o.charCodeAt(d)!==41;)d++;if(d<c||this.parenBoundary&&c===i){let u=this.pos;return this.pos=l,u}}this.pos=c<i?c+1:c}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,n,s=0){
let r=this._errors===null?0:this._errors.length;if(this.readWordText(!1,n,!0),n===v.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){_n(e,y.Word,s,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,n,s,r)}isRedirectVariable(e,n){
let s=this.src;for(let r=e;r<n;r++){let o=s.charCodeAt(r);if(o===91&&r>e)return r+2<n&&s.charCodeAt(n-1)===93&&this.findClosingShellDelimiter(r+1,n,93)===n-1;if(o>=
128||!(un[o]&(r===e?1:2)))return!1}return n>e}readArrayElement(e,n){let s=this.findClosingBracket(n+1);return s===-1?!1:(this.pos=s+1,this.readWordText(),_n(e,y.
Word,n,this.pos,!0),!0)}classifyWord(e,n,s,r){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,c=this._wordQuoted,l=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-s;if(n===v.CasePattern){let h=y.Word;if(l){let m=i?pm(o,s,p):rm.get(this.wordValueOf(s,u));m===y.Esac&&(h=m)}_n(e,h,s,u,i),e.keywordEligible=l;return}
let f=null;if(!i&&!a&&l&&(n===v.CommandStart||n===v.TestMode)){let h=u<this.srcEnd?o.charCodeAt(u):0;(!c&&p<=16||h===60||h===62)&&(f=this.wordValueOf(s,u))}if(n===
v.CommandStart&&l){if(i){if(p<=8){let h=pm(o,s,p);if(h!==void 0){_n(e,h,s,u,!0);return}}if(p===2&&o.charCodeAt(s)===91&&o.charCodeAt(s+1)===91){_n(e,y.DblLBracket,
s,u,!0);return}}else if(f!==null&&f.length>0){let h=f.charCodeAt(0);if(h>=97&&h<=122&&f.length<=8||h===33||h===123||h===125){let m=rm.get(f);if(m!==void 0){ve(e,
m,f,s,u);return}}if(h===91&&f==="[["){ve(e,y.DblLBracket,f,s,u);return}}}if(n===v.CommandStart||n===v.CommandPrefix||n===v.Declaration){if(d===void 0){let h=-1,
m=!1;for(let g=s+1;g<u;g++){let k=o.charCodeAt(g);if(k===61){h=g;break}k===91&&(m=!0)}(h!==-1||n!==v.Declaration&&m)&&(d=Lc(o,s,u,Dc))}if(d!==void 0){if(n!==v.Declaration&&
d>=Ge){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=r),this.pos=s,this.readWordText(!0,n,!0),this.pos>u)){this.classifyWord(e,n,s,r);return}(this.
_errors===null||this._errors.length===r)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",s)})}if(dm(d)){_n(e,y.Assignment,s,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=um(d);return}}}if((n===v.CommandStart||n===v.TestMode)&&l){if(i){if(p===2&&o.charCodeAt(s)===93&&o.charCodeAt(s+1)===
93){_n(e,y.DblRBracket,s,u,!0);return}}else if(f==="]]"){ve(e,y.DblRBracket,f,s,u);return}}if(!a&&this.pos<this.srcEnd){let h=o.charCodeAt(this.pos);if((h===60||
h===62)&&i){let m=o.charCodeAt(s);if(m>=48&&m<=57&&sA(o,s,u)){let g=Number.parseInt(o.slice(s,u),10);if(this.readRedirection(e,s)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(m===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(s+1,u-1)){let g=o.slice(s+1,u-1);if(this.readRedirection(e,s)){e.variableName=g,e.descriptorEnd=
u;return}}}}_n(e,y.Word,s,u,i),f!==null&&(e._value=f),e.keywordEligible=l}readWordText(e=!1,n=v.Normal,s=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c=0;for(;i<
o;){let P=r.charCodeAt(i);if(P<128&&ae[P]){c=P;break}i++}if(i>=o||ae[c]&1&&!(c===40&&i>a&&pn[r.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?r.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=Cn(this._wordText)&&n!==v.ArrayElement?Vt(r,a,i,void 0)??null:null);return}let l=this._buildParts,d=l||this._buildValue,u=d&&
i>a?r.slice(a,i):"",p=!1,f=!1,h=!0,m=!0,g=i>a?r.charCodeAt(i-1):0,k=Lc(r,a,i,Dc),x,E="",S=0,w=!1,A;for(l&&(x=[],E=u,S=a,w=u.length>0&&Cn(u));i<o;){let P=r.charCodeAt(
i);if(P>=128||!ae[P]){let C=i;for(i++;i<o;){let N=r.charCodeAt(i);if(N<128&&ae[N])break;i++}if(g=r.charCodeAt(i-1),k=Lc(r,C,i,k),d){let N=r.slice(C,i);u+=N,l&&(E+=
N,w=w||Cn(N))}continue}if(ae[P]&1){if(e&&k>=Ge){let C=this.findClosingBracket(i);if(C!==-1){let N=C+1;if(k=k===Ge+1?Wc:k-1,g=r.charCodeAt(C),d){let V=r.slice(i,
N);u+=V,l&&(E+=V,w=w||Cn(V))}i=N;continue}}if(P===40&&g<128&&pn[g]){if(n===v.FunctionName||k>=Ge&&(n===v.CommandStart||n===v.CommandPrefix)||n===v.CommandStart&&
g===33&&h&&r.charCodeAt(a)===33&&st(r,a+1,o)===i)break;let C=g;if(C===61&&s&&!((n===v.CommandStart||n===v.CommandPrefix||n===v.Declaration||n===v.EvalArgument)&&
dm(k)&&st(r,um(k)+1,o)===i))break;let N=i+1,V=this.findClosingShellDelimiter(N,o,41,C===61);if(V===-1&&!s&&!e&&k>=Ge||n===v.CommandStart&&C!==61&&V!==-1&&Sr(r,N,
V)===V)break;h=!1;let te=V===-1?o:V;if(i=V===-1?o:V+1,V===-1&&this.errors.push({message:"unterminated extended glob",pos:N-2}),g=r.charCodeAt(i-1),d){let M="("+
r.slice(N,i);if(u+=M,l&&C!==61){let ye=N-2;for(;r.charCodeAt(ye)===10&&r.charCodeAt(ye-1)===92;)ye-=2;if(E.length>0){let re=E.slice(0,-1);ye>S&&x.push({type:"Li\
teral",pos:S,end:ye,value:re,text:r.slice(S,ye)}),E=""}let F=nA[C];x.push({type:"ExtendedGlob",pos:ye,end:i,text:r.slice(ye,i),operator:F,pattern:r.slice(N,te),
parts:this.subFieldParts(N,te)}),S=i}else l&&(E+=M,w=w||Cn(M))}continue}break}if(P===92){i++,i<o?r.charCodeAt(i)===10?(i++,m=!1):(k>=0&&k<Ge&&(k=Ct),p=!0,h=!1,m=
!1,g=r.charCodeAt(i),d&&(u+=r[i],l&&(E+=r[i])),i++):(k>=0&&k<Ge&&(k=Ct),p=!0,h=!1,g=92,d&&(u+="\\",l&&(E+="\\")));continue}if(P===39){let C=i;k>=0&&k<Ge&&(k=Ct),
p=!0,h=!1,m=!1,i++;let N=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;i>N&&(g=r.charCodeAt(i-1));let V=d?r.slice(N,i):"";d&&(u+=V),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:N-1}),l&&(C>S&&(x.push({type:"Literal",pos:S,end:C,value:E,text:r.slice(S,C)}),E=""),x.push({type:"SingleQuoted",pos:C,end:i,value:V,
text:r.slice(C,i)}),S=i);continue}if(P===34){let C=i;if(k>=0&&k<Ge&&(k=Ct),p=!0,h=!1,m=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>C+1&&(g=
r.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),l){C>S&&(x.push({type:"Literal",pos:S,end:C,value:E,text:r.slice(S,C)}),E="");let N=r.
slice(C,i);x.push({type:"DoubleQuoted",pos:C,end:i,text:N,parts:this._dqParts??[{type:"Literal",pos:C+1,end:this._dqEnd,value:this._dqText,text:r.slice(C+1,this.
_dqEnd)}]}),S=i}continue}if(P===36){h=!1;let C=i;k>=0&&k<Ge&&(k=Ct);let N=i+1<o?r.charCodeAt(i+1):0;(N===39||N===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(m=!1),i>C&&(g=r.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),l&&(this._resultPart?(C>S&&(x.push({type:"Lit\
eral",pos:S,end:C,value:E,text:r.slice(S,C)}),E=""),x.push(this._resultPart),S=i):E+=this._resultText);continue}if(P===96){h=!1;let C=i;k>=0&&k<Ge&&(k=Ct),this.
pos=i,this.readBacktickExpansion(),i=this.pos,m=!1,g=r.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),l&&(C>S&&(x.push({type:"Literal",pos:S,end:C,value:E,text:r.
slice(S,C)}),E=""),x.push(this._resultPart),S=i);continue}if(P===123){k>=0&&k<Ge&&(k=Ct);let C=i+1<o?r.charCodeAt(i+1):0,N=C<=32||C===125?-1:this.scanBraceExpansion(
i,A??(A=new Map));if(N>0){if(h=!1,g=r.charCodeAt(N-1),d){let V=r.slice(i,N);u+=V,l&&(i>S&&(x.push({type:"Literal",pos:S,end:i,value:E,text:r.slice(S,i)}),E=""),
x.push({type:"BraceExpansion",pos:i,end:N,text:V,parts:this.subFieldParts(i+1,N-1)}),S=N)}i=N;continue}g=123,d&&(u+="{",l&&(E+="{")),i++;continue}i++}l&&i>S&&x.
push({type:"Literal",pos:S,end:i,value:E,text:r.slice(S,i)}),this.pos=i,this._wordText=u,this._wordRaw=m,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
h,this._wordAssignmentState=k,l&&(this._wordParts=x.length>1||x.length===1&&x[0].type!=="Literal"?x:null,w&&n!==v.ArrayElement&&(this._wordParts=Vt(r,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,n=!1,s=!1){let r=this.src,o=this.srcEnd,i=this.pos,a=i,c="",l=this._buildParts,d,u="",p=0,f=!1,h=!1;for(l&&(d=[],p=i);i<o;){let m=r.
charCodeAt(i);if(m===92){if(i++,i<o)if(r.charCodeAt(i)===10)i++;else{let g=r.charCodeAt(i);e&&g!==36&&g!==96&&g!==34&&g!==92&&g!==125&&(c+="\\",l&&(u+="\\"),f=!0);
let k=r[i++];c+=k,l&&(u+=k)}continue}if(m===39&&!e){let g=i;i++;let k=i;for(;i<o&&r.charCodeAt(i)!==39;)i++;let x=r.slice(k,i);c+=x,i<o&&i++,l&&(g>p&&(d.push({type:"\
Literal",pos:p,end:g,value:u,text:r.slice(p,g)}),u=""),d.push({type:"SingleQuoted",pos:g,end:i,value:x,text:r.slice(g,i)}),p=i);continue}if(m===34){let g=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,c+=this._dqText,l){g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:r.slice(p,g)}),u="");let k=r.slice(g,i);
d.push({type:"DoubleQuoted",pos:g,end:i,text:k,parts:this._dqParts??[{type:"Literal",pos:g+1,end:this._dqEnd,value:this._dqText,text:r.slice(g+1,this._dqEnd)}]}),
p=i}continue}if(m===36){let g=i;this.pos=i,this.readDollar(e),i=this.pos,c+=this._resultText,l&&(this._resultPart?(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,
text:r.slice(p,g)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(m===96){let g=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,c+=
this._resultText,l&&(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:r.slice(p,g)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!n&&(m===60||m===62)&&
i+1<o&&r.charCodeAt(i+1)===40){let g=i;this.pos=i+2;let k=this.extractBalanced();i=this.pos;let x=r.slice(g,i);c+=x,l&&(g>p&&(d.push({type:"Literal",pos:p,end:g,
value:u,text:r.slice(p,g)}),u=""),d.push(this.processSubstitution(g,x,m===60?"<":">",k)),p=i);continue}c+=r[i],l&&(u+=r[i],s&&(m===42||m===63||m===91)&&(h=!0)),
i++}l&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:r.slice(p,i)}),this.pos=i,this._wordText=c,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,l&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,h&&(this._wordParts=Vt(r,a,i,this._wordParts)??null))}subFieldParts(e,n){
if(!(this._nestingDepth>=256))return $s(this.src,e,n)?this.parseSubFieldWord(e,n).parts:Vt(this.src,e,n,void 0)}parseSubFieldWord(e,n,s="word",r=!1){if(e>=n)return new Le(
"",e,e);if(this._nestingDepth>=256)return new Le(this.src.slice(e,n),e,n);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
c=this.pos,l=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=n,this.pos=e,this.readInnerWordText(s==="quoted",r,s===
"word");let f=new Le(this.src.slice(e,n),e,n);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=c,this._wordText=l,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,n=wr(this.src,this.pos,this.srcEnd);this.pos=n.end,n.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,n=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
n;){let s=e.charCodeAt(this.pos);if(s===34){this.pos++;return}if(s===92){this.pos=Math.min(this.pos+2,n);continue}if(s===96)break;if(s===36){let r=e.charCodeAt(
this.pos+1);if(r===40||r===123||r===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=Sr(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let n=this.src,s=this.srcEnd,r=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<s;){let f=n.charCodeAt(p);if(f===34){this._dqText=
a?n.slice(r,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let c="",l=null,d="",u=i?this.
pos:0;for(;this.pos<s&&n.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<s;){let h=n.charCodeAt(this.pos);if(h===34||h===92||h===36||h===96)break;this.
pos++}if(a&&this.pos>p){let h=n.slice(p,this.pos);c+=h,i&&(d+=h)}if(this.pos>=s||n.charCodeAt(this.pos)===34)break;let f=n.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<s){let h=n.charCodeAt(this.pos);if(h===10){this.pos++;continue}if(a)if(e||h===36||h===96||h===34||h===92){let m=n[this.pos];c+=m,i&&(d+=m)}else{let m="\
\\"+n[this.pos];c+=m,i&&(d+=m)}this.pos++}continue}if(f===36){let h=this.pos+1<s?n.charCodeAt(this.pos+1):0;if(h===34||h===39){a&&(c+="$",i&&(d+="$")),this.pos++;
continue}let m=this.pos;if(this.readDollar(!0),a&&(c+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&am(g)?(l||(l=[]),m>u&&(l.push(
{type:"Literal",pos:u,end:m,value:d,text:n.slice(u,m)}),d=""),l.push(g),u=this.pos):d+=this._resultText}continue}if(f===96){let h=this.pos;this.readBacktickExpansion(
!0),a&&(c+=this._resultText),o=!0,i&&this._resultPart&&am(this._resultPart)&&(l||(l=[]),h>u&&(l.push({type:"Literal",pos:u,end:h,value:d,text:n.slice(u,h)}),d=""),
l.push(this._resultPart),u=this.pos);continue}}i&&l&&this.pos>u&&l.push({type:"Literal",pos:u,end:this.pos,value:d,text:n.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<s?this.pos++:this.errors.push({message:"unterminated double quote",pos:r-1}),this._dqText=c,this._dqHasExpansions=o,this._dqParts=l}readDollar(e=!1){let n=this.
pos;this.pos++;let s=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=r){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=st(s,this.pos,r);i>this.pos&&s.charCodeAt(i)===40&&s.charCodeAt(i+1)!==40&&(this.pos=i);let a=s.charCodeAt(this.pos);if(a===
40){if(this.pos+1<r&&s.charCodeAt(this.pos+1)===40){let c=this.pos,l=this.errors.length;if(this.readArithmeticExpansion(n),!this._notArithmetic)return;this.errors.
length=l,this.pos=c}this.readCommandSubstitution(n);return}if(a===123){let c=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(c===32||c===9||c===10){this.readBraceCommandSubstitution();
return}if(c===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let c=this.readAnsiCQuoted();this._resultText=
c,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:n,end:this.pos,text:s.slice(n,this.pos),value:c}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let c=s.slice(n,this.pos);this._resultPart={type:"LocaleString",pos:n,end:this.
pos,text:c,parts:this._dqParts??[{type:"Literal",pos:n+2,end:this._dqEnd,value:this._dqText,text:s.slice(n+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let c=o?s.slice(this.pos-2,this.pos):"";this._resultText=c,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:n,end:this.pos,text:c}:void 0;return}if(a<128&&un[a]&1){let c=this.
pos-1;for(;this.pos<r;){let d=s.charCodeAt(this.pos);if(d<128&&un[d]&2)this.pos++;else break}let l=o?s.slice(c,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:n,end:this.pos,text:l}:void 0;return}if(a===91){let c=this._errors===
null?0:this._errors.length,l=this.findClosingArithmeticBracket(this.pos+1);if(l!==-1){let d=this.pos+1,u=s.slice(d,l);this.pos=l+1;let p=o?s.slice(n,this.pos):"";
this._resultText=p,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(d-2,p,u,d):void 0;return}this._errors!==
null&&(this._errors.length=c)}this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=void 0}scanArithmeticBody(){this._notArithmetic=
!1,this._arithUnterminated=!1,this.pos+=2;let e=1,n=0,s=0,r,o=!1,i=this.src,a=this.srcEnd,c=this.pos;for(;this.pos<a&&e>0;){let d=i.charCodeAt(this.pos);if(d===
92)this.pos+=this.pos+1<a?2:1;else if(d===39)this.pos++,this.skipSQ();else if(d===34)this.pos++,this.skipDQ();else if(d===96){for(this.pos++;this.pos<a&&i.charCodeAt(
this.pos)!==96;)i.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<a&&this.pos++}else if(d===36&&this.pos+2<a&&i.charCodeAt(this.pos+1)===40&&i.charCodeAt(
this.pos+2)!==40){let u=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u})}else if(d===
36&&this.pos+1<a&&i.charCodeAt(this.pos+1)===123){let u=this.findClosingBrace(this.pos+2,a);this.pos=u===-1?a:u+1}else if((d===60||d===62)&&this.pos+1<a&&i.charCodeAt(
this.pos+1)===40)this.pos+=2,this.extractBalanced();else if(d===40)i.charCodeAt(this.pos-1)===36&&i.charCodeAt(this.pos+1)===40?(e===1?s=n:(r??(r=[])).push(n),e++,
n=0,e+this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expansion nesting depth exceeded",pos:this.pos-1}),o=!0),this.pos+=2):(++n+e-1+
this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expression nesting depth exceeded",pos:this.pos}),o=!0),this.pos++);else if(d===41&&n>
0)n--,this.pos++;else if(d===41&&this.pos+1<a&&i.charCodeAt(this.pos+1)===41){if(--e===0){this.pos+=2;break}n=e===1?s:r.pop(),this.pos+=2}else{if(d===41&&e===1)
return this._notArithmetic=!0,"";this.pos++}}let l=this._buildParts||this._buildValue;return e>0?(this._arithUnterminated=!0,l?i.slice(c,this.pos):""):l?i.slice(
c,this.pos-2):""}readArithmeticExpansion(e){let n=this.pos+2,s=this.scanArithmeticBody();if(this._notArithmetic)return;this._arithUnterminated&&this.errors.push(
{message:"unterminated arithmetic expansion",pos:e});let r=this._buildParts||this._buildValue?this.src.slice(e,this.pos):"";this._resultText=r,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,r,s,n):void 0}arithmeticExpansion(e,n,s,r){return new As(e,this.pos,
n,{source:this.src,body:s,offset:r,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,n){let s=this._buildValue;this._buildValue=
!0;let r=this.scanArithmeticBody();this._buildValue=s,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:n}),ve(e,y.ArithCmd,
r,n,this.pos)}readCommandSubstitution(e){let n=this.pos;this.pos++;let s=this.extractBalanced();this._unbalanced&&this.errors.push({message:"unterminated comman\
d substitution",pos:e});let r=this._buildParts||this._buildValue,o=r?this.src.slice(e,this.pos):"",i=!r||n===e+1?o:"$"+this.src.slice(n,this.pos);this._resultText=
i,this._resultIsRaw=n===e+1,this._resultHasExpansion=!0,this._buildParts?this._resultPart=this.commandExpansion(e,o,n+1,s,!this._unbalanced):this._resultPart=void 0}readBraceCommandSubstitution(){
this.readBraceSubstitution(1)}readValueSubstitution(){this.readBraceSubstitution(2)}readBraceSubstitution(e){let n=this.pos-1;this.pos+=e;let s=this.src,r=this.
srcEnd,o=1,i=this.pos;for(;this.pos<r;){let a=s.charCodeAt(this.pos);if(a===123)o++;else if(a===125){if(--o===0){this.pos++;break}}else if(a===39){this.pos++,this.
skipSQ();continue}else if(a===34){this.pos++,this.skipDQ();continue}else a===92&&this.pos++;this.pos++}if(this._resultIsRaw=!0,this._resultHasExpansion=!0,this.
_buildParts||this._buildValue){let a=s.slice(i,this.pos-1),c=a.trim(),l=s.slice(n,this.pos);if(this._resultText=l,this._buildParts){let d=i+(a.length-a.trimStart().
length);this._resultPart=this.commandExpansion(n,l,d,c)}else this._resultPart=void 0}else this._resultText="",this._resultPart=void 0}readBacktickExpansion(e=!1){
this.pos++;let n=this.src,s=this.srcEnd,r=this.pos;if(!this._buildParts&&!this._buildValue){for(;this.pos<s&&n.charCodeAt(this.pos)!==96;)n.charCodeAt(this.pos)===
92&&this.pos+1<s&&this.pos++,this.pos++;this.pos<s?this.pos++:this.errors.push({message:"unterminated backtick",pos:r-1}),this._resultText="",this._resultIsRaw=
!1,this._resultHasExpansion=!0,this._resultPart=void 0;return}let o="",i=!1;for(;this.pos<s&&n.charCodeAt(this.pos)!==96;){if(n.charCodeAt(this.pos)===92){i=!0;
break}this.pos++}if(!i)o=n.slice(r,this.pos);else for(o=n.slice(r,this.pos);this.pos<s&&n.charCodeAt(this.pos)!==96;)if(n.charCodeAt(this.pos)===92){if(this.pos++,
this.pos<s){let c=n.charCodeAt(this.pos);c===36||c===96||c===92||e&&c===34?o+=n[this.pos]:o+="\\"+n[this.pos],this.pos++}}else{let c=this.pos;for(;this.pos<s;){
let l=n.charCodeAt(this.pos);if(l===96||l===92)break;this.pos++}o+=n.slice(c,this.pos)}this.pos<s?this.pos++:this.errors.push({message:"unterminated backtick",pos:r-
1});let a=n.slice(r-1,this.pos);this._resultText=o,this._resultHasExpansion=!0,this._buildParts?this._resultPart=i?this.decodedCommandExpansion(r-1,a,o):this.commandExpansion(
r-1,a,r,o):this._resultPart=void 0}readParameterExpansion(e){let n=this.src,s=this.srcEnd,r=this.pos;this.pos++;let o=1,i=!1;for(;this.pos<s&&o>0;){let l=n.charCodeAt(
this.pos);if(l===36){let d=this.pos+1<s?n.charCodeAt(this.pos+1):0;if(d===123){o++,this._nestingDepth+o>256&&!i&&(this.errors.push({message:"maximum parameter e\
xpansion nesting depth exceeded",pos:this.pos}),i=!0),this.pos+=2;continue}if(d===36){this.pos+=2;continue}if(d===40){let u=this.pos;this.pos+=2,this.extractBalanced(),
this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u});continue}}else if(l===96){for(this.pos++;this.pos<s&&n.charCodeAt(this.pos)!==
96;)n.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++;continue}else if(l===125){if(--o===0){this.pos++;break}}else if(l===92)this.pos+1<
s&&this.pos++;else if(l===39){this.pos++,this.pos>r+1&&n.charCodeAt(this.pos-2)===36?this.skipAnsiCQuoted():this.skipSQ();continue}else if(l===34){this.pos++,this.
skipDQ();continue}this.pos++}let a=o===0;a||this.errors.push({message:"unterminated parameter expansion",pos:r-1});let c=this._buildParts||this._buildValue?n.slice(
r-1,this.pos):"";if(this._resultText=c,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._buildParts){let l=n.slice(r+1,a?this.pos-1:this.pos);this._resultPart=
this.parseParamInner(c,l,r+1,e)}else this._resultPart=void 0}parseParamInner(e,n,s,r){let o={type:"ParameterExpansion",pos:s-2,end:this.pos,text:e,parameter:"",
parameterPos:s,parameterEnd:s,prefix:void 0,index:void 0,operation:void 0},i=n.length;if(i===0)return o;let a=(g,k,x="word")=>this.parseSubFieldWord(s+g,s+k,x),
c=g=>{let k=this.findClosingBracket(s+g,s+i);return k===-1?-1:k-s},l=0;if(i>1&&n.charCodeAt(0)===33&&(o.prefix="!",l=1),i>1&&n.charCodeAt(0)===35){let g=this.scanParamName(
n,1),k=g,x=-1;if(k<i&&n.charCodeAt(k)===91&&(x=c(k+1),x!==-1&&(k=x+1)),g>1&&k===i)return o.prefix="#",o.parameter=n.slice(1,g),o.parameterPos=s+1,o.parameterEnd=
s+g,x!==-1&&(o.index=a(g+1,x,"embedded")),o}let d=l;if(l=this.scanParamName(n,l),o.parameter=n.slice(d,l),o.parameterPos=s+d,o.parameterEnd=s+l,l<i&&n.charCodeAt(
l)===91){let g=c(l+1);g!==-1&&(o.index=a(l+1,g,"embedded"),l=g+1)}if(l>=i)return o;let u=s+l,p=s+i,f=n.charCodeAt(l),h=n.charCodeAt(l+1),m=n[f===58?l+1:l];if(m===
"-"||m==="="||m==="+"||m==="?"){let g=l+(f===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:s+g,operator:f===58?`:${m}`:m,operand:a(g,i,r?"q\
uoted":"word")},o}if(f===58){l++;let g=s+l,k=om(n.slice(l),58,!0,(x,E)=>this.findNestedShellEnd(g+x,p,E)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(l,k===-1?i:l+k,"embedded"),length:k===-1?void 0:a(l+k+1,i,"embedded")},o}if(f===35||f===37){let g=h===f,k=f===35?g?"##":"#":g?"%%":"%",x=l+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:s+x,operator:k,operand:a(x,i)},o}if(f===47){l++;let g="/";(h===47||h===35||h===37)&&(g=h===47?
"//":h===35?"/#":"/%",l++);let k=l;h===47&&(k=st(n,l,i),n.charCodeAt(k)===47&&k++);let x=om(n.slice(k),47),E=x===-1?i:k+x;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:s+l,operator:g,pattern:a(l,E),replacement:a(x===-1?i:E+1,i)},o}if(f===94||f===44){let g=h===f,k=f===94?g?"^^":"^":g?",,":",",x=l+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:s+x,operator:k,operand:x===i?void 0:a(x,i)},o}return o.prefix==="!"&&o.index===void 0&&l+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(l+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:n.slice(l)},o)}findNestedShellEnd(e,n,s){let r=this.src.charCodeAt(e);if(r===
96){let i=e+1;for(;i<n;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return n}let o;if(r===36){let i=e+1;if(i<n&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,n);else{let a=st(this.src,i,n);if(a>=n||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,n)}}else{let i=e+
1;if(s||r!==60&&r!==62||i>=n||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,n)}return o===-1?n:o+1}scanParamName(e,n){let s=n;if(s>=e.length)
return s;let r=e.charCodeAt(s);if(r===64||r===42||r===35||r===63||r===45||r===36||r===33)return s+1;if(r>=48&&r<=57){for(;s<e.length&&e.charCodeAt(s)>=48&&e.charCodeAt(
s)<=57;)s++;return s}if(r>=97&&r<=122||r>=65&&r<=90||r===95)for(s++;s<e.length;){let o=e.charCodeAt(s);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)s++;else
break}return s}readAnsiCQuoted(){let e=this.pos-1,n=wr(this.src,this.pos,this.srcEnd);return this.pos=n.end,n.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),n.value}extractBalanced(e=!0,n=!1){let s=this.src,r=this.srcEnd,o=this._buildParts||this._buildValue,i=n?0:1,a=this.pos;this._unbalanced=!1;
let c=e&&!n?this.substitutionContext.boundaries?.get(a):void 0;if(c!==void 0&&c<=r&&this._nestingDepth<256)return this.pos=c,o?s.slice(a,c-1):"";let l=!0;for(;!n&&
this.pos<r;){let M=s.charCodeAt(this.pos);if(M===41){let ye=o?s.slice(a,this.pos):"";return this.pos++,ye}else{if(M===40||M===92||M===39||M===34||M===96||M===36&&
(s.charCodeAt(this.pos+1)===39||s.charCodeAt(this.pos+1)===36||s.charCodeAt(this.pos+1)===123))break;if(M===60&&this.pos+1<r&&s.charCodeAt(this.pos+1)===60)break;
if(M===35&&l)break;if(M===99&&l&&this.pos+3<r&&s.charCodeAt(this.pos+1)===97&&s.charCodeAt(this.pos+2)===115&&s.charCodeAt(this.pos+3)===101&&(this.pos+4>=r||s.
charCodeAt(this.pos+4)<128&&ae[s.charCodeAt(this.pos+4)]&1))break;l=M<128&&(ae[M]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,h,m=-1,g=a>=2&&s.charCodeAt(a)===40&&
s.charCodeAt(a-1)===40&&s.charCodeAt(a-2)===36,k=0,x=!1,E=n?[{close:34,depth:0}]:[],S=n?1:0,w=0,A,P=-1,C=-1,N=-1,V=-1,te=!1;for(;this.pos<r&&(i>0||E.length>0);){
let M=s.charCodeAt(this.pos),ye=E.length===0?void 0:E[E.length-1];if(ye!==void 0&&ye.depth===i){let F=!1;if(M===92){this.pos=Math.min(this.pos+2,r);continue}if(M===
ye.close){if(E.pop(),M===34?S--:w--,this.pos++,n&&i===0&&E.length===0)return"";continue}if(M===34)E.push({close:34,depth:i}),S++;else if(M===39&&ye.close===125){
this.pos++,this.skipSQ();continue}else if(M===96){for(this.pos++;this.pos<r&&s.charCodeAt(this.pos)!==96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.
pos++;this.pos<r&&this.pos++;continue}else if(M===36){let re=s.charCodeAt(this.pos+1);if(re===39&&ye.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(re===
123)E.push({close:125,depth:i}),w++,this.pos++;else if(re===40)this.pos++,M=40,F=!0;else if(re===36){this.pos+=s.charCodeAt(this.pos+2)===40?1:2;continue}}if(!x&&
this._nestingDepth+Math.max(S,w)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),x=!0),!F){for(this.pos++;this.pos<r;){let re=s.
charCodeAt(this.pos);if(re===92||re===34||re===36||re===96||re===125||re===39)break;this.pos++}continue}}if(M===35&&V!==-1&&!g&&m<0&&e&&!te&&this._nestingDepth+
(h?.length??0)<256&&Sr(s,V,r)===this.pos){te=!0;let F=h?.[h.length-1],re=this.findSubstitutionEnd(F?.start??a,r,this._nestingDepth+(h?.length??0)+1);if(re!==-1){
if(F===void 0)return this.pos=re,o?s.slice(a,re-1):"";this.pos=re-1,i=F.depth+1,d=0,u=0,p.length=F.parens+1,M=41}}if(M===40){let F=this.pos>a&&this.pos!==N?s.charCodeAt(
this.pos-1):0,re=F===36?this.pos-1:this.pos===C?P:-1,mo=re!==-1||F===60||F===62||F===61||F===64||F===63||F===42||F===43||F===33||F===40&&p[p.length-1]===!1||g&&
this.pos===a,Ea=re!==-1&&s.charCodeAt(this.pos+1)!==40||(F===60||F===62)&&m<0&&!g;Ea&&((h??(h=[])).push({start:this.pos+1,dollar:re,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:m,arithExtent:g,substitutions:k,checkedGrammar:te,pendingDelims:f}),d=0,u=0,m=-1,g=!1,te=!1,f=null),p.push(!mo),l=!0,!Ea&&m<0&&this.pos+1<
r&&s.charCodeAt(this.pos+1)===40&&(m=i),re!==-1&&(Ea?k++:(A??(A=[])).push(i),k+(A?.length??0)+this._nestingDepth+(n?0:1)>256&&!x&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:re}),x=!0)),P=-1,C=-1,i++,d>0&&u++,this.pos++}else if(M===41){if(d>0&&u===0)this.pos++,l=!0;else{if(d>0&&
u--,i--,i===0&&!n){let re=o?s.slice(a,this.pos):"";return this.pos++,re}if(i<=m&&(m=-1),A!==void 0)for(;A.length>0&&A[A.length-1]>=i;)A.pop();l=p.pop()??!0,this.
pos++;let F=h?.[h.length-1];F!==void 0&&F.depth===i&&(h.pop(),d=F.caseDepth,u=F.caseParens,m=F.arithBase,g=F.arithExtent,k=F.substitutions,te=F.checkedGrammar,f=
F.pendingDelims)}V=this.pos}else if(M===92){if(this.pos>a&&s.charCodeAt(this.pos-1)===36){let F=st(s,this.pos,r);F>this.pos&&s.charCodeAt(F)===40&&s.charCodeAt(
F+1)!==40&&(P=this.pos-1,C=F)}this.pos++,this.pos<r&&(s.charCodeAt(this.pos)!==10&&(l=!1),this.pos++),N=this.pos}else if(M===36){let F=s.charCodeAt(++this.pos);
F===39?(this.pos++,this.skipAnsiCQuoted()):F===36?this.pos++:F===123&&!oA(s.charCodeAt(this.pos+1))&&(E.push({close:125,depth:i}),w++,this.pos++),l=!1}else if(M===
39)this.pos++,this.skipSQ(),l=!1;else if(M===34)E.push({close:34,depth:i}),S++,this.pos++,l=!1;else if(M===96){for(this.pos++;this.pos<r&&s.charCodeAt(this.pos)!==
96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos<r&&this.pos++;this.pos<r&&this.pos++,l=!1}else if(M===60&&m<0&&this.pos+1<r&&s.charCodeAt(this.pos+1)===60){
if(this.pos+2<r&&s.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let F=this.pos<r&&s.charCodeAt(this.pos)===45;F&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:F,quoted:this._hereQuoted})}l=!1}else if(M===
10&&f){this.pos++;for(let F of f)this.skipHereDocBody(F.delimiter,F.strip,!0,F.quoted);f=null,l=!0}else if(M===35&&m<0&&!g&&l)for(;this.pos<r&&s.charCodeAt(this.
pos)!==10;)this.pos++;else{let F=this.pos;for(;this.pos<r;){let re=s.charCodeAt(this.pos);if(re<128&&ae[re])break;this.pos++}if(this.pos>F){if(this.pos-F===4&&l&&
m<0&&!g){let mo=s.charCodeAt(F);mo===99&&s.charCodeAt(F+1)===97&&s.charCodeAt(F+2)===115&&s.charCodeAt(F+3)===101?d++:mo===101&&s.charCodeAt(F+1)===115&&s.charCodeAt(
F+2)===97&&s.charCodeAt(F+3)===99&&d>0&&(d--,d===0&&(u=0))}l=!1}else{let re=s.charCodeAt(this.pos);l=re<128&&(ae[re]&1)!==0,this.pos++}}}return this._unbalanced=
!0,n&&h!==void 0&&h.length>0&&this.errors.push({message:"unterminated command substitution",pos:h[0].dollar}),o?s.slice(a,this.pos):""}};function Mc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function mm(t,e,n){for(;n>e;){let s=t.
charCodeAt(n-1);if(s!==32&&s!==9&&s!==10)break;n--}return n}function iA(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function qc(t,e=0,n,s=0){let r=0,o=t.length,i=n?.embeddedWords.length??0;function a(S,w,A=!1){let P={type:"\
ArithmeticWord",pos:S+e,end:w+e,value:t.slice(S,w),parts:void 0};return A&&n?.embeddedWords.push(P),P}function c(){for(;r<o;){let S=t.charCodeAt(r);if(S===32||S===
9||S===10)r++;else break}}function l(){if(r>=o)return null;let S=t.charCodeAt(r),w=r+1<o?t.charCodeAt(r+1):0,A=r+2<o?t.charCodeAt(r+2):0;switch(S){case 44:return r++,
",";case 61:return w===61?(r+=2,"=="):(r++,"=");case 33:return w===61?(r+=2,"!="):null;case 60:return w===60?A===61?(r+=3,"<<="):(r+=2,"<<"):w===61?(r+=2,"<="):
(r++,"<");case 62:return w===62?A===61?(r+=3,">>="):(r+=2,">>"):w===61?(r+=2,">="):(r++,">");case 43:return w===61?(r+=2,"+="):w===43?null:(r++,"+");case 45:return w===
61?(r+=2,"-="):w===45?null:(r++,"-");case 42:return w===42?(r+=2,"**"):w===61?(r+=2,"*="):(r++,"*");case 47:return w===61?(r+=2,"/="):(r++,"/");case 37:return w===
61?(r+=2,"%="):(r++,"%");case 124:return w===124?(r+=2,"||"):w===61?(r+=2,"|="):(r++,"|");case 38:return w===38?(r+=2,"&&"):w===61?(r+=2,"&="):(r++,"&");case 94:
return w===61?(r+=2,"^="):(r++,"^");case 63:return r++,"?";default:return null}}function d(){for(c();r<o;){let w=t.charCodeAt(r);if(w!==33&&w!==126&&w!==43&&w!==
45||t.charCodeAt(r+1)===61)break;r++,c()}if(t.charCodeAt(r)===40){let w=1;for(r++;r<o&&w>0;){let A=n?.findArithmeticWordEnd?.(r+e,e+o)??r+e;if(A>r+e){r=A-e;continue}
let P=t.charCodeAt(r++);P===40?w++:P===41&&w--}}else r<o&&t.charCodeAt(r)!==41&&t.charCodeAt(r)!==58&&m(0);c();let S=t.charCodeAt(r);(S===43||S===45)&&t.charCodeAt(
r+1)===S&&(r+=2)}function u(S){c();let w=r;if(w===o)return a(w,w);let A=n?.embeddedWords.length??0,P=0;for(;;){if(d(),c(),t.charCodeAt(r)===58&&P>0){P--,r++;continue}
let C=r,N=l();if(N===null||P===0&&Mc(N)<S){r=C;break}N==="?"&&P++}return n&&(n.embeddedWords.length=A),a(w,mm(t,w,r))}function p(S,w){if(w>256)return u(S);let A=f(
w);for(;c(),!(r>=o);){let P=r,C=l();if(!C)break;if(C==="?"){if(Mc(C)<S){r=P;break}let M=p(1,w+1);c(),r<o&&t.charCodeAt(r)===58&&r++;let ye=p(3,w+1);A={type:"Ari\
thmeticTernary",pos:A.pos,end:ye.end,test:A,consequent:M,alternate:ye};continue}let N=Mc(C);if(N<S){r=P;break}let V=iA(C)?N:N+1,te=p(V,w+1);A={type:"ArithmeticB\
inary",pos:A.pos,end:te.end,operator:C,left:A,right:te}}return A}function f(S){if(c(),S>256)return u(15);if(r>=o)return a(r,r);let w=r,A=t.charCodeAt(r),P=r+1<o?
t.charCodeAt(r+1):0;if(A===43&&P===43){r+=2;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"++",operand:C,prefix:!0}}if(A===45&&P===45){r+=
2;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"--",operand:C,prefix:!0}}if(A===33){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+
e,end:C.end,operator:"!",operand:C,prefix:!0}}if(A===126){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"~",operand:C,prefix:!0}}if(A===
43&&P!==43&&P!==61){r++;let C=f(S+1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"+",operand:C,prefix:!0}}if(A===45&&P!==45&&P!==61){r++;let C=f(S+
1);return{type:"ArithmeticUnary",pos:w+e,end:C.end,operator:"-",operand:C,prefix:!0}}return h(S)}function h(S){let w=m(S);if(c(),r+1<o){let A=t.charCodeAt(r),P=t.
charCodeAt(r+1);if(A===43&&P===43)return r+=2,{type:"ArithmeticUnary",pos:w.pos,end:r+e,operator:"++",operand:w,prefix:!1};if(A===45&&P===45)return r+=2,{type:"\
ArithmeticUnary",pos:w.pos,end:r+e,operator:"--",operand:w,prefix:!1}}return w}function m(S){if(c(),r>=o)return a(r,r);let w=t.charCodeAt(r);if(w===40){let V=r;
r++;let te=p(0,S+1);return c(),r<o&&t.charCodeAt(r)===41&&r++,{type:"ArithmeticGroup",pos:V+e,end:r+e,expression:te}}if(w===36){let V=r,te=n?.embeddedWords.length??
0,M=g(),ye=n?.findArithmeticWordEnd?.(V+e,e+o)??r+e;return ye>r+e?(n&&(n.embeddedWords.length=te),r=ye-e,a(V,r,!0)):M}if(w===96||w===34||w===39){let V=r;return r=
(n?.findArithmeticWordEnd?.(V+e,e+o)??V+e+1)-e,a(V,r,!0)}let A=r,P=n?.embeddedWords.length??0,C=k(),N=n?.findArithmeticWordEnd?.(A+e,e+o)??r+e;return N>r+e?(n&&
(n.embeddedWords.length=P),r=N-e,a(A,r,!0)):C}function g(){let S=r;if(r++,r>=o)return a(S,r);let w=t.charCodeAt(r);if(w===40)if(r+1<o&&t.charCodeAt(r+1)===40){let A=n?.
findArithmeticExpansionEnd(S+e,e+o)??-1;if(A!==-1)r=A-e;else{r+=2;let P=1;for(;r<o&&P>0;)t.charCodeAt(r)===40&&t.charCodeAt(r+1)===40?(P++,r+=2):t.charCodeAt(r)===
41&&t.charCodeAt(r+1)===41?(P--,r+=2):r++}}else{r++;let A=n?.findClosingParenthesis(r+e,e+o)??-1;if(A!==-1)r=A-e+1;else{let C=1;for(;r<o&&C>0;){let N=t.charCodeAt(
r++);N===40?C++:N===41&&C--}}let P=t.slice(S,r);return n?n.commandExpansion(S+e,r+e,P):new St("ArithmeticCommandExpansion",S+e,r+e,P)}else if(w===123){let A=n?.
findClosingBrace(r+e+1,e+o)??-1;if(A!==-1)r=A-e+1;else{r++;let P=1;for(;r<o&&P>0;){let C=t.charCodeAt(r++);C===123?P++:C===125&&P--}}}else for(;r<o;){let A=t.charCodeAt(
r);if(A>=97&&A<=122||A>=65&&A<=90||A>=48&&A<=57||A===95)r++;else break}return a(S,r,w===40||w===123)}function k(){let S=r;for(;r<o;){let w=t.charCodeAt(r);if(w>=
48&&w<=57||w>=65&&w<=90||w>=97&&w<=122||w===95||w===35)r++;else break}if(r>S&&r<o&&t.charCodeAt(r)===91){let w=n?.findClosingBracket?.(r+e+1,e+o)??-1;if(w!==-1)
r=w-e+1;else{r++;let A=1;for(;r<o&&A>0;){let P=t.charCodeAt(r);P===91?A++:P===93&&A--,r++}}return a(S,r,!0)}return r===S&&r++,a(S,r)}if(c(),r>=o)return null;let x=r,
E=p(0,s);return c(),r<o?(n&&(n.embeddedWords.length=i),a(x,mm(t,x,o),n!==void 0)):E}var ci=(t,e)=>Cn(e.text)?Vt(e.text,0,e.text.length,void 0,e.pos):void 0;function os(t){return t.wordParts??(t.wordParts=(e,n,s)=>aA(e,n,s,t))}function li(t){return t.
embeddedParts??(t.embeddedParts=(e,n,s)=>jc(e,n,s,t))}function gm(t){return t.arrayParts??(t.arrayParts=(e,n,s)=>cA(e,n,s,t))}function aA(t,e,n=0,s=Ts()){let r=new ot(
t,e.pos,e.end,!1,s);return r._nestingDepth=n,r.buildWordParts(e.pos)??void 0}function jc(t,e,n=0,s,r=!1){if(!$s(t,e.pos,e.end))return;let o=new ot(t,e.pos,e.end,
!1,s);return o._nestingDepth=n,o.buildEmbeddedWordParts(e.pos,r)??void 0}function cA(t,e,n=0,s){let r=new ot(t,e.pos,e.end,!1,s);return r._nestingDepth=n,r.buildArrayElementParts(
e.pos)??void 0}function ym(t,e,n=0,s){let r=new ot(t,e.pos,e.end,!1,s);return r._nestingDepth=n,r.buildHereDocParts(e.pos,e.end)??void 0}function Ns(t,e,n,s,r,o=s){if(!$s(n,e,e+t.length))return qc(t,e,void 0,s)??void 0;let i=[],a=new ot(n,0,n.length,!1,r);a._nestingDepth=s;let c=qc(t,e,{embeddedWords:i,
commandExpansion:(l,d,u)=>new St("ArithmeticCommandExpansion",l,d,u,{source:n,start:l+2,end:d-1,depth:s+1,parenBoundary:!0,context:r}),findClosingBracket:(l,d)=>a.
findClosingBracket(l,d),findClosingBrace:(l,d)=>a.findClosingBrace(l,d),findClosingParenthesis:(l,d)=>a.findClosingParenthesis(l,d),findArithmeticExpansionEnd:(l,d)=>a.
findArithmeticExpansionEnd(l,d),findArithmeticWordEnd:(l,d)=>a.findArithmeticWordEnd(l,d)},s)??void 0;if(o<=256)for(let l of i)l.parts=jc(n,l,o,r,!0);return c}var Fc=class{type="ArrayValue";pos;end;#e;#t;#s;#n;constructor(e,n,s,r,o){this.pos=n,this.end=s,this.#e=e,this.#t=r,this.#s=o}get elements(){if(this.#n)return this.#n;
let e=new ot(this.#e,this.pos+1,this.end-1,!1,this.#s);e._nestingDepth=this.#t;let n=[];for(;e.peek(v.ArrayElement).token!==y.EOF;){let s=e.next(v.ArrayElement);
if(s.token!==y.Word&&s.token!==y.Assignment)continue;let r=s.raw?s.value:this.#e.slice(s.pos,s.end),o=r.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&s.
raw&&s.keywordEligible?void 0:this.#e,c=a===void 0?ci:o?gm(i):os(i);n.push(new Le(r,s.pos,s.end,a,c,this.#t))}return this.#n=n,n}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},di=class{type="Assignment";pos;end;text;#e;#t;#s;#n;#r=null;#a;#i;#o=null;constructor(e,n,s,r,o,i,a){this.pos=
n,this.end=s,this.text=e,this.#e=r,this.#n=o,this.#t=i,this.#s=a}get name(){return this.#r??this.resolveTarget()}get append(){return this.#r===null&&this.resolveTarget(),
this.#a}get index(){return this.#r===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#n+1,n=st(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(n)===40&&this.#e.charCodeAt(this.end-1)===41?new Fc(this.#e,n,this.end,this.#t,this.#s):new Le(this.#e.slice(e,this.end),e,this.end,this.#e,os(
this.#s),this.#t),this.#o}resolveTarget(){let e=this.#n-this.pos,n=e,s=e;for(;s>=2&&this.text.charCodeAt(s-2)===92&&this.text.charCodeAt(s-1)===10;)s-=2;this.text.
charCodeAt(s-1)===43&&(this.#a=!0,n=s-1);let r=this.text.indexOf("[");if(r>0&&r<n){let i=this.text.lastIndexOf("]",e);if(i>r){let a=this.pos+r+1,c=this.pos+i;this.#i=
new Le(this.#e.slice(a,c),a,c,this.#e,li(this.#s),this.#t),n=r}}let o=this.text.slice(0,n);return this.#r=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Hc=t=>t.type==="Word"||t.type==="Assignment",_r=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,n,s,r,o){this.pos=e,this.end=n,this.name=
s,this.prefix=r,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Hc)?e:e.filter(Hc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let n of this.prefix)n.type!=="Assignment"&&e.push(n);for(let n of this.suffix)Hc(n)||e.push(n);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var ui=class{type="HereDocBody";pos;end;text="";#e;#t;#s;#n;constructor(e,n,s,r,o){this.pos=n,this.end=n,this.#e=e,this.#t=r,this.#s=o,this.#n=s?void 0:null}get parts(){
return this.#n===null&&(this.#n=ym(this.#e,this,this.#t,this.#s)),this.#n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};ot._findSubstitutionEnd=gA;St._resolveScript=mA;As._resolveExpression=Ns;function lA(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Uc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#s;#n=null;constructor(e,n,s,r,o,i){
this.pos=e,this.end=n,this.body=s,this.#e=r,this.#t=o,this.#s=i}get expression(){return this.#n===null&&(this.#n=Ns(this.body,this.pos+2,this.#e,this.#t,this.#s)),
this.#n}set expression(e){this.#n=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},Ar=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#s;#n;#r;#a;#i;#o;#u;#c=null;#l=null;#d=null;constructor(e,n,s,r,o,i,a,c,l,d,u,p){this.pos=e,this.end=n,this.body=s,this.#e=r,
this.#t=o,this.#s=i,this.#n=a,this.#r=c,this.#a=l,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#c===null&&(this.#e?this.#c=Ns(this.#e,this.#n,this.#i,
this.#o,this.#u):this.#c=void 0),this.#c}set initialize(e){this.#c=e??void 0}get test(){return this.#l===null&&(this.#t?this.#l=Ns(this.#t,this.#r,this.#i,this.#o,
this.#u):this.#l=void 0),this.#l}set test(e){this.#l=e??void 0}get update(){return this.#d===null&&(this.#s?this.#d=Ns(this.#s,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},dA={[y.DoubleSemi]:";;",[y.SemiAmp]:";&",[y.DoubleSemiAmp]:";;&"},uA={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},Ze=new Uint8Array(37);Ze[y.EOF]=1;Ze[y.RParen]=1;Ze[y.RBrace]=1;Ze[y.Then]=1;Ze[y.Else]=1;Ze[y.Elif]=1;Ze[y.Fi]=1;Ze[y.Do]=1;Ze[y.Done]=1;
Ze[y.Esac]=1;Ze[y.DoubleSemi]=1;Ze[y.SemiAmp]=1;Ze[y.DoubleSemiAmp]=1;var fn=new Uint8Array(37);fn[y.RParen]=1;fn[y.RBrace]=1;fn[y.DblRBracket]=1;fn[y.Fi]=1;fn[y.
Done]=1;fn[y.Esac]=1;fn[y.ArithCmd]=1;function bm(t){return t.token===y.Word&&t.keywordEligible&&t.value==="!"}var Me=new Uint8Array(37);Me[y.Word]=1;Me[y.Assignment]=
1;Me[y.Bang]=1;Me[y.LParen]=1;Me[y.LBrace]=1;Me[y.DblLBracket]=1;Me[y.If]=1;Me[y.For]=1;Me[y.While]=1;Me[y.Until]=1;Me[y.Case]=1;Me[y.Function]=1;Me[y.Select]=1;
Me[y.ArithCmd]=1;Me[y.Coproc]=1;Me[y.Redirect]=1;var pA={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},fA={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},km=[],hA=[],Vc=[];function xm(t){return new Tr(t,0,t.length).run()}function mA(t,e,n,s=0,r=!1,o){return new Tr(t,e,n,s,r,void 0,
o).run()}var Bc=class t extends ot{boundaries;pending;context;constructor(e,n,s,r,o,i=!0){super(e,n.start,n.end,i,o),this._nestingDepth=n.depth,this.boundaries=
s,this.pending=r,this.context=o}fork(e,n,s=!1){return new t(this.getSource(),{start:e,end:n,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
s)}findSubstitutionEnd(e,n,s=this._nestingDepth+1){let r=this.context.boundaries?.get(e);if(r!==void 0)return r<=n?r:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=n?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:n,depth:s})),-1)}};function gA(t,e,n,s,r){let o=new Map(
[[e,void 0]]),i=[{start:e,end:n,depth:s}];for(;i.length>0;){let a=i.length,c=i[a-1],l=new Bc(t,c,o,i,r),d=new Tr(t,c.start,c.end,c.depth,!0,l).findSubstitutionEnd();
i.length===a&&(o.set(c.start,d),d!==-1&&Nc(r).set(c.start,d),i.pop())}return o.get(e)??-1}var Tr=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,n,s,r=0,o=!1,i,a){
this.tok=i??new ot(e,n,s,o,Ts(a)),this.tok._nestingDepth=r,this.source=e,this.start=n,this.end=s,this.depth=r}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let n;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);n=o===-1?this.source:this.source.slice(0,o)}let s=this.list();for(;;){let o=this.tok.peek(v.CommandStart);if(o.token===y.EOF||(this.unexpectedToken(o),!Ze[o.
token]&&o.token!==y.In))break;this.tok.next(v.CommandStart);let i=this.tok.peek(v.CommandStart).token;if(i!==y.Semi&&i!==y.Newline&&i!==y.Amp)break;for(;i===y.Semi||
i===y.Newline||i===y.Amp;)this.tok.next(v.CommandStart),i=this.tok.peek(v.CommandStart).token;let a=this.list();for(let c=0;c<a.length;c++)s.push(a[c])}let r=this.
tok._errors;if(r!==null&&r.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<r.length;i++)o.push(r[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:n,commands:s,errors:this.errors??void 0}}error(e,n){(this.errors??(this.errors=[])).
push({message:e,pos:n})}unexpectedToken(e){this.error(`unexpected token '${e.token===y.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(y.RParen)}skipSemi(){this.tok.peek(v.Normal).token===y.Semi&&this.tok.next(v.Normal)}accept(e,n=v.Normal){return this.tok.peek(n).token===e?this.
tok.next(n):null}acceptEnd(e,n=v.Normal){return this.tok.peek(n).token===e?this.tok.next(n).end:-1}skipNewlines(e=v.Normal){for(;this.tok.peek(e).token===y.Newline;)
this.tok.next(e)}doBody(e){let n=this.list(),s=e?this.emptyListPos(n):-1;return s>=0&&this.error("expected command after 'do'",s),n}emptyListPos(e){return e.length===
0?this.tok.peek(v.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
v.CommandStart);let n=this.tok.peek(v.CommandStart).token;if(Ze[n]||!Me[n])return e;let s=this.andOr();for(s&&e.push(this.makeStatement(s));n=this.tok.peekFollow(
fn).token,!(n!==y.Semi&&n!==y.Newline&&n!==y.Amp);){let r=n===y.Amp,o=this.tok.next(v.Normal).end;if(r){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
v.CommandStart),n=this.tok.peek(v.CommandStart).token,Ze[n]||!Me[n])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let n=this.tok.peek(v.Normal).token;if(n!==y.And&&n!==y.Or)return e;let s=[e],r=[];do{let o=this.tok.next(v.Normal),i=o.token===y.And?"&&":"||";
this.skipNewlines(v.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(a),n=this.tok.peek(v.Normal).
token}while(n===y.And||n===y.Or);return{type:"AndOr",pos:e.pos,end:s[s.length-1].end,commands:s,operators:r}}withRedirects(e){let n=this.collectTrailingRedirects();
return n.length===0?e:{type:"Redirected",pos:e.pos,end:n[n.length-1].end,command:e,redirects:n}}pipeline(){let e;for(;;){let r=this.tok.peek(v.CommandStart),o=r.
token===y.Word&&r.keywordEligible&&r.value==="time";if(r.token!==y.Bang&&!o)break;let i=this.tok.next(v.CommandStart),a=i.pos,c=i.end,l,d;if(o){let u=this.tok.peek(
v.CommandStart);u.token===y.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(v.CommandStart),l={pos:u.pos,end:u.end},u=this.tok.peek(v.CommandStart)),u.token===
y.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(v.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??l?.
end??c,keywordEnd:c,posix:l,endOfOptions:d}:{type:"Negation",pos:a,end:c})}let n=this.pipelineCommands();if(!e)return n;let s=e[0].pos;return n?.type==="Pipelin\
e"?(n.prefixes=e,n.pos=s,n):{type:"Pipeline",pos:s,end:n?n.end:e[e.length-1].end,prefixes:e,commands:n?[n]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(v.Normal).token!==y.Pipe)return e;let n=[e],s=[];for(;this.tok.peek(v.Normal).token===y.Pipe;){let o=this.tok.next(v.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(v.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}s.push(i),n.push(
a)}return n.length===1?n[0]:{type:"Pipeline",pos:e.pos,end:n[n.length-1].end,prefixes:hA,commands:n,operators:s}}command(){let e;switch(this.tok.peek(v.CommandStart).
token){case y.LParen:e=this.subshell();break;case y.LBrace:e=this.braceGroup();break;case y.If:e=this.ifClause();break;case y.For:e=this.forClause();break;case y.
While:e=this.whileClause();break;case y.Until:e=this.untilClause();break;case y.Case:e=this.caseClause();break;case y.Function:return this.functionDef();case y.
Select:e=this.selectClause();break;case y.DblLBracket:e=this.testCommand();break;case y.ArithCmd:e=this.arithCommand();break;case y.Coproc:return this.coprocCommand();case y.
Word:case y.Assignment:case y.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=km;
for(;this.tok.peekFollow(fn).token===y.Redirect;)e===km&&(e=[]),e.push(this.readRedirect(v.Normal));return e}arithCommand(){let e=this.tok.next(v.CommandStart);
return new Uc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(v.CommandStart),n=e.pos,s=this.tok.
peek(v.CommandStart),r;if(s.token===y.Word){let a=this.tok.fork(s.end,this.end);switch(a.peek(v.CommandStart).token){case y.LParen:a.next(v.CommandStart),a.peek(
v.Normal).token!==y.RParen&&(r=this.readWord(v.CommandStart));break;case y.LBrace:case y.If:case y.For:case y.While:case y.Until:case y.Case:case y.Select:case y.
DblLBracket:case y.ArithCmd:r=this.readWord(v.CommandStart)}}let o=s.token===y.Word&&r===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:n,end:o.end,name:r,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:n,end:i.end,name:r,body:i}}subshell(){return this.subshellBody(
this.tok.next(v.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let n=this.list();this.syntaxDepth--,n.length===0&&this.error("expected command in subshell",e);let s=this.acceptEnd(y.RParen,v.Normal);s<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let r=s>=0?s:e;return{type:"Subshell",pos:e,end:r,body:this.makeCompoundList(n)}}braceGroup(){let e=this.tok.next(v.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(y.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let n=this.
list();this.syntaxDepth--,n.length===0&&this.error("expected command in brace group",e);let s=this.acceptEnd(y.RBrace,v.Normal);s<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let r=s>=0?s:e;return{type:"BraceGroup",pos:e,end:r,body:this.makeCompoundList(n)}}ifClause(){let e=this.tok.next(v.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(y.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Vc,else:void 0}}this.syntaxDepth++;
let n,s=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let c=this.accept(y.Then,v.CommandStart);c?i>=0&&this.error(
`expected command after '${s===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let l=this.list(),d=this.makeCompoundList(l);c&&l.length===0&&
(this.error("expected command after 'then'",this.tok.peek(v.CommandStart).pos),d.pos=c.end,d.end=c.end),n?(n.elif===Vc&&(n.elif=[]),n.elif.push({type:"Elif",pos:s,
end:d.end,clause:a,then:d})):n={type:"If",pos:e,end:e,clause:a,then:d,elif:Vc,else:void 0},this.skipSemi();let u=this.accept(y.Elif,v.CommandStart);if(!u)break;
s=u.pos}if(this.accept(y.Else,v.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),n.else=this.makeCompoundList(
o),this.skipSemi()}let r=this.acceptEnd(y.Fi,v.CommandStart);return r<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),n.end=r>=0?r:s,this.syntaxDepth--,
n}forClause(){let e=this.tok.next(v.CommandStart).pos;if(this.tok.peek(v.Normal).token===y.LParen)return this.cStyleFor(e);let n=this.readRequiredWord("for"),s;
if(this.skipNewlines(v.CommandStart),this.tok.peek(v.CommandStart).token===y.In)for(this.tok.next(v.CommandStart),s=[];this.tok.peek(v.Normal).token===y.Word;)s.
push(this.readWord(v.Normal));if(this.skipSemi(),this.skipNewlines(v.CommandStart),this.tok.peek(v.CommandStart).token===y.LBrace){let c=this.braceGroup();return{
type:"For",pos:e,end:c.end,name:n,wordlist:s,body:c.body}}let r=this.accept(y.Do,v.CommandStart)!==null;if(r||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let c=this.tok.skipCompoundBody(y.Done);c<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let l=c>=0?c:e;return{type:"For",pos:e,end:l,name:n,wordlist:s,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(r);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(y.Done,v.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:n,wordlist:s,body:this.makeCompoundList(o)}}cStyleFor(e){let[n,s,r,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(v.CommandStart).token===
y.Semi&&this.tok.next(v.CommandStart),this.skipNewlines(v.CommandStart),this.tok.peek(v.CommandStart).token===y.LBrace){let p=this.braceGroup();return new Ar(e,
p.end,p.body,n,s,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let c=this.accept(y.Do,v.CommandStart)!==null;if(c||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(y.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new Ar(e,f,this.makeCompoundList([]),n,s,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let l=this.doBody(c);this.syntaxDepth--;let d=this.acceptEnd(y.Done,v.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new Ar(e,u,this.makeCompoundList(l),n,s,r,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let n=this.tok.next(v.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,n);let d=this.tok.skipCompoundBody(y.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:n;return{type:"While",pos:n,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.list(),r=this.emptyListPos(
s),o=this.makeCompoundList(s);this.skipSemi();let i=this.accept(y.Do,v.CommandStart)!==null;i?r>=0&&this.error(`expected command after '${e}'`,r):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let c=this.acceptEnd(y.Done,v.CommandStart);c<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let l=c>=0?c:n;return this.syntaxDepth--,{type:"While",pos:n,end:l,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(v.CommandStart).pos,n=this.readRequiredWord("case");if(this.skipNewlines(v.CommandStart),this.accept(y.In,v.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(v.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let c=this.tok.skipCompoundBody(
y.Esac);c<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let l=c>=0?c:e;return{type:"Case",pos:e,end:l,word:n,items:[]}}this.syntaxDepth++;let s=[],
r=!1,o=this.tok.peek(v.CasePattern).token;for(;o!==y.Esac&&o!==y.EOF;){let c=this.tok.peek(v.Normal).pos;this.accept(y.LParen,v.Normal);let l=[],d=!0,u=this.tok.
peek(v.Normal);for(;u.token!==y.RParen&&u.token!==y.EOF;){u.token===(d?y.Word:y.Pipe)?d=!d:r||(this.unexpectedToken(u),r=!0);let E=this.tok.next(v.Normal);E.token===
y.Word&&l.push(this.toWord(E)),u=this.tok.peek(v.Normal)}d&&u.token===y.RParen&&!r&&(this.unexpectedToken(u),r=!0);let p=this.acceptEnd(y.RParen,v.Normal),f=this.
list(),h=p>=0?p:l.length>0?l[l.length-1].end:c,m=f.length>0?f[f.length-1].end:h,g={type:"CaseItem",pos:c,end:m,pattern:l,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:h,end:h,commands:[]},terminator:void 0},k=this.tok.peek(v.CommandStart);if(o=k.token,o===y.DoubleSemi||o===y.SemiAmp||o===y.DoubleSemiAmp){
let x=this.tok.next(v.CommandStart);g.terminator=dA[x.token],g.end=x.end}else o!==y.Esac&&o!==y.EOF&&!r&&(this.unexpectedToken(k),r=!0);s.push(g),this.skipNewlines(
v.CasePattern),o=this.tok.peek(v.CasePattern).token}let i=this.acceptEnd(y.Esac,v.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:n,items:s}}selectClause(){let e=this.tok.next(v.CommandStart).pos,n=this.readRequiredWord(
"select"),s;if(this.skipNewlines(v.CommandStart),this.tok.peek(v.CommandStart).token===y.In)for(this.tok.next(v.CommandStart),s=[];this.tok.peek(v.Normal).token===
y.Word;)s.push(this.readWord(v.Normal));if(this.skipSemi(),this.skipNewlines(v.CommandStart),this.tok.peek(v.CommandStart).token===y.LBrace){let c=this.braceGroup();
return{type:"Select",pos:e,end:c.end,name:n,wordlist:s,body:c.body}}let r=this.accept(y.Do,v.CommandStart)!==null;if(r||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let c=this.tok.skipCompoundBody(y.Done);c<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let l=c>=0?c:e;return{type:"Select",pos:e,end:l,name:n,wordlist:s,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
r);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(y.Done,v.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:n,wordlist:s,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(v.CommandStart).pos,n=this.parseTestOr(),
s=this.acceptEnd(y.DblRBracket,v.TestMode);s<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let r=s>=0?s:e;return{type:"TestCommand",pos:e,end:r,
expression:n}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(v.TestMode).token!==y.Or)return e;let n=[e];do this.tok.next(v.TestMode),n.push(this.parseTestAnd());while(this.
tok.peek(v.TestMode).token===y.Or);return{type:"TestLogical",pos:e.pos,end:n[n.length-1].end,operator:"||",operands:n}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(v.TestMode).token!==y.And)return e;let n=[e];do this.tok.next(v.TestMode),n.push(this.parseTestNot());while(this.tok.peek(v.TestMode).token===y.
And);return{type:"TestLogical",pos:e.pos,end:n[n.length-1].end,operator:"&&",operands:n}}parseTestNot(){let e=this.tok.peek(v.TestMode);if(!bm(e))return this.parseTestPrimary();
let n=[];for(;bm(e);){let r=this.tok.next(v.TestMode);n.push({type:"Negation",pos:r.pos,end:r.end}),e=this.tok.peek(v.TestMode)}let s=this.parseTestPrimary();return{
type:"TestNot",pos:n[0].pos,end:s.end,negations:n,operand:s}}parseTestPrimary(){if(this.tok.peek(v.TestMode).token===y.LParen){let a=this.tok.next(v.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new Le("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let c=this.parseTestOr();this.syntaxDepth--;let l=this.acceptEnd(y.RParen,v.TestMode);l<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=l>=0?l:a;return{type:"TestGroup",pos:a,end:d,expression:c}}let e=this.tok.next(v.TestMode);(e.token===y.And||e.token===y.Or)&&this.unexpectedToken(
e);let n=e.value,s=e.pos,r=e.end;if(e.keywordEligible&&pA[n]===1){if(this.tok.peek(v.TestMode).token===y.Word){let c=this.readTestOperand();return{type:"TestUna\
ry",pos:s,end:c.end,operator:n,operand:c}}this.error("expected operand after unary test operator",r);let a=new Le("",r,r);return{type:"TestUnary",pos:s,end:r,operator:n,
operand:a}}let o=this.tok.peek(v.TestMode);if(o.token===y.Word&&o.keywordEligible&&fA[o.value]===1){let a=this.tok.next(v.TestMode).value,c;if(a==="=~"){let d=this.
tok.readTestRegexWord();c=new Le(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,li(this.tok.getSubstitutionContext()),this.depth)}else c=this.readTestOperand();
let l=this.toWordFromPosEnd(e,s,r);return{type:"TestBinary",pos:s,end:c.end,operator:a,left:l,right:c}}let i=this.toWordFromPosEnd(e,s,r);return{type:"TestUnary",
pos:s,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(v.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(v.CommandStart).pos,n=this.readWord(v.FunctionName),
s;if(this.tok.peek(v.CommandStart).token===y.LParen){let r=this.tok.next(v.CommandStart).pos;this.tok.peek(v.CommandStart).token===y.RParen?(this.tok.next(v.CommandStart),
this.skipNewlines(v.CommandStart),s=this.commandAsBody()):s=this.withRedirects(this.subshellBody(r))}else this.skipNewlines(v.CommandStart),s=this.commandAsBody();
return{type:"Function",pos:e,end:s.end,name:n,body:s}}simpleCommandOrFunction(e){let n=[],s=this.tok.peek(v.CommandStart).pos,r=s,o=v.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===y.Assignment){let u=this.tok.next(o);r=u.end,n.push(this.parseAssignment(u))}else if(d===y.Redirect){let u=this.readRedirect(o);n.push(
u),r=u.end}else break;o=v.CommandPrefix}if(this.tok.peek(v.Normal).token!==y.Word)return new _r(s,r,void 0,n,[]);let i=this.tok.next(v.Normal),a=i.keywordEligible?
i.value:"",c=this.toWord(i);o=lA(a)?v.Declaration:a==="eval"||a==="let"?v.EvalArgument:v.Normal,r=c.end;let l=[];if(e)for(;this.tok.peek(v.CommandPrefix).token===
y.Assignment;){let d=this.tok.next(v.CommandPrefix),u=o===v.Declaration?this.parseAssignment(d):this.toWord(d);l.push(u),r=u.end}if(this.tok.peek(o).token===y.LParen&&
l.length===0&&(this.tok.next(v.Normal),this.tok.peek(v.Normal).token===y.RParen)){this.tok.next(v.Normal),this.skipNewlines(v.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:c.pos,end:d.end,name:c,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===y.Word||d===y.Assignment){let u=this.tok.next(o),p=d===y.Assignment?
this.parseAssignment(u):this.toWord(u);l.push(p),r=p.end}else if(d===y.Redirect){let u=this.readRedirect(o);l.push(u),r=u.end}else break}return new _r(s,r,c,n,l)}readRedirect(e){
let n=this.tok.next(e),s=n.pos,r=n.end,o=n.fileDescriptor!==void 0?{type:"FileDescriptor",pos:s,end:n.descriptorEnd,value:n.fileDescriptor}:n.variableName!==void 0?
{type:"FileDescriptorVariable",pos:s,end:n.descriptorEnd,name:n.variableName}:void 0,i=n.targetEnd>n.targetPos;if(i||this.error("expected redirect target",n.targetPos),
n.value==="<<"||n.value==="<<-"){let c={type:"HereDoc",pos:s,end:r,operator:n.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:n.targetPos,end:n.targetEnd,
text:this.source.slice(n.targetPos,n.targetEnd),value:n.content??"",quoted:n.delimiterQuoted}:void 0,body:new ui(this.source,r,n.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(c),c}let a=i?new Le(this.source.slice(n.targetPos,n.targetEnd),n.targetPos,
n.targetEnd,this.source,os(this.tok.getSubstitutionContext()),this.depth):void 0;return n.value==="<<<"?{type:"HereString",pos:s,end:r,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:s,end:r,operator:uA[n.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let n=this.tok.peek(v.Normal);return n.token===y.Word?this.toWord(this.tok.next(v.
Normal)):(n.token!==y.EOF&&this.error(`expected word after '${e}'`,n.pos),new Le("",n.pos,n.pos))}toWord(e){let n=e.raw?e.value:this.source.slice(e.pos,e.end),s=e.
raw&&e.keywordEligible?void 0:this.source;return new Le(n,e.pos,e.end,s,s===void 0?ci:os(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,n,s){
return e.pos===n&&e.end===s?this.toWord(e):new Le(this.source.slice(n,s),n,s,this.source,os(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let n=e.
raw?e.value:this.source.slice(e.pos,e.end);return new di(n,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let n=this.tok.getPos(),s=e.length>0?e[0].pos:n,r=e.length>0?e[e.length-1].end:n;return{type:"CompoundList",pos:s,end:r,commands:e}}};var vm=48,wm=1e3,pi={separators:3e3,quotes:4e3,backticks:200,words:6e3};function Os(t,e){let n=t.length>65536?void 0:bA(t);if(t.length>65536)e.fail("too-long",`\
longer than ${65536} characters`);else if(yA(t)>vm)e.fail("too-deep",`more than ${vm} brackets are open at once`);else if(kA(t,"<<")>wm)e.fail("too-much",`more \
than ${wm} here-documents`);else if(n!==void 0)e.fail("too-much",n);else{e.spend(t.length>>10);try{let s=xm(t);return Gc(s,e),s}catch(s){e.fail("too-deep",`cann\
ot be parsed: ${s.message}`)}}}function Gc(t,e){let[n]=t.errors??[];n&&e.fail("unparsable",`cannot be parsed: ${n.message} at character ${n.pos}`)}function yA(t){
let e=0,n=0;for(let s=0;s<t.length;s+=1){let r=t.charCodeAt(s);r===40||r===123||r===91?(e+=1,e>n&&(n=e)):(r===41||r===125||r===93)&&e>0&&(e-=1)}return n}function bA(t){
if(t.length<pi.backticks)return;let e={separators:0,quotes:0,backticks:0,words:0},n=t.length>4096&&t.includes("<<")?zc(t):t,s=!0;for(let i=0;i<n.length;i+=1){let a=n.
charCodeAt(i);a===10||a===59||a===124||a===38?e.separators+=1:a===34||a===39?e.quotes+=1:a===96&&(e.backticks+=1);let c=a===32||a===9||a===10;s&&!c&&(e.words+=1),
s=c}let o=Object.keys(pi).find(i=>e[i]>pi[i]);return o&&`more than ${pi[o]} ${o}`}function zc(t){let e=[],n=[];for(let s of t.split(`
`)){if(n.length>0){s.trim()===n[0]&&n.shift();continue}e.push(s);for(let[,r]of s.matchAll(/<<-?[ \t]*(?:\\|'|")?(\w+)/g))n.push(r)}return e.join(`
`)}function kA(t,e){let n=0;for(let s=t.indexOf(e);s!==-1;s=t.indexOf(e,s+e.length))n+=1;return n}function Tm(t,e){if(!t)return q;Rr(t,e);let n=Ot(t,e,0);return typeof n=="number"?String(n):n}function Pm(t,e){Rr(t,e),Ot(t,e,0)}function Pr(t,e){if(t.trim()===
"")return 0;if(/^\s*-?(?:0|[1-9]\d{0,8})\s*$/.test(t))return Number(t);if(!e.interpreter.budget.spend(xA))return;let n=Os(`: $((${t}))`,e.interpreter.budget)?.commands[0]?.
command,[s]=n?.type==="Command"?n.suffix:[],[r]=s?.type==="Word"?s.parts??[]:[];if(r?.type!=="ArithmeticExpansion"||!r.expression)return;let o=Ot(r.expression,e,
0);return typeof o=="number"?o:void 0}function Rr(t,{interpreter:e,scope:n,context:s}){let r=[t];for(let o=r.pop();o&&e.budget.spend();o=r.pop())o.type==="Comma\
ndExpansion"||o.type==="ProcessSubstitution"||o.type==="ArithmeticCommandExpansion"?e.runSubstitution(o.script,n.copy(),{...s,redirects:[],environment:{}}):$c(o,
i=>{r.push(i)})}var xA=32,Rm=50;function Ot(t,e,n){if(n>Rm)return q;switch(t.type){case"ArithmeticWord":return Im(t.value,e,n);case"ArithmeticGroup":return Ot(t.
expression,e,n+1);case"ArithmeticUnary":{let s=Ot(t.operand,e,n+1);if(t.operator==="++"||t.operator==="--"){let o=Kc(t.operator[0],s,1);return Sm(t.operand,o,e),
t.prefix?o:s}let r=Object.hasOwn(Cm,t.operator)?Cm[t.operator]:void 0;return typeof s!="number"?s:r?r(s):q}case"ArithmeticBinary":if(/^(?:[-+*/%&|^]|<<|>>)?=$/.
test(t.operator)){let s=Ot(t.right,e,n+1),r=t.operator==="="?s:Ot(t.left,e,n+1),o=t.operator==="="?s:Kc(t.operator.slice(0,-1),r,s);return Sm(t.left,o,e),o}return Kc(
t.operator,Ot(t.left,e,n+1),Ot(t.right,e,n+1));case"ArithmeticTernary":{let s=Ot(t.test,e,n+1);return typeof s!="number"?s:Ot(s===0?t.alternate:t.consequent,e,n+
1)}case"ArithmeticCommandExpansion":return b;default:return q}}function Sm(t,e,{scope:n}){t.type==="ArithmeticWord"&&/^[A-Za-z_]\w*$/.test(t.value)&&n.set(t.value,
[{text:String(e),glob:!1}])}function Im(t,e,n){let s=Em(t);if(s!==void 0)return s;let r=/^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$(\d)|\$\{(\d+)\})$/.exec(t);
if(!r)return q;let o=r[3]??r[4],i=o===void 0?e.scope.value(r[1]??r[2]):vA(e,Number(o));if(i.trim()==="")return 0;if(i.includes(b))return xe(i)?q:b;let a=Em(i.trim());
return a!==void 0?a:n<Rm&&/^[A-Za-z_]\w*$/.test(i)?Im(i,e,n+10):q}var vA=({scope:t},e)=>t.arguments[e]?.text??"";function Em(t){let[,e="",n,s=""]=/^(-?)(?:(\d{1,2})#|(?=0[xX]?))?([\da-zA-Z]{1,12})$/.
exec(t)??[];if(/^-?(?:0|[1-9]\d{0,11})$/.test(t))return Number(t);if(/^-?0[xX][\da-fA-F]{1,8}$/.test(t))return Number(s)*(e?-1:1);let r=n===void 0?s.startsWith(
"0")?8:Number.NaN:Number(n);if(!(r>=2&&r<=36))return;let o="0123456789abcdefghijklmnopqrstuvwxyz".slice(0,r);if([...s.toLowerCase()].every(i=>o.includes(i)))return Number.
parseInt(s,r)*(e?-1:1)}var Cm={"-":t=>-t,"+":t=>t,"!":t=>+(t===0),"~":t=>-t-1};function Kc(t,e,n){if(typeof e!="number")return e;if(typeof n!="number")return n;
let r=(Object.hasOwn(Am,t)?Am[t]:void 0)?.(BigInt(e),BigInt(n));return r===void 0||r<-_m||r>_m?q:Number(r)}var _m=2n**52n,Tn=t=>t?1n:0n,Yc=t=>t>=0n&&t<=64n,Am={
"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>e===0n?void 0:t/e,"%":(t,e)=>e===0n?void 0:t%e,"**":(t,e)=>Yc(e)?t**e:void 0,"<<":(t,e)=>Yc(e)?t<<e:void 0,
">>":(t,e)=>Yc(e)?t>>e:void 0,"&":(t,e)=>t&e,"|":(t,e)=>t|e,"^":(t,e)=>t^e,"<":(t,e)=>Tn(t<e),">":(t,e)=>Tn(t>e),"<=":(t,e)=>Tn(t<=e),">=":(t,e)=>Tn(t>=e),"==":(t,e)=>Tn(
t===e),"!=":(t,e)=>Tn(t!==e),"&&":(t,e)=>Tn(t!==0n&&e!==0n),"||":(t,e)=>Tn(t!==0n||e!==0n),",":(t,e)=>e};function $m(t){let e={remaining:5e3};return{words:Nm(t,e),work:5e3-e.remaining}}function Nm(t,e){let n=[""],s=0;for(;s<t.length;){let r=t[s]==="{"?SA(t,s,e):void 0,
o=r?r.alternatives:[t.slice(s,Xc(t,s))];if(s=r?r.end:Xc(t,s),o===void 0)return;let i=wA(n,o,e);if(i===void 0)return;n=i}return n}var Om=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.
test(t);function wA(t,e,n){let s=t.length*e.length<=512,[r,o]=s?[t,e]:[[...new Set(t)],[...new Set(e)]];if(n.remaining-=r.length*o.length,n.remaining<0)return;let i=r.
flatMap(c=>o.map(l=>c+l));if(s)return i;let a=new Set(i);return a.size>512?void 0:[...a]}function SA(t,e,n){let s=[],r=e+1,o=0;for(let i=r;i<t.length;i=t[i]==="\
{"||t[i]==="}"||t[i]===","?i+1:Xc(t,i)){let a=t[i];if(a==="{")o+=1;else if(a===","&&o===0)s.push(t.slice(r,i)),r=i+1;else if(a==="}"&&o>0)o-=1;else if(a==="}"){
let c=i+1;if(s.length===0){let d=EA(t.slice(e+1,i));return d&&{alternatives:d.length>512?void 0:d,end:c}}s.push(t.slice(r,i));let l=s.map(d=>Nm(d,n));return{alternatives:l.
includes(void 0)?void 0:l.flat(),end:c}}}}function EA(t){let[,e="",n="",s="1"]=/^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.-?(\d{1,6}))?$/.exec(t)??[];
if(e==="")return;let r=/[A-Za-z]/.test(e);if(r!==/[A-Za-z]/.test(n))return;let o=/^-?0\d/.test(e)||/^-?0\d/.test(n)?Math.max(e.length,n.length):0,[i,a]=r?[e.charCodeAt(
0),n.charCodeAt(0)]:[Number(e),Number(n)],c=Math.max(1,Number(s)),l=[];for(let d=i;l.length<=512&&(i<=a?d<=a:d>=a);d+=i<=a?c:-c)l.push(r?String.fromCharCode(d):
CA(d,o));return l}var CA=(t,e)=>t<0?`-${String(-t).padStart(e-1,"0")}`:String(t).padStart(e,"0");function Xc(t,e){let n=t[e];if(n==="\\")return Math.min(e+2,t.length);
if(n==="'"||n==='"'||n==="`"){let o=e+1;for(;o<t.length&&t[o]!==n;)o+=n!=="'"&&t[o]==="\\"?2:1;return Math.min(o+1,t.length)}let s=n==="$"?t[e+1]:void 0;if(s!==
"{"&&s!=="(")return e+1;let r=0;for(let o=e+1;o<t.length;o+=1)if(t[o]==="\\")o+=1;else if(t[o]===s)r+=1;else if(t[o]===(s==="{"?"}":")")&&(r-=1,r===0))return o+
1;return t.length}function Qc(t,e,n,s){let{scope:r}=n;if(e?.prefix==="!"&&e.operation?.type==="Names")return{words:[R(q)],list:!1};let o=e?.prefix==="!"?r.value(t):t,i=e?.index&&
s(e.index,n).text,a=t==="@"||i==="@",c=_A(o,i,n);if(e?.prefix==="#"){let d=a||t==="*"||i==="*"?c.length:c[0]?.text.length,u=c.every(tt)&&!Dm(t,n);return{words:[
R(u?String(d??0):b)],list:!1}}let l=e?.operation;return l===void 0?{words:c,list:a}:l.type==="Default"?{words:AA(o,c,l,n,s),list:a}:l.type==="Slice"&&a?{words:TA(
c,l,n,s),list:a}:{words:c.map(d=>IA(o,d,l,n,s)),list:a}}function _A(t,e,{scope:n}){if(t==="@"||t==="*")return n.arguments.slice(1);if(t==="#")return[R(String(n.
arguments.length-1))];if(/^\d+$/.test(t))return n.arguments.slice(Number(t),Number(t)+1);let s=n.get(t);if(e===void 0)return s?s.words.slice(0,1):[R(n.value(t))];
if(e==="@"||e==="*")return s?.words??[R(b)];let r=Number(e);if(!s||!Number.isInteger(r))return[R(b)];let o=s.words.at(r);return o?[o]:[]}function AA(t,e,{operator:n,
operand:s},r,o){let i=e.length>0&&(e[0].text!==""||!n.includes(":")),a=r.scope.get(t)!==void 0||e.every(tt),c=()=>[o(s,r)];if(n.endsWith("+"))return i?c():[];if(n.
endsWith("?")){if(c(),n!==":?"||e.length!==1||e[0].text!==b)return e;let d=[R(Ta)];return/^\w+$/.test(t)&&r.scope.set(t,d),d}if(i&&a)return c(),e;let[l]=c();return l.
text===""&&!a?e:(n.endsWith("=")&&/^\w+$/.test(t)&&r.scope.set(t,[l]),[l])}function TA(t,{offset:e,length:n},s,r){let[o,i]=[r(e,s).text,n&&r(n,s).text],a=Pr(o,s),
c=i===void 0?t.length:Pr(i,s);return a!==void 0&&c!==void 0&&a>=0&&c>=0?t.slice(Math.max(0,a-1),Math.max(0,a-1)+c):[R(de(o+(i??"")))]}var PA=new Set(["HOME","PW\
D","PATH","OLDPWD","SHELL","BASH"]),Dm=(t,{scope:e})=>PA.has(t)&&!e.get(t);function RA(t,e,n){return e==="##"&&n==="*/"?b:e==="%"&&n==="/*"?`${t}/..`:e==="%"&&n===
"/"?t:q}function IA(t,e,n,s,r){let o=Dm(t,s),{text:i}=e,a=!o&&!i.includes(b),c=o?q:Re(i);switch(n.type){case"Remove":{let l=r(n.operand,s).text;return o?R(RA(i,
n.operator,l)):R(a?NA(i,n.operator,l,s):c)}case"Replace":{let l=r(n.pattern,s).text,d=r(n.replacement,s).text;return R(a?OA(i,n.operator,l,d,s):c)}case"Slice":{
let[l,d]=[n.offset,n.length].map(h=>h&&r(h,s).text),u=Pr(l,s),p=d===void 0?void 0:Pr(d,s);if(o&&u===0&&p===1)return R("/");if(!a)return R(c);if(u===void 0||d!==
void 0&&p===void 0)return R(de(l+(d??"")));let f=u<0?i.length+u:u;return R(f<0?"":i.slice(f,p===void 0||p<0?p:f+p))}case"CaseModification":return R(a?n.operand?
q:$A(i,n.operator):c);case"Transform":{let l=r(n.operand,s).text;return a?l==="U"?R(i.toUpperCase()):l==="L"?R(i.toLowerCase()):l==="u"?R(i.slice(0,1).toUpperCase()+
i.slice(1)):l==="E"?R(lt(i)):(l==="P"&&s.interpreter.runScript(`: "${i}"`,s.scope.copy(),s.context),R(l==="Q"?jt(e):q)):R(c)}case"Names":case"Unknown":return R(
q);default:return n}}var Wm=100,$A=(t,e)=>{let n=s=>e[0]==="^"?s.toUpperCase():s.toLowerCase();return e.length===2?n(t):n(t.slice(0,1))+t.slice(1)};function NA(t,e,n,{
interpreter:s}){s.budget.spend(Wm);let r=xr(n,e.length===1);if(r===void 0||t.length>128||n.includes(b))return de(n);if(e[0]==="#")return t.replace(new RegExp(`^\
(?:${r})`),"");let o=new RegExp(`^(?:${r})$`),a=Array.from({length:t.length+1},(c,l)=>e==="%"?t.length-l:l).find(c=>o.test(t.slice(c)));return a===void 0?t:t.slice(
0,a)}function OA(t,e,n,s,{interpreter:r}){r.budget.spend(Wm);let o=xr(n);if(n==="")return t;if(o===void 0||t.length>128||n.includes(b))return de(n);let i=e==="/\
#"?`^(?:${o})`:e==="/%"?`(?:${o})$`:o;return t.replace(new RegExp(i,e==="//"?"g":""),()=>s)}function Ls(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[R(q)];if(t.parts===void 0)return[t.text.startsWith(b)?{...R(t.value),bare:!0}:R(t.value)];
if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return Mm(t.parts,e);let{words:n,work:s}=$m(t.text);return e.interpreter.budget.spend((n?.length??0)+(s>>3)+(t.
text.length>>2)),n===void 0?Om(t.text)?[R("1"),R(b)]:[R(q,!0)]:n.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[R(r)];let o=e.interpreter.budget.spend(4)?LA(r,
e):void 0;return o===void 0?[R(r)]:Mm(o,e)})}function Gt(t,e){return t.parts===void 0?R(t.value):el(t.parts,e)}function el(t,e){let n=new fi;for(let r of t)tl(r,
e,n,!0);let s=n.end();return R(s.map(({text:r})=>r).join(" "),s.some(({glob:r})=>r)||t.some(({type:r})=>r==="Glob"||r==="ExtendedGlob"))}function LA(t,{interpreter:e}){
let n=Os(`: ${t}`,e.budget)?.commands[0]?.command,[s]=n?.type==="Command"?n.suffix:[];return s?.type==="Word"?s.parts?.filter(({type:r})=>r!=="BraceExpansion")??
void 0:void 0}function Mm(t,e){let n=new fi;for(let s of t)tl(s,e,n,!1);return n.end()}var fi=class{done=[];text;glob=!1;bare=!1;add(e,n=!1){let s=(this.text??"")+
e;this.text=s.length>65536?q:s,n&&(this.glob=!0)}split(e,n,s){let r=0;for(let o=0;o<=e.length;o+=1){if(o<e.length&&!n.includes(e[o]))continue;let i=e.slice(r,o);
i!==""&&this.add(i,s&&/[*?[]/.test(i)),i.includes(b)&&(this.bare=!0),o<e.length&&this.close(),r=o+1}}close(){this.text!==void 0&&this.done.push({text:this.text,
glob:this.glob,...Z({bare:this.bare||void 0})}),this.text=void 0,this.glob=!1,this.bare=!1}end(){return this.close(),this.done}};function tl(t,e,n,s){if(!e.interpreter.
budget.spend()){n.add(b);return}switch(t.type){case"Literal":case"SingleQuoted":case"AnsiCQuoted":n.add(t.value);break;case"Glob":case"ExtendedGlob":n.add(t.text,
!0);break;case"DoubleQuoted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&n.add("");for(let r of t.parts)tl(r,e,n,!0);
break;case"SimpleExpansion":Jc(Qc(t.text.slice(1),void 0,e,Gt),e,n,s);break;case"ParameterExpansion":Jc(Qc(t.parameter,t,e,Gt),e,n,s);break;case"CommandExpansio\
n":{let{interpreter:r,scope:o,context:i}=e,a=r.invocations.length,c={...i,redirects:[],environment:{},captured:!0},l=r.runSubstitution(t.script,o.copy(),c);l.includes(
b)&&DA(r,a),Jc({words:[R(l.replace(/\n+$/,""))],list:!1},e,n,s);break}case"ArithmeticExpansion":n.add(Tm(t.expression,e));break;case"ProcessSubstitution":n.add(
WA(t,e));break;case"BraceExpansion":n.add(t.text);break;default:}}function Jc({words:t,list:e},n,s,r){if(n.interpreter.budget.spend(t.reduce((o,{text:i})=>o+i.length,
0)>>6),r&&!e){s.add(t.map(({text:o})=>o).join(" "),t.some(({glob:o})=>o));return}t.forEach(({text:o,glob:i},a)=>{a>0&&s.close(),r?s.add(o,i):s.split(o,n.scope.value(
"IFS"),!0)})}var Zc=20;function DA({substituted:t,invocations:e},n){t.push(...e.slice(n).slice(-Zc)),t.length>Zc&&t.splice(0,t.length-Zc)}function WA(t,{interpreter:e,
scope:n,context:s,sinks:r}){let o=`/dev/fd/${63+e.sources.size+r.length}`;if(t.operator===">")return r.push({name:o,script:t.script}),o;let i=e.invocations.length,
a=e.runSubstitution(t.script,n.copy(),{...s,redirects:[],environment:{},captured:!0,isConcurrent:!0});return e.sources.set(o,{text:a,from:e.invocations.slice(i)}),
o}function nl(t,e){let s=t.map(o=>o&&"text"in o?o.text:"").flatMap(o=>[...o.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);return[...new Set(s.map(([,o])=>o))].flatMap(o=>(e.
get(o)?.alternatives??[]).map(i=>{let a=e.copy();return a.set(o,i),a}))}function qm({name:t,append:e,index:n,value:s},r,o){let i=e||n?o.get(t)?.words??[]:[];n?o.
set(t,MA(i,n.value,r)):s.type==="ArrayValue"?o.set(t,[...i,...r]):o.set(t,e?[R((i[0]?.text??"")+r[0].text,r[0].glob)]:r)}function MA(t,e,[n]){let s=/^\d{1,3}$/.
test(e)?Number(e):0,r=Array.from({length:Math.max(t.length,s+1)},(o,i)=>t[i]??R(""));return r[s]=n??R(""),r}function sl({value:t,index:e},n){return e&&Gt(e,n),t.
type==="ArrayValue"?t.elements.flatMap(s=>Ls(s,n)):[Gt(t,n)]}function jm(t,e){let n=sl(t,e),s=`${t.name}${t.append?"+":""}=`;return t.value.type==="ArrayValue"&&
e.scope.set(t.name,n),R(s+n.map(({text:r})=>r).join(" "),n.some(({glob:r})=>r))}var rl=(t,e)=>t?.type==="Assignment"&&e?.type==="Word"&&t.end===e.pos;function Hm({name:t,prefix:e,args:n}){let s=e.at(-1);if(!rl(s,t))return n.some((d,u)=>rl(n[u-
1],d))?{name:t,prefix:e,args:Fm(n)}:{name:t,prefix:e,args:n};let r=Fm([s,t,...n]),o=r.findIndex(({type:l})=>l!=="Assignment"),i=o===-1?r:r.slice(0,o),[a,...c]=o===
-1?[]:r.slice(o);return{name:a,prefix:[...e.slice(0,-1),...i],args:c}}var qA=({type:t,pos:e,end:n,text:s,name:r,append:o,index:i},a)=>({type:t,pos:e,end:n,text:s,
name:r,append:o,index:i,value:a});function Fm(t){let e=[];for(let[n,s]of t.entries()){let r=e.at(-1);r?.type==="Assignment"&&s.type==="Word"&&rl(t[n-1],s)?e[e.length-
1]=qA(r,s):e.push(s)}return e}var ol=32,hi=class{constructor(e,n){this.machine=e;this.run=n}machine;run;list(e,n,s){let r="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())
break;let a=this.node(o,n,i?{...s,isConcurrent:!0}:s);r=il(r,a)}return r}node(e,n,s){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return n.
hasAlternatives?this.alternatives(e,n,s):this.command(e,n,s);case"Pipeline":return this.pipeline(e,n,s);case"AndOr":return this.andOr(e,n,s);case"CompoundList":
return this.list(e.commands,n,s);case"Subshell":return this.list(e.body.commands,n.copy(),s);case"BraceGroup":return this.list(e.body.commands,n,s);case"If":return this.
choice([e.clause,...e.elif.map(({clause:r})=>r)],[e.then,...e.elif.map(({then:r})=>r),...e.else?[e.else]:[]],n,s);case"Case":return this.inCase(e,n,s);case"For":case"\
Select":return this.forEach(e,n,s);case"While":return Ac(e,s.input)&&this.bomb(n,s),this.repeat(e,n,s);case"ArithmeticFor":Ac(e,s.input)&&this.bomb(n,s);for(let r of[
e.initialize,e.test,e.update])r&&Rr(r,this.site(n,s));return this.maybe(n,r=>this.list(e.body.commands,r,s));case"ArithmeticCommand":return e.expression&&Pm(e.expression,
this.site(n,s)),"";case"TestCommand":return e.expression&&Rr(e.expression,this.site(n,s)),"";case"Redirected":return this.redirected(e,n,s);case"Function":return n.
define(e.name.value,e.body),"";case"Coproc":return this.node(e.body,n.copy(),{...s,isConcurrent:!0});default:return e}},b)}body(e,n,s){return this.node(e,n,s)}pipeline({
commands:e,prefixes:n},s,r){let o=n.some(({type:c})=>c==="Time")?B(r,"time"):r;if(e.length===1)return this.node(e[0],s,o);let i=this.machine.invocations.length,
a="";for(let[c,l]of e.entries()){let d=this.machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=c===0?o:{...o,input:{kind:"p\
ipe",from:d},stdin:new Qe(a)};a=this.node(l,s.copy(),{...u,isConcurrent:!0})}return a}andOr({commands:e,operators:n},s,r){let o="",i=[s.copy()];for(let[a,c]of e.
entries()){if(!this.machine.budget.spend())break;let l=this.node(c,s,r);o=n[a-1]==="||"?o===""||o===l?l:b:o+l,a<e.length-1&&!(n[a]==="&&"&&FA(c))&&i.push(s.copy())}
for(let a of i.slice(1))s.join(a);return o}choice(e,n,s,r){for(let a of e)this.list(a.commands,s,r);let o=[],i=n.map(a=>{let c=s.copy();return o.push(c),this.list(
a.commands,c,r)});for(let a of o)s.join(a);return i.every(a=>a==="")?"":b}inCase(e,n,s){let r=this.site(n,s);Gt(e.word,r);for(let{pattern:o}of e.items)for(let i of o)
Gt(i,r);return this.choice([],e.items.map(({body:o})=>o),n,s)}forEach(e,n,s){let r=e.wordlist,o=c=>r?r.flatMap(l=>Ls(l,this.site(c,s))):c.arguments.slice(1),i=n.
hasAlternatives&&r?nl(r,n):[],a=[...o(n),...i.flatMap(c=>o(c))];return this.maybe(n,c=>{let l="",d=an(a,ol);for(let u of d){if(!this.machine.budget.spend())break;
c.set(e.name.value,[u]),l=il(l,this.list(e.body.commands,c,s))}return a.length>ol?Re(l):l})}repeat(e,n,s){let r=n.copy(),o=Math.min(ol,Math.max(2,s.stdin?.lineCount??
0)),i="",a=c=>{this.list(e.clause.commands,n,c),i=il(i,this.list(e.body.commands,n,c))};for(let c=0;c<o&&this.machine.budget.spend()&&(a(s),!(s.stdin?.isAtEnd||
n.same(r)));c+=1);if(s.stdin&&!s.stdin.isAtEnd&&!n.same(r)){let[c]=an(s.stdin.readRest().split(`
`).filter(Boolean).map(l=>R(l)),0);c&&a({...s,stdin:new Qe(c.text)})}return n.join(r),i===""?"":Re(i)}maybe(e,n){let s=e.copy(),r=n(e);return e.join(s),r}bomb(e,n){
cn({program:"while",words:[R("while")],args:[],scope:e,context:n},this.machine)}redirected({command:e,redirects:n},s,r){let o=this.site(s,r),i=this.redirect(n,o),
a=this.machine.invocations.length,c=this.node(e,s,i);return this.machine.invocations.length===a&&n.length>0&&this.run([R(":")],s,i,!1),this.settle(c,i,r,o)}alternatives(e,n,s){
let r=e.redirects.map(c=>"target"in c?c.target:void 0),o=nl([e.name,...e.args,...e.prefix,...r],n),i=s.stdin?.remaining,a=this.command(e,n,s);for(let c of o){if(!this.
machine.budget.spend(4))break;this.command(e,c,i===void 0?s:{...s,stdin:new Qe(i)});for(let l of e.name?[]:e.prefix){let d=l.type==="Assignment"?c.get(l.name)?.
words:void 0;d&&n.mayBe(l.name,d)}}return a}command(e,n,s){let r=this.site(n,s),o=Hm(e),i=o.prefix.filter(g=>g.type==="Assignment"),a=this.machine.invocations.length,
c=i.map(g=>({assignment:g,words:sl(g,r)})),l=o.name?Ls(o.name,r):[],d=o.args.flatMap(g=>g.type==="Assignment"?[jm(g,r)]:Ls(g,r)),u=[...l,...d],p=this.redirect(e.
redirects,r);if(u.length===0){for(let{assignment:x,words:E}of c)qm(x,E,n);p.redirects.length>s.redirects.length&&this.run([R(":")],n,p,!1);let k=(p.stdin!==s.stdin?
p.stdin?.readRest():void 0)??(this.machine.invocations.length>a&&o.name?b:"");return this.settle(k,p,s,r)}let f={...s.environment};for(let{assignment:g,words:k}of c)
f[g.name]=k[0]??R("");let h=o.name?.parts===void 0&&o.name?.text===o.name?.value,m=this.run(u,n,{...p,environment:f},h);return n.last=u.at(-1).text,this.settle(
m,p,s,r)}redirect(e,n){let s=n.context;for(let r of e){if(!this.machine.budget.spend(1+(s.redirects.length>>3)))break;if(r.type==="HereDoc"){let{body:o}=r,i=o.parts?
el(o.parts,n).text:o.text;s=Vm(s,r.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(r.target===void 0)continue;r.type==="HereString"?s=Vm(s,`${Gt(r.target,n).
text}
`):s=this.redirectedTo(r,Gt(r.target,n),n,s)}}return s}redirectedTo({operator:e,descriptor:n},s,r,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(s.text))return o;if(e===
"<"||e==="<&"){let l=[...o.redirects,{kind:"read",path:s}],d=this.machine.sources.get(s.text);if(d)return{...o,redirects:l,input:{kind:"pipe",from:d.from},stdin:new Qe(
d.text)};let u=this.machine.files.read(s.text,r.scope.folder)??b;return n===void 0||n.type==="FileDescriptor"&&n.value===0?{...o,redirects:l,input:{kind:"file",
path:s},stdin:new Qe(u)}:{...o,redirects:l}}let i=e.endsWith(">>")?"append":"write",a=n===void 0||n.type==="FileDescriptor"&&n.value===1,c=[...o.redirects,{kind:i,
path:s}];return a?{...o,redirects:c,outputFile:{kind:i,path:s}}:{...o,redirects:c}}settle(e,n,s,{scope:r,sinks:o}){let{machine:i}=this;for(let{script:l}of o){let d=i.
invocations.slice(-1),u={...s,redirects:[],environment:{},input:{kind:"pipe",from:d},stdin:new Qe(e)};i.runSubstitution(l,r.copy(),u)}let a=n.outputFile===s.outputFile?
void 0:n.outputFile;if(a===void 0)return e;let c=n.input?.kind==="pipe"?[...n.input.from,...i.invocations.slice(-1)]:i.invocations.slice(-1);return i.files[a.kind](
a.path.text,e,r.folder,e.includes(b)?c:[]),""}site(e,n){return{interpreter:this.machine,scope:e,context:n,sinks:[]}}},il=(t,e)=>t.length+e.length>65536?q:t+e,Vm=(t,e)=>({
...t,input:{kind:"text",text:e},stdin:new Qe(e)}),jA=new Set([":","true","echo","printf","export","declare","local","set","alias"]),FA=t=>t.type==="Function"||t.
type==="Command"&&(t.name===void 0||jA.has(t.name.value));var HA=3,VA=new Map([...Kh,...Ah,...Uh,...Nh,...Zh,...Ih,["git",gh]]);function mi(t,e={}){let n=new al(e),s=new Qo(n.budget);s.folder=e.folder;try{n.runScript(t,
s,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(i){if(!(i instanceof RangeError))throw i;n.budget.fail("too-deep",`cannot be parsed: ${i.message}`)}
let{invocations:r,budget:o}=n;return o.problem?{invocations:r,problem:o.problem}:{invocations:r}}var al=class{budget=new zo;invocations=[];files;readCode;sources=new Map;activeScripts=[];bodies=[];gitAliases=new Map;substituted=[];walk=new hi(
this,(e,n,s,r)=>this.run(e,n,s,r));constructor({files:e,readCode:n}){this.files=e??new Ss,this.readCode=n}runScript(e,n,s){return xe(e)&&this.budget.fail("too-m\
uch","it runs code that cannot be read to its end"),e.replaceAll(b,"").trim()===""?b:this.budget.descend(()=>{let r=Os(e,this.budget);return r?this.walk.list(r.
commands,n,s):b},b)}runSubstitution(e,n,s){return e?this.budget.descend(()=>(Gc(e,this.budget),this.walk.list(e.commands,n,s)),b):b}run(e,n,s,r){let o=e[0].text,
i=[],a=r?n.aliases.get(o)??[]:[];for(let l of a){let d=n.copy();d.aliases.delete(o),i.push(this.runScript(`${l} ${Zn(e.slice(1))}`,d,s))}let c=n.functions.get(o);
for(let l of c?.bodies??[])i.push(this.call(o,l,e,n,s));return c?.certain||i.push(this.runWords(e,n,s)),i.length===1?i[0]:b}call(e,n,s,r,o){let i=this.bodies.filter(
u=>u===n).length;if(i>0&&o.isConcurrent&&cn({program:e,words:s,args:[],scope:r,context:o},this),i>=HA||i>0&&o.isConcurrent)return b;this.bodies.push(n);let a=r.
arguments;r.arguments=[a[0]??R("bash"),...s.slice(1)];let c=r.copy(),l=this.invocations.length,d=this.walk.body(n,r,{...o,isConcurrent:!1});return this.invocations.
slice(l).some(({program:u})=>u==="return")&&r.join(c),r.arguments=a,this.bodies.pop(),d}runWords(e,n,s){let[r]=e;return r===void 0?"":r.text.startsWith("-")&&s.
wrappers.at(-1)==="time"?this.runWords([R("time"),...e],n,{...s,wrappers:s.wrappers.slice(0,-1)}):this.budget.descend(()=>{let o=r.text.slice(r.text.lastIndexOf(
"/")+1),i={program:o,words:e,args:e.slice(1),scope:n,context:s};Oh(i,this),fh(i,this);let a=VA.get(o);return a?a(i,this):ei(i,this)??Wh(i,this)??_h(i,this)??this.
addInvocation(i)},b)}addInvocation(e){return this.budget.spendInvocation()&&this.invocations.push(gc(e)),Zo(e,this)}};var UA=256*1024,cl={characters:16*1024,commands:90};function*Um(t){let e=new Set,n=[],s=0;for(let r of zA(YA(zc(t.slice(0,UA)))))r===""||r.length>cl.characters||
e.has(r)||(e.add(r),(n.length===cl.commands||s+r.length>cl.characters)&&(yield n,n=[],s=0),n.push(r),s+=r.length+1);n.length>0&&(yield n)}var BA=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
GA=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*zA(t){for(let e of t){let n=e.trim().replace(BA,""),s=KA(n);if(s===-1)yield n;else for(let r of[n.slice(0,
s).trim(),n.slice(s+1).trim()])GA.test(r)&&(yield r)}}var Bm=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function KA(t){let e=0;for(let{0:n,
index:s}of t.matchAll(new RegExp(`${Bm}|[()]`,"g")))if(n==="(")e+=1;else if(n===")"&&--e<0)return s;return-1}function*YA(t){let e=0;for(let{0:n,index:s}of t.matchAll(
new RegExp(`${Bm}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(n))return;/^[\\'"]/.test(n)||(yield t.slice(e,s),e=s+n.
length)}yield t.slice(e)}var gi={root:t=>/^\/\*?$/.test(t),home:t=>/^(?:~|\$home|\$\{home\}|\/root|\/home|\/users)(?:\/(?:[^/\s]*|\*)?)?$/i.test(t),"system-path":t=>/^\/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:\/|$)|^[a-z]:\\(?:windows|users|program files)|^c:\\?$/i.
test(t)&&!/^\/(?:var\/tmp|dev\/(?:null|shm|stdout|stderr|stdin))/.test(t),device:t=>/^\/dev\/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\w*/.test(t),credential:t=>/[./~]|id_/.
test(t)&&!/[*'’]/.test(t)&&Ho(t.toLowerCase()),"startup-file":t=>/(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\.fish$|^\/etc\/(?:profile|rc\.local|cron|init\.d|systemd|ld\.so\.preload|sudoers|environment)/i.
test(t),url:t=>/^(?:https?|ftp|s3|wss?|scp|sftp):\/\/|^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\w.-]+@[\w-]+\.[\w.-]+$/i.
test(t)},XA={send:"sent",put:"put",set:"set",shut:"shut",write:"written",give:"given",tear:"torn",blow:"blown",get:"got",read:"read",take:"taken",steal:"stolen",
make:"made",overwrite:"overwritten",rewrite:"rewritten",bring:"brought","force-push":"force-pushed"},QA=new Set(I.sentences.doubled);function JA(t){let n=t.endsWith(
"e")&&!t.endsWith("ee")?t.slice(0,-1):QA.has(t)&&t!=="dump"?t+t.at(-1):t,s=/(?:s|x|z|ch|sh)$/.test(t),r=/[^aeiou]y$/.test(t),o=s?`${t}es`:r?`${t.slice(0,-1)}ies`:
`${t}s`;return[[XA[t]??(r?`${t.slice(0,-1)}ied`:`${n}ed`),"past"],[t,"base"],[`${n}ing`,"ing"],[o,"third"]]}var Gm=24,ZA=40,eT=3;function Km(t){let e=new Map;for(let n of t)
for(let s of n.phrases){let r,o=()=>r??=tT(s);for(let i of s.verbs){let[a,...c]=i.split(" ");for(let[l,d]of JA(a)){let u=e.get(l)??[];u.push({form:l===a?"base":
d,rest:c,rule:n,trust:s.trust,compile:o}),e.set(l,u)}}}return e}var tT=({objects:t,with:e,without:n})=>({objects:t.length===0?void 0:ll(t),with:e&&ll(e),without:ll(
n??[])});function ll(t){let e=new Map,n=[];for(let s of t){let r=s.split(" "),o=r.map(nT),[i]=r;/^<.*>$|.\*$/.test(i)?n.push(o):e.set(i,[...e.get(i)??[],o])}return{
literal:e,others:n}}function nT(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return sT(e);if(t.endsWith("*")&&t.length>1){let n=t.slice(0,-1);return({text:s})=>s.
startsWith(n)}return({text:n})=>n===t}var zm=new WeakMap;function sT(t){let e=Object.hasOwn(gi,t)?gi[t]:()=>!1;return n=>{let s=zm.get(n)??new Map;zm.set(n,s);let r=s.
get(t);if(r!==void 0)return r;let{text:o,kind:i}=n,a=o.length<1e3&&(e(i==="plain"?o.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,""):o)||i!=="plain"&&o.split(/\s+/).some(
e));return s.set(t,a),a}}function Ir(t,e,n=0){let s=rT(e),r=[];for(let[o,i]of s.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let c of t.get(i.text)??
[]){if(a.has(c.rule)||c.trust!==void 0&&n>=c.trust)continue;let l=oT(s,o,c);l!==void 0&&(a.add(c.rule),r.push({rule:c.rule,form:c.form,at:o,end:l}))}}return r}function rT(t){
return t.map((e,n)=>{let s=t[n+1];return e.text==="force"&&s?.kind==="plain"&&/^push/.test(s.text)&&e.stop===void 0?{...e,text:`force-${s.text}`}:e})}function oT(t,e,{
form:n,rest:s,compile:r}){let o=e;for(let p of s){let f=t.slice(o+1,e+7).findIndex(h=>h.text===p);if(f<0)return;o+=1+f}let i=r(),a={from:e+1,to:Math.min(t.length,
e+1+Gm)},c=n==="past"?{from:Math.max(0,e-Gm),to:e}:a,l=iT(t,c,n==="past");if(i.with&&dl(t,i.with,l.from,Math.min(t.length,e+ZA))<0)return;let d=i.objects?dl(t,i.
objects,l.from,l.to):o;if(d<0)return;let u=Math.min(l.to,Math.max(o,d)+1+eT);if(!(dl(t,i.without,l.from,u)>=0))return n==="past"?e:Math.max(o,d)}function iT(t,{
from:e,to:n},s){if(s)return{from:e,to:n};for(let r=e;r<n;r++){let{stop:o,text:i}=t[r];if(r>e&&(i==="then"||i==="because"||i==="but"))return{from:e,to:r};if(o===
";"||o==="\u2014")return{from:e,to:r+1}}return{from:e,to:n}}function dl(t,{literal:e,others:n},s,r){for(let o=s;o<r;o++){let i=t[o],a=l=>o+l.length<=r&&l.every(
(d,u)=>d(t[o+u])),c=e.get(i.text)?.find(a)??n.find(a);if(c)return o+c.length-1}return-1}var Ym=new Set(I.sentences.before_order),aT=new Set(I.sentences.between),Zm=/(?:^|\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$/,
cT=/\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\b/,ul=new Set(I.sentences.denials),
lT=new Set(I.sentences.ends_denial),eg=new Set(I.sentences.speech_verbs),tg=new Set(I.sentences.predicates),dT=new Set(I.sentences.subjects),Xm=24,uT=new Set(I.
sentences.relative),pT=new Set(I.sentences.creation_verbs),fT=new Set(I.sentences.program);function ng({words:t,question:e,heading:n}){let s=t.slice(0,4).map(r=>r.
text).join(" ");return/^(?:how|why|what|when|whether|where|who|which|does|do you|did|is it|are there|should)\b/.test(s)&&(e||n||/^(?:how|why|what) /.test(s))?!/^what (?:we|i) (?:will|need)/.
test(s):e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(s):!1}function sg({words:t}){return t.some(({text:e,
kind:n})=>n==="plain"&&(ul.has(e)||/^(?:dangerous|destructive|harmful|unsafe|bad|examples?|e\.g|denied|disallowed|risky|don'ts|banned|anti-patterns?|errors?|logs?|output|diff|changelog|tests?|cases?|documents?|documentation|docs|reported|reports|says|said|bug|steps to reproduce|reproduce|repro|expected|actual|observed|quote)$/.
test(e)))}function Ds(t,e,n){let{words:s}=t,r=hT(s,e),o=s.slice(r,e);if(gT(s,r,e,n))return!1;if(n==="third")return Jm(s,e);if(n==="past")return yT(o);if(o.length===
0&&/^(?:and|&)$/.test(s[e-1]?.text??""))return mT(s,e-1);let i=o.map(u=>u.kind==="plain"?u.text:"\uFFFC"),a=i.findLastIndex((u,p)=>eg.has(u)&&bT(i,p));if(a>=0&&
!cT.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;let c=i.findLastIndex(
u=>!aT.has(u)&&!/ly$/.test(u)),l=i.slice(Math.max(0,c-7),c+1).join(" "),d=Zm.test(l);return n==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(l)||i.every(u=>Ym.has(u))&&!Qm(s,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(l)||Jm(s,e)?!0:i.every(u=>Ym.has(u)||/ly$/.test(u)||/^\d+[.)]?$/.test(
u))?!Qm(s,e):!1}function hT(t,e){for(let n=e;n>Math.max(0,e-Xm);n--){let s=t[n-1];if(s.stop!==void 0||s.kind==="plain"&&/^(?:then|but|so|afterwards)$/.test(s.text)&&
!/^(?:we|i)$/.test(t[n].text)||s.kind==="plain"&&(s.text==="and"||s.text==="&")&&n===e||s.text==="->"||s.text==="\u2192"||s.text==="-"||s.text==="\u2013")return n}
return Math.max(0,e-Xm)}function mT(t,e){let n=e;for(;n>0&&n>e-24&&t[n-1].stop===void 0;)n-=1;let s=t.slice(n,e).map(r=>r.kind==="plain"?r.text:"\uFFFC");return s.
some((r,o)=>Zm.test(s.slice(Math.max(0,o-7),o+1).join(" "))&&r!=="by")?!0:!s.some(r=>tg.has(r))&&!dT.has(s[0]??"")&&!eg.has(s[0]??"")}function gT(t,e,n,s){let r=u=>u.
kind==="plain"&&ul.has(u.text),o=t.slice(e,n),i=o.findLastIndex(r);if(i>=0){let u=o.slice(i+1).map(f=>f.text);if(/^(?:hesitate|forget|only|fail|worry)/.test(u[0]??
""))return!1;let p=s==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(u.at(-1)??"");return!(o[i].text==="no"&&u.length>3&&!p)&&!u.includes("but")}
let a=t.slice(Math.max(0,e-60),e),c=a.findLastIndex(r);if(c<0)return!1;let l=a.slice(c+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[c].text)&&l.some(u=>u.
stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(l[0]?.text??"")||l.some(u=>u.stop===";"||u.stop==="\u2014"||lT.has(u.text)))return!1;
let d=t[n-1];return d?.kind==="plain"&&(d.text==="or"||d.text==="nor"||d.text==="and")?!0:t.slice(n,n+40).some(u=>u.kind==="plain"&&u.text==="or")&&l.every(u=>u.
text!=="then")}var yT=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(t.slice(-6).map(e=>e.text).join(" "));function Qm(t,e){for(let n=e+
1;n<Math.min(t.length,e+14);n++){let s=t[n],r=t[n-1];if(r.stop!==void 0&&r.stop!=="("||s.kind==="plain"&&/^(?:so|because|until|since)$/.test(s.text))return!1;if(s.
kind==="plain"&&tg.has(s.text))return!uT.has(r.text)&&n>e}return!1}function Jm(t,e){let n=t.slice(Math.max(0,e-24),e),s=n.findIndex((o,i)=>o.kind==="plain"&&pT.
has(o.text)&&n[i+1]?.text!=="sure");if(s<0||!n.slice(s).some(o=>fT.has(o.text)))return!1;let r=o=>o.kind==="plain"&&(o.text==="execute"||o.text==="run");return n.
slice(0,s).some(o=>ul.has(o.text))?!1:n.slice(s).some(r)||t.slice(e,e+24).some(r)}var bT=(t,e)=>e===0||/^(?:to|will|and|please|should|let's|i'll|we'll|me|us|then|must|can|now|next|also|just|or)$/.
test(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var kT=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,rg=/^[ \t]{0,3}#{1,6}[ \t]+/,xT=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,
vT=/^[ \t]*(?:\$|>|%)[ \t]+(?=\S)/,yi=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var wT=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e),ST=(t,e)=>t.lastIndexOf(`
`,e-1)+1;function og(t){let e=[],n,s=!1,r=!1,o=()=>{if(n)for(let i of ET(t,n,s,r))e.push({kind:"sentence",sentence:i});n=void 0};for(let i=0;i<t.length;){let a=t.
indexOf(`
`,i),c=a<0?t.length:a,l=t.slice(i,c),d=xT.exec(l);if(d){o();let f=t.indexOf(`
${d[1]}`,c),h=f<0?t.length:f,m=Math.min(c+1,h);e.push({kind:"fence",fence:{start:m,end:h,language:d[2].toLowerCase(),code:t.slice(m,h)}});let g=f<0?t.length:t.indexOf(
`
`,f+1);i=g<0?t.length:g+1;continue}let u=vT.exec(l),p=kT.exec(l)??rg.exec(l);u&&l[u[0].trim().length]!==void 0&&l.trim().startsWith("$")?(o(),e.push({kind:"prom\
pt",prompt:{start:i+u[0].length,end:c,command:l.slice(u[0].length)}})):l.trim()===""?o():p?(o(),r=rg.test(l),s=!r,n={start:i+p[0].length,end:c},r&&o()):n&&!wT(t.
slice(ST(t,n.end),n.end),l)?n.end=c:(o(),s=!1,r=!1,n={start:i,end:c}),n&&/[:.!?]\s*$/.test(l)&&o(),i=c+1}return o(),e}function ET(t,{start:e,end:n},s,r){let o=[],
i=[],a=(c,l)=>{let[d]=i;if(d){let u=i.at(-1).stop===":";o.push({start:d.start,end:c,words:i,question:l,leads:u,item:s,heading:r})}i=[]};yi.lastIndex=e;for(let c=yi.
exec(t);c&&c.index<n;c=yi.exec(t)){let l=c.index,d=yi.lastIndex,u=c[2],p=c[3]??c[4];if(u!==void 0||p!==void 0){i.push({start:l,end:d,text:u??p,kind:u===void 0?"\
quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+1]??" ")&&a(d,!1);continue}let f=c[0];if(/^[,;:()!?—]$/u.test(f)){let g=i.at(-1);g&&(g.stop=f),(f==="!"||f==="?")&&
a(d,f==="?");continue}let h=/[.…]+$/.test(f)&&!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(f),m=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,
"").replace(/(?<=.)[.…]+$/,"");m!==""&&i.push({start:l,end:d,text:m,kind:"plain"}),h&&a(d,!1)}return a(n,!1),o}je();var CT=new Set(["it","them"]),_T=/^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/,
AT=new Set(["each","every"]),TT=new Set(I.sentences.passes_on),PT=new Set(["overwrite","overwriting","clobber","replace"]),RT=new Set(["key","secret","credentia\
l","password","one"]);function ig(t,e){let n=e,s,r=[];for(let[o,i]of t.words.entries()){let a=t.words[o-1];if(n&&IT(t.words,o,n)){let{start:c,end:l,stop:d}=i;for(let[
u,{text:p,kind:f}]of n.entries()){let h=u===n.length-1?d:void 0;r.push({start:c,end:l,text:p,kind:f,...Z({stop:h})})}continue}r.push(i),s=$T(i,a)??s,n=s??n}return{
sentence:{...t,words:r},...Z({named:s})}}function IT(t,e,n){let s=t[e];if(s.kind!=="plain")return!1;let r=RT.has(s.text)&&AT.has(t[e-1]?.text??"");if(!r&&!CT.has(
s.text))return!1;let o=t[e-(r?2:1)]?.text??"";return n.at(-1).text==="remote"?PT.has(o):TT.has(o)}function $T(t,e){if(gi.credential(t.text))return[t];if(!(t.kind!==
"plain"||!e||e.stop!==void 0))return _T.test(`${e.text} ${t.text}`)?[e,t]:void 0}var ag=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var bi=ag;var NT=64,OT=65536,LT=5e3,DT=1500,cg=120,WT="run execute use do invoke call type issue launch try start perform enter apply".split(" "),pl=[{...bi[0],id:"run",phrases:[
{verbs:[...WT,"finish with"],objects:[]}]}],MT=new Set(["","sh","bash","zsh","shell","console","terminal","shell-session","shellscript"]),qT={python:"python3 -c",
py:"python3 -c",js:"node -e",javascript:"node -e",sql:"psql -c"},lg=new WeakMap;function dg(t,e=[],n=0){if(t.length>OT)return{findings:[],commands:[],problem:"t\
oo-long"};let s=0,r=[],o=[],i=$r(bi),a=[i,...e.length>0?[$r(e)]:[]],c=!1,l=!0,d,u=og(t);if(u.length>LT)return{findings:r,commands:o,problem:"too-much"};for(let p of u){
if(r.length>=NT)break;if(p.kind==="prompt"){c||o.push({command:p.prompt.command,span:p.prompt});continue}if(p.kind==="fence"){!c&&l&&o.push(...YT(p.fence));continue}
let{sentence:f,named:h}=ig(p.sentence,d);d=h;let m=c&&f.item;if((f.heading||!f.item)&&(c=(f.leads||f.heading)&&sg(f)),m||f.heading)continue;let g=ng(f);if(l=!g&&
(f.leads?!c:KT(f)),!g){if(s+=f.words.filter(({text:k})=>i.has(k)).length,s>DT)return{findings:r,commands:o,problem:"too-much"};for(let k of a)for(let x of Ir(k,
f.words,n)){if(!Ds(f,x.at,x.form))continue;let E={start:f.words[x.at].start,end:f.words[x.end].end};r.push({rule:x.rule,what:jT(t.slice(E.start,E.end)),span:E})}
o.push(...FT(f),...BT(t,f))}}return{findings:r,commands:o}}function $r(t){let e=lg.get(t)??Km(t);return lg.set(t,e),e}var jT=t=>{let e=t.replace(/\s+/g," ");return e.
length>cg?`${e.slice(0,cg-1)}\u2026`:e};function FT(t){let{words:e}=t,n=Ir($r(pl),e).filter(s=>Ds(t,s.at,s.form));return e.flatMap((s,r)=>{if(s.kind!=="code")return[];
let o=n.findLast(({at:a})=>a<r);return!(e.length===1)&&(!o||!zT(e,o.at,r))?[]:[{command:s.text,span:{start:s.start,end:s.end}}]})}var HT=/^(?:git|rm|sudo|curl|wget|chmod|chown|dd|mkfs(?:\.\w+)?|kubectl|docker|terraform|psql|mysql|redis-cli|npm|pip|cargo|gem|twine|aws|gcloud|az|systemctl|iptables|ufw|crontab|ssh|scp|rsync|nc|kill|pkill|killall|shred|truncate|shutdown|reboot|find|tar|cat|mv|cp|bash|sh|python3?|node|helm|gh|useradd|passwd|mount|umount|eval|openssl|gpg)$/,
VT=/^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/,UT=/^(?:push|reset|clean|checkout|restore|branch|stash|rebase|filter-branch|filter-repo|reflog|gc|clone|pull|fetch|commit|delete|apply|scale|drain|exec|destroy|system|volume|rmi|run|publish|unpublish|yank|upload|stop|disable|mask|s3|ec2|rds|rm|prune|flushall|uninstall|release|repo|-[a-z]+)$/;
function BT(t,e){let{words:n}=e;return n.flatMap((s,r)=>{let o=n[r+1];if(s.kind!=="plain"||!HT.test(s.text)||s.stop!==void 0||o?.kind!=="plain")return[];if(!VT.
test(o.text)&&!UT.test(o.text))return[];if(!(r>0&&GT(e,r-1))&&!Ds(e,r,"base"))return[];let a=r+1;for(;a+1<n.length&&n[a].stop===void 0&&!/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.
test(n[a+1].text);)a+=1;let c={start:s.start,end:n[a].end};return[{command:t.slice(c.start,c.end).replace(/(?<=\w)[.!]+$/,""),span:c}]})}var GT=(t,e)=>Ir($r(pl),
t.words.slice(e,e+1)).some(({form:n})=>Ds(t,e,n));function zT(t,e,n){let s=t.slice(e+1,n);return s.length<24&&!s.some(({text:r,kind:o})=>o==="plain"&&/^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.
test(r))}var KT=t=>Ir($r(pl),t.words).some(e=>Ds(t,e.at,e.form));function YT({language:t,code:e,start:n,end:s}){let r=qT[t];if(r)return[{command:`${r} '${e.replaceAll(
"'","'\\''")}'`,span:{start:n,end:s}}];if(!MT.has(t))return[];let o=e.split(`
`),i=o.filter(c=>/^\s*\$ /.test(c)).map(c=>c.replace(/^\s*\$ /,"")),a=(i.length>0?i:o).join(`
`).trim();return a===""?[]:[{command:a,span:{start:n,end:s}}]}var xi=Hf,XT=100,ug=50,gg="unreadable-command";function Pn(t=xi){let e=new fl(QT(t));return{judge(n,s){if("command"in n){let r={principal:s,folder:n.folder,format:"\
code"};return e.judgeCommand(n.command,r,n.reading)}return"write"in n?e.judgeWrite(n,s):e.judgeText(n.text,s)},parse:(n,s)=>e.read(n,s)}}var fl=class{constructor(e){
this.book=e}book;files=new Ss;downloads=new Fo;latest;read(e,n){let{latest:s,files:r}=this;if(s?.line===e&&s.folder===n&&s.version===r.version)return s.reading;
let o=mi(e,{files:r,readCode:Oo,folder:n});return this.latest={line:e,folder:n,version:r.version,reading:o},o}judgeCommand(e,n,s=this.read(e,n.folder)){let{format:r}=n,
o=this.judgeReading(s,n),{problem:i}=s;if(i&&i.kind!=="unparsable"&&!pg(o)){let a=this.judgeParts(e,n);if(a)return a}if(o.verdict==="deny"&&o.rule===gg&&i?.kind===
"unparsable"){let a=Np(e),c=i.detail.replace(/^cannot be parsed: /,"");return mg(a===void 0?c:`${c}; it looks like ${a}`,r)}return o.verdict==="allow"&&r==="cod\
e"&&$p(e)?mg("it is JSON",r):o}judgeParts(e,n){let s=r=>mi(r,{readCode:Oo,folder:n.folder});for(let r of Um(e)){let o=s(r.join(`
`));for(let{invocations:i,problem:a}of o.problem?r.map(s):[o]){if(a?.kind==="unparsable")continue;let c=this.judgeReading({invocations:i},n);if(pg(c))return c}}}judgeReading({
invocations:e,problem:n},s){let{principal:r,folder:o,format:i}=s,a={workspace:r.workspace??nc,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(ws)},
c=n?e.slice(0,XT):e,{worst:l,guess:d,unknown:u,undecided:p}=this.examine(c,a,r);if(l)return hl(l,i);if(n)return hg(`is too much to read: ${n.detail}`,i);if(p){let m=`\
what ${p.program.includes(b)?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return hg(`cannot be read to its end: ${m}`,i)}return!d&&
u<=ug?{verdict:"allow",format:i}:ki("unverifiable-command",`Nobody can say before it runs which program this is, and it may be a dangerous one. ${d?.explanation??
"Write the names of programs."}`,i)}examine(e,n,s){let{book:r}=this,o,i,a,c=0,l=[];for(let d of e){let u=new xn(d,n);if(o=r.selectWorse(o,r.findBrokenRule(u,s)),
!u.isHelpRequest&&!u.isDryRun&&l.push(d),!i&&d.program.includes(b)&&(c+=1,c<=ug&&(i=Ef(d,n,p=>r.findBrokenRule(p,s)))),Cf(d,n,(p,f)=>r.canBreak(p,f,s))&&(a??=d),
this.downloads.record(d),o?.severity==="catastrophic")break}if(o?.severity!=="catastrophic")for(let d of sf(l,n.invocations))o=r.selectWorse(o,r.findBrokenRule(
new xn(d,n),s));return{worst:o,guess:i,unknown:c,undecided:a}}judgeWrite(e,n){let{write:s,content:r,replaces:o}=e,i=Wt("edit-tool",[],[{kind:"write",path:{text:s,
glob:!1}}]),a=this.judgeReading({invocations:[i]},{principal:n,folder:void 0,format:"code"});if(a.verdict==="deny"||r===void 0)return a;let{workspace:c=nc}=n,l=s.
startsWith(`${c}/`)?s.slice(c.length+1):s,{files:d}=this;for(let u of new Set([s,l,`${c}/${l}`])){let p=o===void 0?void 0:d.read(u);o===void 0?d.write(u,r):o!==
""&&p?.includes(o)?d.write(u,p.replace(o,()=>r)):d.append(u,`
${r}
`)}return a}judgeText(e,n){let s="natural_text",r=this.book.getPhraseRules(n),{findings:o,commands:i,problem:a}=dg(e,r,n.trust),c=d=>r.some(u=>u.id===d)?0:1,l=o.
map(({rule:d})=>hl(d,s)).sort((d,u)=>c(d.rule)-c(u.rule));for(let{command:d}of i){let u=this.judgeCommand(d,{principal:n,folder:void 0,format:s});u.verdict==="d\
eny"&&l.push(u)}return l.length>0?l.reduce((d,u)=>qt[u.severity]<qt[d.severity]?u:d):a===void 0?{verdict:"allow",format:s}:ki("unreadable-text","The text is too\
 long to be judged. Say it in parts.",s)}},pg=t=>t.verdict==="deny"&&t.severity==="catastrophic",fg=new WeakMap;function QT(t){let e=fg.get(t)??new Go(t);return fg.
set(t,e),e}var ki=(t,e,n,s="unreadable")=>hl({id:t,category:s,severity:"severe",code:"destructive_operation_blocked",explanation:e},n),hg=(t,e)=>ki(gg,`The comm\
and ${t}. Write it plainly, or in several steps.`,e),mg=(t,e)=>ki("unparsed-command",`No shell reads this: ${t}. Give the command alone; what is no command belo\
ngs in a file or an answer.`,e,"unparsed"),hl=({id:t,category:e,severity:n,code:s,explanation:r},o)=>({verdict:"deny",rule:t,category:e,severity:n,code:s,reason:r.
replace(/\s+/g," ").trim(),format:o});Jn();var vi=class{principal;constructor({trust:e=2,workspace:n}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
n===void 0?{trust:e}:{trust:e,workspace:n}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let n=Pn(),s=e.map((o,i)=>n.judge(
JT(o,i),this.principal)),r=s.filter(({verdict:o})=>o==="deny").length;return{verdicts:s,guardrail_checks:s.length,guardrail_blocks:r,guardrail_block_rate:s.length===
0?0:r/s.length}}};function JT(t,e){let n=t??{};if(["command","write","text"].some(s=>typeof n[s]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var ZT=()=>Pn();var ho=require("node:path");Ms();Jn();Ms();var zt={stdout:"",stderr:"",exit_code:0},Kt=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),ze=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Rn=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var kg=require("node:path");je();var ke=class extends Error{name="HookInputError"},In=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function Yt(t,e){let n=t[e];
if(!In(n))throw new ke(`"${e}" is no object`);return n}function Ae(t,...e){let n=e.find(r=>t[r]!==void 0&&t[r]!==null);if(n===void 0)return;let s=t[n];if(typeof s!=
"string")throw new ke(`"${n}" is no text`);return s}function me(t,...e){let n=Ae(t,...e);if(n===void 0||n.trim()==="")throw new ke(`"${e[0]}" is missing`);return n}
function Xt(t,...e){let n=me(t,"hook_event_name");if(!e.includes(n))throw new ke(`the event "${n.slice(0,60)}" is unknown`);return n}var Qt=(t,e)=>t===void 0?e:
kg.posix.resolve(t,e),Ke=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ye(t,e,n){let s=Qt(e,me(t,...n.path)),r=Ae(t,...n.content),o=n.replaces&&Ae(
t,...n.replaces);return{write:s,...Z({content:r,replaces:o})}}function wi(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ke(
"the input is not JSON")}if(!In(e))throw new ke("the input is no object of JSON");return e}var oP=["command","cmd","script"];function ml(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(n=>typeof n=="string")?t.map(Nr).join(" "):void 0}function At(t,e){let n=t.workdir,s=typeof n==
"string"&&n!==""?Qt(e,n):e;return oP.flatMap(r=>{let o=ml(t[r]);return o===void 0?[]:[Ke(o,s)]})}var Nr=t=>`'${t.replaceAll("'","'\\''")}'`,Tt=t=>t.trim().toLowerCase();var xg={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Xt(t,"PreToolUse");let e=Ae(t,"cwd");return{folder:e,requests:iP(me(t,"tool_name"),Yt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?gl(t,e):e===""?zt:ze({systemMessage:e})},formatRefusal:Kt},gl=(t,e)=>ze({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function iP(t,e,n){switch(Tt(t)){case"bash":case"powershell":return[Ke(me(e,"comma\
nd"),n)];case"monitor":return In(e.ws)&&e.command===void 0?[]:[Ke(me(e,"command"),n)];case"write":return[Ye(e,n,{path:["file_path"],content:["content"]})];case"\
edit":return[Ye(e,n,vg)];case"multiedit":return aP(e,n);case"notebookedit":return[Ye(e,n,{path:["notebook_path"],content:["new_source"]})];default:return At(e,n)}}
var vg={path:["file_path"],content:["new_string"],replaces:["old_string"]};function aP(t,e){let{edits:n}=t,s=me(t,"file_path");if(!Array.isArray(n)||n.length===
0||!n.every(In))throw new ke('"edits" is no list of edits');return n.map(r=>Ye({...r,file_path:s},e,vg))}var cP=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,lP=/^\*\*\* (Begin Patch|End Patch|End of File)$/,dP=/^\*{3}|^\s*\*{3}\s*[a-z]/i,uP=/^[\s\u0085]+|[\s\u0085]+$/g;
function $n(t,e){let n=[],s,r=()=>{let o=n.at(-1);s&&o&&"write"in o&&(o.content=`${s.join(`
`)}
`),s=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(uP,""),[,a,c]=cP.exec(i)??[];if(a===void 0||c===void 0){if(o.startsWith("+"))s?.push(o.slice(1));else if(dP.
test(o)&&!lP.test(i))throw new ke(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}r();let l=Qt(e,c.trim());a==="Delete File"?n.push({command:`\
rm -f -- ${Nr(l)}`}):n.push({write:l}),a==="Add File"&&(s=[])}if(r(),n.length===0)throw new ke("the patch names no file");return n}var Sg={can_ask:!1,readCall(t){Xt(t,"PreToolUse");let e=Ae(t,"cwd");return{folder:e,requests:pP(me(t,"tool_name"),Yt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?gl("deny",e):e===""?zt:ze({systemMessage:e})},formatRefusal:Kt};function pP(t,e,n){switch(Tt(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Ke(fP(e),wg(e,n))];case"apply_patch":return $n(me(e,"command","input","patch"),wg(e,n));default:return At(e,n)}}function wg(t,e){
let n=Ae(t,"workdir");return n===void 0||n===""?e:Qt(e,n)}function fP(t){let{command:e}=t;if(!Array.isArray(e))return me(t,"command","cmd");let n=ml(e);if(n===void 0)
throw new ke('"command" is no list of words');return n}var Cg={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Ae(t,"cwd"),n=me(t,"toolName");return{folder:e,requests:hP(n,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Rn(zt,e):ze({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Rn(ze({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function hP(t,e,n){switch(Tt(t)){case"bash":case"powershell":case"local_shell":return[Ke(me(as(e),"command"),n)];case"write_bash":case"write_powershell":{let s=Ae(
as(e),"input")??"";return s.trim()===""?[]:[Ke(s,n)]}case"create":return[Ye(as(e),n,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ye(as(e),n,Eg)];case"str_replace_editor":{let s=as(e);return s.command==="view"?[]:[Ye(s,n,Eg)]}case"apply_patch":return $n(mP(e),n);default:return In(
e)||_g(e)?At(as(e),n):[]}}var Eg={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function as(t){if(typeof t=="string")return wi(
Buffer.from(t));if(!In(t))throw new ke('"toolArgs" is no object');return t}var mP=t=>typeof t=="string"&&!_g(t)?t:me(as(t),"input","patch"),_g=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var Pg={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Xt(t,"beforeShellExecution","preToolUse"),[n]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],s=typeof n=="string"?n:void 0,r=Ae(t,"cwd")||s,o=e==="preToolUse"?gP(me(t,"tool_name"),Yt(t,"tool_input"),r):[Ke(me(t,"command"),r)];return{folder:r,project:s,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Rn(ze({}),e):Ag(e),formatRefusal:t=>({...Rn(Ag(t),t),exit_code:2})},Ag=t=>ze({permission:"deny",user_message:t,
agent_message:t});function gP(t,e,n){switch(Tt(t)){case"shell":return[Ke(me(e,"command"),Ae(e,"working_directory")||n)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ye(e,n,Tg)];case"delete":{let s=me(e,...Tg.path);return[Ke(`rm -f -- ${Nr(s)}`,n)]}default:return At(e,n)}}var Tg={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var Rg={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Xt(t,"BeforeTool");let e=Ae(t,"cwd");return{folder:e,requests:yP(me(t,"tool_name"),Yt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?ze({decision:t,reason:e}):t==="ask"?ze({decision:t,reason:e,systemMessage:e}):e===""?zt:ze(
{systemMessage:e})},formatRefusal:Kt};function yP(t,e,n){switch(Tt(t)){case"run_shell_command":{let s=Ae(e,"dir_path","directory"),r=s===void 0?n:Qt(n,s);return[
Ke(me(e,"command"),r)]}case"write_file":return[Ye(e,n,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ye(e,n,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return At(e,n)}}var Ig={can_ask:!1,readCall(t){Xt(t,"tool.execute.before");let e=Ae(t,"directory"),n=me(t,"tool"),s=Ae(t,"worktree");return{folder:e,project:s==="/"?e:s,requests:bP(
n,Yt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Rn(zt,e):ze({deny:e})},formatRefusal:Kt};function bP(t,e,n){switch(Tt(t)){case"bash":{
let s=Ae(e,"workdir"),r=s===void 0?n:Qt(n,s);return[Ke(me(e,"command"),r)]}case"write":return[Ye(e,n,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ye(e,n,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return $n(me(e,"patchText","patch","inp\
ut"),n);default:return At(e,n)}}var Jt={"claude-code":xg,codex:Sg,gemini:Rg,copilot:Cg,opencode:Ig,cursor:Pg},$g=Object.keys(Jt),yl=t=>t!==void 0&&Object.hasOwn(Jt,t);je();Jn();var Ei=require("node:path");var Si=require("node:path");var Ng={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},kP=new Set(["rm","mv","checkout","restore"]),xP=new Set(["-C","--directory","-d"]),vP=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),wP=5e3;function bl(t,e){return t.flatMap(n=>SP(n,t,e)).slice(0,wP)}function SP(t,e,n){let s=t.folder&&tt(t.folder)?Si.posix.resolve(n,t.folder.text):n,
r=(l,d)=>{if(!tt(l)||l.text.startsWith("~"))return[];let u=Si.posix.relative(n,Si.posix.resolve(s,l.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:l.glob}]},o=t.redirects.filter(({kind:l})=>l!=="read").flatMap(({path:l})=>r(l,!1)),i=vP.has(t.program),a=Xn(t,e),c=[...CP({program:t.program,args:a}),...EP(
{program:t.program,args:a})];return[...o,...c.flatMap(l=>r(l,i))]}function EP({program:t,args:e}){if(t==="find")return cr(e)?Yn(e):[];let{writes:n,deletes:s,moves:r,
changes:o}=vs(t,le(t,e));return[...n,...s,...r,...o]}function CP({program:t,args:e}){let n=Object.hasOwn(Ng,t)?Ng[t]:void 0,s=e.findIndex(({text:o})=>o==="--"),
r=e.filter(({text:o},i)=>s>=0&&i>s||!o.startsWith("-"));switch(n){case void 0:return[];case"all":return r;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):r.slice(-1)}case"all-but-first":return r.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?r:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return kP.has(r[0]?.text??"")?r.slice(1):
[];case"unpack":return e.filter((o,i)=>xP.has(e[i-1]?.text??""));default:return n}}var Nn=".gatebench/guard.yml",kl=(t="strict")=>({level:t,rules:xi,allow:new Set,ignored:new Set,deny:new Set,files:[]}),Og=(t,e)=>t==="strict"?t:e??t??"strict";var _P=[Nn,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),AP=new Set([".github",".config"]);function Mg(t,{folder:e,home:n},s,r){if("write"in t)return Lg(Ei.posix.resolve("/",t.write),s,{});if(!("command"in
t))return;if(r.some(IP))return"gatebench guard";let o=r.map(c=>OP(c,t.folder??e??"/",n)),i=bl(o.filter($P),"/").map(({path:c})=>c),a=o.some(({program:c,wrappers:l})=>[
c,...l].some(d=>TP.has(d)));for(let{path:c,below:l,glob:d}of bl(o,"/")){let u=Lg(`/${c}`,s,{below:l,glob:d,copied:i.includes(c),deep:d&&a});if(u!==void 0)return u}}
function qg({folder:t},e,n){if(!t)return e;let s=Fg(t.text,n);if(!(s.includes(b)||s.startsWith("~")))return Ei.posix.resolve(e??"/",s)}var TP=new Set(["find","f\
d","fdfind"]),jg=new Set(["npm","pnpm","yarn","bun"]),PP=new Set([...jg,"gatebench","npx","pnpx","bunx","node","deno"]),RP=new Set(["uninstall","un","unlink","r\
emove","rm","r"]);function IP({program:t,path:e,args:n}){let s=n.map(({text:a})=>a.toLowerCase()),r=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(jg.has(r)&&
s.some(a=>RP.has(a))&&s.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=s.indexOf("guard");return o!==-1&&s.slice(o).some(a=>a==="install"||a==="un\
install")&&(PP.has(r)||e.toLowerCase().includes("gatebench"))}var $P=({program:t,args:e})=>t==="cp"&&!e.some(({text:n})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(n));function Lg(t,e,{below:n,glob:s,copied:r,deep:o}){let i=Dg(t),a=i.map(h=>Wg(h,s===!0)),c=(h,m)=>a.slice(m,m+h.length).every((g,k)=>g(h[k])),l=n===!0||s===
!0,d=i.findIndex(h=>/[*?[]/.test(h)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=Wg(p,!0,!0);for(let h of e){let m=Dg(h),g=l&&r!==!0&&i.length<
m.length&&c(m.slice(0,i.length),0),k=u<m.length&&c(m.slice(0,u),0)&&f(m.at(-1));if(g||k||i.length>=m.length&&c(m,0))return h}for(let h of _P){let m=h.join("/");
if(i.length>=h.length&&c(h,i.length-h.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(h.at(-1)))return m;for(let k=1;k<h.length;k+=1){let x=h.slice(0,k);if(AP.
has(x.at(-1)))continue;if((x[0]===".gatebench"||l)&&i.length>=k&&c(x,i.length-k)||u>=k&&u<i.length&&c(x,u-k)&&f(h.at(-1)))return m}}}var Dg=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function Wg(t,e,n=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let s=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(s.length>NP)return()=>!0;let r=new RegExp(`^${s.join("")}$`,"s");return o=>(n||!o.startsWith(".")||
!/^[*?]/.test(t))&&r.test(o)}var NP=16,Fg=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function OP(t,e,n){let s=o=>{let i=Fg(o.text,n);
return i===o.text?o:{...o,text:i}},r=t.folder&&s(t.folder).text;return{...t,args:t.args.map(s),redirects:t.redirects.map(o=>({...o,path:s(o.path)})),folder:{text:r===
void 0?e:Ei.posix.resolve(e,r),glob:!1}}}var LP=500,DP=2,Hg={deny:0,ask:1,none:2};function Ug({folder:t,requests:e},n,{top:s,home:r,own_files:o,variables:i,isLate:a}){let c={trust:DP,workspace:s,level:n.
level},l=Pn(MP(n)),d=n.allow.size>0?Pn(n.rules):void 0,u=[...n.files,...o];Vg(e.length);let p=e.flatMap(jP(l,{folder:t,home:r}));return Vg(p.length),p.flatMap(h=>{
if(a())throw new ke("judging it takes too long");let m="command"in h?WP(l,h,i):[];return[HP(h,{guard:l,plain:d,principal:c,settings:n}),...UP(h,m,{folder:t,home:r,
files:u})]}).reduce((h,m)=>h&&Hg[h.decision]<=Hg[m.decision]?h:m,void 0)}function Vg(t){if(t>LP)throw new ke("too many edits in one call")}function WP(t,{command:e,
folder:n},s){let r=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,c)=>{let l=s.get(a??c);return l!==void 0&&/^[\w./@+-]+$/.test(l)?l:i}),{invocations:o}=t.parse(e,n);return r===
e?o:[...o,...t.parse(r,n).invocations]}function MP({rules:t,allow:e,deny:n}){return e.size===0&&n.size===0?t:t.filter(({id:s,severity:r})=>r==="catastrophic"||!e.
has(s)).map(s=>n.has(s.id)?qP(s):s)}function qP({trust:t,...e}){let{level:n,match:s,...r}=e,o=s?.map(i=>{let{level:a,...c}=i;return c});return{...r,...Z({match:o})}}
var jP=(t,{folder:e,home:n})=>s=>{if(!("command"in s))return[s];let r=t.parse(s.command,s.folder).invocations.flatMap(o=>{let{program:i,input:a,args:c}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let l=a?.kind==="text"?a.text:c[0]?.text??"";if(!l.includes("*** Begin Patch"))return[];let d=qg(o,s.folder??e,n);if(d===
void 0)throw new ke("the folder of the patch is unknown");return $n(l,d)});return[s,...r]},FP=`${Nn} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function HP(t,{guard:e,plain:n,principal:s,settings:r}){let o=e.judge(t,s);if(o.verdict==="deny"){let c=r.deny.has(o.rule),l=r.
ignored.has(o.rule)?`; ${FP}`:"",d=c?`; denied by ${Nn}`:l,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:c?"deny":VP(o),rule:o.rule,message:u,
request:t}}let i=n?.judge(t,s);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${Nn}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function VP({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":qt[t]<=qt.severe?"den\
y":"ask"}function UP(t,e,{folder:n,home:s,files:r}){let o=Mg(t,{folder:n,home:s},r,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var Or=4*1024*1024;function Bg(t,e){if(e.length>Or)throw new ke(`the input is larger than ${Or} bytes`);return Jt[t].readCall(wi(e))}function Gg(t,e,n){let s=Jt[t],
{settings:r,...o}=n,i=Ug(e,r,o);if(!i)return{output:xl(t)};let a=i.decision==="ask"&&!s.can_ask?"deny":i.decision,c=is(i.message);return{output:s.formatAnswer({
decision:a,message:c}),judgement:{...i,decision:a}}}var xl=t=>Jt[t].formatAnswer({decision:"none",message:""}),zg=(t,e)=>Jt[t].formatRefusal(is(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var sL=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,po={settings:()=>Promise.resolve().then(()=>(Fk(),jk)),rules:async()=>(await sL()).
rules(),log:()=>Promise.resolve().then(()=>(Px(),Tx))};var fo=require("node:fs"),tn=require("node:path");Ms();var Sa=require("node:fs"),vG=16*2**20,wG=256*2**20;function Rx(t,e=Number.POSITIVE_INFINITY){let n=(0,Sa.statSync)(t);if(!n.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(n.size>e){let s=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${s}`),{code:s})}return(0,Sa.readFileSync)(
t)}var rL=64*1024;function Ix(t,e){let n=$x(t),s=n.findIndex(c=>(0,fo.existsSync)((0,tn.join)(c,".git"))),r=s===-1?void 0:n[s],o=r!==void 0&&(e===void 0||!oL(e,r)),
a=(o?n.slice(0,s+1):[t]).map(c=>(0,tn.join)(c,Nn)).find(c=>(0,fo.existsSync)(c));return{top:o?r:t,guard_file:a}}function $x(t){let e=(0,tn.dirname)(t);return e===
t?[t]:[t,...$x(e)]}var oL=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function Nx({top:t,guard_file:e},{level:n,trusted:s}){if(e===void 0)return kl(
n);let r=(0,tn.relative)(t,e),o=aL(e,r),{readGuardFile:i,checkGuardFile:a}=await po.settings(),c=i(o,r),l=(0,tn.dirname)(e),d=c.rules.map(({name:f})=>(0,tn.join)(
l,f)),u=d.length===0?kl().rules:await iL(d,t);a(c,u);let p=c.allow.map(({name:f})=>f);return{level:Og(n,s||c.level==="strict"?c.level:void 0),rules:u,allow:new Set(
s?p:[]),ignored:new Set(s?[]:p),deny:new Set(c.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,fo.realpathSync)(f)])}}async function iL(t,e){let{combineRules:n,
readRulesFile:s}=await po.rules();return n(t.map(r=>s((0,tn.relative)(e,r),e)))}function aL(t,e){try{return Rx(t,rL).toString("utf8")}catch(n){throw new et(`${e}\
: cannot be read (${n.code})`)}}var cL=5e3;async function lL(t,e){let n;try{n=mL(t)}catch(s){let r=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${Dx(s)}`;return yl(r)?Jt[r].formatRefusal(
o):Kt(o)}try{let{output:s,judgement:r}=await dL(n,e),o=r&&await Ox(n,e,r);return o===void 0?s:Lx(s,o)}catch(s){let r=Dx(s),o=await Ox(n,e,{decision:"error",rule:"",
request:{text:r}}),i=zg(n.client,r);return o===void 0?i:Lx(i,o)}}async function dL({client:t,level:e,trusted:n},s){let r=s.now().getTime(),o=Bg(t,await pL(s.input));
if(o.requests.length===0)return{output:xl(t)};let{project_variable:i}=Jt[t],a=s.variable("HOME"),c=i&&s.variable(i)||o.project||s.cwd,l=Ix(c,a),d=o.folder??c,u=()=>s.
now().getTime()-r>cL,p={settings:await Nx(l,{level:e,trusted:n}),top:l.top,home:a,...uL(s,a),isLate:u};return Gg(t,{...o,folder:d},p)}function uL({variable:t,program_folders:e=[]},n){
let s=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],r=new Map(s.map(a=>[a,t(a)??""])),o=(a,...c)=>{let l=r.get(a);return l===void 0||!(0,ho.isAbsolute)(
l)?[]:c.map(d=>(0,ho.join)(l,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...n===void 0?[]:[(0,ho.join)(n,".cache/gatebench-c\
ode")]],variables:r}}async function pL(t){let e=[],n=0;for await(let s of t){let r=typeof s=="string"?Buffer.from(s):s;if(n+=r.length,n>Or)throw new ke(`the inp\
ut is larger than ${Or} bytes`);e.push(r)}return Buffer.concat(e)}async function Ox({client:t,log:e},{now:n},{decision:s,rule:r,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await po.log(),a=s==="none"?"pass":s;i(e,{time:n(),client:t,verdict:a,rule:r,subject:fL(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function fL(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var Lx=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),Dx=t=>t instanceof Error?t.message:String(t),Wx="--project-settings",hL=["--hook","--level","--log"];function mL(t){let e=new Map,n=t.values();for(let i of n){
if(i===Wx){e.set(i,i);continue}let[a,c]=gL(i);if(!hL.includes(a))throw new et(`unknown argument "${i}" beside --hook`);let l=c??n.next().value;if(l===void 0||l===
"")throw new et(`${a} has no value`);e.set(a,l)}let s=e.get("--hook");if(!yl(s))throw new et(`--hook must be one of ${$g.join(", ")}`);let r=e.get("--level"),o=Qn.
find(i=>i===r);if(r!==void 0&&o===void 0)throw new et(`--level must be one of ${Qn.join(", ")}`);return{client:s,level:o,trusted:e.has(Wx),log:e.get("--log")}}function gL(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={GuardrailSuite,NON_EMPTY_VALUE,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,createGuard,createShellInvocation,createShippedGuard,
findAffectedPaths,findOriginalPaths,getFindPatterns,guardLevels,hasFlag,hasKnownShortOptions,hasPathEffects,hasUnreadValue,isDeletingFind,isKnownWord,isRemotePath,
parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,resolveFoundPaths,runHook,shippedGuardRules,
vocabulary});
