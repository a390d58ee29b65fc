var Vk=Object.create;var Vo=Object.defineProperty;var Uk=Object.getOwnPropertyDescriptor;var Hk=Object.getOwnPropertyNames;var Bk=Object.getPrototypeOf,Gk=Object.prototype.hasOwnProperty;var st=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(r){throw s=[r],r}};var N=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},fl=(t,e)=>{for(var s in e)Vo(t,s,{get:e[s],enumerable:!0})},np=(t,e,s,r)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let n of Hk(e))!Gk.call(t,n)&&n!==s&&Vo(t,n,{get:()=>e[n],enumerable:!(r=Uk(e,n))||r.enumerable});return t};var op=(t,e,s)=>(s=t!=null?Vk(Bk(t)):{},np(e||!t||!t.__esModule?Vo(s,"default",{value:t,enumerable:!0}):s,t)),zk=t=>np(Vo({},"__esModule",{value:!0}),t);var Ie,Ut=st(()=>{"use strict";Ie=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var is,Er,Cr=st(()=>{"use strict";is={catastrophic:0,severe:1,risky:2},Er=["workspace","strict"]});var xg=N(bn=>{"use strict";bn.__esModule=!0;bn.distance=bn.closest=void 0;var Ls=new Uint32Array(65536),eC=function(t,e){for(var s=t.length,r=e.length,n=1<<s-1,
o=-1,i=0,a=s,l=s;l--;)Ls[t.charCodeAt(l)]|=1<<l;for(l=0;l<r;l++){var c=Ls[e.charCodeAt(l)],d=c|i;c|=(c&o)+o^o,i|=~(c|o),o&=c,i&n&&a++,o&n&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(l=s;l--;)Ls[t.charCodeAt(l)]=0;return a},tC=function(t,e){for(var s=e.length,r=t.length,n=[],o=[],i=Math.ceil(s/32),a=Math.ceil(r/32),l=0;l<i;l++)o[l]=
-1,n[l]=0;for(var c=0;c<a-1;c++){for(var d=0,u=-1,f=c*32,p=Math.min(32,r)+f,h=f;h<p;h++)Ls[t.charCodeAt(h)]|=1<<h;for(var l=0;l<s;l++){var m=Ls[e.charCodeAt(l)],
g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,v=m|d,_=((m|y)&u)+u^u|m|y,k=d|~(_|u),x=u&_;k>>>31^g&&(o[l/32|0]^=1<<l),x>>>31^y&&(n[l/32|0]^=1<<l),k=k<<1|g,x=x<<1|y,u=x|~(v|
k),d=k&v}for(var h=f;h<p;h++)Ls[t.charCodeAt(h)]=0}for(var A=0,R=-1,E=c*32,I=Math.min(32,r-E)+E,h=E;h<I;h++)Ls[t.charCodeAt(h)]|=1<<h;for(var Y=r,l=0;l<s;l++){var m=Ls[e.
charCodeAt(l)],g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,v=m|A,_=((m|y)&R)+R^R|m|y,k=A|~(_|R),x=R&_;Y+=k>>>r-1&1,Y-=x>>>r-1&1,k>>>31^g&&(o[l/32|0]^=1<<l),x>>>31^y&&(n[l/
32|0]^=1<<l),k=k<<1|g,x=x<<1|y,R=x|~(v|k),A=k&v}for(var h=E;h<I;h++)Ls[t.charCodeAt(h)]=0;return Y},vg=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?eC(t,e):tC(t,e)};bn.distance=vg;var sC=function(t,e){for(var s=1/0,r=0,n=0;n<e.length;n++){var o=vg(t,e[n]);o<s&&(s=o,r=n)}return e[r]};
bn.closest=sC});function Lr(t){return t.replace(nC,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var rC,
nC,gt,yn=st(()=>{"use strict";rC=op(xg(),1),nC=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
gt=class extends Error{name="UserError";remedy;lines;constructor(e,s){let r=(typeof e=="string"?[e]:e).map(Lr);super(r.join(`
`)),this.lines=r,this.remedy=s===void 0?void 0:Lr(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var ne=N(pt=>{"use strict";var wd=Symbol.for("yaml.alias"),Jg=Symbol.for("yaml.document"),fa=Symbol.for("yaml.map"),Zg=Symbol.for("yaml.pair"),kd=Symbol.for("ya\
ml.scalar"),ma=Symbol.for("yaml.seq"),Ds=Symbol.for("yaml.node.type"),BC=t=>!!t&&typeof t=="object"&&t[Ds]===wd,GC=t=>!!t&&typeof t=="object"&&t[Ds]===Jg,zC=t=>!!t&&
typeof t=="object"&&t[Ds]===fa,KC=t=>!!t&&typeof t=="object"&&t[Ds]===Zg,eb=t=>!!t&&typeof t=="object"&&t[Ds]===kd,YC=t=>!!t&&typeof t=="object"&&t[Ds]===ma;function tb(t){
if(t&&typeof t=="object")switch(t[Ds]){case fa:case ma:return!0}return!1}function QC(t){if(t&&typeof t=="object")switch(t[Ds]){case wd:case fa:case kd:case ma:return!0}
return!1}var XC=t=>(eb(t)||tb(t))&&!!t.anchor;pt.ALIAS=wd;pt.DOC=Jg;pt.MAP=fa;pt.NODE_TYPE=Ds;pt.PAIR=Zg;pt.SCALAR=kd;pt.SEQ=ma;pt.hasAnchor=XC;pt.isAlias=BC;pt.
isCollection=tb;pt.isDocument=GC;pt.isMap=zC;pt.isNode=QC;pt.isPair=KC;pt.isScalar=eb;pt.isSeq=YC});var ao=N(vd=>{"use strict";var Ke=ne(),_t=Symbol("break visit"),sb=Symbol("skip children"),ws=Symbol("remove node");function ha(t,e){let s=rb(e);Ke.isDocument(t)?
wn(null,t.contents,s,Object.freeze([t]))===ws&&(t.contents=null):wn(null,t,s,Object.freeze([]))}ha.BREAK=_t;ha.SKIP=sb;ha.REMOVE=ws;function wn(t,e,s,r){let n=nb(
t,e,s,r);if(Ke.isNode(n)||Ke.isPair(n))return ob(t,r,n),wn(t,n,s,r);if(typeof n!="symbol"){if(Ke.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.
length;++o){let i=wn(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{if(i===_t)return _t;i===ws&&(e.items.splice(o,1),o-=1)}}}else if(Ke.isPair(e)){r=Object.
freeze(r.concat(e));let o=wn("key",e.key,s,r);if(o===_t)return _t;o===ws&&(e.key=null);let i=wn("value",e.value,s,r);if(i===_t)return _t;i===ws&&(e.value=null)}}
return n}async function ga(t,e){let s=rb(e);Ke.isDocument(t)?await kn(null,t.contents,s,Object.freeze([t]))===ws&&(t.contents=null):await kn(null,t,s,Object.freeze(
[]))}ga.BREAK=_t;ga.SKIP=sb;ga.REMOVE=ws;async function kn(t,e,s,r){let n=await nb(t,e,s,r);if(Ke.isNode(n)||Ke.isPair(n))return ob(t,r,n),kn(t,n,s,r);if(typeof n!=
"symbol"){if(Ke.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.length;++o){let i=await kn(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{
if(i===_t)return _t;i===ws&&(e.items.splice(o,1),o-=1)}}}else if(Ke.isPair(e)){r=Object.freeze(r.concat(e));let o=await kn("key",e.key,s,r);if(o===_t)return _t;
o===ws&&(e.key=null);let i=await kn("value",e.value,s,r);if(i===_t)return _t;i===ws&&(e.value=null)}}return n}function rb(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function nb(t,e,s,r){if(typeof s=="function")return s(t,e,r);if(Ke.isMap(e))return s.Map?.(t,e,r);if(Ke.isSeq(e))return s.Seq?.(t,e,r);if(Ke.
isPair(e))return s.Pair?.(t,e,r);if(Ke.isScalar(e))return s.Scalar?.(t,e,r);if(Ke.isAlias(e))return s.Alias?.(t,e,r)}function ob(t,e,s){let r=e[e.length-1];if(Ke.
isCollection(r))r.items[t]=s;else if(Ke.isPair(r))t==="key"?r.key=s:r.value=s;else if(Ke.isDocument(r))r.contents=s;else{let n=Ke.isAlias(r)?"alias":"scalar";throw new Error(
`Cannot replace node with ${n} parent`)}}vd.visit=ha;vd.visitAsync=ga});var xd=N(ab=>{"use strict";var ib=ne(),JC=ao(),ZC={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},eA=t=>t.replace(/[!,[\]{}]/g,e=>ZC[e]),lo=class t{constructor(e,s){
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
for(let[s,r]of Object.entries(this.tags))if(e.startsWith(r))return s+eA(e.substring(r.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],r=Object.entries(this.tags),n;if(e&&r.length>0&&ib.isNode(e.contents)){let o={};JC.visit(e.contents,(i,a)=>{ib.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),n=Object.keys(o)}else n=[];for(let[o,i]of r)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||n.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};lo.defaultYaml={explicit:!1,version:"1.2"};lo.defaultTags={"!!":"tag:yaml.org,2002:"};ab.Directives=lo});var ba=N(co=>{"use strict";var lb=ne(),tA=ao();function sA(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function cb(t){let e=new Set;return tA.visit(t,{Value(s,r){r.anchor&&e.add(r.anchor)}}),e}function db(t,e){for(let s=1;;++s){
let r=`${t}${s}`;if(!e.has(r))return r}}function rA(t,e){let s=[],r=new Map,n=null;return{onAnchor:o=>{s.push(o),n??(n=cb(t));let i=db(e,n);return n.add(i),i},setAnchors:()=>{
for(let o of s){let i=r.get(o);if(typeof i=="object"&&i.anchor&&(lb.isScalar(i.node)||lb.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:r}}co.anchorIsValid=sA;co.anchorNames=cb;co.createNodeAnchors=rA;co.
findNewAnchor=db});var $d=N(ub=>{"use strict";function uo(t,e,s,r){if(r&&typeof r=="object")if(Array.isArray(r))for(let n=0,o=r.length;n<o;++n){let i=r[n],a=uo(t,r,String(n),i);a===
void 0?delete r[n]:a!==i&&(r[n]=a)}else if(r instanceof Map)for(let n of Array.from(r.keys())){let o=r.get(n),i=uo(t,r,n,o);i===void 0?r.delete(n):i!==o&&r.set(
n,i)}else if(r instanceof Set)for(let n of Array.from(r)){let o=uo(t,r,n,n);o===void 0?r.delete(n):o!==n&&(r.delete(n),r.add(o))}else for(let[n,o]of Object.entries(
r)){let i=uo(t,r,n,o);i===void 0?delete r[n]:i!==o&&(r[n]=i)}return t.call(e,s,r)}ub.applyReviver=uo});var ir=N(fb=>{"use strict";var nA=ne();function pb(t,e,s){if(Array.isArray(t))return t.map((r,n)=>pb(r,String(n),s));if(t&&typeof t.toJSON=="function"){if(!s||!nA.
hasAnchor(t))return t.toJSON(e,s);let r={aliasCount:0,count:1,res:void 0};s.anchors.set(t,r),s.onCreate=o=>{r.res=o,delete s.onCreate};let n=t.toJSON(e,s);return s.
onCreate&&s.onCreate(n),n}return typeof t=="bigint"&&!s?.keep?Number(t):t}fb.toJS=pb});var ya=N(hb=>{"use strict";var oA=$d(),mb=ne(),iA=ir(),_d=class{constructor(e){Object.defineProperty(this,mb.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:r,onAnchor:n,reviver:o}={}){
if(!mb.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r==
"number"?r:100},a=iA.toJS(this,"",i);if(typeof n=="function")for(let{count:l,res:c}of i.anchors.values())n(c,l);return typeof o=="function"?oA.applyReviver(o,{"":a},
"",a):a}};hb.NodeBase=_d});var po=N(gb=>{"use strict";var aA=ba(),lA=ao(),vn=ne(),cA=ya(),dA=ir(),Sd=class extends cA.NodeBase{constructor(e){super(vn.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let r;s?.aliasResolveCache?r=s.aliasResolveCache:(r=[],lA.visit(e,{Node:(o,i)=>{(vn.isAlias(i)||vn.hasAnchor(i))&&r.push(i)}}),s&&(s.aliasResolveCache=r));let n;
for(let o of r){if(o===this)break;o.anchor===this.source&&(n=o)}if(n&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,l=o.get(n);if(l||(dA.toJS(n,null,s),l=o.get(n)),
l?.res===void 0){let c="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(c)}if(a>=0&&(l.count+=1,l.aliasCount===0&&(l.aliasCount=
wa(i,n,o)),l.count*l.aliasCount>a)){let c="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(c)}}return n}toJSON(e,s){if(!s)
return{source:this.source};let r=this.resolve(s.doc,s);if(!r){let n=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
n)}return s.anchors.get(r).res}toString(e,s,r){let n=`*${this.source}`;if(e){if(aA.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${n} `}return n}};function wa(t,e,s){
if(vn.isAlias(e)){let r=e.resolve(t),n=s&&r&&s.get(r);return n?n.count*n.aliasCount:0}else if(vn.isCollection(e)){let r=0;for(let n of e.items){let o=wa(t,n,s);
o>r&&(r=o)}return r}else if(vn.isPair(e)){let r=wa(t,e.key,s),n=wa(t,e.value,s);return Math.max(r,n)}return 1}gb.Alias=Sd});var Ve=N(Ed=>{"use strict";var uA=ne(),pA=ya(),fA=ir(),mA=t=>!t||typeof t!="function"&&typeof t!="object",ar=class extends pA.NodeBase{constructor(e){super(uA.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:fA.toJS(this.value,e,s)}toString(){return String(this.value)}};ar.BLOCK_FOLDED="BLOCK_FOLDED";ar.BLOCK_LITERAL=
"BLOCK_LITERAL";ar.PLAIN="PLAIN";ar.QUOTE_DOUBLE="QUOTE_DOUBLE";ar.QUOTE_SINGLE="QUOTE_SINGLE";Ed.Scalar=ar;Ed.isScalarValue=mA});var fo=N(yb=>{"use strict";var hA=po(),jr=ne(),bb=Ve(),gA="tag:yaml.org,2002:";function bA(t,e,s){if(e){let r=s.filter(o=>o.tag===e),n=r.find(o=>!o.format)??r[0];
if(!n)throw new Error(`Tag ${e} not found`);return n}return s.find(r=>r.identify?.(t)&&!r.format)}function yA(t,e,s){if(jr.isDocument(t)&&(t=t.contents),jr.isNode(
t))return t;if(jr.isPair(t)){let u=s.schema[jr.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:r,onAnchor:n,onTagObj:o,schema:i,sourceObjects:a}=s,l;if(r&&t&&typeof t==
"object"){if(l=a.get(t),l)return l.anchor??(l.anchor=n(t)),new hA.Alias(l.anchor);l={anchor:null,node:null},a.set(t,l)}e?.startsWith("!!")&&(e=gA+e.slice(2));let c=bA(
t,e,i.tags);if(!c){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new bb.Scalar(t);return l&&(l.node=u),u}c=t instanceof Map?i[jr.
MAP]:Symbol.iterator in Object(t)?i[jr.SEQ]:i[jr.MAP]}o&&(o(c),delete s.onTagObj);let d=c?.createNode?c.createNode(s.schema,t,s):typeof c?.nodeClass?.from=="fun\
ction"?c.nodeClass.from(s.schema,t,s):new bb.Scalar(t);return e?d.tag=e:c.default||(d.tag=c.tag),l&&(l.node=d),d}yb.createNode=yA});var va=N(ka=>{"use strict";var wA=fo(),ks=ne(),kA=ya();function Cd(t,e,s){let r=s;for(let n=e.length-1;n>=0;--n){let o=e[n];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=r,r=i}else r=new Map([[o,r]])}return wA.createNode(r,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var wb=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,Ad=class extends kA.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(r=>ks.isNode(r)||ks.isPair(r)?r.clone(e):r),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(wb(e))this.add(s);else{let[r,...n]=e,o=this.get(r,!0);if(ks.isCollection(o))o.addIn(n,s);else if(o===void 0&&this.schema)
this.set(r,Cd(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remaining path: ${n}`)}}deleteIn(e){let[s,...r]=e;if(r.length===0)return this.
delete(s);let n=this.get(s,!0);if(ks.isCollection(n))return n.deleteIn(r);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}getIn(e,s){let[
r,...n]=e,o=this.get(r,!0);return n.length===0?!s&&ks.isScalar(o)?o.value:o:ks.isCollection(o)?o.getIn(n,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!ks.isPair(s))return!1;let r=s.value;return r==null||e&&ks.isScalar(r)&&r.value==null&&!r.commentBefore&&!r.comment&&!r.tag})}hasIn(e){let[s,...r]=e;if(r.length===
0)return this.has(s);let n=this.get(s,!0);return ks.isCollection(n)?n.hasIn(r):!1}setIn(e,s){let[r,...n]=e;if(n.length===0)this.set(r,s);else{let o=this.get(r,!0);
if(ks.isCollection(o))o.setIn(n,s);else if(o===void 0&&this.schema)this.set(r,Cd(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remai\
ning path: ${n}`)}}};ka.Collection=Ad;ka.collectionFromPath=Cd;ka.isEmptyPath=wb});var mo=N(xa=>{"use strict";var vA=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function Td(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var xA=(t,e,s)=>t.
endsWith(`
`)?Td(s,e):s.includes(`
`)?`
`+Td(s,e):(t.endsWith(" ")?"":" ")+s;xa.indentComment=Td;xa.lineComment=xA;xa.stringifyComment=vA});var vb=N(ho=>{"use strict";var $A="flow",Pd="block",$a="quoted";function _A(t,e,s="flow",{indentAtStart:r,lineWidth:n=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!n||n<0)return t;n<o&&(o=0);let l=Math.max(1+o,1+n-e.length);if(t.length<=l)return t;let c=[],d={},u=n-e.length;typeof r=="number"&&(r>n-Math.max(2,o)?c.push(
0):u=n-r);let f,p,h=!1,m=-1,g=-1,y=-1;s===Pd&&(m=kb(t,m,e.length),m!==-1&&(u=m+l));for(let _;_=t[m+=1];){if(s===$a&&_==="\\"){switch(g=m,t[m+1]){case"x":m+=3;break;case"\
u":m+=5;break;case"U":m+=9;break;default:m+=1}y=m}if(_===`
`)s===Pd&&(m=kb(t,m,e.length)),u=m+e.length+l,f=void 0;else{if(_===" "&&p&&p!==" "&&p!==`
`&&p!=="	"){let k=t[m+1];k&&k!==" "&&k!==`
`&&k!=="	"&&(f=m)}if(m>=u)if(f)c.push(f),u=f+l,f=void 0;else if(s===$a){for(;p===" "||p==="	";)p=_,_=t[m+=1],h=!0;let k=m>y+1?m-2:g-1;if(d[k])return t;c.push(k),
d[k]=!0,u=k+l,f=void 0}else h=!0}p=_}if(h&&a&&a(),c.length===0)return t;i&&i();let v=t.slice(0,c[0]);for(let _=0;_<c.length;++_){let k=c[_],x=c[_+1]||t.length;k===
0?v=`
${e}${t.slice(0,x)}`:(s===$a&&d[k]&&(v+=`${t[k]}\\`),v+=`
${e}${t.slice(k+1,x)}`)}return v}function kb(t,e,s){let r=e,n=e+1,o=t[n];for(;o===" "||o==="	";)if(e<n+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);r=e,n=e+1,o=t[n]}return r}ho.FOLD_BLOCK=Pd;ho.FOLD_FLOW=$A;ho.FOLD_QUOTED=$a;ho.foldFlowLines=_A});var bo=N(xb=>{"use strict";var Qt=Ve(),lr=vb(),Sa=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),Ea=t=>/^(%|---|\.\.\.)/m.test(t);function SA(t,e,s){if(!e||e<0)return!1;let r=e-s,n=t.length;if(n<=r)return!1;for(let o=0,i=0;o<n;++o)if(t[o]===
`
`){if(o-i>r)return!0;if(i=o+1,n-i<=r)return!1}return!0}function go(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:r}=e,n=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(Ea(t)?"  ":""),i="",a=0;for(let l=0,c=s[l];c;c=s[++l])if(c===" "&&s[l+1]==="\\"&&s[l+2]==="n"&&(i+=s.slice(a,
l)+"\\ ",l+=1,a=l,c="\\"),c==="\\")switch(s[l+1]){case"u":{i+=s.slice(a,l);let d=s.substr(l+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(l,6)}l+=5,a=l+1}break;case"n":if(r||s[l+2]==='"'||s.length<n)l+=1;else{for(i+=s.slice(a,l)+`

`;s[l+2]==="\\"&&s[l+3]==="n"&&s[l+4]!=='"';)i+=`
`,l+=2;i+=o,s[l+2]===" "&&(i+="\\"),l+=1,a=l+1}break;default:l+=1}return i=a?i+s.slice(a):s,r?i:lr.foldFlowLines(i,o,lr.FOLD_QUOTED,Sa(e,!1))}function Rd(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return go(t,e);let s=e.indent||(Ea(t)?"  ":""),r="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?r:lr.foldFlowLines(r,s,lr.FOLD_FLOW,Sa(e,!1))}function xn(t,e){let{singleQuote:s}=e.options,r;if(s===!1)r=go;else{let n=t.includes(
'"'),o=t.includes("'");n&&!o?r=Rd:o&&!n?r=go:r=s?Rd:go}return r(t,e)}var Id;try{Id=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{Id=/\n+(?!\n|$)/g}function _a({comment:t,type:e,value:s},r,n,o){let{blockQuote:i,commentString:a,lineWidth:l}=r.options;if(!i||/\n[\t ]+$/.test(
s))return xn(s,r);let c=r.indent||(r.forceBlockIndent||Ea(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===Qt.Scalar.BLOCK_FOLDED?!1:e===Qt.Scalar.BLOCK_LITERAL?
!0:!SA(s,l,c.length);if(!s)return d?`|
`:`>
`;let u,f;for(f=s.length;f>0;--f){let x=s[f-1];if(x!==`
`&&x!=="	"&&x!==" ")break}let p=s.substring(f),h=p.indexOf(`
`);h===-1?u="-":s===p||h!==p.length-1?(u="+",o&&o()):u="",p&&(s=s.slice(0,-p.length),p[p.length-1]===`
`&&(p=p.slice(0,-1)),p=p.replace(Id,`$&${c}`));let m=!1,g,y=-1;for(g=0;g<s.length;++g){let x=s[g];if(x===" ")m=!0;else if(x===`
`)y=g;else break}let v=s.substring(0,y<g?y+1:g);v&&(s=s.substring(v.length),v=v.replace(/\n+/g,`$&${c}`));let k=(m?c?"2":"1":"")+u;if(t&&(k+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),n&&n()),!d){let x=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${c}`),A=!1,R=Sa(r,!0);i!=="folded"&&e!==Qt.Scalar.BLOCK_FOLDED&&(R.onOverflow=
()=>{A=!0});let E=lr.foldFlowLines(`${v}${x}${p}`,c,lr.FOLD_BLOCK,R);if(!A)return`>${k}
${c}${E}`}return s=s.replace(/\n+/g,`$&${c}`),`|${k}
${c}${v}${s}${p}`}function EA(t,e,s,r){let{type:n,value:o}=t,{actualString:i,implicitKey:a,indent:l,indentStep:c,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return xn(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?xn(o,e):_a(t,e,s,r);if(!a&&!d&&n!==Qt.Scalar.PLAIN&&o.includes(`
`))return _a(t,e,s,r);if(Ea(o)){if(l==="")return e.forceBlockIndent=!0,_a(t,e,s,r);if(a&&l===c)return xn(o,e)}let u=o.replace(/\n+/g,`$&
${l}`);if(i){let f=m=>m.default&&m.tag!=="tag:yaml.org,2002:str"&&m.test?.test(u),{compat:p,tags:h}=e.doc.schema;if(h.some(f)||p?.some(f))return xn(o,e)}return a?
u:lr.foldFlowLines(u,l,lr.FOLD_FLOW,Sa(e,!1))}function CA(t,e,s,r){let{implicitKey:n,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==Qt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=Qt.Scalar.QUOTE_DOUBLE);let l=d=>{switch(d){case Qt.
Scalar.BLOCK_FOLDED:case Qt.Scalar.BLOCK_LITERAL:return n||o?xn(i.value,e):_a(i,e,s,r);case Qt.Scalar.QUOTE_DOUBLE:return go(i.value,e);case Qt.Scalar.QUOTE_SINGLE:
return Rd(i.value,e);case Qt.Scalar.PLAIN:return EA(i,e,s,r);default:return null}},c=l(a);if(c===null){let{defaultKeyType:d,defaultStringType:u}=e.options,f=n&&
d||u;if(c=l(f),c===null)throw new Error(`Unsupported default string type ${f}`)}return c}xb.stringifyString=CA});var yo=N(Nd=>{"use strict";var AA=ba(),cr=ne(),TA=mo(),PA=bo();function RA(t,e){let s=Object.assign({blockQuote:!0,commentString:TA.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),r;switch(s.collectionStyle){case"\
block":r=!1;break;case"flow":r=!0;break;default:r=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:r,options:s}}function IA(t,e){if(e.tag){let n=t.filter(o=>o.tag===e.tag);if(n.length>0)return n.find(o=>o.format===
e.format)??n[0]}let s,r;if(cr.isScalar(e)){r=e.value;let n=t.filter(o=>o.identify?.(r));if(n.length>1){let o=n.filter(i=>i.test);o.length>0&&(n=o)}s=n.find(o=>o.
format===e.format)??n.find(o=>!o.format)}else r=e,s=t.find(n=>n.nodeClass&&r instanceof n.nodeClass);if(!s){let n=r?.constructor?.name??(r===null?"null":typeof r);
throw new Error(`Tag not resolved for ${n} value`)}return s}function NA(t,e,{anchors:s,doc:r}){if(!r.directives)return"";let n=[],o=(cr.isScalar(t)||cr.isCollection(
t))&&t.anchor;o&&AA.anchorIsValid(o)&&(s.add(o),n.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&n.push(r.directives.tagString(i)),n.join(" ")}function OA(t,e,s,r){
if(cr.isPair(t))return t.toString(e,s,r);if(cr.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let n,o=cr.isNode(t)?
t:e.doc.createNode(t,{onTagObj:l=>n=l});n??(n=IA(e.doc.schema.tags,o));let i=NA(o,n,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof n.
stringify=="function"?n.stringify(o,e,s,r):cr.isScalar(o)?PA.stringifyString(o,e,s,r):o.toString(e,s,r);return i?cr.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}Nd.createStringifyContext=RA;Nd.stringify=OA});var Eb=N(Sb=>{"use strict";var js=ne(),$b=Ve(),_b=yo(),wo=mo();function qA({key:t,value:e},s,r,n){let{allNullValues:o,doc:i,indent:a,indentStep:l,options:{commentString:c,
indentSeq:d,simpleKeys:u}}=s,f=js.isNode(t)&&t.comment||null;if(u){if(f)throw new Error("With simple keys, key nodes cannot have comments");if(js.isCollection(t)||
!js.isNode(t)&&typeof t=="object"){let R="With simple keys, collection cannot be used as a key value";throw new Error(R)}}let p=!u&&(!t||f&&e==null&&!s.inFlow||
js.isCollection(t)||(js.isScalar(t)?t.type===$b.Scalar.BLOCK_FOLDED||t.type===$b.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!p&&(u||!o),indent:a+l});let h=!1,m=!1,g=_b.stringify(t,s,()=>h=!0,()=>m=!0);if(!p&&!s.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");p=!0}if(s.inFlow){if(o||e==null)return h&&r&&r(),g===""?"?":p?`? ${g}`:g}else if(o&&!u||e==null&&
p)return g=`? ${g}`,f&&!h?g+=wo.lineComment(g,s.indent,c(f)):m&&n&&n(),g;h&&(f=null),p?(f&&(g+=wo.lineComment(g,s.indent,c(f))),g=`? ${g}
${a}:`):(g=`${g}:`,f&&(g+=wo.lineComment(g,s.indent,c(f))));let y,v,_;js.isNode(e)?(y=!!e.spaceBefore,v=e.commentBefore,_=e.comment):(y=!1,v=null,_=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!p&&!f&&js.isScalar(e)&&(s.indentAtStart=g.length+1),m=!1,!d&&l.length>=2&&!s.inFlow&&!p&&js.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let k=!1,x=_b.stringify(e,s,()=>k=!0,()=>m=!0),A=" ";if(f||y||v){if(A=y?`
`:"",v){let R=c(v);A+=`
${wo.indentComment(R,s.indent)}`}x===""&&!s.inFlow?A===`
`&&_&&(A=`

`):A+=`
${s.indent}`}else if(!p&&js.isCollection(e)){let R=x[0],E=x.indexOf(`
`),I=E!==-1,Y=s.inFlow??e.flow??e.items.length===0;if(I||!Y){let Pe=!1;if(I&&(R==="&"||R==="!")){let D=x.indexOf(" ");R==="&"&&D!==-1&&D<E&&x[D+1]==="!"&&(D=x.indexOf(
" ",D+1)),(D===-1||E<D)&&(Pe=!0)}Pe||(A=`
${s.indent}`)}}else(x===""||x[0]===`
`)&&(A="");return g+=A+x,s.inFlow?k&&r&&r():_&&!k?g+=wo.lineComment(g,s.indent,c(_)):m&&n&&n(),g}Sb.stringifyPair=qA});var qd=N(Od=>{"use strict";var Cb=require("process");function LA(t,...e){t==="debug"&&console.log(...e)}function DA(t,e){(t==="debug"||t==="warn")&&(typeof Cb.emitWarning==
"function"?Cb.emitWarning(e):console.warn(e))}Od.debug=LA;Od.warn=DA});var Ra=N(Pa=>{"use strict";var Ta=ne(),Ab=Ve(),Ca="<<",Aa={identify:t=>t===Ca||typeof t=="symbol"&&t.description===Ca,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new Ab.Scalar(Symbol(Ca)),{addToJSMap:Tb}),stringify:()=>Ca},jA=(t,e)=>(Aa.identify(e)||Ta.isScalar(e)&&(!e.type||e.type===
Ab.Scalar.PLAIN)&&Aa.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===Aa.tag&&s.default);function Tb(t,e,s){let r=Pb(t,s);if(Ta.isSeq(r))for(let n of r.items)
Ld(t,e,n);else if(Array.isArray(r))for(let n of r)Ld(t,e,n);else Ld(t,e,r)}function Ld(t,e,s){let r=Pb(t,s);if(!Ta.isMap(r))throw new Error("Merge sources must \
be maps or map aliases");let n=r.toJSON(null,t,Map);for(let[o,i]of n)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function Pb(t,e){return t&&Ta.isAlias(e)?e.resolve(t.doc,t):e}
Pa.addMergeToJSMap=Tb;Pa.isMergeKey=jA;Pa.merge=Aa});var jd=N(Nb=>{"use strict";var WA=qd(),Rb=Ra(),MA=yo(),Ib=ne(),Dd=ir();function FA(t,e,{key:s,value:r}){if(Ib.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,r);else if(Rb.
isMergeKey(t,s))Rb.addMergeToJSMap(t,e,r);else{let n=Dd.toJS(s,"",t);if(e instanceof Map)e.set(n,Dd.toJS(r,n,t));else if(e instanceof Set)e.add(n);else{let o=VA(
s,n,t),i=Dd.toJS(r,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function VA(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(Ib.isNode(t)&&s?.doc){let r=MA.createStringifyContext(s.doc,{});r.anchors=new Set;for(let o of s.anchors.keys())r.anchors.
add(o.anchor);r.inFlow=!0,r.inStringifyKey=!0;let n=t.toString(r);if(!s.mapKeyWarned){let o=JSON.stringify(n);o.length>40&&(o=o.substring(0,36)+'..."'),WA.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return n}return JSON.stringify(e)}Nb.addPairToJSMap=FA});var dr=N(Wd=>{"use strict";var Ob=fo(),UA=Eb(),HA=jd(),Ia=ne();function BA(t,e,s){let r=Ob.createNode(t,void 0,s),n=Ob.createNode(e,void 0,s);return new Na(r,n)}
var Na=class t{constructor(e,s=null){Object.defineProperty(this,Ia.NODE_TYPE,{value:Ia.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:r}=this;return Ia.
isNode(s)&&(s=s.clone(e)),Ia.isNode(r)&&(r=r.clone(e)),new t(s,r)}toJSON(e,s){let r=s?.mapAsMap?new Map:{};return HA.addPairToJSMap(s,r,this)}toString(e,s,r){return e?.
doc?UA.stringifyPair(this,e,s,r):JSON.stringify(this)}};Wd.Pair=Na;Wd.createPair=BA});var Md=N(Lb=>{"use strict";var Wr=ne(),qb=yo(),Oa=mo();function GA(t,e,s){return(e.inFlow??t.flow?KA:zA)(t,e,s)}function zA({comment:t,items:e},s,{blockItemPrefix:r,
flowChars:n,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:l,options:{commentString:c}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,f=[];for(let h=0;h<
e.length;++h){let m=e[h],g=null;if(Wr.isNode(m))!u&&m.spaceBefore&&f.push(""),qa(s,f,m.commentBefore,u),m.comment&&(g=m.comment);else if(Wr.isPair(m)){let v=Wr.
isNode(m.key)?m.key:null;v&&(!u&&v.spaceBefore&&f.push(""),qa(s,f,v.commentBefore,u))}u=!1;let y=qb.stringify(m,d,()=>g=null,()=>u=!0);g&&(y+=Oa.lineComment(y,o,
c(g))),u&&g&&(u=!1),f.push(r+y)}let p;if(f.length===0)p=n.start+n.end;else{p=f[0];for(let h=1;h<f.length;++h){let m=f[h];p+=m?`
${l}${m}`:`
`}}return t?(p+=`
`+Oa.indentComment(c(t),l),a&&a()):u&&i&&i(),p}function KA({items:t},e,{flowChars:s,itemIndent:r}){let{indent:n,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
r+=o;let l=Object.assign({},e,{indent:r,inFlow:!0,type:null}),c=!1,d=0,u=[];for(let h=0;h<t.length;++h){let m=t[h],g=null;if(Wr.isNode(m))m.spaceBefore&&u.push(
""),qa(e,u,m.commentBefore,!1),m.comment&&(g=m.comment);else if(Wr.isPair(m)){let v=Wr.isNode(m.key)?m.key:null;v&&(v.spaceBefore&&u.push(""),qa(e,u,v.commentBefore,
!1),v.comment&&(c=!0));let _=Wr.isNode(m.value)?m.value:null;_?(_.comment&&(g=_.comment),_.commentBefore&&(c=!0)):m.value==null&&v?.comment&&(g=v.comment)}g&&(c=
!0);let y=qb.stringify(m,l,()=>g=null);c||(c=u.length>d||y.includes(`
`)),h<t.length-1?y+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(c||(c=u.reduce((v,_)=>v+_.length+2,2)+(y.length+2)>e.options.lineWidth)),c&&(y+=",")),
g&&(y+=Oa.lineComment(y,r,a(g))),u.push(y),d=u.length}let{start:f,end:p}=s;if(u.length===0)return f+p;if(!c){let h=u.reduce((m,g)=>m+g.length+2,2);c=e.options.lineWidth>
0&&h>e.options.lineWidth}if(c){let h=f;for(let m of u)h+=m?`
${o}${n}${m}`:`
`;return`${h}
${n}${p}`}else return`${f}${i}${u.join(" ")}${i}${p}`}function qa({indent:t,options:{commentString:e}},s,r,n){if(r&&n&&(r=r.replace(/^\n+/,"")),r){let o=Oa.indentComment(
e(r),t);s.push(o.trimStart())}}Lb.stringifyCollection=GA});var pr=N(Vd=>{"use strict";var YA=Md(),QA=jd(),XA=va(),ur=ne(),La=dr(),JA=Ve();function ko(t,e){let s=ur.isScalar(e)?e.value:e;for(let r of t)if(ur.isPair(r)&&(r.
key===e||r.key===s||ur.isScalar(r.key)&&r.key.value===s))return r}var Fd=class extends XA.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(ur.MAP,e),this.items=[]}static from(e,s,r){let{keepUndefined:n,replacer:o}=r,i=new this(e),a=(l,c)=>{if(typeof o=="function")c=o.call(s,l,c);else if(Array.
isArray(o)&&!o.includes(l))return;(c!==void 0||n)&&i.items.push(La.createPair(l,c,r))};if(s instanceof Map)for(let[l,c]of s)a(l,c);else if(s&&typeof s=="object")
for(let l of Object.keys(s))a(l,s[l]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let r;ur.isPair(e)?r=e:!e||typeof e!=
"object"||!("key"in e)?r=new La.Pair(e,e?.value):r=new La.Pair(e.key,e.value);let n=ko(this.items,r.key),o=this.schema?.sortMapEntries;if(n){if(!s)throw new Error(
`Key ${r.key} already set`);ur.isScalar(n.value)&&JA.isScalarValue(r.value)?n.value.value=r.value:n.value=r.value}else if(o){let i=this.items.findIndex(a=>o(r,a)<
0);i===-1?this.items.push(r):this.items.splice(i,0,r)}else this.items.push(r)}delete(e){let s=ko(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let n=ko(this.items,e)?.value;return(!s&&ur.isScalar(n)?n.value:n)??void 0}has(e){return!!ko(this.items,e)}set(e,s){this.add(new La.Pair(
e,s),!0)}toJSON(e,s,r){let n=r?new r:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(n);for(let o of this.items)QA.addPairToJSMap(s,n,o);return n}toString(e,s,r){
if(!e)return JSON.stringify(this);for(let n of this.items)if(!ur.isPair(n))throw new Error(`Map items must all be pairs; found ${JSON.stringify(n)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),YA.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:r,onComment:s})}};Vd.YAMLMap=Fd;Vd.findPair=ko});var $n=N(jb=>{"use strict";var ZA=ne(),Db=pr(),eT={collection:"map",default:!0,nodeClass:Db.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return ZA.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>Db.YAMLMap.from(t,e,s)};jb.map=eT});var fr=N(Wb=>{"use strict";var tT=fo(),sT=Md(),rT=va(),ja=ne(),nT=Ve(),oT=ir(),Ud=class extends rT.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(ja.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=Da(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let r=Da(e);
if(typeof r!="number")return;let n=this.items[r];return!s&&ja.isScalar(n)?n.value:n}has(e){let s=Da(e);return typeof s=="number"&&s<this.items.length}set(e,s){let r=Da(
e);if(typeof r!="number")throw new Error(`Expected a valid index, not ${e}.`);let n=this.items[r];ja.isScalar(n)&&nT.isScalarValue(s)?n.value=s:this.items[r]=s}toJSON(e,s){
let r=[];s?.onCreate&&s.onCreate(r);let n=0;for(let o of this.items)r.push(oT.toJS(o,String(n++),s));return r}toString(e,s,r){return e?sT.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:r,onComment:s}):JSON.stringify(this)}static from(e,s,r){let{replacer:n}=r,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof n=="function"){let l=s instanceof Set?a:String(i++);a=n.call(s,l,a)}o.items.
push(tT.createNode(a,void 0,r))}}return o}};function Da(t){let e=ja.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}Wb.YAMLSeq=Ud});var _n=N(Fb=>{"use strict";var iT=ne(),Mb=fr(),aT={collection:"seq",default:!0,nodeClass:Mb.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return iT.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>Mb.YAMLSeq.from(t,e,s)};Fb.seq=aT});var vo=N(Vb=>{"use strict";var lT=bo(),cT={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,r){return e=Object.
assign({actualString:!0},e),lT.stringifyString(t,e,s,r)}};Vb.string=cT});var Wa=N(Bb=>{"use strict";var Ub=Ve(),Hb={identify:t=>t==null,createNode:()=>new Ub.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new Ub.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&Hb.test.test(t)?t:e.options.nullStr};Bb.nullTag=Hb});var Hd=N(zb=>{"use strict";var dT=Ve(),Gb={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new dT.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&Gb.test.test(t)){let r=t[0]==="t"||t[0]==="T";if(e===r)return t}return e?s.options.trueStr:
s.options.falseStr}};zb.boolTag=Gb});var Sn=N(Kb=>{"use strict";function uT({format:t,minFractionDigits:e,tag:s,value:r}){if(typeof r=="bigint")return String(r);let n=typeof r=="number"?r:Number(r);
if(!isFinite(n))return isNaN(n)?".nan":n<0?"-.inf":".inf";let o=Object.is(r,-0)?"-0":JSON.stringify(r);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Kb.stringifyNumber=uT});var Gd=N(Ma=>{"use strict";var pT=Ve(),Bd=Sn(),fT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Bd.stringifyNumber},mT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Bd.stringifyNumber(t)}},hT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new pT.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Bd.stringifyNumber};
Ma.float=hT;Ma.floatExp=mT;Ma.floatNaN=fT});var Kd=N(Va=>{"use strict";var Yb=Sn(),Fa=t=>typeof t=="bigint"||Number.isInteger(t),zd=(t,e,s,{intAsBigInt:r})=>r?BigInt(t):parseInt(t.substring(e),s);function Qb(t,e,s){
let{value:r}=t;return Fa(r)&&r>=0?s+r.toString(e):Yb.stringifyNumber(t)}var gT={identify:t=>Fa(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>zd(t,2,8,s),stringify:t=>Qb(t,8,"0o")},bT={identify:Fa,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>zd(t,0,10,s),
stringify:Yb.stringifyNumber},yT={identify:t=>Fa(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>zd(t,2,16,
s),stringify:t=>Qb(t,16,"0x")};Va.int=bT;Va.intHex=yT;Va.intOct=gT});var Jb=N(Xb=>{"use strict";var wT=$n(),kT=Wa(),vT=_n(),xT=vo(),$T=Hd(),Yd=Gd(),Qd=Kd(),_T=[wT.map,vT.seq,xT.string,kT.nullTag,$T.boolTag,Qd.intOct,Qd.int,Qd.intHex,
Yd.floatNaN,Yd.floatExp,Yd.float];Xb.schema=_T});var ty=N(ey=>{"use strict";var ST=Ve(),ET=$n(),CT=_n();function Zb(t){return typeof t=="bigint"||Number.isInteger(t)}var Ua=({value:t})=>JSON.stringify(t),AT=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:Ua},{identify:t=>t==null,createNode:()=>new ST.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:Ua},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:Ua},{identify:Zb,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>Zb(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:Ua}],TT={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},PT=[ET.map,CT.seq].
concat(AT,TT);ey.schema=PT});var Jd=N(sy=>{"use strict";var xo=require("buffer"),Xd=Ve(),RT=bo(),IT={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof xo.Buffer=="function")return xo.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),r=new Uint8Array(s.length);for(let n=0;n<
s.length;++n)r[n]=s.charCodeAt(n);return r}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},r,n,o){if(!s)return"";let i=s,a;if(typeof xo.Buffer=="function")a=i instanceof xo.Buffer?i.toString("base64"):xo.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let l="";for(let c=0;c<i.length;++c)l+=String.fromCharCode(i[c]);a=btoa(l)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=Xd.Scalar.BLOCK_LITERAL),e!==Xd.Scalar.QUOTE_DOUBLE){let l=Math.max(r.options.
lineWidth-r.indent.length,r.options.minContentWidth),c=Math.ceil(a.length/l),d=new Array(c);for(let u=0,f=0;u<c;++u,f+=l)d[u]=a.substr(f,l);a=d.join(e===Xd.Scalar.
BLOCK_LITERAL?`
`:" ")}return RT.stringifyString({comment:t,type:e,value:a},r,n,o)}};sy.binary=IT});var Ga=N(Ba=>{"use strict";var Ha=ne(),Zd=dr(),NT=Ve(),OT=fr();function ry(t,e){if(Ha.isSeq(t))for(let s=0;s<t.items.length;++s){let r=t.items[s];if(!Ha.isPair(
r)){if(Ha.isMap(r)){r.items.length>1&&e("Each pair must have its own sequence indicator");let n=r.items[0]||new Zd.Pair(new NT.Scalar(null));if(r.commentBefore&&
(n.key.commentBefore=n.key.commentBefore?`${r.commentBefore}
${n.key.commentBefore}`:r.commentBefore),r.comment){let o=n.value??n.key;o.comment=o.comment?`${r.comment}
${o.comment}`:r.comment}r=n}t.items[s]=Ha.isPair(r)?r:new Zd.Pair(r)}}else e("Expected a sequence for this tag");return t}function ny(t,e,s){let{replacer:r}=s,n=new OT.
YAMLSeq(t);n.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof r=="function"&&(i=r.call(e,String(o++),i));let a,l;
if(Array.isArray(i))if(i.length===2)a=i[0],l=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let c=Object.keys(
i);if(c.length===1)a=c[0],l=i[a];else throw new TypeError(`Expected tuple with one key, not ${c.length} keys`)}else a=i;n.items.push(Zd.createPair(a,l,s))}return n}
var qT={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:ry,createNode:ny};Ba.createPairs=ny;Ba.pairs=qT;Ba.resolvePairs=ry});var su=N(tu=>{"use strict";var oy=ne(),eu=ir(),$o=pr(),LT=fr(),iy=Ga(),Mr=class t extends LT.YAMLSeq{constructor(){super(),this.add=$o.YAMLMap.prototype.add.bind(
this),this.delete=$o.YAMLMap.prototype.delete.bind(this),this.get=$o.YAMLMap.prototype.get.bind(this),this.has=$o.YAMLMap.prototype.has.bind(this),this.set=$o.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let r=new Map;s?.onCreate&&s.onCreate(r);for(let n of this.items){let o,i;if(oy.
isPair(n)?(o=eu.toJS(n.key,"",s),i=eu.toJS(n.value,o,s)):o=eu.toJS(n,"",s),r.has(o))throw new Error("Ordered maps must not include duplicate keys");r.set(o,i)}return r}static from(e,s,r){
let n=iy.createPairs(e,s,r),o=new this;return o.items=n.items,o}};Mr.tag="tag:yaml.org,2002:omap";var DT={collection:"seq",identify:t=>t instanceof Map,nodeClass:Mr,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=iy.resolvePairs(t,e),r=[];for(let{key:n}of s.items)oy.isScalar(n)&&(r.includes(n.value)?e(`Ordered ma\
ps must not include duplicate keys: ${n.value}`):r.push(n.value));return Object.assign(new Mr,s)},createNode:(t,e,s)=>Mr.from(t,e,s)};tu.YAMLOMap=Mr;tu.omap=DT});var uy=N(ru=>{"use strict";var ay=Ve();function ly({value:t,source:e},s){return e&&(t?cy:dy).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var cy={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new ay.Scalar(!0),stringify:ly},dy={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new ay.Scalar(!1),stringify:ly};ru.falseTag=dy;ru.trueTag=
cy});var py=N(za=>{"use strict";var jT=Ve(),nu=Sn(),WT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:nu.stringifyNumber},MT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():nu.stringifyNumber(t)}},FT={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new jT.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let r=t.substring(
s+1).replace(/_/g,"");r[r.length-1]==="0"&&(e.minFractionDigits=r.length)}return e},stringify:nu.stringifyNumber};za.float=FT;za.floatExp=MT;za.floatNaN=WT});var my=N(So=>{"use strict";var fy=Sn(),_o=t=>typeof t=="bigint"||Number.isInteger(t);function Ka(t,e,s,{intAsBigInt:r}){let n=t[0];if((n==="-"||n==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),r){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return n==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return n==="-"?-1*o:o}function ou(t,e,s){let{value:r}=t;if(_o(r)){let n=r.toString(e);return r<0?"-"+s+n.substr(1):s+n}return fy.stringifyNumber(
t)}var VT={identify:_o,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Ka(t,2,2,s),stringify:t=>ou(t,2,"0b")},UT={identify:_o,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Ka(t,1,8,s),stringify:t=>ou(t,8,"0")},HT={identify:_o,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Ka(t,0,10,s),stringify:fy.stringifyNumber},BT={identify:_o,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Ka(t,2,16,s),stringify:t=>ou(t,16,"0x")};So.int=HT;So.intBin=VT;So.intHex=BT;So.intOct=UT});var au=N(iu=>{"use strict";var Xa=ne(),Ya=dr(),Qa=pr(),Fr=class t extends Qa.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;Xa.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new Ya.Pair(e.key,null):s=new Ya.Pair(e,null),Qa.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let r=Qa.
findPair(this.items,e);return!s&&Xa.isPair(r)?Xa.isScalar(r.key)?r.key.value:r.key:r}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let r=Qa.findPair(this.items,e);r&&!s?this.items.splice(this.items.indexOf(r),1):!r&&s&&this.items.push(new Ya.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,r){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,r);throw new Error("Set items must all have null values")}static from(e,s,r){let{replacer:n}=r,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof n=="function"&&(i=n.call(s,i,i)),o.items.push(Ya.createPair(i,null,r));return o}};Fr.tag="tag:yaml.org,2002:set";var GT={collection:"\
map",identify:t=>t instanceof Set,nodeClass:Fr,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>Fr.from(t,e,s),resolve(t,e){if(Xa.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new Fr,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};iu.YAMLSet=Fr;iu.set=GT});var cu=N(Ja=>{"use strict";var zT=Sn();function lu(t,e){let s=t[0],r=s==="-"||s==="+"?t.substring(1):t,n=i=>e?BigInt(i):Number(i),o=r.replace(/_/g,"").split(":").
reduce((i,a)=>i*n(60)+n(a),n(0));return s==="-"?n(-1)*o:o}function hy(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return zT.stringifyNumber(t);let r="";e<0&&(r="-",e*=s(-1));let n=s(60),o=[e%n];return e<60?o.unshift(0):(e=(e-o[0])/n,o.unshift(e%n),e>=60&&(e=(e-o[0])/n,o.
unshift(e))),r+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var KT={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>lu(t,s),stringify:hy},YT={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>lu(t,!1),stringify:hy},gy={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(gy.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,r,n,o,i,a]=e.map(Number),l=e[7]?Number((e[7]+"00").substr(1,3)):0,c=Date.UTC(s,r-1,n,o||0,i||0,a||0,l),d=e[8];if(d&&d!=="Z"){let u=lu(d,!1);Math.
abs(u)<30&&(u*=60),c-=6e4*u}return new Date(c)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};Ja.floatTime=YT;Ja.intTime=KT;Ja.
timestamp=gy});var wy=N(yy=>{"use strict";var QT=$n(),XT=Wa(),JT=_n(),ZT=vo(),eP=Jd(),by=uy(),du=py(),Za=my(),tP=Ra(),sP=su(),rP=Ga(),nP=au(),uu=cu(),oP=[QT.map,JT.seq,ZT.string,
XT.nullTag,by.trueTag,by.falseTag,Za.intBin,Za.intOct,Za.int,Za.intHex,du.floatNaN,du.floatExp,du.float,eP.binary,tP.merge,sP.omap,rP.pairs,nP.set,uu.intTime,uu.
floatTime,uu.timestamp];yy.schema=oP});var Ty=N(mu=>{"use strict";var $y=$n(),iP=Wa(),_y=_n(),aP=vo(),lP=Hd(),pu=Gd(),fu=Kd(),cP=Jb(),dP=ty(),Sy=Jd(),Eo=Ra(),Ey=su(),Cy=Ga(),ky=wy(),Ay=au(),el=cu(),vy=new Map(
[["core",cP.schema],["failsafe",[$y.map,_y.seq,aP.string]],["json",dP.schema],["yaml11",ky.schema],["yaml-1.1",ky.schema]]),xy={binary:Sy.binary,bool:lP.boolTag,
float:pu.float,floatExp:pu.floatExp,floatNaN:pu.floatNaN,floatTime:el.floatTime,int:fu.int,intHex:fu.intHex,intOct:fu.intOct,intTime:el.intTime,map:$y.map,merge:Eo.
merge,null:iP.nullTag,omap:Ey.omap,pairs:Cy.pairs,seq:_y.seq,set:Ay.set,timestamp:el.timestamp},uP={"tag:yaml.org,2002:binary":Sy.binary,"tag:yaml.org,2002:merg\
e":Eo.merge,"tag:yaml.org,2002:omap":Ey.omap,"tag:yaml.org,2002:pairs":Cy.pairs,"tag:yaml.org,2002:set":Ay.set,"tag:yaml.org,2002:timestamp":el.timestamp};function pP(t,e,s){
let r=vy.get(e);if(r&&!t)return s&&!r.includes(Eo.merge)?r.concat(Eo.merge):r.slice();let n=r;if(!n)if(Array.isArray(t))n=[];else{let o=Array.from(vy.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
n=n.concat(o);else typeof t=="function"&&(n=t(n.slice()));return s&&(n=n.concat(Eo.merge)),n.reduce((o,i)=>{let a=typeof i=="string"?xy[i]:i;if(!a){let l=JSON.stringify(
i),c=Object.keys(xy).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${l}; use one of ${c}`)}return o.includes(a)||o.push(a),o},[])}mu.
coreKnownTags=uP;mu.getTags=pP});var bu=N(Py=>{"use strict";var hu=ne(),fP=$n(),mP=_n(),hP=vo(),tl=Ty(),gP=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,gu=class t{constructor({compat:e,customTags:s,merge:r,
resolveKnownTags:n,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?tl.getTags(e,"compat"):e?tl.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=n?tl.coreKnownTags:{},this.tags=tl.getTags(s,this.name,r),this.toStringOptions=a??null,Object.defineProperty(this,hu.MAP,{value:fP.
map}),Object.defineProperty(this,hu.SCALAR,{value:hP.string}),Object.defineProperty(this,hu.SEQ,{value:mP.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
gP:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};Py.Schema=gu});var Iy=N(Ry=>{"use strict";var bP=ne(),yu=yo(),Co=mo();function yP(t,e){let s=[],r=e.directives===!0;if(e.directives!==!1&&t.directives){let l=t.directives.toString(
t);l?(s.push(l),r=!0):t.directives.docStart&&(r=!0)}r&&s.push("---");let n=yu.createStringifyContext(t,e),{commentString:o}=n.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let l=o(t.commentBefore);s.unshift(Co.indentComment(l,""))}let i=!1,a=null;if(t.contents){if(bP.isNode(t.contents)){if(t.contents.spaceBefore&&
r&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(Co.indentComment(d,""))}n.forceBlockIndent=!!t.comment,a=t.contents.comment}let l=a?
void 0:()=>i=!0,c=yu.stringify(t.contents,n,()=>a=null,l);a&&(c+=Co.lineComment(c,"",o(a))),(c[0]==="|"||c[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${c}`:
s.push(c)}else s.push(yu.stringify(t.contents,n));if(t.directives?.docEnd)if(t.comment){let l=o(t.comment);l.includes(`
`)?(s.push("..."),s.push(Co.indentComment(l,""))):s.push(`... ${l}`)}else s.push("...");else{let l=t.comment;l&&i&&(l=l.replace(/^\n+/,"")),l&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(Co.indentComment(o(l),"")))}return s.join(`
`)+`
`}Ry.stringifyDocument=yP});var Ao=N(Ny=>{"use strict";var wP=po(),En=va(),Ft=ne(),kP=dr(),vP=ir(),xP=bu(),$P=Iy(),wu=ba(),_P=$d(),SP=fo(),ku=xd(),vu=class t{constructor(e,s,r){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,Ft.NODE_TYPE,{value:Ft.DOC});let n=null;typeof s=="function"||Array.isArray(s)?
n=s:r===void 0&&s&&(r=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},r);this.options=o;let{version:i}=o;r?._directives?(this.directives=r._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new ku.Directives({version:i}),this.setSchema(i,r),this.contents=e===void 0?null:this.createNode(e,n,r)}clone(){let e=Object.create(t.
prototype,{[Ft.NODE_TYPE]:{value:Ft.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=Ft.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){Cn(this.contents)&&this.contents.add(e)}addIn(e,s){Cn(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let r=wu.anchorNames(this);e.anchor=!s||r.has(s)?wu.findNewAnchor(s||"a",r):s}return new wP.Alias(
e.anchor)}createNode(e,s,r){let n;if(typeof s=="function")e=s.call({"":e},"",e),n=s;else if(Array.isArray(s)){let g=v=>typeof v=="number"||v instanceof String||
v instanceof Number,y=s.filter(g).map(String);y.length>0&&(s=s.concat(y)),n=s}else r===void 0&&s&&(r=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:l,onTagObj:c,tag:d}=r??{},{onAnchor:u,setAnchors:f,sourceObjects:p}=wu.createNodeAnchors(this,i||"a"),h={aliasDuplicateObjects:o??!0,keepUndefined:l??
!1,onAnchor:u,onTagObj:c,replacer:n,schema:this.schema,sourceObjects:p},m=SP.createNode(e,d,h);return a&&Ft.isCollection(m)&&(m.flow=!0),f(),m}createPair(e,s,r={}){
let n=this.createNode(e,null,r),o=this.createNode(s,null,r);return new kP.Pair(n,o)}delete(e){return Cn(this.contents)?this.contents.delete(e):!1}deleteIn(e){return En.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):Cn(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return Ft.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return En.isEmptyPath(e)?!s&&Ft.isScalar(this.contents)?this.contents.value:this.contents:Ft.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return Ft.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return En.isEmptyPath(e)?this.contents!==void 0:Ft.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=En.collectionFromPath(this.schema,[e],s):Cn(this.contents)&&this.contents.set(
e,s)}setIn(e,s){En.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=En.collectionFromPath(this.schema,Array.from(e),s):Cn(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let r;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new ku.
Directives({version:"1.1"}),r={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new ku.Directives({version:e}),r={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,r=null;break;default:{let n=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${n}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(r)this.schema=
new xP.Schema(Object.assign(r,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:r,
maxAliasCount:n,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:r===!0,mapKeyWarned:!1,maxAliasCount:typeof n=="number"?n:100},l=vP.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:c,res:d}of a.anchors.values())o(d,c);return typeof i=="function"?_P.applyReviver(i,{"":l},"",l):l}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return $P.stringifyDocument(this,e)}};function Cn(t){if(Ft.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
Ny.Document=vu});var Ro=N(Po=>{"use strict";var To=class extends Error{constructor(e,s,r,n){super(),this.name=e,this.code=r,this.message=n,this.pos=s}},xu=class extends To{constructor(e,s,r){
super("YAMLParseError",e,s,r)}},$u=class extends To{constructor(e,s,r){super("YAMLWarning",e,s,r)}},EP=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:r,col:n}=s.linePos[0];s.message+=` at line ${r}, column ${n}`;let o=n-1,i=t.substring(e.lineStarts[r-1],e.lineStarts[r]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),r>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[r-2],e.lineStarts[r-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,l=s.linePos[1];l?.line===r&&l.col>n&&(a=Math.max(1,Math.min(l.col-n,80-o)));let c=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${c}
`}};Po.YAMLError=To;Po.YAMLParseError=xu;Po.YAMLWarning=$u;Po.prettifyError=EP});var Io=N(Oy=>{"use strict";function CP(t,{flow:e,indicator:s,next:r,offset:n,onError:o,parentIndent:i,startOnNewline:a}){let l=!1,c=a,d=a,u="",f="",p=!1,h=!1,m=null,
g=null,y=null,v=null,_=null,k=null,x=null;for(let E of t)switch(h&&(E.type!=="space"&&E.type!=="newline"&&E.type!=="comma"&&o(E.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),h=!1),m&&(c&&E.type!=="comment"&&E.type!=="newline"&&o(m,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),m=null),E.type){case"space":!e&&(s!=="doc-start"||r?.type!=="flow-collection")&&E.source.includes("	")&&(m=E),d=!0;break;case"comment":{d||o(E,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let I=E.source.substring(1)||" ";u?u+=f+I:u=I,f="",c=!1;break}case"newlin\
e":c?u?u+=E.source:(!k||s!=="seq-item-ind")&&(l=!0):f+=E.source,c=!0,p=!0,(g||y)&&(v=E),d=!0;break;case"anchor":g&&o(E,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),E.source.endsWith(":")&&o(E.offset+E.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=E,x??(x=E.offset),c=!1,d=!1,h=!0;break;case"\
tag":{y&&o(E,"MULTIPLE_TAGS","A node can have at most one tag"),y=E,x??(x=E.offset),c=!1,d=!1,h=!0;break}case s:(g||y)&&o(E,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${E.source} indicator`),k&&o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.source} in ${e??"collection"}`),k=E,c=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){_&&o(E,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),_=E,c=!1,d=!1;break}default:o(E,"UNEXPECTED_TOKEN",`Unexpected ${E.type} toke\
n`),c=!1,d=!1}let A=t[t.length-1],R=A?A.offset+A.source.length:n;return h&&r&&r.type!=="space"&&r.type!=="newline"&&r.type!=="comma"&&(r.type!=="scalar"||r.source!==
"")&&o(r.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),m&&(c&&m.indent<=i||r?.type==="block-map"||r?.type==="bl\
ock-seq")&&o(m,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:_,found:k,spaceBefore:l,comment:u,hasNewline:p,anchor:g,tag:y,newlineAfterProp:v,end:R,
start:x??R}}Oy.resolveProps=CP});var sl=N(qy=>{"use strict";function _u(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(_u(e.key)||_u(e.value))return!0}return!1;default:return!0}}qy.containsNewline=_u});var Su=N(Ly=>{"use strict";var AP=sl();function TP(t,e,s){if(e?.type==="flow-collection"){let r=e.end[0];r.indent===t&&(r.source==="]"||r.source==="}")&&AP.containsNewline(
e)&&s(r,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}Ly.flowIndentCheck=TP});var Eu=N(jy=>{"use strict";var Dy=ne();function PP(t,e,s){let{uniqueKeys:r}=t.options;if(r===!1)return!1;let n=typeof r=="function"?r:(o,i)=>o===i||Dy.isScalar(
o)&&Dy.isScalar(i)&&o.value===i.value;return e.some(o=>n(o.key,s))}jy.mapIncludes=PP});var Hy=N(Uy=>{"use strict";var Wy=dr(),RP=pr(),My=Io(),IP=sl(),Fy=Su(),NP=Eu(),Vy="All mapping items must start at the same column";function OP({composeNode:t,composeEmptyNode:e},s,r,n,o){
let i=o?.nodeClass??RP.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let l=r.offset,c=null;for(let d of r.items){let{start:u,key:f,sep:p,value:h}=d,m=My.resolveProps(
u,{indicator:"explicit-key-ind",next:f??p?.[0],offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0}),g=!m.found;if(g){if(f&&(f.type==="block-seq"?n(l,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in f&&f.indent!==r.indent&&n(l,"BAD_INDENT",Vy)),!m.anchor&&!m.tag&&!p){
c=m.end,m.comment&&(a.comment?a.comment+=`
`+m.comment:a.comment=m.comment);continue}(m.newlineAfterProp||IP.containsNewline(f))&&n(f??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else m.found?.indent!==r.indent&&n(l,"BAD_INDENT",Vy);s.atKey=!0;let y=m.end,v=f?t(s,f,m,n):e(s,y,u,null,m,n);s.schema.compat&&Fy.flowIndentCheck(
r.indent,f,n),s.atKey=!1,NP.mapIncludes(s,a.items,v)&&n(y,"DUPLICATE_KEY","Map keys must be unique");let _=My.resolveProps(p??[],{indicator:"map-value-ind",next:h,
offset:v.range[2],onError:n,parentIndent:r.indent,startOnNewline:!f||f.type==="block-scalar"});if(l=_.end,_.found){g&&(h?.type==="block-map"&&!_.hasNewline&&n(l,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&m.start<_.found.offset-1024&&n(v.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let k=h?t(s,h,_,n):e(s,l,p,null,_,n);s.schema.compat&&Fy.flowIndentCheck(
r.indent,h,n),l=k.range[2];let x=new Wy.Pair(v,k);s.options.keepSourceTokens&&(x.srcToken=d),a.items.push(x)}else{g&&n(v.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),_.comment&&(v.comment?v.comment+=`
`+_.comment:v.comment=_.comment);let k=new Wy.Pair(v);s.options.keepSourceTokens&&(k.srcToken=d),a.items.push(k)}}return c&&c<l&&n(c,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[r.offset,l,c??l],a}Uy.resolveBlockMap=OP});var Gy=N(By=>{"use strict";var qP=fr(),LP=Io(),DP=Su();function jP({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=o?.nodeClass??qP.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let l=r.offset,c=null;for(let{start:d,value:u}of r.items){let f=LP.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0});if(!f.found)if(f.anchor||f.tag||u)u?.type==="block-seq"?n(f.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):n(l,"MISSING_CHAR","Sequence item without - indicator");else{c=f.end,f.comment&&(a.comment=f.comment);continue}let p=u?t(s,u,f,n):
e(s,f.end,d,null,f,n);s.schema.compat&&DP.flowIndentCheck(r.indent,u,n),l=p.range[2],a.items.push(p)}return a.range=[r.offset,l,c??l],a}By.resolveBlockSeq=jP});var An=N(zy=>{"use strict";function WP(t,e,s,r){let n="";if(t){let o=!1,i="";for(let a of t){let{source:l,type:c}=a;switch(c){case"space":o=!0;break;case"commen\
t":{s&&!o&&r(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=l.substring(1)||" ";n?n+=i+d:n=d,i="";break}case"n\
ewline":n&&(i+=l),o=!0;break;default:r(a,"UNEXPECTED_TOKEN",`Unexpected ${c} at node end`)}e+=l.length}}return{comment:n,offset:e}}zy.resolveEnd=WP});var Xy=N(Qy=>{"use strict";var MP=ne(),FP=dr(),Ky=pr(),VP=fr(),UP=An(),Yy=Io(),HP=sl(),BP=Eu(),Cu="Block collections are not allowed within flow collections",Au=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function GP({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=r.start.source==="{",a=i?"flow map":"flow sequence",l=o?.
nodeClass??(i?Ky.YAMLMap:VP.YAMLSeq),c=new l(s.schema);c.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=r.offset+r.start.source.length;for(let g=0;g<
r.items.length;++g){let y=r.items[g],{start:v,key:_,sep:k,value:x}=y,A=Yy.resolveProps(v,{flow:a,indicator:"explicit-key-ind",next:_??k?.[0],offset:u,onError:n,
parentIndent:r.indent,startOnNewline:!1});if(!A.found){if(!A.anchor&&!A.tag&&!k&&!x){g===0&&A.comma?n(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<r.items.
length-1&&n(A.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),A.comment&&(c.comment?c.comment+=`
`+A.comment:c.comment=A.comment),u=A.end;continue}!i&&s.options.strict&&HP.containsNewline(_)&&n(_,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)A.comma&&n(A.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(A.comma||n(A.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),A.comment){let R="";e:for(let E of v)switch(E.type){case"comma":case"space":break;case"comment":R=E.source.substring(1);break e;default:break e}
if(R){let E=c.items[c.items.length-1];MP.isPair(E)&&(E=E.value??E.key),E.comment?E.comment+=`
`+R:E.comment=R,A.comment=A.comment.substring(R.length+1)}}if(!i&&!k&&!A.found){let R=x?t(s,x,A,n):e(s,A.end,k,null,A,n);c.items.push(R),u=R.range[2],Au(x)&&n(R.
range,"BLOCK_IN_FLOW",Cu)}else{s.atKey=!0;let R=A.end,E=_?t(s,_,A,n):e(s,R,v,null,A,n);Au(_)&&n(E.range,"BLOCK_IN_FLOW",Cu),s.atKey=!1;let I=Yy.resolveProps(k??
[],{flow:a,indicator:"map-value-ind",next:x,offset:E.range[2],onError:n,parentIndent:r.indent,startOnNewline:!1});if(I.found){if(!i&&!A.found&&s.options.strict){
if(k)for(let D of k){if(D===I.found)break;if(D.type==="newline"){n(D,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}A.start<I.found.offset-1024&&n(I.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
x&&("source"in x&&x.source?.[0]===":"?n(x,"MISSING_CHAR",`Missing space after : in ${a}`):n(I.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let Y=x?
t(s,x,I,n):I.found?e(s,I.end,k,null,I,n):null;Y?Au(x)&&n(Y.range,"BLOCK_IN_FLOW",Cu):I.comment&&(E.comment?E.comment+=`
`+I.comment:E.comment=I.comment);let Pe=new FP.Pair(E,Y);if(s.options.keepSourceTokens&&(Pe.srcToken=y),i){let D=c;BP.mapIncludes(s,D.items,E)&&n(R,"DUPLICATE_K\
EY","Map keys must be unique"),D.items.push(Pe)}else{let D=new Ky.YAMLMap(s.schema);D.flow=!0,D.items.push(Pe);let ke=(Y??E).range;D.range=[E.range[0],ke[1],ke[2]],
c.items.push(D)}u=Y?Y.range[2]:I.end}}let f=i?"}":"]",[p,...h]=r.end,m=u;if(p?.source===f)m=p.offset+p.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
y=d?`${g} must end with a ${f}`:`${g} in block collection must be sufficiently indented and end with a ${f}`;n(u,d?"MISSING_CHAR":"BAD_INDENT",y),p&&p.source.length!==
1&&h.unshift(p)}if(h.length>0){let g=UP.resolveEnd(h,m,s.options.strict,n);g.comment&&(c.comment?c.comment+=`
`+g.comment:c.comment=g.comment),c.range=[r.offset,m,g.offset]}else c.range=[r.offset,m,m];return c}Qy.resolveFlowCollection=GP});var Zy=N(Jy=>{"use strict";var zP=ne(),KP=Ve(),YP=pr(),QP=fr(),XP=Hy(),JP=Gy(),ZP=Xy();function Tu(t,e,s,r,n,o){let i=s.type==="block-map"?XP.resolveBlockMap(t,
e,s,r,o):s.type==="block-seq"?JP.resolveBlockSeq(t,e,s,r,o):ZP.resolveFlowCollection(t,e,s,r,o),a=i.constructor;return n==="!"||n===a.tagName?(i.tag=a.tagName,i):
(n&&(i.tag=n),i)}function eR(t,e,s,r,n){let o=r.tag,i=o?e.directives.tagName(o.source,f=>n(o,"TAG_RESOLVE_FAILED",f)):null;if(s.type==="block-seq"){let{anchor:f,
newlineAfterProp:p}=r,h=f&&o?f.offset>o.offset?f:o:f??o;h&&(!p||p.offset<h.offset)&&n(h,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===YP.YAMLMap.tagName&&a==="map"||i===QP.YAMLSeq.tagName&&a===
"seq")return Tu(t,e,s,n,i);let l=e.schema.tags.find(f=>f.tag===i&&f.collection===a);if(!l){let f=e.schema.knownTags[i];if(f?.collection===a)e.schema.tags.push(Object.
assign({},f,{default:!1})),l=f;else return f?n(o,"BAD_COLLECTION_TYPE",`${f.tag} used for ${a} collection, but expects ${f.collection??"scalar"}`,!0):n(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),Tu(t,e,s,n,i)}let c=Tu(t,e,s,n,i,l),d=l.resolve?.(c,f=>n(o,"TAG_RESOLVE_FAILED",f),e.options)??c,u=zP.isNode(d)?d:new KP.
Scalar(d);return u.range=c.range,u.tag=i,l?.format&&(u.format=l.format),u}Jy.composeCollection=eR});var Ru=N(ew=>{"use strict";var Pu=Ve();function tR(t,e,s){let r=e.offset,n=sR(e,t.options.strict,s);if(!n)return{value:"",type:null,comment:"",range:[r,r,r]};let o=n.
mode===">"?Pu.Scalar.BLOCK_FOLDED:Pu.Scalar.BLOCK_LITERAL,i=e.source?rR(e.source):[],a=i.length;for(let m=i.length-1;m>=0;--m){let g=i[m][1];if(g===""||g==="\r")
a=m;else break}if(a===0){let m=n.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=r+n.length;return e.source&&(g+=e.source.length),{value:m,type:o,comment:n.comment,range:[r,g,g]}}let l=e.indent+n.indent,
c=e.offset+n.length,d=0;for(let m=0;m<a;++m){let[g,y]=i[m];if(y===""||y==="\r")n.indent===0&&g.length>l&&(l=g.length);else{g.length<l&&s(c+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),n.indent===0&&(l=g.length),d=m,l===0&&!t.atRoot&&s(c,"BAD_\
INDENT","Block scalar values in collections must be indented");break}c+=g.length+y.length+1}for(let m=i.length-1;m>=a;--m)i[m][0].length>l&&(a=m+1);let u="",f="",
p=!1;for(let m=0;m<d;++m)u+=i[m][0].slice(l)+`
`;for(let m=d;m<a;++m){let[g,y]=i[m];c+=g.length+y.length+1;let v=y[y.length-1]==="\r";if(v&&(y=y.slice(0,-1)),y&&g.length<l){let k=`Block scalar lines must not\
 be less indented than their ${n.indent?"explicit indentation indicator":"first line"}`;s(c-y.length-(v?2:1),"BAD_INDENT",k),g=""}o===Pu.Scalar.BLOCK_LITERAL?(u+=
f+g.slice(l)+y,f=`
`):g.length>l||y[0]==="	"?(f===" "?f=`
`:!p&&f===`
`&&(f=`

`),u+=f+g.slice(l)+y,f=`
`,p=!0):y===""?f===`
`?u+=`
`:f=`
`:(u+=f+y,f=" ",p=!1)}switch(n.chomp){case"-":break;case"+":for(let m=a;m<i.length;++m)u+=`
`+i[m][0].slice(l);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let h=r+n.length+e.source.length;return{value:u,type:o,comment:n.comment,range:[r,h,h]}}function sR({offset:t,props:e},s,r){if(e[0].type!=="block-scalar-heade\
r")return r(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:n}=e[0],o=n[0],i=0,a="",l=-1;for(let f=1;f<n.length;++f){let p=n[f];if(!a&&(p==="\
-"||p==="+"))a=p;else{let h=Number(p);!i&&h?i=h:l===-1&&(l=t+f)}}l!==-1&&r(l,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${n}`);let c=!1,
d="",u=n.length;for(let f=1;f<e.length;++f){let p=e[f];switch(p.type){case"space":c=!0;case"newline":u+=p.source.length;break;case"comment":s&&!c&&r(p,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=p.source.length,d=p.source.substring(1);break;case"error":r(p,"UNEXPECTED_TOK\
EN",p.message),u+=p.source.length;break;default:{let h=`Unexpected token in block scalar header: ${p.type}`;r(p,"UNEXPECTED_TOKEN",h);let m=p.source;m&&typeof m==
"string"&&(u+=m.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function rR(t){let e=t.split(/\n( *)/),s=e[0],r=s.match(/^( *)/),o=[r?.[1]?[r[1],s.
slice(r[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}ew.resolveBlockScalar=tR});var Nu=N(sw=>{"use strict";var Iu=Ve(),nR=An();function oR(t,e,s){let{offset:r,type:n,source:o,end:i}=t,a,l,c=(f,p,h)=>s(r+f,p,h);switch(n){case"scalar":a=Iu.Scalar.
PLAIN,l=iR(o,c);break;case"single-quoted-scalar":a=Iu.Scalar.QUOTE_SINGLE,l=aR(o,c);break;case"double-quoted-scalar":a=Iu.Scalar.QUOTE_DOUBLE,l=lR(o,c);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${n}`),{value:"",type:null,comment:"",range:[r,r+o.length,r+o.length]}}let d=r+o.length,
u=nR.resolveEnd(i,d,e,s);return{value:l,type:a,comment:u.comment,range:[r,d,u.offset]}}function iR(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),tw(t)}function aR(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),tw(t.slice(1,-1)).replace(/''/g,"'")}function tw(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let r,n;try{r=new RegExp("(?<![ 	])[ 	]+$"),n=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{r=/[ \t]+$/,n=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(r,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let c=s[1].replace(n,"");c===""?i===`
`?o+=i:i=`
`:(o+=i+c,i=" "),a=e.lastIndex}let l=/[ \t]*(.*)/sy;return l.lastIndex=a,s=l.exec(t),o+i+(s?.[1]??"")}function lR(t,e){let s="";for(let r=1;r<t.length-1;++r){let n=t[r];
if(!(n==="\r"&&t[r+1]===`
`))if(n===`
`){let{fold:o,offset:i}=cR(t,r);s+=o,r=i}else if(n==="\\"){let o=t[++r],i=dR[o];if(i)s+=i;else if(o===`
`)for(o=t[r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="\r"&&t[r+1]===`
`)for(o=t[++r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=uR(t,r+1,a,e),r+=a}else{let a=t.substr(r-1,2);e(
r-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(n===" "||n==="	"){let o=r,i=t[r+1];for(;i===" "||i==="	";)i=t[++r+1];i!==`
`&&!(i==="\r"&&t[r+2]===`
`)&&(s+=r>o?t.slice(o,r+1):n)}else s+=n}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function cR(t,e){let s="",
r=t[e+1];for(;(r===" "||r==="	"||r===`
`||r==="\r")&&!(r==="\r"&&t[e+2]!==`
`);)r===`
`&&(s+=`
`),e+=1,r=t[e+1];return s||(s=" "),{fold:s,offset:e}}var dR={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function uR(t,e,s,r){let n=t.substr(e,s),i=n.length===s&&
/^[0-9a-fA-F]+$/.test(n)?parseInt(n,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return r(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}sw.resolveFlowScalar=oR});var ow=N(nw=>{"use strict";var Vr=ne(),rw=Ve(),pR=Ru(),fR=Nu();function mR(t,e,s,r){let{value:n,type:o,comment:i,range:a}=e.type==="block-scalar"?pR.resolveBlockScalar(
t,e,r):fR.resolveFlowScalar(e,t.options.strict,r),l=s?t.directives.tagName(s.source,u=>r(s,"TAG_RESOLVE_FAILED",u)):null,c;t.options.stringKeys&&t.atKey?c=t.schema[Vr.
SCALAR]:l?c=hR(t.schema,n,l,s,r):e.type==="scalar"?c=gR(t,n,e,r):c=t.schema[Vr.SCALAR];let d;try{let u=c.resolve(n,f=>r(s??e,"TAG_RESOLVE_FAILED",f),t.options);
d=Vr.isScalar(u)?u:new rw.Scalar(u)}catch(u){let f=u instanceof Error?u.message:String(u);r(s??e,"TAG_RESOLVE_FAILED",f),d=new rw.Scalar(n)}return d.range=a,d.source=
n,o&&(d.type=o),l&&(d.tag=l),c.format&&(d.format=c.format),i&&(d.comment=i),d}function hR(t,e,s,r,n){if(s==="!")return t[Vr.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(n(r,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[Vr.SCALAR])}function gR({
atKey:t,directives:e,schema:s},r,n,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(r))||s[Vr.SCALAR];if(s.compat){let a=s.compat.find(
l=>l.default&&l.test?.test(r))??s[Vr.SCALAR];if(i.tag!==a.tag){let l=e.tagString(i.tag),c=e.tagString(a.tag),d=`Value may be parsed as either ${l} or ${c}`;o(n,
"TAG_RESOLVE_FAILED",d,!0)}}return i}nw.composeScalar=mR});var aw=N(iw=>{"use strict";function bR(t,e,s){if(e){s??(s=e.length);for(let r=s-1;r>=0;--r){let n=e[r];switch(n.type){case"space":case"comment":case"newline":t-=
n.source.length;continue}for(n=e[++r];n?.type==="space";)t+=n.source.length,n=e[++r];break}}return t}iw.emptyScalarPosition=bR});var dw=N(qu=>{"use strict";var yR=po(),wR=ne(),kR=Zy(),lw=ow(),vR=An(),xR=aw(),$R={composeNode:cw,composeEmptyNode:Ou};function cw(t,e,s,r){let n=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:l}=s,c,d=!0;switch(e.type){case"alias":c=_R(t,e,r),(a||l)&&r(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":c=lw.composeScalar(t,e,l,r),a&&(c.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{c=kR.composeCollection($R,t,e,s,r),a&&(c.anchor=a.source.substring(1))}catch(u){let f=u instanceof Error?u.message:
String(u);r(e,"RESOURCE_EXHAUSTION",f)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;r(e,"UNEXPECTED_TOKEN",u),d=!1}}return c??
(c=Ou(t,e.offset,void 0,null,s,r)),a&&c.anchor===""&&r(a,"BAD_ALIAS","Anchor cannot be an empty string"),n&&t.options.stringKeys&&(!wR.isScalar(c)||typeof c.value!=
"string"||c.tag&&c.tag!=="tag:yaml.org,2002:str")&&r(l??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(c.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?c.comment=i:c.commentBefore=i),t.options.keepSourceTokens&&d&&(c.srcToken=e),c}function Ou(t,e,s,r,{spaceBefore:n,comment:o,anchor:i,tag:a,end:l},c){
let d={type:"scalar",offset:xR.emptyScalarPosition(e,s,r),indent:-1,source:""},u=lw.composeScalar(t,d,a,c);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&c(i,"BAD_ALIAS","Anchor cannot be an empty string")),n&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=l),u}function _R({options:t},{offset:e,source:s,end:r},n){
let o=new yR.Alias(s.substring(1));o.source===""&&n(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&n(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=vR.resolveEnd(r,i,t.strict,n);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}qu.composeEmptyNode=
Ou;qu.composeNode=cw});var fw=N(pw=>{"use strict";var SR=Ao(),uw=dw(),ER=An(),CR=Io();function AR(t,e,{offset:s,start:r,value:n,end:o},i){let a=Object.assign({_directives:e},t),l=new SR.
Document(void 0,a),c={atKey:!1,atRoot:!0,directives:l.directives,options:l.options,schema:l.schema},d=CR.resolveProps(r,{indicator:"doc-start",next:n??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(l.directives.docStart=!0,n&&(n.type==="block-map"||n.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),l.contents=n?uw.composeNode(c,n,d,i):uw.composeEmptyNode(c,d.end,r,null,d,i);let u=l.
contents.range[2],f=ER.resolveEnd(o,u,!1,i);return f.comment&&(l.comment=f.comment),l.range=[s,u,f.offset],l}pw.composeDoc=AR});var Du=N(gw=>{"use strict";var TR=require("process"),PR=xd(),RR=Ao(),No=Ro(),mw=ne(),IR=fw(),NR=An();function Oo(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function hw(t){let e="",s=!1,r=!1;for(let n=0;n<
t.length;++n){let o=t[n];switch(o[0]){case"#":e+=(e===""?"":r?`

`:`
`)+(o.substring(1)||" "),s=!0,r=!1;break;case"%":t[n+1]?.[0]!=="#"&&(n+=1),s=!1;break;default:s||(r=!0),s=!1}}return{comment:e,afterEmptyLine:r}}var Lu=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,r,n,o)=>{let i=Oo(s);o?this.warnings.push(new No.YAMLWarning(
i,r,n)):this.errors.push(new No.YAMLParseError(i,r,n))},this.directives=new PR.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:r,
afterEmptyLine:n}=hw(this.prelude);if(r){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${r}`:r;else if(n||e.directives.docStart||!o)e.commentBefore=r;else if(mw.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];mw.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${r}
${a}`:r}else{let i=o.commentBefore;o.commentBefore=i?`${r}
${i}`:r}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:hw(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,r=-1){for(let n of e)yield*this.next(n);yield*this.end(s,r)}*next(e){switch(TR.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,r,n)=>{let o=Oo(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",r,n)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=IR.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,r=new No.YAMLParseError(Oo(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(r):this.doc.errors.push(r);break}case"do\
c-end":{if(!this.doc){let r="Unexpected doc-end without preceding document";this.errors.push(new No.YAMLParseError(Oo(e),"UNEXPECTED_TOKEN",r));break}this.doc.directives.
docEnd=!0;let s=NR.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let r=this.doc.comment;
this.doc.comment=r?`${r}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new No.YAMLParseError(Oo(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let r=Object.assign({_directives:this.directives},this.options),n=new RR.Document(
void 0,r);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),n.range=[0,s,s],this.decorate(n,!1),yield n}}};gw.Composer=Lu});var ww=N(rl=>{"use strict";var OR=Ru(),qR=Nu(),LR=Ro(),bw=bo();function DR(t,e=!0,s){if(t){let r=(n,o,i)=>{let a=typeof n=="number"?n:Array.isArray(n)?n[0]:n.offset;
if(s)s(a,o,i);else throw new LR.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return qR.resolveFlowScalar(
t,e,r);case"block-scalar":return OR.resolveBlockScalar({options:{strict:e}},t,r)}}return null}function jR(t,e){let{implicitKey:s=!1,indent:r,inFlow:n=!1,offset:o=-1,
type:i="PLAIN"}=e,a=bw.stringifyString({type:i,value:t},{implicitKey:s,indent:r>0?" ".repeat(r):"",inFlow:n,options:{blockQuote:!0,lineWidth:-1}}),l=e.end??[{type:"\
newline",offset:-1,indent:r,source:`
`}];switch(a[0]){case"|":case">":{let c=a.indexOf(`
`),d=a.substring(0,c),u=a.substring(c+1)+`
`,f=[{type:"block-scalar-header",offset:o,indent:r,source:d}];return yw(f,l)||f.push({type:"newline",offset:-1,indent:r,source:`
`}),{type:"block-scalar",offset:o,indent:r,props:f,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:r,source:a,end:l};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:r,source:a,end:l};default:return{type:"scalar",offset:o,indent:r,source:a,end:l}}}function WR(t,e,s={}){let{afterKey:r=!1,implicitKey:n=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(r&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let c=t.props[0];if(c.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=c.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let l=bw.stringifyString({type:i,value:e},{implicitKey:n||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(l[0]){case"|":case">":MR(t,l);break;case'"':ju(t,l,"double-quoted-scalar");break;case"\
'":ju(t,l,"single-quoted-scalar");break;default:ju(t,l,"scalar")}}function MR(t,e){let s=e.indexOf(`
`),r=e.substring(0,s),n=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=r,t.source=n}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:r}];yw(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let l of Object.keys(t))l!=="type"&&l!=="offset"&&delete t[l];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:n})}}function yw(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function ju(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let r=t.props.slice(1),n=e.length;t.props[0].type==="block-scalar-header"&&
(n-=t.props[0].source.length);for(let o of r)o.offset+=n;delete t.props,Object.assign(t,{type:s,source:e,end:r});break}case"block-map":case"block-seq":{let n={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[n]});break}default:{let r="indent"in t?t.indent:-1,n="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:r,source:e,
end:n})}}}rl.createScalarToken=jR;rl.resolveAsScalar=DR;rl.setScalarValue=WR});var vw=N(kw=>{"use strict";var FR=t=>"type"in t?ol(t):nl(t);function ol(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=ol(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=nl(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=nl(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=nl(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function nl({start:t,key:e,sep:s,value:r}){let n="";for(let o of t)n+=o.source;if(e&&(n+=ol(e)),s)for(let o of s)n+=o.
source;return r&&(n+=ol(r)),n}kw.stringify=FR});var Sw=N(_w=>{"use strict";var Wu=Symbol("break visit"),VR=Symbol("skip children"),xw=Symbol("remove item");function Ur(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),$w(Object.freeze([]),t,e)}Ur.BREAK=Wu;Ur.SKIP=VR;Ur.REMOVE=xw;Ur.itemAtPath=(t,e)=>{let s=t;for(let[r,n]of e){let o=s?.[r];if(o&&
"items"in o)s=o.items[n];else return}return s};Ur.parentCollection=(t,e)=>{let s=Ur.itemAtPath(t,e.slice(0,-1)),r=e[e.length-1][0],n=s?.[r];if(n&&"items"in n)return n;
throw new Error("Parent collection not found")};function $w(t,e,s){let r=s(e,t);if(typeof r=="symbol")return r;for(let n of["key","value"]){let o=e[n];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=$w(Object.freeze(t.concat([[n,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Wu)return Wu;a===xw&&
(o.items.splice(i,1),i-=1)}}typeof r=="function"&&n==="key"&&(r=r(e,t))}}return typeof r=="function"?r(e,t):r}_w.visit=Ur});var il=N(St=>{"use strict";var Mu=ww(),UR=vw(),HR=Sw(),Fu="\uFEFF",Vu="",Uu="",Hu="",BR=t=>!!t&&"items"in t,GR=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function zR(t){switch(t){case Fu:return"<BOM>";case Vu:return"<DOC>";case Uu:return"<FL\
OW_END>";case Hu:return"<SCALAR>";default:return JSON.stringify(t)}}function KR(t){switch(t){case Fu:return"byte-order-mark";case Vu:return"doc-mode";case Uu:return"\
flow-error-end";case Hu:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}St.createScalarToken=Mu.createScalarToken;St.resolveAsScalar=Mu.resolveAsScalar;St.setScalarValue=Mu.
setScalarValue;St.stringify=UR.stringify;St.visit=HR.visit;St.BOM=Fu;St.DOCUMENT=Vu;St.FLOW_END=Uu;St.SCALAR=Hu;St.isCollection=BR;St.isScalar=GR;St.prettyToken=
zR;St.tokenType=KR});var zu=N(Cw=>{"use strict";var qo=il();function Xt(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var Ew=new Set("0123456789ABCDEFabcdef"),YR=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),al=new Set(",[]{}"),QR=new Set(` ,[]{}
\r	`),Bu=t=>!t||QR.has(t),Gu=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let r=this.next??"stream";for(;r&&(s||this.hasChars(1));)r=yield*this.parseNext(
r)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let r=0;for(;s===" ";)s=this.buffer[++r+e];if(s==="\r"){
let n=this.buffer[r+e+1];if(n===`
`||!n&&!this.atEnd)return e+r+1}return s===`
`||r>=this.indentNext||!s&&!this.atEnd?e+r:-1}if(s==="-"||s==="."){let r=this.buffer.substr(e,3);if((r==="---"||r==="...")&&Xt(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===qo.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,r=e.indexOf("#");for(;r!==-1;){
let o=e[r-1];if(o===" "||o==="	"){s=r-1;break}else r=e.indexOf("#",r+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let n=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-n),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield qo.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Xt(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Xt(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Xt(s)){let r=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=r,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Bu),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,r=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=r=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let n=this.getLine();
if(n===null)return this.setNext("flow");if((r!==-1&&r<this.indentNext&&n[0]!=="#"||r===0&&(n.startsWith("---")||n.startsWith("..."))&&Xt(n[3]))&&!(r===this.indentNext-
1&&this.flowLevel===1&&(n[0]==="]"||n[0]==="}")))return this.flowLevel=0,yield qo.FLOW_END,yield*this.parseLineStart();let o=0;for(;n[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),n[o]){case void 0:return"flow";case"#":return yield*this.pushCount(n.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Bu),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Xt(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let r=this.buffer.
substring(0,s),n=r.indexOf(`
`,this.pos);if(n!==-1){for(;n!==-1;){let o=this.continueScalar(n+1);if(o===-1)break;n=r.indexOf(`
`,o)}n!==-1&&(s=n-(r[n-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Xt(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,r;e:for(let o=this.pos;r=this.buffer[o];++o)switch(r){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!r&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let n=e+1;for(r=this.buffer[n];r===" ";)r=this.buffer[++n];
if(r==="	"){for(;r==="	"||r===" "||r==="\r"||r===`
`;)r=this.buffer[++n];e=n-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield qo.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,r=this.pos-1,n;for(;n=this.buffer[++r];)if(n===":"){let o=this.buffer[r+1];if(Xt(o)||e&&al.has(o))break;s=r}else if(Xt(n)){let o=this.buffer[r+
1];if(n==="\r"&&(o===`
`?(r+=1,n=`
`,o=this.buffer[r+1]):s=r),o==="#"||e&&al.has(o))break;if(n===`
`){let i=this.continueScalar(r+1);if(i===-1)break;r=Math.max(r,i-2)}}else{if(e&&al.has(n))break;s=r}return!n&&!this.atEnd?this.setNext("plain-scalar"):(yield qo.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let r=this.
buffer.slice(this.pos,e);return r?(yield r,this.pos+=r.length,r.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Bu),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,r=this.charAt(1);if(Xt(r)||s&&al.has(r)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Xt(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(YR.has(s))s=this.buffer[++e];else if(s==="%"&&Ew.has(this.buffer[e+1])&&Ew.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,r;do r=this.buffer[++s];while(r===" "||e&&r==="	");let n=s-this.pos;return n>0&&(yield this.buffer.substr(
this.pos,n),this.pos=s),n}*pushUntil(e){let s=this.pos,r=this.buffer[s];for(;!e(r);)r=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};Cw.Lexer=Gu});var Yu=N(Aw=>{"use strict";var Ku=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,r=this.lineStarts.length;
for(;s<r;){let o=s+r>>1;this.lineStarts[o]<e?s=o+1:r=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let n=this.lineStarts[s-1];
return{line:s,col:e-n+1}}}};Aw.LineCounter=Ku});var Xu=N(Nw=>{"use strict";var XR=require("process"),Tw=il(),JR=zu();function mr(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function Pw(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function Iw(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function ll(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function Tn(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function cl(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function Rw(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!mr(e.start,"explicit-key-ind")&&!mr(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,Iw(e.value)?e.value.end?cl(e.value.end,e.sep):e.value.end=e.sep:cl(e.start,e.sep),delete e.sep)}var Qu=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new JR.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let r of this.lexer.lex(e,s))yield*this.next(r);s||(yield*this.end())}*next(e){if(this.source=
e,XR.env.LOG_TOKENS&&console.log("|",Tw.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=Tw.tokenType(e);if(s)
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
0),s.type==="flow-collection"&&Rw(s),r.type){case"document":r.value=s;break;case"block-scalar":r.props.push(s);break;case"block-map":{let n=r.items[r.items.length-
1];if(n.value){r.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(n.sep)n.value=s;else{Object.assign(n,{key:s,sep:[]}),this.onKeyLine=!n.explicitKey;
return}break}case"block-seq":{let n=r.items[r.items.length-1];n.value?r.items.push({start:[],value:s}):n.value=s;break}case"flow-collection":{let n=r.items[r.items.
length-1];!n||n.value?r.items.push({start:[],key:s,sep:[]}):n.sep?n.value=s:Object.assign(n,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((r.
type==="document"||r.type==="block-map"||r.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let n=s.items[s.items.length-1];n&&!n.sep&&!n.value&&
n.start.length>0&&Pw(n.start)===-1&&(s.indent===0||n.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(r.type==="document"?r.end=n.start:r.items.push({start:n.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{Pw(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=ll(this.peek(2)),r=Tn(s),n;e.end?(n=e.end,n.push(this.sourceToken),delete e.end):n=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:r,key:e,sep:n}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){cl(n,s.start),
n.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let r=!this.onKeyLine&&this.indent===e.indent,n=r&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(n&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let l=s.sep[a];switch(l.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":l.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":n||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):n||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(mr(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(Iw(s.key)&&!mr(s.sep,"newline")){
let i=Tn(s.start),a=s.key,l=s.sep;l.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:l}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(mr(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=Tn(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||n?e.items.push({start:o,key:null,sep:[this.sourceToken]}):mr(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);n||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!mr(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else r&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){cl(n,s.start),n.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||mr(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let r=this.startBlockValue(e);if(r){this.stack.push(r);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let r;do yield*this.pop(),r=this.peek(1);while(r?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let n=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:n,
sep:[]}):s.sep?this.stack.push(n):Object.assign(s,{key:n,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let r=this.startBlockValue(
e);r?this.stack.push(r):(yield*this.pop(),yield*this.step())}else{let r=this.peek(2);if(r.type==="block-map"&&(this.type==="map-value-ind"&&r.indent===e.indent||
this.type==="newline"&&!r.items[r.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&r.type!=="flow-collection"){let n=ll(
r),o=Tn(n);Rw(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=ll(e),r=Tn(s);return r.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=ll(e),r=Tn(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(r=>r.type==="newline"||r.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};Nw.Parser=Qu});var jw=N(Do=>{"use strict";var Ow=Du(),ZR=Ao(),Lo=Ro(),eI=qd(),tI=ne(),sI=Yu(),qw=Xu();function Lw(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new sI.LineCounter||null,prettyErrors:e}}function rI(t,e={}){let{lineCounter:s,prettyErrors:r}=Lw(e),n=new qw.Parser(s?.addNewLine),o=new Ow.Composer(e),i=Array.
from(o.compose(n.parse(t)));if(r&&s)for(let a of i)a.errors.forEach(Lo.prettifyError(t,s)),a.warnings.forEach(Lo.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function Dw(t,e={}){let{lineCounter:s,prettyErrors:r}=Lw(e),n=new qw.Parser(s?.addNewLine),o=new Ow.Composer(e),i=null;for(let a of o.
compose(n.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new Lo.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return r&&s&&(i.errors.forEach(Lo.prettifyError(t,s)),i.warnings.forEach(Lo.prettifyError(
t,s))),i}function nI(t,e,s){let r;typeof e=="function"?r=e:s===void 0&&e&&typeof e=="object"&&(s=e);let n=Dw(t,s);if(!n)return null;if(n.warnings.forEach(o=>eI.
warn(n.options.logLevel,o)),n.errors.length>0){if(n.options.logLevel!=="silent")throw n.errors[0];n.errors=[]}return n.toJS(Object.assign({reviver:r},s))}function oI(t,e,s){
let r=null;if(typeof e=="function"||Array.isArray(e)?r=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let n=Math.round(s);s=n<1?void 0:
n>8?{indent:8}:{indent:n}}if(t===void 0){let{keepUndefined:n}=s??e??{};if(!n)return}return tI.isDocument(t)&&!r?t.toString(s):new ZR.Document(t,r,s).toString(s)}
Do.parse=nI;Do.parseAllDocuments=rI;Do.parseDocument=Dw;Do.stringify=oI});var Mw=N(de=>{"use strict";var iI=Du(),aI=Ao(),lI=bu(),Ju=Ro(),cI=po(),hr=ne(),dI=dr(),uI=Ve(),pI=pr(),fI=fr(),mI=il(),hI=zu(),gI=Yu(),bI=Xu(),dl=jw(),Ww=ao();de.
Composer=iI.Composer;de.Document=aI.Document;de.Schema=lI.Schema;de.YAMLError=Ju.YAMLError;de.YAMLParseError=Ju.YAMLParseError;de.YAMLWarning=Ju.YAMLWarning;de.
Alias=cI.Alias;de.isAlias=hr.isAlias;de.isCollection=hr.isCollection;de.isDocument=hr.isDocument;de.isMap=hr.isMap;de.isNode=hr.isNode;de.isPair=hr.isPair;de.isScalar=
hr.isScalar;de.isSeq=hr.isSeq;de.Pair=dI.Pair;de.Scalar=uI.Scalar;de.YAMLMap=pI.YAMLMap;de.YAMLSeq=fI.YAMLSeq;de.CST=mI;de.Lexer=hI.Lexer;de.LineCounter=gI.LineCounter;
de.Parser=bI.Parser;de.parse=dl.parse;de.parseAllDocuments=dl.parseAllDocuments;de.parseDocument=dl.parseDocument;de.stringify=dl.stringify;de.visit=Ww.visit;de.
visitAsync=Ww.visitAsync});var Hw={};fl(Hw,{checkGuardFile:()=>wI,readGuardFile:()=>yI});function yI(t,e){let s=new Rt.LineCounter,r=p=>{let{line:h,col:m}=s.linePos(p);return`${e}:${h}:${m}`},
n=(0,Rt.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=n.errors[0]??n.warnings[0];if(o)throw new gt(`${r(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(p,h)=>{throw new gt(`${r(p?.range?.[0]??0)}  ${h}`)},a=n.contents;if(!(0,Rt.isMap)(a))return i(a,'must be a map with "schema: 1"');let l=new Map;
for(let{key:p,value:h}of a.items){let m=(0,Rt.isScalar)(p)?String(p.value):"";Fw.includes(m)||i(p,`unknown key "${m}"; there are ${Fw.join(", ")}`),l.set(m,h)}let c=l.
get("schema");(!(0,Rt.isScalar)(c)||c.value!==1)&&i(c??a,'must say "schema: 1"');let d=p=>{let h=l.get(p);return h===void 0?[]:(0,Rt.isSeq)(h)?(h.items.length>Vw&&
i(h,`${p}: has more than ${Vw} entries`),h.items.map(m=>!(0,Rt.isScalar)(m)||typeof m.value!="string"?i(m,`${p}: must hold texts`):{name:m.value,place:r(m.range?.[0]??
0)})):i(h,`${p}: must be a list`)},u=l.get("level"),f=Er.find(p=>(0,Rt.isScalar)(u)&&u.value===p);return u!==void 0&&f===void 0&&i(u,`level: must be one of ${Er.
join(", ")}`),{level:f,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function wI({allow:t,deny:e},s){let r=new Map(s.map(n=>[n.id,n]));for(let{name:n,place:o}of[
...t,...e])if(!r.has(n)&&!Uw.includes(n))throw new gt(`${o}  there is no rule "${n}"`,"`gatebench guard --list` prints the rules.");for(let{name:n,place:o}of t){
if(r.get(n)?.severity==="catastrophic")throw new gt(`${o}  the rule "${n}" is catastrophic and cannot be allowed`);if(Uw.includes(n))throw new gt(`${o}  "${n}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===n))throw new gt(`${o}  the rule "${n}" is both allowed and denied`)}}var Rt,Fw,
Vw,Uw,Bw=st(()=>{"use strict";Rt=op(Mw(),1);yn();Cr();Fw=["schema","level","allow","deny","rules"],Vw=500,Uw=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function kI(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let r=t.charCodeAt(e+1);if(!(r>=56320&&r<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function Hr(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&kI(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let r=Hr(t.toJSON(),e);return e.
delete(t),r}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(n=>Hr(n===void 0||typeof n=="symbol"?null:
n,e)).join(",")}]`;else{let r=[];for(let n of Object.keys(t).sort())t[n]===void 0||typeof t[n]=="symbol"||r.push(`${Hr(n)}:${Hr(t[n],e)}`);s=`{${r.join(",")}}`}
return e.delete(t),s}var Gw=st(()=>{});function ep(t){if(Zu(t))return JSON.stringify(t);if(Yw(t))return vI(t);if(Array.isArray(t))return`[${t.map(s=>Kw(s)?"null":ep(s)).join(",")}]`;let e=Hr(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function vI(t){let e="";for(let s of Object.keys(t).sort()){let r=t[s];if(!Kw(r)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${ep(r)}`}}return e===""?"{}":`${e}}`}function Zu(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Zu);if(!Yw(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Zu(t[s]))return!1;e=s}return!0}default:return!1}}function Yw(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function tp(t){return(0,zw.hash)("sh\
a256",t)}function Qw(t){return tp(ep(t))}var zw,Kw,Xw=st(()=>{"use strict";zw=require("node:crypto");Gw();Kw=t=>t===void 0||typeof t=="symbol"});var sp,Jw=st(()=>{"use strict";sp=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var xI,$I,Zw,ek=st(()=>{"use strict";xI="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",$I="9f86d081884c7d659a2feaa0c55ad015",Zw=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,r)=>{let n=(s==="hex"?$I:xI).repeat(3).slice(0,Number(r));return s==="RANDOM"?n.toUpperCase():n})});var _I,SI,EI,tk,sk=st(()=>{"use strict";_I=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),SI=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
EI=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,tk=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||EI.test(s)||SI.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!_I.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function rk(t){let e=new Map;for(let r of t)e.set(r,(e.get(r)??0)+1);let s=0;for(let r of e.values())s-=r/t.length*Math.log2(r/t.length);return s}function nk(t){
let{least_entropy:e,entropy_above:s,has:r=[],not:n=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||n.includes("placeholder")&&AI.test(i)||e!==void 0&&rk(
i)<e||s!==void 0&&rk(i)<=s||!r.every(l=>CI[l].test(i))||n.includes("words")&&TI.test(i)?!1:!(n.includes("local-address")&&PI.test(a))}var CI,AI,TI,PI,ok=st(()=>{
"use strict";CI={digit:/\d/,letter:/[A-Za-z]/},AI=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
TI=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
PI=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var ik,ak=st(()=>{"use strict";ik=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var lk,ck=st(()=>{"use strict";Ut();ok();ak();lk=ik.map(({pattern:t,flags:e="",accepts:s,...r})=>({...r,pattern:new RegExp(t,`g${e}`),...Ie({accepts:s&&nk(s)})}))});var RI,dk,uk=st(()=>{"use strict";Ut();ek();sk();ck();RI=lk.flatMap(({id:t,pattern:e,accepts:s,texts:r,examples:n})=>{if(!r)return[];let{field:o,...i}=r,{redacts:a={},
leaves:l=[]}=n,c=[...Object.entries(a),...l.map(d=>[d,d])];return[{id:t,pattern:e,...i,...Ie({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(c.map(d=>d.map(Zw)))}]}),dk=[...RI,...tk]});function fk(t){let e=new Uint8Array(rp+1),s=new Map,r=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of mk(o,o.text))r[i].push({hint:o,
back:0});else for(let[i,a]of NI(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let n=Uint8Array.from(r,o=>+(o.length>0));return(o,i)=>{let a=pk,l=(d,u)=>{
for(let{hint:f,back:p}of d){let h=u-p;if(h<0||!OI(o,h,f))continue;if(i.left<=0)return!1;i.left-=1,a===pk&&(a=new Map);let m=a.get(f.rule);m?m.at(-1)!==h&&m.push(
h):a.set(f.rule,[h])}return!0},c=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(c=(c<<6^u)&rp,e[c]!==0&&!l(s.get(c),d)||n[u]!==0&&!l(r[u],d))return}
return a}}function*NI({text:t,fold:e}){let s=[...t.slice(0,3)],r=s.map(l=>mk({fold:e},l));for(;r.length<3;)r.unshift(Array.from({length:128},(l,c)=>c));let n=new Set,
[o=[],i=[],a=[]]=r;for(let l of o)for(let c of i)for(let d of a){let u=((l<<6^c)<<6^d)&rp;n.has(u)||(yield[u,s.length-1]),n.add(u)}}function mk({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function OI(t,e,{text:s,fold:r}){return r?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var pk,
II,rp,hk=st(()=>{"use strict";pk=new Map,II=18,rp=2**II-1});function bk(t,e){let s=t.map(a=>{let l=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),c=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${c}`;
return{rule:a,near:new RegExp(d,`${l}y`),next:new RegExp(c,`${l}g`)}}),r=({hints:a=[],fold:l=!1},c)=>a.map(d=>({text:d,fold:l,rule:c})),n=fk(t.flatMap(r)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,l)=>{let c=n(a,l);if(!c)return;let d=[],u;for(let f=c.size>0?0:i;f<s.length;f++){let p=s[f],h=p.rule.hints&&c.get(f);
if(p.rule.hints&&!h)continue;let m=h?LI(p,a,h,e):DI(p,a,e);for(let g of m)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((f,p)=>f.from-p.from)}}function LI({rule:t,near:e},s,r,n){let o=[],i=0;for(let a of r){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let l=e.exec(s);if(!l)continue;let c=yk(t,s,l,i,n);c&&(o.push(c),i=c.to)}return o}function DI({rule:t,next:e},s,r){let n=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=yk(t,s,o,n.at(-1)?.to??0,r);i&&n.push(i)}return n}function yk(t,e,s,r,n){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),l=jI(e,Math.max(r,o),a===-1?i:o+a),c=e.slice(l.from,l.to);if(!(c===""||wk(c,n)||t.accepts&&!t.accepts(c,s[1])))return{rule:t,
...l}}function wk(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<gk}function kk({field:t,accepts:e},s,r,n){return!t||r.length<gk||r.length>qI?!1:
!/\s/.test(r)&&t.test(s)&&!wk(r,n)&&(!e||e(r,r))}function jI(t,e,s){let r=WI(t,e),n=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(r,n-16),n));for(o&&vk.test(
t[n]??"")&&(n-=o[0].length);n>r&&t[n-1]==="\\";)n--;return xk(t,n-1)&&$k(t,n)&&n--,{from:r,to:Math.max(r,n)}}function WI(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let r=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let n=r?4-r[1].length:0;n>0&&vk.test(t[s]??"");n--)s++;return $k(t,s)&&xk(t,s-1)&&s++,s}var gk,qI,vk,xk,$k,_k=st(()=>{"use strict";hk();gk=12,qI=300;vk=/^[0-9a-fA-F]$/;
xk=(t,e)=>(t.charCodeAt(e)&64512)===55296,$k=(t,e)=>(t.charCodeAt(e)&64512)===56320});function Ak(t=zI,e=HI){let s=JI(t),r=bk(t,s),n=Qw([MI,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...KI(t,r,s,e),sha256:n,begin:o});
return o()}function KI(t,e,s,r){let n={left:r},o=YI(),i=(d,u,f)=>{let p=d,h=f==="facts"&&d.length<=BI?{left:4*d.length}:n;for(let m=0;m<FI;m++){let g=e(p,h);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,Ck;if(g.length===0)return p;p=XI(p,g,(y,v)=>(u[y.id]=(u[y.id]??0)+1,f==="patch"?QI(v,_=>o(y,_)):o(y,v)))}return p},a=(d,u)=>d.
split("/").map(f=>{let p={},h=i(f,p,"facts");if(h===f||Sk(h.replace(s,""))!==Sk(f))return f;for(let[m,g]of Object.entries(p))u[m]=(u[m]??0)+g;return h}).join("/"),
l=(d,u,f,p)=>typeof d=="string"?i(d,u,p):typeof d!="object"||d===null?d:f>UI?(u["too-deep"]=(u["too-deep"]??0)+1,Ek):Array.isArray(d)?d.map(h=>l(h,u,f+1,p)):Object.
fromEntries(Object.entries(d).map(([h,m])=>{let g=i(h,u,p);if(p==="facts"&&typeof m=="string"&&GI.has(h))return[g,a(m,u)];let y=l(m,u,f+1,p),v=typeof m=="string"&&
y===m&&t.find(_=>kk(_,h,m,s));return v?(u[v.id]=(u[v.id]??0)+1,[g,o(v,m)]):[g,y]})),c=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>c(f=>i(d,f,u)),
json:(d,u)=>c(f=>l(d,f,0,u))}}function YI(){let t=new Map;return(e,s)=>{let r=t.get(e.id)??new Map;t.set(e.id,r);let n=s.length>64?tp(s):s,o=r.get(n);return o===
void 0&&(o=r.size<VI?r.size+1:0,o>0&&r.set(n,o)),sp(e,o)}}function QI(t,e){let[s="",...r]=t.split(`
`),n=e([s,...r.map(o=>o.slice(1))].join(`
`));return[s===""?"":n,...r.map(o=>`${o.slice(0,1)}${o.length>1?n:""}`)].join(`
`)}function XI(t,e,s){let r=[],n=0;for(let{rule:o,from:i,to:a}of e)r.push(t.slice(n,i),s(o,t.slice(i,a))),n=a;return r.join("")+t.slice(n)}function JI(t){let s=[
...t.map(r=>sp(r,Number.NaN)),Ek,Ck].map(r=>r.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var MI,FI,VI,
UI,Ek,HI,Ck,BI,GI,zI,Sk,Tk=st(()=>{"use strict";Xw();Jw();uk();_k();MI=2,FI=20,VI=2e5,UI=500,Ek="[redacted:too-deep]",HI=2e6,Ck="[redacted:too-dense]",BI=8192,GI=
new Set(["path","old_path"]),zI=dk.filter(({optional:t})=>!t);Sk=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var Ik={};fl(Ik,{appendLogLine:()=>sN,formatLogLine:()=>Rk});function Rk({time:t,client:e,verdict:s,rule:r,subject:n}){let{value:o}=Ak().text(n.slice(0,ZI)),i=o.
length>Pk?`${o.slice(0,Pk)} \u2026`:o,a=tN.reduce((l,c)=>l.replace(c,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${r||"-"} ${Lr(a)}`}function sN(t,e){
let s=`${Rk(e)}
`,r=(0,Et.openSync)(t,eN,384);try{if(!(0,Et.fstatSync)(r).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,Et.writeSync)(r,s)}finally{
(0,Et.closeSync)(r)}}var Et,ZI,Pk,eN,tN,Nk=st(()=>{"use strict";Et=require("node:fs");yn();Tk();ZI=64*1024,Pk=2e3,eN=Et.constants.O_WRONLY|Et.constants.O_CREAT|
Et.constants.O_APPEND|Et.constants.O_NOFOLLOW|Et.constants.O_NONBLOCK,tN=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var bN={};fl(bN,{CLOSED_CONTAINER:()=>Br,GuardrailSuite:()=>ca,NON_EMPTY_VALUE:()=>ip,OWN_CONTAINER:()=>Gr,SEVERITY_ORDER:()=>is,UNKNOWN_VALUE:()=>w,UNREAD_VALUE:()=>U,
codeLanguages:()=>Kk,completeName:()=>Uo,concatenateWords:()=>ee,createGuard:()=>tr,createShellInvocation:()=>Vt,createShippedGuard:()=>Z1,createWord:()=>P,createWords:()=>Se,
findAffectedPaths:()=>Mn,findOriginalPaths:()=>rc,getFindPatterns:()=>_r,getGrammar:()=>Kr,guardLevels:()=>Er,hasFlag:()=>ve,hasUnreadValue:()=>De,isDeletingFind:()=>Wn,
isKnownWord:()=>Ue,isRemotePath:()=>vi,listOutputFiles:()=>Rn,parseProgramArguments:()=>Re,pathClasses:()=>Yk,pathEffects:()=>Pn,phraseRules:()=>aa,readCode:()=>bi,
readCommand:()=>na,replaceWithUnevaluated:()=>qe,replaceWithUnknown:()=>Jt,resolveFoundPaths:()=>Sr,runHook:()=>cN,shippedGuardRules:()=>la,vocabulary:()=>S});module.
exports=zk(bN);var cp=require("node:path");var w="\uFFFC";var U="\uFFFC\uFFFB",ip="\uFFFC\u2026",De=t=>t.includes("\uFFFB"),Jt=t=>De(t)?"\uFFFC\uFFFB":"\uFFFC",qe=t=>t.includes("\uFFFC")&&!De(t)?"\uFFFC":"\uFFFC\uFFFB",
P=(t,e=!1)=>({text:t,glob:e}),Se=t=>t.map(e=>P(e)),ee=t=>({text:t.map(({text:e})=>e).join(" "),glob:t.some(({glob:e})=>e)}),Ue=({text:t})=>!t.includes("\uFFFC"),
Kk=["shell","python","javascript","perl","ruby","php","awk","sql","other"],Br="closed-container",Gr="own-container",Vt=(t,e,s=[],r)=>({program:t,path:t,args:e,redirects:s,
environment:{},wrappers:[],language:"shell",folder:r});var G=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
nt","--dry-run","--recon","--no-act"]},"aptitude":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"dnf":{"flags":["--assumeno","--\
downloadonly"]},"yum":{"flags":["--assumeno","--downloadonly"]},"microdnf":{"flags":["--assumeno","--downloadonly"]},"modprobe":{"flags":["-n","--dry-run","--sh\
ow"]},"hg purge":{"flags":["-p","--print"]},"hg clean":{"flags":["-p","--print"]},"p4 clean":{"flags":["-n","-a"]},"p4 revert":{"flags":["-n","-a"]},"fossil cle\
an":{"flags":["--dry-run","-n","--help"]},"fossil revert":{"flags":["--dry-run","-n","--help"]},"darcs revert":{"flags":["--dry-run","-n","--help"]},"darcs obli\
terate":{"flags":["--dry-run","-n","--help"]},"git apply":{"flags":["--check","--stat","--numstat","--summary"]},"make":{"flags":["-n","--dry-run","--just-print\
","--recon"]},"gmake":{"flags":["-n","--dry-run","--just-print","--recon"]},"duplicacy prune":{"flags":["-dry-run"]},"zfs destroy":{"flags":["-n"]},"mke2fs":{"f\
lags":["-n"]},"mkfs.ext2":{"flags":["-n"]},"mkfs.ext3":{"flags":["-n"]},"mkfs.ext4":{"flags":["-n"]},"gsutil rsync":{"flags":["-n"]},"aws s3":{"flags":["--dryru\
n"]},"ansible":{"flags":["--check","-C","--syntax-check","--list-hosts","--list-tasks","--list-tags"]},"ansible-playbook":{"flags":["--check","-C","--syntax-che\
ck","--list-hosts","--list-tasks","--list-tags"]},"semantic-release":{"flags":["-d","--dry-run"]},"release-it":{"flags":["-d","--dry-run"]},"pulumi destroy":{"f\
lags":["--preview-only"]},"pulumi up":{"flags":["--preview-only"]},"pulumi update":{"flags":["--preview-only"]}},"switches":["--force","--force-with-lease","--d\
elete","--delete-before","--delete-after","--delete-during","--delete-excluded","--del","--archive","--recursive","--verbose","--quiet","--all","--mirror","--ta\
gs","--follow-tags","--prune","--yes","--no-verify","--atomic","--set-upstream","--allow-dirty","--interactive","--list","--checksum","--update","--compress","-\
-partial","--inplace","--ignore-not-found","--now","--workspace","--workspaces","--ignore-daemonsets","--delete-emptydir-data","--include-dependencies","--no-co\
lor","--debug","--volumes","--remove-orphans","--cascade","--wait","--provenance","--no-git-checks","--stats","--progress","--keep-history","--dry-run","--dryru\
n"],"help":{"leading":["rm","rmdir","unlink","shred","srm","chmod","chown","chgrp","chflags","chattr","mv","cp","ln","truncate"],"none":["kill","eval","exec","f\
ind","dd","echo","printf","sh","bash","dash","zsh","ksh","python","node","perl","ruby","php","source",".","xargs","env","sudo"],"verbs":["git","hg","svn","jj","\
npm","pnpm","yarn","bun","deno","npx","cargo","rustup","go","pip","poetry","uv","hatch","pdm","gem","bundle","mix","composer","dotnet","brew","docker","podman",\
"nerdctl","docker-compose","kubectl","oc","helm","kind","k3d","minikube","terraform","tofu","terragrunt","gsutil","bq","rclone","restic","borg","kopia","gorelea\
ser","zfs","zpool","btrfs","cryptsetup","systemctl","rails","artisan"],"one_dash":["terraform","tofu","terragrunt","packer","vault","bao","consul","nomad","go",\
"java","ffmpeg","openssl","find","gradle","ant"]},"roles":{"cat":{"each":"reads"},"tac":{"each":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"\
each":"reads"},"less":{"each":"reads"},"more":{"each":"reads"},"most":{"each":"reads"},"bat":{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},\
"xxd":{"each":"reads"},"hexdump":{"each":"reads"},"hd":{"each":"reads"},"od":{"each":"reads"},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"ea\
ch":"reads"},"basenc":{"each":"reads"},"rev":{"each":"reads"},"uniq":{"each":"reads"},"cut":{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"f\
old":{"each":"reads"},"fmt":{"each":"reads"},"pr":{"each":"reads"},"column":{"each":"reads"},"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"r\
eads"},"colordiff":{"each":"reads"},"cmp":{"each":"reads"},"sdiff":{"each":"reads"},"vimdiff":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},\
"bzip2":{"each":"reads"},"xz":{"each":"reads"},"zstd":{"each":"reads"},"gunzip":{"each":"reads"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each\
":"reads"},"uuencode":{"each":"reads"},"split":{"each":"reads"},"csplit":{"each":"reads"},"look":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"}\
,"pandoc":{"each":"reads"},"highlight":{"each":"reads"},"glow":{"each":"reads"},"xclip":{"each":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"so\
ps":{"each":"reads"},"age":{"each":"reads"},"shuf":{"each":"reads"},"iconv":{"each":"reads"},"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each"\
:"reads"},"lolcat":{"each":"reads"},"open":{"each":"reads"},"xdg-open":{"each":"reads"},"kcat":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"\
},"fx":{"each":"reads"},"yq":{"each":"reads"},"tomlq":{"each":"reads"},"xq":{"each":"reads"},"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each"\
:"reads"},"python3-dotenv":{"each":"reads"},"ssh-keygen":{"each":"reads"},"json.tool":{"each":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"e\
ach":"reads"},"nawk":{"each":"reads"},"sqlite3":{"each":"reads"},"sqlite":{"each":"reads"},"duckdb":{"each":"reads"},"git add":{"each":"reads"},"git hash-object\
":{"each":"reads"},"git diff":{"each":"reads"},"git show":{"each":"reads"},"git blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":\
"reads","-i":"reads"}},"mailx":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach"\
:"reads","-i":"reads"}},"mutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach\
":"reads","-i":"reads"}},"croc send":{"each":"reads"},"wormhole send":{"each":"reads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"\
sendme send":{"each":"reads"},"gh gist":{"each":"reads"},"sort":{"each":"reads","options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"\
unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}}\
,"egrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"rea\
ds","-f":"reads","--file":"reads"}},"fgrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads"\
,"--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"rg":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options\
":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--rege\
xp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","sk\
ip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"r\
eads"}},"zgrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--includ\
e":"reads","-f":"reads","--file":"reads"}},"ugrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":\
"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ggrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"\
],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","-\
-from-file"],"options":{"--slurpfile":"reads","--rawfile":"reads"}},"sed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"fla\
gs":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"gsed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i"\
,"--in-place","-pi","-i.bak"],"each":"writes"}]},"perl":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-pl\
ace","-pi","-i.bak"],"each":"writes"}]},"ruby":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi\
","-i.bak"],"each":"writes"}]},"vi":{"each":"writes"},"vim":{"each":"writes"},"nvim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code"\
:{"each":"writes"},"subl":{"each":"writes"},"ed":{"each":"writes"},"ex":{"each":"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"wr\
ites"},"kate":{"each":"writes"},"joe":{"each":"writes"},"mcedit":{"each":"writes"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"\
sponge":{"each":"writes"},"tee":{"each":"writes"},"truncate":{"each":"writes"},"mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writ\
es"},"rm":{"each":"deletes"},"unlink":{"each":"deletes"},"shred":{"each":"deletes"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"\
},"trash-put":{"each":"deletes"},"rimraf":{"each":"deletes"},"del":{"each":"deletes"},"del-cli":{"each":"deletes"},"rimraf-cli":{"each":"deletes"},"erase":{"eac\
h":"deletes"},"rd":{"each":"deletes"},"remove-item":{"each":"deletes"},"cp":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"write\
s"},"with":[{"flags":["-n","--no-clobber"],"each":"none"}]},"mv":{"each":"moves","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"insta\
ll":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":\
"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"kubectl":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"oc":{"\
options":{"--from-file":"reads","--from-env-file":"reads"}},"scp":{"each":"reads","last":"writes"},"rsync":{"each":"reads","last":"writes"},"docker cp":{"each":\
"reads","last":"writes"},"kubectl cp":{"each":"reads","last":"writes"},"podman cp":{"each":"reads","last":"writes"},"gsutil cp":{"each":"reads","last":"writes"}\
,"zip":{"each":"reads","skip":1,"with":[{"flags":["-m","--move"],"each":"moves"}]},"git log":{"with":[{"flags":["-p","--patch","-u"],"each":"reads"}]},"dd":{"ke\
yed":{"if=":"reads","of=":"writes"}},"dcfldd":{"keyed":{"if=":"reads","of=":"writes"}},"dc3dd":{"keyed":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if\
=":"reads","of=":"writes"}},"fdupes":{"each":"changes"},"jdupes":{"each":"changes"},"rdfind":{"each":"changes"},"ditto":{"each":"reads","last":"writes"},"restic\
 backup":{"each":"reads","skip":1},"setfacl":{"each":"changes"},"chown":{"each":"changes","skip":1,"unless":["--reference"]},"chgrp":{"each":"changes","skip":1,\
"unless":["--reference"]},"chcon":{"each":"changes","skip":1,"unless":["--reference"]},"chmod":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s"\
,"-t","-a","-i"]},"chattr":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"w\
ith":[{"flags":["--remove-files"],"each":"deletes"},{"flags":["-x","-t","--extract","--list","--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1\
},"7za":{"each":"reads","skip":1},"rar":{"each":"reads","skip":1},"git cat-file":{"each":"reads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options\
":{"-o":"writes","--output":"writes","-T":"reads","--upload-file":"reads","-K":"reads","--config":"reads"}},"wget":{"options":{"-O":"writes","--output-document"\
:"writes","--post-file":"reads","--body-file":"reads"}},"openssl":{"options":{"-in":"reads"}},"ab":{"options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"op\
enssl crl":{},"openssl verify":{},"openssl s_client":{},"busybox":{},"gpg":{"each":"reads","with":[{"flags":["--list-keys","--list-secret-keys","-k","-K"],"each\
":"none"}]},"aws s3":{"each":"reads","last":"writes","skip":1},"gcloud storage":{"each":"reads","last":"writes","skip":1},"az storage":{"options":{"--file":"rea\
ds","-f":"reads"}},"unzip":{"options":{"-d":"writes"},"with":[{"flags":["-p"],"each":"reads"}]},"http.server":{"options":{"--directory":"reads","-d":"reads"}},"\
b2 upload-file":{"each":"reads"},"b2 file":{"each":"reads"},"s3cmd put":{"each":"reads"},"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive uploa\
d":{"each":"reads"},"uplink cp":{"each":"reads"},"mc cp":{"each":"reads"},"azcopy copy":{"each":"reads"},"megaput":{"each":"reads"},"gh release":{"each":"reads"\
,"skip":2},"git restore":{"each":"writes","with":[{"flags":["--staged","-S"],"each":"none"}]},"git clean":{"each":"changes"},"git mv":{"each":"moves","last":"wr\
ites"},"git rm":{"each":"moves","with":[{"flags":["--cached"],"each":"none"}]},"mysqldump":{"options":{"--result-file":"writes","-r":"writes"}},"ssh":{"options"\
:{"-F":"reads"}}}},"clients":{"creations":{"git":{"destroys":"^(?:branch -q? ?-?[dD]|branch --delete|tag -d|update-ref -d|worktree remove(?: -f| --force)?) (\\\\S\
+)$","maker":"git","makes":"^(?:branch|tag(?: -a)?|update-ref|worktree add(?: --detach| -f| --force| -q| -b \\\\S+)*|checkout(?: -q)? -b|switch(?: -q)? -c) (?!-)(\
\\\\S+)(?: (?!-)\\\\S+| -m .*)?$"},"dropdb":{"destroys":"^(\\\\S+)$","maker":"createdb","makes":"^(\\\\S+)$"},"sql":{"destroys":"^drop-(?:database|schema) (\\\\S+)$","mak\
er":"sql","makes":"^create (\\\\S+)$"},"kubectl":{"destroys":"^delete (?:ns|namespace) (\\\\S+)$","maker":"kubectl","makes":"^create (?:ns|namespace) (\\\\S+)$"},"kin\
d":{"destroys":"^delete cluster (\\\\S+)$","maker":"kind","makes":"^create cluster (\\\\S+)(?: \\\\S+)*$"},"k3d":{"destroys":"^cluster delete (\\\\S+)$","maker":"k3d","\
makes":"^cluster create (\\\\S+)(?: \\\\S+)*$"}},"words":{"destroys":["delete","del","destroy","remove","rm","rmi","rmdir","purge","terminate","drop","wipe","prune"\
,"teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpublish","revoke","reset","clear","uninstall","unset\
","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","leave-organization"],"others":["run-","submit-",\
"execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-","query-","modify-","head-","copy-","import-","e\
xport-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","estimate-","validate-","list","ls","show","get","\
describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version","help","completion","create","add","new","ini\
t","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open","login","logout","import","export","pull","pu\
sh","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","publish","pub","subscribe","sub","send","enqueue\
","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger","generate","gen","migrate","rollback","promot\
e","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","merge","approve","comment","close","reopen","re\
try","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","preview","print","dump","read","write","unseal","seal\
","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","browse","checkout"],"local":["cache","caches","conf\
ig","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alias","aliases","extension","extensions","telemetr\
y","emulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"project":["magento","drush","drupal","wp","typo3","\
n98-magerun2","moosh"]},"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-url","s","AWS_ENDPOINT_URL","VAULT_ADDR","NOMAD\
_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","APP_ENV","DJANGO_ENV","DJANGO_SETTINGS_MODULE","F\
LASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test","*.test.*","*.testing","*.settings_test","*.t\
est_settings","*.tests.settings"],"databases":["d","D","dbname","database"]},"clients":{"aws":{"nouns":["logs","config","deploy","events","connect","session","s\
essions"],"spares":["configure"],"words":2},"gcloud":{"verbs":["reset-windows-password"],"nouns":["run","deploy","builds","logs","logging","events","config","co\
ntexts"],"spares":["config unset","config configurations delete","auth revoke","components remove"]},"az":{"verbs":["deallocate"],"nouns":["events","config"],"s\
pares":["account clear","cache purge","cache delete","config unset","extension remove"]},"oci":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"doctl\
":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"hcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"linode-cli":{"verbs":["rebuild\
","reinstall"],"nouns":["config","tag"]},"vultr-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"scw":{"verbs":["rebuild","reinstall"],"nouns":[\
"config","tag"]},"exo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ibmcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhai":\
{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"civo":{"verbs":["rebuild","rei\
nstall"],"nouns":["config","tag"]},"openstack":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"upctl":{"verbs":["rebuild","reinstall"],"nouns":["con\
fig","tag"]},"yc":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ionosctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"gridscale":{\
"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"stackit":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"aliyun":{"verbs":["rebuild","rei\
nstall"],"nouns":["config","tag"]},"tccli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"runpodctl":{"verbs":["rebuild","reinstall"],"nouns":["con\
fig","tag"]},"vastai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"cherryctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"papersp\
ace":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"nova":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ecs-cli":{"verbs":["rebuild",\
"reinstall"],"nouns":["config","tag"]},"copilot":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"eksctl":{"verbs":["rebuild","reinstall"],"nouns":["\
config","tag"]},"triton":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"heroku":{"nouns":["config"],"spares":["plugins:uninstall","plugins:unlink",\
"auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"flyctl":{"verbs":["detach"],"nouns":["image"],"spares":\
["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},"netlify":{"nouns":["dev"]},"ntl":{"nouns":["dev"]},"railway":{"verbs":["down"],"nouns":["en\
vironment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config"]},"northflank":{"nouns":["config"]},"clever":{"nouns":["config"]},"scalingo":{"nouns":["co\
nfig"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]},"gigalixir":{"nouns":["config"]},"aptible":{"nouns":["config"]},"qovery":{"nouns":["config"\
]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"acli":{"nouns":["config"]},"lagoon":{"nouns":["config"]},"fastly":{"nouns":["config"]},"zeabu\
r":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"nouns":["config"]},"wrangler":{"nouns":["deploy","tail"]},"supabase":{"spares":["migration new"]\
},"firebase":{"verbs":["disable"],"spares":["target:clear","target:remove"]},"appwrite":{"nouns":["config"]},"nhost":{"nouns":["config"]},"xata":{"nouns":["conf\
ig"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"ampx":{"nouns":["config"]},"hasura":{"nouns":["config"]},"eb":{"nouns":["config"]},"cf":{"no\
uns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"]},"dokku":{"nouns":["config","plugin"],"spares":["config show"]},"caprover":{"nouns":["conf\
ig","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","plugin"],"spares":["config show"]},"piku":{"nouns":["config","plugin"],"spares":["config sho\
w"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"neonctl":{"nouns":["run","runs","config","tag"]},"neon":{"nouns":["run","runs","config","tag\
"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{"nouns":["run","runs","config","tag"]},"turso":{"nouns":["run","runs","config","tag"]},"temb\
o":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","runs","config","tag"]},"avn":{"nouns":["run","runs","config","tag"]},"ccloud":{"nouns":["run\
","runs","config","tag"]},"confluent":{"nouns":["run","runs","config","tag"]},"atlas":{"nouns":["run","runs","config","tag"]},"mongocli":{"nouns":["run","runs",\
"config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]},"astra":{"nouns":["run","runs","config","tag"]},"upstash":{"nouns":["run","runs","config","\
tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns":["run","runs","config","tag"]},"ticloud":{"nouns":["run","runs","config","tag"]},"databrick\
s":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","runs","config","tag"]},"dbt-cloud":{"nouns":["run","runs","config","tag"]},"motherduck":{"nou\
ns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth log\
out"]},"glab":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"hub":{"nouns":["ru\
n","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"tea":{"nouns":["run","label","release","cache\
","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"circleci":{"verbs":["remove-secret"],"nouns":["context","contexts","conf\
ig","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["disable"],"nouns":["env","cache","settings"]},"drone":{"nouns":["log","build","cron","info","p\
lugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","plugins"]},"buildkite-agent":{"nouns":["build","pipeline"]},"bk":{"nouns":["build","pipeline"]\
},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jcli":{"ver\
bs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jenkins-jobs":{"verbs":["quiet-d\
own","safe-restart","safe-shutdown","shutdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"tkn":{"nouns":["archive"],"spares":["context \
delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"argocd":{"nouns":["archive"],"spares":["context delete"]},"flux":{"nouns":["archive"],"spare\
s":["context delete"]},"kargo":{"nouns":["archive"],"spares":["context delete"]},"harness":{"nouns":["archive"],"spares":["context delete"]},"codefresh":{"nouns\
":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"],"spares":["context delete"]},"teamcity":{"nouns":["archive"],"spares":["context delete"]},\
"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitrise":{"nouns":["archive"],"spares":["context delete"]},"codemagic":{"nouns":["archive"],"spare\
s":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["context delete"]},"werf":{"nouns":["archive"],"spares":["context delete"]},"octopus":{"nouns":["\
archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],"spares":["context delete"]},"rancher":{"nouns":["run","config"]},"rke":{"nouns":["run","con\
fig"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","config"]},"tsh":{"nouns":["run","config"]},"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":[\
"run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"nouns":["run","config"]},"kops":{"nouns":["run","config"]},"clusterctl":{"nouns":["run","conf\
ig"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["run","config"]},"tanzu":{"nouns":["run","config"]},"cilium":{"nouns":["run","config"]},"link\
erd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]},"consul-k8s":{"nouns":["run","config"]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns"\
:["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"nouns":["run","config"]},"velero":{"nouns":["run","config"]},"pxctl":{"nouns":["run","config"\
]},"nixos-container":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"helmfile":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"machinectl"\
:{"verbs":["deluser","uninit"],"nouns":["config","image"]},"loft":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"stratis":{"verbs":["deluser","unini\
t"],"nouns":["config","image"]},"apptainer":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"singularity":{"verbs":["deluser","uninit"],"nouns":["conf\
ig","image"]},"prosodyctl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"ejabberdctl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"yk\
man":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"etckeeper":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"gluster":{"nouns":["image"\
,"config","profile"]},"ceph":{"nouns":["image","config","profile"]},"rados":{"nouns":["image","config","profile"]},"rbd":{"nouns":["image","config","profile"]},\
"lxc":{"nouns":["image","config","profile"]},"incus":{"nouns":["image","config","profile"]},"multipass":{"nouns":["image","config","profile"]},"govc":{"nouns":[\
"image","config","profile"]},"pvesh":{"nouns":["image","config","profile"]},"pveum":{"nouns":["image","config","profile"]},"xe":{"nouns":["image","config","prof\
ile"]},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["image","config","profile"]},"hammer":{"nouns":["image","config","profile"]},"juju":{"nou\
ns":["image","config","profile"]},"crane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"gcrane":{"nouns":["tag","re\
po","image","export","config"],"spares":["config remove","config rm"]},"skopeo":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","con\
fig rm"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"oras":{"nouns":["tag","repo","image","export","con\
fig"],"spares":["config remove","config rm"]},"notation":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cosign":{"no\
uns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"harbor-cli":{"nouns":["tag","repo","image","export","config"],"spares":["\
config remove","config rm"]},"jf":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jfrog":{"nouns":["tag","repo","imag\
e","export","config"],"spares":["config remove","config rm"]},"cloudsmith":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config r\
m"]},"packagecloud":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"pulp":{"nouns":["tag","repo","image","export","co\
nfig"],"spares":["config remove","config rm"]},"spacectl":{"spares":["plugin"]},"tfc":{"spares":["plugin"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["pl\
ugin"]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sls":{"spares":["plugin"]},"sam":{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"\
zappa":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares":["plugin"]},"pulumi":{"spares":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","sto\
p_app","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export","import"],"spares":["context rm"]},"nats":{"nouns":["context","export","import"],"sp\
ares":["context rm"]},"nsc":{"nouns":["context","export","import"],"spares":["context rm"]},"pulsar-admin":{"verbs":["skip-all","skip-messages","expire-messages\
"]},"pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"rpk":{"nouns":["consume","config"],"spares":["profile delete"]},"kafkactl":{"nouns":["\
consume","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume","config"],"spares":["profile delete"]},"kcctl":{"nouns":["consume","config"],"spares":\
["profile delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"consul":{"verbs":["disabl\
e","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"nomad":{"verbs":["disable","force-leave"],"nouns":["config","plugin","ev\
ents","connect","session","sessions"]},"vault":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bao":{"v\
erbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"boundary":{"verbs":["disable","force-leave"],"nouns":["con\
fig","plugin","events","connect","session","sessions"]},"influx":{"nouns":["config","query"],"spares":["config rm"]},"influxdb3":{"nouns":["config","query"],"sp\
ares":["config rm"]},"promtool":{"nouns":["config","query"],"spares":["config rm"]},"amtool":{"nouns":["config","query"],"spares":["config rm"]},"mimirtool":{"n\
ouns":["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["config","query"],"spares":["config rm"]},"logcli":{"nouns":["config","query"],"spares":\
["config rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config rm"]},"meilisearch":{},"algolia":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":\
{},"weaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns":["link"]},"storj":{"nouns":["link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link\
"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"nouns":["link"]},"stripe":{"verbs":["cancel","void","void_invoice"],"nouns":["events"],"\
spares":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"sendgrid":{"nouns":["config\
"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"plivo":{"nouns":["config"],"spares":["config:remove","profiles:remove","p\
lugins:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"telnyx":{"\
nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"shopify":{"nouns":["config","space","extension"]},"content\
ful":{"nouns":["config","space","extension"]},"sanity":{"nouns":["config","space","extension"]},"prismic":{"nouns":["config","space","extension"]},"storyblok":{\
"nouns":["config","space","extension"]},"datocms":{"nouns":["config","space","extension"]},"hygraph":{"nouns":["config","space","extension"]},"commercetools":{"\
nouns":["config","space","extension"]},"saleor":{"nouns":["config","space","extension"]},"webflow":{"nouns":["config","space","extension"]},"bigcommerce":{"noun\
s":["config","space","extension"]},"sentry-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"rollbar-cli":{"verbs":["disable"],"no\
uns":["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"datadog-ci":{"verbs":\
["disable"],"nouns":["events","files","config","tail","search"]},"snyk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pagerduty":{"\
verbs":["disable"],"nouns":["events","files","config","tail","search"]},"dog":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"newreli\
c":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pd":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"ops\
genie":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"honeycomb":{"verbs":["disable"],"nouns":["events","files","config","tail","sea\
rch"]},"axiom":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"checkly":{"verbs":["disable"],"nouns":["events","files","config","tail\
","search"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"lacework":{"verbs":["disable"],"nouns":["events","files","c\
onfig","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"splunk":{"verbs":["disable"],"nouns":["eve\
nts","files","config","tail","search"]},"auth0":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"okta":{"verbs":["user-del","group-del","host-del\
"],"nouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"workos":{"verbs":["user-del","group-del","host-del"],"nouns":["logs\
"]},"zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ory":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm":{"verb\
s":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["use\
r-del","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-d\
el","host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"jumpcloud":{"verbs":["user-del","group-del","host\
-del"],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bw":{"verbs":["suspend"],"nouns":["co\
nfig","configs","settings","history"],"spares":["config"]},"bws":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"lp\
ass":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"rbw":{"verbs":["suspend"],"nouns":["config","configs","setting\
s","history"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"infisical":{"verbs":["\
suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"chamber":{"verbs":["suspend"],"nouns":["config","configs","settings","history"\
],"spares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"berglas":{"verbs":["suspend"],"n\
ouns":["config","configs","settings","history"],"spares":["config"]},"akeyless":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":\
["config"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"keeper":{"verbs":["suspend"],"nouns":["config"\
,"configs","settings","history"],"spares":["config"]},"dcli":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dotenv\
-vault":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"keybase":{"verbs":["suspend"],"nouns":["config","configs","\
settings","history"],"spares":["config"]},"ldcli":{"nouns":["config"]},"launchdarkly":{"nouns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns"\
:["config"]},"statsig":{"nouns":["config"]},"ngrok":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"ver\
bs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cloudflared":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel",\
"config"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"netbird":{"verbs":["cl\
eanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"headscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],\
"spares":["config"]},"flarectl":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli4":{"verbs":["cleanup","rrdelete"\
,"rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli53":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},\
"dnscontrol":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"]\
,"nouns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"akamai"\
:{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"linear":{"nouns":["workflow","env","config","connections"]},"jira":\
{"nouns":["workflow","env","config","connections"]},"airtable":{"nouns":["workflow","env","config","connections"]},"m365":{"nouns":["workflow","env","config","c\
onnections"]},"o365":{"nouns":["workflow","env","config","connections"]},"gam":{"nouns":["workflow","env","config","connections"]},"temporal":{"nouns":["workflo\
w","env","config","connections"]},"zbctl":{"nouns":["workflow","env","config","connections"]},"prefect":{"nouns":["workflow","env","config","connections"]},"dag\
ster-cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"nouns":["workflow","env","config","connections"]},"airflow":{"nouns":["workflow","env"\
,"config","connections"]},"fivetran":{"nouns":["workflow","env","config","connections"]},"octavia":{"nouns":["workflow","env","config","connections"]},"posthog"\
:{"nouns":["workflow","env","config","connections"]},"trello":{"nouns":["workflow","env","config","connections"]},"huggingface-cli":{"nouns":["run"],"spares":["\
delete-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-ca\
che","cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cach\
e","cache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache",\
"cache prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cach\
e prune","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache pru\
ne","cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]},"code-push":{"nouns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"\
],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["c\
ache","transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package \
uninstall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","s\
ql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"drupal":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:\
clear","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"drizzle-kit":{"nouns":["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexer\
:reset"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"bin/magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-magerun\
2":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin"\
],"spares":["indexer:reset"]}}},"forms":{"forms":{"scratch_name":["(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|dummy|sandbox|wip|f\
oo|bar|e2e|smoke|ci|t\\\\d+)(?:[-_./]|\\\\d|$)","i"],"kept_name":["prod|live|main|master|stag|release|data|backup|company","i"],"makes_new":["^(?:createdb|git tag|k\
ind create|k3d cluster create) "],"unique_output":["^(?:date \\\\+%s(?:%N)?|uuidgen(?: -[rt])?|openssl rand -hex \\\\d+|(?:docker|podman) (?:volume|network) create)\
$"],"local_cluster":["^(?!.*--(?:server|kubeconfig)\\\\b)(?!.*--context.*--context).* --context[= ](?:kind|k3d)-[\\\\w-]+(?: |$)"],"server_place":["(?:\\\\blocalhost:\
|\\\\b127\\\\.0\\\\.0\\\\.1:| -[pP] ?| --port[= ])(\\\\d{4,5})(?=[ /?])| (?:-[Ss]|--socket|-h)[= ]?(/tmp/tmp\\\\.\\\\uFFFC/\\\\S+)","g"],"other_server":["(?: -h| --host)[= ]?(?\
!localhost |127\\\\.0\\\\.0\\\\.1 |/)|@(?!localhost|127\\\\.0\\\\.0\\\\.1)|://(?!(?:[^@/ ]*@)?(?:localhost|127\\\\.0\\\\.0\\\\.1):)|\\\\bhost(?:addr)?=(?!localhost)|HOST=(?!localho\
st |127)"],"list_of_deleted":["^git (?:ls-files(?: -z)? (?:-d|--deleted)(?: -z)?|diff(?: --name-only| --diff-filter=D| -z){2,3})$"],"git_abort":["^(merge|rebase\
|cherry-pick|revert|am) --abort$"],"placeless_flag":["^(?:-[aefiqy]|--(?:name|if-exists|force|echo|quiet|yes|wait|verbose|timeout|no-[\\\\w-]+)|\\\\d+[sm]?)$"],"clu\
ster_creation":["^(?:kind create cluster|k3d cluster create)(?!.*--(?:kubeconfig|switch-context|update-default|kubeconfig-))"],"other_cluster":["\\\\buse-context|\
^kubectx|\\\\bset-context|--(?:kube-?)?(?:context|config|cluster)\\\\b|--server\\\\b|\\\\s-s\\\\s|^kind export|KUBECONFIG"],"near_wrapper":["^(?:(?:ba)?sh|sudo|env|time|t\
imeout|psql|mysql|mariadb)$"],"temporary_file":["^/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.).+"],"loopback":["^(?:[a-z][a-z0-9+.-]*://)?(?:[^@/\\\\s]*@)?(?:localhost|1\
27(?:\\\\.\\\\d+){3}|\\\\[::1\\\\])(?::\\\\d+)?(?:/|$)"],"test_name":["^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\\\\w\\\\u{FFFC}-]*)?\\\\d*(?:\\\\.(?:db|sqlite3?))?\
(?:\\\\?.*)?$","u"],"passing_file":["^(?::memory:$|/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.))"],"file_client":["^(?:sqlite3?|duckdb)$"],"http_client":["^(?:curl|wget|\
https?|xhs?)$"],"beyond_database":["^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$"],"local_host":["^(localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\\\\.0|\\\\[?:\
:1\\\\]?|host\\\\.docker\\\\.internal|10\\\\.[\\\\d.]+|192\\\\.168\\\\.[\\\\d.]+|172\\\\.(1[6-9]|2\\\\d|3[01])\\\\.[\\\\d.]+|[a-z][\\\\w-]*|.*\\\\.(local|localhost|test|internal|svc))$"],"\
drop_host":["(^|\\\\.)(transfer\\\\.sh|file\\\\.io|0x0\\\\.st|termbin\\\\.com|pastebin\\\\.com|paste\\\\.ee|hastebin\\\\.com|ix\\\\.io|sprunge\\\\.us|dpaste\\\\.(org|com)|webhook\\\\.s\
ite|requestbin\\\\.(com|net)|requestcatcher\\\\.com|pipedream\\\\.net|beeceptor\\\\.com|interact\\\\.sh|oast\\\\.\\\\w+|burpcollaborator\\\\.net|ngrok(-free)?\\\\.(io|app|dev)|tr\
ycloudflare\\\\.com|serveo\\\\.net|localtunnel\\\\.me|loca\\\\.lt|anonfiles\\\\.com|gofile\\\\.io|bashupload\\\\.com|temp\\\\.sh|catbox\\\\.moe|filebin\\\\.net|oshi\\\\.at|wetransfer\
\\\\.com|discord(app)?\\\\.com|hooks\\\\.slack\\\\.com|api\\\\.telegram\\\\.org|dnslog\\\\.cn|canarytokens\\\\.com)$|^\\\\d{1,3}(\\\\.\\\\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\\\
\\w*|malicious|malware|c2|hacker|phish\\\\w*|leak\\\\w*|collect(or)?|drop|steal\\\\w*|bad(actor|guy)?|rogue|sink)([.-]|\\\\d|$)","i"],"file_folder":["(^|/)(bin|sbin|scri\
pts|script|hooks|\\\\.husky|tools|ci)$"],"daemon_path":["^/(?:usr/)?(?:local/)?(?:sbin|lib(?:exec)?)/"],"lsof_port":["^(?:-\\\\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\\\\w.-]\
+)?:(\\\\w+)$","i"],"few_lines":["^(?:-(?:n ?|-lines[= ])?(?:1?\\\\d|20|\\\\u{FFFC}.*))?$","u"],"one_line":["^(?:-n \\\\d{1,2}p|\\\\d{1,2}!d)$"],"matching_lines":["^(?:-n\
 )?/((?:[^/\\\\\\\\]|\\\\\\\\.)*)/\\\\s*!d$|^(?:-n|--quiet|--silent) (?:/((?:[^/\\\\\\\\]|\\\\\\\\.)*)/\\\\s*p|s([/|#,])((?:(?!\\\\3)[^\\\\\\\\\\\\n]|\\\\\\\\.)*)\\\\3.*p)$"],"word_everywhere":[\
"^(root|pid|usr|bin|sbin|lib)$","i"],"ps_choice":["^-\\\\w*[pq](?:[\\\\d\\\\u{FFFC}]|$)|^-C|^%%|^--(?:p?pid|quick-pid)(?:=|$)|^\\\\d+(?:,\\\\d+)*$|^\\\\u{FFFC}","u"],"ps_al\
l":["^-[aefFlAjwHTLcy]*[eA]|^a?u?x"],"find_by_name":["^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$"],"find_by_property":["^-([acm](time|min)|new\
er\\\\w*|anewer|cnewer|user|uid|samefile|used)$"],"find_action":["^-(?:print0?|printf|fprint0?|fprintf|f?ls|exec|execdir|ok|okdir|delete)$"],"find_command":["^-(e\
xec|execdir|ok|okdir)$"],"deleting_program":["^(.*/)?(rm|unlink|shred|rimraf|srm)$"],"temp_root":["^/(private/)?(tmp|var/tmp|dev/shm)/*$"],"supplying_wrapper":[\
"^(g?xargs|find|fd|parallel|[gm]?awk)$"],"fd":["^fd(find)?$"],"search_program":["^(find|ls|git|fd|fdfind)$"],"own_program":["^(?![~/])(?!.*(?:node_modules|vendo\
r|env)/).*/"],"subcommand_word":["^[a-zA-Z][\\\\w:.-]*$"],"command_argument":["^(?:-{1,2}[\\\\w-]|[/~.$]|\\\\+|[\\\\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])"],"command_end":["^\
(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\\\\d+[.)])$"],"valuable_things":["^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stor\
ed (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\\\\.env file|the remote)$"],"announcement":["(?:^|\\\\s)(?:(?:i|we|you|agent\
|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|need to|have to|ought to|am about to|are a\
bout to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gonna|we're gonna|i'd|let's|lets|let me|let \
us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|would you|will you|please|(?:plan|goal|ta\
sk|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|continue to|make sure to|be sure to|remember t\
o|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simplest to|(?:then|now|next|first|finally|so|an\
d) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|vamos a|hay que)$"],"own_announcement":["\
\\\\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going to))\\\\b"],"signal_option":["^-(\\\\d+|(SIG)?\
(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$","i"],"affirmative_value":["^(client|server|true|t|1|yes)$","i"],"ne\
gative_value":["^(false|f|0|no|none|off)$","i"],"bare_letter":["^-\\\\w*[rvqayzR]$"],"request_statement":["^\\\\s*DROP\\\\s+(DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SE\
RIES|VIEW|COLUMN)\\\\b|^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\\\\s|REVOKE\\\\s)","i"],"request_fields":["(?:^|[?&])(\
?:query|q|sql|statement|stmt)=([^&#]*)|\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000})\\"","gi"],"sql_path":["/(?:sql|query|statement|\
exec\\\\w*)\\\\b","i"],"own_server":["^(?:https?://)?(?:localhost|127\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+)(?::(?!8123|8086|9000|9200|7474|8529|4200)\\\\d+)?(?:/|$)"],"sending_comman\
d":["^\\\\s*-?(?:put|mput|reput|send|append|mirror\\\\s+(?:-\\\\w*R\\\\w*|--reverse))\\\\s+(.*)$"],"editor_shell":["^\\\\s*:?\\\\s*(?:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term\
(?:inal)?\\\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$|^\\\\s*:?\\\\s*(?:sh(?:ell)?|term(?:inal)?)!?\\\\s*$"],"container_engine":["^\
(?:docker|podman|nerdctl)$"],"database_image":["^(?:[\\\\w.-]+/)*(?:postgres|postgis|pgvector|timescaledb|mysql|mariadb|percona|redis|valkey|keydb|mongo|clickhous\
e-server|memcached)(?:[:@]|$)"],"container_network":["^--?(?:net|network|link|env-file)\\\\b|\\\\w*(?:HOST|UR[IL]|ADDR|DSN|SERVICE)\\\\w*="],"input_name":["^(?:[-=]|/\
dev/stdin)$"],"indirect_runs":["\\\\b(?:exec\\\\.Command(?:Context)?|Command::new|ProcessBuilder|Runtime\\\\S*\\\\.exec|Process\\\\.(?:run|start)(?:Sync)?|os\\\\.execute|io\
\\\\.popen)\\\\s*\\\\(\\\\s*(?:ctx\\\\s*,\\\\s*)?(?![\\\\s\\"'\`)])|\\\\b(?:system2?|popen|execv[pe]*|System\\\\.(?:cmd|shell)|os:cmd|Open3\\\\.\\\\w+)\\\\s*\\\\(\\\\s*(?![\\\\s\\"'\`)])"],"comm\
and_texts":["([\\"'])((?:sudo\\\\s+)?(?:rm|dd|shred|mkfs\\\\S*|git|chmod|chown|curl|wget)\\\\s(?:(?!\\\\1)[^\\\\\\\\\\\\n]){1,500})\\\\1"],"home_lookup":["\\\\b(?:System\\\\.)?(?:ho\
medir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\\[[\\"']HOME[\\"']\\\\]|\\\\b(?:(?:std::)?env::|os[.:]|Sys\\\\.|System\\\\.)?(?:[gG]etenv|get_env!\
?|var(?:_os)?|getProperty)\\\\s*\\\\(?\\\\s*[\\"'](?:HOME|user\\\\.home)[\\"']\\\\s*\\\\)|\\\\b(?:Platform|ProcessInfo\\\\.processInfo|System)\\\\.environment\\\\[[\\"']HOME[\\"']\\\\]|\\\
\\$(?:::)?env\\\\(HOME\\\\)|\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\)","g"],"git_settings":["^core\\\\.(sshcommand|editor|pager|as\
kpass|fsmonitor|gitproxy|alternaterefscommand)$|^(sequence\\\\.editor|diff\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$|^(diff|merge|\
filter|difftool|mergetool)\\\\..+\\\\.(cmd|command|textconv|driver|clean|smudge|process|path)$|^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$"\
,"i"],"production_name":["(?:^|[^a-z])(?:prod|production|live)(?:[^a-z]|$)","i"],"standard_input":["^(?:-|/dev/stdin|/proc/self/fd/0|/dev/fd/0)$"],"shell_progra\
m":["^(?:ba|da|z|k|mk|a|rba|ya)?sh$"],"output_device":["^/dev/(?:stdout|stderr|fd/[12])$"],"reliable_command":["^(?::|true|echo|printf|export|declare|local|set|\
alias|mkdir(?= -p))(?= |$)"],"waiting_command":["^(?:wait|sleep|usleep|break|exit|return|read|inotifywait|fswatch|select|wait4|flock|nc|curl|wget|timeout)$"],"e\
ndless":["^yes\\\\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\\\\bcount=).*/dev/(?:zero|u?random|full)(?: |$)"],"git_filter":["^(?:stripspace|column|interpret-trailers|mai\
linfo|fmt-merge-msg)$"],"harmless":["^[\\\\w.-]*%[\\\\d.]*[gfe][\\\\w.-]*$|^[\\\\s,:.-]$"],"jq_choosing":["(?:[!=<>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+|(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*\
)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"|(?:test|startswith|endswith|contains|inside|has|split|r?index|match|capture|scan|[lr]trimstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\
\\]|\\\\\\\\.)*\\"|(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","g"],"plain_text":["^[\\\\w\\\\u{FFFC}][\\\\w\\\\u{FFFC}.@:=,-]*$|^(?:[\\\\s,:=@._-]|\\\\\\\\[\
nt])?$","u"],"jq_making":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\\\\b|@base\\\\d+d|@uri"],"template":[\
"[._-](example|sample|template|dist|tpl|tmpl|defaults?)$"],"ssh":["(^|/)\\\\.ssh(/|$)"],"ssh_settings":["/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\\\\.pub|e\
nvironment|rc)$"],"memory":["^/proc/[^/]+/mem$|^/dev/k?mem$|^/proc/kcore$"],"temp":["^/(tmp|var/tmp|var/folders|private/tmp|private/var/folders|dev/shm|run/user\
/\\\\d+)(/|$)"],"package_cache":["^/var/(cache|lib/apt/lists)/"],"system_tree":["^/([^/]+|(usr|var|etc|system|library)/[^/]+|usr/lib(32|64)?/[^/]+-linux-gnu[^/]*|\
var/lib/(dpkg|rpm|pacman|apt))$"],"local_system":["^/(usr/local|usr/src|opt|srv|var/www|etc/apt/(sources\\\\.list\\\\.d|keyrings|trusted\\\\.gpg\\\\.d|preferences\\\\.d|a\
pt\\\\.conf\\\\.d)|usr/share/keyrings)(/|$)"],"disposable_name":["^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|tem\
p|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\\\\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|t\
sbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\\\\.js|min\\\\.css|test\\\\.db)$|.+~$|^\\\\.#.*|^core\\\\.\\\\d+$|^test[_-]?r\
epo.*|^my[-_]?test.*"],"local_connection":["^/dev/(tcp|udp)/(localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\\\\.0|\\\\[?::1\\\\]?|[a-z][\\\\w-]*)/"],"other_place":["^(?:-h|-u$|--hos\
t|--login-path|\\\\w*(?:HOST|URL|SERVICE)\\\\w*=)|^(?!db[.[](?!.*(?:connect|Mongo\\\\()))\\\\S*[.:@=]\\\\S*$|\\\\b(?:host|hostaddr|service)="],"local_wrapper":["^(?:(?:ba|d\
a|z|a)?sh|env|timeout|nohup|nice|time|xargs|find|awk|python[\\\\d.]*|node|perl|ruby|php|sudo|su)$"],"key_scripts":["\\\\bredis\\\\.p?call\\\\s*\\\\(\\\\s*[\\"']flush(?:all|d\
b)\\\\b|[\\"'](?:KEYS|SCAN|HSCAN|SSCAN|ZSCAN)[\\"'][\\\\s\\\\S]*[\\"'](?:DEL|UNLINK)[\\"']|\\\\b(?:for|while)\\\\b[\\\\s\\\\S]*[\\"'](?:DEL|UNLINK)[\\"']|[\\"'](?:DEL|UNLINK)[\\"']\\\\\
s*,\\\\s*unpack\\\\s*\\\\(\\\\s*redis\\\\.p?call\\\\b|\\\\bredis\\\\.p?call\\\\s*\\\\(\\\\s*(?![\\"'])[\\\\s\\\\S]*\\\\bflush(?:all|db)\\\\b","i"],"credential_name":["^id_(rsa|dsa|ecdsa|ed255\
19)(_sk)?([._-].*)?(?<!\\\\.pub)$|\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$|^(?!.*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\bpub\\\\b|\\\\bcrt\\\\b|dhpara\
m|roots?)).*\\\\.pem$|^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?)(\\\\.(prod|production|staging|dev|local|enc))?\\\\.(json|ya?\
ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$|^(app|prod|production|staging|dev|db|my)?[-_.]?(api|access)[-_]?keys?(\\\\.(prod|production|staging|de\
v|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$|^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|sa[-_]?key|firebase-\
adminsdk).*\\\\.json$|(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\\\\.(json|txt|ya?ml|pem|key|env))?$|^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]\
pass.*|\\\\.kubeconfig$"],"fixture_folder":["(^|/)(fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)/"],"fixture_key":["^(fake|dummy|mock|example|sam\
ple|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\\\\d)"],"package_store":["^\\\\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-g\
yp|electron|cypress|conda)$"],"counting_flag":["^(?:-q|-c|-l|--quiet|--count|--files-with-matches)$"],"printing_names":["^sed (?:-n (?=.*p \\\\S+$))?(?:-E )?s(.)=\
\\\\.\\\\*\\\\1=?[^&\\\\\\\\]*\\\\1p? (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)?$|^cut (?:-z )?(?:-d ?= -f ?1|-f ?1 -d ?=)(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)?)?$|^[ef]?grep (?:-\\\\w*o\\\\w*\
 |-o -E |-E -o )\\\\^(?:export )?(?:\\\\[\\\\^=#?\\\\]|\\\\[\\\\^#=\\\\]|\\\\[(?:A-Z|a-z|0-9|_)+\\\\]|[\\\\w()]|\\\\\\\\w)+(?:[*+]|\\\\\\\\\\\\+)?\\\\)?=?(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)*)*$|\
^[gm]?awk -F ?=(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)*)* (?:NF|\\\\/[^/{}]*\\\\/|!\\\\/\\\\^#\\\\/(?: ?&& ?NF)?)? ?\\\\{ ?print \\\\$1;? ?\\\\}$"],"sourcing":["^reads (?:source|\\\\.)\
 (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.env(?:\\\\.[\\\\w-]+)*$"],"text_filter":["^(?:cat|g?sed|envsubst|[gm]?awk|[ef]?grep)$"],"copying":["^writes cp (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.?e\
nv[\\\\w.-]*[._-](?:example|sample|template|tpl|dist|defaults?) (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.env(?:\\\\.[\\\\w-]+)*$"],"awk_comparison":["(?:\\\\$\\\\w+|\\\\bNR)\\\\s*==\\\\s*(?:\\"\
[^\\"\\\\n]{2,}\\"|\\\\d+|[A-Za-z]\\\\w*|\\\\u{FFFC})|\\\\bindex\\\\(\\\\s*\\\\$\\\\w+\\\\s*,\\\\s*\\"[^\\"\\\\n]{2,}\\"","u"],"awk_field":["^\\\\s*\\\\{\\\\s*print\\\\s*(?:\\\\$(?:\\\\d|NF))?\\\\s*;?\\\\s\
*\\\\}\\\\s*$"]},"texts":{"XML or HTML":["^\\\\s*<(!doctype|\\\\?xml|[a-z][\\\\w-]*(\\\\s[^>]*)?>)","i"],"Markdown":["^\\\\s*(\`\`\`|#{1,6} \\\\S|\\\\||[-*] \\\\S)|\\\\n\`\`\`"],"a log":["\
^\\\\s*(\\\\[?\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d[T ]|Traceback \\\\(most recent|\\\\w*Error: )|\\\\n\\\\s+at \\\\S+ \\\\("],"a sentence":["^\\\\s*\\\\p{Lu}[\\\\p{L}'\\u2019]*[, ]\\\\s*\\\\p{L}[^\\\\n]*[.\
!?:)](\\\\s|$)","u"]}},"languages":{"languages":{"python":{"lexer":{"comment":["#"],"sigils":"","interpolation":"f-string","triple":true,"single_escapes":true,"qu\
oting":"none","patterns":false,"lines":"indent"},"blocks":"indent","member_operators":["."],"concatenation_operators":[],"bare_calls":false,"function_keywords":\
["def"],"inputs":{"sys.argv":"argv","os.environ":"environment","sys.stdin":"lines"},"sdks":["boto3.","botocore.","aiobotocore.","aioboto3.","google.cloud.","goo\
gleapiclient.","firebase_admin.","azure.","kubernetes.","openshift.","digitalocean.","pydo.","hcloud.","linode_api4.","oci.","openstack.","libcloud.","stripe.",\
"github.Github","gitlab.","heroku3.","cloudflare.","CloudFlare.","elasticsearch.","opensearchpy.","minio.","hvac.","pinecone.","qdrant_client.","weaviate.","pym\
ilvus.","algoliasearch.","meilisearch.","typesense.","confluent_kafka.","kafka.","pulsar.","auth0.","okta.","shopify.","twilio.","sendgrid.","supabase.","appwri\
te.","contentful_management.","huggingface_hub.","wandb.","mlflow.","comet_ml.","slack_sdk.","slack.","pyVmomi.","proxmoxer.","vercel.","netlify.","tencentcloud\
.","aliyunsdk","alibabacloud","openai.","influxdb_client.","datadog_api_client.","pulumi.","pagerduty.","pdpyras.","jira.","atlassian.","notion_client.","asana.\
","replicate.","pyairtable.","zenpy.","kr8s.","lightkube.","gspread.","ldap3.","etcd3.","kazoo.","asyncssh.","pysftp.","smbclient.","dropbox.","cloudinary.","ma\
ilchimp_marketing.","intercom.","pyzenodo.","trello.","praw.","tweepy.","boxsdk.","msgraph.","exchangelib.","simple_salesforce.","hubspot."],"texts":{"stat.S_IS\
UID":"4000","stat.S_ISGID":"2000","sys.executable":"python3","os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"a\
bcdefghijklmnopqrstuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subproces\
s.os.system":"os.system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve",\
"pd.read_csv":"pandas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.modules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(\
?=\\\\.)","pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print-text","input":"input","raw_input":"input","open":"open $0:file $1:mode","os.remo\
ve":"run rm $0:path","os.unlink":"run rm $0:path","pathlib.Path.unlink":"run rm $0:path","os.rmdir":"run rmdir $0:path","pathlib.Path.rmdir":"run rmdir $0:path"\
,"os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash":"run rm -rf $0","plyvel.destroy_db":"run rm -rf $0","os.ren\
ame":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.move":"run mv $0:src $1:dst","shutil.copy":"run cp $\
0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":"run cp -r $0:src $1:dst","os.link":"run ln $0 $1\
","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"run mknod $0","os.chmod":"chmod $0:path $1:mode","\
os.chown":"run chown $1:uid:user $0:path","os.lchown":"run chown $1:uid:user $0:path","shutil.chown":"run chown $1:uid:user $0:path","os.open":"open $0 $1 flags\
","tempfile.NamedTemporaryFile":"made written /tmp/temporary","os.system":"shell $0:command:cmd","os.popen":"shell $0:command:cmd","commands.getoutput":"shell $\
0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec":"program $all","pty.spawn":"attach-shell $0 | program $\
0","pexpect.spawn":"shell $0:args:command:cmd $:input:stdin","pexpect.run":"shell $0:args:command:cmd $:input:stdin","subprocess.run":"shell $0:args:command:cmd\
 $:input:stdin","subprocess.call":"shell $0:args:command:cmd $:input:stdin","subprocess.check_call":"shell $0:args:command:cmd $:input:stdin","subprocess.check_\
output":"shell $0:args:command:cmd $:input:stdin","subprocess.Popen":"shell $0:args:command:cmd $:input:stdin","subprocess.getoutput":"shell $0:args:command:cmd\
 $:input:stdin","subprocess.getstatusoutput":"shell $0:args:command:cmd $:input:stdin","os.execl":"execute $0 $1..","os.execlp":"execute $0 $1..","os.execle":"e\
xecute $0 $1..","os.execlpe":"execute $0 $1..","os.execv":"execute $0 $1..","os.execvp":"execute $0 $1..","os.execve":"execute $0 $1..","os.execvpe":"execute $0\
 $1..","os.posix_spawn":"execute $0 $1..","os.spawnl":"execute $1 $2..","os.spawnlp":"execute $1 $2..","os.spawnle":"execute $1 $2..","os.spawnlpe":"execute $1 \
$2..","os.spawnv":"execute $1 $2..","os.spawnvp":"execute $1 $2..","os.spawnve":"execute $1 $2..","os.spawnvpe":"execute $1 $2..","sh.Command":"made program","o\
s.dup2":"attach-shell /bin/sh | value","os.kill":"kill $0 $1","os.killpg":"kill $0 $1 group","psutil.Process":"made psutil.Process","psutil.process_iter":"entri\
es any-process","psutil.pids":"entries","os.listdir":"names $0","os.fork":"run fork","os.setuid":"run setuid $last","os.seteuid":"run setuid $last","os.setresui\
d":"run setuid $last","os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes.CDLL":"made library","exec":"eval $0","eval":"eval $0","fileinput.input\
":"if-silent if-option:inplace=True run truncate -s 0 $0:files | read $0","execfile":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.\
read_csv":"read $0","pandas.read_json":"read $0","dotenv.dotenv_values":"read $0","importlib.util.spec_from_file_location":"run python3 $1","runpy.run_path":"ru\
n python3 $0","pickle.load":"load $0","pickle.loads":"load $0","dill.load":"load $0","dill.loads":"load $0","joblib.load":"load $0","torch.load":"load $0","mars\
hal.loads":"load $0","zipfile.ZipFile":"open $0:file:name $1:mode","tarfile.open":"open $0:file:name $1:mode","gzip.open":"open $0:file:name $1:mode","bz2.open"\
:"open $0:file:name $1:mode","lzma.open":"open $0:file:name $1:mode","shelve.open":"made store $0","dbm.open":"made store $0","lmdb.open":"made store $0","plyve\
l.DB":"made store $0","diskcache.Cache":"made store $0","h5py.File":"made store $0","zarr.open":"made store $0","zarr.open_group":"made store $0","tinydb.TinyDB\
":"made store $0","twine.commands.upload.main":"run twine upload x","twine.commands.upload.upload":"run twine upload x","configparser.ConfigParser":"made config\
","configparser.RawConfigParser":"made config","sqlalchemy.update":"made whole-update","sqlalchemy.sql.update":"made whole-update","crontab.CronTab":"if-memory-\
tab made mock | made crontab","secretstorage.get_default_collection":"run secret-tool lookup x","secretstorage.get_all_collections":"run secret-tool lookup x","\
secretstorage.search_items":"run secret-tool lookup x","browser_cookie3.chrome":"run secret-tool lookup x","browser_cookie3.firefox":"run secret-tool lookup x",\
"browser_cookie3.edge":"run secret-tool lookup x","browser_cookie3.load":"run secret-tool lookup x","dulwich.porcelain.push":"if-option:force=True run git push \
--force","dulwich.porcelain.reset":"if-says:hard$|Hard$|HARD$ run git reset --hard","git_filter_repo.RepoFilter":"run git filter-repo --force","git.Head.delete"\
:"if-option:force=True run git branch -D","psycopg.sql.SQL":"value $0","psycopg2.sql.SQL":"value $0","sql.SQL":"value $0","asyncio.wait_for":"value $0","vars":"\
value $0","os.path.expanduser":"value $0","text":"value $0","sqlalchemy.text":"value $0","staticmethod":"value $0","classmethod":"value $0","asyncio.gather":"va\
lue $0..","__import__":"module $0","importlib.import_module":"module $0","getattr":"attribute $0 $1","enumerate":"numbered $0","zip":"rows","itertools.zip_longe\
st":"rows","itertools.chain":"flat","itertools.chain.from_iterable":"flat $0","operator.attrgetter":"value","globals":"name builtins","functools.partial":"made \
bound $0 $1..","git.Repo":"made git $0","git.repo.Repo":"made git $0","git.Repo.init":"made git $0","git.Repo.clone_from":"made git $0","pygit2.Repository":"mad\
e git $0","pygit2.init_repository":"made git $0","unittest.mock.MagicMock":"if-genuine made mock","unittest.mock.AsyncMock":"if-genuine made mock","unittest.moc\
k.Mock":"if-genuine made mock","mock.MagicMock":"if-genuine made mock","mock.AsyncMock":"if-genuine made mock","mock.Mock":"if-genuine made mock","fsspec.filesy\
stem":"if-says:^memory$ made mock","operator.methodcaller":"made message $0 $1..","string.Template":"made template $0","email.message.EmailMessage":"made mail",\
"email.mime.text.MIMEText":"made mail","email.mime.multipart.MIMEMultipart":"made mail","keyring.get_password":"secret","keyring.get_credential":"secret","netrc\
.netrc":"secret","dict":"from-pairs $0","huggingface_hub.scan_cache_dir":"made mock","httpx.MockTransport":"made mock","chromadb.EphemeralClient":"made mock","s\
qlalchemy.create_mock_engine":"made mock","duckdb.connect":"if-none made database :memory: | made database $0:database","shlex.split":"split $0","json.loads":"p\
arse-json $0","tempfile.mkdtemp":"temporary","tempfile.TemporaryDirectory":"temporary","sqlalchemy.delete":"made whole","sqlalchemy.sql.delete":"made whole","sq\
lalchemy.sql.expression.delete":"made whole","alembic.command.downgrade":"run alembic downgrade $1:revision","invoke.run":"shell $0","os.path.join":"join $all",\
"pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","os.getenv":"environ\
ment $0 $1:default","os.environ.get":"environment $0 $1:default","os.environ.copy":"environment $0 $1:default","os.path.dirname":"dirname $0","tempfile.mkstemp"\
:"temporary-pair","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.decode":"decode $0 $1","shutil.make_archive"\
:"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","socket.socket":"made socket","socket.gethostbyname\
":"run nslookup $0","dns.resolver.resolve":"run nslookup $0","dns.resolver.query":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"made co\
nnection","ftplib.FTP":"made connection","ftplib.FTP_TLS":"made connection","httpx.Client":"made rest $:base_url","httpx.AsyncClient":"made rest $:base_url","pa\
ramiko.SFTPClient.from_transport":"made sftp","site.getusersitepackages":"value ~/.local/lib/python3/site-packages","paramiko.Transport":"made ssh","paramiko.SS\
HClient":"made ssh","fabric.Connection":"made ssh","fabric.SerialGroup":"made ssh","fabric.ThreadingGroup":"made ssh","invoke.Context":"made ssh","http.client.H\
TTPSConnection":"made http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"request GET $0:url $1:data","urllib.request.Request":"if-option:m\
ethod open-request $:method $0:url $1:data | made request $0:url $1:data","urllib.request.urlretrieve":"run curl -o $1 $0","requests.request":"request $0 $1:url\
 $:data $:json $:files $:content","requests.get":"request GET $0:url $:data $:json $:files $:content $:params","httpx.get":"request GET $0:url $:data $:json $:f\
iles $:content $:params","requests.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","httpx.post":"request POST $0:url $1 $:data $:json $:\
files $:content $:params","requests.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","httpx.put":"request PUT $0:url $1 $:data $:json $:fil\
es $:content $:params","requests.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","httpx.patch":"request PATCH $0:url $1 $:data $:json \
$:files $:content $:params","requests.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","httpx.delete":"request DELETE $0:url $1 $:dat\
a $:json $:files $:content $:params","requests.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","httpx.head":"request HEAD $0:url $1 $:da\
ta $:json $:files $:content $:params","requests.Session":"name requests","requests.session":"name requests","aiohttp.ClientSession":"name requests","winreg.Dele\
teKey":"run reg delete $1","django.core.management.call_command":"run django-admin $0","call_command":"run django-admin $0","numpy.save":"write $1","torch.save"\
:"write $1","joblib.dump":"write $1"},"methods":{"splitlines":"if-text split $self \\n","reset":"if-made:git if-says:hard$|Hard$|HARD$ run git reset --hard | if-\
git if-option:working_tree=True run git reset --hard","to_sql":"if-kept if-sign:database-address if-option:if_exists=replace run sql drop-table $0","push":"if-o\
ption:dry_run value | if-option:force=True if-git run git push --force origin | if-option:force=True if-owner:^(origin|remotes|remote)\\\\b|\\\\.remotes?\\\\b run git\
 push --force origin | if-option:refspec run git push origin $:refspec","remove_volume":"run docker volume rm $0","prune_volumes":"run docker volume prune -af",\
"delete_head":"if-git if-option:force=True run git branch -D","remote":"if-git value $self","delete_tag":"if-git run git tag -d","checkout_head":"if-git if-arg:\
list run git checkout -- $0 | if-git if-says:FORCE|^True$ run git checkout -f","checkout_index":"if-git if-arg:list run git checkout -- $0 | if-git if-says:FORC\
E|^True$ run git checkout -f","checkout":"if-git if-arg:list run git checkout -- $0 | if-git if-says:FORCE|^True$ run git checkout -f","put":"if-made:sftp run s\
cp -r $0 host:/x","new":"if-made:crontab run crontab -","write":"if-made:crontab run crontab - | send $self $0","write_to_user":"if-made:crontab run crontab -",\
"unlink":"if-made:library run rm $0 | if-gets:keys run sql flush FLUSHDB | if-made:sftp run cloud-sdk delete | run rm $self","remove":"if-made:library run rm $0\
 | if-made:sftp run cloud-sdk delete | if-made:docker-volume run docker volume rm $self","rmdir":"if-made:library run rm $0 | if-made:sftp run cloud-sdk delete \
| run rmdir $self","get_frozen_credentials":"run aws configure export-credentials","PowerOff":"run shutdown now","execute_command":"if-stored program redis-cli \
$all","filter":"if-name:objects made some-rows","exclude":"if-name:objects made some-rows","delete":"if-made:some-rows run sql delete-some rows | if-gets:keys r\
un sql flush FLUSHDB | if-made:connection run cloud-sdk delete | if-made:rest request-over DELETE $0 | if-git if-owner:^(references|branches|local|heads|tags)$ \
run git update-ref -d refs/heads/x","update":"if-made:some-rows run sql delete-some rows | if-name:objects run sql update-all rows | if-made:rows run sql update\
-all rows | if-list append $self $all","rmd":"if-made:connection run cloud-sdk delete","open_sftp":"if-made:ssh made sftp","rm":"if-option:recursive=True run cl\
oud-sdk delete","run":"if-made:ssh shell $0 | if-name:containers docker-run | sql $0:query:sql","sudo":"if-made:ssh shell $0","scan_iter":"if-stored entries key\
s","keys":"if-stored entries keys","scan":"if-stored entries keys","rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"\
write $self $0:data","write_bytes":"write $self $0:data","chmod":"chmod $self $0:mode","walk":"if-text walk $self","read":"if-made:config read $0 | lines $self"\
,"set_content":"if-made:mail transfer sendmail $0 x","attach":"if-made:mail transfer sendmail $0 x","add_attachment":"if-made:mail transfer sendmail $0 x","subs\
titute":"if-made:template format $origin","safe_substitute":"if-made:template format $origin","values":"if-made:whole-update value $self | if-map values $self",\
"execution_options":"if-made:whole-update value $self","append":"if-list append $self $all","appendleft":"if-list append $self $all","add":"if-list append $self\
 $all","extend":"if-list append $self $all","insert":"if-list append $self $all","create":"if-name:containers docker-run","touch":"if-text run touch $self","ren\
ame":"if-text run mv $self $0","replace":"if-text if-args:2 replace $self $0 $1 | if-text if-args:1 run mv $self $0","symlink_to":"run ln -s $0 $self","open":"i\
f-text open $self $0:mode","writelines":"send $self $0","send":"send $self $0","sendall":"send $self $0","sendfile":"send $self $0","readlines":"value $self","c\
ommunicate":"value $self","expanduser":"value $self","resolve":"value $self","absolute":"value $self","as_posix":"value $self","readline":"any-of $self","text":\
"value $0","glob":"glob $self $0","rglob":"glob $self ** $0","iterdir":"folder $self","connect":"if-made connect $all","connect_ex":"connect $all","sendto":"tra\
nsfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self","send_message":"if-made transfer sendmail $0 $self","storbinary":"if-made transfer ftp $1 $self"\
,"request":"request-over $0 $1 $2 $:body $:data $:json","exec_command":"shell $0","system":"if-made:library shell $0","kill":"if-made:any-process if-chosen valu\
e | if-made:any-process run pkill -KILL $:pid | if-made:psutil.Process run kill -KILL $origin","terminate":"if-made:any-process if-chosen value | if-made:any-pr\
ocess run pkill -TERM $:pid | if-made:psutil.Process run kill -TERM $origin","execute":"if-made:pending-delete run sql delete-all rows | sql $0:query:sql","writ\
e_database":"if-kept if-sign:database-address if-option:if_table_exists=replace run sql drop-table $0","sql":"sql $0:query:sql","executescript":"sql $0:query:sq\
l","executemany":"sql $0:query:sql","execute_query":"sql $0:query:sql","command":"sql $0:query:sql","execute_sql":"sql $0:query:sql","execute_async":"sql $0:que\
ry:sql","cursor":"if-made:database value $self","get":"entry $self $0 $1","items":"if-map pairs $self","add_argument":"declare-option $:default","parse_args":"o\
ptions","parse_known_args":"options","list":"if-name:volumes entries docker-volume","prune":"if-name:volumes run docker volume prune -af"}},"javascript":{"lexer\
":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"\
lines":"statements"},"blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["function"],"inputs":{\
"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"environment","Bun.env":"environment","process.stdin":"text"},"unknown":["pro\
cess.pid"],"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","googleapis","firebase-admin","@azure/","@kubernetes/","stripe","@octokit/","octokit","@sl\
ack/","@gitbeaker/","heroku-client","cloudflare","@vercel/","@netlify/","netlify","@elastic/","@opensearch-project/","minio","@pinecone-database/","@qdrant/","w\
eaviate","algoliasearch","meilisearch","typesense","kafkajs","auth0","@okta/","@shopify/","twilio","@sendgrid/","@supabase/","node-appwrite","dots-wrapper","con\
tentful-management","@digitalocean/","hcloud-js","@linode/","oci-","@alicloud/","tencentcloud-sdk","openai","@pulumi/","@notionhq/","jira.js","@linear/","@datad\
og/","@launchdarkly/","@sanity/client","replicate","cloudinary","@mux/","imagekit","@mailchimp/","mailgun","@hubspot/","intercom-client","node-zendesk","@atlass\
ian/","@clerk/","@contentful/","@storyblok/","@directus/","@strapi/","@neondatabase/api-client","@logtail/"],"texts":{"__dirname":".","__filename":"./program.js\
","path.sep":"/","process.execPath":"node"},"rewrites":[["\\\\.(?:promises|default)(?=\\\\.|$)",""],["^(?:fs/promises|graceful-fs)","fs"],["^(?:(?:globalThis|global\
|window|self|module|process\\\\.mainModule|this|process)\\\\.(?=globalThis|global|process|require|module|constructor|eval|Function|mainModule|fetch))+",""],["^(fs|c\
hild_process|fs-extra|rimraf|Deno|Bun)\\\\.(\\\\w+?)Sync$","$1.$2"],["^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^fs-extra\\\\.(?!remove|emptyDir)","fs."],["^\\\\.{1,2}/(?:[\
\\\\w./-]*[./])?(?:db|knex)$","knex"],["^drizzle-orm/[\\\\w-]+\\\\.drizzle$","drizzle"],["^(?:jsr:)?@std/fs(?:@[\\\\w.^]+)?(?:/[\\\\w-]+)?\\\\.","std."],["^(?:.*\\\\.)?constr\
uctor\\\\.constructor$|^(?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info":"print","process.stdout.write":"print","requi\
re":"module $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","createRequire":"name require","module.createRequire":\
"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInContext":"eval $0","vm.Script":"eval $0","Function":"eva\
l $last","setTimeout":"if-arg:text eval $0","child_process.exec":"shell $0","execa.execaCommand":"shell $0","shelljs.exec":"shell $0","$":"shell $0","Bun.$":"sh\
ell $0","execa":"if-arg:map name $ | spawn $0 $1:args $:shell","execa.execa":"if-arg:map name $ | spawn $0 $1:args $:shell","child_process.spawn":"spawn $0 $1:a\
rgs $:shell","child_process.execFile":"spawn $0 $1:args $:shell","Deno.Command":"spawn $0 $1:args $:shell","child_process.fork":"run node $0","shelljs.rm":"run \
rm $all","Bun.spawn":"shell $0:cmd $:stdin:input","Deno.run":"shell $0:cmd $:stdin:input","Bun.write":"write $0 $1","Deno.writeTextFile":"write $0 $1","Deno.wri\
teFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","Uint8Array":"empty-text","Buffer.alloc":"empty-text","Deno.execPath":"value de\
no","libnpmpublish.unpublish":"run npm unpublish $0","libnpmpublish.publish":"run npm publish $0","ps-list":"if-none entries any-process","find-process":"if-non\
e entries any-process","fkill":"run pkill -f $0","keytar.findCredentials":"run secret-tool lookup x","keytar.getPassword":"run secret-tool lookup x","keytar.fin\
dPassword":"run secret-tool lookup x","level.Level":"made store $0:path","level":"made store $0:path","lmdb.open":"made store $0:path","classic-level.ClassicLev\
el":"made store $0:path","rocksdb":"made store $0:path","leveldown":"made store $0:path","nedb":"made store $:filename","@seald-io/nedb":"made store $:filename"\
,"bun.Glob":"made glob $0","Bun.Glob":"made glob $0","ssh2-sftp-client":"made sftp","isomorphic-git.deleteTag":"if-real run git tag -d $:ref","isomorphic-git.de\
leteBranch":"if-real run git branch -D $:ref","isomorphic-git.checkout":"if-real if-option:force=true run git checkout -f","isomorphic-git.push":"if-option:forc\
e=true run git push --force $:remote $:ref","nodegit.Reset.reset":"if-says:hard$|Hard$|HARD$ run git reset --hard","fs.appendFile":"write $0 $1 append","Deno.re\
adTextFile":"read $0","fs.createReadStream":"read $0","Deno.remove":"if-option:recursive if-option:force run rm -rf $0 | if-option:recursive run rm -r $0 | if-o\
ption:force run rm -f $0 | run rm $0","fs.rm":"if-option:recursive if-option:force run rm -rf $0 | if-option:recursive run rm -r $0 | if-option:force run rm -f \
$0 | run rm $0","fs.unlink":"run rm $0","fs.rmdir":"if-option:recursive run rm -r $0 | run rmdir $0","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","\
fs-extra.remove":"run rm -rf $0","fs-extra.emptyDir":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open $0 $1","fs.readFile":"calls-back read $0\
","fs.truncate":"run truncate -s 0 $0","Deno.truncate":"run truncate -s 0 $0","del.deleteAsync":"remove-matches $0 $:dryRun","del.deleteSync":"remove-matches $0\
 $:dryRun","del.del":"remove-matches $0 $:dryRun","del":"remove-matches $0 $:dryRun","trash":"remove-matches $0","rimraf.rimraf":"remove-matches $0","rimraf.syn\
c":"remove-matches $0","rimraf":"remove-matches $0","fs.mkdtemp":"temporary","Deno.makeTempDir":"temporary","os.tmpdir":"value /tmp","simple-git.simpleGit":"mad\
e git $0:baseDir","simple-git":"made git $0:baseDir","simple-git.default":"made git $0:baseDir","fs.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile\
":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chow\
n":"run chown $1 $0","fs.lchown":"run chown $1 $0","fs.readdir":"if-option:withFileTypes=true calls-back dirents $0 | calls-back names $0","Deno.readDir":"calls\
-back names $0","fs.glob":"globs $0 $:cwd","glob.sync":"globs $0 $:cwd","glob.globSync":"globs $0 $:cwd","glob.glob":"globs $0 $:cwd","glob":"globs $0 $:cwd","g\
lobby.globby":"globs $0 $:cwd","globby.globbySync":"globs $0 $:cwd","globby":"globs $0 $:cwd","fast-glob":"globs $0 $:cwd","fast-glob.sync":"globs $0 $:cwd","ti\
nyglobby.glob":"globs $0 $:cwd","tinyglobby.globSync":"globs $0 $:cwd","Object.entries":"pairs $0","Object.values":"values $0","Object.keys":"keys $0","Reflect.\
ownKeys":"keys $0","path.dirname":"dirname $0","ssh2.Client":"made ssh","node-ssh.NodeSSH":"made ssh","process.kill":"kill $0 $1","process.setuid":"run setuid $\
0","process.setgid":"run setgid $0","process.cwd":"value .","Deno.cwd":"value .","JSON.parse":"parse-json $0","os.homedir":"value ~","Deno.env.get":"environment\
 $0","path.join":"join-parts","path.posix.join":"join-parts","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:\
json","http.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:host $:bod\
y $:data $:json","axios":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:body $:da\
ta $:json","ky":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data\
 $:json","request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host $:body $\
:data $:json","undici.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:hostname:\
host $:body $:data $:json","http.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:hostname:hos\
t $:body $:data $:json","axios.get":"request GET $0:url:hostname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:json","k\
y.get":"request GET $0:url:hostname:host $:body $:data $:json","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"request GE\
T $0:url:hostname:host $:body $:data $:json","$.get":"request GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:hostname:hos\
t $:body $:data $:json $1","got.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host $:body \
$:data $:json $1","superagent.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:host $:bod\
y $:data $:json $1","$.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body $:data $\
:json $1","got.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","su\
peragent.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","$.pu\
t":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.patch":"\
open-request PATCH $0:url:hostname:host $:body $:data $:json $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagent.patch"\
:"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.patch":"o\
pen-request PATCH $0:url:hostname:host $:body $:data $:json $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.delete":"\
open-request DELETE $0:url:hostname:host $:body $:data $:json $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","superagent.del\
ete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","$.de\
lete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnection":"ca\
lls-back connect $1:host=localhost $0:port","tls.connect":"calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"decode $0 $1"\
,"Buffer":"decode $0 $1","dns.lookup":"run nslookup $0","db.dropDatabase":"run sql drop-database db","knex":"if-unconnected made mock | made rows","@electric-sq\
l/pglite.PGlite":"if-none made mock","aws-sdk-client-mock.mockClient":"mock-class $0","drizzle":"made drizzle","sql":"sql $0","bun.sql":"sql $0","Bun.sql":"sql \
$0","kysely.sql":"sql $0","WebSocket":"made connection $0","ws":"made connection $0","ws.WebSocket":"made connection $0","pm2.delete":"run pm2 delete $0","Objec\
t.fromEntries":"from-pairs $0","worker_threads.Worker":"if-option:eval=true eval $0","Worker":"if-option:eval=true eval $0","URL":"if-args:2 value $self | value\
 $0","fs.opendir":"calls-back dirents $0","Proxy":"made proxy $1","node-linux.Service":"made service","node-windows.Service":"made service","node-mac.Service":"\
made service","memfs.memfs":"made mock","memfs.createFsFromVolume":"made mock","drizzle-orm.sql":"value $0","Promise.all":"value $0","Promise.allSettled":"value\
 $0","util.promisify":"value $0","Map":"value $0","Set":"value $0","std.walk":"folder $0 below","std.expandGlob":"folder $0 below","Reflect":"value","Reflect.ge\
t":"attribute $0 $1","Reflect.apply":"invoke $0 $2"},"methods":{"write":"send $self $0 append","send":"send $self $0 append","install":"if-made:service run syst\
emctl enable --now x","end":"if-args:1 send $self $0 append","connect":"if-made:client calls-back connect $1:host=localhost $0:port","pipe":"pipe $self $0","pip\
eTo":"pipe $self $0","on":"listen $self $0 $1","once":"listen $self $0 $1","addListener":"listen $self $0 $1","emit":"emit $0 $1..","then":"then","finally":"the\
n","toString":"value $self","text":"value $self","json":"value $self","unref":"value $self","bind":"made bound $self $1..","delete":"if-made:drizzle if-whole ru\
n sql delete-all rows | if-database if-arg:name if-whole run sql delete-all $owner","destroy":"if-option:truncate=true run sql truncate rows | if-option:where={\
} run sql delete-all rows","getVolume":"made docker-volume","scan":"if-made:glob globs $origin","scanSync":"if-made:glob globs $origin","push":"if-list append $\
self $all","unshift":"if-list append $self $all","splice":"if-list append $self $all","put":"if-made:sftp run scp -r $0 host:/x","fastPut":"if-made:sftp run scp\
 -r $0 host:/x","uploadDir":"if-made:sftp run scp -r $0 host:/x","deleteLocalBranch":"if-git if-says:^true$ run git branch -D","deleteLocalBranches":"if-git if-\
says:^true$ run git branch -D","sendMail":"sends-files","sendCommand":"if-stored program redis-cli $all","pipeline":"if-stored program redis-cli $all","multi":"\
if-stored program redis-cli $all","scanStream":"if-stored entries keys","scanIterator":"if-stored entries keys","del":"if-gets:keys run sql flush FLUSHDB | if-m\
ade:rows run sql delete-all rows","unlink":"if-gets:keys run sql flush FLUSHDB","update":"if-made:rows if-whole run sql update-all rows","reset":"if-made:git if\
-says:hard$|Hard$|HARD$ run git reset --hard","clean":"if-made:git if-says:^n[dfxq]*$|^-\\\\w*n\\\\w*$|DRY_RUN$ run git clean -n | if-made:git run git clean -fd","r\
ollback":"if-name:migrate if-args:2 run sql drop-table rows","exec":"if-made:ssh shell $0 | sql $0:query:sql:text","execCommand":"if-made:ssh shell $0","remove"\
:"if-made:docker-volume run docker volume rm $self | if-database if-empty run sql delete-all $owner","pruneVolumes":"run docker volume prune -af","drop":"if-dat\
abase run sql drop-collection $owner","query":"sql $0:query:sql:text","execute":"sql $0:query:sql:text","$executeRawUnsafe":"sql $0:query:sql:text","$executeRaw\
":"sql $0:query:sql:text","$queryRawUnsafe":"sql $0:query:sql:text","$queryRaw":"sql $0:query:sql:text","run":"sql $0:query:sql:text","prepare":"sql $0:query:sq\
l:text","raw":"sql $0:query:sql:text","unsafe":"sql $0:query:sql:text","command":"sql $0:query:sql:text","batch":"sql $0:query:sql:text","executeQuery":"sql $0:\
query:sql:text","sync":"if-option:force=true run sql drop-table rows","getSiblingDB":"name db","getSisterDB":"name db","getDB":"name db","getCollection":"name d\
b.collection","explain":"name cache","runCommand":"if-option:dropDatabase run sql drop-database db | if-option:drop run sql drop-collection $:drop | if-option:s\
hutdown run sql shutdown db | if-option:dropAllUsersFromDatabase run sql drop-user all","adminCommand":"if-option:dropDatabase run sql drop-database db | if-opt\
ion:drop run sql drop-collection $:drop | if-option:shutdown run sql shutdown db | if-option:dropAllUsersFromDatabase run sql drop-user all","dropUser":"if-data\
base run sql drop-user $owner","dropAllUsers":"if-database run sql drop-user $owner","shutdownServer":"if-database run sql shutdown $owner","truncate":"if-made:\
rows run sql delete-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","he\
redoc":"<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":true,"lines":"none"},"blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".\
","x"],"bare_calls":true,"function_keywords":["sub"],"inputs":{"@ARGV":"args","$ARGV":"args","\\"@ARGV\\"":"joined-args","$ENV":"environment","%ENV":"environment"\
,"$_":"text","STDIN":"text"},"unknown":["STDIN"],"texts":{"$0":"./program.pl"},"rewrites":[["^&",""]],"functions":{"tempdir":"temporary","File.Temp.tempdir":"te\
mporary","File.Temp.newdir":"temporary","values":"values $0","shift":"take $0","pop":"take $0","print":"print-text","say":"print-line","readline":"input","syste\
m":"command $all","exec":"command $all","CORE.system":"command $all","CORE.exec":"command $all","readpipe":"command $all","systemx":"command $all","capturex":"c\
ommand $all","IPC.System.Simple.systemx":"command $all","IPC.System.Simple.capturex":"command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $\
all","rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $\
1","move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chow\
n":"run chown $0 $2..","kill":"kill $1.. $0","fork":"run fork","open":"open-perl $1 $2..","find":"find","finddepth":"find","File.Find.find":"find","File.Find.fi\
nddepth":"find","do":"if-arg:text read $0","glob":"glob $0","readdir":"names .","LWP.Simple.get":"request GET $0","get":"request GET $0","POSIX.setuid":"run set\
uid $0","pack":"pack $0 $1..","Net.OpenSSH.new":"made ssh","Net.SSH.Perl.new":"made ssh","Net.SSH2.new":"made ssh","LWP.UserAgent.new":"made rest","HTTP.Tiny.ne\
w":"made rest","Mojo.UserAgent.new":"made rest","MongoDB.connect":"made mongo","MongoDB.MongoClient.new":"made mongo","run3":"program $0","IPC.Run3.run3":"progr\
am $0","path":"join $all","Path.Tiny.path":"join $all"},"methods":{"do":"sql $0","prepare":"sql $0","execute":"sql $0","system":"if-made:ssh command $all","capt\
ure":"if-made:ssh command $all","capture2":"if-made:ssh command $all","pipe_out":"if-made:ssh command $all","pipe_in":"if-made:ssh command $all","exec":"if-made\
:ssh command $all","channel":"if-made:ssh value $self","delete":"if-made:rest request-over DELETE $0","get":"if-made:rest request-over GET $0","post":"if-made:r\
est request-over POST $0 $1","post_form":"if-made:rest request-over POST $0 $1","put":"if-made:rest request-over POST $0 $1","get_database":"if-made:mongo value\
 $self","get_collection":"if-made:mongo value $self","ns":"if-made:mongo value $self","db":"if-made:mongo value $self","drop":"if-made:mongo run sql drop-databa\
se db","keys":"calls-back if-stored entries keys","del":"if-gets:keys run sql flush FLUSHDB","unlink":"if-gets:keys run sql flush FLUSHDB","visit":"if-text call\
s-back glob $self **","spew":"if-text write $self $0","spew_utf8":"if-text write $self $0","spew_raw":"if-text write $self $0","remove":"if-text run rm $self","\
remove_tree":"if-text run rm -rf $self","children":"if-text folder $self","slurp":"if-text read $self","slurp_utf8":"if-text read $self","slurp_raw":"if-text re\
ad $self"}},"php":{"lexer":{"comment":["//","#"],"block_comment":["/*","*/"],"sigils":"$","interpolation":"dollar","triple":false,"single_escapes":false,"quotin\
g":"none","heredoc":"<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))","patterns":false,"lines":"none"},"blocks":"braces","member_operators":["->","::","?->"],"concaten\
ation_operators":["."],"bare_calls":false,"function_keywords":["function"],"inputs":{"$argv":"argv","$_SERVER":"server","$_ENV":"environment"},"sdks":["aws.","g\
oogle.cloud.","stripe.","microsoftazure.","digitaloceanv2.","github.","gitlab.","cloudflare.","twilio.","s3client","ec2client","rdsclient","dynamodbclient","rou\
te53client","sqsclient","stripeclient"],"texts":{"__DIR__":".","__FILE__":"./program.php"},"rewrites":[["^(?:\\\\w+\\\\.)*(filesystem|httpclient|ssh2|\\\\w+iterator|s\
plfileobject|pdo|process|\\\\w{2,}client)(?=$|\\\\.\\\\w+$)","$1"]],"case_sensitive":false,"functions":{"eval":"eval $0","assert":"if-arg:text eval $0","create_functi\
on":"eval $1","include":"include $0","require":"include $0","include_once":"include $0","require_once":"include $0","system":"shell $0","exec":"shell $0","shell\
_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","pcntl_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","rename"\
:"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1","chown":"run chown $1 $0","file_get_contents":"if-\
args:3 request POST $0 $2 | read $0","stream_context_create":"made context $0","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_file":"r\
ead $0","file_put_contents":"write $0 $1 $2","fopen":"open $0 $1","splfileobject":"open $0 $1","fwrite":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"r\
un setuid $0","pcntl_fork":"run fork","pcntl_exec":"program $all","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exec":\
"request GET $0","curl_setopt":"if-says:^DELETE$ request DELETE $0 | if-says:^CURLOPT_POSTFIELDS$ request POST $0 $2","curl_setopt_array":"if-says:^DELETE$ requ\
est DELETE $0 | if-says:^CURLOPT_POSTFIELDS$ request POST $0 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $\
0","dirname":"dirname $0","getcwd":"value .","json_decode":"parse-json $0","fgets":"input","stream_get_contents":"input","readline":"input","glob":"glob $0","gl\
obiterator":"glob $0","scandir":"names $0","recursivedirectoryiterator":"folder $0","directoryiterator":"folder $0","filesystemiterator":"folder $0","recursivei\
teratoriterator":"value $0","escapeshellarg":"value $0","escapeshellcmd":"value $0","mysqli_query":"sql $1","mysqli_multi_query":"sql $1","mysqli_real_query":"s\
ql $1","sqlsrv_query":"sql $1","oci_parse":"sql $1","odbc_exec":"sql $1","pg_query":"sql $1 | sql $0","pg_send_query":"sql $1 | sql $0","db.delete":"sql $0","db\
.update":"sql $0","db.statement":"sql $0","db.unprepared":"sql $0","db.table":"made rows","schema.drop":"run sql drop-table $0","schema.dropifexists":"run sql d\
rop-table $0","schema.dropalltables":"run sql drop-schema db","artisan.call":"run php artisan $0","base_path":"join . $0","app_path":"join app $0","database_pat\
h":"join database $0","resource_path":"join resources $0","storage_path":"join storage $0","filesystem":"made filesystem","file.deletedirectory":"run rm -rf $0"\
,"file.cleandirectory":"run rm -rf $0","guzzlehttp.client":"if-sign:http-client made rest $all","client":"if-sign:http-client made rest $all","httpclient.create\
":"if-sign:http-client made rest $all","mongodb.client":"made mongo","process":"if-arg:list shell $0","process.fromshellcommandline":"if-arg:text shell $0","pro\
cess.run":"if-arg:text shell $0","process.start":"if-arg:text shell $0","http.withtoken":"made rest","http.withheaders":"made rest","http.withbasicauth":"made r\
est","http.acceptjson":"made rest","http.baseurl":"made rest $0","http.delete":"request DELETE $0","http.post":"request POST $0 $1","ssh2":"made ssh","ssh2_exec\
":"shell $1"},"methods":{"query":"sql $0","prepare":"sql $0","executestatement":"sql $0","executequery":"sql $0","executeupdate":"sql $0","createquery":"sql $0"\
,"real_query":"sql $0","multi_query":"sql $0","truncate":"run sql truncate $owner","gettruncatetablesql":"made whole","getdroptablesql":"made whole","getdropsch\
emasql":"made whole","getdropdatabasesql":"made whole","exec":"if-made:ssh shell $0 | sql $0","dropschema":"if-kept run sql drop-schema $owner","createquerybuil\
der":"made builder","delete":"if-made:builder if-whole run sql delete-all $0 | if-made:rest request-over DELETE $0","remove":"if-made:filesystem run rm -rf $0",\
"request":"if-made:rest request-over $0 $1 $2:json:body","post":"if-made:rest request-over POST $0 $1:json:body","get":"if-made:rest request-over GET $0","selec\
tdatabase":"if-made:mongo value $self","selectcollection":"if-made:mongo value $self","getdatabase":"if-made:mongo value $self","getcollection":"if-made:mongo v\
alue $self","drop":"if-made:mongo run sql drop-database db","keys":"calls-back if-stored entries keys","del":"if-gets:keys run sql flush FLUSHDB","unlink":"if-g\
ets:keys run sql flush FLUSHDB","update":"if-made:rows run sql update-all rows","openfile":"if-text open $self $0","fwrite":"send $self $0","getpathname":"value\
 $self","getrealpath":"value $self","deletedirectory":"run sql drop-bucket $0","cleandirectory":"run sql drop-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sig\
ils":"$@","interpolation":"hash","triple":false,"single_escapes":false,"quoting":"percent","heredoc":"<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","patterns":tr\
ue,"lines":"statements"},"blocks":"end","member_operators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywords":["def"],"input\
s":{"ARGV":"args","$*":"args","ENV":"environment","$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"lines"},"sdks":["Aws.","Google.Cloud.","Azure.","Stripe."\
,"Octokit.","Gitlab.","Elasticsearch.","DropletKit.","Fog.","Algolia.","Twilio."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils\
.rm_f","rm_r":"FileUtils.rm_r","rm_rf":"FileUtils.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry"\
,"cp_r":"FileUtils.cp_r","remove_entry_secure":"FileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Ke\
rnel|Object|self)\\\\.",""]],"functions":{"puts":"print-line","p":"print-line","print":"print-text","gets":"input","readlines":"input","send":"invoke $0 $1..","pu\
blic_send":"invoke $0 $1..","__send__":"invoke $0 $1..","Dir.[]":"globs $all","Rake.FileList.[]":"globs $all","FileList.[]":"globs $all","Rake.FileList.new":"gl\
obs $all","FileList.new":"globs $all","Sequel.connect":"made sequel","Sequel.postgres":"made sequel","Sequel.mysql2":"made sequel","Sequel.sqlite":"made sequel"\
,"Sequel.tinytds":"made sequel","Sequel.oracle":"made sequel","Sequel.jdbc":"made sequel","system":"command $all","exec":"command $all","spawn":"command $all","\
IO.popen":"command $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","Open3.capture3":"command $all","Open3.popen3":"command $all","PTY.spa\
wn":"command $all","eval":"eval $0","instance_eval":"eval $0","class_eval":"eval $0","module_eval":"eval $0","TOPLEVEL_BINDING.eval":"eval $0","binding.eval":"e\
val $0","Sidekiq.Queue.new":"made sidekiq","Sidekiq.RetrySet.new":"made sidekiq","Sidekiq.ScheduledSet.new":"made sidekiq","Sidekiq.DeadSet.new":"made sidekiq",\
"Sidekiq.Queue.all":"entries sidekiq","Resque.remove_queue":"run celery purge","Docker.Volume.all":"entries docker-volume","Sequel.mock":"made mock","MockRedis.\
new":"made mock","Docker.Volume.get":"made docker-volume","Docker.Volume.prune":"run docker volume prune -af","ObjectSpace.each_object":"entries model","Mongo.C\
lient.new":"made mongo","Mongoid.default_client":"made mongo","Mongoid.Clients.default":"made mongo","Mongoid.client":"made mongo","Mongoid.Clients.with_name":"\
made mongo","Mongoid.purge!":"run sql drop-database mongoid","Mongoid.truncate!":"run sql drop-database mongoid","Mongoid.Config.purge!":"run sql drop-database \
mongoid","Mongoid.Config.truncate!":"run sql drop-database mongoid","Net.SSH.start":"calls-back made ssh","open":"calls-back open $0 $1","File.open":"calls-back\
 open $0 $1","File.new":"calls-back open $0 $1","URI.open":"request GET $0","Net.HTTP.get":"request GET $0","HTTParty.get":"request GET $0","Faraday.get":"reque\
st GET $0","RestClient.get":"request GET $0","HTTP.get":"request GET $0","Excon.get":"request GET $0","Typhoeus.get":"request GET $0","Net.HTTP.post":"request P\
OST $0 $1 $:body $:json $:form","Net.HTTP.post_form":"request POST $0 $1 $:body $:json $:form","HTTParty.post":"request POST $0 $1 $:body $:json $:form","Farada\
y.post":"request POST $0 $1 $:body $:json $:form","RestClient.post":"request POST $0 $1 $:body $:json $:form","HTTP.post":"request POST $0 $1 $:body $:json $:fo\
rm","Excon.post":"request POST $0 $1 $:body $:json $:form","Typhoeus.post":"request POST $0 $1 $:body $:json $:form","HTTParty.delete":"request DELETE $0","Fara\
day.delete":"request DELETE $0","RestClient.delete":"request DELETE $0","HTTP.delete":"request DELETE $0","Excon.delete":"request DELETE $0","Typhoeus.delete":"\
request DELETE $0","Net.HTTP.Delete.new":"open-request DELETE $0","RubyVM.InstructionSequence.compile":"value $0","URI":"value $0","URI.parse":"value $0","File.\
expand_path":"value $0","Pathname":"value $0","Pathname.new":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","File.foreach":"rea\
d $0","File.binread":"read $0","File.write":"write $0 $1","IO.write":"write $0 $1","File.delete":"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run r\
m $all","FileUtils.remove":"run rm $all","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdir $0","Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","F\
ileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"run rm -rf $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.rem\
ove_entry":"run rm -rf $all","FileUtils.remove_entry_secure":"run rm -rf $all","FileUtils.mv":"run mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp\
 $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUtils.ln_s":"run ln -s $0 $1","File.symlink":"run ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_\
R":"run chmod -R $0 $1","FileUtils.chown_R":"run chown -R $0 $2","File.chmod":"chmod $1.. $0","File.chown":"run chown $0 $2..","File.truncate":"run truncate -s \
0 $0","File.join":"join $all","File.dirname":"dirname $0","Dir.home":"value ~","Dir.pwd":"value .","Dir.mktmpdir":"calls-back temporary","Dir.tmpdir":"value /tm\
p","Dir.glob":"calls-back glob $0","Pathname.glob":"calls-back glob $0","Dir.children":"names $0","Dir.entries":"names $0","Dir.each_child":"names $0","Find.fin\
d":"calls-back folder $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"run fork","TCPSocket.new":"connect $all","TCPSocket.open":"connect $all"},\
"methods":{"write":"send $self $0","puts":"send $self $0","execute":"sql $0","exec_params":"sql $0","query":"sql $0","async_exec":"sql $0","run":"sql $0","exec_\
query":"sql $0","exec":"if-made:ssh shell $0 | sql $0","method":"method $self $0","const_get":"attribute $self $0","send":"message $self $0 $1..","public_send":\
"message $self $0 $1..","__send__":"message $self $0 $1..","then":"then","yield_self":"then","find_each":"if-name calls-back made rows","in_batches":"if-name ca\
lls-back made rows","update_all":"if-name run sql update-all $owner","destroy":"if-sign:unconditional if-made:rows if-none run sql delete-all rows","destroy!":"\
if-sign:unconditional if-made:rows if-none run sql delete-all rows","purge":"if-sign:unconditional if-made:rows if-none run sql delete-all rows","remove":"if-ma\
de:docker-volume run docker volume rm $self","open":"if-text calls-back open $self $0","descendants":"entries model","subclasses":"entries model","delete_all":"\
if-made:model run sql delete-all rows","destroy_all":"if-made:model run sql delete-all rows","delete":"if-text if-none run rm $self | if-made:sequel if-none run\
 sql delete-all rows | if-gets:keys run sql flush FLUSHDB | if-database if-none run sql delete-all $owner","unlink":"if-text if-none run rm $self | if-gets:keys\
 run sql flush FLUSHDB","del":"if-gets:keys run sql flush FLUSHDB","truncate":"if-made:sequel run sql truncate rows","tap":"calls-back value $self","freeze":"va\
lue $self","dup":"value $self","clone":"value $self","compact":"value $self","uniq":"value $self","sort":"value $self","to_a":"value $self","flatten":"value $se\
lf","to_set":"value $self","clear":"if-made:sidekiq run celery purge","database":"if-made:mongo value $self","use":"if-made:mongo value $self","drop":"if-made:m\
ongo run sql drop-database db","exec!":"if-made:ssh shell $0","eval":"if-content eval $self | if-text eval $self","class_eval":"if-arg:content eval $0 | if-arg:\
text eval $0","module_eval":"if-arg:content eval $0 | if-arg:text eval $0","instance_eval":"if-arg:content eval $0 | if-arg:text eval $0","update":"if-made:sequ\
el run sql update-all rows","from":"if-made:sequel value $self","keys":"calls-back if-stored entries keys","scan_each":"calls-back if-stored entries keys","rmtr\
ee":"if-text run rm -rf $self","children":"folder $self","each_child":"folder $self","read":"lines $self","gets":"if-list any-of $self","shift":"if-list any-of \
$self","first":"at 0 $self","last":"at -1 $self","fetch":"entry $self $0 $1","each_pair":"if-map pairs $self","values":"if-map values $self","each_value":"if-ma\
p values $self"}},"other":{"lexer":{"comment":["//"],"sigils":"","interpolation":"none","triple":false,"single_escapes":true,"quoting":"none","patterns":false,"\
lines":"statements"},"blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["function"],"inputs":{\
"os.Args":"argv","sys.env":"environment","System.environment":"environment"},"texts":{"os.pwd":".","os.home":"~","FileManager.default.homeDirectoryForCurrentUse\
r":"~","URL.homeDirectory":"~","FileManager.default.temporaryDirectory":"/tmp/temporary","URL.temporaryDirectory":"/tmp/temporary","Directory.systemTemp":"/tmp/\
temporary","Directory.current":".","FileManager.default.currentDirectoryPath":"."},"rewrites":[["^(?:(?:std|tokio|java|async_std|fs_err|experimental|filesystem|\
(?:n?io|file)(?=\\\\.\\\\w+\\\\.))\\\\.)+(?=\\\\w)",""]],"functions":{"print":"print","println":"print","console.log":"print","redis.call":"if-flush run sql flush $0","re\
dis.pcall":"if-flush run sql flush $0","string.char":"characters $all","table.concat":"join-texts $0 $1","strings.Join":"join-texts $0 $1","string.upper":"fold \
upper $0","string.lower":"fold lower $0","c":"value $all","list":"value $all","List.of":"value $all","Set.of":"value $all","listOf":"value $all","setOf":"value \
$all","arrayOf":"value $all","mutableListOf":"value $all","Arrays.asList":"value $all","Seq":"value $all","List":"value $all","Set":"value $all","Vector":"value\
 $all","Array":"value $all","Stream.of":"value $all","List.toList":"value $all","IO.inspect":"value $all","ipairs":"value $all","pairs":"value $all","Command.ne\
w":"value $all","String.to_atom":"value $0","String.to_existing_atom":"value $0","expand_file_name":"value $0","file_truename":"value $0","vim.fn.expand":"value\
 $0","vim.fs.normalize":"value $0","Path.toFile":"value $0","File.toPath":"value $0","Path.toString":"value $0","File.new":"value $0","Directory":"value $0","Di\
rectory.new":"value $0","URL":"value $0","URI":"value $0","URI.create":"value $0","Uri.parse":"value $0","Uri.unsafeParse":"value $0","expand_path":"value $0","\
Path.expand":"value $0","abspath":"value $0","normpath":"value $0","opendir":"value $0","filepath.Abs":"value $0","filepath.Clean":"value $0","os.ExpandEnv":"va\
lue $0","std.string":"value $0","string":"value $0","String.valueOf":"value $0","Process":"value $0","Cmd":"value $0","must":"value $0","filepath.Join":"join $a\
ll","path.Join":"join $all","path.join":"join $all","Paths.get":"join $all","Path.of":"join $all","Path.Combine":"join $all","Path.join":"join $all","File":"joi\
n $all","joinpath":"join $all","filename.join":"join $all","file.path":"join $all","path":"join $all","fs.path":"join $all","PathBuf.from":"join $all","Path.new\
":"join $all","Path":"join $all","os.Path":"join $all","join_path":"join $all","path_join":"join $all","home_dir":"value ~","dirs.home_dir":"value ~","home.home\
_dir":"value ~","os.UserHomeDir":"value ~","UserHomeDir":"value ~","homedir":"value ~","path_home":"value ~","System.user_home":"value ~","user_home":"value ~",\
"NSHomeDirectory":"value ~","FileManager.default.homeDirectoryForCurrentUser":"value ~","getHomeDir":"value ~","os.Getwd":"value .","pwd":"value .","getwd":"val\
ue .","File.cwd":"value .","os.pwd":"value .","getCurrentDir":"value .","env.current_dir":"value .","Dir.pwd":"value .","lfs.currentdir":"value .","os.Getenv":"\
environment $0","System.getenv":"environment $0","System.getProperty":"environment $0","os.getenv":"environment $0","getenv":"environment $0","Sys.getenv":"envi\
ronment $0","env.var":"environment $0","System.get_env":"environment $0","make_temp_file":"temporary","os.MkdirTemp":"temporary","ioutil.TempDir":"temporary","o\
s.CreateTemp":"temporary","tempfile.tempdir":"temporary","tempdir":"temporary","tempfile":"temporary","mktempdir":"temporary","mktemp":"temporary","tempname":"t\
emporary","os.tmpname":"temporary","os.TempDir":"temporary","env.temp_dir":"temporary","TempDir.new":"temporary","tempfile.Builder.new":"temporary","Files.creat\
eTempDirectory":"temporary","Files.createTempFile":"temporary","createTempDir":"temporary","createTempDirectory":"temporary","createTempFile":"temporary","File.\
createTempFile":"temporary","File.createTempDir":"temporary","os.temp.dir":"temporary","os.temp":"temporary","Directory.systemTemp.createTemp":"temporary","Dire\
ctory.systemTemp.createTempSync":"temporary","FileManager.default.temporaryDirectory":"temporary","NSTemporaryDirectory":"temporary","Path.GetTempPath":"tempora\
ry","Path.GetTempFileName":"temporary","System.tmp_dir":"temporary","mkdtemp":"temporary","tmpnam":"temporary","Briefly.create":"temporary","getTempDir":"tempor\
ary","rm":"if-option:recursive=true run rm -rf $0 | run rm $0","file.remove":"run rm $0","os.Remove":"run rm $0","fs.remove_file":"run rm $0","Files.delete":"ru\
n rm $0","Files.deleteIfExists":"run rm $0","unlink":"run rm $0","remove":"run rm $0","os.remove":"run rm $0","os.remove.file":"run rm $0","File.rm":"run rm $0"\
,"File.Delete":"run rm $0","file.delete":"run rm $0","File.delete":"run rm $0","vim.uv.fs_unlink":"run rm $0","vim.loop.fs_unlink":"run rm $0","file_delete":"ru\
n rm $0","removeFile":"run rm $0","remove_file":"run rm $0","deleteFile":"run rm $0","delete-file":"run rm $0","delete_file":"run rm $0","vim.fn.delete":"run rm\
 -rf $0","vim.fs.rm":"run rm -rf $0","os.RemoveAll":"run rm -rf $0","fs.remove_dir_all":"run rm -rf $0","Files.remove_all":"run rm -rf $0","remove_all":"run rm \
-rf $0","FileUtils.deleteDirectory":"run rm -rf $0","FileUtils.deleteQuietly":"run rm -rf $0","FileUtils.forceDelete":"run rm -rf $0","FileUtils.cleanDirectory"\
:"run rm -rf $0","File.rm_rf":"run rm -rf $0","file.del_dir_r":"run rm -rf $0","Directory.Delete":"run rm -rf $0","dir_delete":"run rm -rf $0","os.remove.all":"\
run rm -rf $0","removeDir":"run rm -rf $0","removeDirectoryRecursive":"run rm -rf $0","removePathForcibly":"run rm -rf $0","rm_rf":"run rm -rf $0","delete-direc\
tory":"run rm -rf $0","delete_directory":"run rm -rf $0","remove_dir_all":"run rm -rf $0","delete_directory_tree":"run rm -rf $0","delete_directory_files":"run \
rm -rf $0","fs.rm_rf":"run rm -rf $0","FileUtils.deleteTree":"run rm -rf $0","deltree":"run rm -rf $0","lfs.rmdir":"run rmdir $0","rmdir":"run rmdir $0","fs.rem\
ove_dir":"run rmdir $0","File.rmdir":"run rmdir $0","file.del_dir":"run rmdir $0","os.remove.dir":"run rmdir $0","system":"shell $0","popen":"shell $0","os.exec\
ute":"shell $0","io.popen":"shell $0","shell":"shell $0","os.cmd":"shell $0","System.shell":"shell $0","Runtime.exec":"shell $0","execShellCmd":"shell $0","exec\
Cmd":"shell $0","execCmdEx":"shell $0","staticExec":"shell $0","spawnCommand":"shell $0","shell_command":"shell $0","shell_command_to_string":"shell $0","async_\
shell_command":"shell $0","uiop.run_program":"shell $0","run_program":"shell $0","run_shell_command":"shell $0","run":"shell $0","callCommand":"shell $0","succe\
ss":"shell $0","readchomp":"shell $0","call_process":"program $all","start_process":"program $all","exec.Command":"program $all","exec.CommandContext":"program \
$all","ProcessBuilder":"program $all","os.proc":"program $all","spawn":"spawn $0 $1","system2":"spawn $0 $1","System.cmd":"spawn $0 $1","Process.run":"spawn $0 \
$1","Process.runSync":"spawn $0 $1","Process.start":"spawn $0 $1","Process.Start":"spawn $0 $1","execl":"execute $0 $1..","execlp":"execute $0 $1..","execv":"ex\
ecute $0 $1..","execvp":"execute $0 $1..","execve":"execute $0 $1..","kill":"kill $0 $1","syscall.Kill":"kill $0 $1","writeFile":"write $0 $1","os.WriteFile":"w\
rite $0 $1","ioutil.WriteFile":"write $0 $1","fs.write":"write $0 $1","Files.writeString":"write $0 $1","Files.write":"write $0 $1","File.write":"write $0 $1","\
spit":"write $0 $1","File.WriteAllText":"write $0 $1","write_file":"write $0 $1","os.write.over":"write $0 $1","writeLines":"write $1 $0","fopen":"open $0 $1","\
io.open":"open $0 $1","File.open":"open $0 $1","open":"open $0 $1 flags","os.OpenFile":"open $0 $1 flags","cat":"if-option:file write $:file $0","os.Create":"op\
en $0 w","File.create":"open $0 w","FileWriter":"open $0 w","PrintWriter":"open $0 w","FileOutputStream":"open $0 w","os.Truncate":"run truncate -s 0 $0","trunc\
ate":"run truncate -s 0 $0","os.ReadFile":"read $0","ioutil.ReadFile":"read $0","os.Open":"read $0","fs.read":"read $0","fs.read_to_string":"read $0","Files.rea\
dString":"read $0","Files.readAllBytes":"read $0","Files.readAllLines":"read $0","File.read":"read $0","File.ReadAllText":"read $0","upload_file":"read $0","rea\
dLines":"read $0","read_file":"read $0","FileInputStream":"read $0","FileReader":"read $0","String.contentsOfFile":"read $0","Data.contentsOf":"read $0","slurp"\
:"read $0","HttpRequest.BodyPublishers.ofFile":"read $0","BodyPublishers.ofFile":"read $0","File.read_to_string":"read $0","os.ReadDir":"names $0","ioutil.ReadD\
ir":"names $0","lfs.dir":"names $0","File.ls":"names $0","readdir":"names $0","listdir":"names $0","directory_files":"folder $0","list.files":"folder $0","list.\
dirs":"folder $0","dir_ls":"folder $0","fs.read_dir":"folder $0","os.list":"folder $0","Files.list":"folder $0","directory_iterator":"folder $0","directory_file\
s_recursively":"folder $0 below","WalkDir.new":"folder $0 below","os.walk":"folder $0 below","Files.walk":"folder $0 below","recursive_directory_iterator":"fold\
er $0 below","walkdir.WalkDir.new":"folder $0 below","filepath.Walk":"calls-back folder $0 below","filepath.WalkDir":"calls-back folder $0 below","nftw":"calls-\
back folder $0 below","ftw":"calls-back folder $0 below","walkdir":"walk $0","filelib.wildcard":"glob $0","filepath.Glob":"glob $0","glob":"glob $0","Sys.glob":\
"glob $0","glob.glob":"glob $0","Path.wildcard":"glob $0","any_of":"any-of $0","filepath.Dir":"dirname $0","dirname":"dirname $0","Path.dirname":"dirname $0","f\
mt.Sprintf":"format $0 $1..","format":"format $0 $1..","String.format":"format $0 $1..","string.format":"format $0 $1..","sprintf":"format $0 $1..","strings.Fie\
lds":"split $0","words":"split $0","String.split":"split $0","OptionParser.split":"split $0","shellwords.split":"split $0","shlex.split":"split $0","lapply":"ma\
p $1 $0","sapply":"map $1 $0","vapply":"map $1 $0","walk":"map $1 $0","Enum.each":"map $1 $0","Enum.map":"map $1 $0","Task.async_stream":"map $1 $0","lists.fore\
ach_":"map $1 $0","for_each":"map $0 $1","mapc":"map $0 $1","mapcar":"map $0 $1","foreach":"map $0 $1","map":"map $0 $1","lists.foreach":"map $0 $1","lists.map"\
:"map $0 $1","pcall":"invoke $0","dbExecute":"sql $0 | sql $1","dbSendQuery":"sql $0 | sql $1","dbGetQuery":"sql $0 | sql $1","dbSendStatement":"sql $0 | sql $1\
","execute":"sql $0 | sql $1","DBInterface.execute":"sql $0 | sql $1","SQLite.execute":"sql $0 | sql $1","SQL.query":"sql $0 | sql $1","query":"sql $0 | sql $1"\
,"LibPQ.execute":"sql $0 | sql $1","sqlx.query":"sql $0 | sql $1","diesel.sql_query":"sql $0 | sql $1","mysql_query":"sql $0 | sql $1","PQexec":"sql $0 | sql $1\
","sqlite3_exec":"sql $0 | sql $1","sql_query":"sql $0 | sql $1","dbRemoveTable":"run sql drop-table rows","mnesia.delete_table":"run sql drop-table rows","mnes\
ia.clear_table":"run sql drop-table rows","mnesia.delete_schema":"run sql drop-schema db","code.load_binary":"eval $2","http.Get":"request GET $0","reqwest.get"\
:"request GET $0","GET":"request GET $0","httpc.request":"request GET $0","httpc_get":"request GET $0","http.get":"request GET $0","POST":"request POST $0 $1 $:\
body","PUT":"request POST $0 $1 $:body","http.request":"request POST $0 $1 $:body","httr.POST":"request POST $0 $1 $:body","HTTP.post":"request POST $0 $1 $:bod\
y","HTTPoison.post":"request POST $0 $1 $:body","Req.post":"request POST $0 $1 $:body","httpc_post":"request POST $0 $1 $:body","http.Post":"request POST $0 $2"\
,"http.PostForm":"request POST $0 $2","HttpRequest.newBuilder":"made request $0","Request.post":"made request $0","jenkinsItems":"made jenkins"},"methods":{"app\
ly":"value $self","also":"value $self","use":"value $self","let":"value $self","run":"value $self","onEnter":"value $self","sorted":"value $self","sort":"value \
$self","toList":"value $self","toMutableList":"value $self","stream":"value $self","iter":"value $self","into_iter":"value $self","iter_mut":"value $self","coll\
ect":"value $self","unwrap":"value $self","unwrap_or_default":"value $self","expect":"value $self","ok":"value $self","clone":"value $self","cloned":"value $sel\
f","as_path":"value $self","to_path_buf":"value $self","to_str":"value $self","to_string":"value $self","toString":"value $self","path":"value $self","toPath":"\
value $self","toFile":"value $self","toURL":"value $self","into_path":"value $self","filter_map":"value $self","filter_entry":"value $self","take":"value $self"\
,"skip":"value $self","lines":"value $self","get":"value $self","await":"value $self","toAbsolutePath":"value $self","normalize":"value $self","iterator":"value\
 $self","asSequence":"value $self","parallelStream":"value $self","toArray":"value $self","max_depth":"value $self","min_depth":"value $self","standardizedFileU\
RL":"value $self","toSet":"value $self","as_ref":"value $self","as_str":"value $self","to_owned":"value $self","into":"value $self","del":"if-gets:keys run sql \
flush FLUSHDB","delete":"if-gets:keys run sql flush FLUSHDB | if-made:jenkins run cloud-sdk delete | if-text if-option:recursive=true run rm -rf $self | if-text\
 run rm -r $self","unlink":"if-gets:keys run sql flush FLUSHDB | if-text run rm -r $self","scan_iter":"if-stored entries keys","keys":"if-stored entries keys","\
scan":"if-stored entries keys","storage_down":"run sql drop-database db","drop_database":"run sql drop-database db","dropDatabase":"run sql drop-database db","e\
xecute":"if-text shell $self | if-list shell $self | sql $0 | sql $1","status":"if-list shell $self","output":"if-list shell $self","spawn":"if-list shell $self\
","start":"if-list shell $self","Run":"if-list shell $self","Output":"if-list shell $self","CombinedOutput":"if-list shell $self","Start":"if-list shell $self",\
"exec":"if-list shell $self | sql $0 | sql $1","call":"if-list shell $self","arg":"concatenate $self $all","args":"concatenate $self $all","removeItem":"run rm \
-rf $0:at:atPath","trashItem":"run rm -rf $0:at:atPath","rm_rf":"run rm -rf $self","deleteRecursively":"run rm -rf $self","deleteDir":"run rm -rf $self","delete\
_recursively":"run rm -rf $self","deleteOnExitRecursively":"run rm -rf $self","doDelete":"if-made:jenkins run cloud-sdk delete","getPlainText":"run Get-Secret",\
"deleteSync":"if-text if-option:recursive=true run rm -rf $self | if-text run rm -r $self","rm":"if-text run rm -r $self","deleteIfExists":"if-text run rm -r $s\
elf","resolve":"join $self $0","appendingPathComponent":"join $self $0","appending":"join $self $0","child":"join $self $0","div":"join $self $0","join":"join $\
self $0","listFiles":"folder $self","list":"folder $self","listSync":"folder $self","children":"folder $self","read_dir":"folder $self","walk":"folder $self bel\
ow","walkTopDown":"folder $self below","walkBottomUp":"folder $self below","contentsOfDirectory":"folder $0:at:atPath","enumerator":"folder $0:at:atPath","write\
Text":"write $self $0","writeString":"write $self $0","writeAsString":"write $self $0","writeAsStringSync":"write $self $0","writeBytes":"write $self $0","setTe\
xt":"write $self $0","appendText":"write $self $0 append","printWriter":"open $self w","bufferedWriter":"open $self w","writer":"open $self w","outputStream":"o\
pen $self w","readText":"read $self","readAsString":"read $self","readAsStringSync":"read $self","readBytes":"read $self","readLines":"read $self","inputStream"\
:"read $self","getText":"read $self","write":"send $self $0","body":"send $self $0","puts":"send $self $0","POST":"send $self $0","PUT":"send $self $0","read":"\
lines $self","post":"open-request POST $0","uri":"made request $0","url":"made request $0","Exec":"sql $0 | sql $1","ExecContext":"sql $0 | sql $1","Query":"sql\
 $0 | sql $1","QueryContext":"sql $0 | sql $1","QueryRow":"sql $0 | sql $1","MustExec":"sql $0 | sql $1","executeUpdate":"sql $0 | sql $1","executeQuery":"sql $\
0 | sql $1","executeLargeUpdate":"sql $0 | sql $1","addBatch":"sql $0 | sql $1","prepareStatement":"sql $0 | sql $1","prepare":"sql $0 | sql $1","query":"sql $0\
 | sql $1","execSQL":"sql $0 | sql $1","ExecuteNonQuery":"sql $0 | sql $1","executeSql":"sql $0 | sql $1","rawQuery":"sql $0 | sql $1","update":"sql $0 | sql $1\
","batch_execute":"sql $0 | sql $1","simple_query":"sql $0 | sql $1"}}},"dialects":{"lua":{"comment":"--\\\\[\\\\[[\\\\s\\\\S]*?\\\\]\\\\]|--[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\
\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)'|\\\\[\\\\[([\\\\s\\\\S]*?)\\\\]\\\\]","rewrites":[["lfs\\\\.(?:symlink)?attributes\\\\s*\\\\(([^()]*)\\\\)(?:\\\\.mode)?\\\\s*\
[=~]=\\\\s*\\"\\\\d+\\"","isDirectory($1)"],["\\\\.\\\\.(?!\\\\.)","+"],["\\\\blocal\\\\s+(?=function\\\\b)",""],["\\\\blocal\\\\s+(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)+)\\\\s*=\\\\s*(\\"\\\\d+\\"(?:\\\\s*,\\\
\\s*\\"\\\\d+\\")+)","[$1] = [$2];"],["~=","!="],["\\\\b(os\\\\.(?:execute|remove|getenv)|io\\\\.(?:popen|open)|require)\\\\s*(\\"\\\\d+\\")","$1($2)"],["([\\\\w)]):(\\\\w+)\\\\s*(?=\\\
\\()","$1.$2"],["(=\\\\s*|\\\\(\\\\s*|,\\\\s*|\\\\bin\\\\s+|\\\\breturn\\\\s+|\\\\{\\\\s*)\\\\{([^{};=]*)\\\\}","$1[$2]"],["(=\\\\s*|\\\\(\\\\s*|\\\\breturn\\\\s+)\\\\{((?:[^{};=]|\\\\[[^\\\\]]*\\\\])*)\\\
\\}","$1[$2]"],["\\\\bfor\\\\s+(?:\\\\w+\\\\s*,\\\\s*)?(\\\\w+)\\\\s+in\\\\s+","for $1 of "],["\\\\bfunction\\\\b\\\\s*((?:\\\\w+\\\\.)*\\\\w+)?\\\\s*(\\\\([^()]*\\\\))","function $1$2 {"],["func\
tion (?:\\\\w+\\\\.)+","function "],["\\\\b(?:then|do|repeat)\\\\b","{"],["\\\\belseif\\\\b","} else if"],["\\\\belse\\\\b","} else {"],["\\\\b(?:end|until)\\\\b","}"]]},"r":{"comm\
ent":"#[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)'","rewrites":[["\\\\b(?:library|require|suppressPackageStartupMessages)\\\\\
([^()]*\\\\);?",""],["\\\\brm\\\\s*\\\\(","forget("],["\\\\b(?:base|fs|httr2?|DBI|utils|tools|purrr)::",""],["\\\\bunlink\\\\b","rm_rf"],["\\\\bfile\\\\.exists\\\\b|\\\\bdir\\\\.exists\
\\\\b","isDirectory"],["<<?-","="],["(?:\\\\|>|%>%)\\\\s*([\\\\w.]+)\\\\s*\\\\(",".$1("],["\\\\blist\\\\(\\\\s*\\\\w+\\\\s*=\\\\s*","list("],["([(,]\\\\s*)([\\\\w.]+)\\\\s*=(?!=)","$1$2: "],\
["(?<![\\\\w.])([\\\\w.]{1,60}) {0,4}= {0,4}function\\\\s*\\\\(","function $1("],["(?:\\\\bfunction|\\\\\\\\)\\\\s*(\\\\([^()]*\\\\))\\\\s*(?!\\\\{)","$1 => "],["\\\\bfor\\\\s*\\\\(\\\\s*(\\\\w+\
)\\\\s+in\\\\s","for ($1 of "],["\\\\bfile\\\\.path\\\\b","join_path"],["\\\\bjoin_path\\\\(([^(),]*(?:\\\\([^()]*\\\\))?),\\\\s*(c\\\\([^()]*\\\\))\\\\)","$2.map((it) => join_path($1, i\
t))"],["\\\\bpaste0\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2)"],["\\\\bpaste\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + \\" \\" + $2)"]]},"julia":{"comment":"#=[\\\\s\\\\S]*?=#|\
#[^\\\\n]*","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b(?:raw|sql))?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\`([^\`]*)\`|(?<![\\\\w)\\\\]])'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'","inserts":"\\\\$\
\\\\(?([\\\\w.]+(?:\\\\([^()]*\\\\))?)\\\\)?","rewrites":[["^[ \\\\t]*(?:using|import)\\\\b[^\\\\n;]*",""],["(\\\\w)!(?=\\\\()","$1"],["\\\\bforeach\\\\(","map("],["\\\\b(\\\\w+)\\\\.\\\\(([^(\
),]*(?:\\\\(\\\\))?),\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\])\\\\)","$3.map((it) => $1($2, it))"],["\\\\.\\\\(","("],["\\\\b(?:Base|Base\\\\.Filesystem|FilePathsBase)\\\\.(?=\\\\w)",""],["\\\\bmktem\
pdir\\\\(\\\\s*\\\\)\\\\s+do\\\\s+(\\\\w+)","$1 = mktempdir();"],[";\\\\s*(?=(?:recursive|force|join|dir|onerror)\\\\s*=)",", "],["([(,]\\\\s*)(\\\\w+)\\\\s*=(?!=)","$1$2: "],["\\\\|>\\\
\\s*([\\\\w.]+)",".$1()"],["\\\\bstring\\\\(([^(),]*),\\\\s*([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2 + $3)"],["\\\\bstring\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2)"],["(\\"\\\\d\
+\\")\\\\s*\\\\*\\\\s*(?=[\\\\w\\"])","$1 + "],["([\\\\w)])\\\\s\\\\*\\\\s(?=\\")","$1 + "],["(?:\\\\((\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)|\\\\b(\\\\w+))\\\\s*->\\\\s*","($1$2) => "],["\\\\bfor\\\\s+\\\\(\
?(\\\\w+)(?:\\\\s*,\\\\s*\\\\w+)*\\\\)?\\\\s+(?:in|=|\\u2208)\\\\s+([^\\\\n;,()]*(?:\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))?[^\\\\n;,()]*),\\\\s*(\\\\w+)\\\\s+(?:in|\\u2208)\\\\s+\\\\w+","for (\
$1 of $2) $3 = $1;"],["\\\\bfor\\\\s+(?:\\\\(\\\\w+\\\\s*,[^()]*,\\\\s*(\\\\w+)\\\\)|(\\\\w+))\\\\s+(?:in|=|\\u2208)\\\\s+([^\\\\n;,()]*(?:\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))?[^\\\\n;,()\
]*)","for ($1$2 of $3);"],["^([ \\\\t]*)([\\\\w.]+)(\\\\([^()=]*\\\\))\\\\s*=(?!=)\\\\s*([^\\\\n]*)","$1function $2$3 { $4 }"],["\\\\bfunction\\\\s+(\\\\w+\\\\s*\\\\([^()]*\\\\))","funct\
ion $1 {"],["^end\\\\b","}"]]},"elixir":{"comment":"#[^\\\\n{][^\\\\n]*|\\"(?:doc|cover)\\"","texts":"(?:~[sS])?\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|~[sS]?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\\
"|\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'|~[sS]\\\\(([^()]*)\\\\)|(?<=~w)[(\\\\[{|/\\"]([^)\\\\]}|/\\"]*)[)\\\\]}|/\\"]a?","inserts":"#\\\\{([^{}]*)\\\\}","rew\
rites":[["~w(\\"\\\\d+\\")","words($1)"],["\\\\bdelete_all\\\\b(?:(?<=\\\\bwhere\\\\b[^\\\\n;]{0,999})|(?=[^\\\\n;]{0,999}\\\\bwhere\\\\b))","delete_some"],["^[ \\\\t]*(?:alias|impor\
t|use|require)\\\\b[^\\\\n;]*",""],["(\\\\w)[!?](?=[\\\\s(/)])","$1"],["<>","+"],["&([\\\\w.:]+)/1","(it) => $1(it)"],["&([\\\\w.:]+)/\\\\d","$1"],["&\\\\(([^()&]*(?:\\\\([^()]*\\\
\\))?)&1([^()]*)\\\\)","(it) => ($1it$2)"],["&([\\\\w.:]+\\\\([^()&]*)&1([^()]*\\\\))","(it) => $1it$2"],["\\\\bfn\\\\s+\\\\(?([\\\\w, ]*)\\\\)?\\\\s*->\\\\s*([^\\\\n]{0,300}?)\\\\bend\\\\b\
","($1) => { $2 }"],["\\\\bfn\\\\s+\\\\(?([\\\\w, ]*)\\\\)?\\\\s*->","($1) =>"],["\\\\bEnum\\\\.each\\\\(([^()]*(?:\\\\([^()]*\\\\))?),\\\\s*","$1.forEach("],["\\\\|>\\\\s*:?(?:Enum|Stream\
)\\\\.each\\\\b",".forEach"],["\\\\|>\\\\s*:?(?:\\\\w+\\\\.)*(\\\\w+)\\\\(",".$1("],["\\\\|>\\\\s*:?(?:\\\\w+\\\\.)*(\\\\w+)",".$1()"],["(?<!\\\\w):(?=[a-z]\\\\w*\\\\.\\\\w)",""],["\\\\bfor\\\\s+(\\\\\
w+)\\\\s*<-\\\\s*(.*?)\\\\s*(?:,\\\\s*do:|\\\\bdo$)","for ($1 of $2);"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*,\\\\s*do:\\\\s*([^\\\\n]*)","function $1() { $2 }"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*(\\\\\
([^()]*\\\\))\\\\s*,\\\\s*do:\\\\s*([^\\\\n]*)","function $1$2 { $3 }"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s+do\\\\b","function $1() {"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*(\\\\([^()]*\\\\))\\\\s*do\\\\b"\
,"function $1$2 {"],["^ {0,2}end\\\\b","}"],["\\\\{(\\\\w+),\\\\s*\\\\w+\\\\}\\\\s*=","$1 ="]]},"erlang":{"comment":"%[^\\\\n]*|^#![^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S\
])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'","rewrites":[["\\\\b([a-z]\\\\w*):([a-z]\\\\w*)\\\\(","$1.$2("],["\\\\brpc\\\\.call\\\\([^,]*,\\\\s*(\\\\w+)\\\\s*,\\\\s*(\\\\w+)\\\\s*,\\\\s*\\\\[","$1.$2(["]\
,["\\\\bhttpc\\\\.request\\\\(\\\\s*(\\\\w+)\\\\s*,\\\\s*\\\\{","httpc_$1("],["\\\\[((?:[^\\\\[\\\\]|]|\\\\[[^\\\\[\\\\]]*\\\\])*)\\\\|\\\\|\\\\s*(\\\\w+)\\\\s*<-\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\]|[^\\\\[\\\\],]+)\\\\]"\
,"; for ($2 of $3); $1;"],["\\\\bfun\\\\s*\\\\(([^()]*)\\\\)\\\\s*->\\\\s*((?:[^,()\\\\n]|\\\\([^()\\\\n]*(?:\\\\([^()\\\\n]*\\\\)[^()\\\\n]*){0,4}\\\\)){1,300}?)\\\\bend\\\\b","($1) => $2"],[\
"\\\\+\\\\+","+"],["(?:\\\\{\\\\w{1,40},[ \\\\t]*){1,4}\\\\{?(?:_\\\\w{0,40},[ \\\\t]*){0,4}(\\\\w+)\\\\}{1,4}\\\\s*=","$1 ="]]},"named":{"comment":"//[^\\\\n]*|/\\\\*[\\\\s\\\\S]*?\\\\*/|^[ \\\
\\t]*#(?!define\\\\b)[^\\\\n]*|^[ \\\\t]*@\\\\w+(?:\\\\([^()\\\\n]*\\\\))?","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b[fsru]{1,2})?#*\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\\\\\([^()\\\\n]*(?:\\\\([^(\
)\\\\n]*\\\\))?\\\\)|\\\\\\\\[\\\\s\\\\S])*)\\"#*|(?<![&<\\\\w] ?)'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\.)*)'|\`([^\`]*)\`","inserts":"(?:\\\\$\\\\{?|\\\\\\\\\\\\(|\\\\{(?=\\\\w+\\\\}))([A-Za-z_][\\\\w.]*(?:\\\\([^()]\
*\\\\))?)[})]?","rewrites":[["(\\"\\\\d+\\"|\\\\b(?:Seq|Process|List)\\\\([^()]*\\\\))\\\\s*\\\\.?\\\\s*!{1,2}(?![=\\\\w(\\\\[])","$1.execute()"],["^[ \\\\t]*(?:import|use|using|packag\
e|library|part)\\\\s*\\\\([^()]*\\\\)",""],["(?<=^|;)[ \\\\t]*(?:pub\\\\s+)?(?:import|use|using|package|library|part)\\\\s+[^\\\\n;(]*(?:;|$)",""],["^[ \\\\t]*#define\\\\s+(\\\\w+)\
[ \\\\t]+","$1 = "],["::<[^<>()]*>",""],["::","."],["\\\\?(?=\\\\s*[;.,){\\\\n])|!!(?=[.,)])|\\\\?(?=\\\\.\\\\w)|(?<=[\\\\w)\\\\]])!(?=[\\\\s.,;)\\\\]])",""],["->d_name\\\\b",""],["\\\\b\
readdir\\\\((\\\\w+)\\\\)","any_of(readdir($1))"],["\\\\.(?:file|directory)(?=\\\\s*[)&|])",".isFile"],["\\\\b(\\\\w+)!\\\\s*(?=[(\\\\[])","$1"],["\\\\bvec\\\\[","["],["\\\\b(?:System|\
env|Deno)\\\\.(?:getProperty|getenv|var|var_os)\\\\(\\"\\\\d+\\"\\\\)\\\\.(?:unwrap|expect|unwrap_or_default)\\\\([^()]*\\\\)","$&"],["\\\\.(?:for_each|try_for_each|foreach|forEa\
chOrdered|each|forEachIndexed)\\\\b",".forEach"],["\\\\b(?:let|var|val)\\\\s+(?:mut\\\\s+)?(?=\\\\w+\\\\s*(?::[^=\\\\n]*)?=(?!=))",""],["\\\\.(?:path|name|Name|getName|file_nam\
e|filename)\\\\(\\\\)",""],["\\\\.(?:(?:password|secret|apiToken)\\\\.)?plainText\\\\b",".getPlainText()"],["\\\\.(?:where|findAll|filterNot|filterNotNull|takeWhile|withFil\
ter)\\\\b",".filter"],["\\\\.(?:collect|mapNotNull|flatMap|filter_map|compactMap)(?=\\\\s*(?:\\\\(?\\\\s*\\\\{|\\\\(\\\\s*[|(\\\\w]))",".map"],["(?<![\\\\w.])(?:\\\\w{1,40}\\\\.){0,6}(\
?:Uri|URI|URL|Url)\\\\.(?:unsafeParse|parse|apply|create|new)\\\\(","URI("],["\\\\.(?:absolutePath|canonicalPath|fullPath|path|absolute)\\\\b(?!\\\\s*\\\\()",""],["\\\\bRunti\
me\\\\.(?:getRuntime\\\\(\\\\)|runtime)","Runtime"],["(?:Jenkins|hudson\\\\.model\\\\.Hudson)\\\\.(?:instance|get\\\\(\\\\)|getInstance\\\\(\\\\)|instanceOrNull)\\\\.(?:getA|a)?(?:ll\
Items|items|getItems)\\\\b(?:\\\\([^()]*\\\\))?","jenkinsItems()"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\.(args?|addAll|add|push|append)\\\\(","$1 = $1.$2("],["\\\\.([A\
-Z]\\\\w+)\\\\((?:\\"\\\\d+\\"|\\\\w*)\\\\)\\\\.(Delete|DeleteCollection)\\\\(",".$1.Delete("],["\\\\.(map|forEach|filter)\\\\((\\\\w[\\\\w.]*)\\\\(_\\\\)\\\\)",".$1((it) => $2(it))"],["\\\\bf\
or\\\\s+_\\\\s*,\\\\s*(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+","for $1 of "],["\\\\bfor\\\\s+(\\\\w+)\\\\s*,\\\\s*(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+([^{\\\\n]*(?:\\\\{[^{}]*\\\\}+)?)\\\\s*\\\\{","for $1 of $\
3 { $2 = $1;"],["\\\\bfor\\\\s+(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+","for $1 of "],["\\\\[(?:\\\\d+|\\\\.\\\\.\\\\.)?\\\\](?:\\\\*?[\\\\w.]+|\\\\[\\\\][\\\\w.]+)\\\\{([^{}]*)\\\\}","[$1]"],["\\\\bfor\\\\s\
*[({]?\\\\s*(\\\\w+)\\\\s*<-\\\\s*","for $1 of "],["\\\\b(?:fun|func|fn|def)\\\\s+(?:<[^<>]*>\\\\s*)?(?:\\\\([^()]*\\\\)\\\\s*)?(?:[\\\\w<>]+\\\\.)*(\\\\w+)(?:<[^<>()]*>|\\\\[[^\\\\[\\\\]()]*\\\
\\])?\\\\s*\\\\(","function $1("],["\\\\bfunc\\\\s*\\\\(","function("],["(function \\\\w+\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))[^={\\\\n]*=\\\\s*\\\\{","$1 {"],["(function \\\\w+\\\\([^\
()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))[^={\\\\n]*=\\\\s*(?=[^\\\\s{>=])([^\\\\n]*)","$1 { return $2 }"],["\\\\b(?:val|mut|lazy|defer|go|await|unsafe|private|public|internal|over\
ride|static|inline|suspend|open|try)\\\\b[?!]?\\\\s+(?=[\\\\w\\"\\\\[(&*])",""],["^([ \\\\t]*(?:if\\\\s+|var\\\\s+)?)(\\\\w+)[ \\\\t]*,[ \\\\t]*\\\\w+[ \\\\t]*(:?=)(?!=)","$1$2 $3"],["(\
[(,=]\\\\s*(?:move\\\\s+)?)\\\\|([^|\\\\n]*)\\\\|\\\\s*(?:->\\\\s*[^{\\\\n]*)?","$1($2) => "],["\\\\{\\\\s*\\\\(?(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)?\\\\s*(?:->|=>|\\\\bin\\\\b)(?=\\\\s)","{|$1|"],[\
"(\\\\.\\\\w+)\\\\s*\\\\{\\\\s*\\\\|","$1() {|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class|extension|struct|impl|interface|e\
num|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+)\\\\s+\\\\{(?!\\\\s*\\\\|)","$1() {|it|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class\
|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+\\\\([^()\\\\n]*\\\\))\\\\s*\\\\{(?!\\\\s*\\\\|)(?=[^{}]*(?:\\\\bit|\\\\$0)\\\\b)","$1 {|it|"],["\\\\.filter\\\\(\\\
\\)\\\\s*\\\\{\\\\|(\\\\w+)\\\\|([^{}]*)\\\\}",".filter(($1) => $2)"],["[\\\\s\\\\S](?![\\\\s\\\\S])","$&\\nmain()"],["\\\\$0","it"],["\\\\(([^()\\\\n]*?)(?<![\\\\w.])_(?=\\\\s*[./)]|\\\\s*\\\\.\\\\\
w)","((it) => $1it"],["(\\"\\\\d+\\"|\\\\w|\\\\))\\\\s+\\\\.\\\\/\\\\s+","$1 / "]]},"typed":{"comment":"//[^\\\\n]*|/\\\\*[\\\\s\\\\S]*?\\\\*/|^[ \\\\t]*#(?!define\\\\b)[^\\\\n]*|^[ \\\\t]*@\\\\w+\
(?:\\\\([^()\\\\n]*\\\\))?","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b[rLu]{1,2})?\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\.)*)'","inserts":"\\\\$\\\\{?([A\
-Za-z_][\\\\w.]*(?:\\\\([^()]*\\\\))?)\\\\}?","rewrites":[["^[ \\\\t]*(?:import|use|using|package|library|part)\\\\s*\\\\([^()]*\\\\)",""],["(?<=^|;)[ \\\\t]*(?:pub\\\\s+)?(?:impor\
t|use|using|package|library|part)\\\\s+[^\\\\n;(]*(?:;|$)",""],["^[ \\\\t]*#define\\\\s+(\\\\w+)[ \\\\t]+","$1 = "],["::<[^<>()]*>",""],["::","."],["\\\\?(?=\\\\s*[;.,){\\\\n])|!\
!(?=[.,)])|\\\\?(?=\\\\.\\\\w)|(?<=[\\\\w)\\\\]])!(?=[\\\\s.,;)\\\\]])",""],["->d_name\\\\b",""],["\\\\breaddir\\\\((\\\\w+)\\\\)","any_of(readdir($1))"],["\\\\.(?:file|directory)(?=\\\\s*\
[)&|])",".isFile"],["\\\\b(\\\\w+)!\\\\s*(?=[(\\\\[])","$1"],["\\\\bvec\\\\[","["],["\\\\b(?:System|env|Deno)\\\\.(?:getProperty|getenv|var|var_os)\\\\(\\"\\\\d+\\"\\\\)\\\\.(?:unwrap|ex\
pect|unwrap_or_default)\\\\([^()]*\\\\)","$&"],["\\\\.(?:for_each|try_for_each|foreach|forEachOrdered|each|forEachIndexed)\\\\b",".forEach"],["\\\\b(?:let|var|val)\\\\s+(?:\
mut\\\\s+)?(?=\\\\w+\\\\s*(?::[^=\\\\n]*)?=(?!=))",""],["\\\\.(?:path|name|Name|getName|file_name|filename)\\\\(\\\\)",""],["\\\\.(?:(?:password|secret|apiToken)\\\\.)?plainText\\\
\\b",".getPlainText()"],["\\\\.(?:where|findAll|filterNot|filterNotNull|takeWhile|withFilter)\\\\b",".filter"],["\\\\.(?:collect|mapNotNull|flatMap|filter_map|compactM\
ap)(?=\\\\s*(?:\\\\(?\\\\s*\\\\{|\\\\(\\\\s*[|(\\\\w]))",".map"],["(?<![\\\\w.])(?:\\\\w{1,40}\\\\.){0,6}(?:Uri|URI|URL|Url)\\\\.(?:unsafeParse|parse|apply|create|new)\\\\(","URI("],["\
\\\\.(?:absolutePath|canonicalPath|fullPath|path|absolute)\\\\b(?!\\\\s*\\\\()",""],["\\\\bRuntime\\\\.(?:getRuntime\\\\(\\\\)|runtime)","Runtime"],["(?:Jenkins|hudson\\\\.model\\\
\\.Hudson)\\\\.(?:instance|get\\\\(\\\\)|getInstance\\\\(\\\\)|instanceOrNull)\\\\.(?:getA|a)?(?:llItems|items|getItems)\\\\b(?:\\\\([^()]*\\\\))?","jenkinsItems()"],["(?<=^[ \\\\t]\
{0,40}|[;{}] {0,4})(\\\\w+)\\\\.(args?|addAll|add|push|append)\\\\(","$1 = $1.$2("],["\\\\.([A-Z]\\\\w+)\\\\((?:\\"\\\\d+\\"|\\\\w*)\\\\)\\\\.(Delete|DeleteCollection)\\\\(",".$1.Delet\
e("],["\\\\bnew\\\\s+[\\\\w.]+\\\\[\\\\w*\\\\]\\\\s*\\\\{([^{}]*)\\\\}","[$1]"],["\\\\bnew\\\\s+(?=[A-Z])",""],["\\\\bprintln?[ \\\\t]+(?=[\\\\w\\"])",""],["\\\\.(?:eachFileRecurse|eachDirRec\
urse|traverse)\\\\b(?:\\\\(\\\\w*\\\\))?(?=\\\\s*\\\\{)",".walk().forEach"],["\\\\.(?:eachFile|eachDir)\\\\b(?:\\\\(\\\\))?(?=\\\\s*\\\\{)",".listFiles().forEach"],["\\\\bfor\\\\s*\\\\(\\\\s*(\
?:[\\\\w.\\\\[\\\\]<>]+[\\\\s&*]+)*(\\\\w+)\\\\s*:(?!:)\\\\s*","for ($1 of "],["(\\\\w|\\\\))\\\\.text\\\\s*=(?!=)\\\\s*([^\\\\n;}]+)","$1.writeText($2)"],["(File\\\\([^()]*\\\\))\\\\s*<<\\\\s*(\
\\"\\\\d+\\")","$1.appendText($2)"],["\\\\b(?:final|static|public|private|protected|const|constexpr|auto|late|synchronized|extern|inline|volatile|unsigned|try)\\\\b\\\\s*\
(?=[\\\\w\\"\\\\[(&*])",""],["\\\\bstruct\\\\s+(?=\\\\w+\\\\s*[*\\\\w])",""],["<(?:[\\\\w.?, \\\\[\\\\]]|<[\\\\w.?, ]*>)*>(?=\\\\s*[\\\\w(\\\\[])",""],["\\\\bdef\\\\s+(\\\\w+)\\\\s*\\\\(","function $\
1("],["(^[ \\\\t]*|[;}{][ \\\\t]*)(?!(?:else|return|new|throw|function|case|await|yield|in|of|do)\\\\b)[A-Za-z_][\\\\w.]*(?:\\\\[\\\\])*[\\\\s*&?]+(?!(?:if|for|while|switch|c\
atch)\\\\b)(\\\\w+)\\\\s*\\\\(([^()]*)\\\\)\\\\s*(?:throws\\\\s+[\\\\w., ]+|async\\\\s*)?\\\\{","$1function $2($3) {"],["(?<![\\\\w.])(?!(?:else|return|new|throw|function|case|await|\
yield|in|of|assert|println|print|not|let|var)\\\\b)[A-Za-z_][\\\\w.]*(?:\\\\[\\\\])*(?:\\\\s*[*&?]+\\\\s*|\\\\s+)(?!(?:in|of|instanceof|is|as)\\\\b)(\\\\w+)(?:\\\\[\\\\w*\\\\])*(?=\\\\s*\
(?:[,);]|=(?!=)))","$1"],["(=\\\\s*|[(,]\\\\s*)\\\\{([^{};:]*)\\\\}","$1[$2]"],["\\\\bfor\\\\s*\\\\(\\\\s*[\\\\w.]+\\\\s+(\\\\w+)\\\\s+in\\\\s+","for ($1 of "],["\\\\b(?:snprintf|sprintf_s\
)\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,[^,]*,","$1 = sprintf("],["\\\\bsprintf\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,(?=\\\\s*\\")","$1 = sprintf("],["\\\\bstrn?cpy\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,","$1 = std.st\
ring("],["\\\\bstrn?cat\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,","$1 += std.string("],["\\\\s->\\\\s*(?=\\\\w|\\\\{|\\\\()"," => "],["\\\\{\\\\s*\\\\(?(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)?\\\\s*(?:->|=>|\\\\bi\
n\\\\b)(?=\\\\s)","{|$1|"],["(\\\\.\\\\w+)\\\\s*\\\\{\\\\s*\\\\|","$1() {|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class|extension\
|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+)\\\\s+\\\\{(?!\\\\s*\\\\|)","$1() {|it|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|gu\
ard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+\\\\([^()\\\\n]*\\\\))\\\\s*\\\\{(?!\\\\s*\\\\|)(?=[^{}]*(?:\\\\bit|\\\\$0)\\\\b)","$1\
 {|it|"],["\\\\.filter\\\\(\\\\)\\\\s*\\\\{\\\\|(\\\\w+)\\\\|([^{}]*)\\\\}",".filter(($1) => $2)"],["[\\\\s\\\\S](?![\\\\s\\\\S])","$&\\nmain()"],["\\\\$0","it"]]},"tcl":{"comment":"(?:^|;)\
[ \\\\t]*#[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\\\\[list\\\\s+([^\\\\[\\\\]$\\"{}]*)\\\\]|(?<=\\\\b(?:set|foreach) {1,4}\\\\w{1,40} {1,4})\\\\{([^{}$\\\\[\\\\];]*)\\\\}|(\
?<=\\\\bset {1,4}\\\\w{1,40} {1,4})([\\\\w.~/-]+)|(?<=\\\\b(?:exec|spawn) {1,4}(?:--?\\\\w{1,20} {1,4}){0,3})([^\\\\s\\\\[-][^\\\\n;\\\\]}]*)|(?<=(?:\\\\bfile {1,4}(?:delete|join|n\
ormalize|mkdir)|\\\\bglob|\\\\bopen)\\\\b[^\\\\n;\\\\]}\\\\[]{0,300} )(?!-)([$*~/.\\\\w][\\\\w./~*$-]*)","inserts":"\\\\$\\\\{?(?:::)?([A-Za-z_]\\\\w*)\\\\}?","rewrites":[["\\\\$\\\\{?(?::\
:)?(\\\\w+)\\\\}?","$1"],["\\\\b(?:exec|spawn)\\\\s+(?:--?\\\\w+\\\\s+)*(\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)|\\"\\\\d+\\")","system($1)"],["\\\\[\\\\s*file\\\\s+(?:join|normalize)\\\\s+(\\\\S+\
)\\\\s+(\\\\S+?)\\\\s*\\\\]","join_path($1, $2)"],["\\\\[\\\\s*glob\\\\s+(?:-nocomplain\\\\s+|-types?\\\\s+\\\\S+\\\\s+|--\\\\s+)*-dir(?:ectory)?\\\\s+(\\\\S+)\\\\s+(?:-\\\\w+\\\\s+)*(\\\\S+?)\\\\s*\
\\\\]","glob(join_path($1, $2))"],["\\\\[\\\\s*glob\\\\s+(?:-\\\\w+\\\\s+)*(\\\\S+?)\\\\s*\\\\]","glob($1)"],["\\\\bfile\\\\s+tempfile\\\\s+(\\\\w+)(?:\\\\s+\\\\w+)?","$1 = mktemp()"],["\\\\bf\
ile\\\\s+delete\\\\s+(?:-force\\\\s+|--\\\\s+)*\\\\{\\\\*\\\\}([^\\\\n;\\\\]}]+)",";rm_rf(words($1))"],["\\\\bfile\\\\s+delete\\\\s+(?:-force\\\\s+|--\\\\s+)*([^\\\\n;\\\\]}]+)",";rm_rf($1)"],\
["(\\\\brm_rf\\\\((?:\\"\\\\d+\\"|\\\\w+|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)))\\\\s+(?=[\\"\\\\w(])","$1); rm_rf("],["(\\\\brm_rf\\\\((?:\\"\\\\d+\\"|\\\\w+|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)))\\\\s\
+(?=[\\"\\\\w(])","$1); rm_rf("],["\\\\[\\\\s*open\\\\s+(\\\\S+?)\\\\s+(\\\\w+|\\"\\\\d+\\")\\\\s*\\\\]","open($1, \\"$2\\")"],["\\\\bforeach\\\\s+(\\\\w+)\\\\s+(\\"\\\\d+\\"|\\\\w+|\\\\w+\\\\((?:[^()]|\\\
\\([^()]*\\\\))*\\\\))\\\\s*\\\\{","for ($1 of words($2)) {"],["\\\\bproc\\\\s+(\\\\w+)\\\\s+\\\\{(\\\\w*)\\\\}\\\\s*\\\\{","function $1($2) {"],["\\\\bset\\\\s+(\\\\w+)\\\\s+\\\\[?([^\\\\n;\\\\]}]+)",\
"$1 = $2"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\s+(\\"\\\\d+\\"|\\\\w+)\\\\s*(?=$|[;}])","$1($2)"],["[\\\\[\\\\]]"," "]]},"lisp":{"comment":";[^\\\\n]*","texts":"(?:#p)?\\"\
((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\\\\?\\\\\\\\?.","rewrites":[["(?<=[\\\\w\\"])[-\\\\/](?=\\\\w)","_"],["\\\\b[a-z_]\\\\w*:{1,2}(?=\\\\w)",""],["\\\\(\\\\s*(?:dolist|loop\\\\s+for|for\\\\s\
+\\\\(?\\\\[?)\\\\s+\\\\(*\\\\s*(\\\\w+)\\\\s+(?:in\\\\s+)?","; for $1 of "],["\\\\(\\\\s*(?:let\\\\*?|if_let\\\\*?|when_let\\\\*?)\\\\s+\\\\(\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s+","; $1 = ("],["(?<=\\\\)\\\\s{\
0,9})\\\\(\\\\s{0,9}(\\\\w+)\\\\s+(?=\\\\([^()]*\\\\)\\\\s*\\\\)\\\\s*\\\\)?\\\\s*\\\\()","; $1 = ("],["\\\\(\\\\s*(?:setq|defvar|defconst|defparameter|define|setf)\\\\s+(\\\\w+)\\\\s+","; $1 = \
("],["\\\\(\\\\s*(?:defun|define)\\\\s+\\\\(?(\\\\w+)\\\\s+\\\\(?([^()]*)\\\\)","; function $1($2) { "],["\\\\(\\\\s*lambda\\\\s+\\\\(([^()]*)\\\\)\\\\s*","(($1) => "],["\\\\(\\\\s*(?:progn|be\
gin|when|unless|if|and|or|condition_case|ignore_errors|save_excursion|display)\\\\s","; ("],["['#]{1,2}(?=[(\\\\w])",""],["\\\\(\\\\s*(?:expand_file_name|merge_pathname\
s)\\\\s+(\\\\w+|\\"\\\\d+\\")\\\\s+(\\\\w+|\\"\\\\d+|\\\\([^()]*\\\\)|\\"\\\\d+\\")\\\\s*\\\\)","join_path($2, $1)"],["\\\\(\\\\s*(\\\\w[\\\\w/:]*)(?=[\\\\s)])\\\\s*","$1("],["((?:\\"\\\\d+\\"|\\\\)|(?<![=\
>]\\\\s{0,4})\\\\b(?!of\\\\b|for\\\\b|function\\\\b)\\\\w+))\\\\s+(?=[\\"\\\\w(])(?!of\\\\b|=)","$1, "],[",\\\\s*(?:nil|t)\\\\b",""]]},"haskell":{"comment":"\\\\{-[\\\\s\\\\S]*?-\\\\}|--[^\\\\n\
]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'(?:[^'\\\\\\\\]|\\\\\\\\.)'","rewrites":[["^import\\\\b[^\\\\n]*",""],["\\\\b(?:[A-Z]\\\\w*\\\\.)+(?=[a-z])",""],["<-","="],["<>|\\\
\\+\\\\+","+"],["<\\\\/>","/"],["\\\\b(\\\\w+)\\\\s*=\\\\s*getHomeDirectory\\\\b","$1 = \\"~\\""],["\\\\blet\\\\s+(?=\\\\w+\\\\s*=)",""],["\\\\b(?:mapM_|traverse_|forConcurrently_)\\\\s+(\\\\\
w+)\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)","map($1, $2)"],["\\\\bforM_\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)\\\\s*\\\\$?\\\\s*\\\\\\\\(\\\\w+)\\\\s*->","for ($2 of $1); "],["\\\\b(callCommand|system|s\
hell|spawnCommand|remove\\\\w+|readFile|words)\\\\s+(?:\\\\$\\\\s*)?(?=[\\"(\\\\w])(\\"\\\\d+\\"(?:\\\\s*[+\\\\/]\\\\s*(?:\\"\\\\d+\\"|\\\\w+))*|\\\\w+(?:\\\\s*[+\\\\/]\\\\s*(?:\\"\\\\d+\\"|\\\\w+))*|\\\
\\([^()]*\\\\))","$1($2)"],["\\\\b(callProcess|readProcess|rawSystem)\\\\s+(\\"\\\\d+\\")\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\])","spawn($2, $3)"],["\\\\b(writeFile|appendFile)\\\\s+(\\"\\\\d+\\"|\
\\\\w+|\\\\([^()]*\\\\))\\\\s+(\\"\\\\d+\\"|\\\\w+)","$1($2, $3)"]]},"octave":{"comment":"[%#][^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|(?<![\\\\w)\\\\]}])'((?:[^'\\\\n]|\
'')*)'","rewrites":[["\\\\brmdir\\\\s*\\\\(([^(),]*),\\\\s*\\"\\\\d+\\"\\\\s*\\\\)","rm_rf($1)"],["\\\\b(?:delete|unlink)\\\\s*\\\\(","remove("],["\\\\b(?:unix|dos|shell_cmd)\\\\s*\\\\(","\
system("],["\\\\bfullfile\\\\s*\\\\(","join_path("],["\\\\{([^{};]*\\"[^{};]*)\\\\}","[$1]"],["\\\\[\\\\s*(\\"\\\\d+\\")\\\\s+(?=[\\"\\\\w])","[$1, "],["\\\\bfor\\\\s+(\\\\w+)\\\\s*=\\\\s*(\\\\[[^\
\\\\[\\\\]]*\\\\]|\\\\w+)","for ($1 of $2);"],["(\\\\b[a-z]\\\\w*)\\\\{[\\\\w:]+\\\\}","$1"]]}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"single_e\
scapes":true,"quoting":"none","patterns":true,"lines":"statements"},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words":[["TRUNCATE"]]\
,"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOGIN"]],"does":"a\
lter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"set-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","name":2},{"words\
":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["ATTACH"],["DATABASE"]],"does":"attach","\
name":2},{"words":[["ATTACH"]],"does":"attach","name":1},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"flush","name":0},\
{"words":[["CREATE"],["DATABASE","SCHEMA"]],"does":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["CONFIG"],["SET"],["DIR","DBFILEN\
AME"]],"does":"set-global","name":2},{"words":[["RESET"],["MASTER","REPLICA","SLAVE"]],"does":"purge","name":1}],"signs":{"imitation":{"flags":"m","any":["^[^#\\\
\\n]*(?:\\\\b(?:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:fakeredis|mongomock|pymongo_inmemory|ioredis-mock|redis-mock)\\\\b","^[^#\\\\n]*(?:\\\\b(?:import|from)\\\\s+|requ\
ire\\\\(\\\\s*)['\\"]?(?:mongodb-memory-server|pg-mem|testcontainers)\\\\b","^from sqlalchemy import .*\\\\bcreate_mock_engine\\\\b","^(?![\\\\s\\\\S]*\\\\b(?:DBI|dbi):(?!Mock\\\\\
b))[\\\\s\\\\S]*\\\\b(?:DBI|dbi):Mock:"]},"own-folder":{"any":["getcwd|\\\\bcwd\\\\(|__dirname|__file__|abspath|resolve|pwd"]},"in-memory":{"any":["['\\"](?:sqlite3?:(?:\\\\\
/\\\\/)?|(?:dbi|DBI):SQLite:(?:dbname=)?)\\\\/(?:tmp|var\\\\/tmp|dev\\\\/shm)\\\\/(?![^'\\"]*\\\\.\\\\.)","['\\"][\\\\w:=/+]*:memory:['\\"]|['\\"]jdbc:(?:h2|hsqldb|derby|sqlite)::?\
mem|\\\\bSQLite\\\\.DB\\\\(\\\\s*\\\\)|\\\\bSequel\\\\.sqlite\\\\b(?!\\\\s*\\\\(?\\\\s*['\\"])|['\\"]sqlite:\\\\/\\\\/['\\"]"]},"database":{"flags":"i","any":["\\\\b(?:mongodb|postgres|mysql|\
mariadb|redis|rediss|mssql|oracle)\\\\w*(?:\\\\+\\\\w+)?:\\\\/\\\\/","['\\"](?!django)[\\\\w./-]+\\\\.(?:db|sqlite3?)['\\"]"]},"driver":{"any":["\\\\b(?:psycopg\\\\d?|asyncpg|aiopg\
|pymysql|MySQLdb|mysql2?|mariadb|cx_Oracle|oracledb|pyodbc|pymssql|pymongo|motor)\\\\b","\\\\b(?:mongoose|mongodb|ioredis|snowflake|clickhouse\\\\w*|DATABASE_URL|DB_U\
RL)\\\\b|['\\"]pg['\\"]"]},"emulated":{"any":["^(?![\\\\s\\\\S]*https?:\\\\/\\\\/(?!localhost|127\\\\.))[\\\\s\\\\S]*(?:UseDevelopmentStorage=true|\\\\bapi_base\\\\b[^\\\\n]*['\\"]http:\
\\\\/\\\\/(?:localhost|127\\\\.))"]},"data-library":{"flags":"i","any":["(?:import|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:mikro-orm|typeorm|prisma|sequelize|drizzl\
e|kysely|objection|bookshelf|peewee)","(?:import|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:tortoise|pony|sqlalchemy|sqlmodel|databases|neo4j|cassandra)","(?:imp\
ort|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:rethinkdb|surrealdb|influx|libsql|neon|planetscale|duckdb|rq|bull)","\\\\b\\\\w*(?:DATABASE|DB|MONGO|REDIS|POSTGRES|PG\
|MYSQL)_?(?:URL|URI|DSN)\\\\b"]},"database-address":{"any":["^(?![\\\\s\\\\S]*['\\"]sqlite:)[\\\\s\\\\S]*(?:\\\\w:\\\\/\\\\/|D(?:ATA)?B(?:ASE)?_UR[IL]\\\\b)"]},"attaches":{"flags"\
:"i","any":["\\\\bATTACH\\\\b"]},"key-store":{"flags":"i","any":["redis|valkey|keydb|memcache"]},"unconditional":{"any":["^(?![\\\\s\\\\S]*(?:\\\\b(?:if|unless|next|selec\
t|reject|filter|break|limit|take|first|case)\\\\b|\\\\?))[\\\\s\\\\S]*\\\\w"]},"http-client":{"any":["^(?!(?:(?![\\\\s\\\\S]*(?:new [\\\\w\\\\\\\\]*Client\\\\b[\\\\s\\\\S]*){2})[\\\\s\\\\S]*\
\\\\bMock(?:Handler|HttpClient|Response)\\\\b)|[\\\\s\\\\S]*\\\\bHttp::fake\\\\b)[\\\\s\\\\S]*\\\\b(?:GuzzleHttp|HttpClient)\\\\b"]},"stubbed-services":{"any":["^(?![\\\\s\\\\S]*(?:Cli\
ent|Resource)\\\\.new\\\\b(?!\\\\([^)]*\\\\bstub_responses: true\\\\b))[\\\\s\\\\S]*\\\\bstub_responses: true\\\\b"]},"stubbed-requests":{"any":["^(?![\\\\s\\\\S]*(?:axios|(?:node|cr\
oss)-fetch|superagent|needle|\\\\bky\\\\b|request['\\"]|phin|bent|wretch|['\\"](?:got|https?|http2|net|node:\\\\w+|child_process)['\\"]|enableNetConnect|\\\\bif\\\\b))[\\\\s\\\\\
S]*\\\\bnew MockAgent\\\\(\\\\)[\\\\s\\\\S]*\\\\bdisableNetConnect\\\\(\\\\)[\\\\s\\\\S]*\\\\bsetGlobalDispatcher\\\\(","^(?![\\\\s\\\\S]*(?:allow_net_connect|disable!|\\\\bif\\\\b|\\\\bunless\\\\\
b))[\\\\s\\\\S]*\\\\brequire [\\"']webmock(?:/(?:rspec|minitest)[\\"']|[\\"'][\\\\s\\\\S]*WebMock\\\\.enable!)[\\\\s\\\\S]*\\\\bstub_request\\\\b"]},"dry-files":{"any":["^(?![\\\\s\\\\S]*\
\\\\b(?:FileUtils(?:\\\\.|::(?![DN])\\\\w)|include FileUtils(?!::)|(?:class|module)\\\\s|(?:File(?!\\\\.join)|Dir|Pathname)\\\\b))[\\\\s\\\\S]*\\\\binclude FileUtils::(?:DryRun|N\
oWrite)\\\\b"]},"lists-processes":{"any":["^(?![\\\\s\\\\S]*\\\\b(?:if|select|grep|when|unless|filter)\\\\b[^\\\\n]*\\\\b(?:comm|cmdline|exe|status|environ|cwd)\\\\b)[\\\\s\\\\S]*[\
\\"']/proc(?:[\\"']|/(?:\\\\*|\\\\[|\\\\\\\\d))"]},"sets-names":{"any":["\\\\b(?:globals|vars|locals|setattr|exec|eval|extract|reload)\\\\s*\\\\(|\\\\bimport\\\\s+\\\\*"]},"plain-swi\
tches":{"any":["^(?![\\\\s\\\\S]*(?:set_defaults|\\\\bdest\\\\s*=|\\\\bargv\\\\b|parse_(?:known_)?args\\\\([^)]|setattr|vars\\\\(|fromfile))[\\\\s\\\\S]*\\\\bargparse\\\\b"]},"mock-eff\
ects":{"any":["side_effect|return_value|wraps|\\\\.restore\\\\b|\\\\bif\\\\b|deactivate"]},"names-processes":{"any":["\\\\bif\\\\b[^\\\\n]*\\\\b(?:name|cmdline|cmd|exe|comm)\\\\b\
"]},"several-connections":{"any":["(?:(?:create_engine|newInstance|getConnection|createConnection|new PDO|new DataSource)\\\\s*\\\\([\\\\s\\\\S]*){2}"]},"connects":{"an\
y":["connection|\\\\.{3}|Object\\\\.assign"]},"installs-cron":{"any":["write_to_user|user\\\\s*="]},"by-user":{"any":["\\\\busername\\\\b|\\\\buids?\\\\b","[\\"']\\\\w{0,2}[\\"']\
\\\\s+(?:not\\\\s+)?in\\\\b|\\\\b(?:includes|[sS]tarts_?[wW]ith|ends_?[wW]ith|find|search|match)\\\\(\\\\s*[\\"'/]\\\\w{0,2}[\\"'/]"]},"own-settings":{"any":["^(?![\\\\s\\\\S]*(?:H\
OST|database=|using=))[\\\\s\\\\S]*\\\\bsettings\\\\.configure\\\\("]},"production":{"any":["\\\\bPROD(?:UCTION)?_\\\\w*(?:UR[LI]|DSN|DB)\\\\b|://[^'\\"\\\\s]*\\\\bprod(?:uction)?[.\
-]"]},"limits":{"any":["\\\\bwhere\\\\s*\\\\("]},"writes":{"any":["\\\\.write|dump|print|puts|save|copy|pipe|send|<<|to_\\\\w+\\\\(|fwrite|Writer"]},"secret-names":{"any":[\
"['\\"](?:\\\\w*_)?(?:TOKEN|KEY|SECRET|PASSW\\\\w*|PASS)(?:_\\\\w*)?['\\"]|\\\\b(?:TOKEN|SECRET|PASSWORD)\\\\|"]},"encrypts":{"any":["\\\\.encrypt\\\\(|createCipher|\\\\bcrypt\\\\.\
","open\\\\((\\\\w+), *[\\"']w[\\"']\\\\)\\\\.write\\\\( *open\\\\(\\\\1\\\\)"]}},"shared":{"functions":{"chr":"characters $all","fromCharCode":"characters $all","fromCodePoint":\
"characters $all","bytes":"characters $0","bytearray":"characters $0","ord":"code-point $0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":\
"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value $0","realpath":"value $0","normpath":"value $0","fspath":"value $0","c\
ompile":"value $0","enter_context":"value $0","closing":"value $0","list":"listed $0","sorted":"listed $0","tuple":"listed $0","set":"listed $0","frozenset":"li\
sted $0","Set":"listed $0","Array.from":"listed $0","from":"listed $0","b64decode":"fold base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold bas\
e64 $0","a2b_base64":"fold base64 $0","base64_decode":"fold base64 $0","decode_base64":"fold base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base\
64 $0","urlsafe_decode64":"fold base64 $0","atob":"fold base64 $0","b32decode":"fold base32 $0","b85decode":"fold unread $0","a85decode":"fold unread $0","str_r\
ot13":"fold unread $0","decompress":"fold unread $0","gzinflate":"fold unread $0","gzuncompress":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fol\
d unread $0","inflateRawSync":"fold unread $0","gunzipSync":"fold unread $0","b16decode":"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhe\
x":"fold hex $0","hex2bin":"fold hex $0","strrev":"fold reverse $0","reversed":"reverse $0","reverse":"reverse $0","strtolower":"fold lower $0","lc":"fold lower\
 $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"fold url $0","unquote":"fold url $0","urldecode":"fold url $0","rawurld\
ecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expandvars":"fold home $0","join":"join-texts $0 $1..","implode":"join-texts \
$0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_map":"map $0 $1"},"methods":{"join":"join-texts $self $0","split":"if-text split $self $0","replace\
":"if-text if-args:2 replace $self $0 $1","replaceAll":"if-text replace $self $0 $1","gsub":"if-text replace $self $0 $1","lower":"if-text fold lower $self","do\
wncase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-text fold upper $self","upcase":"if-text fold upper $self","toUpperCase"\
:"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim $self","trim":"if-text fold trim $self","rstrip":"if-text fold trim-end\
 $self","lstrip":"if-text fold trim-start $self","reverse":"reverse $self","decode":"decode $self $0","encode":"value $self","to_s":"value $self","to_str":"valu\
e $self","to_sym":"value $self","bytes":"value $self","bind":"value $self","chars":"if-text elements $self","concat":"concatenate $self $all","format":"if-text \
format $self $0..","clear":"if-lasting run sql delete-all rows","clearAsync":"if-lasting run sql delete-all rows","drop":"if-lasting run sql delete-all rows","d\
ropAsync":"if-lasting run sql delete-all rows","erase":"if-lasting run sql delete-all rows","remove":"if-empty if-lasting run sql delete-all rows","removeAsync"\
:"if-empty if-lasting run sql delete-all rows","openDB":"if-made:store value $self","open_db":"if-made:store value $self","sublevel":"if-made:store value $self"\
,"begin":"if-made:store value $self","pack":"pack $0 $self","unpack1":"if-text fold base64 $self","charCodeAt":"code-point $self $0","slice":"slice $self $0 $1"\
,"joinpath":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","apply":"invoke $self $1","send":"message $self $0 $1..","public_send":"message $se\
lf $0 $1..","__send__":"message $self $0 $1.."},"deeds":{"drop_database":"if-kept run sql drop-database $owner","dropdatabase":"if-kept run sql drop-database $o\
wner","push":"if-git run git push $all","checkout":"if-git run git checkout $all","update_ref":"if-git run git update-ref $all","filter_branch":"if-git run git \
filter-branch $all","branch":"if-git run git branch $all","stash":"if-git run git stash $all","raw":"if-git program git $all","reset":"if-says:^- run git reset \
$all","clean":"if-says:^- run git clean $all","drop_all":"if-kept run sql drop-schema $owner","drop_table":"if-kept run sql drop-table $0","droptable":"if-kept \
run sql drop-table $0","drop_index":"value","drop_indexes":"value","dropindex":"value","dropindexes":"value","flushall":"if-stored run sql flush FLUSHALL","flus\
h_all":"if-stored run sql flush FLUSHALL | if-name:broker run sql flush FLUSHALL","flushdb":"if-stored run sql flush FLUSHDB","delete_all":"if-name if-kept run \
sql delete-all $owner","destroy_all":"if-name if-kept run sql delete-all $owner","deleteall":"if-name if-kept run sql delete-all $owner","deletemany":"if-kept i\
f-empty run sql delete-all $owner","delete_many":"if-kept if-empty run sql delete-all $owner","_raw_delete":"if-kept run sql delete-all $owner","drop_collection\
":"if-kept if-none run sql drop-collection $owner | if-kept run sql drop-collection $0","dropcollection":"if-kept if-none run sql drop-collection $owner | if-ke\
pt run sql drop-collection $0","query":"made rows","collection":"made rows","all":"if-none made rows","filter":"if-none made rows","exclude":"if-none made rows"\
,"begin_delete":"if-kept run cloud-sdk delete","begindelete":"if-kept run cloud-sdk delete","recursivedelete":"if-kept run cloud-sdk delete","obliterate":"if-ke\
pt run cloud-sdk delete","expunge":"if-none if-kept run cloud-sdk delete","purge":"if-name:control run celery purge","discard_all":"if-name:control run celery p\
urge","drop":"if-made:rows if-none run sql drop-collection rows","delete":"if-made:rows if-none run sql delete-all rows | if-none made pending-delete","forcedel\
ete":"if-made:rows if-none run sql delete-all rows"}},"words":{"skipped":["if","elif","else","elsif","unless","while","until","do","try","except","catch","final\
ly","begin","rescue","ensure","then","end","and","or","in","case","when","switch","default","break","continue","pass","next","last","redo","raise","throw","expo\
rt","public","private","protected","static","final","abstract","async","use","using","package"],"declaring":["const","let","var","my","our","local","await","sta\
tic","async"],"standard":["assert","async_hooks","buffer","child_process","cluster","console","crypto","dgram","dns","events","fs","http","http2","https","modul\
e","net","os","path","perf_hooks","process","punycode","querystring","readline","stream","string_decoder","timers","tls","tty","url","util","v8","vm","worker_th\
reads","zlib","bun","zx","abc","argparse","array","ast","asyncio","base64","binascii","bz2","calendar","cgi","cmath","codecs","collections","concurrent","config\
parser","contextlib","copy","csv","ctypes","dataclasses","datetime","decimal","difflib","email","enum","errno","fileinput","fnmatch","fractions","functools","gc\
","getpass","glob","gzip","hashlib","heapq","hmac","html","importlib","inspect","io","ipaddress","itertools","json","keyword","locale","logging","lzma","math","\
mimetypes","multiprocessing","operator","pathlib","pickle","pkgutil","platform","plistlib","pprint","queue","random","re","sched","secrets","select","shelve","s\
hlex","shutil","signal","smtplib","socket","socketserver","sqlite3","ssl","stat","statistics","string","struct","subprocess","sys","sysconfig","tarfile","tempfi\
le","textwrap","threading","time","timeit","traceback","types","typing","unittest","urllib","uuid","venv","warnings","weakref","webbrowser","xml","xmlrpc","zipf\
ile","zoneinfo","dotenv","jsonwebtoken","jose","jwt","bcrypt","bcryptjs","passlib","cryptography","pydantic","zod","yaml","lodash","pandas","numpy","express","f\
astapi","flask","starlette","winston","pino","loguru","structlog","click","typer","nock","msw","supertest","sinon","jest","vitest","pytest","responses","request\
s_mock","respx","pytest_httpx","vcr","betamax","moto"],"prefixing":["new","await","not","typeof","void","defined","yield","async","return","throw","clone"],"fol\
lowing":["if","unless","while","until","do","and","or","end","then","rescue","ensure","in","else","elsif","for","foreach","x","eq","ne","cmp","lt","gt","le","ge\
"],"opening":["do","def","class","module","begin","case"],"leading_opening":["if","unless","while","until","for"],"spawning":["spawn","fork","vfork","Popen","po\
six_spawn","pcntl_fork","proc_open","popen","execFile","Worker","Process","create_subprocess_exec","create_subprocess_shell"],"shells":["system","exec","shell_e\
xec","popen","execSync","os"],"waiting":["break","return","exit","wait","waitpid","wait4","join","communicate","sleep","usleep","await","throw","raise","die","l\
ast","readline","input","gets","recv","accept","get","poll","Queue"],"sql_kinds":["DATABASE","SCHEMA","TABLE","VIEW","INDEX","USER","ROLE","FUNCTION","PROCEDURE\
","TRIGGER","SEQUENCE","TYPE","EXTENSION","KEYSPACE","TABLESPACE","COLUMN","CONSTRAINT","POLICY","OWNED","COLLECTION","STREAM","BUCKET","MEASUREMENT","SERIES","\
PARTITION"],"sql_fillers":["IF","EXISTS","NOT","ONLY","CONCURRENTLY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],"sql_leads":["AS","BEGIN","THEN","ANALYZE","ANAL\
YSE","EXPLAIN","DO","DETACH","LOOP","ELSE"],"sql_reads":["LOAD_FILE","PG_READ_FILE","PG_READ_BINARY_FILE","LO_IMPORT","READFILE","READ_TEXT","INFILE"],"sql_writ\
es":["OUTFILE","DUMPFILE","WRITEFILE","LO_EXPORT"],"element_methods":["map","forEach","flatMap","filter","each","each_with_index","collect","select","find"],"fo\
lding_methods":["reduce","inject","each_with_object"],"selecting_methods":["filter","select","reject","sort","toSorted","find_all","grep"],"selecting_functions"\
:["filter","takewhile","dropwhile","tqdm"],"remote":["indices","indexes","tables","databases","collections","schemas","keyspaces","queues","topics","streams","b\
uckets","exchanges","repos","repositories","projects","resourcegroups","volumes","instances","virtualmachines","droplets","servers","clusters","namespaces","org\
anizations","customers","subscriptions","deployments","dnszones","zones","tenants","vaults","storageaccounts","webapps","datasets","loadbalancers","backups","ho\
stedzones","shards","replicas","partitions"],"remote_members":["indices","repos","repositories","buckets","resourcegroups","virtualmachines","droplets","keyspac\
es","customers","dnszones","storageaccounts","webapps","loadbalancers","hostedzones","deployments","namespaces","databases","volumes"],"deleting":["delete","rde\
lete","del","drop","destroy","purge","truncate","wipe","terminate","erase","nuke","obliterate","expunge","deregister","deletion"],"loosely_deleting":["remove","\
clear","empty","rmtree","removetree","rmdir","unlink","rm"],"passing":["label","labels","tag","tags","reaction","reactions","assignee","assignees","reviewer","r\
eviewers","listener","listeners","handler","handlers","header","headers","interceptor","interceptors","cookie","cookies","cache","caches","timeout","interval","\
filter","filters","default","defaults","mock","mocks","queue_handler"],"deletion_fillers":["schedule","key","all","if","exist","exists","async","sync","force","\
cascade","begin","batch","bulk","recursive","and","wait","now","by","id","command"]}},"paths":{"classes":{"root":"\`/\` itself, or everything in it.","system":"Fo\
lders of the operating system and their contents.","system-tree":"Such a folder itself, or one of its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":\
"Parts of the system for local additions: /usr/local, /opt, package sources.","home":"A home folder itself, or all of several.","personal":"Direct child of a ho\
me, or of a folder of personal files.","outside":"Deeper in a home, or anywhere else outside the workspace.","workspace":"The workspace itself, everything in it\
, or a folder above it.","source":"Near the top of the workspace, and not produced by a build.","source-folder":"Of these, a folder by whose name projects keep \
what people wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, and not produced by a build.","disposable":"Produced anew by a b\
uild, test or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such a folder itself, or everything in it.","vcs":"Store of a version\
 control system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credentials":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"\
credentials\\" in the name of source code or a text: protected from edit tools alone.","handed-over":"Secrets in \`.env\` that the shell hands to programs: \`source\
 .env\`.","from-template":"The same, as a copy of the template beside it.","accounts":"Users and permissions: passwd, sudoers, PAM.","account-secrets":"Of these,\
 all but the list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that may log in.","startup":"Read by shells, desktops and interpreter\
s at start-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and memory of the kernel.","socket":"Sockets that control a machine.",\
"connection":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same to this machine, or to a container beside it.","nowhere":"\`/dev/\
null\`.","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, lists of people.","logs":"Evidence kept by the system: logs, histori\
es.","unknown":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose name is unknown, and may be empty: all of the machine then."},"\
purposes":{"startup":{"form":"^(~/)?\\\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile)$|^(~/)?\\\\.(zlogin|zlogout|kshrc|c\
shrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$|^(~/)?\\\\.(mkshrc|bash_env|inputrc|pam_environment)$|^~/\\\\.config/(fish/|autostart(/|$)|environment\
\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)|^~/\\\\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/config)|^~/\\\\.(oh-my-zsh/)\
|^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|usercustomize\\\\.py))|^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bashrc|zsh(/.*|rc|env)|e\
nvironment)$|^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/autostart/.*|skel/.*|fish/.*)$|^/etc/(update-motd\\\\.d/.*|inputrc)$|(^|/)(sitecustomize|use\
rcustomize)\\\\.py$|/(site|dist)-packages/[^/]+\\\\.pth$","home":true},"schedule":{"form":"^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.\
*)?|inittab|init/.*)$|^/var/spool/(cron|at)|^(/usr)?/lib/systemd/|^/run/systemd/|^~/\\\\.config/systemd(/|$)|^~?/library/launch(agents|daemons)(/|$)|^/library/lau\
nch|^~/\\\\.config/cron|^/usr/local/etc/rc\\\\.d/|^(/usr)?(/lib|/etc)/udev/rules\\\\.d/|^/etc/polkit-1/","home":true},"authorized-keys":{"form":"(^|/)\\\\.ssh/authorize\
d_keys2?$|^/etc/ssh/(sshd_config|authorized_keys)"},"accounts":{"form":"^(/usr/local)?/etc/(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?|pam\
\\\\.d(/.*)?)$|^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid|pass\\\\S*[*?]\\\\S*)$"},"account-secrets":{"form":"^(/usr/local)?/etc/(?!passwd\
$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$|^(/usr/local)?/etc/(?!passwd$)(pam\\\\.d(/.*)?|security/.*|doas\\\\.conf|login\\\\.defs|subuid|s\
ubgid)$|^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$|^/usr/local/etc/passwd$"},"device":{"form":"^/dev/((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|d\
isk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$|^/dev/(loop\\\\d+|nbd\\\\d+|mem|kmem|port|disk/.*|vg\\\\w*/.*)$"},"kernel":{"form":"^/(proc/(sys|sysrq-trigger|kcore|\\\\d+\
/mem|kmsg)|sys/|boot/)"},"socket":{"form":"(^|/)(docker|containerd|podman|crio)\\\\.sock$"},"vcs-config":{"form":"^(~/\\\\.gitconfig|~/\\\\.config/git/|/etc/gitconfig\
)"},"data":{"form":"(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?)([-_./]|$)|(^|[-_./])(employees|database|production[-_]?d\
ata|private|confidential|secrets?|prod)([-_./]|$)|\\\\.(sql|sql\\\\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$"},"logs":{"form":"^/var/(log|audit)(/|$)|(^|/)\\\\\
.(bash|zsh|sh|python|mysql|psql|node_repl)_history$|^/run/log"}},"words":{"system_folders":["bin","boot","dev","etc","lib","lib32","lib64","libx32","opt","proc"\
,"root","run","sbin","srv","sys","usr","var","system","library","applications","snap","nix","lost+found"],"root_folders":["boot","dev","etc","proc","root","sys"\
,"usr"],"personal_folders":["documents","desktop","pictures","downloads","music","videos","movies","photos","library",".config",".local",".mozilla"],"credential\
s":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cnf",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-token",".envrc"\
,".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","login.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-","gshadow-","envi\
ron","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_history",".psql_history",".mysql_history",".node_repl_history","tnsnames.ora",".secrets"\
,".secret",".passwd-s3fs","rclone.conf",".credentials"],"disposable":["node_modules","bower_components","jspm_packages","dist","dist-ssr","build","builds","_bui\
ld","out","output","outputs","target","bin","obj","coverage","htmlcov",".nyc_output",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",\
".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtualenv",".virtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".\
nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless",".vercel",".netlify",".docusaurus",".eslintcache",".stylelintcache",".coverage","stor\
ybook-static","public/build","public/packs","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".generated","__generated__","ar\
tifacts","artifact","reports","report","test-results","test-reports","test-output","test_output","playwright-report","allure-results","allure-report","junit.xml\
","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newstyle",".dart_tool","derived\
data","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache","nimcache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-cache","bench-res\
ults",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typings","wheelhouse",\
".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork",".snakemake",".cxx","bazel-out","bazel-bin","bazel-testlogs"\
,".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/cache",".rpt2_cache",".fusebox",".dynamodb",".nx","lerna-debu\
g.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoints/tmp","snapshots","__snapshots__","__image_snapsh\
ots__","screenshots","stage","pkgroot","appdir"],"source_folders":["src","source","sources","lib","libs","app","apps","test","tests","spec","specs","__tests__",\
"e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes","server","client","clients","api","backend","fronte\
nd","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configuration","settings","public","static","assets","images"\
,"img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views","controllers","services","service","utils","util","\
helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","resources","i18n","locale","locales","fixtures","plug\
ins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubernetes","charts","helm","ansible","docker","ci",".gith\
ub",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","schema","schemas","android","ios","macos","windows","lin\
ux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resources","benches","benchmarks","bench","vendor","third_p\
arty","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wiki"],"source_endings":["ts","tsx","js","jsx","mjs","c\
js","mts","cts","py","pyi","go","rs","java","kt","kts","rb","php","cs","c","cc","cpp","h","hpp","swift","scala","ex","exs","erl","clj","lua","dart","vue","svelt\
e","css","scss","htm","html","md","mdx","rst","adoc","snap","sql","sh","bats","proto","graphql","tf","feature","png","svg"],"file_endings":["ts","tsx","js","jsx\
","mjs","mjsx","cjs","cjsx","mts","cts","json","jsonc","md","mdx","py","rb","go","rs","c","h","cc","cpp","hpp","java","kt","kts","swift","php","sh","yml","yaml"\
,"toml","lock","txt","css","scss","htm","html","vue","svelte","sql","xml","ini","cfg","conf","csv","tf","proto","ex","exs","scala","cs","lua","ipynb","snap","sv\
g","gradle","mod","sum"],"files":["gradlew","mvnw","configure","makefile","gnumakefile","justfile","dockerfile","gemfile","rakefile","procfile","version","licen\
se","readme","codeowners"]},"credential_stores":"\\\\.gnupg|\\\\.aws|\\\\.azure|\\\\.password-store|\\\\.oci|\\\\.aliyun|\\\\.kube/config|\\\\.kube/cache|\\\\.docker/config\\\\.jso\
n|\\\\.config/gcloud|\\\\.config/gh|\\\\.config/hub|\\\\.config/doctl|\\\\.config/rclone|\\\\.config/op|\\\\.config/sops|\\\\.config/glab-cli|\\\\.config/hcloud|\\\\.config/scw|\\\\.\
config/linode-cli|\\\\.config/fly|\\\\.fly/config\\\\.yml|\\\\.config/netlify|\\\\.netlify/config\\\\.json|\\\\.config/configstore|\\\\.heroku/netrc|\\\\.config/stripe|\\\\.config/\
ngrok|\\\\.ngrok2|\\\\.config/github-copilot|\\\\.config/solana|\\\\.config/filezilla|\\\\.filezilla|\\\\.config/composer/auth\\\\.json|\\\\.composer/auth\\\\.json|\\\\.config/pip/\
pip\\\\.conf|\\\\.pip/pip\\\\.conf|\\\\.config/railway|\\\\.railway/config\\\\.json|\\\\.config/vercel|com\\\\.vercel\\\\.cli/auth\\\\.json|\\\\.supabase/access-token|\\\\.pulumi/crede\
ntials\\\\.json|\\\\.circleci/cli\\\\.yml|\\\\.travis/config\\\\.yml|\\\\.sentryclirc|\\\\.twilio-cli|\\\\.auth0|\\\\.lpass|\\\\.jira\\\\.d|\\\\.mc/config\\\\.json|\\\\.rancher/cli2\\\\.json\
|\\\\.config/argocd/config|\\\\.okta/okta\\\\.yaml|\\\\.exoscale|\\\\.bluemix|\\\\.snowflake|\\\\.databrickscfg|\\\\.kaggle/kaggle\\\\.json|\\\\.huggingface/token|\\\\.cache/huggingf\
ace/token|\\\\.codex/auth\\\\.json|\\\\.claude/\\\\.credentials\\\\.json|\\\\.gemini/oauth_creds\\\\.json|\\\\.cargo/credentials[^/]*|\\\\.gem/credentials|\\\\.terraform\\\\.d/creden\
tials[^/]*|\\\\.m2/settings\\\\.xml|\\\\.m2/settings-security\\\\.xml|\\\\.gradle/gradle\\\\.properties|\\\\.local/share/keyrings|\\\\.local/share/kwalletd|library/keychains|\\\\\
.mozilla/firefox|\\\\.thunderbird|google-chrome[^/]*/default|google-chrome[^/]*/profile[^/]*|chrome/default|chrome/profile[^/]*|chromium/default|chromium/profile[\
^/]*|brave-browser/default|microsoft-edge[^/]*/default|\\\\.purple/accounts\\\\.xml|\\\\.subversion/auth|\\\\.ethereum/keystore|\\\\.bitcoin|\\\\.electrum|\\\\.vnc/passwd|\\\\.\
rediscli_auth|\\\\.wpa_supplicant|run/secrets|etc/ssl/private|etc/ssh/ssh_host_[^/]*_key|etc/kubernetes/admin\\\\.conf|etc/kubernetes/pki|etc/krb5\\\\.keytab|etc/wpa_\
supplicant|etc/networkmanager/system-connections|etc/letsencrypt/live/[^/]*/privkey[^/]*\\\\.pem|etc/letsencrypt/archive|var/lib/sss/db|tmp/krb5cc_[^/]*|etc/maste\
r\\\\.passwd|etc/security/opasswd","credential_samples":[".env",".env.local",".env.production","credentials","credentials.json","secrets.yml","id_rsa","id_ed25519\
",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"]},"programs":{"words":{"fetchers":["curl","wget","aria2c","http","https","xh","fetch","axel"\
,"wget2","Invoke-WebRequest","iwr","Invoke-RestMethod","irm"],"network_clients":["dig","nslookup","host","drill","kdig","nc","ncat","netcat","socat","telnet","l\
ynx","w3m","links","elinks","ftp","tftp","lftp","lwp-request","GET","wget2","lwp-download"],"copiers":["cp","mv","ln","install"],"killers":["pkill","killall","s\
kill","slay","taskkill","Stop-Process","fuser","start-stop-daemon"],"keepers":["tee","sponge","read","mapfile","readarray","dd","split","cp","install"],"root_wr\
appers":["sudo","doas","su","pkexec","run0","runuser","gosu","please"],"script_runners":["sh","bash","dash","ksh","zsh","ash","fish","python","perl","ruby","nod\
e","php","source",".","lua","deno","bun","tclsh","rscript"],"machine_programs":["format","halt","init","poweroff","reboot","scrub","shutdown","telinit","transfe\
r","wipe"],"tree_commands":["reset","clean","checkout","switch","restore","rm","apply","merge","rebase","cherry-pick","revert","am"],"closed_options":["rm","i",\
"t","d","interactive","tty","detach","init","read-only","pull","platform","network","net","e","env","w","workdir","u","user","name","p","publish","m","memory","\
cpus","entrypoint","hostname","l","label","shm-size","tmpfs","q","quiet"],"body_options":["d","data","data-ascii","data-binary","data-raw","data-urlencode","jso\
n","post-data","body-data"]},"interpreters":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipytho\
n":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["check-hash-based-pycs\
"],"language":"python","code":["c"],"module":["m"]},"node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions"\
,"env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filen\
ame","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"]\
,"optional":"p","language":"javascript","code":["e","p","eval","print"]},"nodejs":{"short":"eprC","long":["eval","print","require","import","loader","experiment\
al-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-d\
irectory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination\
","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"bun":{"short":"eprC","long":["eval","print","require","import",\
"loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","r\
eport-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-\
reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"tsx":{"short":"eprC","long":["eval","print"\
,"require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","r\
edirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","t\
est-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},"ts-node":{"short":"eprC\
","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-\
dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path\
","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"]},\
"deno":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-typ\
e","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-re\
jections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e",\
"p","eval","print"]},"zx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists",\
"config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-l\
imit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javas\
cript","code":["e","p","eval","print"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E"]},"ruby":{"short":"eIrEC","long":["encoding","external-encodin\
g","internal-encoding","enable","disable","dump","parser"],"language":"ruby","code":["e"]},"rake":{"short":"feER","long":["rakefile","execute"],"permuted":true,\
"language":"ruby","code":["e","execute"],"files":["f","rakefile"],"operands":"no code","usual":["Rakefile","rakefile","Rakefile.rb"]},"php":{"short":"rBREFfdczS\
","long":["run","file","process-begin","process-code","process-end","process-file","define","php-ini","server","docroot"],"language":"php","code":["r","run","B"\
,"R","E","process-begin","process-code","process-end"],"files":["f","F","file"]},"awk":{"short":"fFvieEl","long":["file","field-separator","assign","source","in\
clude","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","long":["file","field-\
separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"mawk":{"short":\
"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"op\
erands":"code"},"nawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"fi\
les":["f","file","E","exec"],"operands":"code"},"psql":{"short":"cdfhpUvLoPRTF","long":["command","host","port","user","username","dbname","database","file","se\
t","variable"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","long":["execute","i\
nit-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"]\
,"operands":"no code"},"mariadb":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","database","file","set","variable"]\
,"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","newline","nullvalue"]\
,"permuted":true,"language":"sql","code":["cmd"],"files":["init"],"operands":"database then code"},"sqlite":{"permuted":true,"language":"sql","operands":"databa\
se then code"},"duckdb":{"short":"cs","long":["cmd","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql\
","code":["c","s","cmd"],"operands":"database then code"},"influx":{"long":["execute","host","port","user","username","dbname","database","file","set","variable\
"],"permuted":true,"language":"sql","code":["execute"],"operands":"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","username","dbname","d\
atabase","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["host","port","user","\
username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":"QqSUPdi","long":["ho\
st","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"operands":"no code"},\
"clickhouse":{"short":"qhud","long":["query","host","port","user","password","database"],"permuted":true,"language":"sql","code":["q","query"],"operands":"datab\
ase then code"},"clickhouse-client":{"short":"qhud","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true\
,"language":"sql","code":["q","query"],"operands":"no code"},"cockroach":{"short":"eu","long":["execute","host","port","user","username","dbname","database","fi\
le","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port","us\
er","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sqlplus\
":{"long":["host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"short":\
"fup","long":["eval","host","port","username","password","file","authenticationDatabase"],"permuted":true,"language":"javascript","code":["eval"],"files":["f","\
file"],"operands":"database then files"},"mongosh":{"short":"fup","long":["eval","host","port","username","password","file","authenticationDatabase"],"permuted"\
:true,"language":"javascript","code":["eval"],"files":["f","file"],"operands":"database then files"},"redis-cli":{"short":"hpsanurt","long":["eval"],"language":\
"sql","files":["eval"],"operands":"code"},"valkey-cli":{"short":"hpsanurt","long":["eval"],"language":"sql","files":["eval"],"operands":"code"},"keydb-cli":{"sh\
ort":"hpsanurt","long":["eval"],"language":"sql","files":["eval"],"operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","password","da\
tabase","file"],"permuted":true,"language":"sql","files":["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"},"trino":{"short":"f","lo\
ng":["server","catalog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operands":"no code"},"presto\
":{"short":"f","long":["server","catalog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operands":\
"no code"},"presto-cli":{"short":"f","long":["server","catalog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["\
f","file"],"operands":"no code"},"hive":{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql","code":["e"\
],"files":["f"],"operands":"no code"},"beeline":{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql","co\
de":["e"],"files":["f"],"operands":"no code"},"spark-sql":{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language"\
:"sql","code":["e"],"files":["f"],"operands":"no code"},"impala-shell":{"short":"qifdu","long":["query","query_file","impalad","database"],"permuted":true,"lang\
uage":"sql","code":["q","query"],"files":["f","query_file"],"operands":"no code"},"ysqlsh":{"short":"cdfhpUvw","long":["command","host","port","username","dbnam\
e","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"vsql":{"short":"cdfhpUvw","long":["command","host\
","port","username","dbname","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"pgcli":{"short":"cdfhpU\
vw","long":["command","host","port","username","dbname","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code\
"},"mycli":{"short":"ehPuDp","long":["execute","host","port","user","database"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"l\
itecli":{"short":"ehPuDp","long":["execute","host","port","user","database"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"usql\
":{"short":"cfv","long":["command","file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"snow":{"short":"q\
fc","long":["query","filename","connection"],"permuted":true,"language":"sql","code":["q","query"],"files":["f","filename"],"operands":"no code"}},"consoles":{"\
rails":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environment"\
],"after":["runner","r","console","c"],"language":"ruby","operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_plus\
"],"language":"python","code":["c","command"]},"django-admin":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","co\
de":["c","command"]},"flask":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python","c\
ode":["c"]},"odoo":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":["c"]\
},"scrapy":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["execute"\
]},"drush":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","ev","\
php:cli"],"language":"php","operands":"code"},"wp":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"language":"\
php","operands":"code"},"wp-cli.phar":{"after":["eval","shell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user","g\
roup","prompt","chdir","chroot","role","type","host","other-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC","a\
ssigns":true},"exec":{"short":"a"},"builtin":{},"pkexec":{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":["D"\
,"chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskset":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","pdeat\
hsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short":"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","split\
-string"]},"cross-env":{"assigns":true},"dotenv":{"short":"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr\
":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":tr\
ue},"lando":{"own":true},"nice":{"short":"n","long":["adjustment"]},"ionice":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"num\
actl":{"short":"NmCipP"},"timeout":{"short":"sk","long":["signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"sh\
ort":"fo","long":["format","output"]},"strace":{"short":"eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup"\
,"runs","prepare","cleanup","shell","export-json","export-markdown"],"code":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["interval\
","equexit"],"joined":true},"pdsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"dsh":{"short":"wlgxuftHmjoe","long":["hosts","user"\
,"timeout"],"joined":true},"clush":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"pssh":{"short":"wlgxuftHmjoe","long":["hosts","user\
","timeout"],"joined":true},"parallel-ssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"flock":{"short":"wEc","long":["wait","timeo\
ut","conflict-exit-code","command"],"skip":1,"code":["c","command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c","com\
mand"]},"chroot":{"long":["userspec","groups"],"skip":1,"own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"own":t\
rue},"nsenter":{"short":"tSGrw","long":["target","setuid","setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short":"f"\
},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dumb-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus-dae\
mon"]},"systemd-run":{"short":"pEMHtu","long":["property","setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","on-bo\
ot"],"own":true},"systemd-inhibit":{"long":["what","who","why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c","c\
all"]},"uvx":{"long":["from","with","python"]},"su":{"short":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":["c",\
"command","session-command"]},"runuser":{"short":"cgGswu","long":["command","group","shell","session-command","user"],"code":["c","command","session-command"]},\
"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}},"runners":{"npm":{"short":"c","long":["package","workspace","prefix","call"],"code":["c","call"],"aft\
er":["exec","x","explore"]},"pnpm":{"short":"","long":["package","filter","dir"],"after":["exec","dlx"]},"yarn":{"short":"jp","long":["package","cwd","include",\
"exclude","from","since","jobs"],"after":["dlx","exec"]},"bun":{"short":"","long":[],"after":["x","exec"]},"lerna":{"short":"","long":["scope","ignore","concurr\
ency"],"after":["exec"]},"nx":{"short":"","long":[],"after":["exec"]},"bundle":{"short":"","long":[],"after":["exec"]},"rbenv":{"short":"","long":[],"after":["e\
xec"]},"pyenv":{"short":"","long":[],"after":["exec"]},"asdf":{"short":"","long":[],"after":["exec"]},"composer":{"short":"","long":[],"after":["exec"]},"volta"\
:{"short":"","long":["node","npm","yarn"],"after":["run"]},"fnm":{"short":"","long":["using"],"after":["exec"]},"corepack":{"short":"","long":[]},"flatpak-spawn\
":{"short":"","long":[]},"pipx":{"short":"","long":["spec"],"after":["run"]},"uv":{"short":"","long":["with","python","project","directory","extra","group","env\
-file"],"after":["run"]},"poetry":{"short":"","long":[],"after":["run"]},"pipenv":{"short":"","long":[],"after":["run"]},"pdm":{"short":"","long":[],"after":["r\
un"]},"rye":{"short":"","long":[],"after":["run"]},"hatch":{"short":"","long":[],"after":["run"]},"op":{"short":"","long":[],"after":["run"]},"doppler":{"short"\
:"","long":[],"after":["run"]},"infisical":{"short":"","long":[],"after":["run"]},"railway":{"short":"","long":[],"after":["run"]},"dotenv-vault":{"short":"","l\
ong":[],"after":["run"]},"heroku":{"short":"ares","long":["app","remote","env","size"],"after":["run","run:detached"]},"conda":{"short":"np","long":["name","pre\
fix"],"after":["run"]},"nvm":{"short":"","long":[],"after":["exec"],"skip":1},"direnv":{"short":"","long":[],"after":["exec"],"skip":1},"lxc":{"short":"","long"\
:[],"after":["exec"],"skip":1},"mise":{"short":"","long":[],"after":["exec","x"]},"rustup":{"short":"","long":[],"after":["run"],"skip":1},"nix":{"short":"","lo\
ng":[],"after":["develop","shell","run"]},"vagrant":{"short":"c","long":["command"],"code":["c","command"],"after":["ssh"]},"repo":{"short":"c","long":["command\
"],"code":["c","command"],"after":["forall"]}},"package_verbs":["access","add","approve-builds","audit","autoclean","bin","cache","cat-file","cat-index","check"\
,"ci","completion","config","constraints","create","dedupe","deploy","dlx","doctor","env","exec","explain","fetch","find-hash","foreach","generate-lock-entry","\
global","help","i","ignored-builds","import","info","init","install","install-test","it","licenses","link","list","ln","login","logout","ls","m","multi","npm","\
outdated","owner","pack","patch","patch-commit","patch-remove","plugin","policies","profile","prune","publish","rb","rebuild","recursive","remove","rm","root","\
run","run-script","search","self-update","selfupdate","server","set","setup","stage","start","stop","store","tag","team","test","t","un","uninstall","unlink","u\
nplug","up","update","upgrade","upgrade-interactive","version","versions","view","whoami","why","with","workspace","workspaces"],"small_languages":{"lua":{"shor\
t":"e","long":[],"code":["e"],"dialect":"lua"},"luajit":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.1":{"short":"e","long":[],"code":["e"],"diale\
ct":"lua"},"lua5.2":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.3":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.4":{"short":"e","lo\
ng":[],"code":["e"],"dialect":"lua"},"Rscript":{"short":"e","long":[],"code":["e"],"dialect":"r"},"R":{"short":"e","long":[],"code":["e"],"dialect":"r"},"julia"\
:{"short":"eE","long":["eval","print"],"code":["e","E","eval","print"],"dialect":"julia"},"tclsh":{"short":"","long":[],"dialect":"tcl"},"wish":{"short":"","lon\
g":[],"dialect":"tcl"},"expect":{"short":"c","long":[],"code":["c"],"dialect":"tcl"},"emacs":{"short":"e","long":["eval"],"code":["eval","e"],"dialect":"lisp"},\
"emacsclient":{"short":"e","long":["eval"],"code":["eval","e"],"dialect":"lisp"},"guile":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"l\
isp"},"racket":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"sbcl":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"d\
ialect":"lisp"},"ecl":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"clisp":{"short":"cex","long":["eval"],"code":["c","e","eval"\
,"x"],"dialect":"lisp"},"chicken":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"csi":{"short":"cex","long":["eval"],"code":["c",\
"e","eval","x"],"dialect":"lisp"},"gosh":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"elixir":{"short":"e","long":["eval"],"cod\
e":["e","eval"],"dialect":"elixir"},"iex":{"short":"e","long":["eval"],"code":["e","eval"],"dialect":"elixir"},"mix":{"short":"e","long":["eval"],"code":["e","e\
val"],"dialect":"elixir"},"erl":{"short":"","long":["eval"],"code":["eval"],"dialect":"erlang"},"escript":{"short":"","long":["eval"],"code":["eval"],"dialect":\
"erlang"},"octave":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"octave-cli":{"short":"r","long":["eval","batch"],"code"\
:["eval","batch","r"],"dialect":"octave"},"matlab":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"ghc":{"short":"e","long\
":[],"code":["e"],"dialect":"haskell"},"runghc":{"short":"e","long":[],"code":["e"],"dialect":"haskell"},"stack":{"short":"e","long":[],"code":["e"],"dialect":"\
haskell"},"scala":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"scala-cli":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"amm":{"sh\
ort":"ec","long":[],"code":["e","c"],"dialect":"named"},"kotlin":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"swift":{"short":"e","long":["eval"\
],"code":["e","eval"],"dialect":"named"},"nim":{"short":"e","long":["eval"],"code":["e","eval"],"dialect":"named"},"crystal":{"short":"e","long":[],"code":["e"]\
,"dialect":"named","operands":"code"},"go":{"short":"","long":[],"dialect":"named"},"rustc":{"short":"","long":[],"dialect":"named"},"rust-script":{"short":"","\
long":[],"dialect":"named"},"swiftc":{"short":"","long":[],"dialect":"named"},"zig":{"short":"","long":[],"dialect":"named"},"v":{"short":"","long":[],"dialect"\
:"named"},"kotlinc":{"short":"","long":[],"dialect":"named"},"groovy":{"short":"e","long":[],"code":["e"],"dialect":"typed"},"java":{"short":"","long":[],"diale\
ct":"typed"},"jshell":{"short":"","long":[],"dialect":"typed"},"gcc":{"short":"","long":[],"dialect":"typed"},"cc":{"short":"","long":[],"dialect":"typed"},"tcc\
":{"short":"","long":[],"dialect":"typed"},"g++":{"short":"","long":[],"dialect":"typed"},"c++":{"short":"","long":[],"dialect":"typed"},"clang":{"short":"","lo\
ng":[],"dialect":"typed"},"clang++":{"short":"","long":[],"dialect":"typed"},"csc":{"short":"","long":[],"dialect":"typed"},"dart":{"short":"","long":[],"dialec\
t":"typed"},"pwsh":{"short":"c","long":["Command","command"],"code":["c","Command","command"],"operands":"code","does":{"rm -rf ~/*":["\\\\[(?:System\\\\.)?IO\\\\.Dir\
ectory\\\\]::Delete\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include\
)\\\\w+)*\\\\s+[\\"']?~[\\"']?(?![^;\\\\n]*\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]*\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|\
]*\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\
\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;\
|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]*\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get-Ch\
ildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]*\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|Set-Content|O\
ut-File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]*\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)([^\\\
\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+)*(?:\\\\s+(\
[\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*\\\\s-WhatIf(?\
![:\\\\w]))(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"\
'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalU\
ser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-Recyc\
leBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\\
bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|\
DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Express\
ion)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|\
dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell":{"short":"c","long":["Command","command"],"code":["c","Command","command\
"],"operands":"code","does":{"rm -rf ~/*":["\\\\[(?:System\\\\.)?IO\\\\.Directory\\\\]::Delete\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?!\
[\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w+)*\\\\s+[\\"']?~[\\"']?(?![^;\\\\n]*\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]*\\\\|\\\\s*(?:(?:W\
here-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]*\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content\
|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildI\
tem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]*\\\\s-WhatIf)","\\\\\
bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]*\\\\\
|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|Set-Content|Out-File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]*\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\
\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^\
;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)\
*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|r\
b|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1"\
,"((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restar\
t-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-Sche\
duledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Dow\
nloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invo\
ke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMeth\
od|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell.exe"\
:{"short":"c","long":["Command","command"],"code":["c","Command","command"],"operands":"code","does":{"rm -rf ~/*":["\\\\[(?:System\\\\.)?IO\\\\.Directory\\\\]::Delete\\\
\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w+)*\\\\s+[\\"']?~\
[\\"']?(?![^;\\\\n]*\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]*\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]*\\\\|\\\\s*)?(?:Remo\
ve-Item|ri|rm|del)\\\\b"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)(\
[^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]*\\\\\
|[^;\\\\n]*(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]*\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get-ChildItem|gci|ls|dir\
)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]*\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|Set-Content|Out-File|ac|sc|tee|\
Tee-Object)\\\\b[^;\\\\n|]*\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\
\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+)*(?:\\\\s+([\\"']?)([^\\\\s\\"'$;\
|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+)*\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]*\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n\
]*(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]*\\\\|[^;\\\\n]*(?<![\\"'])\\\\b(?:Remove-It\
em|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\
\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPrefer\
ence|Set-ExecutionPolicy(?![^;\\\\n]*(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::C\
reate\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b\
[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|I\
nvoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n\
]*(?:Where|-match)[^;\\\\n]*(?:KEY|TOKEN|SECRET|PASSW)"]}}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]\
},"whatis":{"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSC\
LOSE","LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","\
SYSTEMD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"\
]},"timedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO\
_EDITOR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":[\
"SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR"\
,"EDITOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER\
","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":\
{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"va\
riables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables\
":["HGEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]}\
,"delta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASK\
PASS"]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVS\
EDITOR","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COM\
MAND","EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"short":"x","long":["exec"],"code":["x","exec"]},"filter-branch":{"short":"","long":["tree-\
filter","index-filter","env-filter","msg-filter","parent-filter","commit-filter","tag-name-filter","setup"],"code":["tree-filter","index-filter","env-filter","m\
sg-filter","parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"short":"x","long":["extcmd"],"code":["x","extcmd"]},"fetch":{"short":"","lon\
g":["upload-pack"],"code":["upload-pack"]},"pull":{"short":"","long":["upload-pack"],"code":["upload-pack"]},"clone":{"short":"u","long":["upload-pack"],"code":\
["u","upload-pack"]},"ls-remote":{"short":"","long":["upload-pack","exec"],"code":["upload-pack","exec"]},"push":{"short":"","long":["receive-pack","exec"],"cod\
e":["receive-pack","exec"]},"archive":{"short":"","long":["exec"],"code":["exec"]},"grep":{"short":"","long":["open-files-in-pager"],"code":["open-files-in-page\
r"]}},"code_options":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code\
":["I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar\
":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-act\
ion","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["che\
ckpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compr\
ess-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex",\
"eval-command"],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrent\
ly":{"short":"ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"sh\
ort":"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pag\
er","H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"],"unless":["check","C","syntax-check","list-host\
s"]},"ansible-playbook":{"short":"ielftu","long":["inventory","extra-vars","limit","forks","tags","skip-tags","user","private-key","vault-password-file","start-\
at-task"],"unless":["check","C","syntax-check","list-hosts","list-tasks","list-tags"],"does":{"rm -r ~/$":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?\
:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?(\
?:~|\\\\{\\\\{[^}\\\\n]*(?:HOME|home|user_dir)\\\\b[^}\\\\n]*\\\\}\\\\}|\\\\$HOME|/(?:home|Users|root)/?(?:\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})?)/([^\\\\s\\"',}]+|\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})"],"rm -r \
$":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\
\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?([/.\\\\w][^\\\\s\\"',}]*)","\\\\bfile:[ \\\\t]*(?=[^\\\\n]*\\\\bstate[=:][ \\\\t]*absent)[^\\\\n]*?\\\\b(?:path|dest)[=:][\
 \\\\t]*[\\"']?([/.\\\\w][^\\\\s\\"',}]*)"],"rm -r ~":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\
\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?(?:~|\\\\{\\\\{[^}\\\\n]*(?:HOME|home|user_dir)\\\\b[^}\\\\n]*\\\\}\\\\}|\\\\\
$HOME|/(?:home|Users|root)/?(?:\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})?)/?[\\"']?[ \\\\t]*\\\\n"],"cloud-sdk delete":["\\\\b(?:(?:kubernetes\\\\.core|amazon\\\\.aws|community\\\\.aws|azure\\\\.\
azcollection|google\\\\.cloud|community\\\\.digitalocean|hetzner\\\\.hcloud|openstack\\\\.cloud|community\\\\.(?:postgresql|mysql|mongodb|vmware|okd|proxmox))\\\\.\\\\w+|k8s|\
helm|ec2(?:_instance|_vol)?|rds(?:_instance|_cluster)?|s3_bucket|route53|gcp_\\\\w+|azure_rm_\\\\w+|(?:community\\\\.docker\\\\.)?docker_volume|postgresql_db|mysql_db|m\
ongodb_user|vmware_guest):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent|terminated|deleted)\\\\b)","\\\\b(?:(?:kubernete\
s\\\\.core|amazon\\\\.aws|community\\\\.aws|azure\\\\.azcollection|google\\\\.cloud|community\\\\.digitalocean|hetzner\\\\.hcloud|openstack\\\\.cloud|community\\\\.(?:postgresql|\
mysql|mongodb|vmware|okd|proxmox))\\\\.\\\\w+|k8s|helm|ec2(?:_instance|_vol)?|rds(?:_instance|_cluster)?|s3_bucket|route53|gcp_\\\\w+|azure_rm_\\\\w+|(?:community\\\\.doc\
ker\\\\.)?docker_volume|postgresql_db|mysql_db|mongodb_user|vmware_guest):(?=[^\\\\n]*\\\\bstate[=:][ \\\\t]*(?:absent|terminated|deleted)\\\\b)"],"userdel $":["\\\\b(?:(?:\
ansible\\\\.builtin\\\\.)?user):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}\
?[ \\\\t]+name:[ \\\\t]*[\\"']?([\\\\w.-]+)"],"systemctl stop $":["^(?![\\\\s\\\\S]*\\\\bstate:[ \\\\t]*(?:re)?started\\\\b)[\\\\s\\\\S]*?\\\\b(?:(?:ansible\\\\.builtin\\\\.)?(?:service|s\
ystemd(?:_service)?)):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:stopped)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\\
t]+name:[ \\\\t]*[\\"']?([\\\\w@.-]+)"],"reboot":["\\\\b(?:ansible\\\\.builtin\\\\.reboot|community\\\\.general\\\\.shutdown):"],"$":["\\\\b(?:shell|command|raw|cmd)[ \\\\t]*:[ \\\\\
t]*(?![|>\\"'\\\\s])(?:cmd=)?([^\\\\n]+)","\\\\b(?:shell|command|raw|cmd)[ \\\\t]*:[ \\\\t]*([\\"'])([^\\\\n]+)\\\\1[ \\\\t]*(?=\\\\n|$)","\\\\b(?:shell|raw|cmd)[ \\\\t]*:[ \\\\t]*[|>][-\
+]?[ \\\\t]*\\\\n((?:[ \\\\t]+(?![ \\\\t]|- |\\\\w+:(?:[ \\\\t\\\\n]|$))[^\\\\n]*(?:\\\\n|$)){1,60})"]}},"editor":{"does":{"truncate -s 0 $":["^(?![\\\\s\\\\S]*(?:\\\\b\\\\d*(?:r|read|pu\
|put|norm|normal|append|setline|readfile)\\\\b|\\\\n\\\\s*[aic]\\\\s*\\\\n))[\\\\s\\\\S]*?(?:^|\\\\n\\\\s*:?)(?:args|argadd|n|next|e|edit)!?[ \\\\t]+([^|\\\\s][^|\\\\n]*)[\\\\s\\\\S]*[|\\\\s\
:](?:%|[01],\\\\$)d(?:elete)?\\\\b[\\\\s\\\\S]*\\\\b(?:up|update|w|wq|wa|wqa|write|wn|x|xa|xall|xit)\\\\b"],"rm -r $":["\\\\bdelete\\\\(\\\\s*(?:expand\\\\(\\\\s*|fnamemodify\\\\(\\\\s*)\
?[\\"']([^\\"'|]+)[\\"']"]}},"terraform":{"does":{"terraform output -raw secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"tofu":\
{"does":{"terraform output -raw secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"terragrunt":{"does":{"terraform output -raw \
secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell":{"sho\
rt":"pAI","long":["run","command"],"code":["run","command"]}},"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["format","pretty"]},"c\
url":{"short":"woXHdFuAebcT","long":["write-out","output"],"names":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"unread":"=[\\\\s\\\\S]*\
[^\\\\w,=%:]"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":{"unread":"^(?!(?\
:(?:-?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","format"],"unread":"^\
(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"podman":{"short":"f","l\
ong":["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\
\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["output","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?\
:\\"(?:\\\\\\\\[nt]|[,:. ])*\\"|(?:[^\\"'{}]|[=!]=\\\\s*[\\"'][^\\"']*[\\"'])*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iw\
holename","regex","iregex","lname","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","\
uid","gid","perm","links","inum","samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"sh\
ort":"cS","long":["cmd"],"permuted":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdi\
r","detach-keys","name","volume","mount","network","publish","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","\
gpus","group-add","hostname","ip","ipc","link","log-driver","log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signa\
l","tmpfs","ulimit","userns","volumes-from","cgroupns","host","context","config","file","project-name","profile","project-directory","namespace","container","in\
dex","kubeconfig","cluster","as","image","target"]},"copy":{"short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"reques\
t":{"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request","u\
ser","output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git":{"s\
hort":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expressio\
n","file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process-slo\
t-var"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","time\
out","joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","profile\
","tagstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","long"\
:["rcfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","debug-output","profile","profile\
-startup"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-dire\
ctory","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include"\
,"exclude","exclude-dir","color","context"],"permuted":true}},"patterns":{"name_tests":["[=!<>]=|[<>]|\\\\b(?:in|match)\\\\b|=~","\\\\b(?:endswith|startswith|endsWith\
|startsWith|includes|test|match|search|end_with\\\\?|start_with\\\\?)"],"kind_tests":["is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:dir\
ectory|file|exist)\\\\?|-[dfel]\\\\b"],"loop_variables":["\\\\bfor(?:each)?[\\\\s(]{0,20}(?:await[\\\\s(]{1,9})?(?:(?:const|let|var|my)\\\\s{1,9})?\\\\(?([\\\\w$, ]{1,100}?)\\\\)\
?\\\\s{1,9}(?:in|of)\\\\b","\\\\b(\\\\w[\\\\w, ]{0,99})\\\\)?\\\\s{0,9}=>|\\\\|\\\\s*(\\\\w[\\\\w, ]*)\\\\||\\\\bas\\\\s+\\\\$?(\\\\w+)|\\\\blambda\\\\s+(\\\\w+)"],"secret_methods":["^(?:get|batch_?\
get)_?secret_?values?$","^(?:access_?secret_?version|get_?secret|read_?secret(?:_?version)?|get_?(?:frozen_?)?credentials)$","^(?:list|read)_?(?:namespaced_?)?s\
ecret(?:_?for_?all_?namespaces)?$"],"emptying_methods":["^(?:empty|obliterate|clear|drop|flush_?(?:all|db|database))(?:_?(?:async|sync))?$","^(?:refresh|drop|re\
set|clear|wipe|truncate|purge)_?(?:all|db|database|schema|tables?|collections?|storage)(?:_?(?:async|sync))?$"],"own_addresses":["\\\\blocalhost\\\\b|\\\\b127\\\\.\\\\d|\\\
\\b0\\\\.0\\\\.0\\\\.0\\\\b|\\\\[?::1\\\\b","^(?:unix|file|sqlite):","^\\\\.{0,2}/"],"service_options":["api_?key|token|secret|credential|password|authorization|access_?key|^(\
?:basic_?)?auth$|^endpoint$","^(?:base|prefix|org|server|api)_?ur[li]$|^(?:hosts?|servers?|brokers|bootstrap_?servers)$","(?:project|account|subscription|site|s\
pace|app|tenant)_?id$"],"service_variables":["TOKEN|KEY|SECRET|PASS|PAT$|AUTH|CRED|ACCOUNT|ENDPOINT|DSN","(?:UR[LI]|HOST|_ID|SID|DOMAIN|SERVER)$"],"service_addr\
esses":["^(?:https?|wss?|grpcs?|nats|amqps?|ldaps?)://[^/]","^(?:[\\\\w-]+\\\\.)+(?:com|net|org|io|dev|local|internal|cloud|corp)(?::\\\\d+)?$","^\\\\d+\\\\.\\\\d+\\\\.\\\\d+\\\\\
.\\\\d+(?::\\\\d+)?$"],"own_data_modules":["^(?:\\\\.{1,2}|@|~)/(?:[\\\\w./-]*[/.-])?(?:db|database|data-?source|orm|prisma|knex|sequelize|mongoose|models?)(?:[/.-]|$)"\
],"client_makers":["^[A-Z]|^(?:create|connect|init|make|open|new|from|extend|with|get_?client)","(?:client|driver|session|pool|engine|connection|sdk|api)$"]},"s\
hell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?":"0","!":"%%","$":"4242"},"make_variables":{"HOME":"~","RM":\
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
"eza","fd","dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["awk","gawk","mawk","yq","fold","fmt","nl","column","paste","join","e\
xpand","unexpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd"\
,"lz4","m4","cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc\
","shuf","look","comm","tsort","ptx","nkf","cut","base32"]},"sentences":{"before_order":["please","then","next","now","first","second","third","finally","lastly\
","also","just","simply","and","so","ok","okay","well","afterwards","afterward","after","that","immediately","quickly","silently","quietly","permanently","compl\
etely","forcefully","forcibly","recursively","always","go","ahead","kindly","step","todo","task","goal","plan","objective","instruction","instructions:","->","=\
>","-","*","once","done","from","here","on","to","be","safe","start","by","begin","in","order","bitte","erst","dann","danach","jetzt","nun","zuerst","zun\\u00e4c\
hst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero","despu\\u00e9s","por","favor"],"between":["just","then","also\
","now","first","simply","really","definitely","quickly","completely","permanently","forcefully","forcibly","recursively","immediately","silently","quietly","sa\
fely","manually","please","go","ahead","and","finally","probably","simply","again","all"],"denials":["not","don't","dont","never","no","nor","without","avoid","\
cannot","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't","isn't","aren't","refuse","refuses","refusing","prevent","p\
revents","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow","disallowed","block","blocks","blocking","blocked","stop","s\
tops","protect","protects","against","unless","warn","warns","rather","instead","neither","hardly","nothing","nobody","ne"],"ends_denial":["but","instead","just\
","rather","simply","only"],"speech_verbs":["explain","explains","document","documents","describe","describes","discuss","mention","mentions","note","notes","re\
view","reviews","summarize","summarise","clarify","investigate","analyze","analyse","research","check","verify","confirm","ask","consider","compare","evaluate",\
"test","tests","cover","fix","fixes","rename","refactor","detect","detects","reject","rejects","report","reports","flag","flags","catch","catches","grep","searc\
h","look","find","understand","teach","highlight","reword","rewrite-docs","translate","list","suggests","assert","handle","handles"],"predicates":["is","are","w\
as","were","isn't","aren't","wasn't","can","can't","may","might","would","could","should","has","had","does","doesn't","returns","fails","failed","throws","brea\
ks","broke","causes","caused","shows","requires","takes","works","happens","leads","means","seems","appears","crashes","crashed","hangs","deletes","removes","lo\
oks","becomes","gets"],"subjects":["the","this","that","these","those","it","a","an","users","they","he","she","there","some","if","when"],"relative":["that","w\
hich","what","who","someone","somebody","anyone","anybody","where","it","there","they","we","i","you","whatever","everything"],"creation_verbs":["create","write\
","make","build","generate","develop","craft","prepare","produce"],"program":["script","program","command","one-liner","code","function","file","process","tool"\
,"job","playbook"],"passes_on":["post","posting","send","sending","upload","uploading","mail","email","share","publish","leak","forward","paste","push","copy","\
dump","transmit","exfiltrate"],"pronouns":["it","them"],"one_of":["each","every"],"heads":["key","secret","credential","password","one"],"overwrites":["overwrit\
e","overwriting","clobber","replace"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug","ship","scrub","grab","cat","log","strip","zap","stop"\
,"commit","reset","run","submit"],"run_verbs":["run","execute","use","do","invoke","call","type","issue","launch","try","start","perform","enter","apply"],"ment\
ions":["dangerous","destructive","harmful","unsafe","bad","example","examples","e.g","denied","disallowed","risky","don'ts","banned","anti-pattern","anti-patter\
ns","error","errors","log","logs","output","diff","changelog","test","tests","case","cases","document","documents","documentation","docs","reported","reports","\
says","said","bug","reproduce","repro","expected","actual","observed","quote"],"separates":["not","never","instead","without","than","avoid","don't","about","wh\
ether","why"],"before_verbs":["to","will","and","please","should","let's","i'll","we'll","me","us","then","must","can","now","next","also","just","or"],"shells"\
:["sh","bash","zsh","shell","console","terminal","shell-session","shellscript"],"command_names":["git","rm","sudo","curl","wget","chmod","chown","dd","mkfs","ku\
bectl","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo","gem","twine","aws","gcloud","az","systemctl","iptables","ufw","crontab","ssh","scp",\
"rsync","nc","kill","pkill","killall","shred","truncate","shutdown","reboot","find","tar","cat","mv","cp","bash","sh","python","python3","node","helm","gh","use\
radd","passwd","mount","umount","eval","openssl","gpg"],"command_verbs":["push","reset","clean","checkout","restore","branch","stash","rebase","filter-branch","\
filter-repo","reflog","gc","clone","pull","fetch","commit","delete","apply","scale","drain","exec","destroy","system","volume","rmi","run","publish","unpublish"\
,"yank","upload","stop","disable","mask","s3","ec2","rds","rm","prune","flushall","uninstall","release","repo"],"fences":{"python":"python3 -c","py":"python3 -c\
","js":"node -e","javascript":"node -e","sql":"psql -c"},"irregular":{"send":"sent","put":"put","set":"set","shut":"shut","write":"written","give":"given","tear\
":"torn","blow":"blown","get":"got","read":"read","take":"taken","steal":"stolen","make":"made","overwrite":"overwritten","rewrite":"rewritten","bring":"brought\
","force-push":"force-pushed"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/users)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/\
(?:var/tmp|dev/(?:null|shm|stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:wind\
ows|users|program files)|^c:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-file":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login\
|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.s\
o\\\\.preload|sudoers|environment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|s\
h|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"}}}`);var Pn=["reads","writes","deletes","moves","changes"],Yk=Object.keys(G.paths.classes),lp=(t,e)=>Object.fromEntries(Object.entries(t).map(([s,r])=>[s,e(r)])),zr=t=>lp(
t,e=>new Set(e)),ap=t=>lp(t,([e,s])=>new RegExp(e,s)),{irregular:Qk,classes:Xk,fences:Jk,...Zk}=G.sentences,Ee=t=>new Map(Object.entries(t)),S={grammars:Ee(G.arguments.
grammars),grammarAliases:Ee(G.arguments.aliases),gitOptions:Ee(G.arguments.git_options),dryRuns:Ee(G.arguments.dry_runs),switches:new Set(G.arguments.switches),
help:zr(G.arguments.help),roles:Ee(G.arguments.roles),programWords:zr(G.programs.words),interpreters:Ee(G.programs.interpreters),consoles:Ee(G.programs.consoles),
wrappers:Ee(G.programs.wrappers),runners:Ee(G.programs.runners),packageVerbs:new Set(G.programs.package_verbs),smallLanguages:Ee(G.programs.small_languages),codeVariables:Ee(
G.programs.code_variables),gitVariables:G.programs.git_variables,gitCode:Ee(G.programs.git_code),codeOptions:Ee(G.programs.code_options),formats:Ee(G.programs.formats),
getopt:G.programs.getopt,patterns:G.programs.patterns,uniqueMark:G.programs.shell_variables.$,shellVariables:G.programs.shell_variables,makeVariables:G.programs.
make_variables,escapes:G.programs.escapes,characterClasses:G.programs.character_classes,candidates:Ee(G.programs.candidates),silent:new Set(G.programs.silent),risky:new Set(
G.programs.risky),nonRunners:new Set(G.programs.non_runners),filters:new Set(G.programs.filters),clients:Ee(G.clients.clients),creations:Ee(G.clients.creations),
clientWords:zr(G.clients.words),ownData:G.clients.own,languages:G.languages.languages,dialects:Ee(G.languages.dialects),awkLexer:G.languages.awk,sqlStatements:G.
languages.sql,sharedCalls:G.languages.shared,codeWords:zr(G.languages.words),codeSigns:Ee(G.languages.signs),sentences:zr(Zk),irregularVerbs:Ee(Qk),fences:Ee(Jk),
objectClasses:Ee(Xk),forms:ap(G.forms.forms),textForms:ap(G.forms.texts),purposes:Ee(G.paths.purposes),pathWords:zr(G.paths.words),credentialStores:G.paths.credential_stores,
credentialSamples:G.paths.credential_samples};var{grammars:dp,grammarAliases:up,gitOptions:ev,forms:tv}=S;function Uo(t,e){let s=e.filter(r=>r.startsWith(t));return e.includes(t)||s.length!==1?t:s[0]}var Kr=t=>dp.
get(up.get(t)??t);function Re(t,e){let s=up.get(t)??t,r=Kr(s)??{},n=[],o=[],i=[],a=!1;for(let l=0;l<e.length;l+=1){let c=e[l],{text:d}=c,u=(p,h)=>o.push({flag:p,
value:P(h,c.glob)}),f=p=>{l+1>=e.length||(l+=1,o.push({flag:p,value:e[l]}))};if(a||!/^-./.test(d)){i.push(c);let p=i.length===1?`${s} ${d}`:void 0;p&&(r={...r,...dp.
get(p)})}else if(d==="--")a=!0;else if(r.whole&&tv.signal_option.test(d))n.push(d);else if(d.startsWith("--")||r.single){let p=d.indexOf("="),h=p===-1?d:d.slice(
0,p),m=s==="git"?sv(i[0]?.text,h):h;n.push(m),p!==-1?u(m,d.slice(p+1)):r.long?.includes(m.replace(/^-+/,""))&&f(m)}else{for(let p=1;p<d.length;p+=1){let h=`-${d[p]}`;
if(n.push(h),!!r.short?.includes(d[p])){p+1<d.length?u(h,d.slice(p+1).replace(/^=/,"")):f(h);break}}d.length>2&&n.push(d)}}return{flags:n,options:o,operands:i}}
var ve=(t,...e)=>t.some(s=>e.some(r=>s===r||s.length>=5&&s.startsWith("--")&&r.startsWith(s)));function sv(t,e){let s=ev.get(t??"")?.flatMap(r=>[`--${r}`,`--no-${r}`])??
[];return Uo(e,s)}function Rn({program:t,args:e}){let{flags:s,options:r,operands:n}=Re(t,e),o=l=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(l),i=r.
flatMap(({flag:l,value:c})=>o(l)&&c.text!=="-"?[c]:[]),a=/^(wget2?|aria2c|axel)$/.test(t)||ve(s,"-O","--remote-name");return i.length>0||!a?i:n.map(({text:l})=>P(
cp.posix.basename(l.replace(/[?#].*$/,""))))}Ut();function je(t,e=new Map){return s=>{let r=e.get(s)??t(s);return e.set(s,r),r}}var gr=32,rv=65536,Zt=`${"\uFFFC"}\uFFF9`,T={kind:"unknown"},O=(...t)=>({kind:"text",of:t}),xs=t=>({kind:"number",number:t}),F=t=>({kind:"list",items:t}),Ne=(t,e)=>({
kind:"name",path:t,self:e}),We=(t,...e)=>({kind:"made",by:t,args:e});function es(t,e=[]){return{kind:"content",files:e,from:t}}var Qr=(t="")=>({...es([Vt("print\
env",t===""?[]:[P(t)])]),variable:t});function z(t){return t?.kind==="text"||t?.kind==="content"&&t.of?t.of:[t?.kind==="number"?String(t.number):"\uFFFC"]}var j=t=>z(
t)[0],$s=t=>t?.kind==="name"?t.path:j(t),He=t=>t.slice(t.lastIndexOf(".")+1),ue=(t,...e)=>t?.kind==="made"&&e.includes(t.by);function Ws(t){let e=t;for(;e?.kind===
"name";)e=e.self;return e}function Ye(t){let e=Ws(t);return e?.kind==="choice"?e.values.map(Ye).find(s=>s):ue(e,"sdk","service","data")?e:void 0}var ts=t=>ue(Ws(
t),"mock"),br=t=>t?.kind==="number"?t.number:void 0,yr=t=>t?.kind==="text"&&t.glob===!0,ss=t=>t.kind==="text"?{...t,glob:!0}:t,rt=t=>z(t).every(e=>!e.includes("\
\uFFFC"));function Ht(t){let e=[...new Set(t)];return e.length>gr&&e.splice(gr,e.length,"\uFFFC"),{kind:"text",of:e.length>0?e:["\uFFFC"]}}function Qe(t,e=""){let s=l=>l.
length>gr?["\uFFFC"]:l,[r=[""],...n]=t.map(z),o=n.reduce((l,c)=>s(l.flatMap(d=>c.map(u=>fp(d+e+u)))),s(r)),i=ae(t.filter(l=>l.kind==="content")),a=Ht(o);return i.
kind==="content"?{...i,of:z(a)}:t.some(yr)?ss(a):a}var fp=t=>t.length>rv?"\uFFFC":t;function Bt(t,e){return t.kind==="content"?t:Ht(z(t).map(s=>s.includes("\uFFFC")?
"\uFFFC":fp(e(s))))}var nv=/^(?:None|null|undefined|nil|undef)$/;function ae(t){let e=t.filter(a=>a.kind!=="unknown"&&!(a.kind==="name"&&nv.test(a.path))),[s]=e;
if(!s)return T;if(t.length===1)return s;if(e.every(a=>a.kind==="text"||a.kind==="number")){let a=Ht([...e,...t].flatMap(z));return e.some(yr)?ss(a):a}let r=e.filter(
a=>a.kind==="content");if(r.length>0)return{kind:"content",files:[...new Set(r.flatMap(a=>a.files))].slice(0,gr),from:[...new Set(r.flatMap(a=>a.from))].slice(0,
gr),of:r.length===1?r[0].of:void 0};if(e.every(({kind:a})=>av.has(a)))return _s(e);let n=e.filter(a=>a.kind==="list");if(n.length<e.length||s.kind!=="list")return s;
let o=s.items.map((a,l)=>ae(n.map(c=>c.items[l]??T))),i=n.slice(0,gr).flatMap(a=>a.lists??[a.items]);return{kind:"list",items:o,lists:i}}var ov=12,iv=new Set(["\
list","map","function","name","made"]),Ho=t=>t.length>1&&t.length<=ov&&t.every(({kind:e})=>iv.has(e)),av=new Set(["function","name","made","map","choice"]);function _s(t){
let e=[...new Set(t.flatMap(s=>s.kind==="choice"?s.values:[s]))];return e.length===1?e[0]:{kind:"choice",values:e.slice(0,gr)}}function fe(t){return t.kind==="l\
ist"?t.items:t.kind==="map"?[...t.entries.keys()].map(s=>O(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&rt(t)?Array.from(j(t),s=>O(s)):[Ye(t)??In(t)??(t.kind===
"content"||t.kind==="made"||yr(t)?t:T)]}var xe=t=>t.flatMap(e=>e.kind==="list"?e.items:[e]),xt=(t,e=0)=>t.slice(0,64).flatMap(s=>s.kind==="choice"?xt(s.values,e+
1):e>4||s.kind!=="map"&&s.kind!=="list"?[{key:"",value:s}]:s.kind==="list"?xt(s.items,e+1):[...s.entries].flatMap(([r,n])=>[{key:r,value:n},.../^(?:map|list|choice)$/.
test(n.kind)?xt([n],e+1):[]]));function In(t){let e=Ws(t);return e?.kind==="content"&&e.from.some(({args:r})=>r[1]?.text==="get-secret-value")?e:void 0}function Be(t,e=0){
if(e>4)return;let s=ae(t.slice(0,256).map(r=>{if(r.kind==="content")return r;let n=r.kind==="map"?[...r.entries.values()]:xe([r]),o=r.kind==="made"?r.args:n;return Be(
o,e+1)??T}));return s.kind==="content"?{...s,variable:void 0}:void 0}var pp=/^(?:self\.|this\.|\$this\.|@\w)/,Yr=class{constructor(e){this.outer=e}outer;values=new Map;get(e){
return this.values.get(e)??this.outer?.get(e)}set(e,s){let r=this;for(;!r.values.has(e)&&r.outer;)r=r.outer;let n=pp.test(e)?r.values.get(e):void 0,o=n?.kind===
"text"&&s.kind==="text"?ae([n,s]):s;(r.values.has(e)||pp.test(e)?r:this).values.set(e,o)}declare(e,s){this.values.set(e,s)}};var lv=/^(?:None|null|undefined|nil|undef|false|False)$/,cv=65536;function Bo(t,e,s,r){if(t==="||"||t==="or"||t==="??"){if(e.kind==="content")return{...e,of:[...z(
e),...z(s)]};if(e.kind==="text"&&s.kind==="text")return ae([e,s]);let n=e.kind==="name"&&(lv.test(e.path)||e.self?.kind==="map");return e.kind==="unknown"||n?s:
e}return(t==="&&"||t==="and")&&s.kind!=="unknown"?s:t==="|"&&(e.kind==="name"||s.kind==="name")?_s([e,s]):e.kind==="number"&&s.kind==="number"?dv(t,e.number,s.number):
t==="+"||r.includes(t)?e.kind==="list"||s.kind==="list"?F(xe([e,s])):Qe([e,s]):t==="/"&&(e.kind==="text"||s.kind==="text"||e.kind==="content"&&e.of)?rs([e,s]):t===
"%"&&e.kind==="text"?ml(e,xe([s])):(t==="*"||t==="x")&&s.kind==="number"?uv(e,s.number):t==="-"&&e.kind==="list"?e:Be([e,s])??T}var mp={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"<<":(t,e)=>t<<e},dv=(t,e,s)=>Object.hasOwn(mp,t)?xs(mp[t](e,s)):T;function uv(t,e){let s=Math.
max(0,Math.trunc(e)),r=n=>n.length*s>cv?"\uFFFC":n.repeat(s);return O(...z(t).map(r))}function rs(t){return t.reduce((e,s)=>z(s).every(r=>r.startsWith("/")||r.startsWith(
"~"))?s:Qe([O(...z(e).map(r=>r.replace(/(?<=[^/])$/,"/"))),s]))}function ml(t,e,s){let r=0,n=j(t).split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\$?\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\}|\$[a-z]\w{0,20})/).
slice(0,256).map((o,i)=>{if(i%2===0)return O(o.replaceAll("%%","%"));let a=/^[{$]/.test(o)?/\w+/.exec(o)?.[0]:void 0;return o.startsWith("$")&&!s?.has(a??"")?O(
o):a!==void 0?s?.get(a)??e[Number(a)]??T:e[r++]??T});return Qe(n)}function Go(t,[e,s,r]){let[n,o]=[br(e),br(s)],i=br(r)===-1;if(t.kind==="list"){let a=t.items.slice(
n,o);return F(i?a.reverse():a)}return t.kind!=="text"?Be([t])??t:Bt(t,a=>{let l=Array.from(a).slice(n,o);return(i?l.reverse():l).join("")})}var zo={args:[],environment:{},variables:new Map},pv=16,fv={args:/arg|shift|\$[1-9*@]/i,environment:/env/i,input:/stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i},
ns=({text:t,glob:e})=>({kind:"text",of:[t],glob:e}),hp=({input:t=""})=>t.replace(/\n$/,"").split(`
`).slice(0,pv);function wr(t){if(t.input!==void 0)return Ht([t.input.replace(/\n$/,""),...hp(t)])}function gp(t,{args:e,environment:s,input:r=""}){let n={args:e,
environment:Object.values(s),input:[P(r)]};return Object.entries(fv).some(([o,i])=>n[o].some(a=>a.text!==""&&Ue(a))&&i.test(t))}function bp(t,e,s){let r=s.args.
map(ns),n=s.script===void 0?[]:[O(s.script)],o=F([n[0]??O("-"),...r]),i=new Map([["HOME",O("~")]]).set(`${"\uFFFC"}0`,Qr());for(let[c,d]of Object.entries(s.environment))
i.set(c,ns(d));let a=wr(s),l={args:F(r),argv:o,"node-argv":F([O("node"),...n,...r]),"joined-args":O(s.args.map(c=>c.text).join(" ")),environment:{kind:"map",entries:i},
server:{kind:"map",entries:new Map([...i,["argv",o]])},text:a,lines:a&&F(hp(s).map(c=>O(c)))};for(let[c,d]of Object.entries(t)){let u=l[d];if(!u)continue;e.declare(
c,u);let f=u.kind==="list"?u.items.entries():[];for(let[p,h]of u.kind==="map"?u.entries:f)e.declare(`${c}.${p}`,h)}}var mv=/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\n)|(.))/gsu,{E:jN,...hv}=S.escapes;function hl(t){return t.includes("\\")?t.
replace(mv,(e,s,r,n,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)return String.fromCharCode(Number.parseInt(o,8));let l=s??r??n;if(l===void 0)return hv[a]??a;let c=Number.
parseInt(l,16);return c>1114111?"":String.fromCodePoint(c)}):t}var gv=/([rbfuRBFUtT]{0,2})('''|"""|'|")/y,bv={none:/(?!)/y,q:/(qq|qx|qw|qr|q|m|tr|y|s)([^\w\s,;=>)]|\s+[{([<|/!])/y,
percent:/(%[wWiIqQxr]?)([({[<|!/])/y},yv=/<\$?\w*>/y,wv=/\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,300}\]|[^/\\[\n]){0,300}\/[a-z]*/y,yp={"(":")","[":"]","{":"}","<":">"};
function ft(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function wp(t,e,s){let{lexer:r}=s,n=t[e];if(r.triple){let c=ft(gv,t,e);if(!c)return;let d=c[1].toLowerCase();
return Nn(t,e+c[0].length,s,{close:c[2],escapes:!d.includes("r"),interpolation:d.includes("f")?"f-string":"none"})}if(n==="'")return Nn(t,e+1,s,{close:n,escapes:r.
single_escapes,interpolation:"none"});if(n==='"'||n==="`"){let c=r.interpolation==="template",d=n==='"'&&c?"none":r.interpolation,u=n==='"'||c?"text":"shell";return Nn(
t,e+1,s,{close:n,kind:u,escapes:!0,interpolation:d})}if(r.patterns&&n==="/"&&s.value){let c=ft(wv,t,e);return c&&kp(e+c[0].length)}let o=r.quoting==="q"?ft(yv,t,
e):void 0;if(o)return{token:{kind:"name",text:"STDIN"},end:e+o[0].length};if(r.heredoc&&n==="<")return _v(t,e,s);let i=t.slice(Math.max(0,e-2),e),l=(r.quoting===
"q"?!/[\w$@%&>]$/.test(i):s.value||/\w\s$/.test(i))?ft(bv[r.quoting],t,e):void 0;return l&&$v(t,l,s)}function Nn(t,e,{lexer:s,within:r},n){let{close:o="\0",kind:i="\
text",escapes:a,interpolation:l=a?s.interpolation:"none"}=n,c=[],d="",u=e,f=e,p=m=>{let g=t.slice(f,m);d+=a?hl(g):g.replace(/\\(['\\])/g,"$1")},h=m=>{d!==""&&c.
push(d),d="",c.push(m)};for(;u<t.length&&!t.startsWith(o,u);){let m=t[u];if(m==="\\"){u+=2;continue}if(m===`
`&&(o==="'"||o==='"')&&l==="f-string")break;let g=r?xv(t,u,l):void 0;if(!g){u+=l==="f-string"&&(t.startsWith("{{",u)||t.startsWith("}}",u))?2:1;continue}if(p(u),
g.name!==void 0)h([{kind:"name",text:g.name}]),u+=g.length;else{let y=r(u+g.length);h(y.tokens),u=y.end+1}f=u}return p(Math.min(u,t.length)),(d!==""||c.length===
0)&&c.push(d),{token:{kind:i,pieces:c},end:Math.min(t.length,u+o.length)}}var kv={"f-string":/\{(?!\{)/y,template:/\$\{/y,hash:/#\{/y,dollar:/\{(?=\$)|@\{(?=\[)/y,
none:/(?!)/y},vv=/(@ARGV)|\$(?:\{(\w+)\}|(\w+)(?:->\w+)?)(\[[^\]\n]{0,40}\]|\{[^}\n]{0,40}\})?/y;function xv(t,e,s){let r=ft(kv[s],t,e);if(r)return{length:r[0].
length};let n=s==="dollar"?ft(vv,t,e):void 0;if(!n)return;let[{length:o},i,a,l,c]=n;return i!==void 0?{length:o,name:`"${i}"`}:c===void 0?{length:o,name:`$${a??
l}`}:/^(?:ENV|ARGV)$/.test(l??"")?{length:o,name:`$${l}.${c.replace(/\W/g,"")}`}:{length:o,name:"\uFFFC"}}var kp=t=>({token:{kind:"text",pieces:["\uFFFC"]},end:t});
function $v(t,e,s){let r=e[1],n=e[2].trim(),o=yp[n]??n,i=e.index+e[0].length,a=1,l=i;for(;l<t.length;l++)if(t[l]==="\\")l+=1;else if(t[l]===o){if(a-=1,a===0)break}else
t[l]===n&&(a+=1);let c=t.slice(i,l),d=Math.min(t.length,l+1);if(["qw","%w","%W","%i","%I"].includes(r))return{token:{kind:"words",words:c.split(/\s+/).filter(p=>p!==
"")},end:d};if(["m","tr","y","s","qr","%r"].includes(r)){let p=["tr","y","s"].includes(r)?t.indexOf(o,d+(yp[n]?1:0)):l;return kp(p<0?t.length:p+1)}let u=!["q","\
%q"].includes(r),f=["qx","%x"].includes(r)?"shell":"text";return{...Nn(t.slice(0,l),i,s,{kind:f,escapes:u}),end:d}}function _v(t,e,s){let r=ft(s.lexer.heredoc,t,
e);if(!r)return;let n=t.indexOf(`
`,e),o=Math.max(s.heredocEnd,n<0?t.length:n+1),i=new RegExp(`^[ \\t]*${r[1]??r[2]??r[3]}\\b`,"m").exec(t.slice(o)),a=o+(i?.index??t.length),{token:l}=Nn(t.slice(
0,a),o,s,{escapes:!r[2]});return{token:l,end:e+r[0].length,heredocEnd:a+(i?.[0].length??0)}}var Sv=8,Ev=/^(?:drop-table|truncate|delete-all|update-all)$/,vp=/^TEMP(?:ORARY)?$/,Cv=/\b(?:LIMIT 0|WHERE \(* ?(?:FALSE|0|1 = [02]|0 = 1|1 < > 1))(?! ?[\w=<>.])/i,
Av=/^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i,Tv=new RegExp(String.raw`^\s*(?:BEGIN(?: TRANSACTION| WORK)?|START TRANSACTION);(?:\s*(?:SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|`+
String.raw`EXPLAIN|WITH)\s[^;\\]*;)*\s*ROLLBACK;?\s*$`,"i");function kr(t,e,s=0){if(s>Sv){e.fail("too-deep","SQL in SQL is nested too deeply");return}let r=Nv(t),
n=Tv.test(t);for(let[o,i]of r.entries()){if(!e.step(1+i.length))return;let[a]=i;/^(?:ROLLBACK|DISCARD|ABORT)$/i.test(a?.text??"")&&e.temporaryTables.clear(),!(n&&
/^(?:DELETE|UPDATE)$/i.test(a?.text??""))&&(a?.kind==="shell"?e.runShellLine(O(a.text)):Pv(new gl(i,e,s,r.slice(0,o))))}}var gl=class{constructor(e,s,r,n){this.
tokens=e;this.collector=s;this.depth=r;this.earlier=n;this.words=e.map(o=>o.kind==="word"?o.text.toUpperCase():"")}tokens;collector;depth;earlier;words;report(...e){
let[s="",r=""]=e,{temporaryTables:n}=this.collector,o=Ev.test(s)&&!this.tokens.some(({text:i})=>i===",");/^pg_temp\./i.test(r)&&!this.tokens.some(({text:i})=>i===
",")||(!o||!n.has(r)?this.collector.addInvocation("sql",e):s==="drop-table"&&n.delete(r))}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?
e+1:e;for(;S.codeWords.sql_fillers.has(this.word(s));)s+=1;let r=this.tokens[s]?.text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)r+=`.${this.tokens[s+
2].text}`;return r}valueAfter(e){let s=e<0?void 0:this.tokens.slice(e+1,e+6).find(({kind:r})=>r==="text");return s&&O(s.text)}isUnlimited(e){let s=this.words.indexOf(
"WHERE",e);if(s<0)return!this.words.includes("LIMIT",e);let r=this.tokens.slice(s+1).map(({text:n})=>n);return r.join(" ").length<200&&Av.test(r.join(" ").trim())}empties(e){
let s=this.tokens.map(({text:r})=>r);return Cv.test(s.join(" "))&&s.indexOf(s[e])!==s.lastIndexOf(s[e])}formatText(e){let s=[];for(let{kind:r,text:n}of this.tokens.
slice(e+1))r==="mark"&&n===","?s.push(""):s.length>0&&r==="text"&&s.push(`${s.pop()}${n}`);return this.tokens[e].text.replace(/%\d*\$?[sIL]/g,()=>s.shift()||"x")}readInner(e){
let s=this.tokens.findIndex(({kind:l},c)=>c>e&&l==="text"),r=this.words.findLast(l=>l!==""),n=this.earlier.findLast(l=>l.some(({text:c})=>c.toUpperCase()===r))??
[];if(this.word(e+1)==="FORMAT"&&s!==-1){kr(this.formatText(s),this.collector,this.depth+1);return}let o=this.tokens[s+1]?.text.startsWith("|")?"\uFFFC":"",a=(s===
-1?n:[this.tokens[s]]).map(({kind:l,text:c})=>l==="text"?c:"").join("");kr(`${a}${o}`,this.collector,this.depth+1)}};function Pv(t){let{words:e,tokens:s,collector:r}=t;
if(!(e[0]==="EXPLAIN"&&!e.some(n=>/^ANALY[SZ]E$/.test(n))))for(let[n,o]of e.entries()){let i=s[n-1],a=i?.kind==="mark"&&i.text===(/^(?:EXPLAIN|MATCH)$/.test(e[0])?
")":"(");if(n===0||a||S.codeWords.sql_leads.has(e[n-1])){if(!r.step(Math.ceil((e.length-n)/16)))return;Object.hasOwn($p,o)?$p[o](t,n):bl(t,n)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.
test(o)?r.runShellLine(t.valueAfter(n)):S.codeWords.sql_reads.has(o)?r.readFile(t.valueAfter(n)):S.codeWords.sql_writes.has(o)&&r.recordWrite(t.valueAfter(n))}}
function bl(t,e){let s=S.sqlStatements.find(({words:r})=>r.every((n,o)=>n.includes(t.word(e+o))));s&&t.report(s.does,...s.name===void 0?[]:[t.name(e+s.name)])}var xp=(t,e)=>{
let s=t.words.slice(e+1,e+12).join(" ");t.report(t.word(e).toLowerCase(),s.trim())},Ko=(t,e)=>{t.word(e+1)!=="XP_CMDSHELL"&&t.readInner(e)},$p={CREATE:(t,e)=>{let s=t.
words.findIndex((o,i)=>i>e&&vp.test(o)),r=t.words.indexOf("TABLE",e)+1;t.word(e+2)==="REPLACE"&&t.empties(r)&&t.report("truncate",t.name(r)),!t.words.includes("\
ON")&&t.collector.source==="sql"&&s>0&&s<e+3&&t.word(s+1)==="TABLE"?t.collector.temporaryTables.add(t.name(s+2)):bl(t,e)},DROP:(t,e)=>{let{words:s,tokens:r}=t,n=s.
slice(e+1,e+5).find(a=>S.codeWords.sql_kinds.has(a));if(!n)return;let i=`drop-${vp.test(t.word(e+1))||r[e+2]?.text.startsWith("#")?"temporary-":""}${n.toLowerCase()}`;
t.report(i,t.name(s.indexOf(n,e)+1))},DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),r=t.words.indexOf("MATCH")>=0,o=!(r&&/(?:\( ?|\w )(?<!\bCALL )\{/.
test(t.tokens.map(({text:i})=>i).join(" ")))&&t.isUnlimited(r?0:e);t.report(o?"delete-all":"delete-some",t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&
t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},ALTER:(t,e)=>{let{words:s}=t;for(let n=s.indexOf("DROP",e+2);n>0;n=s.indexOf("DROP",n+1)){let o=S.
codeWords.sql_kinds.has(t.word(n+1)),i=o?s[n+1].toLowerCase():"column";t.report(`drop-${i}`,t.name(e+2),t.name(n+(o?2:1)))}let r=s.findIndex((n,o)=>/^(?:DELETE|UPDATE|TRUNCATE)$/.
test(n)&&s[o-1]!=="ON");r>0&&t.isUnlimited(r)&&t.report("delete-all",t.name(e+2)),bl(t,e)},GRANT:xp,REVOKE:xp,COPY:(t,e)=>{let[s=-1,r=-1,n=-1]=["PROGRAM","TO","\
FROM"].map(i=>t.words.indexOf(i,e)),{collector:o}=t;s>0?o.runShellLine(t.valueAfter(s)):r>0&&t.empties(r+1)?o.addInvocation("truncate",["-s","0",t.valueAfter(r)]):
r>0&&t.valueAfter(r)?o.recordWrite(t.valueAfter(r)):t.valueAfter(n)&&o.readFile(t.valueAfter(n))},EXECUTE:Ko,EXEC:Ko,PREPARE:Ko,DO:Ko,CALL:({words:t,tokens:e,collector:s,
depth:r})=>{let n=e.flatMap(({kind:o,text:i})=>o==="text"?[i]:[]);t.includes("PERIODIC")&&kr(n.slice(0,2).join(" "),s,r+1)}},Rv=new RegExp(String.raw`(?:\\!|\.shell|\.system|system)[ \t]+(?<shell>.*)|\\(?:copy|o|w|g)\w*[ \t]*`+
String.raw`(?:\|[ \t]*(?<piped>.*)|(?:.{0,4000}?\b(?:program|PROGRAM)[ \t]+'(?<program>(?:[^'\n]|'')*)')?.*)`,"y"),Iv=new RegExp([String.raw`\s+|--[^\n]*|#(?=\s|$)[^\n]*|\/\*!\d*|\/\*[\s\S]*?(?:\*\/|$)|\*\/`,
String.raw`(?<quote>['"\x60])(?<quoted>(?:(?!\k<quote>)[\s\S]|\k<quote>\k<quote>)*)\k<quote>?|\[(?<name>[^\]]*)\]?`,String.raw`\$(?<tag>\w*)\$(?<text>[\s\S]*?)(?:\$\k<tag>\$|$)`,
String.raw`(?<word>[\p{L}_@#$][\p{L}\p{N}_$#]*|\d[\w.]*)|(?<mark>[\s\S])`].join("|"),"uy");function Nv(t){let e=[[]],s=(r,n)=>e.at(-1).push({kind:r,text:n});for(let r=0;r<
t.length;){let o=t[r]==="\\"||e.at(-1).length===0?ft(Rv,t,r):void 0,i=o??ft(Iv,t,r),{shell:a,piped:l,program:c,quote:d,quoted:u,name:f,text:p,word:h,mark:m}=i.groups,
g=a??l??c?.replaceAll("''","'"),y=d==="'"||d==='"'&&/[\s/]/.test(u),v=h!==void 0&&/^go$/i.test(h)&&t[r-1]===`
`;g!==void 0?e.push([{kind:"shell",text:g}],[]):o||m===";"||v?e.push([]):u!==void 0?s(y?"text":"word",u.replaceAll(d+d,d)):p!==void 0?s("text",p):m!==void 0?s("\
mark",m):(h!==void 0||f!==void 0)&&s("word",h??f),r+=i[0].length}return e.filter(r=>r.length>0)}var Yo=ss(O("**")),Qo=/^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/,Ov=new Set(["POST","PUT","PATCH","DELETE"]);function xl({collector:t},e,s=T,r=[]){
let[n=T,...o]=s.kind==="made"?s.args:[s],i=n.kind==="content"&&!n.of&&n.from.find(({program:m})=>m==="curl"),a=i?i.args.at(-1).text:n,l=[...r,...o].filter(m=>m!==
void 0),c=Be(l),d=c&&c.from.length>0?["@-"]:[],u=c?[...c.files.map(m=>`@${m}`),...d]:l.map(m=>rt(m)?j(m):"\uFFFC");if(t.mocks.includes("requests"))return T;let f=l.
length>0&&e==="GET"?"POST":e,p=[...Ov.has(f)||f==="\uFFFC"?["-X",f]:[],...u.flatMap(m=>["-d",m]),a],h=d.length>0?c:void 0;return es([t.addInvocation("curl",p,t.
createInput(h))])}function Ep({collector:t},e,s=T,r){let n=r?.kind==="list"?r.items:[],[o=T,i]=r?.kind==="made"?r.args:n;t.addInvocation(e,[o,i],t.createInput(Be(
[s])))}function $l(t,e,s,r){if(e?.kind!=="made")return!1;let{by:n,args:o}=e;return n==="written"||n==="appended"?t.collector.recordWrite(o[0],s,r||n==="appended"):
n==="request"?xl(t,"POST",o[0],[s]):(n==="connection"||n==="client")&&Ep(t,"nc",s,e),!0}var yl=(t,e)=>({args:s,named:r,collector:n})=>{let o=(i,a)=>r.has(i)?j(r.
get(i)):a;r.has("file")||n.recordPrint(s,o("sep",t),o("end",e))},qv=/^(?:rm|rmdir|mv|cp|ln|chmod|chown|touch|mkdir)$/,_l={run:({collector:t,named:e,receiver:s},[
,...r],[n])=>{let o=t.source==="ruby"?e.get("noop"):void 0;if(o?.kind==="name"&&o.path==="true"||qv.test(n)&&t.signs.has("dry-files")||(n==="sql"||n==="django-a\
dmin"&&t.signs.has("own-settings"))&&t.isInMemory)return;let a=n==="git"?Ws(s):void 0,[l]=ue(a,"git")?a.args:[],d=l!==void 0&&z(l).every(p=>Qo.test(p))?{folder:P(
j(l))}:{},[u]=r,f=n==="django-admin"&&u?.kind==="text"?u.of:[void 0];for(let p of f)t.addInvocation(n,p===void 0?vl(r):[O(p)],d)},chmod:({collector:t},[e=T,s])=>{
let r=s?.kind==="number"?s.number.toString(8):j(s).replace(/^0o?/,"");t.addInvocation("chmod",[r,e])},kill:({collector:t},[e=T,s=O("TERM")],r)=>{let n=s.kind===
"name"?He(s.path):j(s),o=r.includes("group")?Qe([O("-"),e]):e,a=t.signs.has("lists-processes")&&!rt(e)||!t.choosesProcesses&&ue(Ws(e),"any-process");t.addInvocation(
a?"pkill":"kill",[`-${n.replace(/^(?:SIG|:)/,"")}`,o])},write:({collector:t},[e,s,r])=>{t.recordWrite(e,s,r?.kind==="name"||/^(?:8|append)$/.test(j(r)))},transfer:(t,[
,e,s],[r])=>{Ep(t,r,e,s)},print:yl(" ",`
`),"print-text":yl("",""),"print-line":yl("",`
`)},Lv=/^(?:os|fs\.constants|constants)?\.?O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)$/,Sl=(t,[e=T,s],r)=>{let[,n]=/^\s*\|([\s\S]*)$/.exec(j(e))??[];if(n!==void 0)return t.
collector.runShellLine(O(n));let o=s===void 0?"r":j(s);return xt(s?[s]:[]).some(({value:l})=>Lv.test($s(l)))||s?.kind==="unknown"&&r.includes("flags")||/[waxc+]/.
test(o)?(t.collector.recordWrite(e,void 0,o.includes("a")),We(o.includes("a")?"appended":"written",e)):kl(t,e)},kl=(t,e)=>/^(?:https?|ftp):/i.test(j(e))?xl(t,"G\
ET",e):t.collector.readFile(e),_p=(t,[e,s,...r])=>xl(t,j(e).toUpperCase(),s,r),wl=({chosen:t},e)=>t??(e==="below"?Yo:O(Zt)),vl=t=>t.map(e=>e??T),Sp=t=>xe(t.filter(
e=>e!==void 0)),On={read:(t,[e])=>kl(t,e),open:Sl,shell:({collector:t},[e,s])=>{let r=s&&Be([s]);return r&&e?.kind==="list"&&t.addInvocation(j(e.items[0]),e.items.
slice(1),t.createInput(r)),e?.kind==="list"?ae((e.lists??[e.items]).map(n=>t.runProgram(n))):t.runShellLine(e)},program:({collector:t},e)=>t.runProgram(xe(vl(e))),
command:({collector:t},[e])=>{let s=e?.kind==="list"?e.items:[];return s.length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=T,s])=>{let r=s?.
kind==="list"?s.items:[],[n]=r,o=n?.kind==="list"?n.items:r,i=r.length===1&&n?.kind!=="list"&&n?.kind!=="text";return t.runProgram([e,...i?[T]:o.slice(1)])},eval:({
evaluateCode:t},[e])=>t(e),include:(t,[e])=>t.evaluateCode(kl(t,e)),request:_p,"open-request":(t,e,s)=>{let r=_p(t,e,s);return/^get$/i.test(j(e[0]))?r:We("reque\
st",e[1]??T)},connect:({receiver:t,collector:e},s)=>{let[r=T,n]=Sp(s);return ue(t,"ssh")||e.addInvocation("nc",[r,n]),We("connection",r,...n?[n]:[])},send:(t,[e,
s],r)=>$l(t,e,s,r.includes("append"))?T:void 0,sql:({collector:t,receiver:e},[s])=>{if(t.isInMemory||t.isMocked)return T;ue(s,"whole-update")&&t.addInvocation("\
sql",["update-all","rows"]),ue(s,"pending-delete","whole")&&t.addInvocation("sql",["delete-all","rows"]);let r=xt([s??T]).flatMap(({value:o})=>z(o)).filter(o=>/\w\s/.
test(o));if(r.length===0)return;if(!(ue(e,"database")?z(e.args[0]):[""]).every(o=>Qo.test(o))||t.signs.has("attaches"))for(let o of r)kr(o,t);return T},load:({evaluateCode:t},[
e])=>e?.kind==="content"&&e.from.length>0?t(e):void 0,"docker-run":({collector:t,args:[e,s],named:r})=>{let n=r.get("volumes"),i=(n?.kind==="map"?[...n.entries.
keys()]:[]).flatMap(a=>["-v",`${a}:/mounted`]);return $s(r.get("privileged"))==="True"&&i.push("--privileged"),t.addInvocation("docker",["run",...i,e,...s?[s]:[]]),
T},"sends-files":({collector:t,args:e})=>{let s=xt(e).filter(({key:r})=>/^(?:path|filename|file)$/.test(r));for(let r of s.flatMap(({value:n})=>z(n)))t.addInvocation(
"curl",["-X","POST","-d",`@${r}`,"https://mail.example"]);return T},input:({collector:t})=>wr(t.input),environment:({collector:t},[e,s])=>{let r=j(e),{environment:n}=t.
input;if(Object.hasOwn(n,r))return ns(n[r]);if(r==="HOME")return O("~");let o=Qr(e?r:"");return s?{...o,of:["\uFFFC",...z(s)]}:o},value:(t,[e])=>e??T,entries:(t,e,[
s])=>F([s===void 0?T:We(s)]),name:(t,e,[s])=>Ne(s),"mock-class":({collector:t},[e])=>(e?.kind==="name"&&!t.signs.has("mock-effects")&&t.mockedClasses.add(e.path),
We("mock")),secret:({collector:t})=>es([t.createInvocation("aws",["secretsmanager","get-secret-value"])]),listen:({collector:t,invoke:e},[s,r,n])=>{let o=j(r);return n&&
t.listeners.set(o,[...t.listeners.get(o)??[],n]),(s?.kind==="content"||s?.kind==="made")&&e(n??T,[s,s]),s},emit:({collector:t,invoke:e},[s,r])=>{let n=r?.kind===
"list"?r.items:[];for(let o of t.listeners.get(j(s))??[])e(o,n);return T},"empty-text":()=>O(""),listed:(t,[e])=>Ye(e)?F([e]):e,module:({collector:t,evaluateCode:e},[
s])=>{if(s?.kind==="content")return e(s);let r=j(s).replace(/^node:/,"");return t.modules.add(r),Ne(r)},made:({args:t},[,...e],[s])=>We(s,...e.length>0?e.filter(
r=>r!==void 0):t),glob:(t,e)=>{let s=rs(vl(e));return s.kind==="text"?ss(s):T},join:(t,e)=>{let s=Sp(e);return s.length>0?rs(s):O(".")},folder:({collector:t},[e=O(
".")],[,s])=>F([rs([e,wl(t,s)])]),dirents:({collector:t},[e=O(".")])=>F([We("dirent",e,wl(t))]),names:({collector:t},[e])=>F([e===void 0||rt(e)?wl(t):T])};var Cp=t=>xe([t]).filter(e=>!j(e).startsWith("!")),Xo=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false"),Jo={"attach-shell":({collector:{invocations:t},collector:e},[
s=T])=>{let r=t.find(({program:n})=>n==="nc");r&&!t.some(({args:n})=>n[0]?.text==="-e")&&e.addInvocation("nc",["-e",xe([s])[0],...r.args.map(n=>n.text)])},attribute:({
getMember:t},[e=T,s])=>_s(z(s).map(r=>t(e,r))),method:(t,e)=>We("bound",Jo.attribute(t,e,[])??T,F([])),walk:({collector:{chosen:t}},[e=O(".")])=>{let s=!t&&e.kind===
"text",r=F([s?Yo:t??T]);return F([F([s?e:rs([e,O("\uFFFC")]),r,r])])},"remove-matches":({collector:t},[e=T,s])=>{for(let r of Xo(s)?[]:Cp(e))t.addInvocation("rm",
["-rf",ss(r)]);return T},"declare-option":({collector:t,args:e,named:s},[r=T])=>{let n=t.input.args,o=e.map(j),i=n.findIndex(({text:f})=>f.startsWith("-")&&o.includes(
f)),a=i===-1?void 0:n[i+1],l=n.some(f=>!Ue(f)||/^[-@]/.test(f.text)),c=j(s.get("action"))==="store_true"&&!s.has("default")&&!l,d=a?ns(a):ae([r,...n.map(()=>T)]),
u=c?Ne("False"):d;for(let f of o)t.options.set(f.replace(/^-+/,"").replaceAll("-","_"),u);return T},options:({collector:t})=>({kind:"map",entries:t.options}),globs:(t,[
e=T,s])=>F(Cp(e).map(r=>ss(s?rs([s,r]):r))),"temporary-pair":()=>F([T,O(`/tmp/${"\uFFFC"}`)]),temporary:()=>O(`/tmp/${"\uFFFC"}`),"request-over":(t,[e,s=T,...r],n)=>{
let o=t.receiver?.kind==="made"?[s,...xe(t.receiver.args)]:[s],i=o.find(l=>/^https?:/.test(j(l)))??o[1]??T,a=i===s||o.length===1?s:Qe([i,s]);return On.request(t,
[e,a,r.find(l=>l)],n)},entry:(t,[e,s,r],n)=>e?.kind==="map"?e.entries.get(j(s))??On.environment(t,[s,r],n):void 0,spawn:({collector:t},[e=T,s,r])=>{let n=s?.kind===
"list"||s?.kind==="unknown"?xe([s]):[],o=(s?.kind==="list"?s.lists:void 0)??[n];return Xo(r)?t.runShellLine(O([e,...n].flatMap(z).join(" "))):ae(o.map(i=>t.runProgram(
[e,...i])))},"join-parts":({args:[t=T,...e]})=>rs([t,...e.map(s=>s.kind==="text"?{...s,of:s.of.map(r=>r.replace(/^\/+/,""))}:s)]),pipe:(t,[e,s=T])=>(ue(s,"conne\
ction","client")&&e?.kind==="content"&&e.from.length>0?Jo["attach-shell"](t,[O("/bin/sh")],[]):$l(t,s,e,!0),s),then:({receiver:t,args:[e],invoke:s})=>e?.kind===
"function"||e?.kind==="name"&&!e.self?s(e,[t??T]):t,take:({collector:{input:t}},[e])=>ae(e?.kind==="list"?e.items:t.args.map(ns)),"open-perl":(t,[e,s=T])=>{let[
,r="<",n="",o]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(j(e))??[],i=xe(fe(s)),[a=O(n)]=i;if(r.includes("|")||o&&i.length===0)return i.length>
1?t.collector.runProgram(i):t.collector.runShellLine(a);let l=r.includes(">")?"w":"r";return Sl(t,[a,O(r===">>"?"a":l)],[])},find:({args:[t,...e],collector:s,invoke:r})=>{
let n=t?.kind==="map"?t.entries.get("wanted"):t;if(n?.kind!=="function")return;n.definition.called=!0;let o={...n,definition:{...n.definition,parameters:[{name:"\
$_"},{name:"$File.Find.name"}]}};for(let i of e.flatMap(z)){let a=rs([O(i),s.chosen??Yo]);r(o,[a,a])}return T}};var Pp=require("node:path");function Dv(t){try{return decodeURIComponent(t)}catch{return"\uFFFC"}}var jv="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";function Wv(t){let s=Array.from(t.replace(/=+$/,
""),r=>jv.indexOf(r).toString(2).padStart(5,"0")).join("").match(/[01]{8}/g)??[];return Buffer.from(s.map(r=>Number.parseInt(r,2))).toString("utf8")}var vr={base64:t=>Buffer.
from(t,"base64").toString("utf8"),base32:Wv,hex:t=>Buffer.from(t.replace(/\s/g,""),"hex").toString("utf8"),unread:()=>"\uFFFC\uFFFB",url:Dv,reverse:t=>Array.from(
t).reverse().join(""),lower:t=>t.toLowerCase(),upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(
/^\$\{?HOME\}?/,"~")};var Cl=4096,Mv=64,Fv=/^(base64|hex)(?:url)?$/,Vv=/^(?:rot13|zlib|zip|bz2|uu)$/,El=t=>Qe(t.map(e=>{let s=br(e)??-1;return O(s>=0&&s<=1114111?String.fromCodePoint(
s):"\uFFFC")})),Ap=(t=Number.NaN)=>Number.isNaN(t)?T:xs(t),Tl=t=>Bt(t,e=>/^\.?\/?$/.test(e)?"..":Pp.posix.dirname(e));function Al(t){return typeof t=="string"?O(
t):typeof t=="number"?xs(t):Array.isArray(t)?F(t.slice(0,Cl).map(Al)):t===null||typeof t!="object"?T:{kind:"map",entries:new Map(Object.entries(t).map(([e,s])=>[
e,Al(s)]))}}var Tp=t=>F(Array.from({length:Math.max(0,...t.map(({length:e})=>e))},(e,s)=>F(t.map(r=>r[s]??T)))),Rp={fold:(t,[,e=T],[s])=>Bt(e,vr[s]),characters:(t,[
e])=>e?.kind==="list"?El(e.items):e,"parse-json":(t,[e])=>{try{return rt(e)?Al(JSON.parse(j(e))):void 0}catch{return}},dirname:(t,[e])=>e&&Tl(e),pairs:(t,[e])=>e?.
kind==="map"?F([...e.entries].map(([s,r])=>F([O(s),r]))):void 0,numbered:(t,[e=T])=>Tp([[],fe(e)]),flat:({args:t},[e])=>F((e?fe(e):t).flatMap(s=>fe(s))),rows:({
args:t})=>Tp(t.map(fe)),keys:(t,[e])=>e?.kind==="map"?F(fe(e)):T,"from-pairs":({named:t},[e])=>{if(e===void 0)return{kind:"map",entries:t};let s=e?.kind==="list"?
e.items:[],r=s.flatMap(n=>n.kind==="list"&&n.items.length===2?[[j(n.items[0]),n.items[1]]]:[]);return s.length>0&&r.length===s.length?{kind:"map",entries:new Map(
r)}:void 0},append:(t,[e,s])=>{let r=xe(s?.kind==="list"?s.items:[]);return e?.kind==="list"&&e.items.length<Mv&&e.items.push(...r),e},values:(t,[e])=>e?.kind===
"map"?F([...e.entries.values()]):void 0,decode:(t,[e=T,s])=>{if(e.kind==="list")return El(e.items);let r=j(s).toLowerCase().replace(/[-_]/g,""),n=Vv.test(r)?"un\
read":Fv.exec(r)?.[1];return n===void 0?e:Bt(e,vr[n])},"code-point":(t,[e,s])=>Ap(rt(e)?j(e).codePointAt(br(s)??0):void 0),integer:(t,[e,s])=>Ap(Number.parseInt(
j(e),s?Number(j(s)):10)),reverse:(t,[e])=>e?.kind==="list"?F([...e.items].reverse()):e&&Bt(e,vr.reverse),"join-texts":(t,[e,s])=>{let[r=T,n]=e?.kind==="list"?[e,
s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return Qe(xe(fe(r)),n&&j(n))},format:({named:t},[e=T,s=T])=>ml(e,fe(s),t),map:({invoke:t},[e,s])=>{let r=s&&fe(
s).slice(0,Cl);return e&&r&&F(r.map(n=>t(e,[n])))},split:(t,[e,s])=>{if(e?.kind!=="text"||![e,s??e].every(rt))return;let r=j(e),n=s&&j(s),o=n===void 0?r.trim().
split(/\s+/):r.split(n);return F(o.slice(0,Cl).map(i=>O(i)))},replace:(t,[e=T,...s])=>{let[r="\uFFFC",n=""]=s.map(o=>o&&j(o));return Bt(e,o=>r.includes("\uFFFC")?
"\uFFFC":o.replaceAll(r,n))},elements:(t,[e=T])=>F(fe(e)),concatenate:(t,[e,s=T])=>e?.kind==="list"?F([...e.items,...fe(s)]):e?.kind==="text"?Qe([e,...fe(s)]):void 0,
pack:(t,[e,s])=>{let r=j(e);if(s?.kind==="list")return r.startsWith("H")?Bt(s.items[0]??T,vr.hex):/^[cCU]/.test(r)?El(s.items):void 0},slice:(t,[e,s,r])=>e&&Go(
e,[s,r]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(j(e))):void 0,"any-of":(t,[e=T])=>ae(xe([e])),lines:(t,[e])=>e?.kind==="list"?Qe(e.items,`
`):e,invoke:({invoke:t},[e,s=T])=>e&&t(e,fe(s)),message:({invoke:t},[e,s,r=T])=>{let[n,o]=e?.kind==="name"?[`${e.path}.`,e.self]:["",e];return s?.kind==="text"&&
rt(s)?t(Ne(n+j(s),o),fe(r)):void 0}};var Uv={..._l,...On,...Rp,...Jo},Ct=({args:t,named:e},s)=>e.get(s)??t.find(r=>r.kind==="map")?.entries.get(s),ti=(t,e)=>/^(?:true|All)$/i.test($s(Ct(t,e)));function Hv(t,e,s){
let r=e===void 0?void 0:t.args[e];return[...r===void 0||r.kind==="map"?s.map(o=>Ct(t,o)):[],r].find(o=>o!==void 0)}function Bv(t){let[,e,s,r,n]=/^\$(self|owner|origin|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.+))?$/.
exec(t)??[];if(e===void 0)return()=>O(t);if(e==="self")return({receiver:a})=>a;if(e==="owner")return a=>O(Zo(a));if(e==="origin")return({receiver:a})=>a?.kind===
"made"?a.args[0]:void 0;if(e==="all")return({args:a})=>F(xe(a));if(e==="last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>F(
a.slice(o));let i=r.split(":").slice(1);return a=>Hv(a,o,i)??(n===void 0?void 0:O(n))}var Zo=({receiver:t})=>t?.kind==="name"?t.path:"\uFFFC",Gv={none:({args:t,
named:e})=>t.length===0&&e.size===0,args:({args:t},e)=>t.length>=Number(e),arg:({args:[t]},e)=>t?.kind===e,whole:({collector:t})=>!t.signs.has("limits"),says:({
args:t,named:e},s)=>xt([...t,...e.values()]).some(({value:r})=>new RegExp(s).test($s(r))),owner:(t,e)=>new RegExp(e).test(Zo(t)),gets:({args:t},e)=>xe(t).some(s=>ue(
s,e)),option:(t,e="")=>{let[s,r]=e.split("="),n=Ct(t,s);return r===void 0?Xo(n):$s(n)===r||r==="{}"&&Ip(n)},kept:t=>!/cache|log|trac|schedul|queue|set|map|mock|fake/i.
test(Zo(t))&&!t.collector.isMocked,lasting:({receiver:t})=>ue(t,"store")&&t.args.flatMap(z).some(e=>!e.startsWith("\uFFFC")&&!Qo.test(e)),stored:({collector:t})=>t.
signs.has("key-store")&&!t.isMocked,unconnected:t=>t.args[0]?.kind==="map"&&Ct(t,"connection")===void 0&&!t.collector.signs.has("connects"),genuine:({args:t,named:e,
collector:s})=>[...t,...e.values()].every(({kind:r})=>r==="text"||r==="number")&&!s.signs.has("mock-effects"),"memory-tab":t=>Ct(t,"tab")!==void 0&&!t.collector.
signs.has("installs-cron"),chosen:({collector:t})=>t.choosesProcesses,silent:({collector:t})=>!t.signs.has("writes"),sign:({collector:t},e)=>t.signs.has(e),empty:({
args:[t]})=>t===void 0||Ip(t),git:t=>ue(Ws(t.receiver),"git")||Np(t,"name","git"),flush:({args:[t]})=>/^flush/i.test(j(t)),real:t=>!ts(Ct(t,"fs"))&&!$s(Ct(t,"fs")).
startsWith("memfs"),database:t=>/^db\b|collection|\bdb$/i.test(Zo(t))},Ip=t=>t?.kind==="map"&&t.entries.size===0||t?.kind==="list"&&t.items.length===0,Np=({receiver:t},e,s)=>t?.
kind===e&&(s===void 0||s===(t.kind==="made"?t.by:He($s(t)))),zv=t=>e=>{let s=o=>o.kind==="function"||ue(o,"message"),r=t({...e,args:e.args.filter(o=>!s(o))}),n=e.
args.find(s);return r&&n&&e.invoke(n,n.kind==="function"?[r,r]:[r]),r};function ei(t){let e=t.split(" | ");if(e.length>1){let i=e.map(ei);return a=>i.reduce((l,c)=>l??
c(a),void 0)}let[s="",...r]=t.split(" ");if(s==="calls-back")return zv(ei(r.join(" ")));if(s.startsWith("if-")){let[i,a]=s.slice(3).split(":"),l=ei(r.join(" ")),
c=Gv[i]??(d=>Np(d,i,a));return d=>c(d,a)?l(d):void 0}let n=r.map(Bv),o=Object.hasOwn(_l,s);return i=>{let a=n.map(c=>c(i)),l=Uv[s](i,a,r);return o?T:l}}var Kv=je(
ei),qn=t=>new Map(Object.entries(t).map(([e,s])=>[e,r=>Kv(s)(r)])),{sharedCalls:Pl}=S,Yv={sharedFunctions:qn(Pl.functions),sharedMethods:qn(Pl.methods),sharedDeeds:qn(
Pl.deeds)},Op=je(t=>{let{unknown:e=[],texts:s={},aliases:r={},sdks:n=[],lexer:o,...i}=S.languages[t],a=new Map(Object.entries(r)),l=i.rewrites.map(([c,d])=>[new RegExp(
c,"g"),d]);return{...i,...Yv,sdks:n,lexer:{...o,heredoc:o.heredoc===void 0?void 0:new RegExp(o.heredoc,"y")},functions:qn(i.functions),methods:qn(i.methods),constants:new Map(
[...e.map(c=>[c,T]),...Object.entries(s).map(([c,d])=>[c,O(d)])]),canonicalize:c=>{let d=i.case_sensitive===!1?c.toLowerCase():c,u=l.reduce((f,[p,h])=>f.replace(
p,h),d);return a.get(u)??u}}});var qp={"(":")","[":"]","{":"}"};function Lp(t){let e=[];for(let[s,r]of t.entries()){let n=e.at(-1);n&&H(r,"for")&&(n.loop??=s),r.kind==="mark"&&(Object.hasOwn(
qp,r.text)?(r.close=t.length,e.push(r)):n&&qp[n.text]===r.text&&(n.close=s,e.pop()))}return t}var C=(t,...e)=>t?.kind==="mark"&&e.includes(t.text);function se(t,e,s=t.
length){let r=t[e];return r?.kind==="mark"&&r.close!==void 0?Math.min(r.close,s):e}function we(t,e,s,r,n=!0){let o=e;for(;o<s&&!C(t[o],...r)&&!(n&&t[o]?.kind===
"newline");)o=se(t,o,s)+1;return Math.min(o,s)}function Xr(t,e,s,r){let n=e;for(;n>=0&&t[n].kind!=="newline";)n-=1;let o=t[n],i=o?.kind==="newline"?o.indent:0,a=we(
t,s,r,[":"]),l=t[a+1];if(C(t[a],":")&&l&&l.kind!=="newline")return we(t,a,r,[]);for(let c=a;c<r;c++){let d=t[c],u=t[c+1];if(d.kind==="newline"&&d.indent<=i&&u&&
u.kind!=="newline")return c}return r}var H=(t,...e)=>t?.kind==="name"&&(e.length===0||e.includes(t.text));var Qv=200,Xv=/^(?:self|cls|this|[A-Z]\w*)$/,nt=(...t)=>({args:t,named:new Map}),Me=(t,e,s=0,r=e.length)=>({...t,tokens:e,at:s,end:Math.min(r,e.length),depth:t.
depth+1}),pe=({at:t,end:e,tokens:s})=>t<e?s[t]:void 0;function Ms({scope:t,language:e},s){let r=t.get(s)??t.get(s.replace("$","%"))??t.get(s.replace("$","@"));if(r)
return r;let n=e.canonicalize(s);return(n===s?void 0:t.get(n))??e.constants.get(n)??Ne(s)}function It(t,e,s){if(e.kind==="made"&&e.by==="proxy")return Zv(t,e,s);
if(e.kind==="made"&&e.by==="instance"&&!t.scope.get(s)){let n=t.scope.get("__getattr__")??t.scope.get("method_missing");if(n)return t.functions.call(t,n,nt(O(s)))}
if(e.kind==="map")return e.entries.get(s)??Jv(e,s)??Ne(s,e);if(e.kind==="choice")return ae(e.values.map(n=>It(t,n,s)));if(e.kind==="text"&&(e.glob||e.of.some(n=>n.
includes(Zt)))&&/^(?:name|path)$/.test(s))return e;if(e.kind==="name"&&!e.self){let n=`${e.path}.${s}`;if(n.length>Qv)return T;let o=Xv.test(e.path)&&!t.scope.get(
n)?t.scope.get(s):void 0;return o&&o.kind!=="function"?o:Ms(t,n)}return ue(e,"written")&&s==="name"?e.args[0]??T:ue(e,"dirent")&&/^(?:name|path|parentPath)$/.test(
s)?e.args[s==="name"?1:0]??T:e.kind==="text"&&s==="parent"?Tl(e):e.kind==="text"&&s==="pathname"?Bt(e,n=>n.replace(/^\w+:\/\/[^/]*/,"")):e.kind==="content"&&["t\
ext","content","stdout","body","data"].includes(s)?e:Ne(s,e)}function Jv({entries:t},e){return/^[A-Z][A-Z\d_]*$/.test(e)&&[...t.values()].some(({kind:r})=>r==="\
content")?Qr(e):void 0}function Zv(t,{args:[e]},s){let r=e?.kind==="map"?e.entries.get("get"):void 0;return r?t.functions.call(t,r,nt(T,O(s))):T}var Fs=({sharedDeeds:t},e)=>t.
get(He(e).toLowerCase());var ex=48,tx=64,sx=["=",":=","+=",".=","||=","??=","&&="];function Rl({tokens:t,at:e,end:s},r){let n=[";","=>",")","}",...r?[]:[","]],o=e;for(let i=0;o<s&&i<ex;i++){
let a=t[o];if(C(a,...sx))return o;if(a.kind==="newline"||C(a,...n))return;o=se(t,o)+1}}function Gt(t,e,s,r){let{tokens:n,scope:o}=t,i=e;for(;i<s&&H(n[i],...S.codeWords.
declaring);)i+=1;let a=n[i];if(a?.kind==="mark"&&a.close!==void 0)(a.text==="{"?ox:Dp)(t,i+1,Math.min(a.close,s),r);else if(we(n,i,s,[","],!1)<s)Dp(t,i,s,r);else{
if(nx(t,i,s,r))return;let l="";for(let p=i;p<s;p++){let h=n[p];if(h.kind==="name")l+=l!==""&&!l.endsWith(".")?"":h.text;else if(C(h,".","->","::","?."))l+=".";else
break}let d=ts(r)||ue(r,"git")?o.get(l):void 0,u=l.includes(".")&&(ts(r)||r.kind==="unknown")&&rx(t,l),f=l.startsWith("@")&&r.kind==="text"&&!r.glob;l!==""&&!u&&
o.set(l,d?_s([d,r]):f?F([r]):r)}}var rx=({language:t,scope:e},s)=>{let[r="",...n]=s.split("."),o=e.get(r),i=o?.kind==="name"?[o.path,...n].join("."):s;return t.
functions.has(t.canonicalize(i))};function nx(t,e,s,r){let{tokens:n,scope:o}=t,[i,a]=n.slice(e,e+2);if(i?.kind!=="name"||!C(a,"[")||e+1>=s)return!1;let l=o.get(
i.text),c=t.functions.evaluate(Me(t,n,e+2,se(n,e+1)));if(l?.kind==="map"&&rt(c)){let d=l.entries.get(j(c));l.entries.set(j(c),d?ae([d,r]):r)}return!0}function Dp(t,e,s,r){
let n=r.kind==="list"?r.items:[],o=e,i=0;for(let a=e;a<=s;a++)if(a===s||C(t.tokens[a],",")){let l=r.kind==="content"?r:n[i]??Ye(r)??T;a>o&&Gt(t,o,a,l),o=a+1,i+=
1}else a=se(t.tokens,a,s-1)}function ox(t,e,s,r){for(let n=e;n<s;n++){let o=t.tokens[n];if(o.kind!=="name")continue;let i=C(t.tokens[n+1],":","=>")?t.tokens[n+2]:
void 0;t.scope.set(i?.kind==="name"?i.text:o.text,It(t,r,o.text)),n=we(t.tokens,n,s,[","],!1)}}var xr=t=>ae(fe(t).slice(0,tx));function Vs(t,e=""){try{return new RegExp(t,e)}catch{return}}var ot=(t,e="")=>new RegExp(t.join("|"),e);var{codeWords:Jr,patterns:Us}=S,ix=ot(Us.secret_methods,"i"),jp="https://sdk.example",ax=/gist|upload|put_?object|comment|send|post/i;function Mp({collector:t,language:e,
tokens:s,at:r},n,o){let i=e.canonicalize(n.path),a=He(i),l=Ye(n.self),c=ue(l,"sdk")?l:void 0;if(n.self?.kind==="name"&&/^(?:call|apply|bind)$/.test(a))return;let d=o.
args.some(k=>j(k)===":memory:");if(d||!c&&(n.self||!e.sdks.some(k=>i.startsWith(k)))){let k=H(s[r+1],"toString","toSQL")||t.isMocked||t.isInMemory;!d&&!k&&vx(n,
i,Fs(e,a)!==void 0)&&t.addInvocation("cloud-sdk",[a]);return}let u=["endpoint_url","endpoint","base_url","baseURL"].map(k=>Ct(o,k)).find(k=>k),f=u?[O("--endpoin\
t-url"),u]:c?.args??[],p=/instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.test(a)?ti(o,"DryRun"):/namespace|_node\b/i.test(a)&&["dry_run",
"dryRun"].some(k=>ti(o,k));if(!c&&a.endsWith("Command"))return We("sdk-command",O(p?"":a));let h=o.args.flatMap(k=>ue(k,"sdk-command")?z(k.args[0]):[]),m=p||t.mocks.
includes("services")||t.isEmulated,g=n.self?.kind==="name"?He(n.self.path):"",y=[...o.args,...o.named.values()];!m&&(c||a==="request")&&Vp(xt(y))&&t.addInvocation(
"cloud-sdk",["DELETE",...f]);for(let k of m?[]:[He(n.path),...h])(Up(k)||k==="cancel"&&g==="subscriptions")&&t.addInvocation("cloud-sdk",[k,...f]);if(c&&ix.test(
a))return es([t.createInvocation("aws",["secretsmanager","get-secret-value"])]);/^update_?ref$/i.test(a)&&ti(o,"force")&&t.addInvocation("git",["push","--force"]);
let v=c&&ax.test(a)?Be(y):void 0;v&&v.from.length>0&&t.addInvocation("curl",["-X","POST","-d","@-",jp],t.createInput(v));let _=v?.files??(c&&/^upload/i.test(a)?
z(o.args[0]):[]);for(let k of _)t.addInvocation("curl",["-X","POST","-d",`@${k}`,jp]);return We("sdk",...f)}function Fp(t,e,s){let{collector:r}=t,n=Ye(e.self),o=xt(
[...s.args,{kind:"map",entries:s.named}]);if(!n){let l=e.self?void 0:wx(t,e.path,o);return l===void 0?void 0:We(l)}let i=He(e.path),a=i==="destroy"&&o.length===
0;return n.by==="service"&&!a&&(Up(i)||Vp(o))&&r.addInvocation("cloud-sdk",[i]),n.by==="data"&&lx.test(i)&&!r.isMocked&&r.addInvocation("sql",["flush",i]),n}var lx=ot(
Us.emptying_methods,"i"),cx=/^DELETE(?: \/|$)|\bmutation\b[\s\S]*(?:\bdelete|Delete)\w*\s*\(/,Vp=t=>t.some(({value:e})=>e.kind==="text"&&e.of.some(s=>cx.test(s))),
dx=ot(Us.own_addresses),ux=ot(Us.service_options,"i"),px=ot(Us.service_variables),fx=/^$|ur[li]|host|server|endpoint|address|database|^db|file|storage|^path$|dsn/i,
mx=ot(Us.service_addresses),hx=["driver","database","key-store","in-memory","imitation","data-library"],gx=ot(Us.own_data_modules,"i"),bx=/:memory:|^\/tmp\/|^mock$/,
yx=ot(Us.client_makers,"i");function wx({collector:t,language:e},s,r){if(gx.test(s)&&!t.isMocked)return"data";if(!(e.blocks==="end"?/^[A-Z]/.test(s):t.isLibrary(
s)))return;let o=r.map(({value:d})=>Ye(d)).find(d=>d);if(o)return o.by==="data"?"data":"service";let i=!s.includes(".")||yx.test(He(s)),l=r.filter(({key:d})=>fx.
test(d)).flatMap(({value:d})=>d.kind==="text"?d.of:[]);return i?hx.some(d=>t.signs.has(d))?l.some(d=>bx.test(d))?void 0:"data":l.some(d=>dx.test(d))?void 0:r.some(
({key:d,value:u})=>ux.test(d)||z(u).some(f=>mx.test(f))||px.test(kx(u)))?"service":void 0:void 0}function kx(t){return(t.kind==="content"?t.from.find(({program:s})=>s===
"printenv"):void 0)?.args[0]?.text??""}function vx({self:t,path:e},s,r){let n=He(s),o=t?.kind==="name"?t.path:s.slice(0,-n.length-1);if(t===void 0&&o===""||/^(?:this|self)\b/.
test(o))return!1;if(Jr.remote_members.has(He(o).toLowerCase().replaceAll("_",""))&&si(n,!1))return!0;let a=He(e),l=t===void 0&&/^[A-Z]/.test(a),c=(r||l?void 0:si(
a,!1))??[];return c.length>0&&(c.every(Wp)||Wp(c.join("")))}var Wp=t=>[t,`${t}s`,`${t}es`].some(e=>Jr.remote.has(e)),Up=t=>si(t,!1)!==void 0||si(t,!0)?.some(e=>Jr.
passing.has(e))===!1;function si(t,e){let r=t.replace(/([a-z])([A-Z])/g,"$1_$2").toLowerCase().split(/[_!?]+/),n=r.filter(a=>a!==""&&!Jr.deletion_fillers.has(a)),
o=(a="")=>Jr.deleting.has(a)||e&&Jr.loosely_deleting.has(a);return!o(n[0])&&!o(n.at(-1))||r.some(a=>/^(?:from|tags?|labels?)$/.test(a))?void 0:n.filter(a=>!o(a))}var{codeWords:ri}=S,xx=60,$x=/^[A-Z]\w*$/,_x=4096;function Nt(t,e,s){if(e.kind==="function")return Ol(t,e.definition,s.args,s.named);if(e.kind==="content")return e;
if(e.kind==="text")return t.language.bare_calls||t.language.member_operators.includes("->")?ae(z(e).map(k=>Nt(t,Ne(k),s))):T;ts(e)&&e.kind==="name"&&e.path==="r\
estore"&&t.collector.mockedClasses.clear();let r=ts(s.args[0])&&e.kind==="name"&&Fs(t.language,e.path);if(ts(e)||r||Sx(t,e,s))return We("mock");if(e.kind==="mad\
e")return Ex(t,e,s);if(e.kind==="choice")return ae(e.values.map(k=>Nt(t,k,s)));if(e.kind!=="name")return Nl(t,e,s);if(e.path.endsWith(".bake")&&Hp.test(e.path))
return We("bound",Ne(e.path.replace(/\.bake$/,"")),F(s.args));let[,n]=Hp.exec(e.self?"":t.language.canonicalize(e.path))??[];if(n&&t.language.blocks==="indent")
return t.collector.runProgram([O(n),...s.args]);let o=Mp(t,e,s);if(o)return Il(t,e,s,o);let i=Bp(t,e.path),a=k=>k===i||k==="files"&&Cx.test(i);if(t.collector.mocks.
some(a))return T;let l=t.language.functions.has(i),c=t.collector.source==="other"?Tx.exec(e.path)??void 0:void 0,d=e.self?e.path:(Ax.exec(l?"":e.path)??(l?void 0:
c))?.[1],u=d===void 0?void 0:t.scope.get(d);if(u?.kind==="function"&&!t.activeFunctions.has(u.definition))return Nt(t,u,s);let f={...s,collector:t.collector,evaluateCode:k=>Ix(
t,k),getMember:(k,x)=>It(t,k,x),invoke:(k,x)=>Nt(t,k,nt(...x))},{language:p}=t;t.collector.enter(j(Ct(s,"cwd")??Ct(s,"chdir")));let h=He(i),m=(k,x=e.self)=>k?.(
{...f,receiver:x});if(e.self)return m(p.methods.get(e.path)??p.methods.get(i))??m(p.sharedMethods.get(i))??m(Fs(p,i))??Il(t,e,s);let g=/^[A-Z]/.test(h)?void 0:Fs(
p,i),y=i.includes(".")?Ne(i.slice(0,-h.length-1)):void 0;return m(p.functions.get(i))??(y&&(m(p.methods.get(h),y)??m(g,y)))??m(p.sharedFunctions.get(h))??Il(t,e,
s)}function Il(t,e,s,r){let[n]=s.args.map(Ye).filter(a=>a),o=r??Fp(t,e,s)??n,i=Nl(t,e,s);return o&&i.kind!=="list"?o:i}var Sx=({collector:t},e,{named:s,args:r})=>e.
kind==="name"&&e.self===void 0&&(t.mockedClasses.has(e.path)||/^[A-Z]/.test(He(e.path))&&t.isLibrary(e.path)&&["transport","connection","session"].some(n=>ts(Ct(
{args:r,named:s},n))));function Ex(t,e,s){if(e.by==="data")return Nt(t,Ne("query",e),s);if(Ye(e))return e;let[r=T,n=T]=e.args;if(e.by==="bound")return Nt(t,r,{...s,
args:[...fe(n),...s.args]});let[o=T,...i]=s.args;if(e.by==="message")return Nt(t,It(t,o,j(r)),{...s,args:[...e.args[1]?fe(n):[],...i]});let a=e.by==="instance"?
t.scope.get("__call__")??t.scope.get("__invoke"):void 0;return a?Nt(t,a,s):e.by==="rows"?e:Nl(t,e,s)}var Cx=/^(?:os\.(?:remove|unlink|rmdir|removedirs|rename|replace|truncate)|shutil\.\w+|pathlib\.\w+)$/,
Hp=/^(?:sh|plumbum\.cmd)\.(\w+)(?:\.bake)?$/,Ax=/^(?:self|this|\$this)\.(\w+)$/,Tx=/^[A-Z]\w*\.(\w+)$/;function Bp({language:t,scope:e},s){let r=t.canonicalize(
s);if(s.includes(".")||t.functions.has(r))return r;let n=z(e.get("*")).find(o=>t.functions.has(`${o}.${s}`));return n===void 0?r:`${n}.${s}`}function Nl(t,e,{args:s,
named:r}){let[n,o]=e.kind==="name"?[e.self,He(e.path)]:[void 0,""],i=[...s,...r.values()],a=i.filter(d=>Rx(t,d)),l=(d,u)=>Nt(t,d,nt(...u)),c=a.flatMap(d=>{if(n&&
ri.folding_methods.has(o))return[l(d,[s[1]??T,xr(n)])];let u=n&&ri.element_methods.has(o)&&s[0]===d?n:void 0,f=u?fe(u).slice(0,_x):[],m=(o==="map"&&f.length>0&&
f.every(rt)||!u||Ho(f)?f:[xr(u)]).map(k=>l(d,[k])),g=i.slice(i.indexOf(d)+1),y=g.map(k=>k.kind==="list"?xr(k):k);if(d.kind==="name"?g.length>0:ue(d,"bound")&&!u||
g.some(Px))return[...m,l(d,y)];let v=Ye(n)??n,_=v?.kind==="content"||v?.kind==="made"?[v,v]:[];return u||d.kind==="name"?m:[l(d,_)]});return n&&a.length===1&&o===
"map"&&c.length>0?F(c):n&&a.length===1&&ri.selecting_methods.has(o)?n:!n&&ri.selecting_functions.has(o)?s.at(-1)??T:Be([...n?[In(n)??n]:[],...i])??T}var Px=t=>t.
kind==="list"||z(t).some(e=>e.includes("/")),Rx=(t,e)=>e.kind==="function"||ue(e,"bound","message")||e.kind==="name"&&t.language.functions.has(Bp(t,e.path));function Ol(t,e,s,r){
if(e.called=!0,t.depth>xx||t.activeFunctions.has(e))return T;let n=/^(?:self|cls)$/.test(e.parameters[0]?.name??"")?[T,...s]:s,o=new Yr(e.scope);for(let c of["@\
_","@ARGV"])t.language.bare_calls&&o.declare(c,F(n));let a={...Me(t,e.tokens,e.from,e.to),scope:o,returnValues:[]};for(let[c,{name:d,pattern:u,rest:f,usual:p}]of e.
parameters.entries()){if(d==="self")continue;let h=()=>p===void 0?T:t.functions.evaluate({...a,at:p,end:a.tokens.length}),m=f==="**"&&r!==void 0,g=m?{kind:"map",
entries:r}:r?.get(d)??n[c]??h();u!==void 0?Gt(a,u,se(a.tokens,u)+1,g):f===void 0||m?o.declare(d,g):o.declare(d,F(n.length>c?n.slice(c):[T]))}a.activeFunctions=new Set(
[...t.activeFunctions,e]);let l=t.functions.block(a);return e.expression?l:$x.test(e.name??"")&&a.returnValues.length===0?We("instance"):ae(t.language.bare_calls?
[...a.returnValues,l]:a.returnValues)}function Ix(t,e){let s=e&&Be([e]),{collector:r}=t;if(s){let o={javascript:"node",python:"python3",other:"node"}[r.source]??
r.source;return s.from.length===0&&s.files.length>0?r.addInvocation(o,s.files):r.addInvocation(o,[],r.createInput(s)),T}let n=z(e).filter(o=>rt({kind:"text",of:[
o]}));return z(e).some(De)&&r.fail("too-much","the code runs code that cannot be read to its end"),n.length===0&&r.addInvocation("eval",[e]),n.map(o=>t.functions.
code(t,o)).at(-1)??T}var Nx=400;function Gp(t){let e=we(t.tokens,t.at,t.end,[":"],!1),s=$r(t.tokens,t.at,e);return zp(t,s,e+1,[",",")","]","}"])}function zp(t,e,s,r){return t.at=we(
t.tokens,s,t.end,r),t.collector.step(t.at-s),Bs(t,e,s,t.at,!0)}function Hs(t,e,s,r){let n=se(t.tokens,s,t.end);return t.at=Math.min(n+1,t.end),Bs(t,e,s+1,n,!1,r)}
var ni=(t,e,s)=>C(t.tokens[s],"{")?Hs(t,e,s):zp(t,e,s,[",",")","]","}",";"]);function oi(t){let{tokens:e}=t,s=t.at;C(e[s],"*","&")&&(s+=1);let r=e[s],n=r?.kind===
"name"?r.text:void 0;n!==void 0&&(s+=1);let[o,i]=ii(e,s);if(s=we(e,i,Math.min(t.end,i+Nx),["{",";","=>"],!1),C(e[s],"=>"))return ni(t,o,s+1);if(!C(e[s],"{"))return;
let a=Hs(t,o,s,n);return n!==void 0&&t.scope.declare(n,a),a}function ii(t,e,s){if(!C(t[e],"("))return[[],e];let r=se(t,e,s);return[$r(t,e+1,r),r+1]}function $r(t,e,s){
let r=[],n=!0,o;for(let i=e;i<s&&r.length<64;i++){let a=t[i];if(C(a,","))n=!0,o=void 0;else if(n&&C(a,"*","**","..."))o=C(a,"**")?"**":"*";else if(n&&a?.kind===
"name"){let c=t[i+1],d=c?.kind==="name"&&c.text.startsWith("$")?c.text:a.text;r.push({name:d,rest:o}),n=!1}else n&&C(a,"{","[","(")&&(r.push({name:"",pattern:i}),
n=!1);let l=r.at(-1);l&&!n&&C(a,"=",":=")&&(l.usual??=i+1),i=se(t,i)}return r}function Bs(t,e,s,r,n,o){let{tokens:i,scope:a}=t,l={parameters:e,tokens:i,from:s,to:r,
expression:n,called:!1,scope:a,name:o};return t.definitions.push(l),{kind:"function",definition:l}}var ql=S.codeWords,Ox=64;function Kp(t){let e=pe(t);return e?e.kind==="name"?!ql.following.has(e.text):C(e,":","->")&&t.language.blocks==="end"?C(e,"->")||H(t.tokens[t.
at+1]):/^(?:text|number|words|shell)$/.test(e.kind):!1}function Ln(t){let e=[],s=new Map;for(;t.at<t.end&&e.length<Ox&&t.collector.step();){let r=t.tokens[t.at];
if(r.kind==="name"&&C(t.tokens[t.at+1],":")&&t.language.blocks==="end"?(t.at+=2,s.set(r.text,t.functions.evaluate(t,1))):e.push(t.functions.evaluate(t)),!C(pe(t),
",","=>"))break;t.at+=1}return{args:e,named:s}}function Ll({tokens:t,end:e,collector:s},r){let n=1,o=r;for(;o<e;o++){let i=t[o],a=t[o-1];if(i.kind!=="name"||C(a,
"."))continue;let l=!a||a.kind==="newline"||C(a,";","=");if(ql.opening.has(i.text)||l&&ql.leading_opening.has(i.text)?n+=1:i.text==="end"&&(n-=1),n===0)break}return s.
step(Math.ceil((o-r)/8)),o}function Dl(t){let e=pe(t),s=t.at+1;if(!(t.language.blocks==="end"||C(t.tokens[s],"|"))||!(H(e,"do")||C(e,"{")))return;let n=[];if(C(
t.tokens[s],"|")){let i=we(t.tokens,s+1,Math.min(t.end,s+32),["|"],!1);n=$r(t.tokens,s+1,i),s=i+1}let o=e?.kind==="mark"?se(t.tokens,t.at,t.end):Ll(t,s);return t.
at=Math.min(o+1,t.end),Bs(t,n,s,o,we(t.tokens,s,o,[";"])===o)}var qx=4096;function ai(t,e,s){if(jl(t,e,s))return li(t,s,e);let{args:r,named:n}=Ml(t,e);return[...r,
...n.values()]}var jl=(t,e,s)=>s!==void 0&&s<e&&t.language.blocks==="indent";function Yp(t){let e=t.at;t.functions.evaluate(t),t.at===e&&(t.at+=1)}function li(t,e,s,r=e){
let n=t.at,o=Me(t,t.tokens,r+1,s),i=o.at;for(;o.at<o.end&&!H(o.tokens[o.at],"in");)o.at+=1;let a=o.at;o.at+=1;let l=t.functions.evaluate(o,1);for(;o.at<o.end&&!H(
o.tokens[o.at],"for");)Yp(o);let c=[];for(let d of fe(l).slice(0,qx)){let u=Me(t,t.tokens,n,e);if(Gt(u,i,a,d),o.at<o.end?c.push(...li({...u,end:t.end},e,s,o.at)):
c.push(t.functions.evaluate(u)),t.collector.problem!==void 0)break}return t.at=Math.min(s+1,t.end),c}function Wl(t,e,s){if(jl(t,e,s)){let o=we(t.tokens,t.at,s,[
":"],!1);return o<s&&(t.at=o+1),F(li(t,s,e))}let r=Me(t,t.tokens,t.at,e),n=new Map;for(;r.at<r.end&&t.collector.problem===void 0;){let o=r.at,i=r.tokens[o];if(i.
kind==="newline"||C(i,",",";")){r.at+=1;continue}let a=r.tokens[o+1],l=se(r.tokens,o+1)+1;if(i.kind==="name"&&C(a,"(")&&C(r.tokens[l],"{")){n.set(i.text,Hs(r,$r(
r.tokens,o+2,l-1),l));continue}let c=i.kind==="name"&&C(a,":","=>",",","}")?i.text:void 0,d=c!==void 0?void 0:t.functions.evaluate(r);if(c!==void 0&&(r.at+=1),C(
pe(r),":","=>"))r.at+=1,n.set(c??j(d),t.functions.evaluate(r));else if(c!==void 0)n.set(c,Ms(t,c));else if(d?.kind==="map"&&C(i,"..."))for(let u of d.entries)n.
set(...u);else d&&n.set(`${"\uFFFC"}${n.size}`,d);r.at===o&&(r.at+=1)}return t.at=Math.min(e+1,t.end),{kind:"map",entries:n}}function Ml(t,e,s){let r=new Map;if(jl(
t,e,s))return{args:[F(li(t,s,e))],named:r};let n=Me(t,t.tokens,t.at,e),o=[];for(;n.at<n.end&&t.collector.problem===void 0;){let i=n.at,a=n.tokens[i],l=n.tokens[i+
1];if(a.kind==="name"&&C(l,t.language.blocks==="indent"?"=":":")&&l)n.at+=2,r.set(a.text,t.functions.evaluate(n));else if(C(a,"**")){n.at+=1;let c=t.functions.evaluate(
n);for(let[d,u]of c.kind==="map"?c.entries:[])r.set(d,u)}else C(a,"*","...")?(n.at+=1,o.push(...fe(t.functions.evaluate(n)))):o.push(t.functions.evaluate(n));if(C(
pe(n),"=",":=")){let c=n.at;n.at+=1;let d=t.functions.evaluate(n);Gt(n,i,c,d),o.splice(-1,1,d)}else n.at<n.end&&!C(n.tokens[n.at],",")&&Yp(n);(C(n.tokens[n.at],
",","=>")||n.at===i)&&(n.at+=1)}return t.at=Math.min(e+1,t.end),{args:o,named:r}}var Lx=96,Qp={"||":1,"??":1,or:1,"&&":2,and:2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,in:3,is:3,"|":4,"^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,
".":8,"*":9,"/":9,"%":9,"//":9,x:9,"**":10,"..":3},Dx=new Set("+ ! ~ * ** ... & \\ ++ -- @ $".split(" ")),jx=new Set(["map","grep","sort","first","any","all"]),
Wx=new Set(["my","our","local"]);function Xe(t,e=0){if(t.depth>Lx&&(t.collector.fail("too-deep","expressions are nested too deeply"),t.at=t.end),!t.collector.step())
return t.at=t.end,T;t.depth+=1;let s=Hx(t,Vl(t));for(;;){let r=pe(t),n=r?.kind==="mark"||r?.kind==="name"?r.text:void 0,o=n!==void 0&&Object.hasOwn(Qp,n)?Qp[n]:
void 0;if(n==="?"&&e===0){t.at+=1;let i=Xe(t,1);C(pe(t),":")&&(t.at+=1),s=ae([i,Xe(t)])}else if(n==="if"&&e===0&&t.language.blocks==="indent"){if(t.at+=1,Xe(t,1),
!H(pe(t),"else"))break;t.at+=1,s=ae([s,Xe(t)])}else{if(o===void 0||o<=e||!Mx(n,t))break;{t.at+=1;let i=Xe(t,o);s=Bo(n,s,i,t.language.concatenation_operators),s.
kind==="text"&&t.collector.step(s.of.reduce((a,l)=>a+(l.length>>5),0))}}if(!t.collector.step())break}return t.depth-=1,s}var Mx=(t,{language:e})=>t!=="."&&t!=="\
x"||e.concatenation_operators.includes(t);function Vl(t){let e=pe(t);if(!e||e.kind==="newline")return T;switch(t.at+=1,e.kind){case"number":return xs(e.number);case"\
words":return F(e.words.map(s=>O(s)));case"shell":return t.collector.runShellLine(ci(t,e.pieces));case"text":{let s=ci(t,e.pieces);for(let r=pe(t);r?.kind==="te\
xt";r=pe(t))t.at+=1,s=Qe([s,ci(t,r.pieces)]);return s}case"mark":return Fx(t,e);case"name":return Vx(t,e.text)}}var Xp={true:"false",false:"true",True:"False",False:"\
True"};function Zp(t){return t.kind==="name"&&!t.self&&Object.hasOwn(Xp,t.path)?Ne(Xp[t.path]):Be([t])??t}function ci(t,e){let s=r=>typeof r=="string"?O(r):Xe(Me(
t,r));return Qe(e.slice(0,64).map(s))}function Fx(t,e){let s=t.at,r=Math.min(e.close??t.end,t.end);switch(e.text){case"(":{if(C(t.tokens[r+1],"=>"))return ni(t,
$r(t.tokens,s,r),r+2);if(t.language.bare_calls&&C(t.tokens[s+1],"=>"))return Wl(t,r,e.loop);let n=ai(t,r,e.loop);return n.length===1&&!C(t.tokens[r-1],",")?n[0]:
F(n)}case"[":return F(ai(t,r,e.loop));case"{":return Wl(t,r,e.loop);case"-":{let n=Xe(t,9);return n.kind==="number"?xs(-n.number):n}case":":{let n=t.language.blocks===
"end"?pe(t):void 0;return t.at+=n?.kind==="name"?1:-1,n?.kind==="name"?O(n.text):T}case"->":return C(pe(t),"(","{")?Vl(t):T;case"&":{let n=Xe(t,9);return n.kind===
"text"&&t.language.blocks==="end"?We("message",n):n}default:if(e.text==="~"){let n=Xe(t,9);return n.kind==="number"?xs(~n.number):T}return e.text==="!"?Zp(Xe(t,
9)):Dx.has(e.text)?Xe(t,9):([")","]","}",",",";","=>"].includes(e.text)&&(t.at-=1),T)}}function Vx(t,e){let{language:s}=t,r=pe(t);if(C(r,"=>")&&s.member_operators.
includes("?."))return ni(t,[{name:e}],t.at+1);if(e==="if"&&t.collector.source==="other")return Ux(t);if(e==="not")return Zp(Xe(t,3));if(e==="typeof")return Be([
Xe(t,9)])??T;if(S.codeWords.prefixing.has(e)||Wx.has(e)&&s.bare_calls)return Xe(t,9);if(jx.has(e)&&C(r,"{")&&s.bare_calls&&s.blocks==="braces"){let o=Hs(t,[{name:"\
$_"}],t.at),i=xe(Ln(t).args),a=i.map(l=>t.functions.call(t,o,nt(l)));return F(e==="map"?xe(a):i)}return e==="lambda"&&s.blocks==="indent"?Gp(t):(s.function_keywords.
includes(e)||e==="function"||e==="fn"?oi(t):void 0)??Ms(t,e)}function Ux(t){let{tokens:e}=t,s=()=>{if(!C(pe(t),"{"))return Xe(t);let n=se(e,t.at,t.end),o=t.functions.
block(Me(t,e,t.at+1,n));return t.at=n+1,o};C(pe(t),"(")?Vl(t):t.at=we(e,t.at,t.end,["{"]);let r=s();return H(pe(t),"else")?(t.at+=1,ae([r,s()])):r}function Hx(t,e){
let s=t.language.bare_calls&&t.language.blocks==="braces",r=e;for(;t.collector.step();){let n=t.language.bare_calls?Kx(t,r):void 0;if(n){r=n;continue}let o=pe(t),
i=r.kind==="name"||Ye(r);if(o?.kind==="text"&&i&&t.language.member_operators.includes("?.")){t.at+=1,r=t.functions.call(t,r,nt(ci(t,o.pieces)));continue}if(o?.kind!==
"mark")break;let a=t.tokens[t.at+1],l=Math.min(o.close??t.end,t.end),c=t.language.member_operators.includes(o.text),d=r.kind==="map"||r.kind==="name"&&/^[$%]/.test(
r.path);if(c&&a?.kind==="name")t.at+=2,r=It(t,r,a.text),o.text==="->"&&t.language.bare_calls&&!C(pe(t),"(")&&(r=t.functions.call(t,r,nt()));else if(o.text==="("||
c&&C(a,"(")){let u=o.text==="("?o:a;t.at+=u===o?1:2;let f=Ml(t,se(t.tokens,t.at-1,t.end),u.loop);r=Fl(t,r,f)}else if(o.text==="["&&r.kind==="name"&&t.language.functions.
has(`${r.path}.[]`)){t.at+=1;let u=ai(t,l);r=t.functions.call(t,Ne(`${r.path}.[]`),nt(...u))}else if(o.text==="[")t.at+=1,r=Jp(t,r,l);else if(o.text==="->"||o.text===
"?."||Bx(t))t.at+=1;else if(o.text==="{"&&s&&(d||C(t.tokens[t.at-1],"->")))t.at+=1,r=Jp(t,r,l,!0);else break}return Gx(t),zx(t,r)?t.functions.call(t,r,nt()):r}var Bx=({
tokens:t,at:e,language:s})=>C(t[e],"!")&&s.member_operators.includes("?.")&&(C(t[e+1],".","[",")",",",";","}","]","(")||t[e+1]?.kind==="newline");function Gx(t){
let{tokens:e,language:s}=t;if(!H(e[t.at],"as","satisfies")||!s.member_operators.includes("?.")||t.at>=t.end||e[t.at+1]?.kind!=="name")return;t.at+=2;let r=n=>C(
e[n],".","|","&","<",">","[")||C(e[n-1],".","|","&","<");for(;t.at<t.end&&r(t.at);)t.at=se(e,t.at,t.end)+1}var zx=({language:t},e)=>t.blocks==="end"&&e.kind==="\
name"&&(e.self!==void 0||e.path.includes("."))&&Fs(t,e.path)!==void 0;function Fl(t,e,s){let r=Dl(t);return t.functions.call(t,e,r?{...s,args:[...s.args,r]}:s)}
function Kx(t,e){if(e.kind!=="name"||/^[$@%]/.test(e.path))return;let s=t.language.functions,r=t.language.blocks==="end"?["*","["]:["["];if(C(pe(t),...r)&&s.has(
e.path)||Kp(t))return Fl(t,e,Ln(t));if(H(pe(t),"while","until","if","unless","or","and","for","foreach")||C(pe(t),";",",",":")||t.at>=t.end){let l=/^(?:shift|pop)$/.
test(e.path)?"@_":"$_",c=t.language.blocks==="braces"?t.scope.get(l):void 0;return s.has(e.path)||t.language.blocks==="end"&&e.self!==void 0?Fl(t,e,c?nt(c):nt()):
void 0}if(t.language.blocks!=="end"||C(pe(t),"("))return;let o=C(pe(t),...t.language.member_operators);if(o&&/(?:^|\.)[A-Z]\w*$/.test(e.path)&&!e.self)return;let i=Dl(
t),a=o&&e.path.includes(".")||s.has(e.path);return i||e.self||a?t.functions.call(t,e,nt(...i?[i]:[])):void 0}function Jp(t,e,s,r=!1){let n=t.at,o=Me(t,t.tokens,
n,s),i=[];for(;o.at<o.end&&i.length<3&&t.collector.problem===void 0&&(i.push(C(pe(o),":")?void 0:Xe(o)),!!C(pe(o),":",".."));)o.at+=1,o.at>=o.end&&i.push(void 0);
if(t.at=Math.min(s+1,t.end),i.length>1)return Go(e,i);let[a]=i;if(e.kind==="list")return a?.kind==="number"?e.items.at(a.number)??T:ae(e.items);let l=r&&o.end-n===
1?o.tokens[n]:void 0,c=l?.kind==="name"&&/^\w/.test(l.text)?l.text:j(a),d=!c.includes("\uFFFC"),u=l?[c]:z(a);return e.kind==="map"?d?ae(u.map(f=>It(t,e,f))):Yx(
e):d&&(e.kind==="name"||e.kind==="choice"||Ye(e))?_s(u.map(f=>It(t,e,f))):e.kind==="name"&&e.path==="db"?Ne("db.collection"):e.kind==="content"||e.kind==="made"?
e:Ye(e)??T}function Yx({entries:t}){let e=[...t.values()];return e.some(({kind:s})=>s==="content")?T:ae(e)}var ef=/^(?:True|False|true|false)$/,Qx=["global","nonlocal","for","as","case","del"];function tf(t){let{tokens:e,language:s}=t,r=s.blocks==="indent",n=t.at-1;if(s.
blocks==="end"||s.bare_calls)return;let o=C(e[t.at],"(")?t.at:void 0,i=o===void 0?t.at:o+1,a=r?H(e[i],"not"):C(e[i],"!"),l=e[a?i+1:i],c=a?i+1:i,d=C(e[c+1],".")?
e[c+2]:void 0,u=d?c+3:c+1;if(l?.kind!=="name"||(r?!C(e[u],":"):o===void 0)||o!==void 0&&se(e,o,t.end)!==u)return;let f=d?Xx(t,l.text,d):Jx(t,l.text);if(f===void 0)
return;let p=r?u:u+1;if(!r&&!C(e[p],"{"))return;let h=di(t,n,p);f!==a?(t.functions.block(Me(t,e,p,h)),t.at=Zx(t,h)):t.at=h}function Xx(t,e,s){let r=t.scope.get(
e),o=r?.kind==="map"&&r.entries===t.collector.options&&s.kind==="name"&&t.collector.signs.has("plain-switches"),{tokens:i}=t,a=i.some((c,d)=>s.kind==="name"&&H(
c,s.text)&&C(i[d+1],"=")),l=o&&!a?r.entries.get(s.text):void 0;return l?.kind==="name"&&ef.test(l.path)?l.path==="True":void 0}function Jx({tokens:t,scope:e,collector:s,
language:r},n){let o=e.get(n);if(o?.kind!=="name"||o.self||!ef.test(o.path)||s.signs.has("sets-names")||t.some(m=>m.kind==="text"&&m.pieces.includes(n)))return;
let i=[...t.keys()].filter(m=>H(t[m],n)),[a=0,...l]=i,c=t[a-1],d=r.blocks==="indent",u=a===0||c?.kind==="newline"&&c.indent===0,f=d?u:H(c,"const"),p=m=>t[m+1]?.
kind==="newline"||C(t[m+1],":",")","?","&&","||",";","}"),h=C(t[a+1],"=")&&l.every(p);return f&&h&&!i.some(m=>H(t[m-1],...Qx))?/^t/i.test(o.path):void 0}function di({
tokens:t,language:e,end:s},r,n){return e.blocks==="indent"?Xr(t,r,n,s):C(t[n],"{")?se(t,n,s)+1:we(t,n,s,[";"])+1}function Zx(t,e){let{tokens:s}=t,r=e;for(let n=r;n<
t.end;n=r){for(;s[n]?.kind==="newline";)n+=1;if(!H(s[n],"else","elif"))break;let i=H(s[n+1],"if")?se(s,n+2,t.end)+1:n+1;if(t.language.blocks!=="indent"&&!C(s[i],
"{"))break;r=di(t,n,i)}return r}var e$=24,t$=[";","{","}",")","]",",",":","=>"];function pi(t){let e=T;for(;t.at<t.end&&t.collector.step();){let s=t.at,r=t.tokens[s],n=C(t.tokens[se(t.tokens,s)+
1],"=");r.kind==="newline"||C(r,...t$)&&!n?t.at+=1:e=s$(t,r)??e,t.at===s&&(t.at+=1)}return e}function s$(t,e){if(e.kind!=="name")return sf(t)??Dn(t);let{language:s}=t;
if(s.blocks!=="braces"&&s.function_keywords.includes(e.text)&&n$(t))return;let r=Object.hasOwn(rf,e.text)?rf[e.text]:void 0,n=e.text==="import"||e.text==="from",
o=C(t.tokens[t.at+1],"(");if(n&&!o&&(s.blocks==="indent"||of(t)))d$(t,e.text);else if(r||S.codeWords.skipped.has(e.text))t.at+=1,r?.(t);else return sf(t)??Dn(t)}
function sf(t){let{tokens:e,language:s,at:r}=t;if(!s.bare_calls||s.blocks!=="braces")return;let n=a=>H(e[a],"for","foreach"),o=r;for(;o<t.end&&!C(e[o],";","{","\
}")&&!n(o);)o=se(e,o)+1;if(o===r||o>=t.end||!n(o))return;t.at=o+1;let i=t.functions.evaluate(t);return t.scope.set("$_",xr(i.kind==="list"?i:F([i]))),t.functions.
block(Me(t,e,r,o)),T}var of=({language:t})=>t.member_operators.includes("?."),rf={return:t=>{t.tokens[t.at]?.kind!=="newline"&&t.returnValues.push(Dn(t))},yield:t=>{
let e=H(t.tokens[t.at],"from")||C(t.tokens[t.at],"*");e&&(t.at+=1);let s=Dn(t);t.returnValues.push(e?s:F([s]))},echo:t=>t.collector.recordPrint(Ln(t).args,"",""),
if:tf,for:nf,foreach:nf,with:t=>{let e=se(t.tokens,t.at),s=e>t.at&&C(t.tokens[e+1],":");t.language.blocks==="indent"&&s&&(t.at+=1)},del:t=>{let[e,s,r]=t.tokens.
slice(t.at,t.at+3),n=e?.kind==="name"?Ms(t,e.text):T;ue(n,"store")&&C(s,"[")&&H(r)&&t.functions.call(t,It(t,n,"clear"),nt())},class:ui,module:ui,interface:ui,namespace:ui};
function Dn(t){let e=[],s=t.language.blocks!=="braces";for(let n=Rl(t,s);n!==void 0;n=Rl(t,!1))e.push([t.at,n,t.tokens[n].text]),t.at=n+1;let r=r$(t);for(let[n,
o,i]of e.reverse()){if(i==="+="||i===".="){let a=t.tokens[n],l=a?.kind==="name"?Ms(t,a.text):T;r=Bo("+",l,r,["+"])}Gt(t,n,we(t.tokens,n,o,[":"],!1),r)}if(H(t.tokens[t.
at],"as")&&t.language.blocks==="indent"){let n=t.at+1;t.at=we(t.tokens,n,t.end,[",",":",")"]),Gt(t,n,t.at,r)}return r}function r$(t){let e=[t.functions.evaluate(
t)],s=t.language.blocks!=="braces";for(;s&&C(t.tokens[t.at],",")&&t.at<t.end&&e.length<64;)t.at+=1,e.push(t.functions.evaluate(t));return e.length===1?e[0]:F(e)}
function n$(t){let{tokens:e}=t;if(!H(e[t.at+1]))return!1;let s=t.at+2;C(e[s],".")&&H(e[s+1])&&(s+=2);let r=e[s-1].text,[n,o]=ii(e,s,t.end),i=C(e[o],"="),a=i?we(
e,o,t.end,[";"]):af(t,t.at,o),l=i?o+1:o,c=Bs(t,n,l,a,i,r);t.scope.declare(r,c);let[d,u,f]=e.slice(Math.max(0,t.at-3),t.at),p=u?.kind==="name"&&C(d,"@")?t.scope.
get(u.text):void 0;return t.at=a,f?.kind==="newline"&&p?.kind==="function"&&t.functions.call(t,p,nt(c)),!0}var af=(t,e,s)=>t.language.blocks==="indent"?Xr(t.tokens,
e,s,t.end):Ll(t,s);function nf(t){H(t.tokens[t.at],"await")&&(t.at+=1);let e=C(t.tokens[t.at],"("),s=i$(t,e);if(!s){e&&(t.at+=1);return}let[r,n,o]=s;t.at=r;let i=t.
functions.evaluate(t);if(n<o&&i.kind==="list"&&Ho(i.items)){o$(t,i.items,n,o);return}let a=xr(t.language.bare_calls&&i.kind==="text"?F([i]):i);n<o?Gt(t,n,o,a):t.
scope.set("$_",a)}function o$(t,e,s,r){let n=t.language.blocks==="indent"?t.at:t.at+1,o=di(t,s,n);for(let i of e)Gt(t,s,r,i),i!==e.at(-1)&&t.functions.block(Me(
t,t.tokens,n,o))}function i$({tokens:t,at:e,end:s,language:r},n){let o=n?e+1:e,i=n?se(t,e,s):s;for(let a=o;a<Math.min(i,o+e$);a++){if(H(t[a],"in","of"))return[a+
1,o,a];if(n&&H(t[a],"as"))return[o,C(t[a+2],"=>")?a+3:a+1,i];if(!n&&C(t[a],"(")&&a>o)return[a,o,a];if(n&&C(t[a],"{","["))a=se(t,a,i);else if(C(t[a],";","{")||t[a]?.
kind==="newline")break}return n&&r.bare_calls?[e,e,e]:void 0}var a$=["__init__","constructor","initialize","__construct"],l$=4e3;function c$(t,e){let{tokens:s,language:r}=t,
n=Math.min(t.end,t.at+l$),o=r.blocks==="end"?`${e}.new`:e,i=t.at+1,a=!1;for(;i<n&&!H(s[i],...a$,"class");)a||=H(s[i],"__getattr__","method_missing","__call__"),
i+=1;if(a&&t.scope.declare(o,Bs(t,[],t.at,t.at,!1,e)),i>=n||!C(s[i+1],"("))return;let[l,c]=ii(s,i+1,t.end),d=r.blocks==="braces"?Hs({...t},l,we(s,c,t.end,["{"],
!1),e):Bs(t,l,c,af(t,i-1,c),!1,e);t.scope.declare(o,d)}function ui(t){let e=t.tokens[t.at];if(e?.kind==="name"&&c$(t,e.text),t.at=we(t.tokens,t.at,t.end,["{",":",
";"]),!of(t)||!C(t.tokens[t.at],"{"))return;let s=se(t.tokens,t.at,t.end);for(t.at+=1;t.at<s&&t.collector.step();){let r=t.tokens[t.at],n=t.tokens[t.at+1],o=r?.
kind==="name"&&C(n,"(")&&!S.codeWords.skipped.has(r.text);r?.kind==="name"&&C(n,"=")?Dn(t):(!o||!oi(t))&&(t.at+=1)}}function d$(t,e){let{tokens:s,scope:r}=t,n=we(
s,t.at+1,t.end,[";"]),o=s.slice(t.at,n).find(({kind:c})=>c==="text"),i=o?.kind==="text"?String(o.pieces[0]).replace(/^node:/,""):void 0;t.at+=1;let a=()=>{let c="";
for(;t.at<n&&(c===""||c.endsWith(".")||C(s[t.at],"."));){let d=s[t.at],u=d.kind==="name"||C(d,".")?d.text:"";if(["","import","as","from"].includes(u))break;c+=u,
t.at+=1}return c},l=e==="from"?`${a()}.`:"";for(;t.at<n;t.at++){let c=C(s[t.at],"*");if(C(s[t.at],"{")&&(l=`${i}.`),c&&i===void 0){r.set("*",Ht([...z(r.get("*")),
l.slice(0,-1)]));continue}c&&(t.at+=1);let d=a();if(d===""&&!c)continue;let u=l===""&&i!==void 0?i:`${l}${d}`,f=H(s[t.at],"as")?s[t.at+1]:void 0,p=f?.kind==="na\
me"?f.text:d;t.collector.modules.add(i??u.split(".")[0]),p!==u&&r.set(p,r.get(u)??Ne(u)),f&&(t.at+=1)}t.at=n}var u$=12,fi=16e3,p$=/[ \t\r\f\v\\\u00a0]+/y,f$=/[\p{L}_][\p{L}\p{N}_]*[?!]?/uy,m$=/0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
h$=/\.\.\.|[=!]==|<=>|(?:\*\*|<<|>>|\|\||&&|\?\?|[-+*/.%|&^=!<>:])=|[-=]>|=~|\?\.|([:&|?+<>*.-])\1|\S/uy,g$=/^(?:[.,+*/%&|=<>?:([-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/,
b$=/^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;function jn(t,e){return lf(t,0,e,0).tokens}function lf(t,e,s,r){let n=[],o=e,i=0,a=0,l=0,c=r<u$?d=>lf(t,d,s,r+
1):void 0;for(;o<t.length&&n.length<fi;){if(t[o]===`
`){o=Math.max(o+1,l),l=0;let h=ft(/[ \t]*/y,t,o)?.[0].length??0;s.lines!=="none"&&i===0&&(s.lines==="statements"||a===0)&&n.push({kind:"newline",indent:h});continue}
let d=y$(t,o,s);if(d!==void 0){o=d;continue}let u={lexer:s,value:v$(n.at(-1)),within:c,heredocEnd:l},f=wp(t,o,u)??w$(t,o,s),{token:p}=f;if(C(p,"(","[")&&(i+=1),
C(p,")","]")&&(i=Math.max(0,i-1)),C(p,"{")&&(a+=1),C(p,"}")){if(a===0&&r>0)break;a=Math.max(0,a-1)}n.push(p),o=f.end,l=f.heredocEnd??l}return{tokens:Lp(s.lines===
"statements"?x$(n):n),end:o}}function y$(t,e,{comment:s,block_comment:r}){let n=ft(p$,t,e);if(n)return e+n[0].length;let o=s.some(a=>t.startsWith(a,e));if(!o&&!(r&&
t.startsWith(r[0],e)))return;let i=o?t.indexOf(`
`,e):t.indexOf(r[1],e+2);return i<0?t.length:i+(o?0:2)}function w$(t,e,s){let r=k$(t,e,s);if(r!==void 0)return{token:{kind:"name",text:r},end:e+r.length};let n=ft(
m$,t,e)?.[0];if(n!==void 0){let a=n.replaceAll("_","");return{token:{kind:"number",number:/^0[0-7]+$/.test(a)?Number.parseInt(a,8):Number(a)},end:e+n.length}}let o=ft(
h$,t,e)?.[0]??t[e],i=o==="::"&&s.lines==="indent"?":":o;return{token:{kind:"mark",text:i},end:e+i.length}}function k$(t,e,s){let r=e;for(;r-e<2&&s.sigils.includes(
t[r]??" ");)r+=1;let n=ft(f$,t,r)?.[0];if(n!==void 0){let o=r+n.length,i=/[?!]$/.test(n)&&(s.interpolation!=="hash"||t[o]==="=")?o-1:o;return t.slice(e,i)}if(r!==
e)return s.interpolation==="dollar"&&/[_!@0&\d]/.test(t[r]??"")?t.slice(e,r+1):t[e]==="$"&&s.lines!=="none"?"$":void 0}function v$(t){return!t||t.kind==="newlin\
e"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"?/^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.test(t.text):!1}function x$(t){
return t.filter((e,s)=>{if(e.kind!=="newline")return!0;let r=t[s+1],n=t[s-1];return n?.kind==="newline"||r?.kind==="mark"&&b$.test(r.text)?!1:!(n?.kind==="mark"&&
g$.test(n.text))})}var $$=9,df=64;function uf(t,e){let s=jn(t,S.awkLexer),r=S$(e.input),n=i=>cf(s,i,r),o=-1;for(let i=0;i<s.length&&e.step();i++){let a=s[i],l=s[i+1];if(a.kind==="\
name"&&C(l,"=")&&r.set(a.text,n(i+2)),H(a,"print","printf"))o=i,e.recordPrint([n(i+1)]);else if(a.kind==="newline"||C(a,";","}","{"))o=-1;else if(H(a,"system")&&
C(l,"("))e.runShellLine(n(i+2));else if(o>=0&&C(a,">",">>"))e.recordWrite(n(i+1),void 0,C(a,">>"));else if(C(a,"|","|&")){if(o>=0){let c=n(i+1);e.runShellLine(c),
/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(z(c)[0])&&e.runShellLine(n(o+1))}else if(H(l,"getline")){let c=i;for(;i-c<df&&_$(s[c-1]);)c-=1;e.runShellLine(cf(s.slice(0,i),
c,r))}}else if(H(a,"getline")){let c=s.slice(i+1,i+4).findIndex(d=>C(d,"<"));c>=0&&e.readFile(n(i+2+c))}}}var _$=t=>/^(?:text|name|number)$/.test(t?.kind??"")||
C(t,"$");function S$(t){let e=new Map,{args:s,environment:r,separator:n=" "}=t;for(let[a,l]of t.variables)e.set(a,O(hl(l)));for(let[a,l]of s.entries())e.set(`AR\
GV[${a+1}]`,ns(l));for(let[a,l]of Object.entries(r))e.set(`ENVIRON[${a}]`,ns(l));let o=wr(t);if(!o)return e;let i=z(o);if(e.set("$0",Ht(i)),/^[^\\.*+?[\]^$|()]$/.
test(n)){let a=i.map(l=>n===" "?l.trim().split(/\s+/):l.split(n));for(let l=1;l<=$$;l+=1)e.set(`$${l}`,Ht(a.map(c=>c[l-1]??"")));e.set("$NF",Ht(a.map(l=>l.at(-1)??
"")))}return e.set("$",O(i.some(a=>!a.includes("\uFFFC"))?"\uFFFC\uFFFB":"\uFFFC")),e}var Ul=t=>t?.kind==="text"?typeof t.pieces[0]=="string"?t.pieces[0]:"":t?.
kind==="number"?String(t.number):t?.kind==="name"||t?.kind==="mark"?t.text:"";function cf(t,e,s){let r=[];for(let n=e;n<Math.min(t.length,e+df);n++){let o=t[n];
if(o.kind==="text")r.push(O(Ul(o)));else if(o.kind==="name"){let i=C(t[n+1],"[")&&C(t[n+3],"]"),a=i?`${o.text}[${Ul(t[n+2])}]`:o.text;r.push(s.get(a)??O("\uFFFC")),
i&&(n+=3)}else if(C(o,"$")){let i=s.get(`$${Ul(t[n+1])}`);r.push(i??s.get("$")??O("\uFFFC")),n+=1}else if(!C(o,"(")||r.length>0)break}return r.length===0?O("\uFFFC"):
Qe(r)}var Bl=S.codeWords,Gl=1e3,E$=64,C$=10;function mf(t){if(!Hl(t))return!1;let e=[],s=[];for(let r=0;r<t.length&&e.length+s.length<E$;r++){let n=A$(t,r)??T$(t,r);n&&
e.push(t.slice(...n));let o=P$(t,r);if(!o)continue;let[i,a]=o.span,l=t.slice(i,Math.min(a,i+Gl));Hl(l)&&!ff(l)&&s.push(o.name),pf(l,[o.name])&&!R$(l)&&e.push(l)}
return e.some(r=>(Hl(r)||pf(r,s))&&!ff(r))}function A$(t,e){let s=t[e],r=t[e+1];if(H(s,"loop")&&(C(r,"{")||H(r,"do")))return mi(t,e+1);let n=C(r,"("),o=n?se(t,e+
1)+1:e+2;if(H(s,"for")&&n&&t.slice(e+2,e+4).every(u=>C(u,";")))return mi(t,o);if(!H(s,"while","until")||n&&o!==e+4)return;let i=t[n?e+2:e+1];if(!(H(s,"while")?H(
i,"true","True")||i?.kind==="number"&&i.number!==0:H(i,"false")))return;let l=t[o];if(l!==void 0&&!C(l,";","}"))return mi(t,o);let c=Math.max(0,e-Gl),d=u=>C(u,"\
;","{")||u.kind==="newline";return[c+t.slice(c,e).findLastIndex(d)+1,e]}function T$(t,e){if(!H(t[e],"setInterval")||!C(t[e+1],"("))return;let s=se(t,e+1),r=t[s-
1];return(r?.kind==="number"?r.number>C$:!C(r,")","}"))?void 0:[e+2,s]}function P$(t,e){let s=H(t[e],"function","def","sub"),r=t[s?e+1:e];if(r?.kind!=="name"||!(s||
C(t[e+1],"=")))return;let n=e+2;for(;!s&&H(t[n])&&n<e+4;)n+=1;C(t[n],"(")&&(n=se(t,n)+1);let o=C(t[n],"=>");if(!(!s&&!o&&!H(t[e+2],"function")))return{name:r.text,
span:mi(t,o?n+1:n)}}var pf=(t,e)=>t.some((s,r)=>s.kind==="name"&&e.includes(s.text)&&C(t[r+1],"(")),R$=t=>t.some(e=>H(e,"if","unless","case","switch")||C(e,"?",
"&&","||")),ff=t=>t.some(e=>e.kind==="name"&&Bl.waiting.has(e.text)),Hl=t=>t.some((e,s)=>{if(e.kind!=="name")return!1;if(Bl.spawning.has(e.text))return!0;if(!Bl.
shells.has(e.text))return!1;let n=t.slice(s+1,s+5).find(o=>o.kind==="text")?.pieces.at(-1);return typeof n=="string"&&/&\s*$/.test(n)});function mi(t,e){let s=Math.
min(t.length,e+Gl);return C(t[e],"{")?[e+1,se(t,e)]:H(t[e],"do")?[e+1,t.length]:C(t[e],":")?[e+1,Xr(t,e,e,s)]:[e,we(t,e,s,[";"])]}var gf=/\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\b([^\n;{]{0,300})/g,{loop_variables:I$,kind_tests:N$,name_tests:O$}=S.patterns,q$=ot(I$,"g"),
L$=ot(N$,"i"),D$=ot(O$),hf=/\bnot\b|!=|!~|!\s*\(?[\w.]+|\bunless\b|\breject\b/,j$=/\b(?:continue|next|return)\b/;function bf(t){let e=[...t.matchAll(gf)];if(e.length===
0)return!1;let s=wf(t),r=o=>/\$_|^\s*\(?\s*m?\//.test(o)||zl(o).some(i=>s.has(i)),n=j$.test(t);return e.some(([o,i=""])=>r(i)?i.split(/\band\b|&&/).filter(l=>D$.
test(l.replace(/=>|->/g,""))||!L$.test(l)).some(l=>hf.test(`${/^(?:unless|reject)/.exec(o)?.[0]??""} ${l}`)===n):/^(?:fnmatch|grep|select|filter)\b/.test(o)&&!hf.
test(o))}var W$=/["'](\.[\w.]{1,12})["']|\\\.(?:\(\??:?)?([\w|.\\]{1,60})\)?\$/g,M$=/(\w+)(?:\.name)?\s*={2,3}\s*["']([\w.-]+)["']/g;function yf(t){let e=wf(t),
s=[...t.matchAll(gf)].flatMap(([r])=>[...[...r.matchAll(M$)].flatMap(([,n,o])=>e.has(n)?[o]:[]),...[...r.matchAll(W$)].flatMap(([,n,o])=>n===void 0?o.split("|").
map(i=>`*.${i.replaceAll("\\","")}`):[`*${n}`])]);return ss(O(...new Set(s),"\uFFFC"))}var zl=t=>t.match(/\w+/g)??[];function wf(t){let e=new Set([...t.matchAll(
q$)].flatMap(s=>zl(s.slice(1).join(" "))));for(let[,s,r]of t.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))zl(r).some(n=>e.has(n))&&e.add(s);return e}var kf=/^\s*(?:from|import) (?!boto|moto|(?:os|sys|json|re|pytest|datetime)\b)|^\s*import [^\n]*,\s*(?!boto|moto|(?:os|sys|json|re)\b)/m,F$=/Timer|Thread|atexit|submit|stopall|\.stop\(|create_task|finalize/,
vf=/\b(?:httpx|aiohttp|urllib\d?|http\.client|pycurl|socket)\b/,V$=[["moto","mock_\\w+","services",kf],["responses","responses\\.(?:activate|RequestsMock)","req\
uests",vf],["botocore\\.stub","Stubber","services",ot([kf.source,"(?:boto3\\.(?:client|resource)\\([\\s\\S]*){2}"],"m")],["requests_mock","requests_mock\\.Mocker",
"requests",vf],["pyfakefs[\\w.]*","Patcher","files",/^(?:import|from) (?:posix|nt|ctypes|_)/m]],xf=/^with\s+(?:mock\.)?patch(?:\.object\(\s*(\w+),\s*)?\(?\s*['"]([\w.]+)['"]\s*\)(?:\s+as\s+\w+)?\s*:[ \t]*$/m,
U$=/^(?:from unittest\.mock import .*\bpatch\b|from unittest import .*\bmock\b)/m,H$=/^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|#.*|print\((?:["'][^"'(]*["']|[\w.[\]"', ]*)\)|\w+ = (?:boto3\.(?:client|resource)\([^()]*\)|(?:"[^"()]*"|'[^'()]*'|True|False|None|[\s\d,:.[\]{}-])+)|print\(os\.path\.exists\(["'][^"']*["']\)\)|assert [\w.]+ (?:==|is) \w+|\w+\.assert_\w+\([^()]*\)|)$/,
B$=/^def \w+\([^()=]*\)[^:\n]*:[^\n]*(?:\n(?:[ \t]+[^\n]*|(?=\n)))*/gm;function _f(t){if(F$.test(t))return[];for(let[o,i,a,l]of V$){let c=`^(?:with\\s+${i}\\([^(\
)]*\\)(?:\\s+as\\s+\\w+)?|@${i}(?:\\([^()]*\\))?[ \\t]*\\n\\s*def\\s+(\\w+)\\([^)]*\\))\\s*:[ \\t]*$`;if(new RegExp(`^(?:from|import) (?:[\\w., ]+, )?${o}\\b`,"\
m").test(t)&&!l.test(t)&&$f(t,new RegExp(c,"m"))&&!/pause|pass_?thr|add_real|real_http|resume|session\s*=|skip_names|modules_to_|use_known|use_cache|deactivate/.
test(t))return[a]}let[,e,s]=U$.test(t)&&xf.exec(t)||[];if(s===void 0||!$f(t,xf))return[];let r=e===void 0?s:`${e}.${s}`;return new RegExp(`^from .*\\b${r.slice(
r.lastIndexOf(".")+1)}\\b`,"m").test(t)?[]:[r]}function $f(t,e){let s=e.exec(t);if(!s)return!1;let r=t.slice(s.index+s[0].length),[n]=/^(?:\n(?:[ \t]+[^\n]*|(?=\n|$)))*/.
exec(r),o=`${t.slice(0,s.index)}${r.slice(n.length)}`.replace(B$,""),[,i]=s,a=new RegExp(`^(?:print\\((?:["'][^"'(]*["'], )?|assert )?${i??"\\b\\B"}\\(\\)\\)?(?:; \
print\\(["'][^"'()]*["']\\))?(?: == [\\w[\\]"', ]+)?$`);return o.split(`
`).every(l=>H$.test(l.trimEnd())||a.test(l.trimEnd()))}var G$=4e4,Sf=512,z$=/(?:^|[;&|\n(`{!]\s*|\b(?:sudo|doas|env|exec|eval|then|do|else|time|nohup|nice|xargs|\w*sh|-c)\s+|\w=\S*\s+)['"]?\u{FFFC}/u,K$=/^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/,
Y$=new Set(["rm","rmdir","eval","truncate","mv","chmod","chown"]),Q$=new Map([...S.codeSigns].map(([t,{any:e,flags:s}])=>[t,ot(e,s)])),gi=class{constructor(e,s,r=""){
this.source=e;this.context=s;this.mayHideInput=gp(r,this.input),this.chosen=bf(r)?yf(r):void 0,this.signs={has:je(n=>Q$.get(n)?.test(r)===!0)},this.mocks=[..._f(
r),...["services","requests"].filter(n=>this.signs.has(`stubbed-${n}`))]}source;context;invocations=[];options=new Map;mockedClasses=new Set;listeners=new Map;modules=new Set;temporaryTables=new Set;problem;folder;remainingSteps=G$;mayHideInput;chosen;mocks;signs;get isMocked(){
return this.signs.has("imitation")&&!this.signs.has("database")}get isInMemory(){let e=["database","driver","attaches","several-connections"];return this.signs.
has("in-memory")&&!e.some(s=>this.signs.has(s))}isLibrary(e){let s=[...this.modules].find(r=>e===r||e.startsWith(`${r}.`));return s!==void 0&&!s.startsWith(".")&&
!S.codeWords.standard.has(s.split(/[./]/)[0])}get choosesProcesses(){return this.chosen!==void 0&&this.signs.has("names-processes")&&!this.signs.has("by-user")}get isEmulated(){
let s=Object.entries(this.input.environment).filter(([o])=>o.endsWith("_EMULATOR_HOST")).some(([,{text:o}])=>/^(?:localhost|127\.\d+\.\d+\.\d+):\d+$/.test(o)),r=[
...this.modules].filter(o=>this.isLibrary(o));return new Set(r.map(o=>o.replace("@","").split(/[/.]/)[0])).size===1&&(s||this.signs.has("emulated"))}enter(e){this.
folder=/^[\w./~-]/.test(e)&&!this.signs.has("own-folder")?e:void 0}get input(){return this.context.input??zo}recordPrint(e,s=" ",r=`
`){for(let{value:o}of xt(e)){let i=o.kind==="content"?o:In(o);i&&this.recordSecrets(i)}if(!this.context.onPrint)return;let n=e.map(o=>xe([o]).flatMap(z).map(Yl).
map(a=>this.markUnread(yr(o)?a.replaceAll("*","\uFFFC"):a)).join(`
`));this.context.onPrint(n.join(s)+r)}recordSecrets(e){for(let s of e.from)s.program==="printenv"&&s.args.length===0&&this.signs.has("secret-names")&&e.variable!==
void 0?this.addInvocation("printenv",["SECRET_KEY"]):(e.variable!==void 0||s.args[1]?.text==="get-secret-value")&&this.add(s)}markUnread(e){return this.mayHideInput&&
e==="\uFFFC"?"\uFFFC\uFFFB":e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail("too-much","the code takes too many steps to read"),this.
problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,r={}){let[n]=s,i=e==="sql"&&typeof n=="string"&&n.endsWith("-some")&&this.signs.has(
"production")?[n.replace("some","production"),...s.slice(1)]:s,a=this.createInvocation(e,i,r);return this.mayHideInput&&Y$.has(e)&&(a.args=a.args.map(l=>({...l,
text:this.markUnread(l.text)}))),this.add(a),a}createInvocation(e,s,r={}){let n=s.flatMap(i=>hi(i,X$.has(e))),o=e==="sql"?"sql":this.source;return{...Vt(e,n),language:o,
...r}}readFile(e=T){if(e.kind==="content"||e.kind==="made")return e;let s=z(e),r=s.every(n=>K$.test(n))?wr(this.input):void 0;return r||(this.addInvocation("cat",
[e],{redirects:hi(e,!1).map(Kl("read"))}),es([],s))}recordWrite(e=T,s,r=!1){let n=s&&Be([s]);if(!n&&z(e).every(u=>u.startsWith(`/tmp/${"\uFFFC"}/`)))return;let o=this.
signs.has("encrypts")||(s===void 0?!this.signs.has("writes"):rt(s)&&!n),a=(s===void 0||j(s)==="")&&z(e).every(u=>/\.(?:sqlite3?|db)$/.test(u));if(o&&!r&&(Z$(e)||
a)){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation("printf",["%s",s??T],{redirects:hi(e,!1).map(Kl(r?"append":"write")),...this.createInput(
n)});let[l,c]=[j(e),j(s)];(!l.includes("\uFFFC")||l.startsWith("/tmp/"))&&!c.includes("\uFFFC")&&this.context.onWrite?.(l,c)}createInput(e){if(!e)return{};let s=Se(
e.files).map(Kl("read"));return{input:{kind:"pipe",from:[...s.length>0?[this.createInvocation("cat",e.files,{redirects:s})]:[],...e.from]}}}runShellLine(e){let s=e&&
Be([e]),r=e?.kind==="content"&&e.of?.every(n=>/^\s*[\w./-]/.test(n)&&!z$.test(n));return s&&!r?es([this.addInvocation("sh",[],this.createInput(s))]):ae(z(e).map(
n=>this.readCommand(this.markUnread(Ef(n)))))}runProgram(e){return this.readCommand(Ef(e.flatMap(z).map(e0).join(" ")))}readCommand(e){if(!this.step(8))return es(
[]);let{invocations:s,problem:r,output:n}=this.context.readCommand(e,this.folder);this.problem??=r;for(let o of s)this.add(o);return{kind:"content",files:[],from:s,
of:n?[n.trimEnd()]:void 0}}add(e){this.invocations.length>=Sf?this.fail("too-much",`the code does more than ${Sf} things`):this.invocations.push(e)}},X$=new Set(
["rm","truncate","shred"]),J$=/^\s*(?:sudo\s+)?(?:rm|truncate|shred)\s/,Z$=t=>z(t).some(e=>/[*\u{FFF9}][^/]*$/u.test(e)&&(t.kind==="content"||yr(t)||e.includes(
Zt))),Yl=t=>t.replaceAll(Zt,"\uFFFC"),Ef=t=>J$.test(t)?t.replaceAll(Zt,"*").replace(/'([^'\s]*\*)'/g,"$1"):Yl(t);function hi(t,e){if(t===void 0)return[];if(typeof t==
"string")return[P(t)];if(t.kind==="content"&&t.files.length>0)return Se(t.files.map(r=>`@${r}`));if(t.kind==="list")return t.items.flatMap(r=>hi(r,e));if(t.kind===
"map")return Se([...t.entries.keys()]);let s=yr(t)||t.kind==="content"&&j(t).includes("*");return z(t).map(r=>e&&r.includes(Zt)?P(r.replaceAll(Zt,"*"),!0):P(Yl(
r),s))}var Kl=t=>e=>({kind:t,path:e}),e0=t=>/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var Ql=65536,t0=40,s0={evaluate:Xe,call:Nt,block:pi,code:(t,e)=>(t.depth>t0&&t.collector.fail("too-deep","code in code is nested too deeply"),t.collector.step(Math.
ceil(e.length/4)),pi(Me(t,jn(e,t.language.lexer))))};function bi(t,e,s){let r=new gi(t,s,e.slice(0,Ql)),n=t==="php"?e.replace(/<\?(?:php\b|=)/g,";").replace(/(?<=\w)\\(?=[A-Z])/g,
"::"):e;return e.length>Ql?r.fail("too-long",`the ${t} code is longer than ${Ql} characters`):t==="sql"?kr(e,r):t==="awk"?uf(e,r):r0(Op(t),n,r),{invocations:r.invocations,
...Ie({problem:r.problem||void 0})}}function r0(t,e,s){let r=[],n=jn(e,t.lexer);if(n.length>=fi){s.fail("too-much",`the code has more than ${fi} words`);return}
(s.source!=="other"||/\bfork\s*\(/.test(e))&&mf(n)&&s.addInvocation("fork-bomb",[]);let i=new Yr;bp(t.inputs,i,s.input);let a={language:t,collector:s,scope:i,tokens:n,
at:0,end:n.length,depth:0,definitions:r,returnValues:[],activeFunctions:new Set,functions:s0},l=pi(a);s.input.printsLast&&s.recordPrint([l]);let c=n.flatMap(d=>d.
kind==="name"?[d.text]:[]);for(let d=0;d<r.length&&s.problem===void 0;d++){let u=r[d],{name:f,parameters:p}=u,h=f===void 0||c.indexOf(f)!==c.lastIndexOf(f)||p[0]?.
name==="self",g=!r.some(({called:y,from:v,tokens:_})=>y&&v===u.from&&_===u.tokens)&&h?Ol(a,u,[]):void 0;f==="__reduce__"&&g?.kind==="list"&&g.items[1]&&Nt(a,g.items[0],
{args:fe(g.items[1]),named:new Map})}}var Xl="/work";var pL=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));var n0=65536;function Af(t){let e=t.trim();return e.length>n0||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:Cf(e)||e.split(`
`).every(s=>s.trim()===""||Cf(s))}function Cf(t){try{let e=JSON.parse(t);return typeof e=="object"&&e!==null}catch{return!1}}function Tf(t){let e=t.slice(0,2e3);
return Object.entries(S.textForms).find(([,s])=>s.test(e))?.[0]}var Jl=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var{programWords:Of,forms:Ss}=S,o0=Jl.names.map(t=>t.replace("*","")),qf=new Map(Object.entries(Jl.ports)),i0=60,a0=4;function Lf(t){if(t.length>i0||!/\w/.test(
t)||/[\s/]|\\\d/.test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>a0)return[];let s=Vs(e);return s===void 0?
[]:o0.filter(r=>{let n=s.exec(r);if(n===null)return!1;let o=n[0].length*2;return o>r.length||n.index===0&&o===r.length})}var l0=200,yi="*";function Df(t,e){let s=t.
filter(i=>i.program==="kill"&&i.args.some(c0)&&!jf(i)),n=s.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i),o=[...t.flatMap(d0),...s.
some(i=>g0(i,e))?[yi]:[],...s.flatMap(({input:i})=>i?.kind==="file"?wi(i.path.text):i?.kind==="pipe"?Pf(i.from,l0):[]),...s.length>0?Pf(n):[]];return Se([...new Set(
o)])}var c0=({text:t})=>t.includes("\uFFFC");function jf({program:t,args:e}){let{flags:s,options:r}=Re(t,e),o=[...r.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).
map(({value:i})=>i.text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function d0({program:t,path:e,args:s}){
if(e.startsWith("/etc/init.d/")&&s[0]?.text==="stop")return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.test(t))return s.some(({text:n})=>/^(stop|quit|graceful-stop)$/.
test(n))?[t.replace(/ctl$/,"2")]:[];if(!Of.killers.has(t))return[];let r=Re(t,s);return t==="fuser"?f0(r):t==="start-stop-daemon"?p0(r):jf({program:t,args:s})?[]:
Wf(t,r)}function Wf(t,{flags:e,options:s,operands:r}){let n=t!=="killall"&&ve(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!ve(e,"-x","--exact");return[...r.flatMap(({text:i})=>[
...tc(i,n),...o?/^\w$/.test(i)?[yi]:Lf(i):[]]),...s.flatMap(({value:i})=>wi(i.text))]}var u0=200;function tc(t,e){return t.slice(0,u0).split("|").flatMap(r=>{let n=r.
replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,""),[o="",...i]=n.trim().split(/\s+/);if(e&&i.length>0&&!o.endsWith(":")&&!Ss.daemon_path.test(
o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===""?[]:[a.replace(/\.exe$/i,"")]})}function wi(t){let e=/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.
exec(t)?.[1];return e===void 0?[]:[e]}function p0({flags:t,options:e}){return ve(t,"-K","--stop")?e.flatMap(({flag:s,value:r})=>/^(-n|--name|-x|--exec)$/.test(s)?
tc(r.text,!1):wi(r.text)):[]}function f0({flags:t,operands:e}){return ve(t,"-k","--kill")?ve(t,"-m","-M","-c","--mount")?[yi]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.
test(s)?[yi]:qf.get(s.replace(/\/(tcp|udp|sctp)$/,""))??[]):[]}function Pf(t,e=Number.POSITIVE_INFINITY){if(t.length>e)return["init"];let s=t.some(({program:r})=>r===
"ps");return t.flatMap(r=>m0(r,s))}function m0({program:t,args:e,redirects:s,filter:r},n){switch(t){case"pgrep":case"pidof":return Wf(t,Re(t,e));case"cat":case"\
head":case":":return[...e,...s.map(({path:o})=>o)].flatMap(({text:o})=>wi(o));case"ps":return If(e,"-C");case"lsof":return[...If(e,"-c"),...e.flatMap(({text:o})=>qf.
get(Ss.lsof_port.exec(o)?.[1]??"")??[])];case"systemctl":{let[o,...i]=Re(t,e).operands.map(({text:a})=>a);return i.flatMap(a=>/^(.*)\.service$/.exec(a)?.[1]??(o===
"show"?a:[]))}default:return n?/^[gmn]?awk$/.test(t)?Vf(r?.code??"").flatMap(Rf):/^(e|f)?grep$|^rg$/.test(t)?Ff(e).flatMap(Rf):[]:[]}}var Rf=t=>[...tc(t,!0),...Lf(
t)];function If(t,e){return t.flatMap(({text:s},r)=>s===e?t.slice(r+1,r+2).flatMap(n=>n.text.split(",")):s.startsWith(e)?s.slice(e.length).split(","):[])}var sc=2e3;
function Mf({program:t,args:e,filter:s}){let r=e.map(n=>n.text).join(" ");if(r.length>sc)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let n=Ff(e);
return n.length>0&&n.every(Zl)}if(/^g?sed$/.test(t)){let[,n,o,,i]=Ss.matching_lines.exec(r)??[];return Ss.one_line.test(r)||Zl(n??o??i??"")}return/^[gmn]?awk$/.
test(t)?h0(s?.code??""):t==="head"||t==="tail"?Ss.few_lines.test(r):t==="fzf"}function Ff(t){let{flags:e,options:s,operands:r}=Re("grep",t);if(ve(e,"-v","--inve\
rt-match"))return[];let n=s.filter(({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);return(n.length>0?n:r.slice(0,1)).map(({text:o})=>o)}function Zl(t){
return/\)(?:[*?]|\{0|\{,)/.test(t)?!1:t.split(/\\?\|/).every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(
/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g," ").replace(/\\?[(){}^$+]|\\/g,"");return s.includes("\uFFFC")||/\w\w/.test(s)&&!Ss.word_everywhere.test(s.trim())})}function h0(t){
return t.length>sc||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:Vf(t).some(Zl)?!0:Ss.awk_comparison.test(t)}function Vf(t){
return t.length>sc?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].flatMap(([,s,r,n])=>s===void 0?r??n??[]:[])}function g0({input:t},e){
let s=t?.kind==="pipe"?t.from:[];return s.some(Hf)?Uf(s).length>0:s.some(r=>ec(r).length>0&&Mf(r))?!1:b0(e)}function b0(t){let e=t.filter(n=>Of.keepers.has(n.program)||
Nf(n)),s=new Set(e.flatMap(({input:n})=>n?.kind==="pipe"?n.from:[])),r=n=>n.captured||n.language!=="shell"||Nf(n)||s.has(n);return Uf(t).some(r)}var Nf=({redirects:t})=>t.
some(({kind:e})=>e!=="read");function Uf(t){let e=t.filter(Hf),s=t.filter(n=>ec(n).length>0&&Mf(n)),r=new Set(s.flatMap(ec));return e.filter(n=>!r.has(n))}var ec=({
input:t,filter:e})=>e?.from??(t?.kind==="pipe"?t.from:[]),Hf=({program:t,args:e})=>t==="ps"&&(e.some(({text:s})=>Ss.ps_all.test(s))||!e.some(({text:s})=>Ss.ps_choice.
test(s)));function q(t,{short:e="",long:s=[],optional:r="",permuted:n}){let o=[],i=[],a=0,l=u=>{let f=t[a+1];o.push(f?{name:u,value:f}:{name:u}),f&&(a+=1)},c=({text:u,glob:f})=>{
let[,p="",h]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(u),m=Uo(p,s);h!==void 0?o.push({name:m,value:{text:h,glob:f}}):s.includes(m)?l(m):o.push({name:m})},d=({text:u,glob:f})=>{
for(let p=1;p<u.length;p+=1){let h=u[p],m=u.slice(p+1),g=r.includes(h)&&(m!==""||t[a+1]?.text.startsWith("-")!==!1);if(!e.includes(h)||g)o.push({name:h});else return m===
""?l(h):void o.push({name:h,value:{text:m,glob:f}})}};for(;a<t.length&&t[a].text!=="--";a+=1){let u=t[a],f=u.text.length>1&&u.text.startsWith("-");if(u.text.startsWith(
"--"))c(u);else if(f&&u.text.length>2&&s.includes(u.text.slice(1)))l(u.text.slice(1));else if(f)d(u);else if(n)i.push(u);else break}return i.push(...t.slice(t[a]?.
text==="--"?a+1:a)),{options:o,operands:i}}var K=(t,...e)=>t.some(({name:s})=>e.includes(s)),W=(t,...e)=>t.flatMap(({name:s,value:r})=>e.includes(s)&&r?[r]:[]);
function ki(t,e){let s=({text:n},o)=>n===";"||n==="+"&&/\{\}|\u{FFFC}/u.test(t[o-1].text),r=t.findIndex((n,o)=>o>e&&s(n,o));return r===-1?t.length:r}var{forms:os}=S,y0=200;function rc(t,e,s){if(t.length===0||s.length>y0)return t;let n=s.slice(0,Math.max(0,s.indexOf(e))).filter(({program:o})=>o==="mv").flatMap(
({args:o})=>{let i=o.filter(({text:l})=>!l.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:l})=>Bf(a.text,l)||Bf(l,a.text))?i.slice(0,-1):[]});return[
...t,...n]}var Bf=(t,e)=>`${t}/`.startsWith(`${e.replace(/\/\*?$/,"")}/`),w0=new Set(S.getopt.find.long.map(t=>`-${t}`)),Gf=()=>({names:[],empty:!1,byProperty:!1,
deletes:!1,acts:!1});function zf(t){let e=[],s=[Gf()],r=!1,n=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],l=s.at(-1);l.acts||=os.find_action.test(a);let c=()=>{
l.deletes=!0,n>0&&o&&(l.names=["*"])};a==="("?n+=1:a===")"?n=Math.max(0,n-1):/^(-o|-or|,)$/.test(a)?(o=!0,n===0&&s.push(Gf())):os.find_command.test(a)?(os.deleting_program.
test(t[i+1]?.text??"")&&c(),i=ki(t,i)):a==="-delete"?c():a==="!"||a==="-not"?r=!0:os.find_by_name.test(a)?(r||l.names.push(t[i+1]?.text??"*"),r=!1,i+=1):a==="-f\
printf"?i+=2:w0.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(l.byProperty||=os.find_by_property.test(a),r=!1,i+=1):a==="-empty"?l.empty=!0:!a.startsWith("-")&&s.every(
({names:d})=>d.length===0)&&e.push(t[i])}return{starts:e,branches:s}}var _r=je(t=>{let{starts:e,branches:s}=zf(t),r=s.filter(({deletes:a})=>a),n=s.some(({acts:a})=>a)?
s.filter(({acts:a})=>a):s,o=n.flatMap(a=>a.names),i={...n.at(-1),names:o,empty:n.some(({empty:a})=>a)};return(e.length>0?e:[P(".")]).flatMap(({text:a})=>(r.length>
0?r:[i]).flatMap(l=>k0(l,a)).map(l=>P(`${a.replace(/\/$/,"")}/${l.replace(/^\.?\/?\*\/|^\.\//,"")}`,!0)))},new WeakMap);function k0({names:t,empty:e,byProperty:s},r){
return t.length>0?t:e?["tmp"]:[s&&os.temp_root.test(r)?"\uFFFC":"*"]}var Wn=t=>zf(t).branches.some(({deletes:e})=>e);function v0({args:t}){let{options:e,operands:s}=q(
t,{short:"e",long:["extension"],permuted:!0}),[r]=W(e,"e","extension"),n=r?`*.${r.text}`:s[0]?.text??"*",[,o]=/^\^?\(([\w.\\|]+)\)\$?$/.exec(n)??[];return(o?.replaceAll(
"\\","").split("|")??[/^[.^$]*$/.test(n)?"*":n]).map(a=>P(`${s[1]?.text??"."}/${a}`,!0))}function Sr(t,e){let s=t.wrappers.findLast(i=>os.supplying_wrapper.test(
i)),r=s&&x0(s,t,e);if(!r)return t.args;let n=$0(t,r)??_0(r);if(n.length===0)return t.args;let o=s==="find"?`/${"\uFFFC"}`:"\uFFFC";return t.args.some(({text:i})=>i.
includes(o))?t.args.flatMap(i=>{if(!i.text.includes(o)||i.text.startsWith("-"))return[i];let[a=""]=/^[^\u{FFFC}]*[@=]/u.exec(i.text)??[];return n.map(({text:l,glob:c})=>({
text:a+l,glob:c}))}):t.args}function x0(t,e,s){let{input:r}=e;if(t!=="find"&&t!=="fd")return r?.kind==="pipe"?r.from.find(({program:o})=>os.search_program.test(
o)):void 0;let n=({program:o})=>t==="find"?o==="find":os.fd.test(o);return s.slice(0,s.indexOf(e)).findLast(n)??s.find(n)}function $0({input:t},e){let{program:s,
args:r}=t?.kind==="pipe"&&t.from.at(-1)||e,[,n]=/^[ef]?grep (?:-E )?\\\.\(?([\w|]+)\)?\$$/.exec(`${s} ${ee(r).text}`)??[];return e.args.every(({text:i})=>/^(?:-|ls-files$|\.$|[fd]$)/.
test(i))?n?.split("|").map(i=>P(`./*.${i}`,!0)):void 0}function _0(t){if(t.program==="find")return _r(t.args);if(os.fd.test(t.program))return v0(t);let e=t.args.
filter(({text:n})=>!n.startsWith("-"));if(t.program==="ls")return(e.length>0?e:[P(".")]).map(({text:n,glob:o})=>P(o?n:`${n.replace(/\/$/,"")}/*`,!0));let[s,...r]=e;
return t.program!=="git"||s?.text!=="ls-files"?[]:(r.length>0?r:[P("*")]).map(({text:n})=>P(`./${n}`,!0))}function Mn(t,{flags:e,options:s,operands:r}){let n={reads:[],
writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${r[0]?.text??""}`,i=S.roles.has(o),a=S.roles.get(i?o:t);if(!a)return n;let l=ve(e,...a.unless??[]),c=r.slice(
(i?1:0)+(l?0:a.skip??0)),d=a.with?.find(p=>ve(e,...p.flags))?.each??a.each,u=s.some(({flag:p})=>a.options?.[p]==="writes"),f=a.last!==void 0&&c.length>1&&!u&&d!==
"none";c.forEach((p,h)=>{let m=f&&h===c.length-1?a.last:d,g=Object.entries(a.keyed??{}).find(([y])=>p.text.startsWith(y));g?n[g[1]].push({text:p.text.slice(g[0].
length),glob:p.glob}):m&&m!=="none"&&n[m].push(p)});for(let{flag:p,value:h}of s){let m=a.options?.[p];m&&n[m].push(h)}if(t==="git"&&(n.reads=n.reads.map(E0)),(t===
"curl"||t==="http"||t==="https")&&n.reads.push(...C0(s,r)),t==="tar"&&!S0(e,r)&&(n.writes=[]),t==="scp"||t==="rsync")for(let p of["reads","writes"])n[p]=n[p].filter(
({text:h})=>!vi(h));return n}var S0=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.text??"")?.[0]??"";return/[xctru]/.test(s)?s.includes("x"):!ve(t,"-c","-t","-r","-u",
"--create","--list","--append","--update")},vi=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.test(t)&&!t.startsWith("/"),E0=t=>/^[\w./~^@{}-]*:[^:]/.
test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function C0(t,e){let s=t.flatMap(({flag:n,value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.
test(n),a=/(?:^@|=@|=<)([^;,]*)/.exec(o.text)?.[1];return i&&a!==void 0?[{...o,text:a}]:[]}),r=e.flatMap(n=>{if(n.text.startsWith("file://"))return[n];let o=/^[\w.-]*:?[@=]@/.
exec(n.text)??/^@/.exec(n.text);return o?[{...n,text:n.text.slice(o[0].length)}]:[]});return[...s,...r]}var{forms:Yf,pathWords:Qf}=S,xi=P(".");function A0(t,e){let[s]=t.args;if(s?.text!=="checkout"&&s?.text!=="restore")return[];let[r,...n]=t.input?.kind==="pipe"?t.
input.from:[];if(r&&n.length===0&&Yf.list_of_deleted.test(`${r.program} ${ee(r.args).text}`))return[];let o=Sr(t,e),{flags:i,options:a,operands:l}=Re("git",o);if(ve(
i,"-p","--patch")&&t.input===void 0)return[];let c=s.text==="restore",d=ve(i,"--staged","-S");if(c&&d&&!ve(i,"--worktree","-W"))return[];if(a.some(({flag:p})=>p===
"--pathspec-from-file"))return[xi];let u=l.slice(1);return ve(i,"-b","-B","-t","--track","--orphan")&&!c?[]:(c?u:T0(u,o)).flatMap(p=>p.text==="\uFFFC"?I0(e)?[xi]:
[]:[P0(p)])}function T0(t,e){let s=e.findIndex(({text:a})=>a==="--");if(s!==-1)return e.slice(s+1);let[r,...n]=t,[,o=""]=/\.(\w+)$/.exec(r?.text??"")??[];return n.
length===0&&Qf.file_endings.has(o.toLowerCase())||r?.glob||/^\u{FFFC}$|^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/u.test(r?.text??"")?t:n}function P0({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.
test(t))return xi;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,"").replace(/\*\*.*$/s,"");return s===""?xi:P(s,e)}function Kf({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))
return!0;let[,s="",r=t]=/^(?:(.*)\/)?([^/]*)$/.exec(t)??[];return r==="."||r===".."||r===""?!0:/^[a-z][a-z0-9_-]*$/.test(r)&&!Qf.files.has(r)&&!Yf.file_folder.test(
s)}function R0({program:t,args:e}){if(t!=="git"||e.some(({text:n})=>n==="--"))return!1;let[s="",...r]=e.map(({text:n})=>n);return/^(ls-files|status)$/.test(s)?r.
every(n=>n.startsWith("-")):s==="diff"&&r.some(n=>n==="--name-only"||n==="--name-status")}var I0=je(t=>{let e=s=>t.some(({input:r})=>r?.kind==="pipe"&&r.from.includes(
s));return t.some(s=>R0(s)&&(s.captured||s.redirects.length>0||e(s)))},new WeakMap);function Xf(t,e){let s=(r,n,o)=>n.length>0?[Vt(r,n,[],o)]:[];return[...s("en\
d-process",Df(t,e)),...t.flatMap(r=>{let{program:n,folder:o}=r;if(n==="rsync")return s("sync-away",N0(r),o);if(n!=="git")return[];let i=A0(r,e),a=i.filter(c=>!Kf(
c)),l=i.filter(Kf);return[...s("git-discard",l,o),...s("git-discard-file",a,o)]})]}function N0({args:t}){let{flags:e,operands:s}=Re("rsync",t);return e.some(n=>/^--del(?!ay|ete-m)/.
test(n))&&s.length>1?s.slice(-1).filter(({text:n})=>vi(n)):[]}var Zf=require("node:path");var O0=1e3,q0=1e4,Jf=1024*1024,L0=20,Zr=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,r,n=[]){let o=$i(e,r);if(o===void 0)return;this.version+=
1;let i=o.includes("\uFFFC")?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>Jf?"\uFFFC\uFFFB":i+s;this.files.set(
o,{text:a,from:n}),this.characters+=a.length;for(let l of this.files.keys()){if(this.files.size<=O0&&this.characters<=Jf)break;this.forget(l),this.forgotten.add(
l),this.forgotten.size>q0&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,r,n=[]){let o=this.written(e,r),i=e.includes("\uFFFC")?s:(o?.
text??"")+s;this.write(e,i,r,[...o?.from??[],...n].slice(-L0))}read(e,s){return this.written(e,s)?.text}written(e,s){let r=$i(e,s);if(r!==void 0)return this.files.
get(r)??(this.forgotten.has(r)?{text:"\uFFFC\uFFFB",from:[]}:void 0)}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};function $i(t,e=""){
let s=/^[/~]/.test(t)||e===""?t:`${e}/${t}`;return t===""||t==="\uFFFC"?void 0:Zf.posix.normalize(s)}var{forms:em}=S,D0=/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?:[/?#:].*)?$/;function j0({text:t}){let e=D0.exec(t.slice(
0,2048))?.[1]?.toLowerCase();if(e!==void 0)return t.includes("://")||e.includes(".")||e==="localhost"||/@|:/.test(t)?e:void 0}function _i(t){let e=j0(t);if(e!==
void 0)return em.local_host.test(e)?"local":em.drop_host.test(e)?"drop":"remote"}var{fetchers:sm,network_clients:W0,copiers:M0}=S.programWords,F0=500,Si=class{paths=new Set;record(e){let{program:s,args:r,folder:n}=e,[o,i]=M0.has(s)?r.filter(
({text:l})=>!l.startsWith("-")):[],a=o&&i&&this.has(o.text,n)?[i]:[];for(let{text:l}of[...V0(e),...a]){let c=tm(l,n);c!==void 0&&this.paths.add(c),this.paths.size>
F0&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let r=tm(e,s);return r!==void 0&&this.paths.has(r)}},en=({program:t})=>sm.has(t),rm=({program:t})=>sm.
has(t)||W0.has(t);function V0(t){let e=t.redirects.filter(({kind:n})=>n!=="read").map(({path:n})=>n);if(!en(t))return t.input?.kind!=="pipe"||!t.input.from.some(
en)?[]:t.program==="tee"?t.args.filter(({text:n})=>!n.startsWith("-")):e;let{operands:s}=Re(t.program,t.args),r=n=>!Ue(n)||(_i(n)??"local")!=="local";return s.some(
r)?[...e,...Rn(t)]:[]}function tm(t,e){return t.includes("\uFFFC")?void 0:$i(t,e?.text)}Cr();var{forms:bt}=S,om=t=>t.program==="git"&&Q0(t)||Y0(t)||z0(t)||K0(t)||U0(t)||H0(t);function U0({program:t,invocation:e,context:{invocations:s}}){let{client:r,needs:n=[],
wrappers:o}=e,i=s.map(a=>[a.program,...a.args.map(({text:l})=>l)].join(" "));return r===void 0&&/^(?:kubectl|helm)$/.test(t)&&o.length===0&&!("KUBECONFIG"in e.environment)&&
(bt.local_cluster.test(i[s.indexOf(e)]??"")||n.some(a=>bt.cluster_creation.test(i[s.indexOf(a)]??""))&&!i.some(a=>bt.other_cluster.test(a)))}function H0({invocation:{
client:t,args:e,environment:s,needs:r=[]}}){let o=` ${[...Object.entries(t?.environment??s).map(([c,{text:d}])=>`${c}=${d}`),...(t?.args??e).map(({text:c})=>c)].
join(" ")} `,i=[...o.matchAll(bt.server_place)].map(([,c,d])=>c??d),a=c=>r.some(({program:d,args:u,wrappers:f})=>{let p=u.map(({text:h})=>h).join(" ");return f.
length===0&&/^(?:docker|podman)$/.test(d)&&/^run .*/.test(p)&&p.includes(` -p ${c}:`)}),l=c=>c.startsWith("/")?c.includes("\uFFFC"):a(c);return i.length>0&&!bt.
other_server.test(o)&&i.every(l)}var nc=t=>t.includes(S.uniqueMark),B0=/^(?:create|start|up|init|declare|add|run|new|mb|update-ref)$|^--create$/,G0=/^(?:volume|network) create$/;
function z0({program:t,operands:e,invocation:s,context:{invocations:r}}){let o=s.args.map(({text:l})=>l).filter(nc),i=e.findIndex(({text:l})=>nc(l)),a=i<3&&(i===
-1||e.slice(i).every(({text:l})=>nc(l)));return o.length===0||!a||i===-1&&e.length>3?!1:r.slice(0,Math.max(0,r.indexOf(s))).some(l=>{let c=l.args.map(({text:u})=>u);
return(l.program===t&&c.some(u=>B0.test(u))||t==="dropdb"&&l.program==="createdb")&&(G0.test(c.join(" "))||o.every(u=>c.includes(u)))})}function K0({program:t,invocation:e,
context:{invocations:s}}){let[,r]=bt.git_abort.exec(ee(e.args).text)??[],n=s.slice(0,Math.max(0,s.indexOf(e))),o=i=>ic(i)&&i.args[0]?.text===r&&i.folder?.text===
e.folder?.text;return t==="git"&&r!==void 0&&n.some(i=>o(i)&&i.args.length>1)}function Y0({program:t,invocation:e,context:{invocations:s}}){let r=S.creations.get(
t);if(!r)return!1;let[n,o]=nm(e),[,i]=new RegExp(r.destroys).exec(n)??[],a=!e.wrappers.every(d=>bt.near_wrapper.test(d));if(i===void 0||a)return!1;let l=bt.scratch_name.
test(i)&&!bt.kept_name.test(i)||bt.temporary_file.test(i),c=new RegExp(r.makes);return s.slice(0,Math.max(0,s.indexOf(e))).some(d=>{let[u,f]=nm(d),p=bt.makes_new.
test(`${d.program} ${u}`),h=l||p&&!i.includes("\uFFFC")&&e.needs?.includes(d),m=d.program===r.maker&&c.exec(u)?.[1]===i;return h&&m&&f===o})}function nm(t){let{
program:e,args:s,folder:r,environment:n,client:o,wrappers:i}=t,a=s.map(({text:m})=>m),{operands:l,options:c}=Re(e,s),d=c.filter(({flag:m})=>m==="--name").map(({
value:m})=>m.text),u=e==="git"?a:[...l.map(({text:m})=>m),...d],f=a.filter(m=>!u.includes(m)&&!bt.placeless_flag.test(m)),p=o?.args.flatMap(({text:m})=>/\s/.test(
m)?[]:[m]),h=[e==="git"?[]:f,r?.text,n,p,i];return[u.join(" "),JSON.stringify(h)]}function Q0(t){let{environment:e,folder:s,args:r}=t.invocation,[n=""]=t.operands.
map(({text:i})=>i);return n==="push"?X0(t):s===void 0||!im(s.text,t)||"GIT_DIR"in e||"GIT_WORK_TREE"in e||t.context.invocations.map(i=>ee(i.args).text).some(i=>/core\.worktree|^-\S*s\S* .* \/tmp\//i.
test(i))||Object.values(e).some(({text:i})=>/core\.worktree/i.test(i))?!1:S.programWords.tree_commands.has(n)?!r.some(({text:i})=>/^[/~]/.test(i)):am(s.text,t)}
function im(t,{context:{workspace:e,folder:s=e}}){let r=[e,s].some(n=>oc(t,n)||oc(n,t));return bt.temporary_file.test(t)&&!r}function X0(t){let{operands:e,invocation:s,
context:r}=t,[,n="origin"]=e.map(({text:l})=>l);if(bt.temporary_file.test(n))return!0;let i=r.invocations.filter(ic).map(({args:l})=>ee(l).text).some(l=>/(?:^|\s)remote(?:\.\w| add| set-url)/.
test(l)),a=s.folder?.text??"";return n==="origin"&&!i&&im(a,t)&&am(a,t,bt.temporary_file)}var am=(t,{context:e},s=/(?:)/)=>e.invocations.some(r=>ic(r)&&oc(t,Z0(
r,s))),J0=new RegExp(`^/tmp/tmp[.]${"\uFFFC"}$`),ic=({program:t})=>t==="git",oc=(t,e)=>e!==void 0&&`${t}/`.startsWith(`${e}/`);function Z0({args:t,folder:e},s){
let[r,n="",o]=Re("git",t).operands.map(({text:a})=>a),i=n||e?.text;if(r==="init")return J0.test(i??"")?i:void 0;if(!(r!=="clone"||o===void 0||!s.test(n)))return o.
startsWith("/")||e===void 0?o:`${e.text}/${o}`}function Fn(t,e){if(!e.includes("*"))return t===e;let s=e.replaceAll("\\*","\0").split("*"),[r,...n]=s.map(l=>l.replaceAll("\0","*"));if(n.length===0)return t===
r;let o=n.pop();if(t.length<r.length+o.length||!t.startsWith(r)||!t.endsWith(o))return!1;let i=t.length-o.length,a=r.length;for(let l of n){let c=t.indexOf(l,a);
if(c===-1||c+l.length>i)return!1;a=c+l.length}return!0}var At=(t,e)=>e.some(s=>Fn(t,s));var{ownData:Ei,interpreters:e_,clients:t_,forms:Gs}=S;function cm(t){let{program:e,operands:s,invocation:r}=t,{client:n}=r;if(e==="sql")return n!==void 0&&(s_(t,
n)||lm(n));if(Gs.http_client.test(e)){let o=s.filter(({text:a})=>/[/:]/.test(a)),i=({text:a})=>Gs.loopback.test(a)&&Gs.test_name.test(a);return o.length>0&&o.every(
i)}return dm(r,Ei.endpoints,o=>Gs.loopback.test(o))?!0:!t_.has(e)&&e!=="gsutil"&&lm(r)}function dm({args:t,environment:e},s,r){let o=[...t.flatMap(({text:i},a)=>{
let[,l,c="",d]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(i)??[];return s.includes(c)&&(l!==void 0||d!==void 0)?[d??t[a+1]?.text??""]:[]}),...s.flatMap(i=>e[i]?.
text??[])];return o.length>0&&o.every(r)}var lm=t=>dm(t,Ei.environments,e=>At(e,Ei.stages));function s_({operands:[t],context:e},{program:s,args:r}){let n=e_.get(
s),o=s.startsWith("mongo");if(!n||n.language!=="sql"&&!o)return!1;if(s==="clickhouse"&&r[0]?.text==="local"||s==="bq"&&r.some(({text:g})=>g==="--dry_run"))return!0;
let{options:i,operands:a}=q(r,n),l=W(i,...Ei.databases).map(({text:g})=>g),c=e.invocations.flatMap(g=>g.program==="sql"&&g.args[0]?.text==="attach"?[g.args[1]?.
text??""]:[]),d=Gs.file_client.test(s),u=a.slice(0,1).map(({text:g})=>g),f=[...l,...u.length>0||!d?u:[":memory:"],...c];if(f.length===0)return!1;let p=!o||r.some(
({text:g})=>/sibling|\buse\b|connect|mongo\(/i.test(g));if(p&&o)return!1;let h=p&&Gs.beyond_database.test(t?.text??""),m=g=>d&&Gs.passing_file.test(g)||!h&&(Gs.
test_name.test(g)||g.includes(S.uniqueMark));return f.every(m)}Cr();var{forms:Ci}=S,ac=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function um(t,e){let s=e.findIndex(({text:n})=>n==="--"),r=e.slice(0,s===-1?void 0:s);return!ac(
t)&&!r.some(({text:n,bare:o})=>o&&n.startsWith("\uFFFC"))}function pm(t,e,s){let r=n_(t,e);return!e.flags.some(n=>r.includes(n))||e.flags.some(n=>/^--no-(d|n$)/.
test(n)||t==="git"&&n==="--apply")||e.options.some(({flag:n,value:o})=>r.includes(n)&&!Ci.affirmative_value.test(o.text))?!1:s.every((n,o)=>{if(!r_(n,r))return!0;
let[,i]=/^-\w+=(.*)$/s.exec(n)??[];return i!==void 0&&!Ci.affirmative_value.test(i)?!1:!fm(t,s,o)&&!Ci.negative_value.test(s[o+1]??"")})}function r_(t,e){if(t.startsWith(
"--"))return e.includes(t.split("=")[0]);let s=r=>r===t||/^-\w$/.test(r)&&t.includes(r[1]);return/^-\w/.test(t)&&e.some(s)}function fm(t,e,s){let r=e[s-1]??"";return t===
"git"||!r.startsWith("-")||r.includes("=")?!1:r.startsWith("--")?r.length>2&&!S.switches.has(r):Kr(t)?.short===void 0&&!Ci.bare_letter.test(r)}function n_(t,{operands:e}){
let s=[t,...e.slice(0,3).map(({text:n})=>n)],r=[...S.clients.has(t)?["client"]:[],...s.map((n,o)=>s.slice(0,o+1).join(" "))];return S.dryRuns.get(r.findLast(n=>S.
dryRuns.has(n))??"")?.flags??[]}function mm(t,e,s){let{flags:r,operands:n}=e,o=S.help;if(o.leading.has(t.replace(/^g/,"")))return/^--(?:help|version)$/.test(s[0]??
"");if(o.none.has(t)||s.some(c=>/^--?help=/.test(c)))return!1;let i=o.one_dash.has(t)?/^(?:--?help|-h)$/:/^--help$/;if(r.some(c=>i.test(c)))return s.some((c,d)=>i.
test(c)&&!fm(t,s,d));if(s.length===1&&s[0]==="--version")return!0;if(!o.verbs.has(t)&&!S.clients.has(t))return!1;let[a,l]=n.map(({text:c})=>c);return a==="compl\
etion"&&/^(bash|zsh|fish|powershell|pwsh)$/.test(l??"")?!0:a==="help"||t==="aws"&&n.at(-1)?.text==="help"}var{clients:o_,clientWords:tn,forms:hm}=S,i_=6;function gm(t,{path:e,args:s}){let r=o_.get(t);if(!r||hm.own_program.test(e)&&!tn.project.has(t))return!1;let n=Re(
Kr(t)?t:"client",s).operands.slice(0,r.words??i_).map(({text:i})=>i),o=n.join(" ");if(r.spares?.some(i=>o===i||o.startsWith(`${i} `)))return!1;for(let i of n){if(!hm.
subcommand_word.test(i))return!1;if(r.verbs?.some(c=>i===c||i.endsWith(`:${c}`)))return!0;let a=a_(i);if(tn.others.has(i)||a.length>1&&tn.others.has(`${a[0]}-`)||
tn.local.has(i)){if(!r.nouns?.includes(i))return!1}else if(tn.destroys.has(a[0])||tn.destroys.has(a.at(-1)))return!0}return!1}function a_(t){return t.replace(/^.*[:.]/,
"").replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[-_]/)}var lc=[...Pn,"names"];function bm(t,e){let{program:s,subcommand:r,flags:n,options:o,args:i,recursive:a,root:l,via:c,environment:d,language:u}=e;if(s&&!At(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||l!==void 0&&t.root!==l||c&&!t.invocation.wrappers.some(p=>At(p,c)))return!1;let f=r?l_(t,
r):0;if(f===void 0||n&&!u_(t,n)||o&&!Object.entries(o).every(([p,h])=>f_(t,p,h))||i&&!p_(t.operands.slice(f),i)||d&&!Object.entries(d).every(([p,h])=>m_(t,p,h)))
return!1;for(let p of lc){let h=e[p];if(h&&!cc(t.getPathClasses(p),h))return!1}return e.redirected!==void 0&&ym(t,e)!==e.redirected||e.to&&!y_(t,e.to)||e.service_verb&&
!gm(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!h_(t,e.from)?!1:!e.line||g_(t.context.invocations)(e.line)}function ym(t,{writes:e}){let s=t.
getPathClasses("redirected");return e?cc(s,e):s.size>0}var cc=(t,e)=>e.some(s=>t.has(s));function l_({operands:t},e){for(let s of e){let r=s.split(" ");if(t.length>=
r.length&&r.every((n,o)=>Fn(t[o].text,n)))return r.length}}var c_=["subcommand","flags","options","args","names","to"],d_=["options","to"];function wm(t,e,s){let{
program:r,operands:n}=t;return!e.program||!At(r,e.program)||e.redirected===!0&&!ym(t,e)||!(s==="any"?c_:d_).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(
o=>o.split(" ").every((i,a)=>{let l=n[a];return i===""||l===void 0||l.text.includes("\uFFFC")||Fn(l.text,i)}))}function u_({flags:t,invocation:e},{any:s,all:r,none:n}){
return s&&!ve(t,...s)||r&&!r.every(o=>ve(t,o))?!1:!n||ac(e)||!ve(t,...n)}function p_(t,{any:e,none:s,at_least:r,at_most:n}){return r!==void 0&&t.length<r||n!==void 0&&
t.length>n||e&&!t.some(({text:o})=>At(o,e))?!1:!s||!t.some(({text:o})=>At(o,s))}var f_=({options:t},e,s)=>t.some(({flag:r,value:n})=>ve([r],e)&&At(n.text,s)),m_=({
invocation:t},e,s)=>Object.entries(t.environment).some(([r,{text:n}])=>Fn(r,e)&&At(n,s));function h_({from:t},e){let{program:s,reads:r,without:n,operands_at_most:o=Number.
POSITIVE_INFINITY}=e;return n&&t.some(i=>At(i.program,n))?!1:t.some(i=>At(i.program,s)&&i.operands.length<=o&&(!r||cc(i.getPathClasses("reads"),r)))}var g_=je(t=>{
let e=t.map(b_),s=r=>e.some(n=>At(n,r));return je(({any:r,none:n})=>(!r||s(r))&&!(n&&s(n)))},new WeakMap),b_=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(
" ").slice(0,2e3);function y_(t,e){let s=t.options.filter(({flag:r})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(r));return[...t.operands,...s.map(({value:r})=>r)].
some(r=>{let n=_i(r);return n===e||e==="remote"&&n==="drop"})}var{forms:zs}=S,w_=new RegExp(`(^|/)(${S.credentialStores})(/|$)`),k_=t=>S.pathWords.source_endings.has(/\.(\w+)$/.exec(t)?.[1]??"");function Ai(t){let e=t.slice(
t.lastIndexOf("/")+1);return e.includes(" | ")?!1:/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!zs.template.test(e):S.pathWords.credentials.has(e)?e!==
"environ"||t.startsWith("/proc/"):w_.test(t)||zs.memory.test(t)||zs.ssh.test(t)&&!zs.ssh_settings.test(t)?!0:/credentials?(?![a-z])/.test(e)?!k_(e)&&!zs.template.
test(e.replace(/\.\w+$/,"")):zs.credential_name.test(e)?!(zs.fixture_folder.test(t)&&zs.fixture_key.test(e)):/[*?[]/.test(e)&&x_(e)}var v_=6;function x_(t){if(t.
length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;
let r=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").replace(/\[!/g,"[^"),n=r.match(/\*+/g)?.length??0,o=Vs(`^${r.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=S.credentialSamples.
filter(a=>!a.startsWith(".")||/^[.[]/.test(t));return n>v_||i.some(a=>o?.test(a))}var $_=new RegExp(`^${"\uFFFC"}+`,"u"),__=/^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*|!\(.*\))$/;function dc(t,{workspace:e,folder:s}){let r=t.
replace(/^file:\/\/(localhost)?/,"").replace(/^([A-Za-z]):[\\/]/,"/$1:/").replaceAll("\\","/");if(s!==void 0&&!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&s!==".")
return dc(s.endsWith("/")?`${s}${r}`:`${s}/${r}`,{workspace:e});let n="workspace",o=r;/^~/.test(r)?(n="home",o=r.replace(/^~[^/]*/,"")):r.startsWith("\uFFFC")?(n=
"unknown",o=r.replace($_,""),o!==""&&!o.startsWith("/")&&(o=`${"\uFFFC"}${o}`)):r.startsWith("/")&&(n="slash");let i=[],a=0;for(let c of o.split("/"))c===""||c===
"."||(c!==".."?i.push(c):i.length>0?i.pop():(n==="workspace"||n==="home")&&(n=n==="home"?"slash":"above"),c===".."&&n==="above"&&(a+=1));if(n==="above"&&S_(a,i[0])&&
(n="slash"),n==="slash"){let c=`/${i.join("/")}`,d=/^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(c);c===e||c.startsWith(`${e}/`)?(n="workspace",i.splice(0,e.split(
"/").filter(Boolean).length)):d&&(n="home",i.splice(0,d[1].split("/").length))}let l=!1;for(;i.length>0&&__.test(i.at(-1));)i.pop(),l=!0;return{from:n,parts:i,whole:l,
inside:n==="unknown"&&o.startsWith("/")}}function S_(t,e=""){let s=e.toLowerCase(),{root_folders:r,system_folders:n}=S.pathWords;return r.has(s)?t>=2:t>=4&&(n.has(
s)||s==="home")}var{pathWords:Vn,purposes:E_,forms:Es}=S;function km(t,e){if(t.text===""||t.text.length>4096)return new Set;let s=dc(t.text,e),r=s.parts.map(i=>i.toLowerCase()),
n=`${s.from==="slash"?"/":""}${r.join("/")}`;if(/^\/dev\/(tcp|udp)\//.test(n))return new Set([Es.local_connection.test(n)?"local-connection":"connection"]);if(/^\/dev\/(stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.
test(n))return new Set;if(/^\/dev\/(null|zero|full|random|urandom)$/.test(n))return new Set(/(zero|full|random)$/.test(n)?["nowhere","endless"]:["nowhere"]);let o=new Set(
[...O_(s.from,n,r),...C_(s,n,r)]);return Ai(s.from==="home"?`~/${n}`:n)&&o.add("credentials"),r.at(-1)?.includes("credentials")&&o.add("credentials-by-name"),o}
function C_({from:t,whole:e,inside:s},r,n){let[o=""]=n;if(t==="slash"){if(Es.temp.test(r))return[/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(r)?"temp-root":"\
temp"];if(n.length===0)return["root"];if(Es.package_cache.test(`${r}${e?"/":""}`))return["disposable"];if(Es.local_system.test(r))return["local-system"];if(Vn.system_folders.
has(o)||/[*?[{]|^([a-z]:|program files.*|windows)$/.test(o))return Es.system_tree.test(T_(n))?["system","system-tree"]:["system"]}return uc(n)?["disposable"]:t===
"unknown"?n.length>0?[]:[s?"unknown-folder":"unknown"]:t==="slash"?[n.length===1?"workspace":"outside",...n.length<=3?["source"]:[]]:n.length===0?[t==="home"?"h\
ome":"workspace"]:t==="home"||t==="above"?[n.length===1||t==="home"&&Vn.personal_folders.has(o)?"personal":"outside"]:n.length===1&&o==="\uFFFC"?[e?"workspace":
"unknown"]:n.length>2?["inner"]:A_(o)?["source","source-folder"]:["source"]}var A_=t=>Vn.source_folders.has(t)||/[*?[{\u{FFFC}]/u.test(t);function T_(t){let e=t.
findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function P_(t){let[e,s]=/\[(\w{1,8})\]/.exec(t)??[];return e===void 0?
[t]:[...s].map(r=>t.replace(e,r))}var R_=(t,e)=>e>0&&/^test[-_.].*\*/.test(t);function uc(t){return t.includes(".git")?/\.(lock|sample)$/.test(t.at(-1))||uc(t.slice(
0,t.indexOf(".git"))):t.some((e,s)=>Vn.disposable.has(e)||!R_(e,s)&&P_(e).every(r=>Es.disposable_name.test(r))||s>0&&Vn.disposable.has(`${t[s-1]}/${e}`)||Es.package_store.
test(e)&&t.length>s+1)}var I_=[...E_].map(([t,{form:e,home:s}])=>({name:t,home:s,form:new RegExp(e)}));function N_(t,e){let s=e.findIndex(r=>/^\.\w/.test(r));return s===
-1||Es.temp.test(t)?"":`~/${e.slice(s).join("/")}`}function O_(t,e,s){let r=t==="home"?`~/${e}`:e,n=t==="slash"||t==="unknown"?N_(e,s):r,i=I_.filter(({home:d,form:u})=>u.
test(r)||d&&u.test(n)).map(({name:d})=>d),a=s.findIndex(d=>d===".git"||d===".hg"||d===".svn"),l=()=>t==="slash"&&Es.temp.test(e)||uc(s.slice(0,a));return a===-1||
/\.(lock|sample)$/.test(s.at(-1))||l()?i:/^(hooks|config|info|modules|config\.worktree)$/.test(s[a+1]??"")?[...i,"vcs","vcs-config"]:[...i,"vcs"]}Ut();var pc=class{constructor(e){this.text=e;this.remaining=e}text;remaining;readRest(){let e=this.remaining;return this.remaining="",e}readLine(){if(this.remaining===
"")return this.text.includes("\uFFFC")?Jt(this.text):void 0;let[e=""]=this.remaining.split(`
`,1);return this.remaining=this.remaining.slice(e.length+1),e}},te=(t,e)=>({...t,wrappers:[...t.wrappers,e]}),sn=(t,e)=>({...t,redirects:[...t.redirects,...e]}),
$t=(t,e,s)=>({...t,input:s,stdin:new pc(e)}),Cs=t=>$t(t,"",void 0);function As(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:r})=>/^\d{1,9}$/.test(r));return[...t.slice(0,e),P(s?"\uFFFC":"\uFFFC\uFFFB")]}var rn=({text:t,
glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,Ti=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),nn=t=>t.map(rn).join(" ");var zt=64*1024,vm=32,fc=1e4,mc=1e3,Ks=(t,e)=>t.length+e.length>zt?"\uFFFC\uFFFB":t+e,Pi=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=
e,this.steps>fc&&this.fail("too-much",`takes more than ${fc} steps to read`),this.steps<=fc}spendInvocation(){return this.invocations+=1,this.invocations>mc&&this.
fail("too-much",`more than ${mc} commands`),this.invocations<=mc}descend(e,s){if(this.depth>=vm)return this.fail("too-deep",`commands are nested more than ${vm}\
 deep`),s;this.depth+=1;let r=this.spend()?e():s;return this.depth-=1,r}fail(e,s){this.problem??={kind:e,detail:s}}};var Ri=class{constructor(e,s){this.files=e;this.readCode=s}files;readCode;budget=new Pi;invocations=[];sources=new Map;activeScripts=[];gitAliases=new Map;substituted=[];record(e){
this.budget.spendInvocation()&&this.invocations.push(e)}reportForkBomb({scope:e,context:s}){let r=[P("fork-bomb")];this.record(Un({scope:e,context:s,interpreter:this,
program:"fork-bomb",words:r,args:[]}))}},Ii=t=>new Map(Object.entries(t).flatMap(([e,s])=>e.split(" ").map(r=>[r,s]))),as=(t,e=[P(t.program)])=>t.scope.child(e,
t.context.environment),Ar=(t,e=[])=>e.length===0?t:{...t,context:{...t.context,input:{kind:"pipe",from:e}}},Tr=(t,e)=>e.trimStart().startsWith("\uFFFC")?Ar(t,t.
interpreter.substituted):t,on=t=>({...t,context:{...t.context,input:void 0}}),Ce=(t,{interpreter:e,scope:s})=>e.sources.get(t)??e.files.written(t,s.folder);function Un({
program:t,words:e,args:s,scope:r,context:n,filter:o}){let[i]=r.get("POSIXLY_CORRECT")?.words??[];return{program:t,path:e[0].text,args:s,redirects:n.redirects,environment:{
...Ie({POSIXLY_CORRECT:i}),...r.exported(),...n.environment},wrappers:n.wrappers,language:"shell",...Ie({input:n.input,filter:o,needs:n.needs,captured:n.captured,
folder:r.folder===void 0?void 0:P(r.folder)})}}var V=t=>t.interpreter.addInvocation(t),hc=/^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$/,gc=t=>hc.test(t)?`${t} -c`:t;
function ie(t,e,s){let r=te(e.context,gc(e.program));return e.interpreter.runScript(t,as(e,s),r)}function an(t,e){return t.length===1&&Ti(t[0])?ie(t[0].text,e):
e.interpreter.runWords(t,e.scope,te(e.context,e.program))}var{programWords:bc,forms:Pr}=S,xm=t=>t.every(e=>Pr.local_wrapper.test(e)),q_=t=>t.startsWith("mongo")||S.interpreters.get(t)?.language==="sql",Ys=class t{constructor(e,s){
this.invocation=e;this.context=s;let{program:r,args:n}=e,o=r.startsWith("python")&&n[0]?.text==="-m"?n[1]?.text:void 0;this.program=o?.replace(/^awscli$/,"aws")??
D_(e);let i=Sr(e,s.invocations);this.isSupplied=i!==n,this.words=o===void 0?i:i.slice(2);let{flags:a,options:l,operands:c}=Re(this.program,this.words);this.flags=
a,this.options=l,this.operands=c}invocation;context;program;flags;options;operands;classCache={};affected;feeders;isSupplied;words;get recursive(){return this.isSupplied||
/^(find|rimraf|rsync|tar|zip)$/.test(this.program)||ve(this.flags,"-r","-R","--recursive","-Recurse")||this.operands.some(L_)}get isContained(){let{wrappers:e}=this.
invocation,s=e.lastIndexOf(Br);return s!==-1&&xm(e.slice(s+1))}get isInOwnContainer(){let{wrappers:e,args:s,client:r,environment:n}=this.invocation;if(!e.includes(
Gr))return!1;let i=[...Object.keys(r?.environment??n).map(l=>`${l}=`),...[...s,...r?.args??[]].map(({text:l})=>l)],a=e.slice(e.lastIndexOf(Gr)+1).filter(l=>l!==
Br&&!q_(l));return xm(a)&&!i.some(l=>Pr.other_place.test(l))}get root(){return this.invocation.wrappers.some(e=>bc.root_wrappers.has(e))}get downloaded(){let{program:e,
operands:s,invocation:r}=this,{path:n,folder:o,wrappers:i,input:a}=r,{downloads:l,fetched:c}=this.context;if(n.includes("://")||n.includes("/")&&l.has(n,o))return!0;
let d=$m(e);if(d&&s.slice(0,1).some(({text:p})=>l.has(p,o)))return!0;let u=a?.kind==="pipe"&&a.from.some(rm);return!(c||u)||en(r)?!1:e==="\uFFFC"?i.some(p=>$m(p)||
p==="eval"):!d&&e!=="eval"?!1:[...s,...this.options.map(({value:p})=>p)].some(({text:p})=>p.trim()==="\uFFFC"||p.startsWith("/dev/fd/"))||a?.kind==="text"&&a.text.
includes("\uFFFC")&&s.length===0}get purpose(){if(!um(this.invocation,this.words))return;let e=this.words.map(({text:s})=>s);return mm(this.program,this,e)?"hel\
p":pm(this.program,this,e)?"dry-run":void 0}get redirections(){let{redirects:e,language:s,folder:r}=this.invocation,n=Vt(":",[],e,r);return new t({...n,language:s},
this.context)}get from(){let{input:e}=this.invocation;this.feeders??=e?.kind==="pipe"?e.from.map(o=>new t(o,this.context)):[];let s=this.feeders.findLastIndex(o=>o.
program==="cut"&&o.printsNames),r=this.feeders[s]?.invocation.input;return r?.kind==="pipe"&&this.feeders.slice(0,s).every(o=>r.from.includes(o.invocation))?this.
feeders.slice(s):this.feeders}get hasUnreadPath(){let e=this.invocation.folder?.text??"";return Pn.some(s=>this.selectPaths(s).some(({text:r})=>De(e+r)))}get printsNames(){
if(this.program==="grep"&&this.flags.some(s=>Pr.counting_flag.test(s)))return!0;let e=[this.program,...this.words.map(({text:s})=>s),this.invocation.filter?.code??
""];return Pr.printing_names.test(e.join(" ").trimEnd())}nameHandedOver(e,s){if(!s.has("credentials"))return s;let r=[...s].filter(l=>l!=="credentials");if(e===
"reads"&&this.printsNames)return new Set(r);let n=[...s].every(l=>l==="temp"||l.startsWith("credentials"));if(e==="writes"&&n&&s.has("temp"))return new Set(r);let o=this.
operands.map(({text:l})=>l),i=Pr.text_filter.test(this.program)&&this.invocation.redirects.find(({kind:l})=>l==="write"),a=i?`${e} cp ${o.at(-1)} ${i.path.text}`:
`${e} ${this.program} ${o.join(" ")}`;return Pr.sourcing.test(a)?new Set([...r,"handed-over"]):Pr.copying.test(a)?new Set([...r,"from-template"]):s}getPathClasses(e){
let s=this.classCache[e];if(s)return s;let{workspace:r,folder:n}=this.context,o={workspace:r,folder:this.invocation.folder?.text??n},i=this.selectPaths(e).flatMap(
c=>[...km(c,o)]),a=this.isContained?i.filter(c=>c==="credentials"):i,l=this.nameHandedOver(e,new Set(a));return this.classCache[e]=l,l}selectPaths(e){let{program:s,
args:r,redirects:n,input:o}=this.invocation,i=n.flatMap(({kind:c,path:d})=>c==="read"?[]:[d]);if(e==="redirected")return i;if(e==="names")return s==="find"?_r(r):
this.operands;this.affected??=Mn(this.program,this);let a=this.affected[e];if(e==="writes")return[...a,...i];if(e==="deletes"&&s==="find")return Wn(r)?_r(r):[];
if(e==="deletes")return rc(a,this.invocation,this.context.invocations);if(e!=="reads")return a;let l=n.flatMap(({kind:c,path:d})=>c==="read"?[d]:[]);return[...a,
...l,...o?.kind==="file"?[o.path]:[]]}},L_=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t);function D_({program:t,path:e,wrappers:s}){if(t==="k")return"kub\
ectl";let r=hc.test(s.at(-1)??"");return bc.machine_programs.has(t)&&(r||/^[^/~]+\//.test(e))?`./${t}`:(r?t.replace(/(?<=.)@[\w.^~-]+$/,""):t).replace(/\.exe$/i,
"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}var $m=t=>bc.script_runners.has(t.toLowerCase());var Ni=class{rules;byProgram=new Map;byEffect=new Map;phrased=new Map;constructor(e){this.rules=[...e].sort((s,r)=>is[s.severity]-is[r.severity]),this.rules.forEach(
(s,r)=>{for(let n of s.match??[])this.enter({rule:s,condition:n,at:r})})}hasUnreadRisk(e,s,r){let{program:n,path:o,args:i,redirects:a,folder:l}=e;if(De(o))return!0;
let c=({text:m})=>De(m),d=i.some(c);if(!d&&!a.some(m=>c(m.path))&&!(l&&c(l)))return!1;let u=new Ys(e,s);if(u.hasUnreadPath||!d)return u.hasUnreadPath;let f=u.operands.
some(c);if(n.includes("\uFFFC")||f&&S.roles.has(u.program))return!0;let p=!f&&u.options.some(({value:m})=>c(m))?"values":"any";return[this.byProgram.get(u.program)??
[],...this.byEffect.values()].flat().some(m=>yc(m,r)&&wm(u,m.condition,p))}findWorstCaseRule(e,s,r){let n=e.args.some(({text:o})=>/^-\w*[rRf]|^--recursive|^--force/.
test(o));for(let[o,{only:i}]of S.candidates){if(o==="rm"&&!n)continue;let a=this.findBrokenRule(new Ys({...e,program:o,path:o},s),r);if(a&&(!i||i.includes(a.id)))
return a}}findBrokenRule(e,s){let r=this.first(e,s);if(!r||e.purpose===void 0)return r;let{redirects:n}=e.invocation,o=n.length>0?this.first(e.redirections,s):void 0,
i=e.purpose==="help"?void 0:this.first(e,s,M_);return this.selectWorse(o,i)}first(e,s,r=n=>!0){let n,o=[...this.byEffect].map(([i,a])=>i===void 0||e.getPathClasses(
i).size>0?a:[]);for(let i of[this.byProgram.get(e.program)??[],...o].flat())n&&i.at>=n.at||!yc(i,s)||!r(i.rule)||!bm(e,i.condition)||W_(i.rule,e)||(n=i);return n?.
rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,r=o=>o.phrases!==void 0&&yc({rule:o},e),n=this.phrased.get(s)??this.rules.filter(r);return this.phrased.set(
s,n),n}selectWorse(e,s){return!e||!s?e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s}=e.condition,r=lc.find(n=>e.condition[n]!==void 0);
if(!s||s.some(n=>n.includes("*")))_m(this.byEffect,r,e);else for(let n of new Set(s))_m(this.byProgram,n,e)}};function yc({rule:t,condition:e},{trust:s,level:r}){
return t.trust!==void 0&&s>=t.trust?!1:r==="strict"||t.level!=="strict"&&e?.level!=="strict"}var j_=["files","privilege","persistence","processes","disks"];function W_({
spares:t,category:e},s){let r=j_.includes(e)||e==="git"&&s.operands[0]?.text!=="push";return s.isContained&&r||e==="databases"&&s.isInOwnContainer||t?.includes(
"own-data")===!0&&cm(s)||t?.includes("own-act")===!0&&om(s)}var M_=({code:t,category:e})=>t==="credential_file_protected"||e==="remote-code";function _m(t,e,s){
t.set(e,[...t.get(e)??[],s])}var Sm=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
source-folder","personal","outside"],"recursive":true},{"program":["rm","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["personal","outside"]},{"program":["rm","u\
nlink"],"args":{"any":["~/\\ufffc/\\ufffc"]}},{"program":["rm","unlink"],"args":{"any":["*.tfstate","*.tfstate.backup"]},"level":"strict"},{"deletes":["source","i\
nner"],"recursive":true,"level":"strict"},{"program":["rm","unlink","del"],"args":{"any":["*/\\\\*","*\\\\*.ts","*\\\\*.tsx","*\\\\*.js","*\\\\*.py","*\\\\*.go","*\\\\*.rs","\
*\\\\*.java","*\\\\*.rb","*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.swift","*\\\\*.md","*\\\\*.mjs","*\\\\*.cjs","*\\\\*.jsx","*\\\\*.vue","*\\\\*.svelte\
","*\\\\*.pm","*\\\\*.pl","*\\\\*.t","*\\\\*.scala","*\\\\*.ex","*\\\\*.exs","*\\\\*.lua","*\\\\*.cc","*\\\\*.hpp","*\\\\*.dart","*\\\\*.R","*\\\\*.ipynb","*\\\\*.proto","*\\\\*.sql","*\\\\*\
.css","*\\\\*.scss"]},"deletes":["source","inner"],"level":"strict"},{"program":["zip"],"flags":{"any":["-m","--move"]},"level":"strict"},{"program":["zip"],"move\
s":["personal","home","system"]},{"program":["7z","7za","7zz"],"flags":{"any":["-sdel"]},"level":"strict"},{"program":["cmd"],"line":{"any":["cmd*/c *del */s*",\
"cmd*/c *rd */s*","cmd*/c *rmdir */s*","cmd*/C *del */s*","cmd*/C *rd */s*"]}},{"deletes":["personal","startup","logs"]},{"program":["fdupes","jdupes"],"flags":\
{"all":["-d","-N"]}},{"program":["fdupes","jdupes"],"flags":{"all":["--delete","--noprompt"]}},{"program":["rdfind"],"args":{"any":["true"]},"flags":{"any":["-d\
eleteduplicates"]}},{"program":["rdfind"],"options":{"-deleteduplicates":["true"]}},{"program":["hdfs","hadoop"],"flags":{"any":["-rm","-rmr","-expunge"]},"args\
":{"none":["/tmp/*"]}},{"program":["gphoto2"],"flags":{"any":["--delete-all-files","--delete-file"]}},{"program":["Clear-RecycleBin"]},{"program":["trash-empty"\
],"args":{"at_most":0},"flags":{"none":["--help","-h","--version","--dry-run","-n"]}},{"program":["gio"],"subcommand":["trash"],"flags":{"any":["--empty"]}},{"p\
rogram":["osascript"],"options":{"-e":["*delete every item*","*delete every file*","*delete every folder*","*empty trash*","*empty the trash*"]}}]},{"code":"des\
tructive_operation_blocked","id":"delete-unknown","category":"files","severity":"severe","explanation":"Where this variable is empty, everything is deleted. Wri\
te ${NAME:?}, which stops there, or name the folder.","trust":4,"match":[{"deletes":["unknown-folder"]},{"moves":["unknown-folder"]},{"changes":["unknown-folder\
"],"recursive":true},{"program":["rm","shred","rimraf"],"via":["xargs","gxargs"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"code":"destructive_operation_bl\
ocked","id":"delete-vcs","category":"files","severity":"severe","explanation":"This deletes the repository with its history. Leave .git alone.","trust":4,"match\
":[{"deletes":["vcs"]},{"moves":["vcs"]}]},{"code":"destructive_operation_blocked","id":"shred-files","category":"files","severity":"severe","explanation":"What\
 is shredded cannot be brought back. Delete it in the ordinary way.","trust":3,"match":[{"program":["shred","srm","wipe","scrub"],"names":["root","system","home\
","personal","outside","workspace","source","data","logs","device","unknown"]}]},{"code":"destructive_operation_blocked","id":"empty-files","category":"files","\
severity":"severe","explanation":"This empties files; their content is gone. Edit them, or delete what is disposable.","trust":3,"match":[{"program":["truncate"\
],"options":{"--size":["0","0*","-*"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program":["tru\
ncate"],"options":{"-s":["0","0*","-*","=0"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","logs","vcs"]},{"program\
":["truncate"],"args":{"any":["*\\\\**"]},"writes":["inner","outside","workspace"]},{"program":["cp","dd","cat","mv"],"reads":["nowhere"],"writes":["system","pers\
onal","vcs","data","logs"]},{"program":["echo","printf",":","true"],"redirected":true,"args":{"at_most":0},"writes":["personal"]},{"program":["cp"],"reads":["no\
where"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"args":{"any":["d","1,$d"]},"writes":["source","inner","workspac\
e"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move-away","category":"files","severity":"severe","explanation":"This moves away what othe\
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
-folder"]},{"program":["sync-away"]},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--de\
lete-excluded","--del"]},"args":{"any":["*empty*","*blank*","/tmp/*"]},"writes":["source"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"git\
-force-push","category":"git","severity":"severe","explanation":"A forced push overwrites what others have pushed. Push a new branch, or a commit that reverts."\
,"trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f","--force","--force-with-lease","--force-if-includes"]}},{\
"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcommand":["send-pack"],"flags":{"any":["--force","-f"]}},{"pro\
gram":["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["config remote.*.mirror true","config remote.*.mirror 1","con\
fig remote.*.push +*","config set remote.*.mirror true","config set remote.*.push +*","config remote.*.push :*"]},{"program":["git"],"subcommand":["remote add"]\
,"flags":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["g\
it"],"subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-re\
mote-ref","category":"git","severity":"severe","explanation":"This deletes branches or tags of the remote, which others may need. Leave it to the person who own\
s them.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-d","--delete","--prune"]}},{"program":["svn"],"subco\
mmand":["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push"],"flags":{"any":["--deleted"]}},{"program":["git"],"s\
ubcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked","id":"git-reset-hard","category":"git","severity":\
"severe","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or git restore for one file.","trust":3,"spares":["own-act"]\
,"match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destructive_operation_blocked","id":"git-clean","category":\
"git","severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git clean -n, then delete by name.","trust":3,"spares":["own\
-act"],"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":0}},{"program":["git"],"subcommand":["clean"],"flag\
s":{"any":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","system","local-system","temp-root","unknown","unknown-fo\
lder","vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"code":"destructive_operation_blocked","id":"git-dele\
te-branch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are nowhere else. git branch -d deletes merged ones.","\
trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"program":["git"],"subcommand":["branch"],"flags":{"a\
ll":["-d","-f"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":[\
"-d","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"destructive_operation_blocked","id":"git-discard-chan\
ges","category":"git","severity":"severe","explanation":"This throws uncommitted changes of many files away. Use git stash, or name the files that are meant.","\
trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["switch"]\
,"flags":{"any":["-f","--force","--discard-changes"]}},{"program":["git-discard"],"names":["workspace","source","personal","home","root"]},{"program":["git"],"s\
ubcommand":["checkout-index"],"flags":{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","--all"]}},{"program":["git"]\
,"subcommand":["checkout-index"],"flags":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","--all"]}},{"pro\
gram":["git"],"subcommand":["read-tree"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcommand":["submodule deinit"],"flags":{"any":["-f","--\
force","--all"]}},{"program":["git"],"subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"program":["git"],"subcommand":["apply"],"flags":{"any\
":["-R","--reverse"]},"from":{"program":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]},{"code":"destructive_operation_blocked","id":"git-\
discard-file","category":"git","severity":"severe","explanation":"This throws the uncommitted changes of a file away. Use git stash push FILE, or ask the person\
.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git-discard-file"],"names":["workspace","source","inner","personal","outside","home","u\
nknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]}},{"program":["git"],"subcommand":["update-index"],"flags":\
{"any":["--force-remove"]}},{"program":["svn","hg"],"subcommand":["revert"]}]},{"code":"destructive_operation_blocked","id":"git-abort","category":"git","severi\
ty":"severe","explanation":"This throws away how conflicts were resolved, and what was not committed before. Ask the person.","trust":3,"level":"strict","spares\
":["own-act"],"match":[{"program":["git"],"subcommand":["merge","rebase","cherry-pick","revert","am"],"flags":{"any":["--abort"]}}]},{"code":"destructive_operat\
ion_blocked","id":"git-delete-tag","category":"git","severity":"severe","explanation":"A deleted or moved tag is gone, with its message and signature. Ask the p\
erson.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git"],"subcommand":["tag"],"flags":{"any":["-d","--delete","-f","--force"]}}]},{"c\
ode":"destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","explanation":"A dropped stash is gone. Leave it; it costs nothi\
ng.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},{"code":"destructive_operation_blocked","id":"git-r\
ewrite-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole repository. Make a commit that changes what has to ch\
ange.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["filter-branch","filter-repo","replace"],"flags":{"none":["-l","--list","--analy\
ze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"program":["java"],"options":{"-jar":["*bfg*.jar"]}},{\
"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-import"],"flags":{"any":["--force"]}},{"program":["\
hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-objects","category":"git","severity":"severe","expl\
anation":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","trust":4,"spares":["own-act"],"match":[{"program":[\
"git"],"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"program":["git"],"subcommand":["reflog expire"],"op\
tions":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["reflog expire"],"options":{"--ex\
pire-unreachable":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["gc"],"options":{"--prune":["-*","\
now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"],"flags":{"none":["--expire"]}},{"program":["git"],\
"subcommand":["prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["jj"],"subcommand":["util gc\
"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-r\
ef","category":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git checks. Use git branch -d or git tag -d.","trust":4,"sp\
ares":["own-act"],"match":[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d","--delete","--stdin"]}}]},{"code":"destructive_ope\
ration_blocked","id":"git-remove-worktree","category":"git","severity":"severe","explanation":"This removes a worktree with its uncommitted changes. Without --f\
orce git refuses while there are any.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["worktree remove"],"flags":{"any":["-f","--force\
"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-tracked","category":"git","severity":"severe","explanation":"This deletes tracked files in whole\
 folders, changed ones too. Name the files, without -f.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["rm"],"flags":{"none":["--cach\
ed"]},"moves":["workspace","root","home"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]},"recursive":true,"moves":\
["source"]}]},{"code":"destructive_operation_blocked","id":"other-vcs-discard","category":"git","severity":"severe","explanation":"This throws uncommitted chang\
es of the whole working copy away. Name the file that is meant.","trust":3,"match":[{"program":["hg"],"subcommand":["update","up","checkout"],"flags":{"any":["-\
C","--clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{"program":["hg"],"subcommand":["revert"],"flags":{"any":["--all","-a"]}},{"program":["svn"],"\
subcommand":["revert"],"recursive":true},{"program":["svn"],"subcommand":["cleanup"],"flags":{"any":["--remove-unversioned"]}},{"program":["jj"],"subcommand":["\
abandon","op abandon"]},{"program":["jj"],"subcommand":["restore"],"args":{"any":["."]}},{"program":["jj"],"subcommand":["restore"],"args":{"at_most":0}},{"prog\
ram":["git"],"subcommand":["annex drop"],"flags":{"any":["--force"]}},{"program":["p4"],"subcommand":["obliterate","clean"]},{"program":["p4"],"subcommand":["re\
vert"],"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["bzr","brz"],"subcommand":["clean-tr\
ee"],"flags":{"any":["--force"]}},{"program":["fossil"],"subcommand":["revert"],"args":{"at_most":0}},{"program":["fossil"],"subcommand":["clean"],"flags":{"any\
":["--force","-f","--extra","-x","--emptydirs"]}},{"program":["darcs"],"subcommand":["revert","obliterate"],"flags":{"any":["-a","--all"]}}]},{"code":"destructi\
ve_operation_blocked","id":"hosting-delete","category":"git","severity":"severe","explanation":"This deletes or exposes something on the hosting service for eve\
rybody. Ask the person who owns it.","trust":4,"match":[{"program":["gh","glab","hub","tea"],"subcommand":["repo delete","release delete","release delete-asset"\
,"secret delete","secret remove","secret set","variable delete","workflow disable","repo rename","repo archive","ssh-key add","gpg-key add","repo deploy-key add\
"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["DE\
LETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*"\
,"*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--method":["PATCH","patch","PUT","put"]},"args":{"any\
":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subcommand":["api graphql"],"options":{"-f":["query=*mu\
tation*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"args":{"any":["delete-*","disable-*","quiet-down","\
safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{"program":["curl","wget","http","xh"],"args":{"any":["*/doDelete","*/doDelete?*","*/doWipeOut\
Workspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--visibility":["public"]}},{"program":["gh"],"subcommand":["pr merge"],"flags":{"any":["\
--admin"]}}]},{"code":"credential_file_protected","id":"credential-file","category":"credentials","severity":"severe","explanation":"This file holds secrets. As\
k a person for what you need of it; names without values stand in the template beside it.","match":[{"reads":["credentials"]},{"writes":["credentials"]},{"write\
s":["from-template"],"level":"strict","line":{"none":["[* -f *.env*","[* -e *.env*","test* -f *.env*","test* -e *.env*"]}},{"reads":["handed-over"],"line":{"any\
":["echo *\\ufffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","declare -[px]*","curl *","wget *","nc *","ncat *","http *"]}},{"del\
etes":["credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-named-file","category":"credentials","severity":"severe"\
,"explanation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this change.","match":[{"program":["edit-tool"],"writes":\
["credentials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials","severity":"risky","explanation":"This reads the ac\
counts of the machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":["accounts"],"to":"remote"},{"reads":["accounts"],"li\
ne":{"any":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http","https","wget","xh","xhs","nc","ncat","netcat","soc\
at","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebinit","scp","rsync","gh"],"reads":["accounts"]},{"pro\
gram":["getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-store","category":"credentials","severity":"severe","ex\
planation":"This prints a secret out of its store. Programs that need it can be given it without you seeing it.","match":[{"program":["docker","podman","nerdctl\
"],"subcommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["exec"],"args":{"any":["env","print\
env"],"at_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch-get-secret-value","configure get","configure export\
-credentials","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-login-password","iam create-access-key"]},{"program":["aws"],"subcom\
mand":["apigateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"program":["aws"],"subcommand":["ssm get-parameter*"],"flags":{"any":\
["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth application-default print-*","iam service-accounts ke\
ys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-access-token","* keys list","* * keys list","ad sp c\
reate*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *"]},{"program":["kubectl","oc"],"subcommand":["get s\
ecret*","get *,secret*","describe secret*"],"options":{"-o":["y*","Y*","j*","J*","g*","t*","*.data*","*-file*","*.\\\\**","*@*","*[*","*..*","*\\ufffc*"]}},{"progr\
am":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"--output":["y*","Y*","j*","J*","g*","t*","*.data*","*-file*","*\
.\\\\**","*@*","*[*","*..*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"flags":{"any":["--template"\
]}},{"program":["kubectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubectl","oc"],"subcommand":["create token"]},{"program":["\
ssh-keygen"],"flags":{"any":["-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["gh"],"subcommand":["auth status"],"flags":{"any":["-t","--\
show-token"]}},{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","gopass"],"subcommand":["show","grep"]},{"program":["bw"],"\
subcommand":["get","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","export","get","read","note","password","secret get","secret l\
ist"]},{"program":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berglas","akeyless","infisical","conjur"],"subcommand":["read"\
,"export","access","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args":{"any":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"p\
rogram":["grep","egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","history"]},"args":{"any":["*pass*","*secret*","*token*","*cr\
edential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*access_key*"]}},{"program":["Get-StoredCredential","Get-Secret"]},{\
"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/scriptText","*/script"]},"line":{"any":["*script=*.plainText*","*script=*.getPlainText()*"\
,"*script=*Secret.decrypt(*","*script=*.getSecret()*"]}},{"program":["wp","wp-cli","wp-cli.phar"],"subcommand":["config get"],"args":{"any":["*PASSWORD*","*_KEY\
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
},{"program":["curl","http"],"line":{"any":["*script=*lookupCredentials*","*script=*Credentials*plainText*","*script=*Secret.decrypt*"]}},{"program":["mimikatz"\
,"lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazagne*","*mimipenguin*","*LinEnum*","*secretsdump*"]}}\
,{"program":["john","hashcat","hydra"],"flags":{"none":["--list","--help","-h","--version","-V","-I","--backend-info","--example-hashes","-U"]}}]},{"code":"cred\
ential_file_protected","id":"read-memory","category":"credentials","severity":"severe","explanation":"The memory of another process holds its secrets. Debug the\
 program that you started, or a core of it.","match":[{"program":["gcore","procdump","minidump","lsassy","pypykatz"]},{"program":["gdb"],"options":{"-ex":["gene\
rate-core*","gcore*","dump *","*dump memory*","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["strace","ltrace"],"flags":{"any":["-p","--attach"]}\
,"line":{"any":["* -e read*","* -e write*","* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}},{"program":["jmap"],"args":{"any":["*dump*"]}},{"\
program":["jmap"],"line":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"code":"credential_file_protected","id":"destroy-secr\
et","category":"credentials","severity":"severe","explanation":"This deletes or replaces a secret, or deletes the store that keeps it; what uses it stops workin\
g. The person who owns it does that.","spares":["own-data"],"match":[{"program":["vault","bao"],"subcommand":["delete","kv delete","kv destroy","kv metadata del\
ete","secrets disable","auth disable","lease revoke","policy delete","transit delete"]},{"program":["op"],"subcommand":["* delete","* rm","* remove","user suspe\
nd"]},{"program":["doppler"],"subcommand":["* delete","configs tokens revoke"]},{"program":["pass","gopass","lpass"],"subcommand":["rm","remove","delete"]},{"pr\
ogram":["bw"],"subcommand":["delete","purge"]},{"program":["keepassxc-cli"],"subcommand":["rm","rmdir","db-remove"]},{"program":["security"],"subcommand":["dele\
te-*"]},{"program":["secret-tool"],"subcommand":["clear"]},{"program":["keyctl"],"subcommand":["revoke","unlink","clear","purge","invalidate"]},{"program":["cmd\
key"],"args":{"any":["/delete*"]}},{"program":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys","--delete-secret-and-public-key","--delete-secret-key"]}},{"\
program":["infisical","chamber","credstash","berglas"],"subcommand":["delete","secrets delete","deleteall"]},{"program":["aws"],"subcommand":["secretsmanager de\
lete-*","secretsmanager update-secret","ssm delete-parameter*","kms schedule-key-deletion","kms delete-*"]},{"program":["aws"],"subcommand":["configure set aws_\
*"],"flags":{"none":["--profile"]}},{"program":["gcloud"],"subcommand":["secrets delete","secrets versions destroy","kms keys versions destroy"]},{"program":["a\
z"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge","keyvault * delete-*"]},{"program":["kubectl","oc"],"subcommand":["d\
elete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret rm","secret remove"]},{"program":["gh","glab"],"subcommand":["secret de\
lete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unset","config:remove"]},{"program":["fly","flyctl"],"subcommand":["secret\
s unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["netlify"],"subcommand":["env:unset"]},{"program":["railway"],"subcomma\
nd":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret delete","secret bulk delete"]},{"program":["supabase"],"subcommand":["\
secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*\
"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"--request":["DELETE"]}}]},{"code":"c\
redential_file_protected","id":"search-for-secrets","category":"credentials","severity":"severe","explanation":"This searches homes or the whole machine for sec\
rets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["*passw*","*secret*","\
*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*",\
"*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"\
any":["sk-*","*(sk-*","*|sk-*","*\\"sk-*","*AKIA*","*ghp_*","xox*","*BEGIN*PRIVATE*"]},"reads":["personal","startup","system"]},{"program":["grep","egrep","fgrep\
","rg","ugrep"],"options":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*"\
,"*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","eg\
rep","fgrep","rg","ugrep"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*B\
EGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"pro\
gram":["grep","egrep","fgrep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*g\
hp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive":true,"rea\
ds":["system"]},{"program":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"program":["git"],"subcommand":["log"],"options":{"-S":["*PRIVATE K\
EY*","*AKIA*","*ghp_*"]}},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["trufflehog","gitleaks"],"na\
mes":["root","home"]},{"program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","home"]},{"program":["cp"],"recursive":true,"reads":["root","home"]},\
{"program":["find","fd","locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*","/root*","/etc*","/var*","/Users*","/opt*"]}}]},{"code":"destruc\
tive_operation_blocked","id":"destroy-backup","category":"backups","severity":"severe","explanation":"This deletes backups or snapshots, which is what others fa\
ll back on. Look with --dry-run; the person who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":["delete","prune","rdelete","repo-del\
ete"]},{"program":["borgmatic"],"subcommand":["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":["forget","prune"]},{"program":["rest\
ic","rustic"],"subcommand":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-than","remove-all-but-n-full","remove\
-all-inc-of-but-n-full","cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program":["kopia"],"subcommand":["snapshot d\
elete","snapshot expire"],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":["bup"],"subcommand":["rm","gc","prun\
e-older"]},{"program":["rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":["remove"]}},{"program":["proxmox-back\
up-client"],"subcommand":["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["wal-e"],"subcomma\
nd":["delete"],"flags":{"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program":["pgbackrest"],"args":{"any":["expir\
e","stanza-delete"]}},{"program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","delete-pitr","cleanup"]},{"program":["vel\
ero"],"subcommand":["backup delete","delete backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delete","rm","remove"]}},{"program":["time\
shift"],"flags":{"any":["--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","thinlocalsnapshots","removedestination\
"]},{"program":["vssadmin"],"subcommand":["delete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"],"subcommand":["delete *","disable ba\
ckup"]},{"program":["wmic"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","checkpoint-delete"]},{"program":["qm","pct\
"],"subcommand":["delsnapshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["backup delete-*","* delete-*snapshot*\
","* delete-*backup*"]},{"program":["gcloud"],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete","* * backups delete"]},{"program":["a\
z"],"subcommand":["snapshot delete","backup * delete","backup protection disable","* * *backup delete"]},{"program":["heroku"],"subcommand":["pg:backups:delete"\
]},{"program":["doctl"],"subcommand":["compute snapshot delete","databases backups delete"]},{"program":["openstack"],"subcommand":["volume snapshot delete","vo\
lume backup delete"]},{"program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{"code":"destructive_operation_blocked\
","id":"kill-everything","category":"processes","severity":"catastrophic","explanation":"This ends all processes, or the first one, on which all others rest. En\
d the process that you started, by its id.","match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-l","-L","-HUP","-SIGHUP","-USR1","-US\
R2","-CONT","-WINCH"]},"line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":["-9","-1"]}},{"program":["kill"],"fl\
ags":{"all":["-KILL","-1"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-15","-1"]}},{"program":["kill"],"flags\
":{"all":["-TERM","-1"]}},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args":{"at_most":0}},{"program":["killall\
5"]},{"program":["pm2"],"subcommand":["delete all","stop all","kill"]},{"program":["end-process"],"args":{"any":["\\\\*"]}},{"program":["loginctl"],"subcommand":[\
"terminate-*","kill-*"]},{"program":["kill"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"any":["*\\ufffc*"]},"line":{"any":["pgrep .","pgrep\
 -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u\
 \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},\
{"program":["kill"],"via":["xargs","parallel"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","p\
grep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls\
 /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","skill","slay"],"flags":{"any":["-u","-U","--euid","\
--uid","--user"]},"args":{"at_most":0}},{"program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a-z]","/"]}},{"program":["killall"],"args":{"any":[\
"-r"]}},{"program":["killall"],"flags":{"any":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destructive_operation_blocked","id":"kill-service","categ\
ory":"processes","severity":"severe","explanation":"This ends a service that others rely on. End the process that you started, by its id.","trust":4,"match":[{"\
program":["end-process"],"args":{"any":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkMana\
ger","dbus*","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mong\
od","redis-server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"]}},{"program":["systemctl","rc-\
service","initctl"],"subcommand":["stop","kill","mask","disable","isolate","suspend","hibernate"]},{"program":["rc-service"],"subcommand":["* stop","* zap"]},{"\
program":["Stop-Service"]},{"program":["service"],"args":{"any":["stop"]}},{"program":["launchctl"],"subcommand":["unload","bootout","remove","kill"]},{"program\
":["tmux","screen"],"subcommand":["kill-server"]},{"program":["tmux"],"subcommand":["kill-session"],"flags":{"any":["-a"]}},{"program":["sc","net"],"subcommand"\
:["stop","delete"]}]},{"code":"destructive_operation_blocked","id":"kill-unnamed","category":"processes","severity":"severe","explanation":"Nobody can say befor\
e which processes this ends. End the process that you started, by its id.","trust":3,"match":[{"program":["pkill","killall"],"args":{"any":["\\ufffc"]},"language\
":["python","javascript","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"turn-off-machine","category":"processes","severity":"catastrophic\
","explanation":"This turns the machine off or starts it anew, for everybody on it.","match":[{"program":["shutdown","reboot","halt","poweroff","Stop-Computer",\
"Restart-Computer"],"flags":{"none":["--help","-c","--version","--show"]}},{"program":["init","telinit"],"args":{"any":["0","6","1","s","S"]}},{"program":["syst\
emctl","loginctl"],"subcommand":["reboot","poweroff","halt","rescue","emergency","kexec","soft-reboot"]}]},{"code":"destructive_operation_blocked","id":"fork-bo\
mb","category":"fork-bombs","severity":"catastrophic","explanation":"This starts processes without end until the machine stands still.","match":[{"program":["fo\
rk-bomb"]}]},{"code":"destructive_operation_blocked","id":"fork-in-code","category":"fork-bombs","severity":"severe","explanation":"Nobody can say before it run\
s how many processes this code starts. Start them by the shell or a pool.","trust":3,"match":[{"program":["fork"],"language":["python","perl","ruby","php"]}]},{\
"code":"destructive_operation_blocked","id":"fill-disk-or-memory","category":"fork-bombs","severity":"severe","explanation":"This writes or reads without end un\
til disk or memory are full. Say how much.","trust":4,"match":[{"program":["yes"],"redirected":true,"writes":["root","system","local-system","home","personal","\
outside","workspace","source","disposable","temp","data","unknown"],"flags":{"none":["--help"]}},{"program":["cat","dd"],"reads":["endless"],"redirected":true,"\
language":["shell"],"args":{"none":["count=*"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"reads":["endless"]},{"program":["tail","sort","tac",\
"sponge","shuf","column"],"from":{"program":["cat","tr","base64"],"reads":["endless"],"without":["head","timeout","cut","sed"]}},{"program":["tail","sort","tac"\
,"sponge","shuf","column"],"from":{"program":["dd"],"reads":["endless"],"without":["head","timeout","cut","sed"],"operands_at_most":1}},{"program":["tail","sort\
","tac","sponge","shuf","column"],"from":{"program":["yes"],"without":["head","timeout","sed","awk"]}},{"program":["dd"],"reads":["nowhere"],"writes":["workspac\
e","root","home"]},{"program":["fallocate"],"names":["workspace","root","home"]},{"program":["fallocate","truncate"],"options":{"-l":["*T","*TB","*TiB","*P","*E\
"]}},{"program":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code":"destructive_operation_blocked","id":"overwrite-disk","catego\
ry":"disks","severity":"catastrophic","explanation":"This writes to a disk below its file system; everything on it is lost. Use a file in the workspace as an im\
age.","match":[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"],"names":["device"]},{"program":["badblocks"],"names":["device"],"flags":{"any":["-\
w"]}},{"program":["wipefs"],"names":["device"],"flags":{"any":["-a","--all","-o","--offset"],"none":["-n","--no-act"]}},{"program":["hdparm"],"names":["device"]\
,"flags":{"any":["--security-erase","--security-erase-enhanced","--security-set-pass","--write-sector","--make-bad-sector","--repair-sector","--trim-sector-rang\
es","--fwdownload","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"names":["device"],"flags":{"none":["--help","-V","-h","--version"\
]}},{"program":["Format-Volume","Clear-Disk","Initialize-Disk","Remove-Partition","nwipe"]},{"program":["bcachefs"],"subcommand":["format"]},{"program":["asr"],\
"flags":{"any":["--erase","-erase"]}},{"program":["systemd-cryptenroll"],"flags":{"any":["--wipe-slot"]}},{"program":["mke2fs"],"names":["device"],"flags":{"non\
e":["--help","-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]}},{"program":["nvme"],"subcommand":["format","san\
itize"]}]},{"code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severity":"severe","explanation":"This changes a file system, or makes\
 one, where others may have data. Use a file in the workspace.","trust":4,"match":[{"program":["debugfs"],"names":["device"],"flags":{"any":["-w"]}},{"program":\
["tune2fs"],"names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"none":["-P"]}},{"program":["e2fsck","fsck*","xfs_r\
epair"],"names":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs","mkswap","newfs","mkfs_*"],"names":["system","unk\
nown","home"]},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"none":["-l","--list","-J","--json","-d","--dump","\
-p","--print","-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--stop","-S"]}}]},{"code":"destructive_operation_bloc\
ked","id":"change-partitions","category":"disks","severity":"catastrophic","explanation":"This changes partitions or volumes; what is on them may be lost.","mat\
ch":[{"program":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--help","-v","--version"]},"args":{"none":["print"]}\
},{"program":["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","--list-details","-s","-h","--help","-v","-V","--version"]},"args\
":{"none":["print"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-J","--json","-F","--list-free","-s","--show-size",\
"-g","--show-geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"],"names":["device"],"flags":{"none":["-p","--print\
","-i","--info","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremove","pvremove","lvreduce","vgreduce","pvcreate"],"flags":{"none"\
:["-t","--test","-h","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"],"flags":{"none":["-t","--test"]}},{"program":["z\
pool","zfs"],"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume delete","device delete","device remove"]},{"program\
":["mdadm"],"flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"args":{"any":["luksFormat","erase","luksErase","luks\
RemoveKey","luksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["erase*","partitionDisk","secureErase","zeroDisk","apfs\
 delete*","reformat","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program":["efibootmgr"],"flags":{"any":["-B","--delete-bootnum","-c","\
--create","-o","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","create","load","reload","suspend","rename","message"]}]},{"code":"d\
estructive_operation_blocked","id":"change-mounts","category":"disks","severity":"severe","explanation":"This changes what is mounted for everybody on the machi\
ne.","trust":4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}},{"program":["umount","mount"],"names":["root","s\
ystem","home","device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B","-R"]}},{"program":["mount"],"options":{"-o":["*\
remount*","*bind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"args":{"at_least":1}}]},{"code":"destructive_opera\
tion_blocked","id":"prune-containers","category":"containers","severity":"severe","explanation":"This removes containers, images, or volumes that others may nee\
d. Remove yours by name.","trust":3,"spares":["own-act"],"match":[{"program":["docker","podman","nerdctl"],"subcommand":["system prune","volume prune","containe\
r prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"program":["docker","podman","nerdctl"],"subcomm\
and":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume rm","volume remove","stack rm","stack remove\
","service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","\
container kill","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"line":{"any":["* ps","* ps *","* ls","* ls *","* list","* list *","*\
 images","* images *"],"none":["* --filter *","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*"]}},{"program":["docker","podman","nerdct\
l"],"subcommand":["rm","rmi","kill","stop","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],\
"subcommand":["compose down","compose rm"],"flags":{"any":["-v","--volumes","--rmi"]},"level":"strict"},{"program":["docker-compose","podman-compose"],"subcomma\
nd":["down","rm"],"flags":{"any":["-v","--volumes","--rmi"]},"level":"strict"},{"program":["docker","podman","nerdctl","docker-compose","podman-compose"],"args"\
:{"any":["down","rm"]},"flags":{"any":["-v","--volumes"]},"line":{"any":["*compose* -p *","*compose* --project-name*","* -H *compose*","* --host*compose*","* --\
context*compose*","*compose*prod* down *"]}},{"program":["crictl"],"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a","--all","-f"]}},{"program":["c\
tr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"destructive_operation_blocked","id":"container-escape","category":"containers","severity":"severe"\
,"explanation":"This gives a container power over the host. Mount the folder that it needs, without extra rights.","trust":4,"match":[{"program":["docker","podm\
an","nerdctl"],"subcommand":["run","create","container run","exec"],"flags":{"any":["--privileged"]}},{"program":["docker","podman","nerdctl"],"subcommand":["ru\
n","create","container run"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev:*","\
/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run\
","create","container run"],"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*","/usr:*","/boot*","/dev\
:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman","nerdctl"],"subcommand":\
["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*source=/root*"]}},{"program":["dock\
er","podman","nerdctl"],"subcommand":["run","create"],"options":{"--pid":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"opti\
ons":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--userns":["host"]}},{"program":["docker","podman","\
nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cgrou\
pns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cap-add":["ALL","all","SYS_ADMIN","CAP_SYS_ADMIN","SYS_PTRA\
CE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--device":["/dev/sd*","/dev/nvme*","/de\
v/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--security-opt":["*unconfined*","*disable*"]}},{"progra\
m":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.sock"]}}]},{"code":"destructive_operation_blocked","id":"cluster\
-delete","category":"containers","severity":"severe","explanation":"This deletes or stops what runs in a cluster. Ask the person who runs it.","trust":4,"spares\
":["own-act"],"match":[{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc"],\
"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl","k3s kubectl"],"subcommand":\
["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any":["--force"]}},{"program":["kubectl","oc"],"subcommand":\
["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"program":["kubectl","oc"],"subcomman\
d":["create clusterrolebinding","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*"\
,"*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--privileged"]}},{"program":["kubectl","oc"],"subcommand":["ru\
n","debug"],"options":{"--overrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug node/*"]},{"program":["helm"],\
"subcommand":["uninstall","delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset"]},{"program":["k3s-uninstall\
.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind","k3d"],"subcommand":["delete \
clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","talosctl"],"subcommand":["delete","delete *","reset"]},{"pr\
ogram":["nomad"],"subcommand":["job stop","stop","system gc","namespace delete","volume delete"]},{"program":["argocd"],"subcommand":["app delete","cluster rm",\
"proj delete"]},{"program":["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"program":["velero"],"subcommand":\
["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot restore","user delete"]},{"program":["consul"],"subcommand":[\
"kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructive_operation_blocked","id":"local-machine-delete","categ\
ory":"containers","severity":"severe","explanation":"This deletes a machine or a cluster on this machine, with what is in it. Make one of your own and delete th\
at.","trust":4,"level":"strict","spares":["own-act"],"match":[{"program":["kind","minikube","k3d","limactl","colima","lando","ddev","distrobox","toolbox","orb",\
"multipass"],"subcommand":["delete","destroy","rm","remove","* delete","* rm","* destroy","delete clusters"]},{"program":["vagrant"],"subcommand":["destroy"]}]}\
,{"code":"destructive_operation_blocked","id":"cloud-delete","category":"clouds","severity":"severe","explanation":"This deletes or stops resources of a cloud a\
ccount. Ask the person who runs it.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["cloud-sdk"]},{"program":["curl","http"],"line":{"any":["*sc\
ript=*enkins*tems*.delete()*","*script=*enkins*tems*.doDelete()*"]}},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"],"subcommand":["s3 rm","s3 mv"\
],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--delete"]}},{"program":["aws"],"sub\
command":["* delete-*","* terminate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* stop-*","* disable-*","* releas\
e-*","* reboot-*","* destroy-*","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","* unregister-*","* batch-write-\
item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"program":["aws"],"options":{"--ch\
ange-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true"]}},{"program":["azcopy"],"subcommand":["sync"],\
"flags":{"any":["--delete-destination"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-windows-password","purge"]}},{"program":["gcloud"]\
,"subcommand":["storage rm","storage buckets delete","compute instances stop","compute instances reset"]},{"program":["bq"],"subcommand":["rm"]},{"program":["az\
"],"args":{"any":["delete","purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"],"flags":{"none":["--local"]}\
},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","deletefile","cleanup","rmdirs","move"]},{"program\
":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous"]}},{"program":["s3cmd","s5cmd","b2","azcopy","s\
wift"],"subcommand":["rb","del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"program":["dvc"],"subcommand":["gc"],"flags":{"any":["-c"\
,"--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"subcommand":["pg:psql"],"args"\
:{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/aws-cli","*/aws-cli:*","*/clou\
d-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* delete *"]}}]},{"code":"destru\
ctive_operation_blocked","id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud account, or opens something of \
it to everybody. Ask the person who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-login-profile","iam attach-*","i\
am put-*","iam add-user-to-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3api put-bucket-policy","s3api pu\
t-bucket-acl","s3api put-object-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-attribute","* modify-snapshot-\
attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{"program":["aws"],"flags":{"an\
y":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","set-iam-policy","remove-iam-pol\
icy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["az"],"subcommand":["role assig\
nment create","ad user create","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy","category":"clouds","severity\
":"severe","explanation":"This destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","trust":4,"match":[{"program":["\
terraform","tofu","terragrunt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","state push","destroy-all"]},{"pr\
ogram":["terraform","tofu","terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","-destroy","--destroy","--terra\
grunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-destroy*","tofu *plan*-destroy*",\
"terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulumi"],"subcommand":["up","updat\
e"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify","kamal","cdktf","up","chalic\
e","zappa","terraform-destroy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc delete"]},{"program":["vagrant"]\
,"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*state=\
absent*","*curl*|*sh*","*systemctl stop*","*state=stopped*","*state=terminated*","*state=deleted*"]}},{"program":["salt","salt-call","salt-ssh"],"args":{"any":[\
"*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine","vol-delete","pool-delete"]},{\
"program":["VBoxManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},{"program":["wsl","wsl.exe"],"flags":{"an\
y":["--unregister"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"program":["esxcli"],"subcommand":["vm proc\
ess kill","storage * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--name","-d","--destroy","-f","--force"]}},{"\
program":["lxc-destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}}]},{"code":"destructive_operation_blocke\
d","id":"service-delete","category":"clouds","severity":"severe","explanation":"This deletes what a remote service keeps, for everybody who uses it. Ask the per\
son who owns it.","trust":4,"spares":["own-data","own-act"],"match":[{"service_verb":"destroys"},{"program":["curl","http","https","wget","xh","xhs"],"options":\
{"-X":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"\
args":{"any":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program\
":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*m\
utation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*mutation*{*delete*(*","*mutation*{*Delete(*","\
*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data\
-raw":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["fly\
","flyctl"],"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{"program":["curl","http","https","wget","xh","xhs"],"args":{"a\
ny":["*/scriptText","*/script"]},"line":{"any":["*script=*.delete()*","*script=*.doDelete()*","*script=*.doKill()*","*script=*.doSafeRestart*","*script=*.delete\
Dir()*","*script=*.deleteRecursive()*","*script=*.doWipeOutWorkspace()*","*script=*.execute()*"]}},{"program":["nsupdate","knsupdate"],"flags":{"none":["-h","-V\
","--help","--version"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["Remove-Az*"\
,"Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["\
*<delete>*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost\
*","localhost*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]},"args":{"any":["*/update*"],"n\
one":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["Remove-Az*",\
"Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]}]},{"code":"destructive_operation_blocked","id":"drop-database","category":"d\
atabases","severity":"severe","explanation":"This drops a database or all that is in it. Make one of your own for the test and drop that.","trust":4,"spares":["\
own-data","own-act"],"match":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush","drop-owned","drop-keyspace","drop-tablespace","shutdown","\
purge"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["dropdb"],"args":{"none":["test","*\
_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmin"],"args":{"any":["drop","shu\
tdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"],"line":{"any":["echo *flush_all*","printf *flush_all*"]}},{"program":["redis-cli","valkey-cli"],"\
subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["config set","CONFIG SET"],"arg\
s":{"any":["dir","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["pg_resetwal"],"flags":{"none":["-n","--dry-run","--\
help","--version"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nodetool"],"subcommand":["decommission","removenode","ass\
assinate"]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]}},{"program":["curl","http","\
https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*",\
"*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"-X":["DELETE"]}},{"pr\
ogram":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensear\
ch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":\
{"--request":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/\
v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/d\
b*","*:5000/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any":["*:9200/*","*:9200","*:5984\
/*"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"program":["curl","http","https","w\
get","xh","xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","category":"databases","severity\
":"severe","explanation":"This deletes queues, topics or the messages in them. Make one of your own for the test and delete that.","trust":4,"spares":["own-data\
","own-act"],"match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any":["--delete","--delete-offset\
s","--execute"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-prefix"]},{"program":["celery"\
],"subcommand":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_operation_blocked","id":"destr\
oy-rows","category":"databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a migration that can be undone.","t\
rust":4,"spares":["own-data"],"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","drop-bucket","drop-stream","drop-measureme\
nt","drop-series","drop-partition","truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci\
_*","scratch*"]}},{"program":["sql"],"subcommand":["delete-production","update-production"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"da\
tabase-rights","category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or changes how it runs. Ask the person who ru\
ns it.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","drop-user","drop-role","set-global","kill\
"]}]},{"code":"destructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","explanation":"This throws away what the \
application has stored. Use a database made for the test.","trust":3,"spares":["own-data"],"match":[{"program":["rails","rake","bin/rails","hanami"],"args":{"an\
y":["db:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"flags":{"none":["-T","--tasks","-n","--dry-run"\
]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:migrate:re\
set","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]},"environment":{"*":["prod*","production","staging"]}},{"\
program":["rails","rake"],"args":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate:reset","DISABLE_DATABASE_ENVIRONMENT_CHECK=\
1"],"none":["RAILS_ENV=test"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]}},{"program":["manage.py","django-admin"],"subcommand":["flush","reset_db"]},{"\
program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py flush","manage.py migrate * zero","*/manage.py reset_d\
b"],"flags":{"none":["--help","-h"]}},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":["--force-reset","--accept-data-loss"]}},{"program":["php","\
artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"\
none":["--dump-sql","--pretend"]}},{"program":["php"],"args":{"any":["doctrine:schema:drop"]},"flags":{"all":["--dump-sql","--force"]}},{"program":["sequelize",\
"sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto","refinery","flyway","liquibase","atlas"],"subcommand":["db:\
drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset","database drop","database reset","clean","drop-all","reset","dropAll"\
,"schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"any":["--force"]}},{"program":["php"],"subcommand":["*wp-cl\
i.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"],"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["c\
onsole","symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"any":["--force","-f"]}},{"program":["convex"],"subcommand"\
:["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcommand":["migration down"]},{"program":["magento","bin/magento"],"subcom\
mand":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear","migrate delete","database drop"]},{"program":["directus"\
],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"any":["--force"]}},{"program":["medusa"],"subcommand":["db:\
drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refresh"]},{"program":["adonis","ace"],"subcommand":["db:wipe",\
"migration:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe","migration:fresh","migration:reset","migration:refresh"]}\
},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["reinstall","drop-site"]},"flags":{"any":["--site"]}},{"progr\
am":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"subcommand":["downgrade base"]},{"program":["flask"],"subcomma\
nd":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"],"none":["-f","--file","-l","--list"]}},{"program":["mongorestore"],"flags":\
{"any":["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_operation_blocked","id":"publish-package","category":"publis\
hing","severity":"severe","explanation":"What is published cannot be taken back. Build the package; a person publishes it.","trust":3,"match":[{"program":["npm"\
,"pnpm","bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"program":["yarn"],"subcommand":["publish","npm publish","work\
spaces foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-version-publish"],"flags":{"none":["--help","--version","--preview"]}},\
{"program":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","release publish","release"]},{"program":["cargo"],"subcommand":["publ\
ish","yank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subcommand":["upload"],"args":{"none":["testpypi"]}},{"program":\
["poetry","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program":["python"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"p\
rogram":["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["release","release:rubygem_push"]}},{"program":["mvn","mvnw"],\
"args":{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line":{"none":["mvn *altDeploymentRepository=*::file:*"]}},{"program":["gr\
adle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPlugins","uploadArchives","publishTo*Repository","closeAndRelease*","pub\
lishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publishSigned","sonatype*"]}},{"program":["dotnet","nuget"],"sub\
command":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push","repo push","trunk delete"]},{"program":["vsce","ovsx"],"s\
ubcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none":["--snapshot","--skip-publish","--skip"]}},{"program":["m\
ix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"program":["anaconda","conda"],"subcommand":["upload"]},{"progra\
m":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["deploy","upload","publish"]},{"program":["snapcraft","charmcr\
aft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"program":["gh","glab"],"subcommand":["release create","rele\
ase upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_blocked","id":"unpublish-package","category":"publishing","sever\
ity":"severe","explanation":"This takes away or redirects what others install. Ask the person who owns the package.","trust":4,"match":[{"program":["npm","pnpm"\
,"yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","access restricted","access grant","access revoke","access set","access ed\
it","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","team add","team rm","npm tag add","hook add","hook rm","hook update","org\
 set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"publishing","severity":"severe","explanation":"This publishes an image.\
 Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","podman","nerdctl","buildah","img"],"subcommand":["push","image push","m\
anifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}},{"program":["docker"],"subcommand":["buildx build","build\
","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"program":["helm","oras","crane","regctl","ko","cosign"],"sub\
command":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * docker://*"]}]},{"code":"destructive_operation_blocked","id"\
:"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code from elsewhere that nobody has looked at. Download it, read it, then i\
nstall it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm","yarn"],"subcommand":["install","i","add","ci","download","\
pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fe\
tch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh",\
"dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source\
","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invok\
e-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh",\
"csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from\
":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","\
iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["-","/dev/*","/proc/*"]}},{"program":["python","perl","ruby","node","php","deno","bun",\
"lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat\
","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"fl\
ags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--print"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval\
","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["base64","base32"\
,"basenc","xxd","openssl","uudecode","gunzip","zcat","gzip","rev","tr","gpg"]},"args":{"at_most":0},"flags":{"none":["-c","-m","-e","-p","-n","-r","--eval","--p\
rint"]}},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx","cargo","go"],"to":"drop"},{"program":["pip","npm","npx","gem","pnpm","yarn","uv","pipx"]\
,"args":{"any":["http://*"]}},{"program":["sudo","env","xargs","tee"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","\
netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"any":["sh","bash"]\
}},{"downloaded":true},{"program":["awk","gawk","mawk","sed","gsed","jq","bc","gnuplot"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","\
lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options\
":{"-f":["-","/dev/stdin","/dev/fd/0"]}},{"program":["sed","gsed"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","net\
cat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"options":{"--file":["-","/dev\
/stdin"]}},{"program":["pip"],"options":{"--index-url":["http://*"]}},{"program":["pip"],"options":{"--extra-index-url":["http://*"]}},{"program":["pip"],"optio\
ns":{"-i":["http://*"]}},{"program":["deno","bun"],"subcommand":["run"],"args":{"any":["http://*","https://*"]}},{"program":["mshta","rundll32","regsvr32","cert\
util","bitsadmin"],"args":{"any":["*http://*","*https://*"]}},{"program":["ansible-pull"]},{"program":["npm","pnpm"],"subcommand":["pkg set scripts.*=*curl *","\
pkg set scripts.*=*wget *"]},{"program":["crontab","at","batch","psql","mysql","awk","make"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2\
c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]}}]},{\
"code":"destructive_operation_blocked","id":"run-made-code","category":"remote-code","severity":"severe","explanation":"Nobody can say before it runs which comm\
ands this program prints for the shell. Print them to a file, read it, then run it.","trust":3,"match":[{"program":["sh","bash","zsh","dash","ksh","ash","fish"]\
,"from":{"program":["perl","python","ruby","node","php","deno","bun","lua","awk","gawk","mawk","tclsh"]},"args":{"at_most":0},"flags":{"none":["-c"]}}]},{"code"\
:"destructive_operation_blocked","id":"reverse-shell","category":"exfiltration","severity":"catastrophic","explanation":"This gives somebody elsewhere a shell o\
n this machine.","match":[{"writes":["connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","e\
val","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"reads":["\
connection","local-connection"],"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","ph\
p","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"args":{"at_most":0}},{"writes":["connection"],"program":["exec","nc"],\
"line":{"any":["sh","sh *","bash","bash *","zsh","dash","\\ufffc*"]}},{"program":["nc","ncat","netcat","nc.traditional","nc.openbsd"],"flags":{"any":["-e","--exe\
c","--sh-exec","--lua-exec"]}},{"program":["nc","ncat","netcat","nc.traditional"],"options":{"-c":["*sh","*sh *","*.exe","\\ufffc*"]}},{"program":["socat"],"args\
":{"any":["*exec:*","*EXEC:*","*system:*","*SYSTEM:*"],"none":["-","stdio*","STDIO*","pty*","PTY*","unix*","UNIX*","file:*","FILE:*","stdin*","STDIN*","exec:./*\
","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet","mkfifo"]}},{"program":["sh","bash","zsh","dash"]\
,"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash","zsh","d\
ash"],"operands_at_most":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0},"line":{"any":["openssl s_client*"]}},{"p\
rogram":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any":["nc *"]},"via":["php","perl","ruby","python","node"]},{"program":[\
"xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}}]},{"code":"destructive_operation_blocked","id":"attack-tool","category":"exfiltration","severity":\
"severe","explanation":"This is a tool for breaking into machines, or for listening to them. Say what it is needed for.","trust":4,"match":[{"program":["msfveno\
m"],"flags":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"program":["chisel"],"subcommand":["server","client"]},{"program":["msfco\
nsole","meterpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","responder","Responder.py","arpspoof","logkeys","crackmapexec","netexe\
c","impacket-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--version"]}},{"program":["showkey"],"flags":{"any":["-k","-s","-a","--\
keycodes","--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":["-w","-A"\
,"-X","-Y"],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"none":["-h","-V","-I"]}}]},{"code":"credential_file_protected","id":"s\
end-secrets","category":"exfiltration","severity":"severe","explanation":"This sends secrets, or what may hold them, to another host. Nothing of the kind leaves\
 this machine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","f\
tp","tftp","sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accounts","logs"]}},{"program":["curl","wget","http","https","xh","nc","nca\
t","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["env","printenv","set","\
export","declare","history"]},"to":"remote"},{"program":["nc","ncat","netcat","telnet","socat","mail","mailx","sendmail"],"from":{"program":["env","printenv","s\
et","history","export"]}},{"program":["curl","wget","scp","rsync","http","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh",\
"ftp","tftp","sftp","lftp","websocat"],"reads":["credentials","accounts","system","home","root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"\
],"reads":["credentials","accounts","system","home","root","personal","logs"],"args":{"any":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data"\
,"category":"exfiltration","severity":"severe","explanation":"This sends files or the output of commands to another host. Leave what you have made in the worksp\
ace.","trust":3,"match":[{"program":["curl","wget","http","https","xh","httpie"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary\
","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"to":"drop"},{"program":["nc","ncat","netcat","socat","tel\
net","scp","rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"]},"to":"remote"},{"program":["nc","ncat","netcat"],"reads":["source","outside","data",\
"workspace","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","ssh","curl","wget"],"from":{"program":["tar","zip","git","gzip","xz",\
"pg_dump","pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd","base64","openssl","gpg","xxd"]},"to":"remote"},{"program":["mail","m\
ailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip","pg_dump","mysqldump","mongodump","gpg","base64","xxd"]}},{"program":\
["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs"]},{"progr\
am":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":["*.sql*","*.tar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id\
_*"]}},{"program":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credentials","data","home","personal","system","accounts","vcs","logs","works\
pace"]},{"program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--js\
on","--post-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credentials","home","personal","vcs"],"to":"remote"},{"program":["curl","wget"],\
"flags":{"any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","http","xh"],"flags":{"any":["-F","--form"]},"reads":["source","workspace\
","outside","temp","disposable"],"to":"remote"},{"program":["curl"],"args":{"any":["@*\\\\*\\\\*/*","@*/\\\\*.*"]},"to":"remote"},{"program":["curl","http","xh"],"rea\
ds":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"to":"remote"},{"program":["rsync","scp"],"reads":["works\
pace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhos\
t*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspace","source","vcs","personal","home","data","outside"]},"\
line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["ssh"],"reads":["workspace","source","vcs","persona\
l","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"program":["git"],"subcommand":["\
push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0\
.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remote add * *://*","git remote add * *@*:*","git remote set-\
url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any":["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*\
.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside","data","workspace","personal","home","logs"]},"options"\
:{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"program":["httpd"],"options":{"-h":["/","~","/home*","/etc*"\
,"/root*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program":["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~"\
,"~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync"\
,"s3 mv"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3://*"]}},{"program":["gsutil","gcloud","rclone","azcopy"\
,"mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","system","accounts","data","workspace","personal","vcs","logs\
"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h","--version"]}},{"program":["gh"],"subcommand":["gist c\
reate"],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["writes","cat","echo","printf","tar","dd","base64","exec",":\
","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","ruby","node","php","deno","bun","lua","osascript","tclsh"\
,"pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operation_blocked","id":"smuggle-data","category":"exfiltration"\
,"severity":"severe","explanation":"This puts what a command finds into an address that another host sees.","trust":4,"match":[{"program":["dig","nslookup","hos\
t","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslo\
okup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*","od *","hexdump*","whoami","hostname","id"]}},{"program"\
:["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget","xh"],"options":{"-H":["*\\ufffc*"]},"line":{"any":["env"\
,"printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--header":["*\\ufffc*"\
]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":\
{"-A":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget"\
,"xh"],"options":{"--user-agent":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"\
},{"program":["curl","wget","xh"],"options":{"-b":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v\
"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--cookie":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","\
declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-e":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -\
p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"--referer":["*\\ufffc*"]},"line":{"any":["env","printenv",\
"set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-u":["*\\ufffc*"]},"line":{"any":[\
"env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{"-d":["*\\ufffc*"]\
},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wget","xh"],"options":{\
"--data":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"program":["curl","wg\
et","xh"],"options":{"-F":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]},"to":"remote"},{"pro\
gram":["curl","wget","http","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["env","printenv","set","export","export -p","declare -p","declare -x","compgen -v"]\
},"to":"remote"},{"program":["curl","wget","xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ss\
h"],"flags":{"any":["-R","-D","-w"]}},{"program":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","fr\
pc","serveo","tailscale","zrok","iodine","dnscat","dnscat2"],"flags":{"none":["--help","--version"]},"args":{"none":["version","help","status","completion","lis\
t","info","verify","ip","netcheck","ping","whois","config"]}},{"program":["code","code-insiders","cursor"],"subcommand":["tunnel"]},{"program":["ttyd"],"flags":\
{"any":["-W","--writable"]}},{"program":["gotty"],"flags":{"any":["-w","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tmate"],"flags":{"none":["\
-h","--help","-V","--version"]}}]},{"code":"destructive_operation_blocked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"T\
his deletes something of another service. Ask the person who owns it.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"\
remote"},{"program":["curl","wget"],"options":{"--request":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delet\
e"]},"to":"remote"},{"program":["http","https","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"},{"program":["curl","wget","http","https","xh","xhs"],\
"options":{"-X":["POST","PUT","PATCH"]},"args":{"any":["http*/bulk*delete*","http*/batch*delete*","http*/delete","http*/delete/","http*/delete_*","http*/deleteA\
ll*","http*/_delete_by_query*","http*/purge","http*/purge_*","http*/truncate","http*/destroy","http*/flush_all","http*:purge","http*:bulkDelete","http*.delete"]\
},"to":"remote"}]}]');var Em=12,Hn={words:[P("\uFFFC")],exported:!1},qi=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
P("bash")];last="";hasAlternatives=!1;fixed=new Set;environment;get(e){return this.variables.get(this.resolveName(e))}addReference(e,s){e!==s&&(this.references=
new Map(this.references).set(e,s))}resolveName(e){return this.references.get(e)??e}value(e){let s=this.resolveName(e),r=this.variables.get(s);return r?r.words[0]?.
text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(S.shellVariables,s)?S.shellVariables[s]:"\uFFFC"}set(e,s,r=this.get(e)?.exported??!1){let n=this.
resolveName(e);this.fixed.has(n)?this.variables.set(n,{...Hn,exported:r}):this.variables.set(n,{words:s,exported:r}),r&&(this.environment=void 0)}export(e){let s=this.
variables.get(e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set([...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(
this.variables.size>>3);let e={};for(let[s,{words:r,exported:n}]of this.variables)n&&r[0]&&(e[s]=r[0]);return this.environment=e,e}define(e,s){let n=this.functions.
get(e)?.bodies??[];this.functions.set(e,{bodies:n.includes(s)?n:[...n,s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.
budget.spend(1+(this.variables.size>>3));let e=Object.assign(new t(this.budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].
map(([s,r])=>[s,{...r}])),e.aliases=new Map(this.aliases),e}child(e,s={}){let r=this.copy();for(let[n,{exported:o}]of this.variables)o||r.variables.set(n,Hn);for(let n of r.
functions.values())n.certain=!1;for(let[n,o]of Object.entries(s))r.set(n,[o],!0);return r.aliases.clear(),r.arguments=e,r}same(e){let s=([r,n])=>Oi(n)===Oi(e.variables.
get(r));return this.variables.size===e.variables.size&&[...this.variables].every(s)}listAlternatives(e){let s=e.map(n=>n&&"text"in n?n.text:"").join(`
`);return[...new Set([...s.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)].map(([,n])=>n))].flatMap(n=>(this.get(n)?.alternatives??[]).map(o=>{let i=this.copy();return i.
set(n,o),i}))}mayBe(e,s){let r=this.variables.get(e)??Hn,n=r.alternatives??[];if(n.some(i=>wc(i)===wc(s)))return;this.hasAlternatives=!0;let o=n.length<Em?s:[P(
"\uFFFC\uFFFB")];n.length<=Em&&this.variables.set(e,{...r,alternatives:[...n,o]})}join(e){for(let s of new Set([...this.variables.keys(),...e.variables.keys()])){
let[r,n]=[this.variables.get(s),e.variables.get(s)];if(r===n)continue;Oi(r)!==Oi(n)&&this.set(s,Hn.words,(r?.exported||n?.exported)??!1);let o=F_([r,n]);if(o.length>
1||this.variables.get(s)?.words===Hn.words)for(let i of o)this.mayBe(s,i)}e.arguments.length>=this.arguments.length&&(this.arguments=e.arguments);for(let[s,{bodies:r,
certain:n}]of e.functions){let o=this.functions.get(s);o?o.bodies.length<r.length&&this.functions.set(s,{bodies:r,certain:o.certain&&n}):this.functions.set(s,{bodies:r,
certain:!1})}for(let[s,r]of this.functions)e.functions.has(s)||this.functions.set(s,{...r,certain:!1});for(let[s,r]of e.aliases)(this.aliases.get(s)?.length??0)<
r.length&&this.aliases.set(s,r);this.folder!==e.folder&&(this.folder="\uFFFC")}},wc=t=>t.map(({text:e})=>e).join("\0"),Oi=t=>t&&wc(t.words),F_=t=>t.flatMap(e=>e?
[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.includes("\uFFFC")||De(s))));var V_=S.escapes,Fe=t=>t.map(e=>`${e}
`).join("");function Ts(t){return t.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,(e,s,r,n,o,i)=>{if(i!==void 0)
return V_[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(s??r??n,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function Bn([
t="",...e]){if(t==="--")return Bn(e);if(t.startsWith("-v"))return"";let s="",r=0;do{let n=r;if(s+=H_(t,()=>e[r++]??""),r===n)break}while(r<e.length&&s.length<=zt);
return s}var U_=new RegExp("%%|%[-+ #0]*(\\d*|\\*)(?:\\.(\\d+|\\*))?([a-zA-Z])|\\\\(?:x\\p{AHex}{1,2}|u\\p{AHex}{1,4}|U\\p{AHex}{1,8}|[0-7]{1,3}|.)","gsu");function H_(t,e){
return t.replace(U_,(s,r,n,o)=>{if(s==="%%")return"%";if(o===void 0)return Ts(s);r==="*"&&e(),n==="*"&&e();let i=e();if(i.includes("\uFFFC"))return i;if(o==="b")
return Ts(i);if(o==="c")return i.slice(0,1);if(o==="s")return/^\d+$/.test(n??"")?i.slice(0,Number(n)):i;let a=/^['"]/.test(i)?i.codePointAt(1)??0:Number(i||0);return Number.
isSafeInteger(a)?o==="x"||o==="X"||o==="o"?a.toString(o==="o"?8:16):"diu".includes(o)?String(a):"\uFFFC":"\uFFFC"})}function Rr(t,e){return(e.length>0?e:[{text:"-"}]).map(({text:r})=>(r==="-"||r==="/dev/stdin"?t.context.stdin?.readRest():Ce(r,t)?.text)??"\uFFFC").join("")}function Li(t,e,s,r=!1){
let{input:n}=s.context,o=e.includes("\uFFFC")&&n?.kind==="pipe"?n.from:[];s.interpreter.files[r?"append":"write"](t,e,s.scope.folder,o)}function B_(t){let{options:e,
operands:s}=q(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??"\uFFFC";for(let{text:n}of s)Li(n,r,t,K(e,"a","append"));return r}var Cm={"tee sponge":B_,grep:t=>{
let{options:e,operands:s}=q(t.args,S.getopt.grep);if(K(e,"c","count","q","quiet"))return"\uFFFC";let r=K(e,"e","regexp","f","file")?s:s.slice(1),n=K(e,"r","R","\
recursive");if(K(e,"l","L","files-with-matches","files-without-match")){let i=r.map(({text:a})=>a.replaceAll("*","\uFFFC"));return Fe(n?i.map(a=>`${a}/${"\uFFFC"}`):
i)||"\uFFFC"}if(n)return"\uFFFC";let o=Rr(t,r);return K(e,"o","only-matching","n","H","b")?qe(o):o},dd:t=>{let e=l=>t.args.find(({text:c})=>c.startsWith(l))?.text.
slice(l.length),[s,r]=[e("if="),e("of=")],o=(s===void 0?t.context.stdin?.readRest():Ce(s,t)?.text)??"\uFFFC",a=t.args.some(l=>/^(?:skip|count|conv|bs|ibs)=/.test(
l.text))?qe(o):o;return r===void 0?a:(Li(r,a,t),"")}};var zn=require("node:path");var{forms:Gn}=S,G_=/%%|%(?!x|\d[\da-f])[-+ #0'^:_<>|\d.]*(?:[Cw]?\([^)]*\)|\{[^}]*\}|[acCGg]?[A-Za-z])|%/g,z_={"%%":"%","%n":`
`,"%t":"	"},kc=(t,e=z_)=>t.replace(G_,s=>e[s]??(s.length===1?"\uFFFC\uFFFB":"\uFFFC"));function vc({program:t,args:e}){let{prefix:s,names:r,unread:n,...o}=S.formats.
get(t),{options:i}=q(e,{...o,permuted:!0}),a=s?e.find(({text:l})=>l.startsWith(s))?.text.slice(s.length):r?W(i,...r).at(-1)?.text:e.map(({text:l})=>l).join(" ");
return a===void 0?"\uFFFC":n?new RegExp(n).test(a)?"\uFFFC\uFFFB":"\uFFFC":/^[\w-]+$/.test(a)?"\uFFFC":`${kc(Ts(a.replace(/^t?format:/,"")))}
`}function K_(t){let e=t.filter(({text:s})=>!/^(?:--|-z|-c|--cached|-o|--others|--exclude-standard)$/.test(s));return e.some(({text:s})=>s.startsWith("-"))?"\uFFFC":
`${e.map(({text:s})=>/[*.]/.test(s)?s:`${s}/*`).join(`
`)||"*"}
`}var Am=({args:t,scope:e})=>{let{operands:s}=q(t,{long:["relative-to","relative-base"],permuted:!0}),r=`${e.value("PWD")}/`,n=s.map(({text:o})=>/^[/~]/.test(o)||
o.startsWith("\uFFFC")?o:r+o);return Fe(n.map(o=>zn.posix.normalize(o).replace(/(?<=[^/])\/+$/,"")))},Y_=/"((?:[^"\\]|\\[\s\S])*)"/g,Q_=/\\\((?:[^()]|\([^()]*\))*\)/g,
Tm={realpath:Am,stat:({args:t})=>{let{options:e,operands:s}=q(t,{short:"cft",long:["format","printf"],permuted:!0}),[r]=W(e,"c","f","t","format","printf");if(!r)
return"\uFFFC";let n=s.map(({text:i,glob:a})=>a?i.replaceAll("*","\uFFFC"):i),o=Ts(r.text);return Fe(n.map(i=>kc(o,{"%%":"%","%n":i,"%N":i})))},git:t=>{let[e="",
s]=t.args.map(({text:r})=>r);return e==="rev-parse"&&s==="--show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?"\uFFFC\uFFFB":e==="ls-files"&&!t.context.isPiped?K_(t.args.slice(1)):Gn.git_filter.test(e)?qe(t.context.stdin?.remaining||"\
\uFFFC"):vc(t)},seq:({args:t})=>{let{options:e,operands:s}=q(t,{short:"fs",long:["format","separator"]}),r=W(e,"f","s","format","separator");if(r.length>0)return r.
every(({text:c})=>Gn.harmless.test(c))?"\uFFFC":"\uFFFC\uFFFB";let n=s.map(({text:c})=>Number(c)),[o,i,a]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,1,n[0]],l=Math.
floor((a-o)/i)+1;return!(l<=100)||![o,i].every(Number.isSafeInteger)?"\uFFFC":Fe(Array.from({length:Math.max(0,l)},(c,d)=>`${o+d*i}`))},readlink:t=>t.args.some(
({text:e})=>/^-\w*[fem]|^--canon/.test(e))?Am(t):"\uFFFC",basename:({args:t})=>{let{options:e,operands:s}=q(t,{short:"s",long:["suffix"]}),[r]=W(e,"s","suffix"),
n=r!==void 0||K(e,"a","multiple"),o=r??(n?void 0:s[1]),i=n?s:s.slice(0,1);if(o&&!Ue(o))return Fe(i.map(({text:l})=>qe(l)));let a=l=>zn.posix.basename(l,o?.text)||
zn.posix.basename(l)||l.slice(0,1);return Fe(i.map(({text:l})=>a(l)))},dirname:({args:t})=>{let e=q(t,{permuted:!0}).operands;return Fe(e.map(s=>(Ue(s)?zn.posix.
dirname:qe)(s.text)))},jq:({args:t,context:e})=>{let{options:s,operands:r}=q(t,{short:"fL",long:["from-file","indent"],permuted:!0}),n=s.some(({name:f})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.
test(f)),o=n?r.findIndex(({text:f})=>/[.$"[|]/.test(f)):0,a=((K(s,"f","from-file")?void 0:r[Math.max(0,o)])?.text??"").replace(Gn.jq_choosing,""),l=[...a.matchAll(
Y_)].map(([,f])=>f.replace(Q_,"\uFFFC")),c=Gn.jq_making.test(a)&&(l.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.values(e.environment).some(
Ue),u=l.every(f=>Gn.plain_text.test(f));return c||d||n&&/\$/.test(a)||!u?"\uFFFC\uFFFB":qe(e.stdin?.remaining||"\uFFFC")}},Pm=(t,e,s)=>e.map(r=>kc(Ts(t),{"%%":"\
%","%p":r,"%H":s})).join("");function Di(t){let{program:e}=t;if(X_.unique_output.test([e,...Kn(t)].join(" ")))return`${S.uniqueMark}00
`;let s=S.formats.has(e)?vc:void 0,r=rS.get(e)??(S.filters.has(e)?Om:s),n=r?r(t):S.silent.has(e)?"":"\uFFFC";return n.length>zt?"\uFFFC\uFFFB":(t.interpreter.budget.
spend(n.length>>6),n)}var{forms:X_}=S,J_=16,Z_=S.characterClasses,Kn=({args:t})=>t.map(({text:e})=>e),Ir=(t,e="",s=qe)=>r=>{let n=q(r.args,{short:e,permuted:!0}),
o=Rr(r,n.operands);return o.includes("\uFFFC")?s(o):t(o,n)??"\uFFFC\uFFFB"},xc=(t,e="")=>Ir(t,e,s=>s);function eS(t){let e=Kn(t),s=0;for(;/^-[neE]+$/.test(e[s]??
"");)s+=1;let r=e.slice(0,s).join(""),n=e.slice(s).join(" ");return(r.includes("e")?Ts(n):n)+(r.includes("n")?"":`
`)}var Nm=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="hex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):"\uFFFC\uFFFB"},Rm=Ir((t,{options:e})=>K(
e,"d","D","decode")?Nm("base64",t):`${Buffer.from(t).toString("base64")}
`,"w"),Yn=t=>t.replace(/\n$/,"").split(`
`),Im=t=>xc((e,{options:s})=>{let r=s.map(({name:i})=>i).join(""),n=W(s,"n","lines")[0]?.text??(/^\d+$/.test(r)?r:"10"),o=Yn(e);if(t&&/^\+\d+$/.test(n))return Fe(
o.slice(Number(n)-1));if(!(!/^\d{1,6}$/.test(n)||K(s,"c","bytes")))return Fe(t?o.slice(-Number(n)):o.slice(0,Number(n)))},"cn"),tS=Ir((t,{options:e})=>{let[s]=W(
e,"c","b","f"),r=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!r)return;let n=Math.max(1,Number(r[1]||1)),o=r[2]===""?n:Number(r[3]||zt),i=W(e,"d")[0]?.text??"	",a=K(
e,"f"),l=c=>(a?c.split(i):[...c]).slice(n-1,o).join(a?i:"");return Fe(Yn(t).map(l))},"cbfd");function sS(t,{options:e}){if(e.some(({name:r})=>!/^(?:[uro]|unique|reverse|output)$/.
test(r)))return;let s=Yn(t).sort();return K(e,"r","reverse")&&s.reverse(),Fe(K(e,"u","unique")?[...new Set(s)]:s)}function Om(t){let s=q(t.args,{permuted:!0}).operands.
slice(0,J_).map(({text:n})=>Ce(n,t)?.text??"");return[t.context.stdin?.remaining??"",...s].filter(n=>n!=="").some(n=>qe(n)==="\uFFFC\uFFFB")?"\uFFFC\uFFFB":"\uFFFC"}
var rS=Ii({echo:eS,printf:t=>Bn(Kn(t)),cat:t=>Rr(t,q(t.args,{permuted:!0}).operands),base64:Rm,openssl:t=>t.args[0]?.text==="base64"?Rm({...t,args:t.args.slice(
1)}):Om(t),xxd:Ir((t,{options:e})=>K(e,"r")&&K(e,"p","ps")?Nm("hex",t):void 0),rev:Ir(t=>Fe(Yn(t).map(e=>[...e].reverse().join("")))),tac:Ir(t=>Fe(Yn(t).reverse())),
tr:t=>{let e=t.context.stdin?.readRest()??"\uFFFC";return e.includes("\uFFFC")?qe(e):nS(e,Kn(t))??"\uFFFC\uFFFB"},head:Im(!1),tail:Im(!0),cut:tS,sort:t=>{let e=xc(
sS,"oktST")(t),{options:s}=q(t.args,{short:"oktST",long:["output"],permuted:!0}),[r]=W(s,"o","output");return r&&Li(r.text,e,t),r?"":e},uniq:xc((t,{options:e})=>K(
e,"c","count","f","s","w")?void 0:t),mktemp:({args:t})=>{let{options:e,operands:s}=q(t,{short:"p",long:["suffix"],permuted:!0}),[r]=W(e,"p","tmpdir"),n=s[0]?s[0].
text.replace(/X{3,}/,"\uFFFC"):`tmp.${"\uFFFC"}`,o=r?.text??(s[0]&&!K(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?n:`${o}/${n}`}
`},strings:Ir(t=>t),ls:({args:t})=>{let{options:e,operands:s}=q(t,{permuted:!0});return!K(e,"d","directory")||K(e,"l")||s.length===0?"\uFFFC":Fe(s.map(({text:r})=>r.
replaceAll("*","\uFFFC")))},yes:t=>`${Kn(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,"which type":({args:t})=>{let{operands:e}=q(t,{permuted:!0});return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)},...Cm,...Tm});function nS(t,e){let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[r,n]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(oS);if(r===void 0||/[cCs]/.test(
s))return;if(s.includes("d"))return[...t].filter(i=>!r.includes(i)).join("");if(n===void 0||n.length===0)return;let o=new Map(r.map((i,a)=>[i,n[Math.min(a,n.length-
1)]]));return[...t].map(i=>o.get(i)??i).join("")}function oS(t){let e=Ts(t.replace(/\[:(\w+):\]/g,(n,o)=>Z_[o]??"")),s=[],r=[...e];for(let n=0;n<r.length&&s.length<
1024;n+=1){let[o,i]=[r[n].codePointAt(0),r[n+2]?.codePointAt(0)];if(r[n+1]==="-"&&i!==void 0&&i>=o&&i-o<256){for(let a=o;a<=i;a+=1)s.push(String.fromCodePoint(a));
n+=2}else s.push(r[n])}return s}var Lm=require("node:path");var{forms:iS}=S,qm={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},aS=8;function Dm(t){let{options:e,operands:s}=q(t.args,S.getopt.git),r={...t.context.environment},
n=lS(e,r,t);for(let{name:c,value:d}of e)qm[c]&&d&&(r[qm[c]]=d);let o=t.scope.copy();for(let{text:c}of W(e,"C"))o.folder=/^[/~]/.test(c)||o.folder===void 0?c:Lm.posix.
normalize(`${o.folder}/${c}`);let i={...t,args:s,scope:o,context:{...t.context,environment:r}},a=c=>{ie(c,i)};for(let[c,d]of n)iS.git_settings.test(c)&&a(d.replace(
/^!/,""));let l=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let c of S.gitVariables)l[c]!==void 0&&a(l[c].text);return jm(i,n,0)}function lS(t,e,{
scope:s}){let r=[],n=s.exported(),o=a=>(e[a]??n[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)r.push([o(`GIT_CONFIG_KEY_${a}`)??
"",o(`GIT_CONFIG_VALUE_${a}`)??"\uFFFC"]);for(let[,a,l]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))r.push([a,l]);for(let{text:a}of W(
t,"c")){let[,l=a,c="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];r.push([l,c]),e[`GIT_CONFIG_KEY_${i}`]=P(l),e[`GIT_CONFIG_VALUE_${i}`]=P(c),i+=1,e.GIT_CONFIG_COUNT=
P(String(i))}for(let{text:a}of W(t,"config-env")){let[l="",c=""]=a.split("=");r.push([l,(e[c]??s.get(c)?.words[0])?.text??"\uFFFC"])}return r}function jm(t,e,s){
let[r,...n]=t.args;if(r===void 0)return V(t);let o=e.findLast(([a])=>a.toLowerCase()===`alias.${r.text.toLowerCase()}`)?.[1]??t.interpreter.gitAliases.get(r.text);
if(o!==void 0&&s<aS){if(o.startsWith("!"))return ie(`${o.slice(1)} "$@"`,t,[P("git"),...n]);let a=o.trim().split(/\s+/),l=Se(a.map(c=>c.replace(/^(["'])(.*)\1$/,
"$2")));return jm({...t,args:[...l,...n]},e,s+1)}let i=V(t);return cS(r.text,n,t),i}function cS(t,e,s){let r=u=>{ie(u,s)},{code:n=[],...o}=S.gitCode.get(t)??{},
{options:i,operands:a}=q(e,{...o,permuted:!0});for(let{text:u}of W(i,...n))r(u);t==="bisect"&&e[0]?.text==="run"&&an(e.slice(1),s);let[,l]=/(?:^| )foreach (?:(?:--recursive|-q|--quiet) )?([\s\S]*)/.
exec(ee(e).text)??[];t==="submodule"&&l!==void 0&&r(l);for(let{text:u}of a)u.startsWith("ext::")&&r(u.slice(5).replaceAll("% ","\\ "));let c=t==="config"?e.findIndex(
({text:u})=>/^alias\./i.test(u)):-1,d=e[c+1]?.text;c!==-1&&d!==void 0&&s.interpreter.gitAliases.set(e[c].text.slice(6),d)}Ut();var dS=16,uS=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function pS(t,e,{options:s,operands:r,code:n,files:o,reads:i}){let{args:a,scope:l,context:c}=t,[d]=r,u=d!==void 0&&(o.
includes(d)||n.includes(d)||i&&d.text==="-"),f=e==="python"?a.findIndex(_=>n.includes(_)):-1,p=f>=0?a.slice(f+1):r.slice(u?1:0),h=e==="awk",g=h||(e==="perl"||e===
"ruby")&&K(s,"n","p")?p.slice(0,dS).flatMap(({text:_})=>Ce(_,t)?.text??[]):[],y=i||c.stdin?.remaining==="\uFFFC"?void 0:c.stdin?.remaining,v=h?[...W(s,"v","assi\
gn"),...p]:[];return{args:p,environment:{...l.exported(),...c.environment},variables:new Map(v.flatMap(({text:_})=>[..._.matchAll(uS)].map(([,k,x])=>[k,x]))),...Ie(
{script:u&&o.includes(d)?d.text:void 0,input:g.length>0?g.join(""):y||void 0,separator:h?W(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&
K(s,"p","print")||void 0})}}var{interpreters:Wm,forms:$c}=S;function ji(t){let e=Mm(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":
Wm.get(e)?.language}var Mm=t=>t.replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function fS(t,e,s){let{
code:r=[],module:n=[],operands:o}=s,{options:i,operands:a}=q(gS(e,t.args),s),l=W(i,...r),c=W(i,...s.files??[]);o==="code"&&l.length===0&&c.length===0&&l.push(...e===
"redis-cli"&&a.length>0?[ee(a)]:a.slice(0,1)),o==="database then code"&&l.push(...a.slice(1)),l.length===0&&c.length===0&&c.push(...Se(s.usual??[])),o==="databa\
se then files"&&c.push(...a.filter(({text:h})=>/\.(?:m?js|mongodb)$/.test(h))),i.some(({value:h})=>h?.text.startsWith("data:"))&&t.interpreter.budget.fail("too-\
much","code in an address is not followed");let[d]=W(i,...n);d?.text==="timeit"&&l.push(...a.filter(({text:h})=>!/^-\w*[nru]?\d*$/.test(h)));let u=o===void 0&&l.
length===0&&!K(i,...n);u&&a[0]&&a[0].text!=="-"&&c.push(a[0]);let f=W(i,...r.filter(h=>h==="init-command")),p=c.some(({text:h})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.
test(h))||l.length===f.length&&c.length===0&&(u||o!==void 0);return{options:i,operands:a,code:l,files:c,reads:p}}function Wi(t){let e=Mm(t.program),s=Wm.get(e);
if(!s)return;let{language:r}=s,n={...t,context:te(t.context,t.program)},o=fS(t,e,s),{options:i,operands:a,code:l,files:c,reads:d}=o,[u,f]=a;e==="redis-cli"&&f&&
/^eval$/i.test(u.text)&&t.interpreter.runWords(Se(["lua","-e",f.text]),t.scope,n.context);let p=Tr(d?t:on(t),l[0]?.text??""),[h]=c.map(({text:E})=>Ce(E,t)?.from),
m=r==="awk"?Di(t):void 0,g=t.context.input?.kind==="pipe"?t.context.input.from:[],y=V({...Ar(p,h),args:t.args.filter(E=>!l.includes(E)||E.text.includes("\uFFFC")),
...r==="awk"&&{filter:{code:ee(l).text,from:g}}}),v=pS(t,r,o),_=[...[...l,...mS(t.args,a,s)].map(({text:E})=>E),...c.flatMap(({text:E})=>Ce(E,t)?.text??[])];e===
"perl"&&K(i,"i")&&K(i,"n")&&l.length>0&&!l.some(({text:E})=>/\bprintf?\b(?! if 0\b)|\b(?:say|\w*write)\b/.test(E))&&t.interpreter.runWords(Se(["truncate","-s","\
0"]).concat(a),t.scope,n.context);let x=e.startsWith("ipython")?_.map(hS):_,A=Fm(r,x,n,d,v),R=A!==""&&(m==="\uFFFC"||$c.awk_field.test(ee(l).text));return m!==void 0?
R?A:m:r==="sql"?Vm(l.map(({text:E})=>E))??y:A===""||K(i,"p")&&e!=="node"?y:A}function Fm(t,e,s,r,n){let o=e.map(a=>Ps(t,a,s,n)),i=r?s.context.stdin?.readRest():
void 0;return i!==void 0&&o.push(Ps(t,i,{...s,context:Cs(s.context)},n)),o.join("")}function mS(t,[e,...s],r){if(!e||r.operands==="no code")return[];let n=r.operands===
void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(t[t.indexOf(e)-1]?.text??""))return n;let{options:o,operands:i}=q(s,r),a=W(o,...r.code??[]);return[...n,...a,
...r.operands==="code"?i.slice(0,1):[]]}var hS=t=>t.replace(/^\s*!(.+)$/gm,(e,s)=>`os.system(${JSON.stringify(s)})`);function Vm(t){let e=t.flatMap(s=>[...s.slice(
0,1e4).matchAll(/'\s*((?:drop|truncate|delete|alter|revoke|grant)\s[^']*)'/gi)].map(([,r])=>`${r}${"\uFFFC"};
`));return e.length>0?e.join(""):void 0}function gS(t,e){let[s,...r]=e;return t==="deno"&&s?.text==="eval"?[P("-e"),...r]:(t==="deno"||t==="bun")&&s?.text==="ru\
n"?r:e}function Ps(t,e,s,r=zo){let{scope:n,program:o,interpreter:i}=s,{budget:a,files:l,readCode:c}=i;De(e)&&a.fail("too-much",`${o} runs code that cannot be re\
ad to its end`);let d="";if(!c)return d;let u=t==="sql"&&/\\gexec\b/.test(e)?Vm([e]):void 0;return u&&Ps("sql",u,s,r),a.descend(()=>{a.spend(e.length>>8);let{invocations:f,
problem:p}=c(t,t==="sql"?yS(e,s):e,{readCommand:(h,m)=>wS(h,s,m),onWrite:(h,m)=>l.write(h,m,n.folder),input:r,onPrint:h=>{d=Ks(d,h)}});p&&(t!=="other"||bS.test(
e))&&a.fail(p.kind,p.detail);for(let h of f)i.record(vS(h,s))},void 0),d}var bS=/\b(?:rm_rf|remove\w*|unlink|delete\w*|RemoveAll|execute|system)\b/;function yS(t,{
program:e,args:s}){let r=`${t} ${ee(s).text}`,n=$c.key_scripts.test(r);return/^(?:redis|valkey|keydb)-cli$/.test(e)?n?"FLUSHDB":t.replaceAll(`
`,`;
`):(/^(?:mysql|mariadb)$/.test(e)?t.replace(/\\[Gg](?=\s|$)/g,";"):t).replace(/^\s*\.open\s+(\S+).*$/gm,"ATTACH '$1';").replace(/^\s*\.(?!shell|system)\w+.*$/gm,
"")}function wS(t,e,s){let{context:r}=e,n=e.interpreter.invocations.length,o={...r,wrappers:[],redirects:[],captured:!0,isPiped:!1},i=as(e);s!==void 0&&(i.folder=
s);let a=e.interpreter.runScript(t,i,o);return{invocations:e.interpreter.invocations.splice(n),output:a}}function kS({program:t,args:[e,...s],args:r},n){return t===
"sql"&&/^(?:delete|update)-some$/.test(e?.text??"")&&[...n.args,...Object.values(n.environment)].some(({text:i})=>$c.production_name.test(i))?[P(e.text.replace(
"some","production")),...s]:r}function vS(t,{scope:e,program:s,args:r,context:n}){let o={program:s,args:r,environment:{...e.exported(),...n.environment}};return{
...t,args:kS(t,o),wrappers:[...n.wrappers,...t.wrappers],redirects:[...n.redirects,...t.redirects],...Ie({client:t.program==="sql"?o:void 0,input:t.input??n.input,
needs:t.needs??n.needs,folder:t.folder??(e.folder===void 0?void 0:P(e.folder))})}}function Um(t){let[e,s]=xS(t),r=S.consoles.get(e),[n,...o]=s.slice(s.findIndex(
({text:u})=>!u.startsWith("-")));if(!r||!n||!r.after.includes(n.text))return;let{options:i,operands:a}=q(o,{...r,permuted:!0}),l=W(i,...r.code??[]);r.operands===
"code"&&l.length===0&&l.push(...a.slice(0,1).filter(({text:u})=>u!=="-"));let c={...t,context:te(t.context,e)},d=l.map(({text:u})=>u);Fm(r.language,d,c,l.length===
0)}function xS({program:t,args:e}){let s=ji(t)?e.findIndex(({text:n})=>!n.startsWith("-")):-1;if(s===-1)return[t,e];let{text:r}=e[s];return[r.slice(r.lastIndexOf(
"/")+1),e.slice(s+1)]}Ut();var $S=1e4,Hm=t=>String.raw`(?:\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|[^\]\n])*\]|(?!\k<${t}>)[^\\[])*\k<${t}>`,_c=t=>String.raw`(?:\\[\s\S]|(?!\k<${t}>)[^\\])*\k<${t}>`,
Sc=new RegExp([String.raw`[\s;{}!]+|#.*|\d+(?:~\d+)?|\$|,\s*[+~]?|I(?=[\s,!a-z])`,String.raw`(?:(?=\/)|\\)(?<quote>[\s\S])${Hm("quote")}`,String.raw`s(?<delimiter>[^\w\s\\])(?<pattern>${Hm(
"delimiter")})`+String.raw`(?<replacement>${_c("delimiter")})(?<flags>[gpeimIM\d]*)(?:w(?<target>.*))?`,String.raw`(?<other>y(?<mark>[^\w\s\\])${_c("mark")}${_c(
"mark")}`,String.raw`[aic](?:\\\n|.)*|[N=gGhHxzF]|l\s*\d*|[:btTv][^;\n}]*)`,String.raw`e(?<command>.*)|[wW](?<output>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\s*\d*)`].
join("|"),"y");function Bm(t){if(t.length>$S)return;let e=[];for(let s=0;s<t.length;s=Sc.lastIndex){Sc.lastIndex=s;let r=Sc.exec(t)?.groups;if(!r)return;let n=_S(
r);n&&e.push(n)}return e}function _S(t){let{pattern:e,replacement:s,flags:r="",target:n,delimiter:o="",command:i,output:a,input:l}=t;return e!==void 0?{kind:"re\
place",pattern:e.slice(0,-1),replacement:s.slice(0,-1),flags:r,delimiter:o,...Ie({file:n?.trim()})}:i!==void 0?{kind:"execute",command:i.trim()}:a!==void 0?{kind:"\
write",file:a.trim()}:l!==void 0?{kind:"read",file:l.trim()}:t.select!==void 0?{kind:"select"}:t.other===void 0?void 0:{kind:"other"}}var{forms:SS}=S,ES=2,CS=3e5,AS=128,TS=8;function PS(t,e,s,r){let{pattern:n,replacement:o,flags:i,delimiter:a}=e;if(t.includes("\uFFFC"))return qe(t);let l=m=>m.
replaceAll(`\\${a}`,()=>a),c=n.match(/[*+{]/g)?.length??0,d=/^[gpeI]*$/i.test(i)?IS(l(n),i,s):void 0,u=t.replace(/\n$/,"").split(`
`),f=u.reduce((m,g)=>m+g.length**(c+1),0),p=c<=ES&&f<=CS&&r.spend(Math.ceil(f/AS));if(!d||!p||/^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(o))return"\uFFFC\uFFFB";let h=l(
o).replace(/\\([\s\S])|[$&]/g,(m,g)=>/\d/.test(g)?`$${g}`:g??(m==="&"?"$&":"$$"));return u.map(m=>m.replace(d,h)).join(`
`)+(t.endsWith(`
`)?`
`:"")}var{space:iW,...RS}=S.characterClasses;function IS(t,e,s){let r=t.replace(/\[:(\w+):\]/g,(o,i)=>RS[i]??o);if(/\\[\w<>'\x60]|\[[:.=]/.test(r))return;let n=r.
replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,(o,i,a,l)=>{if(l!==void 0)return`[${a}${l.replace(/[\\\]](?!s)/g,"\\$&")}]`;
let c=/[(){}|+?]/.test(i??o);return c&&i===void 0===s?i??o:i===void 0||c?`\\${i??o}`:o});if(!/[^\\]\)[*+?{]/.test(n))return Vs(n,`${e.includes("g")?"g":""}${/i/i.
test(e)?"i":""}`)}function Gm(t){let{options:e,operands:s}=q(t.args,S.getopt.sed),r=W(e,"e","expression").map(({text:h})=>h),n=W(e,"f","file").map(h=>Rr(t,[h]));
r.length===0&&n.length===0&&r.push(s.shift()?.text??"");let o=[...r,...n].join(`
`),i=Bm(o);t.interpreter.budget.spend(TS*(i?.length??0));let a=(i??[]).flatMap(h=>{let m=zm(h),g=h.kind==="read"?"read":"write";return m?[{kind:g,path:P(m)}]:[]});
V({...t,context:sn(t.context,a)});let l=K(e,"i","in-place"),[c]=s,d=l&&s.length===1?Ce(c.text,t)?.text:void 0,u=l?d??"\uFFFC":Rr(t,s);if(i===void 0)return o.includes(
"\uFFFC")||t.interpreter.budget.fail("unparsable","its sed script cannot be parsed"),qe(u);let f=K(e,"E","r","regexp-extended"),p=u;for(let h of i)h.kind==="rep\
lace"&&(p=PS(p,h,f,t.interpreter.budget)),p=NS(h,p,s,t);return d!==void 0&&!De(p)&&!p.includes("\uFFFC")&&t.interpreter.files.write(c.text,p,t.scope.folder),l?"":
p.length>zt?"\uFFFC\uFFFB":p}var zm=t=>"file"in t&&!SS.output_device.test(t.file??"")?t.file:void 0;function NS(t,e,s,r){if(t.kind==="other")return qe(e);if(t.kind===
"execute"&&t.command==="")return Ec(e,s,r);if(t.kind==="execute"&&ie(t.command,r),t.kind==="execute"||t.kind==="read")return Jt(e);if(t.kind==="replace"&&t.flags.
includes("e")){if(!e.includes("\uFFFC"))return Ec(e,[],r);let o=t.replacement.replace(/\\\d|&/g,"\uFFFC").replace(/\\([\s\S])/g,"$1");return ie(o,r),s.length>0?
"\uFFFC":Ec(e,[],r)}let n=zm(t);return n!==void 0&&r.interpreter.files.write(n,e,r.scope.folder),e}function Ec(t,e,s){let{context:r,scope:n,program:o,interpreter:i}=s,
a=$t(te(r,o),t,r.input);if(t==="\uFFFC")i.runWords([P("sh"),...e],n,a);else for(let l of t.split(`
`))ie(l,{...s,context:Cs(r)});return"\uFFFC"}var{forms:Ym}=S;function Qm(t){let{program:e,scope:s,context:r}=t,n=S.codeVariables.get(e)?.variables??[],o=Ym.shell_program.test(e);if(n.length===0&&!o||r.wrappers.
includes(e))return;let i={...s.exported(),...r.environment},{input:a,stdin:l,...c}=r,d={...t,context:c};for(let u of n)i[u]&&ie(i[u].text.replace(/^\|{0,2}-?\s*/,
""),d);o&&OS(d,i)}function OS(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),r=/^(?:r?ba|z)sh$/.test(t.program)&&!s?"BASH_ENV":"ENV",n=e[r];n&&(r==="BASH_\
ENV"||s)&&t.interpreter.runWords([P("."),n],as(t),te(t.context,t.program)),s&&e.PROMPT_COMMAND&&ie(e.PROMPT_COMMAND.text,t);for(let o of[r,"PS4",...s?["PS1"]:[]]){
let i=e[o]?.text??"";/\$\(|`/.test(i)&&ie(`: "${i}"`,t)}}function qS(t){let{args:e}=t,s=S.getopt[t.program==="fish"?"fish":"shell"],{options:r,operands:n}=q(e.map(
LS),s);for(let{name:d,value:u}of r)u&&(d==="rcfile"||d==="init-file")&&Km(u,{...t,args:[u]});let o=W(r,"c","command","C","init-command").map(({text:d})=>d),[i,...a]=o.
length>0?[P(o.join(`
`)),...n]:n;if(K(r,"n","no-execute")&&!K(r,"i")&&!e.some(({text:d})=>d.startsWith("+")))return V({...on(t),args:[]});if(K(r,"c","command")||o.length>0){if(i===void 0)
return V(t);let d=a[0]??P(t.program),u=Tr(on(t),i.text);return V({...u,args:e.filter(f=>f!==i||!Ue(f))}),ie(i.text,t,[d,...a.slice(1)])}return i===void 0||K(r,"\
s")||Ym.standard_input.test(i.text)?Qn(t,as(t,[P(t.program),...n])):Km(i,{...t,args:n})}var LS=t=>/^\+[a-zA-Z]/.test(t.text)?{...t,text:`-${t.text.slice(1)}`}:t;
function Qn(t,e=t.scope){let{context:s}=t,r=s.stdin?.readRest();return r===void 0?V(t):(!r.includes("\uFFFC")&&!DS(s)?V({...t,context:{...s,input:{kind:"text",text:r}}}):
V(s.input?.kind==="text"?Tr(t,r):t),t.interpreter.runScript(r,e,Cs(te(s,t.program))))}var DS=({input:t})=>{let e=t?.kind==="pipe"?t.from.at(-1)?.path:void 0;return e!==
void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(ji(e)??"")};function Km(t,e){let s=Ce(t.text,e);return e.context.isConcurrent&&t.text===e.scope.arguments[0]?.
text&&e.interpreter.reportForkBomb(e),V(Ar(on(e),s?.from)),s===void 0?"\uFFFC":Xm(t,s.text,e)}function Xm(t,e,s){let[,r]=/^#!\s*(\S.*)/.exec(e)??[],n=r&&ji(r.split(
/\s+/).at(r.includes("env ")?-1:0)),o=te(s.context,s.program),i=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(i))return s.context.isConcurrent&&s.interpreter.reportForkBomb(s),"\uFFFC";s.interpreter.activeScripts.push(i);let a="\
\uFFFC",l=as(s,[t,...s.args.slice(1)]);return n&&n!=="shell"?Ps(n,e,{...s,context:o}):a=s.interpreter.runScript(e,l,{...o,isConcurrent:!1}),s.interpreter.activeScripts.
pop(),a}function Jm(t){let[e]=t.words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return V(Ar(t,s.from)),Xm(e,
s.text,{...t,args:t.words})}function jS(t){let[e,...s]=t.args;if(e===void 0)return V(t);if(e.text==="/dev/stdin"||e.text==="-")return Qn(t);let r=Ce(e.text,t);return V(
Ar(t,r?.from)),r===void 0?"\uFFFC":(s.length>0&&(t.scope.arguments=[e,...s]),t.interpreter.runScript(r.text,t.scope,te(t.context,t.program)))}var Zm={"sh bash d\
ash zsh ksh mksh ash rbash fish csh tcsh yash":qS,"source .":jS};var{forms:Mi}=S,eh=65536,th=20;function WS(t){let{code:e=[],operands:s,does:r,...n}=S.smallLanguages.get(t.program),o=S.dialects.get(n.dialect??""),i={...t,context:te(
t.context,t.program)},a=t.args.map(p=>/^-(?:eval|batch|load|[Cc]ommand)$/.test(p.text)?P(`-${p.text}`):p),{options:l,operands:c}=q(a,{...n,permuted:!0}),d=V(t),
u=W(l,...e).map(({text:p})=>p),f=c.slice(0,th);u.push(...f.flatMap(({text:p})=>t.interpreter.files.read(p,t.scope.folder)??[])),s==="code"&&u.length===0&&u.push(
ee(c).text),u.length===0&&(c.length===0||c.some(({text:p})=>Mi.input_name.test(p)))&&u.push(t.context.stdin?.readRest()??"");for(let p of u.map(MS)){o&&Ps("othe\
r",FS(p.slice(0,eh),o),i);let h=o&&!Mi.indirect_runs.test(p)?"":p.slice(0,eh);for(let m of new Set(sh(h,Mi.command_texts).slice(0,th)))ie(m,t);Fi(p,r,t,m=>m.split(
",").map(g=>rn(P(g))))}return d}var MS=t=>t.replace(/"(?:[^"\\\n]|\\.){0,500}"/g,e=>e.replace(/\$(?:HOME\b|env:(?:HOME|USERPROFILE)\b|(?:::)?env\(HOME\))/g,"~")).
replace(Mi.home_lookup,'"~"').replace(/\$\("~"\)/g,"~");function FS(t,{comment:e,texts:s,inserts:r="(?!)",rewrites:n}){let o=[],i=new RegExp(`${e}|${s}`,"gm"),a=d=>d.
replace(i,(...u)=>{let h=(u.slice(1,-2).find(m=>m!==void 0)?.split(new RegExp(r))??[]).map((m,g)=>g%2?`(${a(m)})`:`"${o.push(m)-1}"`);return h.length>1?`(${h.join(
" + ")})`:h[0]??" "}),l=a(t.replace(/\\\n\s*/g," "));for(let[d,u]of n)l=l.replace(new RegExp(d,"gm"),u);let c=(d="")=>d.replace(/\\[\s\S]|["\\]/g,u=>u.length>1?
u:`\\${u}`);return l.replace(/['`]/g," ").replace(/"(\d+)"/g,(d,u)=>`"${c(o[u])}"`)}function Fi(t,e,s,r=n=>[n]){for(let[n,o]of Object.entries(e??{}))for(let i of o.
flatMap(a=>sh(t,a)))for(let a of n==="$"?[i]:r(i))ie(n.split("$").join(a),s)}var sh=(t,e)=>[...t.matchAll(new RegExp(e,"gi"))].map(s=>s.at(-1)??"\uFFFC"),rh={[[
...S.smallLanguages.keys()].join(" ")]:WS};var VS={t:"test",i:"install",ci:"install",add:"install"},US=4,nh=4096;function HS(t){V(t);let{options:e}=q(t.args,S.getopt.make),s=K(e,"n","dry-run","just-print",
"recon")&&!K(e,"eval","E","no-dry-run"),r=W(e,"f","file","makefile").map(({text:i})=>i),n=W(e,"eval","E").map(({text:i})=>i);for(let i of r.length>0?r:["Makefil\
e","makefile","GNUmakefile"])n.push((i==="-"?t.context.stdin?.readRest():Ce(i,t)?.text)??"");let o=t.args.flatMap(({text:i})=>oh(i,/^([\w.]+)=([\s\S]*)$/g));for(let[
i,a]of o)i==="SHELL"&&ie(a,t);for(let i of n){let a=oh(i,/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm),l=new Map([...Object.entries(
S.makeVariables),...a,...o]);for(let[,c]of i.matchAll(/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))ie(ih(c,l),t);for(let c of i.replaceAll(`\\
`," ").split(`
`)){let[,d,u]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*([@+-]*)(.*)/.exec(c)??[],f=s&&!/^-?include\b/m.test(i)&&!d?.includes("+")&&!/\$[({]MAKE\b/.test(c);u!==void 0&&!f&&
ie(ih(u,l),t)}}return"\uFFFC"}var oh=(t,e)=>[...t.matchAll(e)].map(([,s,r])=>[s,r]);function ih(t,e){let s=t;for(let r=0;r<US&&s.length<nh;r+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,
(n,o,i)=>e.get(o??i)??(i===void 0?n:`\${${i.replaceAll(".","_")}}`));return s.length<nh?s.replaceAll("$$","$"):"\uFFFC\uFFFB"}function BS(t){V(t);let{options:e}=q(
t.args,S.getopt.just),[s]=W(e,"f","justfile").map(({text:o})=>o),n=(s===void 0?["justfile","Justfile",".justfile"]:[s]).map(o=>Ce(o,t)?.text??"").join(`
`);for(let[,o]of n.matchAll(/^[ \t]+[@-]*(\S.*)/gm))ie(o.replace(/\{\{[^}]*\}\}/g,"\uFFFC"),t);return"\uFFFC"}function ah(t){let e=Ce("package.json",t)?.text;if(e===
void 0)return;let[s="",r]=t.args.filter(({text:i})=>!i.startsWith("-")).map(({text:i})=>i),n=/^(?:run|run-script|rum|urn)$/.test(s)?r:VS[s]??s,o=GS(e);for(let i of[
`pre${n}`,n,`post${n}`]){let a=o?.[i];typeof a!="string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),
ie(a,t),t.interpreter.activeScripts.pop())}}function GS(t){try{return JSON.parse(t)?.scripts}catch{return}}var lh={"make gmake":HS,just:BS};var ch=16384,zS=t=>{let{invocations:e,files:s}=t.interpreter,r=V(t);for(let{text:u}of Rn(t))s.write(u,"\uFFFC",t.scope.folder,e.slice(-1));let{options:n,operands:o}=q(
t.args,S.getopt.request),i=W(n,...S.programWords.body_options),a=[...W(n,"url"),...o],d=(a.length>0&&a.every(({text:u})=>Ot.own_server.test(u)&&!Ot.sql_path.test(
u))&&!n.some(({name:u})=>/^(?:x|proxy)$/.test(u))?[]:[...i,...a]).flatMap(({text:u})=>[...u.slice(0,ch).matchAll(Ot.request_fields)].map(([,f,p])=>f===void 0?p.
replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):KS(f)));for(let u of[...i.map(({text:f})=>f.slice(0,ch)),...d])Ot.request_statement.test(u)&&Ps("sql",u,t);return r},KS=t=>{let e=t.replaceAll(
"+"," "),s=vr.url(e);return s==="\uFFFC"?e:s},YS=100,QS=t=>{let{options:e,operands:s}=q(t.args,S.getopt.transfer),r=t.context.stdin?.readRest()??"",[n]=W(e,"b"),
o=n&&t.interpreter.files.written(n.text,t.scope.folder)?.text,i=V(t),a=[r,o??"",...W(e,"e","c").map(d=>d.text)].join(`
`).split(/[\n;]/),l=a.flatMap(d=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(d)?.[1]??[]),c=(s[0]?.text??l[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let d of a.
slice(0,YS)){let[,u]=Ot.sending_command.exec(d)??[],f=u?.split(/\s+/).filter(m=>m!==""&&!m.startsWith("-"))??[],p=f.length>1&&!/mput/.test(d)?f.slice(0,-1):f,h=[
"scp","-r",...p,`${c||"unknown"}:`].map(m=>P(m,/[*?[]/.test(m)));p.length>0&&an(h,t)}return i},{getopt:Tt,forms:Ot}=S,XS=({code:t=[],pattern:e,operands:s,unless:r=[],
does:n,...o})=>i=>{let a=V(i),{options:l,operands:c}=q(i.args,{permuted:!0,...o});if(K(l,...r))return a;let d=n?c.flatMap(({text:u})=>Ce(u,i)?.text??[]):[];Fi([
...d,n&&i.context.stdin?.readRest()].join(`
`),n,i);for(let{text:u}of[...W(l,...t),...s==="code"?c:[]]){let p=[...e===void 0?[]:u.matchAll(new RegExp(e,"g"))].map(h=>h.at(-1).replace(/\\(["\\])/g,"$1"));for(let h of e===
void 0?[u]:p)ie(h,i)}return a},JS=t=>{V(t);let{options:e,operands:s}=q(t.args,Tt.editor),r=W(e,"c","cmd").map(({text:l})=>l),n=s.flatMap(({text:l})=>l.startsWith(
"+")?[l.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.readRest().split(`
`)??[]:[],i=[...r,...n,...o],a=s.map(({text:l})=>l.replace(/^\+.*/,""));Fi([`args ${a.join(" ")}`,...i].join(`
`),S.codeOptions.get("editor")?.does,t);for(let l of i){let c=Ot.editor_shell.exec(l),[,d]=/^\s*:?lua\s+(.*)/s.exec(l)??[];d!==void 0&&an(Se(["lua","-e",d]),t),
c&&ie(c[1]??"sh",t)}return"\uFFFC"},ZS=t=>{let{options:e,operands:s}=q(t.args,Tt.ssh),[r,...n]=s,{options:o,operands:i}=q(n,Tt.ssh);e.push(...o);let a=i.length===
0&&r!==void 0&&t.context.stdin!==void 0;a||V({...t,args:t.args.filter(l=>!i.includes(l))});for(let{text:l}of W(e,"o")){let[,c]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.
exec(l)??[];c!==void 0&&ie(c,t)}return i.length>0?ie(ee(i).text,t):a?Qn({...t,scope:as(t)}):"\uFFFC"},Vi=`new-container
`,eE=t=>{let e=V(t),{operands:s}=q(t.args,Tt.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=q(s.slice(1),Tt.container));let[r,...n]=s,
o=Ot.container_engine.test(t.program);if(o&&r?.text==="create")return Vi;if(!/^(exec|run|debug)$/.test(r?.text??""))return e;let i=n.findIndex(({text:y})=>y==="\
--"),{options:a,operands:l}=q(n,Tt.container),c=[...W(a,"entrypoint"),...l.slice(1)],d=i===-1?c:n.slice(i+1),u=o&&r?.text==="run"&&K(a,"d","detach");if(d.length===
0)return u?Vi:"\uFFFC";let f=te(t.context,t.program),p=sE(t,n),h=p&&tE(p)?te(f,Gr):f,m=dh(p??Un(t))?te(h,Br):h,g=t.interpreter.runWords(d,t.scope,m);return u?Vi:
g};function tE(t){let{operands:e}=q(t.args.slice(1),Tt.container),s=!t.args.some(({text:r})=>Ot.container_network.test(r));return dh(t)&&s&&Ot.database_image.test(
e[0]?.text??"")}function sE(t,e){let{interpreter:s,context:r,args:n,program:o}=t,i=q(e,Tt.container).operands[0]?.text??"";if(n[0]?.text!=="exec"||n.some(({text:l})=>Ot.
container_network.test(l)))return;let a=s.invocations.filter(l=>Ot.container_engine.test(l.program)&&/^(?:run|create)$/.test(l.args[0]?.text??""));return`${i}
`===Vi?a.length===1?a[0]:void 0:r.needs?.find(l=>{let c=` ${l.args.map(({text:u})=>u).join(" ")} `,d=c.includes(` --name ${i} `)||c.includes(` --name=${i} `);return l.
program===o&&d&&a.includes(l)&&l.wrappers.length===r.wrappers.length})}function dh({program:t,args:e,environment:s}){let[r,...n]=e[0]?.text==="container"?e.slice(
1):e;if(!Ot.container_engine.test(t)||r?.text!=="run"||["DOCKER_HOST","CONTAINER_HOST","DOCKER_CONTEXT"].some(i=>i in s))return!1;let{options:o}=q(n,Tt.container);
return o.every(({name:i,value:a})=>/^(?:v|volume)$/.test(i)?/:ro(?:,|$)/.test(a?.text??""):S.programWords.closed_options.has(i))}var rE=t=>{let{after:e=[],code:s=[],
skip:r=0,...n}=S.runners.get(t.program),{operands:o}=q(t.args,n);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&ah(t);let[i]=o;if(/^(?:pnpm|yarn)$/.test(t.program)&&o.
length>1&&!S.packageVerbs.has(i.text))return V(t),t.interpreter.runWords(o,t.scope,te(t.context,t.program));let l=/^(?:workspaces?|foreach|recursive|multi|m)$/.
test(o[0]?.text??"")?o.slice(0,10).findIndex(({text:h})=>e.includes(h)):0;if(e.length>0&&!e.includes(o[l]?.text??""))return Wi(t)??V(t);let c=V(t),{options:d,operands:u}=q(
o.slice(e.length>0?l+1:0),n);for(let{text:h}of W(d,...s))ie(h,t);let f=u.findIndex(({text:h})=>h==="--"),p=f===-1?u.slice(r):u.slice(f+1);return p.length>0?an(p,
t):c},nE=t=>{let e=V(t),{options:s,operands:r}=q(t.args,Tt.copy),{files:n}=t.interpreter,{folder:o}=t.scope,[i]=W(s,"t","target-directory"),a=i??r.at(-1);for(let{
text:l}of i?r:r.slice(0,-1)){let c=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(l),d=Ce(l,t)??(c?{text:`${l} "$@"`,from:[]}:void 0);d===void 0||!a||(n.write(a.text,
d.text,o,d.from),n.write(`${a.text}/${l.slice(l.lastIndexOf("/")+1)}`,d.text,o,d.from))}return e},oE=t=>{let e=V(t),[s,...r]=q(t.args,Tt.tmux).operands,{operands:n}=q(
r,Tt["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.test(s?.text??"")&&ie(ee(n.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.
test(o))).text,t),e},iE=t=>{let e=V(t),{options:s,operands:r}=q(t.args,Tt.screen);return ie(K(s,"X")?ee(r).text:nn(r),t),e},uh={"vim vi nvim view ex ed less mor\
e":JS,"sed gsed":Gm,ssh:ZS,"sftp ftp lftp":QS,"docker docker-compose podman nerdctl kubectl oc":eE,"curl wget wget2 aria2c axel":zS,"at batch":t=>Qn(t,as(t)),"c\
p mv install ln":nE,tmux:oE,screen:iE,cargo:t=>V(t.args[0]?.text.startsWith("+")?{...t,args:t.args.slice(1)}:t),...Object.fromEntries([...S.codeOptions].map(([t,
e])=>[t,XS(e)])),[[...S.runners.keys()].join(" ")]:rE};function Ui(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,r,n,o)=>r!==void 0?ph(r):o!==
void 0?`[${n?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":ph(s))}var ph=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var aE=8;function lE(t){return t.slice(0,aE).findIndex(({text:e},s)=>{let r=t[s+1]?.text??"";return e==="git"&&t.length>s+2?!0:S.risky.has(e.slice(e.lastIndexOf(
"/")+1))&&/^[-/~.*]|=|\//.test(r)})}function cE(t){let e=t.includes("\uFFFC")?void 0:Ui(t),s=e===void 0?void 0:Vs(`^(?:${e})$`);return s?[...S.risky].filter(r=>s.
test(r)).slice(0,3):[]}function mh(t){let{program:e}=t,s=S.wrappers.get(e);return s?fh(t,s):/^ld(-linux.*)?\.so/.test(e)?fh(t,{long:["library-path","preload","a\
rgv0"]}):uE(t)}function fh(t,e){let{skip:s=0}=e,{options:r,operands:n}=q(t.args,e),o=q(n.slice(s),e),i=o.options.length>0&&s>0?o.operands:n.slice(s);s>0&&r.push(
...o.options);let[a]=W(r,...e.folder??[]),l=a?t.scope.copy():t.scope;a&&(l.folder=a.text);let c=W(r,...e.code??[]),d=t.interpreter.invocations.length;e.own&&V(t);
let u="",f={...t.context.environment};e.assigns&&dE(i,f);let p={...te(t.context,t.program),environment:f},h={...te(t.context,gc(t.program)),environment:f},m=(v,_)=>t.
interpreter.runScript(v,l.child([P("sh"),..._],p.environment),h),g=ee(i).text;for(let{text:v}of c)u=m(e.assigns?`${v} ${g}`:v,i);let y=e.joined&&!K(r,"x","exec")||
i.length===1&&Ti(i[0]);return c.length===0&&i.length>0&&(u=y?m(g,[]):t.interpreter.runWords(i,l,p)),t.interpreter.invocations.length===d?V(t):u}function dE(t,e){
for(;;){let[,s,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.text??"")??[];if(s===void 0)return;e[s]=P(r,t.shift().glob)}}function uE(t){let{program:e,words:s,args:r,
scope:n,context:o}=t,i=s[0].glob?cE(e):[e.replaceAll("\uFFFC","")];for(let l of i)l!==""&&l!==e&&t.interpreter.runWords([P(l),...r],n,te(o,e));let a=S.nonRunners.
has(e)?-1:lE(r);a!==-1&&t.interpreter.runWords(r.slice(a),n,te(o,e))}function Xn(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${s}`)}}}function hh(t){return t>=48&&t<=55}function bh(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function pE(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var fE=new TextDecoder("utf-8",{ignoreBOM:!0});function gh(t){return fE.decode(new Uint8Array(t))}function mE(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let r=t.
charCodeAt(e+1),n=e+2,o=n;if(r===120){for(;o<s&&o-n<2&&bh(t.charCodeAt(o));)o++;return o===n?void 0:{value:Number.parseInt(t.slice(n,o),16),end:o}}if(hh(r)){for(;o<
s&&o-n<2&&hh(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function Jn(t,e,s){let r=e,n="",o=[],i=-1;for(;r<s&&t.charCodeAt(r)!==
39;){let l=r,c=mE(t,r,s);if(c&&c.value>=128){o.push(c.value),r=c.end;continue}if(o.length>0&&(n+=gh(o),o=[]),c){c.value===0&&i===-1&&(i=n.length),n+=String.fromCharCode(
c.value),r=c.end;continue}if(t.charCodeAt(r)!==92||r+1>=s){let u=r;for(;r<s;){let f=t.charCodeAt(r);if(f===39||f===92&&r+1<s)break;r++}n+=t.slice(u,r);continue}
r++;let d=t[r++];switch(d){case"a":n+="\x07";break;case"b":n+="\b";break;case"e":case"E":n+="\x1B";break;case"f":n+="\f";break;case"n":n+=`
`;break;case"r":n+="\r";break;case"t":n+="	";break;case"v":n+="\v";break;case"\\":n+="\\";break;case"'":n+="'";break;case'"':n+='"';break;case"?":n+="?";break;case`\

`:break;case"c":{let u=r<s?t.charCodeAt(r):39;if(u===39){n+=t.slice(l,r);break}if(r++,u===92){let p=r<s&&t.charCodeAt(r)===92;p&&r++,n+="",!p&&r<s&&(n+=t[r],r++);
break}let f=u===63?127:u&31;f===0&&u<128&&i===-1&&(i=n.length),n+=String.fromCharCode(f);break}case"u":case"U":{let u=r,f=d==="u"?4:8;for(;r<s&&r-u<f&&bh(t.charCodeAt(
r));)r++;if(r===u){n+=`\\${d}`;break}let p=t.slice(l,r),h=Number.parseInt(t.slice(u,r),16);h===0&&i===-1&&(i=n.length),n+=pE(h,p);break}default:n+=`\\${d}`;break}}
o.length>0&&(n+=gh(o)),i!==-1&&(n=n.slice(0,i));let a=r<s;return a&&r++,{value:n,end:r,closed:a}}var qt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,r,n,o){this.type=e,this.pos=s,this.end=r,this.text=n,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},Hi=class extends qt{operator;constructor(e,s,r,n,o){
super("ProcessSubstitution",e,s,r,o),this.operator=n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},ln=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,r,n){this.pos=e,this.end=s,this.text=r,this.#e=
n}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function hE(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function Bi(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",r=0;for(let n=e;n<
t.length;n++)if(t.charCodeAt(n)===92){if(s+=t.slice(r,n),n++,n>=t.length){s+="\\",r=n;break}t.charCodeAt(n)!==10&&(s+=t[n]),r=n+1}return s+t.slice(r)}function yh(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function Gi(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=hE(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?yh(s.text):s.text;break;case"Extend\
edGlob":e+=yh(s.text);break;default:e+=s.text;break}return e}var Je=class{type="Word";text;pos;end;#e;#t;#r;#s;#n=null;constructor(e,s,r,n,o,i=0){this.text=e,this.pos=s,this.end=r,this.#e=n,this.#t=o,this.#r=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#n===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#n=e?Gi(e):Bi(this.text)}return this.#n}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#r)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function cn(t){return{boundaries:t===void 0?void 0:Cc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function Cc(t){return t.boundaries??(t.boundaries=
new Map)}function yt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function Js(t){return/[*?[]/.test(t)}var ls=new Uint8Array(128);ls[33]=1;ls[94]=1;ls[91]=1;ls[93]=1;ls[58]=1;ls[46]=1;ls[61]=1;ls[45]=1;ls[92]=1;function gE(t,e,s,r,n){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],l=[],c=0,d=!1;for(let y=e;y<s;y++){for(;r&&c<r.length&&r[c].end<=y+n;)c++;let v=r?.[c],
_=y,k=0;if(v&&v.pos<=y+n&&v.type!=="Literal")y=v.end-n-1;else{if(k=t.charCodeAt(y),k===92&&y+1<s&&t.charCodeAt(y+1)===10){y++;continue}(k>=128||!ls[k])&&(k=0)}let x=a.
length-1;if(k===0&&x>=0&&a[x]===0){l[x]++;continue}x>=0&&a[x]===91&&(k===58||k===61||k===46)&&(d=!0),i.push(_),a.push(k),l.push(1)}let u=a.length,f;if(d){f=new Int32Array(
u).fill(-1);let y=-1,v=-1,_=-1,k=-1;for(let x=u-1;x>=0;x--){let A=a[x+2];if(A===93?y=x+2:a[x+3]===93&&(A===58?v=x+2:A===61?_=x+2:A===46&&(k=x+2)),a[x]!==91)continue;
let R=a[x+1],E=R===58?v:R===61?_:R===46?k:-1;E!==-1&&(R===46||y===-1||y>E)&&(f[x]=E+2)}}let p=y=>f===void 0?-1:f[y],h=new Int32Array(u+2).fill(-1),m=(y,v)=>{if(y>=
u)return-1;if(v&&a[y]===45&&y+1<u&&a[y+1]!==93){let _=y+1;if(a[_]===92){if(_+1>=u)return-1;_++}let k=_+1;if(a[_]===91&&a[_+1]===46){let x=p(_);x!==-1&&(k=x)}else if(a[_]===
0&&l[_]>1)return h[_];return k>=u?-1:a[k]===93?k+1:h[k]}return a[y]===93?y+1:h[y]};for(let y=u-1;y>=0;y--){let v=a[y],_=y+1,k=!0;if(v===92){if(y+1>=u)continue;_=
y+2}else if(v===91){let x=a[y+1];if(x===58||x===61||x===46){let A=p(y);A!==-1&&(_=A,k=x===46)}}h[y]=m(_,k)}let g=new Map;for(let y=0;y<u;y++){if(a[y]!==91)continue;
let v=y+1;if((a[v]===33||a[v]===94)&&v++,v>=u)continue;let _=a[v]===93?m(v+1,!0):h[v];_!==-1&&g.set(i[y],i[_-1]+1)}return g}function Ac(t,e,s,r,n,o,i){for(;e<s;){
for(;r&&n<r.length&&r[n].end<=e+o;)n++;let a=r?.[n];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,n++;continue}let l=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,c=t.slice(e,l);i.push({type:"Literal",pos:e+o,end:l+o,text:c,value:Bi(c)}),e=l}return n}function cs(t,e,s,r,n=0){let o,i,a=0,l=0,c=e;for(let d=e;d<s;d++){for(;r&&
a<r.length&&r[a].end<=d+n;)a++;let u=r?.[a];if(u&&u.pos<=d+n&&u.type!=="Literal"){d=u.end-n-1;continue}let f=t.charCodeAt(d);if(f===92){d++;continue}let p;if(f===
42||f===63){let g=u?Math.min(s,u.end-n):s,y=yt(t,d+1,g);if(y<g&&t.charCodeAt(y)===40)continue;if(p=d+1,f===42)for(;p<g&&t.charCodeAt(p)===42;){let v=yt(t,p+1,g);
if(v<g&&t.charCodeAt(v)===40)break;p++}}else if(f===91){i===void 0&&(i=gE(t,d,s,r,n));let g=i?.get(d);if(g===void 0)continue;p=g}else continue;o||(o=[]),l=Ac(t,
c,d,r,l,n,o);let h=t.slice(d,p),m;if(f===91){let g=[];l=Ac(t,d+1,p-1,r,l,n,g),m={type:"Glob",kind:"bracket",pos:d+n,end:p+n,text:h,value:"["+Gi(g)+"]",parts:g}}else
m={type:"Glob",kind:f===42?"star":"question",pos:d+n,end:p+n,text:h,value:h,parts:void 0};o.push(m),c=p,d=p-1}return o?(Ac(t,c,s,r,l,n,o),o):r??void 0}var b={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},zi=class{token=b.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=b.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},wh=new Map([["if",b.If],["then",b.Then],["else",b.Else],["elif",b.Elif],["fi",b.Fi],["do",b.Do],["done",b.Done],["for",b.For],["while",b.While],
["until",b.Until],["in",b.In],["case",b.Case],["esac",b.Esac],["function",b.Function],["select",b.Select],["coproc",b.Coproc],["!",b.Bang],["{",b.LBrace],["}",b.
RBrace]]);var ce=new Uint8Array(128);ce[124]=1;ce[38]=1;ce[59]=1;ce[40]=1;ce[41]=1;ce[60]=1;ce[62]=1;ce[32]=1;ce[9]=1;ce[10]=1;ce[92]=2;ce[39]=2;ce[34]=2;ce[36]=2;ce[96]=
2;ce[123]=2;function Zn(t,e,s){for(;e<s;){let r=t.charCodeAt(e);if(r===32||r===9)e++;else if(r===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var Ah=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])Ah[t]=1;function fn(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n===92||
n===39||n===34||n===36||n===96||(n===60||n===62)&&r+1<s&&t.charCodeAt(r+1)===40)return!0}return!1}function kh(t,e,s=!1,r){let n=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){n++;continue}if(a===125){n>0&&n--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let c=t.charCodeAt(i);if(c===34)break;if(c===92){i+=2;continue}let d=r?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let l=r?.(i,
!1)??i;if(l>i){i=l-1;continue}if(s&&n===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&n===0)return i}return-1}var Is=new Uint8Array(128);for(let t=97;t<=
122;t++)Is[t]=3;for(let t=65;t<=90;t++)Is[t]=3;for(let t=48;t<=57;t++)Is[t]=2;Is[95]=3;var Ns=new Uint8Array(128);Ns[63]=1;Ns[64]=1;Ns[42]=1;Ns[43]=1;Ns[33]=1;Ns[61]=
1;function vh(t){return t<128&&t!==61&&Ns[t]===1}var bE={63:"?",64:"@",42:"*",43:"+",33:"!"};function xh(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function yE(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n<48||n>57)return!1}
return s>e}var Dt=-1,Pc=0,$h=1,Rc=2,_h=3,at=4;function wE(t,e){let s=t[t.length-1],r=e[0],n=0;s?.type==="Literal"&&r?.type==="Literal"&&s.end===r.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:r.end,text:s.text+r.text,value:s.value+r.value},n=1);for(let o=n;o<e.length;o++)t.push(e[o]);return t}function Sh(t){return t<Dt}
function Eh(t){return-t-2}function Tc(t,e,s,r){let n=r;for(let o=e;o<s&&n>=0;o++){let i=t.charCodeAt(o);if(n>=at)i===91?n++:i===93&&--n===at&&(n=Rc);else if(n===
Pc)n=i<128&&Is[i]&1?$h:Dt;else if(n===$h){if(i<128&&Is[i]&2)continue;i===91?n=at+1:i===43?n=_h:n=i===61?-o-2:Dt}else n===Rc?i===43?n=_h:n=i===61?-o-2:Dt:n=i===61?
-o-2:Dt}return n}function Ae(t,e,s,r=0,n=0){t.token=e,t._value=s,t.pos=r,t.end=n,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Zs(t,e,s,r,n){t.token=e,t._value=null,t.pos=s,t.end=r,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=n,t.keywordEligible=!1}function Ch(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?b.Bang:void 0;case 123:return s===1?b.LBrace:void 0;case 125:return s===1?b.RBrace:void 0;case 105:{if(s!==2)return;let r=t.
charCodeAt(e+1);return r===102?b.If:r===110?b.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?b.Fi:void 0:s===3?t.startsWith("for",e)?b.For:void 0:s===8&&
t.startsWith("function",e)?b.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?b.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?b.Else:
t.startsWith("elif",e)?b.Elif:t.startsWith("esac",e)?b.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?b.Do:void 0:s===4&&t.startsWith("done",e)?b.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?b.Case:void 0:s===6&&t.startsWith("coproc",e)?b.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
b.While:void 0;case 117:return s===5&&t.startsWith("until",e)?b.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?b.Select:void 0;default:return}}var $={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function kE(t){return t===32||t===9||
t===10||t===124}var kt=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,r=e.
length,n=!1,o=cn()){if(this.src=e,this.srcEnd=r,this.parenBoundary=n,this.pos=s,this.current=new zi(this),this.nextState=new zi(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,r=!1){let n=new t(this.src,e,s,r,this.substitutionContext);return n._nestingDepth=this.
_nestingDepth,n}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,r,n,o=!1){let i=this.
scriptWindow(this.src,r,r+n.length,o);return new qt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,r){let n=this.scriptWindow(r,0,r.length,!1,!0);
return new qt("CommandExpansion",e,this.pos,s,n)}processSubstitution(e,s,r,n){let o=this.scriptWindow(this.src,e+2,e+2+n.length,!this._unbalanced);return new Hi(
e,this.pos,s,r,o)}scriptWindow(e,s,r,n,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:s,end:r,depth:this._nestingDepth+
1,parenBoundary:n,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,s,r=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,s,r,this.substitutionContext)}_tokenValue(e,s,r){return r?this.src.slice(e,s):this.wordValueOf(e,s)}wordValueOf(e,s){let r=this.pos,n=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,l=this._unbalanced,c=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=s,this._buildValue=
!0,this.readWordText(),this.pos<s&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=at&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
pos=r,this.srcEnd=n,this._bracketWindow=o,this._arithmeticBracketWindow=i,this._buildValue=a,this._unbalanced=l,this._errors!==null&&(this._errors.length=c),d}findClosingBracket(e,s=this.
srcEnd){let r=Math.min(s,this.srcEnd),n=this._bracketWindow;if((!n||n.limit!==r)&&(n={limit:r,depth:this._nestingDepth,last:this.src.lastIndexOf("]",r-1)},this.
_bracketWindow=n),e>n.last||(n.depth!==this._nestingDepth&&(n={limit:r,depth:this._nestingDepth,last:n.last},this._bracketWindow=n),n.failed?.has(e)))return-1;let o=[],
i=this.findClosingShellDelimiter(e,s,93,!1,!0,o);if(i===-1){let a=n.failed??(n.failed=new Set);for(let l of o)for(let c of l)a.add(c)}return i}findClosingArithmeticBracket(e,s=this.
srcEnd){let r=Math.min(s,this.srcEnd),n=this._arithmeticBracketWindow;return(!n||n.end!==r||n.depth!==this._nestingDepth)&&(n={end:r,depth:this._nestingDepth,failed:new Set},
this._arithmeticBracketWindow=n),n.failed.has(e)?-1:this.findClosingShellDelimiter(e,s,93,!1,!1,void 0,n.failed)}findClosingBrace(e,s=this.srcEnd){return this.findClosingShellDelimiter(
e,s,125)}findClosingParenthesis(e,s=this.srcEnd){let r=this.pos,n=this.srcEnd,o=this._bracketWindow,i=this._arithmeticBracketWindow,a=this._unbalanced;this.pos=
e,this.srcEnd=Math.min(s,this.srcEnd),this.extractBalanced();let l=this._unbalanced?-1:this.pos-1;return this.pos=r,this.srcEnd=n,this._bracketWindow=o,this._arithmeticBracketWindow=
i,this._unbalanced=a,l}findArithmeticExpansionEnd(e,s=this.srcEnd){let r=this.fork(e,s);return r.pos=e+1,r.scanArithmeticBody(),r.pos}findArithmeticWordEnd(e,s=this.
srcEnd){let r=this.fork(e,s);return r.pos=e,r.scanArithmeticWordEnd()}scanArithmeticWordEnd(){for(;this.pos<this.srcEnd;){let e=this.src.charCodeAt(this.pos);if(e===
36){this.readDollar();continue}if(e===96){this.readBacktickExpansion();continue}if(e===39){this.pos++,this.skipSQ();continue}if(e===34){this.pos++,this.skipDQ();
continue}if(e===92){this.pos+=2;continue}if(e===91){let s=this.findClosingBracket(this.pos+1);if(s!==-1){this.pos=s+1;continue}}if((e===60||e===62)&&this.src.charCodeAt(
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&Ah[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,r,n=!1,o=!0,i,a){let l=this.
pos,c=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,f=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let p=[r];i?.push([]);let h=a?[e]:
void 0,m=e,g=!0,y=-1;for(;m<this.srcEnd;){let v=p[p.length-1];i&&v===93&&i[i.length-1].push(m);let _=this.src.charCodeAt(m);if(_===92){m+1<this.srcEnd&&this.src.
charCodeAt(m+1)!==10&&(g=!1),m+=2;continue}if(_===35&&n&&p.length===1&&g){for(;m<this.srcEnd&&this.src.charCodeAt(m)!==10;)m++;continue}if(_===39){this.pos=m+1,
this.skipSQ(),m=this.pos,g=!1;continue}if(_===34){this.pos=m+1,this.skipDQ(),m=this.pos,g=!1;continue}if(_===96){for(m++;m<this.srcEnd&&this.src.charCodeAt(m)!==
96;)this.src.charCodeAt(m)===92&&m++,m++;m<this.srcEnd&&m++,g=!1;continue}if(_===36&&m+1<this.srcEnd&&this.src.charCodeAt(m+1)===40||(_===60||_===62)&&m+1<this.
srcEnd&&this.src.charCodeAt(m+1)===40){this.pos=m+2,this.extractBalanced(),m=this.pos,g=!1;continue}if(_===36&&m+1<this.srcEnd){let k=this.src.charCodeAt(m+1);if(k===
39){m=Jn(this.src,m+2,this.srcEnd).end,g=!1;continue}if(k===36){m+=2,g=!1;continue}if(k===123&&o){p.push(125),i?.push([]),m+=2,g=!1;continue}}if(n&&p.length===1&&
(_===91&&g?(p.push(93),i?.push([])):y===-1&&(_===59||_===38||_===124||_===60||_===62||_===40&&!vh(this.src.charCodeAt(m-1)))&&(y=m)),v===93&&_===91)p.push(93),i?.
push([]),h?.push(m+1);else if(v===41&&_===40)p.push(41),i?.push([]);else if(_===v){if(p.pop(),h?.pop(),i?.pop(),p.length===0)return this.pos=l,this.srcEnd=c,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=f,y!==-1&&this.errors.push({message:`unexpected '${this.src[y]}' in array assignment`,pos:y}),
m;g=!1,m++;continue}g=_<128&&(ce[_]&1)!==0,m++}if(h)for(let v of h)a.add(v);return this.pos=l,this.srcEnd=c,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=f,-1}scanBraceExpansion(e,s){let r=this.src,n=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,l=this._errors===
null?0:this._errors.length,c=[e,0],d=e+1;for(;d<n;){let u=r.charCodeAt(d),f=u<128?ce[u]:0;if(f===0){if(d++,u===125){let h=c.pop();if(s.set(c.pop(),h?d:-1),c.length===
0)break}else(u===44||u===46&&r.charCodeAt(d)===46)&&(c[c.length-1]=1);continue}let p=d+1<n?r.charCodeAt(d+1):0;if(f&1)if(p===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&vh(r.charCodeAt(d-1))){let h=this.findClosingShellDelimiter(d+1,n,41);if(h===-1)break;d=h+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<n&&r.charCodeAt(d)!==
96;)d+=r.charCodeAt(d)===92?2:1;d++}else if(u===123)c.push(d,0),d++;else if(p===39)d=Jn(r,d+2,n).end;else if(p===123){let h=this.findClosingBrace(d+2,n);if(h===
-1)break;d=h+1}else p===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=l);for(let u=0;u<
c.length;u+=2)s.set(c[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===b.Esac?"case-pattern":"commands"}],r=!0;for(;;){let n=s[s.length-1].phase,o=r?$.CommandStart:$.Normal;n==="function-name"?o=$.FunctionName:n==="case-p\
attern"&&r&&(o=$.CasePattern);let i=this.next(o),a=i.token;if(a===b.EOF)return-1;let l=s.length-1,c=s[l];if(c.phase==="function-name"){if(a===b.Newline)continue;
c.phase="function-body",r=!0;continue}else if(c.phase==="function-body"){if(a===b.Newline)continue;if(c.phase="commands",r=!0,a===b.LParen&&this.peek($.Normal).
token===b.RParen){this.next($.Normal),c.phase="function-body";continue}}else if(c.phase==="coproc-command"){if(a===b.Newline)continue;if(a===b.Word){c.phase="co\
proc-body",r=!0;continue}c.phase="commands",r=!0}else if(c.phase==="coproc-body"){if(a===b.Newline||(c.phase=a===b.Word&&i.keywordEligible&&i.value==="time"?"ti\
me-command":"commands",r=!0,c.phase==="time-command"))continue}else if(c.phase==="time-command"){if(a===b.Word&&i.keywordEligible&&i.value==="-p"){c.phase="time\
-command-after-p";continue}if(a===b.Word&&i.keywordEligible&&i.value==="--"){c.phase="commands";continue}c.phase="commands",r=!0}else if(c.phase==="time-command\
-after-p"){if(a===b.Word&&i.keywordEligible&&i.value==="--"){c.phase="commands";continue}c.phase="commands",r=!0}else if(c.phase==="for-header"){if(a===b.ArithCmd||
a===b.Semi||a===b.Newline){r=!0;continue}if(a===b.Do||a===b.LBrace){c.close=a===b.Do?b.Done:b.RBrace,c.phase="commands",r=!0;continue}}else if(c.phase==="case-w\
ord"){if(a===b.Newline)continue;c.phase="case-in",r=!1;continue}else if(c.phase==="case-in"){if(a===b.Newline){r=!0;continue}c.phase="case-pattern",r=!0;continue}else if(c.
phase==="case-pattern"){if(a===b.Esac&&r){if(s.pop(),s.length===0)return i.end;r=!1;continue}a===b.RParen?(c.phase="commands",r=!0):r=a===b.Newline;continue}if(a===
c.close){if(s.pop(),s.length===0)return i.end;r=!1;continue}if(r)switch(a){case b.LParen:s.push({close:b.RParen,phase:"commands"});break;case b.LBrace:s.push({close:b.
RBrace,phase:"commands"});break;case b.If:s.push({close:b.Fi,phase:"commands"});break;case b.For:s.push({close:b.Done,phase:"for-header"});break;case b.While:case b.
Until:case b.Select:s.push({close:b.Done,phase:"commands"});break;case b.Case:s.push({close:b.Esac,phase:"case-word"});break;case b.DblLBracket:if(!this.skipTestCommandBody())
return-1;r=!1;continue;case b.Assignment:case b.Redirect:case b.Bang:case b.Then:case b.Else:case b.Elif:case b.Do:case b.In:break;case b.Semi:case b.Newline:case b.
Pipe:case b.And:case b.Or:case b.Amp:case b.DoubleSemi:case b.SemiAmp:case b.DoubleSemiAmp:break;case b.Function:c.phase="function-name";break;case b.Coproc:c.phase=
"coproc-command";break;default:a===b.Word&&i.keywordEligible&&i.value==="time"?(c.phase="time-command",r=!0):r=!1;continue}switch(a){case b.Semi:case b.Newline:case b.
Pipe:case b.And:case b.Or:case b.Amp:r=!0;break;case b.DoubleSemi:case b.SemiAmp:case b.DoubleSemiAmp:c.close===b.Esac&&(c.phase="case-pattern"),r=!0;break;case b.
RParen:r=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next($.TestMode);if(s.token===b.EOF)return-1;if(s.token===b.DblRBracket)return this.unshift(s),-1;
if(s.token===b.LParen)e++;else if(s.token===b.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next($.TestMode).token;if(e===b.DblRBracket)
return!0;if(e===b.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let r=this.extractBalanced(),n=this.src.slice(e,this.pos),o=this.processSubstitution(e,n,s===60?"<":">",r);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=at&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let r=this.src;this.
_buildParts=!0;let n=fn(r,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,$.ArrayElement);let o=this.pos,i=yt(r,s+1,o),
a=r.charCodeAt(i),l=a===61||a===43&&r.charCodeAt(i+1)===61,c=n?.parts,d=this._wordParts;if(l&&(d=cs(r,s+1,o,d)??d),!c&&!d)return l?null:cs(r,e,o,void 0)??null;let u=r.
slice(e,s+1);c||(c=[{type:"Literal",pos:e,end:s+1,text:u,value:n?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:r.slice(s+1,o),value:this._wordText}]:
[]);let f=wE(c,d);return l||(f=cs(r,e,o,f)??f),f.length>1||f[0].type!=="Literal"?f:null}buildHereDocParts(e,s){this._buildParts=!0;let r=this.src,n=[],o=!1,i="",
a=e,l=e,c=()=>{l>a&&(n.push({type:"Literal",pos:a,end:l,value:i,text:r.slice(a,l)}),i="")};for(;l<s;){let d=r.charCodeAt(l);if(d===92){if(l+1<s){let u=r.charCodeAt(
l+1);if(u===10){l+=2;continue}if(u===36||u===96||u===92){i+=String.fromCharCode(u),l+=2;continue}}i+="\\",l++;continue}if(d===36&&r.charCodeAt(l+1)!==39&&r.charCodeAt(
l+1)!==34){c(),a=l,this.pos=l,this.readDollar(),this._resultPart?(o=!0,n.push(this._resultPart),a=this.pos):i+=r.slice(l,this.pos),l=this.pos;continue}if(d===96){
c(),a=l,this.pos=l,this.readBacktickExpansion(),this._resultPart?(o=!0,n.push(this._resultPart),a=this.pos):i+=r.slice(l,this.pos),l=this.pos;continue}i+=r[l],l++}
return c(),o?n:null}registerHereDocTarget(e){if(this.pendingHereDocs!==null){for(let s of this.pendingHereDocs)if(!s.target){s.target=e;return}}}readTestRegexWord(){
this.hasPeek=!1,this.skipSpacesAndTabs();let e=this.src,s=this.srcEnd,r=this.pos,n=0;for(;this.pos<s;){let o=e.charCodeAt(this.pos);if(o===40){n++,this.pos++;continue}
if(o===92){this.pos+=this.pos+1<s?2:1;continue}if(o===39){let i=this.pos++,a=i>r&&e.charCodeAt(i-1)===36;for(;this.pos<s&&e.charCodeAt(this.pos)!==39;)a&&e.charCodeAt(
this.pos)===92&&this.pos+1<s&&this.pos++,this.pos++;this.pos<s?this.pos++:this.errors.push({message:a?"unterminated ANSI-C quote":"unterminated single quote",pos:i});
continue}if(o===34){this.pos++,this.readDoubleQuoted();continue}if(o===96){this.readBacktickExpansion();continue}if(n>0){o===41&&n--,this.pos++;continue}if(o===
36){this.readDollar();continue}if((o===60||o===62)&&this.pos+1<s&&e.charCodeAt(this.pos+1)===40){let i=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ce[o]&1&&o!==124)break;this.pos++}return Ae(this.current,b.Word,e.slice(
r,this.pos),r,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let r=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let n=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,l=this.pos,c=!1,d=u=>{
let f=e.slice(l,u);o[i]=f.trim(),o[3+i]=n[i]+f.length-f.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(c||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){c||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),c=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,l=this.pos,n[i]=l}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(c||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:r})),o}peek(e=$.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?$.CommandStart:
$.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=$.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let r=this.src,n=this.srcEnd,o=this.pos;for(;;){if(o=Zn(r,o,n),s===$.TestMode)for(;o<n&&r.charCodeAt(o)===10;)o=Zn(r,o+1,n);if(o>=n||r.charCodeAt(o)!==35)break;
for(;o<n&&r.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=n){this.consumePendingHereDocs(),Ae(e,b.EOF,"",o,o);return}let i=o,a=r.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),Ae(e,b.Newline,`
`,i,this.pos);return}if(s===$.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40)){this.pos++,Ae(e,b.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ce[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===$.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,r,n){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,Ae(e,b.DoubleSemiAmp,
";;&",n,this.pos),!0):(this.pos+=2,Ae(e,b.DoubleSemi,";;",n,this.pos),!0):a===38?(this.pos+=2,Ae(e,b.SemiAmp,";&",n,this.pos),!0):(this.pos++,Ae(e,b.Semi,";",n,
this.pos),!0);case 124:return a===124?(this.pos+=2,Ae(e,b.Or,"||",n,this.pos),!0):a===38?(this.pos+=2,Ae(e,b.Pipe,"|&",n,this.pos),!0):(this.pos++,Ae(e,b.Pipe,"\
|",n,this.pos),!0);case 38:if(a===38)return this.pos+=2,Ae(e,b.And,"&&",n,this.pos),!0;if(a===62){this.pos+=2;let l=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return l&&this.pos++,this.readRedirectTarget(e,l?"&>>":"&>",n)}return this.pos++,Ae(e,b.Amp,"&",n,this.pos),!0;case 40:if(r===$.CommandStart&&a===40){let l=this.
errors.length;if(this.readArithmeticCommand(e,n),!this._notArithmetic)return!0;this.errors.length=l,this.pos=n}return this.pos++,Ae(e,b.LParen,"(",n,this.pos),!0;case 41:
return this.pos++,Ae(e,b.RParen,")",n,this.pos),!0;case 60:case 62:return this.readRedirection(e,n);default:return!1}}readRedirection(e,s){let r=this.src,n=r.charCodeAt(
this.pos),o="";if(n===60){this.pos++;let i=this.pos<this.srcEnd?r.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?r.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let l=a===45;l&&this.pos++,this.skipSpacesAndTabs();let c=this.pos;(this.pos>=this.srcEnd||r.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>c;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:l,quoted:this._hereQuoted}),
Ae(e,b.Redirect,l?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=c,e.targetEnd=d?this.pos:c,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(n===62){this.pos++;let i=this.pos<
this.srcEnd?r.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,r){let n=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=n.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let l=n.slice(a,this.pos);return Ae(e,b.Redirect,s,r,this.pos),e.content=l,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,r,i),!0}return this.redirectToken(e,s,r,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,r,n){let o=this.pos>n&&(this._wordText.
length>0||this._wordQuoted);Ae(e,b.Redirect,s,r,this.pos),e.content=o?this._wordText:void 0,e.targetPos=n,e.targetEnd=o?this.pos:n}readProcessSubstitution(e,s,r){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:r});let n=this.src.slice(r,this.pos);Ae(e,
b.Word,n,r,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,r=this._buildValue;this._buildValue=!0;let n="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==39;)n+=e[this.pos],this.pos++;this.pos<s&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<s&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<s){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}n+=e[this.pos],this.pos++}this.pos<s&&this.pos++}else if(i===92){if(this.pos+1<s&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<s?(n+=e[this.pos],this.pos++):n+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++,n+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<s?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),n+=this._resultText}else{if(i<128&&ce[i]&1)break;n+=e[this.pos],this.pos++}}this._buildValue=r,this._hereDelim=n,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let s of e){let r=this.pos,n=this.skipHereDocBody(s.delimiter,s.strip,this.
parenBoundary,s.quoted);s.target&&(s.target.body.pos=r,s.target.body.end=n,s.target.body.text=this.src.slice(r,n),this.hereDocClosingPos!==-1&&(s.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,s,r,n){let o=this.src,i=s;
for(let a=0;a<e.length;){if(n&&o.charCodeAt(i)===92&&i+1<r&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=r||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,s,r){
let n=this.src,o=n.indexOf(`
`,e);for(;o!==-1&&o<s;){if(!r)return o;let i=o;for(;i>e&&n.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=n.indexOf(`
`,e)}return s}skipHereDocBody(e,s,r=!1,n=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,l=this.
logicalLineEnd(a,i,!n);for(;;){let d=a;if(s)for(;a<l&&o.charCodeAt(a)===9;)a++;if(n||(a=yt(o,a,l)),a===d)break}let c=this.matchHereDocDelimiter(e,a,l,!n);if(c!==
-1&&!n&&(c=yt(o,c,l)),c===l){let d=this.pos;return(!r||!this.parenBoundary||l!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=l),this.pos=l<i?l+1:l,d}if(r&&
c!==-1){let d=c;for(;d<l&&o.charCodeAt(d)!==41;)d++;if(d<l||this.parenBoundary&&l===i){let u=this.pos;return this.pos=c,u}}this.pos=l<i?l+1:l}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,r=0){
let n=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===$.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){Zs(e,b.Word,r,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,r,n)}isRedirectVariable(e,s){
let r=this.src;for(let n=e;n<s;n++){let o=r.charCodeAt(n);if(o===91&&n>e)return n+2<s&&r.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(n+1,s,93)===s-1;if(o>=
128||!(Is[o]&(n===e?1:2)))return!1}return s>e}readArrayElement(e,s){let r=this.findClosingBracket(s+1);return r===-1?!1:(this.pos=r+1,this.readWordText(),Zs(e,b.
Word,s,this.pos,!0),!0)}classifyWord(e,s,r,n){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,l=this._wordQuoted,c=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,f=u-r;if(s===$.CasePattern){let h=b.Word;if(c){let m=i?Ch(o,r,f):wh.get(this.wordValueOf(r,u));m===b.Esac&&(h=m)}Zs(e,h,r,u,i),e.keywordEligible=c;return}
let p=null;if(!i&&!a&&c&&(s===$.CommandStart||s===$.TestMode)){let h=u<this.srcEnd?o.charCodeAt(u):0;(!l&&f<=16||h===60||h===62)&&(p=this.wordValueOf(r,u))}if(s===
$.CommandStart&&c){if(i){if(f<=8){let h=Ch(o,r,f);if(h!==void 0){Zs(e,h,r,u,!0);return}}if(f===2&&o.charCodeAt(r)===91&&o.charCodeAt(r+1)===91){Zs(e,b.DblLBracket,
r,u,!0);return}}else if(p!==null&&p.length>0){let h=p.charCodeAt(0);if(h>=97&&h<=122&&p.length<=8||h===33||h===123||h===125){let m=wh.get(p);if(m!==void 0){Ae(e,
m,p,r,u);return}}if(h===91&&p==="[["){Ae(e,b.DblLBracket,p,r,u);return}}}if(s===$.CommandStart||s===$.CommandPrefix||s===$.Declaration){if(d===void 0){let h=-1,
m=!1;for(let g=r+1;g<u;g++){let y=o.charCodeAt(g);if(y===61){h=g;break}y===91&&(m=!0)}(h!==-1||s!==$.Declaration&&m)&&(d=Tc(o,r,u,Pc))}if(d!==void 0){if(s!==$.Declaration&&
d>=at){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=n),this.pos=r,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,r,n);return}(this.
_errors===null||this._errors.length===n)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",r)})}if(Sh(d)){Zs(e,b.Assignment,r,u,i),p!==
null&&(e._value=p),e.assignmentOperatorPos=Eh(d);return}}}if((s===$.CommandStart||s===$.TestMode)&&c){if(i){if(f===2&&o.charCodeAt(r)===93&&o.charCodeAt(r+1)===
93){Zs(e,b.DblRBracket,r,u,!0);return}}else if(p==="]]"){Ae(e,b.DblRBracket,p,r,u);return}}if(!a&&this.pos<this.srcEnd){let h=o.charCodeAt(this.pos);if((h===60||
h===62)&&i){let m=o.charCodeAt(r);if(m>=48&&m<=57&&yE(o,r,u)){let g=Number.parseInt(o.slice(r,u),10);if(this.readRedirection(e,r)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(m===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(r+1,u-1)){let g=o.slice(r+1,u-1);if(this.readRedirection(e,r)){e.variableName=g,e.descriptorEnd=
u;return}}}}Zs(e,b.Word,r,u,i),p!==null&&(e._value=p),e.keywordEligible=c}readWordText(e=!1,s=$.Normal,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l=0;for(;i<
o;){let R=n.charCodeAt(i);if(R<128&&ce[R]){l=R;break}i++}if(i>=o||ce[l]&1&&!(l===40&&i>a&&Ns[n.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?n.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=Js(this._wordText)&&s!==$.ArrayElement?cs(n,a,i,void 0)??null:null);return}let c=this._buildParts,d=c||this._buildValue,u=d&&
i>a?n.slice(a,i):"",f=!1,p=!1,h=!0,m=!0,g=i>a?n.charCodeAt(i-1):0,y=Tc(n,a,i,Pc),v,_="",k=0,x=!1,A;for(c&&(v=[],_=u,k=a,x=u.length>0&&Js(u));i<o;){let R=n.charCodeAt(
i);if(R>=128||!ce[R]){let E=i;for(i++;i<o;){let I=n.charCodeAt(i);if(I<128&&ce[I])break;i++}if(g=n.charCodeAt(i-1),y=Tc(n,E,i,y),d){let I=n.slice(E,i);u+=I,c&&(_+=
I,x=x||Js(I))}continue}if(ce[R]&1){if(e&&y>=at){let E=this.findClosingBracket(i);if(E!==-1){let I=E+1;if(y=y===at+1?Rc:y-1,g=n.charCodeAt(E),d){let Y=n.slice(i,
I);u+=Y,c&&(_+=Y,x=x||Js(Y))}i=I;continue}}if(R===40&&g<128&&Ns[g]){if(s===$.FunctionName||y>=at&&(s===$.CommandStart||s===$.CommandPrefix)||s===$.CommandStart&&
g===33&&h&&n.charCodeAt(a)===33&&yt(n,a+1,o)===i)break;let E=g;if(E===61&&r&&!((s===$.CommandStart||s===$.CommandPrefix||s===$.Declaration||s===$.EvalArgument)&&
Sh(y)&&yt(n,Eh(y)+1,o)===i))break;let I=i+1,Y=this.findClosingShellDelimiter(I,o,41,E===61);if(Y===-1&&!r&&!e&&y>=at||s===$.CommandStart&&E!==61&&Y!==-1&&Zn(n,I,
Y)===Y)break;h=!1;let Pe=Y===-1?o:Y;if(i=Y===-1?o:Y+1,Y===-1&&this.errors.push({message:"unterminated extended glob",pos:I-2}),g=n.charCodeAt(i-1),d){let D="("+
n.slice(I,i);if(u+=D,c&&E!==61){let ke=I-2;for(;n.charCodeAt(ke)===10&&n.charCodeAt(ke-1)===92;)ke-=2;if(_.length>0){let oe=_.slice(0,-1);ke>k&&v.push({type:"Li\
teral",pos:k,end:ke,value:oe,text:n.slice(k,ke)}),_=""}let M=bE[E];v.push({type:"ExtendedGlob",pos:ke,end:i,text:n.slice(ke,i),operator:M,pattern:n.slice(I,Pe),
parts:this.subFieldParts(I,Pe)}),k=i}else c&&(_+=D,x=x||Js(D))}continue}break}if(R===92){i++,i<o?n.charCodeAt(i)===10?(i++,m=!1):(y>=0&&y<at&&(y=Dt),f=!0,h=!1,m=
!1,g=n.charCodeAt(i),d&&(u+=n[i],c&&(_+=n[i])),i++):(y>=0&&y<at&&(y=Dt),f=!0,h=!1,g=92,d&&(u+="\\",c&&(_+="\\")));continue}if(R===39){let E=i;y>=0&&y<at&&(y=Dt),
f=!0,h=!1,m=!1,i++;let I=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;i>I&&(g=n.charCodeAt(i-1));let Y=d?n.slice(I,i):"";d&&(u+=Y),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:I-1}),c&&(E>k&&(v.push({type:"Literal",pos:k,end:E,value:_,text:n.slice(k,E)}),_=""),v.push({type:"SingleQuoted",pos:E,end:i,value:Y,
text:n.slice(E,i)}),k=i);continue}if(R===34){let E=i;if(y>=0&&y<at&&(y=Dt),f=!0,h=!1,m=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>E+1&&(g=
n.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(p=!0),d&&(u+=this._dqText),c){E>k&&(v.push({type:"Literal",pos:k,end:E,value:_,text:n.slice(k,E)}),_="");let I=n.
slice(E,i);v.push({type:"DoubleQuoted",pos:E,end:i,text:I,parts:this._dqParts??[{type:"Literal",pos:E+1,end:this._dqEnd,value:this._dqText,text:n.slice(E+1,this.
_dqEnd)}]}),k=i}continue}if(R===36){h=!1;let E=i;y>=0&&y<at&&(y=Dt);let I=i+1<o?n.charCodeAt(i+1):0;(I===39||I===34)&&(f=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(m=!1),i>E&&(g=n.charCodeAt(i-1)),this._resultHasExpansion&&(p=!0),d&&(u+=this._resultText),c&&(this._resultPart?(E>k&&(v.push({type:"Lit\
eral",pos:k,end:E,value:_,text:n.slice(k,E)}),_=""),v.push(this._resultPart),k=i):_+=this._resultText);continue}if(R===96){h=!1;let E=i;y>=0&&y<at&&(y=Dt),this.
pos=i,this.readBacktickExpansion(),i=this.pos,m=!1,g=n.charCodeAt(i-1),p=!0,d&&(u+=this._resultText),c&&(E>k&&(v.push({type:"Literal",pos:k,end:E,value:_,text:n.
slice(k,E)}),_=""),v.push(this._resultPart),k=i);continue}if(R===123){y>=0&&y<at&&(y=Dt);let E=i+1<o?n.charCodeAt(i+1):0,I=E<=32||E===125?-1:this.scanBraceExpansion(
i,A??(A=new Map));if(I>0){if(h=!1,g=n.charCodeAt(I-1),d){let Y=n.slice(i,I);u+=Y,c&&(i>k&&(v.push({type:"Literal",pos:k,end:i,value:_,text:n.slice(k,i)}),_=""),
v.push({type:"BraceExpansion",pos:i,end:I,text:Y,parts:this.subFieldParts(i+1,I-1)}),k=I)}i=I;continue}g=123,d&&(u+="{",c&&(_+="{")),i++;continue}i++}c&&i>k&&v.
push({type:"Literal",pos:k,end:i,value:_,text:n.slice(k,i)}),this.pos=i,this._wordText=u,this._wordRaw=m,this._wordQuoted=f,this._wordHasExpansions=p,this._wordKeywordEligible=
h,this._wordAssignmentState=y,c&&(this._wordParts=v.length>1||v.length===1&&v[0].type!=="Literal"?v:null,x&&s!==$.ArrayElement&&(this._wordParts=cs(n,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l="",c=this._buildParts,d,u="",f=0,p=!1,h=!1;for(c&&(d=[],f=i);i<o;){let m=n.
charCodeAt(i);if(m===92){if(i++,i<o)if(n.charCodeAt(i)===10)i++;else{let g=n.charCodeAt(i);e&&g!==36&&g!==96&&g!==34&&g!==92&&g!==125&&(l+="\\",c&&(u+="\\"),p=!0);
let y=n[i++];l+=y,c&&(u+=y)}continue}if(m===39&&!e){let g=i;i++;let y=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;let v=n.slice(y,i);l+=v,i<o&&i++,c&&(g>f&&(d.push({type:"\
Literal",pos:f,end:g,value:u,text:n.slice(f,g)}),u=""),d.push({type:"SingleQuoted",pos:g,end:i,value:v,text:n.slice(g,i)}),f=i);continue}if(m===34){let g=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,l+=this._dqText,c){g>f&&(d.push({type:"Literal",pos:f,end:g,value:u,text:n.slice(f,g)}),u="");let y=n.slice(g,i);
d.push({type:"DoubleQuoted",pos:g,end:i,text:y,parts:this._dqParts??[{type:"Literal",pos:g+1,end:this._dqEnd,value:this._dqText,text:n.slice(g+1,this._dqEnd)}]}),
f=i}continue}if(m===36){let g=i;this.pos=i,this.readDollar(e),i=this.pos,l+=this._resultText,c&&(this._resultPart?(g>f&&(d.push({type:"Literal",pos:f,end:g,value:u,
text:n.slice(f,g)}),u=""),d.push(this._resultPart),f=i):u+=this._resultText);continue}if(m===96){let g=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,l+=
this._resultText,c&&(g>f&&(d.push({type:"Literal",pos:f,end:g,value:u,text:n.slice(f,g)}),u=""),d.push(this._resultPart),f=i);continue}if(!e&&!s&&(m===60||m===62)&&
i+1<o&&n.charCodeAt(i+1)===40){let g=i;this.pos=i+2;let y=this.extractBalanced();i=this.pos;let v=n.slice(g,i);l+=v,c&&(g>f&&(d.push({type:"Literal",pos:f,end:g,
value:u,text:n.slice(f,g)}),u=""),d.push(this.processSubstitution(g,v,m===60?"<":">",y)),f=i);continue}l+=n[i],c&&(u+=n[i],r&&(m===42||m===63||m===91)&&(h=!0)),
i++}c&&i>f&&d.push({type:"Literal",pos:f,end:i,value:u,text:n.slice(f,i)}),this.pos=i,this._wordText=l,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,c&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||p)?d:null,h&&(this._wordParts=cs(n,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return fn(this.src,e,s)?this.parseSubFieldWord(e,s).parts:cs(this.src,e,s,void 0)}parseSubFieldWord(e,s,r="word",n=!1){if(e>=s)return new Je(
"",e,e);if(this._nestingDepth>=256)return new Je(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
l=this.pos,c=this._wordText,d=this._wordParts,u=this._wordQuoted,f=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(r==="quoted",n,r===
"word");let p=new Je(this.src.slice(e,s),e,s);return this._buildParts&&(p.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=l,this._wordText=c,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=f,this._nestingDepth--,p}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=Jn(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let r=e.charCodeAt(this.pos);if(r===34){this.pos++;return}if(r===92){this.pos=Math.min(this.pos+2,s);continue}if(r===96)break;if(r===36){let n=e.charCodeAt(
this.pos+1);if(n===40||n===123||n===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=Zn(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,r=this.srcEnd,n=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let f=this.pos;for(;f<r;){let p=s.charCodeAt(f);if(p===34){this._dqText=
a?s.slice(n,f):"",this._dqEnd=f,this.pos=f+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(p===36||p===96||p===92)break;f++}}let l="",c=null,d="",u=i?this.
pos:0;for(;this.pos<r&&s.charCodeAt(this.pos)!==34;){let f=this.pos;for(;this.pos<r;){let h=s.charCodeAt(this.pos);if(h===34||h===92||h===36||h===96)break;this.
pos++}if(a&&this.pos>f){let h=s.slice(f,this.pos);l+=h,i&&(d+=h)}if(this.pos>=r||s.charCodeAt(this.pos)===34)break;let p=s.charCodeAt(this.pos);if(p===92){if(this.
pos++,this.pos<r){let h=s.charCodeAt(this.pos);if(h===10){this.pos++;continue}if(a)if(e||h===36||h===96||h===34||h===92){let m=s[this.pos];l+=m,i&&(d+=m)}else{let m="\
\\"+s[this.pos];l+=m,i&&(d+=m)}this.pos++}continue}if(p===36){let h=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(h===34||h===39){a&&(l+="$",i&&(d+="$")),this.pos++;
continue}let m=this.pos;if(this.readDollar(!0),a&&(l+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&xh(g)?(c||(c=[]),m>u&&(c.push(
{type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),c.push(g),u=this.pos):d+=this._resultText}continue}if(p===96){let h=this.pos;this.readBacktickExpansion(
!0),a&&(l+=this._resultText),o=!0,i&&this._resultPart&&xh(this._resultPart)&&(c||(c=[]),h>u&&(c.push({type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),
c.push(this._resultPart),u=this.pos);continue}}i&&c&&this.pos>u&&c.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<r?this.pos++:this.errors.push({message:"unterminated double quote",pos:n-1}),this._dqText=l,this._dqHasExpansions=o,this._dqParts=c}readDollar(e=!1){let s=this.
pos;this.pos++;let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=n){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=yt(r,this.pos,n);i>this.pos&&r.charCodeAt(i)===40&&r.charCodeAt(i+1)!==40&&(this.pos=i);let a=r.charCodeAt(this.pos);if(a===
40){if(this.pos+1<n&&r.charCodeAt(this.pos+1)===40){let l=this.pos,c=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=c,this.pos=l}this.readCommandSubstitution(s);return}if(a===123){let l=this.pos+1<n?r.charCodeAt(this.pos+1):0;if(l===32||l===9||l===10){this.readBraceCommandSubstitution();
return}if(l===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let l=this.readAnsiCQuoted();this._resultText=
l,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:r.slice(s,this.pos),value:l}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let l=r.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:l,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:r.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let l=o?r.slice(this.pos-2,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a<128&&Is[a]&1){let l=this.
pos-1;for(;this.pos<n;){let d=r.charCodeAt(this.pos);if(d<128&&Is[d]&2)this.pos++;else break}let c=o?r.slice(l,this.pos):"";this._resultText=c,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:c}:void 0;return}if(a===91){let l=this._errors===
null?0:this._errors.length,c=this.findClosingArithmeticBracket(this.pos+1);if(c!==-1){let d=this.pos+1,u=r.slice(d,c);this.pos=c+1;let f=o?r.slice(s,this.pos):"";
this._resultText=f,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(d-2,f,u,d):void 0;return}this._errors!==
null&&(this._errors.length=l)}this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=void 0}scanArithmeticBody(){this._notArithmetic=
!1,this._arithUnterminated=!1,this.pos+=2;let e=1,s=0,r=0,n,o=!1,i=this.src,a=this.srcEnd,l=this.pos;for(;this.pos<a&&e>0;){let d=i.charCodeAt(this.pos);if(d===
92)this.pos+=this.pos+1<a?2:1;else if(d===39)this.pos++,this.skipSQ();else if(d===34)this.pos++,this.skipDQ();else if(d===96){for(this.pos++;this.pos<a&&i.charCodeAt(
this.pos)!==96;)i.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<a&&this.pos++}else if(d===36&&this.pos+2<a&&i.charCodeAt(this.pos+1)===40&&i.charCodeAt(
this.pos+2)!==40){let u=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u})}else if(d===
36&&this.pos+1<a&&i.charCodeAt(this.pos+1)===123){let u=this.findClosingBrace(this.pos+2,a);this.pos=u===-1?a:u+1}else if((d===60||d===62)&&this.pos+1<a&&i.charCodeAt(
this.pos+1)===40)this.pos+=2,this.extractBalanced();else if(d===40)i.charCodeAt(this.pos-1)===36&&i.charCodeAt(this.pos+1)===40?(e===1?r=s:(n??(n=[])).push(s),e++,
s=0,e+this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expansion nesting depth exceeded",pos:this.pos-1}),o=!0),this.pos+=2):(++s+e-1+
this._nestingDepth>256&&!o&&(this.errors.push({message:"maximum arithmetic expression nesting depth exceeded",pos:this.pos}),o=!0),this.pos++);else if(d===41&&s>
0)s--,this.pos++;else if(d===41&&this.pos+1<a&&i.charCodeAt(this.pos+1)===41){if(--e===0){this.pos+=2;break}s=e===1?r:n.pop(),this.pos+=2}else{if(d===41&&e===1)
return this._notArithmetic=!0,"";this.pos++}}let c=this._buildParts||this._buildValue;return e>0?(this._arithUnterminated=!0,c?i.slice(l,this.pos):""):c?i.slice(
l,this.pos-2):""}readArithmeticExpansion(e){let s=this.pos+2,r=this.scanArithmeticBody();if(this._notArithmetic)return;this._arithUnterminated&&this.errors.push(
{message:"unterminated arithmetic expansion",pos:e});let n=this._buildParts||this._buildValue?this.src.slice(e,this.pos):"";this._resultText=n,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,n,r,s):void 0}arithmeticExpansion(e,s,r,n){return new ln(e,this.pos,
s,{source:this.src,body:r,offset:n,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let r=this._buildValue;this._buildValue=
!0;let n=this.scanArithmeticBody();this._buildValue=r,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),Ae(e,b.ArithCmd,
n,s,this.pos)}readCommandSubstitution(e){let s=this.pos;this.pos++;let r=this.extractBalanced();this._unbalanced&&this.errors.push({message:"unterminated comman\
d substitution",pos:e});let n=this._buildParts||this._buildValue,o=n?this.src.slice(e,this.pos):"",i=!n||s===e+1?o:"$"+this.src.slice(s,this.pos);this._resultText=
i,this._resultIsRaw=s===e+1,this._resultHasExpansion=!0,this._buildParts?this._resultPart=this.commandExpansion(e,o,s+1,r,!this._unbalanced):this._resultPart=void 0}readBraceCommandSubstitution(){
this.readBraceSubstitution(1)}readValueSubstitution(){this.readBraceSubstitution(2)}readBraceSubstitution(e){let s=this.pos-1;this.pos+=e;let r=this.src,n=this.
srcEnd,o=1,i=this.pos;for(;this.pos<n;){let a=r.charCodeAt(this.pos);if(a===123)o++;else if(a===125){if(--o===0){this.pos++;break}}else if(a===39){this.pos++,this.
skipSQ();continue}else if(a===34){this.pos++,this.skipDQ();continue}else a===92&&this.pos++;this.pos++}if(this._resultIsRaw=!0,this._resultHasExpansion=!0,this.
_buildParts||this._buildValue){let a=r.slice(i,this.pos-1),l=a.trim(),c=r.slice(s,this.pos);if(this._resultText=c,this._buildParts){let d=i+(a.length-a.trimStart().
length);this._resultPart=this.commandExpansion(s,c,d,l)}else this._resultPart=void 0}else this._resultText="",this._resultPart=void 0}readBacktickExpansion(e=!1){
this.pos++;let s=this.src,r=this.srcEnd,n=this.pos;if(!this._buildParts&&!this._buildValue){for(;this.pos<r&&s.charCodeAt(this.pos)!==96;)s.charCodeAt(this.pos)===
92&&this.pos+1<r&&this.pos++,this.pos++;this.pos<r?this.pos++:this.errors.push({message:"unterminated backtick",pos:n-1}),this._resultText="",this._resultIsRaw=
!1,this._resultHasExpansion=!0,this._resultPart=void 0;return}let o="",i=!1;for(;this.pos<r&&s.charCodeAt(this.pos)!==96;){if(s.charCodeAt(this.pos)===92){i=!0;
break}this.pos++}if(!i)o=s.slice(n,this.pos);else for(o=s.slice(n,this.pos);this.pos<r&&s.charCodeAt(this.pos)!==96;)if(s.charCodeAt(this.pos)===92){if(this.pos++,
this.pos<r){let l=s.charCodeAt(this.pos);l===36||l===96||l===92||e&&l===34?o+=s[this.pos]:o+="\\"+s[this.pos],this.pos++}}else{let l=this.pos;for(;this.pos<r;){
let c=s.charCodeAt(this.pos);if(c===96||c===92)break;this.pos++}o+=s.slice(l,this.pos)}this.pos<r?this.pos++:this.errors.push({message:"unterminated backtick",pos:n-
1});let a=s.slice(n-1,this.pos);this._resultText=o,this._resultHasExpansion=!0,this._buildParts?this._resultPart=i?this.decodedCommandExpansion(n-1,a,o):this.commandExpansion(
n-1,a,n,o):this._resultPart=void 0}readParameterExpansion(e){let s=this.src,r=this.srcEnd,n=this.pos;this.pos++;let o=1,i=!1;for(;this.pos<r&&o>0;){let c=s.charCodeAt(
this.pos);if(c===36){let d=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(d===123){o++,this._nestingDepth+o>256&&!i&&(this.errors.push({message:"maximum parameter e\
xpansion nesting depth exceeded",pos:this.pos}),i=!0),this.pos+=2;continue}if(d===36){this.pos+=2;continue}if(d===40){let u=this.pos;this.pos+=2,this.extractBalanced(),
this._unbalanced&&this.errors.push({message:"unterminated command substitution",pos:u});continue}}else if(c===96){for(this.pos++;this.pos<r&&s.charCodeAt(this.pos)!==
96;)s.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<r&&this.pos++;continue}else if(c===125){if(--o===0){this.pos++;break}}else if(c===92)this.pos+1<
r&&this.pos++;else if(c===39){this.pos++,this.pos>n+1&&s.charCodeAt(this.pos-2)===36?this.skipAnsiCQuoted():this.skipSQ();continue}else if(c===34){this.pos++,this.
skipDQ();continue}this.pos++}let a=o===0;a||this.errors.push({message:"unterminated parameter expansion",pos:n-1});let l=this._buildParts||this._buildValue?s.slice(
n-1,this.pos):"";if(this._resultText=l,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._buildParts){let c=s.slice(n+1,a?this.pos-1:this.pos);this._resultPart=
this.parseParamInner(l,c,n+1,e)}else this._resultPart=void 0}parseParamInner(e,s,r,n){let o={type:"ParameterExpansion",pos:r-2,end:this.pos,text:e,parameter:"",
parameterPos:r,parameterEnd:r,prefix:void 0,index:void 0,operation:void 0},i=s.length;if(i===0)return o;let a=(g,y,v="word")=>this.parseSubFieldWord(r+g,r+y,v),
l=g=>{let y=this.findClosingBracket(r+g,r+i);return y===-1?-1:y-r},c=0;if(i>1&&s.charCodeAt(0)===33&&(o.prefix="!",c=1),i>1&&s.charCodeAt(0)===35){let g=this.scanParamName(
s,1),y=g,v=-1;if(y<i&&s.charCodeAt(y)===91&&(v=l(y+1),v!==-1&&(y=v+1)),g>1&&y===i)return o.prefix="#",o.parameter=s.slice(1,g),o.parameterPos=r+1,o.parameterEnd=
r+g,v!==-1&&(o.index=a(g+1,v,"embedded")),o}let d=c;if(c=this.scanParamName(s,c),o.parameter=s.slice(d,c),o.parameterPos=r+d,o.parameterEnd=r+c,c<i&&s.charCodeAt(
c)===91){let g=l(c+1);g!==-1&&(o.index=a(c+1,g,"embedded"),c=g+1)}if(c>=i)return o;let u=r+c,f=r+i,p=s.charCodeAt(c),h=s.charCodeAt(c+1),m=s[p===58?c+1:c];if(m===
"-"||m==="="||m==="+"||m==="?"){let g=c+(p===58?2:1);return o.operation={type:"Default",pos:u,end:f,operatorEnd:r+g,operator:p===58?`:${m}`:m,operand:a(g,i,n?"q\
uoted":"word")},o}if(p===58){c++;let g=r+c,y=kh(s.slice(c),58,!0,(v,_)=>this.findNestedShellEnd(g+v,f,_)-g);return o.operation={type:"Slice",pos:u,end:f,operatorEnd:g,
operator:":",offset:a(c,y===-1?i:c+y,"embedded"),length:y===-1?void 0:a(c+y+1,i,"embedded")},o}if(p===35||p===37){let g=h===p,y=p===35?g?"##":"#":g?"%%":"%",v=c+
(g?2:1);return o.operation={type:"Remove",pos:u,end:f,operatorEnd:r+v,operator:y,operand:a(v,i)},o}if(p===47){c++;let g="/";(h===47||h===35||h===37)&&(g=h===47?
"//":h===35?"/#":"/%",c++);let y=c;h===47&&(y=yt(s,c,i),s.charCodeAt(y)===47&&y++);let v=kh(s.slice(y),47),_=v===-1?i:y+v;return o.operation={type:"Replace",pos:u,
end:f,operatorEnd:r+c,operator:g,pattern:a(c,_),replacement:a(v===-1?i:_+1,i)},o}if(p===94||p===44){let g=h===p,y=p===94?g?"^^":"^":g?",,":",",v=c+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:f,operatorEnd:r+v,operator:y,operand:v===i?void 0:a(v,i)},o}return o.prefix==="!"&&o.index===void 0&&c+1===i&&(p===
64||p===42)?(o.operation={type:"Names",pos:u,end:f,operatorEnd:f,operator:p===64?"@":"*"},o):p===64?(o.operation={type:"Transform",pos:u,end:f,operatorEnd:u+1,operator:"\
@",operand:a(c+1,i)},o):(o.operation={type:"Unknown",pos:u,end:f,operatorEnd:f,operator:s.slice(c)},o)}findNestedShellEnd(e,s,r){let n=this.src.charCodeAt(e);if(n===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(n===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=yt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(r||n!==60&&n!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let r=s;if(r>=e.length)
return r;let n=e.charCodeAt(r);if(n===64||n===42||n===35||n===63||n===45||n===36||n===33)return r+1;if(n>=48&&n<=57){for(;r<e.length&&e.charCodeAt(r)>=48&&e.charCodeAt(
r)<=57;)r++;return r}if(n>=97&&n<=122||n>=65&&n<=90||n===95)for(r++;r<e.length;){let o=e.charCodeAt(r);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)r++;else
break}return r}readAnsiCQuoted(){let e=this.pos-1,s=Jn(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let l=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(l!==void 0&&l<=n&&this._nestingDepth<256)return this.pos=l,o?r.slice(a,l-1):"";let c=!0;for(;!s&&
this.pos<n;){let D=r.charCodeAt(this.pos);if(D===41){let ke=o?r.slice(a,this.pos):"";return this.pos++,ke}else{if(D===40||D===92||D===39||D===34||D===96||D===36&&
(r.charCodeAt(this.pos+1)===39||r.charCodeAt(this.pos+1)===36||r.charCodeAt(this.pos+1)===123))break;if(D===60&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60)break;
if(D===35&&c)break;if(D===99&&c&&this.pos+3<n&&r.charCodeAt(this.pos+1)===97&&r.charCodeAt(this.pos+2)===115&&r.charCodeAt(this.pos+3)===101&&(this.pos+4>=n||r.
charCodeAt(this.pos+4)<128&&ce[r.charCodeAt(this.pos+4)]&1))break;c=D<128&&(ce[D]&1)!==0,this.pos++}}let d=0,u=0,f=[],p=null,h,m=-1,g=a>=2&&r.charCodeAt(a)===40&&
r.charCodeAt(a-1)===40&&r.charCodeAt(a-2)===36,y=0,v=!1,_=s?[{close:34,depth:0}]:[],k=s?1:0,x=0,A,R=-1,E=-1,I=-1,Y=-1,Pe=!1;for(;this.pos<n&&(i>0||_.length>0);){
let D=r.charCodeAt(this.pos),ke=_.length===0?void 0:_[_.length-1];if(ke!==void 0&&ke.depth===i){let M=!1;if(D===92){this.pos=Math.min(this.pos+2,n);continue}if(D===
ke.close){if(_.pop(),D===34?k--:x--,this.pos++,s&&i===0&&_.length===0)return"";continue}if(D===34)_.push({close:34,depth:i}),k++;else if(D===39&&ke.close===125){
this.pos++,this.skipSQ();continue}else if(D===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.
pos++;this.pos<n&&this.pos++;continue}else if(D===36){let oe=r.charCodeAt(this.pos+1);if(oe===39&&ke.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(oe===
123)_.push({close:125,depth:i}),x++,this.pos++;else if(oe===40)this.pos++,D=40,M=!0;else if(oe===36){this.pos+=r.charCodeAt(this.pos+2)===40?1:2;continue}}if(!v&&
this._nestingDepth+Math.max(k,x)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),v=!0),!M){for(this.pos++;this.pos<n;){let oe=r.
charCodeAt(this.pos);if(oe===92||oe===34||oe===36||oe===96||oe===125||oe===39)break;this.pos++}continue}}if(D===35&&Y!==-1&&!g&&m<0&&e&&!Pe&&this._nestingDepth+
(h?.length??0)<256&&Zn(r,Y,n)===this.pos){Pe=!0;let M=h?.[h.length-1],oe=this.findSubstitutionEnd(M?.start??a,n,this._nestingDepth+(h?.length??0)+1);if(oe!==-1){
if(M===void 0)return this.pos=oe,o?r.slice(a,oe-1):"";this.pos=oe-1,i=M.depth+1,d=0,u=0,f.length=M.parens+1,D=41}}if(D===40){let M=this.pos>a&&this.pos!==I?r.charCodeAt(
this.pos-1):0,oe=M===36?this.pos-1:this.pos===E?R:-1,Fo=oe!==-1||M===60||M===62||M===61||M===64||M===63||M===42||M===43||M===33||M===40&&f[f.length-1]===!1||g&&
this.pos===a,pl=oe!==-1&&r.charCodeAt(this.pos+1)!==40||(M===60||M===62)&&m<0&&!g;pl&&((h??(h=[])).push({start:this.pos+1,dollar:oe,depth:i,parens:f.length,caseDepth:d,
caseParens:u,arithBase:m,arithExtent:g,substitutions:y,checkedGrammar:Pe,pendingDelims:p}),d=0,u=0,m=-1,g=!1,Pe=!1,p=null),f.push(!Fo),c=!0,!pl&&m<0&&this.pos+1<
n&&r.charCodeAt(this.pos+1)===40&&(m=i),oe!==-1&&(pl?y++:(A??(A=[])).push(i),y+(A?.length??0)+this._nestingDepth+(s?0:1)>256&&!v&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:oe}),v=!0)),R=-1,E=-1,i++,d>0&&u++,this.pos++}else if(D===41){if(d>0&&u===0)this.pos++,c=!0;else{if(d>0&&
u--,i--,i===0&&!s){let oe=o?r.slice(a,this.pos):"";return this.pos++,oe}if(i<=m&&(m=-1),A!==void 0)for(;A.length>0&&A[A.length-1]>=i;)A.pop();c=f.pop()??!0,this.
pos++;let M=h?.[h.length-1];M!==void 0&&M.depth===i&&(h.pop(),d=M.caseDepth,u=M.caseParens,m=M.arithBase,g=M.arithExtent,y=M.substitutions,Pe=M.checkedGrammar,p=
M.pendingDelims)}Y=this.pos}else if(D===92){if(this.pos>a&&r.charCodeAt(this.pos-1)===36){let M=yt(r,this.pos,n);M>this.pos&&r.charCodeAt(M)===40&&r.charCodeAt(
M+1)!==40&&(R=this.pos-1,E=M)}this.pos++,this.pos<n&&(r.charCodeAt(this.pos)!==10&&(c=!1),this.pos++),I=this.pos}else if(D===36){let M=r.charCodeAt(++this.pos);
M===39?(this.pos++,this.skipAnsiCQuoted()):M===36?this.pos++:M===123&&!kE(r.charCodeAt(this.pos+1))&&(_.push({close:125,depth:i}),x++,this.pos++),c=!1}else if(D===
39)this.pos++,this.skipSQ(),c=!1;else if(D===34)_.push({close:34,depth:i}),k++,this.pos++,c=!1;else if(D===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==
96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.pos++;this.pos<n&&this.pos++,c=!1}else if(D===60&&m<0&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60){
if(this.pos+2<n&&r.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let M=this.pos<n&&r.charCodeAt(this.pos)===45;M&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(p??(p=[])).push({delimiter:this._hereDelim,strip:M,quoted:this._hereQuoted})}c=!1}else if(D===
10&&p){this.pos++;for(let M of p)this.skipHereDocBody(M.delimiter,M.strip,!0,M.quoted);p=null,c=!0}else if(D===35&&m<0&&!g&&c)for(;this.pos<n&&r.charCodeAt(this.
pos)!==10;)this.pos++;else{let M=this.pos;for(;this.pos<n;){let oe=r.charCodeAt(this.pos);if(oe<128&&ce[oe])break;this.pos++}if(this.pos>M){if(this.pos-M===4&&c&&
m<0&&!g){let Fo=r.charCodeAt(M);Fo===99&&r.charCodeAt(M+1)===97&&r.charCodeAt(M+2)===115&&r.charCodeAt(M+3)===101?d++:Fo===101&&r.charCodeAt(M+1)===115&&r.charCodeAt(
M+2)===97&&r.charCodeAt(M+3)===99&&d>0&&(d--,d===0&&(u=0))}c=!1}else{let oe=r.charCodeAt(this.pos);c=oe<128&&(ce[oe]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&h!==void 0&&h.length>0&&this.errors.push({message:"unterminated command substitution",pos:h[0].dollar}),o?r.slice(a,this.pos):""}};function Ic(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function Ph(t,e,s){for(;s>e;){let r=t.
charCodeAt(s-1);if(r!==32&&r!==9&&r!==10)break;s--}return s}function vE(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function Nc(t,e=0,s,r=0){let n=0,o=t.length,i=s?.embeddedWords.length??0;function a(k,x,A=!1){let R={type:"\
ArithmeticWord",pos:k+e,end:x+e,value:t.slice(k,x),parts:void 0};return A&&s?.embeddedWords.push(R),R}function l(){for(;n<o;){let k=t.charCodeAt(n);if(k===32||k===
9||k===10)n++;else break}}function c(){if(n>=o)return null;let k=t.charCodeAt(n),x=n+1<o?t.charCodeAt(n+1):0,A=n+2<o?t.charCodeAt(n+2):0;switch(k){case 44:return n++,
",";case 61:return x===61?(n+=2,"=="):(n++,"=");case 33:return x===61?(n+=2,"!="):null;case 60:return x===60?A===61?(n+=3,"<<="):(n+=2,"<<"):x===61?(n+=2,"<="):
(n++,"<");case 62:return x===62?A===61?(n+=3,">>="):(n+=2,">>"):x===61?(n+=2,">="):(n++,">");case 43:return x===61?(n+=2,"+="):x===43?null:(n++,"+");case 45:return x===
61?(n+=2,"-="):x===45?null:(n++,"-");case 42:return x===42?(n+=2,"**"):x===61?(n+=2,"*="):(n++,"*");case 47:return x===61?(n+=2,"/="):(n++,"/");case 37:return x===
61?(n+=2,"%="):(n++,"%");case 124:return x===124?(n+=2,"||"):x===61?(n+=2,"|="):(n++,"|");case 38:return x===38?(n+=2,"&&"):x===61?(n+=2,"&="):(n++,"&");case 94:
return x===61?(n+=2,"^="):(n++,"^");case 63:return n++,"?";default:return null}}function d(){for(l();n<o;){let x=t.charCodeAt(n);if(x!==33&&x!==126&&x!==43&&x!==
45||t.charCodeAt(n+1)===61)break;n++,l()}if(t.charCodeAt(n)===40){let x=1;for(n++;n<o&&x>0;){let A=s?.findArithmeticWordEnd?.(n+e,e+o)??n+e;if(A>n+e){n=A-e;continue}
let R=t.charCodeAt(n++);R===40?x++:R===41&&x--}}else n<o&&t.charCodeAt(n)!==41&&t.charCodeAt(n)!==58&&m(0);l();let k=t.charCodeAt(n);(k===43||k===45)&&t.charCodeAt(
n+1)===k&&(n+=2)}function u(k){l();let x=n;if(x===o)return a(x,x);let A=s?.embeddedWords.length??0,R=0;for(;;){if(d(),l(),t.charCodeAt(n)===58&&R>0){R--,n++;continue}
let E=n,I=c();if(I===null||R===0&&Ic(I)<k){n=E;break}I==="?"&&R++}return s&&(s.embeddedWords.length=A),a(x,Ph(t,x,n))}function f(k,x){if(x>256)return u(k);let A=p(
x);for(;l(),!(n>=o);){let R=n,E=c();if(!E)break;if(E==="?"){if(Ic(E)<k){n=R;break}let D=f(1,x+1);l(),n<o&&t.charCodeAt(n)===58&&n++;let ke=f(3,x+1);A={type:"Ari\
thmeticTernary",pos:A.pos,end:ke.end,test:A,consequent:D,alternate:ke};continue}let I=Ic(E);if(I<k){n=R;break}let Y=vE(E)?I:I+1,Pe=f(Y,x+1);A={type:"ArithmeticB\
inary",pos:A.pos,end:Pe.end,operator:E,left:A,right:Pe}}return A}function p(k){if(l(),k>256)return u(15);if(n>=o)return a(n,n);let x=n,A=t.charCodeAt(n),R=n+1<o?
t.charCodeAt(n+1):0;if(A===43&&R===43){n+=2;let E=p(k+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"++",operand:E,prefix:!0}}if(A===45&&R===45){n+=
2;let E=p(k+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"--",operand:E,prefix:!0}}if(A===33){n++;let E=p(k+1);return{type:"ArithmeticUnary",pos:x+
e,end:E.end,operator:"!",operand:E,prefix:!0}}if(A===126){n++;let E=p(k+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"~",operand:E,prefix:!0}}if(A===
43&&R!==43&&R!==61){n++;let E=p(k+1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"+",operand:E,prefix:!0}}if(A===45&&R!==45&&R!==61){n++;let E=p(k+
1);return{type:"ArithmeticUnary",pos:x+e,end:E.end,operator:"-",operand:E,prefix:!0}}return h(k)}function h(k){let x=m(k);if(l(),n+1<o){let A=t.charCodeAt(n),R=t.
charCodeAt(n+1);if(A===43&&R===43)return n+=2,{type:"ArithmeticUnary",pos:x.pos,end:n+e,operator:"++",operand:x,prefix:!1};if(A===45&&R===45)return n+=2,{type:"\
ArithmeticUnary",pos:x.pos,end:n+e,operator:"--",operand:x,prefix:!1}}return x}function m(k){if(l(),n>=o)return a(n,n);let x=t.charCodeAt(n);if(x===40){let Y=n;
n++;let Pe=f(0,k+1);return l(),n<o&&t.charCodeAt(n)===41&&n++,{type:"ArithmeticGroup",pos:Y+e,end:n+e,expression:Pe}}if(x===36){let Y=n,Pe=s?.embeddedWords.length??
0,D=g(),ke=s?.findArithmeticWordEnd?.(Y+e,e+o)??n+e;return ke>n+e?(s&&(s.embeddedWords.length=Pe),n=ke-e,a(Y,n,!0)):D}if(x===96||x===34||x===39){let Y=n;return n=
(s?.findArithmeticWordEnd?.(Y+e,e+o)??Y+e+1)-e,a(Y,n,!0)}let A=n,R=s?.embeddedWords.length??0,E=y(),I=s?.findArithmeticWordEnd?.(A+e,e+o)??n+e;return I>n+e?(s&&
(s.embeddedWords.length=R),n=I-e,a(A,n,!0)):E}function g(){let k=n;if(n++,n>=o)return a(k,n);let x=t.charCodeAt(n);if(x===40)if(n+1<o&&t.charCodeAt(n+1)===40){let A=s?.
findArithmeticExpansionEnd(k+e,e+o)??-1;if(A!==-1)n=A-e;else{n+=2;let R=1;for(;n<o&&R>0;)t.charCodeAt(n)===40&&t.charCodeAt(n+1)===40?(R++,n+=2):t.charCodeAt(n)===
41&&t.charCodeAt(n+1)===41?(R--,n+=2):n++}}else{n++;let A=s?.findClosingParenthesis(n+e,e+o)??-1;if(A!==-1)n=A-e+1;else{let E=1;for(;n<o&&E>0;){let I=t.charCodeAt(
n++);I===40?E++:I===41&&E--}}let R=t.slice(k,n);return s?s.commandExpansion(k+e,n+e,R):new qt("ArithmeticCommandExpansion",k+e,n+e,R)}else if(x===123){let A=s?.
findClosingBrace(n+e+1,e+o)??-1;if(A!==-1)n=A-e+1;else{n++;let R=1;for(;n<o&&R>0;){let E=t.charCodeAt(n++);E===123?R++:E===125&&R--}}}else for(;n<o;){let A=t.charCodeAt(
n);if(A>=97&&A<=122||A>=65&&A<=90||A>=48&&A<=57||A===95)n++;else break}return a(k,n,x===40||x===123)}function y(){let k=n;for(;n<o;){let x=t.charCodeAt(n);if(x>=
48&&x<=57||x>=65&&x<=90||x>=97&&x<=122||x===95||x===35)n++;else break}if(n>k&&n<o&&t.charCodeAt(n)===91){let x=s?.findClosingBracket?.(n+e+1,e+o)??-1;if(x!==-1)
n=x-e+1;else{n++;let A=1;for(;n<o&&A>0;){let R=t.charCodeAt(n);R===91?A++:R===93&&A--,n++}}return a(k,n,!0)}return n===k&&n++,a(k,n)}if(l(),n>=o)return null;let v=n,
_=f(0,r);return l(),n<o?(s&&(s.embeddedWords.length=i),a(v,Ph(t,v,o),s!==void 0)):_}var Yi=(t,e)=>Js(e.text)?cs(e.text,0,e.text.length,void 0,e.pos):void 0;function qr(t){return t.wordParts??(t.wordParts=(e,s,r)=>xE(e,s,r,t))}function Qi(t){return t.
embeddedParts??(t.embeddedParts=(e,s,r)=>Oc(e,s,r,t))}function Rh(t){return t.arrayParts??(t.arrayParts=(e,s,r)=>$E(e,s,r,t))}function xE(t,e,s=0,r=cn()){let n=new kt(
t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildWordParts(e.pos)??void 0}function Oc(t,e,s=0,r,n=!1){if(!fn(t,e.pos,e.end))return;let o=new kt(t,e.pos,e.end,
!1,r);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,n)??void 0}function $E(t,e,s=0,r){let n=new kt(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildArrayElementParts(
e.pos)??void 0}function Ih(t,e,s=0,r){let n=new kt(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildHereDocParts(e.pos,e.end)??void 0}function mn(t,e,s,r,n,o=r){if(!fn(s,e,e+t.length))return Nc(t,e,void 0,r)??void 0;let i=[],a=new kt(s,0,s.length,!1,n);a._nestingDepth=r;let l=Nc(t,e,{embeddedWords:i,
commandExpansion:(c,d,u)=>new qt("ArithmeticCommandExpansion",c,d,u,{source:s,start:c+2,end:d-1,depth:r+1,parenBoundary:!0,context:n}),findClosingBracket:(c,d)=>a.
findClosingBracket(c,d),findClosingBrace:(c,d)=>a.findClosingBrace(c,d),findClosingParenthesis:(c,d)=>a.findClosingParenthesis(c,d),findArithmeticExpansionEnd:(c,d)=>a.
findArithmeticExpansionEnd(c,d),findArithmeticWordEnd:(c,d)=>a.findArithmeticWordEnd(c,d)},r)??void 0;if(o<=256)for(let c of i)c.parts=Oc(s,c,o,n,!0);return l}var qc=class{type="ArrayValue";pos;end;#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=r,this.#e=e,this.#t=n,this.#r=o}get elements(){if(this.#s)return this.#s;
let e=new kt(this.#e,this.pos+1,this.end-1,!1,this.#r);e._nestingDepth=this.#t;let s=[];for(;e.peek($.ArrayElement).token!==b.EOF;){let r=e.next($.ArrayElement);
if(r.token!==b.Word&&r.token!==b.Assignment)continue;let n=r.raw?r.value:this.#e.slice(r.pos,r.end),o=n.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&r.
raw&&r.keywordEligible?void 0:this.#e,l=a===void 0?Yi:o?Rh(i):qr(i);s.push(new Je(n,r.pos,r.end,a,l,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Xi=class{type="Assignment";pos;end;text;#e;#t;#r;#s;#n=null;#a;#i;#o=null;constructor(e,s,r,n,o,i,a){this.pos=
s,this.end=r,this.text=e,this.#e=n,this.#s=o,this.#t=i,this.#r=a}get name(){return this.#n??this.resolveTarget()}get append(){return this.#n===null&&this.resolveTarget(),
this.#a}get index(){return this.#n===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=yt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new qc(this.#e,s,this.end,this.#t,this.#r):new Je(this.#e.slice(e,this.end),e,this.end,this.#e,qr(
this.#r),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,r=e;for(;r>=2&&this.text.charCodeAt(r-2)===92&&this.text.charCodeAt(r-1)===10;)r-=2;this.text.
charCodeAt(r-1)===43&&(this.#a=!0,s=r-1);let n=this.text.indexOf("[");if(n>0&&n<s){let i=this.text.lastIndexOf("]",e);if(i>n){let a=this.pos+n+1,l=this.pos+i;this.#i=
new Je(this.#e.slice(a,l),a,l,this.#e,Qi(this.#r),this.#t),s=n}}let o=this.text.slice(0,s);return this.#n=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Lc=t=>t.type==="Word"||t.type==="Assignment",so=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,r,n,o){this.pos=e,this.end=s,this.name=
r,this.prefix=n,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Lc)?e:e.filter(Lc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)Lc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var Ji=class{type="HereDocBody";pos;end;text="";#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=s,this.#e=e,this.#t=n,this.#r=o,this.#s=r?void 0:null}get parts(){
return this.#s===null&&(this.#s=Ih(this.#e,this,this.#t,this.#r)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};kt._findSubstitutionEnd=RE;qt._resolveScript=PE;ln._resolveExpression=mn;function _E(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var jc=class{type="ArithmeticCommand";pos;end;body;#e;#t;#r;#s=null;constructor(e,s,r,n,o,i){
this.pos=e,this.end=s,this.body=r,this.#e=n,this.#t=o,this.#r=i}get expression(){return this.#s===null&&(this.#s=mn(this.body,this.pos+2,this.#e,this.#t,this.#r)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},ro=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#r;#s;#n;#a;#i;#o;#u;#l=null;#c=null;#d=null;constructor(e,s,r,n,o,i,a,l,c,d,u,f){this.pos=e,this.end=s,this.body=r,this.#e=n,
this.#t=o,this.#r=i,this.#s=a,this.#n=l,this.#a=c,this.#i=d,this.#o=u,this.#u=f}get initialize(){return this.#l===null&&(this.#e?this.#l=mn(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#l=void 0),this.#l}set initialize(e){this.#l=e??void 0}get test(){return this.#c===null&&(this.#t?this.#c=mn(this.#t,this.#n,this.#i,this.#o,
this.#u):this.#c=void 0),this.#c}set test(e){this.#c=e??void 0}get update(){return this.#d===null&&(this.#r?this.#d=mn(this.#r,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},SE={[b.DoubleSemi]:";;",[b.SemiAmp]:";&",[b.DoubleSemiAmp]:";;&"},EE={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},ht=new Uint8Array(37);ht[b.EOF]=1;ht[b.RParen]=1;ht[b.RBrace]=1;ht[b.Then]=1;ht[b.Else]=1;ht[b.Elif]=1;ht[b.Fi]=1;ht[b.Do]=1;ht[b.Done]=1;
ht[b.Esac]=1;ht[b.DoubleSemi]=1;ht[b.SemiAmp]=1;ht[b.DoubleSemiAmp]=1;var Os=new Uint8Array(37);Os[b.RParen]=1;Os[b.RBrace]=1;Os[b.DblRBracket]=1;Os[b.Fi]=1;Os[b.
Done]=1;Os[b.Esac]=1;Os[b.ArithCmd]=1;function Nh(t){return t.token===b.Word&&t.keywordEligible&&t.value==="!"}var tt=new Uint8Array(37);tt[b.Word]=1;tt[b.Assignment]=
1;tt[b.Bang]=1;tt[b.LParen]=1;tt[b.LBrace]=1;tt[b.DblLBracket]=1;tt[b.If]=1;tt[b.For]=1;tt[b.While]=1;tt[b.Until]=1;tt[b.Case]=1;tt[b.Function]=1;tt[b.Select]=1;
tt[b.ArithCmd]=1;tt[b.Coproc]=1;tt[b.Redirect]=1;var CE={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},AE={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},Oh=[],TE=[],Dc=[];function qh(t){return new no(t,0,t.length).run()}function PE(t,e,s,r=0,n=!1,o){return new no(t,e,s,r,n,void 0,
o).run()}var Wc=class t extends kt{boundaries;pending;context;constructor(e,s,r,n,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
r,this.pending=n,this.context=o}fork(e,s,r=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
r)}findSubstitutionEnd(e,s,r=this._nestingDepth+1){let n=this.context.boundaries?.get(e);if(n!==void 0)return n<=s?n:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:r})),-1)}};function RE(t,e,s,r,n){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:r}];for(;i.length>0;){let a=i.length,l=i[a-1],c=new Wc(t,l,o,i,n),d=new no(t,l.start,l.end,l.depth,!0,c).findSubstitutionEnd();
i.length===a&&(o.set(l.start,d),d!==-1&&Cc(n).set(l.start,d),i.pop())}return o.get(e)??-1}var no=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,r,n=0,o=!1,i,a){
this.tok=i??new kt(e,s,r,o,cn(a)),this.tok._nestingDepth=n,this.source=e,this.start=s,this.end=r,this.depth=n}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let r=this.list();for(;;){let o=this.tok.peek($.CommandStart);if(o.token===b.EOF||(this.unexpectedToken(o),!ht[o.
token]&&o.token!==b.In))break;this.tok.next($.CommandStart);let i=this.tok.peek($.CommandStart).token;if(i!==b.Semi&&i!==b.Newline&&i!==b.Amp)break;for(;i===b.Semi||
i===b.Newline||i===b.Amp;)this.tok.next($.CommandStart),i=this.tok.peek($.CommandStart).token;let a=this.list();for(let l=0;l<a.length;l++)r.push(a[l])}let n=this.
tok._errors;if(n!==null&&n.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<n.length;i++)o.push(n[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:r,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===b.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(b.RParen)}skipSemi(){this.tok.peek($.Normal).token===b.Semi&&this.tok.next($.Normal)}accept(e,s=$.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=$.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=$.Normal){for(;this.tok.peek(e).token===b.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),r=e?this.emptyListPos(s):-1;return r>=0&&this.error("expected command after 'do'",r),s}emptyListPos(e){return e.length===
0?this.tok.peek($.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
$.CommandStart);let s=this.tok.peek($.CommandStart).token;if(ht[s]||!tt[s])return e;let r=this.andOr();for(r&&e.push(this.makeStatement(r));s=this.tok.peekFollow(
Os).token,!(s!==b.Semi&&s!==b.Newline&&s!==b.Amp);){let n=s===b.Amp,o=this.tok.next($.Normal).end;if(n){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
$.CommandStart),s=this.tok.peek($.CommandStart).token,ht[s]||!tt[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek($.Normal).token;if(s!==b.And&&s!==b.Or)return e;let r=[e],n=[];do{let o=this.tok.next($.Normal),i=o.token===b.And?"&&":"||";
this.skipNewlines($.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),r.push(a),s=this.tok.peek($.Normal).
token}while(s===b.And||s===b.Or);return{type:"AndOr",pos:e.pos,end:r[r.length-1].end,commands:r,operators:n}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let n=this.tok.peek($.CommandStart),o=n.
token===b.Word&&n.keywordEligible&&n.value==="time";if(n.token!==b.Bang&&!o)break;let i=this.tok.next($.CommandStart),a=i.pos,l=i.end,c,d;if(o){let u=this.tok.peek(
$.CommandStart);u.token===b.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next($.CommandStart),c={pos:u.pos,end:u.end},u=this.tok.peek($.CommandStart)),u.token===
b.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next($.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??c?.
end??l,keywordEnd:l,posix:c,endOfOptions:d}:{type:"Negation",pos:a,end:l})}let s=this.pipelineCommands();if(!e)return s;let r=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=r,s):{type:"Pipeline",pos:r,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek($.Normal).token!==b.Pipe)return e;let s=[e],r=[];for(;this.tok.peek($.Normal).token===b.Pipe;){let o=this.tok.next($.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines($.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:TE,commands:s,operators:r}}command(){let e;switch(this.tok.peek($.CommandStart).
token){case b.LParen:e=this.subshell();break;case b.LBrace:e=this.braceGroup();break;case b.If:e=this.ifClause();break;case b.For:e=this.forClause();break;case b.
While:e=this.whileClause();break;case b.Until:e=this.untilClause();break;case b.Case:e=this.caseClause();break;case b.Function:return this.functionDef();case b.
Select:e=this.selectClause();break;case b.DblLBracket:e=this.testCommand();break;case b.ArithCmd:e=this.arithCommand();break;case b.Coproc:return this.coprocCommand();case b.
Word:case b.Assignment:case b.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=Oh;
for(;this.tok.peekFollow(Os).token===b.Redirect;)e===Oh&&(e=[]),e.push(this.readRedirect($.Normal));return e}arithCommand(){let e=this.tok.next($.CommandStart);
return new jc(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next($.CommandStart),s=e.pos,r=this.tok.
peek($.CommandStart),n;if(r.token===b.Word){let a=this.tok.fork(r.end,this.end);switch(a.peek($.CommandStart).token){case b.LParen:a.next($.CommandStart),a.peek(
$.Normal).token!==b.RParen&&(n=this.readWord($.CommandStart));break;case b.LBrace:case b.If:case b.For:case b.While:case b.Until:case b.Case:case b.Select:case b.
DblLBracket:case b.ArithCmd:n=this.readWord($.CommandStart)}}let o=r.token===b.Word&&n===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:n,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:n,body:i}}subshell(){return this.subshellBody(
this.tok.next($.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let r=this.acceptEnd(b.RParen,$.Normal);r<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let n=r>=0?r:e;return{type:"Subshell",pos:e,end:n,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next($.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let r=this.acceptEnd(b.RBrace,$.Normal);r<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let n=r>=0?r:e;return{type:"BraceGroup",pos:e,end:n,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next($.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Dc,else:void 0}}this.syntaxDepth++;
let s,r=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let l=this.accept(b.Then,$.CommandStart);l?i>=0&&this.error(
`expected command after '${r===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let c=this.list(),d=this.makeCompoundList(c);l&&c.length===0&&
(this.error("expected command after 'then'",this.tok.peek($.CommandStart).pos),d.pos=l.end,d.end=l.end),s?(s.elif===Dc&&(s.elif=[]),s.elif.push({type:"Elif",pos:r,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:Dc,else:void 0},this.skipSemi();let u=this.accept(b.Elif,$.CommandStart);if(!u)break;
r=u.pos}if(this.accept(b.Else,$.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let n=this.acceptEnd(b.Fi,$.CommandStart);return n<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=n>=0?n:r,this.syntaxDepth--,
s}forClause(){let e=this.tok.next($.CommandStart).pos;if(this.tok.peek($.Normal).token===b.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),r;
if(this.skipNewlines($.CommandStart),this.tok.peek($.CommandStart).token===b.In)for(this.tok.next($.CommandStart),r=[];this.tok.peek($.Normal).token===b.Word;)r.
push(this.readWord($.Normal));if(this.skipSemi(),this.skipNewlines($.CommandStart),this.tok.peek($.CommandStart).token===b.LBrace){let l=this.braceGroup();return{
type:"For",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,$.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let c=l>=0?l:e;return{type:"For",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(n);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(b.Done,$.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,r,n,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek($.CommandStart).token===
b.Semi&&this.tok.next($.CommandStart),this.skipNewlines($.CommandStart),this.tok.peek($.CommandStart).token===b.LBrace){let f=this.braceGroup();return new ro(e,
f.end,f.body,s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let l=this.accept(b.Do,$.CommandStart)!==null;if(l||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let f=this.tok.skipCompoundBody(b.Done);f<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let p=f>=0?f:e;return new ro(e,p,this.makeCompoundList([]),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let c=this.doBody(l);this.syntaxDepth--;let d=this.acceptEnd(b.Done,$.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new ro(e,u,this.makeCompoundList(c),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next($.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(b.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let r=this.list(),n=this.emptyListPos(
r),o=this.makeCompoundList(r);this.skipSemi();let i=this.accept(b.Do,$.CommandStart)!==null;i?n>=0&&this.error(`expected command after '${e}'`,n):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let l=this.acceptEnd(b.Done,$.CommandStart);l<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let c=l>=0?l:s;return this.syntaxDepth--,{type:"While",pos:s,end:c,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next($.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines($.CommandStart),this.accept(b.In,$.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines($.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let l=this.tok.skipCompoundBody(
b.Esac);l<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let c=l>=0?l:e;return{type:"Case",pos:e,end:c,word:s,items:[]}}this.syntaxDepth++;let r=[],
n=!1,o=this.tok.peek($.CasePattern).token;for(;o!==b.Esac&&o!==b.EOF;){let l=this.tok.peek($.Normal).pos;this.accept(b.LParen,$.Normal);let c=[],d=!0,u=this.tok.
peek($.Normal);for(;u.token!==b.RParen&&u.token!==b.EOF;){u.token===(d?b.Word:b.Pipe)?d=!d:n||(this.unexpectedToken(u),n=!0);let _=this.tok.next($.Normal);_.token===
b.Word&&c.push(this.toWord(_)),u=this.tok.peek($.Normal)}d&&u.token===b.RParen&&!n&&(this.unexpectedToken(u),n=!0);let f=this.acceptEnd(b.RParen,$.Normal),p=this.
list(),h=f>=0?f:c.length>0?c[c.length-1].end:l,m=p.length>0?p[p.length-1].end:h,g={type:"CaseItem",pos:l,end:m,pattern:c,body:p.length>0?this.makeCompoundList(p):
{type:"CompoundList",pos:h,end:h,commands:[]},terminator:void 0},y=this.tok.peek($.CommandStart);if(o=y.token,o===b.DoubleSemi||o===b.SemiAmp||o===b.DoubleSemiAmp){
let v=this.tok.next($.CommandStart);g.terminator=SE[v.token],g.end=v.end}else o!==b.Esac&&o!==b.EOF&&!n&&(this.unexpectedToken(y),n=!0);r.push(g),this.skipNewlines(
$.CasePattern),o=this.tok.peek($.CasePattern).token}let i=this.acceptEnd(b.Esac,$.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:r}}selectClause(){let e=this.tok.next($.CommandStart).pos,s=this.readRequiredWord(
"select"),r;if(this.skipNewlines($.CommandStart),this.tok.peek($.CommandStart).token===b.In)for(this.tok.next($.CommandStart),r=[];this.tok.peek($.Normal).token===
b.Word;)r.push(this.readWord($.Normal));if(this.skipSemi(),this.skipNewlines($.CommandStart),this.tok.peek($.CommandStart).token===b.LBrace){let l=this.braceGroup();
return{type:"Select",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,$.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let c=l>=0?l:e;return{type:"Select",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
n);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(b.Done,$.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next($.CommandStart).pos,s=this.parseTestOr(),
r=this.acceptEnd(b.DblRBracket,$.TestMode);r<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let n=r>=0?r:e;return{type:"TestCommand",pos:e,end:n,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek($.TestMode).token!==b.Or)return e;let s=[e];do this.tok.next($.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek($.TestMode).token===b.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek($.TestMode).token!==b.And)return e;let s=[e];do this.tok.next($.TestMode),s.push(this.parseTestNot());while(this.tok.peek($.TestMode).token===b.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek($.TestMode);if(!Nh(e))return this.parseTestPrimary();
let s=[];for(;Nh(e);){let n=this.tok.next($.TestMode);s.push({type:"Negation",pos:n.pos,end:n.end}),e=this.tok.peek($.TestMode)}let r=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:r.end,negations:s,operand:r}}parseTestPrimary(){if(this.tok.peek($.TestMode).token===b.LParen){let a=this.tok.next($.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let f=u>=0?u:a,p=new Je("",a,a);return{type:"TestGroup",pos:a,end:f,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:p}}}
this.syntaxDepth++;let l=this.parseTestOr();this.syntaxDepth--;let c=this.acceptEnd(b.RParen,$.TestMode);c<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=c>=0?c:a;return{type:"TestGroup",pos:a,end:d,expression:l}}let e=this.tok.next($.TestMode);(e.token===b.And||e.token===b.Or)&&this.unexpectedToken(
e);let s=e.value,r=e.pos,n=e.end;if(e.keywordEligible&&CE[s]===1){if(this.tok.peek($.TestMode).token===b.Word){let l=this.readTestOperand();return{type:"TestUna\
ry",pos:r,end:l.end,operator:s,operand:l}}this.error("expected operand after unary test operator",n);let a=new Je("",n,n);return{type:"TestUnary",pos:r,end:n,operator:s,
operand:a}}let o=this.tok.peek($.TestMode);if(o.token===b.Word&&o.keywordEligible&&AE[o.value]===1){let a=this.tok.next($.TestMode).value,l;if(a==="=~"){let d=this.
tok.readTestRegexWord();l=new Je(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,Qi(this.tok.getSubstitutionContext()),this.depth)}else l=this.readTestOperand();
let c=this.toWordFromPosEnd(e,r,n);return{type:"TestBinary",pos:r,end:l.end,operator:a,left:c,right:l}}let i=this.toWordFromPosEnd(e,r,n);return{type:"TestUnary",
pos:r,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next($.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next($.CommandStart).pos,s=this.readWord($.FunctionName),
r;if(this.tok.peek($.CommandStart).token===b.LParen){let n=this.tok.next($.CommandStart).pos;this.tok.peek($.CommandStart).token===b.RParen?(this.tok.next($.CommandStart),
this.skipNewlines($.CommandStart),r=this.commandAsBody()):r=this.withRedirects(this.subshellBody(n))}else this.skipNewlines($.CommandStart),r=this.commandAsBody();
return{type:"Function",pos:e,end:r.end,name:s,body:r}}simpleCommandOrFunction(e){let s=[],r=this.tok.peek($.CommandStart).pos,n=r,o=$.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===b.Assignment){let u=this.tok.next(o);n=u.end,s.push(this.parseAssignment(u))}else if(d===b.Redirect){let u=this.readRedirect(o);s.push(
u),n=u.end}else break;o=$.CommandPrefix}if(this.tok.peek($.Normal).token!==b.Word)return new so(r,n,void 0,s,[]);let i=this.tok.next($.Normal),a=i.keywordEligible?
i.value:"",l=this.toWord(i);o=_E(a)?$.Declaration:a==="eval"||a==="let"?$.EvalArgument:$.Normal,n=l.end;let c=[];if(e)for(;this.tok.peek($.CommandPrefix).token===
b.Assignment;){let d=this.tok.next($.CommandPrefix),u=o===$.Declaration?this.parseAssignment(d):this.toWord(d);c.push(u),n=u.end}if(this.tok.peek(o).token===b.LParen&&
c.length===0&&(this.tok.next($.Normal),this.tok.peek($.Normal).token===b.RParen)){this.tok.next($.Normal),this.skipNewlines($.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:l.pos,end:d.end,name:l,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===b.Word||d===b.Assignment){let u=this.tok.next(o),f=d===b.Assignment?
this.parseAssignment(u):this.toWord(u);c.push(f),n=f.end}else if(d===b.Redirect){let u=this.readRedirect(o);c.push(u),n=u.end}else break}return new so(r,n,l,s,c)}readRedirect(e){
let s=this.tok.next(e),r=s.pos,n=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:r,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:r,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let l={type:"HereDoc",pos:r,end:n,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new Ji(this.source,n,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(l),l}let a=i?new Je(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,qr(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:r,end:n,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:r,end:n,operator:EE[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek($.Normal);return s.token===b.Word?this.toWord(this.tok.next($.
Normal)):(s.token!==b.EOF&&this.error(`expected word after '${e}'`,s.pos),new Je("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),r=e.
raw&&e.keywordEligible?void 0:this.source;return new Je(s,e.pos,e.end,r,r===void 0?Yi:qr(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,r){
return e.pos===s&&e.end===r?this.toWord(e):new Je(this.source.slice(s,r),s,r,this.source,qr(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Xi(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),r=e.length>0?e[0].pos:s,n=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:r,end:n,commands:e}}};var{forms:Lh}=S;function Dh(t,e){return(t.type==="ArithmeticFor"?t.test===void 0:IE(t)||t.kind==="while"&&Mc(e))&&Wh(t.body)&&!Mh(t.body)}function jh(t,e){let s=[];
return Xn(t,r=>{s.push(r)}),s.some(e)}var Wh=t=>t.type==="Statement"&&t.background===!0||t.type!=="Function"&&jh(t,Wh),Mh=t=>t.type==="Command"&&Lh.waiting_command.
test(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statement"&&t.background)&&jh(t,Mh);function IE({kind:t,clause:e}){let[s]=e.commands;if(e.commands.length!==
1||s===void 0)return!1;let{command:r}=s;if(r.type==="ArithmeticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(r.body);if(r.type!=="Command")return!1;let n=[
r.name?.text??"",...r.args.map(({text:o})=>o)].join(" ");return t==="while"?/^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(n):/^(?:\/bin\/)?false$/.
test(n)}function Mc(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:r,redirects:n}=e;return Lh.
endless.test(`${s} ${ee([...r,...n.map(({path:o})=>o)]).text}`)}var NE=256,Fh=64;function OE(t){let{args:e,scope:s,context:r}=t,n=e.findIndex(({text:m})=>/^(-(?![HLPOD])|[(!])/.test(m)),o=e.slice(0,n===-1?void 0:n).filter(({
text:m})=>!/^-[HLPOD]/.test(m)),i=n===-1?[]:e.slice(n),a=qE(o.length>0?o:[P(".")],i),l=a.map(({text:m})=>m),c=m=>Pm(m,l,o[0]?.text??"."),d=i.flatMap(({text:m},g)=>{
let[y,v]=/^-f(print0?|ls|printf)$/.test(m)?i.slice(g+1):[];return y?[{path:y,text:m==="-fprintf"?c(v?.text??""):Fe(l)}]:[]}),u=d.map(({path:m})=>({kind:"write",
path:m}));V({...t,context:sn(r,u)});let f=i.flatMap(({text:m},g)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(m))return[];let v=i.slice(g+1,ki(i,g)).flatMap(k=>k.text===
"{}"?a:[Fc(k,"{}",a[0])]),_=t.interpreter.runWords(v,s,Cs(te(r,"find")));return _==="\uFFFC"?[]:[_]});for(let{path:m,text:g}of d)t.interpreter.files.write(m.text,
g,s.folder);let p=i.filter((m,g)=>i[g-1]?.text==="-printf");return(p.length>0?p.map(({text:m})=>c(m)).join(""):Fe(l))+f.join("")}function qE(t,e){let s=e.flatMap(
({text:r},n)=>{let o=/^(?:!|-not)$/.test(e[n-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(r)&&!o?e[n+1]?.text:void 0;return i===void 0?[]:[i.slice(i.lastIndexOf(
"/")+1)]});return t.flatMap(({text:r,glob:n})=>{let o=`${r.replace(/\/+$/,"")}/${"\uFFFC"}`;return s.length===0?[{text:o,glob:n}]:s.slice(0,8).map(i=>({text:`${o}\
/${i}`,glob:n||/[*?[]/.test(i)}))})}var Fc=(t,e,{text:s,glob:r})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||r&&t.text.includes(e)});function LE(t){V(t);let e=t.
args.findIndex(({text:i})=>/^(-x|-X|--exec|--exec-batch)$/.test(i));if(e===-1)return"\uFFFC";let s=P("\uFFFC"),r=t.args.slice(e+1),o=r.some(({text:i})=>i.includes(
"{"))?r.map(i=>Fc(i,"{}",s)):[...r,s];return t.interpreter.runWords(o,t.scope,te(t.context,t.program)),"\uFFFC"}function DE(t){let{options:e,operands:s}=q(t.args,
S.getopt.xargs),{scope:r,context:n}=t;Mc(n.input)&&/^0+$/.test(W(e,"P","max-procs")[0]?.text??"")&&t.interpreter.reportForkBomb(t);let[o]=W(e,"a","arg-file"),a=(o?
t.interpreter.files.read(o.text,r.folder):n.stdin?.readRest())??"\uFFFC",[l]=W(e,"d","delimiter"),c=W(e,"I","replace")[0]?.text??(K(e,"i","replace")?"{}":void 0),
d=a.includes("\0")?"\0":`
`,u=l?.text.replace("\\n",`
`)??(c===void 0?void 0:`
`),f=K(e,"0","null")?d:u,p=Vh(a,f),h=s.length>0?s:[P("echo")],m=$t(te(n,"xargs"),"",n.input);return t.interpreter.budget.spend(p.length>>2),c===void 0?t.interpreter.
runWords([...h,...As(p,NE)],r,m):As(p,Fh).map(({text:y,glob:v})=>{let _=P(y.trimStart(),v),k=h.map(x=>Fc(x,c,_));return t.interpreter.runWords(k,r,m)}).join("")}
function Vh(t,e){if(e!==void 0)return Se(t.split(e).filter(r=>r!==""));let s=t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[];return Se(s.map(r=>r.replace(/^(["'])(.*)\1$/,
"$2")))}function jE(t){let{options:e,operands:s}=q(t.args,S.getopt.parallel),r=[],n=[],o=W(e,"a","arg-file"),i=r;for(let u of s)/^:::{1,2}\+?$/.test(u.text)?i=u.
text.startsWith("::::")?o:n:i.push(u);i===r&&o.length===0&&o.push(P("-"));let a=K(e,"q","quote"),l=a?nn(r):ee(r).text,c=W(e,"I","replace").find(({text:u})=>u!==
"")?.text??"{}";for(let{text:u}of o){let f=u==="-"?t.context.stdin?.readRest():Ce(u,t)?.text;n.push(...Vh(f??"\uFFFC",`
`))}let d=l.includes(c)||/\{[^{}\s]*\}/.test(l);for(let u of As(n,Fh)){let f=a?u.text:rn(u),p=l.replaceAll(c,()=>f).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>f),h=l===""?u.text:d?p:`${l} ${rn(u)}`;ie(h,{...t,context:Cs(t.context)})}return"\uFFFC"}var Uh={"find gfind":OE,"fd fdfind":LE,"xargs gxargs":DE,parallel:jE};var Bh=require("node:path");var WE=1e3,Vc=t=>t.filter(({text:e})=>!/^-./.test(e)),Zi=(t,e)=>t.filter((s,r)=>new RegExp(`^-\\w*[${e}]$`).test(t[r-1]?.text??""));function Hh(t){let{scope:e}=t,
[s]=Vc(t.args.filter(({text:o})=>o!=="--"));V(t);let r=s?.text??"~",n=!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&e.folder!==void 0;return e.folder=r==="-"?"\uFFFC":
n?Bh.posix.normalize(`${e.folder}/${r}`):r,""}var Gh={"cd pushd":Hh,popd:t=>Hh({...t,args:[P("-")]}),"export declare typeset local readonly":t=>{let{scope:e,args:s,
program:r}=t,n=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.test(i)?[i.slice(1)]:[]).join(""),o=r==="export"||n.includes("x");for(let{text:i,glob:a}of s){let[,l,c,d]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.
exec(i)??[];if(l===void 0){o&&e.export(i);continue}let{words:u=[],exported:f=!1}=e.get(l)??{},p=u.length>1&&ee(u).text===d,h=/[lu]/.test(n)?"\uFFFC\uFFFB":(c?e.
value(l):"")+d;n.includes("n")?e.addReference(l,d):e.set(l,p?u:[P(h,a)],o||f),(r==="readonly"||n.includes("r"))&&e.fix(l)}return V(t)},hash:t=>{let[e,s,r]=t.args;
return e?.text==="-p"&&s&&r&&t.scope.alias(r.text,s.text),V(t)},unset:t=>{let e=t.args.some(({text:s})=>s==="-f");for(let{text:s}of Vc(t.args)){let r=t.scope.functions.
get(s);r&&(e||t.scope.get(s)===void 0)&&(r.certain=!1),e||t.scope.set(s,[])}return V(t)},set:t=>{let{args:e,scope:s}=t,r=e.findIndex(({text:o})=>o==="--"),n=r===
-1?e.findIndex(({text:o})=>!/^[-+]/.test(o)):r+1;return n!==-1&&!(r===-1&&/^[-+]\w*o$/.test(e[n-1]?.text??""))&&(s.arguments=[s.arguments[0]??P("bash"),...e.slice(
n)]),V(t)},shift:({args:[t],scope:e})=>{let[s,...r]=e.arguments;return e.arguments=[s,...r.slice(Number(t?.text??1)||1)],""},read:t=>{let{args:e,scope:s,context:r}=t,
n=Zi(e,"dinNptu"),o=e.filter(p=>/^[A-Za-z_]\w*$/.test(p.text)&&!n.includes(p)),[i]=Zi(e,"a"),a=r.stdin?r.stdin.readLine()??"":"\uFFFC",l=r.environment.IFS?.text??
s.value("IFS"),d=Array.from(a.trim(),p=>l.includes(p)?`
`:p).join("").replace(/^\n+/,"").split(/\n+/);r.redirects.length>0&&V(t),i&&s.set(i.text,Se(d));let u=i?[]:o.length>0?o:[P("REPLY")],f=a==="\uFFFC"||a==="\uFFFC\uFFFB";
return u.forEach(({text:p},h)=>{let m=d.slice(h).join(l[0]??" "),g=h<u.length-1?d[h]??"":u.length===1?a.trim():m;s.set(p,[P(f?a:g)])}),""},"mapfile readarray":t=>{
let{args:e,scope:s,context:r}=t;r.redirects.length>0&&V(t);let n=Zi(e,"CcdnOsu"),o=Vc(e).findLast(c=>!n.includes(c))?.text??"MAPFILE",[i]=Zi(e,"C");i&&t.interpreter.
runScript(`${i.text} 0 line`,s,te(r,t.program));let l=(r.stdin?.readRest()??"\uFFFC").replace(/\n$/,"").split(`
`);return s.set(o,As(Se(l),WE)),""},printf:t=>{let[e,s,...r]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[P(Bn(r.map(({text:n})=>n)))]),V(t)},alias:t=>{
for(let{text:e}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,r)}return V(t)},eval:t=>{let e=ee(t.args).text;return e.includes(
"\uFFFC")&&V(Tr(t,e)),e.trim()===""?"":t.interpreter.runScript(e,t.scope,te(t.context,"eval"))},trap:t=>{let[e,...s]=t.args.filter(({text:r})=>r!=="--");return V(
t),e&&s.length>0&&!/^-/.test(e.text)&&t.interpreter.runScript(e.text,t.scope.copy(),te(t.context,"trap")),""},command:t=>{let e=t.args.findIndex(({text:r})=>!/^-[pvV]+$/.
test(r)),s=t.args.slice(e===-1?t.args.length:e);return t.args.slice(0,e).some(({text:r})=>/[vV]/.test(r))?V({...t,program:"type",args:s}):(s[0]?.text==="--"&&s.
shift(),s.length===0?V(t):t.interpreter.runWords(s,t.scope,te(t.context,t.program)))}};Ut();Ut();var zh=48,Kh=1e3;function Uc(t,e){if(t.length>zt)e.fail("too-long",`longer than ${zt} characters`);else if(ME(t)>zh)e.fail("too-deep",`more than ${zh} brackets \
are open at once`);else if(t.split("<<").length>Kh)e.fail("too-much",`more than ${Kh} here-documents`);else{e.spend(t.length>>10);try{let s=qh(t);return Hc(s,e),
s}catch(s){e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function ea(t,e){let s=Uc(`: ${t}`,e)?.commands[0]?.command,[r]=s?.type==="Command"?s.suffix:[];
return r?.type==="Word"?r:void 0}function Hc(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function ME(t){
let e=0,s=0;for(let[r]of t.matchAll(/[[\](){}]/g))e="([{".includes(r)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}var FE=32,Gc=/^-?(?:0|[1-9]\d{0,8})$/;function ta(t,e){return sa(t,e),String(Kc(t,e))}function zc(t,e){if(t.trim()===""||Gc.test(t.trim()))return Number(t);if(!e.
interpreter.budget.spend(FE))return;let[s]=ea(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let r=Kc(s.expression,
e);return typeof r=="number"?r:void 0}function sa(t,{interpreter:e,scope:s,context:r}){let n=[t];for(let o=n.pop();o&&e.budget.spend();o=n.pop())"script"in o?e.
runSubstitution(o.script,s,r):Xn(o,i=>{n.push(i)})}function Kc(t,e){let s=n=>Kc(n,e),r=(n,o)=>{let i=n.type==="ArithmeticWord"?n.value:"";return/^[A-Za-z_]\w*$/.
test(i)&&e.scope.set(i,[P(String(o))]),o};switch(t.type){case"ArithmeticWord":return VE(t.value,e);case"ArithmeticGroup":return s(t.expression);case"ArithmeticU\
nary":{let n=s(t.operand);if(t.operator==="-")return Bc("-",0,n);if(t.operator!=="++"&&t.operator!=="--")return"\uFFFC\uFFFB";let o=r(t.operand,Bc(t.operator[0],
n,1));return t.prefix?o:n}case"ArithmeticBinary":{let n=s(t.right);if(t.operator==="=")return r(t.left,n);let[,o=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.operator)??
[],i=Bc(o,s(t.left),n);return o===t.operator?i:r(t.left,i)}case"ArithmeticCommandExpansion":return"\uFFFC";default:return"\uFFFC\uFFFB"}}function VE(t,{scope:e}){
if(Gc.test(t))return Number(t);let[,s,r]=/^(?:(?:\$\{?)?([A-Za-z_]\w*)\}?|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&r===void 0)return"\uFFFC\uFFFB";let n=s===
void 0?e.arguments[Number(r)]?.text??"":e.value(s);return n.includes("\uFFFC")?De(n)?"\uFFFC\uFFFB":"\uFFFC":n.trim()===""||Gc.test(n.trim())?Number(n):"\uFFFC\uFFFB"}
function Bc(t,e,s){if(typeof e!="number")return e;if(typeof s!="number")return s;let r=Object.hasOwn(Yh,t)?Yh[t](e,s):Number.NaN;return Number.isSafeInteger(r)?
r:"\uFFFC\uFFFB"}var Yh={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":(t,e)=>Number(BigInt(t)&BigInt(e)),"|":(t,e)=>Number(BigInt(t)|BigInt(e)),"^":(t,e)=>Number(BigInt(t)^BigInt(e))};var Xh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Yc(t){let e=[""];for(let s=0;s<t.length;){let r=t[s]==="{"?UE(t,s):void 0,n=r?.end??
Jh(t,s),o=r?r.alternatives:[t.slice(s,n)],i=e.length*(o?.length??0);if(o===void 0||i>512||i*t.length>2e5)return;e=e.flatMap(a=>o.map(l=>a+l)),s=n}return e}function UE(t,e){
let s=[],r=e+1,n=0;for(let o=r;o<t.length;o=Jh(t,o)){let i=t[o];if(i==="{"?n+=1:i==="}"&&n>0?n-=1:(i===","&&n===0||i==="}")&&(s.push(t.slice(r,o)),r=o+1),i!=="}"||
r!==o+1)continue;let a=s.length===1?BE(s[0]):HE(s);return a==="none"?void 0:{alternatives:a,end:r}}}function HE(t){let e=t.map(Yc);return e.includes(void 0)?void 0:
e.flat()}function BE(t){let e=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/.exec(t);if(!e)return"none";let[,s="",r="",n,o,i="1"]=e,
a=/^-?0\d/.test(s)||/^-?0\d/.test(r)?Math.max(s.length,r.length):0,[l,c]=n===void 0?[Number(s),Number(r)]:[n.charCodeAt(0),o.charCodeAt(0)],d=Math.max(1,Number(
i)),u=Math.floor(Math.abs(c-l)/d)+1;if(!(u>512))return Array.from({length:u},(f,p)=>{let h=l+(l<=c?d:-d)*p,m=h<0?`-${String(-h).padStart(a-1,"0")}`:String(h).padStart(
a,"0");return n===void 0?m:String.fromCharCode(h)})}var Qh=new RegExp([String.raw`\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]|[^"\\])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?`,String.
raw`\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`,String.raw`[^\\'"\x60$\x7b\x7d,]+|[\s\S]`].join("|"),"y");function Jh(t,e){
return Qh.lastIndex=e,e+Qh.exec(t)[0].length}function Zh(t,e,s){let r=t.type==="ParameterExpansion"?t:void 0,n=r?.parameter??t.text.slice(1),o=r?.operation;if(r?.prefix==="!"&&o?.type==="Names")return{words:[
P("\uFFFC\uFFFB")],list:!1};let i=r?.prefix==="!"?e.scope.value(n):n,a={...e,name:i,expand:u=>s(u,e)},l=r?.index&&a.expand(r.index).text,c=n==="@"||l==="@",d=zE(
i,l,e);if(r?.prefix==="#"){let u=c||n==="*"||l==="*"?d.length:d[0]?.text.length,f=d.every(Ue)&&!eg(a);return{words:[P(f?String(u??0):"\uFFFC")],list:!1}}return o===
void 0?{words:d,list:c}:o.type==="Default"?{words:KE(d,o,a),list:c}:o.type==="Slice"&&c?{words:[P("\uFFFC\uFFFB")],list:c}:{words:d.map(({text:u})=>P(XE(u,o,a))),
list:c}}function zE(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[P(String(s.arguments.length-1))];if(/^\d+$/.test(t))return s.
arguments.slice(Number(t),Number(t)+1);let r=s.get(t);if(e===void 0)return r?r.words.slice(0,1):[P(s.value(t))];if(e==="@"||e==="*")return r?.words??[P("\uFFFC")];
let n=Number(e);if(!r||!Number.isInteger(n))return[P("\uFFFC")];let o=r.words.at(n);return o?[o]:[]}function KE(t,{operator:e,operand:s},{name:r,scope:n,expand:o}){
let i=t.length>0&&(t[0].text!==""||!e.includes(":")),a=n.get(r)!==void 0||t.every(Ue);if(e.endsWith("+"))return i?[o(s)]:[];let l=o(s);if(e.endsWith("?")){if(e!==
":?"||t.length!==1||t[0].text!=="\uFFFC")return t;let c=[P("\uFFFC\u2026")];return/^\w+$/.test(r)&&n.set(r,c),c}return(a?i:l.text==="")?t:(e.endsWith("=")&&/^\w+$/.
test(r)&&n.set(r,[l]),[l])}var YE=new Set(["HOME","PWD","PATH","OLDPWD","SHELL","BASH"]),eg=({name:t,scope:e})=>YE.has(t)&&!e.get(t);function QE(t,e,s){return e===
"##"&&s==="*/"?"\uFFFC":e==="%"&&s==="/*"?`${t}/..`:e==="%"&&s==="/"?t:"\uFFFC\uFFFB"}function XE(t,e,s){let{expand:r}=s,n=eg(s),o=!n&&!t.includes("\uFFFC"),i=n?
"\uFFFC\uFFFB":Jt(t);switch(e.type){case"Remove":{let a=r(e.operand).text;return n?QE(t,e.operator,a):o?e1(t,e.operator,a,s):i}case"Replace":{let a=r(e.pattern).
text,l=r(e.replacement).text;if(!o||a==="")return o?t:i;let{operator:c}=e,d=tg(t,a,!1,s);if(d===void 0)return qe(a);let u=c==="/#"?`^(?:${d})`:c==="/%"?`(?:${d}\
)$`:d;return t.replace(new RegExp(u,c==="//"?"g":""),()=>l)}case"Slice":{let a=r(e.offset).text,l=e.length&&r(e.length).text,c=zc(a,s),d=l===void 0?void 0:zc(l,
s);if(n&&c===0&&d===1)return"/";if(!o)return i;if(c===void 0||l!==void 0&&d===void 0)return qe(a+(l??""));let u=c<0?t.length+c:c;return u<0?"":t.slice(u,d===void 0||
d<0?d:u+d)}case"CaseModification":return o?e.operand?"\uFFFC\uFFFB":ZE(t,e.operator):i;default:return"\uFFFC\uFFFB"}}var JE=100,ZE=(t,e)=>{let s=r=>e[0]==="^"?r.
toUpperCase():r.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function tg(t,e,s,r){return r.interpreter.budget.spend(JE),t.length>128||e.includes(
"\uFFFC")?void 0:Ui(e,s)}function e1(t,e,s,r){let n=tg(t,s,e.length===1,r);if(n===void 0)return qe(s);if(e[0]==="#")return t.replace(new RegExp(`^(?:${n})`),"");
let o=new RegExp(`^(?:${n})$`),i=Array.from({length:t.length+1},(l,c)=>c),a=l=>o.test(t.slice(l));return t.slice(0,e==="%"?i.findLast(a):i.find(a))}var t1=20;function hn(t,e){let s=s1(t,e),r=t.text.startsWith("~")?e.scope.value("HOME"):"~";return S.forms.temporary_file.test(r)?s.map(n=>({...n,text:n.text.replace(
/^~(?=\/|$)/,()=>r)})):s}function s1(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[P("\uFFFC\uFFFB")];if(t.parts===void 0)return[{...P(t.value),
...t.text.startsWith("\uFFFC")&&{bare:!0}}];if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return Qc(t.parts,e,!1);let s=Yc(t.text);return e.interpreter.budget.
spend(2*(s?.length??0)+(t.text.length>>2)),s===void 0?Xh(t.text)?[P("1"),P("\uFFFC")]:[P("\uFFFC\uFFFB",!0)]:s.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.test(r))return[
P(r)];let{budget:n}=e.interpreter,i=(n.spend(4)?ea(r,n)?.parts:void 0)?.filter(({type:a})=>a!=="BraceExpansion");return i?Qc(i,e,!1):[P(r)]})}var qs=(t,e)=>t.parts===
void 0?P(t.value):Jc(t.parts,e);function Jc(t,e){let{text:s,glob:r}=ee(Qc(t,e,!0));return P(s,r||t.some(({type:n})=>n==="Glob"||n==="ExtendedGlob"))}function Qc(t,e,s){
let r=new Xc;for(let n of t)sg(n,e,r,s);return r.end()}var Xc=class{done=[];text;glob=!1;bare;add(e,s=!1){this.text=Ks(this.text??"",e),s&&(this.glob=!0)}split(e,s){
let r=0;for(let n=0;n<=e.length;n+=1){if(n<e.length&&!s.includes(e[n]))continue;let o=e.slice(r,n);o!==""&&this.add(o,/[*?[]/.test(o)),o.includes("\uFFFC")&&(this.
bare=!0),n<e.length&&this.close(),r=n+1}}close(){let{text:e,glob:s,bare:r}=this;e!==void 0&&this.done.push({text:e,glob:s,...Ie({bare:r})}),this.text=void 0,this.
glob=!1,this.bare=void 0}end(){return this.close(),this.done}};function sg(t,e,s,r){if(!e.interpreter.budget.spend()){s.add("\uFFFC");return}let n=(o,i)=>{e.interpreter.
budget.spend(o.reduce((l,{text:c})=>l+c.length,0)>>6),(r&&!i?[ee(o)]:o).forEach(({text:l,glob:c},d)=>{d>0&&s.close(),r?s.add(l,c):s.split(l,e.scope.value("IFS"))})};
switch(t.type){case"Literal":case"SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":case"BraceExpansion":s.add(t.text,t.type!==
"BraceExpansion");break;case"DoubleQuoted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let o of t.parts)
sg(o,e,s,!0);break;case"SimpleExpansion":case"ParameterExpansion":{let{words:o,list:i}=Zh(t,e,qs);n(o,i);break}case"CommandExpansion":{let{interpreter:o,scope:i,
context:a}=e,l=o.invocations.length,c=o.runSubstitution(t.script,i,{...a,captured:!0}),d=c.includes("\uFFFC")?o.invocations.slice(l):[];o.substituted=[...o.substituted,
...d].slice(-t1),n([P(c.replace(/\n+$/,""))],!1);break}case"ArithmeticExpansion":s.add(t.expression?ta(t.expression,e):"\uFFFC\uFFFB");break;case"ProcessSubstit\
ution":s.add(r1(t,e));break;default:}}function r1(t,e){let{interpreter:s,scope:r,context:n}=e,o=`/dev/fd/${63+s.sources.size}`,i=s.invocations.length,a={...n,captured:!0,
isConcurrent:!0,isPiped:!1},l=t.operator===">"?$t(a,"\uFFFC\uFFFB",{kind:"pipe",from:[]}):a,c=s.runSubstitution(t.script,r,l);return t.operator!==">"&&s.sources.
set(o,{text:c,from:s.invocations.slice(i)}),o}function rg({name:t,append:e,index:s,value:r},n,o){let i=e||s?o.get(t)?.words??[]:[];s?o.set(t,n1(i,s.value,n[0])):r.type==="ArrayValue"?o.set(t,[...i,...n]):o.
set(t,e?[P((i[0]?.text??"")+n[0].text,n[0].glob)]:n)}function n1(t,e,s=P("")){let r=/^\d{1,3}$/.test(e)?Number(e):0,n=Math.max(t.length,r+1);return Array.from({
length:n},(o,i)=>i===r?s:t[i]??P(""))}function Zc({value:t,index:e},s){return e&&qs(e,s),t.type==="ArrayValue"?t.elements.flatMap(r=>hn(r,s)):[qs(t,s)]}function ng(t,e){
let s=Zc(t,e),r=`${t.name}${t.append?"+":""}=`;t.value.type==="ArrayValue"&&e.scope.set(t.name,s);let{text:n,glob:o}=ee(s);return P(r+n,o)}var{forms:o1}=S,ed=32,ra=class{constructor(e){this.machine=e}machine;list(e,s,r){let n="";for(let{command:o,background:i}of e){if(!this.machine.budget.spend())break;
let a=this.node(o,s,i?{...r,isConcurrent:!0}:r);n=Ks(n,a)}return n}node(e,s,r){return this.machine.budget.descend(()=>{switch(e.type){case"Command":return s.hasAlternatives?
this.alternatives(e,s,r):this.command(e,s,r);case"Pipeline":return this.pipeline(e,s,r);case"AndOr":return this.andOr(e,s,r);case"CompoundList":return this.list(
e.commands,s,r);case"Subshell":return this.list(e.body.commands,s.copy(),r);case"BraceGroup":return this.list(e.body.commands,s,r);case"If":for(let{clause:n}of[
e,...e.elif])this.list(n.commands,s,r);return this.choice([e.then,...e.elif.map(({then:n})=>n)].concat(e.else??[]),s,r);case"Case":return this.inCase(e,s,r);case"\
For":case"Select":return this.forEach(e,s,r);case"While":case"ArithmeticFor":if(Dh(e,r.input)&&this.machine.reportForkBomb({scope:s,context:r}),e.type==="While")
return this.repeat(e,s,r);for(let n of[e.initialize,e.test,e.update])n&&sa(n,this.site(s,r));return this.maybe(s,n=>this.list(e.body.commands,n,r));case"Arithme\
ticCommand":return e.expression&&ta(e.expression,this.site(s,r)),"";case"TestCommand":return e.expression&&sa(e.expression,this.site(s,r)),"";case"Redirected":return this.
redirected(e,s,r);case"Function":return s.define(e.name.value,e.body),"";case"Coproc":return this.node(e.body,s.copy(),{...r,isConcurrent:!0});default:return e}},
"\uFFFC")}pipeline({commands:e,prefixes:s},r,n){let o=s.some(({type:l})=>l==="Time")?te(n,"time"):n;if(e.length===1)return this.node(e[0],r,o);let i=this.machine.
invocations.length,a="";for(let[l,c]of e.entries()){let d=this.machine.invocations.slice(i);if(!this.machine.budget.spend(1+(d.length>>4)))break;let u=l===0?o:$t(
o,a,{kind:"pipe",from:d});a=this.node(c,r.copy(),{...u,isConcurrent:!0,isPiped:l<e.length-1})}return a}andOr({commands:e,operators:s},r,n){let o="",i=[r.copy()],
{needs:a}=n;for(let[l,c]of e.entries()){if(!this.machine.budget.spend())break;let d=this.machine.invocations.length,u=this.node(c,r,{...n,...Ie({needs:a})});if(s[l]===
"||")a=n.needs;else if(c.type==="Command"&&s[l-1]!=="||"){let f=this.machine.invocations.slice(d);f.length===1&&(a=[...a??[],...f])}s[l-1]!=="||"?o+=u:o=o===""||
o===u?u:"\uFFFC",l<e.length-1&&!(s[l]==="&&"&&a1(c))&&i.push(r.copy())}for(let l of i.slice(1))r.join(l);return o}choice(e,s,r){let n=e.map(()=>s.copy()),o=e.map(
({commands:i},a)=>this.list(i,n[a],r));for(let i of n)s.join(i);return o.every(i=>i==="")?"":"\uFFFC"}inCase(e,s,r){let n=this.site(s,r);qs(e.word,n);for(let{pattern:o}of e.
items)for(let i of o)qs(i,n);return this.choice(e.items.map(({body:o})=>o),s,r)}forEach(e,s,r){let n=e.wordlist,i=[s,...s.hasAlternatives&&n?s.listAlternatives(
n):[]].flatMap(a=>n?n.flatMap(l=>hn(l,this.site(a,r))):a.arguments.slice(1));return this.maybe(s,a=>{let l="";for(let c of As(i,ed)){if(!this.machine.budget.spend())
break;a.set(e.name.value,[c]),l=Ks(l,this.list(e.body.commands,a,r))}return i.length>ed?Jt(l):l})}repeat(e,s,r){let n=s.copy(),o=r.stdin?.remaining.replace(/\n$/,
"").split(`
`)??[],i=Math.min(ed,Math.max(2,o.length)),a="",l=c=>{this.list(e.clause.commands,s,c),a=Ks(a,this.list(e.body.commands,s,c))};for(let c=0;c<i&&this.machine.budget.
spend()&&(l(r),!(r.stdin?.remaining===""||s.same(n)));c+=1);if(r.stdin?.remaining&&!s.same(n)){let c=r.stdin.readRest().split(`
`).filter(Boolean),[d]=As(Se(c),0);d&&l($t(r,d.text,r.input))}return s.join(n),a===""?"":Jt(a)}maybe(e,s){let r=e.copy(),n=s(e);return e.join(r),n}redirected({command:e,
redirects:s},r,n){let o=this.site(r,n),i=this.redirect(s,o),a=this.machine.invocations.length,l=this.node(e,r,i);return this.machine.invocations.length===a&&s.length>
0&&this.machine.run([P(":")],r,i,!1),this.settle(l,i,n,r)}alternatives(e,s,r){let n=e.redirects.map(l=>"target"in l?l.target:void 0),o=s.listAlternatives([e.name,
...e.args,...e.prefix,...n]),i=r.stdin?.remaining,a=this.command(e,s,r);for(let l of o){if(!this.machine.budget.spend(4))break;if(this.command(e,l,i===void 0?r:
$t(r,i,r.input)),!e.name)for(let{name:c}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(c,l.get(c)?.words??[])}return a}command(e,s,r){let n=this.site(s,r),
o=e.prefix.filter(m=>m.type==="Assignment");i1(e)&&this.machine.budget.fail("too-much","a substitution behind an assignment is not followed");let i=this.machine.
invocations.length,a=o.map(m=>({assignment:m,words:Zc(m,n)})),l=e.name?hn(e.name,n):[],c=e.args.flatMap(m=>m.type==="Assignment"?[ng(m,n)]:hn(m,n)),d=[...l,...c],
u=this.redirect(e.redirects,n);if(d.length===0){for(let{assignment:y,words:v}of a)rg(y,v,s);u.redirects.length>r.redirects.length&&this.machine.run([P(":")],s,u,
!1),this.reportEmptied(u,s);let g=(u.stdin!==r.stdin?u.stdin?.readRest():void 0)??(this.machine.invocations.length>i&&e.name?"\uFFFC":"");return this.settle(g,u,
r,s)}let f={...r.environment};for(let{assignment:m,words:g}of a)f[m.name]=g[0]??P("");let p=e.name?.parts===void 0&&e.name?.text===e.name?.value;d.length===1&&/^(?::|true)$/.
test(d[0].text)&&this.reportEmptied(u,s);let h=this.machine.run(d,s,{...u,environment:f},p);return s.last=d.at(-1).text,this.settle(h,u,r,s)}reportEmptied({redirects:e,
...s},r){let n=e.flatMap(({kind:i,path:a})=>i==="write"&&a.glob?[a]:[]),o=[...Se(["truncate","-s","0"]),...n];n.length>0&&this.machine.run(o,r,{...s,redirects:[]},
!1)}redirect(e,s){let r=s.context;for(let n of e){if(!this.machine.budget.spend(1+(r.redirects.length>>3)))break;if(n.type==="HereDoc"){let{body:o}=n,i=o.parts?
Jc(o.parts,s).text:o.text;r=og(r,n.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(n.target===void 0)continue;n.type==="HereString"?r=og(r,`${qs(n.target,s).
text}
`):r=this.redirectedTo(n,qs(n.target,s),s,r)}}return r}redirectedTo({operator:e,descriptor:s},r,n,o){if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(r.text))return o;let i=/^<&?$/.
test(e)?"read":e.endsWith(">>")?"append":"write",a=sn(o,[{kind:i,path:r}]),l=i==="read"?0:1,c=s?.type==="FileDescriptor"?s.value===l:s===void 0;if(i!=="read")return c?
{...a,outputFile:{kind:i,path:r}}:a;let d=this.machine.sources.get(r.text);if(d)return $t(a,d.text,{kind:"pipe",from:d.from});let u=this.machine.files.read(r.text,
n.scope.folder)??"\uFFFC";return c?$t(a,u,{kind:"file",path:r}):a}settle(e,s,r,n){let{machine:o}=this,i=s.outputFile;if(i===void 0||i===r.outputFile)return e;let l=[
...s.input?.kind==="pipe"?s.input.from:[],...o.invocations.slice(-1)];return o.files[i.kind](i.path.text,e,n.folder,e.includes("\uFFFC")?l:[]),""}site(e,s){return{
interpreter:this.machine,scope:e,context:s}}},i1=({prefix:t,name:e,args:s})=>{let r=[...t,...e?[e]:[],...s],n=new Set(r.flatMap(({type:o,end:i})=>o==="Assignmen\
t"?[i]:[]));return r.some(({type:o,pos:i})=>o==="Word"&&n.has(i))},og=(t,e)=>$t(t,e,{kind:"text",text:e}),a1=t=>t.type==="Function"||t.type==="Command"&&(t.name===
void 0||o1.reliable_command.test(`${t.name.value} ${t.args[0]?.value??""}`));var l1=3,c1=Ii({...Gh,...Zm,...Uh,...uh,...rh,...lh,git:Dm});function na(t,e={}){let{folder:s,files:r=new Zr,readCode:n}=e,o=new td(r,n),i=new qi(o.budget);i.folder=
s;try{o.runScript(t,i,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(c){if(!(c instanceof RangeError))throw c;o.budget.fail("too-deep",`cannot\
 be parsed: ${c.message}`)}let{invocations:a,budget:l}=o;return l.problem?{invocations:a,problem:l.problem}:{invocations:a}}var td=class extends Ri{bodies=[];walk=new ra(
this);runScript(e,s,r){return De(e)&&this.budget.fail("too-much","it runs code that cannot be read to its end"),e.replaceAll("\uFFFC","").trim()===""?"\uFFFC":this.
budget.descend(()=>{let n=Uc(e,this.budget);return n?this.walk.list(n.commands,s,r):"\uFFFC"},"\uFFFC")}runSubstitution(e,s,r){return e?this.budget.descend(()=>(Hc(
e,this.budget),this.walk.list(e.commands,s.copy(),{...r,redirects:[],environment:{},isPiped:!1})),"\uFFFC"):"\uFFFC"}run(e,s,r,n){let o=e[0].text,i=[],a=n?s.aliases.
get(o)??[]:[];for(let c of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${c} ${nn(e.slice(1))}`,d,r))}let l=s.functions.get(o);for(let c of l?.bodies??
[])i.push(this.call(c,e,s,r));return l?.certain||i.push(this.runWords(e,s,r)),i.length===1?i[0]:"\uFFFC"}call(e,s,r,n){let o=this.bodies.filter(u=>u===e).length,
i=o>0&&n.isConcurrent;if(i&&this.reportForkBomb({scope:r,context:n}),i||o>=l1)return"\uFFFC";this.bodies.push(e);let a=r.arguments;r.arguments=[a[0]??P("bash"),
...s.slice(1)];let l=r.copy(),c=this.invocations.length,d=this.walk.node(e,r,{...n,isConcurrent:!1});return this.invocations.slice(c).some(({program:u})=>u==="r\
eturn")&&r.join(l),r.arguments=a,this.bodies.pop(),d}runWords(e,s,r){let[n]=e;if(n===void 0)return"";if(n.text.startsWith("-")&&r.wrappers.at(-1)==="time"){let o=r.
wrappers.slice(0,-1);return this.runWords([P("time"),...e],s,{...r,wrappers:o})}return this.budget.descend(()=>{let o=n.text.slice(n.text.lastIndexOf("/")+1),i={
program:o,words:e,args:e.slice(1),scope:s,context:r,interpreter:this};Qm(i),Um(i);let a=c1.get(o);return a?a(i):Wi(i)??mh(i)??Jm(i)??this.addInvocation(i)},"\uFFFC")}addInvocation(e){
return this.record(Un(e)),Di(e)}};var sd={characters:16384,commands:90};function*ig(t){let e=new Set,s=[],r=0;for(let n of p1(m1(g1(t.slice(0,262144)))))n===""||n.length>sd.characters||e.has(n)||
(e.add(n),(s.length===sd.commands||r+n.length>sd.characters)&&(yield s,s=[],r=0),s.push(n),r+=n.length+1);s.length>0&&(yield s)}var d1=/^(?:(?:if|then|elif|else|do|while|until|time|!|\{)\s+|\(\s*)+/,
u1=/^[A-Za-z_./~\\$"'][\w./~+"'{}-]*(?:\s|$)/;function*p1(t){for(let e of t){let s=e.trim().replace(d1,""),r=f1(s);if(r===-1)yield s;else for(let n of[s.slice(0,
r).trim(),s.slice(r+1).trim()])u1.test(n)&&(yield n)}}var ag=String.raw`\\[\s\S]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)`;function f1(t){let e=0;for(let{0:s,
index:r}of t.matchAll(new RegExp(`${ag}|[()]`,"g")))if(s==="(")e+=1;else if(s===")"&&--e<0)return r;return-1}function*m1(t){let e=0;for(let{0:s,index:r}of t.matchAll(
new RegExp(`${ag}|(?<![^\\s])#.*|[\\n;]|(?<!>)&(?!>)`,"g"))){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,r),e=r+s.
length)}yield t.slice(e)}var h1=/(<<-?[ \t]*(?:\\|'|")?(\w+)[^\n]*)\n(?:(?:[\s\S]*?\n)?[ \t]*\2[ \t]*(?=\n|$)|[\s\S]*)/g,g1=t=>t.replace(h1,"$1");function od(t){if(t==="credential")return s=>/[./~]|id_/.test(s)&&!/[*'’]/.test(s)&&Ai(s.toLowerCase());let e=new RegExp(S.objectClasses.get(t)??"(?!)","i");return s=>e.
test(s)}function b1(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):S.sentences.doubled.has(t)?t+t.at(-1):t,r=/(?:s|x|z|ch|sh)$/.test(t),n=/[^aeiou]y$/.
test(t),o=r?`${t}es`:n?`${t.slice(0,-1)}ies`:`${t}s`;return[[S.irregularVerbs.get(t)??(n?`${t.slice(0,-1)}ied`:`${s}ed`),"past"],[t,"base"],[`${s}ing`,"ing"],[o,
"third"]]}var lg=24,y1=40,w1=3;function cg(t){let e=new Map;for(let s of t)for(let r of s.phrases)for(let n of r.verbs){let[o,...i]=n.split(" ");for(let[a,l]of b1(
o)){let c=e.get(a)??[];c.push({form:a===o?"base":l,rest:i,rule:s,phrase:r}),e.set(a,c)}}return e}var k1=je(({objects:t,with:e,without:s})=>({objects:t.length===
0?void 0:rd(t),with:e&&rd(e),without:rd(s??[])}),new WeakMap);function rd(t){let e=s=>/^<[^ ]*>(?: |$)|^[^ ]+\*(?: |$)/.test(s)?1:0;return[...t].sort((s,r)=>e(s)-
e(r)).map(s=>s.split(" ").map(v1))}function v1(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return x1(e);if(t.endsWith("*")&&t.length>1){let s=t.slice(0,-1);
return({text:r})=>r.startsWith(s)}return({text:s})=>s===t}var x1=je(t=>{let e=od(t);return je(({text:s,kind:r})=>s.length<1e3&&(r==="plain"?e(s.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,
"")):e(s)||s.split(/\s+/).some(e)),new WeakMap)});function id(t,e,s=0){let r=$1(e),n=[];for(let[o,i]of r.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let l of t.
get(i.text)??[])a.has(l.rule)||s>=(l.phrase.trust??Number.POSITIVE_INFINITY)||_1(r,o,l)&&(a.add(l.rule),n.push({rule:l.rule,form:l.form,at:o}))}return n}function $1(t){
return t.map((e,s)=>{let r=t[s+1];return e.text==="force"&&r?.kind==="plain"&&/^push/.test(r.text)&&e.stop===void 0?{...e,text:`force-${r.text}`}:e})}function _1(t,e,{
form:s,rest:r,phrase:n}){let o=e;for(let f of r){let p=t.slice(o+1,e+7).findIndex(h=>h.text===f);if(p<0)return!1;o+=1+p}let{objects:i,with:a,without:l}=k1(n),c=s===
"past"?Math.max(0,e-lg):e+1,d=s==="past"?e:S1(t,c);if(a&&nd(t,a,c,Math.min(t.length,e+y1))<0)return!1;let u=i?nd(t,i,c,d):o;return u<0?!1:nd(t,l,c,Math.min(d,Math.
max(o,u)+1+w1))<0}function S1(t,e){let s=Math.min(t.length,e+lg);for(let r=e;r<s;r++){let{stop:n,text:o}=t[r];if(r>e&&(o==="then"||o==="because"||o==="but"))return r;
if(n===";"||n==="\u2014")return r+1}return s}function nd(t,e,s,r){for(let n=s;n<r;n++){let o=e.find(i=>n+i.length<=r&&i.every((a,l)=>a(t[n+l])));if(o)return n+o.
length-1}return-1}var vt=({text:t,kind:e})=>e==="plain"?t:"\uFFFC",E1=/^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i,
dg=/^[ \t]{0,3}#{1,6}[ \t]+/,C1=/^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/,A1=/^[ \t]*\$[ \t]+(?=\S)/,oa=/(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;var T1=(t,e)=>t.trim().length<60&&new RegExp("^\\s*\\p{Lu}","u").test(e);function ug(t){let e=[],s,r=!1,n=!1,o="",i=()=>{if(s)for(let l of P1(t,s.start,s.end,r,
n))e.push({kind:"sentence",sentence:l});s=void 0},a=(l,c)=>{let d=t.indexOf(l,c);return d<0?t.length:d};for(let l=0;l<t.length;){let c=a(`
`,l),d=t.slice(l,c),u=C1.exec(d);if(u){i();let h=a(`
${u[1]}`,c);e.push({kind:"fence",language:u[2].toLowerCase(),code:t.slice(c+1,h)}),l=a(`
`,h+1)+1;continue}let f=A1.exec(d),p=E1.exec(d)??dg.exec(d);f?(i(),e.push({kind:"prompt",command:d.slice(f[0].length)})):d.trim()===""?i():p||!s||T1(o,d)?(i(),n=
dg.test(d),r=p!==null&&!n,s={start:l+(p?.[0].length??0),end:c},n&&i()):s.end=c,s&&/[:.!?]\s*$/.test(d)&&i(),o=d,l=c+1}return i(),e}function P1(t,e,s,r,n){let o=[],
i=[],a=l=>{i.length>0&&o.push({words:i,question:l,leads:i.at(-1).stop===":",item:r,heading:n}),i=[]};oa.lastIndex=e;for(let l=oa.exec(t);l&&l.index<s;l=oa.exec(
t)){let c=l.index,d=oa.lastIndex,u=l[2],f=l[3]??l[4];if(u!==void 0||f!==void 0){i.push({start:c,end:d,text:u??f,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.
test(t[d+1]??" ")&&a(!1);continue}let p=l[0];if(/^[,;:()!?—]$/u.test(p)){let g=i.at(-1);g&&(g.stop=p),(p==="!"||p==="?")&&a(p==="?");continue}let h=/[.…]+$/.
test(p)&&!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(p),m=p.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,
"");m!==""&&i.push({start:c,end:d,text:m,kind:"plain"}),h&&a(!1)}return a(!1),o}var{forms:ad}=S,lt=S.sentences,ld=24;function mg({words:t,question:e}){let s=hg(t.slice(0,4));return e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.
test(s):/^(?:how|why|what(?! (?:we|i) (?:will|need))) /.test(s)}var hg=t=>t.map(({text:e})=>e).join(" ");function gg({words:t}){return t.map(vt).some(e=>lt.denials.
has(e)||lt.mentions.has(e))}function ia(t,e,s){let{words:r}=t,n=R1(r,e),o=r.slice(n,e);if(N1(r,n,e,s))return!1;if(s==="third")return fg(r,e);if(s==="past")return O1(
o);if(o.length===0&&/^(?:and|&)$/.test(r[e-1]?.text??""))return I1(r,e-1);let i=o.map(vt),a=i.findLastIndex((f,p)=>lt.speech_verbs.has(f)&&q1(i,p));if(a>=0&&!ad.
own_announcement.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(i.join(" ")))return!1;
let l=i.findLastIndex(f=>!lt.between.has(f)&&!/ly$/.test(f)),c=i.slice(Math.max(0,l-7),l+1).join(" "),d=ad.announcement.test(c);return s==="ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.
test(c)||i.every(f=>lt.before_order.has(f))&&!pg(r,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.test(c)||fg(r,e)?!0:i.every(f=>lt.before_order.has(f)||/ly$|^\d+[.)]?$/.
test(f))&&!pg(r,e)}function R1(t,e){for(let s=e;s>Math.max(0,e-ld);s--){let{stop:r,text:n}=t[s-1],o=vt(t[s-1]),i=/^(?:then|but|so|afterwards)$/.test(o)&&!/^(?:we|i)$/.
test(t[s].text),a=s===e&&/^(?:and|&)$/.test(o);if(r!==void 0||i||a||/^(?:->|[→–-])$/.test(n))return s}return Math.max(0,e-ld)}function I1(t,e){let s=t.slice(
Math.max(0,e-ld),e),r=s.slice(s.findLastIndex(({stop:a})=>a!==void 0)+1).map(vt),n=(a,l)=>a!=="by"&&ad.announcement.test(r.slice(Math.max(0,l-7),l+1).join(" "));
if(r.some(n))return!0;let[o=""]=r;return!(lt.subjects.has(o)||lt.speech_verbs.has(o))&&!r.some(a=>lt.predicates.has(a))}function N1(t,e,s,r){let n=p=>lt.denials.
has(vt(p)),o=t.slice(e,s),i=o.findLastIndex(n);if(i>=0){let p=o.slice(i+1).map(m=>m.text);if(/^(?:hesitate|forget|only|fail|worry)/.test(p[0]??""))return!1;let h=r===
"third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(p.at(-1)??"");return!(o[i].text==="no"&&p.length>3&&!h)&&!p.includes("but")}let a=t.slice(Math.max(
0,e-60),e),l=a.findLastIndex(n);if(l<0)return!1;let c=a.slice(l+1);if(/^(?:rather|instead|without|unless|no)$/.test(a[l].text)&&c.some(p=>p.stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.
test(c[0]?.text??"")||c.some(p=>p.stop===";"||p.stop==="\u2014"||lt.ends_denial.has(p.text)))return!1;let u=t[s-1];return u&&/^(?:or|nor|and)$/.test(vt(u))?!0:t.
slice(s,s+40).map(vt).includes("or")&&c.every(p=>p.text!=="then")}var O1=t=>/(?:needs? to|should|must|has to|have to|(?:is|are) to) be(?: \w+ly)?$/.test(hg(t.slice(
-6)));function pg(t,e){for(let s=e+1;s<Math.min(t.length,e+14);s++){let r=vt(t[s]),n=t[s-1];if(n.stop!==void 0&&n.stop!=="("||/^(?:so|because|until|since)$/.test(
r))return!1;if(lt.predicates.has(r))return!lt.relative.has(n.text)}return!1}function fg(t,e){let s=t.slice(Math.max(0,e-24),e),r=s.findIndex((o,i)=>lt.creation_verbs.
has(vt(o))&&s[i+1]?.text!=="sure");if(r<0||!s.slice(r).some(o=>lt.program.has(o.text)))return!1;let n=o=>/^(?:execute|run)$/.test(vt(o));return s.slice(0,r).some(
o=>lt.denials.has(o.text))?!1:s.slice(r).some(n)||t.slice(e,e+24).some(n)}var q1=(t,e)=>e===0||lt.before_verbs.has(t[e-1])||/^(?:tests?|docs?|notes?)$/.test(t[e]);var bg=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var aa=bg;var{forms:cd}=S,L1=64,D1=65536,j1=5e3,W1=1500,ps=S.sentences,M1=[{...aa[0],id:"run",phrases:[{verbs:[...ps.run_verbs,"finish with"],objects:[]}]}],dd=je(cg,new WeakMap);
function yg(t,e=[],s=0){if(t.length>D1)return{findings:[],commands:[],problem:"too-long"};let r=0,n=[],o=[],i=dd(aa),a=[i,dd(e)],l=!1,c=!0,d,u=ug(t);if(u.length>
j1)return{findings:n,commands:o,problem:"too-much"};for(let f of u){if(n.length>=L1)break;if(f.kind==="prompt"){l||o.push(f.command);continue}if(f.kind==="fence"){
!l&&c&&o.push(...H1(f.language,f.code));continue}let{sentence:p,named:h}=G1(f.sentence,d);d=h;let m=l&&p.item;if((p.heading||!p.item)&&(l=(p.leads||p.heading)&&
gg(p)),m||p.heading)continue;let g=mg(p),y=g?[]:V1(p);if(c=!g&&(p.leads?!l:y.length>0),!g){if(r+=p.words.filter(({text:v})=>i.has(v)).length,r>W1)return{findings:n,
commands:o,problem:"too-much"};for(let v of a)for(let{rule:_,at:k,form:x}of id(v,p.words,s))ia(p,k,x)&&n.push(_);o.push(...F1(p.words,y),...U1(t,p,y))}}return{findings:n,
commands:o}}function F1(t,e){return t.flatMap((s,r)=>{if(s.kind!=="code")return[];let n=e.findLast(a=>a<r),o=t.slice((n??0)+1,r),i=n!==void 0&&o.length<24&&!o.some(
a=>ps.separates.has(vt(a)));return t.length===1||i?[s.text]:[]})}var V1=t=>id(dd(M1),t.words).filter(({at:e,form:s})=>ia(t,e,s)).map(({at:e})=>e);function U1(t,e,s){
let{words:r}=e;return r.flatMap((n,o)=>{let i=r[o+1],a=vt(n).replace(/^mkfs\..*/,"mkfs");if(!ps.command_names.has(a)||n.stop!==void 0||i?.kind!=="plain")return[];
if(!cd.command_argument.test(i.text)&&!ps.command_verbs.has(i.text))return[];if(!s.includes(o-1)&&!ia(e,o,"base"))return[];let c=r.findIndex(({stop:d},u)=>u>o&&
(d!==void 0||cd.command_end.test(r[u+1]?.text??"and")));return[t.slice(n.start,r[c].end).replace(/(?<=\w)[.!]+$/,"")]})}function H1(t,e){let s=S.fences.get(t);if(s)
return[`${s} '${e.replaceAll("'","'\\''")}'`];if(t!==""&&!ps.shells.has(t))return[];let r=e.split(`
`),n=r.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(n.length>0?n:r).join(`
`).trim();return o===""?[]:[o]}var B1=od("credential");function G1(t,e){let s=e,r,n=[];for(let[o,i]of t.words.entries()){if(s&&z1(t.words,o,s)){let{start:a,end:l,
stop:c}=i;n.push(...s.map(({text:d,kind:u})=>({start:a,end:l,text:d,kind:u}))),c!==void 0&&(n.at(-1).stop=c);continue}n.push(i),r=K1(i,t.words[o-1])??r,s=r??s}return{
sentence:{...t,words:n},named:r}}function z1(t,e,s){let r=vt(t[e]),n=ps.heads.has(r)&&ps.one_of.has(t[e-1]?.text??"");if(!n&&!ps.pronouns.has(r))return!1;let o=t[e-
(n?2:1)]?.text??"";return s.at(-1).text==="remote"?ps.overwrites.has(o):ps.passes_on.has(o)}function K1(t,e){if(B1(t.text))return[t];if(!(t.kind!=="plain"||!e||
e.stop!==void 0))return cd.valuable_things.test(`${e.text} ${t.text}`)?[e,t]:void 0}var la=Sm,Y1=100,wg=50,Q1={"unreadable-command":"The command $. Write it plainly, or in several steps.","unparsed-command":"No shell reads this: $. Give the com\
mand alone; what is no command belongs in a file or an answer.","unverifiable-command":"Nobody can say before it runs which program this is, and it may be a dan\
gerous one. $","unreadable-text":"The text is too long to be judged. Say it in parts."},tr=(t=la)=>new ud(X1(t)),X1=je(t=>new Ni(t),new WeakMap),ud=class{constructor(e){
this.book=e}book;files=new Zr;downloads=new Si;latest;judge(e,s){return"command"in e?this.judgeCommand(e.command,{principal:s,folder:e.folder,format:"code"},e.reading):
"write"in e?this.judgeWrite(e,s):this.judgeText(e.text,s)}parse(e,s){let{latest:r,files:n}=this;if(r?.line===e&&r.folder===s&&r.version===n.version)return r.reading;
let o=na(e,{files:n,readCode:bi,folder:s});return this.latest={line:e,folder:s,version:n.version,reading:o},o}judgeCommand(e,s,r=this.parse(e,s.folder)){let{format:n}=s,
o=this.judgeReading(r,s),{problem:i}=r;if(i&&i.kind!=="unparsable"&&!kg(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule==="unreadable\
-command"&&i?.kind==="unparsable"){let a=Tf(e),l=i.detail.replace(/^cannot be parsed: /,"");return gn("unparsed-command",a===void 0?l:`${l}; it looks like ${a}`,
n)}return o.verdict==="allow"&&n==="code"&&Af(e)?gn("unparsed-command","it is JSON",n):o}judgeParts(e,s){let r=n=>na(n,{readCode:bi,folder:s.folder});for(let n of ig(
e)){let o=r(n.join(`
`));for(let{invocations:i,problem:a}of o.problem?n.map(r):[o]){if(a?.kind==="unparsable")continue;let l=this.judgeReading({invocations:i},s);if(kg(l))return l}}}judgeReading({
invocations:e,problem:s},r){let{principal:n,folder:o,format:i}=r,a={workspace:n.workspace??Xl,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(en)},
l=s?e.slice(0,Y1):e,{worst:c,guess:d,unknown:u,undecided:f}=this.examine(l,a,n);if(c)return pd(c,i);if(s)return gn("unreadable-command",`is too much to read: ${s.
detail}`,i);if(f){let h=`what ${f.program.includes("\uFFFC")?"a program":f.program.slice(0,40)} is given, or where it runs, is not known`;return gn("unreadable-\
command",`cannot be read to its end: ${h}`,i)}return!d&&u<=wg?{verdict:"allow",format:i}:gn("unverifiable-command",d?.explanation??"Write the names of programs.",
i)}examine(e,s,r){let{book:n}=this,o,i,a,l=0,c=[];for(let d of e){let u=new Ys(d,s);if(o=n.selectWorse(o,n.findBrokenRule(u,r)),u.purpose===void 0&&c.push(d),!i&&
d.program.includes("\uFFFC")&&(l+=1,l<=wg&&(i=n.findWorstCaseRule(d,s,r))),n.hasUnreadRisk(d,s,r)&&(a??=d),this.downloads.record(d),o?.severity==="catastrophic")
break}if(o?.severity!=="catastrophic")for(let d of Xf(c,s.invocations))o=n.selectWorse(o,n.findBrokenRule(new Ys(d,s),r));return{worst:o,guess:i,unknown:l,undecided:a}}judgeWrite(e,s){
let{write:r,content:n,replaces:o}=e,i=Vt("edit-tool",[],[{kind:"write",path:P(r)}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"cod\
e"});if(a.verdict==="deny"||n===void 0)return a;let{workspace:l=Xl}=s,c=r.startsWith(`${l}/`)?r.slice(l.length+1):r,{files:d}=this;for(let u of new Set([r,c,`${l}\
/${c}`])){let f=d.read(u);o===void 0?d.write(u,n):o===""||!f?.includes(o)?d.append(u,`
${n}
`):d.write(u,f.replace(o,n.replaceAll("$","$$$$")))}return a}judgeText(e,s){let r="natural_text",n=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=yg(
e,n,s.trust),l=d=>n.some(u=>u.id===d)?0:1,[c]=[...o.map(d=>pd(d,r)).sort((d,u)=>l(d.rule)-l(u.rule)),...i.map(d=>this.judgeCommand(d,{principal:s,folder:void 0,
format:r}))].filter(d=>d.verdict==="deny").sort((d,u)=>is[d.severity]-is[u.severity]);return c||(a?gn("unreadable-text","",r):{verdict:"allow",format:r})}},kg=t=>t.
verdict==="deny"&&t.severity==="catastrophic";function gn(t,e,s){let r=t==="unparsed-command"?"unparsed":"unreadable",n=Q1[t].replace("$",()=>e);return pd({id:t,
category:r,severity:"severe",code:"destructive_operation_blocked",explanation:n},s)}function pd(t,e){let{id:s,category:r,severity:n,code:o,explanation:i}=t,a=i.
replace(/\s+/g," ").trim();return{verdict:"deny",rule:s,category:r,severity:n,code:o,reason:a,format:e}}Cr();var ca=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=tr(),r=e.map((o,i)=>s.judge(
J1(o,i),this.principal)),n=r.filter(({verdict:o})=>o==="deny").length;return{verdicts:r,guardrail_checks:r.length,guardrail_blocks:n,guardrail_block_rate:r.length===
0?0:n/r.length}}};function J1(t,e){let s=t??{};if(["command","write","text"].some(r=>typeof s[r]=="string"))return t;throw new RangeError(`act ${e} has no comma\
nd, write or text`)}var Z1=()=>tr();var Mo=require("node:path");yn();Cr();yn();var fs={stdout:"",stderr:"",exit_code:0},ms=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),ct=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),sr=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var $g=require("node:path");Ut();var _e=class extends Error{name="HookInputError"},rr=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function hs(t,e){let s=t[e];
if(!rr(s))throw new _e(`"${e}" is no object`);return s}function Le(t,...e){let s=e.find(n=>t[n]!==void 0&&t[n]!==null);if(s===void 0)return;let r=t[s];if(typeof r!=
"string")throw new _e(`"${s}" is no text`);return r}function ye(t,...e){let s=Le(t,...e);if(s===void 0||s.trim()==="")throw new _e(`"${e[0]}" is missing`);return s}
function gs(t,...e){let s=ye(t,"hook_event_name");if(!e.includes(s))throw new _e(`the event "${s.slice(0,60)}" is unknown`);return s}var bs=(t,e)=>t===void 0?e:
$g.posix.resolve(t,e),dt=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function ut(t,e,s){let r=bs(e,ye(t,...s.path)),n=Le(t,...s.content),o=s.replaces&&Le(
t,...s.replaces);return{write:r,...Ie({content:n,replaces:o})}}function da(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new _e(
"the input is not JSON")}if(!rr(e))throw new _e("the input is no object of JSON");return e}var oC=["command","cmd","script"];function fd(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(oo).join(" "):void 0}function Wt(t,e){let s=t.workdir,r=typeof s==
"string"&&s!==""?bs(e,s):e;return oC.flatMap(n=>{let o=fd(t[n]);return o===void 0?[]:[dt(o,r)]})}var oo=t=>`'${t.replaceAll("'","'\\''")}'`,Mt=t=>t.trim().toLowerCase();var _g={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){gs(t,"PreToolUse");let e=Le(t,"cwd");return{folder:e,requests:iC(ye(t,"tool_name"),hs(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?md(t,e):e===""?fs:ct({systemMessage:e})},formatRefusal:ms},md=(t,e)=>ct({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function iC(t,e,s){switch(Mt(t)){case"bash":case"powershell":return[dt(ye(e,"comma\
nd"),s)];case"monitor":return rr(e.ws)&&e.command===void 0?[]:[dt(ye(e,"command"),s)];case"write":return[ut(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[ut(e,s,Sg)];case"multiedit":return aC(e,s);case"notebookedit":return[ut(e,s,{path:["notebook_path"],content:["new_source"]})];default:return Wt(e,s)}}
var Sg={path:["file_path"],content:["new_string"],replaces:["old_string"]};function aC(t,e){let{edits:s}=t,r=ye(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(rr))throw new _e('"edits" is no list of edits');return s.map(n=>ut({...n,file_path:r},e,Sg))}var lC=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,cC=/^\*\*\* (Begin Patch|End Patch|End of File)$/,dC=/^\*{3}|^\s*\*{3}\s*[a-z]/i,uC=/^[\s\u0085]+|[\s\u0085]+$/g;
function nr(t,e){let s=[],r,n=()=>{let o=s.at(-1);r&&o&&"write"in o&&(o.content=`${r.join(`
`)}
`),r=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(uC,""),[,a,l]=lC.exec(i)??[];if(a===void 0||l===void 0){if(o.startsWith("+"))r?.push(o.slice(1));else if(dC.
test(o)&&!cC.test(i))throw new _e(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}n();let c=bs(e,l.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${oo(c)}`}):s.push({write:c}),a==="Add File"&&(r=[])}if(n(),s.length===0)throw new _e("the patch names no file");return s}var Cg={can_ask:!1,readCall(t){gs(t,"PreToolUse");let e=Le(t,"cwd");return{folder:e,requests:pC(ye(t,"tool_name"),hs(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?md("deny",e):e===""?fs:ct({systemMessage:e})},formatRefusal:ms};function pC(t,e,s){switch(Mt(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[dt(fC(e),Eg(e,s))];case"apply_patch":return nr(ye(e,"command","input","patch"),Eg(e,s));default:return Wt(e,s)}}function Eg(t,e){
let s=Le(t,"workdir");return s===void 0||s===""?e:bs(e,s)}function fC(t){let{command:e}=t;if(!Array.isArray(e))return ye(t,"command","cmd");let s=fd(e);if(s===void 0)
throw new _e('"command" is no list of words');return s}var Tg={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Le(t,"cwd"),s=ye(t,"toolName");return{folder:e,requests:mC(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?sr(fs,e):ct({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>sr(ct({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function mC(t,e,s){switch(Mt(t)){case"bash":case"powershell":case"local_shell":return[dt(ye(Dr(e),"command"),s)];case"write_bash":case"write_powershell":{let r=Le(
Dr(e),"input")??"";return r.trim()===""?[]:[dt(r,s)]}case"create":return[ut(Dr(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[ut(Dr(e),s,Ag)];case"str_replace_editor":{let r=Dr(e);return r.command==="view"?[]:[ut(r,s,Ag)]}case"apply_patch":return nr(hC(e),s);default:return rr(
e)||Pg(e)?Wt(Dr(e),s):[]}}var Ag={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function Dr(t){if(typeof t=="string")return da(
Buffer.from(t));if(!rr(t))throw new _e('"toolArgs" is no object');return t}var hC=t=>typeof t=="string"&&!Pg(t)?t:ye(Dr(t),"input","patch"),Pg=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var Ng={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=gs(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],r=typeof s=="string"?s:void 0,n=Le(t,"cwd")||r,o=e==="preToolUse"?gC(ye(t,"tool_name"),hs(t,"tool_input"),n):[dt(ye(t,"command"),n)];return{folder:n,project:r,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?sr(ct({}),e):Rg(e),formatRefusal:t=>({...sr(Rg(t),t),exit_code:2})},Rg=t=>ct({permission:"deny",user_message:t,
agent_message:t});function gC(t,e,s){switch(Mt(t)){case"shell":return[dt(ye(e,"command"),Le(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[ut(e,s,Ig)];case"delete":{let r=ye(e,...Ig.path);return[dt(`rm -f -- ${oo(r)}`,s)]}default:return Wt(e,s)}}var Ig={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var Og={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){gs(t,"BeforeTool");let e=Le(t,"cwd");return{folder:e,requests:bC(ye(t,"tool_name"),hs(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?ct({decision:t,reason:e}):t==="ask"?ct({decision:t,reason:e,systemMessage:e}):e===""?fs:ct(
{systemMessage:e})},formatRefusal:ms};function bC(t,e,s){switch(Mt(t)){case"run_shell_command":{let r=Le(e,"dir_path","directory"),n=r===void 0?s:bs(s,r);return[
dt(ye(e,"command"),n)]}case"write_file":return[ut(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[ut(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return Wt(e,s)}}var qg={can_ask:!1,readCall(t){gs(t,"tool.execute.before");let e=Le(t,"directory"),s=ye(t,"tool"),r=Le(t,"worktree");return{folder:e,project:r==="/"?e:r,requests:yC(
s,hs(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?sr(fs,e):ct({deny:e})},formatRefusal:ms};function yC(t,e,s){switch(Mt(t)){case"bash":{
let r=Le(e,"workdir"),n=r===void 0?s:bs(s,r);return[dt(ye(e,"command"),n)]}case"write":return[ut(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[ut(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return nr(ye(e,"patchText","patch","inp\
ut"),s);default:return Wt(e,s)}}var ys={"claude-code":_g,codex:Cg,gemini:Og,copilot:Tg,opencode:qg,cursor:Ng},Lg=Object.keys(ys),hd=t=>t!==void 0&&Object.hasOwn(ys,t);Ut();Cr();var pa=require("node:path");var ua=require("node:path");var Dg={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},wC=new Set(["rm","mv","checkout","restore"]),kC=new Set(["-C","--directory","-d"]),vC=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),xC=5e3;function gd(t,e){return t.flatMap(s=>$C(s,t,e)).slice(0,xC)}function $C(t,e,s){let r=t.folder&&Ue(t.folder)?ua.posix.resolve(s,t.folder.text):s,
n=(c,d)=>{if(!Ue(c)||c.text.startsWith("~"))return[];let u=ua.posix.relative(s,ua.posix.resolve(r,c.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:c.glob}]},o=t.redirects.filter(({kind:c})=>c!=="read").flatMap(({path:c})=>n(c,!1)),i=vC.has(t.program),a=Sr(t,e),l=[...SC({program:t.program,args:a}),..._C(
{program:t.program,args:a})];return[...o,...l.flatMap(c=>n(c,i))]}function _C({program:t,args:e}){if(t==="find")return Wn(e)?_r(e):[];let{writes:s,deletes:r,moves:n,
changes:o}=Mn(t,Re(t,e));return[...s,...r,...n,...o]}function SC({program:t,args:e}){let s=Object.hasOwn(Dg,t)?Dg[t]:void 0,r=e.findIndex(({text:o})=>o==="--"),
n=e.filter(({text:o},i)=>r>=0&&i>r||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return n;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i===
"--target-directory");return o>=0?e.slice(o+1,o+2):n.slice(-1)}case"all-but-first":return n.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.
test(o))?n:[];case"dd":return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return wC.has(n[0]?.text??"")?n.slice(1):
[];case"unpack":return e.filter((o,i)=>kC.has(e[i-1]?.text??""));default:return s}}var or=".gatebench/guard.yml",bd=(t="strict")=>({level:t,rules:la,allow:new Set,ignored:new Set,deny:new Set,files:[]}),jg=(t,e)=>t==="strict"?t:e??t??"strict";var EC=[or,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),CC=new Set([".github",".config"]);function Vg(t,{folder:e,home:s},r,n){if("write"in t)return Wg(pa.posix.resolve("/",t.write),r,{});if(!("command"in
t))return;if(n.some(RC))return"gatebench guard";let o=n.map(l=>OC(l,t.folder??e??"/",s)),i=gd(o.filter(IC),"/").map(({path:l})=>l),a=o.some(({program:l,wrappers:c})=>[
l,...c].some(d=>AC.has(d)));for(let{path:l,below:c,glob:d}of gd(o,"/")){let u=Wg(`/${l}`,r,{below:c,glob:d,copied:i.includes(l),deep:d&&a});if(u!==void 0)return u}}
function Ug({folder:t},e,s){if(!t)return e;let r=Bg(t.text,s);if(!(r.includes("\uFFFC")||r.startsWith("~")))return pa.posix.resolve(e??"/",r)}var AC=new Set(["f\
ind","fd","fdfind"]),Hg=new Set(["npm","pnpm","yarn","bun"]),TC=new Set([...Hg,"gatebench","npx","pnpx","bunx","node","deno"]),PC=new Set(["uninstall","un","unl\
ink","remove","rm","r"]);function RC({program:t,path:e,args:s}){let r=s.map(({text:a})=>a.toLowerCase()),n=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(Hg.
has(n)&&r.some(a=>PC.has(a))&&r.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=r.indexOf("guard");return o!==-1&&r.slice(o).some(a=>a==="install"||
a==="uninstall")&&(TC.has(n)||e.toLowerCase().includes("gatebench"))}var IC=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function Wg(t,e,{below:s,glob:r,copied:n,deep:o}){let i=Mg(t),a=i.map(h=>Fg(h,r===!0)),l=(h,m)=>a.slice(m,m+h.length).every((g,y)=>g(h[y])),c=s===!0||r===
!0,d=i.findIndex(h=>/[*?[]/.test(h)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,f=i.at(-1)??"",p=Fg(f,!0,!0);for(let h of e){let m=Mg(h),g=c&&n!==!0&&i.length<
m.length&&l(m.slice(0,i.length),0),y=u<m.length&&l(m.slice(0,u),0)&&p(m.at(-1));if(g||y||i.length>=m.length&&l(m,0))return h}for(let h of EC){let m=h.join("/");
if(i.length>=h.length&&l(h,i.length-h.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(f)&&p(h.at(-1)))return m;for(let y=1;y<h.length;y+=1){let v=h.slice(0,y);if(CC.
has(v.at(-1)))continue;if((v[0]===".gatebench"||c)&&i.length>=y&&l(v,i.length-y)||u>=y&&u<i.length&&l(v,u-y)&&p(h.at(-1)))return m}}}var Mg=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function Fg(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let r=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(r.length>NC)return()=>!0;let n=new RegExp(`^${r.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&n.test(o)}var NC=16,Bg=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function OC(t,e,s){let r=o=>{let i=Bg(o.text,s);
return i===o.text?o:{...o,text:i}},n=t.folder&&r(t.folder).text;return{...t,args:t.args.map(r),redirects:t.redirects.map(o=>({...o,path:r(o.path)})),folder:{text:n===
void 0?e:pa.posix.resolve(e,n),glob:!1}}}var qC=500,LC=2,Gg={deny:0,ask:1,none:2};function Kg({folder:t,requests:e},s,{top:r,home:n,own_files:o,variables:i,isLate:a}){let l={trust:LC,workspace:r,level:s.
level},c=tr(jC(s)),d=s.allow.size>0?tr(s.rules):void 0,u=[...s.files,...o];zg(e.length);let f=e.flatMap(MC(c,{folder:t,home:n}));return zg(f.length),f.flatMap(h=>{
if(a())throw new _e("judging it takes too long");let m="command"in h?DC(c,h,i):[];return[VC(h,{guard:c,plain:d,principal:l,settings:s}),...HC(h,m,{folder:t,home:n,
files:u})]}).reduce((h,m)=>h&&Gg[h.decision]<=Gg[m.decision]?h:m,void 0)}function zg(t){if(t>qC)throw new _e("too many edits in one call")}function DC(t,{command:e,
folder:s},r){let n=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,l)=>{let c=r.get(a??l);return c!==void 0&&/^[\w./@+-]+$/.test(c)?c:i}),{invocations:o}=t.parse(e,s);return n===
e?o:[...o,...t.parse(n,s).invocations]}function jC({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:r,severity:n})=>n==="catastrophic"||!e.
has(r)).map(r=>s.has(r.id)?WC(r):r)}function WC({trust:t,...e}){let{level:s,match:r,...n}=e,o=r?.map(i=>{let{level:a,...l}=i;return l});return{...n,...Ie({match:o})}}
var MC=(t,{folder:e,home:s})=>r=>{if(!("command"in r))return[r];let n=t.parse(r.command,r.folder).invocations.flatMap(o=>{let{program:i,input:a,args:l}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let c=a?.kind==="text"?a.text:l[0]?.text??"";if(!c.includes("*** Begin Patch"))return[];let d=Ug(o,r.folder??e,s);if(d===
void 0)throw new _e("the folder of the patch is unknown");return nr(c,d)});return[r,...n]},FC=`${or} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function VC(t,{guard:e,plain:s,principal:r,settings:n}){let o=e.judge(t,r);if(o.verdict==="deny"){let l=n.deny.has(o.rule),c=n.
ignored.has(o.rule)?`; ${FC}`:"",d=l?`; denied by ${or}`:c,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:l?"deny":UC(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,r);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${or}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function UC({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":is[t]<=is.severe?"den\
y":"ask"}function HC(t,e,{folder:s,home:r,files:n}){let o=Vg(t,{folder:s,home:r},n,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var io=4*1024*1024;function Yg(t,e){if(e.length>io)throw new _e(`the input is larger than ${io} bytes`);return ys[t].readCall(da(e))}function Qg(t,e,s){let r=ys[t],
{settings:n,...o}=s,i=Kg(e,n,o);if(!i)return{output:yd(t)};let a=i.decision==="ask"&&!r.can_ask?"deny":i.decision,l=Lr(i.message);return{output:r.formatAnswer({
decision:a,message:l}),judgement:{...i,decision:a}}}var yd=t=>ys[t].formatAnswer({decision:"none",message:""}),Xg=(t,e)=>ys[t].formatRefusal(Lr(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var rN=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,jo={settings:()=>Promise.resolve().then(()=>(Bw(),Hw)),rules:async()=>(await rN()).
rules(),log:()=>Promise.resolve().then(()=>(Nk(),Ik))};var Wo=require("node:fs"),vs=require("node:path");yn();var ul=require("node:fs"),nB=16*2**20,oB=256*2**20;function Ok(t,e=Number.POSITIVE_INFINITY){let s=(0,ul.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let r=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${r}`),{code:r})}return(0,ul.readFileSync)(
t)}var nN=64*1024;function qk(t,e){let s=Lk(t),r=s.findIndex(l=>(0,Wo.existsSync)((0,vs.join)(l,".git"))),n=r===-1?void 0:s[r],o=n!==void 0&&(e===void 0||!oN(e,n)),
a=(o?s.slice(0,r+1):[t]).map(l=>(0,vs.join)(l,or)).find(l=>(0,Wo.existsSync)(l));return{top:o?n:t,guard_file:a}}function Lk(t){let e=(0,vs.dirname)(t);return e===
t?[t]:[t,...Lk(e)]}var oN=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function Dk({top:t,guard_file:e},{level:s,trusted:r}){if(e===void 0)return bd(
s);let n=(0,vs.relative)(t,e),o=aN(e,n),{readGuardFile:i,checkGuardFile:a}=await jo.settings(),l=i(o,n),c=(0,vs.dirname)(e),d=l.rules.map(({name:p})=>(0,vs.join)(
c,p)),u=d.length===0?bd().rules:await iN(d,t);a(l,u);let f=l.allow.map(({name:p})=>p);return{level:jg(s,r||l.level==="strict"?l.level:void 0),rules:u,allow:new Set(
r?f:[]),ignored:new Set(r?[]:f),deny:new Set(l.deny.map(({name:p})=>p)),files:[e,...d].flatMap(p=>[p,(0,Wo.realpathSync)(p)])}}async function iN(t,e){let{combineRules:s,
readRulesFile:r}=await jo.rules();return s(t.map(n=>r((0,vs.relative)(e,n),e)))}function aN(t,e){try{return Ok(t,nN).toString("utf8")}catch(s){throw new gt(`${e}\
: cannot be read (${s.code})`)}}var lN=5e3;async function cN(t,e){let s;try{s=hN(t)}catch(r){let n=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${Mk(r)}`;return hd(n)?ys[n].formatRefusal(
o):ms(o)}try{let{output:r,judgement:n}=await dN(s,e),o=n&&await jk(s,e,n);return o===void 0?r:Wk(r,o)}catch(r){let n=Mk(r),o=await jk(s,e,{decision:"error",rule:"",
request:{text:n}}),i=Xg(s.client,n);return o===void 0?i:Wk(i,o)}}async function dN({client:t,level:e,trusted:s},r){let n=r.now().getTime(),o=Yg(t,await pN(r.input));
if(o.requests.length===0)return{output:yd(t)};let{project_variable:i}=ys[t],a=r.variable("HOME"),l=i&&r.variable(i)||o.project||r.cwd,c=qk(l,a),d=o.folder??l,u=()=>r.
now().getTime()-n>lN,f={settings:await Dk(c,{level:e,trusted:s}),top:c.top,home:a,...uN(r,a),isLate:u};return Qg(t,{...o,folder:d},f)}function uN({variable:t,program_folders:e=[]},s){
let r=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],n=new Map(r.map(a=>[a,t(a)??""])),o=(a,...l)=>{let c=n.get(a);return c===void 0||!(0,Mo.isAbsolute)(
c)?[]:l.map(d=>(0,Mo.join)(c,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,Mo.join)(s,".cache/gatebench-c\
ode")]],variables:n}}async function pN(t){let e=[],s=0;for await(let r of t){let n=typeof r=="string"?Buffer.from(r):r;if(s+=n.length,s>io)throw new _e(`the inp\
ut is larger than ${io} bytes`);e.push(n)}return Buffer.concat(e)}async function jk({client:t,log:e},{now:s},{decision:r,rule:n,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await jo.log(),a=r==="none"?"pass":r;i(e,{time:s(),client:t,verdict:a,rule:n,subject:fN(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function fN(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var Wk=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),Mk=t=>t instanceof Error?t.message:String(t),Fk="--project-settings",mN=["--hook","--level","--log"];function hN(t){let e=new Map,s=t.values();for(let i of s){
if(i===Fk){e.set(i,i);continue}let[a,l]=gN(i);if(!mN.includes(a))throw new gt(`unknown argument "${i}" beside --hook`);let c=l??s.next().value;if(c===void 0||c===
"")throw new gt(`${a} has no value`);e.set(a,c)}let r=e.get("--hook");if(!hd(r))throw new gt(`--hook must be one of ${Lg.join(", ")}`);let n=e.get("--level"),o=Er.
find(i=>i===n);if(n!==void 0&&o===void 0)throw new gt(`--level must be one of ${Er.join(", ")}`);return{client:r,level:o,trusted:e.has(Fk),log:e.get("--log")}}function gN(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,OWN_CONTAINER,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,completeName,concatenateWords,
createGuard,createShellInvocation,createShippedGuard,createWord,createWords,findAffectedPaths,findOriginalPaths,getFindPatterns,getGrammar,guardLevels,hasFlag,hasUnreadValue,
isDeletingFind,isKnownWord,isRemotePath,listOutputFiles,parseProgramArguments,pathClasses,pathEffects,phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,
resolveFoundPaths,runHook,shippedGuardRules,vocabulary});
